# ruff: noqa: D102 - `affray.kernel.events.Event` says what every `apply` does.
"""Attacks: declared, answered, resolved; damage, defeat, and what Maneuvers leave behind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from affray.kernel.reasons import Reason
from affray.systems.pace.events.applying import leave_holds, lose_hp, rebuild_walls, use_edges
from affray.systems.pace.rolls import DiceThrow, Throw
from affray.systems.pace.state import Clash, State, Tether


@dataclass(frozen=True, slots=True)
class AttackDeclared:
    """An attack is paid and declared: weapon, Maneuver and targets."""

    attacker: str
    weapon: str
    maneuver: str | None
    targets: tuple[str, ...]
    clause: str = "P4.2"

    def apply(self, state: State) -> None:
        state.clash = Clash(self.attacker, self.weapon, self.maneuver, list(self.targets))


@dataclass(frozen=True, slots=True)
class AttackRolled:
    """The attacker has rolled, once for all targets."""

    throw: Throw
    clause: str = "P4.2"

    def apply(self, state: State) -> None:
        use_edges(state, self.throw)
        if state.clash is not None:
            state.clash.total = self.throw.total
            state.clash.natural = self.throw.natural


@dataclass(frozen=True, slots=True)
class TargetFaced:
    """One target's turn to answer the attack. `may_defend` says why not, if it may not."""

    attacker: str
    target: str
    barred: Reason | None
    clause: str = "P4.7"

    def apply(self, state: State) -> None:
        if state.clash is not None:
            state.clash.now = self.target


@dataclass(frozen=True, slots=True)
class DefenceChosen:
    """A defender paid for Block, Evade or Counter; `item` is the weapon in hand it is done with."""

    defender: str
    attacker: str
    answer: Literal["block", "evade", "counter"]
    item: str | None
    clause: str = "P4.3"

    def apply(self, state: State) -> None:
        """Only said; the AP have an event of their own."""


@dataclass(frozen=True, slots=True)
class DefenceRolled:
    """The defender has rolled: whether the attack hits."""

    attack: Throw
    defence: Throw
    weapon: str
    hit: bool
    barred: Reason | None = None
    clause: str = "P4.4"

    def apply(self, state: State) -> None:
        use_edges(state, self.defence)


@dataclass(frozen=True, slots=True)
class AttackStopped:
    """The attack comes to nothing for a target, or altogether."""

    attacker: str
    target: str | None
    why: Reason
    clause: str = "P4.11"

    def apply(self, state: State) -> None:
        """Nothing more happens."""


@dataclass(frozen=True, slots=True)
class DamageDealt:
    """Damage as it landed: dice, type, less Block, less DR; HP before and after.

    `source` says what it came from: "attack", "riposte", "collision", "terrain" or "spell". `by` is who
    dealt it, None where nobody did. `halved`: the sum was halved, rounding down (P7.2).
    """

    target: str
    by: str | None
    source: Literal["attack", "riposte", "collision", "terrain", "spell"]
    throw: DiceThrow
    type: str
    block: DiceThrow | None
    dr: int
    halved: bool
    amount: int
    before: int
    after: int
    critical: bool = False
    clause: str = "P4.5"

    def apply(self, state: State) -> None:
        lose_hp(state, state.characters[self.target], self.amount)


@dataclass(frozen=True, slots=True)
class Defeated:
    """A character is at 0 HP: out of the order."""

    character: str
    by: str | None
    clause: str = "P4.8"

    def apply(self, state: State) -> None:
        leave_holds(state, self.character)


@dataclass(frozen=True, slots=True)
class DefeatMeant:
    """What being at 0 HP means, as the GM decided."""

    character: str
    meaning: str
    clause: str = "P4.8"

    def apply(self, state: State) -> None:
        state.characters[self.character].defeat_meaning = self.meaning


@dataclass(frozen=True, slots=True)
class CounterRolled:
    """A Counter after the defence held: both reroll. `lands`: the riposte comes."""

    defender: Throw
    attacker: Throw
    item: str
    lands: bool
    clause: str = "P4.14"

    def apply(self, state: State) -> None:
        use_edges(state, self.defender)
        use_edges(state, self.attacker)


@dataclass(frozen=True, slots=True)
class AttackEnded:
    """The attack is over for every target."""

    attacker: str
    clause: str = "P4.11"

    def apply(self, state: State) -> None:
        state.clash = None


# What Maneuvers and spells leave behind


@dataclass(frozen=True, slots=True)
class Held:
    """A character is Tethered."""

    character: str
    source: str
    paces: int
    clause: str = "P5.2"

    def apply(self, state: State) -> None:
        held = state.characters[self.character]
        held.tethers = [tether for tether in held.tethers if tether.source != self.source]
        held.tethers.append(Tether(self.source, self.paces))


@dataclass(frozen=True, slots=True)
class HoldEnded:
    """A hold is over. `why`: "escaped", "let go", "apart" or "defeated"."""

    character: str
    source: str
    why: Literal["escaped", "let go", "apart", "defeated"]
    clause: str = "P5.2"

    def apply(self, state: State) -> None:
        held = state.characters[self.character]
        held.tethers = [tether for tether in held.tethers if tether.source != self.source]


@dataclass(frozen=True, slots=True)
class EscapeRolled:
    """Strength against Strength to end a hold; the source resists."""

    throw: Throw
    source: Throw
    success: bool
    clause: str = "P5.2"

    def apply(self, state: State) -> None:
        use_edges(state, self.throw)
        use_edges(state, self.source)


@dataclass(frozen=True, slots=True)
class Slowed:
    """Speed is halved until the end of a round; the later end counts."""

    character: str
    until: int
    by: str
    clause: str = "P5.3"

    def apply(self, state: State) -> None:
        slowed = state.characters[self.character]
        slowed.slow_until = max(slowed.slow_until, self.until)


@dataclass(frozen=True, slots=True)
class ManeuverFailed:
    """A Maneuver that hit and has no effect."""

    character: str
    maneuver: str
    why: Reason
    clause: str = "P5.6"

    def apply(self, state: State) -> None:
        """Nothing happens."""


# Objects


@dataclass(frozen=True, slots=True)
class ObjectStruck:
    """An attack on something that does not move: a Save against its distance, and the damage."""

    attacker: str
    item: str
    object: str
    throw: Throw
    dc: int
    success: bool
    damage: DiceThrow | None
    type: str
    dr: int
    amount: int
    before: int
    after: int
    clause: str = "P4.9"

    def apply(self, state: State) -> None:
        use_edges(state, self.throw)
        struck = state.objects[self.object]
        if struck.hp is not None:
            struck.hp = max(0, struck.hp - self.amount)


@dataclass(frozen=True, slots=True)
class ObjectDestroyed:
    """An object is at 0 HP; where it blocked the ground is open."""

    object: str
    clause: str = "P4.9"

    def apply(self, state: State) -> None:
        destroyed = state.objects[self.object]
        destroyed.destroyed = True
        destroyed.blocks = False
        rebuild_walls(state)
