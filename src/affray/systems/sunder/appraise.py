"""How good an option looks to the one who is asked. For bots; nothing here decides a rule."""

from __future__ import annotations

from collections.abc import Callable

from affray.kernel.requests import GM, Option, Question, Ruling
from affray.systems.sunder.appraise_answers import answer_worths
from affray.systems.sunder.appraise_ground import EFFORT, Ground
from affray.systems.sunder.appraise_halves import half_worth, surge_worth
from affray.systems.sunder.appraise_strikes import Strikes
from affray.systems.sunder.appraise_things import goal_worth
from affray.systems.sunder.played import played_of
from affray.systems.sunder.state import Creature, Scene, Turn

NEVER = -5.0
FIRST = 0.01
"""By how much an Attack half comes before a Movement half that is worth as much."""


def appraise(scene: Scene, question: Question) -> list[float]:
    """A value per option, higher is better, from what the asked seat may know."""
    if isinstance(question, Ruling) or question.seat == GM:
        return [1.0 if option.id == question.default else 0.0 for option in question.options]
    me = scene.state.creatures.get(question.seat)
    if me is None:
        return [0.0] * len(question.options)
    turn = scene.state.turn
    if question.kind == "turn" and turn is not None:
        return Look(scene, me, turn).worths(question.options)
    return answer_worths(scene, me, question)


class Look:
    """What one creature makes of its turn: of each option what the rest of the turn promises with it."""

    def __init__(self, scene: Scene, me: Creature, turn: Turn) -> None:
        self.scene = scene
        self.me = me
        self.turn = turn
        self.strikes = Strikes(scene, me)
        self.ground = Ground(scene, me, self.strikes)

    def worths(self, options: tuple[Option, ...]) -> list[float]:
        """The value of every option, with the best that may follow it."""
        sides = [_side_of(option) for option in options]
        zones = [self.zone_of(option) for option in options]
        own = [self.own(option, zone) for option, zone in zip(options, zones, strict=True)]
        found = list(zip(own, sides, zones, strict=True))
        top = max([0.0, *[value for value, side, zone in found if side == "top" and zone is None]])
        bottom = max([0.0, *[value for value, side, zone in found if side == "bottom" and zone is None]])
        step = max([0.0, *[value for value, side, zone in found if side == "bottom" and zone is not None]])
        totals = []
        for value, side, zone in found:
            if side == "top":
                after = bottom if zone is not None else max(bottom, step)
                totals.append(value + FIRST + after)
            elif zone is not None:
                totals.append(value + self.promise(zone, sides))
            else:
                totals.append(value + (top if side == "bottom" else 0.0))
        return totals

    def promise(self, zone: str, sides: list[str]) -> float:
        """What can still be done from another zone, once it is gone to."""
        return max(0.0, self.strikes.best_from(zone)) if "top" in sides else 0.0

    def zone_of(self, option: Option) -> str | None:
        """Where an option leads, if it is a movement."""
        match option.kind:
            case "go on":
                return str(option.args[0])
            case "default" if option.args[0] == "bottom":
                return str(option.args[2])
            case "half" if played_of(self.scene, self.me.id, option).half.special == "move through":
                return str(option.args[5])
        return None

    def own(self, option: Option, zone: str | None) -> float:
        """What an option is worth by itself; `zone` is where it leads, if it is a movement."""
        if zone is not None:
            ground = self.ground
            return ground.standing(zone) - ground.standing(self.me.zone) - EFFORT
        if option.kind == "half":
            return self.half(option)
        value = _VALUES.get(option.kind)
        return NEVER if value is None else value(self, *option.args)

    def half(self, option: Option) -> float:
        """A half of a card."""
        played = played_of(self.scene, self.me.id, option)
        return half_worth(self.scene, self.me, self.strikes, self.ground, played)

    def default(self, side: str, weapon: str, target: str) -> float:
        """The plain attack."""
        return self.strikes.on(weapon, target)

    def goal(self, countdown: str, skill: str) -> float:
        """The shared goal of a group."""
        return goal_worth(self.scene, self.me, countdown, skill)

    def surge(self, card: str) -> float:
        """A Surge; there is one in a cycle, so it must be worth something."""
        return surge_worth(self.scene, self.me, self.strikes, self.ground, card)

    def drop(self, number: int) -> float:
        """What runs was wanted once."""
        return NEVER

    def end(self) -> float:
        """Nothing more."""
        return 0.0


_VALUES: dict[str, Callable[..., float]] = {
    "default": Look.default,
    "goal": Look.goal,
    "surge": Look.surge,
    "drop": Look.drop,
    "end": Look.end,
}


def _side_of(option: Option) -> str:
    """The side of a turn that an option takes up; empty for what takes up none."""
    match option.kind:
        case "half":
            return str(option.args[1])
        case "default":
            return str(option.args[0])
        case "goal":
            return "top"
    return ""
