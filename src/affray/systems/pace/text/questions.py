"""Questions in words: what is asked, what is known, and what each answer means."""

from __future__ import annotations

from collections.abc import Callable

from affray.board.reach import steps_out
from affray.kernel.presentation import OptionView, QuestionView
from affray.kernel.requests import GM, Option, Question
from affray.kernel.system import Viewer
from affray.systems.pace.book import Weapon
from affray.systems.pace.forced import collision_text
from affray.systems.pace.state import Fight, board_of, taken_squares
from affray.systems.pace.text import answers
from affray.systems.pace.text.lines import attack_line, cast_line, effect_line, gear_of, name_of
from affray.systems.pace.text.panel import turn_question
from affray.telling.options import option_view, question_view
from affray.telling.words import count, first_up, listed


def question(fight: Fight, question: Question, viewer: Viewer) -> QuestionView:
    """A question in words. Everything in it may be known to whoever may answer."""
    if not all(id_ in fight.state.characters for id_ in _people(question)):
        return _left_behind(fight, question)
    return _ASKED.get(question.kind, _plain)(fight, question, viewer)


_NAMED_IN = {
    "defence": (0, 2),
    "way": (1,),
    "disarm": (1,),
    "defeat": (0,),
    "no way out": (0,),
    "way out": (0,),
}
"""Which arguments of a kind of question are characters."""


def _people(question: Question) -> list[str]:
    """The characters that a question is about, the one asked among them."""
    named = [question.args[place] for place in _NAMED_IN.get(question.kind, ())]
    return named if question.seat == GM else [question.seat, *named]


def _left_behind(fight: Fight, question: Question) -> QuestionView:
    """Somebody left the fight while this was asked: whatever is answered, the rules look again (P4.11)."""
    facts = ["Somebody it is about has left the fight; any answer lets the fight go on"]
    options = [_plain_option(option) for option in question.options]
    return question_view(question, f"{first_up(question.kind)}?", options, facts)


def _turn(fight: Fight, question: Question, viewer: Viewer) -> QuestionView:
    return turn_question(fight, question)


def _more_targets(fight: Fight, question: Question, viewer: Viewer) -> QuestionView:
    """Another target of the same attack or spell?"""
    what, chosen = question.args
    actor = fight.state.characters[question.seat]
    spell, gear = fight.book.spells.get(what), gear_of(fight, what)
    name = gear.name if isinstance(gear, Weapon) else spell.name if spell is not None else what
    options = []
    for option in question.options:
        if option.kind == "done":
            options.append(option_view(option.id, "No further target"))
            continue
        other = fight.state.characters[option.args[0]]
        detail = ""
        if isinstance(gear, Weapon):
            detail = attack_line(fight, actor, gear, other)
        elif spell is not None:
            detail = cast_line(fight, actor, spell, other)
        if other.side == actor.side:
            detail += "; your own side"
        options.append(
            option_view(
                option.id, other.name, detail, group="Also", target=("actor", other.id), clause="P4.7"
            )
        )
    names = listed(name_of(fight, id_) for id_ in chosen.split())
    facts = [f"So far: {names}", "All are declared together, before the roll"]
    return question_view(question, f"{name}: another target?", options, facts)


def _place(fight: Fight, question: Question, viewer: Viewer) -> QuestionView:
    """On which square is a spell cast?"""
    spell = fight.book.spells[question.args[0]]
    board = board_of(fight)
    holders = {one.square: one.name for one in fight.state.characters.values() if one.standing}
    options = []
    for option in question.options:
        name = board.name(option.args[0])
        detail = holders.get(option.args[0], "")
        options.append(
            option_view(option.id, name, detail, group="Square", target=("place", name), clause="P8.2")
        )
    return question_view(question, f"{spell.name}: on which square?", options, [first_up(effect_line(spell))])


def _way_out(fight: Fight, question: Question, viewer: Viewer) -> QuestionView:
    """Out of the terrain, by one of the shortest ways."""
    character = fight.state.characters[question.args[0]]
    found = steps_out(board_of(fight), character.square, taken_squares(fight, character.id))
    steps = len(found[0]) if found else 1
    options = []
    for option in question.options:
        name = board_of(fight).name(option.args[0])
        detail = f"{count(steps, 'space')}, {collision_text(steps)}"
        options.append(
            option_view(option.id, name, detail, group="Way out", target=("place", name), clause="P7.3")
        )
    facts = [f"The shortest ways, free of AP; {collision_text(1)} bludgeoning for each space, less DR"]
    title = f"{character.name} stands in terrain. Which way out?"
    return question_view(question, title, options, facts)


# The GM's rulings


def _defeat(fight: Fight, question: Question, viewer: Viewer) -> QuestionView:
    name = name_of(fight, question.args[0])
    options = [option_view(option.id, first_up(option.id)) for option in question.options]
    facts = ["A body takes no square, threatens nothing and holds nobody"]
    return question_view(question, f"{name} is at 0 HP. What does that mean?", options, facts)


def _stalemate(fight: Fight, question: Question, viewer: Viewer) -> QuestionView:
    options = [option_view("go-on", "It goes on"), option_view("end", "It ends undecided")]
    facts = [f"{count(question.args[0], 'round')} without lost HP"] if question.args else []
    return question_view(question, "Does the scene end here?", options, facts)


def _clock_full(fight: Fight, question: Question, viewer: Viewer) -> QuestionView:
    clock = fight.book.clocks[question.args[0]]
    options = [option_view("go-on", "The scene goes on"), option_view("end", "The scene is over")]
    return question_view(question, f"{clock.name} is full. Is the scene over?", options, [clock.full])


def _no_way_out(fight: Fight, question: Question, viewer: Viewer) -> QuestionView:
    name = name_of(fight, question.args[0])
    options = [
        option_view("stay", "It stays", "and takes nothing"),
        option_view("defeated", "It is defeated"),
    ]
    facts = ["No square can be reached, so the terrain stays around it"]
    return question_view(question, f"{name} stands in terrain without a way out. What now?", options, facts)


def _plain(fight: Fight, question: Question, viewer: Viewer) -> QuestionView:
    """A question without words of its own."""
    options: list[OptionView] = [_plain_option(option) for option in question.options]
    return question_view(question, f"{first_up(question.kind)}?", options)


def _plain_option(option: Option) -> OptionView:
    return option_view(option.id, first_up(option.id))


_ASKED: dict[str, Callable[[Fight, Question, Viewer], QuestionView]] = {
    "turn": _turn,
    "defence": answers.defence,
    "evade": answers.evade,
    "way": answers.way,
    "disarm": answers.disarm,
    "damage type": answers.damage_type,
    "facing": answers.facing,
    "pivot": answers.pivot,
    "more targets": _more_targets,
    "place": _place,
    "way out": _way_out,
    "defeat": _defeat,
    "stalemate": _stalemate,
    "clock full": _clock_full,
    "no way out": _no_way_out,
}
