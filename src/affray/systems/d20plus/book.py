"""The book of a d20+ fight: sheets, weapons and abilities as content packs give them.

Everything here is frozen and checked when a pack is loaded. Field names are the keys of the TOML files.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

from pydantic import Field

TRAITS = ("Mind", "Body", "Spirit")
SKILLS = ("Knowledge", "Logic", "Might", "Grace", "Will", "Sense")
DISTANCES = ("Close", "Ranged", "Far", "Extreme")
LANES = ("Fast", "Mid", "Slow")
DIE_SIZES = (4, 6, 8, 10, 12)

Trait = Literal["Mind", "Body", "Spirit"]
Skill = Literal["Knowledge", "Logic", "Might", "Grace", "Will", "Sense"]
Distance = Literal["Close", "Ranged", "Far", "Extreme"]
Lane = Literal["Fast", "Mid", "Slow"]
Augment = Literal["Gear", "Training", "Magic", "Tactic", "Special"]
DieSize = Literal[4, 6, 8, 10, 12]
Nature = Literal["physical", "arcane", "emotional", "psychic", "ambiguous"]
Scene = Literal["duel", "lethal", "non-lethal"]

Id = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]*$", max_length=40)]
Name = Annotated[str, Field(min_length=1, max_length=60)]
Prose = Annotated[str, Field(max_length=600)]
TraitValue = Annotated[int, Field(ge=1, le=12)]
Bonus = Annotated[int, Field(ge=0, le=30)]


@dataclass(frozen=True, slots=True)
class AugmentDie:
    """One source of an Augment Die (D3.1).

    `applies_to` names the rolls it qualifies for (D3.6): skills ("Might"), Traits ("Body": any roll with that
    Trait behind it), attack tags or weapon ids ("blade"), "attack", "check", "setup", "defence",
    "Body defence", or "any".
    """

    type: Augment
    size: DieSize
    source: Name
    applies_to: Annotated[tuple[Name, ...], Field(min_length=1)]


@dataclass(frozen=True, slots=True)
class Weapon:
    """A way to attack: a weapon or an attacking spell (D8.4, D9.1).

    `ability` marks attacks that are abilities, which contested nullification can answer (D11.4).
    `on_hit` are riders of a hit: "prone", "push", "hex".
    """

    id: Id
    name: Name
    skill: Skill
    kind: Literal["melee", "ranged", "spell"]
    lane: Lane
    reach: Annotated[tuple[Distance, ...], Field(min_length=1)]
    nature: Nature = "physical"
    gear: DieSize | None = None
    exhausts: bool = False
    ability: bool = False
    tags: tuple[Name, ...] = ()
    on_hit: tuple[Literal["prone", "push", "hex"], ...] = ()


@dataclass(frozen=True, slots=True)
class Hex:
    """Marks a foe: the increment against it is 8 (D5.2)."""

    kind: Literal["hex"]


@dataclass(frozen=True, slots=True)
class Naming:
    """Marks a foe: the owner's increment against it is 5 (D5.2)."""

    kind: Literal["naming"]


@dataclass(frozen=True, slots=True)
class Quarry:
    """Designates the foe that Locked On is about (D7.4)."""

    kind: Literal["quarry"]


@dataclass(frozen=True, slots=True)
class LockedOn:
    """Suspends the No-Repeat rule when both Actions target the Quarry (D7.4)."""

    kind: Literal["locked on"]


@dataclass(frozen=True, slots=True)
class Mend:
    """Heals wounds of a Trait on a check of the ability's Skill."""

    kind: Literal["mend"]
    trait: Trait
    wounds: Annotated[int, Field(ge=1, le=12)] = 1
    target_number: Annotated[int, Field(ge=1, le=60)] = 15


@dataclass(frozen=True, slots=True)
class Topple:
    """A contested roll of the ability's Skill against Body; a success knocks the foe Prone (D8.11)."""

    kind: Literal["topple"]


@dataclass(frozen=True, slots=True)
class Shove:
    """A contested roll of the ability's Skill against Body; a success moves the foe one step (D8.11)."""

    kind: Literal["shove"]
    direction: Literal["push", "pull"]


@dataclass(frozen=True, slots=True)
class Ward:
    """Lends an Augment Die for some turns of the bearer."""

    kind: Literal["ward"]
    die: AugmentDie
    turns: Annotated[int, Field(ge=1, le=20)] = 1


@dataclass(frozen=True, slots=True)
class Exertion:
    """Breaks the split of the turn: further Actions and Moves (D7.1)."""

    kind: Literal["exertion"]
    actions: Annotated[int, Field(ge=0, le=2)] = 0
    moves: Annotated[int, Field(ge=0, le=2)] = 0


@dataclass(frozen=True, slots=True)
class CounterAttack:
    """A free attack back at a foe (D11.2); `on` says after what, also a foe crossing the own zone (D8.8)."""

    kind: Literal["counter-attack"]
    on: Annotated[
        tuple[Literal["miss", "wound", "critical block", "leaving", "entering"], ...], Field(min_length=1)
    ]


@dataclass(frozen=True, slots=True)
class Interception:
    """The owner becomes the target in an ally's place (D11.3)."""

    kind: Literal["interception"]
    within: Distance = "Close"


@dataclass(frozen=True, slots=True)
class ContestedNullification:
    """The owner rolls this Trait against an ability that targets it (D11.4)."""

    kind: Literal["contested nullification"]
    trait: Trait


@dataclass(frozen=True, slots=True)
class DefenceEnhancement:
    """Adds Augment Dice to the defence against an attack (D11.5)."""

    kind: Literal["defence enhancement"]
    dice: Annotated[tuple[AugmentDie, ...], Field(min_length=1)]


@dataclass(frozen=True, slots=True)
class Nullification:
    """Stops a non-physical attack outright (D11.6)."""

    kind: Literal["nullification"]
    natures: Annotated[tuple[Literal["arcane", "emotional", "psychic"], ...], Field(min_length=1)]


@dataclass(frozen=True, slots=True)
class BonusTurn:
    """A full extra turn at once (D11.7); `on` is its trigger.

    "foe out": a foe was put Out by the owner. "critical block": the owner made one. "ally out": an ally went
    Out.
    """

    kind: Literal["bonus turn"]
    on: Literal["foe out", "critical block", "ally out"]


Effect = Annotated[
    Hex
    | Naming
    | Quarry
    | LockedOn
    | Mend
    | Topple
    | Shove
    | Ward
    | Exertion
    | CounterAttack
    | Interception
    | ContestedNullification
    | DefenceEnhancement
    | Nullification
    | BonusTurn,
    Field(discriminator="kind"),
]

REACTION_EFFECTS = (
    CounterAttack,
    Interception,
    ContestedNullification,
    DefenceEnhancement,
    Nullification,
    BonusTurn,
)


@dataclass(frozen=True, slots=True)
class Ability:
    """An ability of a sheet (D7.2, D7.5, D11.1).

    `cost` is what using it takes. `cooldown` counts turns the owner begins (D11.10); "encounter": once.
    `skill` is the Skill of an [Action] or [Beat] that rolls, `against` the Trait a contested effect is
    resisted with. `lane` None: Mid for Actions (D9.5).
    """

    id: Id
    name: Name
    text: Prose
    cost: Literal["action", "beat", "reaction", "passive"]
    effect: Effect
    target: Literal["self", "ally", "foe", "none"] = "none"
    skill: Skill | None = None
    against: Trait | None = None
    lane: Lane | None = None
    reach: tuple[Distance, ...] = ("Close", "Ranged", "Far", "Extreme")
    cooldown: Annotated[int, Field(ge=0, le=20)] | Literal["encounter"] = 1


@dataclass(frozen=True, slots=True)
class SkillBuild:
    """What a Skill Score has beyond its Trait (D1.3): bonuses of creation, and steps bought."""

    species: Bonus = 0
    origin: Bonus = 0
    invested: Bonus = 0


@dataclass(frozen=True, slots=True)
class Sheet:
    """A Persona as written down before a fight."""

    id: Id
    name: Name
    profession: Name
    traits: dict[Trait, TraitValue]
    species: Name = ""
    origin: Name = ""
    skills: dict[Skill, SkillBuild] = field(default_factory=dict)
    power: Annotated[int, Field(ge=0, le=999)] | None = None
    weapons: tuple[Id, ...] = ()
    abilities: tuple[Id, ...] = ()
    dice: tuple[AugmentDie, ...] = ()
    note: Prose = ""


@dataclass(frozen=True, slots=True)
class Pack:
    """A content pack: the top level of a TOML file."""

    id: Id
    title: Name
    system: Literal["d20plus"]
    authors: tuple[Name, ...] = ()
    licence: Name = ""
    weapon: tuple[Weapon, ...] = ()
    ability: tuple[Ability, ...] = ()
    sheet: tuple[Sheet, ...] = ()


@dataclass(frozen=True, slots=True)
class Book:
    """All content of a fight, by id."""

    weapons: dict[str, Weapon]
    abilities: dict[str, Ability]
    sheets: dict[str, Sheet]


def book_of(packs: tuple[Pack, ...]) -> Book:
    """Several packs as one book. Ids must be unique over all of them (checked when packs are loaded)."""
    return Book(
        weapons={weapon.id: weapon for pack in packs for weapon in pack.weapon},
        abilities={ability.id: ability for pack in packs for ability in pack.ability},
        sheets={sheet.id: sheet for pack in packs for sheet in pack.sheet},
    )
