"""What decides how a scene goes on, with every count told from now. For solving fights."""

from __future__ import annotations

from typing import Any

from affray.kernel.codec import to_plain
from affray.systems.cantor.state import Fight, Unit


def memo(fight: Fight) -> dict[str, Any]:
    """The state less the rounds and turns that have passed: two scenes with the same go on alike.

    While somebody is still to come the round is told.
    """
    state = fight.state
    plain: dict[str, Any] = to_plain(state)
    for gone in ("quiet_rounds", "loss_this_round"):
        del plain[gone]
    last = max([one.joins for one in fight.book.scenario.combatant], default=1)
    plain["round"] = min(state.round, last)
    for unit in state.units.values():
        _tell_from_now(plain["units"][unit.id], unit, state.round)
    return plain


def _tell_from_now(plain: dict[str, Any], unit: Unit, now: int) -> None:
    del plain["turns_begun"]
    plain["joined"] = unit.joined >= now
    plain["sworn_in"] = unit.sworn_in == now
    plain["choir_in"] = unit.choir_in == now
    for condition, told in zip(unit.conditions, plain["conditions"], strict=True):
        if condition.cause == "timed":
            told["until"] = condition.until - unit.turns_begun
