"""What the processes run that play forecasts. It imports little, so that they are there soon."""

from __future__ import annotations

import multiprocessing
import os
import threading
from functools import cache
from multiprocessing.connection import wait

from affray.sim.forecast import Position, play_on
from affray.sim.rows import Row

NICENESS = 5
"""How far the workers stand back where there are fewer cores than work: the table comes first."""


def play_quietly(position: Position, first: int, count: int) -> list[Row]:
    """`play_on` in a worker."""
    settle()
    return play_on(position, first, count)


@cache
def settle() -> None:
    """What a worker does once: stand back behind the table, and end when the table's process does."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)
