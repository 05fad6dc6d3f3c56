"""The shapes of a Sunder scene as a client sees it. Plain JSON; the client's types are made from these."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from affray.kernel.presentation import Remark


class PerkView(TypedDict):
    """A Perk in its slot."""

    face: int
    name: str
    text: str


class TrackView(TypedDict):
    """A Potential as a row of slots: first Stress, then free ones, then spent Resistance.

    `jinx` is the face up to which the die is jinxed (S2.4).
    """

    potential: str
    score: int
    stress: int
    spent: int
    die: int
    jinx: int
    charged: bool
    perks: list[PerkView]
    skills: list[str]
    """The Skills of it in which the creature is proficient."""


class EffectView(TypedDict):
    """A Condition, an Advantage to come, or a card that runs: its words, when it ends, and its clause.

    `die` and `value` are those of a Sequence, else 0. Of what runs, `number` is what it is dropped by and
    `card` the id of its card.
    """

    name: str
    text: str
    ends: str
    clause: str | None
    die: int
    value: int
    number: NotRequired[int]
    card: NotRequired[str]


class ItemView(TypedDict):
    """A weapon or a piece of armor, in words. `lies` is a zone's name, `slots` are left of `slots_max`."""

    id: str
    name: str
    text: str
    in_hand: bool
    lies: str | None
    shots: int | None
    slots: int
    slots_max: int
    worn: int
    broken: bool


class CreatureView(TypedDict):
    """A creature. `place` is its place in the queue, or None; the turn under way counts as place 1."""

    id: str
    name: str
    line: str
    side: str
    kind: Literal["player", "adversary"]
    archetype: str | None
    contour: str | None
    tier: int
    zone: str
    out: str
    dying: str | None
    marks: int
    pool: int
    tracks: list[TrackView]
    conditions: list[EffectView]
    favours: list[EffectView]
    running: list[EffectView]
    exhaustion: int
    items: list[ItemView]
    domains: list[str]
    knacks: list[str]
    beats: int
    strings: int
    turns: int
    surge: str | None
    """The name of the Surge that lies face down, or None."""
    place: int | None
    note: str


class HalfView(TypedDict):
    """A half of a card in words. `refusal` says why it cannot be played now."""

    name: str
    text: str
    test: str
    """The Test it takes: "Might (Force)"; empty without one."""
    cost: str
    default: str
    """The plain default of its side, in words (S5.7)."""
    refusal: Remark | None


class CardView(TypedDict):
    """A card of a hand. `state`: how it lies.

    "ready"; "used" till the next turn; "out" till a rest; "active" while it runs; "face down" after a Surge.
    `back` says when it comes back, `reacted` that a Trait has had its Reaction of this round.
    """

    id: str
    name: str
    kind: Literal["action", "surge", "trait", "option"]
    general: bool
    text: str
    top: HalfView | None
    bottom: HalfView | None
    surge: HalfView | None
    state: Literal["ready", "used", "out", "active", "face down"]
    back: str
    parent: str | None
    reacted: bool
    refusal: Remark | None
    """Why a Surge cannot be used now."""


class HandView(TypedDict):
    """The cards of one creature, General ones first."""

    creature: str
    cards: list[CardView]


class EntryView(TypedDict):
    """A place in the queue: a creature, or a group action with its lead first."""

    creatures: list[str]
    gave_way_to: list[str]


class TurnView(TypedDict):
    """The turn under way. `plays` are the halves played, as "Strike, top"."""

    creature: str
    group: list[str]
    slot: bool
    plays: list[str]
    feet_left: int


class GauntletView(TypedDict):
    """What a seat of this reader can do about the queue. `would_be` is the place it would get, from 1.

    The turn under way counts as place 1. `give_way_to` are creatures, `join` leads of entries.
    """

    creature: str
    queued: bool
    acting: bool
    place: int | None
    would_be: int | None
    refusal: Remark | None
    give_way_to: list[str]
    join: list[str]
    group: list[str]


class ActionView(TypedDict):
    """The action that is announced and not resolved yet."""

    number: int
    creature: str
    name: str
    targets: list[str]


class CountdownView(TypedDict):
    """A Countdown. `dread` is 0 without a Dread die; `decided` is "", "Hope" or "Dread"."""

    id: str
    name: str
    size: int
    side: str
    hope: int
    dread: int
    decides: bool
    decided: str
    creature: str | None
    skills: list[str]


class ThingView(TypedDict):
    """An object. `holds` is what a search found, for those who may know."""

    id: str
    name: str
    zone: str
    closed: bool | None
    holds: str | None


class ZoneView(TypedDict):
    """A zone, placed in tiles of 5 feet. `ways` are the zones that one can go to from it now."""

    id: str
    name: str
    x: int
    y: int
    narrow: bool
    ways: list[str]


class DistanceView(TypedDict):
    """How far a zone is from another: the range, feet, and whether there is a line of sight."""

    zone: str
    band: str
    feet: int
    sight: bool


class KitView(TypedDict):
    """An Intervention or an Escalation of an adversary; for the GM alone."""

    kind: Literal["Intervention", "Escalation"]
    rank: str
    text: str
    cost: int
    refusal: Remark | None


class AdversaryKit(TypedDict):
    """What an adversary has of its contour. `budget` is the Difficulty (S12.5)."""

    creature: str
    budget: int
    spent: int
    kit: list[KitView]


class FightView(TypedDict):
    """A scene for one reader. `hands` are those of its own seats, the GM's of all."""

    system: Literal["sunder"]
    title: str
    scene: str
    intro: str
    sides: dict[str, str]
    creatures: list[CreatureView]
    zones: list[ZoneView]
    distances: dict[str, list[DistanceView]]
    queue: list[EntryView]
    turn: TurnView | None
    slot: bool
    """A GM slot is open."""
    forfeits: int
    announced: int
    action: ActionView | None
    surges: list[str]
    """Surges that wait for the action to be resolved, in words."""
    risk: str
    countdowns: list[CountdownView]
    things: list[ThingView]
    hands: list[HandView]
    gauntlets: list[GauntletView]
    kits: list[AdversaryKit]
    weighed: str | None
    """Who is asked something now, for all to read; or None."""
    outcome: str | None
    sheets: NotRequired[list[str]]
    """Ids of sheets that the GM can bring in; for the GM alone."""
