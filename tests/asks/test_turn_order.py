"""Whose turn it is: what users of other trackers saw go wrong when a fight changes under way."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from affray.content import load_scenario
from affray.dice.counter import CounterDice
from affray.kernel.errors import Refused, Unreadable
from affray.kernel.inputs import Act
from affray.kernel.session import Session
from affray.kernel.system import GM_VIEWER, SPECTATOR
from tests.asks.stage import Stage, yard
from tests.contract.play import any_answer, take


def in_mid_round(*combatants: str) -> Stage:
    """Everybody declared the same lane; the first in order is about to act."""
    stage = Stage(yard(*combatants))
    stage.lanes()
    return stage


def test_removing_the_last_in_its_own_turn_wraps_the_round_once() -> None:
    """foundryvtt#12009: deleting the last combatant during its turn hands the turn backwards.

    It must end that turn and begin the next round, one and not two, with the others in their order.
    """
    stage = in_mid_round("striker A", "mark B", "second B")
    stage.pass_turns("striker", "mark")
    assert stage.current == "second"
    stage.act("remove", persona="second")
    assert stage.state.round == 2
    assert [event.number for event in stage.events("RoundBegan")] == [1, 2]
    assert stage.state.turns == []
    stage.lanes()
    assert stage.state.order == ["striker", "mark"]
    assert stage.current == "striker"


def test_removing_the_one_whose_turn_it_is_begins_the_next() -> None:
    """foundryvtt#12009: also first and in the middle the next eligible one begins, and nobody is passed
    over.
    """
    for place in (0, 1):
        stage = in_mid_round("striker A", "thinker A", "mark B", "second B")
        order = list(stage.state.order)
        stage.pass_turns(*order[:place])
        stage.act("remove", persona=order[place])
        assert stage.current == order[place + 1]
        assert stage.state.round == 1


@pytest.mark.parametrize("seed", range(3))
def test_nothing_done_to_others_changes_whose_turn_it_is(seed: int) -> None:
    """foundryvtt#12709, #12747, improved-initiative#229: whoever is added, removed or corrected, somebody
    else's turn begins, the order turns round, or hooks of turns fire that were none.

    At any moment of a fight: an act about another Persona leaves the turn, emits no begin or end of one, and
    keeps the relative order of everybody else.
    """
    random = Random(seed)
    loaded = load_scenario("saltgate")
    session = Session(loaded.system, loaded.start(), CounterDice(f"order {seed}"))
    looked = 0
    for _ in range(400):
        if session.pending is None:
            break
        state = session.encounter.state
        turn = state.turn
        if turn is not None and turn.split is not None and random.random() < 0.3:
            others = [one for one in state.personas.values() if one.id != turn.persona and not one.out]
            records, order = len(session.records), list(state.order)
            removed = _act_on_another(session, random, others)
            if state.outcome is None:
                now = session.encounter.state.turn
                assert now is not None
                assert now.persona == turn.persona
                kinds = {type(record.event).__name__ for record in session.records[records:]}
                assert not kinds & {"TurnBegan", "TurnEnded", "TurnDropped", "RoundBegan", "LanesRevealed"}
                assert session.encounter.state.order == [id_ for id_ in order if id_ != removed]
                looked += 1
            if removed is not None:
                session.undo(len(session.journal) - 1, "gm")
        if session.pending is not None:
            take(session, *any_answer(session, random))
    assert looked > 5


def _act_on_another(session: Session, random: Random, others: list[Any]) -> str | None:
    """Add, remove or correct somebody. Returns who is gone."""
    other = random.choice(others)
    name, data = random.choice(
        [
            ("set", {"persona": other.id, "field": "Spirit", "value": random.randrange(1, 3)}),
            ("set", {"persona": other.id, "field": "Mind", "value": 1}),
            ("add", {"sheet": other.sheet, "side": other.side, "zone": other.zone}),
            ("remove", {"persona": other.id}),
        ]
    )
    try:
        session.act(Act(name, data, "gm", "to see"))
    except (Refused, Unreadable):
        return None
    return other.id if name == "remove" else None


def test_editing_what_initiative_hangs_on_fires_nothing_and_moves_nobody() -> None:
    """foundryvtt#12747: editing initiative fires start and end effects though nobody's turn changed.

    A corrected Spirit in mid-round leaves the order of the round (D9.6) and every per-turn count alone; the
    next round is ordered by the new value.
    """
    stage = in_mid_round("striker A", "mark B", "second B")
    begun = {one.id: one.turns_begun for one in stage.state.personas.values()}
    stage.act("set", persona="striker", field="Spirit", value=1)
    assert stage.state.order == ["striker", "mark", "second"]
    assert {one.id: one.turns_begun for one in stage.state.personas.values()} == begun
    stage.pass_turns("striker", "mark", "second")
    stage.lanes()
    assert stage.state.order == ["mark", "second", "striker"]


@pytest.mark.parametrize("down", [("striker",), ("striker", "mark"), ("mark", "second"), ("second",)])
def test_who_is_out_is_stepped_over_wherever_it_stands(down: tuple[str, ...]) -> None:
    """dnd5e#3760, foundryvtt#14472: defeated units get turns when the step goes backwards or at the wrap.

    First, in the middle, last, or all but one of a side: they get no turn, forwards or by undo, and are not
    asked to declare.
    """
    stage = in_mid_round("striker A", "thinker A", "mark B", "second B", "four A")
    order = list(stage.state.order)
    for id_ in down:
        stage.act("set", persona=id_, field="out", value=True)
        stage.master.pick("death", "out meaning")
    if stage.state.personas[order[0]].out:
        assert order[0] in [event.persona for event in stage.events("TurnDropped")]
    turns = []
    while stage.state.round == 1 and stage.state.outcome is None:
        turns.append(stage.current)
        stage.pass_turns(stage.current)
    if stage.state.outcome is None:
        asked = [prompt["seat"] for prompt in stage.master.view["prompts"]]
        assert not set(asked) & set(down)
        stage.master.do("undo")
        assert stage.current == turns[-1]
    assert not set(turns) & set(down)
    assert turns == [id_ for id_ in order if id_ not in down] or stage.state.outcome


@pytest.mark.parametrize("after", [0, 1, 2])
def test_who_joins_in_mid_round_waits_for_the_next_and_shuffles_nobody(after: int) -> None:
    """improved-initiative#229: adding a creature in mid-fight reverses the order. StarWarsFFG#2335: late
    joiners cannot take part.

    At the first, a middle and the last place the order of the others stays; the newcomer, whatever its
    Spirit, declares with everybody in the next round, and the log says so.
    """
    stage = in_mid_round("striker A", "mark B", "second B")
    stage.pass_turns(*["striker", "mark", "second"][:after])
    stage.act("add", sheet="giant", side="B", zone="yard")
    assert stage.state.order == ["striker", "mark", "second"]
    assert "next round" in stage.master.says()[-1]
    while stage.state.round == 1:
        stage.pass_turns(stage.current)
    asked = [prompt["seat"] for prompt in stage.master.view["prompts"]]
    assert asked == ["striker", "mark", "second", "giant"]


def test_at_most_one_turn_is_under_way_but_for_a_bonus_turn() -> None:
    """WrathAndGlory#367: two units are shown as current after mixing ways to go on.

    After every event at most one turn runs, or a bonus turn within one; the view names one Persona and marks
    one slot as now.
    """
    loaded = load_scenario("saltgate")
    random = Random(3)
    session = Session(loaded.system, loaded.start(), CounterDice("one turn"))
    depths: set[int] = set()
    note = session.encounter.watch

    def look(event: Any, to: Any, public: Any) -> None:
        turns = session.encounter.state.turns
        depths.add(len(turns))
        assert len(turns) <= 1 or (len(turns) == 2 and turns[1].bonus and not turns[0].bonus)
        note(event, to, public)

    session.encounter.watch = look
    for _ in range(500):
        if session.pending is None:
            break
        take(session, *any_answer(session, random))
        view = session.system.view(session.encounter, SPECTATOR, None)
        now = [slot for lane in view["order"] for slot in lane["slots"] if slot["state"] == "now"]
        assert len(now) <= 1
    assert {0, 1} <= depths


def test_marks_of_a_round_are_set_at_once_for_all_and_reset_with_the_next() -> None:
    """draw-steel#991, compcon#3428: "has acted" is not reset in the next round, or never set.

    Ending a turn marks it on every page in the same input; a new round resets every mark.
    """
    stage = in_mid_round("striker A", "mark B", "second B")
    watcher = stage.connect(name="Wim")
    stage.pass_turns("striker")
    for client in [*stage.sides.values(), stage.master, watcher]:
        slots = client.view["fight"]["order"][1]["slots"]
        assert [slot["state"] for slot in slots] == ["past", "now", "next"]
    stage.pass_turns("mark", "second")
    for client in [*stage.sides.values(), stage.master, watcher]:
        assert client.view["fight"]["phase"] == "declaring"
        assert all(not lane["slots"] for lane in client.view["fight"]["order"])
        assert not any(one["declared"] for one in client.view["fight"]["personas"])


def test_ties_follow_the_texts_rule_then_a_recorded_roll_off_and_stay() -> None:
    """initiative-tracker#294, tracker#183: ties go the wrong way, are skipped as a pair, or flip each round.

    Spirit, Mind, Body and Power decide (D9.3); what is still equal is rolled off once, in the log, and
    neither undo and redo nor anything else in the round turns it round again.
    """
    stage = Stage(yard("mark A", "hidden B", "second B"))
    stage.lanes()
    asked = stage.master.view["prompts"]
    assert [(prompt["seat"], len(prompt["dice"])) for prompt in asked] == [("mark", 1)]
    stage.throw(mark=[7])
    stage.throw(hidden=[7])
    stage.throw(mark=[4], hidden=[12])
    assert stage.state.order == ["hidden", "mark", "second"]
    assert "roll-off" in str(stage.master.log).lower()
    order = list(stage.state.order)
    stage.turn("hidden", "beat")
    for _ in range(3):
        stage.master.do("undo")
    for _ in range(3):
        stage.master.do("redo")
    assert stage.state.order == order
    stage.master.pick("end", "turn", "hidden")
    assert stage.current == "mark"


def test_per_turn_per_round_and_between_own_turns_are_three_counters() -> None:
    """forgesteel#988: "once per round" is reset with every turn.

    Beats are per turn, a bonus turn per round, and a cooldown counts the owner's own turns: each is reset at
    its own boundary and at no other.
    """
    left = {
        "mark": "{ wounds = { Mind = 4, Body = 5, Spirit = 4 } }",
        "four": "{ wounds = { Mind = 4, Body = 4, Spirit = 3 } }",
        "thinker": "{ wounds = { Mind = 2, Body = 5, Spirit = 4 } }",
    }
    stage = Stage(yard("striker B", "avenger A", *(f"{ally} A yard {start}" for ally, start in left.items())))
    stage.lanes()
    stage.turn("striker", "beat", "beat")
    assert _beats(stage) == 0
    put_out(stage, "gaze", "mark")
    stage.master.pick("yes", "reaction bonus turn", "avenger")
    assert _beats(stage) == 2, "a turn of its own"
    stage.pass_turns("avenger")
    assert _beats(stage) == 0, "the turn that was interrupted goes on where it was"
    put_out(stage, "wail", "four")
    assert stage.master.prompt("turn")["seat"] == "striker", "one bonus turn a round, ready or not"
    stage.master.pick("end", "turn", "striker")
    stage.pass_turns("avenger", "thinker")
    assert stage.state.round == 2
    stage.lanes()
    stage.turn("striker")
    assert _beats(stage) == 2
    put_out(stage, "gaze", "thinker")
    assert stage.master.prompt("reaction bonus turn", "avenger")


def put_out(stage: Stage, weapon: str, ally: str) -> None:
    """The striker takes the last that an ally had."""
    stage.do("striker", f"strike {weapon} {ally}", striker=[19], **{ally: [1]})
    stage.master.pick("death", "out meaning")


def _beats(stage: Stage) -> int:
    turn = stage.state.turn
    assert turn is not None
    return turn.beats


def test_intents_are_typed_side_by_side_revealed_together_and_run_by_lane() -> None:
    """rqg#444: users want a phase in which intents are given in parallel and revealed in order.

    Lanes may come in any order of seats, nobody learns another's before the last is in, and the round then
    runs Fast, Mid, Slow, ties by Spirit, Mind, Body, Power.
    """
    stage = Stage(yard("striker A", "quick B", "mark B", "thinker A"))
    watcher = stage.connect(name="Wim")
    declared: dict[str, str] = {}
    for seat, lane in (("quick", "Fast"), ("thinker", "Mid"), ("striker", "Slow")):
        stage.master.pick(lane, "lane", seat)
        declared[seat] = lane
        for client in [*stage.sides.values(), stage.master, watcher]:
            personas = client.view["fight"]["personas"]
            own = {seat: lane for seat, lane in declared.items() if seat in client.view["you"]["seats"]}
            assert {one["id"]: one["lane"] for one in personas if one["lane"] is not None} == own
            assert {one["id"] for one in personas if one["declared"]} == set(declared)
    stage.master.pick("Mid", "lane", "mark")
    assert stage.state.order == ["quick", "mark", "thinker", "striker"]
    lanes = {one["id"]: one["lane"] for one in watcher.view["fight"]["personas"]}
    assert lanes == {"striker": "Slow", "quick": "Fast", "mark": "Mid", "thinker": "Mid"}


def test_a_new_round_preselects_no_lane() -> None:
    """cosmere-rpg#287: fast and slow picks carry into the next round by mistake.

    Lanes are gone with the round (D9.6), and the question for the next one names no default.
    """
    stage = in_mid_round("striker A", "mark B")
    stage.pass_turns("striker", "mark")
    assert {one.lane for one in stage.state.personas.values()} == {None}
    assert {prompt["question"]["default"] for prompt in stage.master.view["prompts"]} == {None}


@pytest.mark.parametrize("seed", range(4))
def test_what_an_option_says_it_costs_is_what_is_paid_with_it(seed: int) -> None:
    """foundryvtt-lancer#143: using an action should spend it, moving should spend movement.

    Whatever is picked in a turn, the pips shown on it are paid by the very input that picks it, neither more
    nor less, so that panel and engine cannot disagree.
    """
    loaded = load_scenario("saltgate")
    random = Random(seed)
    session = Session(loaded.system, loaded.start(), CounterDice(f"costs {seed}"))
    paid_for = 0
    for _ in range(300):
        pending = session.pending
        if pending is None:
            break
        part, value = any_answer(session, random)
        question = None if isinstance(value, tuple) else pending.request
        if question is None or getattr(question, "kind", "") != "turn":
            take(session, part, value)
            continue
        shown = session.system.question(session.encounter, question, GM_VIEWER)["options"]  # type: ignore[arg-type]
        cost = {pip["pip"]: pip["count"] for one in shown if one["id"] == value for pip in one["cost"]}
        before = len(session.records)
        take(session, part, value)
        events = [record.event for record in session.records[before:]]
        paid: dict[str, int] = {}
        for event in events:
            if type(event).__name__ == "Paid":
                paid[event.cost] = paid.get(event.cost, 0) + 1  # type: ignore[attr-defined]
        assert paid == cost, value
        paid_for += 1
    assert paid_for > 20
