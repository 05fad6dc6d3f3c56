"""How fast one line may talk."""

from __future__ import annotations

from affray.server.pace import MESSAGES_AT_ONCE, MESSAGES_PER_SECOND, Pace


def test_a_burst_is_taken_in_at_once() -> None:
    """A page that comes back says several things in one go."""
    pace = Pace(0.0)
    assert [pace.pause(0.0) for _ in range(MESSAGES_AT_ONCE)] == [0.0] * MESSAGES_AT_ONCE


def test_a_flood_is_slowed_down() -> None:
    """Whoever never stops is read at the pace of the constant, however fast they send."""
    pace, now = Pace(0.0), 0.0
    for _ in range(MESSAGES_AT_ONCE + 500):
        now += pace.pause(now)
    assert now * MESSAGES_PER_SECOND > 499


def test_a_pause_is_made_up_for() -> None:
    """After some quiet the full burst is there again, and no more than that."""
    pace = Pace(0.0)
    for _ in range(MESSAGES_AT_ONCE):
        pace.pause(0.0)
    assert pace.pause(3600.0) == 0.0
    assert [pace.pause(3600.0) for _ in range(MESSAGES_AT_ONCE)][-1] > 0.0
