"""Lines over hexes drawn as maps and against a plain cutting of segments; borders around sets of hexes."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import pairwise

import pytest

from affray.board.hex_lines import CORNERS, Point, centre, line, outline
from affray.board.hexes import Hexes, distance
from affray.board.squares import bits_of
from affray.board.squares import squares_in as hexes_in
from tests.board.test_hexes import drawn, place

LINES = {
    "neighbours": """
        . A .
         . B .
    """,
    "straight along a row": """
        . . . . .
         A * * * B
        . . . . .
    """,
    "straight to the south-east": """
        A . . .
         * . . .
        . * . .
         . B . .
    """,
    "straight to the south-west": """
        . . A .
         . * . .
        . * . .
         B . . .
    """,
    "along one side, due south: both neighbours": """
        . A .
         * * .
        . B .
    """,
    "along sides and across hexes by turns, due south": """
        . A .
         * * .
        . * .
         * * .
        . B .
    """,
    "along one side, between east and south-east": """
        A * .
         * B .
        . . .
    """,
    "along sides, between east and south-east": """
        A * . .
         * * * .
        . . * B
    """,
    "along sides, between west and south-west": """
        . . . * A
         . * * * .
        . B * . .
    """,
    "through corners, where the third hex is only touched": """
        A . .
         * . .
        . * .
         * . .
        . * .
         . B .
    """,
    "across sides alone": """
        A * * . . .
         . . * * B .
    """,
    "along the west edge of the board, with nothing beyond": """
        A . .
         * . .
        B . .
    """,
    "past a hex that is missing": """
        . A .
         _ * .
        . B .
    """,
    "over terrain as over open ground": """
        A * # * B
    """,
}


@pytest.mark.parametrize("name", LINES)
def test_lines_as_drawn(name: str) -> None:
    """The stars between A and B, from both ends. A blocking hex on a line is one of its hexes."""
    board, letters = drawn(LINES[name])
    marks = LINES[name].split()
    stars = {hex_ for hex_, mark in enumerate(marks) if mark in "*#"}
    forth = line(board, letters["A"], letters["B"])
    back = line(board, letters["B"], letters["A"])
    assert set(forth) == set(back) == stars
    assert len(forth) == len(back) == len(stars)


def test_a_line_goes_from_the_one_to_the_other() -> None:
    """In the order in which it is walked; two hexes on either hand of a side come by their index."""
    board, letters = drawn("""
        . A .
         . . .
        . . .
         . . .
        . B .
    """)
    assert line(board, letters["A"], letters["B"]) == (3, 4, 7, 9, 10)
    assert line(board, letters["B"], letters["A"]) == (9, 10, 7, 3, 4)
    assert line(board, letters["A"], letters["A"]) == ()


def cut(board: Hexes, one: int, other: int, hex_: int) -> tuple[Fraction, Fraction] | None:
    """The part of a segment between centres that lies on a hex, its border included; None: a point at most.

    Where the part has a length, it goes through the inside or along a side.
    """
    (x, y), (end_x, end_y), (middle_x, middle_y) = (centre(board, place) for place in (one, other, hex_))
    first, last = Fraction(0), Fraction(1)
    for (corner_x, corner_y), (next_x, next_y) in pairwise((*CORNERS, CORNERS[0])):
        side_x, side_y = next_x - corner_x, next_y - corner_y
        # Clockwise with y downward: a point lies on the inner side where this product is not negative.
        start = side_x * (y - middle_y - corner_y) - side_y * (x - middle_x - corner_x)
        slope = side_x * (end_y - y) - side_y * (end_x - x)
        if slope == 0:
            if start < 0:
                return None
        elif slope > 0:
            first = max(first, Fraction(-start, slope))
        else:
            last = min(last, Fraction(-start, slope))
    return (first, last) if first < last else None


def test_lines_are_what_cut_segments_say() -> None:
    """From hexes of both kinds of rows to every other: the same hexes in the same order, and back."""
    board = Hexes(9, 10)
    for one in (0, place(board, 4, 4), place(board, 4, 5), place(board, 8, 9)):
        for other in hexes_in(board.bits & ~(1 << one)):
            parts = {
                hex_: cut(board, one, other, hex_)
                for hex_ in hexes_in(board.bits)
                if hex_ not in (one, other)
            }
            crossed = sorted((part, hex_) for hex_, part in parts.items() if part is not None)
            found = line(board, one, other)
            assert found == tuple(hex_ for _, hex_ in crossed)
            assert set(line(board, other, one)) == set(found)


def test_a_line_meets_every_distance() -> None:
    """Whatever the shape of the line, no step between its ends is left out."""
    rng = random.Random(9)
    board = Hexes(40, 40)
    for _ in range(300):
        one, other = rng.randrange(1600), rng.randrange(1600)
        away = {distance(board, one, hex_) for hex_ in line(board, one, other)}
        assert away >= set(range(1, distance(board, one, other)))


def encloses(lines: list[list[Point]], point: Point) -> bool:
    """Whether a ray eastward from a point crosses the lines an odd number of times.

    The point is a centre: no corner lies as high as one, and all that crosses this height runs due south.
    """
    x, y = point
    crossed = 0
    for closed in lines:
        for (here_x, here_y), (next_x, next_y) in pairwise((*closed, closed[0])):
            if (here_y > y) != (next_y > y):
                assert here_x == next_x
                crossed += here_x > x
    return crossed % 2 == 1


def area(closed: list[Point]) -> int:
    """Twice what a closed line encloses, positive where it goes clockwise."""
    return sum(x * next_y - next_x * y for (x, y), (next_x, next_y) in pairwise((*closed, closed[0])))


def test_the_border_of_one_hex() -> None:
    """Its six corners, clockwise from its west side; the hex in the north-west corner touches both axes."""
    board = Hexes(2, 2)
    assert outline(board, 0b1) == [[(0, 3), (0, 1), (1, 0), (2, 1), (2, 3), (1, 4)]]
    assert centre(board, 3) == (4, 5)
    assert outline(board, 0) == []


def test_a_border_around_a_hole() -> None:
    """Six hexes around one: a line around all clockwise, and one around the hole counterclockwise."""
    board, letters = drawn("""
        . . .
         . X .
        . . .
    """)
    lines = outline(board, bits_of(board.neighbours(letters["X"])))
    assert [(len(closed), area(closed)) for closed in lines] == [(18, 7 * 12), (6, -12)]


def test_two_parts_have_two_lines() -> None:
    """Hexes that do not touch, first the one that comes first."""
    board = Hexes(5, 2)
    lines = outline(board, 1 << 4 | 1)
    assert [closed[0] for closed in lines] == [(0, 3), (8, 3)]


def test_outlines_close_and_enclose() -> None:
    """Around random sets: every line goes along sides and closes, none touches another, and what lies within
    them is exactly the set."""
    rng = random.Random(12)
    for _ in range(400):
        width, height = rng.randint(1, 8), rng.randint(1, 8)
        count = width * height
        board = Hexes(width, height, missing=rng.choice((0, rng.getrandbits(count) & rng.getrandbits(count))))
        bits = rng.getrandbits(count)
        lines = outline(board, bits)
        for closed in lines:
            for (x, y), (next_x, next_y) in pairwise((*closed, closed[0])):
                assert (abs(next_x - x), abs(next_y - y)) in ((0, 2), (1, 1))
        corners = [corner for closed in lines for corner in closed]
        assert len(corners) == len(set(corners))
        kept = bits & board.bits
        for hex_ in range(count):
            assert encloses(lines, centre(board, hex_)) == bool(kept >> hex_ & 1)
        assert sum(area(closed) for closed in lines) == 12 * kept.bit_count()
