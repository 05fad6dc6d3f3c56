"""What stays fixed during a fight: content, the board as it was drawn, objects, clocks and sides."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from affray.board.squares import Squares, bits_of
from affray.systems.pace.book import Ability, Book, Sheet, Spell, Thing, Weapon
from affray.systems.pace.scenario import BLOCKING, DIFFICULT, Clock, Scenario, SceneObject, rows_of


@dataclass(frozen=True, slots=True)
class Setting:
    """Content and place of one fight, by id. `board` is the map as drawn, without objects.

    `worked_out` keeps what follows from content alone, which never changes, and boards by their terrain.
    """

    title: str
    sides: dict[str, str]
    weapons: dict[str, Weapon]
    things: dict[str, Thing]
    abilities: dict[str, Ability]
    spells: dict[str, Spell]
    sheets: dict[str, Sheet]
    board: Squares
    objects: dict[str, SceneObject]
    clocks: dict[str, Clock]
    worked_out: dict[Any, Any] = field(default_factory=dict, repr=False, compare=False)


def setting_of(book: Book, scenario: Scenario) -> Setting:
    """The setting of a checked scenario."""
    return Setting(
        title=scenario.title,
        sides={str(side): name for side, name in scenario.sides.items()},
        weapons=book.weapons,
        things=book.things,
        abilities=book.abilities,
        spells=book.spells,
        sheets=book.sheets,
        board=board_of(scenario.map),
        objects={thing.id: thing for thing in scenario.object},
        clocks={clock.id: clock for clock in scenario.clock},
    )


def board_of(map_text: str) -> Squares:
    """The board that a map draws."""
    rows = rows_of(map_text)
    width = len(rows[0])
    signs = "".join(rows)
    return Squares(
        width,
        len(rows),
        bits_of(square for square, sign in enumerate(signs) if sign == BLOCKING),
        bits_of(square for square, sign in enumerate(signs) if sign == DIFFICULT),
    )


def square_at(map_text: str, board: Squares, place: str) -> int | None:
    """The square that a scenario's "at" names: by a sign that stands once on the map, or by its name."""
    signs = "".join(rows_of(map_text))
    if len(place) == 1 and signs.count(place) == 1:
        return signs.index(place)
    return board.square(place)
