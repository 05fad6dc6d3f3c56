"""Traits and Skills as they are now, wounds included, and the check that everything is built on."""

from __future__ import annotations

from affray.kernel.clauses import clause
from affray.kernel.requests import Dice
from affray.systems.d20plus.book import SkillBuild, Weapon
from affray.systems.d20plus.build import skill_score as score_from_parts
from affray.systems.d20plus.state import Fight, Persona, sheet_of

_TRAIT_OF_SKILL = {
    "Knowledge": "Mind",
    "Logic": "Mind",
    "Might": "Body",
    "Grace": "Body",
    "Will": "Spirit",
    "Sense": "Spirit",
}
_NO_BUILD = SkillBuild()
TARGET_NUMBERS = {15: "Basic", 20: "Skilled", 25: "Expert", 30: "Master", 35: "Legendary", 40: "Mythical"}


@clause("D1.2")
def trait_of(skill: str) -> str:
    """The Trait that a Skill is tied to."""
    return _TRAIT_OF_SKILL[skill]


@clause("D1.9")
def skill_of_attack(weapon: Weapon) -> str:
    """The Skill of an attack: its data names it."""
    return weapon.skill


@clause("D1.1", "D6.1", "D6.3")
def trait_value(fight: Fight, persona: Persona, trait: str) -> int:
    """The current value: the sheet's less one for each wound, never below 0."""
    whole: int = fight.book.sheets[persona.sheet].traits[trait]  # type: ignore[index]
    left = whole - persona.wounds[trait]
    return left if left > 0 else 0


def unwounded_trait(fight: Fight, persona: Persona, trait: str) -> int:
    """The sheet's value, without wounds."""
    value: int = sheet_of(fight, persona).traits[trait]  # type: ignore[index]
    return value


@clause("D1.5", "D6.2")
def skill_score(fight: Fight, persona: Persona, skill: str) -> int:
    """The Skill Score now: it falls and rises with the current value of its Trait."""
    return _score_at(fight, persona, skill, trait_value(fight, persona, trait_of(skill)))


def unwounded_score(fight: Fight, persona: Persona, skill: str) -> int:
    """The Skill Score without wounds."""
    return _score_at(fight, persona, skill, unwounded_trait(fight, persona, trait_of(skill)))


def _score_at(fight: Fight, persona: Persona, skill: str, value: int) -> int:
    build: SkillBuild = sheet_of(fight, persona).skills.get(skill, _NO_BUILD)  # type: ignore[call-overload]
    return score_from_parts(value, build.species, build.origin, build.invested)


@clause("D6.4")
def is_broken(fight: Fight, persona: Persona, trait: str) -> bool:
    """A Trait at 0 is broken."""
    return trait_value(fight, persona, trait) == 0


@clause("D2.4")
def natural_twenty(face: int) -> int:
    """What a d20 counts: a natural 20 gets 10 more, everything else is itself."""
    return face + 10 if face == 20 else face


_D20 = Dice(20, values=tuple(natural_twenty(face) for face in range(1, 21)), label="d20")


@clause("D2.4")
def d20() -> Dice:
    """The d20 of every check and contested roll: a natural 20 counts 30."""
    return _D20


@clause("D2.2")
def succeeds(score: int, target_number: int) -> bool:
    """Success against a static obstacle: the score reaches the Target Number."""
    return score >= target_number


@clause("D2.3")
def is_mounting_success(score: int, target_number: int) -> bool:
    """A Mounting Success beats the Target Number by 10 or more."""
    return score - target_number >= 10
