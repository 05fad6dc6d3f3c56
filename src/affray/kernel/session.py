"""A session: one encounter with its journal, checkpoints, undo and redo.

A position is the state at the last checkpoint, the open step, and the inputs taken in since. Generators are
never copied; they are re-run.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable
from contextlib import suppress
from copy import deepcopy
from dataclasses import replace
from typing import Any, NoReturn

from affray.kernel.clauses import clause_of_code
from affray.kernel.errors import AffrayError, Refused, RuleFailure, Stale, Unreadable
from affray.kernel.events import Event, Record
from affray.kernel.inputs import Act, Answer, HistoryItem, Input, Redone, Rerolled, Undone
from affray.kernel.pending import PartValue, Pending, carry_over
from affray.kernel.requests import Audience, Procedure, Request, option_by_id, pool_of, question_of
from affray.kernel.system import AnyEncounter, System, only_own_acts
from affray.kernel.tray import FaceSource, Tray

Automatic = Callable[["Session", Pending, int], tuple[PartValue, str, bool] | None]
"""Answers a part of the open request without a person: (value, by, typed), or None to wait."""

TABLE = "the table"
"""Who takes back a step whose rule failed."""

FAILS_NOW = "A rule fails here that worked when this was recorded."

SILENT_STEPS_MAX = 1_000
"""Steps in a row that may ask nothing. More than that is a rule that never gets anywhere."""


class _Run:
    """A procedure under way: the open step, or an act on top of it.

    `start` is the number of inputs before it began, `records` that of records. `fresh` is True until it has
    been sent its first answer.
    """

    __slots__ = ("fresh", "is_act", "pending", "procedure", "records", "start")

    def __init__(self, procedure: Procedure, start: int, records: int, is_act: bool) -> None:
        self.procedure = procedure
        self.start = start
        self.records = records
        self.is_act = is_act
        self.pending: Pending | None = None
        self.fresh = True


class _Checkpoint:
    """The state before a step began, and how far journal, record and dice had come.

    `interrupted` is the half-answered request of the step that an act interrupted here, `carried` what of its
    answers still fitted the step's first request.
    """

    __slots__ = ("carried", "inputs", "interrupted", "records", "state", "used")

    def __init__(
        self, inputs: int, records: int, state: bytes, used: dict[str, int], interrupted: Pending | None
    ) -> None:
        self.inputs = inputs
        self.records = records
        self.state = state
        self.used = used
        self.interrupted = interrupted
        self.carried: list[Answer] = []


class Session:
    """A fight that takes inputs one by one, remembers them all, and can take them back.

    `history` is append-only: every input, undo, redo and re-roll. `records` holds every event, undone ones
    too. Both only ever grow, so a store may write them as they come. `failure` is set while the next step
    cannot begin because its rule fails; an undo or an act can help.
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
        # Dice with a seed have a secret that is the same whenever the fight is loaded; others need none.
        self._stamp_key: bytes = getattr(source, "stamp_key", b"")
        encounter.watch = self._note
        with suppress(RuleFailure):
            self._go_on()

    def fork(self) -> tuple[bytes, list[Input]] | None:
        """The state before the open step (pickled) and the inputs since; None while no step is open.

        With these, exact odds re-run the step from its start without touching this session.
        """
        if len(self._runs) != 1 or self._runs[0].is_act:
            return None
        checkpoint = self._checkpoints[-1]
        return checkpoint.state, [*checkpoint.carried, *self.journal[checkpoint.inputs :]]

    def fork_at(self, inputs: int) -> tuple[bytes, list[Input]]:
        """As `fork`, for the step that was under way once the journal held so many inputs.

        Below 0: the state at the very start. With a negative number or one up to the journal's length this
        always works, also while an act is open.
        """
        if inputs < 0:
            return self._checkpoints[0].state, []
        checkpoint = next(one for one in reversed(self._checkpoints) if one.inputs <= inputs)
        return checkpoint.state, [*checkpoint.carried, *self.journal[checkpoint.inputs : inputs]]

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
        """Whether something was taken back that can be taken in again."""
        return bool(self._redo)

    # Taking inputs in

    def answer(self, stamp: str, part: int, value: PartValue, by: str, typed: bool = False) -> None:
        """Answer one part of the open request.

        Raises `Stale` when the request is no longer open, `Unreadable` or `Refused` when the answer does not
        fit; nothing has changed then. Raises `RuleFailure` when a rule failed and was rolled back.
        """
        pending = self.pending
        if type(part) is not int:
            raise Unreadable(f"A part is a number, not {part!r}.")
        if pending is None or pending.stamp != stamp or not 0 <= part < len(pending.values):
            raise Stale("The table moved on; this is how it stands.")
        if pending.values[part] is not None:
            raise Stale("This is answered already.")
        self._check_offered(pending, part, value)
        pending.check(part, value)
        self._check_fallen(pending, part, value)
        self._enter(Answer(stamp, part, value, by, typed))

    def act(self, act: Act) -> None:
        """Take in something from outside the order of play. Raises as `answer` does."""
        act = replace(act, data=deepcopy(dict(act.data)))
        self.history.append(act)
        try:
            self._begin_act(act)
        except RuleFailure:
            raise
        except AffrayError:
            self.history.pop()
            raise
        self._keep_redo_after(act)
        self._settle()

    def advance(self, automatic: Automatic) -> None:
        """Let dice and bots answer until a person is wanted or the fight is over."""
        while (pending := self.pending) is not None:
            for part in pending.open_parts():
                answered = automatic(self, pending, part)
                if answered is not None:
                    value, by, typed = answered
                    pending.check(part, value)
                    self._enter(Answer(pending.stamp, part, value, by, typed))
                    break
            else:
                return

    # Taking inputs back

    def undo(self, to: int, by: str) -> None:
        """Cut the journal back to its first `to` inputs (0 to its length). What was cut can be redone."""
        self._check_point(to)
        self._redo = self.journal[to:] + self._redo
        self.history.append(Undone(to, by))
        self._cut(to, by)

    def redo(self, by: str, stop: Callable[[Input], bool] = lambda _: False) -> None:
        """Take undone inputs in again, up to the first after the next for which `stop` is true."""
        if not self._redo:
            raise Refused("Nothing has been taken back.", "")
        count = 1
        while count < len(self._redo) and not stop(self._redo[count]):
            count += 1
        self._redo_until(Redone(len(self.journal) + count, by))

    def reroll(self, to: int, by: str, reason: str) -> None:
        """Go back to the roll that was open after `to` inputs, and let its dice fall anew."""
        self._check_point(to)
        if not self._is_roll_at(to):
            raise Refused(f"No dice were asked for at point {to}.", "")
        self._redo.clear()
        self.history.append(Rerolled(to, by, reason))
        self._cut(to, by)
        pending = self.pending
        for part in [] if pending is None else pending.open_parts():
            pool = None if pending is None else pool_of(pending.request, part)
            if pool is not None:
                self.tray.forget(pool)

    def load(self, items: Iterable[HistoryItem]) -> None:
        """Replay a history. Raises `Stale` at the first input whose request is not the one it was given for.

        A rule that failed then fails again and is taken back again; should it work by now, the history's own
        `Undone` takes it back.
        """
        taken_back = False
        for item in items:
            if taken_back:
                if item != self.history[-1]:
                    raise Stale(FAILS_NOW)
                taken_back = False
                continue
            before = len(self.history)
            with suppress(RuleFailure):
                self._load(item)
            taken_back = len(self.history) == before + 2
        if taken_back:
            raise Stale(FAILS_NOW)

    # Inside

    def _load(self, item: HistoryItem) -> None:
        match item:
            case Answer():
                self.answer(item.stamp, item.part, item.value, item.by, item.typed)
            case Act():
                self.act(item)
            case Undone():
                self.undo(item.to, item.by)
            case Redone():
                self._redo_until(item)
            case Rerolled():
                self.reroll(item.to, item.by, item.reason)

    def _redo_until(self, item: Redone) -> None:
        self.history.append(item)
        count = max(0, item.to - len(self.journal))
        ahead, self._redo = self._redo[:count], self._redo[count:]
        self._take_again(ahead)

    def _keep_redo_after(self, item: Input) -> None:
        """A new input ends what could be redone, unless it is the very one that would come next."""
        self._redo = self._redo[1:] if self._redo[:1] == [item] else []

    def _enter(self, answer: Answer) -> None:
        self._keep_redo_after(answer)
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
        if isinstance(item.value, tuple):
            pool = pool_of(pending.request, item.part)
            assert pool is not None
            self.tray.take(pool, item.value, item.typed)
        self.journal.append(item)
        if pending.closed():
            self._runs.pop()
            self._resume(run, pending.result())
            self._settle()

    def _take_again(self, items: list[Input]) -> None:
        """Apply inputs that were applied before. Where the fight was stuck then, it is again, and goes on."""
        for item in items:
            try:
                self._take(item)
            except RuleFailure:
                if self.failure is None:
                    raise
        if self.failure is not None:
            raise self.failure

    def _begin_act(self, act: Act) -> None:
        """Start an act's procedure on top of whatever is open. A refused act leaves no trace."""
        run = _Run(self._performing(act), len(self.journal), len(self.records), is_act=True)
        self.journal.append(act)
        failure, self.failure = self.failure, None
        try:
            self._resume(run, None)
        except RuleFailure:
            raise
        except AffrayError:
            self.journal.pop()
            self.failure = failure
            raise

    def _performing(self, act: Act) -> Procedure:
        """An act as a procedure of which nothing runs before its first `send`."""
        yield from self.system.act(self.encounter, act.name, act.data, act.by, act.reason)

    def _resume(self, run: _Run, value: Any) -> None:
        """Send a procedure its answer; keep it on top while it has something to ask."""
        try:
            request: Request = run.procedure.send(value)
        except StopIteration:
            return
        except AffrayError as error:
            if value is None and run.is_act and len(self.records) == run.records:
                raise
            self._roll_back(run.start, error)
        except Exception as error:
            self._roll_back(run.start, error)
        else:
            run.fresh = run.fresh and value is None
            run.pending = Pending(request, len(self.journal), self._stamp_key)
            self._runs.append(run)

    def _settle(self) -> None:
        """After a procedure paused or ended: look at what lies below an act, or go on with the next step."""
        if not self._runs:
            self._go_on()
            return
        below = self._runs[-1]
        assert below.pending is not None
        if below.pending.opened == len(self.journal):
            return
        # An act has just ended on top of this step or act. If it ended the fight, that is void; if a step has
        # had no answer yet, it begins again, so that its question fits the state as it now is.
        if self._is_over(len(self.journal) - 1):
            self._runs.clear()
            self._go_on()
        elif below.fresh and not below.is_act:
            self._runs.clear()
            self._go_on(below.pending)

    def _go_on(self, interrupted: Pending | None = None) -> None:
        """Run steps until one asks something or the fight is over."""
        silent = 0
        while not self._runs and self.failure is None:
            inputs, records = len(self.journal), len(self.records)
            state = pickle.dumps(self.encounter.state, pickle.HIGHEST_PROTOCOL)
            self._checkpoints.append(_Checkpoint(inputs, records, state, dict(self.tray.used), interrupted))
            if self._is_over(inputs):
                return
            if silent == SILENT_STEPS_MAX:
                self._roll_back(inputs, RuntimeError(f"{silent} steps in a row asked nothing"))
            self._resume(_Run(self._stepping(), inputs, records, is_act=False), None)
            if interrupted is not None and self._runs:
                self._carry(interrupted)
            interrupted = None
            silent += 1

    def _stepping(self) -> Procedure:
        """A step as a procedure of which nothing runs before its first `send`."""
        yield from self.system.step(self.encounter)

    def _carry(self, interrupted: Pending) -> None:
        """Keep the answers of a half-answered request whose parts are still the same after an act."""
        run = self._runs[-1]
        pending = run.pending
        assert pending is not None
        carry_over(interrupted, pending)
        if only_own_acts(self.system, self.journal[interrupted.opened :]):
            pending.keep_stamp(interrupted)
        self._checkpoints[-1].carried = [
            Answer(pending.stamp, part, value, TABLE, pending.typed[part])
            for part, value in enumerate(pending.values)
            if value is not None
        ]
        if pending.closed():
            self._runs.pop()
            self._resume(run, pending.result())

    def _is_over(self, start: int) -> bool:
        """Whether the fight is over. Should that very rule fail, go back to `start` inputs."""
        try:
            return self.system.outcome(self.encounter) is not None
        except Exception as error:
            self._roll_back(start, error)

    def _cut(self, to: int, by: str) -> None:
        """Go back to where the journal held `to` inputs: restore a checkpoint and replay the rest."""
        while self._checkpoints[-1].inputs > to:
            self._checkpoints.pop()
        self._mark_undone(to, by)
        checkpoint = self._checkpoints.pop()
        replay = self.journal[checkpoint.inputs : to]
        del self.journal[checkpoint.inputs :]
        self.encounter.state = pickle.loads(checkpoint.state)
        self.tray.used = dict(checkpoint.used)
        self._runs.clear()
        self.failure = None
        muted, self._muted = self._muted, True
        try:
            with suppress(RuleFailure):
                self._go_on(checkpoint.interrupted)
            self._take_again(replay)
        finally:
            self._muted = muted

    def _mark_undone(self, to: int, by: str) -> None:
        """Mark what came of the inputs after `to`. What stands is in rising order of inputs."""
        for record in reversed(self.records):
            if record.undone_by is None:
                if record.at <= to:
                    return
                record.undone_by = by

    def _roll_back(self, start: int, error: Exception) -> NoReturn:
        """A rule failed: take its step or act back, say so once, and let the table go on."""
        failure = RuleFailure(_where(error), _clause_of(error), error)
        self._runs.clear()
        if len(self.journal) > start:
            self.history.append(Undone(start, TABLE))
            with suppress(RuleFailure):
                self._cut(start, TABLE)
        else:
            checkpoint = self._checkpoints[-1]
            self.encounter.state = pickle.loads(checkpoint.state)
            self.tray.used = dict(checkpoint.used)
            for record in self.records[checkpoint.records :]:
                record.undone_by = record.undone_by or TABLE
            self.failure = failure
        raise failure

    def _check_point(self, to: int) -> None:
        if type(to) is not int or not 0 <= to <= len(self.journal):
            raise Refused(f"There is no point {to} to go back to.", "")

    def _is_roll_at(self, to: int) -> bool:
        """Whether dice were asked for after `to` inputs."""
        if to < len(self.journal):
            item = self.journal[to]
            return isinstance(item, Answer) and isinstance(item.value, tuple)
        pending = self.pending
        return pending is not None and any(pool_of(pending.request, part) for part in pending.open_parts())

    def _check_offered(self, pending: Pending, part: int, value: PartValue) -> None:
        """Refuse an option that is not on offer with the clause that forbids it."""
        question = question_of(pending.request, part)
        if question is not None and isinstance(value, str) and option_by_id(question, value) is None:
            remark = self.system.why_not(self.encounter, question, value)
            raise Refused(remark["text"], remark["clause"] or question.clause)

    def _check_fallen(self, pending: Pending, part: int, value: PartValue) -> None:
        """Refuse faces other than those that fell here before: undoing is no way to fish for rolls."""
        pool = pool_of(pending.request, part)
        if pool is None:
            return
        for number, (face, fallen) in enumerate(zip(value, self.tray.fallen(pool), strict=True), start=1):
            if fallen is not None and face != fallen:
                raise Refused(
                    f"Die {number} fell here before and showed {fallen}; only a re-roll changes it.", ""
                )

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
    trace = error.__traceback__
    found = ""
    while trace is not None:
        found = clause_of_code(trace.tb_frame.f_code) or found
        trace = trace.tb_next
    return found
