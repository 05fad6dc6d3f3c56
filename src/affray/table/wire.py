"""Every message between table and client, both ways. The client's types are generated from here."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from pydantic import BaseModel, ConfigDict, Field

from affray.kernel.presentation import DieField, Entry, QuestionView
from affray.table.wire_ahead import ForecastMessage, SharedForecast, WhatIfsMessage

NAME_LENGTH_MAX = 60
TEXT_LENGTH_MAX = 500


class _Message(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Hello(_Message):
    """First message on a connection. `key` is the person's secret from an earlier visit, else empty.

    `gm_key` is the secret in the GM's link. `have` is the number of log entries the client still holds.
    """

    type: Literal["hello"]
    key: str = Field(default="", max_length=64)
    gm_key: str = Field(default="", max_length=64)
    name: str = Field(default="", max_length=NAME_LENGTH_MAX)
    have: int = Field(default=0, ge=0)


class _Command(_Message):
    """`id` makes a repeated command harmless: the second one gets the first one's answer."""

    id: str = Field(min_length=1, max_length=64)


class Rename(_Command):
    """A person's new name."""

    type: Literal["rename"]
    name: str = Field(min_length=1, max_length=NAME_LENGTH_MAX)


class TakeSeat(_Command):
    """Sit down at a free seat."""

    type: Literal["take_seat"]
    seat: str = Field(max_length=64)


class LeaveSeat(_Command):
    """Free a seat: one's own, or as the GM anybody's."""

    type: Literal["leave_seat"]
    seat: str = Field(max_length=64)


class RemovePerson(_Command):
    """GM only: take somebody who is away off the list. Their seats become free."""

    type: Literal["remove_person"]
    person: str = Field(max_length=64)


class AnswerMessage(_Command):
    """An answer to an open question: `pick` for a choice, `faces` for dice thrown by hand.

    `stamp` and `part` name the question as the view gave it. `here` asks the server to roll instead.
    """

    type: Literal["answer"]
    stamp: str = Field(max_length=64)
    part: int = Field(ge=0, le=63)
    pick: str | None = Field(default=None, max_length=200)
    faces: list[int] | None = Field(default=None, max_length=64)
    here: bool = False


class ActMessage(_Command):
    """An act: a check called for, a correction, somebody added or removed, the end of the fight.

    The GM may send any. A player may send those of the view's `own_acts`, with a seat of their own in the
    data where the system wants the seat. `position` as for `Undo`.
    """

    type: Literal["act"]
    name: str = Field(max_length=40)
    data: dict[str, Any] = Field(default_factory=dict)
    reason: str = Field(default="", max_length=TEXT_LENGTH_MAX)
    position: int | None = Field(default=None, ge=0)


class Undo(_Command):
    """GM only. Without `to` the last decision of a person; `to` is an `undo.points[].to` of the view.

    `position` is that of the view it was decided on: when the table has moved on, nothing is taken back.
    """

    type: Literal["undo"]
    to: int | None = Field(default=None, ge=0)
    position: int | None = Field(default=None, ge=0)


class Redo(_Command):
    """GM only: take the next undone decision in again. `position` as for `Undo`."""

    type: Literal["redo"]
    position: int | None = Field(default=None, ge=0)


class Reroll(_Command):
    """GM only: throw the dice of the log entry with this number again, as an act with a reason.

    `position` as for `Undo`.
    """

    type: Literal["reroll"]
    entry: int = Field(ge=0)
    reason: str = Field(default="", max_length=TEXT_LENGTH_MAX)
    position: int | None = Field(default=None, ge=0)


class SetBot(_Command):
    """GM for any seat, a player for its own: hand a seat to a bot or (None) take it back."""

    type: Literal["set_bot"]
    seat: str = Field(max_length=64)
    bot: Literal["greedy", "random"] | None


class SetDice(_Command):
    """Who throws this seat's dice: the server, or a person with real dice. GM or the seat's holder."""

    type: Literal["set_dice"]
    seat: str = Field(max_length=64)
    dice: Literal["server", "typed"]


class SetReaction(_Command):
    """A standing answer to something that is offered out of turn: ask me, always, or never this fight.

    `ability` is what the system calls it. It may also be the kind of a question that has a default, such as a
    ruling of the GM's seat "gm": "no" then leaves all of that kind to their default.
    """

    type: Literal["set_reaction"]
    seat: str = Field(max_length=64)
    ability: str = Field(max_length=64)
    answer: Literal["ask", "yes", "no"]


class AskGm(_Command):
    """A player's note to the GM about a refused option."""

    type: Literal["ask_gm"]
    seat: str = Field(max_length=64)
    option: str = Field(max_length=200)
    text: str = Field(default="", max_length=TEXT_LENGTH_MAX)


class WantOdds(_Command):
    """Odds for one option of the open question; answered with an `odds` message to the sender alone."""

    type: Literal["want_odds"]
    stamp: str = Field(max_length=64)
    part: int = Field(ge=0, le=63)
    option: str = Field(max_length=200)


class WantEntryOdds(_Command):
    """The odds a log entry had before it was decided; answered with an `odds` message, its option empty."""

    type: Literal["want_entry_odds"]
    entry: int = Field(ge=0)


class WantPosition(_Command):
    """The fight as it stood right after a log entry; answered with a `position` message."""

    type: Literal["want_position"]
    entry: int = Field(ge=0)


class WantLog(_Command):
    """Older log entries: those with numbers from `start` up to but not including `stop`."""

    type: Literal["want_log"]
    start: int = Field(ge=0)
    stop: int = Field(ge=0)


class WantForecast(_Command):
    """GM only: have bots play on from here, many times. Told by `forecast` messages to the GM alone."""

    type: Literal["want_forecast"]


class StopForecast(_Command):
    """GM only: play no more of it. What was played stays told."""

    type: Literal["stop_forecast"]


class ShareForecast(_Command):
    """GM only: tell everybody the newest forecast, or (False) nobody any more."""

    type: Literal["share_forecast"]
    on: bool = True


class WantWhatIf(_Command):
    """GM only: open a private copy of the fight as it stood after a log entry, or (None) stands now."""

    type: Literal["want_what_if"]
    entry: int | None = Field(default=None, ge=0)


class DropWhatIf(_Command):
    """GM only: throw a private copy away."""

    type: Literal["drop_what_if"]
    table: str = Field(max_length=64)


ClientMessage = Annotated[
    Hello
    | Rename
    | TakeSeat
    | LeaveSeat
    | RemovePerson
    | AnswerMessage
    | ActMessage
    | Undo
    | Redo
    | Reroll
    | SetBot
    | SetDice
    | SetReaction
    | AskGm
    | WantOdds
    | WantEntryOdds
    | WantPosition
    | WantLog
    | WantForecast
    | StopForecast
    | ShareForecast
    | WantWhatIf
    | DropWhatIf,
    Field(discriminator="type"),
]


class Person(TypedDict):
    """Somebody at the table. `id` is public and grants nothing."""

    id: str
    name: str
    gm: bool
    here: bool
    seats: list[str]


class SeatView(TypedDict):
    """A seat: one combatant and who plays it. `person` is the name of whoever holds it."""

    id: str
    name: str
    side: str
    person: str | None
    bot: Literal["greedy", "random"] | None
    dice: Literal["server", "typed"]
    yours: bool
    free: bool


class Prompt(TypedDict):
    """Something this reader may answer now. `mine` is False where a GM could answer for somebody else.

    Either `question` or `dice` is present.
    """

    stamp: str
    part: int
    seat: str
    mine: bool
    question: QuestionView | None
    dice: NotRequired[list[DieField] | None]
    dice_title: NotRequired[str]


class Waiting(TypedDict):
    """Who everybody is waiting for, and for what, as far as this reader may know.

    `person` is the name of whoever plays the seat.
    """

    seat: str
    name: str
    person: str | None
    text: str


class UndoPoint(TypedDict):
    """A decision that can be taken back, and the position before it."""

    to: int
    text: str


class UndoView(TypedDict):
    """What can be taken back and put back. Empty for everybody but the GM."""

    can_undo: bool
    can_redo: bool
    points: list[UndoPoint]


class RulingView(TypedDict):
    """A named ruling of this fight and its value."""

    name: str
    value: str
    default: str
    clause: str
    text: str


class DiceSeal(TypedDict):
    """The published commitment to the seed; the seed itself once the fight is over."""

    commitment: str
    seed: str | None


class You(TypedDict):
    """The reader."""

    id: str
    name: str
    gm: bool
    seats: list[str]


class Note(TypedDict):
    """A message to the GM from a player who was refused something, or a failure the table survived."""

    text: str
    clause: str | None


class TallyView(TypedDict):
    """One combatant's part in a fight that is over.

    `luck` is by how much its dice fell above their average, in points; None where that is no luck. `deeds`
    are the system's own counts.
    """

    who: str
    name: str
    rolls: int
    answers: int
    dice: int
    by_hand: int
    luck: float | None
    deeds: dict[str, int]


class View(TypedDict):
    """Everything one reader may see, sent whole after every input.

    `own_acts` are the acts that a player may do for a seat of their own. `summary` is there once the fight is
    over, `shared_forecast` while the GM shares one, `what_if` at a private copy: what it is a copy of.
    """

    type: Literal["view"]
    position: int
    title: str
    system: str
    system_title: str
    scene: str
    you: You
    people: list[Person]
    seats: list[SeatView]
    prompts: list[Prompt]
    waiting: list[Waiting]
    fight: dict[str, Any]
    undo: UndoView
    own_acts: list[str]
    rulings: list[RulingView]
    dice: DiceSeal
    reactions: dict[str, dict[str, str]]
    notes: list[Note]
    next_step: str
    over: bool
    read_only: bool
    log_total: int
    summary: NotRequired[list[TallyView]]
    shared_forecast: NotRequired[SharedForecast]
    what_if: NotRequired[str]


class Welcome(TypedDict):
    """First answer: who you are, your secret for the next visit, and (GM only) the join link."""

    type: Literal["welcome"]
    key: str
    join_url: str | None
    join_qr_svg: str | None


class LogMessage(TypedDict):
    """Entries in order of number. An entry sent before may come again, changed (undone)."""

    type: Literal["log"]
    entries: list[Entry]
    reset: bool


class Accepted(TypedDict):
    """The command with this id was followed."""

    type: Literal["accepted"]
    id: str


class RefusedMessage(TypedDict):
    """`kind`: unreadable (could not be read), refused (a clause forbids it), stale (the table moved on)."""

    type: Literal["refused"]
    id: str | None
    kind: Literal["unreadable", "refused", "ambiguous", "stale", "forbidden"]
    text: str
    clause: str | None


class OddsMessage(TypedDict):
    """The chances of an option, or None where they cannot be worked out."""

    type: Literal["odds"]
    id: str
    option: str
    odds: dict[str, Any] | None


class PositionMessage(TypedDict):
    """The fight as it stood right after a log entry, as this reader may see it. Nothing can be done there."""

    type: Literal["position"]
    id: str
    entry: int
    fight: dict[str, Any]


ServerMessage = (
    View
    | Welcome
    | LogMessage
    | Accepted
    | RefusedMessage
    | OddsMessage
    | PositionMessage
    | ForecastMessage
    | WhatIfsMessage
)
