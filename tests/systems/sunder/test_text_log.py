"""What makes one entry of a Sunder log, who reads what, and what becomes of it after an undo."""

from __future__ import annotations

from affray.kernel.system import GM_VIEWER, SPECTATOR, Viewer
from affray.systems.sunder import events as e
from affray.systems.sunder.state import SCENE, Until
from affray.systems.sunder.text import Log
from tests.systems.sunder.told import (
    DONE,
    NEXT,
    STRIKE,
    a_scene,
    damage,
    entries,
    follows,
    records_of,
    rolled,
    said,
    settled,
    the_entry,
)

HURT = e.StressTaken("rook", "Might", 2, "damage", "ines")
PRICE = e.StressTaken("ines", "Might", 1, "Test", clause="S1.12")


def test_an_action_is_one_entry_and_the_next_thing_another() -> None:
    """From the half played to its price; what comes after it is resolved stands alone."""
    found = entries(*STRIKE, rolled(), settled(4), damage(6), HURT, PRICE, DONE, e.BeatGained("ines", 1))
    assert [said(one).split(".")[0] for one in found] == [
        "Ines plays the top of Strike, Attack: at Rook",
        "Ines gains 1 Beat",
    ]
    assert [one["number"] for one in found] == [0, 1]
    assert {one["round"] for one in found} == {0}


def test_a_reaction_has_an_entry_of_its_own() -> None:
    """The Test after it goes on in a new one, and its price and effects join that."""
    found = entries(
        *STRIKE,
        e.ReactionTaken("rook", "sidestep", "Sidestep", "targeted", "ines"),
        rolled(target="rook"),
        settled(4),
        damage(6),
        HURT,
        PRICE,
        DONE,
    )
    assert [one["kind"] for one in found] == ["choice", "choice", "roll"]
    assert said(found[2]).startswith("Ines tests Might (Force), Attack: Success. 6 damage to Rook")
    assert follows(found[2]) == [
        "Rook: 2 Stress in Might",
        "Ines: 1 Stress in Might (the price of its Test)",
    ]


def test_each_test_has_its_own_entry() -> None:
    """A target that resists rolls its own dice, with its own price."""
    resisted = e.TestRolled(
        "rook", "resist Hum", "Heart", "Hope", 10, 0, 0, 4, 0, False, 11, (), 0, 2, False, target="ines"
    )
    found = entries(*STRIKE, rolled(), settled(4), resisted)
    assert len(found) == 2
    assert said(found[1]) == "Rook tests Heart (Hope), resist Hum: Failure."


def test_a_turn_tells_what_ends_with_it() -> None:
    """Its sentence comes first, though its effects ended before it did."""
    began = the_entry(e.TurnBegan("ines"), e.RunningEnded(1, "ines", "Guard", "over"), e.TurnOpened("ines"))
    assert (said(began), follows(began)) == ("Ines acts.", ["Ines: Guard ends (its time is over)"])
    ended = the_entry(
        e.TurnEnding("ines"), e.ConditionEnded("rook", "Dazed", "over"), e.TurnEnded("ines", (), True)
    )
    assert said(ended) == "The turn of Ines ends. A GM slot opens."
    assert follows(ended) == ["Rook is no longer Dazed (its time is over)"]


def test_nothing_is_shown_for_what_has_no_words() -> None:
    """An entry appears once there is something to say."""
    assert entries(DONE, e.TurnEnding("ines"), e.MovementLeft("ines", 1)) == []


def test_what_the_gm_does_joins_nothing() -> None:
    """A correction after an action is the GM's own."""
    found = entries(*STRIKE, rolled(), settled(4), e.MarksTaken("rook", 1, "the GM"))
    assert [one["kind"] for one in found] == ["roll", "gm"]


def test_a_surge_does_not_take_in_what_is_done_next() -> None:
    """Going on with a Movement and dropping a card are deeds of their own; what it costs is not."""
    found = entries(
        e.SurgeAnnounced("ines", "set-feet", "Set your feet", 0, False),
        e.StressTaken("ines", "Nerve", 1, "Set your feet"),
        e.Moved("ines", "ford", "bank", 5),
        e.RunningEnded(1, "ines", "Hum", "dropped"),
    )
    assert [said(one).split(",")[0] for one in found] == [
        "Ines uses the Surge Set your feet",
        "Ines moves from Ford to Bank",
        "Ines: Hum ends (dropped by its owner).",
    ]
    assert "Ines: 1 Stress in Nerve (Set your feet)" in follows(found[0])


def test_a_raised_fallout_joins_the_test_that_raised_it() -> None:
    """Though it is somebody else's, from an entry before (S12.8)."""
    found = entries(
        rolled("rook", about="raise the Fallout"),
        settled(4, creature="rook"),
        e.RankChanged("ines", "Rook", 1, 2, "S12.8"),
        e.FalloutFell("ines", "Might", 2, "marks", "Test", True),
        e.MarksTaken("ines", 1, "Fallout"),
    )
    assert len(found) == 1
    assert follows(found[0])[0] == "Rook raises the Fallout from Narrative to Minor"


def test_a_group_has_one_fallout() -> None:
    """In a group action nobody's own ledger speaks of Fallout; after the count it may again."""
    found = entries(
        e.TurnBegan("ines", ("fen",)),
        rolled(face=13, base=2),
        settled(2, 2),
        e.GroupCounted("ines", (("ines", 2), ("fen", 4)), 0, 3),
        rolled(face=13, base=2),
        settled(2, 2),
    )
    labels = [[row["label"] for row in ledger["rows"]] for one in found for ledger in one["ledgers"]]
    assert ["Uncertain" in one for one in labels] == [False, False, True]


def test_a_search_is_a_secret_of_those_who_searched() -> None:
    """Others read that it was searched, and not what was found."""
    found = e.Searched("ines", "chest", "Chest", "a wet letter")
    public = e.Searched("ines", "chest", "Chest")
    told = (found, ("A",), public)
    assert follows(entries(told)[0]) == ["Found: a wet letter"]
    assert follows(entries(told, viewer=Viewer(("fen",), ("A",)))[0]) == ["Found: a wet letter"]
    for viewer in (SPECTATOR, Viewer(("rook",), ("B",))):
        (entry,) = entries(told, viewer=viewer)
        assert (said(entry), follows(entry)) == ("Ines searches Chest.", [])


def test_a_test_for_some_is_not_told_to_others() -> None:
    """A Test that the GM lets one side see leaves no trace with the other."""
    told = (rolled(), ("A",), None)
    assert len(entries(told)) == 1
    assert entries(told, viewer=Viewer(("rook",), ("B",))) == []


def test_an_undone_test_is_struck_and_the_next_one_new() -> None:
    """The log written record by record says what the whole log says."""
    scene = a_scene()
    records = records_of(*STRIKE, rolled(face=13, base=2), settled(2, 2))
    log = Log(GM_VIEWER)
    log.take(scene, records)
    for record in records[2:]:
        record.undone_by = "Gemma"
    more = records_of(*STRIKE, rolled(), settled(4), HURT)[2:]
    for record in more:
        record.number += 2
    records += more
    changed = log.take(scene, records)
    assert [one["undone_by"] for one in changed] == ["Gemma", None]
    assert said(log.entries[1]).startswith("Ines tests Might (Force), Attack: Success.")
    fresh = Log(GM_VIEWER)
    fresh.take(scene, records)
    assert fresh.entries == log.entries
    assert log.records_of(1) == more


def test_names_of_those_who_come_and_go() -> None:
    """Who arrives is named from then on; who was removed keeps its name."""
    arrived = e.Arrived("maud", "Maud", "fen", "A", "bank", (), 1, True, ())
    found = entries(arrived, e.ThrewIn("maud", 1), e.Removed("otter", "An otter", "Gemma"))
    assert [said(one) for one in found] == [
        "Maud joins The ferry at Bank.",
        "Maud throws in the gauntlet: 1st in the queue.",
        "Gemma removes An otter from the scene.",
    ]
    named = entries(e.CountdownBegan("c", "The bell", 4, "A", 0), e.CountdownMoved("c", 3, 0))
    assert [said(one) for one in named] == [
        "A Countdown begins: The bell, on D4 (one die at 4).",
        "The bell: Hope 3.",
    ]


def test_spans_in_words() -> None:
    """When something ends is said by whose turn, by the scene, or by dispelling."""
    spans = {
        NEXT: "the start of Ines's next turn",
        SCENE: "the scene ends",
        Until(dispelled=True): "it is dispelled",
    }
    for until, words in spans.items():
        assert said(the_entry(e.ConditionGained("fen", "Unseen", until))) == f"Fen is Unseen until {words}."
