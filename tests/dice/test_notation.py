"""The notation of dice: what it reads, what it refuses before rolling, and that nothing else comes out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray.dice.notation import DICE_MAX, LENGTH_MAX, SIDES_MAX, TERMS_MAX, Expression, parse, written
from affray.dice.pools import pool_distribution
from affray.kernel.errors import Unreadable
from affray.kernel.requests import Dice, Pool
from tests.work import calls_of


@pytest.mark.parametrize(
    ("text", "dice", "bonus", "label"),
    [
        ("d20", (Dice(20),), 0, ""),
        ("d20+9+d8+d6", (Dice(20), Dice(8), Dice(6)), 9, ""),
        ("2d6kh1", (Dice(6, 2, "highest"),), 0, ""),
        ("3D8KL", (Dice(8, 3, "lowest"),), 0, ""),
        (" 2d6  -  d4 + 3 - 1 ", (Dice(6, 2), Dice(4, sign=-1)), 2, ""),
        ("-d4", (Dice(4, sign=-1),), 0, ""),
        ("\u2212d4+5", (Dice(4, sign=-1),), 5, ""),
        ("7", (), 7, ""),
        ("d20 # +kh rain! d999999", (Dice(20),), 0, "+kh rain! d999999"),
        ("d6#a#b", (Dice(6),), 0, "a#b"),
        ("100d6", (Dice(6, 100),), 0, ""),
        ("d6+" * (TERMS_MAX - 1) + "d6", (Dice(6),) * TERMS_MAX, 0, ""),
    ],
)
def test_what_can_be_read(text: str, dice: tuple[Dice, ...], bonus: int, label: str) -> None:
    """Dice in the order written, numbers added up, the label apart."""
    assert parse(text) == Expression(dice, bonus, label)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "missing at the end"),
        ("   ", "missing at the end"),
        ("# only a label", "missing at the end"),
        ("d20+", "missing at the end"),
        ("d20 d6", '"+" or "-" is wanted'),
        ("d", 'character 1, "d"'),
        ("2x6", 'character 2, "x"'),
        ("d20++4", 'character 5, "+"'),
        ("(d6)", 'character 1, "("'),
        ("d6*2", 'character 3, "*"'),
        ("d1", "from 2 to"),
        ("0d6", "from 1 to"),
        ("d0", "from 2 to"),
        ("2d6kh2", "Only one die"),
        ("999999d999999", "from 1 to 100, not 999999"),
        ("d999999", "from 2 to 1000"),
        ("101d6", "from 1 to 100"),
        ("60d6+60d6", "more than 100 dice"),
        ("9" * 150, "not 999999999..."),
        ("d" + "9" * 150, "not 999999999..."),
        ("1+" * 30 + "1", "more than 20 terms"),
        ("1" * 500, "500 characters"),
        ("\u0662d6", "character 1"),
        ("d6\n+\nd6\0", "character 8"),
    ],
)
def test_what_cannot_be_read(text: str, words: str) -> None:
    """Each refusal names the place or the limit."""
    with pytest.raises(Unreadable) as unreadable:
        parse(text)
    assert words in str(unreadable.value)


def test_monsters_are_refused_at_once() -> None:
    """Limits are looked at before anything is rolled, so the worst expressions take no time."""
    for text in ("999999d999999", "d6+" * 10_000 + "d6", "9" * 10_000, "(" * 10_000, "1d" + "9" * 199):
        assert calls_of(lambda text=text: refusal_of(text)) < 1_000


def refusal_of(text: str) -> None:
    """Have an expression refused."""
    with pytest.raises(Unreadable):
        parse(text)


@given(text=st.one_of(st.text(), st.text("0123456789dDkKhHlL+- #()*!\u2212", max_size=30)))
def test_nothing_but_unreadable_ever_comes_out(text: str) -> None:
    """Any text is an expression within the limits, or `Unreadable`."""
    try:
        expression = parse(text)
    except Unreadable:
        return
    assert sum(group.count for group in expression.dice) <= DICE_MAX
    assert all(2 <= group.sides <= SIDES_MAX for group in expression.dice)
    assert len(expression.label) <= LENGTH_MAX


groups = st.builds(
    Dice,
    sides=st.integers(2, SIDES_MAX),
    count=st.integers(1, 9),
    keep=st.sampled_from(["all", "highest", "lowest"]),
    sign=st.sampled_from([1, -1]),
)


@given(
    dice=st.lists(groups, max_size=8).map(tuple),
    bonus=st.integers(-999, 999),
    label=st.text("abc #+d6", max_size=9),
)
def test_what_is_written_is_read_back(dice: tuple[Dice, ...], bonus: int, label: str) -> None:
    """Writing and reading are each other's opposite, with any label behind."""
    text = written(dice, bonus)
    assert parse(f"{text}#{label}") == Expression(dice, bonus, label.strip())


def test_an_expression_makes_a_pool() -> None:
    """The pool is the roller's, and falls as the dice do."""
    pool = parse("2d6kh1+1").pool("ada")
    assert pool == Pool("ada", (Dice(6, 2, "highest"),), 1)
    assert pool_distribution(pool)[7] == 11
