"""What a table gives out: messages for its readers, and things to store before those are sent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import orjson


@dataclass(frozen=True, slots=True)
class Out:
    """A message for one connection. A newer view makes an unsent older one needless; nothing else is."""

    connection: str
    kind: Literal["view", "log", "reply"]
    data: bytes


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """A history item to be stored. Its command is kept, so that a repeat is known after a restart."""

    number: int
    item: dict[str, Any]
    person: str | None
    command: str | None


@dataclass(frozen=True, slots=True)
class Writes:
    """What has to be stored before anybody is told: new history, and the room if it changed."""

    history: tuple[HistoryRow, ...]
    room: dict[str, Any] | None

    def __bool__(self) -> bool:
        return bool(self.history) or self.room is not None


def reply(connection: str, message: Any) -> Out:
    """An answer to one connection."""
    return Out(connection, "reply", orjson.dumps(message))
