"""[Action] and [Beat] abilities: what using one does."""

from __future__ import annotations

from affray.kernel.clauses import clause
from affray.kernel.requests import Cuts, Procedure
from affray.systems.d20plus.attack import attacker_wins
from affray.systems.d20plus.book import Ability, Exertion, Hex, Mend, Naming, Quarry, Shove, Topple, Ward
from affray.systems.d20plus.checks import ability_stances, can_act, check_throw
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
from affray.systems.d20plus.reactions import offer_contested_nullification, ready_at
from affray.systems.d20plus.scores import succeeds
from affray.systems.d20plus.state import Fight


def use_ability(fight: Fight, persona_id: str, ability_id: str, target_id: str | None) -> Procedure:
    """Use an [Action] or [Beat] ability that is paid for; a foe it targets may cancel it first (D11.4)."""
    ability = fight.book.abilities[ability_id]
    persona = fight.state.personas[persona_id]
    fight.emit(AbilityUsed(persona_id, ability_id, target_id, ready_at(persona, ability)))
    target_id = target_id or persona_id
    if ability.target == "foe" and ability.skill is not None:
        _, cancelled = yield from offer_contested_nullification(
            fight, persona_id, ability.skill, ability_id, target_id
        )
        if cancelled or not can_act(fight, persona_id, target_id):
            return
        success = yield from _roll_against(fight, ability, ability.skill, persona_id, target_id)
        if not success:
            return
    yield from _effect(fight, ability, persona_id, target_id)


def _roll_against(fight: Fight, ability: Ability, skill: str, persona_id: str, target_id: str) -> Procedure:
    """The ability's Skill against the foe's Trait, as in an attack but without wounds. True: it works."""
    tad = ability.cost == "action"
    sides = yield from ability_stances(
        fight, (persona_id, skill), (target_id, ability.against or "Body"), tad
    )
    if sides is None:
        return False
    user, foe = sides
    fell = yield from fight.contest(user.pool, foe.pool, Cuts(at=(0,)), "ability", "D4.2")
    if not can_act(fight, persona_id, target_id):
        return False
    success = attacker_wins(fell.margin)
    fight.emit(
        AbilityRolled(ability.id, user.throw(fell.first), foe.throw(fell.second), fell.margin, success)
    )
    return success


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
    assert ability.skill is not None, "a pack is refused whose healing ability has no Skill"
    cuts = Cuts(at=(effect.target_number,))
    throw = yield from check_throw(fight, persona_id, ability.skill, "mend", cuts, "D2.2")
    if throw is None or not can_act(fight, target_id):
        return
    closed = succeeds(throw.total, effect.target_number)
    wounds = fight.state.personas[target_id].wounds[effect.trait]
    healed = min(effect.wounds, wounds) if closed else 0
    fight.emit(Mended(ability.id, target_id, effect.trait, throw, effect.target_number, healed))
