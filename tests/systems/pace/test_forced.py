"""Maneuvers and what they leave behind; forced movement, and terrain that appears under somebody."""

from __future__ import annotations

from typing import Any

import pytest

from affray.board.squares import FACINGS
from affray.systems.pace.book import MANEUVERS
from affray.systems.pace.events import (
    DamageDealt,
    EscapeRolled,
    GotOut,
    Held,
    HoldEnded,
    ItemDropped,
    ManeuverFailed,
    Shoved,
    Slowed,
    StuckInTerrain,
    TurnEnded,
)
from affray.systems.pace.forced import TERRAIN, foresee
from affray.systems.pace.maneuvers import hold, push, trip
from affray.systems.pace.movement import speed_of
from affray.systems.pace.state import Fight, Tether, board_of
from affray.systems.pace.targets import may_not_maneuver
from affray.systems.pace.wielding import weapons_in_hand
from tests.systems.pace.fights import Table, events_of, fight, person, run

OPEN = """
.......
.......
..AB...
.......
.......
"""


def fists(board: str = OPEN, ann: Any = None, others: Any = (), **bob: Any) -> Table:
    """Ann with a cestus and a free hand attacks Bob, who has turned his back."""
    ann = {"items": ("cestus",), **(ann or {})}
    return Table(fight(board, person("ann", facing="E", **ann), person("bob", "B", "E", **bob), *others))


def hit(table: Table, maneuver: str, damage: int = 1, weapon: str = "cestus") -> Table:
    """Ann hits Bob with a Maneuver."""
    return table.do(f"ann attack {weapon} bob {maneuver}", "ann 15", "bob 5", f"ann {damage}")


# Who may use Maneuvers, and with what


@pytest.mark.clause("P5.1")
@pytest.mark.parametrize(
    ("items", "abilities", "weapon", "clause"),
    [
        (("cestus",), (), "cestus", None),
        (("sword",), (), "bare-hands", None),
        (("sword",), (), "sword", "P5.1"),
        (("sword",), ("hooks",), "sword", None),
        (("sword", "spear"), ("hooks",), "sword", "P5.1"),
        (("sword", "cestus"), ("hooks",), "sword", None),
        (("maul",), ("hooks",), "maul", "P5.1"),
        (("noose",), (), "noose", None),
    ],
)
def test_maneuvers_go_with_unarmed_weapons_or_an_ability(
    items: tuple[str, ...], abilities: tuple[str, ...], weapon: str, clause: str | None
) -> None:
    """And with an Ability an Unarmed weapon must be wielded all the same."""
    encounter = fight(OPEN, person("ann", items=items, abilities=abilities), person("bob", "B"))
    ann = encounter.state.characters["ann"]
    why = may_not_maneuver(encounter, ann, encounter.book.weapons[weapon], "trip")
    assert (why and why.clause) == clause


@pytest.mark.clause("P5.1")
def test_an_ability_allows_the_maneuvers_it_names_alone() -> None:
    """Hooks are for Trip and Push."""
    table = fists(ann={"items": ("sword",), "abilities": ("hooks",)})
    offered = [option for option in table.options("ann") if option.startswith("attack sword bob")]
    assert offered == ["attack sword bob", "attack sword bob trip", "attack sword bob push"]
    assert table.refusal("ann attack sword bob disarm") == "P5.1"
    assert [f"attack bare-hands bob {name}" in table.options("ann") for name in MANEUVERS] == [True] * 4


@pytest.mark.clause("P5.1")
def test_the_effect_comes_with_the_damage_and_only_on_success() -> None:
    """A miss leaves nothing behind; nor does a hit that fells."""
    table = fists().do("ann attack cestus bob trip", "ann 15", "bob 15")
    assert table.events(Slowed) == []
    table = hit(fists(), "trip", 4)
    assert [event.amount for event in table.events(DamageDealt)] == [4]
    assert table.events(Slowed)[0].until == 2
    table = hit(fists(hp=3, others=[person("cid", "B", at="A1")]), "push", 4).settle()
    assert table.asked == [("ann", "turn")]
    table = hit(fists(hp=3, others=[person("cid", "B", at="A1")]), "trip", 4).settle()
    assert table.events(Slowed) == []


@pytest.mark.clause("P5.1")
def test_with_damage_that_dr_takes_away_the_effect_comes_all_the_same() -> None:
    """The attack has succeeded."""
    table = hit(fists(dr={"all": 9}), "trip")
    assert [event.amount for event in table.events(DamageDealt)] == [0]
    assert table["bob"].slow_until == 2


@pytest.mark.clause("P5.6")
@pytest.mark.parametrize(
    ("items", "bare"),
    [((), True), (("sword",), True), (("sword", "lamp"), False), (("maul",), False), (("crate",), False)],
)
def test_bare_hands_are_wielded_whenever_a_hand_is_free(items: tuple[str, ...], bare: bool) -> None:
    """Strength, 1d4 bludgeoning, range 1."""
    encounter = fight(OPEN, person("ann", items=items), person("bob", "B"))
    found = dict(weapons_in_hand(encounter, encounter.state.characters["ann"]))
    assert ("bare-hands" in found) is bare
    if bare:
        hands = found["bare-hands"]
        assert (hands.ability, hands.damage, hands.types, hands.range, hands.kind) == (
            "Strength",
            "1d4",
            ("bludgeoning",),
            1,
            "unarmed",
        )


# Grapple


@pytest.mark.clause("P5.2")
def test_a_grapple_holds_its_target_to_within_1_pace() -> None:
    """Of the attacker."""
    table = hit(fists(), "grapple")
    assert table["bob"].tethers == [Tether("ann", 1)]
    table.do("ann end")
    assert table.refusal("bob move F3") == "P5.2"
    table.do("bob move C2")
    assert table.at("bob") == "C2"


@pytest.mark.clause("P5.2")
def test_a_grapple_takes_a_target_within_1_pace() -> None:
    """A long weapon reaches further than it holds."""
    table = Table(fight("A..B", person("ann", items=("noose",)), person("bob", "B")))
    assert "attack noose bob trip" in table.options("ann")
    assert table.refusal("ann attack noose bob grapple") == "P5.2"
    table.act("override", "as an exception", seat="ann", option="attack noose bob grapple")
    table.do("ann 15", "bob 5", "ann 2")
    assert table["bob"].tethers == []


@pytest.mark.clause("P5.1", "P5.2")
def test_a_maneuver_at_several_targets_takes_effect_on_each_that_is_hit() -> None:
    """A Grapple takes none that is too far to be held, though the weapon reaches it."""
    people = person("bob", "B", "S"), person("cid", "B", "S"), person("dan", "B", "S")
    table = Table(fight(".A..D\n.BC..", person("ann", items=("net",)), *people)).settle()
    table.do("ann attack net bob grapple")
    assert table.options("ann") == ["done", "also cid"]
    table.do("ann also cid", "ann 15", "bob 5", "ann 1", "cid 15").settle()
    assert [table[id_].tethers for id_ in ("bob", "cid")] == [[Tether("ann", 1)], []]
    table.do("ann attack net cid trip", "ann also dan", "ann 15", "cid 5", "ann 1", "dan 5", "ann 1")
    assert [event.character for event in table.events(Slowed)] == ["cid", "dan"]


@pytest.mark.clause("P5.2", "P5.7")
@pytest.mark.parametrize(("face", "free"), [(13, False), (14, True)])
def test_a_hold_is_escaped_by_strength_against_strength(face: int, free: bool) -> None:
    """The source resists, so a tie leaves the hold; the AP is spent either way."""
    table = hit(fists(ann={"strength": 3}, strength=1), "grapple").do("ann end", "bob escape ann")
    table.do(f"bob {face}", "ann 11")
    rolled = table.events(EscapeRolled)[0]
    assert (rolled.throw.total, rolled.source.total, rolled.success) == (face + 1, 14, free)
    assert (table["bob"].tethers == []) is free
    assert table["bob"].ap == 2
    assert [event.why for event in table.events(HoldEnded)] == ["escaped"] * free


@pytest.mark.clause("P5.2")
def test_the_source_lets_go_for_free() -> None:
    """In its own turn."""
    table = hit(fists(), "grapple").do("ann let-go bob")
    assert (table["bob"].tethers, table["ann"].ap) == ([], 2)
    assert table.events(HoldEnded)[0].why == "let go"


@pytest.mark.clause("P5.2")
def test_a_hold_ends_when_either_is_pushed_away() -> None:
    """And by a correction."""
    table = hit(fists(), "grapple").act("force", character="bob", facing="E", paces=2)
    assert table["bob"].tethers == []
    table = hit(fists(), "grapple").act("force", character="ann", facing="W", paces=1)
    assert table["bob"].tethers == []
    table = hit(fists(), "grapple").act("set", character="bob", field="square", value="D2")
    assert table["bob"].tethers == [Tether("ann", 1)]
    table.act("set", character="bob", field="square", value="F2")
    assert table["bob"].tethers == []


@pytest.mark.clause("P5.2")
@pytest.mark.parametrize(
    ("act", "data"), [("set", {"field": "hp", "value": 0}), ("remove", {})], ids=["defeated", "removed"]
)
def test_a_hold_ends_with_its_source(act: str, data: dict[str, Any]) -> None:
    """A defeated one holds nobody."""
    table = hit(fists(others=[person("cid")], board=OPEN + "C......"), "grapple")
    table.act(act, character="ann", **data)
    assert table["bob"].tethers == []


@pytest.mark.clause("P5.7")
def test_each_source_is_escaped_by_itself_and_twice_from_one_is_once() -> None:
    """Two holds, one escaped."""
    people = person("ann", items=("cestus",)), person("bob", "B", "E"), person("cid", items=("noose",))
    table = Table(fight(".......\n..ABC..\n.......", *people), ordered=False).roll_order("ann", "cid", "bob")
    hit(hit(table, "grapple"), "grapple")
    assert table["bob"].tethers == [Tether("ann", 1)]
    table.do("ann end", "cid attack noose bob grapple", "cid 15", "bob take", "bob 5", "cid 1", "cid end")
    assert [tether.source for tether in table["bob"].tethers] == ["ann", "cid"]
    table.do("bob escape cid", "bob 20", "cid 1")
    assert [tether.source for tether in table["bob"].tethers] == ["ann"]
    assert len(table.events(Held)) == 3


@pytest.mark.clause("P5.2", "P4.13")
def test_a_grapple_binds_the_evade_that_follows() -> None:
    """The effect comes before the Evade."""
    table = Table(fight(OPEN, person("ann", items=("cestus",)), person("bob", "B", "W")))
    table.do("ann attack cestus bob grapple", "ann 15", "bob evade", "bob 5", "ann 1")
    found = {option.split()[1] for option in table.options("bob", "evade")}
    assert found == {"B2", "C2", "D2", "D4", "C4", "B4"}


# Trip


@pytest.mark.clause("P5.3")
def test_a_trip_halves_speed_until_the_end_of_the_next_round() -> None:
    """Rounded down; it is whole again in the round after."""
    table = hit(fists(speed=5), "trip")
    assert speed_of(table.fight, table["bob"]) == 2
    table.end_round()
    assert speed_of(table.fight, table["bob"]) == 2
    table.end_round()
    assert speed_of(table.fight, table["bob"]) == 5


@pytest.mark.clause("P5.3")
def test_a_trip_does_not_halve_twice_and_the_later_end_counts() -> None:
    """Speed 6: 3, and not 1."""
    table = hit(fists(speed=6), "trip").end_round()
    hit(table.act("pivots", character="bob", asks="never"), "trip")
    assert (speed_of(table.fight, table["bob"]), table["bob"].slow_until) == (3, 3)
    table.act("set", character="bob", field="slow_until", value=9)
    hit(table, "trip")
    assert table["bob"].slow_until == 9


@pytest.mark.clause("P5.3")
def test_a_move_under_way_keeps_its_length() -> None:
    """Its Paces were given when it began."""
    table = fists().do("ann move B3")
    table.act("set", character="ann", field="slow_until", value=5)
    assert speed_of(table.fight, table["ann"]) == 2
    assert table.state.turn.walk.paces == 4  # type: ignore[union-attr]
    table.do("ann walk B1", "ann walk B3", "ann face E", "ann move A2")
    assert table.state.turn.walk.paces == 1  # type: ignore[union-attr]


# Disarm


@pytest.mark.clause("P5.4")
def test_a_disarm_drops_the_item_and_the_space_that_the_attacker_chooses() -> None:
    """Within one Pace, where an item can lie: not inside a wall."""
    table = hit(fists(".......\n....#..\n..AB...", items=("blade", "lamp")), "disarm")
    assert table.asked == [("ann", "disarm")]
    spaces = ["C2", "D2", "C3", "D3", "E3"]
    assert table.options("ann") == [f"{item} {space}" for item in ("blade", "lamp") for space in spaces]
    table.do("ann lamp C2")
    lamp = table.state.items["lamp"]
    assert (lamp.holder, lamp.in_hand, board_of(table.fight).name(lamp.square or 0)) == (None, False, "C2")
    dropped = table.events(ItemDropped)[0]
    assert (dropped.character, dropped.by, dropped.clause) == ("bob", "ann", "P5.4")
    assert "pick-up lamp" in table.options("ann")


@pytest.mark.clause("P5.4")
def test_what_lies_in_the_pack_is_not_dropped() -> None:
    """Only what is held in a hand."""
    table = hit(fists(items=("blade", "lamp"), wielded=("blade",)), "disarm")
    assert {option.split()[0] for option in table.options("ann")} == {"blade"}


@pytest.mark.clause("P5.6")
def test_a_disarm_without_an_item_has_no_effect() -> None:
    """Bare hands are never disarmed; the damage is dealt."""
    table = hit(fists(items=()), "disarm", 3)
    failed = table.events(ManeuverFailed)[0]
    assert (failed.maneuver, failed.why.key, table["bob"].hp) == ("disarm", "nothing to drop", 17)


@pytest.mark.clause("P5.6")
def test_disarmed_one_attacks_with_bare_hands() -> None:
    """1d4 bludgeoning."""
    table = hit(fists(), "disarm").do("ann blade D3", "ann end", "bob pivot W", "bob attack bare-hands ann")
    table.do("bob 15", "ann take", "ann 3")
    pool = table.session.pending.request.pool  # type: ignore[union-attr]
    assert pool.sides == (4,)
    table.do("bob 4")
    assert table.events(DamageDealt)[-1].type == "bludgeoning"


# Push and pull, and being stopped


@pytest.mark.clause("P5.5")
@pytest.mark.parametrize(
    ("way", "square"), [("E", "F3"), ("NE", "F1"), ("S", "D5"), ("SW", "B5"), ("NW", "B1")]
)
def test_a_push_moves_two_paces_the_way_the_attacker_chooses(way: str, square: str) -> None:
    """A diagonal is two squares; facing stays; nobody is asked for anything."""
    table = hit(fists(), "push")
    assert table.asked == [("ann", "way")]
    assert table.options("ann") == [f"way {name}" for name in FACINGS]
    table.do(f"ann way {way}")
    shoved = table.events(Shoved)[0]
    assert (table.at("bob"), shoved.stopped, table.facing("bob")) == (square, 0, "E")


def looked_ahead(board: str, way: str, paces: int = 2, *others: Any) -> tuple[int, int, str | None]:
    """Squares moved, Paces that fail, and what is in the way, for Bob."""
    encounter = fight(board, person("bob", "B"), person("ann"), *others)
    found = foresee(encounter, "bob", FACINGS.index(way), paces)
    return len(found.squares), found.stopped, found.against


@pytest.mark.clause("P7.5")
@pytest.mark.parametrize(
    ("board", "way", "found"),
    [
        ("AB.#.", "E", (1, 1, TERRAIN)),
        ("AB#..", "E", (0, 2, TERRAIN)),
        ("AB...", "E", (2, 0, None)),
        ("AB", "E", (0, 2, TERRAIN)),
        ("AB.", "E", (1, 1, TERRAIN)),
        ("AB.", "N", (0, 2, TERRAIN)),
        ("BA.", "E", (0, 2, "ann")),
        ("B.A.", "E", (1, 1, "ann")),
        ("B...\n....\n...A", "SE", (2, 0, None)),
        ("B#.\n#..\n..A", "SE", (0, 2, TERRAIN)),
        ("B#.\n...\n..A", "SE", (1, 1, "ann")),
        ("B#..\n....\n....\n...A", "SE", (2, 0, None)),
        ("B::.A", "E", (2, 0, None)),
    ],
)
def test_forced_movement_goes_one_way_square_by_square(
    board: str, way: str, found: tuple[int, int, str | None]
) -> None:
    """What cannot be walked stops it: a wall, a corner, the edge, a character. Difficult ground does not."""
    assert looked_ahead(board, way) == found


@pytest.mark.clause("P7.5", "P4.8")
def test_a_body_stops_nobody() -> None:
    """It takes no square."""
    table = fists("..ABC..", others=[person("cid", "B"), person("dan", "B", at="A1")])
    table.act("set", character="cid", field="hp", value=0).settle()
    table.act("force", character="bob", facing="E", paces=2)
    assert (table.at("bob"), table.events(Shoved)[0].against) == ("F1", None)


@pytest.mark.clause("P7.4", "P7.5")
def test_forced_movement_ignores_costs_and_holds() -> None:
    """Difficult ground and a halved Speed cost nothing; a hold does not stop it, and ends."""
    table = fists("A.....\n.B::::\n......", held_by=("ann",), slow_until=9)
    table.act("force", character="bob", facing="E", paces=4)
    assert (table.at("bob"), table["bob"].tethers, table["bob"].ap) == ("F2", [], 3)
    assert table.state.turn.diagonals == 0  # type: ignore[union-attr]


@pytest.mark.clause("P7.1")
def test_stopped_by_terrain_it_takes_1d6_for_each_space_not_moved() -> None:
    """Push 2 and a wall after 1: 1d6, less DR against bludgeoning."""
    table = hit(fists("..AB.#.", dr={"bludgeoning": 2}), "push", 5).do("ann way E")
    assert table.asked == [("ann", "collision")]
    pool = table.session.pending.request.pool  # type: ignore[union-attr]
    assert pool.sides == (6,)
    table.do("ann 5")
    collision = table.events(DamageDealt)[1]
    assert (collision.source, collision.type, collision.dr, collision.amount) == (
        "collision",
        "bludgeoning",
        2,
        3,
    )
    assert (table.at("bob"), table["bob"].hp) == ("E1", 20 - 3 - 3)


@pytest.mark.clause("P7.1", "P7.5")
def test_the_edge_of_the_board_counts_as_terrain() -> None:
    """Push 2 at the edge: 2d6 to the pushed."""
    table = hit(fists("..AB"), "push").do("ann way E")
    pool = table.session.pending.request.pool  # type: ignore[union-attr]
    assert pool.sides == (6, 6)
    table.do("ann 3 4")
    assert table["bob"].hp == 20 - 1 - 7


@pytest.mark.clause("P7.2")
@pytest.mark.parametrize(("faces", "half"), [((1, 2), 1), ((1, 4), 2), ((6, 1), 3), ((1, 1), 1), ((6, 6), 6)])
def test_stopped_by_a_character_both_take_half_of_one_roll(faces: tuple[int, int], half: int) -> None:
    """The sum is halved, rounding down, and then comes the DR of each."""
    table = hit(fists("..ABC", others=[person("cid", dr={"all": 1})]), "push").do("ann way E")
    table.do(f"ann {faces[0]} {faces[1]}")
    collisions = table.events(DamageDealt)[1:]
    assert [(event.target, event.amount) for event in collisions] == [("bob", half), ("cid", half - 1)]
    assert all(event.halved for event in collisions)
    assert (table.at("bob"), table.at("cid")) == ("D1", "E1")


@pytest.mark.clause("P7.2")
@pytest.mark.parametrize(("face", "half"), [(1, 0), (3, 1), (5, 2)])
def test_a_single_die_is_halved_rounding_down(face: int, half: int) -> None:
    """1, 3 and 5 give 0, 1 and 2."""
    table = hit(fists("..AB.C.", others=[person("cid")]), "push").do("ann way E", f"ann {face}")
    assert [event.amount for event in table.events(DamageDealt)[1:]] == [half, half]


@pytest.mark.clause("P7.2")
def test_7_is_halved_to_3() -> None:
    """Two dice that sum up to 7."""
    table = fists("..ABC", others=[person("cid")]).act("force", character="bob", facing="E", paces=2)
    assert table.asked == [("bob", "collision")]
    table.do("bob 3 4")
    assert [table["bob"].hp, table["cid"].hp] == [17, 17]


@pytest.mark.clause("P7.4")
def test_forced_movement_provokes_nothing() -> None:
    """Through squares that are threatened, nobody is asked anything."""
    table = fists("..AB...\n.......\n....C..", others=[person("cid", facing="N", items=("spear",))])
    hit(table, "push").do("ann way E")
    assert table.asked == [("bob", "pivot")]


# Terrain that appears


def buried(board: str, square: str, *others: Any, **bob: Any) -> Table:
    """Terrain appears under Bob in Ann's turn, and she ends it."""
    table = Table(fight(board, person("ann"), person("bob", "B", **bob), *others)).settle()
    return table.act("terrain", square=square, ground="blocking").do("ann end")


@pytest.mark.clause("P7.3")
def test_one_moves_out_of_terrain_at_the_end_of_the_turn_by_the_shortest_way() -> None:
    """1d6 for each space moved; of several shortest ways the character chooses."""
    table = buried("A...\n.#..\n.#B#\n.###", "C3", dr={"bludgeoning": 1})
    assert table.asked == [("bob", "way out")]
    assert table.options("bob") == ["out C2", "out D2"]
    table.do("bob out D2")
    assert table.asked == [("bob", "terrain")]
    table.do("bob 4")
    assert (table.at("bob"), table["bob"].hp, table["bob"].ap) == ("D2", 17, 3)
    kinds = [type(event) for event in table.events(GotOut, DamageDealt, TurnEnded)]
    assert kinds == [GotOut, DamageDealt, TurnEnded]


@pytest.mark.clause("P7.3")
def test_a_longer_way_out_takes_a_die_for_each_space() -> None:
    """Two spaces of rock: 2d6; with one way, nothing is asked."""
    table = buried("A.#####\n..#####\n..##B##", "E3", hp=30)
    assert table.options("bob") == ["out B3", "out B2", "out B1"]
    table.do("bob out B3", "bob 1 2 3")
    assert (table.at("bob"), table["bob"].hp) == ("B3", 24)
    table = buried("A.#B", "D1")
    assert table.asked == [("bob", "terrain")]
    table.do("bob 1 2")
    assert table.at("bob") == "B1"


@pytest.mark.clause("P7.3")
def test_until_the_end_of_the_turn_one_stays_where_one_is() -> None:
    """And may be dug out before."""
    table = Table(fight("A....\n..B..", person("ann"), person("bob", "B"))).settle()
    table.act("terrain", square="C2", ground="blocking")
    assert table.at("bob") == "C2"
    table.act("terrain", square="C2", ground="open").do("ann end")
    assert table.events(GotOut) == []


@pytest.mark.clause("P7.3")
def test_several_move_out_in_initiative_order() -> None:
    """Squares that others stand on are no way."""
    people = person("ann"), person("bob", "B"), person("cid", "B")
    table = Table(fight("A..\n###\n#BC", *people), ordered=False).roll_order("ann", "cid", "bob").settle()
    table.act("terrain", square="B3", ground="blocking").act("terrain", square="C3", ground="blocking")
    table.do("ann end")
    assert table.options("cid") == ["out C1", "out B1"]
    table.do("cid out C1", "cid 1 1")
    assert table.asked == [("bob", "terrain")]
    table.do("bob 1 1")
    assert (table.at("bob"), table.at("cid")) == ("B1", "C1")


@pytest.mark.clause("P7.6")
@pytest.mark.parametrize(("answer", "hp"), [("stay", 20), ("defeated", 0)])
def test_no_way_out_is_for_the_gm_to_decide(answer: str, hp: int) -> None:
    """It stays in the terrain, or is lost."""
    table = Table(fight("ACB", person("ann"), person("bob", "B"), person("cid", "B"))).settle()
    table.act("terrain", square="C1", ground="blocking").do("ann end")
    assert table.asked == [("gm", "no way out")]
    table.do(f"gm {answer}").settle()
    assert (table.at("bob"), table["bob"].hp) == ("C1", hp)
    assert [event.character for event in table.events(StuckInTerrain)] == ["bob"]
    if answer == "stay":
        assert table.asked == [("bob", "turn")]
        table.do("bob end")
        assert table.settle().asked == [("cid", "turn")]
        table.do("cid end").roll_order("ann", "bob", "cid")
        table.act("remove", character="cid").do("ann end").settle()
        table.do("bob 2")
        assert (table.at("bob"), table["bob"].stuck) == ("B1", False)


# The same effects from elsewhere


def plain() -> Fight:
    """Ann beside Bob in the open."""
    return fight(OPEN, person("ann"), person("bob", "B"))


@pytest.mark.clause("P5.2", "P5.3", "P5.5")
def test_spells_use_the_same_rules() -> None:
    """A hold of 3 Paces, a halved Speed, a push of 3."""
    encounter = plain()
    seen = events_of(encounter)
    run(encounter, hold(encounter, "ann", "bob", 3))
    run(encounter, trip(encounter, "ann", "bob"))
    run(encounter, push(encounter, "ann", "bob", 3), "ann way E")
    assert [type(event) for event in seen] == [Held, Slowed, Shoved, HoldEnded]
    assert encounter.state.characters["bob"].tethers == []
