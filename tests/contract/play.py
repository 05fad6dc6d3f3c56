"""Playing a case at random, one input at a time."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from random import Random
from typing import Any

from affray.dice.counter import CounterDice
from affray.kernel.codec import state_hash
from affray.kernel.encounter import Encounter
from affray.kernel.pending import PartValue, Pending
from affray.kernel.requests import Question, Request, pool_of, question_of
from affray.kernel.session import Session
from affray.kernel.system import GM_VIEWER, SPECTATOR, AnyEncounter, Viewer
from tests.contract.cases import Case


def open_session(case: Case, seed: str = "contract") -> Session:
    """A fresh session of a case."""
    return Session(case.system, case.start(), CounterDice(seed))


def any_answer(session: Session, random: Random) -> tuple[int, PartValue]:
    """An open part and any legal answer to it; dice as they fall at this table."""
    pending = session.pending
    assert pending is not None
    part = random.choice(pending.open_parts())
    pool = pool_of(pending.request, part)
    if pool is not None:
        return part, session.tray.deal(pool)
    return part, any_option(questions_of(pending)[part], random)


def any_option(question: Question, random: Random) -> str:
    """Any option: a kind first, so that a hundred places to go do not drown the one foe to strike."""
    kind = random.choice(list(dict.fromkeys(option.kind for option in question.options)))
    return random.choice([option for option in question.options if option.kind == kind]).id


def take(session: Session, part: int, value: PartValue) -> None:
    """Answer a part of the open request."""
    assert session.pending is not None
    session.answer(session.pending.stamp, part, value, "somebody")


def played(case: Case, seed: int, inputs: int) -> Iterator[Session]:
    """The session at its start and after every input."""
    random = Random(seed)
    session = open_session(case)
    yield session
    for _ in range(inputs):
        if session.pending is None:
            return
        take(session, *any_answer(session, random))
        yield session


def questions_of(pending: Pending) -> dict[int, Question]:
    """The questions of a request by part."""
    found = {part: question_of(pending.request, part) for part in range(pending.request.parts)}
    return {part: question for part, question in found.items() if question is not None}


def copy_of(encounter: AnyEncounter) -> AnyEncounter:
    """The same encounter with a state of its own."""
    state = pickle.loads(pickle.dumps(encounter.state))
    return Encounter(state, encounter.book, encounter.rulings)


def first_request(case: Case, encounter: AnyEncounter) -> tuple[Request | None, list[Any]]:
    """What the next step asks first, and the events it emits before."""
    events: list[Any] = []
    encounter.watch = lambda event, to, public: events.append(event)
    return next(case.system.step(encounter), None), events


def viewers(session: Session) -> list[Viewer]:
    """A spectator, the GM, and every seat by itself."""
    seats = session.system.seats(session.encounter)
    return [SPECTATOR, GM_VIEWER, *(Viewer((seat.id,), (seat.side,)) for seat in seats)]


def mark(session: Session) -> tuple[Any, ...]:
    """What tells one position from another."""
    pending = session.pending
    asked = None if pending is None else (pending.stamp, list(pending.values))
    return state_hash(session.encounter.state), asked
