"""How good an answer looks: a defence, an Evade, a Pivot, what a Maneuver does. For bots."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from affray.kernel.requests import Option, Question
from affray.systems.pace.attack import attack_stance, defence_stance
from affray.systems.pace.book import Grant, Mend, Raise, Spell, Weapon, dice_of
from affray.systems.pace.damage import resistance
from affray.systems.pace.facing import faces, in_front
from affray.systems.pace.movement import evade_paces, reachable
from affray.systems.pace.objects import resistance_of_object
from affray.systems.pace.prospects import (
    Loss,
    attack_worth,
    hit_chances,
    holds,
    least_resisted,
    loss_by_hit,
    loss_of,
    strikes,
    way_worth,
    worth,
)
from affray.systems.pace.rolls import damage_dice, is_critical
from affray.systems.pace.state import Character, Fight, foes, taken_squares
from affray.systems.pace.surroundings import Surroundings, could_reach
from affray.systems.pace.targets import out_of_range
from affray.systems.pace.wielding import gear_of, weapon_in_hand, weapons_in_hand

AP_AHEAD = 0.5
"""What part of an own attack the AP for an answer is worth while it is to be had."""

AP_TO_SPARE = 2
"""AP that may be kept past a round without losing any of the next ones."""


def answer_worths(fight: Fight, me: Character, question: Question) -> list[float]:
    """A value for each answer."""
    value = _ANSWERS.get(question.kind)
    if value is None:
        return [0.0] * len(question.options)
    return value(fight, me, question)


# The answer to an attack


def _defence(fight: Fight, me: Character, question: Question) -> list[float]:
    attacker_id, item_id, _, total, natural = question.args
    attacker = fight.state.characters[attacker_id]
    weapon = weapon_in_hand(fight, attacker, item_id)
    if weapon is None:
        return [0.0] * len(question.options)
    critical = is_critical(natural)
    held = holds(defence_stance(fight, me, weapon), total)
    price = _price(fight, me)

    def value(option: Option) -> float:
        mine = weapon_in_hand(fight, me, option.args[0]) if option.args else None
        block = dice_of(mine.damage) if option.kind == "block" and mine is not None else ()
        loss = loss_by_hit(fight, attacker, weapon, me, critical, block)
        whole = -(1.0 - held) * worth(loss, me.hp)
        if option.kind == "take":
            return whole
        if option.kind == "counter" and mine is not None:
            whole += held * _riposte(fight, me, mine, attacker, weapon)
        if option.kind == "evade":
            whole += _evasion(fight, me, attacker, weapon)
        return whole - price

    return [value(option) for option in question.options]


def _price(fight: Fight, me: Character) -> float:
    """What an AP is worth. Those above two that are there after one's turn would be lost anyway."""
    if me.id in fight.state.acted and me.ap > AP_TO_SPARE:
        return 0.1
    found = strikes(fight, me)
    return AP_AHEAD * found[0].front / found[0].cost if found else 0.3


def _riposte(fight: Fight, me: Character, mine: Weapon, attacker: Character, weapon: Weapon) -> float:
    """What a riposte is worth once the defence has held."""
    pressed = hit_chances(attack_stance(fight, attacker, weapon), defence_stance(fight, me, weapon))
    dr = least_resisted(fight, attacker, mine.types)
    loss: Loss = loss_of(damage_dice(mine.damage, False), 0, (), dr, attacker.hp)
    return (1.0 - sum(pressed)) * worth(loss, attacker.hp)


def _evasion(fight: Fight, me: Character, attacker: Character, weapon: Weapon) -> float:
    """The next attack that does not come, where one can get out of its range."""
    turn = fight.state.turn
    if turn is None or turn.character != attacker.id or attacker.ap < weapon.ap:
        return 0.0
    squares = reachable(fight, me, evade_paces(fight, me), 0).costs
    if all(out_of_range(fight, attacker.square, square, weapon.range) is None for square in squares):
        return 0.0
    spared = attack_worth(fight, attacker, weapon, me)
    return spared if attacker.ap == weapon.ap else spared * 0.4


def _evade(fight: Fight, me: Character, question: Question) -> list[float]:
    """Out of the attacker's range, off threatened squares, and not further from a fight than need be."""
    attacker = fight.state.characters[question.args[0]]
    longest = max([weapon.range for _, weapon in weapons_in_hand(fight, attacker)])
    around = Surroundings(fight, me)
    pressing = attacker.ap > 0

    def value(square: int) -> float:
        far = out_of_range(fight, attacker.square, square, longest) is not None
        behind = not in_front(around.board, attacker.square, attacker.facing, square)
        return (2.0 if far and pressing else 0.0) + 0.3 * behind - around.danger(square)

    here = value(me.square)
    return [here + 0.05 if option.kind == "stay" else value(option.args[0]) for option in question.options]


# Facing


def _pivot(fight: Fight, me: Character, question: Question) -> list[float]:
    """Turn to one that attacks from behind, while an AP for the answer is left after it."""
    _, _, about = question.args
    foe = fight.state.characters.get(about)
    stay = [1.0 if option.kind == "stay" else 0.0 for option in question.options]
    if foe is None or foe.side == me.side or not foe.standing or me.ap < AP_TO_SPARE:
        return stay
    turn = fight.state.turn
    over = turn is None or turn.character != foe.id or foe.ap == 0
    if over or faces(fight, me, foe.square) or not could_reach(fight, foe, me.square):
        return stay
    around = Surroundings(fight, me)
    weights = {other.square: 1.0 for other in around.near} | {foe.square: 2.0}

    def covered(facing: int) -> float:
        wedge = [
            value for square, value in weights.items() if in_front(around.board, me.square, facing, square)
        ]
        return sum(wedge) + 0.1 * around.facing_worth(me.square, facing)

    now = covered(me.facing)
    worths = {"stay": now + 0.8, "quiet": -1.0}
    return [
        covered(option.args[0]) if option.kind == "pivot" else worths[option.kind]
        for option in question.options
    ]


def _facing(fight: Fight, me: Character, question: Question) -> list[float]:
    around = Surroundings(fight, me)
    return [around.facing_worth(me.square, option.args[0]) for option in question.options]


# Choices within an attack or a spell


def _more_targets(fight: Fight, me: Character, question: Question) -> list[float]:
    """Everybody whom it should befall, and nobody else."""
    spell = fight.book.spells.get(question.args[0])
    weapon = weapon_in_hand(fight, me, question.args[0])
    for_foes = spell is None or is_hostile(spell)

    def value(option: Option) -> float:
        if option.kind == "done":
            return 0.0
        other = fight.state.characters[option.args[0]]
        if (other.side != me.side) != for_foes:
            return -1.0
        return 0.1 + (attack_worth(fight, me, weapon, other) if weapon is not None else 1.0)

    return [value(option) for option in question.options]


def is_hostile(spell: Spell) -> bool:
    """Whether a spell is for foes."""
    match spell.effect:
        case Mend():
            return False
        case Grant(count=count):
            return count < 0
    return True


def _damage_type(fight: Fight, me: Character, question: Question) -> list[float]:
    """The type that is resisted least."""
    target_id = question.args[2]
    target = fight.state.characters.get(target_id)
    if target is None:
        return [-float(resistance_of_object(fight, target_id, option.args[0])) for option in question.options]
    return [-float(resistance(fight, target, option.args[0])) for option in question.options]


def _way(fight: Fight, me: Character, question: Question) -> list[float]:
    _, target_id, paces = question.args
    target = fight.state.characters[target_id]
    return [way_worth(fight, me, target, option.args[0], paces) for option in question.options]


def _disarm(fight: Fight, me: Character, question: Question) -> list[float]:
    """The weapon that is worst to meet, away from the one that held it."""
    target = fight.state.characters[question.args[1]]

    def value(option: Option) -> float:
        item_id, square = option.args
        gear = gear_of(fight, fight.state.items[item_id])
        danger = attack_worth(fight, target, gear, me) if isinstance(gear, Weapon) else 0.0
        return danger + (0.1 if square != target.square else 0.0)

    return [value(option) for option in question.options]


def _place(fight: Fight, me: Character, question: Question) -> list[float]:
    """Stone under a foe; nothing on an ally's square or one's own."""
    spell = fight.book.spells[question.args[0]]
    blocking = isinstance(spell.effect, Raise) and spell.effect.ground == "blocking"
    theirs = {foe.square for foe in foes(fight, me)} if blocking else set()
    taken = taken_squares(fight)

    def value(square: int) -> float:
        if square in theirs:
            return 1.0
        return -1.0 if taken >> square & 1 else 0.0

    return [value(option.args[0]) for option in question.options]


_ANSWERS: dict[str, Callable[[Fight, Character, Any], list[float]]] = {
    "defence": _defence,
    "evade": _evade,
    "pivot": _pivot,
    "facing": _facing,
    "more targets": _more_targets,
    "damage type": _damage_type,
    "way": _way,
    "disarm": _disarm,
    "place": _place,
}
