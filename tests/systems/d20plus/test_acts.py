"""The GM's acts: checks called for, corrections, comings and goings, overrides, the end."""

from __future__ import annotations

from typing import Any

import pytest

from affray.kernel.codec import state_hash
from affray.kernel.errors import Refused, Unreadable
from affray.systems.d20plus.acts import act
from affray.systems.d20plus.events import (
    Checked,
    ContestChecked,
    Corrected,
    Joined,
    LaneOpened,
    Overridden,
    Removed,
    StrikeResolved,
    WentOut,
)
from affray.systems.d20plus.state import Fight
from tests.systems.d20plus.fights import Table, die, fight, person, run


def table_of(*others: Any, scene: str = "duel", reserve: Any = (), **ann: Any) -> Table:
    """Ann acts first."""
    people = person("ann", spirit=9, **ann), person("bob", "B"), *others
    return Table(fight(*people, scene=scene, reserve=reserve)).do("ann 2-actions")


def refused(table: Table, name: str, **data: Any) -> str:
    """The clause by which an act is refused; nothing may have changed."""
    before = state_hash(table.state), len(table.session.journal)
    with pytest.raises(Refused) as error:
        table.act(name, **data)
    assert (state_hash(table.state), len(table.session.journal)) == before
    return error.value.clause


# What cannot be read


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("chek", {}),
        ("check", {"persona": "ann", "skill": "Luck", "target_number": 15}),
        ("check", {"persona": "nobody", "skill": "Logic", "target_number": 15}),
        ("check", {"persona": "ann", "skill": "Logic", "target_number": 0}),
        ("check", {"persona": "ann", "skill": "Logic", "target_number": 15, "extra": 1}),
        ("set", {"persona": "ann", "field": "Body", "value": 5}),
        ("set", {"persona": "ann", "field": "Body", "value": -1}),
        ("set", {"persona": "ann", "field": "Body", "value": True}),
        ("set", {"persona": "ann", "field": "Body", "value": "2"}),
        ("set", {"persona": "ann", "field": "zone", "value": "nowhere"}),
        ("set", {"persona": "ann", "field": "cover", "value": "Wall"}),
        ("set", {"persona": "ann", "field": "tad", "value": 5}),
        ("set", {"persona": "ann", "field": "tad", "value": True}),
        ("set", {"persona": "ann", "field": "prone", "value": 1}),
        ("add", {"sheet": "nobody", "side": "A", "zone": "yard"}),
        ("add", {"sheet": "ann", "side": "Z", "zone": "yard"}),
        ("add", {"sheet": "ann", "side": "A", "zone": "yard", "name": "x" * 61}),
        ("end", {"outcome": ""}),
        ("override", {"seat": "ann", "option": "fly"}),
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


def test_a_near_miss_is_told_what_was_meant() -> None:
    """ "chek" is close to "check"."""
    encounter = fight(person("ann"), person("bob", "B"))
    with pytest.raises(Unreadable, match='Did you mean "check"'):
        run(encounter, act(encounter, "chek", {}, "Gemma", ""))


# Checks


@pytest.mark.clause("D2.2")
@pytest.mark.parametrize(("seen_by", "to"), [("all", None), ("side", ("A",)), ("gm", ())])
def test_a_check_is_seen_by_whom_the_gm_says(seen_by: str, to: Any) -> None:
    """Neither its dice nor its result may reach anybody else."""
    table = table_of().act("check", persona="ann", skill="Logic", target_number=15, seen_by=seen_by)
    pending = table.session.pending
    assert pending is not None
    assert pending.request.to == to  # type: ignore[union-attr]
    table.do("ann 11")
    record = next(record for record in table.session.records if isinstance(record.event, Checked))
    assert (record.to, record.public) == (to, None)
    assert table.asked == [("ann", "turn")]


def test_of_a_check_for_the_gm_alone_its_roller_is_not_even_asked_for_dice() -> None:
    """The question would tell that there is one; the default dice are brought."""
    table = table_of(mind=1, dice=(die("Gear", 4), die("Magic", 6)))
    table.act("check", persona="ann", skill="Logic", target_number=15, seen_by="gm")
    assert table.asked == [("ann", "throw")]
    table.do("ann 10 1").act("check", persona="ann", skill="Logic", target_number=15)
    assert table.asked == [("ann", "dice")]


@pytest.mark.clause("D4.11")
def test_a_contest_that_the_gm_calls_for() -> None:
    """The GM names both Skills; no TAD joins, since it is no Action."""
    table = table_of(tad=6)
    table.act("contest", persona="bob", skill="Logic", opponent="ann", opposing_skill="Will", seen_by="side")
    table.do("bob 15", "ann 10")
    contest = table.events(ContestChecked)[0]
    assert (contest.first.basis, contest.second.basis, contest.margin) == ("Logic", "Will", 0)
    assert table["ann"].tad is not None
    assert (
        refused(table, "contest", persona="ann", skill="Logic", opponent="ann", opposing_skill="Will")
        == "D4.11"
    )


@pytest.mark.clause("D6.10")
def test_no_check_of_a_broken_trait_or_of_somebody_out() -> None:
    """Neither has it to give."""
    table = table_of(person("cid"), wounds={"Mind": 4})
    assert refused(table, "check", persona="ann", skill="Logic", target_number=15) == "D6.10"
    table.act("set", persona="cid", field="out", value=True)
    assert refused(table, "check", persona="cid", skill="Logic", target_number=15) == "D6.7"


# Corrections


@pytest.mark.clause("D6.9")
def test_a_correction_says_who_and_why() -> None:
    """It is in the log with before and after."""
    table = table_of().act("set", "she slipped", persona="bob", field="Body", value=1)
    event = table.events(Corrected)[0]
    assert (event.before, event.after, event.by, event.reason) == ("4", "1", "Gemma", "she slipped")
    assert table["bob"].wounds["Body"] == 3


@pytest.mark.clause("D6.9", "D6.5")
def test_the_third_trait_set_to_zero_is_out_and_may_end_the_fight() -> None:
    """As a wound would."""
    table = table_of(person("cid", "B", spirit=1))
    for trait in ("Mind", "Body", "Spirit"):
        table.act("set", persona="bob", field=trait, value=0)
    assert [event.road for event in table.events(WentOut)] == ["all broken"]
    assert table.session.outcome is None


@pytest.mark.clause("D6.9")
@pytest.mark.parametrize(("value", "count"), [(0, 2), (1, 0)])
def test_a_corrected_trait_keeps_its_count_only_while_it_stays_at_zero(value: int, count: int) -> None:
    """Setting 0 to 0 is no healing; setting it above 0 is."""
    table = Table(
        fight(person("ann", spirit=9, wounds={"Mind": 4}, broken_turns={"Mind": 2}), person("bob", "B"))
    )
    table.act("set", persona="ann", field="Mind", value=value)
    assert table["ann"].broken_turns["Mind"] == count


@pytest.mark.clause("D6.9")
def test_the_gm_puts_out_and_brings_back() -> None:
    """Out loses TAD, cover and concealment; back, the counts start anew, or the next turn would undo it."""
    table = Table(
        fight(
            person("ann", spirit=9),
            person("bob", "B"),
            person(
                "cid",
                tad=6,
                cover="Crate",
                concealment=20,
                wounds={"Mind": 4},
                broken_turns={"Mind": 2},
                spirit=3,
            ),
        )
    )
    table.act("set", persona="cid", field="out", value=True)
    assert [event.road for event in table.events(WentOut)] == ["the GM"]
    cid = table["cid"]
    assert (cid.tad, cid.cover, cid.concealment, cid.out_meaning) == (None, None, None, "defeat")
    table.act("set", persona="cid", field="out", value=False)
    assert (cid.out, cid.out_meaning, cid.broken_turns["Mind"]) == (False, "", 0)
    table.do("ann 2-actions", "ann end", "bob 2-actions", "bob end", "cid 2-actions", "cid end")
    assert (table["cid"].out, table["cid"].broken_turns["Mind"]) == (False, 1)


@pytest.mark.clause("D6.9", "D6.7")
def test_what_out_means_is_asked_for_also_when_the_gm_puts_somebody_out() -> None:
    """Once, and not again for who is Out already."""
    table = table_of(person("cid", spirit=1), scene="lethal").act(
        "set", persona="cid", field="out", value=True
    )
    assert table.asked == [("gm", "out meaning")]
    table.do("gm death").act("set", persona="cid", field="out", value=True)
    assert table.asked == [("ann", "turn")]
    assert table["cid"].out_meaning == "death"


@pytest.mark.clause("D6.9", "D6.5")
def test_nobody_is_brought_back_with_all_traits_at_zero() -> None:
    """It would be Out again in the same breath."""
    table = table_of(person("cid", wounds={"Mind": 4, "Body": 4, "Spirit": 4}, spirit=4))
    table.act("set", persona="cid", field="out", value=True)
    assert refused(table, "set", persona="cid", field="out", value=False) == "D6.5"
    table.act("set", persona="cid", field="Mind", value=1).act("set", persona="cid", field="out", value=False)
    assert not table["cid"].out


@pytest.mark.clause("D6.9")
def test_who_is_out_or_prone_takes_nothing_that_it_cannot_hold() -> None:
    """No TAD and no cover for one who is Out, no cover for one who lies, and none that is taken."""
    table = table_of(person("cid", spirit=1), person("dan", spirit=1, cover="Crate", prone=False))
    assert refused(table, "set", persona="ann", field="cover", value="Crate") == "D8.5"
    table.act("set", persona="ann", field="cover", value="Old barrel")
    table.act("set", persona="ann", field="prone", value=True)
    assert table["ann"].cover is None
    assert refused(table, "set", persona="ann", field="cover", value="Old barrel") == "D8.5"
    table.act("set", persona="cid", field="out", value=True)
    assert refused(table, "set", persona="cid", field="tad", value=6) == "D6.9"
    assert refused(table, "set", persona="cid", field="cover", value="Old barrel") == "D8.5"


@pytest.mark.clause("D6.9", "D10.3")
def test_a_tad_from_the_gm_lives_like_any_other() -> None:
    """Up to the end of the first turn that begins after it."""
    table = (
        table_of().act("set", persona="ann", field="tad", value=8).do("ann end", "bob 2-actions", "bob end")
    )
    assert table["ann"].tad is not None
    table.lanes("Mid")
    assert table.do("ann 2-actions", "ann end")["ann"].tad is None
    assert table.act("set", persona="bob", field="tad", value=0)["bob"].tad is None


@pytest.mark.clause("D6.9")
def test_concealment_can_be_taken_away_but_not_given() -> None:
    """Its score is a Grace check's."""
    table = table_of(concealment=20)
    assert refused(table, "set", persona="ann", field="concealed", value=True) == "D8.6"
    assert table.act("set", persona="ann", field="concealed", value=False)["ann"].concealment is None


# Comings and goings


@pytest.mark.clause("D7.8")
def test_somebody_comes_in_under_a_name_of_its_own() -> None:
    """Twice the same sheet: two Personas, and the template is not touched."""
    late = person("late", name="<i>Late</i>")
    table = table_of(reserve=[late])
    table.act("add", sheet="late", side="B", zone="gate").act("add", sheet="late", side="B", zone="gate")
    assert [(event.persona, event.name) for event in table.events(Joined)] == [
        ("late", "<i>Late</i>"),
        ("late-2", "<i>Late</i> 2"),
    ]
    assert table.asked == [("ann", "turn")]


@pytest.mark.clause("D6.8")
def test_removing_the_last_of_a_side_ends_the_fight() -> None:
    """Nobody is left to fight."""
    table = table_of().act("remove", persona="bob")
    assert (table.session.outcome, table.asked) == ("The one side win", [])
    assert [event.name for event in table.events(Removed)] == ["Bob"]


def test_the_marks_of_somebody_removed_go_with_it() -> None:
    """A Naming of nobody helps nobody."""
    encounter = fight(
        person("ann", spirit=9), person("cid"), person("bob", "B", named_by=("cid",), hexed_by="ann")
    )
    table = Table(encounter).act("remove", persona="cid")
    assert [mark.kind for mark in table["bob"].marks] == ["hex"]


# Insisting


@pytest.mark.clause("D6.10", "D3.3")
def test_the_gm_may_insist_on_a_check_of_a_broken_trait_or_of_somebody_out() -> None:
    """Each clause that refused is noted with the reason; at 0 no die joins."""
    table = table_of(person("cid", dice=(die("Gear", 4),), wounds={"Mind": 4}))
    table.act("set", persona="cid", field="out", value=True)
    call = {"persona": "cid", "skill": "Logic", "target_number": 15}
    assert refused(table, "check", **call) == "D6.10"
    table.act("check", "a last thought", **call, force=True).do("cid 15")
    assert [(note.refused_by, note.reason) for note in table.events(Overridden)] == [
        ("D6.10", "a last thought"),
        ("D6.7", "a last thought"),
    ]
    checked = table.events(Checked)[0]
    assert (checked.throw.dice, checked.throw.total, checked.success) == ((), 15, True)
    assert table.asked == [("ann", "turn")]


@pytest.mark.parametrize(("seen_by", "to"), [("all", None), ("side", ("A",)), ("gm", ())])
def test_of_what_the_gm_insists_on_nobody_hears_who_may_not_know_of_the_roll(seen_by: str, to: Any) -> None:
    """The note would tell of a check in secret."""
    table = table_of(wounds={"Mind": 4})
    call = {"persona": "ann", "skill": "Logic", "target_number": 15, "seen_by": seen_by}
    table.act("check", "a hunch", **call, force=True)
    notes = [record for record in table.session.records if isinstance(record.event, Overridden)]
    assert [(record.to, record.public) for record in notes] == [(to, None)]


@pytest.mark.clause("D6.10", "D4.11")
def test_the_gm_may_insist_on_a_contest() -> None:
    """Also against somebody who is Out. With oneself it stays nonsense."""
    table = table_of(person("cid"), wounds={"Mind": 4})
    table.act("set", persona="cid", field="out", value=True)
    call = {"persona": "ann", "skill": "Logic", "opponent": "cid", "opposing_skill": "Will"}
    assert refused(table, "contest", **call) == "D6.10"
    table.act("contest", "in a dream", **call, force=True).do("ann 12", "cid 3")
    assert [note.persona for note in table.events(Overridden)] == ["ann", "cid"]
    assert table.events(ContestChecked)[0].success
    assert refused(table, "contest", **{**call, "opponent": "ann"}, reason="why not", force=True) == "D4.11"


@pytest.mark.clause("D8.5")
def test_the_gm_may_insist_on_cover() -> None:
    """Two behind one crate, one of them lying; somebody Out holds none whatever the GM says."""
    table = table_of(person("cid", cover="Crate"), prone=True)
    table.act("set", "it is a big crate", persona="ann", field="cover", value="Crate", force=True)
    assert [table[id_].cover for id_ in ("ann", "cid")] == ["Crate", "Crate"]
    assert [note.option for note in table.events(Overridden)] == ["Crate", "Crate"]
    table.act("set", persona="cid", field="out", value=True)
    call = {"persona": "cid", "field": "cover", "value": "Crate"}
    assert refused(table, "set", reason="dragged there", **call, force=True) == "D8.5"


def test_insisting_takes_a_reason_and_notes_nothing_where_nothing_refuses() -> None:
    """Without a reason it cannot be read; what is allowed anyway is no override."""
    table = table_of()
    call = {"persona": "ann", "skill": "Logic", "target_number": 15, "force": True}
    with pytest.raises(Unreadable):
        table.act("check", "  ", **call)
    table.act("check", "to be sure", **call).do("ann 15")
    assert table.events(Overridden) == []


@pytest.mark.clause("D9.5")
def test_the_gm_may_open_a_lane_while_lanes_are_declared() -> None:
    """For one Persona and one round, unheard by the other side; what is open needs no opening."""
    people = person("ann", weapons=("axe",)), person("bob", "B", weapons=("axe",))
    table = Table(fight(*people), None)
    assert table.refusal("ann Fast") == "D9.5"
    table.do("bob Mid").act("override", "she is quick today", seat="ann", option="Fast")
    opened = [record for record in table.session.records if isinstance(record.event, LaneOpened)]
    assert [(record.event.reason, record.to, record.public) for record in opened] == [  # type: ignore[attr-defined]
        ("she is quick today", ("A",), None)
    ]
    for option in ("Mid", "Fast", "strike axe bob"):
        with pytest.raises(Unreadable):
            table.act("override", seat="ann", option=option)
    assert table.asked == [("ann", "lane")]
    table.do("ann Fast")
    assert table.state.order == ["ann", "bob"]
    table.do("ann 2-actions", "ann end", "bob 2-actions", "bob end")
    assert table.asked == [("ann", "lane"), ("bob", "lane")]
    assert "Fast" not in table.options("ann")


@pytest.mark.clause("D9.5")
def test_who_has_declared_may_choose_anew_once_a_lane_is_opened_to_it() -> None:
    """The question is another one now; nobody else is asked again."""
    table = Table(fight(person("ann", weapons=("axe",)), person("bob", "B"), person("cid", "B")), None)
    table.do("ann Mid", "bob Slow").act("override", "quick today", seat="ann", option="Fast")
    assert table.asked == [("ann", "lane"), ("cid", "lane")]
    assert table.options("ann") == ["Fast", "Mid", "Slow"]


# Override


@pytest.mark.clause("D7.3")
def test_what_a_clause_refuses_can_be_allowed_with_a_reason() -> None:
    """It is done like any option, paid as far as there is anything to pay with, and undone like any."""
    table = table_of().do("ann strike axe bob", "ann 1", "bob 19")
    assert table.refusal("ann strike axe bob") == "D7.3"
    before = state_hash(table.state)
    table.act("override", "a furious blow", seat="ann", option="strike axe bob").do("ann 10", "bob 10")
    event = table.events(Overridden)[0]
    assert (event.refused_by, event.clause, event.reason) == ("D7.3", "D7.3", "a furious blow")
    assert len(table.events(StrikeResolved)) == 2
    assert table.asked == [("ann", "turn")]
    table.session.undo(len(table.session.journal) - 3, "Gemma")
    assert state_hash(table.state) == before


@pytest.mark.clause("D7.1")
def test_an_override_needs_a_turn_under_way_with_its_split_and_nothing_else_open() -> None:
    """Not somebody else's, and not in the middle of an attack."""
    table = Table(fight(person("ann", spirit=9), person("bob", "B")))
    assert refused(table, "override", seat="ann", option="strike axe bob") == "D7.1"
    assert refused(table, "override", seat="bob", option="strike axe ann") == "D9.4"
    table.do("ann 2-actions", "ann strike axe bob")
    assert refused(table, "override", seat="ann", option="strike axe bob") == "D4.9"


def test_no_more_is_spent_than_there_is() -> None:
    """An override with nothing left leaves nothing, not less."""
    table = table_of().do("ann move gate").act("override", seat="ann", option="move road")
    turn = table.state.turn
    assert turn is not None
    assert (turn.moves, table["ann"].zone) == (0, "road")


@pytest.mark.clause("D8.6")
def test_a_strike_at_a_concealed_foe_that_the_gm_allows_finds_it() -> None:
    """Else the attack would stop at once (D4.10)."""
    table = table_of(person("cid", "B", spirit=1, concealment=30))
    assert table.refusal("ann strike axe cid") == "D8.6"
    table.act("override", "she hears it breathe", seat="ann", option="strike axe cid")
    assert table["cid"].concealment is None
    assert table.asked == [("ann", "throw"), ("cid", "throw")]


def test_what_is_allowed_to_a_concealed_persona_reaches_its_own_side_alone() -> None:
    """The option names where it goes."""
    table = table_of(concealment=20).do("ann move gate").act("override", seat="ann", option="move road")
    audiences = [record.to for record in table.session.records if isinstance(record.event, Overridden)]
    assert audiences == [("A",)]


def test_nobody_is_called_as_the_game_master_is() -> None:
    """Its questions would be the GM's."""
    table = table_of(reserve=[person("gm")]).act("add", sheet="gm", side="B", zone="gate")
    assert "gm-2" in table.state.personas


# The end


@pytest.mark.clause("D6.8")
def test_the_gm_ends_the_fight_at_any_time_and_then_no_act_is_taken() -> None:
    """Nothing after that moment counts; undoing the end opens it again."""
    table = table_of().act("end", outcome="<b>the tide</b>")
    assert table.session.outcome == "<b>the tide</b>"
    assert refused(table, "set", persona="ann", field="prone", value=True) == "D6.8"
    table.session.undo(len(table.session.journal) - 1, "Gemma")
    assert table.asked == [("ann", "turn")]
    assert table.act("set", persona="ann", field="prone", value=True)["ann"].prone


def test_an_act_takes_back_no_declaration() -> None:
    """A correction while lanes are declared keeps the answers given."""
    encounter: Fight = fight(person("ann"), person("bob", "B"))
    table = Table(encounter, None).do("ann Slow").act("set", persona="bob", field="Mind", value=2)
    assert table.asked == [("bob", "lane")]
    assert table.do("bob Mid")["ann"].lane == "Slow"
