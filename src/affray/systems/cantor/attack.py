"""One attack, in the text's seven steps: declared, flipped, netted, rolled, braced, damage, applied."""

from __future__ import annotations

from dataclasses import dataclass

from affray.kernel.clauses import clause
from affray.kernel.reasons import Reason
from affray.kernel.requests import EACH, Audience, Cuts, Dice, Pool, Procedure
from affray.systems.cantor import conditions, forced, reactions
from affray.systems.cantor.accuracy import defence_of, dice_against, pool_of, roll20
from affray.systems.cantor.actions import adjacent
from affray.systems.cantor.arms import Arm
from affray.systems.cantor.book import damage_of
from affray.systems.cantor.damage import Harm, add_burn, take
from affray.systems.cantor.ending import check_end
from affray.systems.cantor.events import (
    AttackDeclared,
    AttackEnded,
    AttackRolled,
    AttackStopped,
    DamageRoll,
    FlipRolled,
    GrappleBegan,
)
from affray.systems.cantor.state import Fight, Unit
from affray.systems.cantor.telling import audience_of, tell

FLIP_MISSES = 3


@dataclass(slots=True)
class Volley:
    """What all targets of one attack share: a Bolster, and damage that is rolled once (C1.12).

    `spent`: the Bolster is used up already, and serves the targets that are left all the same.
    """

    bolstered: bool
    spent: bool = False
    damage: DamageRoll | None = None


@clause("C1.11", "C1.12")
def attack(fight: Fight, attacker_id: str, arm: Arm, targets: list[str]) -> Procedure:
    """One attack. Own Hidden ends; each target has its own dice; marks are used up once."""
    attacker = fight.state.units[attacker_id]
    conditions.end(fight, attacker, "Hidden", "attacked", "C3.5")
    declare(fight, attacker, arm, targets)
    volley = Volley(attacker.has("Bolster"))
    for target_id in targets:
        if still_on(fight, attacker_id, target_id):
            yield from strike(fight, attacker_id, arm, target_id, volley)
    if not targets:
        use_bolster(fight, attacker, volley)
    if fight.state.outcome is None:
        fight.emit(AttackEnded(attacker_id))
        check_end(fight)


@clause("C2.8")
def declare(fight: Fight, attacker: Unit, arm: Arm, targets: list[str]) -> None:
    """Say who attacks whom with what. Hidden targets are named to their own side alone."""
    units = fight.state.units
    shown = tuple(id_ for id_ in targets if not units[id_].has("Hidden"))
    known = tuple(id_ for id_ in targets if not units[id_].hidden_from(attacker.side))
    declared = AttackDeclared(attacker.id, arm.id, known)
    if known == shown:
        fight.emit(declared)
    else:
        fight.emit(declared, to=(attacker.side,), public=AttackDeclared(attacker.id, arm.id, shown))


@clause("C1.11")
def still_on(fight: Fight, attacker_id: str, target_id: str) -> bool:
    """An attacker out of the fight or Stunned on the way stops; a target that is gone is skipped."""
    units = fight.state.units
    if fight.state.outcome is not None:
        return False
    attacker, target = units.get(attacker_id), units.get(target_id)
    if attacker is None or not attacker.here:
        why = "attacker out"
    elif attacker.has("Stunned"):
        why = "attacker Stunned"
    elif target is None or not target.here:
        why = "target out"
    else:
        return True
    if fight.state.clash is not None:
        to = None if target is None else audience_of(target)
        fight.emit(AttackStopped(attacker_id, target_id, Reason(why, "C1.11")), to=to)
    return False


@clause("C1.5")
def strike(fight: Fight, attacker_id: str, arm: Arm, target_id: str, volley: Volley) -> Procedure:
    """The attack against one target: flip, dice, roll, Brace, damage, and what comes with it."""
    missed = yield from flip(fight, attacker_id, target_id)
    if not still_on(fight, attacker_id, target_id):
        return
    hit = yield from roll_to_hit(fight, attacker_id, arm, target_id, volley, missed)
    if not still_on(fight, attacker_id, target_id):
        return
    if hit and arm.damage is not None:
        yield from reactions.offer_brace(fight, target_id, attacker_id, arm.name)
        if not still_on(fight, attacker_id, target_id):
            return
        if volley.damage is None:
            to = audience_of(fight.state.units[target_id])
            volley.damage = yield from roll_damage(fight, attacker_id, arm, to)
    if not still_on(fight, attacker_id, target_id):
        return
    yield from deal(fight, attacker_id, arm, target_id, volley, hit)
    target = fight.state.units.get(target_id)
    if target is None or not target.here:
        return
    if hit and still_on(fight, attacker_id, target_id):
        yield from apply_rest(fight, attacker_id, arm, target_id)


@clause("C2.9", "C4.5")
def must_flip(fight: Fight, attacker: Unit, target: Unit) -> bool:
    """Whether a target counts as Invisible to an attacker, so that its attack may miss before any roll."""
    return target.has("Invisible") or glamoured(fight, attacker)


@clause("C4.5")
def glamoured(fight: Fight, attacker: Unit) -> bool:
    """Whether every target counts as Invisible to an attacker, by its Fracture."""
    fracture = conditions.fracture_of(fight, attacker)
    return fracture is not None and fracture.all_invisible


@clause("C1.5", "C2.9")
def flip(fight: Fight, attacker_id: str, target_id: str) -> Procedure:
    """Against an Invisible target a 50% miss is rolled first, for every kind of attack: 1 to 3 on a d6."""
    attacker, target = fight.state.units[attacker_id], fight.state.units[target_id]
    if not must_flip(fight, attacker, target):
        return False
    glamour = glamoured(fight, attacker)
    pool = Pool(attacker_id, (Dice(6, label="d6"),))
    to = audience_of(target)
    rolled = yield from fight.roll(pool, Cuts((FLIP_MISSES + 1,)), "flip against Invisible", "C1.5", to)
    missed = rolled.total <= FLIP_MISSES
    if target_id in fight.state.units:
        fight.emit(FlipRolled(attacker_id, target_id, rolled.total, missed, glamour), to=to)
    return missed


@clause("C1.3", "C1.5", "C2.7")
def roll_to_hit(
    fight: Fight, attacker_id: str, arm: Arm, target_id: str, volley: Volley, missed: bool
) -> Procedure:
    """Net dice; Lock On is used up, hit or miss; the roll hits when its total reaches the defence."""
    attacker, target = fight.state.units[attacker_id], fight.state.units[target_id]
    odds = dice_against(fight, attacker, target, arm.kind, volley.bolstered)
    name, value, capped = defence_of(fight, target, arm.kind)
    use_bolster(fight, attacker, volley)
    conditions.end(fight, target, "Lock On", "used", "C2.7")
    to = audience_of(target)
    roll = None
    if not missed:
        pool = pool_of(fight, attacker, odds.net)
        rolled = yield from fight.roll(pool, Cuts((value,)), "attack", "C1.5", to)
        roll = roll20(fight, attacker, odds.net, rolled)
    hit = roll is not None and hits(roll.total, value)
    if attacker_id in fight.state.units and target_id in fight.state.units:
        fight.emit(
            AttackRolled(
                attacker_id,
                target_id,
                arm.id,
                roll,
                odds.accuracy,
                odds.difficulty,
                odds.ignored,
                name,
                value,
                capped,
                hit,
            ),
            to=to,
        )
    return hit


@clause("C1.11", "C2.13")
def use_bolster(fight: Fight, attacker: Unit, volley: Volley) -> None:
    """Bolster goes with the net dice of the first target; one that comes later is for the next attack."""
    if volley.bolstered and not volley.spent:
        conditions.end(fight, attacker, "Bolster", "used", "C2.13")
        volley.spent = True


@clause("C1.5")
def hits(total: int, defence: int) -> bool:
    """A total that reaches the defence hits."""
    return total >= defence


@clause("C1.6")
def roll_damage(fight: Fight, attacker_id: str, arm: Arm, to: Audience = None) -> Procedure:
    """The weapon's damage; a fixed number needs no dice. Returns a `DamageRoll`."""
    count, sides, bonus = damage_of(arm.damage or "0")
    if not count:
        return DamageRoll(attacker_id, 0, sides, bonus, (), bonus)
    pool = Pool(attacker_id, (Dice(sides, count, label=f"d{sides}"),), bonus)
    rolled = yield from fight.roll(pool, EACH, "damage", "C1.6", to)
    return DamageRoll(attacker_id, count, sides, bonus, rolled.faces, rolled.total, rolled.typed)


@clause("C1.6")
def deal(fight: Fight, attacker_id: str, arm: Arm, target_id: str, volley: Volley, hit: bool) -> Procedure:
    """A hit deals what was rolled, at least Reliable; a miss deals Reliable, and is no hit."""
    raw = max(volley.damage.total, arm.reliable) if hit and volley.damage is not None else arm.reliable
    if arm.damage is None or (not hit and not arm.reliable):
        return
    harm = Harm(
        "attack" if hit else "Reliable",
        raw,
        arm.type,
        attacker_id,
        volley.damage if hit else None,
        arm.armor_piercing,
        hit,
    )
    yield from take(fight, target_id, harm)


@clause("C1.7")
def apply_rest(fight: Fight, attacker_id: str, arm: Arm, target_id: str) -> Procedure:
    """After damage: Burn, then conditions, then the shove."""
    target = fight.state.units[target_id]
    add_burn(fight, target, arm.burn)
    for name in arm.inflicts:
        conditions.gain(fight, target, name, attacker_id, "C1.7")
    if arm.what == "grapple":
        begin_grapple(fight, fight.state.units[attacker_id], target)
    if arm.knockback:
        source = fight.state.units[attacker_id].hex
        yield from forced.shove(fight, attacker_id, target_id, arm.knockback, source)


@clause("C3.11")
def begin_grapple(fight: Fight, grappler: Unit, target: Unit) -> None:
    """Both are Immobilized to each other; one grapple per unit, and only side by side."""
    if grappler.grapple is None and target.grapple is None and adjacent(fight, grappler, target):
        tell(fight, GrappleBegan(grappler.id, target.id), grappler, target)
