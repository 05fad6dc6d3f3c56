"""Two samples of the same seeds, compared fight by fight, and which of the differences are real."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from affray.sim.measures import CONFIDENCE, Interval, corrected, paired_means, paired_rates
from affray.sim.sample import ABSENT, Sample, interval_to_plain, named_sides

Kind = Literal["wins", "length", "survival"]


@dataclass(frozen=True, slots=True)
class Difference:
    """One figure of both samples, and how much larger it is in the second.

    `interval` holds the difference by itself with 95 %; `real` says whether it excludes zero also when it is
    widened so that all intervals of the comparison hold at once with 95 % (Bonferroni).
    """

    kind: Kind
    id: str
    name: str
    first: float
    second: float
    interval: Interval
    real: bool

    def to_plain(self) -> dict[str, Any]:
        """As plain JSON values."""
        interval = interval_to_plain(self.interval)
        return {
            "of": self.kind,
            "id": self.id,
            "name": self.name,
            "a": round(self.first, 6),
            "b": round(self.second, 6),
            "difference": interval["value"],
            "low": interval["low"],
            "high": interval["high"],
            "real": self.real,
        }


Paired = Callable[[float], Interval]
"""A difference with its interval at a confidence."""

Figure = tuple[Kind, str, str, float, float, Paired]


def differences(first: Sample, second: Sample) -> list[Difference]:
    """Win rates, length and survival, as far as both samples have them."""
    figures = [*win_figures(first, second), _length(first, second), *_survivals(first, second)]
    return settled(figures, len(figures))


def settled(figures: Sequence[Figure], comparisons: int) -> list[Difference]:
    """The differences of these figures, where so many are looked at together."""
    strict = corrected(comparisons)
    return [
        Difference(kind, id_, name, one, other, paired(CONFIDENCE), paired(strict).excludes_zero)
        for kind, id_, name, one, other, paired in figures
    ]


def win_figures(first: Sample, second: Sample) -> list[Figure]:
    """How often each side won."""
    names = named_sides(first)
    return [
        (
            "wins",
            side,
            names[side],
            first.win_rate(side).value,
            second.win_rate(side).value,
            _rates(first.won(side), second.won(side)),
        )
        for side in names
        if side in second.sides
    ]


def _length(first: Sample, second: Sample) -> Figure:
    in_rounds = bool(first.rounds and second.rounds)
    one, other = (first.rounds, second.rounds) if in_rounds else (first.inputs, second.inputs)
    return (
        "length",
        "rounds" if in_rounds else "inputs",
        "rounds" if in_rounds else "inputs",
        sum(one) / len(one),
        sum(other) / len(other),
        lambda confidence: paired_means(one, other, confidence),
    )


def _survivals(first: Sample, second: Sample) -> list[Figure]:
    """Of those who took part in both, over the fights in which they did."""
    found: list[Figure] = []
    for id_, column in first.units.items():
        if id_ not in second.units:
            continue
        pairs = zip(column.fell, second.units[id_].fell, strict=True)
        here = [ABSENT not in pair for pair in pairs]
        one = [stood for stood, both in zip(column.stood, here, strict=True) if both]
        other = [stood for stood, both in zip(second.units[id_].stood, here, strict=True) if both]
        if one:
            shares = sum(one) / len(one), sum(other) / len(other)
            found.append(("survival", id_, column.name, *shares, _rates(one, other)))
    return found


def _rates(first: Sequence[bool], second: Sequence[bool]) -> Paired:
    return lambda confidence: paired_rates(first, second, confidence)
