"""The question which dice to bring, where the cap leaves a choice or a TAD is banked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from affray.kernel.presentation import OptionView, QuestionView
from affray.kernel.requests import Option, Question
from affray.systems.d20plus import attack, checks
from affray.systems.d20plus.augments import Hand, dice_options
from affray.systems.d20plus.book import TRAITS, AugmentDie, DefenceEnhancement
from affray.systems.d20plus.scores import trait_of
from affray.systems.d20plus.state import Fight, Persona, sheet_of
from affray.systems.d20plus.text.facts import attack_line, defence_line, defending_trait
from affray.telling.options import option_view, question_view

Known = dict[str, AugmentDie]
"""Dice by type."""

_BRING = "bring "
_FOLLOWS = "Both sides fix their dice before either rolls."


def dice_question(fight: Fight, question: Question) -> QuestionView:
    """Which dice to bring, by size and source."""
    persona = fight.state.personas[question.seat]
    facts = _facts(fight, question)
    if all(option.kind == "tad" for option in question.options):
        title = f"{persona.name}: bring the banked die to the defence?"
        return question_view(
            question, title, [_tad(persona, option) for option in question.options], facts, _FOLLOWS
        )
    kept = [option for option in question.options if not option.id.startswith(_BRING)]
    brought = [option for option in question.options if option.id.startswith(_BRING)]
    with_tad = [Option(option.id.removeprefix(_BRING), option.kind, option.args) for option in brought]
    known = _agreed(hand for hand in _hands(fight, persona, question, False) if _fits(hand, kept))
    banked = _agreed(hand for hand in _hands(fight, persona, question, True) if _fits_tad(hand, with_tad))
    options = [_dice(option, known, "") for option in kept]
    options.extend(_dice(option, banked, "the banked die is used up, whatever falls") for option in brought)
    facts.append("At most as many dice as the Trait's current value")
    return question_view(question, f"{persona.name}: which dice?", options, facts, _FOLLOWS)


def _facts(fight: Fight, question: Question) -> list[str]:
    """What the other side of an attack brings, as far as it is known."""
    if question.args[0] not in ("attack", "defence"):
        return []
    role, attacker_id, weapon_id, target_id = question.args
    weapon = fight.book.weapons[weapon_id]
    attacker, target = fight.state.personas.get(attacker_id), fight.state.personas.get(target_id)
    if attacker is None or target is None:
        return []
    if role == "attack":
        return [f"{target.name} defends: {defence_line(fight, target, weapon)}"]
    return [attack_line(fight, attacker, weapon, target)]


def _tad(persona: Persona, option: Option) -> OptionView:
    size = f" d{persona.tad.size}" if persona.tad is not None else ""
    if option.id == "keep":
        return option_view(option.id, f"Keep the Tactic{size}", "for the next Action", clause="D10.3")
    return option_view(option.id, f"Bring the Tactic{size}", "used up, whatever falls", clause="D10.5")


def _dice(option: Option, known: Known, remark: str) -> OptionView:
    names = [f"{kind} d{known[kind].size}" if kind in known else kind for kind in option.args]
    sources = [known[kind].source for kind in option.args if kind in known]
    detail = ", ".join([*sources, *([remark] if remark else [])])
    return option_view(option.id, " + ".join(names) or "No die", detail, clause="D10.5" if remark else "D3.4")


def _hands(fight: Fight, persona: Persona, question: Question, tad: bool) -> list[Hand]:
    """Every hand that the question may be about: it names the dice by their types alone."""
    role = question.args[0]
    if role == "attack":
        weapon = fight.book.weapons[question.args[2]]
        return [attack.attack_hand(fight, persona, weapon, counter) for counter in (None, "")]
    if role == "defence":
        return _defences(fight, persona, question.args[2], tad)
    purpose, skill = question.args
    trait = trait_of(skill)
    hands = [checks.check_hand(fight, persona, skill, purpose, banked) for banked in (False, True)]
    return [*hands, checks.resistance_hand(fight, persona, trait)]


def _defences(fight: Fight, persona: Persona, weapon_id: str, tad: bool) -> list[Hand]:
    """Hands of a defence, with the dice that a raised defence may just have lent, or without."""
    weapon = fight.book.weapons[weapon_id]
    trait = defending_trait(fight, weapon)
    lent: list[tuple[AugmentDie, ...]] = [()]
    for ability_id in sheet_of(fight, persona).abilities:
        effect = fight.book.abilities[ability_id].effect
        if isinstance(effect, DefenceEnhancement):
            lent.append(effect.dice)
    return [
        attack.defence_hand(fight, persona, weapon, name, extra, tad)
        for name in (TRAITS if trait is None else (trait,))
        for extra in lent
    ]


def _fits(hand: Hand, options: Sequence[Option]) -> bool:
    return {option.id for option in dice_options(hand)} == {option.id for option in options}


def _fits_tad(hand: Hand, options: Sequence[Option]) -> bool:
    ids = {option.id for option in dice_options(hand) if "Tactic" in option.args}
    return ids == {option.id for option in options}


def _agreed(hands: Iterable[Hand]) -> Known:
    """The dice on which all these hands agree."""
    fitting = [{str(die.type): die for die in hand.dice} for hand in hands]
    if not fitting:
        return {}
    first = fitting[0]
    return {kind: die for kind, die in first.items() if all(known.get(kind) == die for known in fitting)}
