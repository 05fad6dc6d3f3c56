"""The table on a phone: everything with a thumb, nothing off the side, in both themes and in large type."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.table import PHONE, YARD, Reader, Server, no_sideways, thumbs

pytestmark = pytest.mark.browser

OTHERS = {"maren": "Slow", "grusk": "Mid", "sable": "Slow"}


def test_a_turn_on_a_phone(serve: Callable[..., Server], reader: Callable[..., Reader]) -> None:
    """Join, declare, move by two taps, strike, step in, type dice, read sheet and log, on 360 by 780."""
    server = serve(YARD)
    gm = reader()
    ada = reader(viewport=PHONE, has_touch=True, is_mobile=True)
    gm.open(server.gm_link)
    ada.open(server.join_link)
    thumbs(ada.get("join-name"), ada.get("join-seat-okello"), ada.get("join-watch"))
    no_sideways(ada.page)
    ada.shot("phone-join")
    ada.get("join-name").fill("Ada")
    ada.get("join-seat-okello").tap()
    gm.take(*OTHERS)
    gm.set_dice(["okello", *OTHERS], "typed")

    ada.asked("okello", "lane")
    thumbs(ada.get("answer-Fast"), ada.get("answer-Mid"), ada.get("answer-Slow"), ada.get("gm-open"))
    look(ada, "lane")
    in_large_type(ada, ada.get("answer-Fast"))
    ada.answer("okello", "lane", "Fast")
    for seat, lane in OTHERS.items():
        gm.answer(seat, "lane", lane)
    ada.answer("okello", "split", "2-actions")

    # A strike: the row, then the target on the board.
    prompt = ada.asked("okello", "turn")
    thumbs(ada.get("group-weighted-bolas"))
    look(ada, "turn")
    ada.get("group-weighted-bolas").tap()
    ada.get("tab-board").tap()
    thumbs(ada.get("token-sable"), ada.get("token-grusk"))
    ada.get("token-sable").tap()
    ada.shot("phone-target")
    ada.get("tab-act").tap()
    thumbs(ada.get("confirm"), least=48)
    in_large_type(ada, ada.get("confirm"))
    ada.get("confirm").tap()
    ada.answered(prompt)
    ada.asked("okello", "throw")
    thumbs(ada.get("die-field-0"), ada.get("dice-submit"), ada.get("dice-here"))
    go_dark(ada)
    look(ada, "dice")
    in_large_type(ada, ada.get("dice-submit"))
    ada.throw("okello", 15)
    gm.throw("sable", 3)

    # A move by two taps, the row and the zone, and the confirmation below the board.
    prompt = ada.asked("okello", "turn")
    assert ada.persona("sable")["prone"]
    ada.get("group-move").tap()
    ada.get("tab-board").tap()
    thumbs(ada.get("zone-steps"))
    ada.get("zone-steps").tap()
    expect(ada.get("zone-steps")).to_have_attribute("aria-pressed", "true")
    thumbs(ada.get("confirm"), least=48)
    ada.shot("phone-move")
    ada.get("confirm").tap()
    ada.answered(prompt)
    ada.wait("v.fight.personas.some((one) => one.id === 'okello' && one.zone === 'steps')")
    ada.get("tab-act").tap()
    ada.act("okello", "end")

    # Asked out of turn while reading: the question comes to the front by itself.
    ada.get("tab-log").tap()
    gm.answer("grusk", "split", "2-actions")
    gm.act("grusk", "move steps")
    gm.act("grusk", "strike trench-axe okello")
    gm.throw("grusk", 4)
    ada.asked("okello", "throw")
    expect(ada.get("tab-act")).to_have_attribute("aria-current", "page")
    ada.throw("okello", 12)
    gm.asked("grusk", "turn")
    look(ada, "waiting")
    expect(ada.get("waiting")).to_contain_text("Waiting for GM (Grusk)")
    ada.get("tab-log").tap()
    expect(ada.get(f"entry-{ada.log()[-1]['number']}")).to_be_in_viewport()
    ada.get("tab-sheet").tap()
    expect(ada.page.get_by_role("heading", name="Okello", exact=True)).to_be_visible()


def look(reader: Reader, name: str) -> None:
    """Nothing is off the side on any tab; the page goes back to where the question is."""
    for tab in ("board", "sheet", "log", "act"):
        button = reader.get(f"tab-{tab}")
        thumbs(button)
        button.tap()
        expect(button).to_have_attribute("aria-current", "page")
        no_sideways(reader.page)
        reader.shot(f"phone-{name}-{tab}")


def go_dark(reader: Reader) -> None:
    """Change to the other theme, which stays."""
    with reader.drawer("table") as drawer:
        drawer.get_by_role("button", name="Dark theme", exact=True).click()
    expect(reader.page.locator("html")).to_have_attribute("data-theme", "dark")


def in_large_type(reader: Reader, control: Locator) -> None:
    """With text twice as large, what confirms can still be reached and pressed."""
    reader.page.evaluate("() => { document.documentElement.style.fontSize = '200%' }")
    control.scroll_into_view_if_needed()
    expect(control).to_be_in_viewport(ratio=0.9)
    control.tap(trial=True)
    no_sideways(reader.page)
    reader.shot("phone-large-" + (control.get_attribute("data-testid") or ""))
    reader.page.evaluate("() => { document.documentElement.style.fontSize = '' }")
