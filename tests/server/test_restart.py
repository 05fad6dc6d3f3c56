"""The program as people start it: links, a second start, kill -9 in the middle of a reaction, Ctrl-C."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from affray.server.links import bind
from tests.server.serving import Page

SCENARIO = "ropewalk-duel"


class Program:
    """`affray table` as a process of its own."""

    def __init__(self, folder: Path, *arguments: str, port: int = 0) -> None:
        command = [sys.executable, "-m", "affray.cli", "table", SCENARIO, "--no-open"]
        command += ["--port", str(port), "--data", str(folder), *arguments]
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "COLUMNS": "200"},
        )
        self.said = ""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said += line
            if line.startswith("Ctrl-C"):
                break

    @property
    def gm_key(self) -> str:
        return self._found(r"#gm=(\S+)")

    @property
    def port(self) -> int:
        return int(self._found(r"GM: +http://127\.0\.0\.1:(\d+)/"))

    def page(self, key: str = "", name: str = "", gm: bool = False) -> Page:
        """A page that has said hello."""
        page = Page(self.port)
        page.send("hello", id=None, key=key, name=name, gm_key=self.gm_key if gm else "")
        page.until(lambda: page.view)
        return page

    def end(self, how: int) -> tuple[str, str]:
        """End the process by a signal. Returns what else it said, and its errors."""
        self.process.send_signal(how)
        return self.process.communicate(timeout=20)

    def _found(self, pattern: str) -> str:
        found = re.search(pattern, self.said)
        assert found, self.said + str(self.process.communicate(timeout=5))
        return found[1]


@pytest.fixture
def programs() -> Any:
    """Starts programs, and ends those that are left."""
    started: list[Program] = []

    def start(*arguments: Any, **options: Any) -> Program:
        started.append(Program(*arguments, **options))
        return started[-1]

    yield start
    for program in started:
        if program.process.poll() is None:
            program.process.kill()
        program.process.communicate(timeout=20)


def without_presence(view: dict[str, Any]) -> dict[str, Any]:
    """A view without who is here, which a restart changes."""
    people = [{**person, "here": None} for person in view["people"]]
    return {**view, "people": people}


def to_reaction(gm: Page) -> None:
    """Answer for everybody, as the GM, until a reaction is offered."""
    for _ in range(100):
        prompt = gm.view["prompts"][0]
        question = prompt["question"]
        if question["kind"].startswith("reaction"):
            return
        options = [option["id"] for option in question["options"] if option["refusal"] is None]
        position = gm.view["position"]
        pick = next((option for option in options if option.startswith("strike")), options[0])
        gm.do("answer", stamp=prompt["stamp"], part=prompt["part"], pick=pick)
        gm.until(lambda before=position: gm.view["position"] > before and gm.view["prompts"])
    raise AssertionError("no reaction was ever offered")


def test_kill_in_the_middle_of_a_reaction_and_go_on(tmp_path: Path, programs: Any) -> None:
    """The same position, the prompt included; every page goes on with its key; the repeat applies once."""
    program = programs(tmp_path, "--seed", "a seed of a test")
    gm, dana = program.page(gm=True), program.page(name="Dana")
    seat = gm.view["seats"][0]["id"]
    assert dana.do("take_seat", seat=seat)["type"] == "accepted"
    to_reaction(gm)
    watcher = program.page(name="Wim")
    before = gm.view, dict(gm.log)
    program.end(signal.SIGKILL)

    again = programs(tmp_path)
    assert "Going on with" in again.said
    gm_again = again.page(key=gm.key)
    gm_again.until(lambda: gm_again.log)
    assert without_presence(gm_again.view) == without_presence(before[0])
    assert gm_again.log == before[1]
    assert again.page(key=dana.key).view["you"]["seats"] == [seat]
    assert again.page(key=watcher.key).view["you"]["name"] == "Wim"
    prompt = gm_again.view["prompts"][0]
    pick = prompt["question"]["options"][0]["id"]
    answered = gm_again.do("answer", stamp=prompt["stamp"], part=prompt["part"], pick=pick)
    assert answered["type"] == "accepted"


def test_ctrl_c_ends_well_and_the_fight_goes_on(tmp_path: Path, programs: Any) -> None:
    """Exit code 0, a plain last line, no trace; the next start goes on, `--new` begins another."""
    program = programs(tmp_path)
    page = program.page(gm=True)
    assert "New fight" in program.said
    out, err = program.end(signal.SIGINT)
    page.close()
    assert program.process.returncode == 0
    assert "the same command goes on" in out
    assert err == ""
    again = programs(tmp_path)
    assert "Going on with" in again.said
    assert again.gm_key == program.gm_key
    refused = programs(tmp_path)
    out, err = refused.process.communicate(timeout=20)
    assert "on another table already" in err + out + refused.said
    assert "Traceback" not in err
    assert "New fight" in programs(tmp_path, "--new").said


def test_a_taken_port_is_told_and_the_next_one_used(tmp_path: Path, programs: Any) -> None:
    """One line says so; the links name the port that it is."""
    with bind("127.0.0.1", 40_000) as taken:
        port = taken.getsockname()[1]
        program = programs(tmp_path, port=port)
        assert f"Port {port} is taken; this table is at {program.port}." in program.said
        assert program.port > port
