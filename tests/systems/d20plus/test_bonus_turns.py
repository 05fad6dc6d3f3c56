"""Bonus turns, and taking back what happened in the middle of reactions."""

from __future__ import annotations

from typing import Any

import pytest

from affray.kernel.codec import state_hash
from affray.systems.d20plus.events import BonusTurnVoid, StrikeDeclared, TurnBegan, Wounded
from affray.systems.d20plus.reactions import may_react
from tests.systems.d20plus.fights import Table, fight, person

STRIKE = ("ann 2-actions", "ann strike axe bob")
ANN: dict[str, Any] = {"weapons": ("axe", "whip", "gun", "voice", "lash", "taunt", "bow")}


def last_breath(*mourners: Any, **bob: Any) -> Table:
    """Ann is about to put Bob Out; some of his side would answer that."""
    bob = {"wounds": {"Mind": 4, "Spirit": 4, "Body": 3}} | bob
    table = Table(fight(person("ann", **ANN), person("bob", "B", **bob), *mourners))
    return table.do("ann 2-actions", "ann strike axe bob", "ann 15", "bob 5")


@pytest.mark.clause("D11.7", "D11.13")
def test_a_bonus_turn_interrupts_the_turn_under_way_which_then_goes_on() -> None:
    """A full turn, then Ann has what she had left."""
    table = last_breath(person("cid", "B", abilities=("avenge",)))
    assert table.asked == [("cid", "reaction bonus turn")]
    table.do("cid yes")
    assert table.asked == [("cid", "split")]
    assert [turn.persona for turn in table.state.turns] == ["ann", "cid"]
    assert may_react(table.session.encounter, table["ann"])
    table.do("cid 2-actions", "cid strike axe ann", "cid 5", "ann 10", "cid end")
    assert table.asked == [("ann", "turn")]
    assert table.state.turn is not None
    assert table.state.turn.actions == 1
    # The turn of the round is still to come.
    assert table.do("ann end").asked == [("cid", "split")]


@pytest.mark.clause("D11.13")
def test_a_bonus_turn_may_be_declined() -> None:
    """Then nothing is interrupted."""
    assert last_breath(person("cid", "B", abilities=("avenge",))).do("cid no").asked == [("ann", "turn")]


@pytest.mark.clause("D11.13", "D11.8")
def test_two_bonus_turns_of_one_trigger_come_one_after_the_other() -> None:
    """In initiative order, never one inside the other."""
    table = last_breath(
        person("cid", "B", abilities=("avenge",)), person("dan", "B", abilities=("avenge",), spirit=3)
    )
    table.do("cid yes", "dan yes", "cid 2-actions")
    assert [turn.persona for turn in table.state.turns] == ["ann", "cid"]
    table.do("cid end")
    assert table.asked == [("dan", "split")]
    assert [turn.persona for turn in table.state.turns] == ["ann", "dan"]


@pytest.mark.clause("D11.13")
def test_one_bonus_turn_a_persona_and_round_and_none_within_another() -> None:
    """Cid has had its own this round; Dan's chance comes inside Cid's bonus turn, so it is none."""
    eve = person("eve", "A", abilities=("avenge",), wounds={"Mind": 4, "Spirit": 4, "Body": 3})
    fay = person("fay", "A", abilities=("avenge",), spirit=1)
    table = last_breath(person("cid", "B", abilities=("avenge",)), eve, fay)
    table.do("cid yes", "cid 2-actions", "cid strike axe eve", "cid 15", "eve 5")
    assert table["eve"].out
    assert table.asked == [("cid", "turn")]


@pytest.mark.clause("D11.13", "D6.6")
def test_a_bonus_turn_counts_as_a_turn_in_every_respect() -> None:
    """Body at 0, count 1: at its end 2; an old TAD goes, cooldowns count."""
    cid = person(
        "cid",
        "B",
        abilities=("avenge",),
        weapons=("lash",),
        wounds={"Body": 4},
        broken_turns={"Body": 1},
        tad=8,
    )
    table = last_breath(cid)
    table["cid"].cooldowns["other"] = 1
    table.do("cid yes", "cid 2-moves", "cid end")
    assert table["cid"].broken_turns["Body"] == 2
    assert table["cid"].tad is None
    assert table["cid"].turns_begun == 1


@pytest.mark.clause("D11.7")
def test_a_bonus_turn_after_a_foe_was_put_out_by_a_counter_attack() -> None:
    """ "foe out" happens outside the own turn only this way (D11.1)."""
    encounter = fight(
        person("ann", wounds={"Mind": 4, "Spirit": 4, "Body": 3}),
        person("cid"),
        person("bob", "B", abilities=("riposte", "reap")),
    )
    table = Table(encounter).do("cid 2-actions", "cid end")
    while table.asked[0][0] != "ann":
        table.do(f"{table.asked[0][0]} 2-actions", f"{table.asked[0][0]} end")
    table.do(*STRIKE, "ann 5", "bob 10", "bob strike axe", "bob 15", "ann 5")
    assert table.asked == [("bob", "reaction bonus turn")]
    assert table.do("bob yes").asked == [("bob", "split")]


@pytest.mark.clause("D11.13")
def test_a_bonus_turn_of_somebody_who_went_out_meanwhile_does_not_come() -> None:
    """The turn under way goes on."""
    table = last_breath(
        person("cid", "B", abilities=("avenge",)), person("dan", "B", abilities=("avenge",), spirit=3)
    )
    table.do("cid yes").act("set", persona="cid", field="out", value=True)
    assert table.asked == [("dan", "reaction bonus turn")]
    table.do("dan no")
    assert [event.persona for event in table.events(BonusTurnVoid)] == ["cid"]
    assert table.asked == [("ann", "turn")]


@pytest.mark.clause("D11.7", "D6.6")
def test_allies_answer_who_goes_out_at_the_end_of_its_own_turn_too() -> None:
    """A third turn end at 0 puts a Persona Out like any strike."""
    encounter = fight(
        person("ann"),
        person("bob", "B", wounds={"Mind": 4}, broken_turns={"Mind": 2}),
        person("cid", "B", abilities=("avenge",), spirit=3),
    )
    table = Table(encounter).do("ann 2-actions", "ann end", "bob 2-actions", "bob end")
    assert table["bob"].out
    assert table.asked == [("cid", "reaction bonus turn")]
    # The question stands, whatever the GM does meanwhile.
    table.act("set", persona="ann", field="prone", value=True)
    assert table.asked == [("cid", "reaction bonus turn")]
    table.do("cid yes", "cid 2-actions", "cid end", "cid 2-actions")
    assert [(event.persona, event.bonus) for event in table.events(TurnBegan)] == [
        ("ann", False),
        ("bob", False),
        ("cid", True),
        ("cid", False),
    ]


# Undo


def test_undo_in_the_middle_of_a_reaction_restores_the_exact_state() -> None:
    """Every point of a strike with interception, counter-attack and bonus turn, hash by hash."""
    encounter = fight(
        person("ann", wounds={"Mind": 4, "Spirit": 4, "Body": 2}, abilities=("brace",)),
        person("dan", abilities=("avenge",), spirit=3),
        person("bob", "B"),
        person("cid", "B", abilities=("guard", "riposte"), spirit=3),
    )
    table = Table(encounter, {"ann": "Slow", "dan": "Slow", "bob": "Fast", "cid": "Slow"})
    answers = [
        "bob 2-moves",
        "bob end",
        "dan 2-actions",
        "dan end",
        "cid 2-actions",
        "cid end",
        "ann 2-actions",
        "ann strike axe bob",
        "cid yes",
        "ann 10",
        "cid 5",
        "cid strike axe",
        "cid 18",
        "ann 2",
        "dan yes",
        "dan 2-actions",
        "dan strike axe cid",
        "dan 4",
        "cid 10",
    ]
    hashes = [state_hash(table.state)]
    start = len(table.session.journal)
    for answer in answers:
        table.do(answer)
        hashes.append(state_hash(table.state))
    assert table.events(StrikeDeclared, Wounded)
    for back in range(len(answers), -1, -1):
        table.session.undo(start + back, "Gemma")
        assert state_hash(table.state) == hashes[back]
        while table.session.can_redo:
            table.session.redo("Gemma")
        assert state_hash(table.state) == hashes[-1]
