"""Inputs, states and events in plain form, and the words of errors."""

from __future__ import annotations

from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from affray.kernel.codec import from_plain, state_hash, to_plain
from affray.kernel.errors import Ambiguous, Refused, RuleFailure, Unreadable
from affray.kernel.inputs import (
    Act,
    Answer,
    Redone,
    Rerolled,
    Undone,
    item_from_plain,
    item_to_plain,
)
from affray.kernel.system import GM_VIEWER, SPECTATOR, Viewer
from tests.toy.state import State, Struck
from tests.toy.system import toy_encounter

words = st.text(st.characters(codec="utf-8"), max_size=8)
items = st.one_of(
    st.builds(
        Answer,
        words,
        st.integers(0, 9),
        st.one_of(words, st.lists(st.integers(1, 20), max_size=4).map(tuple)),
        words,
        st.booleans(),
    ),
    st.builds(Act, words, st.dictionaries(words, st.integers(-(2**63), 2**63 - 1)), words, words),
    st.builds(Undone, st.integers(0, 99), words),
    st.builds(Redone, st.integers(0, 99), words),
    st.builds(Rerolled, st.integers(0, 99), words, words),
)


@given(item=items)
def test_history_items_survive_json(item: Any) -> None:
    """What a save holds is what was saved."""
    assert item_from_plain(orjson.loads(orjson.dumps(item_to_plain(item))), "inputs[0]") == item


@pytest.mark.parametrize(
    ("plain", "words"),
    [
        (None, "must be an object"),
        ([], "must be an object"),
        ({}, '"do" must be one of'),
        ({"do": ["answer"]}, '"do" must be one of'),
        ({"do": "fly"}, '"do" must be one of'),
        ({"do": "undo", "by": "gm"}, '"to" must be int'),
        ({"do": "undo", "to": True, "by": "gm"}, '"to" must be int'),
        ({"do": "answer", "stamp": "s", "part": 0, "by": "x"}, "option id or a list of faces"),
        ({"do": "answer", "stamp": "s", "part": 0, "by": "x", "value": [1, True]}, "list of faces"),
        ({"do": "act", "name": "check", "data": [], "by": "gm", "reason": ""}, '"data" must be dict'),
    ],
)
def test_items_that_cannot_be_read(plain: Any, words: str) -> None:
    """The place and the fault are named."""
    with pytest.raises(Unreadable) as unreadable:
        item_from_plain(plain, "inputs[7]")
    assert "inputs[7]" in str(unreadable.value)
    assert words in str(unreadable.value)


@given(
    plain=st.recursive(
        st.none() | st.booleans() | st.integers() | words,
        lambda inner: st.lists(inner) | st.dictionaries(words, inner),
        max_leaves=6,
    )
)
def test_nothing_else_comes_out_of_unreadable_items(plain: Any) -> None:
    """Whatever is read as a history item gives an item or `Unreadable`."""
    for whole in (plain, {"do": "answer", "stamp": plain, "part": plain, "by": plain, "value": plain}):
        try:
            item_from_plain(whole, "inputs[0]")
        except Unreadable:
            continue


def test_a_state_survives_json() -> None:
    """A state read back is equal and has the same hash."""
    state = toy_encounter().state
    plain = orjson.loads(orjson.dumps(to_plain(state)))
    again = from_plain(State, plain)
    assert again == state
    assert state_hash(again) == state_hash(state)


def test_an_event_survives_json() -> None:
    """An event read back is equal."""
    event = Struck("ada", "bo", 2)
    assert from_plain(Struck, to_plain(event)) == event


def test_the_hash_sees_every_change() -> None:
    """Any field that differs changes the hash; the order of keys in a mapping does not."""
    state = toy_encounter().state
    before = state_hash(state)
    state.fencers["ada"].secret += 1
    assert state_hash(state) != before
    state.fencers["ada"].secret -= 1
    state.fencers = dict(reversed(state.fencers.items()))
    assert state_hash(state) == before


def test_what_is_no_state_is_not_read() -> None:
    """Wrong plain values raise, they are not guessed at."""
    with pytest.raises(ValidationError):
        from_plain(State, {"fencers": 3})


def test_errors_are_fit_for_people() -> None:
    """Each kind says where, what and why."""
    assert str(Refused("Not now.", "T1.1")) == "Not now. (T1.1)"
    assert str(Refused("Not now.", "")) == "Not now."
    assert str(Unreadable("Bad file", ["line 3: no"])) == "Bad file\n  line 3: no"
    assert str(Ambiguous("Which one", ["a", "b"])) == "Which one: a, b"
    failure = RuleFailure("stroke", "", ValueError("x"))
    assert str(failure) == "A rule failed in stroke (no clause). Nothing changed."


def test_who_may_know() -> None:
    """Everybody knows what is public, sides know their own, the GM knows all, a spectator only the public."""
    player = Viewer(("ada",), ("A",))
    assert [viewer.knows(None) for viewer in (SPECTATOR, player, GM_VIEWER)] == [True, True, True]
    assert [viewer.knows(("A",)) for viewer in (SPECTATOR, player, GM_VIEWER)] == [False, True, True]
    assert [viewer.knows(()) for viewer in (SPECTATOR, player, GM_VIEWER)] == [False, False, True]
