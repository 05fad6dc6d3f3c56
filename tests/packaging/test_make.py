"""The commands of make that the documents show exist, and say what they do."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

from tests.clause_watch import ROOT
from tests.content.documents import DOCUMENTS, shown_targets

TARGETS = sorted({target for document in DOCUMENTS for target in shown_targets(document)})


def run_make(*words: str) -> subprocess.CompletedProcess[str]:
    """What make says in this checkout, without standard input."""
    # Called from within make, it would speak of the folders it enters, and take over its flags.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    return subprocess.run(
        ["make", *words],
        cwd=ROOT,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
    )


def test_the_readme_begins_with_the_two_commands() -> None:
    """Whoever opens the project finds how to play and how to test first."""
    assert shown_targets(Path(ROOT / "README.md"))[:2] == ["play", "test"]


@pytest.mark.parametrize("target", TARGETS)
def test_a_shown_target_exists(target: str) -> None:
    """No document names a target that make does not list."""
    listed = re.findall(r"^  make (\w+)", run_make().stdout, re.MULTILINE)
    assert target in listed


@pytest.mark.parametrize("target", ["test", "check", "fuzz", "balance", "sample", "bench", "wheel"])
def test_a_target_calls_its_verb(target: str) -> None:
    """Each target hands its words on to the script, which knows the verb."""
    planned = run_make("--dry-run", target, "ARGS=words").stdout
    assert planned.split()[-3:] == ["scripts/develop.py", target, "words"]


def test_make_play_sets_up_and_starts() -> None:
    """The first command works as written: here it only lists the options of the table."""
    ran = run_make("play", "ARGS=--help")
    assert ran.returncode == 0, ran.stderr
    assert "Usage: affray table" in ran.stdout
