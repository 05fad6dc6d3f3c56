"""How good an answer looks: Brace, Overwatch, the second weapon of a Barrage, a shove. For bots."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from affray.board.hexes import around
from affray.kernel.requests import Option, Question
from affray.systems.cantor.appraise_ground import Ground, sight
from affray.systems.cantor.appraise_strikes import Strikes
from affray.systems.cantor.appraise_worth import condition_worth, end_worth, loss_by_hit, save_chance, worth
from affray.systems.cantor.arms import BARE, Arm, arm_named
from affray.systems.cantor.state import Condition, Fight, Unit, sheet_of

REACTION = 0.6
"""What a Reaction is worth that is kept, for each hostile that may still come near; at most twice that."""


def answer_worths(fight: Fight, me: Unit, question: Question) -> list[float]:
    """A value for each answer."""
    value = _ANSWERS.get(question.kind)
    if value is None:
        return [0.0] * len(question.options)
    return value(fight, me, question)


def _activate(fight: Fight, me: Unit, question: Question) -> list[float]:
    """Whoever can go goes."""
    return [1.0 if option.kind == "go" else 0.0 for option in question.options]


# Reactions


def _brace(fight: Fight, me: Unit, question: Question) -> list[float]:
    """Against a hit by which more is lost than a Reaction is worth for what may still come."""
    attacker_id, _, arm_name = question.args
    arm = _arm_by_name(fight, fight.state.units[attacker_id], arm_name)
    if arm is None:
        return [0.0] * len(question.options)
    braced = replace(me, conditions=[*me.conditions, Condition("Braced", "own rule")])
    spared = worth(fight, me, loss_by_hit(fight, arm, me)) - worth(fight, me, loss_by_hit(fight, arm, braced))
    to_come = [
        other
        for other in Ground(fight, me).known
        if other.id != attacker_id and other.acted < sheet_of(fight, other).activations
    ]
    kept = REACTION * min(2, len(to_come))
    return [spared - kept if option.kind == "brace" else 0.0 for option in question.options]


def _arm_by_name(fight: Fight, unit: Unit, name: str) -> Arm | None:
    sheet = sheet_of(fight, unit)
    arms = [*BARE.values(), *[arm_named(fight, unit, id_) for id_ in (*sheet.weapons, *sheet.arts)]]
    return next((arm for arm in arms if arm.name == name), None)


def _overwatch(fight: Fight, me: Unit, question: Question) -> list[float]:
    """Whenever it can hit, with the weapon that promises most."""
    mover = fight.state.units[question.args[0]]
    strikes = Strikes(fight, me, Ground(fight, me))

    def value(option: Option) -> float:
        return strikes.on(arm_named(fight, me, option.args[0]), mover) if option.kind == "overwatch" else 0.0

    return [value(option) for option in question.options]


# Choices within an action


def _second(fight: Fight, me: Unit, question: Question) -> list[float]:
    """The best that the second weapon can be fired at; its step of the band is paid already."""
    strikes = Strikes(fight, me, Ground(fight, me))

    def value(option: Option) -> float:
        if option.kind != "fire":
            return 0.0
        arm = arm_named(fight, me, option.args[0])
        return strikes.shot(arm, *option.args[1:]) + strikes.price(arm)

    return [value(option) for option in question.options]


def _clear(fight: Fight, me: Unit, question: Question) -> list[float]:
    """The condition that costs most."""
    without = replace(me, conditions=[])
    return [condition_worth(fight, without, option.args[0]) for option in question.options]


def _shove(fight: Fight, me: Unit, question: Question) -> list[float]:
    """Over a lethal edge, or toward one, and out of cover; for one's own side the other way round."""
    target = fight.state.units[question.args[0]]
    ground = Ground(fight, me)
    near_edge = around(fight.book.board, fight.book.lethal) if fight.book.lethal else 0
    sign = -1.0 if target.side == me.side else 1.0

    def value(hex_: int) -> float:
        if target.hidden_from(me.side):
            return float(fight.book.lethal >> hex_ & 1)
        if fight.book.lethal >> hex_ & 1:
            return (1.0 - save_chance(fight, target)) * end_worth(fight, target)
        seen = [sight(fight, unit.hex, hex_) for unit in (me, *ground.allies)]
        open_to = sum([0.1 * (2 - cover) for cover in seen if cover is not None])
        return (1.0 if near_edge >> hex_ & 1 else 0.0) + open_to

    return [sign * value(option.args[0]) for option in question.options]


_ANSWERS: dict[str, Callable[[Fight, Unit, Any], list[float]]] = {
    "activate": _activate,
    "brace": _brace,
    "overwatch": _overwatch,
    "barrage second": _second,
    "clear": _clear,
    "shove": _shove,
}
