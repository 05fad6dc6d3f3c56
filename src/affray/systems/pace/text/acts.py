"""What acts are called, for undo points and where no event tells of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from affray.systems.pace.state import Fight


def act_words(fight: Fight, name: str, data: Mapping[str, Any]) -> str | None:
    """What an act does, to stand behind a name. The data was not looked at yet.

    No values are told: what a correction was may be a secret.
    """
    who = _name(fight, data.get("character"))
    match name:
        case "check":
            return f"called for a Save of {who}"
        case "contest":
            return f"called for a Contest of {who} and {_name(fight, data.get('opponent'))}"
        case "set":
            return f"corrected {who}"
        case "add":
            return f"brought in {data.get('name') or _of(fight.book.sheets, data.get('sheet'), 'somebody')}"
        case "remove":
            return f"removed {who}"
        case "end":
            return "ended the scene"
        case "override":
            return f"allowed {_name(fight, data.get('seat'))} something"
        case "terrain":
            return "changed the ground"
        case "advance":
            return f"called for a roll of {who} on {_of(fight.book.clocks, data.get('clock'), 'a clock')}"
        case "clock":
            return f"set {_of(fight.book.clocks, data.get('clock'), 'a clock')}"
        case "charge":
            return f"priced something for {who}"
        case "edge":
            return f"gave {who} Advantage or Disadvantage"
        case "force":
            return f"moved {who} by force"
        case "order":
            return f"swapped {who} and {_name(fight, data.get('other'))} in the order"
        case "item":
            return "brought an item into play"
        case "say":
            return f"spoke for {who}"
        case "pivots":
            return f"said when {who} is asked for a Pivot"
    return None


def _name(fight: Fight, id_: Any) -> str:
    character = fight.state.characters.get(id_) if isinstance(id_, str) else None
    return "somebody" if character is None else character.name


def _of(known: Mapping[str, Any], id_: Any, otherwise: str) -> str:
    found = known.get(id_) if isinstance(id_, str) else None
    return otherwise if found is None else str(found.name)
