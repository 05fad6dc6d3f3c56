"""Hidden: when it comes and goes, hex by hex; the marker, and who is told of what."""

from __future__ import annotations

from typing import Any

import pytest

from affray.board.hexes import distance
from affray.kernel.requests import Roll
from affray.systems.cantor import events as e
from affray.systems.cantor.accuracy import engaged_by
from affray.systems.cantor.hiding import hide, look_again, set_marker, uncovered
from affray.systems.cantor.movement import walk
from affray.systems.cantor.state import Turn
from affray.systems.cantor.telling import audience_of
from tests.systems.cantor.fights import Table, fight, give, person, run, told_of

COVERED = "A.h..B\n......"
"""Ann behind hard cover from Bob."""


def duel(board: str = COVERED, ann: Any = None, **bob: Any) -> Table:
    """Ann has the first turn."""
    return Table(fight(board, person("ann", **(ann or {})), person("bob", "B", **bob)))


def hidden(board: str = COVERED, ann: Any = None, **bob: Any) -> Table:
    """Ann is Hidden since her Quick action; her marker lies where the first die of it says."""
    return duel(board, ann, **bob).do("ann hide", "gm 1")


# When one may hide


@pytest.mark.clause("C3.5")
@pytest.mark.parametrize(
    ("board", "clause"),
    [
        ("A.h..B\n......", ""),
        ("A.#..B\n......", ""),
        ("A.s..B\n......", "C3.5"),
        ("A....B\n......", "C3.5"),
        ("Bh..A.\n......", ""),
    ],
)
def test_hide_needs_hard_cover_from_every_hostile_or_none_in_sight(board: str, clause: str) -> None:
    """Soft cover is not enough."""
    table = duel(board)
    if clause:
        assert table.refusal("ann hide") == clause
    else:
        table.do("ann hide", "gm 1")
        assert table["ann"].has("Hidden")
        assert table.refusal("ann hide") == "C3.1"


@pytest.mark.clause("C3.5")
def test_every_hostile_counts() -> None:
    """Cid sees what Bob does not."""
    people = person("ann"), person("bob", "B"), person("cid", "B")
    encounter = fight("A.h..B\n..C...", *people)
    why = uncovered(encounter, encounter.state.units["ann"])
    assert why is not None
    assert (why.key, why.about) == ("in sight", ("Cid",))


@pytest.mark.clause("C3.5")
def test_no_hostile_may_be_adjacent_not_even_for_the_invisible() -> None:
    """Invisible does instead of cover."""
    assert "hide" in duel("A...B.", ann={"conditions": ("Invisible",)}).options("ann")
    assert duel("AB....", ann={"conditions": ("Invisible",)}).refusal("ann hide") == "C3.5"
    assert duel("Ah....", at="B1").refusal("ann hide") == "C3.5"


@pytest.mark.clause("C3.5", "C2.17")
def test_one_that_is_hidden_does_not_hide_again() -> None:
    """Until it is seen."""
    table = hidden().do("ann end").turn_of("ann")
    assert table.refusal("ann hide") == "C2.17"


# What ends it


@pytest.mark.clause("C3.5", "C1.11")
@pytest.mark.parametrize("answer", ["skirmish gun bob", "art hack bob", "art hum bob"])
def test_attacking_ends_it_hit_or_miss(answer: str) -> None:
    """At the declaration."""
    table = hidden(ann={"arts": ("hack", "hum")}).do(f"ann {answer}")
    assert not table["ann"].has("Hidden")
    assert table["ann"].marker is None


@pytest.mark.clause("C3.15", "C3.4")
def test_lock_on_and_bolster_do_not_end_it() -> None:
    """Neither is an attack; who gave the mark is not told."""
    table = hidden().do("ann lock-on bob")
    assert table["ann"].has("Hidden")
    table.do("ann end").turn_of("ann").do("ann bolster ann")
    assert table["ann"].has("Hidden")
    gained = [event for event in table.events(e.ConditionGained) if event.unit == "bob"]
    assert [event.source for event in gained] == [""]


@pytest.mark.clause("C3.5")
def test_leaving_cover_in_sight_ends_it_hex_by_hex() -> None:
    """The first hex is covered still, the second is not; the mover goes on to where it would."""
    board = "Ahh..B\n......\n......"
    table = hidden(board, ann={"speed": 4})
    number = len(table.session.records)
    table.do("ann move C3")
    told = [record for record in table.session.records[number:] if isinstance(record.event, e.Moved)]
    assert table.at("ann") == "C3"
    assert not table["ann"].has("Hidden")
    first_seen = next(at for at, record in enumerate(told) if record.to is None)
    assert [record.to for record in told] == [("A",)] * first_seen + [None] * (len(told) - first_seen)
    assert first_seen > 0


@pytest.mark.clause("C3.5")
def test_a_hostile_that_comes_adjacent_ends_it_and_stops_there() -> None:
    """It may use the rest anew, as often as it uncovers somebody, and may stop."""
    table = hidden("A.h..B\n......", speed=6).do("ann end").turn_of("bob").do("bob move A2")
    assert not table["ann"].has("Hidden")
    assert table.asked == [("bob", "go on")]
    assert table.at("bob") != "A2"
    (left,) = table.events(e.StepsLeft)
    entered = sum(event.cost for event in table.events(e.Moved))
    assert left.steps == 6 - entered
    table.do("bob stop")
    assert table.asked == [("bob", "turn")]
    assert table.refusal("bob move F1") == "C3.1"


@pytest.mark.clause("C3.5")
def test_the_rest_may_be_used_anew_also_where_it_would_have_ended() -> None:
    """Uncovered from the very hex it went to."""
    table = hidden("A.h..B\n######", ann={"conditions": ("Invisible",)}, speed=6).do("ann end")
    table.do("bob move B1")
    assert (table.at("bob"), table["ann"].has("Hidden")) == ("B1", False)
    assert table.options("bob") == ["stop", "on C1", "on D1"]


@pytest.mark.clause("C3.5", "C3.14")
def test_a_mover_does_not_stop_on_an_allys_hex() -> None:
    """It uncovers Ann from Cid's hex, is back where it last had room, and goes on with what is left."""
    encounter = fight("BC...A", person("ann"), person("bob", "B"), person("cid", "B"))
    seen = told_of(encounter)
    bob = encounter.state.units["bob"]
    encounter.state.turn = Turn("bob", opened=True)
    give(encounter.state.units["ann"], "Hidden")
    run(encounter, walk(encounter, "bob", "move", 4, 3), "bob on D1")
    moved = [(event.hexes, event.cost) for event, _, _ in seen if isinstance(event, e.Moved)]
    assert moved == [((1,), 1), ((0,), 0), ((1,), 1), ((2,), 1), ((3,), 1)]
    assert bob.hex == 3


@pytest.mark.clause("C3.5")
def test_the_gms_hand_uncovers_too() -> None:
    """A hostile set beside it, itself set into sight, or Invisible taken from it."""
    table = hidden().act("set", unit="bob", field="hex", value="B1")
    assert not table["ann"].has("Hidden")
    table = hidden().act("set", unit="ann", field="hex", value="D1")
    assert not table["ann"].has("Hidden")
    table = hidden("A....B", ann={"conditions": ("Invisible",)})
    table.act("condition", unit="ann", condition="Invisible", on=False)
    assert not table["ann"].has("Hidden")


@pytest.mark.clause("C3.5")
def test_two_who_hide_side_by_side_uncover_each_other() -> None:
    """A Hidden hostile is no reason to refuse it, for that would tell of it; then both are seen."""
    people = (
        person("ann", conditions=("Invisible",)),
        person("bob", "B", conditions=("Invisible", "Hidden")),
    )
    encounter = fight("A....B", *people)
    bob = encounter.state.units["bob"]
    bob.hex = 1
    assert uncovered(encounter, encounter.state.units["ann"], as_known=True) is None
    run(encounter, hide(encounter, "ann"))
    assert not encounter.state.units["ann"].has("Hidden")
    assert not bob.has("Hidden")


@pytest.mark.clause("C3.5")
def test_who_is_hostile_to_the_mover_stops_it_and_an_ally_does_not() -> None:
    """What `look_again` says."""
    encounter = fight("A.B...", person("ann"), person("bob", "B"))
    ann, bob = encounter.state.units.values()
    give(ann, "Hidden")
    assert look_again(encounter, bob) is True
    give(ann, "Hidden")
    assert look_again(encounter, ann) is False
    assert not ann.has("Hidden")


# Targets


@pytest.mark.clause("C2.8")
def test_a_hidden_unit_is_no_target_and_no_option_names_it() -> None:
    """For none of the ways to attack, nor for Lock On."""
    table = hidden("A.h..B\n......", weapons=("gun",), arts=("hack", "hum")).do("ann end")
    assert table.asked == [("bob", "turn")]
    assert not [option for option in table.options("bob") if "ann" in option]
    assert table.refusal("bob skirmish gun ann") == "C3.1"


@pytest.mark.clause("C1.2")
def test_a_hidden_unit_does_not_engage() -> None:
    """It would give itself away."""
    encounter = fight("AB...C", person("ann"), person("bob", "B", conditions=("Hidden",)), person("cid", "B"))
    assert engaged_by(encounter, encounter.state.units["ann"]) == []


# The marker


@pytest.mark.clause("C6.2")
def test_the_marker_is_drawn_by_a_secret_roll_within_two_hexes() -> None:
    """Every hex near it is as likely, and nobody sees the die."""
    table = duel("....h.\n..A.h.\n....hB\n....h.\n......").do("ann hide")
    request = table.request
    assert isinstance(request, Roll)
    assert request.to == ()
    assert request.pool.roller == "gm"
    (sides,) = request.pool.sides
    board, ann = table.fight.book.board, table["ann"]
    near = [hex_ for hex_ in range(board.width * board.height) if distance(board, ann.hex, hex_) <= 2]
    assert sides == len(near)
    table.do(f"gm {sides}")
    assert ann.marker == near[-1]


@pytest.mark.clause("C6.2")
def test_the_marker_is_told_to_others_without_the_unit() -> None:
    """Its own side learns whose it is."""
    table = hidden()
    (record,) = [record for record in table.session.records if isinstance(record.event, e.MarkerSet)]
    assert record.to == ("A",)
    assert record.public == e.MarkerSeen("A", record.event.hex)


@pytest.mark.clause("C6.2")
def test_the_marker_is_drawn_anew_after_each_move() -> None:
    """By Move, by Boost, by a shove and by the GM; not by an action on the spot."""
    board = "A....\n.....\nhhhhh\n.....\n....B"
    table = hidden(board).do("ann move B1", "gm 2", "ann boost A1", "gm 3")
    assert len(table.events(e.MarkerSet)) == 3
    table.act("set", unit="ann", field="hex", value="B1").do("gm 1")
    table.act("force", unit="ann", source="A1", hexes=1)
    if table.asked == [("gm", "shove")]:
        table.do(f"gm {table.options('gm')[0]}")
    assert table.asked == [("gm", "marker")]
    table.do("gm 1")
    assert len(table.events(e.MarkerSet)) == 5
    number = len(table.events(e.MarkerSet))
    table.do("ann end").turn_of("ann").do("ann bolster ann")
    assert len(table.events(e.MarkerSet)) == number


@pytest.mark.clause("C6.2")
def test_who_begins_hidden_has_a_marker_like_any_other() -> None:
    """Drawn before the first round, and not where it stands by rule."""
    table = duel(ann={"conditions": ("Hidden",)})
    assert table.asked == [("gm", "marker")]
    assert table["ann"].marker is None
    table.do("gm 2")
    assert table["ann"].marker is not None
    table = duel("A....B", ann={"conditions": ("Hidden",)})
    assert not table["ann"].has("Hidden")


@pytest.mark.clause("C6.2")
def test_the_distance_of_markers_is_a_ruling_of_the_table() -> None:
    """One hex."""
    encounter = fight(COVERED, person("ann"), person("bob", "B"), marker_distance=1)
    procedure = hide(encounter, "ann")
    request = next(procedure)
    assert isinstance(request, Roll)
    assert request.pool.sides == (3,)
    procedure.close()


@pytest.mark.clause("C6.2")
def test_one_that_is_seen_meanwhile_gets_no_marker() -> None:
    """By the GM's hand while the die falls."""
    table = duel().do("ann hide").act("condition", unit="ann", condition="Hidden", on=False).do("gm 1")
    assert (table["ann"].marker, table.events(e.MarkerSet)) == (None, [])
    encounter = fight(COVERED, person("ann"), person("bob", "B"))
    run(encounter, set_marker(encounter, "ann"))
    assert encounter.state.units["ann"].marker is None


# Who is told


PUBLIC = (e.Hid, e.RoundBegan, e.TurnEnded, e.Arrived, e.Removed, e.SceneEnded)
"""Events that say of a Hidden unit no more than that it is there."""


@pytest.mark.clause("C2.8")
def test_what_a_hidden_unit_does_is_told_to_its_own_side_alone() -> None:
    """A whole turn with everything that does not end it, and the next one's beginning."""
    board = "A....\n.....\nhhhhh\n.....\n....B"
    table = hidden(board, ann={"burn": 2, "tokens": 1, "band": 2, "conditions": ("Slowed",)})
    number = len(table.session.records)
    table.do("ann move B1", "gm 1", "ann cooldown", "ann brace", "ann end", "ann 1")
    table.turn_of("ann").do("ann stabilize", "ann end", "bob end")
    about = [record for record in table.session.records[number:] if _is_about(record.event, "ann")]
    assert len(about) > 12
    leaks = [record.event for record in about if record.to != ("A",) and not isinstance(record.event, PUBLIC)]
    assert leaks == []
    assert all(record.to == ("A",) for record in about if isinstance(record.event, e.TurnEnded))


def _is_about(event: Any, id_: str) -> bool:
    """Whether an event names a unit."""
    return f"'{id_}'" in repr(event)


@pytest.mark.clause("C2.8")
def test_the_dice_of_a_hidden_unit_are_seen_by_its_side() -> None:
    """Burn, Structure and the lethal edge."""
    table = hidden(ann={"burn": 9, "hp": 9}).do("ann end")
    assert isinstance(table.request, Roll)
    assert table.request.to == ("A",)
    table.do("ann 1")
    assert isinstance(table.request, Roll)
    assert (table.request.about, table.request.to) == ("lost Structure", ("A",))
    table.do("ann 6")
    assert table["ann"].has("Hidden")


@pytest.mark.clause("C2.8")
def test_a_check_that_only_the_gm_sees_is_not_told_to_the_hidden_units_side() -> None:
    """And one for all is told to its side alone."""
    for seen_by, to in (("gm", ()), ("side", ("A",)), ("all", ("A",))):
        table = hidden().act("check", unit="ann", seen_by=seen_by)
        assert isinstance(table.request, Roll)
        assert table.request.to == to
        table.do("ann 10")
        (record,) = [record for record in table.session.records if isinstance(record.event, e.Saved)]
        assert record.to == to


@pytest.mark.clause("C2.8")
def test_something_between_two_hidden_units_is_told_to_neither_side() -> None:
    """The GM alone knows both; of one of them its own side."""
    encounter = fight("A..D.B", person("ann"), person("dan"), person("bob", "B"))
    ann, dan, bob = encounter.state.units.values()
    assert audience_of(ann, bob) is None
    give(ann, "Hidden")
    assert audience_of(ann, bob) == ("A",)
    give(dan, "Hidden")
    assert audience_of(ann, dan) == ("A",)
    give(bob, "Hidden")
    assert audience_of(ann, bob) == ()


@pytest.mark.clause("C2.8", "C4.6")
def test_a_hidden_giver_is_not_named() -> None:
    """Bolster and a token to an ally whom everybody sees."""
    people = person("ann", tokens=1), person("dan"), person("eve"), person("bob", "B")
    table = Table(fight("A.h..B\nD.....\nE.....", *people)).turn_of("ann").do("ann hide", "gm 1")
    number = len(table.session.records)
    table.do("ann bolster dan", "ann token eve")
    public = [record.event for record in table.session.records[number:] if record.to is None]
    assert [(event.unit, event.source) for event in public] == [("dan", ""), ("eve", "")]


@pytest.mark.clause("C3.12", "C3.5")
def test_a_hidden_watcher_gives_itself_away_with_its_attack() -> None:
    """Spent unseen, declared in sight."""
    people = person("ann", weapons=("bolt",), conditions=("Invisible",)), person("bob", "B")
    table = Table(fight("A..B..", *people)).do("ann hide", "gm 1", "ann end", "bob move E1")
    assert table.asked == [("ann", "overwatch")]
    table.do("ann overwatch bolt")
    assert not table["ann"].has("Hidden")
    spent = [
        record.to for record in table.session.records if getattr(record.event, "name", "") == "Overwatch"
    ]
    assert spent == [("A",)]


@pytest.mark.clause("C3.16", "C2.8")
def test_who_shoves_a_hidden_unit_does_not_learn_where_it_is() -> None:
    """The hexes around it are offered to the GM and not to the shover."""
    people = person("ann", weapons=("bellows",)), person("bob", "B", conditions=("Invisible", "Hidden"))
    table = Table(fight("......\nA.B...\n......", *people)).do("gm 7")
    assert table["bob"].marker == table["bob"].hex
    table.do("ann skirmish bellows at C2", "ann 6", "ann 20", "bob no", "ann 1")
    assert table.asked == [("gm", "shove")]
    table.do(f"gm {table.options('gm')[0]}")
    assert table.asked == [("gm", "marker")]
