"""Making a Persona: what the numbers on a sheet are made of, and what raising them costs."""

from __future__ import annotations

from collections.abc import Mapping

from affray.kernel.clauses import clause
from affray.systems.d20plus.book import DIE_SIZES, SKILLS, TRAITS

STARTING_VALUE = 1
STORY_POINTS_PER_LEVEL = 2


@clause("D1.3")
def skill_score(trait: int, species: int, origin: int, invested: int) -> int:
    """The one number on the sheet: Trait, both bonuses of creation, and the steps bought."""
    return trait + species + origin + invested


@clause("D1.4")
def starting_persona() -> tuple[dict[str, int], dict[str, int]]:
    """The Traits and Skill Scores of a Persona to which nothing has been added yet."""
    traits = dict.fromkeys(TRAITS, STARTING_VALUE)
    return traits, {skill: skill_score(STARTING_VALUE, 0, 0, 0) for skill in SKILLS}


@clause("D1.6")
def raise_cost(level: int, target: int) -> int:
    """Story Points for raising a Skill Score, without wounds, from `level` to `target`; each step is paid."""
    if target < level:
        raise ValueError(f"a Skill is raised, not lowered: {level} to {target}")
    return sum(step * STORY_POINTS_PER_LEVEL for step in range(level + 1, target + 1))


@clause("D1.7")
def training_die(investments: int) -> int | None:
    """The Training die after so many investments: none, then d4, and a step up for each further one."""
    if investments < 0:
        raise ValueError(f"investments cannot be negative: {investments}")
    if investments == 0:
        return None
    return DIE_SIZES[min(investments, len(DIE_SIZES)) - 1]


@clause("D1.8")
def power_score(traits: Mapping[str, int], written: int | None = None) -> int:
    """The Power Score: what the sheet says, else the sum of the three Traits without wounds."""
    if written is not None:
        return written
    return sum(traits[trait] for trait in TRAITS)
