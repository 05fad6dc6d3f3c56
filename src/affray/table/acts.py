"""What an act of the GM is called in undo points and in the table's own log entries."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

from affray.kernel.inputs import Act
from affray.kernel.system import AnyEncounter, System


@runtime_checkable
class NamesActs(Protocol):
    """A system that says in words what its acts do."""

    def act_words(self, encounter: AnyEncounter, name: str, data: Mapping[str, Any]) -> str | None:
        """What the act is, to stand behind "GM": "ended the fight", "called for a check of Ada".

        Asked before the act changes anything. None where there are no words for it.
        """


def act_in_words(system: System, encounter: AnyEncounter, act: Act) -> str:
    """What an act does, without who did it and why. The data is as it was sent and may hold anything."""
    if isinstance(system, NamesActs):
        words = system.act_words(encounter, act.name, act.data)
        if words is not None:
            return words
    names = {seat.id: seat.name for seat in system.seats(encounter)}
    about = [names[value] for value in act.data.values() if isinstance(value, str) and value in names]
    return f"used {act.name}" + (f" on {' and '.join(dict.fromkeys(about))}" if about else "")
