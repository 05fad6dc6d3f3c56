# ruff: noqa: D102 - `affray.kernel.events.Event` says what every `apply` does.
"""Cards: halves played, Surges, reactions, and what runs on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from affray.systems.sunder.book import Reaction
from affray.systems.sunder.events.applying import creature_of, turn_of
from affray.systems.sunder.names import Side
from affray.systems.sunder.state import Action, Play, Running, State, Until, WaitingSurge


@dataclass(frozen=True, slots=True)
class HalfPlayed:
    """A half of a card is played. `default`: in its place the plain default of its side (S5.7).

    `out` is the rest after which the card comes back, where that is none of the scene's (S5.8).
    """

    creature: str
    card: str
    side: Side
    default: bool = False
    out: str = ""
    clause: str = "S5.3"

    def apply(self, state: State) -> None:
        creature = creature_of(state, self.creature)
        creature.cards_used.append(self.card)
        if self.out:
            creature.cards_out[self.card] = self.out
        turn = state.turn
        if turn is not None and turn.creature == self.creature:
            turn.plays.append(Play(self.card, self.side))
            turn.steps_left = 0


@dataclass(frozen=True, slots=True)
class ActionAnnounced:
    """An action is announced, before anything of it happens (S5.20). `number` counts all actions.

    `name` is the half's, `side` "top", "bottom", "reaction" or "GM".
    """

    number: int
    creature: str
    card: str
    name: str
    side: str
    targets: tuple[str, ...] = ()
    clause: str = "S5.20"

    def apply(self, state: State) -> None:
        state.announced = self.number
        state.action = Action(self.number, self.creature, self.card, self.name, self.side, list(self.targets))


@dataclass(frozen=True, slots=True)
class TargetChanged:
    """Somebody else becomes the target of the action that is announced (S7.9)."""

    was: str
    now: str
    clause: str = "S7.9"

    def apply(self, state: State) -> None:
        if state.action is not None:
            state.action.targets = [self.now if one == self.was else one for one in state.action.targets]


@dataclass(frozen=True, slots=True)
class ActionResolved:
    """The action that was announced has been resolved."""

    number: int
    clause: str = "S5.20"

    def apply(self, state: State) -> None:
        state.action = None


@dataclass(frozen=True, slots=True)
class ActionStopped:
    """An action does not go on: who acts is incapacitated, or nothing it could be done to is left."""

    creature: str
    name: str
    clause: str = "S5.20"

    def apply(self, state: State) -> None:
        pass


@dataclass(frozen=True, slots=True)
class SurgeAnnounced:
    """A Surge is used: it lies face down. `after` is the number of the last action announced (S6.7).

    `waits`: that action is not resolved yet, and the Surge takes effect after it (S6.6). `card` is "reload",
    "squirm" or "concentration" for the Surges that every creature has (S6.8).
    """

    creature: str
    card: str
    name: str
    after: int
    waits: bool
    clause: str = "S6.7"

    def apply(self, state: State) -> None:
        creature = creature_of(state, self.creature)
        creature.surge = self.card
        creature.surged = creature.turns_begun
        if self.waits:
            state.surges.append(WaitingSurge(self.creature, self.card, self.after))


@dataclass(frozen=True, slots=True)
class SurgeCame:
    """A Surge that waited takes effect now, or is lost because its user is down."""

    creature: str
    card: str
    lost: bool = False
    clause: str = "S6.6"

    def apply(self, state: State) -> None:
        state.surges = [one for one in state.surges if (one.creature, one.card) != (self.creature, self.card)]


@dataclass(frozen=True, slots=True)
class ReactionTaken:
    """A Reaction: `source` is the Trait or the running card, `to` who or what set it off."""

    creature: str
    source: str
    name: str
    trigger: str
    to: str = ""
    clause: str = "S7.2"

    def apply(self, state: State) -> None:
        creature_of(state, self.creature).reacted.append(self.source)


@dataclass(frozen=True, slots=True)
class RunningBegan:
    """A card becomes Active (S5.9). A Sequence starts with its die at 1 (S9.7)."""

    number: int
    owner: str
    creature: str
    card: str
    side: Side | Literal["surge", "trait"]
    name: str
    until: Until
    reaction: Reaction | None = None
    die: int = 0
    guard: str = ""
    concentration: str = ""
    magick: bool = False
    special: str = ""
    clause: str = "S5.9"

    def apply(self, state: State) -> None:
        state.runs = self.number
        state.running.append(
            Running(
                self.number,
                self.owner,
                self.creature,
                self.card,
                self.side,
                self.name,
                self.until,
                self.reaction,
                self.die,
                1 if self.die else 0,
                self.guard,
                self.concentration,
                self.magick,
                self.special,
            )
        )


@dataclass(frozen=True, slots=True)
class SequenceUsed:
    """A Sequence was used at `value`; its die goes up by 1 (S9.7)."""

    number: int
    owner: str
    name: str
    value: int
    die: int
    clause: str = "S9.7"

    def apply(self, state: State) -> None:
        for one in state.running:
            if one.number == self.number:
                one.value = self.value + 1


@dataclass(frozen=True, slots=True)
class RunningEnded:
    """What ran has ended. `why`: "over", "used", "dropped", "dispelled", "Sequence", "Fallout", "down"."""

    number: int
    owner: str
    name: str
    why: Literal["over", "used", "dropped", "dispelled", "Sequence", "Fallout", "down", "other"]
    clause: str = "S9.1"

    def apply(self, state: State) -> None:
        state.running = [one for one in state.running if one.number != self.number]


@dataclass(frozen=True, slots=True)
class MovementLeft:
    """What is left of a Movement that is not closed yet, in tiles (S5.2)."""

    creature: str
    tiles: int
    through: bool = False
    clause: str = "S5.2"

    def apply(self, state: State) -> None:
        turn = turn_of(state)
        turn.steps_left = self.tiles
        turn.through = self.through
