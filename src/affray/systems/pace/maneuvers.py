"""What a Maneuver does besides its damage: Grapple, Trip, Disarm, Push or Pull."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from affray.board.squares import squares_in, within
from affray.kernel.clauses import clause
from affray.kernel.reasons import Reason
from affray.kernel.requests import Option, Procedure
from affray.systems.pace.events import Held, ItemDropped, ManeuverFailed, Slowed
from affray.systems.pace.facing import facing_options
from affray.systems.pace.forced import shove
from affray.systems.pace.movement import end_strained_holds
from affray.systems.pace.state import Character, Fight, board_of
from affray.systems.pace.wielding import items_in_hand

PUSH_PACES = 2
GRAPPLE_PACES = 1


@clause("P5.1")
def take_effect(fight: Fight, attacker_id: str, target_id: str, maneuver: str) -> Procedure:
    """On success the effect comes with the damage; one Maneuver an attack."""
    yield from _EFFECTS[maneuver](fight, attacker_id, target_id)


@clause("P5.2")
def hold(fight: Fight, source_id: str, target_id: str, paces: int = GRAPPLE_PACES) -> Procedure:
    """Tethered: no further than so many Paces from the source by own movement.

    Twice from one source is once (P5.7). Should the two be further apart by now, it ends at once.
    """
    fight.emit(Held(target_id, source_id, paces))
    end_strained_holds(fight)
    yield from ()


@clause("P5.3")
def trip(fight: Fight, source_id: str, target_id: str) -> Procedure:
    """Speed halved until the end of the next round; the later end counts."""
    fight.emit(Slowed(target_id, fight.state.round + 1, source_id))
    yield from ()


@clause("P5.4")
def disarm(fight: Fight, attacker_id: str, target_id: str) -> Procedure:
    """The target drops one held item within one Pace; the attacker chooses item and space."""
    options = drops(fight, fight.state.characters[target_id])
    if not options:
        fight.emit(ManeuverFailed(target_id, "disarm", Reason("nothing to drop", "P5.6"), "P5.6"))
        return
    option = yield from fight.choose(attacker_id, "disarm", options, "P5.4", (attacker_id, target_id))
    item_id, square = option.args
    item = fight.state.items.get(item_id)
    if item is not None and item.holder == target_id and item.in_hand:
        fight.emit(ItemDropped(target_id, item_id, square, attacker_id, "P5.4"))


def drops(fight: Fight, target: Character) -> list[Option]:
    """Every held item on every space within one Pace that an item can lie on."""
    board = board_of(fight)
    spaces = [
        square
        for square in squares_in(within(board, target.square, 1))
        if square == target.square or not board.is_blocking(square)
    ]
    return [
        Option(f"{item.id} {board.name(square)}", "disarm", (item.id, square))
        for item in items_in_hand(fight, target)
        for square in spaces
    ]


@clause("P5.5")
def push(fight: Fight, attacker_id: str, target_id: str, paces: int = PUSH_PACES) -> Procedure:
    """Moved two Paces horizontally, the attacker chooses the way."""
    option = yield from fight.choose(
        attacker_id, "way", facing_options("way"), "P5.5", (attacker_id, target_id, paces)
    )
    target = fight.state.characters.get(target_id)
    if target is not None and target.standing:
        mover = attacker_id if attacker_id in fight.state.characters else None
        yield from shove(fight, mover, target_id, option.args[0], paces, "P5.5")


_EFFECTS: dict[str, Callable[..., Any]] = {"grapple": hold, "trip": trip, "disarm": disarm, "push": push}
