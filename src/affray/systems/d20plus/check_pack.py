"""What no single value shows: references that lead nowhere, and parts that do not go together.

A place in a pack names the item by its id; a place in a scenario by its number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from affray.systems.d20plus import book as content
from affray.systems.d20plus.book import REACTION_EFFECTS, SKILLS, TRAITS, Ability, AugmentDie, Book, Sheet
from affray.systems.d20plus.legal import slug
from affray.systems.d20plus.scenario import Combatant, Scenario, Start, Zone, combatant_id

Fault = tuple[tuple[str | int, ...], str, Sequence[str]]
"""Where, what, and what would be known there."""

PLAN_WIDTH, PLAN_HEIGHT = 100, 60
_ROLLS = ("any", "attack", "defence", "check", "setup", "contest", "conceal", "locate", "mend")
_KINDS = ("melee", "ranged", "spell", "physical", "arcane", "emotional", "psychic")
_AT_FOES = (content.Hex, content.Naming, content.Quarry, content.Topple, content.Shove)
_AT_OWN_SIDE = (content.Mend, content.Ward)
_ROLLING = (content.Mend, content.Topple, content.Shove)


def faults(book: Book, scenario: Scenario | None) -> list[Fault]:
    """Everything wrong between things that are each well formed."""
    found = [*_of_weapons(book), *_of_abilities(book), *_of_sheets(book)]
    if scenario is not None:
        found += _of_scenario(book, scenario)
    return found


# Packs


def _of_weapons(book: Book) -> Iterator[Fault]:
    for weapon in book.weapons.values():
        place: tuple[str | int, ...] = ("pack", "weapon", weapon.id)
        yield from _repeated(weapon.reach, (*place, "reach"), "distance")
        if weapon.kind == "spell" and weapon.exhausts:
            yield (*place, "exhausts"), "a spell does not exhaust", ()


def _of_abilities(book: Book) -> Iterator[Fault]:
    for ability in book.abilities.values():
        place = ("pack", "ability", ability.id)
        yield from _of_ability_parts(ability, place)
        for at, die in _dice_of_effect(ability):
            yield from _of_die(book, die, (*place, "effect", *at))


def _of_ability_parts(ability: Ability, place: tuple[str | int, ...]) -> Iterator[Fault]:
    effect = ability.effect
    costs = _costs_of(effect)
    if ability.cost not in costs:
        yield (*place, "cost"), f'the cost of the effect "{effect.kind}" cannot be "{ability.cost}"', costs
    if isinstance(effect, _AT_FOES) and ability.target != "foe":
        yield (*place, "target"), f'the effect "{effect.kind}" is used on a foe', ("foe",)
    if isinstance(effect, _AT_OWN_SIDE) and ability.target not in ("self", "ally"):
        message = f'the effect "{effect.kind}" is used on oneself or an ally'
        yield (*place, "target"), message, ("self", "ally")
    if isinstance(effect, _ROLLING) and ability.skill is None:
        yield (*place, "skill"), f'the effect "{effect.kind}" rolls, so it needs a Skill', SKILLS
    if isinstance(effect, content.Exertion) and effect.actions == effect.moves == 0:
        yield (*place, "effect"), "an exertion that gives neither Actions nor Moves does nothing", ()
    yield from _repeated(ability.reach, (*place, "reach"), "distance")


def _costs_of(effect: object) -> tuple[str, ...]:
    if isinstance(effect, REACTION_EFFECTS):
        return ("reaction",)
    return ("passive",) if isinstance(effect, content.LockedOn) else ("action", "beat")


def _dice_of_effect(ability: Ability) -> Iterator[tuple[tuple[str | int, ...], AugmentDie]]:
    if isinstance(ability.effect, content.Ward):
        yield ("die",), ability.effect.die
    if isinstance(ability.effect, content.DefenceEnhancement):
        for number, die in enumerate(ability.effect.dice):
            yield ("dice", number), die


def _of_sheets(book: Book) -> Iterator[Fault]:
    for sheet in book.sheets.values():
        place = ("pack", "sheet", sheet.id)
        for trait in TRAITS:
            if trait not in sheet.traits:
                yield (*place, "traits"), f'"{trait}" is missing; a sheet has all three Traits', ()
        yield from _references(sheet.weapons, book.weapons, (*place, "weapons"), "weapon")
        yield from _references(sheet.abilities, book.abilities, (*place, "abilities"), "ability")
        for number, die in enumerate(sheet.dice):
            yield from _of_die(book, die, (*place, "dice", number))


def _references(
    ids: Sequence[str], known: Mapping[str, Any], place: tuple[str | int, ...], what: str
) -> Iterator[Fault]:
    for number, id_ in enumerate(ids):
        if id_ not in known:
            yield (*place, number), f'there is no {what} with the id "{id_}"', tuple(known)
    yield from _repeated(ids, place, what)


def _repeated(values: Sequence[str], place: tuple[str | int, ...], what: str) -> Iterator[Fault]:
    for number, value in enumerate(values):
        if value in values[:number]:
            yield (*place, number), f'the {what} "{value}" is named twice', ()


def _of_die(book: Book, die: AugmentDie, place: tuple[str | int, ...]) -> Iterator[Fault]:
    known = rolls_known(book)
    for number, name in enumerate(die.applies_to):
        if name not in known:
            yield (*place, "applies_to", number), f'no roll is called "{name}"', known


def rolls_known(book: Book) -> tuple[str, ...]:
    """What a die can apply to: kinds of rolls and attacks, Skills, Traits, and tags and ids of weapons."""
    defences = [f"{trait} defence" for trait in TRAITS]
    tags = [tag for weapon in book.weapons.values() for tag in weapon.tags]
    return tuple(dict.fromkeys([*_ROLLS, *_KINDS, *TRAITS, *SKILLS, *defences, *tags, *book.weapons]))


# Scenarios


def _of_scenario(book: Book, scenario: Scenario) -> Iterator[Fault]:
    zones = {zone.id: zone for zone in scenario.zone}
    for number, zone in enumerate(scenario.zone):
        yield from _of_zone(zone, ("scenario", "zone", number))
    yield from _of_passages(scenario, zones)
    if scenario.scene == "duel" and not scenario.terms:
        yield ("scenario", "scene"), 'a duel needs its "terms", agreed before it begins', ()
    if len({combatant.side for combatant in scenario.combatant}) < 2:
        yield ("scenario", "combatant"), "a fight needs Personas of at least two sides", ()
    ids = [combatant_id(combatant) for combatant in scenario.combatant]
    for number, combatant in enumerate(scenario.combatant):
        place = ("scenario", "combatant", number)
        yield from _of_combatant(book, scenario, zones, combatant, place)
        if ids[number] in ids[:number]:
            message = f'there is another combatant "{ids[number]}"; give this one an "id" of its own'
            yield (*place, "id" if combatant.id else "sheet"), message, ()
        sheet = book.sheets.get(combatant.sheet)
        if sheet is not None:
            others = [id_ for id_ in ids if id_ != ids[number]]
            yield from _of_start(book, combatant.start, sheet, others, (*place, "start"))
    yield from _of_cover_held(scenario, zones)


def _of_zone(zone: Zone, place: tuple[str | int, ...]) -> Iterator[Fault]:
    if zone.x + zone.width > PLAN_WIDTH or zone.y + zone.height > PLAN_HEIGHT:
        yield place, f"the zone reaches beyond the plan of {PLAN_WIDTH} by {PLAN_HEIGHT}", ()
    yield from _repeated([slug(name) for name in zone.cover], (*place, "cover"), "cover")


def _of_passages(scenario: Scenario, zones: Mapping[str, Zone]) -> Iterator[Fault]:
    seen: set[frozenset[str]] = set()
    for number, passage in enumerate(scenario.passages):
        place = ("scenario", "passages", number)
        for end, zone in enumerate(passage):
            if zone not in zones:
                yield (*place, end), f'there is no zone with the id "{zone}"', tuple(zones)
        if passage[0] == passage[1]:
            yield place, f'a passage from "{passage[0]}" to itself', ()
        elif frozenset(passage) in seen:
            yield place, f'the passage between "{passage[0]}" and "{passage[1]}" is named twice', ()
        seen.add(frozenset(passage))


def _of_combatant(
    book: Book,
    scenario: Scenario,
    zones: Mapping[str, Zone],
    combatant: Combatant,
    place: tuple[str | int, ...],
) -> Iterator[Fault]:
    if combatant.sheet not in book.sheets:
        yield (*place, "sheet"), f'there is no sheet with the id "{combatant.sheet}"', tuple(book.sheets)
    if combatant.side not in scenario.sides:
        yield (*place, "side"), f'the scenario has no side "{combatant.side}"', tuple(scenario.sides)
    if combatant_id(combatant) == "gm":
        yield (*place, "id" if combatant.id else "sheet"), '"gm" is the game master\'s own name', ()
    if combatant.zone not in zones:
        yield (*place, "zone"), f'there is no zone with the id "{combatant.zone}"', tuple(zones)
    elif combatant.start.cover is not None:
        known = zones[combatant.zone].cover
        if combatant.start.cover not in known:
            message = f'the zone "{combatant.zone}" has no cover "{combatant.start.cover}"'
            yield (*place, "start", "cover"), message, known


def _of_start(
    book: Book, start: Start, sheet: Sheet, others: Sequence[str], place: tuple[str | int, ...]
) -> Iterator[Fault]:
    for trait, wounds in start.wounds.items():
        if wounds > sheet.traits.get(trait, 0):
            yield (
                (*place, "wounds", trait),
                f"{wounds} wounds on a {trait} of {sheet.traits.get(trait, 0)}",
                (),
            )
    for trait, turns in start.broken_turns.items():
        if turns and start.wounds.get(trait, 0) < sheet.traits.get(trait, 0):
            yield (*place, "broken_turns", trait), f"{trait} is not at 0, so no turns count", ()
    if start.prone and start.cover is not None:
        yield (*place, "prone"), "nobody is Prone behind cover: being knocked Prone ends it", ()
    for key, ids in (("named_by", start.named_by), ("quarry_of", start.quarry_of)):
        for number, id_ in enumerate(ids):
            if id_ not in others:
                yield (*place, key, number), f'there is no other combatant "{id_}"', tuple(others)
    if start.hexed_by is not None and start.hexed_by not in others:
        yield (*place, "hexed_by"), f'there is no other combatant "{start.hexed_by}"', tuple(others)
    can_exhaust = [id_ for id_ in sheet.weapons if id_ in book.weapons and book.weapons[id_].exhausts]
    for number, id_ in enumerate(start.exhausted):
        if id_ not in can_exhaust:
            message = f'"{id_}" is no weapon of "{sheet.id}" that exhausts'
            yield (*place, "exhausted", number), message, can_exhaust
    for number, die in enumerate(start.ward):
        yield from _of_die(book, die, (*place, "ward", number))


def _of_cover_held(scenario: Scenario, zones: Mapping[str, Zone]) -> Iterator[Fault]:
    """An obstacle hides one Persona."""
    held: dict[tuple[str, str], str] = {}
    for number, combatant in enumerate(scenario.combatant):
        if combatant.start.cover is None or combatant.zone not in zones:
            continue
        holder = held.setdefault((combatant.zone, combatant.start.cover), combatant_id(combatant))
        if holder != combatant_id(combatant):
            place = ("scenario", "combatant", number, "start", "cover")
            yield (
                place,
                f'"{holder}" is behind "{combatant.start.cover}" already',
                _free(zones[combatant.zone], held),
            )


def _free(zone: Zone, held: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    taken = set(held)
    return tuple(name for name in zone.cover if (zone.id, name) not in taken)
