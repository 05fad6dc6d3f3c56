"""What holds after every event, whatever happens."""

from __future__ import annotations

from affray.kernel.clauses import clause
from affray.systems.sunder.names import DICE
from affray.systems.sunder.state import Creature, Scene


def problems(scene: Scene) -> list[str]:
    """Invariants that do not hold, in words; empty when all is well."""
    found = [line for creature in scene.state.creatures.values() for line in _of(scene, creature)]
    return found + _of_queue(scene) + _of_running(scene)


@clause("S1.3", "S1.8")
def _of(scene: Scene, creature: Creature) -> list[str]:
    """0 <= S, 0 <= R, S + R <= P, P from 1 to 20, Marks within the pool."""
    found = []
    for name, track in creature.tracks.items():
        if track.stress < 0 or track.spent < 0 or track.stress + track.spent > track.score:
            found.append(f"{creature.name}: {name} has {track.stress} + {track.spent} of {track.score}")
        if not 1 <= track.score <= 20 or track.die not in DICE:
            found.append(f"{creature.name}: {name} is {track.score} with D{track.die}")
    if not 0 <= creature.marks <= creature.pool:
        found.append(f"{creature.name} has {creature.marks} of {creature.pool} Marks")
    if creature.zone not in scene.book.zones:
        found.append(f"{creature.name} is nowhere")
    if creature.dying and creature.dying not in scene.state.countdowns:
        found.append(f"{creature.name} is dying without a Countdown")
    names = [(one.name, one.potential, one.other, one.by, one.zone) for one in creature.conditions]
    if len(set(names)) != len(names):
        found.append(f"{creature.name} has a Condition twice")
    return found


@clause("S4.4", "S3.24")
def _of_queue(scene: Scene) -> list[str]:
    """One entry for each creature, nobody who is down, and never who has the turn."""
    queued = [id_ for entry in scene.state.queue for id_ in entry.creatures]
    found = []
    if len(set(queued)) != len(queued):
        found.append("a creature is in the queue twice")
    turn = scene.state.turn
    acting = [turn.creature, *turn.group] if turn is not None else []
    for id_ in queued:
        creature = scene.state.creatures.get(id_)
        if creature is None or not creature.conscious:
            found.append(f"{id_} is in the queue and not able to act")
        if id_ in acting:
            found.append(f"{id_} has the turn and is in the queue")
    if len(set(acting)) != len(acting):
        found.append("a creature has two turns at once")
    return found


@clause("S9.8", "S9.9", "S6.2")
def _of_running(scene: Scene) -> list[str]:
    """Sequence dice within their size, and one Concentration for each creature."""
    found = []
    owners: set[str] = set()
    for one in scene.state.running:
        if one.die and not 1 <= one.value <= one.die:
            found.append(f"{one.name} shows {one.value} on a D{one.die}")
        if one.concentration:
            if one.owner in owners:
                found.append(f"{one.owner} concentrates on two things")
            owners.add(one.owner)
    waiting = [one.creature for one in scene.state.surges]
    if len(set(waiting)) != len(waiting):
        found.append("two Surges of one creature wait")
    return found
