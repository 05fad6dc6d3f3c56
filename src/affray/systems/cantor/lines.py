"""Lines of fire: what bars them, and the cover that lies on them."""

from __future__ import annotations

from typing import Literal

from affray.board.hex_lines import line
from affray.board.hexes import distance
from affray.kernel.clauses import clause
from affray.systems.cantor.state import Fight

Cover = Literal["none", "soft", "hard"]


@clause("C6.1")
def hexes_between(fight: Fight, one: int, other: int) -> int:
    """Distance in hexes."""
    return distance(fight.book.board, one, other)


@clause("C6.4")
def barred(fight: Fight, one: int, other: int) -> int | None:
    """The blocking hex on the line between two hexes that bars attack and tech; None: the line is free."""
    board = fight.book.board
    for hex_ in line(board, one, other):
        if board.is_blocking(hex_):
            return hex_
    return None


@clause("C6.4")
def cover_on_line(fight: Fight, origin: int, target: int) -> tuple[Cover, int | None]:
    """The heaviest cover on the line and where it lies; the target's own hex counts, the attacker's not."""
    found: tuple[Cover, int | None] = ("none", None)
    for hex_ in (*line(fight.book.board, origin, target), target):
        if fight.book.hard >> hex_ & 1:
            return "hard", hex_
        if fight.book.soft >> hex_ & 1 and found[1] is None:
            found = "soft", hex_
    return found
