"""The band, the Fracture, Bond Move, Oaths and the Choir Moment, Cooldown and Stress."""

from __future__ import annotations

from typing import Any

import pytest

from affray.systems.cantor import events as e
from affray.systems.cantor.resonance import (
    build,
    cooldown_cost,
    give_token,
    may_not_bond,
    may_not_cool_down,
    may_not_give_token,
)
from tests.systems.cantor.fights import Table, fight, give, person

FIELD = "A..B\nC...\nD..."


def duel(board: str = "A..B", bob: Any = None, **ann: Any) -> Table:
    """Ann has the first turn; her stone is Lapis, which bars nothing."""
    ann = {"stone": "Lapis", **ann}
    return Table(fight(board, person("ann", **ann), person("bob", "B", **(bob or {}))))


def choir_of(*ids: str, **more: Any) -> Table:
    """Cantors whose Fractures are manifest, and Bob."""
    people = [person(id_, stone="Lapis", band=4, fractured=True, **more) for id_ in ids]
    return Table(fight(FIELD, *people, person("bob", "B")))


# The band


@pytest.mark.clause("C4.2")
@pytest.mark.parametrize(
    ("weapon", "face", "before", "after"),
    [
        ("rod", 10, 0, 1),
        ("rod", 1, 0, 1),
        ("rod", 1, 3, 4),
        ("rod", 1, 4, 4),
        ("heavy", 1, 0, 3),
        ("heavy", 1, 2, 4),
        ("mute", 1, 2, 2),
    ],
)
def test_an_attack_adds_its_resonance_hit_or_miss_and_the_band_stops_at_4(
    weapon: str, face: int, before: int, after: int
) -> None:
    """1 unless stated."""
    table = duel("AB", weapons=(weapon,), band=before).do(f"ann skirmish {weapon} bob")
    assert table["ann"].band == before
    die = "" if before < 4 else " 1"
    table.do(f"ann {face}{die}")
    if face == 10:
        table.do("bob no", "ann 1")
    assert table["ann"].band == after


@pytest.mark.clause("C4.2")
@pytest.mark.parametrize(
    ("answer", "faces", "after"),
    [
        ("ram bob", "1", 1),
        ("grapple bob", "1", 1),
        ("improvised bob", "1", 1),
        ("art hack bob", "1", 1),
        ("art hum bob", "1", 1),
        ("art roar bob", "1", 2),
        ("lock-on bob", "", 1),
    ],
)
def test_what_builds_the_band(answer: str, faces: str, after: int) -> None:
    """Each attack, tech or sonic action of the own turn."""
    table = duel("AB\n..", arts=("hack", "hum", "roar"), bob={"weapons": ()}).do(f"ann {answer}")
    if faces:
        table.do(f"ann {faces}")
    assert table["ann"].band == after


@pytest.mark.clause("C4.2")
def test_nothing_else_builds_it() -> None:
    """Of a Move, Brace, Bolster, an escape and an attack only the attack."""
    people = person("ann"), person("bob", "B", weapons=(), grapples="ann")
    table = Table(fight("AB\n..", *people)).do("ann escape", "ann 20", "bob 1", "ann brace", "ann move A2")
    table.do("ann bolster ann", "ann end").turn_of("ann")
    assert table["ann"].band == 0
    table.do("ann skirmish gun bob", "ann 1")
    assert table["ann"].band == 1
    assert len(table.events(e.BandChanged)) == 1


@pytest.mark.clause("C4.2", "C4.8")
def test_an_enemy_has_no_band() -> None:
    """Whatever it does."""
    table = duel().do("ann end", "bob skirmish gun ann", "bob 1")
    assert table["bob"].band == 0
    build(table.fight, "bob", 2)
    assert table["bob"].band == 0


@pytest.mark.clause("C4.2", "C1.12")
def test_an_area_builds_once() -> None:
    """Three targets, one action."""
    people = person("ann", weapons=("mortar",)), person("bob", "B"), person("cid", "B"), person("dan", "B")
    table = Table(fight("A..BCD", *people)).do("ann skirmish mortar at E1", "ann 1", "ann 1", "ann 1")
    assert table["ann"].band == 1


@pytest.mark.clause("C4.3")
def test_being_hit_never_moves_the_band_nor_fires_a_fracture() -> None:
    """Overcharged and hit for 10; a lost Structure neither."""
    table = duel(band=3).do("ann skirmish gun bob", "ann 1").do("ann end")
    table.act("damage", unit="ann", amount=10)
    assert (table["ann"].band, table["ann"].fractured) == (4, False)
    table.act("damage", unit="ann", amount=10).do("ann 6")
    assert (table["ann"].band, table["ann"].fractured, table["ann"].structure) == (4, False, 3)


# The Fracture


@pytest.mark.clause("C4.1", "C4.2", "C4.7")
def test_band_3_an_attack_and_the_fracture_at_the_next_turn() -> None:
    """Overcharged at once, manifest at the start of the next own turn, and gone by a Bond Move."""
    table = duel(band=3).do("ann skirmish gun bob", "ann 1")
    assert (table["ann"].band, table["ann"].fractured) == (4, False)
    assert table.refusal("ann bond-move") == "C3.1"
    table.do("ann end").turn_of("ann")
    assert table["ann"].fractured
    table.do("ann bond-move")
    ann = table["ann"]
    assert (ann.band, ann.fractured, ann.tokens) == (2, False, 1)
    assert [sworn.unit for sworn in table.events(e.OathSworn)] == ["ann"]


@pytest.mark.clause("C4.7")
def test_acting_on_while_it_is_manifest_changes_nothing() -> None:
    """The band stays at 4, and it stays until it is cleared."""
    table = duel(band=4, fractured=True).do("ann skirmish gun bob", "ann 1 1", "ann end").turn_of("ann")
    assert (table["ann"].band, table["ann"].fractured) == (4, True)
    assert not table.events(e.FractureManifested)


@pytest.mark.clause("C4.7")
def test_the_band_at_4_from_before_the_turn_manifests_at_its_start() -> None:
    """Not when it got there in the turn; a Cooldown in time dodges it."""
    table = duel(band=4)
    assert table["ann"].fractured
    table = duel(band=3).do("ann lock-on bob", "ann cooldown", "ann end").turn_of("ann")
    assert (table["ann"].band, table["ann"].fractured) == (2, False)


@pytest.mark.clause("C4.8")
def test_a_bond_move_needs_a_manifest_fracture_and_a_cantor_that_is_not_stunned() -> None:
    """No other condition bars it."""
    table = duel(band=3)
    assert table.refusal("ann bond-move") == "C4.8"
    assert may_not_bond(table.fight, table["bob"]) is not None
    table = duel(band=4)
    give(table["ann"], "Jammed", "Impaired", "Slowed", "Immobilized", "Prone")
    assert may_not_bond(table.fight, table["ann"]) is None
    give(table["ann"], "Stunned")
    why = may_not_bond(table.fight, table["ann"])
    assert why is not None
    assert why.clause == "C2.3"


@pytest.mark.clause("C3.1")
def test_a_bond_move_is_a_full_action() -> None:
    """Not after a Quick."""
    table = duel(band=4).do("ann bolster ann")
    assert table.refusal("ann bond-move") == "C3.1"


@pytest.mark.clause("C4.8")
@pytest.mark.parametrize("kind", ["cooldown", "bond-move"])
def test_an_enemy_has_neither_bond_move_nor_cooldown(kind: str) -> None:
    """They are not even refused."""
    table = duel().do("ann end")
    assert kind not in table.options("bob")
    assert may_not_bond(table.fight, table["bob"]) is not None


# Oaths


@pytest.mark.clause("C4.4")
def test_two_cantors_that_swear_in_one_round_make_a_choir_moment() -> None:
    """Both gain Bolster, and the GM is prompted."""
    table = choir_of("ann", "cid").do("ann go", "ann bond-move", "ann end", "bob end", "cid bond-move")
    assert table.asked == [("gm", "choir")]
    table.do("gm go-on")
    assert [moment.units for moment in table.events(e.ChoirMoment)] == [("ann", "cid")]
    assert table["ann"].has("Bolster")
    assert table["cid"].has("Bolster")


@pytest.mark.clause("C4.4")
def test_a_third_joins_when_it_swears() -> None:
    """It alone gains Bolster then; another that has used its own up has no second."""
    table = choir_of("ann", "cid", "dan").do("ann go", "ann bond-move", "ann end", "bob end")
    table.do("cid go", "cid bond-move", "gm go-on", "cid end", "dan bond-move")
    assert table.asked == [("gm", "choir")]
    table.do("gm go-on")
    assert [moment.units for moment in table.events(e.ChoirMoment)] == [("ann", "cid"), ("dan",)]
    gained = [event.unit for event in table.events(e.ConditionGained) if event.name == "Bolster"]
    assert gained == ["ann", "cid", "dan"]


@pytest.mark.clause("C4.4")
def test_two_cantors_that_swear_in_two_rounds_make_none() -> None:
    """Nor does one alone."""
    table = choir_of("ann", "cid").do("ann go", "ann bond-move")
    assert table.asked == [("ann", "turn")]
    table.end_round().turn_of("cid").do("cid bond-move")
    assert table.asked == [("cid", "turn")]
    assert not table.events(e.ChoirMoment)


@pytest.mark.clause("C4.4")
def test_one_that_has_bolster_already_does_not_gain_it_twice() -> None:
    """Cid had it before."""
    table = choir_of("ann", "cid", conditions=("Bolster",))
    table.do("ann go", "ann bond-move", "ann end", "bob end", "cid bond-move", "gm go-on")
    assert [one.name for one in table["cid"].conditions] == ["Bolster"]


@pytest.mark.clause("C4.4")
@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("remove", {"unit": "cid"}),
        ("remove", {"unit": "ann"}),
        ("set", {"unit": "cid", "field": "stress", "value": 0}),
        ("damage", {"unit": "cid", "amount": 3}),
        ("override", {"seat": "cid", "option": "bond-move"}),
    ],
)
def test_acts_while_the_gm_is_prompted(name: str, data: dict[str, Any]) -> None:
    """The fight goes on with whoever is left."""
    table = choir_of("ann", "cid").do("ann go", "ann bond-move", "ann end", "bob end", "cid bond-move")
    table.act(name, "because", **data).do("gm go-on")
    seat = "bob" if data.get("unit") == "cid" and name != "damage" else "cid"
    assert table.asked in ([(seat, "turn")], [("ann", "turn")])


# Bond Tokens


@pytest.mark.clause("C4.6")
def test_a_token_bolsters_an_ally_anywhere_as_a_free_action() -> None:
    """Not oneself, and not one that has Bolster."""
    people = (
        person("ann", tokens=2),
        person("cid", conditions=("Bolster",)),
        person("dan"),
        person("bob", "B"),
    )
    table = Table(fight("A..........D\nC..........B", *people)).turn_of("ann")
    assert table.options("ann", "token") == ["token dan"]
    assert table.refusal("ann token cid") == "C4.6"
    table.do("ann token dan")
    assert (table["ann"].tokens, table["dan"].has("Bolster")) == (1, True)
    assert table.state.turn is not None
    assert table.state.turn.quicks == []


@pytest.mark.clause("C4.6")
def test_who_may_give_a_token() -> None:
    """One that has a token, to another."""
    people = person("ann", tokens=1), person("cid"), person("bob", "B")
    encounter = fight(FIELD, *people)
    ann, cid, _ = encounter.state.units.values()
    assert may_not_give_token(ann, cid) is None
    assert getattr(may_not_give_token(ann, ann), "key", "") == "not oneself"
    assert getattr(may_not_give_token(cid, ann), "key", "") == "no Bond Token"
    give_token(encounter, "ann", "cid")
    assert getattr(may_not_give_token(ann, cid), "key", "") == "no Bond Token"


# Cooldown and Stress


@pytest.mark.clause("C3.10", "C5.1")
def test_the_first_cooldown_of_a_scene_is_free_then_1_then_2_each() -> None:
    """Stress 4: 4, 3, 1; a fourth would cost 2 of 1."""
    table = duel(band=4, fractured=True)
    stress = []
    for _ in range(3):
        table.do("ann cooldown")
        stress.append(table["ann"].stress)
        table.do("ann end").turn_of("ann")
        table.act("set", unit="ann", field="band", value=3)
    assert stress == [4, 3, 1]
    assert cooldown_cost(table["ann"]) == 2
    assert table.refusal("ann cooldown") == "C5.1"


@pytest.mark.clause("C3.10")
@pytest.mark.parametrize(("before", "after"), [(1, 0), (2, 0), (3, 1), (4, 2)])
def test_cooldown_takes_2_off_the_band_not_below_0(before: int, after: int) -> None:
    """A Quick action, once a turn, without an Oath."""
    table = duel(band=before).do("ann cooldown")
    assert (table["ann"].band, table["ann"].fractured) == (after, False)
    assert not table.events(e.OathSworn)
    assert table["ann"].tokens == 0
    assert table.refusal("ann cooldown") == "C3.1"


@pytest.mark.clause("C3.10")
def test_cooldown_is_offered_at_band_1_or_more() -> None:
    """And to Cantors that are not Stunned."""
    table = duel()
    assert table.refusal("ann cooldown") == "C3.10"
    encounter = table.fight
    assert getattr(may_not_cool_down(encounter, table["bob"]), "key", "") == "no Cantor"
    table = duel(band=2)
    assert may_not_cool_down(table.fight, table["ann"]) is None
    assert getattr(may_not_cool_down(table.fight, give(table["ann"], "Stunned")), "clause", "") == "C2.3"


@pytest.mark.clause("C5.1", "C2.16", "C3.10")
def test_a_cooldown_that_pays_the_last_point_takes_effect_and_stresses_it_out() -> None:
    """Stress 2, and the third of the scene costs 2: the Fracture is gone, then it is out."""
    people = (
        person("ann", stone="Lapis", band=4, fractured=True, stress=2, cooldowns=2),
        person("cid"),
        person("bob", "B"),
    )
    table = Table(fight(FIELD, *people)).turn_of("ann").do("ann cooldown")
    ann = table["ann"]
    assert (ann.stress, ann.band, ann.fractured, ann.out) == (0, 2, False, "Stressed Out")
    assert ann.hp == 20
    assert table.asked == [("bob", "turn")]


@pytest.mark.clause("C5.1", "C6.3")
def test_the_last_cantor_stressed_out_ends_the_scene() -> None:
    """The other side wins."""
    table = duel(band=3, stress=1, cooldowns=1).do("ann cooldown")
    assert table.state.outcome == "The other side win"


@pytest.mark.clause("C3.10")
def test_an_unpaid_cooldown_by_the_gms_leave_costs_what_is_left() -> None:
    """Never less than nothing."""
    table = duel(band=3, stress=1, cooldowns=2)
    assert table.refusal("ann cooldown") == "C5.1"
    table.act("override", "for the song", seat="ann", option="cooldown")
    assert (table["ann"].stress, table["ann"].out) == (0, "Stressed Out")


@pytest.mark.clause("C4.5", "C2.18")
@pytest.mark.parametrize("answer", ["bond-move", "cooldown"])
@pytest.mark.parametrize(
    "stone", ["Granite", "Carnelian", "Pyrite", "Malachite", "Lapis", "Obsidian", "Quartz"]
)
def test_bond_move_and_cooldown_end_whatever_a_fracture_does(stone: str, answer: str) -> None:
    """All seven."""
    table = duel(stone=stone, band=4, arts=("hum",))
    table.do(f"ann {answer}")
    assert (table["ann"].conditions, table["ann"].fractured) == ([], False)
    table.do("ann end").turn_of("ann")
    assert {"move B1", "skirmish gun bob", "art hum bob", "boost B1", "brace"} <= set(table.options("ann"))
