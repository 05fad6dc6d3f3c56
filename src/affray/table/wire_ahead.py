"""What the table tells of how a fight may go on: forecasts, and private copies to try things in."""

from __future__ import annotations

from typing import Literal, TypedDict


class Chance(TypedDict):
    """A chance in percent, and the interval in which it lies with 95 % confidence."""

    percent: float
    low: float
    high: float


class ForecastSide(TypedDict):
    """How often a side wins."""

    id: str
    name: str
    wins: Chance


class ForecastUnit(TypedDict):
    """How often somebody who stands now has fallen by the end."""

    id: str
    name: str
    side: str
    falls: Chance


class ForecastLength(TypedDict):
    """When the fight ends: in which round, or where there are none after how many more answers and rolls.

    `now` is the round that is under way. Eight of ten fights end between `low` and `high`.
    """

    rounds: bool
    now: int
    mean: float
    low: int
    high: int


class ForecastMessage(TypedDict):
    """How the fight may go on, to the GM alone; the last one with a `number` is whole.

    It is of the view's `position`, after so many entries (`after`) of the GM's log. `nobody` is how often no
    side wins, in percent. `text` says why it stopped or failed. `summary` has the same in sentences.
    """

    type: Literal["forecast"]
    number: int
    position: int
    after: int
    wanted: int
    played: int
    state: Literal["running", "done", "stopped", "failed"]
    text: str
    sides: list[ForecastSide]
    nobody: float
    units: list[ForecastUnit]
    length: ForecastLength | None
    summary: list[str]
    shared: bool


class WhatIfView(TypedDict):
    """A private copy of the fight. `address` leads there from the folder of this server's pages."""

    table: str
    entry: int
    address: str


class WhatIfsMessage(TypedDict):
    """The private copies that are open, to the GM alone. `id` is the command that the newest came of."""

    type: Literal["what_ifs"]
    id: str | None
    tables: list[WhatIfView]


class SharedForecast(TypedDict):
    """A forecast that the GM told everybody: sentences, and the position (and round) that it is of."""

    position: int
    round: int | None
    text: list[str]
