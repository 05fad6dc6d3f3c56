"""The shapes of acts: what comes in by name and plain data, from the GM and from those who play a seat."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from affray.kernel.calls import Call, Id, SeenBy
from affray.systems.sunder.book import Name
from affray.systems.sunder.names import ConditionName, DieSize, Potential, Riskiness, Skill, Span

Count = Annotated[int, Field(ge=1, le=100)]
Signed = Annotated[int, Field(ge=-12, le=12)]
Steps = Annotated[int, Field(ge=-3, le=3)]
Tags = Annotated[list[Annotated[str, Field(max_length=24)]], Field(max_length=8)]
Few = Annotated[list[Id], Field(min_length=1, max_length=12)]


# For the own seat


class CreatureCall(Call):
    """Something a creature does about the queue."""

    creature: Id


class GiveWayCall(CreatureCall):
    """Give way to whom (S4.7)."""

    to: Id


class JoinCall(CreatureCall):
    """Act along with whom (S4.12)."""

    lead: Id


class SurgeCall(CreatureCall):
    """Use a Surge (S6.1)."""

    card: Annotated[str, Field(max_length=64)]


class DropCall(CreatureCall):
    """End what the creature has running, by its number (S5.9)."""

    number: Annotated[int, Field(ge=1, le=100_000)]


# For the GM


class TestCall(CreatureCall):
    """A Test: of whom, with which Skill, how risky, against whom, towards which Countdown, who sees it.

    `potential` makes it a Hybrid Test. `advantage` counts Advantages, below 0 Disadvantages.
    """

    skill: Skill
    potential: Potential | None = None
    risk: Riskiness | None = None
    advantage: Steps = 0
    countdown: Id | None = None
    target: Id | None = None
    seen_by: SeenBy = "all"

    __test__ = False


class GroupTestCall(Call):
    """A Group Test: of whom, led by whom, with which Skills, towards which Countdown (S1.26)."""

    creatures: Few
    lead: Id
    skill: Skill
    risk: Riskiness | None = None
    countdown: Id | None = None


class ContestCall(Call):
    """Two creatures against each other (S1.23)."""

    first: Id
    first_skill: Skill
    second: Id
    second_skill: Skill
    risk: Riskiness | None = None


class ReorderCall(Call):
    """The queue in another order: the first creature of every entry."""

    order: Annotated[list[Id], Field(max_length=40)]


class NothingCall(Call):
    """An act that needs no data."""


class DifficultyCall(Call):
    """How risky Tests are: the next one of a creature, or all of the scene (S5.14)."""

    risk: Riskiness
    creature: Id | None = None


class HarmCall(CreatureCall):
    """Damage or Stress from anything, in a Potential."""

    potential: Potential
    amount: Count
    natures: Tags = Field(default_factory=list)


class MarksCall(CreatureCall):
    """Marks; a negative amount restores them."""

    amount: Signed


class ConditionCall(CreatureCall):
    """A Condition comes or goes, with its parameters (S10)."""

    condition: ConditionName
    on: bool
    potential: Potential | None = None
    other: Potential | None = None
    amount: Annotated[int, Field(ge=0, le=24)] = 0
    by: Id | None = None
    span: Span = "scene"


class ExhaustionCall(CreatureCall):
    """The level of Exhaustion (S10.3)."""

    level: Annotated[int, Field(ge=0, le=6)]


class EquipmentCall(CreatureCall):
    """Equipment Fallout for an item (S14.9)."""

    item: Id


class MoveCall(CreatureCall):
    """A creature is put into a zone."""

    zone: Id


class PushCall(CreatureCall):
    """A creature is pushed away from a zone or creature, so many spaces."""

    source: Id
    spaces: Annotated[int, Field(ge=1, le=24)]


class SetCall(CreatureCall):
    """A correction: which value of whom, and what it becomes; "stress" and the like of a Potential."""

    field: Literal["stress", "spent", "score", "die", "marks", "beats", "surge", "reactions"]
    value: Annotated[int, Field(ge=0, le=999)] = 0
    potential: Potential | None = None


class CountdownCall(Call):
    """A Countdown begins (S9.11)."""

    name: Name
    size: DieSize
    side: Id
    dice: Literal["both", "goal"] = "both"
    decides: bool = False


class MoveCountdownCall(Call):
    """The dice of a Countdown are turned."""

    countdown: Id
    hope: Annotated[int, Field(ge=1, le=12)]
    dread: Annotated[int, Field(ge=0, le=12)] = 0


class DropCountdownCall(Call):
    """A Countdown is no longer needed."""

    countdown: Id


class AddCall(Call):
    """Somebody comes in: from which sheet, on which side, where."""

    sheet: Id
    side: Id
    zone: Id
    name: Name | None = None


class OverrideCall(Call):
    """What a clause refuses, and who may do it all the same."""

    seat: Id
    option: Annotated[str, Field(max_length=200)]


class CloseCall(Call):
    """The end of the scene, and what it came to."""

    outcome: Annotated[str, Field(min_length=1, max_length=200)]


class FalloutCall(CreatureCall):
    """Fallout of a rank in a Potential."""

    potential: Potential
    rank: Literal["Minor", "Major", "Severe"]


class FavourCall(CreatureCall):
    """Advantage (1) or Disadvantage (-1) on the next Test of a kind, or on the next against the creature."""

    test: Annotated[str, Field(min_length=1, max_length=40)] = "any"
    amount: Literal[1, -1]
    against: bool = False
