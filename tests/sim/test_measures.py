"""The statistics, held against values worked by hand and against published ones."""

from __future__ import annotations

import math

import pytest

from affray.sim.measures import (
    Interval,
    corrected,
    mean,
    mean_of_sums,
    normal_quantile,
    paired_means,
    paired_rates,
    quantile,
    spread_of,
    student_quantile,
    wilson,
)


def near(interval: Interval, value: float, low: float, high: float) -> bool:
    """Whether an interval is this one to four places."""
    found = (interval.value, interval.low, interval.high)
    return all(abs(one - other) < 5e-5 for one, other in zip(found, (value, low, high), strict=True))


@pytest.mark.parametrize(
    ("count", "total", "low", "high"),
    [
        # Newcombe 1998, table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (29, 29, 0.8830, 1.0),
    ],
)
def test_wilson_is_as_published(count: int, total: int, low: float, high: float) -> None:
    """At the ends it touches 0 and 1 exactly, and never goes beyond."""
    assert near(wilson(count, total), count / total, low, high)
    assert wilson(total - count, total).high == pytest.approx(1 - wilson(count, total).low)


def test_wilson_of_one_half_by_hand() -> None:
    """Of 4 in 8 with z = 2: the middle is 1/2, and half the width z/2 / sqrt(n + z²) = 1 / sqrt(12)."""
    confidence = math.erf(2 / math.sqrt(2))
    interval = wilson(4, 8, confidence)
    assert (interval.low, interval.high) == pytest.approx((0.5 - 1 / math.sqrt(12), 0.5 + 1 / math.sqrt(12)))
    assert wilson(0, 0) == Interval(0.0, 0.0, 1.0)


@pytest.mark.parametrize(
    ("freedom", "reach"),
    [
        (1, 12.7062),
        (2, 4.3027),
        (3, 3.1824),
        (4, 2.7764),
        (9, 2.2622),
        (30, 2.0423),
        (100, 1.9840),
        (120, 1.9799),
    ],
)
def test_students_quantiles_are_those_of_the_table(freedom: int, reach: float) -> None:
    """Odd and even degrees of freedom, by the exact sum and beyond it."""
    assert student_quantile(0.95, freedom) == pytest.approx(reach, abs=5e-5)
    assert student_quantile(0.95, freedom) > normal_quantile(0.95) == pytest.approx(1.959964, abs=1e-6)


def test_students_quantile_of_a_rare_error() -> None:
    """Far out too, where few degrees of freedom weigh most: 12.924 at 99.9 % and 3."""
    assert student_quantile(0.999, 3) == pytest.approx(12.924, abs=5e-4)


def test_a_mean_by_hand() -> None:
    """Of 1, 2, 3, 4, 5: variance 2.5, so 2.7764 times the root of one half to each side."""
    half = 2.776445 * math.sqrt(0.5)
    assert near(mean([1, 2, 3, 4, 5]), 3, 3 - half, 3 + half)
    assert mean_of_sums(15, 55, 5) == mean([5, 4, 3, 2, 1])
    assert (mean([7]), mean([])) == (Interval(7.0, 7.0, 7.0), Interval(0.0, 0.0, 0.0))


def test_a_mean_of_large_numbers_keeps_its_small_spread() -> None:
    """The sum of squares is a whole number, and nothing of it is lost."""
    far = 10**9
    assert mean([far + 1, far + 2, far + 3]).high - far == pytest.approx(mean([1, 2, 3]).high)


@pytest.mark.parametrize(
    ("numbers", "share", "is_"),
    [
        (range(1, 11), 0.1, 1),
        (range(1, 11), 0.5, 5),
        (range(1, 11), 0.9, 9),
        (range(1, 12), 0.1, 2),
        ([3], 0.9, 3),
        ([5, 1, 3], 0.5, 3),
        ([2, 1], 0.0, 1),
        ([2, 1], 1.0, 2),
    ],
)
def test_a_quantile_is_one_of_the_numbers(numbers: list[int], share: float, is_: int) -> None:
    """The smallest that this share of them does not exceed."""
    assert quantile(list(numbers), share) == is_


def test_there_is_no_quantile_of_nothing() -> None:
    """It is refused rather than made up."""
    with pytest.raises(ValueError, match="nothing"):
        quantile([], 0.5)


def test_a_spread_has_mean_and_quantiles() -> None:
    """Of 1 to 10."""
    assert spread_of(range(1, 11)) == {"mean": 5.5, "p10": 1, "p50": 5, "p90": 9}


def pairs(both: int, only_second: int, only_first: int, neither: int) -> tuple[list[bool], list[bool]]:
    """Two columns with so many pairs of each kind."""
    first = [True] * both + [False] * only_second + [True] * only_first + [False] * neither
    second = [True] * both + [True] * only_second + [False] * only_first + [False] * neither
    return first, second


def test_a_paired_difference_of_rates_is_as_published() -> None:
    """Newcombe 1998, method 10, for 36, 12, 2 and 0 pairs; the other way round it is its mirror image."""
    first, second = pairs(36, 12, 2, 0)
    assert near(paired_rates(first, second), 0.2, 0.0569, 0.3404)
    back = paired_rates(second, first)
    assert near(back, -0.2, -0.3404, -0.0569)


def test_a_paired_difference_of_rates_by_hand() -> None:
    """Of 10, 5, 1 and 4 pairs: the correlation is (40 - 5 - 10) / sqrt(15 * 5 * 11 * 9) = 0.2901.

    The Wilson intervals are 0.5313 to 0.8881 for 15 of 20 and 0.3421 to 0.7418 for 11 of 20.
    """
    phi = 25 / math.sqrt(15 * 5 * 11 * 9)
    down, up = (0.75 - 0.53130, 0.74180 - 0.55), (0.88813 - 0.75, 0.55 - 0.34208)
    low = 0.2 - math.sqrt(down[0] ** 2 - 2 * phi * down[0] * down[1] + down[1] ** 2)
    high = 0.2 + math.sqrt(up[0] ** 2 - 2 * phi * up[0] * up[1] + up[1] ** 2)
    assert near(paired_rates(*pairs(10, 5, 1, 4)), 0.2, low, high)


def test_pairs_that_never_differ_are_still_not_sure() -> None:
    """Where no pair differs the interval is that of Wilson for none of so many, to both sides."""
    reach = wilson(0, 54).high
    assert near(paired_rates(*pairs(0, 0, 0, 54)), 0, -reach, reach)
    assert near(paired_rates(*pairs(54, 0, 0, 0)), 0, -reach, reach)
    assert paired_rates([], []) == Interval(0.0, -1.0, 1.0)


def test_a_paired_difference_of_means_by_hand() -> None:
    """The pairs differ by 1, 2, 3, 4, 5, whatever they are themselves."""
    first = [10, 40, 20, 0, 30]
    second = [11, 42, 23, 4, 35]
    assert paired_means(first, second) == mean([1, 2, 3, 4, 5])
    with pytest.raises(ValueError, match="longer"):
        paired_means([1], [1, 2])


def test_many_comparisons_need_wider_intervals() -> None:
    """Bonferroni: an error of 5 % shared out among 10 is one of 0.5 % each."""
    assert corrected(10) == pytest.approx(0.995)
    assert corrected(1) == corrected(0) == pytest.approx(0.95)
    one, ten = (paired_rates(*pairs(36, 12, 4, 0), corrected(count)) for count in (1, 10))
    assert one.excludes_zero
    assert not ten.excludes_zero
