"""What a seat is being waited for, in words for everybody: neither options nor secrets."""

from __future__ import annotations

from affray.kernel.requests import Pool, Question
from affray.systems.cantor.state import Fight

_WORDS = {
    "turn": "chooses what to do",
    "activate": "may act next",
    "barrage second": "may fire a second weapon",
    "go on": "may move on",
    "clear": "chooses a condition to clear",
    "choir": "rules what the Choir Moment brings",
    "stalemate": "rules whether the scene ends",
}


def waiting(fight: Fight, question: Question | Pool) -> str:
    """What is waited for: "may Brace against Ada", "rolls the dice". A Hidden unit is not named (C2.8)."""
    if isinstance(question, Pool):
        return "rolls the dice"
    kind, args = question.kind, question.args
    if kind == "brace" and args:
        return f"may Brace against {public_name(fight, args[0])}"
    if kind == "overwatch" and args:
        return f"may fire at {public_name(fight, args[0])} in Overwatch"
    if kind == "shove" and args:
        return f"chooses which way {public_name(fight, args[0])} is shoved"
    return _WORDS.get(kind, "answers a question")


def public_name(fight: Fight, id_: object) -> str:
    """The name of a unit that anybody may know of; "somebody" for all else."""
    unit = fight.state.units.get(id_) if isinstance(id_, str) else None
    return "somebody" if unit is None or unit.has("Hidden") else unit.name
