"""When a scene is over, and when the GM is asked whether it is."""

from __future__ import annotations

from affray.kernel.clauses import clause
from affray.kernel.requests import Option, Procedure
from affray.systems.cantor.events import QuietWasNoted, SceneEnded
from affray.systems.cantor.state import Fight


@clause("C6.3")
def check_end(fight: Fight) -> bool:
    """The scene ends when one side is all out; both at once: a draw. Who is still to come counts."""
    state = fight.state
    if state.outcome is not None:
        return True
    standing = {unit.side: None for unit in state.units.values() if unit.here}
    for combatant in fight.book.scenario.combatant:
        if combatant.joins > max(1, state.round):
            standing.setdefault(combatant.side, None)
    if len(standing) > 1:
        return False
    winner = next(iter(standing), None)
    outcome = "draw" if winner is None else f"{fight.book.sides.get(winner, winner)} win"
    fight.emit(SceneEnded(outcome, winner))
    return True


@clause("C6.5")
def is_stalemate(fight: Fight) -> tuple[bool, bool]:
    """Whether the GM is asked if the scene ends: after many rounds without a loss, and at the limit."""
    quiet = quiet_rounds(fight) >= fight.rulings.stalemate_rounds
    return quiet, fight.state.round % fight.rulings.round_limit == 0


def quiet_rounds(fight: Fight) -> int:
    """Full rounds without lost HP, Structure or Stress up to the end of this one."""
    return 0 if fight.state.loss_this_round else fight.state.quiet_rounds + 1


def ask_about_stalemate(fight: Fight) -> Procedure:
    """Ask the GM where nothing happens any more. True when the scene is over."""
    quiet, at_limit = is_stalemate(fight)
    if not quiet and not at_limit:
        return False
    options = (Option("go-on", "go-on"), Option("end", "end"))
    default = "end" if at_limit else "go-on"
    option = yield from fight.ruling("stalemate", options, "C6.5", default, (quiet_rounds(fight),))
    if option.id == "end":
        fight.emit(SceneEnded("undecided", None, "C6.5"))
        return True
    fight.emit(QuietWasNoted())
    return False
