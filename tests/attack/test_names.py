"""Names that pretend to be another's, or that cover the page."""

from __future__ import annotations

import unicodedata

import pytest

from affray.kernel.errors import Refused
from affray.kernel.plain_text import MARKS_MAX
from affray.table.names import clean_name, distinct


@pytest.mark.parametrize(
    "name", ["G\u200dM", "GM\ufe0f", "GM\u3164", "\uff27\uff2d", "g\u034fm", "G\u2060M", "GM\U000e0101"]
)
def test_a_name_that_looks_like_anothers_gets_a_number(name: str) -> None:
    """Nothing invisible, no width and no capitals make it another name."""
    assert distinct(clean_name(name), ["GM"]).endswith("(2)")


@pytest.mark.parametrize("name", ["\u3164", "\u2800", "\ufe0f", "\u115f\u1160", "\u200d\u200c", " \u034f "])
def test_a_name_of_nothing_but_invisible_characters_is_refused(name: str) -> None:
    """Fillers and blanks that Unicode does not call spaces."""
    with pytest.raises(Refused):
        clean_name(name)


def test_marks_are_kept_from_piling_up() -> None:
    """A letter keeps those that scripts write, and no tower of them."""
    towering = clean_name("a" + "\u0301" * 50 + "b")
    marks = sum(unicodedata.category(one) == "Mn" for one in unicodedata.normalize("NFD", towering))
    assert marks <= MARKS_MAX + 1
    assert towering.endswith("b")


@pytest.mark.parametrize("name", ["Việt", "ผู้ใหญ่", "नमस्ते", "میخواهم", "한글", "❤\ufe0f", "בְּרֵאשִׁ֖ית", "O’Neil"])
def test_names_of_any_script_stay_as_they_are(name: str) -> None:
    """Nothing of theirs is taken for a trick."""
    composed = unicodedata.normalize("NFC", name)
    assert clean_name(name) == composed
    assert distinct(composed, ["GM", "Kai"]) == composed
