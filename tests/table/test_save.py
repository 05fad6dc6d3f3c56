"""Save files: the same bytes each time, played again to the same state, and refused in words when bad."""

from __future__ import annotations

from typing import Any

import orjson
import pytest

from affray.bots.players import BOTS
from affray.content import Loaded, load_scenario
from affray.kernel.errors import Unreadable
from affray.table import save as saves
from affray.table.save import read_save, replay, save_of
from affray.table.table import Table


def played(ticks: int = 60) -> Table:
    """A duel of bots, some way in, with something taken back."""
    loaded = load_scenario("ropewalk-duel")
    table = Table(loaded, "a seed", "gm key", lambda: "key", bots=BOTS)
    for seat in loaded.system.seats(table.session.encounter):
        table.hand_to_bot(seat.id, "greedy")
    for _ in range(ticks):
        table.tick()
    return table


def saved(table: Table) -> bytes:
    """The table's fight as a save file."""
    return save_of(table.fight, "a seed", table.session, table.chronicle.notes)


@pytest.fixture(scope="module")
def data() -> bytes:
    """A save of a duel under way."""
    return saved(played())


def test_save_load_save_gives_the_same_bytes(data: bytes) -> None:
    """Nothing is lost, renumbered or reordered."""
    save = read_save(data)
    again = replay(save)
    assert again.same
    assert again.differs_at is None
    assert save_of(save.loaded, save.seed, again.session, again.chronicle.notes) == data


def test_a_save_needs_no_other_file_and_holds_no_keys(data: bytes) -> None:
    """Content, rulings, seed and history are inside; who sat at the table is not."""
    save = read_save(data)
    assert isinstance(save.loaded, Loaded)
    assert save.loaded.content_hash == load_scenario("ropewalk-duel").content_hash
    assert b"gm key" not in data
    assert len(save.log) > 5


def test_a_fight_with_undo_redo_and_corrections_comes_out_the_same() -> None:
    """History is kept whole, so what was taken back is in the save as well."""
    table = played(30)
    table.session.undo(3, "GM")
    table.chronicle.follow()
    table.session.redo("GM")
    table.chronicle.follow()
    data = saved(table)
    again = replay(read_save(data))
    assert again.same
    assert b'"undone_by": "GM"' in data
    assert save_of(table.fight, "a seed", again.session, again.chronicle.notes) == data


def changed(data: bytes, **fields: Any) -> bytes:
    """The save with some fields changed."""
    return orjson.dumps({**orjson.loads(data), **fields})


def test_a_save_of_other_rules_is_only_read(data: bytes) -> None:
    """It says which version played it; its own entries can be shown."""
    again = replay(read_save(changed(data, rules="0")))
    assert not again.same
    assert again.differs_at is None
    assert "version 0 of the rules" in again.text


def test_the_first_input_that_differs_is_named(data: bytes) -> None:
    """Where a question is no longer the one that was answered, or the state comes out otherwise."""
    document = orjson.loads(data)
    document["history"][7]["stamp"] = "7-0000000000"
    again = replay(read_save(orjson.dumps(document)))
    assert again.differs_at == 7
    assert not again.same
    assert "differs at input 7" in again.text
    other = replay(read_save(changed(data, state_hash="0" * 32)))
    assert other.differs_at == len(orjson.loads(data)["history"])


BAD: list[tuple[str, Any, str]] = [
    ("empty", b"", "cut off"),
    ("log", b'[{"number": 0, "say": ["a"]}]', "This is a log; the save file is in the GM's hand."),
    ("no json", b"hello", "no save file"),
    ("another program's", b'{"version":1,"tokens":[]}', '"format" is not'),
    ("a list", b"[1,2]", '"format" is not'),
    ("deep", b"[" * 100_000, "cut off"),
    ("no utf-8", b'{"format":"\xff"}', "no save file"),
]


@pytest.mark.parametrize(("name", "data", "words"), BAD, ids=[name for name, _, _ in BAD])
def test_what_is_no_save_is_refused_in_words(name: str, data: bytes, words: str) -> None:
    """No trace, and a hint at what it might be."""
    with pytest.raises(Unreadable, match=words):
        read_save(data)


def test_a_save_cut_in_half_is_refused_with_the_place(data: bytes) -> None:
    """At every place it may have been cut."""
    for part in (1, 3, 10):
        with pytest.raises(Unreadable, match="line"):
            read_save(data[: len(data) * part // 11])


def test_every_fault_of_a_save_is_named(data: bytes) -> None:
    """All at once, each with its place."""
    document = orjson.loads(data)
    del document["seed"]
    document["log"] = None
    document["history"][2] = {"do": "answer", "stamp": 5}
    document["history"][4] = "nothing"
    with pytest.raises(Unreadable) as caught:
        read_save(orjson.dumps(document))
    text = str(caught.value)
    for words in ('"seed" must be text; it is missing', '"log" must be a list', "input 2:", "input 4:"):
        assert words in text


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"version": 2}, "version 2"),
        ({"version": None}, "version None"),
        ({"content": {}}, "content"),
        ({"content": {"system": "chess", "packs": [], "scenario": {}}}, "chess"),
        ({"content_hash": "0"}, "was changed"),
        ({"history": [None] * 100}, "and 80 more"),
    ],
)
def test_a_save_with_wrong_parts_is_refused(data: bytes, fields: dict[str, Any], words: str) -> None:
    """A version to come, another system, tampered content, a flood of faults."""
    with pytest.raises(Unreadable, match=words):
        read_save(changed(data, **fields))


def test_a_huge_file_is_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before it is read."""
    monkeypatch.setattr(saves, "BYTES_MAX", 100)
    with pytest.raises(Unreadable, match="larger than"):
        read_save(b"{" + b" " * 200)


def test_every_field_of_a_save_may_be_damaged_without_a_trace(data: bytes) -> None:
    """Null, a number, a text, a list or an object in any place: an `Unreadable`, or a save that reads."""
    document = orjson.loads(data)
    for name in document:
        for value in (None, 7, "text", [], {}, [[]], {"a": 1}):
            try:
                replay(read_save(orjson.dumps({**document, name: value})))
            except Unreadable:
                continue
    for number in range(0, len(document["history"]), 13):
        for field in document["history"][number]:
            for value in (None, -1, "text", [], {}):
                history = list(document["history"])
                history[number] = {**history[number], field: value}
                try:
                    replay(read_save(orjson.dumps({**document, "history": history})))
                except Unreadable:
                    continue
