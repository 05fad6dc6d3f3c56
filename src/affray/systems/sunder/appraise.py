"""How good an option looks to the one who is asked. For bots; nothing here decides a rule."""

from __future__ import annotations

from affray.kernel.requests import Question, Ruling
from affray.systems.sunder.state import Scene


def appraise(scene: Scene, question: Question) -> list[float]:
    """A value per option, higher is better, from what the asked seat may know."""
    if isinstance(question, Ruling) or question.kind not in ("turn", "throw in"):
        preferred = question.default or question.options[0].id
        return [1.0 if option.id == preferred else 0.0 for option in question.options]
    if question.kind == "throw in":
        return [1.0 if option.id == "yes" else 0.0 for option in question.options]
    return [
        _PLAIN.get(option.args[0] if option.kind == "half" else option.kind, 0.0)
        for option in question.options
    ]


_PLAIN = {"strike": 2.0, "default": 1.0}
