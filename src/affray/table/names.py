"""Names that people give themselves: any script, but nothing invisible and nothing that turns text around."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection

from affray.kernel.errors import Refused
from affray.kernel.plain_text import one_line
from affray.table.wire import NAME_LENGTH_MAX

TABLE_NAME = "the table"
"""How the log names the table itself; nobody may be called so."""


_INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0"
    "\U000e0100-\U000e01ef]"
)
"""What shows nothing and is yet no control character: fillers, joiners, selectors of variants."""


def clean_name(name: str) -> str:
    """The name as it is shown: composed, on one line, without control characters. Raises `Refused`."""
    cleaned = one_line(name)[:NAME_LENGTH_MAX]
    if not _likeness(cleaned):
        raise Refused("A name needs at least one character that can be seen.", "")
    return cleaned


def distinct(name: str, taken: Collection[str]) -> str:
    """The name, with a number behind it where somebody else has it already."""
    alike = {_likeness(other) for other in taken}
    if _likeness(name) not in alike:
        return name
    number = 2
    while _likeness(numbered := f"{name[: NAME_LENGTH_MAX - 6]} ({number})") in alike:
        number += 1
    return numbered


def alike(one: str, other: str) -> bool:
    """Whether two names cannot be told apart by looking at them."""
    return _likeness(one) == _likeness(other)


def _likeness(name: str) -> str:
    """The same for names that look the same but for what cannot be seen, width and capitals."""
    return " ".join(_INVISIBLE.sub("", unicodedata.normalize("NFKC", name).casefold()).split())
