"""What if: private copies of a fight as it stood once, to try something in and to throw away."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from affray.dice.counter import CounterDice
from affray.kernel.errors import AffrayError, Refused
from affray.kernel.inputs import HistoryItem
from affray.kernel.past import feed
from affray.kernel.session import Session
from affray.kernel.system import AnyEncounter, System
from affray.table.fight import Fight
from affray.table.logbook import Logbook
from affray.table.looking import record_to_show
from affray.table.wire_ahead import WhatIfsMessage, WhatIfView

COPIES_MAX = 8
"""Private copies of one table that may be open at a time."""


class CopiedFight:
    """The content of a fight under another title."""

    def __init__(self, fight: Fight, title: str) -> None:
        self._fight = fight
        self.title = title

    @property
    def system(self) -> System:
        """The rule system."""
        return self._fight.system

    @property
    def rulings(self) -> Any:
        """The named rulings."""
        return self._fight.rulings

    @property
    def scenario(self) -> Any:
        """The scenario, where the fight is made of one."""
        return getattr(self._fight, "scenario", None)

    @property
    def content_hash(self) -> str:
        """That of the fight it is a copy of."""
        return self._fight.content_hash

    def start(self) -> AnyEncounter:
        """A fresh encounter."""
        return self._fight.start()

    def to_plain(self) -> dict[str, Any]:
        """Everything as plain JSON values."""
        return self._fight.to_plain()


@dataclass(frozen=True, slots=True)
class Copy:
    """A private copy that is to be opened: what was played up to a moment, and dice of its own from there on.

    `command` is the id of the GM's wish, `entry` the log entry it follows, `about` what people are told.
    """

    command: str
    entry: int
    fight: Fight
    seed: str
    history: list[HistoryItem]
    about: str


class WhatIfs:
    """The private copies of one table. `changed` says that the GM is to be told anew."""

    def __init__(self, session: Session, fight: Fight, secret: Callable[[], str]) -> None:
        self.changed = False
        self.open: list[WhatIfView] = []
        self._session = session
        self._fight = fight
        self._secret = secret
        self._newest: str | None = None
        self._wanted: list[Copy] = []
        self._dropped: list[str] = []

    def ask(self, command: str, entry: int | None, logbook: Logbook) -> None:
        """Want a copy as of an entry of the log; None: as it stands now. Raises `Refused`."""
        if len(self.open) + len(self._wanted) >= COPIES_MAX:
            raise Refused(f"{COPIES_MAX} copies are open. Throw one away first.", "")
        inputs = len(self._session.journal)
        if entry is None:
            entry = max(0, len(logbook.entries) - 1)
        else:
            inputs = record_to_show(logbook, entry).at
        seed = self._secret()
        history = _copied(self._session, self._fight, inputs, seed)
        title = f"What if: {self._fight.title}"
        about = (
            f"A private copy of {self._fight.title} after entry {entry + 1} of the log. Its dice are its own "
            "and not sealed. It is gone when the table is closed; its save file keeps it."
        )
        self._wanted.append(Copy(command, entry, CopiedFight(self._fight, title), seed, history, about))

    def drop(self, table: str) -> None:
        """Throw a copy away. Raises `Refused` for one that is not open."""
        if not any(one["table"] == table for one in self.open):
            raise Refused("This copy is gone already.", "")
        self.open = [one for one in self.open if one["table"] != table]
        self._dropped.append(table)
        self._newest, self.changed = None, True

    def opened(self, copy: Copy, table: str, address: str) -> None:
        """A copy was opened, under this id and address."""
        self.open = [*self.open, {"table": table, "entry": copy.entry, "address": address}]
        self._newest, self.changed = copy.command, True

    def take_wanted(self) -> list[Copy]:
        """The copies to be opened since the last call."""
        wanted, self._wanted = self._wanted, []
        return wanted

    def take_dropped(self) -> list[str]:
        """The ids of copies to be closed since the last call."""
        dropped, self._dropped = self._dropped, []
        return dropped

    def message(self) -> WhatIfsMessage:
        """What the game master is told."""
        return {"type": "what_ifs", "id": self._newest, "tables": self.open}


def _copied(session: Session, fight: Fight, inputs: int, seed: str) -> list[HistoryItem]:
    """The first inputs of a fight as the history of another one, whose later dice come from this seed."""
    again = Session(fight.system, fight.start(), CounterDice(seed))
    try:
        feed(again, session.journal[:inputs])
    except (AffrayError, AssertionError) as error:
        raise Refused("This moment cannot be copied.", "") from error
    return again.history
