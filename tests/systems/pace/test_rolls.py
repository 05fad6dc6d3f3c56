"""Rolls: Saves, DCs, Contests, Advantage, criticals, damage dice."""

from __future__ import annotations

import pytest

from affray.kernel.requests import Rolled
from affray.systems.pace.events import Contested, DamageDealt, DefenceRolled, OrderSet, Saved
from affray.systems.pace.rolls import (
    d20_dice,
    damage_dice,
    dc_against,
    edges_of,
    is_critical,
    net_edge,
    save_succeeds,
    score_of,
    stance_for,
    wins_contest,
)
from tests.systems.pace.fights import Table, fight, person

TWO = """
A.B
"""


def duel(**ann: object) -> Table:
    """Ann and Bob two squares apart, facing each other; Ann acts first."""
    return Table(fight(TWO, person("ann", facing="E", **ann), person("bob", "B", "W")))  # type: ignore[arg-type]


@pytest.mark.clause("P1.1")
@pytest.mark.parametrize(("total", "dc", "succeeds"), [(14, 14, True), (13, 14, False), (15, 14, True)])
def test_a_save_succeeds_when_it_reaches_the_dc(total: int, dc: int, succeeds: bool) -> None:
    """Equal is enough."""
    assert save_succeeds(total, dc) is succeeds


@pytest.mark.clause("P1.1")
@pytest.mark.parametrize(("face", "succeeds"), [(8, False), (9, True)])
def test_a_save_adds_a_score_to_one_d20(face: int, succeeds: bool) -> None:
    """A Skill serves as well as an Ability."""
    table = duel(scores={"Riddles": 3}).act("check", character="ann", score="Riddles", dc=12)
    table.do(f"ann {face}")
    saved = table.events(Saved)[0]
    assert (saved.throw.total, saved.dc, saved.success) == (face + 3, 12, succeeds)


@pytest.mark.clause("P1.2")
@pytest.mark.parametrize(("strength", "dc"), [(4, 14), (0, 10), (-2, 8)])
def test_a_dc_is_10_and_the_score_of_the_afflicted(strength: int, dc: int) -> None:
    """Strength 4 makes 14."""
    encounter = fight(TWO, person("ann", strength=strength), person("bob", "B"))
    assert dc_against(encounter, encounter.state.characters["ann"], "Strength") == dc


@pytest.mark.clause("P1.3")
def test_a_tie_is_for_the_side_that_resists() -> None:
    """Of all pairs of faces, and scores that make both totals equal: only the higher total wins."""
    for face in range(1, 21):
        for other in range(1, 21):
            for score, resisting in ((0, 0), (3, 1), (-2, 4)):
                won = wins_contest(face + score, other + resisting)
                assert won is (face + score > other + resisting)
                if face + score == other + resisting:
                    assert not won


@pytest.mark.clause("P1.3")
@pytest.mark.parametrize(("resisting", "wins"), [(16, True), (17, False), (18, False)])
def test_a_contest_that_the_gm_calls_for(resisting: int, wins: bool) -> None:
    """The one who wants something is named first."""
    table = duel(strength=2)
    table.act("contest", character="ann", score="Strength", opponent="bob", opposing_score="Dexterity")
    table.do("ann 15", f"bob {resisting}")
    contested = table.events(Contested)[0]
    assert (contested.first.total, contested.second.total) == (17, resisting)
    assert contested.success is wins


@pytest.mark.clause("P1.5")
@pytest.mark.parametrize(
    ("edges", "net"),
    [
        ([], 0),
        ([("a", 1)], 1),
        ([("a", 1), ("b", 1)], 2),
        ([("a", 1), ("b", -1)], 0),
        ([("a", 2), ("b", -1)], 1),
        ([("a", 1), ("b", -3)], -2),
    ],
)
def test_instances_cancel_one_for_one_and_the_rest_stacks(edges: list[tuple[str, int]], net: int) -> None:
    """They never coexist."""
    assert net_edge(edges) == net


@pytest.mark.clause("P1.4", "P1.5")
@pytest.mark.parametrize(
    ("net", "faces", "kept"),
    [
        (0, (7,), 7),
        (1, (7, 12), 12),
        (1, (12, 7), 12),
        (2, (3, 19, 7), 19),
        (-1, (7, 12), 7),
        (-2, (20, 2, 19), 2),
    ],
)
def test_advantage_keeps_the_best_and_disadvantage_the_lowest(
    net: int, faces: tuple[int, ...], kept: int
) -> None:
    """One die more for each instance, all rolled at once."""
    dice = d20_dice(net)
    assert (dice.count, dice.sides) == (len(faces), 20)
    assert dice.worth(faces) == kept


@pytest.mark.clause("P1.5")
def test_advantage_twice_and_disadvantage_once_are_two_dice() -> None:
    """Two from an Ability, one against from another and from the GM."""
    encounter = fight(
        "AB",
        person("ann", abilities=("steady",)),
        person("bob", "B", edges={"defence": -1}),
        person("cid", "B", at="A1"),
    )
    ann = encounter.state.characters["ann"]
    ann.edges["defence"] = -1
    assert edges_of(encounter, ann, "defence") == (("Steady", 2), ("granted", -1))
    assert stance_for(encounter, ann, "defence", "Strength").pool.sides == (20, 20)


@pytest.mark.clause("P1.5")
def test_an_edge_that_was_granted_waits_for_one_roll_of_its_kind() -> None:
    """Another kind of roll leaves it; the roll uses it up."""
    table = duel().act("edge", character="ann", on="save", count=1)
    table.act("contest", character="ann", score="Will", opponent="bob", opposing_score="Will")
    table.do("ann 5", "bob 6")
    assert table["ann"].edges == {"save": 1}
    table.act("check", character="ann", score="Will", dc=10).do("ann 4 12")
    assert table.events(Saved)[0].success
    assert table["ann"].edges == {}
    table.act("edge", character="ann", on="save", count=1).act("edge", character="ann", on="save", count=-1)
    assert table["ann"].edges == {}


def test_an_edge_with_some_weapons_only() -> None:
    """Keen is for swords."""
    encounter = fight("A.B", person("ann", abilities=("keen",)), person("bob", "B"))
    ann, weapons = encounter.state.characters["ann"], encounter.book.weapons
    assert edges_of(encounter, ann, "attack", weapons["sword"]) == (("Keen", 1),)
    assert edges_of(encounter, ann, "attack", weapons["spear"]) == ()
    assert edges_of(encounter, ann, "defence", weapons["sword"]) == ()


@pytest.mark.clause("P1.6")
@pytest.mark.parametrize("face", range(1, 21))
def test_a_critical_is_an_unmodified_20(face: int) -> None:
    """Nothing else, whatever the score."""
    assert is_critical(face) is (face == 20)
    encounter = fight("A.B", person("ann", strength=7), person("bob", "B"))
    stance = stance_for(encounter, encounter.state.characters["ann"], "attack", "Strength")
    throw = stance.throw(Rolled((face,), face + 7))
    assert (throw.natural, throw.critical) == (face, face == 20)


@pytest.mark.clause("P1.6")
def test_a_20_that_is_not_kept_is_no_critical() -> None:
    """With Disadvantage the lower die is kept."""
    table = duel(abilities=("slow-wits",))
    table.act("set", character="bob", field="square", value="B1")
    table.do("ann attack sword bob", "ann 20 19", "bob take", "bob 1", "ann 3")
    damage = table.events(DamageDealt)[0]
    assert (damage.critical, damage.throw.dice) == (False, ((1, 8),))


@pytest.mark.clause("P1.6")
def test_a_critical_does_not_win_a_contest_by_itself() -> None:
    """20 against 20 and a score: no hit, so no damage either."""
    table = Table(fight("AB", person("ann", facing="E"), person("bob", "B", "W", strength=2)))
    table.do("ann attack sword bob", "ann 20", "bob take", "bob 18")
    assert not table.events(DefenceRolled)[0].hit
    assert table.events(DamageDealt) == []
    table.do("ann end", "bob attack blade ann", "bob 3", "ann take", "ann 5")
    assert not table.events(DefenceRolled)[1].hit


@pytest.mark.clause("P4.6")
def test_a_critical_doubles_the_dice_and_not_the_modifier() -> None:
    """2d6+3 becomes 4d6+3, and mixed dice double each."""
    assert damage_dice("2d6", True) == ((4, 6),)
    assert damage_dice("2d6", False) == ((2, 6),)
    assert damage_dice("1d8 + 1d4", True) == ((2, 8), (2, 4))
    table = Table(
        fight("AB", person("ann", facing="E", strength=3, items=("maul",)), person("bob", "B", hp=60))
    )
    table.do("ann attack maul bob", "ann 20", "bob 1", "ann 6 5 4 3")
    damage = table.events(DamageDealt)[0]
    assert (damage.throw.score, damage.throw.total, damage.amount, damage.critical) == (3, 21, 21, True)


@pytest.mark.clause("P1.7")
def test_a_score_is_found_by_its_name() -> None:
    """Any name may be on a sheet; one that is not there counts 0."""
    encounter = fight(
        "A.B", person("ann", strength=2, dexterity=-1, scores={"Rowing": 5}), person("bob", "B")
    )
    ann = encounter.state.characters["ann"]
    names = ("Strength", "Dexterity", "Rowing", "Juggling")
    assert [score_of(encounter, ann, name) for name in names] == [2, -1, 5, 0]


@pytest.mark.clause("P2.2")
def test_initiative_takes_advantage_too() -> None:
    """An Ability that speaks of it gives one die more."""
    table = Table(fight("A.B", person("ann", abilities=("quick",)), person("bob", "B")), ordered=False)
    table.do("ann 3 14", "bob 13")
    assert table.events(OrderSet)[0].order == ("ann", "bob")
