"""GM slots: between the turns of players, one adversary's turn, a Test of the dying, or nothing (S4.5)."""

from __future__ import annotations

from affray.kernel.clauses import clause
from affray.kernel.requests import Option, Procedure
from affray.systems.sunder import countdowns, marks, price, trial
from affray.systems.sunder.events import SlotClosed, TurnBegan
from affray.systems.sunder.names import SKILLS
from affray.systems.sunder.sources import Called
from affray.systems.sunder.state import Creature, Scene

PASS = Option("pass", "pass")


@clause("S4.5", "S4.6", "S12.3", "S12.8")
def gm_slot(scene: Scene) -> Procedure:
    """The GM runs a conscious adversary, makes one who is dying Test, or passes. A forfeited slot is gone."""
    if scene.state.forfeits > 0:
        scene.emit(SlotClosed("forfeited", "S12.8"))
        return
    adversaries, dying = able(scene), those_dying(scene)
    if not adversaries and not dying:
        scene.emit(SlotClosed("passed"))
        return
    options = [Option(f"adversary {one.id}", "adversary", (one.id,)) for one in adversaries]
    options += [Option(f"dying {one.id}", "dying", (one.id,)) for one in dying]
    default = options[0].id if adversaries else PASS.id
    option = yield from scene.ruling("slot", (*options, PASS), "S4.5", default)
    if option.kind == "adversary":
        scene.emit(TurnBegan(option.args[0], slot=True, clause="S4.5"))
    elif option.kind == "dying":
        scene.emit(SlotClosed("dying", "S3.25"))
        yield from dying_test(scene, option.args[0])
    else:
        scene.emit(SlotClosed("passed"))


@clause("S4.6")
def able(scene: Scene) -> list[Creature]:
    """Conscious adversaries, who had the fewest turns first: without an answer all have theirs in order."""
    found = [one for one in scene.state.creatures.values() if not one.player and one.conscious]
    return sorted(found, key=lambda one: one.turns_begun)


@clause("S3.25")
def those_dying(scene: Scene) -> list[Creature]:
    """Who is dying, on Hope and Dread."""
    return [one for one in scene.state.creatures.values() if one.dying]


@clause("S3.25", "S9.12")
def dying_test(scene: Scene, id_: str) -> Procedure:
    """The character makes the Test that the GM names, and it moves Hope and Dread."""
    options = [Option(f"skill {skill}", "skill", (skill,)) for skill in SKILLS]
    option = yield from scene.ruling("dying test", options, "S3.25", "skill Bear", (id_,))
    called = Called(id_, option.args[0], "dying")
    result = yield from trial.attempt(scene, called)
    creature = scene.state.creatures.get(id_)
    if creature is not None and creature.dying:
        yield from countdowns.move_by_level(scene, creature.dying, id_, result.level)
    marks.after_dying(scene, id_)
    yield from price.pay(scene, result)
