"""Movement in play: halves that move, what is left of them, pushes, and the Reactions to all of it."""

from __future__ import annotations

from affray.kernel.clauses import clause
from affray.kernel.requests import Option, Procedure
from affray.systems.sunder import movement, reactions
from affray.systems.sunder.events import MovementLeft
from affray.systems.sunder.happening import Happening
from affray.systems.sunder.state import Creature, Scene, foes

STAY = Option("stay", "stay")


@clause("S5.2", "S5.7")
def walk(scene: Scene, id_: str, zone: str, tiles: int, through: bool) -> Procedure:
    """Move to a zone; what is left of the Movement may be gone on with until another half begins."""
    creature = scene.state.creatures[id_]
    length = movement.reachable(scene, creature, tiles, through).get(zone)
    if length is None:
        return
    yield from step_to(scene, id_, zone, through)
    creature_now = scene.state.creatures.get(id_)
    turn = scene.state.turn
    if creature_now is not None and creature_now.conscious and turn is not None and turn.creature == id_:
        scene.emit(MovementLeft(id_, max(0, tiles - length), through))


def step_to(scene: Scene, id_: str, zone: str, through: bool, how: movement.How = "move") -> Procedure:
    """Go to a zone, then let those react whom it concerns."""
    before = distances(scene, scene.state.creatures[id_])
    movement.go(scene, id_, zone, how, through=through)
    yield from after_moving(scene, id_, before)


def distances(scene: Scene, creature: Creature) -> dict[str, int]:
    """How far every foe is, in tiles."""
    return {foe.id: movement.tiles(scene, creature.id, foe.id) for foe in foes(scene, creature)}


@clause("S5.21", "S7.8")
def after_moving(scene: Scene, id_: str, before: dict[str, int]) -> Procedure:
    """Foes whose Traits name it react to one who came closer or went away."""
    for trigger in ("foe closes", "foe leaves"):
        mover = scene.state.creatures.get(id_)
        if mover is None or not mover.conscious:
            return
        now = distances(scene, mover)
        responders = [
            foe
            for foe, was in before.items()
            if foe in now and (now[foe] < was if trigger == "foe closes" else now[foe] > was)
        ]
        happening = Happening(trigger, id_, id_, "moving")
        yield from reactions.offer(scene, happening, responders)


@clause("S14.6")
def as_if_moving(scene: Scene, id_: str) -> Procedure:
    """A shot with an adversary within Here counts as movement for Reactions to movement."""
    shooter = scene.state.creatures[id_]
    beside = [foe.id for foe in foes(scene, shooter) if movement.tiles(scene, id_, foe.id) <= 1]
    for trigger in ("foe closes", "foe leaves"):
        if id_ in scene.state.creatures and beside:
            happening = Happening(trigger, id_, id_, "shooting")
            yield from reactions.offer(scene, happening, beside)


def pushed(scene: Scene, id_: str, from_zone: str, spaces: int, by: str) -> Procedure:
    """Push a creature away from a zone, and let its foes react."""
    before = distances(scene, scene.state.creatures[id_])
    if movement.push(scene, id_, from_zone, spaces, by):
        yield from after_moving(scene, id_, before)


def free_move(scene: Scene, id_: str, tiles: int, about: str) -> Procedure:
    """A creature moves outside of its halves, to where it wishes; it may stay."""
    creature = scene.state.creatures[id_]
    if not creature.conscious or movement.cannot_move(creature, default=False) is not None:
        return
    ways = movement.reachable(scene, creature, tiles, False)
    options = [STAY, *(Option(f"to {zone}", "to", (zone,)) for zone in ways)]
    option = yield from scene.choose(id_, "free move", options, "S7.2", (about,), STAY.id)
    if option.kind == "to" and id_ in scene.state.creatures:
        still = movement.reachable(scene, scene.state.creatures[id_], tiles, False)
        if option.args[0] in still:
            yield from step_to(scene, id_, option.args[0], False, "reaction")
