"""A turn of Sunder without a mouse."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.keyboard import focus_shows, focused, press_number, says, tab_to, type_dice
from tests.browser.pace.board import BY_HAND, answer, has
from tests.browser.sunder.board import TOLL, half
from tests.browser.table import Reader, Server

pytestmark = pytest.mark.browser


def test_a_turn_by_keyboard(serve: Callable[..., Server], reader: Callable[..., Reader]) -> None:
    """Throw in, plan and order two halves, go back, confirm, read the scene in words, end: by keys."""
    server = serve(TOLL, *BY_HAND)
    gm, ada = reader(), reader()
    gm.open(server.gm_link)
    ada.join(server.join_link, "Ada", "odo")
    gm.take("lotte", "warden")
    answer(gm, "gm", "first", "first warden")
    gm.asked("warden", "turn")
    ada.wait("v.fight.turn")

    throw_in(ada)
    plan(ada)
    read_the_scene_in_words(ada)
    gm.get("answer-end").click()
    go_back_and_confirm(ada)
    roll(gm, ada)
    strike(gm, ada)


def keys(reader: Reader, *names: str) -> None:
    """Press keys one after the other."""
    for name in names:
        reader.page.keyboard.press(name)


def throw_in(ada: Reader) -> None:
    """G is the gauntlet; pressed twice it is still one entry, and the place is said."""
    keys(ada, "g", "g")
    ada.wait("v.fight.queue.some((one) => one.creatures.includes('odo'))")
    says(ada, "You are 2nd, after Warden.")
    expect(ada.get("gauntlet-odo").locator("strong")).to_have_text("2nd")
    assert sum(one["type"] == "act" for one in ada.sent) == 1


def plan(ada: Reader) -> None:
    """Two halves are planned with Enter; Alt and an arrow order them."""
    tab_to(ada, "half-strike-top")
    keys(ada, "Enter")
    tab_to(ada, "half-evade-bottom")
    keys(ada, "Enter")
    expect(half(ada, "evade", "bottom")).to_have_accessible_name(has("Evade, bottom: Hide", "planned as 2"))
    keys(ada, "Alt+ArrowUp")
    expect(half(ada, "evade", "bottom")).to_have_accessible_name(has("planned as 1"))
    expect(half(ada, "strike", "top")).to_have_accessible_name(has("planned as 2"))
    keys(ada, "Alt+ArrowDown")
    expect(half(ada, "evade", "bottom")).to_have_accessible_name(has("planned as 2"))
    keys(ada, "Alt+ArrowUp")
    expect(half(ada, "evade", "bottom")).to_have_accessible_name(has("planned as 1"))
    assert focused(ada) == "half-evade-bottom"
    focus_shows(ada)


def read_the_scene_in_words(ada: Reader) -> None:
    """The twin of the board says the same in a list; B leads to it, and arrows go through it."""
    ada.page.get_by_role("button", name="As text", exact=True).focus()
    keys(ada, "Enter")
    board = ada.get("board")
    for words in (
        ("Road", "Here", "Lotte", "side A", "Frontliner", "Odo", "yours", "Warden", "side B", "acting now"),
        ("Bridge", "Close", "Nobody"),
        ("Field", "There", "Nobody"),
    ):
        expect(board).to_contain_text(has(*words))
    keys(ada, "b")
    seen = [focused(ada)]
    for _ in range(5):
        keys(ada, "ArrowDown")
        seen.append(focused(ada))
    assert {"token-odo", "token-warden"} <= set(seen), seen
    focus_shows(ada)
    ada.shot("sunder-keyboard-text")


def go_back_and_confirm(ada: Reader) -> None:
    """What was planned first is picked; Escape takes it back and spends nothing, its number picks it anew."""
    prompt = ada.asked("odo", "turn")
    says(ada, "Your turn, Odo. One top and one bottom, of two cards.", alert=True)
    chosen = ada.page.get_by_role("region", name="Chosen: Hide")
    expect(chosen).to_be_visible()
    expect(chosen.get_by_role("img", name=has("Finesse, d6", "1 to 3 are jinxed"))).to_be_visible()
    ada.shot("sunder-keyboard-turn")
    keys(ada, "a", "Escape", "Escape")
    expect(chosen).to_have_count(0)
    press_number(ada, "half-evade-bottom")
    expect(chosen).to_be_visible()
    tab_to(ada, "confirm")
    keys(ada, "Enter")
    ada.answered(prompt)


def roll(gm: Reader, ada: Reader) -> None:
    """The dice are typed, the result is said: a Success, which a jinxed face makes a Mixed."""
    expect(ada.page.get_by_role("alert").last).to_contain_text("Odo rolls: Hide. 2 dice to enter.")
    type_dice(ada, "odo", 5)
    answer(gm, "gm", "raise", "no")
    answer(gm, "gm", "fallout", "nothing")
    ada.asked("odo", "turn")
    says(ada, "Mixed")


def strike(gm: Reader, ada: Reader) -> None:
    """The other half of the plan is next; Enter confirms it, and the turn is over by itself."""
    prompt = ada.asked("odo", "turn")
    expect(ada.page.get_by_role("region", name="Chosen: Attack")).to_be_visible()
    keys(ada, "b")
    tab_to(ada, "confirm")
    focus_shows(ada)
    keys(ada, "Enter")
    ada.answered(prompt)
    # Unseen, it has Advantage: the die lifts a base Failure to a Mixed, and that hits.
    type_dice(ada, "odo", 19)
    type_dice(ada, "odo", 1)
    says(ada, "1 damage to Warden")
    answer(gm, "gm", "raise", "no")
    answer(gm, "gm", "fallout", "nothing")
    gm.asked("gm", "slot")
    says(ada, "The turn of Odo ends. A GM slot opens.")
