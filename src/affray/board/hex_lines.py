"""Lines over a board of hexes and borders around sets of them, on a lattice of whole numbers.

The lattice has its zero at the north-west corner of the box around the board; x grows eastward and y
southward. Across, one unit is half the width of a hex; down, it is half the length of a side. So a hex is 2
units wide and 4 high, and the next row lies 3 lower. Its corners lie around its centre as `CORNERS` says. To
draw hexes with sides of length s, multiply x by s times the root of 3 over 2, and y by s over 2.
"""

from __future__ import annotations

from functools import lru_cache

from affray.board.hexes import Hexes
from affray.board.squares import squares_in as hexes_in

Point = tuple[int, int]

CORNERS = ((1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1), (0, -2))
"""The corners of a hex from its centre, clockwise. The side of direction n runs from corner n to the next."""


def centre(board: Hexes, hex_: int) -> Point:
    """The centre of a hex on the lattice."""
    row, column = divmod(hex_, board.width)
    return 2 * column + row % 2 + 1, 3 * row + 2


def line(board: Hexes, one: int, other: int) -> tuple[int, ...]:
    """The hexes on the line from centre to centre, in order, without the two ends.

    It has every hex whose inside the line crosses. Where the line runs along a side, it has the two hexes on
    either hand; these have one place in the order and come by their index. A hex that is touched at a corner
    alone is not on the line. What lies beyond the board is left out. Both ways the line has the same hexes.
    """
    # Terrain changes no line, so that boards of one shape share what is kept.
    return _line(Hexes(board.width, board.height, missing=board.missing), one, other)


def outline(board: Hexes, bits: int) -> list[list[Point]]:
    """The border of a set of hexes as closed lines of corners on the lattice; the last joins the first.

    Each part of the set has one line around it, clockwise as seen on the page, and one for each hole in it,
    counterclockwise. As three hexes meet at each corner, no line touches itself or another. A line begins at
    its first side by hex, and there clockwise from the west; so are the lines ordered. Thus a part comes
    before its holes.
    """
    bits &= board.bits
    following: dict[Point, Point] = {}
    for hex_ in hexes_in(bits):
        x, y = centre(board, hex_)
        for direction in (3, 4, 5, 0, 1, 2):
            beyond = board.neighbour(hex_, direction)
            if beyond is None or not bits >> beyond & 1:
                (across, down), (next_across, next_down) = CORNERS[direction], CORNERS[(direction + 1) % 6]
                following[x + across, y + down] = (x + next_across, y + next_down)
    lines = []
    while following:
        corner = next(iter(following))
        closed = []
        while corner in following:
            closed.append(corner)
            corner = following.pop(corner)
        lines.append(closed)
    return lines


@lru_cache(maxsize=1 << 16)
def _line(board: Hexes, one: int, other: int) -> tuple[int, ...]:
    (x, y), (end_x, end_y) = centre(board, one), centre(board, other)
    hexes = []
    for far, east, south in _crossed(end_x - x, end_y - y):
        row = (y + south - 2) // 3
        hex_ = board.at((x + east - 1 - row % 2) // 2, row)
        if hex_ is not None:
            hexes.append((far, hex_))
    return tuple(hex_ for _, hex_ in sorted(hexes))


@lru_cache(maxsize=1 << 14)
def _crossed(across: int, down: int) -> tuple[tuple[int, int, int], ...]:
    """The hexes on a line of this shape: how far along the line each lies, and the way to its centre.

    How far a centre lies to the side of the line is the cross product of the line and the way to it. The
    corners of that hex differ from it by `half` at most. So the line crosses the inside where the product is
    less. Where it is equal, an outermost corner lies on the line, and a whole side does if the line has the
    direction of one.

    The inside of a hex is nearer to its own centre than to any other. So a line comes through hexes in the
    order in which their centres lie along it, and those with centres between the two ends are crossed between
    them.
    """
    half = max(2 * abs(across), abs(across) + abs(down))
    along_side = across == 0 or abs(across) == abs(down)
    length = _along(across, down, across, down)
    found = []
    for row in range(abs(down) // 3 + 1):
        south = 3 * row if down > 0 else -3 * row
        if down:
            middle = across * 3 * row
            first, last = -((half - middle) // abs(down)), (half + middle) // abs(down)
        else:
            first, last = min(0, across), max(0, across)
        # The centres of a row are two units apart, and those of every other row one unit aside.
        for east in range(first + (first + row) % 2, last + 1, 2):
            far = _along(across, down, east, south)
            inside = abs(across * south - down * east) < half
            if 0 < far < length and (inside or along_side):
                found.append((far, east, south))
    return tuple(found)


def _along(across: int, down: int, east: int, south: int) -> int:
    """How far a way leads along a line. Squared, a unit across is three times as long as one down."""
    return 3 * across * east + down * south
