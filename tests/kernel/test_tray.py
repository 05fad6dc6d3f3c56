"""The dice tray: every die has a face of its own that undoing does not change."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from affray.dice.counter import CounterDice
from affray.kernel.requests import Dice, Pool
from affray.kernel.tray import Tray

SIX = Pool("ada", (Dice(6),))
MIXED = Pool("ada", (Dice(6, 2), Dice(8), Dice(6)))


def tray() -> Tray:
    return Tray(CounterDice("a seed"))


def test_places_count_each_size_by_itself() -> None:
    """Dice of one size of one roller stand in one row; other sizes and rollers in rows of their own."""
    assert tray().places(MIXED) == [("ada/d6", 0, 6), ("ada/d6", 1, 6), ("ada/d8", 0, 8), ("ada/d6", 2, 6)]


def test_dealing_uses_nothing_up() -> None:
    """Until the dice are taken the same faces are dealt; after that the next ones."""
    shown = tray()
    faces = shown.deal(MIXED)
    assert shown.deal(MIXED) == faces
    shown.take(MIXED, faces, typed=False)
    assert shown.places(SIX) == [("ada/d6", 3, 6)]


def test_another_roller_has_other_dice() -> None:
    """What one seat throws does not move another's dice."""
    shown = tray()
    other = Pool("bo", MIXED.dice)
    before = shown.deal(other)
    shown.take(MIXED, shown.deal(MIXED), typed=False)
    assert shown.deal(other) == before


def test_fallen_dice_keep_their_faces() -> None:
    """Taken back, dice show the same faces in any other throw that uses them."""
    shown = tray()
    shown.take(MIXED, (3, 5, 8, 1), typed=True)
    shown.used = {}

    assert shown.remembered(MIXED) == ((3, 5, 8, 1), True)
    assert shown.deal(SIX) == (3,)
    longer = Pool("ada", (Dice(6, 4),))
    assert shown.fallen(longer) == (3, 5, 1, None)
    assert shown.remembered(longer) is None
    assert shown.deal(longer)[:3] == (3, 5, 1)


def test_nothing_is_remembered_of_an_empty_pool() -> None:
    """A pool without dice has no faces to remember."""
    assert tray().remembered(Pool("ada", ())) is None
    assert tray().deal(Pool("ada", ())) == ()


@given(again=st.integers(1, 30))
def test_a_reroll_frees_only_its_own_dice(again: int) -> None:
    """The dice of the pool fall anew, from the next place in the source; all others stay."""
    shown = tray()
    shown.take(MIXED, shown.deal(MIXED), typed=False)
    shown.used = {}
    rest = shown.fallen(MIXED)[1:]

    for _ in range(again):
        shown.forget(SIX)

    assert shown.fallen(SIX) == (None,)
    assert shown.fallen(MIXED)[1:] == rest
    assert shown.deal(SIX) == (CounterDice("a seed")("ada/d6", 0, again, 6),)
