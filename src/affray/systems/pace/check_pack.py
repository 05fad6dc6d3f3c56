"""What no single value shows: references that lead nowhere, and parts that do not go together.

A place in a pack names the item by its id; a place in a scenario by its number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from affray.board.squares import Squares, distance
from affray.systems.pace import book as content
from affray.systems.pace.book import BARE_HANDS, REQUIRED_SCORES, Ability, Book, Sheet, Spell
from affray.systems.pace.maneuvers import GRAPPLE_PACES
from affray.systems.pace.scenario import (
    BLOCKING,
    DIFFICULT,
    OPEN,
    SIDE_MAX,
    Combatant,
    Scenario,
    SceneObject,
    Start,
    blocks_at_start,
    combatant_id,
    rows_of,
)
from affray.systems.pace.setting import board_of, square_at
from affray.systems.pace.wielding import HANDS

Place = tuple[str | int, ...]
Fault = tuple[Place, str, Sequence[str]]
"""Where, what, and what would be known there."""

WEAPON_KINDS = ("unarmed", "melee", "ranged")
_ROLLS_WITH_WEAPONS = ("attack", "defence")
_TARGETS_OF_CREATURES = ("foe", "ally", "self", "anyone")


def faults(book: Book, scenario: Scenario | None) -> list[Fault]:
    """Everything wrong between things that are each well formed."""
    found = [*_of_gear(book), *_of_abilities(book), *_of_spells(book), *_of_sheets(book)]
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


def _gear(book: Book) -> tuple[str, ...]:
    """Ids of everything that can be carried. Bare hands are always there."""
    return tuple(id_ for id_ in (*book.weapons, *book.things) if id_ != BARE_HANDS.id)


# Packs


def _of_gear(book: Book) -> Iterator[Fault]:
    for id_, weapon in book.weapons.items():
        place: Place = ("pack", "weapon", id_)
        if id_ == BARE_HANDS.id and weapon is not BARE_HANDS:
            yield (*place, "id"), f'"{id_}" is the weapon that every fight has already', ()
        if id_ in WEAPON_KINDS:
            yield (*place, "id"), f'"{id_}" is a kind of weapon, so no weapon can be called that', ()
        yield from _repeated(weapon.types, (*place, "types"), "damage type")
    for id_, thing in book.things.items():
        place = ("pack", "thing", id_)
        if id_ in book.weapons:
            yield (*place, "id"), f'there is a weapon with the id "{id_}" too', ()
        yield from _repeated(thing.opens, (*place, "opens"), "object")


def _of_abilities(book: Book) -> Iterator[Fault]:
    for ability in book.abilities.values():
        place: Place = ("pack", "ability", ability.id, "gift")
        yield from _of_weapons_named(book, ability, place)
        gift = ability.gift
        if isinstance(gift, content.AllowsManeuvers):
            yield from _repeated(gift.maneuvers, (*place, "maneuvers"), "Maneuver")
        if isinstance(gift, content.GivesEdge):
            yield from _repeated(gift.on, (*place, "on"), "roll")
            if gift.count == 0:
                yield (*place, "count"), "a count of 0 is neither Advantage nor Disadvantage", ()
            if gift.weapons and not any(on in _ROLLS_WITH_WEAPONS for on in gift.on):
                message = "weapons narrow attacks and defences, and this is on neither"
                yield (*place, "weapons"), message, ()


def _of_weapons_named(book: Book, ability: Ability, place: Place) -> Iterator[Fault]:
    gift = ability.gift
    if isinstance(gift, content.AddsResistance | content.AddsSpeed):
        return
    known = tuple(dict.fromkeys([*WEAPON_KINDS, *book.weapons]))
    for number, name in enumerate(gift.weapons):
        if name not in known:
            message = f'"{name}" is neither a kind of weapon nor the id of one'
            yield (*place, "weapons", number), message, known
    yield from _repeated(gift.weapons, (*place, "weapons"), "weapon")


def _of_spells(book: Book) -> Iterator[Fault]:
    scores = _scores(book.sheets.values())
    for spell in book.spells.values():
        place: Place = ("pack", "spell", spell.id)
        yield from _of_target(spell, place)
        if isinstance(spell.effect, content.Grant) and spell.effect.count == 0:
            yield (*place, "effect", "count"), "a count of 0 is neither Advantage nor Disadvantage", ()
        if spell.save is None:
            continue
        against = spell.save.against
        if (against is None) == (spell.save.dc is None):
            yield (*place, "save"), 'a Save has either "against" or "dc"', ("against", "dc")
        elif against is not None and spell.target == "square":
            yield (*place, "save", "against"), 'a square has no scores; its Save has a "dc"', ()
        elif against is not None and scores and against not in scores:
            yield (*place, "save", "against"), f'no sheet has the score "{against}"', scores


def _of_target(spell: Spell, place: Place) -> Iterator[Fault]:
    raises = isinstance(spell.effect, content.Raise)
    if raises and spell.target != "square":
        yield (*place, "target"), 'the effect "raise" is for a square', ("square",)
    if not raises and spell.target == "square":
        message = f'the effect "{spell.effect.kind}" is not for a square'
        yield (*place, "target"), message, _TARGETS_OF_CREATURES
    if isinstance(spell.effect, content.Hold) and spell.target == "self":
        yield (*place, "target"), "nobody holds itself", ("foe", "ally", "anyone")
    if spell.target == "self" and spell.targets > 1:
        yield (*place, "targets"), 'a spell on "self" has one target', ()


def _scores(sheets: Iterable[Sheet]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for sheet in sheets for name in sheet.scores))


def _of_sheets(book: Book) -> Iterator[Fault]:
    for sheet in book.sheets.values():
        place: Place = ("pack", "sheet", sheet.id)
        for score in REQUIRED_SCORES:
            if score not in sheet.scores:
                yield (*place, "scores"), f'"{score}" is missing; a sheet has Strength and Dexterity', ()
        yield from _references(sheet.items, _gear(book), (*place, "items"), "weapon or thing")
        yield from _of_wielded(book, sheet.wielded, sheet, (*place, "wielded"))
        yield from _references(sheet.abilities, book.abilities, (*place, "abilities"), "ability")
        yield from _references(sheet.spells, book.spells, (*place, "spells"), "spell")
        yield from _of_scores_used(book, sheet, place)


def _of_wielded(book: Book, wielded: Sequence[str], sheet: Sheet, place: Place) -> Iterator[Fault]:
    for number, id_ in enumerate(wielded):
        if id_ not in sheet.items:
            yield (*place, number), f'"{id_}" is not among the items of "{sheet.id}"', sheet.items
    yield from _repeated(wielded, place, "item")
    gear: dict[str, content.Weapon | content.Thing] = {**book.things, **book.weapons}
    hands = sum(gear[id_].hands for id_ in wielded if id_ in gear)
    if hands > HANDS:
        yield place, f"this takes {hands} hands; a character has {HANDS}", ()


def _of_scores_used(book: Book, sheet: Sheet, place: Place) -> Iterator[Fault]:
    """Scores that the sheet's weapons and spells ask for; those of every sheet are looked at apart."""
    known = tuple(dict.fromkeys([*sheet.scores, *REQUIRED_SCORES]))
    for number, id_ in enumerate(sheet.items):
        weapon = book.weapons.get(id_)
        if weapon is not None and weapon.ability not in known:
            message = f'"{id_}" is used with "{weapon.ability}", a score that this sheet lacks'
            yield (*place, "items", number), message, tuple(sheet.scores)
    for number, id_ in enumerate(sheet.spells):
        for score in _scores_of_spell(book.spells[id_]) if id_ in book.spells else ():
            if score not in known:
                message = f'"{id_}" is cast with "{score}", a score that this sheet lacks'
                yield (*place, "spells", number), message, tuple(sheet.scores)


def _scores_of_spell(spell: Spell) -> tuple[str, ...]:
    """The caster's scores that a spell asks for, each once."""
    used = [spell.save.score] if spell.save is not None else []
    if isinstance(spell.effect, content.Harm | content.Mend) and spell.effect.score is not None:
        used.append(spell.effect.score)
    return tuple(dict.fromkeys(used))


# Scenarios


def _of_scenario(book: Book, scenario: Scenario) -> Iterator[Fault]:
    yield from _of_map(scenario.map)
    yield from _of_ids(scenario)
    for number, combatant in enumerate(scenario.combatant):
        yield from _of_combatant(book, scenario, combatant, ("scenario", "combatant", number))
    if len({combatant.side for combatant in scenario.combatant}) < 2:
        yield ("scenario", "combatant"), "a fight needs characters of at least two sides", ()
    for number, thing in enumerate(scenario.object):
        yield from _of_tasks(book, scenario, thing, ("scenario", "object", number))
    for number, item in enumerate(scenario.item):
        if item.gear not in _gear(book):
            message = f'there is no weapon or thing with the id "{item.gear}"'
            yield ("scenario", "item", number, "gear"), message, _gear(book)
    for number, clock in enumerate(scenario.clock):
        if clock.filled >= clock.segments:
            message = f"{clock.filled} of {clock.segments} segments: this clock is full before it begins"
            yield ("scenario", "clock", number, "filled"), message, ()
        if clock.side is not None and clock.side not in scenario.sides:
            message = f'the scenario has no side "{clock.side}"'
            yield ("scenario", "clock", number, "side"), message, tuple(scenario.sides)
    if _is_rectangle(scenario.map):
        yield from _of_board(scenario, board_of(scenario.map))


def _is_rectangle(map_text: str) -> bool:
    """Whether squares have places at all: without rows of one length nothing stands anywhere."""
    rows = rows_of(map_text)
    return bool(rows) and all(len(row) == len(rows[0]) > 0 for row in rows)


def _of_map(map_text: str) -> Iterator[Fault]:
    place: Place = ("scenario", "map")
    rows = rows_of(map_text)
    if not rows:
        yield place, "a map has at least one square", ()
        return
    for number, row in enumerate(rows, start=1):
        if len(row) != len(rows[0]):
            yield place, f"row {number} has {len(row)} squares, and row 1 has {len(rows[0])}", ()
    width = max(map(len, rows))
    if width > SIDE_MAX or len(rows) > SIDE_MAX:
        yield place, f"{width} by {len(rows)} squares; a side has {SIDE_MAX} at most", ()
    for sign in dict.fromkeys("".join(rows)):
        if sign not in (OPEN, BLOCKING, DIFFICULT) and not (sign.isascii() and sign.isalnum()):
            first = next(number for number, row in enumerate(rows, start=1) if sign in row)
            known = (OPEN, BLOCKING, DIFFICULT, "letters", "figures")
            yield place, f'no square is drawn as "{sign}" (row {first})', known


def _of_ids(scenario: Scenario) -> Iterator[Fault]:
    ids = [combatant_id(combatant) for combatant in scenario.combatant]
    for number, combatant in enumerate(scenario.combatant):
        place: Place = ("scenario", "combatant", number, "id" if combatant.id else "sheet")
        if ids[number] in ids[:number]:
            message = f'there is another combatant "{ids[number]}"; give this one an "id" of its own'
            yield place, message, ()
        if ids[number] == "gm":
            yield place, '"gm" is the game master\'s own name', ()
    objects = [thing.id for thing in scenario.object]
    for number, id_ in enumerate(objects):
        place = ("scenario", "object", number, "id")
        yield from _id_again(objects, number, place, "object")
        if id_ in ids:
            yield place, f'there is a combatant "{id_}" too', ()
        tasks = [task.id for task in scenario.object[number].task]
        for task_number in range(len(tasks)):
            task_place = ("scenario", "object", number, "task", task_number, "id")
            yield from _id_again(tasks, task_number, task_place, "task")
    clocks = [clock.id for clock in scenario.clock]
    for number in range(len(clocks)):
        yield from _id_again(clocks, number, ("scenario", "clock", number, "id"), "clock")


def _id_again(ids: Sequence[str], number: int, place: Place, what: str) -> Iterator[Fault]:
    if ids[number] in ids[:number]:
        yield place, f'there is another {what} with the id "{ids[number]}"', ()


def _of_combatant(book: Book, scenario: Scenario, combatant: Combatant, place: Place) -> Iterator[Fault]:
    if combatant.side not in scenario.sides:
        yield (*place, "side"), f'the scenario has no side "{combatant.side}"', tuple(scenario.sides)
    others = [combatant_id(other) for other in scenario.combatant if other is not combatant]
    held_by, held_place = combatant.start.held_by, (*place, "start", "held_by")
    for number, id_ in enumerate(held_by):
        if id_ not in others:
            yield (*held_place, number), f'there is no other combatant "{id_}"', tuple(others)
    yield from _repeated(held_by, held_place, "source")
    sheet = book.sheets.get(combatant.sheet)
    if sheet is None:
        yield (*place, "sheet"), f'there is no sheet with the id "{combatant.sheet}"', tuple(book.sheets)
    else:
        yield from _of_start(book, combatant.start, sheet, (*place, "start"))


def _of_start(book: Book, start: Start, sheet: Sheet, place: Place) -> Iterator[Fault]:
    if start.hp is not None and start.hp > sheet.hp:
        yield (*place, "hp"), f"{start.hp} Hit Points, and the sheet has {sheet.hp}", ()
    if start.wielded is not None:
        yield from _of_wielded(book, start.wielded, sheet, (*place, "wielded"))


def _of_tasks(book: Book, scenario: Scenario, thing: SceneObject, place: Place) -> Iterator[Fault]:
    there = (combatant.sheet for combatant in scenario.combatant)
    scores = _scores(book.sheets[sheet] for sheet in there if sheet in book.sheets)
    clocks = tuple(clock.id for clock in scenario.clock)
    for number, task in enumerate(thing.task):
        task_place = (*place, "task", number)
        if task.clock is not None and task.clock not in clocks:
            message = f'there is no clock with the id "{task.clock}"'
            yield (*task_place, "clock"), message, clocks
        if task.save is not None and task.save.score not in scores:
            message = f'nobody in the scene has the score "{task.save.score}"'
            yield (*task_place, "save", "score"), message, scores


# Who and what stands where


def _of_board(scenario: Scenario, board: Squares) -> Iterator[Fault]:
    places = dict(_places(scenario))
    squares = {place: square_at(scenario.map, board, at) for place, at in places.items()}
    for place, square in squares.items():
        if square is None:
            yield from _of_no_square(scenario.map, places[place], place)
        elif board.is_blocking(square):
            yield place, f"{board.name(square)} is blocking ground", ()
    blocked = {
        square: thing.name
        for number, thing in enumerate(scenario.object)
        if blocks_at_start(thing) and (square := squares["scenario", "object", number, "at"]) is not None
    }
    yield from _of_standing(scenario, board, squares, blocked)
    yield from _of_held(scenario, board, squares)


def _places(scenario: Scenario) -> Iterator[tuple[Place, str]]:
    """Every "at" of a scenario."""
    for number, combatant in enumerate(scenario.combatant):
        yield ("scenario", "combatant", number, "at"), combatant.at
        if combatant.start.at is not None:
            yield ("scenario", "combatant", number, "start", "at"), combatant.start.at
    for number, thing in enumerate(scenario.object):
        yield ("scenario", "object", number, "at"), thing.at
    for number, item in enumerate(scenario.item):
        yield ("scenario", "item", number, "at"), item.at


def _of_no_square(map_text: str, at: str, place: Place) -> Iterator[Fault]:
    signs = "".join(rows_of(map_text))
    if len(at) > 1:
        yield place, f'the map has no square "{at}"', ()
    elif at in signs:
        yield place, f'the sign "{at}" stands {signs.count(at)} times on the map, so it names no square', ()
    else:
        once = [sign for sign in dict.fromkeys(signs) if sign.isalnum() and signs.count(sign) == 1]
        yield place, f'the map has no sign "{at}"', once


def _place_of(number: int, combatant: Combatant) -> Place:
    """Where the "at" that counts stands."""
    home: Place = ("scenario", "combatant", number)
    return (*home, "at") if combatant.start.at is None else (*home, "start", "at")


def _of_standing(
    scenario: Scenario, board: Squares, squares: Mapping[Place, int | None], blocked: Mapping[int, str]
) -> Iterator[Fault]:
    """One character, one square; a defeated body takes none (P4.8, P6.8)."""
    taken: dict[int, str] = {}
    for number, combatant in enumerate(scenario.combatant):
        place = _place_of(number, combatant)
        square = squares[place]
        if square is None:
            continue
        if square in blocked:
            yield place, f'{board.name(square)} is blocked by "{blocked[square]}"', ()
        if combatant.start.hp != 0:
            holder = taken.setdefault(square, combatant_id(combatant))
            if holder != combatant_id(combatant):
                yield place, f'"{holder}" stands on {board.name(square)} already', ()


def _of_held(scenario: Scenario, board: Squares, squares: Mapping[Place, int | None]) -> Iterator[Fault]:
    """A hold ends when its source is defeated, or further away than it reaches (P5.2)."""
    people: dict[str, tuple[Combatant, int | None]] = {}
    for number, combatant in enumerate(scenario.combatant):
        people.setdefault(combatant_id(combatant), (combatant, squares[_place_of(number, combatant)]))
    for number, combatant in enumerate(scenario.combatant):
        here = squares[_place_of(number, combatant)]
        for held_number, id_ in enumerate(combatant.start.held_by):
            place: Place = ("scenario", "combatant", number, "start", "held_by", held_number)
            source, there = people.get(id_, (None, None))
            if source is None or source is combatant:
                continue
            if source.start.hp == 0:
                yield place, f'"{id_}" is defeated, and holds nobody', ()
            elif (
                here is not None
                and there is not None
                and (away := distance(board, here, there)) > GRAPPLE_PACES
            ):
                yield place, f'"{id_}" is {away} Paces away; a hold reaches {GRAPPLE_PACES}', ()
