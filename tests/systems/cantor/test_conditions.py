"""What conditions bar, how long they last, and what clears them."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from affray.systems.cantor import events as e
from affray.systems.cantor.actions import mendable
from affray.systems.cantor.book import TIMED, LastingName
from affray.systems.cantor.conditions import (
    cannot_act,
    cannot_attack,
    cannot_move,
    cannot_react,
    clearable,
    fracture_of,
    gain,
    impaired,
    last_turn,
)
from affray.systems.cantor.movement import may_not_walk, speed_of
from affray.systems.cantor.reactions import BRACE, offer_brace
from affray.systems.cantor.state import Condition
from affray.systems.cantor.targets import cannot_be_targeted
from tests.systems.cantor.fights import Table, fight, give, person, run

NEAR = "......\nAB....\n......"


def duel(*conditions: str, board: str = NEAR, bob: Any = None, **ann: Any) -> Table:
    """Ann with these conditions has the first turn."""
    return Table(fight(board, person("ann", conditions=conditions, **ann), person("bob", "B", **(bob or {}))))


# Slowed, Immobilized, Stunned


@pytest.mark.clause("C2.1")
@pytest.mark.parametrize(("speed", "slowed"), [(5, 3), (4, 2), (1, 1), (0, 0), (2, 1)])
def test_slowed_halves_the_move_rounded_up(speed: int, slowed: int) -> None:
    """And leaves at least one."""
    encounter = fight(NEAR, person("ann", speed=speed), person("bob", "B"))
    ann = encounter.state.units["ann"]
    assert speed_of(encounter, ann) == speed
    assert speed_of(encounter, give(ann, "Slowed")) == slowed


@pytest.mark.clause("C2.1")
def test_slowed_one_hex_is_always_possible_also_a_difficult_one() -> None:
    """Speed 1 reaches no difficult hex; Slowed it does, and only one."""
    table = duel(board="A::\n#..\n..B", speed=1)
    assert table.options("ann", "move") == []
    table = duel("Slowed", board="A::\n#..\n..B", speed=1)
    assert table.options("ann", "move") == ["move B1"]
    table = duel("Slowed", board="A::\n#..\n..B", speed=5)
    assert table.options("ann", "move") == ["move B1", "move B2"]


@pytest.mark.clause("C3.3")
def test_slowed_no_boost() -> None:
    """The Move is there."""
    table = duel("Slowed")
    assert table.options("ann", "boost") == []
    assert table.refusal("ann boost A2") == "C2.1"
    assert table.options("ann", "move")


@pytest.mark.clause("C2.2", "C3.3")
def test_immobilized_bars_move_and_boost_and_standing_up() -> None:
    """Everything else goes."""
    table = duel("Immobilized", "Prone")
    for answer in ("move A1", "boost A1", "stand"):
        assert table.refusal(f"ann {answer}") == "C2.2"
    assert "skirmish rod bob" in table.options("ann")


@pytest.mark.clause("C2.3", "C3.2")
def test_stunned_bars_everything_but_the_end_of_the_turn() -> None:
    """Free actions too; the turn is taken all the same, and Stunned ends with it."""
    people = person("ann", conditions=("Stunned",), tokens=1), person("bob", "B"), person("cid", at="F3")
    table = Table(fight(NEAR, *people))
    table.turn_of("ann")
    assert table.options("ann") == ["end"]
    for answer in ("move A1", "skirmish rod bob", "token cid", "bolster ann", "brace", "hide"):
        assert table.refusal(f"ann {answer}") == "C2.3"
    table.do("ann end")
    assert not table["ann"].has("Stunned")


@pytest.mark.clause("C2.3")
def test_a_stunned_grappler_does_not_let_go() -> None:
    """Releasing is a Free action, and Free actions are barred."""
    table = duel("Stunned", grapples="bob")
    assert table.refusal("ann release") == "C2.3"


@pytest.mark.clause("C2.3", "C2.4")
@pytest.mark.parametrize("name", ["Stunned", "Jammed"])
def test_stunned_and_jammed_bar_reactions(name: str) -> None:
    """The Reaction is not spent."""
    encounter = fight(NEAR, person("ann"), person("bob", "B"))
    bob = encounter.state.units["bob"]
    assert cannot_react(encounter, bob) is None
    why = cannot_react(encounter, give(bob, name))
    assert why is not None
    assert (why.key, bob.reaction) == (name, True)


# Jammed


@pytest.mark.clause("C2.4")
def test_jammed_bars_all_attacks_but_the_bare_ones_and_tech() -> None:
    """Sonic is an attack, Lock On is tech."""
    table = duel("Jammed", arts=("hack", "hum"), weapons=("rod", "gun"), band=1)
    for answer in ("skirmish rod bob", "barrage rod bob", "art hack bob", "art hum bob", "lock-on bob"):
        assert table.refusal(f"ann {answer}") == "C2.4"
    assert {"improvised bob", "ram bob", "grapple bob", "bolster ann", "cooldown"} <= set(
        table.options("ann")
    )
    assert table.refusal("ann brace") == "C2.4"


@pytest.mark.clause("C2.4")
@pytest.mark.parametrize("kind", ["melee", "ranged", "tech", "sonic", "improvised", "grapple", "ram"])
def test_what_jammed_bars(kind: str) -> None:
    """Every kind by itself."""
    encounter = fight(NEAR, person("ann", conditions=("Jammed",)), person("bob", "B"))
    barred = cannot_attack(encounter, encounter.state.units["ann"], kind) is not None
    assert barred is (kind in ("melee", "ranged", "tech", "sonic"))


@pytest.mark.clause("C2.4", "C4.8")
def test_jammed_bars_no_bond_move_and_no_escape() -> None:
    """Both are no attacks."""
    table = duel("Jammed", band=4, fractured=True)
    assert "bond-move" in table.options("ann")
    table = Table(fight(NEAR, person("ann", conditions=("Jammed",)), person("bob", "B", grapples="ann")))
    assert "escape" in table.options("ann")


# Impaired, Hidden, Prone


@pytest.mark.clause("C2.5", "C3.9")
def test_impaired_takes_2_off_attacks_and_saves() -> None:
    """12 − 2 against a save of 11."""
    table = duel("Impaired")
    assert impaired(table["ann"]) == -2
    table.act("check", unit="ann", target=11).do("ann 12")
    (saved,) = table.events(e.Saved)
    assert (saved.roll.total, saved.success) == (10, False)
    table.do("ann skirmish rod bob", "ann 11")
    assert table.events(e.AttackRolled)[0].roll.total == 9


@pytest.mark.clause("C2.8", "C2.16")
def test_hidden_and_out_cannot_be_targeted() -> None:
    """By the other side; its own sees it."""
    encounter = fight("A..B\n...D", person("ann"), person("bob", "B"), person("dan", "B"))
    ann, bob, dan = encounter.state.units.values()
    assert cannot_be_targeted(bob, ann) is None
    give(bob, "Hidden")
    why = cannot_be_targeted(bob, ann)
    assert why is not None
    assert why.clause == "C2.8"
    assert cannot_be_targeted(bob, dan) is None
    bob.out = "defeated"
    why = cannot_be_targeted(bob, dan)
    assert why is not None
    assert why.clause == "C2.16"


@pytest.mark.clause("C2.10")
def test_standing_takes_the_move_and_is_no_movement() -> None:
    """Until then there is no Move and no Boost; afterwards the Move is spent, and Boost is not."""
    table = duel("Prone", "Slowed")
    assert table.refusal("ann move A1") == "C2.10"
    assert table.refusal("ann boost A1") == "C2.1"
    table = duel("Prone")
    assert table.refusal("ann boost A1") == "C2.10"
    table.do("ann stand")
    assert not table["ann"].has("Prone")
    assert not table.events(e.Moved)
    assert table.refusal("ann move A1") == "C3.1"
    assert "boost A1" in table.options("ann")


@pytest.mark.clause("C2.10")
def test_after_the_move_nobody_stands_up() -> None:
    """Knocked down by an Overwatch after the Move is spent, one stays down."""
    table = duel().do("ann move A1", "bob no").act("condition", unit="ann", condition="Prone", on=True)
    assert may_not_walk(table["ann"]) is not None
    assert table.refusal("ann stand") == "C3.1"


@pytest.mark.clause("C2.17")
@pytest.mark.parametrize("name", get_args(LastingName))
def test_one_condition_never_stacks_with_itself(name: str) -> None:
    """Prone is not gained twice, nor any other that has no end."""
    encounter = fight(NEAR, person("ann"), person("bob", "B"))
    ann = encounter.state.units["ann"]
    gain(encounter, ann, name, "bob")
    gain(encounter, ann, name, "bob")
    assert [one.name for one in ann.conditions] == [name]


# How long


@pytest.mark.clause("C2.17")
@pytest.mark.parametrize("name", TIMED)
def test_got_between_turns_it_ends_with_the_coming_turn(name: str) -> None:
    """Before Ann's first turn."""
    table = duel().act("condition", unit="bob", condition=name, on=True)
    table.do("ann end")
    assert table["bob"].has(name)
    table.do("bob end")
    assert not table["bob"].has(name)
    (ended,) = [event.ended for event in table.events(e.TurnEnded) if event.unit == "bob"]
    assert ended == (name,)


@pytest.mark.clause("C2.17")
@pytest.mark.parametrize("name", TIMED)
def test_got_in_ones_own_turn_it_ends_with_the_next(name: str) -> None:
    """It outlives the turn under way."""
    table = duel().act("condition", unit="ann", condition=name, on=True)
    table.do("ann end")
    assert table["ann"].has(name)
    table.turn_of("ann").do("ann end")
    assert not table["ann"].has(name)


@pytest.mark.clause("C2.17", "C3.12")
def test_got_by_a_reaction_in_the_own_turn_it_ends_with_the_next() -> None:
    """Stunned by an Overwatch in round 1, through round 2."""
    table = duel(bob={"weapons": ("stunner",)})
    table.do("ann move A1", "bob overwatch stunner", "bob 20", "ann no")
    assert table["ann"].has("Stunned")
    assert table.at("ann") == "A2"
    table.do("ann end").turn_of("ann")
    assert table.options("ann") == ["end"]
    table.do("ann end")
    assert not table["ann"].has("Stunned")


@pytest.mark.clause("C2.17")
def test_a_turn_is_one_activation() -> None:
    """A boss with two turns a round is rid of it after the first of them."""
    table = duel(bob={"sheet": {"activations": 2}}).act(
        "condition", unit="bob", condition="Impaired", on=True
    )
    table.do("ann end", "bob end")
    assert not table["bob"].has("Impaired")
    assert table.asked == [("bob", "turn")]
    assert table.state.round == 1


@pytest.mark.clause("C2.17")
def test_the_later_end_wins() -> None:
    """Got between turns and again in the own turn: it ends with the next."""
    table = duel().act("condition", unit="bob", condition="Slowed", on=True).do("ann end")
    table.act("condition", unit="bob", condition="Slowed", on=True)
    assert [(one.name, one.until) for one in table["bob"].conditions] == [("Slowed", 2)]
    table.do("bob end")
    assert table["bob"].has("Slowed")
    table.turn_of("bob").do("bob end")
    assert not table["bob"].has("Slowed")


@pytest.mark.clause("C2.17")
def test_the_earlier_end_never_shortens_the_later() -> None:
    """Whatever order they come in."""
    encounter = fight(NEAR, person("ann"), person("bob", "B"))
    ann = encounter.state.units["ann"]
    ann.conditions.append(Condition("Slowed", "timed", 5))
    assert last_turn(ann) == 1
    gain(encounter, ann, "Slowed", "bob")
    assert [one.until for one in ann.conditions] == [5]


@pytest.mark.clause("C2.17")
def test_lasting_conditions_outlive_turns_and_rounds() -> None:
    """Lock On, Bolster, Prone, Invisible."""
    names = ("Lock On", "Bolster", "Prone", "Invisible")
    table = duel()
    for name in names:
        table.act("condition", unit="ann", condition=name, on=True)
    table.end_round().end_round()
    assert table.names("ann") == set(names)


@pytest.mark.clause("C2.14", "C2.15", "C3.2", "C3.6")
def test_braced_and_disengaged_end_on_a_new_round_and_the_reaction_is_back() -> None:
    """Not with the turn."""
    table = duel().do("ann brace", "ann disengage", "ann end")
    assert (table.names("ann"), table["ann"].reaction) == ({"Braced", "Disengaged"}, False)
    table.do("bob skirmish gun ann", "bob 1 1").end_round()
    assert (table.names("ann"), table["ann"].reaction) == (set(), True)
    table.do("ann end", "bob skirmish rod ann", "bob 20", "ann no", "bob 6")
    assert table["ann"].hp == 14


@pytest.mark.clause("C2.16")
def test_a_bearer_that_is_removed_takes_its_conditions_along() -> None:
    """And a timed one of somebody else stays as it is."""
    table = Table(
        fight(
            "A.B.C",
            person("ann", conditions=("Slowed",)),
            person("bob", "B", conditions=("Slowed", "Prone")),
            person("cid", "B"),
        )
    )
    table.act("remove", unit="bob").do("ann end")
    assert set(table.state.units) == {"ann", "cid"}
    table.act("damage", unit="cid", amount=50)
    assert table["cid"].conditions == []


# Imposed conditions


def imposed(cause: Any) -> Table:
    """Ann is Immobilized by her Fracture, or by Bob's grapple."""
    if cause == "Fracture":
        return duel(band=4, fractured=True)
    return Table(fight(NEAR, person("ann"), person("bob", "B", grapples="ann")))


@pytest.mark.clause("C2.18")
@pytest.mark.parametrize("cause", ["Fracture", "grapple"])
def test_nothing_else_clears_what_a_cause_imposes(cause: str) -> None:
    """Not the end of turns, not Stabilize, not the GM."""
    table = imposed(cause)
    assert [one.cause for one in table["ann"].conditions] == [cause]
    assert clearable(table["ann"]) == []
    assert table.refusal("ann stabilize") == "C2.18"
    assert table.act_refused("condition", unit="ann", condition="Immobilized", on=False) == "C2.18"
    table.end_round().end_round()
    assert table["ann"].has("Immobilized")
    assert cannot_move(table["ann"]) is not None


@pytest.mark.clause("C2.17", "C2.18")
@pytest.mark.parametrize("cause", ["Fracture", "grapple"])
def test_a_timed_source_ends_and_the_imposed_one_stays(cause: str) -> None:
    """The turn does not say that Immobilized is over."""
    table = imposed(cause).act("condition", unit="ann", condition="Immobilized", on=True)
    assert {one.cause for one in table["ann"].conditions} == {cause, "timed"}
    table.end_round().end_round()
    assert [one.cause for one in table["ann"].conditions] == [cause]
    assert all("Immobilized" not in event.ended for event in table.events(e.TurnEnded))


@pytest.mark.clause("C2.18", "C4.1")
def test_a_timed_source_outlives_the_cause() -> None:
    """Bond Move ends what Granite Lock imposes, and nothing else."""
    table = imposed("Fracture").act("condition", unit="ann", condition="Immobilized", on=True)
    table.do("ann bond-move")
    assert [one.cause for one in table["ann"].conditions] == ["timed"]


@pytest.mark.clause("C2.18", "C3.7")
def test_clearing_a_condition_clears_its_other_sources_at_once() -> None:
    """However many there were."""
    table = duel("Slowed", "Prone")
    table["ann"].conditions.append(Condition("Slowed", "own rule"))
    table.do("ann stabilize", "ann clear Slowed")
    assert table.names("ann") == {"Prone"}


# Stabilize


@pytest.mark.clause("C3.7")
def test_stabilize_clears_burn_and_one_condition_of_its_choice() -> None:
    """A Full action."""
    table = duel("Slowed", "Prone", "Lock On", burn=4).do("ann stabilize")
    assert table["ann"].burn == 0
    assert table.options("ann") == ["clear Slowed", "clear Prone", "clear Lock On"]
    table.do("ann clear Lock On")
    assert table.names("ann") == {"Slowed", "Prone"}
    assert table.refusal("ann bolster ann") == "C3.1"


@pytest.mark.clause("C3.7")
def test_stabilize_takes_nothing_that_helps() -> None:
    """Burn goes, and Bolster, Invisible and the like stay; alone they are no reason for it."""
    helpful = ("Bolster", "Invisible", "Disengaged", "Braced")
    table = duel(*helpful, burn=2)
    assert mendable(table["ann"]) == []
    table.do("ann stabilize")
    assert (table["ann"].burn, table.names("ann")) == (0, set(helpful))
    assert duel(*helpful).refusal("ann stabilize") == "C3.7"
    assert duel().refusal("ann stabilize") == "C3.7"


@pytest.mark.clause("C2.3")
def test_a_stunned_unit_cannot_stabilize() -> None:
    """Nor clear Stunned by it."""
    table = duel("Stunned")
    assert cannot_act(table["ann"]) is not None
    assert table.refusal("ann stabilize") == "C2.3"


# Fractures: all seven


@pytest.mark.clause("C4.5")
@pytest.mark.parametrize(
    ("stone", "name"),
    [
        ("Granite", "Immobilized"),
        ("Carnelian", "Slowed"),
        ("Pyrite", "Impaired"),
        ("Malachite", None),
        ("Lapis", None),
        ("Obsidian", None),
        ("Quartz", "Jammed"),
    ],
)
def test_what_the_seven_fractures_impose(stone: str, name: str | None) -> None:
    """From the start of the turn that begins at band 4."""
    table = duel(stone=stone, band=4)
    assert table["ann"].fractured
    fracture = fracture_of(table.fight, table["ann"])
    assert fracture is not None
    assert (fracture.stone, fracture.imposes) == (stone, name)
    assert [(one.name, one.cause) for one in table["ann"].conditions] == (
        [] if name is None else [(name, "Fracture")]
    )


@pytest.mark.clause("C4.5")
def test_malachite_bars_reactions_tech_and_sonic() -> None:
    """Weapons, Ram and the rest go on."""
    table = duel(stone="Malachite", band=4, arts=("hack", "hum"))
    for answer in ("art hack bob", "art hum bob", "lock-on bob", "brace"):
        assert table.refusal(f"ann {answer}") == "C4.5"
    assert {"skirmish rod bob", "ram bob", "improvised bob"} <= set(table.options("ann"))
    why = cannot_react(table.fight, table["ann"])
    assert why is not None
    assert why.about == ("Malachite Closed Air", "reactions")


@pytest.mark.clause("C4.5", "C2.4")
def test_quartz_silence_bars_as_jammed_does() -> None:
    """Skirmish is refused, Ram and Bond Move are not."""
    table = duel(stone="Quartz", band=4)
    assert table.refusal("ann skirmish rod bob") == "C2.4"
    assert {"ram bob", "bond-move"} <= set(table.options("ann"))


@pytest.mark.clause("C4.5", "C2.5", "C2.1")
def test_pyrite_takes_2_off_and_carnelian_halves_the_move() -> None:
    """As Impaired and Slowed do."""
    table = duel(stone="Pyrite", band=4).do("ann skirmish rod bob", "ann 11")
    assert table.events(e.AttackRolled)[0].roll.total == 9
    table = duel(stone="Carnelian", band=4, speed=5)
    assert speed_of(table.fight, table["ann"]) == 3
    assert table.options("ann", "boost") == []


@pytest.mark.clause("C3.6")
def test_a_brace_that_the_gm_has_barred_meanwhile_comes_to_nothing() -> None:
    """Jammed between the question and the answer."""
    encounter = fight(NEAR, person("ann"), person("bob", "B"))
    procedure = offer_brace(encounter, "bob", "ann", "Rod")
    next(procedure)
    bob = give(encounter.state.units["bob"], "Jammed")
    with pytest.raises(StopIteration):
        procedure.send(BRACE)
    assert (bob.reaction, bob.has("Braced")) == (True, False)
    run(encounter, offer_brace(encounter, "bob", "ann", "Rod"))
