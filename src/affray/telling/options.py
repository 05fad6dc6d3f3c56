"""Questions and their answers, as a client draws them."""

from __future__ import annotations

from collections.abc import Mapping

from affray.kernel.presentation import OptionView, Pip, QuestionView, Remark, TargetKind
from affray.kernel.requests import Question


def option_view(
    id_: str,
    label: str,
    detail: str = "",
    *,
    group: str = "",
    section: str = "",
    target: tuple[TargetKind, str] | None = None,
    cost: str | Mapping[str, int] | None = None,
    clause: str | None = None,
    refusal: Remark | None = None,
) -> OptionView:
    """An option; `group` is its label where it stands for itself.

    `cost` is the one pip it takes, or how many of each kind.
    """
    costs = {cost: 1} if isinstance(cost, str) else cost or {}
    pips: list[Pip] = [{"pip": pip, "count": count} for pip, count in costs.items()]
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
