"""Every Perk: what the slot of the kept face does, with both sides of every choice."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from affray.kernel.requests import Choose, Roll, Rolled
from affray.systems.sunder import events as e
from affray.systems.sunder import price, testing
from affray.systems.sunder.names import CRIT, FAILURE, MIFF, MIXED, SUCCESS, PerkName
from affray.systems.sunder.perks import further_from_middle, perk_at, resolve
from affray.systems.sunder.sources import Called
from affray.systems.sunder.state import Scene, Track
from affray.systems.sunder.testing import Result
from tests.systems.sunder.by_hand import told, under_it
from tests.systems.sunder.scripted import alone, call, make, might_of, requests, run

ONE_DIE = (("help", 1, "S14.1"),)


def one_die(**how: Any) -> Called:
    """A Test with one Volatility die."""
    return call(extra=ONE_DIE, **how)


def with_perk(perk: str, face: int, track: Track) -> Scene:
    """Ann, whose Might has this Perk there."""
    track.perks[face] = perk
    return alone(track)


def outcome(made: Scene, *answers: str, **how: Any) -> tuple[int, int]:
    """The modifier and the level of a Test with one die."""
    result = make(made, one_die(**how), *answers)
    return told(made, e.TestSettled)[-1].modifier, result.level


def fired(made: Scene) -> list[tuple[str, bool]]:
    """Perks that fired, or that nothing came of, so far."""
    return [(one.perk, one.used) for one in told(made, e.PerkFired)]


# Which fires


@pytest.mark.clause("S2.7", "S2.8", "S2.9")
def test_the_slot_of_the_kept_face() -> None:
    """No other face, and no face without a Perk."""
    track = Track(12, perks={2: "Drive", 3: "Spark"})
    assert [perk_at(track, face) for face in (1, 2, 3, 4)] == ["", "Drive", "Spark", ""]


@pytest.mark.clause("S2.8", "S2.3")
@pytest.mark.parametrize(("dice", "fires"), [("7 5 3 6", True), ("7 3 2 4", False), ("7 4 5 6", False)])
def test_it_reads_the_lowest_where_that_is_kept(dice: str, fires: bool) -> None:
    """Two Disadvantages: three dice."""
    made = with_perk("Refresh", 3, Track(12, 2, die=6))
    fog, mud = ("fog", -1, "S1.21"), ("mud", -1, "S1.21")
    make(made, call(extra=(fog, mud)), f"ann {dice}")
    assert (fired(made) == [("Refresh", True)]) == fires
    assert might_of(made)[0] == (1 if fires else 2)


@pytest.mark.clause("S2.8", "S2.3")
def test_it_reads_the_highest_where_that_is_kept() -> None:
    """A Perk on a die that is not kept is still."""
    made = with_perk("Refresh", 3, Track(12, 2, die=6))
    make(made, call(extra=(*ONE_DIE, ("song", 1, "S1.21"))), "ann 7 3 5")
    assert fired(made) == []


@pytest.mark.clause("S2.9")
@pytest.mark.parametrize(
    ("perk", "answers"), [("Drive", ("ann 7 2", "ann 3")), ("Cleave", ("ann 7 2", "ann 3 3"))]
)
def test_a_face_that_a_perk_rolled_fires_nothing(perk: str, answers: tuple[str, ...]) -> None:
    """Refresh sits on the new face."""
    made = with_perk(perk, 2, Track(12, 1, die=6, perks={3: "Refresh"}))
    make(made, one_die(), *answers)
    assert fired(made) == [(perk, True)]
    assert might_of(made) == (1, 0)


@pytest.mark.clause("S2.10")
@pytest.mark.parametrize("perk", ["Implode", "Refresh", "Spark", "Stabilize", "Reversal", "Fracture"])
def test_what_leaves_no_choice_is_not_asked(perk: str) -> None:
    """Nor is Momentum before there is a price, or Spite without damage, or Tempt beside its face."""
    made = with_perk(perk, 2, Track(12, 3, die=8))
    answers = ("ann 7 2", "ann 1") if perk == "Implode" else ("ann 7 2",)
    asked = requests(made, testing.test(made, one_die()), *answers)
    assert {type(one).__name__ for one in asked} == {"Roll"}


# Optional ones


@pytest.mark.clause("S2.10")
@pytest.mark.parametrize(
    ("dice", "says", "expected"),
    [
        ("7 2", "yes", (0, SUCCESS)),
        ("7 2", "no", (-1, MIXED)),
        ("15 5", "yes", (0, FAILURE)),
        ("15 5", "no", (1, MIXED)),
    ],
)
def test_anchor_point(dice: str, says: str, expected: tuple[int, int]) -> None:
    """The modifier may become 0, be it good or bad."""
    made = alone(Track(12, 3, die=6, perks={2: "Anchor Point", 5: "Anchor Point"}))
    assert outcome(made, f"ann {dice}", f"ann {says}") == expected
    assert fired(made) == [("Anchor Point", says == "yes")]


@pytest.mark.clause("S2.10")
@pytest.mark.parametrize(("says", "expected", "spite"), [("yes", (0, SUCCESS), 2), ("no", (-1, MIXED), 0)])
def test_spite(says: str, expected: tuple[int, int], spite: int) -> None:
    """Its face goes to the damage."""
    made = with_perk("Spite", 2, Track(12, 3, die=6))
    result: Result = make(made, one_die(damages=True), "ann 7 2", f"ann {says}")
    settled = told(made, e.TestSettled)[-1]
    assert (settled.modifier, result.level) == expected
    assert (result.spite, settled.spite) == (spite, spite)


@pytest.mark.clause("S2.10")
def test_spite_without_damage_is_nothing() -> None:
    """And not asked."""
    made = with_perk("Spite", 2, Track(12, 3, die=6))
    assert outcome(made, "ann 7 2") == (-1, MIXED)
    assert fired(made) == [("Spite", False)]


@pytest.mark.clause("S2.10")
@pytest.mark.parametrize(
    ("says", "expected", "after"), [("yes", (1, CRIT), (5, 1)), ("no", (-1, MIXED), (5, 0))]
)
def test_burn(says: str, expected: tuple[int, int], after: tuple[int, int]) -> None:
    """1 Resistance for the maximum, if wished."""
    made = with_perk("Burn", 2, Track(12, 5, 0, 6))
    assert outcome(made, "ann 7 2", f"ann {says}") == expected
    assert might_of(made) == after


@pytest.mark.clause("S2.10", "S3.17")
def test_burn_on_a_full_track() -> None:
    """It is paid for as any Resistance there; the Test goes on with the threshold as rolled."""
    made = with_perk("Burn", 2, Track(12, 9, 3, 6))
    assert outcome(made, "ann 7 2", "ann yes", "gm condition Dazed") == (1, CRIT)
    assert (might_of(made), made.state.creatures["ann"].marks) == ((0, 4), 3)


@pytest.mark.clause("S2.10")
def test_burn_with_nothing_left_to_spend() -> None:
    """Is not asked."""
    made = with_perk("Burn", 2, Track(8, 0, 8, 6))
    assert outcome(made, "ann 7 2") == (1, SUCCESS)
    assert fired(made) == [("Burn", False)]


@pytest.mark.clause("S2.10")
@pytest.mark.parametrize(
    ("stress", "answers", "expected"),
    [
        (3, ("ann 15 4", "ann yes"), (2, SUCCESS)),
        (3, ("ann 15 4", "ann no"), (1, MIXED)),
        (2, ("ann 15 4",), (1, MIXED)),
        (4, ("ann 15 4",), (-1, MIFF)),
    ],
)
def test_tempt(stress: int, answers: tuple[str, ...], expected: tuple[int, int]) -> None:
    """Just above the threshold +2 in place of +1, if wished."""
    made = with_perk("Tempt", 4, Track(12, stress, die=6))
    assert outcome(made, *answers) == expected
    assert fired(made) == [("Tempt", "ann yes" in answers)]


# Those that roll


@pytest.mark.clause("S2.10")
@pytest.mark.parametrize(("face", "expected"), [(4, (1, CRIT)), (3, (-1, MIXED)), (1, (-1, MIXED))])
def test_implode(face: int, expected: tuple[int, int]) -> None:
    """One die one size smaller; the threshold stays as it was."""
    made = with_perk("Implode", 5, Track(12, 3, die=6))
    assert outcome(made, "ann 7 5", f"ann {face}") == expected
    (perk,) = told(made, e.PerkFired)
    assert (perk.rolled, perk.die, perk.kept, perk.jinx) == ((face,), 4, face, 3)


@pytest.mark.clause("S2.10")
def test_implode_is_nothing_for_a_d4() -> None:
    """There is no smaller one."""
    made = with_perk("Implode", 3, Track(12, die=4))
    assert outcome(made, "ann 7 3") == (1, CRIT)
    assert fired(made) == [("Implode", False)]


@pytest.mark.clause("S2.10")
def test_the_middle_of_a_die() -> None:
    """Half of size + 1: of two as far from it the higher counts."""
    assert further_from_middle(4) == (3, 1, 2, 4)
    ranks = further_from_middle(6)
    assert sorted(range(1, 7), key=lambda face: ranks[face - 1]) == [3, 4, 2, 5, 1, 6]


@pytest.mark.clause("S2.10")
@pytest.mark.parametrize(
    ("faces", "kept", "expected"),
    [
        ("1 4", 1, (-1, MIXED)),
        ("5 4", 5, (1, CRIT)),
        ("1 6", 6, (1, CRIT)),
        ("2 5", 5, (1, CRIT)),
        ("3 4", 4, (1, CRIT)),
        ("2 4", 2, (-1, MIXED)),
    ],
)
def test_cleave(faces: str, kept: int, expected: tuple[int, int]) -> None:
    """Two dice, the one further from the middle; equally far the higher."""
    made = with_perk("Cleave", 2, Track(12, 3, die=6))
    assert outcome(made, "ann 7 2", f"ann {faces}") == expected
    assert told(made, e.PerkFired)[0].kept == kept


@pytest.mark.clause("S2.10")
@pytest.mark.parametrize(("face", "expected"), [(6, (1, CRIT)), (2, (-1, MIXED))])
def test_drive(face: int, expected: tuple[int, int]) -> None:
    """The kept die is rolled again."""
    made = with_perk("Drive", 2, Track(12, 3, die=6))
    assert outcome(made, "ann 7 2", f"ann {face}") == expected
    assert told(made, e.PerkFired)[0].die == 6


# Those that change the track or the threshold


@pytest.mark.clause("S2.10")
@pytest.mark.parametrize(("stress", "after"), [(3, 2), (0, 0)])
def test_refresh(stress: int, after: int) -> None:
    """1 Stress less; the modifier is by what was rolled against."""
    made = with_perk("Refresh", 3, Track(12, stress, die=6))
    assert outcome(made, "ann 7 3") == ((-1, MIXED) if stress else (1, CRIT))
    assert might_of(made) == (after, 0)


@pytest.mark.clause("S2.10")
def test_spark_does_nothing() -> None:
    """When it is rolled."""
    made = with_perk("Spark", 3, Track(12, 3, die=6))
    assert outcome(made, "ann 7 3") == (-1, MIXED)
    assert (might_of(made), fired(made)) == ((3, 0), [("Spark", False)])


@pytest.mark.clause("S2.10")
@pytest.mark.parametrize(
    ("stress", "expected"), [(3, (1, CRIT)), (4, (-1, MIXED)), (0, (1, CRIT)), (9, (-1, MIXED))]
)
def test_stabilize(stress: int, expected: tuple[int, int]) -> None:
    """The threshold is 1 lower, for this Test alone; the Stress stays."""
    made = with_perk("Stabilize", 3, Track(12, stress, die=6))
    assert outcome(made, "ann 7 3") == expected
    assert might_of(made) == (stress, 0)
    assert told(made, e.PerkFired)[0].jinx == max(0, min(stress, 5) - 1)


@pytest.mark.clause("S2.10")
@pytest.mark.parametrize(
    ("stress", "expected", "after"),
    [
        (3, (0, SUCCESS), 2),
        (4, (-1, MIXED), 3),
        (2, (1, CRIT), 2),
        (9, (-1, MIXED), 8),
    ],
)
def test_reversal(stress: int, expected: tuple[int, int], after: int) -> None:
    """A jinxed face takes 1 Stress off; held against the new threshold it is 0 or still -1."""
    made = with_perk("Reversal", 3, Track(12, stress, die=6))
    assert outcome(made, "ann 7 3") == expected
    assert might_of(made) == (after, 0)
    assert fired(made) == [("Reversal", stress >= 3)]


@pytest.mark.clause("S2.10")
@pytest.mark.parametrize(
    ("stress", "kept", "expected"), [(3, 6, (1, CRIT)), (2, 1, (-1, MIXED)), (0, 1, (1, CRIT))]
)
def test_worked_example_38(stress: int, kept: int, expected: tuple[int, int]) -> None:
    """Fracture: a jinxed slot counts as the maximum, any other as 1."""
    made = with_perk("Fracture", 3, Track(12, stress, die=6))
    assert outcome(made, "ann 7 3") == expected
    assert told(made, e.PerkFired)[0].kept == kept


@pytest.mark.clause("S2.10")
def test_perks_that_clear_stress_do_nothing_for_one_who_is_cursed() -> None:
    """Reversal then stays at -1, for the threshold is what it was."""
    for perk in ("Refresh", "Reversal"):
        made = with_perk(perk, 3, Track(12, 3, die=6))
        under_it(made.state.creatures["ann"], "Cursed")
        assert outcome(made, "ann 7 3") == (-1, MIXED)
        assert might_of(made) == (3, 0)


# Momentum


@pytest.mark.clause("S2.10", "S3.4")
@pytest.mark.parametrize(
    ("says", "after", "marks"),
    [(("ann yes",), (8, 2), 0), (("ann no", "gm marks 1"), (0, 3), 1)],
)
def test_momentum(says: tuple[str, ...], after: tuple[int, int], marks: int) -> None:
    """Where the Stress of the Test would overflow, 1 Resistance may come back to make room for it."""
    made = with_perk("Momentum", 3, Track(10, 7, 3, 6))
    result = make(made, one_die(), "ann 7 3")
    assert (result.momentum, result.level) == (True, MIXED)
    run(made, price.pay(made, result), *says)
    assert (might_of(made), made.state.creatures["ann"].marks) == (after, marks)


@pytest.mark.clause("S2.10")
@pytest.mark.parametrize("track", [Track(10, 6, 3, 6), Track(10, 10, 0, 6)])
def test_momentum_is_asked_where_it_helps_alone(track: Track) -> None:
    """Not with room left, and not without spent Resistance."""
    full = track.free == 0
    made = with_perk("Momentum", 3, track)
    result = make(made, one_die(), "ann 7 3")
    assert result.level == MIXED
    run(made, price.pay(made, result), *(("gm marks 1",) if full else ()))
    assert might_of(made) == ((0, 0) if full else (7, 3))


@pytest.mark.clause("S2.10")
def test_momentum_cannot_give_back_to_one_who_is_cursed() -> None:
    """Nobody regains Resistance then."""
    made = with_perk("Momentum", 3, Track(10, 7, 3, 6))
    under_it(made.state.creatures["ann"], "Cursed")
    run(made, price.pay(made, make(made, one_die(), "ann 7 3")), "gm marks 1")
    assert might_of(made) == (0, 3)


@pytest.mark.clause("S2.10")
def test_momentum_elsewhere_does_not_help() -> None:
    """The Stress of another Test overflows as ever."""
    made = with_perk("Momentum", 3, Track(10, 7, 3, 6))
    result = make(made, one_die(), "ann 7 6")
    assert not result.momentum
    assert result.level == CRIT
    run(made, price.pay(made, make(made, call(), "ann 7")), "gm marks 1")
    assert might_of(made) == (0, 3)


# Charge and explosion


def charged(perk: str, **track: Any) -> Scene:
    """Ann with a Charged D6 that has this Perk on 3."""
    perks = {2: "Spark", 3: perk, 4: "Stabilize", 5: "Refresh"}
    return alone(Track(14, **{"stress": 5, "die": 6, "charged": True, "perks": perks, **track}))


@pytest.mark.clause("S2.12", "S2.13", "S2.10")
@pytest.mark.parametrize(
    ("perk", "answers", "explodes"),
    [
        ("Burn", ("ann 17 3", "ann yes"), True),
        ("Burn", ("ann 17 3", "ann no"), False),
        ("Fracture", ("ann 17 3",), True),
        ("Drive", ("ann 17 3", "ann 6"), True),
        ("Drive", ("ann 17 3", "ann 5"), False),
        ("Cleave", ("ann 17 3", "ann 1 6"), True),
        ("Implode", ("ann 17 3", "ann 4"), False),
    ],
)
def test_a_maximum_that_a_perk_made_explodes(perk: str, answers: tuple[str, ...], explodes: bool) -> None:
    """A Crit that is not natural, even from a Failure."""
    made = charged(perk)
    result = make(made, one_die(), *answers)
    assert result.exploded == explodes
    assert (result.level == CRIT) == explodes
    assert not result.natural
    assert [one.die for one in told(made, e.Exploded)] == ([8] if explodes else [])


@pytest.mark.clause("S2.12")
def test_worked_example_40() -> None:
    """A Charged D4 at J 3 shows 4 on a base Mixed: Crit, and the die is a D6 without Perks."""
    perks = {2: "Spark", 3: "Momentum"}
    made = alone(Track(10, 3, 4, 4, charged=True, perks=dict(perks)))
    result = make(made, one_die(), "ann 3 4")
    track = made.state.creatures["ann"].tracks["Might"]
    assert (result.base, result.level, track.die, track.perks) == (MIXED, CRIT, 6, {})
    made = alone(Track(10, 3, 4, 4, charged=True, perks=dict(perks)))
    assert make(made, one_die(), "ann 20 4").level == MIFF
    assert made.state.creatures["ann"].tracks["Might"].die == 4


@pytest.mark.clause("S2.10", "S2.8")
def test_a_face_without_a_perk() -> None:
    """Its modifier, and nothing is told."""
    made = alone(Track(12, 3, die=6))
    volatility = run(made, resolve(made, one_die(), "Might", 2, 3))
    assert (volatility.kept, volatility.modifier) == (2, -1)
    assert fired(made) == []


# What exact chances look at


def told_apart(made: Scene, faces: tuple[int, ...] | None, total: int) -> tuple[Any, ...]:
    """What a Test comes to with these faces, or with a total alone; every other die shows 2, all is used."""
    procedure = testing.test(made, one_die(damages=True))
    request = next(procedure)
    assert isinstance(request, Roll)
    answer: Any = Rolled(faces or (), total if faces else request.cuts.band(total))
    while True:
        try:
            request = procedure.send(answer)
        except StopIteration as end:
            result: Result = end.value
            return (
                result.level,
                result.natural,
                result.exploded,
                result.momentum,
                result.spite,
                might_of(made),
            )
        if isinstance(request, Roll):
            shown = (2,) * len(request.pool.sides)
            answer = Rolled(shown, request.pool.total(shown))
        else:
            assert isinstance(request, Choose)
            answer = request.options[-1]


@pytest.mark.clause("S1.14", "S2.10")
@pytest.mark.parametrize("perk", get_args(PerkName))
@pytest.mark.parametrize("stress", [0, 2, 5])
def test_a_test_looks_at_nothing_but_its_bands(perk: str, stress: int) -> None:
    """So that exact chances need no more than those."""
    for face in (1, 15, 20):
        for kept in range(1, 7):
            both = []
            for faces in ((face, kept), None):
                perks = dict.fromkeys(range(2, 6), "Spark") | {3: perk}
                made = alone(Track(12, stress, 4, 6, charged=True, perks=perks))
                d20 = testing.d20_against(made.state.creatures["ann"].tracks["Might"])
                both.append(told_apart(made, faces, d20.worth((face,)) + kept))
            assert both[0] == both[1], (face, kept)
