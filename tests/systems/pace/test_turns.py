"""Rounds, initiative, Action Points, turns, Waits, and when a scene is over."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from affray.kernel.requests import Roll
from affray.systems.pace.ending import is_stalemate
from affray.systems.pace.events import (
    ApBonus,
    ApGained,
    ApPaid,
    InteractionBegan,
    OrderSet,
    RoundBegan,
    SceneEnded,
    TurnBegan,
    TurnDropped,
    TurnEnded,
    TurnLost,
    TurnOpened,
    Waited,
)
from affray.systems.pace.points import ap_at_round_start, capped, may_pay_out_of_turn, pay, too_little
from tests.systems.pace.fights import Table, events_of, fight, person

APART = """
A....B
..C..D
"""


def table_of(*others: Any, board: str = APART, **ann: Any) -> Table:
    """Ann acts first, Bob after her; they are far apart."""
    return Table(fight(board, person("ann", **ann), person("bob", "B"), *others))


# The round and its order


@pytest.mark.clause("P2.1")
def test_everybody_has_one_turn_in_a_round() -> None:
    """In the order of the round; then the next round begins."""
    table = table_of(person("cid")).end_round("bob", "ann", "cid").end_round()
    turns = [event.character for event in table.events(TurnBegan)]
    assert turns[:6] == ["ann", "bob", "cid", "bob", "ann", "cid"]
    assert [event.number for event in table.events(RoundBegan)] == [1, 2, 3]


@pytest.mark.clause("P2.2")
def test_the_order_is_rolled_anew_each_round_highest_first() -> None:
    """Dexterity is added."""
    encounter = fight(APART, person("ann"), person("bob", "B", dexterity=3), person("cid"))
    table = Table(encounter, ordered=False).do("ann 12", "bob 10", "cid 11")
    assert table.state.order == ["bob", "ann", "cid"]
    assert table.state.initiative == {"ann": 12, "bob": 13, "cid": 11}
    table.do("bob end", "ann end", "cid end", "ann 2", "bob 1", "cid 20")
    assert table.state.order == ["cid", "bob", "ann"]


@pytest.mark.clause("P2.2")
def test_of_equal_totals_the_higher_dexterity_is_first() -> None:
    """Nothing more is rolled for it."""
    encounter = fight(APART, person("ann", dexterity=1), person("bob", "B", dexterity=4), person("cid"))
    table = Table(encounter, ordered=False).do("ann 14", "bob 11", "cid 15")
    assert table.state.order == ["bob", "ann", "cid"]
    assert table.events(OrderSet)[0].rolled_off == ()


@pytest.mark.clause("P2.2")
def test_what_is_still_equal_is_rolled_off_until_it_is_not() -> None:
    """Of three who are equal, two are equal once more; every face is recorded."""
    people = person("ann"), person("bob", "B"), person("cid"), person("dan", "B")
    table = Table(fight(APART, *people), ordered=False).do("ann 9", "bob 9", "cid 9", "dan 18")
    assert table.asked == [("ann", "roll-off")]
    table.do("ann 4", "bob 15", "cid 4")
    assert table.asked == [("ann", "roll-off")]
    table.do("ann 1", "cid 2")
    assert table.state.order == ["dan", "bob", "cid", "ann"]
    rolled_off = table.events(OrderSet)[0].rolled_off
    assert rolled_off == (("ann", 4), ("bob", 15), ("cid", 4), ("ann", 1), ("cid", 2))


@pytest.mark.clause("P2.3")
def test_one_who_joins_in_mid_round_acts_from_the_next_with_no_ap_till_then() -> None:
    """It rolls for no order and gains nothing in this round; in the next it has 3 AP like everybody."""
    encounter = fight(APART, person("ann"), person("bob", "B"), reserve=[person("cid")])
    table = Table(encounter)
    table.act("add", sheet="cid", side="A", square="C2")
    assert table.state.order == ["ann", "bob"]
    assert table["cid"].ap == 0
    table.do("ann end", "bob end")
    assert [kind for _, kind in table.asked] == ["initiative"]
    assert table.roll_order("cid", "ann", "bob").state.order == ["cid", "ann", "bob"]
    assert {id_: table[id_].ap for id_ in table.state.order} == {"cid": 3, "ann": 5, "bob": 5}


@pytest.mark.clause("P2.3")
@pytest.mark.parametrize("rolled", [[], ["ann 5"]], ids=["before the first roll", "between rolls"])
def test_one_who_joins_while_the_order_is_rolled_waits_for_the_next_round(rolled: list[str]) -> None:
    """The round has begun."""
    encounter = fight(APART, person("ann"), person("bob", "B"), reserve=[person("cid")])
    table = Table(encounter, ordered=False).do(*rolled)
    table.act("add", sheet="cid", side="A", square="C2").do(*["ann 5", "bob 4"][len(rolled) :])
    assert table.state.order == ["ann", "bob"]
    table.do("ann end", "bob end").roll_order("cid", "ann", "bob")
    assert table["cid"].ap == 3


@pytest.mark.clause("P2.3", "P4.8")
def test_one_at_0_hp_is_skipped_and_stays_listed() -> None:
    """In the next round it rolls no more."""
    table = table_of(person("cid", "B")).act("set", character="bob", field="hp", value=0)
    table.do("ann end")
    assert [event.character for event in table.events(TurnLost)] == ["bob"]
    assert table.asked == [("ann", "pivot")]
    assert table.settle().asked == [("cid", "turn")]
    assert table.state.order == ["ann", "bob", "cid"]
    table.do("cid end").roll_order()
    assert table.state.order == ["ann", "cid"]


@pytest.mark.clause("P2.3")
def test_one_that_is_removed_is_skipped() -> None:
    """Its turn does not come."""
    table = table_of(person("cid", "B")).act("remove", character="bob").do("ann end")
    assert table.settle().asked == [("cid", "turn")]


@pytest.mark.clause("P2.3")
@pytest.mark.parametrize(
    ("act", "data"), [("remove", {}), ("set", {"field": "hp", "value": 0})], ids=["removed", "0 HP"]
)
def test_gone_in_its_own_turn_the_turn_ends_there(act: str, data: dict[str, Any]) -> None:
    """The next in order begins."""
    table = table_of(person("cid")).act(act, character="ann", **data).settle()
    assert [event.character for event in table.events(TurnDropped)] == ["ann"]
    assert table.asked == [("bob", "turn")]


# Action Points


@pytest.mark.clause("P3.2", "P3.3")
@pytest.mark.parametrize(("kept", "then"), [(0, 3), (1, 4), (2, 5), (3, 5), (4, 5), (5, 5)])
def test_a_round_gives_3_ap_up_to_5(kept: int, then: int) -> None:
    """What was not spent carries over as it is, and no more of it than fits."""
    assert ap_at_round_start(kept) == then
    table = table_of()
    table.act("set", character="ann", field="ap", value=kept).end_round()
    assert table["ann"].ap == then
    gains = table.events(ApGained)[-1].gains
    assert ("ann", kept, then) in gains
    assert (table["ann"].kept, table["ann"].gained) == (kept, then - kept)


@pytest.mark.clause("P3.3")
@pytest.mark.parametrize("ap", range(12))
def test_ap_never_exceed_5(ap: int) -> None:
    """Whatever their source."""
    assert capped(ap) == min(ap, 5)


@pytest.mark.clause("P3.5")
def test_a_scene_begins_with_0_ap_and_so_3_in_the_first_round() -> None:
    """The contest comes first, then the order, then AP."""
    encounter = fight(APART, person("ann"), person("bob", "B"))
    table = Table(encounter, ordered=False)
    assert [table["ann"].ap, table["bob"].ap] == [0, 0]
    assert table.asked == [("ann", "initiative")]
    table.do("ann 8", "bob 3")
    assert [table["ann"].ap, table["bob"].ap] == [3, 3]
    kinds = [type(event) for event in table.events()]
    assert kinds[:4] == [RoundBegan, OrderSet, ApGained, TurnBegan]


@pytest.mark.clause("P3.1", "P3.5")
def test_nearly_everything_costs_1_ap_and_what_cannot_be_paid_is_not_offered() -> None:
    """Move, Pivot and an Interaction; at 0 AP only the free ones are left."""
    table = table_of(board="A.B....")
    table.do("ann move B1", "ann face E").do("ann pivot S").do("ann words")
    assert [(event.what, event.ap) for event in table.events(ApPaid)] == [
        ("Move", 1),
        ("Pivot", 1),
        ("Speaking", 1),
    ]
    assert table["ann"].ap == 0
    assert table.options("ann") == ["drop sword", "end"]
    assert table.refusal("ann words") == "P3.5"
    assert table.refusal("ann pivot N") == "P3.5"
    assert table.refusal("ann attack sword bob") == "P3.5"
    assert table.refusal("ann move A1") == "P3.5"


@pytest.mark.clause("P3.5")
def test_ap_are_paid_on_declaring_and_not_refunded() -> None:
    """Before the attack is rolled they are gone, and a miss gives nothing back."""
    table = table_of(board="AB", facing="E")
    table.do("ann attack sword bob")
    assert table.asked == [("ann", "attack")]
    assert table["ann"].ap == 2
    table.do("ann 1", "bob 20")
    assert table["ann"].ap == 2
    bare = fight("A.B", person("ann", ap=1), person("bob", "B"))
    assert too_little(bare.state.characters["ann"], 1) is None
    assert too_little(bare.state.characters["ann"], 2) is not None


@pytest.mark.clause("P3.4")
def test_ap_kept_back_pay_out_of_turn() -> None:
    """While one stands and has any."""
    encounter = fight(APART, person("ann", ap=1), person("bob", "B"), person("cid", ap=4, hp=9))
    ann, bob, cid = (encounter.state.characters[id_] for id_ in ("ann", "bob", "cid"))
    assert [may_pay_out_of_turn(one) for one in (ann, bob, cid)] == [True, False, True]
    cid.hp = 0
    assert not may_pay_out_of_turn(cid)


@pytest.mark.clause("P3.1")
def test_what_costs_nothing_is_not_paid_for() -> None:
    """No event of 0 AP."""
    encounter = fight(APART, person("ann"), person("bob", "B"))
    seen = events_of(encounter)
    pay(encounter, "ann", 0, "Interaction")
    assert seen == []


@settings(max_examples=60)
@given(data=st.data())
def test_ap_stay_within_0_and_5_and_add_up(data: st.DataObject) -> None:
    """Whatever is chosen: what is there is what was there, and what was gained, less what was spent."""
    table = Table(
        fight(
            "A.B\n.C.\n...",
            person("ann", hp=99, items=("chain",)),
            person("bob", "B", "W", hp=99),
            person("cid", "B", "NW", hp=99, items=("cestus",)),
        )
    )
    ledger = dict.fromkeys(table.state.characters, 3)
    seen = len(table.session.records)
    for _ in range(40):
        pending = table.session.pending
        assert pending is not None
        seat, _ = table.asked[0]
        if isinstance(pending.request, Roll):
            faces = [data.draw(st.integers(1, sides)) for sides in pending.request.pool.sides]
            table.do(f"{seat} {' '.join(map(str, faces))}")
        else:
            part = pending.open_parts()[0]
            option = data.draw(st.sampled_from(table.options(seat)))
            table.session.answer(pending.stamp, part, option, seat)
        for record in table.session.records[seen:]:
            match record.event:
                case ApPaid(character=id_, ap=ap):
                    ledger[id_] -= ap
                case ApBonus(character=id_, before=before, after=after):
                    assert before == ledger[id_]
                    assert after == min(5, before + 1)
                    ledger[id_] = after
                case ApGained(gains=gains):
                    for id_, before, after in gains:
                        assert before == ledger[id_]
                        assert after == min(5, before + 3)
                        ledger[id_] = after
                case TurnEnded(character=id_, kept=kept):
                    assert kept == ledger[id_]
        seen = len(table.session.records)
        assert {id_: one.ap for id_, one in table.state.characters.items()} == ledger
        assert all(0 <= ap <= 5 for ap in ledger.values())


# Wait


@pytest.mark.clause("P8.4")
def test_a_wait_ends_the_turn_gives_1_ap_and_advantage_in_the_next_initiative() -> None:
    """It costs no AP."""
    table = table_of()
    table.do("ann wait")
    assert table["ann"].ap == 4
    assert table.settle().asked == [("bob", "turn")]
    assert [event.character for event in table.events(Waited)] == ["ann"]
    table.do("bob end")
    pool = table.session.pending.request.pool  # type: ignore[union-attr]
    assert (pool.roller, pool.sides) == ("ann", (20, 20))
    table.do("ann 2 17", "bob 16")
    assert table.state.order == ["ann", "bob"]
    assert table["ann"].ap == 5


@pytest.mark.clause("P8.4")
def test_a_wait_at_5_ap_stays_at_5() -> None:
    """The Advantage comes all the same."""
    table = table_of(ap=4)
    assert table["ann"].ap == 5
    table.do("ann wait")
    assert table["ann"].ap == 5
    assert table["ann"].waited


@pytest.mark.clause("P8.4", "P8.7")
@pytest.mark.parametrize("spend", ["ann move B1", "ann pivot S", "ann words"])
def test_no_wait_once_ap_were_spent_in_the_turn(spend: str) -> None:
    """Words bought are AP spent as well."""
    table = table_of().do(spend)
    if "move" in spend:
        table.do("ann face N")
    assert table.refusal("ann wait") == "P8.4"


@pytest.mark.clause("P8.4")
def test_no_wait_after_an_attack() -> None:
    """Nor after a price that the GM named."""
    table = table_of(board="AB", facing="E").do("ann attack sword bob", "ann 5", "bob 9")
    assert table.refusal("ann wait") == "P8.4"
    table = table_of().act("charge", character="ann", ap=1, what="to climb a cart")
    assert table["ann"].ap == 2
    assert table.refusal("ann wait") == "P8.4"


@pytest.mark.clause("P8.4", "P8.7")
def test_the_free_movement_and_ap_paid_out_of_turn_do_not_bar_a_wait() -> None:
    """Bob pivots in Ann's turn and waits in his own."""
    table = table_of().do("bob pivot E", "ann free C1", "ann wait")
    assert table["ann"].waited
    table.do("bob wait")
    assert table["bob"].ap == 3


@pytest.mark.clause("P8.7")
def test_two_waits_in_a_row_give_advantage_once_each_time() -> None:
    """Wait does not pile up, and is for the next contest only."""
    table = table_of().do("ann wait", "bob end").do("ann 4 5", "bob 3").do("ann wait", "bob end")
    pool = table.session.pending.request.pool  # type: ignore[union-attr]
    assert pool.sides == (20, 20)
    table.do("ann 4 5", "bob 3", "ann end", "bob end")
    pool = table.session.pending.request.pool  # type: ignore[union-attr]
    assert pool.sides == (20,)


# The opening of a turn


@pytest.mark.clause("P6.9")
def test_a_turn_opens_with_words_then_pivots_then_the_threatened_check() -> None:
    """Bob pivots toward Ann while her turn opens, and now threatens her square."""
    table = Table(fight("AB", person("ann"), person("bob", "B", "E")))
    table.act("set", character="ann", field="words", value=3)
    table.do("ann end", "bob end").roll_order()
    assert table["ann"].words == 25
    assert table.asked == [("bob", "pivot")]
    assert table.events(TurnOpened)[-1].character == "bob"
    table.do("bob pivot W")
    opened = table.events(TurnOpened)[-1]
    assert (opened.character, opened.free, opened.by) == ("ann", False, ("bob",))
    assert table.refusal("ann free A1") == "P6.3"


@pytest.mark.clause("P6.9", "P6.3")
@pytest.mark.parametrize("first", ["ann pivot S", "ann drop sword", "ann words"])
def test_the_free_movement_is_gone_once_anything_else_was_done(first: str) -> None:
    """AP paid, or an Interaction begun, a free one too."""
    table = table_of()
    assert "free B1" in table.options("ann")
    table.do(first)
    assert "free B1" not in table.options("ann")
    assert table.refusal("ann free B1") == "P6.9"


def test_an_interaction_that_is_free_ends_the_free_movement_and_says_so() -> None:
    """The event names P6.9."""
    table = table_of().do("ann drop sword")
    assert [event.clause for event in table.events(InteractionBegan)] == ["P6.9"]


@pytest.mark.clause("P6.9")
def test_a_price_named_while_the_turn_opens_costs_the_free_movement() -> None:
    """AP were paid in this turn."""
    table = table_of()
    assert table.asked == [("bob", "pivot")]
    table.act("charge", character="ann", ap=1, what="to wake up").settle()
    assert table.asked == [("ann", "turn")]
    assert not table.state.turn.free  # type: ignore[union-attr]


# The end


@pytest.mark.clause("P2.4")
def test_a_scene_ends_when_one_side_is_left() -> None:
    """The blow that fells the last foe ends it; the turn goes no further."""
    table = Table(fight("AB", person("ann", facing="E"), person("bob", "B", hp=3)))
    table.do("ann attack sword bob", "ann 15", "bob 2", "ann 8").settle()
    ended = table.events(SceneEnded)[0]
    assert (ended.outcome, ended.winner) == ("The one side win", "A")
    assert table.session.outcome == "The one side win"
    assert table.session.pending is None


@pytest.mark.clause("P2.4")
def test_nobody_left_is_a_draw() -> None:
    """The last two fall in one collision: Ann is pushed into Bob."""
    table = Table(fight("A.B", person("ann", hp=1, at="A1"), person("bob", "B", hp=1, at="B1")))
    table.act("force", character="ann", facing="E", paces=2).do("ann 6 6").settle()
    assert table.session.outcome == "draw"
    assert table.events(SceneEnded)[0].winner is None


@pytest.mark.clause("P2.4")
def test_of_three_sides_two_must_fall() -> None:
    """And those who are removed count no more."""
    table = table_of(person("cid", "C")).act("set", character="bob", field="hp", value=0).settle()
    assert table.session.outcome is None
    table.act("remove", character="cid")
    assert table.session.outcome == "The one side win"


@pytest.mark.clause("P2.4")
def test_the_gm_may_end_it_at_any_time() -> None:
    """In the middle of an attack too."""
    table = table_of(board="AB", facing="E").do("ann attack sword bob", "ann 12")
    table.act("end", outcome="The bell rang")
    assert table.session.outcome == "The bell rang"
    assert table.session.pending is None


@pytest.mark.clause("P2.5")
def test_after_quiet_rounds_the_gm_is_asked_and_again_after_as_many_more() -> None:
    """Three rounds by ruling; lost HP begin the count anew."""
    table = Table(fight(APART, person("ann"), person("bob", "B"), stalemate_rounds=3))
    for number in (1, 2):
        assert table.state.round == number
        table.end_round()
    table.do("ann end", "bob end")
    assert table.asked == [("gm", "stalemate")]
    table.do("gm go-on").roll_order()
    for number in (4, 5):
        assert table.state.round == number
        table.end_round()
    table.act("set", character="bob", field="hp", value=19).end_round()
    for number in (7, 8):
        assert table.state.round == number
        table.end_round()
    table.do("ann end", "bob end")
    assert table.asked == [("gm", "stalemate")]
    table.do("gm end")
    assert table.session.outcome == "undecided"


@pytest.mark.clause("P2.5")
@pytest.mark.parametrize(
    ("round_", "quiet", "lost", "asked"),
    [(20, 19, False, (True, False)), (20, 18, False, (False, False)), (20, 19, True, (False, False))],
)
def test_20_full_rounds_without_lost_hp_by_default(
    round_: int, quiet: int, lost: bool, asked: tuple[bool, bool]
) -> None:
    """And the limit of 300 rounds."""
    encounter = fight(APART, person("ann"), person("bob", "B"))
    state = encounter.state
    state.round, state.quiet_rounds, state.hp_lost_this_round = round_, quiet, lost
    assert is_stalemate(encounter) == asked
    state.round = 300
    assert is_stalemate(encounter)[1]
    state.round = 299
    assert not is_stalemate(encounter)[1]


@pytest.mark.clause("P2.5")
def test_at_the_limit_the_default_leaves_it_undecided() -> None:
    """Bots take the default."""
    table = Table(fight(APART, person("ann"), person("bob", "B"), round_limit=1))
    table.do("ann end", "bob end")
    assert table.asked == [("gm", "stalemate")]
    assert table.session.pending.request.default == "end"  # type: ignore[union-attr]
