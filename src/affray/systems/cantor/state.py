"""The state of a Cantor fight. Only events change it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from affray.kernel.encounter import Encounter
from affray.systems.cantor.book import Sheet
from affray.systems.cantor.rulings import Rulings
from affray.systems.cantor.setting import Setting

Cause = Literal["timed", "own rule", "Fracture", "grapple"]


@dataclass(slots=True)
class Condition:
    """A condition on a unit. One of a kind counts once, however many causes it has (C2.17).

    `until` is the number of the bearer's turn at whose end a timed one goes; 0 for the others. `source` is
    the unit it came from, or empty.
    """

    name: str
    cause: Cause
    until: int = 0
    source: str = ""


@dataclass(slots=True)
class Unit:
    """A unit in the fight. `hex` is an index of the board.

    `turns_begun` counts its turns, `acted` those of this round; `reaction` is whether its Reaction is left.
    `band` is 0 to 4; `fractured`: its Fracture is manifest. `cooldowns` counts those of the scene, `sworn_in`
    is the round of its last Oath. `marker` is where others see a Hidden one, roughly. `grapple` is the unit
    it is grappled with, `grappler` whether it began it. `out` says how it left the fight.
    """

    id: str
    name: str
    sheet: str
    side: str
    hex: int
    hp: int
    structure: int = 0
    stress: int = 0
    overshield: int = 0
    burn: int = 0
    band: int = 0
    fractured: bool = False
    cooldowns: int = 0
    tokens: int = 0
    sworn_in: int = 0
    choir_in: int = 0
    joined: int = 0
    turns_begun: int = 0
    acted: int = 0
    reaction: bool = True
    conditions: list[Condition] = field(default_factory=list)
    marker: int | None = None
    grapple: str | None = None
    grappler: bool = False
    out: Literal["", "destroyed", "defeated", "Stressed Out"] = ""

    def has(self, name: str) -> bool:
        """Whether it has a condition, from whatever cause."""
        return any(condition.name == name for condition in self.conditions)

    @property
    def here(self) -> bool:
        """Whether it is in the fight."""
        return not self.out

    def hidden_from(self, side: str) -> bool:
        """Whether a side knows only its marker."""
        return side != self.side and self.has("Hidden")


@dataclass(slots=True)
class Turn:
    """A turn under way: what is left of it. `quicks` lists the Quick actions taken, for the no-repeat rule.

    `moved`: the Move is spent. `full`: the Full action is spent. `resonance` is not kept here: it lies in the
    band. `steps_left` is what an interrupted Move or Boost has left (C3.5).
    """

    unit: str
    opened: bool = False
    moved: bool = False
    quicks: list[str] = field(default_factory=list)
    full: bool = False
    ending: bool = False
    steps_left: int = 0


@dataclass(slots=True)
class Clash:
    """The attack being resolved, for those who look on."""

    attacker: str
    weapon: str
    targets: list[str]
    now: str | None = None


@dataclass(slots=True)
class State:
    """Everything about a fight that can change.

    `next_side` is whose turn it is to choose a unit; `last` has for each side its unit that acted last this
    round. `quiet_rounds` counts rounds without a loss. `gone` are ids of units that left: nobody else is ever
    called so.
    """

    units: dict[str, Unit]
    round: int = 0
    next_side: str = ""
    last: dict[str, str] = field(default_factory=dict)
    turn: Turn | None = None
    clash: Clash | None = None
    quiet_rounds: int = 0
    loss_this_round: bool = False
    gone: list[str] = field(default_factory=list)
    outcome: str | None = None


Fight = Encounter[State, Setting, Rulings]


def sheet_of(fight: Fight, unit: Unit) -> Sheet:
    """The sheet a unit was made from."""
    return fight.book.sheets[unit.sheet]


def hostiles(fight: Fight, unit: Unit) -> list[Unit]:
    """Everyone of another side who is in the fight, in the scenario's order."""
    return [other for other in fight.state.units.values() if other.side != unit.side and not other.out]


def allies(fight: Fight, unit: Unit) -> list[Unit]:
    """Everyone else of the same side who is in the fight, in the scenario's order."""
    return [
        other
        for other in fight.state.units.values()
        if other.side == unit.side and not other.out and other.id != unit.id
    ]


def is_cantor(fight: Fight, unit: Unit) -> bool:
    """Whether a unit is a Cantor: only they have Structure, Stress, a band, a Fracture and Oaths."""
    return sheet_of(fight, unit).kind == "cantor"
