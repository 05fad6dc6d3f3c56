"""Setup Actions, Company Assist, and the life of a Tactical Augment Die."""

from __future__ import annotations

from typing import Any

import pytest

from affray.kernel.clauses import carriers
from affray.kernel.reasons import Reason
from affray.systems.d20plus.events import SetUp, SetupRefused, StrikeResolved, StrikeStopped, TadExpired
from affray.systems.d20plus.setup import kept_size, tad_size
from affray.systems.d20plus.state import Persona
from tests.systems.d20plus.fights import Table, die, fight, person


def table_of(*others: Any, lanes: str = "Mid", rulings: dict[str, Any] | None = None, **ann: Any) -> Table:
    """Ann acts first, with Skills of 4, against Bob."""
    return Table(fight(person("ann", spirit=9, **ann), person("bob", "B"), *others, **(rulings or {})), lanes)


def size(persona: Persona) -> int | None:
    """The TAD that is banked."""
    return None if persona.tad is None else persona.tad.size


def idle(table: Table, *seats: str) -> Table:
    """These end their turns at once."""
    for seat in seats:
        table.do(f"{seat} 2-actions", f"{seat} end")
    return table


@pytest.mark.clause("D10.2")
@pytest.mark.parametrize(
    ("score", "die_size"),
    [(14, 0), (15, 4), (19, 4), (20, 6), (24, 6), (25, 8), (30, 10), (34, 10), (35, 12), (60, 12)],
)
def test_the_ladder(score: int, die_size: int) -> None:
    """14 none, 15 d4, 24 d6, 25 d8, 35 d12."""
    assert tad_size(score, (15, 20, 25, 30, 35)) == die_size


@pytest.mark.clause("D10.1", "D10.2")
@pytest.mark.parametrize(("face", "banked"), [(10, None), (11, 4), (16, 6), (20, 10)])
def test_a_setup_banks_what_its_check_gives(face: int, banked: int | None) -> None:
    """Logic 4: 10 + 4 gives nothing, a natural 20 counts 34."""
    table = table_of().do("ann 2-actions", "ann setup Logic", f"ann {face}")
    assert size(table["ann"]) == banked


@pytest.mark.clause("D10.1")
def test_a_setup_needs_no_reach_and_rolls_the_dice_of_a_check() -> None:
    """A foe two zones off does not matter; a "setup" die and a Skill die count."""
    table = table_of(zone="hill", dice=(die("Gear", 6, "setup"), die("Magic", 4, "Logic")))
    table.do("ann 2-actions", "ann setup Logic", "ann 5 6 4")
    assert size(table["ann"]) == 4


@pytest.mark.clause("D10.3")
@pytest.mark.parametrize("defence", ["bob 5", "bob 19"])
def test_the_tad_joins_the_next_attack_and_is_used_up_hit_or_miss(defence: str) -> None:
    """Exactly once, whoever clicks."""
    table = table_of().do(
        "ann 2-actions", "ann setup Logic", "ann 16", "ann strike axe bob", "ann 10 6", defence
    )
    assert [one.type for one in table.events(StrikeResolved)[0].attack.dice] == ["Tactic"]
    assert table["ann"].tad is None


@pytest.mark.clause("D10.3", "D4.11")
def test_the_tad_joins_a_contested_check_taken_as_an_action() -> None:
    """Not only attacks qualify."""
    table = table_of(tad=8).do("ann 2-actions", "ann check Logic bob", "gm Logic", "ann 10 8", "bob 10")
    assert table["ann"].tad is None


@pytest.mark.clause("D10.1", "D10.3")
def test_neither_a_setup_nor_a_counter_attack_rolls_the_tad() -> None:
    """It stays for the next Action."""
    table = table_of(tad=8).do("ann 2-actions", "ann setup Logic", "ann 5")
    assert size(table["ann"]) == 8
    encounter = fight(person("ann", spirit=9), person("bob", "B", abilities=("riposte",), tad=6))
    counter = Table(encounter).do(
        "ann 2-actions", "ann strike axe bob", "bob keep", "ann 5", "bob 6", "bob strike axe"
    )
    counter.do("bob 10", "ann 5")
    assert size(counter["bob"]) == 6


def test_a_check_of_the_gms_and_a_search_do_not_roll_the_tad() -> None:
    """They are no Actions."""
    table = table_of(person("cid", "B", concealment=30), tad=8).do("ann 2-actions", "ann locate cid", "ann 5")
    table.act("check", persona="ann", skill="Logic", target_number=15).do("ann 5")
    assert size(table["ann"]) == 8


@pytest.mark.clause("D10.3", "D3.3")
def test_left_out_by_the_cap_it_stays() -> None:
    """Body 1: the larger Gear die is brought, the TAD is kept."""
    table = table_of(body=1, dice=(die("Gear", 8),), tad=4).do("ann 2-actions", "ann strike axe bob")
    table.do("ann dice Gear", "ann 10 1", "bob 1")
    assert size(table["ann"]) == 4


@pytest.mark.clause("D10.3")
def test_unused_until_the_end_of_the_next_turn_it_is_gone() -> None:
    """Setup in turn 1, nothing until the end of turn 2."""
    table = table_of().do("ann 2-actions", "ann setup Logic", "ann 16", "ann end")
    assert size(table["ann"]) == 6
    idle(table, "bob").lanes("Mid")
    table.do("ann 2-actions")
    assert size(table["ann"]) == 6
    table.do("ann end")
    assert size(table["ann"]) is None
    assert len(table.events(TadExpired)) == 1


@pytest.mark.clause("D10.4", "D10.3")
def test_an_assist_goes_to_the_ally_and_ends_with_its_first_turn() -> None:
    """Given before the ally's turn: gone at the end of that turn. Given after it: after the next."""
    table = table_of(person("cid", zone="moor")).do("ann 2-actions", "ann setup Logic cid", "ann 16")
    assert (size(table["ann"]), size(table["cid"])) == (None, 6)
    idle(table.do("ann end"), "bob")
    assert idle(table, "cid")["cid"].tad is None
    first = Table(fight(person("ann"), person("cid", spirit=9), person("bob", "B")))
    idle(first, "cid").do("ann 2-actions", "ann setup Logic cid", "ann 16", "ann end")
    idle(first, "bob").lanes("Mid")
    first.do("cid 2-actions")
    assert size(first["cid"]) == 6
    assert first.do("cid end")["cid"].tad is None


@pytest.mark.clause("D10.4")
def test_an_assist_goes_only_to_an_ally_that_is_not_out() -> None:
    """Said before the roll; no foe, nobody Out."""
    table = table_of(person("cid", spirit=3), person("dan", spirit=2))
    table.act("set", persona="cid", field="out", value=True).do("ann 2-actions")
    assert [o for o in table.options("ann") if o.startswith("setup Logic")] == [
        "setup Logic",
        "setup Logic dan",
    ]


@pytest.mark.clause("D10.4", "D6.9")
@pytest.mark.parametrize("gone", ["remove", "out"])
def test_an_assist_to_an_ally_who_leaves_meanwhile_is_lost(gone: str) -> None:
    """It was declared for the ally, so it does not fall to the giver; the Action stays spent."""
    table = table_of(person("cid", spirit=3)).do("ann 2-actions", "ann setup Logic cid")
    if gone == "remove":
        table.act("remove", persona="cid")
    else:
        table.act("set", persona="cid", field="out", value=True)
    table.do("ann 16")
    assert table["ann"].tad is None
    assert not table.events(SetUp)
    assert len(table.events(StrikeStopped)) == 1
    assert table.asked == [("ann", "turn")]


@pytest.mark.clause("D10.1")
def test_a_setup_whose_roller_leaves_while_the_dice_fall_comes_to_nothing() -> None:
    """Nobody is left to hold a die."""
    table = (
        table_of(person("cid", spirit=3)).do("ann 2-actions", "ann setup Logic").act("remove", persona="ann")
    )
    table.do("ann 16")
    assert table.asked == [("bob", "split")]


@pytest.mark.clause("D10.1")
@pytest.mark.parametrize(("face", "kept"), [(16, 8), (20, 10), (5, 8)])
def test_one_tad_a_persona_the_larger_stays(face: int, kept: int) -> None:
    """d8 banked: d6 changes nothing, d10 replaces it."""
    assert size(table_of(tad=8).do("ann 2-actions", "ann setup Logic", f"ann {face}")["ann"]) == kept


@pytest.mark.clause("D10.3")
def test_of_equals_the_newer_stays() -> None:
    """So it lasts as long as one banked now."""
    table = table_of(tad=6).do("ann 2-actions", "ann setup Logic", "ann 16", "ann end")
    assert size(table["ann"]) == 6
    assert kept_size(table["ann"], 6) == 6
    older = table_of(tad=8).do("ann 2-actions", "ann setup Logic", "ann 16", "ann end")
    assert older["ann"].tad is None


def test_each_part_of_the_tads_clause_has_its_function() -> None:
    """It joins, it is used up, it expires, and of two the larger stays."""
    parts = {"tad_die", "use_tad", "expire_tad", "kept_size"}
    assert {part.__name__ for part in carriers("D10.3")} == parts


@pytest.mark.clause("D10.5")
def test_a_holder_may_bring_its_tad_to_a_defence() -> None:
    """Brought: rolled and used up. Kept, the default: still banked. Nobody else is asked."""
    kept = table_of(person("cid", "B"), tad=None).act("set", persona="bob", field="tad", value=6)
    kept.do("ann 2-actions", "ann strike axe bob")
    assert (kept.asked, kept.options("bob")) == ([("bob", "dice")], ["keep", "bring"])
    pending = kept.session.pending
    assert pending is not None
    assert pending.request.choices[0].default == "keep"  # type: ignore[union-attr]
    kept.do("bob keep", "ann 1", "bob 19")
    assert size(kept["bob"]) == 6
    left = kept.events(StrikeResolved)[0].defence.left
    assert [(one.die.type, one.die.size, one.why) for one in left] == [
        ("Tactic", 6, Reason("TAD kept", "D10.5"))
    ]
    brought = table_of().act("set", persona="bob", field="tad", value=6)
    brought.do("ann 2-actions", "ann strike axe bob", "bob bring", "ann 19", "bob 1 6")
    assert brought["bob"].tad is None
    assert brought.events(StrikeResolved)[0].defence.left == ()
    assert [one.type for one in brought.events(StrikeResolved)[0].defence.dice] == ["Tactic"]


@pytest.mark.clause("D10.5", "D3.3")
def test_where_the_cap_bites_the_tad_takes_the_place_of_another_die() -> None:
    """Body 1 with a Gear die: the one or the other, by default the one that costs nothing."""
    encounter = fight(person("ann", spirit=9), person("bob", "B", body=1, dice=(die("Gear", 4),), tad=8))
    table = Table(encounter).do("ann 2-actions", "ann strike axe bob")
    assert table.options("bob") == ["dice Gear", "bring dice Tactic"]
    table.do("bob bring dice Tactic", "ann 1", "bob 19 8")
    assert table["bob"].tad is None


@pytest.mark.clause("D10.5")
def test_a_tactic_die_of_the_sheet_is_no_banked_tad() -> None:
    """Bringing it must not use up the TAD, and the default keeps the TAD."""
    encounter = fight(
        person("ann", spirit=9), person("bob", "B", body=1, dice=(die("Gear", 4), die("Tactic", 6)), tad=8)
    )
    table = Table(encounter).do("ann 2-actions", "ann strike axe bob")
    assert table.options("bob") == ["dice Tactic", "dice Gear", "bring dice Tactic"]
    table.do("bob dice Tactic", "ann 1", "bob 19 6")
    assert size(table["bob"]) == 8
    left = [(one.die.size, one.why.key) for one in table.events(StrikeResolved)[0].defence.left]
    assert left == [(4, "over cap"), (8, "TAD kept")]


@pytest.mark.clause("D10.3", "D10.4")
def test_a_throw_knows_who_gave_its_tad() -> None:
    """The ally, oneself, or the GM; a throw without one names nobody."""
    table = table_of(person("cid"))
    table.do("ann 2-actions", "ann setup Logic cid", "ann 16", "ann strike axe bob", "ann 10", "bob 1")
    table.do(
        "ann end", "bob 2-actions", "bob end", "cid 2-actions", "cid strike axe bob", "cid 10 6", "bob 1"
    )
    table.act("set", persona="cid", field="tad", value=8)
    table.act("override", seat="cid", option="strike axe bob").do("cid 10 8", "bob 1")
    assert [strike.attack.giver for strike in table.events(StrikeResolved)] == ["", "ann", "gm"]
    own = table_of().do(
        "ann 2-actions", "ann setup Logic", "ann 16", "ann strike axe bob", "ann 10 6", "bob 1"
    )
    assert own.events(StrikeResolved)[0].attack.giver == "ann"


def test_a_defender_at_zero_is_not_asked_for_its_tad() -> None:
    """Its cap is 0: it can bring nothing."""
    encounter = fight(person("ann", spirit=9), person("bob", "B", wounds={"Body": 4}, tad=8))
    table = Table(encounter).do("ann 2-actions", "ann strike axe bob")
    assert table.asked == [("ann", "throw"), ("bob", "throw")]


@pytest.mark.clause("D10.6")
def test_the_gm_may_refuse_a_setups_skill_before_it_is_paid() -> None:
    """Refused, that Skill is no Setup this turn, nothing is spent, and the player chooses again."""
    table = table_of(rulings={"gm_approves_setups": True}).do("ann 2-actions", "ann setup Knowledge")
    assert table.asked == [("gm", "setup skill")]
    table.do("gm refuse")
    turn = table.state.turn
    assert turn is not None
    assert (turn.actions, len(table.events(SetupRefused))) == (2, 1)
    assert table.refusal("ann setup Knowledge") == "D10.6"
    table.do("ann setup Logic", "gm allow", "ann 16")
    assert size(table["ann"]) == 6


@pytest.mark.clause("D10.6")
def test_by_default_the_players_choice_stands() -> None:
    """The GM is not asked about every Setup."""
    assert table_of().do("ann 2-actions", "ann setup Knowledge").asked == [("ann", "throw")]
