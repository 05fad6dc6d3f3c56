"""Dice requests as they come up in play, and what a rule makes of each total that may fall."""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice, product
from random import Random
from typing import Any

from affray.kernel.codec import to_plain
from affray.kernel.encounter import Encounter
from affray.kernel.errors import AffrayError
from affray.kernel.requests import Contest, Contested, Pool, Roll, Rolled, pool_of
from affray.kernel.session import Session
from affray.odds.exact import Position, reopened
from tests.contract.cases import Case
from tests.contract.play import any_answer, open_session, take

ACTS = 0.05
"""How often the GM does something."""

THROWS_MAX = 20_000
"""Throws of a request that are listed one by one."""


@dataclass(frozen=True)
class Seen:
    """A request for dice as it stood open in a fight."""

    case: str
    position: Position
    request: Roll | Contest

    @property
    def name(self) -> tuple[str, str]:
        """What kind it is, and what it is about."""
        return type(self.request).__name__, self.request.about


def seen_in(case: Case, seed: int, inputs: int) -> Iterator[Seen]:
    """Every request for dice of a fight in which everybody does anything, the GM's acts included."""
    random = Random(seed)
    session = open_session(case, f"requests {seed}")
    for _ in range(inputs):
        pending = session.pending
        if pending is None:
            return
        if pool_of(pending.request, 0) is not None and len(pending.open_parts()) == pending.request.parts:
            assert isinstance(pending.request, (Roll, Contest))
            yield Seen(case.id, _position(session), pending.request)
        elif random.random() < ACTS:
            with suppress(AffrayError):
                session.act(case.act(session.encounter, random))
            continue
        take(session, *any_answer(session, random))


def _position(session: Session) -> Position:
    """Where a session stands, also while an act is open."""
    state, inputs = session.fork_at(len(session.journal))
    encounter = session.encounter
    return Position(session.system, encounter.book, encounter.rulings, state, tuple(inputs))


def pools_of(request: Roll | Contest) -> tuple[Pool, ...]:
    """Its pools, one or two."""
    return (request.pool,) if isinstance(request, Roll) else request.pools


def throws_of(request: Roll | Contest) -> int:
    """How many throws there are."""
    count = 1
    for pool in pools_of(request):
        for sides in pool.sides:
            count *= sides
    return count


def thrown(request: Roll | Contest, faces: Sequence[int]) -> Rolled | Contested:
    """What these faces, of all the dice in turn, come to."""
    rolled, start = [], 0
    for pool in pools_of(request):
        stop = start + len(pool.sides)
        rolled.append(Rolled(tuple(faces[start:stop]), pool.total(faces[start:stop])))
        start = stop
    if len(rolled) == 1:
        return rolled[0]
    return Contested(rolled[0], rolled[1], rolled[0].total - rolled[1].total)


def value_of(result: Rolled | Contested) -> int:
    """The number that the cuts are about."""
    return result.margin if isinstance(result, Contested) else result.total


def one_throw_for_each_value(request: Roll | Contest, random: Random) -> dict[int, Rolled | Contested]:
    """Values that may fall, each with a throw that gives it: all of them where the throws can be listed."""
    sides = [side for pool in pools_of(request) for side in pool.sides]
    if throws_of(request) <= THROWS_MAX:
        faces: Any = product(*[range(1, side + 1) for side in sides])
    else:
        faces = islice(_any_faces(sides, random), THROWS_MAX // 20)
    found: dict[int, Rolled | Contested] = {}
    for each in faces:
        result = thrown(request, each)
        found.setdefault(value_of(result), result)
    return found


def _any_faces(sides: Sequence[int], random: Random) -> Iterator[tuple[int, ...]]:
    yield tuple([1] * len(sides))
    yield tuple(sides)
    while True:
        yield tuple([random.randint(1, side) for side in sides])


def banded_result(request: Roll | Contest, value: int) -> Rolled | Contested:
    """What exact odds answer in the place of a value: its band, and no faces."""
    band = request.cuts.band(value)
    nothing = Rolled((), 0)
    return Rolled((), band) if isinstance(request, Roll) else Contested(Rolled((), band), nothing, band)


def what_follows(seen: Seen, result: Rolled | Contested) -> tuple[Any, Any]:
    """What a rule asks next, or None, and the state it has left by then."""
    position = seen.position
    encounter: Any = Encounter(pickle.loads(position.state), position.book, position.rulings)
    procedure, _ = reopened(position, encounter)
    try:
        request = procedure.send(result)
    except StopIteration:
        request = None
    return request, to_plain(encounter.state)
