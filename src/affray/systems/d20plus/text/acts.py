"""What the GM's acts are called, for undo points and where no event tells of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from affray.systems.d20plus.state import Fight


def act_words(fight: Fight, name: str, data: Mapping[str, Any]) -> str | None:
    """What an act does, to stand behind the name of the GM. The data was not looked at yet.

    No values are told: what a correction was may be a secret.
    """
    who = _name(fight, data.get("persona"))
    match name:
        case "check":
            return f"called for a check of {who}"
        case "contest":
            return f"called for a contest of {who} and {_name(fight, data.get('opponent'))}"
        case "set":
            return f"corrected {who}"
        case "add":
            return f"brought in {data.get('name') or _sheet(fight, data.get('sheet'))}"
        case "remove":
            return f"removed {who}"
        case "end":
            return "ended the fight"
        case "override":
            return f"allowed {_name(fight, data.get('seat'))} something"
    return None


def _name(fight: Fight, id_: Any) -> str:
    persona = fight.state.personas.get(id_) if isinstance(id_, str) else None
    return "somebody" if persona is None else persona.name


def _sheet(fight: Fight, id_: Any) -> str:
    sheet = fight.book.sheets.get(id_) if isinstance(id_, str) else None
    return "somebody" if sheet is None else sheet.name
