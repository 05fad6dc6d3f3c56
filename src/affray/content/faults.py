"""Faults of content files: where, and what; and the error that carries all of them at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from affray.content.locate import Place
from affray.kernel.errors import Unreadable


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault of a file. `line` and `column` count from 1; 0 where there is none to name.

    What cannot be seen in place or message is written as an escape, so that each fault is one line.
    """

    file: str
    line: int
    place: str
    message: str
    column: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "place", printable(self.place))
        object.__setattr__(self, "message", printable(self.message))

    def to_plain(self) -> dict[str, str | int]:
        """As plain JSON values."""
        return {"file": self.file, "line": self.line, "place": self.place, "message": self.message}

    def __str__(self) -> str:
        where = [self.file, *(str(number) for number in (self.line, self.column) if number)]
        return ": ".join(part for part in (":".join(where), self.place, self.message) if part)


class FaultyContent(Unreadable):
    """Content that cannot be loaded. `found` lists every fault."""

    def __init__(self, found: Sequence[Fault]) -> None:
        files = list(dict.fromkeys(fault.file for fault in found))
        self.found = tuple(sorted(found, key=lambda fault: (files.index(fault.file), fault.line)))
        count = "1 fault" if len(found) == 1 else f"{len(found)} faults"
        super().__init__(f"{count} in {' and '.join(files)}", [str(fault) for fault in self.found])


def printable(text: str) -> str:
    """The text with escapes as in TOML for controls, and for what shows nothing or turns text around."""
    return "".join(one if one.isprintable() else _escape(ord(one)) for one in text)


def _escape(code: int) -> str:
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def dotted(data: object, place: Place) -> str:
    """A place as an author names it: weapon[axe].reach[1]. Items without an id are counted from 1."""
    text = ""
    for step in place:
        inside = _inside(data, step)
        if isinstance(step, int):
            id_ = inside.get("id") if isinstance(inside, dict) else None
            text += f"[{id_ if isinstance(id_, str) else step + 1}]"
        else:
            text += f".{step}" if text else step
        data = inside
    return text


def path_of(data: object, place: Place) -> str:
    """A place as `affray.content.vary` reads it: weapon.axe.reach.0. Items go by id, by sheet, or from 0."""
    steps = []
    for step in place:
        data = _inside(data, step)
        named = data if isinstance(step, int) and isinstance(data, dict) else {}
        steps.append(str(named.get("id") or named.get("sheet") or step))
    return ".".join(steps)


def _inside(data: object, step: str | int) -> object:
    if isinstance(data, dict):
        return data.get(step)
    if isinstance(data, list) and isinstance(step, int) and 0 <= step < len(data):
        return data[step]
    return None
