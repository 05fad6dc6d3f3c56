"""What many fights tell and how surely: proportions, means and quantiles, each with its interval.

Pure Python over counts and whole numbers. Every interval is one of 95 % unless another confidence is named.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from statistics import NormalDist

CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate and what it may as well be: `low` to `high`."""

    value: float
    low: float
    high: float

    @property
    def excludes_zero(self) -> bool:
        """Whether zero lies outside."""
        return self.low > 0 or self.high < 0


def normal_quantile(confidence: float) -> float:
    """How many standard errors a two-sided interval reaches to each side: 1.96 for 0.95."""
    return NormalDist().inv_cdf((1 + confidence) / 2)


@cache
def student_quantile(confidence: float, freedom: int) -> float:
    """The same by Student's distribution with so many degrees of freedom, at least 1.

    Up to 100 it is found by halving on the exact distribution; beyond, the expansion in powers of 1/freedom
    is as good.
    """
    if freedom > 100:
        z = normal_quantile(confidence)
        return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
    low, high = 0.0, 1.0
    while _student_within(high, freedom) < confidence:
        high *= 2
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if _student_within(middle, freedom) < confidence else (low, middle)
    return high


def _student_within(reach: float, freedom: int) -> float:
    """The chance that a Student's t of these degrees of freedom lies within -reach to reach, a finite sum."""
    angle = math.atan(reach / math.sqrt(freedom))
    sine, cosine = math.sin(angle), math.cos(angle)
    odd = freedom % 2
    term, total = (cosine, cosine if freedom > 1 else 0.0) if odd else (1.0, 1.0)
    for k in range(2 + odd, freedom - 1, 2):
        term *= cosine * cosine * (k - 1) / k
        total += term
    return 2 / math.pi * (angle + sine * total) if odd else sine * total


def wilson(count: int, total: int, confidence: float = CONFIDENCE) -> Interval:
    """The proportion `count` of `total` with Wilson's score interval. Of none at all it is 0 to 1."""
    if total == 0:
        return Interval(0.0, 0.0, 1.0)
    z = normal_quantile(confidence)
    share = count / total
    middle = (share + z * z / (2 * total)) / (1 + z * z / total)
    half = z * math.sqrt(share * (1 - share) / total + z * z / (4 * total * total)) / (1 + z * z / total)
    # At the ends the formula gives 0 and 1 but for rounding.
    low = 0.0 if count == 0 else max(0.0, middle - half)
    high = 1.0 if count == total else min(1.0, middle + half)
    return Interval(share, low, high)


def mean_of_sums(total: int, squares: int, count: int, confidence: float = CONFIDENCE) -> Interval:
    """The mean of `count` whole numbers from their sum and the sum of their squares, by Student's t.

    Of a single number it is that number; of none it is 0.
    """
    if count == 0:
        return Interval(0.0, 0.0, 0.0)
    mean = total / count
    if count == 1:
        return Interval(mean, mean, mean)
    # Whole numbers, so that nothing is lost where the mean is large and the spread small.
    spread = (squares * count - total * total) / (count * (count - 1))
    half = student_quantile(confidence, count - 1) * math.sqrt(spread / count)
    return Interval(mean, mean - half, mean + half)


def mean(numbers: Sequence[int], confidence: float = CONFIDENCE) -> Interval:
    """The mean of whole numbers, by Student's t."""
    return mean_of_sums(sum(numbers), sum(n * n for n in numbers), len(numbers), confidence)


def quantile(numbers: Sequence[int], share: float) -> int:
    """The smallest of the numbers that at least this share of them does not exceed. There must be one."""
    if not numbers:
        raise ValueError("there is no quantile of nothing")
    ordered = sorted(numbers)
    # Rounding must not turn 0.1 of 10 into the second.
    return ordered[max(0, math.ceil(round(share * len(ordered), 9)) - 1)]


def paired_rates(first: Sequence[bool], second: Sequence[bool], confidence: float = CONFIDENCE) -> Interval:
    """By how much the share of True is larger in `second`, pair by pair: Newcombe's score interval.

    It is his method 10, built of two Wilson intervals and the correlation of the pairs.
    """
    pairs = list(zip(first, second, strict=True))
    n = len(pairs)
    if n == 0:
        return Interval(0.0, -1.0, 1.0)
    both, only_second = pairs.count((True, True)), pairs.count((False, True))
    only_first, neither = pairs.count((True, False)), pairs.count((False, False))
    one, other = (wilson(both + k, n, confidence) for k in (only_second, only_first))
    phi = _correlation(both, only_second, only_first, neither)
    difference = (only_second - only_first) / n

    def reach(away: float, back: float) -> float:
        return math.sqrt(max(0.0, away * away - 2 * phi * away * back + back * back))

    low = difference - reach(one.value - one.low, other.high - other.value)
    high = difference + reach(one.high - one.value, other.value - other.low)
    return Interval(difference, low, high)


def _correlation(both: int, only_second: int, only_first: int, neither: int) -> float:
    """The correlation of a table of pairs, with Newcombe's correction; 0 where a margin is empty."""
    margins = (both + only_second) * (only_first + neither) * (both + only_first) * (only_second + neither)
    if margins == 0:
        return 0.0
    surplus: float = both * neither - only_second * only_first
    if surplus > 0:
        surplus = max(0.0, surplus - (both + only_second + only_first + neither) / 2)
    return surplus / math.sqrt(margins)


def paired_means(first: Sequence[int], second: Sequence[int], confidence: float = CONFIDENCE) -> Interval:
    """By how much the mean is larger in `second`, pair by pair: Student's t over the differences."""
    return mean([after - before for before, after in zip(first, second, strict=True)], confidence)


def corrected(comparisons: int, confidence: float = CONFIDENCE) -> float:
    """Bonferroni: the confidence each of so many intervals needs, that all hold at once with `confidence`."""
    return 1 - (1 - confidence) / max(1, comparisons)


def spread_of(numbers: Sequence[int]) -> Mapping[str, float]:
    """Mean and quantiles of whole numbers, of which there must be one: mean, p10, p50, p90."""
    shares = {"p10": 0.1, "p50": 0.5, "p90": 0.9}
    return {"mean": sum(numbers) / len(numbers)} | {
        name: quantile(numbers, share) for name, share in shares.items()
    }
