"""How good an answer looks: the gauntlet, Reactions, what to Test with, which track. For bots."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from affray.kernel.requests import Option, Question
from affray.systems.sunder import equipment, reactions
from affray.systems.sunder.appraise_chances import chance_of
from affray.systems.sunder.appraise_ground import EFFORT, Ground
from affray.systems.sunder.appraise_strikes import Strikes
from affray.systems.sunder.appraise_things import shift_worth
from affray.systems.sunder.appraise_worth import (
    best_relief,
    burden,
    cost_worth,
    effects_worth,
    filled_worth,
    marks_worth,
    price_worth,
    relief,
    slots_for,
    stress_worth,
)
from affray.systems.sunder.groups import WORTH
from affray.systems.sunder.reactions import Source
from affray.systems.sunder.sources import Called
from affray.systems.sunder.state import Creature, Scene

A_SLOT = 0.1
A_LIGHT_SLOT = 0.04
"""What part of a Mark a Protection Slot is worth that is kept; one of Light armor comes back."""
HEAVY = 1
"""About how much Stress the roll of Heavy armor spares."""
AN_EFFECT = 2.0
"""What it is worth to resist something of which nothing else is known."""
USUAL_STRESS = 2
USUAL_CHANCE = 0.6
"""What an attack usually deals, and how often it hits."""
A_DISADVANTAGE = 0.2
_LEAST_USED = ("narrate", "spin", "manipulate", "adapt", "influence", "shift", "evade", "endure", "strike")


def answer_worths(scene: Scene, me: Creature, question: Question) -> list[float]:
    """A value for each answer; of what is left to habit the default is best."""
    value = _ANSWERS.get(question.kind)
    if value is None:
        preferred = question.default or question.options[0].id
        return [1.0 if option.id == preferred else 0.0 for option in question.options]
    return [value(scene, me, question, option) for option in question.options]


# The gauntlet


def _throw_in(scene: Scene, me: Creature, question: Question, option: Option) -> float:
    """Who of a side had the fewest turns goes, of them the least burdened; once nobody went, everybody."""
    if option.kind == "no":
        return 0.0
    if scene.state.declined:
        return 1.0
    able = [
        one for one in scene.state.creatures.values() if one.player and one.conscious and one.side == me.side
    ]
    first = min(able, key=lambda one: (one.turns_begun, burden(one), one.id), default=me)
    return 1.0 if first.id == me.id else -1.0


# Reactions


def _react(scene: Scene, me: Creature, question: Question, option: Option) -> float:
    """Armor, Redirect and the like where Stress would cost more than they do; Traits where they gain."""
    if option.kind == "no":
        return 0.0
    _, by, subject, _, potential, amount = question.args
    if option.kind == "armor":
        return _armor(scene, me, option, potential, amount)
    if option.kind == "dodge":
        dealt = stress_worth(scene, me, potential or "Might", USUAL_STRESS)
        return A_DISADVANTAGE * dealt - A_LIGHT_SLOT * marks_worth(me, 1)
    source = next((one for one in reactions.sources_of(scene, me) if one.id == option.args[0]), None)
    if source is None:
        return 0.1
    return _by_trait(scene, me, source, subject, by, potential, amount)


def _armor(scene: Scene, me: Creature, option: Option, potential: str, amount: int) -> float:
    """What slots spare, less what they are worth kept."""
    armor = next((one for one in equipment.armors(scene, me) if one.id == option.args[0]), None)
    if armor is None:
        # It was dropped, or taken away, while the question was open.
        return 0.0
    slots: int = option.args[1]
    spared = slots + (HEAVY if armor.heavy else 0)
    saved = stress_worth(scene, me, potential, amount) - stress_worth(scene, me, potential, amount - spared)
    return saved - slots * (A_LIGHT_SLOT if armor.light else A_SLOT) * marks_worth(me, 1)


def _by_trait(
    scene: Scene, me: Creature, source: Source, subject: str, by: str, potential: str, amount: int
) -> float:
    """A Trait or a card that runs."""
    cost = cost_worth(scene, me, source.reaction.cost)
    creatures = scene.state.creatures
    total = 0.0
    for effect in source.reaction.effects:
        if effect.kind == "move stress" and effect.other:
            total += stress_worth(scene, me, potential, amount)
            total -= stress_worth(scene, me, effect.other, amount)
        elif effect.kind == "trade places" and subject in creatures:
            total += _swapped(scene, me, creatures[subject], potential or "Might")
        elif effect.kind == "move":
            total += 0.1
        else:
            total += effects_worth(scene, me, (effect,), creatures.get(by), ())
    return total - cost


def _swapped(scene: Scene, me: Creature, ally: Creature, potential: str) -> float:
    """What it spares an ally that one is the target in its place."""
    spared, taken = (
        stress_worth(scene, one, potential, USUAL_STRESS, slots_for(scene, one, potential))
        for one in (ally, me)
    )
    return USUAL_CHANCE * (spared - taken) - EFFORT


def _extra_attack(scene: Scene, me: Creature, question: Question, option: Option) -> float:
    return Strikes(scene, me).on(*option.args) if option.kind == "attack" else 0.0


# Tests


def _resist(scene: Scene, me: Creature, question: Question, option: Option) -> float:
    """The Skill with the best chance, unless the Test costs more than it may spare."""
    if option.kind == "no":
        return 0.0
    called = Called(me.id, option.args[0], "", target=str(question.args[0]), resists=True)
    chance = chance_of(scene, called)
    return chance.fall.resists * AN_EFFECT - price_worth(scene, me, chance)


def _contribute(scene: Scene, me: Creature, question: Question, option: Option) -> float:
    """The Skill that counts most for the group, its price taken off."""
    chance = chance_of(scene, Called(me.id, option.args[0], "", top=True))
    fall = chance.fall
    often = (fall.miff, fall.failure, fall.mixed, fall.success, fall.crit)
    mean = sum([WORTH[level] * each for level, each in zip(WORTH, often, strict=True)])
    return mean - 0.5 * price_worth(scene, me, chance)


def _countdown(scene: Scene, me: Creature, question: Question, option: Option) -> float:
    """What brings one's own side further."""
    countdown = scene.state.countdowns.get(str(question.args[0]))
    return 0.0 if countdown is None else shift_worth(countdown, me.side, *option.args)


# Tracks


def _clear(scene: Scene, me: Creature, question: Question, option: Option) -> float:
    """The fullest track; of others than one's own that has no name here, likewise."""
    return relief(me, option.args[0], 1)


def _regain(scene: Scene, me: Creature, question: Question, option: Option) -> float:
    """Where a slot is needed most."""
    track = me.tracks[option.args[0]]
    filled = track.stress + track.spent
    return filled_worth(me, filled, track.score) - filled_worth(me, filled - 1, track.score)


def _scar(scene: Scene, me: Creature, question: Question, option: Option) -> float:
    """What has most room is lowered, what has least is raised."""
    free = me.tracks[option.args[0]].free
    return float(free if question.args[0] == "lowered" else -free)


def _concentrate(scene: Scene, me: Creature, question: Question, option: Option) -> float:
    """Where there is room for it."""
    free = me.tracks[str(question.args[1])].free
    return 0.0 if option.id == "no" else 0.5 if free > 2 else -1.0


# Other choices


def _spend_card(scene: Scene, me: Creature, question: Question, option: Option) -> float:
    """The card that is missed least."""
    card = option.args[0]
    return -float(_LEAST_USED.index(card)) if card in _LEAST_USED else -float(len(_LEAST_USED))


def _whom(scene: Scene, me: Creature, question: Question, option: Option) -> float:
    """Who needs it most."""
    other = scene.state.creatures[option.args[0]]
    return best_relief(other, "any", 1) + 0.1 * burden(other)


def _free_move(scene: Scene, me: Creature, question: Question, option: Option) -> float:
    """To where it is better than here."""
    if option.kind != "to":
        return 0.0
    ground = Ground(scene, me, Strikes(scene, me))
    return ground.standing(option.args[0]) - ground.standing(me.zone) - EFFORT


_ANSWERS: dict[str, Callable[[Scene, Creature, Any, Option], float]] = {
    "throw in": _throw_in,
    "react": _react,
    "extra attack": _extra_attack,
    "resist": _resist,
    "contribute": _contribute,
    "countdown": _countdown,
    "clear": _clear,
    "regain": _regain,
    "scar": _scar,
    "concentrate": _concentrate,
    "spend card": _spend_card,
    "whom": _whom,
    "free move": _free_move,
}
