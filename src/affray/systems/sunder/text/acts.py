"""What acts are called, for undo points and where no event tells of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from affray.systems.sunder.state import Scene
from affray.systems.sunder.text.cast import card_name

_OF_A_CREATURE = {
    "throw_in": "threw in the gauntlet for {}",
    "leave": "took {} out of the queue",
    "join_group": "put {} in a group action",
    "leave_group": "took {} out of a group action",
    "drop": "dropped a card of {}",
    "call_test": "called for a Test of {}",
    "remove_entry": "took {} out of the queue",
    "difficulty": "set how risky the next Test of {} is",
    "damage": "dealt damage to {}",
    "stress": "gave {} Stress",
    "heal": "healed {}",
    "exhaustion": "set the Exhaustion of {}",
    "equipment": "gave {} Equipment Fallout",
    "move": "moved {}",
    "push": "pushed {}",
    "set": "corrected {}",
    "wake": "brought {} round",
    "remove": "removed {}",
    "fallout": "gave {} Fallout",
    "favour": "gave {} Advantage or Disadvantage",
}
_ALONE = {
    "call_group_test": "called for a Group Test",
    "call_contest": "called for a Contest",
    "open_slot": "opened a GM slot",
    "reorder": "put the queue into another order",
    "close": "closed the scene",
}
_COUNTDOWNS = {
    "move_countdown": "moved {}",
    "drop_countdown": "dropped {}",
}


def act_words(scene: Scene, name: str, data: Mapping[str, Any]) -> str | None:
    """What an act does, to stand behind a name. The data was not looked at yet.

    No values are told: they may be secrets.
    """
    who = _name(scene, data.get("creature"))
    if name in _ALONE:
        return _ALONE[name]
    if name == "difficulty" and not data.get("creature"):
        return "set how risky Tests are"
    if name in _OF_A_CREATURE:
        return _OF_A_CREATURE[name].format(who)
    if name in _COUNTDOWNS:
        countdown = scene.state.countdowns.get(str(data.get("countdown")))
        return _COUNTDOWNS[name].format("a Countdown" if countdown is None else countdown.name)
    match name:
        case "surge":
            card = data.get("card")
            return f"used {card_name(scene.book, card)}" if isinstance(card, str) else "used a Surge"
        case "give_way":
            return f"let {_name(scene, data.get('to'))} go before {who}"
        case "marks":
            amount = data.get("amount")
            restores = isinstance(amount, int) and amount < 0
            return f"restored Marks of {who}" if restores else f"gave {who} Marks"
        case "condition":
            return f"gave {who} a Condition" if data.get("on") else f"took a Condition from {who}"
        case "countdown":
            return f"began a Countdown, {data.get('name', 'nameless')}"
        case "add":
            return f"brought in {_newcomer(scene, data)}"
        case "override":
            return f"allowed {_name(scene, data.get('seat'))} something"
    return None


def _name(scene: Scene, id_: object) -> str:
    creature = scene.state.creatures.get(id_) if isinstance(id_, str) else None
    return "somebody" if creature is None else creature.name


def _newcomer(scene: Scene, data: Mapping[str, Any]) -> str:
    name, sheet_id = data.get("name"), data.get("sheet")
    if isinstance(name, str) and name:
        return name
    sheet = scene.book.sheets.get(sheet_id) if isinstance(sheet_id, str) else None
    return "somebody" if sheet is None else sheet.name
