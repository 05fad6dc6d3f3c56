"""What everybody else is taken to answer while the odds of a decision are worked out.

A question is out of turn where it offers somebody to act in between: one in a window that the first taker
closes, one that the system says offers something, or, in a system that does not say, one with a default that
is put to another seat than the one whose decision it is. The GM's rulings take their default, always.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from affray.kernel.requests import Question, Ruling
from affray.kernel.system import AnyEncounter, Offers, System, offered


class Asked(NamedTuple):
    """A question that comes up on the way: to whom it is put, and whose decision the odds are of.

    `closing`: it stands in a window that the first who takes something closes.
    """

    system: System
    encounter: AnyEncounter
    question: Question
    actor: str
    closing: bool


Replies = Callable[[Asked], str]
"""The id of the option that somebody is taken to choose."""


def first_option(question: Question) -> str:
    """The default, or else the first option."""
    return question.options[0].id if question.default is None else question.default


def out_of_turn(asked: Asked) -> bool:
    """Whether a question offers somebody to act in between."""
    question = asked.question
    if isinstance(question, Ruling):
        return False
    if asked.closing:
        return True
    if isinstance(asked.system, Offers):
        return offered(asked.system, question) is not None
    return question.seat != asked.actor and question.default is not None


def never(asked: Asked) -> str:
    """Nobody acts out of turn: every question takes its default, or its first option without one."""
    return first_option(asked.question)


def always(asked: Asked) -> str:
    """Whoever may act out of turn does: by the first option that is not the default. Others as `never`."""
    question = asked.question
    if out_of_turn(asked):
        for option in question.options:
            if option.id != question.default:
                return option.id
    return first_option(question)


def best(asked: Asked) -> str:
    """Everybody but the actor takes what `System.appraise` values highest for that seat, the first of equals.

    So does the actor where it is asked out of turn. What it is asked besides takes its default.
    """
    question = asked.question
    if isinstance(question, Ruling) or (question.seat == asked.actor and not out_of_turn(asked)):
        return first_option(question)
    worths = asked.system.appraise(asked.encounter, question)
    return question.options[max(range(len(worths)), key=worths.__getitem__)].id


POLICIES: Mapping[str, Replies] = MappingProxyType({"never": never, "always": always, "best": best})
"""Every policy by name."""
