"""The packs and scenarios that come with affray, by id. An id is the name of a file without its ending."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import PurePath

from affray.content.shape import did_you_mean
from affray.content.source import Source, read_bundled
from affray.kernel.errors import Unreadable
from affray.systems import registered

DEFAULT_SCENARIO = "saltgate"
"""The fight that opens when nobody names one."""


def pack_ids() -> tuple[str, ...]:
    """Ids of the packs that come with affray."""
    return tuple(_packs())


def scenario_ids() -> tuple[str, ...]:
    """Ids of the scenarios that come with affray."""
    return tuple(_scenarios())


def scenarios_of(system: str) -> dict[str, str]:
    """Ids and titles of the scenarios of one rule system."""
    sources = ((id_, read_bundled(file).data) for id_, file in _scenarios().items())
    return {id_: data["title"] for id_, data in sources if data["system"] == system}


def read_pack(id_: str) -> Source:
    """The bundled pack with this id. Raises `Unreadable`, naming the nearest."""
    return _read("pack", id_, _packs())


def read_scenario(id_: str) -> Source:
    """The bundled scenario with this id. Raises `Unreadable`, naming the nearest."""
    return _read("scenario", id_, _scenarios())


def _read(what: str, id_: str, known: dict[str, Traversable]) -> Source:
    if id_ not in known:
        hint = did_you_mean(id_, known)
        raise Unreadable(f'there is no {what} "{id_}"; affray comes with: {", ".join(known)}{hint}')
    return read_bundled(known[id_])


@cache
def _packs() -> dict[str, Traversable]:
    return {id_: file for content in _content_folders() for id_, file in _toml_files(content)}


@cache
def _scenarios() -> dict[str, Traversable]:
    return {id_: file for content in _content_folders() for id_, file in _toml_files(content / "scenarios")}


def _content_folders() -> Iterator[Traversable]:
    """The content of every registered system, in the order of their ids."""
    for id_ in sorted(registered()):
        content = files("affray.systems") / id_ / "content"
        if content.is_dir():
            yield content


def _toml_files(folder: Traversable) -> Iterator[tuple[str, Traversable]]:
    entries = sorted(folder.iterdir(), key=lambda entry: entry.name) if folder.is_dir() else []
    for file in entries:
        if file.name.endswith(".toml"):
            yield PurePath(file.name).stem, file
