"""What attacks, answers and spells promise: exact expectations from the engine's own functions. For bots."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from affray.board.squares import FACINGS, within
from affray.dice.pools import pool_distribution
from affray.kernel.requests import Dice, Pool
from affray.systems.pace import clocks, spells
from affray.systems.pace.attack import attack_stance, defence_stance
from affray.systems.pace.book import BARE_HANDS, Harm, Spell, Weapon, dice_of
from affray.systems.pace.damage import landed, resistance
from affray.systems.pace.forced import COLLISION_SIDES, foresee
from affray.systems.pace.halves import halved as half_of
from affray.systems.pace.interactions import ARM
from affray.systems.pace.maneuvers import PUSH_PACES
from affray.systems.pace.movement import speed_of
from affray.systems.pace.rolls import (
    Stance,
    damage_dice,
    is_critical,
    save_succeeds,
    score_of,
    stance_for,
    wins_contest,
)
from affray.systems.pace.scenario import Task
from affray.systems.pace.state import Character, Fight, board_of, foes, sheet_of
from affray.systems.pace.wielding import attack_cost, weapons_in_hand

FELLED = 6.0
"""What it is worth that somebody falls, in HP."""

ANSWERED = 0.8
"""What is left of an attack's promise against one that faces it and has AP for an answer."""

SCENE_TASK, LAST_SEGMENT = 3.0, 6.0
"""What a segment of a clock that ends the scene is worth in HP, and how much more the last one is."""

OWN_SIDE = 1.5
"""By how much more it counts what one's own side loses."""

PUSHED = 0.2
"""What it is worth to move a foe at all."""

DicePart = tuple[tuple[int, int], ...]


class Loss(NamedTuple):
    """What is to be expected: HP lost, never more than there are, and the chance to fall."""

    mean: float
    falls: float


class Strike(NamedTuple):
    """Something that takes AP and can be done from some squares: an attack, a spell, a task.

    `front` and `behind` are what one of it promises, in HP: against one that can answer it, and against one
    that cannot. `target` stands on `square`; `reach` are the squares in range of it.
    """

    front: float
    behind: float
    cost: int
    square: int
    reach: int
    target: str | None


def worth(loss: Loss, hp: int) -> float:
    """HP lost, worth more on one that is nearly defeated."""
    return loss.mean * (1.0 + 4.0 / (4.0 + hp)) + FELLED * loss.falls


# Chances


def hit_chances(attack: Stance, defence: Stance) -> tuple[float, float]:
    """The chance of a hit that is no critical, and of one that is."""
    return _hit_chances(attack.net, attack.score, defence.net, defence.score)


@lru_cache(maxsize=4096)
def _hit_chances(net: int, score: int, other_net: int, other_score: int) -> tuple[float, float]:
    attack = pool_distribution(Stance("", "attack", "", score, (("", net),)).pool)
    defence = pool_distribution(Stance("", "defence", "", other_score, (("", other_net),)).pool)
    whole = sum(attack.values()) * sum(defence.values())
    plain = critical = 0
    for total, weight in attack.items():
        wins = weight * sum([other for held, other in defence.items() if wins_contest(total, held)])
        if is_critical(total - score):
            critical += wins
        else:
            plain += wins
    return plain / whole, critical / whole


def holds(defence: Stance, total: int) -> float:
    """The chance that a defence holds against a total."""
    return _holds(defence.net, defence.score, total)


@lru_cache(maxsize=4096)
def _holds(net: int, score: int, total: int) -> float:
    falls = pool_distribution(Stance("", "defence", "", score, (("", net),)).pool)
    return sum([weight for held, weight in falls.items() if not wins_contest(total, held)]) / sum(
        falls.values()
    )


def save_chance(stance: Stance, dc: int) -> float:
    """The chance that a Save succeeds."""
    return _save_chance(stance.net, stance.score, dc)


@lru_cache(maxsize=4096)
def _save_chance(net: int, score: int, dc: int) -> float:
    falls = pool_distribution(Stance("", "save", "", score, (("", net),)).pool)
    return sum([weight for total, weight in falls.items() if save_succeeds(total, dc)]) / sum(falls.values())


# Losses


@lru_cache(maxsize=1 << 14)
def loss_of(dice: DicePart, score: int, block: DicePart, dr: int, hp: int) -> Loss:
    """What a hit with these dice comes to, less Block and DR."""
    rolled = pool_distribution(Pool("", _as_dice(dice), score))
    blocked = pool_distribution(Pool("", _as_dice(block)))
    whole = sum(rolled.values()) * sum(blocked.values())
    lost = falls = 0
    for total, weight in rolled.items():
        for less, other in blocked.items():
            fallen = min(hp, landed(total, less, dr))
            lost += weight * other * fallen
            falls += weight * other if fallen == hp else 0
    return Loss(lost / whole, falls / whole)


def _as_dice(dice: DicePart) -> tuple[Dice, ...]:
    return tuple([Dice(sides, count) for count, sides in dice])


def least_resisted(fight: Fight, target: Character, types: tuple[str, ...]) -> int:
    """DR against the type that one would name."""
    return min([resistance(fight, target, type_) for type_ in types])


def loss_by_hit(
    fight: Fight, attacker: Character, weapon: Weapon, target: Character, critical: bool, block: DicePart = ()
) -> Loss:
    """What a hit with a weapon comes to."""
    return loss_of(
        damage_dice(weapon.damage, critical),
        score_of(fight, attacker, weapon.ability),
        block,
        least_resisted(fight, target, weapon.types),
        target.hp,
    )


def loss_by_attack(fight: Fight, attacker: Character, weapon: Weapon, target: Character) -> Loss:
    """What an attack comes to that nobody answers."""
    chances = hit_chances(attack_stance(fight, attacker, weapon), defence_stance(fight, target, weapon))
    losses = [loss_by_hit(fight, attacker, weapon, target, critical) for critical in (False, True)]
    return Loss(
        sum([chance * loss.mean for chance, loss in zip(chances, losses, strict=True)]),
        sum([chance * loss.falls for chance, loss in zip(chances, losses, strict=True)]),
    )


def attack_worth(fight: Fight, attacker: Character, weapon: Weapon, target: Character) -> float:
    """What an attack is worth that nobody answers."""
    return worth(loss_by_attack(fight, attacker, weapon, target), target.hp)


# Strikes


def strikes(fight: Fight, character: Character) -> list[Strike]:
    """Everything that takes AP and promises something, from wherever it can be done; the best first."""
    found = [*_attacks(fight, character), *_harmful_spells(fight, character), *_tasks(fight, character)]
    return sorted([strike for strike in found if strike.behind > 0], key=_by_worth)


def _by_worth(strike: Strike) -> float:
    return -strike.behind / strike.cost


def _attacks(fight: Fight, character: Character) -> Iterator[Strike]:
    board = board_of(fight)
    for _, weapon in weapons_in_hand(fight, character):
        cost = attack_cost(fight, character, weapon)
        for foe in foes(fight, character):
            value = attack_worth(fight, character, weapon, foe)
            answered = value * ANSWERED if foe.ap else value
            reach = within(board, foe.square, weapon.range)
            yield Strike(answered, value, cost, foe.square, reach, foe.id)


def spell_chance(fight: Fight, caster: Character, spell: Spell, target: Character | None) -> float:
    """The chance that a spell works."""
    if spell.save is None:
        return 1.0
    stance = stance_for(fight, caster, "save", spell.save.score)
    return save_chance(stance, spells.dc_of(fight, spell, target))


def spell_worth(fight: Fight, caster: Character, spell: Spell, target: Character) -> float:
    """What a spell that harms is worth on one target."""
    assert isinstance(spell.effect, Harm)
    score = score_of(fight, caster, spell.effect.score) if spell.effect.score is not None else 0
    dr = resistance(fight, target, spell.effect.type)
    loss = loss_of(dice_of(spell.effect.damage), score, (), dr, target.hp)
    return spell_chance(fight, caster, spell, target) * worth(loss, target.hp)


def _harmful_spells(fight: Fight, caster: Character) -> Iterator[Strike]:
    board = board_of(fight)
    for spell_id in sheet_of(fight, caster).spells:
        spell = fight.book.spells[spell_id]
        if isinstance(spell.effect, Harm):
            for foe in foes(fight, caster):
                value = spell_worth(fight, caster, spell, foe)
                reach = within(board, foe.square, spell.range)
                yield Strike(value, value, spell.ap, foe.square, reach, foe.id)


def _tasks(fight: Fight, character: Character) -> Iterator[Strike]:
    """Tasks that bring the end of the scene nearer."""
    board = board_of(fight)
    for object_id, thing in fight.state.objects.items():
        for task in () if thing.destroyed else fight.book.objects[object_id].task:
            if not (task.once and task.id in thing.done):
                value = task_worth(fight, character, task)
                near = within(board, thing.square, ARM)
                yield Strike(value, value, max(1, task.ap), thing.square, near, None)


def task_worth(fight: Fight, character: Character, task: Task) -> float:
    """What a task is worth: to the side whose aim its clock is."""
    if task.clock is None or character.side != fight.book.clocks[task.clock].side:
        return 0.0
    clock, filled = fight.book.clocks[task.clock], fight.state.clocks[task.clock]
    if not clock.ends or filled >= clock.segments:
        return 0.0
    chance = 1.0
    if task.save is not None:
        stance = stance_for(fight, character, "save", task.save.score)
        chance = save_chance(stance, task.save.dc)
    gained = clocks.segments_gained(success=True, critical=False)
    return chance * gained * (SCENE_TASK + LAST_SEGMENT / (clock.segments - filled))


# Effects


@lru_cache(maxsize=4096)
def collision_loss(paces: int, halved: bool, dr: int, hp: int) -> Loss:
    """What being stopped so many Paces short comes to."""
    falls = pool_distribution(Pool("", (Dice(COLLISION_SIDES, paces),)))
    whole, lost, fell = sum(falls.values()), 0, 0
    for total, weight in falls.items():
        fallen = min(hp, landed(half_of(total) if halved else total, 0, dr))
        lost += weight * fallen
        fell += weight if fallen == hp else 0
    return Loss(lost / whole, fell / whole)


def way_worth(fight: Fight, mover: Character, target: Character, facing: int, paces: int) -> float:
    """What it is worth to the mover that somebody is pushed this way."""
    stop = foresee(fight, target.id, facing, paces)
    if stop.against is None:
        return 0.0
    other = fight.state.characters.get(stop.against)
    total = 0.0
    for hurt in (target, other):
        if hurt is not None:
            dr = resistance(fight, hurt, "bludgeoning")
            value = worth(collision_loss(stop.stopped, other is not None, dr, hurt.hp), hurt.hp)
            total += value if hurt.side != mover.side else -OWN_SIDE * value
    return total


def best_way(fight: Fight, mover: Character, target: Character, paces: int) -> float:
    """What the best way of a push is worth."""
    return max([way_worth(fight, mover, target, facing, paces) for facing in range(len(FACINGS))])


def maneuver_worth(fight: Fight, attacker: Character, target: Character, maneuver: str) -> float:
    """What a Maneuver adds to a hit."""
    match maneuver:
        case "trip":
            return slow_worth(fight, target)
        case "grapple":
            return hold_worth(attacker, target)
        case "disarm":
            return disarm_worth(fight, attacker, target)
    return PUSHED + max(0.0, best_way(fight, attacker, target, PUSH_PACES))


def slow_worth(fight: Fight, target: Character) -> float:
    """A Trip is for those who run; somebody slowed for long enough gains nothing by another one."""
    return 0.0 if target.slow_until > fight.state.round else 0.1 * speed_of(fight, target)


def hold_worth(source: Character, target: Character) -> float:
    """A hold on one that is not held by the same source."""
    return 0.0 if any(tether.source == source.id for tether in target.tethers) else 0.4


def disarm_worth(fight: Fight, attacker: Character, target: Character) -> float:
    """What the best weapon that can be struck from the hand does more than bare hands."""
    values = [
        attack_worth(fight, target, weapon, attacker) / attack_cost(fight, target, weapon)
        for item, weapon in weapons_in_hand(fight, target)
        if item != BARE_HANDS.id
    ]
    return max(0.0, max(values, default=0.0) - attack_worth(fight, target, BARE_HANDS, attacker))
