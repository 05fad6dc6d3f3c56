"""What was: the odds an entry had before it was decided, and the fight as it stood after it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import orjson
import pytest

from affray.table.people import Somebody
from tests.table.rig import Client, Rig
from tests.table.test_d20plus_table import Tables


def looked_at(tables: Tables, turns: int = 60) -> None:
    """Play a while, with every sort of deed in it."""
    for turn in range(turns):
        if not tables.gm.view["prompts"]:
            return
        tables.answer(("strike", "conceal", "use", "setup", "strike")[turn % 5])


def odds_of(page: Client, entry: int) -> dict[str, Any] | None:
    """The odds of an entry, as a page gets them."""
    page.send("want_entry_odds", entry=entry)
    odds: dict[str, Any] | None = page.odds[-1]["odds"]
    return odds


def position_of(page: Client, entry: int) -> dict[str, Any]:
    """The fight after an entry, as a page gets it."""
    id_ = page.send("want_position", entry=entry)
    assert [one["id"] for one in page.positions[-1:]] == [id_], page.refused[-1:]
    fight: dict[str, Any] = page.positions[-1]["fight"]
    return fight


def test_a_strike_in_the_log_has_the_odds_it_was_struck_with() -> None:
    """What was told before the click is told after it, with the bar marked that fell."""
    tables = Tables("ropewalk-duel")
    told = 0
    for _ in range(30):
        tables.until("turn")
        prompt = tables.gm.view["prompts"][0]
        page = tables.players[prompt["seat"]]
        options = [one for one in prompt["question"]["options"] if not one["refusal"]]
        strike = next((one["id"] for one in options if one["id"].startswith("strike")), None)
        if strike is None:
            tables.answer()
            continue
        page.send("want_odds", stamp=prompt["stamp"], part=prompt["part"], option=strike)
        before = page.odds[-1]["odds"]
        have = len(tables.gm.log)
        tables.answer(strike)
        while tables.gm.view["prompts"] and not tables.kind().startswith("turn"):
            tables.answer()
        entry = next(
            (e for e in list(tables.gm.log.values())[have:] if e["result"] and len(e["ledgers"]) == 2), None
        )
        if entry is None:
            continue
        for reader in (tables.gm, page, tables.watcher):
            after = odds_of(reader, entry["number"])
            assert after is not None
            assert [bar["percent"] for bar in after["bars"]] == [bar["percent"] for bar in before["bars"]]
            fell = [bar["label"] for bar in after["bars"] if bar["mark"] == "fell"]
            assert len(fell) == 1
            wounds = entry["result"]["value"]
            assert (fell == ["blocked"]) == (wounds < 0), (fell, entry["result"])
        told += 1
        if told == 4 or not tables.gm.view["prompts"]:
            break
    assert told >= 2


def test_only_what_was_decided_and_rolled_has_odds() -> None:
    """Set-ups and abilities have them too; moves, rounds and what was taken back have none."""
    tables = Tables("saltgate")
    looked_at(tables)
    kinds: dict[str, int] = {}
    for number, entry in sorted(tables.gm.log.items()):
        odds = odds_of(tables.gm, number)
        if odds is not None:
            assert entry["ledgers"]
            assert sum(bar["mark"] == "fell" for bar in odds["bars"]) == 1
            kinds["".join(str(part) for part in entry["say"] if isinstance(part, str))[:10]] = number
        else:
            assert entry["kind"] != "roll" or len(entry["ledgers"]) < 2
    assert len(kinds) > 2
    last = max(kinds.values())
    tables.gm.do("undo", to=0)
    assert odds_of(tables.gm, last) is None
    assert tables.gm.ask("want_entry_odds", entry=10**6)["kind"] == "refused"
    assert not tables.errors


def test_odds_of_an_entry_are_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks again gets what was worked out."""
    tables = Tables("ropewalk-duel")
    looked_at(tables, 20)
    number = next(n for n in sorted(tables.gm.log) if odds_of(tables.gm, n))
    odds = tables.gm.odds[-1]["odds"]

    def never(*_: Any) -> None:
        raise AssertionError

    monkeypatch.setattr("affray.table.looking.odds_before", never)
    assert odds_of(tables.watcher, number) == odds


def test_the_board_after_an_entry_is_the_board_of_then() -> None:
    """After the newest entry of every moment the past shows what the view showed at that moment."""
    tables = Tables("saltgate")
    shown: dict[int, tuple[Any, Any]] = {}
    for turn in range(50):
        tables.answer(("strike", "conceal", "use", "setup", "strike")[turn % 5])
        newest = max(tables.gm.log)
        shown[newest] = tables.gm.view["fight"], tables.watcher.view["fight"]
    ever = 0
    for number, fights in shown.items():
        for page, fight in zip((tables.gm, tables.watcher), fights, strict=True):
            past = position_of(page, number)
            assert past["round"] <= fight["round"]
            assert places(past) == places(fight) or number not in shown
            ever += past["personas"] == fight["personas"]
    assert ever > len(shown) // 2
    assert not tables.errors


def places(fight: dict[str, Any]) -> list[Any]:
    """Where everybody stands, and how hurt they are."""
    return [(one["id"], one["zone"], [t["value"] for t in one["traits"]]) for one in fight["personas"]]


def test_the_past_shows_nobody_more_than_the_past_did() -> None:
    """Whoever could not see where a concealed Persona stood does not see it by looking back."""
    tables = Tables("saltgate")
    seats = {one["id"]: one["side"] for one in tables.gm.view["seats"]}
    hidden = 0
    for turn in range(50):
        tables.answer(("conceal", "move", "strike")[turn % 3])
    for page in (tables.watcher, *tables.players.values()):
        own = {seats[seat] for seat in page.view["you"]["seats"]}
        for number in page.log:
            for persona in position_of(page, number)["personas"]:
                if persona["concealed"] and persona["side"] not in own:
                    assert persona["zone"] is None
                    assert persona["cover"] is None
                    hidden += 1
    assert hidden > 10


def test_looking_back_stores_and_sends_nothing_else() -> None:
    """No history, no view, no entry: the answer goes to the one who asked."""
    tables = Tables("saltgate")
    looked_at(tables, 12)
    history = len(tables.table.session.history)
    received = {name: len(page.received) for name, page in tables.clients.items()}
    position_of(tables.watcher, max(tables.watcher.log))
    assert len(tables.table.session.history) == history
    received["Watcher"] += 1
    assert {name: len(page.received) for name, page in tables.clients.items()} == received


def test_what_was_taken_back_has_no_board() -> None:
    """The GM's own line of taking back shows the board before it; the struck entries show none."""
    tables = Tables("saltgate")
    looked_at(tables, 30)
    tables.gm.do("undo")
    struck = [number for number, entry in tables.gm.log.items() if entry["undone_by"]]
    assert struck
    for number in struck:
        assert "taken back" in tables.gm.ask("want_position", entry=number)["text"]
    note = max(tables.gm.log)
    assert position_of(tables.gm, note)["personas"] == tables.gm.view["fight"]["personas"]
    assert tables.gm.ask("want_position", entry=10**6)["kind"] == "refused"


def test_who_left_a_seat_looks_back_as_who_they_are_now() -> None:
    """A player who stood up sees the past as an onlooker does, byte for byte."""
    tables = Tables("saltgate")
    looked_at(tables, 30)
    page = next(iter(tables.players.values()))
    page.do("leave_seat", seat=page.view["you"]["seats"][0])
    somebody = tables.table.somebody(page.key)
    assert isinstance(somebody, Somebody)
    for number in range(len(tables.watcher.log)):
        mine, theirs = position_of(page, number), position_of(tables.watcher, number)
        assert orjson.dumps(mine) == orjson.dumps(theirs)


def test_a_hidden_fencer_is_in_no_byte_of_the_past() -> None:
    """Looking back shows an onlooker no more than looking on did."""
    rig = Rig(hidden=True)
    gm, watcher = rig.gm(), rig.connect(name="Watcher")
    for _ in range(6):
        prompt = gm.view["prompts"][0]
        gm.pick(prompt["question"]["options"][0]["id"], seat=prompt["seat"])
    for page in (gm, watcher):
        for number in page.log:
            position_of(page, number)
    assert b"Zqexl" in b"".join(gm.received)
    assert b"Zqexl" not in b"".join(watcher.received)


def test_the_past_is_shut_where_it_shows_who_hides_by_now(monkeypatch: pytest.MonkeyPatch) -> None:
    """A seat that was open then and is secret now: the other side may not look back to it."""
    rig = Rig()
    gm, bo, ada = rig.gm(), rig.player("bo"), rig.player("ada", "cy")
    for seat in ("ada", "cy"):
        ada.pick("low", "stance", seat)
    bo.pick("low", "stance")
    system, live = rig.fight.system, rig.table.session.encounter
    real = system.seats

    def seats(encounter: Any) -> Any:
        hides = encounter is live
        return [replace(one, to=(one.side,)) if hides and one.id == "cy" else one for one in real(encounter)]

    monkeypatch.setattr(system, "seats", seats)
    newest = max(bo.log)
    assert "not yours to see" in bo.ask("want_position", entry=newest)["text"]
    assert position_of(ada, newest)
    assert position_of(gm, newest)
