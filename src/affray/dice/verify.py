"""Checking a fight's dice once its seed is known: every face that the server threw, from the first on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from affray.dice.counter import CounterDice
from affray.kernel.errors import AffrayError
from affray.kernel.inputs import Answer, HistoryItem
from affray.kernel.requests import pool_of
from affray.kernel.session import Session


def commits_to(commitment: str, seed: str) -> bool:
    """Whether this is the seed that the commitment, published before the first roll, stood for."""
    return CounterDice(seed).commitment == commitment


def wrong_faces(session: Session, history: Iterable[HistoryItem]) -> list[int]:
    """The places in a history whose faces do not follow from the seed; empty when all is well.

    `session` is a fresh one of the same fight, over `CounterDice` of the revealed seed; it is at the end of
    the history afterwards. Faces that a person typed are marked as such and taken as they are. Where the
    history itself cannot be followed any further, that place is the last one named.
    """
    wrong: list[int] = []
    place = 0

    def looked_at() -> Iterator[HistoryItem]:
        nonlocal place
        for number, item in enumerate(history):
            place = number
            if isinstance(item, Answer) and not item.typed and not _follows(session, item):
                wrong.append(number)
            yield item

    try:
        session.load(looked_at())
    except AffrayError:
        if place not in wrong:
            wrong.append(place)
    return wrong


def _follows(session: Session, answer: Answer) -> bool:
    """Whether these are the faces that the session's dice show here; True for what is no roll."""
    pending = session.pending
    if not isinstance(answer.value, tuple) or pending is None or answer.part >= pending.request.parts:
        return True
    pool = pool_of(pending.request, answer.part)
    return pool is None or session.tray.deal(pool) == answer.value
