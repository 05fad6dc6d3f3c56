"""What a fight came to for each unit, counted from its events."""

from __future__ import annotations

from collections.abc import Sequence

from affray.kernel.events import Event, Record
from affray.systems.cantor import events as e
from affray.systems.cantor.state import Fight

COUNTED = (
    "damage dealt",
    "damage taken",
    "attacks made",
    "attacks landed",
    "Braces",
    "Overwatches",
    "Oaths",
    "Cooldowns",
    "hexes moved",
)
"""Everything that is counted, in the order in which it is told. Each target of an area may be a landing."""

Deeds = dict[str, dict[str, int]]


def deeds(fight: Fight, records: Sequence[Record]) -> Deeds:
    """By unit, how often it did what; what it never did is left out, and so is what was taken back."""
    found: Deeds = {id_: dict.fromkeys(COUNTED, 0) for id_ in fight.state.units}
    for record in records:
        if record.undone_by is not None:
            continue
        for id_, name, number in _counts(record.event):
            found.setdefault(id_, dict.fromkeys(COUNTED, 0))[name] += number
    return {id_: {name: number for name, number in counts.items() if number} for id_, counts in found.items()}


def _counts(event: Event) -> list[tuple[str, str, int]]:
    """What one event adds: to whom, to which count, how much."""
    match event:
        case e.AttackDeclared():
            return [(event.attacker, "attacks made", 1)]
        case e.AttackRolled(hit=True):
            return [(event.attacker, "attacks landed", 1)]
        case e.DamageTaken():
            # Damage past 0 HP is lost (C1.8); what Overshield takes was dealt all the same.
            lost = event.overshield_before - event.overshield_after + event.hp_before - event.hp_after
            dealt = [] if event.by in (None, event.target) else [(str(event.by), "damage dealt", lost)]
            return [(event.target, "damage taken", lost), *dealt]
        case e.Spent(name="Brace"):
            return [(event.unit, "Braces", 1)]
        case e.Spent(name="Overwatch"):
            return [(event.unit, "Overwatches", 1)]
        case e.OathSworn():
            return [(event.unit, "Oaths", 1)]
        case e.CooledDown():
            return [(event.unit, "Cooldowns", 1)]
        case e.Moved():
            return [(event.unit, "hexes moved", len(event.hexes))]
    return []
