"""Lines of outcomes: a procedure run again and again, until everything that may fall has fallen once.

A run follows one line; wherever something may come out in several ways it goes on with the first and keeps
the others for runs of their own. Weights are whole numbers throughout: nothing is rounded. Where a rule says
what all the rest depends on (`Encounter.alike`), lines that come there with the same go on as one.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import Any

from affray.kernel.errors import AffrayError
from affray.kernel.requests import Contest, Procedure, Request, Roll
from affray.kernel.system import AnyEncounter

ROLLS_MAX = 60
"""Rolls in one line of outcomes: equal roll-offs, say, could go on without end."""

Weigh = Callable[[AnyEncounter, Request], Sequence[tuple[Any, int]]]
"""What a request may be answered with, each with a whole weight above zero."""

Chance = tuple[int, int]
"""A chance as a weight of a whole; not reduced."""

Line = tuple[tuple[Any, ...], Chance]
"""A line to follow: the answers that it begins with, and its chance as far as they go."""


class TooManyOutcomes(AffrayError):
    """The outcomes are too many to be followed one by one."""


class Settled(BaseException):
    """Leaves a rule as soon as what is asked of it is known. No rule catches it: it is no `Exception`."""

    def __init__(self, value: Hashable) -> None:
        self.value = value
        super().__init__(value)


@dataclass(slots=True)
class Begun:
    """A procedure about to go on: what it is sent next (None for one that has not begun).

    All runs begin alike, so that the encounter may keep what is `known` of the state until the first answer.
    """

    encounter: AnyEncounter
    procedure: Procedure
    answer: Any = None


@dataclass(slots=True, eq=False)
class Meeting:
    """Where a line came to that others may come to alike: its chance there, and what came of it since.

    It is `over` when every line from there on is followed, as `ahead` is down to what it was at first.
    """

    chance: Chance
    ahead: int
    found: list[tuple[Hashable | None, Chance]] = field(default_factory=list)
    over: bool = False


@dataclass(slots=True)
class Followed:
    """One line at its end: the encounter as it is there, the answers on the way, and the line's chance.

    `value` is that of `Settled`, or None where the procedure came to its end. It is a `Meeting` where the
    line goes on as one before it did: see `Meetings.spread`.
    """

    encounter: AnyEncounter
    value: Hashable | None
    answers: Sequence[Any]
    chance: Chance


def follow(
    begin: Callable[[], Begun], weigh: Weigh, runs_max: int, meetings: Meetings | None = None
) -> Iterator[Followed]:
    """Every line of a procedure. The chances add up to exactly one.

    `begin` gives the procedure anew for each run, the same each time. With `meetings` lines that go on alike
    are followed once. Raises `TooManyOutcomes` after `runs_max` runs, or where more than ROLLS_MAX rolls
    follow one another.
    """
    ahead: list[Line] = [((), (1, 1))]
    for _ in range(runs_max):
        answers, chance = ahead.pop()
        followed = _Run(begin(), list(answers), chance, weigh, ahead, meetings).to_the_end()
        if meetings is not None:
            meetings.take(followed, len(ahead))
        yield followed
        if not ahead:
            return
    raise TooManyOutcomes(f"This has more than {runs_max} distinct outcomes.")


class Meetings:
    """Where the lines of one procedure came to that others may come to alike.

    Lines are followed depth first: those from a meeting on come one after another, and no other in between.
    """

    def __init__(self) -> None:
        self._by_what: dict[bytes, Meeting] = {}
        self._open: list[Meeting] = []
        self._over: list[Meeting] = []

    def meet(self, what: Any, chance: Chance, ahead: int) -> None:
        """A line comes to a place for the first time: it goes on, unless one like it has been followed.

        Equal bytes are equal values. The other way round is not certain, and then costs runs only.
        """
        key = pickle.dumps(what, pickle.HIGHEST_PROTOCOL)
        meeting = self._by_what.get(key)
        if meeting is None:
            meeting = self._by_what[key] = Meeting(chance, ahead)
            self._open.append(meeting)
        elif meeting.over:
            raise Settled(meeting)

    def take(self, followed: Followed, ahead: int) -> None:
        """A line is at its end, and so many are ahead."""
        for meeting in self._open:
            meeting.found.append((followed.value, followed.chance))
        while self._open and self._open[-1].ahead == ahead:
            meeting = self._open.pop()
            meeting.over = True
            self._over.append(meeting)

    def spread(self, chances: dict[Hashable | None, Fraction]) -> dict[Hashable | None, Fraction]:
        """The same with every meeting replaced by what came of it. Later ones lead to those before them."""
        for meeting in reversed(self._over):
            again = chances.pop(meeting, None)
            if again is None:
                continue
            weight, whole = meeting.chance
            share = again * Fraction(whole, weight)
            for value, chance in chances_of(meeting.found).items():
                chances[value] = chances.get(value, Fraction(0)) + share * chance
        return chances


def chances_of(found: Iterable[tuple[Hashable | None, Chance]]) -> dict[Hashable | None, Fraction]:
    """The chance of each value, added up over the lines that came to it."""
    sums: dict[Hashable | None, dict[int, int]] = {}
    for value, (weight, whole) in found:
        by_whole = sums.setdefault(value, {})
        by_whole[whole] = by_whole.get(whole, 0) + weight
    return {
        value: sum([Fraction(weight, whole) for whole, weight in by_whole.items()], Fraction(0))
        for value, by_whole in sums.items()
    }


class _Run:
    """A run with the answers given, then with the first of each; the others go to `ahead`."""

    def __init__(
        self,
        begun: Begun,
        answers: list[Any],
        chance: Chance,
        weigh: Weigh,
        ahead: list[Line],
        meetings: Meetings | None,
    ) -> None:
        self._begun = begun
        self._answers = answers
        self._chance = chance
        self._weigh = weigh
        self._ahead = ahead
        self._place = 0
        if meetings is not None:
            begun.encounter.meets = partial(self._meets, meetings)

    def to_the_end(self) -> Followed:
        """Give answers until the procedure ends, or what is asked is known."""
        begun, answers = self._begun, self._answers
        rolls = 0
        value: Hashable | None = None
        send = begun.procedure.send
        try:
            request = send(begun.answer)
            while True:
                if isinstance(request, (Roll, Contest)):
                    rolls += 1
                    if rolls > ROLLS_MAX:
                        raise TooManyOutcomes(f"Here more than {ROLLS_MAX} rolls may follow one another.")
                if self._place == len(answers):
                    weighted = self._weigh(begun.encounter, request)
                    self._chance = _branch(weighted, answers, self._chance, self._ahead)
                self._place += 1
                # From here on runs part ways, and so do their states.
                begun.encounter.known = None
                request = send(answers[self._place - 1])
        except StopIteration:
            pass
        except Settled as settled:
            value = settled.value
        return Followed(begun.encounter, value, answers, self._chance)

    def _meets(self, meetings: Meetings, what: Callable[[], Any]) -> None:
        """On the way to where the line parts from one before it there is nothing new to meet."""
        if self._place == len(self._answers):
            meetings.meet(what(), self._chance, len(self._ahead))


def _branch(
    weighted: Sequence[tuple[Any, int]],
    answers: list[Any],
    chance: Chance,
    ahead: list[Line],
) -> Chance:
    """Go on with the first answer; keep the others for later runs."""
    weight, whole = chance
    if len(weighted) == 1:
        answers.append(weighted[0][0])
        return chance
    whole *= sum([share for _, share in weighted])
    (first, first_share), *others = weighted
    for answer, share in reversed(others):
        ahead.append(((*answers, answer), (weight * share, whole)))
    answers.append(first)
    return weight * first_share, whole
