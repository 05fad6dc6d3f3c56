"""What a fight came to for each character, counted from its events."""

from __future__ import annotations

from collections.abc import Sequence

from affray.kernel.events import Event, Record
from affray.systems.pace import events as e
from affray.systems.pace.state import Fight

COUNTED = (
    "damage dealt",
    "damage taken",
    "attacks made",
    "attacks landed",
    "Blocks",
    "Evades",
    "Counters landed",
    "Maneuvers",
    "Paces walked",
    "AP spent",
)
"""Everything that is counted, in the order in which it is told. A Maneuver counts when it takes effect."""

Deeds = dict[str, dict[str, int]]


def deeds(fight: Fight, records: Sequence[Record]) -> Deeds:
    """By character, how often it did what; what it never did is left out, and so is what was taken back."""
    found: Deeds = {id_: dict.fromkeys(COUNTED, 0) for id_ in fight.state.characters}
    declared: e.AttackDeclared | None = None
    for record in records:
        if record.undone_by is not None:
            continue
        if isinstance(record.event, e.AttackDeclared):
            declared = record.event
        elif isinstance(record.event, e.AttackEnded):
            declared = None
        for id_, name, number in _counts(record.event, declared):
            found.setdefault(id_, dict.fromkeys(COUNTED, 0))[name] += number
    return {id_: {name: number for name, number in counts.items() if number} for id_, counts in found.items()}


def _counts(event: Event, declared: e.AttackDeclared | None) -> list[tuple[str, str, int]]:
    """What one event adds: to whom, to which count, how much. `declared` is the attack under way."""
    match event:
        case e.AttackDeclared():
            return [(event.attacker, "attacks made", 1)]
        case e.ObjectStruck():
            return [
                (event.attacker, "attacks made", 1),
                (event.attacker, "attacks landed", int(event.success)),
            ]
        case e.DefenceRolled(hit=True):
            return [(event.attack.roller, "attacks landed", 1)]
        case e.DefenceChosen(answer="block"):
            return [(event.defender, "Blocks", 1)]
        case e.DefenceChosen(answer="evade"):
            return [(event.defender, "Evades", 1)]
        case e.CounterRolled(lands=True):
            return [(event.defender.roller, "Counters landed", 1)]
        case e.DamageDealt():
            # Damage past 0 HP is lost (P4.8).
            fallen = event.before - event.after
            dealt = [] if event.by in (None, event.target) else [(str(event.by), "damage dealt", fallen)]
            return [(event.target, "damage taken", fallen), *dealt]
        case e.Held() | e.Slowed() | e.ItemDropped() | e.Shoved():
            return _maneuver(event, declared)
        case e.Walked() | e.Evaded():
            return [(event.character, "Paces walked", event.cost)]
        case e.ApPaid():
            return [(event.character, "AP spent", event.ap)]
    return []


def _maneuver(
    event: e.Held | e.Slowed | e.ItemDropped | e.Shoved, declared: e.AttackDeclared | None
) -> list[tuple[str, str, int]]:
    """An effect on somebody in the course of an attack with a Maneuver is that Maneuver's."""
    if declared is None or declared.maneuver is None:
        return []
    by = event.source if isinstance(event, e.Held) else event.by
    return [(declared.attacker, "Maneuvers", 1)] if by == declared.attacker else []
