"""Which defence, accuracy against difficulty, cover on the line, and the roll itself."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from affray.kernel.requests import Dice
from affray.systems.cantor.accuracy import (
    accuracy_dice,
    defence_of,
    dice_against,
    engaged_by,
    evasion_now,
    pool_of,
)
from affray.systems.cantor.attack import hits
from affray.systems.cantor.lines import barred, cover_on_line, hexes_between
from affray.systems.cantor.state import Fight, Unit
from affray.systems.cantor.targets import line_barred
from tests.systems.cantor.fights import Table, fight, give, person

KINDS = ("melee", "ranged", "tech", "sonic")
BOARDS = {
    "none": "A..B\n....\nC...",
    "soft": "A.sB\n....\nC...",
    "hard": "A.hB\n....\nC...",
    "adjacent": "AB..\n....\nC...",
}
"""Bob three hexes to the east with cover on the line, or next to Ann. C is next to nobody."""


def pair(cover: str = "none", engaged: bool = False, ann: Any = None, **bob: Any) -> tuple[Fight, Unit, Unit]:
    """Ann, Bob, and Cid, who stands next to her if she is to be engaged."""
    board = BOARDS[cover]
    if engaged:
        board = board.replace("C", ".").replace("\n....\n", "\nC...\n")
    encounter = fight(board, person("ann", **(ann or {})), person("bob", "B", **bob), person("cid", "B"))
    units = encounter.state.units
    return encounter, units["ann"], units["bob"]


# Which defence


@pytest.mark.clause("C1.1")
@pytest.mark.parametrize("kind", [*KINDS, "improvised"])
@pytest.mark.parametrize("stunned", [False, True])
def test_tech_and_sonic_meet_e_defense_and_all_else_evasion(kind: str, stunned: bool) -> None:
    """Stunned caps Evasion at 5 and leaves E-Defense alone."""
    encounter, _, bob = pair(evasion=12, e_defense=8)
    if stunned:
        give(bob, "Stunned")
    if kind in ("tech", "sonic"):
        assert defence_of(encounter, bob, kind) == ("E-Defense", 8, False)
    else:
        assert defence_of(encounter, bob, kind) == ("Evasion", 5 if stunned else 12, stunned)


@pytest.mark.clause("C1.1", "C2.3")
def test_stunned_caps_evasion_and_does_not_raise_it() -> None:
    """Evasion 3 stays 3."""
    encounter, _, bob = pair(evasion=3)
    assert evasion_now(encounter, give(bob, "Stunned")) == 3
    assert defence_of(encounter, bob, "melee") == ("Evasion", 3, False)


# From another hex


@pytest.mark.clause("C1.2", "C1.3", "C2.12")
@pytest.mark.parametrize("kind", KINDS)
def test_the_dice_from_another_hex_are_those_of_one_who_stands_there(kind: str) -> None:
    """Cover, Engagement and what is ignored are looked at from `origin`; the attacker stays where it is."""
    encounter = fight("..s..h..\n.A.s.B..\n.h....C.", person("ann"), person("bob", "B"), person("cat", "B"))
    ann, bob = encounter.state.units["ann"], encounter.state.units["bob"]
    for hex_ in range(24):
        there = replace(ann, hex=hex_)
        assert engaged_by(encounter, ann, hex_) == engaged_by(encounter, there)
        if hex_ != bob.hex:
            odds = dice_against(encounter, ann, bob, kind, origin=hex_)
            assert odds == dice_against(encounter, there, bob, kind)
    assert dice_against(encounter, ann, bob, kind, origin=ann.hex) == dice_against(encounter, ann, bob, kind)


# The matrix of net dice


@pytest.mark.clause("C1.2", "C1.3", "C2.12")
@pytest.mark.parametrize(
    ("kind", "cover", "engaged", "marks"),
    list(
        product(
            KINDS,
            BOARDS,
            (False, True),
            [
                (),
                ("Prone",),
                ("Lock On",),
                ("Bolster",),
                ("Prone", "Lock On"),
                ("Prone", "Lock On", "Bolster"),
            ],
        )
    ),
)
def test_net_dice(kind: str, cover: str, engaged: bool, marks: tuple[str, ...]) -> None:
    """Lock On, Prone and Bolster count for every kind, Cover and Engagement for ranged attacks only."""
    encounter, ann, bob = pair(cover, engaged)
    for mark in marks:
        give(ann if mark == "Bolster" else bob, mark)
    odds = dice_against(encounter, ann, bob, kind)
    next_to_somebody = engaged or cover == "adjacent"
    cover_dice = {"none": 0, "soft": 1, "hard": 2, "adjacent": 0}[cover]
    expected = len(marks) - ((cover_dice + next_to_somebody) if kind == "ranged" else 0)
    assert odds.net == expected
    assert {name for name, _, _ in odds.accuracy} == set(marks)
    assert all(count == 1 for _, count, _ in odds.accuracy)


@pytest.mark.clause("C1.3", "C1.4")
@pytest.mark.parametrize(
    "name", ["Impaired", "Invisible", "Stunned", "Slowed", "Exposed", "Shredded", "Braced"]
)
@pytest.mark.parametrize("bearer", ["ann", "bob"])
def test_no_other_condition_is_a_die(name: str, bearer: str) -> None:
    """Impaired is a number, Invisible a flip, Stunned a lower defence."""
    encounter, ann, bob = pair()
    give(ann if bearer == "ann" else bob, name)
    assert dice_against(encounter, ann, bob, "ranged").net == 0
    assert pool_of(encounter, ann).bonus == (-2 if (name, bearer) == ("Impaired", "ann") else 0)


@pytest.mark.clause("C1.3")
def test_the_highest_die_counts_and_never_the_sum() -> None:
    """Added for accuracy, subtracted for difficulty; with net 0 there is none."""
    assert accuracy_dice(0) == ()
    (three,) = accuracy_dice(3)
    assert (three.sides, three.count, three.worth((2, 5, 3))) == (6, 3, 5)
    (two,) = accuracy_dice(-2)
    assert (two.count, two.worth((2, 5))) == (2, -5)


@pytest.mark.clause("C1.4", "C2.5")
def test_the_total_is_a_d20_grit_the_d6_and_minus_2_if_impaired() -> None:
    """d20 11 + Grit 3 + 4 of one d6 − 2."""
    encounter, ann, _ = pair(ann={"sheet": {"grit": 3}})
    pool = pool_of(encounter, give(ann, "Impaired"), 1)
    assert pool.dice == (Dice(20, label="d20"), *accuracy_dice(1))
    assert pool.total((11, 4)) == 16


@pytest.mark.clause("C1.5")
@pytest.mark.parametrize(("total", "hit"), [(9, False), (10, True), (11, True)])
def test_a_total_that_reaches_the_defence_hits(total: int, hit: bool) -> None:
    """10 against Evasion 10 hits."""
    assert hits(total, 10) is hit


@pytest.mark.clause("C1.2")
@pytest.mark.parametrize("name", ["Stunned", "Hidden"])
def test_one_that_is_stunned_or_hidden_does_not_engage(name: str) -> None:
    """Nor does one that is out of the fight."""
    encounter, ann, _ = pair(engaged=True)
    cid = encounter.state.units["cid"]
    assert engaged_by(encounter, ann) == [cid]
    give(cid, name)
    assert engaged_by(encounter, ann) == []
    cid.conditions.clear()
    cid.out = "defeated"
    assert engaged_by(encounter, ann) == []


@pytest.mark.clause("C1.2")
def test_engagement_counts_once_however_many_there_are() -> None:
    """Three hostiles around; an ally next to her is none."""
    board = "CAB.\nDE..\n...."
    people = [person(name, "B") for name in ("bob", "cid", "dan")]
    encounter = fight(board, person("ann"), person("eve"), *people)
    units = encounter.state.units
    assert dice_against(encounter, units["ann"], units["bob"], "ranged").net == -1
    assert [one.id for one in engaged_by(encounter, units["eve"])] == ["bob", "dan"]


@pytest.mark.clause("C2.15")
def test_disengaged_ignores_engagement_and_no_cover() -> None:
    """A ranged attack past Cid at Bob behind hard cover."""
    encounter, ann, bob = pair("hard", engaged=True)
    assert dice_against(encounter, ann, bob, "ranged").net == -3
    give(ann, "Disengaged")
    odds = dice_against(encounter, ann, bob, "ranged")
    assert odds.net == -2
    assert [reason.clause for reason in odds.ignored] == ["C2.15"]


@pytest.mark.clause("C4.5")
def test_lapis_distortion_is_a_difficulty_on_every_own_attack() -> None:
    """Of every kind, and only while it is manifest."""
    encounter, ann, bob = pair(ann={"stone": "Lapis"})
    assert [dice_against(encounter, ann, bob, kind).net for kind in KINDS] == [0] * 4
    ann.fractured = True
    assert [dice_against(encounter, ann, bob, kind).net for kind in KINDS] == [-1] * 4
    assert dice_against(encounter, bob, ann, "ranged").net == 0


# Lines and cover


@pytest.mark.clause("C2.12")
def test_only_the_heavier_cover_counts() -> None:
    """Soft and hard on the same line are +2."""
    encounter = fight("As.hB", person("ann"), person("bob", "B"))
    units = encounter.state.units
    assert dice_against(encounter, units["ann"], units["bob"], "ranged").net == -2


@pytest.mark.clause("C6.4")
def test_cover_in_the_targets_hex_counts_and_in_the_attackers_does_not() -> None:
    """Ann stands in hard cover, Bob in soft."""
    encounter = fight("h...s", person("ann", at="A1"), person("bob", "B", at="E1"))
    ann, bob = encounter.state.units.values()
    assert cover_on_line(encounter, ann.hex, bob.hex) == ("soft", bob.hex)
    assert cover_on_line(encounter, bob.hex, ann.hex) == ("hard", ann.hex)


@pytest.mark.clause("C2.12", "C6.4")
def test_adjacent_attackers_ignore_the_cover_of_the_targets_hex() -> None:
    """It gives nothing at one hex and counts at two."""
    encounter = fight("A.h", person("ann"), person("bob", "B", at="C1"), person("cid", "A", at="B1"))
    units = encounter.state.units
    assert dice_against(encounter, units["cid"], units["bob"], "ranged").net == -1
    assert dice_against(encounter, units["ann"], units["bob"], "ranged").net == -2


@pytest.mark.clause("C6.4")
def test_along_an_edge_both_neighbours_count() -> None:
    """From the first row to the third the line runs between two hexes of the second."""
    for row in ("s...", ".s.."):
        encounter = fight(f".A..\n{row}\n.B..", person("ann"), person("bob", "B"))
        units = encounter.state.units
        assert hexes_between(encounter, units["ann"].hex, units["bob"].hex) == 2
        assert cover_on_line(encounter, units["ann"].hex, units["bob"].hex)[0] == "soft"


@pytest.mark.clause("C6.4")
def test_a_hex_that_the_line_only_touches_does_not_count() -> None:
    """A row beside the line gives no cover."""
    encounter = fight("A..B\nhhhh", person("ann"), person("bob", "B"))
    ann, bob = encounter.state.units.values()
    assert cover_on_line(encounter, ann.hex, bob.hex) == ("none", None)


@pytest.mark.clause("C6.4")
def test_a_blocking_hex_bars_attack_and_tech_and_units_give_no_cover() -> None:
    """The wall is named; Cid on the line is nothing."""
    encounter = fight("A#B", person("ann"), person("bob", "B"))
    ann, bob = encounter.state.units.values()
    assert barred(encounter, ann.hex, bob.hex) == 1
    why = line_barred(encounter, ann.hex, bob.hex)
    assert why is not None
    assert (why.clause, why.about) == ("C6.4", ("B1",))
    encounter = fight("ACB", person("ann"), person("bob", "B"), person("cid", "B"))
    units = encounter.state.units
    assert cover_on_line(encounter, units["ann"].hex, units["bob"].hex) == ("none", None)
    assert line_barred(encounter, units["ann"].hex, units["bob"].hex) is None


@pytest.mark.clause("C6.1")
def test_distance_is_counted_in_hexes() -> None:
    """Odd rows lie half a hex to the east: two rows down and one column aside are two steps."""
    encounter = fight("A....\n.....\n.B...\n....C", person("ann"), person("bob", "B"), person("cid", "B"))
    units = encounter.state.units
    assert hexes_between(encounter, units["ann"].hex, units["bob"].hex) == 2
    assert hexes_between(encounter, units["ann"].hex, units["cid"].hex) == 6
    assert hexes_between(encounter, units["ann"].hex, units["ann"].hex) == 0


# Whom one may aim at


@pytest.mark.clause("C1.2")
def test_out_of_range_is_not_offered() -> None:
    """A rod reaches one hex, a hook two, a gun twelve."""
    board = "A.B.........C"
    table = Table(
        fight(board, person("ann", weapons=("rod", "hook", "gun")), person("bob", "B"), person("cid", "B"))
    )
    assert table.options("ann", "skirmish") == [
        "skirmish hook bob",
        "skirmish gun bob",
        "skirmish gun cid",
    ]
    assert table.refusal("ann skirmish rod bob") == "C1.2"
    assert table.refusal("ann skirmish hook cid") == "C1.2"


@pytest.mark.clause("C6.4")
def test_a_wall_bars_every_kind_of_attack_and_lock_on() -> None:
    """Ranged, tech, sonic and Lock On alike."""
    table = Table(fight("A#B", person("ann", arts=("hack", "hum")), person("bob", "B")))
    for answer in ("skirmish gun bob", "art hack bob", "art hum bob", "lock-on bob"):
        assert table.refusal(f"ann {answer}") == "C6.4"


@pytest.mark.clause("C3.11")
def test_an_art_without_a_range_of_its_own_reaches_as_far_as_sensors() -> None:
    """Sensors 3; Jam says 5 itself."""
    people = person("ann", arts=("hack", "jam"), sheet={"sensors": 3}), person("bob", "B")
    table = Table(fight("A...B", *people))
    assert table.refusal("ann art hack bob") == "C1.2"
    assert "art jam bob" in table.options("ann")
