"""The log that a system keeps for a reader, or one that asks it for everything each time."""

from __future__ import annotations

from collections.abc import Sequence

from affray.kernel.events import Record
from affray.kernel.presentation import Entry
from affray.kernel.system import AnyEncounter, Log, System, Viewer


def log_of(system: System, viewer: Viewer) -> Log:
    """A fresh log for a viewer: the system's own where it offers one."""
    offered = getattr(system, "log", None)
    if offered is None:
        return WholeLog(system, viewer)
    log: Log = offered(viewer)
    return log


class WholeLog:
    """A `Log` for a system that only tells whole logs: right, but slow where a fight is long."""

    def __init__(self, system: System, viewer: Viewer) -> None:
        self.entries: list[Entry] = []
        self._system = system
        self._viewer = viewer
        self._encounter: AnyEncounter | None = None
        self._records: Sequence[Record] = ()

    def take(self, encounter: AnyEncounter, records: Sequence[Record]) -> list[Entry]:
        """Have the whole log told, and return what differs from before."""
        before = self.entries
        self.entries = self._system.entries(encounter, records, self._viewer)
        self._encounter, self._records = encounter, list(records)
        return [
            entry
            for number, entry in enumerate(self.entries)
            if number >= len(before) or entry != before[number]
        ]

    def records_of(self, number: int) -> list[Record]:
        """The records from the first without which the system would not tell this entry, up to the next's."""
        return list(self._records[self._first(number) : self._first(number + 1)])

    def _first(self, number: int) -> int:
        low, high = 0, len(self._records)
        while low < high:
            middle = (low + high) // 2
            assert self._encounter is not None
            said = self._system.entries(self._encounter, self._records[: middle + 1], self._viewer)
            if len(said) > number:
                high = middle
            else:
                low = middle + 1
        return low
