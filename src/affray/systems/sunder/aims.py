"""What a half can be aimed at: weapons, targets, zones, things; each with why it cannot be."""

from __future__ import annotations

from collections.abc import Iterator

from affray.kernel.clauses import clause
from affray.kernel.reasons import Reason
from affray.systems.sunder import conditions, dispelling, equipment, movement
from affray.systems.sunder.book import Half, Weapon
from affray.systems.sunder.movement import near, tiles
from affray.systems.sunder.names import Skill
from affray.systems.sunder.state import Creature, Scene, foes

Aimed = tuple[str, str, Reason | None]
"""A weapon or empty, a target or empty, and why it is refused."""

TAMPERING: tuple[Skill, ...] = ("Sleight", "Reason")
"""The Skills for working a thing that names none (S5.14)."""


def aims(scene: Scene, creature: Creature, half: Half) -> Iterator[Aimed]:
    """Everything a half could be aimed at."""
    if half.attack is not None:
        yield from attacks(scene, creature, half)
    elif half.special in _SPECIAL:
        yield from _SPECIAL[half.special](scene, creature, half)
    elif half.target == "zone":
        yield from zones(scene, creature, half)
    elif half.target in ("self", "none"):
        yield "", "", None
    else:
        yield from creatures(scene, creature, half)


@clause("S1.2", "S5.14")
def skills_for(scene: Scene, creature: Creature, half: Half, target: str) -> tuple[str, ...]:
    """The Skills that the Test of a half may use; one empty word where it has no Test."""
    if half.special == "operate":
        thing = scene.book.things.get(target)
        start = next(
            (one for one in scene.book.scenario.countdown if thing is not None and one.id == thing.countdown),
            None,
        )
        return start.skills if start is not None and start.skills else TAMPERING
    if half.special == "search":
        return ("Sense",)
    return half.skills or ("",)


@clause("S5.15", "S5.16", "S11.2")
def attacks(scene: Scene, creature: Creature, half: Half) -> Iterator[Aimed]:
    """Weapons and bare hands at every foe, as far as they reach."""
    weapons: list[Weapon | None] = [
        one for one in equipment.usable(scene, creature) if half.attack in ("weapon", one.kind)
    ]
    if half.attack != "ranged":
        weapons.append(None)
    for weapon in weapons:
        for foe in foes(scene, creature):
            yield (
                weapon.id if weapon is not None else "",
                foe.id,
                why_not_attack(scene, creature, weapon, foe),
            )


def why_not_attack(scene: Scene, creature: Creature, weapon: Weapon | None, foe: Creature) -> Reason | None:
    """Why an attack cannot choose a foe: out of reach, not to be chosen, or its friend."""
    apart = tiles(scene, creature.id, foe.id)
    if equipment.mode(scene, creature, weapon, apart) is None:
        return Reason("out of reach", "S14.6", (foe.name, 5 * apart))
    return conditions.cannot_choose(scene, creature, foe, True) or conditions.cannot_harm(
        scene, creature, foe
    )


@clause("S11.2", "S5.16", "S10.8")
def creatures(scene: Scene, creature: Creature, half: Half) -> Iterator[Aimed]:
    """Everybody of the kind that a half is for; Mark-restoring cards reach those who are down as well."""
    restores = any(one.kind == "restore marks" for one in half.effects)
    for other in scene.state.creatures.values():
        own = other.id == creature.id
        friend = other.side == creature.side
        wanted = {"ally": friend, "foe": not friend, "creature": not own}.get(half.target, False)
        down = other.out == "incapacitated" and restores
        if wanted and (other.conscious or down) and not (own and half.special == "help"):
            yield "", other.id, why_not_choose(scene, creature, other, half)


@clause("S11.2", "S10.6")
def why_not_choose(scene: Scene, creature: Creature, other: Creature, half: Half) -> Reason | None:
    """Why a creature cannot be the target of a half."""
    if not near(scene, creature.id, other.id, half.range):
        return Reason("out of range", "S11.2", (other.name, half.range))
    if other.id == creature.id:
        return None
    if half.sound and conditions.deaf(other):
        return Reason("Deafened", "S10.8", (other.name,))
    if creature.has("Petrified"):
        return Reason("Petrified", "S10.6", (creature.name,))
    if half.harmful and (why := conditions.cannot_harm(scene, creature, other)) is not None:
        return why
    return conditions.cannot_choose(scene, creature, other, False)


@clause("S11.4", "S11.5")
def zones(scene: Scene, creature: Creature, half: Half) -> Iterator[Aimed]:
    """Where an area may have its centre: zones within range, in sight."""
    for zone in scene.book.zones:
        why = None
        if not near(scene, creature.id, zone, half.range):
            why = Reason("out of range", "S11.2", (scene.book.zones[zone].name, half.range))
        elif not movement.sees_zone(scene, creature.zone, zone):
            why = Reason("no line of sight", "S11.2", (scene.book.zones[zone].name,))
        elif creature.has("Petrified"):
            why = Reason("Petrified", "S10.6", (creature.name,))
        yield "", zone, why


@clause("S5.12", "S11.5")
def _ways(scene: Scene, creature: Creature, half: Half) -> Iterator[Aimed]:
    """Zones to move to, also through what foes hold."""
    reach = movement.budget(scene, creature, half.range)
    for zone, reason in movement.why_not_each(scene, creature, reach, True):
        yield "", zone, reason


@clause("S5.12")
def _items(scene: Scene, creature: Creature, half: Half) -> Iterator[Aimed]:
    """Weapons to draw, to put away, or to take up from the ground within Here."""
    within_here = equipment.fetch_options(scene, creature)
    for id_ in scene.book.sheets[creature.sheet].weapons:
        if id_ in creature.broken or scene.book.weapons[id_].natural:
            continue
        if id_ not in creature.lying or id_ in within_here:
            yield id_, "", None


@clause("S5.12")
def _own_conditions(scene: Scene, creature: Creature, half: Half) -> Iterator[Aimed]:
    """Conditions that one is under and would be rid of, by their place."""
    for place, condition in enumerate(creature.conditions):
        if dispelling.is_harm(condition):
            yield "", str(place), None


@clause("S5.12", "S9.5", "S9.13")
def _things(scene: Scene, creature: Creature, half: Half) -> Iterator[Aimed]:
    """Things within Here, and friends within Here whom hands can free."""
    for thing in scene.book.things.values():
        here = near(scene, creature.id, thing.id, "Here")
        yield "", thing.id, None if here else Reason("out of range", "S11.2", (thing.name, "Here"))
    for other in scene.state.creatures.values():
        if other.id != creature.id and other.side == creature.side and dispelling.bodily(other):
            here = near(scene, creature.id, other.id, "Here")
            yield "", other.id, None if here else Reason("out of range", "S11.2", (other.name, "Here"))


@clause("S5.12", "S5.23")
def _to_search(scene: Scene, creature: Creature, half: Half) -> Iterator[Aimed]:
    """Things within Here that nobody has searched, foes within Here, and Unseen ones in the scene."""
    for thing in scene.book.things.values():
        if thing.id not in scene.state.searched:
            here = near(scene, creature.id, thing.id, "Here")
            yield "", thing.id, None if here else Reason("out of range", "S11.2", (thing.name, "Here"))
    for other in scene.state.creatures.values():
        if other.id == creature.id or other.side == creature.side:
            continue
        here = near(scene, creature.id, other.id, "Here")
        if other.has("Unseen") or here:
            yield "", other.id, None


_SPECIAL = {
    "move through": _ways,
    "exchange": _items,
    "resist again": _own_conditions,
    "operate": _things,
    "search": _to_search,
}
