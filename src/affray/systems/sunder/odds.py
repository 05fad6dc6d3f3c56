"""Exact chances of Tests and of the Stress they deal, from the same procedure that plays them.

Everybody else is taken to answer as by default: nobody reacts, no Perk is refused that would help.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from affray.kernel.presentation import Odds
from affray.kernel.requests import Option, Question, option_by_id
from affray.systems.sunder import price
from affray.systems.sunder.events import (
    ActionStopped,
    GroupCounted,
    Overflowed,
    StressReduced,
    StressTaken,
    TestRolled,
    TestSettled,
)
from affray.systems.sunder.groups import conscious_members
from affray.systems.sunder.movement import needs_test_to_move
from affray.systems.sunder.names import CRIT, FAILURE, MIFF, MIXED, SUCCESS
from affray.systems.sunder.played import played_of
from affray.systems.sunder.state import Scene
from affray.systems.sunder.testing import acts_well
from affray.systems.sunder.text.odds import STOPPED, Blow, Doing, LevelChances, Price, level_odds

Explore = Callable[[Callable[[Any], Any]], Mapping[Any, Fraction]]

TOGETHER_MAX = 2
"""Rollers of a group whose levels are followed together; of more the first Test alone is told."""

WAYS_MAX = 80
"""Ways in which damage may come out, beyond which its mean would take too long to be told."""
A_HIT = 3
A_CRIT, TWO_DICE = 16, 130
"""About how many ways each way to hit, and to hit critically with one die or with two, has to come out."""


class Came(NamedTuple):
    """What came to a target: Stress, and the rank of the Fallout it brought, or 0."""

    stress: int = 0
    rank: int = 0


@dataclass(frozen=True, slots=True)
class Asked:
    """Whose Test the chances are of, and how they are told.

    `target` is the creature to which a success brings Stress, or empty. `group`: the level of all together
    counts. `good_from` is the lowest level that is good, `crit_ways` how many ways a critical hit may have.
    """

    roller: str
    doing: Doing = "succeeds"
    good_from: int = MIXED
    target: str = ""
    group: bool = False
    crit_ways: int = A_CRIT
    notes: tuple[str, ...] = ()


def option_odds(scene: Scene, question: Question, option_id: str, explore: Explore) -> Odds | None:
    """Odds of an option that leads to a Test; None where nothing is rolled."""
    option = option_by_id(question, option_id)
    asked = None if option is None else asked_of(scene, question, option)
    if asked is None:
        return None
    look = Level(asked)
    chances = explore(look)
    by_level = {level: chance for level, chance in chances.items() if level is not None}
    if not by_level:
        return None
    told = LevelChances(asked.doing, asked.good_from, by_level, notes=list(asked.notes))
    if look.rolled is not None and not asked.group:
        told.price = price_of(scene, look.rolled)
    if asked.target and look.hits * A_HIT + look.crits * asked.crit_ways <= WAYS_MAX:
        told.blow = blow_of(scene, asked.target, explore(Harm(asked)))
    return level_odds(told)


# What is looked at


class Level:
    """The level that the first Test of somebody comes to.

    `rolled` is that Test as it fell; `hits` and `crits` count the ways in which it came out as that.
    """

    def __init__(self, asked: Asked) -> None:
        self._asked = asked
        self.rolled: TestRolled | None = None
        self.hits = 0
        self.crits = 0

    def __call__(self, event: Any) -> int | None:
        """The level, once it is settled."""
        asked = self._asked
        match event:
            case TestRolled() if event.roller == asked.roller:
                self.rolled = self.rolled or event
            case GroupCounted() if asked.group:
                return event.level
            case TestSettled() if event.creature == asked.roller and not asked.group:
                self.crits += event.level == CRIT
                self.hits += MIXED <= event.level < CRIT
                return event.level
            case ActionStopped() if event.creature == asked.roller:
                return STOPPED
        return None


class Harm:
    """What a success brings to the target: the first Stress that comes to it from the roller."""

    def __init__(self, asked: Asked) -> None:
        self._roller, self._target = asked.roller, asked.target

    def __call__(self, event: Any) -> Came | None:
        """Stress and Fallout, once they have come, or once it is known that none do."""
        match event:
            case TestSettled() if event.creature == self._roller and not acts_well(event.level):
                return Came()
            case StressTaken() if event.creature == self._target and event.source == self._roller:
                return Came(event.amount)
            case Overflowed() if event.creature == self._target and event.source == self._roller:
                return Came(event.amount, event.rank)
            case StressReduced() if event.creature == self._target and not event.now and event.potential:
                return Came()
            case ActionStopped() if event.creature == self._roller:
                return Came()
        return None


def price_of(scene: Scene, rolled: TestRolled) -> Price:
    """What a Test costs by its level, as the rules price it."""
    track = scene.state.creatures[rolled.roller].tracks[rolled.potential]
    ranks = tuple(price.situational_rank(level, rolled.risk) for level in (FAILURE, MIFF))
    return Price(
        rolled.potential,
        track.free,
        price.stress_price(MIXED, scene.rulings.mixed_costs_stress),
        (ranks[0], ranks[1]),
        rolled.count,
        rolled.die,
        rolled.jinx,
        rolled.lowest,
    )


def blow_of(scene: Scene, target: str, chances: Mapping[Any, Fraction]) -> Blow:
    """The mean Stress of all that may come, and the chance of each Fallout."""
    mean, overflow = Fraction(0), dict[int, Fraction]()
    for value, chance in chances.items():
        came: Came = value or Came()
        mean += chance * came.stress
        if came.rank:
            overflow[came.rank] = overflow.get(came.rank, Fraction(0)) + chance
    return Blow(scene.state.creatures[target].name, mean, overflow)


# What is asked


def asked_of(scene: Scene, question: Question, option: Option) -> Asked | None:
    """Of whose Test the chances of an option are."""
    seat = question.seat
    match question.kind, option.kind:
        case "turn", _:
            return _of_turn(scene, seat, option)
        case "spend card", _ if question.args[0] == "top":
            return Asked(seat, "hits")
        case "extra attack", "attack":
            return _attack(scene, seat, *option.args)
        case "resist", "skill":
            return Asked(seat, "resists", SUCCESS)
        case "contribute", _:
            return _of_group(scene, seat)
        case "react", _:
            return _of_reaction(question)
        case "dying test", _:
            return Asked(question.args[0])
        case "raise", "raise":
            return Asked(option.args[0])
    return None


def _of_turn(scene: Scene, seat: str, option: Option) -> Asked | None:
    """Something done in a turn, by itself or for a group."""
    turn = scene.state.turn
    if turn is not None and turn.group and not turn.plays and option.kind in ("half", "goal"):
        return _of_group(scene, seat)
    if option.kind == "half":
        return _of_half(scene, seat, option)
    if option.kind == "default":
        side, weapon, target = option.args
        if side == "top":
            return _attack(scene, seat, weapon, target)
        return Asked(seat) if needs_test_to_move(scene.state.creatures[seat]) else None
    return Asked(seat) if option.args[:1] == ("squirm",) else None


def _attack(scene: Scene, seat: str, weapon: str, target: str) -> Asked:
    """An attack, of which the Stress is told; two dice have many more ways to chain than one."""
    brutal = bool(weapon) and scene.book.weapons[weapon].brutal
    return Asked(seat, "hits", target=target, crit_ways=TWO_DICE if brutal else A_CRIT)


def _of_half(scene: Scene, seat: str, option: Option) -> Asked | None:
    """A half with a Test. Stress is told of an attack, and of what one creature cannot resist."""
    played = played_of(scene, seat, option)
    half = played.half
    if half.attack is not None:
        return _attack(scene, seat, played.weapon, played.target)
    if half.special == "resist again":
        return Asked(seat, "resists", SUCCESS)
    if not played.skill:
        return None
    notes = (f"May be resisted with {' or '.join(half.resist)}",) if half.resist else ()
    harms = any(one.kind in ("damage", "stress") and one.on == "target" for one in half.effects)
    single = harms and not half.resist and half.area is None and played.target in scene.state.creatures
    return Asked(seat, "succeeds", target=played.target if single else "", notes=notes)


def _of_group(scene: Scene, seat: str) -> Asked | None:
    """A Test of several: the level of all where they are few, else that of one's own Test."""
    turn = scene.state.turn
    if turn is None:
        return None
    if 1 + len(conscious_members(scene, turn)) <= TOGETHER_MAX:
        return Asked(seat, group=True, notes=("The level of all together",))
    return Asked(seat, notes=("Your own Test; the level of all together counts",))


def _of_reaction(question: Question) -> Asked | None:
    """An attack that is about to be rolled, with the reaction or without."""
    trigger, by = question.args[0], str(question.args[1])
    return Asked(by, "hits") if trigger in ("targeted", "ally targeted") else None
