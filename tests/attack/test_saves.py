"""Save files that somebody has tampered with: whatever they hold, they are refused in words."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from random import Random
from typing import Any

import orjson
import pytest

from affray.content import load_scenario
from affray.dice.counter import CounterDice
from affray.kernel.errors import Unreadable
from affray.kernel.session import Session
from affray.table.save import FAULTS_SHOWN, read_save, replay, save_of
from tests.contract.play import any_answer, take


def saved(scenario: str = "ropewalk-duel") -> dict[str, Any]:
    """A save of a fight that has just begun."""
    loaded = load_scenario(scenario)
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


@pytest.mark.parametrize(("scenario", "other"), [("toll-bridge", "cantor"), ("pipe-bridge", "pace")])
def test_a_save_of_one_system_is_no_save_of_another(scenario: str, other: str) -> None:
    """Whether the system is named once or everywhere; and no more faults are told than somebody reads."""
    for everywhere in (False, True):
        document = saved(scenario)
        content = document["content"]
        for part in [content, *([content["scenario"], *content["packs"]] if everywhere else [])]:
            part["system"] = other
        with pytest.raises(Unreadable, match="content of this save") as caught:
            read_save(sealed(document))
        assert 1 < len(caught.value.faults) <= FAULTS_SHOWN + 1


@pytest.mark.parametrize("scenario", ["toll-bridge", "pipe-bridge"])
def test_a_save_whose_answers_cannot_be_is_only_read(scenario: str) -> None:
    """A face of 21, an option that nobody offers, and rulings that lead elsewhere."""
    document = played(scenario)
    faces = next(item for item in document["history"] if isinstance(item.get("value"), list))
    faces["value"] = [21 for _ in faces["value"]]
    assert not replay(read_save(sealed(document))).same
    document = played(scenario)
    option = next(item for item in document["history"] if isinstance(item.get("value"), str))
    option["value"] = option["value"].upper() + " "
    assert not replay(read_save(sealed(document))).same
    document = played(scenario)
    document["content"]["scenario"]["rulings"] = {"round_limit": 1}
    assert not replay(read_save(sealed(document))).same


def played(scenario: str) -> dict[str, Any]:
    """A save of a fight some way on."""
    loaded = load_scenario(scenario)
    session = Session(loaded.system, loaded.start(), CounterDice("seed"))
    random = Random(1)
    while session.pending is not None and session.encounter.state.round < 3:
        take(session, *any_answer(session, random))
    document: dict[str, Any] = orjson.loads(save_of(loaded, "seed", session, []))
    assert replay(read_save(sealed(document))).same
    return document
