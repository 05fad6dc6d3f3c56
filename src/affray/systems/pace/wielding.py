"""What is in hand, what lies in the pack, and what a weapon in this hand can do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from affray.kernel.clauses import clause
from affray.systems.pace.book import (
    BARE_HANDS,
    Ability,
    AddsTargets,
    AllowsManeuvers,
    SetsCost,
    Sheet,
    Thing,
    Weapon,
)
from affray.systems.pace.rolls import suits
from affray.systems.pace.state import Character, Fight, Item, sheet_of

HANDS = 2
Gift = TypeVar("Gift")


def gear_of(fight: Fight, item: Item) -> Weapon | Thing:
    """The weapon or thing that an item is."""
    weapon = fight.book.weapons.get(item.gear)
    return weapon if weapon is not None else fight.book.things[item.gear]


def items_in_hand(fight: Fight, character: Character) -> list[Item]:
    """Weapons and things in hand, as they came into play."""
    return [item for item in fight.state.items.values() if item.holder == character.id and item.in_hand]


def items_in_pack(fight: Fight, character: Character) -> list[Item]:
    """What is carried and not in hand."""
    return [item for item in fight.state.items.values() if item.holder == character.id and not item.in_hand]


def new_item_id(items: Mapping[str, Item], gear: str) -> str:
    """An id for one more item of this kind: what it is, a second one with a number."""
    id_, number = gear, 1
    while id_ in items:
        number += 1
        id_ = f"{gear}-{number}"
    return id_


def free_hands(fight: Fight, character: Character) -> int:
    """How many hands hold nothing."""
    return HANDS - sum([gear_of(fight, item).hands for item in items_in_hand(fight, character)])


@clause("P5.6")
def weapons_in_hand(fight: Fight, character: Character) -> list[tuple[str, Weapon]]:
    """Item and weapon of everything wielded; bare hands among them whenever a hand is free."""
    found = []
    hands = HANDS
    for item in items_in_hand(fight, character):
        weapon = fight.book.weapons.get(item.gear)
        if weapon is not None:
            found.append((item.id, weapon))
        hands -= gear_of(fight, item).hands
    if hands > 0:
        found.append((BARE_HANDS.id, BARE_HANDS))
    return found


def weapon_in_hand(fight: Fight, character: Character, item_id: str) -> Weapon | None:
    """The weapon of an item in hand; None where it is in hand no more."""
    for id_, weapon in weapons_in_hand(fight, character):
        if id_ == item_id:
            return weapon
    return None


def gifts(fight: Fight, character: Character, kind: type[Gift]) -> list[Gift]:
    """What the sheet's Abilities of one kind give."""
    return gifts_on(sheet_of(fight, character), fight.book.abilities, kind)


def gifts_on(sheet: Sheet, abilities: Mapping[str, Ability], kind: type[Gift]) -> list[Gift]:
    """What a sheet's Abilities of one kind give, whoever bears it."""
    found = [abilities[id_].gift for id_ in sheet.abilities]
    return [gift for gift in found if isinstance(gift, kind)]


def attack_cost(fight: Fight, character: Character, weapon: Weapon) -> int:
    """AP of an attack: the weapon's, or what an Ability makes of it (P4.2)."""
    costs = [gift.ap for gift in gifts(fight, character, SetsCost) if suits(gift.weapons, weapon)]
    return min([weapon.ap, *costs])


def targets_max(fight: Fight, character: Character, weapon: Weapon) -> int:
    """How many targets one attack may have: the weapon's, and what Abilities add (P4.7)."""
    added = [gift.targets for gift in gifts(fight, character, AddsTargets) if suits(gift.weapons, weapon)]
    return weapon.targets + sum(added)


def ability_allows(fight: Fight, character: Character, maneuver: str, weapon: Weapon) -> bool:
    """Whether an Ability allows a Maneuver with this weapon (P5.1)."""
    return any(
        maneuver in gift.maneuvers and suits(gift.weapons, weapon)
        for gift in gifts(fight, character, AllowsManeuvers)
    )
