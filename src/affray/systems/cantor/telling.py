"""Who may know of an event: what a Hidden unit does is told to its own side alone."""

from __future__ import annotations

from affray.kernel.clauses import clause
from affray.kernel.events import Event
from affray.kernel.requests import Audience
from affray.systems.cantor.state import Fight, Unit


@clause("C2.8")
def audience_of(*units: Unit) -> Audience:
    """The sides that may know of something about these units; None: everyone.

    Of a Hidden unit others know an approximate location and nothing else.
    """
    hidden = [unit.side for unit in units if unit.has("Hidden")]
    if not hidden:
        return None
    return tuple(side for side in dict.fromkeys(hidden) if all(side == other for other in hidden))


def tell(fight: Fight, event: Event, *units: Unit) -> None:
    """Emit an event about these units to those who may know of it."""
    fight.emit(event, to=audience_of(*units))
