"""What a fight came to for each Persona, counted from its events."""

from __future__ import annotations

from collections.abc import Sequence

from affray.kernel.events import Event, Record
from affray.systems.d20plus.events import Intercepted, SetUp, StrikeDeclared, StrikeResolved, Wounded
from affray.systems.d20plus.state import Fight

COUNTED = (
    "wounds dealt",
    "wounds taken",
    "strikes made",
    "strikes landed",
    "blocks",
    "Critical Blocks",
    "Setups",
    "dice given",
    "stepped in",
)
"""Everything that is counted, in the order in which it is told. A Critical Block is a block too."""

Deeds = dict[str, dict[str, int]]


def deeds(fight: Fight, records: Sequence[Record]) -> Deeds:
    """By Persona, how often it did what; what it never did is left out, and so is what was taken back."""
    found: Deeds = {id_: dict.fromkeys(COUNTED, 0) for id_ in fight.state.personas}
    strike: StrikeResolved | None = None
    for record in records:
        if record.undone_by is not None:
            continue
        if isinstance(record.event, StrikeResolved):
            strike = record.event
        for id_, name, number in _counts(record.event, strike):
            found.setdefault(id_, dict.fromkeys(COUNTED, 0))[name] += number
    return {id_: {name: number for name, number in counts.items() if number} for id_, counts in found.items()}


def _counts(event: Event, strike: StrikeResolved | None) -> list[tuple[str, str, int]]:
    """What one event adds: to whom, to which count, how much. `strike` is the last that was resolved."""
    match event:
        case StrikeDeclared():
            return [(event.attacker, "strikes made", 1)]
        case StrikeResolved(hit=True):
            return [(event.attack.roller, "strikes landed", 1)]
        case StrikeResolved():
            blocker = event.defence.roller
            return [(blocker, "blocks", 1), (blocker, "Critical Blocks", int(event.critical_block))]
        case Wounded():
            # Wounds past the end of the track are lost (D6.3).
            fallen = event.before - event.after
            taken = [(event.persona, "wounds taken", fallen)]
            if strike is not None and strike.defence.roller == event.persona:
                return [(strike.attack.roller, "wounds dealt", fallen), *taken]
            return taken
        case SetUp():
            given = int(event.size > 0 and event.size == event.kept)
            return [(event.persona, "Setups", 1), (event.persona, "dice given", given)]
        case Intercepted():
            return [(event.persona, "stepped in", 1)]
    return []
