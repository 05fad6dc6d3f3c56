"""A player's own act on top of an open question: an answer that is under way is not stale by it."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray.dice.counter import CounterDice
from affray.kernel.codec import state_hash
from affray.kernel.errors import Stale
from affray.kernel.inputs import Act, HistoryItem, item_from_plain, item_to_plain
from affray.kernel.past import past
from affray.kernel.session import Session
from affray.kernel.system import only_own_acts
from tests.kernel.table import act, answer, answer_any, dice, open_request, position, records, to_question
from tests.toy.system import Toy, toy_encounter


class FreeToy(Toy):
    """The toy in which a player may also leave, or have a check of the own fencer rolled."""

    own_acts: Mapping[str, str] = {"say": "fencer", "remove": "fencer", "check": "fencer"}


def fresh() -> Session:
    """A fight of it at its first question."""
    return Session(FreeToy(), toy_encounter(), CounterDice("the seed of a test"))


def again(history: list[HistoryItem]) -> Session:
    """A fresh session that was given these items as a save would hold them."""
    session = fresh()
    session.load([item_from_plain(item_to_plain(item), f"inputs[{n}]") for n, item in enumerate(history)])
    return session


def say(fencer: str = "bo") -> Act:
    """An own act that asks nothing. It costs the fencer a secret, and changes no question."""
    return Act("say", {"fencer": fencer, "words": "Have at you"}, "Dana")


def test_the_question_keeps_its_stamp() -> None:
    """The step begins anew from the state as it is now, and the answer under way still fits."""
    session = fresh()
    before = to_question(session, "turn")

    session.act(say())
    after = open_request(session)

    assert after is not before
    assert after.opened == before.opened + 1 == len(session.journal)
    session.answer(before.stamp, 0, "wait", "somebody")
    assert session.journal[-1].stamp == before.stamp  # type: ignore[union-attr]


def test_the_new_step_stands_on_the_state_after_the_act() -> None:
    """The checkpoint is that of the step that began anew: what the act changed is in it."""
    session = fresh()
    stamp = to_question(session, "turn").stamp
    session.act(say())
    changed = state_hash(session.encounter.state)

    session.answer(stamp, 0, "wait", "somebody")
    session.undo(len(session.journal) - 1, "gm")

    assert state_hash(session.encounter.state) == changed
    assert open_request(session).stamp == stamp


def test_a_correction_makes_a_new_stamp() -> None:
    """Also where it changes nothing about the question, and where own acts come before or after it."""
    session = fresh()
    stamps = [to_question(session, "turn").stamp]
    for item in (act("set", fencer="bo", value=5), say(), act("set", fencer="bo", value=4)):
        session.act(item)
        stamps.append(open_request(session).stamp)

    assert stamps[1] == stamps[2]
    assert len(set(stamps)) == 3
    with pytest.raises(Stale):
        session.answer(stamps[0], 0, "wait", "somebody")


def test_an_act_that_changes_the_question_makes_a_new_stamp() -> None:
    """Whoever decided on what is not asked any more is told so; an own act after it keeps the new stamp."""
    session = fresh()
    before = open_request(session)

    session.act(act("remove", fencer="cy"))
    after = open_request(session)
    assert after.request != before.request
    assert after.stamp != before.stamp
    assert after.stamp.startswith(f"{len(session.journal)}-")

    session.act(say())
    assert open_request(session).stamp == after.stamp


def test_two_acts_in_a_row() -> None:
    """However many speak at once, the question is the one it was."""
    session = fresh()
    stamp = to_question(session, "turn").stamp

    for fencer in ("bo", "ada", "bo"):
        session.act(say(fencer))
        assert open_request(session).stamp == stamp

    session.answer(stamp, 0, "wait", "somebody")
    assert position(again(session.history)) == position(session)


def test_in_the_middle_of_a_window() -> None:
    """Who has answered is not asked again, and the others answer what they were asked."""
    session = fresh()
    stamp = open_request(session).stamp
    session.answer(stamp, 1, "low", "somebody")

    session.act(say())
    assert open_request(session).values == [None, "low", None]
    session.answer(stamp, 0, "high", "somebody")
    session.act(say("ada"))
    assert open_request(session).values == ["high", "low", None]
    with pytest.raises(Stale):
        session.answer(stamp, 1, "high", "somebody")
    session.answer(stamp, 2, "low", "somebody")

    stances = {fencer.id: fencer.stance for fencer in session.encounter.state.fencers.values()}
    assert stances == {"ada": "high", "bo": "low", "cy": "low"}


def test_an_act_that_rolls() -> None:
    """Its roll is asked first; then the question stands under its own stamp."""
    session = fresh()
    stamp = to_question(session, "turn").stamp

    session.act(act("check", fencer="bo", target=10))
    with pytest.raises(Stale):
        session.answer(stamp, 0, "wait", "somebody")
    session.act(say())
    session.advance(dice)
    assert open_request(session).stamp == stamp

    session.act(act("check", fencer="bo", target=10))
    session.act(act("set", fencer="bo", value=5))
    session.advance(dice)
    assert open_request(session).stamp != stamp, "a correction came on top of the roll"


def test_undo_and_redo_give_the_same_stamps() -> None:
    """Taken back and in again across the acts, every position asks under the stamp it had."""
    session = fresh()
    session.answer(open_request(session).stamp, 1, "low", "somebody")
    had = {len(session.journal): open_request(session).stamp}
    for item in (say(), say("ada"), act("set", fencer="bo", value=5), say()):
        session.act(item)
        had[len(session.journal)] = open_request(session).stamp
    assert len(set(had.values())) == 2

    for to in (4, 2, 3, 1):
        session.undo(to, "gm")
        assert open_request(session).stamp == had[to]
        while session.can_redo:
            session.redo("gm", stop=lambda _: True)
            assert open_request(session).stamp == had[len(session.journal)]
    assert position(again(session.history)) == position(session)


@given(seed=st.integers(0, 2**32))
def test_a_history_with_own_acts_loads_as_it_was(seed: int) -> None:
    """At random, with corrections and undo in between: the same stamps, states and records come again."""
    random = Random(seed)
    session = fresh()
    acts = [
        say("ada"),
        say("bo"),
        say("cy"),
        act("check", fencer="ada", target=8),
        act("set", fencer="bo", value=5),
    ]
    for _ in range(40):
        luck = random.random()
        if session.pending is None:
            break
        if luck < 0.35:
            session.act(random.choice(acts))
        elif luck < 0.45 and session.journal:
            session.undo(random.randrange(len(session.journal)), "gm")
        elif luck < 0.5 and session.can_redo:
            session.redo("gm")
        else:
            answer_any(session, random.randrange)

    loaded = again(session.history)

    assert position(loaded) == position(session)
    assert records(loaded) == records(session)
    then = past(session, len(session.journal))
    asked = [None if one.pending is None else one.pending.request for one in (then, session)]
    assert asked[0] == asked[1]


def test_what_counts_as_own() -> None:
    """Every act among the inputs has to be one; answers do not matter."""
    session = fresh()
    answer(session, "low", 0)
    assert only_own_acts(session.system, [*session.journal, say()])
    assert not only_own_acts(session.system, [say(), act("set", fencer="bo", value=5)])
    assert not only_own_acts(object(), [say()])  # type: ignore[arg-type]


def test_nothing_is_kept_for_another_request() -> None:
    """The stamp names what is asked: it never goes over to something else."""
    session = fresh()
    before, other = open_request(session), fresh()
    after: Any = to_question(other, "turn")
    stamp = after.stamp
    after.keep_stamp(before)
    assert after.stamp == stamp
