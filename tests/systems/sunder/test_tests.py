"""A Test in its five steps: base levels, the pool, Riskiness and Advantage, Volatility, and the price."""

from __future__ import annotations

from typing import Any

import pytest

from affray.kernel.requests import Roll
from affray.systems.sunder import events as e
from affray.systems.sunder import groups, price, sources, testing
from affray.systems.sunder.beginning import capped, tracks_of
from affray.systems.sunder.book import Ability, Book, Knack, Perk, Sheet
from affray.systems.sunder.check_pack import faults
from affray.systems.sunder.contours import intervention
from affray.systems.sunder.invariants import problems
from affray.systems.sunder.names import (
    CRIT,
    FAILURE,
    LEVELS,
    MIFF,
    MIXED,
    POTENTIALS,
    SKILLS,
    SUCCESS,
    hint_of,
    is_physical,
    potential_of,
    skills_of,
)
from affray.systems.sunder.perks import modifier_of
from affray.systems.sunder.rulings import Rulings
from affray.systems.sunder.sources import Called
from affray.systems.sunder.state import SCENE, Favour, Scene, Track
from affray.systems.sunder.testing import (
    Result,
    acts_well,
    base_level,
    final_level,
    jinx_threshold,
    pool_dice,
    resists,
)
from tests.systems.sunder.by_hand import scene, told
from tests.systems.sunder.scripted import act, alone, call, make, might_of, person, requests, run

# Potentials and Skills


@pytest.mark.clause("S1.1")
def test_eight_potentials_with_three_skills_each() -> None:
    """Four Physical and four Mental; every Skill belongs to one."""
    assert [skill for potential in POTENTIALS for skill in skills_of(potential)] == list(SKILLS)
    assert [len(skills_of(potential)) for potential in POTENTIALS] == [3] * 8
    assert [potential for potential in POTENTIALS if is_physical(potential)] == list(POTENTIALS[:4])
    assert [potential_of(skill) for skill in SKILLS[::3]] == list(POTENTIALS)
    assert [potential_of(skill) for skill in ("Squirm", "Form", "Hope")] == ["Finesse", "Seep", "Heart"]


@pytest.mark.clause("S1.2")
def test_every_skill_has_a_hint_of_its_own() -> None:
    """In a few words."""
    hints = [hint_of(skill) for skill in SKILLS]
    assert len(set(hints)) == 24
    assert all(hints)
    assert "strength" in hint_of("Force")


@pytest.mark.clause("S1.1", "S1.3", "S1.8", "S2.1")
def test_tracks_from_a_sheet() -> None:
    """Empty tracks with D4 where the sheet says nothing; Traits add to scores, from 1 to 20."""
    scores = {**dict.fromkeys(POTENTIALS, 9), "Might": 19, "Wit": 2}
    sheet = Sheet("a", "A", "a", "player", scores, dice={"Nerve": 8}, abilities=("big",))  # type: ignore[arg-type]
    big = Ability("big", "Big", "trait", scores={"Might": 3, "Wit": -4, "Seep": 1})
    tracks = tracks_of(sheet, {"big": big})
    assert list(tracks) == list(POTENTIALS)
    assert {name: track.score for name, track in tracks.items() if track.score != 9} == {
        "Might": 20,
        "Seep": 10,
        "Wit": 1,
    }
    assert [name for name, track in tracks.items() if track.die != 4] == ["Nerve"]
    assert all(track.stress == track.spent == 0 for track in tracks.values())


@pytest.mark.clause("S1.8")
def test_a_score_is_a_face_of_the_d20() -> None:
    """Nothing takes it out of 1 to 20."""
    assert [capped(score) for score in (-3, 0, 1, 20, 21)] == [1, 1, 1, 20, 20]


@pytest.mark.clause("S1.3", "S1.8")
@pytest.mark.parametrize(
    ("track", "holds"),
    [
        (Track(8, 5, 3), True),
        (Track(8, 8, 0), True),
        (Track(8, 0, 8), True),
        (Track(8, 5, 4), False),
        (Track(8, -1, 0), False),
        (Track(8, 0, -1), False),
        (Track(0), False),
        (Track(21), False),
        (Track(1), True),
        (Track(20), True),
    ],
)
def test_what_a_track_can_hold(track: Track, holds: bool) -> None:
    """Stress and spent Resistance share its slots."""
    assert (problems(alone(track)) == []) == holds
    assert track.free == track.score - track.stress - track.spent


# The base level


@pytest.mark.clause("S1.6", "S1.4")
@pytest.mark.parametrize(
    ("score", "spent", "by_face"),
    [
        (12, 4, {1: MIXED, 4: MIXED, 5: SUCCESS, 11: SUCCESS, 12: CRIT, 13: FAILURE, 19: FAILURE, 20: MIFF}),
        (12, 0, {1: SUCCESS, 11: SUCCESS, 12: CRIT}),
        (8, 2, {1: MIXED, 2: MIXED, 3: SUCCESS, 7: SUCCESS, 8: CRIT, 9: FAILURE, 19: FAILURE, 20: MIFF}),
    ],
)
def test_worked_examples_1_to_4(score: int, spent: int, by_face: dict[int, int]) -> None:
    """Spent Resistance makes the Mixed band, however much is left."""
    assert {face: base_level(face, score, spent)[0] for face in by_face} == by_face


@pytest.mark.clause("S1.6", "S1.7")
@pytest.mark.parametrize(
    ("score", "spent", "by_face"),
    [
        (5, 5, {3: MIXED, 4: MIXED, 5: CRIT, 6: FAILURE}),
        (5, 4, {4: MIXED, 5: CRIT}),
        (1, 0, {1: CRIT, 2: FAILURE, 20: MIFF}),
        (1, 1, {1: CRIT, 2: FAILURE}),
        (20, 0, {1: SUCCESS, 19: SUCCESS, 20: CRIT}),
        (20, 20, {19: MIXED, 20: CRIT}),
    ],
)
def test_worked_example_5(score: int, spent: int, by_face: dict[int, int]) -> None:
    """First Crit, then Miff, then Mixed."""
    assert {face: base_level(face, score, spent)[0] for face in by_face} == by_face


@pytest.mark.clause("S1.6")
def test_crit_and_miff_of_the_d20_are_natural() -> None:
    """And nothing else is."""
    natural = [face for face in range(1, 21) if base_level(face, 12, 4)[1]]
    assert natural == [12, 20]
    assert [face for face in range(1, 21) if base_level(face, 20, 4)[1]] == [20]


@pytest.mark.clause("S1.5", "S2.6")
def test_levels_by_rank() -> None:
    """One up or down; Miff is the lowest and Crit the highest."""
    assert LEVELS[1:] == ("Miff", "Failure", "Mixed", "Success", "Crit")
    ranks = range(1, 6)
    assert [final_level(rank, 1) for rank in ranks] == [2, 3, 4, 5, 5]
    assert [final_level(rank, -1) for rank in ranks] == [1, 1, 2, 3, 4]
    assert [final_level(rank, 2) for rank in ranks] == [3, 4, 5, 5, 5]


# The pool and its modifier


@pytest.mark.clause("S2.3")
@pytest.mark.parametrize(
    ("count", "expected"),
    [(3, (3, "highest")), (1, (1, "highest")), (0, None), (-1, (2, "lowest")), (-3, (4, "lowest"))],
)
def test_dice_of_the_pool(count: int, expected: tuple[int, str] | None) -> None:
    """Below 0 one more than |N|, and the lowest is kept."""
    dice = pool_dice(count, 8)
    assert (tuple((one.count, one.keep) for one in dice) or (None,))[0] == expected
    assert all(one.sides == 8 for one in dice)


@pytest.mark.clause("S2.4")
@pytest.mark.parametrize(
    ("stress", "die", "jinx"),
    [(0, 6, 0), (3, 6, 3), (5, 6, 5), (9, 6, 5), (4, 4, 3), (3, 4, 3), (14, 12, 11)],
)
def test_worked_example_8(stress: int, die: int, jinx: int) -> None:
    """The maximum face is never jinxed."""
    assert jinx_threshold(stress, die) == jinx


@pytest.mark.clause("S2.5")
def test_the_modifier() -> None:
    """Up to the threshold -1, above it +1; without Stress any die gives +1."""
    assert [modifier_of(face, 3) for face in range(1, 7)] == [-1, -1, -1, 1, 1, 1]
    assert [modifier_of(face, 0) for face in (1, 6)] == [1, 1]
    assert [modifier_of(face, jinx_threshold(9, 6)) for face in (5, 6)] == [-1, 1]


@pytest.mark.clause("S1.14", "S2.3", "S2.6")
@pytest.mark.parametrize(
    ("track", "advantage", "dice", "expected"),
    [
        (Track(12, 3, 4, 6), 2, "7 2 5", (SUCCESS, 1, CRIT)),
        (Track(12, 3, 4, 6), 2, "7 3 1", (SUCCESS, -1, MIXED)),
        (Track(12, 3, 4, 6), 0, "7", (SUCCESS, 0, SUCCESS)),
        (Track(12, 3, 4, 6), 1, "15 4", (FAILURE, 1, MIXED)),
        (Track(12, 3, 4, 6), 1, "15 3", (FAILURE, -1, MIFF)),
        (Track(12, 2, 0, 6), -2, "7 6 4 2", (SUCCESS, -1, MIXED)),
        (Track(12, 2, 0, 6), -2, "7 6 4 3", (SUCCESS, 1, CRIT)),
        (Track(12, 9, 0, 6), 1, "7 5", (SUCCESS, -1, MIXED)),
        (Track(12, 9, 0, 6), 1, "7 6", (SUCCESS, 1, CRIT)),
        (Track(12, 0, 4, 4), 1, "2 1", (MIXED, 1, SUCCESS)),
    ],
)
def test_five_steps(track: Track, advantage: int, dice: str, expected: tuple[int, int, int]) -> None:
    """Base level, modifier of the kept face, final level."""
    made = alone(track)
    result = make(made, call(extra=many(advantage)), f"ann {dice}")
    (settled,) = told(made, e.TestSettled)
    assert (result.base, settled.modifier, result.level) == expected
    assert not result.natural


def many(advantage: int) -> tuple[tuple[str, int, str], ...]:
    """So many Advantages, or below 0 Disadvantages, each of a source of its own."""
    sign = 1 if advantage > 0 else -1
    return tuple((f"source {number}", sign, "S1.21") for number in range(abs(advantage)))


@pytest.mark.clause("S1.14")
def test_the_d20_and_the_pool_are_rolled_together() -> None:
    """One roll, of the tested Potential's die."""
    made = alone(Track(12, die=10), skills=("Force",))
    (request,) = requests(made, testing.test(made, call()), "ann 5 3")
    assert isinstance(request, Roll)
    assert request.pool.sides == (20, 10)
    (rolled,) = told(made, e.TestRolled)
    assert (rolled.face, rolled.faces, rolled.kept, rolled.die, rolled.count) == (5, (3,), 3, 10, 1)


@pytest.mark.clause("S1.9", "S1.15")
@pytest.mark.parametrize(
    ("dice", "level"), [("12 2", CRIT), ("12 1", CRIT), ("12 4", CRIT), ("20 2", MIFF), ("20 4", MIFF)]
)
def test_a_natural_level_is_final(dice: str, level: int) -> None:
    """No modifier, no Perk, no explosion; the faces of the pool are told all the same."""
    made = alone(Track(12, 3, die=4, charged=True, perks={2: "Drive", 3: "Cleave"}))
    result = make(made, call(extra=many(1)), f"ann {dice}")
    assert (result.level, result.natural, result.exploded) == (level, True, False)
    (rolled,) = told(made, e.TestRolled)
    assert rolled.faces == (int(dice.split()[1]),)
    assert told(made, e.TestSettled)[0].modifier == 0
    assert not told(made, e.PerkFired)
    assert not told(made, e.Exploded)


@pytest.mark.clause("S2.12", "S2.13")
@pytest.mark.parametrize(
    ("track", "dice", "explodes"),
    [
        (Track(12, 3, 4, 4, charged=True, perks={2: "Spark", 3: "Momentum"}), "2 4", True),
        (Track(12, 9, 3, 4, charged=True, perks={2: "Spark", 3: "Momentum"}), "15 4", True),
        (Track(12, 2, 4, 4, charged=True, perks={2: "Spark", 3: "Momentum"}), "2 4", False),
        (Track(12, 3, 4, 4, perks={2: "Spark", 3: "Momentum"}), "2 4", False),
        (Track(12, 3, 4, 4, charged=True, perks={2: "Spark", 3: "Momentum"}), "2 1", False),
    ],
)
def test_explosion(track: Track, dice: str, explodes: bool) -> None:
    """Charged, the threshold at its ceiling, the maximum: a Crit that is not natural, and a larger die."""
    made = alone(track)
    result = make(made, call(extra=many(1)), f"ann {dice}")
    ann = made.state.creatures["ann"]
    now = ann.tracks["Might"]
    assert result.exploded == explodes
    assert (now.die, bool(now.perks), ann.strings) == ((6, False, 1) if explodes else (4, True, 0))
    if explodes:
        assert (result.level, result.natural, now.charged) == (CRIT, False, False)
        spent = might_of(made)
        run(made, price.pay(made, result))
        assert might_of(made) == spent


@pytest.mark.clause("S2.12")
def test_a_d12_stays_a_d12_when_it_explodes() -> None:
    """It loses its Perks all the same."""
    made = alone(Track(15, 12, 0, 12, charged=True, perks=dict.fromkeys(range(2, 12), "Spark")))
    assert make(made, call(extra=many(1)), "ann 18 12").level == CRIT
    track = made.state.creatures["ann"].tracks["Might"]
    assert (track.die, track.perks, track.charged) == (12, {}, False)


@pytest.mark.clause("S2.7", "S2.11")
@pytest.mark.parametrize(
    ("score", "perks", "charged", "message"),
    [
        (10, ((2, "Drive"), (3, "Spark")), True, ""),
        (10, ((3, "Drive"),), False, ""),
        (10, ((4, "Drive"),), False, "a D4 has slots 2 to 3"),
        (2, ((3, "Drive"),), False, "the score of Might is 2, and a face lies within it"),
        (10, ((2, "Drive"), (3, "Drive")), False, "Might has Drive already"),
        (10, ((2, "Drive"), (2, "Spark")), False, "another Perk has face 2 of Might"),
        (10, ((2, "Drive"),), True, "no Perk of Might sits on 3"),
    ],
)
def test_where_perks_and_charges_may_sit(score: int, perks: Any, charged: bool, message: str) -> None:
    """Slots from 2 to one below the maximum, none above the score, each Perk once; a Charge needs all."""
    sheet = Sheet(
        "a",
        "A",
        "a",
        "player",
        {**dict.fromkeys(POTENTIALS, 9), "Might": score},  # type: ignore[arg-type]
        perks=tuple(Perk("Might", face, name) for face, name in perks),
        charged=("Might",) if charged else (),
    )
    found = [fault[1] for fault in faults(Book({}, {}, {}, {}, {"a": sheet}), None)]
    assert found == ([message] if message else [])


# How many dice


@pytest.mark.clause("S2.2", "S1.20", "S1.21", "S1.22")
@pytest.mark.parametrize(
    ("sheet", "risk", "advantage", "expected"),
    [
        ({"skills": ("Force",), "domains": ("Root",), "knacks": 2}, "Risky", 0, (3, 1)),
        ({"skills": ("Force",)}, "Uncertain", -1, (0, 1)),
        ({}, "Uncertain", -1, (-1, 1)),
        ({}, "Desperate", 0, (-3, 3)),
        ({}, "Uncertain", 1, (1, 0)),
        ({}, "Risky", 1, (0, 0)),
        ({}, "Dire", 0, (-2, 2)),
        ({}, None, 0, (0, 0)),
        ({}, "Desperate", -2, (-5, 3)),
        ({}, "Uncertain", 4, (4, 0)),
        ({"skills": ("Brace",), "domains": ("Still",)}, "Uncertain", 0, (0, 0)),
    ],
)
def test_worked_examples_11_to_13(
    sheet: dict[str, Any], risk: Any, advantage: int, expected: tuple[int, int]
) -> None:
    """Proficiency, one Domain, Knacks, less the net Riskiness; for Fallout that lies between 0 and 3."""
    names = ("oars", "ropes")
    knacks = tuple(Knack(name, ("Force",)) for name in names[: sheet.get("knacks", 0)])
    made = alone(Track(12), **{**sheet, "knacks": (*knacks, Knack("songs", ("Sway",)))})
    weighed = sources.weigh(made, call(risk=risk, domain="Root", extra=many(advantage)))
    assert (weighed.count, weighed.risk) == expected


@pytest.mark.clause("S1.22")
def test_two_disadvantages_and_an_advantage() -> None:
    """With proficiency: no die."""
    made = alone(Track(12), skills=("Force",))
    extra = (("fog", -1, "S1.21"), ("mud", -1, "S1.21"), ("help", 1, "S14.1"))
    assert sources.weigh(made, call(extra=extra)).count == 0


@pytest.mark.clause("S2.2")
def test_more_domains_than_one_give_one_die() -> None:
    """Every Knack that is relevant gives one: for the Skill, the weapon or the card."""
    knacks = (
        Knack("oars", ("Force",)),
        Knack("hooks", ("pike", "strike")),
        Knack("doors", ("strike",)),
        Knack("songs", ("Sway",)),
    )
    made = alone(Track(12), domains=("Root", "Still"), knacks=knacks)
    called = call(domain="Root", weapon="pike", cards=("strike",))
    assert [name for name, _, _ in sources.dice_of_skill(made, called)] == [
        "Domain Root",
        "Knack oars",
        "Knack hooks",
        "Knack doors",
    ]


@pytest.mark.clause("S1.20")
def test_how_risky_a_test_is() -> None:
    """What it says itself, else the GM for this creature, else the scene; by default Uncertain."""
    made = alone(Track(12))
    assert sources.base_risk(made, call()) == 0
    act(made, "difficulty", {"risk": "Risky"})
    assert sources.base_risk(made, call()) == 1
    act(made, "difficulty", {"risk": "Desperate", "creature": "ann"})
    assert sources.base_risk(made, call()) == 3
    assert sources.base_risk(made, call(risk="Dire")) == 2
    make(made, call(), "ann 3 1 1 1 1")
    assert sources.base_risk(made, call()) == 1


@pytest.mark.clause("S1.22")
def test_the_same_source_counts_once() -> None:
    """Whatever it is named by; others add up."""
    fog, help_ = ("fog", -1, "S1.21"), ("help", 1, "S14.1")
    net, counted, ignored = sources.net_advantage([fog, fog, help_, ("mud", -1, "S1.21")], True)
    assert (net, len(counted), [reason.key for reason in ignored]) == (-1, 3, ["same source"])


@pytest.mark.clause("S1.22")
@pytest.mark.parametrize(
    ("stacking", "amounts", "net"),
    [
        (True, (1, 1, 1), 3),
        (False, (1, 1, 1), 1),
        (True, (-1, -1), -2),
        (False, (-1, -1), -1),
        (False, (1, -1), 0),
        (False, (-1, -1, 1), -1),
    ],
)
def test_adv_stacking(stacking: bool, amounts: tuple[int, ...], net: int) -> None:
    """Without it they make at most one step together."""
    made = alone(Track(12), Rulings(adv_stacking=stacking))
    extra = tuple((f"source {number}", amount, "S1.21") for number, amount in enumerate(amounts))
    weighed = sources.weigh(made, call(extra=extra))
    assert weighed.count == net
    assert weighed.risk == max(0, -net)
    assert bool(weighed.ignored) == (sum(amounts) != net)


@pytest.mark.clause("S1.21")
def test_an_advantage_to_come_is_used_by_the_test_it_is_for() -> None:
    """Another Test leaves it; what is against a creature helps whoever tests against it."""
    made = scene(person("ann"), person("bob", "B"))
    for name, data in (("ann", {"test": "Brace"}), ("bob", {"against": True})):
        act(made, "favour", {"creature": name, "amount": 1, **data})
    assert sources.weigh(made, call()).count == 0
    make(made, call(target="bob"), "ann 3 1")
    assert not made.state.creatures["bob"].favours
    make(made, call("Brace"), "ann 3 1")
    assert not made.state.creatures["ann"].favours


@pytest.mark.clause("S1.21")
def test_a_lasting_one_is_not_used_up() -> None:
    """It helps every such Test while it runs."""
    made = alone(Track(12))
    made.state.creatures["ann"].favours.append(Favour("Might", 1, "song", SCENE, lasting=True))
    for _ in range(2):
        make(made, call(), "ann 3 1")
    assert len(made.state.creatures["ann"].favours) == 1


# Hybrid Tests


@pytest.mark.clause("S1.18", "S1.19")
def test_worked_example_15() -> None:
    """Wit (Sleight): one Wit die for the Skill, and score, Stress, Perks and price are those of Wit."""
    made = scene(
        person("ann", Wit=Track(9, 2, 1, 6, perks={2: "Refresh"}), Finesse=Track(15, 3, 5, 12)),
        sheets={"ann": {"skills": ("Sleight",)}},
    )
    result = make(made, call("Sleight", "Wit"), "ann 5 2")
    (rolled,) = told(made, e.TestRolled)
    assert (rolled.potential, rolled.score, rolled.spent, rolled.die, rolled.jinx) == ("Wit", 9, 1, 6, 2)
    assert [one.perk for one in told(made, e.PerkFired)] == ["Refresh"]
    assert (result.potential, result.level) == ("Wit", MIXED)
    run(made, price.pay(made, result))
    tracks = made.state.creatures["ann"].tracks
    assert (tracks["Wit"].stress, tracks["Finesse"].stress) == (2, 3)


# What succeeds


@pytest.mark.clause("S1.28")
def test_what_succeeds() -> None:
    """In an Action from Mixed; to resist, and outside of Actions, from Success."""
    levels = range(1, 6)
    assert [acts_well(level) for level in levels] == [False, False, True, True, True]
    assert [resists(level) for level in levels] == [False, False, False, True, True]


# The price


def result_of(
    level: int, natural: bool = False, risk: int = 0, potential: Any = "Might", **more: Any
) -> Result:
    """A Test of Ann's that came to this."""
    return Result(Called("ann", "Force", "a test"), potential, level, level, natural, risk, **more)


PRICES = [
    (CRIT, False, (), (2, 1), 0, 0),
    (SUCCESS, False, (), (3, 1), 0, 0),
    (MIXED, False, (), (3, 1), 0, 1),
    (FAILURE, False, (), (2, 1), 0, 1),
    (MIFF, False, ("gm marks 1",), (0, 1), 1, 1),
    (MIFF, True, ("gm marks 1",), (0, 2), 1, 1),
]


@pytest.mark.clause("S1.12", "S1.11", "S13.1")
@pytest.mark.parametrize(("level", "natural", "answers", "track", "marks", "beats"), PRICES)
def test_the_price_by_level(
    level: int, natural: bool, answers: tuple[str, ...], track: tuple[int, int], marks: int, beats: int
) -> None:
    """In the tested Potential; only natural levels move Resistance."""
    made = alone(Track(12, 2, 1))
    run(made, price.pay(made, result_of(level, natural)), *answers)
    ann = made.state.creatures["ann"]
    assert (might_of(made), ann.marks, ann.beats) == (track, marks, beats)


@pytest.mark.clause("S1.10", "S1.12")
def test_a_natural_crit_gives_resistance_back_anywhere() -> None:
    """In any one Potential that has some spent; nothing else is paid."""
    made = scene(person("ann", Might=Track(12, 2, 1), Heart=Track(9, 1, 3)))
    run(made, price.pay(made, result_of(CRIT, True)), "ann Heart")
    tracks = made.state.creatures["ann"].tracks
    assert (might_of(made), tracks["Heart"].stress, tracks["Heart"].spent) == ((2, 1), 1, 2)
    assert made.state.creatures["ann"].beats == 0
    made = scene(person("ann"))
    run(made, price.pay(made, result_of(CRIT, True)))
    assert not told(made, e.ResistanceRegained)


@pytest.mark.clause("S1.11")
def test_a_crit_by_volatility_gives_none_back() -> None:
    """Nor does a Miff by Volatility take any."""
    made = alone(Track(12, 0, 3))
    run(made, price.pay(made, make(made, call(extra=many(1)), "ann 8 4")))
    assert might_of(made) == (0, 3)
    made = alone(Track(12, 3, 3, 6))
    result = make(made, call(extra=many(1)), "ann 15 3")
    assert (result.level, result.natural) == (MIFF, False)
    run(made, price.pay(made, result), "gm marks 1")
    assert might_of(made) == (0, 3)


@pytest.mark.clause("S1.13")
@pytest.mark.parametrize(("costs", "stress"), [(True, 1), (False, 0)])
def test_mixed_costs_stress(costs: bool, stress: int) -> None:
    """By that ruling; a Success costs 1 either way."""
    made = alone(Track(12), Rulings(mixed_costs_stress=costs))
    run(made, price.pay(made, result_of(MIXED)))
    assert might_of(made) == (stress, 0)
    run(made, price.pay(made, result_of(SUCCESS)))
    assert might_of(made) == (stress + 1, 0)


@pytest.mark.clause("S1.16")
def test_what_the_dice_are_held_against_is_read_once() -> None:
    """Refresh takes Stress off, and the threshold stays; the price comes on top."""
    made = alone(Track(12, 3, 0, 6, perks={3: "Refresh"}))
    result = make(made, call(extra=many(1)), "ann 8 3")
    assert (might_of(made), result.level) == ((2, 0), MIXED)
    run(made, price.pay(made, result))
    assert might_of(made) == (3, 0)


@pytest.mark.clause("S1.16")
def test_who_falls_pays_all_the_same() -> None:
    """A natural Miff whose Fallout incapacitates."""
    made = alone(Track(12, 4, 1))
    made.state.creatures["ann"].marks = 2
    run(made, price.pay(made, result_of(MIFF, True)), "gm marks 1")
    ann = made.state.creatures["ann"]
    assert (ann.out, might_of(made), ann.beats) == ("incapacitated", (0, 2), 1)


@pytest.mark.clause("S1.10", "S1.17")
@pytest.mark.parametrize(
    ("track", "after"),
    [(Track(8, 3, 2), (0, 3)), (Track(8, 5, 3), (0, 4)), (Track(8, 0, 8), (0, 8)), (Track(8, 1, 7), (0, 8))],
)
def test_worked_example_10(track: Track, after: tuple[int, int]) -> None:
    """The Fallout clears the track's Stress first, so that a slot is free; no more than all is spent."""
    made = alone(track)
    result = make(made, call(extra=many(1)), "ann 20 4")
    assert result.level == MIFF
    run(made, price.pay(made, result), "gm marks 1")
    assert (might_of(made), made.state.creatures["ann"].marks) == (after, 1)
    assert len(told(made, e.FalloutFell)) == 1


# Group Tests


@pytest.mark.clause("S1.26")
@pytest.mark.parametrize(
    ("levels", "total", "level"),
    [
        ((CRIT, FAILURE, MIXED), 1, SUCCESS),
        ((SUCCESS,) * 4, 4, CRIT),
        ((FAILURE, FAILURE, MIFF), -4, MIFF),
        ((SUCCESS, FAILURE), 0, MIXED),
        ((FAILURE,), -1, FAILURE),
        ((MIFF, MIXED), -2, MIFF),
        ((CRIT,), 2, CRIT),
    ],
)
def test_worked_example_16(levels: tuple[int, ...], total: int, level: int) -> None:
    """Miff -2, Failure -1, Mixed 0, Success +1, Crit +2; the sum is a level again."""
    assert groups.group_level(levels) == (total, level)


def pair(**tracks: Track) -> Scene:
    """Ann with these tracks, and Cleo who acts along."""
    return scene(person("ann", **tracks), person("cleo"))


@pytest.mark.clause("S1.26", "S1.27")
def test_everybody_pays_for_their_own_and_the_lead_has_the_fallout() -> None:
    """Ann's Mixed and Cleo's Miff make a Miff: Cleo has a Beat and no Fallout, Ann a Mixed's Stress first."""
    made = pair(Might=Track(10, 4, 2), Wit=Track(10, 3))
    act(
        made,
        "call_group_test",
        {"creatures": ["ann", "cleo"], "lead": "ann", "skill": "Force"},
        "cleo skill Reason",
        "ann 2",
        "cleo 20",
        "gm condition Muddled",
    )
    (counted,) = told(made, e.GroupCounted)
    assert (counted.total, counted.level) == (-2, MIFF)
    (fallout,) = told(made, e.FalloutFell)
    assert (fallout.creature, fallout.potential, fallout.rank) == ("ann", "Might", 2)
    ann, cleo = made.state.creatures["ann"], made.state.creatures["cleo"]
    assert (might_of(made), ann.beats) == ((0, 2), 1)
    assert (cleo.tracks["Wit"].spent, cleo.marks, cleo.beats, cleo.conditions) == (1, 0, 1, [])


@pytest.mark.clause("S1.27")
@pytest.mark.parametrize(
    ("track", "after"),
    [(Track(8, 5, 3), (4, 4)), (Track(8, 2, 3), (2, 4)), (Track(8, 0, 8), (0, 8)), (Track(8, 1, 7), (0, 8))],
)
def test_a_natural_miff_within_a_group(track: Track, after: tuple[int, int]) -> None:
    """On a full track the Resistance takes the place of 1 Stress; there is no Fallout of one's own."""
    made = scene(person("ann"), person("cleo", Might=track), person("dora"))
    act(
        made,
        "call_group_test",
        {"creatures": ["ann", "cleo", "dora"], "lead": "ann", "skill": "Force", "risk": "Uncertain"},
        "cleo skill Force",
        "dora skill Force",
        "ann 10",
        "cleo 20",
        "dora 3",
    )
    assert told(made, e.GroupCounted)[0].level == SUCCESS
    assert might_of(made, "cleo") == after
    assert not told(made, e.FalloutFell)
    assert made.state.creatures["cleo"].beats == 1


@pytest.mark.clause("S1.26", "S1.27")
def test_the_group_runs_the_risk_of_the_lead() -> None:
    """A Failure on a Dire Test is Major, on the lead's track."""
    made = scene(person("ann", Might=Track(10, 4)), person("cleo", Might=Track(10, 0, 3)))
    act(
        made,
        "call_group_test",
        {"creatures": ["ann", "cleo"], "lead": "ann", "skill": "Force", "risk": "Dire"},
        "cleo skill Force",
        "ann 15 1 1 1",
        "cleo 2 1 1 1",
        "gm marks 3",
    )
    assert [(one.creature, one.rank) for one in told(made, e.FalloutFell)] == [("ann", 3)]


@pytest.mark.clause("S1.27", "S12.7")
@pytest.mark.parametrize(
    ("level", "risk", "answers", "rank"),
    [
        (FAILURE, 0, ("gm intervention bob",), "Minor"),
        (FAILURE, 2, ("gm intervention bob",), "Minor"),
        (MIFF, 1, ("gm no", "gm intervention bob"), "Major"),
        (MIXED, 2, ("gm no", "gm intervention bob"), "Mechanical"),
    ],
)
def test_an_intervention_on_a_group_goes_by_its_level(
    level: int, risk: int, answers: tuple[str, ...], rank: str
) -> None:
    """As on any other Test of a player; where that is the rank too it is offered with the Fallout."""
    made = scene(
        person("ann"),
        person("bob", "B"),
        sheets={"bob": {"contour": "Hexer", "interventions": ("Mechanical", "Minor", "Major")}},
    )
    run(made, groups.settle(made, "ann", level, [result_of(SUCCESS, risk=risk)]), *answers)
    (fell,) = told(made, e.FalloutFell)
    assert (fell.by, fell.entry) == ("bob", intervention("Hexer", rank).name)  # type: ignore[arg-type]


@pytest.mark.clause("S1.14")
def test_a_d20_counts_by_its_level() -> None:
    """Every request gives the dice of a Test as one pool, the d20 first."""
    made = alone(Track(12, 2, 4, 6), skills=("Force",))
    (request,) = requests(made, testing.test(made, call()), "ann 5 3")
    assert isinstance(request, Roll)
    d20, pool = request.pool.dice
    values = d20.values or ()
    assert (values.index(max(values)), values.index(min(values))) == (11, 19)
    assert (pool.sides, pool.count, pool.keep) == (6, 1, "highest")
