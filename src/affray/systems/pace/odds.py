"""Exact chances of an attack, its answers, spells and tasks, from the same procedure that plays them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from affray.kernel.presentation import Odds
from affray.kernel.requests import Option, Question, option_by_id
from affray.systems.pace.book import Harm, Mend
from affray.systems.pace.events import (
    AttackStopped,
    ClockAdvanced,
    CounterRolled,
    DamageDealt,
    DefenceRolled,
    EscapeRolled,
    Mended,
    ObjectStruck,
    SpellSaved,
    TaskDone,
)
from affray.systems.pace.forced import foresee
from affray.systems.pace.legal import task_of
from affray.systems.pace.state import Fight
from affray.systems.pace.text.odds import Amount, AmountChances, amount_odds, outcome_odds

Explore = Callable[[Callable[[Any], Any]], Mapping[Any, Fraction]]


class Came(NamedTuple):
    """What came of something: HP (or segments) by number; whether it hit, by a critical, and felled."""

    amount: int
    hit: bool = True
    critical: bool = False
    fell: bool = False


NOTHING = Came(0, hit=False)


@dataclass(frozen=True, slots=True)
class Asked:
    """Of what the chances are asked: what an event says of it, whom it befalls, and how it is told."""

    measure: Callable[[Any], Any]
    kind: Amount | None = None
    whom: str = ""
    by: str = ""
    how: str = ""


def option_odds(fight: Fight, question: Question, option_id: str, explore: Explore) -> Odds | None:
    """Odds of something to do in a turn, an answer to an attack, or a push; None where nothing is rolled."""
    option = option_by_id(question, option_id)
    asked = None if option is None else _asked(fight, question, option)
    if asked is None:
        return None
    chances = explore(asked.measure)
    if all(value is None for value in chances):
        return None
    if asked.kind is None:
        return outcome_odds({value or ("", False): chance for value, chance in chances.items()})
    return amount_odds(_amounts(asked, chances))


def _amounts(asked: Asked, chances: Mapping[Any, Fraction]) -> AmountChances:
    """The chances of each amount, apart by critical and by what fells."""
    assert asked.kind is not None
    found = AmountChances(asked.kind, asked.whom, asked.by, asked.how)
    for value, chance in chances.items():
        came: Came = value or NOTHING
        found.mean += chance * came.amount
        found.hit += chance if came.hit else 0
        if came.fell:
            found.fells, found.fell = True, found.fell + chance
        elif came.critical:
            found.critical[came.amount] = found.critical.get(came.amount, Fraction(0)) + chance
        else:
            found.plain[came.amount] = found.plain.get(came.amount, Fraction(0)) + chance
    return found


def _asked(fight: Fight, question: Question, option: Option) -> Asked | None:
    """What the chances of an option are asked of."""
    if question.kind == "turn":
        look = _OF_TURN.get(option.kind)
        return None if look is None else look(fight, question.seat, *option.args)
    if question.kind == "defence":
        return _answer(fight, question.args[0], question.seat, option.kind)
    if question.kind == "way":
        _, target, paces = question.args
        return _way(fight, target, paces, option.args[0])
    return None


# Attacks and their answers


def _attack(fight: Fight, seat: str, item: str, target: str, maneuver: str | None) -> Asked:
    return Asked(_loss_by_attack(target), "attack", fight.state.characters[target].name)


def _answer(fight: Fight, attacker: str, defender: str, kind: str) -> Asked:
    """An answer: what the defender loses, but with a Counter what the attacker does."""
    names = {id_: fight.state.characters[id_].name for id_ in (attacker, defender)}
    if kind == "counter":
        return Asked(_loss_by_riposte(attacker, defender), "riposte", names[attacker], names[defender])
    return Asked(_loss_by_attack(defender), "defence", names[defender], names[attacker], kind)


def _loss_by_attack(target: str) -> Callable[[Any], Came | None]:
    def measure(event: Any) -> Came | None:
        match event:
            case DefenceRolled() if event.defence.roller == target and not event.hit:
                return NOTHING
            case DamageDealt() if event.target == target and event.source == "attack":
                return _lost(event)
            case AttackStopped() if event.target in (target, None):
                return NOTHING
        return None

    return measure


def _loss_by_riposte(attacker: str, defender: str) -> Callable[[Any], Came | None]:
    def measure(event: Any) -> Came | None:
        match event:
            case DefenceRolled() if event.defence.roller == defender and event.hit:
                return NOTHING
            case CounterRolled() if not event.lands:
                return NOTHING
            case DamageDealt() if event.target == attacker and event.source == "riposte":
                return _lost(event)
        return None

    return measure


def _lost(event: DamageDealt) -> Came:
    return Came(event.before - event.after, True, event.critical, event.after == 0)


def _way(fight: Fight, target: str, paces: int, facing: int) -> Asked | None:
    """A push: what the target loses where it is stopped."""
    stop = foresee(fight, target, facing, paces).against
    if stop is None:
        return None
    characters = fight.state.characters
    other = characters[stop].name if stop in characters else ""

    def measure(event: Any) -> Came | None:
        collided = isinstance(event, DamageDealt) and event.source == "collision" and event.target == target
        return _lost(event) if collided else None

    return Asked(measure, "collision", characters[target].name, other)


# Objects, spells, tasks, holds


def _batter(fight: Fight, seat: str, item: str, object_id: str) -> Asked:
    def measure(event: Any) -> Came | None:
        if not isinstance(event, ObjectStruck):
            return None
        critical = event.success and event.throw.critical
        return Came(event.before - event.after, event.success, critical, event.after == 0)

    return Asked(measure, "object", fight.book.objects[object_id].name)


def _cast(fight: Fight, seat: str, spell_id: str, target: str | None) -> Asked | None:
    """A spell: the HP it takes or gives, or else whether it works."""
    spell = fight.book.spells[spell_id]
    amounts = isinstance(spell.effect, (Harm, Mend))
    if not amounts and spell.save is None:
        return None

    def measure(event: Any) -> Any:
        match event:
            case SpellSaved() if not amounts:
                return "works", event.success
            case SpellSaved() if event.target == target and not event.success:
                return NOTHING
            case DamageDealt() if event.target == target and event.source == "spell":
                return _lost(event)
            case Mended() if event.character == target:
                return Came(event.after - event.before)
        return None

    if not amounts:
        return Asked(measure)
    name = fight.state.characters[target].name if target is not None else ""
    return Asked(measure, "mending" if isinstance(spell.effect, Mend) else "spell", name)


def _task(fight: Fight, seat: str, object_id: str, task_id: str) -> Asked | None:
    """A task with a Save: whether it is done, or how far it advances a clock."""
    task = task_of(fight, object_id, task_id)
    if task.save is None:
        return None

    def measure(event: Any) -> Any:
        if isinstance(event, ClockAdvanced):
            return "segments", event.after - event.before
        return ("done", event.success) if isinstance(event, TaskDone) and task.clock is None else None

    return Asked(measure)


def _escape(fight: Fight, seat: str, source: str) -> Asked:
    def measure(event: Any) -> Any:
        return ("free", event.success) if isinstance(event, EscapeRolled) else None

    return Asked(measure)


_OF_TURN: dict[str, Callable[..., Asked | None]] = {
    "attack": _attack,
    "batter": _batter,
    "cast": _cast,
    "do": _task,
    "escape": _escape,
}
"""What is rolled for in a turn."""
