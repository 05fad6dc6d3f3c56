"""What is counted of a Pace fight at its end."""

from __future__ import annotations

from collections.abc import Mapping

from affray.kernel.system import GM_VIEWER
from affray.systems.pace.scenario import SceneObject
from affray.systems.pace.system import SYSTEM
from affray.table.summary import summary
from tests.systems.pace.fights import Table, fight, person


def counted(table: Table) -> Mapping[str, Mapping[str, int]]:
    """The deeds so far."""
    return SYSTEM.deeds(table.session.encounter, table.session.records)


def pair(**more: int) -> Table:
    """Ann and Bob, face to face."""
    return Table(fight("AB....", person("ann", facing="E"), person("bob", "B", facing="W", **more)))


def test_attacks_blocks_and_damage_are_counted_for_both_sides() -> None:
    """Damage past 0 HP is not: nobody took it."""
    table = pair(hp=5).do("ann attack sword bob", "ann 9", "bob block blade", "bob 2", "ann 3", "bob 1")
    table.do("ann attack sword bob", "ann 9", "bob take", "bob 2", "ann 8")
    assert counted(table) == {
        "ann": {"damage dealt": 5, "attacks made": 2, "attacks landed": 2, "AP spent": 2},
        "bob": {"damage taken": 5, "Blocks": 1, "AP spent": 1},
    }


def test_counters_evades_and_paces() -> None:
    """A riposte is damage dealt, an Evade is walked, and a Counter counts where it lands."""
    table = pair().do(
        "ann attack sword bob", "ann 5", "bob counter blade", "bob 9", "bob 12", "ann 3", "bob 4"
    )
    table.do("ann attack sword bob", "ann 5", "bob counter blade", "bob 9", "bob 2", "ann 3")
    table.do("ann attack sword bob", "ann 5", "bob evade", "bob 9", "bob evade D1")
    assert counted(table) == {
        "ann": {"damage taken": 4, "attacks made": 3, "AP spent": 3},
        "bob": {"damage dealt": 4, "Evades": 1, "Counters landed": 1, "Paces walked": 2, "AP spent": 3},
    }


def test_maneuvers_count_when_they_take_effect() -> None:
    """Not where nothing could drop, and not a hold by a spell."""
    people = (person("ann", spells=("vine",), ap=2), person("bob", "B", items=()))
    table = Table(fight("AB.", *people)).do("ann attack bare-hands bob trip", "ann 9", "bob 2", "ann 1")
    table.do("ann attack bare-hands bob disarm", "ann 9", "bob 2", "ann 1", "ann cast vine bob")
    assert counted(table)["ann"] == {
        "damage dealt": 2,
        "attacks made": 2,
        "attacks landed": 2,
        "Maneuvers": 1,
        "AP spent": 3,
    }


def test_objects_count_as_attacks() -> None:
    """Landed where the Save succeeds."""
    gate = SceneObject("gate", "Gate", "A2", hp=9)
    table = Table(fight("A.B\n...", person("ann"), person("bob", "B"), objects=(gate,)))
    table.do("ann batter sword gate", "ann 19", "ann 3", "ann batter sword gate", "ann 2")
    assert counted(table)["ann"] == {"attacks made": 2, "attacks landed": 1, "AP spent": 2}


def test_what_was_taken_back_does_not_count() -> None:
    """Neither here nor in the summary of a table."""
    table = pair()
    before = len(table.settle().session.journal)
    table.do("ann attack sword bob", "ann 9", "bob take", "bob 2", "ann 3")
    session = table.session
    entries = SYSTEM.entries(session.encounter, session.records, GM_VIEWER)
    told = summary(SYSTEM, session.encounter, session.records, entries, GM_VIEWER)
    assert "damage dealt 3; attacks made 1; attacks landed 1; AP spent 1" in told["ann"].in_words()
    session.undo(before, "Vera")
    assert counted(table) == {"ann": {}, "bob": {}}


def test_somebody_who_left_keeps_its_deeds() -> None:
    """The count is of the fight, not of those who are left."""
    table = Table(fight("AB\n.C", person("ann", facing="E"), person("bob", "B"), person("cid", "B")))
    table.do("ann attack sword bob", "ann 9", "bob 2", "ann 3").act("remove", "gone", character="bob")
    assert counted(table)["bob"] == {"damage taken": 3}
