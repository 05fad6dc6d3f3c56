"""What a seat is being waited for, in words for everybody: neither options nor secrets."""

from __future__ import annotations

from affray.kernel.requests import Pool, Question
from affray.systems.pace.state import Fight
from affray.systems.pace.text.lines import name_of

_WORDS = {
    "turn": "chooses what to do",
    "facing": "chooses a facing",
    "pivot": "may Pivot",
    "evade": "may move in an Evade",
    "disarm": "chooses what drops, and where",
    "damage type": "names the type of the damage",
    "more targets": "may name further targets",
    "place": "chooses a square",
    "way out": "chooses the way out of the terrain",
    "stalemate": "rules whether the scene ends",
    "clock full": "rules what the full clock brings",
}


def waiting(fight: Fight, question: Question | Pool) -> str:
    """What is waited for: "may answer the attack of Kord", "chooses a facing", "rolls the dice"."""
    if isinstance(question, Pool):
        return "rolls the dice"
    kind, args = question.kind, question.args
    if kind == "defence" and args:
        return f"may answer the attack of {name_of(fight, args[0])}"
    if kind == "way" and len(args) > 1:
        return f"chooses which way {name_of(fight, args[1])} is moved"
    if kind == "defeat" and args:
        return f"rules what 0 HP mean for {name_of(fight, args[0])}"
    if kind == "no way out" and args:
        return f"rules on {name_of(fight, args[0])}, who has no way out"
    return _WORDS.get(kind, "answers a question")
