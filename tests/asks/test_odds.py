"""Odds by themselves: no expression hangs, labels are never read, chances while a pool is put together."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from affray.kernel.errors import Unreadable
from affray.systems import registered, system
from tests.work import calls_of

MONSTERS = (
    "999999d999999",
    "9" * 100_000 + "d6",
    "d20+d6" + "+d6" * 50_000,
    "P12 x" + "9" * 150,
    "+" * 10_000,
)


@pytest.mark.parametrize("id_", registered())
def test_monstrous_expressions_are_refused_at_once(id_: str) -> None:
    """avrae#825, roll-parser#19, savagebot#141, dnd5e#7350: huge or endless expressions hang the host."""
    known = system(id_)
    for text in MONSTERS:
        assert calls_of(lambda text=text: refusal_of(known, text)) < 1_000


def refusal_of(known: Any, text: str) -> None:
    """Have an expression refused."""
    with pytest.raises(Unreadable):
        known.bare_roll(text)


@pytest.mark.parametrize("label", ["drop the axe", "-d6", "+", "vs vs", "# again", "2d6", "½"])
@pytest.mark.parametrize("id_", registered())
def test_a_comment_is_never_read(id_: str, label: str) -> None:
    """avrae#1148: a comment that starts with operator letters breaks the roll."""
    example = system(id_).roll_example
    assert system(id_).bare_roll(f"{example} # {label}") == system(id_).bare_roll(example)


def test_the_chance_is_there_while_the_pool_is_built() -> None:
    """FVTT-Genesys#77: every die that is added shows what it is good for."""
    chances = [system("sunder").bare_roll(f"P12 R4 S3 D6 x{count}").mean for count in range(4)]
    assert chances == sorted(chances)
    assert len(set(chances)) == 4


def test_opposed_pools_of_five_dice_are_exact() -> None:
    """icepool#100, dyce#10: opposed pools explode. A d20 and five dice on both sides are one product."""
    side = "d20+d4+d6+d8+d10+d12"
    odds = dict(system("d20plus").bare_roll(f"{side} vs {side}").outcomes)
    assert sum(odds.values()) == 1
    throws = (20 * 4 * 6 * 8 * 10 * 12) ** 2
    assert all((chance * throws).denominator == 1 for chance in odds.values())
    assert odds["1 wound"] > odds["2 wounds"] > odds["3 wounds"] > Fraction(0)
    assert calls_of(lambda: system("d20plus").bare_roll(f"{side} vs {side}")) < 5_000
