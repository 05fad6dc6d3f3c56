"""Writes one attack for each of the text's seven steps as its readers see it, for comparing.

Run as a program, it writes the golden file anew: `python -m tests.systems.cantor.attack_steps`.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from affray.kernel.system import GM_VIEWER
from affray.table.transcript import log_as_text
from tests.systems.cantor.fights import Table, fight, person

GOLDEN = Path(__file__).with_name("attack-steps.txt")


def duel(board: str, ann: dict[str, Any], bob: dict[str, Any]) -> Table:
    """Ann of side A has the first turn against Bob."""
    return Table(fight(board, person("ann", **ann), person("bob", "B", **bob)))


def defence() -> Table:
    """A tech attack on one that is Stunned, and then a weapon: E-Defense stays, Evasion is capped."""
    table = duel("A..B", {"arts": ("hack",), "weapons": ("gun",)}, {"conditions": ("Stunned",)})
    table.do("ann art hack bob", "ann 9", "ann 3")
    return table.do("ann skirmish gun bob", "ann 5", "ann 3")


def range_and_engagement() -> Table:
    """A ranged attack with a hostile adjacent: one Difficulty."""
    return duel("AB", {"weapons": ("gun",)}, {}).do("ann skirmish gun bob", "ann 15 3", "bob no", "ann 2")


def accuracy() -> Table:
    """Lock On, Prone and Bolster against Hard Cover: one d6 is added."""
    table = duel(
        "A.hB", {"weapons": ("gun",), "conditions": ("Bolster",)}, {"conditions": ("Lock On", "Prone")}
    )
    return table.do("ann skirmish gun bob", "ann 9 4", "bob no", "ann 2")


def hit_or_miss() -> Table:
    """An Invisible target, missed by the flip: Reliable lands all the same, and Lock On is gone."""
    table = duel("AB", {"weapons": ("sure",)}, {"conditions": ("Invisible", "Lock On")})
    return table.do("ann skirmish sure bob", "ann 2")


def damage() -> Table:
    """Exposed doubles, Armor is taken off, Braced halves what is left."""
    table = duel("AB", {"weapons": ("rod",)}, {"conditions": ("Exposed",), "sheet": {"armor": 3}})
    return table.do("ann skirmish rod bob", "ann 12", "bob brace", "ann 5")


def applied() -> Table:
    """Overshield first, then HP; then Burn."""
    return duel("AB", {"weapons": ("torch",)}, {"overshield": 3}).do(
        "ann skirmish torch bob", "ann 12", "bob no", "ann 5"
    )


def structure() -> Table:
    """A Cantor at 0 HP loses a Structure, and its d6 brings a condition."""
    table = duel("AB", {"weapons": ("rod",)}, {"kind": "cantor", "hp_now": 2})
    return table.do("ann skirmish rod bob", "ann 12", "bob no", "ann 6", "bob 3")


STEPS: tuple[tuple[str, Callable[[], Table]], ...] = (
    ("1. Defence", defence),
    ("2. Range and engagement", range_and_engagement),
    ("3. Accuracy against difficulty", accuracy),
    ("4. Hit or miss", hit_or_miss),
    ("5. Damage", damage),
    ("6. Applied", applied),
    ("7. At 0 HP", structure),
)


def traces() -> str:
    """The seven traces, one under the other."""
    return "\n".join(_trace(title, play()) for title, play in STEPS)


def _trace(title: str, table: Table) -> str:
    session = table.session
    entries = session.system.entries(session.encounter, session.records, GM_VIEWER)
    attacks = [entry for entry in entries if any(clause.startswith("C1.") for clause in entry["clauses"])]
    return log_as_text(title, attacks)


if __name__ == "__main__":
    GOLDEN.write_text(traces(), encoding="utf-8")
