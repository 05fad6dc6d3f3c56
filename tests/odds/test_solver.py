"""Small fights solved: against values worked out by hand, without memo, and with draws of every kind."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from affray.bots.players import BOTS
from affray.content.loader import load_scenario
from affray.kernel.encounter import Encounter
from affray.kernel.requests import Choose, Cuts, Dice, Option, Pool, Procedure, Window
from affray.kernel.system import AnyEncounter
from affray.odds.solver import Solution, solution_of, solved
from affray.odds.states import Ending, states_of
from tests.toy.state import Fencer, State
from tests.toy.system import SYSTEM as TOY
from tests.toy.system import toy_encounter

TINY = Path(__file__).parent / "tiny"


def first_of(system: Any, encounter: Any, request: Any, part: int, draw: Any) -> str:
    """Takes the first option."""
    question = request.choices[part] if isinstance(request, Window) else request
    return str(question.options[0].id)


def any_of(system: Any, encounter: Any, request: Any, part: int, draw: Any) -> str:
    """Draws one of the options."""
    question = request.choices[part] if isinstance(request, Window) else request
    return str(question.options[draw(len(question.options))].id)


def of(name: str, bot: str = "greedy", **further: Any) -> Solution:
    """A tiny scenario, solved."""
    loaded = load_scenario(TINY / name)
    return solved(loaded.system, loaded.start(), BOTS[bot], **further)


class Race:
    """A fight of one number: each step throws a d6 and goes by `rule`; at 0 or 3 it is over."""

    def __init__(self, rule: Any) -> None:
        self.rule = rule

    def step(self, encounter: AnyEncounter) -> Procedure:
        """One throw."""
        yield from self.rule(encounter)

    def outcome(self, encounter: AnyEncounter) -> str | None:
        """Over at 0 or 3."""
        where = encounter.state.round
        return {0: "lost", 3: "won"}.get(where)

    def rounds(self, encounter: AnyEncounter) -> None:
        """It has no rounds."""


class Moved:
    """The number changed."""

    clause = "T1.1"

    def __init__(self, by: int) -> None:
        self.by = by

    def apply(self, state: Any) -> None:
        """Change it."""
        state.round += self.by


def at(number: int) -> AnyEncounter:
    """A race that stands at a number."""
    return Encounter(State({}, round=number), None, None)


def walk(encounter: AnyEncounter) -> Procedure:
    """Up on 4 to 6, down on 1 to 3."""
    rolled = yield from encounter.roll(Pool("a", (Dice(6),)), Cuts((4,)), "walk", "T1.1")
    encounter.emit(Moved(1 if rolled.total >= 4 else -1))


def chosen(encounter: AnyEncounter) -> Procedure:
    """Up or down, as two seats say one after the other: the first who does not pass."""
    options = (Option("pass", "pass"), Option("up", "up"), Option("down", "down"))
    choices = [Choose(seat, "move", options, "T1.1", default="pass") for seat in ("a", "b")]
    answer = yield from encounter.window(choices, "T1.1")
    if answer is not None:
        encounter.emit(Moved(1 if answer[1].id == "up" else -1))


def test_a_drunkard_by_hand() -> None:
    """From 1 of 3 with even steps: won in 1/3, and 1 times 2 steps on average."""
    race: Any = Race(walk)
    solution = solved(race, at(1), first_of)
    assert solution.endings == {Ending("lost", None): Fraction(2, 3), Ending("won", None): Fraction(1, 3)}
    assert solution.inputs == 2
    assert solution.rounds is None
    assert (solution.states, solution.followed, solution.largest) == (2, 2, 2)
    assert solution.exact
    assert solution.complete


def test_draws_are_averaged_or_the_first_is_taken() -> None:
    """Two who draw one of three each: even chances; the second is asked after a pass alone."""
    race: Any = Race(chosen)
    solution = solved(race, at(1), any_of)
    assert solution.endings[Ending("won", None)] == Fraction(1, 3)
    # A step asks 4/3 seats, and moves in 8/9 of all cases; it takes 2 moves.
    assert solution.inputs == 2 / Fraction(8, 9) * Fraction(4, 3)
    stuck = solved(race, at(1), any_of, first_of_equals=True)
    assert stuck.endings == {}
    assert (stuck.endless, stuck.inputs) == (1, None)


def test_a_fight_that_is_too_large_is_bounded() -> None:
    """What is not followed is told, and what is certain stays certain."""

    def on(encounter: AnyEncounter) -> Procedure:
        rolled = yield from encounter.roll(Pool("a", (Dice(6),)), Cuts((2,)), "on", "T1.1")
        encounter.emit(Moved(-1 if rolled.total == 1 else 3))

    race: Any = Race(on)
    race.outcome = lambda encounter: "lost" if (encounter.state.round + 20) % 3 == 2 else None
    solution = solved(race, at(1), first_of, states_max=4)
    lost = 1 - Fraction(5, 6) ** 4
    assert solution.endings == {Ending("lost", None): lost}
    assert solution.open == 1 - lost
    assert (solution.states, solution.followed, solution.complete) == (5, 4, False)
    assert solution.inputs is None


def test_a_step_with_too_many_outcomes_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is told apart from states that were not reached."""
    monkeypatch.setattr("affray.odds.states.RUNS_MAX", 1)
    race: Any = Race(walk)
    solution = solved(race, at(1), first_of)
    assert (solution.too_wide, solution.open, solution.followed) == (1, 1, 0)


def test_ann_and_bo_by_hand() -> None:
    """d20+: equal scores hit at 21/40. A hit breaks the Body, and who is broken is Out at the end of a turn.

    So whoever hits first wins, by the end of the other's next turn, and Ann begins every round.
    """
    solution = of("reeds.toml")
    hit = Fraction(21, 40)
    both_miss = (1 - hit) ** 2
    assert solution.endings == {
        Ending("Ann win", "A"): hit / (1 - both_miss),
        Ending("Bo win", "B"): (1 - hit) * hit / (1 - both_miss),
    }
    assert solution.rounds == (1 + (1 - hit) * hit) / (1 - both_miss)
    assert solution.won_by("A") == Fraction(40, 59)
    assert solution.largest > 1


def test_two_crabs_by_hand() -> None:
    """Cantor: each Bolsters and attacks: d20 + d6 + 2 against 9, and d20 + d6 against 12."""
    solution = of("crabs.toml")
    left = 1 - Fraction(sum(7 - 1 - low for low in range(1, 7)), 120)
    right = 1 - Fraction(sum(12 - 1 - low for low in range(1, 7)), 120)
    assert (left, right) == (Fraction(7, 8), Fraction(5, 8))
    assert solution.endings == {
        Ending("Left win", "A"): left / (1 - (1 - left) * (1 - right)),
        Ending("Right win", "B"): (1 - left) * right / (1 - (1 - left) * (1 - right)),
    }
    assert solution.rounds == 1 / (1 - (1 - left) * (1 - right))


def test_floats_and_fractions_agree() -> None:
    """The same states solved either way."""
    loaded = load_scenario(TINY / "crabs.toml")
    found = states_of(loaded.system, loaded.start(), BOTS["greedy"])
    exact, floats = solution_of(found), solution_of(found, exact_max=1)
    assert exact.exact
    assert not floats.exact
    assert 0 < floats.error < 1e-12
    for ending, chance in exact.endings.items():
        assert abs(Fraction(floats.endings[ending]) - chance) <= floats.error
    assert floats.rounds == pytest.approx(float(exact.rounds))


class WithoutMemo:
    """A system that does not say which fights go on alike."""

    def __init__(self, system: Any) -> None:
        self._system = system

    def __getattr__(self, name: str) -> Any:
        if name in ("memo", "memo_leaves_out"):
            raise AttributeError(name)
        return getattr(self._system, name)


@pytest.mark.parametrize("name", ["crabs.toml", "reeds.toml"])
def test_what_memo_leaves_out_changes_nothing(name: str) -> None:
    """With every counter kept the fight never comes back to itself; what is certain by then agrees."""
    loaded = load_scenario(TINY / name)
    system: Any = WithoutMemo(loaded.system)
    found = states_of(system, loaded.start(), BOTS["greedy"], states_max=350)
    counted = solution_of(found, exact_max=1_000)
    whole = of(name)
    assert not counted.complete
    assert whole.complete
    assert 0 < counted.open < 0.01
    for ending, chance in whole.endings.items():
        assert counted.endings[ending] <= chance <= counted.endings[ending] + counted.open


def test_the_toy_keeps_its_round_and_is_bounded() -> None:
    """A system without memo: nobody strikes, so every round is a state of its own."""
    solution = solved(
        TOY, toy_encounter(), lambda *asked: "low" if asked[3] or _is_stance(asked[2]) else "wait", 30
    )
    assert (solution.followed, solution.open) == (30, 1)
    assert isinstance(toy_encounter().state.fencers["ada"], Fencer)


def _is_stance(request: Any) -> bool:
    return isinstance(request, Window)
