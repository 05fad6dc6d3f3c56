"""A Cantor scenario as written in TOML: a map of hexes drawn as text, the sides, who stands where."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import Field

from affray.systems.cantor.book import ConditionName, Id, Name, Prose, Small

OPEN, BLOCKING, DIFFICULT, SOFT, HARD, LETHAL = ".", "#", ":", "s", "h", "~"
"""What the signs of a map mean. "~" is the drop behind a lethal edge: nobody enters it but by force (C3.13).
Capital letters and figures are open hexes with a name for "at"."""
SIDE_MAX = 60

SideId = Literal["A", "B", "C", "D"]
Place = Annotated[str, Field(pattern=r"^[A-Z0-9]{1,4}$")]


@dataclass(frozen=True, slots=True)
class Start:
    """How a unit enters where that differs from fresh: for examples and scenes in mid-fight.

    `conditions` last as their rules say, as if they had just come between two turns. `fractured`: its
    Fracture is manifest. `grapples` is the id of a unit that it has hold of.
    """

    hp: Annotated[int, Field(ge=0, le=100)] | None = None
    structure: Annotated[int, Field(ge=0, le=8)] | None = None
    stress: Annotated[int, Field(ge=0, le=8)] | None = None
    overshield: Annotated[int, Field(ge=0, le=50)] = 0
    burn: Annotated[int, Field(ge=0, le=50)] = 0
    band: Annotated[int, Field(ge=0, le=4)] = 0
    fractured: bool = False
    cooldowns: Small = 0
    tokens: Small = 0
    conditions: tuple[ConditionName, ...] = ()
    grapples: Id | None = None
    at: Place | None = None


@dataclass(frozen=True, slots=True)
class Combatant:
    """A unit of the scenario. `joins` is the round at whose start it comes in; 1: it is there from the first.

    `id` defaults to the sheet's id, `name` to the sheet's name.
    """

    sheet: Id
    side: SideId
    at: Place
    id: Id | None = None
    name: Name | None = None
    joins: Annotated[int, Field(ge=1, le=30)] = 1
    start: Start = field(default_factory=Start)


def combatant_id(combatant: Combatant) -> str:
    """A unit is called by its own id or else by its sheet's."""
    return combatant.id or combatant.sheet


@dataclass(frozen=True, slots=True)
class Scenario:
    """The scene before it begins.

    `map` has a line for each row of hexes, all of the same length; odd rows (the second, the fourth ...) lie
    half a hex to the east. `packs` are ids of packs that come with affray or paths beside the file.
    """

    title: Name
    system: Literal["cantor"]
    packs: Annotated[tuple[str, ...], Field(min_length=1)]
    sides: dict[SideId, Name]
    map: Annotated[str, Field(min_length=1, max_length=4_000)]
    combatant: Annotated[tuple[Combatant, ...], Field(min_length=1, max_length=40)]
    scene: Name = "fight"
    intro: Prose = ""
    rulings: dict[str, Any] = field(default_factory=dict)


def rows_of(map_text: str) -> list[str]:
    """The lines of a map, without blank ones around and without what stands before the board."""
    lines = [line.strip() for line in map_text.splitlines()]
    while lines and not lines[0]:
        lines.pop(0)
    while lines and not lines[-1]:
        lines.pop()
    return lines
