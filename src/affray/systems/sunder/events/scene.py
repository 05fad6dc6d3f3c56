# ruff: noqa: D102 - `affray.kernel.events.Event` says what every `apply` does.
"""The scene: the queue, turns, GM slots, and the end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from affray.systems.sunder.events.applying import creature_of, drop_from_queue, take_turn_back, turn_of
from affray.systems.sunder.state import Entry, State, Turn


@dataclass(frozen=True, slots=True)
class SceneOpened:
    """The scene begins; `first` acts first, as the GM decides."""

    first: str
    clause: str = "S4.2"

    def apply(self, state: State) -> None:
        state.opened = True


@dataclass(frozen=True, slots=True)
class ThrewIn:
    """A gauntlet lies in the queue. `place` counts from 1; `by` is set where the GM did it.

    `ahead` is 1 while somebody has the turn: for people that is the first place (S4.4).
    """

    creature: str
    place: int
    by: str = ""
    ahead: int = 0
    clause: str = "S4.3"

    def apply(self, state: State) -> None:
        state.queue.insert(self.place - 1, Entry([self.creature]))
        state.declined = 0


@dataclass(frozen=True, slots=True)
class LeftQueue:
    """A creature leaves the queue before its turn; `why` is "own", "GM" or "down"."""

    creature: str
    why: Literal["own", "GM", "down"] = "own"
    by: str = ""
    reason: str = ""
    clause: str = "S4.8"

    def apply(self, state: State) -> None:
        drop_from_queue(state, self.creature)


@dataclass(frozen=True, slots=True)
class GaveWay:
    """A creature withholds its turn: `to` moves to just before it."""

    creature: str
    to: str
    clause: str = "S4.7"

    def apply(self, state: State) -> None:
        own = next(entry for entry in state.queue if self.creature in entry.creatures)
        other = next(entry for entry in state.queue if self.to in entry.creatures)
        state.queue.remove(other)
        state.queue.insert(state.queue.index(own), other)
        state.yielded.append((self.creature, self.to))


@dataclass(frozen=True, slots=True)
class Reordered:
    """The GM puts the queue into another order. `order` has every entry, by its first creature."""

    order: tuple[str, ...]
    by: str
    reason: str = ""
    clause: str = "S4.8"

    def apply(self, state: State) -> None:
        entries = {entry.creatures[0]: entry for entry in state.queue}
        state.queue = [entries[first] for first in self.order]


@dataclass(frozen=True, slots=True)
class JoinedGroup:
    """A queued creature acts along with another: one entry, at the earlier of both places, the lead first."""

    creature: str
    lead: str
    clause: str = "S4.12"

    def apply(self, state: State) -> None:
        own = next(entry for entry in state.queue if self.creature in entry.creatures)
        lead = next(entry for entry in state.queue if self.lead in entry.creatures)
        place = min(state.queue.index(own), state.queue.index(lead))
        state.queue.remove(own)
        if lead is not own:
            state.queue.remove(lead)
        joining = [one for one in own.creatures if one not in lead.creatures]
        state.queue.insert(place, Entry([*lead.creatures, *joining]))


@dataclass(frozen=True, slots=True)
class LeftGroup:
    """A creature no longer acts along: it stands behind everybody, and the others keep their place."""

    creature: str
    clause: str = "S4.12"

    def apply(self, state: State) -> None:
        drop_from_queue(state, self.creature)
        state.queue.append(Entry([self.creature]))


@dataclass(frozen=True, slots=True)
class Declined:
    """Nobody threw in the gauntlet."""

    clause: str = "S4.9"

    def apply(self, state: State) -> None:
        state.declined += 1


@dataclass(frozen=True, slots=True)
class SlotOpened:
    """A GM slot: one adversary turn, another use, or nothing. `why` says what opened it."""

    why: Literal["turn", "declined", "GM"] = "turn"
    by: str = ""
    clause: str = "S4.5"

    def apply(self, state: State) -> None:
        state.slot = True
        state.declined = 0


@dataclass(frozen=True, slots=True)
class SlotClosed:
    """A GM slot without an adversary's turn: passed, forfeited (S12.8), or spent on the dying (S3.25)."""

    why: Literal["passed", "forfeited", "dying"]
    clause: str = "S4.5"

    def apply(self, state: State) -> None:
        state.slot = False
        if self.why == "forfeited":
            state.forfeits -= 1


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """A turn begins: its entry leaves the queue. `group` act along; `slot`: an adversary's in a GM slot."""

    creature: str
    group: tuple[str, ...] = ()
    slot: bool = False
    clause: str = "S4.3"

    def apply(self, state: State) -> None:
        for id_ in (self.creature, *self.group):
            drop_from_queue(state, id_)
            creature_of(state, id_).turns_begun += 1
        state.turn = Turn(self.creature, list(self.group), self.slot)
        state.slot = False
        state.declined = 0
        state.yielded = []
        state.turns += 1
        state.quiet += 1


@dataclass(frozen=True, slots=True)
class TurnPassed:
    """The lead of a group is down before the group has acted: the others have the turn, with a new lead."""

    creature: str
    group: tuple[str, ...]
    clause: str = "S4.12"

    def apply(self, state: State) -> None:
        state.queue.insert(0, Entry(list(self.group)))
        for id_ in self.group:
            take_turn_back(creature_of(state, id_))
        state.turn = None
        state.action = None


@dataclass(frozen=True, slots=True)
class WentAlone:
    """The lead acts alone after all: the others who still can are back in the queue, behind everybody."""

    creature: str
    group: tuple[str, ...]
    clause: str = "S4.12"

    def apply(self, state: State) -> None:
        turn = turn_of(state)
        turn.group = []
        for id_ in self.group:
            take_turn_back(creature_of(state, id_))
        state.queue += [Entry([id_]) for id_ in self.group if creature_of(state, id_).conscious]


@dataclass(frozen=True, slots=True)
class TurnOpened:
    """The start of a turn: what lasted a round has ended, used cards and reactions come back (S9.4)."""

    creature: str
    clause: str = "S9.4"

    def apply(self, state: State) -> None:
        turn = turn_of(state)
        turn.opened = True
        for id_ in (turn.creature, *turn.group):
            creature = creature_of(state, id_)
            creature.reacted = []
            creature.cards_used = []


@dataclass(frozen=True, slots=True)
class TurnEnding:
    """Nothing more is done in this turn."""

    creature: str
    clause: str = "S5.5"

    def apply(self, state: State) -> None:
        turn_of(state).ending = True


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """The end of a turn. `surges` came back (S6.3). A player's turn opens a GM slot."""

    creature: str
    surges: tuple[str, ...] = ()
    slot: bool = False
    clause: str = "S9.4"

    def apply(self, state: State) -> None:
        turn = turn_of(state)
        for id_ in (turn.creature, *turn.group):
            if id_ in state.creatures:
                creature_of(state, id_).turns_ended += 1
        for id_ in self.surges:
            creature = creature_of(state, id_)
            creature.surge = ""
        state.turn = None
        state.action = None
        state.slot = self.slot


@dataclass(frozen=True, slots=True)
class QuietNoted:
    """The GM wants the scene to go on though nothing has happened for long."""

    clause: str = "S4.17"

    def apply(self, state: State) -> None:
        state.quiet = 0
        state.asked = state.turns


@dataclass(frozen=True, slots=True)
class KeptOpen:
    """The scene seems to be over, and the GM lets it go on."""

    clause: str = "S4.16"

    def apply(self, state: State) -> None:
        state.kept_open = True


@dataclass(frozen=True, slots=True)
class SceneClosed:
    """The scene ends. `winner` is the side that won, or None."""

    outcome: str
    winner: str | None
    by: str = ""
    reason: str = ""
    clause: str = "S4.16"

    def apply(self, state: State) -> None:
        state.outcome = self.outcome
        state.queue = []
        state.turn = None
        state.action = None
        state.slot = False
        state.running = []
        for creature in state.creatures.values():
            creature.favours = []
            creature.conditions = [one for one in creature.conditions if one.until.dispelled]
