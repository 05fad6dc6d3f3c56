"""A log that is kept up to date: numbers, rounds, what was undone, and what a reader may not know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from affray.kernel.events import Record
from affray.kernel.presentation import Entry
from affray.kernel.system import SPECTATOR, Viewer
from affray.telling.draft import Draft
from affray.telling.grouping import Group
from affray.telling.log import Log, Telling
from tests.toy.system import toy_encounter


@dataclass(frozen=True)
class Said:
    """Something that happens, in a word; words with a colon go on with what was said before it."""

    word: str
    clause: str = "T1.1"

    def apply(self, state: Any) -> None:
        """Nothing changes."""


@dataclass(frozen=True)
class Opened:
    """Something begins, and there is nothing to say yet."""

    clause: str = "T1.1"

    def apply(self, state: Any) -> None:
        """Nothing changes."""


@dataclass(frozen=True)
class Names:
    """How many things have happened."""

    seen: int = 0

    def after(self, event: object) -> Names:
        """One more."""
        return Names(self.seen + 1)


class Words(Group):
    """What was said in one go."""

    results: ClassVar[tuple[type, ...]] = (Said,)
    wordless: ClassVar[tuple[type, ...]] = (Opened,)


def group_for(last: Words | None, cast: Names, event: object) -> Words | None:
    """A word with a colon joins what came before, and so does what was opened."""
    joins = isinstance(event, Said) and event.word.startswith(":")
    opened = last is not None and not last.has(Said)
    return None if last is not None and (joins or opened) else Words("words", cast)


def narrate(group: Words, events: Sequence[object]) -> Draft:
    """The words, one after the other."""
    draft = Draft()
    for event in events:
        if isinstance(event, Said):
            draft.add(event.word)
    return draft


def round_begun(event: object) -> int | None:
    """A word that is a number begins a round."""
    return int(event.word) if isinstance(event, Said) and event.word.isdigit() else None


TELLING: Telling[Names, Words] = Telling(
    lambda encounter, events: Names(),
    lambda cast, event: isinstance(event, Said) and event.word == "hush",
    group_for,
    narrate,
    round_begun,
)


def records(*events: Any) -> list[Record]:
    """These events, one input each, known to everybody."""
    return [Record(number, number, event, None, None) for number, event in enumerate(events)]


def told(log: Log[Names, Words]) -> list[str]:
    """The sentences of a log."""
    return ["".join(map(str, entry["say"])) for entry in log.entries]


def take(log: Log[Names, Words], taken: list[Record]) -> list[Entry]:
    """The entries that came out new or different."""
    return log.take(toy_encounter(), taken)


def test_entries_grow_and_are_told_once() -> None:
    """What joins an entry changes it; what is silent changes nothing; wordless ones have no number yet."""
    log = Log(TELLING, SPECTATOR)
    whole = records(Said("1"), Said("hop"), Said("hush"), Said(":and jump"), Opened(), Said("land"))
    assert [entry["number"] for entry in take(log, whole[:2])] == [0, 1]
    assert take(log, whole[:3]) == []
    assert [entry["number"] for entry in take(log, whole[:4])] == [1]
    assert take(log, whole[:5]) == []
    assert [entry["number"] for entry in take(log, whole)] == [2]
    assert told(log) == ["1", "hop :and jump", "land"]
    assert [entry["round"] for entry in log.entries] == [1, 1, 1]
    assert [record.number for record in log.records_of(1)] == [1, 3]


def test_an_undone_entry_keeps_its_number_and_its_words() -> None:
    """The last result decides whether it stands, and play goes on below it."""
    log = Log(TELLING, SPECTATOR)
    whole = records(Said("1"), Said("hop"), Said("2"), Said("skip"))
    take(log, whole)
    for record in whole[2:]:
        record.undone_by = "GM"
    whole.append(Record(4, 2, Said("stay"), None, None))
    assert [(entry["number"], entry["undone_by"]) for entry in take(log, whole)] == [
        (2, "GM"),
        (3, "GM"),
        (4, None),
    ]
    assert told(log) == ["1", "hop", "2", "skip", "stay"]
    assert [entry["round"] for entry in log.entries] == [1, 1, 2, 2, 1]


def test_only_what_a_reader_may_know_is_told() -> None:
    """A secret is told in its public words, or not at all; numbers have no gaps."""
    whole = [
        Record(0, 0, Said("where"), ("A",), Said("somewhere")),
        Record(1, 1, Said("why"), ("A",), None),
        Record(2, 2, Said("now"), None, None),
    ]
    for viewer, expected in (
        (SPECTATOR, ["somewhere", "now"]),
        (Viewer((), ("A",)), ["where", "why", "now"]),
    ):
        log = Log(TELLING, viewer)
        take(log, whole)
        assert told(log) == expected
        assert [entry["number"] for entry in log.entries] == list(range(len(expected)))
