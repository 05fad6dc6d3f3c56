"""What stays fixed during a fight: content, the board of zones, the sides and the scene's terms."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from affray.board.zones import Zones, zones_of
from affray.kernel.clauses import clause
from affray.systems.d20plus.book import DISTANCES, Ability, Book, Distance, Sheet, Weapon
from affray.systems.d20plus.scenario import Scenario, Zone


@dataclass(frozen=True, slots=True)
class Setting:
    """Content and place of one fight, by id. `distances` holds the category of every pair of zones.

    `worked_out` keeps what follows from content alone, which never changes: which dice of a sheet join which
    roll.
    """

    title: str
    scene: str
    terms: str
    sides: dict[str, str]
    weapons: dict[str, Weapon]
    abilities: dict[str, Ability]
    sheets: dict[str, Sheet]
    zones: dict[str, Zone]
    board: Zones
    distances: dict[tuple[str, str], Distance]
    worked_out: dict[Any, Any] = field(default_factory=dict, repr=False, compare=False)


def setting_of(book: Book, scenario: Scenario) -> Setting:
    """The setting of a checked scenario."""
    zones = {zone.id: zone for zone in scenario.zone}
    board = zones_of(zones, scenario.passages)
    return Setting(
        title=scenario.title,
        scene=scenario.scene,
        terms=scenario.terms,
        sides={str(side): name for side, name in scenario.sides.items()},
        weapons=book.weapons,
        abilities=book.abilities,
        sheets=book.sheets,
        zones=zones,
        board=board,
        distances={
            (one, other): distance_of_steps(board.steps(one, other)) for one in zones for other in zones
        },
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


def cover_id(zone: str, cover: str) -> str:
    """An obstacle as a place of the plan: names are unique within their zone only."""
    return f"{zone}/{cover}"
