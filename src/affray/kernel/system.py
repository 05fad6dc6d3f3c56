"""What a rule system offers to everything else. Nothing outside a system's folder knows its rules."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Protocol, runtime_checkable

from affray.kernel.encounter import Encounter
from affray.kernel.events import Event, Record
from affray.kernel.inputs import Act, Input
from affray.kernel.presentation import Entry, Odds, QuestionView, Remark
from affray.kernel.requests import Audience, Pool, Procedure, Question, Request

AnyEncounter = Encounter[Any, Any, Any]


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks: the seats held and the sides they belong to. A spectator has neither."""

    seats: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()
    gm: bool = False

    def knows(self, to: tuple[str, ...] | None) -> bool:
        """Whether something kept to the sides `to` may be shown to this viewer."""
        return to is None or self.gm or any(side in self.sides for side in to)


NOBODY: Mapping[str, str | None] = MappingProxyType({})
"""No seat has answered."""

SPECTATOR = Viewer()
GM_VIEWER = Viewer(gm=True)


@dataclass(frozen=True, slots=True)
class Seat:
    """A combatant as the table needs it: an id, a name, a side.

    `to` are the sides that may know that it is there at all; None: everyone. The GM always knows.
    """

    id: str
    name: str
    side: str
    to: Audience = None


Measure = Callable[[Event], Hashable | None]
"""What an event says about the question at hand; None: nothing yet."""

Policy = Callable[[Question], str]
"""The id of the option that somebody is taken to choose later on."""


class Explore(Protocol):
    """Runs the open step over every distinct outcome, once an option has been chosen."""

    def __call__(self, measure: Measure, policy: Policy | None = None) -> Mapping[Hashable | None, Fraction]:
        """The exact chance of each value that `measure` gives first; None where the step ends without one.

        Without a policy everybody is taken to choose the default, or the first option where there is none.
        """


class Log(Protocol):
    """The log of one kind of reader, kept up to date record by record.

    A system may offer one by `log(viewer)`, so that a long fight is not told anew after every input. What it
    says is what `System.entries` says of the same records.
    """

    @property
    def entries(self) -> Sequence[Entry]:
        """Every entry so far. Numbers count from 0, have no gaps and never change."""

    def take(self, encounter: AnyEncounter, records: Sequence[Record]) -> Sequence[Entry]:
        """Take in what was added and what was undone. Returns the entries that are new or changed, in order.

        `records` is the whole record of the fight, each time.
        """

    def records_of(self, number: int) -> Sequence[Record]:
        """The records behind an entry."""


@runtime_checkable
class LetsPlayersAct(Protocol):
    """A system with acts that whoever plays a seat may do for it, and not the GM alone.

    `own_acts` gives for the name of each such act the key of its data under which the seat stands. The table
    looks that the seat is the person's own and that nobody but the GM insists (`force`). What else the data
    names may be something that the person must not know of: a refusal should say no more than the log does.

    Such an act may come on top of any open question. A step that begins anew after it and asks the very same
    keeps the stamp of its question, so that whoever is just answering it is not told that it is stale.
    """

    own_acts: Mapping[str, str]


@runtime_checkable
class Offers(Protocol):
    """A system that asks whether something is to be used out of turn, which a seat may settle beforehand."""

    def offered(self, question: Question) -> str | None:
        """What a question offers, by the id that a standing answer names; None for all other questions.

        Its default leaves the offer, and the first other option takes it.
        """


@runtime_checkable
class JudgesLuck(Protocol):
    """A system that says whether the summary of a fight may count high faces as good luck.

    Where this is False, as where a roll should stay low, the summary counts dice and says nothing of luck.
    """

    tells_luck: bool


@runtime_checkable
class CountsDeeds(Protocol):
    """A system that counts more than dice: what each seat did and what befell it."""

    def deeds(self, encounter: AnyEncounter, records: Sequence[Record]) -> Mapping[str, Mapping[str, int]]:
        """For each seat, named counts of what these records tell. They are those a reader may know."""


@runtime_checkable
class TellsEnding(Protocol):
    """A system that says who is still in a fight and which side won it, so that many can be counted."""

    def standing(self, encounter: AnyEncounter) -> Sequence[str]:
        """Ids of the seats that are there and not out of the fight."""

    def winner(self, encounter: AnyEncounter, records: Sequence[Record]) -> str | None:
        """The id of the side that won; None where the fight goes on, or nobody won it.

        `records` are those of the whole fight.
        """


@dataclass(frozen=True, slots=True)
class BareOdds:
    """The exact odds of a roll without a fight: each outcome by its label, and what the mean is of.

    The chances add up to 1. `notes` say what was assumed.
    """

    outcomes: tuple[tuple[str, Fraction], ...]
    mean: Fraction
    mean_of: str
    notes: tuple[str, ...] = ()


@runtime_checkable
class ReadsRolls(Protocol):
    """A system whose rolls can be written down by themselves, to look at their odds without a fight."""

    roll_example: str
    """One expression that it reads."""

    def bare_roll(self, expression: str) -> BareOdds:
        """The odds of an expression. Raises `Unreadable`, with the place, and nothing else.

        Sizes are looked at before anything is worked out.
        """


@runtime_checkable
class ComparesFights(Protocol):
    """A system that says when two fights go on alike, though they have not taken equally long.

    Without it two fights go on alike where their states are the same to the last counter.
    """

    memo_leaves_out: str
    """What `memo` leaves out although a rule may look at it one day, as a sentence."""

    def memo(self, encounter: AnyEncounter) -> Mapping[str, Any]:
        """What decides how the fight goes on from between two steps, as plain data.

        Counts of rounds and turns are told from now on.
        """


class System(Protocol):
    """A rule system. One module-level object per system fulfils this.

    A system may offer more, which is looked for by name: `log` (see `Log`), `own_acts` (see
    `LetsPlayersAct`), `offered` (see `Offers`), `act_words` for what its acts are called, `facts` for worked
    examples, `deeds` for the summary of a fight, `standing` and `winner` for counting many fights (see
    `TellsEnding`), `bare_roll` for odds without a fight (see `ReadsRolls`), `memo` for solving fights (see
    `ComparesFights`), and `tells_luck` (see `JudgesLuck`), without which luck is told.
    """

    id: str
    title: str
    version: str
    """Version of the rules; a save from another one opens read-only."""
    state_type: type[Any]
    rulings_type: type[Any]
    """A frozen dataclass of named rulings with the register's defaults."""
    pack_type: type[Any]
    """A frozen dataclass that a content pack (TOML) is checked against."""
    scenario_type: type[Any]
    """A frozen dataclass that a scenario (TOML) is checked against."""

    def book(self, packs: Sequence[Any]) -> Any:
        """The packs of a fight as one book of content."""

    def faults(
        self, book: Any, scenario: Any | None
    ) -> list[tuple[tuple[str | int, ...], str, Sequence[str]]]:
        """References that lead nowhere and values that cannot be: (place, message, what would be known).

        Places start with "pack" or "scenario" and go on with keys and list positions.
        """

    def start(self, book: Any, scenario: Any, rulings: Any) -> AnyEncounter:
        """A fresh encounter of a scenario, before anything has happened."""

    def step(self, encounter: AnyEncounter) -> Procedure:
        """The next step of the fight. Everything that outlives it lies in the state.

        What a step does before its first question must leave it at that question: after an act on top of it
        the step begins anew from the state as it is then. So it looks at the state, not at having begun.
        """

    def act(
        self, encounter: AnyEncounter, name: str, data: Mapping[str, Any], by: str, reason: str
    ) -> Procedure:
        """Something from outside the order of play: a check the GM calls for, a correction.

        Raises `Unreadable` or `Refused` before it asks or changes anything.
        """

    def outcome(self, encounter: AnyEncounter) -> str | None:
        """What the fight came to, once it is over; None until then."""

    def rounds(self, encounter: AnyEncounter) -> int | None:
        """How many rounds have begun. None, and that always, in a system that has no rounds.

        Entries of its log then stand in round 0, and nobody is shown a round.
        """

    def seats(self, encounter: AnyEncounter) -> Sequence[Seat]:
        """Every combatant, also those that are out of the fight."""

    def why_not(self, encounter: AnyEncounter, question: Question, option_id: str) -> Remark:
        """Why an option that is not on offer is refused, with the clause."""

    def view(
        self,
        encounter: AnyEncounter,
        viewer: Viewer,
        request: Request | None,
        answered: Mapping[str, str | None] = NOBODY,
    ) -> Mapping[str, Any]:
        """The fight as this viewer may see it.

        `answered` are the seats that have answered the request, each with what it said where that is the
        viewer's own, else None.
        """

    def question(self, encounter: AnyEncounter, question: Question, viewer: Viewer) -> QuestionView:
        """A question in words, with refused options and their clauses."""

    def waiting(self, encounter: AnyEncounter, question: Question | Pool) -> str:
        """What a seat is being waited for, in words that anybody may read."""

    def entries(self, encounter: AnyEncounter, records: Sequence[Record], viewer: Viewer) -> list[Entry]:
        """The log of these records for this viewer: one entry per resolution."""

    def appraise(self, encounter: AnyEncounter, question: Question) -> Sequence[float]:
        """How good each option looks to the seat that is asked, from what that seat may know. For bots."""

    def odds(
        self, encounter: AnyEncounter, question: Question, option_id: str, explore: Explore
    ) -> Odds | None:
        """Exact chances of an option from what its seat may know; None where there is nothing to say."""

    def problems(self, encounter: AnyEncounter) -> list[str]:
        """Invariants that do not hold, in words; empty when all is well."""


def own_acts(system: System) -> Mapping[str, str]:
    """The acts that players may do for their own seats, each with the key of the seat in its data."""
    return system.own_acts if isinstance(system, LetsPlayersAct) else {}


def only_own_acts(system: System, inputs: Sequence[Input]) -> bool:
    """Whether all acts among these inputs are such as players may do for their own seats."""
    own = own_acts(system)
    return all(item.name in own for item in inputs if isinstance(item, Act))


def offered(system: System, question: Question) -> str | None:
    """What a question offers that a seat may settle beforehand; None for questions that offer nothing."""
    return system.offered(question) if isinstance(system, Offers) else None


def tells_luck(system: System) -> bool:
    """Whether high faces are good luck in a system, so that the summary of a fight may count them."""
    return system.tells_luck if isinstance(system, JudgesLuck) else True


def has_rounds(system: System, encounter: AnyEncounter) -> bool:
    """Whether a fight goes by rounds."""
    return system.rounds(encounter) is not None
