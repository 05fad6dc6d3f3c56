"""Resonance: the band, the Fracture, Bond Move, Oaths, the Choir Moment, Cooldown and Stress."""

from __future__ import annotations

from affray.kernel.clauses import clause
from affray.kernel.reasons import Reason
from affray.kernel.requests import Option, Procedure
from affray.systems.cantor import conditions
from affray.systems.cantor.book import FRACTURES
from affray.systems.cantor.damage import put_out
from affray.systems.cantor.events import (
    BandChanged,
    ChoirMoment,
    CooledDown,
    FractureEnded,
    FractureManifested,
    OathSworn,
    TokenSpent,
)
from affray.systems.cantor.state import Fight, Unit, is_cantor, sheet_of
from affray.systems.cantor.telling import tell

OVERCHARGE = 4
BOND_RELIEF = 2
COOLDOWN_COSTS = (0, 1, 2)


@clause("C4.2", "C4.3")
def build(fight: Fight, unit_id: str, resonance: int) -> None:
    """Acting builds the band, hit or miss, once an action, and no further than 4. Being hit never does."""
    unit = fight.state.units.get(unit_id)
    if unit is None or not unit.here or not is_cantor(fight, unit) or not resonance:
        return
    after = min(OVERCHARGE, unit.band + resonance)
    if after != unit.band:
        tell(fight, BandChanged(unit_id, unit.band, after, "acted"), unit)


@clause("C4.7", "C4.8")
def manifest(fight: Fight, unit_id: str) -> None:
    """At the start of the first own turn that begins with the band at 4, before anything else."""
    unit = fight.state.units[unit_id]
    stone = sheet_of(fight, unit).stone
    if unit.band >= OVERCHARGE and not unit.fractured and stone is not None:
        tell(fight, FractureManifested(unit_id, stone, FRACTURES[stone].imposes), unit)


def relieve(fight: Fight, unit: Unit, why: str, clause_id: str) -> None:
    """The band goes down by 2, not below 0, and the Fracture with it."""
    after = max(0, unit.band - BOND_RELIEF)
    if after != unit.band:
        tell(fight, BandChanged(unit.id, unit.band, after, why, clause_id), unit)
    if unit.fractured:
        tell(fight, FractureEnded(unit.id, why, clause_id), unit)


# Bond Move


@clause("C4.8")
def may_not_bond(fight: Fight, unit: Unit) -> Reason | None:
    """Only while the Fracture is manifest, and never while Stunned."""
    if not is_cantor(fight, unit):
        return Reason("no Cantor", "C4.8")
    if unit.has("Stunned"):
        return Reason("Stunned", "C2.3")
    return None if unit.fractured else Reason("no Fracture", "C4.8")


@clause("C4.1")
def bond(fight: Fight, unit_id: str) -> Procedure:
    """Band -2, the Fracture is gone, the Oath is sworn, and a Bond Token gained."""
    unit = fight.state.units[unit_id]
    relieve(fight, unit, "Bond Move", "C4.1")
    tell(fight, OathSworn(unit_id, unit.tokens + 1), unit)
    yield from choir(fight, unit_id)


@clause("C4.4")
def choir(fight: Fight, unit_id: str) -> Procedure:
    """Two or more Oaths in a round: each gains Bolster, and the GM is prompted; later ones join."""
    state = fight.state
    swearing = [unit for unit in state.units.values() if unit.here and unit.sworn_in == state.round]
    joining = [unit for unit in swearing if unit.choir_in != state.round]
    if len(swearing) < 2 or not joining:
        return
    tell(fight, ChoirMoment(tuple(unit.id for unit in joining)), *joining)
    for unit in joining:
        conditions.gain(fight, unit, "Bolster", unit_id, "C4.4")
    options = (Option("go-on", "go-on"),)
    yield from fight.ruling("choir", options, "C4.4", "go-on", (unit_id,))


# Bond Tokens


@clause("C4.6")
def may_not_give_token(unit: Unit, ally: Unit) -> Reason | None:
    """A Bond Token bolsters an ally anywhere, not oneself, and not one that has Bolster."""
    if unit.tokens < 1:
        return Reason("no Bond Token", "C4.6")
    if ally.id == unit.id:
        return Reason("not oneself", "C4.6")
    return Reason("has Bolster", "C4.6", (ally.name,)) if ally.has("Bolster") else None


@clause("C4.6")
def give_token(fight: Fight, unit_id: str, ally_id: str) -> None:
    """Spend a Bond Token, as a Free action."""
    unit = fight.state.units[unit_id]
    tell(fight, TokenSpent(unit_id, ally_id, unit.tokens - 1), unit)
    conditions.gain(fight, fight.state.units[ally_id], "Bolster", unit_id, "C4.6")


# Cooldown


@clause("C3.10")
def cooldown_cost(unit: Unit) -> int:
    """Stress of the next Cooldown: the first in a scene is free, then 1, then 2 each."""
    return COOLDOWN_COSTS[min(unit.cooldowns, len(COOLDOWN_COSTS) - 1)]


@clause("C3.10", "C5.1")
def may_not_cool_down(fight: Fight, unit: Unit) -> Reason | None:
    """Cantors only, at band 1 or more; one that cannot be paid for is not offered."""
    if not is_cantor(fight, unit):
        return Reason("no Cantor", "C3.10")
    if unit.has("Stunned"):
        return Reason("Stunned", "C2.3")
    if unit.band < 1:
        return Reason("band at 0", "C3.10")
    cost = cooldown_cost(unit)
    return Reason("too little Stress", "C5.1", (cost, unit.stress)) if cost > unit.stress else None


@clause("C3.10", "C5.1")
def cool_down(fight: Fight, unit_id: str) -> None:
    """It dodges the Fracture or clears it: band -2, no Oath. One that pays its last Stress is then out."""
    unit = fight.state.units[unit_id]
    cost = min(unit.stress, cooldown_cost(unit))
    tell(fight, CooledDown(unit_id, cost, unit.stress, unit.stress - cost), unit)
    relieve(fight, unit, "Cooldown", "C3.10")
    if unit.stress == 0:
        put_out(fight, unit, "Stressed Out", "C2.16")
