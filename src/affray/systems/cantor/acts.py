"""The GM's hand: saves called for, corrections with author and reason, and the end of the scene."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from affray.kernel.calls import Call, Id, SeenBy, audience, need_reason, read_call
from affray.kernel.clauses import clause
from affray.kernel.errors import Unreadable
from affray.kernel.reasons import Denied, Reason
from affray.kernel.requests import GM, Option, Procedure
from affray.systems.cantor import conditions, forced, hiding
from affray.systems.cantor.book import TIMED, ConditionName, DamageType, Name
from affray.systems.cantor.damage import Harm, gain_overshield, put_out, see_hp, take
from affray.systems.cantor.ending import check_end
from affray.systems.cantor.events import (
    Arrived,
    Corrected,
    GrappleEnded,
    Overridden,
    Removed,
    Saved,
    SceneEnded,
)
from affray.systems.cantor.legal import judged
from affray.systems.cantor.lines import hexes_between
from affray.systems.cantor.saves import save, save_succeeds
from affray.systems.cantor.scenario import combatant_id
from affray.systems.cantor.state import Fight, Unit, is_cantor, sheet_of
from affray.systems.cantor.telling import audience_of
from affray.systems.cantor.turn import perform

Field_ = Literal["hp", "structure", "stress", "overshield", "burn", "band", "tokens", "hex", "reaction"]


class CheckCall(Call):
    """A save: whose, against what (else what the ruling says), and who sees it."""

    unit: Id
    target: Annotated[int, Field(ge=1, le=40)] | None = None
    seen_by: SeenBy = "all"


class SetCall(Call):
    """A correction: of whom, which value, and what it becomes. A hex goes by its name."""

    unit: Id
    field: Field_
    value: int | str | bool


class ConditionCall(Call):
    """A condition comes or goes."""

    unit: Id
    condition: ConditionName
    on: bool


class DamageCall(Call):
    """Damage from anything, through every step (C1.6)."""

    unit: Id
    amount: Annotated[int, Field(ge=1, le=100)]
    type: DamageType = "kinetic"
    armor_piercing: bool = False


class OvershieldCall(Call):
    """Overshield from anything (C1.7)."""

    unit: Id
    amount: Annotated[int, Field(ge=1, le=50)]


class AddCall(Call):
    """Somebody comes in: from which sheet, on which side, where."""

    sheet: Id
    side: Id
    hex: Id
    name: Name | None = None


class RemoveCall(Call):
    """Somebody leaves the fight."""

    unit: Id


class EndCall(Call):
    """The end of the scene, and what it came to."""

    outcome: Annotated[str, Field(min_length=1, max_length=200)]


class OverrideCall(Call):
    """What a clause refuses, and who may do it all the same."""

    seat: Id
    option: Annotated[str, Field(max_length=200)]


class ForceCall(Call):
    """Somebody is shoved by something that is no unit: away from a hex, so many hexes."""

    unit: Id
    source: Id
    hexes: Annotated[int, Field(ge=1, le=10)]


def act(fight: Fight, name: str, data: Mapping[str, Any], by: str, reason: str) -> Procedure:
    """Carry out one of the GM's acts. Raises `Unreadable` or `Denied` before anything changes."""
    call = read_call(_ACTS, name, data)
    if fight.state.outcome is not None:
        raise Denied(Reason("fight over", "C6.3"))
    need_reason(name, call, reason)
    yield from _ACTS[name][1](fight, call, by, reason)


def _unit(fight: Fight, id_: str) -> Unit:
    unit = fight.state.units.get(id_)
    if unit is None:
        raise Unreadable(f'There is no unit "{id_}"; known are {", ".join(fight.state.units)}.')
    return unit


def _standing(fight: Fight, id_: str) -> Unit:
    unit = _unit(fight, id_)
    if not unit.here:
        raise Denied(Reason("out", "C2.16", (unit.name,)))
    return unit


def _hex(fight: Fight, name: object) -> int:
    board = fight.book.board
    hex_ = board.hex(name) if isinstance(name, str) else None
    if hex_ is None:
        last = board.name(board.width * board.height - 1)
        raise Unreadable(f"There is no hex {name!r}; hexes go from A1 to {last}.")
    return hex_


def _free_hex(fight: Fight, name: object, besides: str) -> int:
    hex_ = _hex(fight, name)
    for other in fight.state.units.values():
        if other.here and other.id != besides and other.hex == hex_:
            raise Denied(Reason("occupied", "C3.14", (other.name,)))
    return hex_


def _one_of(value: Any, known: list[str], what: str) -> str:
    if value not in known:
        raise Unreadable(f"{value!r} is no {what} here; known are {', '.join(known) or 'none'}.")
    return str(value)


@clause("C3.9")
def _check(fight: Fight, call: CheckCall, by: str, reason: str) -> Procedure:
    """A save that the GM asks for."""
    unit = _standing(fight, call.unit)
    to = audience(unit.side, call.seen_by)
    if to is None:
        to = audience_of(unit)
    roll, against = yield from save(fight, unit, "save", "C3.9", call.target, to)
    if call.unit in fight.state.units:
        fight.emit(Saved(roll, against, save_succeeds(roll.total, against), "check"), to=to)


def _set(fight: Fight, call: SetCall, by: str, reason: str) -> Procedure:
    """Set a value."""
    unit = _unit(fight, call.unit)
    value, before, after = _reading(fight, unit, call)
    to = audience_of(unit)
    fight.emit(Corrected(unit.id, call.field, value, before, after, by, reason), to=to)
    if call.field == "hex":
        yield from _moved(fight, unit)
    if unit.here and unit.stress == 0 and is_cantor(fight, unit):
        put_out(fight, unit, "Stressed Out", "C2.16")
    yield from see_hp(fight, unit.id)
    check_end(fight)


def _moved(fight: Fight, unit: Unit) -> Procedure:
    other = fight.state.units.get(unit.grapple or "")
    if other is not None and hexes_between(fight, unit.hex, other.hex) > 1:
        fight.emit(GrappleEnded(unit.id, other.id, "apart"))
    hiding.look_again(fight, unit)
    yield from hiding.set_marker(fight, unit.id)


def _reading(fight: Fight, unit: Unit, call: SetCall) -> tuple[int, str, str]:
    """The value as the state has it, and before and after in words."""
    board, sheet = fight.book.board, sheet_of(fight, unit)
    if call.field == "hex":
        hex_ = _free_hex(fight, call.value, unit.id)
        return hex_, board.name(unit.hex), board.name(hex_)
    if call.field == "reaction":
        if type(call.value) is not bool:
            raise Unreadable(f'"reaction" is true or false, not {call.value!r}.')
        return int(call.value), str(unit.reaction), str(call.value)
    cantor = is_cantor(fight, unit)
    tops = {
        "hp": sheet.hp,
        "structure": sheet.structure,
        "stress": sheet.stress,
        "overshield": 50,
        "burn": 50,
        "band": 4,
        "tokens": 20,
    }
    if call.field in ("structure", "stress", "band", "tokens") and not cantor:
        raise Denied(Reason("no Cantor", "C4.8"))
    least = 1 if call.field == "structure" else 0
    value = call.value
    if type(value) is not int or not least <= value <= tops[call.field]:
        raise Unreadable(
            f"{call.field} of {unit.name} is a number from {least} to {tops[call.field]}, not {value!r}."
        )
    if not unit.here and call.field != "hp":
        raise Denied(Reason("out", "C2.16", (unit.name,)))
    if call.field == "hp" and value and not unit.here:
        _free_hex(fight, board.name(unit.hex), unit.id)
        if cantor and unit.stress == 0:
            raise Denied(Reason("out", "C2.16", (unit.name,)))
    return value, str(getattr(unit, call.field)), str(value)


@clause("C2.17")
def _condition(fight: Fight, call: ConditionCall, by: str, reason: str) -> Procedure:
    """A condition comes, or goes with all its sources; but not what a Fracture or grapple imposes (C2.18)."""
    unit = _standing(fight, call.unit)
    if not call.on:
        if unit.has(call.condition) and call.condition not in conditions.clearable(unit):
            raise Denied(Reason("imposed", "C2.18"))
        conditions.end(fight, unit, call.condition, "the GM", "C2.18")
    elif call.condition == "Hidden":
        # Said again, it would name to everyone a unit that they see a marker of at most (C2.8).
        already = Reason("Hidden already", "C2.17") if unit.has("Hidden") else None
        why = already or hiding.uncovered(fight, unit)
        if why is not None:
            raise Denied(why)
        yield from hiding.hide(fight, unit.id)
    else:
        conditions.gain(fight, unit, call.condition, "", "C2.17" if call.condition in TIMED else "C2.18")
    hiding.look_again(fight, unit)


@clause("C1.6")
def _damage(fight: Fight, call: DamageCall, by: str, reason: str) -> Procedure:
    """Damage by the GM goes through every step like any other."""
    unit = _standing(fight, call.unit)
    harm = Harm("GM", call.amount, call.type, armor_piercing=call.armor_piercing)
    yield from take(fight, unit.id, harm)
    check_end(fight)


def _overshield(fight: Fight, call: OvershieldCall, by: str, reason: str) -> Procedure:
    """Overshield is given; it does not add up, so that this is no correction."""
    gain_overshield(fight, _standing(fight, call.unit), call.amount)
    yield from ()


@clause("C3.2")
def _add(fight: Fight, call: AddCall, by: str, reason: str) -> Procedure:
    """A unit comes in; it acts in the next round."""
    sheet_id = _one_of(call.sheet, list(fight.book.sheets), "sheet")
    side, hex_ = _one_of(call.side, list(fight.book.sides), "side"), _free_hex(fight, call.hex, "")
    sheet = fight.book.sheets[sheet_id]
    id_, number = sheet_id, 1
    coming = {combatant_id(one) for one in fight.book.scenario.combatant}
    while id_ == GM or id_ in fight.state.units or id_ in fight.state.gone or id_ in coming:
        number += 1
        id_ = f"{sheet_id}-{number}"
    name = call.name or (sheet.name if number == 1 else f"{sheet.name} {number}")
    cantor = sheet.kind == "cantor"
    fight.emit(
        Arrived(
            id_,
            name,
            sheet_id,
            side,
            hex_,
            sheet.hp,
            sheet.structure if cantor else 0,
            sheet.stress if cantor else 0,
            fight.state.round,
            by,
            reason,
        )
    )
    hiding.look_again(fight, fight.state.units[id_])
    yield from ()


def _remove(fight: Fight, call: RemoveCall, by: str, reason: str) -> Procedure:
    """A unit leaves the fight; in its own turn that turn ends there (C3.2)."""
    unit = _unit(fight, call.unit)
    fight.emit(Removed(unit.id, unit.name, by, reason))
    check_end(fight)
    yield from ()


def _end(fight: Fight, call: EndCall, by: str, reason: str) -> Procedure:
    """The GM may end the scene at any time (C6.3)."""
    fight.emit(SceneEnded(call.outcome, None))
    yield from ()


def _override(fight: Fight, call: OverrideCall, by: str, reason: str) -> Procedure:
    """Allow what a clause refuses: noted with its reason, then done like any option of the turn."""
    unit, turn = _unit(fight, call.seat), fight.state.turn
    if turn is None or turn.unit != unit.id or not unit.here or not turn.opened or turn.ending:
        raise Denied(Reason("not its turn", "C3.2", (unit.name,)))
    if fight.state.clash is not None:
        raise Denied(Reason("attack open", "C1.11"))
    known = {option.id: (option, why) for option, why in judged(fight, unit, turn)}
    kind, _, place = call.option.partition(" ")
    if call.option not in known and kind in known and fight.book.board.hex(place) is not None:
        # A walk that is refused as a whole is refused to every hex of it.
        known[call.option] = Option(call.option, kind, (_hex(fight, place),)), known[kind][1]
    if call.option not in known:
        raise Unreadable(f'"{call.option}" is nothing {unit.name} could do.')
    option, why = known[call.option]
    if option.id.endswith(" at"):
        raise Denied(why or Reason("not offered", "C1.12", (call.option,)))
    refused_by = why.clause if why is not None else ""
    to = audience_of(unit)
    fight.emit(Overridden(unit.id, option.id, refused_by, by, reason, refused_by or "C6.3"), to=to)
    yield from perform(fight, unit.id, option)


@clause("C3.16")
def _force(fight: Fight, call: ForceCall, by: str, reason: str) -> Procedure:
    """Forced movement by something that is no unit, away from a hex."""
    unit = _standing(fight, call.unit)
    yield from forced.shove(fight, None, unit.id, call.hexes, _hex(fight, call.source))
    check_end(fight)


_ACTS: dict[str, tuple[type[Call], Callable[..., Any]]] = {
    "check": (CheckCall, _check),
    "set": (SetCall, _set),
    "condition": (ConditionCall, _condition),
    "damage": (DamageCall, _damage),
    "overshield": (OvershieldCall, _overshield),
    "add": (AddCall, _add),
    "remove": (RemoveCall, _remove),
    "end": (EndCall, _end),
    "override": (OverrideCall, _override),
    "force": (ForceCall, _force),
}
