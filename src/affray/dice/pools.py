"""Exact distributions of the kernel's pools: total to weight, as whole numbers that are never rounded.

The weights of a distribution add up to the number of equally likely throws.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from math import prod

from affray.kernel.requests import Cuts, Dice, Pool

Distribution = Mapping[int, int]
"""Total to weight, in rising order of totals."""


def pool_distribution(pool: Pool) -> Distribution:
    """How a pool's total falls."""
    return _sum_of(_bare(pool.dice), pool.bonus)


def margin_distribution(first: Pool, second: Pool) -> Distribution:
    """How the total of the first pool, less that of the second, falls."""
    return _margin_of(_bare(first.dice), _bare(second.dice), first.bonus - second.bonus)


def banded(distribution: Distribution, cuts: Cuts) -> Distribution:
    """The same with every total replaced by the band of the cuts that it lies in."""
    bands: dict[int, int] = {}
    for total, weight in distribution.items():
        band = cuts.band(total)
        bands[band] = bands.get(band, 0) + weight
    return bands


def convolve(*parts: Distribution) -> Distribution:
    """The sum of independent distributions, in rising order."""
    span = sum([max(part) - min(part) for part in parts]) + 1
    if span <= prod([len(part) for part in parts]):
        return _multiplied(parts, span)
    first: Distribution = dict(sorted(parts[0].items()))
    for second in parts[1:]:
        sums: dict[int, int] = {}
        for total, weight in first.items():
            for other, other_weight in second.items():
                sums[total + other] = sums.get(total + other, 0) + weight * other_weight
        first = dict(sorted(sums.items()))
    return first


def _multiplied(parts: Sequence[Distribution], span: int) -> Distribution:
    """The same by multiplying whole numbers.

    A distribution is written as a number with a place for each total, wide enough that no sum of products
    reaches into the next; the product then has the weights of the sums in its places.
    """
    # No weight of a sum is larger than the number of all throws.
    width = prod([sum(part.values()) for part in parts]).bit_length() // 8 + 1
    product = prod([_as_number(part, width) for part in parts])
    places = product.to_bytes(span * width, "little")
    low = sum([min(part) for part in parts])
    return {
        low + place: weight
        for place in range(span)
        if (weight := int.from_bytes(places[place * width : (place + 1) * width], "little"))
    }


def _as_number(distribution: Distribution, width: int) -> int:
    """A distribution as a number with `width` bytes for each total, from its lowest on."""
    low = min(distribution)
    places = bytearray((max(distribution) - low + 1) * width)
    for total, weight in distribution.items():
        start = (total - low) * width
        places[start : start + width] = weight.to_bytes(width, "little")
    return int.from_bytes(places, "little")


@lru_cache(maxsize=4096)
def dice_distribution(dice: Dice) -> Distribution:
    """How one group of equal dice falls: all added up, or only the highest or lowest counted."""
    if dice.count == 0:
        return {0: 1}
    values = dice.values if dice.values is not None else tuple(range(1, dice.sides + 1))
    single: dict[int, int] = {}
    for value in sorted(values):
        single[value] = single.get(value, 0) + 1
    if dice.keep == "all":
        result = _power(single, dice.count)
    else:
        result = _extreme(single, dice.count, highest=dice.keep == "highest")
    return {dice.sign * total: weight for total, weight in sorted(result.items(), reverse=dice.sign < 0)}


def _power(single: Distribution, count: int) -> Distribution:
    """The sum of `count` independent throws, by repeated squaring."""
    if count == 1:
        return single
    half = _power(single, count // 2)
    whole = convolve(half, half)
    return convolve(whole, single) if count % 2 else whole


def _extreme(single: Distribution, count: int, highest: bool) -> Distribution:
    """The highest or lowest of `count` throws: what reaches no further, less what stays below it."""
    values = sorted(single, reverse=not highest)
    reached = list(accumulate(single[value] for value in values))
    powers = [0, *(total**count for total in reached)]
    return {value: powers[place + 1] - powers[place] for place, value in enumerate(values)}


def _bare(dice: tuple[Dice, ...]) -> tuple[Dice, ...]:
    """The dice without their labels, so that equal throws share one distribution."""
    return tuple(Dice(group.sides, group.count, group.keep, group.sign, group.values) for group in dice)


@lru_cache(maxsize=4096)
def _sum_of(dice: tuple[Dice, ...], bonus: int) -> Distribution:
    return convolve({bonus: 1}, *[dice_distribution(group) for group in dice])


@lru_cache(maxsize=4096)
def _margin_of(first: tuple[Dice, ...], second: tuple[Dice, ...], bonus: int) -> Distribution:
    against = [{-total: weight for total, weight in dice_distribution(group).items()} for group in second]
    return convolve({bonus: 1}, *[dice_distribution(group) for group in first], *against)
