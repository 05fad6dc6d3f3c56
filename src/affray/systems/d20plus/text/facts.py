"""Known facts for a question: who rolls what with which dice. The numbers come from the rules themselves."""

from __future__ import annotations

from collections.abc import Iterable

from affray.systems.d20plus import attack
from affray.systems.d20plus.augments import Hand, default_dice
from affray.systems.d20plus.book import Ability, AugmentDie, Weapon
from affray.systems.d20plus.legal import lane_of_other, lane_of_weapon
from affray.systems.d20plus.scores import skill_of_attack, skill_score, trait_value
from affray.systems.d20plus.state import Fight, Persona
from affray.telling.words import MINUS, count, dice_count, listed, span


def persona_name(fight: Fight, id_: str) -> str:
    """A Persona's name, or its id once it is gone."""
    persona = fight.state.personas.get(id_)
    return id_ if persona is None else persona.name


def weapon_line(fight: Fight, persona: Persona, weapon: Weapon) -> str:
    """ "Might 5, Mid, reaches Close"."""
    skill = skill_of_attack(weapon)
    lane = lane_of_weapon(fight, weapon.id)
    parts = [f"{skill} {skill_score(fight, persona, skill)}", lane, f"reaches {span(weapon.reach)}"]
    if weapon.nature != "physical":
        parts.append(weapon.nature)
    return ", ".join(parts)


def strike_line(
    fight: Fight, attacker: Persona, weapon: Weapon, target: Persona | None, counter: str | None = None
) -> str:
    """ "Might 9 + d6 + d8, cap 6, Mid, Close": what a strike would roll. Unseen cover is not told."""
    hand = attack.attack_hand(fight, attacker, weapon, counter)
    skill = skill_of_attack(weapon)
    penalty = 0
    if target is not None and not target.concealed_from(attacker):
        penalty = attack.cover_penalty(fight, weapon, target, defending_trait(fight, weapon))
    cover = f" {MINUS} {penalty} for cover" if penalty else ""
    parts = [
        f"{skill} {skill_score(fight, attacker, skill)}{_dice(hand)}{cover}",
        f"cap {hand.cap}",
        lane_of_weapon(fight, weapon.id),
        span(weapon.reach),
    ]
    if weapon.nature != "physical":
        parts.append(weapon.nature)
    return ", ".join(parts)


def ability_line(fight: Fight, persona: Persona, ability: Ability) -> str:
    """What an ability rolls, its lane and reach; what it says, where it rolls nothing."""
    parts = []
    if ability.skill is not None:
        against = f" against {ability.against}" if ability.against else ""
        parts.append(f"{ability.skill} {skill_score(fight, persona, ability.skill)}{against}")
    if ability.cost == "action":
        parts.append(lane_of_other(ability))
    if ability.target in ("ally", "foe") and len(ability.reach) < 4:
        parts.append(f"reaches {span(ability.reach)}")
    return ", ".join(parts) if ability.skill is not None or not ability.text else ability.text


def attack_line(fight: Fight, attacker: Persona, weapon: Weapon, target: Persona) -> str:
    """ "Trench club: Might 9 + d8 + d6 + d4, 3 dice within a cap of 6"."""
    skill = skill_of_attack(weapon)
    hand = attack.attack_hand(fight, attacker, weapon, None)
    line = f"{weapon.name}: {skill} {skill_score(fight, attacker, skill)}{_dice(hand)}"
    penalty = attack.cover_penalty(fight, weapon, target, defending_trait(fight, weapon))
    cover = f", less {penalty} for cover" if penalty else ""
    return f"{line}{cover}, {dice_count(len(default_dice(hand)))} within a cap of {hand.cap}"


def defence_line(fight: Fight, target: Persona, weapon: Weapon) -> str:
    """ "Body 4 + d6 + d8", or which Trait the GM still has to name."""
    trait = defending_trait(fight, weapon)
    if trait is None:
        return "the Trait is the GM's ruling"
    hand = attack.defence_hand(fight, target, weapon, trait, (), tad=False)
    cap = f", {dice_count(hand.cap)} at most" if len(hand.dice) > hand.cap else ""
    return f"{trait} {trait_value(fight, target, trait)}{_dice(hand)}{cap}"


def defending_trait(fight: Fight, weapon: Weapon) -> str | None:
    """The Trait that defends against a weapon, as the rule says; None where it would ask the GM."""
    return attack.trait_against(weapon)


def die_words(dice: Iterable[AugmentDie]) -> str:
    """ "Gear d6, Training d8"."""
    return ", ".join(f"{die.type} d{die.size}" for die in dice)


def budget_line(actions: int, moves: int, beats: int) -> str:
    """ "1 Action, 2 Moves and 2 Beats left"."""
    return f"{listed((count(actions, 'Action'), count(moves, 'Move'), count(beats, 'Beat')))} left"


def _dice(hand: Hand) -> str:
    return "".join(f" + d{die.size}" for die in default_dice(hand))
