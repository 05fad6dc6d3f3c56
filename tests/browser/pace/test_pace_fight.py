"""A fight on squares at the table: everything that can happen in two rounds, on a desktop and on a phone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.pace.board import (
    BY_HAND,
    KILN,
    act,
    answer,
    at,
    attack,
    character,
    drag,
    faces,
    fits,
    has,
    logged,
    on_phone,
    paces_left,
    place,
    press,
    reads,
    show,
    stands,
    stay,
    threatens,
    together,
    turn_to,
    walk,
    wedge,
)
from tests.browser.table import PHONE, Reader, Server

pytestmark = pytest.mark.browser


@dataclass(frozen=True)
class People:
    """The GM plays Kord and Hask, Ada Ilse, and Bo Bram; on a phone Ada plays both."""

    gm: Reader
    ada: Reader
    bo: Reader


def test_a_fight_on_squares(serve: Callable[..., Server], reader: Callable[..., Reader]) -> None:
    """A GM and two players, each with a browser of their own."""
    server = serve(KILN, *BY_HAND)
    people = People(reader(), reader(), reader())
    people.gm.open(server.gm_link)
    people.ada.join(server.join_link, "Ada", "ilse")
    people.bo.join(server.join_link, "Bo", "bram")
    people.gm.take("kord", "hask")
    two_rounds(people)


def test_a_fight_on_squares_on_a_phone(serve: Callable[..., Server], reader: Callable[..., Reader]) -> None:
    """The same with Ilse and Bram in the hand: nothing is off the side, a thumb has room for everything."""
    server = serve(KILN, *BY_HAND)
    gm, ada = reader(), reader(viewport=PHONE, has_touch=True, is_mobile=True)
    gm.open(server.gm_link)
    ada.join(server.join_link, "Ada", "ilse")
    ada.take("bram")
    gm.take("kord", "hask")
    two_rounds(People(gm, ada, ada))


def two_rounds(people: People) -> None:
    """The whole of it, one happening after the other."""
    first_initiative(people)
    say_when_to_be_asked(people)
    walk_freely_by_a_tap(people)
    move_by_a_waypoint(people)
    pivot_at_the_start_of_a_turn(people)
    evade(people)
    counter_twice(people)
    block(people)
    be_held(people)
    wait_for_an_advantage(people)
    escape(people)
    push_into_the_wall(people)
    speak(people)
    walk_freely_by_dragging(people)


def first_initiative(people: People) -> None:
    """Everybody throws for the order; it is shown with how each came to its total."""
    gm, ada, bo = people.gm, people.ada, people.bo
    faces(ada, "ilse", 15)
    faces(bo, "bram", 5)
    faces(gm, "kord", 8)
    faces(gm, "hask", 12)
    order = [(slot["character"], slot["total"]) for slot in opened(gm, "ilse")["fight"]["order"]]
    assert order == [("ilse", 18), ("hask", 12), ("kord", 9), ("bram", 7)]
    strip = bo.page.get_by_role("navigation", name="Initiative, round 1")
    expect(strip.get_by_role("button", name=has("Ilse", "15 + 3 = 18", "acting now"))).to_be_visible()
    stands(ada, "ilse", "B4", "N", 5, 24)
    stands(ada, "kord", "H4", "W", 3, 26)


def opened(reader: Reader, id_: str) -> dict[str, Any]:
    """Wait for somebody's turn."""
    return reader.view_when("v.fight.turn?.character === a", id_)


def say_when_to_be_asked(people: People) -> None:
    """When to be asked for a Pivot is a standing answer, shown to its owner and to the GM alone."""
    gm, ada, bo = people.gm, people.ada, people.bo
    asks(ada, "ilse", "all")
    stay(gm, "kord")
    stay(gm, "hask")
    asks(gm, "hask", "never")
    show(ada, "board")
    press(ada, ada.get("token-hask"))
    show(ada, "sheet")
    expect(ada.page.get_by_role("heading", name="Hask", exact=True)).to_be_visible()
    expect(ada.get("pivot-asks")).to_have_count(0)
    press(ada, ada.page.get_by_role("button", name="Back to yours"))
    show(ada, "act")
    if bo is not ada:
        bo.get("token-ilse").click()
        expect(bo.page.get_by_role("heading", name="Ilse", exact=True)).to_be_visible()
        expect(bo.get("pivot-asks")).to_have_count(0)
        bo.page.get_by_role("button", name="Back to yours").click()


def asks(reader: Reader, id_: str, when: str) -> None:
    """Set on the sheet at whose turns somebody is asked for a Pivot."""
    show(reader, "board")
    press(reader, reader.get(f"token-{id_}"))
    show(reader, "sheet")
    fits(reader, reader.get("pivot-asks"), reader.page.get_by_role("button", name="Back to yours"))
    reader.get("pivot-asks").select_option(when)
    reader.wait("v.fight.characters.find((one) => one.id === a[0]).pivot.asks === a[1]", [id_, when])
    press(reader, reader.page.get_by_role("button", name="Back to yours"))
    show(reader, "act")


def walk_freely_by_a_tap(people: People) -> None:
    """At the start of a turn on a square nobody threatens the rings are there; a tap on one goes there."""
    ada = people.ada
    ada.asked("ilse", "turn")
    look_and_select(people.gm)
    show(ada, "board")
    threatens(ada, "ilse", "A3", "B3", "C3")
    expect(ada.page.locator("[data-ring]")).not_to_have_count(0)
    expect(ada.get("board")).to_contain_text("Rings: the free movement.")
    prompt = ada.asked("ilse", "turn")
    press(ada, ada.get("square-D4"))
    reads(ada, "free", "D4", "2 Paces")
    ada.shot(f"pace-free-{size(ada)}")
    press(ada, ada.get("confirm"))
    ada.answered(prompt)
    at(people.gm, "ilse", "D4")
    stands(ada, "ilse", "D4", "N", 5, 24)
    assert paces_left(ada) == 2


def look_and_select(gm: Reader) -> None:
    """Threatened squares are shown of whoever the mouse is on, and of whoever is selected."""
    expect(wedge(gm, "ilse")).to_have_count(0)
    gm.get("token-ilse").hover()
    threatens(gm, "ilse", "A3", "B3", "C3")
    expect(gm.get("board")).to_contain_text("Hatch: threatened by Ilse.")
    gm.page.mouse.move(0, 0)
    expect(wedge(gm, "ilse")).to_have_count(0)
    gm.get("token-hask").click()
    gm.page.mouse.move(0, 0)
    threatens(gm, "hask", "G1", "H1", "G2", "H2")
    expect(wedge(gm, "kord")).to_have_count(0)
    gm.page.get_by_role("button", name="Back to yours").click()


def size(reader: Reader) -> str:
    """Which page a picture is of."""
    return "phone" if on_phone(reader) else "desktop"


def move_by_a_waypoint(people: People) -> None:
    """A Move with a square on the way: what is shown is what is charged. The end of it sets the facing."""
    ada = people.ada
    walk(ada, "ilse", "move", "E3", "1 Pace")
    assert (character(ada, "ilse")["ap"], paces_left(ada)) == (4, 3)
    # The second diagonal of the turn costs two.
    prompt = ada.asked("ilse", "turn")
    show(ada, "board")
    press(ada, ada.get("square-F2"))
    reads(ada, "walk", "F2", "2 Paces")
    ada.shot(f"pace-waypoint-{size(ada)}")
    press(ada, ada.get("square-F2"))
    ada.answered(prompt)
    at(ada, "ilse", "F2")
    assert paces_left(ada) == 1
    show(ada, "act")
    turn_to(ada, "ilse", "end-the-move-facing", "N")
    stands(people.gm, "ilse", "F2", "N", 4, 24)
    ada.asked("ilse", "turn")
    refused(ada, "wait", "A Wait is open only while no AP were spent this turn", "P8.4")
    act(ada, "ilse", "end")


def refused(reader: Reader, option: str, why: str, clause: str) -> None:
    """A row that is refused stays in its place, with its reason and its clause."""
    show(reader, "act")
    row = reader.get(f"group-{option}")
    expect(row).to_contain_text(why)
    expect(row).to_contain_text(clause)
    expect(row.get_by_role("button").first).to_have_attribute("aria-disabled", "true")


def pivot_at_the_start_of_a_turn(people: People) -> None:
    """Hask is up: Ilse pays for a Pivot; Bram says not this round. Then Hask comes."""
    gm, ada, bo = people.gm, people.ada, people.bo
    answer(bo, "bram", "pivot", "quiet")
    prompt = ada.asked("ilse", "pivot")
    expect(ada.get("prompt-pivot")).to_contain_text("Hask is up. Ilse: Pivot?")
    show(ada, "board")
    press(ada, ada.get("compass-E"))
    ada.shot(f"pace-pivot-{size(ada)}")
    press(ada, ada.get("confirm"))
    ada.answered(prompt)
    gm.asked("hask", "turn")
    stands(gm, "ilse", "F2", "E", 3, 24)
    walk(gm, "hask", "free", "H2", "1 Pace")


def evade(people: People) -> None:
    """Hask's rake outreaches a Counter; Ilse evades, is hit all the same, and goes half her Speed."""
    gm, ada = people.gm, people.ada
    attack(gm, "hask", "attack rake ilse", 10)
    ada.asked("ilse", "defence")
    slip = ada.get("prompt-defence")
    expect(slip).to_contain_text("Hask attacks you: 11. Your answer?")
    expect(slip).to_contain_text("9 or more holds, a tie is yours")
    shut = ada.get("refused-counter sabre")
    expect(shut).to_contain_text("It is 2 Paces away; the range is 1")
    expect(shut).to_contain_text("P4.14")
    ada.shot(f"pace-evade-{size(ada)}")
    answer(ada, "ilse", "defence", "evade")
    faces(ada, "ilse", 5)
    faces(gm, "hask", 4)
    prompt = ada.asked("ilse", "evade")
    show(ada, "board")
    press(ada, ada.get("square-D2"))
    reads(ada, "evade", "D2", "2 Paces")
    ada.shot(f"pace-evading-{size(ada)}")
    press(ada, ada.get("confirm"))
    ada.answered(prompt)
    stay(ada, "ilse")
    gm.asked("hask", "turn")
    stands(gm, "ilse", "D2", "E", 2, 19)
    logged(ada, "Hask", "Evade")
    act(gm, "hask", "end")


def counter_twice(people: People) -> None:
    """Bram, who said not this round, is not asked. Ilse wins defence and reroll: her riposte lands."""
    gm, ada, bo = people.gm, people.ada, people.bo
    stay(ada, "ilse")
    gm.asked("kord", "turn")
    together(gm, ada, bo)
    assert bo is ada or bo.view()["prompts"] == []
    assert ada.view()["prompts"] == []
    walk(gm, "kord", "free", "E2", "4 Paces")
    attack(gm, "kord", "attack axe ilse", 8)
    ada.asked("ilse", "defence")
    expect(ada.get("prompt-defence")).to_contain_text("Kord attacks you: 11. Your answer?")
    if not on_phone(ada):
        # Everything that can be answered is in sight, each with its odds or a neighbour's of its kind.
        for option in (
            "take",
            "block sabre",
            "block bare-hands",
            "evade",
            "counter sabre",
            "counter bare-hands",
        ):
            expect(ada.get(f"answer-{option}")).to_be_in_viewport(ratio=0.9)
        expect(ada.get("prompt-defence").get_by_role("img", name=has("Mean"))).to_have_count(4)
    ada.shot(f"pace-defence-{size(ada)}")
    answer(ada, "ilse", "defence", "counter sabre")
    faces(ada, "ilse", 12)
    faces(ada, "ilse", 15)
    faces(gm, "kord", 9)
    faces(ada, "ilse", 6)
    stay(ada, "ilse")
    gm.asked("kord", "turn")
    stands(ada, "kord", "E2", "W", 2, 20)
    stands(gm, "ilse", "D2", "E", 1, 19)
    logged(ada, "Counter", "26 to 20")


def block(people: People) -> None:
    """Ilse blocks: less damage by a die of her sabre. With that her AP are gone, and she is not asked."""
    gm, ada = people.gm, people.ada
    attack(gm, "kord", "attack axe ilse", 15)
    answer(ada, "ilse", "defence", "block sabre")
    faces(ada, "ilse", 3)
    faces(gm, "kord", 6)
    faces(ada, "ilse", 4)
    gm.asked("kord", "turn")
    stands(gm, "ilse", "D2", "E", 0, 14)
    together(gm, ada)
    assert ada.view()["prompts"] == []
    logged(ada, "Block", "19 to 14")


def be_held(people: People) -> None:
    """Kord gets hold of Ilse. Without AP she has no answer, and the log says so."""
    gm, ada = people.gm, people.ada
    attack(gm, "kord", "attack bare-hands ilse grapple", 14)
    faces(ada, "ilse", 2)
    faces(gm, "kord", 2)
    gm.asked("kord", "turn")
    stands(gm, "ilse", "D2", "E", 0, 9)
    together(gm, ada)
    assert any("Kord" in word for word in character(ada, "ilse")["conditions"])
    show(ada, "board")
    expect(ada.get("token-ilse")).to_have_accessible_name(has("Ilse", *character(ada, "ilse")["conditions"]))
    logged(ada, "14 to 9", "P4.4")
    if not on_phone(ada):
        # An entry grows while it is played; its end stays in sight.
        expect(ada.get(f"entry-{ada.log()[-1]['number']}")).to_be_in_viewport(ratio=0.95)
    act(gm, "kord", "end")


def wait_for_an_advantage(people: People) -> None:
    """Nobody is asked at Bram's turn: nobody can pay, or wants it. He waits; then he throws two dice."""
    gm, ada, bo = people.gm, people.ada, people.bo
    bo.asked("bram", "turn")
    together(gm, ada, bo)
    assert [one["seat"] for one in gm.view()["prompts"]] == ["bram"]
    act(bo, "bram", "wait")
    faces(ada, "ilse", 18)
    prompt = faces(bo, "bram", 4, 17)
    assert prompt["dice_title"] == "Bram rolls: initiative"
    faces(gm, "kord", 10)
    faces(gm, "hask", 3)
    order = [(slot["character"], slot["total"]) for slot in opened(gm, "ilse")["fight"]["order"]]
    assert order == [("ilse", 21), ("bram", 19), ("kord", 11), ("hask", 3)]
    stands(bo, "bram", "B6", "N", 5, 18)
    logged(bo, "Bram waits", "Round 2. Ilse, Bram, Kord and Hask.")


def escape(people: People) -> None:
    """Held and threatened, Ilse may not walk away. An Interaction and a won Contest of Strength free her."""
    gm, ada = people.gm, people.ada
    stay(gm, "kord")
    ada.asked("ilse", "turn")
    assert not ada.view()["fight"]["turn"]["free"]
    logged(ada, "P6.3")
    act(ada, "ilse", "escape kord")
    faces(ada, "ilse", 15)
    faces(gm, "kord", 10)
    ada.asked("ilse", "turn")
    stands(gm, "ilse", "D2", "E", 2, 9)
    assert character(gm, "ilse")["conditions"] == []
    logged(ada, "P5.2")


def push_into_the_wall(people: People) -> None:
    """A push shows its collision before it is confirmed. The GM takes it back; it is made again."""
    gm, ada = people.gm, people.ada
    attack(ada, "ilse", "attack bare-hands kord push", 16)
    answer(gm, "kord", "defence", "take")
    faces(gm, "kord", 4)
    faces(ada, "ilse", 3)
    for again in (False, True):
        # Taken back, it is as it was before the choice; the dice that fell stay as they fell.
        prompt = ada.asked("ilse", "way")
        show(ada, "board")
        press(ada, ada.get("compass-E"))
        expect(ada.get("prompt-way")).to_contain_text("free, to G2")
        press(ada, ada.get("compass-NE"))
        expect(ada.get("shove")).to_have_text("1d6 to Kord")
        press(ada, ada.get("compass-SE"))
        expect(ada.get("shove")).to_have_text("2d6 to Kord")
        expect(ada.get("prompt-way")).to_contain_text("wall")
        assert place(ada, "kord") == "E2"
        fits(ada, ada.get("compass-SE"), ada.get("confirm"))
        ada.shot(f"pace-push-{size(ada)}")
        press(ada, ada.get("confirm"))
        ada.answered(prompt)
        if not again:
            assert faces(ada, "ilse", 3, 4)["dice_title"] == "Ilse rolls: collision"
        gm.asked("kord", "pivot")
        stands(gm, "kord", "E2", "W", 3, 8)
        if not again:
            gm.get("undo").click()
            ada.wait("v.prompts.some((one) => one.question?.kind === 'way')")
            stands(ada, "kord", "E2", "W", 3, 15)
            expect(ada.get("live")).to_contain_text("GM took back 1 step.")
    stay(gm, "kord")
    ada.asked("ilse", "turn")
    stands(gm, "kord", "E2", "W", 3, 8)
    logged(ada, "P7.1", "15 to 8")


def speak(people: People) -> None:
    """Words are counted; the 26th is refused, and why."""
    gm, ada = people.gm, people.ada
    show(ada, "sheet")
    words = ada.get("words")
    press(ada, words.locator("summary"))
    line = words.get_by_role("textbox")
    fits(ada, words.locator("summary"), line, words.get_by_role("button", name="Say it"))
    line.fill("Whose wood was that?")
    expect(words).to_contain_text("4 of 25 words")
    press(ada, words.get_by_role("button", name="Say it"))
    expect(words.locator("summary")).to_contain_text("21 words left")
    line.fill("and " * 22)
    expect(words).to_contain_text("22 of 21 words, 1 too many")
    press(ada, words.get_by_role("button", name="Say it"))
    expect(ada.page.get_by_text("22 words would be spoken, and 21 are left P8.5", exact=True)).to_be_visible()
    expect(line).to_have_value(has("and and"))
    ada.shot(f"pace-words-{size(ada)}")
    expect(gm.get("log")).to_contain_text("Whose wood was that?")
    together(gm, ada)
    assert character(gm, "ilse")["words"] == 21
    show(ada, "act")
    act(ada, "ilse", "end")


def walk_freely_by_dragging(people: People) -> None:
    """Who asked for it is asked at an ally's turn too. Then Bram drags himself to where he wants to be."""
    gm, ada, bo = people.gm, people.ada, people.bo
    stay(ada, "ilse")
    stay(gm, "kord")
    prompt = bo.asked("bram", "turn")
    show(bo, "board")
    drag(bo, "bram", "D6")
    reads(bo, "free", "D6", "2 Paces")
    bo.shot(f"pace-drag-{size(bo)}")
    press(bo, bo.get("confirm"))
    bo.answered(prompt)
    at(gm, "bram", "D6")
    stands(gm, "bram", "D6", "N", 5, 18)
