"""Reports as web pages that stand alone: no script, nothing to fetch, light or dark as the reader has it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from html import escape

from affray.sim.compare import Difference
from affray.sim.measures import Interval
from affray.sim.plots import STYLE, Bar, Line, bars, histogram, lines, percent
from affray.sim.sample import Sample, named_sides

COLUMNS_MAX = 30
"""Columns of a histogram; more values are put together."""

_PAGE = """
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem; background: var(--ground); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; margin: 0 0 .25rem; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
p.faint, caption { color: var(--faint); text-align: left; }
div.wide { overflow-x: auto; } table { border-collapse: collapse; }
th, td { border-bottom: 1px solid var(--rule); padding: .25rem .75rem .25rem 0; text-align: right;
  font-variant-numeric: tabular-nums; }
th:first-child, td:first-child { text-align: left; } td { white-space: nowrap; }
th { font-weight: 600; max-width: 12rem; overflow-wrap: break-word; }
figure { margin: 0; overflow-x: auto; }
"""

Section = tuple[str, str]
"""A heading and the markup below it."""

NOTE = "Bars show intervals of 95 %."


def page(title: str, about: str, sections: Sequence[Section]) -> str:
    """A whole page. `about` says under the title what was played."""
    body = "".join(f"<section><h2>{escape(heading)}</h2>{markup}</section>" for heading, markup in sections)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{STYLE}{_PAGE}</style></head><body><main><h1>{escape(title)}</h1>"
        f'<p class="faint">{escape(about)}</p>{body}</main></body></html>\n'
    )


def of_sample(sample: Sample) -> list[Section]:
    """Who wins, how long it takes, who falls when, and what everybody does."""
    sections = [
        ("Who wins", figure(win_plot(sample))),
        ("How long it takes", figure(length_plot(sample))),
        ("Who is standing at the end", figure(survival_plot(sample))),
        ("When they fall", _falls(sample)),
    ]
    if sample.deeds or sample.luck:
        sections.append(("What they do in a fight, on average", _deeds(sample)))
    return sections


def of_comparison(found: Sequence[Difference], one: str, other: str) -> list[Section]:
    """By how much the second differs from the first."""
    shares = [difference for difference in found if difference.kind != "length"]
    widest = max((abs(end) for d in shares for end in (d.interval.low, d.interval.high)), default=1.0) or 1.0
    rows = [
        Bar(f"{_KINDS[d.kind]}: {d.name}", d.interval, f"{signed(d)}{' *' if d.real else ''}") for d in shares
    ]
    head = ["", "A", "B", "difference", "interval", "real"]
    body = [
        [
            f"{_KINDS[d.kind]}: {d.name}",
            *in_figures(d)[:2],
            signed(d),
            in_figures(d)[2],
            "yes" if d.real else "",
        ]
        for d in found
    ]
    return [
        (f"{other} (B) against {one} (A)", figure(bars("Differences of shares", rows, -widest, widest))),
        ("In figures", table(head, body)),
    ]


def of_grid(
    paths: Sequence[str], values: Sequence[Sequence[str]], samples: Sequence[Sample]
) -> tuple[list[str], list[Section]]:
    """The plots of a sweep, one for each side, and the sections with them and the grid in figures."""
    plots = [_side_plot(side, paths, values, samples) for side in samples[0].sides]
    names = named_sides(samples[0])
    head = [*paths, *names.values(), "rounds" if samples[0].rounds else "inputs"]
    body = []
    for cell, sample in zip(values, samples, strict=True):
        rates = [_share(sample.win_rate(side)) for side in names]
        body.append([*cell, *rates, f"{sum(sample.lengths) / sample.n:.1f}"])
    return plots, [("Who wins", "".join(map(figure, plots))), ("In figures", table(head, body))]


def win_plot(sample: Sample) -> str:
    """The win rate of every side."""
    names = named_sides(sample)
    rows = [
        Bar(name, sample.win_rate(id_), percent(sample.win_rate(id_).value)) for id_, name in names.items()
    ]
    return bars("Win rates", rows, 0, 1)


def length_plot(sample: Sample) -> str:
    """How many fights took how many rounds, or inputs."""
    axis = "rounds" if sample.rounds else "inputs"
    return histogram("Lengths of the fights", gathered(sample.lengths), axis)


def survival_plot(sample: Sample) -> str:
    """How often every unit stood at the end."""
    rows = [
        Bar(f"{unit.name} ({unit.side})", unit.survival, percent(unit.survival.value))
        for unit in sample.units.values()
    ]
    return bars("Survival", rows, 0, 1)


def gathered(numbers: Sequence[int]) -> list[tuple[str, int]]:
    """Numbers counted, with none left out between, and neighbours put together where they are too many."""
    counts = Counter(numbers)
    low, high = min(counts), max(counts)
    width = -(-(high - low + 1) // COLUMNS_MAX)
    return [
        (str(start), sum(counts[number] for number in range(start, start + width)))
        for start in range(low, high + 1, width)
    ]


def figure(plot: str) -> str:
    """A plot as a figure of a page."""
    return f"<figure>{plot}</figure>"


def table(head: Sequence[str], body: Sequence[Sequence[str]]) -> str:
    """A table; its first column names the rows."""
    top = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
    rows = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in body)
    inside = f"<table><thead><tr>{top}</tr></thead><tbody>{rows}</tbody></table>"
    # What is wider than the page is moved by the keyboard too.
    return f'<div class="wide" role="group" tabindex="0">{inside}</div>'


_KINDS: Mapping[str, str] = {"wins": "Wins", "length": "Length", "survival": "Survival"}


def signed(difference: Difference) -> str:
    """A difference in figures: shares in points of a hundred."""
    value = difference.interval.value
    return f"{value:+.2f}" if difference.kind == "length" else f"{100 * value:+.1f} points"


def in_figures(difference: Difference) -> tuple[str, str, str]:
    """First, second, and the interval of a difference."""
    interval = difference.interval
    if difference.kind == "length":
        return (
            f"{difference.first:.2f}",
            f"{difference.second:.2f}",
            f"{interval.low:+.2f} to {interval.high:+.2f}",
        )
    span = f"{100 * interval.low:+.1f} to {100 * interval.high:+.1f} points"
    return percent(difference.first), percent(difference.second), span


def _share(interval: Interval) -> str:
    return f"{percent(interval.value)} ({100 * interval.low:.1f} to {100 * interval.high:.1f})"


def _falls(sample: Sample) -> str:
    unit_of_time = "round" if sample.rounds else "input"
    body = []
    for column in sample.units.values():
        falls = sorted(column.falls)
        middle = f"{sum(falls) / len(falls):.1f}" if falls else "never"
        body.append([column.name, column.side, percent(len(falls) / max(1, column.fights)), middle])
    return table(["", "side", "falls", f"{unit_of_time} on average"], body)


def _deeds(sample: Sample) -> str:
    names = list(dict.fromkeys(name for deeds in sample.deeds.values() for name in deeds))
    head = ["", *names, *(["luck"] if sample.luck else [])]
    body = []
    for id_, column in sample.units.items():
        own = sample.deeds.get(id_, {})
        row = [column.name, *(mean(sample.deed(id_, name)) if name in own else "0" for name in names)]
        if sample.luck:
            row.append(mean(sample.luck_of(id_)) if id_ in sample.luck else "0")
        body.append(row)
    return table(head, body)


def mean(interval: Interval) -> str:
    """A mean with how far its interval reaches to each side."""
    return f"{interval.value:.2f} ± {interval.high - interval.value:.2f}"


def _side_plot(
    side: str, paths: Sequence[str], values: Sequence[Sequence[str]], samples: Sequence[Sample]
) -> str:
    """The win rate of a side over the first path; a line for every combination of the others."""
    places = list(dict.fromkeys(cell[0] for cell in values))
    combinations = list(dict.fromkeys(tuple(cell[1:]) for cell in values))
    found = {tuple(cell): sample.win_rate(side) for cell, sample in zip(values, samples, strict=True)}
    name = named_sides(samples[0])[side]
    series = []
    for rest in combinations:
        called = ", ".join(f"{path} = {value}" for path, value in zip(paths[1:], rest, strict=True))
        points = tuple(found[(place, *rest)] for place in places)
        series.append(Line(f"{name}{', ' + called if called else ''}", points))
    return lines(f"Fights won: {name}", places, series, paths[0])
