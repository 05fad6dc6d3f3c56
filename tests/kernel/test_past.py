"""Earlier positions of a fight: the exact state of then, and the fight itself left alone."""

from __future__ import annotations

from random import Random
from typing import Any

from affray.kernel.codec import state_hash
from affray.kernel.past import after_record, past
from affray.kernel.session import Session
from tests.kernel.table import act, answer_any, new_session, position

ACTS = (
    act("check", fencer="ada", target=8),
    act("set", fencer="bo", value=5),
    act("set", fencer="cy", value=6),
)


class Watched:
    """A session that notes the state after every event that it records, and after every input."""

    def __init__(self, seed: int, inputs: int = 50) -> None:
        self.session: Session = new_session()
        self.after: dict[int, str] = {}
        self.positions: dict[int, Any] = {}
        note = self.session.encounter.watch

        def watch(*event: Any) -> None:
            before = len(self.session.records)
            note(*event)
            if len(self.session.records) > before:
                self.after[before] = state_hash(self.session.encounter.state)

        self.session.encounter.watch = watch
        self._play(Random(seed), inputs)

    def _play(self, random: Random, inputs: int) -> None:
        session = self.session
        for _ in range(inputs):
            if session.pending is None:
                break
            self.positions[len(session.journal)] = self._open()
            luck = random.random()
            if luck < 0.1:
                session.act(random.choice(ACTS))
            elif luck < 0.2 and session.journal:
                session.undo(random.randrange(len(session.journal)), "gm")
            else:
                answer_any(session, random.randrange)
        self.positions[len(session.journal)] = self._open()

    def _open(self) -> Any:
        return opened(self.session)


def opened(session: Session) -> Any:
    """The state and the open request with what was answered of it."""
    pending = session.pending
    asked = None if pending is None else (pending.request, pending.values)
    return state_hash(session.encounter.state), repr(asked)


def test_the_state_after_any_event_that_stands_is_found_again() -> None:
    """Also in the middle of an input, after acts, and after steps were taken back."""
    looked = 0
    for seed in range(25):
        watched = Watched(seed)
        for record in watched.session.records:
            if record.undone_by is None and record.number in watched.after:
                found = state_hash(after_record(watched.session, record).state)
                assert found == watched.after[record.number], (seed, record)
                looked += 1
    assert looked > 300


def test_any_point_of_the_journal_is_found_again_with_its_question() -> None:
    """The question that was open then is open in the past session, with the answers it had."""
    for seed in range(25):
        watched = Watched(seed)
        for inputs in range(len(watched.session.journal) + 1):
            assert opened(past(watched.session, inputs)) == watched.positions[inputs], (seed, inputs)


def test_looking_back_changes_nothing() -> None:
    """The fight, its journal, its records and its dice are as they were."""
    session = Watched(3).session
    before = position(session), list(session.history), repr(session.records), dict(session.tray.used)
    for record in session.records:
        if record.undone_by is None:
            after_record(session, record)
    for inputs in range(len(session.journal) + 1):
        past(session, inputs)
    after = position(session), list(session.history), repr(session.records), dict(session.tray.used)
    assert after == before
