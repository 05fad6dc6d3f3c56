"""Finds the roll behind a log entry, so that its dice can fall anew."""

from __future__ import annotations

from collections import Counter

from affray.kernel.errors import Refused
from affray.kernel.inputs import Answer
from affray.kernel.presentation import Entry
from affray.kernel.session import Session
from affray.table.logbook import Logbook

BEFORE_RECORDS = 2
"""Inputs of a roll that come before anything is recorded of it: one for each side of a contest."""


def roll_of_entry(session: Session, logbook: Logbook, number: int) -> int:
    """How many inputs there were when the roll of this entry was asked for. Raises `Refused`."""
    if number >= len(logbook.entries):
        raise Refused("There is no such entry in the log.", "")
    entry = logbook.entries[number]
    if entry["undone_by"] is not None:
        raise Refused("This was taken back already.", "")
    wanted = _faces(entry)
    if not wanted:
        raise Refused("No dice fell in this entry.", "")
    began = logbook.records_of(number)[0].at
    rolls = _rolls(session, max(0, began - BEFORE_RECORDS))
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
