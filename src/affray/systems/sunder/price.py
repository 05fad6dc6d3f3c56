"""The price of a finished Test: Stress, Fallout, Beats, and what natural levels bring (S1.12)."""

from __future__ import annotations

from affray.kernel.clauses import clause
from affray.kernel.requests import Option, Procedure
from affray.systems.sunder import conditions, fallout, raising, stress
from affray.systems.sunder.events import BeatGained, ResistanceRegained, ResistanceSpent
from affray.systems.sunder.fallout import Coming, Falling
from affray.systems.sunder.names import CRIT, FAILURE, MIFF, MIXED, NARRATIVE, SEVERE, SUCCESS
from affray.systems.sunder.state import Scene
from affray.systems.sunder.testing import Result

BY_LEVEL = {MIXED: 1, FAILURE: 2, MIFF: 3}
"""The rank of the Intervention that a Test's level lets the GM use (S12.7); a natural Miff is one higher."""


@clause("S1.12", "S1.11", "S1.16")
def pay(scene: Scene, result: Result, shared: bool = False) -> Procedure:
    """Pay for a Test after its effect. `shared`: in a Group Test nobody has Fallout of their own (S1.27)."""
    id_ = result.called.roller
    if id_ not in scene.state.creatures:
        return
    if result.natural and result.level == CRIT:
        yield from stress.regain_after_crit(scene, id_)
    cost = stress_price(result.level, scene.rulings.mixed_costs_stress)
    if cost:
        yield from _pay_stress(scene, result, cost)
    if not shared and result.level in BY_LEVEL:
        yield from situational(scene, result)
    if result.natural and result.level == MIFF:
        lose_resistance(scene, id_, result.potential, shared)
    gain_beat(scene, id_, result.level)


@clause("S1.12", "S1.13")
def stress_price(level: int, mixed_costs: bool) -> int:
    """1 Stress for a Success, and for a Mixed as that ruling goes."""
    return int(level == SUCCESS or (level == MIXED and mixed_costs))


@clause("S13.1", "S13.3", "S12.1")
def gain_beat(scene: Scene, id_: str, level: int) -> None:
    """A player has 1 Beat for Mixed, Failure or Miff; adversaries earn none."""
    creature = scene.state.creatures.get(id_)
    if creature is not None and creature.player and level <= MIXED:
        scene.emit(BeatGained(id_, 1))


@clause("S2.10")
def _pay_stress(scene: Scene, result: Result, cost: int) -> Procedure:
    """The Stress of a Test; Momentum may regain Resistance here first, where it would overflow."""
    id_ = result.called.roller
    creature = scene.state.creatures[id_]
    track = creature.tracks[result.potential]
    if result.momentum and track.free < cost and track.spent and not conditions.is_cursed(creature):
        options = (Option("no", "no"), Option("yes", "yes"))
        about = ("Momentum", result.potential, 0, 0, 0)
        option = yield from scene.choose(id_, "perk", options, "S2.10", about, "yes")
        if option.id == "yes":
            scene.emit(ResistanceRegained(id_, result.potential, 1, "Momentum", "S2.10"))
    yield from fallout.take(scene, Coming(id_, result.potential, cost, "Test", clause="S1.12"))


@clause("S1.12", "S3.14", "S3.10", "S3.19", "S1.22")
def situational_rank(level: int, risk: int) -> int:
    """Narrative for a Mixed; for a Failure by the net Riskiness; for a Miff one higher, at most Severe."""
    if level == MIXED:
        return NARRATIVE
    return min(SEVERE, risk + 1 + (level == MIFF))


@clause("S3.14", "S1.17", "S12.7")
def situational(scene: Scene, result: Result) -> Procedure:
    """Situational Fallout of an own Test, or an Intervention by its level in place of it."""
    id_ = result.called.roller
    rank = situational_rank(result.level, result.risk)
    who = may_intervene(scene, result)
    natural = result.natural and result.level == MIFF
    by_level = min(SEVERE, BY_LEVEL[result.level] + natural)
    falling = Falling(id_, result.potential, rank, "Test", adversaries=who if by_level == rank else ())
    if by_level != rank:
        other = Falling(id_, result.potential, by_level, "Test", adversaries=who)
        offered = fallout.interventions(scene, other)
        if offered:
            options = [Option("no", "no"), *offered]
            about = (id_, result.potential, by_level, "Test")
            option = yield from scene.ruling("intervene", options, "S12.7", "no", about)
            if option.kind == "intervention":
                yield from fallout.intervene(scene, other, *option.args)
                return
    yield from fall_raised(scene, falling)


@clause("S12.8")
def fall_raised(scene: Scene, falling: Falling) -> Procedure:
    """Fallout that an adversary may raise first; it pays for that Test as for any other."""
    falling, test = yield from raising.maybe_raise(scene, falling)
    yield from fallout.fall(scene, falling)
    if test is not None:
        yield from pay(scene, test)


@clause("S12.12")
def may_intervene(scene: Scene, result: Result) -> tuple[str, ...]:
    """The adversary that a Test was against; without a target every conscious adversary."""
    creatures = scene.state.creatures
    roller = creatures[result.called.roller]
    if not roller.player:
        return ()
    target = creatures.get(result.called.target)
    if target is not None:
        return (target.id,) if not target.player and target.conscious else ()
    return tuple(one.id for one in creatures.values() if not one.player and one.conscious)


@clause("S1.10", "S1.17", "S1.27")
def lose_resistance(scene: Scene, id_: str, potential: str, shared: bool) -> None:
    """A natural Miff costs 1 Resistance, if any is left; on a full track it takes the place of Stress."""
    creature = scene.state.creatures.get(id_)
    if creature is None:
        return
    track = creature.tracks[potential]
    if track.spent >= track.score:
        return
    if track.free > 0:
        scene.emit(ResistanceSpent(id_, potential, 1, "natural Miff"))
    elif shared or track.stress:
        scene.emit(ResistanceSpent(id_, potential, 1, "natural Miff", True, "S1.27"))
