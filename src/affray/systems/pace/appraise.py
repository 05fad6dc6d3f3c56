"""How good an option looks to the one who is asked. For bots; nothing here decides a rule."""

from __future__ import annotations

from affray.kernel.requests import Question, Ruling
from affray.systems.pace.state import Fight


def appraise(fight: Fight, question: Question) -> list[float]:
    """A value per option, higher is better, from what the asked seat may know."""
    if isinstance(question, Ruling):
        return [1.0 if option.id == question.default else 0.0 for option in question.options]
    mine = fight.state.characters[question.seat]
    return [
        1.0 if option.kind == "attack" and fight.state.characters[option.args[1]].side != mine.side else 0.0
        for option in question.options
    ]
