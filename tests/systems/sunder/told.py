"""A small Sunder scene for what is told of it, and records of events that are emitted by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from affray.kernel.events import Event, Record
from affray.kernel.presentation import Entry, Ledger
from affray.kernel.system import GM_VIEWER, Viewer
from affray.systems.sunder import events as e
from affray.systems.sunder import text
from affray.systems.sunder.beginning import begin
from affray.systems.sunder.book import (
    Ability,
    Armor,
    Cost,
    Effect,
    Half,
    Knack,
    OptionCard,
    Pack,
    Perk,
    Reaction,
    Sheet,
    Weapon,
    book_of,
)
from affray.systems.sunder.names import POTENTIALS
from affray.systems.sunder.rulings import Rulings
from affray.systems.sunder.scenario import Combatant, CountdownStart, Scenario, Start, Thing, Zone
from affray.systems.sunder.state import SCENE, Scene, Until

_REDIRECT = Reaction(
    ("incoming stress",),
    (Effect("move stress", potential="Might", other="Nerve"),),
    potential="Might",
    text="What would fall on Might falls on Nerve.",
)
_ABILITIES = (
    Ability("redirect", "Redirect", "trait", "It gives way.", reaction=_REDIRECT),
    Ability(
        "set-feet",
        "Set your feet",
        "surge",
        surge=Half(
            "Set your feet",
            "Warded (1) until your next turn starts.",
            cost=(Cost("stress", "Nerve"),),
            effects=(Effect("condition", on="self", condition="Warded"),),
        ),
    ),
    Ability(
        "hymn",
        "Hymn",
        "action",
        domain="Still",
        top=Half("Verses", "One of them.", options=True),
        bottom=Half("Hum", "A low note.", span="scene", reset="Short Rest"),
    ),
)
_OPTION = OptionCard(
    "first-verse",
    "First verse",
    "hymn",
    Half(
        "First verse",
        "It goes through the head.",
        skills=("Weave", "Sway"),
        target="foe",
        range="Close",
        resist=("Hope",),
        cost=(Cost("resistance", "Tether"),),
        effects=(Effect("damage", potential="Heart", dice="2d6"),),
    ),
)
PACK = Pack(
    "small",
    "Small",
    "sunder",
    weapon=(
        Weapon("sword", "Sword", 8, "Might"),
        Weapon("knife", "Knife", 4, "Finesse", thrown="Close"),
        Weapon("pistol", "Pistol", 6, "Seep", "ranged", "Close", loading=2),
        Weapon("fist", "Fist", 6, "Might", natural=True, brutal=True),
    ),
    armor=(
        Armor("leather", "Leather", 1, light=True),
        Armor("oak-shield", "Oak Shield", 2, shield="Finesse"),
    ),
    ability=_ABILITIES,
    option=(_OPTION,),
    sheet=(
        Sheet(
            "ines",
            "Ines",
            "A ferrywoman",
            "player",
            dict.fromkeys(POTENTIALS, 12),
            archetype="Frontliner",
            dice={"Might": 6},
            perks=(Perk("Might", 3, "Drive"),),
            skills=("Force", "Grit"),
            domains=("Still",),
            knacks=(Knack("old tricks", ("sword",)),),
            weapons=("sword", "pistol"),
            armor=("leather",),
            abilities=("redirect", "set-feet", "hymn"),
        ),
        Sheet("fen", "Fen", "A clerk", "player", dict.fromkeys(POTENTIALS, 8), weapons=("knife",)),
        Sheet(
            "rook",
            "Rook",
            "It came up with the flood",
            "adversary",
            dict.fromkeys(POTENTIALS, 10),
            contour="Breaker",
            marks=3,
            weapons=("fist",),
            armor=("oak-shield",),
            interventions=("Mechanical", "Major"),
            escalations=("Mechanical",),
        ),
    ),
)


def a_scene(**ines: Any) -> Scene:
    """Ines and Fen at the ford against Rook; `ines` is how Ines starts."""
    scenario = Scenario(
        "A test",
        "sunder",
        ("small",),
        {"A": "The ferry", "B": "The flood"},
        "ines",
        (Zone("ford", "Ford", 0, 0), Zone("bank", "Bank", 5, 0), Zone("mill", "Mill", 11, 0, narrow=True)),
        (
            Combatant("ines", "A", "ford", start=Start(**ines)),
            Combatant("fen", "A", "bank"),
            Combatant("rook", "B", "ford"),
        ),
        passages=(("ford", "bank"), ("bank", "mill")),
        unseen=(("ford", "mill"),),
        countdown=(CountdownStart("ford", "The ford rises", 6, skills=("Brace", "Reason"), decides=True),),
        thing=(
            Thing("chest", "Chest", "ford", holds="a wet letter"),
            Thing("gate", "Gate", "bank", closes=("bank", "mill")),
        ),
        intro="Water.",
    )
    return begin(book_of((PACK,)), scenario, Rulings())


def records_of(*events: Event | tuple[Event, Any, Any]) -> list[Record]:
    """Records of these events, each of an input of its own; (event, to, public) is for some readers only."""
    found = []
    for number, told in enumerate(events):
        event, to, public = told if isinstance(told, tuple) else (told, None, None)
        found.append(Record(number, number, event, to, public))
    return found


def entries(*events: Any, scene: Scene | None = None, viewer: Viewer = GM_VIEWER) -> list[Entry]:
    """The log of these events."""
    return text.entries(scene or a_scene(), records_of(*events), viewer)


def the_entry(*events: Any, scene: Scene | None = None) -> Entry:
    """The one entry that these events make."""
    found = entries(*events, scene=scene)
    assert len(found) == 1, [said(one) for one in found]
    return found[0]


def said(entry: Entry) -> str:
    """The sentence of an entry as text."""
    return "".join(part if isinstance(part, str) else part["name"] for part in entry["say"])


def follows(entry: Entry) -> list[str]:
    """What follows, without clauses."""
    return [one["text"] for one in entry["follows"]]


def rows(ledger: Ledger) -> list[tuple[str, str, int | None]]:
    """The rows of a ledger: label, detail, value."""
    return [(row["label"], row["detail"], row["value"]) for row in ledger["rows"]]


def sum_of(ledger: Ledger) -> int:
    """What the rows of a ledger add up to."""
    return sum(row["value"] or 0 for row in ledger["rows"])


def rolled(roller: str = "ines", face: int = 7, faces: Sequence[int] = (), **more: Any) -> e.TestRolled:
    """A Test of Might (Force): 12, of which 4 are spent, 3 Stress, D6. Its level follows from the face."""
    given: dict[str, Any] = {
        "about": "Attack",
        "potential": "Might",
        "skill": "Force",
        "score": 12,
        "spent": 4,
        "jinx": 3,
        "die": 6,
        "count": len(faces),
        "lowest": False,
        "kept": max(faces, default=0),
        "base": 4,
        "natural": False,
        **more,
    }
    return e.TestRolled(roller, face=face, faces=tuple(faces), **given)


def settled(level: int, base: int = 4, creature: str = "ines", **more: Any) -> e.TestSettled:
    """What a Test of Might came to; the modifier is what lies between."""
    given = {"modifier": level - base, "natural": False, **more}
    return e.TestSettled(creature, "Attack", "Might", base, level=level, **given)


def damage(*faces: int, sides: int = 8, parts: Any = (), target: str = "rook", **more: Any) -> e.DamageRolled:
    """Damage of Ines to Might."""
    total = sum(faces) + sum(value for _, value, _ in parts)
    given: dict[str, Any] = {"total": total, "stress": -(-total // 5), **more}
    return e.DamageRolled(
        "ines", target, "Attack", "Might", ((len(faces), sides),), faces, tuple(parts), **given
    )


STRIKE = (
    e.HalfPlayed("ines", "strike", "top"),
    e.ActionAnnounced(3, "ines", "strike", "Attack", "top", ("rook",)),
)
"""Ines plays Strike's top at Rook."""
DONE = e.ActionResolved(3)
NEXT = Until("ines", "start", 2)
"""The start of Ines's next turn."""

__all__ = [
    "DONE",
    "NEXT",
    "PACK",
    "SCENE",
    "STRIKE",
    "a_scene",
    "damage",
    "entries",
    "follows",
    "records_of",
    "rolled",
    "rows",
    "said",
    "settled",
    "sum_of",
    "the_entry",
]
