"""The counter dice: known answers, evenness, commitment, and checking a fight's dice from its seed."""

from __future__ import annotations

from math import log, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray.dice.counter import CounterDice
from affray.dice.verify import commits_to, wrong_faces
from affray.kernel.inputs import Answer, Redone, Undone
from affray.kernel.session import Session
from tests.kernel.table import dice, loaded, new_session, open_request, play
from tests.toy.system import SYSTEM, toy_encounter

THROWS = 20_000

KNOWN_D20 = [7, 11, 17, 18, 7, 3, 17, 11]
KNOWN_AGAIN = [7, 11, 11, 9]
KNOWN_D6 = [2, 5, 2, 4, 5, 2, 2, 3]
KNOWN_COMMITMENT = "e4fd8b7eca08ed129a33dfa1946c38d4"


def test_known_answers() -> None:
    """Faces of one seed, worked out once with another implementation of BLAKE2b: they may never change."""
    counter = CounterDice("affray")
    assert [counter("ada/d20", index, 0, 20) for index in range(8)] == KNOWN_D20
    assert [counter("ada/d20", 0, again, 20) for again in range(4)] == KNOWN_AGAIN
    assert [counter("bo/d6", index, 0, 6) for index in range(8)] == KNOWN_D6
    assert counter.commitment == KNOWN_COMMITMENT


@given(
    seed=st.text(st.characters(codec="utf-8"), max_size=9),
    index=st.integers(0, 10**9),
    again=st.integers(0, 99),
    sides=st.integers(1, 10**6),
)
def test_faces_are_on_the_die(seed: str, index: int, again: int, sides: int) -> None:
    """Whatever the place, the face is one that the die has."""
    assert 1 <= CounterDice(seed)("x", index, again, sides) <= sides


@pytest.mark.parametrize("sides", [2, 4, 6, 8, 10, 12, 20])
def test_faces_are_even(sides: int) -> None:
    """Each face comes up about equally often.

    By Hoeffding's inequality an even die strays further than this bound, on any face, less than once in a
    million seeds; the seed is fixed, so the test either always passes or always fails.
    """
    bound = sqrt(log(2 * sides / 1e-6) / (2 * THROWS))
    counter = CounterDice("an even die")
    counts = dict.fromkeys(range(1, sides + 1), 0)
    for index in range(THROWS):
        counts[counter(f"d{sides}", index, 0, sides)] += 1
    assert all(abs(count / THROWS - 1 / sides) < bound for count in counts.values())


def test_places_are_apart() -> None:
    """Another seed, stream, place or re-roll gives other rows of faces."""
    rows = {
        tuple(CounterDice(seed)(stream, index + start, again, 20) for index in range(20))
        for seed in ("a", "b")
        for stream in ("x/d20", "y/d20")
        for start in (0, 100)
        for again in (0, 1)
    }
    assert len(rows) == 16


def test_a_commitment_binds_the_seed() -> None:
    """The published line belongs to one seed and does not contain it."""
    commitment = CounterDice("secret").commitment
    assert commits_to(commitment, "secret")
    assert not commits_to(commitment, "secret2")
    assert "secret" not in commitment
    assert len(commitment) == 32


def test_stamps_hang_on_the_seed() -> None:
    """The same fight under two seeds stamps its first question differently, and alike under one."""
    stamps = {open_request(fresh(seed)).stamp for seed in ("a", "b", "a")}
    assert len(stamps) == 2


def fought() -> Session:
    """A fight with everything in it that a history can hold."""
    session = new_session()
    play(session, lambda count: 0, 20)
    session.undo(6, "gm")
    session.redo("gm")
    rolls = [n for n, item in enumerate(session.journal) if isinstance(getattr(item, "value", ""), tuple)]
    session.reroll(rolls[0], "gm", "cocked")
    session.advance(dice)
    play(session, lambda count: count - 1, 30)
    return session


def fresh(seed: str = "the seed of a test") -> Session:
    return Session(SYSTEM, toy_encounter(), CounterDice(seed))


def test_an_honest_history_follows_from_its_seed() -> None:
    """Every face the server threw is what the seed gives, over undo, redo and re-rolls."""
    session = fought()
    assert any(isinstance(item, (Undone, Redone)) for item in session.history)
    assert wrong_faces(fresh(), session.history) == []
    assert wrong_faces(fresh("another seed"), session.history) == [0]


def test_a_forged_face_is_found() -> None:
    """One face changed after the fact is named by its place, unless it says that it was typed."""
    history = fought().history
    place = max(
        n for n, item in enumerate(history) if isinstance(item, Answer) and isinstance(item.value, tuple)
    )
    true = history[place]
    assert isinstance(true, Answer)
    assert isinstance(true.value, tuple)
    faces = (true.value[0] % 10 + 1, *true.value[1:])

    forged = [*history[:place], Answer(true.stamp, true.part, faces, true.by)]
    typed = [*history[:place], Answer(true.stamp, true.part, faces, true.by, typed=True)]

    assert wrong_faces(fresh(), forged) == [place]
    assert wrong_faces(fresh(), typed) == []


def test_a_history_of_another_fight_is_wrong_where_it_parts() -> None:
    """A history that cannot be followed names the place at which it stops."""
    history = [*fought().history[:4], Answer("99-nothing", 0, (1,), "dice")]
    assert wrong_faces(fresh(), history) == [4]


def test_dice_at_a_table_are_the_counters() -> None:
    """The faces that a session deals are those of the published scheme: seat, size, place."""
    session = new_session()
    while open_request(session).request.parts != 2 or not hasattr(open_request(session).request, "pools"):
        play(session, lambda count: 0, 1)
    counter = CounterDice("the seed of a test")
    request = open_request(session).request
    dealt = session.tray.deal(request.pools[0])  # type: ignore[union-attr]
    assert dealt == (counter("ada/d10", 0, 0, 10), counter("ada/d10", 1, 0, 10))
    assert loaded(session.history).tray.deal(request.pools[0]) == dealt  # type: ignore[union-attr]
