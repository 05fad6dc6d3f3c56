"""The rule systems, each a folder of its own, and the registry that finds them by id."""

from __future__ import annotations

from importlib import import_module

from affray.kernel.errors import Unreadable
from affray.kernel.system import System

_HOMES = {
    "d20plus": "affray.systems.d20plus.system",
    "pace": "affray.systems.pace.system",
    "cantor": "affray.systems.cantor.system",
    "sunder": "affray.systems.sunder.system",
}


def registered() -> tuple[str, ...]:
    """The ids of all systems."""
    return tuple(_HOMES)


def system(id_: str) -> System:
    """The system with this id, imported on first use. Raises `Unreadable` for any other id."""
    home = _HOMES.get(id_)
    if home is None:
        raise Unreadable(f'There is no system "{id_}"; there is: {", ".join(_HOMES)}.')
    found: System = import_module(home).SYSTEM
    return found
