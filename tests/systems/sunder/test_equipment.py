"""Hands, weapons, armor, and what Equipment Fallout does to them."""

from __future__ import annotations

from typing import Any

import pytest

from affray.kernel.reasons import Reason
from affray.systems.sunder import events as e
from affray.systems.sunder.equipment import (
    after_attack,
    armor_sources,
    armors,
    attack_sources,
    damage_dice,
    fetch,
    fetch_options,
    has_free_hand,
    is_armed,
    items_of,
    mode,
    potential_of_attack,
    ready,
    refill,
    refill_by_moving,
    refill_options,
    reload,
    reload_options,
    slots_left,
    starting_hands,
    suffer,
    unarmed_damage,
    usable,
    why_not_usable,
    worn_risk,
)
from affray.systems.sunder.state import Creature, Scene
from tests.systems.sunder.by_hand import creature, runs, scene, told, turn_of, under_it


def armed(*weapons: str, armor: tuple[str, ...] = (), hands: tuple[str, ...] = (), **ann: Any) -> Scene:
    """Ann owns these."""
    return scene(
        creature("ann", hands=list(hands), **ann), sheets={"ann": {"weapons": weapons, "armor": armor}}
    )


def ann_of(made: Scene) -> Creature:
    """Ann as she is now."""
    return made.state.creatures["ann"]


def key(reason: Reason | None) -> str:
    """The key of a reason; empty without one."""
    return reason.key if reason else ""


# Hands


@pytest.mark.clause("S14.6", "S14.7")
@pytest.mark.parametrize(
    ("weapons", "armor", "expected"),
    [
        (("sword", "dagger", "spear"), (), ("sword", "dagger")),
        (("bow", "dagger"), (), ("bow",)),
        (("dagger", "bow"), (), ("dagger",)),
        (("dagger", "greataxe", "sword"), (), ("dagger", "sword")),
        (("sword", "dagger"), ("shield", "plate"), ("sword",)),
        (("bow", "greataxe"), ("shield",), ("greataxe",)),
        (("claw", "sword"), (), ("sword",)),
        (("sword",), ("shield", "shield"), ()),
    ],
)
def test_what_is_in_hand_at_first(
    weapons: tuple[str, ...], armor: tuple[str, ...], expected: tuple[str, ...]
) -> None:
    """What the hands can hold, in the order of the sheet; a Shield takes one, natural weapons none."""
    made = armed(*weapons, armor=armor)
    assert starting_hands(made.book.sheets["ann"], made.book) == expected


@pytest.mark.clause("S14.6")
@pytest.mark.parametrize(
    ("hands", "weapon", "after"),
    [
        ((), "sword", ("sword",)),
        (("sword",), "dagger", ("sword", "dagger")),
        (("sword", "dagger"), "spear", ("dagger", "spear")),
        (("sword", "dagger"), "bow", ("bow",)),
        (("sword", "greataxe"), "greataxe", ("greataxe",)),
        (("sword", "dagger"), "sword", ("sword", "dagger")),
        (("sword", "dagger"), "claw", ("sword", "dagger")),
    ],
)
def test_readying_puts_away_what_does_not_fit(
    hands: tuple[str, ...], weapon: str, after: tuple[str, ...]
) -> None:
    """And no more; nothing is told when nothing changes."""
    made = armed("sword", "dagger", "spear", "bow", "greataxe", "claw", hands=hands)
    ready(made, "ann", weapon)
    assert tuple(ann_of(made).hands) == after
    assert len(told(made, e.Readied)) == (hands != after)


@pytest.mark.clause("S14.4", "S14.7")
def test_a_free_hand() -> None:
    """A Two-Handed weapon leaves one while it is not used; a Shield takes one up."""
    held = [
        armed("bow", hands=("bow",)),
        armed("sword", "dagger", hands=("sword", "dagger")),
        armed("sword", armor=("shield",), hands=("sword",)),
    ]
    assert [has_free_hand(made, ann_of(made)) for made in held] == [True, False, False]


@pytest.mark.clause("S12.4")
def test_who_is_armed() -> None:
    """With a weapon in hand, a natural one, or by the Condition; a sheathed one is no help."""
    made = armed("sword")
    assert not is_armed(ann_of(made), made.book)
    assert is_armed(under_it(ann_of(made), "Armed"), made.book)
    for made in (armed("sword", hands=("sword",)), armed("claw")):
        assert is_armed(ann_of(made), made.book)


# What can be used


@pytest.mark.clause("S5.15", "S14.6")
def test_what_strike_can_use() -> None:
    """In the order of the sheet: what is neither thrown away, nor broken, nor empty, nor too large."""
    made = armed("bow", "dagger", "pistol", "spear", "sword", "claw", armor=("shield",))
    ann = ann_of(made)
    assert [weapon.id for weapon in usable(made, ann)] == ["dagger", "pistol", "spear", "sword", "claw"]
    ann.lying["dagger"], ann.shots["pistol"] = "z1", 0
    ann.broken.append("spear")
    assert [weapon.id for weapon in usable(made, ann)] == ["sword", "claw"]
    keys = {id_: key(why_not_usable(made, ann, made.book.weapons[id_])) for id_ in made.book.weapons}
    assert keys == {
        "bow": "needs both hands",
        "dagger": "lies on the ground",
        "pistol": "not loaded",
        "spear": "broken",
        "sword": "",
        "claw": "",
        "maul": "not its weapon",
        "pike": "not its weapon",
        "greataxe": "not its weapon",
    }
    made = armed("sword", armor=("shield", "shield"))
    assert key(why_not_usable(made, ann_of(made), made.book.weapons["sword"])) == "no hand for it"


@pytest.mark.clause("S14.6")
@pytest.mark.parametrize(
    ("weapon", "tiles", "expected"),
    [
        (None, 1, "melee"),
        (None, 2, None),
        ("sword", 1, "melee"),
        ("sword", 2, None),
        ("pike", 2, "melee"),
        ("pike", 3, None),
        ("dagger", 1, "melee"),
        ("dagger", 6, "thrown"),
        ("dagger", 7, None),
        ("bow", 1, "ranged"),
        ("bow", 60, "ranged"),
    ],
)
def test_how_a_weapon_is_used(weapon: str | None, tiles: int, expected: str | None) -> None:
    """Melee where it reaches, else thrown; a shot goes any distance."""
    made = armed()
    assert mode(made, ann_of(made), made.book.weapons[weapon] if weapon else None, tiles) == expected


@pytest.mark.clause("S5.15")
def test_what_an_attack_is_rolled_with() -> None:
    """Force in melee, Sleight for what flies."""
    assert potential_of_attack("melee") == ("Might", "Force")
    assert potential_of_attack("thrown") == potential_of_attack("ranged") == ("Finesse", "Sleight")


@pytest.mark.clause("S14.6")
@pytest.mark.parametrize(
    ("weapon", "hands", "armor", "how", "expected"),
    [
        ("maul", ("maul",), (), "melee", (2, 6)),
        ("spear", ("spear",), (), "melee", (1, 8)),
        ("spear", (), (), "melee", (1, 8)),
        ("spear", ("spear",), (), "thrown", (1, 6)),
        ("spear", ("spear", "dagger"), (), "melee", (1, 6)),
        ("spear", ("spear",), ("shield",), "melee", (1, 6)),
        ("greataxe", ("greataxe",), (), "melee", (1, 12)),
        ("sword", ("sword",), (), "melee", (1, 6)),
    ],
)
def test_damage_dice(
    weapon: str, hands: tuple[str, ...], armor: tuple[str, ...], how: str, expected: tuple[int, int]
) -> None:
    """Brutal has two; Half-Hand is a size larger in two hands, which a throw is not."""
    made = armed(weapon, "dagger", hands=hands, armor=armor)
    assert damage_dice(made, ann_of(made), made.book.weapons[weapon], how) == expected


@pytest.mark.clause("S5.7")
def test_bare_hands_deal_the_tier() -> None:
    """A fixed number."""
    made = scene(creature("ann"), sheets={"ann": {"tier": 3}})
    assert unarmed_damage(made, ann_of(made)) == 3


@pytest.mark.clause("S14.6")
def test_what_hinders_an_attack() -> None:
    """Unwieldy in one hand, which is beside a Shield; a shot beyond the range."""
    made = armed("pike", "bow", hands=("pike",))
    pike, bow = made.book.weapons["pike"], made.book.weapons["bow"]
    assert attack_sources(made, ann_of(made), pike, "melee", 1) == []
    assert attack_sources(made, ann_of(made), bow, "ranged", 12) == []
    assert attack_sources(made, ann_of(made), bow, "ranged", 13) == [("beyond its range", -1, "S14.6")]
    made = armed("pike", hands=("pike",), armor=("shield",))
    assert attack_sources(made, ann_of(made), pike, "melee", 1) == [("Unwieldy", -1, "S14.6")]


@pytest.mark.clause("S14.6")
def test_after_an_attack() -> None:
    """Thrown it lies where the target is, a natural one does not; a shot is gone."""
    made = armed("dagger", "pistol", "claw", hands=("dagger", "pistol"))
    weapons = made.book.weapons
    after_attack(made, "ann", weapons["dagger"], "melee", "z1")
    after_attack(made, "ann", weapons["claw"], "thrown", "z1")
    assert not told(made, e.Thrown)
    after_attack(made, "ann", weapons["dagger"], "thrown", "z1")
    assert (ann_of(made).hands, ann_of(made).lying) == (["pistol"], {"dagger": "z1"})
    for _ in range(2):
        after_attack(made, "ann", weapons["pistol"], "ranged", "z1")
    assert [one.shots for one in told(made, e.Loaded)] == [1, 0]


# Reloading, fetching


@pytest.mark.clause("S6.8", "S14.6")
def test_reloading() -> None:
    """Fills it; there is nothing to do for a full one or one that lies elsewhere."""
    made = armed("pistol", shots={"pistol": 0})
    assert reload_options(made, ann_of(made)) == ["pistol"]
    assert not reload(made, "ann", "bow")
    assert reload(made, "ann")
    assert ann_of(made).shots == {"pistol": 2}
    assert not reload(made, "ann")
    made = armed("pistol", shots={"pistol": 0}, broken=["pistol"])
    assert not reload(made, "ann", "pistol")


@pytest.mark.clause("S5.12", "S14.6")
def test_fetching() -> None:
    """Within Here, into a free hand; with both full it is only taken along."""
    made = armed("dagger", "sword", "spear", hands=("sword",), lying={"dagger": "z1", "spear": "z2"})
    assert fetch_options(made, ann_of(made)) == ["dagger"]
    fetch(made, "ann", "dagger")
    assert (ann_of(made).hands, ann_of(made).lying) == (["sword", "dagger"], {"spear": "z2"})
    made.emit(e.Moved("ann", "z0", "z2", 4))
    fetch(made, "ann", "spear")
    assert (ann_of(made).hands, ann_of(made).lying) == (["sword", "dagger"], {})


# Armor


@pytest.mark.clause("S14.7", "S14.9")
def test_slots_are_used_and_come_back_and_are_lost() -> None:
    """What Equipment Fallout takes does not come back; armor without slots is none."""
    made = armed(armor=("plate", "shield"))
    ann = ann_of(made)
    made.emit(e.SlotsUsed("ann", "plate", 3))
    suffer(made, "ann", "plate")
    assert slots_left(made, ann, "plate") == 1
    refill(made, "ann", "plate")
    refill(made, "ann", "plate")
    assert slots_left(made, ann, "plate") == 4
    assert len(told(made, e.SlotsUsed)) == 2
    suffer(made, "ann", "shield")
    assert [one.id for one in armors(made, ann)] == ["plate"]
    assert slots_left(made, ann, "shield") == 0


@pytest.mark.clause("S12.13")
def test_a_seep_shield_is_there_while_it_runs() -> None:
    """Two slots, refilled by Seep, and no item that suffers."""
    made = armed()
    ann = ann_of(made)
    assert slots_left(made, ann, "seep-shield") == 0
    runs(made, "ann", special="seep shield")
    assert slots_left(made, ann, "seep-shield") == 2
    made.emit(e.SlotsUsed("ann", "seep-shield", 1))
    assert [one.shield for one in refill_options(made, ann)] == ["Seep"]
    assert items_of(made, ann) == []
    assert has_free_hand(made, ann)


@pytest.mark.clause("S14.7")
def test_a_shield_is_refilled_for_resistance() -> None:
    """Only while some of it is used and its Potential has any left."""
    made = armed(armor=("shield", "plate"))
    ann = ann_of(made)
    assert refill_options(made, ann) == []
    ann.slots.update(shield=1, plate=1)
    assert [one.id for one in refill_options(made, ann)] == ["shield"]
    ann.tracks["Finesse"].stress = 10
    assert refill_options(made, ann) == []


@pytest.mark.clause("S14.7")
def test_light_armor_is_refilled_in_the_own_turn() -> None:
    """Not in another's, and no other armor."""
    made = armed(armor=("leather", "plate"), slots={"leather": 1, "plate": 1})
    refill_by_moving(made, "ann")
    assert ann_of(made).slots == {"leather": 1, "plate": 1}
    turn_of(made, "ann")
    refill_by_moving(made, "ann")
    assert ann_of(made).slots == {"leather": 0, "plate": 1}


@pytest.mark.clause("S14.7")
def test_heavy_and_indiscreet_armor_hinders() -> None:
    """Finesse Tests, and Tests to go unnoticed."""
    made = armed(armor=("plate",))
    ann = ann_of(made)
    assert armor_sources(made, ann, "Might", unnoticed=False) == []
    assert armor_sources(made, ann, "Finesse", unnoticed=False) == [("Heavy armor", -1, "S14.7")]
    assert armor_sources(made, ann, "Heart", unnoticed=True) == [("Indiscreet armor", -1, "S14.7")]
    made = armed(armor=("leather",))
    assert armor_sources(made, ann_of(made), "Finesse", unnoticed=True) == []


# Equipment Fallout


@pytest.mark.clause("S14.9")
def test_what_can_suffer_and_how() -> None:
    """What is in hand or worn: riskier, a slot less, or broken if Fragile."""
    made = armed("sword", "spear", "dagger", "claw", armor=("leather",), hands=("sword", "spear"))
    ann = ann_of(made)
    assert items_of(made, ann) == ["sword", "spear", "leather"]
    for item in items_of(made, ann):
        suffer(made, "ann", item)
    assert [one.what for one in told(made, e.ItemSuffered)] == ["risk", "broken", "slot"]
    assert (worn_risk(ann, "sword"), worn_risk(ann, "dagger")) == (1, 0)
    assert ann.hands == ["sword"]
    assert items_of(made, ann) == ["sword"]
