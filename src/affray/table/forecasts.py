"""The game master's forecast: how the fight may go on, as far as the continuations played so far tell.

Nothing is played here. The table says what it wants, and takes in what came of it. A forecast is of the
position it was asked at: the fight may go on meanwhile, and taking something back ends it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import orjson

from affray.kernel.errors import Refused
from affray.kernel.session import Session
from affray.kernel.system import Seat
from affray.sim.forecast import Position, position_of
from affray.sim.measures import Interval, spread_of
from affray.sim.rows import Row, needs_ending
from affray.sim.sample import Sample
from affray.table.fight import Fight
from affray.table.wire_ahead import (
    Chance,
    ForecastLength,
    ForecastMessage,
    ForecastSide,
    ForecastUnit,
    SharedForecast,
)

CONTINUATIONS = 500
"""Continuations of a forecast: the chance of a side is then known to within five points or better."""

TOLD_EVERY = 25
"""Continuations after which the game master is told anew; after fewer at first, for slow fights."""

LIKELY = 0.5
"""Who falls at least this often is named in words."""

State = Literal["running", "done", "stopped", "failed"]


@dataclass(frozen=True, slots=True)
class Wanted:
    """Continuations that somebody is to play: those numbered from 0 up to, not including, `count`."""

    number: int
    position: Position
    count: int


class Forecast:
    """One forecast. `position` is the length of the fight's history, `after` that of the GM's log."""

    def __init__(self, wanted: Wanted, session: Session, names: dict[str, str], after: int) -> None:
        seats = session.system.seats(session.encounter)
        standing = set(needs_ending(session.system).standing(session.encounter))
        self.wanted = wanted
        self.state: State = "running"
        self.text = ""
        self.shared = False
        self.position = len(session.history)
        self._after = after
        self._round = session.system.rounds(session.encounter)
        self._out = {seat.id for seat in seats} - standing
        self._told = 0
        sides = {seat.side: names.get(seat.side, seat.side) for seat in seats}
        self._sample = Sample(sides)

    @property
    def played(self) -> int:
        """How many continuations have been taken in."""
        return self._sample.n

    def take(self, rows: Sequence[Row]) -> bool:
        """Take in some continuations. Returns whether the GM should be told by now."""
        self._sample.take(rows)
        if self.played >= self.wanted.count:
            self.state = "done"
        more = min(TOLD_EVERY, max(1, self._told // 4))
        if self.state == "done" or self.played - self._told >= more:
            self._told = self.played
            return True
        return False

    def message(self) -> ForecastMessage:
        """What the game master is told."""
        sample = self._sample
        return {
            "type": "forecast",
            "number": self.wanted.number,
            "position": self.position,
            "after": self._after,
            "wanted": self.wanted.count,
            "played": sample.n,
            "state": self.state,
            "text": self.text,
            "sides": [self._side(id_) for id_ in sample.sides],
            "nobody": sample.winners.count(None) * 100 / max(1, sample.n),
            "units": self._units(),
            "length": self._length(),
            "summary": self.summary(),
            "shared": self.shared,
        }

    def summary(self, seats: Sequence[Seat] | None = None) -> list[str]:
        """The forecast in sentences. With `seats` nothing is named but them and their sides."""
        if not self.played:
            return []
        sides, units = [self._side(id_) for id_ in self._sample.sides], self._units()
        if seats is not None:
            known = {seat.id for seat in seats} | {seat.side for seat in seats}
            sides = [one for one in sides if one["id"] in known]
            units = [one for one in units if one["id"] in known]
        said = [f"Bots played it to the end {_times(self.played)}.", _who_wins(sides)]
        length = self._length()
        if length is not None:
            said.append(_how_long(length))
        likely = [
            f"{one['name']} {one['falls']['percent']:.0f} %"
            for one in units
            if one["falls"]["percent"] >= 100 * LIKELY
        ]
        said.append(f"Likely to fall: {', '.join(likely)}." if likely else "Nobody is likely to fall.")
        return said

    def share(self, seats: Sequence[Seat]) -> SharedForecast:
        """What everybody is told: nothing of seats that only some may know of, nor of sides with no other."""
        self.shared = True
        text = self.summary([seat for seat in seats if seat.to is None])
        return {"position": self.position, "round": self._round, "text": text}

    def _side(self, id_: str) -> ForecastSide:
        chance = _chance(self._sample.win_rate(id_))
        return {"id": id_, "name": self._sample.sides[id_], "wins": chance}

    def _units(self) -> list[ForecastUnit]:
        """Who may fall, the likeliest first. Who is out already is left out."""
        found: list[ForecastUnit] = []
        for id_, column in self._sample.units.items():
            if id_ not in self._out and column.fights:
                stands = column.survival
                falls = Interval(1 - stands.value, 1 - stands.high, 1 - stands.low)
                found.append({"id": id_, "name": column.name, "side": column.side, "falls": _chance(falls)})
        return sorted(found, key=lambda one: -one["falls"]["percent"])

    def _length(self) -> ForecastLength | None:
        if not self._sample.n:
            return None
        spread = spread_of(self._sample.lengths)
        return {
            "rounds": self._round is not None,
            "now": self._round or 0,
            "mean": spread["mean"],
            "low": int(spread["p10"]),
            "high": int(spread["p90"]),
        }


class Forecasts:
    """The forecasts of one table, one at a time. `changed` says that the GM is to be told anew."""

    def __init__(self, session: Session, fight: Fight, secret: Callable[[], str]) -> None:
        self.current: Forecast | None = None
        self.changed = False
        self._session = session
        self._fight = fight
        self._secret = secret
        self._asked = 0
        self._content = b""

    @property
    def wanted(self) -> Wanted | None:
        """What is to be played now; None: nothing. Whoever plays something else may stop."""
        running = self.current is not None and self.current.state == "running"
        return self.current.wanted if running and self.current is not None else None

    def ask(self, after: int) -> None:
        """Begin a forecast of the fight as it stands, in place of any before. Raises as `position_of`."""
        if not self._content:
            self._content = orjson.dumps(self._fight.to_plain())
        position = position_of(self._session, self._content, self._secret())
        self._asked += 1
        names = dict(getattr(getattr(self._fight, "scenario", None), "sides", {}))
        wanted = Wanted(self._asked, position, CONTINUATIONS)
        self.current = Forecast(wanted, self._session, names, after)
        self.changed = True

    def take(self, number: int, rows: Sequence[Row]) -> None:
        """Take in continuations of the forecast with this number, if it is still wanted."""
        if self.wanted is not None and self.wanted.number == number and self.current is not None:
            self.changed = self.current.take(rows) or self.changed

    def stop(self, why: str, number: int | None = None, failed: bool = False) -> None:
        """End the forecast that is under way (if it has this number). What was played stays told."""
        wanted = self.wanted
        if wanted is not None and self.current is not None and number in (None, wanted.number):
            self.current.state, self.current.text = "failed" if failed else "stopped", why
            self.changed = True

    def share(self) -> SharedForecast:
        """The newest forecast as everybody is told it. Raises `Refused` where there is nothing to tell."""
        if self.current is None or not self.current.played or self.current.state == "running":
            raise Refused("There is no forecast to share yet.", "")
        self.changed = True
        return self.current.share(self._session.system.seats(self._session.encounter))

    def unshare(self) -> None:
        """Nobody is told of it any more."""
        if self.current is not None and self.current.shared:
            self.current.shared = False
            self.changed = True


def _chance(interval: Interval) -> Chance:
    return {
        "percent": round(100 * interval.value, 1),
        "low": round(100 * interval.low, 1),
        "high": round(100 * interval.high, 1),
    }


def _who_wins(sides: Sequence[ForecastSide]) -> str:
    told = []
    for one in sorted(sides, key=lambda one: -one["wins"]["percent"]):
        wins = one["wins"]
        told.append(f"{one['name']} {wins['percent']:.0f} % ({wins['low']:.0f} to {wins['high']:.0f})")
    return f"Chance to win: {', '.join(told)}."


def _how_long(length: ForecastLength) -> str:
    between = f"{length['low']} to {length['high']} in eight of ten"
    if length["rounds"]:
        return f"It ends in round {length['mean']:.1f} on average ({between})."
    return f"It takes {length['mean']:.0f} more answers and rolls on average ({between})."


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"
