"""Rounds and turns: who is chosen, what a turn's start and end bring, and what is done in between."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from affray.board.hexes import within
from affray.board.squares import squares_in
from affray.kernel.clauses import clause
from affray.kernel.requests import Choose, Option, Procedure
from affray.systems.cantor import actions, hiding, movement, reactions, resonance
from affray.systems.cantor.arms import BARE, Arm, arm_named
from affray.systems.cantor.attack import attack
from affray.systems.cantor.conditions import cannot_attack
from affray.systems.cantor.damage import Harm, take
from affray.systems.cantor.ending import ask_about_stalemate, check_end
from affray.systems.cantor.events import (
    Arrived,
    BurnSaved,
    RoundBegan,
    Spent,
    TurnBegan,
    TurnDropped,
    TurnEnded,
    TurnEnding,
    TurnOpened,
)
from affray.systems.cantor.legal import offered, shots
from affray.systems.cantor.order import available, side_after, sides_in_order
from affray.systems.cantor.saves import save, save_succeeds
from affray.systems.cantor.scenario import Combatant, combatant_id
from affray.systems.cantor.setting import hex_at
from affray.systems.cantor.state import Fight, Turn, Unit, sheet_of
from affray.systems.cantor.targets import in_area
from affray.systems.cantor.telling import audience_of, tell

GO, PASS = Option("go", "go"), Option("pass", "pass")


def step(fight: Fight) -> Procedure:
    """The next step: the turn under way, the next unit's, or a New Round."""
    state, turn = fight.state, fight.state.turn
    if turn is not None and not _is_here(fight, turn.unit):
        drop_turn(fight, turn)
    elif turn is not None:
        yield from play_turn(fight, turn)
    elif state.round == 0:
        yield from hiding.draw_markers(fight)
        begin_round(fight)
    else:
        yield from next_turn(fight)


def _is_here(fight: Fight, id_: str) -> bool:
    unit = fight.state.units.get(id_)
    return unit is not None and unit.here


# The round


@clause("C3.2")
def next_turn(fight: Fight) -> Procedure:
    """The side whose turn it is chooses a unit; with none left anywhere it is a New Round."""
    state = fight.state
    side = state.next_side if available(fight, state.next_side) else side_after(fight, state.next_side)
    found = available(fight, side)
    if not found:
        over = check_end(fight) or (yield from ask_about_stalemate(fight))
        if not over:
            begin_round(fight)
        return
    yield from choose_unit(fight, found)


@clause("C3.2")
def choose_unit(fight: Fight, found: list[Unit]) -> Procedure:
    """The players agree who of theirs is next: first come. Where all hold back, the first in order goes."""
    chosen = found[0].id
    if len(found) > 1:
        choices = [Choose(unit.id, "activate", (PASS, GO), "C3.2", (unit.side,), PASS.id) for unit in found]
        answer = yield from fight.window(choices, "C3.2")
        if answer is not None:
            chosen = answer[0]
    unit = fight.state.units.get(chosen)
    if unit is not None and unit.here and fight.state.outcome is None:
        tell(fight, TurnBegan(chosen), unit)


@clause("C3.2")
def begin_round(fight: Fight) -> None:
    """A New Round. Who joins at its start acts in it."""
    fight.emit(RoundBegan(fight.state.round + 1, sides_in_order(fight)[0]))
    for combatant in fight.book.scenario.combatant:
        if combatant.joins == fight.state.round > 1:
            arrive(fight, combatant)


def arrive(fight: Fight, combatant: Combatant) -> None:
    """A reinforcement comes in at its hex, or as near to it as there is room."""
    id_ = combatant_id(combatant)
    if id_ in fight.state.units or id_ in fight.state.gone:
        return
    sheet, setting = fight.book.sheets[combatant.sheet], fight.book
    wanted = hex_at(setting.scenario.map, setting.board, combatant.at)
    assert wanted is not None, "the scenario was checked"
    hex_ = free_hex_near(fight, wanted)
    if hex_ is None:
        return
    cantor = sheet.kind == "cantor"
    fight.emit(
        Arrived(
            id_,
            combatant.name or sheet.name,
            combatant.sheet,
            combatant.side,
            hex_,
            sheet.hp,
            sheet.structure if cantor else 0,
            sheet.stress if cantor else 0,
            fight.state.round - 1,
        )
    )
    hiding.look_again(fight, fight.state.units[id_])


def free_hex_near(fight: Fight, wanted: int) -> int | None:
    """The hex itself or the nearest one on which nobody stands."""
    board = fight.book.board
    taken = {unit.hex for unit in fight.state.units.values() if unit.here}
    closed = board.blocking | fight.book.lethal
    for steps in range(board.width + board.height):
        for hex_ in squares_in(within(board, wanted, steps)):
            if hex_ not in taken and not closed >> hex_ & 1:
                return hex_
    return None


# The turn


def play_turn(fight: Fight, turn: Turn) -> Procedure:
    """One thing of a turn: its start, something done in it, or its end."""
    unit = fight.state.units[turn.unit]
    if not turn.opened:
        open_turn(fight, unit)
    elif turn.ending:
        yield from end_turn(fight, unit.id)
    else:
        options = fight.worked_out(("turn", unit.id), partial(offered, fight, unit, turn))
        option = yield from fight.choose(unit.id, "turn", options, "C3.1", always=True)
        yield from perform(fight, unit.id, option)


@clause("C3.17")
def open_turn(fight: Fight, unit: Unit) -> None:
    """The start of a turn: the Fracture, before anything else."""
    resonance.manifest(fight, unit.id)
    tell(fight, TurnOpened(unit.id), unit)


@clause("C3.17", "C1.10", "C2.17")
def end_turn(fight: Fight, unit_id: str) -> Procedure:
    """The end of a turn: Burn, then conditions end."""
    unit = fight.state.units[unit_id]
    if unit.burn:
        to = audience_of(unit)
        roll, against = yield from save(fight, unit, "save against Burn", "C1.10", to=to)
        if unit_id not in fight.state.units or not unit.here:
            return
        success = save_succeeds(roll.total, against)
        burn = unit.burn
        tell(fight, BurnSaved(roll, against, success, burn), unit)
        if not success:
            yield from take(fight, unit_id, Harm("Burn", burn, "burn", burn=True))
    if unit_id not in fight.state.units or check_end(fight) or not unit.here:
        return
    lasting = {one.name for one in unit.conditions if one.cause != "timed" or one.until > unit.turns_begun}
    ended = tuple(dict.fromkeys(one.name for one in unit.conditions if one.name not in lasting))
    tell(fight, TurnEnded(unit_id, ended, side_after(fight, unit.side)), unit)


@clause("C3.2")
def drop_turn(fight: Fight, turn: Turn) -> None:
    """One out of the fight in its own turn ends it at once."""
    if check_end(fight):
        return
    unit = fight.state.units.get(turn.unit)
    side = unit.side if unit is not None else fight.state.next_side
    fight.emit(TurnDropped(turn.unit, side_after(fight, side)))


def perform(fight: Fight, unit_id: str, option: Option) -> Procedure:
    """Do what was chosen; then look whether the scene is over (C6.3)."""
    yield from _DO[option.kind](fight, unit_id, *option.args)
    check_end(fight)


def _spend(fight: Fight, unit_id: str, cost: str, name: str, clause_id: str) -> None:
    tell(fight, Spent(unit_id, cost, name, clause_id), fight.state.units[unit_id])  # type: ignore[arg-type]


# Attacks


def _targets(fight: Fight, unit: Unit, arm: Arm, target: str | None, hex_: int | None) -> list[str]:
    if arm.area is None:
        return [target] if target is not None else []
    return [other.id for other in in_area(fight, unit, arm, hex_)]


def _skirmish(fight: Fight, unit_id: str, weapon_id: str, target: str | None, hex_: int | None) -> Procedure:
    _spend(fight, unit_id, "quick", "Skirmish", "C3.11")
    yield from _fire(fight, unit_id, weapon_id, target, hex_)


@clause("C1.13", "C4.2")
def _fire(fight: Fight, unit_id: str, arm_id: str, target: str | None, hex_: int | None) -> Procedure:
    """One attack of the own turn; after it is resolved the band builds."""
    unit = fight.state.units[unit_id]
    arm = arm_named(fight, unit, arm_id)
    yield from attack(fight, unit_id, arm, _targets(fight, unit, arm, target, hex_))
    if fight.state.outcome is None:
        resonance.build(fight, unit_id, arm.resonance)


@clause("C1.13", "C3.11")
def _barrage(fight: Fight, unit_id: str, weapon_id: str, target: str | None, hex_: int | None) -> Procedure:
    """Two different weapons, one after the other; the second at any target in range then. It builds once."""
    _spend(fight, unit_id, "full", "Barrage", "C3.11")
    unit = fight.state.units[unit_id]
    first = arm_named(fight, unit, weapon_id)
    built = first.resonance
    yield from attack(fight, unit_id, first, _targets(fight, unit, first, target, hex_))
    options = second_shots(fight, unit_id, weapon_id)
    if options:
        stop = Option("stop", "stop")
        option = yield from fight.choose(
            unit_id, "barrage second", [*options, stop], "C3.11", (weapon_id,), stop.id
        )
        if option.kind == "fire" and option.id in {one.id for one in second_shots(fight, unit_id, weapon_id)}:
            second = arm_named(fight, unit, option.args[0])
            built = max(built, second.resonance)
            yield from attack(fight, unit_id, second, _targets(fight, unit, second, *option.args[1:]))
    if fight.state.outcome is None:
        resonance.build(fight, unit_id, built)


def second_shots(fight: Fight, unit_id: str, first: str) -> list[Option]:
    """What the second weapon of a Barrage can be fired at."""
    unit = fight.state.units.get(unit_id)
    if unit is None or not unit.here or unit.has("Stunned") or fight.state.outcome is not None:
        return []
    found: list[Option] = []
    for id_ in sheet_of(fight, unit).weapons:
        weapon = fight.book.weapons[id_]
        if id_ != first and cannot_attack(fight, unit, weapon.kind) is None:
            found += [o for o, why in shots(fight, unit, arm_named(fight, unit, id_), "fire") if why is None]
    return found


def _art(fight: Fight, unit_id: str, art_id: str, target: str | None, hex_: int | None) -> Procedure:
    art = fight.book.arts[art_id]
    _spend(fight, unit_id, art.cost, art.name, "C3.11")
    yield from _fire(fight, unit_id, art_id, target, hex_)


def _bare(arm_id: str) -> Callable[..., Procedure]:
    def attack_with(fight: Fight, unit_id: str, target: str) -> Procedure:
        arm = BARE[arm_id]
        _spend(fight, unit_id, arm.cost, arm.name, "C3.8" if arm_id == "ram" else "C3.11")
        yield from _fire(fight, unit_id, arm_id, target, None)

    return attack_with


def _lock_on(fight: Fight, unit_id: str, target: str) -> Procedure:
    _spend(fight, unit_id, "quick", "Lock On", "C3.15")
    actions.lock_on(fight, unit_id, target)
    resonance.build(fight, unit_id, 1)
    yield from ()


# Movement


def _move(fight: Fight, unit_id: str, hex_: int | None = None) -> Procedure:
    _spend(fight, unit_id, "move", "Move", "C3.1")
    speed = movement.speed_of(fight, fight.state.units[unit_id])
    yield from movement.walk(fight, unit_id, "move", speed, hex_)


@clause("C3.3")
def _boost(fight: Fight, unit_id: str, hex_: int | None = None) -> Procedure:
    """Quick: move up to Speed again."""
    _spend(fight, unit_id, "quick", "Boost", "C3.3")
    speed = movement.speed_of(fight, fight.state.units[unit_id])
    yield from movement.walk(fight, unit_id, "boost", speed, hex_)


def _stand(fight: Fight, unit_id: str) -> Procedure:
    _spend(fight, unit_id, "move", "Stand", "C2.10")
    movement.stand(fight, unit_id)
    yield from ()


# One click


def _bolster(fight: Fight, unit_id: str, ally: str) -> Procedure:
    _spend(fight, unit_id, "quick", "Bolster", "C3.4")
    actions.bolster(fight, unit_id, ally)
    yield from ()


def _hide(fight: Fight, unit_id: str) -> Procedure:
    _spend(fight, unit_id, "quick", "Hide", "C3.5")
    yield from hiding.hide(fight, unit_id)


def _brace(fight: Fight, unit_id: str) -> Procedure:
    reactions.brace(fight, unit_id)
    yield from ()


def _stabilize(fight: Fight, unit_id: str) -> Procedure:
    _spend(fight, unit_id, "full", "Stabilize", "C3.7")
    yield from actions.stabilize(fight, unit_id)


def _disengage(fight: Fight, unit_id: str) -> Procedure:
    _spend(fight, unit_id, "full", "Disengage", "C3.8")
    actions.disengage(fight, unit_id)
    yield from ()


def _escape(fight: Fight, unit_id: str) -> Procedure:
    _spend(fight, unit_id, "quick", "Escape", "C3.11")
    yield from actions.escape(fight, unit_id)


def _release(fight: Fight, unit_id: str) -> Procedure:
    actions.release(fight, unit_id)
    yield from ()


def _cooldown(fight: Fight, unit_id: str) -> Procedure:
    _spend(fight, unit_id, "quick", "Cooldown", "C3.10")
    resonance.cool_down(fight, unit_id)
    yield from ()


def _bond(fight: Fight, unit_id: str) -> Procedure:
    _spend(fight, unit_id, "full", "Bond Move", "C4.1")
    yield from resonance.bond(fight, unit_id)


def _token(fight: Fight, unit_id: str, ally: str) -> Procedure:
    _spend(fight, unit_id, "free", "Bond Token", "C4.6")
    resonance.give_token(fight, unit_id, ally)
    yield from ()


@clause("C3.17")
def _end(fight: Fight, unit_id: str) -> Procedure:
    """A unit may end its turn at any time; what is unspent is lost."""
    tell(fight, TurnEnding(unit_id), fight.state.units[unit_id])
    yield from ()


_DO: dict[str, Callable[..., Any]] = {
    "skirmish": _skirmish,
    "barrage": _barrage,
    "art": _art,
    "improvised": _bare("improvised"),
    "ram": _bare("ram"),
    "grapple": _bare("grapple"),
    "lock-on": _lock_on,
    "move": _move,
    "boost": _boost,
    "stand": _stand,
    "bolster": _bolster,
    "hide": _hide,
    "brace": _brace,
    "stabilize": _stabilize,
    "disengage": _disengage,
    "escape": _escape,
    "release": _release,
    "cooldown": _cooldown,
    "bond-move": _bond,
    "token": _token,
    "end": _end,
}
