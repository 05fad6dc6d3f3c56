"""The GM's hand on creatures: harm, healing, Conditions, places, corrections, who comes and who goes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from affray.kernel.calls import Call
from affray.kernel.clauses import clause
from affray.kernel.errors import Unreadable
from affray.kernel.reasons import Denied, Reason
from affray.kernel.requests import GM, Procedure
from affray.systems.sunder import (
    beginning,
    calls,
    conditions,
    countdowns,
    damage,
    equipment,
    exhaustion,
    fallout,
    marks,
    movement,
    moving,
    stress,
)
from affray.systems.sunder.blow import Blow
from affray.systems.sunder.events import Arrived, Corrected, FavourGained, Removed
from affray.systems.sunder.fallout import Coming, Falling
from affray.systems.sunder.names import FALLOUTS, POTENTIALS
from affray.systems.sunder.scenario import combatant_id
from affray.systems.sunder.state import SCENE, Creature, Scene


def creature_called(scene: Scene, id_: str) -> Creature:
    """The creature of an id. Raises `Unreadable` with those that are known."""
    creature = scene.state.creatures.get(id_)
    if creature is None or creature.out == "gone":
        known = [one.id for one in scene.state.creatures.values() if one.out != "gone"]
        raise Unreadable(f'There is no creature "{id_}"; known are {", ".join(known)}.')
    return creature


@clause("S3.24")
def conscious_called(scene: Scene, id_: str) -> Creature:
    """The creature of an id, which has to be conscious."""
    creature = creature_called(scene, id_)
    if not creature.conscious:
        raise Denied(Reason("incapacitated", "S3.24", (creature.name,)))
    return creature


def one_of(value: Any, known: list[str], what: str) -> str:
    """A value that has to be one of some. Raises `Unreadable` with those that are known."""
    if value not in known:
        raise Unreadable(f"{value!r} is no {what} here; known are {', '.join(known) or 'none'}.")
    return str(value)


def see_the_dying(scene: Scene) -> None:
    """After a Countdown was turned: whoever was dying lives or is dead (S3.25)."""
    for id_ in list(scene.state.creatures):
        marks.after_dying(scene, id_)


# Harm and healing


@clause("S3.1")
def _damage(scene: Scene, call: calls.HarmCall, by: str, reason: str) -> Procedure:
    """Damage from anything goes through every step like any other."""
    creature = conscious_called(scene, call.creature)
    blow = Blow(
        creature.id,
        creature.id,
        "the GM",
        call.potential,
        call.amount,
        1,
        attack=False,
        natures=tuple(call.natures),
    )
    yield from damage.deal(scene, blow)


@clause("S3.4")
def _stress(scene: Scene, call: calls.HarmCall, by: str, reason: str) -> Procedure:
    """Stress from anything."""
    creature = conscious_called(scene, call.creature)
    yield from fallout.take(
        scene, Coming(creature.id, call.potential, call.amount, "the GM", natures=tuple(call.natures))
    )


@clause("S3.3")
def _heal(scene: Scene, call: calls.HarmCall, by: str, reason: str) -> Procedure:
    """Healing takes a fifth of its amount off as Stress."""
    creature = creature_called(scene, call.creature)
    stress.clear(scene, creature.id, call.potential, stress.stress_of(call.amount), "healing", "S3.3")
    yield from ()


@clause("S3.24")
def _marks(scene: Scene, call: calls.MarksCall, by: str, reason: str) -> Procedure:
    """Marks, or some of them restored."""
    creature = creature_called(scene, call.creature)
    if call.amount < 0:
        yield from marks.restore(scene, creature.id, -call.amount, "the GM")
    else:
        marks.take(scene, creature.id, call.amount, "the GM", "", 2)


@clause("S3.26")
def _wake(scene: Scene, call: calls.CreatureCall, by: str, reason: str) -> Procedure:
    """Somebody comes round, with a Scar."""
    creature = creature_called(scene, call.creature)
    if creature.out != "incapacitated":
        raise Denied(Reason("not incapacitated", "S3.26", (creature.name,)))
    if creature.marks >= creature.pool:
        yield from marks.restore(scene, creature.id, 1, "the GM")
    else:
        yield from marks.come_round(scene, creature.id)


@clause("S3.11")
def _fallout(scene: Scene, call: calls.FalloutCall, by: str, reason: str) -> Procedure:
    """Fallout, with its menu."""
    creature = conscious_called(scene, call.creature)
    rank = FALLOUTS.index(call.rank)
    yield from fallout.fall(scene, Falling(creature.id, call.potential, rank, "Test"))


# Conditions and what hinders


@clause("S10.8", "S10.1")
def _condition(scene: Scene, call: calls.ConditionCall, by: str, reason: str) -> Procedure:
    """A Condition comes, or every one of this name goes."""
    yield from ()
    creature = conscious_called(scene, call.creature)
    if not call.on:
        for one in [one for one in creature.conditions if one.name == call.condition]:
            conditions.end(scene, creature.id, one, "GM")
        return
    source = creature_called(scene, call.by).id if call.by else ""
    needs = {"Bleeding": 1, "Muddled": 1, "Empowered": 1, "Vulnerable": 1, "Retaliate": 2}
    given = (call.potential is not None) + (call.other is not None)
    if given < needs.get(call.condition, 0):
        which = "a potential and another" if call.condition == "Retaliate" else "a potential"
        raise Unreadable(f"{call.condition} needs {which}.")
    if call.condition in ("Afraid", "Charmed", "Enraptured") and not source:
        raise Unreadable(f'{call.condition} needs "by": the creature it is about.')
    until = conditions.until_of(scene, source or creature.id, call.span)
    conditions.gain(
        scene,
        creature.id,
        call.condition,
        until,
        source,
        call.potential or "",
        call.other or "",
        call.amount or (1 if call.condition in ("Warded", "Fortified", "Rooted", "Held", "Pinned") else 0),
    )


@clause("S10.3")
def _exhaustion(scene: Scene, call: calls.ExhaustionCall, by: str, reason: str) -> Procedure:
    """The level of Exhaustion."""
    creature = creature_called(scene, call.creature)
    exhaustion.put(scene, creature.id, call.level)
    yield from ()


@clause("S1.21")
def _favour(scene: Scene, call: calls.FavourCall, by: str, reason: str) -> Procedure:
    """Advantage or Disadvantage to come."""
    creature = conscious_called(scene, call.creature)
    test, source = call.test, reason.strip() or "the GM says so"
    scene.emit(FavourGained(creature.id, test, call.amount, source, SCENE, call.against))
    yield from ()


@clause("S14.9")
def _equipment(scene: Scene, call: calls.EquipmentCall, by: str, reason: str) -> Procedure:
    """An item suffers."""
    creature = creature_called(scene, call.creature)
    item = one_of(call.item, equipment.items_of(scene, creature), "item")
    equipment.suffer(scene, creature.id, item)
    yield from ()


# Places, values, comings and goings


def _move(scene: Scene, call: calls.MoveCall, by: str, reason: str) -> Procedure:
    """A creature is put somewhere."""
    creature = creature_called(scene, call.creature)
    zone = one_of(call.zone, list(scene.book.zones), "zone")
    if zone != creature.zone:
        movement.go(scene, creature.id, zone, "GM", by, "S11.5")
    yield from ()


@clause("S10.8", "S11.5")
def _push(scene: Scene, call: calls.PushCall, by: str, reason: str) -> Procedure:
    """A creature is pushed away from a place or a creature."""
    creature = conscious_called(scene, call.creature)
    source = one_of(call.source, [*scene.book.zones, *scene.state.creatures], "zone or creature")
    yield from moving.pushed(scene, creature.id, movement.zone_of(scene, source), call.spaces, "")


def _set(scene: Scene, call: calls.SetCall, by: str, reason: str) -> Procedure:
    """Set a value within what the rules allow (S1.3, S1.8)."""
    creature = creature_called(scene, call.creature)
    value, was = _checked(creature, call)
    potential = call.potential or ""
    scene.emit(Corrected(creature.id, call.field, value, was, potential, by, reason))
    if call.field == "marks" and creature.conscious and creature.marks >= creature.pool:
        marks.fall(scene, creature.id)
    yield from ()


@clause("S1.3", "S1.8")
def _checked(creature: Creature, call: calls.SetCall) -> tuple[int, int]:
    """A value that can be, and the one before. Raises `Unreadable` with what it may be."""
    if call.field in ("stress", "spent", "score", "die"):
        if call.potential is None:
            raise Unreadable(f'"{call.field}" needs a potential: {", ".join(POTENTIALS)}.')
        track = creature.tracks[call.potential]
        known = {
            "stress": range(track.score - track.spent + 1),
            "spent": range(track.score - track.stress + 1),
            "score": range(1, 21),
            "die": (4, 6, 8, 10, 12),
        }[call.field]
        was = int(getattr(track, call.field))
    elif call.field in ("surge", "reactions"):
        return 0, 0
    else:
        known = range(creature.pool + 1) if call.field == "marks" else range(1000)
        was = int(getattr(creature, call.field))
    if call.value not in known:
        raise Unreadable(
            f"{call.field} of {creature.name} is from {min(known)} to {max(known)}, not {call.value}."
        )
    return call.value, was


@clause("S12.1")
def _add(scene: Scene, call: calls.AddCall, by: str, reason: str) -> Procedure:
    """Somebody comes in, fresh."""
    sheet_id = one_of(call.sheet, list(scene.book.sheets), "sheet")
    side = one_of(call.side, list(scene.book.sides), "side")
    zone = one_of(call.zone, list(scene.book.zones), "zone")
    sheet = scene.book.sheets[sheet_id]
    id_, number = sheet_id, 1
    taken = {combatant_id(one) for one in scene.book.scenario.combatant}
    taken |= {GM, *scene.state.creatures}
    while id_ in taken:
        number += 1
        id_ = f"{sheet_id}-{number}"
    tracks = beginning.tracks_of(sheet, scene.book.abilities)
    scene.emit(
        Arrived(
            id_,
            call.name or (sheet.name if number == 1 else f"{sheet.name} {number}"),
            sheet_id,
            side,
            zone,
            tuple((name, track.score, track.die) for name, track in tracks.items()),
            beginning.pool_of(sheet, scene.book.abilities),
            sheet.kind == "player",
            equipment.starting_hands(sheet, scene.book),
            tuple((name, face, perk) for name, track in tracks.items() for face, perk in track.perks.items()),
            tuple(name for name, track in tracks.items() if track.charged),
            by,
            reason,
        )
    )
    yield from ()


def _remove(scene: Scene, call: calls.CreatureCall, by: str, reason: str) -> Procedure:
    """Somebody leaves the scene; in its own turn that turn ends there (S3.24)."""
    creature = creature_called(scene, call.creature)
    if creature.dying in scene.state.countdowns:
        countdowns.drop(scene, creature.dying)
    scene.emit(Removed(creature.id, creature.name, by, reason))
    conditions.expire_with(scene, creature.id)
    yield from ()


ACTS: dict[str, tuple[type[Call], Callable[..., Any]]] = {
    "damage": (calls.HarmCall, _damage),
    "stress": (calls.HarmCall, _stress),
    "heal": (calls.HarmCall, _heal),
    "marks": (calls.MarksCall, _marks),
    "wake": (calls.CreatureCall, _wake),
    "fallout": (calls.FalloutCall, _fallout),
    "condition": (calls.ConditionCall, _condition),
    "exhaustion": (calls.ExhaustionCall, _exhaustion),
    "favour": (calls.FavourCall, _favour),
    "equipment": (calls.EquipmentCall, _equipment),
    "move": (calls.MoveCall, _move),
    "push": (calls.PushCall, _push),
    "set": (calls.SetCall, _set),
    "add": (calls.AddCall, _add),
    "remove": (calls.CreatureCall, _remove),
}
