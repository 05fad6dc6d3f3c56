"""Facing: whom one faces, which squares one threatens, and the Pivot."""

from __future__ import annotations

from functools import cache

from affray.board.squares import FACINGS, Squares, in_wedge, wedge
from affray.kernel.clauses import clause
from affray.kernel.requests import Choose, Option, Procedure
from affray.systems.pace.events import QuietAsked, Turned
from affray.systems.pace.points import COST, may_pay_out_of_turn, pay
from affray.systems.pace.state import Character, Fight, board_of, foes, initiative_order
from affray.systems.pace.wielding import weapons_in_hand

STAY = Option("stay", "stay")
QUIET = Option("quiet", "quiet")


@clause("P6.1")
def facing_options(kind: str, besides: int | None = None) -> list[Option]:
    """One option for each of the 8 directions."""
    return [option for option in _all_facings(kind) if option.args[0] != besides]


@cache
def _all_facings(kind: str) -> tuple[Option, ...]:
    return tuple(Option(f"{kind} {name}", kind, (facing,)) for facing, name in enumerate(FACINGS))


@clause("P6.6")
def in_front(board: Squares, square: int, facing: int, other: int) -> bool:
    """Whether a square lies in the 90 degree wedge around a facing, at any distance."""
    return in_wedge(board, square, facing, other)


def faces(fight: Fight, character: Character, square: int) -> bool:
    """Whether a character faces a square."""
    return in_front(board_of(fight), character.square, character.facing, square)


@clause("P6.8")
def melee_range(fight: Fight, character: Character) -> int:
    """The longest range of the melee weapons in hand, Unarmed ones too; 0 without any (P6.8)."""
    return max(
        [weapon.range for _, weapon in weapons_in_hand(fight, character) if weapon.kind != "ranged"],
        default=0,
    )


@clause("P6.6")
def threatened(fight: Fight, character: Character) -> int:
    """Bit board of the squares in front, within range of the weapon held; ranged ones threaten none."""
    if not character.standing:
        return 0
    reach = melee_range(fight, character)
    return wedge(board_of(fight), character.square, character.facing, reach) if reach else 0


@clause("P6.3")
def threatened_by(fight: Fight, character: Character) -> tuple[str, ...]:
    """The foes that threaten the square a character stands on."""
    return tuple([foe.id for foe in foes(fight, character) if threatened(fight, foe) >> character.square & 1])


# The Pivot


@clause("P6.4")
def pivot(fight: Fight, character_id: str, facing: int) -> None:
    """A Pivot changes the facing, and costs 1 AP."""
    pay(fight, character_id, COST, "Pivot", "P6.4")
    turn_about(fight, character_id, facing, pivot=True)


def turn_about(fight: Fight, character_id: str, facing: int, pivot: bool = False) -> None:
    """Change the facing, if it is another one."""
    character = fight.state.characters[character_id]
    if character.facing != facing:
        clause_id = "P6.4" if pivot else "P6.2"
        fight.emit(Turned(character_id, character.facing, facing, pivot, clause_id))


def is_asked(fight: Fight, character: Character, acting: Character | None) -> bool:
    """Whether a character's player is asked for a Pivot out of turn.

    One that cannot pay is not, nor one that said "not this round" or "never". Unless it said otherwise it is
    asked at the turns of foes only: a Pivot in an ally's turn can as well be taken at the next foe's.
    """
    if not may_pay_out_of_turn(character):
        return False
    if character.pivot_asks == "never" or character.quiet_in == fight.state.round:
        return False
    return acting is None or character.pivot_asks == "all" or acting.side != character.side


@clause("P6.4")
def offer_pivots(fight: Fight, ids: list[str], occasion: str, about: str) -> Procedure:
    """Each of these may pay for a Pivot, once for this occasion; they happen in initiative order.

    All are asked at once, so that nobody waits for another's answer.
    """
    acting = fight.state.characters.get(about) if occasion == "turn" else None
    choices = []
    for id_ in initiative_order(fight, ids):
        character = fight.state.characters[id_]
        if is_asked(fight, character, acting):
            options = (STAY, QUIET, *facing_options("pivot", character.facing))
            choices.append(Choose(id_, "pivot", options, "P6.4", (id_, occasion, about), STAY.id))
    options = yield from fight.together(choices, "P6.4")
    for choice, option in zip(choices, options, strict=True):
        asked = fight.state.characters.get(choice.seat)
        if asked is None or fight.state.outcome is not None:
            continue
        if option.kind == "quiet":
            fight.emit(QuietAsked(asked.id, None, fight.state.round), to=(asked.side,))
        elif option.kind == "pivot" and may_pay_out_of_turn(asked) and option.args[0] != asked.facing:
            pivot(fight, asked.id, option.args[0])
