"""A Markov chain with cycles, solved: where it ends and how long it takes, from every state.

States that lead back to each other (both miss, and all is as before) are a component. Components come in
the order of Tarjan's algorithm, what others lead to first, so that each is solved by itself: small ones
by elimination, in which nothing is ever subtracted, large ones by iteration.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

ELIMINATED_MAX = 600
"""States of a component that is solved by elimination; a larger one by iteration."""

ITERATED_TO, SWEEPS_MAX = 1e-15, 200_000
"""Iteration stops where no value moves by more than so much, or after so many sweeps."""

ROUNDING = 2.0**-52


@dataclass(slots=True)
class Row:
    """What may come of a state: chances of other states and of ends, which add up to 1; what it costs.

    All numbers of a chain are either fractions or floats.
    """

    to: dict[int, Any]
    ends: dict[int, Any]
    costs: Sequence[Any]


@dataclass(frozen=True, slots=True)
class Solved:
    """From each state: the chance of every end, and the mean of every cost until then.

    `endless` are states from which no end is ever reached; whoever gets there never stops. `error` is how far
    a chance may be off at most, 0 where all is exact; a cost may be off by so much times what it is.
    """

    ends: list[list[Any]]
    costs: list[list[Any]]
    endless: frozenset[int]
    error: float
    largest: int


def solve(rows: Sequence[Row], ends: int) -> Solved:
    """Solve a chain of states numbered from 0, with ends numbered from 0.

    Costs are finite only where no endless state can be reached; look at `endless` first: the chances of the
    ends do not add up to 1 from there.
    """
    exact = not any(isinstance(chance, float) for row in rows for chance in (*row.to.values(), *row.costs))
    zero: Any = Fraction(0) if exact else 0.0
    costs = len(rows[0].costs) if rows else 0
    # One more cost counts the steps themselves: it bounds how far an error can grow.
    found: list[list[Any]] = [[] for _ in rows]
    endless: set[int] = set()
    largest = 0
    for component in components(rows):
        largest = max(largest, len(component))
        inside = set(component)
        if _is_closed(rows, component, inside):
            endless |= inside
            for state in component:
                found[state] = [zero] * (ends + costs + 1)
            continue
        given = {state: _given(rows[state], inside, found, ends, zero) for state in component}
        links = {
            state: {to: chance for to, chance in rows[state].to.items() if to in inside and chance}
            for state in component
        }
        leaks = {state: _leak(rows[state], inside, zero) for state in component}
        if len(component) > ELIMINATED_MAX and not exact:
            _iterate(component, links, given, found)
        else:
            _eliminate(component, links, given, leaks, found)
    error = 0.0 if exact else _error(rows, found, ends, endless)
    return Solved(
        [values[:ends] for values in found],
        [values[ends : ends + costs] for values in found],
        frozenset(endless),
        error,
        largest,
    )


def components(rows: Sequence[Row]) -> list[list[int]]:
    """Groups of states that lead to each other, by Tarjan's algorithm: what others lead to comes first."""
    low, number = [-1] * len(rows), [-1] * len(rows)
    open_, on_stack, found = list[int](), set[int](), list[list[int]]()
    count = 0
    for root in range(len(rows)):
        if number[root] >= 0:
            continue
        path = [(root, iter(rows[root].to))]
        number[root] = low[root] = count
        count += 1
        open_.append(root)
        on_stack.add(root)
        while path:
            state, following = path[-1]
            for to in following:
                if number[to] < 0:
                    number[to] = low[to] = count
                    count += 1
                    open_.append(to)
                    on_stack.add(to)
                    path.append((to, iter(rows[to].to)))
                    break
                if to in on_stack:
                    low[state] = min(low[state], number[to])
            else:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[state])
                if low[state] == number[state]:
                    component = [open_.pop()]
                    while component[-1] != state:
                        component.append(open_.pop())
                    on_stack.difference_update(component)
                    found.append(component[::-1])
    return found


def _is_closed(rows: Sequence[Row], component: Sequence[int], inside: set[int]) -> bool:
    """Whether nothing leads out of a component."""
    return all(not rows[state].ends and inside.issuperset(rows[state].to) for state in component)


def _given(row: Row, inside: set[int], found: list[list[Any]], ends: int, zero: Any) -> list[Any]:
    """What a state's values come to without those of its own component."""
    one = zero + 1
    values = [zero] * ends + [*row.costs, one]
    for end, chance in row.ends.items():
        values[end] += chance
    for to, chance in row.to.items():
        if to not in inside:
            for place, value in enumerate(found[to]):
                values[place] += chance * value
    return values


def _leak(row: Row, inside: set[int], zero: Any) -> Any:
    """The chance to leave a component."""
    out = [chance for to, chance in row.to.items() if to not in inside]
    return sum([*out, *row.ends.values()], zero)


def _eliminate(
    component: Sequence[int],
    links: dict[int, dict[int, Any]],
    given: dict[int, list[Any]],
    leaks: dict[int, Any],
    found: list[list[Any]],
) -> None:
    """Take out state by state, then fill in their values backwards.

    What stays in a state is never worked out as 1 less what leaves it: that would lose digits.
    """
    into: dict[int, set[int]] = {state: set() for state in component}
    for state, row in links.items():
        for to in row:
            into[to].add(state)
    left: dict[int, Any] = {}
    for state in component:
        row = links[state]
        row.pop(state, None)
        out = left[state] = leaks[state] + sum(row.values())
        for before in into[state]:
            if before == state or before in left:
                continue
            share = links[before].pop(state) / out
            leaks[before] += share * leaks[state]
            given[before] = [
                value + share * more for value, more in zip(given[before], given[state], strict=True)
            ]
            for to, chance in row.items():
                links[before][to] = links[before].get(to, 0) + share * chance
                into[to].add(before)
    for state in reversed(component):
        values = given[state]
        for to, chance in links[state].items():
            values = [value + chance * more for value, more in zip(values, found[to], strict=True)]
        found[state] = [value / left[state] for value in values]


def _iterate(
    component: Sequence[int],
    links: Mapping[int, Mapping[int, float]],
    given: Mapping[int, list[float]],
    found: list[list[Any]],
) -> None:
    """Sweep over a component until its values stand still."""
    for state in component:
        found[state] = list(given[state])
    for _ in range(SWEEPS_MAX):
        moved = 0.0
        for state in reversed(component):
            values = list(given[state])
            for to, chance in links[state].items():
                values = [value + chance * more for value, more in zip(values, found[to], strict=True)]
            changes = zip(values, found[state], strict=True)
            moved = max(moved, max([abs(one - other) / max(1.0, one) for one, other in changes]))
            found[state] = values
        if moved <= ITERATED_TO:
            return


def _error(rows: Sequence[Row], found: list[list[Any]], ends: int, endless: set[int]) -> float:
    """How far the chances may be off: what is left over in each row, times the most steps that are taken."""
    most_steps = max([values[-1] for values in found], default=0.0)
    left_over = 0.0
    for state, row in enumerate(rows):
        if state in endless:
            continue
        for end in range(ends):
            parts = [row.ends.get(end, 0.0), *[chance * found[to][end] for to, chance in row.to.items()]]
            left_over = max(left_over, abs(sum(parts) - found[state][end]) + ROUNDING * len(parts))
    # The steps themselves were worked out with no smaller care; twice covers what they may be off.
    return 2 * left_over * float(most_steps)
