"""The GM's hand: checks called for, corrections with author and reason, and the end of the fight."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from affray.kernel.calls import Call, Id, InsistingCall, SeenBy, audience, need_reason, read_call
from affray.kernel.clauses import clause
from affray.kernel.errors import Unreadable
from affray.kernel.reasons import Denied, Reason
from affray.kernel.requests import GM, Audience, Procedure
from affray.systems.d20plus.book import DIE_SIZES, LANES, TRAITS, Name, Skill
from affray.systems.d20plus.checks import check, contested_check
from affray.systems.d20plus.events import (
    Corrected,
    FightEnded,
    Joined,
    LaneOpened,
    Overridden,
    Removed,
    WentOut,
)
from affray.systems.d20plus.legal import broken_trait, closed_lane, judged, open_lanes
from affray.systems.d20plus.moves import free_cover, tell_place
from affray.systems.d20plus.scores import trait_value
from affray.systems.d20plus.state import Fight, Persona, sheet_of
from affray.systems.d20plus.turn import perform, takes_part
from affray.systems.d20plus.wounds import all_broken, check_end, check_out, say_meaning


class CheckCall(InsistingCall):
    """A check: who, with which Skill, against what, and who sees it."""

    persona: Id
    skill: Skill
    target_number: Annotated[int, Field(ge=1, le=100)]
    seen_by: SeenBy = "all"


class ContestCall(InsistingCall):
    """A contested check: who began it, against whom, and both Skills."""

    persona: Id
    skill: Skill
    opponent: Id
    opposing_skill: Skill
    seen_by: SeenBy = "all"


class SetCall(InsistingCall):
    """A correction: of whom, which value, and what it becomes."""

    persona: Id
    field: Literal["Mind", "Body", "Spirit", "zone", "prone", "cover", "tad", "out", "concealed"]
    value: int | str | bool | None = None


class AddCall(Call):
    """Somebody comes in: from which sheet, on which side, where."""

    sheet: Id
    side: Id
    zone: Id
    name: Name | None = None


class RemoveCall(Call):
    """Somebody leaves the fight."""

    persona: Id


class EndCall(Call):
    """The end of the fight, and what it came to."""

    outcome: Annotated[str, Field(min_length=1, max_length=200)]


class OverrideCall(Call):
    """What a clause refuses, and who may do it all the same."""

    seat: Id
    option: Annotated[str, Field(max_length=200)]


def act(fight: Fight, name: str, data: Mapping[str, Any], by: str, reason: str) -> Procedure:
    """Carry out one of the GM's acts. Raises `Unreadable` or `Denied` before anything changes."""
    call = read_call(_ACTS, name, data)
    if fight.state.outcome is not None:
        raise Denied(Reason("fight over", "D6.8"))
    need_reason(name, call, reason)
    _, carry_out = _ACTS[name]
    yield from carry_out(fight, call, by, reason)


def _persona(fight: Fight, id_: str) -> Persona:
    persona = fight.state.personas.get(id_)
    if persona is None:
        raise Unreadable(f'There is no Persona "{id_}"; known are {", ".join(fight.state.personas)}.')
    return persona


def _no_roll(fight: Fight, persona: Persona, skill: str) -> list[tuple[Persona, str, Reason]]:
    """Why a Persona cannot roll a Skill: its Trait is broken, or it is Out."""
    reasons = []
    broken = broken_trait(fight, persona, skill)
    if broken is not None:
        reasons.append(Reason("check broken", "D6.10", (persona.name, *broken.about)))
    if persona.out:
        reasons.append(Reason("Out", "D6.7", (persona.name,)))
    return [(persona, skill, why) for why in reasons]


def _insist(
    fight: Fight,
    call: InsistingCall,
    refused: list[tuple[Persona, str, Reason]],
    by: str,
    reason: str,
    to: Audience,
) -> None:
    """Refuse for the first reason, or note each as one that the GM goes on against.

    `refused` says who is refused what. `to` are those that may know of the act.
    """
    if refused and not call.force:
        raise Denied(refused[0][2])
    for persona, what, why in refused:
        fight.emit(Overridden(persona.id, what, why.clause, by, reason, why.clause), to=to)


def _check(fight: Fight, call: CheckCall, by: str, reason: str) -> Procedure:
    """A check, seen by everyone, by the own side, or by the GM alone."""
    persona = _persona(fight, call.persona)
    to = audience(persona.side, call.seen_by)
    refused = _no_roll(fight, persona, call.skill)
    _insist(fight, call, refused, by, reason, to)
    yield from check(fight, persona.id, call.skill, call.target_number, to, even_out=call.force)


def _contest(fight: Fight, call: ContestCall, by: str, reason: str) -> Procedure:
    """A contested check between two Personas; the GM names both Skills (D4.11)."""
    one, other = _persona(fight, call.persona), _persona(fight, call.opponent)
    if one.id == other.id:
        raise Denied(Reason("against oneself", "D4.11"))
    to = audience(one.side, call.seen_by)
    refused = _no_roll(fight, one, call.skill) + _no_roll(fight, other, call.opposing_skill)
    _insist(fight, call, refused, by, reason, to)
    first, second = (one.id, call.skill), (other.id, call.opposing_skill)
    yield from contested_check(fight, first, second, False, to, even_out=call.force)


@clause("D6.9")
def _set(fight: Fight, call: SetCall, by: str, reason: str) -> Procedure:
    """Set a value. Out stays Out for the encounter unless the GM says otherwise, here."""
    persona = _persona(fight, call.persona)
    value, before, after = _reading(fight, persona, call)
    if call.field == "cover" and value is not None:
        refused = [(persona, str(value), why) for why in _no_cover(fight, persona, str(value))]
        to = None if persona.concealment is None else (persona.side,)
        _insist(fight, call, refused, by, reason, to)
    was_out = persona.out
    corrected = Corrected(persona.id, call.field, value, before, after, by, reason)
    if call.field in ("zone", "cover"):
        tell_place(fight, persona, corrected)
    else:
        fight.emit(corrected)
    if persona.out and not was_out:
        fight.emit(WentOut(persona.id, "the GM", "D6.9"))
        yield from say_meaning(fight, persona.id)
    yield from check_out(fight, persona.id)
    check_end(fight)


def _reading(fight: Fight, persona: Persona, call: SetCall) -> tuple[int | str | bool | None, str, str]:
    """The value as the event stores it, and before and after in words.

    Raises `Unreadable`, and `Denied` for what no insisting can make sense of.
    """
    value = call.value
    if call.field in TRAITS:
        whole: int = sheet_of(fight, persona).traits[call.field]  # type: ignore[index]
        if type(value) is not int or not 0 <= value <= whole:
            raise Unreadable(f"{call.field} of {persona.name} is a number from 0 to {whole}, not {value!r}.")
        return whole - value, str(trait_value(fight, persona, call.field)), str(value)
    if call.field == "zone":
        return _one_of(value, list(fight.book.zones), "zone"), persona.zone, str(value)
    if call.field == "cover":
        return _cover_reading(fight, persona, value)
    if call.field == "tad":
        return _tad_reading(persona, value)
    if type(value) is not bool:
        raise Unreadable(f'"{call.field}" is true or false, not {value!r}.')
    now = {"prone": persona.prone, "out": persona.out, "concealed": persona.concealment is not None}[
        call.field
    ]
    if call.field == "concealed" and value:
        raise Denied(Reason("Grace needed", "D8.6"))
    if call.field == "out" and not value and all_broken(fight, persona):
        raise Denied(Reason("all broken", "D6.5", (persona.name,)))
    return value, _yes(now), _yes(value)


def _cover_reading(fight: Fight, persona: Persona, value: Any) -> tuple[str | None, str, str]:
    before = persona.cover or "none"
    if value is None:
        return None, before, "none"
    cover = _one_of(value, list(fight.book.zones[persona.zone].cover), "cover")
    if persona.out:
        raise Denied(Reason("Out", "D8.5", (persona.name,)))
    return cover, before, cover


def _no_cover(fight: Fight, persona: Persona, cover: str) -> list[Reason]:
    """Why a Persona cannot be behind an obstacle: it lies on the ground, or somebody is there."""
    reasons = [Reason("Prone", "D8.5", (persona.name,))] if persona.prone else []
    if cover not in free_cover(fight, persona):
        reasons.append(Reason("cover taken", "D8.5"))
    return reasons


def _tad_reading(persona: Persona, value: Any) -> tuple[int, str, str]:
    sizes = (0, *DIE_SIZES)
    if type(value) is not int or value not in sizes:
        raise Unreadable(f"A TAD is one of {', '.join(str(size) for size in sizes)}, not {value!r}.")
    if value and persona.out:
        raise Denied(Reason("no TAD", "D6.9", (persona.name,)))
    return value, f"d{persona.tad.size}" if persona.tad else "none", f"d{value}" if value else "none"


def _one_of(value: Any, known: list[str], what: str) -> str:
    if value not in known:
        raise Unreadable(f"{value!r} is no {what} here; known are {', '.join(known) or 'none'}.")
    return str(value)


def _yes(value: bool) -> str:
    return "yes" if value else "no"


def _add(fight: Fight, call: AddCall, by: str, reason: str) -> Procedure:
    """A Persona comes in; it declares and acts from the next round (D7.8)."""
    sheet_id = _one_of(call.sheet, list(fight.book.sheets), "sheet")
    side, zone = (
        _one_of(call.side, list(fight.book.sides), "side"),
        _one_of(call.zone, list(fight.book.zones), "zone"),
    )
    sheet = fight.book.sheets[sheet_id]
    id_, number = sheet_id, 1
    while id_ == GM or id_ in fight.state.personas or id_ in fight.state.gone:
        number += 1
        id_ = f"{sheet_id}-{number}"
    name = call.name or (sheet.name if number == 1 else f"{sheet.name} {number}")
    fight.emit(Joined(id_, name, sheet_id, side, zone, by, reason))
    yield from ()


def _remove(fight: Fight, call: RemoveCall, by: str, reason: str) -> Procedure:
    """A Persona leaves the fight; in its own turn that turn ends there (D7.8)."""
    persona = _persona(fight, call.persona)
    fight.emit(Removed(persona.id, persona.name, by, reason))
    check_end(fight)
    yield from ()


def _end(fight: Fight, call: EndCall, by: str, reason: str) -> Procedure:
    """The GM may end the encounter at any time (D6.8)."""
    fight.emit(FightEnded(call.outcome, None))
    yield from ()


def _override(fight: Fight, call: OverrideCall, by: str, reason: str) -> Procedure:
    """Allow what a clause refuses: noted with its reason, then done like any option of the turn."""
    persona = _persona(fight, call.seat)
    if fight.state.declaring and takes_part(fight, persona):
        _open_lane(fight, persona, call.option, by, reason)
        return
    turn = fight.state.turn
    if turn is None or turn.persona != persona.id or persona.out:
        raise Denied(Reason("another's turn", "D9.4", (persona.name,)))
    if turn.split is None:
        raise Denied(Reason("no split", "D7.1"))
    if fight.state.clash is not None:
        raise Denied(Reason("attack open", "D4.9"))
    known = {option.id: (option, refusal) for option, refusal in judged(fight, persona, turn)}
    if call.option not in known:
        raise Unreadable(f'"{call.option}" is nothing {persona.name} could do.')
    option, refusal = known[call.option]
    refused_by = refusal.clause if refusal is not None else ""
    # The option may name where a concealed Persona goes.
    tell_place(fight, persona, Overridden(persona.id, option.id, refused_by, by, reason, refused_by))
    if refused_by == "D8.6":
        # To be struck at, a foe has to have been found (D4.10 looks again later).
        found = option.args[-1]
        fight.emit(Corrected(found, "concealed", False, _yes(True), _yes(False), by, reason))
    yield from perform(fight, persona.id, option)


@clause("D9.5")
def _open_lane(fight: Fight, persona: Persona, lane: str, by: str, reason: str) -> None:
    """Open a closed lane to a Persona for this round. Lanes are secret, so only its side hears of it."""
    if lane not in LANES or lane in open_lanes(fight, persona):
        raise Unreadable(f'"{lane}" is no lane that is closed to {persona.name}.')
    clause_id = closed_lane(lane).clause
    fight.emit(LaneOpened(persona.id, lane, by, reason, clause_id), to=(persona.side,))


_ACTS: dict[str, tuple[type[Call], Callable[..., Any]]] = {
    "check": (CheckCall, _check),
    "contest": (ContestCall, _contest),
    "set": (SetCall, _set),
    "add": (AddCall, _add),
    "remove": (RemoveCall, _remove),
    "end": (EndCall, _end),
    "override": (OverrideCall, _override),
}
