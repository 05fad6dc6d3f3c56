"""What decides how a fight goes on, with every count told from now. For solving fights."""

from __future__ import annotations

from typing import Any

from affray.kernel.codec import to_plain
from affray.systems.d20plus.state import NEVER, Fight, Persona


def memo(fight: Fight) -> dict[str, Any]:
    """The state less the rounds and turns that have passed: two fights with the same go on alike."""
    plain: dict[str, Any] = to_plain(fight.state)
    for gone in ("quiet_rounds", "wounded_this_round"):
        del plain[gone]
    plain["round"] = fight.state.round > 0
    for persona in fight.state.personas.values():
        _tell_from_now(plain["personas"][persona.id], persona, fight.state.round)
    return plain


def _tell_from_now(plain: dict[str, Any], persona: Persona, now: int) -> None:
    begun = persona.turns_begun
    del plain["turns_begun"]
    plain["joined"] = persona.joined >= now
    plain["cooldowns"] = {
        ability: _left(ready, begun) for ability, ready in persona.cooldowns.items() if ready > begun
    }
    for lent, told in zip(persona.lent, plain["lent"], strict=True):
        told["last_turn"] = _left(lent.last_turn, begun)
    if persona.tad is not None:
        plain["tad"]["banked_after"] = persona.tad.banked_after >= begun


def _left(until: int, begun: int) -> int:
    """Turns that are left; what outlasts every fight always has the same."""
    return NEVER if until >= NEVER else until - begun
