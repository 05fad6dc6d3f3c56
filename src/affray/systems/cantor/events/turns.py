# ruff: noqa: D102 - `affray.kernel.events.Event` says what every `apply` does.
"""Rounds and turns: who acts, what is spent, and the end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from affray.systems.cantor.events.applying import drop_condition, leave_board, turn_of
from affray.systems.cantor.state import State, Turn, Unit


@dataclass(frozen=True, slots=True)
class RoundBegan:
    """A New Round: Reactions come back, Disengaged and unused Braced go. `first` is the side that begins."""

    number: int
    first: str
    clause: str = "C3.2"

    def apply(self, state: State) -> None:
        state.quiet_rounds = 0 if state.loss_this_round or self.number == 1 else state.quiet_rounds + 1
        state.loss_this_round = False
        state.round = self.number
        state.next_side = self.first
        state.last = {}
        for unit in state.units.values():
            unit.acted = 0
            unit.reaction = True
            if self.number > 1:
                drop_condition(unit, "Disengaged")
                drop_condition(unit, "Braced")


@dataclass(frozen=True, slots=True)
class Arrived:
    """A unit of the scenario joins; it acts in the next round, or in this one where it joins at its start."""

    unit: str
    name: str
    sheet: str
    side: str
    hex: int
    hp: int
    structure: int
    stress: int
    joined: int
    by: str = ""
    reason: str = ""
    clause: str = "C3.2"

    def apply(self, state: State) -> None:
        state.units[self.unit] = Unit(
            self.unit,
            self.name,
            self.sheet,
            self.side,
            self.hex,
            self.hp,
            self.structure,
            self.stress,
            joined=self.joined,
        )


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """A unit takes a turn, which is one activation."""

    unit: str
    clause: str = "C3.1"

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.turns_begun += 1
        unit.acted += 1
        state.turn = Turn(self.unit)
        state.last[unit.side] = self.unit


@dataclass(frozen=True, slots=True)
class TurnOpened:
    """What the start of a turn brings is over."""

    unit: str
    clause: str = "C3.17"

    def apply(self, state: State) -> None:
        turn_of(state).opened = True


@dataclass(frozen=True, slots=True)
class Spent:
    """What something cost. `name` is the Quick action, which cannot be taken twice a turn."""

    unit: str
    cost: Literal["move", "quick", "full", "reaction", "free"]
    name: str
    clause: str = "C3.1"

    def apply(self, state: State) -> None:
        if self.cost == "reaction":
            state.units[self.unit].reaction = False
            return
        turn = state.turn
        if turn is None or turn.unit != self.unit:
            return
        if self.cost == "move":
            turn.moved = True
        elif self.cost == "quick":
            turn.quicks.append(self.name)
        elif self.cost == "full":
            turn.full = True


@dataclass(frozen=True, slots=True)
class StepsLeft:
    """An interrupted Move or Boost may go on, with so many steps (C3.5, C3.12)."""

    unit: str
    steps: int
    clause: str = "C3.5"

    def apply(self, state: State) -> None:
        turn_of(state).steps_left = self.steps


@dataclass(frozen=True, slots=True)
class TurnEnding:
    """The turn is about to end; its end-of-turn steps come first."""

    unit: str
    clause: str = "C3.17"

    def apply(self, state: State) -> None:
        turn_of(state).ending = True


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """The turn is over. `next_side` chooses the next unit; conditions named here ended with it."""

    unit: str
    ended: tuple[str, ...]
    next_side: str
    clause: str = "C3.17"

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.conditions = [
            condition
            for condition in unit.conditions
            if condition.cause != "timed" or condition.until > unit.turns_begun
        ]
        state.turn = None
        state.next_side = self.next_side


@dataclass(frozen=True, slots=True)
class TurnDropped:
    """The turn ends at once: its unit is out of the fight or gone."""

    unit: str
    next_side: str
    clause: str = "C3.2"

    def apply(self, state: State) -> None:
        state.turn = None
        state.clash = None
        state.next_side = self.next_side


@dataclass(frozen=True, slots=True)
class WentOut:
    """A unit is out of the fight: destroyed, defeated or Stressed Out."""

    unit: str
    how: Literal["destroyed", "defeated", "Stressed Out"]
    clause: str

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.out = self.how
        if self.how != "Stressed Out":
            unit.hp = 0
        if self.how == "destroyed" and self.clause == "C1.8":
            # The last Structure is lost; one that fell off a lethal edge has what it had (C3.13).
            unit.structure = 0
        leave_board(state, unit)
        state.loss_this_round = True


@dataclass(frozen=True, slots=True)
class SceneEnded:
    """The scene is over. `winner` is a side, or None."""

    outcome: str
    winner: str | None
    clause: str = "C6.3"

    def apply(self, state: State) -> None:
        state.outcome = self.outcome
        state.turn = None
        state.clash = None


@dataclass(frozen=True, slots=True)
class QuietWasNoted:
    """The GM was asked about a stalemate, and the scene goes on."""

    clause: str = "C6.5"

    def apply(self, state: State) -> None:
        # The round that is about to begin adds one for the round just asked about, which counts no more.
        state.quiet_rounds = -1
