"""Save files that somebody has tampered with: whatever they hold, they are refused in words."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import orjson
import pytest

from affray.content import load_scenario
from affray.dice.counter import CounterDice
from affray.kernel.errors import Unreadable
from affray.kernel.session import Session
from affray.table.save import read_save, save_of


def saved() -> dict[str, Any]:
    """A save of a fight that has just begun."""
    loaded = load_scenario("ropewalk-duel")
    session = Session(loaded.system, loaded.start(), CounterDice("seed"))
    document: dict[str, Any] = orjson.loads(save_of(loaded, "seed", session, []))
    return document


def sealed(document: dict[str, Any]) -> bytes:
    """The save with a hash that fits what its content has become."""
    content = {key: value for key, value in document["content"].items() if key != "id"}
    digest = hashlib.blake2b(orjson.dumps(content, option=orjson.OPT_SORT_KEYS), digest_size=16)
    return orjson.dumps({**document, "content_hash": digest.hexdigest()})


def _no_packs(content: Any) -> None:
    content["packs"] = []


def _no_zone(content: Any) -> None:
    del content["scenario"]["zone"][0]


def _unknown_sheet(content: Any) -> None:
    content["scenario"]["combatant"][0]["sheet"] = "nobody"


def _unknown_ruling(content: Any) -> None:
    content["scenario"]["rulings"] = {"gravity": 3}


def _deep(content: Any) -> None:
    for _ in range(200):
        content["scenario"] = {"rulings": content["scenario"]}


@pytest.mark.parametrize("spoil", [_no_packs, _no_zone, _unknown_sheet, _unknown_ruling, _deep])
def test_content_that_leads_nowhere_is_refused(spoil: Callable[[Any], None]) -> None:
    """Also where the hash of the content was worked out anew."""
    document = saved()
    spoil(document["content"])
    with pytest.raises(Unreadable, match="content of this save"):
        read_save(sealed(document))


def test_a_save_that_was_not_touched_is_read() -> None:
    """The same way of writing it, nothing changed."""
    assert read_save(sealed(saved())).loaded.id == "ropewalk-duel"
