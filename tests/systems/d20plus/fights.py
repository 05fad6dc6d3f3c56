"""Small d20+ fights made by hand, and two ways to play them with scripted dice and choices.

An answer is written as "ann strike axe bob" or "bob 12 4": whose it is, and an option or the faces.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NoReturn

import pytest

from affray.kernel.driver import run_procedure
from affray.kernel.errors import Refused
from affray.kernel.inputs import Act
from affray.kernel.requests import Procedure, Request, pool_of, question_of, seat_of
from affray.kernel.session import Session
from affray.systems.d20plus.book import (
    Ability,
    AugmentDie,
    BonusTurn,
    Book,
    ContestedNullification,
    CounterAttack,
    DefenceEnhancement,
    Exertion,
    Hex,
    Interception,
    LockedOn,
    Mend,
    Naming,
    Nullification,
    Quarry,
    Sheet,
    Shove,
    SkillBuild,
    Topple,
    Ward,
    Weapon,
)
from affray.systems.d20plus.rulings import Rulings
from affray.systems.d20plus.scenario import Combatant, Scenario, Start, Zone
from affray.systems.d20plus.state import Fight, Persona, State
from affray.systems.d20plus.system import SYSTEM

CLOSE = ("Close",)
NEAR = ("Close", "Ranged")
SHOT = ("Close", "Ranged", "Far")


def die(type_: Any, size: Any, *applies_to: str, source: str = "") -> AugmentDie:
    """An Augment Die; without names it applies to any roll."""
    return AugmentDie(type_, size, source or f"{type_} source", applies_to or ("any",))


_WEAPONS = (
    Weapon("axe", "Axe", "Might", "melee", "Mid", CLOSE),
    Weapon("knife", "Knife", "Grace", "melee", "Fast", CLOSE),
    Weapon("maul", "Maul", "Might", "melee", "Slow", CLOSE, on_hit=("push",)),
    Weapon("whip", "Whip", "Grace", "melee", "Mid", CLOSE, on_hit=("prone",)),
    Weapon("bow", "Bow", "Grace", "ranged", "Mid", SHOT),
    Weapon("gun", "Gun", "Grace", "ranged", "Mid", SHOT, exhausts=True),
    Weapon("cannon", "Cannon", "Logic", "ranged", "Slow", ("Ranged", "Far", "Extreme")),
    Weapon("beam", "Beam", "Logic", "ranged", "Mid", SHOT, nature="arcane"),
    Weapon("lash", "Lash", "Will", "spell", "Mid", SHOT, nature="arcane", ability=True),
    Weapon("voice", "Voice", "Knowledge", "spell", "Mid", SHOT, nature="psychic", ability=True),
    Weapon("taunt", "Taunt", "Sense", "spell", "Fast", SHOT, nature="emotional", on_hit=("hex",)),
    Weapon("riddle", "Riddle", "Will", "spell", "Mid", SHOT, nature="ambiguous"),
    Weapon("stones", "Flying stones", "Will", "spell", "Mid", SHOT),
)
_ABILITIES = (
    Ability("riposte", "Riposte", "", "reaction", CounterAttack("counter-attack", ("miss", "wound"))),
    Ability("grudge", "Grudge", "", "reaction", CounterAttack("counter-attack", ("wound",))),
    Ability(
        "turned-blade", "Turned blade", "", "reaction", CounterAttack("counter-attack", ("critical block",))
    ),
    Ability("sentry", "Sentry", "", "reaction", CounterAttack("counter-attack", ("leaving", "entering"))),
    Ability("guard", "Guard", "", "reaction", Interception("interception")),
    Ability("far-guard", "Far guard", "", "reaction", Interception("interception", "Far")),
    Ability("resist", "Resist", "", "reaction", ContestedNullification("contested nullification", "Spirit")),
    Ability(
        "brace",
        "Brace",
        "",
        "reaction",
        DefenceEnhancement("defence enhancement", (die("Magic", 8, "defence", source="Brace"),)),
    ),
    Ability("hush", "Hush", "", "reaction", Nullification("nullification", ("psychic", "arcane"))),
    Ability("avenge", "Avenge", "", "reaction", BonusTurn("bonus turn", "ally out")),
    Ability("reap", "Reap", "", "reaction", BonusTurn("bonus turn", "foe out")),
    Ability("poise", "Poise", "", "reaction", BonusTurn("bonus turn", "critical block")),
    Ability("once", "Once", "", "reaction", CounterAttack("counter-attack", ("miss",)), cooldown="encounter"),
    Ability("hex", "Hex", "", "action", Hex("hex"), "foe", "Will", "Spirit"),
    Ability("name", "Naming", "", "beat", Naming("naming"), "foe"),
    Ability("mark", "Quarry", "", "beat", Quarry("quarry"), "foe"),
    Ability("locked-on", "Locked On", "", "passive", LockedOn("locked on")),
    Ability("mend", "Mend", "", "action", Mend("mend", "Body", 2, 15), "ally", "Knowledge", reach=CLOSE),
    Ability("trip", "Trip", "", "beat", Topple("topple"), "foe", "Might", "Body", reach=CLOSE),
    Ability("shove", "Shove", "", "action", Shove("shove", "push"), "foe", "Might", "Body", reach=CLOSE),
    Ability("hook", "Hook", "", "action", Shove("shove", "pull"), "foe", "Might", "Body", reach=SHOT),
    Ability("ward", "Ward", "", "beat", Ward("ward", die("Magic", 6, "defence", source="Ward")), "ally"),
    Ability("surge", "Surge", "", "beat", Exertion("exertion", 1, 1)),
    Ability("quick-word", "Quick word", "", "action", Exertion("exertion", 0, 1), lane="Fast", cooldown=3),
)
_ZONES = (
    Zone("yard", "Yard", 0, 0, 10, 10, cover=("Crate", "Old barrel")),
    Zone("gate", "Gate", 20, 0, 10, 10, cover=("Wall",)),
    Zone("road", "Road", 40, 0, 10, 10),
    Zone("hill", "Hill", 60, 0, 10, 10),
    Zone("moor", "Moor", 80, 0, 10, 10),
)
_PASSAGES = (("yard", "gate"), ("gate", "road"), ("road", "hill"))


@dataclass(frozen=True)
class Person:
    """Somebody of a test: a sheet of its own and its place in the fight."""

    sheet: Sheet
    combatant: Combatant


def person(
    id_: str,
    side: Any = "A",
    zone: str = "yard",
    mind: int = 4,
    body: int = 4,
    spirit: int = 4,
    weapons: Sequence[str] = ("axe", "knife"),
    abilities: Sequence[str] = (),
    dice: Sequence[AugmentDie] = (),
    skills: Mapping[str, int] | None = None,
    power: int | None = None,
    name: str = "",
    **start: Any,
) -> Person:
    """A Persona; `skills` are bonuses beyond the Trait, further keys say how it starts."""
    sheet = Sheet(
        id_,
        name or id_.capitalize(),
        "Tester",
        {"Mind": mind, "Body": body, "Spirit": spirit},
        skills={skill: SkillBuild(invested=bonus) for skill, bonus in (skills or {}).items()},  # type: ignore[misc]
        power=power,
        weapons=tuple(weapons),
        abilities=tuple(abilities),
        dice=tuple(dice),
    )
    return Person(sheet, Combatant(id_, side, zone, start=Start(**start)))


def fight(*people: Person, scene: Any = "duel", reserve: Sequence[Person] = (), **rulings: Any) -> Fight:
    """A fight of these people. `reserve` are sheets that may join later.

    Without a Power Score of its own, whoever is named first acts first among equals.
    """
    people = tuple(
        one if one.sheet.power is not None else replace(one, sheet=replace(one.sheet, power=100 - number))
        for number, one in enumerate(people)
    )
    book = Book(
        weapons={weapon.id: weapon for weapon in _WEAPONS},
        abilities={ability.id: ability for ability in _ABILITIES},
        sheets={one.sheet.id: one.sheet for one in (*people, *reserve)},
    )
    scenario = Scenario(
        title="A test",
        system="d20plus",
        scene=scene,
        packs=("none",),
        sides={"A": "The one side", "B": "The other side", "C": "A third side"},
        zone=_ZONES,
        combatant=tuple(one.combatant for one in people),
        passages=_PASSAGES,
    )
    return SYSTEM.start(book, scenario, Rulings(**rulings))


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


def events_of(encounter: Fight) -> list[Any]:
    """A list that every event from now on is added to, with its audience: (event, to, public)."""
    seen: list[Any] = []
    encounter.watch = lambda event, to, public: seen.append((event, to, public))
    return seen


class Table:
    """A session of a fight, played by answers. The first lanes are declared at once."""

    def __init__(self, encounter: Fight, lanes: str | Mapping[str, str] | None = "Mid") -> None:
        self.session = Session(SYSTEM, encounter, _no_dice)
        if lanes is not None:
            self.lanes(lanes)

    @property
    def state(self) -> State:
        """The state as it is."""
        state: State = self.session.encounter.state
        return state

    def __getitem__(self, id_: str) -> Persona:
        return self.state.personas[id_]

    def lanes(self, lanes: str | Mapping[str, str]) -> None:
        """Everybody who is asked declares: one lane for all, or by name."""
        for seat in [seat for seat, _ in self.asked]:
            self.do(f"{seat} {lanes if isinstance(lanes, str) else lanes[seat]}")

    @property
    def asked(self) -> list[tuple[str, str]]:
        """Who is asked now, and what: the kind of a question, or "dice" for a throw."""
        pending = self.session.pending
        return [] if pending is None else [self._part(part) for part in pending.open_parts()]

    def _part(self, part: int) -> tuple[str, str]:
        pending = self.session.pending
        assert pending is not None
        question = question_of(pending.request, part)
        return seat_of(pending.request, part), "throw" if question is None else question.kind

    def do(self, *answers: str) -> Table:
        """Give these answers one after another."""
        for answer in answers:
            pending = self.session.pending
            who, value = read_answer(answer)
            parts = [] if pending is None else pending.open_parts()
            part = next((part for part in parts if self._part(part)[0] == who), None)
            if pending is None or part is None:
                pytest.fail(
                    f"{answer!r} answers nothing; asked are {self.asked}, outcome {self.state.outcome}"
                )
            self.session.answer(pending.stamp, part, value, who)
            assert SYSTEM.problems(self.session.encounter) == []
        return self

    def options(self, seat: str) -> list[str]:
        """What a seat is offered now."""
        return list(self._options(seat))

    def _options(self, seat: str) -> Iterator[str]:
        pending = self.session.pending
        for part in [] if pending is None else pending.open_parts():
            assert pending is not None
            question = question_of(pending.request, part)
            if question is not None and question.seat == seat:
                yield from (option.id for option in question.options)

    def refusal(self, answer: str) -> str:
        """The clause that refuses this answer."""
        with pytest.raises(Refused) as refused:
            self.do(answer)
        return refused.value.clause

    def act(self, name: str, /, reason: str = "", **data: Any) -> Table:
        """One of the GM's acts."""
        self.session.act(Act(name, data, "Gemma", reason))
        assert SYSTEM.problems(self.session.encounter) == []
        return self

    def events(self, *kinds: type) -> list[Any]:
        """The events that stand, of these kinds."""
        return [
            record.event
            for record in self.session.records
            if record.undone_by is None and isinstance(record.event, kinds)
        ]


def _no_dice(stream: str, index: int, again: int, sides: int) -> NoReturn:
    raise AssertionError("tests script every face")
