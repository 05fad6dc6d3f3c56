"""What a unit makes of the board: where its hostiles are or may be, what threatens a hex. For bots.

A Hidden hostile is known by its marker alone.
"""

from __future__ import annotations

from functools import cached_property

from affray.board.hex_reach import flood
from affray.board.hexes import around, within
from affray.systems.cantor.accuracy import COVER_DIFFICULTY
from affray.systems.cantor.appraise_worth import menace
from affray.systems.cantor.conditions import cannot_move
from affray.systems.cantor.lines import barred, cover_on_line
from affray.systems.cantor.state import Fight, Unit, allies, hostiles, sheet_of

NOWHERE = 40
"""Steps to the hostiles that are taken where no way leads to them."""
DANGER_MAX = 8.0
NEAR_EDGE = 1.0
"""What it costs, as danger, to stand beside a lethal edge."""
COVERED = 0.22
"""What part of a ranged attack a die of Difficulty spares."""
UNSEEN = 0.3
"""What part of a hostile's attacks is left where it sees nothing from where it stands."""
MELEE = 2
"""Attacks that reach no further than this are taken for melee."""


def sight(fight: Fight, one: int, other: int) -> int | None:
    """The Difficulty of cover on a line; None where it is barred."""
    kept = fight.book.worked_out
    key = "sight", one, other
    if key not in kept:
        free = barred(fight, one, other) is None
        kept[key] = COVER_DIFFICULTY[cover_on_line(fight, one, other)[0]] if free else None
    found: int | None = kept[key]
    return found


def reach_of(fight: Fight, unit: Unit) -> int:
    """How far the longest of a unit's attacks reaches; arts that deal nothing do not count."""
    kept = fight.book.worked_out
    key = "reach", unit.sheet
    if key not in kept:
        sheet = sheet_of(fight, unit)
        arts = [fight.book.arts[id_] for id_ in sheet.arts]
        kept[key] = max(
            [1]
            + [fight.book.weapons[id_].range for id_ in sheet.weapons]
            + [art.range or sheet.sensors for art in arts if art.damage]
        )
    found: int = kept[key]
    return found


class Ground:
    """The board as one unit knows it. Whatever several options share is worked out once."""

    def __init__(self, fight: Fight, unit: Unit) -> None:
        self.fight = fight
        self.me = unit
        self.board = fight.book.board
        all_hostile = hostiles(fight, unit)
        self.known = [other for other in all_hostile if not other.hidden_from(unit.side)]
        self.allies = allies(fight, unit)
        self.markers = [
            other.marker for other in all_hostile if other.hidden_from(unit.side) and other.marker is not None
        ]

    @cached_property
    def taken(self) -> int:
        """The hexes on which somebody is known to stand."""
        bits = 0
        for unit in (self.me, *self.known, *self.allies):
            bits |= 1 << unit.hex
        return bits

    # Ways

    def may_hide(self, marker: int) -> int:
        """Where a Hidden hostile may be: near its marker, and next to nobody of this side."""
        near = within(self.board, marker, self.fight.rulings.marker_distance)
        near &= ~self.board.blocking & ~self.fight.book.lethal
        for unit in (self.me, *self.allies):
            near &= ~within(self.board, unit.hex, 1)
        return near or 1 << marker

    @cached_property
    def _layers(self) -> list[int]:
        sources = 0
        for other in self.known:
            sources |= 1 << other.hex
        for marker in self.markers:
            sources |= self.may_hide(marker)
        return flood(self.board, sources, self.fight.book.lethal)

    @cached_property
    def _steps(self) -> dict[int, int]:
        found = {}
        for steps, layer in enumerate(self._layers):
            while layer:
                low = layer & -layer
                found[low.bit_length() - 1] = steps
                layer ^= low
        return found

    def steps(self, hex_: int) -> int:
        """The steps from a hex to the nearest place where a hostile is or may be."""
        return self._steps.get(hex_, NOWHERE)

    # Dangers

    @cached_property
    def _threats(self) -> list[tuple[float, int, bool, int]]:
        """Of each known hostile: its menace, the hexes it can attack soon, whether from afar, and its own."""
        found = []
        for other in self.known:
            if other.has("Stunned"):
                continue
            range_ = reach_of(self.fight, other)
            speed = 0 if cannot_move(other) else sheet_of(self.fight, other).speed
            bits = within(self.board, other.hex, speed + range_)
            found.append((menace(self.fight, other), bits, range_ > MELEE, other.hex))
        return found

    @cached_property
    def _beside_edges(self) -> int:
        lethal = self.fight.book.lethal
        return around(self.board, lethal) if lethal else 0

    def danger(self, hex_: int) -> float:
        """What is likely to come at whoever stands on a hex, in HP a round, with no end to how little."""
        total = 0.0
        for worth, bits, afar, origin in self._threats:
            if bits >> hex_ & 1:
                part = 1.0
                if afar:
                    cover = sight(self.fight, origin, hex_)
                    part = UNSEEN if cover is None else 1.0 - COVERED * cover
                total += worth * part
        if total and self._beside_edges >> hex_ & 1:
            total += NEAR_EDGE
        return min(DANGER_MAX, total)
