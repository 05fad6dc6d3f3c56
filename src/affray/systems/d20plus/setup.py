"""Setup Actions, Company Assist, and the Tactical Augment Die."""

from __future__ import annotations

from affray.kernel.clauses import clause
from affray.kernel.reasons import Reason
from affray.kernel.requests import Cuts, Option, Procedure
from affray.systems.d20plus.book import DIE_SIZES
from affray.systems.d20plus.checks import check_throw
from affray.systems.d20plus.events import SetUp, StrikeStopped, TadExpired
from affray.systems.d20plus.state import Fight, Persona


@clause("D10.2")
def tad_size(score: int, ladder: tuple[int, ...]) -> int:
    """The die a Setup's score gives: the highest rung reached, 0 below the first."""
    size = 0
    for rung, die in zip(ladder, DIE_SIZES, strict=True):
        if score >= rung:
            size = die
    return size


@clause("D10.1", "D10.4")
def set_up(fight: Fight, persona_id: str, skill: str, holder_id: str) -> Procedure:
    """A Skill check as preparation; its TAD goes to the Persona or to the ally named before the roll."""
    ladder = fight.rulings.tad_ladder
    throw = yield from check_throw(fight, persona_id, skill, "setup", Cuts(at=ladder), "D10.1")
    holder = fight.state.personas.get(holder_id)
    if throw is None:
        return
    if holder is None or holder.out:
        fight.emit(StrikeStopped(persona_id, holder_id, Reason("ally gone", "D6.9")))
        return
    size = tad_size(throw.total, ladder)
    fight.emit(SetUp(persona_id, holder_id, skill, throw, size, kept_size(holder, size)))


@clause("D10.3")
def kept_size(holder: Persona, size: int) -> int:
    """One TAD per Persona: the larger stays, of equals the newer."""
    return max(size, holder.tad.size if holder.tad is not None else 0)


@clause("D10.3")
def expire_tad(fight: Fight, persona: Persona) -> None:
    """A TAD expires at the end of the holder's first turn that began after it was banked (D10.3)."""
    if persona.tad is not None and persona.turns_begun > persona.tad.banked_after:
        fight.emit(TadExpired(persona.id, persona.tad.size))


@clause("D10.6")
def setup_allowed(fight: Fight, persona_id: str, skill: str) -> Procedure:
    """The Skill is the player's choice; where the table wants it, the GM may refuse it before it is paid."""
    if not fight.rulings.gm_approves_setups:
        return True
    options = (Option("allow", "allow"), Option("refuse", "refuse"))
    option = yield from fight.ruling("setup skill", options, "D10.6", "allow", (persona_id, skill))
    return option.id == "allow"
