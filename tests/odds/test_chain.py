"""Chains: in fractions and in floats, with cycles of any size, and what never ends."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from affray.odds import chain
from affray.odds.chain import Row, components, solve


def row(to: dict[int, Fraction], ends: dict[int, Fraction] | None = None, cost: int = 1) -> Row:
    """A state with chances in fractions."""
    return Row(to, ends or {}, (Fraction(cost),))


def as_floats(rows: list[Row]) -> list[Row]:
    """The same chain in floats."""
    return [
        Row(
            {to: float(chance) for to, chance in one.to.items()},
            {end: float(chance) for end, chance in one.ends.items()},
            tuple(float(cost) for cost in one.costs),
        )
        for one in rows
    ]


def any_chain(random: Random, size: int) -> list[Row]:
    """A chain with cycles, of which every state may end."""
    rows = []
    for state in range(size):
        weights = [(random.randrange(size), random.randint(1, 5)) for _ in range(random.randint(1, 4))]
        weights.append((state, random.randint(0, 3)))
        ends = {random.randrange(2): random.randint(1, 3)} if random.random() < 0.6 else {1: 1}
        whole = sum(weight for _, weight in weights) + sum(ends.values())
        to: dict[int, Fraction] = {}
        for other, weight in weights:
            to[other] = to.get(other, Fraction(0)) + Fraction(weight, whole)
        rows.append(
            row(to, {end: Fraction(weight, whole) for end, weight in ends.items()}, random.randint(0, 3))
        )
    return rows


def swept(rows: list[Row], ends: int) -> list[list[float]]:
    """Chances and costs by plain iteration from nothing: the same by other means."""
    plain = as_floats(rows)
    found = [[0.0] * (ends + 1) for _ in rows]
    for _ in range(600):
        found = [
            [
                (one.ends.get(place, 0.0) if place < ends else one.costs[0])
                + sum(chance * found[to][place] for to, chance in one.to.items())
                for place in range(ends + 1)
            ]
            for one in plain
        ]
    return found


def test_two_who_miss_each_other_by_hand() -> None:
    """Heads for the first wins at 2/3, for the second at 1/2, in turns: 2/3 of 1 / (1 - 1/6) is 4/5."""
    rows = [
        row({1: Fraction(1, 3)}, {0: Fraction(2, 3)}),
        row({0: Fraction(1, 2)}, {1: Fraction(1, 2)}),
    ]
    solved = solve(rows, 2)
    assert solved.ends == [[Fraction(4, 5), Fraction(1, 5)], [Fraction(2, 5), Fraction(3, 5)]]
    assert solved.costs[0] == [Fraction(8, 5)]
    assert solved.error == 0
    assert solved.largest == 2


def test_a_state_that_stays_as_it_is() -> None:
    """A loop of a state to itself: 9 of 10 stay, so it takes 10 steps."""
    solved = solve([row({0: Fraction(9, 10)}, {0: Fraction(1, 10)})], 1)
    assert solved.ends == [[Fraction(1)]]
    assert solved.costs == [[Fraction(10)]]


@pytest.mark.parametrize("seed", range(8))
def test_fractions_floats_and_iteration_agree(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same chain in four ways; floats are no further off than they say."""
    rows = any_chain(Random(seed), 12)
    exact = solve(rows, 2)
    assert all(sum(ends) == 1 for ends in exact.ends)
    for one, other in zip(swept(rows, 2), exact.ends, strict=True):
        assert one[:2] == pytest.approx([float(chance) for chance in other], abs=1e-9)
    floats = solve(as_floats(rows), 2)
    monkeypatch.setattr(chain, "ELIMINATED_MAX", 1)
    iterated = solve(as_floats(rows), 2)
    for solved in (floats, iterated):
        assert 0 < solved.error < 1e-9
        for one, other in zip(solved.ends, exact.ends, strict=True):
            assert all(abs(Fraction(a) - b) <= solved.error for a, b in zip(one, other, strict=True))
        for one, other in zip(solved.costs, exact.costs, strict=True):
            assert one == pytest.approx([float(cost) for cost in other])


def test_components_come_after_what_they_lead_to() -> None:
    """Tarjan's order: every link leads to the same component or to an earlier one."""
    for seed in range(20):
        rows = any_chain(Random(seed), 15)
        # Fewer links, so that there are several components.
        rows = [row(dict(list(one.to.items())[:1]), {0: Fraction(1)}) for one in rows]
        found = components(rows)
        place = {state: number for number, component in enumerate(found) for state in component}
        assert sorted(place) == list(range(15))
        assert all(place[to] <= place[state] for state, one in enumerate(rows) for to in one.to)


def test_what_never_ends_is_told() -> None:
    """Two states that lead to each other alone: who gets there never stops."""
    rows = [
        row({1: Fraction(1, 4)}, {0: Fraction(3, 4)}),
        row({2: Fraction(1)}),
        row({1: Fraction(1)}),
    ]
    solved = solve(rows, 1)
    assert solved.endless == {1, 2}
    assert solved.ends[0] == [Fraction(3, 4)]


def test_a_long_way_without_a_cycle() -> None:
    """A thousand states in a row are no recursion."""
    rows = [row({state + 1: Fraction(1)}) for state in range(3_000)] + [row({}, {0: Fraction(1)})]
    assert solve(rows, 1).costs[0] == [3_001]
