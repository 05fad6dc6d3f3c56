"""Events: the only way anything changes, and the record of who may know of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from affray.kernel.requests import Audience


class Event(Protocol):
    """A change. Frozen, without mutable parts; `clause` answers "why?"."""

    @property
    def clause(self) -> str:
        """The clause that makes the change."""

    def apply(self, state: Any) -> None:
        """Make the change."""


@dataclass(slots=True)
class Record:
    """An event as it was emitted.

    `number` has no gaps. `at` is how many inputs had been taken in. `to` are the sides that may know it;
    others are shown `public` instead, or nothing. `undone_by` names who took it back.
    """

    number: int
    at: int
    event: Event
    to: Audience
    public: Event | None
    undone_by: str | None = None
