"""Questions in words: what is asked, what is known, and what each answer means."""

from __future__ import annotations

from collections.abc import Callable

from affray.kernel.presentation import OptionView, QuestionView
from affray.kernel.requests import GM, Option, Question
from affray.kernel.system import Viewer
from affray.systems.cantor.arms import arm_named, arm_of_weapon
from affray.systems.cantor.movement import reachable
from affray.systems.cantor.order import available
from affray.systems.cantor.resonance import OVERCHARGE
from affray.systems.cantor.state import Fight, Unit, is_cantor
from affray.systems.cantor.text.cast import inside
from affray.systems.cantor.text.lines import (
    area_label,
    area_line,
    attack_line,
    hp_line,
    names_line,
)
from affray.systems.cantor.text.panel import turn_question
from affray.systems.cantor.text.units import comes
from affray.telling.options import option_view, question_view
from affray.telling.words import count, first_up, own

_NAMED_IN = {"brace": (0, 1), "overwatch": (0,), "shove": (0,)}
"""Which arguments of a kind of question are units."""


def question(fight: Fight, question: Question, viewer: Viewer) -> QuestionView:
    """A question in words. Everything in it may be known to whoever may answer."""
    named = [question.args[place] for place in _NAMED_IN.get(question.kind, ())]
    people = named if question.seat == GM else [question.seat, *named]
    if not all(id_ in fight.state.units for id_ in people):
        return _left_behind(fight, question, viewer)
    return _ASKED.get(question.kind, _plain)(fight, question, viewer)


def _left_behind(fight: Fight, question: Question, viewer: Viewer) -> QuestionView:
    """Somebody left the fight while this was asked: whatever is answered, the rules look again."""
    facts = ["Somebody it is about has left the fight; any answer lets the fight go on"]
    return question_view(question, f"{first_up(question.kind)}?", _plain_options(question), facts)


def _plain(fight: Fight, question: Question, viewer: Viewer) -> QuestionView:
    return question_view(question, f"{first_up(question.kind)}?", _plain_options(question))


def _plain_options(question: Question) -> list[OptionView]:
    return [option_view(option.id, first_up(option.id)) for option in question.options]


def _turn(fight: Fight, question: Question, viewer: Viewer) -> QuestionView:
    return turn_question(fight, question)


def _known_name(fight: Fight, question: Question, id_: str) -> str:
    """A unit's name, where whoever is asked may know of it (C2.8)."""
    unit, asked = fight.state.units[id_], fight.state.units.get(question.seat)
    if asked is not None and unit.hidden_from(asked.side):
        return "a Hidden unit"
    return unit.name


# Out of turn


def _activate(fight: Fight, question: Question, viewer: Viewer) -> QuestionView:
    """Who of a side is next? The first to go closes the question."""
    unit = fight.state.units[question.seat]
    others = [one for one in available(fight, unit.side) if one.id != unit.id]
    facts = [f"The first of {inside(fight.book.sides.get(unit.side, unit.side))} to go acts"]
    if others:
        facts.append(f"Also still to act: {names_line(others)}")
    if is_cantor(fight, unit) and unit.band >= OVERCHARGE and not unit.fractured:
        facts.append(f"Band at {OVERCHARGE}: the Fracture manifests at the start of this turn")
    elif unit.fractured:
        facts.append(f"Its Fracture is manifest. {comes(fight, unit)}")
    labels = {"go": f"{unit.name} acts now", "pass": "Let another go first"}
    options = [
        option_view(option.id, labels.get(option.id, first_up(option.id)), clause="C3.2")
        for option in question.options
    ]
    return question_view(question, f"Does {unit.name} act next?", options, facts)


def _brace(fight: Fight, question: Question, viewer: Viewer) -> QuestionView:
    attacker_id, target_id, arm = question.args
    target = fight.state.units[target_id]
    attacker = _known_name(fight, question, attacker_id)
    facts = [
        hp_line(fight, target),
        "Brace halves what is left of this hit after Armor and resistance",
        "It takes the Reaction of this round",
    ]
    rows = {
        "no": option_view("no", "Take it", "the Reaction stays"),
        "brace": option_view("brace", "Brace", "halves the hit", cost="reaction", clause="C3.6"),
    }
    options = [rows[option.id] for option in question.options if option.id in rows]
    title = f"{attacker} hits {target.name} with {arm}. Brace?"
    return question_view(question, title, options, facts)


def _overwatch(fight: Fight, question: Question, viewer: Viewer) -> QuestionView:
    watcher, mover = fight.state.units[question.seat], fight.state.units[question.args[0]]
    options = []
    for option in question.options:
        if option.kind != "overwatch":
            options.append(option_view(option.id, "Let it go", "the Reaction stays"))
            continue
        weapon = fight.book.weapons[option.args[0]]
        detail = attack_line(fight, watcher, mover, arm_of_weapon(weapon))
        options.append(
            option_view(option.id, f"Fire: {weapon.name}", detail, cost="reaction", clause="C3.12")
        )
    facts = ["One Skirmish against it before it moves, with the Reaction; it adds no resonance"]
    title = f"{_known_name(fight, question, mover.id)} begins to move. {own(watcher.name)} Overwatch?"
    return question_view(question, title, options, facts)


# In the own turn


def _second(fight: Fight, question: Question, viewer: Viewer) -> QuestionView:
    unit = fight.state.units[question.seat]
    options = [_fire(fight, unit, option) for option in question.options]
    facts = ["The second weapon of the Barrage is another attack, at the same target or another"]
    return question_view(question, f"{unit.name}: the second weapon?", options, facts)


def _fire(fight: Fight, unit: Unit, option: Option) -> OptionView:
    if option.kind != "fire":
        return option_view(option.id, "Stop here", "no second attack")
    arm_id, target_id, hex_ = option.args
    arm = arm_named(fight, unit, arm_id)
    target = fight.state.units.get(target_id or "")
    if target is not None:
        return option_view(
            option.id,
            target.name,
            attack_line(fight, unit, target, arm),
            group=arm.name,
            target=("actor", target.id),
            clause="C1.13",
        )
    detail = area_line(fight, unit, arm, hex_)
    if hex_ is None:
        return option_view(option.id, area_label(arm), detail, group=arm.name, clause="C1.12")
    name = fight.book.board.name(hex_)
    return option_view(option.id, name, detail, group=arm.name, target=("place", name), clause="C1.12")


def _go_on(fight: Fight, question: Question, viewer: Viewer) -> QuestionView:
    kind, steps = question.args
    unit = fight.state.units[question.seat]
    costs = reachable(fight, unit, steps).costs
    options = []
    for option in question.options:
        if option.kind != "on":
            options.append(option_view(option.id, "Stay here", f"the rest of the {first_up(kind)} is lost"))
            continue
        name = fight.book.board.name(option.args[0])
        detail = f"cost {costs.get(option.args[0], 0)}"
        options.append(
            option_view(option.id, name, detail, group="Go on", target=("place", name), clause="C3.14")
        )
    facts = [f"The {first_up(kind)} was interrupted; {steps} of it are left"]
    return question_view(question, f"{unit.name}: go on?", options, facts)


def _clear(fight: Fight, question: Question, viewer: Viewer) -> QuestionView:
    unit = fight.state.units[question.seat]
    options = [
        option_view(option.id, option.args[0], group="Clear", clause="C3.7") for option in question.options
    ]
    return question_view(question, f"{unit.name}: which condition goes?", options)


def _shove(fight: Fight, question: Question, viewer: Viewer) -> QuestionView:
    board = fight.book.board
    options = []
    for option in question.options:
        name = board.name(option.args[0])
        edge = fight.book.lethal >> option.args[0] & 1
        options.append(
            option_view(
                option.id,
                name,
                "over the lethal edge: a save, or it is lost" if edge else "",
                group="Shove to",
                target=("place", name),
                clause="C3.13" if edge else "C3.16",
            )
        )
    whom = _known_name(fight, question, question.args[0])
    return question_view(question, f"Which way is {whom} shoved?", options, ["All are equally far away"])


# The GM's rulings


def _choir(fight: Fight, question: Question, viewer: Viewer) -> QuestionView:
    state = fight.state
    swearing = [unit for unit in state.units.values() if unit.here and unit.choir_in == state.round > 0]
    facts = [f"Oaths of this round: {names_line(swearing)}", "Each of them has Bolster"]
    options = [option_view(option.id, "The scene goes on") for option in question.options]
    return question_view(question, "Choir Moment: what does it bring?", options, facts)


def _stalemate(fight: Fight, question: Question, viewer: Viewer) -> QuestionView:
    labels = {"go-on": "It goes on", "end": "It ends undecided"}
    options = [option_view(option.id, labels.get(option.id, option.id)) for option in question.options]
    facts = []
    if question.args:
        facts.append(f"{count(question.args[0], 'round')} without lost HP, Structure or Stress")
    return question_view(question, "Does the scene end here?", options, facts)


_ASKED: dict[str, Callable[[Fight, Question, Viewer], QuestionView]] = {
    "turn": _turn,
    "activate": _activate,
    "brace": _brace,
    "overwatch": _overwatch,
    "barrage second": _second,
    "go on": _go_on,
    "clear": _clear,
    "shove": _shove,
    "choir": _choir,
    "stalemate": _stalemate,
}
