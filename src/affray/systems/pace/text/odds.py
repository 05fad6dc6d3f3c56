"""Chances in words: bars with their labels, and what they come to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from affray.kernel.presentation import Odds, OddsBar
from affray.telling.words import count

Amount = Literal["attack", "defence", "riposte", "collision", "object", "spell", "mending"]
"""What an amount of HP is told of."""

Outcome = tuple[str, bool | int]
"""What is settled and how: ("works", True), ("segments", 2)."""

RANGES_MAX = 3
"""Ranges that share what is lost without a critical; that and what fells have bars of their own."""

Mark = Literal["plain", "none", "bad"]


@dataclass(slots=True)
class AmountChances:
    """The chances of an amount. `plain` and `critical` are by number, without those that fell somebody.

    `whom` it befalls, `by` is who else has to do with it, `how` the answer to an attack. `fells`: it can
    fell, though perhaps by no chance.
    """

    kind: Amount
    whom: str
    by: str = ""
    how: str = ""
    plain: dict[int, Fraction] = field(default_factory=dict)
    critical: dict[int, Fraction] = field(default_factory=dict)
    fells: bool = False
    fell: Fraction = Fraction(0)
    hit: Fraction = Fraction(0)
    mean: Fraction = Fraction(0)


def amount_odds(chances: AmountChances) -> Odds:
    """Bars of HP, and the mean. Which bars there are depends on what can come, not on how likely it is."""
    zero = chances.plain.get(0, Fraction(0)) + chances.critical.get(0, Fraction(0))
    bars = [_bar("0", zero, "none")] if 0 in chances.plain or 0 in chances.critical else []
    for low, high in ranges(list(chances.plain), list(chances.critical)):
        inside = [
            chance
            for numbers in (chances.plain, chances.critical)
            for number, chance in numbers.items()
            if low <= number <= high
        ]
        bars.append(_bar(span(low, high), sum(inside, Fraction(0)), "plain"))
    if chances.fells:
        bars.append(_bar("breaks" if chances.kind == "object" else "falls", chances.fell, "bad"))
    mean = round(float(chances.mean), 2)
    return Odds(bars=bars, summary=_summary(chances), mean=mean, notes=_notes(chances))


def ranges(plain: list[int], critical: list[int]) -> list[tuple[int, int]]:
    """The ranges that numbers are shown in: up to three as wide as 1, 2, 4, 8 ... for what comes without a
    critical, and one for what only a critical brings. A rest too small for a range joins the last.
    """
    usual = [number for number in plain if number > 0]
    doubled = [number for number in critical if number > 0]
    most = max(usual or doubled, default=0)
    if most == 0:
        return []
    width = 1
    while most // width > RANGES_MAX:
        width *= 2
    parts = max(1, most // width)
    found = [(part * width + 1, (part + 1) * width) for part in range(parts)]
    found[-1] = (found[-1][0], most)
    beyond = max(doubled, default=0)
    return [*found, (most + 1, beyond)] if beyond > most else found


def span(low: int, high: int) -> str:
    """ "3", "1–4"."""
    return str(low) if low == high else f"{low}\N{EN DASH}{high}"


def outcome_odds(chances: Mapping[Outcome, Fraction]) -> Odds:
    """A bar for each outcome, the good ones last."""
    named: dict[Outcome, Fraction] = {}
    for (name, value), chance in chances.items():
        named[name, value] = named.get((name, value), Fraction(0)) + chance
    bars = [
        _bar(_outcome(name, value), chance, "plain" if value else "none")
        for (name, value), chance in sorted(named.items(), key=lambda item: (int(item[0][1]), item[0][0]))
    ]
    good = sum((chance for (_, value), chance in named.items() if value), Fraction(0))
    mean = sum((chance * int(value) for (_, value), chance in named.items()), Fraction(0))
    summary = f"Succeeds in {percent(good)} %"
    if any(name == "segments" for name, _ in named):
        summary += f", mean {float(mean):.2f} segments"
    return Odds(bars=bars, summary=summary, mean=round(float(mean), 2), notes=[])


def percent(chance: Fraction) -> float:
    """A chance in percent, to one place."""
    return round(float(chance * 100), 1)


_GOOD = {"works": "works", "done": "done", "free": "free"}
_BAD = {"works": "fails", "done": "fails", "free": "still held"}


def _outcome(name: str, value: bool | int) -> str:
    if name == "segments":
        return count(int(value), "segment")
    return _GOOD.get(name, name) if value else _BAD.get(name, "nothing")


def _summary(chances: AmountChances) -> str:
    """The mean, and the one chance that matters: that somebody falls, or else that it hits at all."""
    mean = f"mean {float(chances.mean):.1f} HP"
    if chances.fell:
        falls = "breaks" if chances.kind == "object" else "falls"
        return f"{chances.whom} {falls} in {percent(chances.fell)} %, {mean}"
    if chances.kind in ("collision", "mending"):
        return f"Mean {float(chances.mean):.1f} HP"
    verb = "Lands" if chances.kind == "riposte" else "Hits"
    return f"{verb} in {percent(chances.hit)} %, {mean}"


def _notes(chances: AmountChances) -> list[str]:
    """What the bars count, where that is not plain."""
    if chances.kind == "riposte":
        return [
            f"HP that {chances.whom} loses, if {chances.by} wins twice",
            f"{chances.by} loses as taking it",
        ]
    if chances.kind == "collision" and chances.by:
        return [f"{chances.by} is hit as hard, less its own DR"]
    if chances.kind == "defence" and chances.how == "evade":
        return ["As taking it"]
    return []


def _bar(label: str, chance: Fraction, mark: Mark) -> OddsBar:
    return OddsBar(label=label, percent=percent(chance), mark=mark)
