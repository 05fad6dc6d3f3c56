"""What a scene came to for each creature, counted from its events."""

from __future__ import annotations

from collections.abc import Sequence

from affray.kernel.events import Event, Record
from affray.systems.sunder import events as e
from affray.systems.sunder.names import CRIT, MIFF
from affray.systems.sunder.state import Scene

COUNTED = (
    "turns",
    "Tests",
    "Crits",
    "Miffs",
    "Stress dealt",
    "Stress taken",
    "Marks dealt",
    "Marks taken",
    "Fallout",
    "Reactions",
    "Surges",
    "Beats",
)
"""Everything that is counted, in the order in which it is told.

"Stress taken" has costs and the price of own Tests as well. Stress that overflows is counted whole.
"""

Deeds = dict[str, dict[str, int]]


def deeds(scene: Scene, records: Sequence[Record]) -> Deeds:
    """By creature, how often it did what; what it never did is left out, and so is what was taken back."""
    found: Deeds = {id_: dict.fromkeys(COUNTED, 0) for id_ in scene.state.creatures}
    for record in records:
        if record.undone_by is None:
            for id_, name, number in _counts(record.event):
                # Stress may come from a Condition or a thing, which is nobody.
                if id_ in found:
                    found[id_][name] += number
    return {id_: {name: number for name, number in counts.items() if number} for id_, counts in found.items()}


def _counts(event: Event) -> list[tuple[str, str, int]]:
    """What one event adds: to whom, to which count, how much."""
    match event:
        case e.TurnBegan():
            return [(id_, "turns", 1) for id_ in (event.creature, *event.group)]
        case e.TestRolled():
            return [(event.roller, "Tests", 1)]
        case e.TestSettled(level=level) if level in (CRIT, MIFF):
            return [(event.creature, "Crits" if level == CRIT else "Miffs", 1)]
        case e.StressTaken() | e.Overflowed():
            return _dealt(event.creature, event.source, "Stress", event.amount)
        case e.MarksTaken():
            return _dealt(event.creature, event.source, "Marks", event.amount)
        case e.FalloutFell():
            return [(event.creature, "Fallout", 1)]
        case e.ReactionTaken():
            return [(event.creature, "Reactions", 1)]
        case e.SurgeAnnounced():
            return [(event.creature, "Surges", 1)]
        case e.BeatGained():
            return [(event.creature, "Beats", event.amount)]
    return []


def _dealt(creature: str, source: str, what: str, amount: int) -> list[tuple[str, str, int]]:
    taken = [(creature, f"{what} taken", amount)]
    return taken if source in ("", creature) else [*taken, (source, f"{what} dealt", amount)]
