"""One attack from its declaration to the shove: order, marks, Brace, areas, Barrage, interruptions."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from affray.systems.cantor import events as e
from affray.systems.cantor.arms import BARE, arm_named
from affray.systems.cantor.attack import apply_rest, attack, must_flip, still_on
from affray.systems.cantor.text.lines import attack_line
from tests.systems.cantor.fights import Table, fight, give, person, run, told_of

FAR = "A..B"
NEAR = "AB...."


def duel(board: str = FAR, ann: Any = None, **bob: Any) -> Table:
    """Ann has the first turn; Bob has 20 HP, Evasion 10 and E-Defense 8."""
    return Table(fight(board, person("ann", **(ann or {})), person("bob", "B", **bob)))


def weapons(*names: str, **more: Any) -> dict[str, Any]:
    """Ann with these weapons."""
    return {"weapons": names, **more}


# The order of an attack


@pytest.mark.clause("C1.11", "C1.5", "C1.7")
def test_the_order_of_one_attack() -> None:
    """Declared, flip, marks, roll, Brace, damage; then the band."""
    table = duel(ann=weapons("gun", conditions=("Bolster",)), conditions=("Invisible", "Lock On"))
    table.do("ann skirmish gun bob")
    assert table.asked == [("ann", "flip against Invisible")]
    assert table["ann"].has("Bolster")
    assert table["bob"].has("Lock On")
    table.do("ann 4")
    assert table.asked == [("ann", "attack")]
    assert not table["ann"].has("Bolster")
    assert not table["bob"].has("Lock On")
    table.do("ann 10 1 1")
    assert table.asked == [("bob", "brace")]
    table.do("bob brace")
    assert table.asked == [("ann", "damage")]
    table.do("ann 6")
    kinds = [type(event) for event in table.events()]
    order = [e.AttackDeclared, e.FlipRolled, e.AttackRolled, e.DamageTaken, e.AttackEnded, e.BandChanged]
    assert [kind for kind in kinds if kind in order] == order


@pytest.mark.clause("C1.7")
def test_after_damage_come_burn_conditions_and_the_shove() -> None:
    """One that does everything; in a corridor there is one way, and nobody is asked for it."""
    encounter = fight(NEAR, person("ann"), person("bob", "B"))
    seen = told_of(encounter)
    run(encounter, apply_rest(encounter, "ann", replace(BARE["ram"], burn=2), "bob"))
    assert [type(event) for event, _, _ in seen] == [e.BurnAdded, e.ConditionGained, e.Shoved]


@pytest.mark.clause("C1.7", "C1.10")
def test_burn_is_added_after_the_damage_and_adds_up() -> None:
    """2 and 3 are 5, and adding deals nothing."""
    table = duel(NEAR, ann=weapons("torch"), burn=2)
    table.do("ann skirmish torch bob", "ann 10", "bob no", "ann 4")
    assert (table["bob"].hp, table["bob"].burn) == (16, 5)
    kinds = [type(event) for event in table.events(e.DamageTaken, e.BurnAdded)]
    assert kinds == [e.DamageTaken, e.BurnAdded]


@pytest.mark.clause("C1.7", "C1.8")
def test_a_unit_out_of_the_fight_takes_none_of_the_rest() -> None:
    """Neither Burn nor conditions nor shove."""
    for weapon in ("torch", "ram-bar", "stone"):
        people = person("ann", weapons=(weapon,)), person("bob", "B", hp=1), person("cid", "B")
        table = Table(fight("AB..C", *people))
        table.do(f"ann skirmish {weapon} bob", "ann 10", "bob no", "ann 1")
        bob = table["bob"]
        assert (bob.out, bob.burn, bob.conditions, table.at("bob")) == ("defeated", 0, [], "B1")
        assert not table.events(e.BurnAdded, e.Shoved, e.ConditionGained)


@pytest.mark.clause("C1.7", "C1.8")
def test_a_new_structured_cantor_takes_the_rest() -> None:
    """It is in the fight: Burn and the shove follow the d6."""
    table = duel("BA....", hp=20, weapons=("torch", "ram-bar"))
    table["ann"].hp = 1
    table.turn_of("bob").do("bob skirmish torch ann", "bob 10", "ann no", "bob 6", "ann 5")
    assert (table["ann"].structure, table["ann"].hp, table["ann"].burn) == (3, 20, 3)


# Hit and miss


@pytest.mark.clause("C1.5")
def test_total_10_against_evasion_10_hits() -> None:
    """And 9 does not; a miss deals nothing and asks for no Brace."""
    table = duel().do("ann skirmish gun bob", "ann 10", "bob no", "ann 3")
    assert table["bob"].hp == 17
    table = duel().do("ann skirmish gun bob", "ann 9")
    assert (table["bob"].hp, table.asked) == (20, [("ann", "turn")])
    assert [rolled.hit for rolled in table.events(e.AttackRolled)] == [False]


@pytest.mark.clause("C1.5", "C2.9")
@pytest.mark.parametrize(("face", "missed"), [(1, True), (3, True), (4, False), (6, False)])
@pytest.mark.parametrize(
    "answer", ["skirmish rod bob", "art hack bob", "art hum bob", "ram bob", "grapple bob"]
)
def test_an_invisible_target_is_missed_by_half_of_every_kind_of_attack(
    face: int, missed: bool, answer: str
) -> None:
    """1 to 3 on a d6, before the roll."""
    table = duel(NEAR, ann={"arts": ("hack", "hum")}, conditions=("Invisible",))
    table.do(f"ann {answer}")
    assert table.asked == [("ann", "flip against Invisible")]
    table.do(f"ann {face}")
    assert table.asked == [("ann", "turn" if missed else "attack")]
    assert table["bob"].has("Invisible")


@pytest.mark.clause("C1.5", "C1.6")
def test_a_missed_flip_is_a_miss_like_any_other() -> None:
    """Reliable lands, and the marks of both are used up; no d20 is rolled."""
    table = duel(ann=weapons("dart", conditions=("Bolster",)), conditions=("Invisible", "Lock On"))
    table.do("ann skirmish dart bob", "ann 3")
    assert table["bob"].hp == 18
    assert table.names("ann") == set()
    assert table.names("bob") == {"Invisible"}
    assert [rolled.roll for rolled in table.events(e.AttackRolled)] == [None]
    assert table["ann"].band == 1


@pytest.mark.clause("C4.5")
def test_obsidian_glamour_makes_every_target_invisible_to_its_bearer_alone() -> None:
    """While it is manifest; others see Bob as ever."""
    ann = {"stone": "Obsidian", "band": 4, "fractured": True}
    table = duel(ann=ann).do("ann skirmish gun bob")
    assert table.asked == [("ann", "flip against Invisible")]
    table.do("ann 1")
    (flip,) = table.events(e.FlipRolled)
    assert (flip.missed, flip.glamour) == (True, True)
    table.turn_of("bob").do("bob skirmish gun ann")
    assert table.asked == [("bob", "attack")]
    table = duel(ann={"stone": "Obsidian", "band": 4}).do("ann skirmish gun bob")
    assert table["ann"].fractured


# Marks


@pytest.mark.clause("C2.9", "C4.5")
@pytest.mark.parametrize(
    ("invisible", "glamour"), [(False, False), (True, False), (False, True), (True, True)]
)
def test_the_flip_comes_for_an_invisible_target_or_a_glamour(invisible: bool, glamour: bool) -> None:
    """Told alike by the rule and by the row of the attack."""
    ann = {"stone": "Obsidian", "fractured": glamour}
    table = duel(ann=ann, conditions=("Invisible",) if invisible else ())
    assert must_flip(table.fight, table["ann"], table["bob"]) is (invisible or glamour)
    line = attack_line(table.fight, table["ann"], table["bob"], BARE["ram"])
    assert ("50% miss first" in line) is (invisible or glamour)


@pytest.mark.clause("C2.7", "C2.13")
@pytest.mark.parametrize("hit", [True, False])
def test_lock_on_and_bolster_are_used_up_hit_or_miss(hit: bool) -> None:
    """Two dice for the first attack, none for the next."""
    ann = weapons("gun", "five", conditions=("Bolster",))
    table = duel(ann=ann, conditions=("Lock On",))
    table.do("ann barrage five bob", f"ann {10 if hit else 1} 1 2")
    if hit:
        table.do("bob no")
    assert table["bob"].hp == (15 if hit else 20)
    table.do("ann fire gun bob", "ann 1")
    assert [rolled.roll.net for rolled in table.events(e.AttackRolled)] == [2, 0]


@pytest.mark.clause("C2.7")
def test_the_next_attacker_uses_lock_on_up_whoever_it_is() -> None:
    """Dan's Lock On serves Ann."""
    table = Table(fight("A..B\nD...", person("ann"), person("dan"), person("bob", "B")))
    table.turn_of("dan").do("dan lock-on bob", "dan end").turn_of("ann")
    assert table["bob"].has("Lock On")
    table.do("ann skirmish gun bob", "ann 1 1")
    assert not table["bob"].has("Lock On")


@pytest.mark.clause("C2.13", "C1.13")
@pytest.mark.parametrize(
    "answer", ["ram bob", "grapple bob", "art mark bob", "art hum bob", "improvised bob"]
)
def test_every_action_with_a_roll_is_an_attack_that_uses_bolster(answer: str) -> None:
    """With one accuracy die, and then it is gone."""
    table = duel(NEAR, ann={"arts": ("mark", "hum"), "conditions": ("Bolster",)})
    table.do(f"ann {answer}", "ann 1 1")
    assert not table["ann"].has("Bolster")
    assert [rolled.roll.net for rolled in table.events(e.AttackRolled)] == [1]


@pytest.mark.clause("C3.15")
def test_lock_on_is_no_attack_and_keeps_bolster() -> None:
    """No roll, and Bolster stays."""
    table = duel(ann={"conditions": ("Bolster",)}).do("ann lock-on bob")
    assert table["ann"].has("Bolster")
    assert table["bob"].has("Lock On")


@pytest.mark.clause("C1.11", "C1.12")
def test_an_attack_that_finds_nobody_uses_bolster_up() -> None:
    """An area at a marker with nobody near it."""
    encounter = fight(FAR, person("ann", weapons=("mortar",), conditions=("Bolster",)), person("bob", "B"))
    run(encounter, attack(encounter, "ann", arm_named(encounter, encounter.state.units["ann"], "mortar"), []))
    assert not encounter.state.units["ann"].has("Bolster")


# Brace


@pytest.mark.clause("C2.14", "C3.6")
@pytest.mark.parametrize(("face", "lost"), [(5, 3), (4, 2), (1, 1)])
def test_braced_halves_the_hit_rounded_up_and_is_used_up(face: int, lost: int) -> None:
    """The Reaction is spent."""
    table = duel().do("ann skirmish gun bob", "ann 10", "bob brace", f"ann {face}")
    bob = table["bob"]
    assert (20 - bob.hp, bob.has("Braced"), bob.reaction) == (lost, False, False)


@pytest.mark.clause("C2.14")
def test_a_hit_for_nothing_uses_braced_up_and_a_miss_does_not() -> None:
    """Armor 4 against 3; then Reliable 3 on a miss, which lands whole."""
    table = duel(sheet={"armor": 4}, conditions=("Braced",)).do("ann skirmish gun bob", "ann 10", "ann 3")
    assert (table["bob"].hp, table["bob"].has("Braced")) == (20, False)
    table = duel(ann=weapons("sure"), conditions=("Braced",)).do("ann skirmish sure bob", "ann 1")
    assert (table["bob"].hp, table["bob"].has("Braced")) == (17, True)


@pytest.mark.clause("C3.6", "C3.8")
@pytest.mark.parametrize("answer", ["ram bob", "grapple bob", "art jam bob"])
def test_a_hit_without_damage_offers_no_brace_and_uses_none_up(answer: str) -> None:
    """Ram, Grapple and an art that only inflicts."""
    ann = {"arts": ("jam",)}
    table = duel(NEAR, ann=ann).do(f"ann {answer}", "ann 20")
    assert ("bob", "brace") not in table.asked
    assert table["bob"].reaction
    table = duel(NEAR, ann=ann, conditions=("Braced",)).do(f"ann {answer}", "ann 20")
    assert table["bob"].has("Braced")


@pytest.mark.clause("C3.6")
def test_brace_is_not_offered_while_braced_nor_without_a_reaction() -> None:
    """Nor while Stunned or Jammed."""
    for setting in ({"conditions": ("Braced",)}, {"conditions": ("Stunned",)}, {"conditions": ("Jammed",)}):
        table = duel(**setting).do("ann skirmish gun bob", "ann 10")
        assert table.asked == [("ann", "damage")]
    table = duel().act("set", unit="bob", field="reaction", value=False)
    table.do("ann skirmish gun bob", "ann 10")
    assert table.asked == [("ann", "damage")]


# Several targets


AREA = """
......
.BCD..
A.....
"""


@pytest.mark.clause("C1.12")
def test_an_area_rolls_for_each_target_and_once_for_damage() -> None:
    """Bob is missed, Cid and Dan take the same 4; each may Brace for itself."""
    people = (person("ann", weapons=("mortar",)), person("bob", "B"), person("cid", "B"), person("dan", "B"))
    table = Table(fight(AREA, *people))
    table.do("ann skirmish mortar at C2", "ann 9", "ann 10", "cid no", "ann 4", "ann 15", "dan brace")
    assert [table[id_].hp for id_ in ("bob", "cid", "dan")] == [20, 16, 18]
    assert len({damage.roll for damage in table.events(e.DamageTaken)}) == 1
    assert table["ann"].band == 1


@pytest.mark.clause("C1.12", "C1.13")
def test_bolster_counts_for_all_targets_and_lock_on_for_its_own() -> None:
    """Only Cid is locked on; an area hits allies too, and never who attacks."""
    people = (
        person("ann", weapons=("flail",), conditions=("Bolster",)),
        person("bob", "B"),
        person("cid", "B", conditions=("Lock On",)),
        person("dan"),
    )
    table = Table(fight(".BC.\n.AD.\n....", *people)).turn_of("ann")
    table.do("ann skirmish flail", "ann 1 1", "ann 1 1 1", "ann 1 1")
    rolled = table.events(e.AttackRolled)
    assert [(one.target, one.roll.net) for one in rolled] == [("bob", 1), ("cid", 2), ("dan", 1)]
    assert not table["ann"].has("Bolster")
    assert not table["cid"].has("Lock On")


@pytest.mark.clause("C1.11", "C1.12", "C2.13")
def test_a_bolster_that_comes_during_an_attack_is_for_the_next() -> None:
    """Between two targets of an area, while the flip against the second falls."""
    people = (
        person("ann", weapons=("mortar",), conditions=("Bolster",)),
        person("bob", "B"),
        person("cid", "B", conditions=("Invisible",)),
    )
    table = Table(fight("A..BC", *people)).do("ann skirmish mortar at D1", "ann 1 1")
    table.act("condition", unit="ann", condition="Bolster", on=True).do("ann 4", "ann 1 1")
    assert table["ann"].has("Bolster")


@pytest.mark.clause("C1.12", "C2.12")
def test_each_target_of_an_area_has_its_own_cover() -> None:
    """Bob is behind a soft hex, Cid is not."""
    people = (person("ann", weapons=("mortar",)), person("bob", "B"), person("cid", "B"))
    table = Table(fight("A.sB\n..C.\n....", *people))
    table.do("ann skirmish mortar at D1", "ann 1 6", "ann 1")
    assert [rolled.roll.net for rolled in table.events(e.AttackRolled)] == [-1, 0]


@pytest.mark.clause("C1.12", "C6.4")
def test_an_area_does_not_reach_behind_a_wall() -> None:
    """The blast around Bob holds Cid, and the line to her is barred."""
    people = (person("ann", weapons=("mortar",)), person("bob", "B"), person("cid", "B"))
    table = Table(fight("A.#C\n..B.", *people)).do("ann skirmish mortar at C2", "ann 1")
    assert table.asked == [("ann", "turn")]
    assert [rolled.target for rolled in table.events(e.AttackRolled)] == ["bob"]
    table = Table(fight("A..C\n..B.", *people)).do("ann skirmish mortar at C2", "ann 1", "ann 1")
    assert [rolled.target for rolled in table.events(e.AttackRolled)] == ["bob", "cid"]
    table = Table(fight("A.B#C", *people))
    assert table.refusal("ann skirmish mortar at E1") == "C3.1"


@pytest.mark.clause("C1.12")
def test_a_line_holds_everyone_on_it() -> None:
    """Bob and Cid, and not Dan beside it."""
    people = (person("ann", weapons=("bellows",)), person("bob", "B"), person("cid", "B"), person("dan", "B"))
    table = Table(fight("A.BC\n..D.", *people)).do("ann skirmish bellows at D1", "ann 1", "ann 1")
    assert [rolled.target for rolled in table.events(e.AttackRolled)] == ["bob", "cid"]


@pytest.mark.clause("C1.12")
def test_an_area_is_aimed_where_it_touches_somebody() -> None:
    """A burst needs somebody beside, a blast somebody in it."""
    people = person("ann", weapons=("flail", "mortar")), person("bob", "B")
    table = Table(fight("A...B", *people))
    assert table.options("ann", "skirmish") == [f"skirmish mortar at {hex_}" for hex_ in ("D1", "E1")]
    assert table.refusal("ann skirmish flail") == "C1.12"
    table = Table(fight("A..........B", *people))
    assert table.refusal("ann skirmish mortar at") == "C1.12"


@pytest.mark.clause("C1.12", "C2.8")
def test_an_area_hits_a_hidden_unit_and_tells_its_own_side_alone() -> None:
    """Its rolls, its damage and that it was meant at all; the marker is what the burst is aimed at."""
    board = "A..hB\n..hhh"
    people = person("ann", weapons=("mortar",)), person("bob", "B", conditions=("Hidden",))
    table = Table(fight(board, *people)).do("gm 1")
    number = len(table.session.records)
    assert "skirmish mortar at D1" in table.options("ann")
    table.do("ann skirmish mortar at D1", "ann 20 1 1", "bob no", "ann 4")
    assert table["bob"].hp == 16
    assert table["bob"].has("Hidden")
    told = [record for record in table.session.records[number:] if "bob" in repr(record.event)]
    assert {type(record.event) for record in told} == {e.AttackRolled, e.DamageTaken}
    assert {record.to for record in told} == {("B",)}
    (declared,) = table.events(e.AttackDeclared)
    assert declared.targets == ()


@pytest.mark.clause("C1.12", "C2.8")
def test_the_damage_against_a_hidden_unit_alone_is_rolled_unseen() -> None:
    """That dice fall would tell that somebody is there."""
    board = "A..hB\n..hhh"
    people = person("ann", weapons=("mortar",)), person("bob", "B", conditions=("Hidden",))
    table = Table(fight(board, *people)).do("gm 1")
    table.do("ann skirmish mortar at D1")
    assert getattr(table.request, "to", None) == ("B",)
    table.do("ann 20 1 1", "bob no")
    assert getattr(table.request, "to", None) == ("B",)


# Barrage


@pytest.mark.clause("C1.13", "C3.11", "C4.2")
def test_a_barrage_is_two_attacks_with_two_weapons_and_builds_once() -> None:
    """The larger resonance of both; Bolster serves the first."""
    table = duel(NEAR, ann=weapons("heavy", "rod", conditions=("Bolster",)))
    table.do("ann barrage rod bob", "ann 1 1")
    assert table.options("ann") == ["fire heavy bob", "stop"]
    assert table["ann"].band == 0
    table.do("ann fire heavy bob", "ann 1")
    assert [rolled.roll.net for rolled in table.events(e.AttackRolled)] == [1, 0]
    assert table["ann"].band == 3


@pytest.mark.clause("C1.13")
def test_the_second_target_of_a_barrage_may_be_another() -> None:
    """Bob is defeated by the first; Cid is in range."""
    people = person("ann", weapons=("gun", "five")), person("bob", "B", hp=5), person("cid", "B")
    table = Table(fight("A.BC", *people)).do("ann barrage five bob", "ann 10", "bob no")
    assert table["bob"].out == "defeated"
    assert table.options("ann") == ["fire gun cid", "stop"]
    table.do("ann fire gun cid", "ann 10", "cid no", "ann 6")
    assert (table["cid"].hp, table["ann"].band) == (14, 1)


@pytest.mark.clause("C3.11")
def test_one_weapon_is_no_barrage() -> None:
    """And the same weapon is not fired twice."""
    table = duel(ann=weapons("gun"))
    assert table.options("ann", "barrage") == []
    table = duel(ann=weapons("gun", "five")).do("ann barrage gun bob", "ann 1")
    assert table.options("ann") == ["fire five bob", "stop"]


# What interrupts an attack


@pytest.mark.clause("C1.11")
def test_an_attacker_that_is_stunned_during_the_flip_stops() -> None:
    """Nothing is rolled and no mark is used up; the band builds, for the action was made."""
    table = duel(ann={"conditions": ("Bolster",)}, conditions=("Invisible", "Lock On"))
    table.do("ann skirmish gun bob").act("condition", unit="ann", condition="Stunned", on=True)
    table.do("ann 6")
    assert table["bob"].has("Lock On")
    assert table["ann"].has("Bolster")
    assert [stopped.why.key for stopped in table.events(e.AttackStopped)] == ["attacker Stunned"]
    assert table.state.clash is None


@pytest.mark.clause("C1.11")
def test_an_attacker_that_goes_out_on_the_way_stops_and_what_it_dealt_stays() -> None:
    """Bob has taken his 5; Cid is left alone."""
    people = (
        person("ann", weapons=("mortar",)),
        person("dan"),
        person("bob", "B"),
        person("cid", "B"),
    )
    table = Table(fight("A..BC\nD....", *people)).turn_of("ann")
    table.do("ann skirmish mortar at D1", "ann 10", "bob no", "ann 5")
    assert table.asked == [("ann", "attack")]
    table.act("set", unit="ann", field="stress", value=0).do("ann 20")
    assert (table["bob"].hp, table["cid"].hp) == (15, 20)
    assert table["ann"].out == "Stressed Out"
    assert table.asked[0][0] in ("bob", "cid")


@pytest.mark.clause("C1.11")
def test_a_target_that_goes_out_on_the_way_is_skipped() -> None:
    """By the GM's hand while Brace is asked; Lock On was used up before."""
    people = person("ann"), person("bob", "B", conditions=("Lock On",)), person("cid", "B")
    table = Table(fight("A..BC", *people)).do("ann skirmish gun bob", "ann 10 1")
    table.act("remove", unit="bob").do("bob no")
    assert "bob" not in table.state.units
    assert table.asked == [("ann", "turn")]
    assert table.state.clash is None


@pytest.mark.clause("C1.11")
def test_who_can_go_on_with_an_attack() -> None:
    """Not one that is out or Stunned, and not against one that is out."""
    encounter = fight(FAR, person("ann"), person("bob", "B"))
    ann, bob = encounter.state.units.values()
    assert still_on(encounter, "ann", "bob")
    bob.out = "defeated"
    assert not still_on(encounter, "ann", "bob")
    bob.out = ""
    give(ann, "Stunned")
    assert not still_on(encounter, "ann", "bob")
    assert not still_on(encounter, "nobody", "bob")


@pytest.mark.clause("C1.11", "C1.13")
def test_a_barrage_ends_with_the_attacker_stunned_between_its_attacks() -> None:
    """The second weapon is not fired."""
    table = duel(ann=weapons("gun", "five")).do("ann barrage gun bob", "ann 1")
    table.act("condition", unit="ann", condition="Stunned", on=True).do("ann fire five bob")
    assert len(table.events(e.AttackDeclared)) == 1
    assert table["ann"].band == 1


# Ram and Improvised


@pytest.mark.clause("C3.8")
def test_ram_shoves_by_one_and_knocks_down_without_damage() -> None:
    """Quick, melee, against Evasion; a miss does nothing."""
    table = duel(NEAR).do("ann ram bob", "ann 10")
    assert (table.at("bob"), table["bob"].has("Prone"), table["bob"].hp) == ("C1", True, 20)
    assert table["ann"].band == 1
    assert table.refusal("ann ram bob") == "C3.1"
    table = duel(NEAR).do("ann ram bob", "ann 9")
    assert (table.at("bob"), table["bob"].has("Prone")) == ("B1", False)


@pytest.mark.clause("C3.11")
def test_improvised_is_a_full_action_for_1d6() -> None:
    """At an adjacent unit, against Evasion."""
    table = duel(NEAR, ann=weapons()).do("ann improvised bob", "ann 10", "bob no", "ann 6")
    assert table["bob"].hp == 14
    assert table.refusal("ann ram bob") == "C3.1"
    table = duel(FAR, ann=weapons())
    for answer in ("improvised", "ram", "grapple"):
        assert table.refusal(f"ann {answer} bob") == "C1.2"
