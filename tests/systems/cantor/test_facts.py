"""The facts of a Cantor fight by name."""

from __future__ import annotations

from typing import Any

import pytest

from affray.kernel.reasons import Reason
from affray.systems.cantor import events as e
from affray.systems.cantor.facts import facts
from affray.systems.cantor.state import Fight
from tests.systems.cantor.fights import Table, fight, person
from tests.systems.cantor.test_text import ROLLED, a_fight, damage, records_of, roll, rolled


def found(*events: Any, encounter: Fight | None = None) -> dict[str, Any]:
    """The facts after these events."""
    return facts(encounter or a_fight(), records_of(*events))


def test_facts_of_the_fight_and_its_units() -> None:
    """Everything by its name; what is not there is empty."""
    table = Table(
        fight(
            "A..B.", person("ann", burn=2, overshield=1, conditions=("Prone", "Impaired")), person("bob", "B")
        )
    )
    shown = facts(table.fight, [])
    assert {name: shown[name] for name in ("round", "turn", "phase", "outcome", "choir")} == {
        "round": 1,
        "turn": "ann",
        "phase": "turn",
        "outcome": "",
        "choir": False,
    }
    ann = {name.removeprefix("ann."): value for name, value in shown.items() if name.startswith("ann.")}
    assert ann == {
        "hp": 20,
        "structure": 4,
        "stress": 4,
        "overshield": 1,
        "burn": 2,
        "band": 0,
        "fractured": False,
        "tokens": 0,
        "cooldowns": 0,
        "hex": "A1",
        "conditions": ["Impaired", "Prone"],
        "reaction": True,
        "out": "",
        "acted": 1,
        "marker known": False,
        "grapple": "",
    }


def test_facts_of_an_attack() -> None:
    """The roll with its dice, then damage step by step."""
    odd = rolled(
        roll("ann", 9, 2, 5, net=2),
        True,
        accuracy=(("Lock On", 1, "C2.7"), ("Prone", 1, "C2.10"), ("Bolster", 1, "C2.13")),
        difficulty=(("Soft Cover", 1, "C2.12"),),
    )
    hurt = damage("bob", "ann", 2, 9, raw=3, exposed=6, armor=1, after_armor=5, resisted=3, braced=2)
    shown = found(odd, hurt)
    assert {
        name: shown[name]
        for name in ("hit", "total", "net", "defence", "d20s", "accuracy", "difficulty", "damage", "raw")
    } == {
        "hit": True,
        "total": 16,
        "net": 2,
        "defence": 10,
        "d20s": [9],
        "accuracy": ["Lock On", "Prone", "Bolster"],
        "difficulty": ["Soft Cover"],
        "damage": 2,
        "raw": 3,
    }
    assert [shown[name] for name in ("exposed", "armor", "resisted", "braced")] == [6, 1, 3, 2]
    assert found(rolled(None, False))["d20s"] == []


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        ((e.FlipRolled("ann", "bob", 3, True, False),), {"flip missed": True}),
        ((e.StructureLost("ann", 2, 9, 1, "Stunned"),), {"structure result": "Stunned"}),
        ((e.Saved(roll("ann", 9), 10, True, "edge"),), {"save success": True, "total": 11, "d20s": [9]}),
        ((e.BurnSaved(roll("ann", 2), 10, False, 3),), {"save success": False}),
        ((e.EscapeRolled(roll("ann", 2), roll("bob", 3), False),), {"save success": False, "total": 4}),
        (
            (e.Shoved("bob", "ann", 1, (2,), 1, ""), e.Shoved("bob", "ann", 2, (), 1, "unit")),
            {"shoved": 1, "stopped": "unit"},
        ),
        ((e.AttackStopped("ann", None, Reason("attacker out", "C1.11")),), {"stopped": "attacker out"}),
        ((e.ChoirMoment(("ann", "amy")),), {"choir": True}),
        ((e.Moved("ann", "move", 0, (1,), 1), e.Moved("ann", "move", 1, (2,), 2)), {"moved": 3}),
        ((), {"shoved": 0, "stopped": "", "moved": 0}),
    ],
)
def test_facts_of_events(events: Any, expected: dict[str, Any]) -> None:
    """What one step can tell; several hexes of one way count together."""
    shown = found(*events)
    assert {name: shown[name] for name in expected} == expected


def test_what_was_taken_back_is_no_fact() -> None:
    """An undone record tells nothing."""
    records = records_of(ROLLED)
    records[0].undone_by = "Vera"
    assert "hit" not in facts(a_fight(), records)
