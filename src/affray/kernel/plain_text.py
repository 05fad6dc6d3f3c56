"""Text that somebody typed, made fit to stand in a line among others."""

from __future__ import annotations

import unicodedata

JOINERS = "\u200c\u200d"
"""Invisible, but words of several scripts are written with them."""

MARKS_MAX = 4
"""Marks over or under one letter. Every script does with fewer; more cover the lines around."""


def one_line(text: str) -> str:
    """The text composed, on one line, without control characters and towers of marks. It may be empty."""
    composed = unicodedata.normalize("NFC", text)
    kept = "".join(
        " " if character.isspace() else character
        for character in composed
        if character in JOINERS or character.isspace() or not unicodedata.category(character).startswith("C")
    )
    return _few_marks(" ".join(kept.split()).strip(JOINERS))


def _few_marks(text: str) -> str:
    kept, marks = [], 0
    for character in text:
        marks = marks + 1 if unicodedata.category(character) in ("Mn", "Me") else 0
        if marks <= MARKS_MAX:
            kept.append(character)
    return "".join(kept)
