"""Sunder: two phones at once, Surges against what is announced, taking back, coming back, many pages, saves.

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
from tests.asks.stage import pick_any
from tests.asks.sunder_stage import SCENARIOS, Yard, bots_answer, own_act, scene
from tests.table.rig import SEED, Client

PEOPLE = ("fighter:ann A", "fighter:cid A", "archer:eve A", "brute:bob B", "wasp:dan B")


def yard(*people: str, typed: bool = True) -> Yard:
    """Ann acts; Cid and Eve are with her, Bob and Dan against them, all in one place."""
    return Yard(scene(*(people or PEOPLE)), typed)


def at_once(stage: Yard, *messages: tuple[Client, dict[str, Any]]) -> None:
    """Messages that all arrive before anybody is sent anything."""
    for client, message in messages:
        stage.table.receive(client.connection, orjson.dumps(message))
    stage.settle()


def act(id_: str, name: str, position: int | None = None, **data: Any) -> dict[str, Any]:
    """An act as a page sends it, said on a view that may be of the past."""
    return {"type": "act", "id": id_, "name": name, "data": data, "reason": "", "position": position}


def answer(id_: str, prompt: dict[str, Any], **value: Any) -> dict[str, Any]:
    """An answer as a page sends it."""
    return {"type": "answer", "id": id_, "stamp": prompt["stamp"], "part": prompt["part"], **value}


def what_is_shown(client: Client) -> dict[str, Any]:
    """A page less what counts up with every input."""
    passing = ("position", "log_total", "undo", "people", "notes")
    return {key: value for key, value in client.view.items() if key not in passing}


# Two phones at the same moment


@pytest.mark.parametrize(
    "order", [("cid", "eve", "cid again"), ("cid", "cid again", "eve"), ("eve", "cid", "cid again")]
)
@pytest.mark.parametrize("when", ["in a turn", "during a roll", "during a reaction", "nobody queued"])
def test_two_who_throw_in_at_once_both_keep_their_place(order: tuple[str, ...], when: str) -> None:
    """WFRP4e#2677, daggerheart#1128, Tsindwr gauntlet app: of two quick throws the second overwrites the
    first; a double click counts twice.

    From two phones with views of the same past, one of them twice with the same id, in whatever order the
    server sees them: both are queued, once each, in the order of arrival, and every connection is sent just
    that queue; both messages are accepted, and what was asked of others is asked on.
    """
    stage = yard()
    cid, eve = stage.phone("cid"), stage.phone("eve")
    watcher = stage.connect(name="Wim")
    if when == "during a roll":
        stage.play("ann strike top sword bob")
    elif when == "during a reaction":
        stage.play("ann strike top sword dan")
    elif when == "nobody queued":
        stage.play("ann end", "gm pass")
    asked, old = stage.asked(), stage.master.view["position"]
    stage.act("set", creature="bob", field="beats", value=1)
    messages = {
        "cid": (cid, act("throw 1", "throw_in", old, creature="cid")),
        "cid again": (cid, act("throw 1", "throw_in", old, creature="cid")),
        "eve": (eve, act("throw 1", "throw_in", old, creature="eve")),
    }
    for page in stage.everybody():
        page.received.clear()
    at_once(stage, *(messages[name] for name in order))
    expected = list(dict.fromkeys(name.split()[0] for name in order))
    seen = [stage.current, *stage.queue] if when == "nobody queued" else stage.queue
    assert seen == expected
    assert [event.creature for event in stage.events("ThrewIn")] == expected
    assert cid.accepted.count("throw 1") == 2
    assert eve.accepted.count("throw 1") == 1
    assert not cid.refused
    assert not eve.refused
    for page in (stage.master, *stage.sides.values(), cid, eve, watcher):
        views = [orjson.loads(data) for data in page.received if b'"type":"view"' in data]
        fight = views[-1]["fight"]
        queued = [id_ for entry in fight["queue"] for id_ in entry["creatures"]]
        acting = [fight["turn"]["creature"]] if when == "nobody queued" else []
        assert acting + queued == expected
        lines = [say for say in page.says() if "throws in" in say]
        assert [line.split()[0] for line in lines] == [id_.capitalize() for id_ in expected]
    if when != "nobody queued":
        assert stage.asked() == asked
    assert replay(read_save(saved(stage))).same


def test_a_throw_that_is_sent_again_after_a_break_keeps_the_old_place() -> None:
    """FreeBoardGames#334, WFRP4e#2677: after a reconnect what was sent is sent again, and counts twice.

    Cid's phone loses its line before it heard back, the server is started anew, and the same message comes
    once more behind Eve's: Cid still stands before her. A new press with an id of its own changes nothing
    either.
    """
    stage = yard()
    cid, eve = stage.phone("cid"), stage.phone("eve")
    cid_key, eve_key = cid.key, eve.key
    at_once(
        stage, (cid, act("one", "throw_in", creature="cid")), (eve, act("two", "throw_in", creature="eve"))
    )
    before = stage.hash
    stage.restart()
    cid, eve = stage.connect(key=cid_key), stage.connect(key=eve_key)
    assert stage.queue == ["cid", "eve"]
    at_once(
        stage, (eve, act("two", "throw_in", creature="eve")), (cid, act("one", "throw_in", creature="cid"))
    )
    assert stage.hash == before
    assert (cid.accepted, eve.accepted) == (["one"], ["two"])
    own_act(cid, "throw_in", creature="cid")
    assert stage.queue == ["cid", "eve"]
    assert stage.hash == before


def test_an_undo_that_was_meant_for_what_is_past_takes_no_throw_away() -> None:
    """boardgame.io#169, #892: rewind fails with several players.

    The GM's undo crosses with a throw from a phone: it is stale, and the throw stands; said again on the view
    of now it takes back the throw, and nothing else.
    """
    stage = yard()
    cid = stage.phone("cid")
    stage.play("ann strike top sword bob", "ann 5", "ann 4")
    before, old = stage.hash, stage.master.view["position"]
    at_once(
        stage,
        (cid, act("t", "throw_in", creature="cid")),
        (stage.master, {"type": "undo", "id": "u", "position": old}),
    )
    assert stage.queue == ["cid"]
    assert stage.master.refused[-1]["kind"] == "stale"
    stage.master.do("undo", position=stage.master.view["position"])
    assert stage.hash == before


def test_turns_that_cross_with_throws_lose_none() -> None:
    """mage#7113, daggerheart#1128: a message that arrives with the end of a turn is lost.

    Cid's throw arrives before, with and after the end of Ann's turn and of the slot: he is next each time.
    """
    for place in range(3):
        stage = yard()
        cid = stage.phone("cid")
        ann = stage.sides["A"]
        end = (ann, answer("end", ann.prompt("turn", "ann"), pick="end"))
        throw = (cid, act("t", "throw_in", creature="cid"))
        at_once(stage, *((throw, end), (end, throw), (end,))[place])
        if place == 2:
            slot = (stage.master, answer("slot", stage.master.prompt("slot"), pick="pass"))
            at_once(stage, throw, slot)
        else:
            stage.play("gm pass")
        assert stage.current == "cid"


# Surges, and what is announced


def attacked(*answers: str) -> Yard:
    """Bob has announced an attack at Ann and it has come so far."""
    stage = yard("fighter:ann A", "hedgehog:cid A", "archer:eve A", "brute:bob B")
    stage.play("ann end", "gm adversary bob", *answers)
    return stage


MOMENTS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "during the d20": (("bob strike top claw ann",), ("bob 5", "bob 4")),
    "during the damage": (("bob strike top claw ann", "bob 5"), ("bob 4",)),
    "while another is asked to react": (
        ("bob strike top claw cid",),
        ("cid no", "bob 5", "bob 4", "cid no", "cid no"),
    ),
    "while another's armor is asked": (
        ("bob strike top claw cid", "cid no", "bob 5", "bob 4"),
        ("cid armor plate 1",),
    ),
    "while the GM rules the Fallout": (
        ("bob strike top claw ann", "bob 20"),
        ("gm condition Rooted",),
    ),
}


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("stale", [False, True])
def test_a_surge_during_an_action_comes_after_it_and_never_before(moment: str, stale: bool) -> None:
    """bg3dnd#288, mage#11654: what was said in the middle of something takes effect at once, or is lost.

    While dice are waited for, while somebody is asked to react, while the GM rules: the Surge is announced to
    all with the number of the action it waits for, changes nothing of it, and takes effect in the very input
    that resolves it, on every page. Sent on a view of the past it is no other thing.
    """
    so_far, rest = MOMENTS[moment]
    stage = attacked(*so_far)
    ann = stage.phone("ann")
    old = ann.view["position"]
    if stale:
        stage.act("set", creature="cid", field="beats", value=1)
    asked = stage.asked()
    assert stage.master.view["fight"]["action"]["number"] == 1
    at_once(stage, (ann, act("s", "surge", old, creature="ann", card="ward")))
    assert stage.asked() == asked
    for page in stage.everybody():
        assert stage.shown("ann", page)["conditions"] == []
        (waits,) = page.view["fight"]["surges"]
        assert "Ward" in waits
        assert f"after action {stage.state.announced}" in waits
    for said in rest:
        assert stage.conditions("ann") == []
        stage.play(said)
    assert stage.state.action is None
    assert stage.conditions("ann") == ["Warded (1)"]
    assert not stage.state.surges
    target = "cid" if " cid" in so_far[0] else "ann"
    if "20" not in so_far[-1]:
        slots = 1 if "armor" in rest[-1] else 0
        assert stage.stress(target) == 1 - slots, "the attack met nobody who was Warded"
    order = [type(event).__name__ for event in stage.events("SurgeAnnounced", "ActionResolved", "SurgeCame")]
    assert order == ["SurgeAnnounced", "ActionResolved", "SurgeCame"]


@pytest.mark.parametrize("first", ["surge", "attack"])
def test_which_came_first_is_as_the_server_saw_it_for_surge_and_attack(first: str) -> None:
    """daggerheart#1128: two messages at once, and the outcome hangs on which page drew first.

    Ann's Surge and the announcement of the attack on her arrive together: what came first was first. Before
    the attack she is Warded against it, after it she is not, and both are said to all.
    """
    stage = attacked()
    ann = stage.phone("ann")
    surge = (ann, act("s", "surge", ann.view["position"], creature="ann", card="ward"))
    prompt = stage.master.prompt("turn", "bob")
    attack = (stage.master, answer("a", prompt, pick="strike top claw ann"))
    at_once(stage, *((surge, attack) if first == "surge" else (attack, surge)))
    stage.play("bob 5", "bob 4")
    assert stage.stress("ann") == (0 if first == "surge" else 1)
    assert stage.conditions("ann") == ["Warded (1)"]
    (announced,) = stage.events("SurgeAnnounced")
    assert (announced.after, announced.waits) == ((0, False) if first == "surge" else (1, True))


def test_several_surges_in_one_action_come_in_the_order_they_were_sent() -> None:
    """mage#11654: of several that wait one is forgotten, or they come in another order.

    Two of players and an Escalation of the adversary that attacks, one of them pressed twice; none of the
    three changes the attack.
    """
    stage = attacked("bob strike top claw ann")
    ann, eve = stage.phone("ann"), stage.phone("eve")
    at_once(
        stage,
        (eve, act("e", "surge", creature="eve", card="mend")),
        (stage.master, act("g", "surge", creature="bob", card="escalation Mechanical")),
        (ann, act("a", "surge", creature="ann", card="ward")),
        (eve, act("e", "surge", creature="eve", card="mend")),
    )
    assert [one.creature for one in stage.state.surges] == ["eve", "bob", "ann"]
    stage.play("bob 5", "bob 4")
    assert stage.stress("ann") == 1
    assert stage.asked() == [("eve", "whom")]
    stage.play("eve whom ann")
    assert [event.creature for event in stage.events("SurgeCame")] == ["eve", "bob", "ann"]
    assert stage.stress("ann") == 0
    assert [event.creature for event in stage.events("SurgeAnnounced")] == ["eve", "bob", "ann"]


def test_a_surge_of_one_who_falls_in_that_action_is_lost_and_said_to_be() -> None:
    """mage#1158, bg3dnd#288: the dead go on with what they had announced."""
    stage = yard("fighter:ann A yard { stress = { Might = 10 }, marks = 3 }", "archer:eve A", "brute:bob B")
    stage.play("ann end", "gm adversary bob", "bob strike top claw ann")
    own_act(stage.sides["A"], "surge", creature="ann", card="calm")
    stage.play("bob 5", "bob 4")
    stage.play("gm no", "gm marks 1")
    assert stage["ann"].out == "incapacitated"
    (came,) = stage.events("SurgeCame")
    assert came.lost
    assert not stage.state.surges


CROSSED = ("bob strike top claw ann", "throw", "bob 5", "surge", "bob 6", "gm no", "gm marks 1", "bob end")


def crossed(*said: str) -> Yard:
    """Bob attacks Ann, whose Might is full; Cid throws in and Ann uses a Surge meanwhile."""
    stage = yard("fighter:ann A yard { stress = { Might = 10 } }", *PEOPLE[1:4])
    cid = stage.phone("cid")
    stage.play("ann end", "gm adversary bob")
    for one in said:
        if one == "throw":
            own_act(cid, "throw_in", creature="cid")
        elif one == "surge":
            own_act(stage.sides["A"], "surge", creature="ann", card="ward")
        else:
            stage.play(one)
    return stage


def test_undo_reaches_across_surges_throws_and_fallout() -> None:
    """foundryvtt-lancer#776, #817, compcon#1113, mage#11654: what came in from the side in mid-action is
    forgotten by undo, or stays behind.

    An attack with a throw, a Surge that waits, a Fallout the GM rules, a Mark. Each undo leaves just what a
    table has where that thing, and all after it, was never done; dice that fell lie as they fell. What was
    decided after the last die comes back by redo, and no line has left the log.
    """
    stage = crossed(*CROSSED)
    assert stage["ann"].marks == 1
    assert stage.conditions("ann") == ["Warded (1)"]
    assert stage.current == "cid"
    after, log = stage.hash, dict(stage.sides["B"].log)
    strike, throw, d20, _, damage, *rest = CROSSED
    left = [
        (strike, throw, d20, "surge", damage, *rest[:2]),
        (strike, throw, d20, "surge", damage, *rest[:1]),
        (strike, throw, d20, "surge", damage),
        (strike, throw, d20, damage),
        (strike, d20, damage),
        (),
    ]
    for command in (*("undo",) * 3, *("redo",) * 3):
        stage.master.do(command)
    assert stage.hash == after
    for said in left:
        stage.master.do("undo")
        never = crossed(*said)
        assert stage.hash == never.hash, said
        for page, other in zip(stage.everybody(), never.everybody(), strict=True):
            assert what_is_shown(page) == what_is_shown(other), said
    assert set(log) <= set(stage.sides["B"].log)
    assert replay(read_save(saved(stage))).same


# Taking back


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_undo_gives_back_exactly_what_was_with_every_side_effect(scenario: str) -> None:
    """foundryvtt-lancer#776, #817, #779, pf2e#7904, compcon#1113, gloomhavensecretariat#826, #495,
    ghs-server#10: undo restores one number but not the other, has holes, or deletes the log.

    At a table of real dice, over a scene with throws, Surges and corrections: undo gives the exact state of
    before, and every page shows what it showed then; redo gives the exact state of after. Nothing leaves the
    log, whose numbers have no gap.
    """
    random = Random(scenario)
    stage = Yard(load_scenario(scenario), begin=False)
    looked = 0
    for _ in range(24):
        if stage.state.outcome is not None:
            break
        before, shown = stage.hash, [what_is_shown(client) for client in stage.everybody()]
        journal = len(stage.table.session.journal)
        _anything(stage, random)
        after = stage.hash
        if len(stage.table.session.journal) == journal or isinstance(
            getattr(stage.table.session.journal[journal], "value", ""), tuple
        ):
            continue
        entries = dict(stage.master.log)
        stage.master.do("undo")
        assert stage.hash == before
        assert [what_is_shown(client) for client in stage.everybody()] == shown
        assert set(entries) <= set(stage.master.log)
        stage.master.do("redo")
        assert stage.hash == after
        looked += 1
    assert looked > 6
    for client in stage.everybody():
        assert sorted(client.log) == list(range(client.view["log_total"]))


def _anything(stage: Yard, random: Random) -> None:
    """An answer, a throw into the gauntlet, a Surge, or a correction."""
    who = random.choice([one for one in stage.state.creatures.values() if one.conscious])
    chance = random.random()
    if chance < 0.1:
        stage.act("set", creature=who.id, field="stress", potential="Might", value=random.randrange(4))
    elif chance < 0.25:
        stage.sides["A"].send("act", name="throw_in", data={"creature": who.id}, reason="")
    elif chance < 0.35:
        hand = next(one for one in stage.master.view["fight"]["hands"] if one["creature"] == who.id)
        surges = [card["id"] for card in hand["cards"] if card["kind"] == "surge"]
        if surges:
            data = {"creature": who.id, "card": random.choice(surges)}
            stage.master.send("act", name="surge", data=data, reason="")
    else:
        pick_any(stage, random)


def test_undo_and_redo_are_entries_with_an_author_for_everybody() -> None:
    """boardgame.io#169, #892, PR#825, compcon#1113: undo erases the log line and leaves a card locked.

    The line stays, struck, with a name; what was spent is on offer again; a player may not.
    """
    stage = yard()
    watcher = stage.connect(name="Wim")
    stage.play("ann evade top")
    assert stage.options("ann").get("evade bottom Aura", {"refusal": True})["refusal"]
    entry = max(watcher.log)
    stage.master.do("undo")
    assert stage.options("ann")["evade bottom Aura"]["refusal"] is None
    assert watcher.log[entry]["undone_by"] == "Gemma"
    stage.master.do("redo")
    notes = [say for say in watcher.says() if say.startswith("Gemma")]
    assert notes == ["Gemma took back 1 step.", "Gemma put back 1 step."]
    for command in ("undo", "redo"):
        assert stage.sides["A"].ask(command)["kind"] == "forbidden"


def test_a_rollback_closes_the_prompts_it_makes_void_and_opens_those_of_then() -> None:
    """mage#4309, #11654, #1158, #1210: after a rollback somebody never gets priority, or a prompt stays open.

    Undone in the middle of an attack: the defender has no prompt, an answer to it is stale, the attacker has
    the turn and is named to all others. The window of who throws in is open for all again, and whoever was
    removed is back in its player's hands.
    """
    stage = yard()
    stage.play("ann strike top sword dan")
    old = stage.sides["B"].prompt("react", "dan")
    stage.master.do("undo")
    assert not stage.sides["B"].view["prompts"]
    assert stage.sides["A"].prompt("turn", "ann")
    assert [row["name"] for row in stage.sides["B"].view["waiting"]] == ["Ann"]
    stale = stage.sides["B"].ask("answer", stamp=old["stamp"], part=0, pick="no")
    assert stale["kind"] == "stale"
    stage.master.do("redo")
    assert stage.asked() == [("dan", "react")]
    stage.master.do("undo")
    stage.play("ann end", "gm pass")
    window = stage.asked()
    assert {kind for _, kind in window} == {"throw in"}
    stage.play("cid yes")
    assert stage.current == "cid"
    stage.master.do("undo")
    assert stage.asked() == window
    stage.act("remove", creature="eve")
    assert "eve" not in {seat for seat, _ in stage.asked()}
    stage.master.do("undo")
    assert stage.asked() == window
    assert {prompt["seat"] for prompt in stage.sides["A"].view["prompts"] if prompt["mine"]} >= {"eve"}


# Many pages


@pytest.mark.parametrize(("onlookers", "gms"), [(1, 1), (8, 2), (2, 2)])
def test_however_many_pages_look_on_everything_happens_once(onlookers: int, gms: int) -> None:
    """pf2e#20858, dnd4eBeta#808, shadowdark#296: automation runs once per connected client."""
    seen = []
    for count, masters in ((0, 1), (onlookers, gms)):
        stage = yard()
        for number in range(count):
            stage.connect(name=f"Onlooker {number}", gm=number < masters - 1)
        stage.act("condition", creature="cid", condition="Bleeding", on=True, potential="Might")
        stage.throw_in("cid")
        stage.play("ann strike top sword dan", "dan react sting", "ann 5", "ann 4", "ann end")
        stage.play("gm adversary bob", "bob strike top claw ann", "bob 5", "bob 4", "bob end")
        assert stage.current == "cid"
        seen.append([type(record.event).__name__ for record in stage.table.session.records])
        assert stage.stress("cid") == 1
    assert seen[0] == seen[1]


def test_who_joins_or_comes_back_in_the_middle_sees_what_the_others_see() -> None:
    """boardgame.io#333, FreeBoardGames#334, #551: clients diverge when somebody loads during a roll; after a
    reconnect the board is stale.

    Pages that join between any two dice of an attack show the same as one that was there; a page that comes
    back with an old question gives a stale answer, is shown what is open now, and its next answer is taken.
    """
    stage = yard()
    watchers = [stage.connect(name="early")]
    b = stage.sides["B"]
    old = stage.sides["A"].prompt("turn", "ann")
    stage.close(b)
    stage.play("ann strike top sword dan")
    watchers.append(stage.connect(name="before the answer"))
    back = stage.sides["B"] = stage.back(b)
    assert back.ask("answer", stamp=old["stamp"], part=old["part"], pick="end")["kind"] == "stale"
    back.pick("react sting", "react", "dan")
    own_act(stage.sides["A"], "throw_in", creature="cid")
    watchers.append(stage.connect(name="before the d20"))
    stage.play("ann 5")
    own_act(stage.sides["A"], "surge", creature="ann", card="calm")
    watchers.append(stage.connect(name="before the damage"))
    stage.play("ann 4")
    watchers.append(stage.connect(name="late"))
    views = [{key: value for key, value in one.view.items() if key != "you"} for one in watchers]
    assert all(view == views[0] for view in views)
    assert all(one.log == watchers[0].log for one in watchers)
    fight = {**watchers[0].view["fight"], "hands": back.view["fight"]["hands"]}
    assert back.view["fight"] == fight


def test_no_wait_is_without_a_name_a_reason_and_a_way_on() -> None:
    """mage#7113, forge#6198: the game waits for ever for somebody who left.

    Who is gone is named with what is waited for, with a Reaction, a roll and the window for gauntlets; the
    GM may answer for each of them, or hand the seat to a bot.
    """
    stage = yard()
    watcher = stage.connect(name="Wim")
    stage.close(stage.sides["B"])
    stage.play("ann strike top sword dan")
    (row,) = watcher.view["waiting"]
    assert (row["name"], row["person"]) == ("Dan", "Side B")
    assert row["text"] == "may react to Ann"
    assert "Waiting for" in watcher.view["next_step"]
    stage.master.pick("no", "react", "dan")
    assert [(row["name"], row["text"]) for row in watcher.view["waiting"]] == [("Ann", "rolls the dice")]
    stage.play("ann 5", "ann 4", "ann end", "gm pass")
    assert {row["name"] for row in watcher.view["waiting"]} == {"Ann", "Cid", "Eve"}
    stage.close(stage.sides["A"])
    stage.master.do("set_bot", seat="cid", bot="greedy")
    for _ in range(8):
        if stage.current == "cid" or not stage.table.wants_tick:
            break
        stage.tick()
    assert ("cid", "throw in") not in stage.asked()
    if stage.current != "cid":
        own = [seat for seat, kind in stage.asked() if kind == "throw in"]
        stage.play(*(f"{seat} no" for seat in own))
        assert stage.asked() == [("gm", "nobody")]


# Dice that fall anew


def faces(entry: dict[str, Any]) -> list[int]:
    """Every face an entry shows."""
    return [row["die"]["face"] for ledger in entry["ledgers"] for row in ledger["rows"] if row["die"]]


def test_all_dice_of_an_attack_fall_anew_and_none_as_it_lay() -> None:
    """Beyond20#690, CoC7#2149: a cocked die has to be thrown again, by an act with an author; a player throws
    again until it suits.

    d20 and damage are asked for again and take other faces; a throw and a Surge that came in meanwhile are
    told of as taken back; a player may not; it is stored.
    """
    stage = yard()
    stage.play("ann strike top sword bob", "ann 5", "ann 6")
    assert stage.stress("bob") == 2
    entry = max(number for number, one in stage.master.log.items() if faces(one))
    assert stage.sides["A"].ask("reroll", entry=entry, reason="please")["kind"] == "forbidden"
    stage.master.do("reroll", entry=entry, reason="it fell off the table")
    assert stage.asked() == [("ann", "dice")]
    stage.play("ann 7", "ann 3")
    assert stage.stress("bob") == 1
    assert any("thrown again" in say and "it fell off the table" in say for say in stage.master.says())
    before, log, key = stage.hash, dict(stage.master.log), stage.master.key
    stage.restart()
    stage.master = stage.connect(key=key)
    assert stage.hash == before
    assert stage.master.log == log


# Saves


def saved(stage: Yard) -> bytes:
    """The save of a table's scene."""
    return save_of(stage.loaded, SEED, stage.table.session, stage.table.chronicle.notes)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_save_load_save_is_the_same_to_the_byte(scenario: str) -> None:
    """compcon#3366, #3278, daggerheart#1021, dnd5e#1576: resuming renumbers the foes, and a round trip loses
    parts.

    Every bundled scene, played at random with throws, Surges, corrections, undo and re-rolls: the history
    replays to the same state, and what is saved then is the same to the byte.
    """
    random = Random(scenario)
    stage = Yard(load_scenario(scenario), typed=False, begin=False)
    for step in range(34):
        if stage.state.outcome is not None:
            break
        _anything(stage, random)
        if step % 20 == 9:
            stage.master.do("undo")
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


def test_a_save_in_the_middle_of_everything_goes_on_where_it_was() -> None:
    """compcon#3366: what is half done is lost by a save. Queue, group, a Surge that waits, a running card, an
    open question: all of it is there, and played on it comes to the same.
    """
    stage = yard("hedgehog:ann A", *PEOPLE[1:])
    stage.play("ann strike bottom")
    stage.throw_in("cid", "eve")
    stage.act("join_group", creature="eve", lead="cid")
    stage.play("ann end", "gm adversary bob", "bob strike top claw ann")
    own_act(stage.sides["A"], "surge", creature="eve", card="mend")
    again = replay(read_save(saved(stage)))
    assert state_hash(again.session.encounter.state) == stage.hash
    state = again.session.encounter.state
    assert [entry.creatures for entry in state.queue] == [["cid", "eve"]]
    assert [one.card for one in state.surges] == ["mend"]
    assert [one.name for one in state.running] == ["Guard"]
    pending = again.session.pending
    assert pending is not None
    assert pending.stamp == stage.master.prompt("react", "ann")["stamp"]


def test_names_of_those_who_joined_stay_through_a_save() -> None:
    """compcon#3366: resume renumbers all NPCs to "#1". A newcomer takes no name that was borne before."""
    stage = yard()
    for _ in range(3):
        stage.act("add", sheet="plain", side="B", zone="road")
    stage.act("remove", creature="plain-2")
    stage.act("add", sheet="plain", side="B", zone="road")
    names = {one.id: one.name for one in stage.state.creatures.values() if one.out != "gone"}
    assert len(set(names.values())) == len(names)
    assert [id_ for id_ in names if id_.startswith("plain")] == ["plain", "plain-3", "plain-4"]
    again = replay(read_save(saved(stage))).session.encounter.state
    assert {one.id: one.name for one in again.creatures.values() if one.out != "gone"} == names


BAD_CONTENT: dict[str, Any] = {
    "a ruling of another type": lambda content: content["scenario"]["rulings"].update(dying="x"),
    "an unknown ruling": lambda content: content["scenario"]["rulings"].update(surge_rest="strict"),
    "a sheet that is not there": lambda content: content["scenario"]["combatant"][0].update(sheet="ghost"),
    "a zone that is not there": lambda content: content["scenario"]["combatant"][0].update(zone="moon"),
    "somebody first who is not there": lambda content: content["scenario"].update(first="zoe"),
    "two of one id": lambda content: content["scenario"]["combatant"][0].update(id="bob"),
    "a passage to nowhere": lambda content: content["scenario"].update(passages=[["yard", "moon"]]),
    "a Countdown of no die": lambda content: content["scenario"]["countdown"][0].update(size=7),
    "no combatants": lambda content: content["scenario"].pop("combatant"),
    "no zones": lambda content: content["scenario"].update(zone=[]),
    "a key too many": lambda content: content["packs"][0].update(extra=1),
    "no packs": lambda content: content.update(packs=[]),
    "rules of another system": lambda content: content.update(system="pace"),
    "rules of no system": lambda content: content.update(system="gauntlet"),
}


@pytest.mark.parametrize("fault", BAD_CONTENT)
def test_content_that_is_missing_or_wrong_is_told_in_words(fault: str) -> None:
    """dnd5e#1576, daggerheart#1021, pokemon-showdown#10410, poke-env#327: a bad import crashes, "validates",
    or hangs. A message, and no trace of a half-made scene.
    """
    stage = Yard(scene(*PEOPLE, rulings="turn_limit = 90"))
    document = orjson.loads(saved(stage))
    read_save(orjson.dumps(document))
    BAD_CONTENT[fault](document["content"])
    with pytest.raises(Unreadable) as unreadable:
        read_save(orjson.dumps(document))
    assert str(unreadable.value)


@pytest.mark.parametrize("scenario", SCENARIOS[:1])
def test_launching_again_starts_from_the_same_numbers(scenario: str) -> None:
    """compcon#3681, #3687, #3017: bonuses of templates are added again every time a fight is launched."""
    loaded = load_scenario(scenario)
    first, content = state_hash(loaded.start().state), loaded.content_hash
    encounter = loaded.start()
    play_fight(loaded.system, encounter, {}, BOTS["random"], "launch")
    assert state_hash(encounter.state) != first
    assert state_hash(loaded.start().state) == first
    del loaded.__dict__["content_hash"]
    assert loaded.content_hash == content


def test_a_scene_that_is_over_is_read_and_not_played() -> None:
    """compcon#3278: ended fights still offer resume. Nothing is asked, a player's acts are refused; the GM
    may take the end back.
    """
    stage = yard()
    before = stage.hash
    stage.act("close", outcome="They talk it over.")
    assert stage.asked() == []
    assert stage.sides["A"].view["over"] is True
    refusal = stage.sides["A"].ask("act", name="throw_in", data={"creature": "cid"}, reason="")
    assert refusal["text"] == "The fight is over."
    again = replay(read_save(saved(stage)))
    assert again.session.outcome == "They talk it over."
    stage.master.do("undo")
    assert stage.hash == before


def test_a_log_can_rebuild_the_scene_and_be_read_without_the_program() -> None:
    """initiative-tracker#293, improved-initiative#19: the log cannot rebuild a fight or settle a dispute.

    The saved history replays to the same state; the log as text names every face, the level and why, damage
    and Stress, the clause, what was thrown in, and what was taken back by whom.
    """
    stage = yard("veteran:ann A", *PEOPLE[1:])
    stage.throw_in("cid")
    stage.play("ann strike top sword bob", "ann 5 2 6", "ann 4 ", "ann shift bottom sword")
    stage.master.do("undo")
    assert replay(read_save(saved(stage))).same
    text = log_as_text("A yard", stage.table.logbook(SPECTATOR).entries)
    for words in (
        "5, thrown by hand",
        "proficient in Force",
        "Crit",
        "damage to Bob",
        "Stress in Might",
        "Cid throws in the gauntlet",
        "[S",
        "Taken back by Gemma",
    ):
        assert words in text, (words, text)


def test_what_a_scene_came_to_is_counted_from_what_stands() -> None:
    """improved-initiative#423: who did how much is wanted at the end; what was taken back does not count."""
    stage = yard()
    start = counted(stage)
    stage.play("ann strike top sword bob", "ann 5", "ann 6")
    own_act(stage.sides["A"], "surge", creature="ann", card="calm")
    deeds = counted(stage)
    assert deeds["bob"] == {"Stress taken": 2}
    assert deeds["ann"] == {"turns": 1, "Tests": 1, "Stress taken": 1, "Stress dealt": 2, "Surges": 1}
    while stage.events("HalfPlayed"):
        stage.master.do("undo")
    assert counted(stage) == start


def counted(stage: Yard) -> dict[str, dict[str, int]]:
    """What each has done, without those who did nothing."""
    session = stage.table.session
    standing = [record for record in session.records if record.undone_by is None]
    deeds = session.system.deeds(session.encounter, standing)  # type: ignore[attr-defined]
    return {id_: dict(one) for id_, one in deeds.items() if one}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_an_entry_is_small(scenario: str) -> None:
    """shadowrun6-eden#291: 200 KB for each message. No entry of a scene of bots is larger than 8 KB."""
    random = Random(scenario)
    stage = Yard(load_scenario(scenario), typed=False, begin=False)
    for _ in range(32):
        if stage.state.outcome is not None:
            break
        part, value = bots_answer(stage.table.session, random)
        prompt = next(one for one in stage.master.view["prompts"] if one["part"] == part)
        given: dict[str, Any] = {"faces": list(value)} if isinstance(value, tuple) else {"pick": value}
        stage.master.do("answer", stamp=prompt["stamp"], part=part, **given)
    sizes = [len(orjson.dumps(entry)) for entry in stage.table.logbook(GM_VIEWER).entries]
    assert len(sizes) > 12
    assert sorted(sizes)[len(sizes) // 2] < 2_048
    assert max(sizes) < 8_192
