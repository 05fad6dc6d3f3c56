"""A scene as it begins: who stands where, and in what condition."""

from __future__ import annotations

from affray.kernel.clauses import clause
from affray.kernel.encounter import Encounter
from affray.systems.cantor.book import FRACTURES, TIMED, Book
from affray.systems.cantor.rulings import Rulings
from affray.systems.cantor.scenario import Combatant, Scenario, combatant_id
from affray.systems.cantor.setting import Setting, hex_at, setting_of
from affray.systems.cantor.state import Condition, Fight, State, Unit


def begin(book: Book, scenario: Scenario, rulings: Rulings) -> Fight:
    """A fresh scene of a checked scenario; who joins later is not there yet."""
    setting = setting_of(book, scenario)
    here = [combatant for combatant in scenario.combatant if combatant.joins == 1]
    state = State({unit.id: unit for unit in (_unit(setting, one) for one in here)})
    for combatant in here:
        _grapple(state, combatant)
    return Encounter(state, setting, rulings)


@clause("C2.16", "C5.1")
def _unit(setting: Setting, combatant: Combatant) -> Unit:
    """A unit as its sheet and the scene have it. Who has no HP, Structure or Stress left is out already."""
    sheet, start = setting.sheets[combatant.sheet], combatant.start
    hex_ = hex_at(setting.scenario.map, setting.board, start.at or combatant.at)
    assert hex_ is not None, "the scenario was checked"
    cantor = sheet.kind == "cantor"
    unit = Unit(
        combatant_id(combatant),
        combatant.name or sheet.name,
        combatant.sheet,
        combatant.side,
        hex_,
        sheet.hp if start.hp is None else start.hp,
        (sheet.structure if start.structure is None else start.structure) if cantor else 0,
        (sheet.stress if start.stress is None else start.stress) if cantor else 0,
        start.overshield,
        start.burn,
        start.band,
        start.fractured,
        start.cooldowns,
        start.tokens,
    )
    if unit.hp == 0 or (cantor and 0 in (unit.structure, unit.stress)):
        unit.out = "Stressed Out" if cantor and unit.stress == 0 else "destroyed" if cantor else "defeated"
        return unit
    unit.conditions = [
        Condition(name, "timed", 1) if name in TIMED else Condition(name, "own rule")
        for name in start.conditions
    ]
    if start.fractured and sheet.stone is not None and FRACTURES[sheet.stone].imposes is not None:
        unit.conditions.append(Condition(str(FRACTURES[sheet.stone].imposes), "Fracture", 0, unit.id))
    return unit


def _grapple(state: State, combatant: Combatant) -> None:
    if combatant.start.grapples is None:
        return
    grappler = state.units[combatant_id(combatant)]
    target = state.units[combatant.start.grapples]
    for one, other in ((grappler, target), (target, grappler)):
        one.grapple = other.id
        one.grappler = one is grappler
        one.conditions.append(Condition("Immobilized", "grapple", 0, other.id))
