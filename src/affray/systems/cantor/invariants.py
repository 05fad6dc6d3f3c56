"""What must hold after every step of a Cantor fight, whatever the GM allows or corrects."""

from __future__ import annotations

from collections import Counter

from affray.systems.cantor.lines import hexes_between
from affray.systems.cantor.resonance import OVERCHARGE
from affray.systems.cantor.state import Fight, Unit, is_cantor, sheet_of


def problems(fight: Fight) -> list[str]:
    """Every invariant that does not hold, in words."""
    state = fight.state
    found = [problem for unit in state.units.values() for problem in _of_unit(fight, unit)]
    hexes = Counter(unit.hex for unit in state.units.values() if unit.here)
    found += [f"{count} stand on {fight.book.board.name(at)}" for at, count in hexes.items() if count > 1]
    if state.clash is not None and state.turn is None:
        found.append("an attack is open outside every turn")
    return found


def _of_unit(fight: Fight, unit: Unit) -> list[str]:
    sheet = sheet_of(fight, unit)
    found = []
    # A Cantor is at 0 HP while the die for its lost Structure is still to fall.
    losing_structure = is_cantor(fight, unit) and unit.structure > 1
    if not 0 <= unit.hp <= sheet.hp or (unit.here and unit.hp == 0 and not losing_structure):
        found.append(f"{unit.id} has {unit.hp} HP")
    if unit.here and is_cantor(fight, unit) and 0 in (unit.structure, unit.stress):
        found.append(f"{unit.id} has no Structure or no Stress left, and is not out")
    if not 0 <= unit.band <= OVERCHARGE or (unit.band and not is_cantor(fight, unit)):
        found.append(f"{unit.id} has its band at {unit.band}")
    if min(unit.overshield, unit.burn, unit.structure, unit.stress, unit.tokens) < 0:
        found.append(f"{unit.id} has less than nothing of something")
    if not unit.here and unit.conditions:
        found.append(f"{unit.id} is out and has conditions still")
    kinds = [(one.name, one.cause) for one in unit.conditions]
    if len(set(kinds)) != len(kinds):
        found.append(f"{unit.id} has a condition twice from one cause")
    if unit.grapple is not None:
        other = fight.state.units.get(unit.grapple)
        if other is None or other.grapple != unit.id or unit.grappler == other.grappler:
            found.append(f"{unit.id} is in a grapple that is none")
        elif hexes_between(fight, unit.hex, other.hex) > 1:
            found.append(f"{unit.id} grapples {other.id} from afar")
    if unit.marker is not None and not unit.has("Hidden"):
        found.append(f"{unit.id} has a marker and is not Hidden")
    return found
