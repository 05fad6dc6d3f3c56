"""The gauntlet: who threw it in, who leaves, who gives way, and who acts together (S4.3 to S4.13)."""

from __future__ import annotations

from affray.kernel.clauses import clause
from affray.kernel.reasons import Denied, Reason
from affray.systems.sunder.events import GaveWay, JoinedGroup, LeftGroup, LeftQueue, ThrewIn
from affray.systems.sunder.state import Creature, Entry, Scene


def entry_of(scene: Scene, id_: str) -> Entry | None:
    """The entry of a creature, alone or in a group."""
    return next((entry for entry in scene.state.queue if id_ in entry.creatures), None)


@clause("S4.4")
def turns_ahead(scene: Scene) -> int:
    """The turn under way is the first place."""
    return int(scene.state.turn is not None)


@clause("S4.4")
def place_of(scene: Scene, id_: str) -> int | None:
    """The place of a creature, from 1, which is the turn under way; None: it is not in the queue."""
    for place, entry in enumerate(scene.state.queue, start=1 + turns_ahead(scene)):
        if id_ in entry.creatures:
            return place
    return None


@clause("S3.24", "S4.3", "S4.4", "S4.10")
def may_not_throw_in(scene: Scene, creature: Creature) -> Reason | None:
    """Why a creature cannot throw in: down, queued already, having its turn, or run by the GM's slots.

    How often it has had a turn is no matter (S4.10).
    """
    turn = scene.state.turn
    if not creature.conscious:
        return Reason("incapacitated", "S3.24", (creature.name,))
    if entry_of(scene, creature.id) is not None:
        return Reason("queued already", "S4.4", (creature.name,))
    if turn is not None and creature.id in (turn.creature, *turn.group):
        return Reason("has the turn", "S4.4", (creature.name,))
    if not creature.player:
        return Reason("adversaries act in GM slots", "S4.5", (creature.name,))
    return None


@clause("S4.3", "S4.4")
def throw_in(scene: Scene, id_: str, by: str = "") -> None:
    """Join the queue behind everybody; thrown in twice, the old place is kept and nothing happens.

    Raises `Denied` where the creature cannot.
    """
    creature = scene.state.creatures[id_]
    if entry_of(scene, id_) is not None:
        return
    reason = may_not_throw_in(scene, creature)
    if reason is not None:
        raise Denied(reason)
    scene.emit(ThrewIn(id_, len(scene.state.queue) + 1, by, turns_ahead(scene)))


@clause("S4.8")
def leave(scene: Scene, id_: str, by: str = "", reason: str = "") -> None:
    """Leave the queue before the turn; who is not in it stays out."""
    if entry_of(scene, id_) is not None:
        scene.emit(LeftQueue(id_, "GM" if by else "own", by, reason))


@clause("S4.7")
def may_give_way(scene: Scene, creature: Creature) -> list[str]:
    """To whom a creature may give way: who comes later in the queue and has not yielded in this opening."""
    own = entry_of(scene, creature.id)
    if own is None:
        return []
    later = scene.state.queue[scene.state.queue.index(own) + 1 :]
    return [entry.creatures[0] for entry in later if not has_yielded(scene, entry.creatures)]


@clause("S4.7")
def has_yielded(scene: Scene, creatures: list[str]) -> bool:
    """Whether any of these gave way in this opening, to whomever: nobody yields back to them."""
    return any(one in creatures for one, _ in scene.state.yielded)


@clause("S4.7")
def give_way(scene: Scene, id_: str, to: str) -> None:
    """Withhold the turn in favour of somebody later. Raises `Denied` where that cannot be."""
    creature = scene.state.creatures[id_]
    own, other = entry_of(scene, id_), entry_of(scene, to)
    if own is None:
        raise Denied(Reason("not queued", "S4.7", (creature.name,)))
    name = scene.state.creatures[to].name
    if other is None:
        raise Denied(Reason("not queued", "S4.7", (name,)))
    if scene.state.queue.index(other) <= scene.state.queue.index(own):
        raise Denied(Reason("not later", "S4.7", (name,)))
    if has_yielded(scene, other.creatures):
        raise Denied(Reason("yielded already", "S4.7", (name,)))
    scene.emit(GaveWay(id_, to))


@clause("S4.12")
def may_join(scene: Scene, creature: Creature) -> list[str]:
    """The leads of entries that a queued creature may act along with."""
    own = entry_of(scene, creature.id)
    if own is None or len(own.creatures) > 1:
        return []
    return [
        entry.creatures[0]
        for entry in scene.state.queue
        if entry is not own and scene.state.creatures[entry.creatures[0]].side == creature.side
    ]


@clause("S4.12")
def join(scene: Scene, id_: str, lead: str) -> None:
    """Act along with another who is queued. Raises `Denied` where that cannot be."""
    creature = scene.state.creatures[id_]
    own, other = entry_of(scene, id_), entry_of(scene, lead)
    if own is None:
        raise Denied(Reason("not queued", "S4.12", (creature.name,)))
    if other is None:
        raise Denied(Reason("not queued", "S4.12", (scene.state.creatures[lead].name,)))
    if own is other:
        return
    if other.creatures[0] not in may_join(scene, creature):
        raise Denied(Reason("cannot join", "S4.12", (creature.name, scene.state.creatures[lead].name)))
    scene.emit(JoinedGroup(id_, other.creatures[0]))


@clause("S4.12")
def leave_group(scene: Scene, id_: str) -> None:
    """No longer act along: the others keep their place, and who leaves stands behind everybody."""
    entry = entry_of(scene, id_)
    if entry is not None and len(entry.creatures) > 1:
        scene.emit(LeftGroup(id_))
