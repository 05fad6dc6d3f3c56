"""How fast bots play a fight, against the bare cost of its dice; and what exact odds take."""

from __future__ import annotations

from collections.abc import Iterator

from affray.bots.answering import answering
from affray.bots.players import greedy, random
from affray.dice.counter import CounterDice
from affray.kernel.driver import play_out
from affray.kernel.pending import PartValue
from affray.kernel.requests import Request, pool_of, question_of
from affray.kernel.system import AnyEncounter
from affray.odds.exact import option_odds
from benchmarks.figures import Figure, fight, seconds_of, session_of

FIGHTS = 40


def figures() -> Iterator[Figure]:
    """Fights of bots, and odds of one strike."""
    loaded = fight()
    for bot in (greedy, random):
        faces: list[int] = []

        def play(bot=bot, faces=faces) -> None:
            faces.clear()
            for number in range(FIGHTS):
                answer = answering(loaded.system, {}, bot, CounterDice(f"fight {number}"))

                def counted(
                    encounter: AnyEncounter, request: Request, part: int, answer=answer, faces=faces
                ) -> PartValue:
                    pool = pool_of(request, part)
                    if pool is not None:
                        faces.extend(pool.sides)
                    return answer(encounter, request, part)

                play_out(loaded.system, loaded.start(), counted)

        seconds = seconds_of(play, 3)

        def throw(faces=faces) -> None:
            dice = CounterDice("bare dice")
            for index, sides in enumerate(faces):
                dice("row", index, 0, sides)

        base = seconds_of(throw, 3)
        yield Figure(
            f"a fight of {bot.__name__} bots, 2 against 2",
            "fight",
            seconds / FIGHTS,
            "drawing its dice alone",
            base / FIGHTS,
        )
    yield _odds()


def _odds() -> Figure:
    """Odds of the first strike of a fight, against one run of the same step."""
    session = session_of(fight())
    while session.pending is not None:
        pending = session.pending
        question = question_of(pending.request, 0)
        strikes = [o for o in getattr(question, "options", ()) if o.kind == "strike"]
        if strikes:
            break
        for part in pending.open_parts():
            asked = question_of(pending.request, part)
            pool = pool_of(pending.request, part)
            value = session.tray.deal(pool) if pool is not None else asked.options[0].id  # type: ignore[union-attr]
            session.answer(pending.stamp, part, value, "benchmark")
    strike = strikes[0].id
    inputs = len(session.journal)

    def once() -> None:
        assert session.pending is not None
        session.answer(session.pending.stamp, 0, strike, "benchmark")
        session.undo(inputs, "benchmark")

    return Figure(
        "exact odds of a strike",
        "question",
        seconds_of(lambda: option_odds(session, 0, strike), 9),
        "choosing it and taking it back",
        seconds_of(once, 99),
    )
