"""The question of a turn: every Action, Move and Beat, those on offer and those refused."""

from __future__ import annotations

from affray.kernel.presentation import OptionView, QuestionView, Remark
from affray.kernel.requests import Option, Question
from affray.systems.d20plus.legal import refused
from affray.systems.d20plus.scores import skill_score
from affray.systems.d20plus.setting import cover_id
from affray.systems.d20plus.state import Fight, Persona, allies
from affray.systems.d20plus.text.facts import ability_line, budget_line, persona_name, strike_line
from affray.systems.d20plus.text.reasons import remark_of
from affray.telling.options import option_view, question_view

SECTIONS = ("Strikes", "Setup", "Moves", "Abilities", "Beats", "Checks", "Turn")


def turn_question(fight: Fight, question: Question) -> QuestionView:
    """What may be done in the turn under way, and why not the rest."""
    persona = fight.state.personas[question.seat]
    rows = [_row(fight, persona, option, None) for option in question.options]
    rows.extend(_row(fight, persona, option, remark_of(why)) for option, why in refused(fight, persona))
    rows.sort(key=lambda row: SECTIONS.index(row["section"]))
    turn = fight.state.turn
    facts = []
    if turn is not None:
        facts.append(budget_line(turn.actions, turn.moves, turn.beats))
    if persona.lane is not None:
        facts.append(f"Lane {persona.lane}: no slower Action this round")
    title = f"{persona.name}: what now?"
    return question_view(question, title, rows, facts, "What is left when the turn ends is lost.")


def _row(fight: Fight, persona: Persona, option: Option, refusal: Remark | None) -> OptionView:
    match option.kind:
        case "strike":
            row = _strike(fight, persona, option)
        case "setup" | "check":
            row = _skill(fight, persona, option)
        case "use":
            row = _use(fight, persona, option)
        case "move" | "cover" | "conceal" | "stand" | "leave-cover":
            row = _move(fight, persona, option)
        case "end":
            row = option_view(option.id, "End the turn", section="Turn", clause="D7.6")
        case _:
            row = _beat(fight, persona, option)
    row["refusal"] = refusal
    return row


def _strike(fight: Fight, persona: Persona, option: Option) -> OptionView:
    weapon_id, target = option.args
    weapon = fight.book.weapons[weapon_id]
    return option_view(
        option.id,
        persona_name(fight, target),
        strike_line(fight, persona, weapon, fight.state.personas.get(target)),
        group=weapon.name,
        section="Strikes",
        target=("actor", target),
        cost="action",
        clause="D4.1",
    )


def _skill(fight: Fight, persona: Persona, option: Option) -> OptionView:
    skill, other = option.args
    score = f"{skill} {skill_score(fight, persona, skill)}"
    if option.kind == "setup":
        holder = other or persona.id
        group, section, clause = f"Set up with {skill}", "Setup", "D10.1"
        detail = f"{score}, for you or for an ally" if allies(fight, persona) else score
    else:
        holder, group, section, clause = other, f"Contest with {skill}", "Checks", "D4.11"
        detail = f"{score}, the GM names the opposing Skill"
    return option_view(
        option.id,
        persona_name(fight, holder),
        detail,
        group=group,
        section=section,
        target=("actor", holder),
        cost="action",
        clause=clause,
    )


def _use(fight: Fight, persona: Persona, option: Option) -> OptionView:
    ability_id, target = option.args
    ability = fight.book.abilities[ability_id]
    return option_view(
        option.id,
        ability.name if target is None else persona_name(fight, target),
        ability_line(fight, persona, ability),
        group=ability.name,
        section="Abilities",
        target=None if target is None else ("actor", target),
        cost="beat" if ability.cost == "beat" else "action",
        clause="D7.5" if ability.cost == "beat" else "D7.2",
    )


def _move(fight: Fight, persona: Persona, option: Option) -> OptionView:
    section = "Moves"
    match option.kind:
        case "move":
            zone = option.args[0]
            name = fight.book.zones[zone].name
            return option_view(
                option.id,
                name,
                group="Move",
                section=section,
                target=("place", zone),
                cost="move",
                clause="D8.3",
            )
        case "cover":
            cover = option.args[0]
            return option_view(
                option.id,
                cover,
                group="Take cover",
                section=section,
                target=("place", cover_id(persona.zone, cover)),
                cost="move",
                clause="D8.5",
            )
        case "conceal":
            detail = f"Grace {skill_score(fight, persona, 'Grace')}, to be reached by a foe's Sense"
            return option_view(
                option.id, "Enter Concealment", detail, section=section, cost="move", clause="D8.6"
            )
        case "stand":
            return option_view(option.id, "Stand up", section=section, cost="move", clause="D8.7")
        case _:
            return option_view(option.id, "Leave cover", "free", section=section, clause="D8.5")


def _beat(fight: Fight, persona: Persona, option: Option) -> OptionView:
    section = "Beats"
    match option.kind:
        case "locate":
            foe = option.args[0]
            detail = f"Sense {skill_score(fight, persona, 'Sense')} against the Concealment Score"
            return option_view(
                option.id,
                persona_name(fight, foe),
                detail,
                group="Locate",
                section=section,
                target=("actor", foe),
                cost="beat",
                clause="D8.6",
            )
        case "ready":
            weapon = fight.book.weapons[option.args[0]].name
            return option_view(
                option.id, weapon, group="Ready a weapon", section=section, cost="beat", clause="D11.9"
            )
        case _:
            detail = "a shout, a kicked table"
            return option_view(option.id, "Another Beat", detail, section=section, cost="beat", clause="D7.5")
