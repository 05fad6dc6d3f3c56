"""The state of a d20+ fight. Only events change it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from affray.kernel.encounter import Encounter
from affray.systems.d20plus.book import TRAITS, AugmentDie, Sheet
from affray.systems.d20plus.rulings import Rulings
from affray.systems.d20plus.setting import Setting

Split = Literal["2-actions", "2-moves"]
NEVER = 10**6
"""A turn count that no fight reaches: a cooldown of "encounter"."""


@dataclass(slots=True)
class Tad:
    """A banked Tactical Augment Die (D10.3). `banked_after` is how many turns its holder had begun."""

    size: int
    source: str
    banked_after: int


@dataclass(slots=True)
class LentDie:
    """An Augment Die lent by an ability until the end of the bearer's turn number `last_turn`."""

    die: AugmentDie
    last_turn: int


@dataclass(slots=True)
class Mark:
    """Something an ability put on its bearer: "hex", "naming" or "quarry", and whose it is."""

    kind: Literal["hex", "naming", "quarry"]
    owner: str


@dataclass(slots=True)
class Persona:
    """A Persona in the fight. `wounds` and `broken_turns` are per Trait.

    `cooldowns` maps an ability to the number of begun turns at which it is ready again. `joined` is the
    round it came in, `opened_lane` a lane that the GM opened to it this round. `seen_in` is where foes saw it
    last while it is concealed, if they ever did.
    """

    id: str
    name: str
    sheet: str
    side: str
    zone: str
    joined: int = 0
    wounds: dict[str, int] = field(default_factory=lambda: dict.fromkeys(TRAITS, 0))
    broken_turns: dict[str, int] = field(default_factory=lambda: dict.fromkeys(TRAITS, 0))
    out: bool = False
    out_meaning: str = ""
    prone: bool = False
    cover: str | None = None
    concealment: int | None = None
    seen_in: str | None = None
    tad: Tad | None = None
    lane: str | None = None
    opened_lane: str | None = None
    turns_begun: int = 0
    cooldowns: dict[str, int] = field(default_factory=dict)
    exhausted: list[str] = field(default_factory=list)
    lent: list[LentDie] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)

    def concealed_from(self, other: Persona) -> bool:
        """Whether this Persona is out of another's targeting pool: it is concealed, and no ally."""
        return self.concealment is not None and self.side != other.side


@dataclass(slots=True)
class Turn:
    """A turn under way. `skills` and `targets` are those of its Actions so far, for D7.3 and D7.4."""

    persona: str
    bonus: bool = False
    split: Split | None = None
    actions: int = 0
    moves: int = 0
    beats: int = 2
    skills: list[str] = field(default_factory=list)
    targets: list[str] = field(default_factory=list)
    attacked: bool = False
    refused_setups: list[str] = field(default_factory=list)
    ending: bool = False


@dataclass(slots=True)
class Clash:
    """The attack being resolved, for those who look on: who strikes whom, and who may yet step in."""

    attacker: str
    target: str
    weapon: str
    stepping_in: list[str] = field(default_factory=list)


@dataclass(slots=True)
class State:
    """Everything about a fight that can change.

    `order` is this round's order, fixed at the reveal; `acted` those whose turn has come. `turns` is a stack,
    since a bonus turn interrupts another. `bonus_due` owns bonus turns granted and not yet begun.
    `gone` are ids of Personas that left: nobody else is ever called so.
    """

    personas: dict[str, Persona]
    round: int = 0
    declaring: bool = True
    order: list[str] = field(default_factory=list)
    acted: list[str] = field(default_factory=list)
    turns: list[Turn] = field(default_factory=list)
    bonus_due: list[str] = field(default_factory=list)
    bonus_had: list[str] = field(default_factory=list)
    quiet_rounds: int = 0
    wounded_this_round: bool = False
    clash: Clash | None = None
    gone: list[str] = field(default_factory=list)
    outcome: str | None = None

    @property
    def turn(self) -> Turn | None:
        """The turn under way: the innermost one."""
        return self.turns[-1] if self.turns else None


Fight = Encounter[State, Setting, Rulings]


def sheet_of(fight: Fight, persona: Persona) -> Sheet:
    """The sheet a Persona was made from."""
    return fight.book.sheets[persona.sheet]


def foes(fight: Fight, persona: Persona) -> list[Persona]:
    """Everyone of another side who is not Out, in the order they joined."""
    return [other for other in fight.state.personas.values() if other.side != persona.side and not other.out]


def allies(fight: Fight, persona: Persona) -> list[Persona]:
    """Everyone else of the same side who is not Out, in the order they joined."""
    return [
        other
        for other in fight.state.personas.values()
        if other.side == persona.side and not other.out and other.id != persona.id
    ]
