"""What a Cantor fight came to, counted."""

from __future__ import annotations

from affray.systems.cantor import events as e
from affray.systems.cantor.deeds import COUNTED, deeds
from tests.systems.cantor.fights import Table, fight, person
from tests.systems.cantor.test_text import ROLLED, damage, records_of


def test_deeds_of_a_real_fight() -> None:
    """A walk, an attack that is Braced and lands, and damage past 0 HP that counts no more."""
    table = Table(fight("A..B.", person("ann"), person("bob", "B", hp=2)))
    table.do("ann move B1", "ann skirmish gun bob", "ann 15", "bob brace", "ann 6")
    assert deeds(table.fight, table.session.records) == {
        "ann": {"damage dealt": 2, "attacks made": 1, "attacks landed": 1, "hexes moved": 1},
        "bob": {"damage taken": 2, "Braces": 1},
    }


def test_what_was_taken_back_counts_not() -> None:
    """Undone records are left out."""
    encounter = fight("A.B", person("ann"), person("bob", "B"))
    records = records_of(e.Moved("ann", "move", 0, (1,), 1), ROLLED, damage("bob", "ann", 3, 9))
    records[2].undone_by = "Vera"
    assert deeds(encounter, records) == {"ann": {"attacks landed": 1, "hexes moved": 1}, "bob": {}}


def test_all_that_is_counted() -> None:
    """Each event of a kind adds to its own count; what Overshield takes was dealt all the same."""
    encounter = fight("A.B", person("ann"), person("bob", "B"))
    records = records_of(
        e.AttackDeclared("ann", "gun", ("bob",)),
        ROLLED,
        damage("bob", "ann", 3, 9, overshield_before=2, overshield_after=0, hp_after=8),
        e.Spent("ann", "reaction", "Brace", "C3.6"),
        e.Spent("ann", "reaction", "Overwatch", "C3.12"),
        e.Spent("ann", "quick", "Skirmish", "C3.11"),
        e.OathSworn("ann", 1),
        e.CooledDown("ann", 1, 4, 3),
        e.Moved("ann", "boost", 0, (1,), 2),
        damage("ann", None, 2, 9, source="Burn"),
    )
    counted = deeds(encounter, records)["ann"]
    assert counted == {**dict.fromkeys(COUNTED, 1), "damage dealt": 3, "damage taken": 2}
