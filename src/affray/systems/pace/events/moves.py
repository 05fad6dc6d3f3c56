# ruff: noqa: D102 - `affray.kernel.events.Event` says what every `apply` does.
"""Movement, facing, and being moved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from affray.systems.pace.events.applying import rebuild_walls, turn_of
from affray.systems.pace.state import State, Walk


@dataclass(frozen=True, slots=True)
class WalkBegan:
    """A Move or a free movement begins, with the Paces it gives."""

    character: str
    kind: Literal["move", "free"]
    paces: int
    clause: str = "P6.2"

    def apply(self, state: State) -> None:
        turn = turn_of(state)
        turn.walk = Walk(self.kind, self.paces)
        turn.free = False


@dataclass(frozen=True, slots=True)
class Walked:
    """A character went a way: its squares, its cost in Paces, and how many of its steps were diagonal."""

    character: str
    origin: int
    squares: tuple[int, ...]
    cost: int
    diagonals: int
    paces_left: int
    clause: str = "P6.2"

    def apply(self, state: State) -> None:
        character = state.characters[self.character]
        if self.squares:
            character.square = self.squares[-1]
        turn = state.turn
        if turn is not None and turn.character == self.character and turn.walk is not None:
            turn.diagonals += self.diagonals
            turn.walk.paces = self.paces_left
            turn.walk.taken += self.cost


@dataclass(frozen=True, slots=True)
class WalkEnded:
    """A Move or a free movement is over. `forfeited`: AP were spent in the middle of it (P6.7)."""

    character: str
    paces_lost: int
    forfeited: bool = False
    clause: str = "P6.2"

    def apply(self, state: State) -> None:
        turn_of(state).walk = None


@dataclass(frozen=True, slots=True)
class Turned:
    """A character faces another way: by a Pivot, at the end of a Move, or by the GM."""

    character: str
    before: int
    facing: int
    pivot: bool
    clause: str = "P6.4"

    def apply(self, state: State) -> None:
        state.characters[self.character].facing = self.facing


@dataclass(frozen=True, slots=True)
class QuietAsked:
    """When a player wants to be asked for a Pivot out of turn. `asks` None: as before, but not this round."""

    character: str
    asks: Literal["foes", "all", "never"] | None
    quiet_in: int
    clause: str = "P6.4"

    def apply(self, state: State) -> None:
        character = state.characters[self.character]
        if self.asks is not None:
            character.pivot_asks = self.asks
        character.quiet_in = self.quiet_in


@dataclass(frozen=True, slots=True)
class Evaded:
    """A defender moved out of the attack, up to half its Speed."""

    character: str
    origin: int
    squares: tuple[int, ...]
    cost: int
    clause: str = "P4.13"

    def apply(self, state: State) -> None:
        if self.squares:
            state.characters[self.character].square = self.squares[-1]


@dataclass(frozen=True, slots=True)
class Shoved:
    """A character was moved by force, square by square. `stopped` counts the Paces that failed.

    `against` is what stopped it: "terrain", the id of a character, or None.
    """

    character: str
    by: str | None
    facing: int
    origin: int
    squares: tuple[int, ...]
    stopped: int
    against: str | None
    clause: str = "P7.5"

    def apply(self, state: State) -> None:
        if self.squares:
            state.characters[self.character].square = self.squares[-1]


@dataclass(frozen=True, slots=True)
class GroundChanged:
    """The ground of a square is another now."""

    square: int
    before: Literal["open", "difficult", "blocking"]
    ground: Literal["open", "difficult", "blocking"]
    by: str
    clause: str = "P7.3"

    def apply(self, state: State) -> None:
        bit = 1 << self.square
        blocking, difficult = int(state.blocking, 16), int(state.difficult, 16)
        blocking = blocking | bit if self.ground == "blocking" else blocking & ~bit
        difficult = difficult | bit if self.ground == "difficult" else difficult & ~bit
        state.blocking, state.difficult = f"{blocking:x}", f"{difficult:x}"
        rebuild_walls(state)


@dataclass(frozen=True, slots=True)
class GotOut:
    """A character moved out of the terrain that appeared where it stood."""

    character: str
    origin: int
    squares: tuple[int, ...]
    clause: str = "P7.3"

    def apply(self, state: State) -> None:
        character = state.characters[self.character]
        character.square = self.squares[-1]
        character.stuck = False


@dataclass(frozen=True, slots=True)
class StuckInTerrain:
    """There is no way out of the terrain: the character stays and takes nothing."""

    character: str
    clause: str = "P7.6"

    def apply(self, state: State) -> None:
        state.characters[self.character].stuck = True
