"""Finds the roll behind a log entry, so that its dice can fall anew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from affray.kernel.errors import Refused
from affray.kernel.inputs import Answer
from affray.kernel.presentation import Entry
from affray.kernel.session import Session
from affray.table.chronicle import TableNote
from affray.table.logbook import Logbook


def roll_of_entry(session: Session, logbook: Logbook, notes: Sequence[TableNote], number: int) -> int:
    """How many inputs there were when the roll of this entry was asked for. Raises `Refused`."""
    if number >= len(logbook.entries):
        raise Refused("There is no such entry in the log.", "")
    entry = logbook.entries[number]
    if entry["undone_by"] is not None:
        raise Refused("This was taken back already.", "")
    wanted = _faces(entry)
    if not wanted:
        raise Refused("No dice fell in this entry.", "")
    began = _began(session, logbook, notes, number)
    # Dice fall before anything is recorded of them; both sides of a contest are inputs of their own.
    rolls = _rolls(session, max(0, began - 2))
    before = [roll for roll in rolls if roll[0] < began]
    for to, faces in [*reversed(before), *rolls]:
        if faces == wanted:
            return to
    raise Refused("The roll of this entry cannot be found again.", "")


def _faces(entry: Entry) -> Counter[int]:
    """Every face that an entry shows."""
    return Counter(
        row["die"]["face"] for ledger in entry["ledgers"] for row in ledger["rows"] if row["die"] is not None
    )


def _rolls(session: Session, first: int) -> list[tuple[int, Counter[int]]]:
    """The rolls among the inputs from `first` on: where each was asked for, and all its faces."""
    rolls: dict[int, Counter[int]] = {}
    for item in session.journal[first:]:
        if isinstance(item, Answer) and isinstance(item.value, tuple):
            asked_at = int(item.stamp.partition("-")[0])
            rolls.setdefault(asked_at, Counter()).update(item.value)
    return list(rolls.items())


def _began(session: Session, logbook: Logbook, notes: Sequence[TableNote], number: int) -> int:
    """How many inputs had been taken in when an entry began."""
    entry = number - logbook.notes_before(session, notes, number)
    return session.records[_first_record(session, logbook, entry)].at


def _first_record(session: Session, logbook: Logbook, entry: int) -> int:
    """The first record without which the system would not write this entry."""
    low, high = 0, len(session.records)
    while low < high:
        middle = (low + high) // 2
        said = session.system.entries(session.encounter, session.records[: middle + 1], logbook.viewer)
        if len(said) > entry:
            high = middle
        else:
            low = middle + 1
    return low
