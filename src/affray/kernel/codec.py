"""State and events as JSON and back, and the hash of a state."""

from __future__ import annotations

import hashlib
from typing import Any

import orjson
from pydantic import TypeAdapter

_adapters: dict[type[Any], TypeAdapter[Any]] = {}


def _adapter(type_: type[Any]) -> TypeAdapter[Any]:
    adapter = _adapters.get(type_)
    if adapter is None:
        adapter = _adapters[type_] = TypeAdapter(type_)
    return adapter


def to_plain(value: Any) -> Any:
    """A dataclass as plain JSON values."""
    return _adapter(type(value)).dump_python(value, mode="json")


def from_plain(type_: type[Any], plain: Any) -> Any:
    """The dataclass that `to_plain` wrote. Raises pydantic's ValidationError on anything else."""
    return _adapter(type_).validate_python(plain)


def state_hash(state: Any) -> str:
    """32 hexadecimal digits that differ whenever the state differs; the same on every machine."""
    canonical = orjson.dumps(to_plain(state), option=orjson.OPT_SORT_KEYS)
    return hashlib.blake2b(canonical, digest_size=16).hexdigest()
