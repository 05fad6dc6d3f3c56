"""Questions out of turn: reactions, and the dice that are brought to a roll."""

from __future__ import annotations

from affray.kernel.presentation import OptionView, QuestionView
from affray.kernel.requests import Option, Question
from affray.systems.d20plus import attack
from affray.systems.d20plus.augments import hand_for, tad_die
from affray.systems.d20plus.book import AugmentDie, DefenceEnhancement
from affray.systems.d20plus.scores import trait_of
from affray.systems.d20plus.state import Fight, Persona, sheet_of
from affray.systems.d20plus.text.facts import (
    attack_line,
    defence_line,
    defending_trait,
    die_words,
    persona_name,
    weapon_line,
)
from affray.systems.d20plus.text.options import option_view, question_view
from affray.systems.d20plus.text.words import first_up

_TRIGGERS = {
    "miss": "missed",
    "critical block": "ran into a Critical Block",
    "wound": "dealt a wound",
    "leaving": "is leaving the zone",
    "entering": "has entered the zone",
    "foe out": "A foe is Out.",
    "ally out": "An ally is Out.",
}


def interception(fight: Fight, question: Question) -> QuestionView:
    """Step in for an ally?"""
    ability_id, attacker_id, target_id, weapon_id = question.args
    attacker, target = _persona(fight, attacker_id), _persona(fight, target_id)
    owner = _persona(fight, question.seat)
    weapon = fight.book.weapons[weapon_id]
    name = fight.book.abilities[ability_id].name
    options = [
        option_view("no", "Let it fall", f"{target.name} defends: {defence_line(fight, target, weapon)}"),
        option_view("yes", "Step in", f"{owner.name} defends: {defence_line(fight, owner, weapon)}"),
    ]
    facts = [attack_line(fight, attacker, weapon, target), f"{name}: stepping in makes you the target"]
    return question_view(
        question,
        f"{attacker.name} strikes {target.name}. Step in?",
        options,
        facts,
        "Allies are asked first, then the target.",
    )


def counter_attack(fight: Fight, question: Question) -> QuestionView:
    """Strike back?"""
    ability_id, foe_id, what = question.args
    owner = _persona(fight, question.seat)
    name = fight.book.abilities[ability_id].name
    options = []
    for option in question.options:
        if option.kind == "strike":
            weapon = fight.book.weapons[option.args[0]]
            options.append(option_view(option.id, weapon.name, weapon_line(fight, owner, weapon)))
        else:
            options.append(option_view(option.id, "Let it be"))
    foe = persona_name(fight, foe_id)
    title = f"{foe} {_TRIGGERS.get(what, 'gives an opening')}. Strike back?"
    facts = [f"{name}: a free attack back; the weapon does not exhaust"]
    return question_view(question, title, options, facts)


def before_the_roll(fight: Fight, question: Question) -> QuestionView:
    """Nullifications and a raised defence: the target's own answer."""
    ability_id, foe_id, what = question.args
    ability = fight.book.abilities[ability_id]
    foe = persona_name(fight, foe_id)
    weapon = fight.book.weapons.get(what)
    used = fight.book.abilities[what].name if weapon is None else weapon.name
    facts = [ability.text]
    owner, attacker = _persona(fight, question.seat), fight.state.personas.get(foe_id)
    if weapon is not None and attacker is not None:
        facts.insert(0, attack_line(fight, attacker, weapon, owner))
        facts.insert(1, f"{owner.name} defends: {defence_line(fight, owner, weapon)}")
    if question.kind == "reaction contested nullification":
        yes, detail = "Roll against it", "strictly higher cancels it"
    elif question.kind == "reaction nullification":
        yes, detail = "Stop it", "no roll"
    else:
        effect = ability.effect
        yes = f"Use {ability.name}"
        detail = f"adds {die_words(effect.dice)}" if isinstance(effect, DefenceEnhancement) else ""
    options = [option_view("no", "Let it come"), option_view("yes", yes, detail)]
    return question_view(question, f"{foe} uses {used} on {owner.name}. Answer it?", options, facts)


def bonus_turn(fight: Fight, question: Question) -> QuestionView:
    """Take an extra turn?"""
    ability_id, trigger = question.args
    ability = fight.book.abilities[ability_id]
    owner = _persona(fight, question.seat)
    options = [option_view("no", "Let it pass"), option_view("yes", "Take the turn")]
    told = _TRIGGERS[trigger] if trigger != "critical block" else "A Critical Block."
    facts = [f"{told} {ability.name}: a full extra turn at once, one a round"]
    return question_view(question, f"{owner.name}: take a bonus turn?", options, facts)


def dice(fight: Fight, question: Question) -> QuestionView:
    """Which dice to bring, where the cap leaves a choice or a TAD is banked."""
    persona = _persona(fight, question.seat)
    facts = []
    if question.args[0] in ("attack", "defence"):
        role, attacker_id, weapon_id, target_id = question.args
        weapon = fight.book.weapons[weapon_id]
        attacker, target = fight.state.personas.get(attacker_id), fight.state.personas.get(target_id)
        if attacker is not None and target is not None:
            if role == "attack":
                facts.append(f"{target.name} defends: {defence_line(fight, target, weapon)}")
            else:
                facts.append(attack_line(fight, attacker, weapon, target))
    known = _known_dice(fight, persona, question)
    options = [_dice_option(persona, known, option) for option in question.options]
    bites = any(option.kind == "dice" for option in question.options)
    asked = "which dice?" if bites else "bring the banked die to the defence?"
    if bites:
        facts.append("At most as many dice as the Trait's current value")
    return question_view(
        question, f"{persona.name}: {asked}", options, facts, "Both sides fix their dice before either rolls."
    )


def _dice_option(persona: Persona, known: dict[str, AugmentDie], option: Option) -> OptionView:
    if option.kind == "tad":
        size = f" d{persona.tad.size}" if persona.tad is not None else ""
        if option.id == "keep":
            return option_view(option.id, f"Keep the Tactic{size}", "for the next Action", clause="D10.3")
        return option_view(option.id, f"Bring the Tactic{size}", "used up, whatever falls", clause="D10.5")
    names = [f"{kind} d{known[kind].size}" if kind in known else kind for kind in option.args]
    sources = [known[kind].source for kind in option.args if kind in known]
    return option_view(option.id, " + ".join(names) or "No die", first_up(", ".join(sources)))


def _known_dice(fight: Fight, persona: Persona, question: Question) -> dict[str, AugmentDie]:
    """The dice meant by their types, as far as the question tells."""
    role = question.args[0]
    if role == "attack":
        weapon = fight.book.weapons[question.args[2]]
        hand = attack.attack_hand(fight, persona, weapon, None)
    elif role == "defence":
        return {die.type: die for die in _defence_dice(fight, persona, question)}
    else:
        purpose, skill = question.args
        trait = trait_of(skill)
        hand = hand_for(fight, persona, trait, frozenset({"check", purpose, skill, trait}), tad=True)
    return {die.type: die for die in hand.dice}


def _defence_dice(fight: Fight, persona: Persona, question: Question) -> list[AugmentDie]:
    """A defender's dice. Which dice a raised defence has just lent is not known here: then none is named."""
    weapon = fight.book.weapons[question.args[2]]
    abilities = [fight.book.abilities[id_] for id_ in sheet_of(fight, persona).abilities]
    trait = defending_trait(fight, weapon)
    if trait is None or any(isinstance(ability.effect, DefenceEnhancement) for ability in abilities):
        return [tad_die(persona)] if persona.tad is not None else []
    return list(attack.defence_hand(fight, persona, weapon, trait, (), tad=True).dice)


def _persona(fight: Fight, id_: str) -> Persona:
    return fight.state.personas[id_]
