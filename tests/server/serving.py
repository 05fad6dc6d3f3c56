"""A real server for tests: uvicorn on a free port in a thread, and pages on real sockets."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import orjson
from websockets.sync.client import ClientConnection, connect

from affray.server.app import create_app
from affray.server.games import Game, Opener
from affray.server.host import Host
from affray.server.links import bind
from affray.server.run import uvicorn_server
from affray.server.store import Store, sqlite_address
from affray.table.save import Save
from tests.table.rig import ToyFight

WAIT = 10.0


class Served:
    """A server under way."""

    def __init__(self, game: Game, store: Store, port: int, host: Host) -> None:
        self.game = game
        self.store = store
        self.port = port
        self.host = host

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def page(self, key: str = "", name: str = "", gm: bool = False) -> Page:
        """A page that has said hello."""
        page = Page(self.port)
        gm_key = self.game.table.gm_key if gm else ""
        page.send("hello", id=None, key=key, name=name, gm_key=gm_key)
        page.until(lambda: page.view)
        return page


class Page:
    """A page on a real socket."""

    def __init__(self, port: int, folder: str = "", **options: Any) -> None:
        line = connect(f"ws://127.0.0.1:{port}/{folder}ws", max_size=None, **options)
        self.socket: ClientConnection = line.__enter__()
        self.view: dict[str, Any] = {}
        self.key = ""
        self.log: dict[int, Any] = {}
        self.replies: list[dict[str, Any]] = []
        self._ids = 0

    def send(self, type_: str, **fields: Any) -> None:
        """Send a message; commands get an id."""
        self._ids += 1
        message = {"type": type_, "id": f"{self.key[:8]}{self._ids}", **fields}
        self.socket.send(orjson.dumps({k: v for k, v in message.items() if v is not None}).decode())

    def do(self, type_: str, **fields: Any) -> dict[str, Any]:
        """Send a command and wait for its answer."""
        before = len(self.replies)
        self.send(type_, **fields)
        self.until(lambda: len(self.replies) > before)
        return self.replies[-1]

    def take(self) -> dict[str, Any]:
        """Take in one message."""
        message: dict[str, Any] = orjson.loads(self.socket.recv(timeout=WAIT))
        match message["type"]:
            case "welcome":
                self.key = message["key"]
            case "view":
                self.view = message
            case "log":
                if message["reset"]:
                    self.log.clear()
                self.log.update({entry["number"]: entry for entry in message["entries"]})
            case _:
                self.replies.append(message)
        return message

    def until(self, holds: Any) -> None:
        """Take messages in until something holds."""
        while not holds():
            self.take()

    def pick(self, option: str) -> dict[str, Any]:
        """Answer the first prompt."""
        prompt = self.view["prompts"][0]
        return self.do("answer", stamp=prompt["stamp"], part=prompt["part"], pick=option)

    def close(self) -> None:
        """Close the line."""
        self.socket.close()


@contextmanager
def serving(
    folder: Path, fight: Any = None, *, bot_pace: float = 0.0, store: Store | None = None, bots: Any = None
) -> Iterator[Served]:
    """Serve a fight from the store in this folder, as the program does."""
    from affray.bots.players import BOTS

    opened = store or Store(sqlite_address(folder / "fights.sqlite3"))
    opener = Opener(opened, folder, bots=bots or BOTS, odds=None, report=lambda error: None)
    if isinstance(fight, Save):
        game = opener.restore(fight)
    else:
        game = opener.open(fight or ToyFight(), seed="a seed")
    listening = bind("127.0.0.1", 0)
    host = Host(game.table, opened, game.id, bot_pace)
    server = uvicorn_server(create_app(host))
    thread = threading.Thread(target=lambda: asyncio.run(server.serve(sockets=[listening])))
    thread.start()
    try:
        yield Served(game, opened, listening.getsockname()[1], host)
    finally:
        server.should_exit = True
        thread.join(WAIT)
        listening.close()
        game.lock.release()
        opened.close()
        assert not thread.is_alive()
