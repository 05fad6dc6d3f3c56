"""What a reader sees of a d20+ fight: the `fight` part of the table's view."""

from __future__ import annotations

from typing import Literal, TypedDict

Distance = Literal["Close", "Ranged", "Far", "Extreme"]
LaneName = Literal["Fast", "Mid", "Slow"]


class CoverView(TypedDict):
    """One obstacle of a zone; `holder` is the Persona behind it."""

    id: str
    name: str
    holder: str | None


class ZoneView(TypedDict):
    """A zone on the plan: x, y, width, height in plan units (the whole plan is 100 x 60)."""

    id: str
    name: str
    x: float
    y: float
    width: float
    height: float
    ground: str
    cover: list[CoverView]


class SkillView(TypedDict):
    """`score` is now, `unwounded` without wounds."""

    name: str
    score: int
    unwounded: int


class TraitView(TypedDict):
    """A Trait and wound track. `broken_turns`: own turn ends in a row at 0, of 3."""

    name: str
    value: int
    maximum: int
    broken_turns: int
    skills: list[SkillView]


class AugmentView(TypedDict):
    """An Augment Die source on the sheet."""

    type: Literal["Gear", "Training", "Magic", "Tactic", "Special"]
    size: int
    source: str
    applies: str


class TadView(TypedDict):
    """A banked TAD: its size, who gave it, and when it ends."""

    size: int
    source: str
    ends: str


class AbilityView(TypedDict):
    """`state` says ready, or what it waits for. `reaction` is the kind of reaction or None."""

    id: str
    name: str
    text: str
    kind: Literal["action", "beat", "move", "reaction", "passive"]
    reaction: str | None
    state: str
    ready: bool


class WeaponView(TypedDict):
    """A way to attack, with its Skill, lane and reach in `detail`."""

    id: str
    name: str
    detail: str
    exhausted: bool


class TurnView(TypedDict):
    """What is left of the turn under way. `split` is None until it is chosen."""

    persona: str
    bonus: bool
    split: str | None
    actions: int
    actions_total: int
    moves: int
    moves_total: int
    beats: int
    beats_total: int


class PersonaView(TypedDict):
    """One Persona as this reader may know it.

    `zone` is None for a concealed foe; `last_seen` is then where it vanished. `lane` is None before the
    reveal except for the reader's own seats; `declared` says whether it has chosen. `status` is a short
    phrase for the turn strip.
    """

    id: str
    name: str
    letters: str
    side: str
    profession: str
    zone: str | None
    last_seen: str | None
    out: bool
    out_meaning: str
    prone: bool
    cover: str | None
    concealed: bool
    concealment: int | None
    traits: list[TraitView]
    dice: list[AugmentView]
    tad: TadView | None
    lane: LaneName | None
    declared: bool
    abilities: list[AbilityView]
    weapons: list[WeaponView]
    marks: list[str]
    power: int
    status: str


class OrderSlot(TypedDict):
    """A Persona's place in the order."""

    persona: str
    state: Literal["past", "now", "next", "out"]


class LaneOrder(TypedDict):
    """The Personas of one lane, in the order they act."""

    lane: LaneName
    slots: list[OrderSlot]


class SideView(TypedDict):
    """A side by its letter and name."""

    id: str
    name: str


class StrikeArrow(TypedDict):
    """The attack being resolved, for the plan: solid arrow, and a dashed one where someone may step in."""

    attacker: str
    target: str
    stepping_in: list[str]


class TargetNumberView(TypedDict):
    """A rung of the ladder of Target Numbers."""

    number: int
    name: str


class FightView(TypedDict):
    """A d20+ fight as one reader may see it."""

    round: int
    phase: Literal["declaring", "turns", "over"]
    sides: list[SideView]
    zones: list[ZoneView]
    passages: list[list[str]]
    distances: dict[str, dict[str, Distance]]
    personas: list[PersonaView]
    order: list[LaneOrder]
    turn: TurnView | None
    strike: StrikeArrow | None
    skills: list[str]
    target_numbers: list[TargetNumberView]
    sheets: list[str]
    outcome: str | None
