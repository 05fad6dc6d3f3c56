"""Saves: d20 and Grit against a target."""

from __future__ import annotations

from affray.kernel.clauses import clause
from affray.kernel.requests import EACH, Audience, Cuts, Procedure
from affray.systems.cantor.accuracy import pool_of, roll20
from affray.systems.cantor.events import Roll20
from affray.systems.cantor.state import Fight, Unit


@clause("C3.9")
def save_succeeds(total: int, target: int) -> bool:
    """A save succeeds when its total reaches the target."""
    return total >= target


@clause("C3.9")
def save(
    fight: Fight, unit: Unit, about: str, clause_id: str, target: int | None = None, to: Audience = None
) -> Procedure:
    """A save that a rule asks for, once for its cause, at no cost. Returns (`Roll20`, target)."""
    against = fight.rulings.save_target if target is None else target
    rolled = yield from fight.roll(pool_of(fight, unit), Cuts((against,)), about, clause_id, to)
    return roll20(fight, unit, 0, rolled), against


@clause("C3.11")
def contested_save(fight: Fight, unit: Unit, holder: Unit) -> Procedure:
    """A contested save; a tie holds. Returns both rolls and whether the first won."""
    first = yield from fight.roll(pool_of(fight, unit), EACH, "escape", "C3.11")
    mine = roll20(fight, unit, 0, first)
    second = yield from fight.roll(pool_of(fight, holder), Cuts((first.total,)), "escape", "C3.11")
    held: Roll20 = roll20(fight, holder, 0, second)
    return mine, held, mine.total > held.total
