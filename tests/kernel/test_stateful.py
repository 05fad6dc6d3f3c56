"""A session against a naive model: a list of inputs, run from scratch."""

from __future__ import annotations

from contextlib import suppress

import hypothesis.strategies as st
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from affray.kernel.errors import AffrayError, RuleFailure
from affray.kernel.inputs import Input
from affray.kernel.requests import question_of
from tests.kernel.table import (
    act,
    answer,
    answer_any,
    dice,
    loaded,
    new_session,
    open_request,
    position,
    records,
    standing_records,
)

ACTS = [
    act("check", fencer="ada", target=8),
    act("set", fencer="bo", value=6),
    act("set", fencer="cy", value=0),
    act("set", fencer="cy", value=4),
    act("break", value="middle"),
    act("break", value="start"),
    act("break", value=""),
    act("fail at once", fencer="bo"),
    act("fail later", fencer="bo"),
    act("refuse late", fencer="bo"),
    act("dance"),
]


class SessionAgainstList(RuleBasedStateMachine):
    """Inputs come in, are taken back and taken in again; a plain list does the same."""

    def __init__(self) -> None:
        super().__init__()
        self.session = new_session()
        self.journal: list[Input] = []
        self.ahead: list[Input] = []
        self.grown = 0

    def _took_in(self) -> None:
        """The session took one input in: the model notes the same."""
        item = self.session.journal[-1]
        assert self.session.journal[:-1] == self.journal
        self.journal.append(item)
        self.ahead = self.ahead[1:] if self.ahead[:1] == [item] else []

    def _failed(self) -> None:
        """A rule failed: what the session holds is what the model held, or a beginning of it."""
        kept = self.session.journal
        assert kept[: len(self.journal)] == self.journal[: len(kept)]
        self.journal = list(kept)
        self.ahead = list(self.ahead) if self.session.can_redo else []

    @precondition(lambda self: self.session.pending is not None)
    @rule(data=st.data())
    def answer_one(self, data: st.DataObject) -> None:
        """Any legal answer."""
        try:
            answer_any(self.session, lambda count: data.draw(st.integers(0, count - 1)))
        except RuleFailure:
            self._failed()
        else:
            self._took_in()

    @precondition(lambda self: self.session.pending is not None)
    @rule(value=st.one_of(st.text(max_size=3), st.tuples(st.integers(-2, 30))), part=st.integers(-2, 4))
    def answer_badly(self, value: str | tuple[int, ...], part: int) -> None:
        """What is refused changes nothing."""
        pending = open_request(self.session)
        legal = 0 <= part < len(pending.values) and pending.values[part] is None
        question = question_of(pending.request, part) if legal else None
        if legal and (question is None or value in {option.id for option in question.options}):
            return
        before = position(self.session)
        with suppress(AffrayError):
            answer(self.session, value, part)
            raise AssertionError("taken in")
        assert position(self.session) == before

    @rule(item=st.sampled_from(ACTS))
    def act(self, item) -> None:
        """An act, legal or not, failing or not."""
        before = position(self.session), len(self.session.history)
        try:
            self.session.act(item)
        except RuleFailure:
            if len(self.session.journal) == len(self.journal) + 1:
                self._took_in()
            else:
                self._failed()
        except AffrayError:
            assert (position(self.session), len(self.session.history)) == before
        else:
            self._took_in()

    @rule(data=st.data())
    def undo(self, data: st.DataObject) -> None:
        """Back to any input."""
        to = data.draw(st.integers(0, len(self.journal)))
        with suppress(RuleFailure):
            self.session.undo(to, "gm")
        self.ahead = self.journal[to:] + self.ahead
        self.journal = self.journal[:to]

    @precondition(lambda self: self.ahead)
    @rule(one=st.booleans())
    def redo(self, one: bool) -> None:
        """One input or all of them."""
        with suppress(RuleFailure):
            self.session.redo("gm", stop=lambda item: one)
        count = 1 if one else len(self.ahead)
        self.journal += self.ahead[:count]
        self.ahead = self.ahead[count:]

    @precondition(lambda self: any(isinstance(getattr(item, "value", ""), tuple) for item in self.journal))
    @rule(data=st.data())
    def reroll(self, data: st.DataObject) -> None:
        """Any roll falls anew."""
        rolls = [n for n, item in enumerate(self.journal) if isinstance(getattr(item, "value", ""), tuple)]
        to = data.draw(st.sampled_from(rolls))
        self.session.reroll(to, "gm", "cocked")
        self.journal, self.ahead = self.journal[:to], []

    @rule()
    def let_dice_fall(self) -> None:
        """The server's dice answer whatever they can."""
        try:
            while self.session.pending is not None:
                before = len(self.session.journal)
                fallen = [False]

                def once(session, pending, part, fallen=fallen):
                    if fallen[0]:
                        return None
                    answered = dice(session, pending, part)
                    fallen[0] = answered is not None
                    return answered

                self.session.advance(once)
                if len(self.session.journal) == before:
                    return
                self._took_in()
        except RuleFailure:
            self._failed()

    @invariant()
    def is_what_the_list_says(self) -> None:
        """Journal and redo are the model's; the history is worth the same as its live inputs alone."""
        assert self.session.journal == self.journal
        assert self.session.can_redo == bool(self.ahead)
        assert [record.number for record in self.session.records] == list(range(len(self.session.records)))
        assert len(self.session.history) >= self.grown
        self.grown = len(self.session.history)

    def teardown(self) -> None:
        """From scratch, the list of inputs and the whole history both lead to the same position."""
        fresh = new_session()
        for item in self.journal:
            with suppress(RuleFailure):
                fresh.load([item])
        assert position(fresh) == position(self.session)
        assert standing_records(fresh) == standing_records(self.session)
        again = loaded(self.session.history)
        assert position(again) == position(self.session)
        assert records(again) == records(self.session)
        assert again.history == self.session.history
        assert again.can_redo == self.session.can_redo


TestSessionAgainstList = SessionAgainstList.TestCase
TestSessionAgainstList.settings = settings(max_examples=40, stateful_step_count=30, deadline=None)
