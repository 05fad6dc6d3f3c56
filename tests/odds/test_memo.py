"""What decides how a fight goes on: two fights that differ by time alone go on alike, and are told alike."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

from affray.bots.answering import answering
from affray.bots.players import BOTS
from affray.content.bundled import scenarios_of
from affray.content.loader import load_scenario
from affray.dice.counter import CounterDice
from affray.kernel.driver import play_out
from affray.kernel.encounter import Encounter
from affray.kernel.system import AnyEncounter, ComparesFights
from affray.systems import registered, system
from affray.systems.d20plus.state import NEVER

LATER = 7
"""Rounds and turns by which one fight is later than the other."""

STEPS = 60


def later_d20plus(state: Any) -> None:
    """The same fight after more rounds of which nothing is left."""
    state.round += LATER
    state.quiet_rounds += 3
    for persona in state.personas.values():
        persona.joined += LATER
        persona.turns_begun += LATER
        persona.cooldowns = {
            ability: ready if ready >= NEVER else ready + LATER
            for ability, ready in persona.cooldowns.items()
        }
        for lent in persona.lent:
            lent.last_turn += 0 if lent.last_turn >= NEVER else LATER
        if persona.tad is not None:
            persona.tad.banked_after += LATER


def later_pace(state: Any) -> None:
    """The same fight after more rounds of which nothing is left."""
    state.round += LATER
    state.quiet_rounds += 3
    for character in state.characters.values():
        character.joined += LATER
        character.slow_until += LATER if character.slow_until else 0
        character.quiet_in += LATER if character.quiet_in else 0


def later_cantor(state: Any) -> None:
    """The same fight after more rounds of which nothing is left."""
    state.round += LATER
    state.quiet_rounds += 3
    for unit in state.units.values():
        unit.joined += LATER
        unit.turns_begun += LATER
        unit.sworn_in += LATER if unit.sworn_in else 0
        unit.choir_in += LATER if unit.choir_in else 0
        for condition in unit.conditions:
            condition.until += LATER if condition.cause == "timed" else 0


LATER_BY_SYSTEM: dict[str, Callable[[Any], None]] = {
    "d20plus": later_d20plus,
    "pace": later_pace,
    "cantor": later_cantor,
}


class Far(Exception):
    """The fight has come far enough."""


def told_from(known: Any, encounter: AnyEncounter, bot: str) -> list[Any]:
    """What is told of a fight after each of its next steps, with dice that are the same every time."""
    told: list[Any] = [known.memo(encounter)]

    def note(encounter: AnyEncounter) -> None:
        told.append(known.memo(encounter))
        if len(told) > STEPS:
            raise Far

    answer = answering(known, {}, BOTS[bot], CounterDice("from here"))
    with suppress(Far):
        told.append(play_out(known, encounter, answer, after_step=note))
    return told


def after(known: Any, encounter: AnyEncounter, steps: int, seed: str) -> AnyEncounter:
    """A fight of random bots after so many steps, or as many as it has."""
    done = 0

    def note(encounter: AnyEncounter) -> None:
        nonlocal done
        done += 1
        if done == steps:
            raise Far

    with suppress(Far):
        play_out(known, encounter, answering(known, {}, BOTS["random"], CounterDice(seed)), after_step=note)
    return encounter


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("id_", LATER_BY_SYSTEM)
def test_fights_that_differ_by_time_alone_go_on_alike(id_: str, bot: str) -> None:
    """Told alike at once, and after every further step with the same dice."""
    known = system(id_)
    for number, scenario in enumerate(scenarios_of(id_)):
        begun = after(known, load_scenario(scenario).start(), 150 + 40 * number, f"memo {number}")
        if known.outcome(begun) is not None:
            continue
        other: AnyEncounter = Encounter(pickle.loads(pickle.dumps(begun.state)), begun.book, begun.rulings)
        LATER_BY_SYSTEM[id_](other.state)
        assert other.state != begun.state
        assert told_from(known, begun, bot) == told_from(known, other, bot)


@pytest.mark.parametrize("id_", registered())
def test_whoever_compares_fights_says_what_is_left_out(id_: str) -> None:
    """In a sentence, and every system that does is tested above."""
    known = system(id_)
    assert isinstance(known, ComparesFights) == (id_ in LATER_BY_SYSTEM)
    if isinstance(known, ComparesFights):
        assert known.memo_leaves_out.startswith("Left out: ")


@pytest.mark.parametrize("id_", LATER_BY_SYSTEM)
def test_what_matters_is_told(id_: str) -> None:
    """A fight that has gone a step further is told otherwise, and so is one about to begin."""
    known: Any = system(id_)
    for scenario in scenarios_of(id_):
        first = known.memo(load_scenario(scenario).start())
        later = known.memo(after(known, load_scenario(scenario).start(), 12, "a few"))
        assert first != later
