"""Real sockets: play, reconnect, floods, slow readers, and who may connect at all."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import httpx
import orjson
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from affray.table.save import read_save
from tests.server.serving import Page, serving
from tests.table.rig import ToyFight
from tests.table.test_save import played, saved


def test_a_move_reaches_every_page_and_a_broken_line_comes_back(tmp_path: Path) -> None:
    """Two pages play; one loses its line, and its key brings it back to the same position."""
    with serving(tmp_path) as served:
        gm, dana = served.page(gm=True), served.page(name="Dana")
        assert dana.do("take_seat", seat="ada")["type"] == "accepted"
        dana.pick("high")
        gm.until(lambda: {prompt["seat"] for prompt in gm.view["prompts"]} == {"bo", "cy"})
        dana.close()
        gm.until(lambda: not next(p for p in gm.view["people"] if p["name"] == "Dana")["here"])
        again = served.page(key=dana.key)
        assert again.view["you"]["seats"] == ["ada"]
        assert again.view["position"] == gm.view["position"]


def test_text_and_bytes_are_both_taken(tmp_path: Path) -> None:
    """A page may send either kind of frame."""
    with serving(tmp_path) as served:
        page = Page(served.port)
        page.socket.send(b'{"type":"hello","name":"B"}')
        page.until(lambda: page.view)
        page.socket.send("not json")
        page.until(lambda: page.replies)
        assert page.replies[0]["kind"] == "unreadable"


def test_a_huge_message_closes_the_line_and_nothing_else(tmp_path: Path) -> None:
    """Others play on."""
    with serving(tmp_path) as served:
        gm, eve = served.page(gm=True), served.page(name="Eve")
        with pytest.raises(ConnectionClosed):  # noqa: PT012
            eve.socket.send("x" * 1_000_000)
            while True:
                eve.take()
        assert gm.do("rename", name="Still here")["type"] == "accepted"


def test_pages_of_other_addresses_may_not_open_a_socket(tmp_path: Path) -> None:
    """A page from elsewhere in the same browser is turned away; a program without an origin is not."""
    with serving(tmp_path) as served:
        url = f"ws://127.0.0.1:{served.port}/ws"
        for origin in ("http://evil.example", f"http://127.0.0.1:{served.port + 1}", "null"):
            with pytest.raises(InvalidStatus), connect(url, origin=origin):  # type: ignore[arg-type]
                pass
        own = f"http://127.0.0.1:{served.port}"
        with connect(url, origin=own), connect(url):  # type: ignore[arg-type]
            pass


def test_a_slow_reader_holds_up_nobody_and_is_brought_up_to_date(tmp_path: Path) -> None:
    """One page stops reading while a long fight runs; then it gets the position as it is."""
    fight = ToyFight(breath=3_000)
    with serving(tmp_path, fight) as served:
        gm, slow = served.page(gm=True), served.page(name="Slow")
        for seat in ("ada", "bo", "cy"):
            gm.do("set_bot", seat=seat, bot="random")

        def far() -> bool:
            if gm.view["prompts"]:
                gm.pick("day")
            return bool(gm.view["log_total"] > 500)

        gm.until(far)
        gm.do("act", name="end", data={"value": "enough"})
        slow.until(lambda: slow.view["over"])
        total = slow.view["log_total"]
        slow.until(lambda: max(slow.log, default=0) == total - 1)
        slow.do("want_log", start=0, stop=100)


def test_a_flood_is_slowed_down_or_cut_off(tmp_path: Path) -> None:
    """A page that sends without end and never reads does not take the table with it."""
    with serving(tmp_path) as served:
        gm = served.page(gm=True)
        flood = Page(served.port)
        try:
            for _ in range(5_000):
                flood.socket.send("{}")
        except (ConnectionClosed, OSError):
            pass
        assert gm.do("rename", name="Still here")["type"] == "accepted"


def test_bots_keep_their_pace(tmp_path: Path) -> None:
    """The second decision comes no sooner than two paces after the first bot sat down."""
    with serving(tmp_path, bot_pace=0.05) as served:
        gm, start = served.page(gm=True), time.monotonic()
        for seat in ("ada", "bo", "cy"):
            gm.do("set_bot", seat=seat, bot="greedy")
        gm.until(lambda: gm.view["position"] >= 4)
        assert time.monotonic() - start >= 0.1


def test_downloads_obey_the_reader(tmp_path: Path) -> None:
    """The log is what the key's person may see; the save is the GM's alone; neither is kept by caches."""
    with serving(tmp_path, ToyFight(hidden=True)) as served:
        gm, dana = served.page(gm=True), served.page(name="Dana")
        for seat in ("ada", "cy"):
            dana.do("take_seat", seat=seat)
            dana.pick("low")
        gm.do("act", name="set", data={"fencer": "ada", "value": 2}, reason="a cut")

        def get(path: str, key: str = "") -> httpx.Response:
            return httpx.get(f"{served.url}/api/{path}", params={"key": key})

        for path in ("log.txt", "log.json"):
            assert "Zqexl" not in get(path, dana.key).text
            assert get(path, "nobody's").text == get(path).text
            assert get(path, gm.key).headers["cache-control"] == "no-store"
        assert "Gemma" not in get("log.txt").text
        assert "a cut" in get("log.txt").text
        assert get("save", dana.key).status_code == 403
        assert get("save").status_code == 403
        save: dict[str, Any] = get("save", gm.key).json()
        assert save["format"] == "affray save"
        assert save["seed"] == "a seed"


def test_a_save_of_other_rules_gives_its_log_and_nothing_else(tmp_path: Path) -> None:
    """The GM downloads the log that was written down; there is no other save to be had from it."""
    document = orjson.loads(saved(played(20)))
    with serving(tmp_path, read_save(orjson.dumps({**document, "rules": "0"}))) as served:
        gm = served.page(gm=True)
        gm.until(lambda: gm.view.get("read_only") is True)

        def get(path: str, key: str = "") -> httpx.Response:
            return httpx.get(f"{served.url}/api/{path}", params={"key": key})

        assert get("log.json", gm.key).json() == document["log"]
        assert get("log.json").json() == []
        assert "version 0" in get("save", gm.key).json()["text"]
