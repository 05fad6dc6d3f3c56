"""When a scene is over, draws, and when the GM is asked whether it is."""

from __future__ import annotations

from typing import Any

import pytest

from affray.systems.cantor import events as e
from affray.systems.cantor.arms import arm_named
from affray.systems.cantor.attack import attack
from affray.systems.cantor.ending import check_end, is_stalemate, quiet_rounds
from tests.systems.cantor.fights import Table, fight, person, run


def duel(**rulings: Any) -> Table:
    """Ann has the first turn."""
    return Table(fight("A..B", person("ann"), person("bob", "B"), **rulings))


@pytest.mark.clause("C6.3")
def test_the_scene_ends_when_one_side_is_all_out() -> None:
    """Defeated, destroyed and Stressed Out alike; the last unit's going ends it at once."""
    people = person("ann"), person("bob", "B", hp=1), person("cid", "B", hp=1)
    table = Table(fight("A..BC", *people)).act("damage", unit="bob", amount=1)
    assert table.state.outcome is None
    table.act("damage", unit="cid", amount=1)
    assert table.state.outcome == "The one side win"
    assert table.asked == []
    assert [event.winner for event in table.events(e.SceneEnded)] == ["A"]


@pytest.mark.clause("C6.3")
def test_with_three_sides_it_ends_when_one_is_left() -> None:
    """Not before."""
    people = person("ann"), person("bob", "B"), person("cid", "C")
    table = Table(fight("A..BC", *people)).act("remove", unit="bob")
    assert table.state.outcome is None
    table.act("remove", unit="ann")
    assert table.state.outcome == "A third side win"


@pytest.mark.clause("C6.3")
def test_the_last_cantor_and_the_last_enemy_out_by_one_action_is_a_draw() -> None:
    """It is looked at when the action is over."""
    encounter = fight("AB", person("ann", weapons=("five",), structure=1, hp=5), person("bob", "B", hp=5))
    arm = arm_named(encounter, encounter.state.units["ann"], "five")
    run(encounter, attack(encounter, "ann", arm, ["bob", "ann"]), "ann 20 1", "bob no", "ann 20 1", "ann no")
    assert {unit.out for unit in encounter.state.units.values()} == {"defeated", "destroyed"}
    assert encounter.state.outcome == "draw"


@pytest.mark.clause("C6.3")
def test_a_scene_in_which_all_are_out_from_the_first_is_a_draw() -> None:
    """Nobody has a turn."""
    people = person("ann", hp_now=0), person("bob", "B", hp_now=0)
    assert Table(fight("A..B", *people)).state.outcome == "draw"


@pytest.mark.clause("C6.3")
def test_who_is_still_to_come_counts() -> None:
    """Bob is defeated, and Cid joins in round 2."""
    people = person("ann"), person("bob", "B", hp=1), person("cid", "B", joins=2)
    table = Table(fight("A..BC", *people)).act("damage", unit="bob", amount=1)
    assert table.state.outcome is None
    table.do("ann end")
    assert (table.state.round, set(table.state.units)) == (2, {"ann", "bob", "cid"})
    table.act("damage", unit="cid", amount=50)
    assert table.state.outcome == "The one side win"


@pytest.mark.clause("C6.3")
def test_it_is_looked_at_after_every_action_reaction_and_end_of_turn() -> None:
    """An attack, an Overwatch, and Burn."""
    table = Table(fight("AB", person("ann"), person("bob", "B", hp=1))).do(
        "ann skirmish rod bob", "ann 10", "bob no", "ann 1"
    )
    assert table.state.outcome == "The one side win"
    people = person("ann", hp=1, structure=1), person("bob", "B")
    table = Table(fight("AB\n..", *people)).do(
        "ann move A2", "bob overwatch rod", "bob 10", "ann no", "bob 1"
    )
    assert table.state.outcome == "The other side win"
    assert not table.events(e.Moved)
    people = person("ann", hp=1, structure=1, burn=1), person("bob", "B")
    table = Table(fight("A..B", *people)).do("ann end", "ann 1")
    assert table.state.outcome == "The other side win"


@pytest.mark.clause("C6.3")
def test_the_gm_may_end_it_at_any_time() -> None:
    """In the middle of an attack; nothing goes on afterwards."""
    table = duel().do("ann skirmish gun bob", "ann 10").act("end", outcome="The bell rings")
    assert (table.state.outcome, table.asked) == ("The bell rings", [])
    assert table.act_refused("end", outcome="Again") == "C6.3"
    assert check_end(table.fight)


# Stalemate


@pytest.mark.clause("C6.5")
def test_after_20_rounds_without_a_loss_the_gm_is_asked() -> None:
    """And again after 20 more."""
    table = duel()
    for _ in range(19):
        table.end_round()
    assert table.state.round == 20
    table.do("ann end", "bob end")
    assert (table.state.round, table.asked) == (20, [("gm", "stalemate")])
    table.do("gm go-on")
    assert table.state.round == 21
    for _ in range(19):
        table.end_round()
    assert table.state.round == 40
    table.do("ann end", "bob end")
    assert table.asked == [("gm", "stalemate")]
    table.do("gm end")
    assert table.state.outcome == "undecided"


@pytest.mark.clause("C6.5")
@pytest.mark.parametrize("loss", ["hp", "structure", "stress", "none"])
def test_a_loss_of_hp_structure_or_stress_begins_the_count_anew(loss: str) -> None:
    """Overshield, and a Cooldown for nothing, do not."""
    ann = {
        "overshield": 9,
        "band": 4,
        "fractured": True,
        "stone": "Lapis",
        "cooldowns": 0 if loss == "none" else 1,
    }
    table = Table(fight("A..B", person("ann", **ann), person("bob", "B"), stalemate_rounds=3))
    if loss == "hp":
        table.act("damage", unit="bob", amount=1)
    elif loss == "structure":
        table.act("damage", unit="ann", amount=50).do("ann 6")
    elif loss == "stress":
        table.do("ann cooldown")
    else:
        table.act("damage", unit="ann", amount=5).do("ann cooldown")
    assert quiet_rounds(table.fight) == (1 if loss == "none" else 0)
    table.end_round()
    assert table.state.quiet_rounds == (1 if loss == "none" else 0)
    assert quiet_rounds(table.fight) == table.state.quiet_rounds + 1
    assert is_stalemate(table.fight) == (False, False)


@pytest.mark.clause("C6.5")
def test_at_the_limit_the_default_is_the_end() -> None:
    """A fight of bots alone takes it; before the limit the default is to go on."""
    table = duel(round_limit=2, stalemate_rounds=1).do("ann end", "bob end")
    assert (table.asked, getattr(table.request, "default", "")) == ([("gm", "stalemate")], "go-on")
    table.do("gm go-on", "ann end", "bob end")
    assert (table.state.round, getattr(table.request, "default", "")) == (2, "end")
    table.act("damage", unit="bob", amount=1)
    assert (table.state.round, getattr(table.request, "default", "")) == (2, "end")
    table.do("gm end")
    assert table.state.outcome == "undecided"
