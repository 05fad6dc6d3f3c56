"""What a reader sees of a Pace fight."""

from __future__ import annotations

from typing import Any

import orjson
import pytest

from affray.kernel.requests import Choose, Option, Ruling, Window
from affray.kernel.system import GM_VIEWER, SPECTATOR, Viewer
from affray.systems.pace.scenario import Clock, SceneObject, Task
from affray.systems.pace.view import view
from affray.systems.pace.view_types import FightView
from tests.contract.test_shapes import misfit
from tests.systems.pace.fights import Table, fight, person

ANN = Viewer(("ann",), ("A",))
BOB = Viewer(("bob",), ("B",))


def seen(table: Table, viewer: Viewer = GM_VIEWER, answered: Any = None) -> FightView:
    """The fight as somebody sees it, with the open request; it has the shape that the client counts on."""
    request = None if table.session.pending is None else table.session.pending.request
    shown = view(table.fight, viewer, request, answered or {})
    assert misfit(shown, FightView, "view") == ""
    assert orjson.loads(orjson.dumps(shown)) == shown
    return shown


def character(shown: FightView, id_: str) -> Any:
    """One character of a view."""
    return next(one for one in shown["characters"] if one["id"] == id_)


def test_the_board_is_drawn_without_objects() -> None:
    """Walls and difficult ground by their signs, squares by their names; an object keeps its own place."""
    table = Table(
        fight(
            "#A:\n..B",
            person("ann"),
            person("bob", "B"),
            objects=(
                SceneObject("gate", "Gate", "A2", hp=9, dr={"all": 2, "fire": 1}, door="open"),
                SceneObject("post", "Post", "B2", task=(Task("look", "Look", once=True),), dr={"cold": 3}),
            ),
            ground={"lamp": "A2"},
            clocks=(Clock("flood", "The flood", 4, 1, full="Water."),),
        )
    )
    shown = seen(table)
    assert shown["board"] == {
        "width": 3,
        "height": 2,
        "rows": ["#.:", "..."],
        "names": ["A1", "B1", "C1", "A2", "B2", "C2"],
    }
    gate, post = shown["objects"]
    assert (gate["hp"], gate["hp_max"], gate["dr"], gate["door"]) == (9, 9, "2, 1 more against fire", "open")
    assert (gate["blocks"], post["blocks"], post["hp"], post["dr"]) == (False, True, None, "3 against cold")
    assert post["tasks"] == [{"id": "look", "name": "Look", "ap": 1, "done": False}]
    assert shown["items"] == [{"id": "lamp", "name": "Lamp", "square": 3, "bulk": 1}]
    assert shown["clocks"] == [
        {"id": "flood", "name": "The flood", "segments": 4, "filled": 1, "full": "Water."}
    ]
    table.do("ann do post look")
    assert seen(table)["objects"][1]["tasks"][0]["done"]


def test_a_character_shows_its_sheet_and_its_state() -> None:
    """AP of the round, Speed, DR by type, what is in hand, what it threatens and faces, and its reach."""
    ann = person(
        "ann",
        items=("spear", "key"),
        wielded=("spear",),
        facing="E",
        speed=4,
        abilities=("fleet", "hide"),
        spells=("doom",),
        dr={"fire": 2},
        ap=1,
        slow_until=2,
        edges={"attack": 1},
        held_by=("bob",),
    )
    table = Table(fight("AB.", ann, person("bob", "B")))
    shown = character(seen(table), "ann")
    assert (shown["ap"], shown["kept"], shown["gained"], shown["ap_max"]) == (4, 1, 3, 5)
    assert (shown["speed"], shown["speed_whole"]) == (3, 6)
    assert {one["name"]: one["value"] for one in shown["dr"]}["fire"] == 3
    assert {one["name"]: one["value"] for one in shown["dr"]}["bludgeoning"] == 2
    assert shown["in_hand"] == [
        {"id": "spear", "name": "Spear", "detail": "1d6 piercing, Strength, range 3", "weapon": True},
        {
            "id": "bare-hands",
            "name": "Bare hands",
            "detail": "1d4 bludgeoning, Strength, range 1",
            "weapon": True,
        },
    ]
    assert shown["in_pack"] == [{"id": "key", "name": "Key", "detail": "Bulk 0", "weapon": False}]
    assert shown["spells"][0]["detail"] == "Will against Will; 2d6 cold; range 6"
    assert shown["conditions"] == ["held by Bob", "slowed to round 2", "Advantage (1), attack"]
    assert (shown["facing"], shown["facing_words"]) == ("E", "east")
    assert (shown["threatens"], shown["faces"]) == ([1, 2], ["bob"])
    assert shown["reach"] == []
    assert (shown["letters"], shown["square"], shown["body"], shown["out"]) == ("An", 0, 0, False)
    table.settle().do("ann pivot N")
    assert character(seen(table), "ann")["spent"] == [{"what": "Pivot", "ap": 1}]


def test_a_defeated_one_takes_no_square_and_threatens_nothing() -> None:
    """Its body lies where it fell; the strip has what it means."""
    people = (person("ann", strength=9, facing="E"), person("bob", "B", hp=1), person("cid", "B"))
    table = Table(fight("AB\n.C", *people))
    table.do("ann attack sword bob", "ann 20", "bob 1", "ann 8 8", "gm captured")
    shown = seen(table)
    bob = character(shown, "bob")
    assert (bob["square"], bob["body"], bob["out"], bob["out_meaning"]) == (None, 1, True, "captured")
    assert (bob["threatens"], bob["reach"], bob["faces"], bob["conditions"]) == ([], [], [], [])
    assert bob["status"] == "captured"
    assert [slot["state"] for slot in shown["order"]] == ["now", "out", "next"]
    assert "bob" not in character(shown, "ann")["faces"]


def test_the_order_says_how_each_came_to_its_total() -> None:
    """One that joined has none, and comes last."""
    table = Table(
        fight("A.B\n...", person("ann", dexterity=2), person("bob", "B", dexterity=-1)), ordered=False
    )
    assert (seen(table)["phase"], seen(table)["order"]) == ("initiative", [])
    table.do("ann 10", "bob 4")
    table.act("add", "late", sheet="bob", side="B", square="A2", name="Dan")
    shown = seen(table)
    assert shown["phase"] == "turns"
    assert [(slot["character"], slot["total"], slot["detail"], slot["state"]) for slot in shown["order"]] == [
        ("ann", 12, "10 + 2 = 12", "now"),
        ("bob", 3, "4 \N{MINUS SIGN} 1 = 3", "next"),
        ("bob-2", None, "", "next"),
    ]
    assert character(shown, "bob-2")["status"] == "from the next round"
    table.do("ann end")
    assert seen(table)["order"][0]["state"] == "past"
    table.act("end", outcome="rain")
    shown = seen(table)
    assert (shown["phase"], shown["outcome"], character(shown, "ann")["status"]) == ("over", "rain", "")


def test_pivot_preferences_are_seen_by_the_own_seat_and_the_gm() -> None:
    """Another seat of the same side does not see them."""
    table = Table(fight("A.B\nC..", person("ann"), person("bob", "B"), person("cid")))
    table.do("bob quiet")
    for viewer, sees in ((GM_VIEWER, True), (BOB, True), (ANN, False), (SPECTATOR, False)):
        assert (character(seen(table, viewer), "bob")["pivot"] is not None) is sees
    assert character(seen(table, BOB), "bob")["pivot"] == {"asks": "foes", "not_this_round": True}
    assert character(seen(table, Viewer(("cid",), ("A",))), "ann")["pivot"] is None


def test_ways_are_for_whoever_is_asked() -> None:
    """A Move and the free movement, each with its way and its cost; then what is left of the Move."""
    table = Table(fight("A..\n...\n..B", person("ann"), person("bob", "B"))).settle()
    assert seen(table, BOB)["ways"] == seen(table, SPECTATOR)["ways"] == []
    own = {way["option"]: way for way in seen(table, ANN)["ways"]}
    assert own == {way["option"]: way for way in seen(table)["ways"]}
    assert own["move B2"] == {"option": "move B2", "square": 4, "cost": 1, "squares": [4]}
    assert own["move A1"] == {"option": "move A1", "square": 0, "cost": 0, "squares": []}
    assert own["free B3"]["cost"] == 2
    assert seen(table, ANN, {"ann": None})["ways"] == []
    table.do("ann move B2")
    shown = seen(table, ANN)
    assert shown["turn"] == {
        "character": "ann",
        "opened": True,
        "free": False,
        "walk": {"kind": "move", "paces": 4, "taken": 1},
        "diagonals": 1,
        "paid": True,
    }
    own = {way["option"]: way for way in shown["ways"]}
    assert (own["walk C1"]["cost"], own["walk C2"]["cost"]) == (2, 1)
    assert not any(option.startswith("move") for option in own)


def test_ways_of_evades_spells_and_out_of_terrain() -> None:
    """Each question that offers squares has them on the board."""
    table = Table(fight("AB..", person("ann", facing="E"), person("bob", "B", facing="W")))
    table.do("ann attack sword bob", "ann 1", "bob evade", "bob 9")
    assert [(way["option"], way["cost"]) for way in seen(table, BOB)["ways"]] == [
        ("evade C1", 1),
        ("evade D1", 2),
    ]
    table = Table(fight("A.B\n...", person("ann", spells=("wall",)), person("bob", "B"))).do("ann cast wall")
    assert {way["option"] for way in seen(table, ANN)["ways"]} >= {"place A1", "place C1"}
    table.do("ann place C1", "ann end")
    out = seen(table, BOB)["ways"]
    assert {way["option"]: way["squares"] for way in out}["out B1"] == [1]


def test_a_push_shows_where_each_way_leads() -> None:
    """The squares, the dice, and what stops it; to the one who chooses alone."""
    people = (person("ann", items=("cestus",)), person("bob", "B", facing="S"), person("cid", "B"))
    table = Table(fight("A....\n.B...\n..C..", *people))
    table.do("ann attack cestus bob push", "ann 19", "bob 1", "ann 1")
    assert seen(table, BOB)["shoves"] == []
    shoves = {shove["option"]: shove for shove in seen(table, ANN)["shoves"]}
    assert shoves["way E"] == {
        "option": "way E",
        "character": "bob",
        "squares": [7, 8],
        "damage": "",
        "halved": False,
        "stopped_by": None,
        "against": None,
    }
    into = {
        "damage": "2d6",
        "halved": True,
        "stopped_by": "character",
        "against": "cid",
        "squares": [],
        "character": "bob",
    }
    assert shoves["way SE"] == {"option": "way SE", **into}
    assert (shoves["way N"]["squares"], shoves["way N"]["damage"], shoves["way N"]["stopped_by"]) == (
        [1],
        "1d6",
        "terrain",
    )


def test_an_attack_shows_while_it_is_resolved() -> None:
    """Who, with what, the roll, and whose answer is due."""
    table = Table(fight("AB", person("ann", facing="E"), person("bob", "B", facing="W")))
    table.do("ann attack sword bob", "ann 12")
    shown = seen(table)
    assert shown["clash"] == {
        "attacker": "ann",
        "weapon": "Sword",
        "maneuver": None,
        "targets": ["bob"],
        "total": 12,
        "natural": 12,
        "now": "bob",
    }
    assert [character(shown, id_)["status"] for id_ in ("ann", "bob")] == ["attacking now", "answering"]
    table.do("bob take", "bob 15")
    shown = seen(table)
    assert shown["clash"] is None
    assert [character(shown, id_)["status"] for id_ in ("ann", "bob")] == ["acting", ""]


def test_conditions_that_wait_for_a_roll() -> None:
    """Disadvantage too, and a Wait."""
    table = Table(fight("A.B", person("ann", edges={"save": -2}), person("bob", "B"))).do("ann wait")
    shown = character(seen(table), "ann")
    assert shown["conditions"] == ["Disadvantage (2), Save", "waited: Advantage (1), initiative"]
    assert shown["status"] == "waited"


@pytest.mark.parametrize(
    "request_",
    [
        Ruling("defeat", (Option("dead", "meaning"),), "P4.8", "dead", ("bob",)),
        Choose("gone", "evade", (Option("evade A1", "evade", (0,)),), "P4.13", ("ann",)),
        Choose("ann", "way", (Option("way N", "way", (0,)),), "P5.5", ("ann", "gone", 2)),
        Window(
            (Choose("bob", "pivot", (Option("stay", "stay"),), "P6.4", ("bob", "turn", "ann"), "stay"),),
            "all",
            "P6.4",
        ),
    ],
)
def test_requests_without_squares_show_none(request_: Any) -> None:
    """Also where somebody they are about has left."""
    table = Table(fight("A.B", person("ann"), person("bob", "B")))
    shown = view(table.fight, GM_VIEWER, request_)
    assert (shown["ways"], shown["shoves"]) == ([], [])


def test_what_else_a_client_needs() -> None:
    """Sides, the names of scores, the sheets, and how many words are free."""
    shown = seen(Table(fight("A.B", person("ann", scores={"Wits": 1}), person("bob", "B"), free_words=30)))
    assert [side["name"] for side in shown["sides"]] == ["The one side", "The other side", "A third side"]
    assert shown["score_names"] == ["Strength", "Dexterity", "Will", "Wits"]
    assert (shown["sheets"], shown["free_words"]) == (["ann", "bob"], 30)


def test_what_stands_beside_weapons_and_spells() -> None:
    """Damage, score, range, hands, AP and targets; Save, effect, range and targets."""
    spells = ("spark", "gust", "vine", "mud", "balm", "omen", "curse", "wall")
    ann = person("ann", items=("maul", "pick", "chain", "crate"), wielded=(), spells=spells)
    shown = character(seen(Table(fight("A.B", ann, person("bob", "B")))), "ann")
    assert {one["id"]: one["detail"] for one in shown["in_pack"]} == {
        "maul": "2d6 bludgeoning, Strength, range 1, two hands",
        "pick": "1d10 piercing, Strength, range 1, 2 AP",
        "chain": "1d6 bludgeoning, Strength, range 2, up to 3 targets",
        "crate": "Bulk 3, two hands",
    }
    assert {one["id"]: one["detail"] for one in shown["spells"]} == {
        "spark": "1d6 + Will fire; range 6; up to 2 targets",
        "gust": "Will against DC 12; moved 3 Paces; range 6",
        "vine": "Tethered (3); range 6",
        "mud": "Speed halved to the end of the next round; range 6",
        "balm": "1d6 + Will HP back; range 6",
        "omen": "Advantage (1) on the next attack; range 6",
        "curse": "Disadvantage (1) on the next defence; range 6",
        "wall": "blocking terrain; range 6",
    }
