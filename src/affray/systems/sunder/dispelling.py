"""What one creature ends of another's: Magick, and Conditions until they are dispelled; escapes."""

from __future__ import annotations

from affray.kernel.clauses import clause
from affray.kernel.requests import Procedure
from affray.systems.sunder import conditions, price, trial
from affray.systems.sunder.names import Skill
from affray.systems.sunder.sources import Called
from affray.systems.sunder.state import Condition, Creature, Scene

GOOD = ("Armed", "Armored", "Empowered", "Fortified", "Frenzied", "Invisible", "Retaliate", "Spirited",
        "Unseen", "Warded")  # fmt: skip
"""Conditions that their bearer is glad of."""
BODILY = ("Bound", "Held", "Pinned", "Rooted")
"""What hands can undo: Manipulate's top frees another creature from these."""


def is_harm(condition: Condition) -> bool:
    """Whether a Condition does its bearer no good."""
    return condition.name not in GOOD


@clause("S9.5", "S5.12")
def dispellable(scene: Scene, creature: Creature, user: Creature) -> list[Condition]:
    """What an action may end on a creature: what is Magick, and what lasts until another dispels it."""
    friend = creature.side == user.side
    return [
        one
        for one in creature.conditions
        if (one.magick or (one.until.dispelled and creature.id != user.id)) and is_harm(one) == friend
    ]


@clause("S5.12", "S9.5")
def dispel(scene: Scene, user_id: str, id_: str) -> None:
    """End one Magick thing that is on a creature: its first Condition, else a card that runs on it."""
    user, creature = scene.state.creatures[user_id], scene.state.creatures[id_]
    found = dispellable(scene, creature, user)
    if found:
        conditions.end(scene, id_, found[0], "dispelled", user_id)
        return
    for running in scene.state.running:
        if running.magick and running.creature == id_ and running.owner != user_id:
            conditions.end_running(scene, running, "dispelled", "S9.5")
            return


@clause("S9.5")
def bodily(creature: Creature) -> list[Condition]:
    """Conditions that somebody else can free a creature from by hand."""
    return [one for one in creature.conditions if one.name in BODILY]


@clause("S6.8", "S14.6")
def escape(scene: Scene, id_: str, skill: str) -> Procedure:
    """A Squirm Test to get out of what holds, binds or roots; a success ends the first of them."""
    creature = scene.state.creatures[id_]
    held = bodily(creature)
    if not held:
        return
    called = Called(id_, skill, "escape")  # type: ignore[arg-type]
    result = yield from trial.attempt(scene, called)
    creature_now = scene.state.creatures.get(id_)
    free = trial.succeeds(scene, called, result.level)
    if creature_now is not None and free and held[0] in creature_now.conditions:
        conditions.end(scene, id_, held[0], "resisted", id_)
    yield from price.pay(scene, result)


@clause("S5.14", "S5.17")
def resist_again(scene: Scene, id_: str, place: int) -> Procedure:
    """Adapt: once more against a Condition one is under; Success or Crit ends it."""
    creature = scene.state.creatures[id_]
    if place >= len(creature.conditions):
        return
    condition = creature.conditions[place]
    skill = resist_skill(condition)
    called = Called(id_, skill, f"resist {condition.name}", resists=True, magick=condition.magick)
    result = yield from trial.attempt(scene, called)
    creature_now = scene.state.creatures.get(id_)
    if creature_now is not None and trial.succeeds(scene, called, result.level):
        still = [one for one in creature_now.conditions if one == condition]
        if still:
            conditions.end(scene, id_, still[0], "resisted", id_)
    yield from price.pay(scene, result)


@clause("S5.14")
def resist_skill(condition: Condition) -> Skill:
    """The Skill that a Condition is resisted with: the one it names, else Grit."""
    if condition.resist:
        return condition.resist  # type: ignore[return-value]
    return "Grit"
