"""One fight played out by bots: what it came to, and how long it took."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from affray.bots.answering import answering
from affray.bots.players import Bot
from affray.dice.counter import CounterDice
from affray.kernel.codec import state_hash
from affray.kernel.driver import play_out
from affray.kernel.pending import PartValue
from affray.kernel.requests import Request
from affray.kernel.system import AnyEncounter, System


@dataclass(frozen=True, slots=True)
class FightResult:
    """A fight that was played out. `outcome` is None where it was stopped after `steps_max` steps.

    `rounds` is None in a system without any.
    """

    outcome: str | None
    rounds: int | None
    inputs: int
    state_hash: str


def play_fight(
    system: System,
    encounter: AnyEncounter,
    bots: Mapping[str, Bot],
    others: Bot,
    seed: str,
    steps_max: int = 100_000,
    after_step: Callable[[AnyEncounter], None] | None = None,
    after_answer: Callable[[Request, int, PartValue], None] | None = None,
) -> FightResult:
    """Play a fresh encounter to its end. Each seat's bot decides, `others` for seats not named.

    `after_step` is called with the encounter after every step, `after_answer` with every part of a request
    and its answer. Both may only take note.
    """
    answer = answering(system, bots, others, CounterDice(seed))
    inputs = 0

    def counted(encounter: AnyEncounter, request: Request, part: int) -> PartValue:
        nonlocal inputs
        inputs += 1
        value = answer(encounter, request, part)
        if after_answer is not None:
            after_answer(request, part, value)
        return value

    outcome = play_out(system, encounter, counted, steps_max, after_step)
    return FightResult(outcome, system.rounds(encounter), inputs, state_hash(encounter.state))
