"""What is counted of many fights."""

from __future__ import annotations

import pytest

from affray.content import load_scenario
from affray.kernel.errors import Unreadable
from affray.sim.compare import differences, settled, win_figures
from affray.sim.jobs import job_of
from affray.sim.measures import wilson
from affray.sim.rows import Players, needs_ending, play_row
from affray.sim.sample import named_sides, to_plain
from affray.systems import registered, system
from tests.sim.cast import duel, played, row, sample_of
from tests.toy.system import SYSTEM as TOY

FIGHTS = [
    row("A", 3, {"A1": None, "B1": 3}, deeds={"A1": {"hits": 2}}, luck={"A1": 3, "B1": -1}),
    row("A", 5, {"A1": None, "A2": 4, "B1": 5}, deeds={"A1": {"hits": 4}, "B1": {"hits": 1}}),
    row("B", 4, {"A1": 2, "A2": 4, "B1": None}),
    row(None, 9, {"A1": None, "A2": None, "B1": None}),
]


def test_a_sample_counts_wins_lengths_and_who_stood() -> None:
    """Shares are of all fights, and for a unit of those in which it took part."""
    plain = to_plain(sample_of(FIGHTS))
    ants, bees = plain["sides"]["Ants"], plain["sides"]["Bees"]
    assert (ants["wins"], ants["p"], bees["wins"], bees["p"]) == (2, 0.5, 1, 0.25)
    assert (ants["low"], ants["high"]) == pytest.approx((wilson(2, 4).low, wilson(2, 4).high), abs=1e-6)
    assert plain["outcomes"] == {"A win": 2, "B win": 1, "undecided": 1}
    assert plain["rounds"] == {
        "mean": 5.25,
        "p10": 3,
        "p50": 4,
        "p90": 9,
        "counts": {"3": 1, "4": 1, "5": 1, "9": 1},
    }
    assert plain["inputs"] == {"mean": 52.5, "p10": 30, "p50": 40, "p90": 90}
    one, two = plain["units"]["A1"], plain["units"]["A2"]
    assert (one["fights"], one["survival"], one["falls"]["mean"]) == (4, 0.75, 2)
    assert (two["fights"], two["survival"]) == (3, 0.333333)
    assert plain["units"]["B1"]["falls"] == {"mean": 4, "p10": 3, "p50": 3, "p90": 5}


def test_deeds_and_luck_are_means_over_all_fights() -> None:
    """A fight in which somebody did nothing counts as well. Luck is in whole points again."""
    plain = to_plain(sample_of(FIGHTS))
    assert plain["units"]["A1"]["deeds"]["hits"]["mean"] == 1.5
    assert plain["units"]["B1"]["deeds"]["hits"]["mean"] == 0.25
    assert plain["units"]["A1"]["luck"]["mean"] == 0.375
    assert plain["units"]["A2"]["luck"]["mean"] == 0
    assert plain["units"]["A2"]["deeds"] == {}


def test_a_fight_without_rounds_is_measured_in_inputs() -> None:
    """The rounds are null, and nothing is said of luck where none is counted."""
    sample = sample_of([row("A", None, {"A1": None, "B1": 12})])
    plain = to_plain(sample)
    assert (plain["rounds"], sample.lengths) == (None, [30])
    assert "luck" not in plain["units"]["A1"]


def test_sides_of_the_same_name_are_told_apart() -> None:
    """A document has one entry for each."""
    sample = sample_of(FIGHTS)
    sample.sides = {"A": "Ants", "B": "Ants"}
    assert named_sides(sample) == {"A": "Ants (A)", "B": "Ants (B)"}


def test_a_comparison_goes_fight_by_fight() -> None:
    """Win rates, length and survival; a unit that one of them has not is left out, also in single fights."""
    other = [
        row("A", 4, {"A1": None, "B1": 3}),
        row("A", 6, {"A1": None, "B1": 5}),
        row("A", 5, {"A1": 3, "A2": None, "B1": 2}),
        row("A", 10, {"A1": None, "A2": None, "B1": 9}),
    ]
    found = {(one.kind, one.id): one for one in differences(sample_of(FIGHTS), sample_of(other))}
    assert found["wins", "A"].interval.value == 0.5
    assert found["wins", "B"].interval.value == -0.25
    length = found["length", "rounds"]
    assert (length.interval.value, length.interval.low, length.interval.high, length.real) == (1, 1, 1, True)
    assert (found["survival", "A2"].first, found["survival", "A2"].second) == (0.5, 1.0)
    assert (found["survival", "B1"].first, found["survival", "B1"].second) == (0.5, 0.0)


def test_the_same_thing_twice_differs_in_nothing() -> None:
    """No difference is real, and every one is 0."""
    sample = sample_of(FIGHTS * 20)
    found = differences(sample, sample_of(FIGHTS * 20))
    assert {difference.interval.value for difference in found} == {0}
    assert not any(difference.real for difference in found)


def test_what_is_real_hangs_on_how_much_is_looked_at() -> None:
    """A clear difference is real, and one that 95 % just let pass is not, among several others."""
    clear = differences(
        sample_of([row("B", 3, {"A1": 1, "B1": None})] * 50),
        sample_of([row("A", 3, {"A1": None, "B1": 1})] * 50),
    )
    assert {one.id for one in clear if one.real} == {"A", "B", "A1", "B1"}
    both, gained, lost = (row(winner, 3, {"A1": None}) for winner in ("A", "B", "A"))
    figures = win_figures(
        sample_of([both] * 36 + [gained] * 12 + [lost] * 4), sample_of([both] * 48 + [gained] * 4)
    )
    (alone, _), (among_ten, _) = settled(figures, 1), settled(figures, 10)
    assert alone.interval == among_ten.interval
    assert (alone.real, among_ten.real) == (True, False)


@pytest.mark.parametrize("id_", registered())
def test_every_system_tells_who_won(id_: str) -> None:
    """Of the fights played here somebody wins most, and whoever fell is not standing."""
    name = {
        "d20plus": "ropewalk-duel",
        "pace": "toll-bridge",
        "cantor": "pipe-bridge",
        "sunder": "night-barge",
    }
    loaded = load_scenario(name[id_])
    assert needs_ending(system(id_)) is loaded.system
    rows = [play_row(loaded, Players(), f"{number}") for number in range(3)]
    for one in rows:
        sides = {unit.side for unit in one.units.values()}
        assert one.winner in sides
        assert any(unit.fell is None for unit in one.units.values())
        longest = one.inputs if one.rounds is None else one.rounds
        assert all(unit.fell is None or 0 <= unit.fell <= longest for unit in one.units.values())
        assert one.deeds
        assert bool(one.luck) == getattr(loaded.system, "tells_luck", True)


def test_who_comes_later_takes_part_from_then_on() -> None:
    """In the fight with Old Number Nine some join in the third round, if it goes on that long."""
    loaded = load_scenario("number-nine")
    one = play_row(loaded, Players(sides={"B": "random"}), "late")
    later = [combatant for combatant in loaded.scenario.combatant if combatant.joins > 1]
    assert one.rounds is not None
    due = sum(combatant.joins <= one.rounds for combatant in later)
    assert len(one.units) == len(loaded.scenario.combatant) - len(later) + due


def test_luck_is_how_far_dice_fall_above_their_average() -> None:
    """Over many fights it is next to nothing, and what one has the sum of all dice tells."""
    sample = played(duel(), 60)
    for id_ in ("ileana", "brannoc"):
        luck = sample.luck_of(id_)
        assert luck.low - 5 < 0 < luck.high + 5
    assert any(sums.total for sums in sample.luck.values())


def test_a_system_that_tells_no_winner_is_refused() -> None:
    """With its name, before anything is played."""
    loaded = duel()
    with pytest.raises(Unreadable, match=f"{TOY.title} does not tell who won"):
        job_of(type(loaded)("toy", TOY, loaded.scenario, loaded.packs, loaded.rulings), Players(), "s")
