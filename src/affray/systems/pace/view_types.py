"""What a reader sees of a Pace fight: the `fight` part of the table's view.

Squares travel as indices, y * width + x, counted from the north-west; `names` of a square are like "H5".
"""

from __future__ import annotations

from typing import Literal, TypedDict

FacingName = Literal["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
Ground = Literal["open", "blocking", "difficult"]


class BoardView(TypedDict):
    """The board as it is now: a sign for each square, row by row ("." open, "#" blocking, ":" difficult).

    Objects are not drawn in it. `names` has the name of every square by index.
    """

    width: int
    height: int
    rows: list[str]
    names: list[str]


class TaskView(TypedDict):
    """An Interaction with an object that the scenario prices."""

    id: str
    name: str
    ap: int
    done: bool


class ObjectView(TypedDict):
    """Something that does not move. `hp` is None for what cannot be destroyed; `dr` is in words."""

    id: str
    name: str
    square: int
    hp: int | None
    hp_max: int | None
    dr: str
    blocks: bool
    door: Literal["open", "closed", "locked"] | None
    destroyed: bool
    tasks: list[TaskView]


class GroundItemView(TypedDict):
    """A weapon or thing that lies on the ground."""

    id: str
    name: str
    square: int
    bulk: int


class ItemView(TypedDict):
    """A weapon or thing that somebody carries; `detail` has its damage, score and range in words."""

    id: str
    name: str
    detail: str
    weapon: bool


class ScoreView(TypedDict):
    """An Ability or Skill score, or a DR by damage type."""

    name: str
    value: int


class SpentView(TypedDict):
    """What AP of this round went for."""

    what: str
    ap: int


class SpellView(TypedDict):
    """A prepared spell; `detail` has its Save, effect and range in words."""

    id: str
    name: str
    ap: int
    detail: str
    text: str


class AbilityView(TypedDict):
    """An Ability of the sheet."""

    id: str
    name: str
    text: str


class PivotView(TypedDict):
    """When this character's player is asked for a Pivot out of turn. Its own seat and the GM see it."""

    asks: Literal["foes", "all", "never"]
    not_this_round: bool


class CharacterView(TypedDict):
    """One character. `square` is None for a defeated one, which takes none any more; `body` is where it lies.

    `threatens` are the squares it threatens, `reach` those it could come to with a Move from here, each with
    its cost in Paces; `faces` are the characters in its wedge. `conditions` are short words. `status` is a
    short phrase for the turn strip.
    """

    id: str
    name: str
    letters: str
    side: str
    line: str
    square: int | None
    body: int
    facing: FacingName
    facing_words: str
    hp: int
    hp_max: int
    ap: int
    ap_max: int
    kept: int
    gained: int
    spent: list[SpentView]
    words: int
    speed: int
    speed_whole: int
    scores: list[ScoreView]
    dr: list[ScoreView]
    in_hand: list[ItemView]
    in_pack: list[ItemView]
    spells: list[SpellView]
    abilities: list[AbilityView]
    conditions: list[str]
    out: bool
    out_meaning: str
    threatens: list[int]
    reach: list[list[int]]
    faces: list[str]
    pivot: PivotView | None
    status: str


class OrderSlot(TypedDict):
    """A place in the initiative order: `total` is None for one that joined after the contest."""

    character: str
    total: int | None
    detail: str
    state: Literal["past", "now", "next", "out"]


class WalkView(TypedDict):
    """A Move or free movement under way."""

    kind: Literal["move", "free"]
    paces: int
    taken: int


class TurnView(TypedDict):
    """The turn under way. `diagonals` counts those so far: the next one costs two when it is odd."""

    character: str
    opened: bool
    free: bool
    walk: WalkView | None
    diagonals: int
    paid: bool


class WayView(TypedDict):
    """A square that an open question to this reader offers to walk to: the way, and what it costs."""

    option: str
    square: int
    cost: int
    squares: list[int]


class ShoveView(TypedDict):
    """One way in which an open question to this reader offers to move somebody by force (P7).

    `damage` is what falls for the Paces that are stopped, by terrain or by a character; "" if nothing.
    `halved`: both take half of it.
    """

    option: str
    character: str
    squares: list[int]
    damage: str
    halved: bool
    stopped_by: Literal["terrain", "character"] | None
    against: str | None


class ClashView(TypedDict):
    """The attack being resolved. `total` and `natural` once the attacker has rolled."""

    attacker: str
    weapon: str
    maneuver: str | None
    targets: list[str]
    total: int | None
    natural: int | None
    now: str | None


class ClockView(TypedDict):
    """A Challenge Clock; `full` says what is so once it is full."""

    id: str
    name: str
    segments: int
    filled: int
    full: str


class SideView(TypedDict):
    """A side by its letter and name."""

    id: str
    name: str


class FightView(TypedDict):
    """A Pace fight as one reader may see it."""

    round: int
    phase: Literal["initiative", "turns", "over"]
    sides: list[SideView]
    board: BoardView
    objects: list[ObjectView]
    items: list[GroundItemView]
    characters: list[CharacterView]
    order: list[OrderSlot]
    turn: TurnView | None
    clash: ClashView | None
    ways: list[WayView]
    shoves: list[ShoveView]
    clocks: list[ClockView]
    score_names: list[str]
    sheets: list[str]
    free_words: int
    outcome: str | None
