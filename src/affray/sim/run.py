"""Playing many fights on whatever there is to play them on, and taking them in in order."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Future
from contextlib import contextmanager

from affray.kernel.errors import AffrayError
from affray.sim.executors import Crew
from affray.sim.jobs import FightFailed, Job, play_piece
from affray.sim.rows import Row
from affray.sim.sample import Sample

PIECE_MAX = 20
"""Fights of a piece where nobody says otherwise: short enough for progress, long enough for the way there."""

Piece = tuple[int, int, int]
"""The number of the job, the first fight, how many fights."""


def piece_size(n: int, workers: int) -> int:
    """How many fights a worker is handed at a time: at least four pieces for each, if there are that many."""
    return max(1, min(PIECE_MAX, n // (4 * workers)))


def simulate(
    jobs: Sequence[Job],
    samples: Sequence[Sample],
    n: int,
    crew: Crew,
    size: int,
    note: Callable[[int], None] | None = None,
) -> None:
    """Play `n` fights of every job into the sample that belongs to it, pieces of `size` at a time.

    Every job is played with the same seeds, and no sample is ahead of another: stopped by an exception in
    the middle, such as `KeyboardInterrupt`, all hold the same number of fights, the first ones. `note` is
    told how many fights have been played.
    """
    waiting: deque[tuple[Piece, Future[list[Row]]]] = deque()
    todo = _pieces(len(jobs), n, size)
    held: list[list[Row]] = []
    played = 0
    try:
        while True:
            while len(waiting) < crew.ahead and (piece := next(todo, None)) is not None:
                waiting.append((piece, _handed_out(crew, jobs, piece)))
            if not waiting:
                return
            piece, future = waiting[0]
            rows = _result(jobs[piece[0]], piece, future)
            waiting.popleft()
            held.append(rows)
            if len(held) == len(jobs):
                with uninterrupted():
                    for sample, part in zip(samples, held, strict=True):
                        sample.take(part)
                held = []
            played += len(rows)
            if note is not None:
                note(played)
    finally:
        for _, future in waiting:
            future.cancel()


def _pieces(jobs: int, n: int, size: int) -> Iterator[Piece]:
    """The same fights of every job before the next ones of any."""
    for first in range(0, n, size):
        for number in range(jobs):
            yield number, first, min(size, n - first)


def _handed_out(crew: Crew, jobs: Sequence[Job], piece: Piece) -> Future[list[Row]]:
    """The piece as a future; what breaks on the way there is found when its result is asked for."""
    number, first, count = piece
    try:
        return crew.executor.submit(play_piece, jobs[number], first, count)
    except BrokenExecutor as error:
        lost: Future[list[Row]] = Future()
        lost.set_exception(error)
        return lost


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Ctrl-C waits for the end of the block, where Python would otherwise raise `KeyboardInterrupt`."""
    pressed: list[int] = []
    before = signal.getsignal(signal.SIGINT)
    try:
        if before is signal.default_int_handler:
            signal.signal(signal.SIGINT, lambda number, frame: pressed.append(number))
    except ValueError:
        # Not the main thread, which alone is interrupted.
        before = None
    try:
        yield
    finally:
        if before is signal.default_int_handler:
            signal.signal(signal.SIGINT, before)
    if pressed:
        raise KeyboardInterrupt


def _result(job: Job, piece: Piece, future: Future[list[Row]]) -> list[Row]:
    _, first, count = piece
    seeds = f'"{job.fight_seed(first)}" to "{job.fight_seed(first + count - 1)}"'
    try:
        return future.result()
    except (BrokenExecutor, CancelledError) as error:
        raise FightFailed(f"a worker was lost; fights with the seeds {seeds} were not played") from error
    except AffrayError:
        raise
    except Exception as error:
        # What a scheduler or a worker elsewhere says that has no affray, or another one.
        why = f"{type(error).__name__}: {error}".splitlines()[0]
        raise FightFailed(
            f"fights with the seeds {seeds} could not be played ({why}). A cluster needs the same affray on "
            "its scheduler and on every worker"
        ) from error
