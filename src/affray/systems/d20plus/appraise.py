"""How good an option looks to the one who is asked. For bots; nothing here decides a rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property

from affray.kernel.requests import Option, Question, Ruling
from affray.systems.d20plus.attack import (
    DEFAULT_TRAIT,
    attack_hand,
    attack_stance,
    cover_penalty,
    defence_hand,
    defence_stance,
    in_reach,
    trait_against,
)
from affray.systems.d20plus.augments import Stance, bring_default
from affray.systems.d20plus.book import (
    DISTANCES,
    TRAITS,
    Exertion,
    Hex,
    Mend,
    Naming,
    Quarry,
    Shove,
    Topple,
    Ward,
    Weapon,
)
from affray.systems.d20plus.reactions import may_react
from affray.systems.d20plus.scores import skill_of_attack, skill_score, trait_of, trait_value
from affray.systems.d20plus.setting import distance
from affray.systems.d20plus.state import Fight, Persona, foes, sheet_of
from affray.systems.d20plus.wounds import increment_against

_SPREAD = 8.0
"""About one standard deviation of the margin of two d20 and a few dice."""


def appraise(fight: Fight, question: Question) -> list[float]:
    """A value per option, higher is better, from what the asked seat may know."""
    if isinstance(question, Ruling):
        return [1.0 if option.id == question.default else 0.0 for option in question.options]
    persona = fight.state.personas.get(question.seat)
    if persona is None:
        return [0.0] * len(question.options)
    look = _Look(fight, persona)
    if question.kind == "turn":
        return [look.turn_value(option) for option in question.options]
    return [look.value(question.kind, question.args, option) for option in question.options]


class _Look:
    """What one seat makes of the fight as it stands. Whatever several options share is worked out once."""

    def __init__(self, fight: Fight, persona: Persona) -> None:
        self.fight = fight
        self.persona = persona
        self._attacks: dict[str, float] = {}
        self._defences: dict[tuple[str, str, str], float] = {}
        self._foes: dict[str, tuple[int, int]] = {}

    def value(self, kind: str, args: tuple[object, ...], option: Option) -> float:
        """How good this answer looks."""
        if kind == "lane":
            return 1.0 if option.id == self.best_lane else 0.0
        if kind == "split":
            wants_actions = self.can_strike and not self.persona.prone
            return 1.0 if (option.id == "2-actions") == wants_actions else 0.0
        if kind == "dice":
            return float(len(option.args)) if option.kind == "dice" else float(option.id == "keep")
        if kind == "reaction interception":
            return self._interception_value(str(args[2])) if option.id == "yes" else 0.0
        if kind.startswith("reaction"):
            return 0.0 if option.id == "no" else 1.0 + self._counter_value(args, option)
        return 0.0

    # Strikes

    @cached_property
    def visible(self) -> list[Persona]:
        """Foes that can be seen."""
        return [foe for foe in foes(self.fight, self.persona) if not foe.concealed_from(self.persona)]

    def strikes(self) -> Iterator[tuple[str, Persona]]:
        """Weapon and foe of every strike that reaches from here and can wound, in the order of the sheet."""
        for id_ in sheet_of(self.fight, self.persona).weapons:
            weapon = self.fight.book.weapons[id_]
            for foe in self.visible:
                if self._promises(weapon, foe):
                    yield id_, foe

    def _promises(self, weapon: Weapon, foe: Persona) -> bool:
        wounds = trait_value(self.fight, foe, _resisting(weapon)) > 0
        return wounds and in_reach(self.fight, weapon, self.persona, foe)

    @cached_property
    def can_strike(self) -> bool:
        """Whether there is any such strike."""
        return any(True for _ in self.strikes())

    def strike_worth(self, weapon_id: str, foe_id: str) -> float:
        """What a strike is worth; 0 where it does not reach from here or cannot wound."""
        foe = self.fight.state.personas.get(foe_id)
        if foe is None or not self._promises(self.fight.book.weapons[weapon_id], foe):
            return 0.0
        return self._strike_value(weapon_id, foe)

    @cached_property
    def best_lane(self) -> str:
        """The lane of the best strike."""
        best = max(self.strikes(), key=lambda strike: self._strike_value(*strike), default=None)
        return "Mid" if best is None else self.fight.book.weapons[best[0]].lane

    def expected_wounds(self, weapon_id: str, target: Persona) -> float:
        """A quick estimate of the wounds of a strike with default dice, from the mean margin."""
        weapon = self.fight.book.weapons[weapon_id]
        trait = _resisting(weapon)
        value = trait_value(self.fight, target, trait)
        if value == 0:
            return 0.0
        cover = cover_penalty(self.fight, weapon, target, trait)
        margin = self._attack_mean(weapon_id) - cover - self._defence_mean(target, weapon_id, trait)
        increment, _ = self._known(target)
        hit: float = 1.0 / (1.0 + 2.0 ** (-margin / (_SPREAD / 2)))
        return min(hit * (1.0 + max(0.0, margin + _SPREAD / 2) / increment), float(value))

    def _attack_mean(self, weapon_id: str) -> float:
        if weapon_id not in self._attacks:
            self._attacks[weapon_id] = self._mean_of_attack(self.fight.book.weapons[weapon_id])
        return self._attacks[weapon_id]

    def _mean_of_attack(self, weapon: Weapon) -> float:
        fight, persona = self.fight, self.persona

        def work() -> float:
            brought = bring_default(attack_hand(fight, persona, weapon, None))
            return _mean(attack_stance(fight, persona, weapon, brought))

        return self._kept(persona, trait_of(skill_of_attack(weapon)), ("attack", weapon.id), work)

    def _defence_mean(self, target: Persona, weapon_id: str, trait: str) -> float:
        weapon = self.fight.book.weapons[weapon_id]
        key = (target.id, trait, weapon.nature)
        if key not in self._defences:
            self._defences[key] = self._mean_of_defence(target, weapon, trait)
        return self._defences[key]

    def _mean_of_defence(self, target: Persona, weapon: Weapon, trait: str) -> float:
        fight = self.fight

        def work() -> float:
            brought = bring_default(defence_hand(fight, target, weapon, trait, (), tad=False))
            return _mean(defence_stance(fight, target, trait, brought))

        return self._kept(target, trait, ("defence", trait, weapon.nature), work)

    def _kept(self, roller: Persona, trait: str, about: tuple[str, ...], work: Callable[[], float]) -> float:
        """The mean of a roll with this Trait behind it, worked out once in a fight.

        It follows from the sheet, the Trait, and the dice that come and go: the TAD and what is lent.
        """
        known = self.fight.book.worked_out
        passing = (0 if roller.tad is None else roller.tad.size, *[lent.die for lent in roller.lent])
        key = ("mean", roller.sheet, trait_value(self.fight, roller, trait), passing, about)
        if key not in known:
            known[key] = work()
        mean: float = known[key]
        return mean

    def _strike_value(self, weapon: str, foe: Persona) -> float:
        """Wounds, worth more on a track that is nearly at its end."""
        _, whole = self._known(foe)
        return self.expected_wounds(weapon, foe) * (1.0 + 4.0 / (1.0 + whole))

    def _known(self, foe: Persona) -> tuple[int, int]:
        """The increment against a foe, and the sum of its Traits."""
        known = self._foes.get(foe.id)
        if known is None:
            increment, _, _ = increment_against(self.fight, self.persona, foe)
            whole = sum([trait_value(self.fight, foe, trait) for trait in TRAITS])
            known = self._foes[foe.id] = increment, whole
        return known

    # Everything else of a turn

    def turn_value(self, option: Option) -> float:
        """How good something to do in a turn looks."""
        value = _TURN_VALUES.get(option.kind, 0.0)
        return value if isinstance(value, float) else value(self, *option.args)

    def _strike_turn_value(self, weapon: str, foe: str) -> float:
        return 1.0 + self.strike_worth(weapon, foe)

    def _setup_value(self, skill: str, ally: str | None) -> float:
        """A Setup for oneself with nothing banked yet is the usual second Action; the best Skill for it."""
        if ally is not None or self.persona.tad is not None:
            return 0.05
        return 0.3 + skill_score(self.fight, self.persona, skill) / 100.0

    def _cover_value(self, cover: str) -> float:
        return 0.35 if self.persona.cover is None else 0.0

    def _use_value(self, ability_id: str, target: str | None) -> float:
        ability = self.fight.book.abilities[ability_id]
        cheap = 0.5 if ability.cost == "beat" else 0.0
        match ability.effect:
            case Quarry() | Naming() | Hex():
                return 1.2 + cheap
            case Ward() | Exertion():
                return 0.7 + cheap
            case Mend(trait=trait):
                healed = self.fight.state.personas[target or self.persona.id]
                return 2.0 if trait_value(self.fight, healed, trait) <= 1 else 0.5
            case Topple() | Shove():
                return 0.7
        return 0.0

    def _approach_value(self, zone: str) -> float:
        """Worth it when nothing is in reach from here and a foe would be nearer there."""
        if self.can_strike:
            return 0.0
        return 0.5 if self._nearest_from(zone) < self._nearest_from(self.persona.zone) else 0.05

    def _nearest_from(self, zone: str) -> int:
        apart = [distance(self.fight.book, zone, foe.zone) for foe in self.visible]
        return min([DISTANCES.index(category) for category in apart], default=0)

    # Out of turn

    def _interception_value(self, target_id: str) -> float:
        target = self.fight.state.personas.get(target_id)
        if target is None or not may_react(self.fight, self.persona):
            return -1.0
        mine, its = (trait_value(self.fight, one, "Body") for one in (self.persona, target))
        return float(mine - its) - 0.5

    def _counter_value(self, args: tuple[object, ...], option: Option) -> float:
        if option.kind != "strike" or len(args) < 2:
            return 0.0
        foe = self.fight.state.personas.get(str(args[1]))
        return 0.0 if foe is None else self.expected_wounds(option.args[0], foe)


_TURN_VALUES: dict[str, float | Callable[..., float]] = {
    "strike": _Look._strike_turn_value,
    "use": _Look._use_value,
    "setup": _Look._setup_value,
    "locate": 0.6,
    "ready": 0.6,
    "stand": 0.8,
    "move": _Look._approach_value,
    "cover": _Look._cover_value,
    "end": 0.1,
}
"""What is not named here is worth nothing."""


def _resisting(weapon: Weapon) -> str:
    """The Trait that most likely defends against a weapon."""
    return trait_against(weapon) or DEFAULT_TRAIT


def _mean(stance: Stance) -> float:
    """The mean total, less that of the d20, which both sides roll."""
    return stance.score - stance.penalty + sum([(die.size + 1) / 2 for die in stance.brought.dice])
