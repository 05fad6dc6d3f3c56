"""The facts of a fight by name, for worked examples to look at: "hesper.hp", "round", "hit"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from affray.kernel.events import Record
from affray.systems.cantor import events as e
from affray.systems.cantor.state import Fight, Unit
from affray.systems.cantor.view import view_phase

Facts = dict[str, Any]


def facts(encounter: Fight, records: Sequence[Record]) -> Facts:
    """Everything that a worked example can expect. `records` are the events of its last step.

    What somebody has not got is 0, "" or an empty list. Of several rolls in one step the last one counts.
    """
    state = encounter.state
    found: Facts = {
        "round": state.round,
        "turn": state.turn.unit if state.turn is not None else "",
        "phase": view_phase(encounter),
        "outcome": state.outcome or "",
        "choir": False,
        "shoved": 0,
        "stopped": "",
        "moved": 0,
    }
    for unit in state.units.values():
        found |= {f"{unit.id}.{name}": value for name, value in _of_unit(encounter, unit).items()}
    for record in records:
        if record.undone_by is None:
            found |= _of_event(encounter, record.event, found)
    return found


def _of_unit(fight: Fight, unit: Unit) -> Facts:
    return {
        "hp": unit.hp,
        "structure": unit.structure,
        "stress": unit.stress,
        "overshield": unit.overshield,
        "burn": unit.burn,
        "band": unit.band,
        "fractured": unit.fractured,
        "tokens": unit.tokens,
        "cooldowns": unit.cooldowns,
        "hex": fight.book.board.name(unit.hex),
        "conditions": sorted({one.name for one in unit.conditions}),
        "reaction": unit.reaction,
        "out": unit.out,
        "acted": unit.acted,
        "marker known": unit.marker is not None,
        "grapple": unit.grapple or "",
    }


def _of_event(fight: Fight, event: Any, found: Facts) -> Facts:
    match event:
        case e.FlipRolled():
            return {"flip missed": event.missed}
        case e.AttackRolled():
            return _of_attack(event)
        case e.DamageTaken():
            return {
                "damage": event.amount,
                "raw": event.raw,
                "exposed": event.exposed,
                "armor": event.armor,
                "resisted": event.resisted,
                "braced": event.braced,
            }
        case e.StructureLost():
            return {"structure result": event.gained}
        case e.Saved() | e.BurnSaved():
            return {"save success": event.success, "total": event.roll.total, "d20s": [event.roll.faces[0]]}
        case e.EscapeRolled():
            return {"save success": event.success, "total": event.roll.total}
        case e.Shoved():
            return {
                "shoved": found.get("shoved", 0) + len(event.hexes),
                "stopped": event.stopped or found.get("stopped", ""),
            }
        case e.AttackStopped():
            return {"stopped": event.why.key}
        case e.ChoirMoment():
            return {"choir": True}
        case e.Moved():
            return {"moved": found.get("moved", 0) + event.cost}
    return {}


def _of_attack(event: e.AttackRolled) -> Facts:
    roll = event.roll
    return {
        "hit": event.hit,
        "total": 0 if roll is None else roll.total,
        "net": sum([n for _, n, _ in event.accuracy]) - sum([n for _, n, _ in event.difficulty]),
        "defence": event.value,
        "d20s": [] if roll is None else list(roll.faces[:1]),
        "accuracy": [name for name, _, _ in event.accuracy],
        "difficulty": [name for name, _, _ in event.difficulty],
    }
