"""Begins fights and takes them up again from the store."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from affray.bots.players import Bot
from affray.kernel.errors import AffrayError, Refused, Unreadable
from affray.kernel.inputs import HistoryItem, item_to_plain
from affray.server.lock import FightLock, InUse
from affray.server.store import Batch, Store
from affray.table.exchange import HistoryRow, Writes
from affray.table.fight import Fight
from affray.table.looking import OddsOf
from affray.table.naming import seats_meant
from affray.table.people import DiceMode, Room
from affray.table.reading import ReadingTable
from affray.table.save import Save, replay
from affray.table.table import Table


@dataclass(frozen=True, slots=True)
class Game:
    """A fight in the store, and the table around it. `continued` says that it had begun before."""

    id: str
    table: Table
    lock: FightLock
    continued: bool


class Opener:
    """Opens fights from one store. `folder` holds their locks."""

    def __init__(
        self,
        store: Store,
        folder: Path,
        *,
        bots: Mapping[str, Bot],
        odds: OddsOf | None,
        report: Callable[[Exception], None],
    ) -> None:
        self._store = store
        self._folder = folder
        self._bots = bots
        self._odds = odds
        self._report = report

    def open(self, fight: Fight, *, seed: str | None = None, fresh: bool = False, typed: str = "") -> Game:
        """The unfinished fight of this content, or a new one where there is none or `fresh` asks for it.

        `typed` are seats or sides whose dice are thrown by hand in a new one, from the first roll on.
        """
        id_ = None if fresh else self._store.unfinished(fight.content_hash)
        if id_ is None:
            return self._begin(fight, seed, typed=typed)
        game = self._go_on(fight, id_)
        if seed is not None and game.table.seal["seed"] != seed:
            game.lock.release()
            return self._begin(fight, seed, typed=typed)
        return game

    def restore(self, save: Save, typed: str = "") -> Game:
        """A save as a new fight beside all others, or (of other rules) as one that is only read.

        Of the latter nothing is written to the store.
        """
        again = replay(save)
        if again.same:
            return self._begin(save.loaded, save.seed, save.history, typed)
        table = ReadingTable(save, again, _secret(), _secret, self._report)
        id_ = secrets.token_hex(6)
        return Game(id_, table, self._locked(id_), continued=True)

    def _begin(
        self, fight: Fight, seed: str | None, history: Sequence[HistoryItem] = (), typed: str = ""
    ) -> Game:
        drawn, gm_key, room = seed or secrets.token_hex(16), _secret(), Room()
        room.dice.update(by_hand(fight, typed))
        id_ = secrets.token_hex(6)
        lock = self._locked(id_)
        origin = {
            "content": fight.to_plain(),
            "rules": fight.system.version,
            "seed": drawn,
            "gm_key": gm_key,
        }
        self._store.create(id_, fight.content_hash, origin, room.to_plain())
        if history:
            rows = (
                HistoryRow(number, item_to_plain(item), None, None) for number, item in enumerate(history)
            )
            self._store.submit(Batch(id_, Writes(tuple(rows), None))).result()
        table = Table(
            fight,
            drawn,
            gm_key,
            _secret,
            bots=self._bots,
            odds=self._odds,
            report=self._report,
            room=room,
            history=[(item, None, None) for item in history],
        )
        return Game(id_, table, lock, continued=bool(history))

    def _go_on(self, fight: Fight, id_: str) -> Game:
        lock = self._locked(id_)
        try:
            stored = self._store.load(id_)
            origin = stored.origin
            if origin.get("rules") != fight.system.version:
                raise Unreadable(
                    f"version {origin.get('rules')} of the rules played it, this is {fight.system.version}"
                )
            table = Table(
                fight,
                str(origin["seed"]),
                str(origin["gm_key"]),
                _secret,
                bots=self._bots,
                odds=self._odds,
                report=self._report,
                room=Room() if stored.room is None else Room.from_plain(stored.room),
                history=stored.history,
            )
        except (AffrayError, KeyError) as error:
            lock.release()
            raise Refused(
                f"The open fight of this scenario cannot go on: {error}. It stays in the store as it is; "
                "--new begins another one.",
                "",
            ) from error
        return Game(id_, table, lock, continued=True)

    def _locked(self, id_: str) -> FightLock:
        try:
            return FightLock(self._folder / f"{id_}.lock")
        except InUse:
            raise Refused(
                "The open fight of this scenario is on another table already. Join that one, or begin "
                "another with --new.",
                "",
            ) from None


def by_hand(fight: Fight, typed: str) -> dict[str, DiceMode]:
    """Whose dice are thrown by hand, from "A" or "okello,maren". Raises `Refused` for unknown ones."""
    words = [word.strip() for word in typed.split(",") if word.strip()]
    seats = fight.system.seats(fight.start()) if words else ()
    return {seat: "typed" for word in words for seat in seats_meant(seats, word)}


def set_bots(table: Table, bots: str | Mapping[str, str]) -> None:
    """Let bots play these seats or sides: "B", "grusk,sable=random". Raises `Refused` for unknown ones."""
    if isinstance(bots, str):
        pairs = [part.partition("=")[::2] for part in bots.split(",") if part.strip()]
        wanted = {seat.strip(): bot.strip() or "greedy" for seat, bot in pairs}
    else:
        wanted = dict(bots)
    for name, bot in wanted.items():
        table.hand_to_bot(name, bot)


def _secret() -> str:
    return secrets.token_urlsafe(18)
