"""What one entry is made from: its events that stand, who is in them, and whom its reader may know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from affray.kernel.presentation import Who
from affray.systems.cantor.text.cast import Cast
from affray.systems.cantor.text.grouping import Group
from affray.telling.words import listed

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

    def known(self, id_: str, event: object) -> bool:
        """Whether the reader may learn of a unit that an event names beside the one it is about."""
        for record, held in zip(self.group.records, self.group.events, strict=True):
            if held is event:
                return self.cast.may_name(id_, record)
        declared_at = self.group.declared_at
        if event is self.group.declared and declared_at is not None:
            return self.cast.may_name(id_, declared_at)
        return True


def names(story: Story, ids: Sequence[str]) -> str:
    """Names in a row, as text."""
    return listed(story.cast.name(id_) for id_ in ids)


def names_apart(story: Story, ids: Sequence[str]) -> list[str | Who]:
    """Names in a row, as parts of a sentence."""
    parts: list[str | Who] = []
    for place, id_ in enumerate(ids):
        if place:
            parts.append(" and " if place == len(ids) - 1 else ", ")
        parts.append(story.cast.who(id_))
    return parts
