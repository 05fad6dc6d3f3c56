"""How good an option looks to the one who is asked. For bots; nothing here decides a rule."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from affray.kernel.requests import Option, Question, Ruling
from affray.systems.cantor import reactions, resonance
from affray.systems.cantor.accuracy import dice_against
from affray.systems.cantor.appraise_answers import answer_worths
from affray.systems.cantor.appraise_ground import Ground
from affray.systems.cantor.appraise_strikes import Prospect, Strikes
from affray.systems.cantor.appraise_worth import attack_worth, blow_of, menace, save_chance
from affray.systems.cantor.arms import BARE, Arm, arm_named, arm_of_weapon
from affray.systems.cantor.conditions import clearable
from affray.systems.cantor.legal import QUICKS, quicks_left
from affray.systems.cantor.resonance import OVERCHARGE
from affray.systems.cantor.state import Fight, Turn, Unit, sheet_of

EFFORT = 0.1
"""By how much more moving must promise than staying, so that nobody moves for nothing."""
NO_STRIKE = 1.5
A_STEP = 0.4
"""What it costs to stand where nothing can be struck, and each step of the way to the hostiles."""
THREAT = 0.12
"""What danger costs, by the HP that it is likely to take in a round."""
UNREADY = 0.3
"""What part of danger counts where nothing can be struck, so that nobody is kept from closing in."""
SPARE = 0.4
"""What a Bolster or a Lock On is worth that serves a later attack."""
STANDING = 1.0
BONDED = 5.0
"""What the Oath and its token are worth, besides the end of the Fracture."""
BAND_RELIEF = 0.5
STRESS = 1.5
"""What a point of Stress is worth."""
HARM = {
    "Granite": 1.5,
    "Carnelian": 1.0,
    "Pyrite": 1.5,
    "Malachite": 2.0,
    "Lapis": 1.5,
    "Obsidian": 3.0,
    "Quartz": 4.0,
}
"""What a manifest Fracture costs, by stone, in HP a turn."""
NEVER = -5.0
FOLLY = -10.0


def appraise(fight: Fight, question: Question) -> list[float]:
    """A value per option, higher is better, from what the asked seat may know."""
    if isinstance(question, Ruling):
        return [1.0 if option.id == question.default else 0.0 for option in question.options]
    me = fight.state.units.get(question.seat)
    if me is None:
        return [0.0] * len(question.options)
    turn = fight.state.turn
    if turn is not None and turn.unit == me.id and question.kind in ("turn", "go on"):
        look = Look(fight, me, turn, question)
        return [look.value(option) for option in question.options]
    return answer_worths(fight, me, question)


class Look:
    """What one seat makes of its turn. A value is what the rest of the turn promises, in HP."""

    def __init__(self, fight: Fight, me: Unit, turn: Turn, question: Question) -> None:
        self.fight = fight
        self.me = me
        self.question = question
        self.ground = Ground(fight, me)
        self.strikes = Strikes(fight, me, self.ground)
        self.used = frozenset(turn.quicks)
        self.quicks = quicks_left(turn)
        self._standing: dict[int, float] = {}
        self._after: dict[tuple[int, frozenset[str]], float] = {}

    def value(self, option: Option) -> float:
        """How good something to do looks."""
        value = _VALUES.get(option.kind)
        return NEVER if value is None else value(self, *option.args)

    # What is left for later

    @cached_property
    def _walks(self) -> list[tuple[Prospect, float]]:
        """Where a Move that is left can lead: what each hex promises, and how much better it is than this."""
        hexes = [option.args[0] for option in self.question.options if option.kind == "move"]
        here = self.standing(self.me.hex) + EFFORT + (self.watched if hexes else 0.0)
        return [(self.strikes.at(hex_), self.standing(hex_) - here) for hex_ in hexes]

    def promise(self, hex_: int, quicks: int, used: frozenset[str]) -> float:
        """What a hex promises to one that stays there."""
        return self.strikes.at(hex_).of(quicks, used)

    def standing(self, hex_: int) -> float:
        """How good a hex is to stand on, besides what can be struck from it at once."""
        if hex_ not in self._standing:
            prospect = self.strikes.at(hex_)
            cost = THREAT * self.ground.danger(hex_)
            if not prospect.quick and not prospect.full:
                cost = UNREADY * cost + NO_STRIKE + A_STEP * self.ground.steps(hex_)
            self._standing[hex_] = -cost
        return self._standing[hex_]

    @cached_property
    def watched(self) -> float:
        """What Overwatch is likely to take from one that begins to move here."""
        fight, me = self.fight, self.me
        total = 0.0
        for other in reactions.watchers(fight, me):
            if not other.hidden_from(me.side):
                arms = [
                    arm_of_weapon(fight.book.weapons[option.args[0]])
                    for option in reactions.watch_options(fight, other, me)
                ]
                total += max(
                    [
                        attack_worth(
                            fight,
                            other,
                            arm,
                            me,
                            dice_against(fight, other, me, arm.kind).net,
                            blow_of(fight, arm, me),
                        )
                        for arm in arms
                    ]
                )
        return total

    def walk_to(self, hex_: int, quicks: int, used: frozenset[str]) -> float:
        """What the rest of the turn is worth from another hex, against staying where it is."""
        gain = self.standing(hex_) - self.standing(self.me.hex)
        return self.promise(hex_, quicks, used) + gain - EFFORT

    def after(self, cost: int, name: str = "") -> float:
        """What is left of the turn once something is done here: strikes, and a Move if there is one."""
        quicks, used = self.quicks - cost, self.used | {name}
        key = quicks, used
        if key not in self._after:
            best = self.promise(self.me.hex, quicks, used)
            walks = [prospect.of(quicks, used) + gain for prospect, gain in self._walks]
            self._after[key] = max([best, *walks])
        return self._after[key]

    # Attacks

    def skirmish(self, weapon: str, target: str | None, hex_: int | None) -> float:
        """One weapon."""
        value = self.strikes.shot(arm_named(self.fight, self.me, weapon), target, hex_)
        return NEVER if value <= 0 else value + self.after(1, "Skirmish")

    def barrage(self, weapon: str, target: str | None, hex_: int | None) -> float:
        """Two weapons: this one, and the best that the other promises from here. The band builds once."""
        first = self.strikes.shot(arm_named(self.fight, self.me, weapon), target, hex_)
        second = max(
            [
                self.strikes.value_from(strike, self.me.hex) + strike.price
                for strike in self.strikes.strikes
                if strike.name == "Skirmish" and strike.arm.id != weapon
            ],
            default=0.0,
        )
        return NEVER if first <= 0 or second <= 0 else first + second + self.after(QUICKS)

    def art(self, art_id: str, target: str | None, hex_: int | None) -> float:
        """A tech or sonic action."""
        return self._once(arm_named(self.fight, self.me, art_id), target, hex_)

    def bare(self, arm_id: str, target: str) -> float:
        """What needs no weapon."""
        return self._once(BARE[arm_id], target, None)

    def _once(self, arm: Arm, target: str | None, hex_: int | None) -> float:
        """One attack with an arm that cannot be used twice a turn, and what its cost leaves for later."""
        value = self.strikes.shot(arm, target, hex_)
        if value <= 0:
            return NEVER
        return value + (self.after(QUICKS) if arm.cost == "full" else self.after(1, arm.name))

    # Movement

    def move(self, hex_: int) -> float:
        """The Move."""
        return self.walk_to(hex_, self.quicks, self.used) - self.watched

    def boost(self, hex_: int) -> float:
        """A Boost, which takes a Quick action."""
        return self.walk_to(hex_, self.quicks - 1, self.used | {"Boost"}) - self.watched - EFFORT

    def go_on(self, hex_: int) -> float:
        """On with a movement that was interrupted; Overwatch has been."""
        return self.walk_to(hex_, self.quicks, self.used)

    def stop(self) -> float:
        """No further."""
        return self.promise(self.me.hex, self.quicks, self.used)

    def stand(self) -> float:
        """Up, before anything else."""
        return STANDING + self.promise(self.me.hex, self.quicks, self.used)

    # One click

    def lock_on(self, target_id: str) -> float:
        """For the next attack: one's own of this turn, if there is one; else an ally's."""
        return self._aid(self.fight.state.units[target_id], "Lock On") - self.strikes.price(BARE["ram"])

    def bolster(self, ally_id: str) -> float:
        """Oneself before an attack of this turn; or an ally that has a hostile in reach."""
        ally = self.fight.state.units[ally_id]
        if ally_id == self.me.id:
            return self._aid(None, "Bolster")
        if not self.strikes.would_hit(ally):
            return NEVER
        return SPARE + 0.02 * menace(self.fight, ally) + self.after(1, "Bolster")

    def _aid(self, target: Unit | None, name: str) -> float:
        """A die for the best Skirmish from here, or for somebody's later attack."""
        strikes, here = self.strikes, self.me.hex
        gain = 0.0
        for strike in strikes.strikes if self.quicks > 1 and "Skirmish" not in self.used else ():
            if strike.name == "Skirmish" and (target is None or strike.target is target):
                net = strikes.net_from(strike, here) if strike.reach >> here & 1 else None
                if net is not None:
                    better = strikes.worth_by_net(strike, net + 1) - strikes.worth_by_net(strike, net)
                    gain = max(gain, better)
        if target is None:
            later = SPARE if self.ground.steps(here) <= 2 * sheet_of(self.fight, self.me).speed else 0.0
        else:
            later = SPARE if any(strikes.would_hit(ally) for ally in self.ground.allies) else 0.0
        value = max(gain, 0.5 * later)
        return NEVER if value <= 0 else value + self.after(1, name)

    def hide(self) -> float:
        """Where there is nothing better to do."""
        return 0.1 + 0.5 * THREAT * self.ground.danger(self.me.hex)

    def stabilize(self) -> float:
        """With much Burn, or a condition that cripples past this turn."""
        me = self.me
        burning = min(me.hp, me.burn) * (1.0 - save_chance(self.fight, me)) * 1.6
        lasting = {one.name for one in me.conditions if one.cause != "timed" or one.until > me.turns_begun}
        clears = [_CLEARED.get(name, 0.0) for name in clearable(me) if name in lasting]
        return burning + max(clears, default=0.0)

    def escape(self) -> float:
        """Out of a grapple, the sooner where nothing can be struck."""
        here = self.strikes.at(self.me.hex)
        return (0.2 if here.quick or here.full else 1.5) + self.after(1, "Escape")

    def release(self) -> float:
        """A hold on one that cannot be struck is let go of."""
        here = self.strikes.at(self.me.hex)
        return NEVER if here.quick or here.full else 0.5

    # Resonance

    @cached_property
    def _harm(self) -> float:
        return HARM.get(sheet_of(self.fight, self.me).stone or "", 0.0)

    def cooldown(self) -> float:
        """Where a Fracture is at hand and would hurt, while it is cheap; never with the last Stress."""
        me = self.me
        cost = resonance.cooldown_cost(me)
        if me.stress - cost <= 0:
            return FOLLY
        if me.band < OVERCHARGE - 1 or (me.band < OVERCHARGE and cost):
            return NEVER
        gain = BAND_RELIEF * min(me.band, 2) + (self._harm if me.band >= OVERCHARGE else 0.0)
        return gain - STRESS * cost + self.after(1, "Cooldown")

    def bond(self) -> float:
        """The Oath."""
        return BONDED + self._harm + self.after(QUICKS)

    def token(self, ally_id: str) -> float:
        """To an ally that is about to attack; it is free."""
        ally = self.fight.state.units[ally_id]
        if not self.strikes.would_hit(ally):
            return NEVER
        ready = 0.2 if ally.acted < sheet_of(self.fight, ally).activations else 0.0
        return SPARE + ready + 0.02 * menace(self.fight, ally) + self.after(0)

    def end(self) -> float:
        """Nothing more."""
        return 0.0


_CLEARED = {
    "Stunned": 2.0,
    "Jammed": 2.0,
    "Immobilized": 1.0,
    "Exposed": 1.5,
    "Impaired": 0.6,
    "Lock On": 0.4,
}
"""What it is worth to be rid of a condition."""

_VALUES: dict[str, Callable[..., Any]] = {
    "skirmish": Look.skirmish,
    "barrage": Look.barrage,
    "art": Look.art,
    "improvised": lambda look, target: look.bare("improvised", target),
    "ram": lambda look, target: look.bare("ram", target),
    "lock-on": Look.lock_on,
    "move": Look.move,
    "boost": Look.boost,
    "on": Look.go_on,
    "stop": Look.stop,
    "stand": Look.stand,
    "bolster": Look.bolster,
    "hide": Look.hide,
    "stabilize": Look.stabilize,
    "escape": Look.escape,
    "release": Look.release,
    "cooldown": Look.cooldown,
    "bond-move": Look.bond,
    "token": Look.token,
    "end": Look.end,
}
"""What is done in a turn by bots; the rest (Grapple, Disengage, a Brace ahead of need) they leave."""
