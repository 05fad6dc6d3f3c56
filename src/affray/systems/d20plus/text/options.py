"""One answer of a question, as a client draws it."""

from __future__ import annotations

from typing import Literal

from affray.kernel.presentation import OptionView, Pip, QuestionView, Remark
from affray.kernel.requests import Question

TargetKind = Literal["actor", "place", "none"]


def option_view(
    id_: str,
    label: str,
    detail: str = "",
    *,
    group: str = "",
    section: str = "",
    target: tuple[TargetKind, str] | None = None,
    cost: str | None = None,
    clause: str | None = None,
    refusal: Remark | None = None,
) -> OptionView:
    """An option; `group` is its label where it stands for itself, `cost` the one pip it takes."""
    pips: list[Pip] = [] if cost is None else [{"pip": cost, "count": 1}]
    kind: TargetKind = "none" if target is None else target[0]
    return {
        "id": id_,
        "group": group or label,
        "label": label,
        "detail": detail,
        "section": section,
        "target": None if target is None else target[1],
        "target_kind": kind,
        "cost": pips,
        "clause": clause,
        "refusal": refusal,
    }


def question_view(
    question: Question,
    title: str,
    options: list[OptionView],
    facts: list[str] | None = None,
    follows: str = "",
) -> QuestionView:
    """A question in words."""
    return {
        "kind": question.kind,
        "title": title,
        "clause": question.clause,
        "facts": [fact for fact in facts or [] if fact],
        "default": question.default,
        "options": options,
        "follows": follows,
    }


def cover_id(zone: str, cover: str) -> str:
    """An obstacle as a place of the plan: names are unique within their zone only."""
    return f"{zone}/{cover}"
