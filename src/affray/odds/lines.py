"""Lines of outcomes: a procedure run again and again, until everything that may fall has fallen once.

A run follows one line; wherever something may come out in several ways it goes on with the first and keeps
the others for runs of their own. Weights are whole numbers throughout: nothing is rounded.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from affray.kernel.errors import AffrayError
from affray.kernel.requests import Contest, Procedure, Request, Roll
from affray.kernel.system import AnyEncounter

ROLLS_MAX = 60
"""Rolls in one line of outcomes: equal roll-offs, say, could go on without end."""

Weigh = Callable[[AnyEncounter, Request], Sequence[tuple[Any, int]]]
"""What a request may be answered with, each with a whole weight above zero."""

Chance = tuple[int, int]
"""A chance as a weight of a whole; not reduced."""


class TooManyOutcomes(AffrayError):
    """The outcomes are too many to be followed one by one."""


class Settled(BaseException):
    """Leaves a rule as soon as what is asked of it is known. No rule catches it: it is no `Exception`."""

    def __init__(self, value: Hashable) -> None:
        self.value = value
        super().__init__(value)


@dataclass(slots=True)
class Begun:
    """A procedure about to go on: what it is sent next (None for one that has not begun).

    All runs begin alike, so that the encounter may keep what is `known` of the state until the first answer.
    """

    encounter: AnyEncounter
    procedure: Procedure
    answer: Any = None


@dataclass(slots=True)
class Followed:
    """One line at its end: the encounter as it is there, the answers on the way, and the line's chance.

    `value` is that of `Settled`, or None where the procedure came to its end.
    """

    encounter: AnyEncounter
    value: Hashable | None
    answers: Sequence[Any]
    chance: Chance


def follow(begin: Callable[[], Begun], weigh: Weigh, runs_max: int) -> Iterator[Followed]:
    """Every line of a procedure. The chances add up to exactly one.

    `begin` gives the procedure anew for each run, the same each time. Raises `TooManyOutcomes` after
    `runs_max` runs, or where more than ROLLS_MAX rolls follow one another.
    """
    ahead: list[tuple[tuple[Any, ...], Chance]] = [((), (1, 1))]
    for _ in range(runs_max):
        answers, chance = ahead.pop()
        yield _run(begin(), list(answers), chance, weigh, ahead)
        if not ahead:
            return
    raise TooManyOutcomes(f"This has more than {runs_max} distinct outcomes.")


def chances_of(found: Iterable[tuple[Hashable | None, Chance]]) -> dict[Hashable | None, Fraction]:
    """The chance of each value, added up over the lines that came to it."""
    sums: dict[Hashable | None, dict[int, int]] = {}
    for value, (weight, whole) in found:
        by_whole = sums.setdefault(value, {})
        by_whole[whole] = by_whole.get(whole, 0) + weight
    return {
        value: sum([Fraction(weight, whole) for whole, weight in by_whole.items()], Fraction(0))
        for value, by_whole in sums.items()
    }


def _run(
    begun: Begun,
    answers: list[Any],
    chance: Chance,
    weigh: Weigh,
    ahead: list[tuple[tuple[Any, ...], Chance]],
) -> Followed:
    """Run with the answers given, then with the first of each; the others go to `ahead`."""
    place = rolls = 0
    value: Hashable | None = None
    send = begun.procedure.send
    try:
        request = send(begun.answer)
        while True:
            if isinstance(request, (Roll, Contest)):
                rolls += 1
                if rolls > ROLLS_MAX:
                    raise TooManyOutcomes(f"Here more than {ROLLS_MAX} rolls may follow one another.")
            if place == len(answers):
                chance = _branch(weigh(begun.encounter, request), answers, chance, ahead)
            place += 1
            # From here on runs part ways, and so do their states.
            begun.encounter.known = None
            request = send(answers[place - 1])
    except StopIteration:
        pass
    except Settled as settled:
        value = settled.value
    return Followed(begun.encounter, value, answers, chance)


def _branch(
    weighted: Sequence[tuple[Any, int]],
    answers: list[Any],
    chance: Chance,
    ahead: list[tuple[tuple[Any, ...], Chance]],
) -> Chance:
    """Go on with the first answer; keep the others for later runs."""
    weight, whole = chance
    if len(weighted) == 1:
        answers.append(weighted[0][0])
        return chance
    whole *= sum([share for _, share in weighted])
    (first, first_share), *others = weighted
    for answer, share in reversed(others):
        ahead.append(((*answers, answer), (weight * share, whole)))
    answers.append(first)
    return weight * first_share, whole
