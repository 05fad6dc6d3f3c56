"""The exact driver: the open step, run over every distinct outcome from one decision on.

It works on a copy of the state and never touches the fight it was taken from. A run follows one line of
outcomes; wherever dice fall it goes on with the first and keeps the others for further runs of their own.
"""

from __future__ import annotations

import pickle
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, repeat
from typing import Any

from affray.kernel.encounter import Encounter
from affray.kernel.errors import AffrayError
from affray.kernel.events import Event
from affray.kernel.inputs import Act, Input
from affray.kernel.pending import Pending
from affray.kernel.presentation import Odds, OddsBar
from affray.kernel.requests import (
    Audience,
    Choose,
    Contest,
    Procedure,
    Question,
    Request,
    Roll,
    Ruling,
    Window,
    option_by_id,
    question_of,
)
from affray.kernel.session import Session
from affray.kernel.system import AnyEncounter, Explore, Measure, Policy, System
from affray.odds.outcomes import Outcomes, by_bands

RUNS_MAX = 20_000
"""Runs that one question may take before it is given up."""

ROLLS_MAX = 60
"""Rolls in one line of outcomes: equal roll-offs, say, could go on without end."""


class TooManyOutcomes(AffrayError):
    """The outcomes are too many to be followed one by one."""


@dataclass(frozen=True, slots=True)
class Position:
    """Where a step stands: the state before it (pickled), and the inputs it has been given since."""

    system: System
    book: Any
    rulings: Any
    state: bytes
    inputs: tuple[Input, ...] = ()


def position_of(session: Session) -> Position | None:
    """Where a session's open step stands; None while an act is open on top of it, or nothing is."""
    fork = session.fork()
    if fork is None:
        return None
    state, inputs = fork
    encounter = session.encounter
    return Position(session.system, encounter.book, encounter.rulings, state, tuple(inputs))


def position_at(system: System, encounter: AnyEncounter) -> Position:
    """Where a plain encounter stands between two steps."""
    state = pickle.dumps(encounter.state, pickle.HIGHEST_PROTOCOL)
    return Position(system, encounter.book, encounter.rulings, state)


def first_option(question: Question) -> str:
    """The policy that odds assume unless told otherwise: the default, or else the first option."""
    return question.options[0].id if question.default is None else question.default


def explore(
    position: Position,
    part: int,
    option_id: str,
    measure: Measure,
    policy: Policy = first_option,
    outcomes: Outcomes = by_bands,
    runs_max: int = RUNS_MAX,
) -> dict[Hashable | None, Fraction]:
    """Choose an option in the open request and follow every outcome until `measure` gives a value.

    Where it gives none by the end of the step, the value is None. The chances add up to exactly one. Raises
    `TooManyOutcomes` after `runs_max` runs.
    """
    found: dict[Hashable | None, Fraction] = {}
    ahead: list[tuple[tuple[Any, ...], Fraction]] = [((), Fraction(1))]
    for _ in range(runs_max):
        fallen, chance = ahead.pop()
        run = _Line(position, part, option_id, measure, policy, outcomes)
        value, chance = run.follow(fallen, chance, ahead)
        found[value] = found.get(value, Fraction(0)) + chance
        if not ahead:
            return found
    raise TooManyOutcomes(f"This has more than {runs_max} distinct outcomes.")


def option_odds(session: Session, part: int, option_id: str) -> Odds | None:
    """The odds of an option of the open question, as its system shows them; None where there are none."""
    pending = session.pending
    position = position_of(session)
    if pending is None or position is None or not 0 <= part < pending.request.parts:
        return None
    question = question_of(pending.request, part)
    if question is None or option_by_id(question, option_id) is None:
        return None
    try:
        return session.system.odds(
            session.encounter, question, option_id, explorer(position, part, option_id)
        )
    except TooManyOutcomes:
        return None


def settled_odds(
    session: Session, part: int, option_id: str, events: Sequence[Event], since: int = 0
) -> Odds | None:
    """The odds that an option had, with the bar marked that came of it.

    `events` is what followed from choosing it. None where they settle nothing, or did so before the event
    number `since`: then the odds are of something else. Of several looks the first is what the bars are of.
    """
    pending, position = session.pending, position_of(session)
    question = None if pending is None else question_of(pending.request, part)
    if position is None or question is None or option_by_id(question, option_id) is None:
        return None
    chances: Mapping[Hashable | None, Fraction] = {}
    settled: tuple[int, Hashable] | None = None

    def look(measure: Measure, policy: Policy | None = None) -> Mapping[Hashable | None, Fraction]:
        nonlocal chances, settled
        if chances:
            return explore(position, part, option_id, measure, policy or first_option)
        values = ((number, measure(event)) for number, event in enumerate(events))
        settled = next(((number, value) for number, value in values if value is not None), None)
        if settled is None or settled[0] < since:
            raise _Unsettled
        chances = explore(position, part, option_id, measure, policy or first_option)
        return chances

    try:
        odds = session.system.odds(session.encounter, question, option_id, look)
    except (TooManyOutcomes, _Unsettled):
        return None
    if odds is None or settled is None:
        return None
    # Were it certain, the system would put all of it on the bar that it stands on.
    certain = chain([{**dict.fromkeys(chances, Fraction(0)), settled[1]: Fraction(1)}], repeat({}))
    told = session.system.odds(session.encounter, question, option_id, lambda *_: next(certain))
    fell = None if told is None else max(told["bars"], key=lambda bar: bar["percent"])["label"]
    bars: list[OddsBar] = [{**bar, "mark": "fell"} if bar["label"] == fell else bar for bar in odds["bars"]]
    return {**odds, "bars": bars}


def explorer(position: Position, part: int, option_id: str) -> Explore:
    """`explore` with the decision already named, as `System.odds` wants it."""

    def run(measure: Measure, policy: Policy | None = None) -> Mapping[Hashable | None, Fraction]:
        return explore(position, part, option_id, measure, policy or first_option)

    return run


class _Unsettled(Exception):
    """Nothing that fell answers the question of which odds are asked."""


class _Measured(BaseException):
    """Leaves a rule as soon as the measure has its value. No rule catches it: it is no `Exception`."""


class _Line:
    """One run of the step along one line of outcomes."""

    def __init__(
        self,
        position: Position,
        part: int,
        option_id: str,
        measure: Measure,
        policy: Policy,
        outcomes: Outcomes,
    ) -> None:
        self._position = position
        self._part = part
        self._option_id = option_id
        self._measure = measure
        self._policy = policy
        self._outcomes = outcomes
        self._encounter: AnyEncounter = Encounter(
            pickle.loads(position.state), position.book, position.rulings
        )
        self._value: Hashable | None = None

    def follow(
        self,
        fallen: Sequence[Any],
        chance: Fraction,
        ahead: list[tuple[tuple[Any, ...], Fraction]],
    ) -> tuple[Hashable | None, Fraction]:
        """Run with the outcomes in `fallen`, then with the first of each roll; the others go to `ahead`."""
        procedure, request = self._reopen()
        self._encounter.watch = self._watch
        line = list(fallen)
        place = 0
        try:
            request = procedure.send(self._choose(request))
            while True:
                if not isinstance(request, (Roll, Contest)):
                    request = procedure.send(self._by_policy(request))
                    continue
                if place == len(line):
                    chance = self._branch(request, line, chance, ahead)
                place += 1
                request = procedure.send(line[place - 1])
        except StopIteration:
            return None, chance
        except _Measured:
            return self._value, chance

    def _branch(
        self,
        request: Roll | Contest,
        line: list[Any],
        chance: Fraction,
        ahead: list[tuple[tuple[Any, ...], Fraction]],
    ) -> Fraction:
        """Go on with the first outcome of a roll; keep the others for later runs."""
        if len(line) >= ROLLS_MAX:
            raise TooManyOutcomes(f"Here more than {ROLLS_MAX} rolls may follow one another.")
        weighted = self._outcomes(request)
        whole = sum(weight for _, weight in weighted)
        (first, first_weight), *others = weighted
        for result, weight in reversed(others):
            ahead.append(((*line, result), chance * Fraction(weight, whole)))
        line.append(first)
        return chance * Fraction(first_weight, whole)

    def _reopen(self) -> tuple[Procedure, Request]:
        """Run the step to its open request again by giving it the inputs it has had."""
        system, encounter = self._position.system, self._encounter
        procedure = system.step(encounter)
        runs = [(procedure, Pending(next(procedure), 0))]
        for item in self._position.inputs:
            if isinstance(item, Act):
                procedure = system.act(encounter, item.name, item.data, item.by, item.reason)
                value = None
            else:
                procedure, pending = runs[-1]
                pending.values[item.part] = item.value
                pending.typed[item.part] = item.typed
                if not pending.closed():
                    continue
                runs.pop()
                value = pending.result()
            try:
                runs.append((procedure, Pending(procedure.send(value), 0)))
            except StopIteration:
                continue
        procedure, pending = runs[-1]
        return procedure, pending.request

    def _choose(self, request: Request) -> Any:
        """The answer to the open request: the option asked about, and the policy's for anybody else."""
        if isinstance(request, (Choose, Ruling)):
            return option_by_id(request, self._option_id)
        assert isinstance(request, Window)
        asked = request.choices[self._part]
        closes = request.until == "first" and self._option_id != asked.default
        answers = [None if closes else self._by_policy(choice) for choice in request.choices]
        answers[self._part] = option_by_id(asked, self._option_id)
        return tuple(answers)

    def _by_policy(self, request: Request) -> Any:
        """What the policy answers: an `Option`, or one for each part of a window."""
        if isinstance(request, Window):
            return tuple(self._by_policy(choice) for choice in request.choices)
        assert isinstance(request, (Choose, Ruling))
        option = option_by_id(request, self._policy(request))
        if option is None:
            raise ValueError(f"the policy chose an option that {request.kind!r} does not offer")
        return option

    def _watch(self, event: Any, to: Audience, public: Any) -> None:
        value = self._measure(event)
        if value is not None:
            self._value = value
            raise _Measured
