"""A request says all that its rule tells apart: every total of a band leads to the same, for every request.

The requests are those of fights in which everybody does anything, until each kind has come up.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from affray.content.loader import load_scenario
from affray.odds.outcomes import by_bands, by_faces
from tests.contract.cases import Case, cases
from tests.odds.requests import (
    THROWS_MAX,
    Seen,
    banded_result,
    one_throw_for_each_value,
    seen_in,
    throws_of,
    value_of,
    what_follows,
)

KINDS = {
    "toy": {"stroke", "stumble", "check"},
    "d20plus": {
        "ability", "check", "conceal", "contest", "locate", "mend", "nullification", "roll-off", "setup",
        "strike",
    },
    "pace": {
        "attack", "batter", "block", "check", "clock", "collision", "contest", "counter", "damage", "defence",
        "escape", "initiative", "mending", "riposte", "roll-off", "spell", "spell damage", "task", "terrain",
    },
    "cantor": {
        "attack", "damage", "escape", "flip against Invisible", "lost Structure", "marker", "save",
        "save against Burn", "save at the edge",
    },
    "sunder": {"S1.14", "S1.25", "S2.10", "S3.1", "S3.3", "S3.8", "S5.14", "S14.7"},
}  # fmt: skip
"""What requests are about by system. Sunder's are about cards, so that their clauses are named instead."""

RICH = {
    "toy": [("toy-hidden", 1)],
    "d20plus": [("d20plus-saltgate", 14)],
    "pace": [
        ("pace-abbey-mill", 12),
        ("pace-sluice-gate", 2),
        ("pace-abbey-mill", 0),
        ("pace-sluice-gate", 13),
    ],
    "cantor": [("cantor-pipe-bridge", 4), ("cantor-pipe-bridge", 8)],
    "sunder": [
        ("sunder-weir-house", 4),
        ("sunder-drowned-bell", 9),
        ("sunder-night-barge", 1),
        ("sunder-weir-house", 6),
    ],
}
"""Fights in which much came up, by case and seed: looked at first, to save time. Others follow if need be."""

EACH_KIND = 2
INPUTS, SEEDS = 400, 40
EQUALS = Path(__file__).parent / "tiny" / "equals.toml"
"""Two who are the same in everything, so that they roll for their place."""


def kind_of(system: str, seen: Seen) -> str:
    """What kind of request it is."""
    return seen.request.clause if system == "sunder" else seen.request.about


def fights(system: str) -> Iterator[Case]:
    """The fights of a system that requests are taken from."""
    found = [case for case in cases() if case.system.id == system]
    yield from found
    if system == "d20plus":
        yield replace(found[0], id="equals", start=load_scenario(EQUALS).start)


def requests_of(system: str) -> dict[str, list[Seen]]:
    """Some requests of every kind, as soon as all kinds have come up."""
    found: dict[str, list[Seen]] = {kind: [] for kind in KINDS[system]}
    known = {case.id: case for case in fights(system)}
    others = [(id_, seed) for seed in range(SEEDS) for id_ in known if (id_, seed) not in RICH[system]]
    for id_, seed in [*RICH[system], *others]:
        for seen in seen_in(known[id_], seed, INPUTS):
            kept = found.setdefault(kind_of(system, seen), [])
            if len(kept) < EACH_KIND:
                kept.append(seen)
        if all(found.values()):
            return found
    missing = [kind for kind, kept in found.items() if not kept]
    raise AssertionError(f"nobody was ever asked for {', '.join(missing)}")


@pytest.mark.parametrize("system", KINDS)
def test_every_total_of_a_band_leads_to_the_same(system: str) -> None:
    """For each value that may fall: the same question next, and the same state, as for its band alone."""
    random = Random(system)
    for kind, kept in requests_of(system).items():
        for seen in kept:
            for value, result in one_throw_for_each_value(seen.request, random).items():
                thrown = what_follows(seen, result)
                banded = what_follows(seen, banded_result(seen.request, value))
                assert thrown == banded, f"{seen.case}, {kind}: {value} in {seen.request.cuts}"
            if throws_of(seen.request) <= THROWS_MAX:
                assert counted(seen) == dict(banded_weights(seen))


def counted(seen: Seen) -> dict[int, float]:
    """The share of each band, counted over all throws."""
    throws = by_faces(seen.request)
    found: dict[int, int] = {}
    for result, _ in throws:
        band = seen.request.cuts.band(value_of(result))
        found[band] = found.get(band, 0) + 1
    return {band: count / len(throws) for band, count in found.items()}


def banded_weights(seen: Seen) -> Iterator[tuple[int, float]]:
    """The share of each band as exact odds have it."""
    weighted = by_bands(seen.request)
    whole = sum(weight for _, weight in weighted)
    return ((value_of(result), weight / whole) for result, weight in weighted)
