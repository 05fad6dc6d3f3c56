"""Reasons of Pace: mechanics name them by a key, and one place has their words."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from affray.kernel.reasons import Reason
from affray.systems.pace import text
from affray.systems.pace.text.reasons import WORDS
from tests.house.source import Module, at, called_name, modules

SHOWS = ("text", "view", "view_types")
"""Modules of Pace that are words: how a fight reads."""

CONTENT = ("book", "check_pack", "rulings", "scenario", "setting")
"""Modules that describe content and its faults to whoever writes it."""

FOR_DEVELOPERS = ("AssertionError", "Unreadable", "ValueError")
"""Errors about calls that no table makes: what they say is for whoever writes the call."""


def mechanics() -> Iterator[Module]:
    """The modules that decide, and those that apply what was decided."""
    for module in modules("src/affray/systems/pace"):
        part = module.name.removeprefix("affray.systems.pace").split(".")[1:2]
        if not {*part} & {*SHOWS, *CONTENT, "invariants"}:
            yield module


def keys() -> set[str]:
    """Every key that mechanics give a reason. Why an attack stops is chosen into a variable."""
    found = {"attacker gone", "attacker defeated", "target gone", "target defeated"}
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
        text.in_words(Reason("because", "P1.1"))


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        (Reason("no AP", "P3.5", (2, 1)), "It takes 2 AP, and 1 is there"),
        (Reason("no AP", "P3.5", (1, 0)), "It takes 1 AP, and 0 are there"),
        (Reason("too little AP for Bulk", "P8.1", (3, 2)), "Its Bulk takes 3 AP, and 2 are there"),
        (Reason("out of range", "P4.10", (3, 1)), "It is 3 Paces away; the range is 1"),
        (Reason("no words left", "P8.5", (1, 0)), "1 word would be spoken, and 0 are left"),
        (Reason("no words left", "P8.5", (26, 1)), "26 words would be spoken, and 1 is left"),
        (Reason("held back", "P5.2", ("Ann", 1)), "Ann holds it to within 1 Pace"),
        (Reason("too far to walk", "P6.2", ("H5", 4)), "H5 is further than 4 Paces lead"),
        (
            Reason("no free movement: threatened", "P6.3", ("Ann", "Bob")),
            "No free movement: Ann and Bob threaten the square",
        ),
        (
            Reason("no free movement: threatened", "P6.3", ("Ann",)),
            "No free movement: Ann threatens the square",
        ),
        (
            Reason("maneuver needs Ability", "P5.1", ("trip", "Sword")),
            "Trip with a weapon such as the sword needs an Ability",
        ),
        (Reason("not offered", "P3.1", ("{fly}",)), '"{fly}" is not on offer here'),
        (Reason("not your turn", "P8.6", ("{x}",)), "It is not {x}'s turn"),
    ],
)
def test_reasons_in_words(reason: Reason, words: str) -> None:
    """Names and numbers stand where the sentence wants them; what they hold is never read as a pattern."""
    assert text.in_words(reason) == words
    assert text.remark_of(reason) == {"text": words, "clause": reason.clause}


def test_mechanics_hold_no_sentence() -> None:
    """What people read stands in `text`, once, where it can be translated.

    Kinds of questions and keys have three words at most.
    """
    found = [f"{at(module, node)}: {words}" for module in mechanics() for node, words in sentences(module)]
    assert not found, "\n".join(found)


def sentences(module: Module) -> Iterator[tuple[ast.AST, str]]:
    """Every text of four or more words that is no docstring and goes into no developer's error."""
    aside: set[int] = set()
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            aside.add(id(node.value))
        elif isinstance(node, ast.Assert) and node.msg is not None:
            aside.update(map(id, ast.walk(node.msg)))
        elif isinstance(node, ast.Call) and called_name(node) in (*FOR_DEVELOPERS, "Reason"):
            aside.update(map(id, ast.walk(node)))
    for node in ast.walk(module.tree):
        if isinstance(node, ast.JoinedStr):
            aside.update(map(id, node.values))
            words = " ".join(str(part.value) for part in node.values if isinstance(part, ast.Constant))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            words = node.value
        else:
            continue
        if id(node) not in aside and len(words.split()) > 3:
            yield node, words
