"""Earlier positions of a fight, run again on a copy from the checkpoint before; the fight stays as it is."""

from __future__ import annotations

import pickle
from collections.abc import Iterable
from contextlib import suppress

from affray.kernel.encounter import Encounter
from affray.kernel.errors import RuleFailure
from affray.kernel.events import Event, Record
from affray.kernel.inputs import Act, Input
from affray.kernel.requests import Audience
from affray.kernel.session import Session
from affray.kernel.system import AnyEncounter


def past(session: Session, inputs: int) -> Session:
    """A session that stands where this one stood once its journal held so many inputs.

    It begins with the step that was under way then, so its own journal is shorter.
    """
    state, since = session.fork_at(inputs)
    again = Session(session.system, _encounter(session, state), _no_dice)
    feed(again, since)
    return again


def after_record(session: Session, record: Record) -> AnyEncounter:
    """The encounter as it was right after an event that still stands, before anything that followed."""
    number = sum(
        1
        for one in session.records
        if one.at == record.at and one.undone_by is None and one.number <= record.number
    )
    state, since = session.fork_at(record.at - 1)
    since += session.journal[max(0, record.at - 1) : record.at]
    again = _Until(session, state, len(since), number)
    feed(again, since)
    assert again.kept is not None
    return _encounter(session, again.kept)


class _Until(Session):
    """Keeps the state as it is after the `number`-th event that follows from its first `inputs` inputs."""

    def __init__(self, session: Session, state: bytes, inputs: int, number: int) -> None:
        self.kept: bytes | None = None
        self._inputs = inputs
        self._to_come = number
        super().__init__(session.system, _encounter(session, state), _no_dice)

    def _note(self, event: Event, to: Audience, public: Event | None) -> None:
        super()._note(event, to, public)
        if len(self.journal) == self._inputs:
            self._to_come -= 1
            if self._to_come == 0:
                self.kept = pickle.dumps(self.encounter.state, pickle.HIGHEST_PROTOCOL)


def feed(again: Session, items: Iterable[Input]) -> None:
    """Give a session inputs that were taken in elsewhere, each for the request that is open when it comes.

    Their stamps do not matter, so the dice of both may have different seeds.
    """
    for item in items:
        # Where the next step cannot begin, it could not then either.
        with suppress(RuleFailure):
            if isinstance(item, Act):
                again.act(item)
            else:
                pending = again.pending
                assert pending is not None
                again.answer(pending.stamp, item.part, item.value, item.by, item.typed)


def _encounter(session: Session, state: bytes) -> AnyEncounter:
    encounter = session.encounter
    return Encounter(pickle.loads(state), encounter.book, encounter.rulings)


def _no_dice(stream: str, index: int, again: int, sides: int) -> int:
    raise AssertionError("what is past has its faces")
