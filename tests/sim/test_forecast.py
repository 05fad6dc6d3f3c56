"""Continuations of a fight: the same rules, other dice, from between two steps or the middle of one."""

from __future__ import annotations

from dataclasses import replace

import orjson
import pytest

from affray.bots.draws import draws
from affray.bots.players import greedy
from affray.content import load_scenario
from affray.dice.counter import CounterDice
from affray.kernel.errors import Refused
from affray.kernel.inputs import Act
from affray.kernel.pending import PartValue, Pending
from affray.kernel.requests import pool_of
from affray.kernel.session import Session
from affray.sim.forecast import Position, play_on, position_of
from affray.sim.jobs import FightFailed
from affray.sim.rows import Players, play_row
from affray.systems import registered

SCENARIOS = {
    "d20plus": "ropewalk-duel",
    "pace": "sluice-gate",
    "cantor": "bench-seven",
    "sunder": "weir-house",
}
"""A short one of every system."""


def session_at(scenario: str, inputs: int) -> Session:
    """A fight that bots played up to so many inputs."""
    loaded = load_scenario(scenario)
    session = Session(loaded.system, loaded.start(), CounterDice("of the table"))
    draw = draws(CounterDice("of the bots"), "play")

    def answer(session: Session, pending: Pending, part: int) -> tuple[PartValue, str, bool] | None:
        if len(session.journal) >= inputs:
            return None
        pool = pool_of(pending.request, part)
        if pool is not None:
            return session.tray.deal(pool), "dice", False
        return greedy(session.system, session.encounter, pending.request, part, draw), "bot", False

    session.advance(answer)
    return session


def position_at(scenario: str, inputs: int, seed: str = "ahead") -> Position:
    """Where a fight stands after so many inputs."""
    content = orjson.dumps(load_scenario(scenario).to_plain())
    return position_of(session_at(scenario, inputs), content, seed)


def test_every_system_is_looked_ahead_in() -> None:
    """A new system belongs into the table above."""
    assert set(SCENARIOS) == set(registered())


@pytest.mark.parametrize("scenario", SCENARIOS.values())
def test_from_the_start_a_forecast_plays_what_a_simulation_plays(scenario: str) -> None:
    """With the same seeds: the same ends, lengths and falls."""
    position = position_at(scenario, 0)
    for number, row in enumerate(play_on(position, 0, 2)):
        other = play_row(load_scenario(scenario), Players(), position.seed_of(number))
        assert row == replace(other, state_hash="", deeds={}, luck={})


@pytest.mark.parametrize("scenario", SCENARIOS.values())
def test_a_fight_goes_on_from_wherever_it_stands(scenario: str) -> None:
    """Also from the middle of a step; what pieces they are played in does not matter."""
    middles = 0
    for inputs in range(3, 24, 4):
        position = position_at(scenario, inputs)
        middles += bool(position.inputs)
        (row,) = play_on(position, 1, 1)
        assert row.outcome is not None
        assert row.winner is None or row.winner in {unit.side for unit in row.units.values()}
    assert middles > 0
    assert play_on(position, 0, 2) == play_on(position, 0, 1) + play_on(position, 1, 1)


def test_what_was_answered_in_the_open_step_stands() -> None:
    """Bots go on from the answer that was given, and do not begin the step anew."""
    session = session_at("ropewalk-duel", 0)
    draw = draws(CounterDice("of the bots"), "play")
    while not (session.fork() or (b"", []))[1]:
        pending = session.pending
        assert pending is not None
        pick = greedy(session.system, session.encounter, pending.request, 0, draw)
        session.answer(pending.stamp, 0, pick, "bot")
    content = orjson.dumps(load_scenario("ropewalk-duel").to_plain())
    position = position_of(session, content, "ahead")
    fresh = replace(position, inputs=())
    one, other = play_on(position, 0, 1)[0], play_on(fresh, 0, 1)[0]
    assert len(position.inputs) == 1
    assert one != other


def test_an_act_on_top_of_the_open_step_is_part_of_the_position() -> None:
    """A correction that the GM made in the middle of a step holds in every continuation."""
    session = session_at("ropewalk-duel", 1)
    system = session.system
    victim = system.seats(session.encounter)[0]
    session.act(Act("set", {"persona": victim.id, "field": "Body", "value": 1}, "GM", "he slipped"))
    content = orjson.dumps(load_scenario("ropewalk-duel").to_plain())
    position = position_of(session, content, "ahead")
    weak = sum(row.winner != victim.side for row in play_on(position, 0, 12))
    well = sum(row.winner != victim.side for row in play_on(position_at("ropewalk-duel", 1), 0, 12))
    assert len(position.inputs) == 1
    assert weak > well
    session.act(Act("end", {"outcome": "Enough."}, "GM", "late"))
    with pytest.raises(Refused):
        position_of(session, content, "ahead")


def test_one_that_goes_wrong_is_named() -> None:
    """By its number, with what went wrong."""
    position = position_at("ropewalk-duel", 5)
    with pytest.raises(FightFailed, match=r"continuation 3 went wrong \(UnpicklingError"):
        play_on(replace(position, state=b"damaged"), 3, 2)
