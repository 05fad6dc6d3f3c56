"""A session: one encounter with its journal, checkpoints, undo and redo.

A position is the state at the last checkpoint, the open step, and the inputs taken in since. Generators are
never copied; they are re-run.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any, NoReturn

from affray.kernel.errors import AffrayError, Refused, RuleFailure, Stale
from affray.kernel.events import Event, Record
from affray.kernel.inputs import Act, Answer, HistoryItem, Input, Redone, Rerolled, Undone
from affray.kernel.pending import PartValue, Pending
from affray.kernel.requests import Audience, Procedure, Request, Window, option_by_id, pool_of, question_of
from affray.kernel.system import AnyEncounter, System
from affray.kernel.tray import FaceSource, Tray

Automatic = Callable[["Session", Pending, int], tuple[PartValue, str, bool] | None]
"""Answers a part of the open request without a person: (value, by, typed), or None to wait."""


class _Run:
    """A procedure under way.

    `start` is the number of inputs before it began. `fresh` is True until it has been sent its first answer.
    """

    __slots__ = ("procedure", "start", "pending", "fresh")

    def __init__(self, procedure: Procedure, start: int) -> None:
        self.procedure = procedure
        self.start = start
        self.pending: Pending | None = None
        self.fresh = True


class _Checkpoint:
    """The state before a step began, and how far journal, record and dice had come."""

    __slots__ = ("inputs", "records", "state", "used", "carried")

    def __init__(
        self, inputs: int, records: int, state: bytes, used: dict[str, int], carried: Pending | None
    ) -> None:
        self.inputs = inputs
        self.records = records
        self.state = state
        self.used = used
        self.carried = carried


class Session:
    """A fight that takes inputs one by one, remembers them all, and can take them back.

    `history` is append-only: every input, undo, redo and re-roll. `records` holds every event, undone ones
    too. Both only ever grow, so a store may write them as they come.
    """

    def __init__(self, system: System, encounter: AnyEncounter, source: FaceSource) -> None:
        self.system = system
        self.encounter = encounter
        self.tray = Tray(source)
        self.journal: list[Input] = []
        self.history: list[HistoryItem] = []
        self.records: list[Record] = []
        self.failure: RuleFailure | None = None
        self._runs: list[_Run] = []
        self._checkpoints: list[_Checkpoint] = []
        self._redo: list[Input] = []
        self._muted = False
        encounter.watch = self._note
        self._go_on()

    def fork(self) -> tuple[bytes, list[Input]] | None:
        """The state before the open step (pickled) and the inputs since; None while an act is open.

        With these, exact odds re-run the step from its start without touching this session.
        """
        if len(self._runs) != 1 or any(isinstance(item, Act) for item in self._since_checkpoint()):
            return None
        return self._checkpoints[-1].state, self._since_checkpoint()

    def _since_checkpoint(self) -> list[Input]:
        return self.journal[self._checkpoints[-1].inputs :]

    # What is open

    @property
    def pending(self) -> Pending | None:
        """The open request, or None when the fight is over or stuck."""
        return self._runs[-1].pending if self._runs else None

    @property
    def outcome(self) -> str | None:
        """What the fight came to, or None while it goes on."""
        return None if self._runs else self.system.outcome(self.encounter)

    @property
    def can_redo(self) -> bool:
        return bool(self._redo)

    # Taking inputs in

    def answer(self, stamp: str, part: int, value: PartValue, by: str, typed: bool = False) -> None:
        """Answer one part of the open request.

        Raises `Stale` when the request is no longer open, `Unreadable` or `Refused` when the answer does not
        fit; nothing has changed then. Raises `RuleFailure` when a rule failed and was rolled back.
        """
        pending = self.pending
        if pending is None or pending.stamp != stamp or not 0 <= part < len(pending.values):
            raise Stale("The table moved on; this is how it stands.")
        if pending.values[part] is not None:
            raise Stale("This is answered already.")
        self._check_offered(pending, part, value)
        pending.check(part, value)
        self._redo.clear()
        self._enter(Answer(stamp, part, value, by, typed))

    def act(self, act: Act) -> None:
        """Take in something from outside the order of play. Raises as `answer` does."""
        self._begin_act(act)
        self.history.append(act)
        self._redo.clear()
        self._settle()

    def advance(self, automatic: Automatic) -> None:
        """Let dice and bots answer until a person is wanted or the fight is over."""
        while (pending := self.pending) is not None:
            for part in pending.open_parts():
                answered = automatic(self, pending, part)
                if answered is not None:
                    value, by, typed = answered
                    pending.check(part, value)
                    answer = Answer(pending.stamp, part, value, by, typed)
                    self._redo = self._redo[1:] if self._redo[:1] == [answer] else []
                    self._enter(answer)
                    break
            else:
                return

    # Taking inputs back

    def undo(self, to: int, by: str) -> None:
        """Cut the journal back to its first `to` inputs (0 to its length). What was cut can be redone."""
        if not 0 <= to <= len(self.journal):
            raise Refused(f"There is no point {to} to go back to.", "")
        self._redo = self.journal[to:] + self._redo
        self._cut(to, by)
        self.history.append(Undone(to, by))

    def redo(self, by: str, stop: Callable[[Input], bool] = lambda _: False) -> None:
        """Take undone inputs in again, up to the first after the next for which `stop` is true."""
        if not self._redo:
            raise Refused("Nothing has been taken back.", "")
        ahead = self._redo
        self._take(ahead.pop(0))
        while ahead and not stop(ahead[0]):
            self._take(ahead.pop(0))
        self._redo = ahead
        self.history.append(Redone(len(self.journal), by))

    def reroll(self, to: int, by: str, reason: str) -> None:
        """Go back to the roll that was open after `to` inputs, and let its dice fall anew."""
        self._cut(to, by)
        pending = self.pending
        pools = [] if pending is None else [pool_of(pending.request, part) for part in pending.open_parts()]
        for pool in pools:
            if pool is not None:
                self.tray.forget(pool)
        self._redo.clear()
        self.history.append(Rerolled(to, by, reason))

    def load(self, items: list[HistoryItem]) -> None:
        """Replay a history. Raises `Stale` at the first input whose request is not the one it was given for."""
        for item in items:
            match item:
                case Answer():
                    self.answer(item.stamp, item.part, item.value, item.by, item.typed)
                case Act():
                    self.act(item)
                case Undone():
                    self.undo(item.to, item.by)
                case Redone():
                    while self._redo and len(self.journal) < item.to:
                        self._take(self._redo.pop(0))
                    self.history.append(item)
                case Rerolled():
                    self.reroll(item.to, item.by, item.reason)

    # Inside

    def _enter(self, answer: Answer) -> None:
        self.history.append(answer)
        self._take(answer)

    def _take(self, item: Input) -> None:
        """Apply one input that is known to fit."""
        if isinstance(item, Act):
            self._begin_act(item)
            self._settle()
            return
        run = self._runs[-1]
        pending = run.pending
        assert pending is not None
        pending.values[item.part] = item.value
        pending.typed[item.part] = item.typed
        pool = pool_of(pending.request, item.part)
        if pool is not None and isinstance(item.value, tuple):
            self.tray.take(pool, item.value, item.typed)
        self.journal.append(item)
        if pending.closed():
            self._runs.pop()
            self._resume(run, pending.result())
            self._settle()

    def _begin_act(self, act: Act) -> None:
        """Start an act's procedure on top of whatever is open. A refused act leaves no trace."""
        run = _Run(self.system.act(self.encounter, act.name, act.data, act.by, act.reason), len(self.journal))
        self.journal.append(act)
        self.failure = None
        try:
            self._resume(run, None)
        except RuleFailure:
            raise
        except AffrayError:
            self.journal.pop()
            raise

    def _resume(self, run: _Run, value: Any) -> None:
        """Send a procedure its answer; keep it on top while it has something to ask."""
        try:
            request: Request = run.procedure.send(value)
        except StopIteration:
            return
        except AffrayError as error:
            if value is None and self.journal[run.start :]:
                raise
            self._roll_back(run, error)
        except Exception as error:
            self._roll_back(run, error)
        else:
            run.fresh = run.fresh and value is None
            run.pending = Pending(request, len(self.journal))
            self._runs.append(run)

    def _settle(self) -> None:
        """After a procedure paused or ended: ask afresh what lies below an act, or go on with the next step."""
        if len(self._runs) == 1:
            below = self._runs[0]
            if below.fresh and below.pending is not None and below.pending.opened < len(self.journal):
                carried = self._runs.pop().pending
                self._go_on(carried)
        elif not self._runs:
            self._go_on()

    def _go_on(self, carried: Pending | None = None) -> None:
        """Run steps until one asks something or the fight is over."""
        while not self._runs and self.failure is None:
            if self.system.outcome(self.encounter) is not None:
                return
            state = pickle.dumps(self.encounter.state, pickle.HIGHEST_PROTOCOL)
            inputs, used = len(self.journal), dict(self.tray.used)
            self._checkpoints.append(_Checkpoint(inputs, len(self.records), state, used, carried))
            self._resume(_Run(self.system.step(self.encounter), inputs), None)
            self._carry_over(carried)
            carried = None

    def _carry_over(self, earlier: Pending | None) -> None:
        """Keep the answers of a half-answered window whose question is still the same after an act."""
        pending = self.pending
        if earlier is None or pending is None:
            return
        if not isinstance(earlier.request, Window) or not isinstance(pending.request, Window):
            return
        for part, choice in enumerate(pending.request.choices):
            for earlier_part, before in enumerate(earlier.request.choices):
                if choice == before:
                    pending.values[part] = earlier.values[earlier_part]
        if pending.closed():
            run = self._runs.pop()
            self._resume(run, pending.result())

    def _cut(self, to: int, by: str) -> None:
        """Go back to where the journal held `to` inputs: restore a checkpoint and replay the rest."""
        while self._checkpoints[-1].inputs > to:
            self._checkpoints.pop()
        for record in self.records:
            if record.at > to and record.undone_by is None:
                record.undone_by = by
        checkpoint = self._checkpoints.pop()
        replay = self.journal[checkpoint.inputs : to]
        del self.journal[checkpoint.inputs :]
        self.encounter.state = pickle.loads(checkpoint.state)
        self.tray.used = dict(checkpoint.used)
        self._runs.clear()
        self.failure = None
        self._muted = True
        try:
            self._go_on(checkpoint.carried)
            for item in replay:
                self._take(item)
        finally:
            self._muted = False

    def _roll_back(self, run: _Run, error: Exception) -> NoReturn:
        """A rule failed: take its step or act back, say so once, and let the table go on."""
        failure = RuleFailure(_where(error), _clause_of(error), error)
        self._runs.clear()
        if len(self.journal) > run.start:
            self._cut(run.start, "the table")
            self.history.append(Undone(run.start, "the table"))
        else:
            checkpoint = self._checkpoints[-1]
            self.encounter.state = pickle.loads(checkpoint.state)
            for record in self.records[checkpoint.records :]:
                record.undone_by = record.undone_by or "the table"
            self.failure = failure
        raise failure

    def _check_offered(self, pending: Pending, part: int, value: PartValue) -> None:
        """Refuse an option that is not on offer with the clause that forbids it."""
        question = question_of(pending.request, part)
        if question is not None and isinstance(value, str) and option_by_id(question, value) is None:
            remark = self.system.why_not(self.encounter, question, value)
            raise Refused(remark["text"], remark["clause"] or question.clause)

    def _note(self, event: Event, to: Audience, public: Event | None) -> None:
        if not self._muted:
            self.records.append(Record(len(self.records), len(self.journal), event, to, public))


def _where(error: BaseException) -> str:
    """The name of the rule function an exception came from."""
    trace = error.__traceback__
    name = "a rule"
    while trace is not None:
        name = trace.tb_frame.f_code.co_name
        trace = trace.tb_next
    return name


def _clause_of(error: BaseException) -> str:
    """The clause of the innermost marked function that an exception passed through."""
    from affray.kernel.clauses import carried, codes

    trace = error.__traceback__
    found = ""
    while trace is not None:
        for id_ in carried():
            if trace.tb_frame.f_code in codes(id_):
                found = id_
        trace = trace.tb_next
    return found
