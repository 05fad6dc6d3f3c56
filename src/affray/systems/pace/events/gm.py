# ruff: noqa: D102 - `affray.kernel.events.Event` says what every `apply` does.
"""The GM's hand: corrections, prices, and who comes and goes."""

from __future__ import annotations

from dataclasses import dataclass

from affray.systems.pace.events.applying import clear_clash_of, leave_holds, lose_hp
from affray.systems.pace.state import Character, Item, State


@dataclass(frozen=True, slots=True)
class Corrected:
    """The GM set a value. `before` and `after` are words for the log."""

    character: str
    field: str
    value: int
    before: str
    after: str
    by: str
    reason: str
    clause: str = "P4.8"

    def apply(self, state: State) -> None:
        character = state.characters[self.character]
        if self.field == "hp" and self.value < character.hp:
            lose_hp(state, character, character.hp - self.value)
        else:
            setattr(character, self.field, self.value)
        if character.hp > 0:
            character.defeat_meaning = ""


@dataclass(frozen=True, slots=True)
class Joined:
    """A character came into the fight; it acts from the next round, with 0 AP till then."""

    character: str
    name: str
    sheet: str
    side: str
    square: int
    facing: int
    hp: int
    words: int
    by: str
    reason: str
    clause: str = "P2.3"

    def apply(self, state: State) -> None:
        state.characters[self.character] = Character(
            self.character,
            self.name,
            self.sheet,
            self.side,
            self.square,
            self.facing,
            self.hp,
            joined=state.round,
            words=self.words,
        )


@dataclass(frozen=True, slots=True)
class ItemPlaced:
    """An item came into play or to another place: to a holder, or to a square."""

    item: str
    gear: str
    holder: str | None
    in_hand: bool
    square: int | None
    by: str
    clause: str = "P8.1"

    def apply(self, state: State) -> None:
        state.items[self.item] = Item(self.item, self.gear, self.holder, self.in_hand, self.square)


@dataclass(frozen=True, slots=True)
class Removed:
    """A character left the fight, with what it carried."""

    character: str
    name: str
    by: str
    reason: str
    clause: str = "P2.3"

    def apply(self, state: State) -> None:
        leave_holds(state, self.character)
        del state.characters[self.character]
        state.order = [id_ for id_ in state.order if id_ != self.character]
        state.acted = [id_ for id_ in state.acted if id_ != self.character]
        state.initiative.pop(self.character, None)
        state.items = {id_: item for id_, item in state.items.items() if item.holder != self.character}
        state.gone.append(self.character)
        clear_clash_of(state, self.character)


@dataclass(frozen=True, slots=True)
class OrderSwapped:
    """Two that have not acted yet change places in the order."""

    character: str
    other: str
    by: str
    reason: str
    clause: str = "P2.2"

    def apply(self, state: State) -> None:
        one, two = state.order.index(self.character), state.order.index(self.other)
        state.order[one], state.order[two] = state.order[two], state.order[one]


@dataclass(frozen=True, slots=True)
class ClockSet:
    """The GM set a Challenge Clock."""

    clock: str
    before: int
    filled: int
    by: str
    reason: str
    clause: str = "P9.1"

    def apply(self, state: State) -> None:
        state.clocks[self.clock] = self.filled


@dataclass(frozen=True, slots=True)
class Overridden:
    """The GM allowed what a clause refuses, with a reason. `option` is what was to be done, or rolled."""

    character: str
    option: str
    refused_by: str
    by: str
    reason: str
    clause: str = ""

    def apply(self, state: State) -> None:
        """Only noted; what was allowed follows."""
