"""Reactions: who is offered what, when, in which order; and what each kind does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from affray.kernel.clauses import clause
from affray.kernel.reasons import Reason
from affray.kernel.requests import Cuts, Option, Procedure
from affray.systems.d20plus import attack as attacks
from affray.systems.d20plus.book import (
    DISTANCES,
    Ability,
    AugmentDie,
    BonusTurn,
    ContestedNullification,
    CounterAttack,
    DefenceEnhancement,
    Interception,
    Nullification,
    Weapon,
)
from affray.systems.d20plus.checks import ability_stances, can_act
from affray.systems.d20plus.events import (
    AbilityUsed,
    AskedToStepIn,
    BonusTurnGranted,
    Intercepted,
    NullificationRolled,
    ReactionDeclined,
    ReactionUsed,
    StrikeResolved,
    StrikeStopped,
)
from affray.systems.d20plus.scores import is_broken, skill_of_attack, trait_of
from affray.systems.d20plus.setting import distance
from affray.systems.d20plus.state import NEVER, Fight, Persona, allies, sheet_of

NO = Option("no", "no")
YES = Option("yes", "yes")
Kind = TypeVar("Kind")


@dataclass(frozen=True, slots=True)
class TargetAnswer:
    """What the target did before the roll: stopped the attack, or lent itself dice."""

    stopped: bool = False
    dice: tuple[AugmentDie, ...] = ()


# Who may react


@clause("D11.1")
def may_react(fight: Fight, persona: Persona) -> bool:
    """Only outside one's own turn, and only while not Out; a bonus turn is its owner's alone (D11.13)."""
    turn = fight.state.turn
    return not persona.out and (turn is None or turn.persona != persona.id)


@clause("D11.10")
def is_ready(persona: Persona, ability: Ability) -> bool:
    """Not offered again until the owner has begun as many turns as the cooldown says."""
    return persona.turns_begun >= persona.cooldowns.get(ability.id, 0)


def ready_at(persona: Persona, ability: Ability) -> int:
    """The begun turn at which an ability used now is ready again."""
    return NEVER if ability.cooldown == "encounter" else persona.turns_begun + ability.cooldown


def reactions_of(fight: Fight, persona: Persona, kind: type[Kind]) -> list[tuple[Ability, Kind]]:
    """A Persona's ready reactions of one kind, in the order of its sheet; empty when it may not react."""
    if not may_react(fight, persona):
        return []
    abilities = [fight.book.abilities[id_] for id_ in sheet_of(fight, persona).abilities]
    return [
        (ability, ability.effect)
        for ability in abilities
        if isinstance(ability.effect, kind) and is_ready(persona, ability)
    ]


@clause("D11.8")
def in_initiative_order(fight: Fight, personas: list[Persona]) -> list[Persona]:
    """Those asked after one another are asked in initiative order; who has no place in it comes last."""
    order = {id_: place for place, id_ in enumerate(fight.state.order)}
    return sorted(personas, key=lambda persona: order.get(persona.id, len(order)))


def _ask(
    fight: Fight, owner: str, kind: str, ability: Ability, clause_id: str, args: tuple[Any, ...]
) -> Procedure:
    """Offer a yes-or-no reaction; declining is the default. True when it is used."""
    option = yield from fight.choose(
        owner, f"reaction {kind}", (NO, YES), clause_id, (ability.id, *args), NO.id
    )
    if option.id == NO.id:
        _decline(fight, owner, ability)
        return False
    persona = fight.state.personas.get(owner)
    return persona is not None and may_react(fight, persona) and is_ready(persona, ability)


def _decline(fight: Fight, owner: str, ability: Ability) -> None:
    """Only the own side learns what was not used."""
    persona = fight.state.personas.get(owner)
    if persona is not None:
        fight.emit(ReactionDeclined(owner, ability.id), to=(persona.side,))


def _use(fight: Fight, owner: str, ability: Ability, target: str | None) -> None:
    persona = fight.state.personas[owner]
    fight.emit(AbilityUsed(owner, ability.id, target, ready_at(persona, ability)))


# Before the roll


@clause("D11.3", "D11.12")
def offer_interceptions(fight: Fight, attacker_id: str, weapon_id: str, target_id: str) -> Procedure:
    """Allies of the target may step in, one of them; returns who is the target then.

    Within Close of the ally unless the ability says more. A concealed ally is not asked: stepping in would
    show it.
    """
    candidates = list(_interceptors(fight, attacker_id, target_id))
    if candidates:
        fight.emit(AskedToStepIn(tuple(dict.fromkeys(owner for owner, _ in candidates))))
    for owner, ability in candidates:
        if not _may_step_in(fight, owner, ability, attacker_id, target_id):
            continue
        used = yield from _ask(
            fight, owner, "interception", ability, "D11.3", (attacker_id, target_id, weapon_id)
        )
        if used and _may_step_in(fight, owner, ability, attacker_id, target_id):
            _use(fight, owner, ability, target_id)
            fight.emit(Intercepted(owner, ability.id))
            return owner
    return target_id


def _interceptors(fight: Fight, attacker_id: str, target_id: str) -> Iterator[tuple[str, Ability]]:
    target = fight.state.personas[target_id]
    for ally in in_initiative_order(fight, allies(fight, target)):
        for ability, _ in reactions_of(fight, ally, Interception):
            if _may_step_in(fight, ally.id, ability, attacker_id, target_id):
                yield ally.id, ability


def _may_step_in(fight: Fight, owner: str, ability: Ability, attacker_id: str, target_id: str) -> bool:
    if not can_act(fight, owner, attacker_id, target_id):
        return False
    persona, target = fight.state.personas[owner], fight.state.personas[target_id]
    effect = ability.effect
    assert isinstance(effect, Interception)
    apart = DISTANCES.index(distance(fight.book, persona.zone, target.zone))
    near = apart <= DISTANCES.index(effect.within)
    return near and may_react(fight, persona) and persona.concealment is None


def offer_target_reactions(
    fight: Fight, attacker_id: str, weapon: Weapon, target_id: str, trait: str
) -> Procedure:
    """The target's own answer: one reaction, of the kinds in this order. Returns a `TargetAnswer`."""
    stopped = yield from _offer_nullification(fight, attacker_id, weapon, target_id, trait)
    if stopped:
        return TargetAnswer(stopped=True)
    if weapon.ability:
        used, cancelled = yield from offer_contested_nullification(
            fight, attacker_id, skill_of_attack(weapon), weapon.id, target_id
        )
        if used:
            return TargetAnswer(stopped=cancelled)
    dice = yield from _offer_enhancement(fight, attacker_id, weapon, target_id)
    return TargetAnswer(dice=dice)


@clause("D11.6")
def _offer_nullification(
    fight: Fight, attacker_id: str, weapon: Weapon, target_id: str, trait: str
) -> Procedure:
    """Stop a non-physical attack outright, without a roll."""
    for ability, effect in _target_reactions(fight, target_id, Nullification):
        if not any(nature in effect.natures for nature in attacks.natures(weapon, trait)):
            continue
        used = yield from _ask(fight, target_id, "nullification", ability, "D11.6", (attacker_id, weapon.id))
        if used and can_act(fight, attacker_id):
            _use(fight, target_id, ability, attacker_id)
            fight.emit(ReactionUsed(target_id, ability.id, attacker_id, "D11.6"))
            why = Reason("nullified", "D11.6", (ability.name,))
            fight.emit(StrikeStopped(attacker_id, target_id, why))
            return True
    return False


@clause("D11.4")
def offer_contested_nullification(
    fight: Fight, user_id: str, skill: str, what: str, target_id: str
) -> Procedure:
    """An ability, `what`, targets the owner: it rolls against it. Returns (used, cancelled)."""
    for ability, effect in _target_reactions(fight, target_id, ContestedNullification):
        used = yield from _ask(fight, target_id, "contested nullification", ability, "D11.4", (user_id, what))
        if not used or not can_act(fight, user_id):
            continue
        _use(fight, target_id, ability, user_id)
        fight.emit(ReactionUsed(target_id, ability.id, user_id, "D11.4"))
        cancelled = yield from _roll_nullification(
            fight, (user_id, skill), (target_id, effect.trait), ability
        )
        if cancelled:
            why = Reason("cancelled", "D11.4", (ability.name,))
            fight.emit(StrikeStopped(user_id, target_id, why))
        return True, cancelled
    return False, False


def _roll_nullification(
    fight: Fight, user: tuple[str, str], owner: tuple[str, str], ability: Ability
) -> Procedure:
    """The user's Skill against the owner's Trait: strictly higher cancels (D11.12)."""
    sides = yield from ability_stances(fight, user, owner, tad=False)
    if sides is None:
        return False
    fell = yield from fight.contest(sides[0].pool, sides[1].pool, Cuts(at=(0,)), "nullification", "D11.12")
    if not can_act(fight, user[0], owner[0]):
        return False
    cancelled = not attacks.attacker_wins(fell.margin)
    throws = sides[0].throw(fell.first), sides[1].throw(fell.second)
    fight.emit(NullificationRolled(*throws, ability.id, fell.margin, cancelled))
    return cancelled


@clause("D11.5")
def _offer_enhancement(fight: Fight, attacker_id: str, weapon: Weapon, target_id: str) -> Procedure:
    """Add Augment Dice to the defence before it resolves, still one per type and under the cap."""
    for ability, effect in _target_reactions(fight, target_id, DefenceEnhancement):
        used = yield from _ask(
            fight, target_id, "defence enhancement", ability, "D11.5", (attacker_id, weapon.id)
        )
        if used and can_act(fight, attacker_id):
            _use(fight, target_id, ability, attacker_id)
            fight.emit(ReactionUsed(target_id, ability.id, attacker_id, "D11.5"))
            return effect.dice
    return ()


def _target_reactions(fight: Fight, target_id: str, kind: type[Kind]) -> list[tuple[Ability, Kind]]:
    target = fight.state.personas.get(target_id)
    return [] if target is None else reactions_of(fight, target, kind)


# After the roll


def offer_result_reactions(
    fight: Fight, resolved: StrikeResolved, wounded: bool, went_out: bool
) -> Procedure:
    """The target's counter-attack first; then bonus turns, in initiative order."""
    attacker_id, target_id = resolved.attack.roller, resolved.defence.roller
    triggers = [
        trigger
        for trigger, holds in (
            ("miss", not resolved.hit),
            ("critical block", resolved.critical_block),
            ("wound", wounded),
        )
        if holds
    ]
    countered = False
    if resolved.counter is None:
        countered = yield from offer_counter_attack(fight, target_id, attacker_id, triggers)
    if resolved.critical_block and not countered:
        yield from offer_bonus_turns(fight, [target_id], "critical block")
    if went_out:
        yield from offer_bonus_turns(fight, [attacker_id], "foe out")
        yield from offer_mourning(fight, target_id)


def offer_mourning(fight: Fight, fallen_id: str) -> Procedure:
    """Somebody went Out: allies whose abilities say so take a bonus turn, in initiative order."""
    fallen = fight.state.personas.get(fallen_id)
    if fallen is not None:
        mourners = in_initiative_order(fight, allies(fight, fallen))
        yield from offer_bonus_turns(fight, [ally.id for ally in mourners], "ally out")


@clause("D11.2", "D11.11")
def offer_counter_attack(fight: Fight, owner_id: str, foe_id: str, triggers: list[str]) -> Procedure:
    """A free attack back, of the owner's choice, that reaches the foe. True when one was made."""
    owner = fight.state.personas.get(owner_id)
    for ability, effect in [] if owner is None else reactions_of(fight, owner, CounterAttack):
        weapons = counter_weapons(fight, owner_id, foe_id)
        trigger = next((trigger for trigger in triggers if trigger in effect.on), None)
        if not weapons or trigger is None:
            continue
        options = [NO, *(Option(f"strike {weapon}", "strike", (weapon,)) for weapon in weapons)]
        option = yield from fight.choose(
            owner_id, "reaction counter-attack", options, "D11.2", (ability.id, foe_id, trigger), NO.id
        )
        if option.id == NO.id:
            _decline(fight, owner_id, ability)
        elif option.args[0] in counter_weapons(fight, owner_id, foe_id):
            _use(fight, owner_id, ability, foe_id)
            fight.emit(ReactionUsed(owner_id, ability.id, foe_id, "D11.2"))
            yield from attacks.strike(fight, owner_id, option.args[0], foe_id, counter=ability.id)
            return True
    return False


def counter_weapons(fight: Fight, owner_id: str, foe_id: str) -> list[str]:
    """Attacks that reach the foe and whose Trait is not 0; exhaustion does not matter (D11.9)."""
    if not can_act(fight, owner_id, foe_id):
        return []
    owner, foe = fight.state.personas[owner_id], fight.state.personas[foe_id]
    if foe.concealed_from(owner) or not may_react(fight, owner):
        return []
    weapons = [fight.book.weapons[id_] for id_ in sheet_of(fight, owner).weapons]
    return [
        weapon.id
        for weapon in weapons
        if attacks.in_reach(fight, weapon, owner, foe)
        and not is_broken(fight, owner, trait_of(skill_of_attack(weapon)))
    ]


@clause("D11.7", "D11.13")
def offer_bonus_turns(fight: Fight, owners: list[str], trigger: str) -> Procedure:
    """A full extra turn once the action is finished; one per round, and none within another."""
    for owner_id in owners:
        if not may_have_bonus_turn(fight, owner_id):
            continue
        for ability, effect in reactions_of(fight, fight.state.personas[owner_id], BonusTurn):
            if effect.on != trigger:
                continue
            used = yield from _ask(fight, owner_id, "bonus turn", ability, "D11.7", (trigger,))
            if used and may_have_bonus_turn(fight, owner_id):
                _use(fight, owner_id, ability, None)
                fight.emit(BonusTurnGranted(owner_id, ability.id))
                break


def may_have_bonus_turn(fight: Fight, owner_id: str) -> bool:
    """Not within a bonus turn, not after one this round, and not in the round of joining (D7.8)."""
    state = fight.state
    if not can_act(fight, owner_id) or state.personas[owner_id].joined >= state.round:
        return False
    had = owner_id in state.bonus_had or owner_id in state.bonus_due
    return not had and not any(turn.bonus for turn in state.turns)
