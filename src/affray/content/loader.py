"""Loading packs and scenarios: everything, or one error that lists every fault."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import orjson

from affray import systems
from affray.content import bundled
from affray.content.faults import Fault, FaultyContent, path_of, printable
from affray.content.locate import Place
from affray.content.shape import did_you_mean, one_of, quoted, shape_of, shown
from affray.content.source import Source, deep_place, read_path
from affray.kernel.codec import to_plain
from affray.kernel.errors import Unreadable
from affray.kernel.system import AnyEncounter, System


@dataclass(frozen=True)
class Loaded:
    """A scenario with everything it needs, checked. A fight never changes it: `start` as often as wanted."""

    id: str
    system: System
    scenario: Any
    packs: tuple[Any, ...]
    rulings: Any

    @cached_property
    def book(self) -> Any:
        """The packs as one book."""
        return self.system.book(self.packs)

    @property
    def title(self) -> str:
        """What the fight is called."""
        return str(self.scenario.title)

    def start(self) -> AnyEncounter:
        """A fresh encounter."""
        return self.system.start(self.book, self.scenario, self.rulings)

    def to_plain(self) -> dict[str, Any]:
        """Everything as plain JSON values, so that a save needs no file beside it."""
        return {
            "id": self.id,
            "system": self.system.id,
            "scenario": to_plain(self.scenario),
            "packs": [to_plain(pack) for pack in self.packs],
        }

    @cached_property
    def content_hash(self) -> str:
        """32 hexadecimal digits that differ whenever scenario or packs do; the same on every machine."""
        plain = {key: value for key, value in self.to_plain().items() if key != "id"}
        return hashlib.blake2b(orjson.dumps(plain, option=orjson.OPT_SORT_KEYS), digest_size=16).hexdigest()


def load_scenario(name: str | Path) -> Loaded:
    """Load a scenario by the path of its file, or by the id of one that comes with affray."""
    if isinstance(name, Path) or name.endswith(".toml") or "/" in name or "\\" in name:
        path = Path(name)
        return load_source(read_path(path), path.stem)
    return load_source(bundled.read_scenario(name), name)


def load_source(source: Source, id_: str) -> Loaded:
    """Load a scenario from a source that was read."""
    system = system_of(source)
    faults = _misfits(source, source.data, system.scenario_type) + _doubled_ids(source)
    rulings = source.data.get("rulings", {})
    if isinstance(rulings, dict):
        faults += _misfits(source, rulings, system.rulings_type, ("rulings",))
    pack_sources, pack_faults = _pack_sources(source)
    faults += pack_faults
    for pack_source in pack_sources:
        faults += _pack_faults(pack_source, system)
    faults += _ids_in_several(pack_sources)
    if faults:
        raise FaultyContent(faults)
    packs = tuple(shape_of(system.pack_type).read(pack_source.data) for pack_source in pack_sources)
    scenario = shape_of(system.scenario_type).read(source.data)
    faults = _reference_faults(system, packs, pack_sources, scenario, source)
    if faults:
        raise FaultyContent(faults)
    return Loaded(id_, system, scenario, packs, shape_of(system.rulings_type).read(rulings))


def load_pack(source: Source) -> Any:
    """Load a pack that stands by itself."""
    system = system_of(source)
    faults = _pack_faults(source, system)
    if faults:
        raise FaultyContent(faults)
    pack = shape_of(system.pack_type).read(source.data)
    faults = _reference_faults(system, (pack,), [source], None, source)
    if faults:
        raise FaultyContent(faults)
    return pack


def loaded_from_plain(plain: Any, called: str = "the content of this save") -> Loaded:
    """What `Loaded.to_plain` wrote. Raises `Unreadable` on anything else, with every fault."""
    if not isinstance(plain, dict) or not isinstance(plain.get("packs"), list):
        raise Unreadable(f"{called} is no scenario with packs")
    deep = deep_place(plain)
    if deep:
        raise Unreadable(f'"{deep[0]}" in {called} is nested too deeply')
    system = system_named(plain.get("system"))
    scenario = plain.get("scenario")
    rulings = scenario.get("rulings", {}) if isinstance(scenario, dict) else {}
    parts = [(system.rulings_type, rulings), (system.scenario_type, scenario)]
    parts += [(system.pack_type, pack) for pack in plain["packs"]]
    parts = [(type_, shape_of(type_).without_defaults(part)) for type_, part in parts]
    faults = []
    for number, (type_, part) in enumerate(parts):
        under = "" if number else "rulings."
        faults += [
            f"{printable(under + path_of(part, misfit.place))}: {printable(misfit.message)}"
            for misfit in shape_of(type_).misfits(part)
        ]
    if faults:
        raise Unreadable(f"{called} does not fit", faults)
    read_rulings, read_scenario, *packs = (shape_of(type_).read(part) for type_, part in parts)
    found = system.faults(system.book(packs), read_scenario)
    if found:
        faults = []
        for place, message, known in found:
            where = path_of(scenario if place[0] == "scenario" else None, place[1:])
            allowed = f"; {one_of(known, None)}" if known else ""
            faults.append(f"{where}: {message}{allowed}")
        raise Unreadable(f"{called} does not hold together", faults)
    return Loaded(str(plain.get("id")), system, read_scenario, tuple(packs), read_rulings)


def system_named(id_: Any) -> System:
    """The rule system with this id. Raises `Unreadable`, naming the nearest."""
    if not isinstance(id_, str) or id_ not in systems.registered():
        raise Unreadable(f"there is no rule system {shown(id_)}; {one_of(systems.registered(), id_)}")
    return systems.system(id_)


def system_of(source: Source) -> System:
    """The rule system that a file is for."""
    if "system" not in source.data:
        raise FaultyContent([source.fault((), f'"system" is missing; {one_of(systems.registered(), None)}')])
    try:
        return system_named(source.data["system"])
    except Unreadable as error:
        raise FaultyContent([source.fault(("system",), error.message)]) from None


def _misfits(source: Source, data: Any, type_: type[Any], under: Place = ()) -> list[Fault]:
    return [source.fault((*under, *misfit.place), misfit.message) for misfit in shape_of(type_).misfits(data)]


def _pack_faults(source: Source, system: System) -> list[Fault]:
    """What is wrong with a pack. One for another rule system is that; the rest would not fit either."""
    other = source.data.get("system")
    if isinstance(other, str) and other != system.id and other in systems.registered():
        message = f"this pack is for {quoted(other)}, and the scenario for {quoted(system.id)}"
        return [source.fault(("system",), message)]
    return _misfits(source, source.data, system.pack_type) + _doubled_ids(source)


def _pack_sources(source: Source) -> tuple[list[Source], list[Fault]]:
    """The packs a scenario names, as far as they can be read, and the faults of the rest."""
    sources: list[Source] = []
    faults: list[Fault] = []
    names = source.data.get("packs", [])
    seen: set[str] = set()
    for number, name in enumerate(names if isinstance(names, list) else []):
        if not isinstance(name, str):
            continue
        place = ("packs", number)
        if name in seen:
            faults.append(source.fault(place, f"the pack {quoted(name)} is named twice"))
            continue
        seen.add(name)
        try:
            sources.append(_pack_source(source, name))
        except FaultyContent as error:
            faults += error.found
        except Unreadable as error:
            faults.append(source.fault(place, error.message))
    return sources, faults


def _pack_source(source: Source, name: str) -> Source:
    if not name.endswith(".toml"):
        return bundled.read_pack(name)
    return read_path(Path(name) if source.folder is None else source.folder / name)


def _items(source: Source) -> Iterator[tuple[str, int, str]]:
    """Every (list, number, id) of the top-level lists of tables."""
    for key, items in source.data.items():
        for number, item in enumerate(items if isinstance(items, list) else []):
            if isinstance(item, dict) and isinstance(item.get("id"), str):
                yield key, number, item["id"]


def _doubled_ids(source: Source) -> list[Fault]:
    seen: set[tuple[str, str]] = set()
    faults = []
    for key, number, id_ in _items(source):
        if (key, id_) in seen:
            faults.append(
                source.fault((key, number, "id"), f"there is another {key} with the id {quoted(id_)}")
            )
        seen.add((key, id_))
    return faults


def _ids_in_several(sources: Sequence[Source]) -> list[Fault]:
    """Ids that a later pack of a scenario uses again."""
    owners: dict[tuple[str, str], Source] = {}
    faults = []
    for source in sources:
        for key, number, id_ in _items(source):
            owner = owners.setdefault((key, id_), source)
            if owner is not source:
                message = f"{owner.name} has a {key} with the id {quoted(id_)} too"
                faults.append(source.fault((key, number, "id"), message))
    return faults


def _reference_faults(
    system: System, packs: Sequence[Any], sources: Sequence[Source], scenario: Any, scenario_source: Source
) -> list[Fault]:
    """What the system finds wrong between things that are each well formed."""
    faults = []
    for place, message, known in system.faults(system.book(packs), scenario):
        source, inside = scenario_source, tuple(place[1:])
        if place[0] == "pack":
            source, inside = _in_pack(sources, inside)
        value = _value_at(source.data, inside)
        hint = did_you_mean(value, known)
        allowed = f"; known: {', '.join(known)}" if known else ""
        faults.append(source.fault(inside, f"{message}{allowed}{hint}"))
    return faults


def _in_pack(sources: Sequence[Source], place: Place) -> tuple[Source, Place]:
    """The pack that holds the item which a place names by its id, and the place with the item's number."""
    key, id_, *rest = place
    for source in sources:
        for other_key, number, other_id in _items(source):
            if (other_key, other_id) == (key, id_):
                return source, (key, number, *rest)
    return sources[0], place


def _value_at(data: Any, place: Place) -> Any:
    for step in place:
        try:
            data = data[step]
        except (KeyError, IndexError, TypeError):
            return None
    return data
