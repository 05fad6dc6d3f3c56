"""The facts of a fight by name, for worked examples to look at: "ilse.hp", "round", "attack total"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from affray.board.squares import FACINGS
from affray.kernel.events import Record
from affray.systems.pace import events as e
from affray.systems.pace.facing import threatened_by
from affray.systems.pace.movement import speed_of
from affray.systems.pace.rolls import DiceThrow
from affray.systems.pace.state import Character, Fight
from affray.systems.pace.view import view_phase
from affray.systems.pace.wielding import items_in_hand

Facts = dict[str, Any]

ROLLS = ("initiative", "attack", "defence", "save", "contest")


def facts(encounter: Fight, records: Sequence[Record]) -> Facts:
    """Everything that a worked example can expect. `records` are the events of its last step.

    What somebody has not got is 0, "" or an empty list. Of several rolls in one step the last one counts.
    """
    found = _of_round(encounter)
    for character in encounter.state.characters.values():
        own = _of_character(encounter, character)
        found |= {f"{character.id}.{name}": value for name, value in own.items()}
    for id_, thing in encounter.state.objects.items():
        found |= {
            f"{id_}.hp": thing.hp or 0,
            f"{id_}.door": thing.door or "",
            f"{id_}.destroyed": thing.destroyed,
        }
    found |= {f"{id_}.filled": filled for id_, filled in encounter.state.clocks.items()}
    for record in records:
        if record.undone_by is None:
            found |= _of_event(record.event)
    return found


def _of_round(fight: Fight) -> Facts:
    state, turn = fight.state, fight.state.turn
    walk = turn.walk if turn else None
    return {
        "round": state.round,
        "phase": view_phase(fight),
        "order": list(state.order),
        "turn": turn.character if turn else "",
        "outcome": state.outcome or "",
        "free": turn.free if turn else False,
        "diagonals": turn.diagonals if turn else 0,
        "walk": walk.kind if walk else "",
        "walk paces": walk.paces if walk else 0,
    }


def _of_character(fight: Fight, character: Character) -> Facts:
    in_hand = [item.gear for item in items_in_hand(fight, character)]
    return {
        "hp": character.hp,
        "ap": character.ap,
        "square": fight.book.board.name(character.square),
        "facing": FACINGS[character.facing],
        "speed": speed_of(fight, character),
        "words": character.words,
        "standing": character.standing,
        "tethered to": [tether.source for tether in character.tethers],
        "slow until": character.slow_until,
        "in hand": in_hand,
        "waited": character.waited,
        "defeat meaning": character.defeat_meaning,
        "threatened by": list(threatened_by(fight, character)),
        **{f"edges {on}": character.edges.get(on, 0) for on in ROLLS},
    }


def _of_event(event: Any) -> Facts:
    match event:
        case e.AttackRolled():
            faces = list(event.throw.faces)
            return {"attack total": event.throw.total, "d20s": faces, "attack d20s": faces}
        case e.TargetFaced():
            return {"barred": event.barred.key if event.barred is not None else ""}
        case e.DefenceRolled():
            return {
                "attack total": event.attack.total,
                "defence total": event.defence.total,
                "hit": event.hit,
                "critical": event.attack.critical,
                "defence critical": event.defence.critical,
                "defence d20s": list(event.defence.faces),
                "barred": event.barred.key if event.barred is not None else "",
                "d20s": list(event.defence.faces),
            }
        case e.CounterRolled():
            return {
                "counter total": event.defender.total,
                "counter against": event.attacker.total,
                "riposte": event.lands,
            }
        case e.DamageDealt():
            return _of_damage(event)
        case e.AttackStopped() | e.ManeuverFailed():
            return {"stopped": event.why.key}
        case e.ObjectStruck():
            return {**_of_object(event)}
    return _of_thing(event)


def _of_damage(event: e.DamageDealt) -> Facts:
    found: Facts = {
        "damage": event.amount,
        "damage dice": _dice(event.throw),
        "rolled": event.throw.total,
        "blocked": event.block.total if event.block is not None else 0,
        "dr": event.dr,
        "type": event.type,
        "halved": event.halved,
    }
    found[f"{event.source} damage"] = event.amount
    if event.source == "collision":
        found["collision"] = event.throw.total
    return found


def _of_object(event: e.ObjectStruck) -> Facts:
    return {
        "save total": event.throw.total,
        "dc": event.dc,
        "success": event.success,
        "hit": event.success,
        "damage": event.amount,
        "damage dice": _dice(event.damage) if event.damage is not None else "",
        "dr": event.dr,
        "type": event.type,
        "critical": event.throw.critical,
        "d20s": list(event.throw.faces),
    }


def _of_thing(event: Any) -> Facts:
    match event:
        case e.Walked() | e.Evaded():
            return {"cost": event.cost}
        case e.Shoved():
            return {
                "stopped paces": event.stopped,
                "moved paces": len(event.squares),
                "against": event.against or "",
            }
        case e.GotOut():
            return {"cost": len(event.squares)}
        case e.SpellSaved() | e.Saved():
            return _of_save(event.throw, event.dc, event.success)
        case e.TaskDone(throw=throw, dc=dc) if throw is not None and dc is not None:
            return _of_save(throw, dc, event.success)
        case e.ClockAdvanced():
            found = {"breakthrough": event.breakthrough, "segments gained": event.after - event.before}
            if event.throw is not None and event.dc is not None:
                found |= _of_save(event.throw, event.dc, event.throw.total >= event.dc)
            return found
        case e.EscapeRolled():
            return {
                "total": event.throw.total,
                "resisting total": event.source.total,
                "success": event.success,
            }
        case e.Contested():
            return {
                "total": event.first.total,
                "resisting total": event.second.total,
                "success": event.success,
            }
        case e.OrderSet():
            return {
                "rolled off": [f"{id_} {face}" for id_, face in event.rolled_off],
                "d20s": _all_d20s(event),
            }
        case e.Spoke():
            return {"words left": event.left}
        case e.Mended():
            return {"mended": event.after - event.before}
    return {}


def _of_save(throw: Any, dc: int, success: bool) -> Facts:
    return {
        "save total": throw.total,
        "dc": dc,
        "success": success,
        "critical": throw.critical,
        "d20s": list(throw.faces),
    }


def _all_d20s(event: e.OrderSet) -> list[int]:
    return [face for throw in event.throws for face in throw.faces]


def _dice(throw: DiceThrow) -> str:
    return " + ".join(f"{number}d{sides}" for number, sides in throw.dice)
