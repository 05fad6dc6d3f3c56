"""Challenge Clocks: segments, Breakthroughs, and what is full."""

from __future__ import annotations

from dataclasses import replace

from affray.kernel.clauses import clause
from affray.kernel.requests import Audience, Option, Procedure
from affray.systems.pace.events import ClockAdvanced, ClockFull, SceneEnded
from affray.systems.pace.rolls import Throw, save, save_succeeds, stance_for
from affray.systems.pace.state import Fight


@clause("P9.1")
def segments_gained(success: bool, critical: bool) -> int:
    """Success fills 1, and an unmodified 20 one more, also when the total misses the DC (then 1 in all)."""
    return int(success) + int(critical)


@clause("P9.1")
def advance(
    fight: Fight, clock_id: str, character_id: str, score_name: str, dc: int, to: Audience = None
) -> Procedure:
    """A Save that advances a clock; an unmodified 20 is a Breakthrough."""
    character = fight.state.characters[character_id]
    stance = stance_for(fight, character, "save", score_name)
    throw: Throw = yield from save(fight, stance, dc, "clock", "P9.1", to)
    gained = segments_gained(save_succeeds(throw.total, dc), throw.critical)
    yield from fill(fight, clock_id, gained, throw, dc, to)


def fill(
    fight: Fight,
    clock_id: str,
    gained: int,
    throw: Throw | None = None,
    dc: int | None = None,
    to: Audience = None,
) -> Procedure:
    """Fill segments; the surplus is lost. A full clock is a completed event, by which the scene may end.

    Of a roll that not everybody may know, the others learn what became of the clock alone.
    """
    clock, before = fight.book.clocks[clock_id], fight.state.clocks[clock_id]
    after = min(clock.segments, before + gained)
    breakthrough = throw is not None and throw.critical
    roller = throw.roller if throw is not None else None
    event = ClockAdvanced(clock_id, roller, throw, dc, before, after, breakthrough)
    public = replace(event, character=None, throw=None, dc=None) if to is not None else None
    fight.emit(event, to, public)
    if after == clock.segments > before:
        yield from complete(fight, clock_id)


@clause("P9.1")
def complete(fight: Fight, clock_id: str) -> Procedure:
    """The clock is full; the GM says whether the scene is over by it."""
    fight.emit(ClockFull(clock_id))
    clock = fight.book.clocks[clock_id]
    options = (Option("go-on", "go-on"), Option("end", "end"))
    default = "end" if clock.ends else "go-on"
    option = yield from fight.ruling("clock full", options, "P9.1", default, (clock_id,))
    if option.id == "end" and fight.state.outcome is None:
        fight.emit(SceneEnded(clock.full or clock.name, clock.side, "P9.1"))
