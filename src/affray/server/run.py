"""Running a table: opens or continues a fight, prints the links, and serves until it is stopped."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
import webbrowser
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import uvicorn
from fastapi import FastAPI

from affray.bots.players import BOTS
from affray.kernel.errors import Refused
from affray.odds.exact import option_odds
from affray.server.app import create_app
from affray.server.games import Game, Opener, set_bots
from affray.server.host import BOT_PACE, Host, report
from affray.server.links import Address, bind, qr_svg
from affray.server.store import Store, StoreError, sqlite_address
from affray.table.fight import Fight
from affray.table.save import Save

MESSAGE_BYTES_MAX = 64 * 1024


def serve(
    scenario: Fight | Save,
    *,
    host: str = "127.0.0.1",
    port: int = 8765,
    data: Path | None = None,
    seed: str | None = None,
    bots: str | Mapping[str, str] = "",
    typed: str = "",
    title: str | None = None,
    fresh: bool = False,
    open_browser: bool | None = None,
    bot_pace: float = BOT_PACE,
) -> None:
    """Serve a table for this scenario until Ctrl-C. Goes on with its unfinished fight unless `fresh`.

    A save is taken up as a new fight of its own, whatever else there is of its scenario. One of other rules
    is only read.
    `bots` are seats or sides that bots play in a new fight or one from a save, such as "B" or
    "grusk=random,sable". In one that goes on, seats are played as they were. `typed` are seats or sides whose
    dice are thrown by hand, in a new fight or one from a save.
    """
    folder = data_folder(data)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        listening = bind(host, port)
    except OSError as error:
        raise Refused(f"The table cannot be opened: {error.strerror or error}.", "") from error
    store = _opened(folder)
    try:
        opener = Opener(store, folder, bots=BOTS, odds=option_odds, report=report)
        if isinstance(scenario, Save):
            game = opener.restore(scenario, typed)
        else:
            game = opener.open(scenario, seed=seed, fresh=fresh, typed=typed)
        if (isinstance(scenario, Save) or not game.continued) and not game.table.closed:
            set_bots(game.table, bots)
        server = uvicorn_server(create_app(Host(game.table, store, game.id, bot_pace)))
        address = Address(host, int(listening.getsockname()[1]))
        # Ctrl-C may come at any time from here on; uvicorn passes it on once it has ended well.
        with suppress(KeyboardInterrupt):
            _announce(game, address, title or game.table.fight.title, asked_for=port)
            if open_browser or (open_browser is None and _has_screen()):
                threading.Timer(0.5, webbrowser.open, (address.gm(game.table.gm_key),)).start()
            asyncio.run(server.serve(sockets=[listening]))
        game.lock.release()
    finally:
        listening.close()
        store.close()
    print("The table is closed. The fight is kept; the same command goes on with it.")


def uvicorn_server(app: FastAPI) -> uvicorn.Server:
    """The server as it was measured to be fastest: sans-I/O sockets, no compression."""
    config = uvicorn.Config(
        app,
        ws="websockets-sansio",
        ws_max_size=MESSAGE_BYTES_MAX,
        ws_per_message_deflate=False,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=2,
    )
    return uvicorn.Server(config)


def _announce(game: Game, address: Address, title: str, asked_for: int) -> None:
    """Print the links, and give the GM's page the one to show."""
    join = address.join()
    game.table.join_url, game.table.join_qr_svg = join, qr_svg(join)
    if asked_for not in (0, address.port):
        print(f"Port {asked_for} is taken; this table is at {address.port}.")
    begun = "Going on with" if game.continued else "New fight"
    print(f"{'To be read' if game.table.closed else begun}: {title}")
    if game.table.closed:
        print(f"  {game.table.closed}")
    print(f"  GM:   {address.gm(game.table.gm_key)}")
    print(f"  Join: {join}")
    if not address.reaches_others:
        print("  Only this machine can join. --lan lets others in your network in.")
    print("Ctrl-C closes the table.", flush=True)


def _opened(folder: Path) -> Store:
    try:
        return Store(os.environ.get("AFFRAY_STORE") or sqlite_address(folder / "fights.sqlite3"))
    except StoreError as error:
        raise Refused(str(error), "") from error


def _has_screen() -> bool:
    """Whether somebody sits in front of this machine who would like the page to open by itself."""
    if not sys.stdout.isatty():
        return False
    return sys.platform in ("win32", "darwin") or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )


def data_folder(data: Path | None) -> Path:
    """Where fights are kept: the folder given, that of AFFRAY_DATA, or the user's own data folder."""
    named = os.environ.get("AFFRAY_DATA")
    if data is not None:
        return data
    if named:
        return Path(named)
    try:
        if sys.platform == "win32":
            base = os.environ.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
        else:
            base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    except RuntimeError:
        raise Refused("You have no home folder to keep fights in. Name a folder with --data.", "") from None
    return Path(base) / "affray"
