"""Attacks on what does not move."""

from __future__ import annotations

from affray.kernel.clauses import clause
from affray.kernel.reasons import Reason
from affray.kernel.requests import Procedure
from affray.systems.pace.attack import attack_stance
from affray.systems.pace.book import Weapon
from affray.systems.pace.damage import landed, name_type
from affray.systems.pace.events import ObjectDestroyed, ObjectStruck
from affray.systems.pace.facing import faces
from affray.systems.pace.points import pay
from affray.systems.pace.rolls import damage_dice, roll_dice, save, save_succeeds, score_of
from affray.systems.pace.state import Character, Fight
from affray.systems.pace.targets import no_sight, out_of_range, paces_between
from affray.systems.pace.wielding import attack_cost, weapon_in_hand

DC_UNMOVING = 5


@clause("P4.9")
def dc_of_object(paces: int) -> int:
    """The DC to strike something that does not move: its distance in Paces and 5."""
    return paces + DC_UNMOVING


@clause("P4.9")
def may_not_batter(fight: Fight, attacker: Character, weapon: Weapon, object_id: str) -> Reason | None:
    """Why an object cannot be attacked: like a target, it is in range and in sight."""
    struck = fight.state.objects[object_id]
    if struck.hp is None:
        return Reason("indestructible", "P4.9", (fight.book.objects[object_id].name,))
    far = out_of_range(fight, attacker.square, struck.square, weapon.range)
    if far is not None:
        return far
    if fight.rulings.attack_needs_facing and not faces(fight, attacker, struck.square):
        return Reason("must face", "P4.10", (fight.book.objects[object_id].name,))
    return no_sight(fight, attacker.square, struck.square)


def resistance_of_object(fight: Fight, object_id: str, type_: str) -> int:
    """DR of an object against a damage type."""
    dr = fight.book.objects[object_id].dr
    return sum([points for type_met, points in dr.items() if type_met in (type_, "all")])


@clause("P4.9")
def batter(fight: Fight, attacker_id: str, item_id: str, object_id: str) -> Procedure:
    """A Save with the weapon's score; damage less DR, a critical doubles; at 0 HP it is destroyed."""
    attacker = fight.state.characters[attacker_id]
    weapon = weapon_in_hand(fight, attacker, item_id)
    if weapon is None:
        return
    pay(fight, attacker_id, attack_cost(fight, attacker, weapon), "Attack", "P4.9")
    dc = dc_of_object(paces_between(fight, attacker.square, fight.state.objects[object_id].square))
    throw = yield from save(fight, attack_stance(fight, attacker, weapon), dc, "batter", "P4.9")
    success = save_succeeds(throw.total, dc)
    damage, type_ = None, weapon.types[0]
    if success:
        score = (weapon.ability, score_of(fight, attacker, weapon.ability))
        dice = damage_dice(weapon.damage, throw.critical)
        damage = yield from roll_dice(fight, attacker_id, dice, score, "damage", "P4.9")
        type_ = yield from name_type(fight, attacker_id, item_id, weapon, object_id)
    if attacker_id not in fight.state.characters:
        return
    dr = resistance_of_object(fight, object_id, type_) if damage is not None else 0
    amount = landed(damage.total, 0, dr) if damage is not None else 0
    hp = fight.state.objects[object_id].hp
    before = hp or 0
    after = max(0, before - amount)
    fight.emit(
        ObjectStruck(
            attacker_id, item_id, object_id, throw, dc, success, damage, type_, dr, amount, before, after
        )
    )
    if hp is not None and after == 0:
        fight.emit(ObjectDestroyed(object_id))
