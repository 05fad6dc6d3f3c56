"""Sequences, Concentration and what else runs on (S9)."""

from __future__ import annotations

from typing import Any

import pytest

from affray.systems.sunder.book import Half, Reaction
from affray.systems.sunder.events import ResistanceSpent, RunningEnded, SequenceUsed
from affray.systems.sunder.play import sequence_die
from tests.systems.sunder.by_hand import zones
from tests.systems.sunder.table import Table, person, scene


def guarded(**ann: Any) -> Table:
    """Ann stands in the gap; Bob is 1 tile away, and may walk to and fro."""
    people = (
        person("ann", sheet={"abilities": ("gap",)}, stress={"Wit": 8}, **ann),
        person("bob", "B", "z2"),
    )
    return Table(scene(*people, places=zones(0, 1, 3))).begin().do("ann gap top", "ann end")


def bob_closes(table: Table) -> Table:
    """Bob has a turn, in which he comes nearer."""
    return table.do("gm adversary bob", "bob default bottom z1", "bob card narrate")


def bob_backs_off(table: Table) -> Table:
    """Bob goes away again with what is left, and Ann has her turn and ends it."""
    return table.do("bob go on z2", "bob end", "ann yes", "ann end")


@pytest.mark.clause("S9.7", "S9.8", "S7.3")
def test_worked_example_36() -> None:
    """A D4 has four uses, at 1, 2, 3 and 4; to activate it is none."""
    table = guarded()
    assert (table.state.running[0].die, table.state.running[0].value) == (4, 1)
    for value in (1, 2, 3, 4):
        bob_closes(table).do("ann react running 1")
        assert [one.value for one in table.events(SequenceUsed)] == list(range(1, value + 1))
        if value < 4:
            assert table.state.running[0].value == value + 1
            bob_backs_off(table)
    assert (table.running("ann"), table.stress("ann", "Wit")) == ([], 4)
    assert table.last(RunningEnded).why == "Sequence"


@pytest.mark.clause("S9.7", "S7.3")
def test_a_sequence_that_is_not_used_stays_where_it_is() -> None:
    """Declining is no use; in one turn it is used once."""
    table = bob_closes(guarded()).do("ann no")
    assert table.state.running[0].value == 1
    table.do("bob go on z2", "bob go on z1")
    assert table.asked[0] == ("ann", "react")
    table.do("ann react running 1", "bob end")
    assert table.state.running[0].value == 2


@pytest.mark.clause("S9.1", "S9.2", "S9.4")
def test_worked_example_36_a_card_of_one_turn() -> None:
    """It leaves at the start of its owner's next turn, before anything is done in that."""
    table = Table(scene(person("ann"), person("cid"), person("bob", "B"))).begin()
    table.do("ann endure top", "ann end", "gm adversary bob", "bob end", "cid yes", "cid end", "gm pass")
    assert table.running("ann") == ["Stand fast"]
    table.do("ann yes")
    assert (table.running("ann"), table.last(RunningEnded).why) == ([], "over")
    assert "endure top" in table.options("ann")


@pytest.mark.clause("S9.7")
def test_the_die_of_a_sequence() -> None:
    """A D4, or the user's own; a reaction with so many uses counts them likewise."""
    table = Table(scene(person("ann", sheet={"dice": {"Nerve": 8}}), person("bob", "B")))
    reaction = Reaction(("harmed",), (), uses=2)
    assert sequence_die(table["ann"], Half("A", "", sequence="D4")) == 4
    assert sequence_die(table["ann"], Half("A", "", sequence="DV", potential="Nerve")) == 8
    assert sequence_die(table["ann"], Half("A", "", reaction=reaction)) == 2


# Concentration


def concentrating(**ann: Any) -> Table:
    """Ann keeps up her vigil with her Heart."""
    people = person("ann", sheet={"abilities": ("vigil",), "marks": 9}, **ann), person("bob", "B")
    return Table(scene(*people)).begin().do("ann vigil top")


@pytest.mark.clause("S9.9")
def test_fallout_ends_concentration() -> None:
    """And what it kept up."""
    table = concentrating(stress={"Might": 10}).act("stress", creature="ann", potential="Might", amount=3)
    table.do("gm marks 3")
    assert table.asked == [("ann", "concentrate")]
    table.do("ann no")
    assert (table.running("ann"), table.names("ann")) == ([], [])
    assert table.last(RunningEnded).why == "Fallout"


@pytest.mark.clause("S9.9")
def test_a_resistance_keeps_it_up() -> None:
    """1 of the relevant Potential."""
    table = concentrating(stress={"Might": 10}).act("stress", creature="ann", potential="Might", amount=3)
    table.do("gm marks 3", "ann yes")
    assert (table.running("ann"), table.spent("ann", "Heart")) == (["Vigil"], 1)
    assert table.last(ResistanceSpent).why == "Concentration on Vigil"


@pytest.mark.clause("S9.9")
def test_stress_without_fallout_does_not_end_it() -> None:
    """Only what resets a track."""
    table = concentrating().act("stress", creature="ann", potential="Might", amount=3)
    assert table.running("ann") == ["Vigil"]


@pytest.mark.clause("S9.9", "S9.6", "S3.24")
def test_one_who_falls_keeps_nothing_up() -> None:
    """Nor does one who leaves."""
    table = concentrating().act("marks", creature="ann", amount=9)
    assert (table.state.running, table.names("ann")) == ([], [])


@pytest.mark.clause("S5.9", "S9.9")
def test_at_will() -> None:
    """Its owner ends it whenever it likes."""
    table = concentrating().do("ann end").act("drop", creature="ann", number=1)
    assert (table.running("ann"), table.names("ann")) == ([], [])
