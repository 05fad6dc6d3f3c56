"""The program's output, which may be closed, full, or unable to show some characters."""

from __future__ import annotations

import io
import os
import sys
from contextlib import suppress


def ready_streams() -> None:
    """Have output that takes any text: what a terminal cannot show is written as an escape.

    A program may be started with its output closed; then there is nothing to write to.
    """
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 - for good
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def give_up_output() -> None:
    """Nobody takes what is written. Nothing may be written any more, not even at exit."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
