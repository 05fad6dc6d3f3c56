"""Wounds dealt, broken Traits, and being taken Out."""

from __future__ import annotations

from affray.kernel.clauses import clause
from affray.kernel.reasons import Reason
from affray.kernel.requests import Cuts, Option, Procedure
from affray.systems.d20plus.book import TRAITS
from affray.systems.d20plus.events import BrokenTurnsCounted, FightEnded, OutMeant, WentOut, Wounded
from affray.systems.d20plus.scores import is_broken, trait_value
from affray.systems.d20plus.state import Fight, Persona

MEANINGS = {
    "duel": ("defeat",),
    "lethal": ("incapacitation", "capture", "death"),
    "non-lethal": ("concession", "breakdown", "surrender"),
}
CRITICAL_BLOCK = 10


@clause("D5.1", "D5.3")
def wounds_dealt(margin: int, increment: int, margin_zero_wounds: int = 1) -> int:
    """One wound, and one more for every full increment of margin; a margin of 0 is a named ruling."""
    if margin < 0:
        return 0
    if margin == 0:
        return margin_zero_wounds
    return 1 + margin // increment


def margin_cuts(increment: int, margin_zero_wounds: int) -> Cuts:
    """The margins at which an attack's result changes: Critical Block, hit, each further wound."""
    at = (1 - CRITICAL_BLOCK, 0) if margin_zero_wounds == 1 else (1 - CRITICAL_BLOCK, 0, 1)
    return Cuts(at=at, every=increment, start=0)


@clause("D5.2")
def increment_against(fight: Fight, attacker: Persona, target: Persona) -> tuple[int, str, list[Reason]]:
    """The increment of this attack, what lowered it, and marks that do not count: the lowest one holds.

    A Hex helps everyone against its bearer (8), a Naming only its owner (5).
    """
    lowest, why = fight.rulings.wound_increment, ""
    not_counted = []
    for mark in target.marks:
        if mark.kind == "quarry":
            continue
        value = 8 if mark.kind == "hex" else 5
        name = "Hex" if mark.kind == "hex" else "Naming"
        if mark.kind == "naming" and mark.owner != attacker.id:
            not_counted.append(Reason("another's mark", "D5.2", (name, value, attacker.name)))
        elif value < lowest:
            if why:
                not_counted.append(Reason("lowest counts", "D5.2", (why, lowest)))
            lowest, why = value, name
        else:
            not_counted.append(Reason("lowest counts", "D5.2", (name, value)))
    return lowest, why, not_counted


@clause("D6.3")
def landed(value: int, wounds: int) -> int:
    """How many wounds fall on a track at this value: those past its end are lost."""
    return max(0, min(value, wounds))


@clause("D4.4")
def deal_wounds(fight: Fight, target: Persona, trait: str, wounds: int) -> bool:
    """The wounds fall on the track of the Trait that defended. True when any fell."""
    before = trait_value(fight, target, trait)
    fallen = landed(before, wounds)
    if not fallen:
        return False
    fight.emit(Wounded(target.id, trait, wounds, before, before - fallen))
    return True


@clause("D6.5")
def all_broken(fight: Fight, persona: Persona) -> bool:
    """All three Traits at 0 at once."""
    return all(is_broken(fight, persona, trait) for trait in TRAITS)


def check_out(fight: Fight, persona_id: str) -> Procedure:
    """Put a Persona Out whose Traits are all at 0, and let the GM say what that means. True: it went Out."""
    persona = fight.state.personas.get(persona_id)
    if persona is None or persona.out or not all_broken(fight, persona):
        return False
    fight.emit(WentOut(persona_id, "all broken", "D6.5"))
    yield from say_meaning(fight, persona_id)
    return True


@clause("D6.7")
def say_meaning(fight: Fight, persona_id: str) -> Procedure:
    """What being Out means is the scene's: the GM picks from its list."""
    meanings = MEANINGS[fight.book.scene]
    options = [Option(meaning, "meaning", (meaning,)) for meaning in meanings]
    if len(options) == 1:
        meaning = meanings[0]
    else:
        option = yield from fight.ruling("out meaning", options, "D6.7", meanings[0], (persona_id,))
        meaning = option.id
    persona = fight.state.personas.get(persona_id)
    if persona is not None and persona.out:
        fight.emit(OutMeant(persona_id, meaning))


@clause("D6.6")
def count_broken_turns(fight: Fight, persona: Persona) -> bool:
    """At the end of an own turn, each Trait at 0 counts one more, others start anew. True: the third."""
    counts = tuple(
        persona.broken_turns[trait] + 1 if is_broken(fight, persona, trait) else 0 for trait in TRAITS
    )
    if counts != tuple(persona.broken_turns[trait] for trait in TRAITS):
        fight.emit(BrokenTurnsCounted(persona.id, counts))  # type: ignore[arg-type]
    return max(counts) >= fight.rulings.out_after_turns


@clause("D6.8")
def check_end(fight: Fight) -> bool:
    """The fight ends when at most one side has a Persona that is not Out. True when it is over."""
    state = fight.state
    if state.outcome is not None:
        return True
    standing = {persona.side: None for persona in state.personas.values() if not persona.out}
    if len(standing) > 1:
        return False
    winner = next(iter(standing), None)
    outcome = "draw" if winner is None else f"{fight.book.sides.get(winner, winner)} win"
    fight.emit(FightEnded(outcome, winner))
    return True
