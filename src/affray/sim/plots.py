"""Plots as SVG: bars with intervals, a histogram, lines over the values of a sweep.

Colours are classes of the style sheet, so that a page can be light or dark. Nothing hangs on a colour alone:
every bar and line bears its name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from affray.sim.measures import Interval

WIDTH = 720
ROW = 26
LABEL = 210
FIGURES = 150

STYLE = """
:root { --ground: #fcfbf8; --ink: #1f2328; --faint: #6a6f76; --rule: #d9d5cb; --bar: #2f6f8f; --span: #9bbccb;
  --one: #2f6f8f; --two: #b3541e; --three: #4f7a28; --four: #7a4b94; color-scheme: light dark; }
@media (prefers-color-scheme: dark) { :root { --ground: #16181b; --ink: #e8e6e1; --faint: #a2a6ab;
  --rule: #3a3e44; --bar: #6db3d3; --span: #35586a; --one: #6db3d3; --two: #e2935f; --three: #98c46c;
  --four: #c39bdb; } }
svg { display: block; max-width: 100%; height: auto; }
svg text { fill: var(--ink); font: 13px system-ui, sans-serif; }
svg .faint { fill: var(--faint); }
svg .rule { stroke: var(--rule); fill: none; }
svg .bar { fill: var(--bar); }
svg .span { stroke: var(--span); stroke-width: 9; stroke-linecap: round; }
svg .whisker { stroke-width: 1.5; }
svg .line { fill: none; stroke-width: 2; }
svg .s0 { stroke: var(--one); } svg .s1 { stroke: var(--two); } svg .s2 { stroke: var(--three); }
svg .s3 { stroke: var(--four); }
svg .d0 { fill: var(--one); } svg .d1 { fill: var(--two); } svg .d2 { fill: var(--three); }
svg .d3 { fill: var(--four); }
"""
"""For a page, or for an SVG that stands alone."""

DASHES = ("", "7 4", "2 4", "9 3 2 3")


@dataclass(frozen=True, slots=True)
class Bar:
    """One row: a name, an interval, and how it reads in figures."""

    name: str
    interval: Interval
    says: str


@dataclass(frozen=True, slots=True)
class Line:
    """One series of a sweep: a value with its interval for every place on the axis."""

    name: str
    points: tuple[Interval, ...]


def bars(title: str, rows: Sequence[Bar], low: float, high: float) -> str:
    """Intervals of shares, one below another, on an axis from `low` to `high`, with a line at zero if
    that lies inside.
    """
    span = (high - low) or 1.0
    room = WIDTH - LABEL - FIGURES

    def at(value: float) -> str:
        return _n(LABEL + room * (min(max(value, low), high) - low) / span)

    height = ROW * len(rows) + 10
    parts = []
    for mark in (low, *((0.0,) if low < 0 < high else ()), high):
        x = at(mark)
        parts += [
            _rule(x, 0, x, height),
            _text(float(x), height + 15, f"{100 * mark:.0f} %", anchor="middle", faint=True),
        ]
    for number, row in enumerate(rows):
        y = ROW * number + 18
        parts += [
            _text(LABEL - 10, y + 4, _cut(row.name, 30), anchor="end"),
            f'<line class="span" x1="{at(row.interval.low)}" x2="{at(row.interval.high)}" y1="{y}" '
            f'y2="{y}"/>',
            f'<circle class="bar" cx="{at(row.interval.value)}" cy="{y}" r="5"/>',
            _text(WIDTH - FIGURES + 12, y + 4, row.says),
        ]
    return _svg(title, height + 24, parts)


def histogram(title: str, counts: Sequence[tuple[str, int]], axis: str) -> str:
    """How often each value came, as columns. At most some forty fit."""
    height, floor = 190, 150
    most = max((count for _, count in counts), default=1) or 1
    step = (WIDTH - 40) / max(1, len(counts))
    parts = [_rule(20, floor, WIDTH - 20, floor)]
    every = -(-len(counts) // 20)
    for number, (name, count) in enumerate(counts):
        x = 20 + step * number
        tall = (floor - 24) * count / most
        parts.append(
            f'<rect class="bar" x="{_n(x + step * 0.1)}" y="{_n(floor - tall)}" '
            f'width="{_n(step * 0.8)}" height="{_n(tall)}"/>'
        )
        if number % every == 0:
            parts.append(_text(x + step / 2, floor + 16, name, anchor="middle"))
        if count and len(counts) <= 20:
            parts.append(_text(x + step / 2, floor - tall - 5, str(count), anchor="middle", faint=True))
    parts.append(_text(WIDTH / 2, floor + 34, axis, anchor="middle", faint=True))
    return _svg(title, height, parts)


def lines(title: str, places: Sequence[str], series: Sequence[Line], axis: str) -> str:
    """Shares from 0 to 100 % over the values of a sweep, with their intervals."""
    field = _Field(34, 234, 56, WIDTH - 20, len(places), len(series))
    parts = [_text(field.left, 18, title)]
    for share in (0, 25, 50, 75, 100):
        y = field.y(share / 100)
        parts += [
            _rule(field.left, y, field.right, y),
            _text(field.left - 8, y + 4, f"{share} %", anchor="end", faint=True),
        ]
    for place, name in enumerate(places):
        parts.append(_text(field.middle(place), field.floor + 18, _cut(name, 18), anchor="middle"))
    parts.append(
        _text((field.left + field.right) / 2, field.floor + 38, axis, anchor="middle", faint=True),
    )
    for number, line in enumerate(series):
        parts += _line(field, number, line)
    return _svg(title, field.floor + 62 + 20 * len(series), parts)


@dataclass(frozen=True, slots=True)
class _Field:
    """Where a plot of lines lies: its edges, how many places its axis has, how many lines it bears."""

    top: float
    floor: float
    left: float
    right: float
    places: int
    lines: int

    def middle(self, place: int) -> float:
        return self.left + (self.right - self.left) * (place + 0.5) / max(1, self.places)

    def x(self, place: int, number: int) -> float:
        """A little apart, so that intervals of several lines do not hide one another."""
        return self.middle(place) + 5 * (number - (self.lines - 1) / 2)

    def y(self, share: float) -> float:
        return self.floor - (self.floor - self.top) * share


def _line(field: _Field, number: int, line: Line) -> list[str]:
    """One line with its intervals, and its entry of the key below."""
    colour, dashes = f"s{number % 4}", DASHES[number // 4 % 4]
    points = [(field.x(place, number), point) for place, point in enumerate(line.points)]
    path = " ".join(f"{_n(x)},{_n(field.y(point.value))}" for x, point in points)
    parts = [f'<polyline class="line {colour}" stroke-dasharray="{dashes}" points="{path}"/>']
    for x, point in points:
        parts.append(
            f'<line class="whisker {colour}" x1="{_n(x)}" y1="{_n(field.y(point.low))}" x2="{_n(x)}" '
            f'y2="{_n(field.y(point.high))}"/>'
            f'<circle class="d{number % 4}" cx="{_n(x)}" cy="{_n(field.y(point.value))}" r="4"/>'
        )
    key = field.floor + 62 + 20 * number
    parts.append(
        f'<line class="line {colour}" stroke-dasharray="{dashes}" x1="{_n(field.left)}" y1="{_n(key - 4)}" '
        f'x2="{_n(field.left + 36)}" y2="{_n(key - 4)}"/>'
    )
    return [*parts, _text(field.left + 46, key, line.name)]


def alone(plots: Sequence[str]) -> str:
    """Plots as one SVG file, one below another, with the style inside."""
    placed, y = [], 0
    for plot in plots:
        placed.append(plot.replace("<svg ", f'<svg y="{y}" ', 1))
        y += int(plot.partition('height="')[2].partition('"')[0]) + 20
    inside = "".join(placed)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y}" width="{WIDTH}" height="{y}">'
        f'<style>{STYLE}</style><rect width="100%" height="100%" style="fill: var(--ground)"/>{inside}'
        "</svg>\n"
    )


def percent(share: float) -> str:
    """A share in figures: 41.0 %."""
    return f"{100 * share:.1f} %"


def _svg(title: str, height: float, parts: Sequence[str]) -> str:
    return (
        f'<svg role="img" aria-label="{escape(title)}" viewBox="0 0 {WIDTH} {_n(height)}" width="{WIDTH}" '
        f'height="{_n(height)}"><title>{escape(title)}</title>{"".join(parts)}</svg>'
    )


def _rule(x1: float | str, y1: float, x2: float | str, y2: float) -> str:
    one, other = (x if isinstance(x, str) else _n(x) for x in (x1, x2))
    return f'<line class="rule" x1="{one}" y1="{_n(y1)}" x2="{other}" y2="{_n(y2)}"/>'


def _text(x: float, y: float, text: str, anchor: str = "start", faint: bool = False) -> str:
    class_ = ' class="faint"' if faint else ""
    return f'<text{class_} x="{_n(x)}" y="{_n(y)}" text-anchor="{anchor}">{escape(text)}</text>'


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else text[: length - 1] + "…"


def _n(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")
