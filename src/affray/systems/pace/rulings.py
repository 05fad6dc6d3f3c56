"""The named rulings of Pace: where the text is silent, the reading chosen, with its clause."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from pydantic import Field

Count = Annotated[int, Field(ge=1, le=10_000)]


@dataclass(frozen=True, slots=True)
class Rulings:
    """Settings of one encounter. Defaults are the register's; every field's metadata cites its clause."""

    attack_needs_facing: bool = field(
        default=False, metadata={"clause": "P4.10", "text": "An attacker must face its target."}
    )
    free_words: Count = field(
        default=25, metadata={"clause": "P8.5", "text": "Words that may be spoken freely in a round."}
    )
    stalemate_rounds: Count = field(
        default=20, metadata={"clause": "P2.5", "text": "Rounds without lost HP before the GM is asked."}
    )
    round_limit: Count = field(
        default=300,
        metadata={"clause": "P2.5", "text": "Rounds after which a fight of bots alone ends undecided."},
    )
