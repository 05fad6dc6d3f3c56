"""One attack, in the register's order: declared, answered, rolled, wounds, and what follows."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from affray.kernel.clauses import clause
from affray.kernel.reasons import Reason
from affray.kernel.requests import Choose, Contested, Option, Procedure
from affray.systems.d20plus import reactions
from affray.systems.d20plus.augments import (
    Brought,
    Hand,
    Stance,
    bring,
    default_dice,
    dice_options,
    dice_question,
    hand_for,
    option_of,
    skill_stance,
    tad_die,
    trait_stance,
)
from affray.systems.d20plus.book import AugmentDie, Weapon
from affray.systems.d20plus.checks import Roller, can_act, fix_dice
from affray.systems.d20plus.displacement import shove
from affray.systems.d20plus.events import (
    KnockedProne,
    Marked,
    StrikeDeclared,
    StrikeResolved,
    StrikeStopped,
    WeaponExhausted,
)
from affray.systems.d20plus.scores import skill_of_attack, trait_of, trait_value
from affray.systems.d20plus.setting import distance
from affray.systems.d20plus.state import Fight, Persona
from affray.systems.d20plus.wounds import (
    CRITICAL_BLOCK,
    check_end,
    check_out,
    deal_wounds,
    increment_against,
    margin_cuts,
    wounds_dealt,
)

_TRAIT_OF_NATURE = {"physical": "Body", "arcane": "Spirit", "emotional": "Spirit", "psychic": "Mind"}
DEFAULT_TRAIT = "Body"
"""What an ambiguous attack is resisted with unless the GM says otherwise."""


@clause("D4.9")
def strike(
    fight: Fight, attacker_id: str, weapon_id: str, target_id: str, counter: str | None = None
) -> Procedure:
    """One attack. `counter` is the ability that grants it, for a counter-attack; its cost is paid already."""
    weapon = fight.book.weapons[weapon_id]
    trait = yield from defending_trait(fight, weapon, attacker_id, target_id)
    if not can_act(fight, attacker_id):
        return
    exhaust(fight, attacker_id, weapon, counter)
    fight.emit(StrikeDeclared(attacker_id, target_id, weapon_id, trait, counter))
    if not still_on(fight, attacker_id, target_id):
        return
    first_target = target_id
    target_id = yield from reactions.offer_interceptions(fight, attacker_id, weapon_id, target_id)
    if not still_on(fight, attacker_id, target_id):
        return
    answer = yield from reactions.offer_target_reactions(fight, attacker_id, weapon, target_id, trait)
    if answer.stopped or not still_on(fight, attacker_id, target_id):
        return
    sides = yield from take_stances(fight, (attacker_id, target_id), weapon, trait, counter, answer.dice)
    if not still_on(fight, attacker_id, target_id):
        return
    stepped_in_for = first_target if first_target != target_id else None
    resolved = yield from _roll(fight, sides, weapon, trait, stepped_in_for, counter)
    if resolved is not None:
        yield from _aftermath(fight, resolved)


@clause("D4.3")
def defending_trait(fight: Fight, weapon: Weapon, attacker_id: str, target_id: str) -> Procedure:
    """The Trait that fits the nature of the attack; where that is ambiguous the GM chooses."""
    settled = trait_against(weapon)
    if settled is not None:
        return settled
    options = [Option(trait, "trait", (trait,)) for trait in ("Body", "Mind", "Spirit")]
    option = yield from fight.ruling(
        "defending trait", options, "D4.3", DEFAULT_TRAIT, (attacker_id, weapon.id, target_id)
    )
    return option.id


def trait_against(weapon: Weapon) -> str | None:
    """The Trait that defends against a weapon (D4.3); None where the GM is asked."""
    return _TRAIT_OF_NATURE.get(weapon.nature)


def natures(weapon: Weapon, trait: str | None) -> tuple[str, ...]:
    """What an attack counts as: its nature; an ambiguous one as those that its Trait defends against."""
    if weapon.nature != "ambiguous":
        return (weapon.nature,)
    return tuple([nature for nature, defends in _TRAIT_OF_NATURE.items() if defends == trait])


@clause("D4.10")
def still_on(fight: Fight, attacker_id: str, target_id: str) -> bool:
    """Whether the attack goes on: the actor can act and the target can be struck. Says so if not."""
    state = fight.state
    if state.outcome is not None:
        return False
    attacker, target = state.personas.get(attacker_id), state.personas.get(target_id)
    if attacker is None or attacker.out:
        why = "attacker gone"
    elif target is None or target.out:
        why = "target gone"
    elif target.concealed_from(attacker):
        why = "target concealed"
    else:
        return True
    fight.emit(StrikeStopped(attacker_id, target_id, Reason(why, "D4.10")))
    return False


@clause("D11.9")
def exhaust(fight: Fight, attacker_id: str, weapon: Weapon, counter: str | None) -> None:
    """An attack of the own turn exhausts a weapon whose data says so; a counter-attack does not (D11.2)."""
    if weapon.exhausts and counter is None:
        fight.emit(WeaponExhausted(attacker_id, weapon.id))


# The dice


def attack_hand(fight: Fight, attacker: Persona, weapon: Weapon, counter: str | None) -> Hand:
    """The dice an attacker may bring. The TAD joins an attack taken as an Action by itself (D10.3)."""
    skill = skill_of_attack(weapon)
    trait = trait_of(skill)
    tags = _attack_tags((skill, trait, weapon.id, weapon.kind, *weapon.tags))
    return hand_for(fight, attacker, trait, tags, weapon, tad=counter is None)


@lru_cache(maxsize=1_000)
def _attack_tags(names: tuple[str, ...]) -> frozenset[str]:
    return frozenset({"attack", *names})


@clause("D4.8")
def defence_hand(
    fight: Fight, target: Persona, weapon: Weapon, trait: str, extra: tuple[AugmentDie, ...], tad: bool
) -> Hand:
    """A defender brings every qualifying die, and the TAD it has banked if it says so."""
    tags = _defence_tags(trait, natures(weapon, trait))
    return hand_for(fight, target, trait, tags, extra=extra, tad=tad)


@lru_cache(maxsize=1_000)
def _defence_tags(trait: str, against: tuple[str, ...]) -> frozenset[str]:
    return frozenset({"defence", trait, f"{trait} defence", *against})


def take_stances(
    fight: Fight,
    sides: tuple[str, str],
    weapon: Weapon,
    trait: str,
    counter: str | None,
    extra: tuple[AugmentDie, ...],
) -> Procedure:
    """Both sides fix their dice. Returns a `Stance` each, or None once one of them is out of the fight."""
    attacker_id, target_id = sides
    personas = fight.state.personas
    about = (attacker_id, weapon.id, target_id)

    def attack() -> tuple[Hand, Choose | None]:
        hand = attack_hand(fight, personas[attacker_id], weapon, counter)
        return hand, dice_question(attacker_id, hand, ("attack", *about))

    fixed = yield from fix_dice(
        fight,
        Roller(attacker_id, attack, lambda option: bring(attack()[0], option)),
        Roller(
            target_id,
            lambda: look_at_defence(fight, personas[target_id], weapon, trait, extra, ("defence", *about)),
            lambda option: chosen_defence(fight, personas[target_id], weapon, trait, extra, option),
        ),
    )
    if fixed is None:
        return None
    attacker, target = personas[attacker_id], personas[target_id]
    penalty = cover_penalty(fight, weapon, target, trait)
    return (
        attack_stance(fight, attacker, weapon, fixed[0], penalty),
        defence_stance(fight, target, trait, fixed[1]),
    )


@clause("D10.5")
def look_at_defence(
    fight: Fight,
    target: Persona,
    weapon: Weapon,
    trait: str,
    extra: tuple[AugmentDie, ...],
    args: tuple[str, ...],
) -> tuple[Hand, Choose | None]:
    """A defender's hand, and which dice it brings. A holder may add its TAD; by default it keeps it."""
    without = defence_hand(fight, target, weapon, trait, extra, tad=False)
    if target.tad is None:
        return without, dice_question(target.id, without, args)
    held = defence_hand(fight, target, weapon, trait, extra, tad=True)
    if not held.tad or held.cap == 0:
        return without, dice_question(target.id, without, args)
    if len(held.dice) <= held.cap:
        options = (Option("keep", "tad", (False,)), Option("bring", "tad", (True,)))
        return without, Choose(target.id, "dice", options, "D10.5", args, "keep")
    kept = dice_options(without)
    brought = [
        Option(f"{_WITH_TAD}{option.id}", option.kind, option.args)
        for option in dice_options(held)
        if "Tactic" in option.args
    ]
    default = option_of(default_dice(without)).id
    return without, Choose(target.id, "dice", (*kept, *brought), "D10.5", args, default)


_WITH_TAD = "bring "
"""Begins an option that adds the banked TAD: the sheet may give another Tactic die, which costs nothing."""


def chosen_defence(
    fight: Fight,
    target: Persona,
    weapon: Weapon,
    trait: str,
    extra: tuple[AugmentDie, ...],
    option: Option,
) -> Brought:
    """The dice that an answer of the defender fixes."""
    with_tad = option.id == "bring" or option.id.startswith(_WITH_TAD)
    brought = bring(defence_hand(fight, target, weapon, trait, extra, tad=with_tad), option)
    return brought if with_tad else replace(brought, kept=tad_die(target, True))


# The roll


@clause("D4.1")
def attack_stance(
    fight: Fight, attacker: Persona, weapon: Weapon, brought: Brought, penalty: int = 0
) -> Stance:
    """The attacker rolls d20 + Skill + dice, less cover."""
    return skill_stance(fight, attacker, skill_of_attack(weapon), brought, penalty)


@clause("D4.1", "D4.6", "D4.7")
def defence_stance(fight: Fight, target: Persona, trait: str, brought: Brought) -> Stance:
    """The defender rolls d20 + Trait + dice, always, and also with a Trait of 0."""
    return trait_stance(fight, target, trait, brought)


@clause("D8.5")
def cover_penalty(fight: Fight, weapon: Weapon, target: Persona, trait: str | None = None) -> int:
    """What cover takes off a physical attack that is no melee, from any distance; others ignore it."""
    covered = target.cover is not None and weapon.kind != "melee" and "physical" in natures(weapon, trait)
    return fight.rulings.cover_penalty if covered else 0


@clause("D4.2")
def attacker_wins(margin: int) -> bool:
    """The attacker wins at a margin of 0 or more."""
    return margin >= 0


@clause("D4.5")
def is_critical_block(margin: int) -> bool:
    """The defender wins by 10 or more."""
    return margin <= -CRITICAL_BLOCK


@clause("D8.4")
def in_reach(fight: Fight, weapon: Weapon, attacker: Persona, target: Persona) -> bool:
    """Whether the attack's data reaches the distance category of the two."""
    return distance(fight.book, attacker.zone, target.zone) in weapon.reach


def _roll(
    fight: Fight,
    sides: tuple[Stance, Stance],
    weapon: Weapon,
    trait: str,
    stepped_in_for: str | None,
    counter: str | None,
) -> Procedure:
    """Both roll at once. Returns what came of it, or None when one of them left before the dice fell."""
    attack, defence = sides
    personas = fight.state.personas
    increment, why, not_counted = increment_against(fight, personas[attack.roller], personas[defence.roller])
    cuts = margin_cuts(increment, fight.rulings.margin_zero_wounds)
    fell: Contested = yield from fight.contest(attack.pool, defence.pool, cuts, "strike", "D4.1")
    if not still_on(fight, attack.roller, defence.roller):
        return None
    can_be_wounded = trait_value(fight, personas[defence.roller], trait) > 0
    resolved = StrikeResolved(
        attack=attack.throw(fell.first),
        defence=defence.throw(fell.second),
        weapon=weapon.id,
        nature=weapon.nature,
        trait=trait,
        cover=attack.penalty,
        margin=fell.margin,
        hit=attacker_wins(fell.margin),
        critical_block=is_critical_block(fell.margin),
        increment=increment,
        increment_why=why,
        not_counted=tuple(not_counted),
        wounds=(
            wounds_dealt(fell.margin, increment, fight.rulings.margin_zero_wounds) if can_be_wounded else 0
        ),
        intercepted_for=stepped_in_for,
        counter=counter,
    )
    fight.emit(resolved)
    return resolved


# What follows


def _aftermath(fight: Fight, resolved: StrikeResolved) -> Procedure:
    """Wounds, riders, Out and the end of the fight; then the reactions to the result."""
    target_id = resolved.defence.roller
    wounded = False
    if resolved.hit:
        target = fight.state.personas[target_id]
        wounded = deal_wounds(fight, target, resolved.trait, resolved.wounds)
        yield from _riders(fight, resolved)
    went_out = yield from check_out(fight, target_id)
    if not check_end(fight):
        yield from reactions.offer_result_reactions(fight, resolved, wounded, went_out)


def _riders(fight: Fight, resolved: StrikeResolved) -> Procedure:
    """What else a hit does, as the weapon's data says (D8.11)."""
    attacker_id, target_id = resolved.attack.roller, resolved.defence.roller
    for rider in fight.book.weapons[resolved.weapon].on_hit:
        target = fight.state.personas.get(target_id)
        if target is None or attacker_id not in fight.state.personas or fight.state.outcome is not None:
            return
        if rider == "prone" and not target.prone:
            fight.emit(KnockedProne(target_id, attacker_id))
        elif rider == "hex":
            fight.emit(Marked(attacker_id, target_id, "hex", "D5.2"))
        elif rider == "push":
            yield from shove(fight, attacker_id, target_id, "push")
