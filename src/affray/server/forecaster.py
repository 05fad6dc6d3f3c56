"""Plays the continuations of forecasts in a few processes of their own, so that the table never waits."""

from __future__ import annotations

import asyncio
import gc
import multiprocessing
import os
from collections import deque
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import BrokenExecutor, Future
from contextlib import ExitStack, suppress

from affray.server.worker import play_quietly, settle
from affray.sim.executors import Crew, crew_of
from affray.sim.forecast import Position
from affray.sim.jobs import FightFailed
from affray.sim.rows import Row
from affray.table.forecasts import Wanted

PIECE = 5
"""Continuations that a worker is handed at a time: short enough that what is cancelled ends soon."""

WORKERS_MAX = 4

Play = Callable[[Position, int, int], list[Row]]


class Forecaster:
    """A pool of workers, started when it is first needed and kept warm until `close`."""

    def __init__(self, play: Play | None = None) -> None:
        self._play = play or play_quietly
        self._pool: asyncio.Task[_Pool] | None = None

    async def play(self, wanted: Wanted) -> AsyncGenerator[list[Row], None]:
        """What is wanted, piece by piece in order. Closed, it hands nothing out any more.

        Raises `FightFailed` when a continuation goes wrong or a worker is lost. The next forecast is not
        harmed by either.
        """
        pool = await self._ready()
        todo = _pieces(wanted.count, pool.crew.workers)
        waiting: deque[Future[list[Row]]] = deque()
        try:
            while todo or waiting:
                while todo and len(waiting) < 2 * pool.crew.workers:
                    first, count = todo.popleft()
                    # Handing out may start a process, so it has a thread of its own.
                    handed = asyncio.to_thread(
                        pool.crew.executor.submit, self._play, wanted.position, first, count
                    )
                    waiting.append(await handed)
                yield await _result(waiting[0])
                waiting.popleft()
        except BrokenExecutor as error:
            # Others may play on the same workers, and one of them was here before.
            if self._pool is not None and self._pool.done() and self._pool.result() is pool:
                await self.close()
            raise FightFailed("a process that plays was lost") from error
        finally:
            for future in waiting:
                future.cancel()

    async def close(self) -> None:
        """End the workers, in the middle of a fight if need be. They are gone afterwards."""
        starting, self._pool = self._pool, None
        if starting is not None:
            with suppress(Exception):
                pool = await starting
                await asyncio.to_thread(pool.end)

    async def _ready(self) -> _Pool:
        if self._pool is None or (self._pool.done() and self._pool.exception() is not None):
            self._pool = asyncio.create_task(asyncio.to_thread(_Pool))
        # Whoever stops waiting for it leaves it to the next one.
        return await asyncio.shield(self._pool)


def _pieces(count: int, workers: int) -> deque[tuple[int, int]]:
    """Where each piece begins and how long it is: one each for all at first, so that numbers come soon."""
    single = min(count, workers)
    rest = range(single, count, PIECE)
    return deque([(at, 1) for at in range(single)] + [(at, min(PIECE, count - at)) for at in rest])


async def _result(future: Future[list[Row]]) -> list[Row]:
    """The result of a piece. Raises `BrokenExecutor` for one that was cancelled as its pool was closed."""
    awaited = asyncio.wrap_future(future)
    try:
        await asyncio.wait([awaited])
        if awaited.cancelled():
            raise BrokenExecutor
        return awaited.result()
    finally:
        awaited.cancel()


class _Pool:
    """A few processes, there as soon as this is made: after about a second."""

    def __init__(self) -> None:
        others = set(multiprocessing.active_children())
        self._stack = ExitStack()
        # Never one: that would be this very process.
        self.crew: Crew = self._stack.enter_context(crew_of(max(2, min(WORKERS_MAX, os.cpu_count() or 2))))
        for future in [self.crew.executor.submit(settle) for _ in range(self.crew.workers)]:
            future.result()
        self._others = others

    def end(self) -> None:
        """End the processes in the middle of what they are at, and wait until they are gone."""
        for process in set(multiprocessing.active_children()) - self._others:
            process.terminate()
        self._stack.close()
        # What the pool shared with them is given back now: a server may end without another chance.
        gc.collect()
