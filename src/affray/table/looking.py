"""What a reader asks to see: odds of what can be done, odds of what was done, and the fight as it stood."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from affray.kernel.errors import AffrayError, Refused, Stale
from affray.kernel.events import Record
from affray.kernel.inputs import Act, Answer
from affray.kernel.past import after_record, past
from affray.kernel.presentation import Odds
from affray.kernel.requests import question_of
from affray.kernel.session import Session
from affray.kernel.system import Viewer, own_acts
from affray.odds.exact import settled_odds
from affray.table.asking import may_answer
from affray.table.logbook import Logbook
from affray.table.refusals import Forbidden
from affray.table.wire import OddsMessage, PositionMessage, WantEntryOdds, WantOdds, WantPosition

OddsOf = Callable[[Session, int, str], Odds | None]
"""Exact odds of an option of a part of the open request."""

ASKED = (WantOdds, WantEntryOdds, WantPosition)
"""Messages that are answered to their sender and change nothing."""

ENTRIES_KEPT = 200
OPTIONS_KEPT = 500


class Looking:
    """Answers what readers ask about one fight. Without `odds` none are told."""

    def __init__(self, session: Session, odds: OddsOf | None) -> None:
        self._session = session
        self._odds = odds
        self._of_question = "", 0
        self._of_options: dict[tuple[int, str], Odds | None] = {}
        self._of_entries: dict[tuple[int, int], Odds | None] = {}

    def answer(
        self, message: WantOdds | WantEntryOdds | WantPosition, viewer: Viewer, logbook: Logbook
    ) -> OddsMessage | PositionMessage:
        """The answer to a message. Raises where there is none for this reader."""
        if isinstance(message, WantPosition):
            return self._position(message, viewer, logbook)
        if isinstance(message, WantEntryOdds):
            odds = self._entry_odds(viewer, logbook, message.entry)
            return {
                "type": "odds",
                "id": message.id,
                "option": "",
                "odds": None if odds is None else {**odds},
            }
        odds = self._option_odds(message, viewer)
        option = message.option
        return {
            "type": "odds",
            "id": message.id,
            "option": option,
            "odds": None if odds is None else {**odds},
        }

    def _option_odds(self, message: WantOdds, viewer: Viewer) -> Odds | None:
        pending = self._session.pending
        if pending is None or pending.stamp != message.stamp or message.part >= len(pending.values):
            raise Stale("The table moved on; this is how it stands.")
        if not may_answer(pending, message.part, viewer):
            raise Forbidden("This question is not yours.")
        place = (message.part, message.option)
        known = self._of_options
        # An act may change what an open question is about and leave its stamp.
        besides = sum(not isinstance(item, Answer) for item in self._session.history)
        if len(known) >= OPTIONS_KEPT or self._of_question != (message.stamp, besides):
            known.clear()
        self._of_question = message.stamp, besides
        if place not in known:
            known[place] = None if self._odds is None else self._odds(self._session, *place)
        return known[place]

    def _entry_odds(self, viewer: Viewer, logbook: Logbook, number: int) -> Odds | None:
        """The odds of the decision behind an entry, where all of the entry is this reader's to know."""
        if number >= len(logbook.entries):
            raise Refused("There is no such entry in the log.", "")
        if self._odds is None or logbook.entries[number]["undone_by"] is not None:
            return None
        records = logbook.records_standing(number)
        if not records or not all(viewer.knows(record.to) for record in records):
            return None
        place = records[0].number, records[-1].number
        if place not in self._of_entries:
            if len(self._of_entries) >= ENTRIES_KEPT:
                self._of_entries.clear()
            self._of_entries[place] = odds_before(self._session, records)
        return self._of_entries[place]

    def _position(self, message: WantPosition, viewer: Viewer, logbook: Logbook) -> PositionMessage:
        session = self._session
        encounter = after_record(session, record_to_show(logbook, message.entry))
        now = {seat.id for seat in session.system.seats(session.encounter) if viewer.knows(seat.to)}
        then = {seat.id for seat in session.system.seats(encounter) if viewer.knows(seat.to)}
        there = {seat.id for seat in session.system.seats(session.encounter)}
        if then & there - now:
            # Who has gone into hiding since is not shown where they were.
            raise Refused("What stood there then is not yours to see any more.", "")
        fight = dict(session.system.view(encounter, viewer, None))
        return {"type": "position", "id": message.id, "entry": message.entry, "fight": fight}


def record_to_show(logbook: Logbook, number: int) -> Record:
    """The last event of an entry. For one of the table's own, that of the entry before. Raises `Refused`."""
    if number >= len(logbook.entries):
        raise Refused("There is no such entry in the log.", "")
    if logbook.entries[number]["undone_by"] is not None:
        raise Refused("This was taken back. There is no board to show for it.", "")
    for earlier in range(number, -1, -1):
        records = logbook.records_standing(earlier)
        if records:
            return records[-1]
    raise Refused("Nothing had happened yet.", "")


def odds_before(session: Session, records: Sequence[Record]) -> Odds | None:
    """The odds of the decision behind the events of an entry; None where no decision settled them."""
    place = _answer_before(session, records[0].at)
    if place is None:
        return None
    answer, asked = session.journal[place], _asked_at(session, place)
    assert isinstance(answer, Answer)
    then = past(session, asked)
    pending = then.pending
    if pending is None:
        return None
    made = [
        one
        for one in session.journal[_first_asked_at(answer) :]
        if isinstance(one, Answer) and one.stamp == answer.stamp
    ]
    chosen = [
        (one.part, one.value)
        for one in made
        if isinstance(one.value, str)
        and (question := question_of(pending.request, one.part)) is not None
        and one.value != question.default
    ]
    if len(chosen) != 1:
        return None
    own = {record.number for record in records}
    followed = [
        record
        for record in session.records
        if record.undone_by is None
        and record.at > asked
        and record.number <= records[-1].number
        and not isinstance(session.journal[record.at - 1], Act)
    ]
    since = sum(record.number < records[0].number for record in followed)
    events = [
        record.event for record in followed if record.number < records[0].number or record.number in own
    ]
    try:
        return settled_odds(then, *chosen[0], events, since)
    except AffrayError:
        return None


def _answer_before(session: Session, at: int) -> int | None:
    """Where in the journal the last choice among the first `at` inputs stands, if only dice came after it.

    What players did meanwhile for their own seats does not matter, unless it is what the last input was, or
    asked something itself.
    """
    journal, own = session.journal[:at], own_acts(session.system)
    for place in range(at - 1, -1, -1):
        item = journal[place]
        if isinstance(item, Act):
            asked = any(isinstance(one, Answer) and _first_asked_at(one) == place + 1 for one in journal)
            if place == at - 1 or item.name not in own or asked:
                return None
        elif isinstance(item.value, str):
            return place
    return None


def _first_asked_at(answer: Answer) -> int:
    """How many inputs there were when the request of this answer was first put."""
    return int(answer.stamp.partition("-")[0])


def _asked_at(session: Session, place: int) -> int:
    """How many inputs there were when the request that was answered at this place of the journal stood as it
    was decided: an act may have come on top of it, and the position is that after the act.
    """
    answer = session.journal[place]
    assert isinstance(answer, Answer)
    while place > 0 and isinstance(item := session.journal[place - 1], Answer) and item.stamp == answer.stamp:
        place -= 1
    return place
