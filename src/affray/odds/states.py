"""Every state that a fight can come to under fixed policies, and how one leads to another.

Between two steps a fight is told by its state alone. Two states go on alike where the system says so (see
`ComparesFights`), else only where they are the same to the last counter.
"""

from __future__ import annotations

import hashlib
import pickle
from collections import deque
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

import orjson

from affray.kernel.codec import state_hash
from affray.kernel.encounter import Encounter
from affray.kernel.events import Event, Record
from affray.kernel.requests import Audience, Contest, Option, Request, Roll, Window, option_by_id, question_of
from affray.kernel.system import AnyEncounter, ComparesFights, System, TellsEnding
from affray.odds.lines import Begun, TooManyOutcomes, follow
from affray.odds.outcomes import by_bands

STATES_MAX = 20_000
RUNS_MAX = 20_000
"""Lines of outcomes that one step may have."""

Draw = Callable[[int], int]
Player = Callable[[System, AnyEncounter, Request, int, Draw], str]
"""Answers one part of a request with the id of an option; what it draws is averaged over."""


class Ending(NamedTuple):
    """What a fight came to, and the side that won it, if any did."""

    outcome: str
    winner: str | None


@dataclass(slots=True)
class Moves:
    """What one step from a state leads to: chances of further states and of ends. They add up to 1.

    `inputs` and `rounds` are the mean numbers of answers that the step takes and of rounds that begin in it.
    """

    to: dict[int, Fraction] = field(default_factory=dict)
    ends: dict[Ending, Fraction] = field(default_factory=dict)
    inputs: Fraction = Fraction(0)
    rounds: Fraction = Fraction(0)


@dataclass(slots=True)
class Found:
    """The states of a fight, the first of them where it begins. `moves` is None for one not followed.

    `start_rounds` is how many rounds have begun there, None in a system without rounds; `too_wide` counts
    states whose next step has too many outcomes to be followed.
    """

    moves: list[Moves | None]
    start_rounds: int | None
    too_wide: int = 0

    @property
    def followed(self) -> int:
        """How many states have been followed."""
        return sum([moves is not None for moves in self.moves])

    @property
    def complete(self) -> bool:
        """Whether every state has been followed."""
        return None not in self.moves


def states_of(
    system: System,
    encounter: AnyEncounter,
    player: Player,
    states_max: int = STATES_MAX,
    first_of_equals: bool = False,
) -> Found:
    """Follow a fight from where it stands between two steps, nearest states first, until all are known.

    `player` answers for every seat. Where it draws among equals all of them are followed, each with its
    chance; with `first_of_equals` the first alone. After `states_max` states the rest is left as it is.
    """
    return _Exploration(system, encounter, player, first_of_equals).run(states_max)


class _Exploration:
    def __init__(self, system: System, encounter: AnyEncounter, player: Player, first: bool) -> None:
        self._system = system
        self._seen = _Once(system)
        self._book, self._rulings = encounter.book, encounter.rulings
        self._player = player
        self._first = first
        self._numbers: dict[bytes, int] = {}
        self._waiting: deque[tuple[int, bytes]] = deque()
        self._events: list[Event] = []
        self._start = encounter

    def run(self, states_max: int) -> Found:
        """Follow state after state."""
        found = Found([], self._system.rounds(self._start))
        self._number_of(self._start)
        while self._waiting and len(found.moves) < states_max:
            _, state = self._waiting.popleft()
            try:
                found.moves.append(self._moves(state))
            except TooManyOutcomes:
                found.moves.append(None)
                found.too_wide += 1
        found.moves += [None] * len(self._waiting)
        return found

    def _moves(self, state: bytes) -> Moves:
        """One step from a state, by all its lines."""
        moves = Moves()
        before = self._system.rounds(self._encounter(state)) or 0
        known: dict[Hashable, Any] = {}

        def begin() -> Begun:
            encounter = self._encounter(state)
            encounter.known = known
            self._events = []
            encounter.watch = self._note
            return Begun(encounter, self._system.step(encounter))

        lines = [
            (
                self._ahead(line.encounter),
                before,
                self._system.rounds(line.encounter),
                line.answers,
                line.chance,
            )
            for line in follow(begin, self._weigh, RUNS_MAX)
        ]
        for target, before, after, answers, (weight, whole) in lines:
            chance = Fraction(weight, whole)
            moves.inputs += chance * sum([_inputs(answer) for answer in answers])
            moves.rounds += chance * ((after or 0) - before)
            if isinstance(target, Ending):
                moves.ends[target] = moves.ends.get(target, Fraction(0)) + chance
            else:
                number = self._numbered(*target)
                moves.to[number] = moves.to.get(number, Fraction(0)) + chance
        return moves

    def _encounter(self, state: bytes) -> AnyEncounter:
        return Encounter(pickle.loads(state), self._book, self._rulings)

    def _ahead(self, encounter: AnyEncounter) -> Ending | tuple[bytes, bytes]:
        """Where a line has led: an end, or a state by its key and pickled."""
        outcome = self._system.outcome(encounter)
        if outcome is None:
            return self._key(encounter), pickle.dumps(encounter.state, pickle.HIGHEST_PROTOCOL)
        winner = None
        if isinstance(self._system, TellsEnding):
            records = [Record(number, 0, event, None, None) for number, event in enumerate(self._events)]
            winner = self._system.winner(encounter, records)
        return Ending(outcome, winner)

    def _number_of(self, encounter: AnyEncounter) -> int:
        return self._numbered(self._key(encounter), pickle.dumps(encounter.state, pickle.HIGHEST_PROTOCOL))

    def _numbered(self, key: bytes, state: bytes) -> int:
        """The number of a state; a new one waits to be followed."""
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self._numbers)
            self._waiting.append((number, state))
        return number

    def _key(self, encounter: AnyEncounter) -> bytes:
        """What two states have in common that go on alike."""
        if isinstance(self._system, ComparesFights):
            memo = orjson.dumps(self._system.memo(encounter), option=orjson.OPT_SORT_KEYS)
            return hashlib.blake2b(memo, digest_size=16).digest()
        return bytes.fromhex(state_hash(encounter.state))

    def _note(self, event: Event, to: Audience, public: Event | None) -> None:
        self._events.append(event)

    # Answers

    def _weigh(self, encounter: AnyEncounter, request: Request) -> Sequence[tuple[Any, int]]:
        if isinstance(request, (Roll, Contest)):
            return by_bands(request)
        if not isinstance(request, Window):
            return _whole([(option, chance) for option, chance in self._options(encounter, request, 0)])
        lines: list[tuple[tuple[Option | None, ...], Fraction]] = [((), Fraction(1))]
        for part, choice in enumerate(request.choices):
            further = []
            for answers, chance in lines:
                if request.until == "first" and any(
                    answer is None or answer.id != asked.default
                    for answer, asked in zip(answers, request.choices, strict=False)
                ):
                    further.append(((*answers, None), chance))
                    continue
                further += [
                    ((*answers, option), chance * share)
                    for option, share in self._options(encounter, request, part)
                ]
            lines = further
            assert choice.options
        return _whole(lines)

    def _options(self, encounter: AnyEncounter, request: Request, part: int) -> list[tuple[Option, Fraction]]:
        """The options that the player may take, with their chances: its draws are followed one by one."""
        question = question_of(request, part)
        assert question is not None
        self._seen.forget()
        chances: dict[str, Fraction] = {}
        ahead: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
        while ahead:
            drawn, chance = ahead.pop()
            draws = _Draws(drawn, self._first)
            id_ = self._player(self._seen, encounter, request, part, draws)
            for place, count in draws.beyond:
                chance /= count
                ahead += [((*draws.drawn[:place], other), chance) for other in range(1, count)]
            chances[id_] = chances.get(id_, Fraction(0)) + chance
        found = [(option_by_id(question, id_), chance) for id_, chance in chances.items()]
        return [(option, chance) for option, chance in found if option is not None]


class _Draws:
    """Draws that are given beforehand, and 0 from there on; `beyond` tells (place, count) of the latter."""

    def __init__(self, given: tuple[int, ...], first: bool) -> None:
        self.drawn = list(given)
        self.beyond: list[tuple[int, int]] = []
        self._first = first
        self._place = 0

    def __call__(self, count: int) -> int:
        """The next draw, below `count`."""
        if self._first:
            return 0
        if self._place == len(self.drawn):
            self.beyond.append((self._place, count))
            self.drawn.append(0)
        self._place += 1
        return self.drawn[self._place - 1]


class _Once:
    """A system that works out an appraisal once while the same question is looked at again and again."""

    def __init__(self, system: System) -> None:
        self._system = system
        self._known: dict[int, tuple[Any, Sequence[float]]] = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(self._system, name)

    def forget(self) -> None:
        """Another question comes."""
        self._known.clear()

    def appraise(self, encounter: AnyEncounter, question: Any) -> Sequence[float]:
        """As `System.appraise`."""
        known = self._known.get(0)
        if known is None or known[0] != question:
            known = self._known[0] = question, self._system.appraise(encounter, question)
        return known[1]


def _inputs(answer: Any) -> int:
    """How many answers of people and dice one answer to a request is made of."""
    if isinstance(answer, tuple):
        return sum([part is not None for part in answer])
    return 2 if hasattr(answer, "margin") else 1


def _whole(weighted: Sequence[tuple[Any, Fraction]]) -> list[tuple[Any, int]]:
    """The same with whole weights."""
    whole = lcm(*[chance.denominator for _, chance in weighted])
    return [(answer, int(chance * whole)) for answer, chance in weighted]
