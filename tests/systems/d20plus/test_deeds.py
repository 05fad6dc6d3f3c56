"""What is counted of a fight at its end."""

from __future__ import annotations

from collections.abc import Mapping

from affray.kernel.system import GM_VIEWER
from affray.systems.d20plus.events import StrikeResolved
from affray.systems.d20plus.system import SYSTEM
from affray.table.summary import CountsDeeds, summary
from tests.systems.d20plus.fights import Table, fight, person


def counted(table: Table) -> Mapping[str, Mapping[str, int]]:
    """The deeds so far."""
    return SYSTEM.deeds(table.session.encounter, table.session.records)


def test_strikes_blocks_and_wounds_are_counted_for_both_sides() -> None:
    """A hit, and a Critical Block, which is a block as well. What never happened is not named."""
    table = Table(fight(person("ann", spirit=9), person("bob", "B")))
    table.do(
        "ann 2-actions", "ann strike axe bob", "ann 19", "bob 3", "ann strike knife bob", "ann 1", "bob 15"
    )
    assert [event.margin for event in table.events(StrikeResolved)] == [16, -12]
    assert counted(table) == {
        "ann": {"wounds dealt": 2, "strikes made": 2, "strikes landed": 1},
        "bob": {"wounds taken": 2, "blocks": 1, "Critical Blocks": 1},
    }


def test_wounds_past_the_end_of_a_track_are_not_counted() -> None:
    """They are lost (D6.3): nobody took them."""
    table = Table(fight(person("ann", spirit=9), person("bob", "B", body=1)))
    table.do("ann 2-actions", "ann strike axe bob", "ann 19", "bob 1")
    assert table.events(StrikeResolved)[0].wounds > 1
    assert (counted(table)["ann"]["wounds dealt"], counted(table)["bob"]["wounds taken"]) == (1, 1)


def test_setups_and_the_dice_that_were_given() -> None:
    """A Setup that reaches no rung gives none."""
    table = Table(fight(person("ann", spirit=9), person("cid"), person("bob", "B")))
    table.do("ann 2-actions", "ann setup Logic cid", "ann 19", "ann setup Might", "ann 2")
    assert counted(table)["ann"] == {"Setups": 2, "dice given": 1}


def test_who_stepped_in_took_the_wounds() -> None:
    """They count for the one who dealt them, and against the one who took the blow."""
    encounter = fight(person("ann", spirit=9), person("bob", "B"), person("dan", "B", abilities=("guard",)))
    table = Table(encounter).do("ann 2-actions", "ann strike axe bob", "dan yes", "ann 10", "dan 9")
    assert counted(table) == {
        "ann": {"wounds dealt": 1, "strikes made": 1, "strikes landed": 1},
        "bob": {},
        "dan": {"wounds taken": 1, "stepped in": 1},
    }


def test_what_was_taken_back_does_not_count() -> None:
    """Neither here nor in the summary of a table, which names the deeds after the rolls."""
    table = Table(fight(person("ann", spirit=9), person("bob", "B")))
    before = len(table.do("ann 2-actions").session.journal)
    table.do("ann strike axe bob", "ann 19", "bob 3")
    session = table.session
    assert isinstance(SYSTEM, CountsDeeds)
    entries = SYSTEM.entries(session.encounter, session.records, GM_VIEWER)
    told = summary(SYSTEM, session.encounter, session.records, entries, GM_VIEWER)
    assert "wounds dealt 2; strikes made 1; strikes landed 1" in told["ann"].in_words()
    session.undo(before, "Gemma")
    assert counted(table) == {"ann": {}, "bob": {}}


def test_somebody_who_left_keeps_its_deeds() -> None:
    """The count is of the fight, not of those who are left."""
    table = Table(fight(person("ann", spirit=9), person("cid", "B"), person("bob", "B")))
    table.do("ann 2-actions", "ann strike axe bob", "ann 10", "bob 15").act("remove", persona="bob")
    assert counted(table)["bob"] == {"blocks": 1}
