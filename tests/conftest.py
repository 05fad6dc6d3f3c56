"""For every test: clauses that are named must be reached, and a whole run is compared with the ledgers."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import hypothesis
import pytest

from affray.systems import registered
from tests.clause_watch import LEDGER, ledger_of_run, read_ledger, register, watch_clauses, write_ledger

hypothesis.settings.register_profile("affray", deadline=None, print_blob=True)
hypothesis.settings.load_profile("affray")

WHOLE_RUNS = ("", "not browser")
"""Mark expressions under which a run still counts as whole: browser tests name no clauses."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--write-coverage` makes a whole run rewrite the ledgers."""
    parser.addoption(
        "--write-coverage",
        action="store_true",
        help="write the ledger of clauses of every system from this run, which must be a whole one",
    )


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests come last: while a browser is open its event loop in this thread bars others."""
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    """Watch a test that names clauses. A browser test may not: it would make every whole run need one."""
    clauses = [clause for mark in item.iter_markers("clause") for clause in mark.args]
    if not clauses:
        return (yield)
    assert item.get_closest_marker("browser") is None, "a browser test names no clauses"
    with watch_clauses(clauses, item.nodeid.split("[")[0]):
        return (yield)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take in what a process has reached that had a share of the tests."""
    for clause, tests in getattr(node, "workeroutput", {}).get("ledger", {}).items():
        LEDGER.setdefault(clause, set()).update(tests)


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """After a whole run: write the ledgers when asked to, else fail when they are out of date.

    A process that has only a share of the tests hands over what they reached.
    """
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["ledger"] = {clause: sorted(tests) for clause, tests in LEDGER.items()}
        return
    writing = session.config.getoption("--write-coverage")
    stopped = bool(session.shouldstop or session.shouldfail) or exitstatus not in (0, 1)
    if stopped or not is_whole(session.config):
        session.config.stash[_NOTES] = ["--write-coverage needs a whole run"] if writing else []
        return
    systems = [system for system in registered() if register(system)]
    if writing:
        for system in systems:
            write_ledger(system)
        session.config.stash[_NOTES] = [f"wrote the ledger of {system}" for system in systems]
    elif exitstatus == 0:
        stale = [system for system in systems if ledger_of_run(system) != read_ledger(system)]
        session.config.stash[_NOTES] = [
            f"the ledger of {system} is out of date: run pytest --write-coverage" for system in stale
        ]
        if stale:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Say what became of the ledgers."""
    for note in config.stash.get(_NOTES, []):
        terminalreporter.line(note, bold=True)


_NOTES = pytest.StashKey[list[str]]()


def is_whole(config: pytest.Config) -> bool:
    """Whether this run takes in every test: nothing was named, filtered or left out."""
    left_out = ("keyword", "deselect", "lf", "stepwise", "ignore", "ignore_glob")
    filtered = any(config.getoption(name, None) for name in left_out)
    return (
        config.args_source is not pytest.Config.ArgsSource.ARGS
        and not filtered
        and not config.getoption("collectonly")
        and config.getoption("markexpr") in WHOLE_RUNS
    )
