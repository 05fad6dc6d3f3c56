"""What the size of a board costs in Pace: whole fights of bots, their steps, and the reach of a Move."""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from dataclasses import dataclass, replace
from time import perf_counter

from affray.board.reach import reach
from affray.board.squares import Squares
from affray.bots.players import Bot, greedy
from affray.content.loader import Loaded, load_scenario
from affray.kernel.system import AnyEncounter
from affray.sim.fight import play_fight
from benchmarks.figures import HERE, Figure, seconds_of

SMALL, LARGE = 10, 40
"""Squares along each side of the boards that are compared."""
FIGHTS = 40
REPEATS = 3
SPEED = 5
REACHES = 200


@dataclass(frozen=True)
class Played:
    """Some fights on one board: how long they took in all, and how many steps they had."""

    seconds: float
    steps: int


def figures() -> Iterator[Figure]:
    """Fights on a large board against the same on a small one, by the fight and by the step; and reach."""
    small, large = _side_by_side(open_board(SMALL), open_board(LARGE))
    yield Figure(
        f"a fight of greedy bots in Pace, {LARGE} by {LARGE}: {large.steps / FIGHTS:.0f} steps",
        "fight",
        large.seconds / FIGHTS,
        f"the same {SMALL} by {SMALL}: {small.steps / FIGHTS:.0f} steps",
        small.seconds / FIGHTS,
    )
    yield Figure(
        f"a step of it, {LARGE} by {LARGE}",
        "step",
        large.seconds / large.steps,
        f"a step {SMALL} by {SMALL}",
        small.seconds / small.steps,
    )
    yield Figure(
        f"the squares that {SPEED} Paces reach, {LARGE} by {LARGE}",
        "Move",
        _seconds_of_reach(LARGE),
        f"{SMALL} by {SMALL}",
        _seconds_of_reach(SMALL),
    )


def open_board(size: int) -> Loaded:
    """Two against two on an open board of this size, as far from its edges in proportion."""
    loaded = load_scenario(HERE / "open_board.toml")
    scenario = loaded.scenario
    drawn, larger = Squares(SMALL, SMALL), Squares(size, size)

    def moved(place: str) -> str:
        square = drawn.square(place)
        assert square is not None, place
        x, y = (part * size // SMALL for part in drawn.xy(square))
        return larger.name(y * size + x)

    combatants = tuple(replace(one, at=moved(one.at)) for one in scenario.combatant)
    rows = "\n".join(["." * size] * size)
    return replace(loaded, scenario=replace(scenario, map=rows, combatant=combatants))


def play(loaded: Loaded, seed: str, bot: Bot = greedy) -> Played:
    """One fight of bots, greedy ones unless others are named."""
    steps = 0

    def count(encounter: AnyEncounter) -> None:
        nonlocal steps
        steps += 1

    started = perf_counter()
    play_fight(loaded.system, loaded.start(), {}, bot, seed, after_step=count)
    return Played(perf_counter() - started, steps)


def _side_by_side(*boards: Loaded) -> list[Played]:
    """Fight by fight on each board in turn, so that whatever else the machine does meets them alike."""
    rounds: list[list[list[Played]]] = []
    for _ in range(REPEATS):
        fights = [[play(loaded, f"fight {number}") for loaded in boards] for number in range(FIGHTS)]
        rounds.append([list(column) for column in zip(*fights, strict=True)])
    return [
        Played(
            statistics.median(sum(one.seconds for one in columns[place]) for columns in rounds),
            sum(one.steps for one in rounds[0][place]),
        )
        for place in range(len(boards))
    ]


def _seconds_of_reach(size: int) -> float:
    board = Squares(size, size)
    middle = size * size // 2 + size // 2

    def work() -> None:
        for _ in range(REACHES):
            reach(board, middle, SPEED, 0, 0)

    return seconds_of(work) / REACHES
