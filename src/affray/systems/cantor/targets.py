"""Whom an attack can be aimed at, whom an area holds, and why not the rest."""

from __future__ import annotations

from affray.board.hex_lines import line
from affray.board.hexes import within
from affray.kernel.clauses import clause
from affray.kernel.reasons import Reason
from affray.systems.cantor.arms import Arm
from affray.systems.cantor.lines import barred, hexes_between
from affray.systems.cantor.state import Fight, Unit


@clause("C2.8")
def cannot_be_targeted(unit: Unit, by: Unit) -> Reason | None:
    """One that is out of the fight, or Hidden, cannot be targeted."""
    if not unit.here:
        return Reason("out", "C2.16", (unit.name,))
    return Reason("Hidden", "C2.8") if unit.hidden_from(by.side) else None


@clause("C1.2")
def out_of_range(fight: Fight, origin: int, hex_: int, range_: int) -> Reason | None:
    """Out of range: not offered."""
    apart = hexes_between(fight, origin, hex_)
    return Reason("out of range", "C1.2", (apart, range_)) if apart > range_ else None


@clause("C6.4")
def line_barred(fight: Fight, origin: int, hex_: int) -> Reason | None:
    """A blocking hex on the line bars attack and tech."""
    blocking = barred(fight, origin, hex_)
    return None if blocking is None else Reason("line barred", "C6.4", (fight.book.board.name(blocking),))


def may_not_target(fight: Fight, attacker: Unit, arm: Arm, target: Unit) -> Reason | None:
    """Why a unit cannot be attacked with this."""
    return (
        cannot_be_targeted(target, attacker)
        or out_of_range(fight, attacker.hex, target.hex, arm.range)
        or line_barred(fight, attacker.hex, target.hex)
    )


@clause("C1.12")
def in_area(fight: Fight, attacker: Unit, arm: Arm, hex_: int | None) -> list[Unit]:
    """Every unit that an area holds, hidden ones too, in the scenario's order. The attacker is not in it.

    The line of the attack to each of them must be free, as to a single target (C6.4).
    """
    assert arm.area is not None
    board, size = fight.book.board, arm.area.size
    if arm.area.shape == "line" and hex_ is not None:
        bits = sum([1 << one for one in (*line(board, attacker.hex, hex_), hex_)])
    else:
        bits = within(board, attacker.hex if arm.area.shape == "burst" or hex_ is None else hex_, size)
    return [
        unit
        for unit in fight.state.units.values()
        if unit.here
        and unit.id != attacker.id
        and bits >> unit.hex & 1
        and barred(fight, attacker.hex, unit.hex) is None
    ]


@clause("C1.12")
def worth_aiming(fight: Fight, attacker: Unit) -> list[int]:
    """The hexes of units that the attacker sees, and of markers: an area has to touch one of them."""
    found = []
    for unit in fight.state.units.values():
        place = unit.marker if unit.hidden_from(attacker.side) else unit.hex
        if unit.here and unit.id != attacker.id and place is not None:
            found.append(place)
    return found


@clause("C1.12")
def touches(fight: Fight, attacker: Unit, arm: Arm) -> bool:
    """Whether a burst around the attacker would touch somebody, or a marker."""
    assert arm.area is not None
    return any(
        hexes_between(fight, attacker.hex, hex_) <= arm.area.size
        and barred(fight, attacker.hex, hex_) is None
        for hex_ in worth_aiming(fight, attacker)
    )


@clause("C1.12")
def aims(fight: Fight, attacker: Unit, arm: Arm) -> list[int]:
    """The hexes at which an area can be aimed: in range, in line, and touching somebody or a marker."""
    assert arm.area is not None
    board = fight.book.board
    reach = arm.area.size if arm.area.shape == "line" else arm.range
    spread = 0 if arm.area.shape == "line" else arm.area.size
    worth = 0
    for place in worth_aiming(fight, attacker):
        worth |= within(board, place, spread)
    near = within(board, attacker.hex, reach) & worth & ~(1 << attacker.hex)
    return [
        hex_
        for hex_ in range(board.width * board.height)
        if near >> hex_ & 1 and not board.is_blocking(hex_) and line_barred(fight, attacker.hex, hex_) is None
    ]
