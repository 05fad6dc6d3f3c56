"""Lines of sight over a board of squares.

Two squares see each other when one line at least, from a corner of the one to a corner of the other, is not
cut. A line is cut

- where it enters the inside of a blocking square, other than the two that look at each other;
- where it runs along a side with a blocking square on either hand;
- where it goes through a corner at which two blocking squares touch diagonally.

A line that grazes one blocking square is free. The two squares themselves count at sides and corners like
any others, so a locked door in a wall is seen from in front of it. Beyond the board all squares count as
blocking at sides and corners; otherwise one would look past the end of a wall along the edge.

Ends: where the two squares beside the own one block at a corner, a line that starts there may only turn
back over the own square, since all else would lead through the gap between them. This also decides the line
without length between squares that share only a corner: it is cut when both squares beside the corner block.
Squares that share a side always see each other, and each square sees itself.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from math import gcd

from affray.board.squares import Squares, squares_in

Point = tuple[int, int]

_CORNERS = ((0, 0), (1, 0), (0, 1), (1, 1))
"""The corners of a square, as the lines of the grid that meet there."""


def line_of_sight(board: Squares, one: int, other: int) -> bool:
    """Whether two squares see each other. It is the same from both ends."""
    return _sees(board, min(one, other), max(one, other))


def sight_blocked_by(board: Squares, one: int, other: int) -> int | None:
    """A blocking square to name as what is in the way; None where there is a line of sight.

    It is the nearest one on the line from middle to middle. Where that line meets none, it is the nearest of
    those that cut some line between the corners.
    """
    if line_of_sight(board, one, other):
        return None
    ends = 1 << one | 1 << other
    cutting = _on_middle_line(board, one, other) & board.blocking & ~ends
    if not cutting:
        for corner, goal in product(_CORNERS, _CORNERS):
            cutting |= _cut_by(board, (one, corner), (other, goal))
        cutting = cutting & ~ends or cutting
    x, y = board.xy(one)

    def away(square: int) -> int:
        square_x, square_y = board.xy(square)
        return (square_x - x) ** 2 + (square_y - y) ** 2

    return min(squares_in(cutting), key=away)


@lru_cache(maxsize=1 << 16)
def _sees(board: Squares, one: int, other: int) -> bool:
    (x, y), (other_x, other_y) = board.xy(one), board.xy(other)
    if abs(other_x - x) + abs(other_y - y) <= 1:
        return True
    lines = product(_CORNERS, _CORNERS)
    return any(not _cut_by(board, (one, corner), (other, goal)) for corner, goal in lines)


def _cut_by(board: Squares, one: tuple[int, Point], other: tuple[int, Point]) -> int:
    """The blocking squares that cut the line from a corner of one square to one of another; 0: it is free.

    Not for squares that share a side, of which one may stand in the gap at the other's corner.
    """
    (square, corner), (other_square, other_corner) = one, other
    (x, y), (other_x, other_y) = board.xy(square), board.xy(other_square)
    start, end = (x + corner[0], y + corner[1]), (other_x + other_corner[0], other_y + other_corner[1])
    across, down = end[0] - start[0], end[1] - start[1]
    # A line without length still leads from the one square to the other.
    toward = (across, down) if across or down else (other_x - x, other_y - y)
    bits = _cut_at_end(board, square, corner, toward)
    bits |= _cut_at_end(board, other_square, other_corner, (-toward[0], -toward[1]))
    if across and down:
        inside = _entered(board.width, abs(across), abs(down), across * down < 0, 0)
        inside <<= min(start[1], end[1]) * board.width + min(start[0], end[0])
        bits |= inside & board.blocking & ~(1 << square | 1 << other_square)
    elif across or down:
        bits |= _cut_at_sides(board, start, end)
    return bits or _cut_at_corners(board, start, (across, down))


def _solid(board: Squares, x: int, y: int) -> bool:
    """Whether this place counts as blocking at a side or a corner; beyond the board it does."""
    square = board.at(x, y)
    return square is None or board.is_blocking(square)


def _pair(board: Squares, one: Point, other: Point) -> int:
    """Two places that close what lies between them, as a bit board of those on the board; 0: they do not."""
    if not (_solid(board, *one) and _solid(board, *other)):
        return 0
    squares = (board.at(*one), board.at(*other))
    return sum(1 << square for square in squares if square is not None)


def _cut_at_end(board: Squares, square: int, corner: Point, toward: Point) -> int:
    """What cuts a line right at its end: the two squares beside its own, unless it turns back over that."""
    x, y = board.xy(square)
    east, south = 2 * corner[0] - 1, 2 * corner[1] - 1
    if toward[0] * east <= 0 and toward[1] * south <= 0:
        return 0
    return _pair(board, (x + east, y), (x, y + south))


def _cut_at_sides(board: Squares, start: Point, end: Point) -> int:
    """What cuts a line along the grid: two blocking squares on either hand."""
    (x, y), (end_x, end_y) = min(start, end), max(start, end)
    bits = 0
    if y == end_y:
        for column in range(x, end_x):
            bits |= _pair(board, (column, y - 1), (column, y))
    else:
        for row in range(y, end_y):
            bits |= _pair(board, (x - 1, row), (x, row))
    return bits


def _cut_at_corners(board: Squares, start: Point, along: Point) -> int:
    """What cuts a line at the corners between its ends: two blocking squares that touch diagonally there."""
    count = gcd(*along)
    bits = 0
    for number in range(1, count):
        x, y = start[0] + along[0] // count * number, start[1] + along[1] // count * number
        bits |= _pair(board, (x - 1, y - 1), (x, y)) | _pair(board, (x, y - 1), (x - 1, y))
    return bits


def _on_middle_line(board: Squares, one: int, other: int) -> int:
    """The squares that the line from middle to middle enters."""
    (x, y), (other_x, other_y) = board.xy(one), board.xy(other)
    across, down = other_x - x, other_y - y
    bits = _entered(board.width, abs(across), abs(down), across * down < 0, 1)
    return bits << min(y, other_y) * board.width + min(x, other_x)


@lru_cache(maxsize=1 << 14)
def _entered(width: int, across: int, down: int, rising: bool, inset: int) -> int:
    """The squares whose inside a line enters, as bits with the north-west corner of its box at square 0.

    It is reckoned in half squares: `inset` is 0 for a line between corners and 1 for one between middles. The
    line falls from the north-west to the south-east, or rises from the south-west to the north-east.
    """
    columns, rows = across + inset, down + inset
    if not down:
        return (1 << columns) - 1 if inset else 0
    bits = 0
    for row in range(rows):
        top, bottom = max(2 * row, inset), min(2 * row + 2, 2 * down + inset)
        # Where the line crosses the top and the bottom of this row, as multiples of 1 / (2 * down) squares.
        west, east = inset * down + (top - inset) * across, inset * down + (bottom - inset) * across
        first, last = west // (2 * down), -(-east // (2 * down)) - 1
        if rising:
            first, last = columns - 1 - last, columns - 1 - first
        bits |= ((1 << (last - first + 1)) - 1) << (row * width + first)
    return bits
