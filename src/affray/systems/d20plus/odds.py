"""Exact chances of a strike, as bars of wounds, from the same procedure that plays it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from affray.kernel.presentation import Odds, OddsBar
from affray.kernel.requests import Question
from affray.systems.d20plus.events import (
    AbilityRolled,
    Checked,
    ContestChecked,
    NullificationRolled,
    Searched,
    SetUp,
    StrikeResolved,
    StrikeStopped,
)
from affray.systems.d20plus.scores import trait_value
from affray.systems.d20plus.state import Fight

Explore = Callable[[Callable[[Any], Any]], Mapping[Any, Fraction]]
_MOST = 4
"""Wounds from which on one bar stands for all."""


def option_odds(fight: Fight, question: Question, option_id: str, explore: Explore) -> Odds | None:
    """Odds of an option of the turn or of a reaction; None where nothing is rolled."""
    chances = explore(_measure)
    strikes = {
        key: chance for key, chance in chances.items() if isinstance(key, tuple) and key[0] == "wounds"
    }
    if strikes:
        return _wound_odds(fight, chances)
    if any(isinstance(key, tuple) for key in chances):
        return _outcome_odds(chances)
    return None


def _measure(event: Any) -> Any:
    """What an event settles: ("wounds", target, trait, number), or a named outcome."""
    match event:
        case StrikeResolved():
            target = event.defence.roller
            return "wounds", target, event.trait, event.wounds if event.hit else -1
        case StrikeStopped():
            return "stopped", event.why
        case SetUp():
            return "Tactic", event.size
        case AbilityRolled():
            return "works", event.success
        case NullificationRolled():
            return "cancelled", event.cancelled
        case Searched():
            return None
        case Checked() | ContestChecked():
            return "success", event.success
    return None


def _wound_odds(fight: Fight, chances: Mapping[Any, Fraction]) -> Odds:
    counts: dict[int, Fraction] = {}
    stopped = Fraction(0)
    broken = Fraction(0)
    mean = Fraction(0)
    target_name = trait = ""
    for key, chance in chances.items():
        if not isinstance(key, tuple) or key[0] != "wounds":
            stopped += chance
            continue
        _, target_id, trait, wounds = key
        target = fight.state.personas[target_id]
        target_name = target.name
        value = trait_value(fight, target, trait)
        landed = min(max(wounds, 0), value)
        mean += chance * landed
        broken += chance if value and landed == value else 0
        counts[wounds] = counts.get(wounds, Fraction(0)) + chance
    bars = [_bar("blocked", counts.get(-1, Fraction(0)) + stopped, "none")]
    if counts.get(0):
        bars.append(_bar("hit, no wound", counts[0], "none"))
    for wounds in range(1, _MOST):
        label = "1 wound" if wounds == 1 else str(wounds)
        bars.append(_bar(label, counts.get(wounds, Fraction(0)), "plain"))
    bars.append(
        _bar(
            f"{_MOST} or more",
            sum((chance for n, chance in counts.items() if n >= _MOST), Fraction(0)),
            "bad",
        )
    )
    average = round(float(mean), 2)
    notes = [f"{trait} broken {_percent(broken)} %"] if broken else []
    return Odds(
        bars=bars, summary=f"Mean {average:.2f} wounds on {target_name}'s {trait}", mean=average, notes=notes
    )


def _outcome_odds(chances: Mapping[Any, Fraction]) -> Odds:
    named: dict[str, Fraction] = {}
    mean = Fraction(0)
    for key, chance in chances.items():
        name, value = key if isinstance(key, tuple) else ("nothing", False)
        if name == "Tactic":
            label = f"d{value}" if value else "none"
            mean += chance * value
        elif name == "stopped":
            label = str(value)
        else:
            label = name if value else f"not {name}" if name != "works" else "fails"
        named[label] = named.get(label, Fraction(0)) + chance
    bars = [
        _bar(label, chance, "none" if label.startswith(("no", "fails")) else "plain")
        for label, chance in named.items()
    ]
    bars.sort(key=lambda bar: bar["mark"] != "none")
    best = bars[-1]
    return Odds(
        bars=bars, summary=f"{best['label']} {best['percent']} %", mean=round(float(mean), 2), notes=[]
    )


def _bar(label: str, chance: Fraction, mark: Any) -> OddsBar:
    return OddsBar(label=label, percent=_percent(chance), mark=mark)


def _percent(chance: Fraction) -> float:
    return round(float(chance * 100), 1)
