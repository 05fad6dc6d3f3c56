"""A save of other rules, laid open: the GM reads its log and the board as far as the rules agree."""

from __future__ import annotations

from itertools import count
from typing import Any

import orjson
import pytest

from affray.kernel.errors import Refused, Unreadable
from affray.table.reading import ReadingTable
from affray.table.save import read_save, replay
from tests.table.rig import Client
from tests.table.test_save import played, saved


@pytest.fixture(scope="module")
def data() -> bytes:
    """A save of a duel under way."""
    return saved(played())


class Pages:
    """A table that is only read, with its pages."""

    def __init__(self, data: bytes) -> None:
        save = read_save(data)
        keys = count(1)
        self.errors: list[Exception] = []
        self.table = ReadingTable(
            save, replay(save), "gm key", lambda: f"secret-{next(keys)}-key", self.errors.append
        )
        self.clients: dict[str, Client] = {}
        self.last: list[bytes] = []
        self._ids = count(1)

    def new_id(self) -> str:
        """An id for a command."""
        return f"c{next(self._ids)}"

    def page(self, name: str, gm_key: str = "", key: str = "") -> Client:
        """A page that said hello."""
        page = self.clients[name] = Client(self, name)  # type: ignore[arg-type]
        self.table.join(name)
        hello = {"type": "hello", "name": name, "gm_key": gm_key, "key": key}
        self.deliver(name, orjson.dumps(hello))
        return page

    def deliver(self, connection: str, data: bytes) -> None:
        """Give the table a message and hand out what comes back. Nothing is ever to be stored."""
        self.table.receive(connection, data)
        assert not self.table.take_writes()
        for one in self.table.flush():
            self.clients[one.connection].take(one.data)


def differing(data: bytes, at: int) -> bytes:
    """The save with an input at which the rules of today ask something else."""
    document = orjson.loads(data)
    document["history"][at]["stamp"] = f"{at}-0000000000"
    return orjson.dumps(document)


def test_the_gm_reads_the_stored_log_and_the_board_up_to_the_first_difference(data: bytes) -> None:
    """Everything that was written down, the board as far as it goes, and where it parts."""
    pages = Pages(differing(data, 20))
    gm = pages.page("GM", "gm key")
    assert [gm.log[number] for number in sorted(gm.log)] == orjson.loads(data)["log"]
    assert gm.view["log_total"] == len(gm.log)
    assert gm.view["read_only"] is True
    assert "differs at input 20" in gm.view["next_step"]
    assert gm.view["position"] == 20
    assert [gm.view[name] for name in ("prompts", "waiting")] == [[], []]
    assert gm.view["undo"] == {"can_undo": False, "can_redo": False, "points": []}
    assert gm.view["fight"]["personas"]
    assert not pages.errors


def test_a_save_of_another_version_that_comes_out_the_same_shows_its_last_board(data: bytes) -> None:
    """The whole fight is there; still nothing can be done."""
    document = orjson.loads(data)
    pages = Pages(orjson.dumps({**document, "rules": "0"}))
    gm = pages.page("GM", "gm key")
    assert "version 0 of the rules" in gm.view["next_step"]
    assert gm.view["position"] == len(document["history"])
    assert gm.view["prompts"] == []
    assert "summary" not in gm.view


def test_every_command_is_refused_with_the_reason(data: bytes) -> None:
    """Also by name, seat or bot: nobody plays here."""
    pages = Pages(differing(data, 20))
    gm = pages.page("GM", "gm key")
    seat = gm.view["seats"][0]["id"]
    commands: list[tuple[str, dict[str, Any]]] = [
        ("answer", {"stamp": "x", "part": 0, "pick": "y"}),
        ("act", {"name": "end", "data": {}}),
        ("undo", {}),
        ("redo", {}),
        ("reroll", {"entry": 3, "reason": "no"}),
        ("take_seat", {"seat": seat}),
        ("set_bot", {"seat": seat, "bot": "greedy"}),
        ("want_position", {"entry": 3}),
        ("want_entry_odds", {"entry": 3}),
    ]
    for type_, fields in commands:
        refusal = gm.ask(type_, **fields)
        assert refusal["text"] == pages.table.closed
    with pytest.raises(Refused, match="to be read"):
        pages.table.hand_to_bot(seat, "greedy")
    pages.table.tick()
    assert not pages.table.wants_tick
    assert len(pages.table.session.history) == 20
    gm.do("want_log", start=0, stop=5)


def test_players_are_told_why_and_see_nothing(data: bytes) -> None:
    """The log is as the GM saw it, so nobody else gets a view or an entry."""
    pages = Pages(differing(data, 20))
    player = pages.page("Dana")
    assert player.view == {}
    assert player.log == {}
    assert player.refused[0]["kind"] == "forbidden"
    assert "differs at input 20" in player.refused[0]["text"]
    assert "Only the GM" in player.refused[0]["text"]
    assert player.ask("want_log", start=0, stop=5)["text"] == "Say hello first."
    assert pages.table.logbook(pages.table.viewer(None)).entries == []


def test_the_gm_comes_back_by_key(data: bytes) -> None:
    """A reloaded page has no link any more."""
    pages = Pages(differing(data, 20))
    gm = pages.page("GM", "gm key")
    again = pages.page("GM again", key=gm.key)
    assert len(again.log) == len(gm.log)


@pytest.mark.parametrize("log", [[{}], [1], [{"number": 3}], ["x"]], ids=str)
def test_a_log_that_was_changed_is_refused_in_words(data: bytes, log: list[Any]) -> None:
    """A page would stumble over it."""
    document = {**orjson.loads(data), "rules": "0", "log": log}
    with pytest.raises(Unreadable, match="log of this save was changed"):
        Pages(orjson.dumps(document))
