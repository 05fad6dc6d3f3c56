"""Conditions: how they come, how long they last, what they bar."""

from __future__ import annotations

from affray.kernel.clauses import clause
from affray.kernel.reasons import Reason
from affray.systems.cantor.book import FRACTURES, TIMED, Fracture
from affray.systems.cantor.events import ConditionEnded, ConditionGained
from affray.systems.cantor.state import Fight, Unit, sheet_of
from affray.systems.cantor.telling import tell

STUNNED_EVASION = 5


@clause("C2.17")
def last_turn(unit: Unit) -> int:
    """The number of the turn at whose end a condition goes: the first that starts after it came."""
    return unit.turns_begun + 1


@clause("C2.17")
def gain(fight: Fight, unit: Unit, name: str, source: str, clause_id: str = "C2.17") -> None:
    """A condition comes. The timed ones last to the end of the bearer's next turn; one never stacks."""
    if not unit.here:
        return
    timed = name in TIMED
    if not timed and unit.has(name):
        return
    giver = fight.state.units.get(source)
    if giver is not None and giver.has("Hidden"):
        source = ""
    until = last_turn(unit) if timed else 0
    cause = "timed" if timed else "own rule"
    tell(fight, ConditionGained(unit.id, name, cause, until, source, clause_id), unit)  # type: ignore[arg-type]


def end(fight: Fight, unit: Unit, name: str, why: str, clause_id: str) -> None:
    """A condition goes, if it is there. That a unit is hidden no more is for everyone to know."""
    if name == "Hidden" and unit.has(name):
        fight.emit(ConditionEnded(unit.id, name, why, clause_id))
    elif unit.has(name):
        tell(fight, ConditionEnded(unit.id, name, why, clause_id), unit)


@clause("C2.18")
def clearable(unit: Unit) -> list[str]:
    """Conditions that can be cleared: not those that a Fracture or a grapple imposes."""
    imposed = {one.name for one in unit.conditions if one.cause in ("Fracture", "grapple")}
    return list(dict.fromkeys(one.name for one in unit.conditions if one.name not in imposed))


@clause("C4.5")
def fracture_of(fight: Fight, unit: Unit) -> Fracture | None:
    """The Fracture that is manifest, if one is."""
    stone = sheet_of(fight, unit).stone
    return FRACTURES[stone] if unit.fractured and stone is not None else None


# What conditions bar


@clause("C2.2")
def cannot_move(unit: Unit) -> Reason | None:
    """Immobilized: no voluntary movement, and no standing up either. Stunned: none at all (C2.3)."""
    if unit.has("Stunned"):
        return Reason("Stunned", "C2.3")
    return Reason("Immobilized", "C2.2") if unit.has("Immobilized") else None


@clause("C2.3")
def cannot_act(unit: Unit) -> Reason | None:
    """Stunned: no actions, Free ones too."""
    return Reason("Stunned", "C2.3") if unit.has("Stunned") else None


@clause("C2.4")
def cannot_attack(fight: Fight, unit: Unit, kind: str) -> Reason | None:
    """Jammed: no attacks except improvised, grapple and ram; no tech, no sonic. Fractures bar too."""
    if unit.has("Stunned"):
        return cannot_act(unit)
    if unit.has("Jammed") and kind not in ("improvised", "grapple", "ram"):
        return Reason("Jammed", "C2.4")
    fracture = fracture_of(fight, unit)
    if fracture is not None and (
        (kind == "tech" and fracture.no_tech) or (kind == "sonic" and fracture.no_sonic)
    ):
        return Reason("Fracture bars", "C4.5", (fracture.name, kind))
    return None


@clause("C2.3", "C2.4")
def cannot_react(fight: Fight, unit: Unit) -> Reason | None:
    """One Reaction a round; none while Stunned, Jammed, or under a Fracture that forbids them."""
    for name, clause_id in (("Stunned", "C2.3"), ("Jammed", "C2.4")):
        if unit.has(name):
            return Reason(name, clause_id)
    fracture = fracture_of(fight, unit)
    if fracture is not None and fracture.no_reactions:
        return Reason("Fracture bars", "C4.5", (fracture.name, "reactions"))
    return None if unit.reaction else Reason("Reaction spent", "C3.1")


@clause("C2.5")
def impaired(unit: Unit) -> int:
    """What Impaired takes off attacks, saves and checks."""
    return -2 if unit.has("Impaired") else 0
