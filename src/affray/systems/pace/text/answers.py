"""Questions about an attack: the defender's answer, the Evade, what a Maneuver does, Pivots and facings."""

from __future__ import annotations

from collections.abc import Sequence

from affray.kernel.presentation import OptionView, QuestionView, Remark
from affray.kernel.requests import Option, Question
from affray.kernel.system import Viewer
from affray.systems.pace.book import Weapon, dice_of
from affray.systems.pace.facing import in_front
from affray.systems.pace.forced import foresee
from affray.systems.pace.legal import refusals
from affray.systems.pace.maneuvers import PUSH_PACES
from affray.systems.pace.movement import evade_paces, reachable
from affray.systems.pace.objects import resistance_of_object
from affray.systems.pace.points import COST
from affray.systems.pace.rolls import D20_SIDES, is_critical, score_of, stance_for, wins_contest
from affray.systems.pace.state import Character, Fight, board_of
from affray.systems.pace.text.lines import (
    damage_line,
    dice_text,
    edge_line,
    faced_line,
    gear_name,
    gear_of,
    item_names,
    name_of,
    plus,
    resisted_line,
)
from affray.systems.pace.text.reasons import remark_of
from affray.systems.pace.text.story import DIRECTIONS
from affray.telling.options import option_view, question_view
from affray.telling.words import count, first_up, listed, own

_AP = {"ap": COST}
_EFFECTS = {
    "grapple": "holds {}",
    "trip": "halves the Speed of {}",
    "disarm": "disarms {}",
    "push": f"moves {{}} by {PUSH_PACES} Paces",
}


def defence(fight: Fight, question: Question, viewer: Viewer) -> QuestionView:
    """Take it, Block, Evade or Counter?"""
    attacker_id, item, target_id, total, natural = question.args
    attacker, defender = fight.state.characters[attacker_id], fight.state.characters[target_id]
    weapon = gear_of(fight, item)
    assert isinstance(weapon, Weapon)
    you = question.seat in viewer.seats
    facts = [
        f"{attacker.name}, {weapon.name}: {natural}{plus(total - natural)} {weapon.ability} = {total}",
        _held_from(fight, defender, weapon, total, you),
        _lands(fight, attacker, defender, weapon, natural),
        _effect(fight, defender),
        f"{defender.ap} AP",
    ]
    no = [(option, remark_of(why)) for option, why in refusals(fight, question)]
    asked = [(option, None) for option in question.options] + no
    names = item_names(fight, [option.args[0] for option, _ in asked if option.args])
    options = [_answer(fight, attacker, defender, names, option, why) for option, why in asked]
    whom = "you" if you else defender.name
    title = f"{attacker.name} attacks {whom}: {total}. {'Your' if you else own(defender.name)} answer?"
    return question_view(question, title, options, facts, "The defence is rolled after the answer.")


def _held_from(fight: Fight, defender: Character, weapon: Weapon, total: int, you: bool) -> str:
    """From which face of the d20 the defence holds."""
    stance = stance_for(fight, defender, "defence", weapon.ability, weapon)
    who = "You roll" if you else f"{defender.name} rolls"
    holding = [face for face in range(1, D20_SIDES + 1) if not wins_contest(total, face + stance.score)]
    needed = holding[0] if holding else D20_SIDES + 1
    if needed == 1:
        from_ = "every roll holds"
    elif not holding:
        from_ = "no roll holds, and a natural 20 gives 1 AP"
    else:
        tie = "a tie is yours" if you else "a tie holds"
        from_ = f"{needed} or more holds, {tie}" if needed < D20_SIDES else f"only a 20 holds, {tie}"
    score = score_of(fight, defender, weapon.ability)
    return f"{who} d20 + {weapon.ability} {score}{edge_line(stance.net)}: {from_}"


def _lands(fight: Fight, attacker: Character, defender: Character, weapon: Weapon, natural: int) -> str:
    """What lands if it hits."""
    critical = is_critical(natural)
    less = resisted_line(fight, defender, weapon.types)
    parts = [f"If it lands: {damage_line(fight, attacker, weapon, critical)}"]
    if critical:
        parts.append("the dice doubled by the natural 20")
    if less:
        parts.append(f"less {less}")
    return ", ".join(parts)


def _effect(fight: Fight, defender: Character) -> str:
    clash = fight.state.clash
    if clash is None or clash.maneuver is None:
        return ""
    return f"{first_up(clash.maneuver)}: a hit also {_EFFECTS[clash.maneuver].format(defender.name)}"


def _answer(
    fight: Fight,
    attacker: Character,
    defender: Character,
    names: dict[str, str],
    option: Option,
    refusal: Remark | None,
) -> OptionView:
    item = option.args[0] if option.args else None
    name = "" if item is None else names[item]
    weapon = None if item is None else gear_of(fight, item)
    dice = dice_text(dice_of(weapon.damage)) if isinstance(weapon, Weapon) else ""
    label, detail, clause, cost = "Take it", "all AP are kept", "P4.4", None
    if option.kind == "block":
        label, detail, clause, cost = f"Block, {name}", f"a hit is lessened by {dice}", "P4.12", _AP
    elif option.kind == "evade":
        paces = count(evade_paces(fight, defender), "Pace")
        label, detail, clause, cost = "Evade", f"then up to {paces}, hit or miss", "P4.13", _AP
    elif option.kind == "counter":
        types = listed(weapon.types, "or") if isinstance(weapon, Weapon) else ""
        detail = f"hold, then hold again: {dice} {types} to {attacker.name}"
        label, clause, cost = f"Counter, {name}", "P4.14", _AP
    return option_view(option.id, label, detail, cost=cost, clause=clause, refusal=refusal)


def evade(fight: Fight, question: Question, viewer: Viewer) -> QuestionView:
    """Where to, up to half the Speed?"""
    defender = fight.state.characters[question.seat]
    paces = evade_paces(fight, defender)
    costs = reachable(fight, defender, paces, 0).costs
    options = [option_view("stay", "Stay here")]
    for option in question.options:
        if option.kind == "evade":
            paces_there = count(costs.get(option.args[0], 0), "Pace")
            options.append(_to(fight, option, option.args[0], "Evade", paces_there, "P4.13"))
    facts = [f"Up to {count(paces, 'Pace')}, half the Speed", "The facing stays, and nothing is provoked"]
    return question_view(question, f"{defender.name} evades. Where to?", options, facts)


def _to(fight: Fight, option: Option, square: int, group: str, detail: str, clause: str) -> OptionView:
    name = board_of(fight).name(square)
    return option_view(option.id, name, detail, group=group, target=("place", name), clause=clause)


def way(fight: Fight, question: Question, viewer: Viewer) -> QuestionView:
    """Which way is somebody moved by force?"""
    _, target_id, paces = question.args
    name = name_of(fight, target_id)
    options = [
        option_view(
            option.id,
            first_up(DIRECTIONS[option.args[0]]),
            shove_line(fight, target_id, option.args[0], paces),
            group="Way",
            clause="P7.5",
        )
        for option in question.options
    ]
    facts = [f"{name} stands on {board_of(fight).name(fight.state.characters[target_id].square)}"]
    title = f"{name} is moved {count(paces, 'Pace')}. Which way?"
    return question_view(question, title, options, facts, "Its facing stays.")


def shove_line(fight: Fight, target_id: str, facing: int, paces: int) -> str:
    """ "free, to J2", "wall after 1: 1d6 to Bram", "into Hask: 2d6, each takes half"."""
    shove = foresee(fight, target_id, facing, paces)
    board = board_of(fight)
    if not shove.stopped:
        return f"free, to {board.name(shove.squares[-1])}" if shove.squares else "free"
    after = f" after {len(shove.squares)}" if shove.squares else ""
    if shove.against is None or shove.against == "terrain":
        stop = _stop(fight, target_id, shove.squares, facing)
        return f"{stop}{after}: {shove.stopped}d6 to {name_of(fight, target_id)}"
    return f"into {name_of(fight, shove.against)}{after}: {shove.stopped}d6, each takes half"


def _stop(fight: Fight, target_id: str, squares: Sequence[int], facing: int) -> str:
    """What of the terrain is in the way."""
    board = board_of(fight)
    square = squares[-1] if squares else fight.state.characters[target_id].square
    ahead = board.neighbour(square, facing)
    if ahead is None:
        return "edge of the board"
    return "wall" if board.is_blocking(ahead) else "corner"


def disarm(fight: Fight, question: Question, viewer: Viewer) -> QuestionView:
    """What drops, and where?"""
    target = name_of(fight, question.args[1])
    names = item_names(fight, [option.args[0] for option in question.options])
    options = []
    for option in question.options:
        item, square = option.args
        options.append(_to(fight, option, square, names[item], "", "P5.4"))
    return question_view(question, f"{target} is disarmed. What drops, and where?", options)


def damage_type(fight: Fight, question: Question, viewer: Viewer) -> QuestionView:
    """Of which type is the damage?"""
    _, item, target_id = question.args
    target = fight.state.characters.get(target_id)
    thing = fight.book.objects.get(target_id)
    name = target.name if target is not None else thing.name if thing is not None else target_id
    options = []
    for option in question.options:
        detail = ""
        if target is not None:
            detail = resisted_line(fight, target, [option.id]) or "no DR"
        elif thing is not None:
            number = resistance_of_object(fight, target_id, option.id)
            detail = f"DR {number}" if number else "no DR"
        options.append(option_view(option.id, first_up(option.id), detail, clause="P4.5"))
    title = f"{gear_name(fight, item)} against {name}: which type of damage?"
    return question_view(question, title, options)


def facing(fight: Fight, question: Question, viewer: Viewer) -> QuestionView:
    """Which way does a Move end?"""
    character = fight.state.characters[question.seat]
    options = [
        option_view(
            option.id,
            first_up(DIRECTIONS[option.args[0]]),
            faced_line(fight, character, option.args[0]),
            group="End the Move facing",
            clause="P6.2",
        )
        for option in question.options
    ]
    facts = [f"{character.name} faces {DIRECTIONS[character.facing]}", "Any facing comes with the Move"]
    return question_view(question, f"{character.name}: the Move ends. Facing which way?", options, facts)


def pivot(fight: Fight, question: Question, viewer: Viewer) -> QuestionView:
    """Pay for a Pivot out of turn?"""
    _, occasion, other_id = question.args
    character, other = fight.state.characters[question.seat], fight.state.characters.get(other_id)
    options = []
    for option in question.options:
        if option.kind == "stay":
            options.append(option_view(option.id, "Stay as you are", "no AP"))
        elif option.kind == "quiet":
            options.append(option_view(option.id, "Not this round", "no AP, and not asked again this round"))
        else:
            label = first_up(DIRECTIONS[option.args[0]])
            detail = faced_line(fight, character, option.args[0])
            options.append(option_view(option.id, label, detail, group="Pivot", cost=_AP, clause="P6.4"))
    facts = [f"{character.name} faces {DIRECTIONS[character.facing]}", f"{character.ap} AP"]
    if other is not None and other.standing:
        seen = in_front(board_of(fight), character.square, character.facing, other.square)
        facts.insert(1, f"{other.name} stands {'in front' if seen else 'outside the wedge'}")
    name = name_of(fight, other_id)
    happened = f"{name} is up" if occasion == "turn" else f"The attack of {name} is over"
    return question_view(
        question,
        f"{happened}. {character.name}: Pivot?",
        options,
        facts,
        "Pivots happen in initiative order.",
    )
