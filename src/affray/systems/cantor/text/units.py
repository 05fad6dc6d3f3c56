"""What stands beside a unit: its conditions with their ends, its state in a short phrase, what comes."""

from __future__ import annotations

from affray.systems.cantor.resonance import OVERCHARGE
from affray.systems.cantor.state import Condition, Fight, Unit, sheet_of

CONDITIONS: dict[str, tuple[str, str]] = {
    "Slowed": ("Half the Speed, rounded up; no Boost.", "C2.1"),
    "Immobilized": ("No voluntary movement, no standing up.", "C2.2"),
    "Stunned": ("No move, actions or reactions; Evasion is 5 at most.", "C2.3"),
    "Jammed": ("No attacks but improvised, Grapple and Ram; no tech, no reactions.", "C2.4"),
    "Impaired": ("\N{MINUS SIGN}2 to attacks, saves and checks.", "C2.5"),
    "Exposed": ("Damage is doubled before reductions.", "C2.6"),
    "Lock On": ("The next attack on it has +1 accuracy.", "C2.7"),
    "Hidden": ("It cannot be targeted; others know only about where it is.", "C2.8"),
    "Invisible": ("Half of all attacks on it miss first.", "C2.9"),
    "Prone": ("Attacks on it have +1 accuracy; standing up takes its Move.", "C2.10"),
    "Shredded": ("Its Armor and resistance do not count.", "C2.11"),
    "Bolster": ("+1 accuracy on its next attack.", "C2.13"),
    "Braced": ("The next hit's damage is halved after Armor.", "C2.14"),
    "Disengaged": ("It ignores Engagement and Overwatch.", "C2.15"),
}
"""What each condition does, and its clause."""

_ENDS = {
    "Lock On": "with the next attack on it",
    "Bolster": "with its next attack",
    "Prone": "when it stands up",
    "Hidden": "when it attacks or is uncovered",
    "Invisible": "when its source ends it",
    "Braced": "with the next hit, or on a New Round",
    "Disengaged": "on a New Round",
}


def ends_of(fight: Fight, unit: Unit, name: str) -> str:
    """When a condition goes: the latest of its causes."""
    held = [condition for condition in unit.conditions if condition.name == name]
    if any(one.cause == "Fracture" for one in held):
        return "with its Fracture"
    if any(one.cause == "grapple" for one in held):
        return "with the grapple"
    timed = [one for one in held if one.cause == "timed"]
    if timed:
        return _timed(fight, unit, timed)
    return _ENDS.get(name, "")


def _timed(fight: Fight, unit: Unit, held: list[Condition]) -> str:
    turn = fight.state.turn
    until = max([one.until for one in held])
    now = turn is not None and turn.unit == unit.id and until <= unit.turns_begun
    return "with the end of this turn" if now else "with the end of its next turn"


def comes(fight: Fight, unit: Unit) -> str:
    """What happens next with a Cantor's resonance; empty while nothing threatens."""
    if unit.fractured:
        return "It stays until a Bond Move or a Cooldown ends it."
    if unit.band >= OVERCHARGE:
        return "The Fracture manifests at the start of its next turn, unless a Cooldown dodges it."
    return ""


def status(fight: Fight, unit: Unit) -> str:
    """A short phrase for the strip."""
    state, clash = fight.state, fight.state.clash
    if unit.out:
        return unit.out
    if state.outcome is not None:
        return ""
    if clash is not None and unit.id == clash.attacker:
        return "attacking now"
    if clash is not None and unit.id in clash.targets:
        return "under attack"
    if state.turn is not None and state.turn.unit == unit.id:
        return "acting"
    if state.round and unit.joined >= state.round:
        return "from the next round"
    activations = sheet_of(fight, unit).activations
    if activations > 1:
        return f"{unit.acted} of {activations} turns"
    return "acted" if unit.acted else ""
