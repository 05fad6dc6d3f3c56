"""Movement by one's own feet: Speed, Moves, the free movement, and what holds one back."""

from __future__ import annotations

from collections.abc import Mapping

from affray.board.reach import Reach, reach
from affray.board.squares import within
from affray.kernel.clauses import clause
from affray.kernel.reasons import Reason
from affray.kernel.requests import Option, Procedure
from affray.systems.pace.book import Ability, AddsSpeed, Sheet
from affray.systems.pace.events import HoldEnded, WalkBegan, Walked, WalkEnded
from affray.systems.pace.facing import facing_options, turn_about
from affray.systems.pace.halves import halved
from affray.systems.pace.points import COST, pay
from affray.systems.pace.state import Character, Fight, Turn, board_of, sheet_of, taken_squares
from affray.systems.pace.wielding import gifts_on


def whole_speed(fight: Fight, character: Character) -> int:
    """Speed in Paces as the sheet and its Abilities have it."""
    return speed_on(sheet_of(fight, character), fight.book.abilities)


def speed_on(sheet: Sheet, abilities: Mapping[str, Ability]) -> int:
    """Speed in Paces as a sheet and its Abilities have it, whoever bears it."""
    return sheet.speed + sum([gift.paces for gift in gifts_on(sheet, abilities, AddsSpeed)])


@clause("P5.3")
def speed_of(fight: Fight, character: Character) -> int:
    """Speed in Paces as it is now: halved, rounding down, while Tripped, and not halved twice."""
    speed = whole_speed(fight, character)
    return halved(speed) if character.slow_until >= fight.state.round > 0 and character.slow_until else speed


@clause("P4.13")
def evade_paces(fight: Fight, character: Character) -> int:
    """How far an Evade may lead: half the Speed as it is now."""
    return halved(speed_of(fight, character))


@clause("P5.2", "P5.7")
def leash(fight: Fight, character: Character) -> int | None:
    """Bit board of the squares that every hold on a character lets it get to by itself; None: no hold.

    Each source holds by itself (P5.7).
    """
    allowed: int | None = None
    board = board_of(fight)
    for tether in character.tethers:
        around = within(board, fight.state.characters[tether.source].square, tether.paces)
        allowed = around if allowed is None else allowed & around
    return allowed


@clause("P6.2", "P6.5", "P6.10")
def reachable(fight: Fight, character: Character, paces: int, diagonals: int) -> Reach:
    """Where these Paces lead, and what each square costs. The preview and the charge both come from here.

    `diagonals` counts those of the turn so far: every other one costs two. Nobody moves through another's
    space, and difficult terrain costs 1 Pace more to enter.
    """
    board, taken, allowed = board_of(fight), taken_squares(fight, character.id), leash(fight, character)
    key = ("reach", board, character.square, paces, diagonals % 2, taken, allowed)
    known = fight.book.worked_out.get("last reach")
    if known is None or known[0] != key:
        known = key, reach(board, character.square, paces, diagonals % 2, taken, allowed)
        fight.book.worked_out["last reach"] = known
    found: Reach = known[1]
    return found


def paces_at_hand(fight: Fight, character: Character, turn: Turn | None) -> int:
    """The Paces of the walk under way, or else those that a Move would give."""
    if turn is not None and turn.character == character.id and turn.walk is not None:
        return turn.walk.paces
    return speed_of(fight, character)


def ways(fight: Fight, character: Character, paces: int | None = None) -> Reach:
    """Where so many Paces lead from here; without a number those of the walk under way, or else of a Move."""
    turn = fight.state.turn
    own = turn is not None and turn.character == character.id
    diagonals = turn.diagonals if own and turn is not None else 0
    at_hand = paces_at_hand(fight, character, turn) if paces is None else paces
    return reachable(fight, character, at_hand, diagonals)


def walk_options(
    fight: Fight, character: Character, kind: str, paces: int, stay: bool = False
) -> list[Option]:
    """A square each. `stay` offers the own square too: a Move of 0 Paces, to turn about (P6.2)."""
    costs: Mapping[int, int] = ways(fight, character, paces).costs
    options = _option_of_each_square(fight, kind)
    return [options[square] for square in sorted(costs) if stay or square != character.square]


def _option_of_each_square(fight: Fight, kind: str) -> list[Option]:
    """The board keeps its size in a fight, so each square's option is made once."""
    options: list[Option] | None = fight.book.worked_out.get(("options", kind))
    if options is None:
        board = fight.book.board
        squares = range(board.width * board.height)
        options = [Option(f"{kind} {board.name(square)}", kind, (square,)) for square in squares]
        fight.book.worked_out["options", kind] = options
    return options


def no_way(fight: Fight, character: Character, square: int, paces: int) -> Reason | None:
    """Why a square cannot be walked to with so many Paces."""
    board = board_of(fight)
    if square in ways(fight, character, paces).costs:
        return None
    if board.is_blocking(square):
        return Reason("blocked", "P6.2", (board.name(square),))
    for other in fight.state.characters.values():
        if other.standing and other.square == square and other.id != character.id:
            return Reason("taken", "P6.5", (other.name,))
    held = leash(fight, character)
    if held is not None and not held >> square & 1:
        tether = character.tethers[0]
        return Reason("held back", "P5.2", (fight.state.characters[tether.source].name, tether.paces))
    return Reason("too far to walk", "P6.2", (board.name(square), paces))


# Walking


@clause("P6.3", "P6.9")
def walk_freely(fight: Fight, character_id: str, square: int) -> None:
    """The free movement: Speed without AP and without a new facing, now or never."""
    character = fight.state.characters[character_id]
    fight.emit(WalkBegan(character_id, "free", speed_of(fight, character), "P6.3"))
    walk(fight, character_id, square)


@clause("P6.2")
def begin_move(fight: Fight, character_id: str, square: int) -> None:
    """A Move: 1 AP for Speed in Paces. Paid Moves do not pool; each begins anew."""
    character = fight.state.characters[character_id]
    pay(fight, character_id, COST, "Move", "P6.2")
    fight.emit(WalkBegan(character_id, "move", speed_of(fight, character)))
    walk(fight, character_id, square)


@clause("P6.2")
def walk(fight: Fight, character_id: str, square: int) -> None:
    """Go to a square by its cheapest way, and pay for it in Paces of the walk under way."""
    character, turn = fight.state.characters[character_id], fight.state.turn
    assert turn is not None
    assert turn.walk is not None
    way = ways(fight, character).way(square)
    left = turn.walk.paces - way.cost
    if way.squares:
        fight.emit(Walked(character_id, character.square, way.squares, way.cost, way.diagonals, max(0, left)))
        end_strained_holds(fight)
    if turn.walk.kind == "free" and turn.walk.paces == 0:
        fight.emit(WalkEnded(character_id, 0, clause="P6.3"))


@clause("P6.7")
def forfeit_walk(fight: Fight, character_id: str, spent: bool) -> Procedure:
    """AP spent in the middle of a Move forfeit the rest of it; so its facing is set first.

    `spent` says whether AP are, or only the turn ends.
    """
    turn = fight.state.turn
    if turn is None or turn.walk is None:
        return
    if turn.walk.kind == "move":
        character = fight.state.characters[character_id]
        default = facing_options("face")[character.facing].id
        option = yield from fight.choose(
            character_id, "facing", facing_options("face"), "P6.2", (character_id,), default
        )
        finish_walk(fight, character_id, option.args[0], spent)
    else:
        finish_walk(fight, character_id, None, spent)


@clause("P6.2")
def finish_walk(fight: Fight, character_id: str, facing: int | None, forfeited: bool = False) -> None:
    """The walk is over. A Move sets the facing now; the free movement leaves it as it was (P6.3)."""
    turn = fight.state.turn
    if turn is None or turn.walk is None or turn.character != character_id:
        return
    if character_id not in fight.state.characters:
        return
    clause_id = "P6.7" if forfeited else "P6.3" if turn.walk.kind == "free" else "P6.2"
    fight.emit(WalkEnded(character_id, turn.walk.paces, forfeited, clause_id))
    if facing is not None:
        turn_about(fight, character_id, facing)


@clause("P5.2")
def end_strained_holds(fight: Fight) -> None:
    """A hold ends when the two are further apart than it reaches, for any other reason than own movement."""
    characters, board = fight.state.characters, board_of(fight)
    for held in list(characters.values()):
        for tether in list(held.tethers):
            around = within(board, characters[tether.source].square, tether.paces)
            if not around >> held.square & 1:
                fight.emit(HoldEnded(held.id, tether.source, "apart"))
