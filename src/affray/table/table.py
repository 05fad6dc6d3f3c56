"""The table itself: messages in, messages and things to store out. It has no sockets, clock or files."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import orjson
from pydantic import TypeAdapter, ValidationError

from affray.bots.players import Bot
from affray.dice.counter import CounterDice
from affray.kernel.errors import AffrayError, Refused, RuleFailure, Stale, Unreadable
from affray.kernel.inputs import HistoryItem, item_to_plain
from affray.kernel.presentation import Odds
from affray.kernel.session import Session
from affray.kernel.system import SPECTATOR, Viewer
from affray.table.asking import may_answer
from affray.table.autopilot import Autopilot
from affray.table.chronicle import Chronicle
from affray.table.commands import HANDLERS, known_bot
from affray.table.fight import Fight
from affray.table.layout import Layout, viewer_of
from affray.table.logbook import Logbook
from affray.table.names import clean_name
from affray.table.people import Room, Somebody
from affray.table.refusals import Forbidden, failure_text, id_of, misread, refused
from affray.table.wire import (
    ActMessage,
    AnswerMessage,
    ClientMessage,
    DiceSeal,
    Hello,
    Note,
    OddsMessage,
    Redo,
    Reroll,
    Undo,
    WantLog,
    WantOdds,
    Welcome,
)

LOG_SENT_MAX = 200
"""Entries sent unasked to somebody who has none, and at most for one request. Older ones can be asked for."""

OddsOf = Callable[[Session, int, str], Odds | None]
"""Exact odds of an option of a part of the open request."""

IN_PLAY = (AnswerMessage, ActMessage, Undo, Redo, Reroll)
"""Commands that change the fight; all others change the room."""

_messages: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)


@dataclass(frozen=True, slots=True)
class Out:
    """A message for one connection. A newer view makes an unsent older one needless; nothing else is."""

    connection: str
    kind: Literal["view", "log", "reply"]
    data: bytes


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """A history item to be stored. Its command is kept, so that a repeat is known after a restart."""

    number: int
    item: dict[str, Any]
    person: str | None
    command: str | None


@dataclass(frozen=True, slots=True)
class Writes:
    """What has to be stored before anybody is told: new history, and the room if it changed."""

    history: tuple[HistoryRow, ...]
    room: dict[str, Any] | None

    def __bool__(self) -> bool:
        return bool(self.history) or self.room is not None


class Connection:
    """One open line. `viewer` and `revision` say which log it was sent, and up to where.

    `fresh` lines are sent all they need at the next flush.
    """

    __slots__ = ("fresh", "have", "id", "revision", "somebody", "viewer", "wants_view")

    def __init__(self, id_: str) -> None:
        self.id = id_
        self.somebody: Somebody | None = None
        self.viewer = SPECTATOR
        self.revision = 0
        self.have = 0
        self.fresh = False
        self.wants_view = False


class Table:
    """A fight with people around it.

    `secret` makes secret keys. `gm_key` makes a GM of whoever says it. `report` is told of unexpected
    errors. Call `receive`, `join`, `leave` and `tick` as things happen; store what `take_writes` gives; then
    send what `flush` gives.
    """

    def __init__(
        self,
        fight: Fight,
        seed: str,
        gm_key: str,
        secret: Callable[[], str],
        *,
        bots: Mapping[str, Bot] | None = None,
        odds: OddsOf | None = None,
        report: Callable[[Exception], None] = lambda error: None,
        room: Room | None = None,
        history: Sequence[tuple[HistoryItem, str | None, str | None]] = (),
        scene: str = "",
    ) -> None:
        dice = CounterDice(seed)
        self.fight = fight
        self.seal: DiceSeal = {"commitment": dice.commitment, "seed": seed}
        self.gm_key = gm_key
        self.room = room or Room()
        self.session = Session(fight.system, fight.start(), dice)
        self.chronicle = Chronicle(self.session)
        self.autopilot = Autopilot(self.room, bots or {}, dice, report)
        self.join_url: str | None = None
        self.join_qr_svg: str | None = None
        self.trouble: Note | None = None
        self._scene = scene
        self._secret = secret
        self._odds = odds
        self._report = report
        self._connections: dict[str, Connection] = {}
        self._logbooks: dict[Viewer, Logbook] = {}
        self._closed: dict[str, list[Viewer]] = {}
        self._replies: list[Out] = []
        self._acknowledgements: list[Out] = []
        self._rows: list[HistoryRow] = []
        self._room_changed = False
        self._dirty = False
        self._revision = 1
        self._stored = 0
        self._known_odds: dict[tuple[str, int, str], Odds | None] = {}
        self._restore(history)

    # What goes in

    def join(self, connection: str) -> None:
        """A line was opened. Nothing is sent before it says hello."""
        self._connections[connection] = Connection(connection)

    def leave(self, connection: str) -> None:
        """A line was closed. Its person keeps key and seats."""
        line = self._connections.pop(connection, None)
        if line is None or line.somebody is None:
            return
        line.somebody.connections.discard(connection)
        self._closed[line.somebody.id] = [*self._closed.get(line.somebody.id, []), line.viewer][-8:]
        self._dirty = True

    def receive(self, connection: str, data: bytes | str) -> None:
        """A message came in, whatever it may be. It is answered at the next flush."""
        line = self._connections[connection]
        plain: Any = None
        try:
            plain = _parsed(data)
            message = _read(plain)
            if isinstance(message, Hello):
                self._greet(line, message)
            else:
                self._follow(line, message)
        except AffrayError as error:
            self._refuse(line, id_of(plain), error)
        except Exception as error:
            self._report(error)
            sorry = Unreadable("Something went wrong at the table. Nothing was lost; it was written down.")
            self._refuse(line, id_of(plain), sorry)

    def tick(self) -> None:
        """Let the bots that are asked decide once. Call it at a pace that people can follow."""
        self.autopilot.let_bots(self.session)
        self._advance()

    @property
    def wants_tick(self) -> bool:
        """Whether a bot is to decide something."""
        return self.autopilot.bots_are_asked(self.session)

    def set_trouble(self, text: str | None) -> None:
        """Tell the GM that something outside the fight does not work, or (None) that it does again."""
        trouble: Note | None = None if text is None else {"text": text, "clause": None}
        self._dirty = self._dirty or trouble != self.trouble
        self.trouble = trouble

    def hand_to_bot(self, name: str, bot: str) -> None:
        """Let a bot play a seat, or every seat of a side that has no player. Raises `Refused`."""
        seats = self.session.system.seats(self.session.encounter)
        known = known_bot(self, bot)
        chosen = [seat.id for seat in seats if seat.id == name] or [
            seat.id for seat in seats if seat.side == name and self.room.holder(seat.id) is None
        ]
        if not chosen and name not in {seat.side for seat in seats}:
            sides = dict.fromkeys(seat.side for seat in seats)
            there_is = ", ".join([*sides, *(seat.id for seat in seats)])
            raise Refused(f'There is no seat or side "{name}" in this fight. There is: {there_is}.', "")
        for seat_id in chosen:
            self.room.bots[seat_id] = known
        self._room_changed = self._dirty = True
        self._advance()

    def resync(self, connection: str) -> None:
        """Send everything anew to a line that missed something."""
        line = self._connections.get(connection)
        if line is not None and line.somebody is not None:
            line.fresh, line.have = True, 0

    # What comes out

    def take_writes(self) -> Writes:
        """What has to be stored since the last call. Store it before anything of `flush` is sent."""
        room = self.room.to_plain() if self._room_changed else None
        rows, self._rows, self._room_changed = tuple(self._rows), [], False
        return Writes(rows, room)

    def flush(self) -> list[Out]:
        """The messages that are due: replies, then new log entries, then views, then acknowledgements."""
        out, self._replies = self._replies, []
        last, self._acknowledgements = self._acknowledgements, []
        due = [line for line in self._connections.values() if self._is_due(line)]
        if due:
            layout = self._layout()
            for line in due:
                try:
                    out += self._show(line, layout)
                except Exception as error:
                    self._report(error)
                    sorry = Unreadable(
                        "The table could not draw this position. Play goes on; it was written down."
                    )
                    out.append(_reply(line, refused(sorry, None)))
            self._forget_logbooks()
        self._dirty = False
        return out + last

    def viewer(self, somebody: Somebody | None) -> Viewer:
        """What a person may see."""
        return viewer_of(self.session, self.room, somebody)

    def logbook(self, viewer: Viewer) -> Logbook:
        """The log for a viewer, up to date."""
        logbook = self._logbooks.setdefault(viewer, Logbook(viewer))
        logbook.update(self.session, self.chronicle.notes, self._revision)
        return logbook

    def somebody(self, key: str) -> Somebody | None:
        """The person with this secret key."""
        return self.room.by_key.get(key)

    # Greeting

    def _greet(self, line: Connection, hello: Hello) -> None:
        if line.somebody is not None:
            raise Forbidden("This line has said hello already.")
        gm = hello.gm_key != "" and hello.gm_key == self.gm_key
        somebody = self.room.by_key.get(hello.key) if hello.key else None
        if somebody is None:
            name = clean_name(hello.name) if hello.name.strip() else ""
            somebody = self.room.join(self._secret(), name, gm)
            self._room_changed = True
        elif gm and not somebody.gm:
            somebody.gm = True
            self._room_changed = True
        somebody.connections.add(line.id)
        line.somebody = somebody
        line.fresh = True
        line.have = hello.have if self._holds_this_log(somebody) else 0
        self._dirty = True
        welcome: Welcome = {
            "type": "welcome",
            "key": somebody.key,
            "join_url": self.join_url if somebody.gm else None,
            "join_qr_svg": self.join_qr_svg if somebody.gm else None,
        }
        self._replies.append(_reply(line, welcome))
        if hello.gm_key and not gm:
            self._replies.append(_reply(line, refused(Forbidden("This GM link is not of this table."), None)))

    def _holds_this_log(self, somebody: Somebody) -> bool:
        """Whether every line that this person lost had the log that the person would see now.

        Numbers of entries mean something within one viewer's log only.
        """
        closed = self._closed.pop(somebody.id, [])
        viewer = self.viewer(somebody)
        return bool(closed) and all(before == viewer for before in closed)

    # Commands

    def _follow(self, line: Connection, message: Any) -> None:
        somebody = line.somebody
        if somebody is None:
            raise Forbidden("Say hello first.")
        if isinstance(message, WantLog):
            self._send_log(line, somebody, message)
            return
        if isinstance(message, WantOdds):
            self._send_odds(line, somebody, message)
            return
        answered = somebody.answered.get(message.id)
        if answered is not None:
            line.wants_view = True
            self._acknowledgements.append(_reply(line, answered))
            return
        reply: dict[str, Any] = {"type": "accepted", "id": message.id}
        try:
            self._carry_out(somebody, message)
        except AffrayError as error:
            reply = dict(refused(error, message.id, somebody.gm))
            line.wants_view = line.wants_view or isinstance(error, Stale)
        somebody.remember(message.id, reply)
        self._acknowledgements.append(_reply(line, reply))

    def _carry_out(self, somebody: Somebody, message: Any) -> None:
        """Do what a command says, note it for the store, and let everything follow that follows by itself."""
        try:
            HANDLERS[type(message)](self, somebody, message)
        except RuleFailure as failure:
            self._failed(failure)
            self._note_history(somebody.id, message.id)
            self._advance()
            raise
        finally:
            self._note_history(somebody.id, message.id)
        if isinstance(message, IN_PLAY):
            self.autopilot.go_on()
        else:
            self._room_changed = True
        self._dirty = True
        self._advance()

    def _advance(self) -> None:
        """Let dice, standing answers and (after `tick`) bots answer until a person is wanted."""
        held = self.autopilot.held
        try:
            self.session.advance(self.autopilot)
        except RuleFailure as failure:
            # The same answers would fail again, so everything waits for a person.
            self.autopilot.held = True
            self._failed(failure)
        if self.autopilot.held and not held and self.session.failure is None:
            self._tell_held()
        self._note_history(None, None)

    def _failed(self, failure: RuleFailure) -> None:
        self._report(failure)
        self.room.add_note({"text": failure_text(failure, gm=True), "clause": failure.clause or None})
        self._room_changed = self._dirty = True

    def _tell_held(self) -> None:
        text = "Bots and the server's dice wait for you: answer for them, undo, or correct something."
        self.room.add_note({"text": text, "clause": None})
        self._room_changed = self._dirty = True

    def _note_history(self, person: str | None, command: str | None) -> None:
        """Hand new history items to the store, the first of them with the command it came from."""
        for number in range(self._stored, len(self.session.history)):
            plain = item_to_plain(self.session.history[number])
            self._rows.append(HistoryRow(number, plain, person, command))
            person = command = None
            self._dirty = True
        self._stored = len(self.session.history)
        self.chronicle.follow()

    def _restore(self, history: Sequence[tuple[HistoryItem, str | None, str | None]]) -> None:
        """Replay a stored history. Raises as `Session.load` does where the rules have changed."""
        for _, person, command in history:
            somebody = self.room.person(person)
            if somebody is not None and command is not None:
                somebody.remember(command, {"type": "accepted", "id": command})
        self.chronicle.replay([item for item, _, _ in history])
        self._stored = len(self.session.history)
        self._advance()

    # Sending

    def _is_due(self, line: Connection) -> bool:
        return line.somebody is not None and (self._dirty or line.fresh or line.wants_view)

    def _layout(self) -> Layout:
        self._revision += 1
        return Layout(
            self.session,
            self.chronicle,
            self.autopilot,
            self.seal,
            self.fight.title,
            self._scene,
            self.trouble,
        )

    def _show(self, line: Connection, layout: Layout) -> list[Out]:
        """The log entries and the view that a line lacks."""
        somebody = line.somebody
        assert somebody is not None
        viewer = self.viewer(somebody)
        logbook = self.logbook(viewer)
        total = len(logbook.entries)
        reset = line.viewer != viewer or logbook.rewritten_at > line.revision
        if line.fresh:
            numbers = _missing(logbook, line.have)
            reset = line.have == 0 or line.have > total
        elif reset:
            numbers = _missing(logbook, 0)
        else:
            numbers = logbook.since(line.revision)
        fresh = line.fresh
        line.viewer, line.revision, line.fresh, line.wants_view = viewer, self._revision, False, False
        view = Out(line.id, "view", layout.view(somebody, viewer, total))
        if not numbers and not reset:
            return [view]
        log = Out(line.id, "log", _log_message(logbook, numbers, reset))
        return [view, log] if fresh else [log, view]

    def _send_log(self, line: Connection, somebody: Somebody, message: WantLog) -> None:
        logbook = self.logbook(self.viewer(somebody))
        stop = min(message.stop, len(logbook.entries))
        numbers = range(max(message.start, stop - LOG_SENT_MAX), stop)
        self._replies.append(Out(line.id, "reply", _log_message(logbook, numbers, False)))
        self._replies.append(_reply(line, {"type": "accepted", "id": message.id}))

    def _send_odds(self, line: Connection, somebody: Somebody, message: WantOdds) -> None:
        pending = self.session.pending
        if pending is None or pending.stamp != message.stamp or message.part >= len(pending.values):
            raise Stale("The table moved on; this is how it stands.")
        if not may_answer(pending, message.part, self.viewer(somebody)):
            raise Forbidden("This question is not yours.")
        place = (message.stamp, message.part, message.option)
        if place not in self._known_odds:
            self._known_odds = {
                known: odds for known, odds in self._known_odds.items() if known[0] == message.stamp
            }
            self._known_odds[place] = (
                None if self._odds is None else self._odds(self.session, message.part, message.option)
            )
        odds = self._known_odds[place]
        reply: OddsMessage = {
            "type": "odds",
            "id": message.id,
            "option": message.option,
            "odds": None if odds is None else dict(odds),
        }
        self._replies.append(_reply(line, reply))

    def _refuse(self, line: Connection, id_: str | None, error: AffrayError) -> None:
        gm = line.somebody is not None and line.somebody.gm
        if isinstance(error, Stale):
            line.wants_view = True
        self._acknowledgements.append(_reply(line, refused(error, id_, gm)))

    def _forget_logbooks(self) -> None:
        """Keep only the logs that somebody reads."""
        read = {line.viewer for line in self._connections.values()}
        self._logbooks = {viewer: book for viewer, book in self._logbooks.items() if viewer in read}


def _parsed(data: bytes | str) -> Any:
    try:
        return orjson.loads(data)
    except (orjson.JSONDecodeError, UnicodeEncodeError) as error:
        raise Unreadable(f"This message is no JSON: {error}") from None


def _read(plain: Any) -> Any:
    try:
        return _messages.validate_python(plain)
    except ValidationError as error:
        raise misread(error) from None


def _missing(logbook: Logbook, have: int) -> list[int]:
    """What somebody lacks who holds the first `have` entries: newer ones, and older ones that changed."""
    total = len(logbook.entries)
    start = max(have if have <= total else 0, total - LOG_SENT_MAX)
    return sorted([number for number in logbook.amended if number < min(have, start)]) + list(
        range(start, total)
    )


def _log_message(logbook: Logbook, numbers: Sequence[int], reset: bool) -> bytes:
    end = b',"reset":true}' if reset else b',"reset":false}'
    return b'{"type":"log","entries":' + logbook.encoded(numbers) + end


def _reply(line: Connection, message: Any) -> Out:
    return Out(line.id, "reply", orjson.dumps(message))
