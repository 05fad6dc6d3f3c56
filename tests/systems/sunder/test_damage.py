"""Damage on its way to a track: conversion, criticals, what cuts it, armor; weapons, help, Spells."""

from __future__ import annotations

from typing import Any

import pytest

from affray.kernel.requests import EACH, Roll
from affray.systems.sunder import damage, play, reactions, strikes
from affray.systems.sunder import events as e
from affray.systems.sunder.blow import Blow
from affray.systems.sunder.book import Ability, Effect, Half
from affray.systems.sunder.happening import Happening
from affray.systems.sunder.legal import why_not_use
from affray.systems.sunder.names import CRIT, MAJOR, MIFF, MIXED, SUCCESS
from affray.systems.sunder.played import Played
from affray.systems.sunder.state import Creature, Scene, Track
from affray.systems.sunder.strikes import Strike
from tests.systems.sunder.by_hand import runs, scene, told, under_it
from tests.systems.sunder.scripted import act, might_of, offered, person, requests, run

SWORD = ("sword",)


def two(bob: Creature | None = None, ann: dict[str, Any] | None = None, **sheet: Any) -> Scene:
    """Ann beside Bob, a foe, who has 20 in Might; `ann` and `sheet` are what their sheets say."""
    other = bob or person("bob", "B", Might=Track(20))
    made = scene(person("ann"), other, sheets={"ann": ann or {}, "bob": sheet})
    made.state.creatures["ann"].hands = [id_ for id_ in (ann or {}).get("weapons", ()) if id_ != "claw"]
    return made


def blow(count: int, sides: int, potential: str = "Might", **how: Any) -> Blow:
    """A blow of Ann's at Bob."""
    return Blow("ann", "bob", "blow", potential, count, sides, **how)


# The pipeline


@pytest.mark.clause("S3.1", "S3.2", "S3.3")
@pytest.mark.parametrize(("amount", "stress"), [(21, 5), (20, 4), (25, 5), (26, 6), (1, 1), (5, 1), (6, 2)])
def test_worked_example_17(amount: int, stress: int) -> None:
    """A fifth, rounded up."""
    made = two()
    assert run(made, damage.deal(made, blow(amount, 1))) == stress
    assert might_of(made, "bob") == (stress, 0)
    assert [(one.total, one.stress) for one in told(made, e.DamageRolled)] == [(amount, stress)]


@pytest.mark.clause("S3.1")
def test_no_damage_is_no_stress() -> None:
    """Not even with what is taken off it."""
    made = two()
    assert run(made, damage.deal(made, blow(3, 1, parts=(("rain", -5, "S3.1"),)))) == 0
    assert might_of(made, "bob") == (0, 0)
    assert told(made, e.StressTaken) == []


@pytest.mark.clause("S3.1")
def test_dice_and_what_is_added() -> None:
    """Each named."""
    made = two()
    run(made, damage.deal(made, blow(2, 6, parts=(("Spite", 3, "S2.10"),))), "ann 4 5")
    (rolled,) = told(made, e.DamageRolled)
    assert (rolled.faces, rolled.total, rolled.stress) == ((4, 5), 12, 3)


@pytest.mark.clause("S3.1", "S3.4")
def test_damage_that_overflows() -> None:
    """In the Potential of its target, from its source."""
    made = two(person("bob", "B", Might=Track(8, 5, 1)))
    made.state.creatures["bob"].pool = 5
    run(made, damage.deal(made, blow(15, 1)), "gm marks 3")
    (fell,) = told(made, e.FalloutFell)
    assert (fell.creature, fell.potential, fell.rank, might_of(made, "bob")) == (
        "bob",
        "Might",
        MAJOR,
        (0, 1),
    )
    assert [one.source for one in told(made, e.Overflowed)] == ["ann"]


@pytest.mark.clause("S3.1")
def test_damage_and_healing_by_the_gm() -> None:
    """Through every step; healing 7 clears 2."""
    made = two()
    act(made, "damage", {"creature": "bob", "potential": "Might", "amount": 21})
    assert might_of(made, "bob") == (5, 0)


@pytest.mark.clause("S3.3")
def test_healing() -> None:
    """A fifth of it, rounded up, from one track."""
    made = two(person("bob", "B", Might=Track(10, 5)))
    act(made, "heal", {"creature": "bob", "potential": "Might", "amount": 7})
    assert might_of(made, "bob") == (3, 0)
    act(made, "heal", {"creature": "bob", "potential": "Might", "amount": 50})
    assert might_of(made, "bob") == (0, 0)


@pytest.mark.clause("S3.4")
def test_stress_by_the_gm() -> None:
    """It overflows as any other."""
    made = two(person("bob", "B", Might=Track(10, 5)))
    act(made, "stress", {"creature": "bob", "potential": "Might", "amount": 6}, "gm marks 6")
    assert might_of(made, "bob") == (0, 0)


# Criticals


@pytest.mark.clause("S3.8", "S3.9")
@pytest.mark.parametrize(
    ("answers", "rolls", "stress"),
    [
        (("ann 5",), [], 1),
        (("ann 6", "ann 3"), [(8, 3)], 3),
        (("ann 6", "ann 8", "ann 4"), [(8, 8), (10, 4)], 4),
        (("ann 6", "ann 8", "ann 10", "ann 12", "ann 11"), [(8, 8), (10, 10), (12, 12), (12, 11)], 6),
        (
            ("ann 6", "ann 8", "ann 10", "ann 12", "ann 12", "ann 12", "ann 12"),
            [(8, 8), (10, 10), (12, 12), (12, 12), (12, 12), (12, 12)],
            9,
        ),
    ],
)
def test_worked_example_21(answers: tuple[str, ...], rolls: list[tuple[int, int]], stress: int) -> None:
    """Every maximum is 1 Stress and one more roll a size up, six times at most; damage stays as it fell."""
    made = two()
    assert run(made, damage.deal(made, blow(1, 6, crit=True)), *answers) == stress
    assert told(made, e.DamageRolled)[0].total == int(answers[0].split()[1])
    chained = told(made, e.DiceChained)
    assert [list(one.rolls) for one in chained] == ([rolls] if rolls else [])


@pytest.mark.clause("S3.8")
def test_every_base_die_by_itself() -> None:
    """Two maxima of two dice: two chains."""
    made = two()
    assert run(made, damage.deal(made, blow(2, 6, crit=True)), "ann 6 6", "ann 8", "ann 1", "ann 2") == 6
    (chained,) = told(made, e.DiceChained)
    assert (chained.maxima, chained.rolls, chained.stress) == (2, ((8, 8), (10, 1), (8, 2)), 3)


@pytest.mark.clause("S3.8")
def test_a_d12_is_rolled_again_as_a_d12() -> None:
    """It is the largest."""
    made = two()
    assert run(made, damage.deal(made, blow(1, 12, crit=True)), "ann 12", "ann 11") == 4
    assert told(made, e.DiceChained)[0].rolls == ((12, 11),)


@pytest.mark.clause("S3.1", "S3.8")
def test_only_base_dice_of_a_critical_explode() -> None:
    """Not those of a plain hit, and not a fixed amount."""
    made = two()
    assert run(made, damage.deal(made, blow(1, 6)), "ann 6") == 2
    assert run(made, damage.deal(made, blow(2, 1, crit=True, parts=(("Spite", 4, "S2.10"),)))) == 2
    assert run(made, damage.chain(made, blow(1, 6, crit=True), 0)) == 0
    assert told(made, e.DiceChained) == []


@pytest.mark.clause("S3.9", "S3.2")
def test_bonus_stress_is_part_of_the_instance() -> None:
    """2 of damage and 1 of the maximum are 3: Major."""
    made = two(person("bob", "B", Might=Track(8, 7)))
    made.state.creatures["bob"].pool = 5
    run(made, damage.deal(made, blow(1, 6, crit=True)), "ann 6", "ann 1", "gm marks 3")
    assert [one.rank for one in told(made, e.FalloutFell)] == [MAJOR]


# What cuts it


@pytest.mark.clause("S3.2", "S3.8")
def test_worked_example_22() -> None:
    """Warded (1) takes 1 of the 4 Stress of that hit."""
    made = two()
    under_it(made.state.creatures["bob"], "Warded", amount=1)
    assert run(made, damage.deal(made, blow(1, 6, crit=True)), "ann 6", "ann 8", "ann 4") == 3


@pytest.mark.clause("S3.2")
@pytest.mark.parametrize(
    ("potential", "condition", "amount", "stress"),
    [
        ("Might", "Warded", 1, 1),
        ("Might", "Warded", 5, 0),
        ("Might", "Fortified", 1, 2),
        ("Wit", "Fortified", 1, 1),
        ("Wit", "Warded", 1, 2),
    ],
)
def test_warded_and_fortified(potential: str, condition: str, amount: int, stress: int) -> None:
    """One for Physical and one for Mental Stress; never below 0."""
    made = two()
    under_it(made.state.creatures["bob"], condition, amount=amount)
    assert run(made, damage.deal(made, blow(10, 1, potential))) == stress


@pytest.mark.clause("S3.2", "S5.12", "S5.14")
def test_warded_then_guard_then_slots() -> None:
    """5 Stress: 1 for Warded, 2 for the guard's die, 1 slot."""
    made = two(armor=("shield", "plate"))
    under_it(made.state.creatures["bob"], "Warded", amount=1)
    runs(made, "bob", guard="Might")
    stress = run(made, damage.deal(made, blow(25, 1)), "bob armor shield 1", "bob 2")
    assert stress == 1
    found = [(one.source, one.was, one.now) for one in told(made, e.StressReduced)]
    assert found == [("Warded", 5, 4), ("Card", 4, 2), ("Protection Slots", 2, 1)]


@pytest.mark.clause("S3.2")
def test_a_guard_is_rolled_anew_for_every_hit() -> None:
    """And only for Stress of its Potential."""
    made = two()
    runs(made, "bob", guard="Might")
    assert run(made, damage.deal(made, blow(10, 1)), "bob 4") == 0
    assert run(made, damage.deal(made, blow(10, 1)), "bob 1") == 1
    assert run(made, damage.deal(made, blow(10, 1, "Nerve"))) == 2


# Armor


@pytest.mark.clause("S14.7", "S14.8")
@pytest.mark.parametrize(("slots", "stress"), [("no", 3), ("armor leather 1", 2)])
def test_one_reaction_of_armor(slots: str, stress: int) -> None:
    """A slot takes 1 Stress and stays used."""
    made = two(armor=("leather",))
    assert run(made, damage.deal(made, blow(15, 1)), f"bob {slots}") == stress
    bob = made.state.creatures["bob"]
    assert bob.slots == ({"leather": 1} if slots != "no" else {})
    if slots != "no":
        assert run(made, damage.deal(made, blow(15, 1))) == 3


@pytest.mark.clause("S14.7", "S14.8")
def test_any_number_of_slots_in_one_reaction() -> None:
    """As many as are left and as there is Stress; not once a round, but whenever there are some."""
    made = two(armor=("plate",))
    happening = Happening("incoming stress", "ann", "bob", "blow", "Might", 3)
    found = [one.id for one in reactions.options_for(made, "bob", happening)]
    assert found == ["armor plate 1", "armor plate 2", "armor plate 3"]
    run(made, damage.deal(made, blow(15, 1)), "bob armor plate 3", "bob 1")
    run(made, damage.deal(made, blow(15, 1)), "bob armor plate 2", "bob 1")
    assert made.state.creatures["bob"].slots == {"plate": 5}
    assert run(made, damage.deal(made, blow(15, 1))) == 3


@pytest.mark.clause("S14.7", "S14.8")
@pytest.mark.parametrize(("face", "damage_left", "stress"), [(1, 15, 2), (4, 12, 2), (2, 14, 2)])
def test_heavy_armor_cuts_the_damage_first(face: int, damage_left: int, stress: int) -> None:
    """By a Might die, before conversion: 16 is 4 Stress, and 1 slot."""
    made = two(armor=("plate",))
    (asked, *_) = requests(made, damage.deal(made, blow(16, 1)), "bob armor plate 1", f"bob {face}")
    assert "armor plate 4" in offered(asked)
    (cut, slots) = told(made, e.StressReduced)
    assert (cut.was, cut.now, slots.now) == (16, damage_left, stress)
    assert might_of(made, "bob") == (stress, 0)


@pytest.mark.clause("S14.7")
def test_armor_is_for_physical_stress() -> None:
    """It is not asked about any other; nor may one who is Dazed use it."""
    made = two(armor=("plate",))
    assert run(made, damage.deal(made, blow(15, 1, "Wit"))) == 3
    under_it(made.state.creatures["bob"], "Dazed")
    happening = Happening("incoming stress", "ann", "bob", "blow", "Might", 3)
    assert reactions.options_for(made, "bob", happening) == []
    assert reactions.armor_options(made, made.state.creatures["ann"], happening) == []


@pytest.mark.clause("S14.7", "S14.8")
@pytest.mark.parametrize(
    ("answers", "sources"),
    [
        (("bob dodge leather", "ann 15 1 1", "ann 2"), ["Leather slot"]),
        (("bob no", "ann 5", "ann 2"), []),
    ],
)
def test_light_armor_makes_an_attack_harder(answers: tuple[str, ...], sources: list[str]) -> None:
    """A slot for Disadvantage on one Physical attack."""
    made = two(armor=("leather",), ann={"weapons": SWORD})
    left = () if sources else ("bob no",)
    run(made, strikes.strike(made, Strike("ann", "bob", "sword", "Strike")), *answers, *left)
    rolled = told(made, e.TestRolled)[0]
    assert [name for name, _, _ in rolled.counted] == sources
    assert made.state.creatures["bob"].slots == ({"leather": 1} if sources else {})


# Weapons


@pytest.mark.clause("S14.5", "S14.6")
@pytest.mark.parametrize(
    ("weapon", "potential", "skill", "dice"),
    [("sword", "Finesse", "Force", 6), ("greataxe", "Might", "Force", 12), ("maul", "Nerve", "Force", 6)],
)
def test_a_hit_needs_a_successful_test(weapon: str, potential: str, skill: str, dice: int) -> None:
    """Then its die falls, at the Potential that the weapon aims at; a Failure does nothing."""
    made = two(ann={"weapons": (weapon,)})
    count = 2 if weapon == "maul" else 1
    it = Strike("ann", "bob", weapon, "Strike")
    asked = requests(made, strikes.strike(made, it), "ann 5", "ann " + " ".join(["1"] * count))
    assert isinstance(asked[1], Roll)
    assert asked[1].pool.sides == (dice,) * count
    (rolled,) = told(made, e.DamageRolled)
    assert (rolled.potential, told(made, e.TestRolled)[0].skill) == (potential, skill)
    assert run(made, strikes.strike(made, it), "ann 15") is False
    assert len(told(made, e.DamageRolled)) == 1


@pytest.mark.clause("S14.5", "S3.8")
def test_a_critical_attack_explodes() -> None:
    """Its base dice, not what Spite adds."""
    made = two(ann={"weapons": SWORD})
    ann = made.state.creatures["ann"]
    run(made, strikes.strike(made, Strike("ann", "bob", "sword", "Strike")), "ann 10", "ann 6", "ann 2")
    assert made.state.creatures["bob"].tracks["Finesse"].stress == 3
    ann.tracks["Might"] = Track(12, 3, 0, 6, perks={3: "Spite"})
    act(made, "favour", {"creature": "ann", "amount": 1})
    answers = ("ann 5 3", "ann yes", "ann 4")
    run(made, strikes.strike(made, Strike("ann", "bob", "sword", "Strike")), *answers)
    assert told(made, e.DamageRolled)[-1].parts == (("Spite", 3, "S2.10"),)
    assert told(made, e.DamageRolled)[-1].total == 7


@pytest.mark.clause("S14.5", "S5.7")
def test_bare_hands() -> None:
    """The Tier, at Might; it never explodes."""
    made = two(ann={"tier": 3})
    assert run(made, strikes.strike(made, Strike("ann", "bob", "", "default attack")), "ann 10") is True
    (rolled,) = told(made, e.DamageRolled)
    assert (rolled.total, rolled.potential, told(made, e.DiceChained)) == (3, "Might", [])


# Help, Spells


def spell(**half: Any) -> Half:
    """A Spell of Weave that hurts its target, and its caster when it fails."""
    given: dict[str, Any] = {
        "skills": ("Weave",),
        "target": "foe",
        "range": "Close",
        "effects": (Effect("damage", potential="Wit", dice="1d6"),),
        "consequence": (Effect("stress", on="self", potential="Tether", amount=2),),
        "magick": True,
        "harmful": True,
        **half,
    }
    return Half("Unravel", "A Spell.", **given)


def cast(made: Scene, half: Half, *answers: str) -> None:
    """Ann casts it at Bob."""
    made.book.abilities["unravel"] = Ability("unravel", "Unravel", "action", top=half, bottom=half)
    played = Played("ann", "unravel", "top", half, "", "", "Weave", "bob")
    run(made, play.play(made, played), *answers)


@pytest.mark.clause("S14.4")
@pytest.mark.parametrize(
    ("answers", "own", "cast_it"),
    [
        (("ann 5", "ann 4"), 1, True),
        (("ann 15",), 2, False),
        (("ann 20", "gm marks 1"), 0, False),
    ],
)
def test_a_spell_is_cast_or_has_its_consequence(answers: tuple[str, ...], own: int, cast_it: bool) -> None:
    """Failure and Miff bring the consequence."""
    made = two()
    assert why_not_use(made, made.state.creatures["ann"], spell()) is None
    cast(made, spell(), *answers)
    assert made.state.creatures["ann"].tracks["Tether"].stress == own
    assert bool(told(made, e.DamageRolled)) == cast_it


@pytest.mark.clause("S2.10")
@pytest.mark.parametrize(
    ("effect", "asked"),
    [
        (Effect("damage", potential="Wit", dice="1d6"), True),
        (Effect("stress", potential="Wit", amount=2), False),
    ],
)
def test_spite_is_for_damage_that_is_rolled(effect: Effect, asked: bool) -> None:
    """Stress without dice has no roll that it could be added to."""
    made = two()
    made.state.creatures["ann"].tracks["Tether"] = Track(10, 3, 0, 6, perks={2: "Spite"})
    act(made, "favour", {"creature": "ann", "amount": 1})
    answers = ("ann yes", "ann 4") if asked else ()
    cast(made, spell(effects=(effect,), consequence=()), "ann 5 2", *answers)
    assert [one.used for one in told(made, e.PerkFired)] == [asked]
    assert [one.total for one in told(made, e.DamageRolled)] == ([6] if asked else [])
    assert made.state.creatures["bob"].tracks["Wit"].stress == 2


@pytest.mark.clause("S14.4")
def test_a_spell_needs_a_free_hand() -> None:
    """Two weapons leave none; without a Test no hand is needed."""
    made = two(ann={"weapons": ("sword", "dagger")})
    ann = made.state.creatures["ann"]
    reason = why_not_use(made, ann, spell())
    assert reason is not None
    assert (reason.key, reason.clause) == ("no free hand", "S14.4")
    assert why_not_use(made, ann, spell(skills=())) is None
    ann.hands = ["sword"]
    assert why_not_use(made, ann, spell()) is None


@pytest.mark.clause("S14.4")
def test_a_bound_hand_hinders_a_spell() -> None:
    """By one Disadvantage."""
    made = two()
    under_it(made.state.creatures["ann"], "Bound")
    cast(made, spell(), "ann 15 1 1", "ann 2")
    (rolled,) = told(made, e.TestRolled)
    assert (rolled.count, rolled.lowest, [name for name, _, _ in rolled.counted]) == (2, True, ["Bound"])


@pytest.mark.clause("S3.8", "S5.17")
@pytest.mark.parametrize(
    ("faces", "stress", "chained"),
    [("bob 20", 2 + 1, True), ("bob 15", 2, False)],
)
def test_a_miff_to_avoid_damage_makes_it_critical(faces: str, stress: int, chained: bool) -> None:
    """The defender's; a Failure does not."""
    made = two()
    answers = ["ann 5", "bob skill Anchor", faces]
    answers += ["gm marks 1"] if chained else []
    cast(made, spell(resist=("Anchor",)), *answers, "ann 6", *(["ann 1"] if chained else []))
    bob = made.state.creatures["bob"]
    assert bob.tracks["Wit"].stress == stress
    assert bool(told(made, e.DiceChained)) == chained


@pytest.mark.clause("S3.8", "S5.16")
@pytest.mark.parametrize(("level", "chained"), [(CRIT, True), (SUCCESS, False)])
def test_a_crit_of_a_group_is_critical(level: int, chained: bool) -> None:
    """Its level stands for that of the Test, be it of a weapon or of a Spell."""
    made = two(ann={"weapons": SWORD})
    again = ("ann 1",) if chained else ()
    half = spell()
    made.book.abilities["unravel"] = Ability("unravel", "Unravel", "action", top=half, bottom=half)
    played = Played("ann", "unravel", "top", half, "", "", "Weave", "bob", level)
    run(made, play.play(made, played), "ann 6", *again)
    it = Strike("ann", "bob", "sword", "Strike")
    run(made, strikes.strike(made, it, level), "ann 6", *again)
    assert len(told(made, e.DiceChained)) == (2 if chained else 0)


@pytest.mark.clause("S14.1")
def test_help_is_advantage() -> None:
    """For the next Test of whom is helped, whatever it is for."""
    made = scene(person("ann"), person("cleo"))
    half = Half("Help", "Say how.", target="ally", range="Near", special="help")
    made.book.abilities["aid"] = Ability("aid", "Aid", "action", top=half, bottom=half)
    run(made, play.play(made, Played("ann", "aid", "bottom", half, "", "", "", "cleo")))
    act(made, "call_test", {"creature": "cleo", "skill": "Read"}, "cleo 5 1")
    (rolled,) = told(made, e.TestRolled)
    assert [(name, amount) for name, amount, _ in rolled.counted] == [("help of Ann", 1)]
    assert made.state.creatures["cleo"].favours == []


@pytest.mark.clause("S3.1", "S14.8")
def test_where_damage_may_be_cut_its_figure_counts() -> None:
    """Else only the Stress that it makes is told apart."""
    plain, armored = two(), two(armor=("leather",))
    first = requests(plain, damage.deal(plain, blow(1, 6)), "ann 3")[0]
    second = requests(armored, damage.deal(armored, blow(1, 6)), "ann 3", "bob no")[0]
    assert isinstance(first, Roll)
    assert isinstance(second, Roll)
    assert [first.cuts.band(value) for value in range(1, 7)] == [1, 1, 1, 1, 1, 6]
    assert second.cuts == EACH


@pytest.mark.clause("S14.5")
@pytest.mark.parametrize(("level", "hits"), [(MIXED, True), (CRIT, True), (MIFF, False)])
def test_a_level_that_others_made_counts_alike(level: int, hits: bool) -> None:
    """In a group action there is no Test of the attack's own."""
    made = two(ann={"weapons": SWORD})
    answers = ("ann 2",) if hits else ()
    it = Strike("ann", "bob", "sword", "Strike")
    assert run(made, strikes.strike(made, it, level), *answers) == hits
    assert told(made, e.TestRolled) == []
