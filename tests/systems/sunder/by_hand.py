"""A small Sunder scene made by hand, for the rules that ask nothing or little.

Zones lie in a row unless a test places them; creatures have the weapons and armor of a small book.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from affray.kernel.events import Event
from affray.kernel.requests import Audience, Option, Procedure, Request
from affray.systems.sunder.book import Armor, Book, Sheet, Weapon
from affray.systems.sunder.names import POTENTIALS
from affray.systems.sunder.rulings import Rulings
from affray.systems.sunder.scenario import Combatant, Scenario, Zone
from affray.systems.sunder.setting import setting_of
from affray.systems.sunder.state import (
    SCENE,
    Condition,
    Creature,
    Running,
    Scene,
    State,
    Track,
    Turn,
    Until,
)

_WEAPONS = (
    Weapon("sword", "Sword", 6, "Finesse"),
    Weapon("dagger", "Dagger", 4, "Finesse", thrown="Close"),
    Weapon("spear", "Spear", 6, "Finesse", fragile=True, half_hand=True, thrown="Close"),
    Weapon("greataxe", "Greataxe", 12, "Might", unwieldy=True, half_hand=True),
    Weapon("maul", "Maul", 6, "Nerve", brutal=True),
    Weapon("pike", "Pike", 10, "Finesse", unwieldy=True, reach=True),
    Weapon("bow", "Bow", 8, "Finesse", "ranged", "There", fragile=True, two_handed=True),
    Weapon("pistol", "Pistol", 6, "Seep", "ranged", "Close", loading=2),
    Weapon("claw", "Claw", 6, "Might", natural=True, thrown="Near"),
)
_ARMOR = (
    Armor("leather", "Leather", 1, light=True),
    Armor("plate", "Plate", 5, heavy=True, indiscreet=True),
    Armor("shield", "Oak Shield", 1, shield="Finesse"),
)


class Told:
    """Keeps events as they are emitted."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def __call__(self, event: Event, to: Audience, public: Event | None) -> None:
        """Note an event; who may know of it is of no interest here."""
        self.events.append(event)


def zones(*places: int | tuple[int, int], narrow: Sequence[str] = ()) -> tuple[Zone, ...]:
    """Zones "z0", "z1", ... at these tiles, in a row or anywhere."""
    at = [place if isinstance(place, tuple) else (place, 0) for place in places]
    return tuple(Zone(f"z{n}", f"Zone {n}", x, y, f"z{n}" in narrow) for n, (x, y) in enumerate(at))


def creature(id_: str, side: str = "A", zone: str = "z0", **fields: Any) -> Creature:
    """A creature with 10 in every Potential, by its own sheet."""
    tracks: dict[str, Track] = {potential: Track(10) for potential in POTENTIALS}
    return Creature(id_, id_.capitalize(), id_, side, zone, tracks, 3, **fields)


def scene(
    *creatures: Creature,
    places: Sequence[Zone] = (),
    sheets: Mapping[str, Mapping[str, Any]] | None = None,
    **place: Any,
) -> Scene:
    """A scene of these creatures. `sheets` has what is on somebody's sheet beside the scores."""
    lines = {
        one.id: Sheet(
            one.id,
            one.name,
            "a test",
            "player",
            dict.fromkeys(POTENTIALS, 10),
            **(sheets or {}).get(one.id, {}),
        )
        for one in creatures
    }
    book = Book({one.id: one for one in _WEAPONS}, {one.id: one for one in _ARMOR}, {}, {}, lines)
    scenario = Scenario(
        "By hand",
        "sunder",
        ("none",),
        {"A": "Some", "B": "Others"},
        creatures[0].id,
        tuple(places or zones(0, 1, 4, 12)),
        tuple(Combatant(one.id, one.side, one.zone) for one in creatures),  # type: ignore[arg-type]
        **place,
    )
    made: Scene = Scene(State({one.id: one for one in creatures}), setting_of(book, scenario), Rulings())
    made.watch = Told()
    return made


def told(made: Scene, kind: type[Event]) -> list[Any]:
    """Events of one kind that were emitted in a scene so far."""
    watch: Told = made.watch
    return [event for event in watch.events if isinstance(event, kind)]


def under_it(one: Creature, name: str, until: Until = SCENE, **fields: Any) -> Creature:
    """Put a creature under a Condition, without any rule."""
    one.conditions.append(Condition(name, until, **fields))
    return one


def runs(made: Scene, owner: str, until: Until = SCENE, **fields: Any) -> Running:
    """A card of a creature runs, on itself unless `creature` is given."""
    number = len(made.state.running) + 1
    on = fields.pop("creature", owner)
    made.state.running.append(Running(number, owner, on, "card", "top", "Card", until, **fields))
    return made.state.running[-1]


def turn_of(made: Scene, id_: str) -> Turn:
    """A creature has its next turn."""
    made.state.turn = Turn(id_)
    made.state.creatures[id_].turns_begun += 1
    return made.state.turn


def asked(procedure: Procedure, *answers: str) -> list[Request]:
    """Run a procedure with these options picked by id, in order; what it asked."""
    found: list[Request] = []
    answer: Option | None = None
    left = list(answers)
    while True:
        try:
            request = procedure.send(answer)
        except StopIteration:
            assert not left, f"not asked for: {left}"
            return found
        found.append(request)
        answer = next(one for one in request.options if one.id == left[0])  # type: ignore[union-attr]
        left.pop(0)
