"""Who acts next: sides alternate, and each chooses a unit that has not acted."""

from __future__ import annotations

from affray.kernel.clauses import clause
from affray.systems.cantor.state import Fight, Unit, is_cantor, sheet_of


@clause("C3.2")
def sides_in_order(fight: Fight) -> list[str]:
    """The sides as the scenario has them, those with Cantors first."""
    units = fight.state.units.values()
    cantors = {unit.side for unit in units if is_cantor(fight, unit)}
    sides = list(fight.book.sides)
    return sorted(sides, key=lambda side: (side not in cantors, sides.index(side)))


@clause("C3.2")
def takes_part(fight: Fight, unit: Unit) -> bool:
    """One that joined in this round acts in the next; some have several activations a round."""
    return unit.here and unit.joined < fight.state.round and unit.acted < sheet_of(fight, unit).activations


@clause("C3.2")
def available(fight: Fight, side: str) -> list[Unit]:
    """Units of a side that can act now. None of them twice in a row, whatever other sides did in between,
    unless no other of the side is left.
    """
    found = [unit for unit in fight.state.units.values() if unit.side == side and takes_part(fight, unit)]
    others = [unit for unit in found if unit.id != fight.state.last.get(side)]
    return others or found


@clause("C3.2")
def side_after(fight: Fight, side: str) -> str:
    """The side that chooses after this one: the next that has a unit left; when one is done others finish."""
    order = sides_in_order(fight)
    at = order.index(side) if side in order else -1
    for step in range(1, len(order) + 1):
        following = order[(at + step) % len(order)]
        if available(fight, following):
            return following
    return order[(at + 1) % len(order)]
