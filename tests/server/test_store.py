"""The store: what was acknowledged is there again, whatever happened in between."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import orjson
import pytest
from sqlalchemy.exc import OperationalError

from affray.bots.players import BOTS
from affray.content import load_scenario
from affray.kernel.errors import Refused, Unreadable
from affray.kernel.inputs import Answer, item_from_plain
from affray.server.games import Game, Opener, set_bots
from affray.server.lock import FightLock, InUse
from affray.server.store import Batch, Store, StoreError, sqlite_address
from affray.table.exchange import HistoryRow, Writes
from affray.table.save import Save, read_save, save_of
from tests.server.serving import serving
from tests.table.rig import ToyFight

POSTGRES = os.environ.get("AFFRAY_TEST_STORE", "")
"""Address of a database to run the contract on as well, such as postgresql+psycopg://..."""


@pytest.fixture(params=["sqlite", "named"] if POSTGRES else ["sqlite"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """SQLite in a file, and the database that the environment names, if it names one."""
    return POSTGRES if request.param == "named" else sqlite_address(tmp_path / "fights.sqlite3")


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    """An open store."""
    opened = Store(address)
    yield opened
    opened.close()


def rows(*numbers: int) -> tuple[HistoryRow, ...]:
    """History rows with these numbers."""
    return tuple(
        HistoryRow(
            number,
            {"do": "answer", "stamp": f"{number}-a", "part": 0, "value": [1, 20], "by": "dice"},
            f"p{number}" if number % 2 else None,
            "c" if number % 2 else None,
        )
        for number in numbers
    )


def test_what_was_written_is_read_again(store: Store, address: str) -> None:
    """History in order, the latest room, the origin, and whether it is finished."""
    game, hash_ = uuid4().hex, uuid4().hex
    origin = {"seed": "s", "content": {"name": "Ünï"}}
    store.create(game, hash_, origin, {"people": []})
    store.submit(Batch(game, Writes(rows(0, 1), None))).result(5)
    store.submit(Batch(game, Writes(rows(2), {"people": ["Dana"]}))).result(5)
    again = Store(address)
    found = again.load(game)
    assert found.origin == origin
    assert found.room == {"people": ["Dana"]}
    assert [item for item, _, _ in found.history] == [
        item_from_plain(row.item, "here") for row in rows(0, 1, 2)
    ]
    assert [(person, command) for _, person, command in found.history] == [
        (None, None),
        ("p1", "c"),
        (None, None),
    ]
    assert again.unfinished(hash_) == game
    again.submit(Batch(game, Writes((), None), finished=True)).result(5)
    assert again.unfinished(hash_) is None
    again.submit(Batch(game, Writes((), None), finished=False)).result(5)
    assert again.unfinished(hash_) == game
    again.close()


def test_many_batches_at_once_are_all_acknowledged(store: Store) -> None:
    """Those that wait together are committed together."""
    game = uuid4().hex
    store.create(game, "h", {}, {})
    done = [store.submit(Batch(game, Writes(rows(number), None))) for number in range(300)]
    for future in done:
        future.result(10)
    assert len(store.load(game).history) == 300


def test_a_batch_that_cannot_be_written_spoils_no_other(store: Store) -> None:
    """A number that is taken is refused; the batches beside it are written."""
    game = uuid4().hex
    store.create(game, "h", {}, {})
    store.submit(Batch(game, Writes(rows(0), None))).result(5)
    futures = [store.submit(Batch(game, Writes(rows(number), None))) for number in (1, 0, 2)]
    futures[0].result(5)
    with pytest.raises(StoreError):
        futures[1].result(5)
    futures[2].result(5)
    assert [item.stamp for item, _, _ in store.load(game).history if isinstance(item, Answer)] == [
        "0-a",
        "1-a",
        "2-a",
    ]


def test_a_damaged_history_is_said_to_be_damaged(store: Store) -> None:
    """A gap is never played over."""
    game = uuid4().hex
    store.create(game, "h", {}, {})
    store.submit(Batch(game, Writes(rows(0, 2), None))).result(5)
    with pytest.raises(Unreadable, match="lacks its input 1"):
        store.load(game)
    with pytest.raises(Unreadable, match="no fight"):
        store.load("unknown")


def test_sqlite_keeps_what_it_acknowledged(tmp_path: Path) -> None:
    """Write-ahead log, and a full flush to disk at every commit."""
    store = Store(sqlite_address(tmp_path / "fights.sqlite3"))
    with store._engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
    store.close()


def test_a_store_of_a_later_format_is_left_alone(tmp_path: Path) -> None:
    """In words, and unchanged."""
    path = tmp_path / "fights.sqlite3"
    Store(sqlite_address(path)).close()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE about SET format = 99")
    connection.close()
    with pytest.raises(StoreError, match="format 99"):
        Store(sqlite_address(path))


def test_a_file_that_is_no_store_is_refused_in_words(tmp_path: Path) -> None:
    """No trace, no statement."""
    path = tmp_path / "fights.sqlite3"
    path.write_bytes(b"this is no database at all, just some text" * 100)
    with pytest.raises(StoreError, match="cannot be opened"):
        Store(sqlite_address(path))


class FullDisk(Store):
    """A store that takes nothing while `full`."""

    full = threading.Event()

    def _write(self, batches: Any) -> None:
        if self.full.is_set():
            raise OperationalError("statement", None, Exception("disk is full"))
        super()._write(batches)


def test_a_full_disk_is_told_to_the_gm_and_nothing_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Play goes on; it is tried again; once there is room, everything is written."""
    monkeypatch.setattr("affray.server.host.STORE_RETRY", 0.05)
    store = FullDisk(sqlite_address(tmp_path / "fights.sqlite3"))
    with serving(tmp_path, store=store) as served:
        gm, dana = served.page(gm=True), served.page(name="Dana")
        dana.do("take_seat", seat="ada")
        store.full.set()
        try:
            dana.pick("high")
            gm.until(lambda: gm.view["notes"])
            assert "disk is full" in gm.view["notes"][-1]["text"]
            assert not dana.view["notes"]
            gm.until(lambda: len(gm.view["prompts"]) == 2)
            gm.pick("low")
            assert not served.store.load(served.game.id).history
        finally:
            store.full.clear()
        gm.until(lambda: not gm.view["notes"])
        assert len(served.store.load(served.game.id).history) == 2
    assert "disk is full" in capsys.readouterr().err


class Games(Opener):
    """Opens fights and remembers them, so that their locks can be let go."""

    def __init__(self, store: Store, folder: Path) -> None:
        super().__init__(store, folder, bots=BOTS, odds=None, report=lambda error: None)
        self.store = store
        self.opened: list[Game] = []

    def restore(self, save: Save) -> Game:
        self.opened.append(super().restore(save))
        return self.opened[-1]

    def open(self, *arguments: Any, **options: Any) -> Game:
        self.opened.append(super().open(*arguments, **options))
        return self.opened[-1]


@pytest.fixture
def opener(tmp_path: Path) -> Iterator[Games]:
    """Opens fights from a store in a file."""
    store = Store(sqlite_address(tmp_path / "games.sqlite3"))
    games = Games(store, tmp_path)
    yield games
    for game in games.opened:
        game.lock.release()
    store.close()


def test_an_unfinished_fight_goes_on_and_fresh_begins_another(opener: Games) -> None:
    """The same content finds it again; another seed or `fresh` does not."""
    first = opener.open(ToyFight())
    first.lock.release()
    again = opener.open(ToyFight())
    assert again.continued
    assert (again.id, again.table.gm_key) == (first.id, first.table.gm_key)
    assert again.table.seal == first.table.seal
    again.lock.release()
    fresh = opener.open(ToyFight(), fresh=True)
    assert not fresh.continued
    fresh.lock.release()
    assert opener.open(ToyFight(breath=9)).continued is False
    other = opener.open(ToyFight(), seed="another")
    assert not other.continued


def test_dice_can_be_thrown_by_hand_from_the_first_roll_on(opener: Games) -> None:
    """A fight that begins with a roll has not thrown it before anybody could say that they have dice."""
    game = opener.open(ToyFight(), typed="B, ada")
    assert game.table.room.dice == {"bo": "typed", "ada": "typed"}
    game.lock.release()
    with pytest.raises(Refused, match="no seat or side"):
        opener.open(ToyFight(), fresh=True, typed="nobody")


def test_one_fight_is_on_one_table(opener: Games) -> None:
    """A second table for it is refused, with what to do."""
    game = opener.open(ToyFight())
    with pytest.raises(Refused, match="--new"):
        opener.open(ToyFight())
    game.lock.release()
    opener.open(ToyFight())


def test_a_lock_ends_with_its_holder(tmp_path: Path) -> None:
    """Held once; free again after release."""
    lock = FightLock(tmp_path / "one.lock")
    with pytest.raises(InUse):
        FightLock(tmp_path / "one.lock")
    lock.release()
    FightLock(tmp_path / "one.lock").release()


def test_a_fight_of_other_rules_stays_as_it_is(opener: Games) -> None:
    """The version is named, and how to begin anew."""
    opener.open(ToyFight()).lock.release()
    newer = ToyFight()
    newer.system.version = "2"
    with pytest.raises(Refused, match=r"version 1 of the rules.*--new"):
        opener.open(newer)


def test_a_fight_that_no_longer_replays_stays_as_it_is(opener: Games) -> None:
    """A history that the rules do not follow any more is refused in words."""
    game = opener.open(ToyFight())
    game.lock.release()
    opener.store.submit(Batch(game.id, Writes(rows(0), None))).result(5)
    with pytest.raises(Refused, match="cannot go on: the rules of today differ at input 0"):
        opener.open(ToyFight())


def test_bots_are_named_by_seat_or_side(opener: Games) -> None:
    """As the command line writes them; unknown names are refused with those that there are."""
    table = opener.open(ToyFight()).table
    set_bots(table, "A, bo=random")
    assert table.room.bots == {"ada": "greedy", "cy": "greedy", "bo": "random"}
    for wrong in ("zed", "ada=skynet"):
        with pytest.raises(Refused, match="There is"):
            set_bots(table, wrong)
    set_bots(table, "")


def test_a_save_becomes_a_fight_of_its_own(opener: Games) -> None:
    """Beside the one it was taken from; it goes on after a restart; one of other rules is only read."""
    first = opener.open(load_scenario("ropewalk-duel"), seed="a seed")
    set_bots(first.table, "A,B")
    for _ in range(6):
        first.table.tick()
    data = save_of(first.table.fight, "a seed", first.table.session, first.table.chronicle.notes)
    copy = opener.restore(read_save(data))
    assert copy.id != first.id
    assert copy.table.gm_key != first.table.gm_key
    assert copy.table.session.history == first.table.session.history
    copy.lock.release()
    again = opener.open(load_scenario("ropewalk-duel"))
    assert again.id == copy.id
    assert again.table.session.history == first.table.session.history


def test_a_save_of_other_rules_is_opened_without_a_trace_in_the_store(opener: Games) -> None:
    """It is laid open to be read; the next opening of its scenario knows nothing of it."""
    first = opener.open(load_scenario("ropewalk-duel"), seed="a seed")
    data = save_of(first.table.fight, "a seed", first.table.session, first.table.chronicle.notes)
    first.lock.release()
    read = opener.restore(read_save(orjson.dumps({**orjson.loads(data), "rules": "0"})))
    assert "version 0 of the rules" in read.table.closed
    assert not read.table.take_writes()
    assert not read.table.wants_tick
    with pytest.raises(Unreadable, match="no fight"):
        opener._store.load(read.id)
    assert opener.open(load_scenario("ropewalk-duel")).id == first.id
