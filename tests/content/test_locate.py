"""Lines of keys and list items in TOML sources."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray.content import bundled
from affray.content.locate import Place, line_at, lines_of

SOURCE = '''\
title = "x" # = [ {
"quoted key" = 1
dotted.inside = 2

list = [
  1, # one, two ]
  [2, 3],
  { a = "]", b = { c = """
}]
""" } },
]

[table]
key = \'\'\'
[not.a.table]
\'\'\'

[table.inner]
x = 1

[[items]]
id = "first"

[[items]]
id = "second"
[[items.parts]]
n = 1
[[items.parts]]
n = 2
[items.more]
deep = true
'''


@pytest.mark.parametrize(
    ("place", "line"),
    [
        (("title",), 1),
        (("quoted key",), 2),
        (("dotted", "inside"), 3),
        (("list",), 5),
        (("list", 0), 6),
        (("list", 1), 7),
        (("list", 1, 1), 7),
        (("list", 2, "a"), 8),
        (("list", 2, "b", "c"), 8),
        (("table",), 13),
        (("table", "key"), 14),
        (("table", "inner", "x"), 19),
        (("items", 0, "id"), 22),
        (("items", 1), 24),
        (("items", 1, "parts", 0, "n"), 27),
        (("items", 1, "parts", 1, "n"), 29),
        (("items", 1, "more", "deep"), 31),
    ],
)
def test_every_place_has_the_line_it_begins_on(place: Place, line: int) -> None:
    """Headers, keys, list items, and what is inside inline tables and strings over several lines."""
    assert lines_of(SOURCE)[place] == line


def test_windows_line_ends_count_once() -> None:
    """A file written on Windows has the same lines."""
    assert lines_of(SOURCE.replace("\n", "\r\n")) == lines_of(SOURCE)


def test_a_place_that_is_missing_is_found_around_it() -> None:
    """A key that the file lacks is reported where its table begins."""
    lines = lines_of(SOURCE)
    assert line_at(lines, ("items", 1, "name")) == 24
    assert line_at(lines, ("nothing", 3)) == 1


def places(data: Any, place: Place = ()) -> set[Place]:
    """Every place that parsed data has."""
    found = {place} if place else set()
    if isinstance(data, dict):
        for key, value in data.items():
            found |= places(value, (*place, key))
    elif isinstance(data, list):
        for number, value in enumerate(data):
            found |= places(value, (*place, number))
    return found


@pytest.mark.parametrize("id_", bundled.pack_ids())
def test_a_whole_pack_is_located(id_: str) -> None:
    """Every place that the parser finds has a line, and no other place has."""
    source = bundled.read_pack(id_)
    assert set(lines_of(source.text)) == places(source.data)


keys = st.text("ab-1", min_size=1, max_size=3)
scalars = st.integers(-9, 9) | st.booleans() | st.text(" ab[]{}=,#", max_size=5)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3),
    max_leaves=8,
)


def written(value: Any) -> str:
    """A value as TOML."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {written(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[\n  # ] comment\n" + ",\n".join(map(written, value)) + "\n]" if value else "[]"
    if isinstance(value, bool):
        return str(value).lower()
    return f"'{value}'" if isinstance(value, str) else str(value)


@given(st.dictionaries(keys, values, max_size=4))
def test_whatever_is_valid_is_located(data: dict[str, Any]) -> None:
    """For any data, the scanner finds exactly the places that the parser finds."""
    lines = [f"{key} = {written(value)}" for key, value in data.items() if "\n" not in written(value)]
    lines += [f"{key} = {written(value)}" for key, value in data.items() if "\n" in written(value)]
    source = "\n".join(lines)
    try:
        parsed = tomllib.loads(source)
    except tomllib.TOMLDecodeError:
        return  # a list inside an inline table may not span lines in TOML 1.0
    assert set(lines_of(source)) == places(parsed)
