"""Contests of two creatures, and Rollies."""

from __future__ import annotations

import pytest

from affray.kernel.requests import Contest
from affray.systems.sunder import contests, play
from affray.systems.sunder import events as e
from affray.systems.sunder.book import Ability, Effect, Half
from affray.systems.sunder.played import Played
from affray.systems.sunder.state import SCENE, Favour, Scene, Track
from tests.systems.sunder.by_hand import scene, told
from tests.systems.sunder.scripted import act, call, might_of, person, requests, run

SKILLED = {"ann": {"skills": ("Force",)}, "bob": {"skills": ("Force",)}}


def two(skilled: bool = True) -> Scene:
    """Ann and Bob, each with one die of Force; 3 Resistance spent, so that there is a Mixed."""
    people = (person("ann", Might=Track(10, 0, 3, 6)), person("bob", "B", Might=Track(10, 0, 3, 6)))
    return scene(*people, sheets=SKILLED if skilled else {})


def winner(made: Scene, *answers: str) -> tuple[str, str]:
    """Who wins, and by what."""
    won = run(made, contests.contest(made, call(target="bob"), call(roller="bob", target="ann")), *answers)
    (settled,) = told(made, e.ContestSettled)
    assert settled.winner == won
    return won, settled.how


@pytest.mark.clause("S1.23")
@pytest.mark.parametrize(
    ("ann", "bob", "expected"),
    [
        ("ann 5 1", "bob 2 1", ("ann", "level")),
        ("ann 15 1", "bob 2 1", ("bob", "level")),
        ("ann 10 1", "bob 5 6", ("bob", "face")),
    ],
)
def test_the_higher_level_wins(ann: str, bob: str, expected: tuple[str, str]) -> None:
    """A natural Crit is no more than a Crit."""
    assert winner(two(), ann, bob) == expected


@pytest.mark.clause("S1.23", "S1.24")
@pytest.mark.parametrize(
    ("hindered", "ann", "bob"),
    [(0, "ann 5 2", "bob 6 5"), (2, "ann 5 4", "bob 5 6 3"), (0, "ann 5 4", "bob 10 5")],
)
def test_then_the_higher_face(hindered: int, ann: str, bob: str) -> None:
    """Anywhere in the pool, also where the lowest is kept or the level is natural."""
    made = two()
    for number in range(hindered):
        favour = Favour("any", -1, f"fog {number}", SCENE)
        made.state.creatures["bob"].favours.append(favour)
    assert winner(made, ann, bob) == ("bob", "face")


@pytest.mark.clause("S1.23", "S1.24")
def test_without_a_pool_the_face_is_0() -> None:
    """Bob's Mixed becomes a Success by a 1, and that is more."""
    made = scene(
        person("ann", Might=Track(10, 0, 3)),
        person("bob", "B", Might=Track(10, 0, 3)),
        sheets={"bob": SKILLED["bob"]},
    )
    assert winner(made, "ann 5", "bob 2 1") == ("bob", "face")


@pytest.mark.clause("S1.23", "S1.24", "S1.25")
def test_then_rollies() -> None:
    """Equal faces, or no dice on either side: the lower d20 wins, equal ones are rolled again."""
    assert winner(two(), "ann 5 2", "bob 6 2", "ann 7", "bob 8") == ("ann", "Rollies")
    made = two(skilled=False)
    assert winner(made, "ann 5", "bob 6", "ann 9", "bob 9", "ann 20", "bob 19") == ("bob", "Rollies")
    assert [one.faces for one in told(made, e.RolliesRolled)] == [(9, 9), (20, 19)]


@pytest.mark.clause("S1.25")
def test_rollies_are_rolled_at_once() -> None:
    """One request for both d20s."""
    made = two()
    asked = requests(made, contests.rollies(made, "ann", "bob"), "ann 3", "bob 4")
    assert {type(one) for one in asked} == {Contest}
    assert [pool.sides for pool in asked[0].pools] == [(20,), (20,)]  # type: ignore[union-attr]


@pytest.mark.clause("S1.23")
def test_both_pay_for_their_tests() -> None:
    """Ann's Success and Bob's Mixed: 1 Stress each, after it is settled."""
    made = two(skilled=False)
    data = {"first": "ann", "first_skill": "Force", "second": "bob", "second_skill": "Force"}
    act(made, "call_contest", data, "ann 5", "bob 2")
    assert (might_of(made, "ann"), might_of(made, "bob")) == ((1, 3), (1, 3))
    kinds = [type(event).__name__ for event in made.watch.events]
    assert kinds.index("ContestSettled") < kinds.index("StressTaken")


@pytest.mark.clause("S1.23")
@pytest.mark.parametrize(
    ("answers", "harmed"),
    [
        (("ann 5", "bob skill Brace", "bob 5"), False),
        (("ann 5", "bob skill Brace", "bob 2"), True),
        (("ann 5", "bob no"), True),
    ],
)
def test_the_target_of_an_action_may_resist(answers: tuple[str, ...], harmed: bool) -> None:
    """By Success or Crit."""
    made = two(skilled=False)
    half = Half(
        "Shove",
        "A shove.",
        skills=("Force",),
        target="foe",
        resist=("Brace",),
        effects=(Effect("stress", potential="Nerve", amount=2),),
    )
    made.book.abilities["shove"] = Ability("shove", "Shove", "action", top=half, bottom=half)
    run(made, play.play(made, Played("ann", "shove", "top", half, "", "", "Force", "bob")), *answers)
    assert made.state.creatures["bob"].tracks["Nerve"].stress == (2 if harmed else 0)
