"""Forecasts on real processes and sockets: what streams in, what goes wrong, and what is left afterwards."""

from __future__ import annotations

import multiprocessing
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import orjson
import pytest

from affray.content import load_scenario
from affray.sim.forecast import Position
from affray.sim.rows import Row
from affray.table import forecasts
from tests.server.failing import dying_once, failing_once
from tests.server.serving import Page, Served, serving

FEW = 12


@pytest.fixture(autouse=True)
def few_continuations(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three pieces. Where many work at once, processes may take long to start."""
    monkeypatch.setattr(forecasts, "CONTINUATIONS", FEW)
    monkeypatch.setattr("tests.server.serving.WAIT", 60.0)


@contextmanager
def duel(folder: Path) -> Iterator[tuple[Served, Page]]:
    """A table of d20+ with the GM at it; no process is left when it is closed."""
    before = set(multiprocessing.active_children())
    with serving(folder, load_scenario("ropewalk-duel")) as served:
        yield served, served.page(gm=True)
    assert set(multiprocessing.active_children()) <= before


def last(page: Page, type_: str = "forecast") -> dict[str, Any]:
    """The newest message of a kind."""
    return next((one for one in reversed(page.replies) if one["type"] == type_), {})


def ended(page: Page) -> dict[str, Any]:
    """The forecast, once it is done or has failed."""
    page.until(lambda: last(page).get("state", "running") != "running")
    return last(page)


def test_a_forecast_streams_in_while_the_table_answers(tmp_path: Path) -> None:
    """Progress, then all of it. A message that comes meanwhile is answered before the end."""
    with duel(tmp_path) as (_, gm):
        gm.send("want_forecast")
        gm.send("rename", name="Gemma")
        gm.until(lambda: gm.view["you"]["name"] == "Gemma")
        assert last(gm).get("state") in (None, "running")
        done = ended(gm)
        assert (done["state"], done["played"]) == ("done", FEW)
        counts = [one["played"] for one in gm.replies if one["type"] == "forecast"]
        assert counts == sorted(counts)
        assert counts[0] == 0
        # The workers are warm: the next one needs no others.
        gm.send("want_forecast")
        gm.until(lambda: last(gm)["number"] == 2)
        assert ended(gm)["played"] == FEW


def test_what_is_under_way_ends_with_the_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Closing the table in the middle of a long forecast leaves nothing behind."""
    monkeypatch.setattr(forecasts, "CONTINUATIONS", 5_000)
    with duel(tmp_path) as (_, gm):
        gm.send("want_forecast")
        gm.until(lambda: last(gm).get("played", 0) > 0)


@pytest.mark.parametrize(("play", "said"), [(failing_once, "went wrong"), (dying_once, "was lost")])
def test_workers_outlive_what_goes_wrong(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    play: Callable[[Path, Position, int, int], list[Row]],
    said: str,
) -> None:
    """One clear message; the table and the next forecast are not harmed."""
    monkeypatch.setattr("affray.server.forecaster.play_quietly", partial(play, tmp_path / "mark"))
    with duel(tmp_path) as (_, gm):
        gm.send("want_forecast")
        failed = ended(gm)
        assert (failed["state"], said in failed["text"]) == ("failed", True), failed["text"]
        assert sum(one.get("state") == "failed" for one in gm.replies) == 1
        gm.send("want_forecast")
        gm.until(lambda: last(gm)["number"] == 2)
        assert ended(gm)["state"] == "done"


def fetched(url: str) -> tuple[int, bytes]:
    """What an address gives."""
    try:
        with urllib.request.urlopen(url) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


def test_a_private_copy_is_a_table_of_its_own(tmp_path: Path) -> None:
    """The GM's link opens it and no other; its save has another seed; thrown away it is gone."""
    with duel(tmp_path) as (served, gm):
        gm.pick(gm.view["prompts"][0]["question"]["options"][0]["id"])
        gm.send("want_what_if", entry=None)
        gm.until(lambda: last(gm, "what_ifs"))
        (copy,) = last(gm, "what_ifs")["tables"]
        folder, _, key = copy["address"].partition("#gm=")
        assert folder == f"t/{copy['table']}/"
        mine = Page(served.port, folder)
        mine.send("hello", id=None, key="", name="", gm_key=key)
        mine.until(lambda: mine.view)
        assert mine.view["what_if"].startswith("A private copy of ")
        stranger = Page(served.port, folder)
        stranger.send("hello", id=None, key="", name="Eve", gm_key="")
        stranger.until(lambda: stranger.replies)
        assert "Only its GM" in stranger.replies[0]["text"]
        for kind in ("log.txt", "log.json", "save"):
            assert fetched(f"{served.url}/{folder}api/{kind}?key={gm.key}")[0] == 403
            assert fetched(f"{served.url}/t/nowhere/api/{kind}?key={gm.key}")[0] == 404
        save = orjson.loads(fetched(f"{served.url}/{folder}api/save?key={mine.key}")[1])
        assert save["seed"] == mine.view["dice"]["seed"] != served.game.table.seal["seed"]
        assert served.game.table.seal["seed"] not in save["seed"]
        assert fetched(f"{served.url}/{folder}")[0] == fetched(f"{served.url}/")[0]
        mine.send("want_forecast")
        assert ended(mine)["played"] == FEW
        assert not last(gm)

        gm.do("drop_what_if", table=copy["table"])
        mine.until(lambda: last(mine, "refused"))
        assert "thrown away" in last(mine, "refused")["text"]
        late = Page(served.port, folder)
        late.until(lambda: late.replies)
        assert "no such table" in late.replies[0]["text"]
