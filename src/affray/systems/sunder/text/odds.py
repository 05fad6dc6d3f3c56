"""Chances in words: the five levels of a Test as bars, and what a Test and a hit come to."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from affray.kernel.presentation import Odds, OddsBar
from affray.systems.sunder.names import CRIT, FAILURE, FALLOUTS, LEVELS, MIFF, MIXED, NARRATIVE, SUCCESS

Doing = Literal["hits", "succeeds", "resists"]
"""What a good level is called."""

SHOWN = (CRIT, SUCCESS, MIXED, FAILURE, MIFF)
"""The levels in the order of the bars."""
STOPPED = 0
"""Stands for an action that comes to nothing before there is a Test."""


@dataclass(frozen=True, slots=True)
class Price:
    """What the roller pays by the level (S1.12): in which Potential, on how many free slots.

    `ranks` are those of the Situational Fallout of a Failure and of a Miff; empty: the lead of a group bears
    it. `mixed` is the Stress of a Mixed. `jinx` is the threshold on a die of `die` faces; without a pool
    `dice` is 0.
    """

    potential: str
    free: int
    mixed: int
    ranks: tuple[int, int]
    dice: int = 0
    die: int = 0
    jinx: int = 0
    lowest: bool = False


@dataclass(frozen=True, slots=True)
class Blow:
    """What the target takes: the mean Stress, and the chances of Fallout by its rank."""

    target: str
    mean: Fraction
    overflow: dict[int, Fraction]


@dataclass(slots=True)
class LevelChances:
    """The chances of each level, from which one on it is good, and what else is told."""

    doing: Doing
    good_from: int
    by_level: dict[int, Fraction]
    price: Price | None = None
    blow: Blow | None = None
    notes: list[str] = field(default_factory=list)

    @property
    def good(self) -> Fraction:
        """The chance of a good level."""
        return sum([chance for level, chance in self.by_level.items() if level >= self.good_from], Fraction())


def level_odds(chances: LevelChances) -> Odds:
    """Five bars, from Crit to Miff; one more where the action may be stopped."""
    bars = [
        OddsBar(
            label=LEVELS[level],
            percent=percent(chances.by_level.get(level, Fraction())),
            mark="bad" if level == MIFF else "plain" if level >= chances.good_from else "none",
        )
        for level in SHOWN
    ]
    if chances.by_level.get(STOPPED):
        bars.append(OddsBar(label="Stopped", percent=percent(chances.by_level[STOPPED]), mark="none"))
    mean = chances.good if chances.blow is None else chances.blow.mean
    return Odds(
        bars=bars,
        summary=f"{percent(chances.good):g} % {chances.doing}",
        mean=round(float(mean), 2),
        notes=[*chances.notes, *_notes_of_blow(chances.blow), *_notes_of_price(chances)],
    )


def _notes_of_blow(blow: Blow | None) -> list[str]:
    """The mean Stress, and what comes of a track that overflows."""
    if blow is None:
        return []
    notes = [f"{float(blow.mean):.1f} Stress to {blow.target} on average"]
    notes += [
        f"{FALLOUTS[rank]} Fallout for {blow.target} in {percent(chance):g} %"
        for rank, chance in sorted(blow.overflow.items())
        if percent(chance)
    ]
    return notes


def _notes_of_price(chances: LevelChances) -> list[str]:
    """The dice, and what the levels that may come cost the roller."""
    paid = chances.price
    if paid is None:
        return []
    notes = []
    if paid.dice:
        kept = ", the lowest of them counts" if paid.lowest else ""
        jinxed = f"jinxed to {paid.jinx}" if paid.jinx else "not jinxed"
        notes.append(f"{paid.dice} D{paid.die}, {jinxed}{kept}")
    dear = {SUCCESS: 1, MIXED: paid.mixed}
    names = [LEVELS[level] for level, cost in dear.items() if cost and chances.by_level.get(level)]
    if names:
        full = ", which overflows" if paid.free < 1 else ""
        notes.append(f"A {' or a '.join(names)} costs 1 {paid.potential} Stress{full}")
    for level, rank in zip((FAILURE, MIFF), paid.ranks, strict=False):
        chance = chances.by_level.get(level)
        if chance and rank > NARRATIVE:
            notes.append(
                f"A {LEVELS[level]} brings {FALLOUTS[rank]} Situational Fallout: {percent(chance):g} %"
            )
    return notes


def percent(chance: Fraction) -> float:
    """A chance in percent, to one place."""
    return round(float(chance * 100), 1)
