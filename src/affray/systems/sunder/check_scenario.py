"""What cannot be in a scenario: places, passages, Countdowns, things, and how creatures enter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from affray.systems.sunder.book import Book, Sheet, marks_of
from affray.systems.sunder.check_parts import (
    Fault,
    Place,
    abilities_of,
    of_condition,
    of_effects,
    references,
    repeated,
    score_of,
)
from affray.systems.sunder.contours import cost, difficulty
from affray.systems.sunder.names import POTENTIALS
from affray.systems.sunder.scenario import (
    Combatant,
    CountdownStart,
    Scenario,
    Start,
    Thing,
    combatant_id,
)

EXHAUSTED = 5
"""The level of Exhaustion that halves the Marks (S10.3)."""


def of_scenario(book: Book, scenario: Scenario) -> Iterator[Fault]:
    """The faults of a scenario with the book it draws on."""
    yield from _of_places(scenario)
    yield from _of_countdowns(scenario)
    yield from _of_things(scenario)
    yield from _of_ids(scenario)
    for number, combatant in enumerate(scenario.combatant):
        yield from _of_combatant(book, scenario, combatant, ("scenario", "combatant", number))
    ids = [combatant_id(combatant) for combatant in scenario.combatant]
    if scenario.first not in ids:
        yield ("scenario", "first"), f'there is no combatant "{scenario.first}"', ids
    if len({combatant.side for combatant in scenario.combatant}) < 2:
        yield ("scenario", "combatant"), "a scene needs creatures of at least two sides", ()
    yield from _of_budgets(book, scenario)


# Places


def _of_places(scenario: Scenario) -> Iterator[Fault]:
    zones = [zone.id for zone in scenario.zone]
    for number, id_ in enumerate(zones):
        if id_ in zones[:number]:
            yield ("scenario", "zone", number, "id"), f'there is another zone "{id_}"', ()
    yield from _of_pairs(scenario.passages, zones, ("scenario", "passages"), "passage")
    yield from _of_pairs(scenario.unseen, zones, ("scenario", "unseen"), "pair")
    if scenario.passages:
        yield from _of_way(scenario, zones)


def _of_pairs(
    pairs: Sequence[tuple[str, str]], zones: Sequence[str], place: Place, what: str
) -> Iterator[Fault]:
    """Two different zones each, and each pair once, whichever way round."""
    seen: list[frozenset[str]] = []
    for number, pair in enumerate(pairs):
        for position, id_ in enumerate(pair):
            if id_ not in zones:
                yield (*place, number, position), f'there is no zone with the id "{id_}"', zones
        if pair[0] == pair[1]:
            yield (*place, number), f'this {what} joins "{pair[0]}" with itself', ()
        if frozenset(pair) in seen:
            yield (*place, number), f"this {what} is named twice", ()
        seen.append(frozenset(pair))


def _of_way(scenario: Scenario, zones: Sequence[str]) -> Iterator[Fault]:
    """Every zone can be reached from the first."""
    reached, waiting = {zones[0]}, [zones[0]]
    while waiting:
        here = waiting.pop()
        beside = {id_ for pair in scenario.passages if here in pair for id_ in pair} - reached
        reached |= beside
        waiting += beside
    for number, id_ in enumerate(zones):
        if id_ not in reached:
            yield ("scenario", "zone", number, "id"), f'no passage leads to "{id_}" from "{zones[0]}"', ()


# Countdowns and things


def _of_countdowns(scenario: Scenario) -> Iterator[Fault]:
    ids = [countdown.id for countdown in scenario.countdown]
    for number, countdown in enumerate(scenario.countdown):
        place: Place = ("scenario", "countdown", number)
        if countdown.id in ids[:number]:
            yield (*place, "id"), f'there is another Countdown "{countdown.id}"', ()
        if countdown.side not in scenario.sides:
            yield (*place, "side"), f'the scenario has no side "{countdown.side}"', tuple(scenario.sides)
        yield from repeated(countdown.skills, (*place, "skills"), "Skill")
        yield from _of_dice(countdown, place)


def _of_dice(countdown: CountdownStart, place: Place) -> Iterator[Fault]:
    """Both dice have one size, and a goal has Hope alone (S9.11)."""
    for key in ("hope", "dread"):
        value = getattr(countdown, key)
        if value is not None and value > countdown.size:
            yield (*place, key), f"{value} on a D{countdown.size}", ()
    if countdown.dice == "goal" and countdown.dread is not None:
        yield (*place, "dread"), "a goal has one die, and that is Hope", ()


def _of_things(scenario: Scenario) -> Iterator[Fault]:
    zones = [zone.id for zone in scenario.zone]
    taken = {*zones, *(combatant_id(combatant) for combatant in scenario.combatant)}
    for number, thing in enumerate(scenario.thing):
        place: Place = ("scenario", "thing", number)
        if thing.id in taken:
            message = f'there is another creature, zone or thing "{thing.id}"'
            yield (*place, "id"), message, ()
        taken.add(thing.id)
        if thing.zone not in zones:
            yield (*place, "zone"), f'there is no zone with the id "{thing.zone}"', zones
        countdowns = [countdown.id for countdown in scenario.countdown]
        if thing.countdown is not None and thing.countdown not in countdowns:
            message = f'there is no Countdown with the id "{thing.countdown}"'
            yield (*place, "countdown"), message, countdowns
        yield from _of_closing(scenario, thing, place)
        yield from of_effects(thing.effects, (*place, "effects"), ("area",))


def _of_closing(scenario: Scenario, thing: Thing, place: Place) -> Iterator[Fault]:
    """What it closes is a passage of the scenario."""
    if thing.closes is None:
        if thing.closed:
            yield (*place, "closed"), "this closes no passage", ("closes",)
        return
    ways = [frozenset(pair) for pair in scenario.passages]
    if frozenset(thing.closes) not in ways:
        one, other = thing.closes
        known = tuple(" and ".join(pair) for pair in scenario.passages)
        yield (*place, "closes"), f'no passage joins "{one}" and "{other}"', known


# Creatures


def _of_ids(scenario: Scenario) -> Iterator[Fault]:
    ids = [combatant_id(combatant) for combatant in scenario.combatant]
    zones = {zone.id for zone in scenario.zone}
    for number, combatant in enumerate(scenario.combatant):
        place: Place = ("scenario", "combatant", number, "id" if combatant.id else "sheet")
        if ids[number] in ids[:number]:
            message = f'there is another combatant "{ids[number]}"; give this one an "id" of its own'
            yield place, message, ()
        if ids[number] == "gm":
            yield place, '"gm" is the game master\'s own name', ()
        if ids[number] in zones:
            yield place, f'there is a zone "{ids[number]}" too', ()


def _of_combatant(book: Book, scenario: Scenario, combatant: Combatant, place: Place) -> Iterator[Fault]:
    if combatant.side not in scenario.sides:
        yield (*place, "side"), f'the scenario has no side "{combatant.side}"', tuple(scenario.sides)
    zones = tuple(zone.id for zone in scenario.zone)
    if combatant.zone not in zones:
        yield (*place, "zone"), f'there is no zone with the id "{combatant.zone}"', zones
    yield from _of_conditions(scenario, combatant, (*place, "start", "conditions"))
    sheet = book.sheets.get(combatant.sheet)
    if sheet is None:
        yield (*place, "sheet"), f'there is no sheet with the id "{combatant.sheet}"', tuple(book.sheets)
        return
    yield from _of_start(book, sheet, combatant.start, (*place, "start"))


def _of_conditions(scenario: Scenario, combatant: Combatant, place: Place) -> Iterator[Fault]:
    ids = [combatant_id(other) for other in scenario.combatant]
    for number, one in enumerate(combatant.start.conditions):
        here = (*place, number)
        yield from of_condition(one.name, one.potential, one.other, one.amount, here)
        if one.by is not None and (one.by not in ids or one.by == combatant_id(combatant)):
            others = [id_ for id_ in ids if id_ != combatant_id(combatant)]
            yield (*here, "by"), f'there is no other combatant "{one.by}"', others
        if one in combatant.start.conditions[:number]:
            yield here, f"{one.name} is named twice", ()


def _of_start(book: Book, sheet: Sheet, start: Start, place: Place) -> Iterator[Fault]:
    yield from _of_tracks(book, sheet, start, place)
    pool = max(1, marks_of(sheet) + sum(trait.marks for trait in abilities_of(book, sheet)))
    if start.exhaustion >= EXHAUSTED:
        pool = max(1, pool // 2)
    if start.marks >= pool:
        yield (*place, "marks"), f"so many put it out: it can take {pool}", ()
    if start.ready is not None:
        yield from _of_ready(sheet, start.ready, (*place, "ready"))
    kept = tuple(id_ for id_ in sheet.abilities if _rests(book, id_))
    yield from references(start.used, kept, (*place, "used"), "card that comes back after a rest")
    if start.beats and sheet.kind == "adversary":
        yield (*place, "beats"), "an adversary earns no Beats (S12.1)", ()


def _of_tracks(book: Book, sheet: Sheet, start: Start, place: Place) -> Iterator[Fault]:
    """Stress and spent Resistance fit into their track (S1.3)."""
    for potential in POTENTIALS:
        taken = start.stress.get(potential, 0) + start.resistance.get(potential, 0)
        score = score_of(book, sheet, potential)
        if score is not None and taken > score:
            key = "stress" if potential in start.stress else "resistance"
            message = f"{taken} slots of {potential} are taken, and it has {score}"
            yield (*place, key, potential), message, ()


def _of_ready(sheet: Sheet, ready: Sequence[str], place: Place) -> Iterator[Fault]:
    """Only what is carried can be in hand."""
    for number, id_ in enumerate(ready):
        if id_ not in sheet.weapons:
            yield (*place, number), f'it carries no weapon "{id_}"', sheet.weapons
    yield from repeated(ready, place, "weapon")


def _rests(book: Book, id_: str) -> bool:
    """Whether an ability has a part that comes back after a rest alone (S5.8)."""
    ability = book.abilities.get(id_)
    if ability is None:
        return False
    halves = (ability.top, ability.bottom, ability.surge)
    return any(half is not None and half.reset in ("Short Rest", "Long Rest") for half in halves)


# Budgets


def _of_budgets(book: Book, scenario: Scenario) -> Iterator[Fault]:
    """What an adversary has of Interventions and Escalations is within the budget (S12.5)."""
    sheets = [book.sheets.get(one.sheet) for one in scenario.combatant]
    tiers = [sheet.tier for sheet in sheets if sheet is not None and sheet.kind == "player"]
    if not tiers:
        return
    budget = difficulty(tiers, scenario.party_level)
    for number, sheet in enumerate(sheets):
        if sheet is None or sheet.kind == "player":
            continue
        spent = sum(cost("intervention", rank) for rank in sheet.interventions)
        spent += sum(cost("escalation", rank) for rank in sheet.escalations)
        if spent > budget:
            message = f"its Interventions and Escalations cost {spent}; the budget is {budget}"
            yield ("scenario", "combatant", number, "sheet"), message, ()
