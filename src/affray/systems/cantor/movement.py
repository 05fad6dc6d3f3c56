"""Movement by one's own feet: Move and Boost, hex by hex, and what interrupts them."""

from __future__ import annotations

from affray.board.hex_reach import Reach, reach
from affray.kernel.clauses import clause
from affray.kernel.reasons import Reason
from affray.kernel.requests import Option, Procedure
from affray.systems.cantor import reactions
from affray.systems.cantor.conditions import cannot_move, end
from affray.systems.cantor.events import Moved, StepsLeft
from affray.systems.cantor.hiding import look_again, set_marker
from affray.systems.cantor.state import Fight, Unit, sheet_of
from affray.systems.cantor.telling import tell

STOP = Option("stop", "stop")


@clause("C2.1")
def speed_of(fight: Fight, unit: Unit) -> int:
    """Hexes of a Move: the sheet's Speed, or half of it while Slowed, rounded up and at least 1."""
    speed = sheet_of(fight, unit).speed
    return max(1, (speed + 1) // 2) if unit.has("Slowed") and speed else speed


@clause("C2.1", "C3.14")
def reachable(fight: Fight, unit: Unit, steps: int) -> Reach:
    """Where these steps lead: difficult terrain costs 2, hostiles are not entered, allies only passed.

    Slowed, one hex is always possible. A Hidden hostile bars nothing: who comes next to it uncovers it.
    """
    barred, passable = fight.book.lethal, 0
    for other in fight.state.units.values():
        if not other.here or other.id == unit.id:
            continue
        if other.side == unit.side:
            passable |= 1 << other.hex
        elif not other.hidden_from(unit.side):
            barred |= 1 << other.hex
    at_least_one = unit.has("Slowed") and steps > 0
    return reach(fight.book.board, unit.hex, steps, barred, passable, at_least_one)


@clause("C2.10")
def may_not_walk(unit: Unit) -> Reason | None:
    """Why a unit cannot Move: it is held, or lies on the ground (C2.10)."""
    return cannot_move(unit) or (Reason("Prone", "C2.10") if unit.has("Prone") else None)


def move_options(fight: Fight, unit: Unit, kind: str, steps: int) -> list[Option]:
    """A hex each."""
    name = fight.book.board.name
    costs = reachable(fight, unit, steps).costs
    return [Option(f"{kind} {name(hex_)}", kind, (hex_,)) for hex_ in sorted(costs) if hex_ != unit.hex]


@clause("C3.12", "C3.14")
def walk(fight: Fight, unit_id: str, kind: str, steps: int, hex_: int | None) -> Procedure:
    """A Move or Boost: Overwatch first; then it goes on, from where it stands then.

    What holds the unit at its begin was allowed by the GM, and stops it no more; without a hex it is asked.
    """
    unit = fight.state.units[unit_id]
    origin, despite = unit.hex, may_not_walk(unit)
    yield from reactions.offer_overwatch(fight, unit_id)
    if unit_id not in fight.state.units or not _can_go_on(fight, unit, despite):
        return
    steps = min(steps, speed_of(fight, unit))
    if hex_ is None or unit.hex != origin or hex_ not in reachable(fight, unit, steps).costs:
        yield from go_on(fight, unit_id, kind, steps, despite)
        return
    yield from step_by_step(fight, unit_id, kind, steps, hex_, despite)


def _can_go_on(fight: Fight, unit: Unit, despite: Reason | None) -> bool:
    return unit.here and fight.state.outcome is None and may_not_walk(unit) in (None, despite)


@clause("C3.5", "C3.14")
def step_by_step(
    fight: Fight, unit_id: str, kind: str, steps: int, hex_: int, despite: Reason | None = None
) -> Procedure:
    """Go a way hex by hex. One that uncovers a Hidden hostile stops there, and may use the rest anew."""
    unit = fight.state.units[unit_id]
    way = reachable(fight, unit, steps).way(hex_)
    left = steps
    stopped = False
    last_free = unit.hex
    for entered in way.hexes:
        cost = 2 if fight.book.board.difficult >> entered & 1 else 1
        left = max(0, left - cost)
        tell(fight, Moved(unit_id, kind, unit.hex, (entered,), cost), unit)  # type: ignore[arg-type]
        stopped = look_again(fight, unit) or stopped
        if not _shared(fight, unit):
            last_free = unit.hex
        if stopped:
            break
    if unit.hex != last_free:
        # Nobody stops on an ally's hex: it goes back to the last one that was free.
        tell(fight, Moved(unit_id, kind, unit.hex, (last_free,), 0), unit)  # type: ignore[arg-type]
    yield from set_marker(fight, unit_id)
    if stopped and left and unit_id in fight.state.units and _can_go_on(fight, unit, despite):
        yield from go_on(fight, unit_id, kind, left, despite)


def _shared(fight: Fight, unit: Unit) -> bool:
    return any(
        other.here and other.id != unit.id and other.hex == unit.hex for other in fight.state.units.values()
    )


@clause("C3.5", "C3.12")
def go_on(fight: Fight, unit_id: str, kind: str, steps: int, despite: Reason | None = None) -> Procedure:
    """An interrupted movement may go on with what is left of it."""
    unit = fight.state.units[unit_id]
    fight.emit(StepsLeft(unit_id, steps), to=(unit.side,))
    options = [STOP, *move_options(fight, unit, "on", steps)]
    option = yield from fight.choose(unit_id, "go on", options, "C3.5", (kind, steps), STOP.id)
    still = fight.state.units.get(unit_id)
    if option.kind != "on" or still is None or not _can_go_on(fight, still, despite):
        return
    if option.args[0] in reachable(fight, still, steps).costs:
        yield from step_by_step(fight, unit_id, kind, steps, option.args[0], despite)


@clause("C2.10")
def stand(fight: Fight, unit_id: str) -> None:
    """Standing takes the unit's Move, and is no movement."""
    end(fight, fight.state.units[unit_id], "Prone", "stood up", "C2.10")
