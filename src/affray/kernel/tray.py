"""The dice tray: which face every die shows, and the memory that undoing does not wipe.

Each roller has its own row of dice of each size. The n-th die of a size shows the same face however often it
is undone and rolled again, so that undo is no way to fish for rolls. A re-roll is an act of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from affray.kernel.requests import Pool

FaceSource = Callable[[str, int, int, int], int]
"""(stream, index in the stream, how often re-rolled, sides) to a face from 1 to sides."""


class Tray:
    """Deals faces from a source and remembers those that have fallen, typed ones too."""

    __slots__ = ("_again", "_fallen", "_source", "used")

    def __init__(self, source: FaceSource) -> None:
        self._source = source
        self.used: dict[str, int] = {}
        self._fallen: dict[tuple[str, int], tuple[int, bool]] = {}
        self._again: dict[tuple[str, int], int] = {}

    def places(self, pool: Pool) -> list[tuple[str, int, int]]:
        """The (stream, index, sides) of every die that this pool would take next."""
        ahead: dict[str, int] = {}
        places = []
        for group in pool.dice:
            stream = f"{pool.roller}/d{group.sides}"
            index = ahead[stream] if stream in ahead else self.used.get(stream, 0)
            places += [(stream, index + place, group.sides) for place in range(group.count)]
            ahead[stream] = index + group.count
        return places

    def fallen(self, pool: Pool) -> tuple[int | None, ...]:
        """For every die that this pool takes next: the face it showed here before, or None."""
        entries = [self._fallen.get((stream, index)) for stream, index, _ in self.places(pool)]
        return tuple(None if entry is None else entry[0] for entry in entries)

    def remembered(self, pool: Pool) -> tuple[tuple[int, ...], bool] | None:
        """Faces that fell here before and were taken back (and whether they were typed), or None."""
        fallen = [self._fallen.get((stream, index)) for stream, index, _ in self.places(pool)]
        if not fallen or any(entry is None for entry in fallen):
            return None
        known = [entry for entry in fallen if entry is not None]
        return tuple(face for face, _ in known), any(typed for _, typed in known)

    def deal(self, pool: Pool) -> tuple[int, ...]:
        """The faces this pool shows next. Nothing is used up until `take`."""
        faces = []
        for stream, index, sides in self.places(pool):
            fallen = self._fallen.get((stream, index))
            if fallen is not None:
                faces.append(fallen[0])
            else:
                faces.append(self._source(stream, index, self._again.get((stream, index), 0), sides))
        return tuple(faces)

    def take(self, pool: Pool, faces: Sequence[int], typed: bool) -> None:
        """Use up the dice of a pool and remember how they fell."""
        for (stream, index, _), face in zip(self.places(pool), faces, strict=True):
            self._fallen[(stream, index)] = (face, typed)
            self.used[stream] = max(self.used.get(stream, 0), index + 1)

    def forget(self, pool: Pool) -> None:
        """Re-roll: the dice that this pool takes next fall anew."""
        for stream, index, _ in self.places(pool):
            self._fallen.pop((stream, index), None)
            self._again[(stream, index)] = self._again.get((stream, index), 0) + 1
