"""A small fight and its events, for tests of what a d20+ fight shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from affray.kernel.encounter import Encounter
from affray.kernel.events import Record
from affray.kernel.presentation import Sentence
from affray.systems.d20plus import events as e
from affray.systems.d20plus.augments import Throw
from affray.systems.d20plus.book import (
    Ability,
    AugmentDie,
    Book,
    Interception,
    Nullification,
    Sheet,
    SkillBuild,
    Weapon,
)
from affray.systems.d20plus.rulings import Rulings
from affray.systems.d20plus.scenario import Scenario, Zone
from affray.systems.d20plus.scores import natural_twenty
from affray.systems.d20plus.setting import setting_of
from affray.systems.d20plus.state import Fight, Persona, State

TRAINING = AugmentDie("Training", 8, "Brawler", ("Might",))
GEAR = AugmentDie("Gear", 6, "Trench club", ("trench-club",))
TACTIC = AugmentDie("Tactic", 4, "Setup", ("any",))
PLATE = AugmentDie("Gear", 10, "Plate coat", ("Body defence",))

BOOK = Book(
    weapons={
        "trench-club": Weapon("trench-club", "Trench club", "Might", "melee", "Mid", ("Close",), gear=6),
        "iron-bar": Weapon("iron-bar", "Iron bar", "Might", "melee", "Mid", ("Close",), exhausts=True),
        "rifle": Weapon("rifle", "Rifle", "Grace", "ranged", "Slow", ("Ranged", "Far")),
        "needle": Weapon("needle", "A needling remark", "Sense", "spell", "Fast", ("Close",), "emotional"),
        "silence": Weapon("silence", "The long silence", "Will", "spell", "Slow", ("Close",), "ambiguous"),
    },
    abilities={
        "step": Ability("step", "Step Across", "Into the blow.", "reaction", Interception("interception")),
        "calm": Ability("calm", "Calm", "", "reaction", Nullification("nullification", ("emotional",))),
    },
    sheets={
        "brute": Sheet(
            "brute",
            "Brute",
            "Thug",
            {"Mind": 2, "Body": 6, "Spirit": 3},
            skills={"Might": SkillBuild(species=3), "Grace": SkillBuild(origin=1)},
            weapons=("trench-club", "iron-bar", "needle"),
            dice=(TRAINING,),
        ),
        "guard": Sheet(
            "guard",
            "Guard",
            "Bounty Hunter",
            {"Mind": 3, "Body": 5, "Spirit": 4},
            weapons=("iron-bar", "rifle"),
            abilities=("step", "calm"),
            dice=(PLATE,),
        ),
    },
)
SCENARIO = Scenario(
    "The Saltgate",
    "d20plus",
    "lethal",
    ("none",),
    {"A": "The watch", "B": "The crew"},
    (
        Zone("hall", "Customs Hall", 0, 0, 40, 40, ("counter",)),
        Zone("stair", "Stair", 50, 0, 20, 40, ("rail",)),
        Zone("gantry", "Gantry", 75, 0, 20, 40),
    ),
    (),
    passages=(("hall", "stair"), ("stair", "gantry")),
)


def a_fight() -> Fight:
    """Grusk against Okello and Maren, in the hall."""
    personas = [
        Persona("grusk", "Grusk", "brute", "B", "hall"),
        Persona("okello", "Okello", "guard", "A", "hall"),
        Persona("maren", "Maren", "guard", "A", "hall"),
    ]
    state = State({persona.id: persona for persona in personas}, round=1, declaring=False)
    return Encounter(state, setting_of(BOOK, SCENARIO), Rulings())


def a_throw(
    roller: str, basis: str, score: int, *faces: int, dice: Sequence[AugmentDie] = (), **more: Any
) -> Throw:
    """A throw whose total is what its faces come to."""
    given = {"unwounded": score, "cap": 6, "left": (), "tad": False, "typed": False, "cover": 0, **more}
    total = natural_twenty(faces[0]) + score + sum(faces[1:]) - given.pop("cover")
    return Throw(roller=roller, basis=basis, score=score, dice=tuple(dice), faces=faces, total=total, **given)


def a_strike(attack: Throw, defence: Throw, **more: Any) -> e.StrikeResolved:
    """A resolved attack of these throws."""
    margin = attack.total - defence.total
    given: dict[str, Any] = {
        "weapon": "trench-club",
        "nature": "physical",
        "trait": "Body",
        "cover": 0,
        "increment": 10,
        "increment_why": "",
        "not_counted": (),
        "wounds": 0 if margin < 0 else 1 + margin // 10,
        **more,
    }
    return e.StrikeResolved(
        attack=attack, defence=defence, margin=margin, hit=margin >= 0, critical_block=margin <= -10, **given
    )


def plain(sentence: Sentence) -> str:
    """A sentence as text alone."""
    return "".join(part if isinstance(part, str) else part["name"] for part in sentence)


def records_of(*events: Any) -> list[Record]:
    """Public records of these events, each after an input of its own."""
    return [Record(number, number, event, None, None) for number, event in enumerate(events)]


DECLARED = e.StrikeDeclared("grusk", "maren", "trench-club", "Body")
GRUSK = a_throw("grusk", "Might", 9, 11, 3, 5, 1, dice=(TRAINING, GEAR, TACTIC), tad=True)
OKELLO = a_throw("okello", "Body", 4, 13, 7, 6, dice=(TRAINING, PLATE), unwounded=5, cap=4, typed=True)
BLOCKED = (
    DECLARED,
    e.AskedToStepIn(("okello",)),
    e.AbilityUsed("okello", "step", "maren", 1),
    e.Intercepted("okello", "step"),
    a_strike(GRUSK, OKELLO, intercepted_for="maren"),
)
HIT = (
    DECLARED,
    a_strike(a_throw("grusk", "Might", 9, 20, 6, 3, dice=(TRAINING, GEAR)), a_throw("maren", "Body", 5, 12)),
    e.Wounded("maren", "Body", 4, 5, 1),
)
