"""The benchmarks run: their fight loads, their groups are known. What they measure is not asserted."""

from __future__ import annotations

import pytest

from benchmarks.__main__ import GROUPS, main
from benchmarks.boards import LARGE, SMALL, open_board, play
from benchmarks.figures import Figure, fight, long_session, seconds_of


def test_an_unknown_group_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    """A mistyped group is an error that lists those there are."""
    assert main(["fihgts"]) == 2
    said = capsys.readouterr().err
    assert all(name in said for name in GROUPS)


def test_a_long_session_has_exactly_so_many_inputs() -> None:
    """The saved fight that is loaded is as long as the table says."""
    assert len(long_session(fight(), 40).journal) == 40


def test_figures_compare() -> None:
    """A ratio says how many times the base something takes."""
    assert Figure("a", "b", 0.4, "c", 0.1).ratio == pytest.approx(4)
    assert seconds_of(lambda: None, 3) >= 0


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_an_open_board_of_each_size_is_fought_out(size: int) -> None:
    """The same people on both, and an end of it."""
    loaded = open_board(size)
    board = loaded.start().book.board
    assert (board.width, board.height, board.blocking) == (size, size, 0)
    assert [one.sheet for one in loaded.scenario.combatant] == ["ilse", "bram", "kord", "hask"]
    assert play(loaded, "a fight").steps > 10
