"""Marks taken and restored, creatures that fall, are dying, come round."""

from __future__ import annotations

from affray.kernel.clauses import clause
from affray.kernel.requests import Procedure
from affray.systems.sunder import conditions, countdowns, stress
from affray.systems.sunder.events import (
    CameRound,
    CountdownDropped,
    Fell,
    MarksRestored,
    MarksTaken,
    NothingRegained,
    Scarred,
    Stabilized,
)
from affray.systems.sunder.names import MINOR, POTENTIALS
from affray.systems.sunder.state import Creature, Scene


@clause("S3.24")
def take(scene: Scene, id_: str, amount: int, why: str, source: str, rank: int) -> None:
    """Marks, up to the pool; a full pool incapacitates. `rank` is that of the Fallout behind them."""
    creature = scene.state.creatures[id_]
    amount = min(amount, creature.pool - creature.marks)
    if amount <= 0 or not creature.conscious:
        return
    scene.emit(MarksTaken(id_, amount, why, source))
    if creature.marks >= creature.pool:
        fall(scene, id_, rank)


@clause("S3.24", "S9.6")
def fall(scene: Scene, id_: str, rank: int = MINOR) -> None:
    """Incapacitated: out of the queue, and what hung on this creature ends."""
    scene.emit(Fell(id_))
    conditions.expire_with(scene, id_)
    creature = scene.state.creatures[id_]
    if may_die(scene, creature):
        begin_dying(scene, creature, rank)


@clause("S3.25", "S12.2")
def may_die(scene: Scene, creature: Creature) -> bool:
    """Whether one that falls is dying: players' characters if the campaign has it, adversaries if wished."""
    return scene.rulings.dying if creature.player else scene.rulings.adversaries_die_slowly


@clause("S3.25")
def begin_dying(scene: Scene, creature: Creature, rank: int) -> None:
    """Hope and Dread, on D4, D6 or D8 as the Fallout was Minor, Major or Severe."""
    die = countdowns.size_when_dying(rank)
    countdowns.begin(
        scene,
        f"dying-{creature.id}",
        f"{creature.name} is dying",
        die,
        creature.side,
        both=True,
        creature=creature.id,
    )


@clause("S3.25")
def after_dying(scene: Scene, id_: str) -> None:
    """Hope stabilizes, Dread is death."""
    creature = scene.state.creatures.get(id_)
    if creature is None or not creature.dying:
        return
    countdown = scene.state.countdowns[creature.dying]
    if countdown.decided == "Hope":
        scene.emit(Stabilized(id_))
    elif countdown.decided == "Dread":
        scene.emit(Fell(id_, "dead", "Dread", clause="S3.25"))
        conditions.expire_with(scene, id_)


@clause("S3.25", "S10.8")
def restore(scene: Scene, id_: str, amount: int, why: str) -> Procedure:
    """Marks come off; one who was down comes round, with a Scar. Not while Cursed."""
    creature = scene.state.creatures[id_]
    amount = min(amount, creature.marks)
    if amount <= 0 or creature.out in ("dead", "gone"):
        return
    if conditions.is_cursed(creature):
        scene.emit(NothingRegained(id_, "Marks", "Cursed"))
        return
    scene.emit(MarksRestored(id_, amount, why))
    if creature.out == "incapacitated" and creature.marks < creature.pool:
        yield from come_round(scene, id_)


@clause("S3.25", "S3.26")
def come_round(scene: Scene, id_: str) -> Procedure:
    """Conscious again: nothing is dying any more, and a player's character takes a Scar."""
    creature = scene.state.creatures[id_]
    if creature.dying in scene.state.countdowns:
        scene.emit(CountdownDropped(creature.dying, scene.state.countdowns[creature.dying].name))
    scene.emit(CameRound(id_))
    if creature.player:
        yield from scar(scene, id_)


@clause("S3.26")
def scar(scene: Scene, id_: str) -> Procedure:
    """One Potential -1, but not below 1, and another +1, but not above 20."""
    tracks = scene.state.creatures[id_].tracks
    lowest = [name for name in POTENTIALS if tracks[name].score > 1]
    lowered = yield from stress.pick_track(scene, id_, "scar", lowest, "lowered")
    tracks = scene.state.creatures[id_].tracks
    others = [name for name in POTENTIALS if name != lowered and tracks[name].score < 20]
    raised = yield from stress.pick_track(scene, id_, "scar", others, "raised")
    if lowered is not None and raised is not None:
        scene.emit(Scarred(id_, lowered, raised))
