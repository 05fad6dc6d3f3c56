# ruff: noqa: D102 - `affray.kernel.events.Event` says what every `apply` does.
"""Countdowns, things, and the GM's hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from affray.systems.sunder.events.applying import cap_track, creature_of, drop_from_queue
from affray.systems.sunder.names import Riskiness
from affray.systems.sunder.state import Countdown, Creature, State, Track


@dataclass(frozen=True, slots=True)
class CountdownBegan:
    """A Countdown starts with both dice at their maximum (S9.11). `creature` is who is dying (S3.25)."""

    id: str
    name: str
    size: int
    side: str
    dread: int
    decides: bool = False
    creature: str = ""
    clause: str = "S9.11"

    def apply(self, state: State) -> None:
        state.countdowns[self.id] = Countdown(
            self.id, self.name, self.size, self.side, self.size, self.dread, self.decides, self.creature
        )
        if self.creature:
            creature_of(state, self.creature).dying = self.id


@dataclass(frozen=True, slots=True)
class CountdownMoved:
    """Hope and Dread as they stand now. `by` is who rolled, or the GM."""

    id: str
    hope: int
    dread: int
    by: str = ""
    clause: str = "S9.12"

    def apply(self, state: State) -> None:
        countdown = state.countdowns[self.id]
        countdown.hope, countdown.dread = self.hope, self.dread


@dataclass(frozen=True, slots=True)
class CountdownDecided:
    """A die of a Countdown has reached 1 (S9.11)."""

    id: str
    name: str
    decided: Literal["Hope", "Dread"]
    clause: str = "S9.11"

    def apply(self, state: State) -> None:
        countdown = state.countdowns[self.id]
        countdown.decided = self.decided
        if countdown.decides:
            state.kept_open = False


@dataclass(frozen=True, slots=True)
class CountdownDropped:
    """A Countdown is no longer needed: a Mark was restored in time (S3.25), or the GM says so."""

    id: str
    name: str
    clause: str = "S3.25"

    def apply(self, state: State) -> None:
        countdown = state.countdowns.pop(self.id, None)
        if countdown is not None and countdown.creature in state.creatures:
            state.creatures[countdown.creature].dying = ""


@dataclass(frozen=True, slots=True)
class ThingWorked:
    """An object was operated (S5.12). `passage`: it has opened or closed a way."""

    creature: str
    thing: str
    name: str
    passage: tuple[str, str] | None = None
    closed: bool = False
    clause: str = "S5.12"

    def apply(self, state: State) -> None:
        if self.passage is None:
            return
        if self.closed:
            state.closed.append(self.passage)
        else:
            state.closed = [one for one in state.closed if one != self.passage]


@dataclass(frozen=True, slots=True)
class Searched:
    """A container or a creature was searched (S5.12). `holds` is what was found; others are told less.

    The side of who searched knows it from then on.
    """

    creature: str
    what: str
    name: str
    holds: str = ""
    clause: str = "S5.12"

    def apply(self, state: State) -> None:
        state.searched.append(self.what)
        state.found.append((creature_of(state, self.creature).side, self.what))


@dataclass(frozen=True, slots=True)
class RiskSet:
    """The GM says how risky Tests are: the next one of a creature, or all of the scene (S5.14)."""

    risk: Riskiness
    creature: str
    by: str
    reason: str = ""
    clause: str = "S5.14"

    def apply(self, state: State) -> None:
        if self.creature:
            state.next_risk[self.creature] = self.risk
        else:
            state.risk = self.risk


@dataclass(frozen=True, slots=True)
class SlotForfeited:
    """The GM gives up the next GM slot for a Fallout that was raised (S12.8)."""

    by: str
    clause: str = "S12.8"

    def apply(self, state: State) -> None:
        state.forfeits += 1


@dataclass(frozen=True, slots=True)
class Arrived:
    """Somebody joins the scene. `fresh` has (Potential, score, die) of every track, `perks` slots."""

    creature: str
    name: str
    sheet: str
    side: str
    zone: str
    fresh: tuple[tuple[str, int, int], ...]
    pool: int
    player: bool
    hands: tuple[str, ...]
    perks: tuple[tuple[str, int, str], ...] = ()
    charged: tuple[str, ...] = ()
    by: str = ""
    reason: str = ""
    clause: str = "S12.1"

    def apply(self, state: State) -> None:
        tracks = {potential: Track(score, die=die) for potential, score, die in self.fresh}
        for potential, face, perk in self.perks:
            tracks[potential].perks[face] = perk
        for potential in self.charged:
            tracks[potential].charged = True
        state.creatures[self.creature] = Creature(
            self.creature,
            self.name,
            self.sheet,
            self.side,
            self.zone,
            tracks,
            self.pool,
            player=self.player,
            hands=list(self.hands),
        )


@dataclass(frozen=True, slots=True)
class Removed:
    """Somebody leaves the scene for good. Nobody else is ever called so."""

    creature: str
    name: str
    by: str
    reason: str = ""
    clause: str = "S4.8"

    def apply(self, state: State) -> None:
        # It stays in the state: what is under way may still look at it.
        drop_from_queue(state, self.creature)
        creature_of(state, self.creature).out = "gone"


@dataclass(frozen=True, slots=True)
class Corrected:
    """The GM sets a value; "stress", "spent", "score" and "die" are of `potential`."""

    creature: str
    field: Literal["stress", "spent", "score", "die", "marks", "zone", "beats", "surge", "reactions"]
    value: int | str
    was: int | str
    potential: str = ""
    by: str = ""
    reason: str = ""
    clause: str = "S1.3"

    def apply(self, state: State) -> None:
        creature = creature_of(state, self.creature)
        if self.field in ("stress", "spent", "score", "die"):
            setattr(creature.tracks[self.potential], self.field, self.value)
            cap_track(creature, self.potential)
        elif self.field == "surge":
            creature.surge = ""
        elif self.field == "reactions":
            creature.reacted = []
        else:
            setattr(creature, self.field, self.value)


@dataclass(frozen=True, slots=True)
class Overridden:
    """The GM lets something happen that a clause refuses."""

    creature: str
    option: str
    refused: str
    by: str
    reason: str
    clause: str

    def apply(self, state: State) -> None:
        pass
