"""What `affray sim`, `affray sweep` and `affray compare` share: their options, and playing with progress."""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from affray.cli.output import Ended, readable

if TYPE_CHECKING:
    from affray.content import Loaded
    from affray.sim.rows import Players
    from affray.sim.sample import Sample

INTERRUPTED = 130
"""The exit code after Ctrl-C, as shells count it."""

FIGHTS = 1000
FIGHTS_MAX = 10_000_000


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the options ask for."""

    n: int
    seed: str
    workers: int | None
    executor: str | None
    piece: int | None
    bots: tuple[str, ...]
    report: Path | None
    as_json: bool

    def say(self, text: str) -> None:
        """Print for people, which a document is not for."""
        if not self.as_json:
            click.echo(text)


def options(function: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options that all three have, as one argument `wanted`."""

    def gathered(
        n: int,
        seed: str | None,
        workers: int | None,
        executor: str | None,
        piece: int | None,
        bots: tuple[str, ...],
        report: Path | None,
        as_json: bool,
        **rest: Any,
    ) -> None:
        if executor is not None and workers is not None:
            raise click.UsageError("a cluster has the workers it has; leave out --workers")
        seed = secrets.token_hex(4) if seed is None else seed
        function(Wanted(n, seed, workers, executor, piece, bots, report, as_json), **rest)

    gathered.__doc__ = function.__doc__
    for option in reversed(_OPTIONS):
        option(gathered)
    return gathered


def _place_to_write(_: click.Context, parameter: click.Parameter, value: Path | None) -> Path | None:
    """A file that can be written, as far as that can be known before the fights have been played."""
    if value is not None and not value.parent.is_dir():
        raise click.BadParameter(f"there is no folder {value.parent}")
    return value


def file_option(name: str, help_: str) -> Callable[[Any], Any]:
    """An option that names a file to write."""
    type_ = click.Path(dir_okay=False, writable=True, path_type=Path)
    return click.option(name, type=type_, callback=_place_to_write, metavar="FILE", help=help_)


_OPTIONS = (
    click.option(
        "-n",
        "n",
        type=click.IntRange(1, FIGHTS_MAX),
        default=FIGHTS,
        show_default=True,
        help="Fights to play.",
    ),
    click.option("--seed", callback=readable, help="Seed of all fights; without it one is drawn."),
    click.option("--workers", type=click.IntRange(1, 1024), help="Processes; without it one for every core."),
    click.option("--executor", metavar="dask://HOST:PORT", help="Play on a Dask cluster instead."),
    click.option("--piece", type=click.IntRange(1), help="Fights that a worker is handed at a time."),
    click.option(
        "--bots",
        multiple=True,
        metavar="NAME|SEAT=NAME",
        help="Who plays: a bot for all, or for a seat or side. May be given several times.",
    ),
    file_option("--report", "Write a report: one page of HTML."),
    click.option("--json", "as_json", is_flag=True, help="Print one JSON document."),
)


def players_of(loaded: Loaded, words: Sequence[str]) -> Players:
    """Who plays, from "random", "B=random", "grusk=greedy". Raises `Unreadable` or `Refused`."""
    from affray.bots.players import BOTS
    from affray.content.shape import one_of
    from affray.kernel.errors import Unreadable
    from affray.sim.rows import DEFAULT_BOT, Players
    from affray.table.naming import seats_meant

    seats = loaded.system.seats(loaded.start())
    by_seat: dict[str, str] = {}
    by_side: dict[str, str] = {}
    others = DEFAULT_BOT
    for word in (part.strip() for text in words for part in text.split(",") if part.strip()):
        who, equals, bot = (part.strip() for part in word.rpartition("="))
        if bot not in BOTS:
            raise Unreadable(f'--bots: there is no bot "{bot}"; {one_of(BOTS, bot)}')
        if not equals:
            others = bot
        elif who in {seat.side for seat in seats} - {seat.id for seat in seats}:
            # Also for those of the side who come later.
            by_side[who] = bot
        else:
            by_seat |= dict.fromkeys(seats_meant(seats, who), bot)
    return Players(by_seat, by_side, others)


def play(wanted: Wanted, scenarios: Sequence[Loaded]) -> tuple[list[Sample], bool]:
    """Play every scenario `n` times with the same seeds. Returns the samples, and whether all was played.

    After Ctrl-C the samples hold what was played until then, each as much as the others. Raises `Ended`
    when that is nothing.
    """
    from affray.sim.executors import crew_of
    from affray.sim.jobs import job_of, sides_of
    from affray.sim.run import piece_size, simulate
    from affray.sim.sample import Sample

    jobs = [job_of(loaded, players_of(loaded, wanted.bots), wanted.seed) for loaded in scenarios]
    samples = [Sample(sides_of(loaded)) for loaded in scenarios]
    finished = True
    # More processes than fights would only cost their start.
    workers = min(wanted.workers or cores(), wanted.n * len(jobs))
    try:
        with progress(wanted.n * len(jobs)) as note, crew_of(workers, wanted.executor) as crew:
            size = wanted.piece or piece_size(wanted.n, crew.workers)
            simulate(jobs, samples, wanted.n, crew, size, note)
    except KeyboardInterrupt:
        finished = False
        if not samples[0].n:
            click.echo("affray: stopped before any fight was over", err=True)
            raise Ended(INTERRUPTED) from None
        click.echo(f"\naffray: stopped after {samples[0].n} of {wanted.n} fights", err=True)
    return samples, finished


def end(finished: bool) -> None:
    """Leave with the code of a command that was stopped, if it was. Raises `Ended`."""
    if not finished:
        raise Ended(INTERRUPTED)


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def progress(total: int) -> Iterator[Callable[[int], None] | None]:
    """A bar with the time left, on the error output if that is a terminal; else nothing at all."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("fights", total=total)
        yield lambda done: bar.update(task, completed=done)


def write(path: Path | None, text: str) -> None:
    """Write a file where one is wanted."""
    if path is not None:
        path.write_text(text, encoding="utf-8")


def fights(number: int) -> str:
    """So many fights, in words."""
    return "1 fight" if number == 1 else f"{number} fights"


def document_head(wanted: Wanted, samples: Sequence[Sample]) -> dict[str, Any]:
    """What every document begins with. `n` are the fights that were played, which Ctrl-C makes fewer."""
    return {"n": samples[0].n, "asked": wanted.n, "seed": wanted.seed, "bots": list(wanted.bots)}


def in_columns(rows: Sequence[Sequence[str]]) -> str:
    """Rows of text as columns: the first to the left, the others to the right."""
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    return "\n".join(
        "  "
        + "  ".join(
            cell.rjust(width) if at else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )
