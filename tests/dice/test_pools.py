"""Exact distributions against brute force and against icepool."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray.dice.pools import banded, convolve, dice_distribution, margin_distribution, pool_distribution
from affray.kernel.requests import EACH, Cuts, Dice, Pool

NATURAL = (*range(1, 20), 30)
"""A d20 whose highest face counts 30."""

groups = st.builds(
    Dice,
    sides=st.integers(1, 6),
    count=st.integers(0, 3),
    keep=st.sampled_from(["all", "highest", "lowest"]),
    sign=st.sampled_from([1, -1]),
    label=st.sampled_from(["", "gear"]),
)
pools = st.builds(
    Pool,
    roller=st.sampled_from(["ada", "bo"]),
    dice=st.lists(groups, max_size=2).map(tuple),
    bonus=st.integers(-5, 5),
)


def counted(pool: Pool) -> dict[int, int]:
    """The distribution of a pool, throw by throw."""
    throws = product(*(range(1, sides + 1) for sides in pool.sides))
    return dict(Counter(pool.total(faces) for faces in throws))


def as_icepool(dice: Dice) -> Any:
    """The same group of dice in icepool."""
    values = dice.values if dice.values is not None else range(1, dice.sides + 1)
    die = icepool.Die(list(values))
    if dice.count == 0:
        return icepool.Die([0])
    match dice.keep:
        case "all":
            result = dice.count @ die
        case "highest":
            result = icepool.highest(*[die] * dice.count)
        case "lowest":
            result = icepool.lowest(*[die] * dice.count)
    return dice.sign * result


def chances(distribution: Any) -> dict[int, Fraction]:
    """A distribution as chances."""
    whole = sum(distribution.values())
    return {total: Fraction(weight, whole) for total, weight in distribution.items() if weight}


@given(pool=pools)
def test_a_pool_against_every_throw(pool: Pool) -> None:
    """Weights count throws: they are what listing all of them gives, in rising order."""
    found = pool_distribution(pool)
    assert dict(found) == counted(pool)
    assert list(found) == sorted(found)


@given(first=pools, second=pools)
def test_a_margin_against_every_throw(first: Pool, second: Pool) -> None:
    """The margin of two pools, first less second."""
    expected: Counter[int] = Counter()
    for total, weight in counted(first).items():
        for other, other_weight in counted(second).items():
            expected[total - other] += weight * other_weight
    assert dict(margin_distribution(first, second)) == dict(expected)


@pytest.mark.parametrize(
    "dice",
    [
        Dice(20, values=NATURAL),
        Dice(20, 3, "highest", values=NATURAL),
        Dice(20, 2, "lowest", values=NATURAL),
        Dice(6, 10),
        Dice(12, 5, "lowest", sign=-1),
        Dice(10, 4, "highest", values=(0, 0, 1, 1, 2, 2, 3, 3, 4, 9)),
        Dice(4, 7, sign=-1),
        Dice(8, 0),
    ],
)
def test_groups_against_icepool(dice: Dice) -> None:
    """Another library, written by others, gives the same chances."""
    assert chances(dice_distribution(dice)) == chances(as_icepool(dice))


def test_a_contest_with_five_dice_a_side_against_icepool() -> None:
    """The largest contest there is: a d20 with a natural 20, and five dice more on each side."""
    dice = (Dice(20, values=NATURAL), Dice(4), Dice(6), Dice(8), Dice(10), Dice(12))
    first, second = Pool("ada", dice, 9), Pool("bo", dice, 4)
    one = sum((as_icepool(group) for group in dice), icepool.Die([0]))

    assert chances(margin_distribution(first, second)) == chances(one + 5 - one)


def test_bands_collect_weights() -> None:
    """Every total's weight is in its band's; nothing is lost."""
    pool = Pool("ada", (Dice(6, 2),))
    assert dict(banded(pool_distribution(pool), Cuts(at=(7, 10)))) == {6: 15, 7: 15, 10: 6}
    assert dict(banded(pool_distribution(pool), Cuts())) == {0: 36}
    assert dict(banded(pool_distribution(pool), EACH)) == dict(pool_distribution(pool))


def test_labels_and_rollers_do_not_matter() -> None:
    """Equal dice fall alike, whatever they are called and whoever throws them."""
    assert pool_distribution(Pool("ada", (Dice(6, label="gear"),), 1)) == pool_distribution(
        Pool("bo", (Dice(6),), 1)
    )


def test_convolving_with_nothing_changes_nothing() -> None:
    """A certain 0 is the neutral one."""
    single = dice_distribution(Dice(6, 3))
    assert convolve(single, {0: 1}) == single
    assert pool_distribution(Pool("ada", (), 4)) == {4: 1}


def test_many_dice_stay_exact() -> None:
    """A hundred dice: the weights are whole numbers that add up to all throws."""
    found = dice_distribution(Dice(6, 100))
    assert sum(found.values()) == 6**100
    assert found[100] == found[600] == 1


def listed(*parts: dict[int, int]) -> dict[int, int]:
    """The sum of distributions, pair by pair."""
    found = {0: 1}
    for part in parts:
        sums: dict[int, int] = {}
        for total, weight in found.items():
            for other, times in part.items():
                sums[total + other] = sums.get(total + other, 0) + weight * times
        found = sums
    return dict(sorted(sums.items())) if parts else found


PART = st.dictionaries(st.integers(-30, 30), st.integers(1, 10**6), min_size=1, max_size=12)
FAR = st.dictionaries(st.integers(-(10**6), 10**6), st.integers(1, 9), min_size=1, max_size=4)


@given(st.lists(PART | FAR, min_size=1, max_size=5))
def test_sums_by_one_product_are_those_pair_by_pair(parts: list[dict[int, int]]) -> None:
    """Totals close together or far apart, of any weight, in rising order."""
    found = convolve(*parts)
    assert found == listed(*parts)
    assert list(found) == sorted(found)
