"""Bots that play fair and never hang, fights in bulk, and a GM who is never locked out."""

from __future__ import annotations

from typing import Any

import pytest

from affray.bots.players import BOTS
from affray.content import load_scenario
from affray.kernel.requests import Choose, Option
from affray.sim.fight import play_fight
from affray.table.autopilot import BOT_RUN_MAX
from tests.asks.stage import Stage, copied, yard


def test_a_bot_decides_from_what_its_seat_may_know() -> None:
    """boardgame.io#1069, #1163: how does a bot treat secrets?

    Every option of a seat's turn looks the same to its bot wherever a concealed foe stands and however well
    it hides.
    """
    start = yard("striker A", "hidden B road { concealment = 20 }", "second B")
    stage = Stage(start, typed=False)
    stage.lanes()
    stage.turn("striker")
    session = stage.table.session
    assert session.pending is not None
    question: Any = session.pending.request
    worths = set()
    for zone in ("yard", "road", "field"):
        for score in (3, 20, 90):
            fight = copied(session.encounter)
            fight.state.personas["hidden"].zone = zone
            fight.state.personas["hidden"].concealment = score
            worths.add(tuple(session.system.appraise(fight, question)))
    assert len(worths) == 1


def test_a_seat_changes_hands_in_mid_fight_both_ways() -> None:
    """boardgame.io#1163: bots cannot join a real match.

    A player hands the seat over in the middle of a turn, the bot plays it on, and the player takes the very
    next question back.
    """
    stage = Stage(yard("striker A", "mark B"), typed=False)
    stage.lanes()
    stage.turn("striker", "beat")
    player = stage.sides["A"]
    player.do("set_bot", seat="striker", bot="greedy")
    assert not player.view["prompts"]
    stage.tick()
    player.do("set_bot", seat="striker", bot=None)
    assert [item.by for item in stage.table.session.journal].count("bot") == 1
    assert stage.current == "striker"
    assert player.prompt("turn", "striker")


def test_a_decision_has_a_cap_and_always_an_answer() -> None:
    """forge#6411, #8647: the AI loops for minutes on an action that cannot pay.

    Whatever a bot does with a question of ten thousand options, it looks at a part of them and gives one
    that is on offer; a bot that answers nonsense is given the default.
    """
    options = tuple(Option(f"o{number}", "o") for number in range(10_000))
    question = Choose("striker", "turn", options, "D7.7", default="o9999")
    looked = []

    class Careful:
        def appraise(self, encounter: Any, asked: Choose) -> list[float]:
            looked.append(len(asked.options))
            return [0.0] * len(asked.options)

    pick = BOTS["greedy"](Careful(), None, question, 0, lambda count: 0)  # type: ignore[arg-type]
    assert pick == "o0"
    assert looked[0] <= 500
    assert BOT_RUN_MAX <= 10_000, "and a table of bots alone stops sooner or later"


@pytest.mark.parametrize("number", range(25))
def test_random_fights_end(number: int) -> None:
    """forge#6411: some fights never end. A further thousand are in the contract; these are of the duel."""
    loaded = load_scenario("ropewalk-duel")
    result = play_fight(loaded.system, loaded.start(), {}, BOTS["random"], f"duel {number}", 40_000)
    assert result.outcome is not None


def test_the_same_seed_gives_the_same_fight_and_another_one_another() -> None:
    """dnd_combat_simulation#17: reports have to be repeatable. State, length and outcome follow from the
    seed.
    """
    loaded = load_scenario("saltgate")
    results = [
        play_fight(loaded.system, loaded.start(), {}, BOTS["greedy"], seed) for seed in ("a", "a", "b")
    ]
    assert results[0] == results[1] != results[2]


def test_a_further_foe_never_helps() -> None:
    """tracker#650, monks-little-details#235, initiative-tracker#50: difficulty is wrong for odd numbers of
    foes.

    Fought out by bots: with two more of the same foe the company wins fewer fights. The chances are so far
    apart (about 1 and 0.2, 0.8 and 0) that by Hoeffding's bound chance decides less than once in a million.
    """
    wins = {}
    for foes in (1, 2, 3, 4):
        loaded = yard("rival A", "four A", *(f"second:foe-{number} B" for number in range(foes)))
        outcomes = [
            play_fight(loaded.system, loaded.start(), {}, BOTS["greedy"], f"fight {number}").outcome
            for number in range(40)
        ]
        wins[foes] = sum(outcome == "Company win" for outcome in outcomes)
    assert wins[1] > wins[3], wins
    assert wins[2] > wins[4], wins


SITUATIONS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "an Action's Skill again, a lane too slow": (
        ("striker A", "mark B", "second B field", "hidden B yard { concealment = 40 }"),
        ("setup Might",),
    ),
    "nothing left": (("striker A yard { prone = true }", "mark B"), ("beat", "beat")),
    "a broken Trait, an exhausted weapon": (
        ('gunner A yard { wounds = { Mind = 6 }, exhausted = ["pistol"] }', "mark B"),
        (),
    ),
    "an ability used up": (("caster A", "mark B"), ("use surge",)),
}


@pytest.mark.parametrize("situation", SITUATIONS)
def test_whatever_a_turn_refuses_the_gm_may_allow_and_take_back(situation: str) -> None:
    """final-fantasy-XIV#217, #213, crucible#238, compcon#1801, optolith#1561: enforcement locks the GM out;
    "warn, but let me".

    Every single option that the turn refuses can be allowed by the GM, is logged with the reason and the
    clause that it goes against, and can be taken back whole. A player who tries it is refused with that
    clause.
    """
    combatants, deeds = SITUATIONS[situation]
    stage = Stage(yard(*combatants), typed=False)
    stage.lanes()
    stage.turn(stage.current)
    for deed in deeds:
        stage.master.pick(deed, "turn")
    seat, before = stage.current, stage.hash
    options = stage.master.prompt("turn", seat)["question"]["options"]
    refused = {one["id"]: one["refusal"] for one in options if one["refusal"]}
    assert refused
    player = next(client for client in stage.sides.values() if seat in client.view["you"]["seats"])
    for option, refusal in refused.items():
        prompt = player.prompt("turn", seat)
        answer = player.ask("answer", stamp=prompt["stamp"], part=0, pick=option)
        assert (answer["text"], answer["clause"]) == (refusal["text"], refusal["clause"])
        stage.act("override", "I say so", seat=seat, option=option)
        told = [one for one in stage.master.log.values() if one["kind"] == "gm" and not one["undone_by"]]
        assert "I say so" in str(told)
        assert refusal["clause"] in str(told)
        stage.master.do("undo")
        assert stage.hash == before


def test_a_player_who_was_refused_may_ask_the_gm() -> None:
    """crucible#238: the player is stuck with a refusal. The question reaches the GM with option, clause and
    words.
    """
    stage = Stage(yard("striker A", "mark B"), typed=False)
    stage.lanes()
    stage.turn("striker")
    stage.sides["A"].do("ask_gm", seat="striker", option="strike maul mark", text="I stand above him!")
    (note,) = stage.master.view["notes"]
    assert "Maul: Mark" in note["text"]
    assert "I stand above him!" in note["text"]
    assert note["clause"] == "D9.4"
    assert not stage.sides["B"].view["notes"]


def test_each_question_may_be_asked_or_left_to_its_default_or_done_by_hand() -> None:
    """foundryvtt-lancer#546: let me switch off one automation.

    A reaction: ask me, always, never. A ruling of the GM: asked, or left to its default kind by kind. Dice:
    the server's, or thrown by hand. A value that a rule sets: the GM may set it anew. Each by itself.
    """
    left = "{ wounds = { Mind = 5, Body = 4, Spirit = 4 } }"
    stage = Stage(yard("striker A", f"mark B yard {left}", "shield B", "second B"), typed=False)
    master = stage.master
    assert master.view["reactions"] == {}
    master.do("set_reaction", seat="gm", ability="out meaning", answer="no")
    stage.sides["B"].do("set_reaction", seat="shield", ability="step-in", answer="no")
    stage.sides["A"].do("set_dice", seat="striker", dice="typed")
    stage.sides["B"].do("set_dice", seat="mark", dice="typed")
    assert master.view["reactions"]["gm"] == {"out meaning": "no"}
    assert "gm" not in stage.sides["A"].view["reactions"]
    stage.lanes()
    stage.turn("striker")
    stage.do("striker", "strike club mark", striker=[20], mark=[1])
    assert stage.state.personas["mark"].out_meaning == "incapacitation"
    assert master.prompt("turn", "striker")
    given = [row.item for row in stage.rows if row.item.get("by") == "standing"]
    assert [item["value"] for item in given] == ["no", "incapacitation"]
    master.do("undo")
    master.do("set_reaction", seat="gm", ability="out meaning", answer="ask")
    master.pick("strike club mark", "turn", "striker")
    assert master.prompt("out meaning")
    assert (
        stage.sides["A"].ask("set_reaction", seat="gm", ability="stalemate", answer="no")["kind"] == "refused"
    )


def test_what_is_left_to_its_default_is_never_more_than_the_default() -> None:
    """foundryvtt-lancer#546: an automation must not do more than it was told.

    "Always" for a kind of question that is no reaction answers nothing; neither does anything for a question
    without a default, such as the secret lane.
    """
    stage = Stage(yard("armed A", "second B"), typed=False)
    player = stage.sides["A"]
    for kind, answer in (("dice", "yes"), ("split", "yes"), ("lane", "no"), ("turn", "no")):
        player.do("set_reaction", seat="armed", ability=kind, answer=answer)
    stage.lanes()
    while stage.current != "armed":
        stage.pass_turns(stage.current)
    stage.turn("armed")
    stage.master.pick("strike club second", "turn", "armed")
    assert player.prompt("dice", "armed")["question"]["default"] == "dice Magic+Special"
    player.do("set_reaction", seat="armed", ability="dice", answer="no")
    assert stage.events("StrikeResolved")
    assert {die.type for die in stage.events("StrikeResolved")[0].attack.dice} == {"Magic", "Special"}
