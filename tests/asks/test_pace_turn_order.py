"""Pace: whose turn it is, and what Action Points are there, when a fight changes under way.

What a clause test already proves is not proved again: 3 AP a round up to 5 and a carry-over of exactly what
was unspent (fo2_ecco#28: P3.2, P3.3 in tests/systems/pace/test_turns.py, with a property over any play); a
turn begins and ends once and no two run at a time (tests/contract); ties by Dexterity, then a roll-off
(P2.2).
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
from tests.asks.pace_stage import Court, court
from tests.contract.play import any_answer, take

SCENARIOS = ("abbey-mill", "sluice-gate", "toll-bridge")
APART = """
A....B
......
..C..D
......
......
......
"""


def four(*order: str) -> Court:
    """Four who are far apart, in this order."""
    fight = court(APART, "fighter:ann A N", "fighter:bob B N", "fighter:cid A N", "fighter:dan B N")
    return Court(fight, *(order or ("ann", "bob", "cid", "dan")))


def test_removing_the_last_in_its_own_turn_wraps_the_round_once() -> None:
    """foundryvtt#12009: deleting the last combatant during its turn hands the turn backwards.

    It must end that turn and begin the next round, one and not two, with an initiative of the others.
    """
    court = four()
    court.pass_turns("ann", "bob", "cid")
    assert court.current == "dan"
    court.act("remove", character="dan")
    assert court.state.round == 2
    assert [event.number for event in court.events("RoundBegan")] == [1, 2]
    court.set_order("bob", "ann", "cid")
    assert court.state.order == ["bob", "ann", "cid"]
    assert court.current == "bob"


@pytest.mark.parametrize("place", range(4))
@pytest.mark.parametrize("how", ["remove", "0 HP"])
def test_whoever_goes_in_its_own_turn_hands_it_to_the_next(place: int, how: str) -> None:
    """foundryvtt#12009: at the first, a middle and the last place nobody is passed over and nobody acts
    twice.
    """
    court = four()
    order = list(court.state.order)
    court.pass_turns(*order[:place])
    if how == "remove":
        court.act("remove", character=order[place])
    else:
        court.act("set", character=order[place], field="hp", value=0)
        court.pass_over()
    if place == 3:
        court.set_order(*order)
    assert court.state.round == (2 if place == 3 else 1)
    assert court.current == order[(place + 1) % 4]
    began = [event.character for event in court.events("TurnBegan")]
    assert began == [*order[: place + 1], order[(place + 1) % 4]]


HOOKS = {"TurnBegan", "TurnEnded", "TurnDropped", "RoundBegan", "ApGained", "OrderSet"}


@pytest.mark.parametrize("seed", range(3))
def test_nothing_done_to_others_changes_whose_turn_it_is(seed: int) -> None:
    """foundryvtt#12709, #12747, improved-initiative#229: whoever is added, removed, corrected or swapped,
    somebody else's turn begins, the order turns round, or hooks of turns fire that were none.

    At any moment of a fight: an act about somebody else leaves the turn, emits no begin or end of one and no
    AP, and keeps the relative order of everybody else.
    """
    random = Random(seed)
    loaded = load_scenario("abbey-mill")
    session = Session(loaded.system, loaded.start(), CounterDice(f"order {seed}"))
    looked = set()
    for _ in range(500):
        if session.pending is None:
            break
        state = session.encounter.state
        turn = state.turn
        acting = "" if turn is None else turn.character
        others = [one for one in state.characters.values() if one.id != acting]
        if turn is not None and not turn.ending and random.random() < 0.4:
            records, order, journal = len(session.records), list(state.order), len(session.journal)
            before = state_hash(state)
            name, about = _act_on_others(session, random, others)
            now = session.encounter.state
            if name and now.outcome is None:
                looked.add(name)
                assert now.turn is not None
                assert now.turn.character == turn.character
                kinds = {type(record.event).__name__ for record in session.records[records:]}
                assert not kinds & HOOKS
                if name == "order":
                    one, other = (order.index(id_) for id_ in about)
                    order[one], order[other] = order[other], order[one]
                assert now.order == [id_ for id_ in order if name != "remove" or id_ not in about]
            if len(session.journal) > journal:
                session.undo(journal, "gm")
            assert state_hash(session.encounter.state) == before
        if session.pending is not None:
            take(session, *any_answer(session, random))
    assert looked == {"set", "add", "remove", "order"}


def _act_on_others(session: Session, random: Random, others: list[Any]) -> tuple[str, tuple[str, ...]]:
    """Add, remove, correct or swap somebody. Returns what was done, to whom; nothing where it was refused."""
    one, other = random.sample(others, 2)
    board = session.encounter.book.board
    square = board.name(random.randrange(board.width * board.height))
    name, about, data = random.choice(
        [
            ("set", (one.id,), {"character": one.id, "field": "hp", "value": random.randrange(1, 4)}),
            ("set", (one.id,), {"character": one.id, "field": "ap", "value": 5}),
            ("add", (), {"sheet": one.sheet, "side": one.side, "square": square}),
            ("remove", (one.id,), {"character": one.id}),
            ("order", (one.id, other.id), {"character": one.id, "other": other.id}),
        ]
    )
    try:
        session.act(Act(name, data, "gm", "to see"))
    except (Refused, Unreadable):
        return "", ()
    return name, about


def test_a_swap_moves_places_and_not_whose_turn_it_is() -> None:
    """foundryvtt#12990, yearzero-combat#59: swapping two units also swaps whose turn it is.

    Two who have not acted change places; turn, AP, marks and totals stay. Who acts or has acted is in no
    swap, with the clause. The log names both and who did it, and one undo takes it back.
    """
    court = four()
    court.play("ann end")
    court.pass_over()
    before, ap = court.hash, {one.id: one.ap for one in court.state.characters.values()}
    events = len(court.table.session.records)
    court.act("order", character="cid", other="dan", reason="Dan is nearer")
    assert court.state.order == ["ann", "bob", "dan", "cid"]
    assert court.current == "bob"
    assert {one.id: one.ap for one in court.state.characters.values()} == ap
    new = [type(record.event).__name__ for record in court.table.session.records[events:]]
    assert new == ["OrderSwapped"]
    slots = court.sides["A"].view["fight"]["order"]
    assert [(slot["character"], slot["state"]) for slot in slots] == [
        ("ann", "past"),
        ("bob", "now"),
        ("dan", "next"),
        ("cid", "next"),
    ]
    entry = court.sides["B"].log[max(court.sides["B"].log)]
    assert "Gemma lets Cid and Dan change places in the order." in court.sides["B"].says()[-1]
    assert "Dan is nearer" in str(entry)
    for one, other in (("bob", "cid"), ("cid", "ann")):
        message = {"name": "order", "data": {"character": one, "other": other}, "reason": "no"}
        assert court.master.ask("act", **message)["clause"] == "P2.2"
    court.master.do("undo")
    assert court.hash == before
    court.master.do("redo")
    court.pass_turns("bob", "dan", "cid")
    assert [event.character for event in court.events("TurnBegan")] == ["ann", "bob", "dan", "cid"]


def test_editing_what_initiative_hangs_on_fires_nothing_and_moves_nobody() -> None:
    """foundryvtt#12747: editing initiative fires start and end effects though nobody's turn changed.

    Dexterity lies in the sheet, and a given Advantage in initiative counts with the next contest: neither
    moves anybody in this round.
    """
    court = four()
    events = len(court.table.session.records)
    court.act("edge", character="dan", on="initiative", count=1)
    assert court.state.order == ["ann", "bob", "cid", "dan"]
    assert [type(record.event).__name__ for record in court.table.session.records[events:]] == ["EdgeGranted"]
    court.pass_turns("ann", "bob", "cid", "dan")
    dice = {}
    while court.state.ordering:
        prompt = court.master.view["prompts"][0]
        dice[prompt["seat"]] = len(prompt["dice"])
        court.play({"ann": "ann 9", "bob": "bob 8", "cid": "cid 7", "dan": "dan 3 17"}[prompt["seat"]])
    assert court.state.order == ["dan", "ann", "bob", "cid"]
    assert dice == {"ann": 1, "bob": 1, "cid": 1, "dan": 2}


@pytest.mark.parametrize("down", [("ann",), ("ann", "bob"), ("bob", "cid"), ("dan",), ("cid", "dan")])
def test_who_is_down_is_stepped_over_wherever_it_stands(down: tuple[str, ...]) -> None:
    """dnd5e#3760, foundryvtt#14472: defeated units get turns when the step goes backwards or at the wrap.

    First, in the middle, last: they get no turn, forwards or by undo, are asked for no Pivot and roll for no
    order; the strip shows them as out.
    """
    court = four()
    for id_ in down:
        court.act("set", character=id_, field="hp", value=0)
        court.pass_over()
    turns = []
    while court.state.round == 1:
        court.pass_over()
        turns.append(court.current)
        assert not {seat for seat, _ in court.asked()} & set(down)
        court.play(f"{court.current} end")
        assert not {seat for seat, _ in court.asked()} & set(down)
        if court.state.round == 1:
            court.master.do("undo")
            assert court.current == turns[-1]
            court.master.do("redo")
    assert [id_ for id_ in turns if id_ not in down] == turns
    assert turns == [id_ for id_ in ("ann", "bob", "cid", "dan") if id_ not in down]
    thrown = []
    while court.state.ordering:
        seat = court.master.view["prompts"][0]["seat"]
        thrown.append(seat)
        court.play(f"{seat} {10 - len(thrown)}")
    assert not set(thrown) & set(down)
    assert len(thrown) == 4 - len(down)


@pytest.mark.parametrize("after", [0, 1, 3])
def test_who_joins_in_mid_round_waits_for_the_next_and_shuffles_nobody(after: int) -> None:
    """improved-initiative#229, StarWarsFFG#2335: adding a creature in mid-fight reverses the order; late
    joiners cannot roll initiative.

    At the first, a middle and the last place the order stays. The log says when the newcomer acts and with
    how many AP; it pays for nothing till then, rolls with all the others in the next round, and has 3 AP.
    """
    court = four()
    court.pass_turns(*court.state.order[:after])
    court.act("add", sheet="fighter", side="B", square="C5", name="Eve")
    court.master.do("set_dice", seat="fighter", dice="typed")
    assert court.state.order == ["ann", "bob", "cid", "dan"]
    assert "acts from the next round" in court.master.says()[-1]
    assert "0 AP till then" in str(court.sides["A"].log[max(court.sides["A"].log)])
    slots = court.sides["A"].view["fight"]["order"]
    last = slots[-1]
    assert (last["character"], last["state"], last["total"]) == ("fighter", "next", None)
    assert court.shown("fighter")["status"] == "from the next round"
    rest = court.state.order[after:]
    for id_ in rest:
        assert "fighter" not in {seat for seat, _ in court.asked()}
        court.pass_turns(id_)
    court.set_order("fighter", "ann", "bob", "cid", "dan")
    assert court.state.order == ["fighter", "ann", "bob", "cid", "dan"]
    assert court["fighter"].ap == 3
    court.pass_over()
    assert court.current == "fighter"


def test_ties_stay_as_they_were_rolled_off() -> None:
    """initiative-tracker#294, tracker#183, VirtualGM#410: ties go the wrong way, are skipped as a pair, or
    flip each round.

    A roll-off stands in the log, both tied ones have their turn, and neither undo and redo nor a correction
    turns it round; the next round is rolled anew.
    """
    court = Court(court_of_two())
    court.play("ann 9", "bob 9", "ann 4", "bob 12")
    assert court.state.order == ["bob", "ann"]
    assert "so a roll-off: Ann 4 and Bob 12" in str(court.sides["A"].log)
    court.act("set", character="ann", field="hp", value=19)
    court.pass_over()
    for _ in range(2):
        court.master.do("undo")
    for _ in range(2):
        court.master.do("redo")
    assert court.state.order == ["bob", "ann"]
    court.pass_over()
    court.pass_turns("bob")
    assert court.current == "ann"
    court.pass_turns("ann")
    court.play("ann 9", "bob 9", "ann 12", "bob 4")
    assert court.state.order == ["ann", "bob"]


def court_of_two() -> Any:
    """Two who are alike and far apart."""
    return court("\nA....B\n......\n", "fighter:ann A E", "fighter:bob B W")


# Action Points


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_ap_come_once_a_round_after_the_order_and_never_else(scenario: str) -> None:
    """Nimble#278, #48, dc20rpg#37: actions refresh at the turn's end instead of the round's start, or twice;
    starting the fight resets what was rolled.

    Over random fights: the order and the AP come once a round and in this sequence, before any turn of it;
    to each who acts exactly once; all other AP are those of a Wait or a critical defence, one at a time.
    """
    loaded = load_scenario(scenario)
    random = Random(scenario)
    session = Session(loaded.system, loaded.start(), CounterDice(scenario))
    for _ in range(600):
        if session.pending is None:
            break
        take(session, *any_answer(session, random))
    kinds = ("RoundBegan", "OrderSet", "ApGained", "TurnBegan", "ApBonus")
    seen = [record.event for record in session.records if type(record.event).__name__ in kinds]
    assert sum(type(event).__name__ == "RoundBegan" for event in seen) > 3
    for number, event in enumerate(seen):
        match type(event).__name__:
            case "RoundBegan":
                after = [type(one).__name__ for one in seen[number + 1 : number + 3]]
                assert after == ["OrderSet", "ApGained"][: len(after)]
            case "ApGained":
                assert type(seen[number - 1]).__name__ == "OrderSet"
                gainers = [id_ for id_, _, _ in event.gains]
                assert gainers == list(seen[number - 1].order)
                assert all(after == min(5, before + 3) for _, before, after in event.gains)
            case "ApBonus":
                assert event.why in ("Wait", "critical defence")
                assert event.after == min(5, event.before + 1)


FIXTURES: dict[str, tuple[tuple[str, ...], dict[str, int]]] = {
    "nothing spent": (("ann end", "bob end"), {"ann": 5, "bob": 5}),
    "one spent of three": (("ann pivot S", "ann end", "bob end"), {"ann": 5, "bob": 5}),
    "two spent of three": (("ann pivot S", "ann pivot N", "ann end", "bob end"), {"ann": 4, "bob": 5}),
    "all spent": (
        ("ann pivot S", "ann pivot N", "ann words", "ann end", "bob end"),
        {"ann": 3, "bob": 5},
    ),
    "a Wait is capped with the round's": (("ann wait", "bob end"), {"ann": 5, "bob": 5}),
    "spent out of turn": (
        ("bob pivot N", "ann end", "bob words", "bob words", "bob end"),
        {"ann": 5, "bob": 3},
    ),
    "a critical defence with nothing left": (
        (
            "ann pivot E",
            "ann end",
            "bob words",
            "bob words",
            "bob attack bare-hands ann",
            "bob 3",
            "ann take",
            "ann 20",
            "bob end",
        ),
        {"ann": 5, "bob": 3},
    ),
}


@pytest.mark.parametrize("fixture", FIXTURES)
def test_what_is_there_at_the_next_round(fixture: str) -> None:
    """Nimble#278, dc20rpg#37, fo2_ecco#28: what was left is doubled, lost, or given twice.

    What is there is what was kept and 3, and 5 at most, however it was spent or gained; undo to the round's
    start and redo give the same.
    """
    answers, then = FIXTURES[fixture]
    court = Court(court_side_by_side(), "ann", "bob")
    court.play(*answers)
    court.pass_over()
    kept = {one.id: one.ap for one in court.state.characters.values()}
    court.set_order("ann", "bob")
    assert court.state.round == 2
    assert {one.id: one.ap for one in court.state.characters.values()} == then
    assert then == {id_: min(5, ap + 3) for id_, ap in kept.items()}
    shown = {id_: [court.shown(id_)[key] for key in ("ap", "kept", "gained")] for id_ in then}
    assert shown == {id_: [then[id_], kept[id_], then[id_] - kept[id_]] for id_ in then}
    before = court.hash
    court.master.do("undo")
    court.master.do("redo")
    assert court.hash == before


def court_side_by_side() -> Any:
    """Two side by side who face away from each other, so that neither threatens the other."""
    return court("\n.AB.\n....\n", "fighter:ann A N", "fighter:bob B S")


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_an_option_says_it_costs_is_what_is_paid_with_it(scenario: str, seed: int) -> None:
    """foundryvtt-lancer#143: using an action should spend it, moving should spend movement.

    Whatever is picked in a turn, the AP shown on it are paid for it, neither more nor less; a walk's cost in
    Paces as its row says is what is taken of the Move.
    """
    loaded = load_scenario(scenario)
    random = Random(seed)
    session = Session(loaded.system, loaded.start(), CounterDice(f"costs {seed}"))
    paid_for = walked = 0
    shown: dict[str, Any] | None = None
    since, seat = 0, ""
    for _ in range(500):
        pending = session.pending
        if pending is None:
            break
        part, value = any_answer(session, random)
        question: Any = None if isinstance(value, tuple) else pending.request
        if getattr(question, "kind", "") == "turn":
            if shown is not None and session.encounter.state.outcome is None:
                events = [record.event for record in session.records[since:]]
                paid = _paid(events, seat)
                # The turns of others lie between two questions of one seat only after the turn's end.
                if shown["id"] not in ("end", "wait"):
                    assert paid == sum(pip["count"] for pip in shown["cost"]), shown["id"]
                    paid_for += paid > 0
                walks = [event for event in events if type(event).__name__ == "Walked"]
                if shown["id"].split()[0] in ("move", "free", "walk") and walks:
                    assert shown["detail"] == f"{walks[0].cost} Pace{'s' if walks[0].cost != 1 else ''}"
                    walked += 1
            options = session.system.question(session.encounter, question, GM_VIEWER)["options"]
            shown = next(one for one in options if one["id"] == value)
            seat = question.seat
            since = len(session.records)
        take(session, part, value)
    assert paid_for > 10
    assert walked > 5


def _paid(events: list[Any], seat: str) -> int:
    """The AP that somebody paid in its own turn."""
    return sum(
        event.ap
        for event in events
        if type(event).__name__ == "ApPaid" and event.character == seat and event.in_turn
    )
