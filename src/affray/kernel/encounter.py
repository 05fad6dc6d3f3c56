"""A fight under way: its state, its book of content, its rulings; and the helpers that rules ask with."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, Generic, TypeVar

from affray.kernel.events import Event
from affray.kernel.requests import (
    Audience,
    Choose,
    Contest,
    Contested,
    Cuts,
    Option,
    Pool,
    Procedure,
    Roll,
    Rolled,
    Ruling,
    Window,
)

State = TypeVar("State")
Book = TypeVar("Book")
Rulings = TypeVar("Rulings")
Work = TypeVar("Work")


class Encounter(Generic[State, Book, Rulings]):
    """What a rule reads and writes. `emit` is the only way to change `state`.

    `state` is mutable, `book` and `rulings` never change during a fight. `watch` is called with every event
    after it was applied; it may only take note, never act. `known` holds what was worked out of a state, for
    runs that begin in the very same one and go on alike; None where there is no other such run. `meets` is
    called where a rule says what all the rest depends on (see `alike`).
    """

    __slots__ = ("book", "emitted", "known", "meets", "rulings", "state", "watch")

    def __init__(self, state: State, book: Book, rulings: Rulings) -> None:
        self.state = state
        self.book = book
        self.rulings = rulings
        self.watch: Any = None
        self.emitted = 0
        self.known: dict[Hashable, Any] | None = None
        self.meets: Callable[[Callable[[], Any]], None] | None = None

    def emit(self, event: Event, to: Audience = None, public: Event | None = None) -> None:
        """Apply an event and report it. `to` and `public` as in `Record`."""
        event.apply(self.state)
        self.emitted += 1
        if self.watch is not None:
            self.watch(event, to, public)

    def worked_out(self, what: Hashable, work: Callable[[], Work]) -> Work:
        """What follows from the state alone and takes long. `what` names it; nobody may change it later.

        Exact odds run the same beginning many times over, and this is then worked out once.
        """
        if self.known is None:
            return work()
        key = (self.emitted, what)
        if key not in self.known:
            self.known[key] = work()
        found: Work = self.known[key]
        return found

    def alike(self, what: Callable[[], Any]) -> None:
        """Say that whatever follows, to the end of the step, depends on nothing but `what()`.

        It is a value that pickles: the state, or as much of it as still counts, and whatever else the rules
        on the way go on with. Exact odds then follow one of the lines that come here with equal values.
        """
        if self.meets is not None:
            self.meets(what)

    def roll(self, pool: Pool, cuts: Cuts, about: str, clause: str, to: Audience = None) -> Procedure:
        """Throw one pool. Returns `Rolled`."""
        rolled: Rolled = yield Roll(pool, cuts, about, clause, to)
        return rolled

    def contest(
        self, first: Pool, second: Pool, cuts: Cuts, about: str, clause: str, to: Audience = None
    ) -> Procedure:
        """Throw two pools at once. Returns `Contested`."""
        contested: Contested = yield Contest((first, second), cuts, about, clause, to)
        return contested

    def choose(
        self,
        seat: str,
        kind: str,
        options: Sequence[Option],
        clause: str,
        args: tuple[Any, ...] = (),
        default: str | None = None,
        always: bool = False,
    ) -> Procedure:
        """Ask one seat. Returns the `Option`. Without `always`, a single answer is not asked for."""
        if not options:
            raise ValueError(f"the question {kind!r} to {seat} has no answer")
        if len(options) == 1 and not always:
            return options[0]
        option: Option = yield Choose(seat, kind, tuple(options), clause, args, default)
        return option

    def ruling(
        self, kind: str, options: Sequence[Option], clause: str, default: str, args: tuple[Any, ...] = ()
    ) -> Procedure:
        """Ask the GM, where a clause leaves it to them. Returns the `Option`."""
        option: Option = yield Ruling(kind, tuple(options), clause, default, args)
        return option

    def together(self, choices: Sequence[Choose], clause: str) -> Procedure:
        """Ask several seats at once, in secret until all have answered. Returns a tuple of `Option`."""
        if not choices:
            return ()
        options: tuple[Option, ...] = yield Window(tuple(choices), "all", clause)
        return options

    def window(self, choices: Sequence[Choose], clause: str) -> Procedure:
        """Ask several seats whether they act out of turn; the first that does closes the window.

        Returns (seat, `Option`), or None when all passed. Every choice needs a default that means "pass".
        """
        if not choices:
            return None
        answers: tuple[Option | None, ...] = yield Window(tuple(choices), "first", clause)
        for choice, option in zip(choices, answers, strict=True):
            if option is not None and option.id != choice.default:
                return (choice.seat, option)
        return None
