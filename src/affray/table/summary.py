"""What a fight came to for each who took part: rolls, answers, luck, and what the system counts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

from affray.kernel.events import Record
from affray.kernel.presentation import Entry
from affray.kernel.system import AnyEncounter, CountsDeeds, System, Viewer, tells_luck


@dataclass(slots=True)
class Tally:
    """One roller's part in a fight.

    `rolls` were its own, `answers` those against a roll of somebody else. `luck` is by how much its dice fell
    above what such dice show on average, in points; None where high faces are not good ones. `deeds` are the
    system's own counts.
    """

    name: str
    rolls: int = 0
    answers: int = 0
    dice: int = 0
    by_hand: int = 0
    luck: float | None = 0.0
    deeds: dict[str, int] = field(default_factory=dict)

    def in_words(self) -> str:
        """The tally as one line of text."""
        parts = [f"{_count(self.rolls, 'roll')} and {_count(self.answers, 'answer')}"]
        parts += [f"{name} {number}" for name, number in self.deeds.items()]
        if self.dice:
            hand = f" ({self.by_hand} by hand)" if self.by_hand else ""
            dice = "1 die" if self.dice == 1 else f"{self.dice} dice"
            parts.append(f"{dice}{hand}{_luck(self.luck)}")
        return f"{self.name}: {'; '.join(parts)}"


def tallies_of_dice(entries: Iterable[Entry], luck: bool = True) -> dict[str, Tally]:
    """By roller, what the sums of a log tell, of `luck` too if wanted. What was taken back does not count."""
    found: dict[str, Tally] = {}
    for entry in entries:
        if entry["undone_by"] is not None:
            continue
        for place, ledger in enumerate(entry["ledgers"]):
            tally = found.setdefault(ledger["who"], Tally(ledger["name"], luck=0.0 if luck else None))
            tally.rolls += place == 0
            tally.answers += place > 0
            for die in (row["die"] for row in ledger["rows"]):
                if die is not None:
                    tally.dice += 1
                    tally.by_hand += die["typed"]
                    if tally.luck is not None:
                        tally.luck += die["face"] - (die["sides"] + 1) / 2
    return found


def summary(
    system: System,
    encounter: AnyEncounter,
    records: Sequence[Record],
    entries: Iterable[Entry],
    viewer: Viewer,
) -> dict[str, Tally]:
    """By seat, the tallies of a fight as this viewer may know it, in the order in which they first rolled.

    A seat that is hidden from the viewer to the end has none.
    """
    luck = tells_luck(system)
    found = tallies_of_dice(entries, luck)
    seats = system.seats(encounter)
    if isinstance(system, CountsDeeds):
        known = [record for record in records if record.undone_by is None and viewer.knows(record.to)]
        names = {seat.id: seat.name for seat in seats}
        for seat, deeds in system.deeds(encounter, known).items():
            quiet = Tally(names.get(seat, seat), luck=0.0 if luck else None)
            found.setdefault(seat, quiet).deeds = dict(deeds)
    hidden = {seat.id for seat in seats if not viewer.knows(seat.to)}
    return {who: tally for who, tally in found.items() if who not in hidden}


def summary_as_text(tallies: Collection[Tally]) -> str:
    """The tallies as lines of text; nothing where nobody rolled."""
    if not tallies:
        return ""
    return "\n".join(["At the end", "", *(tally.in_words() for tally in tallies)]) + "\n"


def _luck(luck: float | None) -> str:
    if luck is None:
        return ""
    return f", {abs(luck):g} {'above' if luck >= 0 else 'below'} average"


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
