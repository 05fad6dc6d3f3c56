"""The GM calls for Tests: of one creature, of a group, of two against each other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from affray.kernel.calls import Call, audience
from affray.kernel.clauses import clause
from affray.kernel.errors import Unreadable
from affray.kernel.requests import Procedure
from affray.systems.sunder import calls, contests, countdowns, groups, price, trial
from affray.systems.sunder.acts_on_creatures import conscious_called, creature_called, one_of, see_the_dying
from affray.systems.sunder.sources import Called
from affray.systems.sunder.state import Scene


@clause("S9.13", "S5.14")
def _call_test(scene: Scene, call: calls.TestCall, by: str, reason: str) -> Procedure:
    """A Test that the GM asks for, with its price; towards a Countdown it moves that."""
    creature = conscious_called(scene, call.creature)
    countdown = one_of(call.countdown, list(scene.state.countdowns), "Countdown") if call.countdown else ""
    target = creature_called(scene, call.target).id if call.target else ""
    sign = 1 if call.advantage > 0 else -1
    extra = tuple(
        (f"the GM says so{f' ({number})' if number > 1 else ''}", sign, "S1.21")
        for number in range(1, abs(call.advantage) + 1)
    )
    called = Called(
        creature.id,
        call.skill,
        "Test",
        call.potential,
        call.risk,
        target,
        extra=extra,
        to=audience(creature.side, call.seen_by),
    )
    result = yield from trial.attempt(scene, called)
    if countdown and creature.id in scene.state.creatures:
        yield from countdowns.move_by_level(scene, countdown, creature.id, result.level)
        see_the_dying(scene)
    yield from price.pay(scene, result)


@clause("S1.26", "S1.27")
def _call_group_test(scene: Scene, call: calls.GroupTestCall, by: str, reason: str) -> Procedure:
    """A Group Test outside of turns; its one Fallout falls on whom the GM names."""
    if call.lead not in call.creatures or len(set(call.creatures)) != len(call.creatures):
        raise Unreadable("The lead is one of the creatures, and everybody is named once.")
    for id_ in call.creatures:
        conscious_called(scene, id_)
    countdown = one_of(call.countdown, list(scene.state.countdowns), "Countdown") if call.countdown else ""
    others = [id_ for id_ in call.creatures if id_ != call.lead]
    own = Called(call.lead, call.skill, "Group Test", risk=call.risk)
    level, results = yield from groups.group_test(scene, others, own)
    if countdown and call.lead in scene.state.creatures:
        yield from countdowns.move_by_level(scene, countdown, call.lead, level)
        see_the_dying(scene)
    yield from groups.settle(scene, call.lead, level, results)


@clause("S1.23")
def _call_contest(scene: Scene, call: calls.ContestCall, by: str, reason: str) -> Procedure:
    """Two creatures against each other."""
    first, second = conscious_called(scene, call.first), conscious_called(scene, call.second)
    if first is second:
        raise Unreadable("A contest is between two creatures.")
    one = Called(first.id, call.first_skill, "contest", risk=call.risk, target=second.id)
    other = Called(second.id, call.second_skill, "contest", risk=call.risk, target=first.id)
    yield from contests.contest(scene, one, other)


ACTS: dict[str, tuple[type[Call], Callable[..., Any]]] = {
    "call_test": (calls.TestCall, _call_test),
    "call_group_test": (calls.GroupTestCall, _call_group_test),
    "call_contest": (calls.ContestCall, _call_contest),
}
