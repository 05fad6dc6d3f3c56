"""What stays fixed during a fight: content, the graph of zones, the sides and the scene's terms."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from affray.kernel.clauses import clause
from affray.systems.d20plus.book import DISTANCES, Ability, Book, Distance, Sheet, Weapon
from affray.systems.d20plus.scenario import Scenario, Zone


@dataclass(frozen=True, slots=True)
class Setting:
    """Content and place of one fight, by id. `distances` holds the category of every pair of zones."""

    title: str
    scene: str
    terms: str
    sides: dict[str, str]
    weapons: dict[str, Weapon]
    abilities: dict[str, Ability]
    sheets: dict[str, Sheet]
    zones: dict[str, Zone]
    passages: tuple[tuple[str, str], ...]
    distances: dict[tuple[str, str], Distance]

    def neighbours(self, zone: str) -> list[str]:
        """Zones one step away, in the scenario's order."""
        return [other for other in self.zones if self.distances[zone, other] == "Ranged"]


def setting_of(book: Book, scenario: Scenario) -> Setting:
    """The setting of a checked scenario."""
    zones = {zone.id: zone for zone in scenario.zone}
    return Setting(
        title=scenario.title,
        scene=scenario.scene,
        terms=scenario.terms,
        sides={str(side): name for side, name in scenario.sides.items()},
        weapons=book.weapons,
        abilities=book.abilities,
        sheets=book.sheets,
        zones=zones,
        passages=scenario.passages,
        distances=_all_distances(list(zones), scenario.passages),
    )


@clause("D8.2")
def distance_of_steps(steps: int | None) -> Distance:
    """Same zone Close, neighbours Ranged, two steps Far, more or no path (D8.11) Extreme."""
    if steps is None or steps >= len(DISTANCES):
        return "Extreme"
    return DISTANCES[steps]  # type: ignore[return-value]


@clause("D8.1")
def distance(setting: Setting, zone: str, other: str) -> Distance:
    """The distance category of two zones, and so of any two Personas in them."""
    return setting.distances[zone, other]


def _all_distances(
    zones: list[str], passages: tuple[tuple[str, str], ...]
) -> dict[tuple[str, str], Distance]:
    beside: dict[str, list[str]] = {zone: [] for zone in zones}
    for one, other in passages:
        beside[one].append(other)
        beside[other].append(one)
    distances = {}
    for start in zones:
        steps = _steps_from(start, beside)
        for zone in zones:
            distances[start, zone] = distance_of_steps(steps.get(zone))
    return distances


def _steps_from(start: str, beside: dict[str, list[str]]) -> dict[str, int]:
    steps = {start: 0}
    queue = deque([start])
    while queue:
        zone = queue.popleft()
        for other in beside[zone]:
            if other not in steps:
                steps[other] = steps[zone] + 1
                queue.append(other)
    return steps
