"""Traits and Skills as they are now, and the numbers of a check."""

from __future__ import annotations

import pytest

from affray.systems.d20plus.augments import bring_default, hand_for, pool_for
from affray.systems.d20plus.book import SKILLS, TRAITS
from affray.systems.d20plus.scores import (
    d20,
    is_broken,
    is_mounting_success,
    natural_twenty,
    skill_of_attack,
    skill_score,
    succeeds,
    trait_of,
    trait_value,
    unwounded_score,
)
from affray.systems.d20plus.turn import power_score
from tests.systems.d20plus.fights import fight, person


@pytest.mark.clause("D1.1", "D6.1", "D6.3")
@pytest.mark.parametrize(("wounds", "value"), [(0, 5), (1, 4), (4, 1), (5, 0), (9, 0)])
def test_a_trait_falls_by_one_a_wound_and_stops_at_zero(wounds: int, value: int) -> None:
    """A negative Trait would make negative caps and Skills below the bonuses."""
    encounter = fight(person("ann", body=5), person("bob", "B"))
    encounter.state.personas["ann"].wounds["Body"] = wounds
    assert trait_value(encounter, encounter.state.personas["ann"], "Body") == value


@pytest.mark.clause("D1.2")
def test_every_skill_belongs_to_its_trait() -> None:
    """A Skill under the wrong Trait would fall with the wrong wounds."""
    assert [trait_of(skill) for skill in SKILLS] == ["Mind", "Mind", "Body", "Body", "Spirit", "Spirit"]


@pytest.mark.clause("D1.5", "D6.2")
def test_both_skills_fall_with_their_trait_and_no_other() -> None:
    """Body 5 with 3 wounds fights as Body 2; the seed's own example."""
    encounter = fight(person("ann", body=5, skills={"Might": 3, "Will": 1}), person("bob", "B"))
    ann = encounter.state.personas["ann"]
    ann.wounds["Body"] = 3
    assert [skill_score(encounter, ann, skill) for skill in SKILLS] == [4, 4, 5, 2, 5, 4]
    assert unwounded_score(encounter, ann, "Might") == 8


@pytest.mark.clause("D1.9")
def test_an_attack_rolls_the_skill_its_data_names() -> None:
    """A weapon rolled with a guessed Skill would ignore its own data."""
    weapons = fight(person("ann"), person("bob", "B")).book.weapons
    named = [skill_of_attack(weapons[id_]) for id_ in ("axe", "bow", "lash", "voice", "taunt", "cannon")]
    assert named == ["Might", "Grace", "Will", "Knowledge", "Sense", "Logic"]


@pytest.mark.clause("D6.4")
def test_a_trait_at_zero_is_broken() -> None:
    """Broken at 1 would end a Persona's actions one wound early."""
    encounter = fight(person("ann", body=2, wounds={"Body": 1, "Mind": 4}), person("bob", "B"))
    ann = encounter.state.personas["ann"]
    assert [trait for trait in TRAITS if is_broken(encounter, ann, trait)] == ["Mind"]


@pytest.mark.clause("D2.4")
def test_a_natural_20_counts_30_and_a_natural_1_is_only_a_1() -> None:
    """Every d20 of the pools takes its values from here."""
    assert [natural_twenty(face) for face in (1, 2, 19, 20)] == [1, 2, 19, 30]
    encounter = fight(person("ann"), person("bob", "B"))
    hand = hand_for(encounter, encounter.state.personas["ann"], "Body", frozenset({"attack"}))
    thrown = pool_for("ann", 4, bring_default(hand)).dice[0]
    assert thrown == d20()
    assert thrown.values == tuple(natural_twenty(face) for face in range(1, 21))


@pytest.mark.clause("D2.2", "D2.3")
@pytest.mark.parametrize(
    ("score", "success", "mounting"),
    [(14, False, False), (15, True, False), (24, True, False), (25, True, True), (40, True, True)],
)
def test_success_reaches_the_target_number_and_mounting_beats_it_by_ten(
    score: int, success: bool, mounting: bool
) -> None:
    """Off by one here turns ties into failures."""
    assert (succeeds(score, 15), is_mounting_success(score, 15)) == (success, mounting)


def test_the_power_score_is_written_or_the_sum_of_the_unwounded_traits() -> None:
    """Wounds must not change the last tie-break."""
    encounter = fight(person("ann", power=7), person("bob", "B", wounds={"Body": 2}))
    ann, bob = encounter.state.personas.values()
    assert (power_score(encounter, ann), power_score(encounter, bob)) == (7, 99)
