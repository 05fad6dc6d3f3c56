"""Exact odds: a contested margin against icepool, and previews of options in the largest scenarios."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter

import icepool

from affray.bots.players import greedy
from affray.content.loader import load_scenario
from affray.dice import pools
from affray.kernel.requests import Dice, Pool, question_of
from affray.odds.exact import option_odds
from affray.odds.policies import POLICIES, Replies
from affray.systems.d20plus.scores import d20
from benchmarks.figures import Figure, answering_with, seconds_of, session_of

SIZES = (4, 6, 8, 10, 12)
"""Augment Dice of both sides."""

LARGE = ("bench-seven", "abbey-mill", "number-nine", "weir-house")
"""The scenario of each system with most to look at."""

INPUTS = 150
BUDGET = 0.1
"""Seconds that a preview may take: it is shown while somebody points at an option."""


def figures() -> Iterator[Figure]:
    """Margins first, then previews: nobody acts out of turn, and everybody does."""
    yield margins()
    for id_ in LARGE:
        for policy in ("never", "always"):
            yield previews(id_, policy)


def margins() -> Figure:
    """The distribution of d20 and five dice less the same, worked out anew each time."""
    pool = Pool("", (d20(), *[Dice(size) for size in SIZES]))

    def ours() -> None:
        for _ in range(10):
            for cache in (pools.dice_distribution, pools._sum_of, pools._margin_of):
                cache.cache_clear()
            pools.margin_distribution(pool, pool)

    def theirs() -> None:
        natural = icepool.Die([*range(1, 20), 30])
        for _ in range(10):
            side = sum([icepool.d(size) for size in SIZES], natural)
            dict((side - side).items())

    return Figure(
        "a contested margin of five dice a side",
        "margin",
        seconds_of(ours) / 10,
        "icepool",
        seconds_of(theirs) / 10,
    )


def previews(id_: str, policy: str) -> Figure:
    """The slowest in a hundred of all previews of a fight of greedy bots."""
    times = sorted(_times(id_, POLICIES[policy]))
    slow = times[min(len(times) - 1, len(times) * 99 // 100)]
    words = "nobody reacts" if policy == "never" else "everybody reacts"
    name = f"odds in {id_}, {words}, the 99th of 100 ({len(times)} in all)"
    return Figure(name, "preview", slow, "what it may take", BUDGET)


def _times(id_: str, replies: Replies) -> Iterator[float]:
    """How long the odds of each option take that has any."""
    session = session_of(load_scenario(id_))
    answer = answering_with(greedy)
    while session.pending is not None and len(session.journal) < INPUTS:
        pending = session.pending
        part = pending.open_parts()[0]
        question = question_of(pending.request, part)
        for option in () if question is None else question.options:
            started = perf_counter()
            if option_odds(session, part, option.id, replies) is not None:
                yield perf_counter() - started
        value, by, typed = answer(session, pending, part)
        session.answer(pending.stamp, part, value, by, typed)
