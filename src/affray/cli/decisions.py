"""Finding the decision that a command is about: whose it is, what it is called, at whom it is aimed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from affray.content import Loaded
from affray.content.shape import did_you_mean
from affray.dice.counter import CounterDice
from affray.kernel.errors import Ambiguous, Refused, Unreadable
from affray.kernel.pending import PartValue
from affray.kernel.presentation import OptionView
from affray.kernel.requests import Question, pool_of, question_of
from affray.kernel.session import Session
from affray.kernel.system import Seat, Viewer
from affray.odds.policies import first_option

TURN = "turn"
"""What every system calls the question of what to do in a turn."""

SHOWN_MAX = 12
"""Options that a message lists."""

INPUTS_MAX = 2_000
"""Answers after which a seat will not be asked any more."""


@dataclass(frozen=True, slots=True)
class Decision:
    """An option of an open question, as its system shows it to the seat that is asked."""

    session: Session
    part: int
    option_id: str
    seat: Seat
    view: OptionView


def open_decision(loaded: Loaded, actor: str, action: str, target: str | None, seed: str) -> Decision:
    """Play a fight's beginning by defaults until the actor may do what is named.

    It looks at every question up to the actor's first turn. Raises `Unreadable`, `Refused` or `Ambiguous`,
    naming what is nearest, where there is no such thing to do.
    """
    session = Session(loaded.system, loaded.start(), CounterDice(seed))
    seat = _seat(session, actor)
    wanted = _Wanted(action, None if target is None else _target(session, target))
    for _ in range(INPUTS_MAX):
        pending = session.pending
        if pending is None:
            why = f"the fight is over ({session.outcome})" if session.outcome else "the fight is stuck"
            raise Unreadable(f"{seat.name} is never asked what to do: {why}.")
        part = pending.open_parts()[0]
        question = question_of(pending.request, part)
        if question is not None and question.seat == seat.id:
            found = wanted.among(session, question, seat)
            if found is not None:
                return Decision(session, part, found["id"], seat, found)
        session.answer(pending.stamp, part, _by_default(session, part), "the beginning")
    raise Unreadable(f"In {INPUTS_MAX} answers it never was the turn of {seat.name}.")


def _by_default(session: Session, part: int) -> PartValue:
    assert session.pending is not None
    pool = pool_of(session.pending.request, part)
    if pool is not None:
        return session.tray.deal(pool)
    question = question_of(session.pending.request, part)
    assert question is not None
    return first_option(question)


def _seat(session: Session, name: str) -> Seat:
    """The seat with this id or name."""
    seats = session.system.seats(session.encounter)
    for seat in seats:
        if name.casefold() in (seat.id.casefold(), seat.name.casefold()):
            return seat
    known = [seat.id for seat in seats]
    raise Unreadable(
        f'there is no "{name}" in this fight; there is {", ".join(known)}{did_you_mean(name, known)}'
    )


def _target(session: Session, name: str) -> str:
    """What a target is called in options: the id of a seat that was named, or else the word as it is."""
    for seat in session.system.seats(session.encounter):
        if name.casefold() == seat.name.casefold():
            return seat.id
    return name


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What is looked for: an action, and perhaps at whom or where."""

    action: str
    target: str | None

    def among(self, session: Session, question: Question, seat: Seat) -> OptionView | None:
        """The option of a question; None where this question has nothing of the kind and is no turn."""
        viewer = Viewer((seat.id,), (seat.side,))
        options = session.system.question(session.encounter, question, viewer)["options"]
        named = [option for option in options if self._names(option)]
        if not named:
            if question.kind == TURN:
                raise self._unknown(options, seat)
            return None
        aimed = [option for option in named if self._aims(option)]
        if not aimed:
            raise self._no_target(named)
        allowed = _plainest([option for option in aimed if option["refusal"] is None])
        if len(allowed) == 1:
            return allowed[0]
        if allowed:
            what = f'"{self.action}" fits several; name the action by one of these, or a target as well'
            raise Ambiguous(what, _listed([option["id"] for option in allowed]))
        refusal = aimed[0]["refusal"]
        assert refusal is not None
        raise Refused(
            f'{seat.name} cannot do "{aimed[0]["id"]}" now: {refusal["text"]}', refusal["clause"] or ""
        )

    def _names(self, option: OptionView) -> bool:
        return self.action.casefold() in _names_of(option)

    def _aims(self, option: OptionView) -> bool:
        if self.target is None:
            return True
        wanted = self.target.casefold()
        known = {(option["target"] or "").casefold(), option["label"].casefold()}
        return wanted in known | set(option["id"].casefold().split())

    def _unknown(self, options: Sequence[OptionView], seat: Seat) -> Unreadable:
        offered = [option for option in options if option["refusal"] is None]
        near = did_you_mean(self.action, [name for option in options for name in sorted(_names_of(option))])
        listed = ", ".join(_listed([option["id"] for option in offered]))
        return Unreadable(f'{seat.name} has no "{self.action}" to do now; there is {listed}{near}')

    def _no_target(self, named: Sequence[OptionView]) -> Unreadable:
        known = list(dict.fromkeys([option["target"] or option["label"] for option in named]))
        near = did_you_mean(self.target, known)
        return Unreadable(
            f'"{self.action}" cannot be aimed at "{self.target}"; there is {", ".join(known[:20])}{near}'
        )


def _listed(ids: Sequence[str]) -> list[str]:
    """Ids in quotes, the first dozen of them."""
    more = [f"and {len(ids) - SHOWN_MAX} more"] if len(ids) > SHOWN_MAX else []
    return [*[f'"{id_}"' for id_ in ids[:SHOWN_MAX]], *more]


def _names_of(option: OptionView) -> set[str]:
    """What an option may be called by: its id or a word of it, its row of the panel or the end of that."""
    group = option["group"].casefold()
    id_ = option["id"].casefold()
    words = [word for word in id_.split() if word != (option["target"] or "").casefold()]
    return {id_, *words, " ".join(words), group, group.partition(": ")[2] or group}


def _plainest(options: list[OptionView]) -> list[OptionView]:
    """One option where all the others are the same with something more to it."""
    if options:
        plain = min(options, key=lambda option: len(option["id"]))
        if all(option is plain or option["id"].startswith(f"{plain['id']} ") for option in options):
            return [plain]
    return options
