"""The exact driver: banded equals raw, chances add up to one, secrets stay out, the fight is not touched."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import Any

import pytest

from affray.kernel.encounter import Encounter
from affray.kernel.events import Event
from affray.kernel.requests import Contest, Cuts, Dice, Option, Pool, Procedure, Roll
from affray.odds.exact import (
    Position,
    TooManyOutcomes,
    explore,
    first_option,
    option_odds,
    position_at,
    position_of,
    settled_odds,
)
from affray.odds.outcomes import by_bands, by_faces
from tests.kernel.table import act, answer, answer_any, dice, new_session, open_request, position, to_question
from tests.toy.state import StancesShown, Struck, Stumbled
from tests.toy.system import SYSTEM


def loss(event: Event) -> Hashable | None:
    """What a stroke costs its target."""
    return event.loss if isinstance(event, Struck) else None


def stumble(event: Event) -> Hashable | None:
    """Whether a stroke ends in a stumble; a stroke that lands settles it as well."""
    if isinstance(event, Stumbled):
        return "stumbled"
    return "landed" if isinstance(event, Struck) and event.loss else None


def turn_position(dusk: bool = False) -> Position:
    """Ada's first turn; at dusk another die is in the pool."""
    session = new_session()
    to_question(session, "turn")
    session.encounter.state.light = "dusk" if dusk else "day"
    return position_at(SYSTEM, session.encounter)


@pytest.mark.parametrize("measure", [loss, stumble])
def test_bands_give_what_every_face_gives(measure: Callable[[Event], Hashable | None]) -> None:
    """A contest with a roll behind it: by its bands and face by face, to the last fraction."""
    position = turn_position()

    banded = explore(position, 0, "stroke:bo", measure)
    raw = explore(position, 0, "stroke:bo", measure, outcomes=by_faces, runs_max=100_000)

    assert banded == raw
    assert sum(banded.values()) == 1


def test_a_stroke_counted_by_hand() -> None:
    """The chance that a stroke costs nothing, over all throws of the toy's dice."""
    faces = [*range(1, 10), 15]
    below = sum(
        1
        for first in faces
        for second in faces
        for guard in range(1, 11)
        for low in range(1, 7)
        if max(first, second) + 3 + 1 < guard + low + 2
    )
    session = new_session()
    for part in range(3):
        answer(session, "low", part)

    chances = explore(position_at(SYSTEM, session.encounter), 0, "stroke:bo", loss)

    assert chances[0] == Fraction(below, 10 * 10 * 10 * 6)


def test_what_is_never_measured_is_none() -> None:
    """An option that leads to nothing measured has one outcome, None, and it is certain."""
    assert explore(turn_position(), 0, "wait", loss) == {None: Fraction(1)}


def test_the_policy_decides_for_others() -> None:
    """Somebody who steps in takes the stroke, if the policy says that they would."""
    session = new_session(hidden=True)
    to_question(session, "turn")
    session.encounter.state.fencers["lurker-zq"].hidden = False
    start = position_at(SYSTEM, session.encounter)

    def target(event: Event) -> Hashable | None:
        return event.target if isinstance(event, Struck) else None

    stay = explore(start, 0, "stroke:bo", target)
    step = explore(start, 0, "stroke:bo", target, lambda question: question.options[-1].id)

    assert stay == {"bo": Fraction(1)}
    assert step == {"lurker-zq": Fraction(1)}


def test_a_policy_must_choose_what_is_offered() -> None:
    """A policy that names no option is a mistake and says so."""
    session = new_session()
    to_question(session, "turn")
    session.encounter.state.fencers["ada"].stance = "high"
    with pytest.raises(ValueError, match="does not offer"):
        explore(position_at(SYSTEM, session.encounter), 0, "stroke:bo", loss, lambda question: "dance")


def test_a_ruling_has_odds_of_its_own() -> None:
    """Day and dusk give other chances, from the middle of the stroke and with an act in between."""
    session = new_session()
    for part in range(3):
        answer(session, "high", part)
    answer(session, "stroke:bo")
    session.act(act("check", fencer="cy", target=9))
    assert position_of(session) is None
    session.advance(dice)
    at = position_of(session)
    assert at is not None

    day, dusk = explore(at, 0, "day", loss), explore(at, 0, "dusk", loss)

    assert sum(day.values()) == sum(dusk.values()) == 1
    assert dusk[0] > day[0]


def test_secret_answers_of_others_are_not_used() -> None:
    """What somebody has committed to in secret does not change the odds of who has not answered yet."""
    results = []
    for stance in ("high", "low"):
        session = new_session()
        answer(session, stance, 1)
        at = position_of(session)
        assert at is not None
        measured = explore(
            at, 0, "low", lambda event: event.stances if isinstance(event, StancesShown) else None
        )
        results.append(measured)
    assert results[0] == results[1]


def test_what_came_of_an_option_is_marked_on_its_bars() -> None:
    """The first event that settles it tells; where none does, or one did before, there is nothing to mark."""
    session = new_session()
    to_question(session, "turn")
    odds = option_odds(session, 0, "stroke:bo")
    assert odds is not None
    losses = [int(bar["label"]) for bar in odds["bars"]]
    for fell in losses:
        events = (Stumbled("ada", 1), Struck("ada", "bo", fell), Struck("bo", "ada", 0))
        settled = settled_odds(session, 0, "stroke:bo", events, since=1)
        assert settled is not None
        assert [bar["label"] for bar in settled["bars"] if bar["mark"] == "fell"] == [str(fell)]
        assert [bar["percent"] for bar in settled["bars"]] == [bar["percent"] for bar in odds["bars"]]
        assert settled_odds(session, 0, "stroke:bo", events, since=2) is None
    assert settled_odds(session, 0, "stroke:bo", (Stumbled("ada", 1),)) is None
    assert settled_odds(session, 0, "wait", events) is None
    assert settled_odds(session, 0, "dance", events) is None


def test_option_odds_come_from_the_system() -> None:
    """The system's bars, and none for options without odds or for requests that are no question."""
    session = new_session()
    to_question(session, "turn")
    before = position(session), pickle.dumps(session.encounter.state)

    odds = option_odds(session, 0, "stroke:bo")

    assert odds is not None
    assert sum(bar["percent"] for bar in odds["bars"]) == pytest.approx(100)
    assert (position(session), pickle.dumps(session.encounter.state)) == before
    assert option_odds(session, 0, "wait") is None
    assert option_odds(session, 0, "dance") is None
    assert option_odds(session, 3, "wait") is None
    answer(session, "stroke:bo")
    while not isinstance(open_request(session).request, Contest):
        answer_any(session, lambda count: 0)
    assert option_odds(session, 0, "wait") is None


def test_too_many_outcomes_are_given_up() -> None:
    """A question with more outcomes than can be followed has no odds, and the table does not hang."""
    with pytest.raises(TooManyOutcomes):
        explore(turn_position(), 0, "stroke:bo", stumble, outcomes=by_faces, runs_max=50)


def test_odds_that_are_given_up_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """A reader is shown no odds rather than wrong ones or an error."""
    session = new_session()
    to_question(session, "turn")

    def too_many(*arguments: object) -> None:
        raise TooManyOutcomes("too many")

    monkeypatch.setattr(session.system, "odds", too_many, raising=False)
    assert option_odds(session, 0, "stroke:bo") is None


def test_carried_answers_are_part_of_the_position() -> None:
    """After an act on a half-answered window the open question is still found."""
    session = new_session()
    answer(session, "low", 1)
    session.act(act("set", fencer="bo", value=3))
    at = position_of(session)
    assert at is not None
    assert explore(at, 0, "low", lambda event: type(event).__name__ == "StancesShown" or None) == {
        True: Fraction(1)
    }


class OneRule:
    """A system whose only step is one choice and one request."""

    def __init__(self, request: Roll | Contest) -> None:
        self.request = request

    def step(self, encounter: Any) -> Procedure:
        """One choice, then the roll, then what it came to."""
        yield from encounter.choose("ada", "go", (Option("go", "go"), Option("stay", "stay")), "T1.1")
        result = yield self.request
        cuts = self.request.cuts
        value = result.margin if isinstance(self.request, Contest) else result.total
        encounter.emit(Fell(cuts.band(value)))


class Fell:
    """What a roll came to, as its rule tells it apart."""

    clause = "T1.1"

    def __init__(self, band: int) -> None:
        self.band = band

    def apply(self, state: Any) -> None:
        """Nothing changes."""


def pool(*dice: Dice, bonus: int = 0, roller: str = "ada") -> Pool:
    return Pool(roller, dice, bonus)


@pytest.mark.parametrize(
    "request_",
    [
        Roll(pool(Dice(6), Dice(4, sign=-1), bonus=2), Cuts(at=(3, 5)), "roll", "T1.1"),
        Roll(pool(Dice(6, 3, "highest")), Cuts(each=True), "roll", "T1.1"),
        Roll(pool(Dice(6, 3, "lowest"), Dice(4)), Cuts(every=3, start=2), "roll", "T1.1"),
        Roll(pool(Dice(20, values=(*range(1, 20), 30))), Cuts(at=(15, 25)), "roll", "T1.1"),
        Roll(pool(), Cuts(at=(1,)), "roll", "T1.1"),
        Contest((pool(Dice(6), Dice(4)), pool(Dice(8), roller="bo")), Cuts(at=(-2, 0), every=3), "c", "T1.1"),
        Contest(
            (pool(Dice(6, 2, "highest"), bonus=1), pool(Dice(6, 2, sign=-1), roller="bo")),
            Cuts(),
            "c",
            "T1.1",
        ),
    ],
)
def test_every_kind_of_request_banded_and_raw(request_: Roll | Contest) -> None:
    """For each kind of roll, the bands give exactly what counting every face gives."""
    system: Any = OneRule(request_)
    start = position_at(system, Encounter(None, None, None))

    def measure(event: Any) -> int:
        return event.band  # type: ignore[no-any-return]

    banded = explore(start, 0, "go", measure)

    assert banded == explore(start, 0, "go", measure, outcomes=by_faces)
    assert sum(banded.values()) == 1
    assert len(by_bands(request_)) <= len(by_faces(request_))


def test_first_option_is_the_default_where_there_is_one() -> None:
    """The policy that odds assume unless told otherwise."""
    session = new_session()
    turn = to_question(session, "turn").request
    assert first_option(turn) == "wait"  # type: ignore[arg-type]


def test_a_failing_rule_is_not_hidden() -> None:
    """A rule that fails while odds are worked out raises, as it would at the table."""
    session = new_session()
    to_question(session, "turn")
    session.encounter.state.broken = "middle"
    with pytest.raises(ZeroDivisionError):
        explore(position_at(SYSTEM, session.encounter), 0, "stroke:bo", loss)
