"""Which seats, and which parts of the open request, a reader may know of at all."""

from __future__ import annotations

from affray.kernel.pending import Pending
from affray.kernel.requests import GM, Contest, Roll, seat_of
from affray.kernel.session import Session
from affray.kernel.system import Seat, Viewer


def seats_known(session: Session, viewer: Viewer) -> list[Seat]:
    """The seats that this viewer may know of."""
    return [seat for seat in session.system.seats(session.encounter) if viewer.knows(seat.to)]


def seat_known(session: Session, seat: str, viewer: Viewer) -> Seat | None:
    """The seat with this id, if this viewer may know of it."""
    return next((known for known in seats_known(session, viewer) if known.id == seat), None)


def knows_part(session: Session, pending: Pending, part: int, viewer: Viewer) -> bool:
    """Whether a viewer may know who is asked in this part of a request."""
    request = pending.request
    if isinstance(request, (Roll, Contest)) and not viewer.knows(request.to):
        return False
    seat = seat_of(request, part)
    return seat == GM or viewer.gm or seat_known(session, seat, viewer) is not None
