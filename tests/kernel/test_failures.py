"""Rules that fail: the step or act is taken back, said once with its clause, and the table goes on."""

from __future__ import annotations

import pytest

from affray.kernel import session as session_module
from affray.kernel.codec import state_hash
from affray.kernel.errors import RuleFailure, Stale
from affray.kernel.inputs import Undone
from affray.kernel.requests import Contest
from affray.kernel.session import TABLE, Session
from tests.kernel.table import (
    act,
    answer,
    answer_any,
    dice,
    loaded,
    new_session,
    open_request,
    play,
    position,
    records,
    to_question,
)
from tests.toy import rules


def at_failing_stroke() -> tuple[Session, tuple]:
    """A stroke that fails once its dice are in; and the position at the turn's question."""
    session = new_session()
    to_question(session, "turn")
    session.act(act("break", value="middle"))
    before = position(session)
    answer(session, "stroke:bo")
    while not isinstance(open_request(session).request, Contest):
        answer_any(session, lambda count: 0)
    return session, before


def test_a_failure_in_the_middle_takes_the_step_back() -> None:
    """The step is back at its first question; what had been answered in it is taken back by the table."""
    session, before = at_failing_stroke()

    with pytest.raises(RuleFailure) as failed:
        session.advance(dice)

    assert failed.value.step == "stroke"
    assert failed.value.clause == "T1.3"
    assert isinstance(failed.value.cause, ZeroDivisionError)
    assert position(session) == before
    assert session.history[-1] == Undone(len(session.journal), TABLE)
    assert session.failure is None
    answer(session, "wait")


def test_a_failure_is_part_of_the_history() -> None:
    """Loading a history in which a rule failed goes the same way, records of the failed try included."""
    session, _ = at_failing_stroke()
    with pytest.raises(RuleFailure):
        session.advance(dice)
    answer(session, "wait")

    again = loaded(session.history)

    assert position(again) == position(session)
    assert again.history == session.history
    assert records(again) == records(session)


def test_a_rule_that_was_mended_still_loads() -> None:
    """Where the rule works by now, the history's own undo takes the input back."""
    session, before = at_failing_stroke()
    with pytest.raises(RuleFailure):
        session.advance(dice)
    mended = [item for item in session.history if getattr(item, "name", "") != "break"]
    broken_at = next(n for n, item in enumerate(session.history) if getattr(item, "name", "") == "break")
    whole = new_session()
    whole.load(mended[:broken_at])

    assert state_hash(whole.encounter.state) != before[0]
    assert whole.failure is None


def test_a_rule_that_fails_only_now_stops_a_load() -> None:
    """A history that went well may not load as something else."""
    session, _ = at_failing_stroke()
    with pytest.raises(RuleFailure):
        session.advance(dice)
    undone = session.history[-1]
    assert isinstance(undone, Undone)

    for rest in ([], [Undone(0, "gm")]):
        with pytest.raises(Stale):
            loaded([*session.history[:-1], *rest])


def test_a_step_that_cannot_begin_leaves_the_table_stuck_but_alive() -> None:
    """The answer before it stands; an undo or an act gets on."""
    session = new_session()
    session.act(act("set", fencer="bo", value=5))
    with pytest.raises(RuleFailure) as failed:
        session.act(act("break", value="start"))
    assert failed.value.step == "step"
    assert session.pending is None
    assert session.failure is failed.value

    stuck = position(session)
    with pytest.raises(Stale):
        session.answer("1-x", 0, "low", "somebody")
    with pytest.raises(RuleFailure):
        session.undo(len(session.journal), "gm")
    assert position(session)[0] == stuck[0]
    again = loaded(session.history)
    assert str(again.failure) == str(session.failure)

    session.undo(1, "gm")
    assert session.failure is None
    assert open_request(session).opened == 1
    with pytest.raises(RuleFailure):
        session.redo("gm")
    session.act(act("break", value=""))
    assert session.failure is None
    assert open_request(session).request.parts == 3
    assert position(loaded(session.history)) == position(session)


def test_events_of_a_step_that_cannot_begin_are_taken_back() -> None:
    """What such a step did before it failed is undone by the table; the answer before it stands."""
    session = new_session()
    session.act(act("break", value="round"))
    session.act(act("set", fencer="bo", value=9))
    with pytest.raises(RuleFailure):
        play(session, lambda count: count - 1, 60)

    assert session.failure is not None
    assert session.encounter.state.round == 1
    begun = [record.undone_by for record in session.records if type(record.event).__name__ == "RoundBegun"]
    assert begun == [None, TABLE]
    again = loaded(session.history)
    assert records(again) == records(session)
    assert position(again) == position(session)


def test_a_rule_that_fails_only_on_redo_leaves_a_history_that_loads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever was taken in before it failed is in the history, and so is what was taken back."""
    session = new_session()
    to_question(session, "turn")
    answer(session, "stroke:bo")
    while len(session.records) < 9:
        answer_any(session, lambda count: 0)
    session.undo(0, "gm")

    def failing(margin: int) -> int:
        raise OverflowError("no such loss")

    monkeypatch.setattr(rules, "loss_of", failing)
    with pytest.raises(RuleFailure):
        session.redo("gm")

    assert session.history[-1] == Undone(len(session.journal), TABLE)
    again = new_session()
    again.load(session.journal)
    assert position(again) == position(session)


def test_a_refused_act_keeps_the_failure_on_show() -> None:
    """While the table is stuck, an act that is refused does not hide why."""
    session = new_session()
    with pytest.raises(RuleFailure):
        session.act(act("break", value="start"))
    failure = session.failure

    with pytest.raises(Exception, match="no act"):
        session.act(act("dance"))

    assert session.failure is failure


def test_a_fight_whose_first_step_fails_still_opens() -> None:
    """A session comes into being even then, and says so."""
    session = new_session()
    state = session.encounter.state
    state.broken = "start"

    opened = Session(session.system, session.encounter, lambda stream, index, again, sides: 1)

    assert opened.failure is not None
    opened.act(act("break", value=""))
    assert opened.failure is None


@pytest.mark.parametrize("name", ["fail at once", "refuse late"])
def test_a_failure_inside_an_act_takes_the_act_back(name: str) -> None:
    """An act that fails, or is refused after it has changed something, is taken back whole."""
    session = new_session()
    to_question(session, "turn")
    before = position(session)

    with pytest.raises(RuleFailure):
        session.act(act(name, fencer="bo"))

    assert position(session) == before
    assert session.records[-1].undone_by == TABLE
    assert position(loaded(session.history)) == position(session)
    assert records(loaded(session.history)) == records(session)


def test_a_failure_after_an_act_has_asked_takes_the_act_back() -> None:
    """Its roll is taken back with it; the question below stands as before."""
    session = new_session()
    to_question(session, "turn")
    answer(session, "stroke:bo")
    play(session, lambda count: 0, 1)
    before = position(session)
    session.act(act("fail later", fencer="cy"))

    with pytest.raises(RuleFailure):
        session.advance(dice)

    assert position(session) == before
    assert position(loaded(session.history)) == before


def test_the_rule_that_ends_a_fight_may_fail() -> None:
    """Also where it is not a step that fails but the look at whether the fight is over."""
    session = new_session()
    with pytest.raises(RuleFailure):
        session.act(act("break", value="outcome"))
    session.undo(0, "gm")
    assert session.failure is None

    to_question(session, "turn")
    answer(session, "stroke:bo")
    before = position(session)
    with pytest.raises(RuleFailure):
        session.act(act("break", value="outcome"))
    assert position(session) == before


def test_a_system_that_never_asks_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Steps that ask nothing for ever are a failed rule, not a table that hangs."""
    session = new_session()

    def silent(encounter: object):
        yield from ()

    monkeypatch.setattr(session.system, "step", silent, raising=False)
    monkeypatch.setattr(session_module, "SILENT_STEPS_MAX", 20)
    opened = Session(session.system, session.encounter, lambda stream, index, again, sides: 1)

    assert opened.failure is not None
    assert "steps in a row" in str(opened.failure.cause)
