"""Distances, ways and what bars them, how far a movement goes, and being pushed."""

from __future__ import annotations

from typing import Any

import pytest

from affray.kernel.reasons import Reason
from affray.systems.sunder import events as e
from affray.systems.sunder.movement import (
    budget,
    cannot_move,
    go,
    near,
    needs_test_to_move,
    push,
    reachable,
    sees_zone,
    tiles,
    why_not,
)
from affray.systems.sunder.scenario import Thing, Zone
from affray.systems.sunder.state import Scene
from tests.systems.sunder.by_hand import creature, scene, told, turn_of, under_it, zones

LANE = zones(0, 4, 8, 12)
ALONG = (("z0", "z1"), ("z1", "z2"), ("z2", "z3"))
"""The ways of a lane; without them every zone leads to every other."""


def lane(*bob: str, places: tuple[Zone, ...] = LANE, **ann: Any) -> Scene:
    """Ann in the first zone, and a Bob in each of these."""
    bobs = [creature(f"bob{n}", "B", zone) for n, zone in enumerate(bob)]
    return scene(creature("ann", **ann), *bobs, places=places, passages=ALONG)


def key(reason: Reason | None) -> str:
    """The key of a reason; empty without one."""
    return reason.key if reason else ""


# Distances


@pytest.mark.clause("S11.5", "S11.2")
def test_distance_is_that_of_the_zones() -> None:
    """The larger difference; the same zone is Here. Things and zones have places too."""
    made = scene(
        creature("ann"),
        creature("bob", "B"),
        creature("cid", "B", "z1"),
        places=zones((2, 3), (4, 9)),
        thing=(Thing("door", "Door", "z1"),),
    )
    assert tiles(made, "ann", "bob") == 1
    assert tiles(made, "ann", "cid") == tiles(made, "ann", "door") == tiles(made, "ann", "z1") == 6
    assert near(made, "ann", "cid", "Close")
    assert not near(made, "ann", "cid", "Near")
    assert near(made, "ann", "bob", "Here")


@pytest.mark.clause("S11.2")
def test_sight_is_barred_both_ways() -> None:
    """And nowhere else."""
    made = scene(creature("ann"), places=LANE, unseen=(("z0", "z2"),))
    assert not sees_zone(made, "z0", "z2")
    assert not sees_zone(made, "z2", "z0")
    assert sees_zone(made, "z0", "z1")
    assert sees_zone(made, "z2", "z2")


# How far


@pytest.mark.clause("S10.3", "S10.6", "S11.4")
@pytest.mark.parametrize(
    ("band", "exhaustion", "expected"),
    [
        ("Close", 0, 6),
        ("Yonder", 0, 48),
        ("Close", 1, 6),
        ("Close", 2, 2),
        ("Here", 2, 0),
        ("Yonder", 2, 24),
        ("There", 3, 6),
        ("There", 4, 2),
        ("Near", 4, 1),
        ("Here", 4, 0),
    ],
)
def test_how_far_a_movement_goes(band: Any, exhaustion: int, expected: int) -> None:
    """One range less from Exhaustion 2, at most Near from 4."""
    made = scene(creature("ann", exhaustion=exhaustion))
    assert budget(made, made.state.creatures["ann"], band) == expected


@pytest.mark.clause("S10.3")
def test_exhaustion_4_counts_the_whole_turn() -> None:
    """A second movement has what the first has left, being pushed is none, and the next turn is new."""
    made = scene(creature("ann", exhaustion=4), places=zones(0, 1, 2, 3))
    ann = made.state.creatures["ann"]
    turn_of(made, "ann")
    go(made, "ann", "z1")
    assert budget(made, ann, "Close") == 1
    assert push(made, "ann", "z0", 1)
    assert budget(made, ann, "Close") == 1
    go(made, "ann", "z3")
    assert budget(made, ann, "Close") == 0
    turn_of(made, "ann")
    assert budget(made, ann, "Close") == 2


@pytest.mark.clause("S10.5", "S10.6")
def test_petrified_and_slowed() -> None:
    """Petrified does not move at all; Slowed makes the default movement, with a Test."""
    slowed, stone = under_it(creature("ann"), "Slowed"), under_it(creature("bob"), "Petrified")
    assert cannot_move(creature("cid"), default=False) is None
    assert not needs_test_to_move(stone)
    assert needs_test_to_move(slowed)
    assert key(cannot_move(slowed, default=False)) == "Slowed"
    assert cannot_move(slowed, default=True) is None
    assert key(cannot_move(stone, default=True)) == "Petrified moves"
    made = lane()
    under_it(made.state.creatures["ann"], "Petrified")
    assert reachable(made, made.state.creatures["ann"], 20, through=True) == {}
    assert key(why_not(made, made.state.creatures["ann"], "z1", 20, through=True)) == "Petrified moves"


# Ways


@pytest.mark.clause("S11.5")
def test_lengths_of_ways_add_up() -> None:
    """Where ways are named, nothing else leads anywhere."""
    made = lane()
    ann = made.state.creatures["ann"]
    assert reachable(made, ann, 8, through=False) == {"z1": 4, "z2": 8}
    assert why_not(made, ann, "z2", 8, through=False) is None
    assert why_not(made, ann, "z3", 8, through=False) == Reason("too far to go", "S11.5", ("Zone 3", 60, 40))
    assert key(why_not(made, ann, "z0", 8, through=False)) == "there already"
    assert key(why_not(made, ann, "moon", 8, through=False)) == "no zone"


@pytest.mark.clause("S11.5")
def test_a_detour_is_as_long_as_it_is() -> None:
    """Beside each other, but with no door: the way leads round, and the shorter one counts."""
    places = zones((0, 0), (0, 5), (1, 5), (1, 0), (0, 9))
    ways = (("z0", "z1"), ("z1", "z2"), ("z2", "z3"), ("z0", "z4"), ("z4", "z1"))
    made = scene(creature("ann"), places=places, passages=ways)
    ann = made.state.creatures["ann"]
    assert tiles(made, "ann", "z3") == 1
    assert reachable(made, ann, 99, through=False) == {"z1": 5, "z2": 6, "z3": 11, "z4": 9}
    go(made, "ann", "z3")
    assert [one.tiles for one in told(made, e.Moved)] == [11]


@pytest.mark.clause("S11.5")
@pytest.mark.parametrize("closed", [("z1", "z2"), ("z2", "z1")])
def test_a_closed_passage_leads_nowhere(closed: tuple[str, str]) -> None:
    """Whichever way round it was named."""
    made = lane()
    ann = made.state.creatures["ann"]
    made.state.closed.append(closed)
    assert reachable(made, ann, 99, through=True) == {"z1": 4}
    assert key(why_not(made, ann, "z2", 99, through=True)) == "no way"


@pytest.mark.clause("S11.5")
def test_a_foe_in_a_narrow_zone_lets_nobody_pass() -> None:
    """One may go up to it; Shift goes through. An unconscious one bars nothing, nor one in the open."""
    made = lane("z1", places=zones(0, 4, 8, 12, narrow=("z1",)))
    ann = made.state.creatures["ann"]
    assert reachable(made, ann, 99, through=False) == {"z1": 4}
    assert key(why_not(made, ann, "z2", 99, through=False)) == "narrow way held"
    assert reachable(made, ann, 8, through=True) == {"z1": 4, "z2": 8}
    made.state.creatures["bob0"].out = "incapacitated"
    assert reachable(made, ann, 8, through=False) == {"z1": 4, "z2": 8}
    made = lane("z1")
    assert "z2" in reachable(made, made.state.creatures["ann"], 8, through=False)


@pytest.mark.clause("S11.5")
def test_who_shares_a_narrow_zone_with_a_foe_may_leave_it() -> None:
    """Both ways: it passes nobody's zone."""
    made = lane("z1", places=zones(0, 4, 8, 12, narrow=("z1",)), zone="z1")
    assert reachable(made, made.state.creatures["ann"], 4, through=False) == {"z0": 4, "z2": 4}


# What holds


@pytest.mark.clause("S11.5", "S10.6")
def test_rooted_stays_round_its_centre() -> None:
    """X tiles from there, wherever it stands; and no way leads outside and in again."""
    made = scene(creature("ann", zone="z1"), places=zones(0, 1, 2, 3))
    ann = under_it(made.state.creatures["ann"], "Rooted", zone="z0", amount=2)
    assert reachable(made, ann, 9, through=False) == {"z0": 1, "z2": 1}
    reason = why_not(made, ann, "z3", 9, through=False)
    assert reason == Reason("Rooted", "S10.6", ("Ann", 10))
    round_about = (("z1", "z3"), ("z3", "z2"))
    made = scene(creature("ann", zone="z1"), places=zones(0, 1, 2, 3), passages=round_about)
    ann = under_it(made.state.creatures["ann"], "Rooted", zone="z1", amount=1)
    assert reachable(made, ann, 9, through=False) == {}
    assert key(why_not(made, ann, "z2", 9, through=False)) == "way barred"


@pytest.mark.clause("S10.6")
def test_held_stays_with_its_holder() -> None:
    """And follows a holder who moves; one whose holder left is free."""
    made = scene(creature("ann"), creature("bob", "B"), places=zones(0, 1, 2, 3))
    ann = under_it(made.state.creatures["ann"], "Held", by="bob")
    assert reachable(made, ann, 9, through=False) == {"z1": 1}
    assert key(why_not(made, ann, "z2", 9, through=False)) == "Held"
    go(made, "bob", "z1")
    assert reachable(made, ann, 9, through=False) == {"z1": 1, "z2": 2}
    made.emit(e.Removed("bob", "Bob", "gm"))
    assert len(reachable(made, ann, 9, through=False)) == 3


@pytest.mark.clause("S10.6")
def test_pinned_holds_both_ways() -> None:
    """Round the place where it was pinned and round who pins it."""
    made = scene(creature("ann", zone="z1"), creature("bob", "B", "z2"), places=zones(0, 1, 2, 3))
    ann = under_it(made.state.creatures["ann"], "Pinned", by="bob", zone="z1")
    assert reachable(made, ann, 9, through=False) == {"z2": 1}
    assert key(why_not(made, ann, "z0", 9, through=False)) == "Pinned"
    assert key(why_not(made, ann, "z3", 9, through=False)) == "Pinned"


@pytest.mark.clause("S11.5", "S10.6")
def test_afraid_goes_no_nearer() -> None:
    """Aside and away it goes, also past where it is as near as now."""
    made = scene(
        creature("ann", zone="z1"), creature("bob", "B", "z3"), places=zones(0, 4, (8, 4), 8, (4, 4))
    )
    ann = under_it(made.state.creatures["ann"], "Afraid", by="bob")
    assert set(reachable(made, ann, 9, through=False)) == {"z0", "z2", "z4"}
    assert why_not(made, ann, "z3", 9, through=False) == Reason("Afraid", "S10.8", ("Ann", "Bob"))


# Moving


def test_going_is_told_with_the_length_of_its_way() -> None:
    """Being put somewhere with the distance, and staying is not told (S5.7)."""
    made = lane()
    go(made, "ann", "z0")
    go(made, "ann", "z2")
    go(made, "ann", "z0", "GM", "gm", "S4.8")
    found = [(one.was, one.zone, one.tiles, one.how, one.by, one.clause) for one in told(made, e.Moved)]
    assert found == [("z0", "z2", 8, "move", "", "S5.7"), ("z2", "z0", 8, "GM", "gm", "S4.8")]


@pytest.mark.clause("S11.5")
def test_one_who_is_afraid_goes_round() -> None:
    """The tiles told are those of the way that its fear leaves; the GM may send it on the other."""
    places = zones((0, 0), (4, 0), (8, 0), (4, 9), (4, 1))
    ways = (("z0", "z1"), ("z1", "z2"), ("z0", "z3"), ("z3", "z2"))
    made = scene(creature("ann"), creature("bob", "B", "z4"), places=places, passages=ways)
    ann = made.state.creatures["ann"]
    assert reachable(made, ann, 99, through=False) == {"z1": 4, "z2": 8, "z3": 9}
    under_it(ann, "Afraid", by="bob")
    assert reachable(made, ann, 99, through=False) == {"z2": 18, "z3": 9}
    go(made, "ann", "z2")
    go(made, "ann", "z1")
    assert [one.tiles for one in told(made, e.Moved)] == [18, 4]


def test_light_armor_is_refilled_by_moving() -> None:
    """On one's own turn, not by a reaction in it nor in another's turn (S14.7)."""
    made = scene(creature("ann", slots={"leather": 1}), sheets={"ann": {"armor": ("leather",)}})
    ann = made.state.creatures["ann"]
    go(made, "ann", "z1")
    turn_of(made, "ann")
    go(made, "ann", "z2", "reaction")
    assert ann.slots == {"leather": 1}
    go(made, "ann", "z0")
    assert ann.slots == {"leather": 0}


@pytest.mark.clause("S11.5")
def test_pushed_to_the_furthest_zone_in_reach() -> None:
    """Away from the source, not from where it stands."""
    made = scene(creature("ann", zone="z1"), places=zones(4, 6, 7, 8, 12))
    assert push(made, "ann", "z0", 2, "bob")
    (moved,) = told(made, e.Moved)
    assert (moved.zone, moved.how, moved.tiles, moved.by) == ("z3", "pushed", 2, "bob")


@pytest.mark.clause("S11.5")
def test_nowhere_to_be_pushed() -> None:
    """Too few spaces, and no way but back or aside: it stays."""
    made = lane(zone="z3")
    assert not push(made, "ann", "z0", 99)
    assert not push(made, "ann", "z3", 3)
    made.state.closed.append(("z2", "z3"))
    assert not push(made, "ann", "z3", 9)
    assert made.state.creatures["ann"].zone == "z3"
    assert len(told(made, e.Stayed)) == 3


@pytest.mark.clause("S11.5")
def test_what_holds_a_creature_does_not_keep_it_from_being_pushed() -> None:
    """Rooted bars Movement Actions alone."""
    made = scene(creature("ann"), places=zones(0, 3))
    under_it(made.state.creatures["ann"], "Rooted", zone="z0", amount=1)
    assert push(made, "ann", "z0", 3)
