"""Forced movement: hex by hex away from its source, what ends it, lethal edges, and grapples."""

from __future__ import annotations

from typing import Any

import pytest

from affray.systems.cantor import events as e
from affray.systems.cantor.forced import shove, ways_away
from tests.systems.cantor.fights import Table, fight, give, person, run

LANE = "A.B....."


def board_hex(encounter: Any, name: str) -> int:
    """The index of a hex."""
    hex_ = encounter.book.board.hex(name)
    assert hex_ is not None
    return int(hex_)


def shoved(
    board: str, distance: int, *answers: str, people: Any = (), by: str | None = "ann", **bob: Any
) -> Any:
    """Bob is shoved away from Ann. Returns the fight and what became of it."""
    encounter = fight(board, person("ann"), person("bob", "B", **bob), *people)
    seen: list[Any] = []
    encounter.watch = lambda event, to, public: seen.append(event)
    run(encounter, shove(encounter, by, "bob", distance, encounter.state.units["ann"].hex), *answers)
    return encounter, [event for event in seen if isinstance(event, e.Shoved)]


def at(encounter: Any, id_: str = "bob") -> str:
    """The name of the hex that somebody stands on."""
    return str(encounter.book.board.name(encounter.state.units[id_].hex))


# Hex by hex


@pytest.mark.clause("C3.16")
def test_each_hex_is_farther_and_the_shover_chooses_among_equals() -> None:
    """Three ways at first."""
    encounter = fight("......\nAB....\n......", person("ann"), person("bob", "B"))
    ann, bob = encounter.state.units.values()
    names = [encounter.book.board.name(hex_) for hex_ in ways_away(encounter, bob, ann.hex)]
    assert sorted(names) == ["C1", "C2", "C3"]
    encounter, _ = shoved("......\nAB....\n......", 2, "ann to C1")
    assert at(encounter) == "D1"


@pytest.mark.clause("C3.16", "C1.7")
@pytest.mark.parametrize("name", ["Slowed", "Immobilized", "Stunned", "Prone"])
def test_forced_movement_ignores_what_bars_voluntary_movement(name: str) -> None:
    """Slowed, Knockback 2: moves 2."""
    encounter = fight("AB....", person("ann", weapons=("ram-bar",)), person("bob", "B"))
    give(encounter.state.units["bob"], name)
    table = Table(encounter).do("ann skirmish ram-bar bob", "ann 20" + (" 1" if name == "Prone" else ""))
    if table.asked[0][1] == "brace":
        table.do("bob no")
    table.do("ann 1")
    assert table.at("bob") == "D1"


@pytest.mark.clause("C3.16")
def test_it_costs_nothing_and_difficult_ground_is_as_any() -> None:
    """Two hexes of it; Speed and Reaction are as before."""
    encounter, events = shoved("A.B::..", 2)
    assert (at(encounter), len(events)) == ("E1", 2)
    assert encounter.state.units["bob"].reaction


@pytest.mark.clause("C3.16")
@pytest.mark.parametrize(
    ("board", "stopped"), [("AB", "edge of the board"), ("AB#..", "terrain"), ("ABC..", "unit")]
)
def test_it_ends_at_a_unit_terrain_or_the_boards_end_without_damage(board: str, stopped: str) -> None:
    """Knockback 2 moves 0."""
    people = [person("cid", "B")] if "C" in board else []
    encounter, events = shoved(board, 2, people=people)
    assert at(encounter) == "B1"
    assert [event.stopped for event in events] == [stopped]
    assert encounter.state.units["bob"].hp == 20


@pytest.mark.clause("C3.16")
def test_it_ends_after_one_hex_where_the_second_is_taken() -> None:
    """An ally of the shoved one, or of the shover."""
    for side in ("A", "B"):
        encounter, events = shoved("AB.C..", 3, people=[person("cid", side)])
        assert at(encounter) == "C1"
        assert [event.stopped for event in events] == ["", "unit"]


@pytest.mark.clause("C3.16")
def test_where_nobody_shoves_the_gm_chooses_the_way() -> None:
    """Away from a hex."""
    table = Table(fight("......\nAB....\n......", person("ann"), person("bob", "B")))
    table.act("force", unit="bob", source="A2", hexes=1)
    assert table.asked == [("gm", "shove")]
    table.do("gm to C3")
    assert table.at("bob") == "C3"


@pytest.mark.clause("C3.16", "C2.8")
def test_a_hidden_unit_in_the_way_is_met_when_its_hex_would_be_entered() -> None:
    """The shover is offered its hex like any other; Bob stops before it."""
    people = [person("cid", "B", at="C2", conditions=("Hidden",))]
    encounter = fight("......\nAB....\n......", person("ann"), person("bob", "B"), *people)
    ann = encounter.state.units["ann"]
    run(encounter, shove(encounter, "ann", "bob", 2, ann.hex), "ann to C2")
    assert at(encounter) == "B2"


@pytest.mark.clause("C3.16", "C3.5")
def test_a_shove_uncovers_who_hides_beside_its_end() -> None:
    """Every hex that anyone enters is looked at."""
    people = person("ann"), person("bob", "B"), person("cid", at="D1", conditions=("Hidden",))
    encounter = fight("AB.....\n#######", *people)
    run(encounter, shove(encounter, "ann", "bob", 1, encounter.state.units["ann"].hex))
    assert at(encounter) == "C1"
    assert not encounter.state.units["cid"].has("Hidden")


# Lethal edges


@pytest.mark.clause("C3.13", "C3.9")
@pytest.mark.parametrize(("kind", "out"), [("cantor", "destroyed"), ("enemy", "defeated")])
def test_over_a_lethal_edge_a_failed_save_is_the_end(kind: str, out: str) -> None:
    """Whatever Structure is left."""
    encounter, _ = shoved("AB~..", 2, "bob 9", kind=kind)
    bob = encounter.state.units["bob"]
    assert (bob.out, bob.hp, bob.structure) == (out, 0, 4 if kind == "cantor" else 0)


@pytest.mark.clause("C3.13")
def test_with_the_save_it_stops_on_the_last_safe_hex_prone() -> None:
    """The rest of the shove is lost."""
    encounter, events = shoved("AB.~..", 3, "bob 10")
    bob = encounter.state.units["bob"]
    assert (at(encounter), bob.out, bob.has("Prone")) == ("C1", "", True)
    assert [event.stopped for event in events] == ["", "lethal edge"]


@pytest.mark.clause("C3.13", "C2.5")
def test_the_save_at_the_edge_is_always_allowed_and_impaired_takes_2_off() -> None:
    """Stunned too."""
    encounter = fight("AB~..", person("ann"), person("bob", "B", conditions=("Impaired", "Stunned")))
    run(encounter, shove(encounter, "ann", "bob", 1, encounter.state.units["ann"].hex), "bob 11")
    assert encounter.state.units["bob"].out == "defeated"


@pytest.mark.clause("C3.13", "C3.8", "C6.3")
def test_a_ram_over_the_edge_ends_the_scene() -> None:
    """The last Enemy falls."""
    table = Table(fight("AB~", person("ann"), person("bob", "B"))).do("ann ram bob", "ann 10", "bob 9")
    assert table.state.outcome == "The one side win"


@pytest.mark.clause("C3.13")
def test_the_gm_may_name_another_target_for_every_save() -> None:
    """A ruling of the table."""
    encounter = fight("AB~", person("ann"), person("bob", "B"), save_target=15)
    run(encounter, shove(encounter, "ann", "bob", 1, encounter.state.units["ann"].hex), "bob 14")
    assert encounter.state.units["bob"].out == "defeated"


@pytest.mark.clause("C3.13")
def test_what_the_gm_does_during_the_save_counts() -> None:
    """Taken out, or off the board, nothing more happens to it."""
    people = person("ann"), person("bob", "B"), person("cid", "B")
    for name in ("remove", "damage"):
        table = Table(fight("AB~.C", *people)).do("ann ram bob", "ann 10")
        more = {"amount": 50} if name == "damage" else {}
        table.act(name, unit="bob", **more).do("bob 1")
        assert table.asked == [("ann", "turn")]
        assert not table.events(e.Saved)


# Grapples


HOLD = "......\nAB..C.\n......"


def held(board: str = HOLD, ann: Any = None, **bob: Any) -> Table:
    """Ann has taken hold of Bob; Cid is far."""
    table = Table(fight(board, person("ann", **(ann or {})), person("bob", "B", **bob), person("cid", "B")))
    return table.do("ann grapple bob", "ann 10")


def is_free(table: Table) -> bool:
    """Whether neither is held any more."""
    return all(
        unit.grapple is None and not unit.grappler and not unit.has("Immobilized")
        for unit in table.state.units.values()
    )


@pytest.mark.clause("C3.11", "C2.18")
def test_a_grapple_immobilizes_both_to_each_other() -> None:
    """Quick, no damage; a miss holds nobody."""
    table = held()
    for id_, other in (("ann", "bob"), ("bob", "ann")):
        assert (table[id_].grapple, table.names(id_)) == (other, {"Immobilized"})
    assert (table["ann"].grappler, table["bob"].grappler) == (True, False)
    assert table["bob"].hp == 20
    assert table.refusal("ann move A1") == "C2.2"
    table = Table(fight(HOLD, person("ann"), person("bob", "B"), person("cid", "B")))
    table.do("ann grapple bob", "ann 9")
    assert is_free(table)


@pytest.mark.clause("C3.11")
def test_one_grapple_per_unit() -> None:
    """Neither may take part in a second."""
    board = ".C....\nAB....\n......"
    table = held(board).do("ann end").turn_of("cid")
    assert table.refusal("cid grapple ann") == "C3.11"
    table = held(board)
    table.do("ann end").turn_of("ann")
    assert table.refusal("ann grapple bob") == "C3.11"


@pytest.mark.clause("C3.11")
@pytest.mark.parametrize(("mine", "theirs", "free"), [(12, 11, True), (11, 11, False), (10, 11, False)])
def test_an_escape_is_a_contested_save_and_a_tie_holds(mine: int, theirs: int, free: bool) -> None:
    """A Quick action of the one who is held, once a turn."""
    table = held().do("ann end").turn_of("bob").do("bob escape", f"bob {mine}", f"ann {theirs}")
    assert is_free(table) is free
    if not free:
        assert table.refusal("bob escape") == "C3.1"


@pytest.mark.clause("C3.11", "C2.5")
def test_impaired_counts_in_the_contested_save() -> None:
    """12 − 2 against 11."""
    table = held(conditions=("Impaired",)).do("ann end").turn_of("bob").do("bob escape", "bob 12", "ann 11")
    assert not is_free(table)


@pytest.mark.clause("C3.11")
def test_the_grappler_lets_go_as_a_free_action() -> None:
    """And has no need to escape."""
    table = held()
    assert "escape" not in table.options("ann")
    table.do("ann release")
    assert is_free(table)
    assert len(table.state.turn.quicks if table.state.turn else []) == 1


@pytest.mark.clause("C3.11", "C2.16")
@pytest.mark.parametrize("who", ["ann", "bob"])
@pytest.mark.parametrize("name", ["damage", "remove", "stress"])
def test_a_grapple_ends_when_either_is_out(who: str, name: str) -> None:
    """Defeated, destroyed, Stressed Out or gone."""
    board = "......\nAB..C.\n.....D"
    people = person("ann", structure=1), person("bob", "B"), person("cid", "B"), person("dan")
    table = Table(fight(board, *people)).turn_of("ann").do("ann grapple bob", "ann 10")
    if name == "stress" and who == "bob":
        assert table.act_refused("set", unit="bob", field="stress", value=0) == "C4.8"
        return
    if name == "stress":
        table.act("set", unit="ann", field="stress", value=0)
    else:
        table.act(name, unit=who, **({"amount": 50} if name == "damage" else {}))
    assert is_free(table)


@pytest.mark.clause("C3.11", "C3.16")
def test_a_grapple_ends_when_they_are_no_longer_adjacent() -> None:
    """By a shove, or by the GM's hand; not by a shove that leaves them side by side."""
    table = held().act("force", unit="bob", source="A2", hexes=1)
    table.do("gm to C2")
    assert is_free(table)
    assert [event.why for event in table.events(e.GrappleEnded)] == ["apart"]
    table = held().act("set", unit="bob", field="hex", value="D1")
    assert is_free(table)
    table = held().act("force", unit="bob", source="B3", hexes=1)
    around = [option for option in table.options("gm") if option in ("to A1", "to B1")]
    table.do(f"gm {around[0]}")
    assert table["bob"].grapple == "ann"
    assert table["bob"].has("Immobilized")


@pytest.mark.clause("C3.11")
def test_the_gm_may_end_a_grapple_while_it_is_wrestled_for() -> None:
    """The save falls all the same, and breaks nothing."""
    table = held().do("ann end").turn_of("bob").do("bob escape", "bob 20")
    table.act("set", unit="ann", field="hex", value="F1").do("ann 1")
    assert is_free(table)
    assert [event.why for event in table.events(e.GrappleEnded)] == ["apart"]
    table = held().do("ann end").turn_of("bob").do("bob escape", "bob 20")
    table.act("remove", unit="ann")
    assert table.state.outcome == "The other side win"


@pytest.mark.clause("C3.11")
def test_nobody_is_held_from_afar() -> None:
    """Whatever the GM allows, or does while the attack is rolled."""
    table = Table(fight("A....B", person("ann"), person("bob", "B")))
    table.act("override", "a long arm", seat="ann", option="grapple bob").do("ann 20")
    assert is_free(table)
    table = Table(fight("AB....", person("ann"), person("bob", "B"))).do("ann grapple bob")
    table.act("set", unit="bob", field="hex", value="D1").do("ann 20")
    assert is_free(table)


@pytest.mark.clause("C3.11", "C3.14")
def test_the_held_may_still_attack() -> None:
    """Only their feet are bound."""
    table = held()
    assert "skirmish rod bob" in table.options("ann")
    table.do("ann skirmish rod bob", "ann 1").do("ann end").turn_of("bob")
    assert {"skirmish rod ann", "ram ann", "escape"} <= set(table.options("bob"))
