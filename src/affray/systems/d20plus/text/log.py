"""The log of a fight for one reader, kept up to date record by record."""

from __future__ import annotations

from collections.abc import Sequence

from affray.kernel.events import Record
from affray.kernel.presentation import Entry
from affray.kernel.system import Viewer
from affray.systems.d20plus.events import RoundBegan
from affray.systems.d20plus.state import Fight
from affray.systems.d20plus.text.cast import Cast, cast_of
from affray.systems.d20plus.text.draft import Draft
from affray.systems.d20plus.text.grouping import Group, group_for, is_silent
from affray.systems.d20plus.text.narrate import narrate


class Log:
    """Entries for readers who may know the same. Numbers count from 0, have no gaps and never change."""

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self.entries: list[Entry] = []
        self._taken = 0
        self._cast: Cast | None = None
        self._last: Group | None = None
        self._shown: list[Group] = []
        self._rounds: list[Record] = []
        # Undoing always takes back the newest of the records that still stand, so the newest stand on top.
        self._standing: list[tuple[Record, Group]] = []

    def take(self, fight: Fight, records: Sequence[Record]) -> list[Entry]:
        """Take in what was added and what was undone. Returns the entries that are new or changed.

        `records` is the whole record of the fight, each time.
        """
        touched: dict[int, Group] = {}
        while self._standing and self._standing[-1][0].undone_by is not None:
            _, group = self._standing.pop()
            touched[id(group)] = group
        if self._cast is None:
            self._cast = cast_of(fight, (record.event for record in records))
        for record in records[self._taken :]:
            group_taken = self._take(record)
            if group_taken is not None:
                touched[id(group_taken)] = group_taken
        self._taken = len(records)
        return self._refresh(touched)

    def records_of(self, number: int) -> list[Record]:
        """The records behind an entry, so that its dice can be found."""
        return list(self._shown[number].records)

    def _take(self, record: Record) -> Group | None:
        assert self._cast is not None
        event = record.event if self.viewer.knows(record.to) else record.public
        if event is None:
            return None
        self._cast = self._cast.after(event)
        if is_silent(self._cast, event):
            return None
        opened = group_for(self._last, self._cast, event)
        group = opened or self._last
        assert group is not None
        group.add(record, event)
        self._last = group
        if record.undone_by is None:
            self._standing.append((record, group))
        if group.visible and group.number < 0:
            group.number = len(self._shown)
            self._shown.append(group)
        if isinstance(event, RoundBegan):
            self._rounds.append(record)
        return group

    def _refresh(self, touched: dict[int, Group]) -> list[Entry]:
        """Write the touched entries anew and return those that came out different."""
        changed = []
        for group in sorted(touched.values(), key=lambda group: group.number):
            if group.number < 0:
                continue
            entry = self._entry(group)
            if group.number == len(self.entries):
                self.entries.append(entry)
            elif self.entries[group.number] == entry:
                continue
            else:
                self.entries[group.number] = entry
            changed.append(entry)
        return changed

    def _entry(self, group: Group) -> Entry:
        undone_by = group.records[group.core()].undone_by
        events = [
            event
            for record, event in zip(group.records, group.events, strict=True)
            if undone_by is not None or record.undone_by is None
        ]
        draft: Draft = narrate(group.cast, group.kind, group.declared, events)
        return {
            "number": group.number,
            "round": self._round(group.records[0]),
            "kind": draft.kind,
            "clauses": draft.clauses,
            "say": draft.say,
            "ledgers": draft.ledgers,
            "result": draft.result,
            "not_counted": draft.not_counted,
            "follows": draft.follows,
            "odds": None,
            "undone_by": undone_by,
        }

    def _round(self, first: Record) -> int:
        """The round an entry belongs to: the last one begun before it on the same course of play."""
        for began in reversed(self._rounds):
            event = began.event
            after = began.number <= first.number and began.at <= first.at
            if after and (began.undone_by is None or first.undone_by is not None):
                assert isinstance(event, RoundBegan)
                return event.number
        return 0


def entries(fight: Fight, records: Sequence[Record], viewer: Viewer) -> list[Entry]:
    """The whole log of these records for this reader: one entry per resolution."""
    log = Log(viewer)
    log.take(fight, records)
    return log.entries
