"""Where creatures are and where they can go: distances, ways, what bars them, and being pushed."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator
from typing import Literal

from affray.kernel.clauses import clause
from affray.kernel.reasons import Reason
from affray.systems.sunder import equipment
from affray.systems.sunder.events import Moved, Stayed
from affray.systems.sunder.names import Band
from affray.systems.sunder.setting import TILES, lower, reach_of_move, within
from affray.systems.sunder.state import Condition, Creature, Scene, foes

How = Literal["move", "pushed", "reaction", "traded", "GM"]
Judged = tuple[str, Reason | None]
"""A zone, and why it cannot be gone to."""


# Distances


def zone_of(scene: Scene, id_: str) -> str:
    """The zone where something is: a creature, a thing, or the zone of this id itself."""
    if id_ in scene.state.creatures:
        return scene.state.creatures[id_].zone
    return scene.book.things[id_].zone if id_ in scene.book.things else id_


@clause("S11.5")
def tiles(scene: Scene, one_id: str, other_id: str) -> int:
    """The distance of two creatures, things or zones in tiles: that of their zones, at least 1."""
    return scene.book.tiles[zone_of(scene, one_id), zone_of(scene, other_id)]


@clause("S11.2")
def near(scene: Scene, one_id: str, other_id: str, band: Band) -> bool:
    """Whether two are within a range of each other."""
    return within(tiles(scene, one_id, other_id), band)


@clause("S11.2")
def sees_zone(scene: Scene, zone: str, other_zone: str) -> bool:
    """Whether there is a line of sight between two zones."""
    return (zone, other_zone) not in scene.book.unseen


# How far a creature may go


@clause("S10.3", "S10.6", "S11.4")
def budget(scene: Scene, creature: Creature, band: Band) -> int:
    """How many tiles a movement of this range has now.

    Exhaustion 2 makes it one range lower, and nothing of Here. Exhaustion 4 leaves at most Near for the
    whole turn.
    """
    reach: Band | None = lower(band) if creature.exhaustion >= 2 else band
    if reach is None:
        return 0
    found = reach_of_move(reach)
    if creature.exhaustion < 4:
        return found
    turn = scene.state.turn
    moved = turn.moved if turn is not None and turn.creature == creature.id else 0
    return max(0, min(found, TILES["Near"] - moved))


@clause("S10.5", "S10.6")
def cannot_move(creature: Creature, default: bool) -> Reason | None:
    """Petrified: no movement. Slowed: none but the default one (`default`), and that after a Test."""
    if creature.has("Petrified"):
        return Reason("Petrified moves", "S10.6", (creature.name,))
    if creature.has("Slowed") and not default:
        return Reason("Slowed", "S10.5", (creature.name,))
    return None


@clause("S10.5")
def needs_test_to_move(creature: Creature) -> bool:
    """Slowed: the default movement needs a Test with Grace that is Mixed or better."""
    return creature.has("Slowed")


# Ways


def _open_ways(scene: Scene, zone: str) -> list[str]:
    closed = scene.state.closed
    return [
        other
        for other in scene.book.ways[zone]
        if (zone, other) not in closed and (other, zone) not in closed
    ]


@clause("S11.5")
def held_by_a_foe(scene: Scene, creature: Creature, zone: str) -> bool:
    """Whether a zone is narrow and a conscious foe stands in it: nobody passes there but by Shift."""
    return scene.book.zones[zone].narrow and any(foe.zone == zone for foe in foes(scene, creature))


def _never(zone: str) -> bool:
    """No zone is barred."""
    return False


@clause("S11.5")
def _lengths(
    scene: Scene, creature: Creature, through: bool, barred: Callable[[str], bool] = _never
) -> dict[str, int]:
    """The length in tiles of the shortest way to every zone that can be got to, without its own.

    Lengths of ways between zones add up. A zone that is `barred` is no part of a way. A narrow one that a foe
    holds is only the end of one, unless `through`.
    """
    found: dict[str, int] = {creature.zone: 0}
    ends: set[str] = set()
    ahead = [(0, creature.zone)]
    while ahead:
        length, zone = heapq.heappop(ahead)
        if zone in ends:
            continue
        ends.add(zone)
        if zone != creature.zone and not through and held_by_a_foe(scene, creature, zone):
            continue
        for other in _open_ways(scene, zone):
            further = length + scene.book.tiles[zone, other]
            if further < found.get(other, further + 1) and not barred(other):
                found[other] = further
                heapq.heappush(ahead, (further, other))
    return {zone: found[zone] for zone in scene.book.zones if zone in found and zone != creature.zone}


def _free_ways(scene: Scene, creature: Creature, through: bool) -> dict[str, int]:
    """As `_lengths`, by zones that no Condition keeps it out of."""
    return _lengths(scene, creature, through, lambda zone: _bars(scene, creature, zone) is not None)


@clause("S11.5")
def reachable(scene: Scene, creature: Creature, tiles: int, through: bool) -> dict[str, int]:
    """Zones that a movement of so many tiles leads to, each with the length of the way to it.

    Its own zone is not among them. `through`: it may pass narrow zones that foes hold.
    """
    if creature.has("Petrified"):
        return {}
    ways = _free_ways(scene, creature, through)
    return {zone: length for zone, length in ways.items() if length <= tiles}


@clause("S11.5", "S10.6")
def why_not(scene: Scene, creature: Creature, zone: str, tiles: int, through: bool) -> Reason | None:
    """Why a movement of so many tiles does not lead a creature to a zone; None: it does."""
    return _why_not(scene, creature, zone, tiles, through, None)


def why_not_each(scene: Scene, creature: Creature, tiles: int, through: bool) -> Iterator[Judged]:
    """Every zone but its own, with why a movement of so many tiles does not lead a creature there."""
    ways = _free_ways(scene, creature, through)
    for zone in scene.book.zones:
        if zone != creature.zone:
            yield zone, _why_not(scene, creature, zone, tiles, through, ways)


def _why_not(
    scene: Scene, creature: Creature, zone: str, tiles: int, through: bool, ways: dict[str, int] | None
) -> Reason | None:
    """As `why_not`; `ways` are those by zones that it may enter, where they are known already."""
    if zone not in scene.book.zones:
        return Reason("no zone", "S11.5", (zone,))
    name = scene.book.zones[zone].name
    if zone == creature.zone:
        return Reason("there already", "S11.5", (creature.name, name))
    barred = cannot_move(creature, default=True) or _bars(scene, creature, zone)
    if barred is not None:
        return barred
    if ways is None:
        ways = _free_ways(scene, creature, through)
    if zone not in ways:
        return _why_no_way(scene, creature, zone, through)
    return Reason("too far to go", "S11.5", (name, 5 * ways[zone], 5 * tiles)) if ways[zone] > tiles else None


def _why_no_way(scene: Scene, creature: Creature, zone: str, through: bool) -> Reason:
    """What stands in the way to a zone that is not barred itself."""
    name = scene.book.zones[zone].name
    if zone in _lengths(scene, creature, through):
        return Reason("way barred", "S10.8", (creature.name, name))
    if zone in _lengths(scene, creature, through=True):
        return Reason("narrow way held", "S11.5", (name,))
    return Reason("no way", "S11.5", (name,))


# What holds a creature


def _bars(scene: Scene, creature: Creature, zone: str) -> Reason | None:
    """The Condition that keeps a creature out of a zone."""
    for one in creature.conditions:
        if one.name == "Afraid":
            reason = _fears(scene, creature, one, zone)
        else:
            reason = _is_rooted(scene, creature, one, zone)
        if reason is not None:
            return reason
    return None


@clause("S10.6")
def _is_rooted(scene: Scene, creature: Creature, one: Condition, zone: str) -> Reason | None:
    """Rooted: not more than X tiles from its centre. Held: 1 from its holder. Pinned: both."""
    distances = scene.book.tiles
    if one.name in ("Rooted", "Pinned"):
        furthest = max(1, one.amount)
        if distances[one.zone or creature.zone, zone] > furthest:
            return Reason(one.name, "S10.6", (creature.name, 5 * furthest))
    if one.name in ("Held", "Pinned"):
        holder = scene.state.creatures.get(one.by)
        centre = holder.zone if holder is not None and holder.out != "gone" else one.zone
        if centre and distances[centre, zone] > 1:
            return Reason(one.name, "S10.6", (creature.name, 5))
    return None


def _fears(scene: Scene, creature: Creature, one: Condition, zone: str) -> Reason | None:
    """Afraid: no nearer to what it fears (S10)."""
    feared = scene.state.creatures.get(one.by)
    if feared is None or feared.out == "gone" or feared.id == creature.id:
        return None
    distances = scene.book.tiles
    if distances[zone, feared.zone] < distances[creature.zone, feared.zone]:
        return Reason("Afraid", "S10.8", (creature.name, feared.name))
    return None


# Moving


def go(
    scene: Scene,
    creature_id: str,
    zone: str,
    how: How = "move",
    by: str = "",
    clause: str = "S5.7",
    through: bool = False,
) -> None:
    """A creature goes to a zone; nothing is asked whether it can. `through` as in `reachable`.

    The tiles told are those of the way, or the distance where it has none. Moving on one's own turn refills
    Light armor (S14.7).
    """
    creature = scene.state.creatures[creature_id]
    if zone == creature.zone:
        return
    apart = scene.book.tiles[creature.zone, zone]
    if how in ("move", "reaction"):
        apart = _lengths(scene, creature, through).get(zone, apart)
        # The way that its Conditions leave may be longer; the GM can send it on one that they bar.
        apart = _free_ways(scene, creature, through).get(zone, apart)
    scene.emit(Moved(creature_id, creature.zone, zone, apart, how, by, clause))
    if how == "move":
        equipment.refill_by_moving(scene, creature_id)


@clause("S11.5")
def push(scene: Scene, creature_id: str, from_zone: str, spaces: int, by: str = "") -> bool:
    """Push a creature away from a zone, along open ways of at most so many tiles; whether it moved.

    It goes to the zone that is furthest from there, and among several to the one that is nearest to it.
    """
    creature = scene.state.creatures[creature_id]
    distances = scene.book.tiles
    ways = _lengths(scene, creature, through=False)
    away = {zone: length for zone, length in ways.items() if length <= spaces}
    best = min(away, key=lambda zone: (-distances[from_zone, zone], away[zone]), default="")
    if not best or distances[from_zone, best] <= distances[from_zone, creature.zone]:
        scene.emit(Stayed(creature_id, "nowhere to be pushed to", "S11.5"))
        return False
    scene.emit(Moved(creature_id, creature.zone, best, away[best], "pushed", by, "S11.5"))
    return True
