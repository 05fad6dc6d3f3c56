"""Distance, Moves, cover, concealment, Prone, and being pushed."""

from __future__ import annotations

from typing import Any

import pytest

from affray.systems.d20plus.displacement import shove, shove_zones
from affray.systems.d20plus.events import Concealed, Moved, Searched, StayedPut, StrikeResolved
from affray.systems.d20plus.setting import distance, distance_of_steps
from affray.systems.d20plus.wounds import deal_wounds
from tests.systems.d20plus.fights import Table, fight, person, run


def table_of(*others: Any, lanes: str = "Mid", **ann: Any) -> Table:
    """Ann acts first; Bob waits at the gate."""
    return Table(fight(person("ann", spirit=9, **ann), person("bob", "B", "gate"), *others), lanes)


# Distance


@pytest.mark.clause("D8.2")
@pytest.mark.parametrize(
    ("steps", "category"),
    [(0, "Close"), (1, "Ranged"), (2, "Far"), (3, "Extreme"), (9, "Extreme"), (None, "Extreme")],
)
def test_steps_between_zones_are_categories(steps: int | None, category: str) -> None:
    """The four categories, and Extreme where no path leads."""
    assert distance_of_steps(steps) == category


@pytest.mark.clause("D8.1")
def test_every_pair_is_in_one_category_and_both_ways_alike() -> None:
    """A geometry that contradicts itself would let one strike and the other not."""
    book = fight(person("ann"), person("bob", "B")).book
    for one in book.zones:
        for other in book.zones:
            assert distance(book, one, other) == distance(book, other, one)
    assert [distance(book, "yard", zone) for zone in book.zones] == [
        "Close",
        "Ranged",
        "Far",
        "Extreme",
        "Extreme",
    ]


# Moves


@pytest.mark.clause("D8.3")
def test_a_move_is_one_step_to_a_neighbouring_zone() -> None:
    """Not two, and not to a zone without a path."""
    table = table_of().do("ann 2-moves")
    assert table.refusal("ann move road") == "D8.3"
    assert table.refusal("ann move moor") == "D8.3"
    table.do("ann move gate", "ann move road")
    assert table["ann"].zone == "road"
    turn = table.state.turn
    assert turn is not None
    assert turn.moves == 0
    assert table.refusal("ann move gate") == "D7.1"


@pytest.mark.clause("D8.7", "D8.3")
def test_while_prone_the_only_move_is_to_stand() -> None:
    """Standing and moving needs the 1 Action + 2 Moves split."""
    table = table_of(prone=True).do("ann 2-actions")
    for refused in ("move gate", "cover crate", "conceal"):
        assert table.refusal(f"ann {refused}") == "D8.7"
    assert table.refusal("ann move road") == "D8.3"
    table.do("ann stand")
    assert not table["ann"].prone
    assert table.refusal("ann move gate") == "D7.1"
    both = table_of(prone=True).do("ann 2-moves", "ann stand", "ann move gate")
    assert both["ann"].zone == "gate"
    assert "stand" not in table_of().do("ann 2-moves").options("ann")


def test_prone_changes_nothing_else() -> None:
    """Who lies may strike, set up and spend Beats, and defends as ever."""
    table = Table(fight(person("ann", spirit=9, prone=True), person("bob", "B", prone=True))).do(
        "ann 2-actions"
    )
    table.do("ann strike axe bob", "ann 10", "bob 10")
    assert table.events(StrikeResolved)[0].margin == 0


# Crossing a contested zone


def crossing(*foes: Any, **ann: Any) -> Table:
    """Ann is about to move from the yard to the gate."""
    return Table(fight(person("ann", spirit=9, **ann), *foes), "Mid").do("ann 2-moves")


@pytest.mark.clause("D8.8")
def test_leaving_is_answered_before_the_step_and_entering_after_it() -> None:
    """By foes in the zone left and in the zone entered, and by nobody else."""
    table = crossing(
        person("bob", "B", "yard", abilities=("sentry",)),
        person("cid", "B", "gate", abilities=("sentry",), spirit=3),
        person("dan", "B", "road", abilities=("sentry",), spirit=3),
        person("eve", "B", "gate", spirit=3),
        person("fay", "A", "gate", abilities=("sentry",), spirit=3),
    ).do("ann move gate")
    assert (table.asked, table["ann"].zone) == ([("bob", "reaction counter-attack")], "yard")
    table.do("bob strike axe", "bob 10", "ann 10")
    assert (table.asked, table["ann"].zone) == ([("cid", "reaction counter-attack")], "gate")
    table.do("cid no")
    assert table.asked == [("ann", "turn")]


@pytest.mark.clause("D8.8")
def test_a_foe_without_such_an_ability_or_hidden_or_out_contests_nothing() -> None:
    """A riposte answers misses, not steps; a concealed foe would betray its place by the question."""
    table = crossing(
        person("bob", "B", "yard", abilities=("riposte",)),
        person("cid", "B", "gate", abilities=("sentry",), concealment=30, spirit=3),
        person("dan", "B", "gate", abilities=("sentry",), spirit=3),
    )
    table.act("set", persona="dan", field="out", value=True).do("ann move gate")
    assert (table.asked, table["ann"].zone) == ([("ann", "turn")], "gate")


@pytest.mark.clause("D8.8")
@pytest.mark.parametrize("weapon", ["whip", "axe"])
def test_a_mover_made_prone_or_out_before_the_step_stays_and_the_move_is_spent(weapon: str) -> None:
    """It was stopped on its way."""
    wounds = {"Mind": 4, "Spirit": 9, "Body": 3} if weapon == "axe" else {}
    foes = [person("bob", "B", "yard", weapons=(weapon,), abilities=("sentry",), spirit=3)]
    table = Table(fight(person("ann", spirit=9, wounds=wounds), *foes, person("cid", spirit=1)), "Mid")
    while table.asked[0][0] != "ann":
        table.do(f"{table.asked[0][0]} 2-moves", f"{table.asked[0][0]} end")
    table.do("ann 2-moves", "ann move gate", f"bob strike {weapon}", "bob 15", "ann 10")
    assert (table["ann"].zone, len(table.events(StayedPut)), table.events(Moved)) == ("yard", 1, [])
    if weapon == "whip":
        turn = table.state.turn
        assert turn is not None
        assert turn.moves == 1
    else:
        assert table.asked[0] != ("ann", "turn")


@pytest.mark.clause("D8.8", "D8.11")
def test_a_mover_pushed_elsewhere_before_the_step_does_not_jump() -> None:
    """Its step began in a zone where it no longer is."""
    foe = person("bob", "B", "gate", weapons=("maul",), abilities=("sentry",), spirit=3)
    table = Table(fight(person("ann", zone="gate", spirit=9), foe), "Slow").do("ann 2-moves", "ann move yard")
    table.do("bob strike maul", "bob 15", "ann 10", "bob to road")
    assert table["ann"].zone == "road"
    assert len(table.events(StayedPut)) == 1


@pytest.mark.clause("D8.8")
def test_a_foe_answers_leaving_and_entering_as_two_triggers_but_each_once() -> None:
    """With its cooldown in between."""
    table = crossing(person("bob", "B", "yard", abilities=("sentry",), spirit=3)).do(
        "ann move gate", "bob no"
    )
    table.do("ann move yard")
    assert table.asked == [("bob", "reaction counter-attack")]


# Cover


@pytest.mark.clause("D8.5")
def test_cover_hides_one_and_a_full_zone_offers_none() -> None:
    """It belongs to the zone one stands in."""
    friend = person("cid", "A", "yard", spirit=1, cover="Crate")
    table = table_of(friend).do("ann 2-moves")
    assert table.refusal("ann cover crate") == "D8.5"
    table.do("ann cover old-barrel")
    assert table["ann"].cover == "Old barrel"
    assert table.refusal("ann cover old-barrel") == "D8.5"


@pytest.mark.clause("D8.5")
def test_cover_ends_by_leaving_the_zone_by_falling_or_by_word_at_no_cost() -> None:
    """And by nothing else: striking from cover keeps it."""
    table = table_of(cover="Crate", weapons=("bow",)).do(
        "ann 2-moves", "ann strike bow bob", "ann 1", "bob 19"
    )
    assert table["ann"].cover == "Crate"
    table.do("ann leave-cover")
    turn = table.state.turn
    assert turn is not None
    assert (table["ann"].cover, turn.moves, turn.actions, turn.beats) == (None, 2, 0, 2)
    assert table_of(cover="Crate").do("ann 2-moves", "ann move gate")["ann"].cover is None
    prone = table_of(cover="Crate").act("set", persona="ann", field="prone", value=True)
    assert prone["ann"].cover is None


def test_the_cover_of_a_hidden_foe_is_offered_all_the_same() -> None:
    """An option that is missing would betray who hides there."""
    foe = person("cid", "B", "yard", spirit=1, cover="Crate", concealment=30)
    table = table_of(foe).do("ann 2-moves")
    assert {"cover crate", "cover old-barrel"} <= set(table.options("ann"))
    assert table.do("ann cover crate")["ann"].cover == "Crate"


# Concealment


@pytest.mark.clause("D8.6")
def test_who_vanishes_cannot_be_chosen_until_it_is_located() -> None:
    """The Grace check's score is what a Sense check must reach."""
    table = Table(fight(person("ann", spirit=9, skills={"Grace": 6}), person("bob", "B", weapons=("bow",))))
    table.do("ann 2-moves", "ann conceal", "ann 14", "ann end", "bob 2-actions")
    assert (table["ann"].concealment, table["ann"].seen_in) == (24, "yard")
    assert table.refusal("bob strike bow ann") == "D8.6"
    assert table.refusal("bob check Logic ann") == "D8.6"
    # Sense 4: 19 + 4 = 23 misses, the next Beat is a fresh check: natural 20, 30 + 4.
    table.do("bob locate ann", "bob 19")
    assert table["ann"].concealment == 24
    table.do("bob locate ann", "bob 20")
    assert table["ann"].concealment is None
    assert "strike bow ann" in table.options("bob")
    assert [event.located for event in table.events(Searched)] == [False, True]


@pytest.mark.clause("D8.10")
@pytest.mark.parametrize(("face", "found"), [(19, False), (20, True)])
def test_locating_reaches_the_score_at_any_distance_and_costs_a_beat(face: int, found: bool) -> None:
    """Concealment 34: 19 + 4 is too little, 30 + 4 just reaches it."""
    hidden = person("cid", "B", "moor", spirit=1, concealment=39)
    table = table_of(hidden).do("ann 2-actions", "ann locate cid", f"ann {face}")
    assert (table["cid"].concealment is None) == found
    turn = table.state.turn
    assert turn is not None
    assert (turn.beats, turn.actions) == (1, 2)


@pytest.mark.clause("D8.6")
@pytest.mark.parametrize(
    ("what", "stays"),
    [
        (("ann move gate",), True),
        (("ann setup Logic", "ann 10"), True),
        (("ann beat",), True),
        (("ann cover crate",), True),
        (("ann check Logic bob", "gm Logic", "ann 10", "bob 10"), True),
        (("ann strike bow bob",), False),
    ],
)
def test_only_an_attack_of_ones_own_ends_concealment(what: tuple[str, ...], stays: bool) -> None:
    """Own Moves, Setups, checks and Beats do not."""
    table = table_of(concealment=20, weapons=("bow",)).do("ann 2-actions", *what)
    assert (table["ann"].concealment is not None) == stays


@pytest.mark.clause("D8.11")
def test_being_moved_by_another_or_wounded_ends_concealment() -> None:
    """Whoever or whatever found it, it is seen where it lands."""
    encounter = fight(person("ann", concealment=20), person("bob", "B"), person("cid", "B", concealment=20))
    run(encounter, shove(encounter, "bob", "ann", "push"))
    deal_wounds(encounter, encounter.state.personas["cid"], "Mind", 1)
    assert [one.concealment for one in encounter.state.personas.values()] == [None, None, None]


@pytest.mark.clause("D8.10", "D8.6")
def test_vanishing_anew_replaces_the_score_even_by_less() -> None:
    """And the last place foes saw is still the old one."""
    table = table_of(concealment=30).do("ann 2-moves", "ann move gate", "ann conceal", "ann 3")
    assert table["ann"].concealment == 7
    assert [event.throw.total for event in table.events(Concealed)] == [7]
    # Who starts concealed was never seen at all.
    assert table["ann"].seen_in is None
    found = table_of(person("cid", "B", spirit=8)).do("ann 2-moves", "ann conceal", "ann 3", "ann end")
    found.do("cid 2-actions", "cid locate ann", "cid 1")
    assert found["ann"].concealment is None


@pytest.mark.clause("D8.9")
def test_no_vanishing_in_a_turn_after_the_own_attack_but_the_other_way_round() -> None:
    """Hiding first and then striking is allowed, and the attack ends it."""
    table = table_of(weapons=("bow",)).do("ann 2-actions", "ann strike bow bob", "ann 1", "bob 19")
    assert table.refusal("ann conceal") == "D8.9"
    first = table_of(weapons=("bow",)).do("ann 2-actions", "ann conceal", "ann 10", "ann strike bow bob")
    assert first["ann"].concealment is None
    encounter = fight(person("ann", spirit=9), person("bob", "B"), conceal_after_attack=True)
    allowed = Table(encounter).do("ann 2-actions", "ann strike axe bob", "ann 1", "bob 19")
    assert "conceal" in allowed.options("ann")


@pytest.mark.clause("D8.9")
def test_a_counter_attack_or_last_turns_attack_does_not_forbid_vanishing() -> None:
    """Only an attack of this very turn does."""
    table = table_of(weapons=("bow",)).do("ann 2-actions", "ann strike bow bob", "ann 1", "bob 19", "ann end")
    table.do("bob 2-actions", "bob end")
    table.lanes("Mid")
    assert "conceal" in table.do("ann 2-actions").options("ann")


# Pushed, pulled


@pytest.mark.clause("D8.11")
@pytest.mark.parametrize(
    ("pusher", "target", "push", "pull"),
    [
        ("yard", "yard", ["gate"], []),
        ("gate", "gate", ["yard", "road"], []),
        ("yard", "gate", ["road"], ["yard"]),
        ("gate", "road", ["hill"], ["gate"]),
        ("yard", "hill", [], ["road"]),
        ("yard", "moor", [], []),
    ],
)
def test_pushes_lead_away_and_pulls_nearer_along_the_graph(
    pusher: str, target: str, push: list[str], pull: list[str]
) -> None:
    """One step, never off the graph, never sideways."""
    encounter = fight(person("ann", zone=pusher), person("bob", "B", target))
    assert shove_zones(encounter, "ann", "bob", "push") == push
    assert shove_zones(encounter, "ann", "bob", "pull") == pull


@pytest.mark.clause("D8.11")
def test_who_pushes_chooses_among_several_zones_and_looks_again_after_the_question() -> None:
    """A foe taken elsewhere meanwhile is not pushed from there to a zone that is no neighbour."""
    encounter = fight(
        person("ann", "A", "gate", spirit=9, abilities=("shove",)), person("bob", "B", "gate", cover="Wall")
    )
    table = Table(encounter).do("ann 2-actions", "ann use shove bob", "ann 10", "bob 10")
    assert table.options("ann") == ["to yard", "to road"]
    table.act("set", persona="bob", field="zone", value="moor").do("ann to road")
    assert table["bob"].zone == "moor"


@pytest.mark.clause("D8.11", "D8.5")
def test_being_pushed_costs_no_move_and_ends_cover() -> None:
    """Nobody's Move is spent, and no zone is contested by it."""
    foe = person("bob", "B", "yard", cover="Crate")
    sentry = person("cid", "A", "gate", abilities=("sentry",), spirit=1)
    table = Table(fight(person("ann", spirit=9, abilities=("shove",)), foe, sentry))
    table.do("ann 2-actions", "ann use shove bob", "ann 10", "bob 10")
    assert (table["bob"].zone, table["bob"].cover, table.asked) == ("gate", None, [("ann", "turn")])
