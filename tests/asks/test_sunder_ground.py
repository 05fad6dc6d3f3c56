"""Sunder: zones, ways, movement that is closed or forced, sight, and what is offered there.

What a clause test already proves is not proved again: bands at their borders, ways added up, narrow zones
(S11.1 to S11.5, tests/systems/sunder/test_movement.py).
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from affray.bots.players import BOTS
from affray.content import load_scenario
from affray.dice.counter import CounterDice
from affray.kernel.session import Session
from affray.kernel.system import GM_VIEWER
from tests.asks.sunder_stage import SCENARIOS, THINGS, Yard, bots_answer, scene
from tests.contract.play import take

WAYS = 'passages = [["yard", "step"], ["step", "road"], ["road", "field"]]'
BANDS = {"Here": 1, "Near": 2, "Close": 6, "There": 12, "Far": 24}


def alone(*people: str, more: str = "") -> Yard:
    """Ann acts, with Bob on the road unless it is said otherwise."""
    return Yard(scene(*(people or ("fighter:ann A", "brute:bob B road")), more=THINGS + more))


# Movement


@pytest.mark.parametrize("pieces", [("road",), ("step", "road")])
def test_a_movement_in_pieces_is_shown_and_charged_as_in_one(pieces: tuple[str, ...]) -> None:
    """foundryvtt-lancer#143: moving should spend movement, and panel and engine disagree.

    30 feet in one or in two: what is left is shown on every page after each piece, and at the end none is;
    a way that is longer than what is left is refused or not on offer.
    """
    stage = alone("fighter:ann A", "brute:bob B field")
    at = {"yard": 0, "step": 5, "road": 30}
    for number, zone in enumerate(pieces):
        if number == 0:
            assert stage.options("ann")["default bottom field"]["refusal"]["clause"] == "S11.5"
            stage.play(f"ann default bottom {zone}", "ann card narrate")
        else:
            assert "go on field" not in stage.options("ann")
            stage.play(f"ann go on {zone}")
        left = 30 - at[zone]
        for page in stage.everybody():
            assert page.view["fight"]["turn"]["feet_left"] == left
    assert stage["ann"].zone == "road"
    assert not [id_ for id_ in stage.options("ann") if id_.startswith("go on")]


def test_what_is_left_of_a_movement_goes_once_another_half_begins() -> None:
    """foundryvtt-lancer#143: movement that is not spent stays for ever. It goes with the next half."""
    stage = alone("fighter:ann A", "brute:bob B step")
    stage.play("ann default bottom step", "ann card narrate")
    assert stage.sides["B"].view["fight"]["turn"]["feet_left"] == 25
    stage.play("ann strike top sword bob", "ann 5", "ann 4")
    # Both halves are played and the rest is lost: the turn is over.
    assert stage.asked() == [("gm", "slot")]
    assert stage["ann"].zone == "step"


def test_forced_movement_costs_nothing_asks_nobody_and_minds_no_condition() -> None:
    """dnd5e#7290, crucible#897: forced movement should cost nothing.

    Rooted, Slowed and in the own turn, Ann is pushed by the GM's hand: no half, no Movement and no Test of
    hers is spent.
    """
    stage = alone()
    for name in ("Rooted", "Slowed"):
        stage.act("condition", creature="ann", condition=name, on=True, amount=1)
    since = len(stage.table.session.records)
    stage.act("push", creature="ann", source="step", spaces=24)
    assert stage["ann"].zone == "field"
    kinds = {type(record.event).__name__ for record in stage.table.session.records[since:]}
    assert kinds == {"Moved"}
    assert stage.asked() == [("ann", "turn")]
    turn = stage.master.view["fight"]["turn"]
    assert (turn["plays"], turn["feet_left"]) == ([], 0)


def test_a_reaction_to_movement_comes_once_for_each_move_and_to_whom_it_concerns() -> None:
    """bg3dnd#288: windows come twice, or for those whom they do not concern.

    Nobody without such a Trait is asked about any movement: walking past four of them asks nothing.
    """
    stage = alone("fighter:ann A", "brute:bob B step", "wasp:dan B step", "veteran:cid A step")
    stage.play("ann default bottom road", "ann card narrate")
    assert stage.asked() == [("ann", "turn")]
    assert stage["ann"].zone == "road"


# What is shown is what counts


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_ways_bands_and_sight_on_the_page_are_those_of_the_rules(scenario: str) -> None:
    """drag-ruler#142: a ruler of its own in the page.

    Every pair of zones has one distance, the same from both ends; its band is that of its feet; what a zone
    sees is seen from there; each way leads back.
    """
    stage = Yard(load_scenario(scenario), typed=False, begin=False)
    fight = stage.sides["A"].view["fight"]
    shown = {(zone, one["zone"]): one for zone, found in fight["distances"].items() for one in found}
    places = {zone["id"]: (zone["x"], zone["y"]) for zone in fight["zones"]}
    for (zone, other), one in shown.items():
        back = shown[other, zone]
        assert (one["feet"], one["band"], one["sight"]) == (back["feet"], back["band"], back["sight"])
        apart = max(abs(a - b) for a, b in zip(places[zone], places[other], strict=True))
        tiles = max(1, apart)
        assert one["feet"] == 5 * tiles
        assert one["band"] == next((name for name, far in BANDS.items() if tiles <= far), "Yonder")
    ways = {(zone["id"], other) for zone in fight["zones"] for other in zone["ways"]}
    assert ways == {(other, zone) for zone, other in ways}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_where_an_option_leads_is_where_one_stands_then(scenario: str) -> None:
    """compcon#3388: something is shown and not done. Every Movement a bot chooses ends where its row points,
    no further than what is left, and nobody is aimed at who is out of the range that is shown.
    """
    loaded = load_scenario(scenario)
    random = Random(scenario)
    session = Session(loaded.system, loaded.start(), CounterDice(f"ground {scenario}"))
    moves = 0
    for _ in range(240):
        if session.pending is None:
            break
        question: Any = session.pending.request
        part, value = bots_answer(session, random)
        if getattr(question, "kind", "") == "turn" and str(value).startswith(
            ("go on", "shift top", "default bottom")
        ):
            options = session.system.question(session.encounter, question, GM_VIEWER)["options"]
            row = next(one for one in options if one["id"] == value)
            assert row["target_kind"] == "place"
            take(session, part, value)
            while kind_asked(session) == "spend card":
                take(session, *bots_answer(session, random))
            creature = session.encounter.state.creatures[question.seat]
            if kind_asked(session) in ("turn", "slot") and not creature.has("Slowed"):
                assert creature.zone == row["target"]
                moves += 1
        else:
            take(session, part, value)
    assert moves >= 1


def kind_asked(session: Session) -> str:
    """The kind of the open question; empty for a roll, or where none is open."""
    return "" if session.pending is None else str(getattr(session.pending.request, "kind", ""))


def test_no_sight_is_refused_alike_in_page_answer_and_from_the_other_end() -> None:
    """pf2e-perception#46, dnd5e#1962: targets without a line of effect should be refused."""
    stage = alone("archer:ann A", "brute:bob B road", more='unseen = [["yard", "road"]]\n')
    refusal = stage.options("ann")["strike top bow bob"]["refusal"]
    assert refusal["clause"] == "S11.2"
    told = stage.refused("ann", "strike top bow bob")
    assert (told["text"], told["clause"]) == (refusal["text"], "S11.2")
    stage.act("move", creature="bob", zone="step")
    assert stage.options("ann")["strike top bow bob"]["refusal"] is None


def test_a_foe_here_taxes_a_shot_once_and_the_option_says_so() -> None:
    """compcon#3388, pf2e#11864: a penalty is applied and not shown, or once for each.

    Two foes Here are one Disadvantage: the row says two dice, the lowest, and that is what is thrown; with
    one of them down it stays, with both gone it goes.
    """
    stage = alone("archer:ann A", "brute:bob B", "wasp:dan B", "plain:gus B road")
    for gone, dice in ((None, 3), ("bob", 3), ("dan", 1)):
        if gone:
            stage.act("marks", creature=gone, amount=3)
        detail = stage.options("ann")["strike top bow gus"]["detail"]
        assert ("the lowest" in detail) is (dice == 3)
        stage.play("ann strike top bow gus")
        assert len(stage.master.prompt(seat="ann")["dice"]) == dice
        stage.master.do("undo")


def test_a_countdown_is_moved_from_where_its_thing_is_and_shown_to_all() -> None:
    """foundryvtt-lancer#143: panel and engine disagree. The winch is worked within Here alone, with the
    Skills of its Countdown, Risky as the card says; what the die shows is what every page shows.
    """
    stage = alone("fighter:ann A road", "brute:bob B field")
    refusal = stage.options("ann")["manipulate top Feat winch"]["refusal"]
    assert refusal["clause"] == "S11.2"
    stage.act("move", creature="ann", zone="yard")
    stage.play("ann manipulate top Feat winch")
    # Risky without any die of her own: one die less, so two are thrown and the lowest counts.
    assert [die["sides"] for die in stage.master.prompt(seat="ann")["dice"]] == [20, 4, 4]
    stage.play("ann 10 1 1")
    for page in stage.everybody():
        (gate,) = page.view["fight"]["countdowns"]
        assert (gate["hope"], gate["dread"], gate["size"]) == (5, 6, 6)


# Bots


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_bot_picks_from_what_the_engine_offers_and_nothing_else(scenario: str) -> None:
    """ja2-stracciatella#1321, forge#6411: the AI wastes its turn on what it cannot do, or does not see
    what it can.

    Both bots over a scene: each pick is on offer, and no turn takes more than a few steps.
    """
    loaded = load_scenario(scenario)
    for bot in ("greedy", "random"):
        random = Random(bot)
        session = Session(loaded.system, loaded.start(), CounterDice(f"bots {scenario}"))
        steps, longest, turn = 0, 0, 0
        for _ in range(160):
            pending = session.pending
            if pending is None:
                break
            question: Any = pending.request
            part = pending.open_parts()[0]
            if getattr(question, "kind", "") == "turn":
                pick = BOTS[bot](session.system, session.encounter, question, part, random.randrange)
                assert pick in [option.id for option in question.options]
                steps = steps + 1 if session.encounter.state.turns == turn else 1
                turn, longest = session.encounter.state.turns, max(longest, steps)
                session.answer(pending.stamp, part, pick, bot)
            else:
                take(session, *bots_answer(session, random))
        assert 1 < longest <= 12
