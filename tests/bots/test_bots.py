"""Bots choose among what is offered, the same each time, and know no more than their seat."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from affray.bots.answering import answering
from affray.bots.draws import draws
from affray.bots.players import BOTS, OPTIONS_MAX, default_of, greedy, random
from affray.dice.counter import CounterDice
from affray.kernel.encounter import Encounter
from affray.kernel.requests import EACH, GM, Choose, Dice, Option, Pool, Question, Roll, Ruling, Window
from affray.sim.fight import play_fight
from tests.toy.system import SYSTEM, Toy, toy_encounter

NOTHING: Encounter[None, None, None] = Encounter(None, None, None)


class Fixed(Toy):
    """A toy whose options are worth what a test says."""

    def __init__(self, *worths: float) -> None:
        self.worths = worths
        self.asked = 0

    def appraise(self, encounter: object, question: Question) -> Sequence[float]:
        self.asked = len(question.options)
        return self.worths or [0.0] * len(question.options)


def question(count: int, default: str | None = None, seat: str = "ada") -> Choose:
    """A question with so many options, called 0, 1, 2..."""
    return Choose(seat, "question", tuple(Option(str(n), "n") for n in range(count)), "T1.1", (), default)


def draw(name: str = "test"):
    return draws(CounterDice("a seed"), name)


def test_draws_stay_in_range_and_repeat() -> None:
    """A stream gives the same numbers again; another stream gives others."""
    one, again, other = draw(), draw(), draw("other")
    numbers = [one(6) for _ in range(200)]
    assert numbers == [again(6) for _ in range(200)]
    assert numbers != [other(6) for _ in range(200)]
    assert set(numbers) == set(range(6))


def test_draws_never_touch_the_tables_dice() -> None:
    """The bots' stream cannot be the row of any roller's dice: those end in the size of a die."""
    asked = []

    def source(stream: str, index: int, again: int, sides: int) -> int:
        asked.append(stream)
        return 1

    draws(source, "ada")(3)  # type: ignore[arg-type]
    assert asked == ["bot/ada"]


def test_random_reaches_every_option() -> None:
    """Each option comes up; the question is never left unanswered."""
    drawn = draw()
    chosen = {random(SYSTEM, NOTHING, question(5), 0, drawn) for _ in range(100)}
    assert chosen == {"0", "1", "2", "3", "4"}


def test_greedy_takes_the_best() -> None:
    """The highest worth wins; among equals each may come."""
    assert greedy(Fixed(1.0, 3.0, 2.0), NOTHING, question(3), 0, draw()) == "1"
    drawn = draw()
    assert {greedy(Fixed(3.0, 1.0, 3.0), NOTHING, question(3), 0, drawn) for _ in range(60)} == {"0", "2"}


def test_greedy_looks_at_so_many_options_only() -> None:
    """A decision has a cap, and still a legal answer."""
    system = Fixed()
    answer = greedy(system, NOTHING, question(OPTIONS_MAX + 50), 0, draw())
    assert system.asked == OPTIONS_MAX
    assert int(answer) < OPTIONS_MAX


def test_a_system_that_miscounts_is_told() -> None:
    """Too few worths are a mistake of the system, not a choice of the bot."""
    with pytest.raises(ValueError, match="worths"):
        greedy(Fixed(1.0), NOTHING, question(3), 0, draw())


def test_rulings_fall_out_as_by_default() -> None:
    """No bot decides what a clause leaves to the GM."""
    ruling = Ruling("light", (Option("day", "light"), Option("dusk", "light")), "T1.5", "dusk")
    for bot in BOTS.values():
        assert bot(Fixed(9.0, 0.0), NOTHING, ruling, 0, draw()) == "dusk"
        assert bot(Fixed(9.0, 0.0), NOTHING, question(2, "1", GM), 0, draw()) == "1"
    assert default_of(question(2)) == "0"


def test_bots_answer_their_part_of_a_window() -> None:
    """The part says which question of several it is."""
    window = Window((question(1), question(3)), "all", "T1.1")
    assert greedy(Fixed(0.0, 0.0, 1.0), NOTHING, window, 1, draw()) == "2"


def test_bots_do_not_throw_dice() -> None:
    """Dice are asked of the dice."""
    with pytest.raises(ValueError, match="not dice"):
        random(SYSTEM, NOTHING, Roll(Pool("ada", (Dice(6),)), EACH, "roll", "T1.1"), 0, draw())


@pytest.mark.parametrize("name", sorted(BOTS))
def test_a_fight_of_bots_is_the_same_each_time(name: str) -> None:
    """Same seed, same fight; it ends, and another seed gives another fight."""
    results = [
        play_fight(SYSTEM, toy_encounter(), {}, BOTS[name], seed) for seed in ("a", "a", "b", "c", "d")
    ]
    assert results[0] == results[1]
    assert len(set(results)) > 2
    assert all(result.outcome is not None for result in results)
    assert all(result.rounds > 0 and result.inputs > 0 for result in results)


def test_each_seat_may_have_a_bot_of_its_own() -> None:
    """The bot named for a seat decides for it, and the other for the rest."""
    asked: list[str] = []

    def spy(system, encounter, request, part, draw) -> str:
        asked.append(request.choices[part].seat if isinstance(request, Window) else request.seat)
        return default_of(request.choices[part] if isinstance(request, Window) else request)

    play_fight(SYSTEM, toy_encounter(), {"bo": spy}, greedy, "a")

    assert set(asked) == {"bo"}


def test_a_fight_can_be_stopped() -> None:
    """After so many steps there is no outcome, and `after_step` was called after each."""
    steps: list[int] = []
    result = play_fight(
        SYSTEM, toy_encounter(), {}, random, "a", steps_max=3, after_step=lambda encounter: steps.append(1)
    )
    assert result.outcome is None
    assert len(steps) == 3


def test_dice_fall_as_at_a_table_with_this_seed() -> None:
    """The answerer's dice are the tray's, so that a fight can be followed at a table."""
    answer = answering(SYSTEM, {}, greedy, CounterDice("a"))
    request = Roll(Pool("ada", (Dice(6, 2),)), EACH, "roll", "T1.1")
    dice = CounterDice("a")
    assert answer(NOTHING, request, 0) == (dice("ada/d6", 0, 0, 6), dice("ada/d6", 1, 0, 6))
    assert answer(NOTHING, request, 0) == (dice("ada/d6", 2, 0, 6), dice("ada/d6", 3, 0, 6))
