"""Exact odds of d20+ strikes: by bands and face by face, through reactions and all."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from fractions import Fraction

import pytest

from affray.content.loader import load_scenario
from affray.dice.counter import CounterDice
from affray.kernel.encounter import Encounter
from affray.kernel.events import Event
from affray.kernel.requests import Contest, Question, question_of
from affray.kernel.session import Session
from affray.kernel.system import AnyEncounter
from affray.odds.exact import explore, option_odds, position_of
from affray.odds.outcomes import by_faces
from tests.kernel.table import answer_any


def without_dice(encounter: AnyEncounter) -> AnyEncounter:
    """The same fight with no Augment Dice at all, so that every pair of d20 can be listed."""
    book = encounter.book
    bare = replace(
        book,
        sheets={id_: replace(sheet, dice=()) for id_, sheet in book.sheets.items()},
        weapons={id_: replace(weapon, gear=None) for id_, weapon in book.weapons.items()},
    )
    return Encounter(encounter.state, bare, encounter.rulings)


def at_strike(dice: bool) -> tuple[Session, Question, str]:
    """A duel at the first turn in which a strike is offered."""
    loaded = load_scenario("ropewalk-duel")
    encounter = loaded.start() if dice else without_dice(loaded.start())
    session = Session(loaded.system, encounter, CounterDice("odds"))
    for _ in range(40):
        pending = session.pending
        assert pending is not None
        question = question_of(pending.request, 0)
        strikes = [] if question is None else [o for o in question.options if o.kind == "strike"]
        if question is not None and strikes:
            return session, question, strikes[0].id
        answer_any(session, lambda count: 0)
    raise AssertionError("no strike was ever offered")


def wounds(event: Event) -> Hashable | None:
    """What a strike came to: its wounds, or a miss, or what stopped it."""
    kind = type(event).__name__
    if kind == "StrikeResolved":
        return event.wounds if event.hit else "missed"  # type: ignore[attr-defined]
    return kind if kind == "StrikeStopped" else None


def last_option(question: Question) -> str:
    """A policy by which everybody does something wherever they can."""
    return question.options[-1].id


@pytest.mark.parametrize("policy", [None, last_option])
def test_bands_give_what_every_face_gives(policy) -> None:
    """To the last fraction, whether reactions are declined or used."""
    session, _, strike = at_strike(dice=False)
    at = position_of(session)
    assert at is not None
    further = {} if policy is None else {"policy": policy}

    banded = explore(at, 0, strike, wounds, **further)
    raw = explore(at, 0, strike, wounds, outcomes=by_faces, runs_max=200_000, **further)

    assert banded == raw
    assert sum(banded.values()) == 1


def test_a_strike_without_dice_counted_by_hand() -> None:
    """Over all 400 pairs of d20, natural 20s counting 30: how many miss."""
    session, question, strike = at_strike(dice=False)
    at = position_of(session)
    assert at is not None
    fell = explore(at, 0, strike, wounds)
    session.answer(session.pending.stamp, 0, strike, question.seat)  # type: ignore[union-attr]
    while not isinstance(session.pending.request, Contest):  # type: ignore[union-attr]
        answer_any(session, lambda count: 0)
    first, second = session.pending.request.pools  # type: ignore[union-attr]
    faces = [*range(1, 20), 30]
    missed = sum(one + first.bonus < other + second.bonus for one in faces for other in faces)

    assert fell["missed"] == Fraction(missed, 400)


def test_odds_of_a_strike_with_all_its_dice_are_shown() -> None:
    """The bars add up, and a strike with every die is answered with few runs."""
    session, _, strike = at_strike(dice=True)
    odds = option_odds(session, 0, strike)
    assert odds is not None
    assert sum(bar["percent"] for bar in odds["bars"]) == pytest.approx(100, abs=0.5)
    at = position_of(session)
    assert at is not None
    explore(at, 0, strike, wounds, runs_max=200)
