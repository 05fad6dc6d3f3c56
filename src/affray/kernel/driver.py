"""Playing a fight out without a journal: the fast road for bots, simulations and fuzzing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from affray.kernel.pending import PartValue, resolve
from affray.kernel.requests import Procedure, Request, Window
from affray.kernel.system import AnyEncounter, System

Answerer = Callable[[AnyEncounter, Request, int], PartValue]
"""Answers one part of a request: an option's id, or faces."""


def run_procedure(encounter: AnyEncounter, procedure: Procedure, answer: Answerer) -> Any:
    """Run one procedure to its end. Returns what it returns."""
    value: Any = None
    while True:
        try:
            request = procedure.send(value)
        except StopIteration as end:
            return end.value
        value = resolve(request, *_answers(encounter, request, answer))


def play_out(
    system: System,
    encounter: AnyEncounter,
    answer: Answerer,
    steps_max: int = 100_000,
    after_step: Callable[[AnyEncounter], None] | None = None,
) -> str | None:
    """Play steps until the fight is over. Returns its outcome, or None after `steps_max` steps."""
    for _ in range(steps_max):
        outcome = system.outcome(encounter)
        if outcome is not None:
            return outcome
        run_procedure(encounter, system.step(encounter), answer)
        if after_step is not None:
            after_step(encounter)
    return system.outcome(encounter)


def _answers(
    encounter: AnyEncounter, request: Request, answer: Answerer
) -> tuple[list[PartValue | None], list[bool]]:
    values: list[PartValue | None] = [None] * request.parts
    for part in range(request.parts):
        value = answer(encounter, request, part)
        values[part] = value
        if (
            isinstance(request, Window)
            and request.until == "first"
            and value != request.choices[part].default
        ):
            break
    return values, [False] * request.parts
