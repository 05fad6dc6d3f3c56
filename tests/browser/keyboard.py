"""Play without a mouse: keys, where the focus is, and what a screen reader is told."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.table import Reader


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
