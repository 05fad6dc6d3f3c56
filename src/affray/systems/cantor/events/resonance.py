# ruff: noqa: D102 - `affray.kernel.events.Event` says what every `apply` does.
"""The band, the Fracture, Oaths and Stress."""

from __future__ import annotations

from dataclasses import dataclass

from affray.systems.cantor.state import Condition, State


@dataclass(frozen=True, slots=True)
class BandChanged:
    """The Resonance band moved; at 4 it is Overcharged."""

    unit: str
    before: int
    after: int
    why: str
    clause: str = "C4.2"

    def apply(self, state: State) -> None:
        state.units[self.unit].band = self.after


@dataclass(frozen=True, slots=True)
class FractureManifested:
    """The Fracture manifests; `imposes` is its condition, if it has one."""

    unit: str
    stone: str
    imposes: str | None
    clause: str = "C4.7"

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.fractured = True
        if self.imposes is not None:
            unit.conditions.append(Condition(self.imposes, "Fracture", 0, self.unit))


@dataclass(frozen=True, slots=True)
class FractureEnded:
    """The Fracture is gone, and with it what it imposed."""

    unit: str
    by: str
    clause: str = "C4.1"

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.fractured = False
        unit.conditions = [condition for condition in unit.conditions if condition.cause != "Fracture"]


@dataclass(frozen=True, slots=True)
class OathSworn:
    """A Cantor swore its Oath and gained a Bond Token."""

    unit: str
    tokens: int
    clause: str = "C4.1"

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.sworn_in = state.round
        unit.tokens = self.tokens


@dataclass(frozen=True, slots=True)
class ChoirMoment:
    """Several Oaths of a round together: these Cantors join it."""

    units: tuple[str, ...]
    clause: str = "C4.4"

    def apply(self, state: State) -> None:
        for id_ in self.units:
            state.units[id_].choir_in = state.round


@dataclass(frozen=True, slots=True)
class TokenSpent:
    """A Bond Token gives an ally Bolster."""

    unit: str
    ally: str
    left: int
    clause: str = "C4.6"

    def apply(self, state: State) -> None:
        state.units[self.unit].tokens = self.left


@dataclass(frozen=True, slots=True)
class CooledDown:
    """A Cooldown: its Stress is spent."""

    unit: str
    cost: int
    before: int
    after: int
    clause: str = "C3.10"

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.cooldowns += 1
        unit.stress = self.after
        if self.cost:
            state.loss_this_round = True
