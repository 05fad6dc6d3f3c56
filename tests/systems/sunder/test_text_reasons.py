"""Every reason that the rules of Sunder can give has words."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from affray.kernel.reasons import Reason
from affray.systems.sunder import text
from affray.systems.sunder.text.reasons import WORDS
from tests.house.source import Module, called_name, modules

SHOWS = ("text", "view", "view_types")
"""Modules of Sunder that are words: how a scene reads."""

CHOSEN = {
    *("Blinded chooser", "Enraptured chooser"),
    *("Rooted", "Held", "Pinned"),
    *("only in a group", "flavor later"),
    *("needs both hands", "no hand for it"),
}
"""Keys that are chosen into a variable before the reason is made."""


def mechanics() -> Iterator[Module]:
    """The modules that decide."""
    for module in modules("src/affray/systems/sunder"):
        if not {*module.name.removeprefix("affray.systems.sunder").split(".")[1:2]} & {*SHOWS}:
            yield module


def keys() -> set[str]:
    """Every key that mechanics give a reason."""
    found = set(CHOSEN)
    for module in mechanics():
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Call) and called_name(node) == "Reason" and node.args:
                key = node.args[0]
                if isinstance(key, ast.Constant):
                    found.add(str(key.value))
    return found


def test_every_reason_has_words_and_all_words_a_reason() -> None:
    """No key without a sentence, and no sentence that nothing leads to."""
    assert keys() == set(WORDS)


def test_a_key_without_words_is_a_mistake() -> None:
    """It fails loudly, where a text with nothing in it would be sent."""
    with pytest.raises(KeyError):
        text.in_words(Reason("because", "S1.1"))


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        (Reason("same side", "S5.4", ("top",)), "A top is played in this turn already"),
        (
            Reason("out of reach", "S14.6", ("Rook", 25)),
            "Rook is 25 feet away, and the weapon does not reach so far",
        ),
        (
            Reason("too far to go", "S11.5", ("Mill", 55, 30)),
            "The way to Mill is 55 feet long, the Movement 30 feet",
        ),
        (
            Reason("Rooted", "S10.6", ("Ines", 5)),
            "Ines is Rooted, and goes no further than 5 feet from the centre",
        ),
        (
            Reason("no stacking", "S1.22", (-2,)),
            "Together they would be \N{MINUS SIGN}2; here they make one step at most",
        ),
        (Reason("not offered", "S5.1", ("{fly}",)), '"{fly}" is not on offer here'),
    ],
)
def test_reasons_in_words(reason: Reason, words: str) -> None:
    """Names and numbers stand where the sentence wants them; what they hold is never read as a pattern."""
    assert text.in_words(reason) == words
    assert text.remark_of(reason) == {"text": words, "clause": reason.clause}
