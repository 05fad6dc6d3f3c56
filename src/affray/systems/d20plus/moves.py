"""Moves: distance, cover, concealment, standing up; and locating what is hidden."""

from __future__ import annotations

from affray.kernel.clauses import clause
from affray.kernel.events import Event
from affray.kernel.requests import EACH, Cuts, Procedure
from affray.systems.d20plus import reactions
from affray.systems.d20plus.checks import can_act, check_throw
from affray.systems.d20plus.events import (
    Concealed,
    CoverLeft,
    CoverTaken,
    Moved,
    MovedUnseen,
    Searched,
    StayedPut,
    StoodUp,
    Vanished,
)
from affray.systems.d20plus.scores import succeeds
from affray.systems.d20plus.state import Fight, Persona, foes


@clause("D8.3")
def move(fight: Fight, persona_id: str, zone: str) -> Procedure:
    """One step to a neighbouring zone; foes in either zone may have a say (D8.8).

    A mover that was pushed elsewhere before its step has nowhere to take it, and stays there.
    """
    origin = fight.state.personas[persona_id].zone
    yield from offer_crossing(fight, persona_id, origin, "leaving")
    persona = fight.state.personas.get(persona_id)
    if persona is None or fight.state.outcome is not None:
        return
    if persona.out or persona.prone or persona.zone != origin:
        fight.emit(StayedPut(persona_id))
        return
    tell_place(fight, persona, Moved(persona_id, origin, zone), MovedUnseen(persona_id))
    yield from offer_crossing(fight, persona_id, zone, "entering")


@clause("D8.8")
def contesting_foes(fight: Fight, mover: Persona, zone: str) -> list[Persona]:
    """A zone is contested while a foe that is neither Out nor concealed stands in it."""
    here = [foe for foe in foes(fight, mover) if foe.zone == zone and foe.concealment is None]
    return reactions.in_initiative_order(fight, here)


def offer_crossing(fight: Fight, mover_id: str, zone: str, crossing: str) -> Procedure:
    """Foes of a contested zone whose abilities say so may strike at who leaves or enters it."""
    mover = fight.state.personas[mover_id]
    for foe_id in [foe.id for foe in contesting_foes(fight, mover, zone)]:
        if not can_act(fight, mover_id):
            return
        yield from reactions.offer_counter_attack(fight, foe_id, mover_id, [crossing])


@clause("D8.5")
def free_cover(fight: Fight, persona: Persona) -> list[str]:
    """Obstacles of the zone that hide nobody this Persona can see."""
    taken = {
        other.cover
        for other in fight.state.personas.values()
        if other.zone == persona.zone and other.id != persona.id and not other.concealed_from(persona)
    }
    return [name for name in fight.book.zones[persona.zone].cover if name not in taken]


def take_cover(fight: Fight, persona_id: str, cover: str) -> None:
    """Behind an obstacle of the current zone."""
    persona = fight.state.personas[persona_id]
    tell_place(fight, persona, CoverTaken(persona_id, cover), MovedUnseen(persona_id))


def leave_cover(fight: Fight, persona_id: str) -> None:
    """Out of cover, at no cost."""
    tell_place(fight, fight.state.personas[persona_id], CoverLeft(persona_id))


@clause("D8.10")
def tell_place(fight: Fight, persona: Persona, event: Event, unseen: Event | None = None) -> None:
    """Emit what tells where a Persona is: while it is concealed, foes see `unseen` instead, or nothing."""
    if persona.concealment is None:
        fight.emit(event)
    else:
        fight.emit(event, to=(persona.side,), public=unseen)


@clause("D8.7")
def stand(fight: Fight, persona_id: str) -> None:
    """Back on the feet for a Move."""
    fight.emit(StoodUp(persona_id))


@clause("D8.6")
def conceal(fight: Fight, persona_id: str) -> Procedure:
    """A Grace check with all applicable dice; its score is the Concealment Score (a new one replaces it)."""
    persona = fight.state.personas[persona_id]
    own_side = (persona.side,)
    throw = yield from check_throw(fight, persona_id, "Grace", "conceal", EACH, "D8.6", to=own_side)
    if throw is not None:
        fight.emit(Concealed(persona_id, throw), to=own_side, public=Vanished(persona_id))


@clause("D8.10")
def locate(fight: Fight, persona_id: str, target_id: str) -> Procedure:
    """A Beat and a fresh Sense check against the Concealment Score, at any distance, naming the foe."""
    score = fight.state.personas[target_id].concealment
    if score is None:
        return
    cuts = Cuts(at=(score,))
    throw = yield from check_throw(fight, persona_id, "Sense", "locate", cuts, "D8.6")
    target = fight.state.personas.get(target_id)
    if throw is None or target is None or target.concealment is None:
        return
    fight.emit(Searched(persona_id, target_id, throw, succeeds(throw.total, target.concealment)))
