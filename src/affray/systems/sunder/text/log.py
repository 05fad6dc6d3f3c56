"""The log of a scene for one reader: what is Sunder's own about it."""

from __future__ import annotations

from collections.abc import Sequence

from affray.kernel.events import Record
from affray.kernel.presentation import Entry
from affray.kernel.system import Viewer
from affray.systems.sunder.state import Scene
from affray.systems.sunder.text.cast import Cast, cast_of
from affray.systems.sunder.text.grouping import Group, group_for, is_silent
from affray.systems.sunder.text.narrate import narrate
from affray.telling import log as telling


def _no_round(event: object) -> int | None:
    """Sunder has no rounds (S4.15)."""
    return None


class Log(telling.Log[Cast, Group]):
    """Entries for readers who may know the same."""

    def __init__(self, viewer: Viewer) -> None:
        super().__init__(telling.Telling(cast_of, is_silent, group_for, narrate, _no_round), viewer)


def entries(scene: Scene, records: Sequence[Record], viewer: Viewer) -> list[Entry]:
    """The whole log of these records for this reader: one entry per resolution."""
    log = Log(viewer)
    log.take(scene, records)
    return log.entries
