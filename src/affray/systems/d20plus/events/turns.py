# ruff: noqa: D102 - `affray.kernel.events.Event` says what every `apply` does.
"""Rounds, lanes and turns, what they cost, and the end of the fight."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from affray.systems.d20plus.book import TRAITS
from affray.systems.d20plus.events.applying import turn_of
from affray.systems.d20plus.state import Split, State, Turn

Cost = Literal["action", "move", "beat"]


@dataclass(frozen=True, slots=True)
class RoundBegan:
    """A new round: everyone declares anew."""

    number: int
    clause: str = "D9.4"

    def apply(self, state: State) -> None:
        if state.round > 0:
            state.quiet_rounds = 0 if state.wounded_this_round else state.quiet_rounds + 1
        state.round = self.number
        state.declaring = True
        state.order = []
        state.acted = []
        state.bonus_had = []
        state.wounded_this_round = False
        for persona in state.personas.values():
            persona.lane = None
            persona.opened_lane = None


@dataclass(frozen=True, slots=True)
class LanesRevealed:
    """The lanes and the order that follows from them. `rolled_off` are Personas whom a roll-off parted."""

    lanes: tuple[tuple[str, str], ...]
    order: tuple[str, ...]
    rolled_off: tuple[tuple[str, int], ...] = ()
    clause: str = "D9.4"

    def apply(self, state: State) -> None:
        for id_, lane in self.lanes:
            state.personas[id_].lane = lane
        state.order = list(self.order)
        state.declaring = False


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """A Persona's turn starts; cooldowns count."""

    persona: str
    bonus: bool = False
    clause: str = "D7.9"

    def apply(self, state: State) -> None:
        persona = state.personas[self.persona]
        persona.turns_begun += 1
        state.turns.append(Turn(self.persona, self.bonus))
        if self.bonus:
            state.bonus_due.remove(self.persona)
            state.bonus_had.append(self.persona)
        else:
            state.acted.append(self.persona)


@dataclass(frozen=True, slots=True)
class SplitChosen:
    """The turn's split is committed to."""

    persona: str
    split: Split
    clause: str = "D7.1"

    def apply(self, state: State) -> None:
        turn = turn_of(state)
        turn.split = self.split
        turn.actions, turn.moves = (2, 1) if self.split == "2-actions" else (1, 2)


@dataclass(frozen=True, slots=True)
class TurnEnding:
    """The Persona stops acting; what is unspent is lost."""

    persona: str
    clause: str = "D7.6"

    def apply(self, state: State) -> None:
        turn = turn_of(state)
        turn.ending = True
        turn.actions = turn.moves = turn.beats = 0


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """The turn is over; lent dice whose time has come go."""

    persona: str
    clause: str = "D7.9"

    def apply(self, state: State) -> None:
        state.turns.pop()
        persona = state.personas.get(self.persona)
        if persona is not None:
            persona.lent = [lent for lent in persona.lent if lent.last_turn > persona.turns_begun]


@dataclass(frozen=True, slots=True)
class TurnDropped:
    """The turn of a Persona that is Out or gone ends at once, without its end-of-turn steps."""

    persona: str
    clause: str = "D7.8"

    def apply(self, state: State) -> None:
        state.turns.pop()


@dataclass(frozen=True, slots=True)
class TurnLost:
    """A Persona went Out before its turn came."""

    persona: str
    clause: str = "D9.4"

    def apply(self, state: State) -> None:
        state.acted.append(self.persona)


@dataclass(frozen=True, slots=True)
class BrokenTurnsCounted:
    """The count of own turn ends in a row at 0, per Trait."""

    persona: str
    counts: tuple[int, int, int]
    clause: str = "D6.6"

    def apply(self, state: State) -> None:
        state.personas[self.persona].broken_turns = dict(zip(TRAITS, self.counts, strict=True))


@dataclass(frozen=True, slots=True)
class BonusTurnGranted:
    """A bonus turn is due once the action that triggered it is finished."""

    persona: str
    ability: str
    clause: str = "D11.13"

    def apply(self, state: State) -> None:
        state.bonus_due.append(self.persona)


@dataclass(frozen=True, slots=True)
class BonusTurnVoid:
    """A bonus turn that was due does not come: its owner is Out or gone."""

    persona: str
    clause: str = "D6.9"

    def apply(self, state: State) -> None:
        state.bonus_due.remove(self.persona)


@dataclass(frozen=True, slots=True)
class QuietWasNoted:
    """The GM was asked about a stalemate, and the scene goes on."""

    clause: str = "D6.11"

    def apply(self, state: State) -> None:
        # The round that is about to begin adds one for the round just asked about, which counts no more.
        state.quiet_rounds = -1


@dataclass(frozen=True, slots=True)
class FightEnded:
    """The fight is over. `winner` is a side, or None."""

    outcome: str
    winner: str | None
    clause: str = "D6.8"

    def apply(self, state: State) -> None:
        state.outcome = self.outcome
        state.turns.clear()
        state.clash = None


@dataclass(frozen=True, slots=True)
class Paid:
    """What something cost in the own turn. `skill` and `target` are remembered for the No-Repeat rule."""

    persona: str
    cost: Cost
    skill: str | None = None
    target: str | None = None
    attack: bool = False
    clause: str = "D7.2"

    def apply(self, state: State) -> None:
        turn = turn_of(state)
        if self.cost == "action":
            turn.actions = max(0, turn.actions - 1)
            if self.skill is not None:
                turn.skills.append(self.skill)
                turn.targets.append(self.target or "")
        elif self.cost == "move":
            turn.moves = max(0, turn.moves - 1)
        elif self.cost == "beat":
            turn.beats = max(0, turn.beats - 1)
        turn.attacked = turn.attacked or self.attack


@dataclass(frozen=True, slots=True)
class AbilityUsed:
    """An ability was used; its cooldown starts. `ready_at` is the begun turn at which it is ready again."""

    persona: str
    ability: str
    target: str | None
    ready_at: int
    clause: str = "D11.10"

    def apply(self, state: State) -> None:
        state.personas[self.persona].cooldowns[self.ability] = self.ready_at


@dataclass(frozen=True, slots=True)
class WeaponExhausted:
    """An attack of the own turn exhausted the weapon."""

    persona: str
    weapon: str
    clause: str = "D11.9"

    def apply(self, state: State) -> None:
        exhausted = state.personas[self.persona].exhausted
        if self.weapon not in exhausted:
            exhausted.append(self.weapon)


@dataclass(frozen=True, slots=True)
class WeaponReadied:
    """A Beat readied a weapon."""

    persona: str
    weapon: str
    clause: str = "D11.9"

    def apply(self, state: State) -> None:
        state.personas[self.persona].exhausted.remove(self.weapon)


@dataclass(frozen=True, slots=True)
class BeatTaken:
    """A small thing of no rule's weight: a shout, a kicked table."""

    persona: str
    clause: str = "D7.5"

    def apply(self, state: State) -> None:
        """Only the Beat is spent, by `Paid`."""
