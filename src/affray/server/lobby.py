"""The tables of one server: the one it was opened for, and the private copies that come of it."""

from __future__ import annotations

import asyncio
import secrets
from concurrent.futures import Future

from affray.bots.players import BOTS
from affray.odds.exact import option_odds
from affray.server.forecaster import Forecaster
from affray.server.host import Host, report
from affray.server.store import Batch
from affray.table.private import PrivateTable
from affray.table.what_ifs import Copy


class Lobby:
    """All tables by their ids; "" is the first one. Private copies live in memory only."""

    def __init__(self, host: Host, forecaster: Forecaster) -> None:
        self.first = host
        self._hosts: dict[str, Host] = {"": host}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._closing: set[asyncio.Task[None]] = set()
        self._forecaster = forecaster
        host.ahead(forecaster, self)

    def find(self, table: str) -> Host | None:
        """The host of a table."""
        return self._hosts.get(table)

    def start(self) -> None:
        """Begin to serve."""
        self._tasks[""] = asyncio.create_task(self.first.run())

    async def stop(self) -> None:
        """Close every table, and end all work for them."""
        for host in self._hosts.values():
            await host.stop()
        await asyncio.gather(*self._tasks.values(), *self._closing)
        await self._forecaster.close()

    def open(self, origin: Host, copy: Copy) -> None:
        """Open a private copy of a table, and tell the table where it is."""
        id_, gm_key = secrets.token_hex(6), secrets.token_urlsafe(18)
        try:
            table = PrivateTable(
                copy, gm_key, lambda: secrets.token_urlsafe(18), bots=BOTS, odds=option_odds, report=report
            )
        except Exception as error:
            report(error)
            origin.table.tell_gm("The copy could not be opened. The fight itself is not touched.")
            return
        host = self._hosts[id_] = Host(table, Nowhere(), id_, origin.bot_pace)
        host.ahead(self._forecaster, self)
        self._tasks[id_] = asyncio.create_task(host.run())
        origin.table.what_ifs.opened(copy, id_, f"t/{id_}/#gm={gm_key}")

    def drop(self, table: str) -> None:
        """Close a private copy for good."""
        host = self._hosts.pop(table, None)
        if host is not None:
            task = asyncio.create_task(self._end(host, self._tasks.pop(table)))
            self._closing.add(task)
            task.add_done_callback(self._closing.discard)

    async def _end(self, host: Host, task: asyncio.Task[None]) -> None:
        host.say_to_all("This copy was thrown away. You can close the page.")
        await host.stop()
        await task


class Nowhere:
    """A store that keeps nothing: what is tried in private is gone with the table."""

    def submit(self, batch: Batch) -> Future[None]:
        """Done at once."""
        done: Future[None] = Future()
        done.set_result(None)
        return done
