"""A d20+ scenario as written in TOML: the place, the sides, who stands where, and the scene's terms."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import Field

from affray.systems.d20plus.book import AugmentDie, DieSize, Id, Name, Prose, Scene, Trait

SideId = Literal["A", "B", "C", "D"]
PlanUnit = Annotated[float, Field(ge=0, le=100)]


@dataclass(frozen=True, slots=True)
class Zone:
    """A zone of the graph (D8.2). `x`, `y`, `width`, `height` place it on a plan of 100 by 60 units.

    `cover` names its obstacles; each hides one Persona (D8.5). `ground` is how the plan is drawn.
    """

    id: Id
    name: Name
    x: PlanUnit
    y: PlanUnit
    width: PlanUnit
    height: PlanUnit
    cover: tuple[Name, ...] = ()
    ground: Literal["plain", "water", "iron", "stair", "rubble", "wood"] = "plain"


@dataclass(frozen=True, slots=True)
class Start:
    """How a Persona enters the fight where that differs from fresh: for examples and scenes in mid-fight.

    `wounds` per Trait; `broken_turns` the count of D6.6 per Trait; `tad` a banked die; `cover` an obstacle's
    name; `concealment` a score; `hexed`, `named_by`, `quarry_of` ids of Personas; `ward` dice lent to it.
    """

    wounds: dict[Trait, Annotated[int, Field(ge=0, le=12)]] = field(default_factory=dict)
    broken_turns: dict[Trait, Annotated[int, Field(ge=0, le=2)]] = field(default_factory=dict)
    tad: DieSize | None = None
    prone: bool = False
    cover: Name | None = None
    concealment: Annotated[int, Field(ge=0, le=200)] | None = None
    hexed_by: Id | None = None
    named_by: tuple[Id, ...] = ()
    quarry_of: tuple[Id, ...] = ()
    exhausted: tuple[Id, ...] = ()
    ward: tuple[AugmentDie, ...] = ()


@dataclass(frozen=True, slots=True)
class Combatant:
    """A Persona of the scenario. `id` defaults to the sheet's id, `name` to the sheet's name."""

    sheet: Id
    side: SideId
    zone: Id
    id: Id | None = None
    name: Name | None = None
    start: Start = field(default_factory=Start)


def combatant_id(combatant: Combatant) -> str:
    """A Persona is called by its own id or else by its sheet's."""
    return combatant.id or combatant.sheet


@dataclass(frozen=True, slots=True)
class Scenario:
    """The fight before it begins. `scene` decides what Out can mean (D6.7); `terms` are a duel's terms.

    `packs` are ids of packs that come with affray or paths beside the file. `rulings` sets named rulings.
    """

    title: Name
    system: Literal["d20plus"]
    scene: Scene
    packs: Annotated[tuple[str, ...], Field(min_length=1)]
    sides: dict[SideId, Name]
    zone: Annotated[tuple[Zone, ...], Field(min_length=1, max_length=16)]
    combatant: Annotated[tuple[Combatant, ...], Field(min_length=1, max_length=40)]
    passages: tuple[tuple[Id, Id], ...] = ()
    terms: Prose = ""
    intro: Prose = ""
    rulings: dict[str, Any] = field(default_factory=dict)
