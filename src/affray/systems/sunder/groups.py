"""Group actions: one goal, one Group Test, no adversary action in between (S4.11 to S4.13, S1.26)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from affray.kernel.clauses import clause
from affray.kernel.requests import Choose, Option, Procedure
from affray.systems.sunder import countdowns, equipment, play, price, strikes, trial
from affray.systems.sunder.events import ActionAnnounced, ActionResolved, GroupCounted, HalfPlayed
from affray.systems.sunder.movement import tiles
from affray.systems.sunder.names import CRIT, FAILURE, MIFF, MIXED, SKILLS, SUCCESS, Skill
from affray.systems.sunder.played import Played
from affray.systems.sunder.sources import Called
from affray.systems.sunder.state import Countdown, Scene, Turn
from affray.systems.sunder.testing import Result

WORTH = {MIFF: -2, FAILURE: -1, MIXED: 0, SUCCESS: 1, CRIT: 2}
"""What a level counts in a Group Test (S1.26)."""


@clause("S1.26")
def group_level(levels: Sequence[int]) -> tuple[int, int]:
    """The sum of everybody's levels, and the level that it is, from Miff to Crit."""
    total = sum(WORTH[level] for level in levels)
    place = max(-2, min(2, total))
    return total, next(level for level, worth in WORTH.items() if worth == place)


@clause("S4.13")
def play_together(scene: Scene, turn: Turn, played: Played) -> Procedure:
    """The lead plays the half that supplies the effect, the others Narrate's top; the group level decides."""
    members = conscious_members(scene, turn)
    for id_ in members:
        scene.emit(HalfPlayed(id_, "narrate", "top", clause="S4.13"))
    number = play.announce(scene, played)
    level, results = yield from group_test(scene, members, own_test(scene, played))
    yield from play.resolve(scene, replace(played, shared=level))
    yield from settle(scene, turn.creature, level, results)
    scene.emit(ActionResolved(number))


@clause("S4.13", "S5.15")
def own_test(scene: Scene, played: Played) -> Called:
    """The lead's Test is that of its half, with all that helps or hinders it."""
    if played.half.attack is None:
        return play.called_for(scene, played)
    weapon = scene.book.weapons.get(played.weapon)
    lead = scene.state.creatures[played.creature]
    how = equipment.mode(scene, lead, weapon, tiles(scene, lead.id, played.target)) or "melee"
    return strikes.call_for(scene, play.strike_of(scene, played), played.target, weapon, how)


@clause("S4.12", "S9.13")
def work_on_goal(scene: Scene, turn: Turn, countdown_id: str, skill: Skill) -> Procedure:
    """A shared goal without a card's effect: the Group Test moves a Countdown."""
    members = conscious_members(scene, turn)
    countdown = scene.state.countdowns[countdown_id]
    number = scene.state.announced + 1
    for id_ in (turn.creature, *members):
        scene.emit(HalfPlayed(id_, "narrate", "top", clause="S4.13"))
    scene.emit(ActionAnnounced(number, turn.creature, "", countdown.name, "top", (), "S4.12"))
    own = goal_test(scene, turn.creature, countdown, skill)
    level, results = yield from group_test(scene, members, own)
    if turn.creature in scene.state.creatures:
        yield from countdowns.move_by_level(scene, countdown_id, turn.creature, level)
    yield from settle(scene, turn.creature, level, results)
    scene.emit(ActionResolved(number))


@clause("S9.13")
def goal_test(scene: Scene, lead: str, countdown: Countdown, skill: Skill) -> Called:
    """The lead's own Test towards a Countdown, as risky as the scene says that one is."""
    start = next((one for one in scene.book.scenario.countdown if one.id == countdown.id), None)
    risk = start.risk if start is not None and start.risk != "Uncertain" else None
    return Called(lead, skill, countdown.name, risk=risk, top=True)


def conscious_members(scene: Scene, turn: Turn) -> list[str]:
    """Those who act along and still can; losing one leaves the others able to act."""
    creatures = scene.state.creatures
    return [id_ for id_ in turn.group if id_ in creatures and creatures[id_].conscious]


@clause("S1.26", "S4.11", "S4.13")
def group_test(scene: Scene, members: Sequence[str], own: Called) -> Procedure:
    """Everybody says how they contribute and makes the Test, the lead its `own`.

    Returns the group's level and all results.
    """
    lead, about = own.roller, own.about
    choices = [
        Choose(id_, "contribute", contributions(), "S4.11", (lead, about), skill_id(own.skill))
        for id_ in members
    ]
    answers = yield from scene.together(choices, "S4.11")
    skills = {choice.seat: option.args[0] for choice, option in zip(choices, answers, strict=True)}
    tests = [own, *(Called(id_, skills[id_], about, risk=own.risk, top=own.top) for id_ in members)]
    results: list[Result] = []
    for called in tests:
        creature = scene.state.creatures.get(called.roller)
        if creature is not None and creature.conscious:
            results.append((yield from trial.attempt(scene, called)))
    total, level = group_level([result.level for result in results])
    levels = tuple((result.called.roller, result.level) for result in results)
    scene.emit(GroupCounted(lead, levels, total, level, about))
    return level, results


def skill_id(skill: Skill) -> str:
    """The option of a Skill."""
    return f"skill {skill}"


def contributions() -> tuple[Option, ...]:
    """Every Skill may serve."""
    return tuple(Option(skill_id(skill), "skill", (skill,)) for skill in SKILLS)


@clause("S1.27")
def settle(scene: Scene, lead: str, level: int, results: Sequence[Result]) -> Procedure:
    """Everybody pays their own Stress and Beats; the one Fallout is the lead's, by the group's level."""
    for result in results:
        yield from price.pay(scene, result, shared=True)
    own = next((result for result in results if result.called.roller == lead), None)
    creature = scene.state.creatures.get(lead)
    if own is None or creature is None or level > MIXED:
        return
    yield from price.situational(scene, replace(own, level=level, natural=False))
