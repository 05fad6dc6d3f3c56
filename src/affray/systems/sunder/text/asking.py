"""Small questions in words: what is picked, kept or left, and what each answer means."""

from __future__ import annotations

from affray.kernel.presentation import OptionView, QuestionView
from affray.kernel.requests import Option, Question
from affray.systems.sunder import equipment, hand, reactions, testing
from affray.systems.sunder.names import FALLOUTS, LEVELS, hint_of, potential_of
from affray.systems.sunder.state import Creature, Scene, Track
from affray.systems.sunder.text.lines import TRIGGERS, cost_pips, effects_line, reaction_line, weapon_line
from affray.systems.sunder.text.units import PERKS
from affray.systems.sunder.text.waiting import name_of
from affray.telling.options import option_view, question_view
from affray.telling.words import count, first_up, own


def creature_of(scene: Scene, question: Question) -> Creature | None:
    """The creature that is asked."""
    return scene.state.creatures.get(question.seat)


def plain(option: Option, detail: str = "") -> OptionView:
    """An option by its id alone."""
    return option_view(option.id, first_up(option.id), detail)


def track_line(track: Track) -> str:
    """ "3 Stress, 4 spent, of 12; D6 jinxed up to 3"."""
    jinx = testing.jinx_threshold(track.stress, track.die)
    jinxed = f"jinxed up to {jinx}" if jinx else "not jinxed"
    return f"{track.stress} Stress, {track.spent} spent, of {track.score}; D{track.die} {jinxed}"


def skill_option(scene: Scene, question: Question, option: Option, risks: bool = True) -> OptionView:
    """A Skill, with the track it is rolled against."""
    skill = option.args[0]
    potential = potential_of(skill)
    creature = creature_of(scene, question)
    if creature is None and question.args:
        creature = scene.state.creatures.get(str(question.args[0]))
    track = "" if creature is None else track_line(creature.tracks[potential])
    parts = [hint_of(skill), track, f"risks 1 {potential} Stress" if risks else ""]
    detail = "; ".join(part for part in parts if part)
    return option_view(option.id, f"{potential} ({skill})", detail, group=potential, clause="S1.2")


# Reactions


def react(scene: Scene, question: Question) -> QuestionView:
    """Whether a creature reacts, with what, and at what price."""
    trigger, by, subject, about, potential, amount = (*question.args, "", "", "", "", "", 0)[:6]
    creature = creature_of(scene, question)
    asked = name_of(scene, question.seat)
    facts = [f"{first_up(TRIGGERS.get(str(trigger), str(trigger)))}: {about}"]
    if by and by != question.seat:
        facts.append(f"Set off by {name_of(scene, str(by))}")
    if subject and subject not in (by, question.seat):
        facts.append(f"It is about {name_of(scene, str(subject))}")
    if amount:
        facts.append(f"{amount} Stress would come in, in {potential}")
        if creature is not None and potential in creature.tracks:
            facts.append(f"{potential}: {track_line(creature.tracks[str(potential)])}")
    facts.append("One event sets off one Reaction at most")
    options = [_reaction(scene, creature, option) for option in question.options]
    return question_view(question, f"Does {asked} react?", options, facts)


def _reaction(scene: Scene, creature: Creature | None, option: Option) -> OptionView:
    if option.kind == "armor":
        armor, slots = option.args
        name = name_of(scene, armor) if armor != equipment.SEEP_SHIELD.id else equipment.SEEP_SHIELD.name
        detail = f"takes {slots} of the Stress"
        label = f"{name}: {count(slots, 'Protection Slot')}"
        return option_view(option.id, label, detail, group=name, clause="S14.8")
    if option.kind == "dodge":
        name = name_of(scene, option.args[0])
        detail = "1 Protection Slot: the attack has Disadvantage"
        return option_view(option.id, name, detail, clause="S14.7")
    if option.kind != "react":
        return option_view(option.id, "No", "its Reactions stay")
    sources = [] if creature is None else reactions.sources_of(scene, creature)
    source = next((one for one in sources if one.id == option.args[0]), None)
    if source is None:
        return plain(option)
    does = effects_line(source.reaction.effects) or source.reaction.text
    detail = "; ".join(part for part in (does, reaction_line(source.reaction)) if part)
    pips = cost_pips(source.reaction.cost)
    return option_view(option.id, source.name, detail, cost=pips, clause="S7.2")


def resist(scene: Scene, question: Question) -> QuestionView:
    """Whether and with which Skill a target resists."""
    by, what = (*question.args, "", "")[:2]
    options = [
        option_view(option.id, "Let it happen", "no Test, no price")
        if option.kind == "no"
        else skill_option(scene, question, option)
        for option in question.options
    ]
    facts = [
        f"{what}, from {name_of(scene, str(by))}",
        "Only a Success or a Crit resists; the Test has its price",
    ]
    return question_view(question, f"Does {name_of(scene, question.seat)} resist {what}?", options, facts)


# Perks, tracks, Countdowns


def perk(scene: Scene, question: Question) -> QuestionView:
    """Whether a Perk that may be used is used."""
    name, potential, kept, jinx, modifier = (*question.args, "", "", 0, 0, 0)[:5]
    facts = [PERKS.get(str(name), "")]
    if kept:
        facts.append(f"{kept} is kept, jinxed up to {jinx}; the modifier is {int(modifier):+d} without it")
    creature = creature_of(scene, question)
    if creature is not None and potential in creature.tracks:
        facts.append(f"{potential}: {track_line(creature.tracks[str(potential)])}")
    labels = {"yes": f"Use {name}", "no": "Leave it"}
    options = [option_view(option.id, labels.get(option.id, option.id)) for option in question.options]
    return question_view(question, f"{name_of(scene, question.seat)}: use {name}?", options, facts)


_PICKS = {
    "regain": "where does {} regain Resistance?",
    "clear": "which track of {} is cleared?",
    "lowered": "a Scar: which Potential of {} becomes 1 lower?",
    "raised": "a Scar: which Potential of {} becomes 1 higher?",
}


def pick_track(scene: Scene, question: Question) -> QuestionView:
    """Which track: to clear, to regain in, or for a Scar."""
    about = str(question.args[0]) if question.args else ""
    kind = about if question.kind == "scar" and about in _PICKS else question.kind
    creature = _whose(scene, question, about)
    options = []
    for option in question.options:
        name = option.args[0] if option.args else option.id
        detail = "" if creature is None else track_line(creature.tracks[name])
        options.append(option_view(option.id, name, detail, group="Potential"))
    whose = question.seat if creature is None else creature.id
    title = first_up(_PICKS.get(kind, "which Potential of {}?").format(name_of(scene, whose)))
    facts = [] if question.kind == "scar" or not about else [f"By: {about}"]
    return question_view(question, title, options, facts)


def _whose(scene: Scene, question: Question, about: str) -> Creature | None:
    """Whose track it is: that of the one an action is aimed at, else of the one that is asked."""
    action = scene.state.action
    if action is not None and (action.actor, action.name) == (question.seat, about) and action.targets:
        return scene.state.creatures.get(action.targets[0])
    return creature_of(scene, question)


def countdown(scene: Scene, question: Question) -> QuestionView:
    """How a Countdown moves."""
    id_, level = (*question.args, "", 0)[:2]
    moved = scene.state.countdowns.get(str(id_))
    options = [
        option_view(option.id, shift_words(*option.args), clause="S9.12")
        if option.kind == "shift"
        else plain(option)
        for option in question.options
    ]
    facts = [f"The level is {LEVELS[int(level)]}"] if level else []
    if moved is not None:
        dread = f", Dread {moved.dread}" if moved.dread else ""
        facts.append(f"Now, on D{moved.size}: Hope {moved.hope}{dread}; 1 decides")
    name = moved.name if moved is not None else str(id_)
    return question_view(question, f"{name}: how does it move?", options, facts)


def shift_words(hope: int, dread: int) -> str:
    """ "Hope advances, Dread is set back"."""
    moves = {-1: "{} advances", 1: "{} is set back"}
    parts = [moves[change].format(name) for name, change in (("Hope", hope), ("Dread", dread)) if change]
    return ", ".join(parts) or "Nothing moves"


# Odds and ends of a turn


def concentrate(scene: Scene, question: Question) -> QuestionView:
    """Whether Concentration is kept up, for 1 Resistance."""
    name, potential = (*question.args, "", "")[:2]
    creature = creature_of(scene, question)
    facts = ["Fallout that clears a track ends it, unless 1 Resistance is spent"]
    if creature is not None and potential in creature.tracks:
        facts.append(f"{potential}: {track_line(creature.tracks[str(potential)])}")
    rows = {
        "no": option_view("no", "Let it end"),
        "yes": option_view(
            "yes", "Keep it up", f"1 {potential} Resistance", cost="resistance", clause="S9.9"
        ),
    }
    options = [rows.get(option.id, plain(option)) for option in question.options]
    title = f"Does {name_of(scene, question.seat)} keep up {name}?"
    return question_view(question, title, options, facts)


def entangle(scene: Scene, question: Question) -> QuestionView:
    """Damage, or a hold."""
    target = name_of(scene, str(question.args[0])) if question.args else "the target"
    rows = {
        "damage": option_view("damage", "Damage", "as with any weapon"),
        "hold": option_view(
            "hold", "Hold", f"no damage; {target} is Held until it squirms free", clause="S14.6"
        ),
    }
    options = [rows.get(option.id, plain(option)) for option in question.options]
    return question_view(question, f"{target} is hit: damage, or a hold?", options)


def spend_card(scene: Scene, question: Question) -> QuestionView:
    """Which card's half the plain default takes."""
    side = str(question.args[0]) if question.args else ""
    options = []
    for option in question.options:
        card = hand.card(scene, option.args[0])
        half = hand.half_of(card, "top" if side == "top" else "bottom")
        detail = "" if half is None else f"in place of {half.name}"
        options.append(option_view(option.id, card.name, detail, group="Card", clause="S5.7"))
    facts = [f"The {side} half of it counts as used"]
    title = "Which card is used up for the plain default?"
    return question_view(question, title, options, facts)


def walk(scene: Scene, question: Question) -> QuestionView:
    """A movement out of turn."""
    creature = creature_of(scene, question)
    options = []
    for option in question.options:
        if option.kind != "to":
            options.append(option_view(option.id, "Stay here"))
            continue
        zone = scene.book.zones[option.args[0]]
        apart = "" if creature is None else f"{5 * scene.book.tiles[creature.zone, zone.id]} feet away"
        options.append(option_view(option.id, zone.name, apart, group="Move to", target=("place", zone.id)))
    about = f" ({question.args[0]})" if question.args else ""
    title = f"Where does {name_of(scene, question.seat)} move{about}?"
    return question_view(question, title, options)


def extra_attack(scene: Scene, question: Question) -> QuestionView:
    """One more attack, with what and at whom."""
    options = []
    for option in question.options:
        if option.kind != "attack":
            options.append(option_view(option.id, "Leave it"))
            continue
        weapon, target = option.args
        arm = scene.book.weapons.get(weapon)
        options.append(
            option_view(
                option.id,
                name_of(scene, target),
                "unarmed" if arm is None else weapon_line(arm),
                group="Unarmed" if arm is None else arm.name,
                target=("actor", target),
                clause="S7.9",
            )
        )
    return question_view(question, f"{name_of(scene, question.seat)}: one more attack?", options)


def whom(scene: Scene, question: Question) -> QuestionView:
    """Whom a Surge is for."""
    options = [
        option_view(
            option.id,
            "Itself" if option.args[0] == question.seat else name_of(scene, option.args[0]),
            group="For",
            target=("actor", option.args[0]),
        )
        for option in question.options
    ]
    about = str(question.args[0]) if question.args else "It"
    return question_view(question, f"{about}: for whom?", options)


def item(scene: Scene, question: Question) -> QuestionView:
    """Which weapon is loaded, or which item suffers."""
    options = []
    for option in question.options:
        id_ = option.args[0] if option.args else option.id
        arm = scene.book.weapons.get(id_)
        detail = "" if arm is None else weapon_line(arm)
        options.append(option_view(option.id, name_of(scene, id_), detail, group="Item"))
    title = "Which weapon is loaded?"
    if question.kind == "item":
        whose = own(name_of(scene, str(question.args[0]))) if question.args else "The"
        title = f"Equipment Fallout: which of {whose} items suffers?"
    return question_view(question, title, options)


def fallout_name(rank: object) -> str:
    """The name of a rank that a question gives."""
    return FALLOUTS[rank] if isinstance(rank, int) and 0 <= rank < len(FALLOUTS) else ""
