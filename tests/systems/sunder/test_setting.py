"""Distances and what they are called (S11)."""

from __future__ import annotations

import pytest

from affray.systems.sunder.names import BANDS
from affray.systems.sunder.scenario import Zone
from affray.systems.sunder.setting import band_of, lower, reach_of_move, tiles_between, within
from tests.systems.sunder.table import Table, person, scene


@pytest.mark.clause("S11.1")
@pytest.mark.parametrize(
    ("feet", "band"),
    [
        (5, "Here"),
        (10, "Near"),
        (15, "Close"),
        (30, "Close"),
        (35, "There"),
        (60, "There"),
        (65, "Far"),
        (120, "Far"),
        (125, "Yonder"),
    ],
)
def test_worked_example_42(feet: int, band: str) -> None:
    """In tiles of 5 feet; what lies beyond 120 feet is Yonder."""
    assert band_of(-(-feet // 5)) == band


@pytest.mark.clause("S11.2")
def test_a_named_range_reaches_everything_up_to_its_value() -> None:
    """And Yonder has no end."""
    reached = [[within(tiles, band) for tiles in (1, 2, 6, 12, 24, 25)] for band in BANDS]
    assert [row.count(True) for row in reached] == [1, 2, 3, 4, 5, 6]


@pytest.mark.clause("S11.3")
def test_diagonal_neighbours_are_adjacent() -> None:
    """The larger of both differences; in the same zone one is adjacent too."""
    here = Zone("a", "A", 3, 3)
    places = ((3, 3, 1), (4, 4, 1), (5, 4, 2), (3, 9, 6), (0, 1, 3))
    assert [tiles_between(here, Zone("b", "B", x, y)) for x, y, _ in places] == [one[2] for one in places]


@pytest.mark.clause("S11.4")
def test_ranges_as_movement() -> None:
    """Yonder is 240 feet."""
    assert [reach_of_move(band) for band in BANDS] == [1, 2, 6, 12, 24, 48]
    assert (lower("Near"), lower("Here")) == ("Here", None)


@pytest.mark.clause("S11.3")
def test_a_scene_knows_every_pair_of_zones() -> None:
    """Both ways round."""
    tiles = Table(scene(person("ann"), person("bob", "B"))).scene.book.tiles
    assert (tiles["z0", "z3"], tiles["z3", "z0"], tiles["z1", "z1"]) == (12, 12, 1)
