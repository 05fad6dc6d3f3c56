"""What attacks and conditions promise, expected from the engine's own dice, defences and steps. For bots."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from affray.board.hexes import farther
from affray.dice.pools import pool_distribution
from affray.kernel.requests import Dice, Pool
from affray.systems.cantor.accuracy import accuracy_dice, defence_of, pool_of
from affray.systems.cantor.arms import Arm
from affray.systems.cantor.attack import FLIP_MISSES, hits, must_flip
from affray.systems.cantor.book import damage_of
from affray.systems.cantor.damage import Harm, steps_of
from affray.systems.cantor.saves import save_succeeds
from affray.systems.cantor.state import Fight, Unit, is_cantor, sheet_of

FELLED = 6.0
"""What it is worth, in HP, that somebody is out of the fight."""
STRUCTURE = 3.0
"""What it is worth that somebody loses a Structure."""
BURNING = 0.8
"""What a point of Burn is worth; it falls about every other turn, until it is saved against."""
USUAL_CHANCE = 0.55
"""How often an attack of which nothing else is known hits."""
OWN_SIDE = 1.5
"""By how much more it counts what one's own side loses."""


class Loss(NamedTuple):
    """What is to be expected: HP lost, never more than there are, and the chance to lose all of them."""

    mean: float
    falls: float


# Chances


def hit_chance(fight: Fight, attacker: Unit, target: Unit, kind: str, net: int) -> float:
    """The chance of a hit with these net dice; half of it where the flip comes first."""
    _, value, _ = defence_of(fight, target, kind)
    chance = _reaches(pool_of(fight, attacker, net).bonus, net, value)
    if must_flip(fight, attacker, target):
        chance *= 1 - FLIP_MISSES / 6
    return chance


@lru_cache(maxsize=4096)
def _reaches(bonus: int, net: int, value: int) -> float:
    falls = pool_distribution(Pool("", (Dice(20), *accuracy_dice(net)), bonus))
    return sum([weight for total, weight in falls.items() if hits(total, value)]) / sum(falls.values())


def save_chance(fight: Fight, unit: Unit) -> float:
    """The chance that a save against the usual target succeeds."""
    return _saves(pool_of(fight, unit).bonus, fight.rulings.save_target)


@lru_cache(maxsize=1024)
def _saves(bonus: int, target: int) -> float:
    return sum([save_succeeds(face + bonus, target) for face in range(1, 21)]) / 20


# Losses


@lru_cache(maxsize=256)
def _damage_falls(text: str) -> tuple[tuple[int, float], ...]:
    """Each total of a weapon's damage with its chance."""
    count, sides, bonus = damage_of(text)
    falls = pool_distribution(Pool("", (Dice(sides, count),), bonus))
    whole = sum(falls.values())
    return tuple([(total, weight / whole) for total, weight in falls.items()])


def loss_by_hit(fight: Fight, arm: Arm, target: Unit) -> Loss:
    """What a hit comes to, through every step of damage."""
    if arm.damage is None:
        return Loss(0.0, 0.0)
    mean = falls = 0.0
    for total, chance in _damage_falls(arm.damage):
        lost = _lost(fight, arm, target, max(total, arm.reliable), True)
        mean += chance * lost
        falls += chance if lost >= target.hp else 0.0
    return Loss(mean, falls)


def loss_by_miss(fight: Fight, arm: Arm, target: Unit) -> Loss:
    """What Reliable deals on a miss."""
    if arm.damage is None or not arm.reliable:
        return Loss(0.0, 0.0)
    lost = _lost(fight, arm, target, arm.reliable, False)
    return Loss(lost, float(lost >= target.hp))


def _lost(fight: Fight, arm: Arm, target: Unit, raw: int, hit: bool) -> int:
    harm = Harm("attack", raw, arm.type, None, None, arm.armor_piercing, hit)
    return min(target.hp, max(0, steps_of(fight, target, harm).braced - target.overshield))


def worth(fight: Fight, target: Unit, loss: Loss) -> float:
    """HP lost, worth more on one that has few; and the end of a Structure, or of the unit."""
    last = not is_cantor(fight, target) or target.structure <= 1
    return loss.mean * (1.0 + 4.0 / (4.0 + target.hp)) + loss.falls * (FELLED if last else STRUCTURE)


def end_worth(fight: Fight, unit: Unit) -> float:
    """What it is worth that a unit is out of the fight at once, whatever it has left."""
    spare = 0.8 * sheet_of(fight, unit).hp * max(0, unit.structure - 1)
    return FELLED + unit.hp + spare


# What else a hit does


def menace(fight: Fight, unit: Unit) -> float:
    """What a unit is likely to do to somebody in a round, in HP."""
    kept = fight.book.worked_out
    key = "menace", unit.sheet
    if key not in kept:
        sheet = sheet_of(fight, unit)
        weapons = [fight.book.weapons[id_] for id_ in sheet.weapons]
        shots = sorted([_mean(one.damage) + BURNING * one.burn for one in weapons], reverse=True)
        songs = [_mean(art.damage) for art in (fight.book.arts[id_] for id_ in sheet.arts) if art.damage]
        kept[key] = USUAL_CHANCE * max([sum(shots[:2]), *songs, 1.0]) * sheet.activations
    found: float = kept[key]
    return found


def _mean(text: str) -> float:
    return sum([total * chance for total, chance in _damage_falls(text)])


_PART_OF_MENACE = {"Stunned": 1.1, "Jammed": 0.8, "Impaired": 0.2, "Slowed": 0.15, "Immobilized": 0.3}
"""What part of a unit's attacks a condition spares, while it lasts."""
_PLAINLY = {"Exposed": 1.6, "Prone": 0.7, "Lock On": 0.6}


def condition_worth(fight: Fight, unit: Unit, name: str) -> float:
    """What it is worth against a unit that it gains a condition; nothing where it has it."""
    if unit.has(name):
        return 0.0
    if name == "Shredded":
        sheet = sheet_of(fight, unit)
        return 0.7 * sheet.armor + (0.5 if sheet.resistance else 0.0)
    part = _PART_OF_MENACE.get(name)
    return _PLAINLY.get(name, 0.2) if part is None else part * menace(fight, unit)


def effects_worth(fight: Fight, arm: Arm, target: Unit) -> float:
    """What a hit does besides damage, shoves aside."""
    total = BURNING * arm.burn + (0.1 if arm.knockback else 0.0)
    return total + sum([condition_worth(fight, target, name) for name in arm.inflicts])


def over_edge(fight: Fight, source: int, target: Unit, steps: int, taken: int) -> float:
    """The chance that a shove from a hex ends a unit; `taken` are the hexes on which somebody stands."""
    board, lethal = fight.book.board, fight.book.lethal
    here = {target.hex}
    for _ in range(steps):
        beyond = {hex_ for one in here for hex_ in farther(board, one, source)}
        if any(lethal >> hex_ & 1 for hex_ in beyond):
            return 1.0 - save_chance(fight, target)
        here = {hex_ for hex_ in beyond if not board.is_blocking(hex_) and not taken >> hex_ & 1}
    return 0.0


class Blow(NamedTuple):
    """What an arm is worth against a hostile target: when it hits, and when it misses."""

    hit: float
    missed: float


def blow_of(fight: Fight, arm: Arm, target: Unit) -> Blow:
    """What a hit and a miss are worth; a shove over an edge aside."""
    hit = worth(fight, target, loss_by_hit(fight, arm, target)) + effects_worth(fight, arm, target)
    return Blow(hit, worth(fight, target, loss_by_miss(fight, arm, target)))


def attack_worth(fight: Fight, attacker: Unit, arm: Arm, target: Unit, net: int, blow: Blow) -> float:
    """What one attack is worth with these net dice."""
    chance = hit_chance(fight, attacker, target, arm.kind, net)
    return chance * blow.hit + (1.0 - chance) * blow.missed
