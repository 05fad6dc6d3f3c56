"""Rolls without a fight: "d20+9+d8+d6 vs d20+6+d4", "d20+7+d6 vs 20". Read by the rules' own functions.

expression = side "vs" ( side ["by" number] | number )
side       = "d20" { ("+" | "-") number | "+" [count] die }      die = d4, d6, d8, d10, d12
"""

from __future__ import annotations

from fractions import Fraction

from affray.dice.pools import Distribution, margin_distribution, pool_distribution
from affray.dice.reading import Reader
from affray.kernel.requests import Dice, Pool
from affray.kernel.system import BareOdds
from affray.systems.d20plus.attack import attacker_wins, is_critical_block
from affray.systems.d20plus.book import DIE_SIZES
from affray.systems.d20plus.rulings import Rulings
from affray.systems.d20plus.scores import d20, succeeds
from affray.systems.d20plus.wounds import wounds_dealt

EXAMPLE = "d20+d4+d6 vs d20+d8"
DICE_MAX = 20
"""Augment Dice of one side."""
SCORE_MAX = 1_000


def bare_roll(expression: str) -> BareOdds:
    """The wounds of a contested roll, or whether a check succeeds."""
    reader = Reader(expression)
    first = _side(reader)
    if reader.word("vs") is None:
        raise reader.fault('"+", "-" or "vs"')
    if reader.is_next_a_number():
        target = reader.number("a target number", 0, SCORE_MAX)
        reader.end()
        return _check(pool_distribution(first), target)
    second = _side(reader)
    increment = Rulings().wound_increment
    if reader.word("by") is not None:
        increment = reader.number("the increment", 1, SCORE_MAX)
    reader.end('"+", "-" or "by"')
    return _strike(margin_distribution(first, second), increment)


def _side(reader: Reader) -> Pool:
    """A d20 and what is added to it."""
    reader.dice((20,), 1)
    dice, bonus = [d20()], 0
    while (sign := reader.sign()) is not None:
        if not reader.is_next_a_die():
            bonus += sign * reader.number("a score", 0, SCORE_MAX)
            continue
        count, size = reader.dice(DIE_SIZES, DICE_MAX)
        if sign < 0:
            raise reader.refuse("Augment Dice are added, never taken off.")
        dice.append(Dice(size, count))
        if sum([group.count for group in dice[1:]]) > DICE_MAX:
            raise reader.refuse(f"A side has at most {DICE_MAX} Augment Dice.")
    return Pool("", tuple(dice), bonus)


def _check(falls: Distribution, target: int) -> BareOdds:
    whole = sum(falls.values())
    good = Fraction(sum([weight for total, weight in falls.items() if succeeds(total, target)]), whole)
    return BareOdds((("fails", 1 - good), ("succeeds", good)), good, "chance to succeed")


def _strike(margins: Distribution, increment: int) -> BareOdds:
    whole = sum(margins.values())
    zero_wounds = Rulings().margin_zero_wounds
    found: dict[str, int] = {}
    wounds = 0
    for margin, weight in margins.items():
        fallen = wounds_dealt(margin, increment, zero_wounds)
        wounds += weight * fallen
        label = _label(margin, fallen)
        found[label] = found.get(label, 0) + weight
    return BareOdds(
        tuple((label, Fraction(weight, whole)) for label, weight in found.items()),
        Fraction(wounds, whole),
        "wounds",
        (f"One wound, and one more for every full {increment} of margin",),
    )


def _label(margin: int, wounds: int) -> str:
    if not attacker_wins(margin):
        return "critical block" if is_critical_block(margin) else "blocked"
    return "1 wound" if wounds == 1 else f"{wounds} wounds"
