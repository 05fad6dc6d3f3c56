"""The records that make one entry of the log.

What goes with what depends on the kinds of events and their order alone, never on what was undone since: so
an entry keeps its number for good.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

from affray.kernel.events import Record


@dataclass
class Group:
    """The records of one entry, with the cast as it was. A system's own groups say what belongs to them.

    `kind` says how the events belong together. `events` are those of the records as the reader sees them.
    `visible` is False while there is nothing to say yet, and `number` is -1 until then.
    """

    kind: str
    cast: Any
    records: list[Record] = field(default_factory=list)
    events: list[object] = field(default_factory=list)
    visible: bool = False
    number: int = -1

    results: ClassVar[tuple[type, ...]] = ()
    """Events that an entry stands or falls with."""
    wordless: ClassVar[tuple[type, ...]] = ()
    """Events that open or join an entry and give it nothing to say."""

    def add(self, record: Record, event: object) -> None:
        """Take a record in, with the event as this reader sees it."""
        self.records.append(record)
        self.events.append(event)
        self.visible = self.visible or not isinstance(event, self.wordless)

    def core(self) -> int:
        """The place of the event that the entry stands or falls with: the last result, else the first."""
        places = [at for at, event in enumerate(self.events) if isinstance(event, self.results)]
        return places[-1] if places else 0

    def has(self, *types: type) -> bool:
        """Whether an event of one of these kinds is in."""
        return any(isinstance(event, types) for event in self.events)
