"""What the system tells of itself: invariants, refusals, the start."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from affray.kernel.codec import from_plain, state_hash, to_plain
from affray.kernel.requests import question_of
from affray.systems.d20plus.state import Clash, State, Tad, Turn
from affray.systems.d20plus.system import SYSTEM
from tests.systems.d20plus.fights import Table, fight, person


def _two_bonus_turns(state: State) -> None:
    state.turns[:] = [Turn("ann", True), Turn("bob", True)]


@pytest.mark.parametrize(
    "spoil",
    [
        lambda state: state.personas["ann"].wounds.update(Body=9),
        lambda state: setattr(state.personas["ann"], "zone", "nowhere"),
        lambda state: setattr(state.personas["ann"], "cover", "Wall"),
        lambda state: (
            setattr(state.personas["ann"], "out", True),
            setattr(state.personas["ann"], "tad", Tad(6, "x", 0)),
        ),
        lambda state: setattr(state.personas["ann"], "tad", Tad(7, "x", 0)),
        lambda state: setattr(state.turns[0], "actions", -1),
        lambda state: state.order.append("ann"),
        lambda state: state.acted.append("nobody"),
        _two_bonus_turns,
        lambda state: state.turns.extend([Turn("bob"), Turn("ann")]),
        lambda state: setattr(state, "clash", Clash("ann", "nobody", "axe")),
    ],
)
def test_a_broken_invariant_is_told(spoil: Callable[[State], object]) -> None:
    """A check that finds nothing would let every fuzz run pass."""
    table = Table(fight(person("ann", spirit=9), person("bob", "B"))).do("ann 2-actions")
    assert SYSTEM.problems(table.session.encounter) == []
    spoil(table.state)
    assert SYSTEM.problems(table.session.encounter)


def test_why_not_names_the_clause_of_what_is_not_offered() -> None:
    """Players read it where an option is missing."""
    table = Table(fight(person("ann", spirit=9), person("bob", "B", "gate"))).do("ann 2-actions")
    pending = table.session.pending
    assert pending is not None
    question = question_of(pending.request, 0)
    assert question is not None
    encounter = table.session.encounter
    assert SYSTEM.why_not(encounter, question, "strike axe bob") == {
        "text": "Bob is Ranged; it reaches Close",
        "clause": "D8.4",
    }
    assert SYSTEM.why_not(encounter, question, "<script>")["clause"] == question.clause


def test_a_fight_starts_alike_as_often_as_it_is_started() -> None:
    """Templates are never changed by a fight."""
    people = person("ann", spirit=9), person("bob", "B", wounds={"Body": 2}, tad=6, exhausted=("gun",))
    first, second = fight(*people), fight(*people)
    before = state_hash(first.state)
    Table(first).do("ann 2-actions", "ann strike axe bob", "bob keep", "ann 15", "bob 5")
    assert state_hash(first.state) != before
    assert state_hash(second.state) == before
    assert state_hash(fight(*people).state) == before


def test_the_state_goes_through_plain_json() -> None:
    """With a strike open, a bonus turn due and everything held that can be held."""
    table = Table(
        fight(
            person("ann", spirit=9, abilities=("ward", "mark")),
            person("bob", "B", tad=6, cover="Crate"),
            person("cid", "B", abilities=("guard",), concealment=None, exhausted=("gun",)),
        )
    ).do("ann 2-actions", "ann use ward ann", "ann use mark bob", "ann strike axe bob")
    assert table.state.clash is not None
    again = from_plain(State, to_plain(table.state))
    assert again == table.state
    assert state_hash(again) == state_hash(table.state)


def test_seats_are_all_personas_also_those_that_are_out() -> None:
    """The table keeps their seats."""
    table = Table(fight(person("ann", spirit=9), person("bob", "B"), person("cid")))
    table.act("set", persona="cid", field="out", value=True)
    assert [seat.id for seat in SYSTEM.seats(table.session.encounter)] == ["ann", "bob", "cid"]
