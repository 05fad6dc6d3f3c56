"""How good a zone is to be in. For bots."""

from __future__ import annotations

from collections import deque
from functools import cached_property

from affray.systems.sunder import equipment
from affray.systems.sunder.appraise_strikes import Strikes
from affray.systems.sunder.state import Creature, Scene, foes

LATER = 0.35
"""What part of an attack counts that can be made in the next turn."""
NO_STRIKE = 0.4
A_TILE = 0.08
"""What it costs to be where nothing can be struck, and each tile of the way to the nearest foe."""
FEAR = 0.5
"""What each foe costs that can reach one who is about to fall."""
HURT_FROM = 0.7
"""From how full a track on the last Mark is hurt."""
EFFORT = 0.1
AFAR = 99


class Ground:
    """The zones, as one creature sees them."""

    def __init__(self, scene: Scene, me: Creature, strikes: Strikes) -> None:
        self.scene = scene
        self.me = me
        self.strikes = strikes

    def standing(self, zone: str) -> float:
        """What it is worth to be in a zone when the turn ends."""
        later = self.strikes.best_from(zone)
        value = LATER * later if later > 0 else -NO_STRIKE - A_TILE * self.steps(zone)
        return value - self.fear(zone)

    def steps(self, zone: str) -> int:
        """The way from a zone to the nearest foe, in tiles."""
        ways = [self.ways_from(foe.zone).get(zone, AFAR) for foe in self.strikes.foes]
        return min(ways, default=0)

    def fear(self, zone: str) -> float:
        """What it costs one who is about to fall to stay within reach of foes."""
        if not self.is_hurt:
            return 0.0
        apart = [self.scene.book.tiles[zone, foe.zone] for foe in foes(self.scene, self.me)]
        return FEAR * sum([tiles <= 7 for tiles in apart])

    @cached_property
    def is_hurt(self) -> bool:
        """On the last of several Marks with a track that is nearly full."""
        me = self.me
        if me.pool < 2 or me.pool - me.marks > 1:
            return False
        fullest = max([(track.stress + track.spent) / track.score for track in me.tracks.values()])
        return fullest >= HURT_FROM and bool(equipment.usable(self.scene, me))

    def ways_from(self, zone: str) -> dict[str, int]:
        """The length in tiles of the shortest open way to every zone."""
        book = self.scene.book
        key = "ways", zone, tuple(sorted(self.scene.state.closed))
        if key not in book.worked_out:
            book.worked_out[key] = self._measured(zone)
        found: dict[str, int] = book.worked_out[key]
        return found

    def _measured(self, zone: str) -> dict[str, int]:
        book, closed = self.scene.book, self.scene.state.closed
        found = {zone: 0}
        ahead = deque([zone])
        while ahead:
            here = ahead.popleft()
            for other in book.ways[here]:
                shut = (here, other) in closed or (other, here) in closed
                length = found[here] + book.tiles[here, other]
                if not shut and length < found.get(other, AFAR):
                    found[other] = length
                    ahead.append(other)
        return found
