"""Exact odds of Pace: by bands and face by face, and within few runs whatever the bundled scenes offer."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from fractions import Fraction

import pytest

from affray.bots.draws import draws
from affray.bots.players import greedy
from affray.content.bundled import scenarios_of
from affray.content.loader import load_scenario
from affray.dice.counter import CounterDice
from affray.kernel.events import Event
from affray.kernel.presentation import Odds
from affray.kernel.requests import Question, pool_of, question_of
from affray.kernel.session import Session
from affray.kernel.system import Measure, Policy
from affray.odds.exact import explore, first_option, position_of
from affray.odds.outcomes import by_faces
from affray.systems.pace.events import CounterRolled, DamageDealt, DefenceRolled

RUNS = 600
"""Runs that any option of the bundled scenes takes at most, far below what the odds give up at."""
QUESTIONS = 12
ASKED = ("turn", "defence", "way")


def questions(scenario: str, seed: str, most: int) -> Iterator[tuple[Session, Question]]:
    """A fight of greedy bots, at each of its first questions that odds are for."""
    loaded = load_scenario(scenario)
    dice = CounterDice(seed)
    session, draw = Session(loaded.system, loaded.start(), dice), draws(dice, "odds")
    found = 0
    while session.pending is not None and found < most:
        pending = session.pending
        for part in pending.open_parts():
            pool, question = pool_of(pending.request, part), question_of(pending.request, part)
            if question is not None and question.kind in ASKED:
                found += 1
                yield session, question
            if pool is not None:
                session.answer(pending.stamp, part, session.tray.deal(pool), "dice")
            else:
                pick = greedy(loaded.system, session.encounter, pending.request, part, draw)
                session.answer(pending.stamp, part, pick, "bot")
            if session.pending is not pending:
                break


def one_of_each(question: Question) -> list[str]:
    """One option of every kind and with everything but its target: those are the ones that may differ."""
    found = {}
    for option in question.options:
        rest = option.args if option.kind == "cast" else option.args[:1]
        found.setdefault((option.kind, *rest), option.id)
    return list(found.values())


@pytest.mark.parametrize("scenario", scenarios_of("pace"))
def test_whatever_is_asked_takes_few_runs(scenario: str) -> None:
    """No odds are given up, the bars add up, and no option needs more than a fraction of the runs allowed."""
    shown = 0
    for session, question in questions(scenario, "a few runs", QUESTIONS):
        for option in one_of_each(question):
            odds = odds_within(session, question, option)
            if odds is not None:
                shown += 1
                assert sum(bar["percent"] for bar in odds["bars"]) == pytest.approx(100, abs=0.5)
                assert len(odds["bars"]) <= 6
    assert shown > 5


def odds_within(session: Session, question: Question, option: str) -> Odds | None:
    """The odds of an option. They fail here where the table would show none for too many outcomes."""
    at = position_of(session)
    assert at is not None

    def look(measure: Measure, policy: Policy | None = None) -> Mapping[Hashable | None, Fraction]:
        return explore(at, 0, option, measure, policy or first_option, runs_max=RUNS)

    return session.system.odds(session.encounter, question, option, look)


def harm(event: Event) -> Hashable | None:
    """What an attack came to: a miss, or what it took, from whom."""
    match event:
        case DefenceRolled() if event.hit:
            return None
        case DefenceRolled():
            return "missed"
        case CounterRolled() if not event.lands:
            return "held"
        case DamageDealt():
            return event.target, event.amount, event.critical
    return None


@pytest.mark.parametrize("kind", ["take", "evade", "block"])
def test_bands_give_what_every_face_gives(kind: str) -> None:
    """To the last fraction."""
    for session, question in questions("toll-bridge", "every face", 40):
        if question.kind != "defence":
            continue
        option = next(option.id for option in question.options if option.kind == kind)
        at = position_of(session)
        assert at is not None
        banded = explore(at, 0, option, harm)
        assert banded == explore(at, 0, option, harm, outcomes=by_faces)
        assert sum(banded.values()) == 1
        return
    raise AssertionError("nobody was attacked from the front")
