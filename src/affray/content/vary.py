"""Scenarios that differ from another in named places: for sweeps and comparisons.

A path leads from the scenario, or from the packs it plays with, to a value: "combatant.0.start.hp",
"sheet.brute.hp", "rulings.surge_reset". Items of lists go by their number from 0 or by their id.
"""

from __future__ import annotations

import itertools
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from affray.content.loader import Loaded, load_pack, load_scenario, loaded_from_plain, system_of
from affray.content.shape import one_of, quoted, shown
from affray.content.source import Source, read_path
from affray.kernel.codec import to_plain
from affray.kernel.errors import Unreadable

CELLS_MAX = 400
"""Larger grids are refused: nobody reads them."""

_FIXED = ("system", "packs")
"""Keys of a scenario that say what all the rest is; they are no values to vary."""

_PIECE = re.compile(r'(?:[^,"\'\[\]{}]|"[^"]*"|\'[^\']*\'|\[[^\]]*\]|\{[^}]*\})+')
"""A value of a list with commas, which may itself be a text, a list or a table with commas."""


@dataclass(frozen=True, slots=True)
class Vary:
    """A path, and the values it is to take."""

    path: str
    values: tuple[Any, ...]


Changes = tuple[tuple[str, Any], ...]
"""Paths with the value each is set to."""


def vary_of(text: str) -> Vary:
    """Read "PATH=V1,V2". A value is TOML, or where it is none, a text. Raises `Unreadable`."""
    path, equals, values = text.partition("=")
    pieces = [piece.strip() for piece in _PIECE.findall(values)]
    if not path.strip() or not equals or not any(pieces):
        raise Unreadable(f"{quoted(text)} is no variation; one looks like sheet.brute.hp=10,12")
    return Vary(path.strip(), tuple(_value(piece) for piece in pieces if piece))


def _value(text: str) -> Any:
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except (tomllib.TOMLDecodeError, RecursionError, ValueError):
        return text


def grid(loaded: Loaded, varies: Sequence[Vary]) -> list[tuple[Changes, Loaded]]:
    """The scenario in every combination of values, the last path changing fastest.

    Raises `Unreadable` with every fault of every combination, each once.
    """
    paths = [vary.path for vary in varies]
    doubled = next((path for path in paths if paths.count(path) > 1), None)
    if doubled is not None:
        raise Unreadable(f"{quoted(doubled)} is varied twice; name all its values at once")
    combinations = list(itertools.product(*(vary.values for vary in varies)))
    if len(combinations) > CELLS_MAX:
        raise Unreadable(f"this makes {len(combinations)} combinations; at most {CELLS_MAX} are played")
    cells: list[tuple[Changes, Loaded]] = []
    errors: list[Unreadable] = []
    for values in combinations:
        changes = tuple(zip(paths, values, strict=True))
        try:
            cells.append((changes, varied(loaded, changes)))
        except Unreadable as error:
            errors.append(error)
    if errors:
        faults = dict.fromkeys(fault for error in errors for fault in error.faults)
        one = errors[0].message if len(errors) == 1 else f"{loaded.id} does not fit with these values"
        # An unknown path is the same single message for every combination.
        raise Unreadable(one if faults else errors[0].message, tuple(faults))
    return cells


def varied(loaded: Loaded, changes: Sequence[tuple[str, Any]]) -> Loaded:
    """The scenario with these values in place of its own, checked like a file. Raises `Unreadable`."""
    plain = loaded.to_plain()
    for path, value in changes:
        _set(plain, path, value)
    says = " and ".join(f"{path} = {shown(value)}" for path, value in changes)
    return loaded_from_plain(plain, f"{loaded.id} with {says}")


def counterpart(loaded: Loaded, name: str) -> Loaded:
    """What a scenario is compared with: another one by id or path, or itself with a pack's or rulings' file.

    A pack takes the place of that pack of the scenario with which it shares the most ids. Raises
    `Unreadable`.
    """
    if not (name.endswith(".toml") or "/" in name or "\\" in name):
        return load_scenario(name)
    source = read_path(Path(name))
    if "combatant" in source.data or "packs" in source.data:
        return load_scenario(name)
    plain = loaded.to_plain()
    if set(source.data) <= {"system", "rulings"} and isinstance(source.data.get("rulings"), dict):
        plain["scenario"]["rulings"] = plain["scenario"]["rulings"] | source.data["rulings"]
    else:
        _exchange_pack(plain, loaded, source)
    return loaded_from_plain(plain, f"{loaded.id} with {source.name}")


def _exchange_pack(plain: dict[str, Any], loaded: Loaded, source: Source) -> None:
    if system_of(source).id != loaded.system.id:
        raise Unreadable(
            f"{source.name} is for {source.data['system']}, and {loaded.id} for {loaded.system.id}"
        )
    pack = to_plain(load_pack(source))
    own = _ids(pack)
    shared = [len(own & _ids(other)) for other in plain["packs"]]
    plain["packs"][shared.index(max(shared))] = pack


def _ids(pack: Mapping[str, Any]) -> set[tuple[str, str]]:
    return {
        (key, item["id"])
        for key, items in pack.items()
        if isinstance(items, list)
        for item in items
        if isinstance(item, dict) and "id" in item
    }


def _set(plain: dict[str, Any], path: str, value: Any) -> None:
    """Put a value where a path leads. What has no such key is left to the check that follows."""
    first, *rest = path.split(".")
    here = _home(plain, path, first, rest)
    steps = [first, *rest]
    for step, after in itertools.pairwise(steps):
        key: Any = _key(here, step, path)
        inside = here[key] if isinstance(here, list) else here.get(key)
        if inside is None:
            inside = here[key] = {}
        if not isinstance(inside, (dict, list)):
            raise Unreadable(f"{path}: {quoted(step)} is a value; there is no {quoted(after)} in it")
        here = inside
    here[_key(here, steps[-1], path)] = value


def _home(plain: dict[str, Any], path: str, first: str, rest: Sequence[str]) -> Any:
    """The scenario, or the pack that has the list with this item. Raises `Unreadable`."""
    scenario: dict[str, Any] = plain["scenario"]
    in_packs = {key for pack in plain["packs"] for key, value in pack.items() if isinstance(value, list)}
    known = [key for key in scenario if key not in _FIXED]
    if first in known:
        return scenario
    if first not in in_packs:
        known += sorted(in_packs - set(scenario))
        raise Unreadable(f"{path}: there is nothing called {quoted(first)} to vary; {one_of(known, first)}")
    item = rest[0] if rest else ""
    for pack in plain["packs"]:
        if item in _names(pack.get(first) or []):
            return pack
    names = [name for pack in plain["packs"] for name in _names(pack.get(first) or [])]
    raise Unreadable(f"{path}: there is no {first} {quoted(item)}; {one_of(names, item)}")


def _key(here: Any, step: str, path: str) -> str | int:
    """The key of a table, or the position in a list that a number or an id means. Raises `Unreadable`."""
    if not isinstance(here, list):
        return step
    names = _names(here)
    if step in names:
        return names.index(step)
    if step.isdecimal() and int(step) < len(here):
        return int(step)
    known = [*map(str, range(len(here))), *filter(None, names)]
    raise Unreadable(f"{path}: there is no item {quoted(step)}; {one_of(known, step)}")


def _names(items: Sequence[Any]) -> list[str]:
    """What the items of a list are called: by their id, or without one by their sheet."""
    tables = [item if isinstance(item, dict) else {} for item in items]
    return [str(item.get("id") or item.get("sheet") or "") for item in tables]
