"""Damage: Block, then DR; and what 0 HP means."""

from __future__ import annotations

from collections.abc import Mapping

from affray.kernel.clauses import clause
from affray.kernel.requests import Cuts, Option, Procedure
from affray.systems.pace.book import Ability, AddsResistance, Resistance, Sheet, Weapon
from affray.systems.pace.events import DamageDealt, Defeated, DefeatMeant
from affray.systems.pace.halves import halved as half_of
from affray.systems.pace.rolls import DiceThrow
from affray.systems.pace.state import Character, Fight, sheet_of
from affray.systems.pace.wielding import gifts_on

MEANINGS = ("unconscious", "dying", "dead", "captured")
"""What the GM may make of 0 HP; the first is the default."""


@clause("P4.5")
def landed(rolled: int, block: int, dr: int) -> int:
    """Damage less Block, then less DR, and not below 0."""
    return max(0, max(0, rolled - block) - dr)


def block_cuts(rolled: int, dr: int) -> Cuts:
    """The totals of a Block at which less of this damage lands; from the last one on nothing does."""
    left = [landed(rolled, block, dr) for block in range(rolled + 1)]
    return Cuts(tuple([block for block in range(1, rolled + 1) if left[block] != left[block - 1]]))


def resistance(fight: Fight, character: Character, type_: str) -> int:
    """DR against a damage type: that of the type and that against all, of the sheet and of its Abilities."""
    tables = dr_tables(sheet_of(fight, character), fight.book.abilities)
    return sum(
        [points for table in tables for type_met, points in table.items() if type_met in (type_, "all")]
    )


def dr_tables(sheet: Sheet, abilities: Mapping[str, Ability]) -> list[Resistance]:
    """The DR of a sheet and that of each of its Abilities; they add up."""
    return [sheet.dr, *[gift.dr for gift in gifts_on(sheet, abilities, AddsResistance)]]


@clause("P4.5")
def name_type(fight: Fight, attacker_id: str, item_id: str, weapon: Weapon, target_id: str) -> Procedure:
    """The attacker names the type, where the weapon can deal several."""
    if attacker_id not in fight.state.characters:
        return weapon.types[0]
    options = [Option(type_, "type", (type_,)) for type_ in weapon.types]
    option = yield from fight.choose(
        attacker_id, "damage type", options, "P4.5", (attacker_id, item_id, target_id), options[0].id
    )
    return option.id


def deal(
    fight: Fight,
    target_id: str,
    by: str | None,
    source: str,
    throw: DiceThrow,
    type_: str,
    clause_id: str,
    block: DiceThrow | None = None,
    halved: bool = False,
    critical: bool = False,
) -> None:
    """Damage falls on a character: the only way in which rolled damage takes HP."""
    target = fight.state.characters[target_id]
    rolled = half_of(throw.total) if halved else throw.total
    dr = resistance(fight, target, type_)
    amount = landed(rolled, block.total if block is not None else 0, dr)
    fight.emit(
        DamageDealt(
            target_id,
            by,
            source,  # type: ignore[arg-type]
            throw,
            type_,
            block,
            dr,
            halved,
            amount,
            target.hp,
            max(0, target.hp - amount),
            critical,
            clause_id,
        )
    )


@clause("P4.8")
def see_defeats(fight: Fight, by: str | None, *ids: str) -> Procedure:
    """Those of these at 0 HP are defeated; the GM decides what it means."""
    fallen = []
    for id_ in ids:
        character = fight.state.characters.get(id_)
        if character is not None and not character.standing and not character.defeat_meaning:
            fight.emit(Defeated(id_, by))
            fallen.append(id_)
    for id_ in fallen:
        options = [Option(meaning, "meaning", (meaning,)) for meaning in MEANINGS]
        option = yield from fight.ruling("defeat", options, "P4.8", MEANINGS[0], (id_,))
        character = fight.state.characters.get(id_)
        if character is not None and not character.standing:
            fight.emit(DefeatMeant(id_, option.id))
