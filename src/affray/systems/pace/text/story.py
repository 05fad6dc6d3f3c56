"""What one entry is made from: its events that stand, who is in them, and what was so before them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from affray.systems.pace import events as e
from affray.systems.pace.text.cast import Cast
from affray.systems.pace.text.grouping import Group
from affray.telling.words import with_article

Found = TypeVar("Found")

DIRECTIONS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
"""The facings in words, by their index."""


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

    def ap(self, paid: e.ApPaid) -> str:
        """ "3 AP to 2": what was there, and what is left of it."""
        before = None
        for record, event in zip(self.group.records, self.group.events, strict=True):
            if event is paid:
                before = self.cast.past.ap_before(record, paid.character)
        if before is None:
            return f"for {paid.ap} AP"
        return f"{before} AP to {max(0, before - paid.ap)}"

    def ap_of(self, character: str) -> str:
        """What a character paid in this entry, to stand after a comma; empty where it paid nothing."""
        paid = [event for event in self.every(e.ApPaid) if event.character == character]
        return f", {self.ap(paid[0])}" if paid else ""

    def diagonals(self, walked: e.Walked) -> int:
        """The diagonals of the turn so far, those of this way among them."""
        for record, event in zip(self.group.records, self.group.events, strict=True):
            if event is walked:
                return self.cast.past.diagonals_up_to(record)
        return walked.diagonals


def with_thing(name: str) -> str:
    """A thing as it stands in a sentence; words in "us" are one thing: "a cestus"."""
    if name.endswith("us") and name[1:] == name[1:].lower():
        thing = name[:1].lower() + name[1:]
        return f"{'an' if thing[:1] in 'aeiou' else 'a'} {thing}"
    return with_article(name)
