"""A TOML file as read: its text, its data, and where everything stands."""

from __future__ import annotations

import re
import tomllib
from copy import copy
from functools import cached_property
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from affray.content.faults import Fault, FaultyContent, dotted
from affray.content.locate import Place, line_at, lines_of
from affray.kernel.errors import Unreadable

BYTES_MAX = 2_000_000
"""Larger files are no content; they are refused before they are parsed."""

_POSITION = re.compile(r" \(at line (\d+), column (\d+)\)$")
_AT_END = " (at end of document)"
_LONG_NUMBER = re.compile(r"\d[\d_]{4299}")
_TOO_LONG = "a number of thousands of digits is no content"
_TOO_DEEP = "lists and tables are nested too deeply"
DEPTH_MAX = 32
"""Content needs about eight levels."""


class Source:
    """One content file. `name` is how it is called in messages; `folder` is where its neighbours are."""

    def __init__(self, name: str, text: str, folder: Path | None) -> None:
        self.name = name
        self.text = text
        self.folder = folder
        self.data: dict[str, Any] = self._parsed()
        self._written = self.data
        self._moved: dict[Place, Place] = {}

    def varied(self, data: dict[str, Any], moved: dict[Place, Place]) -> Source:
        """The same file with other data; `moved` tells where the parts that differ stand in the file."""
        other = copy(self)
        other.data = data
        other._moved = moved
        return other

    def fault(self, place: Place, message: str) -> Fault:
        """A fault at a place of this file."""
        data = self.data
        for end in range(len(place), 0, -1):
            home = self._moved.get(place[:end])
            if home is not None and (*home, *place[end:]) in self._lines:
                place, data = (*home, *place[end:]), self._written
                break
        return Fault(self.name, self.line(place), dotted(data, place), message)

    def line(self, place: Place) -> int:
        """The line on which a place of the file begins."""
        return line_at(self._lines, place)

    @cached_property
    def _lines(self) -> dict[Place, int]:
        return lines_of(self.text)

    def _parsed(self) -> dict[str, Any]:
        try:
            data = tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as error:
            raise FaultyContent([self._syntax_fault(str(error))]) from None
        except RecursionError:
            raise FaultyContent([Fault(self.name, 1, "", _TOO_DEEP)]) from None
        except ValueError:
            # Python gives up on numbers of thousands of digits, and does not say where they are.
            raise FaultyContent([Fault(self.name, self._line_of_long_number(), "", _TOO_LONG)]) from None
        deep = deep_place(data)
        if deep:
            raise FaultyContent([Fault(self.name, line_at(lines_of(self.text), deep), deep[0], _TOO_DEEP)])
        return data

    def _line_of_long_number(self) -> int:
        found = _LONG_NUMBER.search(self.text)
        return 1 + self.text.count("\n", 0, found.start() if found else 0)

    def _syntax_fault(self, message: str) -> Fault:
        found = _POSITION.search(message)
        if found:
            return Fault(
                self.name, int(found[1]), "", f"not valid TOML: {message[: found.start()]}", int(found[2])
            )
        last = self.text.count("\n") + 1
        return Fault(
            self.name, last, "", f"not valid TOML: {message.removesuffix(_AT_END)} (at the end of the file)"
        )


def read_path(path: Path) -> Source:
    """Read a file of the user's. Raises `Unreadable`."""
    try:
        with path.open("rb") as file:
            content = file.read(BYTES_MAX + 1)
    except FileNotFoundError:
        raise Unreadable(f"{path}: there is no such file") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise Unreadable(f"{path}: cannot be read ({reason})") from None
    return Source(str(path), _decoded(str(path), content), path.parent)


def read_bundled(file: Traversable) -> Source:
    """Read a file that comes with affray."""
    return Source(file.name, _decoded(file.name, file.read_bytes()), None)


def _decoded(name: str, content: bytes) -> str:
    if len(content) > BYTES_MAX:
        raise Unreadable(f"{name}: larger than {BYTES_MAX // 1_000_000} MB; this is no content file")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise FaultyContent([Fault(name, line, "", "not UTF-8 text")]) from None


def deep_place(data: dict[str, Any]) -> tuple[str, ...]:
    """The key at the top of the file below which something is nested too deeply, or nothing."""
    for key, value in data.items():
        level: list[Any] = [value]
        for _ in range(DEPTH_MAX):
            level = [
                inner
                for outer in level
                for inner in (
                    outer.values() if isinstance(outer, dict) else outer if isinstance(outer, list) else ()
                )
            ]
        if level:
            return (key,)
    return ()
