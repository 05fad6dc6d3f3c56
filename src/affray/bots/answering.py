"""Bots and dice in one answerer, for playing fights out with `affray.kernel.driver.play_out`."""

from __future__ import annotations

from collections.abc import Mapping

from affray.bots.draws import draws
from affray.bots.players import Bot
from affray.dice.counter import CounterDice
from affray.kernel.driver import Answerer
from affray.kernel.pending import PartValue
from affray.kernel.requests import Request, pool_of, seat_of
from affray.kernel.system import AnyEncounter, System
from affray.kernel.tray import Tray


def answering(system: System, bots: Mapping[str, Bot], others: Bot, dice: CounterDice) -> Answerer:
    """An answerer: dice fall as at a table with this seed, each seat's bot decides, `others` for the rest."""
    tray = Tray(dice)
    draw = draws(dice, "play")

    def answer(encounter: AnyEncounter, request: Request, part: int) -> PartValue:
        pool = pool_of(request, part)
        if pool is None:
            bot = bots.get(seat_of(request, part), others)
            return bot(system, encounter, request, part, draw)
        faces = tray.deal(pool)
        tray.take(pool, faces, typed=False)
        return faces

    return answer
