"""What halves, Surges and Reactions do, effect by effect, in a real session."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from affray.systems.sunder import effects
from affray.systems.sunder.aim import Aim
from affray.systems.sunder.book import Ability, Effect, EffectKind, Half
from affray.systems.sunder.events import (
    BeatGained,
    DamageRolled,
    DiceChained,
    ItemSuffered,
    Moved,
    TestRolled,
)
from affray.systems.sunder.names import POTENTIALS
from affray.systems.sunder.scenario import StartCondition
from affray.systems.sunder.state import SCENE, Running, Until
from tests.systems.sunder.table import Table, condition_of, person, scene


def using(*done: Effect, ann: Any = None, **half: Any) -> Table:
    """Ann has the turn and a card whose top does this to a target; Cid is her friend, Bob her foe."""
    said = {"target": "creature", "range": "Close", **half}
    card = Ability("it", "It", "action", top=Half("Do it", "", effects=done, **said), bottom=Half("Rest", ""))
    sheet = {"abilities": ("it",), "weapons": ("sword", "dagger", "pistol"), **(ann or {})}
    people = (
        person("ann", sheet=sheet),
        person("cid", stress={"Might": 4, "Wit": 2}, resistance={"Heart": 2}),
        person("bob", "B", sheet={"weapons": ("claw",)}, stress={"Might": 2}),
    )
    return Table(scene(*people, more=[card])).begin()


def test_every_kind_of_effect_is_done() -> None:
    """No kind that a pack may write is without its rule."""
    assert set(effects._DO) == set(get_args(EffectKind))


@pytest.mark.clause("S5.16", "S3.8")
def test_damage_with_dice() -> None:
    """Rolled once for each target; the user's own die where it says so; a Crit lets base dice explode."""
    table = using(Effect("damage", potential="Wit", dice="2d6")).do("ann it top bob", "ann 5 6")
    assert (table.stress("bob", "Wit"), table.last(DamageRolled).total) == (3, 11)
    table = using(Effect("damage", potential="Wit", other="Nerve", dice="DV"), ann={"dice": {"Nerve": 8}}).do(
        "ann it top bob"
    )
    assert table.dice == (8,)
    table = using(Effect("damage", potential="Wit", dice="1d6"), skills=("Weave",))
    table.do("ann it top Weave bob", "ann 10", "ann 6", "ann 8", "ann 9")
    assert (table.last(DiceChained).stress, table.stress("bob", "Wit")) == (2, 4)


@pytest.mark.clause("S3.22", "S3.4")
def test_stress_and_marks() -> None:
    """Stress can overflow like any other; Marks are taken as they are."""
    table = using(Effect("stress", potential="Wit", amount=2), Effect("marks", amount=2)).do("ann it top bob")
    assert (table.stress("bob", "Wit"), table["bob"].marks) == (2, 2)
    table = using(Effect("stress", potential="Might", amount=9)).do("ann it top bob")
    assert table.asked == [("gm", "fallout")]


@pytest.mark.clause("S11.5")
def test_push_and_move() -> None:
    """The target is driven away; the user moves where it wishes, or stays."""
    table = using(Effect("push", amount=4)).do("ann it top bob")
    assert (table["bob"].zone, table.last(Moved).how) == ("z2", "pushed")
    table = using(Effect("move", on="self", band="Close")).do("ann it top bob")
    assert table.options("ann") == ["stay", "to z1", "to z2"]
    table.do("ann to z2")
    assert (table["ann"].zone, table.last(Moved).how) == ("z2", "reaction")


@pytest.mark.clause("S9.2", "S10.1")
def test_conditions_of_a_card() -> None:
    """With its span, from its user, and ended by what ends it."""
    table = using(
        Effect("condition", condition="Muddled", potential="Wit"),
        Effect("end condition", on="self", condition="Bound"),
    )
    table.under("ann", "Bound").do("ann it top bob")
    laid = condition_of(table, "bob", "Muddled")
    assert (laid.by, laid.potential, laid.until, laid.card) == ("ann", "Wit", Until("ann", "start", 2), "it")
    assert table.names("ann") == []


def test_ending_any_condition_ends_one_that_harms() -> None:
    """Not what its bearer is glad of."""
    table = using(Effect("end condition")).under("cid", "Warded", amount=1).under("cid", "Slowed")
    table.do("ann it top cid")
    assert table.names("cid") == ["Warded"]


@pytest.mark.clause("S3.3", "S3.22", "S5.14")
def test_clearing_and_regaining() -> None:
    """The user picks the track where the card names none; dice heal a fifth, rounded up."""
    table = using(Effect("clear stress", amount=2)).do("ann it top cid")
    assert table.options("ann") == ["Might", "Wit"]
    assert table.do("ann Might").stress("cid") == 2
    table = using(Effect("clear stress", potential="Might", dice="1d8")).do("ann it top cid", "ann 6")
    assert table.stress("cid") == 2
    table = using(Effect("regain resistance", potential="Heart")).do("ann it top cid")
    assert table.spent("cid", "Heart") == 1
    table = using(Effect("clear stress", pool="mental")).do("ann it top bob")
    assert (table.asked, table.stress("bob")) == ([("ann", "turn")], 2)


@pytest.mark.clause("S3.25", "S10.8")
def test_restoring_marks_reaches_those_who_are_down() -> None:
    """They come round."""
    table = using(Effect("restore marks", amount=1), target="ally").act("marks", creature="cid", amount=3)
    table.do("ann it top cid", "cid Might", "cid Wit")
    assert (table["cid"].marks, table["cid"].out) == (2, "")


@pytest.mark.clause("S1.21")
def test_advantages() -> None:
    """For the receiver, or against it, within the span."""
    table = using(
        Effect("advantage", test="Force/Feat", amount=-1, span="scene"),
        Effect("advantage against", test="attack", amount=1),
    ).do("ann it top bob")
    found = [(one.test, one.amount, one.against, one.until) for one in table["bob"].favours]
    assert found == [("Force/Feat", -1, False, SCENE), ("attack", 1, True, Until("ann", "start", 2))]
    table.do("ann end", "gm adversary bob", "bob strike top claw ann")
    assert table.volatility == -1


@pytest.mark.clause("S5.12")
def test_a_guard_of_a_card() -> None:
    """Stress in its Potential is cut by a roll of that die."""
    table = using(Effect("guard", on="self", potential="Wit")).do("ann it top bob")
    assert [(one.guard, one.creature) for one in table.state.running] == [("Wit", "ann")]


@pytest.mark.clause("S13.2")
def test_beats_of_a_card() -> None:
    """For players; adversaries earn none."""
    table = using(Effect("beat", on="self", amount=2), Effect("beat")).do("ann it top bob")
    assert [(one.creature, one.amount) for one in table.events(BeatGained)] == [("ann", 2)]


@pytest.mark.clause("S14.6")
def test_reload_and_fetch() -> None:
    """A Loading weapon is full, thrown ones are back."""
    table = using(Effect("reload", on="self"), Effect("fetch", on="self"))
    table["ann"].shots["pistol"] = 0
    table["ann"].lying["dagger"] = "z0"
    table.do("ann it top bob")
    assert (table["ann"].shots["pistol"], table["ann"].lying) == (1, {})


@pytest.mark.clause("S6.8")
def test_escape() -> None:
    """A Test to get out of what holds; without any nothing happens."""
    table = using(Effect("escape", on="self", test="Feat"))
    table.under("ann", "Bound").do("ann it top bob", "ann 5")
    assert (table.names("ann"), table.last(TestRolled).skill) == ([], "Feat")
    table = using(Effect("escape", on="self")).do("ann it top bob")
    assert table.events(TestRolled) == []


@pytest.mark.clause("S9.5", "S5.12")
def test_dispelling() -> None:
    """A friend of what harms it, a foe of what helps it; what runs and is Magick last."""
    table = using(Effect("dispel")).under("bob", "Warded", amount=1, span="dispelled")
    table.under("bob", "Slowed", span="dispelled").do("ann it top bob")
    assert table.names("bob") == ["Slowed"]
    table = using(Effect("dispel"))
    table.state.running.append(Running(1, "bob", "bob", "x", "top", "Veil", SCENE, magick=True))
    table.do("ann it top bob")
    assert table.state.running == []


@pytest.mark.clause("S9.5")
def test_nobody_dispels_what_is_on_itself() -> None:
    """Until Dispelled: another creature ends it."""
    table = using(Effect("dispel", on="self"))
    table.under("ann", "Slowed", span="dispelled").do("ann it top bob")
    assert table.names("ann") == ["Slowed"]


@pytest.mark.clause("S14.9", "S3.11")
def test_equipment_fallout_of_a_card() -> None:
    """The GM picks among several items; without any nothing happens."""
    table = using(Effect("equipment", on="self")).do("ann it top bob")
    assert (table.asked, table.options("gm")) == ([("gm", "item")], ["item sword", "item dagger"])
    table.do("gm item dagger")
    assert table.last(ItemSuffered).item == "dagger"
    assert using(Effect("equipment")).do("ann it top bob").events(ItemSuffered) == []


def test_whom_an_effect_is_for() -> None:
    """The target, the user, everybody in the area, or who set a Trait off."""
    aim = Aim("ann", "It", "card", ["bob"], ["bob", "ben"], "cid")
    found = [effects.receivers(aim, Effect("beat", on=on)) for on in ("target", "self", "area", "other")]
    assert found == [["bob"], ["ann"], ["bob", "ben"], ["cid"]]
    assert effects.receivers(Aim("ann", "It", "card"), Effect("beat", on="other")) == []


def test_effects_come_in_order() -> None:
    """Each for everybody it is for, before the next."""
    table = using(
        Effect("stress", potential="Wit"), Effect("stress", potential="Heart"), Effect("beat", on="self")
    )
    table.do("ann it top bob")
    kinds = [
        type(one).__name__ for one in table.events() if type(one).__name__ in ("StressTaken", "BeatGained")
    ]
    assert kinds == ["StressTaken", "StressTaken", "BeatGained"]


@pytest.mark.clause("S8.1", "S1.8")
def test_traits_change_scores_and_marks() -> None:
    """They are always on."""
    table = Table(scene(person("ann", sheet={"abilities": ("hardy", "calm")}), person("bob", "B"))).begin()
    assert (table["ann"].tracks["Might"].score, table["ann"].pool) == (12, 4)
    assert {table["ann"].tracks[name].score for name in POTENTIALS[1:]} == {10}
    assert "surge calm" in table.options("ann")


@pytest.mark.clause("S9.5", "S5.12")
def test_what_a_scene_begins_with_can_be_freed() -> None:
    """A Condition from the first is one like all."""
    people = (
        person("ann"),
        person("cid", conditions=(StartCondition("Rooted", amount=2),)),
        person("bob", "B"),
    )
    table = Table(scene(*people)).begin().do("ann manipulate top Reason cid", "ann 5 1 1")
    assert table.names("cid") == []
