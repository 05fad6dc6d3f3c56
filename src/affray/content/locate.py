"""Where things stand in a TOML source: the line of every key and list item.

`tomllib` gives no positions. This scanner walks a source that `tomllib` has already accepted, so it checks
nothing itself: it only follows headers, keys, strings and brackets and writes down where they begin.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_left

Place = tuple[str | int, ...]
"""Keys and list positions, from the top of the file to a value."""

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_SPACE = re.compile(r"(?:[ \t\n]|#[^\n]*)*")
_SCALAR = re.compile(r"[^,\]\}\n#]+")
_STRINGS = (
    re.compile(r'"""(?:\\.|[^\\])*?"{3,5}', re.DOTALL),
    re.compile(r"'''.*?'{3,5}", re.DOTALL),
    re.compile(r'"(?:\\.|[^"\\\n])*"'),
    re.compile(r"'[^'\n]*'"),
)


def lines_of(source: str) -> dict[Place, int]:
    """The line, counted from 1, on which each place of a valid TOML source begins."""
    return _Scanner(source.replace("\r\n", "\n")).scan()


def line_at(lines: dict[Place, int], place: Place) -> int:
    """The line of a place, or of the nearest thing around it that the source has."""
    while place and place not in lines:
        place = place[:-1]
    return lines.get(place, 1)


class _Scanner:
    """One walk over a source. `at` is the next character to look at."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.at = 0
        self.lines: dict[Place, int] = {}
        self.counts: dict[Place, int] = {}
        self.arrays: set[Place] = set()
        self.ends = [end.start() for end in re.finditer("\n", source)]

    def scan(self) -> dict[Place, int]:
        table: Place = ()
        while self._skip_space():
            if self.source[self.at] == "[":
                table = self._header()
            else:
                self._pair(table)
        return self.lines

    def _header(self) -> Place:
        """A table's header. "[[x]]" begins the next item of a list."""
        start = self.at
        is_list = self.source.startswith("[[", self.at)
        self.at += 2 if is_list else 1
        self._skip_space()
        keys = self._dotted_key()
        self.at = self.source.index("]", self.at) + (2 if is_list else 1)
        place: Place = ()
        for key in keys[:-1]:
            place = self._into(place, key, start)
        place = (*place, keys[-1])
        self._note(place, start)
        if is_list:
            self.arrays.add(place)
            self.counts[place] = self.counts.get(place, -1) + 1
            place = (*place, self.counts[place])
            self._note(place, start)
        return place

    def _into(self, place: Place, key: str, start: int) -> Place:
        """Step into a key of a header; in a list of tables that means its last item."""
        place = (*place, key)
        self._note(place, start)
        return (*place, self.counts[place]) if place in self.arrays else place

    def _pair(self, table: Place) -> None:
        start = self.at
        place = table
        for key in self._dotted_key():
            place = (*place, key)
            self._note(place, start)
        self.at = self.source.index("=", self.at) + 1
        self._skip_space()
        self._value(place)

    def _value(self, place: Place) -> None:
        opening = self.source[self.at]
        if opening == "[":
            self._list(place)
        elif opening == "{":
            self._table(place)
        elif opening in "\"'":
            self._string()
        else:
            scalar = _SCALAR.match(self.source, self.at)
            self.at = scalar.end() if scalar else self.at + 1

    def _list(self, place: Place) -> None:
        self.at += 1
        number = 0
        while self._skip_space() and self.source[self.at] != "]":
            item = (*place, number)
            self._note(item, self.at)
            self._value(item)
            number += 1
            self._skip_comma()
        self.at += 1

    def _table(self, place: Place) -> None:
        self.at += 1
        while self._skip_space() and self.source[self.at] != "}":
            self._pair(place)
            self._skip_comma()
        self.at += 1

    def _skip_comma(self) -> None:
        self._skip_space()
        if self.source.startswith(",", self.at):
            self.at += 1

    def _dotted_key(self) -> list[str]:
        keys = [self._key()]
        while self._skip_space() and self.source[self.at] == ".":
            self.at += 1
            self._skip_space()
            keys.append(self._key())
        return keys

    def _key(self) -> str:
        bare = _BARE_KEY.match(self.source, self.at)
        if bare:
            self.at = bare.end()
            return bare.group()
        written = self._string()
        if "\\" in written and written.startswith('"'):
            return str(tomllib.loads(f"key = {written}")["key"])
        return written[1:-1]

    def _string(self) -> str:
        for pattern in _STRINGS:
            found = pattern.match(self.source, self.at)
            if found:
                self.at = found.end()
                return found.group()
        raise ValueError(f"no string at {self.at}")

    def _skip_space(self) -> bool:
        """Go to the next character that is neither space nor comment; False at the end."""
        found = _SPACE.match(self.source, self.at)
        self.at = found.end() if found else self.at
        return self.at < len(self.source)

    def _note(self, place: Place, at: int) -> None:
        if place not in self.lines:
            self.lines[place] = 1 + bisect_left(self.ends, at)
