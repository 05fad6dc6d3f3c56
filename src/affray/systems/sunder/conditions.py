"""Conditions: what puts a creature under one, how long it lasts, when it ends, and what it bars."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from affray.kernel.clauses import clause
from affray.kernel.reasons import Reason
from affray.systems.sunder.events import ConditionEnded, ConditionGained, FavourEnded, RunningEnded
from affray.systems.sunder.events.applying import ABOUT_SOMEBODY
from affray.systems.sunder.names import MENTAL, PHYSICAL, Span
from affray.systems.sunder.setting import Setting, within
from affray.systems.sunder.state import SCENE, Condition, Creature, Running, Scene, Until

Boundary = Literal["start", "end"]
EndOfRunning = Literal["over", "used", "dropped", "dispelled", "Sequence", "Fallout", "down", "other"]

EXHAUSTED = "Exhaustion 3"
"""What makes a creature Vulnerable without a Condition of its own (S10.3)."""

ABOUT_A_POTENTIAL = ("Bleeding", "Empowered", "Muddled", "Vulnerable")
"""Conditions that are about one Potential each, so that a creature may be under several."""

_WITHIN: dict[str, tuple[str, ...]] = {
    "Bound": ("Pinned",),
    "Held": ("Pinned",),
    "Rooted": ("Held", "Pinned"),
    "Mentally Vulnerable": ("Dazed", EXHAUSTED),
    "Physically Vulnerable": (EXHAUSTED,),
}
"""What else puts a creature under a Condition."""


# What a creature is under


@clause("S10.3", "S10.6")
def under(creature: Creature, name: str, potential: str = "") -> str | None:
    """The name of what puts a creature under a Condition: that one, one that contains it, or Exhaustion 3.

    `potential` counts for Conditions about one Potential; without it any will do. None: it is not under it.
    """
    if is_free(creature):
        return None
    if creature.has(name, potential if name in ABOUT_A_POTENTIAL else ""):
        return name
    for one in _containing(name, potential):
        if creature.exhaustion >= 3 if one == EXHAUSTED else creature.has(one):
            return one
    return None


def is_free(creature: Creature) -> bool:
    """Whether a creature is under nothing at all: so are most of them, and every Test asks."""
    return not creature.conditions and creature.exhaustion < 3


@lru_cache(maxsize=512)
def _containing(name: str, potential: str) -> tuple[str, ...]:
    """Everything that contains a Condition, the nearest first."""
    found: list[str] = []
    for one in _vulnerable_by(potential) if name == "Vulnerable" else _WITHIN.get(name, ()):
        found += [one, *_containing(one, "")]
    return tuple(dict.fromkeys(found))


def _vulnerable_by(potential: str) -> tuple[str, ...]:
    """Conditions that make a creature Vulnerable in a Potential, or in any when none is named."""
    found: list[str] = []
    if not potential or potential in PHYSICAL:
        found.append("Physically Vulnerable")
    if not potential or potential in MENTAL:
        found.append("Mentally Vulnerable")
    if potential in ("", "Finesse", "Might"):
        found.append("Petrified")
    return tuple(found)


def is_cursed(creature: Creature) -> bool:
    """Cursed: it cannot clear Stress or regain Resistances or Marks (S10)."""
    return creature.has("Cursed")


def reductions(creature: Creature, potential: str) -> list[tuple[str, int, str]]:
    """What a Condition takes off incoming Stress: its name, by how much, and its clause.

    Warded cuts Physical Stress and Fortified Mental Stress, by at least 1.
    """
    name = "Warded" if potential in PHYSICAL else "Fortified"
    cuts = [max(1, one.amount) for one in creature.conditions if one.name == name]
    return [(name, max(cuts), "S10.8")] if cuts else []


# How long something lasts


@clause("S9.2", "S9.5")
def until_of(scene: Scene, user_id: str, span: Span) -> Until:
    """When something ends that a creature begins now and that lasts so long.

    A round, or a turn, ends at the start of its user's next turn. A Sequence ends with its die, at the latest
    with the scene.
    """
    begun = scene.state.creatures[user_id].turns_begun
    match span:
        case "round":
            return Until(user_id, "start", begun + 1)
        case "end of next turn":
            return Until(user_id, "end", begun + 1)
        case "dispelled":
            return Until(dispelled=True)
        case "scene" | "sequence":
            return SCENE


def until_own_next_turn_end(scene: Scene, creature_id: str) -> Until:
    """Until the end of a creature's next turn, which is not the one under way (S3.13)."""
    return until_of(scene, creature_id, "end of next turn")


@clause("S3.13")
def until_of_fallout(scene: Scene, creature_id: str, source: str, own_test: bool) -> Until:
    """How long a Condition from Fallout lasts.

    From an own Test: until the end of the roller's next turn. From another creature: until the start of its
    next turn. From nobody: for the scene.
    """
    if own_test:
        return until_own_next_turn_end(scene, creature_id)
    return until_of(scene, source, "round") if source in scene.state.creatures else SCENE


# How Conditions come and go


@clause("S10.1", "S10.6")
def gain(
    scene: Scene,
    creature_id: str,
    name: str,
    until: Until,
    by: str = "",
    potential: str = "",
    other: str = "",
    amount: int = 0,
    zone: str = "",
    resist: str = "",
    card: str = "",
    magick: bool = False,
    clause: str = "S10.8",
) -> None:
    """A Condition comes. The same one does not stack: the longer span and the larger X stay.

    Rooted has a centre, else the creature's own zone, and an X of at least 1; so has Pinned. The centre of
    Held is its holder, or the creature's own zone where nobody holds it.
    """
    creature = scene.state.creatures[creature_id]
    if name in ("Pinned", "Rooted") or (name == "Held" and not by):
        zone, amount = zone or creature.zone, max(1, amount)
    scene.emit(
        ConditionGained(
            creature_id, name, until, by, potential, other, amount, zone, resist, card, magick, clause
        )
    )
    if name == "Distracted":
        _break_concentration(scene, creature_id)
    anchor = scene.state.creatures.get(until.anchor)
    if until.anchor and (anchor is None or not anchor.conscious):
        _end_what_waits_for(scene, until.anchor)


def end(scene: Scene, creature_id: str, condition: Condition, why: str, by: str = "") -> None:
    """A Condition of a creature ends. `why` as in `ConditionEnded`; `by` is who dispelled it."""
    _end(scene, creature_id, condition, why, "S9.5", by)


def _end(
    scene: Scene, creature_id: str, one: Condition, why: str, clause_id: str, ended_by: str = ""
) -> None:
    scene.emit(
        ConditionEnded(
            creature_id, one.name, why, one.by, one.potential, one.other, one.zone, clause_id, ended_by
        )
    )


def end_running(scene: Scene, running: Running, why: EndOfRunning, clause: str = "S9.1") -> None:
    """A running card ends. What its owner kept up by Concentration on it ends with it (S9.9);
    so does what it did where it is dropped (S5.9).
    """
    scene.emit(RunningEnded(running.number, running.owner, running.name, why, clause))
    if not running.concentration and why != "dropped":
        return
    for creature in scene.state.creatures.values():
        for one in list(creature.conditions):
            if one.card == running.card and one.by == running.owner:
                _end(scene, creature.id, one, "over", "S9.9")


@clause("S9.9")
def _break_concentration(scene: Scene, creature_id: str) -> None:
    """Distracted: it cannot Concentrate, and what it concentrates on ends."""
    for running in list(scene.state.running):
        if running.owner == creature_id and running.concentration:
            end_running(scene, running, "other", "S9.9")


@clause("S9.2", "S9.4")
def expire(scene: Scene, creature_id: str, boundary: Boundary) -> None:
    """What lasts until this boundary of the turn that a creature has now ends, whoever is under it."""
    begun = scene.state.creatures[creature_id].turns_begun

    def over(until: Until) -> bool:
        return (until.anchor, until.boundary) == (creature_id, boundary) and until.turn <= begun

    clause_id = "S9.2" if boundary == "start" else "S9.4"
    for creature in scene.state.creatures.values():
        for one in list(creature.conditions):
            if over(one.until):
                _end(scene, creature.id, one, "over", clause_id)
        _end_favours(scene, creature, [one.until for one in creature.favours if over(one.until)], clause_id)
    for running in list(scene.state.running):
        if over(running.until):
            end_running(scene, running, "over", clause_id)


@clause("S9.6")
def expire_with(scene: Scene, creature_id: str) -> None:
    """A creature fell or has left: what waits for a turn of it ends, and what it concentrates on.

    With one who does not come back, its cards and those on it end, and Conditions that are about it: Afraid,
    Charmed, Enraptured, Held. Call it after the creature fell or was removed.
    """
    _end_what_waits_for(scene, creature_id)
    fallen = scene.state.creatures.get(creature_id)
    gone = fallen is None or fallen.out in ("dead", "gone")
    for running in list(scene.state.running):
        kept_up = running.owner == creature_id and running.concentration
        if kept_up or (gone and creature_id in (running.owner, running.creature)):
            end_running(scene, running, "down", "S9.6")
    if not gone:
        return
    for creature in scene.state.creatures.values():
        for one in list(creature.conditions):
            if one.by == creature_id and one.name in ABOUT_SOMEBODY:
                _end(scene, creature.id, one, "down", "S9.6")


@clause("S9.6")
def _end_what_waits_for(scene: Scene, creature_id: str) -> None:
    """No turn of this creature will come: what waits for one ends now."""
    for creature in scene.state.creatures.values():
        for one in list(creature.conditions):
            if one.until.anchor == creature_id:
                _end(scene, creature.id, one, "down", "S9.6")
        waiting = [one.until for one in creature.favours if one.until.anchor == creature_id]
        _end_favours(scene, creature, waiting, "S9.6")
    for running in list(scene.state.running):
        if running.until.anchor == creature_id:
            end_running(scene, running, "down", "S9.6")


def _end_favours(scene: Scene, creature: Creature, untils: list[Until], clause_id: str) -> None:
    for one in list(creature.favours):
        if one.until in untils:
            scene.emit(
                FavourEnded(creature.id, one.test, one.source, one.against, False, clause_id, one.until)
            )


@clause("S5.23")
def lose_unseen(scene: Scene, creature_id: str) -> None:
    """After its weapon or unarmed attack a creature is not Unseen any more."""
    for one in list(scene.state.creatures[creature_id].conditions):
        if one.name == "Unseen":
            _end(scene, creature_id, one, "lost", "S5.23")


@clause("S5.23")
def charm_broken(scene: Scene, harmed_id: str, by_id: str) -> None:
    """Charmed ends when the charmer, or an ally of the charmer, harms the creature."""
    harmer = scene.state.creatures.get(by_id)
    if harmer is None:
        return
    for one in list(scene.state.creatures[harmed_id].conditions):
        charmer = scene.state.creatures.get(one.by)
        if one.name == "Charmed" and charmer is not None and charmer.side == harmer.side:
            _end(scene, harmed_id, one, "harmed", "S5.23")


# What Conditions bar


@clause("S7.10", "S10.6")
def cannot_react(creature: Creature, physical: bool, on_self: bool) -> Reason | None:
    """Incapacitated or Dazed: no Reactions. Petrified: no physical one on anybody but itself."""
    if not creature.conscious:
        return Reason("incapacitated", "S3.24", (creature.name,))
    if creature.has("Dazed"):
        return Reason("Dazed", "S7.10", (creature.name,))
    if creature.has("Petrified") and physical and not on_self:
        return Reason("Petrified", "S7.10", (creature.name,))
    return None


@clause("S10.7")
def unseen_to(scene: Scene, creature: Creature, other: Creature) -> bool:
    """Whether `other` does not see a creature, wherever both stand.

    Nobody is Unseen to the own side, but for one who is Enraptured: everybody else is Unseen to that one.
    """
    return what_hides(creature, other) is not None


@clause("S10.7")
def what_hides(creature: Creature, other: Creature) -> str | None:
    """The Condition for which `other` does not see a creature: of its own, or of the other's."""
    if creature.id == other.id:
        return None
    if _is_enraptured_by_another(other, creature):
        return "Enraptured"
    if creature.side == other.side:
        return None
    if other.has("Blinded"):
        return "Blinded"
    if creature.has("Unseen"):
        return "Unseen"
    return "Invisible" if creature.has("Invisible") else None


def _is_enraptured_by_another(creature: Creature, other: Creature) -> bool:
    by = [one.by for one in creature.conditions if one.name == "Enraptured"]
    return bool(by) and other.id not in by


@clause("S10.7", "S11.2")
def cannot_choose(scene: Scene, chooser: Creature, target: Creature, attack: bool) -> Reason | None:
    """Why a creature cannot be chosen as a target: no attack chooses what is Invisible, and nothing what is
    out of sight, but within Here, where another sense will do.
    """
    if chooser.id == target.id:
        return None
    setting: Setting = scene.book
    zones = (chooser.zone, target.zone)
    if zones in setting.unseen:
        return Reason("no line of sight", "S11.2", (target.name,))
    if attack and target.has("Invisible"):
        return Reason("Invisible", "S10.8", (target.name,))
    if within(setting.tiles[zones], "Here"):
        return None
    hidden = "Blinded" if chooser.has("Blinded") else what_hides(target, chooser)
    if hidden is None or hidden == "Invisible":
        return None
    if hidden == "Unseen":
        return Reason("Unseen", "S10.7", (target.name,))
    return Reason(f"{hidden} chooser", "S10.7", (chooser.name, target.name))


@clause("S10.6")
def cannot_harm(scene: Scene, creature: Creature, target: Creature) -> Reason | None:
    """Charmed: no harm to the charmer. Petrified: no Action or Surge on anybody but itself."""
    if creature.has("Petrified") and creature.id != target.id:
        return Reason("Petrified", "S10.6", (creature.name,))
    if any(one.name == "Charmed" and one.by == target.id for one in creature.conditions):
        return Reason("Charmed", "S10.8", (creature.name, target.name))
    return None


def cannot_sound(creature: Creature) -> Reason | None:
    """Silenced: no sound, and nothing that works by it (S10)."""
    return Reason("Silenced", "S10.8", (creature.name,)) if creature.has("Silenced") else None


def deaf(creature: Creature) -> bool:
    """Deafened: what works by sound does not affect it (S10)."""
    return creature.has("Deafened")
