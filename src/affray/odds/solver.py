"""A small fight solved: who wins how often and how long it takes, without throwing a die."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from affray.kernel.system import AnyEncounter, System
from affray.odds.chain import Row, Solved, solve
from affray.odds.states import STATES_MAX, Ending, Found, Player, states_of

EXACT_MAX = 300
"""States of a fight that is solved in fractions; of more, fractions grow too long to be of use."""

OPEN = Ending("not followed", None)
"""Stands for whatever comes after a state that was not followed."""


@dataclass(frozen=True, slots=True)
class Solution:
    """What a fight comes to under fixed policies.

    `endings` are chances that add up to 1 less `open` (of what lies beyond the states that were followed) and
    `endless` (of a fight that never stops). They are fractions where `exact`, else floats that are off by
    `error` at most. `inputs` and `rounds` are means until the end, None where some of it is open or endless;
    `rounds` also in a system without rounds. `states` is how many are known, `followed` how many were
    followed, `largest` the size of the largest group of states that lead back to each other.
    """

    endings: dict[Ending, Any]
    open: Any
    endless: Any
    inputs: Any
    rounds: Any
    exact: bool
    error: float
    states: int
    followed: int
    too_wide: int
    largest: int

    @property
    def complete(self) -> bool:
        """Whether every state was followed."""
        return self.states == self.followed

    def won_by(self, side: str) -> Any:
        """The chance that a side wins."""
        return sum([chance for ending, chance in self.endings.items() if ending.winner == side])


def solved(
    system: System,
    encounter: AnyEncounter,
    player: Player,
    states_max: int = STATES_MAX,
    first_of_equals: bool = False,
) -> Solution:
    """Solve a fight from where it stands between two steps, `player` answering for every seat."""
    found = states_of(system, encounter, player, states_max, first_of_equals)
    return solution_of(found)


def solution_of(found: Found, exact_max: int = EXACT_MAX) -> Solution:
    """Solve the chain of a fight's states."""
    exact = len(found.moves) <= exact_max
    number = Fraction if exact else float
    known = dict.fromkeys([end for moves in found.moves if moves is not None for end in moves.ends])
    endings = {ending: place for place, ending in enumerate([*known, OPEN])}
    rows = [
        Row({}, {endings[OPEN]: number(1)}, (number(0), number(0)))
        if moves is None
        else Row(
            {to: number(chance) for to, chance in moves.to.items()},
            {endings[end]: number(chance) for end, chance in moves.ends.items()},
            (number(moves.inputs), number(moves.rounds)),
        )
        for moves in found.moves
    ]
    return _told(found, list(endings), solve(rows, len(endings)), exact)


def _told(found: Found, endings: Sequence[Ending], chain: Solved, exact: bool) -> Solution:
    """What is to be said of the first state."""
    chances = dict(zip(endings, chain.ends[0], strict=True))
    left = chances.pop(OPEN)
    nothing: Any = Fraction(0) if exact else 0.0
    endless = 1 - left - sum(chances.values()) if chain.endless else nothing
    inputs, rounds = chain.costs[0] if not left and not endless else (None, None)
    if found.start_rounds is None or rounds is None:
        rounds = None
    else:
        rounds += found.start_rounds
    return Solution(
        {ending: chance for ending, chance in chances.items() if chance},
        left,
        endless,
        inputs,
        rounds,
        exact,
        chain.error,
        len(found.moves),
        found.followed,
        found.too_wide,
        chain.largest,
    )
