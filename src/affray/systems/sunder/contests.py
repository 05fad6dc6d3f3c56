"""Contests: creature against creature, and Rollies where nothing else decides (S1.23 to S1.25)."""

from __future__ import annotations

from affray.kernel.clauses import clause
from affray.kernel.requests import Cuts, Dice, Pool, Procedure
from affray.systems.sunder import price, trial
from affray.systems.sunder.events import ContestSettled, RolliesRolled
from affray.systems.sunder.sources import Called
from affray.systems.sunder.state import Scene
from affray.systems.sunder.testing import Result


@clause("S1.23", "S1.24")
def contest(scene: Scene, first: Called, second: Called) -> Procedure:
    """Both Test; the higher level wins, then the higher face, then Rollies. Returns the winner's id."""
    one: Result = yield from trial.attempt(scene, first)
    other: Result = yield from trial.attempt(scene, second)
    faces = (one.highest, other.highest)
    if one.level != other.level:
        winner, how = (first if one.level > other.level else second).roller, "level"
    elif faces[0] != faces[1]:
        winner, how = (first if faces[0] > faces[1] else second).roller, "face"
    else:
        winner, how = (yield from rollies(scene, first.roller, second.roller)), "Rollies"
    scene.emit(ContestSettled(first.roller, second.roller, winner, how, faces))  # type: ignore[arg-type]
    yield from price.pay(scene, one)
    yield from price.pay(scene, other)
    return winner


@clause("S1.25")
def rollies(scene: Scene, first: str, second: str) -> Procedure:
    """Both roll a d20, the lower wins; equal ones roll again. Returns the winner's id."""
    while True:
        pools = (Pool(first, (Dice(20),)), Pool(second, (Dice(20),)))
        rolled = yield from scene.contest(*pools, Cuts((0, 1)), "Rollies", "S1.25")
        faces = (rolled.first.total, rolled.second.total)
        scene.emit(RolliesRolled(first, second, faces, (rolled.first.typed, rolled.second.typed)))
        if rolled.margin:
            return first if rolled.margin < 0 else second
