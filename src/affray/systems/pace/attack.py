"""One attack in the text's order: paid and declared, rolled, answered, resolved target by target."""

from __future__ import annotations

from affray.kernel.clauses import clause
from affray.kernel.reasons import Reason
from affray.kernel.requests import Option, Procedure
from affray.systems.pace import defence
from affray.systems.pace.book import Weapon
from affray.systems.pace.damage import deal, name_type, see_defeats
from affray.systems.pace.defence import Answer
from affray.systems.pace.ending import check_end
from affray.systems.pace.events import (
    AttackDeclared,
    AttackEnded,
    AttackRolled,
    AttackStopped,
    DefenceRolled,
    TargetFaced,
)
from affray.systems.pace.facing import offer_pivots
from affray.systems.pace.maneuvers import take_effect
from affray.systems.pace.points import gain_bonus, pay
from affray.systems.pace.rolls import (
    Stance,
    Throw,
    damage_dice,
    roll_against,
    roll_dice,
    roll_each,
    score_of,
    stance_for,
    wins_contest,
)
from affray.systems.pace.state import Character, Fight, beyond_the_roll, initiative_order
from affray.systems.pace.targets import may_not_target, too_far_to_hold
from affray.systems.pace.wielding import attack_cost, targets_max, weapon_in_hand

DONE = Option("done", "done")


@clause("P4.1")
def attack_stance(fight: Fight, attacker: Character, weapon: Weapon) -> Stance:
    """The attacker rolls 1d20 and the score that the weapon of the attack names."""
    return stance_for(fight, attacker, "attack", weapon.ability, weapon)


@clause("P4.1")
def defence_stance(fight: Fight, defender: Character, weapon: Weapon) -> Stance:
    """The defender rolls with the same score: the weapon of the attack names it for both."""
    return stance_for(fight, defender, "defence", weapon.ability, weapon)


@clause("P4.7")
def more_targets(
    fight: Fight, attacker_id: str, item_id: str, weapon: Weapon, first: str, maneuver: str | None
) -> Procedure:
    """Several targets are declared together. Returns their ids."""
    chosen = [first]
    attacker = fight.state.characters[attacker_id]
    while _can_act(fight, attacker_id) and len(chosen) < targets_max(fight, attacker, weapon):
        options = [DONE] + [
            Option(f"also {other.id}", "also", (other.id,))
            for other in fight.state.characters.values()
            if other.id not in (attacker_id, *chosen)
            and may_not_target(fight, attacker, weapon, other) is None
            and too_far_to_hold(fight, attacker, other, maneuver) is None
        ]
        about = (item_id, " ".join(chosen))
        option = yield from fight.choose(attacker_id, "more targets", options, "P4.7", about, DONE.id)
        if option.kind == "done":
            break
        chosen.append(option.args[0])
    return chosen


@clause("P4.2")
def attack(fight: Fight, attacker_id: str, item_id: str, first: str, maneuver: str | None) -> Procedure:
    """An attack of the own turn: any number of them, while AP last."""
    attacker = fight.state.characters[attacker_id]
    weapon = weapon_in_hand(fight, attacker, item_id)
    if weapon is None:
        return
    cost, ap = attack_cost(fight, attacker, weapon), attacker.ap
    targets = yield from more_targets(fight, attacker_id, item_id, weapon, first, maneuver)
    here = [id_ for id_ in targets if _can_act(fight, id_)]
    if not here or not _can_act(fight, attacker_id) or attacker.ap < min(cost, ap):
        return
    pay(fight, attacker_id, cost, "Attack", "P4.2")
    fight.emit(AttackDeclared(attacker_id, item_id, maneuver, tuple(here)))
    throw = yield from roll_each(fight, attack_stance(fight, attacker, weapon), "attack", "P4.2")
    if attacker_id in fight.state.characters and fight.state.outcome is None:
        yield from resolve(fight, throw, item_id, weapon, here, maneuver)


@clause("P4.7", "P4.11")
def resolve(
    fight: Fight, throw: Throw, item_id: str, weapon: Weapon, targets: list[str], maneuver: str | None
) -> Procedure:
    """One attack roll; each target is resolved to its end, in initiative order; Pivots come last."""
    fight.emit(AttackRolled(throw))
    for target_id in initiative_order(fight, targets):
        if still_on(fight, throw.roller, target_id):
            yield from resolve_target(fight, throw, item_id, weapon, target_id, maneuver)
    if fight.state.outcome is not None:
        return
    fight.emit(AttackEnded(throw.roller))
    if not check_end(fight):
        here = [id_ for id_ in targets if id_ in fight.state.characters]
        yield from offer_pivots(fight, here, "attack", throw.roller)


@clause("P4.11")
def still_on(fight: Fight, attacker_id: str, target_id: str) -> bool:
    """Whoever drops to 0 HP on the way does nothing more, and nothing more happens to it."""
    state = fight.state
    if state.outcome is not None:
        return False
    attacker, target = state.characters.get(attacker_id), state.characters.get(target_id)
    if attacker is None or not attacker.standing:
        why = "attacker gone" if attacker is None else "attacker defeated"
    elif target is None or not target.standing:
        why = "target gone" if target is None else "target defeated"
    else:
        return True
    if state.clash is not None:
        fight.emit(AttackStopped(attacker_id, target_id, Reason(why, "P4.11")))
    return False


@clause("P4.4")
def resolve_target(
    fight: Fight, throw: Throw, item_id: str, weapon: Weapon, target_id: str, maneuver: str | None
) -> Procedure:
    """Answer, defence roll, contest and what follows, for one target.

    One that may not answer rolls all the same.
    """
    characters = fight.state.characters
    barred = defence.may_not_defend(fight, characters[target_id], characters[throw.roller])
    fight.emit(TargetFaced(throw.roller, target_id, barred))
    answer = Answer()
    if barred is None:
        answer = yield from defence.choose_answer(fight, throw, item_id, target_id)
        if not still_on(fight, throw.roller, target_id):
            return
    stance = defence_stance(fight, characters[target_id], weapon)
    held = yield from roll_against(fight, stance, throw.total, "defence", "P4.4")
    if not still_on(fight, throw.roller, target_id):
        return
    hit = wins_contest(throw.total, held.total)
    fight.emit(DefenceRolled(throw, held, item_id, hit, barred))
    if held.critical:
        gain_bonus(fight, target_id, "critical defence", "P1.6")
    if hit:
        yield from land(fight, throw, item_id, weapon, target_id, answer, maneuver)
    elif answer.kind == "counter" and answer.item is not None:
        yield from defence.counter(fight, throw, weapon, target_id, answer.item)
    if answer.kind == "evade" and target_id in characters and characters[target_id].standing:
        yield from defence.evade(fight, target_id, throw.roller)


@clause("P4.5")
def land(
    fight: Fight,
    throw: Throw,
    item_id: str,
    weapon: Weapon,
    target_id: str,
    answer: Answer,
    maneuver: str | None,
) -> Procedure:
    """A hit: damage with the score of the attack, its type, less Block, less DR; then the Maneuver."""
    about = ("hit", throw.roller, throw.critical, item_id, target_id, answer, maneuver)
    fight.alike(lambda: (about, beyond_the_roll(fight.state)))
    attacker = fight.state.characters[throw.roller]
    dice = damage_dice(weapon.damage, throw.critical)
    score = (weapon.ability, score_of(fight, attacker, weapon.ability))
    rolled = yield from roll_dice(fight, throw.roller, dice, score, "damage", "P4.5")
    type_ = yield from name_type(fight, throw.roller, item_id, weapon, target_id)
    block = yield from defence.roll_block(fight, target_id, answer, rolled.total, type_)
    if not still_on(fight, throw.roller, target_id):
        return
    deal(
        fight, target_id, throw.roller, "attack", rolled, type_, "P4.5", block=block, critical=throw.critical
    )
    yield from see_defeats(fight, throw.roller, target_id)
    if maneuver is not None and _can_act(fight, throw.roller) and _can_act(fight, target_id):
        yield from take_effect(fight, throw.roller, target_id, maneuver)


def _can_act(fight: Fight, id_: str) -> bool:
    character = fight.state.characters.get(id_)
    return character is not None and character.standing and fight.state.outcome is None
