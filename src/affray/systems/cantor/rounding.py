"""How halves are rounded: in one place, by one ruling."""

from __future__ import annotations

from affray.kernel.clauses import clause
from affray.systems.cantor.rulings import Rulings


@clause("C1.6")
def half(value: int, rulings: Rulings) -> int:
    """Half of a number of damage, rounded up unless the table ruled otherwise."""
    return (value + 1) // 2 if rulings.halves_round_up else value // 2
