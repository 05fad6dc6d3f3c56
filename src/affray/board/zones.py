"""A board of zones: places without size, and passages from one to another."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

Passage = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Zones:
    """Zones by id, in their order, and the passages between them, which go both ways.

    Two zones that no way joins have no entry among the steps.
    """

    ids: tuple[str, ...]
    passages: tuple[Passage, ...]
    _steps: Mapping[Passage, int]
    _beside: Mapping[str, tuple[str, ...]]

    def steps(self, one: str, other: str) -> int | None:
        """Over how few passages one comes from a zone to another: 0 within it, None where no way leads."""
        return self._steps.get((one, other))

    def neighbours(self, zone: str) -> tuple[str, ...]:
        """The zones that one passage leads to, in the order of the board."""
        return self._beside[zone]


def zones_of(ids: Iterable[str], passages: Iterable[Passage]) -> Zones:
    """The board of these zones. A passage may only join zones of the board."""
    ids, passages = tuple(ids), tuple(passages)
    joined: dict[str, set[str]] = {zone: set() for zone in ids}
    for one, other in passages:
        joined[one].add(other)
        joined[other].add(one)
    beside = {zone: tuple(other for other in ids if other in joined[zone]) for zone in ids}
    steps = {(start, zone): count for start in ids for zone, count in _steps_from(start, beside).items()}
    return Zones(ids, passages, MappingProxyType(steps), MappingProxyType(beside))


def _steps_from(start: str, beside: Mapping[str, tuple[str, ...]]) -> dict[str, int]:
    """Breadth first, so that a zone is met first over the fewest passages."""
    steps = {start: 0}
    queue = deque([start])
    while queue:
        zone = queue.popleft()
        for other in beside[zone]:
            if other not in steps:
                steps[other] = steps[zone] + 1
                queue.append(other)
    return steps
