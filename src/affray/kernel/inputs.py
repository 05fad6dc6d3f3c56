"""Inputs: everything that ever reaches a fight from outside, and their plain form for saves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from affray.kernel.errors import Unreadable


@dataclass(frozen=True, slots=True)
class Answer:
    """One part of a request answered: an option's id, or faces.

    `stamp` ties it to the request it answers. `by` is who answered ("dice" for the server's dice).
    """

    stamp: str
    part: int
    value: str | tuple[int, ...]
    by: str
    typed: bool = False


@dataclass(frozen=True, slots=True)
class Act:
    """Something from outside the order of play: a GM's check or correction, with author and reason."""

    name: str
    data: Mapping[str, Any]
    by: str
    reason: str = ""


Input = Answer | Act


@dataclass(frozen=True, slots=True)
class Undone:
    """The journal was cut back to its first `to` inputs."""

    to: int
    by: str


@dataclass(frozen=True, slots=True)
class Redone:
    """Inputs that had been cut were taken in again, until the journal held `to` inputs."""

    to: int
    by: str


@dataclass(frozen=True, slots=True)
class Rerolled:
    """The dice of the request open after `to` inputs fall anew; everything after it was cut."""

    to: int
    by: str
    reason: str


HistoryItem = Input | Undone | Redone | Rerolled


def item_to_plain(item: HistoryItem) -> dict[str, Any]:
    """A history item as plain JSON values."""
    match item:
        case Answer():
            value = item.value if isinstance(item.value, str) else list(item.value)
            plain = {"do": "answer", "stamp": item.stamp, "part": item.part, "value": value, "by": item.by}
            return {**plain, "typed": True} if item.typed else plain
        case Act():
            return {
                "do": "act",
                "name": item.name,
                "data": dict(item.data),
                "by": item.by,
                "reason": item.reason,
            }
        case Undone():
            return {"do": "undo", "to": item.to, "by": item.by}
        case Redone():
            return {"do": "redo", "to": item.to, "by": item.by}
        case Rerolled():
            return {"do": "reroll", "to": item.to, "by": item.by, "reason": item.reason}


def item_from_plain(plain: Any, place: str) -> HistoryItem:
    """The item that `item_to_plain` wrote. Raises `Unreadable` naming `place` on anything else."""
    if not isinstance(plain, dict):
        raise Unreadable(f"{place}: an input must be an object, not {type(plain).__name__}")
    kind = plain.get("do")
    fields = _FIELDS.get(kind) if isinstance(kind, str) else None
    if fields is None:
        raise Unreadable(f'{place}: "do" must be one of {", ".join(_FIELDS)}, not {kind!r}')
    faults = [
        f'{place}: "{name}" must be {wanted.__name__}, not {plain.get(name)!r}'
        for name, wanted in fields.items()
        if not isinstance(plain.get(name), wanted) or (wanted is int and isinstance(plain.get(name), bool))
    ]
    if kind == "answer" and not _is_answer_value(plain.get("value")):
        faults.append(f'{place}: "value" must be an option id or a list of faces')
    if faults:
        raise Unreadable(f"{place}: this input cannot be read", faults)
    if kind == "answer":
        value = plain["value"]
        value = value if isinstance(value, str) else tuple(value)
        return Answer(plain["stamp"], plain["part"], value, plain["by"], plain.get("typed") is True)
    if kind == "act":
        return Act(plain["name"], plain["data"], plain["by"], plain["reason"])
    if kind == "undo":
        return Undone(plain["to"], plain["by"])
    if kind == "redo":
        return Redone(plain["to"], plain["by"])
    return Rerolled(plain["to"], plain["by"], plain["reason"])


_FIELDS: dict[str, dict[str, type]] = {
    "answer": {"stamp": str, "part": int, "by": str},
    "act": {"name": str, "data": dict, "by": str, "reason": str},
    "undo": {"to": int, "by": str},
    "redo": {"to": int, "by": str},
    "reroll": {"to": int, "by": str, "reason": str},
}


def _is_answer_value(value: Any) -> bool:
    if isinstance(value, str):
        return True
    return isinstance(value, list) and all(type(face) is int for face in value)
