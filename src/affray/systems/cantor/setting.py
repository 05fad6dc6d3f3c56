"""What stays fixed during a fight: content, the board with its cover and edges, the sides."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from affray.board.hexes import Hexes
from affray.systems.cantor.book import Art, Book, Sheet, Weapon
from affray.systems.cantor.scenario import BLOCKING, DIFFICULT, HARD, LETHAL, SOFT, Scenario, rows_of


@dataclass(frozen=True, slots=True)
class Setting:
    """Content and place of one fight, by id. `soft`, `hard` and `lethal` are bit boards.

    `scenario` is kept for those that join later, and for its order of units. `worked_out` keeps what follows
    from all this.
    """

    title: str
    sides: dict[str, str]
    weapons: dict[str, Weapon]
    arts: dict[str, Art]
    sheets: dict[str, Sheet]
    board: Hexes
    soft: int
    hard: int
    lethal: int
    scenario: Scenario
    worked_out: dict[Any, Any] = field(default_factory=dict, repr=False, compare=False)


def setting_of(book: Book, scenario: Scenario) -> Setting:
    """The setting of a checked scenario."""
    return Setting(
        title=scenario.title,
        sides={str(side): name for side, name in scenario.sides.items()},
        weapons=book.weapons,
        arts=book.arts,
        sheets=book.sheets,
        board=board_of(scenario.map),
        soft=_bits(scenario.map, SOFT),
        hard=_bits(scenario.map, HARD),
        lethal=_bits(scenario.map, LETHAL),
        scenario=scenario,
    )


def board_of(map_text: str) -> Hexes:
    """The board that a map draws."""
    rows = rows_of(map_text)
    return Hexes(len(rows[0]), len(rows), _bits(map_text, BLOCKING), _bits(map_text, DIFFICULT))


def _bits(map_text: str, sign: str) -> int:
    bits = 0
    for hex_, drawn in enumerate("".join(rows_of(map_text))):
        if drawn == sign:
            bits |= 1 << hex_
    return bits


def hex_at(map_text: str, board: Hexes, place: str) -> int | None:
    """The hex that a scenario's "at" names: by a sign that stands once on the map, or by its name."""
    signs = "".join(rows_of(map_text))
    if len(place) == 1 and signs.count(place) == 1:
        return signs.index(place)
    return board.hex(place)
