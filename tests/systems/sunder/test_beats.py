"""Beats, and what else is told of experience."""

from __future__ import annotations

from typing import Any

import pytest

from affray.systems.sunder import effects, fallout, price
from affray.systems.sunder import events as e
from affray.systems.sunder.aim import Aim
from affray.systems.sunder.book import Effect
from affray.systems.sunder.general import GENERAL
from affray.systems.sunder.names import CRIT, FAILURE, MIFF, MIXED, SUCCESS
from affray.systems.sunder.state import Scene, Track
from tests.systems.sunder.by_hand import scene, told
from tests.systems.sunder.scripted import call, make, person, run


def beats(made: Scene, id_: str = "ann") -> int:
    """The Beats of somebody."""
    return made.state.creatures[id_].beats


@pytest.mark.clause("S13.1")
@pytest.mark.parametrize(("level", "gained"), [(MIFF, 1), (FAILURE, 1), (MIXED, 1), (SUCCESS, 0), (CRIT, 0)])
def test_a_beat_for_what_did_not_go_well(level: int, gained: int) -> None:
    """By the final level, for a player; an adversary earns none."""
    made = scene(person("ann"), person("bob", "B"))
    for id_ in ("ann", "bob"):
        price.gain_beat(made, id_, level)
    assert (beats(made), beats(made, "bob")) == (gained, 0)


@pytest.mark.clause("S13.1")
@pytest.mark.parametrize(("dice", "gained"), [("5 1", 1), ("15 4", 1), ("5 4", 0), ("10 1", 0)])
def test_it_is_the_final_level_that_counts(dice: str, gained: int) -> None:
    """A Success that a jinx made a Mixed earns one."""
    made = scene(person("ann", Might=Track(10, 3)))
    result = make(made, call(extra=(("help", 1, "S14.1"),)), f"ann {dice}")
    run(made, price.pay(made, result))
    assert beats(made) == gained


@pytest.mark.clause("S13.2")
@pytest.mark.parametrize(("id_", "gained"), [("ann", 1), ("bob", 0)])
def test_beats_from_a_card(id_: str, gained: int) -> None:
    """Of Influence's top, say: on a success, for a player."""
    made = scene(person("ann"), person("bob", "B"))
    top = GENERAL["influence"].top
    assert top is not None
    (beat,) = [one for one in top.effects if one.kind == "beat"]
    run(made, effects.apply(made, Aim(id_, "Influence", "influence"), (beat,)))
    assert beats(made, id_) == gained
    assert [one.clause for one in told(made, e.BeatGained)] == ["S13.2"] * gained


@pytest.mark.clause("S3.17")
def test_a_beat_for_resistance_beyond_the_track() -> None:
    """1, with the Fallout."""
    made = scene(person("ann", Might=Track(8, 5, 3)))
    run(made, fallout.spend_resistance(made, "ann", "Might", 1, "a Trait", "S7.7"), "gm condition Dazed")
    assert beats(made) == 1


@pytest.mark.clause("S2.12")
def test_a_string_for_an_explosion() -> None:
    """And no Beat: it is a Crit."""
    perks: dict[int, str] = {2: "Spark", 3: "Refresh"}
    made = scene(person("ann", Might=Track(10, 3, 0, 4, charged=True, perks=perks)))
    run(made, price.pay(made, make(made, call(extra=(("help", 1, "S14.1"),)), "ann 15 4")))
    assert (made.state.creatures["ann"].strings, beats(made)) == (1, 0)


@pytest.mark.clause("S13.3", "S13.2")
def test_a_running_total() -> None:
    """Ten of them are a String, which is for after the scene: they are added up and not turned in."""
    made = scene(person("ann"))
    made.state.creatures["ann"].beats = 8
    many: dict[str, Any] = {"on": "self", "amount": 2}
    run(made, effects.apply(made, Aim("ann", "Song", "song"), (Effect("beat", **many),)))
    price.gain_beat(made, "ann", MIXED)
    assert (beats(made), made.state.creatures["ann"].strings) == (11, 0)
    assert [one.amount for one in told(made, e.BeatGained)] == [2, 1]
