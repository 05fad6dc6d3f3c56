"""How good an option looks to the one who is asked. For bots; nothing here decides a rule."""

from __future__ import annotations

from affray.kernel.requests import Option, Pool, Question, Ruling
from affray.systems.d20plus.attack import attack_hand, attack_pools, defence_hand
from affray.systems.d20plus.augments import bring_default
from affray.systems.d20plus.book import DISTANCES, Exertion, Hex, Mend, Naming, Quarry, Shove, Topple, Ward
from affray.systems.d20plus.reactions import may_react
from affray.systems.d20plus.scores import skill_score, trait_value
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
    return [_value(fight, persona, question.kind, question.args, option) for option in question.options]


def _value(fight: Fight, persona: Persona, kind: str, args: tuple[object, ...], option: Option) -> float:
    if kind == "lane":
        return 1.0 if option.id == _best_lane(fight, persona) else 0.0
    if kind == "split":
        reachable = any(_strike_value(fight, persona, weapon, foe) > 0 for weapon, foe in _strikes(fight, persona))
        wants_actions = reachable and not persona.prone
        return 1.0 if (option.id == "2-actions") == wants_actions else 0.0
    if kind == "turn":
        return _turn_value(fight, persona, option)
    if kind == "dice":
        return float(sum(1 for _ in option.args)) if option.kind == "dice" else float(option.id == "keep")
    if kind == "reaction interception":
        return _interception_value(fight, persona, str(args[2])) if option.id == "yes" else 0.0
    if kind.startswith("reaction"):
        return 0.0 if option.id == "no" else 1.0 + _counter_value(fight, persona, args, option)
    return 0.0


def expected_wounds(fight: Fight, attacker: Persona, weapon_id: str, target: Persona) -> float:
    """A quick estimate of the wounds of a strike with default dice, from the mean margin."""
    weapon = fight.book.weapons[weapon_id]
    trait = {"physical": "Body", "psychic": "Mind"}.get(weapon.nature, "Spirit")
    value = trait_value(fight, target, trait)
    if value == 0:
        return 0.0
    attack = bring_default(attack_hand(fight, attacker, weapon, None))
    defence = bring_default(defence_hand(fight, target, weapon, trait, (), tad=False))
    pools = attack_pools(fight, attacker, weapon, target, trait, (attack, defence))
    margin = _mean(pools[0]) - _mean(pools[1])
    increment, _, _ = increment_against(fight, attacker, target)
    hit = 1.0 / (1.0 + 2.0 ** (-margin / (_SPREAD / 2)))
    return min(hit * (1.0 + max(0.0, margin + _SPREAD / 2) / increment), float(value))


def _mean(pool: Pool) -> float:
    return pool.bonus + sum((sides + 1) / 2 for sides in pool.sides)


def _strikes(fight: Fight, persona: Persona) -> list[tuple[str, Persona]]:
    weapons = sheet_of(fight, persona).weapons
    visible = [foe for foe in foes(fight, persona) if not foe.concealed_from(persona)]
    return [
        (weapon, foe)
        for weapon in weapons
        for foe in visible
        if distance(fight.book, persona.zone, foe.zone) in fight.book.weapons[weapon].reach
    ]


def _strike_value(fight: Fight, persona: Persona, weapon: str, foe: Persona) -> float:
    """Wounds, worth more on a track that is nearly at its end."""
    whole = sum(trait_value(fight, foe, trait) for trait in ("Mind", "Body", "Spirit"))
    return expected_wounds(fight, persona, weapon, foe) * (1.0 + 4.0 / (1.0 + whole))


def _best_lane(fight: Fight, persona: Persona) -> str:
    best, lane = 0.0, "Mid"
    for weapon, foe in _strikes(fight, persona):
        value = _strike_value(fight, persona, weapon, foe)
        if value > best:
            best, lane = value, fight.book.weapons[weapon].lane
    return lane


def _turn_value(fight: Fight, persona: Persona, option: Option) -> float:
    match option.kind:
        case "strike":
            weapon, target = option.args
            return 1.0 + _strike_value(fight, persona, weapon, fight.state.personas[target])
        case "use":
            return _use_value(fight, persona, *option.args)
        case "setup":
            return _setup_value(fight, persona, option)
        case "locate" | "ready":
            return 0.6
        case "stand":
            return 0.8
        case "move":
            return _approach_value(fight, persona, option.args[0])
        case "cover":
            return 0.35 if persona.cover is None else 0.0
        case "end":
            return 0.1
    return 0.0


def _setup_value(fight: Fight, persona: Persona, option: Option) -> float:
    """A Setup for oneself with nothing banked yet is the usual second Action; the best Skill for it."""
    if option.args[1] is not None or persona.tad is not None:
        return 0.05
    return 0.3 + skill_score(fight, persona, option.args[0]) / 100.0


def _use_value(fight: Fight, persona: Persona, ability_id: str, target: str | None) -> float:
    ability = fight.book.abilities[ability_id]
    cheap = 0.5 if ability.cost == "beat" else 0.0
    match ability.effect:
        case Quarry() | Naming() | Hex():
            return 1.2 + cheap
        case Ward() | Exertion():
            return 0.7 + cheap
        case Mend(trait=trait):
            healed = fight.state.personas[target or persona.id]
            return 2.0 if trait_value(fight, healed, trait) <= 1 else 0.5
        case Topple() | Shove():
            return 0.7
    return 0.0


def _approach_value(fight: Fight, persona: Persona, zone: str) -> float:
    """Worth it when nothing is in reach from here and something would be from there."""
    here = max((_strike_value(fight, persona, *strike) for strike in _strikes(fight, persona)), default=0.0)
    visible = [foe for foe in foes(fight, persona) if not foe.concealed_from(persona)]
    now = min((DISTANCES.index(distance(fight.book, persona.zone, foe.zone)) for foe in visible), default=0)
    then = min((DISTANCES.index(distance(fight.book, zone, foe.zone)) for foe in visible), default=0)
    if here > 0:
        return 0.0
    return 0.5 if then < now else 0.05


def _interception_value(fight: Fight, persona: Persona, target_id: str) -> float:
    target = fight.state.personas.get(target_id)
    if target is None or not may_react(fight, persona):
        return -1.0
    return float(trait_value(fight, persona, "Body") - trait_value(fight, target, "Body")) - 0.5


def _counter_value(fight: Fight, persona: Persona, args: tuple[object, ...], option: Option) -> float:
    if option.kind != "strike" or len(args) < 2:
        return 0.0
    foe = fight.state.personas.get(str(args[1]))
    return 0.0 if foe is None else expected_wounds(fight, persona, option.args[0], foe)
