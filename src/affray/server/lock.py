"""A lock on one fight, so that two servers never go on with the same one. It ends with its process."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import IO


class InUse(Exception):
    """Another process holds the lock."""


class FightLock:
    """Holds a file locked until `release`, or until the process ends in whatever way."""

    def __init__(self, path: Path) -> None:
        self._file: IO[bytes] = path.open("ab")
        try:
            _lock(self._file)
        except OSError as error:
            self._file.close()
            raise InUse(str(path)) from error

    def release(self) -> None:
        """Let others have it."""
        self._file.close()


if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[bytes]) -> None:
        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
