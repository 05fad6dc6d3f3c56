"""One fight of bots as a row: who won, how long it took, who fell when, what everybody did."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from affray.bots.players import BOTS, Bot
from affray.content import Loaded
from affray.kernel.errors import Unreadable
from affray.kernel.events import Event, Record
from affray.kernel.pending import PartValue
from affray.kernel.requests import Audience, Request, pool_of
from affray.kernel.system import AnyEncounter, CountsDeeds, System, TellsEnding, tells_luck
from affray.sim.fight import play_fight

DEFAULT_BOT = "greedy"


@dataclass(frozen=True, slots=True)
class Players:
    """The bots of a fight by name: of seats, of sides, and of everybody else. A seat goes before its side."""

    seats: Mapping[str, str] = field(default_factory=dict)
    sides: Mapping[str, str] = field(default_factory=dict)
    others: str = DEFAULT_BOT


@dataclass(frozen=True, slots=True)
class Unit:
    """One who took part. `fell` is the round in which it went out, without rounds the input; None: never."""

    name: str
    side: str
    fell: int | None


@dataclass(frozen=True, slots=True)
class Row:
    """One fight. `outcome` is None where it was given up undecided, `rounds` in a system without any.

    `luck` is, by roller, twice the points by which its dice fell above their average, so that it stays whole.
    """

    outcome: str | None
    winner: str | None
    rounds: int | None
    inputs: int
    state_hash: str
    units: Mapping[str, Unit]
    deeds: Mapping[str, Mapping[str, int]]
    luck: Mapping[str, int]


def needs_ending(system: System) -> TellsEnding:
    """The system as one that tells how a fight ended. Raises `Unreadable` for one that does not."""
    if not isinstance(system, TellsEnding):
        raise Unreadable(f"{system.title} does not tell who won a fight, so its fights cannot be counted")
    return system


def play_row(loaded: Loaded, players: Players, seed: str) -> Row:
    """Play one fight and take note of what it comes to."""
    encounter = loaded.start()
    note = _Note(loaded.system, encounter, players)
    result = play_fight(
        loaded.system,
        encounter,
        note.bots,
        BOTS[players.others],
        seed,
        after_step=note.after_step,
        after_answer=note.after_answer,
    )
    deeds = {}
    if isinstance(loaded.system, CountsDeeds):
        deeds = {id_: dict(of) for id_, of in loaded.system.deeds(encounter, note.records).items() if of}
    return Row(
        result.outcome,
        note.ending.winner(encounter, note.records),
        result.rounds,
        result.inputs,
        result.state_hash,
        note.units(),
        deeds,
        note.luck,
    )


class _Note:
    """What is noticed while a fight is played."""

    def __init__(self, system: System, encounter: AnyEncounter, players: Players) -> None:
        self.records: list[Record] = []
        self.luck: dict[str, int] = {}
        self.bots: dict[str, Bot] = {}
        self.ending = needs_ending(system)
        self._system = system
        self._players = players
        self._tells_luck = tells_luck(system)
        self._inputs = 0
        self._known: dict[str, tuple[str, str]] = {}
        self._fell: dict[str, int] = {}
        self._look_for_new(encounter)
        encounter.watch = self._take

    def units(self) -> dict[str, Unit]:
        """Everybody who took part, in order of their coming."""
        return {id_: Unit(*known, self._fell.get(id_)) for id_, known in self._known.items()}

    def after_step(self, encounter: AnyEncounter) -> None:
        """Who fell in this step, and who came. Whoever gets up again has not fallen."""
        standing = self.ending.standing(encounter)
        if any(id_ not in self._known for id_ in standing):
            self._look_for_new(encounter)
        rounds = self._system.rounds(encounter)
        now = self._inputs if rounds is None else rounds
        for id_ in self._known:
            if id_ in standing:
                self._fell.pop(id_, None)
            else:
                self._fell.setdefault(id_, now)

    def after_answer(self, request: Request, part: int, value: PartValue) -> None:
        """How the dice fell."""
        self._inputs += 1
        pool = pool_of(request, part)
        if self._tells_luck and pool is not None and not isinstance(value, str):
            above = 2 * sum(value) - sum(pool.sides) - len(pool.sides)
            self.luck[pool.roller] = self.luck.get(pool.roller, 0) + above

    def _look_for_new(self, encounter: AnyEncounter) -> None:
        for seat in self._system.seats(encounter):
            if seat.id not in self._known:
                self._known[seat.id] = (seat.name, seat.side)
                others = self._players.sides.get(seat.side, self._players.others)
                self.bots[seat.id] = BOTS[self._players.seats.get(seat.id, others)]

    def _take(self, event: Event, to: Audience, public: Event | None) -> None:
        number = len(self.records)
        self.records.append(Record(number, number, event, to, public))
