"""Move, Boost, what bars them, Overwatch, and movement that is interrupted."""

from __future__ import annotations

from typing import Any

import pytest

from affray.systems.cantor import events as e
from affray.systems.cantor.movement import reachable, walk
from affray.systems.cantor.reactions import watch_options, watchers
from tests.systems.cantor.fights import Table, fight, give, person, run, told_of

LANE = "AB......\n........"


def duel(board: str = LANE, ann: Any = None, **bob: Any) -> Table:
    """Ann has the first turn and stands beside Bob, who has a rod and a gun."""
    return Table(fight(board, person("ann", **(ann or {})), person("bob", "B", **bob)))


# Move and Boost


@pytest.mark.clause("C3.14")
def test_difficult_ground_costs_2() -> None:
    """Speed 3: over it to the second hex, and no farther."""
    table = duel("A:..\n####\n...B", ann={"speed": 3})
    assert table.options("ann", "move") == ["move B1", "move C1"]
    assert table.refusal("ann move D1") == "C3.14"


@pytest.mark.clause("C3.14")
def test_no_entering_a_hostiles_hex_nor_stopping_on_an_allys() -> None:
    """A corridor: an ally may be passed, a hostile not."""
    people = person("ann"), person("dan"), person("bob", "B")
    table = Table(fight("AD.B..", *people)).turn_of("ann")
    assert table.options("ann", "move") == ["move C1"]
    assert table.refusal("ann move B1") == "C3.14"
    assert table.refusal("ann move E1") == "C3.14"


@pytest.mark.clause("C3.13", "C3.14", "C3.16")
def test_nobody_walks_over_a_lethal_edge() -> None:
    """Nor into a wall; a shove does go over."""
    table = duel(".A~B\n####")
    assert table.options("ann", "move") == ["move A1"]
    table.act("force", unit="ann", source="A1", hexes=2)
    assert table.asked == [("ann", "save at the edge")]
    table.do("ann 10")
    assert (table.at("ann"), table.names("ann")) == ("B1", {"Prone"})


@pytest.mark.clause("C3.14")
def test_moving_next_to_a_hostile_stops_nobody() -> None:
    """Past Bob in one go."""
    table = duel(".....\nA...F\n..B..", ann={"speed": 4}).do("ann move E2")
    assert table.at("ann") == "E2"
    assert not table.events(e.StepsLeft)


@pytest.mark.clause("C3.3", "C3.1")
def test_boost_moves_up_to_speed_again() -> None:
    """A Quick action, each made in one go."""
    table = duel("A........B", ann={"speed": 3}).do("ann move D1", "ann boost G1")
    assert table.at("ann") == "G1"
    assert table.refusal("ann boost H1") == "C3.1"
    assert table.refusal("ann move H1") == "C3.1"
    assert [spent.cost for spent in table.events(e.Spent)] == ["move", "quick"]


@pytest.mark.clause("C3.1")
def test_what_is_left_of_a_move_is_lost() -> None:
    """One hex of four."""
    table = duel("A........B").do("ann move B1")
    assert table.options("ann", "move") == []


# Overwatch


@pytest.mark.clause("C3.12")
def test_one_that_begins_to_move_within_threat_is_watched() -> None:
    """One Skirmish before it moves; the Reaction is spent."""
    table = duel().do("ann move A2")
    assert table.asked == [("bob", "overwatch")]
    assert table.options("bob") == ["no", "overwatch rod", "overwatch gun"]
    table.do("bob overwatch rod", "bob 10", "ann no", "bob 5")
    assert (table["ann"].hp, table.at("ann")) == (15, "A2")
    assert not table["bob"].reaction
    table.do("ann boost A1")
    assert table.asked == [("ann", "turn")]


@pytest.mark.clause("C3.12")
def test_the_threat_is_the_weapons() -> None:
    """1 unless stated; a weapon with an area watches nobody."""
    board = "A.B...\n......"
    table = duel(board, weapons=("rod", "hook", "bolt", "flail")).do("ann move A2")
    assert table.options("bob") == ["no", "overwatch hook", "overwatch bolt"]
    table = duel("A...B.\n......", weapons=("hook", "bolt")).do("ann move A2")
    assert table.asked == [("ann", "turn")]
    encounter = fight(LANE, person("ann"), person("bob", "B", weapons=("flail", "rod")))
    ann, bob = encounter.state.units.values()
    assert [option.args for option in watch_options(encounter, bob, ann)] == [("rod",)]


@pytest.mark.clause("C3.12", "C6.4")
def test_nobody_watches_through_a_wall() -> None:
    """The line of the attack is barred."""
    table = duel("A#B\n...", weapons=("hook",)).do("ann move A2")
    assert table.asked == [("ann", "turn")]


@pytest.mark.clause("C3.12", "C2.15")
@pytest.mark.parametrize("name", ["Disengaged", "Hidden"])
def test_a_disengaged_and_a_hidden_mover_provoke_nobody(name: str) -> None:
    """Everybody else does."""
    encounter = fight(LANE, person("ann"), person("bob", "B"))
    ann, bob = encounter.state.units.values()
    assert watchers(encounter, ann) == [bob]
    assert watchers(encounter, give(ann, name)) == []


@pytest.mark.clause("C2.10", "C3.16")
def test_standing_and_being_shoved_provoke_nobody() -> None:
    """Neither is a Move."""
    table = duel(ann={"conditions": ("Prone",)}).do("ann stand")
    assert table.asked == [("ann", "turn")]
    table.act("force", unit="ann", source="B1", hexes=1)
    assert ("bob", "overwatch") not in table.asked


@pytest.mark.clause("C3.12")
def test_several_watchers_answer_in_scenario_order() -> None:
    """Each once, and one that has no Reaction left is not asked."""
    people = person("ann"), person("bob", "B"), person("cid", "B"), person("dan", "B")
    table = Table(fight("BA...\nCD...\n.....", *people)).do("ann move C1")
    assert table.asked == [("bob", "overwatch")]
    table.do("bob overwatch rod", "bob 1")
    order = [table.asked[0]]
    while table.asked[0][1] == "overwatch":
        table.do(f"{table.asked[0][0]} no")
        order.append(table.asked[0])
    assert [seat for seat, kind in order if kind == "overwatch"] == ["cid", "dan"]
    assert table.at("ann") == "C1"


@pytest.mark.clause("C3.12")
@pytest.mark.parametrize("name", ["Stunned", "Immobilized", "Prone"])
def test_the_movement_ends_where_the_mover_can_go_no_farther(name: str) -> None:
    """Stunned, Immobilized or Prone before its first hex; the Move is spent."""
    table = duel().do("ann move A2").act("condition", unit="ann", condition=name, on=True).do("bob no")
    assert table.at("ann") == "A1"
    assert table.asked == [("ann", "turn")]
    assert not table.events(e.Moved)


@pytest.mark.clause("C3.12")
def test_a_mover_that_goes_out_moves_no_more() -> None:
    """Its turn is over."""
    table = duel(ann={"structure": 1, "hp": 3}).do(
        "ann move A2", "bob overwatch rod", "bob 10", "ann no", "bob 3"
    )
    assert table["ann"].out == "destroyed"
    assert table.state.outcome == "The other side win"


@pytest.mark.clause("C3.12", "C3.5")
def test_the_movement_goes_on_from_where_it_stands_then() -> None:
    """Shoved by two first; then it says anew where it goes, with all of its Speed, or stops."""
    table = duel("......\n.BA...\n......", weapons=("ram-bar",)).do("ann move B1")
    table.do("bob overwatch ram-bar", "bob 10", "ann no", "bob 1", "bob to D2", "bob to E2")
    assert table.asked == [("ann", "go on")]
    assert table["ann"].hex == table.fight.book.board.hex("E2")
    assert "on B1" in table.options("ann")
    table.do("ann on B1")
    assert table.at("ann") == "B1"
    (left,) = table.events(e.StepsLeft)
    assert left.steps == 4


@pytest.mark.clause("C3.12", "C2.1")
def test_slowed_on_the_way_it_goes_as_far_as_it_can() -> None:
    """Speed 4 to a hex four away, Slowed by the Overwatch: two are left."""
    table = duel("BA....", weapons=("stone",)).do("ann move F1")
    table.do("bob overwatch stone", "bob 10", "ann no", "bob 1")
    assert table.options("ann") == ["stop", "on C1", "on D1"]
    table.do("ann stop")
    assert (table.at("ann"), table.asked) == ("B1", [("ann", "turn")])
    table = duel("BA....", weapons=("stone",)).do("ann boost C1")
    table.do("bob overwatch stone", "bob 10", "ann no", "bob 1")
    assert table.at("ann") == "C1"


@pytest.mark.clause("C3.12")
def test_going_on_provokes_nobody_anew() -> None:
    """One movement, one beginning."""
    people = person("ann"), person("bob", "B", weapons=("ram-bar",)), person("cid", "B")
    table = Table(fight(".......\nBA.....\n...C...", *people)).do(
        "ann move B1", "bob overwatch ram-bar", "bob 10"
    )
    table.do("ann no", "bob 1", "bob to C2", "bob to D2")
    assert table.asked == [("ann", "go on")]
    table.do("ann on D1")
    assert table.asked == [("ann", "turn")]
    assert table["cid"].reaction


@pytest.mark.clause("C3.12")
def test_a_watcher_that_is_barred_meanwhile_is_not_asked() -> None:
    """The first one's hit has an effect, or the GM's hand."""
    people = person("ann"), person("bob", "B"), person("cid", "B")
    table = Table(fight("BA...\nC....", *people)).do("ann move D1")
    table.act("condition", unit="cid", condition="Jammed", on=True).do("bob no")
    assert table.at("ann") == "D1"


@pytest.mark.clause("C3.12")
def test_an_answer_that_the_gm_has_made_impossible_comes_to_nothing() -> None:
    """Ann was set out of the rod's threat while Bob was asked; he keeps his Reaction."""
    table = duel(weapons=("rod", "hook")).do("ann move A2")
    table.act("set", unit="ann", field="hex", value="D1").do("bob overwatch rod")
    assert table["bob"].reaction
    assert not table.events(e.AttackDeclared)
    assert table.asked == [("ann", "go on")]


@pytest.mark.clause("C3.12")
def test_an_overwatch_builds_no_resonance() -> None:
    """Ann watches Bob at band 2."""
    table = duel(ann={"band": 2}).do(
        "ann end", "bob move C1", "ann overwatch rod", "ann 10", "bob no", "ann 1"
    )
    assert table["ann"].band == 2


@pytest.mark.clause("C3.14")
def test_every_hex_of_a_way_is_an_event() -> None:
    """With what it cost."""
    encounter = fight("A:..B", person("ann"), person("bob", "B"))
    seen = told_of(encounter)
    board = encounter.book.board
    encounter.state.units["bob"].out = "defeated"
    run(encounter, walk(encounter, "ann", "move", 4, board.hex("D1") or 0))
    moved = [event for event, _, _ in seen if isinstance(event, e.Moved)]
    assert [(board.name(event.hexes[0]), event.cost) for event in moved] == [("B1", 2), ("C1", 1), ("D1", 1)]


@pytest.mark.clause("C2.1", "C3.14")
def test_a_hidden_hostile_bars_no_way() -> None:
    """What is offered tells nothing of it."""
    encounter = fight("A.B..", person("ann"), person("bob", "B"))
    ann, bob = encounter.state.units.values()
    assert sorted(reachable(encounter, ann, 4).costs) == [0, 1]
    give(bob, "Hidden")
    assert sorted(reachable(encounter, ann, 4).costs) == [0, 1, 2, 3, 4]
