"""Known facts for questions and views: who rolls what against what. All numbers come from the rules."""

from __future__ import annotations

from collections.abc import Sequence

from affray.systems.cantor.accuracy import defence_of, dice_against
from affray.systems.cantor.arms import Arm
from affray.systems.cantor.attack import must_flip
from affray.systems.cantor.book import Art, Weapon
from affray.systems.cantor.state import Fight, Unit
from affray.systems.cantor.targets import in_area
from affray.systems.cantor.text.ledgers import source_words
from affray.systems.cantor.text.reasons import hexes
from affray.telling.words import listed, signed


def name_of(fight: Fight, id_: str) -> str:
    """A unit's name, or its id once it is gone."""
    unit = fight.state.units.get(id_)
    return id_ if unit is None else unit.name


def net_line(fight: Fight, attacker: Unit, target: Unit, kind: str) -> str:
    """ "+1 accuracy net (Lock On, Bolster; Soft Cover)"; nothing where nothing counts."""
    odds = dice_against(fight, attacker, target, kind)
    if not odds.accuracy and not odds.difficulty:
        return ""
    sources = "; ".join(
        words for words in (source_words(odds.accuracy), source_words(odds.difficulty)) if words
    )
    if not odds.net:
        return f"net 0 ({sources})"
    return f"+{abs(odds.net)} {'accuracy' if odds.net > 0 else 'difficulty'} net ({sources})"


def attack_line(fight: Fight, attacker: Unit, target: Unit, arm: Arm) -> str:
    """ "Evasion 8, +1 accuracy net (Lock On, Bolster; Soft Cover); 1d6 + 2 kinetic"."""
    name, value, capped = defence_of(fight, target, arm.kind)
    parts = [f"{name} {value}{' (Stunned)' if capped else ''}", net_line(fight, attacker, target, arm.kind)]
    against = ", ".join(part for part in parts if part)
    does = does_line(arm)
    return "; ".join(
        part
        for part in (against, "50% miss first" if must_flip(fight, attacker, target) else "", does)
        if part
    )


def area_line(fight: Fight, attacker: Unit, arm: Arm, hex_: int | None) -> str:
    """Whom an area holds, as far as the attacker may know: "holds Bob and Ann (own side); 1d6 sonic"."""
    held = [
        f"{other.name}{' (own side)' if other.side == attacker.side else ''}"
        for other in in_area(fight, attacker, arm, hex_)
        if not other.hidden_from(attacker.side)
    ]
    holds = f"holds {listed(held)}" if held else "holds nobody in sight"
    does = does_line(arm)
    return f"{holds}; {does}" if does else holds


def does_line(arm: Arm | Weapon | Art) -> str:
    """ "1d6 + 2 kinetic, armor piercing, Knockback 1": what a hit does."""
    parts = [f"{arm.damage} {arm.type}"] if arm.damage is not None else []
    if arm.armor_piercing:
        parts.append("armor piercing")
    parts += [
        f"{word} {number}"
        for word, number in (("Reliable", arm.reliable), ("Burn", arm.burn), ("Knockback", arm.knockback))
        if number
    ]
    parts += [one if isinstance(one, str) else one.condition for one in arm.inflicts]
    return ", ".join(parts)


def arm_line(arm: Weapon | Art, sensors: int) -> str:
    """A weapon or art beside its name: "1d6 + 2 kinetic, Knockback 1, range 8, threat 1"."""
    parts = [does_line(arm)]
    reach = arm.range if arm.range is not None else sensors
    if arm.area is None or arm.area.shape == "blast":
        parts.append(f"range {reach}")
    if arm.area is not None:
        parts.append(f"{arm.area.shape} {arm.area.size}")
    if isinstance(arm, Weapon):
        if arm.area is None:
            parts.append(f"threat {arm.threat}")
    elif arm.cost == "full":
        parts.append("Full")
    if arm.resonance != 1:
        parts.append(f"Resonance {signed(arm.resonance)}")
    return ", ".join(part for part in parts if part)


def area_label(arm: Arm) -> str:
    """ "Everybody within 2 hexes"."""
    assert arm.area is not None
    return f"Everybody within {hexes(arm.area.size)}"


def hp_line(fight: Fight, unit: Unit) -> str:
    """ "HP 6 of 10, Overshield 2, Armor 1, Structure 2"."""
    sheet = fight.book.sheets[unit.sheet]
    parts = [f"HP {unit.hp} of {sheet.hp}"]
    for word, number in (
        ("Overshield", unit.overshield),
        ("Armor", sheet.armor),
        ("Structure", unit.structure),
    ):
        if number:
            parts.append(f"{word} {number}")
    return ", ".join(parts)


def names_line(units: Sequence[Unit]) -> str:
    """Names in a row."""
    return listed(unit.name for unit in units)
