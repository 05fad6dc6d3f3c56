"""Cantor: taking back, coming back, many pages at once, dice that fall anew, saves.

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
from affray.systems.cantor import events
from affray.table.save import read_save, replay, save_of
from affray.table.transcript import log_as_text
from tests.asks.cantor_stage import SCENARIOS, Pan, pan
from tests.asks.stage import pick_any
from tests.table.rig import SEED, Client

SIDE_BY_SIDE = "\n..AB..\n......\n"


def duel(ann: str = "granite:ann A", bob: str = "brute:bob B", typed: bool = True) -> Pan:
    """Ann and Bob, side by side."""
    return Pan(pan(SIDE_BY_SIDE, ann, bob), typed)


def what_is_shown(client: Client) -> dict[str, Any]:
    """A page less what counts up with every input."""
    passing = ("position", "log_total", "undo", "people", "notes")
    return {key: value for key, value in client.view.items() if key not in passing}


# Taking back


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_undo_gives_back_exactly_what_was_with_every_side_effect(scenario: str) -> None:
    """foundryvtt-lancer#776, #817, #779, pf2e#7904, compcon#1113: undo restores HP but not Structure, or
    removes Burn too, or deletes the log.

    At a table of real dice, over a fight with corrections and damage by the GM: undo gives the exact state of
    before, and every page shows what it showed then; redo the exact state of after. Nothing leaves the log.
    """
    random = Random(scenario)
    stage = Pan(load_scenario(scenario))
    looked = 0
    for step in range(110):
        if stage.state.outcome is not None:
            break
        before, shown = stage.hash, [what_is_shown(client) for client in stage.everybody()]
        journal = len(stage.table.session.journal)
        standing = [one for one in stage.state.units.values() if one.here]
        if step % 10 == 5:
            one = random.choice(standing)
            stage.act("set", unit=one.id, field="burn", value=random.randrange(1, 6))
        elif step % 10 == 9:
            stage.act("damage", unit=random.choice(standing).id, amount=random.randrange(1, 9))
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


FROZEN = "{ band = 4, fractured = true, tokens = 1 }"
SCENES: dict[str, tuple[str, tuple[str, ...], tuple[str, ...]]] = {
    "an attack with everything": (
        "\n..AB..\n......\n",
        (
            "shover:ann A { conditions = ['Bolster'] }",
            "plated:bob B { conditions = ['Invisible', 'Lock On'] }",
        ),
        ("ann skirmish torch bob", "ann 4", "ann 15 1 1", "bob brace", "ann end", "bob end", "bob 1"),
    ),
    "a lost Structure": (
        "\n..AB..\n......\n",
        ("granite:ann A { hp = 1, structure = 2 }", "brute:bob B"),
        ("ann end", "bob skirmish rod ann", "bob 15", "ann no", "bob 6", "ann 1", "bob end", "ann end"),
    ),
    "a Barrage into a fall": (
        "\n..AB..\n......\n",
        ("granite:ann A", "brute:bob B { hp = 1 }"),
        ("ann barrage rod bob", "ann 1", "ann fire gun bob", "ann 15 1", "bob no", "ann 5"),
    ),
    "an attack that stops": (
        "\n..AB..\n......\nC....D\n",
        ("granite:ann A", "brute:bob B", "brute:cid B", "granite:dan A"),
        ("ann go", "ann skirmish rod bob", "gm-remove bob", "ann 5", "gm-remove ann"),
    ),
    "Fracture, Oath, Choir, token": (
        "\n.A..B.\n..C...\n......\n",
        ("granite:ann A { band = 4 }", f"caller:cid A {FROZEN}", "boss:bob B"),
        (
            "ann go",
            "ann bond-move",
            "ann end",
            "bob end",
            "cid bond-move",
            "gm go-on",
            "cid end",
            "bob end",
            "bob end",
            "ann go",
            "ann skirmish gun bob",
            "ann 1 1",
            "ann lock-on bob",
            "ann end",
            "bob end",
            "cid token ann",
        ),
    ),
    "Cooldown and the last Stress": (
        "\n..AB..\n......\n",
        ("granite:ann A { band = 4, fractured = true, cooldowns = 2, stress = 2 }", "brute:bob B"),
        ("ann cooldown",),
    ),
    "a grapple, an escape, a release": (
        "\n..AB..\n......\n",
        ("granite:ann A", "brute:bob B"),
        ("ann grapple bob", "ann 15", "ann end", "bob escape", "bob 9", "ann 9", "bob end", "ann release"),
    ),
    "a shove over the edge": (
        "\n.AB~\n....\n",
        ("granite:ann A", "granite:bob B"),
        ("ann ram bob", "ann 15", "ann to D1", "bob 10"),
    ),
    "hiding, walking, being found": (
        "\nA.......\n...h.h..\n..:.B...\n...h.h..\n........\n",
        ("granite:ann A", "brute:bob B { at = 'D2' }"),
        ("ann end", "bob hide", "bob end", "ann move D1", "ann stop"),
    ),
    "the GM's hand": (
        "\n..AB..\n......\n",
        ("granite:ann A", "brute:bob B"),
        (
            "gm-set bob overshield 3",
            "gm-check bob",
            "bob 12",
            "gm-add brute",
            "gm-override ann bond-move",
            "gm-end",
        ),
    ),
    "nothing happens for long": (
        "\nA....B\n......\n",
        ("granite:ann A", "brute:bob B"),
        ("gm-rule", *(("ann end", "bob end") * 2), "gm go-on", "ann end"),
    ),
    "an Overwatch and a Stand": (
        "\n..AB..\n......\n",
        ("granite:ann A { conditions = ['Prone'] }", "brute:bob B"),
        ("ann stand", "ann end", "bob move E2", "ann overwatch rod", "ann 1", "bob end", "gm-damage bob"),
    ),
}


def run_scene(scene: str) -> tuple[set[str], int]:
    """Play a scene; each of its inputs is taken back and put back. Returns kinds of events, and how many."""
    board, people, answers = SCENES[scene]
    rulings = "stalemate_rounds = 2" if "gm-rule" in answers else ""
    stage = Pan(pan(board, *people, rulings=rulings))
    kinds = {type(record.event).__name__ for record in stage.table.session.records}
    looked = 0
    for answer in answers:
        before, records = stage.hash, len(stage.table.session.records)
        points = len(stage.master.view["undo"]["points"])
        _one(stage, answer)
        after = stage.hash
        kinds |= {type(record.event).__name__ for record in stage.table.session.records[records:]}
        steps = len(stage.master.view["undo"]["points"]) - points
        if steps <= 0:
            continue
        for _ in range(steps):
            stage.master.do("undo")
        assert stage.hash == before, answer
        for _ in range(steps):
            stage.master.do("redo")
        assert stage.hash == after, answer
        looked += 1
    return kinds, looked


def _one(stage: Pan, answer: str) -> None:
    match answer.split():
        case ["gm-set", unit, field, value]:
            stage.act("set", unit=unit, field=field, value=int(value))
        case ["gm-check", unit]:
            stage.act("check", unit=unit, target=10)
        case ["gm-add", sheet]:
            stage.act("add", sheet=sheet, side="B", hex="A1")
        case ["gm-remove", unit]:
            stage.act("remove", unit=unit)
        case ["gm-damage", unit]:
            stage.act("damage", unit=unit, amount=3)
        case ["gm-override", unit, option]:
            stage.act("override", seat=unit, option=option)
        case ["gm-end"]:
            stage.act("end", outcome="Enough.")
        case ["gm-rule"]:
            pass
        case _:
            stage.play(answer)


@pytest.mark.parametrize("scene", SCENES)
def test_every_kind_of_event_is_taken_back_whole(scene: str) -> None:
    """foundryvtt-lancer#776, #817, #779: undo restores one number and forgets another.

    Scripted scenes: after each input undo gives the exact state of before, redo that of after.
    """
    _, looked = run_scene(scene)
    assert looked >= 1


NOT_STATE = {"Counted", "DamageRoll", "Roll20"}
"""What is exported beside the events and is none."""
NEVER_EMITTED = {"OvershieldGained", "MarkerSeen"}
"""Of no rule that plays today, and the public side of `MarkerSet`, which is no record of its own."""


def test_the_scenes_have_every_kind_of_event() -> None:
    """foundryvtt-lancer#817: a new kind of event is forgotten by undo. None is left out of the scenes."""
    seen = set().union(*(run_scene(scene)[0] for scene in SCENES))
    assert set(events.__all__) - NOT_STATE - NEVER_EMITTED - seen == set()


def test_undo_and_redo_are_entries_with_an_author_for_everybody() -> None:
    """boardgame.io#169, #892, PR#825, compcon#1113: undo erases the log line and leaves a weapon locked.

    The line stays, struck, with a name; what was spent is on offer again; a player may not.
    """
    stage = duel()
    watcher = stage.connect(name="Wim")
    stage.play("ann skirmish gun bob", "ann 1 1")
    assert "skirmish gun bob" not in stage.offers("ann")
    entry = next(number for number, one in watcher.log.items() if one["ledgers"])
    stage.master.do("undo")
    assert "skirmish gun bob" in stage.offers("ann")
    assert watcher.log[entry]["undone_by"] == "Gemma"
    stage.master.do("redo")
    assert "skirmish gun bob" not in stage.offers("ann")
    assert [say.split(" ", 1)[0] for say in watcher.says() if say.startswith("Gemma")] == ["Gemma", "Gemma"]
    for command in ("undo", "redo"):
        assert stage.sides["A"].ask(command)["kind"] == "forbidden"


def test_a_rollback_closes_the_prompts_it_makes_void_and_opens_those_of_then() -> None:
    """mage#4309, #11654, #1158, #1210: after a rollback somebody never gets priority, or a prompt stays open.

    Undone while a Brace is asked: nobody has it, an answer is stale, the turn is open again; redone it is
    asked anew. The window of who goes first is open for both again.
    """
    stage = duel()
    stage.play("ann skirmish rod bob", "ann 15")
    old = stage.sides["B"].prompt("brace", "bob")
    stage.master.do("undo")
    assert not stage.sides["B"].view["prompts"]
    assert stage.sides["A"].prompt("turn", "ann")
    assert [row["name"] for row in stage.sides["B"].view["waiting"]] == ["Ann"]
    stale = stage.sides["B"].ask("answer", stamp=old["stamp"], part=0, pick="brace")
    assert stale["kind"] == "stale"
    assert stage["bob"].reaction
    stage.master.do("redo")
    assert stage.asked() == [("bob", "brace")]
    wide = Pan(pan("\nA....B\nC.....\n", "granite:ann A", "granite:cid A", "brute:bob B"))
    before = wide.asked()
    wide.sides["A"].pick("go", "activate", "cid")
    assert wide.current == "cid"
    wide.master.do("undo")
    assert wide.asked() == before == [("ann", "activate"), ("cid", "activate")]


def test_two_answers_at_once_both_count_and_a_double_click_counts_once() -> None:
    """WFRP4e#2677, daggerheart#1128: of two quick answers the second overwrites the first; parallel prompts
    break.

    Two of a side say "go" before anybody was told of either, one of them twice: the first acts, once; the
    other is told that its answer came too late, and acts later.
    """
    stage = Pan(pan("\nA....B\nC.....\n", "granite:ann A", "granite:cid A", "brute:bob B"))
    player = stage.sides["A"]
    first, second = (player.prompt("activate", seat) for seat in ("cid", "ann"))
    for prompt, id_ in ((first, "go 1"), (first, "go 1"), (second, "go 2")):
        message = {
            "type": "answer",
            "id": id_,
            "stamp": prompt["stamp"],
            "part": prompt["part"],
            "pick": "go",
        }
        stage.table.receive(player.connection, orjson.dumps(message))
    stage.settle()
    assert [event.unit for event in stage.events("TurnBegan")] == ["cid"]
    assert player.accepted.count("go 1") == 2
    assert [refusal["kind"] for refusal in player.refused] == ["stale"]
    stage.pass_turns("cid", "bob")
    assert stage.current == "ann"


@pytest.mark.parametrize("onlookers", [0, 1, 8])
@pytest.mark.parametrize("gms", [1, 2])
def test_however_many_pages_look_on_everything_happens_once(onlookers: int, gms: int) -> None:
    """pf2e#20858, dnd4eBeta#808, shadowdark#296: automation runs once per connected client."""
    seen = []
    for count, masters in ((0, 1), (onlookers, gms)):
        stage = duel("granite:ann A { band = 3 }", "brute:bob B { burn = 2 }")
        for number in range(count):
            stage.connect(name=f"Onlooker {number}", gm=number < masters - 1)
        stage.play("ann skirmish rod bob", "ann 15", "bob brace", "ann 4", "ann end", "bob end", "bob 1")
        seen.append([type(record.event).__name__ for record in stage.table.session.records])
        assert stage["ann"].fractured
    assert seen[0] == seen[1]
    assert seen[0].count("FractureManifested") == 1


def test_who_joins_or_comes_back_in_the_middle_sees_what_the_others_see() -> None:
    """boardgame.io#333, FreeBoardGames#334, #551: clients diverge when somebody loads during a roll; after a
    reconnect the board is stale.
    """
    stage = duel()
    watchers = [stage.connect(name="early")]
    b = stage.sides["B"]
    stage.play("ann skirmish rod bob")
    old = stage.master.prompt(seat="ann")
    watchers.append(stage.connect(name="before the die"))
    stage.close(b)
    stage.play("ann 15")
    watchers.append(stage.connect(name="before the answer"))
    back = stage.sides["B"] = stage.back(b)
    assert back.ask("answer", stamp=old["stamp"], part=0, faces=[3])["kind"] in ("stale", "forbidden")
    back.pick("brace", "brace", "bob")
    watchers.append(stage.connect(name="before the damage"))
    stage.play("ann 3")
    watchers.append(stage.connect(name="late"))
    views = [{key: value for key, value in one.view.items() if key != "you"} for one in watchers]
    assert all(view == views[0] for view in views)
    assert all(one.log == watchers[0].log for one in watchers)
    assert stage["bob"].hp == 18
    assert back.view["fight"]["units"] == watchers[0].view["fight"]["units"]


def test_no_wait_is_without_a_name_a_reason_and_a_way_on() -> None:
    """mage#7113, forge#6198: the game waits for ever for somebody who left.

    A defender who is gone is named with what is waited for; the GM may answer for it, or hand it to a bot;
    one whose turn it is may be passed by the GM.
    """
    stage = duel()
    watcher = stage.connect(name="Wim")
    stage.close(stage.sides["B"])
    stage.play("ann skirmish rod bob", "ann 15")
    (row,) = watcher.view["waiting"]
    assert (row["name"], row["person"]) == ("Bob", "Side B")
    assert row["text"]
    stage.master.pick("brace", "brace", "bob")
    assert stage["bob"].has("Braced")
    other = duel()
    other.close(other.sides["B"])
    other.play("ann skirmish rod bob", "ann 15")
    other.master.do("set_bot", seat="bob", bot="greedy")
    other.tick()
    assert ("bob", "brace") not in other.asked()
    other.play("ann 3", "ann end")
    for _ in range(12):
        if other.current != "bob" or not other.table.wants_tick:
            break
        other.tick()
        other.pass_over()
    assert other.events("Spent")[-1].unit in ("ann", "bob")


# Dice that fall anew


def faces(entry: dict[str, Any]) -> list[int]:
    """Every face an entry shows."""
    return [row["die"]["face"] for ledger in entry["ledgers"] for row in ledger["rows"] if row["die"]]


def test_all_dice_of_an_attack_fall_anew_and_none_as_it_lay() -> None:
    """Beyond20#690, CoC7#2149: a cocked die has to be thrown again, by an act with an author; a player throws
    again until it suits.

    Flip, roll and damage are asked for again and take other faces; a player may not; it is stored.
    """
    stage = duel(bob="brute:bob B { conditions = ['Invisible', 'Lock On'] }")
    stage.play("ann skirmish rod bob", "ann 4", "ann 15 3", "ann 6")
    assert stage["bob"].hp == 14
    entry = max(number for number, one in stage.master.log.items() if faces(one))
    assert stage.sides["A"].ask("reroll", entry=entry, reason="please")["kind"] == "forbidden"
    stage.master.do("reroll", entry=entry, reason="it fell off the table")
    assert stage.asked() == [("ann", "dice")]
    stage.play("ann 5", "ann 9 1", "ann 1")
    assert stage["bob"].hp == 19
    assert not stage["bob"].has("Lock On")
    assert any("thrown again" in say and "it fell off the table" in say for say in stage.master.says())
    before, key = stage.hash, stage.master.key
    stage.restart()
    stage.master = stage.connect(key=key)
    assert stage.hash == before


# Saves


def saved(stage: Pan) -> bytes:
    """The save of a table's fight."""
    return save_of(stage.loaded, SEED, stage.table.session, stage.table.chronicle.notes)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_save_load_save_is_the_same_to_the_byte(scenario: str) -> None:
    """compcon#3366, #3278, daggerheart#1021, dnd5e#1576: resuming renumbers the foes, and a round trip loses
    parts. Every bundled fight, played at random with corrections, undo and re-rolls.
    """
    random = Random(scenario)
    stage = Pan(load_scenario(scenario), typed=False)
    for step in range(90):
        if stage.state.outcome is not None:
            break
        pick_any(stage, random)
        if step % 20 == 9:
            stage.master.do("undo")
        if step % 20 == 12:
            one = next(unit for unit in stage.state.units.values() if unit.here)
            stage.act("set", unit=one.id, field="burn", value=4)
        if step % 30 == 15:
            entries = [n for n, one in stage.master.log.items() if faces(one) and not one["undone_by"]]
            if entries:
                stage.master.do("reroll", entry=max(entries), reason="cocked")
    data = saved(stage)
    save = read_save(data)
    again = replay(save)
    assert again.same, again.text
    assert state_hash(again.session.encounter.state) == stage.hash
    assert save_of(save.loaded, save.seed, again.session, again.chronicle.notes) == data


def test_names_of_those_who_joined_stay_through_a_save() -> None:
    """compcon#3366: resume renumbers all NPCs to "#1". A newcomer takes no name that was borne before."""
    stage = duel()
    for place in ("A1", "A2", "B2"):
        stage.act("add", sheet="guard", side="B", hex=place)
    stage.act("remove", unit="guard-2")
    stage.act("add", sheet="guard", side="B", hex="C2")
    names = {one.id: one.name for one in stage.state.units.values()}
    assert list(names) == ["ann", "bob", "guard", "guard-3", "guard-4"]
    assert len(set(names.values())) == len(names)
    again = replay(read_save(saved(stage))).session.encounter.state
    assert {one.id: one.name for one in again.units.values()} == names


BAD_CONTENT: dict[str, Any] = {
    "a ruling of another type": lambda content: content["scenario"]["rulings"].update(save_target="x"),
    "an unknown ruling": lambda content: content["scenario"]["rulings"].update(save_goal=3),
    "a sheet that is not there": lambda content: content["scenario"]["combatant"][0].update(sheet="ghost"),
    "a hex off the map": lambda content: content["scenario"]["combatant"][0].update(at="Z99"),
    "two on one hex": lambda content: content["scenario"]["combatant"][0].update(at="B"),
    "no combatants": lambda content: content["scenario"].pop("combatant"),
    "no map": lambda content: content["scenario"].update(map=None),
    "a ragged map": lambda content: content["scenario"].update(map="..AB..\n...\n"),
    "a key too many": lambda content: content["packs"][0].update(extra=1),
    "no packs": lambda content: content.update(packs=[]),
    "rules of another system": lambda content: content.update(system="pace"),
    "rules of no system": lambda content: content.update(system="lancer"),
}


@pytest.mark.parametrize("fault", BAD_CONTENT)
def test_content_that_is_missing_or_wrong_is_told_in_words(fault: str) -> None:
    """dnd5e#1576, daggerheart#1021, pokemon-showdown#10410, poke-env#327: a bad import crashes, "validates",
    or hangs. A message, and no trace of a half-made fight.
    """
    loaded = pan(SIDE_BY_SIDE, "granite:ann A", "brute:bob B", rulings="save_target = 9")
    document = orjson.loads(saved(Pan(loaded)))
    read_save(orjson.dumps(document))
    BAD_CONTENT[fault](document["content"])
    with pytest.raises(Unreadable) as unreadable:
        read_save(orjson.dumps(document))
    assert str(unreadable.value)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_launching_again_starts_from_the_same_numbers(scenario: str) -> None:
    """compcon#3681, #3687, #3017: bonuses of templates are added again every time a fight is launched."""
    loaded = load_scenario(scenario)
    first, content = state_hash(loaded.start().state), loaded.content_hash
    for number in range(2):
        encounter = loaded.start()
        assert state_hash(encounter.state) == first
        play_fight(loaded.system, encounter, {}, BOTS["random"], f"launch {number}")
        assert state_hash(encounter.state) != first
    del loaded.__dict__["content_hash"]
    assert loaded.content_hash == content


def test_a_log_can_rebuild_the_fight_and_be_read_without_the_program() -> None:
    """initiative-tracker#293, improved-initiative#19: the log cannot rebuild a fight or settle a dispute.

    The saved history replays to the same state; the log as text names every face, each step of the damage,
    HP before and after, the clause, and what was taken back by whom.
    """
    stage = duel(bob="plated:bob B { conditions = ['Exposed'] }")
    stage.play("ann skirmish rod bob", "ann 15", "bob brace", "ann 6", "ann bolster ann")
    stage.master.do("undo")
    assert replay(read_save(saved(stage))).same
    text = log_as_text("A pan", stage.table.logbook(SPECTATOR).entries)
    for words in (
        "15, thrown by hand",
        "Exposed",
        "Armor",
        "resistance",
        "Braced",
        "20 to 17 HP",
        "[C",
        "Taken back by Gemma",
    ):
        assert words in text, (words, text)


def test_what_a_fight_came_to_is_counted_from_what_stands() -> None:
    """improved-initiative#423: who did how much is wanted at the end; what was taken back does not count."""
    stage = duel()
    stage.play("ann skirmish rod bob", "ann 15", "bob brace", "ann 5")
    deeds = counted(stage)
    assert deeds["ann"] == {"damage dealt": 3, "attacks made": 1, "attacks landed": 1}
    assert deeds["bob"] == {"damage taken": 3, "Braces": 1}
    while stage.events("AttackDeclared"):
        stage.master.do("undo")
    assert counted(stage) == {}


def counted(stage: Pan) -> dict[str, dict[str, int]]:
    """What each has done, without those who did nothing."""
    session = stage.table.session
    standing = [record for record in session.records if record.undone_by is None]
    deeds = session.system.deeds(session.encounter, standing)  # type: ignore[attr-defined]
    return {id_: dict(one) for id_, one in deeds.items() if one}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_an_entry_is_small(scenario: str) -> None:
    """shadowrun6-eden#291: 200 KB for each message. No entry of a fight of bots is larger than 8 KB."""
    stage = Pan(load_scenario(scenario), typed=False)
    for seat in stage.master.view["seats"]:
        stage.master.do("set_bot", seat=seat["id"], bot="random")
    for _ in range(100):
        if not stage.table.wants_tick:
            break
        stage.tick()
    sizes = [len(orjson.dumps(entry)) for entry in stage.table.logbook(GM_VIEWER).entries]
    assert len(sizes) > 20
    assert sorted(sizes)[len(sizes) // 2] < 2_048
    assert max(sizes) < 8_192
