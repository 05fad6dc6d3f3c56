"""The log of a fight for one reader: what is Cantor's own about it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from affray.kernel.events import Record
from affray.kernel.presentation import Entry
from affray.kernel.system import Viewer
from affray.systems.cantor.events import RoundBegan
from affray.systems.cantor.state import Fight
from affray.systems.cantor.text.cast import Cast, cast_of
from affray.systems.cantor.text.grouping import Group, group_for, is_silent
from affray.systems.cantor.text.hidden import HiddenPast
from affray.systems.cantor.text.narrate import narrate
from affray.telling import log as telling


def _round_begun(event: object) -> int | None:
    return event.number if isinstance(event, RoundBegan) else None


class Log(telling.Log[Cast, Group]):
    """Entries for readers who may know the same."""

    def __init__(self, viewer: Viewer) -> None:
        self._past = HiddenPast()
        cast = partial(cast_of, past=self._past, viewer=viewer)
        super().__init__(telling.Telling(cast, is_silent, group_for, narrate, _round_begun), viewer)

    def take(self, encounter: Fight, records: Sequence[Record]) -> list[Entry]:
        """Take in what was added and what was undone. Returns the entries that are new or changed."""
        self._past.take(records)
        return super().take(encounter, records)


def entries(fight: Fight, records: Sequence[Record], viewer: Viewer) -> list[Entry]:
    """The whole log of these records for this reader: one entry per resolution."""
    log = Log(viewer)
    log.take(fight, records)
    return log.entries
