"""What a Sunder scene came to, counted."""

from __future__ import annotations

from affray.systems.sunder import events as e
from affray.systems.sunder.deeds import COUNTED, deeds
from tests.systems.sunder.told import a_scene, records_of, rolled, settled


def test_all_that_is_counted() -> None:
    """Each event of a kind adds to its own count; what overflows was dealt all the same."""
    records = records_of(
        e.TurnBegan("ines"),
        rolled(),
        settled(5),
        settled(1, 2),
        e.StressTaken("rook", "Might", 1, "damage", "ines"),
        e.StressTaken("ines", "Might", 1, "Test"),
        e.MarksTaken("rook", 1, "Fallout", "ines"),
        e.MarksTaken("ines", 1, "Fallout"),
        e.FalloutFell("ines", "Might", 2, "marks", "Test", True),
        e.ReactionTaken("ines", "redirect", "Redirect", "incoming stress"),
        e.SurgeAnnounced("ines", "set-feet", "Set your feet", 0, False),
        e.BeatGained("ines", 1),
    )
    counted = deeds(a_scene(), records)
    assert counted["ines"] == dict.fromkeys(COUNTED, 1)
    assert counted["rook"] == {"Stress taken": 1, "Marks taken": 1}
    assert counted["fen"] == {}


def test_overflow_and_groups() -> None:
    """Stress that overflows is counted whole; everybody in a group has had a turn."""
    records = records_of(e.TurnBegan("ines", ("fen",)), e.Overflowed("rook", "Might", 4, 1, 3, "fen"))
    counted = deeds(a_scene(), records)
    assert counted["rook"] == {"Stress taken": 4}
    assert counted["fen"] == {"turns": 1, "Stress dealt": 4}


def test_what_nobody_did_and_what_was_taken_back_counts_not() -> None:
    """Bleeding is nobody's, and an undone record is left out; who was removed is still counted."""
    scene = a_scene()
    scene.emit(e.Removed("fen", "Fen", "Gemma"))
    records = records_of(
        e.StressTaken("ines", "Nerve", 1, "Bleeding", "Bleeding"),
        e.BeatGained("ines", 1),
        e.BeatGained("fen", 1),
    )
    records[1].undone_by = "Gemma"
    assert deeds(scene, records) == {"ines": {"Stress taken": 1}, "rook": {}, "fen": {"Beats": 1}}
