"""A save that cannot be played on, laid open for the GM: its own log, and the board as far as rules agree."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from hmac import compare_digest
from typing import Any

import orjson

from affray.kernel.errors import Refused, RuleFailure, Unreadable
from affray.kernel.events import Record
from affray.kernel.presentation import Entry
from affray.kernel.system import GM_VIEWER, Viewer
from affray.table.chronicle import TableNote, sentence
from affray.table.exchange import Out, Writes
from affray.table.layout import Layout
from affray.table.logbook import Logbook
from affray.table.readers import Line, Readers
from affray.table.refusals import Forbidden
from affray.table.save import Replay, Save
from affray.table.table import Table
from affray.table.transcript import log_as_text
from affray.table.wire import Hello, WantLog


class ReadingTable(Table):
    """A table at which nothing can be done. `closed` says why.

    The log is the one that the save holds, as the GM saw it, so it is for the GM alone.
    """

    def __init__(
        self,
        save: Save,
        again: Replay,
        gm_key: str,
        secret: Callable[[], str],
        report: Callable[[Exception], None] = lambda error: None,
    ) -> None:
        agrees = again.differs_at is None
        stands = "" if agrees else " The log is whole; the board stands where the rules part."
        self.closed = f"{sentence(again.text)} So this save is open to be read, not to be played on.{stands}"
        entries = checked_log(save)
        history = [(item, None, None) for item in again.session.history]
        super().__init__(save.loaded, save.seed, gm_key, secret, report=report, history=history)
        self.autopilot.held = True
        self._readers = _Stored(self, entries)

    @property
    def wants_tick(self) -> bool:
        """Nothing goes on here."""
        return False

    def tick(self) -> None:
        """Nothing goes on here."""

    def hand_to_bot(self, name: str, bot: str) -> None:
        """Refused as everything is."""
        raise Refused(self.closed, "")

    def take_writes(self) -> Writes:
        """Nothing of it is ever stored."""
        super().take_writes()
        return Writes((), None)

    def _advance(self) -> RuleFailure | None:
        """No die falls any more."""
        return None

    def _greet(self, line: Line, hello: Hello) -> None:
        known = self.room.by_key.get(hello.key) if hello.key else None
        if known is None and not compare_digest(hello.gm_key.encode(), self.gm_key.encode()):
            raise Forbidden(f"{self.closed} Only the GM can look at it.")
        super()._greet(line, hello)

    def _follow(self, line: Line, message: Any) -> None:
        if line.somebody is not None and not isinstance(message, WantLog):
            raise Refused(self.closed, "")
        super()._follow(line, message)

    def _show(self, line: Line, layout: Layout) -> list[Out]:
        return [self._as_read(out) if out.kind == "view" else out for out in super()._show(line, layout)]

    def _as_read(self, out: Out) -> Out:
        """A view in which nobody is asked anything."""
        view = orjson.loads(out.data)
        # What was done is counted from events, and those are of other rules.
        view.pop("summary", None)
        nothing: dict[str, Any] = {
            "prompts": [],
            "waiting": [],
            "undo": {"can_undo": False, "can_redo": False, "points": []},
            "next_step": self.closed,
            "read_only": True,
        }
        return replace(out, data=orjson.dumps({**view, **nothing}))


class _Stored(Readers):
    """Gives every GM the stored log, and nobody else any."""

    def __init__(self, table: Table, entries: Sequence[Entry]) -> None:
        super().__init__(table.session, table.chronicle, table.room)
        self._stored = {
            gm: StoredLog(table, viewer, entries if gm else ())
            for gm, viewer in ((True, GM_VIEWER), (False, Viewer()))
        }

    def logbook(self, viewer: Viewer) -> Logbook:
        """The log for a viewer."""
        return self._stored[viewer.gm]


class StoredLog(Logbook):
    """Entries as they were written down. No events stand behind them any more."""

    def __init__(self, table: Table, viewer: Viewer, entries: Sequence[Entry]) -> None:
        super().__init__(table.session, viewer)
        self.entries = list(entries)

    def update(self, notes: Sequence[TableNote], revision: int) -> None:
        """Nothing is added."""

    def records_of(self, number: int) -> Sequence[Record]:
        """Always refused."""
        raise Refused("Only what was written down is known of this entry.", "")


def checked_log(save: Save) -> list[Entry]:
    """The log of a save. Raises `Unreadable` where it was changed so that it cannot be shown."""
    try:
        log_as_text("", save.log)
        if [entry["number"] for entry in save.log] == list(range(len(save.log))):
            return save.log
    except (KeyError, TypeError, ValueError, IndexError, AttributeError):
        pass
    raise Unreadable("The log of this save was changed and cannot be read.")
