"""Exact odds against dice that are thrown, in positions of fights in which everybody does anything.

`make sample` takes far more of both. A right figure fails a whole run once in a million runs at most.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from random import Random

import pytest

from affray.systems import registered
from tests.contract.cases import cases
from tests.odds.sampling import Look, entropy, looks_in, out_of_bounds

POSITIONS = int(os.environ.get("AFFRAY_POSITIONS", "4"))
SAMPLES = int(os.environ.get("AFFRAY_SAMPLES", "300"))
FALSE_ALARM = 1e-6
"""How likely it may be that a right system fails: shared out over all its values, as Bonferroni has it."""

INPUTS, SEEDS = 120, 100


def looks_of(system: str, count: int) -> list[Look]:
    """So many looks, no two in a row from the same fight."""
    ways = [_looks(system, number) for number in range(4)]
    found: list[Look] = []
    while len(found) < count:
        found += [look for way in ways if (look := next(way, None)) is not None]
    return found[:count]


def _looks(system: str, number: int) -> Iterator[Look]:
    """Looks of every fourth seed."""
    for seed in range(number, SEEDS, 4):
        for case in cases():
            if case.system.id == system:
                # Few of each fight, well apart.
                for place, look in enumerate(looks_in(case, seed, INPUTS)):
                    if place % 3 == 0:
                        yield look
                    if place >= 9:
                        break


@pytest.mark.timeout(0)
@pytest.mark.parametrize("system", registered())
def test_sampled_resolutions_bear_out_the_odds(system: str) -> None:
    """Every value of every look comes as often as it should, within what chance allows."""
    random = Random(f"samples of {system}")
    looks = looks_of(system, POSITIONS)
    compared = sum(len(look.chances) for look in looks)
    wrong = [
        fault
        for look in looks
        for fault in out_of_bounds(look, look.sampled(SAMPLES, random), FALSE_ALARM / compared)
    ]
    assert len(looks) == POSITIONS
    assert not wrong, "\n".join(wrong)


def test_a_wrong_figure_is_found() -> None:
    """A chance that is off by a tenth, and a value that cannot be."""
    look = looks_of("d20plus", 1)[0]
    value, chance = max(look.chances.items(), key=lambda item: item[1])
    counts = Counter({value: round(10_000 * float(chance)), "other": 10_000 - round(10_000 * float(chance))})
    wrong = Look(
        look.case,
        look.position,
        look.part,
        look.option_id,
        look.measure,
        {value: chance - Fraction(1, 10), "other": 1 - chance + Fraction(1, 10)},
    )
    assert out_of_bounds(wrong, counts, 1e-9)
    right = Look(
        look.case,
        look.position,
        look.part,
        look.option_id,
        look.measure,
        {value: chance, "other": 1 - chance},
    )
    assert not out_of_bounds(right, counts, 1e-9)
    assert out_of_bounds(right, Counter({value: 9_999, "impossible": 1}), 1e-9)
    assert entropy(0.5, 0.5) == 0
