"""Attacks and answers: the order of an attack, Block, Evade, Counter, damage, several targets, objects."""

from __future__ import annotations

from typing import Any

import pytest

from affray.systems.pace.attack import attack
from affray.systems.pace.damage import block_cuts, landed, resistance
from affray.systems.pace.defence import answers, may_not_defend
from affray.systems.pace.events import (
    ApBonus,
    ApPaid,
    AttackDeclared,
    AttackEnded,
    AttackRolled,
    AttackStopped,
    CounterRolled,
    DamageDealt,
    Defeated,
    DefeatMeant,
    DefenceChosen,
    DefenceRolled,
    Evaded,
    ObjectDestroyed,
    ObjectStruck,
    SceneEnded,
    Shoved,
    TargetFaced,
    Turned,
)
from affray.systems.pace.facing import threatened
from affray.systems.pace.objects import dc_of_object
from affray.systems.pace.scenario import SceneObject
from affray.systems.pace.state import board_of, taken_squares
from affray.systems.pace.targets import may_not_target
from tests.systems.pace.fights import Table, events_of, fight, person, run

PAIR = """
....
.AB.
....
"""


def duel(board: str = PAIR, ann: Any = None, **bob: Any) -> Table:
    """Ann attacks Bob, who faces her; both have 20 HP."""
    return Table(fight(board, person("ann", facing="E", **(ann or {})), person("bob", "B", "W", **bob)))


# Who may be attacked


@pytest.mark.clause("P4.10")
def test_a_valid_target_stands_in_range_and_in_sight() -> None:
    """It need not be faced, and may be of the own side; attacking turns nobody."""
    board = "DAB.C\n.#...\n.E..."
    people = (
        person("ann", facing="S"),
        person("bob", "B"),
        person("cid", "B"),
        person("dan"),
        person("eve", "B"),
    )
    table = Table(fight(board, *people))
    assert table.options("ann", "attack")[0] == "attack sword bob"
    assert "attack sword dan" in table.options("ann")
    assert table.refusal("ann attack sword cid") == "P4.10"
    assert table.refusal("ann attack sword eve") == "P4.10"
    table.do("ann attack sword bob", "ann 2", "bob 19").settle()
    assert (table.facing("ann"), table.events(Turned)) == ("S", [])


@pytest.mark.clause("P4.10")
def test_a_wall_between_bars_every_attack() -> None:
    """The range would do."""
    encounter = fight("A#B\n.#.\n.#.", person("ann", items=("bow",)), person("bob", "B"))
    ann, bob = encounter.state.characters["ann"], encounter.state.characters["bob"]
    why = may_not_target(encounter, ann, encounter.book.weapons["bow"], bob)
    assert why is not None
    assert why.clause == "P8.3"


@pytest.mark.clause("P4.10")
def test_an_attacker_must_face_its_target_where_it_is_so_ruled() -> None:
    """The setting attack_needs_facing."""
    encounter = fight("AB", person("ann", facing="W"), person("bob", "B"), attack_needs_facing=True)
    table = Table(encounter)
    assert table.refusal("ann attack sword bob") == "P4.10"
    assert "attack sword bob" in table.do("ann pivot NE").options("ann")


@pytest.mark.clause("P4.10", "P6.8")
def test_range_2_does_not_reach_two_squares_diagonally() -> None:
    """The distance (2,2) is 3."""
    table = Table(fight("A..\n...\n..B", person("ann", items=("chain",)), person("bob", "B")))
    assert table.refusal("ann attack chain bob") == "P4.10"


# The four steps


@pytest.mark.clause("P4.1", "P4.2")
def test_the_weapon_names_the_score_for_both() -> None:
    """A knife goes by Dexterity."""
    table = duel(
        ann={"items": ("knife",), "dexterity": 2, "strength": 9}, dexterity=4, strength=9, items=("sword",)
    )
    table.do("ann attack knife bob", "ann 10", "bob take", "bob 7")
    rolled = table.events(DefenceRolled)[0]
    assert (rolled.attack.total, rolled.attack.score_name) == (12, "Dexterity")
    assert (rolled.defence.total, rolled.defence.score_name) == (11, "Dexterity")
    assert rolled.hit


@pytest.mark.clause("P4.2")
def test_an_attack_costs_1_ap_unless_the_weapon_or_an_ability_says_otherwise() -> None:
    """And there may be as many as AP last."""
    table = duel()
    for left in (2, 1, 0):
        table.do("ann attack sword bob", "ann 1", "bob take", "bob 20")
        assert table["ann"].ap == left
    assert table.refusal("ann attack sword bob") == "P3.5"
    table = duel(ann={"items": ("pick",)}).do("ann attack pick bob")
    assert table["ann"].ap == 1
    table.do("ann 1", "bob take", "bob 20")
    assert table.refusal("ann attack pick bob") == "P3.5"
    table = duel(ann={"items": ("pick",), "abilities": ("deft",)}).do("ann attack pick bob")
    assert table["ann"].ap == 2


@pytest.mark.clause("P4.11")
def test_the_order_of_an_attack() -> None:
    """Pay, declare, attack roll, answer, defence roll, contest, damage, Maneuver, Evade, Pivot."""
    table = duel(".......\n.AB....\n.......", ann={"items": ("cestus",)})
    table.do("ann attack cestus bob push", "ann 15", "bob evade", "bob 3", "ann 6", "ann way E")
    assert table.asked == [("bob", "evade")]
    table.do("bob evade G2")
    assert table.asked == [("bob", "pivot")]
    table.do("bob pivot S")
    kinds = [type(event) for event in table.events()]
    kinds = kinds[kinds.index(ApPaid) :]
    assert kinds == [
        ApPaid,
        AttackDeclared,
        AttackRolled,
        TargetFaced,
        ApPaid,
        DefenceChosen,
        DefenceRolled,
        DamageDealt,
        Shoved,
        Evaded,
        AttackEnded,
        ApPaid,
        Turned,
    ]


@pytest.mark.clause("P4.11", "P1.3")
@pytest.mark.parametrize(("defence", "hit"), [(14, True), (15, False), (16, False)])
def test_a_tie_is_the_defenders(defence: int, hit: bool) -> None:
    """15 against 15 does not hit."""
    table = duel().do("ann attack sword bob", "ann 15", "bob take", f"bob {defence}")
    assert table.events(DefenceRolled)[0].hit is hit
    assert (table.asked == [("ann", "damage")]) is hit


@pytest.mark.clause("P1.3", "P4.11")
def test_every_pair_of_faces_has_its_winner() -> None:
    """All 20 by 20, with scores: the attack hits when its total is the higher one, and never else."""
    encounter = fight(
        PAIR, person("ann", strength=1, hp=99), person("bob", "B", strength=2, hp=200, dr={"all": 30})
    )
    encounter.state.round = 1
    for face in range(1, 21):
        for other in range(1, 21):
            encounter.state.characters["bob"].ap = 0
            encounter.state.characters["ann"].ap = 1
            hit = face + 1 > other + 2
            dice = f"ann {'1 ' * (2 if face == 20 else 1)}".strip()
            pivot = ["bob stay"] if other == 20 else []
            seen = events_of(encounter)
            procedure = attack(encounter, "ann", "sword", "bob", None)
            run(encounter, procedure, f"ann {face}", f"bob {other}", *[dice] * hit, *pivot)
            assert [event.hit for event in seen if isinstance(event, DefenceRolled)] == [hit]


@pytest.mark.clause("P4.3")
@pytest.mark.parametrize(
    ("facing", "at", "may"),
    [
        ("N", (-2, -2), True),
        ("N", (-2, -1), False),
        ("N", (0, 1), False),
        ("N", (0, -1), True),
        ("SE", (1, 0), True),
        ("SE", (2, 3), True),
        ("SE", (1, -1), False),
    ],
)
def test_only_one_that_faces_the_attacker_may_answer(facing: str, at: tuple[int, int], may: bool) -> None:
    """At any distance."""
    encounter = fight(
        ".......\n" * 3 + "...B...\n" + ".......\n" * 3,
        person("bob", "B", facing, ap=1),
        person("ann", at="A1"),
    )
    ann, bob = encounter.state.characters["ann"], encounter.state.characters["bob"]
    square = board_of(encounter).at(3 + at[0], 3 + at[1])
    assert square is not None
    ann.square = square
    assert (may_not_defend(encounter, bob, ann) is None) is may


@pytest.mark.clause("P4.4", "P4.3")
def test_one_not_facing_or_without_ap_rolls_without_an_answer() -> None:
    """The roll comes at once."""
    table = Table(fight("AB", person("ann"), person("bob", "B", "E")))
    table.do("ann attack sword bob", "ann 15")
    assert table.asked == [("bob", "defence")]
    faced = table.events(TargetFaced)[0]
    assert faced.barred.key == "not facing"
    table = duel().act("set", character="bob", field="ap", value=0)
    table.do("ann attack sword bob", "ann 15")
    assert table.events(TargetFaced)[0].barred.key == "no AP to defend"
    table.do("bob 16")
    assert not table.events(DefenceRolled)[0].hit


@pytest.mark.clause("P4.3")
def test_the_defender_chooses_knowing_the_attack_roll_and_pays_1_ap() -> None:
    """The question names the total and the face; taking it costs nothing."""
    table = duel(ann={"strength": 2}).do("ann attack sword bob", "ann 13")
    question = table.session.pending.request  # type: ignore[union-attr]
    assert question.args == ("ann", "sword", "bob", 15, 13)  # type: ignore[union-attr]
    assert table.options("bob") == [
        "take",
        "block blade",
        "block bare-hands",
        "evade",
        "counter blade",
        "counter bare-hands",
    ]
    table.do("bob take")
    assert table["bob"].ap == 3
    table = duel().do("ann attack sword bob", "ann 13", "bob evade")
    assert table["bob"].ap == 2


@pytest.mark.clause("P4.5")
@pytest.mark.parametrize(
    ("rolled", "block", "dr", "amount"),
    [(9, 4, 3, 2), (5, 4, 3, 0), (5, 9, 0, 0), (5, 9, 3, 0), (-2, 0, 0, 0), (8, 0, 3, 5)],
)
def test_block_is_taken_off_then_dr_and_never_below_0(rolled: int, block: int, dr: int, amount: int) -> None:
    """9 less 4 less 3 is 2."""
    assert landed(rolled, block, dr) == amount


@pytest.mark.parametrize(("rolled", "dr", "last"), [(7, 0, 7), (7, 3, 4), (3, 3, 0), (2, 5, 0), (0, 0, 0)])
def test_a_block_counts_until_nothing_is_left_to_land(rolled: int, dr: int, last: int) -> None:
    """Every total up to what the DR leaves is told apart, and none above it."""
    assert block_cuts(rolled, dr).at == tuple(range(1, last + 1))


@pytest.mark.clause("P4.5")
def test_damage_adds_the_score_of_the_attack_and_names_its_type() -> None:
    """The attacker names one of the weapon's types before Block is rolled; DR is by type, and by all."""
    table = duel(ann={"items": ("knife",), "dexterity": 3}, dr={"slashing": 2, "all": 1, "piercing": 9})
    table.do("ann attack knife bob", "ann 15", "bob block blade", "bob 2", "ann 4")
    assert table.asked == [("ann", "damage type")]
    table.do("ann slashing")
    assert table.asked == [("bob", "block")]
    table.do("bob 2")
    damage = table.events(DamageDealt)[0]
    assert (damage.throw.total, damage.block.total, damage.dr, damage.amount) == (7, 2, 3, 2)
    assert (damage.type, damage.before, damage.after) == ("slashing", 20, 18)


def test_dr_of_the_sheet_and_of_an_ability_add_up() -> None:
    """By type and by all."""
    encounter = fight(PAIR, person("ann", dr={"bludgeoning": 2}, abilities=("hide",)), person("bob", "B"))
    ann = encounter.state.characters["ann"]
    assert resistance(encounter, ann, "bludgeoning") == 4
    assert resistance(encounter, ann, "fire") == 1


@pytest.mark.clause("P1.6")
@pytest.mark.parametrize(("ap", "then"), [(2, 3), (4, 5), (5, 5), (0, 1)])
def test_a_critical_defence_gives_1_ap_even_where_it_fails(ap: int, then: int) -> None:
    """A natural 20 that loses: hit, and +1 AP up to 5, too late to pay for this defence."""
    table = duel(ann={"strength": 9}).act("set", character="bob", field="ap", value=ap)
    table.do("ann attack sword bob", "ann 14")
    if ap:
        assert table.asked == [("bob", "defence")]
        table.do("bob take")
    table.do("bob 20")
    assert table.events(DefenceRolled)[0].hit
    bonus = table.events(ApBonus)[0]
    assert (bonus.before, bonus.after, table["bob"].ap) == (ap, then, then)


@pytest.mark.clause("P1.6")
def test_a_critical_attack_that_loses_deals_nothing() -> None:
    """It does not win by itself."""
    table = duel(strength=5).do("ann attack sword bob", "ann 20", "bob take", "bob 16")
    assert table.events(DamageDealt) == []


# Block


@pytest.mark.clause("P4.12")
def test_block_is_the_dice_of_a_weapon_in_hand_without_its_score_and_never_doubled() -> None:
    """Two weapons in hand: one is chosen. A critical doubles the damage, not the Block."""
    table = duel(items=("cestus", "spear"), strength=6, hp=40).do("ann attack sword bob", "ann 20")
    assert [one for one in table.options("bob") if "block" in one] == ["block cestus", "block spear"]
    table.do("bob block spear", "bob 3", "ann 8 7")
    assert table.asked == [("bob", "block")]
    table.do("bob 6")
    damage = table.events(DamageDealt)[0]
    assert (damage.block.dice, damage.block.total, damage.block.score) == (((1, 6),), 6, 0)
    assert damage.amount == 15 - 6


@pytest.mark.clause("P4.12")
def test_block_works_at_any_distance() -> None:
    """Against an arrow too."""
    table = duel("A.......B", ann={"items": ("bow",), "dexterity": 1})
    table.do("ann attack bow bob", "ann 15", "bob block blade", "bob 2", "ann 5", "bob 4")
    assert table["bob"].hp == 20 - 2


@pytest.mark.clause("P4.3")
def test_block_is_not_rolled_on_a_miss() -> None:
    """15 against 15: paid, and nothing is rolled."""
    table = duel().do("ann attack sword bob", "ann 15", "bob block blade", "bob 15")
    assert table["bob"].ap == 2
    assert table.asked == [("bob", "pivot")]
    assert table.events(DamageDealt) == []


# Evade


@pytest.mark.clause("P4.13")
@pytest.mark.parametrize(("speed", "slow", "reach"), [(5, 0, 2), (5, 9, 1), (7, 0, 3), (3, 9, 0), (2, 0, 1)])
def test_evade_is_half_the_current_speed_rounded_down(speed: int, slow: int, reach: int) -> None:
    """5 gives 2, and 1 when tripped; with nothing to walk it is not even asked."""
    table = duel("AB.......\n#########", speed=speed, slow_until=slow)
    table.do("ann attack sword bob", "ann 5", "bob evade", "bob 9")
    squares = [option.split()[1] for option in table.options("bob", "evade")]
    assert squares == ["C1", "D1", "E1"][:reach]


@pytest.mark.clause("P4.13")
@pytest.mark.parametrize("face", [3, 18], ids=["hit", "miss"])
def test_evade_comes_hit_or_miss_and_leaves_the_facing(face: int) -> None:
    """After the damage; the AP is paid either way."""
    table = duel().do("ann attack sword bob", "ann 12", "bob evade", f"bob {face}")
    if face == 3:
        table.do("ann 4")
    table.do("bob evade D1")
    assert (table.at("bob"), table.facing("bob"), table["bob"].ap) == ("D1", "W", 2)
    assert table["bob"].hp == (16 if face == 3 else 20)
    assert table.events(Evaded)[0].cost == 1


@pytest.mark.clause("P4.13")
def test_evade_may_stay_and_does_not_come_at_0_hp() -> None:
    """It is a movement up to so many Paces."""
    table = duel().do("ann attack sword bob", "ann 12", "bob evade", "bob 13", "bob stay")
    assert table.events(Evaded) == []
    table = Table(fight(PAIR + "C...", person("ann"), person("bob", "B", "W", hp=2), person("cid", "B")))
    table.do("ann attack sword bob", "ann 12", "bob evade", "bob 3", "ann 8").settle()
    assert table.asked == [("ann", "turn")]


@pytest.mark.clause("P4.13", "P6.5")
def test_evade_is_own_movement_bound_by_holds_and_by_others() -> None:
    """Its diagonals count from the first."""
    board = ".....\n.AB..\n..C..\n....."
    table = Table(fight(board, person("ann"), person("bob", "B", "W", held_by=("ann",)), person("cid", "B")))
    table.do("ann attack sword bob", "ann 3", "bob evade", "bob 9")
    found = sorted(option.split()[1] for option in table.options("bob", "evade"))
    assert found == ["A1", "A3", "B1", "B3", "C1"]
    table = duel(".....\n.AB..\n.....\n.....")
    table.do("ann attack sword bob", "ann 3", "bob evade", "bob 9")
    found = sorted(option.split()[1] for option in table.options("bob", "evade"))
    near = "A1 A3 B1 B3 B4 C1 C3 C4 D1 D2 D3 D4 E1 E2 E3"
    assert " ".join(found) == near


# Counter


@pytest.mark.clause("P4.14")
def test_counter_won_twice_deals_damage_without_a_modifier() -> None:
    """DR counts; there is no answer to it, and no AP for the attacker to pay."""
    table = duel(ann={"dr": {"slashing": 2}}, strength=4)
    table.do("ann attack sword bob", "ann 12", "bob counter blade", "bob 8")
    assert table.asked == [("bob", "counter")]
    table.do("bob 10", "ann 14")
    counter = table.events(CounterRolled)[0]
    assert (counter.defender.total, counter.attacker.total, counter.lands) == (14, 14, True)
    assert table.asked == [("bob", "riposte")]
    table.do("bob 5")
    damage = table.events(DamageDealt)[0]
    assert (damage.source, damage.throw.score, damage.dr, damage.amount) == ("riposte", 0, 2, 3)
    assert (table["ann"].hp, table["ann"].ap, table["bob"].ap) == (17, 2, 2)
    assert table.asked == [("bob", "pivot")]


@pytest.mark.clause("P4.14")
def test_counter_with_the_reroll_lost_still_makes_the_attack_miss() -> None:
    """Only the riposte is lost."""
    table = duel().do("ann attack sword bob", "ann 12", "bob counter blade", "bob 12", "bob 9", "ann 10")
    assert not table.events(CounterRolled)[0].lands
    assert table.events(DamageDealt) == []
    assert table["bob"].ap == 2


@pytest.mark.clause("P4.3")
def test_counter_with_the_contest_lost_is_paid_for_nothing() -> None:
    """The attack hits, and nothing is rolled again."""
    table = duel().do("ann attack sword bob", "ann 12", "bob counter blade", "bob 11", "ann 6")
    assert table["bob"].hp == 14
    assert table.events(CounterRolled) == []


@pytest.mark.clause("P4.14")
def test_the_criticals_of_a_counter() -> None:
    """A 20 of the defender in the reroll doubles the dice and gives no AP; the attacker's does nothing."""
    table = duel(ann={"strength": 2}, strength=2)
    table.do("ann attack sword bob", "ann 12", "bob counter blade", "bob 13", "bob 20", "ann 20")
    assert table["bob"].ap == 2
    table.do("bob 5 6")
    damage = table.events(DamageDealt)[0]
    assert (damage.critical, damage.amount) == (True, 11)
    assert table.events(ApBonus) == []


@pytest.mark.clause("P4.14")
def test_counter_needs_the_attacker_in_range_of_a_weapon_in_hand() -> None:
    """Each weapon by itself."""
    table = duel("A.B\n...", ann={"items": ("chain",)}, items=("blade", "spear"))
    table.do("ann attack chain bob", "ann 12")
    assert [one for one in table.options("bob") if "counter" in one] == ["counter spear"]
    assert table.refusal("bob counter blade") == "P4.14"
    encounter = table.fight
    judged = answers(encounter, table["bob"], table["ann"])
    assert [option.id for option, why in judged if why is not None] == ["counter blade"]


@pytest.mark.clause("P4.14", "P4.11")
def test_an_attacker_felled_by_a_riposte_attacks_no_later_target() -> None:
    """Its turn ends there."""
    table = Table(
        fight(
            ".B.\n.A.\n.C.",
            person("ann", items=("chain",), hp=4),
            person("bob", "B", "S"),
            person("cid", "B", "N"),
            person("dan", at="A1"),
        )
    )
    table.do("ann attack chain bob", "ann also cid", "ann done", "ann 5")
    table.do("bob counter blade", "bob 9", "bob 9", "ann 2", "bob 7").settle()
    assert [event.character for event in table.events(Defeated)] == ["ann"]
    stopped = table.events(AttackStopped)[0]
    assert (stopped.target, stopped.why.key) == ("cid", "attacker defeated")
    assert [event.target for event in table.events(TargetFaced)] == ["bob"]
    assert table.asked == [("bob", "turn")]


# Several targets


def three(**ann: Any) -> Table:
    """Ann among Bob, Cid and Dan, who act in the order Cid, Dan, Bob."""
    people = (
        person("ann", items=("chain",), **ann),
        person("bob", "B", "S"),
        person("cid", "B", "N", hp=6),
        person("dan", "B", "W"),
    )
    table = Table(fight(".B.\n.AD\n.C.", *people), ordered=False).roll_order("ann", "cid", "dan", "bob")
    return table.settle()


@pytest.mark.clause("P4.7")
def test_several_targets_are_declared_together_and_resolved_in_initiative_order() -> None:
    """One attack roll; answer, roll and damage of each come before the next one's."""
    table = three().do("ann attack chain bob", "ann also dan")
    assert table.events(AttackDeclared) == []
    assert table["ann"].ap == 3
    table.do("ann also cid")
    assert table.events(AttackDeclared)[0].targets == ("bob", "dan", "cid")
    table.do("ann 12", "cid block blade-2", "cid 4", "ann 5", "cid 2")
    table.do("dan take", "dan 15", "bob evade", "bob 1", "ann 6", "bob evade A1").settle()
    assert [event.target for event in table.events(TargetFaced)] == ["cid", "dan", "bob"]
    assert [(event.target, event.amount) for event in table.events(DamageDealt)] == [("cid", 3), ("bob", 6)]
    assert len(table.events(AttackRolled)) == 1
    assert table["ann"].ap == 2


@pytest.mark.clause("P4.7")
def test_as_many_targets_as_the_weapon_has_and_an_ability_adds() -> None:
    """Bare hands have one."""
    table = three(abilities=("sweep",)).do("ann attack chain bob", "ann also dan", "ann also cid")
    assert table.asked == [("ann", "attack")]
    table = three().do("ann attack bare-hands bob")
    assert table.asked == [("ann", "attack")]


@pytest.mark.clause("P4.7")
def test_a_target_that_is_gone_meanwhile_is_skipped() -> None:
    """Removed, or at 0 HP by now."""
    table = three().do("ann attack chain bob", "ann also dan", "ann also cid", "ann 12")
    table.act("remove", character="dan").act("set", character="bob", field="hp", value=0).settle()
    table.do("cid take", "cid 20").settle()
    assert [event.target for event in table.events(TargetFaced)] == ["cid"]
    assert table.asked == [("ann", "turn")]


@pytest.mark.clause("P2.4", "P4.7")
def test_the_end_is_looked_at_after_all_targets_together() -> None:
    """Both of the other side fall to one attack: the first does not end the scene before the second fell."""
    table = Table(
        fight(
            ".B.\n.A.\n.C.",
            person("ann", items=("chain",), strength=9),
            person("bob", "B", "N", hp=2),
            person("cid", "B", "S", hp=2),
        )
    )
    table.do("ann attack chain bob", "ann also cid", "ann 15", "bob 1", "ann 3")
    table.settle()
    assert table.session.outcome is None
    table.do("cid 1", "ann 3").settle()
    kinds = [type(event) for event in table.events(Defeated, SceneEnded)]
    assert kinds == [Defeated, Defeated, SceneEnded]


# Defeat


@pytest.mark.clause("P4.8")
def test_at_0_hp_one_is_defeated_and_the_gm_says_what_it_means() -> None:
    """HP stop at 0; the body takes no square, threatens nothing and holds nobody."""
    table = Table(
        fight(
            PAIR + "C...", person("ann", held_by=("bob",)), person("bob", "B", "W", hp=3), person("cid", "B")
        )
    )
    table.do("ann attack sword bob", "ann 15", "bob take", "bob 3", "ann 8")
    assert table.asked == [("gm", "defeat")]
    assert (table["bob"].hp, table["ann"].tethers) == (0, [])
    table.do("gm captured")
    assert table["bob"].defeat_meaning == "captured"
    assert [event.meaning for event in table.events(DefeatMeant)] == ["captured"]
    encounter = table.fight
    assert not taken_squares(encounter) >> table["bob"].square & 1
    assert threatened(encounter, table["bob"]) == 0
    assert "attack sword bob" not in table.options("ann")
    assert "move C2" in table.options("ann")


# What does not move


@pytest.mark.clause("P4.9")
@pytest.mark.parametrize(("paces", "dc"), [(7, 12), (1, 6), (0, 5)])
def test_the_dc_of_something_unmoving_is_its_distance_and_5(paces: int, dc: int) -> None:
    """7 Paces away: 12."""
    assert dc_of_object(paces) == dc


def with_object(**thing: Any) -> Table:
    """Ann with a bow, and a barrel 7 Paces off."""
    barrel = SceneObject("barrel", "Barrel", "H1", **{"hp": 10, "dr": {"piercing": 2, "all": 1}, **thing})
    encounter = fight(
        "A.......\nB.......",
        person("ann", items=("bow",), dexterity=3, strength=9),
        person("bob", "B"),
        objects=[barrel],
    )
    return Table(encounter)


@pytest.mark.clause("P4.9")
def test_an_object_is_struck_by_a_save_with_the_weapons_ability() -> None:
    """Damage less DR, without an answer; below the DC nothing happens."""
    table = with_object().do("ann batter bow barrel", "ann 8")
    struck = table.events(ObjectStruck)[0]
    assert (struck.dc, struck.throw.total, struck.success, struck.amount) == (12, 11, False, 0)
    table.do("ann batter bow barrel", "ann 9", "ann 6")
    struck = table.events(ObjectStruck)[1]
    assert (struck.success, struck.damage.total, struck.dr, struck.amount) == (True, 9, 3, 6)
    assert (table.state.objects["barrel"].hp, table["ann"].ap) == (4, 1)
    assert table.asked == [("ann", "turn")]


@pytest.mark.clause("P4.9")
def test_a_critical_doubles_against_objects_and_at_0_hp_they_are_destroyed() -> None:
    """The square is open then, and there is nothing left to strike."""
    table = with_object()
    assert table.state.walls != "0"
    table.do("ann batter bow barrel", "ann 20", "ann 6 6")
    assert table.state.objects["barrel"].destroyed
    assert [event.object for event in table.events(ObjectDestroyed)] == ["barrel"]
    assert table.state.walls == "0"
    assert not any("barrel" in option for option in table.options("ann"))


@pytest.mark.clause("P4.9")
def test_what_has_no_hp_cannot_be_destroyed() -> None:
    """Not even where the GM lets somebody try."""
    table = with_object(hp=None)
    assert table.refusal("ann batter bow barrel") == "P4.9"
    table.act("override", "let her", seat="ann", option="batter bow barrel").do("ann 20", "ann 6 6")
    assert table.events(ObjectDestroyed) == []
    assert not table.state.objects["barrel"].destroyed


@pytest.mark.clause("P4.9")
def test_an_object_out_of_range_or_out_of_sight_is_refused() -> None:
    """Like any target."""
    thing = SceneObject("post", "Post", "E1", hp=3)
    table = Table(
        fight("A.#.E\n..#..\nB.#..", person("ann", items=("bow",)), person("bob", "B"), objects=[thing])
    )
    assert table.refusal("ann batter bow post") == "P8.3"
    table = Table(fight("A...E\nB....", person("ann"), person("bob", "B"), objects=[thing]))
    assert table.refusal("ann batter sword post") == "P4.10"
