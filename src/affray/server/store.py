"""The store: every input of every fight, on disk before anybody is told of it.

One thread writes. It takes all batches that wait, commits them at once, and then reports each as done.
SQLite is the default; any database that SQLAlchemy knows works through its address.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson
from sqlalchemy import (
    Boolean,
    Column,
    Engine,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    create_engine,
    delete,
    event,
    insert,
    select,
    update,
)
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from affray.kernel.errors import Unreadable
from affray.kernel.inputs import HistoryItem, item_from_plain
from affray.table.exchange import Writes

FORMAT = 1
"""Layout of the tables below. A store written by a later affray is left alone."""

metadata = MetaData()

_about = Table("about", metadata, Column("format", Integer, nullable=False))

_games = Table(
    "games",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("id", String(40), nullable=False, unique=True),
    Column("content_hash", String(64), nullable=False, index=True),
    Column("finished", Boolean, nullable=False),
    Column("origin", LargeBinary, nullable=False),
)

_history = Table(
    "history",
    metadata,
    Column("game", String(40), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("item", LargeBinary, nullable=False),
    Column("person", String(64)),
    Column("command", String(64)),
)

_rooms = Table(
    "rooms",
    metadata,
    Column("game", String(40), primary_key=True),
    Column("room", LargeBinary, nullable=False),
)


class StoreError(Exception):
    """The store could not be written or read. `str(error)` is fit for people."""


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A fight as it was left. `origin` is what it was begun from."""

    id: str
    origin: dict[str, Any]
    history: list[tuple[HistoryItem, str | None, str | None]]
    room: dict[str, Any] | None
    finished: bool


@dataclass(frozen=True, slots=True)
class Batch:
    """What is to be written together: a table's writes, and whether its fight is over now."""

    game: str
    writes: Writes
    finished: bool | None = None


class Store:
    """Fights in a database, written by one thread of its own."""

    def __init__(self, address: str) -> None:
        self._engine = _engine(address)
        self._queue: queue.SimpleQueue[tuple[Batch, Future[None]] | None] = queue.SimpleQueue()
        try:
            metadata.create_all(self._engine)
            self._check_format()
        except DBAPIError as error:
            raise StoreError(f"The store cannot be opened: {_cause(error)}") from error
        self._thread = threading.Thread(target=self._write_for_ever, name="affray store", daemon=True)
        self._thread.start()

    def create(self, id_: str, content_hash: str, origin: dict[str, Any], room: dict[str, Any]) -> None:
        """Begin a new fight."""
        row = {
            "id": id_,
            "content_hash": content_hash,
            "finished": False,
            "origin": orjson.dumps(origin),
        }
        try:
            with self._engine.begin() as connection:
                connection.execute(insert(_games), row)
                connection.execute(insert(_rooms), {"game": id_, "room": orjson.dumps(room)})
        except DBAPIError as error:
            raise StoreError(f"The store cannot be written: {_cause(error)}") from error

    def unfinished(self, content_hash: str) -> str | None:
        """The latest unfinished fight of this content."""
        wanted = select(_games.c.id).where(
            _games.c.content_hash == content_hash, _games.c.finished.is_(False)
        )
        with self._engine.connect() as connection:
            return connection.execute(wanted.order_by(_games.c.number.desc())).scalars().first()

    def load(self, id_: str) -> StoredGame:
        """A stored fight. Raises `Unreadable` where it is damaged."""
        with self._engine.connect() as connection:
            game = connection.execute(select(_games).where(_games.c.id == id_)).one_or_none()
            if game is None:
                raise Unreadable(f"There is no fight {id_} in the store.")
            rows = connection.execute(
                select(_history).where(_history.c.game == id_).order_by(_history.c.number)
            ).all()
            room = connection.execute(select(_rooms.c.room).where(_rooms.c.game == id_)).scalar_one_or_none()
        history = []
        for number, row in enumerate(rows):
            if row.number != number:
                raise Unreadable(f"The fight {id_} lacks its input {number}.")
            item = item_from_plain(orjson.loads(row.item), f"input {number}")
            history.append((item, row.person, row.command))
        stored_room = None if room is None else orjson.loads(room)
        return StoredGame(id_, orjson.loads(game.origin), history, stored_room, game.finished)

    def submit(self, batch: Batch) -> Future[None]:
        """Have a batch written. The future is done once it is on disk, or holds a `StoreError`."""
        done: Future[None] = Future()
        self._queue.put((batch, done))
        return done

    def close(self) -> None:
        """Write what still waits, and stop."""
        self._queue.put(None)
        self._thread.join()
        self._engine.dispose()

    # The writing thread

    def _write_for_ever(self) -> None:
        while True:
            waiting = [self._queue.get()]
            while not self._queue.empty():
                waiting.append(self._queue.get())
            batches = [one for one in waiting if one is not None]
            if batches:
                self._write_group(batches)
            if None in waiting:
                return

    def _write_group(self, batches: Sequence[tuple[Batch, Future[None]]]) -> None:
        """Commit all batches together; where that fails, each by itself, so that one cannot spoil another."""
        try:
            self._write([batch for batch, _ in batches])
        except Exception as error:
            if len(batches) == 1:
                batches[0][1].set_exception(StoreError(_cause(error)))
                return
            for one in batches:
                self._write_group([one])
            return
        for _, done in batches:
            done.set_result(None)

    def _write(self, batches: Sequence[Batch]) -> None:
        with self._engine.begin() as connection:
            for batch in batches:
                rows = [
                    {
                        "game": batch.game,
                        "number": row.number,
                        "item": orjson.dumps(row.item),
                        "person": row.person,
                        "command": row.command,
                    }
                    for row in batch.writes.history
                ]
                if rows:
                    connection.execute(insert(_history), rows)
                if batch.writes.room is not None:
                    room = orjson.dumps(batch.writes.room)
                    connection.execute(delete(_rooms).where(_rooms.c.game == batch.game))
                    connection.execute(insert(_rooms), {"game": batch.game, "room": room})
                if batch.finished is not None:
                    game = update(_games).where(_games.c.id == batch.game)
                    connection.execute(game.values(finished=batch.finished))

    def _check_format(self) -> None:
        with self._engine.begin() as connection:
            found = connection.execute(select(_about.c.format)).scalars().first()
            if found is None:
                connection.execute(insert(_about), {"format": FORMAT})
            elif found != FORMAT:
                raise StoreError(
                    f"This store has format {found}; this affray reads format {FORMAT}. "
                    "Use the affray that wrote it, or another data folder."
                )


def sqlite_address(path: Path) -> str:
    """The address of an SQLite file."""
    return f"sqlite:///{path}"


def _engine(address: str) -> Engine:
    try:
        engine = create_engine(address)
    except (SQLAlchemyError, ImportError, ValueError) as error:
        raise StoreError(f"The store cannot be opened: {error}") from error
    if engine.dialect.name == "sqlite":

        @event.listens_for(engine, "connect")
        def set_up(connection: Any, _: Any) -> None:
            cursor = connection.cursor()
            for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000"):
                cursor.execute(f"PRAGMA {pragma}")
            cursor.close()

    return engine


def _cause(error: BaseException) -> str:
    """What went wrong, without the statement and its values."""
    if isinstance(error, DBAPIError) and error.orig is not None:
        return str(error.orig)
    return str(error) or type(error).__name__
