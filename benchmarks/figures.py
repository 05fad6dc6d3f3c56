"""What a benchmark gives, how long something takes, and the fights that are measured."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from affray.bots.draws import draws
from affray.bots.players import Bot, random
from affray.content.loader import Loaded, load_scenario
from affray.dice.counter import CounterDice
from affray.kernel.pending import PartValue, Pending
from affray.kernel.requests import pool_of
from affray.kernel.session import Session

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Figure:
    """One line of the table. `seconds` is for one of `unit`; `base` is what it is compared with."""

    name: str
    unit: str
    seconds: float
    base: str
    base_seconds: float

    @property
    def ratio(self) -> float:
        """How many times the base this takes."""
        return self.seconds / self.base_seconds


def seconds_of(work: Callable[[], object], repeats: int = 5) -> float:
    """The median time of some work, over a few repeats."""
    times = []
    for _ in range(repeats):
        started = perf_counter()
        work()
        times.append(perf_counter() - started)
    return statistics.median(times)


def fight() -> Loaded:
    """Two against two in d20+."""
    return load_scenario(HERE / "two_against_two.toml")


def session_of(loaded: Loaded, seed: str = "benchmark") -> Session:
    """A fresh session of a fight."""
    return Session(loaded.system, loaded.start(), CounterDice(seed))


def answering_with(
    bot: Bot, seed: str = "benchmark"
) -> Callable[[Session, Pending, int], tuple[PartValue, str, bool]]:
    """Answers everything: the tray's dice, and a bot for every seat."""
    draw = draws(CounterDice(seed), "bots")

    def answer(session: Session, pending: Pending, part: int) -> tuple[PartValue, str, bool]:
        pool = pool_of(pending.request, part)
        if pool is not None:
            return session.tray.deal(pool), "dice", False
        return bot(session.system, session.encounter, pending.request, part, draw), "bot", False

    return answer


def long_session(loaded: Loaded, inputs: int) -> Session:
    """A fight of random bots (greedy ones are done too soon), played up to exactly so many inputs."""
    for number in range(100):
        session = session_of(loaded)
        answer = answering_with(random, f"seed {number}")

        def until_full(
            session: Session, pending: Pending, part: int, answer: Callable = answer
        ) -> tuple[PartValue, str, bool] | None:
            return answer(session, pending, part) if len(session.journal) < inputs else None

        session.advance(until_full)
        if len(session.journal) == inputs:
            return session
    raise AssertionError(f"no fight takes {inputs} inputs")
