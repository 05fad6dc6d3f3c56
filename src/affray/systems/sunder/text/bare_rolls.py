"""Tests without a scene: "P12 R4 S3 D6 x2". Read by the rules' own functions.

    expression = "P" score { "R" spent | "S" Stress | "D" size | "x" ["-"] count | "charged" }

P is the Potential's score, R its spent Resistance, S its Stress, D its Volatility Die, x how many of them are
rolled: the highest counts, below 0 the lowest of one more. No Perk is on the die.
"""

from __future__ import annotations

from fractions import Fraction

from affray.dice.pools import pool_distribution
from affray.dice.reading import Reader
from affray.kernel.requests import Pool, Rolled
from affray.kernel.system import BareOdds
from affray.systems.sunder import testing
from affray.systems.sunder.names import CRIT, DICE, FAILURE, LEVELS, MIFF, MIXED, SUCCESS
from affray.systems.sunder.perks import modifier_of
from affray.systems.sunder.state import Track

EXAMPLE = "P12 R4 S3 D6 x2"
SCORE_MAX = 20
DICE_MAX = 20
SHOWN = (CRIT, SUCCESS, MIXED, FAILURE, MIFF)


def bare_roll(expression: str) -> BareOdds:
    """The levels of a Test."""
    reader = Reader(expression)
    track, count = _read(reader)
    dice = (testing.d20_against(track), *testing.pool_dice(count, track.die))
    falls = pool_distribution(Pool("", dice))
    whole = sum(falls.values())
    levels = dict.fromkeys(SHOWN, 0)
    for total, weight in falls.items():
        levels[_level(track, total, count)] += weight
    good = sum([weight for level, weight in levels.items() if testing.acts_well(level)])
    return BareOdds(
        tuple((LEVELS[level], Fraction(weight, whole)) for level, weight in levels.items()),
        Fraction(good, whole),
        "chance of a Mixed or better",
        ("No Perk is on the die",) if count else (),
    )


def _level(track: Track, total: int, count: int) -> int:
    """The level that a total of d20 and pool comes to, as a Test without a Perk settles it."""
    base, natural, kept = testing.read(track, Rolled((), total), count)
    if natural or not kept:
        return base
    jinx = testing.jinx_threshold(track.stress, track.die)
    if testing.explodes(track, jinx, kept):
        return CRIT
    return testing.final_level(base, modifier_of(kept, jinx))


def _read(reader: Reader) -> tuple[Track, int]:
    """The track, and how many dice are rolled."""
    if reader.word("P") is None:
        raise reader.fault('the score, as "P12",')
    track = Track(reader.number("a score", 1, SCORE_MAX))
    count, given = 0, set[str]()
    while not reader.at_end:
        word = reader.word("R", "S", "D", "x", "charged")
        if word is None:
            raise reader.fault('one of R, S, D, x and "charged"')
        if word in given:
            raise reader.refuse(f"{word} is given already.")
        given.add(word)
        count = _take(reader, track, word, count)
    if track.free < 0:
        raise reader.refuse(f"Stress and spent Resistance fill at most the {track.score} slots of the score.")
    return track, count


def _take(reader: Reader, track: Track, word: str, count: int) -> int:
    """Read what follows a letter. Returns how many dice are rolled."""
    if word == "x":
        sign = reader.sign() or 1
        return sign * reader.number("the number of dice", 0, DICE_MAX)
    if word == "R":
        track.spent = reader.number("spent Resistance", 0, track.score)
    elif word == "S":
        track.stress = reader.number("Stress", 0, track.score)
    elif word == "D":
        track.die = reader.number("a Volatility Die", min(DICE), max(DICE))
        if track.die not in DICE:
            raise reader.refuse(f"A Volatility Die has {', '.join(map(str, DICE))} sides.")
    else:
        track.charged = True
    return count
