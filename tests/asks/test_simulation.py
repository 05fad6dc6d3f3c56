"""Averages are not enough, and balance comes from play: dnd_combat_simulation#17, tracker#650."""

from __future__ import annotations

import json

import pytest

from affray.cli import commands
from affray.content import load_scenario
from affray.sim.measures import corrected, paired_rates
from tests.asks.balance import change, fights_of, groups, with_a_better_weapon, with_a_foe_more


def test_a_report_has_spread_and_who_falls(capsys: pytest.CaptureFixture[str]) -> None:
    """dnd_combat_simulation#17: averages are not enough; spread, who dies.

    Win rates have intervals, rounds are counted one by one, every unit has its chance to stand at the end,
    and the same seed gives the same report.
    """
    words = ("sim", "saltgate", "-n", "12", "--seed", "spread", "--workers", "1", "--json")
    outs = []
    for _ in range(2):
        assert commands.run(words) == 0
        outs.append(capsys.readouterr().out)
    assert outs[0] == outs[1]
    found = json.loads(outs[0])
    assert all(
        side["low"] < side["p"] < side["high"] or side["p"] in (0, 1) for side in found["sides"].values()
    )
    assert sum(found["rounds"]["counts"].values()) == 12
    assert found["rounds"]["p10"] <= found["rounds"]["p50"] <= found["rounds"]["p90"]
    for unit in found["units"].values():
        assert unit["survival"] == 1 or unit["falls"]["mean"] >= 1
    assert sum(unit["survival"] for unit in found["units"].values()) < len(found["units"])


@pytest.mark.parametrize("group", groups())
def test_one_foe_more_never_helps(group: str) -> None:
    """tracker#650, monks-little-details#235: difficulty numbers wrong for odd party sizes.

    The side that faces one more does not win more often, beyond what chance explains.
    """
    gained = change(groups()[group], with_a_foe_more)
    assert gained.low <= 0, f"the side that faces more gains {gained}"


@pytest.mark.parametrize("group", groups())
def test_a_better_weapon_never_hurts_its_bearer(group: str) -> None:
    """initiative-tracker#50: balance from simulation, also with repeated monsters.

    The side of the bearer does not win less often, beyond what chance explains.
    """
    gained = change(groups()[group], with_a_better_weapon)
    assert gained.high >= 0, f"the side of the bearer loses {gained}"


@pytest.mark.parametrize("group", groups())
def test_there_are_fights_enough_to_find_it(group: str) -> None:
    """If every fight went the wrong way, the tests above would fail."""
    fights = sum(fights_of(load_scenario(id_)) for id_ in groups()[group])
    assert paired_rates([False] * fights, [True] * fights, corrected(2 * len(groups()))).low > 0
