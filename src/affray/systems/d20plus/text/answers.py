"""Questions out of turn: the reactions."""

from __future__ import annotations

from affray.kernel.presentation import QuestionView
from affray.kernel.requests import Question
from affray.systems.d20plus.book import DefenceEnhancement
from affray.systems.d20plus.state import Fight, Persona
from affray.systems.d20plus.text.facts import (
    attack_line,
    defence_line,
    die_words,
    persona_name,
    strike_line,
)
from affray.telling.options import option_view, question_view

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
    owner, target = _persona(fight, question.seat), _persona(fight, foe_id)
    name = fight.book.abilities[ability_id].name
    options = []
    for option in question.options:
        if option.kind == "strike":
            weapon = fight.book.weapons[option.args[0]]
            options.append(
                option_view(option.id, weapon.name, strike_line(fight, owner, weapon, target, ability_id))
            )
        else:
            options.append(option_view(option.id, "Let it be"))
    title = f"{target.name} {_TRIGGERS.get(what, 'gives an opening')}. Strike back?"
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


def _persona(fight: Fight, id_: str) -> Persona:
    return fight.state.personas[id_]
