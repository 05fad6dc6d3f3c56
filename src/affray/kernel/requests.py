"""What a rule can ask for: dice, decisions, the GM's ruling, a window for several seats.

A request states what the rule tells apart (its cuts), so that exact odds need to look at bands only.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

GM = "gm"
"""The seat of the game master."""

Audience = tuple[str, ...] | None
"""Names of the sides that may know; None: everyone. The GM always knows."""


@dataclass(frozen=True, slots=True)
class Dice:
    """Equal dice that count together: all of them, or only the highest or lowest.

    `values` maps a face (1 to sides) to what it counts, when that is not the face itself.
    """

    sides: int
    count: int = 1
    keep: Literal["all", "highest", "lowest"] = "all"
    sign: Literal[1, -1] = 1
    values: tuple[int, ...] | None = None
    label: str = ""

    def worth(self, faces: Sequence[int]) -> int:
        """What these faces add to a total."""
        counted = faces if self.values is None else [self.values[face - 1] for face in faces]
        if not counted:
            return 0
        if self.keep == "highest":
            return self.sign * max(counted)
        if self.keep == "lowest":
            return self.sign * min(counted)
        return self.sign * sum(counted)


@dataclass(frozen=True, slots=True)
class Pool:
    """Everything one roller throws at once, and a fixed bonus. `roller` is the seat whose dice they are."""

    roller: str
    dice: tuple[Dice, ...]
    bonus: int = 0

    @property
    def sides(self) -> tuple[int, ...]:
        """The sides of every single die, in the order their faces are given."""
        return tuple(group.sides for group in self.dice for _ in range(group.count))

    def total(self, faces: Sequence[int]) -> int:
        """The score of these faces, given in the order of `sides`."""
        total = self.bonus
        start = 0
        for group in self.dice:
            stop = start + group.count
            total += group.worth(faces[start:stop])
            start = stop
        return total


@dataclass(frozen=True, slots=True)
class Cuts:
    """The values at which a rule begins to treat a number differently.

    `at` lists single cuts in rising order; from `start` on there is one every `every`. With `each` every
    value is its own band. Without any, the rule does not look at the number at all.
    """

    at: tuple[int, ...] = ()
    every: int | None = None
    start: int = 0
    each: bool = False

    def band(self, value: int) -> int:
        """The lowest value of the band that `value` lies in (one below the first cut for the lowest band)."""
        if self.each:
            return value
        if self.every is not None and value >= self.start:
            periodic = value - (value - self.start) % self.every
            return max([cut for cut in self.at if cut <= value] + [periodic])
        below = [cut for cut in self.at if cut <= value]
        if below:
            return max(below)
        cuts = self.at if self.every is None else (*self.at, self.start)
        return min(cuts) - 1 if cuts else 0


EACH = Cuts(each=True)
"""Every value counts."""


@dataclass(frozen=True, slots=True)
class Option:
    """One possible answer. `id` is unique within its question; `kind` and `args` say what it does."""

    id: str
    kind: str
    args: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Roll:
    """One pool, of which the rule tells apart the bands of `cuts`. `about` names the roll for texts."""

    pool: Pool
    cuts: Cuts
    about: str
    clause: str
    to: Audience = None

    parts: ClassVar[int] = 1


@dataclass(frozen=True, slots=True)
class Contest:
    """Two pools thrown at once; the rule tells apart the bands of the margin, first less second."""

    pools: tuple[Pool, Pool]
    cuts: Cuts
    about: str
    clause: str
    to: Audience = None

    parts: ClassVar[int] = 2


@dataclass(frozen=True, slots=True)
class Choose:
    """A question to one seat. `kind` and `args` name it for texts; `default` is an option's id or None.

    A choice by the GM where a clause leaves it to them is a `Ruling`.
    """

    seat: str
    kind: str
    options: tuple[Option, ...]
    clause: str
    args: tuple[Any, ...] = ()
    default: str | None = None

    parts: ClassVar[int] = 1


@dataclass(frozen=True, slots=True)
class Ruling:
    """A `Choose` for the GM with a default, where a clause leaves the decision to them."""

    kind: str
    options: tuple[Option, ...]
    clause: str
    default: str
    args: tuple[Any, ...] = ()

    seat: ClassVar[str] = GM

    parts: ClassVar[int] = 1


@dataclass(frozen=True, slots=True)
class Window:
    """Several seats are asked at once and answer in any order.

    `until` "all": it closes when everyone has answered, and nobody learns an answer before. `until` "first":
    the first answer that is not the question's default closes it.
    """

    choices: tuple[Choose, ...]
    until: Literal["all", "first"]
    clause: str

    @property
    def parts(self) -> int:
        """One for each question."""
        return len(self.choices)


Question = Choose | Ruling
Request = Roll | Contest | Choose | Ruling | Window


@dataclass(frozen=True, slots=True)
class Rolled:
    """A pool as it fell. Exact odds give no faces, and a total that stands for its band."""

    faces: tuple[int, ...]
    total: int
    typed: bool = False


@dataclass(frozen=True, slots=True)
class Contested:
    """Both pools of a contest as they fell, and the margin, first less second."""

    first: Rolled
    second: Rolled
    margin: int


Procedure = Generator[Request, Any, Any]
"""A rule that asks. Call it with `yield from`."""


def question_of(request: Request, part: int) -> Question | None:
    """The question in this part of a request, or None where the part is dice."""
    if isinstance(request, Window):
        return request.choices[part]
    if isinstance(request, (Choose, Ruling)):
        return request
    return None


def pool_of(request: Request, part: int) -> Pool | None:
    """The pool in this part of a request, or None where the part is a question."""
    if isinstance(request, Roll):
        return request.pool
    if isinstance(request, Contest):
        return request.pools[part]
    return None


def seat_of(request: Request, part: int) -> str:
    """The seat that answers this part: who is asked, or whose dice they are."""
    pool = pool_of(request, part)
    if pool is not None:
        return pool.roller
    question = question_of(request, part)
    assert question is not None
    return question.seat


def option_by_id(question: Question, id_: str) -> Option | None:
    """The option with this id, or None."""
    for option in question.options:
        if option.id == id_:
            return option
    return None
