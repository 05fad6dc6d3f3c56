"""What was so before an event, where the event itself does not say: AP in hand, diagonals of the turn."""

from __future__ import annotations

from collections.abc import Sequence

from affray.kernel.events import Record
from affray.systems.pace import events as e


class Past:
    """The records of a fight so far, as far as they bear on such counts."""

    def __init__(self) -> None:
        self._seen = 0
        self._ap: dict[str, list[Record]] = {}
        self._steps: list[Record] = []

    def take(self, records: Sequence[Record]) -> None:
        """Take in what was added. `records` is the whole record of the fight, each time."""
        for record in records[self._seen :]:
            for id_ in _whose_ap(record.event):
                self._ap.setdefault(id_, []).append(record)
            if isinstance(record.event, (e.TurnBegan, e.Walked)):
                self._steps.append(record)
        self._seen = len(records)

    def ap_before(self, at: Record, id_: str) -> int | None:
        """The AP of a character before a record; None where nothing tells."""
        paid = 0
        for record in reversed(self._ap.get(id_, [])):
            if not _on_course(record, at):
                continue
            event = record.event
            if isinstance(event, e.ApPaid):
                paid += event.ap
                continue
            return max(0, _ap_after(event, id_) - paid)
        return None

    def diagonals_up_to(self, at: Record) -> int:
        """The diagonals of the turn, those of this record among them."""
        diagonals = 0
        for record in reversed(self._steps):
            if record is not at and not _on_course(record, at):
                continue
            if isinstance(record.event, e.TurnBegan):
                break
            if isinstance(record.event, e.Walked):
                diagonals += record.event.diagonals
        return diagonals


def _on_course(record: Record, at: Record) -> bool:
    """Whether a record came before another one on the same course of play."""
    before = record.number < at.number and record.at <= at.at
    return before and (record.undone_by is None or at.undone_by is not None)


def _whose_ap(event: object) -> list[str]:
    match event:
        case e.ApGained():
            return [id_ for id_, _, _ in event.gains]
        case e.ApPaid() | e.ApBonus() | e.Joined():
            return [event.character]
        case e.Corrected(field="ap"):
            return [event.character]
    return []


def _ap_after(event: object, id_: str) -> int:
    match event:
        case e.ApGained():
            return next(after for one, _, after in event.gains if one == id_)
        case e.ApBonus():
            return event.after
        case e.Corrected():
            return event.value
    return 0
