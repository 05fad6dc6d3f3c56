"""Reactions: Brace against a hit, Overwatch against one that begins to move."""

from __future__ import annotations

from affray.kernel.clauses import clause
from affray.kernel.reasons import Reason
from affray.kernel.requests import Option, Procedure
from affray.systems.cantor import attack, conditions
from affray.systems.cantor.arms import arm_of_weapon
from affray.systems.cantor.conditions import cannot_attack, cannot_react
from affray.systems.cantor.events import Spent
from affray.systems.cantor.lines import hexes_between
from affray.systems.cantor.state import Fight, Unit, sheet_of
from affray.systems.cantor.targets import line_barred
from affray.systems.cantor.telling import tell

NO = Option("no", "no")
BRACE = Option("brace", "brace")


@clause("C3.6")
def may_not_brace(fight: Fight, unit: Unit) -> Reason | None:
    """Why a unit cannot Brace: its Reaction is not to be had, or it is Braced already."""
    if unit.has("Braced"):
        return Reason("Braced already", "C3.6")
    return cannot_react(fight, unit)


@clause("C3.6")
def brace(fight: Fight, unit_id: str) -> None:
    """Spend the Reaction, and be Braced."""
    unit = fight.state.units[unit_id]
    tell(fight, Spent(unit_id, "reaction", "Brace", "C3.6"), unit)
    conditions.gain(fight, unit, "Braced", unit_id, "C3.6")


@clause("C3.6")
def offer_brace(fight: Fight, target_id: str, attacker_id: str, arm_name: str) -> Procedure:
    """Offered when a hit is declared, before damage."""
    target = fight.state.units[target_id]
    if may_not_brace(fight, target) is not None:
        return
    about = (attacker_id, target_id, arm_name)
    option = yield from fight.choose(target_id, "brace", (NO, BRACE), "C3.6", about, NO.id)
    target_now = fight.state.units.get(target_id)
    if option.id == BRACE.id and target_now is not None and may_not_brace(fight, target_now) is None:
        brace(fight, target_id)


@clause("C3.12", "C2.15")
def watchers(fight: Fight, mover: Unit) -> list[Unit]:
    """Who may answer a movement that begins: hostiles with a Reaction, in the scenario's order.

    A Disengaged mover and a Hidden one provoke none.
    """
    if mover.has("Disengaged") or mover.has("Hidden"):
        return []
    return [
        unit
        for unit in fight.state.units.values()
        if unit.here
        and unit.side != mover.side
        and cannot_react(fight, unit) is None
        and watch_options(fight, unit, mover)
    ]


@clause("C3.12")
def watch_options(fight: Fight, watcher: Unit, mover: Unit) -> list[Option]:
    """The weapons within whose threat the mover stands."""
    apart = hexes_between(fight, watcher.hex, mover.hex)
    found = []
    for id_ in sheet_of(fight, watcher).weapons:
        weapon = fight.book.weapons[id_]
        in_threat = apart <= weapon.threat and apart <= weapon.range and weapon.area is None
        if in_threat and cannot_attack(fight, watcher, weapon.kind) is None:
            found.append(Option(f"overwatch {id_}", "overwatch", (id_,)))
    return found if found and line_barred(fight, watcher.hex, mover.hex) is None else []


@clause("C3.12")
def offer_overwatch(fight: Fight, mover_id: str) -> Procedure:
    """A hostile begins to move: one Skirmish against it, before it moves, by each that watches."""
    for watcher_id in [unit.id for unit in watchers(fight, fight.state.units[mover_id])]:
        mover, watcher = fight.state.units.get(mover_id), fight.state.units.get(watcher_id)
        if mover is None or not mover.here or fight.state.outcome is not None:
            return
        if watcher is None or watcher not in watchers(fight, mover):
            continue
        options = [NO, *watch_options(fight, watcher, mover)]
        option = yield from fight.choose(watcher_id, "overwatch", options, "C3.12", (mover_id,), NO.id)
        if option.kind == "overwatch" and _still(fight, watcher_id, mover_id, option):
            tell(fight, Spent(watcher_id, "reaction", "Overwatch", "C3.12"), fight.state.units[watcher_id])
            arm = arm_of_weapon(fight.book.weapons[option.args[0]])
            yield from attack.attack(fight, watcher_id, arm, [mover_id])


def _still(fight: Fight, watcher_id: str, mover_id: str, option: Option) -> bool:
    mover, watcher = fight.state.units.get(mover_id), fight.state.units.get(watcher_id)
    if mover is None or not mover.here or watcher is None or watcher not in watchers(fight, mover):
        return False
    return option in watch_options(fight, watcher, mover)
