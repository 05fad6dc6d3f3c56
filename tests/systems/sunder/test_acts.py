"""Acts: everything that a player or the GM does outside the order of play, and what is refused."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import affray.systems.sunder as package
from affray.kernel.codec import state_hash
from affray.kernel.errors import Unreadable
from affray.systems.sunder.events import (
    Arrived,
    CameRound,
    ContestSettled,
    Corrected,
    CountdownDecided,
    DamageRolled,
    FalloutFell,
    GroupCounted,
    ItemSuffered,
    Moved,
    Overridden,
    RankChanged,
    Removed,
    RiskSet,
    Scarred,
    StressTaken,
    TestRolled,
)
from affray.systems.sunder.scenario import CountdownStart
from affray.systems.sunder.text.reasons import WORDS
from tests.systems.sunder.table import RULES, Person, Table, person, scene


def table_of(*others: Person, ann: Any = None, **start: Any) -> Table:
    """Ann has the turn; Cid is with her, Bob against them; a gate has to be opened."""
    people = (
        person("ann", sheet={"weapons": ("sword", "bow"), "marks": 5, **(ann or {})}, **start),
        person("cid"),
        person("bob", "B", sheet={"weapons": ("claw",)}),
    )
    return Table(scene(*people, *others, countdown=(CountdownStart("gate", "The gate", 6),))).begin()


# What cannot be read


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("trow_in", {}),
        ("surge", {"creature": "ann"}),
        ("surge", {"creature": "nobody", "card": "calm"}),
        ("drop", {"creature": "ann", "number": 0}),
        ("difficulty", {"risk": "Deadly"}),
        ("difficulty", {"risk": "Risky", "creature": "nobody"}),
        ("damage", {"creature": "ann", "potential": "Might", "amount": 0}),
        ("damage", {"creature": "ann", "potential": "Luck", "amount": 1}),
        ("damage", {"creature": "ann", "potential": "Might", "amount": "5"}),
        ("damage", {"creature": "nobody", "potential": "Might", "amount": 5}),
        ("stress", {"creature": "ann", "amount": 5}),
        ("heal", {"creature": "ann", "potential": "Might", "amount": 5, "why": "herbs"}),
        ("marks", {"creature": "ann", "amount": 13}),
        ("condition", {"creature": "ann", "condition": "Sleepy", "on": True}),
        ("condition", {"creature": "ann", "condition": "Muddled", "on": True}),
        ("condition", {"creature": "ann", "condition": "Retaliate", "on": True, "potential": "Might"}),
        ("condition", {"creature": "ann", "condition": "Afraid", "on": True}),
        ("condition", {"creature": "ann", "condition": "Afraid", "on": True, "by": "nobody"}),
        ("condition", {"creature": "ann", "condition": "Dazed", "on": 1}),
        ("exhaustion", {"creature": "ann", "level": 7}),
        ("favour", {"creature": "ann", "amount": 2}),
        ("equipment", {"creature": "ann", "item": "rope"}),
        ("move", {"creature": "ann", "zone": "z9"}),
        ("push", {"creature": "ann", "source": "z9", "spaces": 1}),
        ("push", {"creature": "ann", "source": "z1", "spaces": 0}),
        ("set", {"creature": "ann", "field": "stress", "value": 3}),
        ("set", {"creature": "ann", "field": "stress", "value": 11, "potential": "Might"}),
        ("set", {"creature": "ann", "field": "spent", "value": 11, "potential": "Might"}),
        ("set", {"creature": "ann", "field": "score", "value": 0, "potential": "Might"}),
        ("set", {"creature": "ann", "field": "score", "value": 21, "potential": "Might"}),
        ("set", {"creature": "ann", "field": "die", "value": 7, "potential": "Might"}),
        ("set", {"creature": "ann", "field": "marks", "value": 6}),
        ("set", {"creature": "ann", "field": "zone", "value": 1}),
        ("add", {"sheet": "nobody", "side": "A", "zone": "z0"}),
        ("add", {"sheet": "bob", "side": "C", "zone": "z0"}),
        ("add", {"sheet": "bob", "side": "B", "zone": "z9"}),
        ("remove", {"creature": "nobody"}),
        ("wake", {"creature": "nobody"}),
        ("fallout", {"creature": "ann", "potential": "Might", "rank": "Narrative"}),
        ("countdown", {"name": "Flood", "size": 5, "side": "A"}),
        ("countdown", {"name": "Flood", "size": 6, "side": "C"}),
        ("move_countdown", {"countdown": "flood", "hope": 1}),
        ("move_countdown", {"countdown": "gate", "hope": 0}),
        ("drop_countdown", {"countdown": "flood"}),
        ("call_test", {"creature": "ann", "skill": "Luck"}),
        ("call_test", {"creature": "ann", "skill": "Force", "countdown": "flood"}),
        ("call_test", {"creature": "ann", "skill": "Force", "target": "nobody"}),
        ("call_group_test", {"creatures": ["ann", "cid"], "lead": "bob", "skill": "Force"}),
        ("call_group_test", {"creatures": ["ann", "ann"], "lead": "ann", "skill": "Force"}),
        ("call_contest", {"first": "ann", "first_skill": "Force", "second": "ann", "second_skill": "Brace"}),
        ("override", {"seat": "ann", "option": "fly"}),
        ("close", {"outcome": ""}),
        ("open_slot", {"now": True}),
    ],
)
def test_bad_data(name: str, data: dict[str, Any]) -> None:
    """An act with wrong data changes nothing."""
    table = table_of()
    before = state_hash(table.state), len(table.session.history)
    with pytest.raises(Unreadable):
        table.act(name, "because", **data)
    assert (state_hash(table.state), len(table.session.history)) == before


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("damage", {"potential": "Might", "amount": 5}),
        ("stress", {"potential": "Might", "amount": 1}),
        ("fallout", {"potential": "Might", "rank": "Minor"}),
        ("condition", {"condition": "Dazed", "on": True}),
        ("favour", {"test": "any", "amount": 1}),
        ("push", {"source": "z1", "spaces": 1}),
        ("call_test", {"skill": "Force"}),
    ],
)
@pytest.mark.clause("S3.24")
def test_nothing_of_this_happens_to_one_who_is_down(name: str, data: dict[str, Any]) -> None:
    """The clause says why."""
    table = table_of().act("marks", creature="cid", amount=3)
    assert table.act_refused(name, creature="cid", **data) == "S3.24"


def test_acts_of_the_own_seat() -> None:
    """Each names the seat in its data; what is the GM's alone is not among them."""
    assert set(RULES.own_acts) == {
        "throw_in",
        "leave",
        "give_way",
        "join_group",
        "leave_group",
        "surge",
        "drop",
    }
    assert set(RULES.own_acts.values()) == {"creature"}


# Harm and healing


@pytest.mark.clause("S3.1", "S3.20")
def test_damage() -> None:
    """Through every step like any other: a fifth of it, rounded up, less what cuts it; Proof counts."""
    table = table_of(ann={"proof": ("fire",)}, stress={"Might": 9}).under("ann", "Warded", amount=1)
    table.act("damage", creature="ann", potential="Might", amount=7)
    assert (table.stress("ann"), table.last(DamageRolled).total) == (10, 7)
    table.act("damage", creature="ann", potential="Might", amount=15, natures=["fire"])
    assert (table.last(RankChanged).now, table.stress("ann"), table["ann"].marks) == (1, 0, 0)


@pytest.mark.clause("S3.4", "S3.3", "S3.22")
def test_stress_and_healing() -> None:
    """Stress as it is, healing by fifths."""
    table = table_of().act("stress", creature="ann", potential="Wit", amount=4)
    assert (table.stress("ann", "Wit"), table.last(StressTaken).why) == (4, "the GM")
    table.act("heal", creature="ann", potential="Wit", amount=7)
    assert table.stress("ann", "Wit") == 2


@pytest.mark.clause("S3.24", "S3.25", "S3.26")
def test_marks() -> None:
    """Taken, and restored: who was down comes round with a Scar."""
    table = table_of().act("marks", creature="cid", amount=5)
    assert (table["cid"].marks, table["cid"].out, table["cid"].dying) == (3, "incapacitated", "dying-cid")
    table.act("marks", creature="cid", amount=-1).do("cid Might", "cid Wit")
    assert (table["cid"].marks, table["cid"].out, table["cid"].dying) == (2, "", "")
    scar = table.last(Scarred)
    assert (scar.lowered, scar.raised) == ("Might", "Wit")
    assert (table["cid"].tracks["Might"].score, table["cid"].tracks["Wit"].score) == (9, 11)


@pytest.mark.clause("S3.26")
def test_waking() -> None:
    """Only one who is incapacitated; an adversary takes no Scar."""
    table = table_of()
    assert table.act_refused("wake", creature="cid") == "S3.26"
    table.act("marks", creature="bob", amount=3).act("wake", creature="bob")
    assert (table["bob"].out, table["bob"].marks, table.events(Scarred)) == ("", 2, [])
    assert len(table.events(CameRound)) == 1


@pytest.mark.clause("S3.11")
def test_fallout() -> None:
    """With the menu of its rank."""
    table = table_of(stress={"Might": 4}).act("fallout", creature="ann", potential="Might", rank="Major")
    assert table.asked == [("gm", "fallout")]
    assert {"marks 3", "condition Slowed", "equipment sword"} <= set(table.options("gm"))
    table.do("gm condition Slowed")
    assert (table.names("ann"), table.stress("ann"), table.last(FalloutFell).rank) == (["Slowed"], 0, 3)


# Conditions, Exhaustion, items


@pytest.mark.clause("S10.8", "S10.1")
def test_conditions_come_and_go() -> None:
    """Every one of the name goes."""
    table = table_of().under("ann", "Muddled", potential="Wit").under("ann", "Muddled", potential="Heart")
    table.act("condition", creature="ann", condition="Muddled", on=False)
    assert table.names("ann") == []


@pytest.mark.clause("S10.3")
def test_exhaustion() -> None:
    """A level is set, up or down."""
    table = table_of().act("exhaustion", creature="ann", level=5)
    assert (table["ann"].exhaustion, table["ann"].pool) == (5, 2)
    table.act("exhaustion", creature="ann", level=1)
    assert (table["ann"].exhaustion, table["ann"].pool) == (1, 5)


@pytest.mark.clause("S1.21")
@pytest.mark.parametrize(("amount", "against", "dice"), [(1, False, 1), (-1, False, -1), (1, True, 1)])
def test_favour(amount: int, against: bool, dice: int) -> None:
    """Advantage or Disadvantage on the next Test of a creature, or on the next against it."""
    whose = "bob" if against else "ann"
    table = table_of().act("favour", creature=whose, test="attack", amount=amount, against=against)
    assert table.do("ann strike top sword bob").volatility == dice


@pytest.mark.clause("S14.9")
def test_equipment() -> None:
    """The item suffers."""
    table = table_of().act("equipment", creature="ann", item="sword")
    assert table.last(ItemSuffered).what == "risk"
    assert table.do("ann strike top sword bob").volatility == -1


# Places, values, comings and goings


@pytest.mark.clause("S11.5")
def test_moving_and_pushing() -> None:
    """To where the GM says; pushed away from a place."""
    table = table_of().act("move", creature="ann", zone="z3").act("move", creature="ann", zone="z3")
    assert [(one.zone, one.how, one.by) for one in table.events(Moved)] == [("z3", "GM", "gm")]
    assert table.act("push", creature="cid", source="z0", spaces=4)["cid"].zone == "z2"


@pytest.mark.clause("S1.3", "S1.8")
@pytest.mark.parametrize(
    ("field", "value", "potential"),
    [("stress", 7, "Might"), ("spent", 3, "Might"), ("score", 4, "Might"), ("die", 8, "Might")],
)
def test_setting_a_track(field: str, value: int, potential: str) -> None:
    """Within what the rules allow; a score that falls takes Stress along."""
    table = table_of(stress={"Might": 6}).act(
        "set", creature="ann", field=field, value=value, potential=potential
    )
    track = table["ann"].tracks[potential]
    assert getattr(track, "spent" if field == "spent" else field) == value
    assert track.stress == {"stress": 7, "score": 4}.get(field, 6)
    corrected = table.last(Corrected)
    assert (corrected.field, corrected.value, corrected.by) == (field, value, "gm")


@pytest.mark.clause("S1.3")
def test_setting_other_values() -> None:
    """Beats, the Surge, Reactions, Marks; a full pool incapacitates."""
    table = table_of(ann={"abilities": ("calm",)}).do("ann surge calm")
    table["ann"].reacted = ["grudge"]
    table.act("set", creature="ann", field="surge").act("set", creature="ann", field="reactions")
    table.act("set", creature="ann", field="beats", value=12)
    assert (table["ann"].surge, table["ann"].reacted, table["ann"].beats) == ("", [], 12)
    table.act("set", creature="cid", field="marks", value=3)
    assert table["cid"].out == "incapacitated"
    table.act("set", creature="bob", field="marks", value=1)
    assert (table["bob"].marks, table["bob"].out) == (1, "")


@pytest.mark.clause("S12.1")
def test_somebody_comes_in() -> None:
    """Fresh, by a sheet, under an id of its own."""
    table = table_of(ann={"abilities": ("hardy",)}).act("add", sheet="bob", side="B", zone="z2")
    assert (table["bob-2"].name, table["bob-2"].zone, table["bob-2"].hands) == ("Bob 2", "z2", [])
    table.act("add", sheet="ann", side="A", zone="z1", name="Anna")
    arrived = table.last(Arrived)
    assert (arrived.creature, arrived.name, arrived.pool) == ("ann-2", "Anna", 6)
    assert table["ann-2"].tracks["Might"].score == 12
    table.throw_in("ann-2")
    assert table.queue == ["ann-2"]


@pytest.mark.clause("S9.6", "S3.24")
def test_somebody_leaves() -> None:
    """Out of the queue for good; in its own turn that ends there."""
    table = table_of().throw_in("cid").act("remove", "gone home", creature="cid")
    assert (table.queue, table.last(Removed).reason) == ([], "gone home")
    with pytest.raises(Unreadable):
        table.act("throw_in", creature="cid")
    table.act("remove", creature="ann")
    assert (table.state.turn, [seat.id for seat in RULES.seats(table.scene)]) == (None, ["bob"])
    assert table.act("add", sheet="cid", side="A", zone="z0")["cid-2"].conscious


def test_one_who_leaves_while_it_acts() -> None:
    """Wherever the action stands, the scene goes on."""
    for steps in ((), ("ann strike top sword bob",), ("ann strike top sword bob", "ann 5")):
        for id_ in ("ann", "bob", "cid"):
            table = table_of(person("ben", "B")).do(*steps).act("remove", creature=id_)
            for _ in range(12):
                who, kind = table.asked[0]
                if kind in ("throw in", "slot", "turn"):
                    break
                table.do(f"{who} {' '.join('1' for _ in table.dice)}")
            assert table.session.failure is None
            assert table.asked


# Tests that the GM calls for


@pytest.mark.clause("S5.14", "S9.13")
def test_a_test() -> None:
    """With its Skill, Potential, Riskiness and Advantages; it is paid for."""
    table = table_of().act(
        "call_test", creature="cid", skill="Sleight", potential="Wit", risk="Risky", advantage=3
    )
    assert table.volatility == 2
    table.do("cid 5 1 1")
    rolled = table.last(TestRolled)
    assert (rolled.skill, rolled.potential, rolled.risk) == ("Sleight", "Wit", 0)
    assert table.asked == [("ann", "turn")]
    assert table.act("call_test", creature="cid", skill="Force", advantage=-2).volatility == -2


@pytest.mark.clause("S9.13", "S9.12")
def test_a_test_towards_a_countdown() -> None:
    """It moves that by its level; the roller picks on a Success."""
    table = table_of().act("call_test", creature="cid", skill="Feat", countdown="gate").do("cid 10")
    assert (table.state.countdowns["gate"].hope, table.state.countdowns["gate"].dread) == (5, 6)
    table.act("call_test", creature="cid", skill="Feat", countdown="gate").do("cid 12")
    assert table.asked == [("gm", "countdown")]


@pytest.mark.parametrize(("seen_by", "to"), [("all", None), ("side", ("A",)), ("gm", ())])
def test_who_sees_a_test(seen_by: str, to: Any) -> None:
    """Everybody, its side, or the GM alone."""
    table = table_of().act("call_test", creature="cid", skill="Sense", seen_by=seen_by).do("cid 5")
    record = next(one for one in table.session.records if isinstance(one.event, TestRolled))
    assert record.to == to


@pytest.mark.clause("S1.26", "S1.27")
def test_a_group_test() -> None:
    """The others say how they contribute; the one Fallout is the lead's."""
    table = table_of().act(
        "call_group_test", creatures=["ann", "cid"], lead="cid", skill="Force", countdown="gate"
    )
    assert table.asked == [("ann", "contribute")]
    table.do("ann skill Brace", "cid 12", "ann 13")
    assert table.last(GroupCounted).level == 1
    assert table.state.countdowns["gate"].dread == 5
    table.do("gm marks 1")
    assert (table.last(FalloutFell).creature, table["ann"].beats, table["cid"].beats) == ("cid", 1, 1)


@pytest.mark.clause("S1.23")
def test_a_contest() -> None:
    """The higher level wins, and both pay."""
    table = table_of().act(
        "call_contest", first="ann", first_skill="Force", second="bob", second_skill="Brace"
    )
    table.do("ann 5", "bob 12")
    settled = table.last(ContestSettled)
    assert (settled.winner, settled.how, table.stress("ann")) == ("ann", "level", 1)


# Countdowns and the scene


@pytest.mark.clause("S9.11")
def test_countdowns() -> None:
    """One begins with its dice at the maximum, is turned, decided, and dropped."""
    table = table_of().act("countdown", name="Flood", size=8, side="B")
    flood = table.state.countdowns["countdown-1"]
    assert (flood.name, flood.hope, flood.dread) == ("Flood", 8, 8)
    table.act("countdown", name="Rope", size=4, side="A", dice="goal")
    assert table.state.countdowns["countdown-2"].dread == 0
    table.act("move_countdown", countdown="countdown-1", hope=3, dread=1)
    assert table.last(CountdownDecided).decided == "Dread"
    table.act("drop_countdown", countdown="countdown-1")
    assert list(table.state.countdowns) == ["gate", "countdown-2"]


@pytest.mark.clause("S9.11", "S3.25")
@pytest.mark.parametrize(
    ("hope", "dread", "out", "stable"), [(1, 4, "incapacitated", True), (4, 1, "dead", False)]
)
def test_turning_the_dice_of_one_who_is_dying(hope: int, dread: int, out: str, stable: bool) -> None:
    """Hope saves, Dread is death."""
    table = table_of().act("marks", creature="cid", amount=3)
    table.act("move_countdown", countdown="dying-cid", hope=hope, dread=dread)
    assert (table["cid"].out, table["cid"].stable, table["cid"].dying) == (out, stable, "")


@pytest.mark.clause("S5.14")
def test_difficulty() -> None:
    """With who said it and why."""
    table = table_of().act("difficulty", "slippery", risk="Dire")
    said = table.last(RiskSet)
    assert (table.state.risk, said.by, said.reason) == ("Dire", "gm", "slippery")


# Overrides


def test_an_override() -> None:
    """What a clause refuses is noted with its reason, and then done."""
    table = table_of().do("ann strike top sword bob", "ann 12")
    assert table.refusal("ann strike bottom") == "S5.4"
    table.act("override", "she is that fast", seat="ann", option="strike bottom")
    said = table.last(Overridden)
    assert (said.refused, said.by, said.reason) == ("S5.4", "gm", "she is that fast")
    assert table.running("ann") == ["Guard"]


def test_overrides_that_cannot_be() -> None:
    """Not in another's turn, not in the middle of an action, not for a half that says too little."""
    table = table_of()
    assert table.act_refused("override", seat="bob", option="end") == "S4.3"
    assert table.act_refused("override", seat="ann", option="narrate top") == "S5.13"
    table.do("ann strike top sword bob")
    assert table.act_refused("override", seat="ann", option="end") == "S5.20"


@pytest.mark.clause("S4.16")
def test_once_the_scene_is_over_nothing_is_done() -> None:
    """Only what ended it can be taken back."""
    table = table_of().act("close", outcome="Rain")
    for name, data in (("throw_in", {"creature": "cid"}), ("open_slot", {}), ("close", {"outcome": "Sun"})):
        assert table.act_refused(name, **data) == "S4.16"


# Words


def test_every_reason_has_words() -> None:
    """No refusal without a sentence."""
    keys: set[str] = set()
    for path in Path(package.__file__).parent.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        keys |= set(re.findall(r'Reason\(\s*"([^"]+)"', text))
    assert keys
    assert keys <= set(WORDS)
