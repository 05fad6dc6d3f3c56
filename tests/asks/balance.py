"""Scenarios with one foe more, or a better weapon in somebody's hands: what must not go the wrong way."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from affray.content import Loaded, load_scenario, loaded_from_plain, scenario_ids
from affray.content.bundled import scenarios_of
from affray.content.vary import varied
from affray.kernel.errors import Unreadable
from affray.sim.executors import crew_of
from affray.sim.jobs import job_of, sides_of
from affray.sim.measures import Interval, corrected, paired_rates
from affray.sim.rows import Players
from affray.sim.run import simulate
from affray.sim.sample import Sample
from affray.systems import registered

FIGHTS = int(os.environ.get("AFFRAY_BALANCE", "0"))
"""Fights of each scenario for `make balance`; 0: as few as a run of all tests has time for."""

IN_A_TEST_RUN = {"d20plus": 10, "pace": 6, "cantor": 1, "sunder": 1}
"""By system: their fights take from a hundredth of a second to a whole one."""

LONG = {"pipe-bridge": 8, "night-barge": 6}
"""Those of the slow systems that are quick."""


def groups() -> dict[str, list[str]]:
    """The scenarios that are judged together: each by itself, or in a test run those of a system."""
    if FIGHTS:
        return {id_: [id_] for id_ in scenario_ids()}
    return {system: list(scenarios_of(system)) for system in registered()}


def fights_of(loaded: Loaded) -> int:
    """How many fights are played of a scenario and of each of its variants."""
    return FIGHTS or LONG.get(loaded.id) or IN_A_TEST_RUN[loaded.system.id]


def change(ids: list[str], variant: Callable[[Loaded], tuple[Loaded, str]]) -> Interval:
    """How much more often the side that a variant concerns wins in it, over all fights of these scenarios.

    The interval is as wide as it takes for those of all groups and variants to hold at once.
    """
    before: list[bool] = []
    after: list[bool] = []
    for id_ in ids:
        changed, side = variant(load_scenario(id_))
        before += as_it_is(id_).won(side)
        after += sample_of(changed).won(side)
    return paired_rates(before, after, corrected(2 * len(groups())))


@cache
def as_it_is(id_: str) -> Sample:
    """The scenario as it comes."""
    return sample_of(load_scenario(id_))


def sample_of(loaded: Loaded) -> Sample:
    """Its fights, always with the same seeds."""
    sample = Sample(sides_of(loaded))
    with crew_of(2 if FIGHTS else 1) as crew:
        simulate([job_of(loaded, Players(), "balance")], [sample], fights_of(loaded), crew, 10)
    return sample


def with_a_foe_more(loaded: Loaded) -> tuple[Loaded, str]:
    """The scenario with the last of its last side there twice, and the side that has to face both."""
    plain = loaded.to_plain()
    combatants = plain["scenario"]["combatant"]
    first, last = combatants[0]["side"], combatants[-1]["side"]
    assert first != last
    twin = {**combatants[-1], "id": "the-twin", "name": "The twin"}
    combatants.append(twin)
    for place in _places(plain["scenario"]):
        if place:
            twin["at"] = place
        try:
            return loaded_from_plain(plain), first
        except Unreadable:
            continue
    raise AssertionError(f"there is no room for another in {loaded.id}")


def _places(scenario: dict[str, Any]) -> Iterator[str]:
    """Where somebody may stand: open squares of the map, the far end first; "" on a board of zones."""
    if "map" not in scenario:
        yield ""
        return
    rows = scenario["map"].split()
    for column in reversed(range(len(rows[0]))):
        for number, row in enumerate(rows, start=1):
            if row[column] == ".":
                yield f"{chr(ord('A') + column)}{number}"


def with_a_better_weapon(loaded: Loaded) -> tuple[Loaded, str]:
    """The scenario with a better weapon in the hands of one side alone, and that side."""
    for combatant in loaded.scenario.combatant:
        for weapon in _weapons(loaded, combatant.sheet):
            others = (other for other in loaded.scenario.combatant if other.side != combatant.side)
            better = _better(weapon)
            if better and not any(weapon["id"] in _named(loaded, other.sheet) for other in others):
                return varied(loaded, [(f"weapon.{weapon['id']}.{better[0]}", better[1])]), combatant.side
    raise AssertionError(f"nobody in {loaded.id} has a weapon of their own")


def _weapons(loaded: Loaded, sheet: str) -> list[dict[str, Any]]:
    named = _named(loaded, sheet)
    return [
        weapon for pack in loaded.to_plain()["packs"] for weapon in pack["weapon"] if weapon["id"] in named
    ]


def _named(loaded: Loaded, sheet: str) -> set[str]:
    """Every text on a sheet, among which are the ids of its weapons."""
    sheets = (item for pack in loaded.to_plain()["packs"] for item in pack["sheet"] if item["id"] == sheet)
    return set(re.findall(r"[a-z0-9-]+", str(next(sheets))))


def _better(weapon: dict[str, Any]) -> tuple[str, Any] | None:
    """A key of the weapon and a better value for it: a larger die, or more damage."""
    for key in ("gear", "die"):
        if key in weapon and (weapon[key] or 0) < 12:
            return key, 12
    damage = weapon.get("damage")
    if not damage or "type" not in weapon:
        return ("damage", f"{damage} + 1d10") if damage else None
    dice, _, bonus = damage.partition(" + ")
    return "damage", f"{dice} + {int(bonus or 0) + 4}" if "d" in dice else str(int(dice) + 4)
