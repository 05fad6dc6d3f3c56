"""How a fight may go on from where it stands: continuations played by bots, with dice of their own."""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from functools import lru_cache

import orjson

from affray.bots.answering import answering
from affray.bots.draws import draws
from affray.bots.players import greedy
from affray.content import loaded_from_plain
from affray.dice.counter import CounterDice
from affray.kernel.driver import play_out
from affray.kernel.encounter import Encounter
from affray.kernel.errors import Refused
from affray.kernel.events import Event, Record
from affray.kernel.inputs import Input
from affray.kernel.past import feed
from affray.kernel.pending import PartValue, Pending
from affray.kernel.requests import Audience, Request, pool_of
from affray.kernel.session import Session
from affray.kernel.system import AnyEncounter, System, TellsEnding
from affray.sim.jobs import FightFailed
from affray.sim.rows import Row, Unit, needs_ending

STEPS_MAX = 5_000
"""Steps after which a continuation is given up as undecided."""


@dataclass(frozen=True, slots=True)
class Position:
    """Where a fight stands: its content as JSON, the state before the open step, the inputs since.

    `seed` is that of the continuations. Nothing of the fight's own dice is in here.
    """

    content: bytes
    state: bytes
    inputs: tuple[Input, ...]
    seed: str

    def seed_of(self, number: int) -> str:
        """The seed of the continuation with this number, from 0."""
        return f"{self.seed}/{number}"


def position_of(session: Session, content: bytes, seed: str) -> Position:
    """The position of a session, to be played on elsewhere.

    Raises `Refused` where it cannot go on, and `Unreadable` for a system that does not tell who won.
    """
    needs_ending(session.system)
    if session.failure is not None:
        raise Refused("A rule failed here and the fight cannot go on by itself.", "")
    if session.outcome is not None:
        raise Refused("The fight is over.", "")
    state, inputs = session.fork_at(len(session.journal))
    return Position(content, state, tuple(inputs), seed)


def play_on(position: Position, first: int, count: int) -> list[Row]:
    """Play the continuations from number `first` on. Raises `FightFailed` naming one that goes wrong.

    Who is out already has fallen in the round that is under way. Rows say nothing of deeds and luck.
    """
    system, fresh = _begun(position.content)
    rows = []
    for number in range(first, first + count):
        try:
            rows.append(_Continuation(system, fresh, position, position.seed_of(number)).row())
        except Exception as error:
            raise FightFailed(
                f"continuation {number} went wrong ({type(error).__name__}: {error})"
            ) from error
    return rows


@lru_cache(maxsize=8)
def _begun(content: bytes) -> tuple[System, AnyEncounter]:
    """The system of a fight, and an encounter at its very start: for its book and rulings."""
    loaded = loaded_from_plain(orjson.loads(content))
    return loaded.system, loaded.start()


class _Continuation:
    """One way in which a fight may go on."""

    def __init__(self, system: System, fresh: AnyEncounter, position: Position, seed: str) -> None:
        self._system = system
        self._ending: TellsEnding = needs_ending(system)
        self._fresh = fresh
        self._position = position
        self._seed = seed
        self._records: list[Record] = []
        self._inputs = 0
        self._known: dict[str, tuple[str, str]] = {}
        self._fell: dict[str, int] = {}

    def row(self) -> Row:
        """Play it to its end, and what it comes to."""
        encounter = self._between_steps()
        self._look(encounter)
        encounter.watch = self._note
        answer = answering(self._system, {}, greedy, CounterDice(self._seed))

        def counted(encounter: AnyEncounter, request: Request, part: int) -> PartValue:
            self._inputs += 1
            return answer(encounter, request, part)

        outcome = play_out(self._system, encounter, counted, STEPS_MAX, self._look)
        units = {id_: Unit(*known, self._fell.get(id_)) for id_, known in self._known.items()}
        winner = self._ending.winner(encounter, self._records)
        return Row(outcome, winner, self._system.rounds(encounter), self._inputs, "", units, {}, {})

    def _between_steps(self) -> AnyEncounter:
        """The fight at the end of the open step: the bots answer what is asked, and whatever it asks then."""
        position = self._position
        encounter = self._encounter(position.state)
        if not position.inputs:
            return encounter
        # The seed differs: the rest of the fight must not have the dice of this step once more.
        dice = CounterDice(f"{self._seed}/open")
        session = Session(self._system, encounter, dice)
        feed(session, position.inputs)
        draw = draws(dice, "play")

        def automatic(session: Session, pending: Pending, part: int) -> tuple[PartValue, str, bool] | None:
            if _is_between(session):
                return None
            self._inputs += 1
            pool = pool_of(pending.request, part)
            if pool is not None:
                return session.tray.deal(pool), "", False
            return greedy(session.system, session.encounter, pending.request, part, draw), "", False

        session.advance(automatic)
        self._records = list(session.records)
        if session.outcome is not None:
            return session.encounter
        if session.failure is not None:
            raise session.failure
        return self._encounter(session.fork_at(len(session.journal))[0])

    def _encounter(self, state: bytes) -> AnyEncounter:
        return Encounter(pickle.loads(state), self._fresh.book, self._fresh.rulings)

    def _look(self, encounter: AnyEncounter) -> None:
        """Who has fallen by now, and who has come. Whoever gets up again has not fallen."""
        standing = self._ending.standing(encounter)
        if not self._known or any(id_ not in self._known for id_ in standing):
            for seat in self._system.seats(encounter):
                self._known.setdefault(seat.id, (seat.name, seat.side))
        rounds = self._system.rounds(encounter)
        now = self._inputs if rounds is None else rounds
        for id_ in self._known:
            if id_ in standing:
                self._fell.pop(id_, None)
            else:
                self._fell.setdefault(id_, now)

    def _note(self, event: Event, to: Audience, public: Event | None) -> None:
        number = len(self._records)
        self._records.append(Record(number, number, event, to, public))


def _is_between(session: Session) -> bool:
    """Whether the step that was open is done, and the next one has been told nothing yet."""
    fork = session.fork()
    return fork is not None and not fork[1]
