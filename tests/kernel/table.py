"""A session of the toy, and short ways to play it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from affray.dice.counter import CounterDice
from affray.kernel.codec import state_hash, to_plain
from affray.kernel.inputs import Act, HistoryItem, item_from_plain, item_to_plain
from affray.kernel.pending import PartValue, Pending
from affray.kernel.requests import pool_of, question_of
from affray.kernel.session import Session
from tests.toy.system import SYSTEM, toy_encounter

Pick = Callable[[int], int]
"""Picks a number from 0 up to, not including, its argument."""


def new_session(hidden: bool = False, breath: int = 6) -> Session:
    """A fresh fight of the toy at its first question."""
    return Session(SYSTEM, toy_encounter(hidden, breath), CounterDice("the seed of a test"))


def loaded(items: list[HistoryItem], hidden: bool = False) -> Session:
    """A fresh session that was given these items as a save would hold them."""
    session = new_session(hidden)
    session.load([item_from_plain(item_to_plain(item), f"inputs[{n}]") for n, item in enumerate(items)])
    return session


def open_request(session: Session) -> Pending:
    """The open request; there must be one."""
    assert session.pending is not None
    return session.pending


def answer(session: Session, value: PartValue, part: int = 0, typed: bool = False) -> None:
    """Answer a part of the open request."""
    session.answer(open_request(session).stamp, part, value, "somebody", typed)


def dice(session: Session, pending: Pending, part: int) -> tuple[PartValue, str, bool] | None:
    """The server's dice, for `Session.advance`."""
    pool = pool_of(pending.request, part)
    return None if pool is None else (session.tray.deal(pool), "dice", False)


def answer_any(session: Session, pick: Pick) -> None:
    """Answer any open part: dice as the server throws them, questions with any option."""
    pending = open_request(session)
    parts = pending.open_parts()
    part = parts[pick(len(parts))]
    question = question_of(pending.request, part)
    if question is not None:
        answer(session, question.options[pick(len(question.options))].id, part)
        return
    dealt = dice(session, pending, part)
    assert dealt is not None
    answer(session, dealt[0], part)


def play(session: Session, pick: Pick, inputs: int) -> None:
    """Take in so many inputs, or fewer when the fight ends."""
    for _ in range(inputs):
        if session.pending is None:
            return
        answer_any(session, pick)


def to_question(session: Session, kind: str) -> Pending:
    """Play first options until a question of this kind is open."""
    for _ in range(400):
        pending = open_request(session)
        for part in pending.open_parts():
            question = question_of(pending.request, part)
            if question is not None and question.kind == kind:
                return pending
        answer_any(session, lambda count: 0)
    raise AssertionError(f"no question {kind!r} ever came")


def act(name: str, **data: Any) -> Act:
    """An act of the GM."""
    return Act(name, data, "gm", "for a test")


def position(session: Session) -> tuple[Any, ...]:
    """Everything that tells one position from another."""
    pending = session.pending
    asked = (
        None
        if pending is None
        else (pending.stamp, pending.request, list(pending.values), list(pending.typed))
    )
    return (
        state_hash(session.encounter.state),
        list(session.journal),
        asked,
        None if session.failure is None else str(session.failure),
    )


def records(session: Session) -> list[tuple[Any, ...]]:
    """Every record with its event in plain form."""
    return [
        (
            record.number,
            record.at,
            type(record.event).__name__,
            to_plain(record.event),
            record.to,
            record.undone_by,
        )
        for record in session.records
    ]


def standing_records(session: Session) -> list[tuple[Any, ...]]:
    """The events that were not taken back, in order."""
    return [
        (record.at, type(record.event).__name__, to_plain(record.event))
        for record in session.records
        if record.undone_by is None
    ]
