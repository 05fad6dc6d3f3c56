"""Who is at the table, who holds which seat, and how each seat is played. All of it outlives a restart."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable
from itertools import count
from typing import Any, Literal

from affray.kernel.requests import GM
from affray.table.names import TABLE_NAME, alike, distinct
from affray.table.wire import Note
from affray.table.wire_ahead import SharedForecast

BotName = Literal["greedy", "random"]
DiceMode = Literal["server", "typed"]
Standing = Literal["yes", "no"]

BOT_NAMES: tuple[BotName, ...] = ("greedy", "random")
COMMANDS_REMEMBERED = 256
NOTES_KEPT = 20
STRANGERS_KEPT = 300
STANDING_MAX = 64


class Somebody:
    """A person. `id` is public; `key` is known to them alone and brings them back to their seats.

    `answered` holds the answers to the last commands, so that a repeated one changes nothing.
    """

    __slots__ = ("answered", "connections", "gm", "id", "key", "name")

    def __init__(self, id_: str, key: str, name: str, gm: bool) -> None:
        self.id = id_
        self.key = key
        self.name = name
        self.gm = gm
        self.connections: set[str] = set()
        self.answered: OrderedDict[str, Any] = OrderedDict()

    def remember(self, command: str, answer: Any) -> None:
        """Keep the answer to a command for when it comes again."""
        self.answered[command] = answer
        while len(self.answered) > COMMANDS_REMEMBERED:
            self.answered.popitem(last=False)


class Room:
    """Everything about the table that is not the fight itself."""

    def __init__(self) -> None:
        self.by_key: dict[str, Somebody] = {}
        self.holders: dict[str, str] = {}
        self.bots: dict[str, BotName] = {}
        self.dice: dict[str, DiceMode] = {}
        self.standing: dict[str, dict[str, Standing]] = {}
        self.notes: list[Note] = []
        self.forecast: SharedForecast | None = None
        self.people_seen = 0

    # People

    def join(self, key: str, name: str, gm: bool) -> Somebody:
        """A new person with this secret key. Without a name they get the first number that is free."""
        self._forget_strangers()
        self.people_seen += 1
        shown = name or ("GM" if gm else self._guest())
        somebody = Somebody(f"p{self.people_seen}", key, "", gm)
        self.by_key[key] = somebody
        self.rename(somebody, shown)
        return somebody

    def rename(self, somebody: Somebody, name: str) -> None:
        """Name a person; a name that another one bears who is here or missed gets a number."""
        taken = [other.name for other in self.present() if other is not somebody]
        taken.append(TABLE_NAME)
        if not somebody.gm:
            taken.append("GM")
        somebody.name = distinct(name, taken)

    def person(self, id_: str | None) -> Somebody | None:
        """The person with this public id."""
        return next((somebody for somebody in self.by_key.values() if somebody.id == id_), None)

    def holder(self, seat: str) -> Somebody | None:
        """Who plays a seat, if anybody does."""
        return self.person(self.holders.get(seat))

    def seats_of(self, somebody: Somebody) -> list[str]:
        """The seats a person holds, in the order they were taken."""
        return [seat for seat, holder in self.holders.items() if holder == somebody.id]

    def present(self) -> list[Somebody]:
        """Those who are here, or would be missed: who left and held no seat is gone."""
        seated = set(self.holders.values())
        return [one for one in self.by_key.values() if one.connections or one.id in seated]

    def greet(self, key: str, name: str, gm: bool, new_key: Callable[[], str]) -> tuple[Somebody, bool]:
        """Who says hello with this key, and whether the room changed.

        A GM's link brings back the GM who is away, whatever page it is opened on, unless both have names and
        those differ. A person who becomes a GM by it takes over what seats that one held.
        """
        somebody = self.by_key.get(key) if key else None
        away = self._gm_away(somebody) if gm else None
        if (
            somebody is None
            and away is not None
            and (not name or alike(away.name, name) or away.name == "GM")
        ):
            if name:
                self.rename(away, name)
            return away, bool(name)
        if somebody is None:
            return self.join(new_key(), name, gm), True
        before = somebody.gm, somebody.name
        if gm and not somebody.gm:
            somebody.gm = True
            for seat in self.seats_of(away) if away is not None else []:
                self.holders[seat] = somebody.id
        if somebody not in self.present():
            # Somebody else may have come to bear the name in the meantime.
            self.rename(somebody, somebody.name)
        return somebody, before != (somebody.gm, somebody.name)

    def remove(self, somebody: Somebody) -> None:
        """Forget a person. Their seats become free."""
        for seat in self.seats_of(somebody):
            self.leave(seat)
        self.by_key.pop(somebody.key, None)

    def _guest(self) -> str:
        taken = {one.name for one in self.present()}
        return next(name for number in count(1) if (name := f"Guest {number}") not in taken)

    def _gm_away(self, besides: Somebody | None) -> Somebody | None:
        """The GM without a connection who was here last."""
        away = [one for one in self.by_key.values() if one.gm and not one.connections and one is not besides]
        return away[-1] if away else None

    def _forget_strangers(self) -> None:
        """Keep the list of people finite: onlookers who left go first."""
        if len(self.by_key) < STRANGERS_KEPT:
            return
        missed = {one.id for one in self.present()}
        gone = [key for key, one in self.by_key.items() if one.id not in missed]
        for key in gone[: max(1, len(gone) // 2)]:
            del self.by_key[key]

    # Seats

    def plays_by_bot(self, seat: str) -> bool:
        """Whether a bot answers for this seat."""
        return seat in self.bots

    def dice_mode(self, seat: str) -> DiceMode:
        """Who throws this seat's dice. A bot has no hands."""
        return "server" if seat in self.bots else self.dice.get(seat, "server")

    def standing_answer(self, seat: str, ability: str) -> Standing | None:
        """What this seat always answers when this is offered, or to questions of this kind."""
        return self.standing.get(seat, {}).get(ability)

    def leave(self, seat: str) -> None:
        """Free a seat. What its holder had set goes with them."""
        self.holders.pop(seat, None)
        self.standing.pop(seat, None)
        if seat != GM:
            self.dice.pop(seat, None)

    def add_note(self, note: Note) -> None:
        """A note for the GM; the oldest give way."""
        self.notes = [*self.notes, note][-NOTES_KEPT:]

    # Plain form

    def to_plain(self) -> dict[str, Any]:
        """The room as plain JSON values, secrets included: for the store only."""
        return {
            "people": [
                {"id": one.id, "key": one.key, "name": one.name, "gm": one.gm} for one in self.by_key.values()
            ],
            "people_seen": self.people_seen,
            "holders": self.holders,
            "bots": self.bots,
            "dice": self.dice,
            "standing": self.standing,
            "notes": self.notes,
            "forecast": self.forecast,
        }

    @classmethod
    def from_plain(cls, plain: dict[str, Any]) -> Room:
        """The room that `to_plain` wrote. Nobody is connected."""
        room = cls()
        for one in plain["people"]:
            room.by_key[one["key"]] = Somebody(one["id"], one["key"], one["name"], one["gm"])
        room.people_seen = plain["people_seen"]
        room.holders = plain["holders"]
        room.bots = plain["bots"]
        room.dice = plain["dice"]
        room.standing = plain["standing"]
        room.notes = plain["notes"]
        room.forecast = plain.get("forecast")
        return room


def names(people: Iterable[str]) -> str:
    """Names as a list in words."""
    listed = list(dict.fromkeys(people))
    if len(listed) < 2:
        return "".join(listed)
    return f"{', '.join(listed[:-1])} and {listed[-1]}"
