"""Exact chances of a strike, as bars of wounds, from the same procedure that plays it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from affray.kernel.presentation import Odds
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
from affray.systems.d20plus.text.odds import Outcome, WoundChances, outcome_odds, wound_odds
from affray.systems.d20plus.wounds import landed

Explore = Callable[[Callable[[Any], Any]], Mapping[Any, Fraction]]


def option_odds(fight: Fight, question: Question, option_id: str, explore: Explore) -> Odds | None:
    """Odds of an option of the turn or of a reaction; None where nothing is rolled."""
    chances = explore(_measure)
    kinds = {key[0] for key in chances if isinstance(key, tuple)}
    if "wounds" in kinds:
        return wound_odds(_wounds(fight, chances))
    return outcome_odds(_outcomes(chances)) if kinds else None


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


def _wounds(fight: Fight, chances: Mapping[Any, Fraction]) -> WoundChances:
    """What a strike comes to: by its wounds, with what a track's end cuts off counted in the mean."""
    found = WoundChances()
    for key, chance in chances.items():
        if not isinstance(key, tuple) or key[0] != "wounds":
            found.blocked += chance
            continue
        _, target_id, found.trait, wounds = key
        target = fight.state.personas[target_id]
        found.target = target.name
        value = trait_value(fight, target, found.trait)
        fallen = landed(value, wounds)
        found.mean += chance * fallen
        found.broken += chance if value and fallen == value else 0
        if wounds < 0:
            found.blocked += chance
        else:
            found.by_number[wounds] = found.by_number.get(wounds, Fraction(0)) + chance
    return found


def _outcomes(chances: Mapping[Any, Fraction]) -> dict[Outcome, Fraction]:
    """Each outcome, and the rest as one of its own."""
    found: dict[Outcome, Fraction] = {}
    for key, chance in chances.items():
        outcome: Outcome = key if isinstance(key, tuple) else ("nothing", False)
        found[outcome] = found.get(outcome, Fraction(0)) + chance
    return found
