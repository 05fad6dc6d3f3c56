"""The board of squares: names, neighbours, distance, wedges and single steps."""

from __future__ import annotations

import math

import pytest

from affray.board.squares import (
    FACINGS,
    STEPS,
    Squares,
    bits_of,
    distance,
    facing_toward,
    in_wedge,
    squares_in,
    step_allowed,
    step_cost,
    wedge,
    within,
)

NORTH, NORTH_EAST, EAST, SOUTH_EAST = 0, 1, 2, 3


def drawn(text: str) -> tuple[Squares, dict[str, int]]:
    """A board from a text map, and where its letters stand.

    `#` is blocking, `~` difficult; a capital letter stands on open ground, a small one on blocking.
    """
    rows = text.split()
    width = len(rows[0])
    places = [mark for row in rows for mark in row]
    board = Squares(
        width,
        len(rows),
        blocking=bits_of(square for square, mark in enumerate(places) if mark == "#" or mark.islower()),
        difficult=bits_of(square for square, mark in enumerate(places) if mark == "~"),
    )
    return board, {mark: square for square, mark in enumerate(places) if mark.isalpha()}


def place(board: Squares, x: int, y: int) -> int:
    """The square at a place that is known to be on the board."""
    square = board.at(x, y)
    assert square is not None
    return square


def walk(board: Squares, start: int, facings: list[int], diagonals: int = 0) -> int | None:
    """What steps in these facings cost altogether; None where one of them is not allowed."""
    cost, square = 0, start
    for facing in facings:
        target = board.neighbour(square, facing)
        if target is None or not step_allowed(board, square, facing):
            return None
        cost += step_cost(board, square, facing, diagonals)
        diagonals += facing % 2
        square = target
    return cost


def test_names_go_both_ways() -> None:
    """Letters from the west and numbers from the north, also past Z and ZZ; the name leads back."""
    board = Squares(750, 12)
    assert board.name(place(board, 7, 4)) == "H5"
    assert [board.name(place(board, x, 0)) for x in (0, 25, 26, 27, 51, 52)] == [
        "A1",
        "Z1",
        "AA1",
        "AB1",
        "AZ1",
        "BA1",
    ]
    assert [board.name(place(board, x, 11)) for x in (701, 702)] == ["ZZ12", "AAA12"]
    assert all(board.square(board.name(square)) == square for square in range(board.width * board.height))


@pytest.mark.parametrize(
    "name", ["", "A", "1", "A0", "A01", "a1", "A-1", "A4", "E1", "AA1", "A1 ", "Ａ1", "A١"]
)
def test_what_names_no_square(name: str) -> None:
    """Other spellings and places off the board: there is no such square."""
    assert Squares(4, 3).square(name) is None


def test_names_of_any_length_are_answered() -> None:
    """However long the text that somebody typed."""
    assert Squares(4, 3).square("A" + "9" * 10_000) is None
    assert Squares(4, 3).square("A" * 10_000 + "1") is None


def test_terrain_lies_on_the_board() -> None:
    """A bit past the last square, or a board of no square, is a fault of the caller."""
    assert Squares(2, 2, blocking=0b1111, difficult=0b1000).is_blocking(3)
    with pytest.raises(ValueError, match="outside"):
        Squares(2, 2, blocking=0b10000)
    with pytest.raises(ValueError, match="outside"):
        Squares(2, 2, difficult=-1)
    with pytest.raises(ValueError, match="0 by 2"):
        Squares(0, 2)


def test_bits_and_squares() -> None:
    """A set of squares as bits, and back in rising order."""
    assert bits_of([70, 3, 3, 0]) == 1 << 70 | 0b1001
    assert squares_in(1 << 70 | 0b1001) == (0, 3, 70)
    assert squares_in(0) == ()


def test_neighbours_end_at_the_edge() -> None:
    """No step leads around the edge of the board, and each leads back by the opposite facing."""
    board = Squares(3, 4)
    for square in range(12):
        x, y = board.xy(square)
        for facing, (across, down) in enumerate(STEPS):
            other = board.neighbour(square, facing)
            assert other == board.at(x + across, y + down)
            if other is None:
                assert not (0 <= x + across < 3 and 0 <= y + down < 4)
            else:
                assert board.neighbour(other, (facing + 4) % 8) == square


@pytest.mark.parametrize(("across", "down", "paces"), [(1, 1, 1), (2, 2, 3), (3, 1, 3), (4, 4, 6), (0, 0, 0)])
def test_distances(across: int, down: int, paces: int) -> None:
    """The larger part and half the smaller, in all directions."""
    board = Squares(9, 9)
    for east, south in ((across, down), (-across, down), (down, -across), (-down, -across)):
        assert distance(board, place(board, 4, 4), place(board, 4 + east, 4 + south)) == paces


def test_within_is_what_the_distance_says() -> None:
    """On boards of several shapes, from every square, at every distance."""
    for board in (Squares(7, 5), Squares(1, 6), Squares(6, 1)):
        everything = range(board.width * board.height)
        for square in everything:
            for paces in range(-1, 10):
                near = [other for other in everything if distance(board, square, other) <= paces]
                assert squares_in(within(board, square, paces)) == tuple(near)


def test_range_two_does_not_reach_two_diagonals() -> None:
    """A square at (2, 2) is three away."""
    board = Squares(5, 5)
    near = within(board, 0, 2)
    assert not near >> place(board, 2, 2) & 1
    assert near >> place(board, 2, 1) & 1


@pytest.mark.parametrize(("across", "down", "inside"), [(-2, -2, True), (-2, -1, False), (0, 1, False)])
def test_the_wedge_to_the_north(across: int, down: int, inside: bool) -> None:
    """Its border belongs to it; what is beside or behind does not."""
    board = Squares(5, 5)
    assert in_wedge(board, place(board, 2, 2), NORTH, place(board, 2 + across, 2 + down)) is inside


@pytest.mark.parametrize("facing", range(8))
def test_a_wedge_begins_with_three_squares(facing: int) -> None:
    """At range 1: straight on and the two beside that, whichever the facing."""
    board = Squares(5, 5)
    middle = place(board, 2, 2)
    beside = [board.neighbour(middle, (facing + turn) % 8) for turn in (-1, 0, 1)]
    assert wedge(board, middle, facing, 1) == bits_of(square for square in beside if square is not None)


@pytest.mark.parametrize("first", [NORTH, NORTH_EAST])
def test_four_wedges_cover_the_board(first: int) -> None:
    """Four wedges a quarter apart leave out the own square alone and share only their borders."""
    board = Squares(9, 7)
    middle = place(board, 4, 3)
    for other in range(63):
        count = sum(in_wedge(board, middle, facing, other) for facing in range(first, 8, 2))
        x, y = board.xy(other)
        across, down = abs(x - 4), abs(y - 3)
        border = across == down if first == NORTH else not across or not down
        assert count == (0 if other == middle else 2 if border else 1)


def test_a_wedge_of_a_range_is_cut_from_the_endless_one() -> None:
    """Wedge and distance together, from every square and in every facing."""
    board = Squares(6, 5)
    for square in range(30):
        for facing in range(8):
            for range_ in range(5):
                inside = [
                    other
                    for other in range(30)
                    if in_wedge(board, square, facing, other) and distance(board, square, other) <= range_
                ]
                assert squares_in(wedge(board, square, facing, range_)) == tuple(inside)


def test_facing_toward_is_the_nearest_direction() -> None:
    """The eighth of the circle around a facing, as angles tell it."""
    board = Squares(41, 41)
    middle = place(board, 20, 20)
    for other in range(41 * 41):
        x, y = board.xy(other)
        facing = facing_toward(board, middle, other)
        if other == middle:
            assert facing == NORTH
            continue
        angle = math.degrees(math.atan2(x - 20, 20 - y))
        assert facing == round(angle / 45) % 8
        assert in_wedge(board, middle, facing, other)


def test_one_way_north_and_the_names_of_facings() -> None:
    """A facing's name says where its step goes."""
    for name, (across, down) in zip(FACINGS, STEPS, strict=True):
        assert ("N" in name, "S" in name) == (down < 0, down > 0)
        assert ("W" in name, "E" in name) == (across < 0, across > 0)


def test_every_other_diagonal_costs_two() -> None:
    """Three cost four, four cost six; straight steps between them change nothing."""
    board = Squares(9, 9)
    assert walk(board, 0, [SOUTH_EAST] * 3) == 4
    assert walk(board, 0, [SOUTH_EAST] * 4) == 6
    assert walk(board, 0, [SOUTH_EAST, EAST, SOUTH_EAST]) == 4
    assert walk(board, 0, [SOUTH_EAST], diagonals=3) == 2


def test_difficult_squares_cost_one_more() -> None:
    """Two straight on cost four; a difficult second diagonal three. Leaving one costs nothing."""
    board, letters = drawn("""
        A~~.
        .B..
        ..~.
    """)
    assert walk(board, letters["A"], [EAST, EAST]) == 4
    assert walk(board, letters["A"], [EAST, EAST, EAST]) == 5
    assert step_cost(board, letters["A"], SOUTH_EAST, 0) == 1
    assert step_cost(board, letters["B"], SOUTH_EAST, 1) == 3


def test_no_step_leads_off_the_board() -> None:
    """It is not allowed, and asking for its cost is a fault of the caller."""
    board = Squares(2, 2)
    assert not step_allowed(board, 0, NORTH)
    with pytest.raises(ValueError, match="no square N of A1"):
        step_cost(board, 0, NORTH, 0)


@pytest.mark.parametrize(
    ("text", "allowed"),
    [
        ("A# #B", False),
        ("A. #B", True),
        ("A# .B", True),
        ("A. .B", True),
        ("A. .b", False),
        ("a. .B", True),
    ],
)
def test_corners(text: str, allowed: bool) -> None:
    """Both squares beside a diagonal bar it, one alone does not; out of blocking terrain one may step."""
    board, letters = drawn(text)
    start = letters.get("A", letters.get("a"))
    assert start == 0
    assert step_allowed(board, start, SOUTH_EAST) is allowed
