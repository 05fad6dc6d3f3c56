# ruff: noqa: D102 - `affray.kernel.events.Event` says what every `apply` does.
"""Moves, cover, concealment and Prone."""

from __future__ import annotations

from dataclasses import dataclass

from affray.systems.d20plus.augments import Throw
from affray.systems.d20plus.events.applying import reveal
from affray.systems.d20plus.state import State


@dataclass(frozen=True, slots=True)
class Moved:
    """A step to a neighbouring zone; cover is left behind. `by` is who moved it, if another did."""

    persona: str
    origin: str
    zone: str
    by: str | None = None
    clause: str = "D8.3"

    def apply(self, state: State) -> None:
        persona = state.personas[self.persona]
        persona.zone = self.zone
        persona.cover = None
        if self.by is not None:
            reveal(persona)


@dataclass(frozen=True, slots=True)
class MovedUnseen:
    """What others see of a concealed Persona's move: nothing but that a Move was spent."""

    persona: str
    clause: str = "D8.10"

    def apply(self, state: State) -> None:
        """A public stand-in; never applied."""


@dataclass(frozen=True, slots=True)
class StayedPut:
    """A mover was made Out or Prone before the step; the Move is spent."""

    persona: str
    clause: str = "D8.8"

    def apply(self, state: State) -> None:
        """Nothing moves."""


@dataclass(frozen=True, slots=True)
class CoverTaken:
    """Behind an obstacle of the zone."""

    persona: str
    cover: str
    clause: str = "D8.5"

    def apply(self, state: State) -> None:
        state.personas[self.persona].cover = self.cover


@dataclass(frozen=True, slots=True)
class CoverLeft:
    """Out of cover, at no cost."""

    persona: str
    clause: str = "D8.5"

    def apply(self, state: State) -> None:
        state.personas[self.persona].cover = None


@dataclass(frozen=True, slots=True)
class Concealed:
    """A Persona vanished; the throw is its Concealment Score. Known to its own side and the GM."""

    persona: str
    throw: Throw
    clause: str = "D8.6"

    def apply(self, state: State) -> None:
        persona = state.personas[self.persona]
        if persona.concealment is None:
            persona.seen_in = persona.zone
        persona.concealment = self.throw.total


@dataclass(frozen=True, slots=True)
class Vanished:
    """What foes see of a Concealment: that the Persona is gone from sight."""

    persona: str
    clause: str = "D8.6"

    def apply(self, state: State) -> None:
        """A public stand-in; never applied."""


@dataclass(frozen=True, slots=True)
class Searched:
    """A Beat spent on locating a hidden foe."""

    persona: str
    target: str
    throw: Throw
    located: bool
    clause: str = "D8.6"

    def apply(self, state: State) -> None:
        if self.located:
            reveal(state.personas[self.target])


@dataclass(frozen=True, slots=True)
class StoodUp:
    """Back on its feet, for a Move."""

    persona: str
    clause: str = "D8.7"

    def apply(self, state: State) -> None:
        state.personas[self.persona].prone = False


@dataclass(frozen=True, slots=True)
class KnockedProne:
    """Knocked Prone; cover is lost."""

    persona: str
    by: str
    clause: str = "D8.7"

    def apply(self, state: State) -> None:
        persona = state.personas[self.persona]
        persona.prone = True
        persona.cover = None
