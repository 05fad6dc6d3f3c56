"""What several events do to the state."""

from __future__ import annotations

from affray.systems.cantor.state import State, Turn, Unit


def turn_of(state: State) -> Turn:
    """The turn under way, which must be one."""
    turn = state.turn
    assert turn is not None, "no turn is under way"
    return turn


def drop_condition(unit: Unit, name: str) -> None:
    """End a condition with all its sources at once (C2.18)."""
    unit.conditions = [condition for condition in unit.conditions if condition.name != name]
    if name == "Hidden":
        unit.marker = None


def end_grapple(state: State, unit: Unit) -> None:
    """End a grapple on both sides, with the Immobilized it imposed."""
    other = state.units.get(unit.grapple or "")
    for one in (unit, other):
        if one is not None:
            one.grapple = None
            one.grappler = False
            one.conditions = [condition for condition in one.conditions if condition.cause != "grapple"]


def leave_board(state: State, unit: Unit) -> None:
    """Out of the fight: no target, no obstacle; its grapple and marks end (C2.16)."""
    end_grapple(state, unit)
    unit.conditions = []
    unit.marker = None
    unit.overshield = 0
    unit.burn = 0
