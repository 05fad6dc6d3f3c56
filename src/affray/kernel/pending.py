"""An open request: which parts are answered, and what the rule is sent once it may go on."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import Any

from affray.kernel.errors import Refused, Unreadable
from affray.kernel.requests import (
    Choose,
    Contest,
    Contested,
    Cuts,
    Request,
    Roll,
    Rolled,
    Ruling,
    Window,
    option_by_id,
    pool_of,
    question_of,
)

PartValue = str | tuple[int, ...]


class Pending:
    """A request and the answers it has so far, one per part.

    `opened` is the number of inputs that had been taken in when it was asked: the last time, where it was
    asked again. `key` is mixed into the stamp: a request may hold what its reader must not know, and without
    a key its stamp could be guessed at.
    """

    __slots__ = ("_key", "_stamp", "opened", "request", "typed", "values")

    def __init__(self, request: Request, opened: int, key: bytes = b"") -> None:
        self.request = request
        self.opened = opened
        self.values: list[PartValue | None] = [None] * request.parts
        self.typed: list[bool] = [False] * request.parts
        self._key = key
        self._stamp = ""

    @property
    def stamp(self) -> str:
        """Names this very request: where it was first asked and what it says.

        Cuts are left out: one may be a secret number, and whoever holds the stamp could try them all.
        """
        if not self._stamp:
            said = self.request
            if isinstance(said, (Roll, Contest)):
                said = replace(said, cuts=Cuts())
            digest = hashlib.blake2b(repr(said).encode(), digest_size=5, key=self._key).hexdigest()
            self._stamp = f"{self.opened}-{digest}"
        return self._stamp

    def keep_stamp(self, earlier: Pending) -> None:
        """Go by the stamp of an earlier request that asked the very same, so that answers to it still fit."""
        if earlier.request == self.request:
            self._stamp = earlier.stamp

    def open_parts(self) -> list[int]:
        """The parts that still want an answer."""
        return [part for part, value in enumerate(self.values) if value is None]

    def check(self, part: int, value: PartValue) -> None:
        """Raise `Unreadable` or `Refused` unless this answer fits this part."""
        pool = pool_of(self.request, part)
        if pool is not None:
            _check_faces(pool.sides, value)
            return
        question = question_of(self.request, part)
        assert question is not None
        if not isinstance(value, str):
            raise Unreadable("This question wants an option, not faces.")
        if option_by_id(question, value) is None:
            raise Refused(f'"{value}" is not on offer here.', question.clause)

    def closed(self) -> bool:
        """Whether the rule can go on."""
        if isinstance(self.request, Window) and self.request.until == "first":
            for choice, value in zip(self.request.choices, self.values, strict=True):
                if value is not None and value != choice.default:
                    return True
        return all(value is not None for value in self.values)

    def result(self) -> Any:
        """What the rule is sent: an `Option`, a `Rolled`, a `Contested`, or a tuple of options."""
        return resolve(self.request, self.values, self.typed)


def resolve(request: Request, values: list[PartValue | None], typed: list[bool]) -> Any:
    """Turn the raw answers of a request into what its rule is sent."""
    if isinstance(request, (Choose, Ruling)):
        return option_by_id(request, str(values[0]))
    if isinstance(request, Roll):
        return _rolled(request, 0, values, typed)
    if isinstance(request, Contest):
        first, second = _rolled(request, 0, values, typed), _rolled(request, 1, values, typed)
        return Contested(first, second, first.total - second.total)
    return tuple(
        None if value is None else option_by_id(choice, str(value))
        for choice, value in zip(request.choices, values, strict=True)
    )


def carry_over(earlier: Pending, later: Pending) -> None:
    """Fill in the answers of an earlier request wherever a later one asks the same again.

    A question is the same when nothing about it changed, a roll when its dice are the same.
    """
    left = [part for part, value in enumerate(earlier.values) if value is not None]
    for part in range(later.request.parts):
        for before in left:
            if _asks_the_same(earlier.request, before, later.request, part):
                later.values[part] = earlier.values[before]
                later.typed[part] = earlier.typed[before]
                left.remove(before)
                break


def _asks_the_same(earlier: Request, before: int, later: Request, part: int) -> bool:
    if type(earlier) is not type(later):
        return False
    pool, pool_before = pool_of(later, part), pool_of(earlier, before)
    if pool is not None and pool_before is not None:
        return part == before and (pool.roller, pool.sides) == (pool_before.roller, pool_before.sides)
    return question_of(later, part) == question_of(earlier, before)


def _rolled(request: Roll | Contest, part: int, values: list[PartValue | None], typed: list[bool]) -> Rolled:
    pool = pool_of(request, part)
    faces = values[part]
    assert pool is not None
    assert isinstance(faces, tuple)
    return Rolled(faces, pool.total(faces), typed[part])


def _check_faces(sides: tuple[int, ...], value: PartValue) -> None:
    if not isinstance(value, tuple):
        raise Unreadable("This roll wants faces, not an option.")
    if len(value) != len(sides):
        raise Unreadable(f"This roll has {len(sides)} dice; {len(value)} faces were given.")
    faults = [
        f"die {number}: a d{limit} shows 1 to {limit}, not {face}"
        for number, (face, limit) in enumerate(zip(value, sides, strict=True), start=1)
        if type(face) is not int or not 1 <= face <= limit
    ]
    if faults:
        raise Unreadable("These faces cannot be.", faults)
