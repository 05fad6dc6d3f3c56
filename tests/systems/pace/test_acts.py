"""The GM's acts: corrections, comings and goings, overrides; and acts in the middle of anything."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from affray.board.squares import FACINGS
from affray.kernel.codec import state_hash
from affray.kernel.errors import Unreadable
from affray.kernel.requests import pool_of, question_of
from affray.systems.pace.acts import OWN, act
from affray.systems.pace.events import (
    AttackStopped,
    Contested,
    Corrected,
    DamageDealt,
    Defeated,
    EdgeGranted,
    GroundChanged,
    HoldEnded,
    ItemPlaced,
    Joined,
    OrderSwapped,
    Overridden,
    Removed,
    Saved,
    SceneEnded,
    Shoved,
    Spoke,
    Turned,
    WalkEnded,
)
from affray.systems.pace.scenario import Clock, SceneObject, Task, TaskSave
from tests.systems.pace.fights import Table, fight, person, run

YARD = """
A...
.B..
...C
"""


def table_of(*others: Any, reserve: Any = (), board: str = YARD, **ann: Any) -> Table:
    """Ann acts first; Cid is Bob's friend."""
    people = person("ann", **ann), person("bob", "B"), person("cid", "B"), *others
    return Table(fight(board, *people, reserve=reserve, clocks=[Clock("bell", "Bell", 4)])).settle()


# What cannot be read


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("chek", {}),
        ("check", {"character": "ann", "score": "Juggling", "dc": 10}),
        ("check", {"character": "nobody", "score": "Will", "dc": 10}),
        ("check", {"character": "ann", "score": "Will", "dc": 0}),
        ("check", {"character": "ann", "score": "Will", "dc": "10"}),
        ("check", {"character": "ann", "score": "Will", "dc": 10, "extra": 1}),
        ("contest", {"character": "ann", "score": "Will", "opponent": "bob", "opposing_score": "Wits"}),
        ("set", {"character": "ann", "field": "hp", "value": 21}),
        ("set", {"character": "ann", "field": "hp", "value": -1}),
        ("set", {"character": "ann", "field": "hp", "value": True}),
        ("set", {"character": "ann", "field": "ap", "value": 6}),
        ("set", {"character": "ann", "field": "ap", "value": "2"}),
        ("set", {"character": "ann", "field": "square", "value": "Z9"}),
        ("set", {"character": "ann", "field": "square", "value": 3}),
        ("set", {"character": "ann", "field": "facing", "value": "up"}),
        ("set", {"character": "ann", "field": "side", "value": "B"}),
        ("add", {"sheet": "nobody", "side": "A", "square": "B1"}),
        ("add", {"sheet": "ann", "side": "Z", "square": "B1"}),
        ("add", {"sheet": "ann", "side": "A", "square": "Q1"}),
        ("add", {"sheet": "ann", "side": "A", "square": "B1", "facing": "up"}),
        ("remove", {"character": "nobody"}),
        ("end", {"outcome": ""}),
        ("override", {"seat": "ann", "option": "fly"}),
        ("terrain", {"square": "B1", "ground": "lava"}),
        ("terrain", {"square": "B99", "ground": "open"}),
        ("advance", {"clock": "sun", "character": "ann", "score": "Will", "dc": 10}),
        ("clock", {"clock": "bell", "filled": 5}),
        ("clock", {"clock": "bell", "filled": -1}),
        ("charge", {"character": "ann", "ap": 0, "what": "nothing"}),
        ("charge", {"character": "ann", "ap": 1, "what": ""}),
        ("edge", {"character": "ann", "on": "attack", "count": 0}),
        ("edge", {"character": "ann", "on": "luck", "count": 1}),
        ("force", {"character": "ann", "facing": "E", "paces": 0}),
        ("order", {"character": "bob", "other": "nobody"}),
        ("item", {"gear": "bare-hands", "holder": "ann"}),
        ("item", {"gear": "lamp"}),
        ("item", {"gear": "lamp", "holder": "ann", "square": "B1"}),
        ("say", {"character": "ann", "text": ""}),
        ("pivots", {"character": "ann", "asks": "sometimes"}),
    ],
)
def test_an_act_that_cannot_be_read_changes_nothing(name: str, data: dict[str, Any]) -> None:
    """Every fault is said before anything is asked or done."""
    table = table_of()
    before = state_hash(table.state)
    with pytest.raises(Unreadable):
        table.act(name, **data)
    assert state_hash(table.state) == before
    assert table.asked == [("ann", "turn")]


@pytest.mark.parametrize(
    ("name", "data", "clause"),
    [
        (
            "contest",
            {"character": "ann", "score": "Will", "opponent": "ann", "opposing_score": "Will"},
            "P1.3",
        ),
        ("set", {"character": "ann", "field": "square", "value": "B2"}, "P6.8"),
        ("add", {"sheet": "ann", "side": "A", "square": "B2"}, "P6.8"),
        ("order", {"character": "ann", "other": "bob"}, "P2.2"),
        ("order", {"character": "bob", "other": "bob"}, "P2.2"),
        ("charge", {"character": "ann", "ap": 4, "what": "to fly"}, "P3.5"),
        ("override", {"seat": "ann", "option": "move B2"}, "P6.5"),
    ],
)
def test_what_a_clause_refuses_the_gm_is_told(name: str, data: dict[str, Any], clause: str) -> None:
    """With the clause; nothing has changed."""
    assert table_of().act_refused(name, **data) == clause


def test_after_the_end_nothing_more_is_done() -> None:
    """Only what ended the scene can be taken back."""
    table = table_of().act("end", outcome="Rain")
    assert table.act_refused("set", character="ann", field="hp", value=3) == "P2.4"


# Rolls that the GM calls for


@pytest.mark.clause("P1.1", "P1.3")
@pytest.mark.parametrize(("seen_by", "to"), [("all", None), ("side", ("A",)), ("gm", ())])
def test_a_roll_is_seen_by_whom_the_gm_says(seen_by: str, to: Any) -> None:
    """Neither its dice nor its result may reach anybody else."""
    table = table_of().act("check", character="ann", score="Will", dc=10, seen_by=seen_by)
    assert table.session.pending.request.to == to  # type: ignore[union-attr]
    table.do("ann 11")
    table.act(
        "contest",
        character="ann",
        score="Will",
        opponent="bob",
        opposing_score="Will",
        seen_by=seen_by,
    ).do("ann 3", "bob 3")
    records = [one for one in table.session.records if isinstance(one.event, (Saved, Contested))]
    assert [(record.to, record.public, record.event.success) for record in records] == [
        (to, None, True),
        (to, None, False),
    ]


# Corrections


@pytest.mark.clause("P4.8")
def test_a_correction_says_who_and_why_and_may_defeat_or_raise() -> None:
    """Raised, one is in the fight again; on another's square it cannot be."""
    table = table_of().act("set", "a fall", character="bob", field="hp", value=0)
    assert table.asked == [("gm", "defeat")]
    table.do("gm dying")
    event = table.events(Corrected)[0]
    assert (event.before, event.after, event.by, event.reason) == ("20", "0", "Gemma", "a fall")
    assert (table["bob"].defeat_meaning, len(table.events(Defeated))) == ("dying", 1)
    table.do("ann move B2", "ann face N")
    assert table.act_refused("set", character="bob", field="hp", value=5) == "P6.8"
    table.do("ann move A1", "ann face N").act("set", character="bob", field="hp", value=5)
    assert (table["bob"].hp, table["bob"].defeat_meaning) == (5, "")
    table.do("ann end")
    assert table.settle().asked == [("bob", "turn")]


@pytest.mark.parametrize(
    ("field", "value", "found"),
    [("ap", 5, 5), ("words", 3, 3), ("slow_until", 4, 4), ("square", "D1", 3), ("facing", "SW", 5)],
)
def test_every_value_can_be_set(field: str, value: Any, found: int) -> None:
    """By its name."""
    table = table_of().act("set", character="cid", field=field, value=value)
    assert getattr(table["cid"], field) == found


# Comings and goings


@pytest.mark.clause("P2.3")
def test_one_that_comes_in_has_a_name_of_its_own_and_brings_its_things() -> None:
    """An id is never used twice, not even that of one who left."""
    table = table_of(reserve=[person("dan", items=("spear", "lamp"), wielded=("spear",))])
    table.act("add", sheet="dan", side="B", square="C1", facing="W")
    table.act("add", sheet="dan", side="A", square="D1", name="Danny").act("remove", character="dan-2")
    table.act("add", sheet="dan", side="A", square="D1")
    joined = table.events(Joined)
    assert [(event.character, event.name) for event in joined] == [
        ("dan", "Dan"),
        ("dan-2", "Danny"),
        ("dan-3", "Dan 3"),
    ]
    assert (table.facing("dan"), table["dan"].ap, table["dan"].joined) == ("W", 0, 1)
    placed = [(event.gear, event.in_hand) for event in table.events(ItemPlaced)]
    assert placed == [("spear", True), ("lamp", False)] * 3
    assert "dan-2" in table.state.gone
    assert not [item for item in table.state.items.values() if item.holder == "dan-2"]


@pytest.mark.clause("P2.2")
def test_two_who_have_not_acted_change_places() -> None:
    """Whose turn it is stays."""
    table = table_of().act("order", "she was quicker", character="bob", other="cid")
    assert table.state.order == ["ann", "cid", "bob"]
    assert table.events(OrderSwapped)
    assert table.do("ann end").settle().asked == [("cid", "turn")]


def test_things_come_into_play() -> None:
    """Into a free hand, or else the pack, or onto a square."""
    table = table_of()
    for _ in range(2):
        table.act("item", gear="lamp", holder="ann")
    table.act("item", gear="maul", square="A2")
    placed = [(event.item, event.in_hand) for event in table.events(ItemPlaced)]
    assert placed == [("lamp", True), ("lamp-2", False), ("maul", False)]
    assert "pick-up maul" in table.options("ann")


@pytest.mark.clause("P1.5")
def test_the_gm_gives_advantage_and_forces_movement_and_changes_the_ground() -> None:
    """Each is noted."""
    table = table_of().act("edge", character="ann", on="attack", count=2)
    assert table.events(EdgeGranted)[0].by == "Gemma"
    table.act("terrain", square="D1", ground="difficult").act("terrain", square="D1", ground="difficult")
    assert [event.ground for event in table.events(GroundChanged)] == ["difficult"]
    table.act("force", character="bob", facing="E", paces=1)
    assert (table.at("bob"), table.events(Shoved)[0].by) == ("C2", None)
    table.act("set", character="cid", field="hp", value=0).settle()
    assert table.act_refused("force", character="cid", facing="E", paces=1) == "P4.8"


# Overrides


def test_the_gm_allows_what_a_clause_refuses() -> None:
    """It is noted with the clause and the reason, and then done like any option."""
    table = table_of(board="A..B\n...C")
    assert table.refusal("ann attack sword bob") == "P4.10"
    table.act("override", "a long lunge", seat="ann", option="attack sword bob")
    overridden = table.events(Overridden)[0]
    assert (overridden.refused_by, overridden.by, overridden.reason) == ("P4.10", "Gemma", "a long lunge")
    table.do("ann 15", "bob 5", "ann 3").settle()
    assert (table["bob"].hp, table["ann"].ap) == (17, 2)


def test_what_is_allowed_without_ap_is_done_and_leaves_none() -> None:
    """AP never fall below 0."""
    table = table_of(spells=("spark",)).act("set", character="ann", field="ap", value=0)
    table.act("override", "a last effort", seat="ann", option="attack sword bob")
    table.do("ann 15", "bob take", "bob 5", "ann 3").settle()
    assert (table["bob"].hp, table["ann"].ap) == (17, 0)
    table.act("override", "and another", seat="ann", option="cast spark bob").do("ann done", "ann 2")
    assert (table["bob"].hp, table["ann"].ap) == (15, 0)


@pytest.mark.clause("P6.7")
def test_what_is_allowed_in_the_middle_of_a_move_ends_it_and_is_done() -> None:
    """The facing is asked for first, as always."""
    table = table_of(board="A...B\n....C").do("ann move B1")
    table.act("override", "a long lunge", seat="ann", option="attack sword bob")
    table.do("ann face E", "ann 15", "bob 5", "ann 3").settle()
    assert table["bob"].hp == 17
    assert table.events(WalkEnded)[0].forfeited


def test_nothing_is_allowed_while_an_attack_is_open_or_the_turn_is_not() -> None:
    """Its questions come first."""
    table = table_of().do("ann attack sword bob", "ann 15")
    assert table.act_refused("override", seat="ann", option="words") == "P4.11"
    table = Table(fight(YARD, person("ann"), person("bob", "B"), person("cid", "B")))
    assert table.asked[0][1] == "pivot"
    assert table.act_refused("override", seat="ann", option="words") == "P8.6"


# Acts in the middle of anything


GATE = SceneObject(
    "gate", "Gate", "D1", hp=9, task=(Task("shove", "Shove", save=TaskSave("Strength", 9), clock="bell"),)
)


def stage(ordered: bool = True, **start: Any) -> Table:
    """Three sides close together, with everything that asks."""
    people = (
        person("ann", items=("chain",), facing="E", spells=("spark", "gust", "wall"), hp=30, **start),
        person("bob", "B", "W", items=("knife",), hp=30),
        person("cid", "B", "N", items=("cestus", "noose"), hp=30),
        person("dan", "A", "N", hp=30),
        person("eve", "C", "NW", hp=30),
    )
    board = "....#.\n.AB.E.\n.DC...\n......\n......"
    encounter = fight(board, *people, objects=[GATE], clocks=[Clock("bell", "Bell", 2, filled=1)])
    return Table(encounter, ordered)


def begun() -> Table:
    """Ann's turn, and her chain swung at two."""
    return stage().settle().do("ann attack chain bob", "ann also cid", "ann done")


MOMENTS: dict[str, Callable[[], Table]] = {
    "initiative": lambda: stage(ordered=False).do("ann 7"),
    "roll-off": lambda: stage(ordered=False).do("ann 7", "bob 7", "cid 7", "dan 7", "eve 3", "ann 4"),
    "pivot at a turn": stage,
    "turn": lambda: stage().settle(),
    "facing": lambda: stage().settle().do("ann move B1", "ann words"),
    "more targets": lambda: stage().settle().do("ann attack chain bob"),
    "even more targets": lambda: stage().settle().do("ann attack chain bob", "ann also cid"),
    "attack": begun,
    "answer": lambda: begun().do("ann 12"),
    "defence": lambda: begun().do("ann 12", "bob counter knife"),
    "counter": lambda: begun().do("ann 12", "bob counter knife", "bob 15"),
    "counter of the attacker": lambda: begun().do("ann 12", "bob counter knife", "bob 15", "bob 9"),
    "riposte": lambda: begun().do("ann 12", "bob counter knife", "bob 15", "bob 9", "ann 3"),
    "riposte's type": lambda: begun().do("ann 12", "bob counter knife", "bob 15", "bob 9", "ann 3", "bob 2"),
    "second target": lambda: begun().do("ann 12", "bob take", "bob 15"),
    "damage": lambda: begun().do("ann 12", "bob block knife", "bob 5"),
    "block": lambda: begun().do("ann 12", "bob block knife", "bob 5", "ann 3"),
    "evade": lambda: begun().do("ann 12", "bob evade", "bob 15"),
    "way": lambda: (
        stage().settle().do("ann attack bare-hands bob push", "ann 15", "bob take", "bob 5", "ann 1")
    ),
    "collision": lambda: MOMENTS["way"]().do("ann way S"),
    "disarm": lambda: (
        stage().settle().do("ann attack bare-hands bob disarm", "ann 15", "bob take", "bob 5", "ann 1")
    ),
    "defeat": lambda: begun().act("set", character="bob", field="hp", value=0),
    "pivot after an attack": lambda: begun().do("ann 12", "bob take", "bob 15", "cid take", "cid 14"),
    "cast at more": lambda: stage().settle().do("ann cast spark bob"),
    "spell's damage": lambda: stage().settle().do("ann cast spark bob", "ann also cid"),
    "spell's Save": lambda: stage().settle().do("ann cast gust bob"),
    "spell's way": lambda: stage().settle().do("ann cast gust bob", "ann 12"),
    "place": lambda: stage().settle().do("ann cast wall"),
    "way out": lambda: stage().settle().do("ann cast wall", "ann place C2", "ann end"),
    "terrain": lambda: MOMENTS["way out"]().do("bob out C1"),
    "clock": lambda: stage(at="C1").settle().do("ann do gate shove"),
    "clock full": lambda: stage(at="C1").settle().do("ann do gate shove", "ann 12"),
    "batter": lambda: stage(at="C1").settle().do("ann batter chain gate"),
    "batter's damage": lambda: stage(at="C1").settle().do("ann batter chain gate", "ann 12"),
    "escape": lambda: held_stage().do("ann escape bob"),
    "escape resisted": lambda: held_stage().do("ann escape bob", "ann 12"),
}


def held_stage() -> Table:
    """Bob holds Ann."""
    return stage(held_by=("bob",)).settle()


DISTURBANCES: dict[str, Callable[[Table, str], Any]] = {
    "removed": lambda table, id_: table.act("remove", character=id_),
    "defeated": lambda table, id_: table.act("set", character=id_, field="hp", value=0),
    "put far away": lambda table, id_: table.act("set", character=id_, field="square", value="F5"),
    "without AP": lambda table, id_: table.act("set", character=id_, field="ap", value=0),
    "shoved": lambda table, id_: (
        table[id_].standing and table.act("force", character=id_, facing="E", paces=3)
    ),
    "walled in": lambda table, id_: table.act("terrain", square=table.at(id_), ground="blocking"),
}


def play_on(table: Table, chance: random.Random, inputs: int) -> None:
    """Answer whatever is asked, at random; every rule works and every invariant holds."""
    for _ in range(inputs):
        pending = table.session.pending
        if pending is None:
            break
        part = pending.open_parts()[0]
        pool, question = pool_of(pending.request, part), question_of(pending.request, part)
        if pool is not None:
            faces = tuple(chance.randint(1, sides) for sides in pool.sides)
            table.session.answer(pending.stamp, part, faces, pool.roller)
        else:
            assert question is not None
            option = chance.choice(question.options).id
            table.session.answer(pending.stamp, part, option, question.seat)
        table.check()
    assert table.session.pending is not None or table.session.outcome is not None


@pytest.mark.parametrize("disturbance", DISTURBANCES)
@pytest.mark.parametrize("moment", MOMENTS)
def test_an_act_in_the_middle_of_anything_leaves_the_fight_whole(moment: str, disturbance: str) -> None:
    """Done to the attacker, to each target, to whoever is asked: the fight goes on."""
    for number, id_ in enumerate(("ann", "bob", "cid", "dan")):
        table = MOMENTS[moment]()
        DISTURBANCES[disturbance](table, id_)
        play_on(table, random.Random(number), 14)


@pytest.mark.clause("P4.11")
def test_with_the_attacker_gone_its_attack_comes_to_nothing() -> None:
    """Nobody rolls any more, and the next in order begins."""
    table = begun().do("ann 12").act("remove", character="ann")
    table.do("bob block knife").settle()
    assert table.events(DamageDealt) == []
    assert table.events(Removed)[0].character == "ann"
    assert table.asked == [("bob", "turn")]
    table = begun().do("ann 12").act("set", character="ann", field="hp", value=0).do("gm dead")
    table.do("bob take").settle()
    assert {event.why.key for event in table.events(AttackStopped)} == {"attacker defeated"}
    assert table.asked == [("bob", "turn")]


def test_players_may_speak_and_say_when_to_be_asked() -> None:
    """These two acts are theirs, for the own seat; the rest is the GM's."""
    assert dict(OWN) == {"say": "character", "pivots": "character"}
    table = table_of().act("say", character="ann", text="Hold the gate!")
    assert table.events(Spoke)[0].words == 3
    encounter = table.fight
    run(encounter, act(encounter, "pivots", {"character": "bob", "asks": "never"}, "Bob's player", ""))
    assert table["bob"].pivot_asks == "never"


def test_a_correction_of_a_square_ends_a_hold_and_turns_nobody() -> None:
    """The two are apart for another reason than own movement."""
    table = table_of(board="AB..\n....\n...C", held_by=("bob",))
    table.act("set", character="ann", field="square", value="A2")
    assert table.events(HoldEnded) == []
    table.act("set", character="ann", field="square", value="A3")
    assert [event.why for event in table.events(HoldEnded)] == ["apart"]
    assert table.events(Turned) == []
    assert FACINGS[table["ann"].facing] == "N"


@pytest.mark.clause("P2.4")
def test_the_gm_ends_the_scene() -> None:
    """With words of their own."""
    table = table_of().act("end", outcome="They parley")
    assert table.events(SceneEnded)[0].outcome == "They parley"
