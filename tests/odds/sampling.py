"""Resolving an action many times with dice that are thrown, to hold exact odds against."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import inf, log
from random import Random
from typing import Any

from affray.kernel.encounter import Encounter
from affray.kernel.requests import Choose, Contest, Contested, Pool, Roll, Rolled, Ruling, option_by_id
from affray.kernel.system import Measure
from affray.odds.exact import Position, TooManyOutcomes, explore, position_of, reopened
from tests.contract.cases import Case
from tests.contract.play import any_option, played, questions_of

Chances = Mapping[Hashable | None, Fraction]


class Known(BaseException):
    """What is asked of a resolution is known. No rule catches it."""

    def __init__(self, value: Hashable) -> None:
        self.value = value
        super().__init__()


@dataclass(frozen=True)
class Look:
    """One look that a system takes for the odds of an option, and what the exact driver finds."""

    case: str
    position: Position
    part: int
    option_id: str
    measure: Measure
    chances: Chances

    def sampled(self, samples: int, random: Random) -> Counter[Hashable | None]:
        """How often each value came of as many resolutions."""
        return Counter([_resolved(self, random) for _ in range(samples)])


def looks_in(case: Case, seed: int, inputs: int) -> Iterator[Look]:
    """Looks at options of a fight in which everybody does anything, one option for each open question."""
    random = Random(f"{case.id} {seed}")
    for session in played(case, seed, inputs):
        position = position_of(session)
        if session.pending is None or position is None:
            continue
        for part, question in questions_of(session.pending).items():
            option = any_option(question, random)
            found: list[Look] = []

            def look(
                measure: Measure,
                policy: Any = None,
                place: tuple[Position, int, str] = (position, part, option),
                found: list[Look] = found,
            ) -> Chances:
                chances = explore(*place, measure)
                found.append(Look(case.id, *place, measure, chances))
                return chances

            try:
                session.system.odds(session.encounter, question, option, look)
            except TooManyOutcomes:
                continue
            yield from [one for one in found if len(one.chances) > 1]


def out_of_bounds(look: Look, counts: Counter[Hashable | None], false_alarm: float) -> list[str]:
    """Values that came up too often or too rarely to be chance.

    A right figure is called wrong with a probability of at most `false_alarm` for each value: by Chernoff's
    bound so far a share is from its chance with at most 2 exp(-n D), D their relative entropy.
    """
    samples = sum(counts.values())
    return [
        f"{look.case}, {look.option_id}: {value} came {counts[value]} times in {samples}, "
        f"its chance is {float(look.chances.get(value, 0))}"
        for value in dict.fromkeys([*look.chances, *counts])
        if samples * entropy(counts[value] / samples, float(look.chances.get(value, 0)))
        > log(2 / false_alarm)
    ]


def entropy(share: float, chance: float) -> float:
    """The relative entropy of a share that was seen against its chance."""
    found = 0.0
    for one, other in ((share, chance), (1 - share, 1 - chance)):
        if one > 0:
            found += one * log(one / other) if other > 0 else inf
    return found


def _resolved(look: Look, random: Random) -> Hashable | None:
    """What one resolution comes to, with dice as they fall and everybody doing what is the default."""
    position = look.position
    encounter: Any = Encounter(pickle.loads(position.state), position.book, position.rulings)
    procedure, request = reopened(position, encounter)

    def watch(event: Any, to: Any, public: Any) -> None:
        value = look.measure(event)
        if value is not None:
            raise Known(value)

    encounter.watch = watch
    try:
        request = procedure.send(_chosen(request, look))
        while True:
            request = procedure.send(_answered(request, random))
    except StopIteration:
        return None
    except Known as known:
        return known.value


def _chosen(request: Any, look: Look) -> Any:
    if isinstance(request, (Choose, Ruling)):
        return option_by_id(request, look.option_id)
    choices = list(request.choices)
    chosen = option_by_id(choices[look.part], look.option_id)
    closes = request.until == "first" and look.option_id != choices[look.part].default
    answers = [None if closes else _default(choice) for choice in choices]
    answers[look.part] = chosen
    return tuple(answers)


def _answered(request: Any, random: Random) -> Any:
    if isinstance(request, Roll):
        return _thrown(request.pool, random)
    if isinstance(request, Contest):
        first, second = [_thrown(pool, random) for pool in request.pools]
        return Contested(first, second, first.total - second.total)
    if isinstance(request, (Choose, Ruling)):
        return _default(request)
    return tuple([_default(choice) for choice in request.choices])


def _default(question: Choose | Ruling) -> Any:
    id_ = question.options[0].id if question.default is None else question.default
    return option_by_id(question, id_)


def _thrown(pool: Pool, random: Random) -> Rolled:
    faces = tuple([int(random.random() * sides) + 1 for sides in pool.sides])
    return Rolled(faces, pool.total(faces))
