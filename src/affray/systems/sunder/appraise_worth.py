"""What Stress, Marks, Conditions and the price of a Test are worth. For bots.

All in the same measure; what harms a creature counts above zero, whoever's side it is on.
"""

from __future__ import annotations

from collections.abc import Sequence

from affray.systems.sunder import conditions, dispelling, equipment, fallout, price
from affray.systems.sunder.appraise_chances import Chance, stress_falls
from affray.systems.sunder.book import Cost, Effect, dice_of
from affray.systems.sunder.fallout import Falling
from affray.systems.sunder.names import FAILURE, MAJOR, MIFF, MIXED, NARRATIVE, PHYSICAL, SEVERE
from affray.systems.sunder.state import Creature, Scene
from affray.systems.sunder.stress import stressed

MARK = 6.0
FELLED = 12.0
"""What a Mark is worth, and what it is worth that somebody is out of the scene."""
FULL = 0.9
"""What part of a Mark a track is worth that is full, and may overflow with the next Stress."""
EVEN = 0.3
BEND = 2.0
"""What part of that every Stress has alike, and by which power the rest grows towards the end of a track."""
PRESSING = 2
"""Below how many free slots Stress is worth clearing; whoever cleared it sooner would never be done."""
STORY = 0.05
"""What Narrative Fallout is worth: it may call up an Intervention."""
RESISTANCE = 0.3
"""What a Resistance is worth beside the slot it takes: it makes a Success a Mixed."""
BOLD = 0.05
"""What part of the price of an own Test counts: who never risks anything never ends a scene."""
OWN_SIDE = 1.3
"""By how much more it counts what one's own side loses."""


# Marks and Stress


def marks_worth(creature: Creature, marks: int) -> float:
    """Marks, worth more the fewer are left; the last of them fells."""
    left = creature.pool - creature.marks
    if not creature.conscious or marks <= 0 or left <= 0:
        return 0.0
    if marks >= left:
        return MARK * left + FELLED
    return MARK * marks * (1.0 + 1.0 / left)


def filled_worth(creature: Creature, filled: int, size: int) -> float:
    """A track with so many of its slots filled, as a part of the Mark that it is on the way to."""
    part = filled / size
    on_the_way: float = EVEN * part + (1.0 - EVEN) * part**BEND
    return FULL * marks_worth(creature, 1) * on_the_way


def slots_for(scene: Scene, creature: Creature, potential: str) -> int:
    """Protection Slots of all armor together that take Stress of this Potential: of Physical ones only."""
    if potential not in PHYSICAL:
        return 0
    return equipment.all_slots_left(scene, creature)


def stress_worth(scene: Scene, creature: Creature, potential: str, amount: int, armor: int = 0) -> float:
    """Stress that comes to a track, with what an overflow is likely to bring.

    `armor` are Protection Slots that make a track longer in effect.
    """
    track = creature.tracks[potential]
    if amount <= 0:
        return 0.0
    filled, size = track.stress + track.spent, track.score + armor
    if filled + amount <= size:
        return filled_worth(creature, filled + amount, size) - filled_worth(creature, filled, size)
    rank = fallout.overflow_rank(amount, filled + amount - size, scene.rulings.fallout_size)
    entry = fallout.default_entry(Falling(creature.id, potential, rank, "overflow", amount))
    marks = entry.args[0] if entry.kind == "marks" else 0
    return marks_worth(creature, marks) - filled_worth(creature, filled, size)


def relief(creature: Creature, potential: str, amount: int) -> float:
    """Stress that comes off a track that is nearly full; from others there is time. Nothing while Cursed."""
    track = creature.tracks[potential]
    amount = min(amount, track.stress)
    if amount <= 0 or track.free >= PRESSING or conditions.is_cursed(creature):
        return 0.0
    filled = track.stress + track.spent
    now, then = (filled_worth(creature, one, track.score) for one in (filled, filled - amount))
    return now - then


def best_relief(creature: Creature, pool: str, amount: int) -> float:
    """The track of a kind from which it is worth most that Stress comes off."""
    return max([relief(creature, name, amount) for name in stressed(creature, pool)], default=0.0)


def burden(creature: Creature) -> float:
    """How burdened a creature is: how full its tracks are, and its Marks."""
    tracks = creature.tracks.values()
    fill = sum([(track.stress + track.spent) / track.score for track in tracks])
    return fill + 4.0 * creature.marks / creature.pool


# Blows


def blow_worth(
    scene: Scene,
    target: Creature,
    potential: str,
    dice: tuple[int, int],
    crit: bool = False,
) -> float:
    """What damage does to a target, through what cuts it; armor is taken to be used.

    What it has Proof against only its own player knows.
    """
    armor = slots_for(scene, target, potential)
    cut = sum([amount for _, amount, _ in conditions.reductions(target, potential)])
    guards = [one for one in scene.state.running if one.creature == target.id and one.guard == potential]
    cut += (target.tracks[potential].die + 1) // 2 if guards else 0
    return sum(
        [
            chance * stress_worth(scene, target, potential, stress - cut, armor)
            for stress, chance in stress_falls(*dice, crit)
        ]
    )


# The price of a Test


def price_worth(scene: Scene, creature: Creature, chance: Chance) -> float:
    """What a Test is likely to cost its roller (S1.12)."""
    fall, potential = chance.fall, chance.potential
    dear = fall.success + (fall.mixed if price.stress_price(MIXED, scene.rulings.mixed_costs_stress) else 0.0)
    total = dear * stress_worth(scene, creature, potential, 1)
    total += STORY * fall.mixed
    for level, often in ((FAILURE, fall.failure), (MIFF, fall.miff)):
        total += often * fallout_worth(creature, potential, price.situational_rank(level, chance.risk))
    return BOLD * (total + RESISTANCE * (fall.natural_miff - fall.natural_crit))


def fallout_worth(creature: Creature, potential: str, rank: int) -> float:
    """Situational Fallout: what it brings by default, less the Stress that it clears."""
    if rank <= NARRATIVE:
        return STORY
    track = creature.tracks[potential]
    cleared = filled_worth(creature, track.stress + track.spent, track.score)
    cleared -= filled_worth(creature, track.spent, track.score)
    brought = CONDITIONS["Dazed"] if rank == SEVERE else CONDITIONS["Muddled"]
    return brought + marks_worth(creature, {MAJOR: 1, SEVERE: 3}.get(rank, 0)) - cleared


def cost_worth(scene: Scene, creature: Creature, costs: Sequence[Cost]) -> float:
    """What costs are worth that are paid in advance."""
    total = 0.0
    for cost in costs:
        total += stress_worth(scene, creature, cost.potential, cost.amount)
        if cost.kind == "resistance":
            total += RESISTANCE * cost.amount
            if creature.tracks[cost.potential].free <= 0:
                total += marks_worth(creature, 3)
    return total


# Conditions and other effects

CONDITIONS = {
    "Bleeding": 1.0,
    "Blinded": 1.4,
    "Cursed": 0.7,
    "Dazed": 1.0,
    "Distracted": 0.5,
    "Mentally Vulnerable": 0.6,
    "Physically Vulnerable": 1.2,
    "Petrified": 3.0,
    "Pinned": 1.2,
    "Slowed": 0.5,
    "Afraid": 0.5,
    "Bound": 1.0,
    "Charmed": 0.1,
    "Deafened": 0.1,
    "Enraptured": 1.0,
    "Held": 0.6,
    "Muddled": 0.6,
    "Rooted": 0.4,
    "Silenced": 0.2,
    "Vulnerable": 0.7,
    "Armed": -0.05,
    "Armored": -0.05,
    "Empowered": -0.5,
    "Fortified": -0.1,
    "Frenzied": -0.4,
    "Invisible": -0.8,
    "Retaliate": -0.3,
    "Spirited": -0.15,
    "Unseen": -0.4,
    "Warded": -0.3,
}
"""What a Condition does to its bearer."""

_PLAIN = {
    "push": 0.1,
    "equipment": 0.5,
    "move": -0.1,
    "trade places": -0.1,
    "extra attack": -1.5,
    "guard": -0.4,
    "beat": -0.1,
    "reload": -0.3,
    "fetch": -0.3,
    "escape": -0.4,
}
"""What effects do that are not looked at more closely."""


def condition_worth(creature: Creature, name: str, potential: str = "") -> float:
    """What it is worth that a creature gains a Condition; nothing where it has it."""
    return 0.0 if creature.has(name, potential) else CONDITIONS.get(name, 0.0)


def effect_worth(
    scene: Scene, user: Creature, creature: Creature, effect: Effect, crit: bool = False
) -> float:
    """What an effect does to somebody: above zero what harms, below zero what helps."""
    match effect.kind:
        case "damage":
            return blow_worth(scene, creature, effect.potential or "Might", _dice(user, effect), crit=crit)
        case "stress":
            return stress_worth(scene, creature, effect.potential or "Might", effect.amount)
        case "marks":
            return marks_worth(creature, effect.amount)
        case "condition":
            return condition_worth(creature, effect.condition or "", effect.potential or "")
        case "restore marks":
            return -_mended(creature, effect.amount)
        case "clear stress":
            amount = effect.amount if effect.dice is None else _healed(_dice(user, effect))
            if effect.potential:
                return -relief(creature, effect.potential, amount)
            return -best_relief(creature, effect.pool, amount)
        case "regain resistance":
            spent = [track.spent for track in creature.tracks.values()]
            return -RESISTANCE if any(spent) and not conditions.is_cursed(creature) else 0.0
        case "advantage" | "advantage against":
            against = effect.kind == "advantage against"
            return 0.5 * effect.amount * (1 if against else -1)
        case "end condition":
            return -max([CONDITIONS.get(one.name, 0.0) for one in creature.conditions], default=0.0)
        case "dispel":
            # The first alone ends, of those that Magick or another's hand can undo.
            ended = dispelling.dispellable(scene, creature, user)[:1]
            return -sum([CONDITIONS.get(one.name, 0.0) for one in ended])
    return _PLAIN.get(effect.kind, 0.0)


def _mended(creature: Creature, amount: int) -> float:
    """Marks that come off, and somebody who comes round."""
    amount = min(amount, creature.marks)
    if amount <= 0 or creature.out in ("dead", "gone") or conditions.is_cursed(creature):
        return 0.0
    return MARK * amount + (FELLED if creature.out else 0.0)


def _dice(user: Creature, effect: Effect) -> tuple[int, int]:
    if effect.dice is None:
        return effect.amount, 1
    count, sides = dice_of(effect.dice)
    if sides == 0:
        sides = user.tracks[effect.other or effect.potential or "Might"].die
    return count, sides


def _healed(dice: tuple[int, int]) -> int:
    return max(1, round(sum([stress * chance for stress, chance in stress_falls(*dice, False)])))


def effects_worth(
    scene: Scene, user: Creature, effects: Sequence[Effect], target: Creature | None, area: Sequence[Creature]
) -> float:
    """What effects are worth to their user's side."""
    total = 0.0
    for effect in effects:
        if effect.on == "self":
            receivers: Sequence[Creature] = (user,)
        elif effect.on == "area":
            receivers = area
        else:
            receivers = (target,) if target is not None else ()
        for one in receivers:
            harm = effect_worth(scene, user, one, effect)
            total += -OWN_SIDE * harm if one.side == user.side else harm
    return total
