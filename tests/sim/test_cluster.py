"""A real Dask cluster on this machine: a scheduler and two workers, started as the guide says."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from distributed import Client

from affray.cli import commands
from affray.sim import executors

STARTING_SECONDS = 60


def dask(*words: str | Path, log: Path) -> subprocess.Popen[bytes]:
    """A part of the cluster, in a process of its own."""
    with log.open("wb") as file:
        return subprocess.Popen(
            [sys.executable, "-m", "dask", *words], stdout=file, stderr=file, cwd=log.parent
        )


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the cluster is, once it has its two workers."""
    folder = tmp_path_factory.mktemp("cluster")
    place = folder / "scheduler.json"
    quiet = ("--no-dashboard", "--scheduler-file", place)
    parts = [dask("scheduler", "--host", "127.0.0.1", "--port", "0", *quiet, log=folder / "scheduler.log")]
    # Workers wait for the file of the scheduler.
    workers = ("--nworkers", "2", "--nthreads", "1", "--local-directory", folder, "--host", "127.0.0.1")
    parts.append(dask("worker", *workers, *quiet, log=folder / "worker.log"))
    try:
        where = _when_written(place)
        with Client(f"tcp://{where}", set_as_default=False) as client:
            client.wait_for_workers(2, timeout=STARTING_SECONDS)
        yield f"dask://{where}"
    finally:
        for part in reversed(parts):
            part.terminate()
            part.wait(30)


def _when_written(place: Path) -> str:
    """Host and port of the scheduler, which it writes when it listens."""
    until = time.monotonic() + STARTING_SECONDS
    while time.monotonic() < until:
        if place.is_file() and place.stat().st_size:
            return str(json.loads(place.read_text(encoding="utf-8"))["address"]).removeprefix("tcp://")
        time.sleep(0.1)
    raise AssertionError((place.parent / "scheduler.log").read_text(encoding="utf-8"))


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """A command's exit code, output and error output."""
    code = commands.run(words)
    out, err = capsys.readouterr()
    return code, out, err


def test_a_cluster_gives_what_this_process_gives(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The same seed, the same document to the last digit, in pieces of any size."""
    asked = ("sim", "ropewalk-duel", "-n", "24", "--seed", "s", "--json")
    here = run(capsys, *asked, "--workers", "1")
    assert here[0] == 0
    assert run(capsys, *asked, "--executor", address) == here
    assert run(capsys, *asked, "--executor", address, "--piece", "5") == here


def test_a_fight_that_goes_wrong_there_is_named_here(
    address: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One message, though the fight was played elsewhere: here workers of another version refuse it."""
    monkeypatch.setattr("affray.sim.jobs.__version__", "9")
    code, out, err = run(capsys, "sim", "ropewalk-duel", "-n", "4", "--executor", address)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "9 with d20plus 1 is wanted" in err


def test_a_cluster_that_is_not_there_is_one_message(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Within seconds, and with the place."""
    monkeypatch.setattr(executors, "CONNECT_SECONDS", 1)
    code, out, err = run(capsys, "sim", "ropewalk-duel", "-n", "4", "--executor", "dask://127.0.0.1:9")
    assert (code, out) == (2, "")
    assert err.startswith("affray: no Dask scheduler answers at 127.0.0.1:9")
    assert "Traceback" not in err


def test_without_dask_a_cluster_says_how_to_get_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One message with the command."""
    monkeypatch.setitem(sys.modules, "distributed", None)
    code, out, err = run(capsys, "sim", "ropewalk-duel", "-n", "4", "--executor", "dask://127.0.0.1:8786")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert 'pip install "affray[cluster]"' in err
