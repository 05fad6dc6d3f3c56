"""Cantor: who acts when, activations, what a turn has and what it costs, late comers.

Cantor has no initiative and no ties: sides alternate, and each chooses (C3.2).
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from affray.content import load_scenario
from affray.dice.counter import CounterDice
from affray.kernel.codec import state_hash
from affray.kernel.errors import Refused, Unreadable
from affray.kernel.inputs import Act
from affray.kernel.session import Session
from affray.kernel.system import GM_VIEWER
from tests.asks.cantor_stage import SCENARIOS, Pan, bots_answer, pan
from tests.contract.play import any_answer, take

WIDE = "\nA....B\n......\nC....D\n......\n"
TURNS = {
    "TurnBegan",
    "TurnOpened",
    "TurnEnding",
    "TurnEnded",
    "TurnDropped",
    "RoundBegan",
    "FractureManifested",
}


def four(*more: str) -> Pan:
    """Ann and Cid against Bob and Dan, far apart."""
    return Pan(pan(WIDE, "granite:ann A", "brute:bob B", "granite:cid A", "brute:dan B", *more))


def slots(stage: Pan) -> dict[str, list[str]]:
    """The activations of each unit as the order shows them."""
    found: dict[str, list[str]] = {}
    for side in stage.master.view["fight"]["order"]:
        for slot in side["slots"]:
            found.setdefault(slot["unit"], []).append(slot["state"])
    return found


# Whose turn it is


@pytest.mark.parametrize("place", range(4))
@pytest.mark.parametrize("how", ["remove", "0 HP"])
def test_whoever_goes_in_its_own_turn_hands_it_to_the_next_side(place: int, how: str) -> None:
    """foundryvtt#12009: deleting the last combatant during its turn hands the turn backwards.

    First, in the middle and last: the turn ends at once, the other side is next, and the round wraps once.
    """
    stage = four()
    order = ["ann", "bob", "cid", "dan"]
    stage.pass_turns(*order[:place])
    stage.go(order[place])
    if how == "remove":
        stage.act("remove", unit=order[place])
    else:
        stage.act("damage", unit=order[place], amount=100)
        if order[place] in ("ann", "cid"):
            stage.play(f"{order[place]} 6")
            stage.act("remove", unit=order[place])
    assert stage.state.round == (2 if place == 3 else 1)
    following = order[(place + 1) % 4]
    stage.go(following)
    began = [event.unit for event in stage.events("TurnBegan")]
    assert began == [*order[: place + 1], following]
    assert len(stage.events("TurnDropped")) == 1


@pytest.mark.parametrize("seed", range(3))
def test_nothing_done_to_others_changes_whose_turn_it_is(seed: int) -> None:
    """foundryvtt#12709, #12747: deleting somebody earlier in the list moves "current" to another unit;
    editing fires hooks of turns.

    Over random fights: others are corrected, added, removed; the turn under way stays, begins and ends for
    nobody, and undo gives back the very state.
    """
    loaded = load_scenario(SCENARIOS[seed % 3])
    random = Random(seed)
    session = Session(loaded.system, loaded.start(), CounterDice(f"others {seed}"))
    looked = set()
    for step in range(400):
        if session.pending is None:
            break
        state = session.encounter.state
        others = [
            one for one in state.units.values() if one.here and state.turn and one.id != state.turn.unit
        ]
        if step % 5 == 0 and state.turn is not None and state.clash is None and len(others) > 2:
            before, current, began = state_hash(state), state.turn.unit, state.turn
            quicks, journal, records = list(began.quicks), len(session.journal), len(session.records)
            name = _act_on_another(session, random, others)
            if name and session.encounter.state.outcome is None:
                now = session.encounter.state.turn
                assert now is not None
                assert (now.unit, now.quicks) == (current, quicks)
                new = {type(record.event).__name__ for record in session.records[records:]}
                assert not new & TURNS
                looked.add(name)
            if len(session.journal) > journal:
                session.undo(journal, "gm")
            assert state_hash(session.encounter.state) == before
        take(session, *any_answer(session, random))
    assert looked >= {"set", "add", "remove"}


def _act_on_another(session: Session, random: Random, others: list[Any]) -> str:
    """Add, remove or correct somebody. Returns what was done; empty where it was refused."""
    one = random.choice(others)
    board = session.encounter.book.board
    hex_ = board.name(random.randrange(board.width * board.height))
    name, data = random.choice(
        [
            ("set", {"unit": one.id, "field": "hp", "value": 1}),
            ("add", {"sheet": one.sheet, "side": one.side, "hex": hex_}),
            ("remove", {"unit": one.id}),
        ]
    )
    try:
        session.act(Act(name, data, "gm", "to see"))
    except (Refused, Unreadable):
        return ""
    return name


@pytest.mark.parametrize("down", [("ann",), ("bob",), ("ann", "bob"), ("cid", "dan"), ("bob", "cid")])
def test_who_is_down_is_stepped_over_wherever_it_stands(down: tuple[str, ...]) -> None:
    """dnd5e#3760, foundryvtt#14472: defeated units get turns when the step goes backwards or at the wrap.

    It is asked for nothing and gets no turn, forwards or by undo; the order shows it as out.
    """
    stage = four()
    for id_ in down:
        stage.act("set", unit=id_, field="stress" if id_ in ("ann", "cid") else "hp", value=0)
    turns = []
    while stage.state.round == 1:
        if not stage.current:
            stage.play(f"{stage.master.view['prompts'][0]['seat']} go")
        assert not {seat for seat, _ in stage.asked()} & set(down)
        turns.append(stage.current)
        stage.play(f"{stage.current} end")
        if stage.state.round == 1:
            stage.master.do("undo")
            assert stage.current == turns[-1]
            stage.master.do("redo")
    assert sorted(turns) == sorted({"ann", "bob", "cid", "dan"} - set(down))
    assert all(slots(stage)[id_] == ["out"] for id_ in down)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_there_is_one_turn_at_most_after_every_event(scenario: str) -> None:
    """WrathAndGlory#367, draw-steel#991, compcon#3428: two units are shown as current; marks of who has acted
    are not reset, or never set.

    Over a fight: between the beginning of a turn and its end no other begins; each page shows one "now" at
    most; a turn that ends is "past" on every page in the same step, and a New Round resets them all.
    """
    random = Random(7)
    stage = Pan(load_scenario(scenario), typed=False)
    rounds = set()
    for _ in range(140):
        if stage.state.outcome is not None:
            break
        number = stage.state.round
        session = stage.table.session
        part, value = bots_answer(session, random)
        prompt = next(one for one in stage.master.view["prompts"] if one["part"] == part)
        given: dict[str, Any] = {"faces": list(value)} if isinstance(value, tuple) else {"pick": value}
        stage.master.do("answer", stamp=prompt["stamp"], part=part, **given)
        for client in stage.everybody():
            shown = client.view["fight"]["order"]
            states = [slot["state"] for side in shown for slot in side["slots"]]
            assert states.count("now") <= 1
            if client.view["fight"]["phase"] == "choosing":
                assert "now" not in states
            if stage.state.round != number:
                assert "past" not in states
                rounds.add(stage.state.round)
    assert len(rounds) > 1
    under_way = None
    for event in stage.events("TurnBegan", "TurnEnded", "TurnDropped"):
        if type(event).__name__ == "TurnBegan":
            assert under_way is None
            under_way = event.unit
        else:
            assert event.unit == under_way
            under_way = None


def test_several_activations_are_a_number_that_is_shown_spent_and_given_back() -> None:
    """sta#194: popcorn trackers give one turn each; bosses need several.

    Three activations and one other Enemy: never two in a row while the other is left; pips are spent one by
    one, and undo gives them back.
    """
    stage = Pan(pan(WIDE, "granite:ann A", "boss:bob B", "granite:cid A", "brute:dan B"))
    assert slots(stage)["bob"] == ["next"] * 3
    stage.pass_turns("ann")
    stage.play("bob go")
    assert slots(stage)["bob"] == ["now", "next", "next"]
    assert stage.shown("bob")["acted"] == 1
    stage.master.do("undo")
    assert slots(stage)["bob"] == ["next"] * 3
    stage.master.do("redo")
    stage.pass_turns("bob", "cid")
    assert stage.current == "dan", "not twice in a row while another of the side is left"
    stage.pass_turns("dan", "bob")
    assert slots(stage)["bob"] == ["past", "past", "now"]
    stage.pass_turns("bob")
    assert [event.unit for event in stage.events("TurnBegan")] == ["ann", "bob", "cid", "dan", "bob", "bob"]
    assert stage.state.round == 2
    assert slots(stage)["bob"] == ["next"] * 3


def test_anyone_eligible_may_be_chosen_and_the_first_to_say_so_goes() -> None:
    """foundryvtt-lancer#567: an order to go faster is wanted, and anyone may still be picked.

    Both of a side are asked at once, the second may go first, and where all hold back the scenario's order is
    the suggestion. Who has acted is not asked again.
    """
    stage = four()
    assert stage.asked() == [("ann", "activate"), ("cid", "activate")]
    stage.sides["A"].pick("go", "activate", "cid")
    assert stage.current == "cid"
    stage.pass_turns("cid", "bob")
    assert stage.current == "ann", "one that is left needs no choice"
    stage.pass_turns("ann", "dan")
    stage.play("ann pass", "cid pass")
    assert stage.current == "ann"


def test_losing_one_of_a_side_leaves_the_others_their_choice_and_their_choir() -> None:
    """yearzero-combat#73: a dead leader leaves the whole group without a turn.

    One of two that are asked is removed while both are: the other has the turn. One of the Choir goes out:
    the others' Oaths stand.
    """
    stage = four()
    stage.act("remove", unit="ann")
    assert stage.current == "cid" or stage.asked() == [("cid", "activate")]
    stage.go("cid")
    assert stage.current == "cid"
    frozen = "{ band = 4, fractured = true }"
    board = "\nA....B\n.E....\nC....D\n......\n"
    people = [f"granite:{id_} A {frozen}" for id_ in ("ann", "cid", "eve")]
    choir = Pan(pan(board, *people, "boss:bob B"))
    choir.go("ann")
    choir.play("ann bond-move", "ann end", "bob end")
    choir.go("cid")
    choir.play("cid bond-move", "gm go-on")
    assert choir.events("ChoirMoment")[0].units == ("ann", "cid")
    choir.act("remove", unit="ann")
    choir.play("cid end", "bob end", "eve bond-move", "gm go-on")
    assert choir.events("ChoirMoment")[1].units == ("eve",)
    assert choir.conditions("cid").count("Bolster") == 1


# Coming late


@pytest.mark.parametrize("after", [0, 1, 3])
def test_who_joins_in_mid_round_waits_for_the_next_and_shuffles_nobody(after: int) -> None:
    """improved-initiative#229, StarWarsFFG#2335: adding a creature in mid-fight reverses the order, or it
    cannot act at all.

    At the first, a middle and the last place: the others go on as before, the newcomer is shown as of the
    next round, has its Reaction, is asked in the next round and acts once.
    """
    stage = four()
    order = ["ann", "bob", "cid", "dan"]
    stage.pass_turns(*order[:after])
    asked = [one for one in stage.asked() if one[1] == "activate"]
    stage.act("add", sheet="brute", side="B", hex="F4", name="Eve")
    assert [one for one in stage.asked() if one[1] == "activate"] == asked
    assert "next round" in stage.shown("brute")["status"]
    assert "Eve acts from round 2" in str(stage.sides["A"].log[max(stage.sides["A"].log)])
    assert slots(stage).get("brute", []) == []
    assert stage["brute"].reaction
    stage.pass_turns(*order[after:])
    assert [event.unit for event in stage.events("TurnBegan")][:4] == order
    assert stage.state.round == 2
    stage.pass_turns("ann")
    assert ("brute", "activate") in stage.asked()
    stage.pass_turns("brute", "cid", "bob", "dan")
    assert [event.unit for event in stage.events("TurnBegan")].count("brute") == 1


def test_reinforcements_are_foretold_come_once_and_keep_the_scene_open() -> None:
    """improved-initiative#229, StarWarsFFG#2335: late joiners are lost, or doubled when a round is undone.

    The page foretells who comes when; the last foe's defeat ends nothing while more are to come; they act in
    the very round at whose start they come in, and undo and redo over it bring them once.
    """
    reserve = '  { sheet = "brute", id = "eve", name = "Eve", side = "B", at = "F4", joins = 2 },'
    stage = Pan(
        pan(
            "\nA....B\n......\nC.....\n......\n",
            "granite:ann A",
            "granite:cid A",
            "brute:bob B",
            more=reserve,
        )
    )
    assert stage.sides["A"].view["fight"]["arriving"] == ["Eve, round 2"]
    stage.act("damage", unit="bob", amount=20)
    assert stage["bob"].out == "defeated"
    assert stage.state.outcome is None
    stage.pass_turns("ann")
    stage.play("cid end")
    assert stage.state.round == 2
    assert stage.sides["A"].view["fight"]["arriving"] == []
    stage.master.do("undo")
    assert "eve" not in stage.state.units
    stage.master.do("redo")
    assert [event.unit for event in stage.events("Arrived")] == ["eve"]
    stage.pass_turns("ann")
    assert stage.current == "eve"
    stage.play("eve end", "cid end")
    assert stage.state.round == 3
    assert len(stage.events("Arrived")) == 1
    stage.act("damage", unit="eve", amount=20)
    assert stage.state.outcome == "The one side win"


# What a turn has


def test_limits_of_a_turn_a_round_and_a_scene_are_three_counters() -> None:
    """forgesteel#988: "once per round" gains are reset per turn.

    Quick actions come back with every turn, the Reaction only with the round, the free Cooldown never in this
    scene; undo and redo keep all three apart.
    """
    stage = Pan(pan("\nA....B\n......\n", "granite:ann A { band = 4 }", "boss:bob B"))
    stage.play("ann cooldown")
    assert stage["ann"].cooldowns == 1
    stage.play("ann end", "bob brace", "bob bolster bob", "bob end")
    assert stage.current == "bob"
    assert "brace" not in stage.offers("bob")
    assert not stage.shown("bob")["reaction"], "a further turn in the round gives no further Reaction"
    assert stage.state.turn is not None
    assert stage.state.turn.quicks == []
    stage.play("bob end")
    before = stage.hash
    stage.play("bob end")
    assert stage.state.round == 2
    assert stage.shown("bob")["reaction"]
    assert not stage["bob"].has("Braced")
    stage.master.do("undo")
    assert stage.hash == before
    assert not stage.shown("bob")["reaction"]
    stage.master.do("redo")
    assert stage["ann"].cooldowns == 1
    assert stage.shown("ann")["cantor"]["cooldown_cost"] == 1


@pytest.mark.parametrize(
    ("deeds", "stress"),
    [(0, 4), (1, 4), (2, 3), (3, 1)],
)
def test_each_cooldown_costs_what_is_shown_and_one_that_cannot_be_paid_is_refused(
    deeds: int, stress: int
) -> None:
    """foundryvtt-lancer#143, fo2_ecco#28: limited uses that are not spent, or spent twice.

    The cost that the sheet shows before is what is paid; after three of them 1 Stress is left, and the fourth
    is refused with its clause.
    """
    stage = Pan(pan(WIDE, "granite:ann A { band = 4 }", "brute:bob B"))
    for number in range(deeds):
        cost, had = stage.shown("ann")["cantor"]["cooldown_cost"], stage["ann"].stress
        stage.go("ann")
        stage.play("ann cooldown")
        assert had - stage["ann"].stress == cost == (0, 1, 2)[number]
        stage.end_round()
        stage.act("set", unit="ann", field="band", value=3)
    assert stage["ann"].stress == stress
    if deeds == 3:
        refusal = stage.refused("ann", "cooldown")
        assert refusal["clause"] == "C5.1"
    else:
        assert "cooldown" in stage.offers("ann")


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_an_option_says_it_costs_is_what_is_paid_with_it(scenario: str, seed: int) -> None:
    """foundryvtt-lancer#143: using an action should spend it, moving should spend movement; panel and engine
    disagree.

    Whatever is picked in a turn, the pips shown on it are what is spent; the budget of the page is what is
    left; a walk's hexes cost what its way says.
    """
    loaded = load_scenario(scenario)
    random = Random(seed)
    session = Session(loaded.system, loaded.start(), CounterDice(f"costs {seed}"))
    paid, walked = set(), 0
    for _ in range(500):
        pending = session.pending
        if pending is None:
            break
        question: Any = pending.request
        part, value = any_answer(session, random)
        if getattr(question, "kind", "") != "turn":
            take(session, part, value)
            continue
        options = session.system.question(session.encounter, question, GM_VIEWER)["options"]
        shown = next(one for one in options if one["id"] == value)
        view: Any = session.system.view(session.encounter, GM_VIEWER, question)
        ways = {way["option"]: way for way in view["ways"]}
        since = len(session.records)
        take(session, part, value)
        events: list[Any] = [record.event for record in session.records[since:]]
        own = [event for event in events if getattr(event, "unit", "") == question.seat]
        spent = [event.cost for event in own if type(event).__name__ == "Spent"]
        pips = [pip["pip"] for pip in shown["cost"] for _ in range(pip["count"])]
        # What is free has no pip, and stands under "Free".
        assert ("free" in spent) <= (shown["section"] == "Free")
        assert [cost for cost in spent if cost != "free"] == pips, (value, spent, pips)
        paid.update(pips)
        steps = [event for event in own if type(event).__name__ == "Moved"]
        if value in ways and [event.hexes[0] for event in steps] == ways[value]["hexes"]:
            assert sum(event.cost for event in steps) == ways[value]["cost"]
            walked += 1
    assert paid >= {"quick", "full", "move"}
    assert walked > 5


def test_the_panel_shows_what_the_engine_has_left() -> None:
    """foundryvtt-lancer#143: the panel and the engine disagree. After every deed the budget shown is the one
    by which the next is refused, with the clause.
    """
    stage = Pan(pan("\nA.....\n..B...\n......\n", "granite:ann A", "brute:bob B"))
    stage.go("ann")

    def budget() -> tuple[Any, ...]:
        turn = stage.sides["B"].view["fight"]["turn"]
        return turn["move"], turn["quick"], turn["full"], turn["reaction"]

    assert budget() == (True, 2, True, True)
    stage.play("ann move A2")
    assert budget() == (False, 2, True, True)
    assert stage.refused("ann", "move A1")["clause"] == "C3.1"
    stage.play("ann skirmish gun bob", "ann 1")
    assert budget() == (False, 1, False, True)
    assert stage.refused("ann", "skirmish sure bob")["clause"] == "C3.1"
    assert stage.refused("ann", "disengage")["clause"] == "C3.1"
    stage.play("ann brace")
    assert budget() == (False, 1, False, False)
    stage.play("ann bolster ann")
    assert budget() == (False, 0, False, False)
    assert stage.refused("ann", "hide")["clause"] == "C3.1"
