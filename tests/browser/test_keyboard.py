"""A turn without a mouse."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

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


def tab_to(reader: Reader, test_id: str) -> None:
    """Press Tab until this element has the focus."""
    for _ in range(80):
        if focused(reader) == test_id:
            focus_shows(reader)
            return
        reader.page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {test_id}")


def focused(reader: Reader) -> str | None:
    """The test id of what has the focus."""
    found: str | None = reader.page.evaluate("() => document.activeElement?.dataset.testid ?? null")
    return found


def focus_shows(reader: Reader) -> None:
    """What has the focus is in sight and has a ring around it."""
    reader.page.wait_for_function(
        """() => {
          const at = document.activeElement
          // A row of the panel draws its ring around the whole row.
          const rings = [getComputedStyle(at), getComputedStyle(at, '::after')]
          const ring = rings.some((one) => one.outlineStyle === 'solid' && one.outlineWidth === '2px')
          const box = at.getBoundingClientRect()
          const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
          return at.matches(':focus-visible') && ring && at.contains(there)
        }""",
        polling=20,
    )


def answer_by_key(reader: Reader, seat: str, kind: str, option: str) -> None:
    """Answer a question with the number that stands on the button."""
    prompt = reader.asked(seat, kind)
    press_number(reader, f"answer-{option}")
    reader.answered(prompt)


def press_number(reader: Reader, test_id: str) -> None:
    """Press the number that stands on a button."""
    number = reader.get(test_id).get_attribute("data-hotkey")
    assert number is not None
    reader.page.keyboard.press(number)


def type_dice(reader: Reader, seat: str, d20: int) -> None:
    """Type the faces one after another; the focus moves on by itself, and Enter sends them."""
    prompt = reader.asked(seat, "throw")
    expect(reader.get("die-field-0")).to_be_focused()
    focus_shows(reader)
    for die in prompt["dice"]:
        reader.page.keyboard.type(str(d20 if die["sides"] == 20 else 1))
        # A 1 may grow where the die has two digits: then Enter goes on.
        if die["sides"] in (10, 12):
            reader.page.keyboard.press("Enter")
    reader.page.keyboard.press("Enter")
    reader.answered(prompt)


def says(reader: Reader, text: str, *, alert: bool = False) -> None:
    """A screen reader is told."""
    line = reader.page.get_by_role("alert") if alert else reader.get("live")
    expect(line).to_contain_text(text)
