"""Every outcome of a roll with its weight: by the bands that the rule tells apart, or face by face."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product

from affray.dice.pools import banded, margin_distribution, pool_distribution
from affray.kernel.requests import Contest, Contested, Pool, Roll, Rolled

Result = Rolled | Contested
Outcomes = Callable[[Roll | Contest], Sequence[tuple[Result, int]]]
"""The outcomes of a roll that a rule can tell apart, each with a whole weight above zero."""


def by_bands(request: Roll | Contest) -> list[tuple[Result, int]]:
    """One outcome for each band of the request's cuts. A total stands for its band; there are no faces."""
    if isinstance(request, Roll):
        distribution = banded(pool_distribution(request.pool), request.cuts)
        return [(Rolled((), total), weight) for total, weight in distribution.items()]
    distribution = banded(margin_distribution(*request.pools), request.cuts)
    nothing = Rolled((), 0)
    return [
        (Contested(Rolled((), margin), nothing, margin), weight) for margin, weight in distribution.items()
    ]


def by_faces(request: Roll | Contest) -> list[tuple[Result, int]]:
    """One outcome for each throw. Many; for comparing with `by_bands` on small pools."""
    if isinstance(request, Roll):
        return [(rolled, 1) for rolled in _throws(request.pool)]
    first, second = request.pools
    return [
        (Contested(one, other, one.total - other.total), 1)
        for one in _throws(first)
        for other in _throws(second)
    ]


def _throws(pool: Pool) -> list[Rolled]:
    return [
        Rolled(faces, pool.total(faces)) for faces in product(*(range(1, sides + 1) for sides in pool.sides))
    ]
