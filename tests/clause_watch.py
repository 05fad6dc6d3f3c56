"""Watches which clauses a test really reaches, and keeps the ledger of a run.

A test names its clauses with `@pytest.mark.clause("D5.1")`; a worked example lists them in its file and runs
inside `watch_clauses(...)`. Naming a clause is a claim: at least one function that carries it must have been
called, or the test fails.
"""

from __future__ import annotations

import dis
import json
import os
import re
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from inspect import CO_GENERATOR
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from affray.kernel.clauses import codes

ROOT = Path(__file__).parents[1]
REGISTERS = ROOT / "docs" / "rules"
SYSTEMS = ROOT / "src" / "affray" / "systems"

Ledger = dict[str, list[str]]
"""Clause to the tests that reach it."""

LEDGER: dict[str, set[str]] = {}
"""What the tests of this run have reached so far."""


@contextmanager
def watch_clauses(clauses: Iterable[str], test: str | None = None) -> Iterator[None]:
    """Everything called in this block counts; at its end every one of the clauses must have been reached.

    `test` is what the ledger names: a test's id without its parameters, or a worked example's path from the
    root of the project. Without it, it is the test now running.
    """
    seen: dict[CodeType, int] = {}

    def note(frame: FrameType, event: str, _: Any) -> None:
        if event == "call":
            seen[frame.f_code] = max(frame.f_lasti, seen.get(frame.f_code, -1))

    before = sys.getprofile()
    threading.setprofile(note)
    sys.setprofile(note)
    try:
        yield
    finally:
        sys.setprofile(before)
        threading.setprofile(None)
    named = list(dict.fromkeys(clauses))
    unreached = [
        clause
        for clause in named
        if not any(code in seen and seen[code] >= _start_of(code) for code in codes(clause))
    ]
    assert not unreached, f"no function that carries {', '.join(unreached)} was called"
    for clause in named:
        LEDGER.setdefault(clause, set()).add(test or current_test())


def _start_of(code: CodeType) -> int:
    """Where a function begins to run. A procedure thrown away unstarted is called too, but short of that."""
    if not code.co_flags & CO_GENERATOR:
        return -1
    return next(step.offset for step in dis.get_instructions(code) if step.opname == "RESUME")


def current_test() -> str:
    """The id of the test now running, without its parameters."""
    return os.environ["PYTEST_CURRENT_TEST"].rsplit(" ", 1)[0].split("[")[0]


def register(system: str) -> dict[str, set[str]]:
    """The clauses of a system's register, each with its tags ("seed", "ruling", "rev", "site", "later")."""
    text = (REGISTERS / f"{system}.md").read_text(encoding="utf-8")
    found: dict[str, set[str]] = {}
    id_ = ""
    for line in text.splitlines():
        started = re.match(r"- \*\*([A-Z]+\d+\.\d+)\*\*", line)
        if started is not None:
            id_ = started.group(1)
            found[id_] = set()
        elif not line.startswith("  "):
            id_ = ""
        if id_:
            found[id_].update(re.findall(r"\[(seed|ruling|rev|site|app|later)\]", line))
    return found


def ledger_path(system: str) -> Path:
    """Where a system's committed ledger lies; it is shipped with the package."""
    return SYSTEMS / system / "coverage.json"


def read_ledger(system: str) -> Ledger:
    """A system's committed ledger; empty where there is none yet."""
    path = ledger_path(system)
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def ledger_of_run(system: str) -> Ledger:
    """What this run says about the clauses of a system, in the order of its register."""
    return {clause: sorted(LEDGER[clause]) for clause in register(system) if clause in LEDGER}


def write_ledger(system: str) -> None:
    """Commit to file what this run says, one clause a line."""
    lines = [
        f"  {json.dumps(clause)}: {json.dumps(tests)}" for clause, tests in ledger_of_run(system).items()
    ]
    ledger_path(system).write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
