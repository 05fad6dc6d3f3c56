"""The one-click actions that are no attack and no movement, and grapples."""

from __future__ import annotations

from affray.kernel.clauses import clause
from affray.kernel.reasons import Reason
from affray.kernel.requests import Option, Procedure
from affray.systems.cantor import conditions
from affray.systems.cantor.arms import Arm
from affray.systems.cantor.book import TIMED
from affray.systems.cantor.events import BurnAdded, EscapeRolled, GrappleEnded
from affray.systems.cantor.lines import hexes_between
from affray.systems.cantor.saves import contested_save
from affray.systems.cantor.state import Fight, Unit, sheet_of
from affray.systems.cantor.targets import cannot_be_targeted, line_barred, out_of_range
from affray.systems.cantor.telling import tell

BOLSTER_RANGE = 5


@clause("C3.4")
def may_not_bolster(fight: Fight, unit: Unit, ally: Unit) -> Reason | None:
    """Bolster: oneself or an ally within 5, that has none yet."""
    if ally.has("Bolster"):
        return Reason("has Bolster", "C2.17", (ally.name,))
    return out_of_range(fight, unit.hex, ally.hex, BOLSTER_RANGE)


@clause("C3.4", "C2.13")
def bolster(fight: Fight, unit_id: str, ally_id: str) -> None:
    """+1 accuracy on the next own attack."""
    conditions.gain(fight, fight.state.units[ally_id], "Bolster", unit_id, "C3.4")


@clause("C3.15")
def may_not_lock_on(fight: Fight, unit: Unit, target: Unit) -> Reason | None:
    """Lock On: one hostile in sensors, that can be seen and has none yet."""
    if target.has("Lock On"):
        return Reason("locked on already", "C2.17", (target.name,))
    return (
        conditions.cannot_attack(fight, unit, "tech")
        or cannot_be_targeted(target, unit)
        or out_of_range(fight, unit.hex, target.hex, sheet_of(fight, unit).sensors)
        or line_barred(fight, unit.hex, target.hex)
    )


@clause("C3.15")
def lock_on(fight: Fight, unit_id: str, target_id: str) -> None:
    """No roll: the target gains Lock On."""
    conditions.gain(fight, fight.state.units[target_id], "Lock On", unit_id, "C3.15")


@clause("C3.7", "C2.18")
def mendable(unit: Unit) -> list[str]:
    """Conditions that harm it and can be cleared; nobody is made to part with one that helps."""
    return [name for name in conditions.clearable(unit) if name in TIMED or name in ("Lock On", "Prone")]


@clause("C3.7")
def stabilize(fight: Fight, unit_id: str) -> Procedure:
    """Clears Burn and one condition of its choice, but none that a Fracture or a grapple imposes."""
    unit = fight.state.units[unit_id]
    if unit.burn:
        tell(fight, BurnAdded(unit_id, unit.burn, 0, "C3.7"), unit)
    found = mendable(unit)
    if not found:
        return
    options = [Option(f"clear {name}", "clear", (name,)) for name in found]
    option = yield from fight.choose(unit_id, "clear", options, "C3.7", (unit_id,))
    still = fight.state.units.get(unit_id)
    if still is not None:
        conditions.end(fight, still, option.args[0], "cleared", "C3.7")


@clause("C3.8", "C2.15")
def disengage(fight: Fight, unit_id: str) -> None:
    """Disengaged: ignores Engagement and Overwatch until the New Round."""
    conditions.gain(fight, fight.state.units[unit_id], "Disengaged", unit_id, "C3.8")


# Grapples


@clause("C3.11")
def may_not_grapple(unit: Unit, target: Unit, arm: Arm) -> Reason | None:
    """One grapple per unit."""
    if arm.what != "grapple":
        return None
    for one in (unit, target):
        if one.grapple is not None:
            return Reason("grappled already", "C3.11", (one.name,))
    return None


@clause("C3.11")
def may_not_escape(unit: Unit) -> Reason | None:
    """Escape: from a grapple that another began."""
    return None if unit.grapple is not None and not unit.grappler else Reason("not grappled", "C3.11")


@clause("C3.11")
def escape(fight: Fight, unit_id: str) -> Procedure:
    """A contested save; a tie holds."""
    unit = fight.state.units[unit_id]
    holder_id = unit.grapple or ""
    holder = fight.state.units[holder_id]
    mine, held, success = yield from contested_save(fight, unit, holder)
    if unit_id not in fight.state.units or holder_id not in fight.state.units:
        return
    tell(fight, EscapeRolled(mine, held, success), unit, holder)
    if success and unit.grapple == holder_id:
        tell(fight, GrappleEnded(unit_id, holder_id, "escaped"), unit, holder)


@clause("C3.11")
def release(fight: Fight, unit_id: str) -> None:
    """The grappler lets go, as a Free action."""
    unit = fight.state.units[unit_id]
    if unit.grapple is not None:
        tell(fight, GrappleEnded(unit_id, unit.grapple, "released"), unit)


def adjacent(fight: Fight, unit: Unit, other: Unit) -> bool:
    """Whether two units stand side by side."""
    return hexes_between(fight, unit.hex, other.hex) == 1
