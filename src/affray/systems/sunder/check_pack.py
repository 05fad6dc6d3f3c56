"""What no single value shows: references that lead nowhere, and parts that do not go together.

A place in a pack names the item by its id; a place in a scenario by its number.
"""

from __future__ import annotations

from collections.abc import Iterator

from affray.kernel.clauses import clause
from affray.systems.sunder.book import Ability, Armor, Book, Half, OptionCard, Sheet, Weapon
from affray.systems.sunder.check_parts import (
    Fault,
    Place,
    of_effects,
    of_half,
    of_reaction,
    references,
    repeated,
    score_of,
)
from affray.systems.sunder.check_scenario import of_scenario
from affray.systems.sunder.general import GENERAL
from affray.systems.sunder.names import POTENTIALS, SKILLS, Potential
from affray.systems.sunder.scenario import Scenario

SURGES_OF_ALL = ("reload", "squirm")
"""Surges that every creature has beside its cards (S6.8)."""
SHIELD_SLOTS = 2
"""A Shield has no more Protection Slots than this (S14.7)."""


def faults(book: Book, scenario: Scenario | None) -> list[Fault]:
    """Everything wrong between things that are each well formed."""
    found = [
        *_of_weapons(book),
        *_of_armor(book),
        *_of_abilities(book),
        *_of_options(book),
        *_of_sheets(book),
    ]
    if scenario is not None:
        found += of_scenario(book, scenario)
    return found


# Weapons and armor


def _of_weapons(book: Book) -> Iterator[Fault]:
    for weapon in book.weapons.values():
        place: Place = ("pack", "weapon", weapon.id)
        yield from of_effects(weapon.special, (*place, "special"), ("target", "self"))
        yield from _of_hands(weapon, place)
        yield from _of_reach(weapon, place)


def _of_hands(weapon: Weapon, place: Place) -> Iterator[Fault]:
    if weapon.half_hand and weapon.two_handed:
        yield (*place, "half_hand"), "a Two-Handed weapon is never used one-handed", ()
    if weapon.unwieldy and weapon.two_handed:
        yield (*place, "unwieldy"), "a Two-Handed weapon is never used one-handed", ()


def _of_reach(weapon: Weapon, place: Place) -> Iterator[Fault]:
    """Reach and throwing are for melee, range and loading for ranged weapons (S14.6)."""
    if weapon.kind == "ranged":
        if weapon.range == "Here":
            yield place, '"range" is missing; a ranged weapon reaches further than Here', ()
        for key in ("reach", "thrown"):
            if getattr(weapon, key):
                yield (*place, key), f'"{key}" is for melee weapons', ()
        return
    if weapon.range != "Here":
        known = ("reach", "thrown", 'kind = "ranged"')
        yield (*place, "range"), "a melee weapon is used at Here", known
    if weapon.loading:
        yield (*place, "loading"), '"loading" is for ranged weapons', ()


def _of_armor(book: Book) -> Iterator[Fault]:
    for armor in book.armor.values():
        place: Place = ("pack", "armor", armor.id)
        if armor.id in book.weapons:
            yield (*place, "id"), f'there is a weapon with the id "{armor.id}" too', ()
        if armor.light and armor.heavy:
            yield (*place, "light"), "armor is Light or Heavy, and not both", ()
        if armor.indiscreet and armor.discreet:
            yield (*place, "discreet"), "armor is Discreet or Indiscreet, and not both", ()
        if armor.shield is not None and armor.slots > SHIELD_SLOTS:
            yield (*place, "slots"), f"{armor.slots} slots; a Shield has {SHIELD_SLOTS} at most", ()


# Abilities and Option Cards


def _of_abilities(book: Book) -> Iterator[Fault]:
    for ability in book.abilities.values():
        place: Place = ("pack", "ability", ability.id)
        yield from _of_card_id(book, ability.id, place)
        yield from _of_parts(ability, place)
        for side, half in _halves(ability):
            yield from of_half(half, (*place, side))
            if half.options and not _has_options(book, ability):
                message = f'no Option Card has the parent "{ability.id}" (S8.2)'
                yield (*place, side, "options"), message, tuple(book.options)
        if ability.reaction is not None:
            yield from of_reaction(ability.reaction, (*place, "reaction"))
            if ability.reaction.uses:
                yield (*place, "reaction", "uses"), "a Trait is always on (S7.1), and is never used up", ()
        for key in ("proof", "bane"):
            yield from repeated(getattr(ability, key), (*place, key), "source")
        if ability.replaces is not None and ability.replaces not in GENERAL:
            message = f'there is no General card "{ability.replaces}"'
            yield (*place, "replaces"), message, tuple(GENERAL)


def _halves(ability: Ability) -> Iterator[tuple[str, Half]]:
    for side in ("top", "bottom", "surge"):
        half = getattr(ability, side)
        if half is not None:
            yield side, half


def _has_options(book: Book, ability: Ability) -> bool:
    return any(option.parent == ability.id for option in book.options.values())


def _of_card_id(book: Book, id_: str, place: Place) -> Iterator[Fault]:
    """What a turn or a reaction is made with is known by its id, and that is one thing."""
    if id_ in GENERAL:
        yield (*place, "id"), f'"{id_}" is a General card, which every creature has', ()
    if id_ in SURGES_OF_ALL:
        yield (*place, "id"), f'"{id_}" is a Surge, which every creature has', ()
    if id_ in book.weapons or id_ in book.armor:
        what = "a weapon" if id_ in book.weapons else "armor"
        yield (*place, "id"), f'there is {what} with the id "{id_}" too', ()


_PARTS = {"action": ("top", "bottom"), "surge": ("surge",), "trait": ("reaction",)}
_OF_TRAITS = ("scores", "marks", "proof", "bane")


@clause("S8.1")
def _of_parts(ability: Ability, place: Place) -> Iterator[Fault]:
    """An action has two halves, a Surge one part without a Test (S6.5), and a Trait changes or answers."""
    kind, parts = ability.activation, _PARTS[ability.activation]
    for key in ("top", "bottom", "surge", "reaction"):
        given = getattr(ability, key) is not None
        if given and key not in parts:
            yield (*place, key), f'"{key}" is no part of what is {_named(kind)}', parts
        if not given and key in parts and kind != "trait":
            yield place, f'"{key}" is missing; {_named(kind)} has one', ()
    changes = [key for key in _OF_TRAITS if getattr(ability, key)]
    if kind != "trait":
        for key in changes:
            yield (*place, key), f'"{key}" is for Traits', ()
    elif ability.reaction is None and not changes:
        yield place, "this Trait changes nothing and answers nothing", ("reaction", *_OF_TRAITS)
    if ability.replaces is not None and kind != "action":
        yield (*place, "replaces"), "only an action stands for a General card", ()
    if ability.surge is not None and ability.surge.skills:
        yield (*place, "surge", "skills"), "a Surge needs no Test (S6.5)", ()
    if ability.surge is not None and ability.surge.attack is not None:
        yield (*place, "surge", "attack"), "a Surge is no attack (S6.5)", ()


def _named(kind: str) -> str:
    return f"an {kind}" if kind == "action" else f"a {kind.capitalize()}"


def _of_options(book: Book) -> Iterator[Fault]:
    for option in book.options.values():
        place: Place = ("pack", "option", option.id)
        yield from _of_card_id(book, option.id, place)
        if option.id in book.abilities:
            yield (*place, "id"), f'there is an ability with the id "{option.id}" too', ()
        yield from of_half(option.half, (*place, "half"))
        if option.half.options:
            yield (*place, "half", "options"), "an Option has no options of its own", ()
        yield from _of_parent(book, option, place)


@clause("S8.2")
def _of_parent(book: Book, option: OptionCard, place: Place) -> Iterator[Fault]:
    """An Option Card needs an ability with a half that is played by Options."""
    parents = tuple(
        ability.id for ability in book.abilities.values() if any(half.options for _, half in _halves(ability))
    )
    if option.parent not in book.abilities:
        yield (*place, "parent"), f'there is no ability with the id "{option.parent}"', parents
    elif option.parent not in parents:
        yield (*place, "parent"), f'no half of "{option.parent}" has options (S8.2)', parents


# Sheets


def _of_sheets(book: Book) -> Iterator[Fault]:
    for sheet in book.sheets.values():
        place: Place = ("pack", "sheet", sheet.id)
        yield from references(sheet.weapons, book.weapons, (*place, "weapons"), "weapon")
        yield from references(sheet.armor, book.armor, (*place, "armor"), "armor")
        yield from references(sheet.abilities, book.abilities, (*place, "abilities"), "ability")
        yield from repeated(sheet.skills, (*place, "skills"), "Skill")
        yield from repeated(sheet.domains, (*place, "domains"), "Domain")
        for key in ("proof", "bane"):
            yield from repeated(getattr(sheet, key), (*place, key), "source")
        yield from _of_scores(book, sheet, place)
        yield from _of_perks(book, sheet, place)
        yield from _of_charges(sheet, place)
        yield from _of_worn(book, sheet, place)
        yield from _of_deck(book, sheet, place)
        yield from _of_knacks(book, sheet, place)
        yield from _of_contour(sheet, place)


def _of_scores(book: Book, sheet: Sheet, place: Place) -> Iterator[Fault]:
    """All eight, and none beyond 1 to 20 with what Traits make of it (S1.8)."""
    for potential in POTENTIALS:
        score = score_of(book, sheet, potential)
        if score is None:
            yield (*place, "scores"), f'"{potential}" is missing; a creature has eight Potentials', ()
        elif not 1 <= score <= 20:
            yield (*place, "scores", potential), f"{score} with its Traits; a score is 1 to 20", ()


def _die_of(sheet: Sheet, potential: Potential) -> int:
    return sheet.dice.get(potential, 4)


@clause("S2.7")
def _of_perks(book: Book, sheet: Sheet, place: Place) -> Iterator[Fault]:
    """A Perk sits on a face from 2 to one less than the maximum, not above the score, once in a Potential."""
    for number, perk in enumerate(sheet.perks):
        here = (*place, "perks", number)
        before = [other for other in sheet.perks[:number] if other.potential == perk.potential]
        die, score = _die_of(sheet, perk.potential), score_of(book, sheet, perk.potential)
        if perk.face >= die:
            yield (*here, "face"), f"a D{die} has slots 2 to {die - 1}", ()
        elif score is not None and perk.face > score:
            yield (*here, "face"), f"the score of {perk.potential} is {score}, and a face lies within it", ()
        if any(other.face == perk.face for other in before):
            yield (*here, "face"), f"another Perk has face {perk.face} of {perk.potential}", ()
        if any(other.name == perk.name for other in before):
            yield (*here, "name"), f"{perk.potential} has {perk.name} already", ()


@clause("S2.11")
def _of_charges(sheet: Sheet, place: Place) -> Iterator[Fault]:
    """A die is Charged once every slot on it holds a Perk."""
    yield from repeated(sheet.charged, (*place, "charged"), "Potential")
    for number, potential in enumerate(sheet.charged):
        faces = {perk.face for perk in sheet.perks if perk.potential == potential}
        empty = [face for face in range(2, _die_of(sheet, potential)) if face not in faces]
        if empty:
            shown = ", ".join(map(str, empty))
            yield (*place, "charged", number), f"no Perk of {potential} sits on {shown}", ()


def _of_worn(book: Book, sheet: Sheet, place: Place) -> Iterator[Fault]:
    """One suit of armor and one Shield, which takes up a hand (S14.7)."""
    worn = [(number, book.armor[id_]) for number, id_ in enumerate(sheet.armor) if id_ in book.armor]
    for is_shield, message in ((False, "it wears other armor"), (True, "it carries another Shield")):
        same: list[tuple[int, Armor]] = [one for one in worn if (one[1].shield is not None) == is_shield]
        for number, armor in same[1:]:
            if armor.id != same[0][1].id:
                yield (*place, "armor", number), f"{message}: {same[0][1].name}", ()


def _of_deck(book: Book, sheet: Sheet, place: Place) -> Iterator[Fault]:
    """Each General card can be stood for once (S5.10)."""
    replaced: dict[str, str] = {}
    for number, id_ in enumerate(sheet.abilities):
        ability = book.abilities.get(id_)
        if ability is None or ability.replaces is None:
            continue
        first = replaced.setdefault(ability.replaces, id_)
        if first != id_:
            message = f'"{first}" stands for "{ability.replaces}" already'
            yield (*place, "abilities", number), message, ()


def _of_knacks(book: Book, sheet: Sheet, place: Place) -> Iterator[Fault]:
    """A Knack is for a Skill, a weapon or a card, by name or id."""
    names = {id_: card.name for id_, card in (*GENERAL.items(), *book.abilities.items())}
    names |= {weapon.id: weapon.name for weapon in book.weapons.values()}
    names |= {option.id: option.name for option in book.options.values()}
    known = {*SKILLS, *names, *names.values()}
    for number, knack in enumerate(sheet.knacks):
        here = (*place, "knacks", number, "to")
        if not knack.to:
            yield here, "a Knack is for something", ()
        for position, name in enumerate(knack.to):
            if name not in known:
                message = f'there is no Skill, weapon or card "{name}"'
                yield (*here, position), message, (*SKILLS, *names)
        yield from repeated(knack.to, here, "use")


def _of_contour(sheet: Sheet, place: Place) -> Iterator[Fault]:
    """Interventions and Escalations are those of a Contour, and a player's creature has none (S12.6)."""
    if sheet.kind == "player" and sheet.contour is not None:
        yield (*place, "contour"), "a Contour is for adversaries", ()
    for key in ("interventions", "escalations"):
        ranks = getattr(sheet, key)
        yield from repeated(ranks, (*place, key), "rank")
        if ranks and sheet.kind == "player":
            yield (*place, key), f'"{key}" are for adversaries', ()
        elif ranks and sheet.contour is None:
            yield (*place, key), f'"contour" is missing; "{key}" are those of one', ()
