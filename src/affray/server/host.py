"""Keeps a table running: takes messages in one by one, stores, then sends; gives bots their pace."""

from __future__ import annotations

import asyncio
import sys
import traceback
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import aclosing
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Literal, Protocol

from affray.kernel.errors import RuleFailure
from affray.server.forecaster import Forecaster
from affray.server.outbox import Outbox
from affray.server.store import Batch, StoreError
from affray.sim.jobs import FightFailed
from affray.table.exchange import Writes, reply
from affray.table.forecasts import Wanted
from affray.table.refusals import Forbidden, refused
from affray.table.table import Table

if TYPE_CHECKING:
    from affray.server.lobby import Lobby

BOT_PACE = 0.4
"""Seconds between two decisions of bots."""

STORE_RETRY = 2.0
"""Seconds until a store that failed is tried again."""

GATHERED_MAX = 256
"""Messages taken in before what they changed is stored and sent."""


class Keeper(Protocol):
    """Whatever a table's writes are handed to."""

    def submit(self, batch: Batch) -> Future[None]:
        """Have a batch written. The future is done once it is on disk, or holds a `StoreError`."""


@dataclass(frozen=True, slots=True)
class _Incoming:
    what: Literal["join", "message", "leave", "resync", "do", "stop"]
    connection: str
    data: bytes | str = b""
    do: Callable[[], None] | None = None


class Host:
    """One table, its store, and the lines to its readers. `run` is to be kept running."""

    def __init__(self, table: Table, store: Keeper, game: str, bot_pace: float = BOT_PACE) -> None:
        self.table = table
        self.game = game
        self.bot_pace = bot_pace
        self._store = store
        self._forecaster: Forecaster | None = None
        self._lobby: Lobby | None = None
        self._wanted: Wanted | None = None
        self._playing: asyncio.Task[None] | None = None
        self._ended = False
        self._inbox: asyncio.Queue[_Incoming] = asyncio.Queue(1_000)
        self._outboxes: dict[str, Outbox] = {}
        self._unsaved = Writes((), None)
        self._finished = table.session.outcome is not None
        self._retry_at: float | None = None
        self._bots_at: float | None = None

    def ahead(self, forecaster: Forecaster, lobby: Lobby) -> None:
        """Who plays this table's forecasts, and who opens private copies of it."""
        self._forecaster, self._lobby = forecaster, lobby

    # Lines

    async def open(self, connection: str) -> Outbox:
        """A line was opened. What its outbox gives is to be sent on it."""
        outbox = self._outboxes[connection] = Outbox()
        await self._inbox.put(_Incoming("join", connection))
        return outbox

    async def message(self, connection: str, data: bytes | str) -> None:
        """A message came in. Waits while too many others do, which slows a flooding sender down."""
        if not self._ended:
            await self._inbox.put(_Incoming("message", connection, data))

    async def close(self, connection: str) -> None:
        """A line was closed."""
        self._outboxes.pop(connection, None)
        if not self._ended:
            await self._inbox.put(_Incoming("leave", connection))

    async def resync(self, connection: str) -> None:
        """A slow line has caught up and needs what it missed."""
        await self._inbox.put(_Incoming("resync", connection))

    def say_to_all(self, text: str) -> None:
        """Tell every page something that ends it."""
        for connection, outbox in self._outboxes.items():
            outbox.put(reply(connection, refused(Forbidden(text), None)))

    # Running

    async def run(self) -> None:
        """Serve the table until `stop`."""
        await self._save()
        running = True
        while running:
            running = await self._gather()
            await self._save()
            self._look_ahead()
            self._deliver()
        self._ended = True
        if self._playing is not None:
            self._playing.cancel()

    async def stop(self) -> None:
        """End `run` after what has come in so far."""
        await self._inbox.put(_Incoming("stop", ""))

    async def _gather(self) -> bool:
        """Take in what has come, or let bots decide when it is their time. False: stop."""
        clock = asyncio.get_running_loop()
        if not self.table.wants_tick:
            self._bots_at = None
        elif self._bots_at is None:
            self._bots_at = clock.time() + self.bot_pace
        due = min((time for time in (self._bots_at, self._retry_at) if time is not None), default=None)
        try:
            async with asyncio.timeout_at(due):
                incoming = await self._inbox.get()
        except TimeoutError:
            incoming = None
        running = True
        for _ in range(GATHERED_MAX):
            if incoming is None:
                break
            running = self._take(incoming) and running
            incoming = None if self._inbox.empty() else self._inbox.get_nowait()
        else:
            if incoming is not None:
                running = self._take(incoming) and running
        if self._bots_at is not None and clock.time() >= self._bots_at:
            self._bots_at = None
            self.table.tick()
        return running

    def _take(self, incoming: _Incoming) -> bool:
        match incoming.what:
            case "join":
                self.table.join(incoming.connection)
            case "message":
                self.table.receive(incoming.connection, incoming.data)
            case "leave":
                self.table.leave(incoming.connection)
            case "resync":
                self.table.resync(incoming.connection)
            case "do":
                assert incoming.do is not None
                incoming.do()
            case "stop":
                return False
        return True

    async def _save(self) -> None:
        """Have everything on disk before anybody is told. If that fails, tell the GM, play on, try again."""
        self._unsaved = _together(self._unsaved, self.table.take_writes())
        over = self.table.session.outcome is not None
        if not self._unsaved and over == self._finished:
            return
        try:
            await asyncio.wrap_future(self._store.submit(Batch(self.game, self._unsaved, over)))
        except StoreError as error:
            self._retry_at = asyncio.get_running_loop().time() + STORE_RETRY
            text = f"The fight cannot be saved: {error}. Play goes on; it is tried again until it works."
            if self.table.trouble is None:
                print(f"affray: {text}", file=sys.stderr)
            self.table.set_trouble(text)
            return
        if self._retry_at is not None:
            print("affray: the fight is saved again", file=sys.stderr)
        self._unsaved, self._finished, self._retry_at = Writes((), None), over, None
        self.table.set_trouble(None)

    # Forecasts and private copies

    def _look_ahead(self) -> None:
        """Have played and opened what the table wants by now, and no longer what it wanted before."""
        wanted = self.table.forecasts.wanted
        if wanted is not self._wanted:
            if self._playing is not None:
                self._playing.cancel()
            self._wanted = wanted
            self._playing = None if wanted is None else asyncio.create_task(self._forecast(wanted))
        if self._lobby is not None:
            for copy in self.table.what_ifs.take_wanted():
                self._lobby.open(self, copy)
            for dropped in self.table.what_ifs.take_dropped():
                self._lobby.drop(dropped)

    async def _forecast(self, wanted: Wanted) -> None:
        """Have a forecast played. What comes of it goes the way of all messages, one by one."""
        forecasts, number = self.table.forecasts, wanted.number
        try:
            if self._forecaster is None:
                raise FightFailed("nobody plays here")
            async with aclosing(self._forecaster.play(wanted)) as played:
                async for rows in played:
                    await self._do(partial(forecasts.take, number, rows))
        except Exception as error:
            report(error)
            why = (
                str(error) if isinstance(error, FightFailed) else "the processes that play cannot be started"
            )
            text = f"The forecast ended early: {why}. The fight itself is not touched."
            await self._do(lambda: forecasts.stop(text, number, failed=True))

    async def _do(self, do: Callable[[], None]) -> None:
        await self._inbox.put(_Incoming("do", "", do=do))

    def _deliver(self) -> None:
        for out in self.table.flush():
            outbox = self._outboxes.get(out.connection)
            if outbox is not None:
                outbox.put(out)


def report(error: Exception) -> None:
    """Write an unexpected error down for whoever runs the server. No reader ever sees it."""
    cause = error.cause if isinstance(error, RuleFailure) else error
    print(f"affray: {error}", file=sys.stderr)
    traceback.print_exception(cause, file=sys.stderr)


def _together(first: Writes, second: Writes) -> Writes:
    return Writes(first.history + second.history, first.room if second.room is None else second.room)
