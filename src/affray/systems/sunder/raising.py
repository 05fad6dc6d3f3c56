"""An adversary that lifts a Fallout by one rank, for the next GM slot (S12.8)."""

from __future__ import annotations

from dataclasses import replace

from affray.kernel.clauses import clause
from affray.kernel.requests import GM, Option, Procedure
from affray.systems.sunder import testing, trial
from affray.systems.sunder.events import RankChanged, SlotForfeited
from affray.systems.sunder.fallout import Falling
from affray.systems.sunder.names import INTERVENTIONS, SEVERE, Skill, potential_of_contour, skills_of
from affray.systems.sunder.sources import Called
from affray.systems.sunder.state import Creature, Scene, sheet_of


@clause("S12.8")
def maybe_raise(scene: Scene, falling: Falling) -> Procedure:
    """The GM may have an adversary Test for it; where it lifts it, the next GM slot is forfeited.

    Returns the Fallout as it is then, and the Test to pay.
    """
    who = may_raise(scene, falling)
    if not who:
        return falling, None
    options = [Option("no", "no"), *(Option(f"raise {id_}", "raise", (id_,)) for id_ in who)]
    about = (falling.creature, falling.potential, falling.rank, falling.cause)
    option = yield from scene.ruling("raise", options, "S12.8", "no", about)
    if option.kind != "raise":
        return falling, None
    adversary = scene.state.creatures[option.args[0]]
    called = Called(adversary.id, skill_of(scene, adversary), "raise the Fallout")
    result: testing.Result = yield from testing.test(scene, called)
    if not trial.succeeds(scene, called, result.level):
        return falling, result
    scene.emit(RankChanged(falling.creature, adversary.name, falling.rank, falling.rank + 1, clause="S12.8"))
    scene.emit(SlotForfeited(GM))
    return replace(falling, rank=falling.rank + 1), result


@clause("S12.8")
def may_raise(scene: Scene, falling: Falling) -> list[str]:
    """Adversaries that have the Intervention of this rank or of the next one."""
    if falling.rank >= SEVERE or not scene.state.creatures[falling.creature].player:
        return []
    named = {INTERVENTIONS[falling.rank - 1], INTERVENTIONS[falling.rank]}
    return [
        id_
        for id_ in falling.adversaries
        if scene.state.creatures[id_].conscious
        and named & set(sheet_of(scene, scene.state.creatures[id_]).interventions)
    ]


@clause("S12.8")
def skill_of(scene: Scene, adversary: Creature) -> Skill:
    """The Skill of that Test: of its contour's Potential, the first in which it is proficient."""
    sheet = sheet_of(scene, adversary)
    assert sheet.contour is not None, "the pack was checked"
    skills = skills_of(potential_of_contour(sheet.contour))
    return next((skill for skill in skills if skill in sheet.skills), skills[0])
