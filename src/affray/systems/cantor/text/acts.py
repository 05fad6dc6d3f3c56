"""What acts are called, for undo points and where no event tells of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from affray.systems.cantor.state import Fight
from affray.systems.cantor.text.waiting import public_name


def act_words(fight: Fight, name: str, data: Mapping[str, Any]) -> str | None:
    """What an act does, to stand behind a name. The data was not looked at yet.

    No values are told and no Hidden unit is named: both may be secrets.
    """
    who = public_name(fight, data.get("unit"))
    match name:
        case "check":
            return f"called for a save of {who}"
        case "set":
            return f"corrected {who}"
        case "condition":
            return f"gave {who} a condition" if data.get("on") else f"took a condition from {who}"
        case "damage":
            return f"dealt damage to {who}"
        case "overshield":
            return f"gave {who} Overshield"
        case "add":
            return f"brought in {_newcomer(fight, data)}"
        case "remove":
            return f"removed {who}"
        case "end":
            return "ended the scene"
        case "override":
            return f"allowed {public_name(fight, data.get('seat'))} something"
        case "force":
            return f"moved {who} by force"
    return None


def _newcomer(fight: Fight, data: Mapping[str, Any]) -> str:
    name, sheet_id = data.get("name"), data.get("sheet")
    if isinstance(name, str) and name:
        return name
    sheet = fight.book.sheets.get(sheet_id) if isinstance(sheet_id, str) else None
    return "somebody" if sheet is None else sheet.name
