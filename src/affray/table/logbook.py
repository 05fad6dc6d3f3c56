"""The log as one kind of reader may see it: the system's entries with the table's own between them."""

from __future__ import annotations

from collections.abc import Sequence

import orjson

from affray.kernel.errors import Refused
from affray.kernel.presentation import Entry
from affray.kernel.session import Session
from affray.kernel.system import Viewer
from affray.table.chronicle import TableNote


class Logbook:
    """All entries for one viewer, numbered without gaps.

    `changed_at` is the revision at which each one last changed.
    `amended` are the numbers of entries that changed after they had first been written. `rewritten_at` is the
    revision at which entries last vanished, so that a reader has to forget what was sent before.
    """

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self.entries: list[Entry] = []
        self.changed_at: list[int] = []
        self.amended: set[int] = set()
        self.rewritten_at = 0
        self._places: dict[int, int] = {}
        self._state = (-1, -1, -1)
        self._encoded: dict[int, bytes] = {}

    def update(self, session: Session, notes: Sequence[TableNote], revision: int) -> None:
        """Bring the entries up to date. What changed is marked with `revision`."""
        state = (len(session.history), len(session.records), len(notes))
        if state == self._state:
            return
        self._state = state
        merged = self._merged(session, notes)
        if len(merged) < len(self.entries):
            self.rewritten_at = revision
            del self.entries[len(merged) :], self.changed_at[len(merged) :]
            self.amended = {number for number in self.amended if number < len(merged)}
        for number, entry in enumerate(merged):
            numbered: Entry = {**entry, "number": number}
            if number == len(self.entries):
                self.entries.append(numbered)
                self.changed_at.append(revision)
            elif self.entries[number] != numbered:
                self.entries[number] = numbered
                self.changed_at[number] = revision
                self.amended.add(number)
                self._encoded.pop(number, None)

    def since(self, revision: int) -> list[int]:
        """The numbers of the entries that changed after this revision."""
        return [number for number, changed in enumerate(self.changed_at) if changed > revision]

    def encoded(self, numbers: Sequence[int]) -> bytes:
        """These entries as a JSON list. Each entry is put into bytes once, however many read it."""
        for number in numbers:
            if number not in self._encoded:
                self._encoded[number] = orjson.dumps(self.entries[number])
        return b"[" + b",".join(self._encoded[number] for number in numbers) + b"]"

    def notes_before(self, session: Session, notes: Sequence[TableNote], number: int) -> int:
        """How many entries before the one with this number are the table's own. Raises `Refused` for such."""
        before = 0
        for note in self._readable(notes):
            place = self._place(session, note) + before
            if place == number:
                raise Refused("This entry is the table's own.", "")
            if place > number:
                break
            before += 1
        return before

    def _merged(self, session: Session, notes: Sequence[TableNote]) -> list[Entry]:
        said = session.system.entries(session.encounter, session.records, self.viewer)
        merged: list[Entry] = []
        done = 0
        for note in self._readable(notes):
            place = self._place(session, note)
            merged += said[done:place]
            done = max(done, place)
            merged.append(note.entry)
        return merged + said[done:]

    def _readable(self, notes: Sequence[TableNote]) -> list[TableNote]:
        return [note for note in notes if self.viewer.gm or not note.gm_only]

    def _place(self, session: Session, note: TableNote) -> int:
        """How many entries of the system stand before a note. It never changes, so it is looked up once."""
        if note.after not in self._places:
            before = session.records[: note.after]
            self._places[note.after] = len(session.system.entries(session.encounter, before, self.viewer))
        return self._places[note.after]
