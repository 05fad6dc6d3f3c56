"""Cantor: hexes. Lines that are the same both ways, cover and corners, shoves, what others know of who is
Hidden, and bots that take what the rules offer.
"""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

from affray.board.hex_lines import line
from affray.bots.players import BOTS
from affray.content import load_scenario
from affray.dice.counter import CounterDice
from affray.kernel.codec import state_hash
from affray.kernel.requests import Choose
from affray.kernel.session import Session
from affray.systems.cantor.legal import offered
from affray.systems.cantor.lines import barred, cover_on_line, hexes_between
from tests.asks.cantor_stage import SCENARIOS, Pan, bots_answer, pan
from tests.contract.play import copy_of, take

# Lines


@pytest.mark.parametrize("size", [(5, 5), (6, 4)])
def test_what_sees_is_seen_over_every_ground(size: tuple[int, int]) -> None:
    """dnd5e-helpers#90, #206, dnd5e#1962: corner shots go one way only.

    Over random walls, for every pair of hexes: the line is barred both ways or neither way, by a hex that
    lies on the published line, and never by a hex of either end.
    """
    width, height = size
    random = Random(3)
    walls = 0
    for _ in range(6):
        drawn = "".join(random.choice("...#") for _ in range(width * height - 2))
        text = "A" + drawn + "B"
        rows = "\n".join(text[at : at + width] for at in range(0, len(text), width))
        fight = pan(f"\n{rows}\n", "granite:ann A", "brute:bob B").start()
        for one, other in product(range(width * height), repeat=2):
            there, back = barred(fight, one, other), barred(fight, other, one)
            assert (there is None) is (back is None)
            assert set(line(fight.book.board, one, other)) == set(line(fight.book.board, other, one))
            if there is not None:
                assert there in line(fight.book.board, one, other)
                assert there not in (one, other)
                walls += 1
    assert walls > 100


CORNERS = {
    "behind the target": ("\nA..B#\n.....\n", None, "none"),
    "behind the attacker": ("\n#A..B\n.....\n", None, "none"),
    "beside the line": ("\nA...B\n.##..\n", None, "none"),
    "on the line": ("\nA.#.B\n.....\n", "C1", "none"),
    "one of two along an edge": ("\n..A..\n..#..\n..B..\n", "C2", "none"),
    "the other of two along an edge": ("\n..A..\n.#...\n..B..\n", "B2", "none"),
    "neither of two along an edge": ("\n..A..\n#..#.\n..B..\n", None, "none"),
    "touched at a corner alone": ("\nA..\n.#.\n...\nB..\n", None, "none"),
    "cover behind the target": ("\nA..Bh\n.....\n", None, "none"),
    "cover behind the attacker": ("\nhA..B\n.....\n", None, "none"),
    "cover next to the line": ("\nA...B\n.hh..\n", None, "none"),
    "cover on the line": ("\nA..hB\n.....\n", None, "hard"),
    "soft and hard on the line": ("\nA.shB\n.....\n", None, "hard"),
    "cover on one side of an edge": ("\n..A..\n.s...\n..B..\n", None, "soft"),
    "a unit between": ("\nA.C.B\n.....\n", None, "none"),
}


@pytest.mark.parametrize("case", CORNERS)
def test_corners_edges_and_what_lies_behind(case: str) -> None:
    """dnd5e-helpers#90, #206, dnd5e#1962: a wall behind the target gives cover; corner shots fail.

    Drawn as they lie: what bars the line and is named in the refusal, which cover is shown and thrown with;
    a unit between is no cover.
    """
    board, blocking, cover = CORNERS[case]
    people = ["granite:ann A", "brute:bob B", *(["granite:cid A"] if "C" in board else [])]
    stage = Pan(pan(board, *people))
    stage.go("ann")
    fight = stage.table.session.encounter
    assert cover_on_line(fight, stage["ann"].hex, stage["bob"].hex)[0] == cover
    if blocking is None:
        aims = {aim["option"]: aim for aim in stage.sides["A"].view["fight"]["aims"]}
        assert aims["skirmish gun bob"]["cover"] == cover
        stage.play("ann skirmish gun bob")
        dice = stage.master.prompt(seat="ann")["dice"]
        assert len(dice) == 1 + {"none": 0, "soft": 1, "hard": 2}[cover]
    else:
        refusal = stage.refused("ann", "skirmish gun bob")
        assert refusal["clause"] == "C6.4"
        assert blocking in refusal["text"]
    back = Pan(pan(board.replace("A", "?").replace("B", "A").replace("?", "B"), *people))
    back.go("ann")
    assert ("skirmish gun bob" in back.offers("ann")) is (blocking is None)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_cover_lines_and_dice_shown_are_those_thrown(scenario: str) -> None:
    """dnd5e#1962: the picture shows another line than the one that counts. For every shot that is offered the
    line drawn is the one published, and its dice are those that are asked for.
    """
    random = Random(4)
    stage = Pan(load_scenario(scenario), typed=True)
    looked = 0
    for _ in range(120):
        if stage.state.outcome is not None or looked > 12:
            break
        prompt = stage.master.view["prompts"][0]
        aims = stage.master.view["fight"]["aims"]
        shots = [aim for aim in aims if aim["option"].split()[0] in ("skirmish", "barrage")]
        place = {"stamp": prompt["stamp"], "part": prompt["part"]}
        if shots and prompt["question"]["kind"] == "turn":
            aim = random.choice(shots)
            invisible = stage[aim["target"]].has("Invisible")
            unit = stage[prompt["seat"]]
            assert aim["hexes"] == list(
                line(stage.table.session.encounter.book.board, unit.hex, stage[aim["target"]].hex)
            )
            stage.master.do("answer", **place, pick=aim["option"])
            fracture = (
                stage.table.session.encounter.book.sheets[unit.sheet].stone == "Obsidian" and unit.fractured
            )
            if not invisible and not fracture:
                asked = stage.master.prompt(seat=prompt["seat"])
                assert [die["sides"] for die in asked["dice"]] == [20, *[6] * abs(aim["net"])]
                looked += 1
            continue
        session = stage.table.session
        part, value = bots_answer(session, random)
        given: dict[str, Any] = {"faces": list(value)} if isinstance(value, tuple) else {"pick": value}
        stage.master.do("answer", stamp=prompt["stamp"], part=part, **given)
    assert looked > 4


# Forced movement


@pytest.mark.parametrize("how", ["a weapon", "the GM"])
@pytest.mark.parametrize("condition", ["", "Slowed", "Immobilized", "Prone", "Stunned"])
def test_a_shove_costs_its_target_nothing_and_minds_neither_ground_nor_condition(
    condition: str, how: str
) -> None:
    """dnd5e#7290, crucible#897: forced movement costs movement and minds rough ground.

    Over difficult ground, whatever bars the target's own movement: it goes two hexes, its Move, its Quicks
    and Reaction are whole, no Overwatch is asked, and no HP are lost by it.
    """
    start = f" {{ conditions = ['{condition}'] }}" if condition else ""
    stage = Pan(pan("\n.AB:::\n...C..\n......\n", "shover:ann A", f"brute:bob B{start}", "granite:cid A"))
    stage.go("ann")
    if how == "a weapon":
        stage.play("ann skirmish bar bob", f"ann 15{' 1' if condition == 'Prone' else ''}")
        stage.pass_over()
        hp = 19
    else:
        stage.act("force", unit="bob", source="A1", hexes=2)
        hp = 20
    while stage.asked() and stage.asked()[0][1] == "shove":
        seat, _ = stage.asked()[0]
        options = stage.master.prompt("shove", seat)["question"]["options"]
        stage.play(f"{seat} {next(one['id'] for one in options if one['id'] in ('to D1', 'to E1'))}")
    assert stage.at("bob") == "E1"
    assert stage["bob"].hp == hp
    assert stage["bob"].reaction
    assert not [one for one in stage.asked() if one[1] == "overwatch"]
    assert not stage.events("Moved")
    assert all(event.by in (None, "ann") for event in stage.events("Shoved"))
    stage.act("condition", unit="bob", condition="Prone", on=False)
    stage.pass_turns("ann")
    stage.go("bob")
    turn = stage.master.view["fight"]["turn"]
    assert (turn["move"], turn["quick"], turn["full"]) == (True, 2, True)


@pytest.mark.parametrize("stop", ["B.C", "B.#", "B."])
def test_a_shove_that_is_stopped_deals_no_damage_and_says_what_stopped_it(stop: str) -> None:
    """crucible#897: blocked paces vanish without a word, or hurt where the rules say nothing.

    By a unit, by terrain, by the board's end after one hex: it stops there, the log says before what, and no
    HP are lost but by the hit.
    """
    people = ["shover:ann A", "brute:bob B", *(["brute:cid B"] if "C" in stop else [])]
    stage = Pan(pan(f"\nA{stop}\n", *people))
    stage.play("ann skirmish bar bob", "ann 15")
    stage.pass_over()
    while stage.asked()[0][1] == "shove":
        stage.play("ann to C1")
    assert stage.at("bob") == "C1"
    assert [event.amount for event in stage.events("DamageTaken")] == [1]
    assert (
        stage.events("Shoved")[-1].stopped
        == {"C": "unit", "#": "terrain", ".": "edge of the board"}[stop[-1]]
    )


@pytest.mark.parametrize("face", [9, 10])
@pytest.mark.parametrize("by", ["a Ram", "the GM"])
def test_a_lethal_edge_always_offers_the_save(by: str, face: int) -> None:
    """dnd5e#7290, crucible#897: a lethal edge offers no save, or is offered to walkers.

    By a Ram and by the GM: the save is asked of the unit, its chance can be seen before, success leaves it on
    the last safe hex and Prone, failure ends it with all its Structure. Nobody is offered to walk over it.
    """
    stage = Pan(pan("\n.AB~\n....\n", "granite:ann A", "granite:bob B"))
    stage.go("ann")
    assert not [id_ for id_ in stage.offers("ann") if id_.endswith("D1")]
    if by == "a Ram":
        stage.play("ann ram bob", "ann 15")
    else:
        stage.act("force", unit="bob", source="B1", hexes=1)
    if stage.asked()[0][1] == "shove":
        seat, _ = stage.asked()[0]
        stage.play(f"{seat} to D1")
    assert stage.asked() == [("bob", "dice")]
    stage.play(f"bob {face}")
    if face == 10:
        assert stage.at("bob") == "C1"
        assert stage.conditions("bob") == ["Prone"]
        assert stage.state.outcome is None
    else:
        assert (stage["bob"].out, stage["bob"].structure) == ("destroyed", 4)
        assert stage.state.outcome == "The one side win"


def test_a_grapple_and_a_hiding_place_end_where_a_shove_leads() -> None:
    """crucible#897: what hangs on a place stays behind after a shove. The grapple ends when they are apart,
    with both its Immobilized, in the same step; undone it is back.
    """
    stage = Pan(pan("\n..AB..\n......\n", "granite:ann A { grapples = 'bob' }", "brute:bob B"))
    assert stage.conditions("ann") == stage.conditions("bob") == ["Immobilized"]
    before = stage.hash
    stage.act("force", unit="bob", source="C1", hexes=1)
    while stage.asked()[0][1] == "shove":
        stage.play(f"{stage.asked()[0][0]} to E1")
    assert stage.conditions("ann") == stage.conditions("bob") == []
    assert stage["ann"].grapple is None
    stage.master.do("undo")
    if stage.hash != before:
        stage.master.do("undo")
    assert stage.hash == before


# What others know


def test_no_preview_of_a_hidden_unit_leaves_its_own_side() -> None:
    """fvtt-elevation-ruler#207: the ruler reveals a hidden unit moving.

    While Bob is Hidden and acts: his ways, ring, aims, budget and prompts go to his own side alone; asking
    for odds sends nothing to others; his walk tells them a marker.
    """
    board = "\nA.......\n...hhh..\n...hhh..\n.B......\n"
    stage = Pan(pan(board, "granite:ann A", "brute:bob B { at = 'E3' }"))
    stage.pass_turns("ann")
    stage.play("bob hide")
    assert stage["bob"].has("Hidden")
    foe, own, watcher = stage.sides["A"], stage.sides["B"], stage.connect(name="Wim")
    assert own.view["fight"]["ways"]
    for page in (foe, watcher):
        fight = page.view["fight"]
        assert (fight["ways"], fight["ring"], fight["aims"]) == ([], None, [])
        assert "bob" not in [one["id"] for one in fight["units"]]
        turn = fight["turn"]
        assert turn["unit"] is None
        assert not any(turn[part] for part in ("move", "quick", "full", "reaction"))
        assert [one["side"] for one in fight["markers"]] == ["B"]
    received = [len(page.received) for page in (foe, watcher)]
    prompt = own.prompt("turn", "bob")
    own.send("want_odds", stamp=prompt["stamp"], part=0, option="skirmish gun ann")
    assert own.odds
    assert [len(page.received) for page in (foe, watcher)] == received
    stage.play("bob move F3")
    assert stage.at("bob") == "F3"
    for page, before in zip((foe, watcher), received, strict=True):
        sent = b"".join(page.received[before:])
        assert sent
        assert b"Moved" not in sent
        assert b"Bob" not in sent
        assert b'"bob"' not in sent
        assert len(page.view["fight"]["markers"]) == 1


# Bots


@pytest.mark.parametrize("way", range(6))
@pytest.mark.parametrize("bot", ["greedy"])
def test_a_bot_attacks_in_every_direction_that_the_engine_offers(bot: str, way: int) -> None:
    """ja2-stracciatella#1321: the AI does not see that it can attack on the diagonal and wastes its turn."""
    place = ["D3", "C4", "B4", "B3", "B2", "C2"][way]
    rows = [list("....."), list("....."), list("..A.."), list("....."), list(".....")]
    column, row = "ABCDE".index(place[0]), int(place[1]) - 1
    rows[row][column] = "B"
    board = "\n" + "\n".join("".join(one) for one in rows) + "\n"
    stage = Pan(pan(board, "shover:ann A", "brute:bob B"))
    stage.go("ann")
    fight = stage.table.session.encounter
    if hexes_between(fight, stage["ann"].hex, stage["bob"].hex) > 1:
        pytest.fail("the map is drawn wrong")
    request: Any = stage.table.session.pending.request  # type: ignore[union-attr]
    answer = BOTS[bot](stage.table.session.system, fight, request, 0, Random(1).randrange)
    assert str(answer).split()[0] in ("skirmish", "barrage", "ram")


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_bot_weighs_the_engines_own_list_and_nothing_else(scenario: str) -> None:
    """ja2-stracciatella#1321: the bot has a geometry of its own that misses what the rules allow.

    Over fights of bots: each question of a turn has the very list of the rules; there is a worth for every
    option of it, in order, and nothing is changed by weighing; the answer is one of them.
    """
    loaded = load_scenario(scenario)
    random = Random(scenario)
    session = Session(loaded.system, loaded.start(), CounterDice(scenario))
    turns = 0
    for _ in range(160):
        if session.pending is None:
            break
        request: Any = session.pending.request
        part, value = bots_answer(session, random)
        if isinstance(request, Choose) and request.kind == "turn":
            fight = session.encounter
            unit = fight.state.units[request.seat]
            assert [one.id for one in request.options] == [
                one.id for one in offered(fight, unit, fight.state.turn)
            ]
            before = state_hash(fight.state)
            worths = session.system.appraise(copy_of(fight), request)
            assert len(worths) == len(request.options)
            assert state_hash(fight.state) == before
            assert value in [one.id for one in request.options]
            turns += 1
        take(session, part, value)
    assert turns > 20
