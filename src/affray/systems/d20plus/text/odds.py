"""Chances in words: bars with their labels, and what they come to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from affray.kernel.presentation import Odds, OddsBar
from affray.kernel.reasons import Reason
from affray.systems.d20plus.text.reasons import in_words
from affray.telling.words import count, own

Outcome = tuple[str, Any]
"""What is settled and how: ("works", True), ("Tactic", 6), ("stopped", a reason)."""

_MOST = 4
"""Wounds from which on one bar stands for all."""


@dataclass(slots=True)
class WoundChances:
    """The chances of a strike. `broken` is that of the Trait falling to 0, `mean` counts wounds that fall."""

    target: str = ""
    trait: str = ""
    blocked: Fraction = Fraction(0)
    by_number: dict[int, Fraction] = field(default_factory=dict)
    broken: Fraction = Fraction(0)
    mean: Fraction = Fraction(0)


def wound_odds(chances: WoundChances) -> Odds:
    """Bars of wounds, and the mean."""
    by_number = chances.by_number
    bars = [_bar("blocked", chances.blocked, "none")]
    if by_number.get(0):
        bars.append(_bar("hit, no wound", by_number[0], "none"))
    for wounds in range(1, _MOST):
        label = count(wounds, "wound") if wounds == 1 else str(wounds)
        bars.append(_bar(label, by_number.get(wounds, Fraction(0)), "plain"))
    most = sum((chance for wounds, chance in by_number.items() if wounds >= _MOST), Fraction(0))
    bars.append(_bar(f"{_MOST} or more", most, "bad"))
    mean = round(float(chances.mean), 2)
    notes = [f"{chances.trait} broken {_percent(chances.broken)} %"] if chances.broken else []
    summary = f"Mean {mean:.2f} wounds on {own(chances.target)} {chances.trait}"
    return Odds(bars=bars, summary=summary, mean=mean, notes=notes)


def outcome_odds(chances: Mapping[Outcome, Fraction]) -> Odds:
    """A bar for each outcome, the good ones last."""
    named: dict[str, Fraction] = {}
    mean = Fraction(0)
    for (name, value), chance in chances.items():
        label = _label(name, value)
        named[label] = named.get(label, Fraction(0)) + chance
        mean += chance * value if name == "Tactic" else 0
    bars = [
        _bar(label, chance, "none" if label.startswith(("no", "fails")) else "plain")
        for label, chance in named.items()
    ]
    bars.sort(key=lambda bar: bar["mark"] != "none")
    summary = f"{bars[-1]['label']} {bars[-1]['percent']} %"
    return Odds(bars=bars, summary=summary, mean=round(float(mean), 2), notes=[])


def _label(name: str, value: Any) -> str:
    if name == "Tactic":
        return f"d{value}" if value else "none"
    if isinstance(value, Reason):
        return in_words(value)
    if name == "works" and not value:
        return "fails"
    return name if value else f"not {name}"


def _bar(label: str, chance: Fraction, mark: Any) -> OddsBar:
    return OddsBar(label=label, percent=_percent(chance), mark=mark)


def _percent(chance: Fraction) -> float:
    return round(float(chance * 100), 1)
