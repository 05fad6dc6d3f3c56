"""Ways over a board of squares: what can be reached and at what cost, the ways out of terrain, floods.

All of it works on whole bit boards, so that the cost hardly depends on the number of squares.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType

from affray.board.squares import STEPS, Squares, squares_in, step_allowed, step_cost


@dataclass(frozen=True, slots=True)
class Way:
    """One way: what it costs, how many diagonals it has itself, and its squares without the start."""

    cost: int
    diagonals: int
    squares: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Reach:
    """What can be reached from a square: the least cost of each square, the start at 0, and all as bits."""

    costs: Mapping[int, int]
    bits: int
    _board: Squares = field(repr=False)
    _odd: int = field(repr=False)
    """The squares whose cheapest way leaves an odd count of diagonals, so that the next one costs two."""

    def way(self, square: int) -> Way:
        """One fixed cheapest way. A square that is not reached is a fault of the caller.

        Among ways of the same cost it is one after which the next diagonal is cheap, where there is one. What
        is still equal goes to the first facing in order, looked at from the end of the way.
        """
        cost, diagonals, squares = self.costs[square], 0, []
        while self.costs[square]:
            squares.append(square)
            square, facing = self._before(square)
            diagonals += facing % 2
        return Way(cost, diagonals, tuple(reversed(squares)))

    def _before(self, square: int) -> tuple[int, int]:
        """The square from which the way comes here, and the facing of that step."""
        for facing in range(len(STEPS)):
            before = self._board.neighbour(square, (facing + 4) % 8)
            if before is None or before not in self.costs:
                continue
            odd = self._odd >> before & 1
            if (
                odd ^ (facing % 2) == self._odd >> square & 1
                and self.costs[before] + step_cost(self._board, before, facing, odd) == self.costs[square]
                and step_allowed(self._board, before, facing)
            ):
                return before, facing
        raise ValueError(f"no step leads to {self._board.name(square)}")


def reach(
    board: Squares, start: int, steps: int, diagonals: int, taken: int, allowed: int | None = None
) -> Reach:
    """What can be reached with so many steps to spend, after so many diagonals.

    Squares of `taken` are not entered, nor any outside `allowed` if that is given. The start may be anything.

    Each square is kept once, in the layer of its least cost, and there under an even count of diagonals where
    that is possible. This loses nothing: for the same cost an even count is never worse, and an odd one costs
    at most one more afterwards, which is what a dearer way to the same square has lost already.
    """
    ground = _ground(board.width, board.height, board.blocking)
    free = ground.open & ~taken
    if allowed is not None:
        free &= allowed
    plain, difficult = free & ~board.difficult, free & board.difficult
    even, odd = [0] * (max(steps, 0) + 4), [0] * (max(steps, 0) + 4)
    (odd if diagonals % 2 else even)[0] = 1 << start
    unseen, all_odd = -1, 0
    costs: dict[int, int] = {}
    for cost in range(max(steps, 0) + 1):
        here = even[cost] & unseen
        if here:
            straight, diagonal = ground.straight(here), ground.diagonal(here)
            even[cost + 1] |= straight & plain
            even[cost + 2] |= straight & difficult
            odd[cost + 1] |= diagonal & plain
            odd[cost + 2] |= diagonal & difficult
        here_odd = odd[cost] & unseen & ~here
        if here_odd:
            straight, diagonal = ground.straight(here_odd), ground.diagonal(here_odd)
            odd[cost + 1] |= straight & plain
            odd[cost + 2] |= straight & difficult
            even[cost + 2] |= diagonal & plain
            even[cost + 3] |= diagonal & difficult
        all_odd |= here_odd
        unseen &= ~(here | here_odd)
        costs.update(dict.fromkeys(squares_in(here | here_odd), cost))
    return Reach(MappingProxyType(costs), ~unseen, board, all_odd)


def steps_out(board: Squares, start: int, taken: int) -> tuple[tuple[int, ...], ...]:
    """The shortest ways out of blocking terrain around the start, one for each square where one can end.

    Every step to a neighbour counts one; terrain and its corners do not hinder, squares of `taken` do. Among
    ways to the same square the one that is first in the order of facings is taken, and the ways are in that
    order. Empty where there is no way out.
    """
    seen = taken | 1 << start
    ways: list[tuple[int, ...]] = [()]
    while ways:
        longer: list[tuple[int, ...]] = []
        for way in ways:
            square = way[-1] if way else start
            for facing in range(len(STEPS)):
                target = board.neighbour(square, facing)
                if target is not None and not seen >> target & 1:
                    seen |= 1 << target
                    longer.append((*way, target))
        out = tuple(way for way in longer if not board.is_blocking(way[-1]))
        if out:
            return out
        ways = longer
    return ()


def flood(board: Squares, sources: int, taken: int) -> list[int]:
    """The squares by their number of allowed steps from the nearest source, whatever steps cost.

    The sources come first, wherever they lie; squares of `taken` are not entered. The list ends with the
    farthest squares that are reached, so it is empty without sources.
    """
    ground = _ground(board.width, board.height, board.blocking)
    free = ground.open & ~taken
    layers = []
    while sources:
        layers.append(sources)
        free &= ~sources
        sources = (ground.straight(sources) | ground.diagonal(sources)) & free
    return layers


@dataclass(frozen=True, slots=True)
class _Ground:
    """What steps on a board come from: its size, and masks of the squares that each step may end on."""

    width: int
    open: int
    not_west: int
    not_east: int
    north_east: int
    south_east: int
    south_west: int
    north_west: int

    def straight(self, bits: int) -> int:
        """One straight step from all these squares. Those beyond the south end must still be masked out."""
        width = self.width
        return bits >> width | bits << width | (bits << 1 & self.not_west) | (bits >> 1 & self.not_east)

    def diagonal(self, bits: int) -> int:
        """One diagonal step from all these squares, where no corner bars it."""
        width = self.width
        return (
            (bits >> (width - 1) & self.north_east)
            | (bits << (width + 1) & self.south_east)
            | (bits << (width - 1) & self.south_west)
            | (bits >> (width + 1) & self.north_west)
        )


@lru_cache(maxsize=256)
def _edges(width: int, height: int) -> tuple[int, int, int]:
    """The whole board, the board without its west column, and the board without its east column."""
    whole = (1 << width * height) - 1
    west = sum(1 << row * width for row in range(height))
    return whole, whole & ~west, whole & ~(west << width - 1)


@lru_cache(maxsize=1024)
def _ground(width: int, height: int, blocking: int) -> _Ground:
    """Squares beside a diagonal, seen from where it ends: one lies against each part of its direction."""
    whole, not_west, not_east = _edges(width, height)
    # Squares with a blocking one to this side of them. The masks of the edges hide what wraps around.
    north, south, west, east = blocking << width, blocking >> width, blocking << 1, blocking >> 1
    return _Ground(
        width=width,
        open=whole & ~blocking,
        not_west=not_west,
        not_east=not_east,
        north_east=not_west & ~(west & south),
        south_east=not_west & ~(west & north),
        south_west=not_east & ~(east & north),
        north_west=not_east & ~(east & south),
    )
