"""[Action] and [Beat] abilities: what using one does."""

from __future__ import annotations

from affray.kernel.clauses import clause
from affray.kernel.requests import Cuts, Procedure
from affray.systems.d20plus.augments import bring_default, hand_for, pool_for, throw_of
from affray.systems.d20plus.book import Ability, Exertion, Hex, Mend, Naming, Quarry, Shove, Topple, Ward
from affray.systems.d20plus.displacement import shove
from affray.systems.d20plus.events import (
    AbilityRolled,
    AbilityUsed,
    DieLent,
    KnockedProne,
    Marked,
    Mended,
    TurnExtended,
)
from affray.systems.d20plus.moves import check_throw, choose_check_dice
from affray.systems.d20plus.reactions import offer_contested_nullification, ready_at
from affray.systems.d20plus.scores import skill_score, succeeds, trait_value, unwounded_score
from affray.systems.d20plus.state import Fight, sheet_of


def use_ability(fight: Fight, persona_id: str, ability_id: str, target_id: str | None) -> Procedure:
    """Use an [Action] or [Beat] ability that is paid for; a foe it targets may cancel it first (D11.4)."""
    ability = fight.book.abilities[ability_id]
    persona = fight.state.personas[persona_id]
    fight.emit(AbilityUsed(persona_id, ability_id, target_id, ready_at(persona, ability)))
    if ability.target == "foe" and target_id is not None and ability.skill is not None:
        _, cancelled = yield from offer_contested_nullification(
            fight, persona_id, ability.skill, ability_id, target_id
        )
        if cancelled:
            return
    if not _goes_on(fight, persona_id, target_id):
        return
    if ability.target == "foe" and target_id is not None and ability.skill is not None:
        success = yield from _roll_against(fight, ability, persona_id, target_id)
        if not success or not _goes_on(fight, persona_id, target_id):
            return
    yield from _effect(fight, ability, persona_id, target_id or persona_id)


def _goes_on(fight: Fight, persona_id: str, target_id: str | None) -> bool:
    """After a question: both are still in the fight (D4.10)."""
    personas = fight.state.personas
    present = persona_id in personas and (target_id is None or target_id in personas)
    return (
        present
        and fight.state.outcome is None
        and not personas[persona_id].out
        and (target_id is None or not personas[target_id].out)
    )


def _roll_against(fight: Fight, ability: Ability, persona_id: str, target_id: str) -> Procedure:
    """The ability's Skill against the foe's Trait, as in an attack but without wounds."""
    skill, trait = ability.skill, ability.against or "Body"
    assert skill is not None
    brought = yield from choose_check_dice(fight, persona_id, skill, "contest", tad=ability.cost == "action")
    if not _goes_on(fight, persona_id, target_id):
        return False
    user, foe = fight.state.personas[persona_id], fight.state.personas[target_id]
    score, value = skill_score(fight, user, skill), trait_value(fight, foe, trait)
    defence = bring_default(hand_for(fight, foe, trait, frozenset({"defence", trait, f"{trait} defence"})))
    pools = pool_for(user, score, brought), pool_for(foe, value, defence)
    fell = yield from fight.contest(*pools, Cuts(at=(0,)), "ability", "D4.2")
    throws = (
        throw_of(user, skill, score, unwounded_score(fight, user, skill), brought, fell.first),
        throw_of(foe, trait, value, sheet_of(fight, foe).traits[trait], defence, fell.second),
    )
    fight.emit(AbilityRolled(ability.id, *throws, fell.margin, fell.margin >= 0))
    return fell.margin >= 0


def _effect(fight: Fight, ability: Ability, persona_id: str, target_id: str) -> Procedure:
    """What the ability does once nothing has stopped it."""
    match ability.effect:
        case Hex():
            fight.emit(Marked(persona_id, target_id, "hex", "D5.2"))
        case Naming():
            fight.emit(Marked(persona_id, target_id, "naming", "D5.2"))
        case Quarry():
            designate_quarry(fight, persona_id, target_id)
        case Topple():
            if not fight.state.personas[target_id].prone:
                fight.emit(KnockedProne(target_id, persona_id))
        case Shove(direction=direction):
            yield from shove(fight, persona_id, target_id, direction)
        case Ward(die=die, turns=turns):
            last_turn = fight.state.personas[target_id].turns_begun + turns
            fight.emit(DieLent(target_id, die, last_turn, ability.name))
        case Exertion(actions=actions, moves=moves):
            fight.emit(TurnExtended(persona_id, ability.id, actions, moves))
        case Mend():
            yield from _mend(fight, ability, ability.effect, persona_id, target_id)
        case _:
            raise AssertionError(f"{ability.id} is not used as an Action or Beat")


@clause("D7.4")
def designate_quarry(fight: Fight, owner_id: str, target_id: str) -> None:
    """Designate the Quarry that Locked On is about."""
    fight.emit(Marked(owner_id, target_id, "quarry", "D7.4"))


def _mend(fight: Fight, ability: Ability, effect: Mend, persona_id: str, target_id: str) -> Procedure:
    """Heal wounds of a Trait on a check."""
    skill = ability.skill or "Knowledge"
    cuts = Cuts(at=(effect.target_number,))
    throw = yield from check_throw(fight, persona_id, skill, "mend", cuts, "D2.2")
    target = fight.state.personas.get(target_id)
    if throw is None or target is None:
        return
    healed = min(effect.wounds, target.wounds[effect.trait]) if succeeds(throw.total, effect.target_number) else 0
    fight.emit(Mended(ability.id, target_id, effect.trait, throw, effect.target_number, healed))
