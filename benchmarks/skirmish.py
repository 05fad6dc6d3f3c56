"""What bots of Cantor cost: fights of four against four on a board of hexes, and their steps."""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from dataclasses import replace

from affray.bots.players import Bot, greedy, random
from affray.content.loader import Loaded, load_scenario
from affray.systems.cantor.scenario import Combatant
from benchmarks.boards import Played, play
from benchmarks.figures import Figure

FIGHTS = 20
REPEATS = 3
FOURTH = Combatant("ottoline", "A", "B9")
"""Who makes the Cantors four."""


def figures() -> Iterator[Figure]:
    """Fights of greedy bots against those of random ones, by the fight and by the step."""
    loaded = four_against_four()
    thoughtful, careless = _played(loaded, greedy), _played(loaded, random)
    yield Figure(
        f"a fight of greedy bots in Cantor, 4 against 4: {thoughtful.steps / FIGHTS:.0f} steps",
        "fight",
        thoughtful.seconds / FIGHTS,
        f"the same of random bots: {careless.steps / FIGHTS:.0f} steps",
        careless.seconds / FIGHTS,
    )
    yield Figure(
        "a step of it",
        "step",
        thoughtful.seconds / thoughtful.steps,
        "a step of random bots",
        careless.seconds / careless.steps,
    )


def four_against_four() -> Loaded:
    """The skirmish that comes with Cantor, with a fourth on the side of three."""
    loaded = load_scenario("salt-pans")
    scenario = loaded.scenario
    return replace(loaded, scenario=replace(scenario, combatant=(*scenario.combatant, FOURTH)))


def _played(loaded: Loaded, bot: Bot) -> Played:
    """The same fights a few times over."""
    rounds = [[play(loaded, f"fight {number}", bot) for number in range(FIGHTS)] for _ in range(REPEATS)]
    return Played(
        statistics.median([sum(one.seconds for one in fights) for fights in rounds]),
        sum(one.steps for one in rounds[0]),
    )
