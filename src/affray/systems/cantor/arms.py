"""What one attacks with: weapons, tech and sonic actions, and what needs no weapon."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from affray.kernel.clauses import clause
from affray.systems.cantor.book import Area, Art, Weapon
from affray.systems.cantor.state import Fight, Unit, sheet_of


@dataclass(frozen=True, slots=True)
class Arm:
    """An attack as it is carried out. `kind` decides its defence and dice, `what` names the action.

    `damage` None: it deals none. `cost` is that of an attack with it alone; a weapon is fired by Skirmish.
    """

    id: str
    name: str
    kind: str
    what: str
    damage: str | None = None
    type: str = "kinetic"
    range: int = 1
    armor_piercing: bool = False
    reliable: int = 0
    knockback: int = 0
    burn: int = 0
    inflicts: tuple[str, ...] = ()
    area: Area | None = None
    resonance: int = 1
    cost: Literal["quick", "full"] = "quick"


IMPROVISED = Arm("improvised", "Improvised attack", "melee", "improvised", damage="1d6", cost="full")
RAM = Arm("ram", "Ram", "melee", "ram", knockback=1, inflicts=("Prone",))
GRAPPLE = Arm("grapple", "Grapple", "melee", "grapple")
BARE: dict[str, Arm] = {arm.id: arm for arm in (IMPROVISED, RAM, GRAPPLE)}
"""Attacks that need no weapon (C3.8, C3.11)."""


def arm_of_weapon(weapon: Weapon) -> Arm:
    """A weapon as it is fired."""
    return Arm(
        weapon.id,
        weapon.name,
        weapon.kind,
        weapon.kind,
        weapon.damage,
        weapon.type,
        weapon.range,
        weapon.armor_piercing,
        weapon.reliable,
        weapon.knockback,
        weapon.burn,
        tuple(one.condition for one in weapon.inflicts),
        weapon.area,
        weapon.resonance,
    )


@clause("C3.11")
def arm_of_art(fight: Fight, unit: Unit, art: Art) -> Arm:
    """A tech or sonic action, as its data says; without a range of its own it reaches as far as sensors."""
    return Arm(
        art.id,
        art.name,
        art.kind,
        art.kind,
        art.damage,
        art.type,
        art.range if art.range is not None else sheet_of(fight, unit).sensors,
        art.armor_piercing,
        art.reliable,
        art.knockback,
        art.burn,
        tuple(one.condition for one in art.inflicts),
        art.area,
        art.resonance,
        art.cost,
    )


def arm_named(fight: Fight, unit: Unit, id_: str) -> Arm:
    """The arm with this id: a weapon's, an art's, or one that needs neither."""
    if id_ in BARE:
        return BARE[id_]
    if id_ in fight.book.weapons:
        return arm_of_weapon(fight.book.weapons[id_])
    return arm_of_art(fight, unit, fight.book.arts[id_])
