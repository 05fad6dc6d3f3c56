"""The HTTP side: the page, the rulebook, the log, the save, and the socket."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import fields
from pathlib import Path
from typing import Any

import orjson
from fastapi import FastAPI, Request, Response, WebSocket, WebSocketDisconnect
from fastapi.responses import JSONResponse, PlainTextResponse, RedirectResponse

from affray.kernel.errors import AffrayError
from affray.kernel.system import has_rounds
from affray.registers import Clause, register
from affray.server.forecaster import Forecaster
from affray.server.headers import SecurityHeaders, attachment, is_same_host
from affray.server.host import Host, report
from affray.server.lobby import Lobby
from affray.server.outbox import Outbox
from affray.server.pace import Pace
from affray.server.pages import Pages
from affray.table.refusals import Forbidden, refused
from affray.table.save import save_of
from affray.table.summary import summary, summary_as_text
from affray.table.table import Table
from affray.table.transcript import log_as_json, log_as_text

STATIC = Path(__file__).resolve().parent / "static"

TRY_AGAIN_LATER, NOT_WANTED = 1013, 1008
"""Reasons for closing a socket, as the WebSocket protocol numbers them."""


PLACES = ("", "/t/{table}")
"""Where tables lie: the first one at the root, private copies below it."""

GONE = "There is no such table here any more."


def create_app(host: Host, static: Path = STATIC, forecaster: Forecaster | None = None) -> FastAPI:
    """The application that serves one table, and the private copies that its GM makes of it."""
    lobby = Lobby(host, forecaster or Forecaster())

    @asynccontextmanager
    async def running(_: FastAPI) -> AsyncIterator[None]:
        lobby.start()
        yield
        await lobby.stop()

    app = FastAPI(title="affray", lifespan=running, docs_url=None, redoc_url=None, openapi_url=None)
    app.add_middleware(SecurityHeaders)
    for place in PLACES:
        _add_rulebook(app, host, place)
        _add_downloads(app, lobby, place)
        _add_socket(app, lobby, place)
    pages = Pages(static)

    @app.exception_handler(Exception)
    async def unexpected(_: Request, error: Exception) -> Response:
        report(error)
        return JSONResponse({"text": "Something went wrong. It was written down; nothing was lost."}, 500)

    @app.get("/t/{table}")
    async def folder(table: str) -> Response:
        return RedirectResponse(f"/t/{table}/")

    @app.get("/t/{table}/{path:path}")
    async def page_of_copy(path: str, request: Request) -> Response:
        return pages.answer(path, request.headers.get("if-none-match"))

    @app.get("/{path:path}")
    async def page(path: str, request: Request) -> Response:
        return pages.answer(path, request.headers.get("if-none-match"))

    return app


def _add_rulebook(app: FastAPI, host: Host, place: str) -> None:
    settings = {
        str(ruling.metadata["clause"]): ruling.name
        for ruling in fields(host.table.session.encounter.rulings)
        if "clause" in ruling.metadata
    }

    def shown(clause: Clause) -> dict[str, Any]:
        return {
            "id": clause.id,
            "section": clause.section,
            "title": clause.title,
            "text": clause.text,
            "tag": clause.tag,
            "tag_text": clause.tag_text,
            "setting": settings.get(clause.id),
        }

    def clauses() -> dict[str, Clause]:
        try:
            return register(host.table.session.system.id).clauses
        except AffrayError:
            return {}

    @app.get(place + "/api/clauses")
    def all_clauses() -> Response:
        return JSONResponse([shown(clause) for clause in clauses().values()])

    @app.get(place + "/api/clauses/{id_}")
    def one_clause(id_: str) -> Response:
        clause = clauses().get(id_)
        if clause is None:
            return JSONResponse({"text": "There is no such clause."}, 404)
        return JSONResponse(shown(clause))


def _add_downloads(app: FastAPI, lobby: Lobby, place: str) -> None:
    # These are coroutines so that they run between two messages of the table, never beside one.
    @app.get(place + "/api/log.txt")
    async def log_text(key: str = "", table: str = "") -> Response:
        found = _looked_at(lobby, table, key)
        if isinstance(found, Response):
            return found
        session, viewer = found.session, found.viewer(found.somebody(key))
        entries = found.logbook(viewer).entries
        rounds = has_rounds(session.system, session.encounter)
        text = log_as_text(found.fight.title, entries, rounds)
        if session.outcome is not None and not found.closed:
            tallies = summary(session.system, session.encounter, session.records, entries, viewer)
            text += "\n" + summary_as_text(tallies.values())
        return PlainTextResponse(text, headers=_named(found, "log.txt"))

    @app.get(place + "/api/log.json")
    async def log_json(key: str = "", table: str = "") -> Response:
        found = _looked_at(lobby, table, key)
        if isinstance(found, Response):
            return found
        data = log_as_json(found.logbook(found.viewer(found.somebody(key))).entries)
        return Response(data, media_type="application/json", headers=_named(found, "log.json"))

    @app.get(place + "/api/save")
    async def save(key: str = "", table: str = "") -> Response:
        found = _looked_at(lobby, table, key)
        if isinstance(found, Response):
            return found
        somebody = found.somebody(key)
        if somebody is None or not somebody.gm:
            return JSONResponse({"text": "Only the GM can take the save file."}, 403)
        if found.closed:
            return JSONResponse({"text": found.closed}, 409)
        data = save_of(found.fight, found.seal["seed"] or "", found.session, found.chronicle.notes)
        return Response(data, media_type="application/json", headers=_named(found, "save.json"))


def _looked_at(lobby: Lobby, id_: str, key: str) -> Table | Response:
    """A table that whoever has this key may look at, or why not."""
    host = lobby.find(id_)
    if host is None:
        return JSONResponse({"text": GONE}, 404)
    if not host.table.lets_in(key):
        return JSONResponse({"text": "Only the GM can look at this."}, 403)
    return host.table


def _named(table: Table, kind: str) -> dict[str, str]:
    return {"Content-Disposition": attachment(table.fight.title, kind), "Cache-Control": "no-store"}


def _add_socket(app: FastAPI, lobby: Lobby, place: str) -> None:
    @app.websocket(place + "/ws")
    async def socket(websocket: WebSocket, table: str = "") -> None:
        if not is_same_host(websocket.headers):
            await websocket.close(NOT_WANTED, "This page belongs to another address.")
            return
        await websocket.accept()
        host = lobby.find(table)
        if host is None:
            await _turned_away(websocket)
            return
        connection = secrets.token_hex(8)
        outbox = await host.open(connection)
        sending = asyncio.create_task(_send(websocket, host, connection, outbox))
        clock = asyncio.get_running_loop().time
        pace = Pace(clock())
        try:
            while not outbox.flooded:
                await host.message(connection, await _received(websocket))
                await asyncio.sleep(pace.pause(clock()))
            await websocket.close(TRY_AGAIN_LATER, "Too many messages at once.")
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            sending.cancel()
            with suppress(asyncio.CancelledError):
                await sending
            await host.close(connection)


async def _turned_away(websocket: WebSocket) -> None:
    """Say that there is no such table, to somebody who would otherwise ask again and again."""
    with suppress(WebSocketDisconnect, RuntimeError):
        await websocket.send_text(orjson.dumps(refused(Forbidden(GONE), None)).decode())
        while True:
            await _received(websocket)
            await asyncio.sleep(1)


async def _received(websocket: WebSocket) -> bytes | str:
    message = await websocket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    data: bytes | str | None = message.get("text")
    return data if data is not None else bytes(message.get("bytes") or b"")


async def _send(websocket: WebSocket, host: Host, connection: str, outbox: Outbox) -> None:
    """Send what waits, one after another. A reader that was too slow is sent everything anew."""
    with suppress(WebSocketDisconnect, RuntimeError, OSError):
        while True:
            out = await outbox.take()
            await websocket.send_text(out.data.decode())
            if outbox.behind and outbox.empty:
                outbox.behind = False
                await host.resync(connection)
