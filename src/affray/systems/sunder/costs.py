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
    for cost in costs:
        track = creature.tracks[cost.potential]
        if cost.kind == "resistance" and track.spent + cost.amount > track.score:
            return Reason("no Resistance", "S7.7", (cost.potential,))
    return None


@clause("S7.7", "S3.22")
def pay(scene: Scene, id_: str, costs: Sequence[Cost], why: str) -> Procedure:
    """Pay before the effect. Stress that is spent can overflow like any other."""
    for cost in costs:
        if id_ not in scene.state.creatures:
            return
        if cost.kind == "stress":
            coming = Coming(id_, cost.potential, cost.amount, why, clause="S3.22")
            yield from fallout.take(scene, coming)
        else:
            yield from pay_resistance(scene, id_, cost.potential, cost.amount, why)


def pay_resistance(scene: Scene, id_: str, potential: str, amount: int, why: str) -> Procedure:
    """Spend Resistance for something."""
    yield from fallout.spend_resistance(scene, id_, potential, amount, why, "S7.7")
