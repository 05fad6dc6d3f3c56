"""Stress that comes in, Resistance that is spent, and Fallout where a track has no room."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from affray.kernel.clauses import clause
from affray.kernel.requests import Option, Procedure
from affray.systems.sunder import conditions, contours, equipment, marks
from affray.systems.sunder.book import Effect
from affray.systems.sunder.events import (
    BeatGained,
    FalloutFell,
    FavourGained,
    Overflowed,
    RankChanged,
    ResistanceSpent,
    StressTaken,
    TrackFilled,
)
from affray.systems.sunder.names import INTERVENTIONS, MAJOR, MINOR, NARRATIVE, SEVERE, InterventionRank
from affray.systems.sunder.state import SCENE, Creature, Scene, sheet_of

Cause = Literal["overflow", "Test", "Resistance"]

MINOR_MENU = ("Afraid", "Bound", "Deafened", "Held", "Muddled", "Rooted", "Silenced", "Vulnerable")
MAJOR_MENU = (
    "Bleeding", "Blinded", "Cursed", "Dazed", "Distracted", "Mentally Vulnerable", "Petrified",
    "Physically Vulnerable", "Pinned", "Slowed",
)  # fmt: skip
"""The Conditions that Fallout can give: those that do their bearer no good (S3.11)."""
OF_A_POTENTIAL = ("Muddled", "Vulnerable", "Bleeding")


@dataclass(frozen=True, slots=True)
class Falling:
    """Fallout that is to happen: to whom, on which track, how bad, and why.

    `applied` is the Stress that was applied (S3.11), `excess` what of it found no room. `source` is the
    creature it came from, or empty. `adversaries` are those that may intervene.
    """

    creature: str
    potential: str
    rank: int
    cause: Cause
    applied: int = 0
    excess: int = 0
    source: str = ""
    adversaries: tuple[str, ...] = ()


# Stress that comes in


@dataclass(frozen=True, slots=True)
class Coming:
    """Stress that comes in: on whose track, how much, why and from whom.

    `natures` are what it is made of (S3.20), `adversaries` those that may intervene (S12.7).
    """

    creature: str
    potential: str
    amount: int
    why: str
    source: str = ""
    natures: tuple[str, ...] = ()
    adversaries: tuple[str, ...] = ()
    clause: str = "S3.1"


@clause("S3.4", "S3.7")
def put(scene: Scene, coming: Coming) -> Falling | None:
    """Stress on a track. Where it does not fit none of it is kept, and the Fallout to come is returned."""
    id_, potential, amount = coming.creature, coming.potential, coming.amount
    track = scene.state.creatures[id_].tracks[potential]
    if amount <= 0:
        return None
    if amount <= track.free:
        scene.emit(StressTaken(id_, potential, amount, coming.why, coming.source, coming.clause))
        return None
    excess = amount - track.free
    rank = overflow_rank(amount, excess, scene.rulings.fallout_size)
    scene.emit(Overflowed(id_, potential, amount, track.free, rank, coming.source))
    rank = with_proof(scene, id_, rank, coming.natures)
    return Falling(id_, potential, rank, "overflow", amount, excess, coming.source, coming.adversaries)


def take(scene: Scene, coming: Coming) -> Procedure:
    """Stress on a track, and the Fallout of an overflow."""
    falling = put(scene, coming)
    if falling is not None:
        yield from fall(scene, falling)


@clause("S3.5", "S3.6", "S3.10", "S3.19")
def overflow_rank(amount: int, excess: int, size: str) -> int:
    """Minor for 1 or 2 Stress, Major for 3 to 5, Severe from 6: of the whole instance, or of its excess."""
    counted = amount if size == "instance" else excess
    return MINOR if counted <= 2 else MAJOR if counted <= 5 else SEVERE


@clause("S3.20", "S3.21")
def with_proof(scene: Scene, id_: str, rank: int, natures: tuple[str, ...]) -> int:
    """Proof against the source lowers the rank by 1, Bane raises it; from Narrative to Severe."""
    proof, bane = proofs(scene, scene.state.creatures[id_])
    for found, change, name in ((proof & set(natures), -1, "Proof"), (bane & set(natures), 1, "Bane")):
        if found:
            now = max(NARRATIVE, min(SEVERE, rank + change))
            if now != rank:
                scene.emit(RankChanged(id_, f"{name} ({', '.join(sorted(found))})", rank, now))
            rank = now
    return rank


def proofs(scene: Scene, creature: Creature) -> tuple[set[str], set[str]]:
    """What a creature has Proof against, and what is its Bane: by its sheet and its Traits."""
    sheet = sheet_of(scene, creature)
    traits = [scene.book.abilities[id_] for id_ in sheet.abilities]
    proof = {*sheet.proof, *(tag for one in traits for tag in one.proof)}
    bane = {*sheet.bane, *(tag for one in traits for tag in one.bane)}
    return proof, bane


# Resistance that is spent


@clause("S3.17", "S3.18", "S3.19")
def spend_resistance(
    scene: Scene, id_: str, potential: str, amount: int, why: str, clause_id: str
) -> Procedure:
    """Cross Resistance off. Without a free slot: Severe Fallout, Advantage on the next roll and a Beat."""
    for _ in range(amount):
        creature = scene.state.creatures.get(id_)
        if creature is None:
            return
        track = creature.tracks[potential]
        if track.spent >= track.score:
            return
        if track.free <= 0:
            yield from fall(scene, Falling(id_, potential, SEVERE, "Resistance"))
            creature = scene.state.creatures.get(id_)
            if creature is None:
                return
            scene.emit(FavourGained(id_, "any", 1, "spent beyond", SCENE, clause="S3.17"))
            if creature.player:
                scene.emit(BeatGained(id_, 1, "S3.17"))
        if creature.tracks[potential].free > 0:
            scene.emit(ResistanceSpent(id_, potential, 1, why, clause=clause_id))


# Fallout


@clause("S3.11", "S3.12", "S12.7")
def fall(scene: Scene, falling: Falling) -> Procedure:
    """Fallout: the GM picks from the menu, or lets an adversary intervene."""
    options = menu(scene, falling)
    if not options:
        settle(scene, falling, Option("nothing", "nothing"))
        return
    about = (falling.creature, falling.potential, falling.rank, falling.cause)
    default = default_entry(falling)
    if len(options) == 1:
        option = options[0]
    else:
        option = yield from scene.ruling("fallout", options, "S3.11", default.id, about)
    if option.kind == "intervention":
        yield from intervene(scene, falling, *option.args)
        return
    settle(scene, falling, option)
    yield from keep_concentration(scene, falling)


@clause("S3.12", "S3.17")
def default_entry(falling: Falling) -> Option:
    """What happens unless somebody picks: Marks for an overflow; for a Test a Condition first."""
    rank, potential = falling.rank, falling.potential
    if rank <= NARRATIVE:
        return Option("nothing", "nothing")
    if falling.cause == "overflow":
        return _marks({MINOR: 1, MAJOR: 3, SEVERE: falling.applied}[rank])
    if rank == SEVERE:
        return _condition("Dazed", "", 3)
    return _condition("Muddled", potential, 0 if rank == MINOR else 1)


@clause("S3.11", "S3.16", "S3.17")
def menu(scene: Scene, falling: Falling) -> list[Option]:
    """The entries of a rank, with the Interventions that may replace them (S12.7)."""
    rank, potential = falling.rank, falling.potential
    minor = [(name, potential if name in OF_A_POTENTIAL else "") for name in MINOR_MENU]
    major = [(name, potential if name in OF_A_POTENTIAL else "") for name in MAJOR_MENU]
    items = equipment.items_of(scene, scene.state.creatures[falling.creature])
    found = [Option("nothing", "nothing")] if rank == NARRATIVE else []
    if rank == MINOR:
        found = [_marks(1), *(_condition(name, of, 0) for name, of in minor)]
    elif rank == MAJOR:
        found = [
            _marks(3),
            *(_condition(name, of, 1) for name, of in minor),
            *(_condition(name, of, 0) for name, of in major),
            *(Option(f"equipment {item}", "equipment", (item,)) for item in items),
        ]
    elif rank == SEVERE:
        found = [_condition(name, of, 3) for name, of in major]
        if falling.applied:
            found.insert(0, _marks(falling.applied))
    return found + interventions(scene, falling)


def _marks(amount: int) -> Option:
    return Option(f"marks {amount}", "marks", (amount,))


def _condition(name: str, potential: str, marks_too: int) -> Option:
    return Option(f"condition {name}", "condition", (name, potential, marks_too))


@clause("S12.7", "S12.12")
def interventions(scene: Scene, falling: Falling) -> list[Option]:
    """The Interventions of this rank that an adversary has. Only a player's Fallout calls for one."""
    if not scene.state.creatures[falling.creature].player:
        return []
    rank = INTERVENTIONS[falling.rank - 1]
    return [
        Option(f"intervention {id_}", "intervention", (id_, rank))
        for id_ in falling.adversaries
        if rank in sheet_of(scene, scene.state.creatures[id_]).interventions
        and scene.state.creatures[id_].conscious
    ]


@clause("S3.11", "S3.15", "S3.21")
def settle(scene: Scene, falling: Falling, option: Option) -> None:
    """What was picked happens, and the Stress of the track becomes 0; Narrative of a Test leaves it."""
    resets = falling.cause != "Test" or falling.rank > NARRATIVE
    if option.kind == "nothing" and not resets:
        return
    scene.emit(
        FalloutFell(falling.creature, falling.potential, falling.rank, option.kind, falling.cause, resets)
    )
    if option.kind == "marks":
        marks.take(scene, falling.creature, option.args[0], "Fallout", falling.source, falling.rank)
    elif option.kind == "condition":
        name, potential, marks_too = option.args
        give(scene, falling, name, potential)
        if marks_too:
            marks.take(scene, falling.creature, marks_too, "Fallout", falling.source, falling.rank)
    elif option.kind == "equipment":
        equipment.suffer(scene, falling.creature, option.args[0])


def give(scene: Scene, falling: Falling, name: str, potential: str) -> None:
    """A Condition from Fallout."""
    conditions.gain(
        scene,
        falling.creature,
        name,
        conditions.until_of_fallout(scene, falling.creature, falling.source, falling.cause == "Test"),
        by=falling.source,
        potential=potential,
        amount=1 if name in ("Rooted", "Held", "Pinned") else 0,
        clause="S3.11",
    )


@clause("S12.7", "S12.10")
def intervene(scene: Scene, falling: Falling, adversary: str, rank: InterventionRank) -> Procedure:
    """An adversary's effect in place of the menu. One that moves the overflow leaves the track full.

    That is no reset, so nobody's Concentration is in doubt by it (S9.9).
    """
    contour = sheet_of(scene, scene.state.creatures[adversary]).contour
    assert contour is not None, "the pack was checked"
    half = contours.intervention(contour, rank)
    moved = next((one for one in half.effects if one.kind == "move stress"), None)
    if moved is not None and falling.cause == "overflow":
        assert moved.other is not None
        scene.emit(TrackFilled(falling.creature, falling.potential, falling.excess, moved.other))
        excess, source = falling.excess, falling.source
        yield from take(
            scene, Coming(falling.creature, moved.other, excess, half.name, source, clause="S12.7")
        )
        return
    resets = falling.cause != "Test" or falling.rank > NARRATIVE
    scene.emit(
        FalloutFell(
            falling.creature,
            falling.potential,
            falling.rank,
            half.name,
            falling.cause,
            resets,
            adversary,
            "S12.7",
        )
    )
    for effect in half.effects:
        if effect.kind == "equipment":
            yield from wear_item(scene, falling.creature)
        else:
            _intervention_effect(scene, falling, adversary, effect, half.name)
    yield from keep_concentration(scene, falling)


@clause("S14.9", "S3.11")
def wear_item(scene: Scene, id_: str) -> Procedure:
    """Equipment Fallout for one item, which the GM picks."""
    items = equipment.items_of(scene, scene.state.creatures[id_])
    if not items:
        return
    options = [Option(f"item {item}", "item", (item,)) for item in items]
    option = options[0]
    if len(options) > 1:
        option = yield from scene.ruling("item", options, "S14.9", options[0].id, (id_,))
    equipment.suffer(scene, id_, option.args[0])


def _intervention_effect(scene: Scene, falling: Falling, adversary: str, effect: Effect, name: str) -> None:
    """One effect of an Intervention: none of them asks or rolls."""
    receiver = adversary if effect.on == "self" else falling.creature
    if receiver not in scene.state.creatures:
        return
    until = conditions.until_of(scene, adversary, effect.span)
    if effect.kind == "condition":
        assert effect.condition is not None
        conditions.gain(
            scene,
            receiver,
            effect.condition,
            until,
            by=adversary,
            potential=effect.potential or "",
            other=effect.other or "",
            amount=effect.amount,
            card=name,
            clause="S12.10",
        )
    elif effect.kind == "marks":
        marks.take(scene, receiver, effect.amount, name, adversary, falling.rank)
    elif effect.kind in ("advantage", "advantage against"):
        against = effect.kind == "advantage against"
        test = effect.test or "any"
        scene.emit(FavourGained(receiver, test, effect.amount, name, until, against, clause="S12.10"))


@clause("S9.9")
def keep_concentration(scene: Scene, falling: Falling) -> Procedure:
    """Fallout that resets a track ends what its creature concentrates on, unless it spends 1 Resistance."""
    if falling.rank <= NARRATIVE and falling.cause == "Test":
        return
    for running in [one for one in scene.state.running if one.owner == falling.creature]:
        creature = scene.state.creatures.get(falling.creature)
        if not running.concentration or running not in scene.state.running or creature is None:
            continue
        if creature.conscious and creature.tracks[running.concentration].free > 0:
            options = (Option("no", "no"), Option("yes", "yes"))
            about = (running.name, running.concentration)
            option = yield from scene.choose(falling.creature, "concentrate", options, "S9.9", about, "no")
            if option.id == "yes":
                why = f"Concentration on {running.name}"
                yield from spend_resistance(scene, falling.creature, running.concentration, 1, why, "S9.9")
                continue
        conditions.end_running(scene, running, "Fallout", "S9.9")
