"""What stays fixed during a scene: content, the zones with their distances, the sides."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from affray.kernel.clauses import clause
from affray.systems.sunder.book import Ability, Armor, Book, OptionCard, Sheet, Weapon
from affray.systems.sunder.names import BANDS, Band
from affray.systems.sunder.scenario import Scenario, Thing, Zone

TILES: dict[Band, int] = {"Here": 1, "Near": 2, "Close": 6, "There": 12, "Far": 24}
"""How many tiles of 5 feet a range reaches; Yonder is all beyond, in sight (S11.1)."""
YONDER_MOVE = 48
"""Yonder as movement: 240 feet (S11.4)."""

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Setting:
    """Content and place of one scene, by id.

    `tiles` has the distance of every pair of zones, `unseen` the pairs without sight, both ways round.
    `ways` has for each zone where one can go from it. `worked_out` keeps what follows from all this.
    """

    title: str
    sides: dict[str, str]
    weapons: dict[str, Weapon]
    armor: dict[str, Armor]
    abilities: dict[str, Ability]
    options: dict[str, OptionCard]
    sheets: dict[str, Sheet]
    zones: dict[str, Zone]
    things: dict[str, Thing]
    tiles: dict[Pair, int]
    unseen: frozenset[Pair]
    ways: dict[str, tuple[str, ...]]
    scenario: Scenario
    worked_out: dict[Any, Any] = field(default_factory=dict, repr=False, compare=False)


def setting_of(book: Book, scenario: Scenario) -> Setting:
    """The setting of a checked scenario."""
    zones = {zone.id: zone for zone in scenario.zone}
    return Setting(
        title=scenario.title,
        sides={str(side): name for side, name in scenario.sides.items()},
        weapons=book.weapons,
        armor=book.armor,
        abilities=book.abilities,
        options=book.options,
        sheets=book.sheets,
        zones=zones,
        things={thing.id: thing for thing in scenario.thing},
        tiles={(a, b): tiles_between(one, other) for a, one in zones.items() for b, other in zones.items()},
        unseen=frozenset(pair for a, b in scenario.unseen for pair in ((a, b), (b, a))),
        ways=_ways(tuple(zones), scenario.passages),
        scenario=scenario,
    )


@clause("S11.3")
def tiles_between(one: Zone, other: Zone) -> int:
    """The larger of both differences; whoever is in the same zone is adjacent."""
    return max(1, abs(one.x - other.x), abs(one.y - other.y))


@clause("S11.1")
def band_of(tiles: int) -> Band:
    """The range that so many tiles are: the first that reaches so far, else Yonder."""
    for band, reach in TILES.items():
        if tiles <= reach:
            return band
    return "Yonder"


@clause("S11.2")
def within(tiles: int, band: Band) -> bool:
    """A named range reaches everything up to its value; Yonder has no end."""
    return band == "Yonder" or tiles <= TILES[band]


@clause("S11.4")
def reach_of_move(band: Band) -> int:
    """How many tiles a movement of this range has; Yonder is 240 feet."""
    return TILES.get(band, YONDER_MOVE)


def lower(band: Band) -> Band | None:
    """The range one step lower; None below Here."""
    place = BANDS.index(band)
    return BANDS[place - 1] if place else None


def _ways(zones: tuple[str, ...], passages: tuple[Pair, ...]) -> dict[str, tuple[str, ...]]:
    if not passages:
        return {zone: tuple(other for other in zones if other != zone) for zone in zones}
    joined = {pair for a, b in passages for pair in ((a, b), (b, a))}
    return {zone: tuple(other for other in zones if (zone, other) in joined) for zone in zones}
