# ruff: noqa: D102 - `affray.kernel.events.Event` says what every `apply` does.
"""The GM's hand: corrections, and who comes and goes."""

from __future__ import annotations

from dataclasses import dataclass

from affray.systems.d20plus.book import TRAITS
from affray.systems.d20plus.events.applying import put_out, reveal
from affray.systems.d20plus.state import Persona, State, Tad


@dataclass(frozen=True, slots=True)
class Corrected:
    """The GM set a value. `before` and `after` are words for the log."""

    persona: str
    field: str
    value: str | int | bool | None
    before: str
    after: str
    by: str
    reason: str
    clause: str = "D6.9"

    def apply(self, state: State) -> None:
        _set_field(state, state.personas[self.persona], self.field, self.value)


@dataclass(frozen=True, slots=True)
class Joined:
    """A Persona came into the fight; it acts from the next round."""

    persona: str
    name: str
    sheet: str
    side: str
    zone: str
    by: str
    reason: str
    clause: str = "D7.8"

    def apply(self, state: State) -> None:
        state.personas[self.persona] = Persona(
            self.persona, self.name, self.sheet, self.side, self.zone, joined=state.round
        )


@dataclass(frozen=True, slots=True)
class Removed:
    """A Persona left the fight."""

    persona: str
    name: str
    by: str
    reason: str
    clause: str = "D7.8"

    def apply(self, state: State) -> None:
        del state.personas[self.persona]
        state.order = [id_ for id_ in state.order if id_ != self.persona]
        state.acted = [id_ for id_ in state.acted if id_ != self.persona]
        state.bonus_due = [id_ for id_ in state.bonus_due if id_ != self.persona]
        state.gone.append(self.persona)
        for other in state.personas.values():
            other.marks = [mark for mark in other.marks if mark.owner != self.persona]
        clash = state.clash
        if clash is not None and self.persona in (clash.attacker, clash.target):
            state.clash = None
        elif clash is not None:
            clash.stepping_in = [id_ for id_ in clash.stepping_in if id_ != self.persona]


@dataclass(frozen=True, slots=True)
class Overridden:
    """The GM allowed what a clause refuses, with a reason. `option` is what was to be done, or rolled."""

    persona: str
    option: str
    refused_by: str
    by: str
    reason: str
    clause: str = ""

    def apply(self, state: State) -> None:
        """Only noted; what was allowed follows."""


@dataclass(frozen=True, slots=True)
class LaneOpened:
    """The GM opened a lane to a Persona that has no Action in it, with a reason."""

    persona: str
    lane: str
    by: str
    reason: str
    clause: str = "D9.5"

    def apply(self, state: State) -> None:
        state.personas[self.persona].opened_lane = self.lane


def _set_field(state: State, persona: Persona, field: str, value: str | int | bool | None) -> None:
    """A correction's effect. Values were checked when the correction was read."""
    if field in TRAITS:
        wounds = int(value or 0)
        if wounds != persona.wounds[field]:
            # Set to what it is, a Trait at 0 stays at 0 and goes on counting (D6.6).
            persona.broken_turns[field] = 0
        persona.wounds[field] = wounds
    elif field == "zone":
        persona.zone = str(value)
        persona.cover = None
    elif field == "prone":
        persona.prone = bool(value)
        if persona.prone:
            persona.cover = None
    elif field == "cover":
        persona.cover = None if value is None else str(value)
    elif field == "tad":
        persona.tad = Tad(int(value), "gm", persona.turns_begun) if value else None
    elif field == "concealed":
        reveal(persona)
    elif value:
        put_out(persona)
    else:
        # Back in the fight: Traits still at 0 start a new count, or the next end of turn would undo this.
        persona.out = False
        persona.out_meaning = ""
        persona.broken_turns = dict.fromkeys(TRAITS, 0)
