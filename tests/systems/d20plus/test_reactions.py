"""Reactions: who is offered what, when, in which order, and what each kind does."""

from __future__ import annotations

from typing import Any

import pytest

from affray.systems.d20plus.events import (
    AbilityUsed,
    AskedToStepIn,
    Intercepted,
    NullificationRolled,
    StrikeResolved,
    StrikeStopped,
)
from affray.systems.d20plus.reactions import in_initiative_order, is_ready, may_react
from tests.systems.d20plus.fights import Table, die, fight, person

STRIKE = ("ann 2-actions", "ann strike axe bob")
ANN: dict[str, Any] = {"weapons": ("axe", "whip", "gun", "voice", "lash", "taunt", "bow")}


def against(*abilities: str, others: tuple[Any, ...] = (), **bob: Any) -> Table:
    """Ann is about to choose; Bob has these abilities."""
    table = Table(fight(person("ann", **ANN), person("bob", "B", abilities=abilities, **bob), *others))
    return table.do("ann 2-actions")


# Who is offered any


@pytest.mark.clause("D11.1")
def test_a_persona_without_a_reaction_is_asked_nothing() -> None:
    """A strike runs from the choice to its dice, and from the dice to the next choice."""
    table = against().do("ann strike axe bob")
    assert table.asked == [("ann", "throw"), ("bob", "throw")]
    assert table.do("ann 10", "bob 12").asked == [("ann", "turn")]


@pytest.mark.clause("D11.1")
def test_in_its_own_turn_a_persona_is_offered_none() -> None:
    """The attacker has a counter-attack too; in its own turn nothing triggers it."""
    encounter = fight(
        person("ann", abilities=("riposte", "reap")), person("bob", "B", body=1, mind=1, spirit=1)
    )
    table = Table(encounter).do(*STRIKE)
    assert not may_react(encounter, table["ann"])
    assert may_react(encounter, table["bob"])


@pytest.mark.clause("D11.1")
def test_declining_costs_nothing_and_only_the_own_side_learns_of_it() -> None:
    """A declined reaction must stay ready, and foes must not learn what was kept back."""
    table = against("brace").do("ann strike axe bob", "bob no", "ann 10", "bob 12")
    declined = [
        record for record in table.session.records if type(record.event).__name__ == "ReactionDeclined"
    ]
    assert [(record.to, record.public) for record in declined] == [(("B",), None)]
    assert not table.events(AbilityUsed)
    assert table.do("ann strike bow bob").asked == [("bob", "reaction defence enhancement")]


@pytest.mark.clause("D11.1")
def test_an_out_persona_reacts_no_more() -> None:
    """Its ready reactions are void (D6.9)."""
    table = against(
        "riposte", mind=1, body=1, spirit=1, wounds={"Mind": 1, "Spirit": 1}, others=(person("cid", "B"),)
    )
    table.do("ann strike axe bob", "ann 20", "bob 1")
    assert table["bob"].out
    assert table.asked == [("ann", "turn")]


# Counter-attacks


@pytest.mark.clause("D11.2", "D11.11")
@pytest.mark.parametrize(("dice", "trigger"), [(("ann 5", "bob 6"), "miss"), (("ann 6", "bob 6"), "wound")])
def test_a_counter_attack_answers_a_miss_or_a_wound(dice: tuple[str, str], trigger: str) -> None:
    """After the wounds, with a weapon of the owner's choice, at no cost."""
    table = against("riposte").do("ann strike axe bob", *dice)
    assert table.asked == [("bob", "reaction counter-attack")]
    assert table.options("bob") == ["no", "strike axe", "strike knife"]
    pending = table.session.pending
    assert pending is not None
    assert pending.request.args[2] == trigger  # type: ignore[union-attr]
    table.do("bob strike knife", "bob 15", "ann 10")
    assert table["ann"].wounds["Body"] == 1
    assert table.state.turn is not None
    assert table.state.turn.persona == "ann"


@pytest.mark.clause("D11.2", "D11.11")
def test_a_counter_attack_comes_after_the_wounds_of_what_it_answers() -> None:
    """Bob strikes back with Body 3, not 4."""
    table = against("riposte").do(
        "ann strike axe bob", "ann 10", "bob 10", "bob strike axe", "bob 10", "ann 10"
    )
    assert [event.attack.score for event in table.events(StrikeResolved)] == [4, 3]


@pytest.mark.clause("D11.2")
def test_a_counter_attack_answers_only_its_own_trigger() -> None:
    """Grudge answers wounds: a miss, and a hit without a wound, offer nothing."""
    assert against("grudge").do("ann strike axe bob", "ann 5", "bob 6").asked == [("ann", "turn")]
    unhurt = against("grudge", weapons=("lash",), wounds={"Body": 4})
    assert unhurt.do("ann strike axe bob", "ann 6", "bob 6").asked == [("ann", "turn")]


@pytest.mark.clause("D11.2", "D4.5")
@pytest.mark.parametrize(("roll", "offered"), [("bob 14", False), ("bob 15", True)])
def test_a_critical_block_can_be_answered(roll: str, offered: bool) -> None:
    """By 10 or more, not by 9."""
    table = against("turned-blade").do("ann strike axe bob", "ann 5", roll)
    assert table.asked == [("bob", "reaction counter-attack") if offered else ("ann", "turn")]


@pytest.mark.clause("D11.8")
def test_a_counter_attack_provokes_no_counter_attack() -> None:
    """Two fencers would never stop."""
    encounter = fight(person("ann", abilities=("riposte",)), person("bob", "B", abilities=("riposte",)))
    table = Table(encounter).do(*STRIKE, "ann 5", "bob 6", "bob strike axe", "bob 5", "ann 6")
    assert table.asked == [("ann", "turn")]


@pytest.mark.clause("D11.11")
def test_a_counter_attack_needs_reach_and_an_unbroken_trait() -> None:
    """Out of reach, or Body at 0: not offered."""
    far = Table(
        fight(person("ann", zone="gate", weapons=("bow",)), person("bob", "B", abilities=("riposte",)))
    ).do("ann 2-actions", "ann strike bow bob", "ann 5", "bob 6")
    assert far.asked == [("ann", "turn")]
    broken = against("riposte", wounds={"Body": 4}).do("ann strike axe bob", "ann 5", "bob 18")
    assert broken.asked == [("ann", "turn")]


@pytest.mark.clause("D11.11")
def test_a_foe_moved_out_of_reach_while_the_owner_is_asked_is_not_struck() -> None:
    """The choice was made before; the rule looks again, and nothing is used up."""
    table = (
        against("riposte")
        .do("ann strike axe bob", "ann 5", "bob 6")
        .act("set", persona="ann", field="zone", value="hill")
    )
    table.do("bob strike axe")
    assert table.asked == [("ann", "turn")]
    assert not table.events(AbilityUsed)


@pytest.mark.clause("D11.11")
def test_the_foe_defends_against_a_counter_attack_with_its_dice() -> None:
    """It is an attack like any other, interceptions too."""
    encounter = fight(
        person("ann", dice=(die("Gear", 6, "defence"),)),
        person("bob", "B", abilities=("riposte",)),
        person("cid", abilities=("guard",)),
    )
    table = Table(encounter).do(*STRIKE, "ann 5", "bob 6", "bob strike axe")
    assert table.asked == [("cid", "reaction interception")]
    table.do("cid no", "bob 10", "ann 10 6")
    assert table.events(StrikeResolved)[1].margin == -6


@pytest.mark.clause("D11.9")
def test_a_weapon_exhausts_in_the_own_turn_and_a_beat_readies_it() -> None:
    """An exhausted weapon makes no attack."""
    table = against().do("ann strike gun bob", "ann 5", "bob 6")
    assert table["ann"].exhausted == ["gun"]
    assert table.refusal("ann strike gun bob") == "D11.9"
    table.do("ann ready gun")
    assert table["ann"].exhausted == []
    assert "ready gun" not in table.options("ann")


@pytest.mark.clause("D11.2", "D11.9")
def test_an_exhausted_weapon_may_counter_and_a_counter_exhausts_none() -> None:
    """The text's free attack back."""
    table = against("riposte", weapons=("gun",), exhausted=("gun",)).do(
        "ann strike axe bob", "ann 5", "bob 6"
    )
    assert table.options("bob") == ["no", "strike gun"]
    fresh = against("riposte", weapons=("gun",)).do("ann strike axe bob", "ann 5", "bob 6", "bob strike gun")
    assert fresh["bob"].exhausted == []


# Interceptions


def guarded(*abilities: str, zone: str = "yard", others: tuple[Any, ...] = (), **cid: Any) -> Table:
    """Ann strikes Bob, and Cid could step in."""
    encounter = fight(
        person("ann", **ANN),
        person("bob", "B"),
        person("cid", "B", zone, abilities=abilities, **cid),
        *others,
    )
    return Table(encounter).do("ann 2-actions", "ann strike axe bob")


@pytest.mark.clause("D11.3", "D11.12")
def test_the_interceptor_becomes_the_target() -> None:
    """Its Body and dice defend, the wounds are its own, the first target's stay whole."""
    table = guarded("guard", body=6, spirit=3, dice=(die("Gear", 4, "defence"),)).do(
        "cid yes", "ann 20", "cid 1 1"
    )
    fell = table.events(StrikeResolved)[0]
    assert (fell.defence.roller, fell.defence.score, fell.intercepted_for) == ("cid", 6, "bob")
    assert (table["bob"].wounds["Body"], table["cid"].wounds["Body"]) == (0, 3)


@pytest.mark.clause("D11.3")
def test_a_declined_interception_leaves_the_target() -> None:
    """And the strike goes on at once."""
    table = guarded("guard").do("cid no")
    assert table.asked == [("ann", "throw"), ("bob", "throw")]


@pytest.mark.clause("D11.12")
@pytest.mark.parametrize(
    ("ability", "zone", "asked"),
    [
        ("guard", "yard", True),
        ("guard", "gate", False),
        ("far-guard", "road", True),
        ("far-guard", "hill", False),
    ],
)
def test_an_interceptor_must_be_near_the_ally(ability: str, zone: str, asked: bool) -> None:
    """Close unless the ability says more; the reach of the attack is not checked again."""
    table = guarded(ability, zone=zone)
    assert (("cid", "reaction interception") in table.asked) == asked
    if ability == "far-guard" and asked:
        table.do("cid yes", "ann 10", "cid 10")
        assert table["cid"].wounds["Body"] == 1


@pytest.mark.clause("D11.12", "D8.5")
def test_the_interceptors_own_cover_counts() -> None:
    """Not the first target's."""
    encounter = fight(
        person("ann", zone="gate", **ANN),
        person("bob", "B", cover="Crate"),
        person("cid", "B", abilities=("guard",)),
    )
    table = Table(encounter).do("ann 2-actions", "ann strike bow bob", "cid yes", "ann 10", "cid 10")
    assert table.events(StrikeResolved)[0].cover == 0


@pytest.mark.clause("D11.8")
def test_interceptors_are_asked_in_initiative_order_and_one_steps_in() -> None:
    """Dan is faster than Cid; when he steps in, Cid is not asked."""
    table = guarded("guard", spirit=3, others=(person("dan", "B", abilities=("guard",)),))
    encounter = table.session.encounter
    assert [one.id for one in in_initiative_order(encounter, [table["cid"], table["dan"]])] == ["dan", "cid"]
    assert table.asked == [("dan", "reaction interception")]
    assert table.do("dan yes").asked == [("ann", "throw"), ("dan", "throw")]


@pytest.mark.clause("D11.8")
def test_allies_come_before_the_target_and_others_after_it() -> None:
    """So that nothing of the first target is wasted."""
    encounter = fight(
        person("ann", **ANN),
        person("bob", "B", abilities=("brace",)),
        person("cid", "B", abilities=("guard",)),
        person("dan", "B", abilities=("guard", "brace")),
    )
    table = Table(encounter).do(*STRIKE)
    assert table.asked == [("cid", "reaction interception")]
    assert table.do("cid no").asked == [("dan", "reaction interception")]
    assert table.state.clash is not None
    assert table.state.clash.stepping_in == ["cid", "dan"]
    # Whoever is the target now may answer that trigger too (D4.9).
    assert table.do("dan yes").asked == [("dan", "reaction defence enhancement")]
    assert table.events(Intercepted)[0].persona == "dan"


def test_nobody_steps_in_for_oneself_or_for_a_foe() -> None:
    """The target and the attacker's allies are not asked."""
    encounter = fight(
        person("ann", **ANN), person("bob", "B", abilities=("guard",)), person("cid", abilities=("guard",))
    )
    assert Table(encounter).do(*STRIKE).asked == [("ann", "throw"), ("bob", "throw")]


def test_a_concealed_ally_is_not_asked_to_step_in() -> None:
    """Stepping in would show it, and the question would betray that it is near."""
    table = guarded("guard", concealment=20)
    assert table.asked == [("ann", "throw"), ("bob", "throw")]
    assert not table.events(AskedToStepIn)


def test_who_was_taken_away_while_asked_does_not_step_in() -> None:
    """A yes from far away comes too late, and the ability stays ready."""
    table = guarded("guard").act("set", persona="cid", field="zone", value="hill").do("cid yes")
    assert table.asked == [("ann", "throw"), ("bob", "throw")]
    assert not table.events(AbilityUsed)


def test_a_removed_ally_is_no_longer_shown_as_stepping_in() -> None:
    """The arrow on the plan would point at nobody."""
    table = guarded("guard", others=(person("dan", "B", abilities=("guard",)),)).act("remove", persona="dan")
    assert table.state.clash is not None
    assert table.state.clash.stepping_in == ["cid"]


# The target's own answers


@pytest.mark.clause("D11.6")
def test_a_nullified_attack_rolls_nothing_and_stays_paid() -> None:
    """The Action is spent, the TAD stays banked."""
    encounter = fight(person("ann", tad=8, **ANN), person("bob", "B", abilities=("hush",)))
    table = Table(encounter).do("ann 2-actions", "ann strike voice bob", "bob yes")
    assert table.events(StrikeStopped)[0].clause == "D11.6"
    assert table["ann"].tad is not None
    assert table.asked == [("ann", "turn")]
    assert table.state.turn is not None
    assert table.state.turn.actions == 1


@pytest.mark.clause("D11.6")
@pytest.mark.parametrize(
    ("weapon", "offered"), [("axe", False), ("taunt", False), ("voice", True), ("lash", True)]
)
def test_a_nullification_stops_only_the_natures_it_names(weapon: str, offered: bool) -> None:
    """Never a physical attack."""
    table = against("hush").do(f"ann strike {weapon} bob")
    assert (("bob", "reaction nullification") in table.asked) == offered


@pytest.mark.clause("D11.6")
def test_a_declined_nullification_lets_the_attack_fall() -> None:
    """With both rolls, as ever."""
    assert against("hush").do("ann strike voice bob", "bob no", "ann 10", "bob 5")["bob"].wounds["Mind"] == 1


@pytest.mark.clause("D11.4", "D11.12")
@pytest.mark.parametrize(("owner", "cancelled"), [("bob 9", False), ("bob 10", False), ("bob 11", True)])
def test_a_contested_nullification_must_be_strictly_higher(owner: str, cancelled: bool) -> None:
    """Will 4 against Spirit 4: an equal roll does not cancel, and the ability then rolls anew."""
    table = against("resist").do("ann strike lash bob", "bob yes", "ann 10", owner)
    rolled = table.events(NullificationRolled)[0]
    assert (rolled.user.basis, rolled.owner.basis, rolled.cancelled) == ("Will", "Spirit", cancelled)
    assert table.asked[0] == (("ann", "turn") if cancelled else ("ann", "throw"))


def test_only_abilities_are_answered_by_a_contested_nullification() -> None:
    """An axe and a plain taunt are none."""
    for weapon in ("axe", "taunt"):
        assert against("resist").do(f"ann strike {weapon} bob").asked[0] == ("ann", "throw")


@pytest.mark.clause("D11.4")
def test_a_cancelled_ability_has_no_effect_but_its_cooldown_runs() -> None:
    """What was paid stays paid (D4.10)."""
    encounter = fight(person("ann", abilities=("hex",)), person("bob", "B", abilities=("resist",)))
    table = Table(encounter).do("ann 2-actions", "ann use hex bob", "bob yes", "ann 5", "bob 10")
    assert table["bob"].marks == []
    assert table.refusal("ann use hex bob") == "D11.10"
    assert table["ann"].cooldowns["hex"] == 2


@pytest.mark.clause("D11.5")
def test_a_raised_defence_adds_its_dice() -> None:
    """Before the roll, still one die a type and under the cap."""
    table = against("brace", dice=(die("Magic", 4, "defence"), die("Gear", 6, "defence")))
    table.do("ann strike axe bob", "bob yes", "ann 10", "bob 10 6 8")
    assert [f"{one.type} d{one.size}" for one in table.events(StrikeResolved)[0].defence.dice] == [
        "Gear d6",
        "Magic d8",
    ]


@pytest.mark.clause("D11.5", "D3.3")
def test_a_raised_defence_is_capped() -> None:
    """Body 1: the defender chooses one of its dice."""
    table = against("brace", body=1, dice=(die("Gear", 6, "defence"),)).do("ann strike axe bob", "bob yes")
    assert table.options("bob") == ["dice Gear", "dice Magic"]


@pytest.mark.clause("D11.8")
def test_one_reaction_a_persona_and_trigger() -> None:
    """Who has nullified or rolled against it raises no defence as well; who declined may."""
    both = against("resist", "brace").do("ann strike lash bob", "bob yes", "ann 10", "bob 5")
    assert both.asked == [("ann", "throw"), ("bob", "throw")]
    declined = against("resist", "brace").do("ann strike lash bob", "bob no")
    assert declined.asked == [("bob", "reaction defence enhancement")]
    # A Critical Block is one trigger: a counter-attack made, no bonus turn is offered.
    parried = against("turned-blade", "poise").do("ann strike axe bob", "ann 1", "bob 19")
    assert parried.do("bob strike axe", "bob 1", "ann 10").asked == [("ann", "turn")]
    declined = against("turned-blade", "poise").do("ann strike axe bob", "ann 1", "bob 19", "bob no")
    assert declined.asked == [("bob", "reaction bonus turn")]


# Cooldowns


@pytest.mark.clause("D11.10")
def test_a_used_reaction_is_ready_again_when_the_owners_next_turn_has_begun() -> None:
    """Cooldown 1, used in a foe's turn: not again in that turn, and again after the own turn's start."""
    table = against("brace").do("ann strike axe bob", "bob yes", "ann 5", "bob 6 1")
    assert table.do("ann strike bow bob").asked[0] == ("ann", "throw")
    table.do("ann 5", "bob 6", "ann end")
    brace = table.session.encounter.book.abilities["brace"]
    assert table.asked == [("bob", "split")]
    assert is_ready(table["bob"], brace)


@pytest.mark.clause("D11.10")
def test_once_an_encounter_is_once() -> None:
    """However many turns begin."""
    table = against("once").do(
        "ann strike axe bob", "ann 5", "bob 6", "bob strike axe", "bob 5", "ann 6", "ann end"
    )
    table.do("bob 2-actions", "bob end")
    table.lanes("Mid")
    assert table.do(*STRIKE, "ann 5", "bob 6").asked == [("ann", "turn")]
