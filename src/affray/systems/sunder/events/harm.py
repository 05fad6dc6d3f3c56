# ruff: noqa: D102 - `affray.kernel.events.Event` says what every `apply` does.
"""Damage, Stress, Fallout, Marks, Conditions, and everything that takes them away again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from affray.systems.sunder.events.applying import (
    cap_track,
    creature_of,
    drop_from_queue,
    lasts_longer,
    same_condition,
)
from affray.systems.sunder.state import Condition, Favour, State, Until


@dataclass(frozen=True, slots=True)
class DamageRolled:
    """Damage as it fell: base dice (S3.8) and what was added. `parts` names additions.

    `stress` is what it comes to before anything else (S3.1). Exact odds give no faces.
    """

    source: str
    target: str
    about: str
    potential: str
    dice: tuple[tuple[int, int], ...]
    faces: tuple[int, ...]
    parts: tuple[tuple[str, int, str], ...]
    total: int
    stress: int
    typed: bool = False
    clause: str = "S3.1"

    def apply(self, state: State) -> None:
        pass


@dataclass(frozen=True, slots=True)
class DiceChained:
    """On a Crit, base dice that show their maximum add Stress and are rolled again one size up (S3.8).

    `rolls` are (sides, face) of the rerolls, in order; `stress` is what all of it adds. `typed`: by hand.
    """

    source: str
    maxima: int
    rolls: tuple[tuple[int, int], ...]
    stress: int
    clause: str = "S3.8"
    typed: bool = False

    def apply(self, state: State) -> None:
        pass


@dataclass(frozen=True, slots=True)
class StressReduced:
    """Incoming Stress is cut: by what, and from how much to how much (S3.2); by a `face` that was `typed`."""

    creature: str
    potential: str
    source: str
    was: int
    now: int
    face: int = 0
    die: int = 0
    clause: str = "S3.2"
    typed: bool = False

    def apply(self, state: State) -> None:
        pass


@dataclass(frozen=True, slots=True)
class StressTaken:
    """Stress on a track, without overflow. `why`: "damage", "Test", "cost", "Bleeding" or what else."""

    creature: str
    potential: str
    amount: int
    why: str
    source: str = ""
    clause: str = "S3.1"

    def apply(self, state: State) -> None:
        creature_of(state, self.creature).tracks[self.potential].stress += self.amount


@dataclass(frozen=True, slots=True)
class StressCleared:
    """Stress comes off a track."""

    creature: str
    potential: str
    amount: int
    why: str
    clause: str = "S3.22"

    def apply(self, state: State) -> None:
        track = creature_of(state, self.creature).tracks[self.potential]
        track.stress = max(0, track.stress - self.amount)


@dataclass(frozen=True, slots=True)
class Overflowed:
    """Stress that finds no room: Fallout of this rank (S3.5). `free` was the room there was."""

    creature: str
    potential: str
    amount: int
    free: int
    rank: int
    source: str = ""
    clause: str = "S3.4"

    def apply(self, state: State) -> None:
        pass


@dataclass(frozen=True, slots=True)
class RankChanged:
    """The rank of Fallout changes: Proof, Bane (S3.20), or an adversary that raises it (S12.8)."""

    creature: str
    source: str
    was: int
    now: int
    clause: str = "S3.20"

    def apply(self, state: State) -> None:
        pass


@dataclass(frozen=True, slots=True)
class FalloutFell:
    """Fallout takes effect. `entry` is what the GM chose from the menu ("marks", "condition", ...).

    `cause`: "overflow", "Test", "Resistance". `by` is the adversary whose Intervention it is, or empty. The
    Stress of the track becomes 0 where `resets`. What else follows has events of its own.
    """

    creature: str
    potential: str
    rank: int
    entry: str
    cause: Literal["overflow", "Test", "Resistance"]
    resets: bool
    by: str = ""
    clause: str = "S3.11"

    def apply(self, state: State) -> None:
        if self.resets:
            creature_of(state, self.creature).tracks[self.potential].stress = 0


@dataclass(frozen=True, slots=True)
class TrackFilled:
    """An overflow whose excess goes elsewhere leaves the track full (S12.7)."""

    creature: str
    potential: str
    excess: int
    to: str
    clause: str = "S12.7"

    def apply(self, state: State) -> None:
        track = creature_of(state, self.creature).tracks[self.potential]
        track.stress = track.score - track.spent


@dataclass(frozen=True, slots=True)
class ResistanceSpent:
    """Resistance is crossed off. `instead`: it takes the place of Stress, since no slot was free (S1.27)."""

    creature: str
    potential: str
    amount: int
    why: str
    instead: bool = False
    clause: str = "S1.10"

    def apply(self, state: State) -> None:
        track = creature_of(state, self.creature).tracks[self.potential]
        if self.instead:
            track.stress -= self.amount
        track.spent += self.amount


@dataclass(frozen=True, slots=True)
class ResistanceRegained:
    """Spent Resistance comes back."""

    creature: str
    potential: str
    amount: int
    why: str
    clause: str = "S1.10"

    def apply(self, state: State) -> None:
        track = creature_of(state, self.creature).tracks[self.potential]
        track.spent = max(0, track.spent - self.amount)


@dataclass(frozen=True, slots=True)
class NothingRegained:
    """What would have been cleared or regained is not: Cursed, say."""

    creature: str
    what: str
    why: str
    clause: str = "S10.8"

    def apply(self, state: State) -> None:
        pass


@dataclass(frozen=True, slots=True)
class MarksTaken:
    """Marks. More than the pool are not counted (S3.24)."""

    creature: str
    amount: int
    why: str
    source: str = ""
    clause: str = "S3.11"

    def apply(self, state: State) -> None:
        creature_of(state, self.creature).marks += self.amount
        state.quiet = 0


@dataclass(frozen=True, slots=True)
class MarksRestored:
    """Marks come off again."""

    creature: str
    amount: int
    why: str
    clause: str = "S3.22"

    def apply(self, state: State) -> None:
        creature = creature_of(state, self.creature)
        creature.marks = max(0, creature.marks - self.amount)


@dataclass(frozen=True, slots=True)
class Fell:
    """A creature is incapacitated (S3.24): out of the queue, no turns, Surges or Reactions."""

    creature: str
    out: Literal["incapacitated", "dead", "gone"] = "incapacitated"
    why: str = "Marks"
    by: str = ""
    reason: str = ""
    clause: str = "S3.24"

    def apply(self, state: State) -> None:
        creature = creature_of(state, self.creature)
        creature.out = self.out
        creature.dying = ""
        drop_from_queue(state, self.creature)
        state.quiet = 0
        state.kept_open = False


@dataclass(frozen=True, slots=True)
class CameRound:
    """A creature is conscious again (S3.26)."""

    creature: str
    clause: str = "S3.26"

    def apply(self, state: State) -> None:
        creature = creature_of(state, self.creature)
        creature.out = ""
        creature.dying = ""
        creature.stable = False


@dataclass(frozen=True, slots=True)
class Stabilized:
    """Hope has been reached: the creature lives and recovers after a Long Rest (S3.25)."""

    creature: str
    clause: str = "S3.25"

    def apply(self, state: State) -> None:
        creature = creature_of(state, self.creature)
        creature.dying = ""
        creature.stable = True


@dataclass(frozen=True, slots=True)
class Scarred:
    """A Scar: one Potential -1, another +1 (S3.26)."""

    creature: str
    lowered: str
    raised: str
    clause: str = "S3.26"

    def apply(self, state: State) -> None:
        creature = creature_of(state, self.creature)
        creature.tracks[self.lowered].score -= 1
        creature.tracks[self.raised].score += 1
        cap_track(creature, self.lowered)


@dataclass(frozen=True, slots=True)
class ConditionGained:
    """A Condition comes. The same one does not stack: the longer span and the larger X stay (S10.1)."""

    creature: str
    name: str
    until: Until
    by: str = ""
    potential: str = ""
    other: str = ""
    amount: int = 0
    zone: str = ""
    resist: str = ""
    card: str = ""
    magick: bool = False
    clause: str = "S10.8"

    def apply(self, state: State) -> None:
        creature = creature_of(state, self.creature)
        new = Condition(
            self.name,
            self.until,
            self.by,
            self.potential,
            self.other,
            self.amount,
            self.zone,
            self.resist,
            self.card,
            self.magick,
        )
        for one in creature.conditions:
            if same_condition(one, new):
                if lasts_longer(new.until, one.until):
                    one.until = new.until
                one.amount = max(one.amount, new.amount)
                return
        creature.conditions.append(new)


@dataclass(frozen=True, slots=True)
class ConditionEnded:
    """A Condition ends. `why`: "over", "dispelled", "resisted", "lost", "harmed", "down", "GM".

    `by` is the Condition's own; `ended_by` is who made it end, or empty.
    """

    creature: str
    name: str
    why: str
    by: str = ""
    potential: str = ""
    other: str = ""
    zone: str = ""
    clause: str = "S9.5"
    ended_by: str = ""

    def apply(self, state: State) -> None:
        creature = creature_of(state, self.creature)
        for one in creature.conditions:
            if (one.name, one.by, one.potential, one.other, one.zone) == (
                self.name,
                self.by,
                self.potential,
                self.other,
                self.zone,
            ):
                creature.conditions.remove(one)
                return


@dataclass(frozen=True, slots=True)
class FavourGained:
    """Advantage or Disadvantage to come (S1.21)."""

    creature: str
    test: str
    amount: int
    source: str
    until: Until
    against: bool = False
    lasting: bool = False
    only: Literal["any", "physical", "mental"] = "any"
    clause: str = "S1.21"

    def apply(self, state: State) -> None:
        creature_of(state, self.creature).favours.append(
            Favour(
                self.test,
                self.amount,
                self.source,
                self.until,
                self.against,
                self.lasting,
                self.only,
                self.clause,
            )
        )


@dataclass(frozen=True, slots=True)
class FavourEnded:
    """Advantage or Disadvantage that was to come is used up, or has run out (`used` False).

    `until` tells apart several of the same kind; without it the first of them ends.
    """

    creature: str
    test: str
    source: str
    against: bool = False
    used: bool = True
    clause: str = "S1.21"
    until: Until | None = None

    def apply(self, state: State) -> None:
        favours = creature_of(state, self.creature).favours
        for one in favours:
            if (one.test, one.source, one.against) == (self.test, self.source, self.against) and (
                self.until in (None, one.until)
            ):
                favours.remove(one)
                return


@dataclass(frozen=True, slots=True)
class ExhaustionChanged:
    """A level of Exhaustion comes or goes (S10.3)."""

    creature: str
    level: int
    pool: int
    clause: str = "S10.3"

    def apply(self, state: State) -> None:
        creature = creature_of(state, self.creature)
        creature.exhaustion = self.level
        creature.pool = self.pool
        creature.marks = min(creature.marks, self.pool)


@dataclass(frozen=True, slots=True)
class ItemSuffered:
    """Equipment Fallout: a weapon becomes riskier, armor loses a slot, what is Fragile breaks (S14.9)."""

    creature: str
    item: str
    what: Literal["risk", "slot", "broken"]
    clause: str = "S14.9"

    def apply(self, state: State) -> None:
        creature = creature_of(state, self.creature)
        if self.what in ("risk", "slot"):
            creature.worn[self.item] = creature.worn.get(self.item, 0) + 1
        else:
            creature.broken.append(self.item)
            creature.hands = [one for one in creature.hands if one != self.item]


@dataclass(frozen=True, slots=True)
class SlotsUsed:
    """Protection Slots take Physical Stress, or come back (negative amount, S14.7)."""

    creature: str
    armor: str
    amount: int
    clause: str = "S14.7"

    def apply(self, state: State) -> None:
        slots = creature_of(state, self.creature).slots
        slots[self.armor] = max(0, slots.get(self.armor, 0) + self.amount)
