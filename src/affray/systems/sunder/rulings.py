"""The named rulings of Sunder: where the text is silent or sources differ, the reading, with its clause."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

from pydantic import Field

from affray.systems.sunder.names import Riskiness

Count = Annotated[int, Field(ge=1, le=10_000)]


@dataclass(frozen=True, slots=True)
class Rulings:
    """Settings of one encounter. Defaults are the register's; every field's metadata cites its clause."""

    mixed_costs_stress: bool = field(
        default=True, metadata={"clause": "S1.13", "text": "A Mixed costs 1 Stress."}
    )
    adv_stacking: bool = field(
        default=True,
        metadata={
            "clause": "S1.22",
            "text": "Advantages and Disadvantages stack; else they make at most one step together.",
        },
    )
    fallout_size: Literal["instance", "excess"] = field(
        default="instance",
        metadata={
            "clause": "S3.6",
            "text": "An overflow is as bad as the whole instance of Stress, or as its excess alone.",
        },
    )
    surge_reset: Literal["strict", "lenient"] = field(
        default="strict",
        metadata={
            "clause": "S6.4",
            "text": "A Surge comes back after a turn that began after it, or after any that ends after it.",
        },
    )
    dying: bool = field(
        default=True,
        metadata={"clause": "S3.25", "text": "A player's character that falls is dying, on Hope and Dread."},
    )
    adversaries_die_slowly: bool = field(
        default=False, metadata={"clause": "S12.2", "text": "Adversaries that fall are dying as well."}
    )
    default_risk: Riskiness = field(
        default="Uncertain", metadata={"clause": "S5.14", "text": "How risky a Test is that does not say."}
    )
    stalemate_turns: Count = field(
        default=40, metadata={"clause": "S4.17", "text": "Turns without a Mark before the GM is asked."}
    )
    turn_limit: Count = field(
        default=300,
        metadata={"clause": "S4.17", "text": "Turns after which the GM is asked to close the scene."},
    )
