"""What is found wrong between the parts of packs and scenarios, and that the bundled ones have no fault."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Sequence
from importlib.resources import files
from typing import Any, get_args

import pytest

from affray.board.hexes import distance
from affray.content.shape import shape_of
from affray.systems.cantor.book import Art, DamageType, Pack, Sheet, Stone, Weapon, book_of
from affray.systems.cantor.check_pack import CANTORS_ONLY, GROUNDS, Fault, Place, faults
from affray.systems.cantor.scenario import SIDE_MAX, Scenario, rows_of
from affray.systems.cantor.setting import board_of, hex_at

PACK = """\
id = "quarry"
title = "The quarry"
system = "cantor"

[[weapon]]
id = "wedge"
name = "Wedge"
kind = "melee"
damage = "1d6"
type = "kinetic"
range = 7
inflicts = [{ condition = "Prone" }, { condition = "Slowed" }]

[[weapon]]
id = "powder"
name = "Powder"
kind = "ranged"
damage = "2d3 + 1"
type = "explosive"
range = 4
area = { shape = "burst", size = 1 }

[[art]]
id = "hush"
name = "Hush"
kind = "sonic"
inflicts = [{ condition = "Jammed" }]

[[art]]
id = "gust"
name = "Gust"
kind = "tech"
knockback = 2

[[sheet]]
id = "runa"
name = "Runa"
line = "Cantor of the quarry"
kind = "cantor"
hp = 10
evasion = 9
e_defense = 9
speed = 5
resistance = ["sonic", "kinetic"]
structure = 3
stress = 3
activations = 2
stone = "Granite"
oath = "I stay."
weapons = ["wedge", "powder"]
arts = ["hush", "gust"]

[[sheet]]
id = "drill"
name = "Drill"
line = "It was left running"
kind = "enemy"
hp = 12
evasion = 8
e_defense = 7
speed = 4
weapons = ["wedge"]
"""

SCENARIO = """\
title = "The lower face"
system = "cantor"
packs = ["quarry.toml"]
sides = { A = "The singers", B = "The machines" }
map = '''
R.#:.X
.s.h.X
..~.2.
'''

[[combatant]]
sheet = "runa"
side = "A"
at = "R"
start = { hp = 4, structure = 2, stress = 1, band = 4, conditions = ["Prone", "Impaired"] }

[[combatant]]
sheet = "drill"
side = "B"
at = "D3"
start = { at = "B1", grapples = "runa", overshield = 3 }

[[combatant]]
sheet = "drill"
id = "second"
side = "B"
at = "2"

[[combatant]]
sheet = "drill"
id = "third"
side = "B"
at = "2"
joins = 3
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


DRILL = 'line = "It was left running"'

PACK_FAULTS: list[tuple[str, str, Place, str]] = [
    (
        '{ condition = "Slowed" }',
        '{ condition = "Prone" }',
        ("pack", "weapon", "wedge", "inflicts", 1),
        'the condition "Prone" is named twice',
    ),
    (
        '[{ condition = "Jammed" }]',
        '[{ condition = "Jammed" }, { condition = "Jammed" }]',
        ("pack", "art", "hush", "inflicts", 1),
        'the condition "Jammed" is named twice',
    ),
    (
        'inflicts = [{ condition = "Jammed" }]',
        "reliable = 2",
        ("pack", "art", "hush"),
        "this does nothing: it has no damage, and inflicts no condition",
    ),
    (
        "knockback = 2",
        "armor_piercing = true",
        ("pack", "art", "gust"),
        "this does nothing: it has no damage, and inflicts no condition",
    ),
    (
        'arts = ["hush", "gust"]',
        'arts = ["hush", "dust"]',
        ("pack", "sheet", "runa", "arts", 1),
        'there is no art with the id "dust"',
    ),
    (
        'arts = ["hush", "gust"]',
        'arts = ["hush", "hush"]',
        ("pack", "sheet", "runa", "arts", 1),
        'the art "hush" is named twice',
    ),
    (
        'weapons = ["wedge", "powder"]',
        'weapons = ["hush", "powder"]',
        ("pack", "sheet", "runa", "weapons", 0),
        'there is no weapon with the id "hush"',
    ),
    (
        'weapons = ["wedge", "powder"]',
        'weapons = ["wedge", "wedge"]',
        ("pack", "sheet", "runa", "weapons", 1),
        'the weapon "wedge" is named twice',
    ),
    (
        '["sonic", "kinetic"]',
        '["sonic", "sonic"]',
        ("pack", "sheet", "runa", "resistance", 1),
        'the damage type "sonic" is named twice',
    ),
    (
        'stone = "Granite"\n',
        "",
        ("pack", "sheet", "runa"),
        '"stone" is missing; a Cantor is bound to one',
    ),
    (
        'oath = "I stay."\n',
        "",
        ("pack", "sheet", "runa"),
        '"oath" is missing; a Cantor has one to swear',
    ),
    (
        'oath = "I stay."',
        'oath = " "',
        ("pack", "sheet", "runa"),
        '"oath" is missing; a Cantor has one to swear',
    ),
    (
        DRILL,
        f'{DRILL}\nstone = "Quartz"',
        ("pack", "sheet", "drill", "stone"),
        "an Enemy is bound to no stone",
    ),
    (
        DRILL,
        f'{DRILL}\noath = "I run."',
        ("pack", "sheet", "drill", "oath"),
        "an Enemy has no Oath",
    ),
]


@pytest.mark.parametrize(("old", "new", "place", "message"), PACK_FAULTS)
def test_a_fault_of_a_pack_is_found(old: str, new: str, place: Place, message: str) -> None:
    """It is the one fault there is, and it has its place."""
    assert without_known(found_in(changed(PACK, (old, new)))) == [(place, message)]


def test_an_art_is_not_called_like_a_weapon() -> None:
    """An attack is known by the id of what it is made with, and that is one thing."""
    pack = changed(PACK, ('id = "gust"', 'id = "wedge"'), ('"hush", "gust"', '"hush", "wedge"'))
    message = 'there is a weapon with the id "wedge" too'
    assert without_known(found_in(pack)) == [(("pack", "art", "wedge", "id"), message)]


@pytest.mark.parametrize("effect", ['damage = "1d3"', "burn = 1", 'inflicts = [{ condition = "Lock On" }]'])
def test_an_art_does_something(effect: str) -> None:
    """Damage, Burn, a condition or a shove: one of them is enough."""
    assert found_in(changed(PACK, ("knockback = 2", effect))) == []


SCENARIO_FAULTS: list[tuple[str, str, Place, str]] = [
    (".s.h.X", ".s.h.", ("scenario", "map"), "row 2 has 5 hexes, and row 1 has 6"),
    (".s.h.X", ".s.a.X", ("scenario", "map"), 'no hex is drawn as "a" (row 2)'),
    ("..~.2.", "..~.2?", ("scenario", "map"), 'no hex is drawn as "?" (row 3)'),
    (".s.h.X", ".s.é.X", ("scenario", "map"), 'no hex is drawn as "é" (row 2)'),
    (
        'at = "R"',
        'at = "X"',
        ("scenario", "combatant", 0, "at"),
        'the sign "X" stands 2 times on the map, so it names no hex',
    ),
    ('at = "R"', 'at = "Q"', ("scenario", "combatant", 0, "at"), 'the map has no sign "Q"'),
    ('at = "R"', 'at = "G1"', ("scenario", "combatant", 0, "at"), 'the map has no hex "G1"'),
    ('at = "R"', 'at = "A4"', ("scenario", "combatant", 0, "at"), 'the map has no hex "A4"'),
    ('at = "D3"', 'at = "C1"', ("scenario", "combatant", 1, "at"), "C1 is blocking ground"),
    ('at = "D3"', 'at = "C3"', ("scenario", "combatant", 1, "at"), "C3 lies behind a lethal edge"),
    (
        'at = "B1", grapples = "runa"',
        'at = "C3"',
        ("scenario", "combatant", 1, "start", "at"),
        "C3 lies behind a lethal edge",
    ),
    (
        'at = "B1"',
        'at = "A1"',
        ("scenario", "combatant", 1, "start", "at"),
        '"runa" stands on A1 already',
    ),
    ('at = "2"', 'at = "B1"', ("scenario", "combatant", 2, "at"), '"drill" stands on B1 already'),
    ('side = "A"', 'side = "C"', ("scenario", "combatant", 0, "side"), 'the scenario has no side "C"'),
    ('side = "A"', 'side = "B"', ("scenario", "combatant"), "a fight needs units of at least two sides"),
    (
        'id = "second"\n',
        "",
        ("scenario", "combatant", 2, "sheet"),
        'there is another combatant "drill"; give this one an "id" of its own',
    ),
    (
        'id = "third"',
        'id = "second"',
        ("scenario", "combatant", 3, "id"),
        'there is another combatant "second"; give this one an "id" of its own',
    ),
    (
        'id = "second"',
        'id = "gm"',
        ("scenario", "combatant", 2, "id"),
        '"gm" is the game master\'s own name',
    ),
    (
        'sheet = "runa"',
        'sheet = "rune"\nid = "runa"',
        ("scenario", "combatant", 0, "sheet"),
        'there is no sheet with the id "rune"',
    ),
    ("hp = 4", "hp = 11", ("scenario", "combatant", 0, "start", "hp"), "11 HP, and the sheet has 10"),
    (
        "structure = 2",
        "structure = 4",
        ("scenario", "combatant", 0, "start", "structure"),
        "4 Structure, and the sheet has 3",
    ),
    (
        "stress = 1",
        "stress = 4",
        ("scenario", "combatant", 0, "start", "stress"),
        "4 Stress, and the sheet has 3",
    ),
    (
        '["Prone", "Impaired"]',
        '["Prone", "Prone"]',
        ("scenario", "combatant", 0, "start", "conditions", 1),
        'the condition "Prone" is named twice',
    ),
    ("overshield = 3", "hp = 13", ("scenario", "combatant", 1, "start", "hp"), "13 HP, and the sheet has 12"),
    (
        'grapples = "runa"',
        'grapples = "rune"',
        ("scenario", "combatant", 1, "start", "grapples"),
        'there is no other combatant "rune"',
    ),
    (
        'grapples = "runa"',
        'grapples = "drill"',
        ("scenario", "combatant", 1, "start", "grapples"),
        'there is no other combatant "drill"',
    ),
    (
        'grapples = "runa"',
        'grapples = "second"',
        ("scenario", "combatant", 1, "start", "grapples"),
        '"second" is 4 hexes away; a grapple holds what is adjacent',
    ),
    (
        "stress = 1",
        "stress = 0",
        ("scenario", "combatant", 1, "start", "grapples"),
        '"runa" is out of the fight, and in no grapple',
    ),
    (
        "overshield = 3",
        "hp = 0",
        ("scenario", "combatant", 1, "start", "grapples"),
        '"drill" is out of the fight, and in no grapple',
    ),
    (
        "joins = 3",
        "joins = 3\nstart = { burn = 2 }",
        ("scenario", "combatant", 3, "start"),
        "a unit that joins later comes in fresh",
    ),
]


@pytest.mark.parametrize(("old", "new", "place", "message"), SCENARIO_FAULTS)
def test_a_fault_of_a_scenario_is_found(old: str, new: str, place: Place, message: str) -> None:
    """It is the one fault there is, and it has its place."""
    assert without_known(found_in(scenario=changed(SCENARIO, (old, new)))) == [(place, message)]


@pytest.mark.parametrize(
    ("old", "number", "message"),
    [
        ('at = "D3"', 1, '"drill" joins in round 2, and is in no grapple before'),
        ('at = "R"', 0, '"runa" joins in round 2, and is in no grapple before'),
    ],
)
def test_who_joins_later_is_in_no_grapple(old: str, number: int, message: str) -> None:
    """Neither who holds nor who is held; and who joins later comes in fresh."""
    found = without_known(found_in(scenario=changed(SCENARIO, (old, f"{old}\njoins = 2"))))
    assert found == [
        (("scenario", "combatant", number, "start"), "a unit that joins later comes in fresh"),
        (("scenario", "combatant", 1, "start", "grapples"), message),
    ]


def test_a_grapple_of_two_who_hold_each_other_is_one_too_many() -> None:
    """Each of the two is in another grapple, and is told so."""
    place = ("scenario", "combatant", 1, "start", "grapples")
    assert without_known(found_in(scenario=changed(SCENARIO, ("band = 4", 'grapples = "drill"')))) == [
        (place, '"drill" is in another grapple already'),
        (place, '"runa" is in another grapple already'),
    ]


@pytest.mark.parametrize("value", ["structure = 1", "stress = 1", "band = 1", "cooldowns = 1", "tokens = 1"])
def test_what_only_a_cantor_has_an_enemy_does_not_begin_with(value: str) -> None:
    """No Structure, no Stress, no band, and nothing that comes of them."""
    name = value.split()[0]
    found = found_in(scenario=changed(SCENARIO, ("overshield = 3", value)))
    place = ("scenario", "combatant", 1, "start", name)
    assert without_known(found) == [(place, f'"{name}" is for Cantors; an Enemy has none')]
    assert name in CANTORS_ONLY


def test_an_enemy_has_no_fracture() -> None:
    """Its Fracture cannot be manifest; that of a Cantor can, whatever its band."""
    enemy = changed(SCENARIO, ("overshield = 3", "fractured = true"))
    place = ("scenario", "combatant", 1, "start", "fractured")
    assert without_known(found_in(scenario=enemy)) == [
        (place, '"fractured" is for Cantors; an Enemy has none')
    ]
    assert found_in(scenario=changed(SCENARIO, ("band = 4", "fractured = true"))) == []


@pytest.mark.parametrize(
    ("drawn", "message"),
    [
        ("\n\n", "a map has at least one hex"),
        ("." * (SIDE_MAX + 1), f"{SIDE_MAX + 1} by 1 hexes; a side has {SIDE_MAX} at most"),
        (".\n" * (SIDE_MAX + 1), f"1 by {SIDE_MAX + 1} hexes; a side has {SIDE_MAX} at most"),
    ],
)
def test_a_map_has_a_size(drawn: str, message: str) -> None:
    """From 1 to 60 hexes each way."""
    head, rest = SCENARIO.split("map = '''\n")
    scenario = f"{head}map = '''\n{drawn}{rest[rest.index(chr(39) * 3) :]}"
    assert (("scenario", "map"), message) in without_known(found_in(scenario=scenario))


@pytest.mark.parametrize(
    "changes",
    [
        [('at = "D3"', 'at = "A1"')],
        [("structure = 2", "structure = 0"), ('at = "B1", grapples = "runa"', 'at = "A1"')],
        [("overshield = 3", "hp = 0"), ('grapples = "runa", ', ""), ('at = "2"', 'at = "B1"')],
        [('side = "B"', 'side = "A"'), ('sheet = "drill"\nid = "second"', 'sheet = "runa"\nid = "second"')],
        [('at = "2"', 'at = "B2"'), ('at = "2"', 'at = "D2"')],
        [('at = "2"', 'at = "D1"'), ('at = "D3"', 'at = "F1"')],
    ],
    ids=[
        "another start",
        "where one was destroyed",
        "where one was defeated",
        "Cantors on both sides",
        "in cover",
        "difficult",
    ],
)
def test_what_is_allowed(changes: list[tuple[str, str]]) -> None:
    """Whoever is out takes no hex, only the "at" that counts does, and cover is a place to stand in."""
    assert found_in(scenario=changed(SCENARIO, *changes)) == []


def test_two_who_join_together_need_two_hexes() -> None:
    """One that joins may come where another stood at first, for by then it has moved."""
    together = changed(SCENARIO, ('id = "second"', 'id = "second"\njoins = 3'))
    place = ("scenario", "combatant", 3, "at")
    assert without_known(found_in(scenario=together)) == [(place, '"second" stands on E3 already')]


def test_what_would_be_known_is_told() -> None:
    """Whoever mistyped a name is shown those that there are."""
    pack = changed(PACK, ('"hush", "gust"', '"hush", "dust"'))
    scenario = changed(SCENARIO, ('side = "A"', 'side = "C"'), ('at = "R"', 'at = "Q"'), (".s.", ".a."))
    assert [known for _, _, known in found_in(pack, scenario)] == [
        ("hush", "gust"),
        (*GROUNDS, "capital letters", "figures"),
        ("A", "B"),
        ["R", "2"],
    ]
    assert found_in(scenario=changed(SCENARIO, ('grapples = "runa"', 'grapples = "rune"')))[0][2] == (
        "runa",
        "second",
        "third",
    )


def test_all_faults_come_at_once() -> None:
    """Those of the pack first, then those of the scenario, even when nothing has a place on the map."""
    pack = changed(PACK, ("knockback = 2\n", ""), ('stone = "Granite"\n', ""))
    scenario = changed(SCENARIO, (".s.h.X", ".s.h"), ("hp = 4", "hp = 40"), ('"runa", over', '"rune", over'))
    assert [place for place, _ in without_known(found_in(pack, scenario))] == [
        ("pack", "art", "gust"),
        ("pack", "sheet", "runa"),
        ("scenario", "map"),
        ("scenario", "combatant", 0, "start", "hp"),
        ("scenario", "combatant", 1, "start", "grapples"),
    ]


# What comes with affray


CONTENT = files("affray.systems.cantor") / "content"
DRAINED_LAND: Pack = read(Pack, (CONTENT / "drained-land.toml").read_text(encoding="utf-8"))
SCENES: dict[str, Scenario] = {
    file.name: read(Scenario, file.read_text(encoding="utf-8"))
    for file in sorted((CONTENT / "scenarios").iterdir(), key=lambda file: file.name)
}
CANTORS = [sheet for sheet in DRAINED_LAND.sheet if sheet.kind == "cantor"]
ENEMIES = [sheet for sheet in DRAINED_LAND.sheet if sheet.kind == "enemy"]


@pytest.mark.parametrize("name", SCENES)
def test_a_bundled_scene_has_no_fault(name: str) -> None:
    """Everything is in place, foes begin apart, and there are a few words to read out."""
    scenario = SCENES[name]
    assert faults(book_of((DRAINED_LAND,)), scenario) == []
    assert scenario.intro
    rows = rows_of(scenario.map)
    assert 12 <= len(rows[0]) <= 18
    assert 8 <= len(rows) <= 12
    board = board_of(scenario.map)
    hexes = {id(one): hex_at(scenario.map, board, one.at) or 0 for one in scenario.combatant}
    for one in scenario.combatant:
        for other in scenario.combatant:
            assert one.side == other.side or distance(board, hexes[id(one)], hexes[id(other)]) > 5


def test_bundled_scenes_show_every_ground_and_those_who_join() -> None:
    """Cover, difficult and blocking ground and lethal edges; reinforcements; every Cantor once at least."""
    drawn = "".join(scenario.map for scenario in SCENES.values())
    assert all(ground in drawn for ground in GROUNDS)
    assert any(one.joins > 1 for scenario in SCENES.values() for one in scenario.combatant)
    assert {one.sheet for scenario in SCENES.values() for one in scenario.combatant} == {
        sheet.id for sheet in DRAINED_LAND.sheet
    }


def test_the_bundled_pack_has_a_cantor_for_each_stone() -> None:
    """Seven of them; no two are armed alike, and each Oath is its own."""
    assert Counter(sheet.stone for sheet in CANTORS) == dict.fromkeys(get_args(Stone), 1)
    assert len({sheet.oath for sheet in CANTORS}) == len(CANTORS)
    for kind in ("weapons", "arts"):
        used = Counter(id_ for sheet in CANTORS for id_ in getattr(sheet, kind))
        assert set(used.values()) == {1}


def test_the_bundled_pack_shows_everything_that_a_pack_can_say() -> None:
    """All that weapons, arts and sheets can have, and each weapon and art in use."""
    pack = DRAINED_LAND
    assert faults(book_of((pack,)), None) == []
    things: list[Weapon | Art] = [*pack.weapon, *pack.art]
    for name in ("armor_piercing", "reliable", "knockback", "burn", "inflicts"):
        assert any(getattr(thing, name) for thing in pack.weapon), name
        assert any(getattr(thing, name) for thing in pack.art), name
    assert {thing.area.shape for thing in things if thing.area} == {"burst", "blast", "line"}
    assert {thing.type for thing in things} == set(get_args(DamageType))
    assert {thing.resonance for thing in things} == {1, 2}
    assert {weapon.threat for weapon in pack.weapon} == {1, 2}
    assert {(art.kind, art.cost) for art in pack.art} == {
        (kind, cost) for kind in ("tech", "sonic") for cost in ("quick", "full")
    }
    assert {thing.id for thing in things} == {
        id_ for sheet in pack.sheet for id_ in (*sheet.weapons, *sheet.arts)
    }


def test_bundled_units_lie_in_the_bounds_of_the_game() -> None:
    """From those that fall to one blow to the one that takes two turns a round."""

    def span(name: str, sheets: Sequence[Sheet] = DRAINED_LAND.sheet) -> tuple[int, int]:
        values = [getattr(sheet, name) for sheet in sheets]
        return min(values), max(values)

    assert span("armor") == (0, 3)
    assert span("grit") == (0, 4)
    assert span("evasion") == (6, 14)
    assert span("e_defense") == (6, 12)
    assert span("speed") == (3, 6)
    assert span("activations", CANTORS) == (1, 1)
    assert span("activations", ENEMIES) == (1, 2)
    assert span("hp", ENEMIES)[0] == 5
    assert len(ENEMIES) == 8
