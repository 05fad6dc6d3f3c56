"""Questions in words: what is asked, what is known, and what each answer means."""

from __future__ import annotations

from affray.kernel.presentation import OptionView, QuestionView
from affray.kernel.requests import Question
from affray.kernel.system import Viewer
from affray.systems.sunder.state import Scene
from affray.telling.options import option_view, question_view
from affray.telling.words import first_up


def question(scene: Scene, question: Question, viewer: Viewer) -> QuestionView:
    """A question in words. Everything in it may be known to whoever may answer."""
    return question_view(question, f"{first_up(question.kind)}?", _plain_options(question))


def _plain_options(question: Question) -> list[OptionView]:
    return [option_view(option.id, first_up(option.id)) for option in question.options]
