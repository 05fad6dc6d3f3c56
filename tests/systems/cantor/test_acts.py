"""The GM's acts: corrections, comings and goings, overrides; and acts in the middle of anything."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, get_args

import pytest

from affray.kernel.codec import state_hash
from affray.kernel.errors import Refused, Unreadable
from affray.kernel.inputs import Act
from affray.kernel.requests import pool_of, question_of
from affray.systems.cantor import events as e
from affray.systems.cantor import invariants
from affray.systems.cantor.book import TIMED, LastingName
from tests.systems.cantor.fights import Table, fight, person

YARD = """
A...
.B..
...C
"""


def table_of(*others: Any, reserve: Any = (), board: str = YARD, **ann: Any) -> Table:
    """Ann acts first; Cid is Bob's friend."""
    people = person("ann", **ann), person("bob", "B"), person("cid", "B")
    return Table(fight(board, *people, *others, reserve=reserve))


# What cannot be read


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("chek", {}),
        ("check", {"unit": "nobody"}),
        ("check", {"unit": "ann", "target": 0}),
        ("check", {"unit": "ann", "target": "10"}),
        ("check", {"unit": "ann", "extra": 1}),
        ("set", {"unit": "ann", "field": "hp", "value": 21}),
        ("set", {"unit": "ann", "field": "hp", "value": -1}),
        ("set", {"unit": "ann", "field": "hp", "value": True}),
        ("set", {"unit": "ann", "field": "hp", "value": "3"}),
        ("set", {"unit": "ann", "field": "structure", "value": 0}),
        ("set", {"unit": "ann", "field": "structure", "value": 5}),
        ("set", {"unit": "ann", "field": "stress", "value": 5}),
        ("set", {"unit": "ann", "field": "band", "value": 5}),
        ("set", {"unit": "ann", "field": "side", "value": "B"}),
        ("set", {"unit": "ann", "field": "hex", "value": "Z9"}),
        ("set", {"unit": "ann", "field": "hex", "value": 3}),
        ("set", {"unit": "ann", "field": "reaction", "value": 1}),
        ("condition", {"unit": "ann", "condition": "Sleepy", "on": True}),
        ("condition", {"unit": "ann", "condition": "Prone", "on": 1}),
        ("damage", {"unit": "ann", "amount": 0}),
        ("damage", {"unit": "ann", "amount": 1, "type": "cold"}),
        ("overshield", {"unit": "ann", "amount": 0}),
        ("overshield", {"unit": "ann", "amount": 51}),
        ("add", {"sheet": "nobody", "side": "A", "hex": "B1"}),
        ("add", {"sheet": "ann", "side": "Z", "hex": "B1"}),
        ("add", {"sheet": "ann", "side": "A", "hex": "Q1"}),
        ("remove", {"unit": "nobody"}),
        ("end", {"outcome": ""}),
        ("override", {"seat": "ann", "option": "juggle"}),
        ("override", {"seat": "nobody", "option": "end"}),
        ("force", {"unit": "ann", "source": "Z9", "hexes": 1}),
        ("force", {"unit": "ann", "source": "A2", "hexes": 0}),
    ],
)
def test_an_act_that_cannot_be_read_changes_nothing(name: str, data: dict[str, Any]) -> None:
    """It says what is known instead."""
    table = table_of()
    before = state_hash(table.state), len(table.session.journal)
    with pytest.raises(Unreadable):
        table.act(name, "because", **data)
    assert (state_hash(table.state), len(table.session.journal)) == before


# What is refused


@pytest.mark.parametrize(
    ("name", "data", "clause"),
    [
        ("set", {"unit": "bob", "field": "structure", "value": 2}, "C4.8"),
        ("set", {"unit": "bob", "field": "stress", "value": 2}, "C4.8"),
        ("set", {"unit": "bob", "field": "band", "value": 2}, "C4.8"),
        ("set", {"unit": "bob", "field": "tokens", "value": 2}, "C4.8"),
        ("set", {"unit": "ann", "field": "hex", "value": "B2"}, "C3.14"),
        ("add", {"sheet": "ann", "side": "A", "hex": "B2"}, "C3.14"),
        ("condition", {"unit": "ann", "condition": "Hidden", "on": True}, "C3.5"),
        ("override", {"seat": "bob", "option": "end"}, "C3.2"),
    ],
)
def test_what_a_clause_refuses_the_gm_too(name: str, data: dict[str, Any], clause: str) -> None:
    """With the clause that does."""
    table = table_of(conditions=("Prone",))
    assert table.act_refused(name, **data) == clause


@pytest.mark.clause("C2.16")
def test_one_that_is_out_is_left_alone() -> None:
    """But for its HP and where it lies."""
    table = table_of().act("damage", unit="bob", amount=50)
    for name, data in (
        ("damage", {"amount": 1}),
        ("condition", {"condition": "Prone", "on": True}),
        ("overshield", {"amount": 1}),
        ("check", {}),
        ("force", {"source": "A2", "hexes": 1}),
        ("set", {"field": "burn", "value": 1}),
    ):
        assert table.act_refused(name, unit="bob", **data) == "C2.16"
    table.act("set", unit="ann", field="hex", value="B2")
    assert table.act_refused("set", unit="bob", field="hp", value=3) == "C3.14"
    table.act("set", unit="bob", field="hex", value="D1").act("set", unit="bob", field="hp", value=3)
    assert (table["bob"].out, table["bob"].hp, table.at("bob")) == ("", 3, "D1")


@pytest.mark.clause("C1.8")
def test_a_destroyed_cantor_that_is_brought_back_has_one_structure() -> None:
    """So that it can lose it again."""
    table = table_of(person("dan", at="D1"), structure=1).act("damage", unit="ann", amount=50)
    assert (table["ann"].out, table["ann"].structure) == ("destroyed", 0)
    table.act("set", unit="ann", field="hp", value=5)
    assert (table["ann"].out, table["ann"].structure) == ("", 1)
    table.act("damage", unit="ann", amount=5)
    assert table["ann"].out == "destroyed"


# What is done


@pytest.mark.clause("C3.9")
@pytest.mark.parametrize(("face", "success"), [(11, False), (12, True)])
def test_a_save_that_the_gm_asks_for(face: int, success: bool) -> None:
    """Against the target named; it costs nothing."""
    table = table_of().act("check", unit="bob", target=12).do(f"bob {face}")
    (saved,) = table.events(e.Saved)
    assert (saved.success, saved.target, saved.about) == (success, 12, "check")
    assert table["bob"].reaction


@pytest.mark.parametrize(
    ("field", "value"),
    [("hp", 3), ("structure", 2), ("stress", 1), ("overshield", 7), ("burn", 4), ("band", 3), ("tokens", 2)],
)
def test_numbers_are_set_with_before_and_after(field: str, value: int) -> None:
    """And who did it, and why."""
    table = table_of().act("set", "a slip", unit="ann", field=field, value=value)
    assert getattr(table["ann"], field) == value
    (corrected,) = table.events(e.Corrected)
    assert (corrected.field, corrected.after, corrected.by, corrected.reason) == (
        field,
        str(value),
        "Gemma",
        "a slip",
    )


def test_a_reaction_is_given_and_taken() -> None:
    """A yes or no."""
    table = table_of().act("set", unit="ann", field="reaction", value=False)
    assert not table["ann"].reaction
    table.act("set", unit="ann", field="reaction", value=True)
    assert table["ann"].reaction


@pytest.mark.clause("C1.8", "C2.16")
def test_values_at_0_have_their_consequences() -> None:
    """HP 0 is a lost Structure or the end of an Enemy, Stress 0 the end of a Cantor."""
    table = table_of().act("set", unit="ann", field="hp", value=0).do("ann 6")
    assert (table["ann"].structure, table["ann"].hp) == (3, 20)
    table.act("set", unit="bob", field="hp", value=0)
    assert table["bob"].out == "defeated"
    table.act("set", unit="ann", field="stress", value=0)
    assert (table["ann"].out, table.state.outcome) == ("Stressed Out", "The other side win")


@pytest.mark.clause("C2.17")
@pytest.mark.parametrize("name", [*TIMED, *(name for name in get_args(LastingName) if name != "Hidden")])
def test_conditions_come_and_go(name: str) -> None:
    """With every source at once."""
    table = table_of().act("condition", unit="bob", condition=name, on=True)
    assert table["bob"].has(name)
    table.act("condition", unit="bob", condition=name, on=False)
    assert not table["bob"].has(name)
    table.act("condition", unit="bob", condition=name, on=False)
    assert table["bob"].conditions == []


@pytest.mark.clause("C3.5")
def test_the_gm_hides_who_can_hide() -> None:
    """With a marker like any other."""
    people = person("ann"), person("bob", "B")
    table = Table(fight("A.h..B", *people)).act("condition", unit="bob", condition="Hidden", on=True)
    assert table.asked == [("gm", "marker")]
    table.do("gm 1")
    assert table["bob"].marker is not None


@pytest.mark.clause("C3.2")
def test_ids_and_names_of_those_who_come_in_are_new() -> None:
    """Also new to those who left and to those who are still to come."""
    late = person("eve", "B", at="A3", joins=3)
    table = table_of(late, reserve=[person("dan", "B")])
    table.act("add", sheet="dan", side="B", hex="C1").act("add", sheet="dan", side="A", hex="D1")
    assert [table[id_].name for id_ in ("dan", "dan-2")] == ["Dan", "Dan 2"]
    table.act("remove", unit="dan").act("add", sheet="dan", side="B", hex="C1", name="Danny")
    assert table["dan-3"].name == "Danny"
    table.act("add", sheet="eve", side="B", hex="A2")
    assert "eve-2" in table.state.units
    assert (table["ann"].structure, table["dan-3"].structure) == (4, 0)


@pytest.mark.clause("C3.2")
def test_who_is_removed_is_gone_and_its_turn_over() -> None:
    """The fight goes on with the next."""
    table = table_of(person("dan", at="D1")).do("ann go").act("remove", unit="ann")
    assert table.asked == [("bob", "activate"), ("cid", "activate")]
    table.act("remove", unit="dan")
    assert table.state.outcome == "The other side win"


@pytest.mark.clause("C3.1")
def test_an_override_is_noted_and_done() -> None:
    """A third Quick, a Move that is spent, a target out of range."""
    table = table_of(weapons=("rod",)).do("ann bolster ann", "ann boost B1")
    assert table.refusal("ann disengage") == "C3.1"
    table.act("override", "once", seat="ann", option="disengage")
    assert table["ann"].has("Disengaged")
    table.act("override", "a long arm", seat="ann", option="skirmish rod cid").do(
        "ann 20 1", "cid no", "ann 6"
    )
    assert table["cid"].hp == 14
    assert [(one.option, one.refused_by) for one in table.events(e.Overridden)] == [
        ("disengage", "C3.1"),
        ("skirmish rod cid", "C3.1"),
    ]


@pytest.mark.clause("C1.11")
def test_no_override_within_an_attack() -> None:
    """Nor of an area without an aim."""
    table = table_of(weapons=("gun", "mortar")).do("ann skirmish gun bob")
    assert table.act_refused("override", seat="ann", option="end") == "C1.11"
    table = Table(fight("A..........B", person("ann", weapons=("mortar",)), person("bob", "B")))
    assert table.act_refused("override", seat="ann", option="skirmish mortar at") == "C1.12"


@pytest.mark.clause("C1.7")
@pytest.mark.parametrize(("before", "given", "after"), [(0, 3, 3), (2, 3, 3), (3, 2, 3), (3, 3, 3)])
def test_of_overshield_the_higher_stays(before: int, given: int, after: int) -> None:
    """It does not add up, and then takes damage before HP."""
    table = Table(fight("A..B", person("ann", overshield=before), person("bob", "B")))
    table.act("overshield", unit="ann", amount=given)
    assert table["ann"].overshield == after
    assert [(one.before, one.after) for one in table.events(e.OvershieldGained)] == [(before, after)]
    hp = table["ann"].hp
    table.act("damage", "a lamp falls", unit="ann", amount=after + 1)
    assert (table["ann"].overshield, table["ann"].hp) == (0, hp - 1)


@pytest.mark.clause("C3.16")
def test_force_moves_away_from_a_hex() -> None:
    """In a corridor without a question."""
    table = Table(fight("A.B...", person("ann"), person("bob", "B"))).act(
        "force", unit="bob", source="A1", hexes=2
    )
    assert table.at("bob") == "E1"
    assert not table.events(e.Moved)


# In the middle of anything

CROWD = """
A.h....
.s.B..~
D.:.C.~
..h#...
"""


def crowd(seed: int) -> Table:
    """Two against two, with everything at hand, on ground of every kind; Eve comes in the second round."""
    dice = random.Random(seed)
    stones = ("Granite", "Carnelian", "Pyrite", "Malachite", "Lapis", "Obsidian", "Quartz")
    conditions = [(), ("Invisible",), ("Lock On", "Exposed"), ("Prone", "Impaired"), ("Bolster", "Slowed")]
    people = (
        person(
            "ann",
            weapons=("rod", "ram-bar", "mortar", "torch"),
            arts=("hack", "mark"),
            hp=6,
            stone=dice.choice(stones),
            band=dice.choice((0, 4)),
            conditions=dice.choice(conditions),
        ),
        person(
            "dan", weapons=("gun", "flail"), arts=("roar",), hp=8, stone=dice.choice(stones), band=4, tokens=1
        ),
        person("bob", "B", weapons=("hook", "bellows"), hp=9, conditions=dice.choice(conditions)),
        person("cid", "B", weapons=("bolt", "stunner"), arts=("jam",), hp=9, sheet={"activations": 2}),
        person("eve", "B", at="G1", weapons=("stone",), joins=2),
    )
    return Table(fight(CROWD, *people, stalemate_rounds=2))


def random_act(dice: random.Random, table: Table) -> Act:
    """Something that a GM might do now."""
    ids = [*table.state.units] or ["ann"]
    board = table.fight.book.board
    unit, hex_ = dice.choice(ids), board.name(dice.randrange(board.width * board.height))
    turn = table.state.turn
    name, data = dice.choice(
        [
            ("check", {"unit": unit}),
            ("set", {"unit": unit, "field": "hp", "value": dice.randint(0, 6)}),
            ("set", {"unit": unit, "field": "structure", "value": dice.randint(1, 4)}),
            ("set", {"unit": unit, "field": "stress", "value": dice.randint(0, 4)}),
            ("set", {"unit": unit, "field": "band", "value": dice.randint(0, 4)}),
            ("set", {"unit": unit, "field": "burn", "value": dice.randint(0, 3)}),
            ("set", {"unit": unit, "field": "hex", "value": hex_}),
            ("set", {"unit": unit, "field": "reaction", "value": dice.random() < 0.5}),
            (
                "condition",
                {
                    "unit": unit,
                    "condition": dice.choice((*TIMED, *get_args(LastingName))),
                    "on": dice.random() < 0.7,
                },
            ),
            ("damage", {"unit": unit, "amount": dice.randint(1, 12)}),
            ("overshield", {"unit": unit, "amount": dice.randint(1, 4)}),
            ("add", {"sheet": dice.choice(("bob", "ann")), "side": dice.choice("AB"), "hex": hex_}),
            ("remove", {"unit": unit}),
            ("force", {"unit": unit, "source": hex_, "hexes": dice.randint(1, 3)}),
            ("override", {"seat": turn.unit if turn else unit, "option": dice.choice(OVERRIDES)}),
        ]
    )
    return Act(name, data, "Gemma", "because")


OVERRIDES = (
    "move",
    "boost",
    "boost C2",
    "end",
    "hide",
    "stand",
    "brace",
    "cooldown",
    "bond-move",
    "escape",
    "release",
    "stabilize",
    "skirmish rod bob",
    "grapple bob",
    "ram cid",
    "token dan",
    "lock-on ann",
)


COMMON = ("turn", "activate", "attack", "damage", "brace", "check")
"""What is asked all the time: the GM speaks up at other questions four times as often."""
RARE = ("bond-move", "escape", "grapple", "stabilize", "barrage")
"""Options that are taken more often than by chance, for what they lead to."""


def playing(table: Table, dice: random.Random, kinds: set[str], acts: float, steps: int) -> Iterator[None]:
    """Random answers and, among them, random acts."""
    for _ in range(steps):
        pending = table.session.pending
        if pending is None:
            return
        part = dice.choice(pending.open_parts())
        pool, question = pool_of(pending.request, part), question_of(pending.request, part)
        kind = getattr(pending.request, "about", "") if question is None else question.kind
        kinds.add(kind)
        if dice.random() < (acts if kind in COMMON else 4 * acts):
            with suppress(Refused, Unreadable):
                table.session.act(random_act(dice, table))
        elif pool is not None:
            faces = tuple(dice.randint(1, sides) for sides in pool.sides)
            table.session.answer(pending.stamp, part, faces, pool.roller)
        else:
            assert question is not None
            ids = [one.id for one in question.options]
            rare = [id_ for id_ in ids if id_.startswith(RARE)]
            option = dice.choice(rare if rare and dice.random() < 0.4 else ids)
            table.session.answer(pending.stamp, part, option, question.seat)
        yield


KINDS = {
    "turn",
    "activate",
    "brace",
    "overwatch",
    "shove",
    "go on",
    "barrage second",
    "clear",
    "choir",
    "stalemate",
    "attack",
    "damage",
    "flip against Invisible",
    "lost Structure",
    "save against Burn",
    "save at the edge",
    "escape",
    "marker",
    "save",
}
"""Everything that is asked or rolled for in a fight; two are too rare for a fight by chance."""


def test_acts_in_the_middle_of_every_question_never_fail() -> None:
    """Whatever the GM does and whoever is asked: no rule fails, and every invariant holds."""
    kinds: set[str] = set()
    interrupted: set[str] = set()
    for seed in range(60):
        dice = random.Random(seed)
        table = crowd(seed)
        for _ in playing(table, dice, kinds, 0.12, 150):
            table.check()
            if isinstance((table.session.journal or [None])[-1], Act):
                interrupted |= {kind for _, kind in table.asked}
    assert kinds >= KINDS - {"choir", "stalemate"}
    assert interrupted >= KINDS - {"save", "choir", "stalemate"}


def test_fights_without_the_gm_keep_every_invariant_at_every_turn() -> None:
    """Nobody stands at 0 HP when somebody has a turn, and no turn has more than a turn has."""
    kinds: set[str] = set()
    for seed in range(40):
        dice = random.Random(seed)
        table = crowd(seed)
        for _ in playing(table, dice, kinds, 0, 250):
            assert invariants.problems(table.fight) == []
            assert table.session.failure is None
            turn = table.state.turn
            if turn is not None and table.asked and table.asked[0][1] == "turn":
                assert all(unit.hp > 0 for unit in table.state.units.values() if unit.here)
                assert len(turn.quicks) <= 2
                assert not (turn.full and turn.quicks)
                assert table.state.clash is None
    assert kinds >= KINDS - {"save", "choir", "stalemate"}
