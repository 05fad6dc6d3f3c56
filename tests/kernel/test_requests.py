"""Cuts, pools, pending requests: what a rule tells apart, and what an answer has to be."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray.kernel.encounter import Encounter
from affray.kernel.errors import Refused, Unreadable
from affray.kernel.pending import Pending, carry_over, resolve
from affray.kernel.requests import (
    EACH,
    GM,
    Choose,
    Contest,
    Cuts,
    Dice,
    Option,
    Pool,
    Roll,
    Ruling,
    Window,
    option_by_id,
    pool_of,
    question_of,
    seat_of,
)

YES, NO = Option("yes", "yes"), Option("no", "no")


def choose(seat: str = "ada", default: str | None = "no") -> Choose:
    return Choose(seat, "question", (YES, NO), "T1.1", (), default)


def roll(*sides: int) -> Roll:
    return Roll(Pool("ada", tuple(Dice(side) for side in sides)), EACH, "roll", "T1.1")


cuts = st.builds(
    Cuts,
    at=st.lists(st.integers(-30, 30), max_size=4, unique=True).map(lambda values: tuple(sorted(values))),
    every=st.one_of(st.none(), st.integers(1, 12)),
    start=st.integers(-20, 20),
    each=st.booleans(),
)
values = st.integers(-60, 60)


def cut_between(cut: Cuts, low: int, high: int) -> bool:
    """Whether a cut lies above `low` and not above `high`, found the long way."""
    if cut.each:
        return low != high
    points = set(cut.at)
    if cut.every is not None:
        points |= set(range(cut.start, 100, cut.every))
    return any(low < point <= high for point in points)


@given(cut=cuts, value=values)
def test_a_band_is_its_own_band(cut: Cuts, value: int) -> None:
    """The value that stands for a band lies in it."""
    assert cut.band(cut.band(value)) == cut.band(value)


@given(cut=cuts, pair=st.tuples(values, values).map(sorted))
def test_bands_rise_with_values(cut: Cuts, pair: list[int]) -> None:
    """A higher value never lies in a lower band."""
    assert cut.band(pair[0]) <= cut.band(pair[1])


@given(cut=cuts, pair=st.tuples(values, values).map(sorted))
def test_bands_differ_exactly_at_cuts(cut: Cuts, pair: list[int]) -> None:
    """Two values share a band if and only if no cut separates them."""
    assert (cut.band(pair[0]) == cut.band(pair[1])) == (not cut_between(cut, *pair))


@given(cut=cuts, value=values)
def test_no_cut_separates_a_value_from_its_band(cut: Cuts, value: int) -> None:
    """A rule that looks at the cuts alone cannot tell a value from the one that stands for it."""
    band = cut.band(value)
    assert not cut_between(cut, *sorted((band, value)))


@pytest.mark.parametrize(
    ("cut", "value", "band"),
    [
        (Cuts(), 12, 0),
        (EACH, -3, -3),
        (Cuts(at=(15, 25)), 14, 14),
        (Cuts(at=(15, 25)), 3, 14),
        (Cuts(at=(15, 25)), 15, 15),
        (Cuts(at=(15, 25)), 99, 25),
        (Cuts(at=(-9, 0), every=10), -10, -10),
        (Cuts(at=(-9, 0), every=10), -40, -10),
        (Cuts(at=(-9, 0), every=10), -9, -9),
        (Cuts(at=(-9, 0), every=10), 9, 0),
        (Cuts(at=(-9, 0), every=10), 39, 30),
        (Cuts(every=8, start=-4), -5, -5),
        (Cuts(every=8, start=-4), 3, -4),
        (Cuts(every=8, start=-4), 4, 4),
        (Cuts(at=(7,), every=5, start=5), 8, 7),
    ],
)
def test_bands_worked_by_hand(cut: Cuts, value: int, band: int) -> None:
    """The lowest value of the band; one below the first cut for the lowest band."""
    assert cut.band(value) == band


def test_a_pool_adds_its_groups() -> None:
    """Kept dice, negative dice and faces that count otherwise, in the order of `sides`."""
    pool = Pool(
        "ada",
        (
            Dice(20, values=(*range(1, 20), 30)),
            Dice(6, 2, "highest"),
            Dice(6, 2, "lowest", sign=-1),
            Dice(4, 3),
            Dice(8, 0, "highest"),
        ),
        bonus=5,
    )
    assert pool.sides == (20, 6, 6, 6, 6, 4, 4, 4)
    assert pool.total((20, 2, 5, 3, 6, 1, 2, 4)) == 30 + 5 - 3 + 7 + 5


def test_parts_of_a_request() -> None:
    """Who answers which part, and whether it is dice or a question."""
    window = Window((choose("ada"), choose("bo")), "all", "T1.1")
    contest = Contest((Pool("ada", (Dice(6),)), Pool("bo", (Dice(8),))), EACH, "contest", "T1.1")
    ruling = Ruling("light", (YES, NO), "T1.1", "no")

    assert [request.parts for request in (window, contest, ruling, choose(), roll(6))] == [2, 2, 1, 1, 1]
    assert [seat_of(window, 1), seat_of(contest, 1), seat_of(ruling, 0)] == ["bo", "bo", GM]
    assert pool_of(window, 0) is None
    assert question_of(contest, 0) is None
    assert question_of(window, 1) == choose("bo")
    assert option_by_id(choose(), "yes") is YES
    assert option_by_id(choose(), "maybe") is None


@pytest.mark.parametrize(
    "value", [(), (1,), (1, 2, 3), (0, 1), (7, 1), (1, 9), (-1, 1), (True, 1), (1.0, 1), "6"]
)
def test_faces_that_cannot_be_are_unreadable(value: object) -> None:
    """Too few, too many, out of range, no whole number, or no faces at all."""
    with pytest.raises(Unreadable):
        Pending(roll(6, 8), 0).check(0, value)  # type: ignore[arg-type]


def test_a_fault_names_the_die() -> None:
    """Every bad face is named with its place and limit, so that all can be mended at once."""
    with pytest.raises(Unreadable) as unreadable:
        Pending(roll(6, 8), 0).check(0, (7, 9))
    assert unreadable.value.faults == ("die 1: a d6 shows 1 to 6, not 7", "die 2: a d8 shows 1 to 8, not 9")


def test_faces_that_can_be_pass() -> None:
    """The lowest and the highest face of every die."""
    Pending(roll(6, 8), 0).check(0, (1, 8))
    Pending(roll(), 0).check(0, ())


@pytest.mark.parametrize(("value", "error"), [((1,), Unreadable), ("maybe", Refused), ("", Refused)])
def test_options_that_are_not_offered(value: object, error: type[Exception]) -> None:
    """Faces for a question cannot be read; an option that is not on offer is refused."""
    with pytest.raises(error):
        Pending(choose(), 0).check(0, value)  # type: ignore[arg-type]


def test_a_window_for_all_closes_with_the_last_answer() -> None:
    """Also when every answer is the default."""
    pending = Pending(Window((choose("ada"), choose("bo")), "all", "T1.1"), 0)
    pending.values[1] = "yes"
    assert not pending.closed()
    assert pending.open_parts() == [0]
    pending.values[0] = "no"
    assert pending.closed()
    assert pending.result() == (NO, YES)


def test_a_window_for_the_first_closes_at_once() -> None:
    """The first answer that is not the default closes it; all defaults close it too."""
    pending = Pending(Window((choose("ada"), choose("bo")), "first", "T1.1"), 0)
    pending.values[1] = "no"
    assert not pending.closed()
    pending.values[0] = "no"
    assert pending.closed()
    pending.values = ["yes", None]
    assert pending.closed()
    assert pending.result() == (YES, None)


def test_stamps_name_the_request_and_where_it_was_asked() -> None:
    """The same question asked later, or another question asked at the same place, has another stamp."""
    stamps = {
        Pending(choose(), 0).stamp,
        Pending(choose(), 1).stamp,
        Pending(choose("bo"), 0).stamp,
        Pending(choose(default=None), 0).stamp,
    }
    assert len(stamps) == 4
    assert Pending(choose(), 3).stamp == Pending(choose(), 3).stamp


def test_stamps_cannot_be_guessed_without_the_key() -> None:
    """Who could guess a request may not learn from its stamp that the guess was right."""
    assert Pending(choose(), 0, b"one key").stamp != Pending(choose(), 0, b"another").stamp
    assert Pending(choose(), 0, b"one key").stamp == Pending(choose(), 0, b"one key").stamp


def test_rolls_resolve_to_totals() -> None:
    """Faces, totals and margins as the rule gets them."""
    contest = Contest((Pool("ada", (Dice(6),), 2), Pool("bo", (Dice(8),))), EACH, "contest", "T1.1")
    contested = resolve(contest, [(4,), (8,)], [True, False])
    assert (contested.first.total, contested.second.total, contested.margin) == (6, 8, -2)
    assert (contested.first.typed, contested.second.typed) == (True, False)
    assert resolve(roll(6, 6), [(1, 2)], [False]).total == 3
    assert resolve(choose(), ["yes"], [False]) is YES


def test_carrying_over_needs_the_same_question() -> None:
    """A changed question is asked again; unchanged ones keep their answers wherever they now stand."""
    earlier = Pending(Window((choose("ada"), choose("bo"), choose("cy")), "all", "T1.1"), 0)
    earlier.values = ["yes", "no", None]
    later = Pending(Window((choose("bo"), choose("ada", default=None), choose("cy")), "all", "T1.1"), 1)

    carry_over(earlier, later)

    assert later.values == ["no", None, None]


def test_carrying_over_keeps_faces_of_the_same_dice() -> None:
    """A changed bonus keeps the faces; other dice, or another kind of request, do not."""
    first = Contest((Pool("ada", (Dice(6),), 2), Pool("bo", (Dice(8),))), EACH, "contest", "T1.1")
    earlier = Pending(first, 0)
    earlier.values, earlier.typed = [(5,), None], [True, False]
    weaker = Contest((Pool("ada", (Dice(6),), 1), Pool("bo", (Dice(8),))), EACH, "contest", "T1.1")
    larger = Contest((Pool("ada", (Dice(8),), 2), Pool("bo", (Dice(8),))), EACH, "contest", "T1.1")

    results = []
    for request in (weaker, larger, roll(6), choose()):
        later = Pending(request, 1)
        carry_over(earlier, later)
        results.append((later.values[0], later.typed[0]))

    assert results == [((5,), True), (None, False), (None, False), (None, False)]


def test_questions_with_one_answer_are_not_asked() -> None:
    """A single option is taken, unless it is to be asked always; none at all is a mistake of the rule."""
    encounter: Encounter[None, None, None] = Encounter(None, None, None)
    for options, expected in (((YES,), YES),):
        with pytest.raises(StopIteration) as ended:
            next(encounter.choose("ada", "question", options, "T1.1"))
        assert ended.value.value is expected
    asked = next(encounter.choose("ada", "question", (YES,), "T1.1", always=True))
    assert (asked.seat, asked.options) == ("ada", (YES,))
    with pytest.raises(ValueError, match="no answer"):
        next(encounter.choose("ada", "question", (), "T1.1"))


def test_windows_without_anybody_are_not_asked() -> None:
    """Nobody to ask: nothing for all, nobody for the first."""
    encounter: Encounter[None, None, None] = Encounter(None, None, None)
    for procedure, expected in ((encounter.together((), "T1.1"), ()), (encounter.window((), "T1.1"), None)):
        with pytest.raises(StopIteration) as ended:
            next(procedure)
        assert ended.value.value == expected
