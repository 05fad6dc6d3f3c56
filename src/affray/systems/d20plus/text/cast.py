"""Who and what the ids in events stand for, also for those that have left the fight."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from affray.kernel.presentation import Who
from affray.systems.d20plus.book import SKILLS, Ability, Sheet, SkillBuild, Weapon
from affray.systems.d20plus.build import skill_score
from affray.systems.d20plus.events import Joined, Removed
from affray.systems.d20plus.rulings import Rulings
from affray.systems.d20plus.scores import trait_of
from affray.systems.d20plus.setting import Setting
from affray.systems.d20plus.state import Fight

_NO_BUILD = SkillBuild()


@dataclass(frozen=True, slots=True)
class Member:
    """A Persona as texts need it. `sheet` is empty where it is no longer known."""

    name: str
    sheet: str
    side: str


@dataclass(frozen=True, slots=True)
class Cast:
    """Names and content of one fight. A change of members makes a new cast; old entries keep theirs."""

    book: Setting
    rulings: Rulings
    members: dict[str, Member]

    def name(self, id_: str) -> str:
        """The name of a Persona; its id where nothing else is known."""
        member = self.members.get(id_)
        return id_ if member is None else member.name

    def who(self, id_: str) -> Who:
        """A Persona inside a sentence."""
        return {"who": id_, "name": self.name(id_)}

    def side(self, id_: str) -> str:
        """The name of a side."""
        return self.book.sides.get(id_, id_)

    def sheet(self, id_: str) -> Sheet | None:
        """A Persona's sheet."""
        member = self.members.get(id_)
        return None if member is None else self.book.sheets.get(member.sheet)

    def weapon(self, id_: str) -> Weapon | None:
        """A weapon of the book."""
        return self.book.weapons.get(id_)

    def weapon_name(self, id_: str) -> str:
        """A weapon's name."""
        weapon = self.weapon(id_)
        return id_ if weapon is None else weapon.name

    def ability(self, id_: str) -> Ability | None:
        """An ability of the book."""
        return self.book.abilities.get(id_)

    def ability_name(self, id_: str) -> str:
        """An ability's name."""
        ability = self.ability(id_)
        return id_ if ability is None else ability.name

    def zone(self, id_: str) -> str:
        """A zone's name."""
        zone = self.book.zones.get(id_)
        return id_ if zone is None else zone.name

    def skill_scores(self, id_: str, trait: str, value: int) -> list[tuple[str, int]]:
        """Both Skills of a Trait at a given value of it."""
        sheet = self.sheet(id_)
        if sheet is None:
            return []
        builds = {str(skill): build for skill, build in sheet.skills.items()}
        scores = []
        for skill in SKILLS:
            if trait_of(skill) == trait:
                build = builds.get(skill, _NO_BUILD)
                scores.append((skill, skill_score(value, build.species, build.origin, build.invested)))
        return scores

    def after(self, event: object) -> Cast:
        """The cast once this event has happened."""
        if not isinstance(event, Joined):
            return self
        member = Member(event.name, event.sheet, event.side)
        if self.members.get(event.persona) == member:
            return self
        return Cast(self.book, self.rulings, {**self.members, event.persona: member})


def cast_of(fight: Fight, events: Iterable[object]) -> Cast:
    """The cast at the start of these events.

    Whoever stands in the state now may have joined later, which changes no name; whoever was removed is known
    from the events.
    """
    members = {
        persona.id: Member(persona.name, persona.sheet, persona.side)
        for persona in fight.state.personas.values()
    }
    settled: set[str] = set()
    for event in events:
        if isinstance(event, (Joined, Removed)) and event.persona not in settled:
            settled.add(event.persona)
            if isinstance(event, Removed):
                held = members.get(event.persona)
                sheet, side = (held.sheet, held.side) if held else ("", "")
                members[event.persona] = Member(event.name, sheet, side)
    return Cast(fight.book, fight.rulings, members)
