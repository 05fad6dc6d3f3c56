"""A Test with the Reactions to it: what play, acts and the dying all go through."""

from __future__ import annotations

from dataclasses import replace

from affray.kernel.clauses import clause
from affray.kernel.requests import Procedure
from affray.systems.sunder import reactions, stress, testing
from affray.systems.sunder.events import TestSettled
from affray.systems.sunder.happening import Happening
from affray.systems.sunder.movement import near
from affray.systems.sunder.names import SUCCESS
from affray.systems.sunder.sources import Called
from affray.systems.sunder.state import Scene, allies
from affray.systems.sunder.testing import Result


@clause("S5.20", "S7.8")
def attempt(scene: Scene, called: Called) -> Procedure:
    """Make a Test and let the roller react to its level. Returns the `Result`."""
    result: Result = yield from testing.test(scene, called)
    if called.roller not in scene.state.creatures:
        return result
    happening = Happening(
        "own test",
        called.roller,
        called.roller,
        called.about,
        result.potential,
        level=result.level,
        natural=result.natural,
    )
    yield from reactions.offer(scene, happening, [called.roller])
    if happening.raised:
        result = raised(scene, result, happening.raised)
    spirit(scene, result)
    return result


@clause("S5.14")
def raised(scene: Scene, result: Result, by: str) -> Result:
    """A lower level becomes a Success, and costs what a Success costs."""
    scene.emit(
        TestSettled(
            result.called.roller,
            result.called.about,
            result.potential,
            result.base,
            0,
            SUCCESS,
            False,
            raised=by,
            clause="S5.14",
        ),
        to=result.called.to,
    )
    return replace(result, level=SUCCESS, natural=False)


@clause("S1.28", "S5.16", "S5.17")
def succeeds(scene: Scene, called: Called, level: int) -> bool:
    """Whether a level is a success of this Test: within an action from Mixed, else from Success.

    A target that resists needs a Success in any case.
    """
    if called.resists or scene.state.action is None:
        return testing.resists(level)
    return testing.acts_well(level)


@clause("S10.8", "S10.6")
def spirit(scene: Scene, result: Result) -> None:
    """An ally within Near of one who is Spirited clears 1 Stress of the track just tested with a success."""
    roller = scene.state.creatures.get(result.called.roller)
    if roller is None or not succeeds(scene, result.called, result.level):
        return
    if any(one.has("Spirited") and near(scene, one.id, roller.id, "Near") for one in allies(scene, roller)):
        stress.clear(scene, roller.id, result.potential, 1, "Spirited", "S10.8")
