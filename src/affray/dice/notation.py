"""A small notation for dice: "d20+9+d8+d6", "2d6kh1 - d4 # rain".

    expression = ["+" or "-"] term { ("+" or "-") term }
    term       = [count] "d" sides [("kh" or "kl") "1"] | number

Only the highest or lowest die of a group can be kept. What follows a "#" is a label and never read as dice.
Limits are checked before anything is rolled, so that no expression can keep the table waiting.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from affray.kernel.errors import Unreadable
from affray.kernel.requests import Dice, Pool

LENGTH_MAX = 200
TERMS_MAX = 20
DICE_MAX = 100
SIDES_MAX = 1_000
NUMBER_MAX = 100_000

_TERM = re.compile(r"(?:([0-9]*)[dD]([0-9]+)(?:[kK]([hHlL])([0-9]*))?|([0-9]+))")
_SIGN = re.compile(r"[+\-\u2212]")
_DIGITS_MAX = 9


@dataclass(frozen=True, slots=True)
class Expression:
    """A dice expression as read: its dice, its fixed bonus, its label."""

    dice: tuple[Dice, ...]
    bonus: int
    label: str

    def pool(self, roller: str) -> Pool:
        """The expression as a pool of this roller."""
        return Pool(roller, self.dice, self.bonus)


def parse(text: str) -> Expression:
    """Read an expression. Raises `Unreadable`, which names the place and what would do, and nothing else."""
    written, _, label = text.partition("#")
    if len(written) > LENGTH_MAX:
        raise Unreadable(f"This is {len(written)} characters long; {LENGTH_MAX} are the most.")
    dice: list[Dice] = []
    bonus = 0
    terms = 0
    place = _skip(written, 0)
    while place < len(written) or not terms:
        sign, place = _sign(written, place, needed=terms > 0)
        found = _TERM.match(written, place)
        if found is None:
            raise _fault(written, place, 'dice such as "2d6" or a number')
        terms += 1
        if terms > TERMS_MAX:
            raise Unreadable(f"These are more than {TERMS_MAX} terms.")
        if found.group(5) is not None:
            bonus += sign * _number(found.group(5), 0, NUMBER_MAX, "A number")
        else:
            dice.append(_dice(found, sign))
        place = _skip(written, found.end())
    if sum(group.count for group in dice) > DICE_MAX:
        raise Unreadable(f"These are more than {DICE_MAX} dice.")
    return Expression(tuple(dice), bonus, label.strip()[:LENGTH_MAX])


def written(dice: tuple[Dice, ...], bonus: int) -> str:
    """Dice and a bonus in notation; `parse` reads it back. Faces that count otherwise cannot be written."""
    parts = []
    for group in dice:
        count = "" if group.count == 1 else str(group.count)
        kept = {"all": "", "highest": "kh1", "lowest": "kl1"}[group.keep]
        parts.append(("-" if group.sign < 0 else "+") + f"{count}d{group.sides}{kept}")
    if bonus or not parts:
        parts.append(f"{bonus:+d}")
    return "".join(parts).removeprefix("+")


def _dice(found: re.Match[str], sign: Literal[1, -1]) -> Dice:
    count = _number(found.group(1) or "1", 1, DICE_MAX, "The number of dice")
    sides = _number(found.group(2), 2, SIDES_MAX, "The number of sides")
    keep: Literal["all", "highest", "lowest"] = "all"
    if found.group(3) is not None:
        if found.group(4) not in ("", "1"):
            raise Unreadable(f'Only one die of a group can be kept: "k{found.group(3)}1".')
        keep = "highest" if found.group(3) in "hH" else "lowest"
    return Dice(sides, count, keep, sign)


def _number(digits: str, least: int, most: int, what: str) -> int:
    # Reading thousands of digits as a number takes long, so their count is looked at first.
    if len(digits) > _DIGITS_MAX or not least <= int(digits) <= most:
        shown = digits if len(digits) <= _DIGITS_MAX else f"{digits[:_DIGITS_MAX]}..."
        raise Unreadable(f"{what} is from {least} to {most}, not {shown}.")
    return int(digits)


def _sign(text: str, place: int, needed: bool) -> tuple[Literal[1, -1], int]:
    """The sign before a term and where the term begins. The first term needs none."""
    found = _SIGN.match(text, place)
    if found is None:
        if needed:
            raise _fault(text, place, '"+" or "-"')
        return 1, place
    return (1 if found.group() == "+" else -1), _skip(text, found.end())


def _skip(text: str, place: int) -> int:
    """The next place that is no blank."""
    while place < len(text) and text[place].isspace():
        place += 1
    return place


def _fault(text: str, place: int, wanted: str) -> Unreadable:
    if place >= len(text):
        return Unreadable(f"Something is missing at the end: {wanted}.")
    return Unreadable(f'At character {place + 1}, "{text[place]}": {wanted} is wanted here.')
