"""Ways over a board of hexes: what can be reached and at what cost, and floods.

All of it works on whole bit boards, so that the cost hardly depends on the number of hexes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from affray.board.hexes import Hexes, around, step_cost
from affray.board.squares import squares_in as hexes_in


@dataclass(frozen=True, slots=True)
class Way:
    """One way: what it costs, and its hexes without the start."""

    cost: int
    hexes: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Reach:
    """Where one can stop: the least cost of each hex, the start at 0, and all of them as bits."""

    costs: Mapping[int, int]
    bits: int
    _board: Hexes = field(repr=False)
    _layers: tuple[int, ...] = field(repr=False)
    """The hexes by their least cost, those among them where one may only pass."""

    def way(self, hex_: int) -> Way:
        """One fixed cheapest way. A hex that is not reached is a fault of the caller.

        Among ways of the same cost it is the one whose steps are first in the order of directions, looked at
        from the end of the way.
        """
        total = cost = self.costs[hex_]
        hexes = []
        while cost:
            hexes.append(hex_)
            cost -= step_cost(self._board, hex_)
            hex_ = self._before(hex_, self._layers[cost])
        return Way(total, tuple(reversed(hexes)))

    def _before(self, hex_: int, layer: int) -> int:
        """The hex of a layer from which the way comes here."""
        for direction in range(6):
            before = self._board.neighbour(hex_, (direction + 3) % 6)
            if before is not None and layer >> before & 1:
                return before
        raise ValueError(f"no step leads to {self._board.name(hex_)}")


def reach(
    board: Hexes, start: int, steps: int, barred: int, passable: int, at_least_one: bool = False
) -> Reach:
    """What can be reached with so many steps to spend. The start may be any hex of the board.

    Nobody enters blocking terrain nor the hexes of `barred`. Those of `passable` may be passed, and nobody
    stops there. With `at_least_one` every neighbour where one may stop is reached, whatever it costs.
    """
    free = board.bits & ~board.blocking & ~barred
    plain, difficult = free & ~board.difficult, free & board.difficult
    steps = max(steps, 0)
    # Two layers more than can be paid for: what the last steps lead to, and room for the neighbours.
    layers = [1 << start] + [0] * (steps + 2)
    unseen = -1
    for cost in range(steps + 1):
        layers[cost] &= unseen
        unseen &= ~layers[cost]
        if layers[cost]:
            there = around(board, layers[cost])
            layers[cost + 1] |= there & plain
            layers[cost + 2] |= there & difficult
    layers[steps + 1 :] = [0, 0]
    if at_least_one:
        beside = around(board, 1 << start) & unseen & ~passable
        layers[1] |= beside & plain
        layers[2] |= beside & difficult
    costs = {start: 0}
    for cost, layer in enumerate(layers[1:], start=1):
        costs.update(dict.fromkeys(hexes_in(layer & ~passable), cost))
    bits = 1 << start
    for layer in layers:
        bits |= layer & ~passable
    return Reach(MappingProxyType(costs), bits, board, tuple(layers))


def flood(board: Hexes, sources: int, barred: int) -> list[int]:
    """The hexes by their number of steps from the nearest source, whatever steps cost.

    The sources come first, wherever they lie; blocking terrain and hexes of `barred` are not entered. The
    list ends with the farthest hexes that are reached, so it is empty without sources.
    """
    free = board.bits & ~board.blocking & ~barred
    layers = []
    while sources:
        layers.append(sources)
        free &= ~sources
        sources = around(board, sources) & free
    return layers
