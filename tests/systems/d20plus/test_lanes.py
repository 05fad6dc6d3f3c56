"""Secret lanes, the order that follows from them, and its ties."""

from __future__ import annotations

from typing import Any

import pytest

from affray.kernel.requests import Window
from affray.systems.d20plus.events import LanesRevealed
from affray.systems.d20plus.legal import lane_of_weapon
from affray.systems.d20plus.turn import tie_break
from tests.systems.d20plus.fights import Table, fight, person


def duel(**ann: Any) -> Table:
    """Ann is about to choose her split."""
    return Table(fight(person("ann", **ann), person("bob", "B", spirit=3)))


@pytest.mark.clause("D9.4", "D9.2")
def test_lanes_are_declared_in_secret_and_turns_run_from_fast_to_slow() -> None:
    """Nobody's lane is known before the last one has chosen."""
    table = Table(fight(person("ann"), person("bob", "B"), person("cid")), None)
    assert table.asked == [("ann", "lane"), ("bob", "lane"), ("cid", "lane")]
    assert isinstance(table.session.pending.request, Window)  # type: ignore[union-attr]
    table.do("ann Slow", "cid Fast")
    assert [persona.lane for persona in table.state.personas.values()] == [None, None, None]
    assert not table.events(LanesRevealed)
    table.do("bob Mid")
    assert table.state.order == ["cid", "bob", "ann"]
    assert table.asked == [("cid", "split")]


@pytest.mark.clause("D9.1", "D9.4")
def test_actions_may_be_faster_than_the_lane_but_not_slower() -> None:
    """Mid: a Slow strike is refused, a Fast one and a Setup allowed. Fast: no Setup."""
    encounter = fight(person("ann", weapons=("maul", "axe", "knife")), person("bob", "B"))
    assert [lane_of_weapon(encounter, id_) for id_ in ("maul", "axe", "knife")] == ["Slow", "Mid", "Fast"]
    mid = Table(encounter).do("ann 2-actions")
    assert mid.refusal("ann strike maul bob") == "D9.4"
    assert {"strike knife bob", "strike axe bob", "setup Logic"} <= set(mid.options("ann"))
    fast = Table(fight(person("ann"), person("bob", "B")), {"ann": "Fast", "bob": "Mid"}).do("ann 2-actions")
    assert fast.refusal("ann setup Logic") == "D9.4"
    assert fast.refusal("ann check Logic bob") == "D9.4"
    slow = Table(fight(person("ann", weapons=("maul",)), person("bob", "B")), {"ann": "Slow", "bob": "Slow"})
    assert "strike maul bob" in slow.do("ann 2-actions").options("ann")


@pytest.mark.clause("D9.5")
def test_moves_and_beats_have_no_lane_and_an_ability_without_one_is_mid() -> None:
    """In the Fast lane everything but Actions stays open; an ability with a lane of its own keeps it."""
    encounter = fight(person("ann", abilities=("hex", "quick-word", "trip")), person("bob", "B"))
    table = Table(encounter, {"ann": "Fast", "bob": "Mid"}).do("ann 2-actions")
    assert {"move gate", "beat", "conceal", "use trip bob", "use quick-word"} <= set(table.options("ann"))
    assert table.refusal("ann use hex bob") == "D9.4"


@pytest.mark.clause("D9.5", "D6.10")
def test_a_lane_without_an_open_action_is_not_offered() -> None:
    """Fast needs a Fast Action whose Trait is not 0 and that is ready in time."""

    def lanes(**ann: Any) -> list[str]:
        return Table(fight(person("ann", **ann), person("bob", "B")), None).options("ann")

    assert lanes(weapons=("axe",)) == ["Mid", "Slow"]
    assert lanes(weapons=("knife",)) == ["Fast", "Mid", "Slow"]
    assert lanes(weapons=("knife",), wounds={"Body": 4}) == ["Mid", "Slow"]
    assert lanes(weapons=("axe",), abilities=("quick-word",)) == ["Fast", "Mid", "Slow"]
    table = Table(fight(person("ann", weapons=("axe",), abilities=("quick-word",)), person("bob", "B")))
    table.do("ann 2-actions", "ann use quick-word", "ann end", "bob 2-actions", "bob end")
    assert table.options("ann") == ["Mid", "Slow"]
    assert table.refusal("ann Fast") == "D9.5"


@pytest.mark.clause("D9.6")
def test_lanes_are_cleared_each_round_and_none_is_preselected() -> None:
    """Last round's choice must not slip into this one."""
    table = duel().do("ann 2-actions", "ann end", "bob 2-actions", "bob end")
    assert [persona.lane for persona in table.state.personas.values()] == [None, None]
    pending = table.session.pending
    assert isinstance(pending.request, Window)  # type: ignore[union-attr]
    assert [choice.default for choice in pending.request.choices] == [None, None]  # type: ignore[union-attr]


@pytest.mark.clause("D9.6", "D9.2")
def test_wounds_do_not_reshuffle_the_order_of_the_round() -> None:
    """Fixed at the reveal; the next round looks anew."""
    table = Table(fight(person("ann"), person("bob", "B", spirit=5), person("cid", spirit=3)))
    assert table.state.order == ["bob", "ann", "cid"]
    table.act("set", persona="ann", field="Spirit", value=1).act(
        "set", persona="cid", field="Spirit", value=3
    )
    for seat in ("bob", "ann", "cid"):
        table.do(f"{seat} 2-actions", f"{seat} end")
    table.lanes("Mid")
    assert table.state.order == ["bob", "cid", "ann"]


@pytest.mark.clause("D9.6", "D11.13")
def test_the_lane_binds_a_bonus_turn_of_its_round() -> None:
    """A Fast Persona does not get its Slow strike by a bonus turn."""
    encounter = fight(
        person("ann"),
        person("bob", "B", wounds={"Mind": 4, "Spirit": 4, "Body": 3}),
        person("cid", "B", abilities=("avenge",), spirit=3),
    )
    table = Table(encounter, {"ann": "Fast", "bob": "Mid", "cid": "Fast"})
    table.do("ann 2-actions", "ann strike knife bob", "ann 15", "bob 5", "cid yes", "cid 2-actions")
    assert table.refusal("cid strike axe ann") == "D9.4"


# Ties


@pytest.mark.clause("D9.3", "D9.6")
@pytest.mark.parametrize(
    ("ann", "bob", "first"),
    [
        ({"spirit": 5}, {"spirit": 4, "mind": 9}, "ann"),
        ({"mind": 3}, {"mind": 5}, "bob"),
        ({"body": 3}, {"body": 5}, "bob"),
        ({"power": 6}, {"power": 9}, "bob"),
        ({"spirit": 6, "wounds": {"Spirit": 3}}, {"spirit": 4}, "bob"),
    ],
)
def test_ties_within_a_lane(ann: dict[str, Any], bob: dict[str, Any], first: str) -> None:
    """Current Spirit, then Mind, Body, Power Score: each decides only where those before are equal."""
    table = Table(fight(person("ann", **ann), person("bob", "B", **bob)))
    assert table.state.order[0] == first
    assert table.asked == [(first, "split")]


@pytest.mark.clause("D9.3", "D9.4")
def test_the_lane_comes_before_every_tie_break() -> None:
    """Fast with Spirit 2 before Mid with Spirit 9."""
    table = Table(fight(person("ann", spirit=2), person("bob", "B", spirit=9)), {"ann": "Fast", "bob": "Mid"})
    assert table.state.order == ["ann", "bob"]
    assert tie_break(table.session.encounter, table["bob"]) < tie_break(table.session.encounter, table["ann"])


@pytest.mark.clause("D9.3", "D9.6")
def test_who_is_equal_in_everything_rolls_off_and_every_roll_is_recorded() -> None:
    """Also the second roll of those whose first was equal."""
    table = Table(fight(person("ann", power=1), person("bob", "B", power=1), person("cid", power=1)))
    table.do("ann 7", "bob 12", "cid 7", "ann 3", "cid 15")
    assert table.state.order == ["bob", "cid", "ann"]
    revealed = table.events(LanesRevealed)[0]
    assert revealed.rolled_off == (("ann", 7), ("bob", 12), ("cid", 7), ("ann", 3), ("cid", 15))


@pytest.mark.clause("D9.3", "D9.6")
def test_somebody_removed_during_the_roll_off_has_no_place_in_the_order() -> None:
    """The reveal must not name who is gone."""
    table = Table(fight(person("ann", power=1), person("bob", "B", power=1), person("cid", power=1)))
    table.do("ann 7").act("remove", persona="ann").do("bob 3", "cid 5")
    assert table.state.order == ["cid", "bob"]
    assert table.asked == [("cid", "split")]


@pytest.mark.clause("D9.3", "D9.6")
def test_nobody_rolls_for_one_that_is_gone() -> None:
    """Who left before it rolled is passed over, in the first roll-off and in those that follow."""
    people = person("ann", power=1), person("bob", "B", power=1), person("cid", power=1)
    table = Table(fight(*people)).act("remove", persona="cid").do("ann 7", "bob 12")
    assert (table.state.order, table.asked) == (["bob", "ann"], [("bob", "split")])
    assert table.events(LanesRevealed)[0].rolled_off == (("ann", 7), ("bob", 12))
    table = Table(fight(*people)).do("ann 7", "bob 12", "cid 7").act("remove", persona="cid").do("ann 3")
    assert (table.state.order, table.asked) == (["bob", "ann"], [("bob", "split")])
    assert table.events(LanesRevealed)[0].rolled_off[-1] == ("ann", 3)


def test_the_same_values_give_the_same_order_again() -> None:
    """Re-sorting equal inputs must not flip anybody."""
    table = Table(fight(person("ann"), person("bob", "B")))
    for _ in range(3):
        assert table.state.order == ["ann", "bob"]
        table.do("ann 2-actions", "ann end", "bob 2-actions", "bob end")
        table.lanes("Mid")
