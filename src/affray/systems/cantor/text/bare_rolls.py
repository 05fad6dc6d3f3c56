"""Rolls without a fight: "+2 vs 12", "grit 3 -1 vs 10". Read by the rules' own functions.

    expression = { ("+" | "-") number | "grit" ["+" | "-"] number } "vs" number

The number with a sign is the net accuracy, below 0 difficulty.
"""

from __future__ import annotations

from fractions import Fraction

from affray.dice.pools import pool_distribution
from affray.dice.reading import Reader
from affray.kernel.requests import Dice, Pool
from affray.kernel.system import BareOdds
from affray.systems.cantor.accuracy import accuracy_dice
from affray.systems.cantor.attack import hits

EXAMPLE = "grit 1 +2 vs 12"
DICE_MAX = 20
DEFENCE_MAX = 100
GRIT_MAX = 20


def bare_roll(expression: str) -> BareOdds:
    """Whether an attack hits."""
    reader = Reader(expression)
    given: dict[str, int] = {}
    while reader.word("vs") is None:
        what = "grit" if reader.word("grit") is not None else "accuracy"
        sign = reader.sign()
        if what == "accuracy" and sign is None:
            raise reader.fault('accuracy such as "+2", "grit" or "vs"')
        number = (sign or 1) * reader.number(what, 0, GRIT_MAX if what == "grit" else DICE_MAX)
        if what in given:
            raise reader.refuse(f"The {what} is given already.")
        given[what] = number
    net, grit = given.get("accuracy", 0), given.get("grit", 0)
    defence = reader.number("a defence", 0, DEFENCE_MAX)
    reader.end()
    falls = pool_distribution(Pool("", (Dice(20), *accuracy_dice(net)), grit))
    good = Fraction(
        sum([weight for total, weight in falls.items() if hits(total, defence)]), sum(falls.values())
    )
    return BareOdds((("misses", 1 - good), ("hits", good)), good, "chance to hit")
