"""A scene of Sunder on a phone: the gauntlet first, then the cards, in both themes and in large type."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.pace.board import BY_HAND, answer, faces, has, press
from tests.browser.sunder.board import TOLL, does, half, plays
from tests.browser.table import PHONE, Reader, Server, no_sideways, thumbs
from tests.browser.test_phone import go_dark, in_large_type, look

pytestmark = pytest.mark.browser


def test_a_turn_on_a_phone(serve: Callable[..., Server], reader: Callable[..., Reader]) -> None:
    """Wait, plan, throw in, weigh a half by its die, play both halves, end: on 360 by 780."""
    server = serve(TOLL, *BY_HAND)
    gm, ada = reader(), reader(viewport=PHONE, has_touch=True, is_mobile=True)
    gm.open(server.gm_link)
    ada.join(server.join_link, "Ada", "odo")
    gm.take("lotte", "warden")
    answer(gm, "gm", "first", "first warden")
    gm.asked("warden", "turn")
    ada.wait("v.fight.turn")

    wait(ada)
    plan(ada)
    queue_up(ada)
    plays(gm, "warden", "evade", "top")
    gm.get("answer-end").click()
    weigh(ada)
    throw(gm, ada)
    strike_and_end(gm, ada)


def wait(ada: Reader) -> None:
    """The gauntlet is the largest thing there is, in the upper half, and nothing is off the side."""
    gauntlet = ada.get("gauntlet-odo")
    expect(gauntlet).to_contain_text("You would be 2nd, after Warden")
    largest(ada, "gauntlet-odo")
    thumbs(gauntlet)
    box = gauntlet.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] < PHONE["height"] / 2
    one_row_each(ada)
    scrolls_by_hand_only(ada)
    look(ada, "sunder-waiting")
    in_large_type(ada, gauntlet)
    go_dark(ada)
    look(ada, "sunder-waiting-dark")


def largest(ada: Reader, test_id: str) -> None:
    """Nothing that can be pressed, no card and no part below it takes as much of the screen as this."""
    areas = ada.page.evaluate(
        """(id) => {
          const seen = (at) => {
            const box = at.getBoundingClientRect()
            const wide = Math.min(box.right, innerWidth) - Math.max(box.left, 0)
            const high = Math.min(box.bottom, innerHeight) - Math.max(box.top, 0)
            return wide > 0 && high > 0 ? wide * high : 0
          }
          const main = document.querySelector(`[data-testid="${id}"]`)
          const others = document.querySelectorAll('button, a, li, header, nav, [aria-label$="Potentials"]')
          const rest = [...others, document.querySelector('[data-testid="waiting"]')]
          return [seen(main), Math.max(...rest.filter((at) => at !== main).map(seen))]
        }""",
        test_id,
    )
    assert areas[0] > areas[1] > 0, areas


def one_row_each(ada: Reader) -> None:
    """A Potential has all its slots in one row, also those that have many."""
    rows = ada.page.get_by_role("region", name="Odo, Potentials").get_by_role("img")
    expect(rows).to_have_count(8)
    for row in rows.all():
        box = row.bounding_box()
        assert box is not None
        assert box["height"] < 12, row


def scrolls_by_hand_only(ada: Reader) -> None:
    """Nothing goes on beyond the side but the hand and the strip."""
    no_sideways(ada.page)
    found = ada.page.evaluate(
        """() => [...document.querySelectorAll('body *')]
          .filter((at) => ['auto', 'scroll'].includes(getComputedStyle(at).overflowX))
          .filter((at) => at.scrollWidth > at.clientWidth + 1)
          .map((at) => at.closest('[aria-label]').getAttribute('aria-label'))"""
    )
    assert "Cards" in found
    assert set(found) <= {"Cards", "Queue"}, found


def plan(ada: Reader) -> None:
    """Two halves are laid out in the order of the presses, and turned round by a thumb."""
    thumbs(half(ada, "strike", "top"))
    press(ada, half(ada, "strike", "top"))
    press(ada, half(ada, "evade", "bottom"))
    thumbs(ada.get("plan-1"), ada.get("plan-2"), ada.get("plan-swap"))
    expect(ada.get("plan-1")).to_contain_text("Attack")
    press(ada, ada.get("plan-swap"))
    expect(ada.get("plan-1")).to_contain_text("Hide")
    no_sideways(ada.page)
    ada.shot("phone-sunder-plan")


def queue_up(ada: Reader) -> None:
    """In the queue the place is large, and the way back has room for a thumb."""
    does(ada, ada.get("gauntlet-odo"))
    expect(ada.get("gauntlet-odo").locator("strong")).to_have_text("2nd")
    thumbs(ada.get("leave-odo"), ada.get("give-way-odo"))
    largest(ada, "gauntlet-odo")
    scrolls_by_hand_only(ada)
    ada.shot("phone-sunder-queued")
    in_large_type(ada, ada.get("leave-odo"))


def weigh(ada: Reader) -> None:
    """What was planned first is picked: its die is drawn with its jinx before anything is rolled."""
    ada.asked("odo", "turn")
    die = ada.page.get_by_role("img", name=has("Finesse, d6", "faces 1 to 3 are jinxed", "Refresh on 4"))
    expect(die).to_be_in_viewport(ratio=0.9)
    expect(die.locator("i")).to_have_text(["1", "2", "3", "4", "5", "6"])
    expect(die.locator("i.j")).to_have_text(["1", "2", "3"])
    expect(ada.get("confirm")).to_contain_text("Hide")
    expect(ada.get("confirm")).to_be_in_viewport(ratio=0.9)
    thumbs(ada.get("skill-Sleight"), ada.get("skill-Aura"))
    thumbs(ada.get("confirm"), least=48)
    scrolls_by_hand_only(ada)
    look(ada, "sunder-weigh-dark")
    in_large_type(ada, ada.get("confirm"))
    with ada.drawer("table") as drawer:
        drawer.get_by_role("button", name="Light theme", exact=True).click()
    look(ada, "sunder-weigh")


def throw(gm: Reader, ada: Reader) -> None:
    """The dice have room; a Success pays its Stress."""
    prompt = ada.asked("odo", "turn")
    press(ada, ada.get("confirm"))
    ada.answered(prompt)
    ada.asked("odo", "throw")
    thumbs(ada.get("die-field-0"), ada.get("die-field-1"), ada.get("dice-submit"), ada.get("dice-here"))
    look(ada, "sunder-dice")
    in_large_type(ada, ada.get("dice-submit"))
    # A base Failure that the die lifts to a Mixed; the Perk on 4 would clear a Stress, the price is one.
    faces(ada, "odo", 13, 5)
    answer(gm, "gm", "raise", "no")
    answer(gm, "gm", "fallout", "nothing")


def strike_and_end(gm: Reader, ada: Reader) -> None:
    """The second half of the plan is next; with both played the turn is over by itself."""
    ada.asked("odo", "turn")
    expect(ada.get("confirm")).to_contain_text("Warden")
    no_sideways(ada.page)
    ada.shot("phone-sunder-second")
    prompt = ada.asked("odo", "turn")
    press(ada, ada.get("confirm"))
    ada.answered(prompt)
    ada.asked("odo", "throw")
    faces(ada, "odo", 19)
    answer(gm, "gm", "intervene", "no")
    gm.asked("gm", "slot")
    ada.wait("v.fight.slot && !v.fight.turn")
    expect(ada.get("gauntlet-odo")).to_contain_text("You would be 1st")
    largest(ada, "gauntlet-odo")
