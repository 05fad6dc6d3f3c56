"""Exact chances of Tests and of the Stress they deal, from the same procedure that plays them.

Nobody's place or figures are secret, so every chance may be told. Everybody else is taken to answer as they
do by default: nobody reacts, and whoever may resist does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from affray.kernel.presentation import Odds
from affray.kernel.requests import Option, Question, option_by_id
from affray.systems.sunder import price
from affray.systems.sunder.book import Half
from affray.systems.sunder.events import (
    ActionStopped,
    GroupCounted,
    Overflowed,
    StressReduced,
    StressTaken,
    TestRolled,
    TestSettled,
)
from affray.systems.sunder.movement import needs_test_to_move
from affray.systems.sunder.names import MIXED
from affray.systems.sunder.played import Played, played_of
from affray.systems.sunder.reactions import SELF_RAISED
from affray.systems.sunder.state import Creature, Scene, Turn
from affray.systems.sunder.testing import resists
from affray.systems.sunder.text.odds import Blow, Doing, LevelChances, Price, level_odds

Explore = Callable[[Callable[[Any], Any]], Mapping[Any, Fraction]]
