"""Damage, through every step in order, whatever its source; Structure; who is out."""

from __future__ import annotations

from dataclasses import dataclass

from affray.kernel.clauses import clause
from affray.kernel.reasons import Reason
from affray.kernel.requests import Cuts, Dice, Pool, Procedure
from affray.systems.cantor import conditions
from affray.systems.cantor.events import (
    BurnAdded,
    DamageRoll,
    DamageTaken,
    OvershieldGained,
    StructureLost,
    WentOut,
)
from affray.systems.cantor.rounding import half
from affray.systems.cantor.state import Fight, Unit, is_cantor, sheet_of
from affray.systems.cantor.telling import audience_of, tell


@dataclass(frozen=True, slots=True)
class Harm:
    """Damage before any step: what it is, and what it skips.

    `raw` is the roll, or the floor of Reliable. `hit`: Braced works against it. `burn`: it ignores every step
    but Overshield (C1.10).
    """

    source: str
    raw: int
    type: str
    by: str | None = None
    roll: DamageRoll | None = None
    armor_piercing: bool = False
    hit: bool = False
    burn: bool = False


@dataclass(frozen=True, slots=True)
class Steps:
    """What was left after each step, and why some did not count."""

    exposed: int
    armor: int
    after_armor: int
    resisted: int
    braced: int
    ignored: tuple[Reason, ...]


@clause("C1.6", "C1.9", "C1.10")
def steps_of(fight: Fight, target: Unit, harm: Harm) -> Steps:
    """Exposed doubles; Armor is subtracted flat; resistance halves; Braced halves what is left."""
    if harm.burn:
        return Steps(harm.raw, 0, harm.raw, harm.raw, harm.raw, (Reason("Burn ignores Armor", "C1.10"),))
    ignored: list[Reason] = []
    exposed = doubled(target, harm.raw)
    armor = armor_against(fight, target, harm, ignored)
    after_armor = max(0, exposed - armor)
    resisted = after_armor
    if resists(fight, target, harm, ignored):
        resisted = half(after_armor, fight.rulings)
    braced = half_braced(fight, target, harm, resisted, ignored)
    return Steps(exposed, armor, after_armor, resisted, braced, tuple(ignored))


@clause("C2.6")
def doubled(target: Unit, raw: int) -> int:
    """Exposed: double damage, before reductions."""
    return raw * 2 if target.has("Exposed") else raw


@clause("C1.6", "C1.9", "C2.11")
def armor_against(fight: Fight, target: Unit, harm: Harm, ignored: list[Reason]) -> int:
    """Armor, which armour piercing and Shredded skip."""
    armor = sheet_of(fight, target).armor
    if armor and harm.armor_piercing:
        ignored.append(Reason("armor piercing", "C1.6", (armor,)))
        return 0
    if armor and target.has("Shredded"):
        ignored.append(Reason("Shredded armor", "C1.9", (armor,)))
        return 0
    return armor


@clause("C1.9", "C2.11")
def resists(fight: Fight, target: Unit, harm: Harm, ignored: list[Reason]) -> bool:
    """Resistance to the type halves, once however often it is had; Shredded ignores it."""
    if harm.type not in sheet_of(fight, target).resistance:
        return False
    if target.has("Shredded"):
        ignored.append(Reason("Shredded resistance", "C1.9", (harm.type,)))
        return False
    return True


@clause("C2.14")
def half_braced(fight: Fight, target: Unit, harm: Harm, amount: int, ignored: list[Reason]) -> int:
    """Braced halves what is left of a hit; Reliable on a miss and damage by no attack are none."""
    if not target.has("Braced"):
        return amount
    if harm.hit:
        return half(amount, fight.rulings)
    ignored.append(Reason("no hit for Braced", "C2.14"))
    return amount


@clause("C2.14")
def use_braced(fight: Fight, target: Unit, harm: Harm) -> None:
    """A hit uses Braced up, also one for 0."""
    if harm.hit:
        conditions.end(fight, target, "Braced", "used", "C2.14")


@clause("C1.7")
def gain_overshield(fight: Fight, unit: Unit, amount: int) -> None:
    """Overshield does not add up: the higher stays."""
    tell(fight, OvershieldGained(unit.id, unit.overshield, max(unit.overshield, amount)), unit)


@clause("C1.7")
def absorbed(overshield: int, amount: int) -> int:
    """What Overshield takes, before HP."""
    return min(overshield, amount)


@clause("C1.7")
def take(fight: Fight, target_id: str, harm: Harm) -> Procedure:
    """Damage falls: the only way in which HP are lost. A unit at 0 HP loses Structure or is defeated."""
    target = fight.state.units[target_id]
    steps = steps_of(fight, target, harm)
    shield = absorbed(target.overshield, steps.braced)
    left = steps.braced - shield
    tell(
        fight,
        DamageTaken(
            target_id,
            harm.by,
            harm.source,  # type: ignore[arg-type]
            harm.roll,
            harm.type,
            harm.raw,
            steps.exposed,
            steps.armor,
            steps.after_armor,
            steps.resisted,
            steps.braced,
            steps.braced,
            target.overshield,
            target.overshield - shield,
            target.hp,
            max(0, target.hp - left),
            steps.ignored,
            "C1.10" if harm.burn else "C1.6",
        ),
        target,
    )
    use_braced(fight, target, harm)
    yield from see_hp(fight, target_id)


@clause("C1.8")
def see_hp(fight: Fight, target_id: str) -> Procedure:
    """At 0 HP a Cantor loses a Structure, or is destroyed with the last; an Enemy is defeated."""
    target = fight.state.units.get(target_id)
    if target is None or not target.here or target.hp > 0:
        return
    if not is_cantor(fight, target):
        put_out(fight, target, "defeated", "C1.8")
    elif target.structure <= 1:
        put_out(fight, target, "destroyed", "C1.8")
    else:
        yield from lose_structure(fight, target_id)


@clause("C1.8")
def lose_structure(fight: Fight, target_id: str) -> Procedure:
    """One Structure less, HP whole again, and 1d6: 1 Stunned, 2 to 4 Impaired, 5 or 6 nothing."""
    target = fight.state.units[target_id]
    pool = Pool(target_id, (Dice(6, label="d6"),))
    rolled = yield from fight.roll(pool, Cuts((2, 5)), "lost Structure", "C1.8", audience_of(target))
    if target_id not in fight.state.units or not target.here or target.hp > 0:
        return
    gained = structure_result(rolled.total)
    tell(
        fight,
        StructureLost(target_id, target.structure - 1, sheet_of(fight, target).hp, rolled.total, gained),
        target,
    )
    if gained:
        conditions.gain(fight, target, gained, "", "C1.8")


@clause("C1.8")
def structure_result(face: int) -> str:
    """The condition that the d6 of a lost Structure brings; empty for none."""
    if face <= 1:
        return "Stunned"
    return "Impaired" if face <= 4 else ""


@clause("C2.16")
def put_out(fight: Fight, unit: Unit, how: str, clause_id: str) -> None:
    """Out of the fight: it leaves the board. That is told to everyone, Hidden or not."""
    fight.emit(WentOut(unit.id, how, clause_id))  # type: ignore[arg-type]


@clause("C1.10")
def add_burn(fight: Fight, unit: Unit, burn: int) -> None:
    """Burn adds up, and deals nothing by being added."""
    if burn and unit.here:
        tell(fight, BurnAdded(unit.id, unit.burn, unit.burn + burn), unit)
