"""Rounds, whose turn it is, what a turn has, and what its start and end bring."""

from __future__ import annotations

from typing import Any

import pytest

from affray.kernel.requests import Option
from affray.systems.cantor import events as e
from affray.systems.cantor.arms import BARE
from affray.systems.cantor.legal import full_left, judged, offered, quicks_left
from affray.systems.cantor.order import available, sides_in_order
from affray.systems.cantor.state import Turn
from tests.systems.cantor.fights import Table, fight, give, person

YARD = """
A..B
C..D
....
E..F
"""


def duel(board: str = "A..B", ann: Any = None, **bob: Any) -> Table:
    """Ann has the first turn."""
    return Table(fight(board, person("ann", **(ann or {})), person("bob", "B", **bob)))


def two_each(**enemies: Any) -> Table:
    """Ann and Cid against Bob and Dan."""
    people = person("ann"), person("cid"), person("bob", "B", **enemies), person("dan", "B")
    return Table(fight(YARD, *people))


# Whose turn it is


@pytest.mark.clause("C3.2")
def test_sides_alternate_and_the_cantors_begin() -> None:
    """Whatever the scenario's order; each side chooses one that has not acted."""
    people = (
        person("bob", "A", kind="enemy"),
        person("ann", "B", kind="cantor"),
        person("cid", "B", kind="cantor"),
    )
    table = Table(fight(YARD, *people))
    assert sides_in_order(table.fight)[0] == "B"
    assert table.asked == [("ann", "activate"), ("cid", "activate")]
    table.do("cid go", "cid end")
    assert table.asked == [("bob", "turn")]
    table.do("bob end")
    assert table.asked == [("ann", "turn")]


@pytest.mark.clause("C3.2")
def test_when_one_side_is_done_the_other_finishes() -> None:
    """Then comes a New Round."""
    table = two_each().act("remove", unit="cid")
    table.do("ann end", "bob go", "bob end")
    assert table.asked == [("dan", "turn")]
    table.do("dan end")
    assert (table.asked, table.state.round) == ([("ann", "turn")], 2)


@pytest.mark.clause("C3.2")
def test_the_first_who_wants_to_goes_and_where_all_hold_back_the_first_in_order() -> None:
    """First come; nobody has to wait for an answer of the others."""
    table = two_each().do("cid go")
    assert table.asked == [("cid", "turn")]
    table = two_each().do("ann pass", "cid pass")
    assert table.asked == [("ann", "turn")]


@pytest.mark.clause("C3.2")
def test_a_boss_with_two_activations_does_not_act_twice_in_a_row() -> None:
    """Boss, the other, boss; the Cantors between."""
    table = two_each(sheet={"activations": 2})
    table.do("ann go", "ann end")
    assert table.asked == [("bob", "activate"), ("dan", "activate")]
    table.do("bob go", "bob end", "cid end")
    assert table.asked == [("dan", "turn")]
    table.do("dan end")
    assert table.asked == [("bob", "turn")]
    table.do("bob end")
    assert table.state.round == 2
    assert table.asked == [("ann", "activate"), ("cid", "activate")]


@pytest.mark.clause("C3.2")
def test_two_in_a_row_where_no_other_is_left() -> None:
    """The other first, then the boss twice; or the other is out."""
    table = two_each(sheet={"activations": 2}).do("ann go", "ann end", "dan go", "dan end", "cid end")
    assert table.asked == [("bob", "turn")]
    table.do("bob end")
    assert (table.asked, table.state.round) == ([("bob", "turn")], 1)
    table = two_each(sheet={"activations": 2}).do("ann go", "ann end", "bob go", "bob end", "cid end")
    assert table.asked == [("dan", "turn")]
    table.act("remove", unit="dan")
    assert table.asked == [("bob", "turn")]


@pytest.mark.clause("C3.1", "C3.2", "C3.6")
def test_the_reaction_is_one_a_round_also_with_several_turns() -> None:
    """It is not back with the boss's second turn."""
    table = duel(sheet={"activations": 2}).do("ann end", "bob brace", "bob end")
    assert table.asked == [("bob", "turn")]
    assert table.refusal("bob brace") == "C3.6"
    assert not table["bob"].reaction
    table.do("bob end")
    assert table["bob"].reaction
    assert not table["bob"].has("Braced")


@pytest.mark.clause("C3.2")
def test_three_sides_take_turns_and_those_without_units_are_passed_over() -> None:
    """A, B, C; after C comes A."""
    people = person("ann"), person("bob", "B"), person("cid", "C")
    table = Table(fight(YARD, *people))
    order = []
    for _ in range(4):
        order.append(table.asked[0][0])
        table.do(f"{order[-1]} end")
    assert order == ["ann", "bob", "cid", "ann"]
    table.act("remove", unit="bob")
    table.do("cid end")
    assert table.asked == [("ann", "turn")]


# Who joins


@pytest.mark.clause("C3.2")
def test_a_reinforcement_joins_at_a_rounds_start_and_acts_in_it() -> None:
    """As near to its hex as there is room."""
    people = (
        person("ann"),
        person("bob", "B"),
        person("cid", "B", at="B1", joins=2),
        person("dan", at="A1", joins=2),
    )
    table = Table(fight("AB..\n....", *people))
    assert set(table.state.units) == {"ann", "bob"}
    table.do("ann end", "bob end")
    assert table.asked == [("ann", "activate"), ("dan", "activate")]
    assert table.at("cid") == "C1"
    assert table.at("dan") == "A2"
    table.do("dan go", "dan end")
    assert table.asked == [("bob", "activate"), ("cid", "activate")]


@pytest.mark.clause("C3.2")
def test_one_that_the_gm_adds_acts_in_the_next_round() -> None:
    """Not in the one under way."""
    table = Table(fight("A..B", person("ann"), person("bob", "B"), reserve=[person("cid", "B")]))
    table.act("add", sheet="cid", side="B", hex="B1").do("ann end")
    assert table.asked == [("bob", "turn")]
    table.do("bob end")
    assert table.state.round == 2
    table.do("ann end")
    assert table.asked == [("bob", "activate"), ("cid", "activate")]


@pytest.mark.clause("C3.2", "C3.5")
def test_one_that_joins_uncovers_who_hides_beside_it() -> None:
    """Coming in is entering a hex."""
    people = (
        person("ann", conditions=("Hidden",)),
        person("bob", "B"),
        person("cid", "B", at="A2", joins=2),
    )
    table = Table(fight("Ah.B\nhhh.", *people)).do("gm 1")
    assert table["ann"].has("Hidden")
    table.do("ann end", "bob end")
    assert not table["ann"].has("Hidden")


@pytest.mark.clause("C3.2")
def test_one_out_of_the_fight_in_its_own_turn_ends_it_at_once() -> None:
    """Removed by the GM, or defeated by an Overwatch."""
    table = two_each().do("ann go").act("remove", unit="ann")
    assert table.asked == [("bob", "activate"), ("dan", "activate")]
    people = person("ann"), person("cid"), person("bob", "B", hp=3), person("dan", "B")
    table = Table(fight("AB..\nC..D", *people)).turn_of("bob")
    table.do("bob move C1", "ann overwatch rod", "ann 20", "bob no", "ann 6")
    assert (table["bob"].out, table.at("bob")) == ("defeated", "B1")
    assert table.asked[0][0] in ("ann", "cid")
    assert table.events(e.TurnDropped)


# What a turn has


@pytest.mark.clause("C3.1")
def test_a_move_and_two_quicks() -> None:
    """In any order; a third Quick or a Full action is refused."""
    table = duel().do("ann bolster ann", "ann move B1", "ann lock-on bob")
    assert table.refusal("ann skirmish gun bob") == "C3.1"
    assert table.refusal("ann disengage") == "C3.1"
    assert table.refusal("ann move C1") == "C3.1"
    assert table.options("ann") == ["brace", "end"]


@pytest.mark.clause("C3.1")
def test_a_full_action_takes_the_place_of_both_quicks() -> None:
    """The Move is there still."""
    table = duel().do("ann disengage")
    for answer in ("bolster ann", "skirmish gun bob", "barrage gun bob", "lock-on bob", "boost B1"):
        assert table.refusal(f"ann {answer}") == "C3.1"
    assert "move B1" in table.options("ann")
    table = duel().do("ann bolster ann")
    for answer in ("barrage gun bob", "improvised bob", "disengage"):
        assert table.refusal(f"ann {answer}") == "C3.1"


@pytest.mark.clause("C3.1")
def test_the_same_quick_is_not_taken_twice_a_turn() -> None:
    """Skirmish with another weapon is the same; different arts are different actions."""
    table = duel("AB....", ann={"weapons": ("rod", "gun"), "arts": ("hack", "hum")})
    table.do("ann skirmish rod bob", "ann 1")
    assert table.refusal("ann skirmish gun bob") == "C3.1"
    table = duel(ann={"arts": ("hack", "hum")}).do("ann art hack bob", "ann 1")
    assert table.refusal("ann art hack bob") == "C3.1"
    table.do("ann art hum bob", "ann 1").do("ann end").turn_of("ann")
    assert "art hack bob" in table.options("ann")


@pytest.mark.clause("C3.1")
def test_free_actions_are_not_counted() -> None:
    """Two tokens after two Quicks."""
    people = person("ann", tokens=2), person("cid"), person("eve"), person("bob", "B")
    table = Table(fight(YARD, *people)).turn_of("ann").do("ann bolster ann", "ann lock-on bob")
    table.do("ann token cid", "ann token eve")
    assert table["ann"].tokens == 0


@pytest.mark.clause("C3.11", "C4.2")
def test_a_full_art_costs_a_full_action() -> None:
    """As its data says; it adds its own resonance."""
    table = duel(ann={"arts": ("roar",)}).do("ann art roar bob", "ann 8", "bob no", "ann 4")
    assert (table["bob"].hp, table["ann"].band) == (16, 2)
    assert table.refusal("ann bolster ann") == "C3.1"


@pytest.mark.clause("C3.17")
def test_a_turn_may_be_ended_at_any_time() -> None:
    """What is unspent is lost."""
    table = duel().do("ann end").turn_of("ann")
    assert table.state.turn == Turn("ann", opened=True)


@pytest.mark.clause("C3.17", "C1.10", "C2.17")
def test_the_end_of_a_turn_is_burn_and_then_conditions() -> None:
    """The save has −2, and then Impaired ends."""
    table = duel(ann={"burn": 2, "conditions": ("Impaired",)}).do("ann end")
    assert (table.asked, table.names("ann")) == ([("ann", "save against Burn")], {"Impaired"})
    table.do("ann 11")
    assert table["ann"].hp == 18
    assert not table["ann"].has("Impaired")


@pytest.mark.clause("C3.17", "C4.7")
def test_the_start_of_a_turn_is_the_fracture() -> None:
    """Before anything else, and Stunned or not."""
    table = duel(ann={"band": 4, "conditions": ("Stunned",)})
    kinds = [type(event) for event in table.events(e.TurnBegan, e.FractureManifested, e.TurnOpened)]
    assert kinds == [e.TurnBegan, e.FractureManifested, e.TurnOpened]


@pytest.mark.clause("C3.4")
def test_bolster_is_for_oneself_or_an_ally_within_5() -> None:
    """Not farther, not for hostiles, not for one that has it."""
    people = person("ann"), person("cid", conditions=("Bolster",)), person("dan"), person("bob", "B")
    table = Table(fight("ACD....B", *people)).turn_of("ann")
    assert table.options("ann", "bolster") == ["bolster ann", "bolster dan"]
    assert table.refusal("ann bolster cid") == "C2.17"
    table.do("ann bolster dan")
    assert table["dan"].has("Bolster")
    table = Table(fight("A.....CB\nD.......", person("ann"), person("cid"), person("bob", "B"))).turn_of(
        "ann"
    )
    assert table.refusal("ann bolster cid") == "C1.2"
    table = Table(fight("A....C.B", person("ann"), person("cid"), person("bob", "B"))).turn_of("ann")
    assert "bolster cid" in table.options("ann")


@pytest.mark.clause("C3.8", "C2.15")
def test_disengage_is_a_full_action_that_holds_until_the_new_round() -> None:
    """No Engagement, no Overwatch, in later turns of the round too."""
    table = duel("AB....\n......", ann={"weapons": ("gun",)}).do("ann disengage")
    assert table["ann"].has("Disengaged")
    table.do("ann move A2")
    assert table.asked == [("ann", "turn")]
    assert table.at("ann") == "A2"
    table = duel("AB....\n......").do("ann disengage", "ann end", "bob move A2", "ann no")
    assert table["ann"].has("Disengaged")
    table.do("bob end")
    assert not table["ann"].has("Disengaged")


@pytest.mark.clause("C3.15", "C4.2")
def test_lock_on_is_a_quick_tech_in_sensors_that_adds_resonance() -> None:
    """No roll; not on one that has it; an Enemy's adds nothing."""
    table = duel(ann={"sheet": {"sensors": 3}}).do("ann lock-on bob")
    assert (table["bob"].has("Lock On"), table["ann"].band) == (True, 1)
    assert table.asked == [("ann", "turn")]
    table.do("ann end", "bob lock-on ann")
    assert (table["ann"].has("Lock On"), table["bob"].band) == (True, 0)
    table.turn_of("ann")
    assert table.refusal("ann lock-on bob") == "C2.17"
    table = duel("A...B", ann={"sheet": {"sensors": 3}})
    assert table.refusal("ann lock-on bob") == "C1.2"
    table = duel(ann={"conditions": ("Jammed",)})
    assert table.refusal("ann lock-on bob") == "C2.4"


@pytest.mark.clause("C3.9")
def test_nobody_starts_a_save_by_himself() -> None:
    """It is not among what a turn offers, and asking for it names the clause of the turn."""
    table = duel(ann={"burn": 3})
    assert "save" not in [option.kind for option, _ in judged(table.fight, table["ann"], Turn("ann"))]
    assert table.refusal("ann save") == "C3.1"
    table.act("check", unit="ann").do("ann 9")
    assert table.events(e.Saved)[0].target == 10


@pytest.mark.clause("C3.1", "C3.2")
def test_options_have_names_of_their_own() -> None:
    """Whatever a unit has in hand."""
    encounter = fight(
        "AB.C\n....\nD...",
        person(
            "ann",
            weapons=("rod", "gun", "mortar", "flail", "bellows"),
            arts=("hack", "hum", "roar"),
            tokens=1,
        ),
        person("dan"),
        person("bob", "B"),
        person("cid", "B"),
    )
    ann = give(encounter.state.units["ann"], "Prone")
    encounter.state.round = 1
    options: list[Option] = [option for option, _ in judged(encounter, ann, Turn("ann", opened=True))]
    assert len({option.id for option in options}) == len(options)
    assert set(offered(encounter, ann, Turn("ann"))) <= set(options)
    assert [unit.id for unit in available(encounter, "B")] == ["bob", "cid"]


# What is left of a turn


@pytest.mark.clause("C3.1")
@pytest.mark.parametrize(
    ("quicks", "full", "left", "full_too"),
    [
        ([], False, 2, True),
        (["Hide"], False, 1, False),
        (["Hide", "Boost"], False, 0, False),
        ([], True, 0, False),
    ],
)
def test_two_quick_or_one_full(quicks: list[str], full: bool, left: int, full_too: bool) -> None:
    """A Quick action takes the Full one away, and the Full one both Quick ones."""
    turn = Turn("ann", quicks=quicks, full=full)
    assert (quicks_left(turn), full_left(turn)) == (left, full_too)


def test_of_the_bare_arms_improvised_alone_is_full() -> None:
    """Ram and Grapple are Quick."""
    assert {arm.id: arm.cost for arm in BARE.values()} == {
        "improvised": "full",
        "ram": "quick",
        "grapple": "quick",
    }
