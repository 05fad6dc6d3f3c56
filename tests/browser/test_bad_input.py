"""What people type and click that nobody thought of, and a server that goes away."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.table import PHONE, YARD, Reader, Server, no_sideways

pytestmark = pytest.mark.browser

MARKUP = "<img src=x onerror=alert(1)><b>Eve</b>"
LONG = "محاربالمدينةالقديمة海關大樓的守衛隊長👩🏽‍🚀🗡️🏴‍☠️"


@pytest.mark.parametrize("viewport", [None, PHONE], ids=["desktop", "phone"])
def test_names_are_text(
    serve: Callable[..., Server], reader: Callable[..., Reader], viewport: dict[str, int] | None
) -> None:
    """Markup, and sixty letters of three scripts without a space, are shown as they are and break nothing."""
    server = serve(YARD)
    options = {"viewport": viewport} if viewport else {}
    gm, eve, long = reader(**options), reader(**options), reader(**options)
    # Pages count in the units of their strings, of which some letters take two.
    name = LONG + "長" * (60 - len(LONG.encode("utf-16-le")) // 2)
    gm.open(server.gm_link)
    eve.join(server.join_link, MARKUP, "okello")
    long.join(server.join_link, name, "maren")
    eve.answer("okello", "lane", "Mid")
    for one in (gm, eve, long):
        one.wait("v.people.length === 3")
        with one.drawer("table") as drawer:
            people = drawer.get_by_label("People")
            expect(people).to_contain_text(MARKUP)
            expect(people).to_contain_text(name)
            no_sideways(one.page)
            one.shot(f"names-{'phone' if viewport else 'desktop'}")
        no_sideways(one.page)
        assert one.page.locator("img[src=x]").count() == 0
    expect(gm.get("waiting")).to_contain_text(name)


def test_a_name_that_is_too_long(serve: Callable[..., Server], reader: Callable[..., Reader]) -> None:
    """The field takes no more than sixty letters; the table says so clearly to a page that sends more."""
    server = serve(YARD)
    ada = reader()
    ada.open(server.join_link)
    field = ada.get("join-name")
    field.clear()
    field.press_sequentially("x" * 61)
    assert len(field.input_value()) == 60
    field.evaluate("(field) => field.removeAttribute('maxlength')")
    field.fill("x" * 61)
    ada.get("join-watch").click()
    expect(ada.page.get_by_role("main").get_by_role("listitem").filter(has_text="60")).to_be_visible()
    assert ada.view()["you"]["name"] == "Guest 1"


def test_stale_and_double_clicks(serve: Callable[..., Server], reader: Callable[..., Reader]) -> None:
    """A click on what is gone is told so and changes nothing; two clicks are one command."""
    server = serve(YARD)
    gm, ada = reader(), reader()
    gm.open(server.gm_link)
    ada.join(server.join_link, "Ada", "okello")
    gm.take("maren", "grusk", "sable")

    ada.answer("okello", "lane", "Mid")
    for seat in ("maren", "grusk", "sable"):
        gm.answer(seat, "lane", "Slow")

    # Ada's page hears nothing for a while, so that she clicks on what the GM has answered already.
    prompt = ada.asked("okello", "split")
    ada.page.evaluate("() => { window.tableDeaf = true }")
    gm.get("waiting").get_by_role("button", name="Answer for Okello").click()
    gm.get("answer-2-moves").click()
    gm.answered(prompt)
    ada.get("answer-2-actions").click()
    ada.page.evaluate("() => window.tableHear()")
    said = ada.page.get_by_role("main").get_by_text("The table moved on; this is how it stands.")
    expect(said).to_be_visible()
    assert ada.view()["fight"]["turn"]["split"] == "2-moves"
    ada.shot("bad-stale")

    # The second half of a double click is not for the question that has come since.
    prompt = ada.asked("okello", "turn")
    row = ada.get("option-beat")
    row.scroll_into_view_if_needed()
    box = row.bounding_box()
    assert box is not None
    before = answers(ada)
    ada.page.mouse.move(box["x"] + 8, box["y"] + 8)
    ada.page.mouse.down()
    ada.page.mouse.up()
    ada.answered(prompt)
    ada.page.mouse.down(click_count=2)
    ada.page.mouse.up(click_count=2)
    ada.act("okello", "end")
    assert answers(ada) == before + 2


def answers(reader: Reader) -> int:
    """How many answers a page has sent."""
    return sum(message["type"] == "answer" for message in reader.sent)


def test_the_server_goes_away(serve: Callable[..., Server], reader: Callable[..., Reader]) -> None:
    """The page says that the table is out of reach, sends nothing, and goes on by itself when it is back."""
    server = serve(YARD)
    ada = reader()
    ada.join(server.join_link, "Ada", "okello")
    prompt = ada.asked("okello", "lane")
    server.kill()
    expect(ada.get("connection")).to_contain_text("The table is out of reach")
    expect(ada.get("live")).to_contain_text("Reconnecting. Your place is kept.")
    button = ada.get("answer-Mid")
    expect(button).to_have_attribute("aria-disabled", "true")
    before = answers(ada)
    button.click(force=True)
    assert answers(ada) == before
    ada.shot("bad-away")
    ada.forget()
    server.start()
    ada.wait("v.you.seats.includes('okello')")
    expect(ada.get("connection")).to_have_text("")
    expect(ada.get("live")).to_contain_text("Back. Nothing was missed.")
    assert ada.asked("okello", "lane") == prompt
    ada.answer("okello", "lane", "Mid")
