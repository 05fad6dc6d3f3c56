# ruff: noqa: D102 - `affray.kernel.events.Event` says what every `apply` does.
"""Attacks, damage, conditions and what follows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from affray.kernel.reasons import Reason
from affray.systems.cantor.events.applying import drop_condition, end_grapple
from affray.systems.cantor.state import Cause, Clash, Condition, State

Counted = tuple[str, int, str]
"""What gave a die: its source, how many, and the clause."""


@dataclass(frozen=True, slots=True)
class Roll20:
    """A d20 roll as it fell: Grit, Impaired, and the d6s of which the highest counts.

    `faces` has the d20 first. `net` is accuracy less difficulty. Exact odds give no faces.
    """

    roller: str
    grit: int
    impaired: int
    net: int
    faces: tuple[int, ...]
    total: int
    typed: bool = False


@dataclass(frozen=True, slots=True)
class DamageRoll:
    """Weapon damage as it fell."""

    roller: str
    count: int
    sides: int
    bonus: int
    faces: tuple[int, ...]
    total: int
    typed: bool = False


@dataclass(frozen=True, slots=True)
class AttackDeclared:
    """An attack: with what, and at whom."""

    attacker: str
    weapon: str
    targets: tuple[str, ...]
    clause: str = "C1.11"

    def apply(self, state: State) -> None:
        state.clash = Clash(self.attacker, self.weapon, list(self.targets))


@dataclass(frozen=True, slots=True)
class FlipRolled:
    """The flip against an Invisible target: 1 to 3 misses."""

    attacker: str
    target: str
    face: int
    missed: bool
    glamour: bool
    clause: str = "C1.5"

    def apply(self, state: State) -> None:
        if state.clash is not None:
            state.clash.now = self.target


@dataclass(frozen=True, slots=True)
class AttackRolled:
    """An attack roll against one target. `roll` is None where the flip missed already.

    `accuracy` and `difficulty` are what counted, `ignored` what was there and did not.
    """

    attacker: str
    target: str
    weapon: str
    roll: Roll20 | None
    accuracy: tuple[Counted, ...]
    difficulty: tuple[Counted, ...]
    ignored: tuple[Reason, ...]
    defence: str
    value: int
    capped: bool
    hit: bool
    clause: str = "C1.5"

    def apply(self, state: State) -> None:
        if state.clash is not None:
            state.clash.now = self.target


@dataclass(frozen=True, slots=True)
class DamageTaken:
    """Damage through every step (C1.6, C1.7): what was rolled, and what was left after each.

    `source` is "attack", "Reliable", "Burn" or "GM". `raw` is the roll, or the floor of Reliable.
    """

    target: str
    by: str | None
    source: Literal["attack", "Reliable", "Burn", "GM"]
    roll: DamageRoll | None
    type: str
    raw: int
    exposed: int
    armor: int
    after_armor: int
    resisted: int
    braced: int
    amount: int
    overshield_before: int
    overshield_after: int
    hp_before: int
    hp_after: int
    ignored: tuple[Reason, ...] = ()
    clause: str = "C1.6"

    def apply(self, state: State) -> None:
        unit = state.units[self.target]
        unit.overshield = self.overshield_after
        unit.hp = self.hp_after
        if self.hp_after < self.hp_before:
            state.loss_this_round = True


@dataclass(frozen=True, slots=True)
class StructureLost:
    """A Cantor at 0 HP lost a Structure, and its HP are whole again. `face` is the d6 of C1.8."""

    unit: str
    left: int
    hp: int
    face: int
    gained: str
    clause: str = "C1.8"

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.structure = self.left
        unit.hp = self.hp
        state.loss_this_round = True


@dataclass(frozen=True, slots=True)
class BurnAdded:
    """Burn is added; that deals nothing by itself."""

    unit: str
    before: int
    after: int
    clause: str = "C1.10"

    def apply(self, state: State) -> None:
        state.units[self.unit].burn = self.after


@dataclass(frozen=True, slots=True)
class BurnSaved:
    """The save against Burn at the end of a turn: success clears it."""

    roll: Roll20
    target: int
    success: bool
    burn: int
    clause: str = "C1.10"

    def apply(self, state: State) -> None:
        if self.success:
            state.units[self.roll.roller].burn = 0


@dataclass(frozen=True, slots=True)
class OvershieldGained:
    """Overshield does not add up: the higher stays."""

    unit: str
    before: int
    after: int
    clause: str = "C1.7"

    def apply(self, state: State) -> None:
        state.units[self.unit].overshield = self.after


@dataclass(frozen=True, slots=True)
class ConditionGained:
    """A condition came. Of one condition the later end wins."""

    unit: str
    name: str
    cause: Cause
    until: int
    source: str
    clause: str = "C2.17"

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        for condition in unit.conditions:
            if condition.name == self.name and condition.cause == self.cause:
                condition.until = max(condition.until, self.until)
                return
        unit.conditions.append(Condition(self.name, self.cause, self.until, self.source))


@dataclass(frozen=True, slots=True)
class ConditionEnded:
    """A condition is gone, with all its sources. `why`: "used", "cleared", "stood up", "uncovered" ..."""

    unit: str
    name: str
    why: str
    clause: str = "C2.18"

    def apply(self, state: State) -> None:
        drop_condition(state.units[self.unit], self.name)


@dataclass(frozen=True, slots=True)
class AttackStopped:
    """An attack comes to nothing for a target, or altogether."""

    attacker: str
    target: str | None
    why: Reason
    clause: str = "C1.11"

    def apply(self, state: State) -> None:
        """Nothing more happens."""


@dataclass(frozen=True, slots=True)
class AttackEnded:
    """The attack is over for every target."""

    attacker: str
    clause: str = "C1.11"

    def apply(self, state: State) -> None:
        state.clash = None


@dataclass(frozen=True, slots=True)
class GrappleBegan:
    """Two units have hold of each other: both are Immobilized."""

    grappler: str
    target: str
    clause: str = "C3.11"

    def apply(self, state: State) -> None:
        grappler, target = state.units[self.grappler], state.units[self.target]
        for one, other in ((grappler, target), (target, grappler)):
            one.grapple = other.id
            one.grappler = one is grappler
            one.conditions.append(Condition("Immobilized", "grapple", 0, other.id))


@dataclass(frozen=True, slots=True)
class GrappleEnded:
    """A grapple is over. `why`: "escaped", "released", "apart" or "out"."""

    unit: str
    other: str
    why: Literal["escaped", "released", "apart", "out"]
    clause: str = "C3.11"

    def apply(self, state: State) -> None:
        end_grapple(state, state.units[self.unit])


@dataclass(frozen=True, slots=True)
class EscapeRolled:
    """A contested save to end a grapple; a tie holds."""

    roll: Roll20
    holder: Roll20
    success: bool
    clause: str = "C3.11"

    def apply(self, state: State) -> None:
        """What follows has events of its own."""


@dataclass(frozen=True, slots=True)
class Saved:
    """A save that a rule or the GM asked for."""

    roll: Roll20
    target: int
    success: bool
    about: str
    clause: str = "C3.9"

    def apply(self, state: State) -> None:
        """What follows has events of its own."""
