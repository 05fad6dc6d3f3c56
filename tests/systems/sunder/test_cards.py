"""Action Cards in play: pairs of halves, how cards lie, the nine General cards, Option Cards (S5, S8)."""

from __future__ import annotations

from typing import Any

import pytest

from affray.systems.sunder import hand, strikes
from affray.systems.sunder.events import (
    ActionAnnounced,
    ActionResolved,
    ConditionEnded,
    DamageRolled,
    HalfPlayed,
    MovementLeft,
    Searched,
    TestRolled,
    TestSettled,
    ThingWorked,
)
from affray.systems.sunder.names import CRIT, MIXED, SUCCESS
from affray.systems.sunder.scenario import CountdownStart, StartCondition, Thing
from affray.systems.sunder.scenario import Zone as Place
from tests.systems.sunder.by_hand import zones
from tests.systems.sunder.table import Person, Table, condition_of, person, scene


def table_of(*others: Person, ann: Any = None, bob: Any = None, at: str = "z0", **start: Any) -> Table:
    """Ann has the turn; Cid is her friend, Bob with a claw her foe, at `at`."""
    people = (
        person("ann", sheet={"weapons": ("sword",), **(ann or {})}, **start),
        person("cid", stress={"Wit": 3}),
        person("bob", "B", at, sheet={"weapons": ("claw",), **(bob or {})}),
    )
    return Table(scene(*people, *others)).begin()


def placed(*things: Thing, countdown: Any = (), **start: Any) -> Table:
    """Ann has the turn in a place with these things, which Bob shares."""
    people = person("ann", **start), person("cid"), person("bob", "B")
    return Table(scene(*people, thing=things, countdown=countdown)).begin()


def next_turn(table: Table) -> Table:
    """Ann's next turn, with nothing in between."""
    return table.do("ann end", "gm pass", "ann yes")


# Pairs


@pytest.mark.clause("S5.1", "S5.3", "S5.4")
@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("strike top sword bob", "shift bottom sword"),
        ("shift top z1", "strike bottom"),
        ("endure bottom Grit", "influence top Sway cid"),
    ],
)
def test_worked_example_25(first: str, second: str) -> None:
    """A top and a bottom of different cards, in either order."""
    table = table_of().do(f"ann {first}")
    if table.asked[0][1] != "turn":
        table.do("ann 12")
    assert second in table.options("ann")


@pytest.mark.clause("S5.3", "S5.4", "S5.13")
@pytest.mark.parametrize(
    ("first", "second", "clause"),
    [
        ("strike top sword bob", "strike bottom", "S5.4"),
        ("strike top sword bob", "endure top", "S5.4"),
        ("spin bottom", "shift bottom sword", "S5.4"),
        ("spin bottom", "narrate top", "S5.13"),
        ("evade top", "narrate bottom", "S5.12"),
    ],
)
def test_worked_example_26(first: str, second: str, clause: str) -> None:
    """Both halves of one card, two tops, two bottoms, Narrate alone."""
    table = table_of().do(f"ann {first}")
    if table.asked[0][1] != "turn":
        table.do("ann 12")
    assert table.refusal(f"ann {second}") == clause


@pytest.mark.clause("S5.3")
def test_with_both_halves_played_the_turn_ends() -> None:
    """Nothing is left but Surges, which can be used at any time."""
    table = table_of(ann={"abilities": ("calm",)}).do("ann evade top", "ann spin bottom")
    assert table.asked == [("gm", "slot")]


@pytest.mark.clause("S5.5", "S4.5")
@pytest.mark.parametrize("plays", [(), ("evade top",), ("spin bottom",)])
def test_either_half_may_be_skipped(plays: tuple[str, ...]) -> None:
    """The turn counts as taken."""
    table = table_of().do(*(f"ann {one}" for one in plays), "ann end")
    assert (table["ann"].turns_ended, table.asked) == (1, [("gm", "slot")])


@pytest.mark.clause("S10.4", "S5.4")
def test_worked_example_28() -> None:
    """Frenzied: two tops of different cards, or a top, a bottom, and a third card's bottom."""
    table = table_of().under("ann", "Frenzied").do("ann strike top sword bob", "ann 12")
    assert table.refusal("ann strike bottom") == "S5.4"
    assert "endure top" in table.options("ann")
    table.do("ann endure top")
    assert table["ann"].turns_ended == 1
    table = table_of().under("ann", "Frenzied").do("ann evade top", "ann spin bottom")
    assert table.asked == [("ann", "turn")]
    assert table.refusal("ann manipulate top") == "S5.3"
    table.do("ann strike bottom")
    assert table["ann"].turns_ended == 1


# Movement that is not finished


@pytest.mark.clause("S5.2")
def test_worked_example_27() -> None:
    """Moved 1 of 6 tiles, then an attack: the rest is lost. Before it, it may be gone on with."""
    table = table_of(at="z1").do("ann default bottom z1", "ann card narrate")
    assert (table.last(MovementLeft).tiles, table.options("ann", "go on")) == (5, ["go on z0", "go on z2"])
    table.do("ann go on z2")
    assert (table["ann"].zone, table.turn.steps_left) == ("z2", 2)
    table = table_of(at="z1").do("ann default bottom z1", "ann card narrate", "ann strike top sword bob")
    table.do("ann 12")
    assert table["ann"].turns_ended == 1
    table = table_of(at="z1").do("ann shift top z1", "ann go on z0", "ann go on z1", "ann strike bottom")
    assert (table.last(MovementLeft).tiles, table["ann"].turns_ended) == (3, 1)


@pytest.mark.clause("S5.2", "S10.4")
def test_a_second_half_closes_the_first() -> None:
    """Whatever it is: with another Movement still to come, the rest of the first is lost."""
    table = table_of().under("ann", "Frenzied").do("ann default bottom z1", "ann card narrate")
    assert table.options("ann", "go on") == ["go on z0", "go on z2"]
    table.do("ann evade top")
    assert (table.asked, table.options("ann", "go on")) == ([("ann", "turn")], [])


# Defaults


@pytest.mark.clause("S5.7", "S5.4")
def test_the_default_attack() -> None:
    """One weapon or unarmed attack with Force at somebody Here; the card and its side count as used."""
    table = table_of(ann={"tier": 3})
    assert [one for one in table.options("ann", "default") if "top" in one] == [
        "default top sword bob",
        "default top unarmed bob",
    ]
    table.do("ann default top unarmed bob")
    assert (table.asked, table.options("ann")[0]) == ([("ann", "spend card")], "card narrate")
    table.do("ann card spin", "ann 5")
    damage = table.last(DamageRolled)
    assert (damage.potential, damage.total, table.last(TestRolled).skill) == ("Might", 3, "Force")
    assert (table["ann"].cards_used, table.turn.plays[0].card) == (["spin"], "spin")
    assert table.refusal("ann spin bottom") == "S5.4"
    assert table.refusal("ann evade top") == "S5.4"


@pytest.mark.clause("S5.7")
def test_the_default_attack_reaches_here_only() -> None:
    """Neither bow nor thrown dagger."""
    table = table_of(ann={"weapons": ("dagger", "bow")}, at="z2")
    assert [one for one in table.options("ann", "default") if "top" in one] == []
    assert {weapon for weapon, _ in strikes.attacks(table.scene, table["ann"])} == {"dagger", "bow"}
    assert strikes.attacks(table.scene, table["ann"], default=True) == []


@pytest.mark.clause("S5.7")
def test_the_default_movement() -> None:
    """Up to Close, by a card's bottom."""
    table = table_of().do("ann default bottom z2", "ann card endure")
    assert (table["ann"].zone, table["ann"].cards_used) == ("z2", ["endure"])
    assert table.refusal("ann endure top") == "S5.4"
    assert table_of().refusal("ann default bottom z3") == "S11.5"


@pytest.mark.clause("S5.7", "S5.8")
def test_a_default_in_place_of_a_card_that_comes_back_after_a_rest_locks_it() -> None:
    """The card and its side count as used."""
    table = table_of(ann={"abilities": ("relic",)}).do(
        "ann default top unarmed bob", "ann card relic", "ann 12"
    )
    assert hand.state_of(table.scene, table["ann"], "relic") == "out"


# How cards lie


@pytest.mark.clause("S5.8")
def test_general_cards_come_back_on_the_next_turn() -> None:
    """Used until then."""
    table = table_of().do("ann influence bottom Hope cid", "ann 12")
    assert hand.state_of(table.scene, table["ann"], "influence") == "used"
    next_turn(table)
    assert hand.state_of(table.scene, table["ann"], "influence") == "ready"
    assert "influence bottom Hope cid" in table.options("ann")


@pytest.mark.clause("S5.8")
def test_the_longer_reset_locks_the_whole_card() -> None:
    """The half with the General reset brings it back; the one with a rest does not."""
    table = table_of(ann={"abilities": ("relic",)}).do("ann relic bottom")
    next_turn(table).do("ann relic top")
    next_turn(table)
    assert table.refusal("ann relic bottom") == "S5.8"
    assert table.refusal("ann relic top") == "S5.8"


@pytest.mark.clause("S5.8", "S14.4")
def test_a_spell_comes_back_and_needs_its_test_each_time() -> None:
    """It fails with its consequence, and is there again."""
    table = table_of(ann={"abilities": ("curse",), "weapons": ()}).do("ann curse top Weave bob", "ann 12")
    assert (table.stress("ann", "Wit"), table.names("bob")) == (2, [])
    next_turn(table).do("ann curse top Weave bob", "ann 5", "bob no")
    assert table.names("bob") == ["Dazed"]


@pytest.mark.clause("S5.9")
def test_a_card_that_runs_is_active() -> None:
    """It cannot be played again until it ends or is dropped."""
    table = table_of(ann={"abilities": ("vigil",)}).do("ann vigil top")
    assert hand.state_of(table.scene, table["ann"], "vigil") == "active"
    next_turn(table)
    assert table.refusal("ann vigil top") == "S5.9"
    assert table.refusal("ann vigil bottom") == "S5.9"
    table.do("ann drop 1")
    assert (table.running("ann"), table.names("ann")) == ([], [])
    assert "vigil top" in table.options("ann")


@pytest.mark.clause("S5.9")
def test_dropping_in_reaction_to_something() -> None:
    """The owner may at any time; nobody else's card, and no number that does not run."""
    table = table_of(ann={"abilities": ("vigil",)}).do("ann vigil top", "ann end")
    table.act("drop", creature="bob", number=1).act("drop", creature="ann", number=7)
    assert table.running("ann") == ["Vigil"]
    table.act("drop", creature="ann", number=1)
    assert table.running("ann") == []


@pytest.mark.clause("S5.9", "S9.7")
def test_a_running_sequence_locks_the_other_half() -> None:
    """Until it ends."""
    table = table_of(ann={"abilities": ("gap",)}).do("ann gap top")
    next_turn(table)
    assert table.refusal("ann gap bottom") == "S5.9"


@pytest.mark.clause("S5.10", "S5.11")
def test_everybody_has_the_same_deck_but_for_what_is_replaced() -> None:
    """Adversaries included."""
    table = table_of(ann={"abilities": ("pole",)})
    own = [one.id for one in hand.action_cards(table.scene, table["ann"])]
    others = [one.id for one in hand.action_cards(table.scene, table["bob"])]
    assert others == [
        "strike",
        "shift",
        "endure",
        "adapt",
        "evade",
        "manipulate",
        "influence",
        "spin",
        "narrate",
    ]
    assert own == ["pole", *others[1:]]
    assert "pole top sword bob" in table.options("ann")


@pytest.mark.clause("S8.1")
def test_abilities_are_actions_surges_or_traits() -> None:
    """Each with its own cards."""
    table = table_of(ann={"abilities": ("gap", "calm", "grudge")})
    for activation, card in (("action", "gap"), ("surge", "calm"), ("trait", "grudge")):
        assert hand.cards_of(table.scene, table["ann"], activation)[-1].id == card


@pytest.mark.clause("S8.2", "S8.3")
def test_option_cards() -> None:
    """Ways to use their Parent: its card, half, limits and reset."""
    table = table_of(ann={"abilities": ("fencing",)})
    fencing = [one for one in table.options("ann", "half") if one.startswith("fencing top")]
    assert fencing == ["fencing top lunge sword bob", "fencing top lunge bob", "fencing top feint"]
    table.do("ann fencing top feint")
    played = table.last(HalfPlayed)
    assert (played.card, played.side, table["ann"].cards_used) == ("fencing", "top", ["fencing"])
    assert table.refusal("ann fencing bottom") == "S5.4"
    assert table.refusal("ann evade top") == "S5.4"


@pytest.mark.clause("S5.6")
def test_halves_are_named_for_flavour() -> None:
    """A Movement half may heal, an Attack half may guard."""
    table = table_of(ann={"abilities": ("vigil",)}, stress={"Might": 2}).do("ann vigil top")
    assert table.names("ann") == ["Warded"]
    next_turn(table).do("ann endure bottom Grit", "ann 5")
    assert table.asked == [("ann", "turn")]


# Actions and their Tests


@pytest.mark.clause("S5.16", "S5.19", "S5.20")
@pytest.mark.parametrize(("face", "hit"), [(3, True), (7, True), (10, True), (12, False), (20, False)])
def test_worked_example_29_the_actor(face: int, hit: bool) -> None:
    """Mixed, Success or Crit is a hit; the attacker's Test alone decides."""
    table = table_of(resistance={"Might": 5}).do("ann strike top sword bob", f"ann {face}")
    if hit:
        table.do("ann 4")
    assert (table.stress("bob") == 1) is hit
    assert [one.roller for one in table.events(TestRolled)] == ["ann"]


@pytest.mark.clause("S5.17", "S5.19")
@pytest.mark.parametrize(("face", "names", "stress"), [(3, ["Dazed"], 1), (7, [], 1), (12, ["Dazed"], 0)])
def test_worked_example_29_the_target(face: int, names: list[str], stress: int) -> None:
    """A Mixed fails to resist, a Success resists; both pay their Stress."""
    table = Table(
        scene(
            person("ann", sheet={"abilities": ("curse",)}),
            person("bob", "B", resistance={"Tether": 5}),
        )
    )
    table.begin().do("ann curse top Weave bob", "ann 5", "bob skill Anchor", f"bob {face}")
    assert (table.names("bob"), table.stress("bob", "Tether")) == (names, stress)


@pytest.mark.clause("S5.18")
@pytest.mark.parametrize(
    ("beside", "down", "dice"), [(0, 0, 0), (1, 0, -1), (3, 0, -1), (0, 1, 0), (1, 2, -1)]
)
def test_worked_example_30(beside: int, down: int, dice: int) -> None:
    """One Disadvantage, however many stand beside; none for those who are down."""
    others = [person(f"b{number}", "B") for number in range(beside + down)]
    table = table_of(*others, ann={"weapons": ("bow",)}, at="z2")
    for number in range(down):
        table.act("marks", creature=f"b{number}", amount=3)
    table.do("ann strike top bow bob")
    assert table.volatility == dice


@pytest.mark.clause("S5.18")
def test_the_target_beside_counts_too() -> None:
    """No exception is given."""
    table = table_of(ann={"weapons": ("bow",)}).do("ann strike top bow bob")
    assert table.volatility == -1


@pytest.mark.clause("S5.15")
@pytest.mark.parametrize(
    ("weapon", "at", "skill"),
    [
        ("sword", "z0", "Force"),
        ("bow", "z2", "Sleight"),
        ("dagger", "z2", "Sleight"),
        ("dagger", "z0", "Force"),
    ],
)
def test_skills_of_attacks(weapon: str, at: str, skill: str) -> None:
    """Force in melee, Sleight for what is shot or thrown, at the weapon's own range."""
    table = table_of(ann={"weapons": (weapon,)}, at=at).do(f"ann strike top {weapon} bob", "ann 12")
    assert table.last(TestRolled).skill == skill


@pytest.mark.clause("S5.20")
def test_an_action_is_announced_and_resolved() -> None:
    """Announcement, Test, damage, price, and then it is over."""
    table = table_of().do("ann strike top sword bob", "ann 5", "ann 4")
    order = [type(one) for one in table.events(ActionAnnounced, TestRolled, DamageRolled, ActionResolved)]
    assert order == [ActionAnnounced, TestRolled, DamageRolled, ActionResolved]
    assert (table.state.action, table.last(ActionAnnounced).targets) == (None, ("bob",))


@pytest.mark.clause("S5.21")
def test_no_opportunity_attacks() -> None:
    """Moving past or away from a foe asks nobody, unless a Trait of its names it."""
    table = table_of(at="z1").do("ann default bottom z1", "ann card narrate", "ann go on z0")
    assert table.asked == [("ann", "turn")]


# The General cards


@pytest.mark.clause("S5.12", "S5.14")
def test_strike_bottom_guards() -> None:
    """A Might die, rolled anew for every hit of Might Stress; other Potentials are not cut."""
    table = table_of(bob={"weapons": ("claw", "rapier")}).do("ann strike bottom", "ann end")
    assert table.spent("ann") == 0
    table.do("gm adversary bob", "bob strike top claw ann", "bob 10", "bob 6", "bob 8", "bob 1")
    assert table.asked == [("ann", "Guard")]
    # 6 damage is 2 Stress, with the maxima of 6 and 8 it is 4; the die cuts 3.
    table.do("ann 3")
    assert table.stress("ann") == 1
    table.do(
        "bob end", "cid yes", "cid end", "gm adversary bob", "bob strike top rapier ann", "bob 5", "bob 5"
    )
    assert table.stress("ann", "Finesse") == 1


@pytest.mark.clause("S5.12", "S5.14", "S7.7")
def test_strike_bottom_unarmed_costs_resistance() -> None:
    """Paid when it is played; one who is Armed pays nothing."""
    assert table_of(ann={"weapons": ()}).do("ann strike bottom").spent("ann") == 1
    armed = table_of(ann={"weapons": ()}).under("ann", "Armed").do("ann strike bottom")
    assert armed.spent("ann") == 0
    assert table_of(ann={"weapons": ()}, resistance={"Might": 10}).refusal("ann strike bottom") == "S7.7"


@pytest.mark.clause("S5.12", "S11.5")
def test_shift_top_passes_foes() -> None:
    """Up to Close, through a narrow place that a foe holds."""
    places = (Place("z0", "Here", 0, 0), Place("z1", "Gate", 1, 0, True), Place("z2", "There", 2, 0))
    table = Table(
        scene(
            person("ann"),
            person("bob", "B", "z1"),
            places=places,
            passages=(("z0", "z1"), ("z1", "z2")),
        )
    ).begin()
    assert table.refusal("ann default bottom z2") == "S11.5"
    table.do("ann shift top z2")
    assert table["ann"].zone == "z2"


@pytest.mark.clause("S5.12")
def test_shift_bottom_exchanges_items() -> None:
    """Draws, puts away, and takes up what was thrown."""
    table = table_of(ann={"weapons": ("dagger",)}, at="z1").do("ann strike top dagger bob", "ann 12")
    assert (table["ann"].hands, table["ann"].lying) == (["dagger"], {})
    table.do("ann shift bottom dagger")
    assert table["ann"].hands == []
    table["ann"].lying["dagger"] = "z1"
    table.do("gm pass", "ann yes", "ann shift bottom dagger")
    assert (table["ann"].hands, table["ann"].lying) == (["dagger"], {})


@pytest.mark.clause("S5.12", "S5.14")
def test_endure_top_makes_one_test_a_success() -> None:
    """Declared after the roll, for 1 Nerve Resistance; it costs what a Success costs, and is used up."""
    table = table_of().do("ann endure top", "ann evade bottom Sleight", "ann 12")
    assert table.asked == [("ann", "react")]
    table.do("ann react running 1")
    assert (table.names("ann"), table.spent("ann", "Nerve")) == (["Unseen"], 1)
    assert (table.stress("ann", "Finesse"), table["ann"].beats, table.running("ann")) == (1, 0, [])
    assert [one.level for one in table.events(TestSettled)] == [2, SUCCESS]


@pytest.mark.clause("S5.14")
@pytest.mark.parametrize(("face", "asked"), [(5, False), (10, False), (20, False), (12, True)])
def test_what_endure_does_not_raise(face: int, asked: bool) -> None:
    """A Success or more needs nothing, and a natural Miff stays one."""
    table = table_of().do("ann endure top", "ann evade bottom Sleight", f"ann {face}")
    assert (table.asked == [("ann", "react")]) is asked


@pytest.mark.clause("S5.12", "S5.14", "S5.16")
def test_endure_bottom_clears_physical_stress() -> None:
    """The actor picks the track; a failure clears nothing."""
    table = table_of(stress={"Might": 2, "Seep": 1, "Wit": 3}).do("ann endure bottom Frame", "ann 5")
    assert table.options("ann") == ["Might", "Seep"]
    table.do("ann Seep")
    # 1 off, and 1 for the Success of a Test with Frame.
    assert table.stress("ann", "Seep") == 1
    table = table_of(stress={"Might": 2}).do("ann endure bottom Grit", "ann 12")
    assert table.stress("ann") == 2


@pytest.mark.clause("S5.12", "S5.14", "S5.17")
@pytest.mark.parametrize(("face", "left"), [(5, []), (12, ["Dazed"])])
def test_adapt_top_resists_again(face: int, left: list[str]) -> None:
    """For 1 Seep Stress, against a Condition that does one no good."""
    table = table_of(conditions=("Dazed", StartCondition("Warded", amount=1)))
    assert [one for one in table.options("ann") if one.startswith("adapt top")] == ["adapt top 0"]
    table.do("ann adapt top 0", f"ann {face}")
    assert (table.stress("ann", "Seep"), [one for one in table.names("ann") if one == "Dazed"]) == (1, left)


@pytest.mark.clause("S5.14", "S5.17")
def test_adapt_top_needs_a_success() -> None:
    """A Mixed does not resist."""
    table = table_of(conditions=("Dazed",), resistance={"Nerve": 5}).do("ann adapt top 0", "ann 3")
    assert (table.last(TestSettled).level, table.names("ann")) == (MIXED, ["Dazed"])


@pytest.mark.clause("S5.12", "S5.14", "S14.1")
def test_adapt_bottom_helps() -> None:
    """Somebody within Near has Advantage on its next Test, until the helper's next turn starts."""
    table = table_of().do("ann adapt bottom cid", "ann end", "gm pass", "cid yes", "cid strike top bob")
    assert table.volatility == 1
    table.do("cid 12 1", "cid end", "gm pass", "cid yes", "cid strike top bob")
    assert table.volatility == 0
    table = table_of().do("ann adapt bottom cid")
    next_turn(table)
    assert table["cid"].favours == []


@pytest.mark.clause("S5.12")
def test_evade_top_hinders_physical_tests_against_one() -> None:
    """For a round, all of them; those at a Mental Potential are as ever."""
    table = table_of(bob={"weapons": ("claw", "lash")}).do("ann evade top", "ann end", "gm adversary bob")
    table.do("bob strike top claw ann")
    assert table.volatility == -1
    table.do(
        "bob 12 1 1", "bob 1", "bob end", "cid yes", "cid end", "gm adversary bob", "bob strike top lash ann"
    )
    assert table.volatility == 0


@pytest.mark.clause("S5.12", "S5.23", "S10.7")
def test_evade_bottom_hides() -> None:
    """Unseen until it attacks, or somebody finds it."""
    table = table_of(at="z2").do("ann evade bottom Aura", "ann 5")
    assert condition_of(table, "ann", "Unseen").until.anchor == ""
    table.do("ann end", "gm adversary bob", "bob default bottom z1", "bob card narrate", "bob end")
    assert table.names("ann") == ["Unseen"]


@pytest.mark.clause("S5.12", "S5.23")
def test_manipulate_bottom_finds_who_is_unseen() -> None:
    """A Sense Test with Disadvantage, wherever it is."""
    table = table_of(at="z2", conditions=("Unseen",)).do("ann end", "gm adversary bob")
    table.do("bob manipulate bottom Sense ann")
    assert table.volatility == -1
    table.do("bob 5 1 1")
    assert table.names("ann") == []


@pytest.mark.clause("S5.12", "S9.13")
def test_manipulate_top_works_a_thing() -> None:
    """Risky; the thing does what it does, and moves the Countdown that it belongs to."""
    gate = Thing("gate", "Gate", "z0", countdown="flood", closes=("z0", "z1"))
    flood = CountdownStart("flood", "The flood", 6, skills=("Feat",))
    table = placed(gate, countdown=(flood,))
    assert [one for one in table.options("ann") if one.startswith("manipulate top")] == [
        "manipulate top Feat gate"
    ]
    table.do("ann manipulate top Feat gate")
    assert table.volatility == -1
    table.do("ann 5 1 1")
    # J is 0, so that 1 lifts the Success to a Crit: Hope advances, and Dread is at its maximum.
    assert table.last(TestSettled).level == CRIT
    assert (table.state.countdowns["flood"].hope, table.state.closed) == (5, [("z0", "z1")])
    assert table.last(ThingWorked).thing == "gate"


@pytest.mark.clause("S5.12", "S5.14")
def test_manipulate_top_needs_the_thing_within_here() -> None:
    """Without Skills of its own a thing takes Sleight or Reason."""
    near, far = Thing("near", "Near", "z1"), Thing("far", "Far", "z2")
    table = placed(near, far)
    assert [one for one in table.options("ann") if one.startswith("manipulate top")] == [
        "manipulate top Sleight near",
        "manipulate top Reason near",
    ]
    assert table.refusal("ann manipulate top Sleight far") == "S11.2"


@pytest.mark.clause("S5.12", "S9.5")
def test_manipulate_top_frees_a_friend() -> None:
    """What hands can undo."""
    table = table_of().under("cid", "Bound").under("cid", "Muddled", potential="Wit")
    table.do("ann manipulate top Sleight cid", "ann 5 1 1")
    assert table.names("cid") == ["Muddled"]


@pytest.mark.clause("S5.12")
def test_manipulate_bottom_searches() -> None:
    """What is found is known to the searcher's side alone; a thing is searched once."""
    chest = Thing("chest", "Chest", "z0", holds="A key.")
    table = placed(chest).do("ann manipulate bottom Sense chest", "ann 5")
    found = next(one for one in table.session.records if isinstance(one.event, Searched))
    assert (found.event.holds, found.to) == ("A key.", ("A",))
    next_turn(table)
    assert "manipulate bottom Sense chest" not in table.options("ann")


@pytest.mark.clause("S5.12", "S5.14", "S5.23", "S13.2")
def test_influence_top_charms() -> None:
    """1 Heart Resistance with a foe; a success is Charmed and 1 Beat, until the next turn starts."""
    table = table_of().do("ann influence top Sway bob", "ann 5")
    assert (table.spent("ann", "Heart"), table["ann"].beats, table.names("bob")) == (1, 1, ["Charmed"])
    assert table.stress("ann", "Heart") == 1
    table.do("ann end", "gm adversary bob")
    assert table.refusal("bob strike top claw ann") == "S10.8"
    assert "strike top claw cid" in table.options("bob")
    table.do("bob end", "ann yes")
    assert table.names("bob") == []
    assert table_of().do("ann influence top Sway cid", "ann 12").spent("ann", "Heart") == 0


@pytest.mark.clause("S5.23")
def test_harm_ends_a_charm() -> None:
    """By the charmer or an ally of the charmer."""
    table = table_of().do("ann influence top Sway bob", "ann 5", "ann end", "gm pass", "cid yes")
    table.do("cid strike top bob", "cid 5")
    assert table.names("bob") == []
    assert [one.why for one in table.events(ConditionEnded)] == ["harmed"]


@pytest.mark.clause("S5.12", "S5.14")
def test_influence_bottom_clears_mental_stress() -> None:
    """Of oneself or an ally at Here."""
    table = table_of(person("dee", zone="z2"), stress={"Wit": 1, "Might": 1})
    assert [one for one in table.options("ann") if one.startswith("influence bottom Hope")] == [
        "influence bottom Hope ann",
        "influence bottom Hope cid",
    ]
    table.do("ann influence bottom Hope cid", "ann 5")
    assert table.stress("cid", "Wit") == 2


@pytest.mark.clause("S5.12", "S9.5")
def test_spin_top_unpicks_magick() -> None:
    """It ends a Condition that came from Magick, or lasts until another dispels it."""
    table = Table(
        scene(person("ann"), person("cid"), person("bob", "B", sheet={"abilities": ("curse",)}))
    ).begin("bob")
    table.do("bob curse top Weave cid", "bob 5", "cid skill Anchor", "cid 12", "bob end", "ann yes")
    assert table.names("cid") == ["Dazed"]
    table.do("ann spin top Esoterica cid", "ann 5")
    assert table.names("cid") == []


@pytest.mark.clause("S5.12")
def test_spin_bottom_wards_the_mind() -> None:
    """Advantage on resisting Magick at a Mental Potential, as often as it comes within the round."""
    table = Table(scene(person("ann"), person("bob", "B", sheet={"abilities": ("curse",)}))).begin()
    table.do("ann spin bottom", "ann end", "gm adversary bob", "bob curse top Weave ann", "bob 5")
    table.do("ann skill Anchor")
    assert table.volatility == 1


@pytest.mark.clause("S5.13", "S5.12")
def test_narrate_is_no_card_for_one_alone() -> None:
    """Its top is for group actions; its bottom for Flavor Abilities."""
    table = table_of()
    assert (table.refusal("ann narrate top"), table.refusal("ann narrate bottom")) == ("S5.13", "S5.12")


# Reach and areas


@pytest.mark.clause("S11.2")
def test_what_is_out_of_reach() -> None:
    """Weapons by their properties, cards by their range, both by sight."""
    table = table_of(ann={"abilities": ("curse",), "weapons": ("sword",)}, at="z3")
    assert table.refusal("ann strike top sword bob") == "S14.6"
    assert table.refusal("ann curse top Weave bob") == "S11.2"
    assert table.refusal("ann influence top Sway bob") == "S11.2"


@pytest.mark.clause("S11.4", "S11.2")
def test_areas() -> None:
    """Everybody within the radius of the centre; a harmful one spares the user's side."""
    others = person("b1", "B", "z1"), person("b2", "B", "z2"), person("b3", "B", "z3")
    table = table_of(*others, ann={"abilities": ("burst",)})
    assert [one for one in table.options("ann") if one.startswith("burst")] == [
        f"burst top Weave z{number}" for number in range(4)
    ] + ["burst bottom"]
    table.do("ann burst top Weave z0", "ann 5")
    assert [table.stress(id_, "Nerve") for id_ in ("bob", "b1", "b2", "b3", "cid")] == [1, 1, 0, 0, 0]


@pytest.mark.clause("S11.4", "S11.2")
def test_no_area_where_nobody_sees() -> None:
    """Its centre is a zone in sight."""
    table = Table(
        scene(
            person("ann", sheet={"abilities": ("burst",)}),
            person("bob", "B"),
            places=zones(0, 1, 4),
            unseen=(("z0", "z1"),),
        )
    ).begin()
    assert table.refusal("ann burst top Weave z1") == "S11.2"


@pytest.mark.clause("S5.14")
def test_the_gm_says_how_risky_tests_are() -> None:
    """Of one creature's next Test, or of all that do not say."""
    table = table_of().act("difficulty", creature="ann", risk="Risky").do("ann strike top sword bob")
    assert table.volatility == -1
    table.do("ann 12 1 1", "ann 1", "ann endure bottom Grit")
    assert table.volatility == 0
    assert table_of().act("difficulty", risk="Dire").do("ann endure bottom Grit").volatility == -2
