"""What one entry is made from: its events that stand, and who is in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from affray.kernel.presentation import Who
from affray.systems.sunder.text.cast import Cast
from affray.systems.sunder.text.grouping import Group

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class Story:
    """The events of one entry, and its group."""

    group: Group
    events: Sequence[object]

    @property
    def cast(self) -> Cast:
        """Names as they were."""
        return self.group.cast

    def first(self, kind: type[Found]) -> Found | None:
        """The first event of a kind."""
        return next((event for event in self.events if isinstance(event, kind)), None)

    def every(self, kind: type[Found]) -> list[Found]:
        """All events of a kind."""
        return [event for event in self.events if isinstance(event, kind)]


def names_apart(cast: Cast, ids: Sequence[str]) -> list[str | Who]:
    """Names in a row, as parts of a sentence. What is no creature is told by its name alone."""
    parts: list[str | Who] = []
    for place, id_ in enumerate(ids):
        if place:
            parts.append(" and " if place == len(ids) - 1 else ", ")
        parts.append(cast.who(id_) if cast.is_creature(id_) else cast.thing_at(id_))
    return parts
