"""What a unit can strike with from which hex, and what it promises. For bots."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property

from affray.board.hexes import within
from affray.systems.cantor.accuracy import Odds20, dice_against
from affray.systems.cantor.appraise_ground import Ground, reach_of, sight
from affray.systems.cantor.appraise_worth import (
    OWN_SIDE,
    Blow,
    attack_worth,
    blow_of,
    end_worth,
    hit_chance,
    over_edge,
)
from affray.systems.cantor.arms import BARE, GRAPPLE, Arm, arm_of_art, arm_of_weapon
from affray.systems.cantor.conditions import cannot_attack
from affray.systems.cantor.lines import hexes_between
from affray.systems.cantor.resonance import OVERCHARGE
from affray.systems.cantor.state import Fight, Unit, is_cantor, sheet_of
from affray.systems.cantor.targets import in_area

BAND = 0.3
"""What a step of the band costs."""
OVERCHARGED = 0.5
"""What it costs more to come to the band's end."""
AT_A_MARKER = 2.0
"""What it is worth to hit a hostile of which only the marker is known."""


@dataclass(slots=True)
class Strike:
    """An arm against a known hostile: the hexes in range of it, and what it is worth by its net dice.

    `name` is the action that cannot be had twice a turn. `edge` is how far it may shove a
    target that stands near a lethal edge; 0: nowhere near.
    """

    name: str
    arm: Arm
    target: Unit
    reach: int
    price: float
    edge: int = 0
    by_net: dict[int, float] = field(default_factory=dict)


@dataclass(slots=True)
class Prospect:
    """What a hex promises: the best Quick action of each name, and the best Full one."""

    quick: dict[str, float]
    full: float

    def of(self, quicks: int, used: frozenset[str] = frozenset()) -> float:
        """What can be had with so many Quick actions left; two of them are a Full action as well."""
        if quicks <= 0:
            return 0.0
        found = sorted([value for name, value in self.quick.items() if name not in used], reverse=True)
        best = sum(found[:quicks])
        return max(best, self.full) if quicks > 1 else best


NOTHING = Prospect({}, 0.0)


class Strikes:
    """Everything that a unit can strike with, and what each hex promises with it."""

    def __init__(self, fight: Fight, me: Unit, ground: Ground) -> None:
        self.fight = fight
        self.me = me
        self.ground = ground
        self._at: dict[int, Prospect] = {}
        self._blows: dict[tuple[str, str], Blow] = {}
        self._odds: dict[tuple[str, str, int], Odds20] = {}

    @cached_property
    def arms(self) -> list[tuple[str, Arm]]:
        """What may be used at all: the name of its action, and the arm."""
        fight, me = self.fight, self.me
        sheet = sheet_of(fight, me)
        found = [("Skirmish", arm_of_weapon(fight.book.weapons[id_])) for id_ in sheet.weapons]
        others = [arm_of_art(fight, me, fight.book.arts[id_]) for id_ in sheet.arts]
        others += [arm for arm in BARE.values() if arm is not GRAPPLE]
        found += [(arm.name, arm) for arm in others]
        return [(name, arm) for name, arm in found if cannot_attack(fight, me, arm.what) is None]

    @cached_property
    def strikes(self) -> list[Strike]:
        """Each arm against each known hostile."""
        return [self._strike(name, arm, target) for name, arm in self.arms for target in self.ground.known]

    def _strike(self, name: str, arm: Arm, target: Unit) -> Strike:
        board = self.ground.board
        far = arm.range
        if arm.area is not None:
            far = arm.area.size + (arm.range if arm.area.shape == "blast" else 0)
        edge = 0
        if arm.knockback and within(board, target.hex, arm.knockback) & self.fight.book.lethal:
            edge = arm.knockback
        return Strike(name, arm, target, within(board, target.hex, far), self.price(arm), edge)

    def odds_from(self, arm: Arm, target: Unit, hex_: int) -> Odds20:
        """The dice against a target from a hex."""
        key = target.id, arm.kind, hex_
        if key not in self._odds:
            self._odds[key] = dice_against(self.fight, self.me, target, arm.kind, origin=hex_)
        return self._odds[key]

    def price(self, arm: Arm) -> float:
        """What the resonance of an action costs a Cantor; nothing where the band can build no further."""
        me = self.me
        if not arm.resonance or me.band >= OVERCHARGE or not is_cantor(self.fight, me):
            return 0.0
        return BAND * arm.resonance + (OVERCHARGED if me.band + arm.resonance >= OVERCHARGE else 0.0)

    def worth_by_net(self, strike: Strike, net: int) -> float:
        """What a strike is worth with these dice, its price and shoves over an edge aside."""
        if net not in strike.by_net:
            strike.by_net[net] = self._attack(strike.arm, strike.target, net)
        return strike.by_net[net]

    def _attack(self, arm: Arm, target: Unit, net: int) -> float:
        key = arm.id, target.id
        if key not in self._blows:
            self._blows[key] = blow_of(self.fight, arm, target)
        return attack_worth(self.fight, self.me, arm, target, net, self._blows[key])

    def net_from(self, strike: Strike, hex_: int) -> int | None:
        """The net dice from a hex; None where nothing can be hit from there."""
        if sight(self.fight, hex_, strike.target.hex) is None:
            return None
        return self.odds_from(strike.arm, strike.target, hex_).net

    @cached_property
    def _in_reach(self) -> int:
        """Every hex from which something is in range."""
        bits = 0
        for strike in self.strikes:
            bits |= strike.reach
        return bits

    def value_from(self, strike: Strike, hex_: int) -> float:
        """What a strike promises from a hex; 0 or less where it is out of the question."""
        if not strike.reach >> hex_ & 1:
            return 0.0
        net = self.net_from(strike, hex_)
        if net is None:
            return 0.0
        value = self.worth_by_net(strike, net)
        if strike.edge:
            value += self.edge_worth(strike.arm, strike.target, hex_, net)
        if strike.arm.area is not None:
            value -= self._friends_hit(strike, hex_, value)
        return value - strike.price

    def edge_worth(self, arm: Arm, target: Unit, source: int, net: int) -> float:
        """What it is worth that the shove of a hit may end over a lethal edge."""
        falls = over_edge(self.fight, source, target, arm.knockback, self.ground.taken & ~(1 << self.me.hex))
        if not falls:
            return 0.0
        chance = hit_chance(self.fight, self.me, target, arm.kind, net)
        return chance * falls * end_worth(self.fight, target)

    def _friends_hit(self, strike: Strike, hex_: int, value: float) -> float:
        """Allies that an area could hardly spare: those around oneself in a burst."""
        area = strike.arm.area
        if area is None or area.shape != "burst":
            return 0.0
        near = within(self.ground.board, hex_, area.size)
        return OWN_SIDE * value * sum([near >> ally.hex & 1 for ally in self.ground.allies])

    # What a hex promises

    def at(self, hex_: int) -> Prospect:
        """What a hex promises."""
        if not self._in_reach >> hex_ & 1:
            return NOTHING
        if hex_ not in self._at:
            self._at[hex_] = self._look_at(hex_)
        return self._at[hex_]

    @cached_property
    def _by_arm(self) -> list[list[tuple[float, Strike]]]:
        """The strikes of each arm, the best first, each with the most that it could promise anywhere."""
        found: dict[str, list[tuple[float, Strike]]] = {}
        for strike in self.strikes:
            # No hex gives more accuracy than another; at best there is no difficulty against it.
            odds = self.odds_from(strike.arm, strike.target, self.me.hex)
            net = sum([dice for _, dice, _ in odds.accuracy])
            most = math.inf if strike.edge else self.worth_by_net(strike, net) - strike.price
            found.setdefault(strike.arm.id, []).append((most, strike))
        return [sorted(strikes, key=lambda one: -one[0]) for strikes in found.values()]

    def _look_at(self, hex_: int) -> Prospect:
        quick: dict[str, float] = {}
        weapons: list[float] = []
        full = 0.0
        for strikes in self._by_arm:
            best = 0.0
            for most, strike in strikes:
                if most <= best:
                    break
                if strike.reach >> hex_ & 1:
                    best = max(best, self.value_from(strike, hex_))
            name = strikes[0][1].name
            if best <= 0:
                continue
            if strikes[0][1].arm.cost == "full":
                full = max(full, best)
                continue
            quick[name] = max(best, quick.get(name, 0.0))
            if name == "Skirmish":
                weapons.append(best)
        # A Barrage builds the band once, so that one of the two prices is paid for nothing.
        if len(weapons) > 1:
            once = BAND if self.me.band < OVERCHARGE else 0.0
            full = max(full, sum(sorted(weapons, reverse=True)[:2]) + once)
        return Prospect(quick, full)

    # Attacks on offer

    def shot(self, arm: Arm, target_id: str | None, hex_: int | None) -> float:
        """What an attack on offer is worth, on everybody that it is known to befall; its price is paid."""
        if arm.area is None:
            target = self.fight.state.units[target_id or ""]
            return self.on(arm, target) - self.price(arm)
        total = 0.0
        for other in in_area(self.fight, self.me, arm, hex_):
            if other.side == self.me.side:
                total -= OWN_SIDE * self._on_friend(arm, other)
            elif not other.hidden_from(self.me.side):
                total += self.on(arm, other)
        return total + self._on_markers(arm, hex_) - self.price(arm)

    def on(self, arm: Arm, target: Unit) -> float:
        """What an attack is worth on one hostile, from where the unit stands."""
        fight, me = self.fight, self.me
        net = self.odds_from(arm, target, me.hex).net
        value = self._attack(arm, target, net)
        if arm.knockback and within(self.ground.board, target.hex, arm.knockback) & fight.book.lethal:
            value += self.edge_worth(arm, target, me.hex, net)
        return value

    def _on_friend(self, arm: Arm, ally: Unit) -> float:
        net = self.odds_from(arm, ally, self.me.hex).net
        return self._attack(arm, ally, net)

    def _on_markers(self, arm: Arm, hex_: int | None) -> float:
        """The chance that an area holds a Hidden hostile, by its marker alone, at what a hit is worth."""
        assert arm.area is not None
        board, area = self.ground.board, arm.area
        if area.shape == "line":
            return 0.0
        held = within(board, self.me.hex if hex_ is None else hex_, area.size)
        total = 0.0
        for marker in self.ground.markers:
            may_be = self.ground.may_hide(marker)
            total += AT_A_MARKER * (may_be & held).bit_count() / may_be.bit_count()
        return total

    def would_hit(self, ally: Unit) -> bool:
        """Whether an ally has a hostile within a Move and its longest attack."""

        far = reach_of(self.fight, ally) + sheet_of(self.fight, ally).speed
        return any(hexes_between(self.fight, ally.hex, other.hex) <= far for other in self.ground.known)
