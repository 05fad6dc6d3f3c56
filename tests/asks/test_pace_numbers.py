"""Pace: numbers, in which order they count, how long things last, and what the log says of them.

What a clause test already proves is not proved again (tests/systems/pace): Block before DR and never below 0
(P4.5), every pair of faces and the tie (ImpMal#12: P1.3, P4.4), a defender who chooses knowing the attack
roll (P4.3, CoC7#112), halves of a Speed, of an Evade and of a collision that round down (P5.3, P4.13, P7.2),
holds that bind and end one by one (P5.7).
"""

from __future__ import annotations

from dataclasses import fields
from random import Random
from typing import Any

import orjson
import pytest

from affray.content import load_scenario
from affray.dice.counter import CounterDice
from affray.kernel.session import Session
from affray.kernel.system import GM_VIEWER
from affray.registers import register
from affray.systems.pace.damage import resistance
from affray.systems.pace.rulings import Rulings
from affray.table.save import read_save, replay, save_of
from tests.asks.pace_stage import Court, bots_answer, court
from tests.contract.play import take
from tests.table.rig import SEED

SCENARIOS = ("abbey-mill", "sluice-gate", "toll-bridge")
FACE_TO_FACE = "\n..AB..\n......\n"


def duel(*people: str, rulings: str = "", board: str = FACE_TO_FACE) -> Court:
    """Ann acts, Bob after her."""
    combatants = people or ("fighter:ann A E", "fighter:bob B W")
    return Court(court(board, *combatants, rulings=rulings), "ann", "bob")


# Order of what counts


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_loss_of_hp_takes_the_same_way(scenario: str, seed: int) -> None:
    """foundryvtt-lancer#400, compcon#3551, Nimble#467: armour is applied in differing order, or skipped by
    some kinds of damage.

    Attacks, ripostes, spells and collisions of random fights: half first, then Block, then DR of the type and
    of "all", and the ledger of each adds up to what was lost. Only a correction by the GM is exact.
    """
    loaded = load_scenario(scenario)
    random = Random(seed)
    session = Session(loaded.system, loaded.start(), CounterDice(f"{scenario} {seed}"))
    dealt: list[tuple[Any, int]] = []
    note = session.encounter.watch

    def look(event: Any, to: Any, public: Any) -> None:
        if type(event).__name__ == "DamageDealt":
            target = session.encounter.state.characters[event.target]
            dealt.append((event, resistance(session.encounter, target, event.type)))
        note(event, to, public)

    session.encounter.watch = look
    for _ in range(400):
        if session.pending is None:
            break
        take(session, *bots_answer(session, random))
    assert len(dealt) >= 3
    for event, dr in dealt:
        rolled = event.throw.total // 2 if event.halved else event.throw.total
        block = 0 if event.block is None else event.block.total
        assert event.dr == dr
        assert event.amount == max(0, max(0, rolled - block) - dr)
        assert event.after == max(0, event.before - event.amount)
        assert event.halved is False or event.source == "collision"
    for entry in session.system.entries(session.encounter, session.records, GM_VIEWER):
        for ledger in entry["ledgers"]:
            assert sum(row["value"] for row in ledger["rows"]) == ledger["total"], entry


PATHS: dict[str, tuple[tuple[str, ...], str, int]] = {
    "attack": (("ann attack sword bob", "ann 15", "bob take", "bob 1", "ann 7"), "bob", 7 + 2 - 3),
    "blocked attack": (
        ("ann attack sword bob", "ann 15", "bob block maul", "bob 1", "ann 7", "bob 1 2"),
        "bob",
        7 + 2 - 3 - 3,
    ),
    "blocked to nothing": (
        ("ann attack sword bob", "ann 15", "bob block maul", "bob 1", "ann 3", "bob 3 3"),
        "bob",
        0,
    ),
    "riposte": (
        (
            "ann end",
            "bob attack maul ann",
            "bob 2",
            "ann counter sword",
            "ann 15",
            "ann 15",
            "bob 1",
            "ann 8",
        ),
        "bob",
        8 - 3,
    ),
    "collision": (("gm force", "bob 6 4"), "bob", 10 - 3),
}


@pytest.mark.parametrize("path", PATHS)
def test_dr_counts_on_every_path_and_undo_gives_back_the_whole(path: str) -> None:
    """foundryvtt-lancer#400, #776: DR is skipped by some path, or an undo gives back the damage without what
    was taken off.

    DR 2 of the type and 1 of an Ability against all, on each path; then undone and put back again.
    """
    answers, target, amount = PATHS[path]
    stage = duel(
        "fighter:ann A E", "shell:bob B W", board="\nA.\n.B\n..\n" if path == "collision" else FACE_TO_FACE
    )
    stage.pass_over()
    for answer in answers:
        if answer == "gm force":
            stage.act("force", character="bob", facing="E", paces=2)
        else:
            stage.play(answer)
    assert stage[target].hp == 20 - amount
    assert stage.events("DamageDealt")[0].dr == 3
    after = stage.hash
    stage.master.do("undo")
    stage.master.do("redo")
    assert stage.hash == after
    stage.act("set", character=target, field="hp", value=11)
    assert stage[target].hp == 11


def test_a_defender_who_cannot_answer_rolls_a_real_die() -> None:
    """WFRP4e#1703, #715: the defender's side is a constant 0, or "unopposed" still rolls a defence.

    From behind, or without AP: no answer is asked for, the defence die is, and it may hold; a thing that does
    not move rolls nothing at all, nor does somebody in a spell without a Save.
    """
    for people in (("fighter:ann A E", "fighter:bob B E"), ("fighter:ann A E", "fighter:bob B W")):
        stage = duel(*people)
        if people[1].endswith("W"):
            stage.pass_over()
            stage.act("set", character="bob", field="ap", value=0)
        stage.play("ann attack sword bob", "ann 10")
        assert stage.asked() == [("bob", "dice")]
        stage.play("bob 10")
        (rolled,) = stage.events("DefenceRolled")
        assert (rolled.hit, rolled.defence.faces, rolled.defence.score) == (False, (10,), 2)
        assert "No defence could be bought" in str(stage.master.log)
    witch = duel("witch:ann A E", "fighter:bob B W")
    witch.play("ann cast spark bob", "ann 4")
    assert not witch.events("DefenceRolled", "SpellSaved")
    assert witch["bob"].hp == 20 - 4 - 2
    crate = court(
        FACE_TO_FACE,
        "fighter:ann A E",
        "fighter:bob B W",
        more='[[object]]\nid = "crate"\nname = "Crate"\nat = "B1"\nhp = 5\n',
    )
    stage = Court(crate, "ann", "bob")
    stage.play("ann batter sword crate", "ann 4", "ann 8")
    assert not stage.events("DefenceRolled")
    assert stage.events("ObjectStruck")[0].success, "4 and Strength 2 reach the DC of 1 Pace and 5"


def test_the_answer_comes_between_the_attack_roll_and_every_other_die() -> None:
    """CoC7#112: the defender sees the attack result before picking a response.

    Here the text wants just that, and no more: the question names the total, no die of defence, damage or
    Block has fallen, and the AP are gone before the defence die is thrown.
    """
    stage = duel()
    stage.play("ann attack sword bob")
    assert stage.asked() == [("ann", "dice")]
    assert not stage.sides["B"].view["prompts"]
    stage.play("ann 13")
    prompt = stage.sides["B"].prompt("defence", "bob")
    assert "15" in prompt["question"]["title"]
    assert stage.events("AttackRolled")
    assert not stage.events("DefenceRolled", "DamageDealt", "ApBonus")
    stage.sides["B"].pick("block sword-2", "defence", "bob")
    assert stage["bob"].ap == 2
    assert stage.asked() == [("bob", "dice")]


def test_advantages_cancel_before_the_roll_and_the_log_says_what_did_not_count() -> None:
    """pf2e#11864, dnd4eBeta#474, pf2e-kingmaker-tools#18, #16100, dnd5e#3481: a bonus is missing and nothing
    says why; the formula behind a number is wanted before the roll.

    Twice Advantage of one Ability, once Disadvantage of another, once more from the GM: a net of 2 is three
    dice, the best of which counts. The option says so before; the log shows each die, those not kept, and
    where every instance came from.
    """
    stage = duel("marksman:ann A E", "fighter:bob B E")
    stage.pass_over()
    stage.act("edge", character="ann", on="attack", count=1)
    detail = stage.options("ann")["attack bow bob"]["detail"]
    assert "Dexterity 2" in detail
    assert "Advantage (2)" in detail
    stage.play("ann attack bow bob")
    assert len(stage.master.prompt(seat="ann")["dice"]) == 3
    stage.play("ann 4 17 9", "bob 1", "ann 6")
    entry = next(
        one
        for one in stage.master.log.values()
        if len(one["ledgers"]) > 1 and one["round"] == 1 and one["kind"] == "roll"
    )
    dice = [row["die"] for row in entry["ledgers"][0]["rows"] if row["die"]]
    assert [(die["face"], die["kept"]) for die in dice] == [(4, False), (17, True), (9, False)]
    for words in ("Keen", "Heavy", "granted", "not kept"):
        assert words in str(entry["ledgers"][0])
    assert entry["ledgers"][0]["total"] == 17 + 2
    clauses = register("pace").clauses
    for clause in {row["clause"] for ledger in entry["ledgers"] for row in ledger["rows"] if row["clause"]}:
        assert clauses[clause].text
    assert stage["ann"].edges == {}, "what the GM granted is used up"


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_total_shown_is_the_total_rolled_with(scenario: str, seed: int) -> None:
    """compcon#3388, #3156: a bonus is shown but not added to the attack.

    Every die asked for has its score in the prompt's pool; of every throw the total is the face kept and the
    score, as its ledger shows.
    """
    loaded = load_scenario(scenario)
    random = Random(seed)
    session = Session(loaded.system, loaded.start(), CounterDice(f"{scenario} total {seed}"))
    for _ in range(300):
        if session.pending is None:
            break
        take(session, *bots_answer(session, random))
    throws = 0
    for record in session.records:
        names = ("throw", "attack", "defence", "attacker", "defender")
        told = [getattr(record.event, name, None) for name in names]
        for throw in (*told, *getattr(record.event, "throws", ())):
            if type(throw).__name__ != "Throw":
                continue
            throws += 1
            net = sum(count for _, count in throw.edges)
            kept = max(throw.faces) if net > 0 else min(throw.faces)
            assert len(throw.faces) == 1 + abs(net)
            assert throw.total == kept + throw.score
    assert throws > 20


# How long things last


MOMENTS = ("before its turn", "in its turn", "after its turn")


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_halved_speed_lasts_to_the_end_of_the_next_round(moment: str) -> None:
    """pf2e#11392, #18990, #2049, #1378, dc20rpg#57, dnd5e#7129: a span ends now when it is used in the own
    turn or at its end, hangs on a place in the order, or shows as expired while it still counts.

    Before, in and after the bearer's turn, with another order in the next round: Speed is halved in all of
    this round and all of the next, and whole in the very input that begins the one after.
    """
    order = {
        "before its turn": ("ann", "bob"),
        "in its turn": ("ann", "bob"),
        "after its turn": ("bob", "ann"),
    }
    stage = Court(court("\nA....B\n......\n", "witch:ann A E", "fighter:bob B W"), *order[moment])
    if moment == "after its turn":
        stage.pass_turns("bob")
    if moment == "in its turn":
        stage.pass_turns("ann")
        stage.pass_over()
        stage.act("set", character="bob", field="slow_until", value=2)
    else:
        stage.play("ann cast mud bob")
    assert speed(stage) == (2, 2)
    stage.end_round("bob", "ann")
    assert stage.state.round == 2
    assert speed(stage) == (2, 2)
    stage.pass_turns("bob")
    assert speed(stage) == (2, 2)
    stage.pass_turns("ann")
    assert (stage.state.round, stage.state.ordering) == (3, True)
    assert speed(stage) == (5, 5)
    assert stage.shown("bob")["conditions"] == []


def speed(stage: Court) -> tuple[int, int]:
    """Bob's Speed as his sheet shows it, and the farthest square that his Move is shown to lead to."""
    shown = stage.shown("bob")
    return shown["speed"], max(cost for _, cost in shown["reach"])


def test_a_wait_counts_in_the_next_contest_only_and_the_advantage_is_seen_till_then() -> None:
    """pf2e#11392, dc20rpg#57: "next" means another one for each way to come by it."""
    stage = Court(court("\nA....B\n......\n", "fighter:ann A E", "fighter:bob B W"), "ann", "bob")
    stage.play("ann wait")
    stage.pass_over()
    assert any("initiative" in words for words in stage.shown("ann")["conditions"])
    stage.play("bob end")
    stage.pass_over()
    assert len(stage.master.prompt(seat="ann")["dice"]) == 2
    stage.set_order("ann", "bob")
    assert stage.shown("ann")["conditions"] == []
    stage.end_round()
    assert stage.state.round == 3


STACKS: dict[str, tuple[tuple[tuple[str, dict[str, Any]], ...], Any, Any]] = {
    "halved Speed: once, to the later end": (
        (("set", {"field": "slow_until", "value": 2}), ("set", {"field": "slow_until", "value": 3})),
        lambda shown: (shown["speed"], [words for words in shown["conditions"] if "slow" in words]),
        (2, ["slowed to round 3"]),
    ),
    "Advantage: it adds up by kind of roll": (
        (
            ("edge", {"on": "attack", "count": 1}),
            ("edge", {"on": "attack", "count": 1}),
            ("edge", {"on": "save", "count": 1}),
        ),
        lambda shown: shown["conditions"],
        ["Advantage (2), attack", "Advantage (1), Save"],
    ),
    "Advantage and Disadvantage: they cancel": (
        (("edge", {"on": "attack", "count": 2}), ("edge", {"on": "attack", "count": -2})),
        lambda shown: shown["conditions"],
        [],
    ),
}


@pytest.mark.parametrize("condition", STACKS)
def test_every_condition_says_how_it_stacks(condition: str) -> None:
    """pf2e#14253, cosmere-rpg#804: stackables do not stack and unstackables do."""
    acts, look, expected = STACKS[condition]
    stage = duel()
    stage.pass_over()
    for name, data in acts:
        stage.act(name, character="bob", **data)
    assert look(stage.shown("bob")) == expected


def test_two_sources_of_one_hold_are_listed_and_go_one_by_one() -> None:
    """dfreds-convenient-effects#308, Lancer-Community-Edition#786: the same condition from two sources
    doubles, or clearing one clears both.

    Two hold Bob, one of them twice: two are shown. The one lets go, and the other's goes on to bind; undone,
    both are back.
    """
    loaded = court("\n.C....\n.AB...\n......\n", "witch:ann A E", "wrestler:cid A E", "fighter:bob B W")
    stage = Court(loaded, "ann", "cid", "bob")
    stage.play("ann cast vine bob", "ann cast vine bob", "ann end")
    stage.play("cid attack bare-hands bob grapple", "cid 19", "bob take", "bob 1", "cid 1")
    assert stage.shown("bob")["conditions"] == ["held by Ann", "held by Cid"]
    both = stage.hash
    stage.play("cid let-go bob")
    assert stage.shown("bob")["conditions"] == ["held by Ann"]
    stage.master.do("undo")
    assert stage.hash == both
    stage.act("remove", character="ann")
    stage.pass_over()
    assert stage.shown("bob")["conditions"] == ["held by Cid"]
    stage.play("cid end")
    stage.pass_over()
    assert set(stage.options("bob")) & {"escape ann", "escape cid"} == {"escape cid"}
    assert "P5.2" in str(refused(stage, "bob", "move F3"))


def refused(stage: Court, seat: str, option: str) -> dict[str, Any]:
    """What a player is told who tries what is not on offer."""
    side = stage[seat].side
    prompt = stage.sides[side].prompt("turn", seat)
    return stage.sides[side].ask("answer", stamp=prompt["stamp"], part=0, pick=option)


# Halves


@pytest.mark.parametrize(("faces", "half"), [((1,), 0), ((3,), 1), ((5,), 2), ((3, 4), 3), ((6, 3), 4)])
def test_a_half_is_the_same_in_what_is_dealt_and_what_is_told(faces: tuple[int, ...], half: int) -> None:
    """compcon#3089, #3685, Lancer-Community-Edition#184, dnd5e#6482, dnd4eBeta#211: halves round down in one
    menu and up in another, or each part by itself.

    Odd sums of a collision: both lose the same, and the ledger's half is the one that was dealt.
    """
    stage = duel(board="\n.A.B..\n" if len(faces) == 1 else "\n.AB...\n")
    stage.pass_over()
    stage.act("force", character="ann", facing="E", paces=2)
    stage.play(f"ann {' '.join(map(str, faces))}")
    assert [event.amount for event in stage.events("DamageDealt")] == [half, half]
    assert {stage["ann"].hp, stage["bob"].hp} == {20 - half}
    ledgers = [
        ledger
        for entry in stage.master.log.values()
        for ledger in entry["ledgers"]
        if ledger["total_label"] == "Damage"
    ]
    assert {ledger["total"] for ledger in ledgers} <= {half}
    assert ledgers


@pytest.mark.parametrize(("slow", "evades"), [(0, 2), (2, 1)])
def test_half_of_a_half_is_shown_offered_and_walked_alike(slow: int, evades: int) -> None:
    """compcon#3089: each view has its own rounding. Speed 5: Evade 2, while slowed 1, in the option's words,
    on the board and by the squares offered.
    """
    stage = duel(board="\n......\n..AB..\n......\n......\n")
    stage.pass_over()
    if slow:
        stage.act("set", character="bob", field="slow_until", value=slow)
    stage.play("ann attack sword bob", "ann 15")
    options = {one["id"]: one for one in stage.sides["B"].prompt("defence", "bob")["question"]["options"]}
    assert f"up to {evades} Pace" in options["evade"]["detail"]
    stage.play("bob evade", "bob 20")
    ways = {way["option"]: way["cost"] for way in stage.sides["B"].view["fight"]["ways"]}
    offered = {one["id"] for one in stage.sides["B"].prompt("evade", "bob")["question"]["options"]}
    assert offered == {"stay", *ways}
    assert max(ways.values()) == evades


# Rulings


def test_every_disputed_reading_is_named_with_its_sentence_and_saved_with_the_fight() -> None:
    """pf2e#17979: users dispute an order; it is closed as won't fix.

    A setting names its clause and says what it settles; a table shows it with its default; the save carries
    it, and a replay plays with it.
    """
    clauses = register("pace").clauses
    for ruling in fields(Rulings):
        assert clauses[ruling.metadata["clause"]].tag in ("ruling", "mixed")
        assert ruling.metadata["text"]
    stage = duel(rulings="attack_needs_facing = true\nfree_words = 3")
    shown = {row["name"]: (row["value"], row["default"]) for row in stage.sides["B"].view["rulings"]}
    assert shown["free_words"] == ("3", "25")
    assert len(shown) == len(fields(Rulings))
    stage.play("ann pivot W")
    option = stage.options("ann")["attack sword bob"]
    assert option["refusal"]["clause"] == "P4.10"
    data = save_of(stage.fight, SEED, stage.table.session, stage.table.chronicle.notes)  # type: ignore[arg-type]
    assert orjson.loads(data)["rulings"]["free_words"] == 3
    again = replay(read_save(data))
    assert again.same
    assert again.session.encounter.rulings == Rulings(attack_needs_facing=True, free_words=3)


@pytest.mark.parametrize(
    ("clause", "words"),
    [
        ("P1.3", "a tie leaves things as they are"),
        ("P2.2", "higher Dexterity, then a recorded roll-off"),
        ("P1.5", "1 + n dice"),
        ("P4.3", "knowing the attack roll"),
        ("P6.2", "runs over the whole turn"),
        ("P7.2", "halve the sum rounding down"),
        ("P3.3", "AP never exceed 5, whatever the source"),
    ],
)
def test_where_the_text_is_silent_the_register_says_so(clause: str, words: str) -> None:
    """pf2e#17979: ties of contests and initiative, stacked Advantage, when the defender decides, diagonals
    over several Moves, halves, and the cap of what is carried over.

    Each reading stands in the register and is marked as one; the table shows it beside what cites the clause.
    """
    found = register("pace").clauses[clause]
    assert words in found.text.replace("\n", " ")
    assert found.tag in ("ruling", "mixed")
