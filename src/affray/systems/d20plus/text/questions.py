"""Questions in words: what is asked, what is known, and what each answer means."""

from __future__ import annotations

from collections.abc import Callable

from affray.kernel.presentation import OptionView, QuestionView
from affray.kernel.requests import GM, Option, Question
from affray.kernel.system import Viewer
from affray.systems.d20plus.book import LANES
from affray.systems.d20plus.legal import closed_lane, lane_of_other, lane_of_weapon
from affray.systems.d20plus.scores import skill_score, trait_value
from affray.systems.d20plus.state import Fight, sheet_of
from affray.systems.d20plus.text import answers
from affray.systems.d20plus.text.dice import dice_question
from affray.systems.d20plus.text.facts import persona_name
from affray.systems.d20plus.text.panel import turn_question
from affray.systems.d20plus.text.reasons import remark_of
from affray.telling.options import option_view, question_view
from affray.telling.words import count, first_up, listed


def question(fight: Fight, question: Question, viewer: Viewer) -> QuestionView:
    """A question in words. Everything in it may be known to whoever may answer."""
    if not all(id_ in fight.state.personas for id_ in _people(question)):
        return _left_behind(fight, question)
    return _ASKED.get(question.kind, _plain)(fight, question)


_NAMED_IN = {
    "defending trait": (0, 2),
    "shove": (0,),
    "opposing skill": (0, 2),
    "reaction interception": (1, 2),
    "reaction counter-attack": (1,),
    "reaction contested nullification": (1,),
    "reaction nullification": (1,),
    "reaction defence enhancement": (1,),
}
"""Which arguments of a kind of question are Personas."""


def _people(question: Question) -> list[str]:
    """The Personas that a question is about, the one asked among them."""
    named = [question.args[place] for place in _NAMED_IN.get(question.kind, ())]
    return named if question.seat == GM else [question.seat, *named]


def _left_behind(fight: Fight, question: Question) -> QuestionView:
    """Somebody left the fight while this was asked: whatever is answered, the rules look again (D4.10)."""
    facts = ["Somebody it is about has left the fight; any answer lets the fight go on"]
    options = [_plain_option(option) for option in question.options]
    return question_view(question, f"{first_up(question.kind)}?", options, facts)


def _lane(fight: Fight, question: Question) -> QuestionView:
    """The secret lane: which own Actions go in which."""
    persona = fight.state.personas[question.seat]
    sheet = sheet_of(fight, persona)
    by_lane: dict[str, list[str]] = {lane: [] for lane in LANES}
    for weapon in sheet.weapons:
        by_lane[lane_of_weapon(fight, weapon)].append(fight.book.weapons[weapon].name)
    for ability_id in sheet.abilities:
        ability = fight.book.abilities[ability_id]
        if ability.cost == "action":
            by_lane[lane_of_other(ability)].append(ability.name)
    by_lane[lane_of_other()].append("Setups and checks")
    offered = {option.id for option in question.options}
    options = [
        option_view(
            lane,
            lane,
            _opens(by_lane, lane),
            refusal=None if lane in offered else remark_of(closed_lane(lane)),
        )
        for lane in LANES
    ]
    facts = ["Your Actions this round may be faster than your lane, not slower"]
    follows = "Lanes are revealed when everyone has chosen; Fast acts first."
    return question_view(question, f"{persona.name}: which lane this round?", options, facts, follows)


def _opens(by_lane: dict[str, list[str]], lane: str) -> str:
    """What a lane opens beyond the faster ones."""
    faster = any(by_lane[one] for one in LANES[: LANES.index(lane)])
    if not by_lane[lane]:
        return "no further Action" if faster else "no Action of your own"
    return f"{'also ' if faster else ''}{', '.join(by_lane[lane])}"


def _split(fight: Fight, question: Question) -> QuestionView:
    name = persona_name(fight, question.seat)
    options = [
        option_view("2-actions", "2 Actions and 1 Move", "each Action with another Skill", clause="D7.3"),
        option_view("2-moves", "1 Action and 2 Moves", "to stand up and move, say", clause="D8.7"),
    ]
    facts = ["Up to 2 Beats either way"]
    return question_view(question, f"{name}: how is the turn split?", options, facts, "It cannot be changed.")


def _shove(fight: Fight, question: Question) -> QuestionView:
    target, direction = question.args
    options = [
        option_view(
            option.id, fight.book.zones[option.args[0]].name, target=("place", option.args[0]), group="Zone"
        )
        for option in question.options
    ]
    word = "pushed" if direction == "push" else "pulled"
    return question_view(question, f"Where is {persona_name(fight, target)} {word} to?", options)


def _defending_trait(fight: Fight, question: Question) -> QuestionView:
    attacker, weapon, target = question.args
    name = persona_name(fight, target)
    persona = fight.state.personas[target]
    options = [
        option_view(option.id, option.id, f"{name} has {trait_value(fight, persona, option.id)}")
        for option in question.options
    ]
    title = f"{persona_name(fight, attacker)} strikes {name}. Which Trait defends?"
    facts = [
        f"{fight.book.weapons[weapon].name}: an ambiguous attack",
        "The wounds fall on the Trait that defends",
    ]
    return question_view(question, title, options, facts)


def _out_meaning(fight: Fight, question: Question) -> QuestionView:
    name = persona_name(fight, question.args[0])
    options = [option_view(option.id, first_up(option.id)) for option in question.options]
    facts = [f"The scene: {fight.book.scene}", fight.book.terms]
    return question_view(question, f"{name} is Out. What does that mean?", options, facts)


def _stalemate(fight: Fight, question: Question) -> QuestionView:
    options = [option_view("go-on", "It goes on"), option_view("end", "It ends undecided")]
    facts = [f"{count(question.args[0], 'round')} without a wound"] if question.args else []
    return question_view(question, "Does the scene end here?", options, facts)


def _setup_skill(fight: Fight, question: Question) -> QuestionView:
    persona_id, skill = question.args
    options = [
        option_view("allow", "Allow it"),
        option_view("refuse", "Refuse it", "nothing is spent, another Skill may be tried"),
    ]
    title = f"{persona_name(fight, persona_id)} wants to set up with {skill}."
    return question_view(question, title, options)


def _opposing_skill(fight: Fight, question: Question) -> QuestionView:
    persona_id, skill, foe_id = question.args
    foe = fight.state.personas[foe_id]
    options = [
        option_view(option.id, option.id, f"{foe.name} has {skill_score(fight, foe, option.id)}")
        for option in question.options
    ]
    title = f"{persona_name(fight, persona_id)} pits {skill} against {foe.name}. What opposes it?"
    return question_view(question, title, options)


def _plain(fight: Fight, question: Question) -> QuestionView:
    """A question without words of its own."""
    options: list[OptionView] = [_plain_option(option) for option in question.options]
    return question_view(question, f"{first_up(question.kind)}?", options)


def _plain_option(option: Option) -> OptionView:
    return option_view(option.id, first_up(listed(map(str, option.args)) or option.id))


_ASKED: dict[str, Callable[[Fight, Question], QuestionView]] = {
    "lane": _lane,
    "split": _split,
    "turn": turn_question,
    "dice": dice_question,
    "shove": _shove,
    "reaction interception": answers.interception,
    "reaction counter-attack": answers.counter_attack,
    "reaction contested nullification": answers.before_the_roll,
    "reaction nullification": answers.before_the_roll,
    "reaction defence enhancement": answers.before_the_roll,
    "reaction bonus turn": answers.bonus_turn,
    "defending trait": _defending_trait,
    "out meaning": _out_meaning,
    "stalemate": _stalemate,
    "setup skill": _setup_skill,
    "opposing skill": _opposing_skill,
}
