"""Weapons, hands and armor: what can be used now, what it does to a Test, and what Equipment Fallout does."""

from __future__ import annotations

from typing import Literal

from affray.kernel.clauses import clause
from affray.kernel.reasons import Reason
from affray.systems.sunder.book import Armor, Book, Sheet, Weapon
from affray.systems.sunder.conditions import under
from affray.systems.sunder.events import Fetched, ItemSuffered, Loaded, Readied, SlotsUsed, Thrown
from affray.systems.sunder.names import DICE, Band, Potential, Skill
from affray.systems.sunder.setting import Setting, within
from affray.systems.sunder.state import Creature, Scene, sheet_of

Mode = Literal["melee", "thrown", "ranged"]
"""How a weapon is used in an attack."""

HANDS = 2

SEEP_SHIELD = Armor("seep-shield", "Seep Shield", 2, shield="Seep")
"""The Shifter's Escalation (S12.13); it takes up no hand."""

Source = tuple[str, int, str]
"""What helps (1) or hinders (-1) a Test: its name, which of the two, and its clause."""


# Hands


def _owned(sheet: Sheet, book: Book | Setting) -> list[Weapon]:
    return [book.weapons[id_] for id_ in sheet.weapons]


@clause("S14.7")
def _hands_of(sheet: Sheet, book: Book | Setting) -> int:
    """Hands that can hold weapons: a Shield takes up one."""
    shields = sum(1 for id_ in sheet.armor if book.armor[id_].shield is not None)
    return max(0, HANDS - shields)


@clause("S14.6")
def _hands_for(weapon: Weapon, hands: int) -> int:
    """How many of its hands a creature uses for a weapon: for an Unwieldy one both, where it has both."""
    if weapon.natural:
        return 0
    return HANDS if weapon.two_handed or (weapon.unwieldy and hands == HANDS) else 1


def starting_hands(sheet: Sheet, book: Book | Setting) -> tuple[str, ...]:
    """What a creature has in hand when a scene begins: what its hands can hold, in the order of its sheet."""
    hands = _hands_of(sheet, book)
    held: list[str] = []
    room = hands
    for weapon in _owned(sheet, book):
        need = _hands_for(weapon, hands)
        if 0 < need <= room:
            held.append(weapon.id)
            room -= need
    return tuple(held)


@clause("S14.4")
def has_free_hand(scene: Scene, creature: Creature) -> bool:
    """Whether a hand holds neither weapon nor Shield; a Two-Handed weapon needs both only when it is used."""
    return len(creature.hands) < _hands_of(sheet_of(scene, creature), scene.book)


@clause("S14.6")
def _hands_with(scene: Scene, creature: Creature, weapon: Weapon) -> tuple[str, ...]:
    """What is in the hands once a weapon is ready: for what does not fit, the longest held is put away."""
    if weapon.natural:
        return tuple(creature.hands)
    hands = _hands_of(sheet_of(scene, creature), scene.book)
    room = max(0, hands - _hands_for(weapon, hands))
    others = [one for one in creature.hands if one != weapon.id]
    if weapon.id in creature.hands and len(others) <= room:
        return tuple(creature.hands)
    return (*others[max(0, len(others) - room) :], weapon.id)


@clause("S14.6")
def in_two_hands(scene: Scene, creature: Creature, weapon: Weapon) -> bool:
    """Whether a weapon, once it is ready, is alone in two free hands. Natural weapons always count so."""
    if weapon.natural:
        return True
    alone = len(_hands_with(scene, creature, weapon)) == 1
    return alone and _hands_of(sheet_of(scene, creature), scene.book) == HANDS


# What can be used


def why_not_usable(scene: Scene, creature: Creature, weapon: Weapon) -> Reason | None:
    """Why a creature cannot attack with a weapon now; None: it is in hand, or can be readied."""
    sheet = sheet_of(scene, creature)
    if weapon.id not in sheet.weapons:
        return Reason("not its weapon", "S14.5", (creature.name, weapon.name))
    if weapon.id in creature.broken:
        return Reason("broken", "S14.9", (weapon.name,))
    if weapon.id in creature.lying:
        lies = scene.book.zones[creature.lying[weapon.id]].name
        return Reason("lies on the ground", "S14.6", (weapon.name, lies))
    if weapon.loading and shots_left(creature, weapon) == 0:
        return Reason("not loaded", "S14.6", (weapon.name,))
    hands = _hands_of(sheet, scene.book)
    if _hands_for(weapon, hands) > hands:
        key = "needs both hands" if weapon.two_handed else "no hand for it"
        return Reason(key, "S14.6", (weapon.name,))
    return None


@clause("S5.15", "S14.6")
def usable(scene: Scene, creature: Creature) -> list[Weapon]:
    """Weapons that Strike could attack with now, in the order of the sheet."""
    owned = _owned(sheet_of(scene, creature), scene.book)
    return [weapon for weapon in owned if why_not_usable(scene, creature, weapon) is None]


def ready(scene: Scene, creature_id: str, weapon_id: str) -> None:
    """Take a weapon in hand and put away what does not fit. Natural weapons are always ready (S12.4)."""
    creature = scene.state.creatures[creature_id]
    hands = _hands_with(scene, creature, scene.book.weapons[weapon_id])
    if list(hands) != creature.hands:
        scene.emit(Readied(creature_id, hands))


@clause("S12.4")
def is_armed(creature: Creature, book: Book | Setting) -> bool:
    """Whether a creature has a weapon ready: in hand, a natural one, or by the Condition Armed."""
    natural = any(
        weapon.natural and weapon.id not in creature.broken
        for weapon in _owned(book.sheets[creature.sheet], book)
    )
    return natural or bool(creature.hands) or under(creature, "Armed") is not None


@clause("S14.6")
def shots_left(creature: Creature, weapon: Weapon) -> int:
    """How often a Loading weapon can be used before it is reloaded."""
    return creature.shots.get(weapon.id, weapon.loading)


# An attack


@clause("S14.6")
def mode(scene: Scene, creature: Creature, weapon: Weapon | None, tiles: int) -> Mode | None:
    """How an attack over so many tiles uses a weapon; None: it does not reach.

    A melee weapon, and bare hands (None), reach Here, with Reach to Near; beyond that it is thrown if it can
    be. A ranged one shoots at any distance (S5.15).
    """
    if weapon is None:
        return "melee" if within(tiles, "Here") else None
    if weapon.kind == "ranged":
        return "ranged"
    reach: Band = "Near" if weapon.reach else "Here"
    if within(tiles, reach):
        return "melee"
    return "thrown" if weapon.thrown is not None and within(tiles, weapon.thrown) else None


@clause("S5.15")
def potential_of_attack(mode: str) -> tuple[Potential, Skill]:
    """What an attack is rolled with: Might and Force in melee, else Finesse and Sleight."""
    return ("Might", "Force") if mode == "melee" else ("Finesse", "Sleight")


@clause("S14.6")
def damage_dice(scene: Scene, creature: Creature, weapon: Weapon, mode: str = "melee") -> tuple[int, int]:
    """The damage dice of a weapon, as (count, sides).

    Brutal: two. Half-Hand, in two hands and not thrown: one size larger, a D12 stays.
    """
    sides: int = weapon.die
    if weapon.half_hand and mode != "thrown" and in_two_hands(scene, creature, weapon):
        sides = DICE[min(DICE.index(weapon.die) + 1, len(DICE) - 1)]
    return (2 if weapon.brutal else 1), sides


@clause("S5.7")
def unarmed_damage(scene: Scene, creature: Creature) -> int:
    """What an unarmed attack deals to Might: the creature's Tier."""
    return sheet_of(scene, creature).tier


@clause("S14.6")
def attack_sources(scene: Scene, creature: Creature, weapon: Weapon, mode: str, tiles: int) -> list[Source]:
    """Disadvantage by the weapon: an Unwieldy one in one hand, a shot beyond its range."""
    found: list[Source] = []
    if weapon.unwieldy and not in_two_hands(scene, creature, weapon):
        found.append(("Unwieldy", -1, "S14.6"))
    if mode == "ranged" and not within(tiles, weapon.range):
        found.append(("beyond its range", -1, "S14.6"))
    return found


@clause("S14.9")
def worn_risk(creature: Creature, weapon_id: str) -> int:
    """The Riskiness that Equipment Fallout has given a weapon or tool."""
    return creature.worn.get(weapon_id, 0)


@clause("S14.7")
def armor_sources(scene: Scene, creature: Creature, potential: str, unnoticed: bool) -> list[Source]:
    """Disadvantage by armor: Heavy on Finesse Tests, Indiscreet on Tests to go unnoticed."""
    found: list[Source] = []
    if potential != "Finesse" and not unnoticed:
        return found
    worn = armors(scene, creature)
    if potential == "Finesse" and any(one.heavy for one in worn):
        found.append(("Heavy armor", -1, "S14.7"))
    if unnoticed and any(one.indiscreet for one in worn):
        found.append(("Indiscreet armor", -1, "S14.7"))
    return found


@clause("S14.6")
def after_attack(scene: Scene, creature_id: str, weapon: Weapon, mode: str, target_zone: str) -> None:
    """A thrown weapon lies where its target is, but for a natural one; a shot of a Loading weapon is used."""
    creature = scene.state.creatures[creature_id]
    if mode == "thrown" and not weapon.natural:
        scene.emit(Thrown(creature_id, weapon.id, target_zone))
    if weapon.loading:
        scene.emit(Loaded(creature_id, weapon.id, max(0, shots_left(creature, weapon) - 1)))


# Reloading, fetching, and what else Shift does


def reload_options(scene: Scene, creature: Creature) -> list[str]:
    """Loading weapons that are not full, those in hand first, else in the order of the sheet."""
    spent = [
        weapon.id
        for weapon in _owned(sheet_of(scene, creature), scene.book)
        if weapon.loading
        and shots_left(creature, weapon) < weapon.loading
        and weapon.id not in (*creature.broken, *creature.lying)
    ]
    return sorted(spent, key=lambda id_: id_ not in creature.hands)


@clause("S6.8", "S14.6")
def reload(scene: Scene, creature_id: str, weapon_id: str = "") -> bool:
    """Load a weapon fully again: this one, or the first of `reload_options`. False: none needs it."""
    options = reload_options(scene, scene.state.creatures[creature_id])
    if not options or (weapon_id and weapon_id not in options):
        return False
    weapon = scene.book.weapons[weapon_id or options[0]]
    scene.emit(Loaded(creature_id, weapon.id, weapon.loading))
    return True


@clause("S5.12", "S14.6")
def fetch_options(scene: Scene, creature: Creature) -> list[str]:
    """Thrown weapons of a creature that lie within Here, in the order of its sheet."""
    setting: Setting = scene.book
    return [
        id_
        for id_ in sheet_of(scene, creature).weapons
        if id_ in creature.lying
        and within(setting.tiles[creature.zone, creature.lying[id_]], "Here")
        and (creature.zone, creature.lying[id_]) not in setting.unseen
    ]


@clause("S14.6")
def fetch(scene: Scene, creature_id: str, weapon_id: str) -> None:
    """Take up a thrown weapon, into a hand where one is free."""
    creature = scene.state.creatures[creature_id]
    scene.emit(Fetched(creature_id, weapon_id))
    if has_free_hand(scene, creature):
        scene.emit(Readied(creature_id, (*creature.hands, weapon_id)))


# Armor


@clause("S12.13", "S14.7")
def armors(scene: Scene, creature: Creature) -> list[Armor]:
    """Armor that a creature wears and that has a slot left to lose, a Seep Shield last."""
    worn = [scene.book.armor[id_] for id_ in sheet_of(scene, creature).armor]
    for one in scene.state.running:
        if one.creature == creature.id and one.special == "seep shield":
            worn.append(SEEP_SHIELD)
            break
    return [one for one in worn if creature.worn.get(one.id, 0) < one.slots]


@clause("S14.7", "S14.9")
def slots_left(scene: Scene, creature: Creature, armor_id: str) -> int:
    """Protection Slots that can still take Stress: neither used nor lost. 0 for armor that is not worn."""
    for one in armors(scene, creature):
        if one.id == armor_id:
            return _slots_of(creature, one)
    return 0


def all_slots_left(scene: Scene, creature: Creature) -> int:
    """As `slots_left`, of all that is worn."""
    return sum([_slots_of(creature, one) for one in armors(scene, creature)])


def _slots_of(creature: Creature, armor: Armor) -> int:
    return max(0, armor.slots - creature.worn.get(armor.id, 0) - creature.slots.get(armor.id, 0))


@clause("S14.7")
def refill(scene: Scene, creature_id: str, armor_id: str) -> None:
    """All used Protection Slots of one armor come back; those that are lost do not."""
    used = scene.state.creatures[creature_id].slots.get(armor_id, 0)
    if used:
        scene.emit(SlotsUsed(creature_id, armor_id, -used))


@clause("S14.7")
def refill_options(scene: Scene, creature: Creature) -> list[Armor]:
    """Shields with used slots: 1 Resistance of the Shield's Potential refills one."""
    return [
        one
        for one in armors(scene, creature)
        if one.shield is not None and creature.slots.get(one.id, 0) and creature.tracks[one.shield].free > 0
    ]


@clause("S14.7")
def refill_by_moving(scene: Scene, creature_id: str) -> None:
    """Light armor is refilled when its wearer moves on its own turn."""
    turn = scene.state.turn
    if turn is None or creature_id not in (turn.creature, *turn.group):
        return
    for armor in armors(scene, scene.state.creatures[creature_id]):
        if armor.light:
            refill(scene, creature_id, armor.id)


# Equipment Fallout


@clause("S14.9")
def items_of(scene: Scene, creature: Creature) -> list[str]:
    """Items that Equipment Fallout can fall on: weapons in hand, and armor that is worn.

    Natural weapons and a Seep Shield are no equipment.
    """
    worn = [one.id for one in armors(scene, creature) if one is not SEEP_SHIELD]
    return [*creature.hands, *worn]


@clause("S14.9")
def suffer(scene: Scene, creature_id: str, item_id: str) -> None:
    """An item suffers Equipment Fallout: what is Fragile breaks, else a weapon is riskier from now on, and
    armor loses a slot.
    """
    weapon = scene.book.weapons.get(item_id)
    if weapon is None:
        scene.emit(ItemSuffered(creature_id, item_id, "slot"))
    else:
        scene.emit(ItemSuffered(creature_id, item_id, "broken" if weapon.fragile else "risk"))
