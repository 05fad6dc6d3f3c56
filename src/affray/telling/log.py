"""The log of a fight for one reader, kept up to date record by record."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, Self, TypeVar

from affray.kernel.events import Record
from affray.kernel.presentation import Entry
from affray.kernel.system import AnyEncounter, Viewer
from affray.telling.draft import Draft
from affray.telling.grouping import Group


class Cast(Protocol):
    """Who and what the ids in events stand for, also for those that have left the fight. Never changes."""

    def after(self, event: Any) -> Self:
        """The cast once this event has happened: a new one where it changes anything."""


CastT = TypeVar("CastT", bound=Cast)
GroupT = TypeVar("GroupT", bound=Group)


@dataclass(frozen=True, slots=True)
class Telling(Generic[CastT, GroupT]):
    """A system's own part in its log.

    `cast_of` is the cast at the start of the events of a fight. `is_silent` says whether an event never shows
    itself. `group_for` gives the group that an event opens, or None where it goes on with the last one.
    `narrate` writes the entry of a group from those of its events that stand. `round_begun` is the number of
    the round that an event begins, and None for every other event.
    """

    cast_of: Callable[[Any, Iterable[object]], CastT]
    is_silent: Callable[[CastT, object], bool]
    group_for: Callable[[GroupT | None, CastT, object], GroupT | None]
    narrate: Callable[[GroupT, Sequence[object]], Draft]
    round_begun: Callable[[object], int | None]


class Log(Generic[CastT, GroupT]):
    """Entries for readers who may know the same. Numbers count from 0, have no gaps and never change."""

    def __init__(self, telling: Telling[CastT, GroupT], viewer: Viewer) -> None:
        self.viewer = viewer
        self.entries: list[Entry] = []
        self._telling = telling
        self._taken = 0
        self._cast: CastT | None = None
        self._last: GroupT | None = None
        self._shown: list[GroupT] = []
        self._rounds: list[tuple[Record, int]] = []
        # Undoing always takes back the newest of the records that still stand, so the newest stand on top.
        self._standing: list[tuple[Record, GroupT]] = []

    def take(self, encounter: AnyEncounter, records: Sequence[Record]) -> list[Entry]:
        """Take in what was added and what was undone. Returns the entries that are new or changed.

        `records` is the whole record of the fight, each time.
        """
        touched: dict[int, GroupT] = {}
        while self._standing and self._standing[-1][0].undone_by is not None:
            _, group = self._standing.pop()
            touched[id(group)] = group
        if self._cast is None:
            self._cast = self._telling.cast_of(encounter, (record.event for record in records))
        for record in records[self._taken :]:
            group_taken = self._take(record)
            if group_taken is not None:
                touched[id(group_taken)] = group_taken
        self._taken = len(records)
        return self._refresh(touched)

    def records_of(self, number: int) -> list[Record]:
        """The records behind an entry, so that its dice can be found."""
        return list(self._shown[number].records)

    def _take(self, record: Record) -> GroupT | None:
        assert self._cast is not None
        event = record.event if self.viewer.knows(record.to) else record.public
        if event is None:
            return None
        self._cast = self._cast.after(event)
        if self._telling.is_silent(self._cast, event):
            return None
        opened = self._telling.group_for(self._last, self._cast, event)
        group = opened or self._last
        assert group is not None
        group.add(record, event)
        self._last = group
        if record.undone_by is None:
            self._standing.append((record, group))
        if group.visible and group.number < 0:
            group.number = len(self._shown)
            self._shown.append(group)
        begun = self._telling.round_begun(event)
        if begun is not None:
            self._rounds.append((record, begun))
        return group

    def _refresh(self, touched: dict[int, GroupT]) -> list[Entry]:
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

    def _entry(self, group: GroupT) -> Entry:
        undone_by = group.records[group.core()].undone_by
        events = [
            event
            for record, event in zip(group.records, group.events, strict=True)
            if undone_by is not None or record.undone_by is None
        ]
        draft = self._telling.narrate(group, events)
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
        for began, number in reversed(self._rounds):
            after = began.number <= first.number and began.at <= first.at
            if after and (began.undone_by is None or first.undone_by is not None):
                return number
        return 0
