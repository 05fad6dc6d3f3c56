"""Which seats somebody means who writes a word: an id, a side, or a name."""

from __future__ import annotations

from collections.abc import Sequence

from affray.kernel.errors import Ambiguous, Refused
from affray.kernel.system import Seat


def seats_meant(seats: Sequence[Seat], word: str) -> list[str]:
    """Ids of the seat with this id, else of all of the side with this letter, else of the one of this name.

    Raises `Refused` when there is none, and `Ambiguous` when several bear the name.
    """
    by_id = [seat.id for seat in seats if seat.id == word]
    by_side = [seat.id for seat in seats if seat.side == word]
    named = [seat for seat in seats if seat.name.casefold() == word.casefold()]
    if by_id or by_side:
        return by_id or by_side
    if len(named) > 1:
        raise Ambiguous(f'Several are called "{word}"; say which', [seat.id for seat in named])
    if not named:
        sides = dict.fromkeys(seat.side for seat in seats)
        there_is = ", ".join([*sides, *(seat.id for seat in seats)])
        raise Refused(f'There is no seat or side "{word}" in this fight. There is: {there_is}.', "")
    return [named[0].id]
