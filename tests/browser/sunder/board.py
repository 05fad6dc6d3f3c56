"""What people do and see in a scene of Sunder: the gauntlet, the queue, halves of cards, what is waiting."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Locator, expect

from tests.browser.pace.board import fits, has, press, show
from tests.browser.table import Plain, Reader, no_sideways, sentence

TOLL = str(Path(__file__).with_name("toll.toml"))
"""Lotte and Odo against a Warden, with a winch to be worked."""


def creature(reader: Reader, id_: str) -> Plain:
    """A creature as this reader sees it."""
    return next(one for one in reader.view()["fight"]["creatures"] if one["id"] == id_)


def track(reader: Reader, id_: str, potential: str) -> tuple[int, int]:
    """Stress and spent Resistance of a Potential, as this reader sees them."""
    found = next(one for one in creature(reader, id_)["tracks"] if one["potential"] == potential)
    return found["stress"], found["spent"]


def card(reader: Reader, id_: str, name: str) -> Plain:
    """A card in a hand that this reader may look into."""
    hand = next(one for one in reader.view()["fight"]["hands"] if one["creature"] == id_)
    return next(one for one in hand["cards"] if one["id"] == name)


# The queue


def queued(*order: str, on: tuple[Reader, ...]) -> None:
    """Wait until the table has this queue, a group with a plus, and the strip of every reader shows it."""
    for reader in on:
        reader.wait("v.fight.queue.map((one) => one.creatures.join('+')).join() === a", ",".join(order))
        strip = reader.page.get_by_role("navigation", name="Queue")
        waits = strip.locator(".entry:not(.now) [data-testid^=queue-]")
        ids = [f"queue-{id_}" for entry in order for id_ in entry.split("+")]
        expect(waits).to_have_count(len(ids))
        assert [one.get_attribute("data-testid") for one in waits.all()] == ids


def does(reader: Reader, control: Locator) -> None:
    """Press what acts on the queue; a press just after something else came under the finger does nothing."""

    def sent() -> int:
        # What the page has sent is told before what it is asked next.
        reader.page.evaluate("() => null")
        return sum(one["type"] == "act" for one in reader.sent)

    before = sent()
    while sent() == before:
        press(reader, control)


def throws_in(reader: Reader, id_: str) -> None:
    """Throw in the gauntlet."""
    show(reader, "act")
    does(reader, reader.get(f"gauntlet-{id_}"))
    reader.wait("v.fight.queue.some((one) => one.creatures.includes(a))", id_)


def at_the_same_moment(*taps: tuple[Reader, str, int]) -> None:
    """Several throw in before any of them has heard of the others; each taps so often on the same spot."""
    for reader, _, _ in taps:
        reader.page.evaluate("() => { window.tableDeaf = true }")
    for reader, id_, times in taps:
        box = reader.get(f"gauntlet-{id_}").bounding_box()
        assert box is not None
        for _ in range(times):
            reader.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    for reader, _, _ in taps:
        reader.page.evaluate("() => window.tableHear()")


def place(reader: Reader, id_: str, ordinal: str, *words: str) -> None:
    """The large place of somebody who waits, and what stands beside it."""
    show(reader, "act")
    found = reader.get(f"gauntlet-{id_}")
    expect(found.locator("strong")).to_have_text(ordinal)
    for part in words:
        expect(found).to_contain_text(part)


# A turn


def half(reader: Reader, name: str, side: str) -> Locator:
    """The half of a card in the hand."""
    return reader.get(f"half-{name}-{side}")


def plays(reader: Reader, seat: str, name: str, side: str, *more: str) -> None:
    """Pick a half, what else is to be said of it (test ids), and confirm."""
    prompt = picks(reader, seat, name, side, *more)
    fits(reader, reader.get("confirm"))
    press(reader, reader.get("confirm"))
    reader.answered(prompt)


def picks(reader: Reader, seat: str, name: str, side: str, *more: str) -> Plain:
    """Pick a half and what else is to be said of it; nothing is confirmed."""
    prompt = reader.asked(seat, "turn")
    reader.to_front(seat)
    show(reader, "act")
    press(reader, half(reader, name, side))
    for one in more:
        press(reader, reader.get(one))
    return prompt


def ends(reader: Reader, seat: str) -> None:
    """End one's turn."""
    prompt = reader.asked(seat, "turn")
    reader.to_front(seat)
    show(reader, "act")
    press(reader, reader.get("answer-end"))
    reader.answered(prompt)


# What is said


def opened(reader: Reader, words: str, *parts: str) -> None:
    """The newest entry that says this, opened, has these parts in this order; then it is closed again."""
    entry = next(one for one in reversed(reader.log()) if words in sentence(one))
    show(reader, "log")
    row = reader.get(f"entry-{entry['number']}")
    toggle = row.get_by_role("button", name=re.compile(f"(Sums|More) of entry {entry['number']}$"))
    press(reader, toggle)
    expect(row).to_have_text(has(*parts))
    no_sideways(reader.page)
    press(reader, toggle)
    show(reader, "act")
