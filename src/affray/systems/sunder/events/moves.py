# ruff: noqa: D102 - `affray.kernel.events.Event` says what every `apply` does.
"""Movement, and what is held in the hands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from affray.systems.sunder.events.applying import creature_of
from affray.systems.sunder.state import State


@dataclass(frozen=True, slots=True)
class Moved:
    """A creature is in another zone. `how`: "move", "pushed", "reaction", "traded", "GM"."""

    creature: str
    was: str
    zone: str
    tiles: int
    how: Literal["move", "pushed", "reaction", "traded", "GM"] = "move"
    by: str = ""
    clause: str = "S5.7"

    def apply(self, state: State) -> None:
        creature_of(state, self.creature).zone = self.zone
        turn = state.turn
        if turn is not None and turn.creature == self.creature and self.how in ("move", "reaction"):
            turn.moved += self.tiles


@dataclass(frozen=True, slots=True)
class Stayed:
    """A movement comes to nothing. `why` says what stops it, with its clause."""

    creature: str
    why: str
    clause: str = "S10.8"

    def apply(self, state: State) -> None:
        pass


@dataclass(frozen=True, slots=True)
class Readied:
    """What is in the hands now."""

    creature: str
    hands: tuple[str, ...]
    clause: str = "S5.12"

    def apply(self, state: State) -> None:
        creature_of(state, self.creature).hands = list(self.hands)


@dataclass(frozen=True, slots=True)
class Thrown:
    """A weapon was thrown and lies in a zone until it is fetched (S14.6)."""

    creature: str
    weapon: str
    zone: str
    clause: str = "S14.6"

    def apply(self, state: State) -> None:
        creature = creature_of(state, self.creature)
        creature.hands = [one for one in creature.hands if one != self.weapon]
        creature.lying[self.weapon] = self.zone


@dataclass(frozen=True, slots=True)
class Fetched:
    """A thrown weapon is taken up again."""

    creature: str
    weapon: str
    clause: str = "S14.6"

    def apply(self, state: State) -> None:
        creature_of(state, self.creature).lying.pop(self.weapon, None)


@dataclass(frozen=True, slots=True)
class Loaded:
    """The shots that a Loading weapon has left (S14.6)."""

    creature: str
    weapon: str
    shots: int
    clause: str = "S14.6"

    def apply(self, state: State) -> None:
        creature_of(state, self.creature).shots[self.weapon] = self.shots
