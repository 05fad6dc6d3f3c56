"""Finds the rolls behind a log entry, so that their dice can fall anew."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from affray.kernel.errors import Refused
from affray.kernel.inputs import Answer, Input
from affray.kernel.presentation import Entry
from affray.kernel.session import Session
from affray.table.logbook import Logbook

BEFORE_RECORDS = 2
"""Inputs of a roll that come before anything is recorded of it: one for each side of a contest."""


@dataclass(slots=True)
class _Fallen:
    """A roll that fell: how many inputs there were when it was asked for, and when its last die lay."""

    to: int
    done: int = 0
    faces: Counter[int] = field(default_factory=Counter)


def rolls_of_entry(session: Session, logbook: Logbook, number: int) -> list[int]:
    """How many inputs there were when each roll of this entry was asked for, in order. Raises `Refused`."""
    if number >= len(logbook.entries):
        raise Refused("There is no such entry in the log.", "")
    entry = logbook.entries[number]
    if entry["undone_by"] is not None:
        raise Refused("This was taken back already.", "")
    wanted = _faces(entry)
    if not wanted:
        raise Refused("No dice fell in this entry.", "")
    records = logbook.records_of(number)
    began = records[0].at
    rolls = _rolls(session, max(0, began - BEFORE_RECORDS))
    before = [roll for roll in rolls if roll.to < began]
    for roll in [*reversed(before), *rolls]:
        if roll.faces == wanted:
            return [roll.to]
    found = _told_in(session, rolls, {record.number for record in records})
    if not found:
        raise Refused("The roll of this entry cannot be found again.", "")
    return found


def _told_in(session: Session, rolls: list[_Fallen], numbers: set[int]) -> list[int]:
    """The rolls of which one of these records is the first to tell."""
    standing = [record for record in session.records if record.undone_by is None]
    ats = [record.at for record in standing]
    found = []
    for roll in rolls:
        first = bisect_left(ats, roll.done)
        if first < len(standing) and standing[first].number in numbers:
            found.append(roll.to)
    return found


def _faces(entry: Entry) -> Counter[int]:
    """Every face that an entry shows."""
    return Counter(
        row["die"]["face"] for ledger in entry["ledgers"] for row in ledger["rows"] if row["die"] is not None
    )


def _rolls(session: Session, first: int) -> list[_Fallen]:
    """The rolls among the inputs from `first` on, in the order in which they were asked for."""
    rolls: dict[str, _Fallen] = {}
    for number, item in enumerate(session.journal[first:], first + 1):
        if isinstance(item, Answer) and isinstance(item.value, tuple):
            roll = rolls.setdefault(item.stamp, _Fallen(_first_die(session.journal, item)))
            roll.done = number
            roll.faces.update(item.value)
    return sorted(rolls.values(), key=lambda roll: roll.to)


def _first_die(journal: Sequence[Input], answer: Answer) -> int:
    """How many inputs there were before the first faces of a roll. Acts may have come before they fell."""
    to = int(answer.stamp.partition("-")[0])
    while not (isinstance(item := journal[to], Answer) and item.stamp == answer.stamp):
        to += 1
    return to
