"""What people do and see on a board of hexes: the move ring, ways, lines of fire, chips, Resonance."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.pace.board import fits, has, on_phone, press, show
from tests.browser.table import Plain, Reader, sentence

WEIR = str(Path(__file__).with_name("weir.toml"))
"""Senna and Ruo against Warden, Husk and one that is hidden, with a drop to be pushed over."""


def unit(reader: Reader, id_: str) -> Plain:
    """A unit as this reader sees it."""
    return next(one for one in reader.view()["fight"]["units"] if one["id"] == id_)


def stands(reader: Reader, id_: str, hex_: str, hp: int, *conditions: str) -> None:
    """Wait until somebody stands there, and has so many HP and exactly these conditions."""
    reader.wait(
        """(() => {
          const one = v.fight.units.find((each) => each.id === a[0])
          const held = one.conditions.map((each) => each.name)
          return [one.id, v.fight.board.names[one.hex], one.hp, ...held].join() === a.join()
        })()""",
        [id_, hex_, hp, *conditions],
    )


def resonance(reader: Reader, id_: str, band: int, manifest: bool) -> None:
    """Wait until the band of a Cantor is there, and its Fracture manifest or not."""
    reader.wait(
        """(() => {
          const { cantor } = v.fight.units.find((each) => each.id === a[0])
          return cantor.band === a[1] && cantor.fracture.manifest === a[2]
        })()""",
        [id_, band, manifest],
    )


# Answering


def goes(reader: Reader, id_: str) -> None:
    """Of all that could act next, this one does."""
    prompt = reader.asked(id_, "activate")
    show(reader, "act")
    button = reader.get(f"activate-{id_}").get_by_test_id("answer-go")
    fits(reader, button)
    press(reader, button)
    reader.answered(prompt)


def does(reader: Reader, seat: str, option: str) -> None:
    """Do something in one's own turn that is confirmed."""
    prompt = reader.asked(seat, "turn")
    reader.to_front(seat)
    show(reader, "act")
    reader.choose(prompt, option)
    fits(reader, reader.get("confirm"))
    press(reader, reader.get("confirm"))
    reader.answered(prompt)


def refused(reader: Reader, option: str, why: str, clause: str) -> None:
    """A row that is refused stays in its place, with its reason and its clause."""
    show(reader, "act")
    row = reader.page.get_by_role("listitem").filter(has=reader.get(option))
    expect(row).to_contain_text(why)
    expect(row).to_contain_text(clause)
    expect(reader.get(option)).to_have_attribute("aria-disabled", "true")


# Hexes


def ring(reader: Reader, reach: int, hexes: int) -> None:
    """The move ring is drawn, so many hexes inside closed lines; the caption says how far it reaches."""
    show(reader, "board")
    found = reader.view()["fight"]["ring"]
    assert found is not None
    names = reader.view()["fight"]["board"]["names"]
    assert len(found["hexes"]) == hexes, [names[one] for one in found["hexes"]]
    washed = reader.page.locator("path[data-ring]").get_attribute("d")
    line = reader.page.locator("path[data-ring-line]").get_attribute("d")
    assert washed is not None
    assert line is not None
    assert washed.count("M") == hexes
    assert line.count("M") == line.count("z") == len(found["lines"])
    expect(reader.get("board")).to_contain_text(f"move ring, {reach} hexes C3.1")


def walks(reader: Reader, id_: str, kind: str, hex_: str, cost: int) -> None:
    """Press a hex, see the way and its cost, and confirm."""
    prompt = reader.asked(id_, "turn")
    reader.to_front(id_)
    if kind == "boost":
        show(reader, "act")
        press(reader, reader.get("group-boost"))
    show(reader, "board")
    press(reader, reader.get(f"hex-{hex_}"))
    expect(reader.get(f"hex-{hex_}")).to_have_attribute("aria-pressed", "true")
    expect(reader.get(f"hex-{hex_}")).to_have_accessible_name(
        has(f"{hex_},", f"cost {cost}", "may be chosen")
    )
    expect(reader.page.locator(f'path[data-way="{kind} {hex_}"]')).to_have_count(1)
    expect(reader.get("board").get_by_text(f"cost {cost}", exact=True)).to_be_visible()
    fits(reader, reader.get(f"hex-{hex_}"), reader.get("confirm"))
    reader.shot(f"cantor-{kind}-{hex_}-{reader.page.viewport_size['width']}")  # type: ignore[index]
    press(reader, reader.get("confirm"))
    reader.answered(prompt)


def aims(reader: Reader, seat: str, row: str, target: str, option: str, cover: str, words: str) -> None:
    """Choose a row and press a token: the line of fire is drawn, with the cover on it by name."""
    reader.asked(seat, "turn")
    show(reader, "act")
    press(reader, reader.get(f"group-{row}"))
    show(reader, "board")
    press(reader, reader.get(f"token-{target}"))
    expect(reader.get(f"token-{target}")).to_have_attribute("aria-pressed", "true")
    expect(reader.page.locator(f'path[data-aim="{option}"]')).to_have_count(1)
    expect(reader.page.locator(f'path[data-cover="{cover}"]')).to_have_count(1)
    expect(reader.get("cover")).to_have_text(words)
    fits(reader, reader.get("confirm"))


# The sheet


def look_at(reader: Reader, id_: str) -> None:
    """Show the sheet of a unit on the board."""
    show(reader, "board")
    press(reader, reader.get(f"token-{id_}"))
    show(reader, "sheet")
    expect(reader.page.get_by_role("heading", name=unit(reader, id_)["name"], exact=True)).to_be_visible()


def leave_it(reader: Reader) -> None:
    """Go back to one's own sheet."""
    press(reader, reader.page.get_by_role("button", name="Back to yours"))
    show(reader, "act")


def chip(reader: Reader, condition: str, ends: str, does: str, clause: str) -> None:
    """A chip says when a condition ends; with the focus on it, also what that does, and its clause."""
    found = reader.get(f"condition-{condition}")
    expect(found).to_contain_text(ends)
    expect(reader.page.get_by_text(does)).to_have_count(0)
    fits(reader, found)
    if on_phone(reader):
        found.tap()
    else:
        # There and back by the keyboard: only such a focus shows.
        found.focus()
        reader.page.keyboard.press("Shift+Tab")
        reader.page.keyboard.press("Tab")
        expect(found).to_be_focused()
    expect(found).to_have_attribute("aria-expanded", "true")
    expect(found).to_have_accessible_description(has(does, clause))


# What is said


def entry_of(reader: Reader, *parts: str) -> Plain:
    """The newest log entry whose sentence has these parts in this order."""
    pattern = has(*parts)
    found = [entry for entry in reader.log() if pattern.search(sentence(entry))]
    assert found, f"{parts} not in {[sentence(entry) for entry in reader.log()]}"
    return found[-1]


def unfolded(reader: Reader, entry: Plain, *parts: str) -> None:
    """An entry, opened, has these parts in this order; then it is closed again."""
    show(reader, "log")
    row = reader.get(f"entry-{entry['number']}")
    toggle = row.get_by_role("button", name=f"Sums of entry {entry['number']}")
    press(reader, toggle)
    expect(row).to_have_text(has(*parts))
    fits(reader, toggle)


def fold(reader: Reader, entry: Plain) -> None:
    """Close an entry again."""
    press(
        reader,
        reader.get(f"entry-{entry['number']}").get_by_role("button", name=f"Sums of entry {entry['number']}"),
    )
    show(reader, "act")


# What a page was never told


def never_told(reader: Reader, *names: str) -> None:
    """No frame that has reached this page has one of these words in it, whatever its case."""
    for message in reader.received:
        text = json.dumps(message, ensure_ascii=False).lower()
        for name in names:
            assert name.lower() not in text, f"{name!r} in a frame: {message['type']}"


def places_told(reader: Reader) -> Iterator[tuple[int, str, int | None]]:
    """Where every frame that has reached this page said somebody stands: position of the fight, id, hex."""
    for message in reader.received:
        if message["type"] == "view":
            units: list[Any] = message["fight"]["units"]
            yield from ((message["position"], one["id"], one["hex"]) for one in units)


def speaks_of(entry: Plain, *words: str) -> bool:
    """Whether a log entry has one of these words anywhere in it."""
    text = json.dumps(entry, ensure_ascii=False)
    return any(re.search(rf"\b{re.escape(word)}\b", text) for word in words)


def token(reader: Reader, id_: str) -> Locator:
    """The token of a unit."""
    return reader.get(f"token-{id_}")
