"""Sessions: answers, refusals, acts on top of open steps, windows."""

from __future__ import annotations

import pytest

from affray.kernel.errors import Refused, Stale, Unreadable
from affray.kernel.requests import Choose, Contest, Roll, Window
from affray.kernel.session import Session
from tests.kernel.table import (
    act,
    answer,
    answer_any,
    dice,
    new_session,
    open_request,
    play,
    position,
    records,
    to_question,
)


def at_stroke(session: Session) -> Contest:
    """Play until a stroke's dice are wanted."""
    to_question(session, "turn")
    answer(session, "stroke:bo")
    for _ in range(5):
        request = open_request(session).request
        if isinstance(request, Contest):
            return request
        answer_any(session, lambda count: 0)
    raise AssertionError("no dice were asked for")


def test_an_answer_moves_the_fight_on() -> None:
    """Once everybody has answered a window the rule goes on and its events are recorded."""
    session = new_session()
    assert isinstance(open_request(session).request, Window)

    for part in (2, 0, 1):
        assert session.encounter.state.shown is False
        answer(session, "low", part)

    assert session.encounter.state.shown is True
    assert [entry[2] for entry in records(session)[:2]] == ["RoundBegun", "StanceTaken"]
    assert open_request(session).request.parts == 1


def test_a_stale_answer_changes_nothing() -> None:
    """An answer to another request, to a part already answered, or to a part that is not there is stale."""
    session = new_session()
    stamp = open_request(session).stamp
    answer(session, "low", 1)
    before = position(session)

    for wrong in (("0-nothing", 0), (stamp, 1), (stamp, 3), (stamp, -1)):
        with pytest.raises(Stale):
            session.answer(*wrong, "low", "somebody")
    with pytest.raises(Unreadable):
        session.answer(stamp, True, "low", "somebody")

    assert position(session) == before
    play(session, lambda count: 0, 2)
    with pytest.raises(Stale):
        session.answer(stamp, 0, "low", "somebody")


def test_a_refusal_names_the_clause_that_the_system_gives() -> None:
    """An option that is not on offer is refused with `why_not`'s clause, or else with the question's own."""
    session = new_session()
    to_question(session, "turn")
    before = position(session)

    with pytest.raises(Refused) as refused:
        answer(session, "stroke:cy")
    assert refused.value.clause == "T1.8"
    with pytest.raises(Refused) as refused:
        answer(session, "dance")
    assert refused.value.clause == "T1.3"

    assert position(session) == before


def test_bad_values_are_unreadable() -> None:
    """Faces where an option is wanted, options where faces are, and faces that no die shows."""
    session = new_session()
    with pytest.raises(Unreadable):
        answer(session, (1,))
    at_stroke(session)
    before = position(session)

    for value in ("stroke:bo", (1,), (1, 2, 3), (0, 1), (11, 1), (-1, 1), (True, 1), (2.0, 1), [1, 2]):
        with pytest.raises(Unreadable):
            answer(session, value)  # type: ignore[arg-type]

    assert position(session) == before


def test_typed_and_server_dice_mix() -> None:
    """One side of a contest may type its faces while the server throws the other's."""
    session = new_session()
    at_stroke(session)

    answer(session, (10, 3), 0, typed=True)
    session.advance(dice)

    struck = next(record.event for record in session.records if type(record.event).__name__ == "Struck")
    assert struck.fencer == "ada"
    typed = [entry.typed for entry in session.journal if getattr(entry, "typed", False)]
    assert typed == [True]


def test_typed_marks_reach_the_rule() -> None:
    """What the rule is sent says for each pool whether a person threw it."""
    session = new_session()
    at_stroke(session)
    pending = open_request(session)

    answer(session, (2, 3), 0, typed=True)
    pending.values[1], pending.typed[1] = (4,), False
    contested = pending.result()

    assert (contested.first.typed, contested.second.typed) == (True, False)
    assert contested.margin == contested.first.total - contested.second.total


def test_an_act_settles_on_top_of_an_open_step() -> None:
    """A correction in the middle of a resolution changes the state and leaves the open question alone."""
    session = new_session()
    at_stroke(session)
    stamp = open_request(session).stamp

    session.act(act("set", fencer="bo", value=2))

    assert session.encounter.state.fencers["bo"].breath == 2
    assert open_request(session).stamp == stamp


def test_an_act_may_ask_for_a_roll_of_its_own() -> None:
    """The act's roll is asked first; the question below waits and then stands as it did."""
    session = new_session()
    at_stroke(session)
    below = open_request(session)

    session.act(act("check", fencer="cy", target=10))
    assert isinstance(open_request(session).request, Roll)
    assert session.fork() is None
    answer(session, (12,))

    assert open_request(session) is below
    assert records(session)[-1][2] == "Checked"


def test_acts_stack() -> None:
    """A second act on top of an act that waits for its roll is finished first."""
    session = new_session()
    session.act(act("check", fencer="cy", target=10))
    first = open_request(session)

    session.act(act("check", fencer="bo", target=5))
    answer(session, (7,))
    assert open_request(session) is first
    answer(session, (7,))

    assert [entry[3]["fencer"] for entry in records(session) if entry[2] == "Checked"] == ["bo", "cy"]


def test_an_act_refreshes_the_question_below_it() -> None:
    """A question that nobody has answered yet is asked afresh, so that it fits the state after the act."""
    session = new_session()
    before = to_question(session, "turn")
    assert "stroke:bo" in {option.id for option in before.request.options}  # type: ignore[union-attr]

    session.act(act("remove", fencer="cy"))
    after = open_request(session)
    assert after.stamp != before.stamp
    with pytest.raises(Stale):
        session.answer(before.stamp, 0, "wait", "somebody")

    begun = [entry for entry in records(session) if entry[2] == "TurnBegun"]
    assert len(begun) == 1
    assert begun[0][3]["fencer"] == "ada"


def test_an_act_keeps_the_answers_of_a_half_answered_window() -> None:
    """Who has answered already is not asked again, unless the act changed that very question."""
    session = new_session(hidden=True)
    for part in (0, 2, 3):
        answer(session, "high", part)

    session.act(act("remove", fencer="bo"))

    assert session.encounter.state.shown is True, "the last one missing is gone, so the window closes"
    assert session.encounter.state.fencers["cy"].stance == "high"


def test_carried_answers_belong_to_the_position() -> None:
    """Undoing and replaying after an act keeps the carried answers, and a fork knows them."""
    session = new_session()
    answer(session, "low", 1)
    session.act(act("set", fencer="bo", value=3))
    assert open_request(session).values == [None, "low", None]
    fork = session.fork()
    assert fork is not None
    assert [(item.part, item.value) for item in fork[1]] == [(1, "low")]  # type: ignore[union-attr]

    answer(session, "low", 0)
    session.undo(2, "gm")

    assert open_request(session).values == [None, "low", None]


def test_an_act_keeps_faces_of_a_half_thrown_contest() -> None:
    """Faces that have fallen stay when the same dice are asked for again."""
    session = new_session()
    at_stroke(session)
    answer(session, (10, 10), 0)

    session.act(act("set", fencer="bo", value=6))

    assert open_request(session).values == [(10, 10), None]


def test_an_act_may_end_the_fight_in_the_middle_of_a_step() -> None:
    """The step below is void then: nobody is asked anything more."""
    session = new_session()
    at_stroke(session)

    session.act(act("end", value="called off"))

    assert session.pending is None
    assert session.outcome == "called off"
    session.undo(len(session.journal) - 1, "gm")
    assert isinstance(open_request(session).request, Contest)


def test_an_act_may_end_the_fight_in_the_middle_of_another_act() -> None:
    """An act that has still to be answered is void as a step is."""
    session = new_session()
    session.act(act("check", fencer="ada", target=10))
    assert isinstance(open_request(session).request, Roll)

    session.act(act("end", value="called off"))

    assert session.pending is None
    assert session.outcome == "called off"


def test_an_act_may_take_up_a_fight_that_was_over() -> None:
    """After the end the GM can still correct; the fight goes on where that makes it."""
    session = new_session()
    session.act(act("set", fencer="bo", value=0))
    assert session.outcome == "A wins"

    session.act(act("set", fencer="bo", value=2))

    assert session.outcome is None
    assert open_request(session).request.parts == 3


def test_a_fight_that_is_over_at_once_can_be_undone() -> None:
    """Undo works in a fight that never asked anything."""
    session = new_session(breath=0)
    assert session.outcome == "draw"

    session.act(act("set", fencer="bo", value=2))
    assert session.outcome == "B wins"
    session.undo(0, "gm")

    assert session.outcome == "draw"


def test_a_refused_act_leaves_no_trace() -> None:
    """An act that cannot be read or is refused changes neither journal, history, records nor redo."""
    session = new_session()
    play(session, lambda count: 0, 3)
    session.undo(1, "gm")
    before = position(session), records(session), list(session.history), session.can_redo

    with pytest.raises(Unreadable):
        session.act(act("dance"))
    with pytest.raises(Refused):
        session.act(act("set", fencer="nobody", value=1))

    assert (position(session), records(session), list(session.history), session.can_redo) == before


def test_an_act_is_kept_as_it_was_given() -> None:
    """Changing the data of an act afterwards does not change the journal."""
    session = new_session()
    data = {"fencer": "bo", "value": 3}
    given = act("set", **data)
    session.act(given)
    given.data["value"] = 1  # type: ignore[index]

    assert session.journal[-1].data["value"] == 3  # type: ignore[union-attr]


def test_advance_stops_where_a_person_is_wanted() -> None:
    """Only what `automatic` answers is taken in."""
    session = new_session()
    session.advance(dice)
    assert session.journal == []

    at_stroke(session)
    session.advance(dice)

    assert isinstance(open_request(session).request, Choose)


def test_advance_refuses_what_does_not_fit() -> None:
    """A bad answer of a bot or of a dice source never reaches the rule."""
    session = new_session()
    with pytest.raises(Refused):
        session.advance(lambda session, pending, part: ("dance", "bot", False))
    assert session.journal == []


def test_records_have_no_gaps() -> None:
    """Numbers count up by one, also over undo and redo."""
    session = new_session()
    play(session, lambda count: count - 1, 20)
    session.undo(4, "gm")
    play(session, lambda count: 0, 20)

    assert [record.number for record in session.records] == list(range(len(session.records)))


def test_fork_gives_the_open_step() -> None:
    """The state before the step and what it has been answered since, acts in the middle of it too."""
    session = new_session()
    at_stroke(session)
    session.act(act("set", fencer="bo", value=4))

    fork = session.fork()

    assert fork is not None
    assert [type(item).__name__ for item in fork[1]][-1] == "Act"
