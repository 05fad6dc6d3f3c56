"""Packs and scenarios: loaded whole, or refused with every fault and its line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from affray.content import bundled
from affray.content.check import check_file
from affray.content.faults import Fault, FaultyContent
from affray.content.loader import load_pack, load_scenario, load_source, loaded_from_plain
from affray.content.source import BYTES_MAX, Source, read_path
from affray.kernel.codec import state_hash, to_plain
from affray.kernel.errors import Unreadable

PACK = """\
id = "lamps"
title = "Lamps"
system = "d20plus"

[[weapon]]
id = "hook"
name = "Hook"
skill = "Might"
kind = "melee"
lane = "Mid"
reach = ["Close"]
tags = ["iron"]

[[ability]]
id = "duck"
name = "Duck"
text = "Gone."
cost = "reaction"
effect = { kind = "nullification", natures = ["psychic"] }

[[sheet]]
id = "wick"
name = "Wick"
profession = "Lamplighter"
traits = { Mind = 4, Body = 4, Spirit = 3 }
weapons = ["hook"]
abilities = ["duck"]
dice = [{ type = "Gear", size = 6, source = "Coat", applies_to = ["Body defence"] }]
"""

SCENARIO = """\
title = "Row"
system = "d20plus"
scene = "lethal"
packs = ["lamps.toml"]
sides = { A = "Us", B = "Them" }
passages = [["row", "yard"]]
rulings = { cover_penalty = 4 }

[[zone]]
id = "row"
name = "Row"
x = 0
y = 0
width = 40
height = 60
cover = ["cart"]

[[zone]]
id = "yard"
name = "Yard"
x = 50
y = 0
width = 40
height = 60

[[combatant]]
sheet = "wick"
side = "A"
zone = "row"
start = { cover = "cart" }

[[combatant]]
sheet = "wick"
id = "other"
side = "B"
zone = "yard"
"""


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, str], Path]:
    """Writes the pack and the scenario, and returns the scenario's path."""

    def written(pack: str = PACK, scenario: str = SCENARIO) -> Path:
        (tmp_path / "lamps.toml").write_text(pack, encoding="utf-8")
        path = tmp_path / "row.toml"
        path.write_text(scenario, encoding="utf-8")
        return path

    return written


def test_a_scenario_is_loaded_with_its_pack_and_rulings(write: Callable[..., Path]) -> None:
    """Packs are found beside the scenario, and named rulings take the scenario's values."""
    loaded = load_scenario(write())
    assert loaded.id == "row"
    assert loaded.title == "Row"
    assert loaded.rulings.cover_penalty == 4
    assert loaded.rulings.wound_increment == 10
    assert sorted(loaded.book.sheets) == ["wick"]


@pytest.mark.parametrize("id_", bundled.scenario_ids())
def test_every_bundled_scenario_loads_and_starts(id_: str) -> None:
    """What comes with affray has no fault, and starts with everybody in place."""
    loaded = load_scenario(id_)
    seats = loaded.system.seats(loaded.start())
    # In some systems a combatant may join later.
    assert len(seats) == sum(getattr(one, "joins", 1) == 1 for one in loaded.scenario.combatant)
    assert loaded.scenario.intro


def test_the_default_scenario_is_bundled() -> None:
    """What opens without a name is there."""
    assert bundled.DEFAULT_SCENARIO in bundled.scenario_ids()


def test_the_bundled_pack_shows_every_kind_of_reaction() -> None:
    """At least 8 Personas and 14 abilities; all lanes, distances and natures; a weapon that exhausts."""
    pack = load_pack(bundled.read_pack("sundered-streets"))
    kinds = {ability.effect.kind for ability in pack.ability if ability.cost == "reaction"}
    assert kinds == {
        "counter-attack",
        "interception",
        "contested nullification",
        "defence enhancement",
        "nullification",
        "bonus turn",
    }
    assert len(pack.sheet) >= 8
    assert len(pack.ability) >= 14
    assert {weapon.lane for weapon in pack.weapon} == {"Fast", "Mid", "Slow"}
    assert {distance for weapon in pack.weapon for distance in weapon.reach} == {
        "Close",
        "Ranged",
        "Far",
        "Extreme",
    }
    assert {"physical", "arcane", "emotional", "psychic"} <= {weapon.nature for weapon in pack.weapon}
    assert any(weapon.exhausts for weapon in pack.weapon)
    used = {id_ for sheet in pack.sheet for id_ in (*sheet.weapons, *sheet.abilities)}
    assert used <= {item.id for item in (*pack.weapon, *pack.ability)}


def test_starting_again_gives_the_same_fight(write: Callable[..., Path]) -> None:
    """Launching changes neither the scenario nor its packs: the tenth start is as the first."""
    loaded = load_scenario(write())
    before = loaded.content_hash
    hashes = {state_hash(loaded.start().state) for _ in range(10)}
    assert len(hashes) == 1
    assert load_scenario(write()).content_hash == before


@pytest.mark.parametrize("id_", bundled.scenario_ids())
def test_content_goes_through_plain_values_unchanged(id_: str) -> None:
    """A save carries its content, and reading it gives the same fight."""
    loaded = load_scenario(id_)
    again = loaded_from_plain(loaded.to_plain())
    assert again.content_hash == loaded.content_hash
    assert to_plain(again.scenario) == to_plain(loaded.scenario)
    assert state_hash(again.start().state) == state_hash(loaded.start().state)


def test_the_content_hash_follows_the_content(write: Callable[..., Path]) -> None:
    """Another number in a pack or a scenario is another hash; comments and the file's name are not."""
    first = load_scenario(write()).content_hash
    assert load_scenario(write(pack="# note\n" + PACK)).content_hash == first
    assert load_scenario(write(pack=PACK.replace("size = 6", "size = 8"))).content_hash != first
    assert load_scenario(write(scenario=SCENARIO.replace("= 4 }", "= 3 }"))).content_hash != first


FAULTS = tomllib.loads((Path(__file__).parent / "faults.toml").read_text(encoding="utf-8"))["fault"]


@pytest.mark.parametrize(
    "fault", FAULTS, ids=[f"{number}-{fault['in']}" for number, fault in enumerate(FAULTS)]
)
def test_a_fault_is_named_with_its_line(write: Callable[..., Path], fault: dict[str, Any]) -> None:
    """Where it is, what was found, what is allowed, and what was perhaps meant."""
    texts = {"pack": PACK, "scenario": SCENARIO}
    assert fault["old"] in texts[fault["in"]]
    texts[fault["in"]] = texts[fault["in"]].replace(fault["old"], fault["new"], 1)
    with pytest.raises(Unreadable) as raised:
        load_scenario(write(**texts))
    for part in fault["says"]:
        assert part in str(raised.value)
    assert "pydantic" not in str(raised.value)


def test_all_faults_come_at_once_and_in_order(write: Callable[..., Path]) -> None:
    """Those of the scenario and of its packs, each file from top to bottom."""
    pack = PACK.replace('"Might"', '"Mihgt"').replace("size = 6", "size = 7")
    scenario = (
        SCENARIO.replace('"lethal"', '"fatal"')
        .replace("cover_penalty", "cover_bonus")
        .replace("x = 50", 'x = "a"')
    )
    with pytest.raises(FaultyContent) as raised:
        load_scenario(write(pack, scenario))
    found = [(Path(fault.file).name, fault.line) for fault in raised.value.found]
    assert found == [
        ("row.toml", 3),
        ("row.toml", 7),
        ("row.toml", 21),
        ("lamps.toml", 8),
        ("lamps.toml", 28),
    ]
    assert raised.value.message.startswith("5 faults in ")


def test_the_same_id_in_two_packs_is_a_fault(write: Callable[..., Path], tmp_path: Path) -> None:
    """The later pack is told which one has it already."""
    path = write(scenario=SCENARIO.replace('["lamps.toml"]', '["lamps.toml", "more.toml"]'))
    (tmp_path / "more.toml").write_text(PACK.replace('id = "lamps"', 'id = "more"'), encoding="utf-8")
    with pytest.raises(FaultyContent) as raised:
        load_scenario(path)
    assert [fault.line for fault in raised.value.found] == [6, 15, 22]
    assert all("lamps.toml has a" in fault.message for fault in raised.value.found)


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"\xff\xfe", "not UTF-8 text"),
        (b"x" * (BYTES_MAX + 1), "larger than"),
        (b"x = " + b"[" * 20_000, "nested too deeply"),
        (b"a = 1\na = 2\n", "not valid TOML: Cannot overwrite a value"),
        (b"", '"system" is missing'),
        (b"system = 3", "there is no rule system 3"),
        (b"system = []", "there is no rule system a list of 0"),
        (b"system = 'd20plus'", '"title" is missing'),
    ],
)
def test_a_file_that_is_no_content_gives_a_message(tmp_path: Path, content: bytes, fault: str) -> None:
    """Whatever is in the file, the answer is a sentence."""
    path = tmp_path / "odd.toml"
    path.write_bytes(content)
    with pytest.raises(Unreadable) as raised:
        load_scenario(path)
    assert fault in str(raised.value)


def test_a_byte_order_mark_is_no_fault(write: Callable[..., Path]) -> None:
    """Some editors write one."""
    path = write()
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert load_scenario(path).title == "Row"


@pytest.mark.parametrize("name", ["saltgat", "", "SALTGATE", "packs"])
def test_an_unknown_scenario_lists_those_there_are(name: str) -> None:
    """An id that is not known is answered with those that are."""
    known = ", ".join(bundled.scenario_ids())
    assert "saltgate" in known
    assert "toll-bridge" in known
    with pytest.raises(Unreadable, match=re.escape(f"affray comes with: {known}")):
        load_scenario(name)


def test_the_nearest_scenario_is_offered() -> None:
    """A slip of the pen is recognised."""
    with pytest.raises(Unreadable, match='Did you mean "saltgate"'):
        load_scenario("saltgaet")


ODD_CONTENT: list[Any] = [
    None,
    [],
    {},
    {"packs": {}},
    {"packs": [], "system": "d20plus"},
    {"packs": [3], "system": "d20plus", "scenario": {}},
    {"packs": [], "system": None},
]


@pytest.mark.parametrize("plain", ODD_CONTENT)
def test_content_of_a_save_that_does_not_fit_gives_a_message(plain: object) -> None:
    """Missing, wrong and empty parts are told, never raised as something else."""
    with pytest.raises(Unreadable):
        loaded_from_plain(plain)


def broken_lines(text: str) -> st.SearchStrategy[str]:
    """The text with some lines left out, doubled, cut short or swapped."""
    lines = text.splitlines(keepends=True)
    at = st.integers(0, len(lines) - 1)

    def change(parts: tuple[int, int, str]) -> str:
        first, second, how = parts
        changed = list(lines)
        if how == "drop":
            del changed[first]
        elif how == "double":
            changed.insert(second, lines[first])
        elif how == "cut":
            changed[first] = changed[first][: len(changed[first]) // 2]
        else:
            changed[first], changed[second] = changed[second], changed[first]
        return "".join(changed)

    return st.tuples(at, at, st.sampled_from(["drop", "double", "cut", "swap"])).map(change)


@settings(max_examples=60)
@given(broken_lines(PACK), broken_lines(SCENARIO))
def test_broken_files_load_or_give_faults(pack: str, scenario: str) -> None:
    """Files damaged in any way raise nothing but `Unreadable`, and every fault names a line that exists."""
    for text, name in ((pack, "pack"), (scenario.replace("lamps.toml", "sundered-streets"), "scenario")):
        faults: tuple[Fault, ...] = ()
        try:
            source = Source(name, text, None)
            load_pack(source) if name == "pack" else load_source(source, "row")
        except Unreadable as error:
            faults = error.found if isinstance(error, FaultyContent) else ()
        assert all(0 <= fault.line <= text.count("\n") + 1 for fault in faults)


def test_check_says_what_a_file_is(write: Callable[..., Path], tmp_path: Path) -> None:
    """Packs and scenarios are told apart by their keys."""
    path = write()
    assert (check_file(path).kind, check_file(path).passed) == ("scenario", True)
    assert (check_file(tmp_path / "lamps.toml").kind, check_file(tmp_path / "lamps.toml").passed) == (
        "pack",
        True,
    )
    assert not check_file(tmp_path / "nothing.toml").passed


def test_reading_names_the_file_as_it_was_given(tmp_path: Path) -> None:
    """A message repeats the path that the user wrote."""
    with pytest.raises(Unreadable, match=re.escape("nothing.toml: there is no such file")):
        read_path(tmp_path / "nothing.toml")
    with pytest.raises(Unreadable, match="cannot be read"):
        read_path(tmp_path)
