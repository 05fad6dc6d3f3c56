# ruff: noqa: D102 - `affray.kernel.events.Event` says what every `apply` does.
"""Movement, forced movement, hiding, and where markers lie."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from affray.systems.cantor.state import Condition, State


@dataclass(frozen=True, slots=True)
class Moved:
    """A unit went a way by its own Move or Boost."""

    unit: str
    kind: Literal["move", "boost"]
    origin: int
    hexes: tuple[int, ...]
    cost: int
    clause: str = "C3.14"

    def apply(self, state: State) -> None:
        if self.hexes:
            state.units[self.unit].hex = self.hexes[-1]


@dataclass(frozen=True, slots=True)
class Shoved:
    """A unit was moved by force, hex by hex. `stopped` says what ended it before its time."""

    unit: str
    by: str | None
    origin: int
    hexes: tuple[int, ...]
    distance: int
    stopped: Literal["", "unit", "terrain", "edge of the board", "lethal edge"]
    clause: str = "C3.16"

    def apply(self, state: State) -> None:
        if self.hexes:
            state.units[self.unit].hex = self.hexes[-1]


@dataclass(frozen=True, slots=True)
class Hid:
    """A unit is Hidden; others see a marker."""

    unit: str
    clause: str = "C3.5"

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        if not unit.has("Hidden"):
            unit.conditions.append(Condition("Hidden", "own rule"))


@dataclass(frozen=True, slots=True)
class MarkerSet:
    """Where others see a marker for a Hidden unit."""

    unit: str
    hex: int
    clause: str = "C6.2"

    def apply(self, state: State) -> None:
        state.units[self.unit].marker = self.hex


@dataclass(frozen=True, slots=True)
class MarkerSeen:
    """What others are told of it: a marker of a side lies on a hex."""

    side: str
    hex: int
    clause: str = "C6.2"

    def apply(self, state: State) -> None:
        """Only said."""
