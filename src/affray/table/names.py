"""Names that people give themselves: any script, but nothing invisible and nothing that turns text around."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection

from affray.kernel.errors import Refused
from affray.table.wire import NAME_LENGTH_MAX

_JOINERS = "\u200c\u200d"
"""Invisible, but words of several scripts are written with them."""

TABLE_NAME = "the table"
"""How the log names the table itself; nobody may be called so."""


def clean_name(name: str) -> str:
    """The name as it is shown: composed, on one line, without control characters. Raises `Refused`."""
    composed = unicodedata.normalize("NFC", name)
    kept = "".join(
        " " if character.isspace() else character
        for character in composed
        if character in _JOINERS or character.isspace() or not unicodedata.category(character).startswith("C")
    )
    cleaned = " ".join(kept.split()).strip(_JOINERS)[:NAME_LENGTH_MAX]
    if not cleaned:
        raise Refused("A name needs at least one character that can be seen.", "")
    return cleaned


def distinct(name: str, taken: Collection[str]) -> str:
    """The name, with a number behind it where somebody else has it already."""
    folded = {other.casefold() for other in taken}
    if name.casefold() not in folded:
        return name
    number = 2
    while (numbered := f"{name[: NAME_LENGTH_MAX - 6]} ({number})").casefold() in folded:
        number += 1
    return numbered
