"""A thousand random fights, each to its end, with every invariant looked at after every step."""

from __future__ import annotations

import pytest

from affray.bots.players import random
from affray.kernel.system import AnyEncounter
from affray.sim.fight import play_fight
from tests.contract.cases import Case, cases

FIGHTS = 1_000
STEPS_MAX = 40_000


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.id)
def test_random_fights_end(case: Case) -> None:
    """Every fight comes to an outcome within the cap, and is sound after each of its steps."""
    problems: list[str] = []

    def look(encounter: AnyEncounter) -> None:
        problems.extend(case.system.problems(encounter))

    for number in range(FIGHTS // len(cases()) + 1):
        seed = f"random fight {number}"
        result = play_fight(case.system, case.start(), {}, random, seed, STEPS_MAX, look)
        assert problems == [], seed
        assert result.outcome is not None, seed
