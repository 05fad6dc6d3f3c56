"""Chances as a command shows them: bars, percents, exact fractions where they are short enough to read."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, TypedDict

import click

BAR = 40
"""Columns of a bar of 100 %."""

DIGITS_MAX = 400
"""Digits of a fraction that is written out."""


class Outcome(TypedDict):
    """An outcome of a JSON document. `exact` is "numerator/denominator", or None where it is too long."""

    label: str
    p: float
    exact: str | None


def outcome(label: str, chance: Any) -> Outcome:
    """An outcome with its chance, a fraction or a float."""
    return Outcome(label=label, p=float(chance), exact=exact_text(chance))


def exact_text(number: Any) -> str | None:
    """A fraction as "numerator/denominator"; None for a float, or where it has too many digits."""
    if not isinstance(number, Fraction):
        return None
    # A bit is about 0.3 of a digit; turning very long numbers into text is refused by Python itself.
    if (number.numerator.bit_length() + number.denominator.bit_length()) * 0.302 > DIGITS_MAX:
        return None
    return f"{number.numerator}/{number.denominator}"


def show_bars(outcomes: Sequence[tuple[str, Any]]) -> None:
    """Print a bar for each outcome."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console(highlight=False)
    full = "#" if not (console.encoding or "").lower().startswith("utf") else "\N{FULL BLOCK}"
    table = Table.grid(padding=(0, 2))
    table.add_column()
    table.add_column(justify="right")
    table.add_column(width=BAR, no_wrap=True)
    for label, chance in outcomes:
        bar = full * round(float(chance) * BAR)
        table.add_row(Text(f"  {label}"), Text(f"{float(chance) * 100:.2f} %"), Text(bar))
    with console.capture() as shown:
        console.print(table)
    for line in shown.get().splitlines():
        click.echo(line.rstrip())
