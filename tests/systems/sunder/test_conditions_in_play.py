"""What every Condition does while a scene is played (S10)."""

from __future__ import annotations

from typing import Any

import pytest

from affray.kernel.errors import Unreadable
from affray.systems.sunder.events import (
    DamageRolled,
    Fell,
    NothingRegained,
    StressCleared,
    StressReduced,
    StressTaken,
    TestRolled,
)
from affray.systems.sunder.names import MENTAL, PHYSICAL, POTENTIALS, potential_of, skills_of
from affray.systems.sunder.state import SCENE, Until
from tests.systems.sunder.table import Person, Table, condition_of, person, scene

ADVANTAGE, DISADVANTAGE, PLAIN = 1, -1, 0
"""The Volatility dice of a Test without proficiency."""


def table_of(*others: Person, ann: Any = None, bob: Any = None, at: str = "z0", **start: Any) -> Table:
    """Ann has the turn; Cid is her friend, Bob her foe, at `at`."""
    people = (
        person("ann", sheet={"weapons": ("sword", "bow"), **(ann or {})}, **start),
        person("cid"),
        person("bob", "B", at, sheet={"weapons": ("claw", "lash"), **(bob or {})}),
    )
    return Table(scene(*people, *others)).begin()


def dice_of(table: Table, id_: str, skill: str, **data: Any) -> int:
    """The dice of a Test that the GM calls for."""
    return table.act("call_test", creature=id_, skill=skill, **data).volatility


def bobs_turn(table: Table) -> Table:
    """Ann is done, and Bob uses the slot."""
    return table.do("ann end", "gm adversary bob")


# Stress, recovery


@pytest.mark.clause("S10.8", "S9.4")
def test_bleeding() -> None:
    """1 Stress in its Potential at the start of each own turn, in each of them that it is about."""
    table = table_of().under("ann", "Bleeding", potential="Nerve").under("ann", "Bleeding", potential="Wit")
    table.do("ann end", "gm pass", "cid yes", "cid end", "gm pass")
    assert (table.stress("ann", "Nerve"), table.stress("ann", "Wit")) == (0, 0)
    table.do("ann yes")
    assert (table.stress("ann", "Nerve"), table.stress("ann", "Wit")) == (1, 1)
    assert table.last(StressTaken).why == "Bleeding"


@pytest.mark.clause("S10.8", "S3.22")
def test_cursed() -> None:
    """Neither Stress nor Resistances nor Marks come back."""
    table = table_of(stress={"Might": 3}, resistance={"Wit": 2}, marks=1).under("ann", "Cursed")
    table.act("heal", creature="ann", potential="Might", amount=10).act("marks", creature="ann", amount=-1)
    assert (table.stress("ann"), table["ann"].marks) == (3, 1)
    table.do("ann endure bottom Grit", "ann 10")
    assert (table.stress("ann"), table.spent("ann", "Wit")) == (3, 2)
    assert {one.what for one in table.events(NothingRegained)} == {"Might Stress", "Marks", "Resistance"}


@pytest.mark.clause("S3.2")
@pytest.mark.parametrize(
    ("name", "weapon", "potential", "left"),
    [
        ("Warded", "claw", "Might", 0),
        ("Warded", "lash", "Wit", 2),
        ("Fortified", "lash", "Wit", 0),
        ("Fortified", "claw", "Might", 2),
    ],
)
def test_warded_and_fortified(name: str, weapon: str, potential: str, left: int) -> None:
    """Physical and Mental Stress less X."""
    table = bobs_turn(table_of().under("ann", name, amount=2))
    table.do(f"bob strike top {weapon} ann", "bob 5", "bob 6")
    assert table.stress("ann", potential) == left
    assert len(table.events(StressReduced)) == (left == 0)


@pytest.mark.clause("S10.8", "S5.20")
@pytest.mark.parametrize(("at", "answered"), [("z0", True), ("z2", False)])
def test_retaliate(at: str, answered: bool) -> None:
    """Who damages it from within Here takes a roll of the holder's die to the other Potential."""
    table = table_of(at=at).under("bob", "Retaliate", potential="Nerve", other="Finesse")
    weapon, dice = ("sword", "ann 5") if answered else ("bow", "ann 5")
    table.do(f"ann strike top {weapon} bob", dice, "ann 4")
    if answered:
        # After the price of the Test.
        assert (table.dice, table.stress("ann", "Might")) == ((4,), 1)
        table.do("bob 3")
    # The bow's own Test is with Finesse.
    assert table.stress("ann", "Finesse") == 1
    assert len(table.events(DamageRolled)) == 1 + answered


@pytest.mark.clause("S10.8", "S10.6")
def test_spirited() -> None:
    """Allies within Near clear 1 Stress of the track they tested, when they succeed; not the holder."""
    table = table_of(person("dee", zone="z2", stress={"Nerve": 4}), stress={"Nerve": 4})
    table.under("cid", "Spirited").do("ann endure bottom Grit", "ann 12")
    assert table.events(StressCleared) == []
    for id_ in ("ann", "dee", "cid"):
        table.act("call_test", creature=id_, skill="Bear").do(f"{id_} 5")
    assert [(one.creature, one.potential) for one in table.events(StressCleared)] == [("ann", "Nerve")]


@pytest.mark.clause("S10.8", "S1.28")
def test_spirited_within_an_action_and_elsewhere() -> None:
    """A Mixed is a success within an action only."""
    table = table_of(stress={"Nerve": 4}, resistance={"Nerve": 3}).under("cid", "Spirited")
    table.act("call_test", creature="ann", skill="Bear").do("ann 2")
    assert table.events(StressCleared) == []
    table.do("ann endure bottom Grit", "ann 2")
    assert [one.why for one in table.events(StressCleared)] == ["Spirited", "Recover"]


# Advantage and Disadvantage


@pytest.mark.clause("S10.8", "S10.2")
@pytest.mark.parametrize(("name", "dice"), [("Muddled", DISADVANTAGE), ("Empowered", ADVANTAGE)])
def test_muddled_and_empowered(name: str, dice: int) -> None:
    """Tests in their Potential, whatever the Skill."""
    table = table_of().under("ann", name, potential="Wit")
    assert dice_of(table, "ann", "Recall") == dice
    table = table_of().under("ann", name, potential="Wit")
    assert dice_of(table, "ann", "Sense") == PLAIN
    table = table_of().under("ann", name, potential="Wit")
    assert dice_of(table, "ann", "Sense", potential="Wit") == dice


@pytest.mark.clause("S10.8", "S10.2")
@pytest.mark.parametrize("potential", POTENTIALS)
def test_distracted(potential: Any) -> None:
    """Disadvantage on Mental Tests."""
    table = table_of().under("ann", "Distracted")
    expected = DISADVANTAGE if potential in MENTAL else PLAIN
    assert dice_of(table, "ann", skills_of(potential)[0]) == expected


@pytest.mark.clause("S10.8", "S9.9")
def test_distracted_ends_concentration() -> None:
    """And lets none begin."""
    table = table_of(ann={"abilities": ("vigil",)}).do("ann vigil top").under("ann", "Distracted")
    assert (table.running("ann"), table.names("ann")) == ([], ["Distracted"])
    table.do("ann end", "gm pass", "ann yes")
    assert table.refusal("ann vigil top") == "S10.8"


@pytest.mark.clause("S10.8", "S10.2")
@pytest.mark.parametrize(("weapon", "dice"), [("claw", ADVANTAGE), ("lash", PLAIN)])
def test_bound(weapon: str, dice: int) -> None:
    """Physical attacks on it have Advantage; its own Attack Actions Disadvantage, and nothing else."""
    table = table_of().under("ann", "Bound").do("ann strike top sword bob")
    assert table.volatility == DISADVANTAGE
    table.do("ann 20 1 1", "gm condition Muddled", "ann endure bottom Grit")
    assert table.volatility == PLAIN
    table = bobs_turn(table_of().under("ann", "Bound")).do(f"bob strike top {weapon} ann")
    assert table.volatility == dice


@pytest.mark.clause("S10.7")
def test_held() -> None:
    """It hinders weapon and unarmed attacks, and roots around its holder."""
    table = table_of().under("ann", "Held", by="bob").do("ann strike top bob")
    assert table.volatility == DISADVANTAGE
    assert table_of().under("ann", "Held", by="bob").refusal("ann default bottom z2") == "S10.6"


@pytest.mark.clause("S10.8", "S10.6")
def test_pinned() -> None:
    """Bound, Held and Rooted at once: one Disadvantage from the one Condition."""
    table = table_of().under("ann", "Pinned").do("ann strike top sword bob")
    assert table.volatility == DISADVANTAGE
    assert table_of().under("ann", "Pinned").refusal("ann default bottom z2") == "S10.6"
    table = bobs_turn(table_of().under("ann", "Pinned")).do("bob strike top claw ann")
    assert table.volatility == ADVANTAGE


@pytest.mark.clause("S10.8", "S10.2", "S10.6")
@pytest.mark.parametrize(
    ("name", "weapon", "dice"),
    [
        ("Vulnerable", "claw", ADVANTAGE),
        ("Vulnerable", "lash", PLAIN),
        ("Physically Vulnerable", "claw", ADVANTAGE),
        ("Physically Vulnerable", "lash", PLAIN),
        ("Mentally Vulnerable", "lash", ADVANTAGE),
        ("Mentally Vulnerable", "claw", PLAIN),
        ("Dazed", "lash", ADVANTAGE),
        ("Dazed", "claw", PLAIN),
        ("Petrified", "claw", ADVANTAGE),
        ("Petrified", "lash", PLAIN),
    ],
)
def test_vulnerable_to_attacks(name: str, weapon: str, dice: int) -> None:
    """Attacks that aim at its Potential have Advantage."""
    data = {"potential": "Might"} if name == "Vulnerable" else {}
    table = bobs_turn(table_of().under("ann", name, **data)).do(f"bob strike top {weapon} ann")
    assert table.volatility == dice


@pytest.mark.clause("S10.8")
def test_vulnerable_when_resisting_damage() -> None:
    """A Test in its Potential against a damaging effect has Disadvantage; against another it has not."""
    table = Table(
        scene(
            person("ann"),
            person("bob", "B", sheet={"abilities": ("drain", "curse")}),
        )
    ).begin("bob")
    table.under("ann", "Vulnerable", potential="Tether").do("bob drain top Weave ann", "bob 5 1")
    assert table.do("ann skill Anchor").volatility == DISADVANTAGE
    table = Table(scene(person("ann"), person("bob", "B", sheet={"abilities": ("curse",)}))).begin("bob")
    table.under("ann", "Vulnerable", potential="Tether").do("bob curse top Weave ann", "bob 5")
    assert table.do("ann skill Anchor").volatility == PLAIN


# Sight


@pytest.mark.clause("S10.8", "S10.7")
def test_blinded() -> None:
    """Attacks on it have Advantage while it is not Unseen; it chooses from within Here only."""
    table = bobs_turn(table_of().under("ann", "Blinded")).do("bob strike top claw ann")
    assert table.volatility == ADVANTAGE
    table = bobs_turn(table_of().under("ann", "Blinded").under("ann", "Unseen")).do("bob strike top claw ann")
    assert table.volatility == PLAIN
    assert table_of(at="z2").under("ann", "Blinded").refusal("ann strike top bow bob") == "S10.7"


@pytest.mark.clause("S10.8", "S10.7", "S5.23")
def test_unseen() -> None:
    """Advantage on its attack, which gives it away; afar it cannot be chosen; finding it is hard."""
    table = table_of().under("ann", "Unseen").do("ann strike top sword bob")
    assert table.volatility == ADVANTAGE
    table.do("ann 20 1", "gm marks 1")
    assert table.names("ann") == []
    table = bobs_turn(table_of(at="z2", bob={"weapons": ("bow",)}).under("ann", "Unseen"))
    assert table.refusal("bob strike top bow ann") == "S10.7"
    assert table.do("bob manipulate bottom Sense ann").volatility == DISADVANTAGE


@pytest.mark.clause("S10.8", "S10.6", "S10.7")
def test_invisible() -> None:
    """No attack can choose it, from Here either; what is no attack can, and an area takes it along."""
    table = bobs_turn(table_of(bob={"abilities": ("burst",), "weapons": ("claw",)}).under("ann", "Invisible"))
    assert table.refusal("bob strike top claw ann") == "S10.8"
    assert "influence top Sway ann" in table.options("bob")
    table.do("bob burst top Weave z0", "bob 5")
    assert table.stress("ann", "Nerve") == 1


@pytest.mark.clause("S10.8", "S10.7")
def test_enraptured() -> None:
    """Everybody but the enrapturer is Unseen to it, friends too."""
    others = person("ben", "B", "z2"), person("dee", zone="z2")
    table = table_of(*others, at="z2").under("ann", "Enraptured", by="bob")
    assert "strike top bow bob" in table.options("ann")
    assert table.refusal("ann strike top bow ben") == "S10.7"
    with pytest.raises(Unreadable):
        table.act("condition", creature="ann", condition="Enraptured", on=True)


# What one may do


@pytest.mark.clause("S10.8", "S10.6")
def test_charmed() -> None:
    """No harm to the charmer; to others, and what does no harm, as ever."""
    table = table_of(person("ben", "B"), ann={"abilities": ("shout",)}).under("ann", "Charmed", by="bob")
    assert table.refusal("ann strike top sword bob") == "S10.8"
    assert table.refusal("ann shout top bob") == "S10.8"
    assert {"strike top sword ben", "influence top Sway bob"} <= set(table.options("ann"))


@pytest.mark.clause("S10.8", "S10.6", "S11.4")
def test_areas_of_those_who_may_not_harm() -> None:
    """The charmer is spared; one who is Petrified has no Action on anybody else."""
    table = table_of(person("ben", "B"), ann={"abilities": ("burst",)}).under("ann", "Charmed", by="bob")
    table.do("ann burst top Weave z0", "ann 5")
    assert (table.stress("bob", "Nerve"), table.stress("ben", "Nerve")) == (0, 1)
    table = table_of(ann={"abilities": ("burst",)}).under("ann", "Petrified")
    assert table.refusal("ann burst top Weave z0") == "S10.6"


@pytest.mark.clause("S10.8")
def test_afraid() -> None:
    """No closer to what it fears; elsewhere it may go."""
    table = table_of(at="z2").under("ann", "Afraid", by="bob")
    assert table.refusal("ann default bottom z2") == "S10.8"
    table = table_of(at="z1").under("ann", "Afraid", by="bob")
    table.do("ann default bottom z2", "ann card narrate")
    assert table["ann"].zone == "z2"


@pytest.mark.clause("S10.8")
def test_silenced_and_deafened() -> None:
    """The one does nothing by sound, the other is not affected by it."""
    table = table_of(ann={"abilities": ("shout",)}).under("ann", "Silenced")
    assert table.refusal("ann shout top") == "S10.8"
    table = table_of(ann={"abilities": ("shout",)}).under("bob", "Deafened")
    assert table.refusal("ann shout top bob") == "S10.8"
    table.do("ann shout top cid")
    assert table.stress("cid", "Heart") == 1


@pytest.mark.clause("S10.6")
def test_petrified() -> None:
    """No movement, and no Action on anybody but itself."""
    table = table_of(stress={"Might": 2}).under("ann", "Petrified")
    for option in ("strike top sword bob", "default bottom z1", "shift top", "influence bottom Hope cid"):
        assert table.refusal(f"ann {option}") in ("S10.6", "S10.5")
    table.do("ann endure bottom Grit", "ann 5")
    assert table.stress("ann") == 1


@pytest.mark.clause("S10.5")
@pytest.mark.parametrize(("face", "zone"), [(3, "z1"), (5, "z1"), (12, "z0")])
def test_slowed(face: int, zone: str) -> None:
    """No Movement but the default, and that after a Test with Grace: Mixed or better."""
    table = table_of(resistance={"Finesse": 4}).under("ann", "Slowed")
    assert table.refusal("ann endure bottom Grit") == "S10.5"
    assert table.refusal("ann shift top z1") == "S10.5"
    table.do("ann default bottom z1", "ann card narrate", f"ann {face}")
    assert (table.last(TestRolled).skill, table["ann"].zone) == ("Grace", zone)


@pytest.mark.clause("S10.6", "S11.5")
def test_rooted() -> None:
    """No Movement takes it further than X tiles from the centre."""
    table = table_of().under("ann", "Rooted", amount=2)
    assert table.refusal("ann default bottom z2") == "S10.6"
    table.do("ann default bottom z1", "ann card narrate")
    assert table["ann"].zone == "z1"


@pytest.mark.clause("S10.8", "S11.5")
def test_pushed() -> None:
    """X spaces away from the source, at once."""
    table = table_of().act("push", creature="ann", source="bob", spaces=4)
    assert table["ann"].zone == "z2"
    assert table.act("push", creature="cid", source="z1", spaces=1)["cid"].zone == "z0"


@pytest.mark.clause("S12.4", "S5.12")
def test_armed() -> None:
    """It counts as having a weapon ready."""
    table = table_of(ann={"weapons": ()}).under("ann", "Armed").do("ann strike bottom")
    assert table.spent("ann") == 0


# The same twice, spans, Exhaustion


@pytest.mark.clause("S10.1")
def test_the_same_twice() -> None:
    """The longer span and the larger X stay; other parameters stand beside."""
    table = (
        table_of().under("ann", "Warded", amount=1, by="bob", span="round").under("ann", "Warded", amount=2)
    )
    table.under("ann", "Warded", amount=1, by="bob", span="round")
    only = condition_of(table, "ann", "Warded")
    assert (table.names("ann"), only.amount, only.until) == (["Warded"], 2, SCENE)
    table.under("ann", "Muddled", potential="Wit").under("ann", "Muddled", potential="Heart")
    assert table.names("ann") == ["Muddled", "Muddled", "Warded"]


@pytest.mark.clause("S9.2", "S9.5")
@pytest.mark.parametrize(
    ("span", "until"),
    [
        ("round", Until("bob", "start", 1)),
        ("end of next turn", Until("bob", "end", 1)),
        ("scene", SCENE),
        ("dispelled", Until(dispelled=True)),
    ],
)
def test_spans(span: str, until: Until) -> None:
    """Of its user, where it waits for a turn."""
    table = table_of().under("ann", "Dazed", by="bob", span=span)
    assert condition_of(table, "ann", "Dazed").until == until


@pytest.mark.clause("S10.3", "S10.6")
def test_exhaustion() -> None:
    """Level by level: a lower range, Vulnerable in all, Near at most, half the Marks, death."""
    table = table_of(ann={"marks": 5}).act("exhaustion", creature="ann", level=2)
    assert table.refusal("ann default bottom z2") == "S11.5"
    table.act("exhaustion", creature="ann", level=5)
    assert table["ann"].pool == 2
    table = bobs_turn(table_of().act("exhaustion", creature="ann", level=3))
    assert table.do("bob strike top lash ann").volatility == ADVANTAGE
    table = table_of().act("exhaustion", creature="cid", level=6)
    assert (table["cid"].out, table.last(Fell).clause) == ("dead", "S10.3")


@pytest.mark.clause("S10.3")
def test_exhaustion_1_wants_a_test_for_every_action() -> None:
    """The GM names it or waives it; an action with a Test of its own needs no other."""
    table = table_of().act("exhaustion", creature="ann", level=1).do("ann evade top")
    assert table.asked == [("gm", "exhausted")]
    table.do("gm skill Bear", "ann 12")
    assert table["ann"].favours == []
    table = table_of().act("exhaustion", creature="ann", level=1).do("ann evade top", "gm waive")
    assert len(table["ann"].favours) == 1
    table.do("ann endure bottom Grit")
    assert table.volatility == PLAIN


@pytest.mark.clause("S10.2")
def test_physical_and_mental() -> None:
    """By the Potential that is rolled."""
    assert {potential_of("Force"), potential_of("Draw")} <= set(PHYSICAL)
    table = table_of().under("ann", "Distracted")
    assert dice_of(table, "ann", "Force", potential="Wit") == DISADVANTAGE
