"""Runs every benchmark or those whose group is named; the groups are those of `GROUPS`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator

from rich.console import Console
from rich.table import Table

from benchmarks import boards, broadcasts, fights, forecasts, odds, scenes, sessions, simulations, skirmish
from benchmarks.figures import Figure

GROUPS: dict[str, Callable[[], Iterator[Figure]]] = {
    "fights": fights.figures,
    "boards": boards.figures,
    "skirmish": skirmish.figures,
    "scenes": scenes.figures,
    "odds": odds.figures,
    "sessions": sessions.figures,
    "simulations": simulations.figures,
    "forecasts": forecasts.figures,
    "broadcasts": broadcasts.figures,
}


def main(names: list[str]) -> int:
    """Print the table. Returns 2 when a group is unknown."""
    unknown = [name for name in names if name not in GROUPS]
    if unknown:
        print(f"There is no group {', '.join(unknown)}; there is {', '.join(GROUPS)}.", file=sys.stderr)
        return 2
    table = Table(title="affray on one core, where nothing else is said")
    for column in ("what", "takes", "a second", "compared with", "that takes", "ratio"):
        table.add_column(column, justify="left" if column in ("what", "compared with") else "right")
    for name, figures in GROUPS.items():
        if not names or name in names:
            for figure in figures():
                table.add_row(*_row(figure))
    Console().print(table)
    return 0


def _row(figure: Figure) -> tuple[str, ...]:
    return (
        figure.name,
        _time(figure.seconds),
        f"{1 / figure.seconds:,.0f} {figure.unit}s",
        figure.base,
        _time(figure.base_seconds),
        f"{figure.ratio:.1f}",
    )


def _time(seconds: float) -> str:
    if seconds < 1e-3:
        return f"{seconds * 1e6:.0f} µs"
    return f"{seconds * 1e3:.1f} ms" if seconds < 1 else f"{seconds:.2f} s"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
