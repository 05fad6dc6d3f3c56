"""What comes from outside the order of play: the GM's hand, and what a player may do for the own seat."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from affray.board.squares import FACINGS
from affray.kernel.calls import Call, audience, need_reason, read_call
from affray.kernel.clauses import clause
from affray.kernel.errors import Unreadable
from affray.kernel.plain_text import one_line
from affray.kernel.reasons import Denied, Reason
from affray.kernel.requests import GM, Procedure
from affray.systems.pace import clocks, speaking
from affray.systems.pace.book import BARE_HANDS
from affray.systems.pace.calls import (
    AddCall,
    AdvanceCall,
    ChargeCall,
    CheckCall,
    ClockCall,
    ContestCall,
    EdgeCall,
    EndCall,
    ForceCall,
    ItemCall,
    OrderCall,
    OverrideCall,
    PivotsCall,
    RemoveCall,
    SayCall,
    SetCall,
    TerrainCall,
)
from affray.systems.pace.damage import see_defeats
from affray.systems.pace.ending import check_end
from affray.systems.pace.events import (
    ClockSet,
    Contested,
    Corrected,
    EdgeGranted,
    ItemPlaced,
    Joined,
    OrderSwapped,
    Overridden,
    QuietAsked,
    Removed,
    Saved,
    SceneEnded,
    TurnOpened,
)
from affray.systems.pace.events.applying import AP_MAX
from affray.systems.pace.forced import change_ground, shove
from affray.systems.pace.legal import judged, why_no_square
from affray.systems.pace.movement import end_strained_holds, forfeit_walk
from affray.systems.pace.points import pay, too_little
from affray.systems.pace.rolls import roll_against, roll_each, save, save_succeeds, stance_for, wins_contest
from affray.systems.pace.state import Character, Fight, board_of, sheet_of, taken_squares
from affray.systems.pace.turn import perform
from affray.systems.pace.wielding import free_hands, new_item_id

OWN: Mapping[str, str] = {"say": "character", "pivots": "character"}
"""Acts that a player may do for the own seat, and which of their data names it."""


def act(fight: Fight, name: str, data: Mapping[str, Any], by: str, reason: str) -> Procedure:
    """Carry out an act. Raises `Unreadable` or `Denied` before anything changes."""
    call = read_call(_ACTS, name, data)
    if fight.state.outcome is not None:
        raise Denied(Reason("fight over", "P2.4"))
    need_reason(name, call, reason)
    yield from _ACTS[name][1](fight, call, by, reason)


def _character(fight: Fight, id_: str) -> Character:
    character = fight.state.characters.get(id_)
    if character is None:
        raise Unreadable(f'There is no character "{id_}"; known are {", ".join(fight.state.characters)}.')
    return character


def _square(fight: Fight, name: object) -> int:
    square = board_of(fight).square(name) if isinstance(name, str) else None
    if square is None:
        board = board_of(fight)
        last = board.name(board.width * board.height - 1)
        raise Unreadable(f"There is no square {name!r}; squares go from A1 to {last}.")
    return square


def _one_of(value: Any, known: list[str], what: str) -> str:
    if value not in known:
        raise Unreadable(f"{value!r} is no {what} here; known are {', '.join(known) or 'none'}.")
    return str(value)


def _score(fight: Fight, character: Character, name: str) -> str:
    """A score of the sheet by name: a misspelt one would be rolled with 0."""
    return _one_of(name, list(sheet_of(fight, character).scores), f"score of {character.name}")


# Rolls that the GM calls for


@clause("P1.1")
def _check(fight: Fight, call: CheckCall, by: str, reason: str) -> Procedure:
    """A Save against the GM's DC, seen by everyone, by the own side, or by the GM alone."""
    character = _character(fight, call.character)
    to = audience(character.side, call.seen_by)
    stance = stance_for(fight, character, "save", _score(fight, character, call.score))
    throw = yield from save(fight, stance, call.dc, "check", "P1.1", to)
    fight.emit(Saved(throw, call.dc, save_succeeds(throw.total, call.dc)), to=to)


@clause("P1.3")
def _contest(fight: Fight, call: ContestCall, by: str, reason: str) -> Procedure:
    """A Contest between two characters; the second resists, and so keeps a tie."""
    one, other = _character(fight, call.character), _character(fight, call.opponent)
    if one.id == other.id:
        raise Denied(Reason("against oneself", "P1.3"))
    to = audience(one.side, call.seen_by)
    stances = (
        stance_for(fight, one, "contest", _score(fight, one, call.score)),
        stance_for(fight, other, "contest", _score(fight, other, call.opposing_score)),
    )
    first = yield from roll_each(fight, stances[0], "contest", "P1.3", to)
    second = yield from roll_against(fight, stances[1], first.total, "contest", "P1.3", to)
    fight.emit(Contested(first, second, wins_contest(first.total, second.total)), to=to)


def _advance(fight: Fight, call: AdvanceCall, by: str, reason: str) -> Procedure:
    """A Save that advances a clock (P9.1)."""
    clock_id = _one_of(call.clock, list(fight.state.clocks), "Challenge Clock")
    character = _character(fight, call.character)
    clock = fight.book.clocks[clock_id]
    if fight.state.clocks[clock_id] >= clock.segments:
        raise Denied(Reason("clock full", "P9.1", (clock.name,)))
    _score(fight, character, call.score)
    to = audience(character.side, call.seen_by)
    yield from clocks.advance(fight, clock_id, character.id, call.score, call.dc, to)


# Corrections


@clause("P4.8")
def _set(fight: Fight, call: SetCall, by: str, reason: str) -> Procedure:
    """Set a value. What 0 HP means is the GM's, and so is who gets up again."""
    character = _character(fight, call.character)
    value, before, after = _reading(fight, character, call)
    fight.emit(Corrected(character.id, call.field, value, before, after, by, reason))
    end_strained_holds(fight)
    yield from see_defeats(fight, None, character.id)
    check_end(fight)


def _reading(fight: Fight, character: Character, call: SetCall) -> tuple[int, str, str]:
    """The value as the state has it, and before and after in words."""
    board = board_of(fight)
    if call.field == "square":
        square = _square(fight, call.value)
        if character.standing:
            _must_be_free(fight, square, character.id)
        return square, board.name(character.square), board.name(square)
    if call.field == "facing":
        facing = _one_of(call.value, list(FACINGS), "facing")
        return FACINGS.index(facing), FACINGS[character.facing], facing
    tops = {"hp": sheet_of(fight, character).hp, "ap": AP_MAX, "words": 500, "slow_until": 9_999}
    value, top = call.value, tops[call.field]
    if type(value) is not int or not 0 <= value <= top:
        raise Unreadable(f"{call.field} of {character.name} is a number from 0 to {top}, not {value!r}.")
    if call.field == "hp" and value and not character.standing:
        _must_be_free(fight, character.square, character.id)
    return value, str(getattr(character, call.field)), str(value)


@clause("P6.8")
def _must_be_free(fight: Fight, square: int, besides: str) -> None:
    """One character, one square: refuse a square where another stands."""
    if taken_squares(fight, besides) >> square & 1:
        name = next(
            other.name
            for other in fight.state.characters.values()
            if other.standing and other.square == square and other.id != besides
        )
        raise Denied(Reason("occupied", "P6.8", (name,)))


@clause("P2.3")
def _add(fight: Fight, call: AddCall, by: str, reason: str) -> Procedure:
    """A character comes in; it acts from the next round, with 0 AP till then."""
    sheet_id = _one_of(call.sheet, list(fight.book.sheets), "sheet")
    side, square = _one_of(call.side, list(fight.book.sides), "side"), _square(fight, call.square)
    _must_be_free(fight, square, "")
    sheet = fight.book.sheets[sheet_id]
    id_, number = sheet_id, 1
    while id_ == GM or id_ in fight.state.characters or id_ in fight.state.gone:
        number += 1
        id_ = f"{sheet_id}-{number}"
    name = call.name or (sheet.name if number == 1 else f"{sheet.name} {number}")
    facing, words = FACINGS.index(call.facing), fight.rulings.free_words
    fight.emit(Joined(id_, name, sheet_id, side, square, facing, sheet.hp, words, by, reason))
    wielded = list(sheet.wielded)
    for gear in sheet.items:
        in_hand = gear in wielded
        if in_hand:
            wielded.remove(gear)
        fight.emit(ItemPlaced(new_item_id(fight.state.items, gear), gear, id_, in_hand, None, by))
    yield from ()


def _remove(fight: Fight, call: RemoveCall, by: str, reason: str) -> Procedure:
    """A character leaves the fight; in its own turn that turn ends there (P2.3)."""
    character = _character(fight, call.character)
    fight.emit(Removed(character.id, character.name, by, reason))
    check_end(fight)
    yield from ()


@clause("P2.4")
def _end(fight: Fight, call: EndCall, by: str, reason: str) -> Procedure:
    """The GM may end the encounter at any time (P2.4)."""
    fight.emit(SceneEnded(call.outcome, None))
    yield from ()


def _override(fight: Fight, call: OverrideCall, by: str, reason: str) -> Procedure:
    """Allow what a clause refuses: noted with its reason, then done like any option of the turn."""
    character = _character(fight, call.seat)
    turn = fight.state.turn
    if turn is None or turn.character != character.id or not character.standing:
        raise Denied(Reason("not your turn", "P8.6", (character.name,)))
    if fight.state.clash is not None:
        raise Denied(Reason("attack open", "P4.11"))
    if not turn.opened or turn.ending:
        raise Denied(Reason("not your turn", "P8.6", (character.name,)))
    known = {option.id: (option, refusal) for option, refusal in judged(fight, character, turn)}
    if call.option not in known:
        why = why_no_square(fight, character, call.option)
        if why is not None:
            raise Denied(why)
        raise Unreadable(f'"{call.option}" is nothing {character.name} could do.')
    option, refusal = known[call.option]
    refused_by = refusal.clause if refusal is not None else ""
    if refusal is not None and refusal.key == "no free hand":
        raise Denied(refusal)
    fight.emit(Overridden(character.id, option.id, refused_by, by, reason, refused_by or "P2.4"))
    if option.kind == "free" and not option.args:
        # From here on it is offered square by square.
        fight.emit(TurnOpened(character.id, free=True))
        return
    yield from perform(fight, character.id, option, allowed=True)


def _terrain(fight: Fight, call: TerrainCall, by: str, reason: str) -> Procedure:
    """Terrain appears or goes; who stands in it leaves it at the end of the turn (P7.3)."""
    change_ground(fight, _square(fight, call.square), call.ground, by)
    yield from ()


def _clock(fight: Fight, call: ClockCall, by: str, reason: str) -> Procedure:
    """A Challenge Clock set by hand (P9.1)."""
    clock_id = _one_of(call.clock, list(fight.state.clocks), "Challenge Clock")
    clock, before = fight.book.clocks[clock_id], fight.state.clocks[clock_id]
    if call.filled > clock.segments:
        raise Unreadable(f"{clock.name} has {clock.segments} segments, not {call.filled}.")
    fight.emit(ClockSet(clock_id, before, call.filled, by, reason))
    if call.filled == clock.segments > before:
        yield from clocks.complete(fight, clock_id)


@clause("P8.1", "P8.6", "P6.7")
def _charge(fight: Fight, call: ChargeCall, by: str, reason: str) -> Procedure:
    """What the text does not list is priced by the GM; in one's own turn alone (P8.6)."""
    character, turn = _character(fight, call.character), fight.state.turn
    if turn is None or turn.character != character.id:
        raise Denied(Reason("not your turn", "P8.6", (character.name,)))
    poor = too_little(character, call.ap)
    if poor is not None:
        raise Denied(poor)
    yield from forfeit_walk(fight, character.id, spent=True)
    if character.standing and turn is fight.state.turn and too_little(character, call.ap) is None:
        pay(fight, character.id, call.ap, call.what, "P8.1")


@clause("P1.5")
def _edge(fight: Fight, call: EdgeCall, by: str, reason: str) -> Procedure:
    """Instances of Advantage and Disadvantage that the GM gives."""
    character = _character(fight, call.character)
    if not call.count:
        raise Unreadable("A count of 0 gives neither Advantage nor Disadvantage.")
    fight.emit(EdgeGranted(character.id, call.on, call.count, by))
    yield from ()


def _force(fight: Fight, call: ForceCall, by: str, reason: str) -> Procedure:
    """Forced movement by something that is no character (P7.5)."""
    character = _character(fight, call.character)
    if not character.standing:
        raise Denied(Reason("defeated", "P4.8", (character.name,)))
    yield from shove(fight, None, character.id, FACINGS.index(call.facing), call.paces, "P7.5")
    check_end(fight)


@clause("P2.2")
def _order(fight: Fight, call: OrderCall, by: str, reason: str) -> Procedure:
    """Two change places in the order; whose turn it is stays."""
    ids = (_character(fight, call.character).id, _character(fight, call.other).id)
    if ids[0] == ids[1]:
        raise Denied(Reason("against oneself", "P2.2"))
    for id_ in ids:
        name = fight.state.characters[id_].name
        if id_ not in fight.state.order or fight.state.ordering:
            raise Denied(Reason("not in the order", "P2.2", (name,)))
        if id_ in fight.state.acted:
            raise Denied(Reason("acted already", "P2.2", (name,)))
    fight.emit(OrderSwapped(*ids, by, reason))
    yield from ()


def _item(fight: Fight, call: ItemCall, by: str, reason: str) -> Procedure:
    """A weapon or thing comes into play."""
    known = [id_ for id_ in (*fight.book.weapons, *fight.book.things) if id_ != BARE_HANDS.id]
    gear = _one_of(call.gear, known, "weapon or thing")
    if (call.holder is None) == (call.square is None):
        raise Unreadable('An item needs either a "holder" or a "square".')
    id_ = new_item_id(fight.state.items, gear)
    if call.square is not None:
        fight.emit(ItemPlaced(id_, gear, None, False, _square(fight, call.square), by))
    else:
        holder = _character(fight, str(call.holder))
        thing = fight.book.weapons.get(gear) or fight.book.things[gear]
        in_hand = free_hands(fight, holder) >= thing.hands
        fight.emit(ItemPlaced(id_, gear, holder.id, in_hand, None, by))
    yield from ()


# What a player may do for the own seat


@clause("P8.5")
def _say(fight: Fight, call: SayCall, by: str, reason: str) -> Procedure:
    """Speak, at any time in the round."""
    character = _character(fight, call.character)
    if not character.standing:
        raise Denied(Reason("defeated", "P4.8", (character.name,)))
    text = one_line(call.text)
    why = speaking.may_not_say(character, text)
    if why is not None:
        raise Denied(why)
    speaking.say(fight, character.id, text)
    yield from ()


@clause("P6.4")
def _pivots(fight: Fight, call: PivotsCall, by: str, reason: str) -> Procedure:
    """Say when to be asked for a Pivot out of turn. It is told to the own side alone."""
    character = _character(fight, call.character)
    if call.asks == "not this round":
        event = QuietAsked(character.id, None, fight.state.round)
    elif call.asks == "this round":
        event = QuietAsked(character.id, None, 0)
    else:
        event = QuietAsked(character.id, call.asks, 0)
    fight.emit(event, to=(character.side,))
    yield from ()


_ACTS: dict[str, tuple[type[Call], Callable[..., Any]]] = {
    "check": (CheckCall, _check),
    "contest": (ContestCall, _contest),
    "set": (SetCall, _set),
    "add": (AddCall, _add),
    "remove": (RemoveCall, _remove),
    "end": (EndCall, _end),
    "override": (OverrideCall, _override),
    "terrain": (TerrainCall, _terrain),
    "advance": (AdvanceCall, _advance),
    "clock": (ClockCall, _clock),
    "charge": (ChargeCall, _charge),
    "edge": (EdgeCall, _edge),
    "force": (ForceCall, _force),
    "order": (OrderCall, _order),
    "item": (ItemCall, _item),
    "say": (SayCall, _say),
    "pivots": (PivotsCall, _pivots),
}
