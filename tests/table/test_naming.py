"""Which seats a word means."""

from __future__ import annotations

import pytest

from affray.kernel.errors import Ambiguous, Refused
from affray.kernel.system import Seat
from affray.table.naming import seats_meant

SEATS = [
    Seat("grusk", "Grusk", "B"),
    Seat("guard", "Harbour guard", "B"),
    Seat("guard-2", "Harbour guard", "A"),
    Seat("maren", "Maren of the Quay", "A"),
]


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("guard", ["guard"]),
        ("A", ["guard-2", "maren"]),
        ("maren of the quay", ["maren"]),
        ("GRUSK", ["grusk"]),
    ],
)
def test_an_id_a_side_or_a_name_is_understood(word: str, meant: list[str]) -> None:
    """An id first, so that it always works; names as people write them."""
    assert seats_meant(SEATS, word) == meant


def test_a_name_that_several_bear_is_asked_back() -> None:
    """Nobody is picked by chance: the message lists the ids that would be exact."""
    with pytest.raises(Ambiguous, match="say which: guard, guard-2") as caught:
        seats_meant(SEATS, "harbour guard")
    assert caught.value.candidates == ("guard", "guard-2")


def test_an_unknown_word_is_refused_with_what_there_is() -> None:
    """A typing mistake shows the way."""
    with pytest.raises(Refused, match="There is: B, A, grusk, guard, guard-2, maren"):
        seats_meant(SEATS, "Gorsk")
