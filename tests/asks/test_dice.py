"""Dice: real ones on the table, limits, labels, and the chances before the click."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from affray.content import load_scenario
from affray.dice.notation import parse
from affray.kernel.errors import Unreadable
from affray.kernel.inputs import Answer
from affray.odds.exact import option_odds
from tests.asks.stage import Stage, yard
from tests.work import calls_of


def test_monstrous_expressions_are_refused_at_once() -> None:
    """avrae#825, roll-parser#19, savagebot#141, dnd5e#7350: huge or endless expressions hang the host.

    Caps on dice, sides, terms and length are looked at before anything is rolled or even counted.
    """
    for text in ("999999d999999", "9" * 100_000 + "d6", "d6+" * 50_000 + "d6", "1d" + "9" * 150, "100d6+1d6"):
        assert calls_of(lambda text=text: refusal_of(text)) < 1_000


def refusal_of(text: str) -> None:
    """Have an expression refused."""
    with pytest.raises(Unreadable):
        parse(text)


@pytest.mark.parametrize(
    "label", ["drop the axe", "kh1 for luck", "-d6", "+", "d d d", "# again", "2d6", "½"]
)
def test_a_comment_is_never_read_as_dice(label: str) -> None:
    """avrae#1148: a comment that starts with operator letters breaks the roll.

    Whatever stands behind the "#" is the label; the dice before it are what they are without it.
    """
    with_label = parse(f"d20+9+2d6kh1 # {label}")
    assert (with_label.dice, with_label.bonus) == (parse("d20+9+2d6kh1").dice, 9)
    assert with_label.label == label


@pytest.mark.parametrize("seed", range(3))
def test_a_whole_fight_with_nothing_but_real_dice(seed: int) -> None:
    """Beyond20#690, ready-set-roll#283, forbidden-lands#473, CoC7#1247: some buttons bypass dice that are
    thrown by hand, and a "0" on a die is refused without a word.

    With every seat throwing by hand, random play over a whole fight and checks that the GM calls for: every
    single roll asks for faces, die by die with its size; a face that cannot be is refused by name; nothing
    is ever thrown by the server, and the log marks each die as thrown by hand.
    """
    random = Random(seed)
    stage = Stage(load_scenario("saltgate"))
    kinds = set()
    for step in range(400):
        if not stage.master.view["prompts"]:
            break
        prompt = random.choice(stage.master.view["prompts"])
        place = {"stamp": prompt["stamp"], "part": prompt["part"]}
        if prompt["question"] is None:
            kinds.add(prompt["dice_title"].split(": ")[1])
            sides = [die["sides"] for die in prompt["dice"]]
            refusal = stage.master.ask("answer", **place, faces=[0] * len(sides))
            assert f"a d{sides[0]} shows 1 to {sides[0]}, not 0" in refusal["text"]
            stage.master.do("answer", **place, faces=[random.randint(1, most) for most in sides])
            continue
        options = [one["id"] for one in prompt["question"]["options"] if one["refusal"] is None]
        stage.master.do("answer", **place, pick=random.choice(options))
        if step % 40 == 7 and stage.state.outcome is None:
            check(stage, random)
    rolls = [item for item in stage.table.session.journal if isinstance(item, Answer) and _is_roll(item)]
    assert len(rolls) > 30
    assert all(item.typed and item.by.startswith("person:") for item in rolls)
    dice = [
        row["die"]
        for entry in stage.master.log.values()
        for ledger in entry["ledgers"]
        for row in ledger["rows"]
        if row["die"]
    ]
    assert dice
    assert all(die["typed"] for die in dice)
    assert kinds


def _is_roll(item: Answer) -> bool:
    return isinstance(item.value, tuple)


def check(stage: Stage, random: Random) -> None:
    """The GM calls for a check of somebody who can make it."""
    able = [one.id for one in stage.state.personas.values() if not one.out and one.wounds["Spirit"] == 0]
    if able:
        stage.act("check", persona=random.choice(able), skill="Sense", target_number=15)


def test_real_and_servers_dice_mix_in_one_clash() -> None:
    """Beyond20#690: players want real dice while others leave theirs to the tool.

    One side types, the other side's fall by themselves; the log tells one from the other.
    """
    stage = Stage(yard("hobgoblin A", "witch B"), typed=False)
    stage.sides["A"].do("set_dice", seat="hobgoblin", dice="typed")
    stage.lanes()
    stage.turn("hobgoblin")
    stage.sides["A"].pick("strike axe witch", "turn")
    stage.throw(hobgoblin=[9, 3, 4])
    entry: dict[str, Any] = stage.master.log[max(stage.master.log)]
    typed = [{row["die"]["typed"] for row in ledger["rows"] if row["die"]} for ledger in entry["ledgers"]]
    assert typed == [{True}, {False}]


def test_a_total_that_a_page_worked_out_is_not_taken() -> None:
    """creosmark: the browser sends the finished result, and nobody can tell an honest roll.

    A message carries faces or nothing: totals and results are refused as unknown, faces of somebody else's
    dice are not accepted, and dice that the server throws cannot be typed over.
    """
    stage = Stage(yard("striker A", "mark B"), typed=False)
    stage.lanes()
    stage.turn("striker")
    prompt = stage.sides["A"].prompt("turn")
    for extra in ({"total": 40}, {"margin": 30}, {"result": "hit"}, {"typed": False}):
        refusal = stage.sides["A"].ask(
            "answer", stamp=prompt["stamp"], part=0, pick="strike club mark", **extra
        )
        assert refusal["kind"] == "unreadable"
    refusal = stage.sides["A"].ask("answer", stamp=prompt["stamp"], part=0, faces=[20])
    assert refusal["kind"] == "unreadable"
    stage.sides["A"].pick("strike club mark", "turn")
    rolls = [item for item in stage.table.session.journal if isinstance(item, Answer) and _is_roll(item)]
    assert {(item.by, item.typed) for item in rolls} == {("dice", False)}


def test_exact_chances_come_before_the_commitment_and_quickly() -> None:
    """genesys#77: show the chance to succeed while building the pool.

    Every strike that is offered has exact chances that add up, worked out from a few bands and not from every
    throw, without a trace in the fight.
    """
    stage = Stage(load_scenario("saltgate"), typed=False)
    stage.lanes(sable="Fast")
    while stage.master.view["prompts"][0]["question"]["kind"] != "turn":
        stage.master.pick("2-actions", "split")
    session, before = stage.table.session, stage.hash
    question = stage.master.prompt("turn")["question"]
    strikes = [one["id"] for one in question["options"] if one["section"] == "Strikes" and not one["refusal"]]
    assert strikes
    for strike in strikes:
        odds = option_odds(session, 0, strike)
        assert odds is not None
        assert sum(bar["percent"] for bar in odds["bars"]) == pytest.approx(100, abs=0.5)
        assert calls_of(lambda strike=strike: option_odds(session, 0, strike)) < 50_000
    assert stage.hash == before
