"""Pace: taking back, coming back, many pages at once, dice that fall anew, saves.

What holds for every system alike is tested once, with d20+: limits of dice and labels, windows of the log,
the store, the command line, pages on real sockets.
"""

from __future__ import annotations

from random import Random
from typing import Any

import orjson
import pytest

from affray.bots.players import BOTS
from affray.content import load_scenario
from affray.kernel.codec import state_hash
from affray.kernel.errors import Unreadable
from affray.kernel.system import GM_VIEWER, SPECTATOR
from affray.sim.fight import play_fight
from affray.table.save import read_save, replay, save_of
from affray.table.transcript import log_as_text
from tests.asks.pace_stage import Court, court
from tests.asks.stage import pick_any
from tests.table.rig import SEED, Client

SCENARIOS = ("abbey-mill", "sluice-gate", "toll-bridge")
FACE_TO_FACE = "\n..AB..\n......\n"


def duel(*order: str, ann: str = "", bob: str = "", typed: bool = True) -> Court:
    """Ann and Bob, side by side and facing each other."""
    loaded = court(FACE_TO_FACE, f"fighter:ann A E {ann}".strip(), f"fighter:bob B W {bob}".strip())
    return Court(loaded, *(order or ("ann", "bob")) if typed else (), typed=typed)


def what_is_shown(client: Client) -> dict[str, Any]:
    """A page less what counts up with every input."""
    passing = ("position", "log_total", "undo", "people", "notes")
    return {key: value for key, value in client.view.items() if key not in passing}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_undo_gives_back_exactly_what_was_with_every_side_effect(scenario: str) -> None:
    """foundryvtt-lancer#776, #817, #779, pf2e#7904, compcon#1113: undo restores one number but not the other,
    or deletes the log.

    At a table of real dice, over a fight with corrections: undo gives the exact state of before, and every
    page shows what it showed then; redo gives the exact state of after. Nothing leaves the log, whose numbers
    have no gap.
    """
    random = Random(scenario)
    stage = Court(load_scenario(scenario))
    looked = 0
    for _ in range(110):
        if stage.state.outcome is not None:
            break
        before, shown = stage.hash, [what_is_shown(client) for client in stage.everybody()]
        journal = len(stage.table.session.journal)
        if random.random() < 0.1:
            one = random.choice(list(stage.state.characters.values()))
            stage.act("set", character=one.id, field="ap", value=random.randrange(6))
        else:
            pick_any(stage, random)
        after = stage.hash
        last = stage.table.session.journal[journal]
        if isinstance(getattr(last, "value", ""), tuple):
            continue
        entries = dict(stage.master.log)
        stage.master.do("undo")
        assert stage.hash == before
        assert [what_is_shown(client) for client in stage.everybody()] == shown
        assert set(entries) <= set(stage.master.log)
        stage.master.do("redo")
        assert stage.hash == after
        looked += 1
    assert looked > 15
    for client in stage.everybody():
        assert sorted(client.log) == list(range(client.view["log_total"]))


def test_one_attack_with_everything_it_does_is_taken_back_whole() -> None:
    """foundryvtt-lancer#817: undo restores the hit points but not the structure.

    AP of both sides, HP, a critical defence's AP, the hold, a waiting Advantage that was used up: undone to
    before the attack all of it is as it was, and the entry stays, struck, with a name.
    """
    stage = Court(
        court(FACE_TO_FACE, "wrestler:ann A E { edges = { attack = 1 } }", "fighter:bob B W"), "ann", "bob"
    )
    stage.pass_over()
    before = stage.hash
    decisions = len(stage.master.view["undo"]["points"])
    stage.play("ann attack bare-hands bob grapple", "ann 3 19", "bob block sword", "bob 20", "ann 4", "bob 1")
    bob, ann = stage["bob"], stage["ann"]
    assert (bob.hp, bob.ap, ann.ap, ann.edges) == (13, 3, 2, {})
    assert [tether.source for tether in bob.tethers] == ["ann"]
    entry = next(
        number for number, one in stage.master.log.items() if one["ledgers"] and "grapple" in str(one)
    )
    for _ in range(len(stage.master.view["undo"]["points"]) - decisions):
        stage.master.do("undo")
    assert stage.hash == before
    assert stage.sides["B"].log[entry]["undone_by"] == "Gemma"


def test_undo_and_redo_are_entries_with_an_author_for_everybody() -> None:
    """boardgame.io#169, #892, PR#825: rewind fails with several players; undo and redo are wanted in the log,
    and only a GM's command moves the fight.
    """
    stage = duel()
    watcher = stage.connect(name="Wim")
    stage.play("ann pivot N")
    stage.master.do("undo")
    stage.master.do("redo")
    notes = [say for say in watcher.says() if say.startswith("Gemma")]
    assert notes == ["Gemma took back 1 step.", "Gemma put back 1 step."]
    for command in ("undo", "redo"):
        assert stage.sides["A"].ask(command)["kind"] == "forbidden"


def test_a_rollback_closes_the_prompts_it_makes_void_and_opens_those_of_then() -> None:
    """mage#4309, #11654, #1158, #1210: after a rollback somebody never gets priority, or a prompt stays open.

    Undone in the middle of an attack: the defender has no prompt, an answer to it is stale, the attacker has
    the turn and is named to all others. A character that was removed is back in its player's hands, and a
    Pivot that two are asked for is open for both again.
    """
    stage = duel()
    stage.play("ann attack sword bob", "ann 12")
    old = stage.sides["B"].prompt("defence", "bob")
    stage.master.do("undo")
    assert not stage.sides["B"].view["prompts"]
    assert stage.sides["A"].prompt("turn", "ann")
    assert [row["name"] for row in stage.sides["B"].view["waiting"]] == ["Ann"]
    assert stage.sides["B"].ask("answer", stamp=old["stamp"], part=0, pick="take")["kind"] == "stale"
    stage.master.do("redo")
    assert stage.asked() == [("bob", "defence")]
    three = Court(
        court("\nA....B\n.....C\n", "fighter:ann A N", "fighter:bob B N", "fighter:cid B N"),
        "ann",
        "bob",
        "cid",
    )
    three.sides["B"].pick("stay", "pivot", "bob")
    three.master.do("undo")
    assert sorted(three.asked()) == [("bob", "pivot"), ("cid", "pivot")]
    three.act("remove", character="cid")
    assert three.sides["B"].view["you"]["seats"] == ["bob"]
    three.master.do("undo")
    assert three.sides["B"].view["you"]["seats"] == ["bob", "cid"]


def test_two_answers_at_once_both_count_and_a_double_click_counts_once() -> None:
    """WFRP4e#2677, daggerheart#1128: of two quick answers the second overwrites the first; parallel prompts
    break.

    Two are asked for a Pivot at once; both answer before anybody was told of either, one of them twice. Each
    pays once, in initiative order, and nobody waits for the other.
    """
    stage = Court(
        court("\nA....B\n.....C\n", "fighter:ann A N", "fighter:bob B N", "fighter:cid C N"),
        "ann",
        "cid",
        "bob",
    )
    b, c = stage.sides["B"], stage.sides["C"]
    assert sorted(stage.asked()) == [("bob", "pivot"), ("cid", "pivot")]
    for client, seat, pick, id_ in (
        (b, "bob", "pivot W", "b1"),
        (b, "bob", "pivot W", "b1"),
        (c, "cid", "pivot S", "c1"),
        (c, "cid", "pivot E", "c2"),
    ):
        prompt = client.prompt("pivot", seat)
        message = {
            "type": "answer",
            "id": id_,
            "stamp": prompt["stamp"],
            "part": prompt["part"],
            "pick": pick,
        }
        stage.table.receive(client.connection, orjson.dumps(message))
    stage.settle()
    assert [(event.character, event.facing) for event in stage.events("Turned")] == [("cid", 4), ("bob", 6)]
    assert {id_: stage[id_].ap for id_ in ("bob", "cid")} == {"bob": 2, "cid": 2}
    assert b.accepted.count("b1") == 2
    assert [refusal["kind"] for refusal in c.refused] == ["stale"]


@pytest.mark.parametrize("onlookers", [0, 1, 8])
@pytest.mark.parametrize("gms", [1, 2])
def test_however_many_pages_look_on_everything_happens_once(onlookers: int, gms: int) -> None:
    """pf2e#20858, dnd4eBeta#808, shadowdark#296: automation runs once per connected client."""
    seen = []
    for count, masters in ((0, 1), (onlookers, gms)):
        stage = duel(ann="{ ap = 2 }")
        for number in range(count):
            stage.connect(name=f"Onlooker {number}", gm=number < masters - 1)
        stage.play(
            "ann attack sword bob", "ann 15", "bob counter sword-2", "bob 15", "bob 9", "ann 3", "bob 8"
        )
        stage.pass_turns("ann")
        seen.append([type(record.event).__name__ for record in stage.table.session.records])
    assert seen[0] == seen[1]
    assert "CounterRolled" in seen[0]


def test_who_joins_or_comes_back_in_the_middle_sees_what_the_others_see() -> None:
    """boardgame.io#333, FreeBoardGames#334, #551: clients diverge when somebody loads during a roll; after a
    reconnect the board is stale.

    Pages that join between any two dice of an attack show the same as one that was there; a page that comes
    back with an old question gives a stale answer, is shown what is open now, and its next answer is taken.
    """
    stage = duel()
    watchers = [stage.connect(name="early")]
    b = stage.sides["B"]
    old = b.prompt("pivot", "bob")
    stage.close(b)
    stage.play("ann attack sword bob")
    watchers.append(stage.connect(name="before the die"))
    stage.play("ann 12")
    watchers.append(stage.connect(name="before the answer"))
    back = stage.sides["B"] = stage.back(b)
    assert back.ask("answer", stamp=old["stamp"], part=old["part"], pick="stay")["kind"] == "stale"
    back.pick("block sword-2", "defence", "bob")
    watchers.append(stage.connect(name="before the defence"))
    stage.play("bob 3", "ann 8", "bob 5")
    watchers.append(stage.connect(name="late"))
    views = [{key: value for key, value in one.view.items() if key != "you"} for one in watchers]
    assert all(view == views[0] for view in views)
    assert all(one.log == watchers[0].log for one in watchers)
    assert back.view["fight"] == {**watchers[0].view["fight"], **_own(back)}


def _own(client: Client) -> dict[str, Any]:
    """What is in the fight of a page for its own seats alone."""
    fight = client.view["fight"]
    return {key: fight[key] for key in ("characters", "ways", "shoves")}


def test_no_wait_is_without_a_name_a_reason_and_a_way_on() -> None:
    """mage#7113, forge#6198: the game waits for ever for somebody who left.

    A defender who is gone is named with what is waited for; the GM may answer for it, or hand it to a bot.
    """
    stage = duel()
    watcher = stage.connect(name="Wim")
    stage.close(stage.sides["B"])
    stage.play("ann attack sword bob", "ann 12")
    (row,) = watcher.view["waiting"]
    assert (row["name"], row["person"]) == ("Bob", "Side B")
    assert row["text"]
    assert "Waiting for" in watcher.view["next_step"]
    stage.master.pick("evade", "defence", "bob")
    assert stage.events("DefenceChosen")[-1].answer == "evade"
    other = duel()
    other.close(other.sides["B"])
    other.play("ann attack sword bob", "ann 12")
    other.master.do("set_bot", seat="bob", bot="greedy")
    other.tick()
    assert ("bob", "defence") not in other.asked()
    assert other.events("DefenceRolled"), "a bot's dice fall by themselves"


# Dice that fall anew


def test_the_dice_of_any_entry_can_fall_anew() -> None:
    """Beyond20#690, CoC7#2149: a cocked die has to be thrown again, and that is an act with an author.

    An attack's entry is made of several rolls (attack, defence, damage, Block), a round's of one for each:
    whatever entry shows dice, all of them fall anew, the entry is struck, and the log says so once, with the
    reason.
    """
    stage = Court(load_scenario("abbey-mill"), typed=False)
    random = Random(2)
    for _ in range(150):
        if stage.state.outcome is not None:
            break
        pick_any(stage, random)
    found = rolls = 0
    while True:
        entries = [
            number
            for number, entry in stage.master.log.items()
            if entry["undone_by"] is None and faces(entry)
        ]
        if not entries:
            break
        before = stage.master.log[max(entries)]
        fell = len(faces(before))
        stage.master.do("reroll", entry=max(entries), reason="cocked")
        said = "Gemma had the dice thrown again: cocked"
        assert stage.master.says().count(said) == found + 1
        assert stage.master.log[max(entries)] != before
        rolls += fell > 1
        found += 1
        if stage.master.view["undo"]["points"]:
            stage.master.do("undo")
        else:
            break
    assert found > 6
    assert rolls > 4


def faces(entry: dict[str, Any]) -> list[int]:
    """Every face an entry shows."""
    return [row["die"]["face"] for ledger in entry["ledgers"] for row in ledger["rows"] if row["die"]]


def test_all_dice_of_an_attack_fall_anew_and_none_as_it_lay() -> None:
    """Beyond20#690: "roll these dice again" throws one of them and keeps the others.

    By hand: attack, defence and damage are each asked for again, and take other faces than before; without
    the act a die that fell lies as it fell.
    """
    stage = duel()
    stage.play("ann attack sword bob", "ann 12", "bob take", "bob 3", "ann 8")
    assert stage["bob"].hp == 20 - 8 - 2
    entry = max(number for number, one in stage.master.log.items() if faces(one))
    stage.master.do("reroll", entry=entry, reason="it fell off the table")
    assert stage.asked() == [("ann", "dice")]
    stage.play("ann 14", "bob take", "bob 5", "ann 1")
    assert stage["bob"].hp == 20 - 1 - 2
    again = stage.hash
    stage.master.do("undo")
    stage.master.do("redo")
    assert stage.hash == again


def test_a_reroll_is_the_gms_and_survives_a_restart() -> None:
    """CoC7#2149: a player throws again until it suits. It is refused; the GM's is stored with the fight."""
    stage = duel()
    stage.play("ann attack sword bob", "ann 12", "bob take", "bob 3", "ann 8")
    entry = max(number for number, one in stage.master.log.items() if faces(one))
    assert stage.sides["A"].ask("reroll", entry=entry, reason="please")["kind"] == "forbidden"
    stage.master.do("reroll", entry=entry, reason="cocked")
    stage.play("ann 20")
    before, log = stage.hash, dict(stage.master.log)
    key = stage.master.key
    stage.restart()
    stage.master = stage.connect(key=key)
    assert stage.hash == before
    assert stage.master.log == log


# Saves


def saved(stage: Court) -> bytes:
    """The save of a table's fight."""
    return save_of(stage.fight, SEED, stage.table.session, stage.table.chronicle.notes)  # type: ignore[arg-type]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_save_load_save_is_the_same_to_the_byte(scenario: str) -> None:
    """compcon#3366, daggerheart#1021, dnd5e#1576: resuming renumbers the foes, and a round trip loses parts.

    Every bundled fight, played at random with corrections, undo and re-rolls.
    """
    random = Random(scenario)
    stage = Court(load_scenario(scenario), typed=False)
    for step in range(90):
        if stage.state.outcome is not None:
            break
        pick_any(stage, random)
        if step % 20 == 9:
            stage.master.do("undo")
        if step % 20 == 12:
            one = next(iter(stage.state.characters))
            stage.act("set", character=one, field="ap", value=4)
        if step % 30 == 15:
            entries = [n for n, one in stage.master.log.items() if faces(one) and not one["undone_by"]]
            stage.master.do("reroll", entry=max(entries), reason="cocked")
    data = saved(stage)
    save = read_save(data)
    again = replay(save)
    assert again.same, again.text
    assert state_hash(again.session.encounter.state) == stage.hash
    assert save_of(save.loaded, save.seed, again.session, again.chronicle.notes) == data


def test_names_and_items_of_those_who_joined_stay_through_a_save() -> None:
    """compcon#3366: resume renumbers all NPCs to "#1".

    Three of one sheet join, the second leaves and another comes: the newcomer takes no name that was borne
    before, nor do its weapons, and a loaded save has the same in the same order.
    """
    stage = duel()
    for place in ("A1", "A2", "B2"):
        stage.act("add", sheet="giant", side="B", square=place)
    stage.act("remove", character="giant-2")
    stage.act("add", sheet="giant", side="B", square="C2")
    names = {one.id: one.name for one in stage.state.characters.values()}
    assert list(names) == ["ann", "bob", "giant", "giant-3", "giant-4"]
    assert len(set(names.values())) == len(names)
    items = {item.id: (item.holder, item.square) for item in stage.state.items.values()}
    again = replay(read_save(saved(stage))).session.encounter.state
    assert {one.id: one.name for one in again.characters.values()} == names
    assert {item.id: (item.holder, item.square) for item in again.items.values()} == items


BAD_CONTENT: dict[str, Any] = {
    "a ruling of another type": lambda content: content["scenario"]["rulings"].update(free_words="x"),
    "an unknown ruling": lambda content: content["scenario"]["rulings"].update(fre_words=3),
    "a sheet that is not there": lambda content: content["scenario"]["combatant"][0].update(sheet="ghost"),
    "a square off the map": lambda content: content["scenario"]["combatant"][0].update(at="Z99"),
    "a facing that is none": lambda content: content["scenario"]["combatant"][0].update(facing="up"),
    "two on one square": lambda content: content["scenario"]["combatant"][0].update(at="B"),
    "no combatants": lambda content: content["scenario"].pop("combatant"),
    "no map": lambda content: content["scenario"].update(map=None),
    "a ragged map": lambda content: content["scenario"].update(map="..AB..\n...\n"),
    "a key too many": lambda content: content["packs"][0].update(extra=1),
    "no packs": lambda content: content.update(packs=[]),
    "rules of the other system": lambda content: content.update(system="d20plus"),
}


@pytest.mark.parametrize("fault", BAD_CONTENT)
def test_content_that_is_missing_or_wrong_is_told_in_words(fault: str) -> None:
    """dnd5e#1576, daggerheart#1021, pokemon-showdown#10410, poke-env#327: a bad import crashes, "validates",
    or hangs. A message, and no trace of a half-made fight.
    """
    loaded = court(FACE_TO_FACE, "fighter:ann A E", "fighter:bob B W", rulings="free_words = 9")
    document = orjson.loads(saved(Court(loaded, "ann", "bob")))
    read_save(orjson.dumps(document))
    BAD_CONTENT[fault](document["content"])
    with pytest.raises(Unreadable) as unreadable:
        read_save(orjson.dumps(document))
    assert str(unreadable.value)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_launching_again_starts_from_the_same_numbers(scenario: str) -> None:
    """compcon#3681, #3687, #3017: bonuses of templates are added again every time the encounter is launched.

    What a fight works out and keeps beside its content changes no later start.
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


def test_a_log_can_rebuild_the_fight_and_be_read_without_the_program() -> None:
    """initiative-tracker#293, improved-initiative#19: the log cannot rebuild a fight or settle a dispute.

    The saved history replays to the same state; the log as text names for every roll each face, score and
    total with its clause, what Block and DR took, the HP before and after, and what was taken back by whom.
    """
    loaded = court(FACE_TO_FACE, "fighter:ann A E", "shell:bob B W")
    stage = Court(loaded, "ann", "bob")
    stage.play("ann attack sword bob", "ann 20", "bob block maul", "bob 2", "ann 8 7", "bob 3 2")
    stage.play("ann pivot N")
    stage.master.do("undo")
    data = saved(stage)
    save = read_save(data)
    again = replay(save)
    assert state_hash(again.session.encounter.state) == stage.hash
    assert save_of(save.loaded, save.seed, again.session, again.chronicle.notes) == data, "its log too"
    text = log_as_text("A court", stage.table.logbook(SPECTATOR).entries)
    for words in (
        "shows 20, thrown by hand",
        "Strength: +2",
        "Block: -5",
        "DR: -3; Damage 9",
        "20 to 11 HP",
        "[P",
        "Taken back by Gemma",
    ):
        assert words in text, (words, text)


def test_what_a_fight_came_to_is_counted_from_what_stands() -> None:
    """improved-initiative#423: who did how much is wanted at the end; what was taken back does not count."""
    stage = duel()
    stage.play("ann attack sword bob", "ann 12", "bob block sword-2", "bob 3", "ann 8", "bob 4")
    deeds = counted(stage)
    assert deeds["ann"] == {"damage dealt": 6, "attacks made": 1, "attacks landed": 1, "AP spent": 1}
    assert deeds["bob"] == {"damage taken": 6, "Blocks": 1, "AP spent": 1}
    while stage.events("AttackDeclared"):
        stage.master.do("undo")
    assert counted(stage) == {}


def counted(stage: Court) -> dict[str, dict[str, int]]:
    """What each has done, without those who did nothing."""
    session = stage.table.session
    standing = [record for record in session.records if record.undone_by is None]
    deeds = session.system.deeds(session.encounter, standing)  # type: ignore[attr-defined]
    return {id_: dict(one) for id_, one in deeds.items() if one}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_an_entry_is_small(scenario: str) -> None:
    """shadowrun6-eden#291: 200 KB for each message. No entry of a fight of bots is larger than 8 KB."""
    stage = Court(load_scenario(scenario), typed=False)
    for seat in stage.master.view["seats"]:
        stage.master.do("set_bot", seat=seat["id"], bot="random")
    for _ in range(120):
        if not stage.table.wants_tick:
            break
        stage.tick()
    sizes = [len(orjson.dumps(entry)) for entry in stage.table.logbook(GM_VIEWER).entries]
    assert len(sizes) > 20
    assert sorted(sizes)[len(sizes) // 2] < 2_048
    assert max(sizes) < 8_192
