"""A board of squares: names, steps, distance and wedges, in whole numbers only.

A square is an index, `y * width + x`; x grows eastward and y southward. A set of squares is a bit board: one
whole number whose bit n stands for square n. What can be reached is in `reach`, what can be seen in `sight`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

FACINGS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
"""The eight directions by their index, clockwise from the north. The odd ones are diagonal."""

STEPS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""How far one step of each facing goes, as x and y."""

_NAME = re.compile(r"([A-Z]+)([1-9][0-9]*)")


@dataclass(frozen=True, slots=True)
class Squares:
    """A board and its terrain: bit boards of the squares nobody enters, and of those that cost more."""

    width: int
    height: int
    blocking: int = 0
    difficult: int = 0

    def __post_init__(self) -> None:
        if self.width < 1 or self.height < 1:
            raise ValueError(f"a board of {self.width} by {self.height} squares")
        if (self.blocking | self.difficult) >> (self.width * self.height):
            raise ValueError("terrain lies outside the board")

    def name(self, square: int) -> str:
        """What people call a square: its column in letters from the west, its row counted from the north."""
        x, y = self.xy(square)
        return f"{_column(x)}{y + 1}"

    def square(self, name: str) -> int | None:
        """The square of this name; None where there is none."""
        parts = _NAME.fullmatch(name)
        if parts is None:
            return None
        letters, number = parts.groups()
        # No name on the board is longer, and what is longer need not be worked out.
        if len(letters) > len(_column(self.width - 1)) or len(number) > len(str(self.height)):
            return None
        column = 0
        for letter in letters:
            column = column * 26 + ord(letter) - ord("A") + 1
        return self.at(column - 1, int(number) - 1)

    def at(self, x: int, y: int) -> int | None:
        """The square at a place; None off the board."""
        if 0 <= x < self.width and 0 <= y < self.height:
            return y * self.width + x
        return None

    def xy(self, square: int) -> tuple[int, int]:
        """The place of a square."""
        y, x = divmod(square, self.width)
        return x, y

    def is_blocking(self, square: int) -> bool:
        """Whether nobody enters this square."""
        return bool(self.blocking >> square & 1)

    def neighbour(self, square: int, facing: int) -> int | None:
        """The square one step away; None off the board. It asks nothing of the terrain."""
        x, y = self.xy(square)
        across, down = STEPS[facing]
        return self.at(x + across, y + down)


def _column(x: int) -> str:
    """A to Z, then AA, AB and so on: there is no letter for nothing, so this is not quite base 26."""
    letters = ""
    while x >= 0:
        x, letter = x // 26 - 1, x % 26
        letters = chr(ord("A") + letter) + letters
    return letters


def squares_in(bits: int) -> tuple[int, ...]:
    """The squares of a bit board, in rising order."""
    digits = f"{bits:b}"[::-1]
    found = []
    square = digits.find("1")
    while square >= 0:
        found.append(square)
        square = digits.find("1", square + 1)
    return tuple(found)


def bits_of(squares: Iterable[int]) -> int:
    """The bit board of these squares."""
    bits = 0
    for square in squares:
        bits |= 1 << square
    return bits


def distance(board: Squares, one: int, other: int) -> int:
    """What the walk would cost unhindered: every other diagonal counts two."""
    across, down = _offset(board, one, other)
    return _length(abs(across), abs(down))


def within(board: Squares, square: int, paces: int) -> int:
    """The squares at this distance or nearer, the square itself among them."""
    return _within(board.width, board.height, square, paces)


def in_wedge(board: Squares, square: int, facing: int, other: int) -> bool:
    """Whether a square lies in the quarter around a facing, at any distance. The own square does not."""
    across, down = _offset(board, square, other)
    return _in_wedge(across, down, facing)


def wedge(board: Squares, square: int, facing: int, range_: int) -> int:
    """The squares of the quarter around a facing, as far as a distance."""
    return _wedge(board.width, board.height, square, facing, range_)


def facing_toward(board: Squares, square: int, other: int) -> int:
    """The facing whose wedge is centred best on another square; north toward the square itself."""
    across, down = _offset(board, square, other)
    less, more = sorted((abs(across), abs(down)))
    # The border of a straight facing lies at 22.5 degrees, where less is (root of 2 - 1) times more. Squared,
    # this compares whole numbers, and as the root is irrational no square lies on the border itself.
    if (less + more) ** 2 < 2 * more**2:
        if abs(across) > abs(down):
            down = 0
        else:
            across = 0
    if across == down == 0:
        return 0
    return STEPS.index((_sign(across), _sign(down)))


def step_allowed(board: Squares, square: int, facing: int) -> bool:
    """Whether the terrain allows one step: to a square of the board that is not blocking.

    A diagonal is barred when both squares beside it are blocking; one alone does not bar it.
    """
    target = board.neighbour(square, facing)
    if target is None or board.is_blocking(target):
        return False
    if facing % 2 == 0:
        return True
    across, down = STEPS[facing]
    return not (board.is_blocking(square + across) and board.is_blocking(square + down * board.width))


def step_cost(board: Squares, square: int, facing: int, diagonals: int) -> int:
    """What one step costs after so many diagonals: every other diagonal two, difficult ground one more."""
    target = board.neighbour(square, facing)
    if target is None:
        raise ValueError(f"no square {FACINGS[facing]} of {board.name(square)}")
    cost = 2 if facing % 2 and diagonals % 2 else 1
    return cost + (board.difficult >> target & 1)


def _offset(board: Squares, one: int, other: int) -> tuple[int, int]:
    """How far east and how far south the other square lies."""
    (x, y), (other_x, other_y) = board.xy(one), board.xy(other)
    return other_x - x, other_y - y


def _length(across: int, down: int) -> int:
    return max(across, down) + min(across, down) // 2


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _in_wedge(across: int, down: int, facing: int) -> bool:
    east, south = STEPS[facing]
    if facing % 2:
        return across * east >= 0 and down * south >= 0 and (across, down) != (0, 0)
    ahead = across * east + down * south
    return ahead > 0 and abs(across * south) + abs(down * east) <= ahead


@lru_cache(maxsize=1 << 15)
def _within(width: int, height: int, square: int, paces: int) -> int:
    """Row by row, from the middle outward: each row is one run of squares, shorter the farther it is."""
    y, x = divmod(square, width)
    bits, reached = 0, paces
    for away in range(paces + 1):
        while _length(reached, away) > paces:
            reached -= 1
        first, last = max(x - reached, 0), min(x + reached, width - 1)
        run = ((1 << (last - first + 1)) - 1) << first
        for row in (y - away, y + away):
            if 0 <= row < height:
                bits |= run << (row * width)
    return bits


@lru_cache(maxsize=1 << 15)
def _wedge(width: int, height: int, square: int, facing: int, range_: int) -> int:
    y, x = divmod(square, width)
    near = squares_in(_within(width, height, square, range_))
    return bits_of(other for other in near if _in_wedge(other % width - x, other // width - y, facing))
