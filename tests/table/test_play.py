"""Answers, acts, undo and redo, and what everybody is told of them."""

from __future__ import annotations

from typing import Any

import orjson
import pytest

from affray.kernel.codec import state_hash
from tests.table.rig import Client, Rig


def all_stances(*clients: Client) -> None:
    """Everybody takes a high stance."""
    for client in clients:
        for seat in client.view["you"]["seats"]:
            client.pick("high", "stance", seat)


def table_of_three() -> tuple[Rig, Client, Client, Client]:
    """A GM, a player with both of side A, one with side B."""
    rig = Rig()
    return rig, rig.gm(), rig.player("ada", "cy", name="Dana"), rig.player("bo", name="Eli")


def test_an_answer_moves_everybody_on() -> None:
    """After the last stance all pages show the next question and the new entries."""
    _, gm, dana, eli = table_of_three()
    all_stances(dana, eli)
    assert dana.prompt("turn")["seat"] == "ada"
    assert not eli.view["prompts"]
    assert gm.prompt("turn")["mine"] is False
    assert [row["name"] for row in eli.view["waiting"]] == ["Ada"]
    assert eli.view["waiting"][0]["person"] == "Dana"
    assert eli.view["next_step"] == "Waiting for Dana (Ada): turn"
    assert dana.view["next_step"] == "Ada: Turn"
    assert "StancesShown" in "".join(eli.says())


def test_a_repeated_command_applies_once() -> None:
    """The second message with the same id gets the first one's answer and changes nothing."""
    rig, _, dana, _ = table_of_three()
    prompt = dana.prompt(seat="ada")
    fields = {"stamp": prompt["stamp"], "part": prompt["part"], "pick": "high", "id": "once"}
    for _ in range(3):
        dana.send("answer", **fields)
    assert dana.accepted.count("once") == 3
    assert len(rig.rows) == 1
    assert dana.ask("take_seat", id="no", seat="bo") == dana.ask("take_seat", id="no", seat="cy")


def test_a_command_repeated_after_a_restart_applies_once() -> None:
    """A page that saw no answer before the server died sends the same command again."""
    rig, gm, dana, eli = table_of_three()
    all_stances(dana, eli)
    gm.send("act", name="set", data={"fencer": "ada", "value": 2}, id="once")
    before = len(rig.rows)
    rig.restart()
    again = rig.back(gm)
    again.send("act", name="set", data={"fencer": "ada", "value": 2}, id="once")
    assert again.accepted == ["once"]
    assert len(rig.rows) == before


def test_a_stale_answer_is_refused_with_the_position_as_it_is() -> None:
    """The table moved on: the sender gets the whole view again, and nothing changes."""
    rig, _, dana, _ = table_of_three()
    before = len(dana.received)
    refusal = dana.ask("answer", stamp="0-00000", part=0, pick="high")
    assert refusal["kind"] == "stale"
    assert [orjson.loads(data)["type"] for data in dana.received[before:]] == ["view", "refused"]
    assert not rig.rows


def test_nobody_answers_for_somebody_else_but_the_gm() -> None:
    """A player with the right stamp still has no say in another seat's question."""
    rig, gm, dana, _ = table_of_three()
    part = gm.prompt(seat="bo")["part"]
    stamp = dana.prompt()["stamp"]
    assert dana.ask("answer", stamp=stamp, part=part, pick="high")["kind"] == "forbidden"
    watcher = rig.connect(name="Watcher")
    assert watcher.ask("answer", stamp=stamp, part=0, pick="high")["kind"] == "forbidden"
    gm.pick("high", seat="bo")
    assert len(rig.rows) == 1


def test_what_is_not_on_offer_is_refused_with_its_clause() -> None:
    """The system says why; nothing changes."""
    _, _, dana, eli = table_of_three()
    all_stances(dana, eli)
    prompt = dana.prompt("turn")
    refusal = dana.ask("answer", stamp=prompt["stamp"], part=0, pick="stroke:cy")
    assert (refusal["kind"], refusal["clause"]) == ("refused", "T1.8")


def test_an_answer_of_the_wrong_sort_is_refused() -> None:
    """Neither, both, faces for a question: each is told in words."""
    rig, _, dana, _ = table_of_three()
    prompt = dana.prompt()
    place = {"stamp": prompt["stamp"], "part": prompt["part"]}
    for fields in ({}, {"pick": "high", "faces": [1]}, {"faces": [1]}, {"here": True}):
        assert dana.ask("answer", **place, **fields)["kind"] == "unreadable"
    assert not rig.rows


def test_dice_thrown_by_hand_are_asked_for_and_marked() -> None:
    """A seat with real dice is asked for faces, range by range; the other side's are the server's."""
    rig, _, dana, eli = table_of_three()
    all_stances(dana, eli)
    dana.do("set_dice", seat="ada", dice="typed")
    dana.pick("stroke:bo")
    gm = next(client for client in rig.clients.values() if client.view["you"]["gm"])
    gm.pick("day", "light")
    prompt = dana.prompt()
    assert [die["sides"] for die in prompt["dice"]] == [10, 10]
    assert not eli.view["prompts"]
    refusal = dana.ask("answer", stamp=prompt["stamp"], part=prompt["part"], faces=[11, 0])
    assert "die 1: a d10 shows 1 to 10, not 11" in refusal["text"]
    assert dana.ask("answer", stamp=prompt["stamp"], part=prompt["part"], faces=[3])["kind"] == "unreadable"
    dana.do("answer", stamp=prompt["stamp"], part=prompt["part"], faces=[3, 7])
    typed = [row.item for row in rig.rows if row.item.get("typed")]
    assert [item["value"] for item in typed] == [[3, 7]]


def test_a_roll_can_be_left_to_the_server() -> None:
    """Whoever should throw by hand may have the dice thrown here instead."""
    _, gm, dana, eli = table_of_three()
    all_stances(dana, eli)
    dana.do("set_dice", seat="ada", dice="typed")
    dana.pick("stroke:bo")
    gm.pick("day", "light")
    prompt = dana.prompt()
    dana.do("answer", stamp=prompt["stamp"], part=prompt["part"], here=True)
    assert not dana.view["prompts"] or dana.view["prompts"][0]["question"]


def test_typed_faces_of_one_side_reach_nobody_before_the_other_side_has_thrown() -> None:
    """Both throw by hand: what the first typed is in no byte of anybody's messages until the second has."""
    rig, gm, dana, eli = table_of_three()
    all_stances(dana, eli)
    dana.do("set_dice", seat="ada", dice="typed")
    eli.do("set_dice", seat="bo", dice="typed")
    dana.pick("stroke:bo")
    gm.pick("day", "light")
    marks = {client.connection: len(client.received) for client in rig.clients.values()}
    prompt = dana.prompt()
    before = eli.view["fight"]
    dana.do("answer", stamp=prompt["stamp"], part=prompt["part"], faces=[3, 7])
    for client in rig.clients.values():
        said = b"".join(client.received[marks[client.connection] :])
        assert b"[3,7]" not in said
    assert eli.view["fight"] == before


def test_undo_goes_back_to_a_persons_decision() -> None:
    """Dice and bots are skipped; the log is struck, and says who took back how much."""
    rig, gm, dana, eli = table_of_three()
    all_stances(dana, eli)
    start = state_hash(rig.table.session.encounter.state)
    dana.pick("stroke:bo")
    gm.pick("day", "light")
    after = state_hash(rig.table.session.encounter.state)
    points = [point["text"] for point in gm.view["undo"]["points"]]
    assert points[:2] == ["GM: day", "Ada: stroke: stroke:bo"]
    gm.do("undo")
    assert gm.prompt("light")
    gm.do("undo")
    assert state_hash(rig.table.session.encounter.state) == start
    assert dana.prompt("turn")
    assert eli.says()[-1] == "Gemma took back 1 step."
    struck = [entry for entry in eli.log.values() if entry["undone_by"]]
    assert struck
    assert {entry["undone_by"] for entry in struck} == {"Gemma"}
    gm.do("redo")
    gm.do("redo")
    assert state_hash(rig.table.session.encounter.state) == after
    assert eli.says()[-1] == "Gemma put back 1 step."
    assert not gm.view["undo"]["can_redo"]


def test_undo_to_a_point_far_back() -> None:
    """Any of the points listed can be gone back to; one that is gone is stale."""
    rig, gm, dana, eli = table_of_three()
    all_stances(dana, eli)
    points = gm.view["undo"]["points"]
    gm.do("undo", to=points[-1]["to"])
    assert not rig.table.session.journal
    assert gm.says()[-1] == "Gemma took back 3 steps."
    assert gm.ask("undo", to=points[0]["to"])["kind"] == "stale"


def test_only_the_gm_takes_back_corrects_and_throws_again() -> None:
    """Players get a refusal; their views name no decisions."""
    _, _, dana, eli = table_of_three()
    all_stances(dana, eli)
    assert dana.view["undo"] == {"can_undo": False, "can_redo": False, "points": []}
    for command in ("undo", "redo"):
        assert dana.ask(command)["kind"] == "forbidden"
    assert dana.ask("act", name="end", data={})["kind"] == "forbidden"
    assert dana.ask("reroll", entry=0)["kind"] == "forbidden"


def test_an_act_is_logged_with_author_and_reason() -> None:
    """Where the system's own entries do not say who corrected what, the table does."""
    _, gm, _, eli = table_of_three()
    gm.do("act", name="set", data={"fencer": "bo", "value": 3}, reason="a slip of the pen")
    assert eli.says()[-1] == "Gemma used set on Bo: a slip of the pen"
    assert gm.view["undo"]["points"][0]["text"] == "Gemma used set on Bo (a slip of the pen)"
    assert gm.ask("act", name="dance", data={})["text"] == 'There is no act "dance".'
    assert gm.ask("act", name="set", data={"fencer": "zed"})["clause"] == "T2.1"


def test_a_check_called_for_rolls_at_once() -> None:
    """An act may ask for dice; they fall by themselves, and the open question stays."""
    rig, gm, dana, _ = table_of_three()
    dana.pick("high", seat="ada")
    gm.do("act", name="check", data={"fencer": "ada", "target": 10})
    assert "Checked" in "".join(gm.says())
    assert dana.prompt("stance")["seat"] == "cy"
    assert any(row.item.get("by") == "dice" for row in rig.rows)


def test_a_failing_rule_is_rolled_back_said_once_and_the_table_goes_on() -> None:
    """Its clause is shown, the GM gets a note, nobody gets a trace, and another answer works."""
    rig, gm, dana, eli = table_of_three()
    all_stances(dana, eli)
    gm.do("act", name="break", data={"value": "middle"})
    dana.pick("stroke:bo")
    refusal = gm.ask("answer", stamp=gm.prompt("light")["stamp"], part=0, pick="day")
    assert "Nothing changed" in refusal["text"]
    assert any("failed" in note["text"] for note in gm.view["notes"])
    assert not dana.view["notes"]
    assert rig.errors
    assert b"Traceback" not in b"".join(b"".join(client.received) for client in rig.clients.values())
    gm.do("act", name="break", data={"value": ""})
    dana.pick("wait", "turn")


def test_a_step_that_cannot_begin_leaves_the_gm_a_way_out() -> None:
    """The fight is stuck, everybody is told so, and an undo helps."""
    rig, gm, dana, eli = table_of_three()
    all_stances(dana, eli)
    gm.do("act", name="break", data={"value": "start"})
    assert "cannot go on by itself" in eli.view["next_step"]
    rig.restart()
    gm = rig.back(gm)
    assert "cannot go on by itself" in gm.view["next_step"]
    gm.do("undo")
    assert gm.prompt("turn")


def test_the_end_opens_the_seed_and_closes_the_table_for_players() -> None:
    """Until then the seed is in no message. The GM may still undo."""
    rig, gm, dana, _ = table_of_three()
    assert dana.view["dice"]["seed"] is None
    gm.do("act", name="end", data={"value": "called off"})
    assert dana.view["over"]
    assert dana.view["read_only"]
    assert not gm.view["read_only"]
    assert dana.view["dice"]["seed"] == "the seed of a test"
    assert "called off" in dana.view["next_step"]
    assert dana.says()[-1].startswith("The fight is over: called off. The seed of the dice is open now")
    gm.do("undo")
    assert not dana.view["over"]
    assert dana.view["dice"]["seed"] is None
    assert dana.prompt("stance")
    assert "no longer secret" in dana.says()[-1]
    assert not rig.errors


def test_notes_to_the_gm_name_the_option_and_its_clause() -> None:
    """A player who was refused something asks; only the GM reads it."""
    _, gm, dana, eli = table_of_three()
    all_stances(dana, eli)
    dana.do("ask_gm", seat="ada", option="stroke:bo", text="from behind?")
    assert gm.view["notes"] == [
        {"text": "Dana asks for Ada: stroke: stroke:bo. from behind?", "clause": "T1.3"}
    ]
    assert not dana.view["notes"]
    assert eli.ask("ask_gm", seat="ada", option="x")["kind"] == "forbidden"


def test_odds_go_to_the_asker_alone() -> None:
    """Only who may see the question gets its odds."""
    _, gm, dana, eli = table_of_three()
    all_stances(dana, eli)
    stamp = dana.prompt("turn")["stamp"]
    dana.send("want_odds", stamp=stamp, part=0, option="stroke:bo")
    assert round(sum(bar["percent"] for bar in dana.odds[0]["odds"]["bars"]), 6) == 100
    gm.send("want_odds", stamp=stamp, part=0, option="wait")
    assert gm.odds[0]["odds"] is None
    assert eli.ask("want_odds", stamp=stamp, part=0, option="stroke:bo")["kind"] == "forbidden"
    assert dana.ask("want_odds", stamp="0-0", part=0, option="stroke:bo")["kind"] == "stale"


def test_rulings_are_shown_with_their_defaults() -> None:
    """Every named ruling of the fight, its value, its default, its clause."""
    rig = Rig(breath=4)
    assert rig.connect().view["rulings"] == [
        {
            "name": "breath",
            "value": "4",
            "default": "6",
            "clause": "T1.1",
            "text": "Breath that a fencer starts with.",
        }
    ]


def test_next_step_tells_the_gm_of_seats_that_nobody_plays() -> None:
    """A table never waits without a name."""
    rig = Rig()
    gm = rig.gm()
    assert gm.view["next_step"].startswith("Nobody plays Ada, Bo and Cy.")
    rig.player("ada", "bo", "cy", name="Dana")
    assert gm.view["next_step"] == "Waiting for Dana (Ada), Dana (Bo) and Dana (Cy): stance"


@pytest.mark.parametrize("count", [1, 8])
def test_the_number_of_pages_changes_no_input(count: int) -> None:
    """The same play gives the same history, whoever looks on."""
    rig, gm, dana, eli = table_of_three()
    for _ in range(count):
        rig.connect(gm=True)
    all_stances(dana, eli)
    dana.pick("stroke:bo")
    gm.pick("day", "light")
    alone, gm, dana, eli = table_of_three()
    all_stances(dana, eli)
    dana.pick("stroke:bo")
    gm.pick("day", "light")
    values = [(row.item.get("value"), row.item.get("stamp")) for row in rig.rows]
    assert values == [(row.item.get("value"), row.item.get("stamp")) for row in alone.rows]


def test_an_act_or_a_re_roll_decided_on_an_older_view_is_refused() -> None:
    """Whoever looked at a position that has passed gets the one of now instead, and nothing happens."""
    rig, gm, dana, eli = table_of_three()
    position = gm.view["position"]
    all_stances(dana, eli)
    moved_on = len(rig.table.session.history)
    assert moved_on > position
    stale: list[tuple[str, dict[str, Any]]] = [
        ("act", {"name": "set", "data": {"fencer": "ada", "value": 1}, "reason": "late"}),
        ("reroll", {"entry": 0, "reason": "late"}),
        ("undo", {}),
        ("redo", {}),
    ]
    for type_, fields in stale:
        views = len([data for data in gm.received if b'"type":"view"' in data])
        assert gm.ask(type_, position=position, **fields)["kind"] == "stale"
        assert len([data for data in gm.received if b'"type":"view"' in data]) == views + 1
    assert len(rig.table.session.history) == moved_on
    gm.do("act", position=moved_on, **stale[0][1])
