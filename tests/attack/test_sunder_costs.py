"""Costs that somebody would rather not pay in full, and Surges that would be used twice."""

from __future__ import annotations

import pytest

from affray.systems.sunder.book import Ability, Cost, Effect, Half
from affray.systems.sunder.events import SurgeAnnounced
from tests.systems.sunder.table import Table, person, scene

BEAT = (Effect("beat", on="self"),)


def surge(*cost: Cost) -> Ability:
    """A Surge that costs so much."""
    return Ability("dear", "Dear", "surge", surge=Half("Dear", "", cost=cost, effects=BEAT))


@pytest.mark.clause("S7.7")
def test_what_is_due_of_one_potential_is_added_up() -> None:
    """6 and 6 of 10 cannot be paid, though each alone could."""
    dear = surge(Cost("resistance", "Wit", 6), Cost("resistance", "Wit", 6))
    sheet = {"abilities": ("dear",)}
    table = Table(scene(person("ann", sheet=sheet), person("bob", "B"), more=[dear])).begin()
    assert table.act_refused("surge", creature="ann", card="dear") == "S7.7"
    assert table.spent("ann", "Wit") == 0


@pytest.mark.clause("S7.7")
def test_who_falls_while_paying_pays_no_more() -> None:
    """The second cost of one who is down does no more Fallout."""
    dear = surge(Cost("stress", "Wit", 6), Cost("stress", "Heart", 6))
    ann = person("ann", marks=2, stress={"Wit": 10, "Heart": 10}, sheet={"abilities": ("dear",)})
    table = Table(scene(ann, person("bob", "B"), more=[dear])).begin()
    table.act("surge", creature="ann", card="dear").do("gm marks 6")
    assert (table["ann"].out, table.stress("ann", "Heart")) == ("incapacitated", 10)
    assert ("gm", "fallout") not in table.asked


@pytest.mark.clause("S6.2", "S6.8", "S9.9")
def test_a_switch_of_concentration_and_a_surge_are_two() -> None:
    """The Surge goes into the switch when the card is announced, however long its cost takes."""
    other = Ability(
        "dirge",
        "Dirge",
        "action",
        top=Half(
            "Dirge",
            "",
            cost=(Cost("stress", "Might"),),
            effects=BEAT,
            span="scene",
            concentration="Wit",
        ),
        bottom=Half("Breathe", "", effects=BEAT),
    )
    ann = person("ann", stress={"Might": 10}, sheet={"abilities": ("vigil", "dirge", "calm")})
    table = Table(scene(ann, person("bob", "B"), more=[other])).begin()
    table.do("ann vigil top", "ann end").turn_of("ann").do("ann dirge top")
    assert table.asked == [("gm", "fallout")]
    assert table.act_refused("surge", creature="ann", card="calm") == "S6.2"
    table.do("gm marks 1")
    assert [event.card for event in table.events(SurgeAnnounced)] == ["concentration"]
    assert table.running("ann") == ["Dirge"]


@pytest.mark.clause("S14.7")
def test_no_slot_is_spent_to_dodge_what_is_no_attack() -> None:
    """A card without an attack has no roll that a slot of Light armor could make harder."""
    stress = (Effect("stress", potential="Might"),)
    hex_ = Ability(
        "hex",
        "Hex",
        "action",
        top=Half("Hex", "", target="foe", range="Close", effects=stress, harmful=True),
        bottom=Half("Breathe", "", effects=BEAT),
    )
    people = (
        person("ann", sheet={"abilities": ("hex",), "weapons": ("sword",)}),
        person("bob", "B", sheet={"armor": ("leather",)}),
    )
    table = Table(scene(*people, more=[hex_])).begin().do("ann hex top bob")
    assert table.options("bob") == ["no", "armor leather 1"]
    table.do("bob no", "ann end").turn_of("ann").do("ann strike top sword bob")
    assert table.options("bob") == ["no", "dodge leather"]
