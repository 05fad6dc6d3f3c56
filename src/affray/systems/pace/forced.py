"""Forced movement: one way, square by square, and the damage where it is stopped."""

from __future__ import annotations

from dataclasses import dataclass

from affray.board.reach import steps_out
from affray.board.squares import step_allowed
from affray.kernel.clauses import clause
from affray.kernel.requests import Option, Procedure
from affray.systems.pace.damage import deal, see_defeats
from affray.systems.pace.events import Corrected, GotOut, GroundChanged, Shoved, StuckInTerrain
from affray.systems.pace.movement import end_strained_holds
from affray.systems.pace.rolls import roll_dice
from affray.systems.pace.state import Fight, board_of, initiative_order, taken_squares

COLLISION_SIDES = 6
TERRAIN = "terrain"


@dataclass(frozen=True, slots=True)
class Shove:
    """What a forced movement comes to: the squares moved, the Paces that fail, and what stops it.

    `against` is "terrain", the id of a character, or None.
    """

    squares: tuple[int, ...]
    stopped: int
    against: str | None

    @property
    def shared(self) -> bool:
        """Whether a character stops it, so that both take half of what falls (P7.2)."""
        return self.stopped > 0 and self.against not in (TERRAIN, None)


def collision_text(stopped: int) -> str:
    """What falls for so many Paces that fail, as "2d6"; nothing: ""."""
    return f"{stopped}d{COLLISION_SIDES}" if stopped else ""


@clause("P7.5")
def foresee(fight: Fight, target_id: str, facing: int, paces: int) -> Shove:
    """Where a forced movement leads: one way, each square one Pace, whatever the terrain costs (P7.4).

    What cannot be walked stops it: a wall, a corner, the edge of the board; and so does a character.
    """
    board = board_of(fight)
    square = fight.state.characters[target_id].square
    holders = {
        other.square: other.id
        for other in fight.state.characters.values()
        if other.standing and other.id != target_id
    }
    moved: list[int] = []
    for done in range(paces):
        if not step_allowed(board, square, facing):
            return Shove(tuple(moved), paces - done, TERRAIN)
        ahead = board.neighbour(square, facing)
        assert ahead is not None
        if ahead in holders:
            return Shove(tuple(moved), paces - done, holders[ahead])
        moved.append(ahead)
        square = ahead
    return Shove(tuple(moved), 0, None)


@clause("P7.4", "P7.5")
def shove(
    fight: Fight, mover_id: str | None, target_id: str, facing: int, paces: int, clause_id: str
) -> Procedure:
    """Move somebody by force. It provokes nothing, and facing stays. Defeats are told, the end is not."""
    foreseen = foresee(fight, target_id, facing, paces)
    origin = fight.state.characters[target_id].square
    fight.emit(
        Shoved(
            target_id,
            mover_id,
            facing,
            origin,
            foreseen.squares,
            foreseen.stopped,
            foreseen.against,
            clause_id,
        )
    )
    end_strained_holds(fight)
    if foreseen.against == TERRAIN:
        yield from hit_terrain(fight, mover_id, target_id, foreseen.stopped)
    elif foreseen.against is not None:
        yield from hit_character(fight, mover_id, target_id, foreseen.against, foreseen.stopped)


@clause("P7.1")
def hit_terrain(fight: Fight, mover_id: str | None, target_id: str, stopped: int) -> Procedure:
    """Stopped by terrain: 1d6 bludgeoning for each space not moved."""
    roller = mover_id or target_id
    throw = yield from roll_dice(fight, roller, _dice(stopped), ("", 0), "collision", "P7.1")
    if target_id in fight.state.characters:
        deal(fight, target_id, mover_id, "collision", throw, "bludgeoning", "P7.1")
        yield from see_defeats(fight, mover_id, target_id)


@clause("P7.2")
def hit_character(
    fight: Fight, mover_id: str | None, target_id: str, other_id: str, stopped: int
) -> Procedure:
    """Stopped by a character: the dice are rolled once, and both take half of the sum, rounding down."""
    roller = mover_id or target_id
    throw = yield from roll_dice(fight, roller, _dice(stopped), ("", 0), "collision", "P7.2")
    hurt = [id_ for id_ in (target_id, other_id) if id_ in fight.state.characters]
    for id_ in hurt:
        deal(fight, id_, mover_id, "collision", throw, "bludgeoning", "P7.2", halved=True)
    yield from see_defeats(fight, mover_id, *hurt)


def _dice(count: int) -> tuple[tuple[int, int], ...]:
    return ((count, COLLISION_SIDES),)


# Terrain that appears


def change_ground(fight: Fight, square: int, ground: str, by: str, clause_id: str = "P7.3") -> None:
    """The ground of a square becomes another."""
    state = fight.state
    bit = 1 << square
    blocking, difficult = int(state.blocking, 16) & bit, int(state.difficult, 16) & bit
    before = "blocking" if blocking else "difficult" if difficult else "open"
    if before != ground:
        fight.emit(GroundChanged(square, before, ground, by, clause_id))  # type: ignore[arg-type]


def buried(fight: Fight) -> list[str]:
    """Those who stand in blocking terrain, in initiative order."""
    board = board_of(fight)
    ids = [
        character.id
        for character in fight.state.characters.values()
        if character.standing and board.is_blocking(character.square)
    ]
    return initiative_order(fight, ids)


@clause("P7.3")
def leave_terrain(fight: Fight) -> Procedure:
    """At the end of the turn everyone in terrain moves out by the shortest way: 1d6 for each space moved."""
    for id_ in buried(fight):
        character = fight.state.characters.get(id_)
        if character is None or not character.standing or fight.state.outcome is not None:
            continue
        board = board_of(fight)
        found = steps_out(board, character.square, taken_squares(fight, id_))
        if not found:
            if not character.stuck:
                yield from stay_in_terrain(fight, id_)
            continue
        options = [Option(f"out {board.name(way[-1])}", "out", (way[-1],)) for way in found]
        option = yield from fight.choose(id_, "way out", options, "P7.3", (id_,))
        way = next(way for way in found if way[-1] == option.args[0])
        if id_ not in fight.state.characters:
            continue
        throw = yield from roll_dice(fight, id_, _dice(len(way)), ("", 0), "terrain", "P7.3")
        character = fight.state.characters.get(id_)
        if character is None or (taken_squares(fight, id_) | board_of(fight).blocking) >> way[-1] & 1:
            continue
        fight.emit(GotOut(id_, character.square, way))
        end_strained_holds(fight)
        deal(fight, id_, None, "terrain", throw, "bludgeoning", "P7.3")
        yield from see_defeats(fight, None, id_)


@clause("P7.6")
def stay_in_terrain(fight: Fight, character_id: str) -> Procedure:
    """No way out: it stays and takes nothing, and the GM is asked."""
    options = (Option("stay", "stay"), Option("defeated", "defeated"))
    option = yield from fight.ruling("no way out", options, "P7.6", "stay", (character_id,))
    if character_id in fight.state.characters:
        fight.emit(StuckInTerrain(character_id))
    character = fight.state.characters.get(character_id)
    if option.id == "defeated" and character is not None and character.standing:
        yield from overcome(fight, character_id)


def overcome(fight: Fight, character_id: str) -> Procedure:
    """The GM decides that a character has lost what HP it had."""
    character = fight.state.characters[character_id]
    fight.emit(Corrected(character_id, "hp", 0, str(character.hp), "0", "GM", "", "P7.6"))
    yield from see_defeats(fight, None, character_id)
