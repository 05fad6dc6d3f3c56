"""The bots' own dice: counter dice of a stream of their own, so that a bot never moves anybody's roll."""

from __future__ import annotations

from collections.abc import Callable

from affray.dice.counter import CounterDice

Draw = Callable[[int], int]
"""Draws a number from 0 up to, not including, its argument."""


def draws(dice: CounterDice, stream: str) -> Draw:
    """Draws from a stream. Name the position in the stream, and a bot decides there alike each time."""
    drawn = 0

    def draw(count: int) -> int:
        nonlocal drawn
        drawn += 1
        return dice(f"bot/{stream}", drawn - 1, 0, count) - 1

    return draw
