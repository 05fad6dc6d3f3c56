"""The GM's forecast and private copies: who is told, what ends them, what they may not give away."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import Any

import orjson
import pytest

from affray.bots.players import BOTS
from affray.dice.counter import CounterDice
from affray.kernel.codec import state_hash
from affray.kernel.inputs import Answer
from affray.sim.forecast import play_on
from affray.sim.rows import Row
from affray.table import forecasts
from affray.table.forecasts import Wanted
from affray.table.private import PrivateTable
from affray.table.what_ifs import COPIES_MAX, Copy
from tests.table.rig import Client, Rig
from tests.table.test_d20plus_table import Tables

FEW = 6


@pytest.fixture(autouse=True)
def few_continuations(monkeypatch: pytest.MonkeyPatch) -> None:
    """Enough to add up."""
    monkeypatch.setattr(forecasts, "CONTINUATIONS", FEW)


def duel(turns: int = 12) -> Tables:
    """Two who fight, in the middle of it."""
    tables = Tables("ropewalk-duel")
    for _ in range(turns):
        tables.answer("strike")
    return tables


def wanted_of(tables: Tables) -> Wanted:
    """What the table wants to be played."""
    wanted = tables.table.forecasts.wanted
    assert wanted is not None
    return wanted


def play(tables: Tables, wanted: Wanted, first: int = 0, count: int = FEW) -> None:
    """Play what is wanted, as a server would, and hand out what is due."""
    tables.table.forecasts.take(wanted.number, play_on(wanted.position, first, count))
    hand_out(tables)


def hand_out(tables: Tables) -> None:
    """Send what is due."""
    for out in tables.table.flush():
        tables.clients[out.connection].take(out.data)


def told(page: Client, type_: str = "forecast") -> list[dict[str, Any]]:
    """Every message of one kind that reached a page."""
    return [one for one in map(orjson.loads, page.received) if one["type"] == type_]


def test_a_forecast_adds_up_and_is_told_to_the_gm_alone() -> None:
    """Progress as it comes, chances that add up, who may fall; nobody else is sent a byte."""
    tables = duel()
    before = {name: len(page.received) for name, page in tables.clients.items()}
    tables.gm.do("want_forecast")
    wanted = wanted_of(tables)
    assert (wanted.count, told(tables.gm)[-1]["state"]) == (FEW, "running")
    play(tables, wanted, 0, 2)
    assert told(tables.gm)[-1]["played"] == 2
    play(tables, wanted, 2, 4)
    last = told(tables.gm)[-1]
    assert (last["played"], last["state"], tables.table.forecasts.wanted) == (FEW, "done", None)
    assert sum(one["wins"]["percent"] for one in last["sides"]) + last["nobody"] == pytest.approx(
        100, abs=0.2
    )
    assert all(one["wins"]["low"] <= one["wins"]["percent"] <= one["wins"]["high"] for one in last["sides"])
    assert {one["id"] for one in last["units"]} == {one["id"] for one in tables.gm.view["seats"]}
    assert last["length"]["rounds"]
    assert last["length"]["low"] >= last["length"]["now"]
    assert "Bots played it to the end 6 times." in last["summary"]
    for name, page in tables.clients.items():
        assert page is tables.gm or len(page.received) == before[name]
    assert not tables.errors


def test_a_player_is_refused() -> None:
    """A forecast and private copies are the GM's. The refusal says no more."""
    tables = duel(2)
    page = next(iter(tables.players.values()))
    for type_, fields in (
        ("want_forecast", {}),
        ("stop_forecast", {}),
        ("share_forecast", {"on": True}),
        ("want_what_if", {"entry": 0}),
        ("drop_what_if", {"table": "x"}),
    ):
        refusal = page.ask(type_, **fields)
        assert (refusal["kind"], refusal["text"]) == ("forbidden", "Only the GM can do this.")
    assert tables.table.forecasts.wanted is None
    assert tables.table.what_ifs.take_wanted() == []


def test_the_fight_may_go_on_meanwhile() -> None:
    """A new input does not end a forecast; it is of the position it was asked at, which it names."""
    tables = duel()
    tables.gm.do("want_forecast")
    wanted, position = wanted_of(tables), tables.gm.view["position"]
    tables.answer("strike")
    play(tables, wanted)
    last = told(tables.gm)[-1]
    assert (last["state"], last["position"]) == ("done", position)
    assert tables.gm.view["position"] > position


@pytest.mark.parametrize("how", ["undo", "stop", "leave", "again"])
def test_what_ends_a_forecast(how: str) -> None:
    """Undo, the GM's word or going away, another forecast. What still comes of it is left out."""
    tables = duel()
    tables.gm.do("want_forecast")
    wanted = wanted_of(tables)
    play(tables, wanted, 0, 2)
    if how == "undo":
        tables.gm.do("undo")
    elif how == "stop":
        tables.gm.do("stop_forecast")
    elif how == "leave":
        tables.table.leave("GM")
    else:
        tables.gm.do("want_forecast")
    now = tables.table.forecasts.wanted
    assert now is None or now.number == wanted.number + 1
    current = tables.table.forecasts.current
    assert current is not None
    played = current.played
    tables.table.forecasts.take(wanted.number, [failing_row()])
    assert current.played == played == (0 if how == "again" else 2)
    if how != "again":
        assert (current.state, bool(current.text)) == ("stopped", True)


def failing_row() -> Row:
    """A row that nobody must take in."""
    return Row("x", "A", 1, 1, "", {}, {}, {})


def test_where_nothing_can_go_on_there_is_no_forecast() -> None:
    """A fight that is over is refused, and so is a system that does not tell who won."""
    tables = duel(0)
    tables.gm.do("act", name="end", data={"outcome": "Enough."}, reason="Late")
    assert tables.gm.ask("want_forecast")["text"] == "The fight is over."
    toy = Rig()
    assert "does not tell who won" in toy.gm().ask("want_forecast")["text"]


def test_a_failure_is_told_once_in_words() -> None:
    """What was played so far stays told."""
    tables = duel()
    tables.gm.do("want_forecast")
    wanted = wanted_of(tables)
    play(tables, wanted, 0, 1)
    tables.table.forecasts.stop("A continuation went wrong.", wanted.number, failed=True)
    tables.table.forecasts.stop("Another one went wrong.", wanted.number, failed=True)
    hand_out(tables)
    last = told(tables.gm)[-1]
    assert (last["state"], last["text"], last["played"]) == ("failed", "A continuation went wrong.", 1)


def test_bots_begin_with_the_question_that_is_open() -> None:
    """In the middle of a step what was answered stands: no continuation begins the step anew."""
    tables = duel(0)
    tables.answer("Fast")
    session = tables.table.session
    assert len(session.fork_at(len(session.journal))[1]) == 1
    tables.gm.do("want_forecast")
    wanted = wanted_of(tables)
    assert [one.value for one in wanted.position.inputs if isinstance(one, Answer)] == ["Fast"]
    hash_before = state_hash(session.encounter.state)
    one = play_on(wanted.position, 0, 3)
    assert one == play_on(wanted.position, 0, 1) + play_on(wanted.position, 1, 2)
    assert hash_before == state_hash(session.encounter.state)


def test_a_forecast_holds_nothing_of_the_sealed_dice() -> None:
    """Neither seed nor stamps: what goes to the workers is alike under another seed of the fight."""
    positions = []
    for seed in ("one seed", "another seed"):
        tables = Tables("ropewalk-duel", seed)
        tables.answer("Fast")
        tables.gm.do("want_forecast")
        position = wanted_of(tables).position
        assert seed not in repr(position)
        bare = tuple(replace(one, stamp="") for one in position.inputs if isinstance(one, Answer))
        positions.append(replace(position, inputs=bare))
    assert positions[0] == positions[1]


def test_sharing_tells_everybody_but_nothing_of_who_is_hidden() -> None:
    """Sentences for all, until taken back. Seats that only some know of are left out, with their sides."""
    tables = duel()
    assert "no forecast" in tables.gm.ask("share_forecast")["text"]
    tables.gm.do("want_forecast")
    assert "no forecast" in tables.gm.ask("share_forecast")["text"]
    play(tables, wanted_of(tables))
    tables.gm.do("share_forecast")
    for page in tables.clients.values():
        assert page.view["shared_forecast"]["text"][1].startswith("Chance to win: ")
    assert told(tables.gm)[-1]["shared"]
    tables.gm.do("share_forecast", on=False)
    assert all("shared_forecast" not in page.view for page in tables.clients.values())

    hidden = next(iter(tables.players))
    system = tables.table.session.system
    seats = [
        replace(seat, to=("nobody",)) if seat.id == hidden else seat
        for seat in system.seats(tables.table.session.encounter)
    ]
    current = tables.table.forecasts.current
    assert current is not None
    said = " ".join(current.share(seats)["text"])
    gone = next(seat for seat in seats if seat.id == hidden)
    names = {one["id"]: one["name"] for one in told(tables.gm)[-1]["sides"]}
    assert gone.name not in said
    assert names[gone.side] not in said


def test_what_is_shared_outlives_a_restart() -> None:
    """It belongs to the room."""
    tables = duel()
    tables.gm.do("want_forecast")
    play(tables, wanted_of(tables))
    tables.gm.do("share_forecast")
    plain = orjson.loads(orjson.dumps(tables.table.room.to_plain()))
    assert type(tables.table.room).from_plain(plain).forecast == tables.table.room.forecast is not None
    del plain["forecast"]
    assert type(tables.table.room).from_plain(plain).forecast is None


def test_the_gm_who_comes_back_is_told_again() -> None:
    """A page that is loaded anew shows what was told."""
    tables = duel()
    tables.gm.do("want_forecast")
    play(tables, wanted_of(tables))
    tables.table.leave("GM")
    page = tables._page("GM", "gm key")
    assert [one["state"] for one in told(page)] == ["done"]


# Private copies


def copy_of(tables: Tables, entry: int | None) -> Copy:
    """The copy that the GM wants."""
    tables.gm.do("want_what_if", entry=entry)
    (copy,) = tables.table.what_ifs.take_wanted()
    return copy


def opened(copy: Copy) -> tuple[PrivateTable, Tables]:
    """A copy as a table with the GM's page and a stranger's."""
    keys = count(1)
    table = PrivateTable(
        copy, "copy key", lambda: f"copy-{next(keys)}-key", bots=BOTS, odds=None, report=_never
    )
    pages = object.__new__(Tables)
    pages._ids, pages.clients, pages.last, pages.errors = count(1), {}, [], []
    pages.table = table
    pages.gm = pages._page("GM", "copy key")
    return table, pages


def _never(error: Exception) -> None:
    raise error


def test_a_copy_has_the_faces_of_then_and_other_dice_from_there_on() -> None:
    """The same log up to the entry; the dice after it come from a seed of its own, which is open."""
    tables = duel(16)
    session = tables.table.session
    rolls = [e["number"] for e in tables.gm.log.values() if e["kind"] == "roll" and e["ledgers"]]
    entry = rolls[len(rolls) // 2]
    copy = copy_of(tables, entry)
    table, pages = opened(copy)
    assert copy.seed != tables.table.seal["seed"]
    assert pages.gm.view["dice"]["seed"] == copy.seed
    assert pages.gm.view["title"] == "What if: " + tables.gm.view["title"]
    assert f"after entry {entry + 1} of the log" in pages.gm.view["what_if"]
    same = [bare(tables.gm.log[number]) for number in range(entry + 1)]
    assert [bare(pages.gm.log[number]) for number in range(entry + 1)] == same
    inputs = len(copy.history)
    faces = [one.value for one in session.journal[:inputs] if isinstance(one, Answer)]
    assert [one.value for one in table.session.journal[:inputs] if isinstance(one, Answer)] == faces
    assert table.session.encounter is not session.encounter


def bare(entry: dict[str, Any]) -> Any:
    """What an entry says and counts."""
    return entry["say"], entry["ledgers"], entry["result"]


def test_a_copy_gives_away_nothing_of_the_sealed_seed() -> None:
    """Two fights alike so far under seeds that differ: their copies are the same."""
    histories = []
    for seed in ("one seed", "another seed"):
        tables = Tables("ropewalk-duel", seed)
        tables.answer("Fast")
        copy = copy_of(tables, None)
        assert CounterDice(seed).commitment not in repr(copy)
        assert seed not in repr(copy)
        histories.append(copy.history)
    assert histories[0] == histories[1]


def test_only_the_gm_s_link_opens_a_copy() -> None:
    """Whoever else comes is told nothing but that; the list of copies reaches no other page."""
    tables = duel(4)
    copy = copy_of(tables, None)
    tables.table.what_ifs.opened(copy, "abc", "t/abc/#gm=key")
    hand_out(tables)
    assert told(tables.gm, "what_ifs")[-1] == {
        "type": "what_ifs",
        "id": copy.command,
        "tables": [{"table": "abc", "entry": copy.entry, "address": "t/abc/#gm=key"}],
    }
    for page in tables.clients.values():
        assert page is tables.gm or b"t/abc" not in b"".join(page.received)
    table, pages = opened(copy)
    stranger = pages._page("Stranger")
    assert [one["type"] for one in map(orjson.loads, stranger.received)] == ["refused"]
    assert "Only its GM's link" in stranger.refused[0]["text"]
    assert (table.lets_in(""), table.lets_in(pages.gm.key)) == (False, True)


def test_a_copy_is_thrown_away_once() -> None:
    """The server is told which one to close. A few may be open at a time, and no more."""
    tables = duel(2)
    for number in range(COPIES_MAX):
        tables.table.what_ifs.opened(copy_of(tables, None), f"t{number}", "")
    assert "Throw one away" in tables.gm.ask("want_what_if", entry=None)["text"]
    tables.gm.do("drop_what_if", table="t1")
    assert tables.table.what_ifs.take_dropped() == ["t1"]
    assert [one["table"] for one in told(tables.gm, "what_ifs")[-1]["tables"]][:2] == ["t0", "t2"]
    assert "gone already" in tables.gm.ask("drop_what_if", table="t1")["text"]


def test_a_copy_can_be_played_on_and_taken_back() -> None:
    """It is a table like any other, and what happens there does not touch the fight."""
    tables = duel(6)
    before = state_hash(tables.table.session.encounter.state)
    table, pages = opened(copy_of(tables, None))
    pages.players = {}
    for _ in range(6):
        pages.answer("strike")
    pages.gm.do("undo")
    pages.gm.do("want_forecast")
    assert table.forecasts.wanted is not None
    assert state_hash(tables.table.session.encounter.state) == before
    assert tables.table.forecasts.wanted is None
