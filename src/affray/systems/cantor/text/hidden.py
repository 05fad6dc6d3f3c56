"""Who was Hidden when an event came, where the event itself does not say: names must not give them away."""

from __future__ import annotations

from collections.abc import Sequence

from affray.kernel.events import Record
from affray.systems.cantor import events as e


class HiddenPast:
    """The records of a fight so far, as far as they say who is Hidden."""

    def __init__(self) -> None:
        self._seen = 0
        self._changes: dict[str, list[tuple[Record, bool]]] = {}

    def take(self, records: Sequence[Record]) -> None:
        """Take in what was added. `records` is the whole record of the fight, each time."""
        for record in records[self._seen :]:
            found = _change(record.event)
            if found is not None:
                unit, hidden = found
                self._changes.setdefault(unit, []).append((record, hidden))
        self._seen = len(records)

    def before(self, at: Record, unit: str, at_first: bool) -> bool:
        """Whether a unit was Hidden before a record, on the course that was played."""
        for record, hidden in reversed(self._changes.get(unit, [])):
            before = record.number < at.number and record.at <= at.at
            if before and (record.undone_by is None or at.undone_by is not None):
                return hidden
        return at_first


def _change(event: object) -> tuple[str, bool] | None:
    match event:
        case e.Hid():
            return event.unit, True
        case e.ConditionGained(name="Hidden"):
            return event.unit, True
        case e.ConditionEnded(name="Hidden") | e.WentOut() | e.Removed():
            return event.unit, False
    return None
