"""What every rule system owes the rest of affray, checked while it is played at random."""

from __future__ import annotations

import contextlib
import pickle
from fractions import Fraction
from random import Random
from typing import Any

import orjson
import pytest

from affray.kernel.codec import from_plain, state_hash, to_plain
from affray.kernel.errors import Refused, Unreadable
from affray.kernel.inputs import item_from_plain, item_to_plain
from affray.kernel.pending import Pending
from affray.kernel.requests import Choose, Contest, Roll, Window, pool_of
from affray.kernel.session import Session
from affray.kernel.system import GM_VIEWER
from affray.odds.exact import TooManyOutcomes, explore, option_odds, position_of
from affray.odds.outcomes import by_bands
from tests.contract.cases import Case, cases
from tests.contract.play import (
    any_answer,
    copy_of,
    first_request,
    mark,
    open_session,
    played,
    questions_of,
    take,
)

CASES = pytest.mark.parametrize("case", cases(), ids=lambda case: case.id)


@CASES
def test_states_are_sound_and_plain(case: Case) -> None:
    """After every input: no invariant broken, a pickled copy and a JSON round trip are equal."""
    for session in played(case, 1, 150):
        state = session.encounter.state
        assert case.system.problems(session.encounter) == []
        hashed = state_hash(state)
        assert state_hash(pickle.loads(pickle.dumps(state))) == hashed
        again = from_plain(case.system.state_type, orjson.loads(orjson.dumps(to_plain(state))))
        assert again == state
        assert state_hash(again) == hashed


@CASES
def test_events_are_plain_and_frozen(case: Case) -> None:
    """Every event names its clause, can be hashed (so it holds nothing mutable), and survives JSON."""
    *_, session = played(case, 2, 250)
    for record in session.records:
        for event in (record.event, record.public):
            if event is None:
                continue
            hash(event)
            assert event.clause, f"{type(event).__name__} names no clause"
            assert from_plain(type(event), orjson.loads(orjson.dumps(to_plain(event)))) == event


@CASES
def test_options_are_unique_and_defaults_are_offered(case: Case) -> None:
    """No question offers an id twice or none at all; whoever may pass can."""
    for session in played(case, 3, 250):
        if session.pending is None:
            continue
        request = session.pending.request
        for question in questions_of(session.pending).values():
            ids = [option.id for option in question.options]
            assert ids
            assert len(set(ids)) == len(ids)
            assert question.default is None or question.default in ids
            if isinstance(request, Window) and request.until == "first":
                assert question.default is not None


@CASES
def test_every_option_is_accepted(case: Case) -> None:
    """Whatever is offered is taken, and undoing it leads back to the very same question."""
    random = Random(4)
    for number, session in enumerate(played(case, 4, 100)):
        if session.pending is None or number % 5:
            continue
        part = random.choice(session.pending.open_parts())
        question = questions_of(session.pending).get(part)
        before, inputs = mark(session), len(session.journal)
        for option in () if question is None else question.options:
            take(session, part, option.id)
            assert session.journal[-1].value == option.id  # type: ignore[union-attr]
            session.undo(inputs, "gm")
            assert mark(session) == before


@CASES
def test_everything_else_is_refused(case: Case) -> None:
    """Ids that are not on offer are refused with a reason and a clause, and change nothing."""
    for number, session in enumerate(played(case, 5, 120)):
        if session.pending is None or number % 4:
            continue
        before = mark(session)
        for part, question in questions_of(session.pending).items():
            if session.pending.values[part] is not None:
                continue
            offered = {option.id for option in question.options}
            wrong = {"", "no such thing", "x:y:z", *(id_ + "x" for id_ in offered)} - offered
            for id_ in sorted(wrong):
                with pytest.raises(Refused) as refused:
                    take(session, part, id_)
                assert refused.value.text
                assert refused.value.clause
        assert mark(session) == before


@CASES
def test_refusals_on_show_are_the_refusals_given(case: Case) -> None:
    """An option that a question shows as refused is refused when tried, with the same clause and text."""
    for number, session in enumerate(played(case, 6, 120)):
        if session.pending is None or number % 4:
            continue
        for part, question in questions_of(session.pending).items():
            shown = case.system.question(session.encounter, question, GM_VIEWER)
            offered = [option["id"] for option in shown["options"] if option["refusal"] is None]
            assert sorted(offered) == sorted(option.id for option in question.options)
            if session.pending.values[part] is not None:
                continue
            for option in shown["options"]:
                if option["refusal"] is not None:
                    with pytest.raises(Refused) as refused:
                        take(session, part, option["id"])
                    assert refused.value.text == option["refusal"]["text"]
                    assert refused.value.clause == option["refusal"]["clause"]


@CASES
def test_a_step_can_begin_again_at_its_first_question(case: Case) -> None:
    """What a step does before it asks leaves the state at that question: begun again, it asks the same."""
    asked = 0
    for session in played(case, 7, 200):
        fork = session.fork()
        if fork is None or fork[1] or session.pending is None:
            continue
        request, events = first_request(case, copy_of(session.encounter))
        assert events == []
        assert request == session.pending.request
        asked += 1
    assert asked


@CASES
def test_undo_to_the_start_and_redo(case: Case) -> None:
    """Every position on the way back is the one of then, and every one on the way forth again."""
    marks = []
    for session in played(case, 8, 60):
        marks.append(mark(session))
    last = len(session.journal)
    for to in reversed(range(last)):
        session.undo(to, "gm")
        assert mark(session) == marks[to]
    while session.can_redo:
        session.redo("gm", stop=lambda item: True)
        assert mark(session) == marks[len(session.journal)]
    assert len(session.journal) == last


@CASES
def test_a_saved_history_loads_as_it_was(case: Case) -> None:
    """State, question, records and history come back the same, over undo, redo and re-rolls."""
    random = Random(9)
    session = open_session(case)
    for _ in range(120):
        if session.pending is None or random.random() < 0.05:
            session.undo(random.randrange(len(session.journal) + 1), "gm")
        elif session.can_redo and random.random() < 0.3:
            session.redo("gm")
        else:
            take(session, *any_answer(session, random))
    again = open_session(case)
    plain = orjson.loads(orjson.dumps([item_to_plain(item) for item in session.history]))
    again.load([item_from_plain(item, "inputs") for item in plain])

    assert mark(again) == mark(session)
    assert again.history == session.history
    assert [record.event for record in again.records] == [record.event for record in session.records]
    assert [record.undone_by for record in again.records] == [record.undone_by for record in session.records]


@CASES
def test_a_band_stands_for_every_throw_in_it(case: Case) -> None:
    """A rule that is sent a band does exactly what it does for any throw of that band."""
    random = Random(10)
    compared = 0
    for session in played(case, 10, 250):
        pending = session.pending
        fork = session.fork()
        if pending is None or fork is None or not isinstance(pending.request, (Roll, Contest)):
            continue
        if any(value is not None for value in pending.values):
            continue
        faces = [
            tuple(random.randint(1, sides) for sides in pool_of(pending.request, part).sides)  # type: ignore[union-attr]
            for part in range(pending.request.parts)
        ]
        raw = _after(case, session, _thrown(pending, faces))
        assert _after(case, session, _banded(pending, faces)) == raw
        compared += 1
    assert compared


def _thrown(pending: Pending, faces: list[tuple[int, ...]]) -> Any:
    thrown = Pending(pending.request, pending.opened)
    thrown.values = list(faces)
    return thrown.result()


def _banded(pending: Pending, faces: list[tuple[int, ...]]) -> Any:
    """The outcome that exact odds would send for these faces."""
    request = pending.request
    assert isinstance(request, (Roll, Contest))
    thrown = _thrown(pending, faces)
    value = thrown.total if isinstance(request, Roll) else thrown.margin
    band = request.cuts.band(value)
    for result, _ in by_bands(request):
        if (result.total if isinstance(request, Roll) else result.margin) == band:  # type: ignore[union-attr]
            return result
    raise AssertionError(f"no outcome stands for {value}")


def _after(case: Case, session: Session, result: Any) -> tuple[Any, ...]:
    """Where the open step gets to with this result: the state, what it asks next, the kinds of its events."""
    fork = session.fork()
    assert fork is not None
    encounter = copy_of(session.encounter)
    encounter.state = pickle.loads(fork[0])
    procedure = case.system.step(encounter)
    pending = Pending(next(procedure), 0)
    for item in fork[1]:
        pending.values[item.part] = item.value  # type: ignore[union-attr]
        if pending.closed():
            pending = Pending(procedure.send(pending.result()), 0)
    kinds: list[str] = []
    encounter.watch = lambda event, to, public: kinds.append(type(event).__name__)
    asked = None
    with contextlib.suppress(StopIteration):
        asked = procedure.send(result)
    return state_hash(encounter.state), asked, kinds


@CASES
def test_chances_add_up_to_one(case: Case) -> None:
    """For any option, the chances of all outcomes are exactly one, and the fight is left as it was."""
    random = Random(11)
    followed = 0
    for number, session in enumerate(played(case, 11, 160)):
        if session.pending is None or number % 4:
            continue
        questions = questions_of(session.pending)
        at = position_of(session)
        if at is None or not questions:
            continue
        before = mark(session), pickle.dumps(session.encounter.state)
        part, question = random.choice(list(questions.items()))
        option = random.choice(question.options)
        with contextlib.suppress(TooManyOutcomes):
            chances = explore(at, part, option.id, lambda event: None, runs_max=300)
            assert chances == {None: Fraction(1)}
            followed += 1
        odds = option_odds(session, part, option.id)
        assert odds is None or sum(bar["percent"] for bar in odds["bars"]) == pytest.approx(100, abs=0.6)
        assert (mark(session), pickle.dumps(session.encounter.state)) == before
    assert followed


@CASES
def test_turns_begin_and_end_once(case: Case) -> None:
    """Turns nest as far as the system says, each ends once, and nobody ends a turn that is not its own."""
    for seed in (12, 13):
        *_, session = played(case, seed, 300)
        stack: list[str] = []
        for record in session.records:
            name = type(record.event).__name__
            if name in case.begins:
                stack.append(case.turn_of(record.event))
                assert len(stack) <= case.nesting_max
            elif name in case.ends:
                assert stack.pop() == case.turn_of(record.event)


@CASES
def test_appraisals_fit_their_questions(case: Case) -> None:
    """Every option gets one finite worth, and asking for it changes nothing."""
    for session in played(case, 14, 150):
        if session.pending is None:
            continue
        before = pickle.dumps(session.encounter.state)
        for question in questions_of(session.pending).values():
            worths = case.system.appraise(session.encounter, question)
            assert len(worths) == len(question.options)
            assert all(abs(worth) < 1e9 for worth in worths)
            if isinstance(question, Choose):
                assert case.system.waiting(session.encounter, question)
        assert pickle.dumps(session.encounter.state) == before


@CASES
def test_acts_at_any_moment_break_nothing(case: Case) -> None:
    """A GM may call for checks, correct, add and remove in the middle of anything, the actor of a turn too.

    No rule fails, no invariant breaks, at most one turn per level is open, and all of it can be taken back.
    """
    taken = 0
    for seed in range(15, 23):
        random = Random(seed)
        session = open_session(case)
        marks = {0: mark(session)}
        for _ in range(150):
            try:
                if random.random() < 0.15:
                    session.act(case.act(session.encounter, random))
                    taken += 1
                elif session.pending is not None:
                    take(session, *any_answer(session, random))
            except (Refused, Unreadable):
                pass
            assert session.failure is None
            assert case.system.problems(session.encounter) == []
            marks[len(session.journal)] = mark(session)
        for _ in range(5):
            to = random.randrange(len(session.journal) + 1)
            session.undo(to, "gm")
            assert mark(session) == marks[to]
    assert taken > 20
