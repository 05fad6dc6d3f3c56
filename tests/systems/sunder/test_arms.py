"""Weapons and armor in play: Entangling, Heavy, shots beside a foe, worn items, refilled Shields."""

from __future__ import annotations

from typing import Any

import pytest

from affray.kernel.requests import Option
from affray.systems.sunder import damage, strikes, surges, trial, turn
from affray.systems.sunder import events as e
from affray.systems.sunder.blow import Blow
from affray.systems.sunder.book import Ability, Effect, Reaction, Weapon
from affray.systems.sunder.state import Scene, Track
from affray.systems.sunder.strikes import Strike
from tests.systems.sunder.by_hand import runs, scene, told, turn_of
from tests.systems.sunder.scripted import act, call, offered, person, requests, run


def two(weapons: tuple[str, ...] = (), **bob: Any) -> Scene:
    """Ann with these weapons in hand, and Bob, a foe beside her, who has 20 in Might and Finesse."""
    made = scene(
        person("ann"),
        person("bob", "B", Might=Track(20), Finesse=Track(20)),
        sheets={"ann": {"weapons": weapons}, "bob": bob},
    )
    made.book.weapons["net"] = Weapon("net", "Net", 4, "Finesse", entangling=True)
    made.book.weapons["beam"] = Weapon("beam", "Beam", 12, "Might", heavy=True)
    made.state.creatures["ann"].hands = list(weapons[:2])
    return made


def at_bob(weapon: str) -> Strike:
    """An attack of Ann's at Bob."""
    return Strike("ann", "bob", weapon, "Strike")


@pytest.mark.clause("S14.6")
@pytest.mark.parametrize(
    ("answers", "held", "stress"),
    [(("ann 5", "ann hold"), True, 0), (("ann 5", "ann damage", "ann 3"), False, 1), (("ann 15",), False, 0)],
)
def test_an_entangling_weapon(answers: tuple[str, ...], held: bool, stress: int) -> None:
    """A hit may hold in place of damage."""
    made = two(("net",))
    run(made, strikes.strike(made, at_bob("net")), *answers)
    bob = made.state.creatures["bob"]
    assert (bob.has("Held"), bob.tracks["Finesse"].stress) == (held, stress)


@pytest.mark.clause("S14.6", "S6.8")
@pytest.mark.parametrize(("face", "held"), [(5, False), (15, True)])
def test_a_squirm_test_ends_it(face: int, held: bool) -> None:
    """By a Surge, which is used either way; one who is not held has none of it."""
    made = two(("net",))
    bob = made.state.creatures["bob"]
    bob.tracks["Finesse"] = Track(10)
    assert "squirm" not in dict(surges.cards_of(made, bob))
    run(made, strikes.strike(made, at_bob("net")), "ann 5", "ann hold")
    assert "squirm" in dict(surges.cards_of(made, bob))
    run(made, surges.surge(made, "bob", "squirm"), f"bob {face}")
    assert (bob.has("Held"), bob.surge) == (held, "squirm")


@pytest.mark.clause("S14.6")
def test_a_heavy_weapon_attacks_once_in_a_half() -> None:
    """One more attack is made with another."""
    made = two(("beam", "dagger"))
    (asked,) = requests(made, strikes.extra_attack(made, "ann"), "ann stop")
    assert offered(asked) == ["stop", "attack dagger bob", "attack unarmed bob"]


@pytest.mark.clause("S14.6")
@pytest.mark.parametrize(("weapon", "asked"), [("bow", True), ("dagger", False)])
def test_a_shot_beside_a_foe_counts_as_movement(weapon: str, asked: bool) -> None:
    """For Reactions to movement, of those within Here."""
    made = two((weapon,), abilities=("snap",))
    snap = Reaction(
        ("foe leaves",), (Effect("damage", on="other", potential="Nerve", amount=5),), band="Here"
    )
    made.book.abilities["snap"] = Ability("snap", "Snap", "trait", reaction=snap)
    if asked:
        run(made, strikes.strike(made, at_bob(weapon)), "bob react snap", "ann 15 1 1", "ann 2")
    else:
        run(made, strikes.strike(made, at_bob(weapon)), "ann 15")
    assert made.state.creatures["ann"].tracks["Nerve"].stress == (1 if asked else 0)


@pytest.mark.clause("S14.9", "S1.20")
@pytest.mark.parametrize(("times", "dice", "rank"), [(1, "ann 1 1 1", 2), (2, "ann 1 1 1 1", 3)])
def test_a_worn_weapon_is_risky(times: int, dice: str, rank: int) -> None:
    """By one step for each Equipment Fallout; a Failure costs that."""
    made = two(("sword",))
    ann = made.state.creatures["ann"]
    ann.tracks["Might"] = Track(10, 1, 1)
    for _ in range(times):
        act(made, "equipment", {"creature": "ann", "item": "sword"})
    picks = "gm condition Muddled"
    run(made, strikes.strike(made, at_bob("sword")), dice, picks)
    assert [one.rank for one in told(made, e.FalloutFell)] == [rank]


@pytest.mark.clause("S14.7")
@pytest.mark.parametrize("shield", ["shield", "seep-shield"])
def test_a_shield_is_refilled_in_the_own_turn(shield: str) -> None:
    """For 1 Resistance of its Potential; the Shifter's Seep Shield as well (S12.13)."""
    made = two(armor=("shield",))
    bob = made.state.creatures["bob"]
    runs(made, "bob", special="seep shield")
    turn_of(made, "bob").opened = True
    bob.slots[shield] = 1
    run(made, turn.perform(made, "bob", Option(f"refill {shield}", "refill", (shield,))))
    potential = "Finesse" if shield == "shield" else "Seep"
    assert (bob.slots[shield], bob.tracks[potential].spent) == (0, 1)


@pytest.mark.clause("S14.7")
def test_indiscreet_and_heavy_armor_hinder() -> None:
    """Going unnoticed, and every Finesse Test."""
    made = scene(person("ann"), sheets={"ann": {"armor": ("plate",)}})
    run(made, trial.attempt(made, call("Grace")), "ann 5 1 1")
    run(made, trial.attempt(made, call("Aura", hides=True)), "ann 5 1 1")
    run(made, trial.attempt(made, call("Aura")), "ann 5")
    counted = [[name for name, _, _ in one.counted] for one in told(made, e.TestRolled)]
    assert counted == [["Heavy armor"], ["Indiscreet armor"], []]


@pytest.mark.clause("S1.16", "S3.1")
def test_the_price_comes_after_the_effect() -> None:
    """The damage and the target's Fallout first, then the Stress of the Test, whoever falls."""
    made = two(("sword",))
    bob = made.state.creatures["bob"]
    bob.tracks["Finesse"] = Track(10, 10)
    bob.marks = 2
    run(made, strikes.strike(made, at_bob("sword")), "ann 5", "ann 3", "gm marks 1")
    kinds = [type(event).__name__ for event in made.watch.events]
    order = ["TestRolled", "DamageRolled", "FalloutFell", "Fell", "StressTaken"]
    assert [kind for kind in kinds if kind in order] == order
    assert told(made, e.StressTaken)[0].creature == "ann"


@pytest.mark.clause("S1.16")
def test_who_falls_by_the_own_price_has_done_the_damage() -> None:
    """Ann's full track."""
    made = two(("sword",))
    ann = made.state.creatures["ann"]
    ann.tracks["Might"] = Track(10, 10)
    ann.marks = 2
    run(made, strikes.strike(made, at_bob("sword")), "ann 5", "ann 3", "gm marks 1")
    assert ann.out == "incapacitated"
    assert made.state.creatures["bob"].tracks["Finesse"].stress == 1


@pytest.mark.clause("S3.1")
def test_damage_of_a_source_that_is_gone() -> None:
    """It comes home all the same, and nobody intervenes."""
    made = two()
    blow = Blow("nobody", "bob", "a falling beam", "Might", 7, 1)
    assert run(made, damage.deal(made, blow)) == 2
