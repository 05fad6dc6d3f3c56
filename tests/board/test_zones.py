"""The board of zones: what holds of steps and neighbours on any board at all."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray.board.zones import Zones, zones_of


@st.composite
def boards(draw: st.DrawFn) -> Zones:
    """A board of up to eight zones with any passages between different ones, some of them named twice."""
    ids = [f"zone-{number}" for number in range(draw(st.integers(1, 8)))]
    pairs = [(one, other) for one in ids for other in ids if one != other]
    passages = draw(st.lists(st.sampled_from(pairs), max_size=12)) if pairs else []
    return zones_of(ids, passages)


@given(boards())
def test_steps_are_the_same_both_ways(board: Zones) -> None:
    """Passages go both ways, so steps do; and none are needed within a zone alone."""
    for one in board.ids:
        for other in board.ids:
            steps = board.steps(one, other)
            assert steps == board.steps(other, one)
            assert (steps == 0) == (one == other)


@given(boards())
def test_no_detour_is_shorter(board: Zones) -> None:
    """Over a third zone it is never nearer, and where both halves have a way the whole has one."""
    for one in board.ids:
        for other in board.ids:
            for third in board.ids:
                first, second = board.steps(one, third), board.steps(third, other)
                if first is not None and second is not None:
                    direct = board.steps(one, other)
                    assert direct is not None
                    assert direct <= first + second


@given(boards())
def test_a_passage_is_one_step_and_every_single_step_a_passage(board: Zones) -> None:
    """Neighbours are what passages join, in the order of the board."""
    joined = {frozenset(passage) for passage in board.passages}
    for one in board.ids:
        beside = tuple(other for other in board.ids if frozenset((one, other)) in joined)
        assert board.neighbours(one) == beside
        assert all(board.steps(one, other) == 1 for other in beside)


@given(boards())
def test_every_way_goes_over_neighbours(board: Zones) -> None:
    """A zone some steps away has a neighbour that is one step nearer."""
    for one in board.ids:
        for other in board.ids:
            steps = board.steps(one, other)
            if steps:
                assert steps - 1 in [board.steps(near, other) for near in board.neighbours(one)]


def test_a_small_board() -> None:
    """A way of three zones, and one that nothing leads to."""
    board = zones_of(("yard", "gate", "road", "isle"), (("yard", "gate"), ("road", "gate")))
    assert board.steps("yard", "road") == 2
    assert board.steps("yard", "isle") is None
    assert board.neighbours("gate") == ("yard", "road")
    assert board.neighbours("isle") == ()


def test_a_passage_leads_to_zones_of_the_board() -> None:
    """Anything else is a fault of the caller."""
    with pytest.raises(KeyError):
        zones_of(("yard",), (("yard", "nowhere"),))
