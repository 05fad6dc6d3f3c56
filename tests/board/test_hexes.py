"""The board of hexes: names, neighbours, distance, rings and forced steps."""

from __future__ import annotations

import random

import pytest

from affray.board.hexes import DIRECTIONS, Hexes, around, distance, farther, ring, step_cost, within
from affray.board.squares import bits_of
from affray.board.squares import squares_in as hexes_in

MARKS = {"blocking": "#", "difficult": "~", "missing": "_"}


def drawn(text: str) -> tuple[Hexes, dict[str, int]]:
    """A board from a text map, and where its letters stand; every other row is set in by one blank.

    `#` is blocking, `~` difficult, `_` no part of the board.
    """
    rows = [row.split() for row in text.strip().splitlines()]
    places = [mark for row in rows for mark in row]
    terrain = {
        kind: bits_of(hex_ for hex_, found in enumerate(places) if found == mark)
        for kind, mark in MARKS.items()
    }
    board = Hexes(len(rows[0]), len(rows), **terrain)
    return board, {mark: hex_ for hex_, mark in enumerate(places) if mark.isalpha()}


def place(board: Hexes, column: int, row: int) -> int:
    """The hex at a place that is known to be on the board."""
    hex_ = board.at(column, row)
    assert hex_ is not None
    return hex_


def cube(board: Hexes, hex_: int) -> tuple[int, int, int]:
    """The place of a hex on three axes that add up to nothing."""
    row, column = divmod(hex_, board.width)
    east = column - (row - row % 2) // 2
    return east, -east - row, row


def steps_apart(board: Hexes, one: int, other: int) -> int:
    """Distance as cube coordinates tell it: half the sum of the differences."""
    pairs = zip(cube(board, one), cube(board, other), strict=True)
    return sum(abs(here - there) for here, there in pairs) // 2


BOARDS = (Hexes(7, 5), Hexes(6, 6), Hexes(1, 6), Hexes(6, 1), Hexes(4, 4, missing=0b1000_0110_0000_0001))


def test_names_go_both_ways() -> None:
    """Letters from the west and numbers from the north, as for squares; the name leads back."""
    board = Hexes(60, 12)
    assert board.name(place(board, 7, 4)) == "H5"
    assert board.name(place(board, 27, 11)) == "AB12"
    assert all(board.hex(board.name(hex_)) == hex_ for hex_ in range(60 * 12))


@pytest.mark.parametrize("name", ["", "A", "1", "A0", "a1", "A4", "E1", "AA1", "A1 ", "B2"])
def test_what_names_no_hex(name: str) -> None:
    """Other spellings, places off the board, and a hex that is missing: there is no such hex."""
    assert Hexes(4, 3, missing=1 << 5).hex(name) is None


def test_terrain_lies_on_the_board() -> None:
    """A bit past the last hex, or a board of no hex, is a fault of the caller."""
    assert Hexes(2, 2, blocking=0b1111, difficult=0b1000).is_blocking(3)
    for terrain in ({"blocking": 0b10000}, {"difficult": -1}, {"missing": 0b10000}):
        with pytest.raises(ValueError, match="outside"):
            Hexes(2, 2, **terrain)
    with pytest.raises(ValueError, match="0 by 2"):
        Hexes(0, 2)


def test_a_missing_hex_is_no_part_of_the_board() -> None:
    """It has no place, is no neighbour, and lies in no range."""
    board, letters = drawn("""
        . _ .
         A . .
        . . .
    """)
    assert board.at(1, 0) is None
    assert board.neighbours(letters["A"]) == (4, 7, 6, 0)
    assert board.bits == 0b111_111_101
    assert within(board, letters["A"], 9) == board.bits
    assert ring(board, 1, 0) == 0


def test_neighbours_as_drawn() -> None:
    """The letters in the order of directions, around a hex of an odd row and one of an even row."""
    odd, letters = drawn("""
        . . E F
         . D X A
        . . C B
    """)
    assert odd.neighbours(letters["X"]) == tuple(letters[letter] for letter in "ABCDEF")
    even, letters = drawn("""
        . . . .
         . E F .
        . D X A
         . C B .
    """)
    assert even.neighbours(letters["X"]) == tuple(letters[letter] for letter in "ABCDEF")


@pytest.mark.parametrize("board", BOARDS)
def test_neighbours_are_one_step_away(board: Hexes) -> None:
    """Exactly the hexes at distance 1, no step around the edge, and back by the opposite direction."""
    for hex_ in hexes_in(board.bits):
        beside = board.neighbours(hex_)
        assert bits_of(beside) == ring(board, hex_, 1) == around(board, 1 << hex_)
        for direction in range(6):
            other = board.neighbour(hex_, direction)
            if other is not None:
                assert board.neighbour(other, (direction + 3) % 6) == hex_


def test_the_names_of_directions() -> None:
    """A direction's name says where its step goes, as axes tell it."""
    board = Hexes(5, 5)
    for middle in (place(board, 2, 2), place(board, 2, 1)):
        east, south = board.axial(middle)
        for direction, name in enumerate(DIRECTIONS):
            other = board.neighbour(middle, direction)
            assert other is not None
            other_east, other_south = board.axial(other)
            across, down = other_east - east, other_south - south
            assert ("N" in name, "S" in name) == (down < 0, down > 0)
            assert ("W" in name, "E" in name) == (2 * across + down < 0, 2 * across + down > 0)


@pytest.mark.parametrize("board", BOARDS)
def test_distance_is_that_of_cube_coordinates(board: Hexes) -> None:
    """Between all hexes, both ways; ranges and rings are what the distance says."""
    everything = hexes_in(board.bits)
    for hex_ in everything:
        assert board.axial(hex_) == (cube(board, hex_)[0], cube(board, hex_)[2])
        apart = {other: steps_apart(board, hex_, other) for other in everything}
        assert apart == {other: distance(board, hex_, other) for other in everything}
        for steps in (*range(-1, 10), 1000):
            assert within(board, hex_, steps) == bits_of(other for other in apart if apart[other] <= steps)
            assert ring(board, hex_, steps) == bits_of(other for other in apart if apart[other] == steps)


def test_rings_in_the_open() -> None:
    """Six hexes more with every step."""
    board = Hexes(11, 11)
    assert [ring(board, place(board, 5, 5), steps).bit_count() for steps in range(6)] == [
        1,
        6,
        12,
        18,
        24,
        30,
    ]


def test_around_a_set() -> None:
    """The neighbours of all its hexes together, on boards with holes."""
    rng = random.Random(3)
    for _ in range(500):
        width, height = rng.randint(1, 7), rng.randint(1, 7)
        board = Hexes(
            width, height, missing=rng.getrandbits(width * height) & rng.getrandbits(width * height)
        )
        bits = rng.getrandbits(width * height) & board.bits
        beside = (other for hex_ in hexes_in(bits) for other in board.neighbours(hex_))
        assert around(board, bits) == bits_of(beside)


def test_difficult_ground_costs_two() -> None:
    """To enter it; any other hex costs one."""
    board = Hexes(2, 1, difficult=0b10)
    assert (step_cost(board, 0), step_cost(board, 1)) == (1, 2)


def test_farther_as_drawn() -> None:
    """Three ways on from straight in line with the source, two from elsewhere, all from the source itself."""
    board, letters = drawn("""
        . . . . .
         . . . F .
        . S . X E
         . . . D .
        . A . . .
         B C . . .
    """)
    source = letters["S"]
    assert farther(board, letters["X"], source) == (letters["E"], letters["D"], letters["F"])
    assert farther(board, letters["A"], source) == (letters["C"], letters["B"])
    assert farther(board, source, source) == board.neighbours(source)


def test_farther_ends_with_the_board() -> None:
    """In a corner of the board nothing is farther; terrain is not looked at."""
    board, letters = drawn("""
        S A #
    """)
    assert farther(board, letters["A"], letters["S"]) == (2,)
    assert farther(board, 2, letters["S"]) == ()


@pytest.mark.parametrize("board", BOARDS)
def test_farther_is_one_step_farther(board: Hexes) -> None:
    """From every hex and every source: exactly the neighbours one step farther, in direction order."""
    everything = hexes_in(board.bits)
    for source in everything:
        for hex_ in everything:
            more = ring(board, source, distance(board, hex_, source) + 1)
            assert farther(board, hex_, source) == tuple(
                other for other in board.neighbours(hex_) if more >> other & 1
            )
