"""Countdowns: Hope and Dread, how a Test moves them, and what decides them."""

from __future__ import annotations

from affray.kernel.clauses import clause
from affray.kernel.requests import Option, Procedure
from affray.systems.sunder.events import CountdownBegan, CountdownDecided, CountdownDropped, CountdownMoved
from affray.systems.sunder.names import CRIT, FAILURE, MAJOR, MIFF, MIXED, SEVERE, SUCCESS
from affray.systems.sunder.state import Countdown, Scene

Shift = tuple[int, int]
"""Changes of the values of Hope and Dread: -1 is an advance, +1 a setback."""

_SHIFTS: dict[int, tuple[Shift, ...]] = {
    CRIT: ((-1, +1),),
    SUCCESS: ((-1, 0), (0, +1)),
    MIXED: ((-1, -1), (+1, +1)),
    FAILURE: ((+1, 0), (0, -1)),
    MIFF: ((+1, -1),),
}


@clause("S9.12")
def shifts(level: int) -> tuple[Shift, ...]:
    """What a level may do to the dice, for a roller of the side whose Hope it is."""
    return _SHIFTS[level]


@clause("S9.12")
def shifts_of(scene: Scene, countdown: Countdown, roller_id: str, level: int) -> tuple[Shift, ...]:
    """What a Test of this creature may do: mirrored for other sides, and without what comes to the same.

    A goal has no Dread die, and what moves Dread does nothing (S9.13). Who succeeds is not offered nothing.
    """
    found = shifts(level)
    if scene.state.creatures[roller_id].side != countdown.side:
        found = tuple((dread, hope) for hope, dread in found)
    if not countdown.dread:
        found = tuple((hope, 0) for hope, _ in found)
    different = {_moved(countdown, *one): one for one in reversed(found)}
    kept = tuple(one for one in found if one in different.values())
    if level == SUCCESS:
        same = (countdown.hope, countdown.dread)
        kept = tuple(one for one in kept if _moved(countdown, *one) != same) or kept
    return kept


def _moved(countdown: Countdown, hope: int, dread: int) -> tuple[int, int]:
    return _on_die(countdown, countdown.hope + hope), _dread_of(countdown, countdown.dread + dread)


def _on_die(countdown: Countdown, value: int) -> int:
    return min(max(value, 1), countdown.size)


def _dread_of(countdown: Countdown, value: int) -> int:
    return _on_die(countdown, value) if countdown.dread else 0


@clause("S9.12", "S9.13")
def move_by_level(scene: Scene, countdown_id: str, roller_id: str, level: int) -> Procedure:
    """A Test moves a Countdown by its level. The roller picks on a Success, the GM on a Mixed or a Failure.

    One that is decided or dropped does not move.
    """
    countdown = scene.state.countdowns.get(countdown_id)
    if countdown is None or countdown.decided:
        return
    found = shifts_of(scene, countdown, roller_id, level)
    if not countdown.dread and scene.state.creatures[roller_id].side != countdown.side:
        # Without an answer nobody brings a goal of the other side nearer.
        found = tuple(sorted(found, reverse=True))
    options = [Option(f"shift {hope:+d} {dread:+d}", "shift", (hope, dread)) for hope, dread in found]
    args = (countdown_id, level)
    if len(options) == 1:
        option = options[0]
    elif level == SUCCESS:
        option = yield from scene.choose(roller_id, "countdown", options, "S9.12", args)
    else:
        option = yield from scene.ruling("countdown", options, "S9.12", options[0].id, args)
    now = scene.state.countdowns.get(countdown_id)
    if now is not None and not now.decided:
        _put(scene, now, _moved(now, *option.args), roller_id, "S9.12")


@clause("S9.11")
def _put(scene: Scene, countdown: Countdown, dice: tuple[int, int], by: str, clause_id: str) -> None:
    """Turn the dice. The first to reach 1 decides; where both do at once, Hope does."""
    scene.emit(CountdownMoved(countdown.id, *dice, by, clause_id))
    if countdown.decided:
        return
    if countdown.hope == 1:
        scene.emit(CountdownDecided(countdown.id, countdown.name, "Hope"))
    elif countdown.dread == 1:
        scene.emit(CountdownDecided(countdown.id, countdown.name, "Dread"))


@clause("S9.11")
def begin(
    scene: Scene,
    id: str,  # noqa: A002 - the field of the event is called so
    name: str,
    size: int,
    side: str,
    both: bool,
    decides: bool = False,
    creature: str = "",
) -> None:
    """A Countdown starts with its dice at their maximum; a goal has no Dread die (`both` False)."""
    clause_id = "S3.25" if creature else "S9.11"
    scene.emit(CountdownBegan(id, name, size, side, size if both else 0, decides, creature, clause_id))


@clause("S3.25")
def size_when_dying(rank: int) -> int:
    """The dice of one who is dying: D4, D6 or D8 by the rank of the Fallout that felled it."""
    if rank >= SEVERE:
        return 8
    return 6 if rank == MAJOR else 4


@clause("S9.11")
def set_dice(scene: Scene, id: str, hope: int, dread: int, by: str) -> None:  # noqa: A002
    """The GM turns the dice. Values beyond the die are cut; a goal has no Dread die."""
    countdown = scene.state.countdowns[id]
    _put(scene, countdown, (_on_die(countdown, hope), _dread_of(countdown, dread)), by, "S9.11")


@clause("S3.25")
def drop(scene: Scene, id: str) -> None:  # noqa: A002
    """A Countdown is no longer needed; one that is not there stays so."""
    countdown = scene.state.countdowns.get(id)
    if countdown is not None:
        scene.emit(CountdownDropped(id, countdown.name))
