# ruff: noqa: D102 - `affray.kernel.events.Event` says what every `apply` does.
"""Interactions, spells, words, Saves and Challenge Clocks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from affray.systems.pace.events.applying import rebuild_walls, turn_of, use_edges
from affray.systems.pace.rolls import DiceThrow, Throw
from affray.systems.pace.state import State


@dataclass(frozen=True, slots=True)
class ItemTaken:
    """An item was picked up from the ground, into a free hand or into the pack."""

    character: str
    item: str
    in_hand: bool
    square: int
    clause: str = "P8.1"

    def apply(self, state: State) -> None:
        item = state.items[self.item]
        item.holder, item.in_hand, item.square = self.character, self.in_hand, None


@dataclass(frozen=True, slots=True)
class ItemDropped:
    """An item fell to the ground. `by` is who made it fall; None: it was let go."""

    character: str
    item: str
    square: int
    by: str | None = None
    clause: str = "P8.6"

    def apply(self, state: State) -> None:
        item = state.items[self.item]
        item.holder, item.in_hand, item.square = None, False, self.square


@dataclass(frozen=True, slots=True)
class ItemsSwapped:
    """What was in hand went to the pack, and what was in the pack is in hand; either may be nothing."""

    character: str
    put_away: str | None
    drawn: str | None
    clause: str = "P8.1"

    def apply(self, state: State) -> None:
        if self.put_away is not None:
            state.items[self.put_away].in_hand = False
        if self.drawn is not None:
            state.items[self.drawn].in_hand = True


@dataclass(frozen=True, slots=True)
class DoorMoved:
    """A door was unlocked, opened or closed."""

    character: str
    object: str
    door: Literal["open", "closed", "locked"]
    how: Literal["unlock", "open", "close"]
    clause: str = "P8.1"

    def apply(self, state: State) -> None:
        thing = state.objects[self.object]
        thing.door = self.door
        thing.blocks = self.door != "open"
        rebuild_walls(state)


@dataclass(frozen=True, slots=True)
class InteractionBegan:
    """An Interaction begins: the free movement is gone (P6.9), also where it costs no AP."""

    character: str
    what: str
    clause: str = "P6.9"

    def apply(self, state: State) -> None:
        turn_of(state).free = False


@dataclass(frozen=True, slots=True)
class TaskDone:
    """An Interaction that the scenario prices. `throw` is its Save, where it takes one."""

    character: str
    object: str
    task: str
    throw: Throw | None
    dc: int | None
    success: bool
    clause: str = "P8.1"

    def apply(self, state: State) -> None:
        if self.throw is not None:
            use_edges(state, self.throw)
        if self.success:
            state.objects[self.object].done.append(self.task)


@dataclass(frozen=True, slots=True)
class ClockAdvanced:
    """A Challenge Clock was advanced, or not. `breakthrough`: by an unmodified 20."""

    clock: str
    character: str | None
    throw: Throw | None
    dc: int | None
    before: int
    after: int
    breakthrough: bool
    clause: str = "P9.1"

    def apply(self, state: State) -> None:
        state.clocks[self.clock] = self.after
        if self.throw is not None:
            use_edges(state, self.throw)


@dataclass(frozen=True, slots=True)
class ClockFull:
    """A Challenge Clock is full: its event is completed."""

    clock: str
    clause: str = "P9.1"

    def apply(self, state: State) -> None:
        """Only said."""


@dataclass(frozen=True, slots=True)
class WordsBought:
    """25 more words for 1 AP."""

    character: str
    words: int
    clause: str = "P8.1"

    def apply(self, state: State) -> None:
        state.characters[self.character].words += self.words


@dataclass(frozen=True, slots=True)
class Spoke:
    """A character said something."""

    character: str
    text: str
    words: int
    left: int
    clause: str = "P8.5"

    def apply(self, state: State) -> None:
        state.characters[self.character].words = self.left


@dataclass(frozen=True, slots=True)
class SpellCast:
    """A spell is paid and cast: at whom, or on which square."""

    caster: str
    spell: str
    targets: tuple[str, ...]
    square: int | None
    clause: str = "P8.2"

    def apply(self, state: State) -> None:
        """Only said; the AP have an event of their own."""


@dataclass(frozen=True, slots=True)
class SpellSaved:
    """The caster's Save for one target (None: a square)."""

    spell: str
    throw: Throw
    target: str | None
    dc: int
    success: bool
    clause: str = "P1.2"

    def apply(self, state: State) -> None:
        use_edges(state, self.throw)


@dataclass(frozen=True, slots=True)
class Mended:
    """HP came back by a spell, up to the sheet's."""

    character: str
    by: str
    throw: DiceThrow
    before: int
    after: int
    clause: str = "P8.2"

    def apply(self, state: State) -> None:
        state.characters[self.character].hp = self.after


@dataclass(frozen=True, slots=True)
class EdgeGranted:
    """Advantage or Disadvantage waits for the next roll of a kind. `by` is a character or who gave it."""

    character: str
    on: str
    count: int
    by: str
    clause: str = "P1.5"

    def apply(self, state: State) -> None:
        edges = state.characters[self.character].edges
        edges[self.on] = edges.get(self.on, 0) + self.count
        if not edges[self.on]:
            del edges[self.on]


@dataclass(frozen=True, slots=True)
class Saved:
    """A Save that the GM called for."""

    throw: Throw
    dc: int
    success: bool
    clause: str = "P1.1"

    def apply(self, state: State) -> None:
        use_edges(state, self.throw)


@dataclass(frozen=True, slots=True)
class Contested:
    """A Contest that the GM called for; the second side resists."""

    first: Throw
    second: Throw
    success: bool
    clause: str = "P1.3"

    def apply(self, state: State) -> None:
        use_edges(state, self.first)
        use_edges(state, self.second)
