"""Sunder: the gauntlet, GM slots, who acts with whom, what a turn has and how often something may be used.

Sunder has no initiative, no ties and no rounds of the table (S4.3, S4.15): players throw in and queue, and
GM slots come between.
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
from affray.systems.sunder.invariants import problems
from tests.asks.sunder_stage import SCENARIOS, Yard, bots_answer, own_act, own_refused, scene
from tests.contract.play import any_answer, take

TURNS = {"TurnBegan", "TurnOpened", "TurnEnding", "TurnEnded", "TurnPassed", "SlotOpened", "SlotClosed"}
PEOPLE = ("fighter:ann A", "fighter:cid A", "fighter:dee A", "archer:eve A")


def four(*more: str) -> Yard:
    """Ann has the turn; Cid, Dee and Eve are with her, Bob and Dan against them, far away."""
    return Yard(scene(*PEOPLE, "brute:bob B field", "wasp:dan B field", *more))


def down(stage: Yard, id_: str) -> None:
    """Somebody falls."""
    stage.act("marks", creature=id_, amount=4)


# Whose turn it is


@pytest.mark.parametrize("place", range(3))
@pytest.mark.parametrize("how", ["remove", "Marks"])
def test_whoever_goes_in_its_own_turn_hands_it_to_the_next(place: int, how: str) -> None:
    """foundryvtt#12009: deleting the last combatant during its turn hands the turn backwards.

    First, in the middle, last: the turn ends there and counts as taken, one GM slot opens, and the next in
    the queue follows; after the last everybody is asked who throws in.
    """
    stage = four()
    stage.throw_in("cid", "dee")
    order = ["ann", "cid", "dee"]
    for id_ in order[:place]:
        stage.play(f"{id_} end", "gm pass")
    assert stage.current == order[place]
    if how == "remove":
        stage.act("remove", creature=order[place])
    else:
        down(stage, order[place])
    assert stage.asked() == [("gm", "slot")]
    assert len([one for one in stage.events("TurnEnded") if one.creature == order[place]]) == 1
    stage.play("gm pass")
    assert stage.current == (order[place + 1] if place < 2 else "")
    assert [event.creature for event in stage.events("TurnBegan")] == order[: place + 2]
    if place == 2:
        assert {kind for _, kind in stage.asked()} == {"throw in"}


@pytest.mark.parametrize("seed", range(3))
def test_nothing_done_to_others_changes_whose_turn_it_is(seed: int) -> None:
    """foundryvtt#12709, #12747, improved-initiative#229: whoever is added, removed, corrected or put
    elsewhere, somebody else's turn begins, the order turns round, or hooks of turns fire that were none.

    At any moment of a scene: the turn, or the open slot, stays, nothing of a turn begins or ends, and all
    others in the queue keep their order; undone, the state is the very same.
    """
    loaded = load_scenario(SCENARIOS[seed])
    random = Random(seed)
    session = Session(loaded.system, loaded.start(), CounterDice(f"others {seed}"))
    looked = set()
    for _ in range(500):
        if session.pending is None:
            break
        state = session.encounter.state
        turn = state.turn
        if turn is not None and turn.opened and not turn.ending and random.random() < 0.4:
            acting = [turn.creature, *turn.group]
            others = [one for one in state.creatures.values() if one.id not in acting and one.conscious]
            before, queue = state_hash(state), _queued(state)
            records, journal = len(session.records), len(session.journal)
            name, about = _act_on_others(session, random, others)
            now = session.encounter.state
            if name and now.outcome is None:
                looked.add(name)
                assert now.turn is not None
                assert now.turn.creature == turn.creature
                new = {type(record.event).__name__ for record in session.records[records:]}
                assert not new & TURNS
                assert problems(session.encounter) == []
                kept = [id_ for id_ in _queued(now) if id_ != about]
                if name != "reorder":
                    assert kept == [id_ for id_ in queue if id_ in kept]
            if len(session.journal) > journal:
                session.undo(journal, "gm")
            assert state_hash(session.encounter.state) == before
        if session.pending is not None:
            take(session, *any_answer(session, random))
            for one in list(session.encounter.state.creatures.values()):
                if one.player and random.random() < 0.2:
                    try:
                        session.act(Act("throw_in", {"creature": one.id}, "somebody", ""))
                    except Refused:
                        continue
    assert looked == {"set", "add", "remove", "reorder", "leave", "give_way", "marks", "move"}


def _queued(state: Any) -> list[str]:
    return [id_ for entry in state.queue for id_ in entry.creatures]


def _act_on_others(session: Session, random: Random, others: list[Any]) -> tuple[str, str]:
    """Something about somebody who has not the turn. Returns what and whom; nothing where it was refused."""
    one, other = random.choice(others), random.choice(others)
    zone = random.choice(list(session.encounter.book.zones))
    leads = [entry.creatures[0] for entry in session.encounter.state.queue]
    name, data = random.choice(
        [
            ("set", {"creature": one.id, "field": "stress", "potential": "Might", "value": 2}),
            ("add", {"sheet": one.sheet, "side": one.side, "zone": zone}),
            ("remove", {"creature": one.id}),
            ("marks", {"creature": one.id, "amount": 9}),
            ("move", {"creature": one.id, "zone": zone}),
            ("reorder", {"order": random.sample(leads, len(leads))}),
            ("leave", {"creature": random.choice([*leads, one.id])}),
            ("give_way", {"creature": [*leads, one.id][0], "to": [other.id, *leads][-1]}),
        ]
    )
    journal = len(session.journal)
    try:
        session.act(Act(name, data, "gm", "to see"))
    except (Refused, Unreadable):
        assert len(session.journal) == journal
        return "", ""
    return name, data.get("to", one.id)


def test_giving_way_moves_places_and_not_whose_turn_it_is() -> None:
    """foundryvtt#12990, yearzero-combat#59: swapping two units also swaps whose turn it is.

    Cid withholds for Eve, who comes to stand just before; the turn, all marks and everybody else stay. The
    log says who yielded to whom, on every page; Eve cannot yield back, with the clause; undo takes it back.
    """
    stage = four()
    stage.throw_in("cid", "dee", "eve")
    cid = stage.phone("cid")
    before, since = stage.hash, len(stage.table.session.records)
    own_act(cid, "give_way", creature="cid", to="eve")
    assert stage.queue == ["eve", "cid", "dee"]
    assert (stage.current, stage.asked()) == ("ann", [("ann", "turn")])
    assert [type(one.event).__name__ for one in stage.table.session.records[since:]] == ["GaveWay"]
    for client in stage.everybody():
        assert any("Cid" in say and "Eve" in say for say in client.says()[-1:])
        shown = client.view["fight"]["queue"]
        assert [entry["creatures"] for entry in shown] == [["eve"], ["cid"], ["dee"]]
        assert shown[1]["gave_way_to"] == ["eve"]
    after = stage.hash
    assert own_refused(stage.phone("eve"), "give_way", creature="eve", to="cid")["clause"] == "S4.7"
    stage.master.do("undo")
    assert stage.hash == before
    stage.master.do("redo")
    assert stage.hash == after
    stage.play("ann end")
    for id_ in ("eve", "cid", "dee"):
        stage.play("gm pass")
        assert stage.current == id_
        stage.play(f"{id_} end")


@pytest.mark.parametrize(
    "who", [("ann",), ("cid",), ("cid", "dee"), ("eve",), ("dee", "eve"), ("cid", "dee", "eve")]
)
def test_who_is_down_is_stepped_over_wherever_it_stands(who: tuple[str, ...]) -> None:
    """dnd5e#3760, foundryvtt#14472: defeated units get turns when the step goes backwards or at the wrap.

    First, in the middle, last, all but one: it leaves the queue with a line in the log, has no turn and is
    asked for nothing, forwards or by undo; throwing in is refused.
    """
    stage = four()
    stage.throw_in("cid", "dee", "eve")
    for id_ in who:
        down(stage, id_)
    assert not {id_ for entry in stage.queue for id_ in entry.split("+")} & set(who)
    turns = []
    for _ in range(4):
        stage.pass_over()
        assert not {seat for seat, _ in stage.asked()} & set(who)
        if not stage.current:
            break
        turns.append(stage.current)
        stage.play(f"{stage.current} end")
        stage.master.do("undo")
        assert stage.current == turns[-1]
        stage.master.do("redo")
    assert turns == [id_ for id_ in ("ann", "cid", "dee", "eve") if id_ not in who]
    for id_ in who:
        assert own_refused(stage.sides["A"], "throw_in", creature=id_)["clause"] == "S3.24"
        assert stage.shown(id_)["out"]


@pytest.mark.parametrize(
    ("lost", "how", "when"),
    [
        ("cid", "marks", "queued"),
        ("dee", "remove", "queued"),
        ("cid", "remove", "turn"),
        ("eve", "marks", "turn"),
        ("cid", "marks", "together"),
        ("cid", "remove", "together"),
        ("dee", "marks", "together"),
        ("eve", "remove", "together"),
    ],
)
def test_losing_one_of_a_group_leaves_the_others_able_to_act(lost: str, how: str, when: str) -> None:
    """yearzero-combat#73: a dead group leader leaves the whole group without a turn.

    Lead or member, while they queue, when their turn has come, or once they have agreed: the others act
    together, once, and one GM slot follows; undone, all three are back.
    """
    stage = Yard(scene(*PEOPLE, "brute:bob B", "wasp:dan B field"))
    stage.throw_in("cid", "dee", "eve")
    for one in ("dee", "eve"):
        stage.act("join_group", creature=one, lead="cid")
    if when != "queued":
        stage.play("ann end", "gm pass")
    if when == "together":
        stage.play("cid together")
    before = stage.hash
    if how == "marks":
        down(stage, lost)
    else:
        stage.act("remove", creature=lost)
    left = [id_ for id_ in ("cid", "dee", "eve") if id_ != lost]
    lead, other = left
    if when == "queued":
        assert stage.queue == ["+".join(left)]
        stage.play("ann end", "gm pass")
    if stage.asked() == [(lead, "group")]:
        stage.play(f"{lead} together")
    assert stage.current == lead
    stage.play(f"{lead} strike top bob", f"{other} skill Force", f"{lead} 5", f"{other} 5")
    stage.play(f"{lead} end")
    assert [one.levels for one in stage.events("GroupCounted")] == [((lead, 4), (other, 4))]
    assert stage.asked() == [("gm", "slot")]
    assert {id_: stage[id_].turns_ended for id_ in left} == dict.fromkeys(left, 1)
    while stage.hash != before:
        stage.master.do("undo")
    assert set(stage.state.creatures) >= {"cid", "dee", "eve"}


@pytest.mark.parametrize("after", range(3))
def test_who_joins_in_the_middle_of_a_scene_shuffles_nobody(after: int) -> None:
    """improved-initiative#229: adding a creature in mid-fight reverses the order.

    Whether nobody, some or all have acted: the queue stays, the newcomer may throw in at once and comes last.
    """
    stage = four()
    stage.throw_in("cid", "dee", "eve")
    for id_ in ("ann", "cid", "dee")[:after]:
        stage.play(f"{id_} end", "gm pass")
    queue, current = stage.queue, stage.current
    stage.act("add", sheet="fighter", side="A", zone="yard", name="Fay")
    stage.act("add", sheet="brute", side="B", zone="field", name="Gus")
    assert (stage.queue, stage.current) == (queue, current)
    fay = stage.player("fighter", name="Fay's player")
    own_act(fay, "throw_in", creature="fighter")
    assert stage.queue == [*queue, "fighter"]
    assert fay.view["fight"]["gauntlets"][0]["place"] == len(queue) + 2
    stage.play(f"{current} end")
    offers = [one["id"] for one in stage.master.prompt("slot")["question"]["options"]]
    assert offers[-1] == "pass"
    assert "adversary brute" in offers


def test_there_is_one_turn_at_most_after_every_event_on_every_page() -> None:
    """WrathAndGlory#367, draw-steel#991, compcon#3428: two units are shown as current; marks of who has acted
    are not reset, or never set.

    Over scenes of bots with gauntlets thrown at random: nobody who acts is queued; between the beginning of a
    turn and its end no other begins; all pages show the same turn; a turn that ends is counted, and its cards
    lie as used, in the same step on every page, and come back when the next own turn opens.
    """
    for scenario in SCENARIOS:
        random = Random(scenario)
        stage = Yard(load_scenario(scenario), typed=False, begin=False)
        for _ in range(26):
            if stage.state.outcome is not None:
                break
            ended = {one.id: one.turns_ended for one in stage.state.creatures.values()}
            part, value = bots_answer(stage.table.session, random)
            prompt = next(one for one in stage.master.view["prompts"] if one["part"] == part)
            given: dict[str, Any] = {"faces": list(value)} if isinstance(value, tuple) else {"pick": value}
            stage.master.do("answer", stamp=prompt["stamp"], part=part, **given)
            players = [one.id for one in stage.state.creatures.values() if one.player and one.conscious]
            if players and random.random() < 0.3:
                stage.sides["A"].send(
                    "act", name="throw_in", data={"creature": random.choice(players)}, reason=""
                )
            assert problems(stage.table.session.encounter) == []
            _check_pages(stage, ended)
        under_way = ""
        for event in stage.events("TurnBegan", "TurnEnded", "TurnPassed"):
            match type(event).__name__:
                case "TurnBegan":
                    assert under_way == ""
                    under_way = event.creature
                case "TurnPassed":
                    under_way = event.group[0]
                case _:
                    assert event.creature == under_way
                    under_way = ""
        assert len(stage.events("TurnEnded")) >= 1


def _check_pages(stage: Yard, ended: dict[str, int]) -> None:
    turns = [client.view["fight"]["turn"] for client in stage.everybody()]
    assert all(turn == turns[0] for turn in turns)
    for client in stage.everybody():
        fight = client.view["fight"]
        queued = [id_ for entry in fight["queue"] for id_ in entry["creatures"]]
        acting = [] if fight["turn"] is None else [fight["turn"]["creature"], *fight["turn"]["group"]]
        assert not set(queued) & set(acting)
        assert len(set(queued)) == len(queued)
        for one in fight["creatures"]:
            assert one["turns"] == stage[one["id"]].turns_ended >= ended.get(one["id"], 0)


def test_cards_used_come_back_with_the_own_next_turn_and_no_sooner() -> None:
    """draw-steel#991, compcon#3428: marks of what was used are not reset, or never set."""
    stage = four()

    def state(card: str) -> str:
        hand = next(one for one in stage.sides["A"].view["fight"]["hands"] if one["creature"] == "ann")
        return str(next(one for one in hand["cards"] if one["id"] == card)["state"])

    assert state("evade") == "ready"
    stage.play("ann evade top")
    assert state("evade") == "used"
    stage.throw_in("cid")
    stage.play("ann end", "gm pass", "cid end", "gm pass")
    assert state("evade") == "used"
    stage.throw_in("ann")
    stage.turn_of("ann")
    assert state("evade") == "ready"
    assert "evade bottom Sleight" in stage.options("ann")


# How often


def test_limits_of_a_turn_a_round_and_a_cycle_are_three_counters() -> None:
    """forgesteel#988: "once per round" gains are reset per turn.

    Hit in three turns of foes, Cid may use the Trait that is once a round in the first alone, the one that is
    once a turn in each; armor each time. His Surge, used before, comes back at the end of the turn that began
    after it; both Traits at that turn's start. Undo and redo keep all of them apart.
    """
    people = ("fighter:ann A", "veteran:cid A", "brute:bob B", "plain:dan B")
    stage = Yard(scene(*people))
    stage.act("stress", creature="cid", potential="Wit", amount=3)
    stage.act("stress", creature="cid", potential="Heart", amount=3)
    offered = []
    for number, foe in enumerate(("bob", "dan", "bob")):
        stage.turn_of(foe)
        stage.play(f"{foe} strike top claw cid", f"{foe} 5", f"{foe} 4", "cid no")
        options = [one["id"] for one in stage.master.prompt("react", "cid")["question"]["options"]]
        offered.append(options)
        stage.play("cid react grudge" if number == 0 else "cid react spite")
        if number == 0:
            stage.act("surge", creature="cid", card="calm")
        before = stage.hash
        stage.master.do("undo")
        stage.master.do("redo")
        assert stage.hash == before
        stage.play(f"{foe} end")
    assert offered == [
        ["no", "react grudge", "react spite"],
        ["no", "react spite"],
        ["no", "react spite"],
    ]
    assert own_refused(stage.sides["A"], "surge", creature="cid", card="calm")["clause"] == "S6.2"
    stage.turn_of("cid")
    assert stage["cid"].reacted == []
    assert stage["cid"].surge == "calm"
    assert stage.refused("cid", "surge calm")["clause"] == "S6.2"
    stage.play("cid end")
    assert stage["cid"].surge == ""


# The queue


def test_the_queue_holds_characters_and_slots_and_remembers_who_left_it() -> None:
    """Tsindwr gauntlet app: one row per user, order only by the GM, no slot for adversaries, no history.

    One player with two characters holds two places; another yields; two act together; one leaves by herself
    and one by the GM's hand; slots come between. Whatever was done stands in the log with its author, also
    what is in the queue no more, and every single step can be taken back to exactly what was.
    """
    stage = four()
    eve = stage.phone("eve")
    two = stage.sides["A"]
    steps: list[tuple[Any, str, dict[str, Any]]] = [
        (two, "throw_in", {"creature": "cid"}),
        (eve, "throw_in", {"creature": "eve"}),
        (two, "throw_in", {"creature": "dee"}),
        (two, "give_way", {"creature": "cid", "to": "dee"}),
        (eve, "join_group", {"creature": "eve", "lead": "cid"}),
        (two, "leave", {"creature": "dee"}),
        (eve, "leave_group", {"creature": "eve"}),
        (stage.master, "remove_entry", {"creature": "eve"}),
    ]
    queues, hashes, logs = [], [stage.hash], []
    for client, name, data in steps:
        reason = "she has gone to make tea" if client is stage.master else ""
        client.do("act", name=name, data=data, reason=reason)
        queues.append(stage.queue)
        hashes.append(stage.hash)
        logs.append(stage.sides["B"].says()[-1])
    assert queues == [
        ["cid"],
        ["cid", "eve"],
        ["cid", "eve", "dee"],
        ["dee", "cid", "eve"],
        ["dee", "cid+eve"],
        ["cid+eve"],
        ["cid", "eve"],
        ["cid"],
    ]
    assert logs == [
        "Cid throws in the gauntlet: 2nd in the queue.",
        "Eve throws in the gauntlet: 3rd in the queue.",
        "Dee throws in the gauntlet: 4th in the queue.",
        "Cid gives way to Dee, and is next after.",
        "Eve joins a group action led by Cid.",
        "Dee leaves the queue.",
        "Eve no longer acts along, and stands behind everybody.",
        "Gemma takes Eve out of the queue. Reason: “she has gone to make tea”.",
    ]
    for expected in reversed(hashes[:-1]):
        stage.master.do("undo")
        assert stage.hash == expected
    for expected in hashes[1:]:
        stage.master.do("redo")
        assert stage.hash == expected
    assert set(logs) <= set(stage.sides["B"].says())
    stage.play("ann end")
    assert stage.sides["B"].view["fight"]["slot"] is True
    stage.play("gm adversary dan")
    assert stage.sides["B"].view["fight"]["turn"]["slot"] is True
    stage.play("dan end")
    assert (stage.current, stage.sides["B"].view["fight"]["slot"]) == ("cid", False)


def test_only_the_own_entry_is_a_players_and_the_order_is_the_gms() -> None:
    """Tsindwr gauntlet app: the GM alone may move rows; here a player has the own entry, and no other."""
    stage = four()
    eve = stage.phone("eve")
    stage.throw_in("cid", "dee", "eve")
    before = stage.hash
    for name, data in (
        ("leave", {"creature": "cid"}),
        ("throw_in", {"creature": "ann"}),
        ("give_way", {"creature": "cid", "to": "eve"}),
        ("join_group", {"creature": "dee", "lead": "eve"}),
        ("surge", {"creature": "cid", "card": "calm"}),
        ("reorder", {"order": ["eve", "cid", "dee"]}),
        ("remove_entry", {"creature": "cid"}),
        ("open_slot", {}),
    ):
        assert own_refused(eve, name, **data)["kind"] == "forbidden"
    assert stage.hash == before
    stage.act("reorder", order=["eve", "cid", "dee"])
    assert stage.queue == ["eve", "cid", "dee"]


def test_an_adversary_has_slots_and_no_place_in_the_queue() -> None:
    """Tsindwr gauntlet app: no slot for adversaries. One slot for each player's turn; slots never bank."""
    stage = four()
    assert own_refused(stage.sides["B"], "throw_in", creature="bob")["clause"] == "S4.5"
    stage.throw_in("cid", "dee")
    for id_ in ("ann", "cid", "dee"):
        stage.play(f"{id_} end")
        assert stage.asked() == [("gm", "slot")]
        refusal = stage.master.ask("act", name="open_slot", data={}, reason="more")
        assert refusal["clause"] == "S4.5"
        stage.play("gm adversary bob" if id_ == "cid" else "gm pass")
        if id_ == "cid":
            stage.play("bob end")
        assert stage.asked() != [("gm", "slot")]


# What it costs


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_a_page_offers_is_taken_and_costs_what_it_says(scenario: str) -> None:
    """foundryvtt-lancer#143: using an action should spend it, moving should spend movement; panel and engine
    disagree.

    Whatever is picked in a turn: a half lies as used in the same input, the other half of its card and that
    side are refused from then on, with the clause; a Movement takes off what it goes; nobody is offered what
    is refused when tried.
    """
    loaded = load_scenario(scenario)
    random = Random(scenario)
    session = Session(loaded.system, loaded.start(), CounterDice(f"costs {scenario}"))
    halves = 0
    for _ in range(220):
        pending = session.pending
        if pending is None:
            break
        question: Any = pending.request
        part, value = any_answer(session, random)
        if getattr(question, "kind", "") != "turn":
            take(session, part, value)
            continue
        shown = session.system.question(session.encounter, question, GM_VIEWER)["options"]
        offered = {one["id"] for one in shown if one["refusal"] is None}
        assert offered == {option.id for option in question.options}
        since = len(session.records)
        take(session, part, value)
        events: list[Any] = [record.event for record in session.records[since:]]
        played = [one for one in events if type(one).__name__ == "HalfPlayed"]
        kind, side, *_ = [*str(value).split(" "), ""]
        if side not in ("top", "bottom") or kind == "default":
            continue
        mine = next(one for one in played if one.creature == question.seat)
        assert (mine.card, mine.side) == (kind, side)
        turn = session.encounter.state.turn
        if turn is None or turn.creature != question.seat:
            continue
        assert [play.card for play in turn.plays][-1] == kind
        halves += 1
        later: Any = session.pending.request if session.pending else None
        if getattr(later, "kind", "") == "turn" and not session.encounter.state.creatures[question.seat].has(
            "Frenzied"
        ):
            assert not [option for option in later.options if option.id.split(" ")[:2] == [kind, side]]
            other = "bottom" if side == "top" else "top"
            assert not [option for option in later.options if option.id.split(" ")[:2] == [kind, other]]
    assert halves > 5


def test_a_half_that_is_spent_is_refused_with_its_clause() -> None:
    """foundryvtt-lancer#143: the panel and the engine disagree. After every deed what is left is shown, and
    everything else refused by name.
    """
    stage = Yard(scene("fighter:ann A", "brute:bob B"))
    stage.play("ann strike top sword bob", "ann 5", "ann 4")
    assert stage.refused("ann", "strike bottom")["clause"] == "S5.4"
    assert stage.refused("ann", "default top sword bob")["clause"] == "S5.4"
    stage.play("ann default bottom step", "ann card narrate")
    turn = stage.sides["B"].view["fight"]["turn"]
    assert len(turn["plays"]) == 2
    assert turn["feet_left"] == 25
    stage.play("ann go on road")
    assert stage["ann"].zone == "road"
    # Both halves are played and nothing is left to walk: the turn ended by itself.
    assert stage.asked() == [("gm", "slot")]
