"""Conditions: what contains what, how long they last, when they end, and what they bar."""

from __future__ import annotations

from typing import Any

import pytest

from affray.kernel.reasons import Reason
from affray.systems.sunder import events as e
from affray.systems.sunder.conditions import (
    cannot_choose,
    cannot_harm,
    cannot_react,
    cannot_sound,
    charm_broken,
    deaf,
    end,
    expire,
    expire_with,
    gain,
    is_cursed,
    lose_unseen,
    reductions,
    under,
    unseen_to,
    until_of,
    until_of_fallout,
    until_own_next_turn_end,
)
from affray.systems.sunder.names import MENTAL, PHYSICAL, POTENTIALS
from affray.systems.sunder.state import SCENE, Favour, Scene, Until
from tests.systems.sunder.by_hand import creature, runs, scene, told, turn_of, under_it, zones


def duel(**bob: Any) -> Scene:
    """Ann and Dan against Bob, all in one zone."""
    return scene(creature("ann"), creature("dan"), creature("bob", "B", **bob))


def names(made: Scene, id_: str) -> list[str]:
    """The Conditions that a creature has of its own."""
    return [one.name for one in made.state.creatures[id_].conditions]


def key(reason: Reason | None) -> str:
    """The key of a reason; empty without one."""
    return reason.key if reason else ""


# What a creature is under


@pytest.mark.clause("S10.6")
@pytest.mark.parametrize("name", ["Bound", "Held", "Rooted"])
def test_pinned_is_bound_held_and_rooted(name: str) -> None:
    """And says that it is Pinned which does it; an own Condition comes first."""
    one = creature("ann")
    assert under(one, name) is None
    assert under(under_it(one, "Pinned"), name) == "Pinned"
    assert under(under_it(one, name), name) == name


@pytest.mark.clause("S10.6")
def test_held_is_rooted() -> None:
    """Round its holder; it is not Bound."""
    one = under_it(creature("ann"), "Held", by="bob")
    assert under(one, "Rooted") == "Held"
    assert under(one, "Bound") is None


@pytest.mark.clause("S10.6")
@pytest.mark.parametrize(
    ("name", "exposed"),
    [
        ("Physically Vulnerable", PHYSICAL),
        ("Mentally Vulnerable", MENTAL),
        ("Dazed", MENTAL),
        ("Petrified", ("Might", "Finesse")),
    ],
)
def test_what_makes_vulnerable(name: str, exposed: tuple[str, ...]) -> None:
    """In these Potentials and no others; without a Potential it is Vulnerable all the same."""
    one = under_it(creature("ann"), name)
    for potential in POTENTIALS:
        assert under(one, "Vulnerable", potential) == (name if potential in exposed else None)
    assert under(one, "Vulnerable") == name


@pytest.mark.clause("S10.3")
def test_exhaustion_3_makes_vulnerable_in_everything() -> None:
    """From level 3, and by that name."""
    assert not under(creature("ann", exhaustion=2), "Vulnerable")
    one = creature("ann", exhaustion=3)
    assert {under(one, "Vulnerable", potential) for potential in POTENTIALS} == {"Exhaustion 3"}
    assert under(one, "Mentally Vulnerable") == under(one, "Physically Vulnerable") == "Exhaustion 3"
    assert under(one, "Dazed") is None


@pytest.mark.clause("S10.3")
@pytest.mark.parametrize("name", ["Vulnerable", "Muddled", "Empowered", "Bleeding"])
def test_a_condition_about_a_potential_counts_for_that_one(name: str) -> None:
    """And for no other; for a question about any it counts."""
    one = under_it(creature("ann"), name, potential="Wit")
    assert under(one, name, "Wit") == name
    assert under(one, name, "Heart") is None
    assert under(one, name) == name


def test_a_condition_about_something_else_is_no_matter_of_potentials() -> None:
    """Dazed is Dazed, whatever is asked about."""
    assert under(under_it(creature("ann"), "Dazed"), "Dazed", "Might") == "Dazed"


def test_warded_cuts_physical_and_fortified_mental_stress() -> None:
    """By their X; one without X by 1. Two that came side by side do not add up (S10.1)."""
    one = under_it(under_it(creature("ann"), "Warded", amount=2), "Fortified")
    assert reductions(one, "Seep") == [("Warded", 2, "S10.8")]
    assert reductions(one, "Tether") == [("Fortified", 1, "S10.8")]
    assert reductions(under_it(one, "Warded", amount=3, other="Wit"), "Seep") == [("Warded", 3, "S10.8")]
    assert reductions(creature("bob"), "Seep") == []


def test_cursed_silenced_deafened() -> None:
    """Each is asked for by itself."""
    one = creature("ann")
    assert (is_cursed(one), key(cannot_sound(one)), deaf(one)) == (False, "", False)
    for name in ("Cursed", "Silenced", "Deafened"):
        under_it(one, name)
    assert (is_cursed(one), key(cannot_sound(one)), deaf(one)) == (True, "Silenced", True)


# Spans


@pytest.mark.clause("S9.2", "S9.5")
def test_spans() -> None:
    """A round ends with the start of the next turn, also when it was begun in a turn."""
    made = duel(turns_begun=2)
    assert until_of(made, "bob", "round") == Until("bob", "start", 3)
    assert until_of(made, "bob", "end of next turn") == Until("bob", "end", 3)
    assert until_own_next_turn_end(made, "bob") == Until("bob", "end", 3)
    assert until_of(made, "bob", "scene") == until_of(made, "bob", "sequence") == SCENE
    assert until_of(made, "bob", "dispelled") == Until(dispelled=True)


@pytest.mark.clause("S3.13")
def test_spans_of_fallout() -> None:
    """The roller's next turn, the source's next turn, or the scene."""
    made = duel()
    assert until_of_fallout(made, "ann", "bob", own_test=True) == Until("ann", "end", 1)
    assert until_of_fallout(made, "ann", "bob", own_test=False) == Until("bob", "start", 1)
    assert until_of_fallout(made, "ann", "", own_test=False) == SCENE


@pytest.mark.clause("S9.2", "S9.4")
def test_what_lasts_a_round_ends_at_the_next_start_of_its_users_turn() -> None:
    """On whomever it is: Conditions, Advantages and cards. Another's turn ends nothing."""
    made = duel()
    turn_of(made, "bob")
    until = until_of(made, "bob", "round")
    gain(made, "ann", "Held", until, by="bob")
    made.state.creatures["dan"].favours.append(Favour("any", 1, "Help", until))
    runs(made, "bob", until)
    expire(made, "bob", "end")
    turn_of(made, "ann")
    expire(made, "ann", "start")
    assert names(made, "ann") == ["Held"]
    turn_of(made, "bob")
    expire(made, "bob", "start")
    assert (names(made, "ann"), made.state.creatures["dan"].favours, made.state.running) == ([], [], [])
    assert [(one.name, one.why) for one in told(made, e.ConditionEnded)] == [("Held", "over")]
    assert [one.used for one in told(made, e.FavourEnded)] == [False]
    assert [one.why for one in told(made, e.RunningEnded)] == ["over"]


@pytest.mark.clause("S9.4")
def test_what_lasts_to_the_end_of_the_next_turn_outlasts_the_one_under_way() -> None:
    """Gained in turn 1, it ends with turn 2, and not with its start."""
    made = duel()
    turn_of(made, "ann")
    gain(made, "ann", "Muddled", until_own_next_turn_end(made, "ann"), potential="Wit")
    expire(made, "ann", "end")
    turn_of(made, "ann")
    expire(made, "ann", "start")
    assert names(made, "ann") == ["Muddled"]
    expire(made, "ann", "end")
    assert names(made, "ann") == []


@pytest.mark.clause("S9.4")
def test_of_two_equal_favours_the_one_that_is_over_ends() -> None:
    """The one for the scene stays, though it came first."""
    made = duel()
    ann = made.state.creatures["ann"]
    ann.favours += [Favour("any", 1, "Help", SCENE), Favour("any", 1, "Help", Until("ann", "start", 1))]
    turn_of(made, "ann")
    expire(made, "ann", "start")
    assert [one.until for one in ann.favours] == [SCENE]


# Coming and going


@pytest.mark.clause("S10.1")
def test_the_same_condition_does_not_stack() -> None:
    """The longer span and the larger X stay; with another Potential it is another one."""
    made = duel()
    gain(made, "ann", "Warded", until_of(made, "ann", "round"), amount=2)
    gain(made, "ann", "Warded", SCENE, amount=1)
    assert [(one.amount, one.until) for one in made.state.creatures["ann"].conditions] == [(2, SCENE)]
    gain(made, "ann", "Muddled", SCENE, potential="Wit")
    gain(made, "ann", "Muddled", SCENE, potential="Heart")
    assert names(made, "ann") == ["Warded", "Muddled", "Muddled"]


@pytest.mark.clause("S10.6")
def test_what_roots_has_a_centre_and_an_x() -> None:
    """Its own zone and 1, where nothing else is said; one who is Held has a holder for it."""
    made = duel(zone="z1")
    for name in ("Rooted", "Pinned", "Held"):
        gain(made, "bob", name, SCENE, by="ann")
    gain(made, "bob", "Rooted", SCENE, zone="z2", amount=6)
    gain(made, "bob", "Held", SCENE)
    found = [(one.name, one.zone, one.amount) for one in made.state.creatures["bob"].conditions]
    assert found == [
        ("Rooted", "z1", 1),
        ("Pinned", "z1", 1),
        ("Held", "", 0),
        ("Rooted", "z2", 6),
        ("Held", "z1", 1),
    ]


@pytest.mark.clause("S9.9")
def test_distracted_breaks_concentration() -> None:
    """And with the card the Condition that it kept up; one from another card stays."""
    made = duel()
    runs(made, "ann", concentration="Wit")
    runs(made, "ann")
    gain(made, "bob", "Slowed", SCENE, by="ann", card="card")
    gain(made, "bob", "Dazed", SCENE, by="ann", card="other")
    gain(made, "ann", "Distracted", SCENE, by="bob")
    assert [one.concentration for one in made.state.running] == [""]
    assert names(made, "bob") == ["Dazed"]


@pytest.mark.clause("S9.6")
def test_what_waits_for_one_who_fell_ends() -> None:
    """Its concentration too. What lasts for the scene stays, and what is about it."""
    made = duel()
    until = until_of(made, "bob", "round")
    gain(made, "ann", "Dazed", until, by="bob")
    gain(made, "ann", "Afraid", SCENE, by="bob")
    made.state.creatures["ann"].favours.append(Favour("any", -1, "Dread", until))
    runs(made, "bob", concentration="Wit")
    runs(made, "bob", until)
    runs(made, "bob")
    made.state.creatures["bob"].out = "incapacitated"
    expire_with(made, "bob")
    assert names(made, "ann") == ["Afraid"]
    assert made.state.creatures["ann"].favours == []
    assert len(made.state.running) == 1
    assert {one.why for one in told(made, e.RunningEnded)} == {"down"}


@pytest.mark.clause("S9.6")
def test_what_is_about_one_who_left_ends() -> None:
    """Nobody is Afraid of, Charmed by or Held by one who is not there; nor does a card run on it."""
    made = duel()
    for name in ("Afraid", "Charmed", "Enraptured", "Held", "Slowed"):
        gain(made, "ann", name, SCENE, by="bob")
    runs(made, "ann", creature="bob")
    made.emit(e.Removed("bob", "Bob", "gm"))
    expire_with(made, "bob")
    assert names(made, "ann") == ["Slowed"]
    assert made.state.running == []


@pytest.mark.clause("S9.6")
def test_what_would_wait_for_one_who_is_down_ends_at_once() -> None:
    """It has come, and no turn will end it."""
    made = duel(out="incapacitated")
    gain(made, "ann", "Dazed", until_of(made, "bob", "round"), by="bob")
    assert names(made, "ann") == []
    assert len(told(made, e.ConditionGained)) == len(told(made, e.ConditionEnded)) == 1


def test_a_dispelled_condition_says_by_whom() -> None:
    """Of two by one name the right one ends (S9.5)."""
    made = duel()
    gain(made, "ann", "Muddled", SCENE, potential="Wit")
    gain(made, "ann", "Muddled", SCENE, potential="Heart")
    end(made, "ann", made.state.creatures["ann"].conditions[1], "dispelled", "dan")
    assert [one.potential for one in made.state.creatures["ann"].conditions] == ["Wit"]
    assert [(one.why, one.ended_by) for one in told(made, e.ConditionEnded)] == [("dispelled", "dan")]


@pytest.mark.clause("S5.23")
def test_an_own_attack_gives_away_who_is_unseen() -> None:
    """Invisible stays."""
    made = duel()
    gain(made, "ann", "Unseen", SCENE)
    gain(made, "ann", "Invisible", SCENE)
    lose_unseen(made, "ann")
    assert names(made, "ann") == ["Invisible"]
    assert [one.why for one in told(made, e.ConditionEnded)] == ["lost"]


@pytest.mark.clause("S5.23")
@pytest.mark.parametrize(("by", "left"), [("ann", []), ("dan", []), ("bob", ["Charmed"]), ("", ["Charmed"])])
def test_the_charmer_and_its_allies_break_the_charm_by_harm(by: str, left: list[str]) -> None:
    """Nobody else does."""
    made = duel()
    gain(made, "bob", "Charmed", SCENE, by="ann")
    charm_broken(made, "bob", by)
    assert names(made, "bob") == left


# What they bar


@pytest.mark.clause("S7.10", "S10.6")
def test_who_cannot_react() -> None:
    """Dazed: never. Petrified: not physically on others. Incapacitated: never."""
    assert cannot_react(creature("ann"), physical=True, on_self=False) is None
    assert key(cannot_react(under_it(creature("ann"), "Dazed"), physical=False, on_self=True)) == "Dazed"
    stone = under_it(creature("ann"), "Petrified")
    assert key(cannot_react(stone, physical=True, on_self=False)) == "Petrified"
    assert cannot_react(stone, physical=True, on_self=True) is None
    assert cannot_react(stone, physical=False, on_self=False) is None
    down = creature("ann", out="incapacitated")
    assert key(cannot_react(down, physical=False, on_self=True)) == "incapacitated"


@pytest.mark.clause("S10.7")
def test_who_is_not_seen() -> None:
    """By foes, never by the own side."""
    made = duel()
    ann, dan, bob = made.state.creatures.values()
    assert not unseen_to(made, ann, bob)
    for name in ("Unseen", "Invisible"):
        under_it(ann, name)
        assert unseen_to(made, ann, bob)
        assert not unseen_to(made, ann, dan)
        assert not unseen_to(made, ann, ann)
        ann.conditions.clear()
    under_it(bob, "Blinded")
    assert unseen_to(made, ann, bob)
    assert not unseen_to(made, bob, ann)


@pytest.mark.clause("S10.7")
def test_to_one_who_is_enraptured_all_others_are_unseen() -> None:
    """Its own side too, but neither itself nor the enrapturer."""
    made = duel()
    ann, dan, bob = made.state.creatures.values()
    under_it(ann, "Enraptured", by="bob")
    assert unseen_to(made, dan, ann)
    assert not unseen_to(made, bob, ann)
    assert not unseen_to(made, ann, ann)


@pytest.mark.clause("S10.7", "S11.2")
@pytest.mark.parametrize(
    ("mine", "others", "here", "afar"),
    [
        ((), (), "", ""),
        ((), ("Unseen",), "", "Unseen"),
        (("Blinded",), (), "", "Blinded chooser"),
        (("Enraptured",), (), "", "Enraptured chooser"),
        ((), ("Invisible",), "Invisible", "Invisible"),
    ],
)
def test_who_cannot_be_attacked(mine: tuple[str, ...], others: tuple[str, ...], here: str, afar: str) -> None:
    """What is not seen can be chosen from within Here only, what is Invisible by no attack."""
    made = scene(
        creature("ann"), creature("bob", "B", "z1"), creature("cid", "B", "z2"), creature("eve", "B")
    )
    ann, bob, cid, _ = made.state.creatures.values()
    for name in mine:
        under_it(ann, name, by="eve")
    for name in others:
        under_it(bob, name)
        under_it(cid, name)
    assert key(cannot_choose(made, ann, bob, attack=True)) == here
    assert key(cannot_choose(made, ann, cid, attack=True)) == afar
    assert cannot_choose(made, ann, ann, attack=True) is None


@pytest.mark.clause("S10.7")
def test_what_is_invisible_can_be_chosen_by_what_is_no_attack() -> None:
    """It hides from attacks alone."""
    made = scene(creature("ann"), under_it(creature("cid", "B", "z2"), "Invisible"))
    ann, cid = made.state.creatures.values()
    assert cannot_choose(made, ann, cid, attack=False) is None


@pytest.mark.clause("S10.7")
def test_one_who_is_blinded_does_not_find_a_friend_afar_either() -> None:
    """Nobody is Unseen to the own side, but who sees nothing sees no friend."""
    made = scene(under_it(creature("ann"), "Blinded"), creature("dan", zone="z2"))
    ann, dan = made.state.creatures.values()
    assert key(cannot_choose(made, ann, dan, attack=False)) == "Blinded chooser"
    made.emit(e.Moved("dan", "z2", "z1", 3))
    assert cannot_choose(made, ann, dan, attack=False) is None


@pytest.mark.clause("S11.2")
def test_nobody_is_chosen_through_a_wall() -> None:
    """Not even next to it."""
    made = scene(creature("ann"), creature("bob", "B", "z1"), places=zones(0, 1), unseen=(("z1", "z0"),))
    ann, bob = made.state.creatures.values()
    assert key(cannot_choose(made, ann, bob, attack=False)) == "no line of sight"


@pytest.mark.clause("S10.6")
def test_who_cannot_harm_whom() -> None:
    """Charmed: not the charmer. Petrified: nobody but itself."""
    made = duel()
    ann, dan, bob = made.state.creatures.values()
    under_it(bob, "Charmed", by="ann")
    assert key(cannot_harm(made, bob, ann)) == "Charmed"
    assert cannot_harm(made, bob, dan) is None
    under_it(dan, "Petrified")
    assert key(cannot_harm(made, dan, bob)) == "Petrified"
    assert cannot_harm(made, dan, dan) is None
