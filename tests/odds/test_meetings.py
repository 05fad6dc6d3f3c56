"""Lines that go on alike are followed once, and every chance stays what it is."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from functools import partial

import pytest

from affray.kernel.encounter import Encounter
from affray.kernel.events import Event
from affray.kernel.requests import EACH, Dice, Pool, Procedure, Roll
from affray.kernel.system import AnyEncounter
from affray.odds.exact import Position, explore, position_of
from affray.odds.lines import Begun, Meetings, Settled, chances_of, follow
from affray.odds.outcomes import by_bands
from affray.odds.policies import POLICIES
from affray.systems.pace.events import CounterRolled, DamageDealt, DefenceRolled
from tests.odds.test_pace import questions

Rule = Callable[[AnyEncounter], Procedure]


def fall(encounter: AnyEncounter, sides: int) -> Procedure:
    """One die, of which every face counts."""
    rolled = yield from encounter.roll(Pool("ada", (Dice(sides),)), EACH, "", "")
    return rolled.total


def one_place(encounter: AnyEncounter) -> Procedure:
    """Of the first die it counts only whether it is even."""
    even = (yield from fall(encounter, 6)) % 2 == 0
    encounter.alike(lambda: even)
    more = yield from fall(encounter, 4)
    raise Settled(more if even else -more)


def one_after_another(encounter: AnyEncounter) -> Procedure:
    """What counts is the sum up to 3, die after die; 1 ends it on the spot."""
    total = 0
    for place in range(4):
        total = min(3, total + (yield from fall(encounter, 3)))
        if total == 1:
            raise Settled("low")
        encounter.alike(partial(tuple, (place, total)))
    raise Settled((total, (yield from fall(encounter, 2))))


def one_within_itself(encounter: AnyEncounter) -> Procedure:
    """A line that comes to the like of where it is already goes on; the end comes after three dice."""
    total = 0
    for _ in range(3):
        encounter.alike(lambda: "again")
        total += yield from fall(encounter, 3)
    raise Settled(total)


def without_an_end(encounter: AnyEncounter) -> Procedure:
    """Nothing settles it: every line comes to the end of the rule."""
    yield from fall(encounter, 3)
    encounter.alike(lambda: None)
    yield from fall(encounter, 3)


def chances(rule: Rule, meetings: Meetings | None) -> tuple[dict[Hashable | None, Fraction], int]:
    """What a rule comes to, and the runs it took."""

    def begin() -> Begun:
        encounter: AnyEncounter = Encounter(None, None, None)
        return Begun(encounter, rule(encounter))

    def weigh(_: AnyEncounter, request: object) -> list[tuple[object, int]]:
        assert isinstance(request, Roll)
        return list(by_bands(request))

    lines = [(line.value, line.chance) for line in follow(begin, weigh, 10_000, meetings)]
    found = chances_of(lines)
    return found if meetings is None else meetings.spread(found), len(lines)


@pytest.mark.parametrize(
    ("rule", "runs"),
    [
        (one_place, 2 * 4 + 4),
        (one_after_another, 1 + 5 * 2 + 1),
        (one_within_itself, 27),
        (without_an_end, 3 + 2),
    ],
)
def test_chances_are_the_same_in_fewer_runs(rule: Rule, runs: int) -> None:
    """Counted line by line, and with the lines that go on alike as one."""
    every, _ = chances(rule, None)
    once, took = chances(rule, Meetings())
    assert once == every
    assert sum(once.values()) == 1
    assert took == runs


def harm(event: Event) -> Hashable | None:
    """What an attack or its answer came to, and by what damage."""
    match event:
        case DefenceRolled() if not event.hit and event.defence.critical:
            return "held"
        case CounterRolled() if not event.lands:
            return "missed"
        case DamageDealt():
            return event.target, event.source, event.amount, event.critical, event.before
    return None


def options(scenario: str, most: int) -> Iterator[tuple[Position, str]]:
    """The attacks and answers of a fight."""
    for session, question in questions(scenario, "alike", most):
        at = position_of(session)
        assert at is not None
        for option in question.options:
            if option.kind in ("attack", "take", "block", "counter", "evade"):
                yield at, option.id


@pytest.mark.parametrize("policy", ["never", "always", "best"])
def test_attacks_come_to_the_same_line_by_line(policy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a rule that says nothing of what goes on alike, every line is followed by itself."""
    compared = 0
    for at, id_ in options("toll-bridge", 14):
        once = explore(at, 0, id_, harm, replies=POLICIES[policy])
        with monkeypatch.context() as patch:
            patch.setattr(Encounter, "alike", lambda *_: None)
            every = explore(at, 0, id_, harm, replies=POLICIES[policy])
        assert once == every, id_
        compared += 1
    assert compared > 5
