"""Taking back, coming back, and many pages at once."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import orjson
import pytest

from affray.content import load_scenario
from affray.kernel.codec import state_hash
from tests.asks.stage import Stage, pick_any, yard
from tests.server.serving import serving
from tests.table.rig import Client


def what_is_shown(client: Client) -> dict[str, Any]:
    """A page less what counts up with every input."""
    passing = ("position", "log_total", "undo", "people", "notes")
    return {key: value for key, value in client.view.items() if key not in passing}


@pytest.mark.parametrize("seed", range(2))
def test_undo_gives_back_exactly_what_was_with_every_side_effect(seed: int) -> None:
    """foundryvtt-lancer#776, #817, #779, pf2e#7904: undo restores one number but not the other, or takes
    away more.

    At a table of real dice, over a whole fight with corrections: undo gives the exact state of before, and
    every page shows what it showed then; redo gives the exact state of after.
    """
    random = Random(seed)
    stage = Stage(load_scenario("saltgate"))
    looked = 0
    for _ in range(150):
        if stage.state.outcome is not None:
            break
        before, shown = stage.hash, [what_is_shown(client) for client in stage.everybody()]
        decisions = len(stage.master.view["undo"]["points"])
        if random.random() < 0.1:
            one = random.choice(list(stage.state.personas.values()))
            stage.master.send(
                "act", name="set", data={"persona": one.id, "field": "Mind", "value": 1}, reason="so"
            )
        else:
            pick_any(stage, random)
        after = stage.hash
        journal = stage.table.session.journal
        if isinstance(getattr(journal[-1], "value", ""), tuple) or decisions == 20:
            to = len(journal) - 1
            stage.table.session.undo(to, "GM")
            assert stage.hash == before
            stage.table.session.redo("GM", stop=lambda item: True)
            assert stage.hash == after
            continue
        stage.master.do("undo")
        assert stage.hash == before
        assert [what_is_shown(client) for client in stage.everybody()] == shown
        stage.master.do("redo")
        assert stage.hash == after
        looked += 1
    assert looked > 10


def test_one_blow_with_everything_it_does_is_taken_back_whole() -> None:
    """foundryvtt-lancer#817: undo restores the hit points but not the structure, or also removes the burn.

    A blow that spends an Action and a banked die, ends cover, wounds two tracks' Skills and knocks Prone: one
    undo and all of it is as before.
    """
    stage = Stage(yard("sentinel A yard { tad = 6 }", 'mark B yard { cover = "wall" }', "second B"))
    stage.lanes()
    stage.turn("sentinel")
    before = stage.hash
    stage.do("sentinel", "strike flail mark", sentinel=[18, 4], mark=[2])
    mark, sentinel = stage.state.personas["mark"], stage.state.personas["sentinel"]
    assert (mark.prone, mark.cover, mark.wounds["Body"] > 1, sentinel.tad) == (True, None, True, None)
    stage.master.do("undo")
    assert stage.hash == before


def test_undo_and_redo_are_entries_with_an_author_for_everybody() -> None:
    """boardgame.io#169, #892, PR#825: rewind fails with several players; stepping and undo are wanted in the
    log.

    History lies on the server: onlookers read who took back how much, see the entry struck and may page
    through the whole log, while nothing but a GM's command moves the fight.
    """
    stage = Stage(yard("striker A", "mark B"))
    watcher = stage.connect(name="Wim")
    stage.lanes()
    stage.turn("striker")
    stage.do("striker", "strike club mark", striker=[15], mark=[3])
    stage.master.do("undo")
    stage.master.do("redo")
    notes = [say for say in watcher.says() if say.startswith("Gemma")]
    assert notes == ["Gemma took back 1 step.", "Gemma put back 1 step."]
    assert "Gemma" in [entry["undone_by"] for entry in watcher.log.values()]
    for command in ("undo", "redo"):
        assert watcher.ask(command)["kind"] == "forbidden"
    position = watcher.view["position"]
    watcher.do("want_log", start=0, stop=2)
    assert watcher.view["position"] == position
    assert sorted(watcher.log) == list(range(watcher.view["log_total"]))


def test_a_rollback_closes_the_prompts_it_makes_void_and_opens_those_of_then() -> None:
    """mage#4309, #11654, #1158, #1210: after a rollback somebody never gets priority, a prompt stays open,
    flags of passing stay set, and players who left come back wrong.

    Undone in the middle of a reaction: no page keeps its prompt, an answer to it is stale, whoever is asked
    now has a prompt and is named to all others. A Persona that was removed is back in its player's hands.
    """
    stage = Stage(yard("striker A", "shield B", "mark B"))
    stage.lanes()
    stage.turn("striker")
    stage.master.pick("strike club mark", "turn", "striker")
    old = stage.sides["B"].prompt("reaction interception", "shield")
    stage.master.do("undo")
    assert not stage.sides["B"].view["prompts"]
    assert stage.sides["A"].prompt("turn", "striker")
    assert [row["name"] for row in stage.sides["B"].view["waiting"]] == ["Striker"]
    assert stage.sides["B"].ask("answer", stamp=old["stamp"], part=0, pick="yes")["kind"] == "stale"
    stage.master.do("redo")
    assert stage.sides["B"].prompt("reaction interception", "shield")["stamp"] == old["stamp"]
    stage.sides["B"].pick("no", "reaction interception", "shield")
    stage.throw(striker=[1], mark=[10])
    stage.act("remove", persona="mark")
    assert stage.sides["B"].view["you"]["seats"] == ["shield"]
    stage.master.do("undo")
    assert stage.sides["B"].view["you"]["seats"] == ["shield", "mark"]


def test_a_standing_answer_is_asked_for_anew_by_every_rollback() -> None:
    """mage#11654: after a rollback an auto-pass flag goes on passing for somebody who wants to act.

    "Never" is the player's own setting; taken back to the moment before it was used and set to "ask", the
    question comes.
    """
    stage = Stage(yard("striker A", "shield B", "mark B"))
    stage.sides["B"].do("set_reaction", seat="shield", ability="step-in", answer="no")
    stage.lanes()
    stage.turn("striker")
    stage.master.pick("strike club mark", "turn", "striker")
    assert stage.master.prompt(seat="striker")["question"] is None
    stage.sides["B"].do("set_reaction", seat="shield", ability="step-in", answer="ask")
    stage.master.do("undo")
    stage.master.pick("strike club mark", "turn", "striker")
    assert stage.sides["B"].prompt("reaction interception", "shield")


def test_a_page_that_comes_back_is_there_within_two_seconds(tmp_path: Path) -> None:
    """FreeBoardGames#334, #551, boardgame.io#727: after a reconnect the board is stale and takes nothing.

    On real sockets: the line is cut, the fight goes on, and the page that comes back shows the position of
    the others at once; its stale answer is refused with that position, the next one is taken.
    """
    with serving(tmp_path) as served:
        gm, dana = served.page(gm=True), served.page(name="Dana")
        dana.do("take_seat", seat="ada")
        stale = dana.view["prompts"][0]
        dana.close()
        gm.until(lambda: any(prompt["seat"] == "ada" for prompt in gm.view["prompts"]))
        for _ in range(3):
            gm.pick("low")
        gm.until(lambda: gm.view["prompts"] and gm.view["prompts"][0]["question"]["kind"] == "turn")
        again = served.page(key=dana.key)
        again._ids = 100
        assert again.view["position"] == gm.view["position"]
        refused = again.do("answer", stamp=stale["stamp"], part=stale["part"], pick="high")
        assert refused["kind"] == "stale"
        assert again.pick("wait")["type"] == "accepted"
        again.close()
        gm.close()


def test_who_joins_while_dice_are_falling_sees_what_the_others_see() -> None:
    """boardgame.io#333: two clients diverge when the first turn rolls during load.

    A page that joins between any two messages of a clash is given a position with its number; whoever joins
    when, all that may see the same show the same.
    """
    stage = Stage(yard("striker A", "mark B"))
    stage.lanes()
    stage.turn("striker")
    watchers = [stage.connect(name="early")]
    stage.master.pick("strike club mark", "turn", "striker")
    watchers.append(stage.connect(name="in the middle"))
    stage.throw(striker=[15])
    watchers.append(stage.connect(name="half thrown"))
    stage.throw(mark=[3])
    watchers.append(stage.connect(name="late"))
    views = [{key: value for key, value in one.view.items() if key != "you"} for one in watchers]
    assert all(view == views[0] for view in views)
    assert all(one.log == watchers[0].log for one in watchers)


def test_no_wait_is_without_a_name_a_reason_and_a_way_on() -> None:
    """mage#7113, forge#6198: the game waits for ever for somebody who left.

    Every moment of a fight in which something is waited for says for whom and what for; when that player is
    gone the GM may answer, or hand the seat to a bot, and the fight goes on.
    """
    stage = Stage(yard("striker A", "mark B", "second B"))
    watcher = stage.connect(name="Wim")
    gone = stage.sides.pop("B")
    stage.close(gone)
    rows = watcher.view["waiting"]
    assert {row["name"]: row["person"] for row in rows}["Mark"] == "Side B"
    assert all(row["text"] for row in rows)
    assert "Waiting for" in watcher.view["next_step"]
    assert [one["here"] for one in watcher.view["people"] if one["name"] == "Side B"] == [False]
    stage.lanes()
    stage.pass_turns("striker")
    assert [row["text"] for row in watcher.view["waiting"]] == ["splits the turn"]
    stage.pass_turns("mark")
    stage.master.do("set_bot", seat="second", bot="greedy")
    stage.master.do("set_dice", seat="striker", dice="server")
    stage.master.do("set_dice", seat="mark", dice="server")
    for _ in range(20):
        if stage.state.round == 2:
            break
        stage.tick() if stage.table.wants_tick else pick_any(stage, Random(1))
    assert stage.state.round == 2


@pytest.mark.parametrize("onlookers", [0, 1, 8])
@pytest.mark.parametrize("gms", [1, 2])
def test_however_many_pages_look_on_everything_happens_once(onlookers: int, gms: int) -> None:
    """pf2e#20858, dnd4eBeta#808, shadowdark#296: automation runs once per connected client.

    The same play gives the same events, one by one, with one page or ten, with one GM or two.
    """
    seen = []
    for count, masters in ((0, 1), (onlookers, gms)):
        stage = Stage(yard("sentinel A", "mark B", "second B"))
        for number in range(count):
            stage.connect(name=f"Onlooker {number}", gm=number < masters - 1)
        stage.lanes()
        stage.turn("sentinel")
        stage.do("sentinel", "strike club mark", sentinel=[15], mark=[3])
        stage.master.pick("end", "turn", "sentinel")
        seen.append([type(record.event).__name__ for record in stage.table.session.records])
    assert seen[0] == seen[1]


def test_without_any_gm_at_the_table_players_play_on() -> None:
    """dnd4eBeta#808: nothing happens while no GM is connected. Only a ruling that the text gives the GM
    waits.
    """
    stage = Stage(yard("striker A", "mark B"))
    stage.close(stage.master)
    for side, seat in (("A", "striker"), ("B", "mark")):
        stage.sides[side].pick("Mid", "lane", seat)
    ada = stage.sides["A"]
    ada.pick("2-actions", "split")
    ada.pick("strike club mark", "turn")
    for side, faces in (("A", [15]), ("B", [3])):
        prompt = stage.sides[side].prompt()
        stage.sides[side].do("answer", stamp=prompt["stamp"], part=prompt["part"], faces=faces)
    assert len(stage.events("StrikeResolved")) == 1


def test_two_hits_at_once_are_taken_one_after_the_other() -> None:
    """WFRP4e#2677, daggerheart#1128: of two quick hits the second overwrites the first; parallel prompts
    break.

    Both sides' faces arrive before anybody was told of either, one of them twice: each is applied once, both
    count, and what came for a question that is gone is stale.
    """
    stage = Stage(yard("striker A", "mark B"))
    stage.lanes()
    stage.turn("striker")
    stage.master.pick("strike club mark", "turn", "striker")
    a, b = stage.sides["A"], stage.sides["B"]
    for client, faces in ((a, [15]), (a, [15]), (b, [3]), (b, [4])):
        prompt = client.prompt()
        id_ = f"faces {client.connection}" if client is a else f"faces {faces}"
        message = {
            "type": "answer",
            "id": id_,
            "stamp": prompt["stamp"],
            "part": prompt["part"],
            "faces": faces,
        }
        stage.table.receive(client.connection, orjson.dumps(message))
    stage.settle()
    assert [event.margin for event in stage.events("StrikeResolved")] == [15 + 5 - 3 - 5]
    assert a.accepted.count(f"faces {a.connection}") == 2
    assert [refusal["kind"] for refusal in b.refused] == ["stale"]


def test_the_log_has_no_holes_and_a_page_that_is_ahead_starts_afresh() -> None:
    """gloomhavensecretariat#826, #495, ghs-server#10: the undo list has holes, or a client is ahead of the
    server.

    Over undo, redo, re-rolls and corrections every reader's entries are numbered without a gap; a page that
    claims to hold more than there is gets everything anew.
    """
    stage = Stage(yard("striker A", "mark B"), typed=False)
    stage.lanes()
    stage.turn("striker")
    stage.master.pick("strike club mark", "turn", "striker")
    rolled = max(number for number, entry in stage.master.log.items() if entry["ledgers"])
    stage.master.do("reroll", entry=rolled, reason="cocked die")
    stage.master.do("undo")
    stage.master.do("redo")
    stage.act("set", persona="mark", field="Mind", value=2)
    for client in stage.everybody():
        assert sorted(client.log) == list(range(client.view["log_total"]))
    points = [point["to"] for point in stage.master.view["undo"]["points"]]
    assert points == sorted(points, reverse=True)
    ahead = stage.connect(key=stage.sides["A"].key, have=10_000)
    assert ahead.log == stage.sides["A"].log


def test_what_was_undone_stays_in_the_log_and_locks_nothing() -> None:
    """compcon#1113: undoing an action erased the earlier log line and left the weapon locked.

    A shot that exhausts its weapon, taken back: its entry is still there, struck and with a name, and the
    weapon can be fired again.
    """
    stage = Stage(yard("gunner A", "mark B"))
    stage.lanes()
    stage.turn("gunner")
    stage.do("gunner", "strike pistol mark", gunner=[15], mark=[3])
    entries = dict(stage.master.log)
    assert stage.state.personas["gunner"].exhausted == ["pistol"]
    stage.master.do("undo")
    assert stage.state.personas["gunner"].exhausted == []
    assert set(entries) < set(stage.master.log)
    struck = [entry for entry in stage.master.log.values() if entry["undone_by"]]
    assert [entry["undone_by"] for entry in struck] == ["Gemma"]
    options = {one["id"]: one["refusal"] for one in stage.master.prompt("turn")["question"]["options"]}
    assert options["strike pistol mark"] is None
    state_before = state_hash(stage.state)
    stage.master.do("redo")
    assert state_hash(stage.state) != state_before


def test_two_gms_who_take_back_the_same_thing_take_it_back_once() -> None:
    """daggerheart#1128, WFRP4e#2677: what two do at once is done twice.

    Both press undo on the same position: one decision is taken back, the second press is stale and is
    answered with the position as it is now; the same goes for redo.
    """
    stage = Stage(yard("striker A", "mark B"))
    stage.lanes()
    stage.turn("striker", "beat", "beat")
    other = stage.gm()
    for command, beats in (("undo", 1), ("redo", 0)):
        position = stage.master.view["position"]
        stage.master.do(command, position=position)
        assert other.ask(command, position=position)["kind"] == "stale"
        assert other.view == {**stage.master.view, "you": other.view["you"]}
        assert stage.state.turn is not None
        assert stage.state.turn.beats == beats
