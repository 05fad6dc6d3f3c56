"""The acts of a Pace fight as they come in: what each takes, and within which bounds."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from affray.kernel.calls import Call, Id, SeenBy
from affray.systems.pace.book import Name, RollKind

FacingName = Literal["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
DC = Annotated[int, Field(ge=1, le=100)]


class CheckCall(Call):
    """A Save: who, with which score, against what, and who sees it."""

    character: Id
    score: Name
    dc: DC
    seen_by: SeenBy = "all"


class ContestCall(Call):
    """A Contest: who wants something, who resists, and both scores."""

    character: Id
    score: Name
    opponent: Id
    opposing_score: Name
    seen_by: SeenBy = "all"


class SetCall(Call):
    """A correction: of whom, which value, and what it becomes. A square and a facing go by name."""

    character: Id
    field: Literal["hp", "ap", "square", "facing", "words", "slow_until"]
    value: int | str


class AddCall(Call):
    """Somebody comes in: from which sheet, on which side, where, facing which way."""

    sheet: Id
    side: Id
    square: Id
    facing: FacingName = "N"
    name: Name | None = None


class RemoveCall(Call):
    """Somebody leaves the fight."""

    character: Id


class EndCall(Call):
    """The end of the scene, and what it came to."""

    outcome: Annotated[str, Field(min_length=1, max_length=200)]


class OverrideCall(Call):
    """What a clause refuses, and who may do it all the same."""

    seat: Id
    option: Annotated[str, Field(max_length=200)]


class TerrainCall(Call):
    """The ground of a square becomes another."""

    square: Id
    ground: Literal["open", "difficult", "blocking"]


class AdvanceCall(Call):
    """A Save that advances a Challenge Clock."""

    clock: Id
    character: Id
    score: Name
    dc: DC
    seen_by: SeenBy = "all"


class ClockCall(Call):
    """A Challenge Clock set by hand."""

    clock: Id
    filled: Annotated[int, Field(ge=0, le=12)]


class ChargeCall(Call):
    """An Interaction that the GM prices: what it is, and its AP."""

    character: Id
    ap: Annotated[int, Field(ge=1, le=5)]
    what: Annotated[str, Field(min_length=1, max_length=60)]


class EdgeCall(Call):
    """Advantage, or below 0 Disadvantage, on somebody's next roll of a kind."""

    character: Id
    on: RollKind
    count: Annotated[int, Field(ge=-5, le=5)]


class ForceCall(Call):
    """Somebody is moved by force: which way, how many Paces."""

    character: Id
    facing: FacingName
    paces: Annotated[int, Field(ge=1, le=20)]


class OrderCall(Call):
    """Two who have not acted yet change places in the order."""

    character: Id
    other: Id


class ItemCall(Call):
    """A weapon or thing comes into play: into somebody's hands or pack, or onto a square."""

    gear: Id
    holder: Id | None = None
    square: Id | None = None


class SayCall(Call):
    """What a character says."""

    character: Id
    text: Annotated[str, Field(min_length=1, max_length=2_000)]


class PivotsCall(Call):
    """When the player of a character is asked for a Pivot out of turn."""

    character: Id
    asks: Literal["foes", "all", "never", "not this round", "this round"]
