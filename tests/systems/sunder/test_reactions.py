"""Reactions: once a round and source, once an event, who first, and the three samples (S7)."""

from __future__ import annotations

from typing import Any

import pytest

from affray.kernel.requests import Window
from affray.systems.sunder import reactions
from affray.systems.sunder.events import (
    ActionAnnounced,
    DamageRolled,
    Moved,
    ReactionTaken,
    ResistanceSpent,
    SlotsUsed,
    StressCleared,
    StressTaken,
    TargetChanged,
    TestRolled,
)
from tests.systems.sunder.by_hand import zones
from tests.systems.sunder.table import Person, Table, person, scene

MIND = {"Wit": 5, "Heart": 5}


def attacked(
    *others: Person,
    ann: Any = (),
    bob: Any = (),
    cid: Any = (),
    place: str = "z0",
    armor: Any = (),
    **start: Any,
) -> Table:
    """Bob has the turn and a claw; Ann and Cid have these Traits."""
    people = (
        person("ann", sheet={"abilities": tuple(ann), "armor": tuple(armor)}, **{"stress": MIND, **start}),
        person("cid", zone=place, sheet={"abilities": tuple(cid)}, stress=MIND),
        person("bob", "B", sheet={"abilities": tuple(bob), "weapons": ("claw", "lash")}, stress=MIND),
    )
    return Table(scene(*people, *others)).begin("bob")


def hit(table: Table, damage: int = 5) -> Table:
    """Bob's claw at Ann, with no Reaction before the roll."""
    return table.do("bob strike top claw ann", "bob 5", f"bob {damage}")


# Once a round and source


@pytest.mark.clause("S7.1", "S7.2", "S7.3", "S4.15")
def test_each_source_once_a_round() -> None:
    """From the start of its owner's turn to the start of the next."""
    table = hit(attacked(ann=["grudge"])).do("ann react grudge")
    assert (table.stress("ann", "Wit"), table["ann"].reacted) == (4, ["grudge"])
    table.do("bob end", "cid yes", "cid end", "gm adversary bob")
    hit(table)
    assert table.asked == [("bob", "turn")]
    table.do("bob end", "ann yes", "ann end", "gm adversary bob")
    hit(table).do("ann react grudge")
    assert table.stress("ann", "Wit") == 3


@pytest.mark.clause("S7.4", "S7.3", "S7.5", "S7.6")
def test_worked_example_33() -> None:
    """One hit, one Reaction of each creature; at the next hit the other; no cap on the total."""
    table = hit(attacked(ann=["grudge", "malice"]))
    assert table.options("ann") == ["no", "react grudge", "react malice"]
    table.do("ann react malice")
    assert table.asked == [("bob", "turn")]
    table.do("bob end", "cid yes", "cid end", "gm adversary bob")
    hit(table)
    assert table.options("ann") == ["no", "react grudge"]
    table.do("ann react grudge")
    assert table["ann"].reacted == ["malice", "grudge"]


@pytest.mark.clause("S7.4", "S7.8")
def test_a_second_creature_may_react_to_the_same_event() -> None:
    """Two friends of the target, each once."""
    table = attacked(person("dee", sheet={"abilities": ("pity",)}, stress=MIND), cid=["pity"])
    table.do("bob strike top claw ann")
    assert isinstance(table.request, Window)
    assert table.asked == [("cid", "react"), ("dee", "react")]
    table.do("dee react pity", "cid react pity")
    assert [one.creature for one in table.events(ReactionTaken)] == ["dee", "cid"]


@pytest.mark.clause("S7.8")
def test_players_first_as_they_declare_then_adversaries_in_order() -> None:
    """A foe's foes: whoever is asked, adversaries are asked one by one after all players."""
    table = Table(
        scene(
            person("ann"),
            person("bob", "B", "z1", sheet={"abilities": ("watchful",)}),
            person("ben", "B", "z1", sheet={"abilities": ("watchful",)}, stress=MIND),
            person("pat", "B", "z1", sheet={"kind": "player", "abilities": ("watchful",)}, stress=MIND),
            person("pia", "B", "z1", sheet={"kind": "player", "abilities": ("watchful",)}, stress=MIND),
            places=zones(0, 6, 3),
        )
    ).begin()
    table.do("ann default bottom z2", "ann card narrate")
    assert table.asked == [("pat", "react"), ("pia", "react")]
    table.do("pia react watchful", "pat no")
    assert table.asked == [("bob", "react")]
    table.do("bob no", "ben react watchful")
    assert [one.creature for one in table.events(ReactionTaken)] == ["pia", "ben"]


@pytest.mark.clause("S7.8")
def test_a_reaction_is_an_event_itself() -> None:
    """The sting that answers harm is harm, which others may answer; their limits end it."""
    table = hit(attacked(ann=["sting"], bob=["grudge", "sting"])).do("ann react sting")
    assert table.asked == [("bob", "react")]
    table.do("bob react sting")
    assert table.asked == [("bob", "turn")]
    assert (table.stress("bob", "Nerve"), table.stress("ann", "Nerve")) == (1, 1)


# What sets one off


@pytest.mark.clause("S7.2", "S5.20")
def test_before_the_roll_and_after_it() -> None:
    """Targeted: announced and not rolled. Harmed: the Stress is there."""
    table = attacked(ann=["brace-up", "grudge"]).do("bob strike top claw ann")
    assert (table.asked, table.options("ann")) == ([("ann", "react")], ["no", "react brace-up"])
    assert table.events(TestRolled) == []
    table.do("ann no", "bob 5", "bob 5")
    assert (table.options("ann"), table.stress("ann")) == (["no", "react grudge"], 1)


@pytest.mark.clause("S5.21", "S7.8")
def test_a_trait_may_name_movement() -> None:
    """One who comes closer; not one who goes away."""
    people = (
        person("ann", zone="z2"),
        person("bob", "B", sheet={"abilities": ("watchful",)}, stress=MIND),
    )
    table = Table(scene(*people)).begin()
    table.do("ann default bottom z1", "ann card narrate", "bob react watchful", "ann go on z2")
    assert table.asked == [("ann", "turn")]


@pytest.mark.clause("S7.9", "S7.2")
def test_only_physical_or_only_within_a_band() -> None:
    """Swap is for physical attacks, on an ally within Close."""
    table = attacked(cid=["swap"]).do("bob strike top lash ann")
    assert table.volatility == 0
    table = attacked(cid=["swap"], place="z3").do("bob strike top claw ann")
    assert table.volatility == 0


# Costs


@pytest.mark.clause("S7.7")
def test_the_cost_comes_first() -> None:
    """Paid before the effect."""
    table = attacked(ann=["brace-up"]).do("bob strike top claw ann", "ann react brace-up")
    order = [type(one) for one in table.events(ReactionTaken, ResistanceSpent, StressCleared)]
    assert order == [ReactionTaken, ResistanceSpent, StressCleared]


@pytest.mark.clause("S7.7")
def test_what_cannot_be_paid_is_not_offered() -> None:
    """All of Nerve is spent."""
    table = attacked(ann=["brace-up"], resistance={"Nerve": 10}).do("bob strike top claw ann")
    assert table.volatility == 0


@pytest.mark.clause("S7.7", "S3.22")
def test_stress_as_a_cost_can_overflow() -> None:
    """And one whom it fells has no effect."""
    people = (
        person("ann"),
        person("cid", sheet={"abilities": ("swap",)}, stress={"Wit": 10}, marks=2),
        person("bob", "B", sheet={"weapons": ("claw",)}),
    )
    table = Table(scene(*people)).begin("bob").do("bob strike top claw ann", "cid react swap", "gm marks 1")
    assert (table["cid"].out, table.events(TargetChanged)) == ("incapacitated", [])
    table.do("bob 5", "bob 5")
    assert table.stress("ann") == 1


# Who cannot


@pytest.mark.clause("S7.10", "S3.24")
def test_dazed_and_fallen_ones_do_not_react() -> None:
    """Neither is asked."""
    table = attacked(cid=["pity"], ann=["brace-up"]).under("ann", "Dazed")
    table.act("marks", creature="cid", amount=3).do("bob strike top claw ann")
    assert table.volatility == 0


@pytest.mark.clause("S7.10")
def test_petrified_ones_react_upon_themselves() -> None:
    """A physical one on others is barred, one on itself is not."""
    table = attacked(ann=["grudge", "sting"]).under("ann", "Petrified")
    table.do("bob strike top claw ann", "bob 5 1", "bob 5")
    assert table.options("ann") == ["no", "react grudge"]


# The samples


@pytest.mark.clause("S7.9", "S3.2")
def test_redirect() -> None:
    """Incoming Stress in the first Potential goes to the second."""
    table = hit(attacked(ann=["redirect"]))
    assert table.options("ann") == ["no", "react redirect"]
    table.do("ann react redirect")
    assert (table.stress("ann"), table.stress("ann", "Seep")) == (0, 1)
    assert [(one.potential, one.why) for one in table.events(StressTaken)] == [
        ("Seep", "damage"),
        ("Might", "Test"),
    ]


@pytest.mark.clause("S7.9", "S7.3")
def test_extra_attack() -> None:
    """Once a turn after an own attack, one more; not after that one again, but in the next turn."""
    table = attacked(bob=["extra-attack"])
    hit(table).do("bob react extra-attack")
    assert table.options("bob") == [
        "stop",
        "attack claw ann",
        "attack claw cid",
        "attack lash ann",
        "attack lash cid",
        "attack unarmed ann",
        "attack unarmed cid",
    ]
    table.do("bob attack lash cid", "bob 5", "bob 5")
    assert (table.stress("ann"), table.stress("cid", "Wit")) == (1, 6)
    assert (table.asked, len(table.events(ActionAnnounced))) == ([("bob", "turn")], 1)
    table.do("bob end", "cid yes", "cid end", "gm adversary bob")
    hit(table)
    assert table.options("bob") == ["no", "react extra-attack"]
    table.do("bob react extra-attack", "bob stop")
    assert len(table.events(DamageRolled)) == 3


@pytest.mark.clause("S7.9", "S14.6")
def test_a_heavy_weapon_attacks_once() -> None:
    """One attack in an Action half."""
    people = (
        person("ann"),
        person("bob", "B", sheet={"weapons": ("greataxe",), "abilities": ("extra-attack",)}),
    )
    table = (
        Table(scene(*people))
        .begin("bob")
        .do("bob strike top greataxe ann", "bob 12", "bob react extra-attack")
    )
    assert table.options("bob") == ["stop", "attack unarmed ann"]


@pytest.mark.clause("S7.9", "S7.7")
def test_swap() -> None:
    """1 Wit Stress, trade places, become the target."""
    table = attacked(cid=["swap"], place="z1").do("bob strike top claw ann", "cid react swap")
    assert (table["ann"].zone, table["cid"].zone) == ("z1", "z0")
    assert [(one.creature, one.zone, one.how) for one in table.events(Moved)] == [
        ("cid", "z0", "traded"),
        ("ann", "z1", "traded"),
    ]
    table.do("bob 5", "bob 5")
    assert (table.stress("ann"), table.stress("cid"), table.stress("cid", "Wit")) == (0, 1, 6)


@pytest.mark.clause("S7.9", "S7.8")
def test_who_has_swapped_in_may_react_to_being_the_target() -> None:
    """That is another event."""
    table = attacked(cid=["swap", "brace-up"], place="z1").do("bob strike top claw ann", "cid react swap")
    assert table.options("cid") == ["no", "react brace-up"]


# Armor


@pytest.mark.clause("S14.8", "S7.4")
def test_armor_is_no_source_that_is_used_up() -> None:
    """Once an event like all, but as often in a round as it has slots."""
    table = hit(attacked(armor=["plate"], ann=["redirect"]), damage=6)
    assert table.options("ann") == ["no", "react redirect", "armor plate 1", "armor plate 2"]
    table.do("ann armor plate 1")
    assert table.stress("ann") == 1
    table.do("bob end", "cid yes", "cid end", "gm adversary bob")
    hit(table, damage=6).do("ann armor plate 2")
    assert (table.stress("ann"), [one.amount for one in table.events(SlotsUsed)]) == (1, [1, 2])


@pytest.mark.clause("S7.4", "S7.2")
def test_the_question_tells_what_it_is_about() -> None:
    """Trigger, by whom, to whom, what, in which Potential, how much."""
    table = hit(attacked(ann=["redirect"]))
    assert isinstance(table.request, Window)
    assert table.request.choices[0].args == ("incoming stress", "bob", "ann", "Attack", "Might", 1)
    assert reactions.NO.id == table.request.choices[0].default
