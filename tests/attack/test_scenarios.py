"""Scenarios of Pace and Cantor made to break the check: faults in words, a line each, and never an error."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from affray.content.check import check_file

SHEETS = {"pace": ("mill-country", "ilse", "bram"), "cantor": ("drained-land", "hesper", "ottoline")}
SYSTEMS = pytest.mark.parametrize("system", sorted(SHEETS))


def scenario(system: str, *, at: str = '"A"', map_: str = "A..\n..B", packs: str = "", more: str = "") -> str:
    """A scenario of a system as TOML, with parts of it replaced."""
    pack, one, other = SHEETS[system]
    packs = packs or f'["{pack}"]'
    return (
        f'title = "T"\nsystem = "{system}"\npacks = {packs}\nmap = {json.dumps(map_)}\n{more}'
        f'[sides]\nA = "one"\nB = "two"\n'
        f'[[combatant]]\nsheet = "{one}"\nside = "A"\nat = {at}\n'
        f'[[combatant]]\nsheet = "{other}"\nside = "B"\nat = "B"\n'
    )


def escaped(sign: str) -> str:
    """A character as an escape of TOML."""
    return f"\\u{ord(sign):04x}"


def checked(text: str, folder: Path) -> list[str]:
    """What the check says of this file, line by line; nothing where it passed."""
    file = folder / "x.toml"
    file.write_text(text, encoding="utf-8")
    found = check_file(file)
    assert found.passed == (found.message == "scenario"), found.message
    assert all(fault.line for fault in found.faults)
    return [] if found.passed else found.message.split("\n")


@SYSTEMS
@pytest.mark.parametrize("value", ["nan", "-inf", "1979-05-27", "9223372036854775808"])
def test_what_only_toml_has_is_no_list_of_packs(system: str, value: str, tmp_path: Path) -> None:
    """A list that needs an item, and got something that has no length."""
    (line,) = checked(scenario(system, packs=value), tmp_path)
    assert ":3: packs: " in line
    assert "does not fit; allowed is a list" in line


@SYSTEMS
@pytest.mark.parametrize("key", ['"A\\nsystem: all is well"', '"A\\u001b[2J"', '"\\u202eA"', '"\\u0000"'])
def test_a_fault_is_one_line_of_visible_text(system: str, key: str, tmp_path: Path) -> None:
    """Whatever a value holds, it forges no line, clears no terminal and turns no text around."""
    (line,) = checked(scenario(system, at=key), tmp_path)
    assert line.isprintable()
    assert "\\u00" in line or "\\u202e" in line


@SYSTEMS
@pytest.mark.parametrize("sign", ["\t", " ", "\u200d", "Ａ", "²", "٣", "😀", "é"])
def test_odd_signs_on_a_map_are_named_so_that_they_are_seen(system: str, sign: str, tmp_path: Path) -> None:
    """Also those that show nothing."""
    text = scenario(system, map_="A?.\n..B").replace("?", sign if sign.isprintable() else escaped(sign))
    (line,) = checked(text, tmp_path)
    assert ":4: map: no " in line
    assert line.isprintable()


@SYSTEMS
@pytest.mark.parametrize("at", ['""', '"A 1"', '"-1"', '"AAAAA"', '"A1\\n"', "1", '["A"]'])
def test_a_place_that_is_none_is_told_what_would_be_one(system: str, at: str, tmp_path: Path) -> None:
    """That text is allowed helps nobody who wrote text."""
    (line,) = checked(scenario(system, at=at), tmp_path)
    assert "allowed is a sign of the map or the name of a " in line


@SYSTEMS
def test_a_pack_of_another_system_is_one_fault(system: str, tmp_path: Path) -> None:
    """And not one for each of its hundreds of keys."""
    for pack in ("sundered-streets", *(pack for other, (pack, _, _) in SHEETS.items() if other != system)):
        (line,) = checked(scenario(system, packs=f'["{pack}"]'), tmp_path)
        assert line.startswith(f"{pack}.toml:")
        assert f'and the scenario for "{system}"' in line


@SYSTEMS
def test_all_faults_come_at_once(system: str, tmp_path: Path) -> None:
    """Wrong types here, keys that are unknown there."""
    lines = checked(scenario(system, at="-1", packs="[[]]", more="rulings = 3\nlevel = 2\n"), tmp_path)
    assert [line.split(": ")[1] for line in lines] == ["packs[1]", "rulings", "level", "combatant[1].at"]


@SYSTEMS
@pytest.mark.parametrize("sign", ["\x00", "\x1b", "\x7f", "\x9b", "\u202e", "\u2066", "\u2028"])
def test_no_text_turns_around_or_steers_a_terminal(system: str, sign: str, tmp_path: Path) -> None:
    """Names, prose and keys of content stand in logs and terminals as they are written."""
    named = scenario(system, more=f'intro = "a{escaped(sign)}b"\nscene = "c{escaped(sign)}"\n')
    lines = checked(named.replace('"one"', f'"{escaped(sign)}"'), tmp_path)
    assert [line.split(": ")[1] for line in lines] == ["intro", "scene", "sides.A"]
    assert all(line.isprintable() and escaped(sign) in line for line in lines)
    lines = checked(scenario(system, more=f'[rulings]\n"r{escaped(sign)}" = 1\n'), tmp_path)
    assert lines
    assert all(line.isprintable() and escaped(sign) in line for line in lines)


@SYSTEMS
def test_text_of_any_script_and_of_several_lines_fits(system: str, tmp_path: Path) -> None:
    """Joiners, variants and marks belong to words."""
    text = "نمی\u200cخواهم नमस्ते Việt ❤\ufe0f 👩\u200d🚀\n\n\tnext"
    more = f"intro = {json.dumps(text, ensure_ascii=False)}\n"
    assert checked(scenario(system, more=more), tmp_path) == []


@pytest.mark.parametrize(
    ("gift", "place"),
    [
        ('{kind = "maneuvers", maneuvers = ["trip"], weapons = []}', "weapons"),
        ('{kind = "maneuvers", maneuvers = ["trip"], weapons = 3}', "weapons"),
        ('{kind = "maneuvers", maneuvers = [], weapons = ["melee"]}', "maneuvers"),
        ('{kind = "maneuvers", maneuvers = ["fly"], weapons = ["melee"]}', "maneuvers[1]"),
        ('{kind = "targets", targets = 0, weapons = ["melee"]}', "targets"),
        ('{kind = "targets", targets = 2, weapons = []}', "weapons"),
        ('{kind = "cost", weapons = [], ap = 1}', "weapons"),
    ],
)
def test_a_gift_with_a_key_called_like_its_kind_is_checked(gift: str, place: str, tmp_path: Path) -> None:
    """The fault is found, and at its own place."""
    pack = 'id = "p"\nsystem = "pace"\ntitle = "P"\n[[ability]]\nid = "a"\nname = "A"\ntext = ""\n'
    file = tmp_path / "p.toml"
    file.write_text(f"{pack}gift = {gift}\n")
    (fault,) = check_file(file).faults
    assert (fault.line, fault.place) == (8, f"ability[a].gift.{place}")
