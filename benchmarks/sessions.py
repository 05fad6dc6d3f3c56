"""What the journal costs: inputs, undo, loading a saved fight."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from affray.bots.answering import answering
from affray.bots.players import random
from affray.dice.counter import CounterDice
from affray.kernel.driver import play_out
from affray.kernel.inputs import item_from_plain, item_to_plain
from affray.kernel.pending import PartValue
from affray.kernel.requests import Request
from affray.kernel.system import AnyEncounter
from benchmarks.figures import Figure, fight, long_session, seconds_of, session_of

SAVED = 489
"""Inputs of a long evening's fight."""
UNDOS = 500


def figures() -> Iterator[Figure]:
    """Loading and undo, against playing as much without a journal."""
    loaded = fight()
    long = long_session(loaded, SAVED)
    plain = [item_to_plain(item) for item in long.history]

    def load() -> None:
        items = [item_from_plain(item, f"inputs[{number}]") for number, item in enumerate(plain)]
        session_of(loaded).load(items)

    load_seconds = seconds_of(load)
    yield Figure(
        f"loading a fight of {SAVED} inputs",
        "fight",
        load_seconds,
        "random bots playing as many without a journal",
        _seconds_of_input() * SAVED,
    )
    yield Figure(
        "an input, journal and checkpoints included",
        "input",
        load_seconds / SAVED,
        "an input of random bots without a journal",
        _seconds_of_input(),
    )
    chance = Random(1)

    def undo_near() -> None:
        for _ in range(UNDOS):
            to = len(long.journal) - 1
            long.undo(to, "benchmark")
            long.redo("benchmark", stop=lambda item: True)

    def undo_anywhere() -> None:
        for _ in range(UNDOS // 10):
            long.undo(chance.randrange(SAVED), "benchmark")
            long.redo("benchmark")

    yield Figure(
        "undo of the last input, and redo",
        "undo",
        seconds_of(undo_near, 3) / UNDOS,
        "an input, journal included",
        load_seconds / SAVED,
    )
    yield Figure(
        "undo to anywhere, and redo of all",
        "undo",
        seconds_of(undo_anywhere, 3) / (UNDOS // 10),
        "loading the whole fight",
        load_seconds,
    )


def _seconds_of_input() -> float:
    """One input of random bots that play without a journal."""
    loaded = fight()
    inputs = 0

    def play() -> None:
        nonlocal inputs
        inputs = 0
        for number in range(10):
            answer = answering(loaded.system, {}, random, CounterDice(f"seed {number}"))

            def counted(encounter: AnyEncounter, request: Request, part: int, answer=answer) -> PartValue:
                nonlocal inputs
                inputs += 1
                return answer(encounter, request, part)

            play_out(loaded.system, loaded.start(), counted)

    return seconds_of(play, 3) / inputs
