"""What is found wrong between the parts of packs and scenarios, and that the bundled ones have no fault."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from importlib.resources import files
from typing import Any, get_args

import pytest

from affray.board.squares import FACINGS, in_wedge
from affray.content.shape import shape_of
from affray.systems.pace import book as content
from affray.systems.pace.book import DAMAGE_TYPES, Pack, book_of
from affray.systems.pace.check_pack import Fault, Place, faults
from affray.systems.pace.scenario import SIDE_MAX, Scenario
from affray.systems.pace.setting import board_of, square_at
from affray.systems.pace.wielding import HANDS

PACK = """\
id = "ferry"
title = "The ferry"
system = "pace"

[[weapon]]
id = "oar"
name = "Oar"
kind = "melee"
ability = "Rowing"
damage = "1d8"
types = ["bludgeoning", "force"]
hands = 2

[[weapon]]
id = "gaff"
name = "Gaff"
kind = "melee"
ability = "Strength"
damage = "1d6"
types = ["piercing"]

[[thing]]
id = "chain-key"
name = "Key to the chain"
bulk = 0
opens = ["chain", "boathouse"]

[[ability]]
id = "long-hook"
name = "Long hook"
text = "Reach and pull."
gift = { kind = "maneuvers", maneuvers = ["push", "trip"], weapons = ["gaff", "unarmed"] }

[[ability]]
id = "sure-foot"
name = "Sure foot"
text = "The deck moves, you do not."
gift = { kind = "edge", on = ["defence", "contest"], count = 2, weapons = ["melee"] }

[[ability]]
id = "broad"
name = "Broad"
text = "Like the boat."
gift = { kind = "resistance", dr = { all = 1 } }

[[spell]]
id = "undertow"
name = "Undertow"
text = "The river takes hold."
ap = 1
target = "foe"
save = { score = "Lore", against = "Strength" }
effect = { kind = "hold", paces = 2 }

[[spell]]
id = "sandbank"
name = "Sandbank"
text = "Where there was none."
ap = 1
target = "square"
save = { score = "Lore", dc = 11 }
effect = { kind = "raise", ground = "difficult" }

[[spell]]
id = "dry-shirt"
name = "Dry shirt"
text = "It helps."
ap = 1
target = "ally"
effect = { kind = "mend", dice = "1d6", score = "Lore" }

[[spell]]
id = "lull"
name = "Lull"
text = "The river holds its breath."
ap = 1
target = "self"
effect = { kind = "grant", on = "save", count = 1 }

[[sheet]]
id = "berta"
name = "Berta"
line = "Ferrywoman"
hp = 20
speed = 5
scores = { Strength = 3, Dexterity = 1, Rowing = 4, Lore = 2 }
items = ["oar", "gaff", "chain-key"]
wielded = ["gaff"]
abilities = ["long-hook", "sure-foot"]
spells = ["undertow", "sandbank", "dry-shirt", "lull"]

[[sheet]]
id = "lorenz"
name = "Lorenz"
line = "Passenger"
hp = 18
speed = 5
scores = { Strength = 1, Dexterity = 2 }
"""

SCENARIO = """\
title = "The landing"
system = "pace"
packs = ["ferry.toml"]
sides = { A = "The ferry", B = "The fare" }
map = '''
..##.x
b.:..x
..c...
'''

[[combatant]]
sheet = "berta"
side = "A"
at = "b"
facing = "E"
start = { hp = 12, wielded = ["oar"] }

[[combatant]]
sheet = "lorenz"
side = "B"
at = "D3"
facing = "W"
start = { at = "B3", held_by = ["berta"] }

[[combatant]]
sheet = "lorenz"
id = "brother"
side = "B"
at = "F3"

[[object]]
id = "chain"
name = "Chain"
at = "c"
door = "locked"
task = [
  { id = "haul", name = "Haul", save = { score = "Rowing", dc = 12 }, clock = "crossing" },
  { id = "grease", name = "Grease" },
]

[[object]]
id = "bench"
name = "Bench"
at = "E2"
blocks = false

[[item]]
gear = "gaff"
at = "E1"

[[clock]]
id = "crossing"
name = "The crossing"
segments = 4
filled = 1

[[clock]]
id = "dusk"
name = "Dusk"
segments = 6
"""


def found_in(pack: str = PACK, scenario: str | None = SCENARIO) -> list[Fault]:
    """The faults of a pack and a scenario, each of which is well formed by itself."""
    book = book_of((read(Pack, pack),))
    return faults(book, None if scenario is None else read(Scenario, scenario))


def read(type_: Any, text: str) -> Any:
    """The content that a TOML text describes, read as it is when a file is loaded."""
    data = tomllib.loads(text)
    assert not shape_of(type_).misfits(data)
    return shape_of(type_).read(data)


def changed(text: str, *changes: tuple[str, str]) -> str:
    """A text with some parts replaced, each of which must stand in it."""
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


def without_known(found: Sequence[Fault]) -> list[tuple[Place, str]]:
    """Places and messages alone."""
    return [(place, message) for place, message, _ in found]


def test_good_content_has_no_fault() -> None:
    """The texts that the other tests change are right as they stand."""
    assert found_in() == []
    assert found_in(scenario=None) == []


PACK_FAULTS: list[tuple[str, str, Place, str]] = [
    (
        'types = ["bludgeoning", "force"]',
        'types = ["force", "force"]',
        ("pack", "weapon", "oar", "types", 1),
        'the damage type "force" is named twice',
    ),
    (
        'id = "chain-key"',
        'id = "gaff"',
        ("pack", "thing", "gaff", "id"),
        'there is a weapon with the id "gaff" too',
    ),
    (
        '["chain", "boathouse"]',
        '["chain", "chain"]',
        ("pack", "thing", "chain-key", "opens", 1),
        'the object "chain" is named twice',
    ),
    (
        'weapons = ["gaff", "unarmed"]',
        'weapons = ["gaf", "unarmed"]',
        ("pack", "ability", "long-hook", "gift", "weapons", 0),
        '"gaf" is neither a kind of weapon nor the id of one',
    ),
    (
        'weapons = ["gaff", "unarmed"]',
        'weapons = ["gaff", "gaff"]',
        ("pack", "ability", "long-hook", "gift", "weapons", 1),
        'the weapon "gaff" is named twice',
    ),
    (
        '["push", "trip"]',
        '["trip", "trip"]',
        ("pack", "ability", "long-hook", "gift", "maneuvers", 1),
        'the Maneuver "trip" is named twice',
    ),
    (
        '["defence", "contest"]',
        '["defence", "defence"]',
        ("pack", "ability", "sure-foot", "gift", "on", 1),
        'the roll "defence" is named twice',
    ),
    (
        '["defence", "contest"], count = 2',
        '["defence", "contest"], count = 0',
        ("pack", "ability", "sure-foot", "gift", "count"),
        "a count of 0 is neither Advantage nor Disadvantage",
    ),
    (
        '["defence", "contest"]',
        '["save", "contest"]',
        ("pack", "ability", "sure-foot", "gift", "weapons"),
        "weapons narrow attacks and defences, and this is on neither",
    ),
    (
        'score = "Lore", against = "Strength"',
        'score = "Lore", against = "Strenght"',
        ("pack", "spell", "undertow", "save", "against"),
        'no sheet has the score "Strenght"',
    ),
    (
        'score = "Lore", against = "Strength"',
        'score = "Lore", against = "Strength", dc = 9',
        ("pack", "spell", "undertow", "save"),
        'a Save has either "against" or "dc"',
    ),
    (
        'score = "Lore", against = "Strength"',
        'score = "Lore"',
        ("pack", "spell", "undertow", "save"),
        'a Save has either "against" or "dc"',
    ),
    (
        "dc = 11",
        'against = "Strength"',
        ("pack", "spell", "sandbank", "save", "against"),
        'a square has no scores; its Save has a "dc"',
    ),
    (
        'target = "square"',
        'target = "foe"',
        ("pack", "spell", "sandbank", "target"),
        'the effect "raise" is for a square',
    ),
    (
        'target = "ally"',
        'target = "square"',
        ("pack", "spell", "dry-shirt", "target"),
        'the effect "mend" is not for a square',
    ),
    (
        'target = "foe"',
        'target = "self"',
        ("pack", "spell", "undertow", "target"),
        "nobody holds itself",
    ),
    (
        'target = "self"',
        'target = "self"\ntargets = 2',
        ("pack", "spell", "lull", "targets"),
        'a spell on "self" has one target',
    ),
    (
        'on = "save", count = 1',
        'on = "save", count = 0',
        ("pack", "spell", "lull", "effect", "count"),
        "a count of 0 is neither Advantage nor Disadvantage",
    ),
    (
        "Strength = 1, Dexterity = 2",
        "Strength = 1",
        ("pack", "sheet", "lorenz", "scores"),
        '"Dexterity" is missing; a sheet has Strength and Dexterity',
    ),
    (
        "Strength = 1, Dexterity = 2",
        "Dexterity = 2",
        ("pack", "sheet", "lorenz", "scores"),
        '"Strength" is missing; a sheet has Strength and Dexterity',
    ),
    (
        '"gaff", "chain-key"]',
        '"gaff", "bare-hands"]',
        ("pack", "sheet", "berta", "items", 2),
        'there is no weapon or thing with the id "bare-hands"',
    ),
    (
        '"gaff", "chain-key"]',
        '"gaff", "oar"]',
        ("pack", "sheet", "berta", "items", 2),
        'the weapon or thing "oar" is named twice',
    ),
    (
        'wielded = ["gaff"]',
        'wielded = ["gaff", "boat"]',
        ("pack", "sheet", "berta", "wielded", 1),
        '"boat" is not among the items of "berta"',
    ),
    (
        'wielded = ["gaff"]',
        'wielded = ["gaff", "gaff"]',
        ("pack", "sheet", "berta", "wielded", 1),
        'the item "gaff" is named twice',
    ),
    (
        'wielded = ["gaff"]',
        'wielded = ["gaff", "oar"]',
        ("pack", "sheet", "berta", "wielded"),
        "this takes 3 hands; a character has 2",
    ),
    (
        '["long-hook", "sure-foot"]',
        '["long-hock", "sure-foot"]',
        ("pack", "sheet", "berta", "abilities", 0),
        'there is no ability with the id "long-hock"',
    ),
    (
        '["long-hook", "sure-foot"]',
        '["long-hook", "long-hook"]',
        ("pack", "sheet", "berta", "abilities", 1),
        'the ability "long-hook" is named twice',
    ),
    (
        '["undertow", "sandbank"',
        '["overtow", "sandbank"',
        ("pack", "sheet", "berta", "spells", 0),
        'there is no spell with the id "overtow"',
    ),
    (
        '["undertow", "sandbank"',
        '["sandbank", "sandbank"',
        ("pack", "sheet", "berta", "spells", 1),
        'the spell "sandbank" is named twice',
    ),
    (
        'ability = "Strength"',
        'ability = "Boating"',
        ("pack", "sheet", "berta", "items", 1),
        '"gaff" is used with "Boating", a score that this sheet lacks',
    ),
    (
        'save = { score = "Lore", dc',
        'save = { score = "Law", dc',
        ("pack", "sheet", "berta", "spells", 1),
        '"sandbank" is cast with "Law", a score that this sheet lacks',
    ),
    (
        'dice = "1d6", score = "Lore"',
        'dice = "1d6", score = "Physic"',
        ("pack", "sheet", "berta", "spells", 2),
        '"dry-shirt" is cast with "Physic", a score that this sheet lacks',
    ),
]


@pytest.mark.parametrize(("old", "new", "place", "message"), PACK_FAULTS)
def test_a_fault_of_a_pack_is_found(old: str, new: str, place: Place, message: str) -> None:
    """It is the one fault there is, it has its place, and the pack needs no scenario for it."""
    scenario = None if 'id = "gaff"' in new else SCENARIO
    pack = changed(PACK, (old, new))
    if scenario is None:
        pack = changed(pack, (', "chain-key"]', "]"))
    assert without_known(found_in(pack, scenario)) == [(place, message)]
    assert without_known(found_in(pack, None)) == [(place, message)]


@pytest.mark.parametrize(
    ("id_", "message"),
    [
        ("bare-hands", '"bare-hands" is the weapon that every fight has already'),
        ("melee", '"melee" is a kind of weapon, so no weapon can be called that'),
    ],
)
def test_some_ids_are_taken(id_: str, message: str) -> None:
    """No weapon of a pack replaces bare hands or is called as a kind of weapons is."""
    weapon = f"""
[[weapon]]
id = "{id_}"
name = "Fists"
kind = "unarmed"
ability = "Strength"
damage = "2d6"
types = ["bludgeoning"]
"""
    assert found_in(PACK + weapon, None) == [(("pack", "weapon", id_, "id"), message, ())]


SCENARIO_FAULTS: list[tuple[str, str, Place, str]] = [
    ("..c...", "..c..", ("scenario", "map"), "row 3 has 5 squares, and row 1 has 6"),
    ("..c...", "..c..@", ("scenario", "map"), 'no square is drawn as "@" (row 3)'),
    ("..c...", "..c. .", ("scenario", "map"), 'no square is drawn as " " (row 3)'),
    (
        'at = "b"',
        'at = "B9"',
        ("scenario", "combatant", 0, "at"),
        'the map has no square "B9"',
    ),
    (
        'at = "b"',
        'at = "x"',
        ("scenario", "combatant", 0, "at"),
        'the sign "x" stands 2 times on the map, so it names no square',
    ),
    ('at = "b"', 'at = "y"', ("scenario", "combatant", 0, "at"), 'the map has no sign "y"'),
    ('{ at = "B3"', '{ at = "G3"', ("scenario", "combatant", 1, "start", "at"), 'the map has no square "G3"'),
    ('at = "E2"', 'at = "E22"', ("scenario", "object", 1, "at"), 'the map has no square "E22"'),
    ('at = "E1"', 'at = "z"', ("scenario", "item", 0, "at"), 'the map has no sign "z"'),
    ('at = "F3"', 'at = "C1"', ("scenario", "combatant", 2, "at"), "C1 is blocking ground"),
    ('at = "E2"', 'at = "D1"', ("scenario", "object", 1, "at"), "D1 is blocking ground"),
    ('at = "E1"', 'at = "D1"', ("scenario", "item", 0, "at"), "D1 is blocking ground"),
    ('at = "F3"', 'at = "A2"', ("scenario", "combatant", 2, "at"), '"berta" stands on A2 already'),
    (
        '{ at = "B3"',
        '{ at = "A2"',
        ("scenario", "combatant", 1, "start", "at"),
        '"berta" stands on A2 already',
    ),
    ('at = "F3"', 'at = "c"', ("scenario", "combatant", 2, "at"), 'C3 is blocked by "Chain"'),
    ('side = "A"', 'side = "C"', ("scenario", "combatant", 0, "side"), 'the scenario has no side "C"'),
    (
        'side = "A"',
        'side = "B"',
        ("scenario", "combatant"),
        "a fight needs characters of at least two sides",
    ),
    (
        'id = "brother"\n',
        "",
        ("scenario", "combatant", 2, "sheet"),
        'there is another combatant "lorenz"; give this one an "id" of its own',
    ),
    (
        'id = "brother"',
        'id = "berta"',
        ("scenario", "combatant", 2, "id"),
        'there is another combatant "berta"; give this one an "id" of its own',
    ),
    (
        'id = "brother"',
        'id = "gm"',
        ("scenario", "combatant", 2, "id"),
        '"gm" is the game master\'s own name',
    ),
    (
        'id = "bench"',
        'id = "chain"',
        ("scenario", "object", 1, "id"),
        'there is another object with the id "chain"',
    ),
    ('id = "bench"', 'id = "lorenz"', ("scenario", "object", 1, "id"), 'there is a combatant "lorenz" too'),
    (
        'id = "grease"',
        'id = "haul"',
        ("scenario", "object", 0, "task", 1, "id"),
        'there is another task with the id "haul"',
    ),
    (
        'id = "dusk"',
        'id = "crossing"',
        ("scenario", "clock", 1, "id"),
        'there is another clock with the id "crossing"',
    ),
    (
        "hp = 12",
        "hp = 21",
        ("scenario", "combatant", 0, "start", "hp"),
        "21 Hit Points, and the sheet has 20",
    ),
    (
        'wielded = ["oar"]',
        'wielded = ["ore"]',
        ("scenario", "combatant", 0, "start", "wielded", 0),
        '"ore" is not among the items of "berta"',
    ),
    (
        'wielded = ["oar"]',
        'wielded = ["oar", "gaff"]',
        ("scenario", "combatant", 0, "start", "wielded"),
        "this takes 3 hands; a character has 2",
    ),
    (
        'held_by = ["berta"]',
        'held_by = ["bert"]',
        ("scenario", "combatant", 1, "start", "held_by", 0),
        'there is no other combatant "bert"',
    ),
    (
        'held_by = ["berta"]',
        'held_by = ["lorenz"]',
        ("scenario", "combatant", 1, "start", "held_by", 0),
        'there is no other combatant "lorenz"',
    ),
    (
        'held_by = ["berta"]',
        'held_by = ["berta", "berta"]',
        ("scenario", "combatant", 1, "start", "held_by", 1),
        'the source "berta" is named twice',
    ),
    (
        'held_by = ["berta"]',
        'held_by = ["brother"]',
        ("scenario", "combatant", 1, "start", "held_by", 0),
        '"brother" is 4 Paces away; a hold reaches 1',
    ),
    (
        "hp = 12",
        "hp = 0",
        ("scenario", "combatant", 1, "start", "held_by", 0),
        '"berta" is defeated, and holds nobody',
    ),
    (
        'clock = "crossing"',
        'clock = "crosing"',
        ("scenario", "object", 0, "task", 0, "clock"),
        'there is no clock with the id "crosing"',
    ),
    (
        'score = "Rowing"',
        'score = "Sailing"',
        ("scenario", "object", 0, "task", 0, "save", "score"),
        'nobody in the scene has the score "Sailing"',
    ),
    (
        'gear = "gaff"',
        'gear = "bare-hands"',
        ("scenario", "item", 0, "gear"),
        'there is no weapon or thing with the id "bare-hands"',
    ),
    (
        "filled = 1",
        'filled = 1\nside = "D"',
        ("scenario", "clock", 0, "side"),
        'the scenario has no side "D"',
    ),
    (
        "filled = 1",
        "filled = 4",
        ("scenario", "clock", 0, "filled"),
        "4 of 4 segments: this clock is full before it begins",
    ),
]


@pytest.mark.parametrize(("old", "new", "place", "message"), SCENARIO_FAULTS)
def test_a_fault_of_a_scenario_is_found(old: str, new: str, place: Place, message: str) -> None:
    """It is the one fault there is, and it has its place."""
    assert without_known(found_in(scenario=changed(SCENARIO, (old, new)))) == [(place, message)]


def test_a_missing_sheet_takes_its_scores_along() -> None:
    """What follows from a fault is found with it: the task had its score from that sheet alone."""
    found = found_in(scenario=changed(SCENARIO, ('sheet = "berta"', 'sheet = "bertha"\nid = "berta"')))
    assert found == [
        (
            ("scenario", "combatant", 0, "sheet"),
            'there is no sheet with the id "bertha"',
            ("berta", "lorenz"),
        ),
        (
            ("scenario", "object", 0, "task", 0, "save", "score"),
            'nobody in the scene has the score "Rowing"',
            ("Strength", "Dexterity"),
        ),
    ]


@pytest.mark.parametrize(
    ("drawn", "message"),
    [
        ("\n\n", "a map has at least one square"),
        ("." * (SIDE_MAX + 1), f"{SIDE_MAX + 1} by 1 squares; a side has {SIDE_MAX} at most"),
        (".\n" * (SIDE_MAX + 1), f"1 by {SIDE_MAX + 1} squares; a side has {SIDE_MAX} at most"),
    ],
)
def test_a_map_has_a_size(drawn: str, message: str) -> None:
    """From 1 to 60 squares each way."""
    head, rest = SCENARIO.split("map = '''\n")
    scenario = f"{head}map = '''\n{drawn}{rest[rest.index(chr(39) * 3) :]}"
    assert (("scenario", "map"), message) in without_known(found_in(scenario=scenario))


@pytest.mark.parametrize(
    "changes",
    [
        [("hp = 12", "hp = 0"), ('held_by = ["berta"]', "held_by = []"), ('at = "F3"', 'at = "A2"')],
        [('at = "F3"', 'at = "c"'), ('"locked"', '"open"')],
        [('at = "F3"', 'at = "E2"')],
        [('at = "E1"', 'at = "C3"')],
        [('at = "D3"', 'at = "A2"')],
    ],
    ids=["on a defeated body", "in an open door", "on a bench", "an item on an object", "another start"],
)
def test_what_may_share_a_square(changes: list[tuple[str, str]]) -> None:
    """Bodies, open doors and what does not block take no square; only the "at" that counts does."""
    assert found_in(scenario=changed(SCENARIO, *changes)) == []


def test_what_would_be_known_is_told() -> None:
    """Whoever mistyped a name is shown those that there are."""
    pack = changed(PACK, ('"gaff", "unarmed"]', '"gaf", "unarmed"]'), ('["long-hook"', '["long-hock"'))
    scenario = changed(SCENARIO, ('at = "b"', 'at = "y"'), ('gear = "gaff"', 'gear = "gaf"'))
    assert [known for _, _, known in found_in(pack, scenario)] == [
        ("unarmed", "melee", "ranged", "bare-hands", "oar", "gaff"),
        ("long-hook", "sure-foot", "broad"),
        ("oar", "gaff", "chain-key"),
        ["b", "c"],
    ]


def test_all_faults_come_at_once() -> None:
    """Those of the pack first, then those of the scenario, even when nothing has a place on the map."""
    pack = changed(PACK, ("Strength = 1, ", ""), ('target = "ally"', 'target = "square"'))
    scenario = changed(SCENARIO, ("..c...", "..c"), ("filled = 1", "filled = 9"), ("hp = 12", "hp = 30"))
    assert [place for place, _ in without_known(found_in(pack, scenario))] == [
        ("pack", "spell", "dry-shirt", "target"),
        ("pack", "sheet", "lorenz", "scores"),
        ("scenario", "map"),
        ("scenario", "combatant", 0, "start", "hp"),
        ("scenario", "clock", 0, "filled"),
    ]


# What comes with affray


CONTENT = files("affray.systems.pace") / "content"
MILL_COUNTRY: Pack = read(Pack, (CONTENT / "mill-country.toml").read_text(encoding="utf-8"))
SCENES = sorted(file.name for file in (CONTENT / "scenarios").iterdir())


@pytest.mark.parametrize("name", SCENES)
def test_a_bundled_scene_has_no_fault(name: str) -> None:
    """Everything is in place, everybody looks toward a foe, and there are a few words to read out."""
    scenario: Scenario = read(Scenario, (CONTENT / "scenarios" / name).read_text(encoding="utf-8"))
    assert faults(book_of((MILL_COUNTRY,)), scenario) == []
    assert scenario.intro
    board = board_of(scenario.map)
    squares = [square_at(scenario.map, board, combatant.at) for combatant in scenario.combatant]
    for combatant, square in zip(scenario.combatant, squares, strict=True):
        facing = FACINGS.index(combatant.facing)
        others = zip(scenario.combatant, squares, strict=True)
        foes = [there for other, there in others if other.side != combatant.side]
        assert any(in_wedge(board, square or 0, facing, there or 0) for there in foes), combatant.sheet


def test_the_bundled_pack_shows_everything_that_a_pack_can_say() -> None:
    """All kinds and damage types of weapons, all effects of spells, all gifts of Abilities; each in use."""
    pack = MILL_COUNTRY
    assert faults(book_of((pack,)), None) == []
    assert {weapon.kind for weapon in pack.weapon} == {"unarmed", "melee", "ranged"}
    assert {type_ for weapon in pack.weapon for type_ in weapon.types} == set(DAMAGE_TYPES)
    assert {weapon.range for weapon in pack.weapon if weapon.kind == "melee"} == {1, 2}
    assert {weapon.hands for weapon in pack.weapon} == {1, 2}
    assert {weapon.ap for weapon in pack.weapon} == {1, 2, 3}
    assert {thing.bulk for thing in pack.thing} == {0, 1, 2, 3}
    assert {type(spell.effect) for spell in pack.spell} == _members(content.SpellEffect)
    assert {type(ability.gift) for ability in pack.ability} == _members(content.Gift)
    used = {id_ for sheet in pack.sheet for id_ in (*sheet.items, *sheet.abilities, *sheet.spells)}
    assert {weapon.id for weapon in pack.weapon} <= used
    assert {ability.id for ability in pack.ability} <= used
    assert {spell.id for spell in pack.spell} <= used


def test_bundled_people_can_use_the_maneuvers_they_have_learned() -> None:
    """Whoever has such an Ability begins with a weapon for it, and with an Unarmed one or a free hand."""
    weapons = {weapon.id: weapon for weapon in MILL_COUNTRY.weapon}
    gifts = {ability.id: ability.gift for ability in MILL_COUNTRY.ability}
    seen = 0
    for sheet in MILL_COUNTRY.sheet:
        held = [weapons[id_] for id_ in sheet.wielded]
        for gift in (gifts[id_] for id_ in sheet.abilities):
            if isinstance(gift, content.AllowsManeuvers):
                seen += 1
                assert any({weapon.id, weapon.kind} & set(gift.weapons) for weapon in held), sheet.id
                bare = sum(weapon.hands for weapon in held) < HANDS
                assert bare or any(weapon.kind == "unarmed" for weapon in held), sheet.id
    assert seen >= 5


def _members(union: Any) -> set[Any]:
    """The classes of an annotated union."""
    return set(get_args(get_args(union)[0]))
