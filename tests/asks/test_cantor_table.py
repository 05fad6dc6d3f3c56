"""Cantor at the table: real dice, what is hidden, words for all that is asked, bots, and a GM who may do all.

What holds for every system is tested once, with d20+: limits of dice and labels (avrae#825, #1148), totals
worked out by a page (creosmark), colours for any eyes (foundryvtt#13229), a cap on a bot's decision
(forge#6411); that random fights end is in tests/contract.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, get_args

import pytest

from affray.bots.players import BOTS
from affray.content import load_scenario
from affray.kernel.codec import state_hash
from affray.kernel.inputs import Answer
from affray.odds.exact import option_odds
from affray.sim.fight import play_fight
from affray.systems.cantor.acts import _ACTS
from affray.systems.cantor.book import ConditionName, DamageType
from affray.systems.cantor.text.units import CONDITIONS
from affray.table.transcript import log_as_json, log_as_text
from tests.asks.cantor_stage import SCENARIOS, Pan, pan
from tests.asks.stage import pick_any
from tests.clause_watch import ROOT
from tests.contract.play import copy_of
from tests.table.rig import Client
from tests.work import calls_of

SIDE_BY_SIDE = "\n..AB..\n......\n"
APART = "\nA....B\n......\n"


def duel(
    ann: str = "granite:ann A", bob: str = "brute:bob B", board: str = SIDE_BY_SIDE, typed: bool = True
) -> Pan:
    """Ann acts, Bob after her."""
    return Pan(pan(board, ann, bob), typed)


# Dice


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_whole_fight_with_nothing_but_real_dice(scenario: str) -> None:
    """Beyond20#690, ready-set-roll#283, forbidden-lands#473, CoC7#1247: some buttons bypass dice that are
    thrown by hand, and a "0" on a die is refused without a word.

    With saves that the GM calls for: every roll asks for faces, die by die with its size; a face that cannot
    be is refused by name; nothing is thrown by the server but the secret place of a marker.
    """
    random = Random(scenario)
    stage = Pan(load_scenario(scenario))
    abouts = set()
    by_hand = {seat["id"] for seat in stage.master.view["seats"]}
    for step in range(240):
        if stage.state.outcome is not None:
            break
        for seat in stage.master.view["seats"]:
            if seat["id"] not in by_hand:
                by_hand.add(seat["id"])
                stage.master.do("set_dice", seat=seat["id"], dice="typed")
        prompts = stage.master.view["prompts"]
        rolls = [one for one in prompts if one["question"] is None]
        if not rolls:
            if step % 25 == 24:
                who = random.choice([one.id for one in stage.state.units.values() if one.here])
                stage.act("check", unit=who, target=12)
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
        if isinstance(item, Answer) and isinstance(item.value, tuple) and item.typed
    ]
    assert len(rolled) > 15
    assert all(item.by.startswith("person:") for item in rolled)
    dice = [
        row["die"]
        for entry in stage.master.log.values()
        for ledger in entry["ledgers"]
        for row in ledger["rows"]
        if row["die"]
    ]
    assert dice
    assert all(die["typed"] for die in dice)
    assert {"attack", "damage", "save"} <= abouts


def _pick_boldly(stage: Pan, random: Random) -> None:
    """An attack where there is one, or else anything."""
    prompt = stage.master.view["prompts"][0]
    options = [one["id"] for one in prompt["question"]["options"] if one["refusal"] is None]
    bold = [id_ for id_ in options if id_.split()[0] in ("skirmish", "barrage", "art", "overwatch", "fire")]
    pick = random.choice(bold or options)
    stage.master.do("answer", stamp=prompt["stamp"], part=prompt["part"], pick=pick)


def test_every_roll_takes_typed_faces_and_both_kinds_mix() -> None:
    """Beyond20#690: players want real dice while others leave theirs to the tool.

    Bob's Burn save, Structure and contested save by hand, Ann's attack by itself; the log tells them apart.
    """
    stage = Pan(pan(SIDE_BY_SIDE, "granite:ann A", "granite:bob B { hp = 1, burn = 1 }"), typed=False)
    stage.master.do("set_dice", seat="bob", dice="typed")
    stage.act("damage", unit="bob", amount=9)
    assert stage.asked() == [("bob", "dice")]
    stage.play("bob 5")
    stage.play("ann grapple bob", "ann end", "bob end", "bob 12")
    typed = {
        ledger["who"]: {row["die"]["typed"] for row in ledger["rows"] if row["die"]}
        for entry in stage.master.log.values()
        for ledger in entry["ledgers"]
    }
    assert typed["ann"] == {False}
    assert typed["bob"] == {True}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_exact_chances_come_before_the_commitment_and_leave_no_trace(scenario: str) -> None:
    """genesys#77, icepool#100, dyce#10: show the chance to succeed while building the pool; opposed pools
    explode.

    Attacks that a turn offers have exact chances that add up, worked out in bounded work, and the fight is as
    it was before.
    """
    stage = Pan(load_scenario(scenario), typed=False)
    random = Random(scenario)
    looked = 0
    for _ in range(120):
        if stage.state.outcome is not None or looked > 5:
            break
        prompt = stage.master.view["prompts"][0]
        options = [] if prompt["question"] is None else prompt["question"]["options"]
        kinds = ("skirmish", "barrage", "art")
        attacks = [one["id"] for one in options if one["refusal"] is None and one["id"].split()[0] in kinds]
        for attack in attacks[:2]:
            before = stage.hash
            work = calls_of(partial(_add_up, stage, prompt["part"], attack))
            assert work < 4_000_000
            assert stage.hash == before
            looked += 1
        session = stage.table.session
        assert session.pending is not None
        pick = BOTS["greedy"](
            session.system, session.encounter, session.pending.request, prompt["part"], random.randrange
        )
        stage.master.do("answer", stamp=prompt["stamp"], part=prompt["part"], pick=pick)
    assert looked > 0


def _add_up(stage: Pan, part: int, option: str) -> None:
    """The chances of an option come to one."""
    odds = option_odds(stage.table.session, part, option)
    assert odds is not None
    assert sum(bar["percent"] for bar in odds["bars"]) == pytest.approx(100, abs=1)


@pytest.mark.parametrize(("marks", "needs"), [("", 10), ("'Stunned'", 5)])
def test_the_chance_shown_is_that_of_the_dice_counted_one_by_one(marks: str, needs: int) -> None:
    """icepool#100: a chance is approximated. A plain d20 against Evasion, counted over all its faces."""
    stage = duel(bob=f"brute:bob B {{ conditions = [{marks}] }}", board=APART)
    odds = option_odds(stage.table.session, 0, "skirmish gun bob")
    assert odds is not None
    hit = sum(face >= needs for face in range(1, 21)) / 20
    assert f"{round(100 * hit)}" in str(odds)


# What is hidden


SEES = {"all": {"GM", "roller", "other side", "onlooker"}, "side": {"GM", "roller"}, "gm": {"GM"}}
READERS: dict[str, Callable[[Pan], Client]] = {
    "GM": lambda stage: stage.master,
    "roller": lambda stage: stage.sides["A"],
    "other side": lambda stage: stage.sides["B"],
    "onlooker": lambda stage: stage.connect(name="Wim"),
}


@pytest.mark.parametrize("audience", SEES)
@pytest.mark.parametrize("reader", READERS)
def test_a_save_is_seen_by_its_audience_for_good(audience: str, reader: str) -> None:
    """SR5#1319, boardgame.io#227, #1059: blind rolls become visible to all after an update, or by the log."""
    stage = duel(typed=False)
    client = READERS[reader](stage)
    stage.act("check", unit="ann", target=13, seen_by=audience)
    stage.act("set", unit="bob", field="burn", value=2)
    for command in ("undo", "redo"):
        stage.master.do(command)
    fresh = stage.connect(key=client.key)
    sees = reader in SEES[audience]
    for page in (client, fresh):
        dice = [row for one in page.log.values() for ledger in one["ledgers"] for row in ledger["rows"]]
        assert bool(dice) is sees
        logs = b"".join(data for data in page.received if b'"type":"log"' in data)
        assert (b'"face"' in logs) is sees


def hiding(place: str, face: int) -> tuple[list[list[bytes]], list[bytes]]:
    """Bob hides, walks on to this hex, and makes a secret save; undo, redo, refusals, a new page and files.
    What a foe and an onlooker are sent, and what his own side is.
    """
    board = "\nA.......\n...hhh..\n...hhh..\n.B......\n"
    # A marker may lie anywhere on this board, so that the same secret roll has it in the same hex.
    loaded = pan(board, "granite:ann A", "brute:bob B { at = 'E3' }", rulings="marker_distance = 6")
    stage = Pan(loaded)
    onlooker = stage.connect(name="Wim")
    foe, own = stage.sides["A"], stage.sides["B"]
    stage.pass_turns("ann")
    stage.play("bob hide", f"bob move {place}")
    assert stage["bob"].has("Hidden")
    assert stage.at("bob") == place
    stage.master.do("undo")
    stage.master.do("redo")
    stage.act("check", unit="bob", target=10)
    stage.play(f"bob {face}")
    for page in (foe, onlooker):
        page.ask("answer", stamp=stage.master.prompt("turn")["stamp"], part=0, pick="end")
        page.ask("want_odds", stamp=stage.master.prompt("turn")["stamp"], part=0, option="end")
    stage.play("bob end", "ann move B1")
    assert not [id_ for id_ in stage.options("ann") if "bob" in id_]
    foe.ask("answer", stamp=foe.prompt("turn")["stamp"], part=0, pick="skirmish gun bob")
    sent = [[*foe.received], [*onlooker.received]]
    for page in (foe, onlooker):
        logbook = stage.table.logbook(stage.table.viewer(stage.table.somebody(page.key)))
        text = log_as_text("A pan", logbook.entries).encode()
        sent.append([log_as_json(logbook.entries), text, *stage.connect(key=page.key).received])
    return [[_without_stamps(data) for data in one] for one in sent], [*own.received]


def _without_stamps(data: bytes) -> bytes:
    """A message less the stamps of questions, which are keyed with a secret."""
    return re.sub(rb'"stamp":"[^"]*"', b"", data)


def test_nothing_a_foe_is_sent_hangs_on_where_a_unit_hides_or_how_it_saves() -> None:
    """boardgame.io#399, #1159, CoC7#2149, pf2e#16297, monks-combat-details#52: secrets are stripped from the
    state and still sent in the undo stack, the initial state, errors, or the dice of the hidden one.

    The same play with another hex and other dice: foe and onlooker are sent the very same bytes, marker and
    all, over undo, redo, refusals, a new page and downloads. Its own side reads what differs.
    """
    streams = [hiding(place, face) for place in ("F3", "D3") for face in (4, 17)]
    for others, _ in streams[1:]:
        assert others == streams[0][0]
    assert streams[0][1] != streams[1][1]
    assert streams[0][1] != streams[2][1]


def test_a_hidden_unit_is_asked_and_waited_for_without_a_name() -> None:
    """CoC7#2149, maptool#2554, #4595: queue gaps, portraits or waits give a hidden one away.

    Others see neither its slot, nor its prompts, nor its name in what is waited for; a page that leaves the
    seat has none of it in what it shows.
    """
    board = "\nA.......\n...hhh..\n...hhh..\n.B......\n"
    stage = Pan(pan(board, "granite:ann A", "brute:bob B { at = 'E3' }"))
    stage.pass_turns("ann")
    stage.play("bob hide")
    foe = stage.sides["A"]
    order = [slot["unit"] for side in foe.view["fight"]["order"] for slot in side["slots"]]
    assert order == ["ann"]
    assert not foe.view["prompts"]
    assert all("Bob" not in str(row) for row in foe.view["waiting"])
    assert foe.view["waiting"], "that something is waited for is no secret"
    own = stage.sides["B"]
    assert "bob" in [one["id"] for one in own.view["fight"]["units"]]
    own.do("leave_seat", seat="bob")
    assert "bob" not in [one["id"] for one in own.view["fight"]["units"]]
    assert "Bob" not in str(own.view["fight"])


# Words for everything


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_everything_that_is_asked_or_waited_for_is_in_words(scenario: str) -> None:
    """foundryvtt#5643, #6283, #8637, #13229, tokenactionhud#43: screen readers cannot reach what happens,
    some things show only while a pointer hovers, and sides differ by tint alone.
    """
    random = Random(5)
    stage = Pan(load_scenario(scenario))
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
    units = stage.master.view["fight"]["units"]
    sides = {side["id"]: side["name"] for side in watcher.view["fight"]["sides"]}
    assert len(set(sides.values())) == len(sides) > 1
    assert len({(one["side"], one["letters"], one["name"]) for one in units}) == len(units)
    assert all(one["status"] is not None and one["line"] for one in units)


# One rule, one place


CLIENT = ROOT / "web" / "src" / "systems" / "cantor"


def _listed(source: str, name: str) -> list[str]:
    found = re.search(rf"{name}[^\[]*\[([^\]]*)\]", source)
    assert found is not None, name
    return re.findall(r"'([^']*)'", found[1])


def test_what_the_page_lists_is_what_the_rules_have() -> None:
    """foundryvtt-lancer#143: the panel and the engine disagree.

    Conditions and damage types of the GM's forms, the acts they send, and the signs of the ground stand in
    the page's code as well; none may differ from the rules.
    """
    acts = (CLIENT / "acts.ts").read_text()
    assert _listed(acts, "const CONDITIONS =") == list(get_args(ConditionName))
    assert _listed(acts, r"'Type', kind: 'choice', choices: \(\) => words\(") == list(get_args(DamageType))
    sent = set(re.findall(r"act: '([a-z]+)'", acts))
    assert sent <= set(_ACTS)
    ground = re.findall(r"^  ['\"]?(\S)['\"]?: '", (CLIENT / "fight.ts").read_text(), re.MULTILINE)
    assert set(ground) == set(".#:sh~")
    assert set(CONDITIONS) == set(get_args(ConditionName))


def test_the_page_works_out_no_rule_of_reach_cover_or_damage() -> None:
    """ja2-stracciatella#1321, boardgame.io#333: a second geometry, or rules that run on the page.

    Ways, rings, lines, cover, net dice and costs come with the view: no file of the page measures a distance
    in hexes or adds up defence, Armor or damage.
    """
    rules = re.compile(
        r"\bdistance\(|\bmax\(0, *[a-z.]*damage|evasion *[<>]=?|armor *[-+*]|\bgrit *\+|\bhalf\("
    )
    files = [
        path for path in CLIENT.rglob("*") if path.suffix in (".ts", ".svelte") and "test" not in path.name
    ]
    assert len(files) > 20
    found = [path.name for path in files if rules.search(path.read_text())]
    assert found == []


# Bots


def test_a_bot_decides_from_what_its_seat_may_know() -> None:
    """boardgame.io#1069, #1163: how does a bot treat secrets? Where a foe hides changes no worth."""
    board = "\nA.......\n...hhh..\n...hhh..\n.B......\n"
    stage = Pan(pan(board, "granite:ann A", "brute:bob B { at = 'E3' }"))
    stage.pass_turns("ann")
    stage.play("bob hide", "bob end")
    session = stage.table.session
    assert session.pending is not None
    question: Any = session.pending.request
    assert question.seat == "ann"
    worths = set()
    for place in ("D2", "E2", "F2", "D3", "F3"):
        fight = copy_of(session.encounter)
        fight.state.units["bob"].hex = fight.book.board.hex(place)
        fight.state.units["bob"].hp = 1 if place == "D2" else 20
        worths.add(tuple(session.system.appraise(fight, question)))
    assert len(worths) == 1
    assert len(next(iter(worths))) == len(question.options)


def test_a_seat_changes_hands_in_mid_turn_both_ways() -> None:
    """boardgame.io#1163: bots cannot join a real match. A bot takes one decision, and the player the next."""
    stage = duel(board=APART)
    player = stage.sides["A"]
    player.do("set_bot", seat="ann", bot="greedy")
    assert not player.view["prompts"]
    stage.tick()
    player.do("set_bot", seat="ann", bot=None)
    assert [item.by for item in stage.table.session.journal].count("bot") == 1
    assert stage.current == "ann"


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_same_seed_gives_the_same_fight_and_another_one_another(scenario: str) -> None:
    """dnd_combat_simulation#17: reports have to be repeatable."""
    loaded = load_scenario(scenario)
    results = []
    for seed in ("one", "one", "two"):
        encounter = loaded.start()
        result = play_fight(loaded.system, encounter, {}, BOTS["random"], seed)
        results.append((result, state_hash(encounter.state)))
    assert results[0] == results[1]
    assert results[0] != results[2]


def test_further_foes_never_help() -> None:
    """tracker#650, monks-little-details#235, initiative-tracker#50: difficulty is wrong for odd numbers of
    foes. Against three of the same foe one Cantor wins less often than against one, by far.
    """
    wins = {}
    for foes in (1, 3):
        board = "\n......\nA.B.C.\n...D..\n" if foes == 3 else "\n......\nA.B...\n......\n"
        people = [
            "granite:ann A { structure = 1 }",
            *(f"brute:{id_} B" for id_ in ("bob", "cid", "dan")[:foes]),
        ]
        loaded = pan(board, *people)
        outcomes = [
            play_fight(loaded.system, loaded.start(), {}, BOTS["random"], f"fight {number}").outcome
            for number in range(16)
        ]
        wins[foes] = sum(outcome == "The one side win" for outcome in outcomes)
    assert wins[1] > wins[3] + 2, wins


# The GM


SITUATIONS: dict[str, tuple[str, tuple[str, ...], tuple[str, ...]]] = {
    "out of range, no Fracture": (APART, ("granite:ann A", "brute:bob B"), ()),
    "everything spent": (
        SIDE_BY_SIDE,
        ("caller:ann A", "brute:bob B"),
        ("ann move B1", "ann brace", "ann bolster ann", "ann lock-on bob"),
    ),
    "Prone and Immobilized": (
        SIDE_BY_SIDE,
        ("shover:ann A { conditions = ['Prone', 'Immobilized', 'Slowed'] }", "brute:bob B"),
        (),
    ),
    "Jammed by Quartz, grappled": (
        SIDE_BY_SIDE,
        ("caller:ann A { conditions = ['Jammed'] }", "brute:bob B { grapples = 'ann' }"),
        (),
    ),
    "Stunned": (
        SIDE_BY_SIDE,
        ("granite:ann A { conditions = ['Stunned'], band = 2, tokens = 1 }", "brute:bob B"),
        (),
    ),
    "out of sight": ("\nA.#..B\n..#...\n..#...\n", ("caller:ann A", "brute:bob B"), ()),
}


@pytest.mark.parametrize("situation", SITUATIONS)
def test_whatever_a_turn_refuses_the_gm_may_allow_and_take_back(situation: str) -> None:
    """final-fantasy-XIV#217, #213, crucible#238, compcon#1801, optolith#1561: enforcement locks the GM out;
    "warn, but let me".

    Every option that the turn refuses can be allowed by the GM, is logged with author, reason and the clause
    that it goes against, and taken back whole; only an area without a hex is aimed at nothing. A player who
    tries it is refused with that clause, and may ask.
    """
    board, people, deeds = SITUATIONS[situation]
    stage = Pan(pan(board, *people))
    stage.go("ann")
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
        if option.endswith(" at"):
            assert stage.master.ask("act", **data)["clause"] == "C1.12"
            continue
        points = len(stage.master.view["undo"]["points"])
        stage.master.do("act", **data)
        told = [one for one in stage.master.log.values() if "I say so" in str(one) and not one["undone_by"]]
        assert "Gemma" in str(told[-1])
        assert refusal["clause"] in str(told[-1])
        while len(stage.master.view["undo"]["points"]) > points:
            stage.master.do("undo")
        assert stage.hash == before, option
        allowed += 1
    assert allowed
    player.do("ask_gm", seat="ann", option=next(iter(refused)), text="Please!")
    assert any("Please!" in note["text"] for note in stage.master.view["notes"])
    assert not stage.sides["B"].view["notes"]


@pytest.mark.parametrize("option", ["move", "move A1", "boost", "boost A1"])
@pytest.mark.parametrize("held", ["Immobilized", "Prone", "Slowed and moved"])
def test_a_walk_that_the_gm_allows_is_walked(held: str, option: str) -> None:
    """crucible#238: the override is accepted, and nothing happens. Held, on the ground, or with the Move
    spent: allowed, the unit goes where it was to go, and pays as ever.
    """
    conditions = "'Slowed'" if held == "Slowed and moved" else f"'{held}', 'Slowed'"
    stage = duel(f"granite:ann A {{ conditions = [{conditions}] }}", board="\n.A...B\n......\n")
    stage.go("ann")
    if held == "Slowed and moved":
        stage.play("ann move C1", "ann bolster ann")
        stage.act("set", unit="ann", field="hex", value="B1")
    if option in stage.offers("ann"):
        pytest.fail("nothing is refused")
    stage.act("override", seat="ann", option=option)
    if stage.asked() == [("ann", "go on")]:
        stage.play("ann on A1")
    assert stage.at("ann") == "A1"
    assert stage.state.turn is not None
    assert stage.state.turn.moved is (option.startswith("move") or held == "Slowed and moved")


CORRECTIONS: dict[str, Any] = {
    "hp": 7,
    "structure": 2,
    "stress": 2,
    "overshield": 3,
    "burn": 4,
    "band": 3,
    "tokens": 2,
    "hex": "A1",
    "reaction": False,
}


@pytest.mark.parametrize("field", CORRECTIONS)
def test_a_correction_has_an_author_a_reason_and_both_values(field: str) -> None:
    """crucible#238, boardgame.io#892: a value is changed and nobody knows by whom and why.

    Everybody reads who set what from what to what, and why; a player may not; one undo gives back the former.
    """
    stage = duel()
    before = stage.hash
    data = {"unit": "ann", "field": field, "value": CORRECTIONS[field]}
    assert stage.sides["A"].ask("act", name="set", data=data, reason="mine")["kind"] == "forbidden"
    assert stage.hash == before
    stage.master.do("act", name="set", data=data, reason="miscounted")
    entry = stage.sides["B"].log[max(stage.sides["B"].log)]
    assert "Gemma" in str(entry)
    assert "miscounted" in str(entry)
    if field != "reaction":
        assert f"to {CORRECTIONS[field]}" in str(entry)
    assert stage.hash != before
    stage.master.do("undo")
    assert stage.hash == before


def test_each_question_may_be_asked_or_left_or_done_by_hand() -> None:
    """foundryvtt-lancer#546: let me switch off one automation.

    The Choir Moment: asked of the GM, or left to its default; taken back by saying so.
    """
    frozen = "{ band = 4, fractured = true }"
    people = (f"granite:ann A {frozen}", f"granite:cid A {frozen}", "boss:bob B")
    for left in (False, True):
        stage = Pan(pan("\nA....B\n......\nC.....\n", *people))
        if left:
            stage.master.do("set_reaction", seat="gm", ability="choir", answer="no")
        stage.go("ann")
        stage.play("ann bond-move", "ann end", "bob end", "cid bond-move")
        assert (stage.asked() == [("gm", "choir")]) is not left
        assert stage.events("ChoirMoment")


def test_brace_may_be_answered_once_for_all_and_is_asked_again_when_wanted() -> None:
    """foundryvtt-lancer#546, mage#11654: a pass that was set once goes on for ever."""
    for answer in ("no", None):
        stage = duel()
        stage.sides["B"].do("set_reaction", seat="bob", ability="brace", answer="no")
        if answer is None:
            stage.sides["B"].do("set_reaction", seat="bob", ability="brace", answer="ask")
        stage.play("ann skirmish rod bob", "ann 15")
        assert (stage.asked() == [("bob", "brace")]) is (answer is None)
