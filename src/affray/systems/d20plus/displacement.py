"""Being pushed, pulled or knocked Prone by an ability or a weapon that says so."""

from __future__ import annotations

from affray.kernel.clauses import clause
from affray.kernel.requests import Option, Procedure
from affray.systems.d20plus.book import DISTANCES
from affray.systems.d20plus.events import Moved
from affray.systems.d20plus.setting import distance
from affray.systems.d20plus.state import Fight


@clause("D8.11")
def shove(fight: Fight, by: str, target_id: str, direction: str) -> Procedure:
    """Move a foe one step on the graph, away or nearer; where several zones fit, the one who shoves picks."""
    zones = shove_zones(fight, by, target_id, direction)
    if not zones:
        return
    options = [Option(f"to {zone}", "zone", (zone,)) for zone in zones]
    option = yield from fight.choose(by, "shove", options, "D8.11", (target_id, direction), options[0].id)
    # Somebody may have moved either of the two while the question was open: look again.
    zone = option.args[0]
    if fight.state.outcome is None and zone in shove_zones(fight, by, target_id, direction):
        fight.emit(Moved(target_id, fight.state.personas[target_id].zone, zone, by, "D8.11"))


@clause("D8.11")
def shove_zones(fight: Fight, by: str, target_id: str, direction: str) -> list[str]:
    """Neighbouring zones that are farther from (push) or nearer to (pull) the one who shoves."""
    pusher, target = fight.state.personas.get(by), fight.state.personas.get(target_id)
    if pusher is None or target is None or pusher.out:
        return []
    now = DISTANCES.index(distance(fight.book, pusher.zone, target.zone))
    zones = []
    for zone in fight.book.board.neighbours(target.zone):
        then = DISTANCES.index(distance(fight.book, pusher.zone, zone))
        if (then > now) if direction == "push" else (then < now):
            zones.append(zone)
    return zones
