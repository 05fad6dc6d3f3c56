"""Sunder scenes made by hand and played in a real session, with every face and every choice scripted.

Everybody has 10 in every Potential and, unless a sheet says otherwise, no dice in a pool: a Test is one d20,
of which 10 is a natural Crit, 20 a natural Miff, 1 to 9 a Success and 11 to 19 a Failure. An answer is
written as "ann strike top sword bob" or "ann 5": whose it is, and an option or the faces.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

import pytest

from affray.kernel.codec import state_hash
from affray.kernel.errors import Refused
from affray.kernel.inputs import Act
from affray.kernel.pending import Pending
from affray.kernel.requests import Request, Roll, option_by_id, pool_of, question_of, seat_of
from affray.kernel.session import Session
from affray.systems.sunder.book import (
    Ability,
    Armor,
    Book,
    Cost,
    Effect,
    Half,
    OptionCard,
    Reaction,
    Sheet,
    Weapon,
)
from affray.systems.sunder.names import POTENTIALS
from affray.systems.sunder.rulings import Rulings
from affray.systems.sunder.scenario import Combatant, Scenario, Start, StartCondition
from affray.systems.sunder.state import Condition, Creature, Scene, State, Turn
from affray.systems.sunder.system import SYSTEM
from tests.systems.sunder.by_hand import zones

_WEAPONS = (
    Weapon("sword", "Sword", 6, "Might"),
    Weapon("rapier", "Rapier", 6, "Finesse"),
    Weapon("greataxe", "Greataxe", 12, "Might", heavy=True),
    Weapon("dagger", "Dagger", 4, "Finesse", thrown="Close"),
    Weapon("net", "Net", 4, "Finesse", thrown="Near", entangling=True),
    Weapon("bow", "Bow", 8, "Finesse", "ranged", "There", two_handed=True),
    Weapon("pistol", "Pistol", 6, "Seep", "ranged", "Close", loading=1),
    Weapon("claw", "Claw", 6, "Might", natural=True),
    Weapon("lash", "Lash", 6, "Wit", natural=True),
)
_ARMOR = (Armor("plate", "Plate", 3), Armor("leather", "Leather", 1, light=True))


def _surge(id_: str, *effects: Effect, **half: Any) -> Ability:
    name = id_.replace("-", " ").capitalize()
    return Ability(id_, name, "surge", surge=Half(name, "", effects=effects, **half))


def _trait(id_: str, triggers: Sequence[Any], *effects: Effect, **reaction: Any) -> Ability:
    name = id_.replace("-", " ").capitalize()
    return Ability(id_, name, "trait", reaction=Reaction(tuple(triggers), effects, **reaction))


def _card(id_: str, top: Half, bottom: Half | None = None, **ability: Any) -> Ability:
    name = id_.replace("-", " ").capitalize()
    plain = Half("Breathe", "", effects=(_calm("Might"),))
    return Ability(id_, name, "action", top=top, bottom=bottom or plain, **ability)


def _calm(potential: Any) -> Effect:
    return Effect("clear stress", on="self", potential=potential, amount=1)


_ABILITIES = (
    # Surges
    _surge("ward", Effect("condition", on="self", condition="Warded", amount=1, span="scene")),
    _surge("calm", _calm("Might")),
    _surge("mend", Effect("clear stress", potential="Might", amount=1), target="ally", range="Near"),
    _surge("defy", _calm("Might"), cost=(Cost("resistance", "Heart"),)),
    _surge("chant", _calm("Might"), sound=True),
    _surge(
        "poise",
        span="scene",
        concentration="Heart",
        reaction=Reaction(("harmed",), (_calm("Wit"),)),
    ),
    # Traits
    _trait("redirect", ["incoming stress"], Effect("move stress", other="Seep"), potential="Might"),
    _trait("extra-attack", ["own attack"], Effect("extra attack", on="self"), per="turn"),
    _trait(
        "swap",
        ["ally targeted"],
        Effect("trade places"),
        cost=(Cost("stress", "Wit"),),
        only="physical",
        band="Close",
    ),
    _trait("grudge", ["harmed"], _calm("Wit")),
    _trait("malice", ["harmed"], _calm("Heart")),
    _trait("pity", ["ally targeted"], _calm("Heart")),
    _trait("brace-up", ["targeted"], _calm("Wit"), cost=(Cost("resistance", "Nerve"),)),
    _trait("sting", ["harmed"], Effect("damage", on="other", potential="Nerve", amount=5)),
    _trait("sidestep", ["targeted"], Effect("move", on="self", band="Close")),
    _trait("watchful", ["foe closes"], _calm("Wit")),
    Ability("hardy", "Hardy", "trait", scores={"Might": 2}, marks=1),
    # Action Cards
    _card(
        "gap",
        Half(
            "Stand in the gap",
            "",
            reaction=Reaction(("foe closes",), (_calm("Wit"),), per="turn"),
            span="sequence",
            sequence="D4",
        ),
    ),
    _card(
        "vigil",
        Half(
            "Vigil",
            "",
            effects=(Effect("condition", on="self", condition="Warded", amount=1, span="scene"),),
            span="scene",
            concentration="Heart",
        ),
    ),
    _card("watch", Half("Watch", "", span="scene", concentration="Heart")),
    _card(
        "curse",
        Half(
            "Curse",
            "",
            skills=("Weave",),
            target="foe",
            range="Close",
            resist=("Anchor",),
            effects=(Effect("condition", condition="Dazed", span="end of next turn"),),
            harmful=True,
            magick=True,
            reset="Spell",
            consequence=(Effect("stress", on="self", potential="Wit", amount=2),),
        ),
    ),
    _card(
        "drain",
        Half(
            "Drain",
            "",
            skills=("Weave",),
            target="foe",
            range="Close",
            resist=("Anchor",),
            effects=(Effect("damage", potential="Tether", amount=5),),
            harmful=True,
        ),
    ),
    _card(
        "burst",
        Half(
            "Burst",
            "",
            skills=("Weave",),
            target="zone",
            range="There",
            area="Near",
            effects=(Effect("damage", on="area", potential="Nerve", amount=5),),
            harmful=True,
        ),
    ),
    _card(
        "shout",
        Half(
            "Shout",
            "",
            target="creature",
            range="Close",
            effects=(Effect("stress", potential="Heart", amount=1),),
            harmful=True,
            sound=True,
        ),
    ),
    *(
        _card(
            f"blow-{rank}",
            Half(
                "Blow",
                "",
                target="foe",
                effects=(Effect("damage", potential="Might", amount=amount),),
                harmful=True,
                natures=("iron",),
            ),
        )
        for rank, amount in (("mechanical", 1), ("minor", 1), ("major", 15), ("severe", 30))
    ),
    _card(
        "relic",
        Half("Break the seal", "", effects=(_calm("Might"),), reset="Long Rest"),
        Half("Rub the seal", "", effects=(_calm("Might"),)),
    ),
    _card("fencing", Half("Fencing", "", options=True)),
    _card(
        "pole",
        Half("Fend off", "", target="foe", attack="melee", effects=(Effect("push", amount=1),), harmful=True),
        replaces="strike",
    ),
)
_OPTIONS = (
    OptionCard("lunge", "Lunge", "fencing", Half("Lunge", "", target="foe", attack="melee", harmful=True)),
    OptionCard("feint", "Feint", "fencing", Half("Feint", "", effects=(_calm("Wit"),))),
)


@dataclass(frozen=True)
class Person:
    """Somebody of a test: a sheet of its own and its place in the scene."""

    sheet: Sheet
    combatant: Combatant


def person(
    id_: str, side: Any = "A", zone: str = "z0", sheet: Mapping[str, Any] | None = None, **start: Any
) -> Person:
    """A creature by its own sheet. Those of side A are players', all others adversaries.

    `sheet` is what else its sheet says; `conditions` may be names, and everything left is how it starts.
    """
    said: dict[str, Any] = {
        "kind": "player" if side == "A" else "adversary",
        "scores": dict.fromkeys(POTENTIALS, 10),
        "marks": 3,
        **(sheet or {}),
    }
    if "conditions" in start:
        start["conditions"] = tuple(
            StartCondition(one) if isinstance(one, str) else one for one in start["conditions"]
        )
    written = Sheet(id_, id_.capitalize(), "a test", **said)
    return Person(written, Combatant(id_, side, zone, start=Start(**start)))


def scene(
    *people: Person,
    places: Sequence[Any] = (),
    rulings: Mapping[str, Any] | None = None,
    more: Sequence[Ability] = (),
    **scenario: Any,
) -> Scene:
    """A scene of these people; the zones lie at 0, 1, 4 and 12 tiles unless a test places them.

    `more` are abilities of the test's own.
    """
    book = Book(
        {one.id: one for one in _WEAPONS},
        {one.id: one for one in _ARMOR},
        {one.id: one for one in (*_ABILITIES, *more)},
        {one.id: one for one in _OPTIONS},
        {one.sheet.id: one.sheet for one in people},
    )
    written = Scenario(
        "A test",
        "sunder",
        ("none",),
        {"A": "Some", "B": "Others"},
        people[0].combatant.sheet,
        tuple(places or zones(0, 1, 4, 12)),
        tuple(one.combatant for one in people),
        **scenario,
    )
    return SYSTEM.start(book, written, Rulings(**(rulings or {})))


RULES: Any = SYSTEM
"""What a session of these scenes is played with."""


def read_answer(answer: str) -> tuple[str, str | tuple[int, ...]]:
    """ "bob 12 4" as ("bob", (12, 4)), "ann end" as ("ann", "end")."""
    seat, _, said = answer.partition(" ")
    faces = said.split()
    return seat, tuple(int(face) for face in faces) if all(face.isdigit() for face in faces) else said


class Table:
    """A session of a scene, played by answers."""

    def __init__(self, encounter: Scene) -> None:
        self.session = Session(RULES, encounter, _no_dice)

    @property
    def scene(self) -> Scene:
        """The scene as it is."""
        return self.session.encounter

    @property
    def state(self) -> State:
        """The state as it is."""
        state: State = self.session.encounter.state
        return state

    @property
    def turn(self) -> Turn:
        """The turn under way."""
        assert self.state.turn is not None
        return self.state.turn

    @property
    def queue(self) -> list[str]:
        """The queue, a group with a plus between its members."""
        return ["+".join(entry.creatures) for entry in self.state.queue]

    def __getitem__(self, id_: str) -> Creature:
        return self.state.creatures[id_]

    def stress(self, id_: str, potential: str = "Might") -> int:
        """The Stress on a track."""
        return self[id_].tracks[potential].stress

    def spent(self, id_: str, potential: str = "Might") -> int:
        """The Resistance spent from a track."""
        return self[id_].tracks[potential].spent

    def names(self, id_: str) -> list[str]:
        """The names of somebody's Conditions."""
        return sorted(one.name for one in self[id_].conditions)

    def running(self, id_: str) -> list[str]:
        """What somebody has running."""
        return [one.name for one in self.state.running if one.owner == id_]

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

    @property
    def dice(self) -> tuple[int, ...]:
        """The sides of the dice that are asked for."""
        assert isinstance(self.request, Roll), self.request
        return self.request.pool.sides

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

    @property
    def volatility(self) -> int:
        """The Volatility dice of the Test that is asked for (S2.3); below 0 the lowest of them is kept."""
        assert isinstance(self.request, Roll), self.request
        pools = [dice for dice in self.request.pool.dice if dice.label == "Volatility"]
        return sum(dice.count if dice.keep == "highest" else 1 - dice.count for dice in pools)

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

    def begin(self, id_: str = "") -> Table:
        """The scene opens with this creature's turn, or with that of the first."""
        return self.do(f"gm first {id_ or next(iter(self.state.creatures))}")

    def turn_of(self, id_: str) -> Table:
        """Whoever has the turn ends it, slots and gauntlets go by, until this one has its turn."""
        for _ in range(40):
            if not self.asked:
                break
            seat, kind = self.asked[0]
            if (seat, kind) == (id_, "turn"):
                return self
            if kind == "turn":
                self.do(f"{seat} end")
            elif kind == "slot":
                self.do(f"gm adversary {id_}" if f"adversary {id_}" in self.options("gm") else "gm pass")
            elif kind == "throw in":
                seats = [asked for asked, _ in self.asked]
                self.do(f"{id_} yes" if id_ in seats else f"{seats[0]} no")
            elif kind == "nobody":
                self.do("gm slot")
            else:
                break
        pytest.fail(f"{id_} has no turn; asked are {self.asked}")

    def refusal(self, answer: str) -> str:
        """The clause that refuses this answer; nothing may have changed."""
        before = state_hash(self.state), len(self.session.journal)
        with pytest.raises(Refused) as refused:
            self.do(answer)
        assert (state_hash(self.state), len(self.session.journal)) == before
        return refused.value.clause

    def act(self, name: str, /, reason: str = "", author: str = "gm", **data: Any) -> Table:
        """An act of the GM's, or of whoever plays a seat."""
        self.session.act(Act(name, data, author, reason))
        self.check()
        return self

    def act_refused(self, name: str, /, **data: Any) -> str:
        """The clause that refuses this act; nothing may have changed."""
        before = state_hash(self.state), len(self.session.journal)
        with pytest.raises(Refused) as refused:
            self.act(name, "because", **data)
        assert (state_hash(self.state), len(self.session.journal)) == before
        return refused.value.clause

    def throw_in(self, *ids: str) -> Table:
        """These throw in the gauntlet, one after another."""
        for id_ in ids:
            self.act("throw_in", creature=id_)
        return self

    def under(self, id_: str, name: str, **data: Any) -> Table:
        """The GM puts somebody under a Condition."""
        return self.act("condition", creature=id_, condition=name, on=True, **data)

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

    def last(self, kind: type) -> Any:
        """The last event of a kind."""
        return self.events(kind)[-1]


def condition_of(table: Table, id_: str, name: str) -> Condition:
    """A Condition of somebody by its name."""
    return next(one for one in table[id_].conditions if one.name == name)


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
        if pool_of(pending.request, part) is not None and isinstance(value, tuple):
            return part
    return next(iter(parts), None)


def _no_dice(stream: str, index: int, again: int, sides: int) -> NoReturn:
    raise AssertionError("tests script every face")
