"""What can be reached over squares: bit boards against plain searches, and ways out of terrain."""

from __future__ import annotations

import random
from heapq import heappop, heappush

import pytest

from affray.board.reach import Reach, Way, flood, reach, steps_out
from affray.board.squares import STEPS, Squares, bits_of, squares_in, step_allowed, step_cost
from tests.board.test_squares import drawn

BOARDS = 10_000
STEPS_MAX = 9


def random_bits(rng: random.Random, count: int, share: float) -> int:
    """About this share of the squares."""
    return bits_of(square for square in range(count) if rng.random() < share)


def random_board(rng: random.Random, least: int, most: int) -> Squares:
    """A board with more or less terrain, also none."""
    width, height = rng.randint(least, most), rng.randint(least, most)
    blocking = random_bits(rng, width * height, rng.choice((0, 0.1, 0.25, 0.4)))
    return Squares(width, height, blocking, random_bits(rng, width * height, rng.choice((0, 0.2, 0.5))))


def searched(
    board: Squares, start: int, steps: int, diagonals: int, entered: int
) -> dict[int, tuple[int, int]]:
    """Least cost of each square, and whether an odd count of diagonals is left at best, by Dijkstra's search.

    It knows coordinates and sets of squares alone, and searches squares and parities together.
    """
    width, height = board.width, board.height
    blocking = {(square % width, square // width) for square in squares_in(board.blocking)}
    difficult = {(square % width, square // width) for square in squares_in(board.difficult)}
    free = {(square % width, square // width) for square in squares_in(entered)} - blocking
    waiting = [(0, diagonals % 2, start % width, start // width)]
    done: set[tuple[int, int, int]] = set()
    best: dict[int, tuple[int, int]] = {}
    while waiting:
        cost, odd, x, y = heappop(waiting)
        if (odd, x, y) in done:
            continue
        done.add((odd, x, y))
        best.setdefault(y * width + x, (cost, odd))
        for across, down in STEPS:
            target = (x + across, y + down)
            if target not in free or not (0 <= target[0] < width and 0 <= target[1] < height):
                continue
            diagonal = bool(across and down)
            if diagonal and (x + across, y) in blocking and (x, y + down) in blocking:
                continue
            dearer = cost + 1 + (diagonal and odd) + (target in difficult)
            if dearer <= steps:
                heappush(waiting, (dearer, odd ^ diagonal, *target))
    return best


def walked(board: Squares, start: int, squares: tuple[int, ...], diagonals: int) -> Way:
    """What these squares cost one after the other, every step being allowed."""
    cost, count, square = 0, 0, start
    for target in squares:
        facing = next(facing for facing in range(8) if board.neighbour(square, facing) == target)
        assert step_allowed(board, square, facing)
        cost += step_cost(board, square, facing, diagonals + count)
        count += facing % 2
        square = target
    return Way(cost, count, squares)


def test_reach_is_what_a_plain_search_finds() -> None:
    """On many boards: the same squares, costs and parities; and a way to a square costs what was said.

    Cut in two, with the diagonals carried on, the way costs the same, and no way costs less from there.
    """
    rng = random.Random(20)
    for _ in range(BOARDS):
        board = random_board(rng, 5, 12)
        count = board.width * board.height
        start, steps, diagonals = rng.randrange(count), rng.randint(0, STEPS_MAX), rng.randint(0, 3)
        taken = random_bits(rng, count, rng.choice((0, 0.1)))
        allowed = None if rng.random() < 0.8 else random_bits(rng, count, 0.8)
        entered = (1 << count) - 1 & ~taken & (-1 if allowed is None else allowed)
        found = reach(board, start, steps, diagonals, taken, allowed)
        best = searched(board, start, steps, diagonals, entered)
        assert found.costs == {square: cost for square, (cost, _) in best.items()}
        assert found.bits == bits_of(best)
        square = rng.choice(squares_in(found.bits))
        way = found.way(square)
        assert way == walked(board, start, way.squares, diagonals)
        assert way.cost == found.costs[square]
        assert (diagonals + way.diagonals) % 2 == best[square][1]
        assert not bits_of(way.squares) & ~entered
        part = rng.randint(0, len(way.squares))
        first = walked(board, start, way.squares[:part], diagonals)
        middle = first.squares[-1] if first.squares else start
        second = walked(board, middle, way.squares[part:], diagonals + first.diagonals)
        assert first.cost + second.cost == way.cost
        rest = reach(board, middle, steps - first.cost, diagonals + first.diagonals, taken, allowed)
        assert rest.costs[square] == second.cost


def costs_by_letter(found: Reach, letters: dict[str, int]) -> dict[str, int | None]:
    """The costs of the letters on a map."""
    return {letter: found.costs.get(square) for letter, square in letters.items()}


def test_three_diagonals_and_four() -> None:
    """Three cost four, so 4 steps are enough; four cost six, so 5 are not."""
    board, letters = drawn("""
        A....
        .....
        .....
        ...B.
        ....C
    """)
    assert costs_by_letter(reach(board, letters["A"], 4, 0, 0), letters) == {"A": 0, "B": 4, "C": None}
    assert letters["C"] not in reach(board, letters["A"], 5, 0, 0).costs
    assert reach(board, letters["A"], 6, 0, 0).way(letters["C"]) == Way(6, 4, (6, 12, 18, 24))
    assert reach(board, letters["A"], 5, 1, 0).costs[letters["B"]] == 5


def test_difficult_ground() -> None:
    """Two difficult squares straight on cost four."""
    board, letters = drawn("""
        ###.
        A~~.
        ###.
    """)
    found = reach(board, letters["A"], 5, 0, 0)
    assert found.costs == {4: 0, 5: 2, 6: 4, 7: 5, 3: 5, 11: 5}


def test_a_difficult_second_diagonal() -> None:
    """It costs three: two as every other diagonal and one for the ground."""
    board, letters = drawn("""
        A.#
        ...
        ##~
    """)
    assert reach(board, letters["A"], 4, 0, 0).way(8) == Way(4, 2, (4, 8))
    assert 8 not in reach(board, letters["A"], 3, 0, 0).costs


def test_corners_bar_ways() -> None:
    """Between two blocking squares that touch nobody passes; where others stand, one does."""
    board, letters = drawn("""
        A#.
        #..
        ...
    """)
    assert reach(board, letters["A"], 6, 0, 0).costs == {0: 0}
    open_board = Squares(3, 3)
    assert reach(open_board, 0, 1, 0, board.blocking).costs == {0: 0, 4: 1}


def test_nothing_to_spend() -> None:
    """The start alone, even in blocking terrain or taken, and even if less than nothing is left."""
    board, letters = drawn("a. ..")
    for steps in (0, -1):
        found = reach(board, letters["a"], steps, 0, 1)
        assert (found.costs, found.bits) == ({0: 0}, 1)
        assert found.way(0) == Way(0, 0, ())
    with pytest.raises(KeyError):
        reach(board, letters["a"], 0, 0, 0).way(1)


def test_of_equal_ways_the_next_diagonal_stays_cheap() -> None:
    """After one diagonal a second costs as much as two straight steps, and then the third costs one."""
    board, letters = drawn("A. .B")
    assert reach(board, letters["A"], 3, 1, 0).way(letters["B"]) == Way(2, 1, (3,))


def test_of_ways_equal_in_all_the_first_facing_is_taken() -> None:
    """Seen from the end: a last step to the east comes before one to the south-east."""
    board, letters = drawn("A.. ..B")
    assert reach(board, letters["A"], 3, 0, 0).way(letters["B"]) == Way(2, 1, (4, 5))


@pytest.mark.parametrize(
    ("text", "taken", "ends"),
    [
        ("... .s. ...", "", [(1,), (2,), (5,), (8,), (7,), (6,), (3,), (0,)]),
        ("### .s# ###", "", [(3,)]),
        ("##### ##### ##s## ##### #...#", "", [(18, 23), (18, 22), (17, 21)]),
        ("#### #s## ###. ####", "", [(6, 11)]),
        ("### #s# ##.", "", [(8,)]),
        ("s#. ##.", "", [(1, 2), (1, 5)]),
        ("s#. ...", "4", [(3,)]),
        ("s#.", "1", []),
        ("### #s# ###", "", []),
        ("s.", "1", []),
    ],
)
def test_ways_out_of_terrain(text: str, taken: str, ends: list[tuple[int, ...]]) -> None:
    """The shortest ones, one for each end, in the order of facings; through terrain, never into others."""
    board, letters = drawn(text)
    others = bits_of(int(square) for square in taken.split())
    found = steps_out(board, letters["s"], others)
    assert found == tuple(ends)


def test_a_flood_counts_allowed_steps() -> None:
    """As a search square by square does, on many boards, from several sources."""
    rng = random.Random(7)
    for _ in range(300):
        board = random_board(rng, 1, 9)
        count = board.width * board.height
        sources, taken = random_bits(rng, count, 0.05), random_bits(rng, count, 0.1)
        seen, layer, layers = sources, sources, []
        while layer:
            layers.append(layer)
            beside = bits_of(
                target
                for square in squares_in(layer)
                for facing in range(8)
                if (target := board.neighbour(square, facing)) is not None
                and step_allowed(board, square, facing)
            )
            layer = beside & ~taken & ~seen
            seen |= layer
        assert flood(board, sources, taken) == layers


def test_a_flood_goes_around_a_wall() -> None:
    """It finds the way around that the distance does not show."""
    board, letters = drawn("""
        A#B
        .#.
        ...
    """)
    layers = flood(board, 1 << letters["A"], 0)
    assert next(number for number, layer in enumerate(layers) if layer >> letters["B"] & 1) == 4
    assert flood(board, 0, 0) == []
