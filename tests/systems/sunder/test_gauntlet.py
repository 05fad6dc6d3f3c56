"""The gauntlet: who joins the queue and leaves it, who gives way, and who acts together (S4.3 to S4.13)."""

from __future__ import annotations

from typing import Any

import pytest

from affray.kernel.errors import Unreadable
from affray.systems.sunder import gauntlet
from affray.systems.sunder.events import (
    ActionAnnounced,
    ActionResolved,
    FalloutFell,
    GroupCounted,
    HalfPlayed,
    LeftQueue,
    SlotOpened,
    TestRolled,
    ThrewIn,
    TurnBegan,
    TurnPassed,
    WentAlone,
)
from affray.systems.sunder.scenario import CountdownStart
from tests.systems.sunder.table import Person, Table, person, scene

ARMED = {"weapons": ("sword",)}


def _with(id_: str) -> Person:
    return person(id_, sheet=ARMED, stress={"Might": 3})


def table_of(*others: Person, **place: Any) -> Table:
    """Ann has the first turn; Cid, Dee and Eve are with her, Bob is their foe."""
    people = person("ann", sheet=ARMED), *(_with(id_) for id_ in ("cid", "dee", "eve"))
    return Table(scene(*people, person("bob", "B", sheet=ARMED), *others, **place)).begin()


# Throwing in


@pytest.mark.clause("S4.3", "S4.4")
def test_first_come_first_served() -> None:
    """The queue has those who threw in, in that order; the turn goes to the first once it is free."""
    table = table_of().throw_in("dee", "cid")
    assert table.queue == ["dee", "cid"]
    table.do("ann end", "gm pass")
    assert (table.asked, table.queue) == ([("dee", "turn")], ["cid"])


@pytest.mark.clause("S4.4")
def test_thrown_in_twice_keeps_the_place() -> None:
    """One entry for each creature."""
    table = table_of().throw_in("dee", "cid", "dee")
    assert table.queue == ["dee", "cid"]
    assert len(table.events(ThrewIn)) == 2


@pytest.mark.clause("S4.4")
def test_places_count_the_turn_under_way() -> None:
    """Who has the turn is in place 1."""
    table = table_of().throw_in("dee", "cid")
    assert [gauntlet.place_of(table.scene, id_) for id_ in ("dee", "cid", "eve")] == [2, 3, None]
    table.do("ann end")
    assert gauntlet.place_of(table.scene, "dee") == 1


@pytest.mark.clause("S4.4", "S4.3")
def test_who_may_not_throw_in() -> None:
    """Not in one's own turn, not an adversary, not one who is down."""
    table = table_of()
    assert table.act_refused("throw_in", creature="ann") == "S4.4"
    assert table.act_refused("throw_in", creature="bob") == "S4.5"
    table.act("marks", creature="cid", amount=3)
    assert table.act_refused("throw_in", creature="cid") == "S3.24"
    reason = gauntlet.may_not_throw_in(table.throw_in("dee").scene, table["dee"])
    assert reason is not None
    assert (reason.key, reason.clause) == ("queued already", "S4.4")


@pytest.mark.clause("S4.10", "S4.4")
def test_a_lone_entry_may_act_again_after_the_slot() -> None:
    """Nothing caps how often one acts; what it risks does."""
    table = table_of()
    for turns in (1, 2, 3):
        table.do("ann end")
        assert table["ann"].turns_ended == turns
        table.throw_in("ann")
        assert (table.asked, table.queue) == ([("gm", "slot")], ["ann"])
        table.do("gm pass")
        assert table.asked == [("ann", "turn")]


# Leaving


@pytest.mark.clause("S4.8", "S4.3")
def test_leaving_before_the_turn() -> None:
    """The owner takes it back; who is not queued stays out."""
    table = table_of().throw_in("dee", "cid").act("leave", creature="dee").act("leave", creature="eve")
    assert table.queue == ["cid"]
    assert [(one.creature, one.why) for one in table.events(LeftQueue)] == [("dee", "own")]
    table.throw_in("dee")
    assert table.queue == ["cid", "dee"]


@pytest.mark.clause("S4.8")
def test_the_gm_removes_an_entry() -> None:
    """With the GM's name and reason."""
    table = table_of().throw_in("dee", "cid").act("remove_entry", "late", creature="dee")
    left = table.last(LeftQueue)
    assert (table.queue, left.why, left.by, left.reason) == (["cid"], "GM", "gm", "late")


@pytest.mark.clause("S4.8")
def test_the_gm_reorders() -> None:
    """Every entry once, by its first creature; nobody's turn begins or ends by that."""
    table = table_of().throw_in("cid", "dee", "eve").act("reorder", order=["eve", "cid", "dee"])
    assert (table.queue, table.turn.creature) == (["eve", "cid", "dee"], "ann")
    for order in (["eve", "cid"], ["eve", "cid", "cid"], ["eve", "cid", "dee", "ann"]):
        with pytest.raises(Unreadable):
            table.act("reorder", order=order)


@pytest.mark.clause("S3.24", "S4.4")
def test_one_who_falls_leaves_the_queue() -> None:
    """Alone and out of a group, which goes on without it."""
    table = table_of().throw_in("cid", "dee", "eve").act("join_group", creature="eve", lead="dee")
    table.act("marks", creature="cid", amount=3).act("marks", creature="dee", amount=3)
    assert table.queue == ["eve"]


@pytest.mark.clause("S4.4", "S4.7", "S4.8", "S4.12")
def test_nothing_of_this_changes_who_has_the_turn() -> None:
    """Nor does the question that is open change."""
    table = table_of().throw_in("cid", "dee", "eve")
    asked = table.session.pending
    assert asked is not None
    for name, data in (
        ("give_way", {"creature": "cid", "to": "dee"}),
        ("join_group", {"creature": "eve", "lead": "dee"}),
        ("reorder", {"order": ["cid", "dee"]}),
        ("leave_group", {"creature": "dee"}),
        ("remove_entry", {"creature": "dee"}),
        ("leave", {"creature": "eve"}),
    ):
        table.act(name, "because", **data)
        assert (table.turn.creature, table.asked) == ("ann", [("ann", "turn")])
    assert (table.queue, len(table.events(TurnBegan))) == (["cid"], 1)


# Giving way


@pytest.mark.clause("S4.7")
def test_who_gives_way_is_next() -> None:
    """The named one moves to just before the withholder."""
    table = table_of().throw_in("cid", "dee", "eve").act("give_way", creature="cid", to="eve")
    assert table.queue == ["eve", "cid", "dee"]


@pytest.mark.clause("S4.7")
def test_nobody_yields_back() -> None:
    """Not in the same opening; once a turn has begun it is possible again."""
    table = table_of().throw_in("cid", "dee").act("give_way", creature="cid", to="dee")
    assert table.act_refused("give_way", creature="dee", to="cid") == "S4.7"
    assert gauntlet.may_give_way(table.scene, table["dee"]) == []
    table.do("ann end", "gm adversary bob").act("give_way", creature="dee", to="cid")
    assert table.queue == ["cid", "dee"]


@pytest.mark.clause("S4.7")
def test_three_who_all_yield_come_to_an_end() -> None:
    """Every pair once: the loop ends by itself."""
    table = table_of().throw_in("cid", "dee", "eve")
    count = 0
    while count < 10:
        first = table.queue[0]
        to = gauntlet.may_give_way(table.scene, table[first])
        if not to:
            break
        table.act("give_way", creature=first, to=to[-1])
        count += 1
    assert count <= 3


@pytest.mark.clause("S4.7")
def test_to_whom_nobody_gives_way() -> None:
    """Not to one who comes sooner, nor to or from one who is not queued."""
    table = table_of().throw_in("cid", "dee")
    assert gauntlet.may_give_way(table.scene, table["cid"]) == ["dee"]
    assert gauntlet.may_give_way(table.scene, table["eve"]) == []
    for creature, to in (("dee", "cid"), ("cid", "cid"), ("cid", "eve"), ("eve", "cid")):
        assert table.act_refused("give_way", creature=creature, to=to) == "S4.7"


# Group actions


@pytest.mark.clause("S4.12")
def test_a_group_stands_at_its_earliest_members_place() -> None:
    """One entry with the lead first, wherever the lead stood."""
    table = table_of().throw_in("cid", "dee", "eve").act("join_group", creature="cid", lead="eve")
    assert table.queue == ["eve+cid", "dee"]
    assert gauntlet.may_join(table.scene, table["dee"]) == ["eve"]
    assert gauntlet.may_join(table.scene, table["cid"]) == []
    table.act("join_group", creature="dee", lead="cid")
    assert table.queue == ["eve+cid+dee"]
    table.act("join_group", creature="dee", lead="eve")
    assert table.queue == ["eve+cid+dee"]


@pytest.mark.clause("S4.12")
def test_who_cannot_join() -> None:
    """Both are queued and on one side; who is in a group stays in it."""
    table = table_of(person("fay", "B", sheet={"kind": "player"})).throw_in("cid", "dee", "fay")
    for creature, lead in (("eve", "cid"), ("cid", "eve"), ("cid", "fay")):
        assert table.act_refused("join_group", creature=creature, lead=lead) == "S4.12"
    table.throw_in("eve").act("join_group", creature="dee", lead="cid")
    assert table.act_refused("join_group", creature="dee", lead="eve") == "S4.12"


@pytest.mark.clause("S4.12")
def test_leaving_a_group() -> None:
    """Who leaves stands behind everybody, the lead too; the others keep their place. Nobody gains by it."""
    table = table_of().throw_in("cid", "dee", "eve").act("join_group", creature="dee", lead="cid")
    table.act("join_group", creature="eve", lead="cid").act("leave_group", creature="dee")
    assert table.queue == ["cid+eve", "dee"]
    table.act("leave_group", creature="cid")
    assert table.queue == ["eve", "dee", "cid"]
    table.act("leave_group", creature="cid")
    assert table.queue == ["eve", "dee", "cid"]


def group_of(*members: str, **place: Any) -> Table:
    """These are a group and have the turn, the first as lead."""
    lead, *others = members
    table = table_of(**place).throw_in(*members)
    for one in others:
        table.act("join_group", creature=one, lead=lead)
    return table.do("ann end", "gm pass")


@pytest.mark.clause("S4.11", "S4.12", "S4.13", "S4.5", "S1.26")
def test_a_group_action() -> None:
    """One Test each, the group's level decides the lead's half, and one GM slot follows."""
    table = group_of("cid", "dee", "eve")
    assert table.asked == [("cid", "group")]
    table.do("cid together")
    assert "shift top z1" not in table.options("cid")
    table.do("cid strike top sword bob", "dee skill Aura", "eve skill Force")
    # Success, Failure and Crit: +2, a Crit.
    table.do("cid 3", "dee 12", "eve 10")
    counted = table.last(GroupCounted)
    assert (counted.levels, counted.total, counted.level) == ((("cid", 4), ("dee", 2), ("eve", 5)), 2, 5)
    assert [one.skill for one in table.events(TestRolled)] == ["Force", "Aura", "Force"]
    table.do("cid 4")
    assert table.stress("bob") == 1
    assert [(one.creature, one.card, one.side) for one in table.events(HalfPlayed)] == [
        ("dee", "narrate", "top"),
        ("eve", "narrate", "top"),
        ("cid", "strike", "top"),
    ]
    assert (table.stress("cid"), table["dee"].beats, table["cid"].beats) == (4, 1, 0)
    # The lead may still play a bottom half; then the turn of all three is over.
    table.do("cid default bottom z1", "cid card narrate", "cid end")
    assert [table[id_].turns_ended for id_ in ("cid", "dee", "eve")] == [1, 1, 1]
    assert table.asked == [("gm", "slot")]
    table.do("gm pass")
    assert len(table.events(SlotOpened)) == 0
    assert {kind for _, kind in table.asked} == {"throw in"}


@pytest.mark.clause("S4.13", "S5.15")
def test_the_leads_test_is_that_of_its_half() -> None:
    """What helps or hinders the attack counts for the lead, and for nobody else."""
    table = group_of("cid", "dee").under("bob", "Vulnerable", potential="Might").do("cid together")
    table.do("cid strike top sword bob", "dee skill Force")
    assert table.volatility == 1
    table.do("cid 3 1")
    assert table.volatility == 0


@pytest.mark.clause("S4.13", "S1.27")
def test_the_fallout_of_a_group_falls_on_its_lead() -> None:
    """Everybody fails: the attack misses, the lead alone has Fallout, and all have their Beat."""
    table = group_of("cid", "dee").act("difficulty", risk="Risky")
    table.do("cid together", "cid strike top sword bob", "dee skill Force", "cid 12 1 1", "dee 13 1 1")
    table.do("gm marks 3")
    assert (table.stress("cid"), table.stress("dee"), table["cid"].out) == (0, 3, "incapacitated")
    assert [(one.creature, one.rank) for one in table.events(FalloutFell)] == [("cid", 3)]
    assert (table["cid"].beats, table["dee"].beats, table.stress("bob")) == (1, 1, 0)


@pytest.mark.clause("S4.13", "S5.20")
def test_a_group_action_is_announced_before_anybody_rolls() -> None:
    """It is one action, from the first Test to the last price."""
    table = group_of("cid", "dee").do("cid together", "cid strike top sword bob")
    announced = table.last(ActionAnnounced)
    assert (announced.name, announced.targets) == ("Attack", ("bob",))
    table.do("dee skill Force")
    assert table.state.action is not None
    table.do("cid 3", "dee 4")
    assert table.state.action is not None
    table.do("cid 4")
    assert (len(table.events(ActionAnnounced)), len(table.events(ActionResolved))) == (1, 1)
    order = [type(one) for one in table.events(TestRolled, ActionAnnounced, ActionResolved)]
    assert order == [ActionAnnounced, TestRolled, TestRolled, ActionResolved]


@pytest.mark.clause("S4.12")
def test_the_lead_may_act_alone_after_all() -> None:
    """The others are back in the queue, behind everybody, and have not had a turn."""
    table = group_of("cid", "dee", "eve").throw_in("ann").do("cid alone")
    assert (table.queue, table.turn.group) == (["ann", "dee", "eve"], [])
    assert [table[id_].turns_begun for id_ in ("cid", "dee", "eve")] == [1, 0, 0]
    assert len(table.events(WentAlone)) == 1
    assert "default top sword bob" in table.options("cid")


@pytest.mark.clause("S4.12")
def test_a_member_that_falls_leaves_the_others_able_to_act() -> None:
    """Before the lead has decided, and after."""
    table = group_of("cid", "dee", "eve").act("marks", creature="dee", amount=3)
    assert table.asked == [("cid", "group")]
    table.do("cid together").act("marks", creature="eve", amount=3)
    table.do("cid strike top sword bob", "cid 3", "cid 2")
    assert [one.roller for one in table.events(TestRolled)] == ["cid"]
    assert table.stress("bob") == 1


@pytest.mark.clause("S4.12")
@pytest.mark.parametrize("how", ["fell", "left"])
def test_alone_after_a_member_was_lost(how: str) -> None:
    """Who is down or gone does not come back into the queue."""
    table = group_of("cid", "dee", "eve")
    if how == "fell":
        table.act("marks", creature="dee", amount=3)
    else:
        table.act("remove", creature="dee")
    table.do("cid alone")
    assert table.queue == ["eve"]


@pytest.mark.clause("S4.12", "S3.24")
def test_a_lead_that_falls_leaves_the_group_to_the_others() -> None:
    """The next one leads; nobody else has lost a turn."""
    table = group_of("cid", "dee", "eve").do("cid together").act("marks", creature="cid", amount=3)
    assert len(table.events(TurnPassed)) == 1
    assert table.asked == [("dee", "group")]
    table.do("dee together")
    assert (table.turn.creature, table.turn.group) == ("dee", ["eve"])
    assert [table[id_].turns_begun for id_ in ("dee", "eve")] == [1, 1]


@pytest.mark.clause("S4.13", "S5.13")
def test_narrate_belongs_to_group_actions() -> None:
    """Alone nobody plays it; in a group a half without a Test does not begin."""
    table = table_of()
    assert table.refusal("ann narrate top") == "S5.13"
    table = group_of("cid", "dee").do("cid together")
    assert table.refusal("cid endure top") == "S4.13"
    assert table.refusal("cid strike bottom") == "S4.13"


@pytest.mark.clause("S4.12", "S9.13", "S4.13")
def test_a_group_works_on_a_countdown() -> None:
    """The shared goal needs no card: the group's level moves it."""
    gate = CountdownStart("gate", "The gate", 6, dice="goal", skills=("Feat",))
    table = group_of("cid", "dee", countdown=(gate,))
    table.do("cid together")
    assert table.options("cid", "goal") == ["goal gate Feat"]
    table.act("difficulty", risk="Risky").do("cid goal gate Feat", "dee skill Feat")
    assert table.volatility == -1
    table.do("cid 3 4 4", "dee 3 1 1")
    assert table.state.countdowns["gate"].hope == 5
    assert [one.creature for one in table.events(HalfPlayed)] == ["cid", "dee"]


# Acts that name nobody


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("throw_in", {"creature": "zoe"}),
        ("leave", {"creature": "zoe"}),
        ("give_way", {"creature": "cid", "to": "zoe"}),
        ("join_group", {"creature": "cid", "lead": "zoe"}),
        ("leave_group", {"creature": "zoe"}),
        ("throw_in", {}),
        ("throw_in", {"creature": "cid", "place": 1}),
    ],
)
def test_acts_that_cannot_be_read(name: str, data: dict[str, Any]) -> None:
    """They name somebody who is not there, or say too little or too much."""
    table = table_of().throw_in("cid", "dee")
    with pytest.raises(Unreadable):
        table.act(name, "because", **data)
    assert table.queue == ["cid", "dee"]
