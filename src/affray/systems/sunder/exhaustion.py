"""Exhaustion: levels that add up, until death (S10.3)."""

from __future__ import annotations

from affray.kernel.clauses import clause
from affray.systems.sunder import beginning, conditions, marks
from affray.systems.sunder.events import ExhaustionChanged, Fell
from affray.systems.sunder.state import Scene, sheet_of

HALVED, DEATH = 5, 6


@clause("S10.3", "S10.6")
def put(scene: Scene, id_: str, level: int) -> None:
    """Set the level. From 5 on the Mark pool is halved, down, at least 1; 6 is death."""
    creature = scene.state.creatures[id_]
    if level == creature.exhaustion or creature.out in ("dead", "gone"):
        return
    whole = beginning.pool_of(sheet_of(scene, creature), scene.book.abilities)
    pool = max(1, whole // 2) if level >= HALVED else whole
    scene.emit(ExhaustionChanged(id_, level, pool))
    if level >= DEATH:
        scene.emit(Fell(id_, "dead", "Exhaustion", clause="S10.3"))
        conditions.expire_with(scene, id_)
    elif creature.conscious and creature.marks >= creature.pool:
        marks.fall(scene, id_)
