"""Workers that something happens to, once. In a module of its own, so that processes are there soon."""

from __future__ import annotations

import os
import signal
from dataclasses import replace
from pathlib import Path

from affray.server.worker import play_quietly
from affray.sim.forecast import Position
from affray.sim.rows import Row


def failing_once(mark: Path, position: Position, first: int, count: int) -> list[Row]:
    """In a worker: the second piece goes wrong, until a file says that it has."""
    if first and not mark.exists():
        mark.touch()
        position = replace(position, state=b"damaged")
    return play_quietly(position, first, count)


def dying_once(mark: Path, position: Position, first: int, count: int) -> list[Row]:
    """In a worker: it is killed, as when memory runs out."""
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGTERM)
    return play_quietly(position, first, count)
