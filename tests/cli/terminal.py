"""A command whose error output is a terminal, as a user has it, while its output goes to a file."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Self

SECONDS = 60


class Terminal:
    """Runs a command in a process group of its own. `shown` is what the terminal has shown so far."""

    def __init__(self, *words: str, cwd: Path) -> None:
        self.shown = ""
        self._out = cwd / "output"
        self._own, terminal = pty.openpty()
        with self._out.open("wb") as out:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "affray.cli", *words],
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=terminal,
                env={**os.environ, "TERM": "xterm", "COLUMNS": "100"},
                start_new_session=True,
            )
        os.close(terminal)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        os.close(self._own)

    def wait_for(self, pattern: str) -> None:
        """Read on until something is shown."""
        until = time.monotonic() + SECONDS
        while not re.search(pattern, self.shown):
            assert self._read(until), self.shown

    def interrupt(self) -> None:
        """Ctrl-C: a terminal sends it to the whole group."""
        os.killpg(self._process.pid, signal.SIGINT)

    def end(self) -> tuple[int, str]:
        """Wait until it ends. Returns its exit code and what it wrote to its output."""
        until = time.monotonic() + SECONDS
        while self._read(until):
            pass
        return self._process.wait(SECONDS), self._out.read_text(encoding="utf-8")

    def _read(self, until: float) -> bool:
        """Take in what is shown next. False when nobody writes any more, or it is too late."""
        ready, _, _ = select.select([self._own], [], [], max(0.0, until - time.monotonic()))
        try:
            found = os.read(self._own, 4096) if ready else b""
        except OSError:  # how a terminal ends on Linux
            found = b""
        self.shown += found.decode("utf-8", errors="replace")
        return bool(found)
