"""Who and what the ids in events stand for, also for those that have left the fight."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import get_args

from affray.kernel.presentation import Who
from affray.systems.pace.book import BARE_HANDS, Resisted, Sheet, Spell, Thing, Weapon
from affray.systems.pace.damage import dr_tables
from affray.systems.pace.events import ItemPlaced, Joined, Removed
from affray.systems.pace.movement import speed_on
from affray.systems.pace.rulings import Rulings
from affray.systems.pace.setting import Setting
from affray.systems.pace.state import Fight
from affray.systems.pace.text.past import Past


@dataclass(frozen=True, slots=True)
class Member:
    """A character as texts need it. `sheet` is empty where it is no longer known."""

    name: str
    sheet: str
    side: str


@dataclass(frozen=True, slots=True)
class Cast:
    """Names and content of one fight. A change of members makes a new cast; old entries keep theirs.

    `items` are the ids of their gear by the ids of items. `past` is what was so before an event.
    """

    book: Setting
    rulings: Rulings
    members: dict[str, Member]
    items: dict[str, str]
    past: Past

    def name(self, id_: str) -> str:
        """The name of a character; its id where nothing else is known."""
        member = self.members.get(id_)
        return id_ if member is None else member.name

    def who(self, id_: str) -> Who:
        """A character inside a sentence."""
        return {"who": id_, "name": self.name(id_)}

    def side(self, id_: str) -> str:
        """The name of a side."""
        return self.book.sides.get(id_, id_)

    def sheet(self, id_: str) -> Sheet | None:
        """A character's sheet."""
        member = self.members.get(id_)
        return None if member is None else self.book.sheets.get(member.sheet)

    def gear(self, item: str) -> Weapon | Thing | None:
        """The weapon or thing that an item is."""
        if item == BARE_HANDS.id:
            return BARE_HANDS
        for gear in (self.items.get(item, item), item.rstrip("0123456789").rstrip("-")):
            found = self.book.weapons.get(gear) or self.book.things.get(gear)
            if found is not None:
                return found
        return None

    def gear_name(self, item: str) -> str:
        """What an item is called; its id where nothing else is known."""
        gear = self.gear(item)
        return item if gear is None else gear.name

    def spell(self, id_: str) -> Spell | None:
        """A spell of the book."""
        return self.book.spells.get(id_)

    def spell_name(self, id_: str) -> str:
        """A spell's name."""
        spell = self.spell(id_)
        return id_ if spell is None else spell.name

    def object_name(self, id_: str) -> str:
        """The name of an object of the scene."""
        thing = self.book.objects.get(id_)
        return id_ if thing is None else thing.name

    def task_name(self, id_: str, task: str) -> str:
        """The name of an Interaction that the scenario prices."""
        thing = self.book.objects.get(id_)
        tasks = () if thing is None else thing.task
        return next((one.name for one in tasks if one.id == task), task)

    def clock_name(self, id_: str) -> str:
        """The name of a Challenge Clock."""
        clock = self.book.clocks.get(id_)
        return id_ if clock is None else clock.name

    def square(self, square: int) -> str:
        """What a square is called."""
        return self.book.board.name(square)

    def speed(self, id_: str) -> int:
        """Speed as the sheet and its Abilities have it; 0 where it is not known."""
        sheet = self.sheet(id_)
        if sheet is None:
            return 0
        return speed_on(sheet, self.book.abilities)

    def resistances(self, id_: str) -> dict[str, int]:
        """DR by damage type, of the sheet and of its Abilities, in the order of the types."""
        sheet = self.sheet(id_)
        if sheet is None:
            return {}
        tables = dr_tables(sheet, self.book.abilities)
        types: tuple[Resisted, ...] = get_args(Resisted)
        found = {type_: sum(table.get(type_, 0) for table in tables) for type_ in types}
        return {str(type_): number for type_, number in found.items() if number}

    def after(self, event: object) -> Cast:
        """The cast once this event has happened."""
        if isinstance(event, Joined):
            member = Member(event.name, event.sheet, event.side)
            if self.members.get(event.character) != member:
                return replace(self, members={**self.members, event.character: member})
        elif isinstance(event, ItemPlaced) and self.items.get(event.item) != event.gear:
            return replace(self, items={**self.items, event.item: event.gear})
        return self


def cast_of(fight: Fight, events: Iterable[object], past: Past | None = None) -> Cast:
    """The cast at the start of these events.

    Whoever stands in the state now may have joined later, which changes no name; whoever was removed is known
    from the events.
    """
    members = {one.id: Member(one.name, one.sheet, one.side) for one in fight.state.characters.values()}
    settled: set[str] = set()
    for event in events:
        if isinstance(event, (Joined, Removed)) and event.character not in settled:
            settled.add(event.character)
            if isinstance(event, Removed):
                held = members.get(event.character)
                sheet, side = (held.sheet, held.side) if held else ("", "")
                members[event.character] = Member(event.name, sheet, side)
    items = {item.id: item.gear for item in fight.state.items.values()}
    return Cast(fight.book, fight.rulings, members, items, past or Past())
