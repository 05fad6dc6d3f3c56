"""Many fights on one core and on two, and what counting a fight costs beyond playing it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter

from affray.bots.players import greedy
from affray.content.loader import Loaded, load_scenario
from affray.sim.executors import Crew, crew_of
from affray.sim.fight import play_fight
from affray.sim.jobs import job_of, play_piece, sides_of
from affray.sim.rows import Players
from affray.sim.run import simulate
from affray.sim.sample import Sample
from benchmarks.figures import Figure

SCENARIOS = {"saltgate": 24, "toll-bridge": 24, "pipe-bridge": 8, "night-barge": 8}
"""A scenario of each system, and how many of its fights are played at a time."""

ROUNDS = 12
"""Both sides of a comparison take turns, and the best time of each counts: a busy machine only adds."""


def figures() -> Iterator[Figure]:
    """The first scenario with and without counting; each on two workers against one."""
    first = load_scenario(next(iter(SCENARIOS)))
    yield _counting(first, SCENARIOS[first.id])
    with crew_of(1) as alone, crew_of(2) as two:
        for id_, fights in SCENARIOS.items():
            yield _on_two(load_scenario(id_), fights, alone, two)


def _counting(loaded: Loaded, fights: int) -> Figure:
    job = job_of(loaded, Players(), "benchmark")

    def bare() -> None:
        for number in range(fights):
            play_fight(loaded.system, loaded.start(), {}, greedy, job.fight_seed(number))

    counted, played = _best(lambda: play_piece(job, 0, fights), bare)
    return Figure(
        f"a fight of {loaded.id}, counted", "fight", counted / fights, "played alone", played / fights
    )


def _on_two(loaded: Loaded, fights: int, alone: Crew, two: Crew) -> Figure:
    job = job_of(loaded, Players(), "benchmark")

    def on(crew: Crew) -> None:
        simulate([job], [Sample(sides_of(loaded))], fights, crew, fights // 8)

    both, one = _best(lambda: on(two), lambda: on(alone))
    return Figure(
        f"a fight of {loaded.id}, 2 workers", "fight", both / fights, "the same, 1 worker", one / fights
    )


def _best(first: Callable[[], object], second: Callable[[], object]) -> tuple[float, float]:
    """The best times of two pieces of work that take turns, after one turn to warm up."""
    times: tuple[list[float], list[float]] = ([], [])
    for turn in range(ROUNDS + 1):
        for work, taken in zip((first, second), times, strict=True):
            started = perf_counter()
            work()
            if turn:
                taken.append(perf_counter() - started)
    return min(times[0]), min(times[1])
