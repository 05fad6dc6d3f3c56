"""Pace: squares, ways, forced movement, sight and facing.

What a clause test already proves is not proved again: lines of sight as drawn maps, the same from both ends
and against every line (dnd5e-helpers#90, #206: P8.3, tests/board/test_sight.py); one way in pieces costs the
same, and what is shown is what is charged (drag-ruler#142: P6.2, tests/systems/pace/test_movement.py);
forced movement ignores costs and provokes nothing (P7.4, P7.5, tests/systems/pace/test_forced.py).
"""

from __future__ import annotations

from typing import Any

import pytest

from affray.board.squares import FACINGS, STEPS
from affray.bots.players import BOTS
from tests.asks.pace_stage import Court, court

OPEN = """
..........
A.........
..........
..........
.........B
"""


def alone(board: str = OPEN, *people: str, **ann: str) -> Court:
    """Ann acts, with Bob far away unless it is drawn otherwise."""
    combatants = people or ("fighter:ann A E", "fighter:bob B E")
    return Court(court(board, *combatants), "ann", "bob")


# Ways


@pytest.mark.parametrize("pieces", [("D5",), ("B3", "D5"), ("B3", "C4", "D5"), ("C4", "D5")])
def test_a_way_in_pieces_is_shown_and_charged_as_in_one(pieces: tuple[str, ...]) -> None:
    """drag-ruler#142: alternating diagonals restart at each waypoint.

    Three diagonals are 1 + 2 + 1 Paces however they are walked: row, board and charge say the same at every
    stop, and the fourth is not offered with the one Pace that is left.
    """
    stage = alone()
    spent = 0
    for number, square in enumerate(pieces):
        option = f"{'walk' if number else 'move'} {square}"
        row = stage.options("ann")[option]
        way = next(one for one in stage.sides["A"].view["fight"]["ways"] if one["option"] == option)
        assert row["detail"] == f"{way['cost']} Pace{'s' if way['cost'] > 1 else ''}"
        stage.play(f"ann {option}")
        walked = stage.events("Walked")[-1]
        assert walked.cost == way["cost"]
        spent += walked.cost
        assert stage.master.view["fight"]["turn"]["walk"]["paces"] == 5 - spent
    assert spent == 4
    assert stage.at("ann") == "D5"
    assert "walk E4" not in stage.options("ann")
    assert "walk E5" in stage.options("ann")


def test_diagonals_count_on_from_the_free_movement_through_every_move_and_anew_next_turn() -> None:
    """drag-ruler#142: the count restarts within a turn, or never.

    One diagonal of the free movement, then Moves: the next costs two. The question says so before it is
    walked; the next turn begins anew, and an Evade counts for itself.
    """
    stage = alone()
    stage.play("ann free B3", "ann move C4")
    assert [event.cost for event in stage.events("Walked")] == [1, 2]
    stage.play("ann face E", "ann pivot N")
    assert "The next diagonal costs two" not in stage.master.prompt("turn", "ann")["question"]["facts"]
    stage.play("ann move D5")
    assert stage.events("Walked")[-1].cost == 1
    assert "The next diagonal costs two" in stage.master.prompt("turn", "ann")["question"]["facts"]
    stage.play("ann face E")
    stage.end_round("ann", "bob")
    assert stage.options("ann")["free E4"]["detail"] == "1 Pace"


def test_reach_is_shown_for_everybody_as_it_would_be_charged() -> None:
    """drag-ruler#142: a ruler of its own in the page. Each page is sent where a Move of anybody leads and at
    what cost; a Move costs just that.
    """
    stage = alone("\n..:...\nA.#..B\n..:...\n")
    stage.pass_over()
    watcher = stage.connect(name="Wim")
    (shown,) = [one["reach"] for one in watcher.view["fight"]["characters"] if one["id"] == "ann"]
    names = watcher.view["fight"]["board"]["names"]
    costs = {names[square]: cost for square, cost in shown}
    assert costs["C1"] == 3, "a diagonal, and a step onto difficult ground"
    for square, cost in costs.items():
        stage.play(f"ann move {square}")
        assert stage.events("Walked")[-1].cost == cost
        stage.master.do("undo")


# Forced movement


def test_a_push_costs_its_target_nothing_and_minds_neither_ground_nor_condition() -> None:
    """dnd5e#7290, crucible#897: forced movement should cost nothing and ignore rough ground.

    Slowed, held by a third, onto difficult ground and past somebody who threatens it: two squares, no AP, no
    question to anybody but the mover, no damage, and the own Move is as long afterwards as before.
    """
    board = "\n.......\n.AB::..\n....C..\n"
    stage = Court(
        court(board, "wrestler:ann A E", "fighter:bob B W { slow_until = 2 }", "fighter:cid A N"),
        "ann",
        "bob",
        "cid",
    )
    stage.play("ann attack bare-hands bob push", "ann 20", "bob take", "bob 1", "ann 1 1")
    assert stage.asked() == [("ann", "way")]
    ap = stage["bob"].ap
    stage.play("ann way E")
    assert stage.at("bob") == "E2"
    assert stage["bob"].ap == ap
    assert not stage.events("Walked")
    assert [event.source for event in stage.events("DamageDealt")] == ["attack"]
    assert {seat for seat, kind in stage.asked() if kind != "pivot"} <= {"ann"}
    assert stage["bob"].facing == FACINGS.index("W")
    stage.pass_over()
    stage.play("ann end")
    stage.pass_over()
    assert stage.current == "bob"
    assert stage.shown("bob")["speed"] == 2


@pytest.mark.parametrize(
    ("board", "stopped", "against"),
    [
        ("\n.AB#...\n.......\n", 2, "terrain"),
        ("\n.AB.#..\n.......\n", 1, "terrain"),
        ("\n...AB.\n......\n", 1, "terrain"),
        ("\n.ABC...\n.......\n", 2, "cid"),
    ],
)
def test_every_pace_that_fails_becomes_a_die_that_is_foretold(board: str, stopped: int, against: str) -> None:
    """crucible#897: what blocks a push is forgotten, or counts by its own cost.

    The page shows before the choice how many dice there will be and against what; just those fall.
    """
    people = ["wrestler:ann A E", "fighter:bob B W"] + (["fighter:cid B N"] if "C" in board else [])
    stage = Court(court(board, *people), "ann", "bob")
    stage.play("ann attack bare-hands bob push", "ann 19", "bob take", "bob 1", "ann 1")
    (shove,) = [one for one in stage.sides["A"].view["fight"]["shoves"] if one["option"] == "way E"]
    assert (shove["damage"], shove["halved"]) == (f"{stopped}d6", against != "terrain")
    assert shove["against"] == (None if against == "terrain" else against)
    stage.play("ann way E")
    assert len(stage.master.prompt(seat="ann")["dice"]) == stopped
    stage.play(f"ann {' '.join(['5'] * stopped)}")
    taken = 5 * stopped if against == "terrain" else 5 * stopped // 2
    assert stage["bob"].hp == 20 - 5 - taken
    if against == "cid":
        assert stage["cid"].hp == 20 - taken


# Sight


@pytest.mark.parametrize("board", ["\nA...B#\n......\n", "\n#A...B\n......\n", "\nA.C.B.\n......\n"])
def test_what_stands_behind_or_between_as_a_body_hides_nobody(board: str) -> None:
    """dnd5e-helpers#90, #206: a wall behind the target gives cover, and so does somebody in the way."""
    people = ["marksman:ann A E", "fighter:bob B W"] + (["fighter:cid B W"] if "C" in board else [])
    stage = Court(court(board, *people), "ann", "bob")
    assert stage.options("ann")["attack bow bob"]["refusal"] is None


@pytest.mark.parametrize(
    ("board", "square"),
    [
        ("\n..#...\nA.#..B\n..#...\n", "C2"),
        ("\n.A#...\n..#..B\n..#...\n", "C1"),
        ("\nA#....\n#.....\n..B...\n", "B1"),
    ],
)
@pytest.mark.parametrize(("sheet", "option"), [("marksman", "attack bow bob"), ("witch", "cast spark bob")])
def test_no_sight_is_refused_by_the_square_in_the_way(
    board: str, square: str, sheet: str, option: str
) -> None:
    """pf2e-perception#46, dnd5e#1962: targets without a line of effect should be refused.

    Attack and spell alike name the square; a player who sends it all the same is refused with the same words,
    and from the other end it is the same.
    """
    stage = Court(court(board, f"{sheet}:ann A E", "marksman:bob B W"), "ann", "bob")
    refusal = stage.options("ann")[option]["refusal"]
    assert refusal["clause"] == "P8.3"
    assert refusal["text"].split()[0] == square
    prompt = stage.sides["A"].prompt("turn", "ann")
    told = stage.sides["A"].ask("answer", stamp=prompt["stamp"], part=0, pick=option)
    assert (told["text"], told["clause"]) == (refusal["text"], "P8.3")
    stage.pass_turns("ann")
    back = stage.options("bob")["attack bow-2 ann" if sheet == "marksman" else "attack bow ann"]["refusal"]
    assert back["clause"] == "P8.3"


# Facing


def test_attacked_from_behind_there_is_no_answer_until_one_pivots() -> None:
    """dsa5#1934, encounterplus#698: attack from behind should be worked out from facing.

    Ann stands behind Bob. When her turn opens he is asked for a Pivot; staying, he is hit without an answer
    and the log says why; after the attack he may pivot, and the next one he may answer.
    """
    stage = alone("\n..AB..\n......\n")
    assert ("bob", "pivot") in stage.asked()
    stage.sides["B"].pick("stay", "pivot", "bob")
    stage.play("ann attack sword bob", "ann 15", "bob 1", "ann 3")
    assert "Bob does not face Ann" in str(stage.sides["A"].log)
    assert not stage.events("DefenceChosen")
    assert stage.asked() == [("bob", "pivot")]
    stage.sides["B"].pick("pivot W", "pivot", "bob")
    assert stage["bob"].ap == 2
    stage.play("ann attack sword bob", "ann 15")
    assert stage.asked() == [("bob", "defence")]
    stage.sides["B"].pick("evade", "defence", "bob")
    assert stage["bob"].ap == 1


@pytest.mark.parametrize("facing", FACINGS)
def test_facing_is_a_direction_and_a_word_and_says_whom_it_sees(facing: str) -> None:
    """encounterplus#698: a visible facing mark is wanted.

    Every page is sent where somebody faces as a direction and in words, whom it faces, and the squares it
    threatens; only one that it faces can be answered, whatever the page would draw.
    """
    stage = alone("\n......\n..AB..\n......\n", "fighter:ann A E", f"fighter:bob B {facing}")
    stage.pass_over()
    watcher = stage.connect(name="Wim")
    bob = next(one for one in watcher.view["fight"]["characters"] if one["id"] == "bob")
    assert bob["facing"] == facing
    words = {"N": "north", "S": "south", "E": "east", "W": "west"}
    assert bob["facing_words"].replace("-", "") == "".join(words[letter] for letter in facing)
    sees = facing in ("W", "NW", "SW")
    assert bob["faces"] == (["ann"] if sees else [])
    assert (stage["ann"].square in bob["threatens"]) is sees
    stage.play("ann attack sword bob", "ann 15")
    assert (stage.asked() == [("bob", "defence")]) is sees


def test_a_pivot_window_asks_each_once_and_nobody_waits_for_another() -> None:
    """encounterplus#698, bg3dnd#288: windows come twice, or in the wrong order, or hold up the table.

    At a turn's start all foes are asked together; who said "never" is not; after an attack only its target
    is, once.
    """
    board = "\n.AB...\n..C..D\n......\n"
    people = ("fighter:ann A E", "fighter:bob B E", "fighter:cid B E", "fighter:dan B E")
    stage = Court(court(board, *people), "ann", "bob", "cid", "dan")
    assert [seat for seat, _ in stage.asked()] == ["bob", "cid", "dan"]
    stage.play("cid stay", "bob stay", "dan quiet")
    assert stage.asked() == [("ann", "turn")]
    stage.play("ann attack sword bob", "ann 1", "bob 20")
    assert stage.asked() == [("bob", "pivot")]
    stage.play("bob pivot W")
    assert stage.asked() == [("ann", "turn")]
    stage.play("ann attack sword bob", "ann 2", "bob take", "bob 20")
    assert stage.asked() == [("bob", "pivot")]


# Bots on squares


@pytest.mark.parametrize("way", range(8))
@pytest.mark.parametrize("bot", ["greedy"])
def test_a_bot_attacks_in_every_direction_that_the_engine_offers(bot: str, way: int) -> None:
    """ja2-stracciatella#1321: the AI does not see that it can attack on the diagonal and wastes AP.

    With a foe beside it in each of the 8 directions, facing any way: the bot picks an attack among the
    options on offer, and it is one that is taken.
    """
    across, down = STEPS[way]
    rows = [["."] * 5 for _ in range(5)]
    rows[2][2], rows[2 + down][2 + across] = "A", "B"
    board = "\n" + "\n".join("".join(row) for row in rows) + "\n"
    stage = alone(board, "fighter:ann A N", "fighter:bob B N")
    stage.pass_over()
    session = stage.table.session
    pending = session.pending
    assert pending is not None
    question: Any = pending.request
    pick = BOTS[bot](session.system, session.encounter, question, 0, lambda count: 0)
    assert pick.startswith("attack")
    assert pick in [option.id for option in question.options]
    stage.play(f"ann {pick}")
    assert stage.events("AttackDeclared")[0].targets == ("bob",)
