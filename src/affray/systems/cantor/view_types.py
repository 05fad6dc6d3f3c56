"""What a reader sees of a Cantor fight: the `fight` part of the table's view.

Hexes travel as indices, row * width + column, counted from the north-west; odd rows lie half a hex to the
east. A unit that is hidden from the reader is not among `units` at all: only a marker stands for it.
"""

from __future__ import annotations

from typing import Literal, TypedDict


class BoardView(TypedDict):
    """The board: a sign for each hex, row by row.

    "." open, "#" blocking, ":" difficult, "s" soft and "h" hard cover, "~" the drop behind a lethal edge.
    `names` has the name of every hex by index.
    """

    width: int
    height: int
    rows: list[str]
    names: list[str]


class ConditionView(TypedDict):
    """A condition chip: its icon's key is its name. `ends` says when it goes, `text` what it does."""

    name: str
    ends: str
    text: str
    clause: str


class WeaponView(TypedDict):
    """A weapon with its damage, range and tags in `detail`."""

    id: str
    name: str
    kind: Literal["melee", "ranged", "tech", "sonic"]
    detail: str
    text: str
    ready: bool


class FractureView(TypedDict):
    """A Cantor's Fracture: named always, `manifest` while it works."""

    stone: str
    name: str
    text: str
    manifest: bool


class CantorView(TypedDict):
    """What only a Cantor has. `overcharged`: the band is at `band_max`; `comes` says what comes and when."""

    structure: int
    structure_max: int
    stress: int
    stress_max: int
    band: int
    band_max: int
    overcharged: bool
    fracture: FractureView
    oath: str
    sworn_this_round: bool
    tokens: int
    cooldown_cost: int
    comes: str


class UnitView(TypedDict):
    """One unit as this reader may know it.

    `marker` is the hex where others see it while it is Hidden (own side and GM only). `status` is a short
    phrase for the strip; `activations` and `acted` are of this round.
    """

    id: str
    name: str
    letters: str
    side: str
    kind: Literal["cantor", "enemy"]
    line: str
    hex: int | None
    hp: int
    hp_max: int
    overshield: int
    burn: int
    armor: int
    evasion: int
    evasion_now: int
    e_defense: int
    speed: int
    speed_now: int
    grit: int
    sensors: int
    resistance: list[str]
    reaction: bool
    activations: int
    acted: int
    conditions: list[ConditionView]
    grapple: str | None
    weapons: list[WeaponView]
    cantor: CantorView | None
    marker: int | None
    out: str
    status: str


class MarkerView(TypedDict):
    """Somewhere within `marker_distance` hexes of here a unit of that side hides."""

    hex: int
    side: str


class TurnView(TypedDict):
    """What is left of the turn under way; None in `unit` where the reader may not know whose it is.

    `quick_max` is how many Quick actions a turn has.
    """

    unit: str | None
    move: bool
    quick: int
    quick_max: int
    full: bool
    reaction: bool


class OrderSlot(TypedDict):
    """One activation of this round. A unit hidden from the reader has none."""

    unit: str
    state: Literal["past", "now", "next", "out"]


class SideOrder(TypedDict):
    """The activations of one side; `chooses`: it is this side's turn to choose a unit."""

    side: str
    chooses: bool
    slots: list[OrderSlot]


class WayView(TypedDict):
    """A hex that an open question to this reader offers to go to: the way and what it costs."""

    option: str
    hex: int
    cost: int
    hexes: list[int]


class RingView(TypedDict):
    """The move ring of the unit that may move: its hexes, and their border as closed lines of corners."""

    hexes: list[int]
    lines: list[list[list[int]]]


class AimView(TypedDict):
    """A line of fire that an open question to this reader offers: the hexes on it, the cover that counts."""

    option: str
    target: str
    hexes: list[int]
    cover: Literal["none", "soft", "hard"]
    cover_hex: int | None
    net: int


class ClashView(TypedDict):
    """The attack being resolved; None for who is hidden from the reader."""

    attacker: str | None
    weapon: str
    targets: list[str]
    now: str | None


class OathView(TypedDict):
    """An Oath sworn this round."""

    unit: str
    oath: str


class SideView(TypedDict):
    """A side by its letter and name."""

    id: str
    name: str


class FightView(TypedDict):
    """A Cantor fight as one reader may see it. `marker_distance`: how far from its marker a unit may hide."""

    round: int
    phase: Literal["choosing", "turn", "over"]
    sides: list[SideView]
    board: BoardView
    units: list[UnitView]
    markers: list[MarkerView]
    marker_distance: int
    order: list[SideOrder]
    turn: TurnView | None
    clash: ClashView | None
    ways: list[WayView]
    ring: RingView | None
    aims: list[AimView]
    oaths: list[OathView]
    choir: bool
    arriving: list[str]
    sheets: list[str]
    outcome: str | None
