# ruff: noqa: D102 - `affray.kernel.events.Event` says what every `apply` does.
"""Tests: as they fell, what Perks did, what they came to, and their price."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from affray.kernel.reasons import Reason
from affray.systems.sunder.events.applying import creature_of
from affray.systems.sunder.state import State

Counted = tuple[str, int, str]
"""What gives or takes a Volatility die: its source, how many, and the clause."""


@dataclass(frozen=True, slots=True)
class TestRolled:
    """A Test as it fell. `about` says what for ("Strike", "resist Charmed").

    `skill` is the Skill, `potential` the one rolled against; they differ in a Hybrid Test (S1.18). `score`,
    `spent` and `jinx` as they stood when the dice were rolled (S1.16). `face` is that of the d20, `faces`
    those of the pool of `count` dice with `die` sides, of which the highest or (`lowest`) the lowest is
    `kept`; 0 without a pool. `counted` are the sources of dice (S2.2, S1.22), `ignored` what did not count.
    `base` is the level before Volatility, `natural` whether it is final (S1.9). Exact odds give no faces.
    """

    roller: str
    about: str
    potential: str
    skill: str
    score: int
    spent: int
    jinx: int
    die: int
    count: int
    lowest: bool
    face: int
    faces: tuple[int, ...]
    kept: int
    base: int
    natural: bool
    counted: tuple[Counted, ...] = ()
    ignored: tuple[Reason, ...] = ()
    risk: int = 0
    target: str = ""
    typed: bool = False
    clause: str = "S1.6"

    __test__ = False

    def apply(self, state: State) -> None:
        state.next_risk.pop(self.roller, None)


@dataclass(frozen=True, slots=True)
class PerkFired:
    """A Perk fires, or is declined where it may be (`used` False).

    `kept` and `jinx` are as they are after it, `modifier` what it makes of the modifier, `rolled` the faces
    it rolled on dice with `die` sides.
    """

    creature: str
    potential: str
    perk: str
    used: bool
    kept: int
    jinx: int
    modifier: int
    rolled: tuple[int, ...] = ()
    die: int = 0
    typed: bool = False
    clause: str = "S2.8"

    def apply(self, state: State) -> None:
        pass


@dataclass(frozen=True, slots=True)
class TestSettled:
    """What a Test came to: base level and modifier, or an explosion. `raised` names what made it a Success.

    `spite` is what it adds to damage (S2.10).
    """

    creature: str
    about: str
    potential: str
    base: int
    modifier: int
    level: int
    natural: bool
    exploded: bool = False
    raised: str = ""
    spite: int = 0
    clause: str = "S2.6"

    __test__ = False

    def apply(self, state: State) -> None:
        pass


@dataclass(frozen=True, slots=True)
class Exploded:
    """A Charged die at its ceiling explodes: it grows to `die` and loses its Perks; a player has 1 String."""

    creature: str
    potential: str
    die: int
    clause: str = "S2.12"

    def apply(self, state: State) -> None:
        creature = creature_of(state, self.creature)
        track = creature.tracks[self.potential]
        track.die = self.die
        track.perks = {}
        track.charged = False
        creature.strings += creature.player


@dataclass(frozen=True, slots=True)
class ContestSettled:
    """Two Tests against each other: who won, by level, by the higher face, or by Rollies."""

    first: str
    second: str
    winner: str
    how: Literal["level", "face", "Rollies"]
    faces: tuple[int, int] = (0, 0)
    clause: str = "S1.23"

    def apply(self, state: State) -> None:
        pass


@dataclass(frozen=True, slots=True)
class RolliesRolled:
    """Both roll a d20; the lower one wins, equal ones roll again."""

    first: str
    second: str
    faces: tuple[int, int]
    typed: tuple[bool, bool] = (False, False)
    clause: str = "S1.25"

    def apply(self, state: State) -> None:
        pass


@dataclass(frozen=True, slots=True)
class GroupCounted:
    """A Group Test: everybody's level, their sum, and the level of all together (S1.26)."""

    lead: str
    levels: tuple[tuple[str, int], ...]
    total: int
    level: int
    about: str = ""
    clause: str = "S1.26"

    def apply(self, state: State) -> None:
        pass


@dataclass(frozen=True, slots=True)
class BeatGained:
    """Beats (S13.1). Ten of them are a String (S13.3)."""

    creature: str
    amount: int
    clause: str = "S13.1"

    def apply(self, state: State) -> None:
        creature_of(state, self.creature).beats += self.amount
