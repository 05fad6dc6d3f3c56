"""One attack, in the register's order: declared, answered, rolled, wounds, and what follows."""

from __future__ import annotations

from affray.kernel.clauses import clause
from affray.kernel.requests import Choose, Contested, Option, Pool, Procedure
from affray.systems.d20plus import reactions
from affray.systems.d20plus.augments import (
    Brought,
    Hand,
    bring,
    bring_default,
    default_dice,
    dice_options,
    hand_for,
    option_of,
    pool_for,
    throw_of,
)
from affray.systems.d20plus.book import AugmentDie, Weapon
from affray.systems.d20plus.displacement import shove
from affray.systems.d20plus.events import (
    KnockedProne,
    Marked,
    StrikeDeclared,
    StrikeResolved,
    StrikeStopped,
    WeaponExhausted,
)
from affray.systems.d20plus.scores import skill_of_attack, skill_score, trait_of, trait_value, unwounded_score
from affray.systems.d20plus.setting import distance
from affray.systems.d20plus.state import Fight, Persona, sheet_of
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


@clause("D4.9")
def strike(
    fight: Fight, attacker_id: str, weapon_id: str, target_id: str, counter: str | None = None
) -> Procedure:
    """One attack. `counter` is the ability that grants it, for a counter-attack; its cost is paid already."""
    weapon = fight.book.weapons[weapon_id]
    trait = yield from defending_trait(fight, weapon, attacker_id, target_id)
    if not still_on(fight, attacker_id, target_id, ""):
        return
    exhaust(fight, attacker_id, weapon, counter)
    fight.emit(StrikeDeclared(attacker_id, target_id, weapon_id, trait, counter))
    first_target = target_id
    target_id = yield from reactions.offer_interceptions(fight, attacker_id, weapon_id, target_id)
    if not still_on(fight, attacker_id, target_id, weapon_id):
        return
    answer = yield from reactions.offer_target_reactions(fight, attacker_id, weapon, target_id, trait)
    if answer.stopped or not still_on(fight, attacker_id, target_id, weapon_id):
        return
    attack, defence = yield from fix_dice(fight, attacker_id, weapon, target_id, trait, counter, answer.dice)
    if not still_on(fight, attacker_id, target_id, weapon_id):
        return
    stepped_in_for = first_target if first_target != target_id else None
    resolved = yield from _roll_and_resolve(
        fight, (attacker_id, target_id), weapon, trait, (attack, defence), stepped_in_for, counter
    )
    yield from _aftermath(fight, resolved)


@clause("D4.3")
def defending_trait(fight: Fight, weapon: Weapon, attacker_id: str, target_id: str) -> Procedure:
    """The Trait that fits the nature of the attack; where that is ambiguous the GM chooses."""
    if weapon.nature != "ambiguous":
        return _TRAIT_OF_NATURE[weapon.nature]
    options = [Option(trait, "trait", (trait,)) for trait in ("Body", "Mind", "Spirit")]
    option = yield from fight.ruling(
        "defending trait", options, "D4.3", "Body", (attacker_id, weapon.id, target_id)
    )
    return option.id


@clause("D4.10")
def still_on(fight: Fight, attacker_id: str, target_id: str, weapon_id: str) -> bool:
    """Whether the attack goes on: the actor can act and the target can be struck. Says so if not."""
    state = fight.state
    if state.outcome is not None:
        return False
    attacker, target = state.personas.get(attacker_id), state.personas.get(target_id)
    why = ""
    if attacker is None or attacker.out:
        why = "the attacker is out of the fight"
    elif target is None or target.out:
        why = "the target is out of the fight"
    elif target.concealed_from(attacker):
        why = "the target is concealed"
    if why:
        fight.emit(StrikeStopped(attacker_id, target_id, why, "D4.10"))
    return not why


def exhaust(fight: Fight, attacker_id: str, weapon: Weapon, counter: str | None) -> None:
    """An attack of the own turn exhausts a weapon whose data says so; a counter-attack does not (D11.2)."""
    if weapon.exhausts and counter is None:
        fight.emit(WeaponExhausted(attacker_id, weapon.id))


def attack_hand(fight: Fight, attacker: Persona, weapon: Weapon, counter: str | None) -> Hand:
    """The dice an attacker may bring. The TAD joins an attack taken as an Action by itself (D10.3)."""
    skill = skill_of_attack(weapon)
    trait = trait_of(skill)
    tags = frozenset({"attack", skill, trait, weapon.id, weapon.kind, *weapon.tags})
    return hand_for(fight, attacker, trait, tags, weapon, tad=counter is None)


@clause("D4.8")
def defence_hand(
    fight: Fight, target: Persona, weapon: Weapon, trait: str, extra: tuple[AugmentDie, ...], tad: bool
) -> Hand:
    """A defender brings every qualifying die, and the TAD it has banked if it says so."""
    tags = frozenset({"defence", trait, f"{trait} defence", weapon.nature})
    return hand_for(fight, target, trait, tags, extra=extra, tad=tad)


def fix_dice(
    fight: Fight,
    attacker_id: str,
    weapon: Weapon,
    target_id: str,
    trait: str,
    counter: str | None,
    extra: tuple[AugmentDie, ...],
) -> Procedure:
    """Both sides fix their dice before either rolls (D3.4); asked only where there is something to choose."""
    attacker, target = fight.state.personas[attacker_id], fight.state.personas[target_id]
    about = (attacker_id, weapon.id, target_id)
    choices = []
    attack = attack_hand(fight, attacker, weapon, counter)
    options = dice_options(attack)
    if len(options) > 1:
        default = option_of(default_dice(attack)).id
        choices.append(Choose(attacker_id, "dice", tuple(options), "D3.4", ("attack", *about), default))
    defence_choice = defence_question(fight, target, weapon, trait, extra, ("defence", *about))
    if defence_choice is not None:
        choices.append(defence_choice)
    answers = yield from fight.together(choices, "D3.4")
    chosen = {choice.seat: option for choice, option in zip(choices, answers, strict=True)}
    # Somebody may have changed the state while the two were asked: look again.
    if attacker_id not in fight.state.personas or target_id not in fight.state.personas:
        return bring_default(attack), bring_default(attack)
    attack = attack_hand(fight, attacker, weapon, counter)
    brought = _chosen(attack, chosen.get(attacker_id))
    defence = _chosen_defence(fight, target, weapon, trait, extra, chosen.get(target_id))
    return brought, defence


@clause("D10.5")
def defence_question(
    fight: Fight, target: Persona, weapon: Weapon, trait: str, extra: tuple[AugmentDie, ...], args: tuple[str, ...]
) -> Choose | None:
    """Which dice a defender brings. A holder may add its TAD; by default it keeps it."""
    without = defence_hand(fight, target, weapon, trait, extra, tad=False)
    combinations = dice_options(without)
    held = defence_hand(fight, target, weapon, trait, extra, tad=True)
    if not held.tad or held.cap == 0:
        if len(combinations) == 1:
            return None
        default = option_of(default_dice(without)).id
        return Choose(target.id, "dice", tuple(combinations), "D3.4", args, default)
    if len(held.dice) <= held.cap:
        options = (Option("keep", "tad", (False,)), Option("bring", "tad", (True,)))
        return Choose(target.id, "dice", options, "D10.5", args, "keep")
    known = {option.id for option in combinations}
    further = [option for option in dice_options(held) if option.id not in known]
    default = option_of(default_dice(without)).id
    return Choose(target.id, "dice", (*combinations, *further), "D10.5", args, default)


def _chosen(hand: Hand, option: Option | None) -> Brought:
    if option is None or len(option.args) > hand.cap:
        return bring_default(hand)
    return bring(hand, option.args)


def _chosen_defence(
    fight: Fight,
    target: Persona,
    weapon: Weapon,
    trait: str,
    extra: tuple[AugmentDie, ...],
    option: Option | None,
) -> Brought:
    with_tad = option is not None and (option.id == "bring" or "Tactic" in option.args)
    hand = defence_hand(fight, target, weapon, trait, extra, tad=with_tad)
    if option is None or option.kind == "tad":
        return bring_default(hand)
    return _chosen(hand, option)


@clause("D4.1", "D4.6", "D4.7")
def attack_pools(
    fight: Fight, attacker: Persona, weapon: Weapon, target: Persona, trait: str, brought: tuple[Brought, Brought]
) -> tuple[Pool, Pool]:
    """Attacker: d20 + Skill + dice, less cover. Defender: d20 + Trait + dice, always, also with a Trait of 0."""
    score = skill_score(fight, attacker, skill_of_attack(weapon)) - cover_penalty(fight, weapon, target)
    return (
        pool_for(attacker, score, brought[0]),
        pool_for(target, trait_value(fight, target, trait), brought[1]),
    )


@clause("D8.5")
def cover_penalty(fight: Fight, weapon: Weapon, target: Persona) -> int:
    """What cover takes off a physical ranged attack, from any distance; other attacks ignore it."""
    covered = target.cover is not None and weapon.kind == "ranged" and weapon.nature == "physical"
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


def _roll_and_resolve(
    fight: Fight,
    sides: tuple[str, str],
    weapon: Weapon,
    trait: str,
    brought: tuple[Brought, Brought],
    stepped_in_for: str | None,
    counter: str | None,
) -> Procedure:
    attacker, target = fight.state.personas[sides[0]], fight.state.personas[sides[1]]
    skill = skill_of_attack(weapon)
    pools = attack_pools(fight, attacker, weapon, target, trait, brought)
    increment, why, not_counted = increment_against(fight, attacker, target)
    cuts = margin_cuts(increment, fight.rulings.margin_zero_wounds)
    fell: Contested = yield from fight.contest(*pools, cuts, "strike", "D4.1")
    value = trait_value(fight, target, trait)
    dealt = wounds_dealt(fell.margin, increment, fight.rulings.margin_zero_wounds) if value else 0
    basis = sheet_of(fight, target).traits[trait]  # type: ignore[index]
    score = skill_score(fight, attacker, skill)
    resolved = StrikeResolved(
        attack=throw_of(attacker, skill, score, unwounded_score(fight, attacker, skill), brought[0], fell.first),
        defence=throw_of(target, trait, value, basis, brought[1], fell.second),
        weapon=weapon.id,
        nature=weapon.nature,
        trait=trait,
        cover=score - pools[0].bonus,
        margin=fell.margin,
        hit=attacker_wins(fell.margin),
        critical_block=is_critical_block(fell.margin),
        increment=increment,
        increment_why=why,
        not_counted=tuple(not_counted),
        wounds=dealt,
        intercepted_for=stepped_in_for,
        counter=counter,
    )
    fight.emit(resolved)
    return resolved


def _aftermath(fight: Fight, resolved: StrikeResolved) -> Procedure:
    """Wounds, riders, Out and the end of the fight; then the reactions to the result."""
    attacker_id, target_id = resolved.attack.roller, resolved.defence.roller
    before = trait_value(fight, fight.state.personas[target_id], resolved.trait)
    if resolved.hit:
        deal_wounds(fight, fight.state.personas[target_id], resolved.trait, resolved.wounds)
        yield from _riders(fight, resolved)
    if target_id not in fight.state.personas:
        check_end(fight)
        return
    wounded = trait_value(fight, fight.state.personas[target_id], resolved.trait) < before
    was_out = fight.state.personas[target_id].out
    yield from check_out(fight, target_id)
    if check_end(fight):
        return
    target = fight.state.personas.get(target_id)
    went_out = target is not None and target.out and not was_out
    yield from reactions.offer_result_reactions(fight, resolved, wounded, went_out)
    if attacker_id in fight.state.personas:
        check_end(fight)


def _riders(fight: Fight, resolved: StrikeResolved) -> Procedure:
    """What else a hit does, as the weapon's data says (D8.11)."""
    attacker_id, target_id = resolved.attack.roller, resolved.defence.roller
    for rider in fight.book.weapons[resolved.weapon].on_hit:
        target = fight.state.personas.get(target_id)
        if target is None or fight.state.outcome is not None:
            return
        if rider == "prone" and not target.prone:
            fight.emit(KnockedProne(target_id, attacker_id))
        elif rider == "hex":
            fight.emit(Marked(attacker_id, target_id, "hex", "D5.2"))
        elif rider == "push":
            yield from shove(fight, attacker_id, target_id, "push")
