"""Marks and who falls by them; dying on Hope and Dread; who comes round, with a Scar."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from affray.kernel.errors import Unreadable
from affray.kernel.reasons import Denied
from affray.kernel.requests import Choose, Ruling
from affray.systems.sunder import acts, fallout, gauntlet, marks, slots, surges, turn
from affray.systems.sunder import events as e
from affray.systems.sunder.beginning import pool_of
from affray.systems.sunder.book import Ability, Sheet, marks_of
from affray.systems.sunder.fallout import Falling
from affray.systems.sunder.happening import Happening
from affray.systems.sunder.names import MAJOR, MINOR, POTENTIALS, SEVERE, Archetype
from affray.systems.sunder.reactions import options_for
from affray.systems.sunder.rulings import Rulings
from affray.systems.sunder.state import Entry, Play, Scene, Track, Turn
from tests.systems.sunder.by_hand import scene, told, under_it
from tests.systems.sunder.scripted import act, offered, person, requests, run


def company(**rulings: Any) -> Scene:
    """Ann with 3 Marks to take, and Cleo; and Bob, a foe with 3 as well."""
    made = scene(person("ann"), person("cleo"), person("bob", "B"))
    made.rulings = Rulings(**rulings)
    made.state.opened = True
    return made


def felled(made: Scene, id_: str = "ann", rank: int = MINOR) -> Scene:
    """Somebody whose pool is full."""
    marks.take(made, id_, 9, "Fallout", "", rank)
    assert made.state.creatures[id_].out == "incapacitated"
    return made


# The pool


@pytest.mark.clause("S3.23")
def test_marks_by_archetype() -> None:
    """1 without one; what the sheet says comes first; Traits may add."""
    expected = {
        "Spellslinger": 2,
        "Summoner": 2,
        "Control": 3,
        "Face": 3,
        "Saboteur": 4,
        "Support": 4,
        "Frontliner": 5,
        "Halfcaster": 5,
        "Healer": 6,
        "Tank": 6,
    }
    assert {name: marks_of(sheet(archetype=name)) for name in get_args(Archetype)} == expected
    assert marks_of(sheet()) == 1
    assert marks_of(sheet(archetype="Tank", marks=9)) == 9
    thick = Ability("thick", "Thick", "trait", marks=2)
    assert pool_of(sheet(archetype="Tank", abilities=("thick",)), {"thick": thick}) == 8


def sheet(**fields: Any) -> Sheet:
    """A sheet with nothing but this."""
    return Sheet("a", "A", "a", "player", dict.fromkeys(POTENTIALS, 9), **fields)


@pytest.mark.clause("S3.24")
@pytest.mark.parametrize(
    ("taken", "more", "after", "out"),
    [(0, 1, 1, ""), (0, 2, 2, ""), (2, 1, 3, "incapacitated"), (1, 5, 3, "incapacitated")],
)
def test_marks_up_to_the_pool(taken: int, more: int, after: int, out: str) -> None:
    """A full pool incapacitates; what is more than that is ignored."""
    made = company()
    made.state.creatures["ann"].marks = taken
    marks.take(made, "ann", more, "Fallout", "", MINOR)
    ann = made.state.creatures["ann"]
    assert (ann.marks, ann.out, ann.conscious) == (after, out, not out)
    assert [one.amount for one in told(made, e.MarksTaken)] == [after - taken]
    assert len(told(made, e.Fell)) == bool(out)


@pytest.mark.clause("S3.24")
def test_who_is_down_takes_no_more() -> None:
    """Nor falls a second time."""
    made = felled(company())
    marks.take(made, "ann", 2, "Fallout", "", SEVERE)
    assert (made.state.creatures["ann"].marks, len(told(made, e.Fell))) == (3, 1)
    assert len(told(made, e.CountdownBegan)) == 1


@pytest.mark.clause("S3.24")
def test_marks_by_the_gm() -> None:
    """Given, or with a negative amount restored."""
    made = company()
    act(made, "marks", {"creature": "ann", "amount": 2})
    assert made.state.creatures["ann"].marks == 2
    act(made, "marks", {"creature": "ann", "amount": -1})
    assert made.state.creatures["ann"].marks == 1


@pytest.mark.clause("S3.24")
def test_who_is_down_does_nothing() -> None:
    """No place in the queue, no Surge, no Reaction, no Test."""
    made = company()
    made.state.queue = [Entry(["cleo", "ann"]), Entry(["bob"])]
    felled(made)
    ann = made.state.creatures["ann"]
    assert [entry.creatures for entry in made.state.queue] == [["cleo"], ["bob"]]
    with pytest.raises(Denied):
        gauntlet.throw_in(made, "ann")
    under_it(ann, "Held")
    refused = surges.why_not(made, ann, "squirm")
    assert refused is not None
    assert refused.key == "incapacitated"
    assert options_for(made, "ann", Happening("targeted", "bob", "ann", "Strike", "Might")) == []
    with pytest.raises(Denied) as denied:
        run(made, acts.act(made, "call_test", {"creature": "ann", "skill": "Force"}, "Gemma", ""))
    assert denied.value.reason.clause == "S3.24"


@pytest.mark.clause("S3.24")
@pytest.mark.parametrize(("slot", "opens"), [(False, True), (True, False)])
def test_who_falls_in_the_own_turn_has_had_it(slot: bool, opens: bool) -> None:
    """It ends there and counts as taken, and the GM slot follows; none follows on a turn in a slot."""
    made = company()
    id_ = "bob" if slot else "ann"
    made.state.turn = Turn(id_, slot=slot, opened=True, plays=[Play("strike", "top")])
    made.state.creatures[id_].turns_begun = 1
    felled(made, id_)
    run(made, turn.step(made))
    (ended,) = told(made, e.TurnEnded)
    assert (ended.creature, made.state.turn, made.state.slot) == (id_, None, opens)
    assert made.state.creatures[id_].turns_ended == 1


@pytest.mark.clause("S3.24")
def test_a_lead_who_fell_before_acting_hands_the_group_over() -> None:
    """Losing one leaves the others able to act."""
    made = company()
    for id_ in ("ann", "cleo"):
        made.state.creatures[id_].turns_begun = 1
    made.state.turn = Turn("ann", group=["cleo"])
    felled(made)
    run(made, turn.step(made))
    assert [(one.creature, one.group) for one in told(made, e.TurnPassed)] == [("ann", ("cleo",))]
    assert [entry.creatures for entry in made.state.queue] == [["cleo"]]


# Dying


@pytest.mark.clause("S3.25")
@pytest.mark.parametrize(("rank", "die"), [(MINOR, 4), (MAJOR, 6), (SEVERE, 8)])
def test_worked_example_24(rank: int, die: int) -> None:
    """Hope and Dread on a die by the Fallout that felled, both at their maximum."""
    made = scene(person("ann"), person("bob", "B"))
    ann = made.state.creatures["ann"]
    ann.pool, ann.marks = 6, 5
    ann.tracks["Might"] = Track(8, 8)
    picks = {MINOR: "marks 1", MAJOR: "marks 3", SEVERE: "condition Dazed"}[rank]
    run(made, fallout.fall(made, Falling("ann", "Might", rank, "overflow", 9)), f"gm {picks}")
    assert (ann.out, ann.marks) == ("incapacitated", 6)
    countdown = made.state.countdowns[ann.dying]
    assert (countdown.size, countdown.hope, countdown.dread, countdown.creature) == (die, die, die, "ann")


@pytest.mark.clause("S3.25")
@pytest.mark.parametrize(
    ("id_", "rulings", "dies"),
    [
        ("ann", {}, True),
        ("ann", {"dying": False}, False),
        ("bob", {}, False),
        ("bob", {"adversaries_die_slowly": True}, True),
    ],
)
def test_who_is_dying(id_: str, rulings: dict[str, bool], dies: bool) -> None:
    """Characters where the campaign has it, adversaries where the GM wants it."""
    made = felled(company(**rulings), id_)
    assert bool(made.state.creatures[id_].dying) == dies
    assert [one.id for one in slots.those_dying(made)] == ([id_] if dies else [])


@pytest.mark.clause("S3.25")
def test_the_gm_may_spend_a_slot_on_the_dying() -> None:
    """The GM names the Skill; the Test moves Hope and Dread, and is paid for."""
    made = felled(company())
    made.state.slot = True
    asked = requests(
        made,
        turn.step(made),
        "gm dying ann",
        "gm skill Steel",
        "ann 5",
    )
    assert isinstance(asked[1], Ruling)
    assert (asked[1].kind, asked[1].default, asked[1].args) == ("dying test", "skill Bear", ("ann",))
    assert len(offered(asked[1])) == 24
    ann = made.state.creatures["ann"]
    countdown = made.state.countdowns[ann.dying]
    assert (countdown.hope, countdown.dread, made.state.slot) == (3, 4, False)
    assert ann.tracks["Nerve"].stress == 1


@pytest.mark.clause("S3.25")
@pytest.mark.parametrize(
    ("hope", "dread", "answers", "stable", "out"),
    [
        (2, 4, ("gm skill Bear", "ann 10"), True, "incapacitated"),
        (4, 2, ("gm skill Bear", "ann 15", "gm shift +0 -1"), False, "dead"),
        (2, 2, ("gm skill Bear", "ann 20", "gm marks 1"), False, "dead"),
        (4, 4, ("gm skill Bear", "ann 10"), False, "incapacitated"),
    ],
)
def test_hope_saves_and_dread_kills(
    hope: int, dread: int, answers: tuple[str, ...], stable: bool, out: str
) -> None:
    """Whichever is first at 1; stable, one lies there and is not dying any more."""
    made = felled(company())
    ann = made.state.creatures["ann"]
    countdown = made.state.countdowns[ann.dying]
    countdown.hope, countdown.dread = hope, dread
    run(made, slots.dying_test(made, "ann"), *answers)
    assert (ann.stable, ann.out, ann.conscious) == (stable, out, False)
    assert bool(ann.dying) == (hope == dread == 4)


@pytest.mark.clause("S3.25")
def test_the_gm_may_turn_the_dice_of_the_dying() -> None:
    """And with that decide."""
    made = felled(company())
    ann = made.state.creatures["ann"]
    act(made, "move_countdown", {"countdown": ann.dying, "hope": 1, "dread": 3})
    assert (ann.stable, ann.dying) == (True, "")


@pytest.mark.clause("S3.25", "S3.26")
def test_a_mark_restored_ends_it() -> None:
    """Ann is conscious again, nothing is dying, and she takes a Scar."""
    made = felled(company())
    ann = made.state.creatures["ann"]
    id_ = ann.dying
    asked = requests(made, marks.restore(made, "ann", 1, "a card"), "ann Wit", "ann Might")
    assert [one.kind for one in asked if isinstance(one, Choose)] == ["scar", "scar"]
    assert (ann.out, ann.dying, ann.marks, id_ in made.state.countdowns) == ("", "", 2, False)
    assert (ann.tracks["Wit"].score, ann.tracks["Might"].score) == (9, 11)


@pytest.mark.clause("S3.25")
def test_what_restores_nothing() -> None:
    """No Marks taken, Cursed, or dead."""
    made = company()
    run(made, marks.restore(made, "ann", 1, "a card"))
    under_it(felled(made).state.creatures["ann"], "Cursed")
    run(made, marks.restore(made, "ann", 1, "a card"))
    assert [one.what for one in told(made, e.NothingRegained)] == ["Marks"]
    made.state.creatures["ann"].conditions.clear()
    made.state.creatures["ann"].out = "dead"
    run(made, marks.restore(made, "ann", 1, "a card"))
    assert told(made, e.MarksRestored) == []


# Scars


@pytest.mark.clause("S3.26")
@pytest.mark.parametrize(
    ("track", "after"),
    [
        (Track(8, 5, 1), (7, 5, 1)),
        (Track(8, 5, 3), (7, 4, 3)),
        (Track(8, 0, 8), (7, 0, 7)),
        (Track(2, 1, 1), (1, 0, 1)),
    ],
)
def test_a_scar(track: Track, after: tuple[int, int, int]) -> None:
    """Where the score falls below both, Stress goes first, then spent Resistance comes back."""
    made = scene(person("ann", Might=track))
    run(made, marks.scar(made, "ann"), "ann Might", "ann Wit")
    now = made.state.creatures["ann"].tracks
    assert (now["Might"].score, now["Might"].stress, now["Might"].spent) == after
    assert now["Wit"].score == 11


@pytest.mark.clause("S3.26")
def test_what_a_scar_may_move() -> None:
    """Not below 1, not above 20, and not the same Potential both ways."""
    made = scene(person("ann", Might=Track(1), Wit=Track(20)))
    first, second = requests(made, marks.scar(made, "ann"), "ann Heart", "ann Seep")
    assert offered(first) == [name for name in POTENTIALS if name != "Might"]
    assert offered(second) == [name for name in POTENTIALS if name not in ("Heart", "Wit")]


@pytest.mark.clause("S3.26")
def test_an_adversary_comes_round_without_a_scar() -> None:
    """It is for players."""
    made = felled(company(), "bob")
    run(made, marks.restore(made, "bob", 1, "a card"))
    assert made.state.creatures["bob"].conscious
    assert told(made, e.Scarred) == []


@pytest.mark.clause("S3.26")
def test_the_gm_may_wake_somebody() -> None:
    """With a Mark restored where the pool is full; only who is down."""
    made = felled(company())
    act(made, "wake", {"creature": "ann"}, "ann Might", "ann Wit")
    ann = made.state.creatures["ann"]
    assert (ann.conscious, ann.marks) == (True, 2)
    with pytest.raises(Denied):
        act(made, "wake", {"creature": "ann"})


@pytest.mark.clause("S1.3", "S1.8")
@pytest.mark.parametrize(
    ("field", "value", "fits"),
    [
        ("stress", 5, True),
        ("stress", 6, False),
        ("spent", 6, True),
        ("spent", 7, False),
        ("score", 20, True),
        ("score", 21, False),
        ("score", 0, False),
        ("die", 12, True),
        ("die", 7, False),
        ("marks", 2, True),
        ("marks", 4, False),
        ("beats", 30, True),
    ],
)
def test_corrections_keep_within_the_rules(field: str, value: int, fits: bool) -> None:
    """8 slots, of which 2 are Stress and 3 spent Resistance."""
    made = scene(person("ann", Might=Track(8, 2, 3)))
    data = {"creature": "ann", "field": field, "value": value, "potential": "Might"}
    if fits:
        act(made, "set", data)
        ann = made.state.creatures["ann"]
        assert getattr(ann if field in ("marks", "beats") else ann.tracks["Might"], field) == value
    else:
        with pytest.raises(Unreadable):
            act(made, "set", data)
