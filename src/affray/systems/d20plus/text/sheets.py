"""What stands beside a Persona: its state in the turn strip, what it holds and bears. All of it is public."""

from __future__ import annotations

from collections.abc import Container

from affray.kernel.requests import GM
from affray.systems.d20plus.book import Ability
from affray.systems.d20plus.reactions import is_ready
from affray.systems.d20plus.state import NEVER, Fight, Mark, Persona, Tad
from affray.telling.words import count

OWN_STRIKES = "its strikes"
"""What the Gear die of a weapon joins."""

_MARKS = {"hex": "hexed by {}", "naming": "named by {}", "quarry": "Quarry of {}"}


def tad_source(holder: str, giver: str, name: str | None) -> str:
    """Where a banked TAD comes from; `name` is the giver's, None once it is gone."""
    if giver == holder:
        return "own Setup"
    if giver == GM:
        return "from the GM"
    return f"from {name}" if name else "Setup"


def tad_end(persona: Persona, tad: Tad) -> str:
    """When a TAD ends: with the holder's first turn that starts after it was banked (D10.3)."""
    started = persona.turns_begun > tad.banked_after
    return f"the end of {'this' if started else 'the next'} turn"


def readiness(ability: Ability, persona: Persona) -> str:
    """Whether an ability is ready, or when it will be; nothing for one that is always there."""
    if ability.cost == "passive":
        return ""
    if is_ready(persona, ability):
        return "ready"
    at = persona.cooldowns[ability.id]
    return "used up" if at >= NEVER else f"ready in {count(at - persona.turns_begun, 'turn')}"


def mark_words(fight: Fight, mark: Mark) -> str:
    """Whose Hex, Naming or Quarry somebody bears."""
    owner = fight.state.personas.get(mark.owner)
    return _MARKS[mark.kind].format(mark.owner if owner is None else owner.name)


def status(fight: Fight, persona: Persona, answered: Container[str]) -> str:
    """A short phrase for the turn strip."""
    state, clash = fight.state, fight.state.clash
    if persona.out:
        return "Out"
    if state.outcome is not None:
        return ""
    if clash is not None and persona.id in (clash.attacker, clash.target):
        return "striking now" if persona.id == clash.attacker else "struck at"
    if clash is not None and persona.id in clash.stepping_in:
        return "may step in"
    if state.round and persona.joined >= state.round:
        return "from the next round"
    if state.declaring:
        return "declared" if persona.id in answered else "thinking"
    return _in_turn(fight, persona)


def _in_turn(fight: Fight, persona: Persona) -> str:
    state = fight.state
    if state.turn is not None and state.turn.persona == persona.id:
        return "bonus turn" if state.turn.bonus else "acting"
    if persona.concealment is not None:
        return "concealed"
    if any(turn.persona == persona.id for turn in state.turns):
        return "interrupted"
    return "acted" if persona.id in state.acted else ""
