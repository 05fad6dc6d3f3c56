"""What the GM's forecast takes: continuations of three against three, on the server's pool of processes."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import aclosing
from time import perf_counter

import orjson

from affray.content.loader import load_scenario
from affray.server.forecaster import Forecaster
from affray.sim.forecast import Position, play_on, position_of
from affray.table.forecasts import CONTINUATIONS, Wanted
from benchmarks.figures import Figure, seconds_of, session_of

SCENARIO = "saltgate"
ALONE = 20


def figures() -> Iterator[Figure]:
    """A whole forecast, and its first numbers, against one continuation in one process."""
    loaded = load_scenario(SCENARIO)
    position = position_of(session_of(loaded), orjson.dumps(loaded.to_plain()), "benchmark")
    one = seconds_of(lambda: play_on(position, 0, ALONE), 3) / ALONE
    first, whole = asyncio.run(_forecast(position))
    base = "one continuation in one process"
    yield Figure(f"{CONTINUATIONS} continuations, 3 against 3, all workers", "forecast", whole, base, one)
    yield Figure("the first numbers of it", "forecast", first, base, one)


async def _forecast(position: Position) -> tuple[float, float]:
    """Seconds until the first continuations are there, and until all are. The processes are warm by then."""
    forecaster = Forecaster()
    await _played(forecaster, Wanted(1, position, 40))
    times = await _played(forecaster, Wanted(2, position, CONTINUATIONS))
    await forecaster.close()
    return times


async def _played(forecaster: Forecaster, wanted: Wanted) -> tuple[float, float]:
    started, first = perf_counter(), 0.0
    async with aclosing(forecaster.play(wanted)) as pieces:
        async for _ in pieces:
            first = first or perf_counter() - started
    return first, perf_counter() - started
