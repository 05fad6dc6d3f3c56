"""What a table of Cantor could tell of a Hidden unit, at its end too."""

from __future__ import annotations

import pytest

from affray.table.summary import summary, summary_as_text
from tests.table.rig import Client
from tests.table.test_d20plus_table import Tables

SEAT, NAME, SIDE = "hesper", b"Hesper Dray", "A"


def hidden() -> tuple[Tables, list[Client]]:
    """A table where Hesper is Hidden, and the pages of all who may not know of her any more."""
    tables = Tables("number-nine")
    for condition in ("Invisible", "Hidden"):
        data = {"unit": SEAT, "condition": condition, "on": True}
        tables.gm.do("act", name="condition", data=data, reason="so")
    assert tables.table.session.encounter.state.units[SEAT].has("Hidden")
    foes = [tables.players[one["id"]] for one in tables.gm.view["seats"] if one["side"] != SIDE]
    for page in [*foes, tables.watcher]:
        page.received.clear()
    return tables, [*foes, tables.watcher]


def test_who_is_hidden_to_the_end_is_not_in_the_summary_of_others() -> None:
    """Neither in the view nor in the text that can be taken away; the own side and the GM have it."""
    tables, others = hidden()
    tables.gm.do("act", name="end", data={"outcome": "over"}, reason="late")
    for page in others:
        assert page.view["summary"]
        assert NAME not in b"".join(page.received)
    session = tables.table.session
    for page in (tables.gm, tables.players[SEAT], tables.watcher):
        somebody = tables.table.somebody(page.key)
        viewer = tables.table.viewer(somebody)
        entries = tables.table.logbook(viewer).entries
        found = summary(session.system, session.encounter, session.records, entries, viewer)
        told = summary_as_text(found.values()).encode()
        assert (SEAT in found) == (NAME in told) == (page is not tables.watcher)


def test_who_is_hidden_already_is_not_announced_again() -> None:
    """Everybody would be told that a marker is this unit, and that it is in the fight still."""
    tables, others = hidden()
    again = {"unit": SEAT, "condition": "Hidden", "on": True}
    assert tables.gm.ask("act", name="condition", data=again)["clause"] == "C2.17"
    assert NAME not in b"".join(data for page in others for data in page.received)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("check", {}),
        ("damage", {"amount": 2}),
        ("set", {"field": "burn", "value": 3}),
        ("set", {"field": "hp", "value": 1}),
        ("set", {"field": "hex", "value": "A1"}),
        ("condition", {"condition": "Prone", "on": True}),
        ("condition", {"condition": "Lock On", "on": True}),
        ("force", {"source": "A1", "hexes": 1}),
    ],
)
def test_the_gms_hand_does_not_give_it_away(name: str, data: dict[str, object]) -> None:
    """Nor does taking it back and in again, or the dice that somebody throws for it."""
    tables, others = hidden()
    tables.gm.do("set_dice", seat=SEAT, dice="typed")
    tables.gm.do("act", name=name, data={"unit": SEAT, **data}, reason="a trap")
    for _ in range(4):
        for prompt in tables.gm.view["prompts"]:
            if prompt.get("dice"):
                tables.gm.do("answer", stamp=prompt["stamp"], part=prompt["part"], here=True)
    if tables.table.session.encounter.state.units[SEAT].has("Hidden"):
        # The people at the table are called after the seats they sit at.
        sent = b"".join(data for page in others for data in page.received)
        assert NAME not in sent
        assert b'"' + SEAT.encode() + b'"' not in sent
    assert tables.errors == []
