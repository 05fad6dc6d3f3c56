"""A fight told in a few lines: what was rolled, and who went out of it."""

from __future__ import annotations

from affray.content.runner import NamesFacts
from affray.kernel.events import Event, Record
from affray.kernel.presentation import Entry, Sentence
from affray.kernel.requests import Audience
from affray.kernel.system import GM_VIEWER, AnyEncounter, System
from affray.table.summary import Tally, summary

_TOLD = ("round", "roll", "end")
"""Kinds of log entries worth telling; moves, choices and turns are left out."""


class Story:
    """Takes note of everything that happens in an encounter, from the moment it is made."""

    def __init__(self, system: System, encounter: AnyEncounter) -> None:
        self._system = system
        self._encounter = encounter
        self._records: list[Record] = []
        encounter.watch = self._note

    def told(self) -> str:
        """The fight so far, one line for each thing that was rolled."""
        entries = self._system.entries(self._encounter, self._records, GM_VIEWER)
        return "\n".join(_line(entry) for entry in entries if entry["kind"] in _TOLD)

    def summary(self) -> dict[str, Tally]:
        """What it came to for each who took part."""
        entries = self._system.entries(self._encounter, self._records, GM_VIEWER)
        return summary(self._system, self._encounter, self._records, entries, GM_VIEWER)

    def out(self) -> list[str]:
        """Names of those who are out of the fight, where the system tells."""
        if not isinstance(self._system, NamesFacts):
            return []
        facts = self._system.facts(self._encounter, self._records)
        seats = self._system.seats(self._encounter)
        return [seat.name for seat in seats if facts.get(f"{seat.id}.out")]

    def _note(self, event: Event, to: Audience, public: Event | None) -> None:
        number = len(self._records)
        self._records.append(Record(number, number, event, to, public))


def _line(entry: Entry) -> str:
    said = in_words(entry["say"])
    return f"\n{said}" if entry["kind"] == "round" else f"  {said}"


def in_words(sentence: Sentence) -> str:
    """A sentence as plain text."""
    return "".join(part if isinstance(part, str) else part["name"] for part in sentence)
