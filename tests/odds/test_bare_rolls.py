"""Rolls that are written down: what their page shows, mistakes and where they are, sizes, any text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray.dice.reading import DIGITS_MAX, LENGTH_MAX
from affray.kernel.errors import Unreadable
from affray.kernel.system import ReadsRolls
from affray.systems import registered, system
from affray.systems.sunder import testing
from affray.systems.sunder.names import LEVELS
from affray.systems.sunder.perks import modifier_of
from tests.clause_watch import ROOT

PAGE = ROOT / "docs" / "reference" / "odds.md"
TITLES = {"d20+": "d20plus", "Pace": "pace", "Cantor": "cantor", "Sunder": "sunder"}


def shown() -> Iterator[tuple[str, str, str]]:
    """The expressions of the page, with their systems and what is said of them."""
    id_ = ""
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            id_ = TITLES.get(line.removeprefix("### "), "")
        row = re.fullmatch(r"\| `([^`]+)` \| ([^|]*[0-9]) \|", line)
        if id_ and row:
            yield id_, row[1], row[2]


def odds_of(id_: str, expression: str) -> dict[str, Fraction]:
    """The outcomes of an expression."""
    return dict(system(id_).bare_roll(expression).outcomes)


@pytest.mark.parametrize(("id_", "expression", "said"), list(shown()))
def test_the_page_says_what_comes_out(id_: str, expression: str, said: str) -> None:
    """Every example of the page."""
    odds = system(id_).bare_roll(expression)
    found = {label: f"{float(chance):.4f}" for label, chance in odds.outcomes}
    found["mean"] = f"{float(odds.mean):.4f}"
    assert sum(chance for _, chance in odds.outcomes) == 1
    for part in said.split(", "):
        label, _, figure = part.rpartition(" ")
        assert found[label] == figure


def test_the_page_has_examples_of_every_system() -> None:
    """And every system reads bare rolls, its own example among them."""
    assert {id_ for id_, _, _ in shown()} == set(registered())
    for id_ in registered():
        known = system(id_)
        assert isinstance(known, ReadsRolls)
        assert known.bare_roll(known.roll_example).outcomes


@pytest.mark.parametrize("id_", registered())
def test_a_label_and_blanks_change_nothing(id_: str) -> None:
    """What follows a # may be anything, also what looks like dice."""
    example = system(id_).roll_example
    spread = example.replace("+", " + ").replace("vs", "  VS  ")
    for written in (f"{example} # -d6 + 1d", f"{example}#", f"  {spread}  "):
        assert odds_of(id_, written) == odds_of(id_, example)


@pytest.mark.parametrize(
    ("id_", "expression", "column", "says"),
    [
        ("d20plus", "", 1, "a die (d20) is wanted"),
        ("d20plus", "d20", 4, 'Something is missing at the end: "+", "-" or "vs"'),
        ("d20plus", "d20+d7 vs d20", 6, "a die of 4, 6, 8, 10, 12 sides"),
        ("d20plus", "d20+d4 vs d20+", 15, "a score, from 0 to 1000"),
        ("d20plus", "d20-d4 vs d20", 6, "never taken off"),
        ("d20plus", "2d20 vs d20", 1, "one die alone"),
        ("d20plus", "d20+12d4+9d6 vs d20", 12, "at most 20 Augment Dice"),
        ("d20plus", "d20 vs d20 by 0", 15, "The increment is from 1 to 1000, not 0"),
        ("d20plus", "d20 vs d20 to 8", 12, '"+", "-" or "by"'),
        ("d20plus", "d20 vs 15 by 8", 11, "the end is wanted"),
        ("pace", "5 vs +3", 1, "a score with its sign"),
        ("pace", "+5 adv 21 vs +3", 8, "A count is from 1 to 20, not 21"),
        ("pace", "+5 adv 15 adv 15 vs +3", 15, "More than 20"),
        ("pace", "+5 vs DC", 9, "a DC, from 0 to 200"),
        ("pace", "+5 +3", 4, '"adv", "dis" or "vs"'),
        ("cantor", "+2 +1 vs 12", 5, "The accuracy is given already"),
        ("cantor", "+2 at 12", 4, 'accuracy such as "+2", "grit" or "vs"'),
        ("cantor", "+2 vs 101", 7, "A defence is from 0 to 100, not 101"),
        ("sunder", "R4", 1, "the score"),
        ("sunder", "P12 D7", 6, "A Volatility Die has 4, 6, 8, 10, 12 sides"),
        ("sunder", "P12 R4 R5", 8, "R is given already"),
        ("sunder", "P3 R2 S2", 8, "at most the 3 slots"),
        ("sunder", "P12 x99", 6, "from 0 to 20, not 99"),
    ],
)
def test_a_mistake_is_pointed_at(id_: str, expression: str, column: int, says: str) -> None:
    """The message says what would do there, and a caret stands under the place."""
    with pytest.raises(Unreadable) as raised:
        system(id_).bare_roll(expression)
    message, written, caret = str(raised.value).split("\n")
    assert says in message
    assert written == f"  {expression}"
    assert caret == f"  {' ' * (column - 1)}^"


@pytest.mark.parametrize("id_", registered())
@pytest.mark.parametrize("expression", ["999999d999999", "9" * 5_000, "d20" + "+d12" * 5_000, "+" + "9" * 50])
def test_sizes_are_looked_at_first(id_: str, expression: str) -> None:
    """One short message, whatever is written."""
    with pytest.raises(Unreadable) as raised:
        system(id_).bare_roll(expression)
    assert len(str(raised.value)) < 3 * LENGTH_MAX
    assert "9" * (DIGITS_MAX + 1) not in raised.value.message


@given(
    st.sampled_from(registered()),
    st.text(st.sampled_from("d20468+-vsbyDCadvisgritPRSxcharged# \u2212\u0660"), max_size=30)
    | st.text(max_size=30),
)
def test_any_text_is_read_or_refused(id_: str, expression: str) -> None:
    """Nothing else is ever raised, and what is read adds up to one."""
    try:
        odds = system(id_).bare_roll(expression)
    except Unreadable:
        return
    assert sum(chance for _, chance in odds.outcomes) == 1


@pytest.mark.parametrize("count", [-2, -1, 0, 1, 2])
@pytest.mark.parametrize(
    ("spent", "stress", "die", "charged"), [(4, 3, 6, False), (0, 5, 4, True), (0, 0, 4, False)]
)
def test_a_test_counted_throw_by_throw(count: int, spent: int, stress: int, die: int, charged: bool) -> None:
    """Every d20 with every pool, read as the register reads them (S1.14)."""
    dice = count if count >= 0 else 1 - count
    found = dict.fromkeys(LEVELS[1:], 0)
    for face, *pool in product(range(1, 21), *[range(1, die + 1)] * dice):
        level, natural = testing.base_level(face, 12, spent)
        if pool and not natural:
            kept = max(pool) if count > 0 else min(pool)
            threshold = min(stress, die - 1)
            exploded = charged and threshold == die - 1 and kept == die
            level = 5 if exploded else max(1, min(5, level + modifier_of(kept, threshold)))
        found[LEVELS[level]] += 1
    whole = 20 * die**dice
    odds = odds_of("sunder", f"P12 R{spent} S{stress} D{die} x{count}{' charged' if charged else ''}")
    assert odds == {label: Fraction(number, whole) for label, number in found.items()}


def test_accuracy_counted_throw_by_throw() -> None:
    """The highest of two d6 is added, or taken off."""
    for sign, written in ((1, "grit 1 +2 vs 12"), (-1, "grit 1 -2 vs 12")):
        throws = product(range(1, 21), range(1, 7), range(1, 7))
        hit = sum(face + 1 + sign * max(one, other) >= 12 for face, one, other in throws)
        assert odds_of("cantor", written)["hits"] == Fraction(hit, 720)


def test_a_contest_counted_throw_by_throw() -> None:
    """The higher of two d20 with Advantage, the lower of two on the other side."""
    won = critical = 0
    for one, two, three, four in product(range(1, 21), repeat=4):
        if max(one, two) + 5 > min(three, four) + 3:
            won += 1
            critical += max(one, two) == 20
    odds = odds_of("pace", "+5 adv vs +3 dis")
    assert odds["wins with a critical"] == Fraction(critical, 20**4)
    assert odds["does not win"] == 1 - Fraction(won, 20**4)
