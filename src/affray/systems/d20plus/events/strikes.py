# ruff: noqa: D102 - `affray.kernel.events.Event` says what every `apply` does.
"""Attacks, what answers them, and what they leave behind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from affray.kernel.reasons import Reason
from affray.systems.d20plus.augments import Throw
from affray.systems.d20plus.events.applying import put_out, reveal, use_tad
from affray.systems.d20plus.state import Clash, State


@dataclass(frozen=True, slots=True)
class StrikeDeclared:
    """An attack is declared. `counter` is the ability that grants it, for a counter-attack."""

    attacker: str
    target: str
    weapon: str
    trait: str
    counter: str | None = None
    clause: str = "D4.9"

    def apply(self, state: State) -> None:
        state.clash = Clash(self.attacker, self.target, self.weapon)
        reveal(state.personas[self.attacker])


@dataclass(frozen=True, slots=True)
class AskedToStepIn:
    """Allies of the target may step in; their names are shown while they are asked."""

    allies: tuple[str, ...]
    clause: str = "D11.8"

    def apply(self, state: State) -> None:
        if state.clash is not None:
            state.clash.stepping_in = list(self.allies)


@dataclass(frozen=True, slots=True)
class Intercepted:
    """An ally became the target."""

    persona: str
    ability: str
    clause: str = "D11.3"

    def apply(self, state: State) -> None:
        if state.clash is not None:
            state.clash.target = self.persona
            state.clash.stepping_in = []


@dataclass(frozen=True, slots=True)
class ReactionUsed:
    """A reaction was used. `text` is for the log: "Blood Ward" and what it answers."""

    persona: str
    ability: str
    against: str
    clause: str

    def apply(self, state: State) -> None:
        """The cooldown starts by `AbilityUsed`."""


@dataclass(frozen=True, slots=True)
class ReactionDeclined:
    """An offered reaction was declined."""

    persona: str
    ability: str
    clause: str = "D11.1"

    def apply(self, state: State) -> None:
        """Nothing is spent."""


@dataclass(frozen=True, slots=True)
class StrikeStopped:
    """An attack or ability ended before it resolved; what was paid stays paid."""

    attacker: str
    target: str
    why: Reason

    @property
    def clause(self) -> str:
        """The clause of the reason."""
        return self.why.clause

    def apply(self, state: State) -> None:
        state.clash = None


@dataclass(frozen=True, slots=True)
class NullificationRolled:
    """A contested nullification: the user's throw against the owner's. A margin below 0 cancels."""

    user: Throw
    owner: Throw
    ability: str
    margin: int
    cancelled: bool
    clause: str = "D11.12"

    def apply(self, state: State) -> None:
        use_tad(state, self.user)
        use_tad(state, self.owner)


@dataclass(frozen=True, slots=True)
class StrikeResolved:
    """An attack as it fell. `cover` was taken off the attacker's total; `increment_why` says what lowered it.

    `margin` counts the cover. `wounds` is what the margin deals, before the track's end.
    """

    attack: Throw
    defence: Throw
    weapon: str
    nature: str
    trait: str
    cover: int
    margin: int
    hit: bool
    critical_block: bool
    increment: int
    increment_why: str
    not_counted: tuple[Reason, ...]
    wounds: int
    intercepted_for: str | None = None
    counter: str | None = None
    clause: str = "D4.2"

    def apply(self, state: State) -> None:
        use_tad(state, self.attack)
        use_tad(state, self.defence)
        state.clash = None


@dataclass(frozen=True, slots=True)
class Wounded:
    """Wounds fell on a track. `before` and `after` are the Trait's values."""

    persona: str
    trait: str
    wounds: int
    before: int
    after: int
    clause: str = "D6.1"

    def apply(self, state: State) -> None:
        persona = state.personas[self.persona]
        persona.wounds[self.trait] += self.before - self.after
        if self.before != self.after:
            state.wounded_this_round = True
            reveal(persona)


@dataclass(frozen=True, slots=True)
class WentOut:
    """A Persona is Out. `road` says how: all Traits at 0, one for too many turns, or the GM's word."""

    persona: str
    road: Literal["all broken", "one broken", "the GM"]
    clause: str

    def apply(self, state: State) -> None:
        put_out(state.personas[self.persona])


@dataclass(frozen=True, slots=True)
class OutMeant:
    """What being Out means for this Persona, as the GM rules."""

    persona: str
    meaning: str
    clause: str = "D6.7"

    def apply(self, state: State) -> None:
        state.personas[self.persona].out_meaning = self.meaning
