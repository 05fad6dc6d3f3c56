"""How good an option looks to the one who is asked. For bots; nothing here decides a rule."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from affray.board.sight import line_of_sight
from affray.board.squares import bits_of, facing_toward
from affray.kernel.requests import Option, Question, Ruling
from affray.systems.pace import interactions
from affray.systems.pace.appraise_answers import answer_worths, is_hostile
from affray.systems.pace.attack import attack_stance, defence_stance
from affray.systems.pace.book import Grant, Harm, Hold, Mend, Raise, Shift, Slow, Spell, Weapon, dice_of
from affray.systems.pace.events.applying import AP_MAX
from affray.systems.pace.facing import faces, in_front
from affray.systems.pace.legal import task_of
from affray.systems.pace.objects import dc_of_object, resistance_of_object
from affray.systems.pace.points import COST
from affray.systems.pace.prospects import (
    ANSWERED,
    Strike,
    attack_worth,
    best_way,
    hit_chances,
    hold_worth,
    loss_by_hit,
    loss_of,
    maneuver_worth,
    save_chance,
    slow_worth,
    spell_chance,
    spell_worth,
    strikes,
    task_worth,
)
from affray.systems.pace.rolls import damage_dice, score_of
from affray.systems.pace.state import Character, Fight, foes, sheet_of
from affray.systems.pace.surroundings import NOWHERE, Surroundings, could_reach
from affray.systems.pace.targets import paces_between
from affray.systems.pace.wielding import attack_cost, free_hands, gear_of, weapon_in_hand, weapons_in_hand

KEPT = 0.3
"""What an AP kept is worth in HP, of those that can be kept."""
KEPT_MAX = 2
GUARD = 0.8
"""What it is worth that the last AP is left for an answer, where a Move would take it."""
EFFORT = 0.1
"""By how much more walking must promise than staying, so that nobody walks for nothing."""
NO_STRIKE = 1.5
A_STEP = 0.3
"""What it costs to stand where nothing can be struck, and each step of the way to the foes."""
THREAT = 0.6
"""What it costs to stand on a square that a foe threatens."""
BARRIER = 1.5
"""What it is worth to get something out of the way to the foes."""
NEVER = -5.0
FOLLY = -10.0


def appraise(fight: Fight, question: Question) -> list[float]:
    """A value per option, higher is better, from what the asked seat may know."""
    if isinstance(question, Ruling):
        return [1.0 if option.id == question.default else 0.0 for option in question.options]
    me = fight.state.characters.get(question.seat)
    if me is None:
        return [0.0] * len(question.options)
    if question.kind == "turn":
        look = _Look(fight, me, question)
        return [look.value(option) for option in question.options]
    return answer_worths(fight, me, question)


class _Look:
    """What one seat makes of its turn. A value is what the rest of the turn promises, in HP."""

    def __init__(self, fight: Fight, me: Character, question: Question) -> None:
        self.fight = fight
        self.me = me
        self.question = question
        self.around = Surroundings(fight, me)
        self.board = self.around.board
        self._worths: dict[tuple[str, str], float] = {}

    def value(self, option: Option) -> float:
        """How good something to do in a turn looks."""
        value = _VALUES.get(option.kind)
        return NEVER if value is None else value(self, *option.args)

    # What is left for later

    @cached_property
    def strikes(self) -> list[Strike]:
        """Everything that promises something, the best first."""
        return strikes(self.fight, self.me)

    @cached_property
    def _foes(self) -> dict[str, Character]:
        return {foe.id: foe for foe in self.around.foes}

    def promise(self, square: int, ap: int, sure: bool = True) -> float:
        """What the best strike from a square promises with so many AP; 0 where there is none.

        Unless it must be `sure`, whatever is in range is taken to be in sight.
        """
        best = 0.0
        if not self._in_reach >> square & 1:
            return best
        for strike in self.strikes:
            times = ap // strike.cost
            # Looked at in the order of what they cost: most are out of the question at once.
            if strike.behind * times <= best or not strike.reach >> square & 1:
                continue
            total = times * (strike.front if self.is_seen(strike, square) else strike.behind)
            if total > best and (not sure or line_of_sight(self.board, square, strike.square)):
                best = total
        return best

    @cached_property
    def _in_reach(self) -> int:
        """Every square from which something is in range."""
        bits = 0
        for strike in self.strikes:
            bits |= strike.reach
        return bits

    def can_strike(self, square: int, sure: bool = True) -> bool:
        """Whether there is anything to strike from a square, were there AP enough."""
        return bool(self._in_reach >> square & 1) and self.promise(square, AP_MAX, sure) > 0

    def is_seen(self, strike: Strike, square: int) -> bool:
        """Whether the target of a strike faces a square, where that matters."""
        if strike.front == strike.behind:
            return False
        foe = self._foes.get(strike.target or "")
        return foe is not None and in_front(self.board, foe.square, foe.facing, square)

    def kept(self, ap: int) -> float:
        """What AP are worth that are kept: a little each, and more the last one, for an answer."""
        return KEPT * min(KEPT_MAX, ap) + (self.guard if ap else 0.0)

    @cached_property
    def guard(self) -> float:
        """What a Block against a foe that is faced spares, shared among all that could attack.

        Nobody is kept from closing in by it.
        """
        near = self.around.near
        if not self.can_strike(self.me.square):
            return GUARD
        spared = [self._spared(foe) for foe in near if faces(self.fight, self.me, foe.square)]
        return max(spared, default=0.0) / max(1, len(near))

    def _spared(self, foe: Character) -> float:
        fight, me = self.fight, self.me
        blocks = [dice_of(weapon.damage) for _, weapon in weapons_in_hand(fight, me)]
        best = 0.0
        for _, weapon in weapons_in_hand(fight, foe):
            hit = sum(hit_chances(attack_stance(fight, foe, weapon), defence_stance(fight, me, weapon)))
            taken = loss_by_hit(fight, foe, weapon, me, False).mean
            less = min(
                [loss_by_hit(fight, foe, weapon, me, False, block).mean for block in blocks] or [taken]
            )
            best = max(best, hit * (taken - less))
        return best

    def after(self, ap: int) -> float:
        """What the rest of the turn is worth from here with so many AP."""
        return max(self.promise(self.me.square, ap), self.kept(ap))

    # Attacks

    def attack(self, item: str, target_id: str, maneuver: str | None) -> float:
        """An attack on a foe; one that could answer it spoils a part."""
        fight, me = self.fight, self.me
        target, weapon = fight.state.characters[target_id], weapon_in_hand(fight, me, item)
        if target.side == me.side or weapon is None:
            return FOLLY
        value = self.worth_of(weapon, target)
        if target.ap and faces(fight, target, me.square):
            value *= ANSWERED
        if maneuver is not None:
            chances = hit_chances(attack_stance(fight, me, weapon), defence_stance(fight, target, weapon))
            value += sum(chances) * maneuver_worth(fight, me, target, maneuver)
        if value <= 0:
            return NEVER
        return value + self.after(me.ap - attack_cost(fight, me, weapon))

    def worth_of(self, weapon: Weapon, target: Character) -> float:
        """What an attack is worth that nobody answers."""
        key = weapon.id, target.id
        if key not in self._worths:
            self._worths[key] = attack_worth(self.fight, self.me, weapon, target)
        return self._worths[key]

    def batter(self, item: str, object_id: str) -> float:
        """Only what is in the way to the foes is worth breaking."""
        fight, me = self.fight, self.me
        thing, weapon = fight.state.objects[object_id], weapon_in_hand(fight, me, item)
        if weapon is None or not thing.blocks or not thing.hp or not self.around.on_the_way(thing.square):
            return NEVER
        dr = min([resistance_of_object(fight, object_id, type_) for type_ in weapon.types])
        score = score_of(fight, me, weapon.ability)
        loss = loss_of(damage_dice(weapon.damage, False), score, (), dr, thing.hp)
        dc = dc_of_object(paces_between(fight, me.square, thing.square))
        done = save_chance(attack_stance(fight, me, weapon), dc) * loss.mean / thing.hp
        return NEVER if done == 0 else BARRIER + done + self.after(me.ap - attack_cost(fight, me, weapon))

    # Movement

    @cached_property
    def _staying(self) -> float:
        return self.after(self.me.ap)

    @cached_property
    def _steps(self) -> dict[int, int]:
        """The steps to the foes from every square on offer, and from here."""
        squares = [option.args[0] for option in self.question.options if option.kind in WALKS]
        return self.around.steps_of(bits_of({self.me.square, *squares}))

    def standing(self, square: int, sure: bool = True) -> float:
        """How good a square is to stand on, besides what can be struck from it at once."""
        cost = THREAT * self.around.danger(square)
        if not self.can_strike(square, sure):
            cost += NO_STRIKE + A_STEP * self._steps.get(square, NOWHERE)
        return -cost

    @cached_property
    def _standing_here(self) -> float:
        return self.standing(self.me.square)

    def walk_to(self, square: int, ap: int) -> float:
        """What the rest of the turn is worth from another square; sight is looked for where it matters."""
        kept = KEPT * min(KEPT_MAX, ap) + (GUARD if ap else 0.0)
        stay = self._staying
        for sure in (False, True):
            whole = max(self.promise(square, ap, sure), kept) - EFFORT
            whole += self.standing(square, sure) - self._standing_here
            if whole <= stay:
                break
        return whole

    def walk(self, square: int) -> float:
        """On with a walk that is paid for, or that is free."""
        return self.walk_to(square, self.me.ap)

    def move(self, square: int) -> float:
        """A Move, which takes an AP."""
        return self.walk_to(square, self.me.ap - COST) - EFFORT

    def face(self, facing: int) -> float:
        """The end of a Move, with a facing: it costs nothing."""
        return self.after(self.me.ap) + 4 * EFFORT + self.around.facing_worth(self.me.square, facing)

    def pivot(self, facing: int) -> float:
        """In one's own turn toward the nearest foe, when none is faced, and with an AP left to answer."""
        me, around = self.me, self.around
        if (
            me.ap < KEPT_MAX
            or around.steps == NOWHERE
            or any(faces(self.fight, me, foe.square) for foe in around.near)
        ):
            return NEVER
        nearest = min(around.near, key=self._apart, default=None)
        if nearest is None or facing != facing_toward(self.board, me.square, nearest.square):
            return NEVER
        return self.kept(me.ap - 1) + GUARD

    # Spells

    def cast(self, spell_id: str, target_id: str | None) -> float:
        """A spell, by what it does."""
        spell = self.fight.book.spells[spell_id]
        target = None if target_id is None else self.fight.state.characters[target_id]
        if target is not None and (target.side != self.me.side) != is_hostile(spell):
            return FOLLY
        value = self._stone(spell) if target is None else self._spell(spell, target)
        return NEVER if value <= 0 else value + self.after(self.me.ap - spell.ap)

    def _spell(self, spell: Spell, target: Character) -> float:
        fight, me = self.fight, self.me
        chance = spell_chance(fight, me, spell, target)
        match spell.effect:
            case Harm():
                also = min(spell.targets, len(self._within(spell))) - 1
                return spell_worth(fight, me, spell, target) * (1.0 + 0.6 * max(0, also))
            case Mend(dice=dice, score=score):
                return self._mending(target, dice, 0 if score is None else score_of(fight, me, score))
            case Grant(on=on):
                return 0.0 if target.edges.get(on) or not self._fights(target) else 0.8 * chance
            case Hold():
                return chance * hold_worth(me, target)
            case Slow():
                return chance * slow_worth(fight, target)
            case Shift(paces=paces):
                return chance * max(0.0, best_way(fight, me, target, paces))
        return 0.0

    def _fights(self, character: Character) -> bool:
        """Whether it is likely to attack or to be attacked soon: a foe of its own is near."""
        square = character.square
        return any(could_reach(self.fight, foe, square) for foe in foes(self.fight, character))

    def _within(self, spell: Spell) -> list[Character]:
        return [foe for foe in self.around.foes if self._apart(foe) <= spell.range]

    def _mending(self, target: Character, dice: str, score: int) -> float:
        """HP that come back, worth more the fewer there are."""
        whole = sheet_of(self.fight, target).hp
        gained = (
            loss_of(dice_of(dice), score, (), 0, max(0, whole - target.hp)).mean if target.hp < whole else 0.0
        )
        return gained * (0.3 + 1.2 * (1.0 - target.hp / whole))

    def _stone(self, spell: Spell) -> float:
        """Stone under a foe: 1d6 and a step away. Other ground is left to people."""
        if not isinstance(spell.effect, Raise) or spell.effect.ground != "blocking":
            return 0.0
        seen = [foe for foe in self._within(spell) if line_of_sight(self.board, self.me.square, foe.square)]
        return spell_chance(self.fight, self.me, spell, None) * 3.0 if seen else 0.0

    # Interactions

    def door(self, object_id: str) -> float:
        """A door on the way to the foes; others stay as they are."""
        thing = self.fight.state.objects[object_id]
        locked = thing.door == "locked"
        if not thing.blocks or not self.around.on_the_way(thing.square):
            return NEVER
        return BARRIER + 1.0 + self.after(self.me.ap - COST if locked else self.me.ap)

    def do(self, object_id: str, task_id: str) -> float:
        """A task that brings the end of the scene nearer."""
        task = task_of(self.fight, object_id, task_id)
        value = task_worth(self.fight, self.me, task)
        return NEVER if value == 0 else value + self.after(self.me.ap - task.ap)

    def escape(self, source_id: str) -> float:
        """Out of a hold that keeps it from every foe."""
        if self.can_strike(self.me.square):
            return NEVER
        return BARRIER + self.after(self.me.ap - 1)

    def swap(self, away: str | None, drawn: str | None) -> float:
        """Another weapon, if it is much better; nothing is put away for nothing."""
        return NEVER if drawn is None else self._rearmed(drawn, away, 1)

    def pick_up(self, item_id: str) -> float:
        """A weapon that lies there, if it comes to hand."""
        item = self.fight.state.items[item_id]
        if free_hands(self.fight, self.me) < gear_of(self.fight, item).hands:
            return NEVER
        return self._rearmed(item_id, None, interactions.pick_up_cost(self.fight, item))

    def _rearmed(self, item_id: str, away: str | None, cost: int) -> float:
        """A change of weapons: by so much better that it cannot go to and fro."""
        gear = gear_of(self.fight, self.fight.state.items[item_id])
        if not isinstance(gear, Weapon):
            return NEVER
        held = weapons_in_hand(self.fight, self.me)
        now = self._armed([weapon for _, weapon in held])
        then = self._armed([gear, *[weapon for id_, weapon in held if id_ != away]])
        if then < 1.35 * now + 0.5:
            return NEVER
        left = self.me.ap - cost
        near = any(self._apart(foe) <= gear.range for foe in self.around.foes)
        return then - now + (then * left if near else self.kept(left))

    def _apart(self, foe: Character) -> int:
        return paces_between(self.fight, self.me.square, foe.square)

    def _armed(self, weapons: list[Weapon]) -> float:
        """What an AP with the best of these weapons promises against the foe it suits best."""
        values = [
            self.worth_of(weapon, foe) / attack_cost(self.fight, self.me, weapon)
            for weapon in weapons
            for foe in self.around.foes
        ]
        return max(values, default=0.0)

    # The end

    def wait(self) -> float:
        """The AP and the Advantage of a Wait are better than nothing."""
        return self.kept(self.me.ap + 1) + EFFORT

    def end(self) -> float:
        """What is kept."""
        return self.kept(self.me.ap)


WALKS = ("free", "move", "walk")

_VALUES: dict[str, Callable[..., Any]] = {
    "attack": _Look.attack,
    "batter": _Look.batter,
    "free": _Look.walk,
    "walk": _Look.walk,
    "move": _Look.move,
    "face": _Look.face,
    "pivot": _Look.pivot,
    "cast": _Look.cast,
    "open": _Look.door,
    "unlock": _Look.door,
    "do": _Look.do,
    "escape": _Look.escape,
    "swap": _Look.swap,
    "pick-up": _Look.pick_up,
    "wait": _Look.wait,
    "end": _Look.end,
}
"""What is done in a turn by bots; the rest (words, letting go, closing doors) they leave."""
