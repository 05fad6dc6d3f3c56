"""The named rulings of Cantor: where the text is silent, the reading chosen, with its clause."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from pydantic import Field

Count = Annotated[int, Field(ge=1, le=10_000)]


@dataclass(frozen=True, slots=True)
class Rulings:
    """Settings of one encounter. Defaults are the register's; every field's metadata cites its clause."""

    halves_round_up: bool = field(
        default=True, metadata={"clause": "C1.6", "text": "Halved damage is rounded up, and not down."}
    )
    save_target: Annotated[int, Field(ge=1, le=30)] = field(
        default=10, metadata={"clause": "C3.9", "text": "The target of a save that names none."}
    )
    marker_distance: Annotated[int, Field(ge=1, le=6)] = field(
        default=2, metadata={"clause": "C6.2", "text": "How far a marker may lie from the hidden unit."}
    )
    stalemate_rounds: Count = field(
        default=20, metadata={"clause": "C6.5", "text": "Rounds without a loss before the GM is asked."}
    )
    round_limit: Count = field(
        default=300,
        metadata={"clause": "C6.5", "text": "Rounds after which a fight of bots alone ends undecided."},
    )
