"""The program in bad surroundings: closed or full output, odd encodings, files without an end."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from affray.kernel.errors import Refused
from affray.server.run import data_folder

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
    assert "÷" in clause["text"]


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


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("$AFFRAY table --pace nan", b"Invalid value for '--pace'"),
        ("AFFRAY_STORE=nonsense $AFFRAY table --port 0 --no-open --data .", b"The store cannot be opened"),
        (
            "AFFRAY_STORE=mysql+nothing://x $AFFRAY table --port 0 --no-open --data .",
            b"store cannot be opened",
        ),
    ],
)
def test_a_table_that_cannot_be_opened_says_why(line: str, said: bytes, tmp_path: Path) -> None:
    """A pace that is no number, a store that is none, one whose driver is missing."""
    done = shell(f'cd "{tmp_path}"; {line}')
    assert done.returncode == 2
    assert said in done.stderr
    assert b"inside affray" not in done.stderr


def test_without_a_home_folder_the_way_out_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """As for a user that the system knows nothing of."""

    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in ("AFFRAY_DATA", "XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    with pytest.raises(Refused, match="--data"):
        data_folder(None)
