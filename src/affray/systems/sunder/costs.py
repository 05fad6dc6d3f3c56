"""Costs: Stress taken and Resistance spent before an effect (S7.7)."""

from __future__ import annotations

from collections.abc import Sequence

from affray.kernel.clauses import clause
from affray.kernel.reasons import Reason
from affray.kernel.requests import Procedure
from affray.systems.sunder import fallout
from affray.systems.sunder.book import Cost
from affray.systems.sunder.fallout import Coming
from affray.systems.sunder.state import Creature, Scene


@clause("S7.7", "S3.18")
def why_not_pay(creature: Creature, costs: Sequence[Cost]) -> Reason | None:
    """Resistance that is all spent cannot be paid with; Stress always can, and a full track at its price."""
    due = dict.fromkeys((cost.potential for cost in costs if cost.kind == "resistance"), 0)
    for cost in costs:
        if cost.kind == "resistance":
            due[cost.potential] += cost.amount
    for potential, amount in due.items():
        track = creature.tracks[potential]
        if track.spent + amount > track.score:
            return Reason("no Resistance", "S7.7", (potential,))
    return None


@clause("S7.7", "S3.22")
def pay(scene: Scene, id_: str, costs: Sequence[Cost], why: str) -> Procedure:
    """Pay before the effect, until the payer falls. Stress that is spent can overflow like any other."""
    for cost in costs:
        creature = scene.state.creatures.get(id_)
        if creature is None or not creature.conscious:
            return
        if cost.kind == "stress":
            coming = Coming(id_, cost.potential, cost.amount, why, clause="S3.22")
            yield from fallout.take(scene, coming)
        else:
            yield from pay_resistance(scene, id_, cost.potential, cost.amount, why)


def pay_resistance(scene: Scene, id_: str, potential: str, amount: int, why: str) -> Procedure:
    """Spend Resistance for something."""
    yield from fallout.spend_resistance(scene, id_, potential, amount, why, "S7.7")
