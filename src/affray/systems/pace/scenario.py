"""A Pace scenario as written in TOML: a map drawn as text, the sides, who stands where, and the scene."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import Field

from affray.systems.pace.book import ActionPoints, Id, Name, Prose, Resistance, RollKind

OPEN, BLOCKING, DIFFICULT = ".", "#", ":"
"""What the signs of a map mean. Letters and figures are open squares with a name for "at"."""
SIDE_MAX = 60

SideId = Literal["A", "B", "C", "D"]
Facing = Literal["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
Place = Annotated[str, Field(pattern=r"^[A-Za-z0-9]{1,4}$")]
"""A square by its name ("H5": columns by letter from the west, rows by number from the north), or by a sign
that stands once on the map."""


@dataclass(frozen=True, slots=True)
class Start:
    """How a character enters where that differs from fresh: for examples and scenes in mid-fight.

    `slow_until` is the round to whose end Speed is halved, `held_by` are sources of Tethered (1), `edges` are
    Advantages waiting for the next roll of a kind, `wielded` replaces what the sheet has in hand.
    """

    hp: Annotated[int, Field(ge=0, le=200)] | None = None
    ap: ActionPoints = 0
    waited: bool = False
    slow_until: Annotated[int, Field(ge=0, le=999)] = 0
    held_by: tuple[Id, ...] = ()
    edges: dict[RollKind, Annotated[int, Field(ge=-5, le=5)]] = field(default_factory=dict)
    wielded: tuple[Id, ...] | None = None
    words: Annotated[int, Field(ge=0, le=500)] | None = None
    at: Place | None = None
    facing: Facing | None = None


@dataclass(frozen=True, slots=True)
class Combatant:
    """A character of the scenario. `id` defaults to the sheet's id, `name` to the sheet's name."""

    sheet: Id
    side: SideId
    at: Place
    facing: Facing = "N"
    id: Id | None = None
    name: Name | None = None
    start: Start = field(default_factory=Start)


def combatant_id(combatant: Combatant) -> str:
    """A character is called by its own id or else by its sheet's."""
    return combatant.id or combatant.sheet


@dataclass(frozen=True, slots=True)
class TaskSave:
    """The Save of a task: a score against the GM's DC (P1.2)."""

    score: Name
    dc: Annotated[int, Field(ge=1, le=60)]


@dataclass(frozen=True, slots=True)
class Task:
    """An Interaction with an object that the scenario prices (P8.1). With a `clock` its Save advances
    that, or without a Save the task itself fills a segment.

    `once`: it can be done only once.
    """

    id: Id
    name: Name
    ap: ActionPoints = 1
    save: TaskSave | None = None
    clock: Id | None = None
    once: bool = False


@dataclass(frozen=True, slots=True)
class SceneObject:
    """Something that does not move (P4.9). Without `hp` nothing can destroy it.

    `blocks`: its square is blocking terrain while it stands. A `door` blocks unless it is open.
    """

    id: Id
    name: Name
    at: Place
    hp: Annotated[int, Field(ge=1, le=500)] | None = None
    dr: Resistance = field(default_factory=dict)
    blocks: bool = True
    door: Literal["open", "closed", "locked"] | None = None
    task: tuple[Task, ...] = ()


def blocks_at_start(thing: SceneObject) -> bool:
    """Whether an object makes its square blocking terrain when the scene begins: a door if it is not open."""
    return thing.blocks if thing.door is None else thing.door != "open"


@dataclass(frozen=True, slots=True)
class GroundItem:
    """A weapon or thing that lies on the ground when the scene begins."""

    gear: Id
    at: Place


@dataclass(frozen=True, slots=True)
class Clock:
    """A Challenge Clock (P9.1). `full` says what is then so; with `ends` the scene is over by it.

    `side` is whose aim it is, and so who has then won.
    """

    id: Id
    name: Name
    segments: Annotated[int, Field(ge=2, le=12)]
    filled: Annotated[int, Field(ge=0, le=12)] = 0
    full: Prose = ""
    ends: bool = False
    side: SideId | None = None


@dataclass(frozen=True, slots=True)
class Scenario:
    """The scene before it begins.

    `map` has a line for each row of squares, all of the same length: "." open, "#" blocking, ":" difficult,
    a letter or figure an open square that "at" can name. `packs` are ids of packs that come with affray or
    paths beside the file. `rulings` sets named rulings.
    """

    title: Name
    system: Literal["pace"]
    packs: Annotated[tuple[str, ...], Field(min_length=1)]
    sides: dict[SideId, Name]
    map: Annotated[str, Field(min_length=1, max_length=4_000)]
    combatant: Annotated[tuple[Combatant, ...], Field(min_length=1, max_length=40)]
    object: Annotated[tuple[SceneObject, ...], Field(max_length=60)] = ()
    item: Annotated[tuple[GroundItem, ...], Field(max_length=60)] = ()
    clock: Annotated[tuple[Clock, ...], Field(max_length=12)] = ()
    scene: Name = "fight"
    intro: Prose = ""
    rulings: dict[str, Any] = field(default_factory=dict)


def rows_of(map_text: str) -> list[str]:
    """The lines of a map, without blank ones around and without what stands before the board."""
    lines = [line.rstrip() for line in map_text.splitlines()]
    while lines and not lines[0]:
        lines.pop(0)
    while lines and not lines[-1]:
        lines.pop()
    return [line.strip() for line in lines]
