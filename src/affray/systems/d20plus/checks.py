"""Checks against a Target Number, and contested checks that are no attack."""

from __future__ import annotations

from affray.kernel.clauses import clause
from affray.kernel.requests import Audience, Cuts, Option, Procedure
from affray.systems.d20plus.augments import pool_for, throw_of
from affray.systems.d20plus.book import SKILLS
from affray.systems.d20plus.events import Checked, ContestChecked
from affray.systems.d20plus.moves import check_throw, choose_check_dice
from affray.systems.d20plus.scores import is_mounting_success, skill_score, succeeds, unwounded_score
from affray.systems.d20plus.state import Fight


def check(fight: Fight, persona_id: str, skill: str, target_number: int, to: Audience = None) -> Procedure:
    """A check the GM calls for. It changes nothing by itself."""
    cuts = Cuts(at=(target_number, target_number + 10))
    throw = yield from check_throw(fight, persona_id, skill, "check", cuts, "D2.2", to)
    if throw is not None:
        success = succeeds(throw.total, target_number)
        mounting = is_mounting_success(throw.total, target_number)
        fight.emit(Checked(throw, target_number, success, mounting), to=to)


@clause("D4.11")
def contested_check(
    fight: Fight, first: tuple[str, str], second: tuple[str, str], tad: bool, to: Audience = None
) -> Procedure:
    """Skill and dice on both sides; a tie goes to the one who began it. `first` and `second`: (Persona, Skill)."""
    brought = yield from choose_check_dice(fight, *first, "contest", tad)
    answer = yield from choose_check_dice(fight, *second, "contest")
    personas = fight.state.personas
    if first[0] not in personas or second[0] not in personas or fight.state.outcome is not None:
        return
    one, other = personas[first[0]], personas[second[0]]
    scores = skill_score(fight, one, first[1]), skill_score(fight, other, second[1])
    pools = pool_for(one, scores[0], brought), pool_for(other, scores[1], answer)
    fell = yield from fight.contest(*pools, Cuts(at=(0,)), "contest", "D4.11", to)
    throws = (
        throw_of(one, first[1], scores[0], unwounded_score(fight, one, first[1]), brought, fell.first),
        throw_of(other, second[1], scores[1], unwounded_score(fight, other, second[1]), answer, fell.second),
    )
    fight.emit(ContestChecked(*throws, fell.margin, fell.margin >= 0), to=to)


def contest_as_action(fight: Fight, persona_id: str, skill: str, foe_id: str) -> Procedure:
    """A contested check taken as an Action: the GM names the opposing Skill; a banked TAD joins (D10.3)."""
    options = [Option(name, "skill", (name,)) for name in SKILLS]
    option = yield from fight.ruling("opposing skill", options, "D4.11", skill, (persona_id, skill, foe_id))
    yield from contested_check(fight, (persona_id, skill), (foe_id, option.id), tad=True)
