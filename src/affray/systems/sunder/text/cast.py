"""Who and what the ids in events stand for, also for those that have left the scene."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from affray.kernel.presentation import Who
from affray.kernel.requests import GM
from affray.systems.sunder.book import Sheet
from affray.systems.sunder.events import Arrived, CountdownBegan, CountdownDecided, CountdownDropped, Removed
from affray.systems.sunder.scenario import combatant_id
from affray.systems.sunder.setting import Setting
from affray.systems.sunder.state import Scene, Until
from affray.telling.words import GM_NAME, own

_OF_EVERYBODY = {"reload": "Reload", "squirm": "Squirm", "concentration": "Concentration"}
"""Surges that every creature has (S6.8)."""


@dataclass(frozen=True, slots=True)
class Member:
    """A creature as texts need it. `sheet` and `side` are empty where they are no longer known."""

    name: str
    sheet: str
    side: str


@dataclass(frozen=True, slots=True)
class Cast:
    """Names and content of one scene. A change of members makes a new cast."""

    book: Setting
    members: dict[str, Member]
    countdowns: dict[str, str]

    def name(self, id_: str) -> str:
        """The name of a creature or of the GM; its id where nothing else is known."""
        if id_ == GM:
            return GM_NAME
        member = self.members.get(id_)
        return id_ if member is None else member.name

    def who(self, id_: str) -> Who:
        """A creature inside a sentence."""
        return {"who": id_, "name": self.name(id_)}

    def is_creature(self, id_: str) -> bool:
        """Whether an id is that of a creature."""
        return id_ in self.members

    def side(self, id_: str) -> str:
        """The name of a side."""
        return self.book.sides.get(id_, id_)

    def sheet(self, id_: str) -> Sheet | None:
        """A creature's sheet."""
        member = self.members.get(id_)
        return None if member is None else self.book.sheets.get(member.sheet)

    def zone(self, id_: str) -> str:
        """The name of a zone."""
        zone = self.book.zones.get(id_)
        return id_ if zone is None else zone.name

    def item(self, id_: str) -> str:
        """The name of a weapon or a piece of armor."""
        return item_name(self.book, id_)

    def card(self, id_: str) -> str:
        """The name of a card."""
        return card_name(self.book, id_)

    def countdown(self, id_: str) -> str:
        """The name of a Countdown."""
        return self.countdowns.get(id_, id_)

    def thing_at(self, id_: str) -> str:
        """The name of whatever an id may stand for: a creature, a zone, a thing, a Countdown, an item."""
        if id_ in self.members or id_ == GM:
            return self.name(id_)
        if id_ in self.book.things:
            return self.book.things[id_].name
        if id_ in self.book.zones:
            return self.book.zones[id_].name
        return self.countdowns.get(id_) or self.item(id_)

    def until(self, until: Until) -> str:
        """When something ends, behind a comma: "until the start of Ada's next turn"."""
        if until.dispelled:
            return "until it is dispelled"
        if not until.anchor:
            return "until the scene ends"
        return f"until the {until.boundary} of {own(self.name(until.anchor))} next turn"

    def after(self, event: object) -> Cast:
        """The cast once this event has happened."""
        if isinstance(event, Arrived):
            member = Member(event.name, event.sheet, event.side)
            if self.members.get(event.creature) != member:
                return replace(self, members={**self.members, event.creature: member})
        if isinstance(event, CountdownBegan) and self.countdowns.get(event.id) != event.name:
            return replace(self, countdowns={**self.countdowns, event.id: event.name})
        return self


def card_name(book: Setting, id_: str) -> str:
    """The name of a card: of an ability, an Option, a General card, or a Surge that everybody has."""
    known = book.abilities.get(id_) or book.options.get(id_)
    if known is not None:
        return known.name
    kind, _, rank = id_.partition(" ")
    if kind == "escalation" and rank:
        return f"{rank} Escalation"
    return _OF_EVERYBODY.get(id_, id_[:1].upper() + id_[1:])


def item_name(book: Setting, id_: str) -> str:
    """The name of a weapon or a piece of armor; its id where it is neither."""
    known = book.weapons.get(id_) or book.armor.get(id_)
    return known.name if known is not None else id_


def cast_of(scene: Scene, events: Iterable[object]) -> Cast:
    """The cast at the start of these events.

    Whoever stands in the state now may have arrived later, which changes no name; whoever was removed is
    known from the scenario and the events.
    """
    members = {one.id: Member(one.name, one.sheet, one.side) for one in scene.state.creatures.values()}
    for combatant in scene.book.scenario.combatant:
        id_, sheet = combatant_id(combatant), scene.book.sheets.get(combatant.sheet)
        name = combatant.name or (sheet.name if sheet is not None else id_)
        members.setdefault(id_, Member(name, combatant.sheet, combatant.side))
    countdowns = {one.id: one.name for one in scene.book.scenario.countdown}
    countdowns |= {id_: one.name for id_, one in scene.state.countdowns.items()}
    for event in events:
        if isinstance(event, Arrived):
            members.setdefault(event.creature, Member(event.name, event.sheet, event.side))
        elif isinstance(event, Removed):
            members.setdefault(event.creature, Member(event.name, "", ""))
        elif isinstance(event, (CountdownBegan, CountdownDecided, CountdownDropped)):
            countdowns.setdefault(event.id, event.name)
    return Cast(scene.book, members, countdowns)
