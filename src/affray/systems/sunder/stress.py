"""Stress cleared and Resistance regained: everything that comes off a track again."""

from __future__ import annotations

from collections.abc import Sequence

from affray.kernel.clauses import clause
from affray.kernel.requests import Option, Procedure
from affray.systems.sunder import conditions
from affray.systems.sunder.events import NothingRegained, ResistanceRegained, StressCleared
from affray.systems.sunder.names import MENTAL, PHYSICAL, POTENTIALS
from affray.systems.sunder.state import Creature, Scene


@clause("S3.22", "S10.8")
def clear(scene: Scene, id_: str, potential: str, amount: int, why: str, clause_id: str) -> int:
    """Stress comes off a track, as far as there is any; not while Cursed. Returns how much."""
    creature = scene.state.creatures[id_]
    amount = min(amount, creature.tracks[potential].stress)
    if amount <= 0:
        return 0
    if conditions.is_cursed(creature):
        scene.emit(NothingRegained(id_, f"{potential} Stress", "Cursed"))
        return 0
    scene.emit(StressCleared(id_, potential, amount, why, clause_id))
    return amount


@clause("S3.22", "S10.8")
def regain(scene: Scene, id_: str, potential: str, amount: int, why: str, clause_id: str) -> int:
    """Spent Resistance comes back, as far as there is any; not while Cursed. Returns how much."""
    creature = scene.state.creatures[id_]
    amount = min(amount, creature.tracks[potential].spent)
    if amount <= 0:
        return 0
    if conditions.is_cursed(creature):
        scene.emit(NothingRegained(id_, f"{potential} Resistance", "Cursed"))
        return 0
    scene.emit(ResistanceRegained(id_, potential, amount, why, clause_id))
    return amount


@clause("S3.3")
def stress_of(amount: int) -> int:
    """What so much damage or healing is in Stress: a fifth of it, rounded up."""
    return -(-amount // 5)


def tracks_of(pool: str) -> tuple[str, ...]:
    """The Potentials of a kind: "physical", "mental" or "any"."""
    return {"physical": PHYSICAL, "mental": MENTAL}.get(pool, POTENTIALS)


def stressed(creature: Creature, pool: str) -> list[str]:
    """The tracks of a kind that have Stress on them."""
    return [name for name in tracks_of(pool) if creature.tracks[name].stress]


def spent(creature: Creature, pool: str) -> list[str]:
    """The tracks of a kind with spent Resistance."""
    return [name for name in tracks_of(pool) if creature.tracks[name].spent]


@clause("S5.14")
def pick_track(scene: Scene, chooser: str, kind: str, names: Sequence[str], about: str) -> Procedure:
    """Whoever acts picks the track. Returns its name, or None where there is none to pick."""
    if not names:
        yield from ()
        return None
    options = [Option(name, "potential", (name,)) for name in names]
    option = yield from scene.choose(chooser, kind, options, "S5.14", (about,), options[0].id)
    return option.args[0]


@clause("S1.10")
def regain_after_crit(scene: Scene, id_: str) -> Procedure:
    """A natural Crit gives 1 spent Resistance back, in any one Potential."""
    creature = scene.state.creatures[id_]
    names = spent(creature, "any")
    if names and conditions.is_cursed(creature):
        scene.emit(NothingRegained(id_, "Resistance", "Cursed"))
        return
    name = yield from pick_track(scene, id_, "regain", names, "natural Crit")
    if name is not None and id_ in scene.state.creatures:
        regain(scene, id_, name, 1, "natural Crit", "S1.10")
