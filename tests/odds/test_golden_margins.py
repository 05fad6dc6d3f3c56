"""d20+ against figures of the register and against icepool: nothing is rounded on the way."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import icepool
import pytest

from affray.dice.pools import margin_distribution
from affray.kernel.requests import Dice, Pool
from affray.systems import system
from affray.systems.d20plus.scores import d20
from affray.systems.d20plus.wounds import wounds_dealt

ALL = (4, 6, 8, 10, 12)


def pool(*sizes: int, score: int = 0) -> Pool:
    """A d20 of which the 20 counts 30, a score, and Augment Dice."""
    return Pool("", (d20(), *[Dice(size) for size in sizes]), score)


def in_icepool(*sizes: int, score: int = 0) -> icepool.Die:
    """The same as icepool has it."""
    natural = icepool.Die([*range(1, 20), 30])
    return sum([icepool.d(size) for size in sizes], natural) + score


def test_five_dice_on_both_sides() -> None:
    """Equal scores, every die, caps that allow them all: the chance of each margin and more."""
    margins = margin_distribution(pool(*ALL), pool(*ALL))
    whole = sum(margins.values())
    assert whole == (20 * 4 * 6 * 8 * 10 * 12) ** 2
    chances = [
        sum(weight for margin, weight in margins.items() if margin >= least) / whole
        for least in (0, 10, 20, 30, 40)
    ]
    assert [round(chance, 9) for chance in chances] == [
        0.516342171,
        0.218856354,
        0.057777378,
        0.009798325,
        0.000873987,
    ]


def test_the_same_on_the_command_line() -> None:
    """The expression with all dice: what is no block is the chance of a margin of 0 and more."""
    side = "+".join(["d20", *[f"d{size}" for size in ALL]])
    odds = dict(system("d20plus").bare_roll(f"{side} vs {side}").outcomes)
    good = sum(chance for label, chance in odds.items() if "block" not in label)
    assert round(float(good), 9) == 0.516342171


def test_the_hobgoblin_strikes_the_witch() -> None:
    """The register's case: Might 9 with d8, d6 and d4 against Body 4 with d6 and d8."""
    margins = margin_distribution(pool(8, 6, 4, score=9), pool(6, 8, score=4))
    whole = sum(margins.values())
    found = [Fraction(0)] * 5
    for margin, weight in margins.items():
        found[min(4, wounds_dealt(margin, 10))] += Fraction(weight, whole)
    assert found == [
        Fraction(402757, 1843200),
        Fraction(662719, 1843200),
        Fraction(549433, 1843200),
        Fraction(188311, 1843200),
        Fraction(1999, 92160),
    ]


@pytest.mark.parametrize(
    ("first", "second", "score"),
    [((), (), 0), ((4, 6), (8,), 0), ((12, 12, 10), (4,), 3), ((8, 6, 4), (6, 8), 5), (ALL, ALL, -2)],
)
def test_margins_are_those_of_icepool(first: tuple[int, ...], second: tuple[int, ...], score: int) -> None:
    """To the last fraction."""
    margins = margin_distribution(pool(*first, score=score), pool(*second))
    whole = sum(margins.values())
    theirs = in_icepool(*first, score=score) - in_icepool(*second)
    assert {margin: Fraction(weight, whole) for margin, weight in margins.items()} == {
        margin: Fraction(weight, theirs.denominator()) for margin, weight in theirs.items()
    }


def test_margins_are_those_of_every_throw() -> None:
    """Counted throw by throw: two d20 and a die each."""
    natural = [*range(1, 20), 30]
    found: dict[int, int] = {}
    for one, other, die, guard in product(natural, natural, range(1, 5), range(1, 7)):
        margin = one + die + 2 - other - guard
        found[margin] = found.get(margin, 0) + 1
    assert margin_distribution(pool(4, score=2), pool(6)) == found
