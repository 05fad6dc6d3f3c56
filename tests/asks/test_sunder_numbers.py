"""Sunder: numbers, what counts and what does not, how long things last, windows for Reactions, chances.

What a clause test already proves is not proved again: every face against every track (S1.6, S1.7), the order
of reductions (S3.2), sizes of Fallout (S3.5), every Perk (S2.10), in tests/systems/sunder.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any, get_args

import orjson
import pytest

from affray.content import load_scenario
from affray.dice.counter import CounterDice
from affray.kernel.session import Session
from affray.kernel.system import GM_VIEWER
from affray.registers import register
from affray.systems.sunder.names import ConditionName
from affray.systems.sunder.rulings import Rulings
from affray.table.save import read_save, replay, save_of
from tests.asks.sunder_stage import SCENARIOS, Yard, bots_answer, scene
from tests.contract.play import take
from tests.table.rig import SEED

CONDITIONS = sorted(name for group in get_args(ConditionName) for name in get_args(group) or (group,))


def duel(ann: str = "fighter:ann A", bob: str = "brute:bob B", *more: str, rulings: str = "") -> Yard:
    """Ann acts; Cid is with her, and Bob against them."""
    return Yard(scene(ann, "fighter:cid A", bob, *more, rulings=rulings))


# How long things last


@pytest.mark.parametrize("span", ["round", "end of next turn"])
@pytest.mark.parametrize("moment", ["before", "in", "after"])
@pytest.mark.parametrize("on", ["anchor", "other"])
def test_next_means_the_same_turn_whenever_it_is_said(span: str, moment: str, on: str) -> None:
    """pf2e#2049, #18990, #1387, #1378, #11392, avrae#1936, #2217, dc20rpg#57, dnd5e#7129: an effect hangs on
    a place in the order, ends now when it is used in the own turn or at its end, or shows as over while it
    still counts.

    Ann is the anchor, and it lies on her or on Bob; it came before her turn, in it, or after it (as a
    Reaction would). It ends with her next turn, at its start or at its end, whatever the queue is by then;
    what the page says of the end is when it ends; and in the very input that ends it it counts no more.
    """
    stage = Yard(scene("fighter:cid A", "fighter:ann A", "brute:bob B"))
    stage.throw_in("ann")
    if moment != "before":
        stage.turn_of("ann")
    if moment == "after":
        stage.play("ann end")
    target = "ann" if on == "anchor" else "bob"
    stage.act(
        "condition", creature=target, condition="Muddled", on=True, potential="Might", by="ann", span=span
    )
    (shown,) = stage.shown(target)["conditions"]
    assert shown["ends"] == f"at the {'start' if span == 'round' else 'end'} of Ann's next turn"
    assert dice_of(stage, target) == 3
    # The order is another one by then; the turn under way ends, and one of Cid's comes between.
    if moment != "after":
        stage.play(f"{stage.current} end")
    if moment == "before":
        stage.act("leave", creature="ann")
    stage.turn_of("cid")
    assert dice_of(stage, target) == 3
    stage.turn_of("ann")
    assert dice_of(stage, target) == (1 if span == "round" else 3)
    assert bool(stage.conditions(target)) is (span != "round")
    stage.play("ann end")
    assert dice_of(stage, target) == 1
    assert stage.conditions(target) == []


def dice_of(stage: Yard, id_: str) -> int:
    """With how many dice somebody would test Force now: the d20, and two more where it is Muddled."""
    stage.act("call_test", creature=id_, skill="Force")
    count = len(stage.master.prompt(seat=id_)["dice"])
    stage.master.do("undo")
    return count


def test_what_ends_with_the_start_of_a_turn_does_nothing_at_it() -> None:
    """pf2e#1378: an effect that is shown as expired still changes numbers.

    Bleeding until the start of the own next turn is over before it draws blood; until the end of that turn
    it draws once, and no second time.
    """
    for span, stress in (("round", 0), ("end of next turn", 1)):
        stage = duel()
        stage.act("condition", creature="cid", condition="Bleeding", on=True, potential="Might", span=span)
        stage.turn_of("cid")
        assert stage.stress("cid") == stress
        stage.play("cid end")
        stage.turn_of("cid")
        assert stage.stress("cid") == stress


@pytest.mark.parametrize("who", ["leaves", "falls"])
def test_an_anchor_that_goes_takes_what_waited_for_it_along(who: str) -> None:
    """pf2e#2049: what hangs on somebody who is not there any more never ends. It ends at once."""
    stage = duel()
    stage.act(
        "condition", creature="ann", condition="Muddled", on=True, potential="Might", by="bob", span="round"
    )
    if who == "leaves":
        stage.act("remove", creature="bob")
    else:
        stage.act("marks", creature="bob", amount=3)
    assert stage.conditions("ann") == []
    assert [event.clause for event in stage.events("ConditionEnded")] == ["S9.6"]


@pytest.mark.parametrize("kind", ["guard", "evade", "spin", "favour"])
def test_a_round_of_a_half_is_seen_and_counted_to_the_own_next_turn(kind: str) -> None:
    """pf2e#18990, #11392: "until the start of your next turn" ends with the turn it was used in.

    Played in the own turn, it runs through the turns of everybody else, and is gone when the own next one
    opens; Advantage from the GM waits for its Test, however long.
    """
    stage = duel()
    if kind == "favour":
        stage.act("favour", creature="ann", test="Force", amount=1)
    else:
        stage.play({"guard": "ann strike bottom", "evade": "ann evade top", "spin": "ann spin bottom"}[kind])

    def there() -> bool:
        shown = stage.shown("ann")
        return bool(shown["running"] or shown["favours"])

    assert there()
    stage.play("ann end")
    stage.turn_of("bob")
    assert there()
    stage.play("bob end")
    stage.turn_of("cid")
    assert there()
    stage.play("cid end")
    stage.turn_of("ann")
    assert there() is (kind == "favour")
    if kind == "favour":
        stage.play("ann strike top sword bob", "ann 5 4", "ann 3")
        assert not there()


# Stacking


@pytest.mark.parametrize("name", CONDITIONS)
def test_every_condition_counts_once_and_ends_as_one(name: str) -> None:
    """pf2e#14253, cosmere-rpg#804, dfreds-convenient-effects#308, Lancer-Community-Edition#786: stackables do
    not stack and unstackables do; the same condition from two sources doubles, or clearing one clears both.

    The same one twice is one: the larger X and the longer span stay, under the same name. About another
    creature or another Potential it is a second one, and the GM's "off" ends all of the name.
    """
    stage = duel()
    about: dict[str, Any] = {"creature": "ann", "condition": name, "on": True}
    if name in ("Bleeding", "Muddled", "Empowered", "Vulnerable", "Retaliate"):
        about["potential"] = "Might"
    if name == "Retaliate":
        about["other"] = "Nerve"
    by = {"by": "bob"} if name in ("Afraid", "Charmed", "Enraptured") else {}
    stage.act("condition", **about, **by, amount=1, span="round")
    once = stage.shown("ann")["conditions"]
    stage.act("condition", **about, **by, amount=2, span="scene")
    stage.act("condition", **about, **by, amount=1, span="round")
    (shown,) = stage.shown("ann")["conditions"]
    assert len(once) == 1
    assert shown["ends"] == "when the scene ends"
    assert shown["name"] == (f"{name} (2)" if name in ("Warded", "Fortified", "Rooted") else once[0]["name"])
    assert shown["text"]
    assert shown["clause"] in register("sunder").clauses
    if "potential" in about:
        stage.act("condition", **{**about, "potential": "Seep"}, span="scene")
        assert len(stage.shown("ann")["conditions"]) == 2
    if by:
        stage.act("condition", **about, by="cid", span="scene")
        assert len(stage.shown("ann")["conditions"]) == 2
    stage.act("condition", creature="ann", condition=name, on=False)
    assert stage.shown("ann")["conditions"] == []


def test_two_who_hold_are_two_and_each_lets_go_alone() -> None:
    """dfreds-convenient-effects#308, Lancer-Community-Edition#786: the same condition from two sources
    doubles, or clearing one clears both.

    Bob and Dan hold Ann: she is held as long as one of them does, at one Disadvantage; both are listed.
    """
    stage = duel("fighter:ann A", "brute:bob B", "plain:dan B")
    for by in ("bob", "dan"):
        stage.act("condition", creature="ann", condition="Held", on=True, by=by)
    shown = [one["text"] for one in stage.shown("ann")["conditions"]]
    assert ["around Bob" in shown[0], "around Dan" in shown[1]] == [True, True]
    stage.play("ann strike top sword bob")
    assert len(stage.master.prompt(seat="ann")["dice"]) == 3, "one Disadvantage: two dice, the lowest"
    stage.master.do("undo")
    stage.act("remove", creature="bob")
    (left,) = stage.shown("ann")["conditions"]
    assert "around Dan" in left["text"]
    stage.play("ann strike top sword dan")
    assert len(stage.master.prompt(seat="ann")["dice"]) == 3


# What counts, and why


def test_what_counts_and_what_does_not_is_told_before_and_after_the_roll() -> None:
    """pf2e#11864, dnd4eBeta#474, pf2e-kingmaker-tools#18, pf2e#16100, dnd5e#3481: a bonus is missing and
    nothing says why; the formula behind a number is wanted before the roll.

    Proficient, with a Knack, Empowered, Muddled, against one who is Bound, helped by Cid: the option says
    score, dice and what may be lost before; the log names each that counted, with a clause of the register.
    A second help of the same name does not count, and the log says so and why.
    """
    stage = duel("veteran:ann A")
    for name in ("Empowered", "Muddled"):
        stage.act("condition", creature="ann", condition=name, on=True, potential="Might")
    stage.act("condition", creature="bob", condition="Bound", on=True)
    for _ in range(2):
        stage.act("favour", creature="ann", test="attack", amount=1, reason="high ground")
    detail = stage.options("ann")["strike top sword bob"]["detail"]
    assert "Test Might (Force), score 10, 4 dice" in detail
    assert "D6 damage to Might" in detail
    assert "risks 1 Might Stress" in detail
    stage.play("ann strike top sword bob", "ann 5 1 2 3 6", "ann 3")
    entry = stage.master.log[max(stage.master.log)]
    told = str(entry["ledgers"][0])
    for words in ("proficient in Force", "Knack old hand", "Empowered", "Muddled", "Bound", "high ground"):
        assert words in told, (words, told)
    assert "high ground" in str(entry["not_counted"])
    clauses = register("sunder").clauses
    cited = {row["clause"] for ledger in entry["ledgers"] for row in ledger["rows"] if row["clause"]}
    assert "S1.22" in str(entry["not_counted"])
    assert cited
    assert all(clauses[clause].text for clause in cited)
    dice = [row["die"] for row in entry["ledgers"][0]["rows"] if row["die"]]
    assert [(die["face"], die["kept"]) for die in dice] == [
        (5, True),
        (1, False),
        (2, False),
        (3, False),
        (6, True),
    ]


def level_by_hand(event: Any) -> int:
    """The base level of a Test from its face, written down from S1.6 once more."""
    if event.face == event.score:
        return 5
    if event.face == 20:
        return 1
    if event.face <= event.spent:
        return 3
    return 4 if event.face < event.score else 2


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_is_shown_is_what_is_rolled_and_what_is_counted(scenario: str) -> None:
    """compcon#3388, #3156: a bonus is shown but not added to the attack.

    Over scenes of bots: the dice an option tells of are those asked for and those in the log; base level,
    kept die and final level follow from the faces by the register's own rule; each ledger adds up.
    """
    loaded = load_scenario(scenario)
    random = Random(scenario)
    session = Session(loaded.system, loaded.start(), CounterDice(f"{scenario} shown"))
    promised, tests = 0, 0
    for _ in range(260):
        if session.pending is None:
            break
        question: Any = session.pending.request
        part, value = bots_answer(session, random)
        detail = ""
        if getattr(question, "kind", "") == "turn" and not _in_a_group(session):
            options = session.system.question(session.encounter, question, GM_VIEWER)["options"]
            detail = next(one["detail"] for one in options if one["id"] == value)
        take(session, part, value)
        now = _asked_now(session)
        if (
            ", score " in detail
            and getattr(now, "clause", "") == "S1.14"
            and now.pool.roller == question.seat
        ):
            assert len(now.pool.sides) == 1 + _dice_told(detail), detail
            promised += 1
    events: list[Any] = [record.event for record in session.records]
    for number, event in enumerate(events):
        if type(event).__name__ != "TestRolled":
            continue
        tests += 1
        last = next(
            place
            for place, one in enumerate(events[number:], start=number)
            if type(one).__name__ == "TestSettled" and one.creature == event.roller
        )
        settled = events[last]
        assert event.base == level_by_hand(event)
        assert event.natural is (event.face in (event.score, 20))
        assert len(event.faces) == event.count
        if event.faces:
            assert event.kept == (min if event.lowest else max)(event.faces)
        perk = any(type(one).__name__ == "PerkFired" for one in events[number:last])
        if not perk and not settled.exploded:
            up = 0 if event.natural or not event.faces else 1 if event.kept > event.jinx else -1
            assert settled.level == max(1, min(5, event.base + up))
    for entry in session.system.entries(session.encounter, session.records, GM_VIEWER):
        for ledger in entry["ledgers"]:
            values = [row["value"] for row in ledger["rows"]]
            if ledger["total"] is not None and None not in values:
                assert sum(value or 0 for value in values) == ledger["total"], entry
    assert promised > 3
    assert tests > 10


def _asked_now(session: Session) -> Any:
    """The open request, or None."""
    return None if session.pending is None else session.pending.request


def _in_a_group(session: Session) -> bool:
    turn = session.encounter.state.turn
    return turn is not None and bool(turn.group)


def _dice_told(detail: str) -> int:
    words = detail.split(", score ")[1].split(", ", 1)[1].split(" ")
    return {"no": 0, "1": 1, "one": 1}.get(words[0], int(words[0]) if words[0].isdigit() else 0)


# Chances


def levels_by_hand(
    score: int, spent: int, stress: int, die: int, count: int
) -> Iterator[tuple[int, Fraction]]:
    """Every way the dice of a Test can fall, counted one by one, with its level."""
    jinx, dice = min(stress, die - 1), abs(count) + (count < 0)
    chance = Fraction(1, 20 * die**dice)
    for face, *pool in product(range(1, 21), *[range(1, die + 1)] * dice):
        base = 5 if face == score else 1 if face == 20 else 3 if face <= spent else 4 if face < score else 2
        kept = 0 if not pool else max(pool) if count > 0 else min(pool)
        up = 0 if base in (1, 5) or not pool else 1 if kept > jinx else -1
        yield max(1, min(5, base + up)), chance


@pytest.mark.parametrize(
    ("stress", "spent", "advantage"), [(0, 0, 0), (3, 2, 0), (5, 5, 1), (2, 4, -2), (6, 1, -4)]
)
def test_the_chance_shown_is_that_of_the_dice_counted_one_by_one(
    stress: int, spent: int, advantage: int
) -> None:
    """icepool#100, dyce#10, rpg.stackexchange 210706: opposed and large pools explode, or are guessed at.

    The veteran's two D6 with Advantages and Disadvantages: every level's percentage is the one that counting
    all faces gives.
    """
    start = f"{{ stress = {{ Might = {stress} }}, resistance = {{ Might = {spent} }} }}"
    stage = duel(f"veteran:ann A yard {start}")
    for number in range(abs(advantage)):
        sign = 1 if advantage > 0 else -1
        stage.act("favour", creature="ann", test="attack", amount=sign, reason=f"for reason {number}")
    by_hand: dict[int, Fraction] = dict.fromkeys(range(1, 6), Fraction(0))
    for level, chance in levels_by_hand(10, spent, stress, 6, 2 + advantage):
        by_hand[level] += chance
    assert sum(by_hand.values()) == 1
    prompt = stage.sides["A"].prompt("turn", "ann")
    stage.sides["A"].send(
        "want_odds", stamp=prompt["stamp"], part=prompt["part"], option="strike top sword bob"
    )
    bars = {bar["label"]: bar["percent"] for bar in stage.sides["A"].odds[-1]["odds"]["bars"]}
    names = ("Miff", "Failure", "Mixed", "Success", "Crit")
    for number, name in enumerate(names, start=1):
        assert bars[name] == pytest.approx(float(100 * by_hand[number]), abs=0.06), name


def test_the_chance_of_a_group_is_that_of_all_its_dice_together() -> None:
    """icepool#100, dyce#10: pools of several rollers explode. Two d20 against 10, level by level."""
    stage = duel("fighter:ann A", "brute:bob B", "fighter:dee A")
    stage.group("cid", "dee")
    stage.play("cid together")
    worth = {1: -2, 2: -1, 3: 0, 4: 1, 5: 2}
    alone: dict[int, Fraction] = dict.fromkeys(range(1, 6), Fraction(0))
    for level, chance in levels_by_hand(10, 0, 0, 4, 0):
        alone[level] += chance
    by_hand: dict[int, Fraction] = dict.fromkeys(range(1, 6), Fraction(0))
    for one, other in product(alone, alone):
        by_hand[3 + max(-2, min(2, worth[one] + worth[other]))] += alone[one] * alone[other]
    prompt = stage.master.prompt("turn", "cid")
    stage.master.send("want_odds", stamp=prompt["stamp"], part=prompt["part"], option="strike top sword bob")
    bars = {bar["label"]: bar["percent"] for bar in stage.master.odds[-1]["odds"]["bars"]}
    for number, name in enumerate(("Miff", "Failure", "Mixed", "Success", "Crit"), start=1):
        assert bars[name] == pytest.approx(float(100 * by_hand[number]), abs=0.06), name


# Windows


def test_the_windows_of_an_attack_come_in_one_order() -> None:
    """bg3dnd#288: a "before the attack" reaction resolves after it.

    Announced, then who is targeted, the roll, the damage, what comes in, what has come in, and the price at
    the very last: one golden trace, with an answer in each window, and nothing thrown ahead of its window.
    """
    stage = duel("hedgehog:ann A yard { stress = { Wit = 3 } }")
    stage.play("ann end", "gm adversary bob")
    since = len(stage.table.session.records)
    stage.play("bob strike top claw ann")
    assert stage.asked() == [("ann", "react")]
    assert not stage.events("TestRolled")
    stage.play("ann react sting", "bob 5", "bob 6")
    assert stage.asked() == [("ann", "react")]
    assert not [one for one in stage.events("StressTaken") if one.creature == "ann"]
    stage.play("ann armor plate 1", "ann react grudge")
    events = [record.event for record in stage.table.session.records[since:]]
    assert [(type(one).__name__, who_of(one)) for one in events] == TRACE


TRACE = [
    ("HalfPlayed", "bob"),
    ("ActionAnnounced", "bob"),
    ("ReactionTaken", "ann"),
    ("DamageRolled", "ann"),
    ("StressTaken", "bob"),
    ("TestRolled", "bob"),
    ("TestSettled", "bob"),
    ("DamageRolled", "bob"),
    ("ReactionTaken", "ann"),
    ("SlotsUsed", "ann"),
    ("StressReduced", "ann"),
    ("StressTaken", "ann"),
    ("ReactionTaken", "ann"),
    ("StressCleared", "ann"),
    ("StressTaken", "bob"),
    ("ActionResolved", ""),
]


def who_of(event: Any) -> str:
    """Whose doing an event is, or whom it is about."""
    names = ("creature", "roller", "source")
    return next((str(getattr(event, name)) for name in names if hasattr(event, name)), "")


@pytest.mark.parametrize("sting", [True, False])
def test_a_reaction_that_fells_the_attacker_stops_the_attack(sting: bool) -> None:
    """bg3dnd#288: a reaction before the attack resolves after it, and the dead strike all the same.

    Ann's Nerve is full and she has one Mark left: stung, she falls before any die of her attack is thrown;
    nothing of it happens, the log says that it came to nothing, and her turn is over. Not stung, she hits.
    """
    stage = duel("fighter:ann A yard { stress = { Nerve = 10 }, marks = 3 }", "wasp:bob B")
    stage.play("ann strike top sword bob")
    assert stage.asked() == [("bob", "react")]
    assert not stage.events("TestRolled")
    if not sting:
        stage.play("bob no", "ann 5", "ann 4")
        assert stage.stress("bob") == 1
        return
    stage.play("bob react sting", "gm marks 1")
    assert stage["ann"].out == "incapacitated"
    assert stage.stress("bob") == 0
    assert not stage.events("TestRolled")
    assert [event.name for event in stage.events("ActionStopped")] == ["Attack"]
    assert stage.current == ""
    assert stage.asked() == [("gm", "slot")]


# Rulings


def test_every_disputed_reading_is_named_with_its_sentence_and_saved_with_the_fight() -> None:
    """pf2e#17979: users dispute an order; it is closed as won't fix.

    A setting names its clause and says what it settles; a table shows it with its default; the save carries
    it, and a replay plays with it.
    """
    clauses = register("sunder").clauses
    for ruling in fields(Rulings):
        cited = clauses[ruling.metadata["clause"]]
        assert cited.tag in ("ruling", "mixed") or "optional" in cited.text
        assert ruling.metadata["text"]
    text = 'mixed_costs_stress = false\nsurge_reset = "lenient"'
    stage = duel("fighter:ann A yard { resistance = { Might = 4 } }", rulings=text)
    shown = {row["name"]: (row["value"], row["default"]) for row in stage.sides["B"].view["rulings"]}
    assert shown["surge_reset"] == ("lenient", "strict")
    assert len(shown) == len(fields(Rulings))
    stage.play("ann strike top sword bob", "ann 3", "ann 4", "gm no")
    assert stage.stress("ann") == 0, "a Mixed costs no Stress by this table's ruling"
    data = save_of(stage.loaded, SEED, stage.table.session, stage.table.chronicle.notes)
    assert orjson.loads(data)["rulings"]["mixed_costs_stress"] is False
    again = replay(read_save(data))
    assert again.same
    assert again.session.encounter.rulings == Rulings(mixed_costs_stress=False, surge_reset="lenient")


@pytest.mark.parametrize(
    ("clause", "words"),
    [
        ("S1.13", "Mixed costs 1 Stress"),
        ("S1.22", "the same named source counts once"),
        ("S1.24", "equal -> Rollies"),
        ("S3.2", "then Protection Slots"),
        ("S3.6", "the whole incoming instance"),
        ("S4.4", "throwing in twice keeps the old place"),
        ("S5.20", "reactions to being targeted"),
        ("S6.4", "the end of the user's first turn that starts after activation"),
        ("S6.6", "takes effect right after it fully resolves"),
        ("S10.1", "does not stack"),
    ],
)
def test_where_the_text_is_silent_the_register_says_so(clause: str, words: str) -> None:
    """pf2e#17979: what a Mixed costs, stacked Advantages, ties, the order of reductions, when a Surge comes
    back and when it takes effect.

    Each reading stands in the register and is marked as one; the table shows it beside what cites the clause.
    """
    found = register("sunder").clauses[clause]
    assert words in found.text.replace("\n", " ")
    assert found.tag in ("ruling", "mixed")
