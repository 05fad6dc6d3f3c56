"""Surges: at any time, once in a cycle, and never before what is announced (S6)."""

from __future__ import annotations

from typing import Any

import pytest

from affray.kernel.errors import Unreadable
from affray.systems.sunder import surges
from affray.systems.sunder.events import (
    ActionResolved,
    StressReduced,
    SurgeAnnounced,
    SurgeCame,
    TestRolled,
)
from tests.systems.sunder.table import Person, Table, person, scene

ALL = ("ward", "calm", "mend", "defy", "chant")


def table_of(*others: Person, ann: Any = None, bob: Any = None, rulings: Any = None, **start: Any) -> Table:
    """Ann has Surges and the first turn; Bob is her foe with a sword, Cid her friend."""
    people = (
        person("ann", sheet={"abilities": ALL, "weapons": ("sword",), **(ann or {})}, **start),
        person("cid", stress={"Might": 2}),
        person("bob", "B", sheet={"weapons": ("sword",), **(bob or {})}),
    )
    return Table(scene(*people, *others, rulings=rulings)).begin()


def attack_of_bob(table: Table) -> Table:
    """Bob has the turn after Ann's, and has announced an attack at her: his d20 is asked for."""
    return table.do("ann end", "gm adversary bob", "bob strike top sword ann")


# Once in a cycle


@pytest.mark.clause("S6.1", "S6.2", "S6.3", "S6.4", "S9.3")
def test_a_surge_between_turns_is_back_after_the_next_turn() -> None:
    """Worked example 31: used after turn 1 it is back at the end of turn 2, and not before."""
    table = table_of().do("ann end").act("surge", creature="ann", card="ward")
    assert (table["ann"].surge, table.names("ann")) == ("ward", ["Warded"])
    assert table.act_refused("surge", creature="ann", card="ward") == "S6.2"
    table.turn_of("ann")
    assert table.refusal("ann surge ward") == "S6.2"
    # Another card of hers is no way round it.
    assert table.refusal("ann surge calm") == "S6.2"
    table.do("ann end")
    assert table["ann"].surge == ""


@pytest.mark.clause("S6.3", "S6.4")
def test_a_surge_in_the_own_turn_is_back_after_the_one_after() -> None:
    """Worked example 31: used during turn 1 it is back after turn 2."""
    table = table_of().do("ann surge calm", "ann end")
    assert table["ann"].surge == "calm"
    table.turn_of("ann").do("ann end")
    assert table["ann"].surge == ""


@pytest.mark.clause("S6.4")
def test_lenient_brings_it_back_with_any_turn_that_ends() -> None:
    """The ruling `surge_reset` the other way."""
    table = table_of(rulings={"surge_reset": "lenient"}).do("ann surge calm", "ann end")
    assert table["ann"].surge == ""
    table.act("surge", creature="ann", card="calm").turn_of("ann").do("ann end")
    assert table["ann"].surge == ""


@pytest.mark.clause("S6.4", "S6.9", "S4.13")
def test_a_group_action_counts_as_a_turn() -> None:
    """For everybody who takes part."""
    table = table_of().do("ann end").act("surge", creature="ann", card="calm").throw_in("cid", "ann")
    table.act("join_group", creature="ann", lead="cid").do("gm pass")
    table.do("cid together", "cid strike top bob", "ann skill Force", "cid 5", "ann 11", "cid end")
    assert table["ann"].surge == ""


@pytest.mark.clause("S6.4", "S4.12")
def test_a_surge_while_the_lead_decides_to_act_alone() -> None:
    """That was no turn of hers: her Surge is back at the end of the one she then has."""
    table = table_of().do("ann end").throw_in("cid", "ann")
    table.act("join_group", creature="ann", lead="cid").do("gm pass")
    assert table.asked == [("cid", "group")]
    table.act("surge", creature="ann", card="calm").do("cid alone", "cid end", "gm pass")
    assert table.asked == [("ann", "turn")]
    table.do("ann end")
    assert table["ann"].surge == ""


# After what is announced, never before


@pytest.mark.clause("S6.6", "S6.7")
def test_before_an_announcement_it_applies() -> None:
    """Worked example 32: Warded before the attack is announced cuts it."""
    table = table_of().do("ann end", "gm adversary bob").act("surge", creature="ann", card="ward")
    announced = table.last(SurgeAnnounced)
    assert (announced.after, announced.waits, table.names("ann")) == (0, False, ["Warded"])
    table.do("bob strike top sword ann", "bob 5", "bob 5")
    assert table.stress("ann") == 0
    assert [one.source for one in table.events(StressReduced)] == ["Warded"]


@pytest.mark.clause("S6.6", "S6.7")
@pytest.mark.parametrize("when", ["before the d20", "before the damage"])
def test_after_an_announcement_it_waits(when: str) -> None:
    """Worked example 32: it takes effect right after the attack, whose damage it does not change."""
    table = attack_of_bob(table_of())
    if when == "before the damage":
        table.do("bob 5")
    table.act("surge", creature="ann", card="ward")
    announced = table.last(SurgeAnnounced)
    assert (announced.after, announced.waits) == (1, True)
    assert (table.names("ann"), table["ann"].surge) == ([], "ward")
    table.do("bob 5", "bob 5") if when == "before the d20" else table.do("bob 5")
    assert (table.stress("ann"), table.names("ann")) == (1, ["Warded"])
    order = [type(one) for one in table.events(SurgeAnnounced, ActionResolved, SurgeCame)]
    assert order == [SurgeAnnounced, ActionResolved, SurgeCame]


@pytest.mark.clause("S6.6", "S7.8")
def test_in_the_middle_of_a_reaction_it_waits() -> None:
    """The attack has been announced; that somebody is asked about a Reaction changes nothing."""
    table = attack_of_bob(table_of(ann={"abilities": (*ALL, "brace-up")}))
    assert table.asked == [("ann", "react")]
    table.act("surge", creature="ann", card="ward")
    assert (table.names("ann"), table.asked) == ([], [("ann", "react")])
    table.do("ann react brace-up", "bob 5", "bob 5")
    assert (table.stress("ann"), table.names("ann")) == (1, ["Warded"])


@pytest.mark.clause("S6.6")
def test_in_the_middle_of_a_choice_of_the_gms_it_waits() -> None:
    """A Fallout that the attack brings is part of it."""
    table = attack_of_bob(table_of(stress={"Might": 10})).do("bob 5", "bob 5")
    assert table.asked == [("gm", "fallout")]
    table.act("surge", creature="ann", card="ward")
    assert table.names("ann") == []
    table.do("gm marks 1")
    assert table.names("ann") == ["Warded"]


@pytest.mark.clause("S6.6")
def test_two_that_wait_come_in_the_order_they_were_announced() -> None:
    """Each of another creature."""
    table = attack_of_bob(table_of(person("dee", sheet={"abilities": ("ward",)})))
    table.act("surge", creature="dee", card="ward").act("surge", creature="ann", card="ward")
    table.do("bob 5", "bob 5")
    assert [one.creature for one in table.events(SurgeCame)] == ["dee", "ann"]


@pytest.mark.clause("S6.6", "S4.13")
def test_during_a_group_test_it_waits() -> None:
    """The group's action is announced before its first Test."""
    table = table_of().do("ann end").throw_in("ann", "cid")
    table.act("join_group", creature="cid", lead="ann").do("gm pass", "ann together")
    table.do("ann strike top sword bob")
    table.act("surge", creature="ann", card="ward")
    assert (table.asked, table.names("ann")) == ([("cid", "contribute")], [])
    table.do("cid skill Force", "ann 12", "cid 12")
    assert (table.asked, table.names("ann")) == ([("gm", "fallout")], [])
    table.do("gm marks 1")
    assert table.names("ann") == ["Warded"]


@pytest.mark.clause("S6.6", "S6.9")
def test_who_falls_by_the_action_loses_the_surge_that_waited() -> None:
    """It was announced, and is used; nothing comes of it."""
    table = attack_of_bob(table_of(stress={"Might": 10}, marks=2)).act("surge", creature="ann", card="ward")
    table.do("bob 5", "bob 5", "gm marks 1")
    assert (table["ann"].out, table.names("ann")) == ("incapacitated", [])
    assert [one.lost for one in table.events(SurgeCame)] == [True]


# Who cannot


@pytest.mark.clause("S6.9")
def test_who_is_down_cannot() -> None:
    """Incapacitated: no Surge."""
    table = table_of().do("ann end").act("marks", creature="ann", amount=3)
    assert table.act_refused("surge", creature="ann", card="ward") == "S6.9"


@pytest.mark.clause("S6.9", "S10.6", "S6.5")
def test_one_who_is_petrified_surges_on_itself_alone() -> None:
    """Its own cards work; what may be for an ally is for itself."""
    table = table_of(stress={"Might": 2}).under("ann", "Petrified").do("ann end")
    table.act("surge", creature="ann", card="mend")
    assert (table.stress("ann"), table.stress("cid")) == (1, 2)


@pytest.mark.clause("S6.5")
def test_an_ally_only_where_the_card_says_so() -> None:
    """The user chooses among itself and its allies within range."""
    table = table_of(person("dee", zone="z3")).do("ann surge mend")
    assert table.options("ann") == ["whom ann", "whom cid"]
    table.do("ann whom cid")
    assert table.stress("cid") == 1


@pytest.mark.clause("S6.5")
def test_no_test_is_needed() -> None:
    """Nothing is rolled, and the turn goes on."""
    table = table_of(stress={"Might": 2}).do("ann surge calm")
    assert (table.events(TestRolled), table.stress("ann")) == ([], 1)
    assert "strike top sword bob" in table.options("ann")


@pytest.mark.clause("S6.1", "S7.7", "S10.8", "S5.9", "S9.9")
def test_other_reasons_that_keep_a_surge_back() -> None:
    """No such card, Silenced, a cost that cannot be paid, Distracted, a card that runs."""
    table = table_of(ann={"abilities": (*ALL, "poise")}, resistance={"Heart": 10})
    assert table.act_refused("surge", creature="ann", card="dance") == "S6.1"
    assert table.act_refused("surge", creature="ann", card="reload") == "S6.1"
    assert table.act_refused("surge", creature="ann", card="defy") == "S7.7"
    table.under("ann", "Silenced").under("ann", "Distracted")
    assert table.act_refused("surge", creature="ann", card="chant") == "S10.8"
    assert table.act_refused("surge", creature="ann", card="poise") == "S10.8"
    table.act("condition", creature="ann", condition="Distracted", on=False).do("ann surge poise")
    assert table.running("ann") == ["Poise"]
    table.act("set", creature="ann", field="surge")
    assert table.act_refused("surge", creature="ann", card="poise") == "S5.9"
    with pytest.raises(Unreadable):
        table.act("surge", creature="ann")


@pytest.mark.clause("S6.5", "S7.7")
def test_the_cost_of_a_surge_is_paid_first() -> None:
    """Resistance is spent, then the effect comes."""
    table = table_of(stress={"Might": 2}).do("ann surge defy")
    assert (table.spent("ann", "Heart"), table.stress("ann")) == (1, 1)


# What else costs the Surge


@pytest.mark.clause("S6.8")
def test_reloading_costs_the_surge() -> None:
    """A Loading weapon that is empty, and only then."""
    table = table_of(ann={"weapons": ("pistol",)})
    assert "surge reload" not in table.options("ann")
    table["bob"].zone = "z2"
    table.do("ann strike top pistol bob", "ann 12")
    assert table["ann"].shots == {"pistol": 0}
    table.do("ann surge reload")
    assert (table["ann"].shots, table["ann"].surge) == ({"pistol": 1}, "reload")


@pytest.mark.clause("S6.8")
@pytest.mark.parametrize(("face", "left"), [(5, []), (12, ["Held"])])
def test_squirming_out_of_a_net_costs_the_surge_and_takes_a_test(face: int, left: list[str]) -> None:
    """The one Surge with a Test: what Entangling holds is left by a success."""
    table = table_of(bob={"weapons": ("net",)}).do("ann end", "gm adversary bob")
    table.do("bob strike top net ann", "bob 5", "bob hold")
    assert (table.names("ann"), table.stress("ann", "Finesse")) == (["Held"], 0)
    table.act("surge", creature="ann", card="squirm").do(f"ann {face}")
    assert (table.names("ann"), table["ann"].surge) == (left, "squirm")
    assert table.last(TestRolled).skill == "Squirm"


@pytest.mark.clause("S6.8", "S1.28")
def test_squirming_is_no_action_and_needs_a_success() -> None:
    """A Mixed does not do."""
    table = table_of(resistance={"Finesse": 5}).under("ann", "Held", by="bob").do("ann surge squirm", "ann 3")
    assert (table.names("ann"), table.stress("ann", "Finesse")) == (["Held"], 1)


@pytest.mark.clause("S6.8", "S9.9")
def test_switching_concentration_costs_the_surge() -> None:
    """The other one ends; with the Surge used there is no switching."""
    table = table_of(ann={"abilities": ("vigil", "watch", "calm")}).do("ann vigil top")
    assert (table.running("ann"), table.names("ann")) == (["Vigil"], ["Warded"])
    table.turn_of("bob").turn_of("ann").do("ann watch top")
    assert (table.running("ann"), table.names("ann"), table["ann"].surge) == (["Watch"], [], "concentration")
    table.turn_of("bob").turn_of("ann")
    assert table.refusal("ann vigil top") == "S6.8"


@pytest.mark.clause("S9.9", "S6.8")
def test_a_surge_that_concentrates_ends_the_other() -> None:
    """It is the Surge of this cycle already."""
    table = table_of(ann={"abilities": ("vigil", "poise")}).do("ann vigil top", "ann surge poise")
    assert (table.running("ann"), table.names("ann")) == (["Poise"], [])


# Escalations


@pytest.mark.clause("S12.9", "S6.4", "S6.6")
def test_escalations_are_surges_of_adversaries() -> None:
    """At any time, once in the adversary's own cycle, never before what is announced."""
    brute = {"contour": "Survivor", "escalations": ("Minor", "Severe"), "weapons": ("sword",)}
    table = table_of(bob=brute)
    assert [card for card, _ in surges.cards_of(table.scene, table["bob"])] == [
        "escalation Minor",
        "escalation Severe",
    ]
    table.do("ann strike top sword bob").act("surge", creature="bob", card="escalation Severe")
    table.do("ann 5", "ann 5")
    assert (table.stress("bob"), table.names("bob")) == (1, ["Warded"])
    assert table.act_refused("surge", creature="bob", card="escalation Minor") == "S6.2"
    assert table.act_refused("surge", creature="bob", card="escalation Major") == "S6.1"
    table.do("ann end", "gm adversary bob", "bob end")
    assert table["bob"].surge == ""


@pytest.mark.clause("S12.9", "S6.1")
def test_an_adversary_may_escalate_in_its_own_turn() -> None:
    """Like any Surge it is on offer among what a turn holds."""
    brute = {"contour": "Survivor", "escalations": ("Severe",), "weapons": ("sword",)}
    table = table_of(bob=brute).do("ann end", "gm adversary bob", "bob surge escalation Severe")
    assert table.names("bob") == ["Warded"]
