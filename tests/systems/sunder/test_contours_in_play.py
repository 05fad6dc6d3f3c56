"""Interventions through real Fallout, Escalations through real Surges: effect and end of each (S12)."""

from __future__ import annotations

from typing import Any

import pytest

from affray.systems.sunder.contours import (
    ESCALATIONS,
    INTERVENTIONS,
    cost,
    difficulty,
    escalation,
    intervention,
)
from affray.systems.sunder.events import (
    BeatGained,
    FalloutFell,
    ItemSuffered,
    Overflowed,
    RankChanged,
    SequenceUsed,
    SlotForfeited,
    StressTaken,
    TestRolled,
    TrackFilled,
)
from affray.systems.sunder.names import INTERVENTIONS as RANKS
from affray.systems.sunder.names import potential_of_contour
from affray.systems.sunder.state import SCENE, Until
from tests.systems.sunder.by_hand import zones
from tests.systems.sunder.table import Person, Table, condition_of, person, scene

ROOMY = {"marks": 12}


def foe(contour: str, *ranks: str, escalations: Any = (), zone: str = "z0", **sheet: Any) -> Person:
    """Bob of a Contour, with these Interventions."""
    said = {"contour": contour, "interventions": ranks, "escalations": escalations, "marks": 9, **sheet}
    return person("bob", "B", zone, sheet=said)


def struck(contour: str, rank: Any, **ann: Any) -> Table:
    """Bob's blow has overflowed Ann's Might with Fallout of this rank, and the GM is asked about it."""
    proof = {"proof": ("iron",)} if rank == "Mechanical" else {}
    card = f"blow-{rank.lower()}"
    people = (
        person("ann", sheet={**ROOMY, "weapons": ("sword",), **proof}, stress={"Might": 10}, **ann),
        person("cid"),
        foe(contour, rank, abilities=(card,)),
    )
    table = Table(scene(*people)).begin("bob").do(f"bob {card} top ann")
    # To raise the Fallout is another matter.
    return table.do("gm no") if table.asked == [("gm", "raise")] else table


def intervened(contour: str, rank: Any, **ann: Any) -> Table:
    """The same, with the Intervention."""
    return struck(contour, rank, **ann).do("gm intervention bob")


NEXT = Until("bob", "start", 2)
LAID_ON = [
    ("Breaker", "Minor", "Vulnerable", "Might", NEXT, 0),
    ("Breaker", "Major", "Held", "", NEXT, 1),
    ("Breaker", "Severe", "Pinned", "", NEXT, 3),
    ("Prowler", "Minor", "Vulnerable", "Finesse", NEXT, 0),
    ("Prowler", "Major", "Bound", "", SCENE, 0),
    ("Survivor", "Major", "Dazed", "", NEXT, 0),
    ("Survivor", "Severe", "Bleeding", "Nerve", SCENE, 0),
    ("Shifter", "Minor", "Muddled", "Seep", NEXT, 0),
    ("Shifter", "Major", "Physically Vulnerable", "", NEXT, 0),
    ("Shifter", "Severe", "Petrified", "", NEXT, 3),
    ("Hunter", "Minor", "Afraid", "", NEXT, 0),
    ("Hunter", "Major", "Rooted", "", SCENE, 0),
    ("Hunter", "Severe", "Slowed", "", SCENE, 0),
    ("Schemer", "Minor", "Muddled", "Wit", NEXT, 0),
    ("Schemer", "Severe", "Distracted", "", SCENE, 0),
    ("Zealot", "Minor", "Afraid", "", NEXT, 0),
    ("Zealot", "Major", "Enraptured", "", SCENE, 0),
    ("Zealot", "Severe", "Mentally Vulnerable", "", SCENE, 0),
    ("Hexer", "Minor", "Silenced", "", NEXT, 0),
    ("Hexer", "Major", "Dazed", "", NEXT, 0),
    ("Hexer", "Severe", "Cursed", "", SCENE, 0),
]
HINDERED = [
    ("Breaker", "Brace"),
    ("Survivor", "Grit"),
    ("Shifter", "Sleight"),
    ("Schemer", "Sense"),
    ("Zealot", "Hope"),
    ("Hexer", "Reason"),
]
OTHERS = {
    ("Prowler", "Mechanical"),
    ("Hunter", "Mechanical"),
    ("Prowler", "Severe"),
    ("Survivor", "Minor"),
    ("Schemer", "Major"),
}


def test_every_intervention_is_looked_at() -> None:
    """All 32 of them, here and below."""
    found = {(contour, rank) for contour, rank, *_ in LAID_ON} | {(one, "Mechanical") for one, _ in HINDERED}
    assert found | OTHERS == set(INTERVENTIONS)
    assert not found & OTHERS


# Interventions


@pytest.mark.clause("S12.7", "S12.10", "S12.12")
@pytest.mark.parametrize(("contour", "rank", "name", "potential", "until", "marks"), LAID_ON)
def test_interventions_that_lay_something_on(
    contour: Any, rank: Any, name: str, potential: str, until: Until, marks: int
) -> None:
    """The Condition with its Potential, source and end, the Marks, and the track is reset."""
    table = intervened(contour, rank)
    laid = condition_of(table, "ann", name)
    assert (laid.potential, laid.until, laid.by) == (potential, until, "bob")
    assert (table.names("ann"), table["ann"].marks, table.stress("ann")) == ([name], marks, 0)
    fell = table.last(FalloutFell)
    assert (fell.by, fell.entry) == ("bob", intervention(contour, rank).name)
    table.do("bob end", "ann yes", "ann end", "gm adversary bob")
    assert (name in table.names("ann")) is (until == SCENE)


@pytest.mark.clause("S12.7", "S12.10", "S3.21")
@pytest.mark.parametrize(("contour", "skill"), HINDERED)
def test_mechanical_interventions_that_hinder(contour: Any, skill: str) -> None:
    """Disadvantage on the next Test with that Skill, and on that one alone; the track still resets."""
    table = intervened(contour, "Mechanical")
    assert (table.stress("ann"), table["ann"].marks, table.names("ann")) == (0, 0, [])
    other = "Recall" if skill != "Recall" else "Force"
    assert table.act("call_test", creature="ann", skill=other).volatility == 0
    assert table.do("ann 5").act("call_test", creature="ann", skill=skill).volatility == -1
    table.do("ann 5 4 4")
    assert table.act("call_test", creature="ann", skill=skill).volatility == 0


@pytest.mark.clause("S12.7", "S12.10")
@pytest.mark.parametrize("contour", ["Prowler", "Hunter"])
def test_mechanical_interventions_that_expose(contour: Any) -> None:
    """The next attack on it has Advantage."""
    table = intervened(contour, "Mechanical").do("bob end", "cid yes", "cid end", "gm adversary bob")
    table.do("bob strike top ann")
    assert table.volatility == 1
    table.do("bob 12 1", "bob end", "cid yes", "cid end", "gm adversary bob", "bob strike top ann")
    assert table.volatility == 0


@pytest.mark.clause("S12.7", "S12.10", "S9.5")
def test_the_prowler_is_gone_from_sight() -> None:
    """Unseen until another creature dispels it: not its own allies' wish, and not its next turn."""
    table = intervened("Prowler", "Severe")
    hidden = condition_of(table, "bob", "Unseen")
    assert (hidden.until, table.names("ann")) == (Until(dispelled=True), [])
    table.do("bob end", "ann yes", "ann spin top Weave bob", "ann 5")
    assert table.names("bob") == []


@pytest.mark.clause("S12.7", "S12.10")
def test_the_survivor_moves_the_overflow() -> None:
    """The track is left full, and the excess lands on Nerve."""
    table = struck("Survivor", "Minor").do("gm intervention bob")
    filled = table.last(TrackFilled)
    assert (filled.potential, filled.excess, filled.to) == ("Might", 1, "Nerve")
    assert (table.stress("ann"), table.stress("ann", "Nerve"), table["ann"].marks) == (10, 1, 0)


@pytest.mark.clause("S12.7", "S9.9")
@pytest.mark.parametrize(("contour", "asked"), [("Survivor", "turn"), ("Prowler", "concentrate")])
def test_an_overflow_that_moves_resets_nothing(contour: str, asked: str) -> None:
    """So Concentration goes on; another Intervention puts it in doubt."""
    people = (
        person("ann", sheet={**ROOMY, "abilities": ("watch",)}, stress={"Might": 10}),
        foe(contour, "Minor", abilities=("blow-minor",)),
    )
    table = Table(scene(*people)).begin().do("ann watch top", "ann end", "gm adversary bob")
    table.do("bob blow-minor top ann", "gm no", "gm intervention bob")
    assert [kind for _, kind in table.asked] == [asked]


@pytest.mark.clause("S12.7")
def test_no_intervention_on_the_fallout_of_one() -> None:
    """Nerve overflows normally, and nobody may intervene in that."""
    people = (
        person("ann", sheet=ROOMY, stress={"Might": 10, "Nerve": 10}),
        foe("Survivor", "Minor", abilities=("blow-minor",)),
    )
    table = Table(scene(*people)).begin("bob").do("bob blow-minor top ann")
    table.do("gm no", "gm intervention bob")
    assert (table.asked, len(table.events(Overflowed))) == ([("gm", "fallout")], 2)
    assert "intervention bob" not in table.options("gm")
    table.do("gm marks 1")
    assert (table.stress("ann"), table.stress("ann", "Nerve"), table["ann"].marks) == (10, 0, 1)


@pytest.mark.clause("S12.10", "S14.9")
def test_the_schemer_has_filed_something_through() -> None:
    """One item suffers Equipment Fallout."""
    table = intervened("Schemer", "Major")
    suffered = table.last(ItemSuffered)
    assert (suffered.creature, suffered.item, suffered.what) == ("ann", "sword", "risk")


@pytest.mark.clause("S12.12", "S12.7")
def test_interventions_stay() -> None:
    """It may be used each time its Fallout happens."""
    table = intervened("Prowler", "Minor").act("stress", creature="ann", potential="Might", amount=10)
    table.do("bob end", "cid yes", "cid end", "gm adversary bob", "bob blow-minor top ann")
    if table.asked == [("gm", "raise")]:
        table.do("gm no")
    assert "intervention bob" in table.options("gm")


@pytest.mark.clause("S12.7", "S12.12")
def test_whose_fallout_calls_for_none() -> None:
    """Not an adversary's; not that of a rank it has not; not one that the GM brings."""
    table = struck("Prowler", "Minor")
    assert "intervention bob" in table.options("gm")
    table.do("gm marks 1").act("fallout", creature="ann", potential="Might", rank="Minor")
    assert "intervention bob" not in table.options("gm")
    people = (
        person("ann", sheet=ROOMY, stress={"Might": 10}),
        foe("Prowler", "Severe", abilities=("blow-minor",)),
    )
    table = Table(scene(*people)).begin("bob").do("bob blow-minor top ann")
    assert (table.asked, "intervention bob" in table.options("gm")) == ([("gm", "fallout")], False)


# Interventions on a player's Test


def striking(*ranks: str, **ann: Any) -> Table:
    """Ann strikes at Bob, whose Interventions these are."""
    table = Table(scene(person("ann", sheet=ROOMY, **ann), foe("Hunter", *ranks), person("ben", "B"))).begin()
    return table.do("ann strike top bob")


@pytest.mark.clause("S12.7", "S12.12")
@pytest.mark.parametrize(
    ("rank", "face", "question"),
    [
        ("Mechanical", "3", "fallout"),
        ("Minor", "15", "intervene"),
        ("Severe", "20", "intervene"),
    ],
)
def test_interventions_by_the_level_of_a_test(rank: str, face: str, question: str) -> None:
    """Mixed: Mechanical, Failure: Minor, natural Miff: Severe, in place of what the Riskiness gives."""
    table = striking(rank, resistance={"Might": 4}).do(f"ann {face}")
    if table.asked == [("gm", "raise")]:
        table.do("gm no")
    assert (table.asked, "intervention bob" in table.options("gm")) == ([("gm", question)], True)
    table.do("gm intervention bob")
    fell = table.last(FalloutFell)
    assert (fell.by, fell.rank, fell.cause) == ("bob", RANKS.index(rank) + 1, "Test")  # type: ignore[arg-type]


@pytest.mark.clause("S12.7")
def test_a_miff_that_is_not_natural_is_major() -> None:
    """By Volatility: Failure and a jinxed die."""
    table = Table(
        scene(
            person("ann", sheet={**ROOMY, "skills": ("Force",)}, stress={"Might": 3}),
            foe("Hunter", "Major"),
        )
    ).begin()
    table.do("ann strike top bob", "ann 12 2")
    assert table.asked == [("gm", "intervene")]
    table.do("gm intervention bob")
    assert table.names("ann") == ["Rooted"]


@pytest.mark.clause("S12.7")
def test_the_gm_may_leave_it() -> None:
    """Then the Situational Fallout stands: Narrative for a Failure of an Uncertain Test."""
    table = striking("Minor").do("ann 15", "gm no")
    while table.asked == [("gm", "raise")]:
        table.do("gm no")
    assert (table.events(FalloutFell), table.names("ann")) == ([], [])


@pytest.mark.clause("S12.12")
def test_without_a_target_any_conscious_adversary_may() -> None:
    """With one, that alone."""
    people = (
        person("ann", sheet=ROOMY),
        foe("Hunter", "Minor"),
        person("ben", "B", sheet={"contour": "Hexer", "interventions": ("Minor",)}),
    )
    table = Table(scene(*people)).begin().do("ann endure bottom Grit", "ann 15")
    assert table.options("gm") == ["no", "intervention bob", "intervention ben"]
    table = Table(scene(*people)).begin().do("ann strike top bob", "ann 15")
    assert table.options("gm") == ["no", "intervention bob"]


# Raising


@pytest.mark.clause("S12.8", "S4.5")
@pytest.mark.parametrize(
    ("skills", "skill", "roll", "rank"), [(("Feat",), "Feat", "bob 5 1", 3), ((), "Force", "bob 12", 2)]
)
def test_raising_fallout(skills: Any, skill: str, roll: str, rank: int) -> None:
    """On a success one rank more; the next GM slot is forfeited, and the Test is paid for."""
    people = (
        person("ann", sheet=ROOMY, stress={"Might": 10}),
        foe("Breaker", "Minor", abilities=("blow-minor",), skills=skills),
    )
    table = Table(scene(*people)).begin("bob").do("bob blow-minor top ann")
    assert (table.asked, table.options("gm")) == ([("gm", "raise")], ["no", "raise bob"])
    rolled = table.do("gm raise bob", roll).last(TestRolled)
    assert (rolled.roller, rolled.skill, table.asked) == ("bob", skill, [("gm", "fallout")])
    table.do("gm marks 3" if rank == 3 else "gm marks 1")
    raised = int(rank == 3)
    assert (table.last(FalloutFell).rank, table.state.forfeits) == (rank, raised)
    assert (len(table.events(RankChanged)), len(table.events(SlotForfeited))) == (raised, raised)
    table.do("bob end", "ann yes", "ann end")
    assert table.asked == ([("ann", "throw in")] if raised else [("gm", "slot")])


@pytest.mark.clause("S12.8")
def test_severe_is_not_raised_nor_without_the_intervention() -> None:
    """There is no rank above; and the Test is named in an Intervention."""
    assert struck("Breaker", "Severe").asked == [("gm", "fallout")]
    people = (
        person("ann", sheet=ROOMY, stress={"Might": 10}),
        foe("Breaker", "Severe", abilities=("blow-minor",)),
    )
    table = Table(scene(*people)).begin("bob").do("bob blow-minor top ann")
    assert table.asked == [("gm", "fallout")]


# Escalations


def escalated(contour: Any, rank: Any, *others: Person, zone: str = "z0", **bob: Any) -> Table:
    """Bob, at `zone`, has used an Escalation in Ann's turn."""
    weapons = {"weapons": ("claw",), **bob.pop("sheet", {})}
    said = {"contour": contour, "escalations": (rank,), "marks": 9, **weapons}
    people = (
        person("ann", sheet={**ROOMY, "weapons": ("sword",), "abilities": ("curse",)}),
        person("bob", "B", zone, sheet=said, **bob),
    )
    table = Table(scene(*people, *others)).begin()
    return table.act("surge", creature="bob", card=f"escalation {rank}")


GAINED = [
    ("Breaker", "Major", "Retaliate", "Might", Until("bob", "end", 1)),
    ("Breaker", "Severe", "Frenzied", "", SCENE),
    ("Prowler", "Minor", "Unseen", "", Until("bob", "end", 1)),
    ("Survivor", "Major", "Retaliate", "Nerve", Until("bob", "end", 1)),
    ("Survivor", "Severe", "Warded", "", SCENE),
    ("Shifter", "Minor", "Armored", "", Until("bob", "end", 1)),
    ("Hunter", "Major", "Empowered", "Instinct", SCENE),
    ("Schemer", "Major", "Fortified", "", Until("bob", "end", 1)),
    ("Zealot", "Minor", "Empowered", "Heart", Until("bob", "end", 1)),
    ("Zealot", "Major", "Spirited", "", Until("bob", "end", 1)),
    ("Hexer", "Major", "Fortified", "", Until("bob", "end", 1)),
]
FAVOURED = [
    ("Breaker", "Mechanical", "Force", "attack"),
    ("Shifter", "Mechanical", "Feat", ""),
    ("Hunter", "Mechanical", "Sense", ""),
    ("Schemer", "Mechanical", "Reflex", ""),
    ("Zealot", "Mechanical", "Sway", ""),
    ("Hexer", "Mechanical", "Grasp", ""),
]
RESTORED = [
    ("Survivor", "Mechanical", "Nerve", 2, 3),
    ("Survivor", "Minor", "Nerve", 3, 2),
    ("Hexer", "Minor", "Tether", 3, 2),
]
ANSWERED = {
    ("Breaker", "Minor"),
    ("Prowler", "Mechanical"),
    ("Prowler", "Major"),
    ("Prowler", "Severe"),
    ("Shifter", "Major"),
    ("Shifter", "Severe"),
    ("Hunter", "Minor"),
    ("Hunter", "Severe"),
    ("Schemer", "Minor"),
    ("Schemer", "Severe"),
    ("Zealot", "Severe"),
    ("Hexer", "Severe"),
}


def test_every_escalation_is_looked_at() -> None:
    """All 32 of them."""
    found = {(contour, rank) for contour, rank, *_ in (*GAINED, *FAVOURED, *RESTORED)}
    assert found | ANSWERED == set(ESCALATIONS)
    assert not found & ANSWERED


@pytest.mark.clause("S12.9", "S12.10", "S12.11", "S9.4")
@pytest.mark.parametrize(("contour", "rank", "name", "potential", "until"), GAINED)
def test_escalations_that_lay_something_on(
    contour: Any, rank: Any, name: str, potential: str, until: Until
) -> None:
    """On itself, until the end of its next turn or for the scene."""
    table = escalated(contour, rank)
    gained = condition_of(table, "bob", name)
    assert (gained.potential, gained.until) == (potential, until)
    table.do("ann end", "gm adversary bob")
    assert table.names("bob") == [name]
    table.do("bob end")
    assert table.names("bob") == ([name] if until == SCENE else [])


@pytest.mark.clause("S12.9", "S12.10", "S1.21")
@pytest.mark.parametrize(("contour", "rank", "skill", "attack"), FAVOURED)
def test_escalations_that_favour(contour: Any, rank: Any, skill: str, attack: str) -> None:
    """Advantage on the next such Test, and on that one alone."""
    table = escalated(contour, rank)
    if attack:
        table.do("ann end", "gm adversary bob", "bob strike top claw ann")
        assert table.volatility == 1
        return
    assert table.act("call_test", creature="bob", skill="Bear").volatility == 0
    assert table.do("bob 5").act("call_test", creature="bob", skill=skill).volatility == 1
    assert table.do("bob 5 1").act("call_test", creature="bob", skill=skill).volatility == 0


@pytest.mark.clause("S12.9", "S12.10")
def test_the_zealot_may_favour_an_ally() -> None:
    """Its own or an ally's next Hope or Sway."""
    table = escalated("Zealot", "Mechanical", person("ben", "B", "z3"))
    assert table.options("bob") == ["whom bob", "whom ben"]
    table.do("bob whom ben")
    assert table.act("call_test", creature="ben", skill="Hope").volatility == 1


@pytest.mark.clause("S12.9", "S12.10", "S3.22")
@pytest.mark.parametrize(("contour", "rank", "potential", "stress", "spent"), RESTORED)
def test_escalations_that_restore(contour: Any, rank: Any, potential: Any, stress: int, spent: int) -> None:
    """1 Stress cleared, or 1 Resistance regained."""
    table = escalated(contour, rank, stress={potential: 3}, resistance={potential: 3})
    assert (table.stress("bob", potential), table.spent("bob", potential)) == (stress, spent)


@pytest.mark.clause("S12.10", "S12.13", "S9.7", "S9.8", "S7.3")
def test_the_breaker_answers_who_closes_or_harms_it() -> None:
    """A D4 Sequence: once in every turn, a Might die to Nerve, four times in all."""
    table = escalated("Breaker", "Minor")
    for value in (1, 2, 3, 4):
        table.do("ann strike top sword bob", "ann 5", "ann 1", "bob react running 1", "bob 4")
        assert table.last(SequenceUsed).value == value
        table.do("ann end", "gm pass", "ann yes")
    assert (table.stress("ann", "Nerve"), table.running("bob")) == (4, [])


@pytest.mark.clause("S12.13", "S7.3")
def test_the_breaker_answers_who_comes_to_within_near() -> None:
    """Not one who stays further off; not twice in a turn."""
    table = Table(
        scene(
            person("ann", sheet=ROOMY, zone="z2"),
            person("bob", "B", sheet={"contour": "Breaker", "escalations": ("Minor",)}),
            places=zones(0, 3, 6),
        )
    ).begin()
    table.act("surge", creature="bob", card="escalation Minor").do(
        "ann default bottom z1", "ann card narrate"
    )
    assert table.asked == [("ann", "turn")]
    table.do("ann go on z0")
    assert table.asked == [("bob", "react")]
    table.do("bob react running 1", "bob 4", "ann strike top bob", "ann 5")
    assert table.state.turn is None


@pytest.mark.clause("S12.10", "S12.11")
def test_the_prowler_steps_aside_once() -> None:
    """One Reaction in the scene when it is targeted."""
    table = escalated("Prowler", "Mechanical").do("ann strike top sword bob", "bob react running 1")
    table.do("bob to z2")
    assert (table["bob"].zone, table.running("bob"), table.asked) == ("z2", [], [("ann", "turn")])


@pytest.mark.clause("S12.10", "S12.11", "S9.4")
def test_the_prowler_answers_a_miss() -> None:
    """Who misses it is Vulnerable (Finesse) until the end of its next turn."""
    table = escalated("Prowler", "Major").do("ann strike top sword bob", "ann 12", "bob react running 1")
    laid = condition_of(table, "ann", "Vulnerable")
    assert (laid.potential, laid.until) == ("Finesse", Until("bob", "end", 1))
    table.do("ann end", "gm adversary bob", "bob end")
    assert (table.names("ann"), table.running("bob")) == ([], [])


@pytest.mark.clause("S12.10", "S12.13")
@pytest.mark.parametrize("unseen", [True, False])
def test_the_prowler_strikes_from_hiding(unseen: bool) -> None:
    """Average Tier Finesse dice to Might, while its target does not see it."""
    table = escalated("Prowler", "Severe")
    if unseen:
        table.under("bob", "Unseen")
    table.do(
        "ann end", "gm adversary bob", "bob strike top claw ann", "bob 5 4" if unseen else "bob 5", "bob 1"
    )
    assert (table.asked == [("bob", "damage of ambush")]) is unseen
    if unseen:
        table.do("bob 4")
    assert (table.stress("ann"), table.running("bob")) == (1 + unseen, ["From above, from behind"])


@pytest.mark.clause("S12.10", "S12.13", "S14.7")
def test_the_shifter_grows_a_shield() -> None:
    """Two Protection Slots while it lasts."""
    table = escalated("Shifter", "Minor").do("ann strike top sword bob", "ann 10", "ann 6", "ann 1")
    assert table.options("bob") == ["no", "armor seep-shield 1", "armor seep-shield 2"]
    table.do("bob armor seep-shield 2")
    assert table.stress("bob") == 1
    table.do("ann end", "gm adversary bob", "bob end")
    assert (table.running("bob"), table.names("bob")) == ([], [])


@pytest.mark.clause("S12.10", "S12.11")
def test_the_shifter_pours_aside() -> None:
    """When it is targeted, once a round, until the end of its next turn."""
    table = escalated("Shifter", "Major").do("ann strike top sword bob", "bob react running 1", "bob to z2")
    assert (table["bob"].zone, table.running("bob")) == ("z2", ["Poured aside"])
    table.do("ann end", "gm adversary bob", "bob end")
    assert table.running("bob") == []


@pytest.mark.clause("S12.10", "S12.11", "S7.3")
def test_the_shifter_comes_off_on_who_touches_it() -> None:
    """Physically Vulnerable until the end of its next turn; the Trait lasts for the scene."""
    table = escalated("Shifter", "Severe").do(
        "ann strike top sword bob", "ann 5", "ann 1", "bob react running 1"
    )
    assert condition_of(table, "ann", "Physically Vulnerable").until == Until("bob", "end", 1)
    table.do("ann end", "gm adversary bob", "bob end")
    assert (table.names("ann"), table.running("bob")) == ([], ["It comes off on you"])


@pytest.mark.clause("S12.10", "S12.13")
def test_the_hunter_comes_after() -> None:
    """Who moves away from within Close is followed."""
    table = escalated("Hunter", "Minor", zone="z1").do("ann default bottom z2", "ann card narrate")
    table.do("bob react running 1", "bob to z2")
    assert (table["bob"].zone, table.last(SequenceUsed).value) == ("z2", 1)


@pytest.mark.clause("S12.10", "S12.11")
def test_the_hunter_bites_at_the_heel() -> None:
    """Who tries to get away is Slowed."""
    table = escalated("Hunter", "Severe").do(
        "ann default bottom z2", "ann card narrate", "bob react running 1"
    )
    assert condition_of(table, "ann", "Slowed").until == Until("bob", "end", 1)


@pytest.mark.clause("S12.10", "S9.7")
def test_the_schemer_sees_through_a_plan() -> None:
    """A card that a foe has used: Empowered (Wit) until the end of its next turn."""
    table = escalated("Schemer", "Minor").do("ann evade top", "bob react running 1")
    gained = condition_of(table, "bob", "Empowered")
    assert (gained.potential, gained.until) == ("Wit", Until("bob", "end", 1))


@pytest.mark.clause("S12.10", "S12.11")
def test_the_schemer_is_a_step_ahead() -> None:
    """It moves up to Close, once a round."""
    table = escalated("Schemer", "Severe").do("ann evade top", "bob react running 1", "bob to z2")
    table.do("ann spin bottom")
    assert (table["bob"].zone, table["ann"].turns_ended) == ("z2", 1)


@pytest.mark.clause("S12.10", "S12.11")
def test_the_zealot_strikes_with_doubt() -> None:
    """Who fails a Test against it is Distracted."""
    table = escalated("Zealot", "Severe").do("ann strike top sword bob", "ann 12", "bob react running 1")
    assert condition_of(table, "ann", "Distracted").until == Until("bob", "end", 1)


@pytest.mark.clause("S12.10", "S12.11")
def test_the_hexer_curses_who_means_it_harm() -> None:
    """Being targeted is enough; so is a resisted effect of its own."""
    table = escalated("Hexer", "Severe").do("ann strike top sword bob", "bob react running 1")
    assert condition_of(table, "ann", "Cursed").until == Until("bob", "end", 1)
    table = escalated("Hexer", "Severe", sheet={"abilities": ("curse",), "weapons": ()})
    table.do("ann end", "gm adversary bob", "bob curse top Weave ann", "bob 5", "ann skill Anchor", "ann 5")
    table.do("bob react running 1")
    assert table.names("ann") == ["Cursed"]


# What an adversary is


@pytest.mark.clause("S12.1", "S12.2", "S1.12")
def test_an_adversary_pays_like_everybody_but_earns_no_beats() -> None:
    """Stress for a Success, no Beat for a Failure; Marks default to 1."""
    table = Table(scene(person("ann"), person("bob", "B", sheet={"marks": None}))).begin("bob")
    assert table["bob"].pool == 1
    table.do("bob strike top ann", "bob 5")
    assert [(one.creature, one.why) for one in table.events(StressTaken)] == [
        ("ann", "damage"),
        ("bob", "Test"),
    ]
    table.do("bob endure bottom Grit", "bob 12")
    assert (table["bob"].beats, table.events(BeatGained)) == (0, [])


@pytest.mark.clause("S12.2", "S3.25")
@pytest.mark.parametrize(("slowly", "dying"), [(False, ""), (True, "dying-bob")])
def test_an_adversary_is_defeated_at_full_marks(slowly: bool, dying: str) -> None:
    """No countdown unless the GM wants one."""
    table = Table(
        scene(person("ann"), person("bob", "B"), rulings={"adversaries_die_slowly": slowly})
    ).begin()
    table.act("marks", creature="bob", amount=3)
    assert (table["bob"].out, table["bob"].dying) == ("incapacitated", dying)


@pytest.mark.clause("S12.5", "S12.6")
def test_worked_example_41() -> None:
    """Tiers 1, 1, 2, 1 and Party Level 1: 3 to spend."""
    assert difficulty((1, 1, 2, 1), 1) == 3
    assert cost("intervention", "Severe") == 4
    assert cost("intervention", "Major") == 3
    assert cost("intervention", "Minor") + cost("intervention", "Mechanical") == 3
    assert [cost("escalation", rank) for rank in RANKS] == [2, 3, 4, 5]


@pytest.mark.clause("S12.10", "S12.11")
def test_the_potentials_of_the_contours() -> None:
    """In the order of the Potentials; all of the Hexer's Escalations are its own."""
    assert (potential_of_contour("Breaker"), potential_of_contour("Hexer")) == ("Might", "Tether")
    assert {escalation("Hexer", rank).name for rank in RANKS} == {
        "A knot drawn tight",
        "Thread taken up again",
        "Elsewhere",
        "Ill wishes come home",
    }
