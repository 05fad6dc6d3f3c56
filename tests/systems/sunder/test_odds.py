"""Exact chances as Sunder shows them: the mock-up's figures, counts by hand, and bands against every face."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from typing import Any

import pytest

from affray.kernel.presentation import Odds
from affray.kernel.requests import Question, option_by_id, question_of
from affray.odds.exact import Position, explore, explorer, option_odds, position_of, settled_odds
from affray.odds.outcomes import by_faces
from affray.systems.sunder.book import Perk
from affray.systems.sunder.names import POTENTIALS, Potential
from affray.systems.sunder.odds import Asked, Harm, Level, asked_of
from tests.systems.sunder.table import Person, Table, person, scene

SWORD = "strike top sword bob"
FACES_MAX = 400_000
"""Runs that a count face by face may take."""


def sheet(
    skills: tuple[Any, ...] = (), weapons: tuple[str, ...] = ("sword",), might: int = 10, **more: Any
) -> dict[str, Any]:
    """A sheet with a sword, and what else is said."""
    scores = {**dict.fromkeys(POTENTIALS, 10), "Might": might}
    return {"skills": skills, "weapons": weapons, "scores": scores, **more}


def duel(ann: Person, bob: Person | None = None, **how: Any) -> Table:
    """Ann's turn, with Bob at hand."""
    return Table(scene(ann, bob or person("bob", "B"), **how)).begin("ann")


def mocked(**start: Any) -> Table:
    """Ines of the mock-up: Might 9 with a D6, 2 spent, 3 Stress, proficient in Force."""
    held: dict[str, Any] = {"stress": {"Might": 3}, "resistance": {"Might": 2}, **start}
    return duel(person("ann", sheet=sheet(("Force",), might=9, dice={"Might": 6}), **held))


def question(table: Table, part: int = 0) -> Question:
    """The question that is open."""
    found = question_of(table.request, part)
    assert found is not None
    return found


def at(table: Table) -> Position:
    """Where the step stands."""
    position = position_of(table.session)
    assert position is not None
    return position


def odds_or_none(table: Table, option: str, part: int = 0) -> Odds | None:
    """The chances of an option of the open question, if there are any."""
    assert option in [one.id for one in question(table, part).options], table.asked
    return option_odds(table.session, part, option)


def odds_of(table: Table, option: str, part: int = 0) -> Odds:
    """The chances of an option of the open question."""
    found = odds_or_none(table, option, part)
    assert found is not None
    return found


def bars(odds: Odds) -> dict[str, float]:
    """The bars by their labels."""
    return {bar["label"]: bar["percent"] for bar in odds["bars"]}


def asked(table: Table, option: str) -> Asked:
    """Of what the chances of an option are."""
    found = option_by_id(question(table), option)
    assert found is not None
    asked_for = asked_of(table.scene, question(table), found)
    assert asked_for is not None
    return asked_for


# Levels


@pytest.mark.clause("S1.6", "S2.5", "S2.6", "S5.16")
def test_the_mock_up_of_a_strike() -> None:
    """Mixed on 1 and 2, Success to 8, Crit on 9, Miff on 20; half of the D6 is jinxed."""
    odds = odds_of(mocked(), SWORD)
    assert bars(odds) == {"Crit": 20.0, "Success": 5.0, "Mixed": 40.0, "Failure": 5.0, "Miff": 30.0}
    assert [bar["mark"] for bar in odds["bars"]] == ["plain", "plain", "plain", "none", "bad"]
    assert odds["summary"] == "65 % hits"


@pytest.mark.clause("S2.4", "S1.12", "S3.14")
def test_the_dice_and_the_price_are_told() -> None:
    """The threshold, what a level costs, and the Fallout of a Miff; the Stress that the target takes."""
    odds = odds_of(mocked(), SWORD)
    assert odds["notes"] == [
        "0.8 Stress to Bob on average",
        "1 D6, jinxed to 3",
        "A Success or a Mixed costs 1 Might Stress",
        "A Miff brings Minor Situational Fallout: 30 %",
    ]


@pytest.mark.clause("S3.8", "S3.9", "S3.1")
def test_the_mean_stress_counted_by_hand() -> None:
    """A D6 is 1 Stress up to 5, and 2 with a 6; a Crit adds 1 for each maximum of its chain."""
    chain = Fraction(0)
    reached = Fraction(1, 6)
    for sides in (8, 10, 12, 12, 12, 12):
        chain += reached
        reached /= sides
    chain += reached
    hit = 1 + Fraction(1, 6)
    mean = Fraction(45, 100) * hit + Fraction(20, 100) * (hit + chain)
    assert odds_of(mocked(), SWORD)["mean"] == round(float(mean), 2)


@pytest.mark.clause("S1.13")
def test_a_mixed_may_be_free() -> None:
    """As the ruling goes."""
    ann = person("ann", sheet=sheet(might=9), resistance={"Might": 4})
    free = duel(ann, rulings={"mixed_costs_stress": False})
    assert "A Success costs 1 Might Stress" in odds_of(free, SWORD)["notes"]
    assert "A Success or a Mixed costs 1 Might Stress" in odds_of(duel(ann), SWORD)["notes"]


@pytest.mark.clause("S3.4")
def test_a_full_track_is_warned_of() -> None:
    """One's own, which the price overflows, and the target's."""
    ann = person("ann", sheet=sheet(), stress={"Might": 10})
    odds = odds_of(duel(ann, person("bob", "B", stress={"Might": 9})), SWORD)
    assert "A Success costs 1 Might Stress, which overflows" in odds["notes"]
    # 10 faces of 20 hit, and only a 6 does not fit: 2 Stress, and at least 3 with the one Crit.
    assert odds["notes"][1:3] == ["Minor Fallout for Bob in 7.5 %", "Major Fallout for Bob in 0.8 %"]


@pytest.mark.clause("S1.20", "S3.14", "S2.3")
def test_riskiness_takes_dice_and_worsens_fallout() -> None:
    """Dire without a die: the lowest of three counts, and a Failure is Major Fallout."""
    table = duel(person("ann", sheet=sheet()), risk="Dire")
    notes = odds_of(table, SWORD)["notes"]
    assert "3 D4, not jinxed, the lowest of them counts" in notes
    assert any("Severe Situational Fallout" in note for note in notes if note.startswith("A Miff"))


@pytest.mark.clause("S5.17")
def test_who_resists_needs_a_success() -> None:
    """Of 20 faces 9 are a Success and 1 a Crit; Mixed does not do."""
    ann = person("ann", sheet=sheet(abilities=("curse",)))
    bob = person("bob", "B", resistance={"Tether": 4})
    table = duel(ann, bob).do("ann curse top Weave bob", "ann 5")
    odds = odds_of(table, "skill Anchor")
    assert bars(odds) == {"Crit": 5.0, "Success": 25.0, "Mixed": 20.0, "Failure": 45.0, "Miff": 5.0}
    assert odds["summary"] == "30 % resists"
    assert [bar["mark"] for bar in odds["bars"]] == ["plain", "plain", "none", "none", "bad"]
    assert odds_or_none(table, "no") is None


def test_what_may_be_resisted_says_so() -> None:
    """And of its Stress nothing is told, which hangs on the target's Test."""
    odds = odds_of(duel(person("ann", sheet=sheet(abilities=("drain",)))), "drain top Weave bob")
    assert odds["notes"][0] == "May be resisted with Anchor"
    assert odds["summary"] == "50 % succeeds"
    assert odds["mean"] == 0.5


@pytest.mark.parametrize(
    ("option", "summary"),
    [
        ("default top unarmed bob", "50 % hits"),
        ("endure bottom Grit", "50 % succeeds"),
        ("evade bottom Sleight", "50 % succeeds"),
        ("influence top Sway bob", "50 % succeeds"),
    ],
)
def test_other_halves_with_a_test(option: str, summary: str) -> None:
    """The default attack, and cards that are no attack."""
    assert odds_of(duel(person("ann", sheet=sheet(), stress={"Nerve": 1})), option)["summary"] == summary


@pytest.mark.parametrize("option", ["strike bottom", "evade top", "default bottom z1", "end", "surge calm"])
def test_where_nothing_is_rolled_there_are_no_odds(option: str) -> None:
    """Guard, Keep moving, a move, a Surge, the end."""
    table = duel(person("ann", sheet=sheet(abilities=("calm",)), stress={"Might": 1}))
    assert odds_or_none(table, option) is None


@pytest.mark.clause("S10.5")
def test_one_who_is_slowed_tests_to_move() -> None:
    """With Grace."""
    table = duel(person("ann", sheet=sheet(), conditions=("Slowed",)))
    assert odds_of(table, "default bottom z1")["summary"] == "50 % succeeds"


# Others' attacks, another attack, a group


@pytest.mark.clause("S14.7")
def test_a_slot_of_light_armor_shows_what_it_does() -> None:
    """The attack that is announced, with the slot and without it."""
    bob = person("bob", "B", sheet={"armor": ("leather",)})
    table = duel(person("ann", sheet=sheet()), bob).do(f"ann {SWORD}")
    assert odds_of(table, "no")["summary"] == "50 % hits"
    dodged = odds_of(table, "dodge leather")
    assert "2 D4, not jinxed, the lowest of them counts" in dodged["notes"]


@pytest.mark.clause("S7.9")
def test_an_extra_attack() -> None:
    """Like any other."""
    ann = person("ann", sheet=sheet(abilities=("extra-attack",)))
    table = duel(ann).do(f"ann {SWORD}", "ann 15", "ann react extra-attack")
    assert odds_of(table, "attack sword bob")["summary"] == "50 % hits"
    assert odds_or_none(table, "stop") is None


@pytest.mark.clause("S1.26", "S4.13")
def test_two_who_act_together_have_the_groups_level() -> None:
    """Each: 1/20 Crit, 9/20 Success, 9/20 Failure, 1/20 Miff. Together 0 or more is a success."""
    table = grouped("cat")
    odds = odds_of(table, SWORD)
    worth = {2: Fraction(1, 20), 1: Fraction(9, 20), -1: Fraction(9, 20), -2: Fraction(1, 20)}
    sums: dict[int, Fraction] = {}
    for one, chance in worth.items():
        for other, also in worth.items():
            sums[one + other] = sums.get(one + other, Fraction(0)) + chance * also
    good = sum((chance for total, chance in sums.items() if total >= 0), Fraction(0))
    assert odds["summary"] == f"{round(float(100 * good), 1):g} % succeeds"
    assert bars(odds)["Mixed"] == round(float(100 * sums[0]), 1)
    assert odds["notes"] == ["The level of all together"]


@pytest.mark.clause("S1.26")
def test_of_more_the_own_test_is_told() -> None:
    """Three would have hundreds of ways to come out."""
    table = grouped("cat", "dan")
    odds = odds_of(table, SWORD)
    assert odds["summary"] == "50 % succeeds"
    assert odds["notes"][0] == "Your own Test; the level of all together counts"
    table.do(f"ann {SWORD}")
    assert odds_of(table, "skill Sway")["summary"] == "50 % succeeds"


def grouped(*others: str) -> Table:
    """Ann leads, the others act along, Bob is at hand."""
    people = [person("ann", sheet=sheet()), person("bob", "B"), *(person(id_) for id_ in others)]
    table = Table(scene(*people)).begin("bob")
    table.throw_in("ann", *others)
    for id_ in others:
        table.act("join_group", creature=id_, lead="ann")
    while ("ann", "group") not in table.asked:
        seat, kind = table.asked[0]
        table.do(f"{seat} end" if kind == "turn" else f"{seat} pass")
    return table.do("ann together")


@pytest.mark.clause("S3.25")
def test_a_dying_test_has_odds_for_whoever_names_it() -> None:
    """The Test of the one who is dying, by each Skill."""
    ann = person("ann", sheet=sheet(marks=1), marks=0, stress={"Nerve": 2})
    table = Table(scene(ann, person("cat"), person("bob", "B"))).begin("cat")
    table.act("marks", creature="ann", amount=1)
    table.do("cat end", "gm dying ann")
    odds = odds_of(table, "skill Bear")
    assert bars(odds) == {"Crit": 5.0, "Success": 45.0, "Mixed": 0.0, "Failure": 45.0, "Miff": 5.0}


# The log


def test_what_came_of_a_test_is_marked_on_its_bars() -> None:
    """For the log: the level that fell, whatever the second look is at."""
    before, after = mocked(), mocked()
    known = len(after.events())
    after.do(f"ann {SWORD}", "ann 5 2", "ann 3")
    settled = settled_odds(before.session, 0, SWORD, after.events()[known:])
    assert settled is not None
    assert [bar["label"] for bar in settled["bars"] if bar["mark"] == "fell"] == ["Mixed"]
    assert settled["mean"] == odds_of(before, SWORD)["mean"]


# Bands against every face


def both(table: Table, option: str, look: Callable[[], Callable[[Any], Hashable]]) -> Mapping[Any, Fraction]:
    """The chances by bands, which are the same face by face."""
    banded = explore(at(table), 0, option, look())
    assert banded == explore(at(table), 0, option, look(), outcomes=by_faces, runs_max=FACES_MAX)
    assert sum(banded.values()) == 1
    return banded


def perked(*perks: Perk, die: int = 6, stress: int = 2, skilled: bool = True, **more: Any) -> Table:
    """Ann with Perks on her Might, and one die where she is skilled."""
    written = sheet(("Force",) if skilled else (), dice={"Might": die}, perks=perks, **more)
    return duel(person("ann", sheet=written, stress={"Might": stress}, resistance={"Might": 3}))


def perk(name: Any, face: int, potential: Potential = "Might") -> Perk:
    """A Perk on a face of the Might die."""
    return Perk(potential, face, name)


@pytest.mark.clause("S2.8", "S2.10")
@pytest.mark.parametrize(
    "name",
    [
        "Anchor Point", "Implode", "Refresh", "Cleave", "Drive", "Momentum", "Stabilize", "Reversal", "Spite",
        "Burn", "Fracture", "Tempt",
    ],
)  # fmt: skip
def test_levels_with_a_perk_equal_every_face(name: str) -> None:
    """Whatever the slot of the kept face does."""
    table = perked(perk(name, 3), perk("Spark", 5))
    level = both(table, SWORD, lambda: Level(asked(table, SWORD)))
    assert sum(chance for value, chance in level.items() if value is not None) == 1


@pytest.mark.clause("S2.3")
def test_the_lowest_of_several_equals_every_face() -> None:
    """Risky and unskilled: two dice, with two Perks among their faces."""
    table = perked(perk("Anchor Point", 2), perk("Tempt", 3), skilled=False)
    table.act("difficulty", risk="Risky")
    both(table, SWORD, lambda: Level(asked(table, SWORD)))
    assert "2 D6, jinxed to 2, the lowest of them counts" in odds_of(table, SWORD)["notes"]


@pytest.mark.clause("S2.12")
def test_a_charged_die_equals_every_face() -> None:
    """With the threshold at its ceiling a 4 of the D4 is a Crit."""
    table = perked(perk("Refresh", 2), perk("Drive", 3), die=4, stress=5, charged=("Might",))
    level = both(table, SWORD, lambda: Level(asked(table, SWORD)))
    assert level[5] > Fraction(1, 5)


@pytest.mark.clause("S1.23", "S5.17")
def test_a_resisted_effect_equals_every_face() -> None:
    """The actor's Test and the target's, who has a die for it."""
    ann = person("ann", sheet=sheet(abilities=("drain",)))
    table = duel(ann, person("bob", "B", sheet={"skills": ("Anchor",)}, stress={"Tether": 1}))
    option = "drain top Weave bob"
    harm = both(table, option, lambda: Harm(Asked("ann", target="bob")))
    assert 0 < sum(chance for value, chance in harm.items() if value and value.stress) < 1


@pytest.mark.clause("S3.8", "S3.9")
def test_damage_with_criticals_equals_every_face() -> None:
    """A chain is cut short by giving the target so little room that only the sum of one reroll counts."""
    table = duel(person("ann", sheet=sheet(weapons=("dagger",))), person("bob", "B", stress={"Finesse": 9}))
    option = "strike top dagger bob"
    harm = both(table, option, lambda: Harm(asked(table, option)))
    assert harm[next(value for value in harm if value and value.rank == 3)] > 0


def test_the_explorer_leaves_the_scene_alone() -> None:
    """Odds are of a copy."""
    table = mocked()
    before = table.stress("ann"), len(table.session.records)
    run = explorer(at(table), 0, SWORD)
    assert sum(run(Level(asked(table, SWORD))).values()) == 1
    assert (table.stress("ann"), len(table.session.records)) == before
