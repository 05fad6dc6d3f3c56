"""A board of hexes: names, steps, distance and rings, in whole numbers only.

A hex is an index, `row * width + column`, of a rectangular board. Its tops are pointed; columns count
eastward, rows southward, and every odd row lies half a hex to the east. A set of hexes is a bit board, as
with squares: one whole number whose bit n stands for hex n. What can be reached is in `hex_reach`; lines and
borders are in `hex_lines`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from affray.board.squares import Squares

DIRECTIONS = ("E", "SE", "SW", "W", "NW", "NE")
"""The six directions by their index, clockwise from the east. The opposite one is three further."""

STEPS = (
    ((1, 0), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1)),
    ((1, 0), (1, 1), (0, 1), (-1, 0), (0, -1), (1, -1)),
)
"""How far a step of each direction goes, as columns and rows: first from even rows, then from odd ones."""


@dataclass(frozen=True, slots=True)
class Hexes:
    """A board and its terrain, as bit boards: what nobody enters, what costs more, what is no part of it."""

    width: int
    height: int
    blocking: int = 0
    difficult: int = 0
    missing: int = 0

    def __post_init__(self) -> None:
        if self.width < 1 or self.height < 1:
            raise ValueError(f"a board of {self.width} by {self.height} hexes")
        if (self.blocking | self.difficult | self.missing) >> (self.width * self.height):
            raise ValueError("terrain lies outside the board")

    @property
    def bits(self) -> int:
        """All hexes of the board."""
        return _edges(self.width, self.height).whole & ~self.missing

    def name(self, hex_: int) -> str:
        """What people call a hex: its column in letters from the west, its row counted from the north."""
        return Squares(self.width, self.height).name(hex_)

    def hex(self, name: str) -> int | None:
        """The hex of this name; None where there is none."""
        hex_ = Squares(self.width, self.height).square(name)
        return None if hex_ is None or self.missing >> hex_ & 1 else hex_

    def at(self, column: int, row: int) -> int | None:
        """The hex at a place; None where the board has none."""
        if 0 <= column < self.width and 0 <= row < self.height:
            hex_ = row * self.width + column
            return None if self.missing >> hex_ & 1 else hex_
        return None

    def axial(self, hex_: int) -> tuple[int, int]:
        """The place of a hex on two slanted axes, the first eastward and the second to the south-east."""
        row, column = divmod(hex_, self.width)
        return column - row // 2, row

    def neighbour(self, hex_: int, direction: int) -> int | None:
        """The hex one step away; None where the board has none. It asks nothing of the terrain."""
        row, column = divmod(hex_, self.width)
        across, down = STEPS[row & 1][direction]
        return self.at(column + across, row + down)

    def neighbours(self, hex_: int) -> tuple[int, ...]:
        """The hexes of the board one step away, in the order of directions."""
        around = (self.neighbour(hex_, direction) for direction in range(6))
        return tuple(other for other in around if other is not None)

    def is_blocking(self, hex_: int) -> bool:
        """Whether nobody enters this hex."""
        return bool(self.blocking >> hex_ & 1)


def distance(board: Hexes, one: int, other: int) -> int:
    """The least number of steps from one hex to another, whatever lies between."""
    (east, south), (other_east, other_south) = board.axial(one), board.axial(other)
    across, down = other_east - east, other_south - south
    return max(abs(across), abs(down), abs(across + down))


def within(board: Hexes, hex_: int, steps: int) -> int:
    """The hexes of the board at this distance or nearer, the hex itself among them."""
    # No two hexes are farther apart, so that greater numbers need not be kept one by one.
    steps = min(steps, board.width + board.height)
    return _within(board.width, board.height, hex_, steps) & ~board.missing


def ring(board: Hexes, hex_: int, steps: int) -> int:
    """The hexes of the board at exactly this distance."""
    return within(board, hex_, steps) & ~within(board, hex_, steps - 1)


def around(board: Hexes, bits: int) -> int:
    """Every hex of the board that is one step from some hex of a set, whether itself in the set or not."""
    edges = _edges(board.width, board.height)
    sideways = (bits << 1 & edges.not_west) | (bits >> 1 & edges.not_east)
    # A step to the next row keeps the column, or leads west from an even row and east from an odd one.
    west = (bits & edges.even_rows) >> 1 & edges.not_east
    east = (bits & ~edges.even_rows) << 1 & edges.not_west
    slanted = bits | west | east
    return (sideways | slanted << board.width | slanted >> board.width) & edges.whole & ~board.missing


def step_cost(board: Hexes, hex_: int) -> int:
    """What a step into this hex costs: one, and two onto difficult ground."""
    return 1 + (board.difficult >> hex_ & 1)


def farther(board: Hexes, hex_: int, source: int) -> tuple[int, ...]:
    """The neighbours of a hex that lie farther from a source than it does, in the order of directions.

    It asks nothing of the terrain. All of them are equally far; there is none where the board ends.
    """
    now = distance(board, hex_, source)
    return tuple(other for other in board.neighbours(hex_) if distance(board, other, source) > now)


@dataclass(frozen=True, slots=True)
class _Edges:
    """Parts of a board that steps are made from: all of it, without a side column, and its even rows."""

    whole: int
    not_west: int
    not_east: int
    even_rows: int


@lru_cache(maxsize=256)
def _edges(width: int, height: int) -> _Edges:
    whole = (1 << width * height) - 1
    west = sum(1 << row * width for row in range(height))
    row = (1 << width) - 1
    return _Edges(
        whole=whole,
        not_west=whole & ~west,
        not_east=whole & ~(west << width - 1),
        even_rows=sum(row << even * width for even in range(0, height, 2)),
    )


@lru_cache(maxsize=1 << 15)
def _within(width: int, height: int, hex_: int, steps: int) -> int:
    """Row by row: each row is one run of hexes, a hex shorter with every row away from the middle."""
    middle, column = divmod(hex_, width)
    bits = 0
    for row in range(max(middle - steps, 0), min(middle + steps, height - 1) + 1):
        away = abs(row - middle)
        # The run begins half a hex farther east with every row; an odd row lies half a hex east itself.
        first = column - steps + (away + (middle & 1)) // 2
        last = min(first + 2 * steps - away, width - 1)
        first = max(first, 0)
        if first <= last:
            bits |= ((1 << (last - first + 1)) - 1) << (row * width + first)
    return bits
