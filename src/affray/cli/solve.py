"""affray solve: a small fight worked out exactly, instead of being played many times."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from affray.cli.fight import BOT_NAMES
from affray.cli.output import NO, Ended, write_json

if TYPE_CHECKING:
    from affray.content import Loaded
    from affray.odds.solver import Solution


@click.command("solve")
@click.argument("scenario")
@click.option(
    "--bots", type=click.Choice(BOT_NAMES), default="greedy", show_default=True, help="Who plays every seat."
)
@click.option(
    "--ties",
    type=click.Choice(("average", "first")),
    default="average",
    show_default=True,
    help="Where a bot draws among equals: all of them, each with its chance, or the first.",
)
@click.option(
    "--states-max",
    type=click.IntRange(1, 1_000_000),
    default=20_000,
    show_default=True,
    help="States to follow before it is given up.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(scenario: str, bots: str, ties: str, states_max: int, as_json: bool) -> None:
    """Work out who wins a small fight of bots how often, and how long it takes, without a throw of dice.

    SCENARIO is the id of one that comes with affray, or the path of a file. Exit code 1 when the fight is too
    large: then the figures are what is certain so far.
    """
    from affray.bots.players import BOTS
    from affray.content import load_scenario
    from affray.odds.solver import solved

    loaded = load_scenario(scenario)
    solution = solved(loaded.system, loaded.start(), BOTS[bots], states_max, ties == "first")
    if as_json:
        write_json(
            {"scenario": loaded.id, "system": loaded.system.id, "bots": bots} | _plain(loaded, solution, ties)
        )
    else:
        _tell(loaded, solution, bots, ties, scenario)
    if not solution.complete:
        raise Ended(NO)


def left_out(loaded: Loaded) -> str:
    """What the states of a system leave out, as a sentence; empty where nothing is."""
    return str(getattr(loaded.system, "memo_leaves_out", ""))


def _plain(loaded: Loaded, solution: Solution, ties: str) -> dict[str, Any]:
    from affray.cli.chances import outcome

    length = {"inputs": solution.inputs, "rounds": solution.rounds}
    return {
        "ties": ties,
        "complete": solution.complete,
        "outcomes": [
            {**outcome(ending.outcome, chance), "winner": ending.winner}
            for ending, chance in solution.endings.items()
        ],
        "open": float(solution.open),
        "endless": float(solution.endless),
        "mean": {name: None if value is None else float(value) for name, value in length.items()},
        "exact": solution.exact,
        "error": solution.error,
        "states": solution.states,
        "followed": solution.followed,
        "largest_cycle": solution.largest,
        "left_out": left_out(loaded),
    }


def _tell(loaded: Loaded, solution: Solution, bots: str, ties: str, scenario: str) -> None:
    from affray.cli.chances import show_bars

    drawn = "all equals" if ties == "average" else "the first of equals"
    click.echo(f"{loaded.title}, {bots} bots, {drawn}")
    rows = [(ending.outcome, chance) for ending, chance in solution.endings.items()]
    rows += [("not followed", solution.open)] if solution.open else []
    rows += [("never ends", solution.endless)] if solution.endless else []
    show_bars(rows)
    if solution.inputs is not None:
        rounds = "" if solution.rounds is None else f" in {float(solution.rounds):.4f} rounds"
        click.echo(f"It takes {float(solution.inputs):.4f} inputs{rounds} on average.")
    cycle = f", of which up to {solution.largest} lead back to each other" if solution.largest > 1 else ""
    click.echo(f"{solution.states} states{cycle}; {_how_exact(solution)}.")
    if left_out(loaded):
        click.echo(left_out(loaded))
    if not solution.complete:
        wide = (
            f" (of {solution.too_wide} the next step alone has too many outcomes)"
            if solution.too_wide
            else ""
        )
        click.echo(
            f"That is too large to be solved: {solution.followed} states were followed{wide}, and what is "
            f"not followed may go either way. Raise --states-max, or play it often: affray sim {scenario}"
        )


def _how_exact(solution: Solution) -> str:
    return (
        "solved in fractions" if solution.exact else f"solved in floats, off by {solution.error:.1e} at most"
    )
