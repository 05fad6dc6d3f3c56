"""Forced movement: hex by hex away from its source; lethal edges and their save."""

from __future__ import annotations

from affray.board.hexes import farther
from affray.kernel.clauses import clause
from affray.kernel.requests import Option, Procedure
from affray.systems.cantor import conditions
from affray.systems.cantor.damage import put_out
from affray.systems.cantor.events import GrappleEnded, Saved, Shoved
from affray.systems.cantor.hiding import look_again, set_marker
from affray.systems.cantor.lines import hexes_between
from affray.systems.cantor.saves import save, save_succeeds
from affray.systems.cantor.state import Fight, Unit, is_cantor
from affray.systems.cantor.telling import audience_of, tell


@clause("C3.16")
def ways_away(fight: Fight, target: Unit, source: int, by: Unit | None = None) -> list[int]:
    """The hexes farther from the source that a shove can lead to: not a unit's, not blocking terrain.

    A unit that is hidden from the shover is met only when its hex would be entered.
    """
    taken = {
        other.hex
        for other in fight.state.units.values()
        if other.here and other.id != target.id and (by is None or not other.hidden_from(by.side))
    }
    board = fight.book.board
    return [
        hex_
        for hex_ in farther(board, target.hex, source)
        if hex_ not in taken and not board.is_blocking(hex_)
    ]


def what_stops(fight: Fight, target: Unit, source: int) -> str:
    """What a shove ends at, where no hex is free: a unit, terrain, or the board's end."""
    beyond = farther(fight.book.board, target.hex, source)
    if not beyond:
        return "edge of the board"
    return "terrain" if all(fight.book.board.is_blocking(hex_) for hex_ in beyond) else "unit"


@clause("C3.16")
def shove(fight: Fight, by: str | None, target_id: str, distance: int, source: int) -> Procedure:
    """Move a unit by force. It costs nothing, provokes nothing, ignores Slowed, and deals no damage."""
    for done in range(distance):
        target = fight.state.units.get(target_id)
        if target is None or not target.here or fight.state.outcome is not None:
            return
        found = ways_away(fight, target, source, fight.state.units.get(by or ""))
        if not found:
            stopped = what_stops(fight, target, source)
            tell(fight, Shoved(target_id, by, target.hex, (), distance - done, stopped), target)  # type: ignore[arg-type]
            break
        options = [Option(f"to {fight.book.board.name(hex_)}", "to", (hex_,)) for hex_ in found]
        option = yield from _choose_way(fight, by, options, target_id)
        fell = yield from enter(fight, by, target_id, option.args[0])
        if fell:
            break
    yield from set_marker(fight, target_id)


def _choose_way(fight: Fight, by: str | None, options: list[Option], target_id: str) -> Procedure:
    """The shover chooses among equals; the GM does where nobody shoves, or one that the shover cannot see."""
    shover, target = fight.state.units.get(by or ""), fight.state.units[target_id]
    if by is not None and shover is not None and not target.hidden_from(shover.side):
        option = yield from fight.choose(by, "shove", options, "C3.16", (target_id,))
    elif len(options) == 1:
        option = options[0]
    else:
        option = yield from fight.ruling("shove", options, "C3.16", options[0].id, (target_id,))
    return option


def enter(fight: Fight, by: str | None, target_id: str, hex_: int) -> Procedure:
    """One hex of a shove. True: it went no further, over an edge or by the save."""
    target = fight.state.units.get(target_id)
    if target is None or not target.here:
        return True
    if fight.book.lethal >> hex_ & 1:
        yield from over_the_edge(fight, by, target_id, hex_)
        return True
    met = [other for other in fight.state.units.values() if other.here and other.hex == hex_]
    if met:
        tell(fight, Shoved(target_id, by, target.hex, (), 1, "unit"), target)
        return True
    tell(fight, Shoved(target_id, by, target.hex, (hex_,), 1, ""), target)
    _part(fight, target)
    look_again(fight, target)
    return False


@clause("C3.13")
def over_the_edge(fight: Fight, by: str | None, target_id: str, hex_: int) -> Procedure:
    """A forced move off a lethal edge always allows the save: it stops, Prone; or it is lost altogether."""
    target = fight.state.units[target_id]
    to = audience_of(target)
    roll, against = yield from save(fight, target, "save at the edge", "C3.13", to=to)
    if target_id not in fight.state.units or not target.here:
        return
    success = save_succeeds(roll.total, against)
    tell(fight, Saved(roll, against, success, "edge", "C3.13"), target)
    if success:
        tell(fight, Shoved(target_id, by, target.hex, (), 1, "lethal edge", "C3.13"), target)
        conditions.gain(fight, target, "Prone", by or "", "C3.13")
        return
    tell(fight, Shoved(target_id, by, target.hex, (hex_,), 1, "", "C3.13"), target)
    put_out(fight, target, "destroyed" if is_cantor(fight, target) else "defeated", "C3.13")


def _part(fight: Fight, target: Unit) -> None:
    """A grapple ends when the two are no longer adjacent."""
    if target.grapple is None:
        return
    other = fight.state.units.get(target.grapple)
    if other is None or hexes_between(fight, target.hex, other.hex) > 1:
        fight.emit(GrappleEnded(target.id, target.grapple, "apart"))
