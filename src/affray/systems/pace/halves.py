"""Halves: every one of them rounds down."""

from __future__ import annotations

from affray.kernel.clauses import clause


@clause("P5.3", "P4.13", "P7.2")
def halved(number: int) -> int:
    """Half of a Speed, or of a sum of dice, rounded down."""
    return number // 2
