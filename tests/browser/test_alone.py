"""Somebody who tries the game alone: a few clicks to the first decision, and bots to the end."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.table import Reader, Server

pytestmark = pytest.mark.browser


def test_alone_against_bots(serve: Callable[..., Server], reader: Callable[..., Reader]) -> None:
    """The GM takes a seat, hands the other allies to bots, fights, and lets bots play it to the end."""
    server = serve("saltgate", "--bots", "B", "--pace", "0.01")
    gm = reader()
    gm.open(server.gm_link)

    # What to do next is said, and it can be done right there.
    expect(gm.get("next-step")).to_contain_text("Nobody plays")
    waiting = gm.get("waiting")
    row = waiting.get_by_role("listitem").filter(has_text="Okello")
    row.get_by_role("button", name="Play it myself").click()
    gm.wait("v.you.seats.includes('okello')")
    waiting.get_by_role("button", name="Hand them all to bots").click()
    gm.wait("v.seats.every((one) => one.bot || one.yours)")

    # The first decision is there: three clicks after opening the page.
    gm.answer("okello", "lane", "Mid")
    gm.wait("v.fight.phase === 'turns'")
    gm.set_bot(["okello"], "greedy")

    # The rest is the bots', but what it means to be Out stays the GM's to say.
    while not gm.view_when("v.over || v.prompts.some((one) => one.seat === 'gm')")["over"]:
        gm.answer("gm", "out meaning", gm.asked("gm", "out meaning")["question"]["options"][0]["id"])
    expect(gm.get("outcome")).to_contain_text("The fight is over")
    expect(gm.get("outcome")).to_contain_text(re.compile("seed [0-9a-f]{32}"))
