"""The exact driver: the open step, run over every distinct outcome from one decision on.

It works on a copy of the state and never touches the fight it was taken from. Every kind of request is
answered: dice by their bands, decisions by the policy that is named (see `policies`).
"""

from __future__ import annotations

import pickle
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, repeat
from typing import Any

from affray.kernel.encounter import Encounter
from affray.kernel.events import Event
from affray.kernel.inputs import Act, Input
from affray.kernel.pending import Pending
from affray.kernel.presentation import Odds, OddsBar
from affray.kernel.requests import (
    Audience,
    Choose,
    Contest,
    Option,
    Procedure,
    Question,
    Request,
    Roll,
    Ruling,
    Window,
    option_by_id,
    question_of,
    seat_of,
)
from affray.kernel.session import Session
from affray.kernel.system import AnyEncounter, Explore, Measure, Policy, System
from affray.odds.lines import Begun, Meetings, Settled, TooManyOutcomes, chances_of, follow
from affray.odds.outcomes import Outcomes, by_bands
from affray.odds.policies import Asked, Replies, first_option, never

__all__ = [
    "Position",
    "TooManyOutcomes",
    "explore",
    "explorer",
    "first_option",
    "option_odds",
    "position_at",
    "position_of",
    "settled_odds",
]

RUNS_MAX = 20_000
"""Runs that one question may take before it is given up."""


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


def explore(
    position: Position,
    part: int,
    option_id: str,
    measure: Measure,
    policy: Policy | None = None,
    outcomes: Outcomes = by_bands,
    runs_max: int = RUNS_MAX,
    replies: Replies = never,
) -> dict[Hashable | None, Fraction]:
    """Choose an option in the open request and follow every outcome until `measure` gives a value.

    Everybody answers by `replies`, unless a `policy` of the questions alone is given. Where the measure gives
    nothing by the end of the step, the value is None. The chances add up to exactly one. Raises
    `TooManyOutcomes` after `runs_max` runs.
    """
    run = _Run(position, part, option_id, measure, _replies_of(policy, replies), outcomes)
    return run.chances(runs_max)


def option_odds(session: Session, part: int, option_id: str, replies: Replies = never) -> Odds | None:
    """The odds of an option of the open question, as its system shows them; None where there are none.

    Everybody else answers by `replies`. Where the outcomes are too many there are none either.
    """
    pending = session.pending
    position = position_of(session)
    if pending is None or position is None or not 0 <= part < pending.request.parts:
        return None
    question = question_of(pending.request, part)
    if question is None or option_by_id(question, option_id) is None:
        return None
    try:
        return session.system.odds(
            session.encounter, question, option_id, explorer(position, part, option_id, replies)
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
            return explore(position, part, option_id, measure, policy)
        values = ((number, measure(event)) for number, event in enumerate(events))
        settled = next(((number, value) for number, value in values if value is not None), None)
        if settled is None or settled[0] < since:
            raise _Unsettled
        chances = explore(position, part, option_id, measure, policy)
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


def explorer(position: Position, part: int, option_id: str, replies: Replies = never) -> Explore:
    """`explore` with the decision already named, as `System.odds` wants it."""

    def run(measure: Measure, policy: Policy | None = None) -> Mapping[Hashable | None, Fraction]:
        return explore(position, part, option_id, measure, policy, replies=replies)

    return run


class _Unsettled(Exception):
    """Nothing that fell answers the question of which odds are asked."""


def _replies_of(policy: Policy | None, replies: Replies) -> Replies:
    return replies if policy is None else lambda asked: policy(asked.question)


class _Run:
    """The step from one decision on, and how whatever it asks is answered."""

    def __init__(
        self,
        position: Position,
        part: int,
        option_id: str,
        measure: Measure,
        replies: Replies,
        outcomes: Outcomes,
    ) -> None:
        self._position = position
        self._part = part
        self._option_id = option_id
        self._measure = measure
        self._replies = replies
        self._outcomes = outcomes
        self._actor = ""
        self._known: dict[Hashable, Any] = {}

    def chances(self, runs_max: int) -> dict[Hashable | None, Fraction]:
        """What the lines of outcomes come to, with the chance of each."""
        meetings = Meetings()
        lines = follow(self._begin, self._weigh, runs_max, meetings)
        return meetings.spread(chances_of([(line.value, line.chance) for line in lines]))

    def _begin(self) -> Begun:
        position = self._position
        encounter: AnyEncounter = Encounter(pickle.loads(position.state), position.book, position.rulings)
        encounter.known = self._known
        procedure, request = reopened(position, encounter)
        self._actor = seat_of(request, self._part)
        encounter.watch = self._watch
        return Begun(encounter, procedure, self._choose(encounter, request))

    def _weigh(self, encounter: AnyEncounter, request: Request) -> Sequence[tuple[Any, int]]:
        if isinstance(request, (Roll, Contest)):
            return self._outcomes(request)
        return [(self._reply(encounter, request), 1)]

    def _choose(self, encounter: AnyEncounter, request: Request) -> Any:
        """The answer to the open request: the option asked about, and the policy's for anybody else."""
        if isinstance(request, (Choose, Ruling)):
            return option_by_id(request, self._option_id)
        assert isinstance(request, Window)
        asked = request.choices[self._part]
        closing = request.until == "first"
        closes = closing and self._option_id != asked.default
        answers = [None if closes else self._answer(encounter, choice, closing) for choice in request.choices]
        answers[self._part] = option_by_id(asked, self._option_id)
        return tuple(answers)

    def _reply(self, encounter: AnyEncounter, request: Request) -> Any:
        """What is answered on the way: an `Option`, or one for each part of a window until it closes."""
        if not isinstance(request, Window):
            assert isinstance(request, (Choose, Ruling))
            return self._answer(encounter, request, closing=False)
        closing = request.until == "first"
        answers: list[Option | None] = [None] * request.parts
        for part, choice in enumerate(request.choices):
            option = answers[part] = self._answer(encounter, choice, closing)
            if closing and option.id != choice.default:
                break
        return tuple(answers)

    def _answer(self, encounter: AnyEncounter, question: Question, closing: bool) -> Option:
        asked = Asked(self._position.system, encounter, question, self._actor, closing)
        option = option_by_id(question, self._replies(asked))
        if option is None:
            raise ValueError(f"the policy chose an option that {question.kind!r} does not offer")
        return option

    def _watch(self, event: Any, to: Audience, public: Any) -> None:
        value = self._measure(event)
        if value is not None:
            raise Settled(value)


def reopened(position: Position, encounter: AnyEncounter) -> tuple[Procedure, Request]:
    """The open step of a position, run to its open request by giving it the inputs it has had."""
    system = position.system
    procedure = system.step(encounter)
    runs = [(procedure, Pending(next(procedure), 0))]
    for item in position.inputs:
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
