"""A turn on squares without a mouse."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.keyboard import answer_by_key, focus_shows, press_number, says, tab_to, type_dice
from tests.browser.pace.board import (
    BY_HAND,
    KILN,
    at,
    attack,
    faces,
    has,
    paces_left,
    reads,
    stands,
    stay,
    threatens,
    walk,
    wedge,
)
from tests.browser.table import Reader, Server

pytestmark = pytest.mark.browser


def test_a_turn_on_squares_by_keyboard(serve: Callable[..., Server], reader: Callable[..., Reader]) -> None:
    """Walk, pass a waypoint, turn about, look around, end, answer out of turn: by keys, and announced."""
    server = serve(KILN, *BY_HAND)
    gm, ada = reader(), reader()
    gm.open(server.gm_link)
    ada.join(server.join_link, "Ada", "ilse")
    gm.take("bram", "kord", "hask")

    expect(ada.get("prompt-dice-entry")).to_contain_text("Ilse rolls: initiative")
    type_dice(ada, "ilse", 15)
    for seat, face in (("bram", 5), ("kord", 8), ("hask", 12)):
        faces(gm, seat, face)
    stay(gm, "kord")
    stay(gm, "hask")

    free_movement_and_move(gm, ada)
    look_around(ada)
    answer_out_of_turn(gm, ada)


def keys(reader: Reader, *names: str) -> None:
    """Press keys one after the other."""
    for name in names:
        reader.page.keyboard.press(name)


def free_movement_and_move(gm: Reader, ada: Reader) -> None:
    """B leads to the board, arrows from square to square; Enter chooses, and Enter confirms."""
    prompt = ada.asked("ilse", "turn")
    says(ada, "Your turn, Ilse. 5 AP. Free movement is open.", alert=True)
    keys(ada, "b")
    expect(ada.get("token-ilse")).to_be_focused()
    keys(ada, "ArrowRight", "ArrowRight")
    expect(ada.get("square-D4")).to_be_focused()
    focus_shows(ada)
    # The way is drawn of what has the focus, before anything is chosen.
    expect(ada.page.locator('[data-way="free D4"]')).to_have_count(1)
    keys(ada, "Enter")
    reads(ada, "free", "D4", "2 Paces")
    keys(ada, "Escape")
    expect(ada.get("confirm")).to_have_count(0)
    expect(ada.get("square-D4")).to_be_focused()
    keys(ada, "Enter", ".")
    ada.answered(prompt)
    at(gm, "ilse", "D4")
    stands(ada, "ilse", "D4", "N", 5, 24)
    assert paces_left(ada) == 2
    # A Move: its row by its number, a square on the way by the full stop, and on by Enter and Enter.
    prompt = ada.asked("ilse", "turn")
    press_number(ada, "group-move")
    keys(ada, "b", "ArrowUp", "ArrowRight")
    expect(ada.get("square-E3")).to_be_focused()
    keys(ada, "Enter", ".")
    ada.answered(prompt)
    at(gm, "ilse", "E3")
    prompt = ada.asked("ilse", "turn")
    stands(ada, "ilse", "E3", "N", 4, 24)
    assert paces_left(ada) == 3
    keys(ada, "b", "ArrowUp", "ArrowRight", "Enter")
    reads(ada, "walk", "F2", "2 Paces")
    keys(ada, "Enter")
    ada.answered(prompt)
    at(gm, "ilse", "F2")
    assert paces_left(ada) == 1
    # The facing: its row, then arrows around the wheel.
    prompt = ada.asked("ilse", "turn")
    keys(ada, "a")
    tab_to(ada, "group-end-the-move-facing")
    keys(ada, "Enter")
    tab_to(ada, "compass-N")
    keys(ada, "ArrowRight", "ArrowRight")
    expect(ada.get("compass-E")).to_be_focused()
    expect(ada.get("compass-E")).to_have_accessible_name("East, faces Kord and Hask")
    focus_shows(ada)
    keys(ada, "Enter")
    ada.answered(prompt)
    ada.asked("ilse", "turn")
    stands(gm, "ilse", "F2", "E", 4, 24)


def look_around(ada: Reader) -> None:
    """What has the focus on the board shows what it threatens, and says where it stands and whom it faces."""
    expect(wedge(ada, "kord")).to_have_count(0)
    keys(ada, "b", "ArrowRight", "ArrowRight", "ArrowDown", "ArrowDown")
    token = ada.get("token-kord")
    expect(token).to_be_focused()
    expect(token).to_have_accessible_name(has("H4, open, Kord, facing west, side B"))
    threatens(ada, "kord", "G3", "G4", "G5")
    keys(ada, "ArrowUp")
    expect(wedge(ada, "kord")).to_have_count(0)


def answer_out_of_turn(gm: Reader, ada: Reader) -> None:
    """The end by 0; a Pivot by P and Tab and the arrows of the wheel; an Evade by its number."""
    prompt = ada.asked("ilse", "turn")
    press_number(ada, "option-end")
    ada.answered(prompt)
    stay(gm, "bram")
    prompt = ada.asked("ilse", "pivot")
    says(ada, "Hask is up. Ilse: Pivot? Stay as you are is the default.", alert=True)
    keys(ada, "p")
    expect(ada.get("answer-stay")).to_be_focused()
    focus_shows(ada)
    tab_to(ada, "compass-N")
    keys(ada, "ArrowRight", "Enter")
    expect(ada.get("compass-NE")).to_have_attribute("aria-pressed", "true")
    stands(ada, "ilse", "F2", "E", 4, 24)
    tab_to(ada, "answer-stay")
    keys(ada, "Enter")
    ada.answered(prompt)

    walk(gm, "hask", "free", "H2", "1 Pace")
    attack(gm, "hask", "attack rake ilse", 10)
    answer_by_key(ada, "ilse", "defence", "evade")
    type_dice(ada, "ilse", 5)
    faces(gm, "hask", 4)
    prompt = ada.asked("ilse", "evade")
    keys(ada, "b", "ArrowLeft", "ArrowLeft", "Enter")
    reads(ada, "evade", "D2", "2 Paces")
    tab_to(ada, "confirm")
    keys(ada, "Enter")
    ada.answered(prompt)
    at(gm, "ilse", "D2")
    stands(gm, "ilse", "D2", "E", 3, 19)
