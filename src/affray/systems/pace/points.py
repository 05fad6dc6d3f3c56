"""Action Points: what comes, what is kept, what is paid."""

from __future__ import annotations

from affray.kernel.clauses import clause
from affray.kernel.reasons import Reason
from affray.systems.pace.events import ApBonus, ApGained, ApPaid
from affray.systems.pace.events.applying import AP_MAX
from affray.systems.pace.state import Character, Fight

AP_PER_ROUND = 3
COST = 1
"""What nearly everything costs (P3.1)."""


@clause("P3.3")
def capped(ap: int) -> int:
    """AP never exceed 5, whatever their source."""
    return min(AP_MAX, ap)


@clause("P3.2")
def ap_at_round_start(kept: int) -> int:
    """What is there at the start of a round: what was kept and 3 more, up to the maximum."""
    return capped(kept + AP_PER_ROUND)


@clause("P3.5")
def too_little(character: Character, ap: int) -> Reason | None:
    """What cannot be paid is not offered."""
    return Reason("no AP", "P3.5", (ap, character.ap)) if character.ap < ap else None


@clause("P3.4")
def may_pay_out_of_turn(character: Character) -> bool:
    """AP kept back are what a defender pays with in the turns of others."""
    return character.standing and too_little(character, COST) is None


@clause("P3.1")
def pay(fight: Fight, character_id: str, ap: int, what: str, clause_id: str = "P3.1") -> None:
    """AP are paid on declaring and never refunded."""
    turn = fight.state.turn
    in_turn = turn is not None and turn.character == character_id
    if ap:
        fight.emit(ApPaid(character_id, ap, what, in_turn, clause_id))


def gain_at_round_start(fight: Fight) -> None:
    """Everybody who takes part in the round gains its AP."""
    characters = fight.state.characters
    gains = tuple(
        (id_, characters[id_].ap, ap_at_round_start(characters[id_].ap)) for id_ in fight.state.order
    )
    fight.emit(ApGained(gains))


def gain_bonus(fight: Fight, character_id: str, why: str, clause_id: str) -> None:
    """One AP more, up to the maximum."""
    before = fight.state.characters[character_id].ap
    fight.emit(ApBonus(character_id, why, before, capped(before + 1), clause_id))
