"""Many fights of one kind, taken in one by one in the order of their numbers, and what they come to."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from affray.sim.measures import Interval, mean_of_sums, spread_of, wilson
from affray.sim.rows import Row

STANDING, ABSENT = -1, -2
"""In the column of a unit: it stood at the end; it never came. Else when it fell."""

UNDECIDED = "undecided"
"""What a fight came to that was given up."""


@dataclass(slots=True)
class Column:
    """One unit through all fights: when it fell in each, `STANDING` or `ABSENT`."""

    name: str
    side: str
    fell: list[int]

    @property
    def fights(self) -> int:
        """In how many fights it took part."""
        return len(self.fell) - self.fell.count(ABSENT)

    @property
    def falls(self) -> list[int]:
        """When it fell, fight by fight, where it did."""
        return [when for when in self.fell if when >= 0]

    @property
    def stood(self) -> list[bool]:
        """Fight by fight whether it stood at the end."""
        return [when == STANDING for when in self.fell]

    @property
    def survival(self) -> Interval:
        """How often it stood at the end of those fights in which it took part."""
        return wilson(self.fell.count(STANDING), self.fights)


@dataclass(slots=True)
class Sums:
    """Sum and sum of squares of a whole number; what is not added was 0."""

    total: int = 0
    squares: int = 0

    def add(self, number: int) -> None:
        """Take in one fight."""
        self.total += number
        self.squares += number * number


@dataclass(slots=True)
class Sample:
    """What is kept of the fights: columns for what is compared pair by pair, sums for the rest.

    `sides` are the ids of the sides with their names. Everything is whole numbers, so that it does not
    matter how the fights were dealt out.
    """

    sides: Mapping[str, str]
    winners: list[str | None] = field(default_factory=list)
    outcomes: Counter[str] = field(default_factory=Counter)
    rounds: list[int] = field(default_factory=list)
    inputs: list[int] = field(default_factory=list)
    units: dict[str, Column] = field(default_factory=dict)
    deeds: dict[str, dict[str, Sums]] = field(default_factory=dict)
    luck: dict[str, Sums] = field(default_factory=dict)
    _hash: Any = field(default_factory=lambda: hashlib.blake2b(digest_size=16))

    @property
    def n(self) -> int:
        """How many fights were taken in."""
        return len(self.winners)

    @property
    def lengths(self) -> list[int]:
        """Fight by fight how long it took: in rounds, or without any in inputs."""
        return self.rounds or self.inputs

    @property
    def fights_hash(self) -> str:
        """32 hexadecimal digits that differ whenever the end of any fight differs."""
        return str(self._hash.hexdigest())

    def take(self, rows: Sequence[Row]) -> None:
        """Take in the next fights."""
        for row in rows:
            self._take_units(row)
            self.winners.append(row.winner)
            self.outcomes[row.outcome or UNDECIDED] += 1
            self.inputs.append(row.inputs)
            if row.rounds is not None:
                self.rounds.append(row.rounds)
            for id_, deeds in row.deeds.items():
                for name, number in deeds.items():
                    self.deeds.setdefault(id_, {}).setdefault(name, Sums()).add(number)
            for id_, points in row.luck.items():
                self.luck.setdefault(id_, Sums()).add(points)
            self._hash.update(row.state_hash.encode())

    def won(self, side: str) -> list[bool]:
        """Fight by fight whether this side won."""
        return [winner == side for winner in self.winners]

    def win_rate(self, side: str) -> Interval:
        """How often a side won."""
        return wilson(self.winners.count(side), self.n)

    def deed(self, unit: str, name: str) -> Interval:
        """How often a unit did something in a fight, on average over all fights."""
        sums = self.deeds[unit][name]
        return mean_of_sums(sums.total, sums.squares, self.n)

    def luck_of(self, unit: str) -> Interval:
        """By how many points the dice of a unit fell above their average in a fight, on average."""
        sums = self.luck[unit]
        doubled = mean_of_sums(sums.total, sums.squares, self.n)
        return Interval(doubled.value / 2, doubled.low / 2, doubled.high / 2)

    def _take_units(self, row: Row) -> None:
        for id_, unit in row.units.items():
            if id_ not in self.units:
                self.units[id_] = Column(unit.name, unit.side, [ABSENT] * self.n)
            self.units[id_].fell.append(STANDING if unit.fell is None else unit.fell)
        for id_, column in self.units.items():
            if id_ not in row.units:
                column.fell.append(ABSENT)


def named_sides(sample: Sample) -> dict[str, str]:
    """The sides by the name they have in documents: their own, with the id behind it where two share one."""
    shared = Counter(sample.sides.values())
    return {id_: name if shared[name] == 1 else f"{name} ({id_})" for id_, name in sample.sides.items()}


def to_plain(sample: Sample) -> dict[str, Any]:
    """The sample as the JSON document describes it, less what it was asked for. It has at least one fight."""
    names = named_sides(sample)
    return {
        "sides": {
            name: {"id": id_, "wins": sample.winners.count(id_), **_rate(sample.win_rate(id_))}
            for id_, name in names.items()
        },
        "outcomes": dict(sorted(sample.outcomes.items(), key=lambda item: (-item[1], item[0]))),
        "rounds": _lengths(sample.rounds, counts=True) if sample.rounds else None,
        "inputs": _lengths(sample.inputs),
        "units": {id_: _unit(sample, id_) for id_ in sample.units},
        "hash": sample.fights_hash,
    }


def interval_to_plain(interval: Interval) -> dict[str, float]:
    """An interval as plain values: value, low, high."""
    return {"value": _short(interval.value), "low": _short(interval.low), "high": _short(interval.high)}


def _rate(interval: Interval) -> dict[str, float]:
    return {"p": _short(interval.value), "low": _short(interval.low), "high": _short(interval.high)}


def _mean(interval: Interval) -> dict[str, float]:
    return {"mean": _short(interval.value), "low": _short(interval.low), "high": _short(interval.high)}


def _lengths(numbers: Sequence[int], counts: bool = False) -> dict[str, Any]:
    found: dict[str, Any] = {name: _short(value) for name, value in spread_of(numbers).items()}
    if counts:
        found["counts"] = {str(number): count for number, count in sorted(Counter(numbers).items())}
    return found


def _unit(sample: Sample, id_: str) -> dict[str, Any]:
    column = sample.units[id_]
    survival = column.survival
    falls = column.falls
    found: dict[str, Any] = {
        "name": column.name,
        "side": column.side,
        "fights": column.fights,
        "survival": _short(survival.value),
        "low": _short(survival.low),
        "high": _short(survival.high),
        "falls": _lengths(falls) if falls else None,
        "deeds": {name: _mean(sample.deed(id_, name)) for name in sample.deeds.get(id_, {})},
    }
    if sample.luck:
        luck = sample.luck_of(id_) if id_ in sample.luck else Interval(0.0, 0.0, 0.0)
        found["luck"] = _mean(luck)
    return found


def _short(number: float) -> float:
    """A number to six places, so that documents stay readable and do not hang on the last bit."""
    return number if isinstance(number, int) else round(number, 6) + 0.0
