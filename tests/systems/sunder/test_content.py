"""The pack and the scenarios that come with affray: they are whole, and show what the rules can do."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any, get_args

import pytest

from affray.content.shape import shape_of
from affray.systems.sunder.book import Book, Half, Pack, book_of
from affray.systems.sunder.check_pack import faults
from affray.systems.sunder.names import Archetype, Contour
from affray.systems.sunder.scenario import Scenario

CONTENT = files("affray.systems.sunder") / "content"
SCENES = ("weir-house", "night-barge", "drowned-bell")


def read(type_: Any, text: str) -> Any:
    """The content that a TOML text describes, read as it is when a file is loaded."""
    data = tomllib.loads(text)
    assert not shape_of(type_).misfits(data)
    return shape_of(type_).read(data)


def bundled_pack() -> Pack:
    """The pack that comes with affray."""
    pack = read(Pack, (CONTENT / "weir-country.toml").read_text(encoding="utf-8"))
    assert isinstance(pack, Pack)
    return pack


def bundled_book() -> Book:
    """That pack as a book."""
    return book_of((bundled_pack(),))


def bundled_scene(id_: str) -> Scenario:
    """A scenario that comes with affray."""
    scene = read(Scenario, (CONTENT / "scenarios" / f"{id_}.toml").read_text(encoding="utf-8"))
    assert isinstance(scene, Scenario)
    return scene


@pytest.mark.parametrize("id_", SCENES)
def test_the_bundled_content_has_no_fault(id_: str) -> None:
    """With every scenario."""
    assert faults(bundled_book(), bundled_scene(id_)) == []


def test_all_bundled_scenes_are_looked_at() -> None:
    """There is no other."""
    found = [file.name.removesuffix(".toml") for file in (CONTENT / "scenarios").iterdir()]
    assert sorted(found) == sorted(SCENES)


def test_the_bundled_sheets_show_every_archetype_and_contour() -> None:
    """One of each."""
    sheets = bundled_pack().sheet
    assert sorted(sheet.archetype for sheet in sheets if sheet.archetype) == sorted(get_args(Archetype))
    assert sorted(sheet.contour for sheet in sheets if sheet.contour) == sorted(get_args(Contour))
    assert {sheet.kind for sheet in sheets if sheet.archetype} == {"player"}
    assert any(sheet.charged for sheet in sheets)


def test_every_bundled_thing_is_used() -> None:
    """Each ability stands on a sheet, and each sheet of an adversary is in a scene."""
    pack = bundled_pack()
    held = {id_ for sheet in pack.sheet for id_ in sheet.abilities}
    assert held == {ability.id for ability in pack.ability}
    met = {combatant.sheet for id_ in SCENES for combatant in bundled_scene(id_).combatant}
    assert {sheet.id for sheet in pack.sheet if sheet.kind == "adversary"} <= met


def test_the_bundled_abilities_show_what_cards_can_do() -> None:
    """Every kind of half that the rules of cards speak of is there once at least."""
    pack = bundled_pack()
    halves: list[Half] = [option.half for option in pack.option]
    for ability in pack.ability:
        halves += [half for half in (ability.top, ability.bottom, ability.surge) if half is not None]
    assert any(half.attack and half.resist for half in halves)
    assert any(half.area for half in halves)
    assert any(half.sequence for half in halves)
    assert any(half.magick and half.consequence for half in halves)
    assert any(half.concentration for half in halves)
    assert any(half.options for half in halves)
    assert any(half.sound for half in halves)
    assert any(half.potential and half.skills for half in halves)
    assert {half.reset for half in halves} == {"General", "Spell", "Short Rest", "Long Rest"}
    kinds = {effect.kind for half in halves for effect in half.effects}
    assert {"push", "restore marks", "clear stress", "trade places", "dispel", "escape"} <= kinds


WEAPONS = {
    "Might": "Bastard Sword 8, Battleaxe 8, Cutlass 6, Falchion 6, Greataxe 12, Halberd 10, Handaxe 6, "
    "Longsword 10, Sickle 4, War Axe 8",
    "Finesse": "Dagger 4, Dart 4, Greatsword 6, Javelin 4, Morningstar 6, Net 4, Pike 10, Rapier 8, Spear 6, "
    "Shortsword 6, Trident 8, Blowgun 4, Crossbow 6, Longbow 8, Shortbow 6, Wristbow 4",
    "Nerve": "Club 4, Greatstaff 8, Hammer 4, Lance 10, Maul 6, Quarterstaff 6, Mace 6, Whip 4, "
    "Warhammer 10, Sling 4",
    "Seep": "War Pick 6, Pepperbox 6, Hand Cannon 8, Rifle 8, Wrist Cannon 4",
}


@pytest.mark.parametrize("potential", WEAPONS)
def test_every_weapon_of_the_rules_is_bundled(potential: str) -> None:
    """Those of S14.5 with their dice, and no other that is not natural."""
    found = [weapon for weapon in bundled_pack().weapon if weapon.to == potential and not weapon.natural]
    assert ", ".join(f"{weapon.name} {weapon.die}" for weapon in found) == WEAPONS[potential]


PROPERTIES = {
    "half_hand": "bastard-sword battleaxe falchion spear trident lance quarterstaff",
    "durability": "battleaxe greataxe war-axe club greatstaff quarterstaff war-pick",
    "heavy": "greataxe greatsword",
    "brutal": "greatsword maul war-pick pepperbox hand-cannon rifle",
    "reach": "halberd pike greatstaff whip",
    "unwieldy": "greataxe halberd longsword greatsword pike greatstaff warhammer war-pick",
    "entangling": "sickle net whip",
    "discreet": "dagger blowgun wristbow sling wrist-cannon",
    "brittle": "dart net lance",
    "fragile": "javelin spear blowgun crossbow longbow shortbow wristbow pepperbox hand-cannon rifle "
    "wrist-cannon",
    "tough": "morningstar hammer maul mace warhammer war-pick",
    "two_handed": "longbow shortbow rifle",
}


@pytest.mark.parametrize("key", PROPERTIES)
def test_the_bundled_weapons_have_their_properties(key: str) -> None:
    """As S14.5 has them."""
    found = [weapon.id for weapon in bundled_pack().weapon if not weapon.natural and getattr(weapon, key)]
    assert " ".join(found) == PROPERTIES[key]


def test_the_bundled_weapons_reach_as_far_as_they_do() -> None:
    """What is thrown, what shoots, and how often before it is loaded (S14.5)."""
    weapons = [weapon for weapon in bundled_pack().weapon if not weapon.natural]
    assert {weapon.id: weapon.thrown for weapon in weapons if weapon.thrown} == {
        "handaxe": "Close", "dagger": "Close", "dart": "There", "javelin": "There", "net": "Near",
        "spear": "Close", "trident": "Close", "club": "Close", "hammer": "Close",
    }  # fmt: skip
    assert {weapon.id: (weapon.range, weapon.loading) for weapon in weapons if weapon.kind == "ranged"} == {
        "blowgun": ("There", 1), "crossbow": ("Far", 1), "longbow": ("Far", 0), "shortbow": ("There", 0),
        "wristbow": ("Close", 1), "sling": ("There", 0), "pepperbox": ("There", 6),
        "hand-cannon": ("Close", 2), "rifle": ("Far", 1), "wrist-cannon": ("Close", 2),
    }  # fmt: skip


def test_every_armor_of_the_rules_is_bundled() -> None:
    """With its slots and what else S14.7 says of it."""
    keys = ("light", "heavy", "indiscreet", "discreet")
    shown = {
        armor.name: (
            armor.slots,
            armor.shield,
            armor.durability,
            *(key for key in keys if getattr(armor, key)),
        )
        for armor in bundled_pack().armor
    }
    assert shown == {
        "Breastplate": (3, None, 0),
        "Chain Shirt": (2, None, 0),
        "Half-Plate": (4, None, 0, "indiscreet"),
        "Scale Mail": (3, None, 1),
        "Leather": (1, None, 0, "light"),
        "Padded": (1, None, 0, "light", "discreet"),
        "Hide": (2, None, 0, "light"),
        "Chainmail": (4, None, 0),
        "Plate": (5, None, 0, "heavy", "indiscreet"),
        "Ringmail": (3, None, 0, "heavy", "indiscreet"),
        "Splint": (4, None, 0, "heavy"),
        "Oak Shield": (1, "Finesse", 0),
        "Steel Shield": (2, "Might", 0),
    }


def test_the_bundled_scenes_are_of_three_kinds() -> None:
    """A brawl, a chase that a Countdown decides, with a closed way, and a goal against a boss."""
    house, barge, bell = (bundled_scene(id_) for id_ in SCENES)
    book = bundled_book()

    def of_kind(scene: Scenario, kind: str) -> list[str]:
        return [one.sheet for one in scene.combatant if book.sheets[one.sheet].kind == kind]

    assert [len(of_kind(scene, "player")) for scene in (house, barge, bell)] == [3, 3, 4]
    assert [len(of_kind(scene, "adversary")) for scene in (house, barge, bell)] == [3, 2, 3]
    assert not house.countdown
    assert [countdown.decides for countdown in barge.countdown] == [True]
    assert any(thing.closed for thing in barge.thing)
    assert [countdown.dice for countdown in bell.countdown] == ["goal"]
    boss = book.sheets[of_kind(bell, "adversary")[0]]
    assert boss.marks == 5
    assert boss.interventions
    assert boss.escalations
