"""What answers by itself: bots at a pace, standing answers, and what stops them."""

from __future__ import annotations

from typing import Any

from affray.kernel.requests import Cuts, Dice, Pool, Procedure, Request
from affray.kernel.system import AnyEncounter
from affray.table import autopilot
from tests.table.rig import Client, ReactingToy, Rig, TableToy, ToyFight


def reacting() -> tuple[Rig, Client, Client, Client]:
    """A GM; Bo; and Ada with Cy, who may step in for her."""
    rig = Rig(ToyFight(system=ReactingToy()))
    gm, bo, allies = rig.gm(), rig.player("bo"), rig.player("ada", "cy")
    for client, seats in ((bo, ["bo"]), (allies, ["ada", "cy"])):
        for seat in seats:
            client.pick("low", "stance", seat)
    allies.pick("wait", "turn", "ada")
    return rig, gm, bo, allies


def test_bots_play_a_fight_to_its_end() -> None:
    """Each decision is one tick, and everybody sees every one of them."""
    rig = Rig()
    gm = rig.gm()
    for seat in ("ada", "bo", "cy"):
        gm.do("set_bot", seat=seat, bot="greedy")
    watcher = rig.connect(name="Watcher")
    before, ticks = len(watcher.received), 0
    while not gm.view["over"]:
        while rig.table.wants_tick:
            rig.tick()
            ticks += 1
        if not gm.view["over"]:
            gm.pick("day", "light")
    assert len(watcher.received) - before >= 2 * ticks
    assert ticks > 3
    assert watcher.view["dice"]["seed"]


def test_one_tick_is_one_decision_but_a_secret_window_is_answered_by_all() -> None:
    """People can follow; and all bots of a window answer together."""
    rig = Rig()
    for seat in ("ada", "bo", "cy"):
        rig.table.hand_to_bot(seat, "random")
    rig.settle()
    assert not rig.rows
    rig.tick()
    assert [row.item["by"] for row in rig.rows] == ["bot", "bot", "bot"]
    rig.tick()
    assert [row.item["by"] for row in rig.rows][3:4] == ["bot"]
    questions = [row for row in rig.rows[3:] if row.item["by"] == "bot"]
    assert len(questions) == 1


def test_a_seat_goes_to_a_bot_and_back_in_mid_fight() -> None:
    """The bot answers the open question at its next tick; taken back, the person is asked again."""
    rig = Rig()
    gm, dana = rig.gm(), rig.player("ada", "bo", "cy")
    dana.pick("high", seat="bo")
    dana.pick("high", seat="cy")
    dana.do("set_bot", seat="ada", bot="greedy")
    assert not gm.view["prompts"]
    assert "(bot)" in gm.view["next_step"]
    rig.tick()
    dana.do("set_bot", seat="ada", bot=None)
    assert dana.prompt("turn")["seat"] == "ada"
    assert not rig.table.wants_tick


def test_bots_leave_an_undone_decision_to_be_redone() -> None:
    """While a person's decision can be redone, bots in the same window wait for it."""
    rig = Rig()
    gm, dana = rig.gm(), rig.player("ada")
    for seat in ("bo", "cy"):
        gm.do("set_bot", seat=seat, bot="greedy")
    dana.pick("high")
    rig.tick()
    gm.do("undo")
    assert not rig.table.wants_tick
    assert {prompt["seat"] for prompt in gm.view["prompts"]} >= {"ada"}
    gm.do("redo")
    assert rig.table.session.journal[0].by.startswith("person:")


def test_undo_skips_what_bots_decided() -> None:
    """Taking back a person's decision takes back what bots and dice made of it."""
    rig = Rig()
    gm, dana = rig.gm(), rig.player("ada", "cy")
    gm.do("set_bot", seat="bo", bot="greedy")
    dana.pick("low", seat="ada")
    dana.pick("low", seat="cy")
    rig.run_bots()
    dana.pick("wait", "turn", "ada")
    rig.run_bots()
    gm.do("undo")
    assert dana.prompt("turn")["seat"] == "ada"


def test_standing_answers_are_given_at_once() -> None:
    """ "Yes" takes the first option that is not the default, "no" the default, "ask" asks again."""
    for answer, picked in (("yes", "step-in"), ("no", "pass")):
        rig, _, bo, allies = reacting()
        allies.do("set_reaction", seat="cy", ability="step-in", answer=answer)
        assert allies.view["reactions"] == {"cy": {"step-in": answer}}
        assert bo.view["reactions"] == {}
        bo.pick("stroke:ada", "turn")
        given = [row.item for row in rig.rows if row.item["by"] == "standing"]
        assert [item["value"] for item in given] == [picked]
    rig, _, bo, allies = reacting()
    allies.do("set_reaction", seat="cy", ability="step-in", answer="no")
    allies.do("set_reaction", seat="cy", ability="step-in", answer="ask")
    bo.pick("stroke:ada", "turn")
    assert allies.prompt("reaction step-in")["seat"] == "cy"


def test_a_standing_answer_for_something_else_is_not_given() -> None:
    """Only the ability that was named, and only when it is offered."""
    rig, _, bo, allies = reacting()
    allies.do("set_reaction", seat="cy", ability="another", answer="yes")
    allies.do("set_reaction", seat="ada", ability="step-in", answer="yes")
    bo.pick("stroke:ada", "turn")
    assert allies.prompt("reaction step-in")
    assert not [row for row in rig.rows if row.item["by"] == "standing"]


def test_standing_answers_survive_a_restart_and_end_with_the_seat() -> None:
    """They belong to whoever sits there."""
    rig, _, _, allies = reacting()
    allies.do("set_reaction", seat="cy", ability="step-in", answer="yes")
    rig.restart()
    again = rig.back(allies)
    assert again.view["reactions"] == {"cy": {"step-in": "yes"}}
    again.do("leave_seat", seat="cy")
    again.do("take_seat", seat="cy")
    assert again.view["reactions"] == {}


def test_a_seat_has_a_bounded_number_of_standing_answers() -> None:
    """Nobody can fill the table's memory with them."""
    rig = Rig()
    dana = rig.player("ada")
    for number in range(64):
        dana.do("set_reaction", seat="ada", ability=f"a{number}", answer="yes")
    assert dana.ask("set_reaction", seat="ada", ability="one more", answer="yes")["kind"] == "refused"


def test_a_bot_whose_rule_fails_waits_for_a_person() -> None:
    """It would decide the same again, so nothing is tried until somebody does something."""
    rig = Rig()
    gm = rig.gm()
    for seat in ("ada", "bo", "cy"):
        gm.do("set_bot", seat=seat, bot="greedy")
    rig.tick()
    gm.do("act", name="break", data={"value": "middle"})
    for _ in range(5):
        rig.tick()
    while rig.table.session.pending is not None and not rig.table.autopilot.held:
        if gm.view["prompts"]:
            gm.send("answer", stamp=gm.prompt()["stamp"], part=0, pick="day")
        rig.tick()
    held = len(rig.rows)
    assert not rig.table.wants_tick
    rig.tick()
    assert len(rig.rows) == held
    assert any("wait for you" in note["text"] for note in gm.view["notes"])
    gm.do("act", name="break", data={"value": ""})
    assert rig.table.wants_tick


def test_bots_that_go_in_circles_are_stopped(monkeypatch: Any) -> None:
    """A fight of bots alone that gets nowhere waits for a person instead of running for ever."""
    monkeypatch.setattr(autopilot, "BOT_RUN_MAX", 20)
    rig = Rig()
    gm = rig.gm()
    rig.table.autopilot.bots = {"random": lambda *_: "wait"}  # type: ignore[assignment]
    for seat in ("ada", "bo", "cy"):
        gm.do("set_bot", seat=seat, bot="random")
    rig.run_bots(200)
    assert not gm.view["over"]
    assert gm.prompt()["mine"] is False
    assert any("wait for you" in note["text"] for note in gm.view["notes"])


def test_a_bot_that_breaks_or_cheats_gives_the_default() -> None:
    """Whatever a bot does, a legal answer comes, and the error is written down."""

    def breaks(system: Any, encounter: AnyEncounter, request: Request, part: int, draw: Any) -> str:
        raise ZeroDivisionError

    rig = Rig()
    gm = rig.gm()
    rig.table.autopilot.bots = {"random": breaks, "greedy": lambda *_: "not on offer"}
    gm.do("set_bot", seat="ada", bot="random")
    for seat in ("bo", "cy"):
        gm.do("set_bot", seat=seat, bot="greedy")
    rig.tick()
    assert [row.item["value"] for row in rig.rows[:3]] == ["high", "high", "high"]
    assert [type(error) for error in rig.errors] == [ZeroDivisionError]


def test_bots_decide_the_same_in_the_same_position() -> None:
    """Their draws come from the seed and the position, not from a clock."""
    histories = []
    for _ in range(2):
        rig = Rig()
        for seat in ("ada", "bo", "cy"):
            rig.table.hand_to_bot(seat, "random")
        rig.run_bots()
        histories.append([row.item for row in rig.rows])
    assert histories[0] == histories[1]


def test_a_side_is_handed_to_bots_except_for_the_seats_of_people() -> None:
    """What the command line's --bots does."""
    rig = Rig()
    rig.player("ada")
    rig.table.hand_to_bot("A", "random")
    assert rig.table.room.bots == {"cy": "random"}


class EndlessToy(TableToy):
    """A fight that is nothing but dice, and never over."""

    def step(self, encounter: AnyEncounter) -> Procedure:
        yield from encounter.roll(Pool("ada", (Dice(20),)), Cuts(), "again", "T9.9")


def test_dice_without_end_are_stopped() -> None:
    """A rule that rolls for ever makes the table wait for the GM, not hang."""
    rig = Rig(ToyFight(system=EndlessToy()))
    gm = rig.gm()
    assert any("wait for you" in note["text"] for note in gm.view["notes"])
    assert gm.prompt()["dice"]
