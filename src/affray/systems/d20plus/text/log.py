"""The log of a fight for one reader: what is d20+'s own about it."""

from __future__ import annotations

from collections.abc import Sequence

from affray.kernel.events import Record
from affray.kernel.presentation import Entry
from affray.kernel.system import Viewer
from affray.systems.d20plus.events import RoundBegan
from affray.systems.d20plus.state import Fight
from affray.systems.d20plus.text.cast import Cast, cast_of
from affray.systems.d20plus.text.grouping import Group, group_for, is_silent
from affray.systems.d20plus.text.narrate import narrate
from affray.telling import log as telling


def _round_begun(event: object) -> int | None:
    return event.number if isinstance(event, RoundBegan) else None


TELLING = telling.Telling(cast_of, is_silent, group_for, narrate, _round_begun)


class Log(telling.Log[Cast, Group]):
    """Entries for readers who may know the same."""

    def __init__(self, viewer: Viewer) -> None:
        super().__init__(TELLING, viewer)


def entries(fight: Fight, records: Sequence[Record], viewer: Viewer) -> list[Entry]:
    """The whole log of these records for this reader: one entry per resolution."""
    log = Log(viewer)
    log.take(fight, records)
    return log.entries
