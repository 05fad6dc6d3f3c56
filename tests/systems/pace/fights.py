"""Small Pace fights made by hand, and two ways to play them with scripted dice and choices.

The map is drawn in the test; somebody called "ann" stands on its "A". An answer is written as "ann attack
sword bob" or "bob 12 4": whose it is, and an option or the faces.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

import pytest

from affray.board.squares import FACINGS
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
from affray.systems.pace.book import (
    BARE_HANDS,
    Ability,
    AddsResistance,
    AddsSpeed,
    AddsTargets,
    AllowsManeuvers,
    Book,
    GivesEdge,
    Grant,
    Harm,
    Hold,
    Mend,
    Raise,
    SetsCost,
    Sheet,
    Shift,
    Slow,
    Spell,
    SpellSave,
    Thing,
    Weapon,
)
from affray.systems.pace.rulings import Rulings
from affray.systems.pace.scenario import Clock, Combatant, GroundItem, Scenario, SceneObject, Start
from affray.systems.pace.state import Character, Fight, State, board_of
from affray.systems.pace.system import SYSTEM

_WEAPONS = (
    Weapon("sword", "Sword", "melee", "Strength", "1d8", ("slashing",)),
    Weapon("blade", "Blade", "melee", "Strength", "1d8", ("slashing",)),
    Weapon("knife", "Knife", "melee", "Dexterity", "1d4", ("piercing", "slashing"), bulk=0),
    Weapon("spear", "Spear", "melee", "Strength", "1d6", ("piercing",), range=3),
    Weapon("maul", "Maul", "melee", "Strength", "2d6", ("bludgeoning",), hands=2, bulk=3),
    Weapon("pick", "Pick", "melee", "Strength", "1d10", ("piercing",), ap=2),
    Weapon("chain", "Chain", "melee", "Strength", "1d6", ("bludgeoning",), range=2, targets=3),
    Weapon("cestus", "Cestus", "unarmed", "Strength", "1d6", ("bludgeoning",)),
    Weapon("noose", "Noose", "unarmed", "Dexterity", "1d4", ("bludgeoning",), range=3),
    Weapon("net", "Net", "unarmed", "Dexterity", "1d4", ("bludgeoning",), range=3, targets=2),
    Weapon("bow", "Bow", "ranged", "Dexterity", "1d6", ("piercing",), range=12, hands=2),
    Weapon("sling", "Sling", "ranged", "Dexterity", "1d4", ("bludgeoning",), range=8),
)
_THINGS = (
    Thing("crate", "Crate", bulk=3, hands=2),
    Thing("lamp", "Lamp"),
    Thing("key", "Key", bulk=0, opens=("gate",)),
)
_ABILITIES = (
    Ability("hooks", "Hooks", "", AllowsManeuvers("maneuvers", ("trip", "push"), ("melee",))),
    Ability("quick", "Quick", "", GivesEdge("edge", ("initiative",))),
    Ability("keen", "Keen", "", GivesEdge("edge", ("attack",), 1, ("sword",))),
    Ability("slow-wits", "Slow wits", "", GivesEdge("edge", ("save", "attack"), -1)),
    Ability("steady", "Steady", "", GivesEdge("edge", ("defence",), 2)),
    Ability("deft", "Deft", "", SetsCost("cost", ("pick",), 1)),
    Ability("sweep", "Sweep", "", AddsTargets("targets", ("melee",), 1)),
    Ability("hide", "Hide", "", AddsResistance("resistance", {"bludgeoning": 1, "all": 1})),
    Ability("fleet", "Fleet", "", AddsSpeed("speed", 2)),
)
_SPELLS = (
    Spell("spark", "Spark", "", 1, Harm("harm", "1d6", "fire", "Will"), targets=2),
    Spell("doom", "Doom", "", 2, Harm("harm", "2d6", "cold"), save=SpellSave("Will", against="Will")),
    Spell("dread", "Dread", "", 2, Harm("harm", "2d6", "cold"), save=SpellSave("Will", against="Wits")),
    Spell("gust", "Gust", "", 1, Shift("shift", 3), "anyone", save=SpellSave("Will", dc=12)),
    Spell("vine", "Vine", "", 1, Hold("hold", 3), "foe", 6),
    Spell("mud", "Mud", "", 1, Slow("slow")),
    Spell("balm", "Balm", "", 1, Mend("mend", "1d6", "Will"), "ally"),
    Spell("omen", "Omen", "", 1, Grant("grant", "attack", 1), "ally"),
    Spell("curse", "Curse", "", 1, Grant("grant", "defence", -1)),
    Spell("wall", "Wall", "", 1, Raise("raise", "blocking"), "square"),
)


@dataclass(frozen=True)
class Person:
    """Somebody of a test: a sheet of its own and its place in the fight."""

    sheet: Sheet
    combatant: Combatant


def person(
    id_: str,
    side: Any = "A",
    facing: Any = "N",
    at: str = "",
    hp: int = 20,
    speed: int = 5,
    strength: int = 0,
    dexterity: int = 0,
    scores: Mapping[str, int] | None = None,
    items: Sequence[str] | None = None,
    wielded: Sequence[str] | None = None,
    abilities: Sequence[str] = (),
    spells: Sequence[str] = (),
    dr: Any = None,
    name: str = "",
    **start: Any,
) -> Person:
    """A character on the sign of its initial; without `wielded` everything is in hand.

    Those of side A have a sword, all others a blade, which is the same.
    """
    if items is None:
        items = ("sword",) if side == "A" else ("blade",)
    sheet = Sheet(
        id_,
        name or id_.capitalize(),
        "Tester",
        hp,
        speed,
        {"Strength": strength, "Dexterity": dexterity, "Will": 0, **(scores or {})},
        dr=dr or {},
        items=tuple(items),
        wielded=tuple(items if wielded is None else wielded),
        abilities=tuple(abilities),
        spells=tuple(spells),
    )
    return Person(sheet, Combatant(id_, side, at or id_[0].upper(), facing, start=Start(**start)))


def fight(
    board: str,
    *people: Person,
    reserve: Sequence[Person] = (),
    objects: Sequence[SceneObject] = (),
    ground: Mapping[str, str] | None = None,
    clocks: Sequence[Clock] = (),
    **rulings: Any,
) -> Fight:
    """A fight of these people on a map. `reserve` are sheets that may join; `ground` is thing to square."""
    book = Book(
        weapons={weapon.id: weapon for weapon in (BARE_HANDS, *_WEAPONS)},
        things={thing.id: thing for thing in _THINGS},
        abilities={ability.id: ability for ability in _ABILITIES},
        spells={spell.id: spell for spell in _SPELLS},
        sheets={one.sheet.id: one.sheet for one in (*people, *reserve)},
    )
    scenario = Scenario(
        title="A test",
        system="pace",
        packs=("none",),
        sides={"A": "The one side", "B": "The other side", "C": "A third side"},
        map=board,
        combatant=tuple(one.combatant for one in people),
        object=tuple(objects),
        item=tuple(GroundItem(gear, at) for gear, at in (ground or {}).items()),
        clock=tuple(clocks),
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
    """A list that every event from now on is added to."""
    seen: list[Any] = []
    encounter.watch = lambda event, to, public: seen.append(event)
    return seen


PASSED = ("pivot", "defeat")
"""Questions that take their default unless the next answer is for them."""


class Table:
    """A session of a fight, played by answers. The first order is that of the people, unless it is given."""

    def __init__(self, encounter: Fight, ordered: bool = True) -> None:
        self.session = Session(SYSTEM, encounter, _no_dice)
        if ordered:
            self.roll_order()

    @property
    def fight(self) -> Fight:
        """The fight as it is."""
        return self.session.encounter

    @property
    def state(self) -> State:
        """The state as it is."""
        state: State = self.session.encounter.state
        return state

    def __getitem__(self, id_: str) -> Character:
        return self.state.characters[id_]

    def at(self, id_: str) -> str:
        """The name of the square that somebody stands on."""
        return board_of(self.fight).name(self[id_].square)

    def facing(self, id_: str) -> str:
        """The name of somebody's facing."""
        return FACINGS[self[id_].facing]

    # Who is asked

    @property
    def asked(self) -> list[tuple[str, str]]:
        """Who is asked now, and what: the kind of a question, or what dice are rolled for."""
        pending = self.session.pending
        return [] if pending is None else [_part(pending, part) for part in pending.open_parts()]

    def options(self, seat: str, kind: str = "") -> list[str]:
        """What a seat is offered now, or once others have passed; of one kind or of all."""
        if seat not in [asked for asked, _ in self.asked]:
            self.settle()
        return list(self._options(seat, kind))

    def _options(self, seat: str, kind: str) -> Iterator[str]:
        pending = self.session.pending
        for part in [] if pending is None else pending.open_parts():
            assert pending is not None
            question = question_of(pending.request, part)
            if question is not None and question.seat == seat:
                yield from (option.id for option in question.options if kind in ("", option.kind))

    # Answers

    def roll_order(self, *ids: str) -> Table:
        """Roll the initiative so that these, or all as they joined, act in this order."""
        dexterity = {id_: self._score(id_, "Dexterity") for id_ in self.state.characters}
        wanted, total = {}, 99
        for id_ in ids or self.state.characters:
            total = min(20 + dexterity[id_], total - 1)
            wanted[id_] = total - dexterity[id_]
        while (pending := self.session.pending) is not None and isinstance(pending.request, Roll):
            pool = pending.request.pool
            assert pending.request.about == "initiative"
            faces = (wanted.get(pool.roller, 1),) * len(pool.sides)
            self.session.answer(pending.stamp, 0, faces, pool.roller)
        return self

    def _score(self, id_: str, name: str) -> int:
        return int(self.fight.book.sheets[self[id_].sheet].scores.get(name, 0))

    def do(self, *answers: str) -> Table:
        """Give these answers one after another; what is `PASSED` takes its default unless it is answered."""
        for answer in answers:
            who, value = read_answer(answer)
            self.settle(who, value)
            pending = self.session.pending
            part = None if pending is None else _part_for(pending, who, value)
            if pending is None or part is None:
                pytest.fail(
                    f"{answer!r} answers nothing; asked are {self.asked}, outcome {self.state.outcome}"
                )
            self.session.answer(pending.stamp, part, value, who)
            self.check()
        return self

    def settle(self, who: str = "", value: Any = "") -> Table:
        """Let questions that are `PASSED` take their default, but for those that this answer is for."""
        while (pending := self.session.pending) is not None:
            parts = pending.open_parts()
            if any(_is_for(pending, part, who, value) for part in parts):
                break
            parts = [part for part in parts if _part(pending, part)[1] in PASSED]
            if not parts:
                break
            question = question_of(pending.request, parts[0])
            assert question is not None
            assert question.default is not None
            self.session.answer(pending.stamp, parts[0], question.default, question.seat)
            self.check()
        return self

    def end_round(self, *order: str) -> Table:
        """Everybody ends its turn until the next round has its order."""
        number = self.state.round
        while self.settle().state.round == number and self.state.outcome is None:
            seat, kind = self.asked[0]
            assert kind == "turn", self.asked
            self.do(f"{seat} end")
        return self.roll_order(*order)

    def refusal(self, answer: str) -> str:
        """The clause that refuses this answer; nothing may have changed."""
        self.settle()
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
        assert SYSTEM.problems(self.session.encounter) == []
        assert self.session.failure is None

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


def _is_for(pending: Pending, part: int, who: str, value: Any) -> bool:
    question = question_of(pending.request, part)
    if seat_of(pending.request, part) != who:
        return False
    if question is None:
        return isinstance(value, tuple)
    return isinstance(value, str) and option_by_id(question, value) is not None


def _part_for(pending: Pending, who: str, value: Any) -> int | None:
    """The part that an answer is for; of several of one seat the one that it fits."""
    parts = [part for part in pending.open_parts() if seat_of(pending.request, part) == who]
    fitting = [part for part in parts if _is_for(pending, part, who, value)]
    return next(iter(fitting or parts), None)


def _no_dice(stream: str, index: int, again: int, sides: int) -> NoReturn:
    raise AssertionError("tests script every face")
