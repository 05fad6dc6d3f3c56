"""Scenarios varied in named places: what a path leads to, and what is said where it leads nowhere."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from affray.content import load_scenario
from affray.content.bundled import read_pack
from affray.content.vary import CELLS_MAX, Vary, counterpart, grid, varied, vary_of
from affray.kernel.errors import Unreadable


@pytest.mark.parametrize(
    ("text", "path", "values"),
    [
        ("sheet.kord.hp=10,12", "sheet.kord.hp", (10, 12)),
        (" a.b = 1 , 2.5,true ", "a.b", (1, 2.5, True)),
        ("a=1d6,2d6 + 1", "a", ("1d6", "2d6 + 1")),
        ('a="1,5","two"', "a", ("1,5", "two")),
        ("a=[1, 2],[]", "a", ([1, 2], [])),
        ("a={ x = 1, y = 2 }", "a", ({"x": 1, "y": 2},)),
        ("rulings.surge_reset=strict,lenient", "rulings.surge_reset", ("strict", "lenient")),
    ],
)
def test_a_variation_is_a_path_and_its_values(text: str, path: str, values: tuple[Any, ...]) -> None:
    """Values are those of TOML; what is none is a text."""
    assert vary_of(text) == Vary(path, values)


@pytest.mark.parametrize("text", ["", "x", "x=", "=3", "x=,,"])
def test_what_is_no_variation_is_refused(text: str) -> None:
    """With one that is."""
    with pytest.raises(Unreadable, match=r"one looks like sheet\.brute\.hp=10,12"):
        vary_of(text)


def test_a_path_leads_into_the_scenario_by_number_and_by_name() -> None:
    """The combatant goes by its place in the list, by its id, and without one by its sheet."""
    loaded = load_scenario("toll-bridge")
    for name in ("0", "jory"):
        other = varied(loaded, [(f"combatant.{name}.start.hp", 3)])
        assert other.scenario.combatant[0].start.hp == 3
        assert other.scenario.combatant[1] == loaded.scenario.combatant[1]
    assert loaded.scenario.combatant[0].start.hp != 3


def test_a_path_leads_into_the_packs_and_the_rulings() -> None:
    """A sheet goes by its id, whichever pack has it; a ruling need not stand in the file."""
    loaded = load_scenario("toll-bridge")
    other = varied(loaded, [("sheet.jory.hp", 7), ("rulings.stalemate_rounds", 4)])
    assert other.book.sheets["jory"].hp == 7
    assert other.rulings.stalemate_rounds == 4
    assert other.content_hash != loaded.content_hash


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("combatnt.0.start.hp", 'nothing called "combatnt" to vary; known: .*Did you mean "combatant"'),
        ("system", 'nothing called "system" to vary'),
        ("combatant.9.start.hp", 'no item "9"; known: 0, 1, jory, corin'),
        ("combatant.jori.start.hp", 'Did you mean "jory"'),
        ("combatant.0.start.hpp", r'combatant\.jory\.start\.hpp: there is no key "hpp" here; known: hp, .*'),
        ("combatant.0.strat.hp", 'there is no key "strat" here'),
        ("combatant.0.sheet.hp", '"sheet" is a value; there is no "hp" in it'),
        ("sheet.kordd.hp", 'there is no sheet "kordd"; known: .*Did you mean "kord"'),
        ("sheet", 'there is no sheet ""'),
        ("rulings.stalemate_round", 'Did you mean "stalemate_rounds"'),
    ],
)
def test_an_unknown_path_is_one_message_with_what_is_known(path: str, says: str) -> None:
    """However many values it was to take."""
    with pytest.raises(Unreadable, match=says) as caught:
        grid(load_scenario("toll-bridge"), [Vary(path, (3, 4, 5))])
    assert len(caught.value.faults) <= 1


def test_every_fault_of_every_value_is_named_once() -> None:
    """Values are held against the same shapes as files are, over all combinations."""
    wishes = [Vary("sheet.kord.hp", (999, 7, "x")), Vary("combatant.0.side", ("A", "Q"))]
    with pytest.raises(Unreadable) as caught:
        grid(load_scenario("toll-bridge"), wishes)
    faults = caught.value.faults
    assert [fault.split(":")[0] for fault in faults].count("sheet.kord.hp") == 2
    assert [fault.split(":")[0] for fault in faults].count("combatant.jory.side") == 1
    assert any("999 does not fit; allowed is a whole number from 1 to 200" in fault for fault in faults)


def test_a_value_that_leads_nowhere_is_named_with_what_would() -> None:
    """A sheet that no pack has fits its shape and nothing else."""
    with pytest.raises(Unreadable, match="does not hold together") as caught:
        varied(load_scenario("toll-bridge"), [("combatant.0.sheet", "wolf")])
    assert "known: ilse, bram" in caught.value.faults[0]


def test_a_grid_has_every_combination_in_order() -> None:
    """The last path changes fastest."""
    cells = grid(
        load_scenario("toll-bridge"), [Vary("sheet.jory.hp", (5, 6)), Vary("sheet.corin.hp", (7, 8))]
    )
    assert [tuple(value for _, value in changes) for changes, _ in cells] == [(5, 7), (5, 8), (6, 7), (6, 8)]
    assert [loaded.book.sheets["corin"].hp for _, loaded in cells] == [7, 8, 7, 8]


def test_a_grid_is_neither_doubled_nor_endless() -> None:
    """Both are said before anything is checked."""
    loaded = load_scenario("toll-bridge")
    with pytest.raises(Unreadable, match="is varied twice"):
        grid(loaded, [Vary("sheet.jory.hp", (5,)), Vary("sheet.jory.hp", (6,))])
    with pytest.raises(Unreadable, match=f"at most {CELLS_MAX}"):
        grid(loaded, [Vary("sheet.jory.hp", tuple(range(1, CELLS_MAX + 2)))])


def test_a_scenario_stands_against_another_a_pack_or_rulings(tmp_path: Path) -> None:
    """A pack takes the place of the one it resembles; rulings those they name."""
    loaded = load_scenario("toll-bridge")
    assert counterpart(loaded, "abbey-mill").id == "abbey-mill"
    rulings = tmp_path / "rulings.toml"
    rulings.write_text("[rulings]\nstalemate_rounds = 4\n", encoding="utf-8")
    assert counterpart(loaded, str(rulings)).rulings.stalemate_rounds == 4
    pack = tmp_path / "harder.toml"
    text = read_pack("mill-country").text
    pack.write_text(text.replace('title = "', 'title = "Harder ', 1), encoding="utf-8")
    other = counterpart(loaded, str(pack))
    assert other.packs != loaded.packs
    assert other.scenario == loaded.scenario


def test_what_cannot_stand_against_a_scenario_says_why(tmp_path: Path) -> None:
    """A pack for another game, rulings that are not known, a file that is not there."""
    loaded = load_scenario("toll-bridge")
    pack = tmp_path / "other.toml"
    pack.write_text(read_pack("sundered-streets").text, encoding="utf-8")
    with pytest.raises(Unreadable, match="is for d20plus, and toll-bridge for pace"):
        counterpart(loaded, str(pack))
    pack.write_text("[rulings]\nstalemate_round = 4\n", encoding="utf-8")
    with pytest.raises(Unreadable, match='Did you mean "stalemate_rounds"'):
        counterpart(loaded, str(pack))
    with pytest.raises(Unreadable, match="there is no such file"):
        counterpart(loaded, str(tmp_path / "nowhere.toml"))
