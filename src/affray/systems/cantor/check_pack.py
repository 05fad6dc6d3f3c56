"""What no single value shows: references that lead nowhere, and parts that do not go together.

A place in a pack names the item by its id; a place in a scenario by its number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from affray.board.hexes import Hexes, distance
from affray.systems.cantor.book import Art, Book, Sheet, Weapon
from affray.systems.cantor.scenario import (
    BLOCKING,
    DIFFICULT,
    HARD,
    LETHAL,
    OPEN,
    SIDE_MAX,
    SOFT,
    Combatant,
    Scenario,
    Start,
    combatant_id,
    rows_of,
)
from affray.systems.cantor.setting import board_of, hex_at

Place = tuple[str | int, ...]
Fault = tuple[Place, str, Sequence[str]]
"""Where, what, and what would be known there."""

GROUNDS = (OPEN, BLOCKING, DIFFICULT, SOFT, HARD, LETHAL)
CANTORS_ONLY = ("structure", "stress", "band", "fractured", "cooldowns", "tokens")
"""What a scene can give a Cantor to begin with and an Enemy never has (C1.8, C4.8, C5.1)."""


def faults(book: Book, scenario: Scenario | None) -> list[Fault]:
    """Everything wrong between things that are each well formed."""
    found = [*_of_weapons(book), *_of_arts(book), *_of_sheets(book)]
    if scenario is not None:
        found += _of_scenario(book, scenario)
    return found


def _references(ids: Sequence[str], known: Iterable[str], place: Place, what: str) -> Iterator[Fault]:
    known = tuple(known)
    for number, id_ in enumerate(ids):
        if id_ not in known:
            yield (*place, number), f'there is no {what} with the id "{id_}"', known
    yield from _repeated(ids, place, what)


def _repeated(values: Sequence[str], place: Place, what: str) -> Iterator[Fault]:
    for number, value in enumerate(values):
        if value in values[:number]:
            yield (*place, number), f'the {what} "{value}" is named twice', ()


# Packs


def _of_weapons(book: Book) -> Iterator[Fault]:
    for weapon in book.weapons.values():
        yield from _of_inflicted(weapon, ("pack", "weapon", weapon.id))


def _of_arts(book: Book) -> Iterator[Fault]:
    for art in book.arts.values():
        place: Place = ("pack", "art", art.id)
        if art.id in book.weapons:
            yield (*place, "id"), f'there is a weapon with the id "{art.id}" too', ()
        yield from _of_inflicted(art, place)
        if art.damage is None and not (art.inflicts or art.burn or art.knockback):
            message = "this does nothing: it has no damage, and inflicts no condition"
            yield place, message, ("damage", "inflicts", "burn", "knockback")


def _of_inflicted(used: Weapon | Art, place: Place) -> Iterator[Fault]:
    conditions = [inflicted.condition for inflicted in used.inflicts]
    yield from _repeated(conditions, (*place, "inflicts"), "condition")


def _of_sheets(book: Book) -> Iterator[Fault]:
    for sheet in book.sheets.values():
        place: Place = ("pack", "sheet", sheet.id)
        yield from _of_stone(sheet, place)
        yield from _repeated(sheet.resistance, (*place, "resistance"), "damage type")
        yield from _references(sheet.weapons, book.weapons, (*place, "weapons"), "weapon")
        yield from _references(sheet.arts, book.arts, (*place, "arts"), "art")


def _of_stone(sheet: Sheet, place: Place) -> Iterator[Fault]:
    """A Cantor is bound to a stone and has an Oath to swear; an Enemy has neither (C4.5, C4.8)."""
    has_oath = bool(sheet.oath.strip())
    if sheet.kind == "cantor":
        if sheet.stone is None:
            yield place, '"stone" is missing; a Cantor is bound to one', ()
        if not has_oath:
            yield place, '"oath" is missing; a Cantor has one to swear', ()
        return
    if sheet.stone is not None:
        yield (*place, "stone"), "an Enemy is bound to no stone", ()
    if has_oath:
        yield (*place, "oath"), "an Enemy has no Oath", ()


# Scenarios


def _of_scenario(book: Book, scenario: Scenario) -> Iterator[Fault]:
    yield from _of_map(scenario.map)
    yield from _of_ids(scenario)
    for number, combatant in enumerate(scenario.combatant):
        yield from _of_combatant(book, scenario, combatant, ("scenario", "combatant", number))
    if len({combatant.side for combatant in scenario.combatant}) < 2:
        yield ("scenario", "combatant"), "a fight needs units of at least two sides", ()
    yield from _of_grapples(book, scenario)
    if _is_rectangle(scenario.map):
        yield from _of_board(book, scenario, board_of(scenario.map))


def _is_rectangle(map_text: str) -> bool:
    """Whether hexes have places at all: without rows of one length nothing stands anywhere."""
    rows = rows_of(map_text)
    return bool(rows) and all(len(row) == len(rows[0]) > 0 for row in rows)


def _of_map(map_text: str) -> Iterator[Fault]:
    place: Place = ("scenario", "map")
    rows = rows_of(map_text)
    if not rows:
        yield place, "a map has at least one hex", ()
        return
    for number, row in enumerate(rows, start=1):
        if len(row) != len(rows[0]):
            yield place, f"row {number} has {len(row)} hexes, and row 1 has {len(rows[0])}", ()
    width = max(map(len, rows))
    if width > SIDE_MAX or len(rows) > SIDE_MAX:
        yield place, f"{width} by {len(rows)} hexes; a side has {SIDE_MAX} at most", ()
    for sign in dict.fromkeys("".join(rows)):
        if sign not in GROUNDS and not _is_name(sign):
            first = next(number for number, row in enumerate(rows, start=1) if sign in row)
            known = (*GROUNDS, "capital letters", "figures")
            yield place, f'no hex is drawn as "{sign}" (row {first})', known


def _is_name(sign: str) -> bool:
    """Whether a sign of a map names an open hex."""
    return sign.isascii() and (sign.isupper() or sign.isdigit())


def _of_ids(scenario: Scenario) -> Iterator[Fault]:
    ids = [combatant_id(combatant) for combatant in scenario.combatant]
    for number, combatant in enumerate(scenario.combatant):
        place: Place = ("scenario", "combatant", number, "id" if combatant.id else "sheet")
        if ids[number] in ids[:number]:
            message = f'there is another combatant "{ids[number]}"; give this one an "id" of its own'
            yield place, message, ()
        if ids[number] == "gm":
            yield place, '"gm" is the game master\'s own name', ()


def _of_combatant(book: Book, scenario: Scenario, combatant: Combatant, place: Place) -> Iterator[Fault]:
    if combatant.side not in scenario.sides:
        yield (*place, "side"), f'the scenario has no side "{combatant.side}"', tuple(scenario.sides)
    start, start_place = combatant.start, (*place, "start")
    if combatant.joins > 1 and start != Start(grapples=start.grapples):
        yield start_place, "a unit that joins later comes in fresh", ()
    yield from _repeated(start.conditions, (*start_place, "conditions"), "condition")
    sheet = book.sheets.get(combatant.sheet)
    if sheet is None:
        yield (*place, "sheet"), f'there is no sheet with the id "{combatant.sheet}"', tuple(book.sheets)
        return
    if start.hp is not None and start.hp > sheet.hp:
        yield (*start_place, "hp"), f"{start.hp} HP, and the sheet has {sheet.hp}", ()
    if sheet.kind == "cantor":
        yield from _of_cantor(start, sheet, start_place)
    else:
        yield from _of_enemy(start, start_place)


def _of_cantor(start: Start, sheet: Sheet, place: Place) -> Iterator[Fault]:
    if start.structure is not None and start.structure > sheet.structure:
        yield (*place, "structure"), f"{start.structure} Structure, and the sheet has {sheet.structure}", ()
    if start.stress is not None and start.stress > sheet.stress:
        yield (*place, "stress"), f"{start.stress} Stress, and the sheet has {sheet.stress}", ()


def _of_enemy(start: Start, place: Place) -> Iterator[Fault]:
    fresh = Start()
    for name in CANTORS_ONLY:
        if getattr(start, name) != getattr(fresh, name):
            yield (*place, name), f'"{name}" is for Cantors; an Enemy has none', ()


# Who has hold of whom


def _of_grapples(book: Book, scenario: Scenario) -> Iterator[Fault]:
    """A grapple is between two who are in the fight from the first, and each is in one only (C3.11)."""
    people: dict[str, Combatant] = {}
    for combatant in scenario.combatant:
        people.setdefault(combatant_id(combatant), combatant)
    taken: list[str] = []
    for number, combatant in enumerate(scenario.combatant):
        held_id, own_id = combatant.start.grapples, combatant_id(combatant)
        if held_id is None:
            continue
        place: Place = ("scenario", "combatant", number, "start", "grapples")
        held = people.get(held_id)
        if held is None or held is combatant:
            others = tuple(id_ for id_, other in people.items() if other is not combatant)
            yield place, f'there is no other combatant "{held_id}"', others
            continue
        for id_, one in ((own_id, combatant), (held_id, held)):
            if one.joins > 1:
                yield place, f'"{id_}" joins in round {one.joins}, and is in no grapple before', ()
            elif _is_out(book, one):
                yield place, f'"{id_}" is out of the fight, and in no grapple', ()
            if id_ in taken:
                yield place, f'"{id_}" is in another grapple already', ()
        taken += own_id, held_id


def _is_out(book: Book, combatant: Combatant) -> bool:
    """Whether a unit is destroyed, defeated or Stressed Out before the fight begins (C1.8, C2.16)."""
    start, sheet = combatant.start, book.sheets.get(combatant.sheet)
    if start.hp == 0:
        return True
    return sheet is not None and sheet.kind == "cantor" and 0 in (start.structure, start.stress)


# Who stands where


def _of_board(book: Book, scenario: Scenario, board: Hexes) -> Iterator[Fault]:
    places = dict(_places(scenario))
    hexes = {place: hex_at(scenario.map, board, at) for place, at in places.items()}
    ground = "".join(rows_of(scenario.map))
    for place, hex_ in hexes.items():
        if hex_ is None:
            yield from _of_no_hex(scenario.map, places[place], place)
        elif board.is_blocking(hex_):
            yield place, f"{board.name(hex_)} is blocking ground", ()
        elif ground[hex_] == LETHAL:
            yield place, f"{board.name(hex_)} lies behind a lethal edge", ()
    yield from _of_standing(book, scenario, board, hexes)
    yield from _of_held(scenario, board, hexes)


def _places(scenario: Scenario) -> Iterator[tuple[Place, str]]:
    """Every "at" of a scenario."""
    for number, combatant in enumerate(scenario.combatant):
        yield ("scenario", "combatant", number, "at"), combatant.at
        if combatant.start.at is not None:
            yield ("scenario", "combatant", number, "start", "at"), combatant.start.at


def _of_no_hex(map_text: str, at: str, place: Place) -> Iterator[Fault]:
    signs = "".join(rows_of(map_text))
    if len(at) > 1:
        yield place, f'the map has no hex "{at}"', ()
    elif at in signs:
        yield place, f'the sign "{at}" stands {signs.count(at)} times on the map, so it names no hex', ()
    else:
        once = [sign for sign in dict.fromkeys(signs) if _is_name(sign) and signs.count(sign) == 1]
        yield place, f'the map has no sign "{at}"', once


def _place_of(number: int, combatant: Combatant) -> Place:
    """Where the "at" that counts stands."""
    home: Place = ("scenario", "combatant", number)
    return (*home, "at") if combatant.start.at is None else (*home, "start", "at")


def _of_standing(
    book: Book, scenario: Scenario, board: Hexes, hexes: Mapping[Place, int | None]
) -> Iterator[Fault]:
    """One unit, one hex, of those that come in the same round; one that is out has left the board (C2.16)."""
    taken: dict[tuple[int, int], str] = {}
    for number, combatant in enumerate(scenario.combatant):
        place = _place_of(number, combatant)
        hex_ = hexes[place]
        if hex_ is None or _is_out(book, combatant):
            continue
        holder = taken.setdefault((combatant.joins, hex_), combatant_id(combatant))
        if holder != combatant_id(combatant):
            yield place, f'"{holder}" stands on {board.name(hex_)} already', ()


def _of_held(scenario: Scenario, board: Hexes, hexes: Mapping[Place, int | None]) -> Iterator[Fault]:
    """A grapple ends when the two are no longer adjacent (C3.11)."""
    stands: dict[str, int | None] = {}
    for number, combatant in enumerate(scenario.combatant):
        stands.setdefault(combatant_id(combatant), hexes[_place_of(number, combatant)])
    for number, combatant in enumerate(scenario.combatant):
        held_id = combatant.start.grapples
        here, there = hexes[_place_of(number, combatant)], stands.get(held_id or "")
        if here is not None and there is not None and (away := distance(board, here, there)) > 1:
            place: Place = ("scenario", "combatant", number, "start", "grapples")
            yield place, f'"{held_id}" is {away} hexes away; a grapple holds what is adjacent', ()
