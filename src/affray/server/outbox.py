"""What waits to be sent on one line. It never grows without end, however slow the reader."""

from __future__ import annotations

import asyncio
from collections import deque

from affray.table.exchange import Out

LOGS_WAITING_MAX = 64
REPLIES_WAITING_MAX = 512


class Outbox:
    """Messages in order. A newer view takes the place of an unsent one; too many log messages are dropped.

    `behind` says that log messages were dropped, so that the line has to be sent everything anew.
    """

    def __init__(self) -> None:
        self.behind = False
        self.flooded = False
        self._waiting: deque[Out] = deque()
        self._something = asyncio.Event()

    def put(self, out: Out) -> None:
        """Add a message."""
        if out.kind == "view":
            self._drop("view")
        elif out.kind == "log" and self._count("log") >= LOGS_WAITING_MAX:
            self._drop("log")
            self.behind = True
            return
        elif out.kind == "reply" and self._count("reply") >= REPLIES_WAITING_MAX:
            self.flooded = True
        if out.kind == "log" and self.behind:
            return
        self._waiting.append(out)
        self._something.set()

    async def take(self) -> Out:
        """The next message, as soon as there is one."""
        while not self._waiting:
            self._something.clear()
            await self._something.wait()
        return self._waiting.popleft()

    @property
    def empty(self) -> bool:
        """Whether nothing waits."""
        return not self._waiting

    def _count(self, kind: str) -> int:
        return sum(out.kind == kind for out in self._waiting)

    def _drop(self, kind: str) -> None:
        self._waiting = deque(out for out in self._waiting if out.kind != kind)
