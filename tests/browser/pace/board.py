"""What people do and see on a board of squares: ways and their cost, facings, threatened squares, dice."""

from __future__ import annotations

import re
import time
from pathlib import Path

from playwright.sync_api import Locator, expect

from tests.browser.table import Plain, Reader, no_sideways, thumbs

KILN = str(Path(__file__).with_name("kiln.toml"))
"""Ilse and Bram against Kord and Hask, with a wall to be pushed into and one row of rubble."""

SEATS = ("ilse", "bram", "kord", "hask")

BY_HAND = ("--typed", "A,B")
"""All dice are thrown by hand, also those of the first initiative."""

ROWS = {"free": "free-movement", "move": "move", "walk": "go-on"}
"""The row of the panel for each kind of walk."""


def on_phone(reader: Reader) -> bool:
    """Whether this reader has one thing at a time before the eyes."""
    size = reader.page.viewport_size
    return size is not None and size["width"] < 700


def show(reader: Reader, tab: str) -> None:
    """Turn to a tab, where there are tabs."""
    if on_phone(reader):
        reader.get(f"tab-{tab}").tap()
        expect(reader.get(f"tab-{tab}")).to_have_attribute("aria-current", "page")
        # Buttons of slips are clicked; a phone has no mouse that would then rest on the board.
        reader.page.mouse.move(0, 0)


def press(reader: Reader, control: Locator) -> None:
    """Press with a thumb or with a mouse."""
    if on_phone(reader):
        control.tap()
    else:
        control.click()


def fits(reader: Reader, *controls: Locator) -> None:
    """On a phone a thumb has room for these, and nothing is off the side."""
    if on_phone(reader):
        thumbs(*controls)
        no_sideways(reader.page)


def character(reader: Reader, id_: str) -> Plain:
    """A character as this reader sees it."""
    return next(one for one in reader.view()["fight"]["characters"] if one["id"] == id_)


def place(reader: Reader, id_: str) -> str:
    """The name of the square somebody stands on."""
    names = reader.view()["fight"]["board"]["names"]
    return str(names[character(reader, id_)["square"]])


def stands(reader: Reader, id_: str, square: str, facing: str, ap: int, hp: int) -> None:
    """Wait until somebody stands there, faces that way, and has so many AP and HP."""
    reader.wait(
        """(() => {
          const one = v.fight.characters.find((each) => each.id === a[0])
          const now = [one.id, v.fight.board.names[one.square], one.facing, one.ap, one.hp]
          return now.join() === a.join()
        })()""",
        [id_, square, facing, ap, hp],
    )


def together(*readers: Reader) -> None:
    """Wait until all have the newest view."""
    position = max(one.view()["position"] for one in readers)
    for one in readers:
        one.wait("v.position >= a", position)


def at(reader: Reader, id_: str, square: str) -> None:
    """Wait until the table says, and the board shows, that somebody stands on a square."""
    reader.wait(
        "v.fight.board.names[v.fight.characters.find((one) => one.id === a[0]).square] === a[1]",
        [id_, square],
    )


def paces_left(reader: Reader) -> int:
    """What is left of the walk under way."""
    return int(reader.view()["fight"]["turn"]["walk"]["paces"])


# Answering


def faces(reader: Reader, seat: str, *shown: int) -> Plain:
    """Type what the dice show, one face for each die. Gives what was asked."""
    prompt = reader.asked(seat, "throw")
    assert len(prompt["dice"]) == len(shown), prompt
    reader.to_front(seat)
    show(reader, "act")
    fits(reader, reader.get("die-field-0"), reader.get("dice-submit"))
    for index, face in enumerate(shown):
        reader.get(f"die-field-{index}").fill(str(face))
    reader.get("dice-submit").click()
    reader.answered(prompt)
    return prompt


def answer(reader: Reader, seat: str, kind: str, option: str) -> None:
    """Answer a question with a button."""
    reader.asked(seat, kind)
    show(reader, "act")
    fits(reader, reader.get(f"answer-{option}").first)
    reader.answer(seat, kind, option)


def act(reader: Reader, seat: str, option: str) -> None:
    """Do something in one's own turn that is no walk."""
    reader.asked(seat, "turn")
    show(reader, "act")
    reader.act(seat, option)


def stay(reader: Reader, seat: str) -> None:
    """No Pivot, where one could be paid for."""
    answer(reader, seat, "pivot", "stay")


def attack(reader: Reader, seat: str, option: str, d20: int) -> None:
    """Attack in one's own turn, and type the attack roll."""
    act(reader, seat, option)
    faces(reader, seat, d20)


# Squares


def aim_at(reader: Reader, seat: str, kind: str, square: str, paces: str) -> Plain:
    """Choose a square on the board by its row and its ring, and read what it would cost."""
    prompt = reader.asked(seat, "turn")
    reader.to_front(seat)
    show(reader, "act")
    press(reader, reader.get(f"group-{ROWS[kind]}"))
    show(reader, "board")
    press(reader, reader.get(f"square-{square}"))
    reads(reader, kind, square, paces)
    return prompt


def reads(reader: Reader, kind: str, square: str, paces: str) -> None:
    """The way to a square is drawn, with its cost at its end and on what is read out."""
    expect(reader.get(f"square-{square}")).to_have_attribute("aria-pressed", "true")
    expect(reader.page.locator(f'[data-way="{kind} {square}"]')).to_have_count(1)
    expect(reader.page.locator(".cost").get_by_text(paces, exact=True)).to_be_visible()
    expect(reader.get(f"square-{square}")).to_have_accessible_name(has(f"{square},", f"{paces},"))
    fits(reader, reader.get(f"square-{square}"), reader.get("confirm"))


def walk(reader: Reader, seat: str, kind: str, square: str, paces: str) -> None:
    """Go to a square for the Paces that the board said it would cost."""
    prompt = aim_at(reader, seat, kind, square, paces)
    press(reader, reader.get("confirm"))
    reader.answered(prompt)
    at(reader, seat, square)


def turn_to(reader: Reader, seat: str, row: str, facing: str) -> None:
    """Choose a direction on the compass, from a row of one's own turn."""
    prompt = reader.asked(seat, "turn")
    show(reader, "act")
    press(reader, reader.get(f"group-{row}"))
    fits(reader, *(reader.get(f"compass-{one}") for one in ("N", "E", "SE", "W")))
    press(reader, reader.get(f"compass-{facing}"))
    reader.answered(prompt)


def drag(reader: Reader, id_: str, square: str) -> None:
    """Drag somebody's token to a square: with the mouse, or with a finger."""
    start, end = (middle(reader.get(name)) for name in (f"token-{id_}", f"square-{square}"))
    way = [tuple(a + (b - a) * part / 4 for a, b in zip(start, end, strict=True)) for part in range(1, 5)]
    if not on_phone(reader):
        mouse = reader.page.mouse
        mouse.move(*start)
        mouse.down()
        for x, y in way:
            mouse.move(x, y)
        mouse.up()
        return
    finger = reader.context.new_cdp_session(reader.page)
    # A finger that takes its time and comes to rest: a flick would take the next tap for itself.
    touch = [("touchStart", start), *(("touchMove", point) for point in (*way, end)), ("touchEnd", None)]
    began = time.time() - len(touch) / 5
    for number, (kind, point) in enumerate(touch):
        points = [] if point is None else [{"x": point[0], "y": point[1]}]
        when = began + number / 5
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points, "timestamp": when})
    finger.detach()


def middle(control: Locator) -> tuple[float, float]:
    """The middle of something on the page."""
    control.scroll_into_view_if_needed()
    box = control.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def wedge(reader: Reader, id_: str) -> Locator:
    """The squares somebody threatens, as they are drawn."""
    return reader.page.locator(f'path[data-wedge="{id_}"]')


def threatens(reader: Reader, id_: str, *squares: str) -> None:
    """Exactly these squares are drawn as threatened by somebody."""
    names = reader.view()["fight"]["board"]["names"]
    indices = " ".join(str(index) for index in sorted(names.index(square) for square in squares))
    expect(wedge(reader, id_)).to_have_attribute("data-squares", indices)


# What is said


def logged(reader: Reader, *parts: str) -> None:
    """The log on the page says this."""
    show(reader, "log")
    for part in parts:
        expect(reader.get("log")).to_contain_text(part)
    show(reader, "act")


def has(*parts: str) -> re.Pattern[str]:
    """A pattern for a text that has these parts in this order."""
    return re.compile(".*".join(re.escape(part) for part in parts))
