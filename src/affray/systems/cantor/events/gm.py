# ruff: noqa: D102 - `affray.kernel.events.Event` says what every `apply` does.
"""The GM's hand: corrections, and who goes."""

from __future__ import annotations

from dataclasses import dataclass

from affray.systems.cantor.events.applying import leave_board
from affray.systems.cantor.state import State


@dataclass(frozen=True, slots=True)
class Corrected:
    """The GM set a value. `before` and `after` are words for the log."""

    unit: str
    field: str
    value: int
    before: str
    after: str
    by: str
    reason: str
    clause: str = "C6.3"

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        if self.field == "reaction":
            unit.reaction = bool(self.value)
            return
        setattr(unit, self.field, self.value)
        if self.field == "hp" and self.value > 0:
            if unit.out == "destroyed" and not unit.structure:
                unit.structure = 1
            unit.out = ""


@dataclass(frozen=True, slots=True)
class Removed:
    """A unit left the fight."""

    unit: str
    name: str
    by: str
    reason: str
    clause: str = "C3.2"

    def apply(self, state: State) -> None:
        leave_board(state, state.units[self.unit])
        del state.units[self.unit]
        state.gone.append(self.unit)
        state.last = {side: last for side, last in state.last.items() if last != self.unit}
        clash = state.clash
        if clash is not None and clash.attacker == self.unit:
            state.clash = None
        elif clash is not None:
            clash.targets = [target for target in clash.targets if target != self.unit]
            clash.now = None if clash.now == self.unit else clash.now


@dataclass(frozen=True, slots=True)
class Overridden:
    """The GM allowed what a clause refuses, with a reason. `option` is what was to be done."""

    unit: str
    option: str
    refused_by: str
    by: str
    reason: str
    clause: str = ""

    def apply(self, state: State) -> None:
        """Only noted; what was allowed follows."""
