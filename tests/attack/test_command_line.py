"""The program in bad surroundings: closed or full output, odd encodings, files without an end."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

AFFRAY = f'"{sys.executable}" -m affray.cli'


def shell(line: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run a line of shell in which $AFFRAY is the program."""
    line = line.replace("$AFFRAY", AFFRAY)
    return subprocess.run(
        ["bash", "-c", line], capture_output=True, timeout=60, env={**os.environ, **environment}
    )


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("$AFFRAY systems --json >&-", 0),
        ("$AFFRAY systems --json >/dev/full", 2),
        ("$AFFRAY systems >/dev/full", 2),
        ("$AFFRAY systems --json >/dev/full 2>&-", 2),
        ("$AFFRAY systems --json | true; exit ${PIPESTATUS[0]}", 1),
    ],
)
def test_output_that_nobody_takes_leaves_no_trace(line: str, code: int) -> None:
    """Closed, full, or a pipe whose reader has gone: an exit code and at most one line."""
    done = shell(line)
    assert done.returncode == code
    assert len(done.stderr.splitlines()) <= 1
    assert b"Traceback" not in done.stderr
    assert b"Exception" not in done.stderr


def test_json_is_readable_in_an_encoding_that_knows_few_characters() -> None:
    """What the output cannot show is escaped as JSON escapes it."""
    done = shell("$AFFRAY rules d20plus D5.1 --json", PYTHONIOENCODING="ascii")
    (clause,) = json.loads(done.stdout)["clauses"]
    assert "⌊margin ÷ increment⌋" in clause["text"]


@pytest.mark.parametrize(
    "line",
    [
        "$AFFRAY fight ropewalk-duel --seed $'\\xff' --json",
        "$AFFRAY check $'\\xff.toml' --json",
        "$AFFRAY replay /dev/zero --json",
    ],
)
def test_bad_input_is_one_document_and_exit_code_2(line: str, tmp_path: Path) -> None:
    """Bytes that are no text, and a file that never ends."""
    done = shell(f'cd "{tmp_path}"; ulimit -v 3000000; {line}')
    error: dict[str, Any] = json.loads(done.stdout)["error"]
    assert done.returncode == 2
    assert error["kind"] in ("usage", "unreadable")
    assert b"Traceback" not in done.stderr
