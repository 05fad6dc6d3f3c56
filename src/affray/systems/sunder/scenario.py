"""A Sunder scenario as written in TOML: the place, the sides, who stands where, Countdowns, who begins."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import Field

from affray.systems.sunder.book import Effect, Id, Name, Prose, Small
from affray.systems.sunder.names import ConditionName, DieSize, Potential, Riskiness, Skill

SideId = Literal["A", "B", "C", "D"]
Tiles = Annotated[int, Field(ge=0, le=80)]
Stress = Annotated[int, Field(ge=0, le=20)]


@dataclass(frozen=True, slots=True)
class Zone:
    """A place without size. `x` and `y` are in tiles of 5 feet; the distance of two zones follows (S11.3).

    Whoever is in the same zone is Here to each other. `narrow`: a foe who holds it lets nobody through but by
    Shift (S5.12).
    """

    id: Id
    name: Name
    x: Tiles
    y: Tiles
    narrow: bool = False


@dataclass(frozen=True, slots=True)
class StartCondition:
    """A Condition from the first: its parameters (S10), and the id of the creature it is about."""

    name: ConditionName
    potential: Potential | None = None
    other: Potential | None = None
    amount: Annotated[int, Field(ge=0, le=24)] = 0
    by: Id | None = None


@dataclass(frozen=True, slots=True)
class Start:
    """How a creature enters where that differs from fresh: for examples and scenes in mid-fight.

    `stress` and `resistance` (spent) by Potential. `conditions` last for the scene. `ready` are weapons in
    hand; None: what its hands can hold, in the order of its sheet.
    """

    stress: dict[Potential, Stress] = field(default_factory=dict)
    resistance: dict[Potential, Stress] = field(default_factory=dict)
    marks: Small = 0
    conditions: tuple[StartCondition, ...] = ()
    exhaustion: Annotated[int, Field(ge=0, le=5)] = 0
    ready: tuple[Id, ...] | None = None
    used: tuple[Id, ...] = ()
    """Cards that come back after a rest only and are used."""
    beats: Annotated[int, Field(ge=0, le=999)] = 0


@dataclass(frozen=True, slots=True)
class Combatant:
    """A creature of the scenario. `id` defaults to the sheet's id, `name` to the sheet's name."""

    sheet: Id
    side: SideId
    zone: Id
    id: Id | None = None
    name: Name | None = None
    start: Start = field(default_factory=Start)


@dataclass(frozen=True, slots=True)
class CountdownStart:
    """A Countdown (S9.11): "both" has a Hope and a Dread die, "goal" one die that tracks a goal.

    `side` is whose Hope it is. `decides`: when it is decided the GM is asked whether the scene ends. `skills`
    are those that a Test towards it may use, in the open at `risk`.
    """

    id: Id
    name: Name
    size: DieSize
    side: SideId = "A"
    dice: Literal["both", "goal"] = "both"
    skills: tuple[Skill, ...] = ()
    risk: Riskiness = "Uncertain"
    decides: bool = False
    hope: Annotated[int, Field(ge=2, le=12)] | None = None
    dread: Annotated[int, Field(ge=2, le=12)] | None = None


@dataclass(frozen=True, slots=True)
class Thing:
    """An object or device (S5.12, Manipulate). `countdown` is what a Test on it moves.

    `closes` is a passage that it opens and closes. `holds` is what a search finds: nobody but the GM knows it
    before. `effects` happen to everybody else in its zone when it is operated.
    """

    id: Id
    name: Name
    zone: Id
    countdown: Id | None = None
    closes: tuple[Id, Id] | None = None
    closed: bool = False
    holds: Prose = ""
    effects: tuple[Effect, ...] = ()


def combatant_id(combatant: Combatant) -> str:
    """A creature is called by its own id or else by its sheet's."""
    return combatant.id or combatant.sheet


@dataclass(frozen=True, slots=True)
class Scenario:
    """The scene before it begins.

    `first` acts first (S4.2). `passages` are the ways between zones; without any, every zone leads to every
    other. `unseen` are pairs of zones without a line of sight. `party_level` counts for S12.5.
    """

    title: Name
    system: Literal["sunder"]
    packs: Annotated[tuple[str, ...], Field(min_length=1)]
    sides: dict[SideId, Name]
    first: Id
    zone: Annotated[tuple[Zone, ...], Field(min_length=1, max_length=16)]
    combatant: Annotated[tuple[Combatant, ...], Field(min_length=1, max_length=40)]
    passages: tuple[tuple[Id, Id], ...] = ()
    unseen: tuple[tuple[Id, Id], ...] = ()
    countdown: Annotated[tuple[CountdownStart, ...], Field(max_length=6)] = ()
    thing: Annotated[tuple[Thing, ...], Field(max_length=20)] = ()
    party_level: Annotated[int, Field(ge=0, le=20)] = 1
    risk: Riskiness = "Uncertain"
    scene: Name = "brawl"
    intro: Prose = ""
    rulings: dict[str, Any] = field(default_factory=dict)
