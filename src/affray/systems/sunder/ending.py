"""When a scene is over, and when the GM is asked whether it is (S4.16, S4.17)."""

from __future__ import annotations

from affray.kernel.clauses import clause
from affray.kernel.requests import Option, Procedure
from affray.systems.sunder.events import KeptOpen, QuietNoted, SceneClosed
from affray.systems.sunder.state import Scene

GO_ON, CLOSE = Option("go-on", "go-on"), Option("close", "close")


@clause("S4.16")
def standing(scene: Scene) -> list[str]:
    """The sides that have somebody conscious."""
    return list(dict.fromkeys(one.side for one in scene.state.creatures.values() if one.conscious))


@clause("S4.16", "S9.11")
def why_close(scene: Scene) -> tuple[str, str | None] | None:
    """What suggests the end, as (outcome, winner): one side left, or a Countdown that decides."""
    for countdown in scene.state.countdowns.values():
        if countdown.decides and countdown.decided:
            won = countdown.decided == "Hope"
            side = scene.book.sides.get(countdown.side, countdown.side)
            name = countdown.name
            what = f"{side} win by {name}" if won else f"{name} ends in catastrophe"
            others = [id_ for id_ in scene.book.sides if id_ != countdown.side]
            return what, countdown.side if won else (others[0] if others else None)
    left = standing(scene)
    if len(left) > 1:
        return None
    if not left:
        return "nobody is left standing", None
    return f"{scene.book.sides.get(left[0], left[0])} win", left[0]


@clause("S4.16")
def ask_to_close(scene: Scene) -> Procedure:
    """Suggest the end to the GM. Returns whether anything was asked or closed."""
    found = why_close(scene)
    if found is None or scene.state.kept_open:
        return False
    outcome, winner = found
    option = yield from scene.ruling("close", (CLOSE, GO_ON), "S4.16", CLOSE.id, (outcome,))
    scene.emit(SceneClosed(outcome, winner) if option.id == CLOSE.id else KeptOpen())
    return True


@clause("S4.17")
def is_stalemate(scene: Scene) -> tuple[bool, bool]:
    """Whether the GM is asked if a scene goes on: after many turns without a Mark, and at the limit."""
    state, rulings = scene.state, scene.rulings
    at_limit = state.turns // rulings.turn_limit > state.asked // rulings.turn_limit
    return state.quiet >= rulings.stalemate_turns, at_limit


@clause("S4.17")
def ask_about_stalemate(scene: Scene) -> Procedure:
    """Ask the GM where nothing happens any more. Returns whether it was asked."""
    quiet, at_limit = is_stalemate(scene)
    if not (quiet or at_limit):
        return False
    default = CLOSE.id if at_limit else GO_ON.id
    option = yield from scene.ruling("stalemate", (GO_ON, CLOSE), "S4.17", default, (scene.state.quiet,))
    scene.emit(SceneClosed("undecided", None, clause="S4.17") if option.id == CLOSE.id else QuietNoted())
    return True
