"""What decides how a fight goes on, with every count told from now. For solving fights."""

from __future__ import annotations

from typing import Any

from affray.kernel.codec import to_plain
from affray.systems.pace.state import Fight

_FOR_READERS = ("kept", "gained", "spent")
"""What a character's AP of this round came from and went for: nothing but sheets looks at it."""


def memo(fight: Fight) -> dict[str, Any]:
    """The state less the rounds that have passed: two fights with the same go on alike.

    Of initiative the order counts and not the totals.
    """
    state = fight.state
    plain: dict[str, Any] = to_plain(state)
    for gone in ("quiet_rounds", "hp_lost_this_round", "initiative"):
        del plain[gone]
    plain["round"] = state.round > 0
    for character in state.characters.values():
        told = plain["characters"][character.id]
        for gone in _FOR_READERS:
            del told[gone]
        told["joined"] = character.joined >= state.round
        told["slow_until"] = max(0, character.slow_until - state.round + 1) if character.slow_until else 0
        told["quiet_in"] = character.quiet_in == state.round
    return plain
