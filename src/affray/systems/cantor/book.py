"""The book of a Cantor fight: sheets, weapons, tech and sonic actions, and the seven Stone Fractures.

Everything here is frozen and checked when a pack is loaded. Field names are the keys of the TOML files.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, get_args

from pydantic import Field

from affray.kernel.clauses import clause

TimedName = Literal["Slowed", "Immobilized", "Stunned", "Jammed", "Impaired", "Exposed", "Shredded"]
LastingName = Literal["Lock On", "Bolster", "Prone", "Hidden", "Invisible", "Braced", "Disengaged"]
"""Conditions that last until they are used up or ended by their own rule."""
ConditionName = Literal[TimedName, LastingName]
TIMED: tuple[TimedName, ...] = get_args(TimedName)
"""Conditions that end with the bearer's next turn unless their source says otherwise (C2.17)."""

DamageType = Literal["kinetic", "energy", "explosive", "sonic"]
Stone = Literal["Granite", "Carnelian", "Pyrite", "Malachite", "Lapis", "Obsidian", "Quartz"]

Id = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]*$", max_length=40)]
Name = Annotated[str, Field(min_length=1, max_length=60)]
Prose = Annotated[str, Field(max_length=600)]
DiceText = Annotated[str, Field(pattern=r"^([1-9]d(3|6)( ?\+ ?[1-9][0-9]?)?|[1-9][0-9]?)$", max_length=20)]
"""Damage as a pack writes it: "1d6", "2d6 + 1", "3"."""
Hexes = Annotated[int, Field(ge=1, le=40)]
Small = Annotated[int, Field(ge=0, le=10)]


@dataclass(frozen=True, slots=True)
class Inflicts:
    """A condition that an attack puts on its target with a hit (C1.7)."""

    condition: Literal[TimedName, "Prone", "Lock On"]


@dataclass(frozen=True, slots=True)
class Area:
    """Several targets of one attack (C1.12).

    "burst": every unit within `size` of the user, not the user. "blast": every unit within `size` of a hex in
    range. "line": every unit on the line to a hex at most `size` away.
    """

    shape: Literal["burst", "blast", "line"]
    size: Annotated[int, Field(ge=1, le=10)]


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon, fired by Skirmish or Barrage (C3.11).

    `range` in hexes; `threat` is how near a hostile that begins to move provokes Overwatch (C3.12).
    `reliable` lands on a miss, `knockback` shoves on a hit, `burn` is added on a hit. `armor_piercing` skips
    Armor. `resonance` is what it adds to the band.
    """

    id: Id
    name: Name
    kind: Literal["melee", "ranged"]
    damage: DiceText
    type: DamageType
    range: Hexes = 1
    threat: Hexes = 1
    armor_piercing: bool = False
    reliable: Small = 0
    knockback: Small = 0
    burn: Small = 0
    inflicts: tuple[Inflicts, ...] = ()
    area: Area | None = None
    resonance: Annotated[int, Field(ge=0, le=4)] = 1
    note: Prose = ""


@dataclass(frozen=True, slots=True)
class Art:
    """A tech or sonic action against E-Defense (C3.11). Without `damage` it only inflicts.

    `range` None: the user's sensors. `cost` is Quick unless it says Full.
    """

    id: Id
    name: Name
    kind: Literal["tech", "sonic"]
    text: Prose = ""
    cost: Literal["quick", "full"] = "quick"
    damage: DiceText | None = None
    type: DamageType = "energy"
    range: Hexes | None = None
    armor_piercing: bool = False
    reliable: Small = 0
    knockback: Small = 0
    burn: Small = 0
    inflicts: tuple[Inflicts, ...] = ()
    area: Area | None = None
    resonance: Annotated[int, Field(ge=0, le=4)] = 1


@dataclass(frozen=True, slots=True)
class Fracture:
    """A Stone Fracture: what it does while it is manifest (C4.5).

    `imposes` is a condition; `no_reactions`, `no_tech` and `no_sonic` bar; `difficulty` is added to own
    attacks; `all_invisible`: every target counts as Invisible to its bearer.
    """

    stone: Stone
    name: Name
    text: Prose
    imposes: TimedName | None = None
    no_reactions: bool = False
    no_tech: bool = False
    no_sonic: bool = False
    difficulty: Small = 0
    all_invisible: bool = False


FRACTURES: dict[str, Fracture] = {
    fracture.stone: fracture
    for fracture in (
        Fracture("Granite", "Granite Lock", "Immobilized.", imposes="Immobilized"),
        Fracture("Carnelian", "Carnelian Drag", "Slowed.", imposes="Slowed"),
        Fracture("Pyrite", "Pyrite Sputter", "Impaired.", imposes="Impaired"),
        Fracture(
            "Malachite",
            "Malachite Closed Air",
            "No reactions, no tech and no sonic.",
            no_reactions=True,
            no_tech=True,
            no_sonic=True,
        ),
        Fracture("Lapis", "Lapis Distortion", "+1 Difficulty on own attacks.", difficulty=1),
        Fracture(
            "Obsidian", "Obsidian Glamour", "Every target counts as Invisible to you.", all_invisible=True
        ),
        Fracture("Quartz", "Quartz Silence", "Jammed.", imposes="Jammed"),
    )
}
"""The seven Stone Fractures, by stone (C4.5)."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A unit as written down before a fight.

    A Cantor has a `stone`, an `oath`, Structure and Stress; an Enemy has none of them, and may have several
    `activations` a round (C3.2).
    """

    id: Id
    name: Name
    line: Name
    kind: Literal["cantor", "enemy"]
    hp: Annotated[int, Field(ge=1, le=100)]
    evasion: Annotated[int, Field(ge=0, le=30)]
    e_defense: Annotated[int, Field(ge=0, le=30)]
    speed: Annotated[int, Field(ge=0, le=12)]
    armor: Small = 0
    grit: Annotated[int, Field(ge=-5, le=10)] = 0
    sensors: Hexes = 10
    resistance: tuple[DamageType, ...] = ()
    structure: Annotated[int, Field(ge=1, le=8)] = 4
    stress: Annotated[int, Field(ge=1, le=8)] = 4
    activations: Annotated[int, Field(ge=1, le=4)] = 1
    stone: Stone | None = None
    oath: Prose = ""
    weapons: tuple[Id, ...] = ()
    arts: tuple[Id, ...] = ()
    note: Prose = ""


@dataclass(frozen=True, slots=True)
class Pack:
    """A content pack: the top level of a TOML file."""

    id: Id
    title: Name
    system: Literal["cantor"]
    authors: tuple[Name, ...] = ()
    licence: Name = ""
    weapon: tuple[Weapon, ...] = ()
    art: tuple[Art, ...] = ()
    sheet: tuple[Sheet, ...] = ()


@dataclass(frozen=True, slots=True)
class Book:
    """All content of a fight, by id."""

    weapons: dict[str, Weapon]
    arts: dict[str, Art]
    sheets: dict[str, Sheet]


def book_of(packs: tuple[Pack, ...]) -> Book:
    """Several packs as one book. Ids must be unique over all of them (checked when packs are loaded)."""
    return Book(
        weapons={weapon.id: weapon for pack in packs for weapon in pack.weapon},
        arts={art.id: art for pack in packs for art in pack.art},
        sheets={sheet.id: sheet for pack in packs for sheet in pack.sheet},
    )


@clause("C1.6")
def damage_of(text: str) -> tuple[int, int, int]:
    """Damage as (count, sides, bonus), from the text of a pack; a fixed number has no dice."""
    if "d" not in text:
        return 0, 6, int(text)
    dice, _, bonus = text.partition("+")
    count, sides = dice.strip().split("d")
    return int(count), int(sides), int(bonus.strip() or 0)
