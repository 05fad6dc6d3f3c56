"""A turn without a mouse."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.keyboard import answer_by_key, focus_shows, press_number, says, tab_to, type_dice
from tests.browser.table import YARD, Reader, Server

pytestmark = pytest.mark.browser

OTHERS = {"maren": "Slow", "grusk": "Fast", "sable": "Slow"}


def test_a_turn_by_keyboard(serve: Callable[..., Server], reader: Callable[..., Reader]) -> None:
    """Join, declare, step in, split, strike at one of two, type dice, move, end: by keys, and announced."""
    server = serve(YARD)
    gm, ada = reader(), reader()
    gm.open(server.gm_link)
    ada.open(server.join_link)
    tab_to(ada, "join-name")
    ada.page.keyboard.type("Ada")
    tab_to(ada, "join-seat-okello")
    ada.page.keyboard.press("Enter")
    ada.wait("v.you.seats.includes('okello')")
    gm.take(*OTHERS)
    gm.set_dice(["okello", *OTHERS], "typed")

    ada.page.keyboard.press("p")
    focus_shows(ada)
    answer_by_key(ada, "okello", "lane", "Fast")
    for seat, lane in OTHERS.items():
        gm.answer(seat, "lane", lane)

    # A reaction, out of the own turn: P leads to it, its number answers.
    gm.answer("grusk", "split", "2-actions")
    gm.act("grusk", "strike boot-and-elbow maren")
    ada.asked("okello", "reaction interception")
    says(ada, "Grusk strikes Maren. Step in? Let it fall is the default. 2 answers.", alert=True)
    ada.page.keyboard.press("p")
    expect(ada.get("answer-no")).to_be_focused()
    focus_shows(ada)
    answer_by_key(ada, "okello", "reaction interception", "yes")
    gm.throw("grusk", 2)
    type_dice(ada, "okello", 11)
    says(ada, "Blocked")
    gm.act("grusk", "end")

    ada.asked("okello", "split")
    says(ada, "Okello: how is the turn split? 2 Actions and 1 Move is the default. 2 answers.", alert=True)
    answer_by_key(ada, "okello", "split", "2-actions")
    ada.asked("okello", "turn")
    says(ada, "Your turn, Okello. Fast lane. 2 Actions, 1 Move, 2 Beats.", alert=True)

    # A strike: the row by its number, the target by its number, Enter confirms.
    prompt = ada.asked("okello", "turn")
    press_number(ada, "group-weighted-bolas")
    expect(ada.get("prompt-turn")).to_contain_text("Choose here or on the board")
    press_number(ada, "option-strike bolas sable")
    focus_shows(ada)
    ada.page.keyboard.press("Enter")
    ada.answered(prompt)
    type_dice(ada, "okello", 15)
    gm.throw("sable", 3)
    ada.asked("okello", "turn")
    says(ada, "Sable is knocked Prone")

    ada.shot("keyboard-struck")
    # A move, found with A and Tab. Esc takes the choice back, one step each.
    prompt = ada.asked("okello", "turn")
    ada.page.keyboard.press("a")
    focus_shows(ada)
    tab_to(ada, "group-move")
    ada.page.keyboard.press("Enter")
    expect(ada.get("confirm")).to_be_visible()
    ada.page.keyboard.press("Escape")
    expect(ada.get("confirm")).to_have_count(0)
    ada.page.keyboard.press("Escape")
    press_number(ada, "group-move")
    expect(ada.get("confirm")).to_be_focused()
    focus_shows(ada)
    ada.page.keyboard.press("Enter")
    ada.answered(prompt)
    ada.wait("v.fight.personas.some((one) => one.id === 'okello' && one.zone === 'steps')")
    says(ada, "Okello moves")
    ada.shot("keyboard-moved")

    prompt = ada.asked("okello", "turn")
    ada.page.keyboard.press("a")
    tab_to(ada, "option-end")
    ada.page.keyboard.press("Enter")
    ada.answered(prompt)
    says(ada, "Maren’s turn.")
