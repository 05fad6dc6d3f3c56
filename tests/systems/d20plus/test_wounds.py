"""Wounds, broken Traits, being Out, and the end of a fight."""

from __future__ import annotations

from typing import Any

import pytest

from affray.systems.d20plus.events import BrokenTurnsCounted, FightEnded, OutMeant, WentOut, Wounded
from affray.systems.d20plus.wounds import check_end, deal_wounds, margin_cuts, wounds_dealt
from tests.systems.d20plus.fights import Table, die, fight, person


def table_of(*others: Any, lanes: str = "Mid", scene: str = "duel", **bob: Any) -> Table:
    """Ann acts first, then Bob, who starts as said."""
    bob = {"spirit": 3} | bob
    return Table(fight(person("ann", spirit=9), person("bob", "B", **bob), *others, scene=scene), lanes)


def idle(table: Table, *seats: str) -> Table:
    """These end their turns at once, one after another."""
    for seat in seats:
        table.do(f"{seat} 2-actions", f"{seat} end")
    return table


# Wounds


@pytest.mark.clause("D4.4", "D6.3")
def test_wounds_past_the_end_of_a_track_are_lost() -> None:
    """Six wounds on Body 2 leave Body 0 and nothing on the other tracks."""
    encounter = fight(person("ann"), person("bob", "B", wounds={"Body": 2}))
    bob = encounter.state.personas["bob"]
    assert deal_wounds(encounter, bob, "Body", 6)
    assert bob.wounds == {"Mind": 0, "Body": 4, "Spirit": 0}
    assert not deal_wounds(encounter, bob, "Body", 1)
    assert not deal_wounds(encounter, bob, "Mind", 0)


@pytest.mark.clause("D5.1")
@pytest.mark.parametrize("increment", [5, 8, 10])
@pytest.mark.parametrize("at_zero", [0, 1, 2])
def test_the_cuts_of_a_strike_part_every_margin_that_the_rules_part(increment: int, at_zero: int) -> None:
    """Exact odds look at bands: two margins of one band must come to the same."""
    cuts = margin_cuts(increment, at_zero)

    def result(margin: int) -> tuple[int, bool, bool]:
        return wounds_dealt(margin, increment, at_zero), margin >= 0, margin <= -10

    for margin in range(-80, 81):
        assert result(cuts.band(margin)) == result(margin)


@pytest.mark.clause("D6.2", "D3.3")
def test_a_wound_lowers_skill_and_cap_at_once() -> None:
    """Bob strikes back in the same round with what is left."""
    table = table_of(body=5, dice=(die("Gear", 4), die("Magic", 4), die("Special", 4)))
    table.do("ann 2-actions", "ann strike axe bob", "ann 20", "bob 1 1 1 1")
    assert table["bob"].wounds["Body"] == 3
    table.do("ann end", "bob 2-actions", "bob strike axe ann", "bob dice Gear+Magic")
    pending = table.session.pending
    assert pending is not None
    assert pending.request.pools[0].bonus == 2  # type: ignore[union-attr]


# Broken


@pytest.mark.clause("D6.4", "D6.10")
def test_what_needs_a_trait_at_zero_is_not_offered() -> None:
    """Body 0: Moves, cover and Beats are open; striking, vanishing, Might Setups and checks are not."""
    bob = {"wounds": {"Body": 4}, "abilities": ("trip",), "concealment": None}
    table = idle(table_of(**bob), "ann").do("bob 2-actions")
    for refused in ("strike axe ann", "setup Might", "setup Grace", "check Grace ann", "use trip ann"):
        assert table.refusal(f"bob {refused}") == "D6.4"
    assert table.refusal("bob conceal") == "D6.10"
    assert {"move gate", "cover crate", "beat", "setup Logic", "check Will ann"} <= set(table.options("bob"))


@pytest.mark.clause("D6.10")
def test_a_broken_spirit_locates_nobody() -> None:
    """Sense belongs to Spirit."""
    encounter = fight(person("ann", spirit=9, concealment=12), person("bob", "B", wounds={"Spirit": 4}))
    table = idle(Table(encounter), "ann").do("bob 2-actions")
    assert table.refusal("bob locate ann") == "D6.4"


# Out


@pytest.mark.clause("D6.5")
def test_all_three_traits_at_zero_is_out() -> None:
    """Two are not enough."""
    two = table_of(person("cid", "B", spirit=1), wounds={"Mind": 4, "Body": 3})
    two.do("ann 2-actions", "ann strike axe bob", "ann 10", "bob 10")
    assert not two["bob"].out
    three = table_of(person("cid", "B", spirit=1), wounds={"Mind": 4, "Body": 3, "Spirit": 3})
    three.do("ann 2-actions", "ann strike axe bob", "ann 10", "bob 10")
    assert three["bob"].out
    assert [event.road for event in three.events(WentOut)] == ["all broken"]


@pytest.mark.clause("D6.6")
def test_out_at_the_third_own_turn_end_in_a_row_at_zero() -> None:
    """It still acts in the third turn; rounds and other people's turns do not count."""
    table = table_of(wounds={"Mind": 4}, lanes="Mid")
    for count in (1, 2):
        idle(table, "ann", "bob").lanes("Mid")
        assert (table["bob"].broken_turns["Mind"], table["bob"].out) == (count, False)
    idle(table, "ann").do("bob 2-actions", "bob strike axe ann", "bob 1", "ann 19", "bob end")
    assert table["bob"].out
    assert [event.clause for event in table.events(WentOut)] == ["D6.6"]
    assert table.session.outcome == "The one side win"


@pytest.mark.clause("D6.6")
def test_the_turn_in_which_it_broke_counts_if_it_is_the_own() -> None:
    """Broken by a counter-attack in the own turn: one at its end. In a foe's: one at the next own end."""
    own = Table(fight(person("ann", spirit=9, body=1), person("bob", "B", abilities=("riposte",))))
    own.do("ann 2-actions", "ann strike axe bob", "ann 1", "bob 19", "bob strike axe", "bob 19", "ann 1")
    assert own.do("ann end")["ann"].broken_turns["Body"] == 1
    foes = table_of(body=1).do("ann 2-actions", "ann strike axe bob", "ann 10", "bob 10", "ann end")
    assert foes["bob"].broken_turns["Body"] == 0
    assert idle(foes, "bob")["bob"].broken_turns["Body"] == 1


@pytest.mark.clause("D6.6")
def test_healing_starts_the_count_anew() -> None:
    """Two turn ends at 0, healed to 1, 0 again: 1."""
    medic = person("med", "B", abilities=("mend",), spirit=5)
    table = table_of(medic, wounds={"Body": 4}, broken_turns={"Body": 2})
    idle(table, "ann").do("med 2-actions", "med use mend bob", "med 15")
    assert (table["bob"].wounds["Body"], table["bob"].broken_turns["Body"]) == (2, 0)
    idle(table.do("med end"), "bob").lanes("Mid")
    table.do("ann 2-actions", "ann strike axe bob", "ann 20", "bob 1", "ann end", "med 2-actions", "med end")
    assert idle(table, "bob")["bob"].broken_turns["Body"] == 1


@pytest.mark.clause("D6.6")
def test_each_trait_counts_by_itself() -> None:
    """Body for two ends and Spirit for two others: no track has three."""
    bob = {"wounds": {"Body": 4}, "broken_turns": {"Body": 2}, "weapons": ("voice",)}
    table = table_of(**bob).act("set", persona="bob", field="Body", value=1)
    table.act("set", persona="bob", field="Spirit", value=0)
    idle(table, "ann", "bob").lanes("Mid")
    idle(table, "ann", "bob")
    assert (table["bob"].broken_turns, table["bob"].out) == ({"Mind": 0, "Body": 0, "Spirit": 2}, False)


@pytest.mark.clause("D6.6")
def test_the_number_of_turns_is_a_named_ruling() -> None:
    """A table may play it harder."""
    encounter = fight(person("ann", spirit=9), person("bob", "B", wounds={"Mind": 4}), out_after_turns=1)
    assert idle(Table(encounter), "ann", "bob")["bob"].out


@pytest.mark.clause("D6.6")
def test_a_count_that_does_not_change_is_no_event() -> None:
    """Every turn of every healthy Persona would fill the log."""
    assert not idle(table_of(), "ann", "bob").events(BrokenTurnsCounted)


@pytest.mark.clause("D6.7")
@pytest.mark.parametrize(
    ("scene", "meanings"),
    [
        ("lethal", ["incapacitation", "capture", "death"]),
        ("non-lethal", ["concession", "breakdown", "surrender"]),
    ],
)
def test_what_out_means_is_the_scenes_and_the_gms(scene: str, meanings: list[str]) -> None:
    """The GM picks from the scene's list, before the fight is over."""
    table = table_of(scene=scene, wounds={"Mind": 4, "Body": 3, "Spirit": 3})
    table.do("ann 2-actions", "ann strike axe bob", "ann 10", "bob 10")
    assert table.asked == [("gm", "out meaning")]
    assert table.options("gm") == meanings
    table.do(f"gm {meanings[1]}")
    assert table["bob"].out_meaning == meanings[1]
    assert table.session.outcome == "The one side win"


@pytest.mark.clause("D6.7")
def test_in_a_duel_out_is_defeat_and_nobody_is_asked() -> None:
    """The terms were agreed before it."""
    table = table_of(wounds={"Mind": 4, "Body": 3, "Spirit": 3})
    table.do("ann 2-actions", "ann strike axe bob", "ann 10", "bob 10")
    assert [event.meaning for event in table.events(OutMeant)] == ["defeat"]


@pytest.mark.clause("D6.7", "D7.8")
def test_the_meaning_is_asked_for_once_whatever_the_gm_does_meanwhile() -> None:
    """An act on top of the question must not lose it, nor count the turn's end twice."""
    bob = {"wounds": {"Mind": 4}, "broken_turns": {"Mind": 2}}
    table = idle(table_of(person("cid", "B", spirit=1), scene="lethal", **bob), "ann").do(
        "bob 2-actions", "bob end"
    )
    assert table.asked == [("gm", "out meaning")]
    table.act("set", persona="ann", field="prone", value=True)
    assert table.asked == [("gm", "out meaning")]
    table.do("gm capture")
    assert (table["bob"].out_meaning, table.asked) == ("capture", [("cid", "split")])
    assert len(table.events(WentOut)) == 1


@pytest.mark.clause("D6.9")
def test_an_out_persona_is_no_target_takes_no_tad_and_holds_nothing() -> None:
    """Neither struck nor helped, and what it had is gone."""
    fallen = person("cid", "A", spirit=1, tad=8, cover="Crate")
    table = table_of(fallen).act("set", persona="cid", field="out", value=True)
    assert (table["cid"].tad, table["cid"].cover) == (None, None)
    table.do("ann 2-actions")
    assert "setup Logic" in table.options("ann")
    assert not any("cid" in option for option in table.options("ann"))
    foe = table_of(person("cid", "B", spirit=1)).act("set", persona="cid", field="out", value=True)
    assert not any("cid" in option for option in foe.do("ann 2-actions").options("ann"))


@pytest.mark.clause("D6.9")
def test_out_stays_out_whatever_is_healed() -> None:
    """Only the GM brings somebody back."""
    table = table_of(person("cid", "B", spirit=1), wounds={"Mind": 4, "Body": 4, "Spirit": 2})
    table.act("set", persona="bob", field="Spirit", value=0)
    table.act("set", persona="bob", field="Spirit", value=3)
    assert table["bob"].out


# The end


@pytest.mark.clause("D6.8")
def test_the_fight_ends_when_one_side_stands() -> None:
    """At once after the attack: the striker's own third count at this turn's end comes too late."""
    encounter = fight(
        person("ann", spirit=9, wounds={"Mind": 4}, broken_turns={"Mind": 2}),
        person("bob", "B", wounds={"Mind": 4, "Body": 3, "Spirit": 4}, abilities=("riposte",)),
    )
    table = Table(encounter).do("ann 2-actions", "ann strike axe bob", "ann 10", "bob 10")
    assert (table.session.outcome, table.asked, table["ann"].out) == ("The one side win", [], False)


@pytest.mark.clause("D6.8")
def test_with_nobody_left_it_is_a_draw() -> None:
    """No side stands, so none wins."""
    encounter = fight(person("ann"), person("bob", "B"))
    for persona in encounter.state.personas.values():
        persona.out = True
    assert check_end(encounter)
    assert encounter.state.outcome == "draw"
    assert check_end(encounter)


@pytest.mark.clause("D6.8")
def test_of_three_sides_two_fight_on() -> None:
    """One side Out is no end while two stand."""
    table = table_of(person("cid", "C", spirit=1)).act("set", persona="bob", field="out", value=True)
    assert table.session.outcome is None
    assert table.act("set", persona="cid", field="out", value=True).session.outcome == "The one side win"


@pytest.mark.clause("D6.8")
def test_the_end_is_said_once() -> None:
    """However many checks follow."""
    table = table_of(wounds={"Mind": 4, "Body": 3, "Spirit": 3})
    table.do("ann 2-actions", "ann strike axe bob", "ann 10", "bob 10")
    assert len(table.events(FightEnded)) == 1
    assert table.events(Wounded)[0].after == 0
