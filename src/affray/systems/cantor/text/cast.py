"""Who and what the ids in events stand for, also for those that have left the fight."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from affray.kernel.events import Record
from affray.kernel.presentation import Who
from affray.kernel.system import GM_VIEWER, Viewer
from affray.systems.cantor.arms import BARE
from affray.systems.cantor.book import FRACTURES, Sheet
from affray.systems.cantor.events import Arrived, Removed
from affray.systems.cantor.rulings import Rulings
from affray.systems.cantor.scenario import combatant_id
from affray.systems.cantor.setting import Setting
from affray.systems.cantor.state import Fight
from affray.systems.cantor.text.hidden import HiddenPast


def inside(side: str) -> str:
    """The name of a side as it stands inside a sentence: "the Works"."""
    return f"the {side[4:]}" if side.startswith("The ") else side


@dataclass(frozen=True, slots=True)
class Member:
    """A unit as texts need it. `sheet` and `side` are empty where they are no longer known."""

    name: str
    sheet: str
    side: str


@dataclass(frozen=True, slots=True)
class Cast:
    """Names and content of one fight, for one reader. A change of members makes a new cast.

    `hidden_at_first` are those that the scenario hides; `past` knows who was Hidden since.
    """

    book: Setting
    rulings: Rulings
    members: dict[str, Member]
    hidden_at_first: frozenset[str]
    past: HiddenPast
    viewer: Viewer

    def name(self, id_: str) -> str:
        """The name of a unit; its id where nothing else is known."""
        member = self.members.get(id_)
        return id_ if member is None else member.name

    def who(self, id_: str) -> Who:
        """A unit inside a sentence."""
        return {"who": id_, "name": self.name(id_)}

    def may_name(self, id_: str, at: Record) -> bool:
        """Whether this reader may learn of a unit by something that was told at this record (C2.8)."""
        member = self.members.get(id_)
        if member is None or not self.past.before(at, id_, id_ in self.hidden_at_first):
            return True
        return self.viewer.knows((member.side,))

    def side(self, id_: str) -> str:
        """The name of a side."""
        return self.book.sides.get(id_, id_)

    def of_side(self, id_: str) -> str:
        """The name of a side inside a sentence: "the Works"."""
        return inside(self.side(id_))

    def sheet(self, id_: str) -> Sheet | None:
        """A unit's sheet."""
        member = self.members.get(id_)
        return None if member is None else self.book.sheets.get(member.sheet)

    def arm_name(self, id_: str) -> str:
        """The name of what one attacks with."""
        arm = self.book.weapons.get(id_) or self.book.arts.get(id_) or BARE.get(id_)
        return id_ if arm is None else arm.name

    def fracture(self, unit: str) -> tuple[str, str]:
        """The name and the effect of a unit's Fracture."""
        sheet = self.sheet(unit)
        stone = None if sheet is None else sheet.stone
        return ("the Fracture", "") if stone is None else (FRACTURES[stone].name, FRACTURES[stone].text)

    def oath(self, unit: str) -> str:
        """The words of a unit's Oath."""
        sheet = self.sheet(unit)
        return "" if sheet is None else sheet.oath

    def hex(self, hex_: int) -> str:
        """What a hex is called."""
        return self.book.board.name(hex_)

    def after(self, event: object) -> Cast:
        """The cast once this event has happened."""
        if isinstance(event, Arrived):
            member = Member(event.name, event.sheet, event.side)
            if self.members.get(event.unit) != member:
                return replace(self, members={**self.members, event.unit: member})
        return self


def cast_of(
    fight: Fight, events: Iterable[object], past: HiddenPast | None = None, viewer: Viewer = GM_VIEWER
) -> Cast:
    """The cast at the start of these events.

    Whoever stands in the state now may have arrived later, which changes no name; whoever was removed is
    known from the scenario and the events.
    """
    members = {unit.id: Member(unit.name, unit.sheet, unit.side) for unit in fight.state.units.values()}
    hidden = []
    for one in fight.book.scenario.combatant:
        id_ = combatant_id(one)
        sheet = fight.book.sheets.get(one.sheet)
        members.setdefault(id_, Member(one.name or (sheet.name if sheet else id_), one.sheet, one.side))
        if "Hidden" in one.start.conditions and one.joins == 1:
            hidden.append(id_)
    for event in events:
        if isinstance(event, Arrived):
            members.setdefault(event.unit, Member(event.name, event.sheet, event.side))
        elif isinstance(event, Removed):
            members.setdefault(event.unit, Member(event.name, "", ""))
    return Cast(fight.book, fight.rulings, members, frozenset(hidden), past or HiddenPast(), viewer)
