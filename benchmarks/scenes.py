"""What bots and exact odds of Sunder cost, beside those of the other systems in the same run."""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from dataclasses import dataclass
from time import perf_counter

from affray.bots.players import greedy
from affray.content.loader import load_scenario
from affray.kernel.requests import Question, Request, question_of
from affray.kernel.session import Session
from affray.kernel.system import AnyEncounter, System
from affray.odds.exact import option_odds
from affray.sim.fight import play_fight
from benchmarks.figures import Figure, answering_with, seconds_of, session_of

SCENES = {"sunder": "weir-house", "cantor": "salt-pans", "pace": "toll-bridge", "d20plus": "saltgate"}
"""The scenario of each system that is played; Sunder is compared with the others."""
PLAYED = 10
OPTIONS = 30


@dataclass(slots=True)
class Measured:
    """Scenes of one system: seconds for all of it, and for the bots' decisions alone."""

    seconds: float = 0.0
    deciding: float = 0.0
    decisions: int = 0


def figures() -> Iterator[Figure]:
    """A whole scene, a decision, and the odds of an option, each against the same of another system."""
    played = {system: _played(name) for system, name in SCENES.items()}
    odds = {system: _seconds_of_odds(name) for system, name in SCENES.items()}
    own = played["sunder"]
    for system, other in played.items():
        if system != "sunder":
            yield Figure(
                "a scene of greedy bots in Sunder, 3 against 3",
                "scene",
                own.seconds / PLAYED,
                f"a fight in {system}",
                other.seconds / PLAYED,
            )
            yield Figure(
                "a decision of its bots",
                "decision",
                own.deciding / own.decisions,
                f"one in {system}",
                other.deciding / other.decisions,
            )
            yield Figure(
                "exact odds of an option with a Test",
                "option",
                odds["sunder"],
                f"one in {system}",
                odds[system],
            )


def _played(name: str) -> Measured:
    """Some scenes of greedy bots."""
    loaded, found = load_scenario(name), Measured()

    def timed(system: System, encounter: AnyEncounter, request: Request, part: int, draw: object) -> str:
        started = perf_counter()
        answer = greedy(system, encounter, request, part, draw)  # type: ignore[arg-type]
        found.deciding += perf_counter() - started
        found.decisions += 1
        return answer

    for number in range(PLAYED):
        started = perf_counter()
        play_fight(loaded.system, loaded.start(), {}, timed, f"scene {number}")
        found.seconds += perf_counter() - started
    return found


def _seconds_of_odds(name: str) -> float:
    """The median over the options that have odds, in the turns of one scene."""
    session = session_of(load_scenario(name))
    answer = answering_with(greedy)
    taken: list[float] = []
    while session.pending is not None and len(taken) < OPTIONS:
        question = question_of(session.pending.request, 0)
        taken += [] if question is None else _odds_of(session, question)
        pending = session.pending
        part = pending.open_parts()[0]
        value, author, typed = answer(session, pending, part)
        session.answer(pending.stamp, part, value, author, typed)
    return statistics.median(taken)


def _odds_of(session: Session, question: Question) -> list[float]:
    """The seconds of up to three options of a turn that have odds."""
    if question.kind != "turn":
        return []
    with_odds = [one.id for one in question.options if option_odds(session, 0, one.id) is not None][:3]
    return [seconds_of(lambda id_=id_: option_odds(session, 0, id_), 3) for id_ in with_odds]  # type: ignore[misc]
