"""How fast one line may talk: people never notice, a flood is slowed down to something bearable."""

from __future__ import annotations

MESSAGES_AT_ONCE = 100
"""Messages taken in without a pause."""

MESSAGES_PER_SECOND = 25.0
"""Messages taken in when a line talks without end."""


class Pace:
    """Counts what one line may still say. `now` is seconds on any clock that only goes forward."""

    __slots__ = ("_left", "_then")

    def __init__(self, now: float) -> None:
        self._left = float(MESSAGES_AT_ONCE)
        self._then = now

    def pause(self, now: float) -> float:
        """Seconds to wait before the next message of this line is read."""
        self._left = min(MESSAGES_AT_ONCE, self._left + (now - self._then) * MESSAGES_PER_SECOND) - 1
        self._then = now
        return max(0.0, -self._left / MESSAGES_PER_SECOND)
