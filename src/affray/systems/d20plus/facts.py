"""The facts of a fight by name, for worked examples to look at: "grusk.Body", "round", "margin"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from affray.kernel.events import Record
from affray.systems.d20plus.augments import Throw
from affray.systems.d20plus.book import SKILLS, TRAITS
from affray.systems.d20plus.events import (
    AbilityRolled,
    Checked,
    Concealed,
    ContestChecked,
    Mended,
    NullificationRolled,
    Searched,
    SetUp,
    StrikeResolved,
    StrikeStopped,
)
from affray.systems.d20plus.scores import skill_score, trait_value
from affray.systems.d20plus.state import Fight, Persona

Facts = dict[str, Any]


def facts(encounter: Fight, records: Sequence[Record]) -> Facts:
    """Everything that a worked example can expect. `records` are the events of its last step.

    What somebody has not got is 0, "" or an empty list. Of several rolls in one step the last one counts.
    """
    found = _of_round(encounter)
    for persona in encounter.state.personas.values():
        found |= {f"{persona.id}.{name}": value for name, value in _of_persona(encounter, persona).items()}
    for record in records:
        if record.undone_by is None:
            found |= _of_event(record.event)
    return found


def _of_round(fight: Fight) -> Facts:
    state, turn = fight.state, fight.state.turn
    return {
        "round": state.round,
        "order": list(state.order),
        "turn": turn.persona if turn else "",
        "bonus turn": turn.bonus if turn else False,
        "split": (turn.split or "") if turn else "",
        "actions": turn.actions if turn else 0,
        "moves": turn.moves if turn else 0,
        "beats": turn.beats if turn else 0,
    }


def _of_persona(fight: Fight, persona: Persona) -> Facts:
    found: Facts = {
        "zone": persona.zone,
        "prone": persona.prone,
        "cover": persona.cover or "",
        "concealed": persona.concealment is not None,
        "concealment": persona.concealment or 0,
        "tad": persona.tad.size if persona.tad else 0,
        "tad from": persona.tad.source if persona.tad else "",
        "lane": persona.lane or "",
        "out": persona.out,
        "out meaning": persona.out_meaning,
        "exhausted": list(persona.exhausted),
        "marks": [f"{mark.kind} by {mark.owner}" for mark in persona.marks],
    }
    for trait in TRAITS:
        found[trait] = trait_value(fight, persona, trait)
        found[f"{trait}.broken turns"] = persona.broken_turns[trait]
    return found | {skill: skill_score(fight, persona, skill) for skill in SKILLS}


def _of_event(event: Any) -> Facts:
    match event:
        case StrikeResolved():
            return {
                **_of_contest(event.attack, event.defence, event.margin),
                "hit": event.hit,
                "wounds": event.wounds,
                "increment": event.increment,
                "critical block": event.critical_block,
                "cover penalty": event.cover,
                "defending trait": event.trait,
            }
        case AbilityRolled():
            return {**_of_contest(event.user, event.foe, event.margin), "success": event.success}
        case ContestChecked():
            return {**_of_contest(event.first, event.second, event.margin), "success": event.success}
        case NullificationRolled():
            return {**_of_contest(event.user, event.owner, event.margin), "cancelled": event.cancelled}
        case Checked():
            margin = event.throw.total - event.target_number
            return {
                **_of_roll(event.throw),
                "margin": margin,
                "success": event.success,
                "mounting success": event.mounting,
            }
        case SetUp():
            return {**_of_roll(event.throw), "tad given": event.size}
        case Searched():
            return {**_of_roll(event.throw), "located": event.located}
        case Concealed():
            return _of_roll(event.throw)
        case Mended():
            return {**_of_roll(event.throw), "healed": event.healed}
        case StrikeStopped():
            return {"stopped": event.why.key}
    return {}


def _of_contest(first: Throw, second: Throw, margin: int) -> Facts:
    return {
        "attacker": first.roller,
        "defender": second.roller,
        "attacker score": first.total,
        "defender score": second.total,
        "attacker dice": _dice(first),
        "defender dice": _dice(second),
        "margin": margin,
    }


def _of_roll(throw: Throw) -> Facts:
    return {"score": throw.total, "dice": _dice(throw)}


def _dice(throw: Throw) -> list[str]:
    return [f"{die.type} d{die.size}" for die in throw.dice]
