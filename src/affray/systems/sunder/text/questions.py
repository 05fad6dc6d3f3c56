"""Questions in words: what is asked, what is known, and what each answer means."""

from __future__ import annotations

from collections.abc import Callable

from affray.kernel.presentation import OptionView, QuestionView
from affray.kernel.requests import GM, Option, Question
from affray.kernel.system import Viewer
from affray.systems.sunder import contours
from affray.systems.sunder.names import INTERVENTIONS
from affray.systems.sunder.state import Creature, Scene, sheet_of
from affray.systems.sunder.text import asking
from affray.systems.sunder.text.asking import fallout_name, plain, skill_option, track_line
from affray.systems.sunder.text.panel import turn_question
from affray.systems.sunder.text.units import CONDITIONS, condition_name
from affray.systems.sunder.text.waiting import name_of
from affray.telling.options import option_view, question_view
from affray.telling.words import count, first_up, listed


def question(scene: Scene, question: Question, viewer: Viewer) -> QuestionView:
    """A question in words. Everything in it may be known to whoever may answer."""
    if question.seat != GM and question.seat not in scene.state.creatures:
        facts = ["Whoever is asked has left the scene; any answer lets it go on"]
        options = [plain(option) for option in question.options]
        return question_view(question, f"{first_up(question.kind)}?", options, facts)
    return _ASKED.get(question.kind, _plain)(scene, question)


def _plain(scene: Scene, question: Question) -> QuestionView:
    options = [plain(option) for option in question.options]
    return question_view(question, f"{first_up(question.kind)}?", options)


def _labelled(scene: Scene, question: Question, labels: dict[str, tuple[str, str]]) -> list[OptionView]:
    return [
        option_view(option.id, *labels[option.id]) if option.id in labels else plain(option)
        for option in question.options
    ]


def marks_line(creature: Creature) -> str:
    """ "Marks 2 of 5"."""
    return f"Marks {creature.marks} of {creature.pool}"


# The queue


def _first(scene: Scene, question: Question) -> QuestionView:
    options = []
    for option in question.options:
        creature = scene.state.creatures.get(option.args[0])
        side = "" if creature is None else scene.book.sides.get(creature.side, creature.side)
        options.append(
            option_view(
                option.id,
                name_of(scene, option.args[0]),
                side,
                group="First",
                target=("actor", option.args[0]),
                clause="S4.2",
            )
        )
    facts = ["The GM decides, judging by what led up to it"]
    return question_view(question, "Who acts first?", options, facts)


def _queue_facts(scene: Scene) -> list[str]:
    waiting = [listed(name_of(scene, id_) for id_ in entry.creatures) for entry in scene.state.queue]
    return [f"In the queue: {', then '.join(waiting)}" if waiting else "The queue is empty"]


def _throw_in(scene: Scene, question: Question) -> QuestionView:
    name = name_of(scene, question.seat)
    labels = {
        "no": ("Wait", "others may go first"),
        "yes": ("Throw in the gauntlet", "a place in the queue"),
    }
    facts = [*_queue_facts(scene), "If everybody waits, the GM says how it goes on"]
    return question_view(question, f"Does {name} throw in?", _labelled(scene, question, labels), facts)


def _nobody(scene: Scene, question: Question) -> QuestionView:
    labels = {
        "slot": ("Open a GM slot", "an adversary may act"),
        "wait": ("Wait", "the players are asked again"),
        "close": ("Close the scene", ""),
    }
    facts = (
        [f"Nobody threw in, {count(scene.state.declined, 'time')} in a row"] if scene.state.declined else []
    )
    title = "Nobody throws in. How does it go on?"
    return question_view(question, title, _labelled(scene, question, labels), facts)


def _slot(scene: Scene, question: Question) -> QuestionView:
    options = []
    for option in question.options:
        creature = scene.state.creatures.get(option.args[0]) if option.args else None
        if creature is None:
            options.append(option_view(option.id, "Pass", "the slot is not kept", clause="S4.5"))
            continue
        dying = option.kind == "dying"
        detail = "a Test of the dying, which you name" if dying else marks_line(creature)
        options.append(
            option_view(
                option.id,
                creature.name,
                detail,
                group="Dying" if dying else "Adversary",
                target=("actor", creature.id),
                clause="S3.25" if dying else "S4.5",
            )
        )
    facts = [*_queue_facts(scene), "Any conscious adversary may act, also the same one twice running"]
    return question_view(question, "A GM slot: who acts?", options, facts)


def _group(scene: Scene, question: Question) -> QuestionView:
    turn = scene.state.turn
    others = listed(name_of(scene, id_) for id_ in turn.group) if turn is not None else ""
    labels = {
        "together": ("Act together", "one Group Test, one GM slot after it"),
        "alone": ("Act alone", "the others stand behind everybody"),
    }
    facts = [f"Acting along: {others}"] if others else []
    title = f"{name_of(scene, question.seat)} leads: together?"
    return question_view(question, title, _labelled(scene, question, labels), facts)


def _contribute(scene: Scene, question: Question) -> QuestionView:
    lead, about = (*question.args, "", "")[:2]
    options = [skill_option(scene, question, option) for option in question.options]
    facts = [f"Led by {name_of(scene, str(lead))}", "Your level counts from \N{MINUS SIGN}2 to +2"]
    title = f"How does {name_of(scene, question.seat)} contribute{f' to {about}' if about else ''}?"
    return question_view(question, title, options, facts)


# The GM's rulings


def _fallout(scene: Scene, question: Question) -> QuestionView:
    id_, potential, rank, cause = (*question.args, "", "", 0, "")[:4]
    creature = scene.state.creatures.get(str(id_))
    facts = []
    if creature is not None:
        track = creature.tracks.get(str(potential))
        facts = [marks_line(creature), "" if track is None else f"{potential}: {track_line(track)}"]
    facts.append(
        {"Test": "From its own Test", "Resistance": "From Resistance without a free slot"}.get(cause, "")
    )
    options = [_entry(scene, option, str(potential)) for option in question.options]
    whose = name_of(scene, str(id_))
    title = f"{fallout_name(rank)} Fallout for {whose} in {potential}: what is it?"
    if question.kind == "raise":
        title = f"{fallout_name(rank)} Fallout for {whose} in {potential}: does an adversary raise it?"
        facts.append("It must succeed on a Test; if it does, the next GM slot is forfeited")
    if question.kind == "intervene":
        title = f"The Test of {whose} allows an Intervention: use it in place of the Fallout?"
    return question_view(question, title, options, facts)


def _entry(scene: Scene, option: Option, potential: str) -> OptionView:
    """An entry of the menu of Fallout."""
    args = option.args
    match option.kind:
        case "marks":
            return option_view(option.id, count(args[0], "Mark"), group="Marks", clause="S3.11")
        case "condition":
            name, of, marks = args
            also = f" and {count(marks, 'Mark')}" if marks else ""
            text = CONDITIONS[name][0] if name in CONDITIONS else ""
            detail = text.format(
                potential=of or potential, other="", amount=1, by="the source", tiles="5 feet", zone="there"
            )
            label = f"{condition_name(name, of)}{also}"
            return option_view(option.id, label, detail, group="Condition", clause="S3.11")
        case "equipment":
            label = name_of(scene, args[0])
            return option_view(option.id, label, "Equipment Fallout", group="Equipment", clause="S14.9")
        case "intervention":
            return _intervention(scene, option, *args)
        case "raise":
            label = name_of(scene, args[0])
            return option_view(option.id, label, "raises it by one", group="Raise", clause="S12.8")
    labels = {"nothing": ("Nothing more", "the story alone"), "no": ("Leave it", "")}
    return option_view(option.id, *labels.get(option.id, (first_up(option.id), "")))


def _intervention(scene: Scene, option: Option, adversary: str, rank: str) -> OptionView:
    creature = scene.state.creatures.get(adversary)
    contour = None if creature is None else sheet_of(scene, creature).contour
    known = [one for one in INTERVENTIONS if one == rank]
    if creature is None or contour is None or not known:
        return plain(option)
    half = contours.intervention(contour, known[0])
    label = f"{creature.name}: {half.name}"
    return option_view(option.id, label, half.text, group="Intervention", clause="S12.7")


def _dying(scene: Scene, question: Question) -> QuestionView:
    id_ = str(question.args[0]) if question.args else ""
    creature = scene.state.creatures.get(id_)
    options = [skill_option(scene, question, option, risks=False) for option in question.options]
    facts = []
    if creature is not None and creature.dying in scene.state.countdowns:
        one = scene.state.countdowns[creature.dying]
        facts.append(f"On D{one.size}: Hope {one.hope}, Dread {one.dread}; 1 decides")
    return question_view(question, f"Which Test does {name_of(scene, id_)} make, dying?", options, facts)


def _exhausted(scene: Scene, question: Question) -> QuestionView:
    id_, about = (*question.args, "", "")[:2]
    creature = scene.state.creatures.get(str(id_))
    options = [
        option_view(option.id, "Waive it", "no Test")
        if option.kind == "waive"
        else skill_option(scene, question, option)
        for option in question.options
    ]
    facts = [] if creature is None else [f"Exhaustion {creature.exhaustion}: all actions need a Test"]
    return question_view(question, f"{name_of(scene, str(id_))}: which Test for {about}?", options, facts)


_ENDS = {"go-on": ("It goes on", ""), "close": ("It ends", "")}


def _stalemate(scene: Scene, question: Question) -> QuestionView:
    facts = []
    if question.args:
        facts.append(f"{count(int(question.args[0]), 'turn')} without a Mark or anybody falling")
    return question_view(question, "Does the scene end here?", _labelled(scene, question, _ENDS), facts)


def _close(scene: Scene, question: Question) -> QuestionView:
    facts = [f"It looks like this: {question.args[0]}"] if question.args else []
    return question_view(question, "Is the scene over?", _labelled(scene, question, _ENDS), facts)


_ASKED: dict[str, Callable[[Scene, Question], QuestionView]] = {
    "first": _first,
    "throw in": _throw_in,
    "nobody": _nobody,
    "slot": _slot,
    "turn": turn_question,
    "spend card": asking.spend_card,
    "group": _group,
    "contribute": _contribute,
    "react": asking.react,
    "perk": asking.perk,
    "regain": asking.pick_track,
    "clear": asking.pick_track,
    "scar": asking.pick_track,
    "resist": asking.resist,
    "fallout": _fallout,
    "intervene": _fallout,
    "raise": _fallout,
    "countdown": asking.countdown,
    "dying test": _dying,
    "exhausted": _exhausted,
    "stalemate": _stalemate,
    "close": _close,
    "concentrate": asking.concentrate,
    "entangle": asking.entangle,
    "free move": asking.walk,
    "extra attack": asking.extra_attack,
    "whom": asking.whom,
    "reload": asking.item,
    "item": asking.item,
}
