"""The log that readers hold: only what is new is sent, older parts on request, undone entries again."""

from __future__ import annotations

from typing import Any

import orjson

from affray.kernel.presentation import Entry, Ledger
from affray.kernel.system import GM_VIEWER, SPECTATOR
from affray.table.readers import LOG_SENT_MAX
from affray.table.transcript import log_as_json, log_as_text
from affray.telling.ledgers import die_face, die_row, plain_row, sum_of
from tests.table.rig import Client, Rig


def bots_only(breath: int = 60) -> Rig:
    """A long fight of bots."""
    rig = Rig(breath=breath)
    for seat in ("ada", "bo", "cy"):
        rig.table.hand_to_bot(seat, "random")
    return rig


def play(rig: Rig, gm: Client, ticks: int) -> None:
    """Some decisions of bots; the GM settles what is asked."""
    for _ in range(ticks):
        rig.tick()
        if gm.view["prompts"]:
            gm.pick("day")


def log_messages(client: Client, since: int = 0) -> list[dict[str, Any]]:
    """The log messages a client was sent."""
    messages = [orjson.loads(data) for data in client.received[since:]]
    return [message for message in messages if message["type"] == "log"]


def test_only_new_entries_are_sent() -> None:
    """Every number comes once, unless it changed."""
    rig = bots_only()
    gm, watcher = rig.gm(), rig.connect()
    before = len(watcher.received)
    play(rig, gm, 30)
    numbers = [entry["number"] for message in log_messages(watcher, before) for entry in message["entries"]]
    assert len(numbers) == len(set(numbers))
    assert sorted(watcher.log) == list(range(watcher.view["log_total"]))


def test_a_page_that_comes_back_gets_what_it_lacks() -> None:
    """With `have` only newer entries come, and older ones that were struck meanwhile."""
    rig = bots_only()
    gm, watcher = rig.gm(), rig.connect()
    play(rig, gm, 10)
    rig.close(watcher)
    have = len(watcher.log)
    play(rig, gm, 10)
    again = rig.connect(key=watcher.key, have=have)
    (message,) = log_messages(again)
    assert not message["reset"]
    assert [entry["number"] for entry in message["entries"]] == list(range(have, again.view["log_total"]))
    rig.close(again)
    gm.do("undo")
    last = rig.connect(key=watcher.key, have=again.view["log_total"])
    (message,) = log_messages(last)
    merged = {**watcher.log, **again.log, **{entry["number"]: entry for entry in message["entries"]}}
    assert list(merged.values()) == rig.table.logbook(SPECTATOR).entries


def test_a_page_with_another_log_starts_afresh() -> None:
    """Numbers count within one viewer's log: with another seat, all that was held is dropped."""
    rig = bots_only()
    gm = rig.gm()
    play(rig, gm, 10)
    dana = rig.connect()
    before = len(dana.received)
    dana.do("take_seat", seat="bo")
    assert log_messages(dana, before)[0]["reset"]
    rig.close(dana)
    gm.do("leave_seat", seat="bo")
    again = rig.connect(key=dana.key, have=5)
    assert log_messages(again)[0]["reset"]
    after_restart = rig.connect(key=dana.key, have=5)
    assert log_messages(after_restart)[0]["reset"]


def test_a_long_log_is_sent_from_its_end_and_asked_for_by_range() -> None:
    """A newcomer gets the newest part, and older ones as it scrolls up."""
    rig = bots_only(breath=400)
    gm = rig.gm()
    play(rig, gm, 160)
    late = rig.connect()
    total = late.view["log_total"]
    assert total > LOG_SENT_MAX + 50
    assert sorted(late.log) == list(range(total - LOG_SENT_MAX, total))
    late.do("want_log", start=0, stop=total - LOG_SENT_MAX)
    late.do("want_log", start=0, stop=1)
    late.do("want_log", start=5, stop=2)
    late.do("want_log", start=10**6, stop=10**7)
    assert sorted(late.log) == list(range(total))


def test_numbers_have_no_gaps_with_the_tables_own_entries_between() -> None:
    """Undo and acts write entries among the fight's; every reader's numbers run through."""
    rig = Rig(hidden=True)
    gm, dana, watcher = rig.gm(), rig.player("ada", "cy"), rig.connect(name="Wim")
    for seat in ("ada", "bo", "cy"):
        gm.pick("high", "stance", seat)
    gm.pick("high", "stance", "lurker-zq")
    gm.do("undo")
    gm.do("act", name="set", data={"fencer": "ada", "value": 3}, reason="first")
    gm.pick("low", "stance", "lurker-zq")
    gm.do("act", name="set", data={"fencer": "bo", "value": 3}, reason="second")
    gm.do("undo")
    dana.pick("whisper", "turn")
    for client in (gm, dana, watcher):
        assert sorted(client.log) == list(range(client.view["log_total"]))
        notes = [line for line in client.says() if line.startswith("Gemma")]
        assert notes == [
            "Gemma took back 1 step.",
            "Gemma used set on Ada: first",
            "Gemma used set on Bo: second",
            "Gemma took back 1 step.",
        ]
    assert gm.view["log_total"] > dana.view["log_total"] > watcher.view["log_total"]


def test_the_log_is_the_same_after_a_restart() -> None:
    """Everything follows from the history: notes, struck entries, numbers."""
    rig = bots_only()
    gm = rig.gm()
    play(rig, gm, 20)
    gm.do("act", name="set", data={"fencer": "ada", "value": 9}, reason="why not")
    gm.do("undo")
    gm.do("redo")
    play(rig, gm, 5)
    before = rig.table.logbook(GM_VIEWER).entries
    points = gm.view["undo"]
    rig.restart()
    assert rig.table.logbook(GM_VIEWER).entries == before
    assert rig.back(gm).view["undo"] == points


def test_the_log_as_text_can_be_read_without_the_program() -> None:
    """Headings, sentences, clauses, and who took something back."""
    rig = Rig()
    gm = rig.gm()
    for seat in ("ada", "bo", "cy"):
        gm.pick("high", "stance", seat)
    gm.do("undo")
    text = log_as_text("Three fencers", rig.table.logbook(SPECTATOR).entries)
    assert text.startswith("Three fencers\n=============\n\nRound 0\n")
    assert "2. StancesShown" in text
    assert "[T1.2]" in text
    assert "Taken back by Gemma." in text
    assert "Gemma took back 1 step." in text
    as_json = orjson.loads(log_as_json(rig.table.logbook(SPECTATOR).entries))
    assert as_json == rig.table.logbook(SPECTATOR).entries


def in_words(total: int | None, **more: str) -> Entry:
    """An entry whose sums are told in words."""
    ledger: Ledger = {
        "who": "ada",
        "name": "Ada",
        "title": "guarding",
        "rows": [
            die_row(die_face(20, 7), "d20", "two below the score", None),
            plain_row("Grace", "one better", None),
            plain_row("Calm", "", None),
            plain_row("Luck", "", 2),
        ],
        "total_label": "Level",
        "total": total,
        **more,  # type: ignore[typeddict-item]
    }
    return {
        "number": 0,
        "round": 0,
        "kind": "roll",
        "clauses": [],
        "say": ["Ada guards."],
        "ledgers": [ledger],
        "result": {"label": "Level", "value": None, "text": "she holds", "headline": "", "clause": None},
        "not_counted": [],
        "follows": [],
        "odds": None,
        "undone_by": None,
    }


def test_sums_in_words_are_told_in_words() -> None:
    """No number is made up for a part, a total or a result that has none."""
    text = log_as_text("Words", [in_words(None, total_text="Fair"), in_words(None), in_words(3)])
    shown = (
        "     Ada, guarding: d20 (d20 shows 7): two below the score; Grace: one better; Calm; Luck: +2; Level"
    )
    assert [line for line in text.splitlines() if "Ada," in line] == [f"{shown} Fair", shown, f"{shown} 3"]
    assert text.count("     Level: she holds\n") == 3
    assert "None" not in text
    assert sum_of(in_words(3)["ledgers"][0]["rows"]) == 2
