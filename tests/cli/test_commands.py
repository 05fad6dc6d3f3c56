"""The commands of affray, called as a user calls them."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from affray import __version__
from affray.bots.players import BOTS
from affray.cli import commands
from affray.cli.story import Story
from affray.content import bundled, load_scenario
from affray.dice.counter import CounterDice
from affray.kernel.pending import Pending
from affray.kernel.requests import pool_of
from affray.kernel.session import Session
from affray.sim.executors import crew_of
from affray.systems import registered
from affray.table.save import save_of
from tests.clause_watch import ROOT
from tests.content.documents import DOCUMENTS, shown_commands, shown_files

FIGHT = "ropewalk-duel"
Call = Callable[..., tuple[int, str, str]]


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Call:
    """Runs a command; its exit code, output and error output."""

    def called(*words: str) -> tuple[int, str, str]:
        code = commands.run(words)
        out, err = capsys.readouterr()
        return code, out, err

    return called


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What `affray table` would have served."""
    calls: list[dict[str, Any]] = []
    monkeypatch.setattr(
        "affray.server.run.serve", lambda scenario, **rest: calls.append({"scenario": scenario, **rest})
    )
    return calls


def document(out: str) -> Any:
    """The one JSON document of an output."""
    return json.loads(out)


def saved_fight() -> bytes:
    """A save of a fight in which everybody took the default or the first option, for 60 inputs."""
    loaded = load_scenario("saltgate")
    session = Session(loaded.system, loaded.start(), CounterDice("a save"))

    def automatic(session: Session, pending: Pending, part: int) -> tuple[Any, str, bool] | None:
        if len(session.journal) >= 60:
            return None
        pool = pool_of(pending.request, part)
        if pool is not None:
            return session.tray.deal(pool), "dice", False
        option = BOTS["greedy"](loaded.system, session.encounter, pending.request, part, lambda count: 0)
        return option, "bot", False

    session.advance(automatic)
    return save_of(loaded, "a save", session, [])


# All commands


@pytest.mark.parametrize("words", [("--help",), ("-h",), ()])
def test_help_lists_every_command(call: Call, words: tuple[str, ...]) -> None:
    """Without a word the program says what it can do."""
    code, out, _ = call(*words)
    assert code == 0
    for command in commands.NAMES:
        assert f"\n  {command} " in out


@pytest.mark.parametrize("command", commands.NAMES)
def test_every_command_has_help(call: Call, command: str) -> None:
    """--help of a command tells its options."""
    code, out, _ = call(command, "--help")
    assert code == 0
    assert "Usage: affray" in out


def test_version(call: Call) -> None:
    """--version prints the version and nothing else."""
    assert call("--version") == (0, f"affray {__version__}\n", "")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["tabel"], 'there is no command "tabel". Did you mean "table"?'),
        (["quux"], "There is: table, fight"),
        (["fight"], "Missing argument 'SCENARIO'"),
        (["fight", "saltgat"], 'Did you mean "saltgate"?'),
        (["fight", "nothing.toml"], "nothing.toml: there is no such file"),
        (["fight", "saltgate", "--bots", "clever"], "'clever' is not one of"),
        (["fight", "saltgate", "--sed", "3"], "No such option"),
        (["check"], "name at least one file or folder"),
        (["check", "nothing"], "nothing: there is no such file or folder"),
        (["check", "--schema", "pack", "--system", "d20"], 'there is no rule system "d20"; known: d20plus'),
        (["replay", "nothing.json"], "nothing.json: No such file or directory"),
        (["rules", "d20pls"], 'Did you mean "d20plus"?'),
        (["rules", "d20plus", "D5.9"], 'd20+ has no clause "D5.9"'),
        (["rules", "--coverage"], "--coverage wants a system"),
        (["rules", "d20plus", "D1.1", "--coverage"], "about a whole system"),
    ],
)
def test_bad_usage_and_bad_input_give_one_message(call: Call, words: list[str], says: str) -> None:
    """Exit code 2, one message on the error output; with --json one document on the output instead."""
    code, out, err = call(*words)
    assert (code, out) == (2, "")
    assert err.startswith("affray: ")
    assert says in err
    assert "Traceback" not in err
    code, out, err = call(*words, "--json")
    assert (code, err) == (2, "")
    error = document(out)["error"]
    assert error["kind"] in ("usage", "unreadable")
    assert says in error["message"]


def test_a_mistake_inside_affray_is_one_line_too(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """No traceback reaches a user, whatever happens."""

    def fail(_: str) -> None:
        raise ZeroDivisionError("by zero")

    monkeypatch.setattr("affray.content.load_scenario", fail)
    code, out, err = call("fight", "saltgate")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "something went wrong inside affray (ZeroDivisionError: by zero)" in err
    code, out, err = call("fight", "saltgate", "--json")
    assert (code, document(out)["error"]["kind"], err) == (2, "internal", "")


def test_a_file_with_faults_lists_them_all(call: Call, tmp_path: Path) -> None:
    """In words on the error output, and as objects with --json."""
    path = tmp_path / "bad.toml"
    path.write_text('system = "d20plus"\nscene = "fatal"\n', encoding="utf-8")
    code, _, err = call("fight", str(path))
    assert code == 2
    assert f'{path}:2: scene: "fatal" does not fit' in err
    _, out, _ = call("fight", str(path), "--json")
    faults = document(out)["error"]["faults"]
    assert {"file": str(path), "line": 2, "place": "scene"}.items() <= faults[-1].items()
    assert len(faults) == len(err.splitlines()) - 1


# affray fight


@pytest.mark.parametrize("id_", bundled.scenario_ids())
def test_a_fight_ends_and_is_the_same_for_the_same_seed(call: Call, id_: str) -> None:
    """The document names the outcome, and a second run gives the same document."""
    code, out, err = call("fight", id_, "--seed", "7", "--json")
    assert (code, err) == (0, "")
    fight = document(out)
    assert fight["outcome"]
    assert fight["rounds"] is None or fight["rounds"] >= 2
    assert fight["inputs"] > 20
    system = load_scenario(id_).system.id
    assert (fight["system"], fight["seed"], fight["scenario"]) == (system, "7", id_)
    assert call("fight", id_, "--seed", "7", "--json") == (code, out, err)
    other = document(call("fight", id_, "--seed", "8", "--json")[1])
    assert other["state_hash"] != fight["state_hash"]
    assert other["content_hash"] == fight["content_hash"]


def test_a_fight_is_told(call: Call) -> None:
    """Rounds, rolls, the outcome, and who is Out."""
    code, out, _ = call("fight", FIGHT, "--seed", "7")
    fight = document(call("fight", FIGHT, "--seed", "7", "--json")[1])
    assert code == 0
    assert out.startswith("A duel on the ropewalk, seed 7\n")
    assert "Round 1." in out
    assert f"{fight['outcome']} after {fight['rounds']} rounds.\n" in out
    assert f"ends the same, at the state {fight['state_hash']}." in out
    assert out.splitlines()[-1] in ("Out: Ileana Voss.", "Out: Brannoc.", "Out: Ileana Voss, Brannoc.")


def test_who_is_out_is_told_where_a_system_says_how() -> None:
    """Sunder has a word for it where d20+ has a yes or no."""
    loaded = load_scenario("weir-house")
    encounter = loaded.start()
    story = Story(loaded.system, encounter)
    assert story.out() == []
    encounter.state.creatures["gaunt-heron"].out = "incapacitated"
    assert story.out() == ["Gaunt heron"]


def test_a_fight_without_rounds_is_told_without_them(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """No number of rounds is made up."""
    monkeypatch.setattr(type(load_scenario(FIGHT).system), "rounds", lambda self, encounter: None)
    fight = document(call("fight", FIGHT, "--seed", "7", "--json")[1])
    assert fight["rounds"] is None
    assert f"\n{fight['outcome']}.\n" in call("fight", FIGHT, "--seed", "7")[1]


def test_a_fight_without_a_seed_names_the_one_it_drew(call: Call) -> None:
    """So that it can be seen again."""
    _, out, _ = call("fight", FIGHT, "--json")
    seed = document(out)["seed"]
    assert document(call("fight", FIGHT, "--seed", seed, "--json")[1]) == document(out)


def test_random_bots_play_too(call: Call) -> None:
    """Another bot is another fight."""
    greedy = document(call("fight", FIGHT, "--seed", "1", "--json")[1])
    random = document(call("fight", FIGHT, "--seed", "1", "--bots", "random", "--json")[1])
    assert random["bots"] == "random"
    assert random["state_hash"] != greedy["state_hash"]


# affray check


def test_check_counts_what_passed_and_what_failed(call: Call, tmp_path: Path) -> None:
    """A folder with a good and a bad file: exit code 1."""
    files = shown_files(ROOT / "docs" / "reference" / "scenarios.md")
    (tmp_path / "good.toml").write_text(files["first-blood.toml"], encoding="utf-8")
    (tmp_path / "bad.toml").write_text(
        files["first-blood.toml"].replace("margin = -2", "margin = 2"), encoding="utf-8"
    )
    code, out, err = call("check", str(tmp_path), "--json")
    assert (code, err) == (1, "")
    checked = document(out)
    assert (checked["passed"], checked["failed"]) == (1, 1)
    bad, good = checked["files"]
    assert (bad["passed"], good["passed"]) == (False, True)
    assert bad["kind"] == good["kind"] == "example"
    assert "step 4: margin is -2, not 2" in bad["message"]
    code, out, _ = call("check", str(tmp_path / "good.toml"))
    assert (code, out.splitlines()[-1]) == (0, "1 passed, 0 failed")
    assert call("check", str(tmp_path))[0] == 1


def test_check_of_a_file_that_cannot_be_loaded(call: Call, tmp_path: Path) -> None:
    """Its faults are listed one by one; the other files are still checked."""
    (tmp_path / "a.toml").write_text("x = ", encoding="utf-8")
    (tmp_path / "b.toml").write_text(bundled.read_pack("sundered-streets").text, encoding="utf-8")
    code, out, _ = call("check", str(tmp_path), "--json")
    first, second = document(out)["files"]
    assert (code, first["passed"], second["passed"], second["kind"]) == (1, False, True, "pack")
    assert first["faults"][0]["line"] == 1


@pytest.mark.parametrize("kind", ["pack", "scenario", "example"])
def test_check_prints_schemas(call: Call, kind: str) -> None:
    """For editors."""
    code, out, _ = call("check", "--schema", kind, "--system", "d20plus")
    assert code == 0
    assert document(out)["type"] == "object"


def test_a_schema_of_several_systems_is_asked_back(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """The only system need not be named; among several none is picked by chance."""
    monkeypatch.setattr("affray.systems.registered", lambda: ("d20plus",))
    assert call("check", "--schema", "pack")[0] == 0
    monkeypatch.setattr("affray.systems.registered", lambda: ("d20plus", "other"))
    code, _, err = call("check", "--schema", "pack")
    assert (code, "name the rule system with --system: d20plus, other" in err) == (2, True)


# affray replay


def test_replay_of_a_log_says_where_the_save_is(call: Call, tmp_path: Path) -> None:
    """Both are JSON files that the page gives out."""
    path = tmp_path / "the-saltgate-log.json"
    path.write_text(json.dumps(json.loads(saved_fight())["log"]), encoding="utf-8")
    code, out, err = call("replay", str(path))
    assert (code, out) == (2, "")
    assert "This is a log; the save file is in the GM's hand." in err


def test_replay_of_a_save_comes_out_the_same(call: Call, tmp_path: Path) -> None:
    """And says so, with the hash of where it came to."""
    path = tmp_path / "fight.json"
    path.write_bytes(saved_fight())
    code, out, err = call("replay", str(path), "--json")
    replayed = document(out)
    assert (code, err, replayed["ok"], replayed["first_difference"]) == (0, "", True, None)
    assert replayed["state_hash"] == json.loads(path.read_text(encoding="utf-8"))["state_hash"]
    assert replayed["inputs"] == 60
    assert replayed["state_hash"] in call("replay", str(path))[1]


def test_replay_names_the_first_input_that_differs(call: Call, tmp_path: Path) -> None:
    """An input that no longer fits: exit code 1, and its number."""
    save = json.loads(saved_fight())
    save["history"][20]["stamp"] = "20-0000000000"
    path = tmp_path / "fight.json"
    path.write_text(json.dumps(save), encoding="utf-8")
    code, out, _ = call("replay", str(path), "--json")
    replayed = document(out)
    assert (code, replayed["ok"], replayed["first_difference"]) == (1, False, 20)
    assert "input 20" in call("replay", str(path))[1]


def test_replay_finds_dice_that_the_seed_does_not_give(call: Call, tmp_path: Path) -> None:
    """Somebody wrote a better face into a save, and its end state to match: the seed tells."""
    save = json.loads(saved_fight())
    at = max(number for number, item in enumerate(save["history"]) if isinstance(item.get("value"), list))
    save["history"] = save["history"][: at + 1]
    faces = save["history"][at]["value"]
    faces[0] = faces[0] % 20 + 1
    path = tmp_path / "fight.json"
    path.write_text(json.dumps(save), encoding="utf-8")
    save["state_hash"] = document(call("replay", str(path), "--json")[1])["state_hash"]
    path.write_text(json.dumps(save), encoding="utf-8")
    code, out, _ = call("replay", str(path), "--json")
    replayed = document(out)
    assert (code, replayed["ok"], replayed["first_difference"], replayed["wrong_dice"]) == (
        1,
        False,
        None,
        [at],
    )
    assert f"at input {at}" in call("replay", str(path))[1]


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"{}", b"null", b"\xff", b'{"format": "affray save"}'])
def test_replay_of_something_else_gives_a_message(call: Call, tmp_path: Path, content: bytes) -> None:
    """Cut off, empty, another format: exit code 2."""
    path = tmp_path / "fight.json"
    path.write_bytes(content)
    code, out, err = call("replay", str(path))
    assert (code, out) == (2, "")
    assert err.startswith("affray: ")


# affray rules


def test_rules_lists_systems_sections_and_clauses(call: Call) -> None:
    """From the whole register down to one clause; small letters do too."""
    assert "d20plus" in call("rules")[1]
    assert {entry["system"] for entry in document(call("rules", "--json")[1])["systems"]} == set(registered())
    section = document(call("rules", "d20plus", "d5", "--json")[1])
    assert [entry["id"] for entry in section["clauses"]] == ["D5.1", "D5.2", "D5.3"]
    (clause,) = document(call("rules", "d20plus", "D5.3", "--json")[1])["clauses"]
    assert (clause["tag"], clause["section"]) == ("ruling", "D5")
    assert clause["text"].startswith("Margin 0 deals 1 wound")
    assert "D5.3  Margin 0 deals 1 wound" in call("rules", "d20plus", "D5.3")[1]
    everything = document(call("rules", "d20plus", "--json")[1])["clauses"]
    assert len(everything) > 80


@pytest.mark.parametrize("system", registered())
def test_coverage_adds_up(call: Call, system: str) -> None:
    """Covered and missing clauses are all clauses; the exit code says whether any is missing."""
    code, out, _ = call("rules", system, "--coverage", "--json")
    coverage = document(out)
    assert coverage["system"] == system
    assert coverage["covered"] + len(coverage["missing"]) == coverage["clauses"]
    assert code == (1 if coverage["missing"] else 0)
    assert call("rules", system, "--coverage")[0] == code


# affray systems


def test_systems_lists_what_can_be_played(call: Call) -> None:
    """Every system with its scenarios."""
    found = document(call("systems", "--json")[1])["systems"]
    assert [entry["id"] for entry in found] == list(registered())
    assert found[0]["scenarios"]["saltgate"] == "The Saltgate"
    assert "The Saltgate" in call("systems")[1]


# affray table


def test_a_table_without_a_scenario_is_ready_for_one_person(call: Call, served: list[dict[str, Any]]) -> None:
    """The default fight, with bots on the other side, on this machine alone."""
    assert call("table")[0] == 0
    (table,) = served
    assert table["scenario"].id == bundled.DEFAULT_SCENARIO
    assert (table["host"], table["port"], table["bots"], table["fresh"]) == ("127.0.0.1", 8765, "B", False)


def test_a_table_takes_its_options(call: Call, served: list[dict[str, Any]], tmp_path: Path) -> None:
    """Everything that can be said is handed on."""
    words = [
        "--lan",
        "--port",
        "0",
        "--data",
        str(tmp_path),
        "--seed",
        "s",
        "--new",
        "--bots",
        "brannoc",
        "--typed",
        "A,brannoc",
        "--no-open",
    ]
    assert call("table", FIGHT, *words)[0] == 0
    (table,) = served
    assert table["scenario"].id == FIGHT
    expected = {"host": "0.0.0.0", "port": 0, "data": tmp_path, "seed": "s", "fresh": True, "bots": "brannoc"}
    assert expected.items() <= table.items()
    assert table["typed"] == "A,brannoc"
    assert table["open_browser"] is False
    assert call("table", FIGHT)[0] == 0
    assert (served[1]["bots"], served[1]["typed"]) == ("", "")


# The program itself, and the documents


def program(*words: str, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run the program in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "affray.cli", *words],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        **options,
    )


def test_the_program_ends_with_the_code_of_its_command(tmp_path: Path) -> None:
    """0, 1 and 2 reach the shell; nothing is left on the error output when all is well."""
    fine = program("systems", "--json", cwd=tmp_path)
    assert (fine.returncode, fine.stderr) == (0, "")
    (tmp_path / "bad.toml").write_text("x = ", encoding="utf-8")
    assert program("check", "bad.toml", cwd=tmp_path).returncode == 1
    assert program("fight", "nowhere", cwd=tmp_path).returncode == 2


def test_the_same_seed_gives_the_same_hash_whatever_the_hash_seed(tmp_path: Path) -> None:
    """Two processes that order their sets differently play the same fight."""
    runs = [
        program(
            "fight", FIGHT, "--seed", "5", "--json", cwd=tmp_path, env={**os.environ, "PYTHONHASHSEED": seed}
        )
        for seed in ("1", "2")
    ]
    assert runs[0].stdout == runs[1].stdout
    assert json.loads(runs[0].stdout)["state_hash"]


def test_a_reader_that_goes_away_is_no_mistake(tmp_path: Path) -> None:
    """`affray rules d20plus | head -1` leaves no traceback."""
    reader = subprocess.Popen(
        [sys.executable, "-m", "affray.cli", "rules", "d20plus"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
    )
    assert reader.stdout is not None
    assert reader.stderr is not None
    reader.stdout.close()
    assert reader.stderr.read() == b""
    reader.stderr.close()
    reader.wait(timeout=60)


COMMANDS = sorted({line for path in DOCUMENTS for line in shown_commands(path)})


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files that the documents show and name."""
    folder = tmp_path_factory.mktemp("shown")
    (folder / "my-fights").mkdir()
    for path in DOCUMENTS:
        for name, text in shown_files(path).items():
            (folder / name).write_text(text, encoding="utf-8")
            (folder / "my-fights" / name).write_text(text, encoding="utf-8")
    (folder / "the-saltgate-save.json").write_bytes(saved_fight())
    return folder


@pytest.mark.parametrize("line", COMMANDS)
def test_every_command_in_the_documents_works(
    call: Call, served: list[dict[str, Any]], shown: Path, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Run where the files of the documents are, each command does what it should."""
    monkeypatch.chdir(shown)
    words = shlex.split(line)[1:]
    if "-n" in words:
        # Two fights show that it works; the cluster of the documents is this process.
        words[words.index("-n") + 1] = "2"
        monkeypatch.setattr("affray.sim.executors._cluster", lambda address: crew_of(1))
    code, out, err = call(*words)
    assert (code, err) == (0, "") or ("--coverage" in words and code == 1)
    assert len(served) == (1 if words[0] == "table" else 0)
    if "--json" in words:
        assert isinstance(document(out), dict)
