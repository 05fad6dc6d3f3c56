"""`affray sim`, `affray sweep` and `affray compare`, called as a user calls them."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from affray.cli import commands, simulating
from affray.content import load_scenario
from affray.kernel.errors import AffrayError
from affray.sim.rows import Players
from tests.cli.terminal import Terminal

FIGHT = "ropewalk-duel"
FEW = ("-n", "6", "--seed", "7", "--workers", "1")
Call = Callable[..., tuple[int, str, str]]


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Call:
    """Runs a command; its exit code, output and error output."""

    def called(*words: str) -> tuple[int, str, str]:
        code = commands.run(words)
        out, err = capsys.readouterr()
        return code, out, err

    return called


# affray sim


def test_the_document_has_what_it_promises(call: Call) -> None:
    """The keys that stay, for a game with rounds."""
    code, out, err = call("sim", FIGHT, *FEW, "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert (found["n"], found["asked"], found["seed"], found["scenario"]) == (6, 6, "7", FIGHT)
    assert set(found["sides"]) == {"House Voss", "The stevedores"}
    for side in found["sides"].values():
        assert side["p"] == pytest.approx(side["wins"] / 6, abs=1e-6)
        assert 0 <= side["low"] <= side["p"] <= side["high"] <= 1
    assert set(found["rounds"]) >= {"mean", "p10", "p50", "p90"}
    assert set(found["units"]) == {"ileana", "brannoc"}
    assert all(0 <= unit["survival"] <= 1 for unit in found["units"].values())


def test_without_rounds_there_are_inputs(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rounds are null, and the text speaks of inputs."""
    monkeypatch.setattr(type(load_scenario(FIGHT).system), "rounds", lambda self, encounter: None)
    found = json.loads(call("sim", FIGHT, *FEW, "--json")[1])
    assert found["rounds"] is None
    assert found["inputs"]["p50"] > 20
    out = call("sim", FIGHT, *FEW)[1]
    assert "inputs on average" in out
    assert "round" not in out


def test_the_text_tells_the_same(call: Call) -> None:
    """Sides, length, units, deeds, luck."""
    found = json.loads(call("sim", FIGHT, *FEW, "--json")[1])
    code, out, err = call("sim", FIGHT, *FEW)
    assert (code, err) == (0, "")
    for words in ("A duel on the ropewalk, 6 fights, seed 7", "Ileana Voss", "strikes made", "luck"):
        assert words in out
    assert f"{100 * found['sides']['House Voss']['p']:.1f} %" in out


def test_a_seed_that_is_drawn_is_told(call: Call) -> None:
    """So that the same can be had again."""
    found = json.loads(call("sim", FIGHT, "-n", "2", "--workers", "1", "--json")[1])
    again = json.loads(call("sim", FIGHT, "-n", "2", "--workers", "1", "--seed", found["seed"], "--json")[1])
    assert again == found


def test_a_fight_of_the_simulation_is_told_by_its_seed(call: Call) -> None:
    """`affray fight` with the seed of fight number 0 ends as the only fight of a simulation does."""
    many = json.loads(call("sim", FIGHT, "-n", "1", "--seed", "7", "--workers", "1", "--json")[1])
    one = json.loads(call("fight", FIGHT, "--seed", "7/0", "--json")[1])
    assert many["outcomes"] == {one["outcome"]: 1}
    assert (many["rounds"]["mean"], many["inputs"]["mean"]) == (one["rounds"], one["inputs"])


def test_every_core_is_used_and_changes_nothing(call: Call) -> None:
    """Without --workers as with."""
    assert call("sim", FIGHT, "-n", "6", "--seed", "7", "--json") == call("sim", FIGHT, *FEW, "--json")
    assert simulating.cores() >= 1


@pytest.mark.parametrize(
    ("words", "players"),
    [
        ([], Players()),
        (["random"], Players(others="random")),
        (["B=random"], Players(sides={"B": "random"})),
        (["ileana=random,greedy"], Players(seats={"ileana": "random"})),
        (["Ileana Voss=random", "A=greedy"], Players(seats={"ileana": "random"}, sides={"A": "greedy"})),
    ],
)
def test_bots_are_named_for_all_for_sides_seats_and_names(words: list[str], players: Players) -> None:
    """Several times, or with commas between."""
    assert simulating.players_of(load_scenario(FIGHT), words) == players


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["clever"], 'there is no bot "clever"; known: random, greedy'),
        (["A=gredy"], 'Did you mean "greedy"'),
        (["nobody=random"], 'There is no seat or side "nobody"'),
    ],
)
def test_bots_and_seats_that_are_none_are_said(words: list[str], says: str) -> None:
    """With what there is."""
    with pytest.raises(AffrayError, match=says):
        simulating.players_of(load_scenario(FIGHT), words)


# affray sweep and affray compare


def test_a_sweep_has_a_cell_for_every_combination(call: Call, tmp_path: Path) -> None:
    """As a document, a table, CSV and plots; the cell that changes nothing is the plain simulation."""
    vary = ("--vary", "combatant.ileana.start.prone=false,true", "--vary", "sheet.brannoc.name=Bo,Bru")
    written = (tmp_path / "grid.csv", tmp_path / "grid.html", tmp_path / "grid.svg")
    words = ("sweep", FIGHT, *FEW, *vary, "--csv", str(written[0]))
    code, out, err = call(*words, "--report", str(written[1]), "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert [wish["values"] for wish in found["vary"]] == [[False, True], ["Bo", "Bru"]]
    assert [list(cell["values"].values()) for cell in found["cells"]] == [
        [False, "Bo"],
        [False, "Bru"],
        [True, "Bo"],
        [True, "Bru"],
    ]
    plain = json.loads(call("sim", FIGHT, *FEW, "--json")[1])
    assert found["cells"][0]["sides"] == plain["sides"]
    assert found["cells"][0]["against_first"] == []
    assert [one["difference"] for one in found["cells"][1]["against_first"]] == [0, 0]
    with written[0].open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["sheet.brannoc.name"] for row in rows] == ["Bo", "Bru", "Bo", "Bru"]
    assert float(rows[0]["House Voss p"]) == plain["sides"]["House Voss"]["p"]
    assert float(rows[3]["ileana survival"]) == found["cells"][3]["units"]["ileana"]["survival"]
    code, out, _ = call(*words, "--report", str(written[2]))
    assert code == 0
    assert out.splitlines()[1].split() == [
        "combatant.ileana.start.prone",
        "sheet.brannoc.name",
        *["House", "Voss", "The", "stevedores", "rounds"],
    ]
    assert written[1].read_text(encoding="utf-8").startswith("<!doctype html>")
    assert written[2].read_text(encoding="utf-8").startswith("<svg ")


def test_a_comparison_with_itself_finds_nothing(call: Call, tmp_path: Path) -> None:
    """Every difference is 0, and its interval has 0 in it."""
    report = tmp_path / "compare.html"
    code, out, _ = call("compare", FIGHT, FIGHT, *FEW, "--json", "--report", str(report))
    found = json.loads(out)
    assert (code, found["a"], found["comparisons"]) == (0, found["b"], 5)
    for one in found["differences"]:
        assert one["low"] <= one["difference"] == 0 <= one["high"]
        assert not one["real"]
    assert report.is_file()


def test_a_comparison_finds_what_is_plain(call: Call) -> None:
    """One who is badly wounded from the start loses more often, really."""
    worse = ("--vary", "combatant.ileana.start.wounds.Body=3", "--vary", "combatant.ileana.start.prone=true")
    code, out, _ = call("compare", FIGHT, "-n", "40", "--seed", "7", "--workers", "1", *worse, "--json")
    found = {(one["of"], one["id"]): one for one in json.loads(out)["differences"]}
    assert code == 0
    assert found["wins", "A"]["real"]
    assert found["wins", "A"]["high"] < 0
    said = call("compare", FIGHT, "-n", "40", "--seed", "7", "--workers", "1", *worse)[1]
    assert "B: A duel on the ropewalk, changed" in said
    assert said.count(" real\n") == sum(one["real"] for one in found.values())


# What goes wrong


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["sim"], "Missing argument 'SCENARIO'"),
        (["sim", "saltgat"], 'Did you mean "saltgate"'),
        (["sim", FIGHT, "-n", "0"], "0 is not in the range"),
        (["sim", FIGHT, "-n", "many"], "'many' is not a valid integer"),
        (["sim", FIGHT, "--workers", "0"], "0 is not in the range"),
        (["sim", FIGHT, "--piece", "0"], "0 is not in the range"),
        (["sim", FIGHT, "--executor", "ray://here:1"], '"ray://here:1" is no address of a cluster'),
        (["sim", FIGHT, "--executor", "dask://here:1", "--workers", "2"], "leave out --workers"),
        (["sim", FIGHT, "--report", "nowhere/at-all.html"], "there is no folder nowhere"),
        (["sim", FIGHT, "--bots", "clever"], 'there is no bot "clever"'),
        (["sweep", FIGHT], "Missing option '--vary'"),
        (["sweep", FIGHT, "--vary", "x"], "is no variation"),
        (["sweep", FIGHT, "--vary", "sheet.ileanna.name=A,B"], 'Did you mean "ileana"'),
        (["sweep", FIGHT, "--vary", "scene=duel,dule"], '"dule" does not fit; allowed is'),
        (["compare", FIGHT], "name a second scenario"),
        (["compare", FIGHT, "--vary", "sheet.ileana.name=A,B"], "one value for sheet.ileana.name, please"),
        (["compare", FIGHT, "nothing.toml"], "nothing.toml: there is no such file"),
    ],
)
def test_bad_usage_and_bad_input_give_one_message(call: Call, words: list[str], says: str) -> None:
    """Exit code 2, before a fight is played; with --json as a document."""
    code, out, err = call(*words)
    assert (code, out) == (2, "")
    assert err.startswith("affray: ")
    assert says in err
    code, out, err = call(*words, "--json")
    assert (code, err) == (2, "")
    error = json.loads(out)["error"]
    assert says in "\n".join([error["message"], *(fault["message"] for fault in error.get("faults", []))])


def test_a_fight_that_goes_wrong_is_one_message(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its seed is in it, and the kind is an error of affray's own."""

    def fail(*_: Any) -> None:
        raise ZeroDivisionError("by zero")

    monkeypatch.setattr("affray.sim.jobs.play_row", fail)
    code, out, err = call("sim", FIGHT, *FEW)
    assert (code, out) == (2, "")
    assert err == 'affray: the fight with the seed "7/0" went wrong (ZeroDivisionError: by zero)\n'
    assert json.loads(call("sim", FIGHT, *FEW, "--json")[1])["error"]["kind"] == "internal"


# Ctrl-C, the terminal, and what is loaded


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_tells_what_is_known(workers: str, tmp_path: Path) -> None:
    """The figures are those of the fights played until then; the exit code is 130, and nobody is left."""
    words = ["sim", FIGHT, "-n", "100000", "--seed", "7", "--json", "--workers", workers, "--piece", "2"]
    with Terminal(*words, cwd=tmp_path) as terminal:
        terminal.wait_for(r"[1-9]\d*/100000")
        terminal.interrupt()
        code, out = terminal.end()
    found = json.loads(out)
    assert code == 130
    assert 0 < found["n"] < found["asked"] == 100000
    assert f"stopped after {found['n']} of 100000 fights" in terminal.shown
    assert "Traceback" not in terminal.shown
    fewer = ["sim", FIGHT, "-n", str(found["n"]), "--seed", "7", "--json", "--workers", "1"]
    done = subprocess.run(
        [sys.executable, "-m", "affray.cli", *fewer], capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout) | {"asked": 100000} == found


def test_ctrl_c_before_the_first_fight_says_so(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """There is nothing to print, and the exit code is the same."""

    def interrupted(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("affray.sim.run.play_piece", interrupted)
    code, out, err = call("sim", FIGHT, *FEW)
    assert (code, out, err) == (130, "", "affray: stopped before any fight was over\n")


def test_a_bar_is_shown_on_a_terminal_alone(tmp_path: Path) -> None:
    """The output has the figures and nothing of the bar."""
    with Terminal(
        "sim", FIGHT, "-n", "20", "--seed", "7", "--workers", "1", "--piece", "2", cwd=tmp_path
    ) as terminal:
        code, out = terminal.end()
    assert code == 0
    assert "/20" in terminal.shown
    assert out.startswith("A duel on the ropewalk, 20 fights, seed 7\n")
    assert "/20" not in out


def test_little_is_loaded_for_it(tmp_path: Path) -> None:
    """affray itself is light; a simulation needs no numpy, no plots, no rich, no Dask, no server."""
    heavy = ("numpy", "matplotlib", "distributed", "dask", "rich", "fastapi", "uvicorn", "sqlalchemy")
    light = (
        f"import sys, affray; print([m for m in {(*heavy, 'pydantic', 'affray.sim')!r} if m in sys.modules])"
    )
    played = (
        "import sys; from affray.cli.commands import run; "
        f"run(['sim', '{FIGHT}', '-n', '1', '--workers', '1', '--json']); "
        f"print([m for m in {heavy!r} if m in sys.modules], file=sys.stderr)"
    )
    for program, stream in ((light, "stdout"), (played, "stderr")):
        done = subprocess.run(
            [sys.executable, "-c", program],
            capture_output=True,
            text=True,
            check=True,
            cwd=tmp_path,
            env=os.environ,
        )
        assert getattr(done, stream) == "[]\n"


def test_interrupts_are_left_to_the_command() -> None:
    """Workers leave Ctrl-C alone, which a terminal sends to all of them."""
    program = (
        "import signal; from affray.sim.executors import _leave_interrupts; _leave_interrupts(); "
        "print(signal.getsignal(signal.SIGINT) is signal.SIG_IGN)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"
    assert signal.getsignal(signal.SIGINT) is not signal.SIG_IGN
