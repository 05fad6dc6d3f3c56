"""How long things last: the spans that users of other tools saw cut short, doubled or never ended."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from affray.bots.players import BOTS
from affray.content import load_scenario
from affray.kernel.codec import state_hash
from affray.kernel.system import GM_VIEWER
from affray.sim.fight import play_fight
from affray.systems.d20plus.augments import Throw, hand_for
from affray.systems.d20plus.book import AugmentDie
from affray.systems.d20plus.events import (
    Concealed,
    CoverTaken,
    DieLent,
    KnockedProne,
    Marked,
    SetUp,
    WeaponExhausted,
)
from affray.systems.d20plus.state import Fight, State
from affray.systems.d20plus.wounds import increment_against
from tests.asks.stage import Stage, copied, persona, yard


def test_what_ends_with_a_turn_hangs_on_its_holder_not_on_a_place_in_the_order() -> None:
    """pf2e#2049: effects expire on the wrong turn when initiative ties.

    Two who are tied in everything are parted by a roll-off. The die one of them banked for the other ends
    with the turn of its holder, and the tied one's turn before it touches nothing.
    """
    stage = Stage(yard("mark A", "hidden A", "second B"))
    stage.lanes()
    stage.throw(mark=[12], hidden=[5])
    stage.turn("mark")
    stage.do("mark", "setup Logic hidden", mark=[15])
    assert tads(stage) == {"hidden": 6}
    stage.master.pick("end", "turn", "mark")
    assert tads(stage) == {"hidden": 6}, "the other one's turn is over"
    stage.pass_turns("hidden")
    assert tads(stage) == {}


def tads(stage: Stage) -> dict[str, int]:
    """Who has banked a die, and its size."""
    return {one.id: one.tad.size for one in stage.state.personas.values() if one.tad is not None}


@pytest.mark.parametrize("moment", ["before its turn", "in its turn", "after its turn", "by the GM"])
def test_a_banked_die_lasts_through_the_first_turn_begun_after_it(moment: str) -> None:
    """pf2e#18990, pf2e#1387, avrae#1936, dnd5e#7129: "until the end of the next turn" ends now when it is
    used in the own turn, at its end, or out of turn.

    A TAD expires at the end of the holder's first turn that starts after it was banked (D10.3): given before
    the holder's turn it ends with that turn, given in or after it with the next one.
    """
    stage = Stage(yard("striker A", "thinker A", "second B"))
    stage.lanes()
    order = list(stage.state.order)
    assert order == ["striker", "thinker", "second"]
    if moment == "before its turn":
        stage.turn("striker")
        stage.do("striker", "setup Logic thinker", striker=[14])
        stage.master.pick("end", "turn", "striker")
        stage.pass_turns("thinker")
        assert tads(stage) == {}
        return
    stage.pass_turns("striker")
    if moment == "in its turn":
        stage.turn("thinker")
        stage.do("thinker", "setup Logic", thinker=[17])
        stage.master.pick("end", "turn", "thinker")
    else:
        stage.pass_turns("thinker")
        stage.act("set", persona="thinker", field="tad", value=6)
    assert tads(stage) == {"thinker": 6}
    if stage.state.round == 1:
        stage.pass_turns("second")
    stage.lanes()
    stage.pass_turns("striker")
    assert tads(stage) == {"thinker": 6}
    stage.pass_turns("thinker")
    assert tads(stage) == {}


def test_a_lent_die_counts_the_bearers_own_turns() -> None:
    """fo2_ecco#28, foundryvtt-lancer#801, dc20rpg#57: a span counts the wrong turns.

    A die lent for two turns, in the bearer's own one, is there for the rest of it and for two more ends of
    its own turns and no longer, however many turns of others run between.
    """
    stage = Stage(yard("caster A", "mark B", "second B"))
    stage.lanes()
    stage.turn("caster")
    stage.do("caster", "use shield-spell")
    ends = 0
    while stage.state.personas["caster"].lent:
        if stage.state.turn is None:
            stage.lanes()
        who = stage.current
        if stage.master.prompt(seat=who)["question"]["kind"] == "split":
            stage.master.pick("2-actions", "split", who)
        assert sizes(stage.table.session.encounter, "caster") == {8}
        stage.master.pick("end", "turn", who)
        ends += who == "caster"
        assert ends < 5
    assert ends == 3
    assert sizes(stage.table.session.encounter, "caster") == set()


def sizes(fight: Fight, id_: str) -> set[int]:
    """The dice that a defence of somebody may bring."""
    hand = hand_for(fight, persona(fight, id_), "Body", frozenset({"defence"}), tad=False)
    return {die.size for die in hand.dice}


def test_what_has_expired_counts_for_nothing_in_the_same_input() -> None:
    """pf2e#1378: an effect shown as expired still changes numbers until the next round.

    The answer that ends the turn takes the die from the view, from the sheet's dice and from the very next
    roll.
    """
    stage = Stage(yard("mark A", "striker B"))
    stage.lanes()
    stage.act("set", persona="mark", field="tad", value=12)
    stage.pass_turns("striker")
    stage.turn("mark", "end")
    view = {one["id"]: one for one in stage.master.view["fight"]["personas"]}
    assert view["mark"]["tad"] is None
    stage.lanes()
    stage.turn("striker")
    stage.do("striker", "strike club mark")
    assert [len(prompt["dice"]) for prompt in stage.master.view["prompts"]] == [1, 1], "no die is asked about"
    stage.throw(striker=[10], mark=[10])
    assert not stage.master.log[max(stage.master.log)]["not_counted"]


@pytest.mark.parametrize("defence", [1, 20])
def test_a_one_shot_die_is_used_up_once_whoever_clicks_hit_or_miss(defence: int) -> None:
    """foundryvtt-lancer#801, #549: Lock On is used up for the GM but not when a player or another attack
    uses it.

    A TAD joins by itself and is gone with the roll it joined, whether the GM, the player or a bot picks the
    attack, hit or miss, and a counter-attack or a Setup never takes it (D10.3).
    """
    for who in ("GM", "player", "bot"):
        stage = Stage(yard("reaper A yard { tad = 8 }", "mark B"))
        stage.lanes()
        stage.sides["A"].pick("2-actions", "split", "reaper")
        if who == "bot":
            stage.master.do("set_bot", seat="reaper", bot="greedy")
            stage.tick()
            stage.master.do("set_bot", seat="reaper", bot=None)
        else:
            client = stage.sides["A"] if who == "player" else stage.master
            client.pick("strike gaze mark", "turn", "reaper")
        throw_all(stage, reaper=10, mark=defence)
        assert [len(event.attack.dice) for event in stage.events("StrikeResolved")] == [1]
        assert tads(stage) == {}


def throw_all(stage: Stage, **first: int) -> None:
    """Throw what is asked for: the first face as given, all others a 1."""
    while any(prompt["question"] is None for prompt in stage.master.view["prompts"]):
        prompt = next(one for one in stage.master.view["prompts"] if one["question"] is None)
        faces = [first[prompt["seat"]], *[1] * (len(prompt["dice"]) - 1)]
        stage.master.do("answer", stamp=prompt["stamp"], part=prompt["part"], faces=faces)


THROW = Throw("mark", "Grace", 5, 5, (), 5, (), False, (12,), 17, False)

STACKS: dict[str, tuple[Callable[[Fight], None], Callable[[State], object], object]] = {
    "prone: no more than once": (
        lambda fight: fight.emit(KnockedProne("mark", "striker")),
        lambda state: state.personas["mark"].prone,
        True,
    ),
    "cover: no more than one": (
        lambda fight: fight.emit(CoverTaken("mark", "wall")),
        lambda state: state.personas["mark"].cover,
        "wall",
    ),
    "concealment: the newest score": (
        lambda fight: fight.emit(Concealed("mark", THROW)),
        lambda state: state.personas["mark"].concealment,
        17,
    ),
    "tad: one die": (
        lambda fight: fight.emit(SetUp("mark", "mark", "Grace", THROW, 4, 4)),
        lambda state: state.personas["mark"].tad.size,  # type: ignore[union-attr]
        4,
    ),
    "hex: once from each": (
        lambda fight: fight.emit(Marked("striker", "mark", "hex", "D5.2")),
        lambda state: len(state.personas["mark"].marks),
        1,
    ),
    "naming: one per owner": (
        lambda fight: fight.emit(Marked("striker", "mark", "naming", "D5.2")),
        lambda state: len(state.personas["mark"].marks),
        1,
    ),
    "quarry: one per owner": (
        lambda fight: fight.emit(Marked("striker", "mark", "quarry", "D7.4")),
        lambda state: len(state.personas["mark"].marks),
        1,
    ),
    "exhausted: no more than once": (
        lambda fight: fight.emit(WeaponExhausted("mark", "club")),
        lambda state: state.personas["mark"].exhausted,
        ["club"],
    ),
}


@pytest.mark.parametrize("condition", STACKS)
def test_every_condition_says_how_it_stacks(condition: str) -> None:
    """pf2e#14253, cosmere-rpg#804: stackables do not stack and unstackables do.

    Every condition of d20+, put on three times by one source: it is there once.
    """
    fight = yard("striker A", "mark B").start()
    apply, look, expected = STACKS[condition]
    for _ in range(3):
        apply(fight)
        assert look(fight.state) == expected


def test_lent_dice_do_not_add_up_within_a_type() -> None:
    """pf2e#14253: the same bonus twice counts twice. A ward lent twice is rolled once: one die per type
    (D3.2).
    """
    fight = yard("striker A", "mark B").start()
    for size in (8, 8, 6):
        die = AugmentDie("Magic", size, f"Ward d{size}", ("defence",))
        fight.emit(DieLent("mark", die, 9, "Shield spell"))
    assert sizes(fight, "mark") == {8}


def test_two_sources_of_one_condition_count_once_and_go_one_by_one() -> None:
    """dfreds-convenient-effects#308, Lancer-Community-Edition#786: the same condition from two sources
    doubles, or clearing one clears both.

    Two Hexes make the increment 8 and no less, both are listed by owner, and when one owner leaves the
    other's goes on counting.
    """
    stage = Stage(yard("striker A", "thinker A", "mark B"))
    fight = stage.table.session.encounter
    for owner in ("striker", "thinker"):
        fight.emit(Marked(owner, "mark", "hex", "D5.2"))
    target = persona(fight, "mark")
    assert increment_against(fight, persona(fight, "striker"), target)[0] == 8
    listed = {one["id"]: one["marks"] for one in fight_view(stage)}["mark"]
    assert listed == ["hexed by Striker", "hexed by Thinker"]
    alone = copied(fight)
    alone.state.personas["mark"].marks = [mark for mark in target.marks if mark.owner != "striker"]
    assert increment_against(alone, persona(alone, "thinker"), persona(alone, "mark"))[0] == 8


def fight_view(stage: Stage) -> list[dict[str, object]]:
    """Every Persona as the GM sees it now."""
    session = stage.table.session
    personas: list[dict[str, object]] = session.system.view(session.encounter, GM_VIEWER, None)["personas"]
    return personas


@pytest.mark.parametrize("scenario", ["saltgate", "ropewalk-duel", "bench-seven"])
def test_launching_again_starts_from_the_same_numbers(scenario: str) -> None:
    """compcon#3681, #3687, #3017: bonuses of templates are added again every time the encounter is launched.

    A fight that was played, to its end and with corrections, leaves scenario and packs as they were: the next
    start is equal to the first, byte for byte.
    """
    loaded = load_scenario(scenario)
    first, content = state_hash(loaded.start().state), loaded.content_hash
    for number in range(3):
        encounter = loaded.start()
        assert state_hash(encounter.state) == first
        play_fight(loaded.system, encounter, {}, BOTS["random"], f"launch {number}")
        assert state_hash(encounter.state) != first
    del loaded.__dict__["content_hash"]
    assert loaded.content_hash == content
