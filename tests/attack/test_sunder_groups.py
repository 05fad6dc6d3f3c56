"""Group actions pulled apart while they begin."""

from __future__ import annotations

import pytest

from affray.systems.sunder.scenario import StartCondition
from tests.systems.sunder.table import Table, person, scene

BLEEDING = StartCondition("Bleeding", "Might")


@pytest.mark.clause("S10.8", "S4.12")
def test_nobody_bleeds_twice_because_the_lead_bled_out() -> None:
    """The others begin their turn with a new lead, and bleed at that start alone."""
    bea = person("bea", marks=2, conditions=(BLEEDING,), stress={"Might": 10})
    cid, dot = (person(name, conditions=(BLEEDING,)) for name in ("cid", "dot"))
    table = Table(scene(person("ann"), bea, cid, dot, person("orc", "B"))).begin()
    table.throw_in("bea", "cid", "dot")
    for id_ in ("cid", "dot"):
        table.act("join_group", creature=id_, lead="bea")
    table.do("ann end", "gm pass", "bea together", "gm marks 1")
    assert (table["bea"].out, table.asked) == ("incapacitated", [("cid", "group")])
    assert (table.stress("cid"), table.stress("dot")) == (0, 0)
    table.do("cid together")
    assert (table.stress("cid"), table.stress("dot")) == (1, 1)
