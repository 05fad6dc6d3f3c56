"""The table itself: messages in, messages and things to store out. It has no sockets, clock or files."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from hmac import compare_digest
from typing import Any

from affray.bots.players import Bot
from affray.dice.counter import CounterDice
from affray.kernel.errors import AffrayError, RuleFailure, Stale, Unreadable
from affray.kernel.inputs import HistoryItem, item_to_plain
from affray.kernel.session import Session
from affray.kernel.system import Viewer
from affray.table.autopilot import Autopilot
from affray.table.chronicle import Chronicle
from affray.table.commands import HANDLERS, known_bot
from affray.table.exchange import HistoryRow, Out, Writes, reply
from affray.table.fight import Fight, scene_of
from affray.table.forecasts import Forecasts
from affray.table.incoming import parsed, shaped
from affray.table.layout import Layout
from affray.table.logbook import Logbook
from affray.table.looking import ASKED, Looking, OddsOf
from affray.table.names import clean_name
from affray.table.naming import seats_meant
from affray.table.people import Room, Somebody
from affray.table.readers import Line, Readers
from affray.table.refusals import Forbidden, failure_text, id_of, refused
from affray.table.what_ifs import WhatIfs
from affray.table.wire import (
    ActMessage,
    AnswerMessage,
    DiceSeal,
    DropWhatIf,
    Hello,
    Note,
    Redo,
    Reroll,
    StopForecast,
    Undo,
    WantForecast,
    WantLog,
    WantWhatIf,
    Welcome,
)

IN_PLAY = (AnswerMessage, ActMessage, Undo, Redo, Reroll)
"""Commands that change the fight; all others change the room."""

AHEAD = (WantForecast, StopForecast, WantWhatIf, DropWhatIf)
"""Commands that change neither: only the GM is told of what comes of them."""


class Table:
    """A fight with people around it.

    `secret` makes secret keys. `gm_key` makes a GM of whoever says it. `report` is told of unexpected
    errors. Call `receive`, `join`, `leave` and `tick` as things happen; store what `take_writes` gives; then
    send what `flush` gives. `closed` says why nothing can be done at a table that is only read, `what_if`
    what a private copy is one of. What `forecasts` and `what_ifs` want is to be played and opened elsewhere.
    """

    closed: str = ""
    what_if: str = ""

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
        self._scene = scene_of(fight)
        self._secret = secret
        self._report = report
        self._readers = Readers(self.session, self.chronicle, self.room)
        self._replies: list[Out] = []
        self._acknowledgements: list[Out] = []
        self._rows: list[HistoryRow] = []
        self._room_changed = False
        self._dirty = False
        self._stored = 0
        self._looking = Looking(self.session, odds)
        self.forecasts = Forecasts(self.session, fight, secret)
        self.what_ifs = WhatIfs(self.session, fight, secret)
        self._restore(history)

    # What goes in

    def join(self, connection: str) -> None:
        """A line was opened. Nothing is sent before it says hello."""
        self._readers.lines[connection] = Line(connection)

    def leave(self, connection: str) -> None:
        """A line was closed. Its person keeps key and seats."""
        if self._readers.close(connection):
            self._dirty = True
        if not self._gm_lines():
            self.forecasts.stop("Nobody was left to see it.")

    def receive(self, connection: str, data: bytes | str) -> None:
        """A message came in, whatever it may be. It is answered at the next flush."""
        line = self._readers.lines[connection]
        plain: Any = None
        try:
            plain = parsed(data)
            message = shaped(plain)
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
        if self._advance() is not None and not self.autopilot.held:
            # The bot would decide the same again.
            self.autopilot.held = True
            self._tell_held()

    @property
    def wants_tick(self) -> bool:
        """Whether a bot is to decide something."""
        return self.autopilot.bots_are_asked(self.session)

    def set_trouble(self, text: str | None) -> None:
        """Tell the GM that something outside the fight does not work, or (None) that it does again."""
        trouble: Note | None = None if text is None else {"text": text, "clause": None}
        self._dirty = self._dirty or trouble != self.trouble
        self.trouble = trouble

    def tell_gm(self, text: str) -> None:
        """A note for the GM."""
        self.room.add_note({"text": text, "clause": None})
        self._room_changed = self._dirty = True

    def hand_to_bot(self, name: str, bot: str) -> None:
        """Let a bot play a seat, or every seat of a side that has no player. Raises as `seats_meant` does."""
        known = known_bot(self, bot)
        chosen = seats_meant(self.session.system.seats(self.session.encounter), name)
        if len(chosen) > 1:
            chosen = [seat_id for seat_id in chosen if self.room.holder(seat_id) is None]
        for seat_id in chosen:
            self.room.bots[seat_id] = known
        self._room_changed = self._dirty = True
        self._advance()

    def resync(self, connection: str) -> None:
        """Send everything anew to a line that missed something."""
        line = self._readers.lines.get(connection)
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
        out += self._told_gm()
        last, self._acknowledgements = self._acknowledgements, []
        due = self._readers.due(self._dirty)
        self._dirty = False
        if due:
            self._readers.begin()
            layout = Layout(
                self.session,
                self.chronicle,
                self.autopilot,
                self.seal,
                self.fight.title,
                self._scene,
                self.trouble,
                lambda viewer: self.logbook(viewer).entries,
                self.what_if,
            )
            for line in due:
                out += self._show(line, layout)
            self._readers.forget_unread()
        return out + last

    def viewer(self, somebody: Somebody | None) -> Viewer:
        """What a person may see."""
        return self._readers.viewer(somebody)

    def logbook(self, viewer: Viewer) -> Logbook:
        """The log for a viewer, up to date."""
        return self._readers.logbook(viewer)

    def lets_in(self, key: str) -> bool:
        """Whether somebody with this key, which may be empty, may see what onlookers see."""
        return True

    def somebody(self, key: str) -> Somebody | None:
        """The person with this secret key."""
        return self.room.by_key.get(key)

    # Greeting

    def _greet(self, line: Line, hello: Hello) -> None:
        if line.somebody is not None:
            raise Forbidden("This line has said hello already.")
        gm = compare_digest(hello.gm_key.encode(), self.gm_key.encode())
        known = bool(hello.key) and hello.key in self.room.by_key
        name = clean_name(hello.name) if hello.name.strip() and not known else ""
        somebody, changed = self.room.greet(hello.key, name, gm, self._secret)
        self._room_changed = self._room_changed or changed
        self._readers.greet(line, somebody, hello.have)
        self._dirty = True
        welcome: Welcome = {
            "type": "welcome",
            "key": somebody.key,
            "join_url": self.join_url if somebody.gm else None,
            "join_qr_svg": self.join_qr_svg if somebody.gm else None,
        }
        self._replies.append(reply(line.id, welcome))
        if somebody.gm:
            self.forecasts.changed = self.forecasts.changed or self.forecasts.current is not None
            self.what_ifs.changed = self.what_ifs.changed or bool(self.what_ifs.open)
        if hello.gm_key and not gm:
            self._replies.append(
                reply(line.id, refused(Forbidden("This GM link is not of this table."), None))
            )

    # Commands

    def _follow(self, line: Line, message: Any) -> None:
        somebody = line.somebody
        if somebody is None:
            raise Forbidden("Say hello first.")
        if isinstance(message, WantLog):
            self._replies.append(self._readers.part_of_log(line, somebody, message.start, message.stop))
            self._replies.append(reply(line.id, {"type": "accepted", "id": message.id}))
            return
        if isinstance(message, ASKED):
            viewer = self.viewer(somebody)
            found = self._looking.answer(message, viewer, self.logbook(viewer))
            self._replies.append(reply(line.id, found))
            return
        answered = somebody.answered.get(message.id)
        if answered is not None:
            line.wants_view = True
            self._acknowledgements.append(reply(line.id, answered))
            return
        answer: dict[str, Any] = {"type": "accepted", "id": message.id}
        try:
            self._carry_out(somebody, message)
        except AffrayError as error:
            answer = dict(refused(error, message.id, somebody.gm))
            line.wants_view = line.wants_view or isinstance(error, Stale)
        somebody.remember(message.id, answer)
        self._acknowledgements.append(reply(line.id, answer))

    def _carry_out(self, somebody: Somebody, message: Any) -> None:
        """Do what a command says, note it for the store, and let everything follow that follows by itself.

        Raises `RuleFailure` when that took back what the command did.
        """
        if isinstance(message, AHEAD):
            HANDLERS[type(message)](self, somebody, message)
            return
        failure: RuleFailure | None = None
        try:
            HANDLERS[type(message)](self, somebody, message)
        except RuleFailure as error:
            failure = error
            self._failed(error)
        finally:
            self._note_history(somebody.id, message.id)
        if isinstance(message, (Undo, Reroll)):
            self.forecasts.stop("What it was about was taken back.")
        if isinstance(message, IN_PLAY):
            self.autopilot.go_on()
        else:
            self._room_changed = True
        self._dirty = True
        failure = self._advance() or failure
        # Where the next step cannot begin, the command itself still stands.
        if failure is not None and self.session.failure is None:
            raise failure

    def _advance(self) -> RuleFailure | None:
        """Let dice and standing answers (and after `tick` bots) answer until a person is wanted.

        Returns the failure of a rule, if one failed. Should it fail again at once, everything waits for a
        person.
        """
        held = self.autopilot.held
        failure = self._advance_once()
        if failure is not None and self._advance_once() is not None:
            self.autopilot.held = True
        if self.autopilot.held and not held:
            self._tell_held()
        return failure

    def _advance_once(self) -> RuleFailure | None:
        self.autopilot.begin()
        try:
            self.session.advance(self.autopilot)
        except RuleFailure as failure:
            self._failed(failure)
            return failure
        finally:
            self._note_history(None, None)
        return None

    def _failed(self, failure: RuleFailure) -> None:
        self._report(failure)
        self.room.add_note({"text": failure_text(failure, gm=True), "clause": failure.clause or None})
        self._room_changed = self._dirty = True

    def _tell_held(self) -> None:
        self.tell_gm("Bots and the server's dice wait for you: answer for them, undo, or correct something.")

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
        """Replay a stored history. Raises `Unreadable` where the rules of today differ."""
        for _, person, command in history:
            somebody = self.room.person(person)
            if somebody is not None and command is not None:
                somebody.remember(command, {"type": "accepted", "id": command})
        try:
            self.chronicle.replay([item for item, _, _ in history])
        except AffrayError as error:
            differs_at = len(self.session.history)
            raise Unreadable(f"the rules of today differ at input {differs_at}") from error
        self._stored = len(self.session.history)
        self._advance()

    # Sending

    def _gm_lines(self) -> list[Line]:
        return [one for one in self._readers.lines.values() if one.somebody is not None and one.somebody.gm]

    def _told_gm(self) -> list[Out]:
        """What is new of forecasts and private copies, for nobody but the GM."""
        news: list[Any] = []
        if self.forecasts.changed and self.forecasts.current is not None:
            news.append(self.forecasts.current.message())
        if self.what_ifs.changed:
            news.append(self.what_ifs.message())
        self.forecasts.changed = self.what_ifs.changed = False
        return [reply(line.id, one) for line in self._gm_lines() for one in news]

    def _show(self, line: Line, layout: Layout) -> list[Out]:
        """What a line lacks. Should one reader's view fail, the others still get theirs."""
        assert line.somebody is not None
        try:
            return self._readers.show(line, line.somebody, layout)
        except Exception as error:
            self._report(error)
            sorry = Unreadable("The table could not draw this position. Play goes on; it was written down.")
            return [reply(line.id, refused(sorry, None))]

    def _refuse(self, line: Line, id_: str | None, error: AffrayError) -> None:
        gm = line.somebody is not None and line.somebody.gm
        if isinstance(error, Stale):
            line.wants_view = True
        self._acknowledgements.append(reply(line.id, refused(error, id_, gm)))
