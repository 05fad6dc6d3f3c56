"""Countdowns: what each level may do to Hope and Dread, who picks, and what decides."""

from __future__ import annotations

from typing import Any

import pytest

from affray.kernel.requests import Choose, Ruling
from affray.systems.sunder import events as e
from affray.systems.sunder.countdowns import (
    begin,
    drop,
    move_by_level,
    set_dice,
    shifts,
    size_when_dying,
)
from affray.systems.sunder.groups import goal_test
from affray.systems.sunder.names import CRIT, FAILURE, MAJOR, MIFF, MINOR, MIXED, SEVERE, SUCCESS
from affray.systems.sunder.scenario import CountdownStart
from affray.systems.sunder.state import Scene
from tests.systems.sunder import table
from tests.systems.sunder.by_hand import asked, creature, scene, told

LEVELS = (MIFF, FAILURE, MIXED, SUCCESS, CRIT)


def gate(size: int = 6, hope: int = 0, dread: int = 0, both: bool = True) -> Scene:
    """A Countdown of Ann's side, its dice at their maximum or as said."""
    made = scene(creature("ann"), creature("bob", "B"))
    begin(made, "gate", "The gate holds", size, "A", both)
    countdown = made.state.countdowns["gate"]
    countdown.hope = hope or size
    countdown.dread = (dread or size) if both else 0
    return made


def dice(made: Scene) -> tuple[int, int]:
    """How the dice stand."""
    countdown = made.state.countdowns["gate"]
    return countdown.hope, countdown.dread


def offered(request: Any) -> list[tuple[int, int]]:
    """The changes that a question offers."""
    return [option.args for option in request.options]


@pytest.mark.clause("S9.12")
def test_shifts_by_level() -> None:
    """An advance is one less, a setback one more; better levels never do worse."""
    assert [shifts(level) for level in LEVELS] == [
        ((+1, -1),),
        ((+1, 0), (0, -1)),
        ((-1, -1), (+1, +1)),
        ((-1, 0), (0, +1)),
        ((-1, +1),),
    ]


@pytest.mark.clause("S9.11")
def test_both_dice_start_at_their_maximum() -> None:
    """A goal has no Dread die."""
    assert dice(gate(8)) == (8, 8)
    assert dice(gate(8, both=False)) == (8, 0)


@pytest.mark.clause("S9.12")
def test_worked_example_37() -> None:
    """D6 at 6/6: Success 5/6, Crit 4/6, Failure with Dread advanced 4/5."""
    made = gate()
    assert asked(move_by_level(made, "gate", "ann", SUCCESS)) == []
    assert dice(made) == (5, 6)
    assert asked(move_by_level(made, "gate", "ann", CRIT)) == []
    assert dice(made) == (4, 6)
    (failure,) = asked(move_by_level(made, "gate", "ann", FAILURE), "shift +0 -1")
    assert isinstance(failure, Ruling)
    assert failure.default == "shift +1 +0"
    assert dice(made) == (4, 5)
    assert [one.by for one in told(made, e.CountdownMoved)] == ["ann"] * 3


@pytest.mark.clause("S9.12")
def test_the_gm_picks_on_a_mixed() -> None:
    """Both advance, or both are set back."""
    made = gate(hope=3, dread=4)
    (mixed,) = asked(move_by_level(made, "gate", "ann", MIXED), "shift +1 +1")
    assert isinstance(mixed, Ruling)
    assert offered(mixed) == [(-1, -1), (+1, +1)]
    assert dice(made) == (4, 5)


@pytest.mark.clause("S9.12")
def test_who_succeeds_picks() -> None:
    """Hope advances or Dread is set back; the roller's seat is asked."""
    made = gate(hope=3, dread=4)
    (request,) = asked(move_by_level(made, "gate", "ann", SUCCESS), "shift +0 +1")
    assert isinstance(request, Choose)
    assert (request.seat, request.kind, request.args) == ("ann", "countdown", ("gate", SUCCESS))
    assert offered(request) == [(-1, 0), (0, +1)]
    assert dice(made) == (3, 5)


@pytest.mark.clause("S9.12")
def test_a_success_does_not_offer_nothing() -> None:
    """Dread at its maximum cannot be set back, so Hope advances unasked."""
    made = gate(hope=4)
    assert asked(move_by_level(made, "gate", "ann", SUCCESS)) == []
    assert dice(made) == (3, 6)


@pytest.mark.clause("S9.12")
def test_no_die_goes_beyond_its_maximum() -> None:
    """On a Miff with Hope at its maximum Dread alone moves."""
    made = gate(hope=6, dread=4)
    assert asked(move_by_level(made, "gate", "ann", MIFF)) == []
    assert dice(made) == (6, 3)


@pytest.mark.clause("S9.12")
@pytest.mark.parametrize(
    ("level", "answers", "after"),
    [
        (CRIT, (), (5, 3)),
        (SUCCESS, ("shift +0 -1",), (4, 3)),
        (MIXED, ("shift -1 -1",), (3, 3)),
        (FAILURE, ("shift -1 +0",), (3, 4)),
        (MIFF, (), (3, 5)),
    ],
)
def test_for_another_side_hope_and_dread_change_places(
    level: int, answers: tuple[str, ...], after: tuple[int, int]
) -> None:
    """What an adversary does well advances Dread."""
    made = gate(hope=4, dread=4)
    asked(move_by_level(made, "gate", "bob", level), *answers)
    assert dice(made) == after


@pytest.mark.clause("S9.13")
@pytest.mark.parametrize(
    ("roller", "level", "answers", "after"),
    [
        ("ann", CRIT, (), 3),
        ("ann", SUCCESS, (), 3),
        ("ann", MIXED, ("shift +1 +0",), 5),
        ("ann", FAILURE, ("shift +0 +0",), 4),
        ("ann", MIFF, (), 5),
        ("bob", SUCCESS, (), 5),
        ("bob", FAILURE, ("shift -1 +0",), 3),
    ],
)
def test_a_goal_has_hope_alone(roller: str, level: int, answers: tuple[str, ...], after: int) -> None:
    """What moves Dread does nothing, and who succeeds does not pick that."""
    made = gate(hope=4, both=False)
    asked(move_by_level(made, "gate", roller, level), *answers)
    assert dice(made) == (after, 0)
    assert told(made, e.CountdownDecided) == []


@pytest.mark.clause("S9.11")
@pytest.mark.parametrize(
    ("hope", "dread", "level", "answers", "decided"),
    [
        (2, 4, CRIT, (), "Hope"),
        (4, 2, MIFF, (), "Dread"),
        (2, 2, MIXED, ("shift -1 -1",), "Hope"),
    ],
)
def test_the_first_die_at_1_decides(
    hope: int, dread: int, level: int, answers: tuple[str, ...], decided: str
) -> None:
    """Where both get there at once, Hope does. After that nothing moves it."""
    made = gate(hope=hope, dread=dread)
    asked(move_by_level(made, "gate", "ann", level), *answers)
    assert [one.decided for one in told(made, e.CountdownDecided)] == [decided]
    stood = dice(made)
    assert asked(move_by_level(made, "gate", "ann", MIXED)) == []
    assert dice(made) == stood


@pytest.mark.clause("S9.12")
def test_one_that_is_dropped_while_the_gm_thinks_stays_so() -> None:
    """And one that never was is not moved."""
    made = gate(hope=3, dread=3)
    procedure = move_by_level(made, "gate", "ann", MIXED)
    request: Any = next(procedure)
    drop(made, "gate")
    with pytest.raises(StopIteration):
        procedure.send(request.options[0])
    assert asked(move_by_level(made, "gate", "ann", MIXED)) == []
    assert told(made, e.CountdownMoved) == []


@pytest.mark.clause("S9.12", "S9.13")
@pytest.mark.parametrize(("roller", "default"), [("ann", "shift -1 +0"), ("bob", "shift +1 +0")])
def test_a_mixed_goes_the_way_of_who_rolled_unless_somebody_picks(roller: str, default: str) -> None:
    """A goal that nobody rules on comes nearer by its own side alone."""
    procedure = move_by_level(gate(hope=4, both=False), "gate", roller, MIXED)
    request = next(procedure)
    assert isinstance(request, Ruling)
    assert request.default == default



@pytest.mark.clause("S9.11")
def test_the_gm_turns_the_dice() -> None:
    """Within what they have; a die at 1 decides here as well."""
    made = gate()
    set_dice(made, "gate", 3, 9, "gm")
    assert dice(made) == (3, 6)
    set_dice(made, "gate", 3, 0, "gm")
    assert dice(made) == (3, 1)
    assert [one.decided for one in told(made, e.CountdownDecided)] == ["Dread"]
    goal = gate(both=False)
    set_dice(goal, "gate", 4, 4, "gm")
    assert dice(goal) == (4, 0)


@pytest.mark.clause("S3.25")
def test_the_dying() -> None:
    """A D4, D6 or D8 by the Fallout; a Countdown that is dropped leaves nobody dying."""
    assert [size_when_dying(rank) for rank in (MINOR, MAJOR, SEVERE)] == [4, 6, 8]
    made = gate()
    begin(made, "dying-ann", "Ann is dying", 4, "A", both=True, creature="ann")
    assert made.state.creatures["ann"].dying == "dying-ann"
    drop(made, "dying-ann")
    drop(made, "dying-ann")
    assert made.state.creatures["ann"].dying == ""
    assert len(told(made, e.CountdownDropped)) == 1


@pytest.mark.clause("S9.13")
@pytest.mark.parametrize(("given", "risk"), [("Uncertain", None), ("Dire", "Dire")])
def test_a_goal_is_as_risky_as_the_scene_says(given: Any, risk: str | None) -> None:
    """Where nothing is said of it the Riskiness is that of the whole scene, for play and for bots alike."""
    goal = CountdownStart("gate", "The gate", 6, risk=given)
    made = table.Table(table.scene(table.person("ann"), table.person("bob", "B"), countdown=(goal,))).scene
    called = goal_test(made, "ann", made.state.countdowns["gate"], "Force")
    assert (called.roller, called.skill, called.risk, called.top) == ("ann", "Force", risk, True)
