"""Undo, redo, re-roll and loading: at any input, and the same every time."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray.kernel.errors import Refused, Stale
from affray.kernel.inputs import Answer, Undone
from affray.kernel.requests import Contest
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
    standing_records,
    to_question,
)


def played(seed: int, inputs: int = 60) -> tuple:
    """A session played at random with acts in between, and every position on the way."""
    random = Random(seed)
    session = new_session()
    positions = [(position(session), standing_records(session))]
    acts = [
        act("check", fencer="ada", target=8),
        act("set", fencer="bo", value=5),
        act("set", fencer="cy", value=6),
    ]
    while session.pending is not None and len(session.journal) < inputs:
        if random.random() < 0.1:
            session.act(random.choice(acts))
        else:
            answer_any(session, random.randrange)
        positions.append((position(session), standing_records(session)))
    return session, positions


@given(seed=st.integers(0, 2**32), data=st.data())
def test_undo_restores_any_position(seed: int, data: st.DataObject) -> None:
    """Undo at any input gives the exact state, question and standing events of then; redo the way back."""
    session, positions = played(seed, 30)
    last = len(session.journal)
    for _ in range(3):
        to = data.draw(st.integers(0, len(session.journal)))
        session.undo(to, "gm")
        assert (position(session), standing_records(session)) == positions[to]

    while session.can_redo:
        session.redo("gm", stop=lambda item: True)
        assert position(session) == positions[len(session.journal)][0]
    assert len(session.journal) == last


@given(seed=st.integers(0, 2**32), data=st.data())
def test_loading_reproduces_everything(seed: int, data: st.DataObject) -> None:
    """A history with undo, redo and re-rolls gives the same state, question, records and history again."""
    session, _ = played(seed, 25)
    for _ in range(data.draw(st.integers(1, 4))):
        session.undo(data.draw(st.integers(0, len(session.journal))), "gm")
        if data.draw(st.booleans()) and session.can_redo:
            session.redo("gm")
        rolls = [n for n, item in enumerate(session.journal) if isinstance(getattr(item, "value", ""), tuple)]
        if rolls and data.draw(st.booleans()):
            session.reroll(data.draw(st.sampled_from(rolls)), "gm", "cocked")
        session.advance(dice)
        play(session, Random(seed).randrange, data.draw(st.integers(0, 6)))

    again = loaded(session.history)

    assert position(again) == position(session)
    assert records(again) == records(session)
    assert again.history == session.history
    assert again.can_redo == session.can_redo


def test_undo_of_what_is_not_there_is_refused() -> None:
    """There is nothing before the first input and nothing after the last."""
    session = new_session()
    play(session, lambda count: 0, 4)
    before = position(session), list(session.history)

    for to in (-1, 5, True, None):
        with pytest.raises(Refused):
            session.undo(to, "gm")  # type: ignore[arg-type]
    with pytest.raises(Refused):
        session.redo("gm")

    assert (position(session), list(session.history)) == before


def test_undo_appends_and_never_erases() -> None:
    """The history and the records only grow; what was taken back says by whom."""
    session = new_session()
    play(session, lambda count: 0, 8)
    history, events = list(session.history), len(session.records)

    session.undo(0, "Vera")

    assert session.history == [*history, Undone(0, "Vera")]
    assert len(session.records) == events
    assert {record.undone_by for record in session.records if record.at > 0} == {"Vera"}
    assert all(record.undone_by is None for record in session.records if record.at == 0)


def test_a_second_undo_does_not_rename_the_first() -> None:
    """An event that was taken back before keeps the name of whoever did that."""
    session = new_session()
    play(session, lambda count: 0, 8)
    session.undo(5, "Vera")
    session.undo(0, "Walt")

    assert {record.undone_by for record in session.records} >= {"Vera", "Walt"}


def test_redo_goes_up_to_the_next_stop() -> None:
    """Redo takes one input in, and then those up to the next at which it is told to stop."""
    session = new_session()
    for part in range(3):
        answer(session, "low", part)
    answer(session, "stroke:bo")
    play(session, lambda count: 0, 3)
    full = position(session)
    session.undo(0, "gm")

    session.redo("gm", stop=lambda item: isinstance(item, Answer) and item.value == "stroke:bo")
    assert session.journal[-1].value == "low"  # type: ignore[union-attr]
    session.redo("gm")

    assert position(session) == full


def test_a_new_input_ends_what_could_be_redone() -> None:
    """After another decision the old line is gone; the same decision over again keeps it."""
    session = new_session()
    play(session, lambda count: 0, 8)
    session.undo(1, "gm")

    answer(session, "high", 1)
    assert session.can_redo
    answer(session, "low", 2)
    assert not session.can_redo

    session.undo(0, "gm")
    session.act(act("set", fencer="bo", value=5))
    assert not session.can_redo


def test_redo_survives_dice_that_fall_by_themselves() -> None:
    """After an undo to a roll the server's dice fall again as before, and the rest can still be redone."""
    session = new_session()
    to_question(session, "turn")
    answer(session, "stroke:bo")
    while not isinstance(open_request(session).request, Contest):
        answer_any(session, lambda count: 0)
    roll = len(session.journal)
    session.advance(dice)
    answer_any(session, lambda count: 0)
    full = position(session)

    session.undo(roll, "gm")
    session.advance(dice)
    session.redo("gm")

    assert position(session) == full
    assert position(loaded(session.history)) == full


def roll_of(session) -> int:
    """Play to a stroke's dice; how many inputs there are then."""
    to_question(session, "turn")
    answer(session, "stroke:bo")
    while not isinstance(open_request(session).request, Contest):
        answer_any(session, lambda count: 0)
    return len(session.journal)


def test_undoing_never_changes_a_face() -> None:
    """Dice that fell keep their faces, however the fight gets to them again."""
    session = new_session()
    roll = roll_of(session)
    session.advance(dice)
    faces = [item.value for item in session.journal[roll : roll + 2]]  # type: ignore[union-attr]

    session.undo(0, "gm")
    assert roll_of(session) == roll
    session.advance(dice)

    assert [item.value for item in session.journal[roll : roll + 2]] == faces  # type: ignore[union-attr]


def test_typed_faces_are_remembered_too() -> None:
    """Faces that a person typed cannot be typed anew after an undo; only a re-roll frees them."""
    session = new_session()
    roll = roll_of(session)
    answer(session, (2, 5), 0, typed=True)
    session.undo(roll, "gm")

    pool = open_request(session).request.pools[0]  # type: ignore[union-attr]
    assert session.tray.remembered(pool) == ((2, 5), True)
    with pytest.raises(Refused):
        answer(session, (10, 10), 0, typed=True)
    answer(session, (2, 5), 0, typed=True)

    session.reroll(roll, "gm", "fell off the table")
    answer(session, (10, 10), 0, typed=True)


def test_a_reroll_throws_only_its_own_dice_anew() -> None:
    """The dice of the open roll fall anew, and the same ones each time it is loaded."""
    session = new_session()
    roll = roll_of(session)
    session.advance(dice)
    faces = [item.value for item in session.journal[roll : roll + 2]]  # type: ignore[union-attr]

    changed = False
    for _ in range(5):
        session.reroll(roll, "gm", "cocked die")
        session.advance(dice)
        changed = changed or [item.value for item in session.journal[roll : roll + 2]] != faces  # type: ignore[union-attr]

    assert changed
    assert position(loaded(session.history)) == position(session)


def test_a_reroll_needs_a_roll() -> None:
    """Where no dice were asked for, or there is no such point, a re-roll is refused and nothing changes."""
    session = new_session()
    roll = roll_of(session)
    session.advance(dice)
    before = position(session), list(session.history)

    for to in (0, -1, roll - 1, len(session.journal), 999):
        with pytest.raises(Refused):
            session.reroll(to, "gm", "please")

    assert (position(session), list(session.history)) == before


def test_undo_in_the_middle_of_an_act() -> None:
    """An act that waits for its roll can be taken back whole or to its roll."""
    session = new_session()
    to_question(session, "turn")
    before = position(session)
    session.act(act("check", fencer="cy", target=10))
    waiting = position(session)
    session.advance(dice)
    after = position(session)

    session.undo(len(session.journal) - 1, "gm")
    assert position(session) == waiting
    session.undo(len(session.journal) - 1, "gm")
    assert position(session) == before
    session.redo("gm")
    assert position(session) == after


def test_loading_other_rules_says_where_they_differ() -> None:
    """The first input whose request is another one is stale; what came before it has been taken in."""
    session = new_session()
    play(session, lambda count: 0, 6)

    other = new_session(hidden=True)
    with pytest.raises(Stale):
        other.load(list(session.history))
    assert len(other.history) < len(session.history)
