"""Overrides that reach for what a clause refuses in odd places: carried out, or refused beforehand."""

from __future__ import annotations

import pytest

from affray.systems.sunder.events import Overridden, SurgeAnnounced
from tests.systems.sunder.table import Table, person, scene


@pytest.mark.clause("S6.2")
def test_a_second_surge_can_be_allowed() -> None:
    """The Surge takes effect; an act that was noted is never taken back as a failed rule."""
    table = Table(scene(person("ann", sheet={"abilities": ("calm", "ward")}), person("bob", "B"))).begin()
    table.act("surge", creature="ann", card="calm")
    assert table.act_refused("surge", creature="ann", card="ward") == "S6.2"
    table.act("override", "a second wind", seat="ann", option="surge ward")
    assert table.last(Overridden).refused == "S6.2"
    assert table.last(SurgeAnnounced).card == "ward"
    assert table.names("ann") == ["Warded"]


@pytest.mark.clause("S5.12")
def test_an_exchange_that_was_refused_as_a_whole_asks_for_the_weapon() -> None:
    """Nobody draws a weapon that was not named."""
    table = Table(scene(person("ann", sheet={"weapons": ("sword", "dagger")}), person("bob", "B"))).begin()
    table.do("ann shift bottom sword")
    assert table.refusal("ann shift bottom") == "S5.4"
    table.act("override", "quick hands", seat="ann", option="shift bottom")
    assert table.options("ann") == ["shift bottom sword", "shift bottom dagger"]
    held = list(table["ann"].hands)
    table.do("ann shift bottom sword")
    assert table["ann"].hands != held
