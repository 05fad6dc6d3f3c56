"""What can be reached over hexes: bit boards against plain searches."""

from __future__ import annotations

import random
from heapq import heappop, heappush

import pytest

from affray.board.hex_reach import Way, flood, reach
from affray.board.hexes import Hexes, distance, step_cost
from affray.board.squares import bits_of
from affray.board.squares import squares_in as hexes_in
from tests.board.test_hexes import drawn

BOARDS = 10_000
AXIAL_STEPS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


def random_bits(rng: random.Random, count: int, share: float) -> int:
    """About this share of the hexes."""
    return bits_of(hex_ for hex_ in range(count) if rng.random() < share)


def random_board(rng: random.Random) -> Hexes:
    """A board with more or less terrain, also none; its last hex is never missing."""
    width, height = rng.randint(2, 8), rng.randint(2, 8)
    count = width * height
    return Hexes(
        width,
        height,
        random_bits(rng, count, rng.choice((0, 0.1, 0.3))),
        random_bits(rng, count, rng.choice((0, 0.2, 0.5))),
        random_bits(rng, count - 1, rng.choice((0, 0.1))),
    )


def searched(board: Hexes, start: int, steps: int, barred: int) -> dict[int, int]:
    """The least cost of each hex that can be entered, by Dijkstra's search over axial places."""
    places = {board.axial(hex_): hex_ for hex_ in range(board.width * board.height)}
    closed = board.blocking | board.missing | barred
    waiting = [(0, board.axial(start))]
    best: dict[int, int] = {}
    while waiting:
        cost, (east, south) = heappop(waiting)
        hex_ = places[east, south]
        if hex_ in best:
            continue
        best[hex_] = cost
        for across, down in AXIAL_STEPS:
            there = (east + across, south + down)
            if there in places and not closed >> places[there] & 1:
                dearer = cost + 1 + (board.difficult >> places[there] & 1)
                if dearer <= steps:
                    heappush(waiting, (dearer, there))
    return best


def walked(board: Hexes, start: int, hexes: tuple[int, ...]) -> int:
    """What these hexes cost one after the other, each beside the one before."""
    for hex_, target in zip((start, *hexes), hexes, strict=False):
        assert target in board.neighbours(hex_)
    return sum(step_cost(board, hex_) for hex_ in hexes)


def test_reach_is_what_a_plain_search_finds() -> None:
    """On many boards: the same hexes and costs, without those where one only passes; ways cost what was said.

    With one step at least, the neighbours are added that cost more, and nothing else is.
    """
    rng = random.Random(6)
    for _ in range(BOARDS):
        board = random_board(rng)
        count = board.width * board.height
        start, steps = rng.choice(hexes_in(board.bits)), rng.randint(0, 7)
        barred = random_bits(rng, count, rng.choice((0, 0.15)))
        passable = random_bits(rng, count, rng.choice((0, 0.25)))
        at_least_one = rng.random() < 0.5
        best = searched(board, start, steps, barred)
        if at_least_one:
            best = searched(board, start, 2, barred & ~(1 << start)) | best if steps < 2 else best
            best = {
                hex_: cost
                for hex_, cost in best.items()
                if cost <= steps or distance(board, start, hex_) == 1
            }
        stops = {hex_: cost for hex_, cost in best.items() if hex_ == start or not passable >> hex_ & 1}
        found = reach(board, start, steps, barred, passable, at_least_one)
        assert found.costs == stops
        assert found.bits == bits_of(stops)
        for hex_ in rng.sample(sorted(stops), min(3, len(stops))):
            way = found.way(hex_)
            assert way.cost == stops[hex_] == walked(board, start, way.hexes)
            assert (start, *way.hexes)[-1] == hex_
            assert not bits_of(way.hexes) & (barred | board.blocking | board.missing)


def test_what_is_passable_and_what_is_barred() -> None:
    """One may pass the one and not stop on it; the other is not even passed, nor what is both."""
    board, letters = drawn("""
        # # # #
         S A X .
        # # # #
    """)
    start, passed = letters["S"], 1 << letters["A"]
    assert reach(board, start, 2, 0, passed).costs == {start: 0, letters["X"]: 2}
    assert reach(board, start, 2, 0, passed).way(letters["X"]) == Way(2, (letters["A"], letters["X"]))
    assert reach(board, start, 9, passed, 0).costs == {start: 0}
    assert reach(board, start, 9, passed, passed).costs == {start: 0}
    with pytest.raises(KeyError):
        reach(board, start, 2, 0, passed).way(letters["A"])


def test_one_step_is_always_possible() -> None:
    """A difficult neighbour is reached whatever it costs, even without a step to spend; not where one may not
    stop, and no farther."""
    board, letters = drawn("""
        # # # #
         S ~ . .
        # ~ # #
    """)
    start = letters["S"]
    assert reach(board, start, 1, 0, 0).costs == {start: 0}
    for steps in (-1, 0, 1):
        found = reach(board, start, steps, 0, 0, at_least_one=True)
        assert found.costs == {start: 0, 5: 2, 9: 2}
        assert found.way(5) == Way(2, (5,))
        assert found.bits == 1 << start | 1 << 5 | 1 << 9
    assert reach(board, start, 1, 0, 1 << 5, at_least_one=True).costs == {start: 0, 9: 2}
    assert reach(board, start, 1, 1 << 9, 1 << 5, at_least_one=True).costs == {start: 0}
    assert reach(board, start, 3, 0, 0, at_least_one=True).costs == reach(board, start, 3, 0, 0).costs


def test_ways_are_fixed() -> None:
    """Among equal ways the last step is the one of the first direction."""
    board, letters = drawn("""
        S . .
         . B .
    """)
    assert reach(board, letters["S"], 3, 0, 0).way(letters["B"]) == Way(2, (3, 4))
    assert reach(board, letters["S"], 3, 0, 0).way(letters["S"]) == Way(0, ())


def test_a_flood_counts_steps() -> None:
    """Layer by layer from the nearest source, around what is barred; difficult ground counts one."""
    board, letters = drawn("""
        S ~ # . T
         . # . . .
        . _ . B .
    """)
    layers = flood(board, 1 << letters["S"] | 1 << letters["T"], 1 << letters["B"])
    assert [hexes_in(layer) for layer in layers] == [(0, 4), (1, 3, 5, 8, 9), (7, 10, 14), (12,)]
    assert flood(board, 0, 0) == []


def test_a_flood_in_the_open_is_the_distance() -> None:
    """On an empty board the layers are rings."""
    board = Hexes(9, 8)
    layers = flood(board, 1 << 40, 0)
    for steps, layer in enumerate(layers):
        assert all(distance(board, 40, hex_) == steps for hex_ in hexes_in(layer))
    assert sum(layers) == board.bits
