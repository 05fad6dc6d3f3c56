"""The nine General Action Cards."""

from __future__ import annotations

import pytest

from affray.systems.sunder.book import Half
from affray.systems.sunder.general import GENERAL

NINE = ("strike", "shift", "endure", "adapt", "evade", "manipulate", "influence", "spin", "narrate")


def test_there_are_nine() -> None:
    """In the order of the rulebook, each with two halves that come back on the next turn (S5.12, S5.8)."""
    assert tuple(GENERAL) == NINE
    for id_, card in GENERAL.items():
        assert card.id == id_
        assert card.activation == "action"
        for half in (card.top, card.bottom):
            assert half is not None
            assert half.reset == "General"
            assert half.special or half.skills


def half_of(id_: str, side: str) -> Half:
    """One half of a card."""
    card = GENERAL[id_]
    half = card.top if side == "top" else card.bottom
    assert half is not None
    return half


@pytest.mark.parametrize(
    ("card", "side", "skills"),
    [
        ("endure", "bottom", ("Grit", "Frame")),
        ("evade", "bottom", ("Sleight", "Aura")),
        ("manipulate", "bottom", ("Sense",)),
        ("influence", "top", ("Sway",)),
        ("influence", "bottom", ("Hope", "Anchor")),
        ("spin", "top", ("Weave", "Esoterica")),
    ],
)
def test_halves_with_a_test(card: str, side: str, skills: tuple[str, ...]) -> None:
    """The Skills that S5.12 names; every other half has none of its own."""
    assert half_of(card, side).skills == skills


def test_no_other_half_names_skills() -> None:
    """Six halves have a Test with Skills of their own."""
    halves = [half for card in GENERAL.values() for half in (card.top, card.bottom) if half]
    assert sum(bool(half.skills) for half in halves) == 6


def test_costs_and_ranges() -> None:
    """What Adapt and Endure cost, how far Shift, Adapt, Influence and Spin reach (S5.12, S5.14)."""
    assert [(cost.kind, cost.potential) for cost in half_of("adapt", "top").cost] == [("stress", "Seep")]
    assert (half_of("adapt", "bottom").range, half_of("shift", "top").range) == ("Near", "Close")
    assert (half_of("influence", "top").range, half_of("spin", "top").range) == ("Near", "Near")
    answer = half_of("endure", "top").reaction
    assert answer is not None
    assert [(cost.kind, cost.potential) for cost in answer.cost] == [("resistance", "Nerve")]
    assert answer.uses == 1


def test_operating_something_is_risky() -> None:
    """At level 1."""
    assert half_of("manipulate", "top").risk == "Risky"
