"""The GM looks ahead, shares what came of it, and tries something in a private copy."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.table import PHONE, Reader, Server

pytestmark = pytest.mark.browser

PATIENT = 60_000
"""Milliseconds for what processes must be started for, on a machine with much else to do."""


def test_the_gm_looks_ahead(serve: Callable[..., Server], reader: Callable[..., Reader]) -> None:
    """Bars for both sides, shared with a player on a phone, who was sent nothing before; then a copy."""
    server = serve("ropewalk-duel", "--bots", "B")
    gm, ada = reader(), reader(viewport=PHONE, has_touch=True)
    gm.open(server.gm_link)
    ada.open(server.join_link)
    ada.get("join-watch").click()

    gm.get("gm-open").click()
    panel = gm.get("forecast")
    panel.get_by_role("button", name="Look ahead").click()
    expect(panel).to_have_attribute("data-state", re.compile("running|done"))
    expect(gm.get("wins-A")).to_be_visible(timeout=PATIENT)
    if panel.get_attribute("data-state") == "running":
        gm.get("forecast-stop").click()
    expect(panel).to_have_attribute("data-state", re.compile("stopped|done"))
    expect(gm.get("wins-A")).to_contain_text("%")
    expect(panel).to_contain_text("of the log" if gm.log() else "very beginning")
    gm.shot("forecast")
    assert not any("forecast" in json.dumps(frame) for frame in ada.received)

    gm.get("forecast-share").click()
    ada.get("tab-log").click()
    expect(ada.get("shared-forecast")).to_contain_text("Chance to win: ")
    ada.shot("forecast-shared")

    gm.get("what-if-now").click()
    link = panel.page.locator("[data-testid^=copy-]")
    with gm.context.expect_page() as opened:
        link.click()
    copy = opened.value
    expect(copy.get_by_role("heading", level=1)).to_contain_text("What if: ")
    assert "gm=" not in copy.url
    copy.reload()
    expect(copy.get_by_test_id("gm-open")).to_be_visible()
    gm.reload()
    assert gm.view()["you"]["gm"]

    gm.get("gm-open").click()
    gm.page.locator("[data-testid^=drop-]").click()
    expect(gm.page.locator("[data-testid^=drop-]")).to_have_count(0)
    expect(copy.locator(".notices")).to_contain_text("thrown away")
