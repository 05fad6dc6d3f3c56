"""Exact chances as Pace shows them: against counts by hand and against every face."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from affray.kernel.presentation import Odds
from affray.odds.exact import explore, option_odds, position_of, settled_odds
from affray.systems.pace.events import DamageDealt, DefenceRolled
from affray.systems.pace.scenario import Clock, SceneObject, Task, TaskSave
from affray.systems.pace.text.odds import ranges
from tests.systems.pace.fights import Person, Table, fight, person

PAIR = """
....
.AB.
....
"""


def duel(ann: Person | None = None, bob: Person | None = None, **scene: Any) -> Table:
    """Ann may act; Bob stands beside her and faces her."""
    ann = ann or person("ann", facing="E", strength=3, items=("maul",))
    bob = bob or defender()
    return Table(fight(PAIR, ann, bob, **scene))


def defender(**changes: Any) -> Person:
    """Bob with Strength 2, DR 2 against bludgeoning, and a d8 in hand."""
    return person(
        "bob", "B", "W", **{"strength": 2, "dr": {"bludgeoning": 2}, "items": ("blade",), **changes}
    )


def odds_of(table: Table, option: str) -> Odds:
    """The chances of an option of the open question."""
    table.settle()
    odds = option_odds(table.session, 0, option)
    assert odds is not None
    return odds


def bars(odds: Odds) -> dict[str, float]:
    """The bars by their labels."""
    return {bar["label"]: bar["percent"] for bar in odds["bars"]}


def marks(odds: Odds) -> dict[str, str]:
    """How each bar is drawn."""
    return {bar["label"]: bar["mark"] for bar in odds["bars"]}


# The answers to an attack


def attacked(**bob: Any) -> Table:
    """Ann's maul, 2d6 + 3, comes with 13 + 3 = 16."""
    return duel(bob=defender(**bob)).do("ann attack maul bob", "ann 13")


@pytest.mark.clause("P4.3", "P4.5")
def test_the_four_answers_to_one_attack() -> None:
    """An attack of 16 against Strength 2, DR 2: what each answer makes of it, and what is lost at most."""
    table = attacked()
    none = bars(odds_of(table, "take"))
    assert none == {"0": 35.0, "1–4": 5.4, "5–8": 32.5, "9–13": 27.1}
    assert bars(odds_of(table, "evade")) == none
    assert bars(odds_of(table, "block blade")) == {"0": 47.6, "1–4": 27.1, "5–8": 20.8, "9–12": 4.5}
    assert bars(odds_of(table, "counter blade")) == {"0": 83.4, "1–4": 7.6, "5–8": 8.1, "9–16": 0.9}
    means = [odds_of(table, option)["mean"] for option in ("take", "block blade", "evade", "counter blade")]
    assert [round(mean, 1) for mean in means] == [5.2, 2.4, 5.2, 0.8]


@pytest.mark.clause("P4.12")
def test_a_block_counted_by_hand() -> None:
    """Of 20 defences 13 fail against 16; 36 throws of 2d6 and 8 of a d8 each."""
    lost = [max(0, max(0, one + other + 3 - less) - 2) for one, other, less in _throws(6, 6, 8)]
    none = Fraction(7, 20) + Fraction(13, 20) * Fraction(lost.count(0), len(lost))
    odds = odds_of(attacked(), "block blade")
    assert bars(odds)["0"] == round(float(none * 100), 1)
    assert odds["mean"] == round(float(Fraction(13, 20) * Fraction(sum(lost), len(lost))), 2)


def _throws(*sides: int) -> list[tuple[int, ...]]:
    return list(product(*(range(1, side + 1) for side in sides)))


@pytest.mark.clause("P4.14")
def test_a_counter_counted_by_hand() -> None:
    """It takes 7 of 20 to hold; then d20 + 2 against d20 + 3, where a tie holds too."""
    again = Fraction(sum(held + 2 >= pressed + 3 for held, pressed in _throws(20, 20)), 400)
    odds = odds_of(attacked(), "counter blade")
    assert bars(odds)["0"] == round(float((1 - Fraction(7, 20) * again) * 100), 1)
    assert odds["notes"] == ["HP that Ann loses, if Bob wins twice", "Bob loses as taking it"]
    assert odds["summary"].startswith("Lands in 16.6 %")


def test_what_a_counter_costs_the_defender_is_what_taking_it_costs() -> None:
    """The bars of a Counter are those of the attacker; its owner loses what the note says."""
    table = attacked()
    position = position_of(table.session)
    assert position is not None
    assert explore(position, 0, "counter blade", lost_by("bob")) == explore(
        position, 0, "take", lost_by("bob")
    )


def test_a_defeat_has_a_bar_of_its_own() -> None:
    """6 HP left: 5 of them may be lost; from 6 on Bob falls, and that is the chance that is named."""
    odds = odds_of(attacked(hp=6), "take")
    assert bars(odds) == {"0": 35.0, "1–2": 0.0, "3–5": 10.8, "falls": 54.2}
    assert marks(odds) == {"0": "none", "1–2": "plain", "3–5": "plain", "falls": "bad"}
    assert odds["summary"] == "Bob falls in 54.2 %, mean 3.7 HP"


@pytest.mark.parametrize(
    ("option", "dice", "fell"),
    [
        ("take", ["bob 14"], "0"),
        ("take", ["bob 2", "ann 3 4"], "5–8"),
        ("block blade", ["bob 2", "ann 6 6", "bob 1"], "9–12"),
        ("counter blade", ["bob 20", "bob 20", "ann 1", "bob 6 6"], "9–16"),
        ("counter blade", ["bob 2", "ann 3 4"], "0"),
    ],
)
def test_what_came_of_an_answer_is_found_among_its_bars(option: str, dice: list[str], fell: str) -> None:
    """For the log: the bar that the dice made true."""
    before, after = attacked(), attacked()
    known = len(after.events())
    after.do(f"bob {option}", *dice)
    settled = settled_odds(before.session, 0, option, after.events()[known:])
    assert settled is not None
    assert [bar["label"] for bar in settled["bars"] if bar["mark"] == "fell"] == [fell]


# An attack, from the attacker's seat


def lost_by(target: str) -> Callable[[object], int | None]:
    """What an attack takes from somebody."""

    def measure(event: object) -> int | None:
        if isinstance(event, DefenceRolled) and not event.hit:
            return 0
        return event.amount if isinstance(event, DamageDealt) and event.target == target else None

    return measure


@pytest.mark.clause("P4.1", "P4.6")
def test_an_attack_equals_every_face() -> None:
    """d8 + 1 against a defence with 2, DR 1, over every pair of d20; a 20 doubles the dice."""
    ann = person("ann", facing="E", strength=1)
    table = duel(ann, defender(dr={"slashing": 1}))
    position = position_of(table.settle().session)
    assert position is not None
    expected: dict[int, Fraction] = {}
    for attack, defence in _throws(20, 20):
        hit = attack + 1 > defence + 2
        falls = [(0,)] if not hit else _throws(8, 8) if attack == 20 else _throws(8)
        for faces in falls:
            lost = max(0, sum(faces) + 1 - 1) if hit else 0
            expected[lost] = expected.get(lost, Fraction(0)) + Fraction(1, 400 * len(falls))
    assert explore(position, 0, "attack sword bob", lost_by("bob")) == expected


def test_an_attack_shows_apart_what_only_a_critical_brings() -> None:
    """2d6 + 3 less 2 is 13 at most, 25 with the dice doubled."""
    odds = odds_of(duel(bob=defender(hp=40)), "attack maul bob")
    assert list(bars(odds)) == ["0", "1–4", "5–8", "9–13", "14–25"]
    assert sum(bars(odds).values()) == pytest.approx(100, abs=0.3)
    assert odds["summary"].startswith("Hits in ")


def test_a_miss_of_certain_outcome_has_one_bar() -> None:
    """An attack that can do nothing says so."""
    odds = odds_of(duel(bob=defender(dr={"all": 30})), "attack maul bob")
    assert bars(odds) == {"0": 100.0}


@pytest.mark.parametrize("option", ["move B1", "pivot N", "wait", "end", "words"])
def test_where_nothing_is_rolled_there_are_no_odds(option: str) -> None:
    """A walk, a Pivot, the end of a turn."""
    table = duel()
    table.settle()
    assert option in table.options("ann")
    assert option_odds(table.session, 0, option) is None


# Pushes


@pytest.mark.clause("P7.1", "P7.2")
def test_a_push_shows_what_the_collision_takes() -> None:
    """1d6 at the edge of the board after one step; into somebody half of 2d6, for both."""
    board = ".....\n.ABC.\n....."
    people = (
        person("ann", facing="E", strength=3, items=()),
        person("bob", "B", hp=30),
        person("cat", "B", at="C"),
    )
    table = Table(fight(board, *people)).do("ann attack bare-hands bob push", "ann 15", "bob 2", "ann 1")
    assert bars(odds_of(table, "way N")) == {"1–2": 33.3, "3–4": 33.3, "5–6": 33.3}
    into = odds_of(table, "way E")
    assert bars(into) == {"1–2": 27.8, "3–4": 55.6, "5–6": 16.7}
    assert into["notes"] == ["Cat is hit as hard, less its own DR"]


def test_a_free_way_has_no_odds() -> None:
    """Nothing is rolled where nothing stops the target."""
    board = ".......\n.......\n..AB...\n.......\n......."
    people = (person("ann", facing="E", strength=3, items=()), person("bob", "B"))
    table = Table(fight(board, *people)).do("ann attack bare-hands bob push", "ann 15", "bob 2", "ann 1")
    table.settle()
    assert option_odds(table.session, 0, "way E") is None


# Objects, spells, tasks, holds


@pytest.mark.clause("P4.9")
def test_an_object_loses_hp_or_breaks() -> None:
    """DC 6 with Strength 3: only a 1 and a 2 miss."""
    table = duel(objects=[SceneObject("box", "Box", "B1", hp=4)])
    odds = odds_of(table, "batter maul box")
    assert bars(odds) == {"0": 10.0, "breaks": 90.0}
    assert odds["summary"].startswith("Box breaks in 90.0 %")


@pytest.mark.clause("P1.2", "P8.2")
def test_a_spell_that_harms_and_one_that_works() -> None:
    """Against Will 4 the caster rolls against 14, with Will 2."""
    ann = person("ann", facing="E", scores={"Will": 2}, spells=("doom", "gust", "mud", "balm"), hp=15)
    table = duel(ann, defender(scores={"Will": 4}, hp=30))
    doom = odds_of(table, "cast doom bob")
    assert bars(doom)["0"] == 55.0
    assert doom["summary"] == "Hits in 45.0 %, mean 3.1 HP"
    assert bars(odds_of(table, "cast gust bob")) == {"fails": 45.0, "works": 55.0}
    assert option_odds(table.session, 0, "cast mud bob") is None, "nothing is rolled"


@pytest.mark.clause("P8.2")
def test_mending_shows_what_comes_back() -> None:
    """1d6 + 2 for one that lacks 5 of 15: never more than that."""
    ann = person("ann", facing="E", scores={"Will": 2}, spells=("balm",), hp=15)
    start = Table(fight(PAIR, ann, defender()))
    start["ann"].hp = 10
    odds = odds_of(start.do("ann pivot N"), "cast balm ann")
    assert bars(odds) == {"1–2": 0.0, "3–5": 100.0}
    assert odds["summary"] == "Mean 4.5 HP"


@pytest.mark.clause("P9.1")
def test_a_task_shows_segments() -> None:
    """DC 15 without a score: 30 % to reach it, one of the six faces a Breakthrough."""
    task = Task("heave", "Heave", save=TaskSave("Strength", 15), clock="gate")
    other = Task("look", "Look", save=TaskSave("Will", 11))
    wheel = SceneObject("wheel", "Wheel", "B1", task=(task, other))
    table = duel(person("ann", facing="E"), objects=[wheel], clocks=[Clock("gate", "The gate", 4)])
    odds = odds_of(table, "do wheel heave")
    assert bars(odds) == {"0 segments": 70.0, "1 segment": 25.0, "2 segments": 5.0}
    assert odds["summary"] == "Succeeds in 30.0 %, mean 0.35 segments"
    assert bars(odds_of(table, "do wheel look")) == {"fails": 50.0, "done": 50.0}


@pytest.mark.clause("P5.7")
def test_an_escape_leaves_a_tie_to_the_source() -> None:
    """Of 400 pairs 190 are won."""
    table = duel(person("ann", facing="E", held_by=("bob",)), defender(strength=0))
    assert bars(odds_of(table, "escape bob")) == {"still held": 52.5, "free": 47.5}


# The ranges


@pytest.mark.parametrize(
    ("plain", "critical", "expected"),
    [
        ([0, 3, 13], [], [(1, 4), (5, 8), (9, 13)]),
        ([0, 12], [], [(1, 4), (5, 8), (9, 12)]),
        ([1, 8], [2, 16], [(1, 4), (5, 8), (9, 16)]),
        ([0, 1, 2, 3], [], [(1, 1), (2, 2), (3, 3)]),
        ([5], [6], [(1, 2), (3, 5), (6, 6)]),
        ([], [14], [(1, 4), (5, 8), (9, 14)]),
        ([0], [], []),
        ([1], [], [(1, 1)]),
    ],
)
def test_ranges_fit_what_can_come(
    plain: list[int], critical: list[int], expected: list[tuple[int, int]]
) -> None:
    """At most three for what comes without a critical, one for what only a critical brings."""
    assert ranges(plain, critical) == expected


@pytest.mark.parametrize("most", range(1, 120))
def test_ranges_join_without_gaps(most: int) -> None:
    """Every number lies in exactly one, and there are never more than four."""
    found = ranges([most], [2 * most])
    covered = [number for low, high in found for number in range(low, high + 1)]
    assert covered == list(range(1, 2 * most + 1))
    assert len(found) <= 4
