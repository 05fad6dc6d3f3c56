"""The ledger of clauses is written and compared by whole runs only."""

from __future__ import annotations

import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import pytest

from affray.systems import registered
from tests import conftest
from tests.clause_watch import ROOT, ledger_of_run, ledger_path, read_ledger, write_ledger


def run(options: dict[str, Any], source: object = pytest.Config.ArgsSource.TESTPATHS) -> SimpleNamespace:
    """What a run was started with, as far as it matters here."""
    defaults = {"markexpr": "", "collectonly": False}
    return SimpleNamespace(
        args_source=source, getoption=lambda name, default=None: {**defaults, **options}.get(name, default)
    )


@pytest.mark.parametrize("options", [{}, {"markexpr": "not browser"}])
def test_a_run_of_everything_is_whole(options: dict[str, Any]) -> None:
    """Nothing named, nothing filtered; browser tests may be left out."""
    assert conftest.is_whole(run(options))


@pytest.mark.parametrize(
    "options",
    [
        {"keyword": "undo"},
        {"markexpr": "browser"},
        {"deselect": ["tests/x"]},
        {"ignore": ["tests"]},
        {"lf": True},
        {"stepwise": True},
        {"collectonly": True},
    ],
)
def test_a_filtered_run_is_not_whole(options: dict[str, Any]) -> None:
    """A run of some tests says nothing about clauses that others reach."""
    assert not conftest.is_whole(run(options))
    assert not conftest.is_whole(run({}, pytest.Config.ArgsSource.ARGS))


def test_a_run_of_some_tests_writes_nothing() -> None:
    """Asked to write the ledger, a run of one file says why it does not, and passes."""
    before = {id_: read_ledger(id_) for id_ in registered()}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--write-coverage"]
    done = subprocess.run(
        [*command, "tests/kernel/test_clauses.py"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
    assert "needs a whole run" in done.stdout
    assert {id_: read_ledger(id_) for id_ in registered()} == before


def test_a_ledger_is_read_as_it_was_written(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the order of the register, one clause a line; clauses of no register are left out."""
    monkeypatch.setattr("tests.clause_watch.SYSTEMS", tmp_path)
    monkeypatch.setattr(
        "tests.clause_watch.LEDGER", {"D2.1": {"b", "a"}, "T1.1": {"toy"}, "D1.10": {"x"}, "D1.1": {"c"}}
    )
    (tmp_path / "d20plus").mkdir()

    write_ledger("d20plus")

    assert read_ledger("d20plus") == ledger_of_run("d20plus") == {"D1.1": ["c"], "D2.1": ["a", "b"]}
    assert len(ledger_path("d20plus").read_text(encoding="utf-8").splitlines()) == 4
