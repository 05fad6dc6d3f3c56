"""What Countdowns and things are worth to work on. For bots."""

from __future__ import annotations

from affray.systems.sunder import countdowns, dispelling, groups
from affray.systems.sunder.appraise_chances import Chance, Fall, chance_of
from affray.systems.sunder.appraise_worth import CONDITIONS, price_worth
from affray.systems.sunder.names import CRIT, FAILURE, MIFF, MIXED, SUCCESS
from affray.systems.sunder.played import Played
from affray.systems.sunder.state import Countdown, Creature, Scene

STEP = 2.0
DECIDES = 16.0
"""What a step of a Countdown is worth, and how much more the nearer its end is."""
FOUND = 0.1
"""What it is worth to look into something."""


def shift_worth(countdown: Countdown, side: str, hope: int, dread: int) -> float:
    """What it is worth to a side that the dice turn by so much."""
    value = _turned(countdown, countdown.hope, hope)
    if countdown.dread:
        value -= _turned(countdown, countdown.dread, dread)
    return value if side == countdown.side else -value


def _turned(countdown: Countdown, now: int, change: int) -> float:
    """What it is worth that a die comes nearer to 1; the nearer it is, the more a step counts."""
    after = min(countdown.size, max(1, now + change))
    return STEP * (now - after) + DECIDES * (1 / after - 1 / now)


def countdown_worth(scene: Scene, me: Creature, countdown: Countdown, fall: Fall) -> float:
    """What a Test is worth that moves a Countdown; what the GM picks is taken to be as bad as it can be."""
    total = 0.0
    chances = {
        MIFF: fall.miff,
        FAILURE: fall.failure,
        MIXED: fall.mixed,
        SUCCESS: fall.success,
        CRIT: fall.crit,
    }
    for level, chance in chances.items():
        worths = [
            shift_worth(countdown, me.side, *one)
            for one in countdowns.shifts_of(scene, countdown, me.id, level)
        ]
        total += chance * (max(worths) if level >= SUCCESS else sum(worths) / len(worths))
    return total


def goal_worth(scene: Scene, me: Creature, countdown_id: str, skill: str) -> float:
    """The shared goal of a group, by the lead's own Test."""
    countdown = scene.state.countdowns[countdown_id]
    called = groups.goal_test(scene, me.id, countdown, skill)  # type: ignore[arg-type]
    chance = chance_of(scene, called)
    return countdown_worth(scene, me, countdown, chance.fall) - price_worth(scene, me, chance)


def operate_worth(scene: Scene, me: Creature, played: Played, chance: Chance) -> float:
    """Working a thing, or freeing a friend."""
    friend = scene.state.creatures.get(played.target)
    if friend is not None:
        held = dispelling.bodily(friend)
        return chance.fall.acts * max([CONDITIONS[one.name] for one in held], default=0.0)
    # What else a thing does nobody knows before.
    thing = scene.book.things[played.target]
    countdown = scene.state.countdowns.get(thing.countdown or "")
    if countdown is None or countdown.decided:
        return 0.0
    return countdown_worth(scene, me, countdown, chance.fall)
