"""Exact fractions under the labels of a system, and what everybody else is taken to answer."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random

import pytest

from affray.content.bundled import scenarios_of
from affray.kernel.requests import Choose, Option, Ruling
from affray.kernel.session import Session
from affray.odds.exact import TooManyOutcomes, option_odds, position_of
from affray.odds.policies import POLICIES, Asked, always, best, never, out_of_turn
from affray.odds.told import Told, told_odds
from affray.systems import registered
from tests.contract.cases import case_named
from tests.contract.play import any_option, played, questions_of
from tests.kernel.table import answer, answer_any, new_session, open_request, to_question
from tests.toy.state import Struck
from tests.toy.system import SYSTEM as TOY


def odds_in(case: str, seed: int, inputs: int) -> Iterator[tuple[Session, int, str, Told]]:
    """Odds of options of a fight in which everybody does anything, here and there."""
    random = Random(case)
    for session in played(case_named(case), seed, inputs):
        if session.pending is None or position_of(session) is None:
            continue
        for part, question in questions_of(session.pending).items():
            option = any_option(question, random)
            try:
                told = told_odds(session, part, option)
            except TooManyOutcomes:
                continue
            if told is not None:
                yield session, part, option, told


@pytest.mark.parametrize("system", registered())
def test_the_fractions_are_the_percents_that_are_shown(system: str) -> None:
    """Bar for bar, the mean too, and they add up to one; what a table shows is the same."""
    seen = 0
    for session, part, option, told in odds_in(f"{system}-{next(iter(scenarios_of(system)))}", 5, 80):
        seen += 1
        assert sum(chance for _, chance in told.outcomes) == 1
        for (label, chance), bar in zip(told.outcomes, told.odds["bars"], strict=True):
            assert label == bar["label"]
            assert float(chance * 100) == pytest.approx(bar["percent"], abs=0.0501)
        assert float(told.mean) == pytest.approx(told.odds["mean"], abs=0.00501)
        assert told.odds == option_odds(session, part, option)
    assert seen > 2


def struck(session: Session, policy: str) -> dict[str, Fraction]:
    """The exact odds of a stroke at Bo."""
    told = told_odds(session, 0, "stroke:bo", POLICIES[policy])
    assert told is not None
    return dict(told.outcomes)


def lurking() -> Session:
    """Ada's turn; a friend of Bo may step in."""
    session = new_session(hidden=True)
    to_question(session, "turn")
    session.encounter.state.fencers["lurker-zq"].hidden = False
    for name, breath in (("bo", 2), ("lurker-zq", 3)):
        session.encounter.state.fencers[name].breath = breath
    return session


def target_of(session: Session, policy: str) -> set[str]:
    """Who is struck in the end."""
    from affray.odds.exact import explore, position_at

    start = position_at(TOY, session.encounter)
    found = explore(
        start,
        0,
        "stroke:bo",
        lambda event: event.target if isinstance(event, Struck) else None,
        replies=POLICIES[policy],
    )
    return {str(who) for who in found}


def test_whether_others_act_is_the_policy() -> None:
    """Never: Bo is struck. Always and best: the other steps in, for the toy holds that to be better."""
    session = lurking()
    assert target_of(session, "never") == {"bo"}
    assert target_of(session, "always") == {"lurker-zq"}
    assert target_of(session, "best") == {"lurker-zq"}


def test_exact_odds_of_the_toy_by_hand() -> None:
    """The same as `test_exact` counts: at 0 breath lost."""
    session = new_session()
    to_question(session, "turn")
    odds = struck(session, "never")
    assert sum(odds.values()) == 1
    assert odds["0"].denominator > 1


def test_there_are_no_odds_of_nothing() -> None:
    """No option, no question, no part, an option of which nothing is told."""
    session = new_session()
    to_question(session, "turn")
    assert told_odds(session, 0, "dance") is None
    assert told_odds(session, 7, "wait") is None
    assert told_odds(session, 0, "wait") is None
    answer(session, "stroke:bo")
    while question_is_open(session):
        answer_any(session, lambda count: 0)
    assert told_odds(session, 0, "wait") is None


def question_is_open(session: Session) -> bool:
    """Whether somebody is asked to decide."""
    return bool(questions_of(open_request(session)))


def asked(question: Choose | Ruling, actor: str = "ada", closing: bool = False) -> Asked:
    """A question of the toy, which does not say what it offers."""
    return Asked(TOY, new_session().encounter, question, actor, closing)


PASS, GO = Option("pass", "pass"), Option("go", "step-in")


def test_what_counts_as_out_of_turn() -> None:
    """Another's question with a default, or anybody's in a window that closes; never the GM's."""
    others = Choose("bo", "step in", (PASS, GO), "T1.6", default="pass")
    assert out_of_turn(asked(others))
    assert not out_of_turn(asked(others, actor="bo"))
    assert out_of_turn(asked(others, actor="bo", closing=True))
    assert not out_of_turn(asked(Choose("bo", "which", (PASS, GO), "T1.6")))
    ruling = Ruling("light", (PASS, GO), "T1.5", "go")
    assert not out_of_turn(asked(ruling))
    assert [policy(asked(ruling)) for policy in (never, always, best)] == ["go", "go", "go"]


def test_what_each_policy_answers() -> None:
    """The default; the first other one where it is out of turn; what the seat values most."""
    others = Choose("bo", "step in", (PASS, GO, Option("also", "pass")), "T1.6", default="pass")
    assert [policy(asked(others)) for policy in (never, always, best)] == ["pass", "go", "go"]
    own = asked(others, actor="bo")
    assert [policy(own) for policy in (never, always, best)] == ["pass", "pass", "pass"]
    alone = asked(Choose("bo", "step in", (PASS,), "T1.6", default="pass"))
    assert always(alone) == "pass"


@pytest.mark.parametrize("policy", POLICIES)
def test_every_policy_answers_every_question(policy: str) -> None:
    """In a fight of d20+ with reactions the chances still add up to one."""
    seen = 0
    for session in played(case_named("d20plus-saltgate"), 2, 80):
        if session.pending is None or position_of(session) is None:
            continue
        for part, question in questions_of(session.pending).items():
            strikes = [option.id for option in question.options if option.kind == "strike"]
            if strikes:
                told = told_odds(session, part, strikes[0], POLICIES[policy])
                assert told is not None
                assert sum(chance for _, chance in told.outcomes) == 1
                seen += 1
    assert seen
