"""Lines of sight over squares, drawn as maps, and against a plain reckoning of every line."""

from __future__ import annotations

import random
from itertools import product
from math import gcd

import pytest

from affray.board.reach import flood
from affray.board.sight import line_of_sight, sight_blocked_by
from affray.board.squares import Squares, bits_of
from tests.board.test_squares import drawn

SEEN = {
    "in the open": """
        A....
        .....
        ....B
    """,
    "past one square at a corner, between neighbours": """
        #B
        A.
    """,
    "past one pillar, grazing it": """
        .....
        A.#.B
        .....
    """,
    "past a wall that leaves its lower side": """
        ..#..
        A.#.B
        .....
    """,
    "past one pillar across the corner": """
        ..B
        .#.
        A..
    """,
    "past two pillars that do not touch": """
        ....
        .#.B
        ....
        A.#.
    """,
    "along a corridor one square wide": """
        ######
        A....B
        ######
    """,
    "around a bend, if it is short": """
        ####
        A..#
        ##.#
        ##B#
    """,
    "between pillars on either hand that do not touch": """
        .#...
        A...B
        ...#.
    """,
    "the end of a wall at the corner of a house": """
        ###.
        ###B
        A...
    """,
    "a door straight in front": """
        ##b##
        .....
        ..A..
    """,
    "a door from the side": """
        ##b##
        .....
        A....
    """,
    "a door along its wall": """
        #####b
        A.....
    """,
    "one door from the other, across a corridor": """
        ##a##
        .....
        #b###
    """,
    "a door in the wall beside": """
        #A#
        #b#
    """,
    "two squares inside a wall, side by side": """
        ####
        #ab#
        ####
    """,
    "through a gap one square wide": """
        A.#.B
        .....
        ..#..
    """,
}

UNSEEN = {
    "through the corner of two squares, between neighbours": """
        #B
        A#
    """,
    "through the corner of two squares, from afar": """
        ...B
        .#..
        ..#.
        A...
    """,
    "through the corner of two squares, close on one side": """
        .#..B
        A.#..
        ##...
    """,
    "through a wall": """
        .#.
        A#B
        .#.
    """,
    "between two squares along the side they share": """
        A#B
        .#.
        ...
    """,
    "past the end of a wall along the edge of the board": """
        A#B
    """,
    "along one square and then another that touch": """
        A#.B
        ..#.
    """,
    "around a bend, if it is long": """
        #####
        A...#
        ###.#
        ###.#
        ###B#
    """,
    "through a door": """
        ..A..
        ##d##
        ..B..
    """,
    "a door through the wall": """
        A#b
        ###
    """,
    "a door around the corner": """
        ##b##
        #####
        .A...
    """,
    "around the corner of a house": """
        B###
        .###
        .###
        ...A
    """,
    "through a wall that goes aslant": """
        ..#.B
        A#...
        #....
    """,
}


@pytest.mark.parametrize("text", SEEN.values(), ids=SEEN)
def test_seen(text: str) -> None:
    """One line is free, whichever end it is drawn from."""
    board, one, other = ends(text)
    assert line_of_sight(board, one, other)
    assert line_of_sight(board, other, one)
    assert sight_blocked_by(board, one, other) is None


@pytest.mark.parametrize("text", UNSEEN.values(), ids=UNSEEN)
def test_unseen(text: str) -> None:
    """Every line is cut, and a blocking square between the two can be named."""
    board, one, other = ends(text)
    assert not line_of_sight(board, one, other)
    assert not line_of_sight(board, other, one)
    named = sight_blocked_by(board, one, other)
    assert named is not None
    assert board.is_blocking(named)
    assert named not in (one, other)


def ends(text: str) -> tuple[Squares, int, int]:
    """The board of a map and the squares of its first two letters in the order of the alphabet."""
    board, letters = drawn(text)
    by_name = {letter.upper(): square for letter, square in letters.items()}
    return board, by_name["A"], by_name["B"]


def test_what_is_in_the_way_is_the_nearest_on_the_middle_line() -> None:
    """Of two walls the one before the looker; where the middle line is free, one that cuts."""
    board, one, other = ends("""
        .#.#.
        A#.#B
        .#.#.
    """)
    assert sight_blocked_by(board, one, other) == board.square("B2")
    assert sight_blocked_by(board, other, one) == board.square("D2")
    gap, one, other = ends("""
        #B
        A#
    """)
    assert sight_blocked_by(gap, one, other) in (gap.square("A1"), gap.square("B2"))


def random_board(rng: random.Random, most: int) -> Squares:
    """A board up to this size, from almost empty to almost full."""
    width, height = rng.randint(1, most), rng.randint(1, most)
    share = rng.choice((0.1, 0.2, 0.4, 0.6, 0.8))
    return Squares(width, height, bits_of(n for n in range(width * height) if rng.random() < share))


def reckoned(board: Squares, one: int, other: int) -> bool:
    """Whether some line is free, reckoned from the rule line by line and square by square."""
    (x, y), (other_x, other_y) = board.xy(one), board.xy(other)
    if abs(x - other_x) + abs(y - other_y) <= 1:
        return True
    corners = tuple(product((0, 1), (0, 1)))
    return any(
        free(
            board,
            (x, y),
            (other_x, other_y),
            (x + east, y + south),
            (other_x + far_east, other_y + far_south),
        )
        for (east, south), (far_east, far_south) in product(corners, corners)
    )


def free(
    board: Squares, one: tuple[int, int], other: tuple[int, int], start: tuple[int, int], end: tuple[int, int]
) -> bool:
    """Whether one line is free."""

    def blocks(x: int, y: int) -> bool:
        square = board.at(x, y)
        return square is None or board.is_blocking(square)

    def gap(x: int, y: int) -> bool:
        falling = blocks(x - 1, y - 1) and blocks(x, y)
        return falling or (blocks(x, y - 1) and blocks(x - 1, y))

    across, down = end[0] - start[0], end[1] - start[1]
    for x in range(min(start[0], end[0]), max(start[0], end[0])):
        for y in range(min(start[1], end[1]), max(start[1], end[1])):
            sides = [
                across * (y + south - start[1]) - down * (x + east - start[0])
                for east, south in product((0, 1), (0, 1))
            ]
            if min(sides) < 0 < max(sides) and blocks(x, y) and (x, y) not in (one, other):
                return False
    for number in range(1, count := gcd(across, down)):
        if gap(start[0] + across // count * number, start[1] + down // count * number):
            return False
    for number in range(count):
        x, y = min(start, end)
        if not down and blocks(x + number, y - 1) and blocks(x + number, y):
            return False
        if not across and blocks(x - 1, y + number) and blocks(x, y + number):
            return False
    # At either end: squares on both hands of the corner hold back what leaves the side of the own square.
    away = (across, down) if across or down else (other[0] - one[0], other[1] - one[1])
    for (x, y), (corner_x, corner_y), sign in ((one, start, 1), (other, end, -1)):
        east, south = (1 if corner_x > x else -1), (1 if corner_y > y else -1)
        outward = away[0] * sign * east > 0 or away[1] * sign * south > 0
        if outward and blocks(x + east, y) and blocks(x, y + south):
            return False
    return True


def test_sight_is_what_every_line_says() -> None:
    """On random boards, for all pairs: as reckoned plainly, the same both ways, with something to name."""
    rng = random.Random(8)
    for _ in range(150):
        board = random_board(rng, 7)
        for one, other in product(range(board.width * board.height), repeat=2):
            seen = line_of_sight(board, one, other)
            named = sight_blocked_by(board, one, other)
            assert seen == line_of_sight(board, other, one)
            assert seen == (named is None)
            assert named is None or (board.is_blocking(named) and named not in (one, other))
            if one <= other:
                assert seen == reckoned(board, one, other) == reckoned(board, other, one)


def test_sight_turns_with_the_board() -> None:
    """A quarter turn and a mirror change nothing."""
    rng = random.Random(9)
    for _ in range(150):
        board = random_board(rng, 8)
        count = board.width * board.height
        turned = [x * board.height + board.height - 1 - y for x, y in map(board.xy, range(count))]
        mirrored = [(y + 1) * board.width - 1 - x for x, y in map(board.xy, range(count))]
        for places, width in ((turned, board.height), (mirrored, board.width)):
            blocking = bits_of(places[square] for square in range(count) if board.is_blocking(square))
            changed = Squares(width, count // width, blocking)
            for _ in range(40):
                one, other = rng.randrange(count), rng.randrange(count)
                seen = line_of_sight(board, one, other)
                assert seen == line_of_sight(changed, places[one], places[other])


def test_nobody_sees_where_no_way_leads() -> None:
    """Walls that no step passes, no line passes: what bars a corner for walking closes it for sight."""
    rng = random.Random(10)
    for _ in range(200):
        board = random_board(rng, 9)
        count = board.width * board.height
        for _ in range(30):
            one, other = rng.randrange(count), rng.randrange(count)
            if board.is_blocking(one) or board.is_blocking(other) or not line_of_sight(board, one, other):
                continue
            assert any(layer >> other & 1 for layer in flood(board, 1 << one, 0))


def test_neighbours_and_oneself() -> None:
    """Squares that share a side see each other on any board, and each sees itself."""
    rng = random.Random(11)
    for _ in range(100):
        board = random_board(rng, 6)
        for square in range(board.width * board.height):
            assert line_of_sight(board, square, square)
            for facing in (0, 2, 4, 6):
                other = board.neighbour(square, facing)
                assert other is None or line_of_sight(board, square, other)
