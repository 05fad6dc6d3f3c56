"""Moves: distance, cover, concealment, standing up; and locating what is hidden."""

from __future__ import annotations

from affray.kernel.clauses import clause
from affray.kernel.requests import EACH, Cuts, Option, Procedure
from affray.systems.d20plus import reactions
from affray.systems.d20plus.augments import Brought, Throw, bring_default, hand_for, pool_for, throw_of
from affray.systems.d20plus.augments import bring, default_dice, dice_options, option_of
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
from affray.systems.d20plus.scores import skill_score, succeeds, trait_of, unwounded_score
from affray.systems.d20plus.state import Fight, Persona, foes


@clause("D8.3")
def move(fight: Fight, persona_id: str, zone: str) -> Procedure:
    """One step to a neighbouring zone; foes in either zone may have a say (D8.8)."""
    persona = fight.state.personas[persona_id]
    yield from offer_crossing(fight, persona_id, persona.zone, "leaving")
    persona_now = fight.state.personas.get(persona_id)
    if persona_now is None or fight.state.outcome is not None:
        return
    if persona_now.out or persona_now.prone:
        fight.emit(StayedPut(persona_id))
        return
    side, hidden = persona_now.side, persona_now.concealment is not None
    moved = Moved(persona_id, persona_now.zone, zone)
    if hidden:
        fight.emit(moved, to=(side,), public=MovedUnseen(persona_id))
    else:
        fight.emit(moved)
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
        mover_now = fight.state.personas.get(mover_id)
        if mover_now is None or mover_now.out or fight.state.outcome is not None:
            return
        yield from reactions.offer_counter_attack(fight, foe_id, mover_id, [crossing])


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
    event = CoverTaken(persona_id, cover)
    if persona.concealment is not None:
        fight.emit(event, to=(persona.side,), public=MovedUnseen(persona_id))
    else:
        fight.emit(event)


def leave_cover(fight: Fight, persona_id: str) -> None:
    """Out of cover, at no cost."""
    persona = fight.state.personas[persona_id]
    fight.emit(CoverLeft(persona_id), to=(persona.side,) if persona.concealment is not None else None)


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


def check_throw(
    fight: Fight,
    persona_id: str,
    skill: str,
    purpose: str,
    cuts: Cuts,
    clause_id: str,
    to: tuple[str, ...] | None = None,
) -> Procedure:
    """A check of a Skill with all applicable dice. Returns a `Throw`, or None when the Persona is gone."""
    brought = yield from choose_check_dice(fight, persona_id, skill, purpose)
    persona = fight.state.personas.get(persona_id)
    if persona is None or persona.out or fight.state.outcome is not None:
        return None
    score = skill_score(fight, persona, skill)
    rolled = yield from fight.roll(pool_for(persona, score, brought), cuts, purpose, clause_id, to)
    throw: Throw = throw_of(persona, skill, score, unwounded_score(fight, persona, skill), brought, rolled)
    return throw


def choose_check_dice(fight: Fight, persona_id: str, skill: str, purpose: str, tad: bool = False) -> Procedure:
    """The dice of a check; asked only where the cap leaves a choice (D3.4)."""
    trait = trait_of(skill)
    tags = frozenset({"check", purpose, skill, trait})
    hand = hand_for(fight, fight.state.personas[persona_id], trait, tags, tad=tad)
    options = dice_options(hand)
    if len(options) == 1:
        return bring_default(hand)
    default = option_of(default_dice(hand)).id
    option: Option = yield from fight.choose(persona_id, "dice", options, "D3.4", (purpose, skill), default)
    persona = fight.state.personas.get(persona_id)
    if persona is None:
        return bring_default(hand)
    hand = hand_for(fight, persona, trait, tags, tad=tad)
    brought: Brought = bring(hand, option.args) if len(option.args) <= hand.cap else bring_default(hand)
    return brought
