"""Exact chances of attacks, Brace, escapes and saves, from the same procedure that plays them.

No chance tells of what the asker may not know: only targets that it sees are measured, and nothing that a
Hidden unit could stand in the way of.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, NamedTuple

from affray.kernel.presentation import Odds
from affray.kernel.requests import Option, Question, option_by_id
from affray.systems.cantor.arms import BARE, Arm, arm_named
from affray.systems.cantor.events import (
    AttackDeclared,
    AttackEnded,
    AttackRolled,
    AttackStopped,
    DamageTaken,
    EscapeRolled,
    Saved,
)
from affray.systems.cantor.state import Fight, Unit, hostiles, is_cantor
from affray.systems.cantor.targets import in_area
from affray.systems.cantor.text.odds import Fall, LossChances, loss_odds, outcome_odds

Explore = Callable[[Callable[[Any], Any]], Mapping[Any, Fraction]]


class Came(NamedTuple):
    """What came of an attack: HP lost, how many were hit, and how many lost all their HP."""

    lost: int
    hits: int = 0
    falls: int = 0


NOTHING = Came(0)


@dataclass(frozen=True, slots=True)
class Asked:
    """Of what the chances are asked: what an event says of it, and how it is told.

    `whom` are the names of those whom an attack befalls, and `fall` what it is to lose all HP. `outcome`
    names what is settled where no HP are counted.
    """

    measure: Callable[[Any], Any]
    whom: tuple[str, ...] = ()
    fall: Fall = "falls"
    outcome: Literal["", "hit", "free", "edge"] = ""
    notes: tuple[str, ...] = ()


def option_odds(fight: Fight, question: Question, option_id: str, explore: Explore) -> Odds | None:
    """Odds of an attack, an answer to one, an escape or a shove; None where nothing is rolled."""
    option = option_by_id(question, option_id)
    asked = None if option is None else _asked(fight, question, option)
    if asked is None:
        return None
    chances = explore(asked.measure)
    if all(value is None for value in chances):
        return None
    if asked.outcome:
        good = sum([chance for value, chance in chances.items() if _is_good(value)], Fraction(0))
        return outcome_odds(asked.outcome, good, asked.whom)
    return loss_odds(_losses(asked, chances))


def _is_good(value: Any) -> bool:
    return value.hits > 0 if isinstance(value, Came) else bool(value)


def _losses(asked: Asked, chances: Mapping[Any, Fraction]) -> LossChances:
    """The chances of each number of HP, apart from those by which somebody loses all of them."""
    found = LossChances(asked.whom, asked.fall, asked.notes)
    for value, chance in chances.items():
        came: Came = value or NOTHING
        found.mean += chance * came.lost
        found.hit += chance if came.hits else 0
        if came.falls:
            found.falls, found.fell = True, found.fell + chance
        else:
            found.by_number[came.lost] = found.by_number.get(came.lost, Fraction(0)) + chance
    return found


def _asked(fight: Fight, question: Question, option: Option) -> Asked | None:
    """What the chances of an option are asked of."""
    unit = fight.state.units.get(question.seat)
    if unit is None:
        return None
    match question.kind, option.kind:
        case ("turn", "skirmish" | "art") | ("barrage second", "fire"):
            return _shot(fight, unit, option)
        case "turn", "barrage":
            return _shot(fight, unit, option, ("The first weapon alone",))
        case "turn", "improvised" | "ram" | "grapple":
            return _at_one(fight, BARE[option.kind], fight.state.units[option.args[0]])
        case "turn", "escape":
            return Asked(_escaped, outcome="free")
        case "overwatch", "overwatch":
            return _at_one(fight, arm_named(fight, unit, option.args[0]), fight.state.units[question.args[0]])
        case "brace", _:
            return _braced(fight, unit)
        case "shove", _ if fight.book.lethal >> option.args[0] & 1:
            return _over_edge(unit, fight.state.units[question.args[0]])
    return None


# Attacks


def _shot(fight: Fight, unit: Unit, option: Option, notes: tuple[str, ...] = ()) -> Asked | None:
    """An arm at one target, or at everyone seen in its area."""
    arm_id, target, hex_ = option.args
    arm = arm_named(fight, unit, arm_id)
    if arm.area is None:
        return None if target is None else _at_one(fight, arm, fight.state.units[target], notes)
    seen = [other for other in in_area(fight, unit, arm, hex_) if not other.hidden_from(unit.side)]
    if not seen or _hangs_on_hidden(fight, unit, arm):
        return None
    if len(seen) == 1:
        return _at_one(fight, arm, seen[0], notes)
    names = tuple([other.name for other in seen])
    tally = _Tally(arm, [other.id for other in seen])
    return Asked(tally, names, "falls", "" if arm.damage else "hit", notes)


def _hangs_on_hidden(fight: Fight, unit: Unit, arm: Arm) -> bool:
    """Whether a unit that nobody sees could stop a shove and so change the dice against a later target."""
    return bool(arm.knockback) and any(other.hidden_from(unit.side) for other in hostiles(fight, unit))


def _at_one(fight: Fight, arm: Arm, target: Unit, notes: tuple[str, ...] = ()) -> Asked:
    """One target: what it loses, or whether it is hit at all where there is no damage."""
    if arm.damage is None:
        return Asked(_hit_of(target.id), (target.name,), outcome="hit", notes=notes)
    return Asked(_loss_of(arm, target.id), (target.name,), _fall_of(fight, target), "", notes)


def _fall_of(fight: Fight, target: Unit) -> Fall:
    """What it is for a unit to lose all its HP: the end, or a Structure (C1.8)."""
    return "loses Structure" if is_cantor(fight, target) and target.structure > 1 else "falls"


def _braced(fight: Fight, unit: Unit) -> Asked:
    """A hit that has been declared: what it takes, with Brace or without."""

    def measure(event: Any) -> Came | None:
        if isinstance(event, DamageTaken) and event.target == unit.id:
            return _lost(event, 1)
        return NOTHING if isinstance(event, AttackStopped) and event.target == unit.id else None

    return Asked(measure, (unit.name,), _fall_of(fight, unit))


def _hit_of(target: str) -> Callable[[Any], bool | None]:
    def measure(event: Any) -> bool | None:
        match event:
            case AttackRolled() if event.target == target:
                return event.hit
            case AttackStopped() if event.target in (target, None):
                return False
        return None

    return measure


def _loss_of(arm: Arm, target: str) -> Callable[[Any], Came | None]:
    def measure(event: Any) -> Came | None:
        match event:
            case AttackRolled() if event.target == target and not event.hit and not arm.reliable:
                return NOTHING
            case DamageTaken() if event.target == target and event.source in ("attack", "Reliable"):
                return _lost(event, int(event.source == "attack"))
            case AttackStopped() if event.target in (target, None):
                return NOTHING
        return None

    return measure


def _lost(event: DamageTaken, hits: int) -> Came:
    return Came(event.hp_before - event.hp_after, hits, int(event.hp_after == 0))


class _Tally:
    """What an attack on several targets takes from those that are seen, all together.

    An attack that is declared begins it anew; it has its value as soon as each of them is through.
    """

    def __init__(self, arm: Arm, targets: list[str]) -> None:
        self._measures = {id_: _loss_of(arm, id_) if arm.damage else _struck(id_) for id_ in targets}
        self._came: dict[str, Came] = {}

    def __call__(self, event: Any) -> Came | None:
        """The sum, once nothing more can come to it."""
        if isinstance(event, AttackDeclared):
            self._came = {}
        for id_, measure in self._measures.items():
            came = measure(event) if id_ not in self._came else None
            if came is not None:
                self._came[id_] = came
        if len(self._came) < len(self._measures) and not isinstance(event, AttackEnded):
            return None
        each, self._came = self._came.values(), {}
        return Came(
            sum([one.lost for one in each]), sum([one.hits for one in each]), sum([one.falls for one in each])
        )


def _struck(target: str) -> Callable[[Any], Came | None]:
    hit_of = _hit_of(target)

    def measure(event: Any) -> Came | None:
        hit = hit_of(event)
        return None if hit is None else Came(0, int(hit))

    return measure


# Contests and saves


def _over_edge(unit: Unit, target: Unit) -> Asked | None:
    return None if target.hidden_from(unit.side) else Asked(_saved, (target.name,), outcome="edge")


def _escaped(event: Any) -> bool | None:
    return event.success if isinstance(event, EscapeRolled) else None


def _saved(event: Any) -> bool | None:
    return event.success if isinstance(event, Saved) and event.about == "edge" else None
