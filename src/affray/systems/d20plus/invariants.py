"""What must hold after every step of a d20+ fight, whatever the GM allows or corrects."""

from __future__ import annotations

from affray.systems.d20plus.book import DIE_SIZES, TRAITS
from affray.systems.d20plus.state import Fight, Persona, sheet_of


def problems(fight: Fight) -> list[str]:
    """Every invariant that does not hold, in words."""
    state = fight.state
    found = [problem for persona in state.personas.values() for problem in _of_persona(fight, persona)]
    for turn in state.turns:
        if min(turn.actions, turn.moves, turn.beats) < 0:
            found.append(f"{turn.persona} has spent more than it had")
    if len(state.turns) > 2:
        found.append("more than one turn interrupts another")
    if any(turn.bonus for turn in state.turns[:-1]):
        found.append("a bonus turn is interrupted by another")
    if len(set(state.order)) != len(state.order) or len(set(state.acted)) != len(state.acted):
        found.append("somebody stands twice in the order")
    if not set(state.acted) <= set(state.order):
        found.append("somebody acted who is not in the order")
    if state.outcome is None and state.clash is not None and state.turn is None:
        found.append("an attack is open outside every turn")
    if state.clash is not None:
        named = {state.clash.attacker, state.clash.target, *state.clash.stepping_in}
        found.extend(
            f"the attack under way names {id_}, who is gone" for id_ in sorted(named - set(state.personas))
        )
    return found


def _of_persona(fight: Fight, persona: Persona) -> list[str]:
    sheet = sheet_of(fight, persona)
    found = []
    for trait in TRAITS:
        if not 0 <= persona.wounds[trait] <= sheet.traits[trait]:  # type: ignore[index]
            found.append(f"{persona.id} has {persona.wounds[trait]} wounds on {trait}")
    if persona.zone not in fight.book.zones:
        found.append(f"{persona.id} stands in no zone")
    elif persona.cover is not None and persona.cover not in fight.book.zones[persona.zone].cover:
        found.append(f"{persona.id} is behind cover of another zone")
    if persona.out and (persona.tad or persona.cover or persona.concealment is not None):
        found.append(f"{persona.id} is Out and still holds something")
    if persona.tad is not None and persona.tad.size not in DIE_SIZES:
        found.append(f"{persona.id} holds a d{persona.tad.size}")
    return found
