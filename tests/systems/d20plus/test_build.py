"""What a sheet is made of, and what raising its numbers costs."""

from __future__ import annotations

import pytest

from affray.systems.d20plus import build


@pytest.mark.clause("D1.3")
def test_a_goblins_sense_is_trait_and_bonuses_in_one_number() -> None:
    """Spirit 3, +2 from the species, +1 from the origin: Sense 6."""
    assert build.skill_score(3, species=2, origin=1, invested=0) == 6


@pytest.mark.clause("D1.3")
def test_invested_steps_count_like_any_other_part() -> None:
    """Every part of the sum adds its own amount."""
    assert build.skill_score(4, species=1, origin=2, invested=3) == 10


@pytest.mark.clause("D1.4")
def test_a_new_persona_has_ones_everywhere() -> None:
    """Three Traits at 1 and six Skills at 1, before any bonus."""
    traits, skills = build.starting_persona()
    assert traits == {"Mind": 1, "Body": 1, "Spirit": 1}
    assert skills == {"Knowledge": 1, "Logic": 1, "Might": 1, "Grace": 1, "Will": 1, "Sense": 1}


@pytest.mark.clause("D1.6")
@pytest.mark.parametrize(("level", "target", "points"), [(4, 5, 10), (7, 8, 16), (4, 6, 22), (4, 4, 0)])
def test_a_raise_costs_twice_each_level_reached(level: int, target: int, points: int) -> None:
    """4 to 5 costs 10, 7 to 8 costs 16, and 4 to 6 pays both steps."""
    assert build.raise_cost(level, target) == points


@pytest.mark.clause("D1.6")
def test_a_skill_is_never_lowered_for_points() -> None:
    """A target below the level is no raise at all."""
    with pytest.raises(ValueError, match="not lowered: 5 to 4"):
        build.raise_cost(5, 4)


@pytest.mark.clause("D1.7")
@pytest.mark.parametrize(
    ("investments", "size"), [(0, None), (1, 4), (2, 6), (3, 8), (4, 10), (5, 12), (6, 12)]
)
def test_a_training_die_steps_up_with_each_investment(investments: int, size: int | None) -> None:
    """d4 when first acquired, then d6, d8, d10 and d12, where it stays."""
    assert build.training_die(investments) == size


@pytest.mark.clause("D1.7")
def test_no_die_of_less_than_nothing() -> None:
    """A negative number of investments is a mistake of the caller."""
    with pytest.raises(ValueError, match="cannot be negative"):
        build.training_die(-1)


@pytest.mark.clause("D1.8")
def test_power_is_the_sum_of_the_traits_unless_written_down() -> None:
    """A Power Score on the sheet wins over the sum, also when it is 0."""
    traits = {"Mind": 3, "Body": 6, "Spirit": 2}
    assert build.power_score(traits) == 11
    assert build.power_score(traits, written=40) == 40
    assert build.power_score(traits, written=0) == 0
