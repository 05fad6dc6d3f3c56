"""What the log of a Sunder scene says, event by event."""

from __future__ import annotations

from typing import Any

import pytest

from affray.kernel.reasons import Reason
from affray.kernel.requests import GM
from affray.systems.sunder import events as e
from affray.systems.sunder.text.narrate import TELL
from tests.systems.sunder.told import (
    DONE,
    NEXT,
    SCENE,
    STRIKE,
    damage,
    entries,
    follows,
    rolled,
    rows,
    said,
    settled,
    sum_of,
    the_entry,
)

WORDLESS = {"ActionResolved", "TurnOpened", "TurnEnding", "Counted"}
"""Events that open, join or close an entry and say nothing themselves."""


def test_every_event_is_told() -> None:
    """No event is left without words, but for those that only hold an entry together."""
    assert {kind.__name__ for kind in TELL} == set(e.__all__) - WORDLESS


# Tests


def test_the_ledger_of_a_test_explains_every_number() -> None:
    """The d20 against score and spent Resistance, each source of dice, the pool, the jinx, the level."""
    entry = the_entry(
        rolled(
            face=7,
            faces=(2, 5),
            counted=(
                ("proficient in Force", 1, "S2.2"),
                ("Knack old tricks", 2, "S2.2"),
                ("Risky", -1, "S1.20"),
            ),
            ignored=(Reason("same source", "S1.22", ("help of Fen",)),),
            risk=1,
        ),
        settled(5),
    )
    (ledger,) = entry["ledgers"]
    assert (ledger["name"], ledger["title"]) == ("Ines", "Might (Force)")
    assert rows(ledger) == [
        ("d20", "7: over 4 spent, under 12: Success", None),
        ("proficient in Force", "+1 die", None),
        ("Knack old tricks", "+2 dice", None),
        ("Risky", "\N{MINUS SIGN}1 die", None),
        ("pool", "2 D6 of Might, the highest is kept", None),
        ("D6", "not kept", None),
        ("D6", "kept", None),
        ("jinx", "up to 3: 5 is over it", None),
        ("modifier to Success", "", 1),
    ]
    assert [row["clause"] for row in ledger["rows"][:4]] == ["S1.6", "S2.2", "S2.2", "S1.20"]
    assert [die["kept"] for row in ledger["rows"] if (die := row["die"]) is not None] == [True, False, True]
    assert (ledger["total_label"], ledger["total"], ledger["total_text"]) == ("Level", None, "Crit")
    assert entry["result"] == {
        "label": "Success +1",
        "value": None,
        "text": "Success becomes Crit",
        "headline": "Crit",
        "clause": "S2.6",
    }
    assert said(entry) == "Ines tests Might (Force), Attack: Crit."
    assert entry["not_counted"] == [{"text": "help of Fen: the same source counts once", "clause": "S1.22"}]


@pytest.mark.parametrize(
    ("roll", "words"),
    [
        ({"face": 12, "base": 5, "natural": True}, "12: equal to 12: natural Crit"),
        ({"face": 20, "base": 1, "natural": True}, "20: natural Miff"),
        ({"face": 4, "base": 3}, "4: within 4 spent: Mixed"),
        ({"face": 3, "spent": 0}, "3: under 12: Success"),
        ({"face": 13, "base": 2}, "13: over 12: Failure"),
    ],
)
def test_the_d20_in_words(roll: dict[str, Any], words: str) -> None:
    """Every band of S1.6 says what the face is held against."""
    assert rows(the_entry(rolled(**roll))["ledgers"][0])[0] == ("d20", words, None)


def test_a_pool_below_zero_keeps_the_lowest() -> None:
    """The number of dice and which of them is kept stand in one row (S2.3)."""
    entry = the_entry(rolled(faces=(6, 4, 2), kept=2, lowest=True), settled(3))
    shown = rows(entry["ledgers"][0])
    assert shown[1] == ("pool", "\N{MINUS SIGN}2: 3 D6 of Might, the lowest is kept", None)
    assert shown[5] == ("jinx", "up to 3: 2 is jinxed", None)


def test_without_dice_the_base_level_stands() -> None:
    """Neither jinx nor modifier is told where no die was rolled."""
    entry = the_entry(rolled(), settled(4))
    assert rows(entry["ledgers"][0])[1:] == [("pool", "0 dice: the base level stands", None)]
    assert entry["result"] is not None
    assert (entry["result"]["label"], entry["result"]["text"]) == ("Success", "It stays Success")


def test_a_natural_level_is_moved_by_nothing() -> None:
    """The pool is shown all the same (S1.15), and the Fallout of a natural Miff by Riskiness (S3.14)."""
    entry = the_entry(rolled(face=20, faces=(5,), base=1, natural=True, risk=1), settled(1, 1, natural=True))
    shown = rows(entry["ledgers"][0])
    assert ("Volatility", "nothing moves a natural Miff", None) in shown
    assert shown[-1] == ("Risky", "Major Fallout, one higher for a Miff", None)
    assert entry["ledgers"][0]["total_text"] == "natural Miff"
    assert "S1.9" in entry["clauses"]


def test_a_perk_shows_what_it_rolled_and_made_of_the_face() -> None:
    """Drive rolls again, and its face counts; a Perk that is left says so."""
    drive = e.PerkFired("ines", "Might", "Drive", True, 6, 3, 1, (6,), 6)
    entry = the_entry(rolled(faces=(3,)), drive, settled(5))
    shown = rows(entry["ledgers"][0])
    assert ("Perk Drive", "6 counts, jinx up to 3: modifier +1", None) in shown
    assert ("D6", "counts", None) in shown
    assert "The Perk Drive fires" in follows(entry)
    left = e.PerkFired("ines", "Might", "Tempt", False, 4, 3, 1)
    assert ("Perk Tempt", "not used", None) in rows(the_entry(rolled(faces=(4,)), left)["ledgers"][0])


def test_an_explosion_is_said_loudly() -> None:
    """A Charged die at its ceiling makes a Crit and grows (S2.12)."""
    entry = the_entry(rolled(faces=(6,), jinx=5), settled(5, exploded=True), e.Exploded("ines", "Might", 8))
    assert "EXPLOSION: the Might die of Ines grows." in said(entry)
    assert ("explosion", "Charged, jinxed up to its ceiling and at 6: a Crit", None) in rows(
        entry["ledgers"][0]
    )
    assert follows(entry) == ["It is a D8 now and has no Perks; 1 String gained"]


def test_those_whom_a_lead_leaves_out_stand_behind_everybody() -> None:
    """They have not acted, and gain no place by having joined (S4.12)."""
    entry = the_entry(e.WentAlone("ines", ("fen",)))
    assert follows(entry) == ["Behind everybody in the queue: Fen"]


def test_a_reaction_may_make_it_a_success() -> None:
    """Endure is told in the entry of the Test, with the level that stands in the end."""
    entry = the_entry(
        rolled(face=13, base=2),
        settled(2, 2),
        e.ReactionTaken("ines", "running 1", "Stand fast", "own test"),
        settled(4, 2, raised="Stand fast", modifier=0),
    )
    assert said(entry).endswith("Failure. Ines reacts with Stand fast. Stand fast makes it a Success.")
    assert entry["ledgers"][0]["total_text"] == "Success"
    assert rows(entry["ledgers"][0])[-1] == ("Stand fast", "raises it to Success", None)
    assert entry["result"] is not None
    assert entry["result"]["headline"] == "Success"


def test_a_contest_and_its_rollies() -> None:
    """How it was decided is said, and both d20s of Rollies are shown (S1.23 to S1.25)."""
    entry = the_entry(
        e.RolliesRolled("ines", "rook", (5, 5)),
        e.RolliesRolled("ines", "rook", (3, 9)),
        e.ContestSettled("ines", "rook", "ines", "Rollies", (4, 4)),
    )
    assert "Rollies: Ines 5, Rook 5; equal, so both roll again." in said(entry)
    assert said(entry).endswith("Ines wins the Contest with Rook, by Rollies.")
    assert [ledger["total"] for ledger in entry["ledgers"]] == [5, 5, 3, 9]
    face = the_entry(e.ContestSettled("ines", "rook", "rook", "face", (2, 5)))
    assert said(face) == "Rook wins the Contest with Ines, equal levels, 5 against 2 by the higher face."


def test_a_group_test_adds_up() -> None:
    """Everybody's level, what it counts, and the level of the sum (S1.26)."""
    entry = the_entry(e.GroupCounted("ines", (("ines", 5), ("fen", 2)), 1, 4, "the gate"))
    assert rows(entry["ledgers"][0]) == [("Ines", "Crit", 2), ("Fen", "Failure", -1)]
    assert entry["ledgers"][0]["total_text"] == "+1: Success"
    assert said(entry) == "The group, the gate, led by Ines: Success."


# Damage and what follows


def test_damage_is_explained_to_the_last_stress() -> None:
    """Every die and Spite; a fifth rounded up; critical dice rolled again; what cuts it."""
    entry = the_entry(
        *STRIKE,
        rolled(faces=(5,)),
        settled(5),
        damage(8, parts=(("Spite", 5, "S2.10"),)),
        e.DiceChained("ines", 1, ((10, 10), (12, 4)), 2),
        e.StressReduced("rook", "Might", "Warded", 5, 4),
        e.StressReduced("rook", "Might", "Guard", 4, 1, 3, 4, "S5.12"),
        e.StressTaken("rook", "Might", 1, "damage", "ines"),
        e.StressTaken("ines", "Might", 1, "Test", clause="S1.12"),
        DONE,
    )
    _, dealt, stress = entry["ledgers"]
    assert rows(dealt) == [("D8", "", 8), ("Spite", "", 5)]
    assert (dealt["who"], dealt["total"], sum_of(dealt)) == ("ines", 13, 13)
    assert rows(stress) == [
        ("Stress", "13 damage by 5, rounded up", 3),
        ("critical", "1 die at the maximum", 1),
        ("D10, rerolled", "the maximum: 1 more", 1),
        ("D12, rerolled", "no maximum: it stops", 0),
        ("Warded", "", -1),
        ("Guard", "", -3),
    ]
    assert (stress["who"], stress["title"], stress["total"], sum_of(stress)) == (
        "rook",
        "Stress in Might",
        1,
        1,
    )
    assert said(entry) == (
        "Ines plays the top of Strike, Attack: at Rook. Ines tests Might (Force): Crit. "
        "13 damage to Rook: 1 Stress in Might."
    )
    assert "Ines: 1 Stress in Might (the price of its Test)" in follows(entry)
    assert "This is action 3" in follows(entry)


def test_a_guard_rolls_more_than_is_needed() -> None:
    """What is left of the die is said, and the sum still holds."""
    entry = the_entry(
        damage(4),
        e.StressReduced("rook", "Might", "Guard", 1, 0, 3, 4, "S5.12"),
    )
    assert rows(entry["ledgers"][1])[-1] == ("Guard", "1 of 3 needed", -1)
    assert sum_of(entry["ledgers"][1]) == entry["ledgers"][1]["total"] == 0


def test_armor_and_another_potential_stay_in_the_entry() -> None:
    """Heavy armor cuts the damage itself; a Redirect moves the Stress; slots take some of it."""
    entry = the_entry(
        damage(8, 6),
        e.ReactionTaken("rook", "armor", "Plate", "incoming stress", "ines", "S14.8"),
        e.SlotsUsed("rook", "plate", 1),
        e.StressReduced("rook", "", "Plate", 14, 10, 4, 6, "S14.7"),
        e.StressReduced("rook", "Nerve", "Protection Slots", 2, 1, clause="S14.7"),
        e.StressTaken("rook", "Nerve", 1, "damage", "ines"),
    )
    dealt, stress = entry["ledgers"]
    assert rows(dealt)[-1] == ("Plate", "", -4)
    assert dealt["total"] == sum_of(dealt) == 10
    assert (stress["title"], stress["total"], sum_of(stress)) == ("Stress in Nerve", 1, 1)
    assert "Rook: 14 damage cut to 10 by Plate" in follows(entry)
    assert "Rook: 1 Protection Slot of plate used" in follows(entry)


def test_unarmed_damage_is_a_fixed_number() -> None:
    """Without dice there is a row all the same."""
    entry = the_entry(e.DamageRolled("ines", "rook", "Attack", "Might", ((2, 1),), (), (), 2, 1))
    assert rows(entry["ledgers"][0]) == [("fixed", "", 2)]


def test_an_overflow_tells_its_fallout_and_what_the_gm_chose() -> None:
    """How it came to its rank, the entry of the menu, Marks, the empty track, and the fall."""
    entry = the_entry(
        damage(8, 6),
        e.Overflowed("rook", "Might", 3, 2, 3, "ines"),
        e.RankChanged("rook", "Proof (iron)", 3, 2),
        e.FalloutFell("rook", "Might", 2, "marks", "overflow", True),
        e.MarksTaken("rook", 1, "Fallout", "ines"),
        e.Fell("rook"),
        e.CountdownBegan("dying-rook", "Rook is dying", 4, "B", 4, creature="rook", clause="S3.25"),
    )
    assert said(entry).endswith("Minor Fallout for Rook in Might: 1 Mark. Rook is incapacitated.")
    assert follows(entry) == [
        "Rook: 3 Stress in Might where 2 slots were free: Major Fallout",
        "Proof (iron) lowers the Fallout from Major to Minor",
        "From the menu: Marks (overflow)",
        "Rook: the Stress in Might is 0",
        "Rook takes 1 Mark",
        "Rook: no turns, Surges or Reactions; it leaves the queue",
        "A Countdown begins: Rook is dying, on D4 (Hope 4, Dread 4)",
    ]


def test_fallout_names_what_came_of_it() -> None:
    """The Condition and the Marks of a Fallout stand in its sentence, and those of no other."""
    found = entries(
        e.FalloutFell("rook", "Might", 3, "condition", "overflow", True),
        e.ConditionGained("rook", "Muddled", SCENE, "ines", "Might", clause="S3.11"),
        e.MarksTaken("rook", 1, "Fallout", "ines"),
        e.FalloutFell("ines", "Wit", 2, "marks", "Test", True),
        e.MarksTaken("ines", 2, "Fallout"),
        e.FalloutFell("ines", "Wit", 3, "equipment", "Test", True),
    )
    assert [said(one) for one in found] == [
        "Major Fallout for Rook in Might: Muddled (Might) and 1 Mark.",
        "Minor Fallout for Ines in Wit: 2 Marks. Major Fallout for Ines in Wit.",
    ]


def test_an_intervention_is_named() -> None:
    """In place of the menu an adversary's effect stands, under its name (S12.7)."""
    entry = the_entry(
        rolled(face=13, base=2),
        settled(2, 2),
        e.FalloutFell("ines", "Might", 1, "Rattled stance", "Test", False, "rook", "S12.7"),
        e.FavourGained("ines", "Brace", -1, "Rattled stance", SCENE, clause="S12.10"),
    )
    assert said(entry).endswith("Narrative Fallout for Ines in Might: Rook intervenes with Rattled stance.")
    assert follows(entry) == [
        "Ines: Disadvantage on the next Brace Test (Rattled stance), until the scene ends"
    ]


def test_narrative_fallout_of_a_test_is_told_once_its_price_is_paid() -> None:
    """No event says so where nothing comes of it; a Fallout of the whole group is nobody's own."""
    mixed = (rolled(face=3, base=3), settled(3, 3))
    beat = e.BeatGained("ines", 1)
    words = "Narrative Fallout: for the story alone"
    assert words not in follows(the_entry(*mixed))
    assert words in follows(the_entry(*mixed, beat))
    assert words not in follows(the_entry(*mixed, e.SlotForfeited(GM), beat))


ALONE: list[tuple[Any, str]] = [
    (e.SceneOpened("ines"), "The scene begins. The GM decides: Ines acts first."),
    (e.ThrewIn("fen", 2), "Fen throws in the gauntlet: 2nd in the queue."),
    (e.ThrewIn("fen", 1, GM), "GM throws in for Fen the gauntlet: 1st in the queue."),
    (e.LeftQueue("fen"), "Fen leaves the queue."),
    (
        e.LeftQueue("fen", "GM", "Gemma", "asleep"),
        "Gemma takes Fen out of the queue. Reason: “asleep”.",
    ),
    (e.GaveWay("ines", "fen"), "Ines gives way to Fen, and is next after."),
    (
        e.Reordered(("fen", "ines"), GM, "so"),
        "GM puts the queue into another order: Fen and Ines. Reason: “so”.",
    ),
    (e.JoinedGroup("fen", "ines"), "Fen joins a group action led by Ines."),
    (e.LeftGroup("ines"), "Ines no longer acts along, and stands behind everybody."),
    (e.Declined(), "Nobody throws in the gauntlet."),
    (e.SlotOpened("declined"), "A GM slot opens: every player declined."),
    (e.SlotOpened("GM", "Gemma"), "Gemma opens a GM slot."),
    (e.SlotClosed("passed"), "The GM passes the GM slot."),
    (e.SlotClosed("forfeited"), "The GM slot is forfeited, for a Fallout that was raised."),
    (e.SlotClosed("dying"), "The GM slot is spent on a Test of the dying."),
    (e.TurnBegan("ines"), "Ines acts."),
    (e.TurnBegan("rook", slot=True), "Rook acts, in the GM slot."),
    (e.TurnBegan("ines", ("fen",)), "A group action: Ines leads, with Fen."),
    (e.WentAlone("ines", ("fen",)), "Ines acts alone after all."),
    (e.TurnPassed("ines", ("fen",)), "Ines is down: Fen is next instead."),
    (e.TurnEnded("ines", ("ines",), True), "The turn of Ines ends. A GM slot opens."),
    (e.QuietNoted(), "The GM lets the scene go on."),
    (e.KeptOpen(), "The scene seems to be over; the GM lets it go on."),
    (
        e.SceneClosed("the ford holds", "A", "Gemma", "late"),
        "The scene ends: the ford holds. The ferry win it. Gemma closed it. Reason: “late”.",
    ),
    (e.SceneClosed("The ferry win", "A"), "The scene ends: The ferry win."),
    (e.SceneClosed("Everybody goes home.", None), "The scene ends: Everybody goes home."),
    (e.HalfPlayed("ines", "endure", "bottom", True), "Ines plays the bottom of Endure as the plain move."),
    (e.ActionAnnounced(4, "rook", "", "Howl", "top", ("ines",)), "Rook announces Howl: at Ines."),
    (e.ActionStopped("ines", "Attack"), "Attack of Ines does not go on."),
    (e.TargetChanged("ines", "fen"), "Fen is the target in place of Ines."),
    (
        e.SurgeAnnounced("ines", "set-feet", "Set your feet", 3, True),
        "Ines uses the Surge Set your feet, announced after action 3.",
    ),
    (
        e.SurgeAnnounced("ines", "concentration", "concentration", 0, False),
        "Ines uses the Surge Concentration, announced before any action.",
    ),
    (e.SurgeCame("ines", "set-feet"), "The Surge Set your feet of Ines takes effect now."),
    (
        e.SurgeCame("ines", "set-feet", True),
        "The Surge Set your feet of Ines is lost, since its user is down.",
    ),
    (e.ReactionTaken("fen", "x", "Step aside", "targeted", "rook"), "Fen reacts to Rook with Step aside."),
    (
        e.RunningBegan(1, "ines", "ines", "hymn", "top", "Hum", NEXT, die=4),
        "Ines: Hum is Active: a Sequence on D4, its die at 1.",
    ),
    (
        e.RunningBegan(1, "ines", "fen", "hymn", "top", "Hum", NEXT, concentration="Heart"),
        "Ines: Hum is Active on Fen, until the start of Ines's next turn, by Concentration (Heart).",
    ),
    (e.SequenceUsed(1, "ines", "Hum", 4, 4), "Ines: Hum used at 4 of D4, the last."),
    (e.SequenceUsed(1, "ines", "Hum", 1, 4), "Ines: Hum used at 1 of D4, 3 uses left."),
    (e.RunningEnded(1, "ines", "Hum", "Sequence"), "Ines: Hum ends (its die has run out)."),
    (e.Moved("ines", "ford", "bank", 5), "Ines moves from Ford to Bank, 25 feet."),
    (
        e.Moved("fen", "bank", "ford", 5, "pushed", "rook"),
        "Fen is pushed from Bank to Ford by Rook, 25 feet.",
    ),
    (e.Stayed("ines", "it is Held"), "Ines does not move: it is Held."),
    (e.Readied("ines", ("sword", "pistol")), "Ines has Sword and Pistol in hand."),
    (e.Readied("ines", ()), "Ines has nothing in hand."),
    (e.Thrown("fen", "knife", "mill"), "Fen: Knife lies at Mill until it is fetched."),
    (e.Fetched("fen", "knife"), "Fen takes up Knife again."),
    (e.Loaded("ines", "pistol", 1), "Ines: Pistol has 1 shot left."),
    (e.StressTaken("ines", "Nerve", 1, "Bleeding", "rook"), "Ines: 1 Stress in Nerve (Bleeding)."),
    (e.StressCleared("ines", "Nerve", 2, "Recover"), "Ines clears 2 Stress in Nerve (Recover)."),
    (
        e.ResistanceSpent("ines", "Might", 1, "natural Miff", True),
        "Ines loses 1 Resistance in Might (natural Miff, in place of 1 Stress).",
    ),
    (e.ResistanceSpent("ines", "Might", 1, "Guard"), "Ines spends 1 Resistance in Might (Guard)."),
    (
        e.ResistanceRegained("ines", "Wit", 1, "natural Crit"),
        "Ines regains 1 Resistance in Wit (natural Crit).",
    ),
    (e.NothingRegained("ines", "Marks", "Cursed"), "Ines gets back no Marks: Cursed."),
    (e.SlotsUsed("ines", "leather", -1), "Ines: 1 Protection Slot of Leather back."),
    (
        e.TrackFilled("ines", "Might", 2, "Nerve"),
        "Ines: Might is full and stays so; 2 Stress goes on to Nerve.",
    ),
    (e.MarksTaken("ines", 2, "the GM"), "Ines takes 2 Marks (the GM)."),
    (e.MarksRestored("ines", 1, "Balm"), "Ines has 1 Mark restored (Balm)."),
    (e.Fell("ines", "dead", "Dread"), "Ines is dead."),
    (e.CameRound("ines"), "Ines comes round."),
    (e.Stabilized("ines"), "Ines is stabilized, and recovers after a Long Rest."),
    (e.Scarred("ines", "Might", "Heart"), "Ines has a Scar: Might \N{MINUS SIGN}1, Heart +1."),
    (
        e.ConditionGained("ines", "Bleeding", NEXT, "rook", "Nerve"),
        "Ines is Bleeding (Nerve) until the start of Ines's next turn.",
    ),
    (
        e.ConditionGained("rook", "Retaliate", SCENE, potential="Might", other="Nerve"),
        "Rook has Retaliate (Might/Nerve) until the scene ends.",
    ),
    (e.ConditionEnded("ines", "Dazed", "over"), "Ines is no longer Dazed (its time is over)."),
    (
        e.FavourGained("ines", "any", -1, "Keep moving", NEXT, True, True, "physical"),
        "Ines: Disadvantage on every Test against it aimed at a Physical Potential (Keep moving), "
        "until the start of Ines's next turn.",
    ),
    (e.FavourEnded("ines", "any", "Help"), "Ines: what “Help” gave is used up."),
    (e.FavourEnded("ines", "any", "Help", used=False), "Ines: what “Help” gave has run out."),
    (
        e.ExhaustionChanged("ines", 2, 5),
        "Ines: Exhaustion 2, all actions need a Test; Movement counts one range lower; Mark pool 5.",
    ),
    (e.ItemSuffered("ines", "sword", "risk"), "Ines: Sword is one step riskier to use."),
    (e.ItemSuffered("ines", "leather", "slot"), "Ines: Leather loses a Protection Slot."),
    (e.ItemSuffered("ines", "sword", "broken"), "Ines: Sword breaks."),
    (e.BeatGained("ines", 1), "Ines gains 1 Beat."),
    (e.CountdownMoved("ford", 5, 6, GM), "The ford rises: Hope 5, Dread 6 (GM)."),
    (e.CountdownDecided("ford", "The ford rises", "Dread"), "The ford rises: Dread is reached."),
    (e.CountdownDropped("ford", "The ford rises"), "The Countdown is dropped: The ford rises."),
    (e.ThingWorked("ines", "gate", "Gate", ("bank", "mill"), True), "Ines operates Gate."),
    (e.RiskSet("Dire", "", GM, "rain"), "GM decides: Tests of the scene are Dire. Reason: “rain”."),
    (e.RiskSet("Risky", "ines", GM), "GM decides: the next Test of Ines is Risky."),
    (
        e.Arrived("maud", "Maud", "fen", "A", "bank", (), 1, True, (), by=GM, reason="late"),
        "Maud joins The ferry at Bank. Reason: “late”.",
    ),
    (e.Removed("rook", "Rook", GM, "washed away"), "GM removes Rook from the scene. Reason: “washed away”."),
    (
        e.Corrected("ines", "stress", 2, 5, "Might", GM, "miscounted"),
        "GM corrects Ines: Stress in Might 5 to 2. Reason: “miscounted”.",
    ),
    (e.Corrected("ines", "surge", 0, 0, by=GM), "GM gives Ines back the Surge."),
    (
        e.Overridden("ines", "strike top", "S5.4", GM, "it is fun", "S5.4"),
        "GM allows Ines what is refused: “strike top”. Reason: “it is fun”.",
    ),
]


@pytest.mark.parametrize(
    ("event", "words"), ALONE, ids=lambda one: "" if isinstance(one, str) else type(one).__name__
)
def test_an_event_that_stands_alone(event: Any, words: str) -> None:
    """Each makes a whole sentence, and cites its clause."""
    entry = the_entry(event)
    assert said(entry) == words
    assert event.clause in entry["clauses"]


AFTER: list[tuple[Any, str]] = [
    (
        e.Overflowed("ines", "Might", 3, 0, 3),
        "Ines: 3 Stress in Might where no slot was free: Major Fallout.",
    ),
    (e.RankChanged("ines", "Rook", 1, 2), "Rook raises the Fallout from Narrative to Minor."),
    (e.RankChanged("ines", "Bane (iron)", 4, 4), "Bane (iron) changes nothing: the Fallout stays Severe."),
    (e.SlotForfeited(GM), "The next GM slot is forfeited, for a Fallout that was raised."),
    (e.LeftQueue("fen", "down"), "Fen leaves the queue."),
    (e.DiceChained("ines", 1, ((10, 4),), 1), "Critical dice add 1 Stress."),
]


@pytest.mark.parametrize(("event", "words"), AFTER)
def test_what_mostly_follows_can_begin_an_entry(event: Any, words: str) -> None:
    """Once what came before it is taken back, it still makes a whole sentence."""
    entry = the_entry(event)
    assert (said(entry), follows(entry)) == (words, [])


def test_what_waits_and_comes_back_is_told_below() -> None:
    """A Surge says what it waits for and when it comes back; a turn's end what came back."""
    surge = the_entry(e.SurgeAnnounced("ines", "set-feet", "Set your feet", 3, True))
    assert follows(surge) == [
        "It takes effect once action 3 is resolved, and changes nothing of it",
        "It lies face down until a turn that begins from now on has ended",
    ]
    assert follows(the_entry(e.TurnEnded("ines", ("ines",)))) == ["The Surge of Ines is face up again"]
    passage = the_entry(e.ThingWorked("ines", "gate", "Gate", ("bank", "mill"), True))
    assert follows(passage) == ["The way between Bank and Mill is closed"]
