"""Reasons of Cantor: mechanics name them by a key, and one place has their words."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from affray.kernel.reasons import Reason
from affray.systems.cantor import text
from affray.systems.cantor.text.reasons import WORDS
from tests.house.source import Module, called_name, modules

SHOWS = ("text", "view", "view_types")
"""Modules of Cantor that are words: how a fight reads."""


def mechanics() -> Iterator[Module]:
    """The modules that decide."""
    for module in modules("src/affray/systems/cantor"):
        if not {*module.name.removeprefix("affray.systems.cantor").split(".")[1:2]} & {*SHOWS}:
            yield module


def keys() -> set[str]:
    """Every key that mechanics give a reason. Why an attack stops is chosen into a variable."""
    found = {"attacker out", "attacker Stunned", "target out"}
    for module in mechanics():
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Call) and called_name(node) == "Reason":
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
        text.in_words(Reason("because", "C1.1"))


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        (Reason("same Quick", "C3.1", ("Skirmish",)), "Skirmish was taken this turn already"),
        (Reason("out of range", "C1.2", (1, 0)), "It is 1 hex away; the range is 0"),
        (Reason("out of range", "C1.2", (6, 5)), "It is 6 hexes away; the range is 5"),
        (Reason("too far to walk", "C3.14", ("F4", 3)), "F4 is further than 3 hexes lead"),
        (Reason("cover ignored", "C2.12", ("hard", "sonic")), "Hard cover: sonic attacks ignore it"),
        (Reason("cover adjacent", "C2.12", ("soft",)), "Soft cover: an adjacent attacker ignores it"),
        (
            Reason("Fracture bars", "C4.5", ("Malachite Closed Air", "tech")),
            "Malachite Closed Air allows no tech",
        ),
        (Reason("too little Stress", "C5.1", (2, 1)), "A Cooldown costs 2 Stress, and 1 is left"),
        (Reason("not offered", "C3.1", ("{fly}",)), '"{fly}" is not on offer here'),
        (Reason("out", "C2.16", ("{x}",)), "{x} is out of the fight"),
    ],
)
def test_reasons_in_words(reason: Reason, words: str) -> None:
    """Names and numbers stand where the sentence wants them; what they hold is never read as a pattern."""
    assert text.in_words(reason) == words
    assert text.remark_of(reason) == {"text": words, "clause": reason.clause}


@pytest.mark.parametrize("key", ["hostile adjacent", "in sight"])
def test_who_keeps_one_from_hiding_is_not_named(key: str) -> None:
    """It may be Hidden itself (C2.8)."""
    assert "Bob" not in text.in_words(Reason(key, "C3.5", ("Bob",)))
