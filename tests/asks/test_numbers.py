"""Numbers: what counts, what does not and why, in which order, and who wins a tie."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import orjson
import pytest

from affray.kernel.requests import Pool, Rolled
from affray.registers import register
from affray.systems.d20plus.attack import attack_hand, defence_hand, strike
from affray.systems.d20plus.augments import Brought, Hand, bring_default, skill_stance
from affray.systems.d20plus.book import AugmentDie
from affray.systems.d20plus.checks import check_hand, resistance_hand
from affray.systems.d20plus.events import DieLent
from affray.systems.d20plus.rulings import Rulings
from affray.systems.d20plus.state import Fight
from affray.systems.d20plus.wounds import wounds_dealt
from affray.table.save import read_save, replay, save_of
from tests.asks.stage import Stage, copied, persona, run, with_defaults, yard
from tests.table.rig import Client

ROLLS = ("attack", "defence", "check", "resistance")


def hand_of(fight: Fight, roll: str, id_: str) -> Hand:
    """The dice that somebody may bring to each kind of roll of the Body."""
    one, club = persona(fight, id_), fight.book.weapons["club"]
    match roll:
        case "attack":
            return attack_hand(fight, one, club, None)
        case "defence":
            return defence_hand(fight, one, club, "Body", (), tad=False)
        case "check":
            return check_hand(fight, one, "Might", "check")
    return resistance_hand(fight, one, "Body")


@pytest.mark.parametrize("roll", ROLLS)
def test_one_die_of_a_type_counts_on_every_kind_of_roll(roll: str) -> None:
    """pf2e#1968, pf2e#5459, starfinder#1705: two bonuses of one type both count, on some rolls only.

    Attack, defence, check and resistance alike: the largest of each type is kept, then the Trait caps the
    number, and whatever stays behind is listed with its reason.
    """
    fight = yard("mark A yard { wounds = { Body = 3 } }", "second B").start()
    for type_, size in (("Magic", 6), ("Magic", 10), ("Gear", 8), ("Special", 4), ("Magic", 4)):
        fight.emit(DieLent("mark", AugmentDie(type_, size, f"{type_} {size}", ("any",)), 9, "test"))  # type: ignore[arg-type]
    hand = hand_of(fight, roll, "mark")
    assert {(die.type, die.size) for die in hand.dice} == {("Magic", 10), ("Gear", 8), ("Special", 4)}
    assert hand.cap == 2
    brought = bring_default(hand)
    assert {(die.type, die.size) for die in brought.dice} == {("Magic", 10), ("Gear", 8)}
    left = {(one.die.type, one.die.size): one.clause for one in brought.left}
    assert left == {("Magic", 6): "D3.2", ("Magic", 4): "D3.2", ("Special", 4): "D3.3"}
    assert all(one.why for one in brought.left)


def test_a_bonus_that_does_not_count_is_listed_with_the_reason_in_the_log() -> None:
    """pf2e#11864, dnd4eBeta#474, pf2e-kingmaker-tools#18: a bonus is missing and nothing says why.

    The log of a strike lists every die of both sides: those rolled in the sums, the others as not counted,
    each with the reason and its clause.
    """
    stage = Stage(yard("armed A", "second B"))
    stage.lanes()
    stage.turn("armed")
    stage.master.pick("strike club second", "turn", "armed")
    stage.master.pick("dice Magic+Special", "dice", "armed")
    stage.throw(armed=[10, 5, 5], second=[10])
    entry = strike_entry(stage.master)
    rolled = [row["label"] for row in entry["ledgers"][0]["rows"] if row["die"]]
    assert sorted(rolled) == ["", "Magic d10", "Special d12"]
    reasons = " ".join(remark["text"] for remark in entry["not_counted"])
    for source in ("Gauntlet", "Drill"):
        assert source in reasons
    assert all(remark["clause"] for remark in entry["not_counted"])
    assert "cap of 2" in reasons


def strike_entry(client: Client) -> dict[str, Any]:
    """The last log entry with two sums."""
    return next(entry for _, entry in sorted(client.log.items(), reverse=True) if len(entry["ledgers"]) == 2)


def test_a_number_is_explained_before_it_is_rolled_and_the_same_way_after() -> None:
    """pf2e#16100, dnd5e#3481: the formula and source behind a number are wanted before rolling.

    The dice that will fall carry their source in the prompt; the log gives the same sources, the score behind
    them and a clause that can be read out; the question of the turn names the score that the sum then has.
    """
    stage = Stage(yard("hobgoblin A", "witch B"))
    stage.lanes()
    stage.turn("hobgoblin")
    shown = {one["id"]: one for one in stage.master.prompt("turn")["question"]["options"]}["strike axe witch"]
    assert shown["detail"].startswith("Might 9")
    assert register("d20plus").clauses[shown["clause"]].text
    stage.do("hobgoblin", "strike axe witch")
    before = [
        die["label"]
        for prompt in stage.master.view["prompts"]
        for die in prompt["dice"]
        if die["sides"] != 20
    ]
    stage.throw(hobgoblin=[10, 3, 4], witch=[10, 2, 3])
    entry = strike_entry(stage.master)
    rows = [row for ledger in entry["ledgers"] for row in ledger["rows"]]
    after = [f"{row['label']}, {row['detail']}" for row in rows if row["die"] and row["label"]]
    assert after == before
    assert [row["value"] for row in rows if row["label"] == "Might"] == [9]
    for clause in [row["clause"] for row in rows if row["clause"]] + [entry["result"]["clause"]]:
        assert register("d20plus").clauses[clause].text


@pytest.mark.parametrize("attack", range(1, 21))
def test_ties_go_to_the_attacker_and_both_dice_are_real(attack: int) -> None:
    """ImpMal#12: equal results had no winner. WFRP4e#1703, #715: the defender's side is a constant 0.

    All 400 pairs of d20 played through the rules: the margin is the difference of two dice that fell, 0 or
    more hits, and margin 0 deals what the named ruling says.
    """
    start = yard("striker A", "mark B")
    for defence in range(1, 21):
        for ruling in (1, 0):
            fight = start.start()
            fight.rulings = Rulings(margin_zero_wounds=ruling)

            def faces(pool: Pool, defence: int = defence) -> tuple[int, ...]:
                return (attack,) if pool.roller == "striker" else (defence,)

            events = run(fight, strike(fight, "striker", "club", "mark"), with_defaults({}, faces))
            resolved: Any = next(one for one in events if type(one).__name__ == "StrikeResolved")
            margin = (30 if attack == 20 else attack) - (30 if defence == 20 else defence)
            assert resolved.margin == margin
            assert (resolved.attack.faces, resolved.defence.faces) == ((attack,), (defence,))
            assert resolved.hit is (margin >= 0)
            expected = 0 if margin < 0 else ruling if margin == 0 else 1 + margin // 10
            assert resolved.wounds == expected == wounds_dealt(margin, 10, ruling)


def test_an_attack_that_is_stopped_rolls_no_defence() -> None:
    """WFRP4e#1703, #715: "unopposed" still rolls a defence.

    A defender cannot decline the roll (D4.7), so nothing rolls a bare 0 in its place; what a reaction stops
    outright asks for no dice at all, while a Trait of 0 still rolls its d20.
    """
    stage = Stage(yard("striker A", "monk B", "four B yard { wounds = { Body = 4 } }"))
    stage.lanes()
    stage.turn("striker")
    stage.do("striker", "strike gaze monk")
    stage.master.pick("yes", "reaction nullification", "monk")
    assert stage.master.prompt("turn", "striker")
    assert not stage.events("StrikeResolved")
    stage.do("striker", "strike club four", striker=[15], four=[4])
    resolved = stage.events("StrikeResolved")[-1]
    assert (resolved.defence.score, resolved.defence.faces, resolved.hit) == (0, (4,), True)


def test_neither_side_sees_the_others_answer_before_both_have_committed() -> None:
    """CoC7#112: the defender sees the attack result before picking a response.

    Which dice each side brings is asked at once, and faces typed by one are in no byte that anybody is sent
    until the other side has thrown as well, whoever throws first.
    """
    for first, second in (("armed", "guarded"), ("guarded", "armed")):
        stage = Stage(yard("armed A", "guarded B"))
        stage.lanes()
        stage.turn("armed")
        stage.master.pick("strike club guarded", "turn", "armed")
        stage.master.pick("no", "reaction defence enhancement", "guarded")
        if [prompt["seat"] for prompt in stage.master.view["prompts"]] == ["armed"]:
            stage.master.pick("dice Training+Special", "dice", "armed")
        else:
            marks = {client.connection: len(client.received) for client in stage.everybody()}
            stage.master.pick("dice Training+Special", "dice", "armed")
            said = b"".join(
                data
                for client in stage.everybody()
                if client is not stage.master
                for data in client.received[marks[client.connection] :]
            )
            assert b"Training+Special" not in said
        thrown = {
            prompt["seat"]: [7, *[3] * (len(prompt["dice"]) - 1)] for prompt in stage.master.view["prompts"]
        }
        marks = {client.connection: len(client.received) for client in stage.everybody()}
        stage.throw(**{first: thrown[first]})
        for client in stage.everybody():
            assert b'"face":' not in b"".join(client.received[marks[client.connection] :])
        stage.throw(**{second: thrown[second]})
        assert all(strike_entry(client)["ledgers"] for client in stage.everybody())


def test_every_disputed_reading_is_a_named_ruling_with_its_sentence_saved_with_the_fight() -> None:
    """pf2e#17979: users dispute an order; it is closed as won't fix.

    Each ruling names its clause and says what it settles; a table shows it with its default; the save carries
    it, and a replay plays with it.
    """
    clauses = register("d20plus").clauses
    for ruling in fields(Rulings):
        clause = clauses[ruling.metadata["clause"]]
        assert "ruling" in clause.tag_text or "ruling" in clause.tag
        assert ruling.metadata["text"]
    stage = Stage(yard("striker A", "mark B", rulings="margin_zero_wounds = 0\ncover_penalty = 3"))
    shown = {row["name"]: (row["value"], row["default"]) for row in stage.sides["B"].view["rulings"]}
    assert shown["margin_zero_wounds"] == ("0", "1")
    assert shown["cover_penalty"] == ("3", "5")
    stage.lanes()
    stage.turn("striker")
    stage.do("striker", "strike club mark", striker=[10], mark=[10])
    assert stage.events("StrikeResolved")[-1].wounds == 0
    saved = save_of(stage.fight, "the seed of a test", stage.table.session, stage.table.chronicle.notes)  # type: ignore[arg-type]
    assert orjson.loads(saved)["rulings"]["margin_zero_wounds"] == 0
    again = replay(read_save(saved))
    assert again.same
    assert again.session.encounter.rulings == Rulings(margin_zero_wounds=0, cover_penalty=3)


def test_a_reaction_before_the_blow_comes_before_it_and_may_stop_it() -> None:
    """bg3dnd#288: a "before the attack" reaction resolves after it.

    Declared, stepped in, targeted, rolled, after: in this order (D4.9). A mover who is put Out by the
    reaction to its leaving never arrives, and what is left of its turn is dropped.
    """
    half = "{ wounds = { Mind = 5, Body = 4, Spirit = 4 } }"
    stage = Stage(yard("sentinel A", f"mark B yard {half}", "second B"))
    stage.lanes()
    stage.pass_turns("sentinel")
    while stage.current != "mark":
        stage.pass_turns(stage.current)
    stage.turn("mark", "move road")
    stage.master.pick("strike club", "reaction counter-attack", "sentinel")
    assert stage.state.personas["mark"].zone == "yard"
    stage.throw(sentinel=[20], mark=[1])
    stage.master.pick("death", "out meaning")
    assert stage.state.personas["mark"].zone == "yard"
    assert not stage.events("Moved")
    assert [event.persona for event in stage.events("TurnDropped")] == ["mark"]


def test_reactions_are_asked_in_the_order_of_the_register() -> None:
    """bg3dnd#288: windows come in the wrong order.

    Interception, then the target's own reaction, then dice, then the roll, then the counter-attack after it.
    """
    stage = Stage(yard("striker A", "rival B", "shield B", "guarded B"))
    stage.lanes()
    stage.turn("striker")
    stage.master.pick("strike club guarded", "turn", "striker")
    asked = []
    while stage.master.view["prompts"][0]["seat"] != "striker":
        prompt = stage.master.view["prompts"][0]
        asked.append((prompt["seat"], prompt["question"]["kind"]))
        stage.master.pick("no", prompt["question"]["kind"], prompt["seat"])
    assert asked == [("shield", "reaction interception"), ("guarded", "reaction defence enhancement")]
    assert stage.state.clash is not None
    assert {prompt["seat"] for prompt in stage.master.view["prompts"]} == {"striker", "guarded"}


@pytest.mark.parametrize("roll", ROLLS)
def test_the_total_shown_is_the_total_rolled_with(roll: str) -> None:
    """compcon#3388, #3156: a bonus is shown but not added to the attack.

    Score, dice and total of a throw come from the one pool that was rolled, whatever changes afterwards.
    """
    fight = yard("hobgoblin A", "witch B").start()
    hand = hand_of(fight, roll, "hobgoblin")
    brought: Brought = bring_default(hand)
    other = copied(fight)
    stance = skill_stance(other, persona(other, "hobgoblin"), "Might", brought)
    faces = (13, *[2] * len(brought.dice))
    throw = stance.throw(Rolled(faces, stance.pool.total(faces)))
    other.state.personas["hobgoblin"].wounds["Body"] = 3
    assert throw.total == 13 + throw.score + sum(faces[1:])
    assert len(throw.dice) == len(faces) - 1
    assert throw.score == 9


def test_rounding_is_down_and_in_one_place() -> None:
    """compcon#3089, #3685, dnd5e#6482: halves round down in one menu and up in another.

    d20+ divides once, margin by increment, always down; with increments that leave rests, every odd margin.
    """
    for increment in (10, 8, 5, 3, 7):
        for margin in range(1, 60):
            whole = [wounds for wounds in range(margin + 1) if wounds * increment <= margin]
            assert wounds_dealt(margin, increment) == 1 + max(whole)
