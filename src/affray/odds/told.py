"""The odds of a decision as exact fractions, each with the label that its system gives it."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from typing import Any

from affray.kernel.presentation import Odds
from affray.kernel.requests import Question, option_by_id, question_of
from affray.kernel.session import Session
from affray.kernel.system import Measure, Policy
from affray.odds.exact import Position, explore, position_of
from affray.odds.policies import Replies, never

Chances = Mapping[Hashable | None, Fraction]


@dataclass(frozen=True, slots=True)
class Told:
    """What an option comes to: `odds` as its system shows them, and the same as exact fractions.

    `outcomes` are the labels of the bars in their order, each with its chance; they add up to 1.
    """

    odds: Odds
    outcomes: tuple[tuple[str, Fraction], ...]
    mean: Fraction


def told_odds(session: Session, part: int, option_id: str, replies: Replies = never) -> Told | None:
    """The exact odds of an option of the open question; None where its system has none.

    The system shows percents. Which label a value stands under it says itself: each value is shown to it as
    if it were certain, and it puts all of it on one bar. Raises `TooManyOutcomes`.
    """
    pending, position = session.pending, position_of(session)
    if pending is None or position is None or not 0 <= part < pending.request.parts:
        return None
    question = question_of(pending.request, part)
    if question is None or option_by_id(question, option_id) is None:
        return None
    found: list[Chances] = []

    def look(measure: Measure, policy: Policy | None = None) -> Chances:
        found.append(explore(position, part, option_id, measure, policy, replies=replies))
        return found[-1]

    odds = session.system.odds(session.encounter, question, option_id, look)
    if odds is None:
        return None
    asked = _Certain(session, question, option_id, position, found)
    return Told(odds, asked.outcomes(odds), asked.mean(odds))


@dataclass(frozen=True, slots=True)
class _Certain:
    """Asks a system for its odds once more, with what it has looked at already made certain."""

    session: Session
    question: Question
    option_id: str
    position: Position
    found: list[Chances]

    def outcomes(self, odds: Odds) -> tuple[tuple[str, Fraction], ...]:
        """Each label with the chances of what stands under it. The first look fills the bars."""
        exact = {bar["label"]: Fraction(0) for bar in odds["bars"]}
        for value, chance in self.found[0].items():
            shown = self._shown(0, value)
            exact[max(shown["bars"], key=lambda bar: bar["percent"])["label"]] += chance
        return tuple(exact.items())

    def mean(self, odds: Odds) -> Fraction:
        """The mean, unrounded: it is that of whichever look it depends on."""
        for number, chances in enumerate(self.found):
            means = [
                (Fraction(str(self._shown(number, value)["mean"])), chance)
                for value, chance in chances.items()
            ]
            if len({mean for mean, _ in means}) > 1:
                return sum([mean * chance for mean, chance in means], Fraction(0))
        return Fraction(str(odds["mean"]))

    def _shown(self, number: int, value: Hashable | None) -> Odds:
        """The odds if one look had found this value alone, and the others what they did find."""
        looks = count()

        def look(measure: Any, policy: Any = None) -> Chances:
            place = next(looks)
            if place != number:
                return self.found[place] if place < len(self.found) else {}
            return {**dict.fromkeys(self.found[number], Fraction(0)), value: Fraction(1)}

        shown = self.session.system.odds(self.session.encounter, self.question, self.option_id, look)
        assert shown is not None
        return shown
