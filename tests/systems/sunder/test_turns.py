"""The scene turn by turn: who is first, GM slots, an empty queue, and how it ends (S4, S9.4)."""

from __future__ import annotations

from typing import Any

import pytest

from affray.systems.sunder import slots
from affray.systems.sunder.events import (
    ConditionEnded,
    Declined,
    QuietNoted,
    SceneClosed,
    SlotClosed,
    SlotOpened,
    StressTaken,
    TestRolled,
    TurnBegan,
    TurnEnded,
    TurnOpened,
)
from affray.systems.sunder.scenario import CountdownStart
from affray.systems.sunder.state import SCENE, Until
from tests.systems.sunder.table import RULES, Person, Table, condition_of, person, scene

ARMED = {"weapons": ("sword",)}


def table_of(*others: Person, rulings: Any = None, **place: Any) -> Table:
    """Ann and Cid against Bob and Ben; nobody has begun."""
    people = (
        person("ann", sheet=ARMED),
        person("cid", sheet=ARMED),
        person("bob", "B", sheet=ARMED),
        person("ben", "B", sheet=ARMED),
    )
    return Table(scene(*people, *others, rulings=rulings, **place))


# Who is first


@pytest.mark.clause("S4.1", "S4.2")
def test_the_gm_says_who_is_first() -> None:
    """A player or an adversary; the scenario names somebody by default."""
    table = table_of()
    assert table.asked == [("gm", "first")]
    assert table.options("gm") == ["first ann", "first cid", "first bob", "first ben"]
    assert getattr(table.request, "default", "") == "first ann"
    table.do("gm first cid")
    assert (table.turn.creature, table.turn.slot) == ("cid", False)


@pytest.mark.clause("S4.6", "S4.2")
def test_an_adversary_that_opens_the_scene_uses_no_slot() -> None:
    """After it no slot opens either: the players are next."""
    table = table_of().do("gm first bob", "bob end")
    assert table.events(SlotOpened, SlotClosed) == []
    assert [kind for _, kind in table.asked] == ["throw in", "throw in"]


# GM slots


@pytest.mark.clause("S4.5", "S4.6", "S12.3")
def test_one_slot_after_every_turn_of_a_player() -> None:
    """One adversary's turn, the same one twice running if the GM likes, and none after that."""
    table = table_of().begin().throw_in("cid").do("ann end")
    assert (table.asked, table.options("gm")) == (
        [("gm", "slot")],
        ["adversary bob", "adversary ben", "pass"],
    )
    table.do("gm adversary bob")
    assert table.turn.slot
    table.do("bob end")
    assert table.asked == [("cid", "turn")]
    table.do("cid end", "gm adversary bob")
    assert (table.turn.creature, table["bob"].turns_begun) == ("bob", 2)


@pytest.mark.clause("S12.3", "S5.10", "S5.3")
def test_an_adversarys_turn_follows_the_rules_of_every_turn() -> None:
    """One top and one bottom, with the same deck."""
    table = table_of().begin().do("ann end", "gm adversary bob")
    table.do("bob strike top sword ann", "bob 5", "bob 5")
    assert table.refusal("bob endure top") == "S5.4"
    table.do("bob evade bottom Sleight", "bob 5")
    assert table.state.turn is None


@pytest.mark.clause("S4.5")
def test_slots_never_bank() -> None:
    """One that was passed is gone."""
    table = table_of().begin().throw_in("cid").do("ann end", "gm pass", "cid end")
    assert [one.why for one in table.events(SlotClosed)] == ["passed"]
    table.do("gm adversary bob", "bob end")
    assert [kind for _, kind in table.asked] == ["throw in", "throw in"]


@pytest.mark.clause("S4.5", "S4.6")
def test_a_slot_without_anybody_who_could_use_it_closes_by_itself() -> None:
    """Nobody is asked."""
    table = Table(scene(person("ann"), person("bob", "B"))).begin()
    table.act("marks", creature="bob", amount=3).do("ann end", "gm go-on")
    assert [one.why for one in table.events(SlotClosed)] == ["passed"]


@pytest.mark.clause("S4.6")
def test_who_had_the_fewest_turns_is_offered_first() -> None:
    """So that without an answer all have theirs."""
    table = table_of().begin().do("ann end", "gm adversary bob", "bob end")
    assert [one.id for one in slots.able(table.scene)] == ["ben", "bob"]


@pytest.mark.clause("S3.25", "S4.5")
def test_a_slot_makes_one_who_is_dying_test() -> None:
    """The GM names the Skill; the slot is spent on that."""
    table = table_of().begin().act("fallout", creature="cid", potential="Might", rank="Minor")
    table.do("gm marks 1").act("marks", creature="cid", amount=2)
    assert table["cid"].dying == "dying-cid"
    table.do("ann end", "gm dying cid", "gm skill Grit", "cid 10")
    rolled = table.last(TestRolled)
    assert (rolled.roller, rolled.skill) == ("cid", "Grit")
    countdown = table.state.countdowns["dying-cid"]
    assert (countdown.hope, countdown.dread) == (countdown.size - 1, countdown.size)
    assert [kind for _, kind in table.asked] == ["throw in"]


@pytest.mark.clause("S12.8", "S4.5")
def test_a_forfeited_slot_is_skipped() -> None:
    """The GM gave the next one up; the one after is there again."""
    table = table_of().begin().throw_in("cid")
    table.state.forfeits = 1
    table.do("ann end")
    assert (table.asked, table.state.forfeits) == ([("cid", "turn")], 0)
    assert [one.why for one in table.events(SlotClosed)] == ["forfeited"]
    table.do("cid end")
    assert table.asked == [("gm", "slot")]


# An empty queue


@pytest.mark.clause("S4.9", "S4.3")
def test_an_empty_queue_waits_for_a_gauntlet() -> None:
    """The first who throws in has the turn; adversaries are not asked."""
    table = table_of().begin().do("ann end", "gm pass")
    assert table.asked == [("ann", "throw in"), ("cid", "throw in")]
    table.do("cid yes")
    assert table.asked == [("cid", "turn")]


@pytest.mark.clause("S4.9")
def test_where_all_decline_the_gm_may_open_a_slot() -> None:
    """Or wait: then they are asked again."""
    table = table_of().begin().do("ann end", "gm pass", "ann no", "cid no")
    assert (table.asked, table.options("gm")) == ([("gm", "nobody")], ["slot", "wait"])
    table.do("gm wait")
    assert [kind for _, kind in table.asked] == ["throw in", "throw in"]
    table.do("cid no", "ann no", "gm slot")
    assert (len(table.events(Declined)), table.asked) == (2, [("gm", "slot")])
    table.do("gm adversary ben", "ben end")
    assert [kind for _, kind in table.asked] == ["throw in", "throw in"]


@pytest.mark.clause("S4.9", "S4.5")
def test_the_gm_opens_a_slot_while_nobody_is_next() -> None:
    """Not while somebody has the turn, is queued, or a slot is open."""
    table = table_of()
    assert table.act_refused("open_slot") == "S4.9"
    table.begin()
    assert table.act_refused("open_slot") == "S4.9"
    table.do("ann end")
    assert table.act_refused("open_slot") == "S4.5"
    table.do("gm pass").act("open_slot")
    assert (table.asked, table.last(SlotOpened).by) == ([("gm", "slot")], "gm")


# The order of a turn


@pytest.mark.clause("S9.1", "S9.4", "S9.2", "S10.8")
def test_the_start_of_a_turn() -> None:
    """What lasted a round ends, Reactions come back, then Bleeding, then the first action."""
    table = table_of().begin().do("ann strike bottom", "ann end", "gm adversary bob")
    table.under("cid", "Muddled", potential="Wit", by="ann", span="round")
    table.under("ann", "Bleeding", potential="Nerve")
    table["ann"].reacted = ["grudge"]
    table["ann"].cards_used = ["strike"]
    assert condition_of(table, "cid", "Muddled").until == Until("ann", "start", 2)
    table.do("bob end", "ann yes")
    assert (table.names("cid"), table.running("ann")) == ([], [])
    assert (table["ann"].reacted, table["ann"].cards_used) == ([], [])
    assert table.stress("ann", "Nerve") == 1
    order = [type(one) for one in table.events(TurnOpened, StressTaken, ConditionEnded)]
    assert order == [TurnOpened, TurnOpened, ConditionEnded, TurnOpened, StressTaken]


@pytest.mark.clause("S9.4", "S9.3", "S4.5")
def test_the_end_of_a_turn() -> None:
    """What lasts to its end ends, Surges come back, and then the slot opens."""
    table = table_of().begin().do("ann end", "gm adversary bob")
    table.under("cid", "Dazed", by="bob", span="end of next turn")
    assert condition_of(table, "cid", "Dazed").until == Until("bob", "end", 2)
    table.do("bob end")
    assert table.names("cid") == ["Dazed"]
    table.do("cid yes", "cid end", "gm adversary bob")
    assert table.names("cid") == ["Dazed"]
    table.do("bob end")
    assert table.names("cid") == []
    ended = table.last(TurnEnded)
    assert (ended.creature, ended.slot) == ("bob", False)


@pytest.mark.clause("S9.2")
def test_a_round_is_a_creatures_own() -> None:
    """From the start of one of its turns to the start of its next, whoever else acts in between."""
    table = table_of().begin().do("ann strike bottom", "ann end", "gm pass")
    for _ in range(3):
        table.do("cid yes", "cid end", "gm pass")
        assert table.running("ann") == ["Guard"]
    table["ann"].reacted = ["grudge"]
    assert RULES.rounds(table.scene) is None
    table.do("ann yes")
    assert (table.running("ann"), table["ann"].reacted) == ([], [])


@pytest.mark.clause("S10.8", "S3.24", "S4.5")
def test_one_who_falls_in_its_own_turn_ends_it() -> None:
    """Bleeding that overflows, say: the turn counts as taken and the slot follows."""
    table = table_of(person("dee", stress={"Nerve": 10}, marks=2)).begin()
    table.under("dee", "Bleeding", potential="Nerve").throw_in("dee").do("ann end", "gm pass", "gm marks 1")
    assert (table["dee"].out, table["dee"].turns_ended) == ("incapacitated", 1)
    assert table.asked == [("gm", "slot")]


@pytest.mark.clause("S9.6")
def test_what_waits_for_one_who_fell_or_left_ends() -> None:
    """A span until X's turn ends with X."""
    table = table_of().begin().under("ann", "Dazed", by="bob", span="round")
    table.under("cid", "Dazed", by="ben", span="round")
    table.act("marks", creature="bob", amount=3).act("remove", creature="ben")
    assert (table.names("ann"), table.names("cid")) == ([], [])


# The end of a scene


@pytest.mark.clause("S4.16")
def test_one_side_left_suggests_the_end() -> None:
    """The GM is asked once, and may let it go on until somebody else falls."""
    table = table_of().begin().act("marks", creature="bob", amount=3).do("ann end")
    assert table.asked == [("gm", "slot")]
    table.act("marks", creature="ben", amount=3)
    assert table.asked == [("gm", "close")]
    table.do("gm go-on")
    assert [kind for _, kind in table.asked] == ["throw in", "throw in"]
    table.act("marks", creature="cid", amount=3)
    assert table.asked == [("gm", "close")]
    table.do("gm close")
    closed = table.last(SceneClosed)
    assert (closed.outcome, closed.winner, table.session.outcome) == ("Some win", "A", "Some win")


@pytest.mark.clause("S4.16", "S9.5")
def test_the_gm_ends_a_scene_at_any_time() -> None:
    """What lasts for the scene, a turn or a round ends; what somebody must dispel stays."""
    table = table_of().begin().do("ann strike bottom")
    table.under("ann", "Slowed").under("ann", "Dazed", by="bob", span="round")
    table.under("ann", "Silenced", span="dispelled")
    assert condition_of(table, "ann", "Slowed").until == SCENE
    table.act("favour", creature="ann", test="any", amount=1).act("close", "bell", outcome="The bell rings")
    assert (table.names("ann"), table.state.running, table["ann"].favours) == (["Silenced"], [], [])
    assert table.session.outcome == "The bell rings"
    assert table.act_refused("throw_in", creature="cid") == "S4.16"


@pytest.mark.clause("S4.16")
def test_nobody_left() -> None:
    """No side wins."""
    table = Table(scene(person("ann"), person("bob", "B"))).begin()
    table.act("marks", creature="bob", amount=3).act("marks", creature="ann", amount=3).do("gm close")
    closed = table.last(SceneClosed)
    assert (closed.outcome, closed.winner) == ("nobody is left standing", None)


@pytest.mark.clause("S4.16", "S9.11")
@pytest.mark.parametrize(
    ("hope", "dread", "outcome", "winner"),
    [(1, 4, "Some win by The gate", "A"), (4, 1, "The gate ends in catastrophe", "B")],
)
def test_a_countdown_that_decides(hope: int, dread: int, outcome: str, winner: str) -> None:
    """Hope is its side's victory, Dread the others'."""
    table = table_of(countdown=(CountdownStart("gate", "The gate", 4, decides=True),)).begin()
    table.act("move_countdown", countdown="gate", hope=hope, dread=dread).do("ann end", "gm close")
    closed = table.last(SceneClosed)
    assert (closed.outcome, closed.winner) == (outcome, winner)


@pytest.mark.clause("S4.17")
def test_a_stalemate_asks_the_gm() -> None:
    """After so many turns without a Mark; the scene goes on, and the count begins anew."""
    table = table_of(rulings={"stalemate_turns": 3}).begin().do("ann end", "gm adversary bob", "bob end")
    table.do("cid yes", "cid end")
    assert (table.asked, table.options("gm")) == ([("gm", "stalemate")], ["go-on", "close"])
    assert getattr(table.request, "default", "") == "go-on"
    table.do("gm go-on")
    assert (len(table.events(QuietNoted)), table.state.quiet, table.asked) == (1, 0, [("gm", "slot")])


@pytest.mark.clause("S4.17", "S3.24")
def test_a_mark_is_no_stalemate() -> None:
    """It starts the count anew."""
    table = table_of(rulings={"stalemate_turns": 3}).begin().do("ann end", "gm pass", "cid yes")
    table.act("marks", creature="ben", amount=1).do("cid end", "gm pass", "cid yes", "cid end")
    assert table.asked == [("gm", "slot")]


@pytest.mark.clause("S4.17")
def test_a_mark_in_the_last_turn_does_not_put_the_limit_off() -> None:
    """It is no stalemate, and still the last turn there is by default."""
    table = table_of(rulings={"turn_limit": 2}).begin().do("ann end", "gm pass", "cid yes")
    table.act("marks", creature="ben", amount=1).do("cid end")
    assert (table.asked, getattr(table.request, "default", "")) == ([("gm", "stalemate")], "close")


@pytest.mark.clause("S4.16", "S9.11")
def test_a_countdown_that_is_decided_later_asks_again() -> None:
    """Though the GM has let the scene go on before."""
    table = table_of(countdown=(CountdownStart("gate", "The gate", 4, decides=True),)).begin()
    table.act("marks", creature="bob", amount=3).act("marks", creature="ben", amount=3)
    table.do("ann end", "gm go-on").act("move_countdown", countdown="gate", hope=1, dread=4)
    assert table.asked == [("gm", "close")]


@pytest.mark.clause("S4.17")
def test_at_the_limit_the_scene_ends_by_default() -> None:
    """And it is asked again only once as many turns more have passed."""
    table = table_of(rulings={"turn_limit": 2}).begin().do("ann end", "gm pass", "cid yes", "cid end")
    assert (table.asked, getattr(table.request, "default", "")) == ([("gm", "stalemate")], "close")
    table.do("gm go-on", "gm pass", "cid yes")
    assert table.asked == [("cid", "turn")]
    table.do("cid end", "gm pass", "cid yes", "cid end", "gm close")
    assert (table.session.outcome, len(table.events(TurnBegan))) == ("undecided", 4)
