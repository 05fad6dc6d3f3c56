# ruff: noqa: D102 - `affray.kernel.events.Event` says what every `apply` does.
"""Rounds and turns: initiative, Action Points, Waits, and the end."""

from __future__ import annotations

from dataclasses import dataclass

from affray.systems.pace.events.applying import AP_MAX, turn_of, use_edges
from affray.systems.pace.rolls import Throw
from affray.systems.pace.state import State, Turn


@dataclass(frozen=True, slots=True)
class RoundBegan:
    """A new round, about ten seconds; its order is not set yet."""

    number: int
    clause: str = "P2.1"

    def apply(self, state: State) -> None:
        state.round = self.number
        state.ordering = True
        state.acted = []
        state.turn = None
        state.quiet_rounds = 0 if state.hp_lost_this_round or self.number == 1 else state.quiet_rounds + 1
        state.hp_lost_this_round = False
        for character in state.characters.values():
            if character.slow_until and character.slow_until < self.number:
                character.slow_until = 0


@dataclass(frozen=True, slots=True)
class OrderSet:
    """The Dexterity Contest of all, and the order it gives. `rolled_off` are (character, face)."""

    throws: tuple[Throw, ...]
    order: tuple[str, ...]
    rolled_off: tuple[tuple[str, int], ...] = ()
    clause: str = "P2.2"

    def apply(self, state: State) -> None:
        state.ordering = False
        state.order = list(self.order)
        state.initiative = {
            throw.roller: throw.total for throw in self.throws if throw.roller in state.characters
        }
        for throw in self.throws:
            use_edges(state, throw)
            if throw.roller in state.characters:
                state.characters[throw.roller].waited = False


@dataclass(frozen=True, slots=True)
class ApGained:
    """The round's AP, after the order is set. `gains` are (character, AP before, AP after)."""

    gains: tuple[tuple[str, int, int], ...]
    clause: str = "P3.2"

    def apply(self, state: State) -> None:
        for id_, before, after in self.gains:
            character = state.characters[id_]
            character.ap = after
            character.kept = before
            character.gained = after - before
            character.spent = {}


@dataclass(frozen=True, slots=True)
class ApPaid:
    """AP were paid, on declaring. `what` is one of the things that AP are spent on."""

    character: str
    ap: int
    what: str
    in_turn: bool
    clause: str = "P3.1"

    def apply(self, state: State) -> None:
        character = state.characters[self.character]
        character.ap = max(0, character.ap - self.ap)
        character.spent[self.what] = character.spent.get(self.what, 0) + self.ap
        turn = state.turn
        if self.in_turn and turn is not None and turn.character == self.character:
            turn.paid = True
            turn.free = False


@dataclass(frozen=True, slots=True)
class ApBonus:
    """An AP came from a critical defence or a Wait; `after` respects the maximum."""

    character: str
    why: str
    before: int
    after: int
    clause: str = "P1.6"

    def apply(self, state: State) -> None:
        character = state.characters[self.character]
        character.ap = min(AP_MAX, self.after)
        character.gained += self.after - self.before


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """A character's turn begins; its words are whole again."""

    character: str
    words: int
    clause: str = "P2.1"

    def apply(self, state: State) -> None:
        state.acted.append(self.character)
        state.turn = Turn(self.character)
        state.characters[self.character].words = self.words
        for character in state.characters.values():
            character.stuck = character.stuck and bool(int(state.walls, 16) >> character.square & 1)


@dataclass(frozen=True, slots=True)
class TurnOpened:
    """The Pivots of the others are over. `free`: it stands on no Threatened square. `by` threaten it."""

    character: str
    free: bool
    by: tuple[str, ...] = ()
    clause: str = "P6.3"

    def apply(self, state: State) -> None:
        turn = turn_of(state)
        turn.opened = True
        turn.free = self.free


@dataclass(frozen=True, slots=True)
class TurnLost:
    """A turn that does not come: its character is at 0 HP."""

    character: str
    clause: str = "P2.3"

    def apply(self, state: State) -> None:
        state.acted.append(self.character)


@dataclass(frozen=True, slots=True)
class TurnEnding:
    """The turn is about to end; what its end brings comes first."""

    character: str
    clause: str = "P2.1"

    def apply(self, state: State) -> None:
        turn = turn_of(state)
        turn.ending = True
        turn.walk = None


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """The turn is over; unspent AP are kept."""

    character: str
    kept: int
    clause: str = "P3.3"

    def apply(self, state: State) -> None:
        state.turn = None


@dataclass(frozen=True, slots=True)
class TurnDropped:
    """The turn ends at once: its character is gone or at 0 HP."""

    character: str
    clause: str = "P2.3"

    def apply(self, state: State) -> None:
        state.turn = None
        state.clash = None


@dataclass(frozen=True, slots=True)
class Waited:
    """A Wait: the turn ends, with Advantage in the next initiative. The AP is an event of its own."""

    character: str
    clause: str = "P8.4"

    def apply(self, state: State) -> None:
        state.characters[self.character].waited = True
        turn = turn_of(state)
        turn.free = False
        turn.walk = None
        turn.ending = True


@dataclass(frozen=True, slots=True)
class SceneEnded:
    """The scene is over. `winner` is a side, or None."""

    outcome: str
    winner: str | None
    clause: str = "P2.4"

    def apply(self, state: State) -> None:
        state.outcome = self.outcome
        state.turn = None
        state.clash = None


@dataclass(frozen=True, slots=True)
class QuietWasNoted:
    """The GM was asked about a stalemate, and the scene goes on."""

    clause: str = "P2.5"

    def apply(self, state: State) -> None:
        # The round that is about to begin adds one for the round just asked about, which counts no more.
        state.quiet_rounds = -1
