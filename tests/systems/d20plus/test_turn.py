"""Rounds and turns: secret lanes, the order, the split, what an Action costs, and the boundaries."""

from __future__ import annotations

from typing import Any

import pytest

from affray.systems.d20plus.events import (
    FightEnded,
    QuietWasNoted,
    RoundBegan,
    TadExpired,
    TurnBegan,
    TurnDropped,
    TurnEnded,
    TurnLost,
)
from affray.systems.d20plus.state import LentDie
from tests.systems.d20plus.fights import Table, fight, person


def duel(**ann: Any) -> Table:
    """Ann is about to choose her split."""
    return Table(fight(person("ann", **ann), person("bob", "B", spirit=3)))


def acted(table: Table) -> list[str]:
    """Whose turns have begun, in order."""
    return [event.persona for event in table.events(TurnBegan)]


# The split


@pytest.mark.clause("D7.1")
@pytest.mark.parametrize(("split", "actions", "moves"), [("2-actions", 2, 1), ("2-moves", 1, 2)])
def test_the_split_is_chosen_at_the_start_and_bounds_the_turn(split: str, actions: int, moves: int) -> None:
    """Never two and two."""
    table = duel().do(f"ann {split}")
    turn = table.state.turn
    assert turn is not None
    assert (turn.actions, turn.moves, turn.beats) == (actions, moves, 2)


@pytest.mark.clause("D7.1", "D7.2")
def test_a_second_action_after_choosing_one_is_refused() -> None:
    """And a second Move after choosing one."""
    table = duel().do("ann 2-moves", "ann strike axe bob", "ann 10", "bob 12")
    assert table.refusal("ann strike knife bob") == "D7.1"
    other = duel().do("ann 2-actions", "ann move gate")
    assert other.refusal("ann move yard") == "D7.1"


@pytest.mark.clause("D7.1", "D7.2")
def test_an_ability_may_break_the_split() -> None:
    """Surge gives a third Action and a second Move."""
    table = duel(abilities=("surge",)).do("ann 2-actions", "ann use surge")
    turn = table.state.turn
    assert turn is not None
    assert (turn.actions, turn.moves, turn.beats) == (3, 2, 1)


@pytest.mark.clause("D7.2")
def test_each_action_costs_exactly_one() -> None:
    """A strike, an ability, a contested check and a Setup."""
    for option, answers in {
        "strike axe bob": ("ann 1", "bob 19"),
        "use hex bob": ("ann 1", "bob 19"),
        "check Logic bob": ("gm Logic", "ann 1", "bob 19"),
        "setup Logic": ("ann 1",),
    }.items():
        table = duel(abilities=("hex",)).do("ann 2-actions", f"ann {option}", *answers)
        turn = table.state.turn
        assert turn is not None
        assert (turn.actions, turn.moves, turn.beats) == (1, 1, 2)


# No-Repeat


@pytest.mark.clause("D7.3")
def test_the_two_actions_may_not_use_the_same_skill() -> None:
    """Might and Might, also when the second is a Setup or a check; Might and Grace are fine."""
    table = duel().do("ann 2-actions", "ann strike axe bob", "ann 1", "bob 19")
    assert table.refusal("ann strike axe bob") == "D7.3"
    assert table.refusal("ann setup Might") == "D7.3"
    assert table.refusal("ann check Might bob") == "D7.3"
    assert "strike knife bob" in table.options("ann")
    first = duel().do("ann 2-actions", "ann setup Might", "ann 1")
    assert first.refusal("ann strike axe bob") == "D7.3"


@pytest.mark.clause("D7.5", "D7.3")
def test_beats_and_reactions_are_no_part_of_no_repeat() -> None:
    """A Might Beat before and after a Might Action, and a Might counter in between."""
    encounter = fight(
        person("ann", abilities=("trip", "riposte")), person("bob", "B", abilities=("riposte",))
    )
    table = Table(encounter).do("ann 2-actions", "ann use trip bob", "ann 1", "bob 19", "ann strike axe bob")
    turn = table.state.turn
    assert turn is not None
    assert turn.skills == ["Might"]


@pytest.mark.clause("D7.3", "D7.7")
def test_an_action_without_a_skill_repeats_none_and_a_new_turn_starts_anew() -> None:
    """No Skill, nothing to repeat."""
    table = duel(abilities=("quick-word",)).do("ann 2-actions", "ann use quick-word")
    turn = table.state.turn
    assert turn is not None
    assert turn.skills == []
    table.do("ann strike axe bob", "ann 1", "bob 19", "ann end", "bob 2-actions", "bob end")
    table.lanes("Mid")
    assert "strike axe bob" in table.do("ann 2-actions").options("ann")


@pytest.mark.clause("D7.4", "D7.3")
def test_locked_on_suspends_no_repeat_when_both_actions_target_the_quarry() -> None:
    """Both at the Quarry, not one of them, and not without the Quarry."""
    people = person("ann", abilities=("locked-on", "mark")), person("bob", "B"), person("cid", "B")
    table = Table(fight(*people)).do(
        "ann 2-actions", "ann use mark bob", "ann strike axe bob", "ann 1", "bob 19"
    )
    assert "strike axe bob" in table.options("ann")
    assert table.refusal("ann strike axe cid") == "D7.3"
    assert table.refusal("ann setup Might") == "D7.3"
    first_elsewhere = Table(fight(*people)).do(
        "ann 2-actions", "ann use mark bob", "ann strike axe cid", "ann 1", "cid 19"
    )
    assert first_elsewhere.refusal("ann strike axe bob") == "D7.3"
    unmarked = Table(fight(*people)).do("ann 2-actions", "ann strike axe bob", "ann 1", "bob 19")
    assert unmarked.refusal("ann strike axe bob") == "D7.3"
    without = Table(fight(person("ann", abilities=("mark",)), *people[1:]))
    without.do("ann 2-actions", "ann use mark bob", "ann strike axe bob", "ann 1", "bob 19")
    assert without.refusal("ann strike axe bob") == "D7.3"


@pytest.mark.clause("D7.4")
def test_locked_on_looks_only_at_the_actions_of_that_skill() -> None:
    """With a third Action: one of another Skill aimed elsewhere does not matter."""
    people = person("ann", abilities=("locked-on", "mark", "surge")), person("bob", "B"), person("cid", "B")
    table = Table(fight(*people)).do("ann 2-actions", "ann use mark bob", "ann use surge")
    table.do("ann strike knife cid", "ann 1", "cid 19", "ann strike axe bob", "ann 1", "bob 19")
    assert "strike axe bob" in table.options("ann")


@pytest.mark.clause("D7.4")
def test_a_new_quarry_replaces_the_old() -> None:
    """One Quarry an owner."""
    people = person("ann", abilities=("mark",)), person("bob", "B", quarry_of=("ann",)), person("cid", "B")
    table = Table(fight(*people)).do("ann 2-actions", "ann use mark cid")
    assert (table["bob"].marks, [mark.owner for mark in table["cid"].marks]) == ([], ["ann"])


# Beats, order of things, ending


@pytest.mark.clause("D7.5")
def test_two_beats_before_between_and_after() -> None:
    """They cost no Action, and there is no third."""
    table = duel().do(
        "ann 2-actions", "ann beat", "ann strike axe bob", "ann 1", "bob 19", "ann move gate", "ann beat"
    )
    assert table.refusal("ann beat") == "D7.5"
    turn = table.state.turn
    assert turn is not None
    assert turn.actions == 1


@pytest.mark.clause("D7.7")
def test_actions_and_moves_come_in_any_order() -> None:
    """Move, strike, then nothing more to move with."""
    table = duel().do("ann 2-actions", "ann move gate")
    assert "setup Logic" in table.options("ann")
    back = duel().do("ann 2-moves", "ann move gate", "ann move yard", "ann strike axe bob")
    assert back.asked == [("ann", "throw"), ("bob", "throw")]


@pytest.mark.clause("D7.6")
def test_ending_early_is_always_allowed_and_what_is_unspent_is_lost() -> None:
    """Nothing carries over to the next turn."""
    table = duel().do("ann 2-moves", "ann end", "bob 2-actions", "bob end")
    table.lanes("Mid")
    table.do("ann 2-actions")
    turn = table.state.turn
    assert turn is not None
    assert (turn.actions, turn.moves, turn.beats) == (2, 1, 2)


@pytest.mark.clause("D7.9")
def test_start_and_end_come_once_a_real_turn() -> None:
    """Whatever the GM does meanwhile, no turn begins or ends twice."""
    table = duel()
    table.act("set", persona="ann", field="prone", value=True).act(
        "set", persona="bob", field="Body", value=3
    )
    table.do("ann 2-actions").act("check", persona="ann", skill="Logic", target_number=15).do("ann 10")
    table.do("ann end").act("set", persona="bob", field="tad", value=6).do("bob 2-moves", "bob end")
    assert acted(table) == ["ann", "bob"]
    assert [event.persona for event in table.events(TurnEnded)] == ["ann", "bob"]
    assert [persona.turns_begun for persona in table.state.personas.values()] == [1, 1]


@pytest.mark.clause("D7.9", "D6.6", "D10.3")
def test_at_the_end_of_a_turn_broken_traits_count_and_then_the_old_tad_goes() -> None:
    """In this order, so that a Persona that goes Out has no TAD to expire."""
    table = duel(tad=6, wounds={"Mind": 4}, broken_turns={"Mind": 1}).do("ann 2-actions", "ann end")
    assert (table["ann"].broken_turns["Mind"], table["ann"].tad) == (2, None)
    names = [type(record.event).__name__ for record in table.session.records]
    assert names.index("BrokenTurnsCounted") < names.index("TadExpired") < names.index("TurnEnded")
    ann = person("ann", tad=6, wounds={"Mind": 4}, broken_turns={"Mind": 2}, spirit=5)
    out = Table(fight(ann, person("bob", "B"), person("cid")))
    out.do("ann 2-actions", "ann end")
    assert not out.events(TadExpired)


# Out, removed, joining


@pytest.mark.clause("D9.2", "D9.4")
def test_who_is_out_before_its_turn_comes_loses_it() -> None:
    """At the first, a middle and the last place."""
    for fallen in ("ann", "bob", "cid", "dan"):
        people = [
            person(name, "B" if name in ("bob", "dan") else "A") for name in ("ann", "bob", "cid", "dan")
        ]
        table = Table(fight(*people), None)
        for name in ("ann", "bob", "cid", "dan"):
            table.do(f"{name} Mid") if name != "dan" else None
        table.act("set", persona=fallen, field="out", value=True)
        if fallen != "dan":
            table.do("dan Mid")
        left = [name for name in ("ann", "bob", "cid", "dan") if name != fallen]
        for name in left:
            table.do(f"{name} 2-actions", f"{name} end")
        assert acted(table) == left
        assert table.state.round == 2
    later = Table(fight(person("ann"), person("bob", "B"), person("cid"), person("dan", "B")))
    later.act("set", persona="bob", field="out", value=True).do("ann 2-actions", "ann end")
    assert [event.persona for event in later.events(TurnLost)] == ["bob"]
    assert later.asked == [("cid", "split")]


@pytest.mark.clause("D7.8")
@pytest.mark.parametrize("how", ["remove", "out"])
def test_removed_or_out_in_its_own_turn_the_next_in_order_begins(how: str) -> None:
    """Without end-of-turn steps, wrapping the round once at the last place."""
    order = ["ann", "bob", "cid", "dan"]
    for fallen in order:
        table = Table(fight(*[person(name, "B" if name in ("bob", "dan") else "A", tad=6) for name in order]))
        for name in order[: order.index(fallen)]:
            table.do(f"{name} 2-actions", f"{name} end")
        table.do(f"{fallen} 2-actions")
        if how == "remove":
            table.act("remove", persona=fallen)
        else:
            table.act("set", persona=fallen, field="out", value=True)
        assert [event.persona for event in table.events(TurnDropped)] == [fallen]
        assert fallen not in [event.persona for event in table.events(TurnEnded, TadExpired)]
        if fallen == "dan":
            assert (table.state.round, table.asked[0][1]) == (2, "lane")
        else:
            assert table.asked == [(order[order.index(fallen) + 1], "split")]


@pytest.mark.clause("D7.8")
def test_removing_somebody_else_leaves_the_turn_under_way() -> None:
    """Current is an id, never a place in a list."""
    for gone in ("ann", "cid"):
        table = Table(fight(person("ann"), person("bob", "B"), person("cid"), person("dan", "B")))
        table.do("ann 2-actions", "ann end", "bob 2-actions").act("remove", persona=gone)
        assert table.state.turn is not None
        assert table.state.turn.persona == "bob"
        assert table.asked == [("bob", "turn")]
        table.do("bob end")
        assert table.asked == [("cid" if gone == "ann" else "dan", "split")]


@pytest.mark.clause("D7.8")
@pytest.mark.parametrize("spirit", [9, 4, 1])
def test_a_joiner_acts_from_the_next_round_and_moves_nobody(spirit: int) -> None:
    """At the first, a middle and the last place of the next order; this round's stays as it is."""
    late = person("late", spirit=spirit, power=99)
    table = Table(fight(person("ann"), person("bob", "B", spirit=3), reserve=[late]))
    table.act("add", sheet="late", side="A", zone="gate")
    assert table.state.order == ["ann", "bob"]
    table.do("ann 2-actions", "ann end", "bob 2-actions", "bob end")
    assert [seat for seat, _ in table.asked] == ["ann", "bob", "late"]
    table.lanes("Mid")
    order = [name for name in table.state.order if name != "late"]
    assert order == ["ann", "bob"]
    assert table.state.order.index("late") == {9: 0, 4: 1, 1: 2}[spirit]


@pytest.mark.clause("D7.8")
def test_a_joiner_while_lanes_are_declared_waits_for_the_next_round() -> None:
    """Its coming takes nobody's declaration back."""
    table = Table(fight(person("ann"), person("bob", "B"), reserve=[person("late")]), None)
    table.do("ann Fast").act("add", sheet="late", side="A", zone="gate")
    assert table.asked == [("bob", "lane")]
    table.do("bob Mid")
    assert table["ann"].lane == "Fast"
    assert table.state.order == ["ann", "bob"]


def test_an_id_is_never_given_twice() -> None:
    """A newcomer that bore a removed one's id would take over its unfinished business."""
    table = Table(fight(person("ann"), person("bob", "B"), person("cid", "B")))
    table.act("remove", persona="bob").act("add", sheet="bob", side="B", zone="gate")
    assert list(table.state.personas) == ["ann", "cid", "bob-2"]
    assert table["bob-2"].name == "Bob 2"


@pytest.mark.clause("D7.8", "D11.13")
def test_the_turn_under_a_bonus_turn_may_lose_its_owner() -> None:
    """The bonus turn goes on; then the next in order is up."""
    encounter = fight(
        person("ann"),
        person("eve"),
        person("bob", "B", wounds={"Mind": 4, "Spirit": 4, "Body": 3}),
        person("cid", "B", abilities=("avenge",)),
    )
    table = Table(encounter).do(
        "ann 2-actions", "ann strike axe bob", "ann 15", "bob 5", "cid yes", "cid 2-actions"
    )
    table.act("remove", persona="ann")
    assert table.asked == [("cid", "turn")]
    assert table.do("cid end").asked == [("eve", "split")]


# Lent dice


def test_a_lent_die_lasts_until_the_end_of_the_bearers_next_turn() -> None:
    """Lent in the own turn, at its end, or in another's: always up to the end of a turn that begins later."""
    own = duel(abilities=("ward",)).do("ann 2-actions", "ann use ward ann")
    assert [type(lent) for lent in own["ann"].lent] == [LentDie]
    own.do("ann end", "bob 2-actions", "bob strike axe ann", "bob 10", "ann 10 6", "bob end")
    own.lanes("Mid")
    own.do("ann 2-actions")
    assert len(own["ann"].lent) == 1
    assert own.do("ann end")["ann"].lent == []
    other = Table(fight(person("ann", abilities=("ward",)), person("cid"), person("bob", "B")))
    other.do("ann 2-actions", "ann use ward cid", "ann end")
    assert len(other["cid"].lent) == 1
    assert other.do("cid 2-actions", "cid end")["cid"].lent == []


# Coming to rest


@pytest.mark.clause("D6.11")
def test_after_twenty_rounds_without_a_wound_the_gm_is_asked_and_again_after_twenty_more() -> None:
    """Not before, not every round, and a wound starts the count anew."""
    table = Table(fight(person("ann"), person("bob", "B"), stalemate_rounds=3), None)

    def quiet_round() -> None:
        table.lanes("Mid")
        table.do("ann 2-actions", "ann end", "bob 2-actions", "bob end")

    def rounds_until_asked() -> int:
        for number in range(1, 9):
            quiet_round()
            if table.asked == [("gm", "stalemate")]:
                return number
        raise AssertionError("never asked")

    assert rounds_until_asked() == 3
    table.do("gm go-on")
    assert len(table.events(QuietWasNoted)) == 1
    assert rounds_until_asked() == 3
    table.do("gm go-on")
    table.lanes("Mid")
    table.do("ann 2-actions", "ann strike axe bob", "ann 10", "bob 10", "ann end", "bob 2-actions", "bob end")
    assert rounds_until_asked() == 3
    table.do("gm end")
    assert (table.session.outcome, table.events(FightEnded)[0].clause) == ("undecided", "D6.11")


@pytest.mark.clause("D6.11")
def test_at_the_round_limit_the_default_is_to_end() -> None:
    """Bots take the default; a table may go on, and is not asked every round from then on."""
    table = Table(fight(person("ann"), person("bob", "B"), round_limit=2, stalemate_rounds=50), None)
    for _ in range(2):
        table.lanes("Mid")
        table.do("ann 2-actions", "ann end", "bob 2-actions", "bob end")
    pending = table.session.pending
    assert pending is not None
    assert pending.request.default == "end"  # type: ignore[union-attr]
    table.do("gm go-on")
    table.lanes("Mid")
    table.do("ann 2-actions", "ann end", "bob 2-actions", "bob end")
    assert table.asked[0][1] == "lane"
    assert len(table.events(RoundBegan)) == 4
