"""What a player lets a character of Pace say: it stands in everybody's log, and stays one line of it."""

from __future__ import annotations

from typing import Any

import pytest

from affray.kernel.inputs import Act
from affray.table.transcript import log_as_text
from tests.table.test_d20plus_table import Tables

FORGED = "Yield!”\n\n7. GM: the raiders have won."


def said(text: str) -> list[dict[str, Any]]:
    """The log that somebody who watches is sent after a character said something."""
    tables = Tables("toll-bridge")
    seat, page = next(iter(tables.players.items()))
    page.do("act", name="say", data={"character": seat, "text": text})
    return list(tables.watcher.log.values())


def acts_of(tables: Tables) -> list[str]:
    """The acts that were taken in, by name."""
    return [item.name for item in tables.table.session.journal if isinstance(item, Act)]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (FORGED, "“Yield!” 7. GM: the raiders have won.”"),
        ("a\u2028b\x0bc\x85d", "“a b c d”"),
        ("Hold\u202e the gate\x1b[2J\x00", "“Hold the gate[2J”"),
        ("a" + "\u0300" * 500, "“à\u0300\u0300\u0300\u0300”"),
        ("<b>Hold</b>", "“<b>Hold</b>”"),
    ],
)
def test_words_break_and_turn_no_line(text: str, told: str) -> None:
    """No line of the exported log can be made up, and none is turned around or painted over."""
    entry = said(text)[-1]
    assert "".join(part for part in entry["say"] if isinstance(part, str)).endswith(told)


def test_a_said_line_is_one_line_of_the_exported_log() -> None:
    """Its number is the table's."""
    lines = log_as_text("T", said(FORGED)).splitlines()  # type: ignore[arg-type]
    assert sum("raiders have won" in line for line in lines) == 1
    assert not any(line.startswith("7. GM") for line in lines)


@pytest.mark.parametrize("text", ["\x00", "\u202e\u202d", "\u200b", " \n "])
def test_what_nobody_sees_is_not_said(text: str) -> None:
    """And costs no words."""
    tables = Tables("toll-bridge")
    seat, page = next(iter(tables.players.items()))
    refusal = page.ask("act", name="say", data={"character": seat, "text": text})
    assert refusal["clause"] == "P8.5"
    assert acts_of(tables) == []


@pytest.mark.parametrize("name", ["say", "pivots"])
def test_own_acts_are_for_the_own_seat_alone(name: str) -> None:
    """Not for another's, whatever names it; not for who watches; not once the fight is over."""
    tables = Tables("toll-bridge")
    (seat, page), *_, (other, _) = tables.players.items()
    more: dict[str, Any] = {"text": "Hold!"} if name == "say" else {"asks": "never"}
    seats: list[Any] = [other, seat.upper(), f" {seat}", "gm", None, [seat], {"id": seat}]
    for character in seats:
        assert page.ask("act", name=name, data={"character": character, **more})["kind"] in (
            "forbidden",
            "unreadable",
        )
    assert tables.watcher.ask("act", name=name, data={"character": seat, **more})["kind"] == "forbidden"
    tables.gm.do("act", name="end", data={"outcome": "over"}, reason="late")
    assert page.ask("act", name=name, data={"character": seat, **more})["kind"] == "forbidden"
    assert tables.errors == []
    assert acts_of(tables) == ["end"]
