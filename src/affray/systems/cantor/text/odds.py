"""Chances in words: bars with their labels, and what they come to."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from affray.kernel.presentation import Odds, OddsBar
from affray.telling.words import first_up

RANGES_MAX = 3
"""Ranges that share the numbers of lost HP; losing all of them has a bar of its own."""

Fall = Literal["falls", "loses Structure"]
Mark = Literal["plain", "none", "bad"]


@dataclass(slots=True)
class LossChances:
    """The chances of lost HP. `by_number` is without those by which somebody loses all of them.

    `whom` are the names of those that are attacked; `falls`: somebody can, though perhaps by no chance.
    """

    whom: tuple[str, ...]
    fall: Fall = "falls"
    notes: tuple[str, ...] = ()
    by_number: dict[int, Fraction] = field(default_factory=dict)
    falls: bool = False
    fell: Fraction = Fraction(0)
    hit: Fraction = Fraction(0)
    mean: Fraction = Fraction(0)


def loss_odds(chances: LossChances) -> Odds:
    """Bars of HP, and the mean."""
    bars = [_bar("0", chances.by_number[0], "none")] if 0 in chances.by_number else []
    for low, high in ranges(max(chances.by_number, default=0)):
        inside = [chance for number, chance in chances.by_number.items() if low <= number <= high]
        bars.append(_bar(span(low, high), sum(inside, Fraction(0)), "plain"))
    several = len(chances.whom) > 1
    if chances.falls:
        bars.append(_bar("somebody falls" if several else chances.fall, chances.fell, "bad"))
    notes = [*chances.notes]
    if several:
        notes.append(f"HP of {_list(chances.whom)} together")
    mean = round(float(chances.mean), 2)
    return Odds(bars=bars, summary=_summary(chances, several), mean=mean, notes=notes)


def _summary(chances: LossChances, several: bool) -> str:
    """The mean, and the one chance that matters: that somebody falls, or else that what may miss hits."""
    mean = f"mean {float(chances.mean):.1f} HP"
    if chances.fell:
        what = "Somebody falls" if several else f"{chances.whom[0]} {chances.fall}"
        return f"{what} in {percent(chances.fell)} %, {mean}"
    if chances.hit == 1:
        # A hit that is declared already needs no chance.
        return first_up(mean)
    return f"Hits {'somebody ' if several else ''}in {percent(chances.hit)} %, {mean}"


def ranges(most: int) -> list[tuple[int, int]]:
    """Up to three ranges as wide as 1, 2, 4, 8 ...; a rest too small for a range joins the last."""
    if most <= 0:
        return []
    width = 1
    while most // width > RANGES_MAX:
        width *= 2
    parts = max(1, most // width)
    found = [(part * width + 1, (part + 1) * width) for part in range(parts)]
    found[-1] = (found[-1][0], most)
    return found


def span(low: int, high: int) -> str:
    """ "3", "1–4"."""
    return str(low) if low == high else f"{low}\N{EN DASH}{high}"


_OUTCOMES: dict[str, tuple[str, str, str]] = {
    "hit": ("misses", "hits", "Hits"),
    "free": ("still held", "free", "Gets free"),
    "edge": ("falls", "holds on", "Holds on"),
}
"""What is settled: its bad outcome, its good one, and how the good one is summed up."""


def outcome_odds(outcome: str, good: Fraction, whom: tuple[str, ...] = ()) -> Odds:
    """Two bars, the good outcome last; of an edge the one who is shoved is told."""
    bad_label, good_label, summed = _OUTCOMES[outcome]
    bars = [
        _bar(bad_label, 1 - good, "bad" if outcome == "edge" else "none"),
        _bar(good_label, good, "plain"),
    ]
    if outcome == "edge":
        summary = f"{whom[0]} falls in {percent(1 - good)} %"
    else:
        summary = f"{summed} {'somebody ' if len(whom) > 1 else ''}in {percent(good)} %"
    return Odds(bars=bars, summary=summary, mean=round(float(good), 2), notes=[])


def percent(chance: Fraction) -> float:
    """A chance in percent, to one place."""
    return round(float(chance * 100), 1)


def _list(names: tuple[str, ...]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _bar(label: str, chance: Fraction, mark: Mark) -> OddsBar:
    return OddsBar(label=label, percent=percent(chance), mark=mark)
