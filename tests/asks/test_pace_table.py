"""Pace at the table: real dice, what is hidden, words for all that is asked, bots, and a GM who may do all.

What holds for every system is tested once, with d20+: limits of dice and labels (avrae#825, #1148), totals
worked out by a page (creosmark), colours for any eyes (foundryvtt#13229), a cap on a bot's decision
(forge#6411); that random fights of Pace end is in tests/contract.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from affray.bots.players import BOTS
from affray.content import load_scenario
from affray.kernel.codec import state_hash
from affray.kernel.inputs import Answer
from affray.odds.exact import option_odds
from affray.sim.fight import play_fight
from tests.asks.pace_stage import Court, court
from tests.asks.stage import pick_any
from tests.contract.play import copy_of
from tests.table.rig import Client
from tests.work import calls_of

SCENARIOS = ("abbey-mill", "sluice-gate", "toll-bridge")
FACE_TO_FACE = "\n..AB..\n......\n"
APART = "\nA....B\n......\n"


def duel(*people: str, board: str = FACE_TO_FACE, typed: bool = True, rulings: str = "") -> Court:
    """Ann acts, Bob after her."""
    loaded = court(board, *(people or ("fighter:ann A E", "fighter:bob B W")), rulings=rulings)
    return Court(loaded, *(("ann", "bob") if typed else ()), typed=typed)


# Dice


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_whole_fight_with_nothing_but_real_dice(scenario: str) -> None:
    """Beyond20#690, ready-set-roll#283, forbidden-lands#473, CoC7#1247: some buttons bypass dice that are
    thrown by hand, and a "0" on a die is refused without a word.

    From the first initiative on, with checks and contests that the GM calls for: every roll asks for faces,
    die by die with its size; a face that cannot be is refused by name; nothing is ever thrown by the server,
    and the log marks each die as thrown by hand.
    """
    random = Random(scenario)
    stage = Court(load_scenario(scenario))
    abouts = set()
    for step in range(260):
        if stage.state.outcome is not None:
            break
        prompts = stage.master.view["prompts"]
        rolls = [one for one in prompts if one["question"] is None]
        if not rolls:
            if step % 25 == 24:
                who = random.choice([one.id for one in stage.state.characters.values() if one.standing])
                stage.act("check", character=who, score="Strength", dc=12)
            else:
                _pick_boldly(stage, random)
            continue
        prompt = rolls[0]
        place = {"stamp": prompt["stamp"], "part": prompt["part"]}
        abouts.add(stage.table.session.pending.request.about)  # type: ignore[union-attr]
        sides = [die["sides"] for die in prompt["dice"]]
        refusal = stage.master.ask("answer", **place, faces=[0] * len(sides))
        assert f"a d{sides[0]} shows 1 to {sides[0]}, not 0" in refusal["text"]
        stage.master.do("answer", **place, faces=[random.randint(1, most) for most in sides])
    rolled = [
        item
        for item in stage.table.session.journal
        if isinstance(item, Answer) and isinstance(item.value, tuple)
    ]
    assert len(rolled) > 15
    assert all(item.typed and item.by.startswith("person:") for item in rolled)
    dice = [
        row["die"]
        for entry in stage.master.log.values()
        for ledger in entry["ledgers"]
        for row in ledger["rows"]
        if row["die"]
    ]
    assert dice
    assert all(die["typed"] for die in dice)
    assert {"initiative", "check"} <= abouts


def _pick_boldly(stage: Court, random: Random) -> None:
    """An attack where there is one, or else anything."""
    prompt = stage.master.view["prompts"][0]
    options = [one["id"] for one in prompt["question"]["options"] if one["refusal"] is None]
    bold = [id_ for id_ in options if id_.split()[0] in ("attack", "batter", "cast")]
    pick = random.choice(bold or options)
    stage.master.do("answer", stamp=prompt["stamp"], part=prompt["part"], pick=pick)


def test_every_roll_of_an_attack_takes_typed_faces_and_both_kinds_mix() -> None:
    """Beyond20#690: players want real dice while others leave theirs to the tool.

    Initiative, attack, defence, Counter, riposte by hand for one side; the other side's fall by themselves;
    the log tells one from the other.
    """
    stage = duel(typed=False)
    stage.master.do("set_dice", seat="bob", dice="typed")
    stage.pass_over()
    if stage.current == "bob":
        stage.play("bob end")
        stage.pass_over()
        if stage.state.ordering:
            stage.play("bob 1")
    stage.play("ann attack sword bob", "bob counter sword-2", "bob 20")
    while stage.asked() == [("bob", "dice")]:
        dice = stage.master.prompt(seat="bob")["dice"]
        stage.play(f"bob {' '.join(str(die['sides']) for die in dice)}")
    entry = next(one for one in reversed(stage.master.log.values()) if len(one["ledgers"]) > 1)
    typed = {
        ledger["who"]: {row["die"]["typed"] for row in ledger["rows"] if row["die"]}
        for ledger in entry["ledgers"]
    }
    assert typed == {"ann": {False}, "bob": {True}}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_exact_chances_come_before_the_commitment_and_leave_no_trace(scenario: str) -> None:
    """genesys#77: show the chance to succeed while building the pool.

    Attacks that a turn offers have exact chances that add up, worked out from bands and not from every throw,
    and the fight is as it was before.
    """
    stage = Court(load_scenario(scenario), typed=False)
    random = Random(scenario)
    looked = 0
    for _ in range(120):
        if stage.state.outcome is not None or looked > 5:
            break
        prompt = stage.master.view["prompts"][0]
        options = [] if prompt["question"] is None else prompt["question"]["options"]
        attacks = [one["id"] for one in options if one["refusal"] is None and one["id"].startswith("attack")]
        for attack in attacks[:2]:
            before = stage.hash
            assert (
                calls_of(lambda attack=attack, part=prompt["part"]: _add_up(stage, part, attack)) < 2_000_000
            )
            assert stage.hash == before
            looked += 1
        stage.tick() if stage.table.wants_tick else _bold_step(stage, random)
    assert looked > 0


def _add_up(stage: Court, part: int, option: str) -> None:
    """The chances of an option come to one."""
    odds = option_odds(stage.table.session, part, option)
    assert odds is not None
    assert sum(bar["percent"] for bar in odds["bars"]) == pytest.approx(100, abs=1)


def _bold_step(stage: Court, random: Random) -> None:
    """A bot's step for whoever is asked."""
    session, prompt = stage.table.session, stage.master.view["prompts"][0]
    assert session.pending is not None
    pick = BOTS["greedy"](
        session.system, session.encounter, session.pending.request, prompt["part"], random.randrange
    )
    stage.master.do("answer", stamp=prompt["stamp"], part=prompt["part"], pick=pick)


# What is hidden


SEES = {"all": {"GM", "roller", "other side", "onlooker"}, "side": {"GM", "roller"}, "gm": {"GM"}}
READERS: dict[str, Callable[[Court], Client]] = {
    "GM": lambda stage: stage.master,
    "roller": lambda stage: stage.sides["A"],
    "other side": lambda stage: stage.sides["B"],
    "onlooker": lambda stage: stage.connect(name="Wim"),
}


@pytest.mark.parametrize("audience", SEES)
@pytest.mark.parametrize("reader", READERS)
def test_a_check_is_seen_by_its_audience_for_good(audience: str, reader: str) -> None:
    """SR5#1319, boardgame.io#227, #1059: blind rolls become visible to all after an update, or by the log.

    Faces and score are in the log of those who may know, and in no log message to the others, also after undo
    and redo, later play, and on a page that is opened afresh.
    """
    stage = duel("witch:ann A E", "fighter:bob B W", typed=False)
    client = READERS[reader](stage)
    stage.act("check", character="ann", score="Will", dc=12, seen_by=audience)
    stage.act("set", character="bob", field="ap", value=2)
    for command in ("undo", "redo"):
        stage.master.do(command)
    fresh = stage.connect(key=client.key)
    sees = reader in SEES[audience]
    for page in (client, fresh):
        titles = [
            row["label"] for one in page.log.values() for ledger in one["ledgers"] for row in ledger["rows"]
        ]
        assert ("Will" in titles) is sees
        logs = b"".join(data for data in page.received if b'"type":"log"' in data)
        assert (b"Will" in logs) is sees


def test_when_a_player_wants_to_be_asked_is_in_no_byte_of_the_others() -> None:
    """boardgame.io#399, #1159, CoC7#2149: secrets are stripped from the state and still sent in the log, in
    errors, or to a new page.

    The same play with two different wishes for Pivots, of one that has no AP to pay with: foe and onlooker
    are sent the very same bytes, through undo, redo, a refusal and a new page. The own side reads which.
    """
    streams = [_wishing(asks) for asks in ("never", "all")]
    (foe, watcher, own), (other_foe, other_watcher, other_own) = streams
    assert foe == other_foe
    assert watcher == other_watcher
    assert own != other_own


def _wishing(asks: str) -> tuple[list[bytes], list[bytes], list[bytes]]:
    stage = duel("fighter:ann A E", "fighter:bob B W", board=APART)
    stage.pass_over()
    stage.act("set", character="bob", field="ap", value=0)
    foe, own = stage.sides["A"], stage.sides["B"]
    watcher = stage.connect(name="Wim")
    own.do("act", name="pivots", data={"character": "bob", "asks": asks}, reason="")
    foe.ask("act", name="pivots", data={"character": "bob", "asks": "foes"}, reason="")
    stage.play("ann words")
    for command in ("undo", "redo"):
        stage.master.do(command)
    fresh = stage.connect(key=watcher.key)
    return foe.received, [*watcher.received, *fresh.received], own.received


def test_nobody_is_told_of_what_somebody_looks_at() -> None:
    """fvtt-elevation-ruler#207: what a player weighs up reaches the others. Asking for chances sends nothing
    to anybody else, and the ways of a question go to whoever is asked.
    """
    stage = duel()
    stage.pass_over()
    others = [stage.sides["B"], stage.master, stage.connect(name="Wim")]
    before = [len(client.received) for client in others]
    prompt = stage.sides["A"].prompt("turn", "ann")
    for option in ("attack sword bob", "attack bare-hands bob trip"):
        stage.sides["A"].send("want_odds", stamp=prompt["stamp"], part=0, option=option)
    assert len(stage.sides["A"].odds) == 2
    assert [len(client.received) for client in others] == before
    assert stage.sides["A"].view["fight"]["ways"]
    assert not stage.sides["B"].view["fight"]["ways"]
    assert not others[2].view["fight"]["ways"]


# Words for everything


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_everything_that_is_asked_or_waited_for_is_in_words(scenario: str) -> None:
    """foundryvtt#5643, #6283, #8637, #13229, tokenactionhud#43: screen readers cannot reach what happens,
    some things show only while a pointer hovers, and sides differ by tint alone.

    At every moment, for everybody: one sentence says what to do next; each prompt has a title and each answer
    a label, each refusal its reason and clause; each wait a name and what for. Tokens of a side differ in
    their letters or names.
    """
    random = Random(5)
    stage = Court(load_scenario(scenario))
    watcher = stage.connect(name="Wim")
    for _ in range(60):
        if stage.state.outcome is not None:
            break
        for client in [*stage.sides.values(), stage.master, watcher]:
            assert client.view["next_step"].strip()
            assert all(row["name"] and row["text"] for row in client.view["waiting"])
            for prompt in client.view["prompts"]:
                if prompt["question"] is None:
                    assert prompt["dice_title"]
                    assert all(die["label"] for die in prompt["dice"])
                    continue
                assert prompt["question"]["title"]
                for option in prompt["question"]["options"]:
                    assert option["label"].strip()
                    assert option["refusal"] is None or (
                        option["refusal"]["text"] and option["refusal"]["clause"]
                    )
        pick_any(stage, random)
    for entry in watcher.log.values():
        assert "".join(part if isinstance(part, str) else part["name"] for part in entry["say"]).strip()
    characters = watcher.view["fight"]["characters"]
    sides = {side["id"]: side["name"] for side in watcher.view["fight"]["sides"]}
    assert len(set(sides.values())) == len(sides) > 1
    assert len({(one["side"], one["letters"], one["name"]) for one in characters}) == len(characters)
    assert all(one["status"] is not None and one["facing_words"] for one in characters)


# Bots


def test_a_bot_decides_from_what_its_seat_may_know() -> None:
    """boardgame.io#1069, #1163: how does a bot treat secrets? When a foe wants to be asked for a Pivot
    changes no worth of any option.
    """
    stage = duel(typed=False)
    session = stage.table.session
    stage.pass_over()
    assert session.pending is not None
    question: Any = session.pending.request
    foe = "bob" if question.seat == "ann" else "ann"
    worths = set()
    for asks in ("foes", "all", "never"):
        fight = copy_of(session.encounter)
        fight.state.characters[foe].pivot_asks = asks
        worths.add(tuple(session.system.appraise(fight, question)))
    assert len(worths) == 1
    assert len(next(iter(worths))) == len(question.options)


def test_a_seat_changes_hands_in_mid_turn_both_ways() -> None:
    """boardgame.io#1163: bots cannot join a real match. A bot takes one decision, and the player the next."""
    stage = duel(board=APART)
    stage.pass_over()
    player = stage.sides["A"]
    player.do("set_bot", seat="ann", bot="greedy")
    assert not player.view["prompts"]
    stage.tick()
    player.do("set_bot", seat="ann", bot=None)
    assert [item.by for item in stage.table.session.journal].count("bot") == 1
    assert stage.current == "ann"
    assert player.prompt("turn", "ann")


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_same_seed_gives_the_same_fight_and_another_one_another(scenario: str) -> None:
    """dnd_combat_simulation#17: reports have to be repeatable."""
    loaded = load_scenario(scenario)
    results = []
    for seed in ("a", "a", "b"):
        encounter = loaded.start()
        result = play_fight(loaded.system, encounter, {}, BOTS["greedy"], seed)
        results.append((result, state_hash(encounter.state)))
    assert results[0] == results[1]
    assert results[0] != results[2]


def test_further_foes_never_help() -> None:
    """tracker#650, monks-little-details#235, initiative-tracker#50: difficulty is wrong for odd numbers of
    foes.

    Fought out by bots: against three of the same foe one fighter wins less often than against one. The
    chances are so far apart that chance does not decide.
    """
    wins = {}
    for foes in (1, 3):
        board = "\n......\nA.B.C.\n...D..\n" if foes == 3 else "\n......\nA.B...\n......\n"
        people = ["fighter:ann A E", *(f"fighter:{id_} B W" for id_ in ("bob", "cid", "dan")[:foes])]
        loaded = court(board, *people)
        outcomes = [
            play_fight(loaded.system, loaded.start(), {}, BOTS["greedy"], f"fight {number}").outcome
            for number in range(24)
        ]
        wins[foes] = sum(outcome == "The one side win" for outcome in outcomes)
    assert wins[1] > wins[3] + 3, wins


# The GM


SITUATIONS: dict[str, tuple[str, tuple[str, ...], tuple[str, ...]]] = {
    "no AP, and somebody held": (
        FACE_TO_FACE,
        ("giant:ann A E", "fighter:bob B W"),
        ("ann pivot N", "ann pivot E", "ann words"),
    ),
    "out of range, out of sight": ("\nA.#..B\n..#...\n..#...\n", ("marksman:ann A E", "fighter:bob B W"), ()),
    "spells out of sight": (
        "\nA.#..B\n..#...\n..#...\n",
        ("witch:ann A E", "fighter:bob B W"),
        ("ann words",),
    ),
    "no free hand, AP spent": (FACE_TO_FACE, ("giant:ann A E", "fighter:bob B W"), ("ann words",)),
    "a weapon that takes an Ability": (FACE_TO_FACE, ("fighter:ann A E", "fighter:bob B W"), ()),
}


@pytest.mark.parametrize("situation", SITUATIONS)
def test_whatever_a_turn_refuses_the_gm_may_allow_and_take_back(situation: str) -> None:
    """final-fantasy-XIV#217, #213, crucible#238, compcon#1801, optolith#1561: enforcement locks the GM out;
    "warn, but let me".

    Every option that the turn refuses can be allowed by the GM, is logged with author, reason and the clause
    that it goes against, and taken back whole; only three hands nobody has. A player who tries it is refused
    with that clause, and may ask.
    """
    board, people, deeds = SITUATIONS[situation]
    stage = duel(*people, board=board)
    stage.play(*deeds)
    refused = {id_: one["refusal"] for id_, one in stage.options("ann").items() if one["refusal"]}
    before = stage.hash
    assert refused
    player = stage.sides["A"]
    allowed = 0
    for option, refusal in refused.items():
        prompt = player.prompt("turn", "ann")
        answer = player.ask("answer", stamp=prompt["stamp"], part=0, pick=option)
        assert (answer["text"], answer["clause"]) == (refusal["text"], refusal["clause"])
        data = {"name": "override", "data": {"seat": "ann", "option": option}, "reason": "I say so"}
        if "hand is free" in refusal["text"]:
            assert stage.master.ask("act", **data)["clause"] == "P8.1"
            continue
        points = len(stage.master.view["undo"]["points"])
        stage.master.do("act", **data)
        told = [one for one in stage.master.log.values() if one["kind"] == "gm" and not one["undone_by"]]
        assert "I say so" in str(told[-1])
        assert "Gemma" in str(told[-1])
        assert refusal["clause"] in str(told[-1])
        while len(stage.master.view["undo"]["points"]) > points:
            stage.master.do("undo")
        assert stage.hash == before
        allowed += 1
    assert allowed
    player.do("ask_gm", seat="ann", option=next(iter(refused)), text="Please!")
    assert any("Please!" in note["text"] for note in stage.master.view["notes"])
    assert not stage.sides["B"].view["notes"]


CORRECTIONS: dict[str, Any] = {
    "hp": 7,
    "ap": 1,
    "square": "A1",
    "facing": "S",
    "words": 4,
    "slow_until": 3,
}


@pytest.mark.parametrize("field", CORRECTIONS)
def test_a_correction_has_an_author_a_reason_and_both_values(field: str) -> None:
    """crucible#238, boardgame.io#892: a value is changed and nobody knows by whom and why.

    Everybody reads who set what from what to what, and why; a player may not; one undo gives back the former.
    """
    stage = duel()
    stage.pass_over()
    before = stage.hash
    data = {"character": "bob", "field": field, "value": CORRECTIONS[field]}
    assert stage.sides["B"].ask("act", name="set", data=data, reason="mine")["kind"] == "forbidden"
    assert stage.hash == before
    stage.master.do("act", name="set", data=data, reason="miscounted")
    said = stage.sides["A"].says()[-1]
    assert said.startswith("Gemma corrects Bob")
    assert "miscounted" in str(stage.sides["A"].log[max(stage.sides["A"].log)])
    assert f"to {CORRECTIONS[field]}" in said
    assert stage.hash != before
    stage.master.do("undo")
    assert stage.hash == before


def test_each_question_may_be_asked_or_left_or_done_by_hand() -> None:
    """foundryvtt-lancer#546: let me switch off one automation.

    Pivots: asked, or never, by the player's own wish. What 0 HP means: asked of the GM, or left to its
    default. Each by itself, and taken back by saying so.
    """
    stage = duel("fighter:ann A E", "fighter:bob B E", "fighter:cid B E", board="\n..AB..\n.....C\n")
    assert [seat for seat, _ in stage.asked()] == ["bob", "cid"]
    stage.play("bob stay", "cid stay")
    stage.sides["B"].do("act", name="pivots", data={"character": "bob", "asks": "never"}, reason="")
    stage.act("set", character="bob", field="hp", value=1)
    stage.play("ann attack sword bob", "ann 20", "bob 1", "ann 8 8")
    assert stage.asked() == [("gm", "defeat")]
    stage.master.do("undo")
    while stage.events("AttackDeclared"):
        stage.master.do("undo")
    stage.master.do("set_reaction", seat="gm", ability="defeat", answer="no")
    stage.play("ann attack sword bob")
    stage.pass_over()
    assert stage["bob"].defeat_meaning == "unconscious"
    assert [row.item["value"] for row in stage.rows if row.item.get("by") == "standing"] == ["unconscious"]


def test_a_pivot_that_is_never_wanted_is_not_asked_for_until_it_is_wanted_again() -> None:
    """foundryvtt-lancer#546, mage#11654: a pass that was set once goes on for ever."""
    stage = duel("fighter:ann A E", "fighter:bob B E")
    stage.play("bob stay")
    for asks, asked in (("never", False), ("foes", True)):
        stage.sides["B"].do("act", name="pivots", data={"character": "bob", "asks": asks}, reason="")
        stage.play("ann attack sword bob", "ann 1", "bob 20")
        assert (stage.asked() == [("bob", "pivot")]) is asked
        stage.pass_over()
