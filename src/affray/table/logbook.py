"""The log as one kind of reader may see it: the system's entries with the table's own between them."""

from __future__ import annotations

from collections.abc import Sequence

import orjson

from affray.kernel.errors import Refused
from affray.kernel.events import Record
from affray.kernel.presentation import Entry
from affray.kernel.session import Session
from affray.kernel.system import Viewer
from affray.table.chronicle import TableNote
from affray.table.logs import log_of


class Logbook:
    """All entries for one viewer, numbered without gaps.

    `amended` are the numbers of entries that changed after they had first been written.
    """

    def __init__(self, session: Session, viewer: Viewer) -> None:
        self.viewer = viewer
        self.entries: list[Entry] = []
        self.amended: set[int] = set()
        self._session = session
        self._log = log_of(session.system, viewer)
        self._numbers: list[int] = []
        self._notes = 0
        self._changes: list[tuple[int, int]] = []
        self._state = (-1, -1)
        self._encoded: dict[int, bytes] = {}

    def update(self, notes: Sequence[TableNote], revision: int) -> None:
        """Bring the entries up to date. What changed is marked with `revision`."""
        session = self._session
        state = (len(session.history), len(session.records))
        readable = [note for note in notes[self._notes :] if self.viewer.gm or not note.gm_only]
        if state == self._state and not readable:
            return
        begun, self._state, self._notes = self._state != (-1, -1), state, len(notes)
        if begun:
            for note in readable:
                self._merge(self._log.take(session.encounter, session.records[: note.after]), revision)
                self._add(note.entry, revision)
            self._merge(self._log.take(session.encounter, session.records), revision)
            return
        # A log that begins has to be given everything at once, to know even those that left since.
        said = self._log.take(session.encounter, session.records)
        done = 0
        for note in readable:
            place = self._entries_before(note)
            self._merge(said[done:place], revision)
            self._add(note.entry, revision)
            done = place
        self._merge(said[done:], revision)

    def since(self, revision: int) -> list[int]:
        """The numbers of the entries that changed after this revision."""
        changed: set[int] = set()
        for at, number in reversed(self._changes):
            if at <= revision:
                break
            changed.add(number)
        return sorted(changed)

    def encoded(self, numbers: Sequence[int]) -> bytes:
        """These entries as a JSON list. Each entry is put into bytes once, however many read it."""
        for number in numbers:
            if number not in self._encoded:
                self._encoded[number] = orjson.dumps(self.entries[number])
        return b"[" + b",".join(self._encoded[number] for number in numbers) + b"]"

    def records_of(self, number: int) -> Sequence[Record]:
        """The records behind an entry. Raises `Refused` for the table's own."""
        if number not in self._numbers:
            raise Refused("This entry is the table's own.", "")
        return self._log.records_of(self._numbers.index(number))

    def records_standing(self, number: int) -> list[Record]:
        """The records behind an entry that were not taken back; none for the table's own."""
        if number not in self._numbers:
            return []
        return [record for record in self.records_of(number) if record.undone_by is None]

    def _merge(self, changed: Sequence[Entry], revision: int) -> None:
        """Take in entries of the system that are new or changed."""
        for entry in changed:
            if entry["number"] == len(self._numbers):
                self._numbers.append(len(self.entries))
                self._add(entry, revision)
                continue
            number = self._numbers[entry["number"]]
            self.entries[number] = {**entry, "number": number}
            self._changes.append((revision, number))
            self.amended.add(number)
            self._encoded.pop(number, None)

    def _add(self, entry: Entry, revision: int) -> None:
        self.entries.append({**entry, "number": len(self.entries)})
        self._changes.append((revision, len(self.entries) - 1))

    def _entries_before(self, note: TableNote) -> int:
        """How many entries the system had written when a note was made."""
        log = log_of(self._session.system, self.viewer)
        log.take(self._session.encounter, self._session.records[: note.after])
        return len(log.entries)
