"""Reasons: mechanics name them by a key, one place has their words, and they live on in a save."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from affray.kernel.codec import from_plain, to_plain
from affray.kernel.errors import Refused
from affray.kernel.reasons import Reason
from affray.systems.d20plus import text
from affray.systems.d20plus.augments import LeftOut
from affray.systems.d20plus.events import StrikeResolved, StrikeStopped
from affray.systems.d20plus.text.reasons import WORDS
from tests.house.source import Module, at, called_name, modules
from tests.systems.d20plus.fights import Table, fight, person

SHOWS = ("text", "view", "view_types")
"""Modules of d20+ that are words: how a fight reads."""

CONTENT = ("book", "check_pack", "rulings", "scenario")
"""Modules that describe content and its faults to whoever writes it."""

FOR_DEVELOPERS = ("AssertionError", "Unreadable", "ValueError")
"""Errors about calls that no table makes: what they say is for whoever writes the call."""


def mechanics() -> Iterator[Module]:
    """The modules that decide, and those that apply what was decided."""
    for module in modules("src/affray/systems/d20plus"):
        part = module.name.removeprefix("affray.systems.d20plus").split(".")[1:2]
        if not {*part} & {*SHOWS, *CONTENT, "invariants"}:
            yield module


def sentences(module: Module) -> Iterator[tuple[ast.AST, str]]:
    """Every text of three or more words that is no docstring and goes into no developer's error."""
    aside: set[int] = set()
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            aside.add(id(node.value))
        elif isinstance(node, ast.Assert) and node.msg is not None:
            aside.update(map(id, ast.walk(node.msg)))
        elif isinstance(node, ast.Call) and called_name(node) in FOR_DEVELOPERS:
            aside.update(map(id, ast.walk(node)))
    for node in ast.walk(module.tree):
        if isinstance(node, ast.JoinedStr):
            aside.update(map(id, node.values))
            words = " ".join(str(part.value) for part in node.values if isinstance(part, ast.Constant))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            words = node.value
        else:
            continue
        if id(node) not in aside and len(words.split()) > 2:
            yield node, words


def test_mechanics_hold_no_sentence() -> None:
    """What people read stands in `text`, once, where it can be translated."""
    found = [f"{at(module, node)}: {words}" for module in mechanics() for node, words in sentences(module)]
    assert not found, "\n".join(found)


def test_every_reason_has_words_and_all_words_a_reason() -> None:
    """No key without a sentence, and no sentence that nothing leads to."""
    named = set()
    for module in mechanics():
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Call) and called_name(node) == "Reason":
                key = node.args[0]
                named.add(key.value if isinstance(key, ast.Constant) else "")
    # An attack that stops names its reason in a variable.
    named = named - {""} | {"attacker gone", "target gone", "target concealed"}
    assert named == set(WORDS)


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        (Reason("Trait broken", "D6.4", ("Body", "Might")), "Body is at 0, and Might needs it"),
        (
            Reason("check broken", "D6.10", ("Ann", "Body", "Might")),
            "Ann: Body is at 0, and Might needs it",
        ),
        (
            Reason("weapon's reach", "D8.4", ("Bob", "Far", "Close", "Ranged")),
            "Bob is Far; it reaches Close to Ranged",
        ),
        (Reason("weapon's reach", "D8.4", ("Bob", "Far", "Close")), "Bob is Far; it reaches Close"),
        (
            Reason("other rolls", "D3.6", ("Might", "axe", "defence")),
            "names Might, axe and defence, not this roll",
        ),
        (Reason("type taken", "D3.2", ("Gear", 8)), "one Gear die a roll, and a d8 counts"),
        (Reason("not offered", "D7.7", ("{fly}",)), '"{fly}" is not on offer here'),
    ],
)
def test_reasons_in_words(reason: Reason, words: str) -> None:
    """Names and numbers stand where the sentence wants them; what they hold is never read as a pattern."""
    assert text.in_words(reason) == words
    assert text.remark_of(reason) == {"text": words, "clause": reason.clause}


def test_reasons_come_back_from_json() -> None:
    """Events keep the key and what it is about, numbers as numbers, so that a save tells the same."""
    stopped = StrikeStopped("ann", "bob", Reason("nullified", "D11.6", ("Hush",)))
    assert stopped.clause == "D11.6"
    assert from_plain(StrikeStopped, to_plain(stopped)) == stopped
    table = Table(fight(person("ann", spirit=9, body=1, dice=()), person("bob", "B", named_by=("cid",))))
    table.do("ann 2-actions", "ann strike axe bob", "ann 12", "bob 3")
    resolved = table.events(StrikeResolved)[0]
    assert [reason.about for reason in resolved.not_counted] == [("Naming", 5, "Ann")]
    back = from_plain(StrikeResolved, to_plain(resolved))
    assert back == resolved
    assert all(type(left) is LeftOut for left in back.attack.left)


def test_a_denied_act_is_refused_in_words() -> None:
    """The mechanics name a reason; whoever asked reads a sentence with its clause."""
    table = Table(fight(person("ann", spirit=9), person("bob", "B", mind=1, wounds={"Mind": 1})))
    with pytest.raises(Refused) as error:
        table.act("check", persona="bob", skill="Logic", target_number=15)
    assert (error.value.text, error.value.clause) == ("Bob: Mind is at 0, and Logic needs it", "D6.10")
