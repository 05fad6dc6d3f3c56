"""The bots: plain functions that pick among the options which the engine offers, and the registry of them.

A bot knows no rule. What it knows of the fight is what `System.appraise` makes of what its seat may know.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

from affray.bots.draws import Draw
from affray.kernel.requests import GM, Question, Request, question_of
from affray.kernel.system import AnyEncounter, System

OPTIONS_MAX = 400
"""Options a bot looks at in one decision: of more, the first so many. A legal answer always comes."""

Bot = Callable[[System, AnyEncounter, Request, int, Draw], str]
"""Answers one part of a request that is a question with the id of one of its options."""


def random(system: System, encounter: AnyEncounter, request: Request, part: int, draw: Draw) -> str:
    """Any kind of option, each as likely as the next, then any of that kind. Rulings get their default.

    Otherwise a hundred places to go would drown the one foe to strike.
    """
    question = _question(request, part)
    if _left_to_default(question):
        return default_of(question)
    kinds = list(dict.fromkeys([option.kind for option in question.options]))
    kind = kinds[draw(len(kinds))] if len(kinds) > 1 else kinds[0]
    among = [option for option in question.options if option.kind == kind]
    return among[draw(len(among))].id if len(among) > 1 else among[0].id


def greedy(system: System, encounter: AnyEncounter, request: Request, part: int, draw: Draw) -> str:
    """The option that looks best to its seat; among equals, any. The GM's rulings get their default."""
    question = _question(request, part)
    if _left_to_default(question):
        return default_of(question)
    if len(question.options) > OPTIONS_MAX:
        question = replace(question, options=question.options[:OPTIONS_MAX])
    worths = system.appraise(encounter, question)
    if len(worths) != len(question.options):
        raise ValueError(f"{len(worths)} worths for the {len(question.options)} options of {question.kind!r}")
    best = max(worths)
    among = [option.id for option, worth in zip(question.options, worths, strict=True) if worth == best]
    return among[draw(len(among))] if len(among) > 1 else among[0]


def default_of(question: Question) -> str:
    """What is answered for a seat that does not care: the default, or else the first option."""
    return question.options[0].id if question.default is None else question.default


BOTS: Mapping[str, Bot] = MappingProxyType({"random": random, "greedy": greedy})
"""Every bot by name."""


def _question(request: Request, part: int) -> Question:
    question = question_of(request, part)
    if question is None:
        raise ValueError("a bot answers questions, not dice")
    return question


def _left_to_default(question: Question) -> bool:
    """Bots never rule: what a clause leaves to the GM falls out as the clause says by default."""
    return question.seat == GM and question.default is not None
