"""Stress that finds no room, Fallout and its menus, Proof and Bane, Resistance spent on a full track."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from affray.kernel.requests import Ruling
from affray.systems.sunder import costs, fallout, price, stress
from affray.systems.sunder import events as e
from affray.systems.sunder.book import Ability, Cost
from affray.systems.sunder.conditions import until_of_fallout
from affray.systems.sunder.fallout import MAJOR_MENU, MINOR_MENU, Coming, Falling
from affray.systems.sunder.names import (
    FAILURE,
    MAJOR,
    MIFF,
    MINOR,
    MIXED,
    NARRATIVE,
    SEVERE,
    SUCCESS,
)
from affray.systems.sunder.rulings import Rulings
from affray.systems.sunder.sources import Called
from affray.systems.sunder.state import SCENE, Scene, Track, Until
from affray.systems.sunder.testing import Result
from tests.systems.sunder.by_hand import scene, told, under_it
from tests.systems.sunder.scripted import act, alone, call, make, might_of, offered, person, requests, run


def coming(amount: int, natures: Sequence[str] = (), source: str = "") -> Coming:
    """Stress for Ann's Might."""
    return Coming("ann", "Might", amount, "damage", source, tuple(natures))


def ranks(made: Scene) -> list[int]:
    """The ranks of Fallout that fell so far."""
    return [one.rank for one in told(made, e.FalloutFell)]


# Overflow


@pytest.mark.clause("S3.4", "S3.7")
@pytest.mark.parametrize(
    ("track", "amount", "rank", "after"),
    [
        (Track(8, 5, 1), 2, None, (7, 1)),
        (Track(8, 5, 1), 3, MAJOR, (0, 1)),
        (Track(8, 5, 3), 1, MINOR, (0, 3)),
        (Track(8, 7, 0), 2, MINOR, (0, 0)),
        (Track(8, 0, 8), 1, MINOR, (0, 8)),
        (Track(8, 7, 0), 5, MAJOR, (0, 0)),
        (Track(8, 7, 0), 6, SEVERE, (0, 0)),
        (Track(8, 0, 0), 8, None, (8, 0)),
        (Track(8, 0, 0), 9, SEVERE, (0, 0)),
        (Track(8, 8, 0), 0, None, (8, 0)),
    ],
)
def test_worked_example_18(track: Track, amount: int, rank: int | None, after: tuple[int, int]) -> None:
    """A full track is none; beyond it nothing of the Stress is kept, and the Resistance stays as it is."""
    made = alone(track)
    answers = {None: (), MINOR: ("gm marks 1",)}.get(rank, ("gm condition Dazed",))
    run(made, fallout.take(made, coming(amount)), *answers)
    assert ranks(made) == ([rank] if rank else [])
    assert might_of(made) == after


@pytest.mark.clause("S3.5", "S3.10")
def test_ranks_by_stress_applied() -> None:
    """1 or 2 Minor, 3 to 5 Major, from 6 Severe."""
    found = [fallout.overflow_rank(amount, 1, "instance") for amount in range(1, 8)]
    assert found == [MINOR, MINOR, MAJOR, MAJOR, MAJOR, SEVERE, SEVERE]
    assert [NARRATIVE, MINOR, MAJOR, SEVERE] == [1, 2, 3, 4]


@pytest.mark.clause("S3.6")
@pytest.mark.parametrize(("size", "rank"), [("instance", SEVERE), ("excess", MINOR)])
def test_fallout_size(size: Any, rank: int) -> None:
    """Of 6 Stress 2 find no room."""
    made = alone(Track(10, 6), Rulings(fallout_size=size))
    falling = fallout.put(made, coming(6))
    assert falling is not None
    assert (falling.rank, falling.applied, falling.excess) == (rank, 6, 2)


@pytest.mark.clause("S3.4")
def test_an_overflow_is_told_with_the_room_there_was() -> None:
    """Before the Fallout."""
    made = alone(Track(8, 5, 1))
    run(made, fallout.take(made, coming(4, source="")), "gm marks 3")
    (overflow,) = told(made, e.Overflowed)
    assert (overflow.amount, overflow.free, overflow.rank) == (4, 2, MAJOR)
    assert told(made, e.StressTaken) == []


# Proof and Bane


@pytest.mark.clause("S3.20", "S3.21")
@pytest.mark.parametrize(
    ("amount", "proof", "bane", "natures", "rank"),
    [
        (6, ("fire",), (), ("fire",), MAJOR),
        (6, (), ("fire",), ("fire",), SEVERE),
        (3, (), ("fire",), ("fire",), SEVERE),
        (6, ("fire",), (), ("iron",), SEVERE),
        (3, (), ("fire",), ("fire", "iron"), SEVERE),
        (1, ("fire",), (), ("fire",), NARRATIVE),
        (1, ("fire", "iron"), (), ("fire", "iron"), NARRATIVE),
        (3, ("fire",), ("iron",), ("fire", "iron"), MAJOR),
        (3, ("fire",), ("fire",), (), MAJOR),
    ],
)
def test_proof_and_bane(
    amount: int, proof: tuple[str, ...], bane: tuple[str, ...], natures: tuple[str, ...], rank: int
) -> None:
    """One rank down or up, from Narrative to Severe, whatever the number of natures."""
    made = alone(Track(8, 8), proof=proof, bane=bane)
    falling = fallout.put(made, coming(amount, natures))
    assert falling is not None
    assert falling.rank == rank
    assert all(one.was != one.now for one in told(made, e.RankChanged))


@pytest.mark.clause("S3.20")
def test_proof_and_bane_by_traits() -> None:
    """As by the sheet."""
    made = alone(Track(8, 8), abilities=("scales", "wick"))
    made.book.abilities["scales"] = Ability("scales", "Scales", "trait", proof=("iron",))
    made.book.abilities["wick"] = Ability("wick", "Wick", "trait", bane=("fire",))
    assert fallout.proofs(made, made.state.creatures["ann"]) == ({"iron"}, {"fire"})
    assert [fallout.with_proof(made, "ann", MAJOR, (nature,)) for nature in ("iron", "fire", "salt")] == [
        MINOR,
        SEVERE,
        MAJOR,
    ]


@pytest.mark.clause("S3.21", "S3.16")
def test_worked_example_20() -> None:
    """Lowered to Narrative: the track is reset all the same, without Mark or Condition; nobody is asked."""
    made = alone(Track(8, 5, 3), proof=("fire",))
    run(made, fallout.take(made, coming(1, ("fire",))))
    ann = made.state.creatures["ann"]
    assert (might_of(made), ann.marks, ann.conditions) == ((0, 3), 0, [])
    assert [(one.rank, one.entry) for one in told(made, e.FalloutFell)] == [(NARRATIVE, "nothing")]


# Menus


def falling(rank: int, cause: Any = "overflow", applied: int = 0, source: str = "") -> Falling:
    """Fallout of Ann's on Might."""
    return Falling("ann", "Might", rank, cause, applied, source=source)


@pytest.mark.clause("S3.11", "S3.17")
@pytest.mark.parametrize(
    ("rank", "cause", "applied", "expected"),
    [
        (MINOR, "overflow", 2, [("marks", (1,)), *((name, 0) for name in MINOR_MENU)]),
        (
            MAJOR,
            "overflow",
            4,
            [
                ("marks", (3,)),
                *((name, 1) for name in MINOR_MENU),
                *((name, 0) for name in MAJOR_MENU),
                ("equipment", ("sword",)),
                ("equipment", ("plate",)),
            ],
        ),
        (SEVERE, "overflow", 7, [("marks", (7,)), *((name, 3) for name in MAJOR_MENU)]),
        (SEVERE, "Test", 0, [(name, 3) for name in MAJOR_MENU]),
        (SEVERE, "Resistance", 0, [(name, 3) for name in MAJOR_MENU]),
        (NARRATIVE, "Test", 0, [("nothing", ())]),
    ],
)
def test_menus(rank: int, cause: str, applied: int, expected: list[Any]) -> None:
    """One entry each: a Condition with so many Marks, Marks alone, or what one carries."""
    made = alone(Track(8, 8), weapons=("sword", "dagger"), armor=("plate",))
    made.state.creatures["ann"].hands = ["sword"]
    found = [
        (one.args[0], one.args[2]) if one.kind == "condition" else (one.kind, one.args)
        for one in fallout.menu(made, falling(rank, cause, applied))
    ]
    assert found == expected


@pytest.mark.clause("S3.11")
def test_a_condition_about_a_potential_is_about_the_one_that_overflowed() -> None:
    """Muddled, Vulnerable and Bleeding."""
    made = alone(Track(8, 8))
    found = {
        one.args[0]: one.args[1] for one in fallout.menu(made, falling(MAJOR)) if one.kind == "condition"
    }
    assert {name for name, potential in found.items() if potential == "Might"} == {
        "Muddled",
        "Vulnerable",
        "Bleeding",
    }


@pytest.mark.clause("S3.11")
@pytest.mark.parametrize(
    ("rank", "applied", "picks", "marks", "condition"),
    [
        (MINOR, 2, "marks 1", 1, None),
        (MINOR, 2, "condition Afraid", 0, ("Afraid", "")),
        (MAJOR, 4, "marks 3", 3, None),
        (MAJOR, 4, "condition Vulnerable", 1, ("Vulnerable", "Might")),
        (MAJOR, 4, "condition Slowed", 0, ("Slowed", "")),
        (SEVERE, 7, "marks 7", 7, None),
        (SEVERE, 7, "condition Cursed", 3, ("Cursed", "")),
    ],
)
def test_what_is_picked_happens_and_the_track_is_reset(
    rank: int, applied: int, picks: str, marks: int, condition: tuple[str, str] | None
) -> None:
    """The Marks and the Condition; the Stress becomes 0."""
    made = alone(Track(10, 7, 2))
    ann = made.state.creatures["ann"]
    ann.pool = 9
    run(made, fallout.fall(made, falling(rank, applied=applied)), f"gm {picks}")
    assert (might_of(made), ann.marks) == ((0, 2), marks)
    assert [(one.name, one.potential) for one in ann.conditions] == ([condition] if condition else [])


@pytest.mark.clause("S3.11")
def test_equipment_fallout_from_the_menu() -> None:
    """A weapon is riskier from then on."""
    made = alone(Track(8, 8), weapons=("sword",))
    ann = made.state.creatures["ann"]
    ann.hands = ["sword"]
    run(made, fallout.fall(made, falling(MAJOR, applied=3)), "gm equipment sword")
    assert (ann.worn, ann.marks, might_of(made)) == ({"sword": 1}, 0, (0, 0))


@pytest.mark.clause("S3.11", "S3.12")
@pytest.mark.parametrize(
    ("rank", "cause", "applied", "default"),
    [
        (MINOR, "overflow", 2, "marks 1"),
        (MAJOR, "overflow", 4, "marks 3"),
        (SEVERE, "overflow", 8, "marks 8"),
        (MINOR, "Test", 0, "condition Muddled"),
        (MAJOR, "Test", 0, "condition Muddled"),
        (SEVERE, "Test", 0, "condition Dazed"),
        (SEVERE, "Resistance", 0, "condition Dazed"),
    ],
)
def test_what_happens_unless_the_gm_picks(rank: int, cause: str, applied: int, default: str) -> None:
    """Marks for an overflow, a Condition first for a Test of one's own."""
    made = alone(Track(10, 7))
    (request,) = requests(made, fallout.fall(made, falling(rank, cause, applied)), f"gm {default}")
    assert isinstance(request, Ruling)
    assert (request.default, request.args) == (default, ("ann", "Might", rank, cause))
    assert default in offered(request)
    assert (
        made.state.creatures["ann"].marks
        == {
            "marks 1": 1,
            "marks 3": 3,
            "marks 8": 3,
            "condition Dazed": 3,
            "condition Muddled": int(rank == MAJOR),
        }[default]
    )


@pytest.mark.clause("S3.11")
def test_fallout_by_the_gm() -> None:
    """Of any rank, on any track."""
    made = alone(Track(10, 7))
    act(made, "fallout", {"creature": "ann", "potential": "Might", "rank": "Major"}, "gm marks 3")
    assert (might_of(made), made.state.creatures["ann"].marks) == ((0, 0), 3)


# Durations


@pytest.mark.clause("S3.13")
def test_how_long_a_condition_from_fallout_lasts() -> None:
    """To the source's next turn; of an own Test to the end of the own next turn; else for the scene."""
    made = scene(person("ann"), person("bob", "B"))
    made.state.creatures["ann"].turns_begun = 4
    made.state.creatures["bob"].turns_begun = 2
    assert until_of_fallout(made, "ann", "bob", False) == Until("bob", "start", 3)
    assert until_of_fallout(made, "ann", "", True) == Until("ann", "end", 5)
    assert until_of_fallout(made, "ann", "bob", True) == Until("ann", "end", 5)
    assert until_of_fallout(made, "ann", "", False) == SCENE


@pytest.mark.clause("S3.13", "S3.11")
@pytest.mark.parametrize(
    ("cause", "source", "until"),
    [
        ("overflow", "bob", Until("bob", "start", 1)),
        ("overflow", "", SCENE),
        ("Test", "", Until("ann", "end", 1)),
        ("Resistance", "", SCENE),
    ],
)
def test_the_condition_of_a_fallout_lasts_so_long(cause: str, source: str, until: Until) -> None:
    """By its cause."""
    made = scene(person("ann"), person("bob", "B"))
    made.state.creatures["ann"].pool = 9
    run(made, fallout.fall(made, falling(SEVERE, cause, source=source)), "gm condition Slowed")
    assert [one.until for one in made.state.creatures["ann"].conditions] == [until]


# Situational


@pytest.mark.clause("S3.14", "S3.10", "S3.19")
@pytest.mark.parametrize(
    ("level", "expected"),
    [
        (MIXED, [NARRATIVE] * 4),
        (FAILURE, [NARRATIVE, MINOR, MAJOR, SEVERE]),
        (MIFF, [MINOR, MAJOR, SEVERE, SEVERE]),
    ],
)
def test_situational_ranks(level: int, expected: list[int]) -> None:
    """By the net Riskiness; a Miff is one higher, at most Severe."""
    assert [price.situational_rank(level, risk) for risk in range(4)] == expected


def result_of(level: int, risk: int = 0) -> Result:
    """A Test of Ann's Might that came to this."""
    return Result(Called("ann", "Force", "a test"), "Might", level, level, False, risk)


@pytest.mark.clause("S3.14")
@pytest.mark.parametrize(
    ("level", "risk", "answers", "stress", "rank"),
    [
        (MIXED, 3, (), 4, []),
        (FAILURE, 0, (), 4, []),
        (FAILURE, 1, ("gm condition Muddled",), 0, [MINOR]),
        (FAILURE, 2, ("gm condition Muddled",), 0, [MAJOR]),
        (FAILURE, 3, ("gm condition Dazed",), 0, [SEVERE]),
        (MIFF, 0, ("gm marks 1",), 0, [MINOR]),
        (MIFF, 2, ("gm condition Dazed",), 0, [SEVERE]),
    ],
)
def test_worked_example_23(
    level: int, risk: int, answers: tuple[str, ...], stress: int, rank: list[int]
) -> None:
    """From Minor on the tested track is cleared; Narrative leaves it as it is."""
    made = alone(Track(12, 4))
    run(made, price.situational(made, result_of(level, risk)), *answers)
    assert (might_of(made)[0], ranks(made)) == (stress, rank)


@pytest.mark.clause("S3.15", "S3.21")
@pytest.mark.parametrize(
    ("rank", "cause", "stress"),
    [(NARRATIVE, "Test", 4), (MINOR, "Test", 0), (NARRATIVE, "overflow", 0), (SEVERE, "Resistance", 0)],
)
def test_what_clears_the_track(rank: int, cause: str, stress: int) -> None:
    """All Fallout but a Narrative one of an own Test."""
    made = alone(Track(12, 4, 3))
    it = falling(rank, cause)
    fallout.settle(made, it, fallout.menu(made, it)[0])
    assert might_of(made) == (stress, 3)


@pytest.mark.clause("S3.14")
def test_a_disadvantage_makes_a_failure_risky() -> None:
    """Uncertain with one Disadvantage: Minor."""
    made = scene(person("ann", Might=Track(12, 4)), sheets={"ann": {"skills": ("Force",)}})
    result = make(made, call(extra=(("fog", -1, "S1.21"),)), "ann 15")
    assert (result.level, result.risk) == (FAILURE, 1)
    run(made, price.pay(made, result), "gm condition Muddled")
    assert ranks(made) == [MINOR]


@pytest.mark.clause("S3.16", "S3.11")
def test_narrative_fallout_has_no_effect() -> None:
    """Nobody is asked."""
    made = alone(Track(12, 4))
    run(made, fallout.fall(made, falling(NARRATIVE, "Test")))
    assert told(made, e.FalloutFell) == []


# Resistance on a full track


@pytest.mark.clause("S3.17", "S3.18", "S3.19")
def test_worked_example_19() -> None:
    """Severe Fallout, Stress 0, the Resistance is spent, Advantage on the next roll, 1 Beat."""
    made = alone(Track(8, 5, 3))
    ann = made.state.creatures["ann"]
    ann.pool = 6
    run(made, fallout.spend_resistance(made, "ann", "Might", 1, "a Trait", "S7.7"), "gm condition Dazed")
    assert (might_of(made), ann.marks, ann.beats, ranks(made)) == ((0, 4), 3, 1, [SEVERE])
    assert ann.has("Dazed")
    assert [(one.test, one.amount) for one in ann.favours] == [("any", 1)]
    make(made, call(), "ann 5 1")
    assert ann.favours == []


@pytest.mark.clause("S3.18", "S3.17")
@pytest.mark.parametrize(
    ("track", "amount", "answers", "after"),
    [
        (Track(8, 5, 2), 1, (), (5, 3)),
        (Track(8, 0, 7), 1, (), (0, 8)),
        (Track(8, 0, 8), 1, (), (0, 8)),
        (Track(8, 5, 2), 2, ("gm condition Dazed",), (0, 4)),
        (Track(8, 1, 7), 1, ("gm condition Dazed",), (0, 8)),
    ],
)
def test_spending_resistance(
    track: Track, amount: int, answers: tuple[str, ...], after: tuple[int, int]
) -> None:
    """Of a free slot it costs nothing else; there is no more than all of it to spend."""
    made = alone(track)
    run(made, fallout.spend_resistance(made, "ann", "Might", amount, "a Trait", "S7.7"), *answers)
    assert might_of(made) == after
    assert len(ranks(made)) == len(answers)


@pytest.mark.clause("S3.17")
def test_an_adversary_gains_no_beat_for_it() -> None:
    """But for that it pays and gains the same."""
    made = scene(person("bob", "B", Might=Track(8, 5, 3)))
    run(made, fallout.spend_resistance(made, "bob", "Might", 1, "a Trait", "S7.7"), "gm condition Dazed")
    bob = made.state.creatures["bob"]
    assert (bob.beats, len(bob.favours), might_of(made, "bob")) == (0, 1, (0, 4))


@pytest.mark.clause("S3.18")
@pytest.mark.parametrize(("track", "pays"), [(Track(8, 5, 3), True), (Track(8, 0, 8), False)])
def test_a_full_track_can_be_spent_from(track: Track, pays: bool) -> None:
    """Only where all Resistance is spent it cannot."""
    ann = alone(track).state.creatures["ann"]
    assert (costs.why_not_pay(ann, (Cost("resistance", "Might"),)) is None) == pays
    assert costs.why_not_pay(ann, (Cost("stress", "Might"),)) is None


# Stress spent and cleared


@pytest.mark.clause("S3.22")
def test_stress_that_is_spent_can_overflow() -> None:
    """As any other."""
    made = alone(Track(8, 5, 2))
    cost = (Cost("stress", "Might"),)
    run(made, costs.pay(made, "ann", cost, "a card"))
    assert might_of(made) == (6, 2)
    run(made, costs.pay(made, "ann", cost, "a card"), "gm marks 1")
    assert (might_of(made), ranks(made)) == ((0, 2), [MINOR])


@pytest.mark.clause("S3.22", "S3.3")
def test_clearing_and_regaining() -> None:
    """As far as there is any; not while Cursed."""
    made = alone(Track(8, 3, 2))
    assert stress.clear(made, "ann", "Might", 2, "rest", "S3.22") == 2
    assert stress.clear(made, "ann", "Might", 2, "rest", "S3.22") == 1
    assert stress.regain(made, "ann", "Might", 3, "rest", "S3.22") == 2
    assert might_of(made) == (0, 0)
    assert [stress.stress_of(amount) for amount in (0, 1, 5, 6, 7, 20, 21, 25, 26)] == [
        0, 1, 1, 2, 2, 4, 5, 5, 6,
    ]  # fmt: skip
    made = alone(Track(8, 3, 2))
    under_it(made.state.creatures["ann"], "Cursed")
    assert stress.clear(made, "ann", "Might", 2, "rest", "S3.22") == 0
    assert stress.regain(made, "ann", "Might", 2, "rest", "S3.22") == 0
    assert might_of(made) == (3, 2)
    assert len(told(made, e.NothingRegained)) == 2


@pytest.mark.clause("S3.4")
def test_a_success_on_a_full_track_is_minor_fallout() -> None:
    """Its 1 Stress finds no room."""
    made = alone(Track(8, 5, 3))
    result = make(made, call(), "ann 5")
    assert result.level == SUCCESS
    run(made, price.pay(made, result), "gm marks 1")
    assert (might_of(made), ranks(made)) == ((0, 3), [MINOR])
