"""The same fight in two processes that hash differently."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.contract.cases import cases

ROOT = Path(__file__).parents[2]


def test_two_hash_seeds_give_the_same_fights() -> None:
    """Nothing that a fight brings forth may hang on the order of a set, so on PYTHONHASHSEED."""
    running = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.contract.golden"],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed in ("1", "2")
    ]
    outputs = [process.communicate()[0] for process in running]

    assert [process.returncode for process in running] == [0, 0]
    assert outputs[0] == outputs[1]
    assert len(outputs[0].splitlines()) == len(cases())
