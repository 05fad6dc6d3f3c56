"""Acts as they come in: read strictly, with every fault named."""

from __future__ import annotations

import pytest

from affray.kernel.calls import Call, InsistingCall, audience, need_reason, read_call
from affray.kernel.errors import Unreadable


class Nudge(Call):
    """Whom, and how far."""

    who: str
    far: int = 1


class Push(InsistingCall):
    """Whom."""

    who: str


KNOWN = {"nudge": Nudge, "push": (Push, len)}
"""One act alone, one with what carries it out."""


def test_an_act_is_read_into_its_shape() -> None:
    """Both ways of naming an act are known, and defaults are filled in."""
    assert read_call(KNOWN, "nudge", {"who": "ada"}) == Nudge(who="ada", far=1)
    assert read_call(KNOWN, "push", {"who": "ada", "force": True}) == Push(who="ada", force=True)


@pytest.mark.parametrize(
    ("name", "data", "says"),
    [
        ("nugde", {"who": "ada"}, ['"nugde" is no act here', "nudge, push", 'Did you mean "nudge"?']),
        ("zz", {}, ['"zz" is no act here; known are nudge, push.']),
        ("nudge", {"far": "2", "wide": 1}, ['The act "nudge" cannot be read', "who: ", "far: ", "wide: "]),
    ],
)
def test_what_cannot_be_read_is_named(name: str, data: dict[str, object], says: list[str]) -> None:
    """An unknown act gets the nearest name; faulty data gets a line for each fault."""
    with pytest.raises(Unreadable) as caught:
        read_call(KNOWN, name, data)
    assert all(part in str(caught.value) for part in says), str(caught.value)


def test_insisting_takes_a_reason() -> None:
    """By force alone is not enough, and blanks are no reason."""
    with pytest.raises(Unreadable, match='"push" by force needs a reason'):
        need_reason("push", Push(who="ada", force=True), "  ")
    need_reason("push", Push(who="ada", force=True), "the floor is wet")
    need_reason("push", Push(who="ada"), "")
    need_reason("nudge", Nudge(who="ada"), "")


def test_an_audience_in_three_sizes() -> None:
    """Everybody, one side, or nobody but the GM."""
    assert [audience("A", seen_by) for seen_by in ("all", "side", "gm")] == [None, ("A",), ()]
