"""What it takes to tell everybody: one answer at a table with fifty people."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import orjson

from affray.bots.players import BOTS
from affray.kernel.requests import question_of
from affray.kernel.system import Viewer
from affray.odds.exact import option_odds
from affray.table.table import Table
from benchmarks.figures import Figure, fight, seconds_of

PEOPLE = 50
ANSWERS = 30


def figures() -> Iterator[Figure]:
    """A broadcast to fifty readers, against encoding one view."""
    numbers = count()
    table = Table(fight(), "benchmark", "gm key", lambda: f"key {next(numbers)}", bots=BOTS, odds=option_odds)
    for number in range(PEOPLE):
        line = f"line {number}"
        table.join(line)
        gm = "gm key" if number == 0 else ""
        table.receive(line, orjson.dumps({"type": "hello", "name": f"Guest {number}", "gm_key": gm}))
    table.take_writes()
    table.flush()
    sent: list[int] = []

    def answer_and_tell() -> None:
        for _ in range(ANSWERS):
            _answer(table)
            table.take_writes()
            out = table.flush()
            sent.append(sum(message.kind == "view" for message in out))

    seconds = seconds_of(answer_and_tell, 3) / ANSWERS
    assert set(sent) == {PEOPLE}, f"everybody is told of every answer, not {set(sent)}"
    yield Figure(
        f"an answer and its broadcast to {PEOPLE}", "answer", seconds, "one view, encoded", _one_view(table)
    )


def _answer(table: Table) -> None:
    """The GM answers whatever is asked next with the first option; a fight that is over is taken back."""
    session = table.session
    pending = session.pending
    message: dict[str, object]
    if pending is None:
        message = {"type": "undo", "id": f"undo {len(session.history)}", "to": 0}
    else:
        part = pending.open_parts()[0]
        question = question_of(pending.request, part)
        assert question is not None, "the server throws the dice"
        pick = question.options[0].id
        message = {"type": "answer", "id": f"answer {len(session.history)}", "stamp": pending.stamp}
        message |= {"part": part, "pick": pick}
    table.receive("line 0", orjson.dumps(message))


def _one_view(table: Table) -> float:
    """Making and encoding the fight as one reader sees it."""
    session = table.session
    seat = session.system.seats(session.encounter)[0]
    viewer = Viewer((seat.id,), (seat.side,))
    request = None if session.pending is None else session.pending.request
    return seconds_of(lambda: orjson.dumps(session.system.view(session.encounter, viewer, request)), 99)
