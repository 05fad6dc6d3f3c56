"""Fights played by bots, each to its end, with every invariant looked at after every step.

`make fuzz` plays a thousand of each kind for every system; a test run plays some of them.
"""

from __future__ import annotations

import os

import pytest

from affray.bots.players import BOTS
from affray.kernel.system import AnyEncounter
from affray.sim.fight import play_fight
from tests.contract.cases import Case, cases

FIGHTS = int(os.environ.get("AFFRAY_FIGHTS", "30"))
"""Fights of each system by each kind of bot, shared out among its scenarios."""
STEPS_MAX = 40_000


def share(case: Case) -> int:
    """How many of its system's fights fall to this scenario."""
    of_system = [other for other in cases() if other.system is case.system]
    return -(-FIGHTS // len(of_system))


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("case", cases(), ids=lambda case: case.id)
def test_fights_end(case: Case, bot: str) -> None:
    """Every fight comes to an outcome within the cap, and is sound after each of its steps."""
    problems: list[str] = []

    def look(encounter: AnyEncounter) -> None:
        problems.extend(case.system.problems(encounter))

    for number in range(share(case)):
        seed = f"{bot} fight {number}"
        result = play_fight(case.system, case.start(), {}, BOTS[bot], seed, STEPS_MAX, look)
        assert problems == [], seed
        assert result.outcome is not None, seed
