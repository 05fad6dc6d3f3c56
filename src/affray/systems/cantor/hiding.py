"""Hidden: when one may hide, what ends it, and the marker that others see."""

from __future__ import annotations

from affray.board.hexes import within
from affray.board.squares import squares_in
from affray.kernel.clauses import clause
from affray.kernel.reasons import Reason
from affray.kernel.requests import EACH, GM, Dice, Pool, Procedure
from affray.systems.cantor import conditions
from affray.systems.cantor.events import Hid, MarkerSeen, MarkerSet
from affray.systems.cantor.lines import barred, cover_on_line, hexes_between
from affray.systems.cantor.state import Fight, Unit, hostiles


@clause("C3.5")
def uncovered(fight: Fight, unit: Unit, as_known: bool = False) -> Reason | None:
    """Why a unit cannot be Hidden where it is: a hostile is adjacent, or sees it without hard cover.

    With `as_known` a hostile that is Hidden itself does not count: its place is not for this unit to know.
    """
    others = [other for other in hostiles(fight, unit) if not (as_known and other.has("Hidden"))]
    for other in others:
        if hexes_between(fight, unit.hex, other.hex) == 1:
            return Reason("hostile adjacent", "C3.5", (other.name,))
    if unit.has("Invisible"):
        return None
    for other in others:
        in_sight = barred(fight, other.hex, unit.hex) is None
        if in_sight and cover_on_line(fight, other.hex, unit.hex)[0] != "hard":
            return Reason("in sight", "C3.5", (other.name,))
    return None


@clause("C3.5")
def hide(fight: Fight, unit_id: str) -> Procedure:
    """Become Hidden: others see a marker from now on. Somebody Hidden who is too near uncovers it at once."""
    fight.emit(Hid(unit_id))
    look_again(fight, fight.state.units[unit_id])
    yield from set_marker(fight, unit_id)


@clause("C6.2")
def set_marker(fight: Fight, unit_id: str) -> Procedure:
    """Draw the marker's hex by a secret roll: near the unit, each hex as likely as every other."""
    unit = fight.state.units.get(unit_id)
    if unit is None or not unit.has("Hidden"):
        return
    near = squares_in(within(fight.book.board, unit.hex, fight.rulings.marker_distance))
    pool = Pool(GM, (Dice(len(near), label="marker"),))
    rolled = yield from fight.roll(pool, EACH, "marker", "C6.2", ())
    unit = fight.state.units.get(unit_id)
    if unit is None or not unit.has("Hidden"):
        return
    hex_ = near[rolled.total - 1]
    fight.emit(MarkerSet(unit_id, hex_), to=(unit.side,), public=MarkerSeen(unit.side, hex_))


@clause("C6.2")
def draw_markers(fight: Fight) -> Procedure:
    """The scene begins: who is Hidden in it has a marker like any other, or is uncovered."""
    for unit in list(fight.state.units.values()):
        look_again(fight, unit)
        if unit.has("Hidden") and unit.marker is None:
            yield from set_marker(fight, unit.id)


@clause("C3.5")
def look_again(fight: Fight, mover: Unit) -> bool:
    """After a hex that anyone enters: who is uncovered is Hidden no more. True: one that is hostile to it."""
    stops = False
    for unit in list(fight.state.units.values()):
        if unit.here and unit.has("Hidden") and uncovered(fight, unit) is not None:
            conditions.end(fight, unit, "Hidden", "uncovered", "C3.5")
            stops = stops or unit.side != mover.side
    return stops
