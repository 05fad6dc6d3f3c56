"""The open lines, and what each of them still has to be sent."""

from __future__ import annotations

from collections.abc import Sequence

from affray.kernel.session import Session
from affray.kernel.system import SPECTATOR, Viewer
from affray.table.chronicle import Chronicle
from affray.table.exchange import Out
from affray.table.layout import Layout, viewer_of
from affray.table.logbook import Logbook
from affray.table.people import Room, Somebody

LOG_SENT_MAX = 200
"""Entries sent unasked to somebody who has none, and at most for one request. Older ones can be asked for."""

LINES_REMEMBERED = 8


class Line:
    """One open connection.

    `viewer` and `revision` say which log it was sent, and up to where; `have` is how many entries it said it
    holds. A `fresh` line is sent all that it lacks at the next flush.
    """

    __slots__ = ("fresh", "have", "id", "revision", "somebody", "viewer", "wants_view")

    def __init__(self, id_: str) -> None:
        self.id = id_
        self.somebody: Somebody | None = None
        self.viewer = SPECTATOR
        self.revision = 0
        self.have = 0
        self.fresh = False
        self.wants_view = False


class Readers:
    """All lines, and one log for each kind of reader."""

    def __init__(self, session: Session, chronicle: Chronicle, room: Room) -> None:
        self.lines: dict[str, Line] = {}
        self._session = session
        self._chronicle = chronicle
        self._room = room
        self._logbooks: dict[Viewer, Logbook] = {}
        self._closed: dict[str, list[Viewer]] = {}
        self._revision = 1

    def viewer(self, somebody: Somebody | None) -> Viewer:
        """What a person may see."""
        return viewer_of(self._session, self._room, somebody)

    def logbook(self, viewer: Viewer) -> Logbook:
        """The log for a viewer, up to date."""
        if viewer not in self._logbooks:
            self._logbooks[viewer] = Logbook(self._session, viewer)
        logbook = self._logbooks[viewer]
        logbook.update(self._chronicle.notes, self._revision)
        return logbook

    def greet(self, line: Line, somebody: Somebody, have: int) -> None:
        """A person came on a line, holding the first `have` entries of a log."""
        line.somebody = somebody
        line.fresh = True
        line.have = have if self._holds_this_log(somebody) else 0
        somebody.connections.add(line.id)

    def close(self, connection: str) -> bool:
        """A line was closed. Returns whether somebody was on it."""
        line = self.lines.pop(connection, None)
        if line is None or line.somebody is None:
            return False
        line.somebody.connections.discard(connection)
        closed = [*self._closed.get(line.somebody.id, []), line.viewer]
        self._closed[line.somebody.id] = closed[-LINES_REMEMBERED:]
        return True

    def due(self, everybody: bool) -> list[Line]:
        """The lines that something has to be sent to."""
        return [
            line
            for line in self.lines.values()
            if line.somebody is not None and (everybody or line.fresh or line.wants_view)
        ]

    def begin(self) -> None:
        """A new revision: what changes in a log from now on is newer than what was sent before."""
        self._revision += 1

    def show(self, line: Line, somebody: Somebody, layout: Layout) -> list[Out]:
        """The log entries and the view that a line lacks."""
        viewer = self.viewer(somebody)
        logbook = self.logbook(viewer)
        total = len(logbook.entries)
        fresh = line.fresh
        reset = line.viewer != viewer
        if fresh:
            reset = line.have == 0 or line.have > total
            numbers = _missing(logbook, line.have)
        elif reset:
            numbers = _missing(logbook, 0)
        else:
            numbers = logbook.since(line.revision)
        line.viewer, line.revision, line.fresh, line.wants_view = viewer, self._revision, False, False
        view = Out(line.id, "view", layout.view(somebody, viewer, total))
        if not numbers and not reset:
            return [view]
        log = log_message(line.id, logbook, numbers, reset)
        # Somebody new sees the table first; for the others, what happened comes before what is next.
        return [view, log] if fresh else [log, view]

    def part_of_log(self, line: Line, somebody: Somebody, start: int, stop: int) -> Out:
        """Older entries that were asked for, at most so many of them."""
        logbook = self.logbook(self.viewer(somebody))
        stop = min(stop, len(logbook.entries))
        return log_message(line.id, logbook, range(max(start, stop - LOG_SENT_MAX), stop), False)

    def forget_unread(self) -> None:
        """Keep only the logs that somebody reads, or may come back to."""
        known = {somebody.id for somebody in self._room.by_key.values()}
        self._closed = {id_: closed for id_, closed in self._closed.items() if id_ in known}
        read = {line.viewer for line in self.lines.values()}
        read.update(viewer for closed in self._closed.values() for viewer in closed)
        self._logbooks = {viewer: book for viewer, book in self._logbooks.items() if viewer in read}

    def _holds_this_log(self, somebody: Somebody) -> bool:
        """Whether every line that this person lost had the log that the person would see now.

        Numbers of entries mean something within one viewer's log only.
        """
        closed = self._closed.pop(somebody.id, [])
        viewer = self.viewer(somebody)
        return bool(closed) and all(before == viewer for before in closed)


def log_message(connection: str, logbook: Logbook, numbers: Sequence[int], reset: bool) -> Out:
    """Entries as a `log` message."""
    end = b',"reset":true}' if reset else b',"reset":false}'
    return Out(connection, "log", b'{"type":"log","entries":' + logbook.encoded(numbers) + end)


def _missing(logbook: Logbook, have: int) -> list[int]:
    """What somebody lacks who holds the first `have` entries: newer ones, and older ones that changed."""
    total = len(logbook.entries)
    start = max(have if have <= total else 0, total - LOG_SENT_MAX)
    return sorted(number for number in logbook.amended if number < min(have, start)) + list(
        range(start, total)
    )
