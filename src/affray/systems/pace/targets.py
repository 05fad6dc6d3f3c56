"""Whom an attack or a spell can be aimed at, and why not."""

from __future__ import annotations

from affray.board.sight import sight_blocked_by
from affray.board.squares import distance
from affray.kernel.clauses import clause
from affray.kernel.reasons import Reason
from affray.systems.pace.book import Weapon
from affray.systems.pace.facing import faces
from affray.systems.pace.maneuvers import GRAPPLE_PACES
from affray.systems.pace.state import Character, Fight, board_of
from affray.systems.pace.wielding import ability_allows, weapons_in_hand


@clause("P6.8")
def paces_between(fight: Fight, one: int, other: int) -> int:
    """Distance in Paces: what the walk would cost unhindered. For range, holds, objects and spells alike."""
    return distance(board_of(fight), one, other)


def out_of_range(fight: Fight, origin: int, square: int, range_: int) -> Reason | None:
    """Why a square is too far."""
    apart = paces_between(fight, origin, square)
    return Reason("out of range", "P4.10", (apart, range_)) if apart > range_ else None


@clause("P8.3")
def no_sight(fight: Fight, origin: int, square: int) -> Reason | None:
    """Why there is no line of sight: the square that is in the way. Characters are never in the way."""
    board = board_of(fight)
    blocked = sight_blocked_by(board, origin, square)
    return None if blocked is None else Reason("no sight", "P8.3", (board.name(blocked),))


@clause("P4.10")
def may_not_target(fight: Fight, attacker: Character, weapon: Weapon, target: Character) -> Reason | None:
    """A valid target stands, in range and in line of sight. It need not be faced, unless so ruled."""
    if not target.standing:
        return Reason("defeated", "P4.8", (target.name,))
    far = out_of_range(fight, attacker.square, target.square, weapon.range)
    if far is not None:
        return far
    if fight.rulings.attack_needs_facing and not faces(fight, attacker, target.square):
        return Reason("must face", "P4.10", (target.name,))
    return no_sight(fight, attacker.square, target.square)


@clause("P5.1")
def may_not_maneuver(fight: Fight, attacker: Character, weapon: Weapon, maneuver: str) -> Reason | None:
    """Anyone with Unarmed weapons; with others an Ability, and an Unarmed weapon wielded as well."""
    if weapon.kind == "unarmed":
        return None
    if not ability_allows(fight, attacker, maneuver, weapon):
        return Reason("maneuver needs Ability", "P5.1", (maneuver, weapon.name))
    if all(held.kind != "unarmed" for _, held in weapons_in_hand(fight, attacker)):
        return Reason("no unarmed weapon", "P5.1")
    return None


@clause("P5.2")
def beyond_hold(fight: Fight, source: Character, target: Character, paces: int) -> Reason | None:
    """A hold would be over at once where the two are further apart than it reaches."""
    if paces_between(fight, source.square, target.square) > paces:
        return Reason("too far to hold", "P5.2", (target.name,))
    return None


def too_far_to_hold(
    fight: Fight, attacker: Character, target: Character, maneuver: str | None
) -> Reason | None:
    """A Grapple holds its target within 1 Pace, so it takes one that stands there."""
    return beyond_hold(fight, attacker, target, GRAPPLE_PACES) if maneuver == "grapple" else None
