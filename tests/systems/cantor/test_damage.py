"""Damage through every step, whatever its source; halves; Structure; Burn; who is out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from affray.systems.cantor import events as e
from affray.systems.cantor.book import damage_of
from affray.systems.cantor.damage import Harm, absorbed, doubled, steps_of, structure_result, take
from affray.systems.cantor.rounding import half
from affray.systems.cantor.rulings import Rulings
from affray.systems.cantor.state import Fight, Unit
from tests.systems.cantor.fights import Table, fight, give, person, run


def target(conditions: Sequence[str] = (), kind: str = "enemy", **more: Any) -> tuple[Fight, Unit]:
    """A fight and the one who is hurt in it."""
    encounter = fight(
        "A..B", person("ann"), person("bob", "B", kind=kind, conditions=tuple(conditions), **more)
    )
    return encounter, encounter.state.units["bob"]


def left(encounter: Fight, raw: int, **how: Any) -> int:
    """What is left of a hit with kinetic damage after every step."""
    harm = Harm("attack", raw, "kinetic", "ann", **{"hit": True, **how})
    return steps_of(encounter, encounter.state.units["bob"], harm).braced


# The steps


@pytest.mark.clause("C1.6", "C2.6", "C2.14")
@pytest.mark.parametrize(
    ("raw", "armor", "conditions", "expected"),
    [
        (5, 2, ("Exposed", "Braced"), 4),
        (5, 3, ("Exposed", "Braced"), 4),
        (3, 4, (), 0),
        (3, 4, ("Braced",), 0),
        (5, 0, ("Braced",), 3),
        (1, 0, ("Braced",), 1),
        (5, 2, (), 3),
        (5, 2, ("Exposed",), 8),
        (5, 2, ("Shredded",), 5),
        (5, 2, ("Shredded", "Braced"), 3),
        (5, 2, ("Shredded", "Exposed"), 10),
        (0, 0, ("Exposed", "Braced"), 0),
    ],
)
def test_exposed_doubles_then_armor_then_braced(
    raw: int, armor: int, conditions: tuple[str, ...], expected: int
) -> None:
    """Never below 0; halves are rounded up."""
    encounter, _ = target(conditions, sheet={"armor": armor})
    assert left(encounter, raw) == expected


@pytest.mark.clause("C1.6", "C1.9", "C2.11")
@pytest.mark.parametrize(
    ("conditions", "piercing", "expected"),
    [((), False, 0), ((), True, 3), (("Shredded",), False, 3), (("Shredded",), True, 3)],
)
def test_armor_piercing_and_shredded_skip_armor(
    conditions: tuple[str, ...], piercing: bool, expected: int
) -> None:
    """Damage 3 against Armor 4."""
    encounter, _ = target(conditions, sheet={"armor": 4})
    assert left(encounter, 3, armor_piercing=piercing) == expected


@pytest.mark.clause("C1.9", "C2.11", "C2.14")
@pytest.mark.parametrize(
    ("conditions", "armor", "expected"),
    [
        ((), 0, 5),
        (("Braced",), 0, 3),
        (("Shredded", "Braced"), 0, 5),
        (("Shredded",), 0, 9),
        (("Braced",), 2, 2),
    ],
)
def test_resistance_halves_after_armor_and_before_braced(
    conditions: tuple[str, ...], armor: int, expected: int
) -> None:
    """9 → 5 → 3; Shredded ignores resistance and leaves Braced alone."""
    encounter, _ = target(conditions, sheet={"armor": armor, "resistance": ("kinetic", "energy")})
    assert left(encounter, 9) == expected


@pytest.mark.clause("C1.9")
def test_resistance_counts_once_and_for_its_type_only() -> None:
    """However often it is had."""
    encounter, bob = target(sheet={"resistance": ("energy", "energy")})
    assert left(encounter, 9) == 9
    assert steps_of(encounter, bob, Harm("GM", 9, "energy")).braced == 5


@pytest.mark.clause("C1.9", "C1.6")
def test_armor_piercing_leaves_resistance_alone() -> None:
    """It skips Armor only."""
    encounter, _ = target(sheet={"armor": 3, "resistance": ("kinetic",)})
    assert left(encounter, 9, armor_piercing=True) == 5


@pytest.mark.clause("C1.6")
@pytest.mark.parametrize("value", range(8))
def test_halves_round_up_in_one_place(value: int) -> None:
    """Unless the table ruled otherwise."""
    assert half(value, Rulings()) == -(-value // 2)
    assert half(value, Rulings(halves_round_up=False)) == value // 2


@pytest.mark.clause("C1.6")
def test_the_ruling_about_halves_is_for_resistance_and_braced() -> None:
    """9 → 4 → 2 when rounded down."""
    people = person("ann"), person("bob", "B", conditions=("Braced",), sheet={"resistance": ("kinetic",)})
    encounter = fight("A..B", *people, halves_round_up=False)
    assert left(encounter, 9) == 2


@pytest.mark.clause("C2.6")
def test_exposed_doubles_before_reductions() -> None:
    """And does not stack with itself."""
    _, bob = target(("Exposed",))
    assert doubled(bob, 5) == 10
    give(bob, "Exposed", until=3)
    assert doubled(bob, 5) == 10


@pytest.mark.clause("C1.6")
@pytest.mark.parametrize(
    ("text", "dice"), [("1d6", (1, 6, 0)), ("2d6 + 1", (2, 6, 1)), ("1d3+2", (1, 3, 2)), ("5", (0, 6, 5))]
)
def test_damage_as_a_pack_writes_it(text: str, dice: tuple[int, int, int]) -> None:
    """Dice and what is added; a fixed number needs no roll."""
    assert damage_of(text) == dice


@pytest.mark.clause("C1.6")
@pytest.mark.parametrize(("face", "conditions", "lost"), [(1, ("Exposed",), 6), (1, (), 3), (5, (), 5)])
def test_reliable_is_the_floor_of_a_hits_roll_before_exposed(
    face: int, conditions: tuple[str, ...], lost: int
) -> None:
    """1d6 with Reliable 3."""
    people = person("ann", weapons=("sure",)), person("bob", "B", conditions=conditions)
    table = Table(fight("A..B", *people)).do("ann skirmish sure bob", "ann 10", "bob no", f"ann {face}")
    assert table["bob"].hp == 20 - lost


@pytest.mark.clause("C1.6")
@pytest.mark.parametrize(
    ("armor", "conditions", "lost"),
    [(0, (), 3), (1, (), 2), (4, (), 0), (1, ("Exposed",), 5), (1, ("Shredded",), 3), (0, ("Braced",), 3)],
)
def test_reliable_goes_through_the_same_steps_on_a_miss(
    armor: int, conditions: tuple[str, ...], lost: int
) -> None:
    """But it is no hit for Braced."""
    people = (
        person("ann", weapons=("sure",)),
        person("bob", "B", conditions=conditions, sheet={"armor": armor}),
    )
    table = Table(fight("A..B", *people)).do("ann skirmish sure bob", "ann 1")
    assert table["bob"].hp == 20 - lost
    assert [damage.source for damage in table.events(e.DamageTaken)] == ["Reliable"]


@pytest.mark.clause("C1.6", "C1.7")
def test_the_gms_damage_goes_through_every_step() -> None:
    """Exposed, Armor, resistance and Overshield; Braced waits for a hit."""
    people = (
        person("ann"),
        person(
            "bob",
            "B",
            conditions=("Exposed", "Braced"),
            overshield=2,
            sheet={"armor": 3, "resistance": ("energy",)},
        ),
    )
    table = Table(fight("A..B", *people)).act("damage", unit="bob", amount=6, type="energy")
    bob = table["bob"]
    assert (bob.overshield, bob.hp, bob.has("Braced")) == (0, 17, True)
    table.act("damage", unit="bob", amount=2, type="kinetic", armor_piercing=True)
    assert bob.hp == 13


# Overshield, then HP


@pytest.mark.clause("C1.7")
@pytest.mark.parametrize(
    ("shield", "amount", "taken"), [(3, 5, 3), (3, 3, 3), (3, 2, 2), (0, 5, 0), (3, 0, 0)]
)
def test_overshield_absorbs_first(shield: int, amount: int, taken: int) -> None:
    """And the rest goes to HP."""
    assert absorbed(shield, amount) == taken
    encounter, bob = target(overshield=shield, hp=6)
    run(encounter, take(encounter, "bob", Harm("GM", amount, "kinetic")))
    assert (bob.overshield, bob.hp) == (shield - taken, 6 - amount + taken)


@pytest.mark.clause("C1.7")
def test_what_is_left_of_overshield_stays_to_the_end_of_the_scene() -> None:
    """A New Round takes none of it."""
    table = Table(fight("A..B", person("ann"), person("bob", "B", overshield=3)))
    table.act("damage", unit="bob", amount=1).end_round().end_round()
    assert (table["bob"].overshield, table["bob"].hp) == (2, 20)


# Structure


@pytest.mark.clause("C1.8")
@pytest.mark.parametrize(
    ("face", "gained"), [(1, "Stunned"), (2, "Impaired"), (3, "Impaired"), (4, "Impaired"), (5, ""), (6, "")]
)
def test_the_d6_of_a_lost_structure(face: int, gained: str) -> None:
    """One Structure less and HP whole again; damage past 0 is lost; Burn, conditions and band stay."""
    assert structure_result(face) == gained
    encounter, bob = target(("Slowed",), kind="cantor", structure=3, burn=2, band=4)
    bob.hp = 4
    run(encounter, take(encounter, "bob", Harm("attack", 9, "kinetic", hit=True)), f"bob {face}")
    assert (bob.structure, bob.hp, bob.burn, bob.band, bob.out) == (2, 20, 2, 4, "")
    assert {one.name for one in bob.conditions} == {"Slowed", gained} - {""}


@pytest.mark.clause("C1.8")
def test_with_the_last_structure_a_cantor_is_destroyed() -> None:
    """HP 0, no refill, no d6."""
    encounter, bob = target(("Slowed",), kind="cantor", structure=1, burn=2)
    bob.hp = 4
    run(encounter, take(encounter, "bob", Harm("attack", 9, "kinetic", hit=True)))
    assert (bob.out, bob.structure, bob.hp, bob.burn, bob.conditions) == ("destroyed", 0, 0, 0, [])


@pytest.mark.clause("C1.8")
@pytest.mark.parametrize(("amount", "hp", "out"), [(3, 1, ""), (4, 0, "defeated"), (9, 0, "defeated")])
def test_an_enemy_at_0_hp_is_defeated(amount: int, hp: int, out: str) -> None:
    """It has no Structure."""
    encounter, bob = target(hp=4)
    run(encounter, take(encounter, "bob", Harm("GM", amount, "kinetic")))
    assert (bob.hp, bob.out, bob.structure) == (hp, out, 0)


@pytest.mark.clause("C1.8")
def test_one_hit_takes_one_structure_at_most() -> None:
    """However much is left of it."""
    encounter, bob = target(kind="cantor", hp=5)
    run(encounter, take(encounter, "bob", Harm("GM", 100, "kinetic")), "bob 6")
    assert (bob.structure, bob.hp) == (3, 5)


@pytest.mark.clause("C1.8")
def test_the_gms_hand_during_the_d6_counts() -> None:
    """Mended meanwhile it loses nothing more; left with one Structure it is destroyed."""
    people = person("ann", hp=5), person("bob", "B")
    table = Table(fight("A..B", *people)).act("damage", unit="ann", amount=5)
    assert table.asked == [("ann", "lost Structure")]
    table.act("set", unit="ann", field="hp", value=3).do("ann 1")
    assert (table["ann"].structure, table["ann"].hp, table.names("ann")) == (4, 3, set())
    table = Table(fight("A..B", *people)).act("damage", unit="ann", amount=5)
    table.act("set", unit="ann", field="structure", value=1)
    assert (table["ann"].out, table.state.outcome) == ("destroyed", "The other side win")


@pytest.mark.clause("C2.16")
@pytest.mark.parametrize("way", ["defeated", "destroyed", "Stressed Out"])
def test_one_that_is_out_leaves_the_board(way: str) -> None:
    """No target, no engagement, no obstacle; its grapple and marks end."""
    kind = "enemy" if way == "defeated" else "cantor"
    people = (
        person("ann"),
        person("bob", "B", kind=kind, grapples="ann", conditions=("Lock On",), structure=None),
        person("cid", "B"),
    )
    table = Table(fight("AB.\n..C", *people))
    if way == "Stressed Out":
        table.act("set", unit="bob", field="stress", value=0)
    elif way == "destroyed":
        table.act("set", unit="bob", field="structure", value=1).act("damage", unit="bob", amount=50)
    else:
        table.act("damage", unit="bob", amount=50)
    assert (table["bob"].out, table["bob"].conditions) == (way, [])
    assert (table["ann"].grapple, table["ann"].conditions) == (None, [])
    assert "move B1" in table.options("ann")
    assert not [option for option in table.options("ann") if "bob" in option]
    table.do("ann skirmish gun cid", "ann 1")
    assert [rolled.roll.net for rolled in table.events(e.AttackRolled)] == [0]


# Burn


def burning(**bob: Any) -> Table:
    """Bob's turn ends, and he burns."""
    return Table(fight("A..B", person("ann"), person("bob", "B", **bob))).turn_of("bob").do("bob end")


@pytest.mark.clause("C1.10", "C3.9")
@pytest.mark.parametrize(("face", "hp", "burn"), [(9, 15, 5), (10, 20, 0)])
def test_burn_asks_for_a_save_at_the_end_of_the_turn(face: int, hp: int, burn: int) -> None:
    """Success clears it; failure deals it, and it stays."""
    table = burning(burn=5)
    assert table.asked == [("bob", "save against Burn")]
    table.do(f"bob {face}")
    assert (table["bob"].hp, table["bob"].burn) == (hp, burn)


@pytest.mark.clause("C1.10")
def test_burn_ignores_armor_and_is_neither_doubled_nor_halved() -> None:
    """Overshield takes what it can; Braced stays."""
    people = {
        "burn": 3,
        "overshield": 2,
        "conditions": ("Exposed", "Braced"),
        "sheet": {"armor": 4, "resistance": ("energy", "kinetic")},
    }
    table = burning(**people).do("bob 1")
    bob = table["bob"]
    assert (bob.overshield, bob.hp) == (0, 19)
    assert [(damage.source, damage.amount) for damage in table.events(e.DamageTaken)] == [("Burn", 3)]


@pytest.mark.clause("C1.10", "C2.5")
def test_a_stunned_unit_saves_too_and_impaired_takes_2_off() -> None:
    """Both end with the turn, after the save: 11 − 2 fails."""
    table = burning(burn=2, conditions=("Stunned", "Impaired")).do("bob 11")
    assert (table["bob"].hp, table.names("bob")) == (18, set())
    assert table.events(e.BurnSaved)[0].roll.total == 9


@pytest.mark.clause("C1.10", "C1.8")
def test_a_new_structured_unit_saves_at_its_next_turns_end() -> None:
    """Burn stays with a lost Structure; what the d6 brings at the very end lasts through the next turn."""
    people = person("ann", hp=4, burn=4), person("bob", "B")
    table = Table(fight("A..B", *people)).do("ann end", "ann 1", "ann 1")
    assert (table["ann"].structure, table["ann"].burn, table.names("ann")) == (3, 4, {"Stunned"})
    table.turn_of("ann")
    assert table.options("ann") == ["end"]
    table.do("ann end").do("ann 10")
    assert (table["ann"].burn, table.names("ann")) == (0, set())


@pytest.mark.clause("C1.10", "C6.3")
def test_burn_can_end_the_scene() -> None:
    """It is looked at when the turn ends."""
    table = burning(burn=5, hp=5).do("bob 1")
    assert (table["bob"].out, table.state.outcome) == ("defeated", "The one side win")


@pytest.mark.clause("C1.10")
def test_no_burn_no_save() -> None:
    """The turn ends without dice."""
    table = burning()
    assert table.asked == [("ann", "turn")]


@pytest.mark.clause("C2.16", "C5.1")
@pytest.mark.parametrize(
    ("start", "out"),
    [({"hp_now": 0}, "destroyed"), ({"structure": 0}, "destroyed"), ({"stress": 0}, "Stressed Out")],
)
def test_one_that_begins_without_hp_structure_or_stress_is_out(start: dict[str, Any], out: str) -> None:
    """It has no turn and no hex."""
    table = Table(fight("AD.B", person("ann"), person("dan", **start), person("bob", "B")))
    assert table["dan"].out == out
    assert table.asked == [("ann", "turn")]
    assert "move B1" in table.options("ann")
