"""Checks, contested checks, and the abilities of an own turn."""

from __future__ import annotations

from typing import Any

import pytest

from affray.systems.d20plus.checks import check, contested_check
from affray.systems.d20plus.events import (
    AbilityRolled,
    AbilityUsed,
    Checked,
    ContestChecked,
    DieLent,
    KnockedProne,
    Marked,
    Mended,
    Moved,
)
from tests.systems.d20plus.fights import Table, die, events_of, fight, person, run


def table_of(*others: Any, bob: dict[str, Any] | None = None, **ann: Any) -> Table:
    """Ann acts first; Bob stands beside her."""
    return Table(fight(person("ann", spirit=9, **ann), person("bob", "B", **(bob or {})), *others)).do(
        "ann 2-actions"
    )


@pytest.mark.clause("D2.1", "D2.2", "D2.3")
@pytest.mark.parametrize(
    ("face", "score", "success", "mounting"),
    [(10, 14, False, False), (11, 15, True, False), (20, 34, True, True)],
)
def test_a_check_against_a_target_number(face: int, score: int, success: bool, mounting: bool) -> None:
    """TN 15 with Logic 4."""
    encounter = fight(person("ann"), person("bob", "B"))
    seen = events_of(encounter)
    run(encounter, check(encounter, "ann", "Logic", 15), f"ann {face}")
    checked = seen[0][0]
    assert isinstance(checked, Checked)
    assert (checked.throw.total, checked.success, checked.mounting) == (score, success, mounting)


@pytest.mark.clause("D2.2")
def test_the_goblin_of_the_text_rolls_sense_6_and_wounded_4_with_a_cap_of_1() -> None:
    """Spirit 3, +2 species, +1 origin; then two Spirit wounds."""
    dice = (die("Gear", 4, "Sense"), die("Magic", 6, "Sense"))
    for wounds, total, answers in ((0, 6, ("ann 10 1 1",)), (2, 4, ("ann dice Magic", "ann 10 1"))):
        encounter = fight(
            person("ann", spirit=3, skills={"Sense": 3}, dice=dice, wounds={"Spirit": wounds}),
            person("bob", "B"),
        )
        seen = events_of(encounter)
        run(encounter, check(encounter, "ann", "Sense", 15), *answers)
        assert seen[0][0].throw.score == total


# Contested checks


@pytest.mark.clause("D4.11")
@pytest.mark.parametrize(("roll", "success"), [("bob 9", True), ("bob 10", True), ("bob 11", False)])
def test_a_contested_check_goes_to_its_beginner_on_a_tie_and_deals_no_wound(roll: str, success: bool) -> None:
    """As in an attack, but nobody is hurt."""
    table = table_of().do("ann check Logic bob")
    assert table.asked == [("gm", "opposing skill")]
    table.do("gm Knowledge", "ann 10", roll)
    contest = table.events(ContestChecked)[0]
    assert (contest.success, contest.second.basis) == (success, "Knowledge")
    assert sum(table["bob"].wounds.values()) == 0


@pytest.mark.clause("D4.11", "D6.10")
def test_the_gm_names_no_skill_of_a_broken_trait() -> None:
    """A check by such a Skill is not offered, out of turn neither."""
    table = table_of(bob={"wounds": {"Mind": 4}}).do("ann check Logic bob")
    assert table.options("gm") == ["Might", "Grace", "Will", "Sense"]
    pending = table.session.pending
    assert pending is not None
    assert pending.request.default == "Might"  # type: ignore[union-attr]


@pytest.mark.clause("D4.11", "D3.4")
def test_both_sides_of_a_contested_check_fix_their_dice_at_once() -> None:
    """Neither sees what the other brought."""
    dice = (die("Gear", 4), die("Magic", 6))
    encounter = fight(person("ann", mind=1, dice=dice), person("bob", "B", mind=1, dice=dice))
    table = Table(encounter).do("ann 2-actions", "ann check Logic bob", "gm Logic")
    assert table.asked == [("ann", "dice"), ("bob", "dice")]
    table.do("bob dice Gear", "ann dice Magic", "ann 10 1", "bob 10 1")
    assert len(table.events(ContestChecked)) == 1


@pytest.mark.clause("D4.11", "D4.10")
@pytest.mark.parametrize("who", ["ann", "bob"])
@pytest.mark.parametrize("answered", [0, 1])
def test_a_contested_check_that_loses_a_side_is_dropped(who: str, answered: int) -> None:
    """While the GM names the Skill, or while the dice fall."""
    answers = ["gm Logic", "ann 10", "bob 10"]
    others = person("cid", "B", spirit=1), person("dan", spirit=1)
    table = table_of(*others).do("ann check Logic bob", *answers[:answered])
    table.act("remove", persona=who)
    table.do(*(answers[:1] if answered == 0 else answers[1:]))
    assert not table.events(ContestChecked)
    assert table.session.outcome is None


def test_a_contested_check_between_two_personas_by_the_rule_itself() -> None:
    """Skill and dice on both sides."""
    encounter = fight(person("ann", skills={"Might": 2}), person("bob", "B"))
    seen = events_of(encounter)
    run(
        encounter,
        contested_check(encounter, ("ann", "Might"), ("bob", "Will"), tad=False),
        "ann 10",
        "bob 10",
    )
    assert seen[0][0].margin == 2


# Abilities


@pytest.mark.clause("D7.2")
@pytest.mark.parametrize(("roll", "hexed"), [("bob 9", True), ("bob 15", True), ("bob 16", False)])
def test_a_contested_ability_rolls_its_skill_against_the_trait_it_names(roll: str, hexed: bool) -> None:
    """Will 9 against Spirit 4; a tie works."""
    table = table_of(abilities=("hex",)).do("ann use hex bob", "ann 10", roll)
    rolled = table.events(AbilityRolled)[0]
    assert (rolled.user.basis, rolled.foe.basis, rolled.success) == ("Will", "Spirit", hexed)
    assert (len(table["bob"].marks) == 1) == hexed


@pytest.mark.clause("D3.4")
def test_who_resists_an_ability_chooses_its_dice_too() -> None:
    """The cap bites on every roll alike."""
    bob = {"spirit": 1, "dice": (die("Gear", 4, "defence"), die("Magic", 6, "Spirit defence"))}
    table = table_of(abilities=("hex",), bob=bob).do("ann use hex bob")
    assert (table.asked, table.options("bob")) == ([("bob", "dice")], ["dice Gear", "dice Magic"])


@pytest.mark.clause("D7.5")
def test_a_naming_needs_no_roll_and_is_not_given_twice_to_the_same_foe() -> None:
    """A Beat; the mark is its owner's."""
    table = table_of(person("cid", "B", spirit=1), abilities=("name",)).do("ann use name bob")
    assert [(event.owner, event.kind) for event in table.events(Marked)] == [("ann", "naming")]
    assert table.refusal("ann use name bob") == "D11.10"
    table["ann"].cooldowns.clear()
    again = Table(fight(person("ann", spirit=9, abilities=("name",)), person("bob", "B", named_by=("ann",))))
    assert again.do("ann 2-actions").refusal("ann use name bob") == "D5.2"


@pytest.mark.clause("D11.10")
def test_an_ability_of_the_own_turn_has_its_cooldown() -> None:
    """Once a turn unless stated."""
    table = table_of(abilities=("trip",)).do("ann use trip bob", "ann 1", "bob 19")
    assert table.refusal("ann use trip bob") == "D11.10"
    table.do("ann end", "bob 2-actions", "bob end")
    table.lanes("Mid")
    assert "use trip bob" in table.do("ann 2-actions").options("ann")


@pytest.mark.clause("D7.2")
@pytest.mark.parametrize(("face", "left"), [(10, 3), (11, 1)])
def test_mending_closes_wounds_on_its_check(face: int, left: int) -> None:
    """Knowledge 4 against 15: nothing, or two of three."""
    table = table_of(abilities=("mend",), wounds={"Body": 3}).do("ann use mend ann", f"ann {face}")
    assert table["ann"].wounds["Body"] == left
    assert table.events(Mended)[0].healed == 3 - left


def test_mending_heals_no_more_than_there_is_and_nobody_unhurt_or_far_off() -> None:
    """Close, and only wounds of its Trait."""
    friends = (
        person("cid", wounds={"Body": 1}, spirit=1),
        person("dan", zone="gate", wounds={"Body": 1}, spirit=1),
    )
    table = table_of(*friends, abilities=("mend",))
    assert table.refusal("ann use mend ann") == "D6.1"
    assert table.refusal("ann use mend dan") == "D8.4"
    assert table.do("ann use mend cid", "ann 19")["cid"].wounds["Body"] == 0


@pytest.mark.clause("D7.5")
def test_tripping_knocks_prone() -> None:
    """A Beat that rolls Might against Body."""
    table = table_of(abilities=("trip",), bob={"cover": "Crate"}).do("ann use trip bob", "ann 10", "bob 10")
    assert (table["bob"].prone, table["bob"].cover) == (True, None)
    assert [event.clause for event in table.events(KnockedProne)] == ["D8.7"]


@pytest.mark.clause("D8.11")
def test_hooks_pull_nearer() -> None:
    """One step along the graph."""
    table = table_of(abilities=("hook",), bob={"zone": "gate"}).do("ann use hook bob", "ann 10", "bob 10")
    assert table["bob"].zone == "yard"
    assert table.events(Moved)[0].by == "ann"


def test_a_ward_lends_its_die_to_the_ally_it_names() -> None:
    """And to its rolls only."""
    table = table_of(person("cid", spirit=1), abilities=("ward",)).do("ann use ward cid")
    assert [event.persona for event in table.events(DieLent)] == ["cid"]


@pytest.mark.clause("D8.6", "D8.4")
def test_an_ability_needs_a_target_in_reach_that_can_be_seen() -> None:
    """Concealed before far: the refusal must not tell how far a hidden foe is."""
    far = person("cid", "B", "gate", spirit=1)
    hidden = person("dan", "B", "gate", spirit=1, concealment=20)
    table = table_of(far, hidden, abilities=("trip",))
    assert table.refusal("ann use trip cid") == "D8.4"
    assert table.refusal("ann use trip dan") == "D8.6"


@pytest.mark.clause("D4.10")
@pytest.mark.parametrize("who", ["ann", "bob"])
def test_an_ability_that_loses_a_side_while_the_dice_fall_does_nothing(who: str) -> None:
    """What was paid stays paid."""
    table = table_of(person("cid", "B", spirit=1), person("dan", spirit=1), abilities=("hex",)).do(
        "ann use hex bob"
    )
    table.act("remove", persona=who).do("ann 10", "bob 1")
    assert not table.events(AbilityRolled, Marked)
    assert len(table.events(AbilityUsed)) == 1
