"""Small Cantor fights made by hand, and two ways to play them with scripted dice and choices.

The map is drawn in the test; somebody called "ann" stands on its "A". An answer is written as "ann skirmish
rod bob" or "bob 12 4": whose it is, and an option or the faces.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

import pytest

from affray.kernel.codec import state_hash
from affray.kernel.driver import run_procedure
from affray.kernel.errors import Refused
from affray.kernel.inputs import Act
from affray.kernel.pending import Pending
from affray.kernel.requests import (
    Procedure,
    Request,
    Roll,
    option_by_id,
    pool_of,
    question_of,
    seat_of,
)
from affray.kernel.session import Session
from affray.systems.cantor.book import Area, Art, Book, Inflicts, Sheet, Weapon
from affray.systems.cantor.rulings import Rulings
from affray.systems.cantor.scenario import Combatant, Scenario, Start
from affray.systems.cantor.state import Condition, Fight, State, Unit
from affray.systems.cantor.system import SYSTEM

_WEAPONS = (
    Weapon("rod", "Rod", "melee", "1d6", "kinetic"),
    Weapon("hook", "Hook", "melee", "1d6", "kinetic", range=2, threat=2),
    Weapon("gun", "Gun", "ranged", "1d6", "kinetic", range=12),
    Weapon("bolt", "Bolt", "ranged", "2d6 + 1", "energy", range=12, threat=3),
    Weapon("five", "Five", "ranged", "5", "kinetic", range=12),
    Weapon("nine", "Nine", "ranged", "9", "kinetic", range=12),
    Weapon("sure", "Sure", "ranged", "1d6", "kinetic", range=12, reliable=3),
    Weapon("dart", "Dart", "ranged", "1d6", "kinetic", range=12, reliable=2),
    Weapon("spike", "Spike", "ranged", "3", "kinetic", range=12, armor_piercing=True),
    Weapon("torch", "Torch", "melee", "1d6", "energy", burn=3),
    Weapon("ram-bar", "Ram bar", "melee", "1d6", "kinetic", knockback=2),
    Weapon("stone", "Stone", "melee", "1d6", "kinetic", inflicts=(Inflicts("Slowed"), Inflicts("Impaired"))),
    Weapon("stunner", "Stunner", "melee", "1", "energy", threat=1, inflicts=(Inflicts("Stunned"),)),
    Weapon("heavy", "Heavy", "melee", "1d6", "kinetic", resonance=3),
    Weapon("mute", "Mute", "melee", "1d6", "kinetic", resonance=0),
    Weapon("flail", "Flail", "melee", "1d6", "kinetic", area=Area("burst", 1), threat=1),
    Weapon("mortar", "Mortar", "ranged", "1d6", "explosive", range=8, area=Area("blast", 1)),
    Weapon("bellows", "Bellows", "ranged", "1d6", "explosive", range=4, area=Area("line", 4), knockback=1),
)
_ARTS = (
    Art("hack", "Hack", "tech", damage="1d6"),
    Art("jam", "Jam", "tech", inflicts=(Inflicts("Jammed"),), range=5),
    Art("mark", "Mark", "tech", inflicts=(Inflicts("Lock On"),)),
    Art("hum", "Hum", "sonic", damage="1d6", type="sonic"),
    Art("roar", "Roar", "sonic", cost="full", damage="1d6", type="sonic", resonance=2),
)


@dataclass(frozen=True)
class Person:
    """Somebody of a test: a sheet of its own and its place in the fight."""

    sheet: Sheet
    combatant: Combatant


def person(
    id_: str,
    side: Any = "A",
    at: str = "",
    kind: Any = "",
    weapons: Sequence[str] = ("rod", "gun"),
    arts: Sequence[str] = (),
    hp: int = 20,
    evasion: int = 10,
    e_defense: int = 8,
    speed: int = 4,
    stone: Any = "Granite",
    joins: int = 1,
    name: str = "",
    sheet: Mapping[str, Any] | None = None,
    hp_now: int | None = None,
    **start: Any,
) -> Person:
    """A unit on the sign of its initial. Those of side A are Cantors of Granite, all others Enemies.

    `sheet` is what else its sheet says; `hp_now` and everything left is how it starts.
    """
    kind = kind or ("cantor" if side == "A" else "enemy")
    cantor = kind == "cantor"
    written = Sheet(
        id_,
        name or id_.capitalize(),
        "Tester",
        kind,
        hp,
        evasion,
        e_defense,
        speed,
        stone=stone if cantor else None,
        oath="I stay." if cantor else "",
        weapons=tuple(weapons),
        arts=tuple(arts),
        **(sheet or {}),
    )
    return Person(
        written, Combatant(id_, side, at or id_[0].upper(), joins=joins, start=Start(hp=hp_now, **start))
    )


def fight(board: str, *people: Person, reserve: Sequence[Person] = (), **rulings: Any) -> Fight:
    """A fight of these people on a map. `reserve` are sheets that may join."""
    book = Book(
        weapons={weapon.id: weapon for weapon in _WEAPONS},
        arts={art.id: art for art in _ARTS},
        sheets={one.sheet.id: one.sheet for one in (*people, *reserve)},
    )
    scenario = Scenario(
        title="A test",
        system="cantor",
        packs=("none",),
        sides={"A": "The one side", "B": "The other side", "C": "A third side"},
        map=board,
        combatant=tuple(one.combatant for one in people),
    )
    return SYSTEM.start(book, scenario, Rulings(**rulings))


def give(unit: Unit, *names: str, until: int = 1) -> Unit:
    """Put conditions on a unit, without an event."""
    for name in names:
        unit.conditions.append(Condition(name, "timed" if name not in _LASTING else "own rule", until))
    return unit


_LASTING = ("Lock On", "Bolster", "Prone", "Hidden", "Invisible", "Braced", "Disengaged")


def read_answer(answer: str) -> tuple[str, str | tuple[int, ...]]:
    """ "bob 12 4" as ("bob", (12, 4)), "ann end" as ("ann", "end")."""
    seat, _, said = answer.partition(" ")
    faces = said.split()
    return seat, tuple(int(face) for face in faces) if all(face.isdigit() for face in faces) else said


def run(encounter: Fight, procedure: Procedure, *answers: str) -> Any:
    """Run one rule to its end. Every question must be answered, in order, and every answer used."""
    left = list(answers)

    def answer(_: Any, request: Request, part: int) -> str | tuple[int, ...]:
        seat = seat_of(request, part)
        if not left:
            pytest.fail(f"{seat} is asked and no answer is left: {request}")
        who, value = read_answer(left.pop(0))
        assert who == seat, f"{seat} is asked, not {who}: {request}"
        assert isinstance(value, tuple) == (pool_of(request, part) is not None), (value, request)
        return value

    returned = run_procedure(encounter, procedure, answer)
    assert not left, f"answers that nobody asked for: {left}"
    return returned


def told_of(encounter: Fight) -> list[tuple[Any, Any, Any]]:
    """A list that every event from now on is added to, with those who may know it and what others hear."""
    seen: list[tuple[Any, Any, Any]] = []
    encounter.watch = lambda event, to, public: seen.append((event, to, public))
    return seen


RULES: Any = SYSTEM
"""What a session of these fights is played with."""


class Table:
    """A session of a fight, played by answers."""

    def __init__(self, encounter: Fight) -> None:
        self.session = Session(RULES, encounter, _no_dice)

    @property
    def fight(self) -> Fight:
        """The fight as it is."""
        return self.session.encounter

    @property
    def state(self) -> State:
        """The state as it is."""
        state: State = self.session.encounter.state
        return state

    def __getitem__(self, id_: str) -> Unit:
        return self.state.units[id_]

    def at(self, id_: str) -> str:
        """The name of the hex that somebody stands on."""
        return self.fight.book.board.name(self[id_].hex)

    def names(self, id_: str) -> set[str]:
        """The names of somebody's conditions."""
        return {condition.name for condition in self[id_].conditions}

    # Who is asked

    @property
    def asked(self) -> list[tuple[str, str]]:
        """Who is asked now, and what: the kind of a question, or what dice are rolled for."""
        pending = self.session.pending
        return [] if pending is None else [_part(pending, part) for part in pending.open_parts()]

    @property
    def request(self) -> Request:
        """The open request."""
        assert self.session.pending is not None
        return self.session.pending.request

    def options(self, seat: str, kind: str = "") -> list[str]:
        """What a seat is offered now; of one kind or of all."""
        return list(self._options(seat, kind))

    def _options(self, seat: str, kind: str) -> Iterator[str]:
        pending = self.session.pending
        for part in [] if pending is None else pending.open_parts():
            assert pending is not None
            question = question_of(pending.request, part)
            if question is not None and question.seat == seat:
                yield from (option.id for option in question.options if kind in ("", option.kind))

    # Answers

    def do(self, *answers: str) -> Table:
        """Give these answers one after another."""
        for answer in answers:
            who, value = read_answer(answer)
            pending = self.session.pending
            part = None if pending is None else _part_for(pending, who, value)
            if pending is None or part is None:
                pytest.fail(
                    f"{answer!r} answers nothing; asked are {self.asked}, outcome {self.state.outcome}"
                )
            self.session.answer(pending.stamp, part, value, who)
            self.check()
        return self

    def turn_of(self, id_: str) -> Table:
        """Everybody ends its turn until this one has its own; a choice of units falls on it or the first."""
        for _ in range(50):
            seat, kind = self.asked[0]
            if (seat, kind) == (id_, "turn"):
                return self
            if kind == "turn":
                self.do(f"{seat} end")
            elif kind == "activate":
                seats = [asked for asked, _ in self.asked]
                self.do(f"{id_ if id_ in seats else seat} go")
            else:
                pytest.fail(f"{seat} is asked {kind!r} on the way")
        pytest.fail(f"{id_} has no turn")

    def end_round(self) -> Table:
        """Everybody ends its turn until the next round has begun."""
        number = self.state.round
        while self.state.round == number and self.state.outcome is None:
            seat, kind = self.asked[0]
            assert kind in ("turn", "activate"), self.asked
            self.do(f"{seat} {'end' if kind == 'turn' else 'go'}")
        return self

    def refusal(self, answer: str) -> str:
        """The clause that refuses this answer; nothing may have changed."""
        before = state_hash(self.state), len(self.session.journal)
        with pytest.raises(Refused) as refused:
            self.do(answer)
        assert (state_hash(self.state), len(self.session.journal)) == before
        return refused.value.clause

    def act(self, name: str, /, reason: str = "", **data: Any) -> Table:
        """One of the GM's acts."""
        self.session.act(Act(name, data, "Gemma", reason))
        self.check()
        return self

    def act_refused(self, name: str, /, **data: Any) -> str:
        """The clause that refuses this act; nothing may have changed."""
        before = state_hash(self.state), len(self.session.journal)
        with pytest.raises(Refused) as refused:
            self.act(name, "because", **data)
        assert (state_hash(self.state), len(self.session.journal)) == before
        return refused.value.clause

    def check(self) -> None:
        """Every invariant holds, and no rule has failed."""
        assert self.session.failure is None
        assert RULES.problems(self.session.encounter) == []

    def events(self, *kinds: type) -> list[Any]:
        """The events that stand, of these kinds."""
        return [
            record.event
            for record in self.session.records
            if record.undone_by is None and (not kinds or isinstance(record.event, kinds))
        ]


def _part(pending: Pending, part: int) -> tuple[str, str]:
    question = question_of(pending.request, part)
    about = pending.request.about if isinstance(pending.request, Roll) else "dice"
    return seat_of(pending.request, part), about if question is None else question.kind


def _part_for(pending: Pending, who: str, value: Any) -> int | None:
    """The part that an answer is for; of several of one seat the one that it fits."""
    parts = [part for part in pending.open_parts() if seat_of(pending.request, part) == who]
    for part in parts:
        question = question_of(pending.request, part)
        if question is not None and isinstance(value, str) and option_by_id(question, value) is not None:
            return part
    return next(iter(parts), None)


def _no_dice(stream: str, index: int, again: int, sides: int) -> NoReturn:
    raise AssertionError("tests script every face")
