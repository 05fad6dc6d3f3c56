# ruff: noqa: D102 - `affray.kernel.events.Event` says what every `apply` does.
"""Setups, abilities and checks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from affray.systems.d20plus.augments import Throw
from affray.systems.d20plus.book import AugmentDie
from affray.systems.d20plus.events.applying import turn_of, use_tad
from affray.systems.d20plus.state import LentDie, Mark, State, Tad


@dataclass(frozen=True, slots=True)
class SetUp:
    """A Setup Action for `holder`.

    `size` is the die the score gives (0: none), `kept` the one the holder has afterwards (0: none).
    """

    persona: str
    holder: str
    skill: str
    throw: Throw
    size: int
    kept: int
    clause: str = "D10.1"

    def apply(self, state: State) -> None:
        if self.size and self.size == self.kept:
            holder = state.personas[self.holder]
            holder.tad = Tad(self.size, self.persona, holder.turns_begun)


@dataclass(frozen=True, slots=True)
class SetupRefused:
    """The GM refused a Setup's Skill; nothing is spent."""

    persona: str
    skill: str
    clause: str = "D10.6"

    def apply(self, state: State) -> None:
        turn_of(state).refused_setups.append(self.skill)


@dataclass(frozen=True, slots=True)
class TadExpired:
    """A banked die went unused too long."""

    persona: str
    size: int
    clause: str = "D10.3"

    def apply(self, state: State) -> None:
        state.personas[self.persona].tad = None


@dataclass(frozen=True, slots=True)
class Marked:
    """Hex, Naming or Quarry was put on a foe. A new Naming or Quarry of one owner replaces the old."""

    owner: str
    target: str
    kind: Literal["hex", "naming", "quarry"]
    clause: str

    def apply(self, state: State) -> None:
        if self.kind != "hex":
            for persona in state.personas.values():
                persona.marks = [
                    mark for mark in persona.marks if (mark.kind, mark.owner) != (self.kind, self.owner)
                ]
        target = state.personas[self.target]
        if all((mark.kind, mark.owner) != (self.kind, self.owner) for mark in target.marks):
            target.marks.append(Mark(self.kind, self.owner))


@dataclass(frozen=True, slots=True)
class AbilityRolled:
    """A contested ability: the user's Skill against the foe's Trait."""

    ability: str
    user: Throw
    foe: Throw
    margin: int
    success: bool
    clause: str = "D4.2"

    def apply(self, state: State) -> None:
        use_tad(state, self.user)
        use_tad(state, self.foe)


@dataclass(frozen=True, slots=True)
class Mended:
    """Wounds healed on a check. Out stays Out (D6.9)."""

    ability: str
    target: str
    trait: str
    throw: Throw
    target_number: int
    healed: int
    clause: str = "D2.2"

    def apply(self, state: State) -> None:
        persona = state.personas[self.target]
        persona.wounds[self.trait] -= self.healed
        if self.healed:
            persona.broken_turns[self.trait] = 0


@dataclass(frozen=True, slots=True)
class DieLent:
    """An Augment Die lent to a Persona until the end of its turn number `last_turn`."""

    persona: str
    die: AugmentDie
    last_turn: int
    source: str
    clause: str = "D3.8"

    def apply(self, state: State) -> None:
        state.personas[self.persona].lent.append(LentDie(self.die, self.last_turn))


@dataclass(frozen=True, slots=True)
class TurnExtended:
    """An ability broke the split: further Actions and Moves."""

    persona: str
    ability: str
    actions: int
    moves: int
    clause: str = "D7.1"

    def apply(self, state: State) -> None:
        turn = turn_of(state)
        turn.actions += self.actions
        turn.moves += self.moves


@dataclass(frozen=True, slots=True)
class Checked:
    """A check against a Target Number. `by_gm` tells one called for from one taken as an Action."""

    throw: Throw
    target_number: int
    success: bool
    mounting: bool
    clause: str = "D2.2"

    def apply(self, state: State) -> None:
        """A check changes nothing by itself; the GM says what follows."""


@dataclass(frozen=True, slots=True)
class ContestChecked:
    """A contested check that is no attack."""

    first: Throw
    second: Throw
    margin: int
    success: bool
    clause: str = "D4.11"

    def apply(self, state: State) -> None:
        use_tad(state, self.first)
        use_tad(state, self.second)
