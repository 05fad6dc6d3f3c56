"""The book of a Sunder scene: sheets, weapons, armor, abilities with their cards.

Everything here is frozen and checked when a pack is loaded. Field names are the keys of the TOML files.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

from pydantic import Field

from affray.kernel.clauses import clause
from affray.systems.sunder.names import (
    Archetype,
    Band,
    ConditionName,
    Contour,
    DieSize,
    InterventionRank,
    PerkName,
    Potential,
    Riskiness,
    Skill,
    Span,
)

Id = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]*$", max_length=40)]
Name = Annotated[str, Field(min_length=1, max_length=60)]
Prose = Annotated[str, Field(max_length=600)]
Tag = Annotated[str, Field(pattern=r"^[a-z][a-z -]*$", max_length=24)]
"""What something is made of or comes from, for Proof and Bane: "fire", "iron"."""
DiceText = Annotated[str, Field(pattern=r"^([1-9]?d(4|6|8|10|12)|[1-9]?DV|[1-9][0-9]?)$", max_length=6)]
"""Dice as a pack writes them: "2d6", "DV" (the user's Volatility Die of the effect's Potential), "3"."""
Score = Annotated[int, Field(ge=1, le=20)]
Small = Annotated[int, Field(ge=0, le=10)]

EffectKind = Literal[
    "damage",
    "stress",
    "marks",
    "push",
    "condition",
    "end condition",
    "clear stress",
    "regain resistance",
    "restore marks",
    "move",
    "advantage",
    "advantage against",
    "trade places",
    "move stress",
    "extra attack",
    "guard",
    "beat",
    "reload",
    "fetch",
    "escape",
    "dispel",
    "equipment",
]
Recipient = Literal["target", "self", "area", "other"]
"""Whom an effect is for: the target, the user, everybody within the area, or who set a Trait off."""


@dataclass(frozen=True, slots=True)
class Effect:
    """One thing that a half, a Surge, a reaction, an Intervention or an Escalation does.

    - "damage": `dice` (or `amount`) to `potential`; "DV" is the user's die of `other`, else of `potential`.
      "stress", "marks": `amount`, Stress in `potential`.
    - "push": `amount` spaces away from the user. "move": the recipient moves up to `band`.
    - "condition": `condition` with `potential`, `other` and `amount` (its X) for `span`.
    - "end condition": `condition`, or any that somebody else can dispel.
    - "clear stress": `amount` (or `dice` as healing, S3.3) in `potential`; without one, the user's pick of a
      `physical` or mental track. "regain resistance" likewise. "restore marks": `amount`.
    - "advantage": the next Test of the recipient on `test` has Advantage (`amount` 1) or Disadvantage (-1)
      within `span`; "advantage against": the next Test against it.
    - "trade places": with the target, and take its place as target. "move stress": what comes in, from
      `potential` to `other`. "extra attack": one more weapon or unarmed attack.
    - "guard": for `span`, Stress in `potential` is cut by a roll of its die.
    - "beat": `amount` Beats. "reload": a Loading weapon. "fetch": a thrown weapon.
    - "escape": a Test of `test` ends a Held or Bound. "dispel": ends what runs and is Magick.
    - "equipment": one item of the recipient suffers Equipment Fallout (S14.9).
    """

    kind: EffectKind
    on: Recipient = "target"
    potential: Potential | None = None
    other: Potential | None = None
    amount: Annotated[int, Field(ge=-10, le=24)] = 1
    dice: DiceText | None = None
    condition: ConditionName | None = None
    span: Span = "round"
    band: Band | None = None
    test: Name | None = None
    """A Skill, a Potential, "attack" or "any"; several with a slash between."""
    pool: Literal["any", "physical", "mental"] = "any"


@dataclass(frozen=True, slots=True)
class Cost:
    """What is paid before an effect (S7.7): Stress taken or Resistance spent in a Potential."""

    kind: Literal["stress", "resistance"]
    potential: Potential
    amount: Annotated[int, Field(ge=1, le=6)] = 1


Trigger = Literal[
    "targeted",
    "ally targeted",
    "incoming stress",
    "harmed",
    "missed",
    "touched",
    "own attack",
    "own test",
    "foe closes",
    "foe leaves",
    "foe acts",
    "resisted",
]
"""What sets a reaction off.

"targeted", "ally targeted": an attack or effect is announced (S5.20). "incoming stress": Stress in
`potential` is about to be applied. "harmed": damage was taken. "missed": an attack on the owner failed.
"touched": a creature within Here harmed the owner. "own attack": after an own weapon or unarmed attack.
"own test": an own Test's level is known. "foe closes", "foe leaves": a foe moves closer, to within `band`, or
away from there. "foe acts": a foe within `band` has used a card. "resisted": a target has resisted
the owner's effect.
"""


@dataclass(frozen=True, slots=True)
class Reaction:
    """What a Trait or a running card lets its owner do out of turn (S7.2).

    `potential` and `only` narrow the trigger down, `band` says how near it must happen. `per` "turn": once in
    every turn, and not once a round (S7.3). `uses`: so often in all, 0 for no such end.
    """

    triggers: Annotated[tuple[Trigger, ...], Field(min_length=1)]
    effects: tuple[Effect, ...]
    cost: tuple[Cost, ...] = ()
    potential: Potential | None = None
    only: Literal["any", "physical", "mental"] = "any"
    band: Band = "Yonder"
    per: Literal["round", "turn"] = "round"
    uses: Small = 0
    text: Prose = ""


@dataclass(frozen=True, slots=True)
class Half:
    """The top or the bottom of an Action Card, a Surge, or an Option.

    `skills` are those that its Test may use; none: no Test. With `potential` it is a Hybrid Test (S1.18).
    `resist` are the Skills with which the target may resist. `attack`: a weapon or unarmed attack. `area` is
    the size of its area (S11.4). `effects` follow a success, `consequence` a failed Spell Test (S14.4).
    `reaction` is what runs on for `span`, or on a `sequence` die (S9.7), "DV" being the user's die of
    `potential`. `special` names a half whose rule is the register's own. `options`: an Option Card is chosen
    (S8.2). `concentration` is the Potential whose Resistance keeps it up (S9.9).
    """

    name: Name
    text: Prose
    skills: tuple[Skill, ...] = ()
    potential: Potential | None = None
    risk: Riskiness = "Uncertain"
    target: Literal["self", "ally", "foe", "creature", "zone", "none"] = "self"
    range: Band = "Here"
    area: Literal["Near", "Close", "Far"] | None = None
    attack: Literal["weapon", "melee", "ranged"] | None = None
    resist: tuple[Skill, ...] = ()
    cost: tuple[Cost, ...] = ()
    effects: tuple[Effect, ...] = ()
    consequence: tuple[Effect, ...] = ()
    reaction: Reaction | None = None
    span: Span | None = None
    sequence: Literal["D4", "DV"] | None = None
    reset: Literal["General", "Spell", "Short Rest", "Long Rest"] = "General"
    concentration: Potential | None = None
    harmful: bool = False
    magick: bool = False
    sound: bool = False
    natures: tuple[Tag, ...] = ()
    special: Name | None = None
    options: bool = False


@dataclass(frozen=True, slots=True)
class Ability:
    """An ability and its card (S8.1).

    An "action" has a `top` and a `bottom`, a "surge" has `surge`, a "trait" has `reaction` or changes scores:
    `scores` are added to Potentials, `marks` to the Marks, `proof` and `bane` are what its owner has.
    `replaces` is the General card it stands for (S5.10). `domain` is what it belongs to.
    """

    id: Id
    name: Name
    activation: Literal["action", "surge", "trait"]
    text: Prose = ""
    domain: Name | None = None
    top: Half | None = None
    bottom: Half | None = None
    surge: Half | None = None
    reaction: Reaction | None = None
    scores: dict[Potential, Annotated[int, Field(ge=-5, le=5)]] = field(default_factory=dict)
    marks: Annotated[int, Field(ge=-3, le=3)] = 0
    proof: tuple[Tag, ...] = ()
    bane: tuple[Tag, ...] = ()
    replaces: Id | None = None


@dataclass(frozen=True, slots=True)
class OptionCard:
    """One way to use its Parent Ability (S8.2). It uses the parent's card, half, limits and reset (S8.3)."""

    id: Id
    name: Name
    parent: Id
    half: Half


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon, or natural arms (S14.5, S14.6). `range` is that of a ranged one, `thrown` how far it flies.

    `loading` is how often it can be used before it is loaded again. `special` is a rider on a hit.
    """

    id: Id
    name: Name
    die: DieSize
    to: Potential
    kind: Literal["melee", "ranged"] = "melee"
    range: Band = "Here"
    thrown: Band | None = None
    loading: Small = 0
    durability: Small = 0
    half_hand: bool = False
    heavy: bool = False
    brutal: bool = False
    reach: bool = False
    unwieldy: bool = False
    entangling: bool = False
    discreet: bool = False
    brittle: bool = False
    fragile: bool = False
    tough: bool = False
    two_handed: bool = False
    natural: bool = False
    natures: tuple[Tag, ...] = ()
    special: tuple[Effect, ...] = ()
    note: Prose = ""


@dataclass(frozen=True, slots=True)
class Armor:
    """Armor with its Protection Slots (S14.7). `shield` is the Potential of a Shield."""

    id: Id
    name: Name
    slots: Annotated[int, Field(ge=1, le=6)]
    light: bool = False
    heavy: bool = False
    shield: Potential | None = None
    durability: Small = 0
    indiscreet: bool = False
    discreet: bool = False


@dataclass(frozen=True, slots=True)
class Knack:
    """A Knack adds a die where it is relevant (S2.2): to these Skills, weapons or cards, by name or id."""

    name: Name
    to: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class Perk:
    """A Perk in a slot of a Volatility Die (S2.7)."""

    potential: Potential
    face: Annotated[int, Field(ge=2, le=11)]
    name: PerkName


@dataclass(frozen=True, slots=True)
class Sheet:
    """A creature as written down before a scene.

    `scores` and `dice` are by Potential; a die that is not named is a D4 (S2.1). `marks` overrides what the
    Archetype gives (S3.23); an adversary's default is 1 (S12.2). `interventions` and `escalations` are those
    of its `contour` that it has (S12.6).
    """

    id: Id
    name: Name
    line: Name
    kind: Literal["player", "adversary"]
    scores: dict[Potential, Score]
    archetype: Archetype | None = None
    contour: Contour | None = None
    tier: Annotated[int, Field(ge=0, le=5)] = 1
    marks: Annotated[int, Field(ge=1, le=12)] | None = None
    dice: dict[Potential, DieSize] = field(default_factory=dict)
    perks: tuple[Perk, ...] = ()
    charged: tuple[Potential, ...] = ()
    skills: tuple[Skill, ...] = ()
    domains: tuple[Name, ...] = ()
    knacks: tuple[Knack, ...] = ()
    weapons: tuple[Id, ...] = ()
    armor: tuple[Id, ...] = ()
    abilities: Annotated[tuple[Id, ...], Field(max_length=40)] = ()
    proof: tuple[Tag, ...] = ()
    bane: tuple[Tag, ...] = ()
    interventions: tuple[InterventionRank, ...] = ()
    escalations: tuple[InterventionRank, ...] = ()
    note: Prose = ""


@dataclass(frozen=True, slots=True)
class Pack:
    """A content pack: the top level of a TOML file."""

    id: Id
    title: Name
    system: Literal["sunder"]
    authors: tuple[Name, ...] = ()
    licence: Name = ""
    weapon: tuple[Weapon, ...] = ()
    armor: tuple[Armor, ...] = ()
    ability: tuple[Ability, ...] = ()
    option: tuple[OptionCard, ...] = ()
    sheet: tuple[Sheet, ...] = ()


@dataclass(frozen=True, slots=True)
class Book:
    """All content of a scene, by id."""

    weapons: dict[str, Weapon]
    armor: dict[str, Armor]
    abilities: dict[str, Ability]
    options: dict[str, OptionCard]
    sheets: dict[str, Sheet]


def book_of(packs: tuple[Pack, ...]) -> Book:
    """Several packs as one book. Ids must be unique over all of them (checked when packs are loaded)."""
    return Book(
        weapons={weapon.id: weapon for pack in packs for weapon in pack.weapon},
        armor={armor.id: armor for pack in packs for armor in pack.armor},
        abilities={ability.id: ability for pack in packs for ability in pack.ability},
        options={option.id: option for pack in packs for option in pack.option},
        sheets={sheet.id: sheet for pack in packs for sheet in pack.sheet},
    )


_POOLS: dict[str, int] = {
    "Spellslinger": 2, "Summoner": 2, "Control": 3, "Face": 3, "Saboteur": 4, "Support": 4, "Frontliner": 5,
    "Halfcaster": 5, "Healer": 6, "Tank": 6,
}  # fmt: skip


@clause("S3.23", "S12.2")
def marks_of(sheet: Sheet) -> int:
    """How many Marks a creature can take: by its Archetype, 1 without one, or what its sheet says."""
    if sheet.marks is not None:
        return sheet.marks
    return 1 if sheet.archetype is None else _POOLS[sheet.archetype]


def dice_of(text: str) -> tuple[int, int]:
    """Dice as (count, sides) from the text of a pack; "DV" has sides 0, a fixed number sides 1."""
    if text.endswith("DV"):
        return int(text[:-2] or 1), 0
    if "d" in text:
        count, sides = text.split("d")
        return int(count or 1), int(sides)
    return int(text), 1
