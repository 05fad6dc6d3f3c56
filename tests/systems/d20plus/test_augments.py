"""Augment Dice: one a type, capped by the Trait, fixed before anything falls."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, get_args

import pytest

from affray.systems.d20plus.attack import attack_hand, defence_hand, strike
from affray.systems.d20plus.augments import (
    Hand,
    bring,
    bring_default,
    default_dice,
    dice_options,
    pool_for,
    qualifies,
    sheet_dice,
    sources,
)
from affray.systems.d20plus.book import Augment, AugmentDie
from affray.systems.d20plus.checks import check
from affray.systems.d20plus.events import StrikeResolved
from affray.systems.d20plus.state import LentDie
from tests.systems.d20plus.fights import die, events_of, fight, person, run

ALL_FIVE = (die("Gear", 6), die("Training", 8), die("Magic", 4), die("Special", 12), die("Tactic", 10))


def shown(dice: Any) -> list[str]:
    """Dice as "Gear d6"."""
    return [f"{one.type} d{one.size}" for one in dice]


def hand(
    *dice: AugmentDie, body: int = 4, tad: int | None = None, use_tad: bool = True, **start: Any
) -> Hand:
    """The hand of a strike with these dice on the sheet."""
    encounter = fight(person("ann", body=body, dice=dice, tad=tad, **start), person("bob", "B"))
    ann, axe = encounter.state.personas["ann"], encounter.book.weapons["axe"]
    return attack_hand(encounter, ann, axe, None if use_tad else "riposte")


@pytest.mark.clause("D3.1", "D3.8")
def test_every_source_lends_its_die() -> None:
    """Sheet, weapon, ward and a die just lent all count, or armour and spells would be for show."""
    encounter = fight(person("ann", dice=ALL_FIVE), person("bob", "B"))
    ann = encounter.state.personas["ann"]
    ann.lent.append(LentDie(die("Magic", 8), 3))
    weapon = replace(encounter.book.weapons["axe"], gear=10)
    found = sources(encounter, ann, weapon, (die("Special", 4),))
    assert shown(found)[5:] == ["Gear d10", "Magic d8", "Special d4"]
    assert {one.type for one in found} == set(get_args(Augment))


@pytest.mark.clause("D3.2")
def test_one_die_a_type_the_largest() -> None:
    """Training d6 and d10 both apply: only the d10, in whichever order they stand."""
    for dice in ((die("Training", 6), die("Training", 10)), (die("Training", 10), die("Training", 6))):
        found = hand(*dice)
        assert shown(found.dice) == ["Training d10"]
        assert [(left.die.size, left.clause) for left in bring_default(found).left] == [(6, "D3.2")]


@pytest.mark.clause("D3.2")
def test_attack_defence_and_check_share_one_rule_of_types() -> None:
    """Two bonuses of one type must not both count on some kind of roll."""
    dice = (die("Gear", 6), die("Gear", 8))
    encounter = fight(person("ann", dice=dice), person("bob", "B", dice=dice))
    seen = events_of(encounter)
    run(encounter, strike(encounter, "ann", "axe", "bob"), "ann 10 8", "bob 10 8")
    run(encounter, check(encounter, "ann", "Might", 15), "ann 10 8")
    resolved = next(event for event, _, _ in seen if isinstance(event, StrikeResolved))
    assert shown(resolved.attack.dice) == shown(resolved.defence.dice) == ["Gear d8"]


@pytest.mark.clause("D3.3")
@pytest.mark.parametrize(("wounds", "cap"), [(0, 4), (2, 2), (4, 0)])
def test_the_cap_is_the_current_trait(wounds: int, cap: int) -> None:
    """The wounded value caps, not the one on the sheet."""
    found = hand(*ALL_FIVE, wounds={"Body": wounds})
    assert (found.cap, len(default_dice(found))) == (cap, cap)


@pytest.mark.clause("D3.3")
def test_a_defence_is_capped_by_the_defending_trait() -> None:
    """The attacker's Skill or another Trait must not cap a defence."""
    encounter = fight(person("ann"), person("bob", "B", body=1, spirit=3, dice=ALL_FIVE))
    bob, weapons = encounter.state.personas["bob"], encounter.book.weapons
    assert defence_hand(encounter, bob, weapons["axe"], "Body", (), False).cap == 1
    assert defence_hand(encounter, bob, weapons["lash"], "Spirit", (), False).cap == 3


@pytest.mark.clause("D3.4")
def test_by_default_the_largest_dice_are_brought() -> None:
    """Body 2 with all five types: the two largest."""
    assert shown(default_dice(hand(*ALL_FIVE, body=2))) == ["Tactic d10", "Special d12"]


@pytest.mark.clause("D3.4")
def test_among_equals_the_tad_comes_first_then_gear_training_magic_special() -> None:
    """An order that depended on the sheet would make the default a matter of luck."""
    equal = [die(kind, 6) for kind in ("Special", "Magic", "Training", "Gear")]
    found = [shown(default_dice(hand(*equal, body=cap, tad=6))) for cap in (1, 2, 3, 4)]
    assert found == [
        ["Tactic d6"],
        ["Tactic d6", "Gear d6"],
        ["Tactic d6", "Gear d6", "Training d6"],
        ["Tactic d6", "Gear d6", "Training d6", "Magic d6"],
    ]


@pytest.mark.clause("D3.4")
def test_both_sides_fix_their_dice_before_either_rolls() -> None:
    """A defender that saw the attacker's dice fall would choose better."""
    encounter = fight(
        person("ann", body=1, dice=(die("Gear", 6), die("Magic", 8))),
        person("bob", "B", body=1, dice=(die("Gear", 4), die("Training", 4))),
    )
    seen = events_of(encounter)
    answers = ("ann dice Gear", "bob dice Training", "ann 10 6", "bob 10 4")
    run(encounter, strike(encounter, "ann", "axe", "bob"), *answers)
    resolved = next(event for event, _, _ in seen if isinstance(event, StrikeResolved))
    assert (shown(resolved.attack.dice), shown(resolved.defence.dice)) == (["Gear d6"], ["Training d4"])
    assert [left.clause for left in resolved.attack.left] == ["D3.3"]


def test_nobody_is_asked_for_dice_where_the_cap_leaves_no_choice() -> None:
    """A question with one answer would stop every roll for a click."""
    assert [option.id for option in dice_options(hand(die("Gear", 6), die("Magic", 8)))] == [
        "dice Gear+Magic"
    ]
    assert [option.id for option in dice_options(hand(die("Gear", 6), wounds={"Body": 4}))] == ["dice none"]


def test_an_answer_that_no_longer_fits_becomes_the_default() -> None:
    """The cap may have fallen, or risen, while somebody was asked."""
    wide, narrow = hand(*ALL_FIVE, body=3), hand(*ALL_FIVE, body=1)
    chosen = dice_options(narrow)[0]
    assert shown(bring(narrow, chosen).dice) == ["Tactic d10"]
    assert shown(bring(wide, chosen).dice) == shown(default_dice(wide))


@pytest.mark.clause("D3.5", "D2.1")
def test_augment_dice_are_summed_and_a_face_of_12_is_no_natural_20() -> None:
    """d20 + Skill + dice; only the d20 has a natural 20."""
    pool = pool_for("ann", 5, bring_default(hand(die("Special", 12), die("Gear", 4))))
    assert pool.sides == (20, 4, 12)
    assert (pool.total((10, 4, 12)), pool.total((20, 4, 12))) == (31, 51)


@pytest.mark.clause("D3.6")
@pytest.mark.parametrize(
    ("applies_to", "counts"),
    [
        ("any", True),
        ("Might", True),
        ("Body", True),
        ("attack", True),
        ("axe", True),
        ("melee", True),
        ("Grace", False),
        ("check", False),
        ("defence", False),
        ("Body defence", False),
        ("bow", False),
    ],
)
def test_a_die_counts_where_its_source_names_the_roll(applies_to: str, counts: bool) -> None:
    """A shield that helped to hit, or a sword that helped to block, would be wrong."""
    found = hand(die("Gear", 6, applies_to))
    assert shown(found.dice) == (["Gear d6"] if counts else [])
    assert [left.clause for left in bring_default(found).left] == ([] if counts else ["D3.6"])


@pytest.mark.clause("D3.6")
def test_names_are_compared_whole() -> None:
    """ "axe" must not match "axes" or be found inside another name."""
    assert qualifies(die("Gear", 4, "axe"), frozenset({"axe"}))
    assert not qualifies(die("Gear", 4, "ax"), frozenset({"axe"}))


@pytest.mark.clause("D3.7")
def test_a_training_may_give_a_die_of_another_type() -> None:
    """The type on the die counts, not that it comes from a Training."""
    encounter = fight(person("ann", dice=(die("Special", 6, source="Old school"),)), person("bob", "B"))
    ann = encounter.state.personas["ann"]
    assert shown(sheet_dice(encounter, ann)) == ["Special d6"]
    assert shown(hand(die("Training", 8), die("Special", 6)).dice) == ["Training d8", "Special d6"]


def test_a_larger_tactic_die_of_the_sheet_leaves_the_tad_banked() -> None:
    """One Tactic die a roll: the TAD that is not rolled must not be used up."""
    larger, smaller = hand(die("Tactic", 8), tad=6), hand(die("Tactic", 4), tad=6)
    assert (bring_default(larger).tad, bring_default(smaller).tad) == (False, True)
