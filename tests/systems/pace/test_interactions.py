"""Interactions, words, spells, lines of sight, and Challenge Clocks."""

from __future__ import annotations

from typing import Any

import pytest

from affray.board.sight import line_of_sight
from affray.systems.pace.clocks import segments_gained
from affray.systems.pace.events import (
    ApPaid,
    ClockAdvanced,
    ClockFull,
    ClockSet,
    DamageDealt,
    DoorMoved,
    EdgeGranted,
    GroundChanged,
    ItemTaken,
    Mended,
    SceneEnded,
    SpellCast,
    SpellSaved,
    Spoke,
    TaskDone,
    TurnBegan,
    WordsBought,
)
from affray.systems.pace.scenario import Clock, SceneObject, Task, TaskSave
from affray.systems.pace.speaking import count_words
from affray.systems.pace.state import Tether, board_of
from affray.systems.pace.targets import no_sight
from affray.systems.pace.wielding import items_in_hand, items_in_pack
from tests.systems.pace.fights import Table, fight, person

ROOM = """
.......
.A.....
......B
"""


def alone(ann: Any = None, board: str = ROOM, **more: Any) -> Table:
    """Ann's turn, with Bob far off."""
    return Table(fight(board, person("ann", **(ann or {})), person("bob", "B"), **more)).settle()


def held(table: Table, id_: str) -> list[str]:
    """What somebody has in hand."""
    return [item.id for item in items_in_hand(table.fight, table[id_])]


# Items


@pytest.mark.clause("P8.1")
@pytest.mark.parametrize(("bulk", "gear", "left"), [(1, "sword", 2), (3, "crate", 0), (0, "knife", 2)])
def test_picking_up_costs_the_bulk_in_ap(bulk: int, gear: str, left: int) -> None:
    """A Bulk of 0 costs 1."""
    table = alone({"items": ()}, ground={gear: "B1"}).do(f"ann pick-up {gear}")
    assert table["ann"].ap == left
    assert held(table, "ann") == [gear]
    assert table.events(ItemTaken)[0].in_hand


@pytest.mark.clause("P8.1")
def test_what_cannot_be_paid_is_refused_with_its_bulk() -> None:
    """Bulk 3 with 2 AP."""
    table = alone(ground={"crate": "B1"}).do("ann words")
    assert table.refusal("ann pick-up crate") == "P8.1"


@pytest.mark.clause("P8.6")
def test_things_are_picked_up_within_1_pace() -> None:
    """And not from further."""
    table = alone(ground={"lamp": "C1", "key": "D2"})
    assert "pick-up lamp" in table.options("ann")
    assert table.refusal("ann pick-up key") == "P8.6"


@pytest.mark.clause("P8.1")
def test_without_a_free_hand_it_goes_to_the_pack() -> None:
    """And is drawn from there."""
    table = alone({"items": ("maul",)}, ground={"lamp": "B1"}).do("ann pick-up lamp")
    assert held(table, "ann") == ["maul"]
    assert [item.id for item in items_in_pack(table.fight, table["ann"])] == ["lamp"]


@pytest.mark.clause("P8.1")
def test_swapping_a_drawn_weapon_costs_1_ap() -> None:
    """Drawing and stowing are swaps with bare hands."""
    table = alone({"items": ("sword", "maul"), "wielded": ("sword",)})
    assert table.refusal("ann draw maul") == "P8.1"
    table.do("ann swap sword maul")
    assert (held(table, "ann"), table["ann"].ap) == (["maul"], 2)
    table.do("ann stow maul", "ann draw sword")
    assert (held(table, "ann"), table["ann"].ap) == (["sword"], 0)
    assert table.refusal("ann stow sword") == "P3.5"


@pytest.mark.clause("P8.1")
def test_not_even_the_gm_can_give_a_third_hand() -> None:
    """Two hands hold two."""
    table = alone({"items": ("sword", "maul"), "wielded": ("sword",)})
    clause = table.act_refused("override", seat="ann", option="draw maul")
    assert clause == "P8.1"


@pytest.mark.clause("P8.6")
def test_letting_go_of_something_held_is_free() -> None:
    """It falls where one stands."""
    table = alone().do("ann drop sword")
    sword = table.state.items["sword"]
    assert (table["ann"].ap, sword.holder, sword.square) == (3, None, table["ann"].square)
    assert "attack sword bob" not in table.options("ann")


@pytest.mark.clause("P8.6")
def test_everything_is_done_in_the_own_turn_only() -> None:
    """Out of it one may only pivot and answer."""
    table = Table(fight("AB", person("ann"), person("bob", "B")))
    assert table.options("bob") == ["stay", "quiet", *table.options("bob", "pivot")]
    assert table.act_refused("override", seat="bob", option="words") == "P8.6"
    assert table.act_refused("charge", character="bob", ap=1, what="to think") == "P8.6"


@pytest.mark.clause("P4.8")
def test_what_a_defeated_one_carries_stays_with_it() -> None:
    """Nothing of it lies on the ground."""
    table = alone(board="AB\nC.", ground={"lamp": "A1"})
    table = Table(fight("AB\nC.", person("ann"), person("bob", "B"), person("cid", "B"))).settle()
    table.act("set", character="bob", field="hp", value=0).settle()
    assert [item.id for item in items_in_hand(table.fight, table["bob"])] == ["blade"]
    assert not [option for option in table.options("ann") if option.startswith("pick-up")]


# Doors


def with_gate(door: Any, *items: str, **thing: Any) -> Table:
    """Ann before a gate in a wall."""
    gate = SceneObject("gate", "Gate", "C2", door=door, **thing)
    return alone({"items": items}, board="..#...\n.A....\n..#..B", objects=[gate])


@pytest.mark.clause("P8.1")
def test_unlocking_takes_the_key_and_1_ap_and_opening_is_free() -> None:
    """In hand or in the pack."""
    table = with_gate("locked", "key")
    assert table.refusal("ann open gate") == "P8.1"
    assert table.refusal("ann free C2") == "P6.2"
    table.do("ann unlock gate")
    assert (table["ann"].ap, table.state.objects["gate"].door) == (2, "closed")
    table.do("ann open gate")
    assert (table["ann"].ap, table.state.objects["gate"].door) == (2, "open")
    assert [event.how for event in table.events(DoorMoved)] == ["unlock", "open"]
    assert "move C2" in table.options("ann")
    table.do("ann close gate")
    assert "move C2" not in table.options("ann")


@pytest.mark.clause("P8.1")
def test_without_the_key_a_locked_door_stays_locked() -> None:
    """Nor is there anything to unlock at a closed one."""
    table = with_gate("locked", "lamp")
    assert table.refusal("ann unlock gate") == "P8.1"
    table = with_gate("closed", "key")
    assert "unlock gate" not in table.options("ann")


@pytest.mark.clause("P8.1")
def test_a_door_in_which_somebody_stands_is_not_closed() -> None:
    """Nor one that is closed already, nor from afar."""
    table = with_gate("open").act("set", character="bob", field="square", value="C2")
    assert table.refusal("ann close gate") == "P8.1"
    table = with_gate("open").do("ann free E2")
    assert table.refusal("ann close gate") == "P8.6"


@pytest.mark.clause("P4.9")
def test_a_destroyed_door_opens_the_ground() -> None:
    """It is no door any more."""
    table = with_gate("locked", "sword", hp=3, dr={})
    assert "move C2" not in table.options("ann")
    table.do("ann batter sword gate", "ann 12", "ann 5")
    assert "move C2" in table.options("ann")
    assert not [option for option in table.options("ann") if "gate" in option]


# What a scenario prices


WHEEL = SceneObject(
    "wheel",
    "Wheel",
    "B1",
    task=(
        Task("turn", "Turn it", ap=2, save=TaskSave("Strength", 12)),
        Task("oil", "Oil it", ap=0, once=True),
        Task("push", "Push it", clock="flood"),
        Task("force", "Force it", save=TaskSave("Strength", 15), clock="flood"),
    ),
)
FLOOD = Clock("flood", "Flood", 4, full="The valley floods")


def at_the_wheel(clock: Clock = FLOOD, **ann: Any) -> Table:
    """Ann beside a wheel that fills a clock."""
    return alone(ann, objects=[WHEEL], clocks=[clock])


@pytest.mark.clause("P8.1")
def test_what_is_unlisted_is_priced_by_the_scenario_or_free() -> None:
    """A Save where it takes one; some things can be done only once."""
    table = at_the_wheel().do("ann do wheel turn", "ann 11")
    done = table.events(TaskDone)[0]
    assert (done.dc, done.success, table["ann"].ap) == (12, False, 1)
    assert table.refusal("ann do wheel turn") == "P3.5"
    table.do("ann do wheel oil")
    assert table["ann"].ap == 1
    assert table.refusal("ann do wheel oil") == "P8.1"
    assert [event.ap for event in table.events(ApPaid)] == [2]


@pytest.mark.clause("P6.7")
def test_a_free_task_leaves_a_move_under_way_and_a_priced_one_ends_it() -> None:
    """Only AP spent forfeit the rest."""
    table = at_the_wheel().do("ann move A1", "ann do wheel oil")
    assert table.state.turn.walk.paces == 4  # type: ignore[union-attr]
    table.do("ann do wheel push")
    assert table.asked == [("ann", "facing")]


@pytest.mark.clause("P6.9")
def test_a_free_task_ends_the_free_movement() -> None:
    """An Interaction begins."""
    table = at_the_wheel().do("ann do wheel oil")
    assert table.refusal("ann free A1") == "P6.9"


@pytest.mark.clause("P8.1")
def test_the_gm_prices_what_nobody_listed() -> None:
    """In one's own turn, and no more than there is."""
    table = alone().act("charge", character="ann", ap=2, what="to saddle the mule")
    assert (table["ann"].ap, table["ann"].spent) == (1, {"to saddle the mule": 2})
    assert table.act_refused("charge", character="ann", ap=2, what="to mount") == "P3.5"


# Speaking


@pytest.mark.clause("P8.5")
def test_25_words_a_round_are_free_and_the_26th_is_refused() -> None:
    """Words are what spaces part."""
    assert count_words("  One, two -  three ") == 4
    table = alone().act("say", character="bob", text="so " * 20)
    assert table["bob"].words == 5
    assert table.act_refused("say", character="bob", text="a b c d e f") == "P8.5"
    table.act("say", character="bob", text="a b c d e")
    assert [event.left for event in table.events(Spoke)] == [5, 0]
    assert table.act_refused("say", character="bob", text="ah") == "P8.5"
    assert table.act_refused("say", character="ann", text="  ") == "P8.5"


@pytest.mark.clause("P8.1", "P8.5")
def test_25_more_words_cost_1_ap_and_last_until_the_reset() -> None:
    """The reset is at the start of one's turn."""
    table = alone().do("ann words")
    assert (table["ann"].words, table["ann"].ap) == (50, 2)
    assert table.events(WordsBought)[0].words == 25
    table.act("say", character="ann", text="no " * 30)
    table.do("ann end", "bob end").roll_order("bob", "ann")
    assert table["ann"].words == 20
    table.do("bob end")
    assert table.events(TurnBegan)[-1].character == "ann"
    assert table["ann"].words == 25


@pytest.mark.clause("P8.5")
def test_the_free_words_are_a_setting() -> None:
    """And so are those that are bought."""
    table = alone(free_words=3)
    assert table["ann"].words == 3
    assert table.act_refused("say", character="ann", text="a b c d") == "P8.5"
    table.do("ann words")
    assert table["ann"].words == 6


@pytest.mark.clause("P8.5")
def test_the_defeated_say_nothing() -> None:
    """They are out."""
    table = Table(fight(ROOM + "C......", person("ann"), person("bob", "B"), person("cid", "B")))
    table.act("set", character="bob", field="hp", value=0)
    assert table.act_refused("say", character="bob", text="Alas") == "P4.8"


# Spells


def caster(*spells: str, board: str = "A..B...", others: Any = (), wits: int = 4, **ann: Any) -> Table:
    """Ann with Will 3 and spells, Bob with Wits 4."""
    people = (
        person("ann", spells=spells, scores={"Will": 3}, **ann),
        person("bob", "B", scores={"Wits": wits}),
        *others,
    )
    return Table(fight(board, *people)).settle()


@pytest.mark.clause("P8.2")
def test_a_spell_names_its_ap() -> None:
    """Dread takes two; what cannot be paid is not offered."""
    table = caster("dread", "spark").do("ann cast dread bob", "ann 2")
    assert table["ann"].ap == 1
    assert table.refusal("ann cast dread bob") == "P3.5"
    assert "cast spark bob" in table.options("ann")


@pytest.mark.clause("P1.2", "P8.2")
@pytest.mark.parametrize(("face", "works"), [(10, False), (11, True), (20, True)])
def test_the_caster_rolls_against_10_and_the_score_of_the_afflicted(face: int, works: bool) -> None:
    """Wits 4 make 14; a natural 20 does not double a spell's dice, and nothing is blocked."""
    table = caster("dread").do("ann cast dread bob", f"ann {face}")
    saved = table.events(SpellSaved)[0]
    assert (saved.dc, saved.throw.total, saved.success) == (14, face + 3, works)
    if works:
        table.do("ann 2 3")
        damage = table.events(DamageDealt)[0]
        assert (damage.source, damage.amount, damage.type) == ("spell", 5, "cold")
    else:
        assert table.asked == [("ann", "turn")]


@pytest.mark.clause("P8.2")
@pytest.mark.parametrize(("board", "clause"), [("A#.B\n.#..", "P8.3"), ("A......B", "P4.10"), ("A..B", None)])
def test_a_spell_takes_line_of_sight_and_range(board: str, clause: str | None) -> None:
    """To every target."""
    table = caster("spark", board=board)
    if clause is None:
        assert "cast spark bob" in table.options("ann")
    else:
        assert table.refusal("ann cast spark bob") == clause


@pytest.mark.clause("P8.2")
def test_several_targets_of_a_spell_in_initiative_order_and_the_end_after_all() -> None:
    """Each its own damage, with the caster's score, less DR."""
    others = [person("cid", "B", hp=2)]
    table = caster("spark", board="A..B\n...C", others=others)
    table.act("order", character="bob", other="cid").settle()
    table.do("ann cast spark bob", "ann also cid", "ann 1").settle()
    table.do("ann 5")
    assert [(event.target, event.amount) for event in table.events(DamageDealt)] == [("cid", 4), ("bob", 8)]
    assert table.events(SpellCast)[0].targets == ("bob", "cid")
    assert table["ann"].ap == 2


@pytest.mark.clause("P5.2")
def test_a_hold_of_3_paces_takes_a_target_within_3() -> None:
    """Though the range is longer."""
    table = caster("vine", board="A....B")
    assert table.refusal("ann cast vine bob") == "P5.2"
    table = caster("vine").do("ann cast vine bob")
    assert table["bob"].tethers == [Tether("ann", 3)]


def test_what_else_spells_do() -> None:
    """Shift, slow, mend, grant."""
    table = caster("gust", "mud", board="A.B......").do("ann cast gust bob", "ann 9", "ann way E")
    assert table.at("bob") == "F1"
    table.do("ann cast mud bob")
    assert table["bob"].slow_until == 2
    table = caster("balm", "omen", hp=20).act("set", character="ann", field="hp", value=15)
    table.do("ann cast balm ann", "ann 6")
    assert (table["ann"].hp, table.events(Mended)[0].after) == (20, 20)
    table.do("ann cast omen ann")
    assert table["ann"].edges == {"attack": 1}
    assert table.events(EdgeGranted)[0].by == "ann"
    table = caster("curse", board="AB", facing="E").do("ann cast curse bob", "ann attack sword bob", "ann 5")
    assert table.do("bob 4 9").events(EdgeGranted)[0].count == -1
    assert table["bob"].edges == {}
    assert table.asked == [("ann", "damage")]


@pytest.mark.clause("P7.3", "P8.2")
def test_a_spell_can_raise_terrain_under_somebody() -> None:
    """Who stands there moves out at the end of the turn."""
    table = caster("wall", board="A..B\n....").do("ann cast wall")
    assert table.asked == [("ann", "place")]
    table.do("ann place D1")
    assert table.events(GroundChanged)[0].ground == "blocking"
    table.do("ann end", "bob out C1", "bob 3")
    assert (table.at("bob"), table["bob"].hp) == ("C1", 17)


# Lines of sight


@pytest.mark.clause("P8.3")
@pytest.mark.parametrize(
    ("board", "sees"),
    [
        ("A..B", True),
        ("A#.B\n.#..", False),
        ("A.#\n.#.\n#.B", False),
        ("A.\n#B", True),
        ("A#\n#B", False),
        ("A.#\n...\n..B", True),
        ("ACB", True),
    ],
)
def test_a_line_of_sight_runs_from_any_corner_to_any_corner(board: str, sees: bool) -> None:
    """It is the same from both ends; characters do not cut it."""
    others = [person("cid")] if "C" in board else []
    encounter = fight(board, person("ann"), person("bob", "B"), *others)
    ann, bob = encounter.state.characters["ann"], encounter.state.characters["bob"]
    assert (no_sight(encounter, ann.square, bob.square) is None) is sees
    assert (no_sight(encounter, bob.square, ann.square) is None) is sees
    assert line_of_sight(board_of(encounter), ann.square, bob.square) is sees


# Challenge Clocks


@pytest.mark.clause("P9.1")
@pytest.mark.parametrize(
    ("success", "critical", "gained"),
    [(True, False, 1), (True, True, 2), (False, True, 1), (False, False, 0)],
)
def test_what_a_roll_fills(success: bool, critical: bool, gained: int) -> None:
    """A natural 20 that misses the DC: a Breakthrough, and 1 in all."""
    assert segments_gained(success, critical) == gained


@pytest.mark.clause("P9.1", "P1.6")
@pytest.mark.parametrize(
    ("strength", "face", "after", "breakthrough"),
    [(0, 14, 0, False), (0, 15, 1, False), (0, 20, 2, True), (-6, 20, 1, True)],
)
def test_a_clock_is_advanced_by_a_save(strength: int, face: int, after: int, breakthrough: bool) -> None:
    """By an Interaction that the scenario prices."""
    table = at_the_wheel(strength=strength).do("ann do wheel force", f"ann {face}")
    advanced = table.events(ClockAdvanced)[0]
    assert (advanced.before, advanced.after, advanced.breakthrough) == (0, after, breakthrough)
    assert table.state.clocks == {"flood": after}


@pytest.mark.clause("P9.1")
def test_a_full_clock_is_a_completed_event_and_the_surplus_is_lost() -> None:
    """The GM says whether the scene is over by it; nothing fills it further."""
    table = at_the_wheel(Clock("flood", "Flood", 4, filled=3, full="The valley floods"))
    table.do("ann do wheel force", "ann 20")
    assert table.state.clocks == {"flood": 4}
    assert table.asked == [("gm", "clock full")]
    table.do("gm go-on")
    assert [event.clock for event in table.events(ClockFull)] == ["flood"]
    assert table.refusal("ann do wheel push") == "P9.1"
    assert table.act_refused("advance", clock="flood", character="ann", score="Strength", dc=9) == "P9.1"


@pytest.mark.clause("P9.1")
def test_a_full_clock_may_end_the_scene() -> None:
    """By what it says."""
    clock = Clock("flood", "Flood", 4, filled=3, full="The valley floods", ends=True)
    table = at_the_wheel(clock).do("ann do wheel push")
    assert table.session.pending.request.default == "end"  # type: ignore[union-attr]
    table.do("gm end")
    assert table.session.outcome == "The valley floods"
    assert table.events(SceneEnded)[0].winner is None


@pytest.mark.clause("P9.1")
def test_the_gm_advances_and_sets_clocks() -> None:
    """A Save by anybody, seen by whom the GM says: others learn what became of the clock alone."""
    table = at_the_wheel()
    table.act("advance", clock="flood", character="bob", score="Dexterity", dc=10, seen_by="gm").do("bob 12")
    record = next(one for one in table.session.records if isinstance(one.event, ClockAdvanced))
    assert record.to == ()
    assert isinstance(record.public, ClockAdvanced)
    assert (record.public.throw, record.public.dc, record.public.after) == (None, None, 1)
    table.act("clock", "they opened the weir", clock="flood", filled=3)
    assert table.events(ClockSet)[0].before == 1
    table.act("clock", "it burst", clock="flood", filled=4)
    assert table.asked == [("gm", "clock full")]
