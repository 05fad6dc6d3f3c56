"""What a reader sees of a Cantor fight."""

from __future__ import annotations

from typing import Any

import orjson
import pytest

from affray.kernel.system import GM_VIEWER, SPECTATOR, Viewer
from affray.systems.cantor.state import Clash
from affray.systems.cantor.view import letters_of, view
from affray.systems.cantor.view_types import FightView
from tests.contract.test_shapes import misfit
from tests.systems.cantor.fights import Table, fight, give, person

ANN = Viewer(("ann",), ("A",))
BOB = Viewer(("bob",), ("B",))


def seen(table: Table, viewer: Viewer = GM_VIEWER, answered: Any = None) -> FightView:
    """The fight as somebody sees it, with the open request; it has the shape that the client counts on."""
    request = None if table.session.pending is None else table.session.pending.request
    shown = view(table.fight, viewer, request, answered or {})
    assert misfit(shown, FightView, "view") == ""
    assert orjson.loads(orjson.dumps(shown)) == shown
    return shown


def unit(shown: FightView, id_: str) -> Any:
    """One unit of a view."""
    return next(one for one in shown["units"] if one["id"] == id_)


def test_the_board_is_drawn_by_its_signs() -> None:
    """Walls, difficult ground, cover and the drop; those who stand there are on open hexes."""
    shown = seen(Table(fight("#A:~\nshB.", person("ann"), person("bob", "B"))))
    assert shown["board"]["rows"] == ["#.:~", "sh.."]
    assert shown["board"]["names"] == ["A1", "B1", "C1", "D1", "A2", "B2", "C2", "D2"]
    assert shown["sides"][0] == {"id": "A", "name": "The one side"}
    assert (shown["phase"], shown["round"], shown["outcome"]) == ("turn", 1, None)


def test_a_unit_with_all_that_it_has() -> None:
    """Numbers as they are and as the sheet has them, conditions with their ends, weapons and arts."""
    ann = person(
        "ann",
        weapons=("sure",),
        arts=("jam",),
        hp=9,
        band=3,
        burn=1,
        overshield=2,
        name="Ann 2",
        conditions=("Slowed",),
    )
    table = Table(fight("A..B", ann, person("bob", "B", kind="enemy", conditions=("Stunned", "Prone"))))
    shown = seen(table)
    one, other = unit(shown, "ann"), unit(shown, "bob")
    assert (one["letters"], one["kind"], one["hex"], one["hp"], one["hp_max"]) == ("A2", "cantor", 0, 9, 9)
    assert (one["speed"], one["speed_now"], one["burn"], one["overshield"]) == (4, 2, 1, 2)
    assert (other["evasion"], other["evasion_now"], other["cantor"]) == (10, 5, None)
    assert one["conditions"] == [
        {
            "name": "Slowed",
            "ends": "with the end of this turn",
            "text": "Half the Speed, rounded up; no Boost.",
            "clause": "C2.1",
        }
    ]
    assert [(each["name"], each["ends"]) for each in other["conditions"]] == [
        ("Stunned", "with the end of its next turn"),
        ("Prone", "when it stands up"),
    ]
    assert [(arm["name"], arm["kind"], arm["detail"], arm["ready"]) for arm in one["weapons"]] == [
        ("Sure", "ranged", "1d6 kinetic, Reliable 3, range 12, threat 1", True),
        ("Jam", "tech", "Jammed, range 5", True),
    ]
    assert [one["cantor"][name] for name in ("band", "stress", "structure")] == [3, 4, 4]


def test_what_comes_of_resonance() -> None:
    """Nothing, then the Fracture of the next turn, then that it stays."""
    table = Table(fight("A..B", person("ann", band=3), person("bob", "B")))
    cantor = unit(seen(table), "ann")["cantor"]
    assert (cantor["comes"], cantor["fracture"]["name"], cantor["oath"]) == ("", "Granite Lock", "I stay.")
    table["ann"].band = 4
    assert "manifests at the start of its next turn" in unit(seen(table), "ann")["cantor"]["comes"]
    table["ann"].fractured = True
    assert unit(seen(table), "ann")["cantor"]["comes"] == "It stays until a Bond Move or a Cooldown ends it."


def hidden() -> Table:
    """Bob is Hidden and acts; Eve stands beside him."""
    table = Table(fight("A......B.E", person("ann"), person("bob", "B"), person("eve", "B")))
    table.turn_of("bob")
    give(table["bob"], "Hidden")
    table["bob"].marker = 6
    return table


@pytest.mark.parametrize("viewer", [ANN, SPECTATOR])
def test_others_see_a_marker_and_nothing_of_a_hidden_unit(viewer: Viewer) -> None:
    """Neither in the units, nor in the order, nor whose turn it is, nor in an attack or an Oath."""
    table = hidden()
    table["bob"].sworn_in = 1
    table["ann"].grapple = "bob"
    table.state.clash = Clash("eve", "mortar", ["ann", "bob"], "bob")
    shown = seen(table, viewer)
    assert b"bob" not in orjson.dumps({**shown, "sheets": []}).lower()
    assert shown["markers"] == [{"hex": 6, "side": "B"}]
    assert shown["turn"] == {
        "unit": None,
        "move": False,
        "quick": 0,
        "quick_max": 2,
        "full": False,
        "reaction": False,
    }
    assert shown["clash"] == {"attacker": "eve", "weapon": "Mortar", "targets": ["ann"], "now": None}
    assert (shown["ways"], shown["ring"], shown["aims"]) == ([], None, [])


@pytest.mark.parametrize("viewer", [BOB, GM_VIEWER])
def test_the_own_side_sees_a_hidden_unit_and_where_its_marker_is(viewer: Viewer) -> None:
    """It is no marker for them."""
    shown = seen(hidden(), viewer)
    assert (unit(shown, "bob")["marker"], shown["markers"]) == (6, [])
    assert shown["turn"] is not None
    assert shown["turn"]["unit"] == "bob"


def test_what_an_open_turn_offers_is_for_its_own_reader() -> None:
    """Ways with their costs, the ring with its border, lines of fire with cover and net dice."""
    table = Table(
        fight("A.:.s.B\n.......", person("ann", arts=("mark",)), person("bob", "B", conditions=("Prone",)))
    )
    shown = seen(table, ANN)
    ways = {way["option"]: way for way in shown["ways"]}
    assert ways["move C1"] == {"option": "move C1", "hex": 2, "cost": 3, "hexes": [1, 2]}
    assert "boost B1" in ways
    ring = shown["ring"]
    assert ring is not None
    assert 0 in ring["hexes"]
    assert 6 not in ring["hexes"]
    assert len(ring["lines"]) == 1
    aims = {aim["option"]: aim for aim in shown["aims"]}
    assert aims["skirmish gun bob"] == {
        "option": "skirmish gun bob",
        "target": "bob",
        "hexes": [1, 2, 3, 4, 5],
        "cover": "soft",
        "cover_hex": 4,
        "net": 0,
    }
    assert aims["art mark bob"]["net"] == 1
    assert aims["lock-on bob"]["net"] == 0
    assert seen(table, GM_VIEWER)["aims"] == shown["aims"]
    for viewer in (BOB, SPECTATOR):
        other = seen(table, viewer)
        assert (other["ways"], other["ring"], other["aims"]) == ([], None, [])


def test_questions_out_of_turn_offer_lines_too() -> None:
    """Overwatch aims at who begins to move; the second weapon of a Barrage at whom it may."""
    table = Table(
        fight("AB....", person("ann", weapons=("gun", "rod")), person("bob", "B", weapons=("hook",)))
    )
    table.do("ann barrage gun bob", "ann 2 1")
    assert [aim["option"] for aim in seen(table, ANN)["aims"]] == ["fire rod bob"]
    table.do("ann stop")
    table.do("ann end", "bob move C1")
    assert table.asked == [("ann", "overwatch")]
    aims = seen(table, ANN)["aims"]
    assert {(aim["option"], aim["target"]) for aim in aims} == {
        ("overwatch gun", "bob"),
        ("overwatch rod", "bob"),
    }
    assert seen(table, BOB)["aims"] == []


def test_the_order_counts_activations() -> None:
    """What was, what is and what is to come; who is out once, who joined late not at all."""
    table = Table(
        fight(
            "A.C..B.D",
            person("ann"),
            person("cid"),
            person("bob", "B", sheet={"activations": 2}),
            person("dot", "B", hp=1),
        )
    )
    shown = seen(table)
    assert (shown["phase"], shown["turn"]) == ("choosing", None)
    assert [(side["side"], side["chooses"]) for side in shown["order"]] == [
        ("A", True),
        ("B", False),
        ("C", False),
    ]
    table.do("cid go")
    table["dot"].out = "defeated"
    sides = {
        side["side"]: [(slot["unit"], slot["state"]) for slot in side["slots"]]
        for side in seen(table)["order"]
    }
    assert sides["A"] == [("ann", "next"), ("cid", "now")]
    assert sides["B"] == [("bob", "next"), ("bob", "next"), ("dot", "out")]
    table.do("cid end")
    if table.asked[0][1] == "activate":
        table.do("bob go")
    assert unit(seen(table), "bob")["status"] == "acting"
    table.do("bob end")
    assert unit(seen(table), "bob")["status"] == "1 of 2 turns"
    late = fight("A..B", person("ann"), person("bob", "B"), person("eve", "B", at="D1", joins=3, name="Eve"))
    assert seen(Table(late))["arriving"] == ["Eve, round 3"]


def test_what_is_left_of_a_turn() -> None:
    """Pips go as they are spent."""
    table = Table(fight("A....B", person("ann"), person("bob", "B")))
    assert seen(table)["turn"] == {
        "unit": "ann",
        "move": True,
        "quick": 2,
        "quick_max": 2,
        "full": True,
        "reaction": True,
    }
    table.do("ann bolster ann", "ann move B1", "ann brace")
    assert seen(table)["turn"] == {
        "unit": "ann",
        "move": False,
        "quick": 1,
        "quick_max": 2,
        "full": False,
        "reaction": False,
    }
    table = Table(fight("A....B", person("ann"), person("bob", "B"))).do("ann disengage")
    turn = seen(table)["turn"]
    assert turn is not None
    assert (turn["quick"], turn["full"]) == (0, False)


def test_oaths_of_the_round_and_the_choir() -> None:
    """They stand until the next one begins."""
    table = Table(fight("A..B", person("ann", band=4, fractured=True), person("bob", "B")))
    table.do("ann bond-move")
    assert seen(table)["oaths"] == [{"unit": "ann", "oath": "I stay."}]
    assert not seen(table)["choir"]
    table["ann"].choir_in = 1
    assert seen(table)["choir"]
    table.end_round()
    assert (seen(table)["oaths"], seen(table)["choir"]) == ([], False)


@pytest.mark.parametrize(("name", "letters"), [("Hesper Dray", "He"), ("Silt hound 3", "S3"), ("X", "X")])
def test_letters_of_a_token(name: str, letters: str) -> None:
    """Those of a kind are told apart by their number."""
    encounter = fight("A.B", person("ann", name=name), person("bob", "B"))
    assert letters_of(encounter.state.units["ann"]) == letters


@pytest.mark.clause("C6.2")
def test_how_far_a_marker_may_lie_is_told() -> None:
    """As the encounter's ruling has it."""
    for distance in (2, 3):
        encounter = fight("A....B", person("ann"), person("bob", "B"), marker_distance=distance)
        assert seen(Table(encounter))["marker_distance"] == distance
