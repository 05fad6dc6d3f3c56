"""The book of a Pace fight: sheets, weapons, things, Abilities and spells as content packs give them.

Everything here is frozen and checked when a pack is loaded. Field names are the keys of the TOML files.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

from pydantic import Field

MANEUVERS = ("grapple", "trip", "disarm", "push")
DAMAGE_TYPES = ("bludgeoning", "piercing", "slashing", "fire", "cold", "lightning", "acid", "force")
REQUIRED_SCORES = ("Strength", "Dexterity")

Maneuver = Literal["grapple", "trip", "disarm", "push"]
DamageType = Literal["bludgeoning", "piercing", "slashing", "fire", "cold", "lightning", "acid", "force"]
Resisted = Literal["bludgeoning", "piercing", "slashing", "fire", "cold", "lightning", "acid", "force", "all"]
RollKind = Literal["initiative", "attack", "defence", "save", "contest"]

Id = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]*$", max_length=40)]
Name = Annotated[str, Field(min_length=1, max_length=60)]
Prose = Annotated[str, Field(max_length=600)]
DiceText = Annotated[str, Field(pattern=r"^[1-9]d(4|6|8|10|12)( ?\+ ?[1-9]d(4|6|8|10|12))*$", max_length=40)]
"""Dice as a pack writes them: "1d8", "2d6", "1d8 + 1d4"."""
Score = Annotated[int, Field(ge=-5, le=15)]
ActionPoints = Annotated[int, Field(ge=0, le=5)]
Paces = Annotated[int, Field(ge=1, le=60)]
Resistance = dict[Resisted, Annotated[int, Field(ge=0, le=30)]]
"""DR by damage type, with an optional "all" (P4.5)."""


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon (P4.1). `ability` names the score of attack, defence and damage.

    `types` are the damage types it can deal; of several the attacker names one (P4.5). `ap` is what an attack
    with it costs, `targets` how many may be attacked at once (P4.7), `hands` how many it takes to wield.
    """

    id: Id
    name: Name
    kind: Literal["unarmed", "melee", "ranged"]
    ability: Name
    damage: DiceText
    types: Annotated[tuple[DamageType, ...], Field(min_length=1)]
    range: Paces = 1
    hands: Literal[1, 2] = 1
    bulk: Annotated[int, Field(ge=0, le=10)] = 1
    ap: Annotated[int, Field(ge=1, le=5)] = 1
    targets: Annotated[int, Field(ge=1, le=6)] = 1
    note: Prose = ""


BARE_HANDS = Weapon("bare-hands", "Bare hands", "unarmed", "Strength", "1d4", ("bludgeoning",))
"""Wielded whenever a hand is free (P5.6)."""


@dataclass(frozen=True, slots=True)
class Thing:
    """Anything else that is carried. `opens` are ids of a scenario's objects that it is the key to."""

    id: Id
    name: Name
    bulk: Annotated[int, Field(ge=0, le=10)] = 1
    hands: Literal[1, 2] = 1
    opens: tuple[Id, ...] = ()
    note: Prose = ""


@dataclass(frozen=True, slots=True)
class AllowsManeuvers:
    """Maneuvers with other than Unarmed weapons (P5.1). `weapons` are kinds ("melee") or ids of weapons."""

    kind: Literal["maneuvers"]
    maneuvers: Annotated[tuple[Maneuver, ...], Field(min_length=1)]
    weapons: Annotated[tuple[Name, ...], Field(min_length=1)]


@dataclass(frozen=True, slots=True)
class GivesEdge:
    """Advantage, or with a negative count Disadvantage, on rolls of some kinds (P1.5).

    `weapons` narrows attacks and defences to those with such a weapon, by kind or id; empty: all.
    """

    kind: Literal["edge"]
    on: Annotated[tuple[RollKind, ...], Field(min_length=1)]
    count: Annotated[int, Field(ge=-3, le=3)] = 1
    weapons: tuple[Name, ...] = ()


@dataclass(frozen=True, slots=True)
class SetsCost:
    """What an attack with some weapons costs (P4.2)."""

    kind: Literal["cost"]
    weapons: Annotated[tuple[Name, ...], Field(min_length=1)]
    ap: Annotated[int, Field(ge=1, le=5)]


@dataclass(frozen=True, slots=True)
class AddsTargets:
    """How many targets more an attack with some weapons may have (P4.7)."""

    kind: Literal["targets"]
    weapons: Annotated[tuple[Name, ...], Field(min_length=1)]
    targets: Annotated[int, Field(ge=1, le=5)] = 1


@dataclass(frozen=True, slots=True)
class AddsResistance:
    """DR on top of the sheet's (P4.5)."""

    kind: Literal["resistance"]
    dr: Resistance


@dataclass(frozen=True, slots=True)
class AddsSpeed:
    """Paces of Speed on top of the sheet's (P6.2)."""

    kind: Literal["speed"]
    paces: Annotated[int, Field(ge=1, le=10)] = 1


Gift = Annotated[
    AllowsManeuvers | GivesEdge | SetsCost | AddsTargets | AddsResistance | AddsSpeed,
    Field(discriminator="kind"),
]


@dataclass(frozen=True, slots=True)
class Ability:
    """An Ability of a sheet, bought with EXP. The text uses the word for scores too: those are `scores`."""

    id: Id
    name: Name
    text: Prose
    gift: Gift


@dataclass(frozen=True, slots=True)
class SpellSave:
    """The Save a spell takes (P1.2): the caster's score against a DC, or against a score of the afflicted."""

    score: Name
    against: Name | None = None
    dc: Annotated[int, Field(ge=1, le=60)] | None = None


@dataclass(frozen=True, slots=True)
class Harm:
    """Damage of one type. `score` of the caster is added to it, if any."""

    kind: Literal["harm"]
    damage: DiceText
    type: DamageType
    score: Name | None = None


@dataclass(frozen=True, slots=True)
class Shift:
    """The target is moved, the caster chooses the way (P7.5)."""

    kind: Literal["shift"]
    paces: Annotated[int, Field(ge=1, le=10)] = 2


@dataclass(frozen=True, slots=True)
class Hold:
    """Tethered (n), with the caster as the source (P5.2)."""

    kind: Literal["hold"]
    paces: Annotated[int, Field(ge=1, le=10)] = 1


@dataclass(frozen=True, slots=True)
class Slow:
    """Speed halved until the end of the next round (P5.3)."""

    kind: Literal["slow"]


@dataclass(frozen=True, slots=True)
class Mend:
    """Hit Points come back, up to the sheet's. `score` of the caster is added, if any."""

    kind: Literal["mend"]
    dice: DiceText
    score: Name | None = None


@dataclass(frozen=True, slots=True)
class Grant:
    """Advantage (or Disadvantage) on the target's next roll of a kind (P1.5)."""

    kind: Literal["grant"]
    on: RollKind
    count: Annotated[int, Field(ge=-3, le=3)] = 1


@dataclass(frozen=True, slots=True)
class Raise:
    """The ground of a square changes; terrain can so appear where somebody stands (P7.3)."""

    kind: Literal["raise"]
    ground: Literal["open", "difficult", "blocking"]


SpellEffect = Annotated[
    Harm | Shift | Hold | Slow | Mend | Grant | Raise,
    Field(discriminator="kind"),
]


@dataclass(frozen=True, slots=True)
class Spell:
    """A spell prepared from a rest (P8.2). `target` "square" asks where; `targets` is how many at most."""

    id: Id
    name: Name
    text: Prose
    ap: Annotated[int, Field(ge=1, le=5)]
    effect: SpellEffect
    target: Literal["foe", "ally", "self", "anyone", "square"] = "foe"
    range: Paces = 6
    targets: Annotated[int, Field(ge=1, le=6)] = 1
    save: SpellSave | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """A character as written down before a fight. `scores` holds Ability and Skill scores by name (P1.7).

    `items` are ids of weapons and things; `wielded` are those of them in hand when the scene begins.
    """

    id: Id
    name: Name
    line: Name
    hp: Annotated[int, Field(ge=1, le=200)]
    speed: Annotated[int, Field(ge=1, le=20)]
    scores: dict[Name, Score]
    dr: Resistance = field(default_factory=dict)
    items: tuple[Id, ...] = ()
    wielded: tuple[Id, ...] = ()
    abilities: tuple[Id, ...] = ()
    spells: tuple[Id, ...] = ()
    note: Prose = ""


@dataclass(frozen=True, slots=True)
class Pack:
    """A content pack: the top level of a TOML file."""

    id: Id
    title: Name
    system: Literal["pace"]
    authors: tuple[Name, ...] = ()
    licence: Name = ""
    weapon: tuple[Weapon, ...] = ()
    thing: tuple[Thing, ...] = ()
    ability: tuple[Ability, ...] = ()
    spell: tuple[Spell, ...] = ()
    sheet: tuple[Sheet, ...] = ()


@dataclass(frozen=True, slots=True)
class Book:
    """All content of a fight, by id. Bare hands are among the weapons of every book."""

    weapons: dict[str, Weapon]
    things: dict[str, Thing]
    abilities: dict[str, Ability]
    spells: dict[str, Spell]
    sheets: dict[str, Sheet]


def book_of(packs: tuple[Pack, ...]) -> Book:
    """Several packs as one book. Ids must be unique over all of them (checked when packs are loaded)."""
    return Book(
        weapons={
            BARE_HANDS.id: BARE_HANDS,
            **{weapon.id: weapon for pack in packs for weapon in pack.weapon},
        },
        things={thing.id: thing for pack in packs for thing in pack.thing},
        abilities={ability.id: ability for pack in packs for ability in pack.ability},
        spells={spell.id: spell for pack in packs for spell in pack.spell},
        sheets={sheet.id: sheet for pack in packs for sheet in pack.sheet},
    )


def dice_of(text: str) -> tuple[tuple[int, int], ...]:
    """Dice as (count, sides), from the text of a pack."""
    groups = (group.strip().split("d") for group in text.split("+"))
    return tuple((int(count), int(sides)) for count, sides in groups)
