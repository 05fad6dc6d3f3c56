"""The named rulings of d20+: where the text is silent, the reading chosen, with its clause."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from pydantic import Field

Count = Annotated[int, Field(ge=1, le=10_000)]
Wounds = Annotated[int, Field(ge=0, le=12)]
Penalty = Annotated[int, Field(ge=0, le=100)]


@dataclass(frozen=True, slots=True)
class Rulings:
    """Settings of one encounter. Defaults are the register's; every field's metadata cites its clause."""

    margin_zero_wounds: Wounds = field(
        default=1, metadata={"clause": "D5.3", "text": "Wounds of a margin of exactly 0."}
    )
    wound_increment: Count = field(
        default=10, metadata={"clause": "D5.1", "text": "Margin points for each wound after the first."}
    )
    conceal_after_attack: bool = field(
        default=False,
        metadata={"clause": "D8.9", "text": "Entering Concealment in a turn after the own attack."},
    )
    cover_penalty: Penalty = field(
        default=5, metadata={"clause": "D8.5", "text": "Taken off a ranged attack against cover."}
    )
    out_after_turns: Count = field(
        default=3, metadata={"clause": "D6.6", "text": "Own turn ends in a row at 0 that put a Persona Out."}
    )
    stalemate_rounds: Count = field(
        default=20, metadata={"clause": "D6.11", "text": "Rounds without a wound before the GM is asked."}
    )
    round_limit: Count = field(
        default=300,
        metadata={"clause": "D6.11", "text": "Rounds after which a fight of bots alone ends undecided."},
    )
    tad_ladder: tuple[Count, Count, Count, Count, Count] = field(
        default=(15, 20, 25, 30, 35),
        metadata={"clause": "D10.2", "text": "Setup scores that give d4, d6, d8, d10 and d12."},
    )
    gm_approves_setups: bool = field(
        default=False, metadata={"clause": "D10.6", "text": "The GM is asked about the Skill of every Setup."}
    )
