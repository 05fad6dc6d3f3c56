"""Rounds and turns: what opens a turn, what is done in it, and what ends it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from affray.kernel.clauses import clause
from affray.kernel.requests import Option, Procedure
from affray.systems.pace import interactions, movement, objects, spells
from affray.systems.pace.attack import attack
from affray.systems.pace.ending import ask_about_stalemate, check_end
from affray.systems.pace.events import (
    RoundBegan,
    TurnBegan,
    TurnDropped,
    TurnEnded,
    TurnEnding,
    TurnLost,
    TurnOpened,
    Waited,
)
from affray.systems.pace.facing import offer_pivots, pivot, threatened_by
from affray.systems.pace.forced import leave_terrain
from affray.systems.pace.initiative import set_order
from affray.systems.pace.legal import offered, task_of
from affray.systems.pace.points import gain_bonus
from affray.systems.pace.speaking import buy_words
from affray.systems.pace.state import Fight, Turn

WALKING = ("walk", "face")
"""What goes on with a walk."""

FREE = ("drop", "let-go", "open", "close")
"""What costs no AP, and so leaves a paid Move under way as it is (P6.7)."""


def step(fight: Fight) -> Procedure:
    """The next step: the turn under way, the next turn, or a new round."""
    state, turn = fight.state, fight.state.turn
    if turn is not None and not _stands(fight, turn.character):
        yield from drop_turn(fight, turn)
    elif turn is not None:
        yield from play_turn(fight, turn)
    elif state.round == 0:
        fight.emit(RoundBegan(1))
    elif state.ordering:
        yield from set_order(fight)
    else:
        yield from next_turn(fight)


def _stands(fight: Fight, id_: str) -> bool:
    character = fight.state.characters.get(id_)
    return character is not None and character.standing


# The round


@clause("P2.1")
def next_turn(fight: Fight) -> Procedure:
    """Everybody has one turn in a round; one at 0 HP is skipped and stays listed (P2.3)."""
    state = fight.state
    waiting = [id_ for id_ in state.order if id_ not in state.acted]
    if not waiting:
        yield from begin_round(fight)
    elif not state.characters[waiting[0]].standing:
        lose_turn(fight, waiting[0])
    else:
        fight.emit(TurnBegan(waiting[0], fight.rulings.free_words))


@clause("P2.3")
def lose_turn(fight: Fight, character_id: str) -> None:
    """One at 0 HP when its turn comes is skipped."""
    fight.emit(TurnLost(character_id))


def begin_round(fight: Fight) -> Procedure:
    """A new round, unless the scene has come to rest."""
    if check_end(fight):
        return
    over = yield from ask_about_stalemate(fight)
    if not over:
        fight.emit(RoundBegan(fight.state.round + 1))


# The turn


def play_turn(fight: Fight, turn: Turn) -> Procedure:
    """One thing of a turn: its opening, something done in it, or its end."""
    character = fight.state.characters[turn.character]
    if not turn.opened:
        yield from open_turn(fight, turn)
    elif turn.ending:
        yield from end_turn(fight, turn)
    else:
        options = fight.worked_out(("turn", character.id), partial(offered, fight, character, turn))
        option = yield from fight.choose(character.id, "turn", options, "P3.1", always=True)
        yield from perform(fight, character.id, option)


@clause("P6.9")
def open_turn(fight: Fight, turn: Turn) -> Procedure:
    """The Pivots of the others, then the check for Threatened squares; then the free movement may be had."""
    id_ = turn.character
    others = [other.id for other in fight.state.characters.values() if other.id != id_ and other.standing]
    yield from offer_pivots(fight, others, "turn", id_)
    if _stands(fight, id_) and fight.state.outcome is None:
        by = threatened_by(fight, fight.state.characters[id_])
        fight.emit(TurnOpened(id_, free=not by and not turn.paid, by=by))


@clause("P2.3")
def drop_turn(fight: Fight, turn: Turn) -> Procedure:
    """The turn of one that is removed or at 0 HP ends there, and the next in order begins."""
    yield from leave_terrain(fight)
    if not check_end(fight):
        fight.emit(TurnDropped(turn.character))


@clause("P7.3")
def end_turn(fight: Fight, turn: Turn) -> Procedure:
    """At the end of the turn those in terrain move out; unspent AP are kept."""
    yield from leave_terrain(fight)
    if check_end(fight) or not _stands(fight, turn.character):
        return
    fight.emit(TurnEnded(turn.character, fight.state.characters[turn.character].ap))


def perform(fight: Fight, character_id: str, option: Option, allowed: bool = False) -> Procedure:
    """Do what was chosen. What spends AP in the middle of a Move ends it first (P6.7).

    `allowed`: the GM allows what is not on offer.
    """
    if ends_walk(fight, option):
        yield from movement.forfeit_walk(fight, character_id, spent=option.kind not in ("end", "wait"))
        if not _still_open(fight, character_id, option, allowed):
            return
    yield from _DO[option.kind](fight, character_id, *option.args)


@clause("P6.7", "P6.9")
def ends_walk(fight: Fight, option: Option) -> bool:
    """Whether something ends the walk under way: a Move by AP being spent, the free movement by anything."""
    turn = fight.state.turn
    if turn is None or turn.walk is None or option.kind in WALKING:
        return False
    if turn.walk.kind == "free":
        return True
    if option.kind == "do":
        return task_of(fight, *option.args).ap > 0
    return option.kind not in FREE


def _still_open(fight: Fight, character_id: str, option: Option, allowed: bool) -> bool:
    """After a question: whether what was chosen can still be done."""
    turn = fight.state.turn
    if turn is None or turn.character != character_id or not _stands(fight, character_id):
        return False
    character = fight.state.characters[character_id]
    return allowed or option in fight.worked_out(
        ("turn", character_id), partial(offered, fight, character, turn)
    )


# What can be done in a turn


def _free(fight: Fight, character_id: str, square: int) -> Procedure:
    movement.walk_freely(fight, character_id, square)
    yield from ()


def _move(fight: Fight, character_id: str, square: int) -> Procedure:
    movement.begin_move(fight, character_id, square)
    yield from ()


def _walk(fight: Fight, character_id: str, square: int) -> Procedure:
    movement.walk(fight, character_id, square)
    yield from ()


def _face(fight: Fight, character_id: str, facing: int) -> Procedure:
    movement.finish_walk(fight, character_id, facing)
    yield from ()


def _pivot(fight: Fight, character_id: str, facing: int) -> Procedure:
    pivot(fight, character_id, facing)
    yield from ()


def _pick_up(fight: Fight, character_id: str, item_id: str) -> Procedure:
    interactions.pick_up(fight, character_id, item_id)
    yield from ()


def _drop(fight: Fight, character_id: str, item_id: str) -> Procedure:
    interactions.drop(fight, character_id, item_id)
    yield from ()


def _swap(fight: Fight, character_id: str, away: str | None, drawn: str | None) -> Procedure:
    interactions.swap(fight, character_id, away, drawn)
    yield from ()


def _door(how: str) -> Callable[..., Procedure]:
    def handle(fight: Fight, character_id: str, object_id: str) -> Procedure:
        interactions.handle_door(fight, character_id, object_id, how)
        yield from ()

    return handle


def _do_task(fight: Fight, character_id: str, object_id: str, task_id: str) -> Procedure:
    yield from interactions.do_task(fight, character_id, object_id, task_of(fight, object_id, task_id))
    check_end(fight)


def _words(fight: Fight, character_id: str) -> Procedure:
    buy_words(fight, character_id)
    yield from ()


def _let_go(fight: Fight, character_id: str, held_id: str) -> Procedure:
    interactions.let_go(fight, character_id, held_id)
    yield from ()


@clause("P8.4", "P8.7")
def wait(fight: Fight, character_id: str) -> Procedure:
    """Wait: the turn ends, +1 AP, and Advantage (1) in the next initiative, however many Waits there were."""
    gain_bonus(fight, character_id, "Wait", "P8.4")
    fight.emit(Waited(character_id))
    yield from ()


def _end(fight: Fight, character_id: str) -> Procedure:
    fight.emit(TurnEnding(character_id))
    yield from ()


_DO: dict[str, Callable[..., Any]] = {
    "attack": attack,
    "batter": objects.batter,
    "free": _free,
    "move": _move,
    "walk": _walk,
    "face": _face,
    "pivot": _pivot,
    "cast": spells.cast,
    "pick-up": _pick_up,
    "drop": _drop,
    "swap": _swap,
    "unlock": _door("unlock"),
    "open": _door("open"),
    "close": _door("close"),
    "do": _do_task,
    "words": _words,
    "escape": interactions.escape,
    "let-go": _let_go,
    "wait": wait,
    "end": _end,
}
