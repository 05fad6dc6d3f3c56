"""What a seat is being waited for, in words for everybody: neither options nor secrets."""

from __future__ import annotations

from affray.kernel.requests import Pool, Question
from affray.systems.d20plus.state import Fight
from affray.systems.d20plus.text.facts import persona_name

_WORDS = {
    "lane": "chooses a lane",
    "split": "splits the turn",
    "turn": "chooses what to do",
    "dice": "fixes the dice",
    "shove": "chooses where it goes",
    "stalemate": "rules whether the scene ends",
}


def waiting(fight: Fight, question: Question | Pool) -> str:
    """What is waited for: "chooses a lane", "may step in with Step Across", "rolls the dice"."""
    if isinstance(question, Pool):
        return "rolls the dice"
    kind = question.kind
    if kind.startswith("reaction "):
        ability = fight.book.abilities[question.args[0]].name
        verb = "may step in" if kind == "reaction interception" else "may answer"
        return f"{verb} with {ability}"
    if kind == "defending trait":
        return f"rules which Trait of {persona_name(fight, question.args[2])} defends"
    if kind == "out meaning":
        return f"rules what being Out means for {persona_name(fight, question.args[0])}"
    if kind == "setup skill":
        return f"rules on the Setup of {persona_name(fight, question.args[0])}"
    if kind == "opposing skill":
        return f"names the Skill that opposes {persona_name(fight, question.args[0])}"
    return _WORDS.get(kind, "answers a question")
