"""A system without rounds, in which high faces are no luck."""

from __future__ import annotations

from affray.kernel.presentation import Entry
from affray.kernel.system import SPECTATOR, AnyEncounter, has_rounds, tells_luck
from affray.table.summary import summary, summary_as_text, tallies_of_dice
from affray.table.transcript import log_as_text
from affray.telling.ledgers import die_face, die_row
from tests.table.rig import Rig, TableToy, ToyFight


class Roundless(TableToy):
    """The toy that counts no rounds, and in which low is as good as high."""

    tells_luck = False

    def rounds(self, encounter: AnyEncounter) -> int | None:
        return None


def rolled() -> Entry:
    """Ada throws two dice, one of them by hand."""
    rows = [die_row(die_face(20, 3), "", "", 3), die_row(die_face(4, 4, typed=True), "", "", None)]
    return {
        "number": 0,
        "round": 0,
        "kind": "roll",
        "clauses": [],
        "say": ["Ada rolls."],
        "ledgers": [
            {"who": "ada", "name": "Ada", "title": "", "rows": rows, "total_label": "", "total": None}
        ],
        "result": None,
        "not_counted": [],
        "follows": [],
        "odds": None,
        "undone_by": None,
    }


def test_no_round_is_told() -> None:
    """The table's own notes stand in round 0, and the log as text has no headings."""
    rig = Rig(ToyFight(system=Roundless()))
    gm = rig.gm()
    gm.pick("high", "stance", "ada")
    gm.do("undo")
    session = rig.table.session
    assert not has_rounds(session.system, session.encounter)
    assert {entry["round"] for entry in gm.log.values()} == {0}
    text = log_as_text("Three fencers", rig.table.logbook(SPECTATOR).entries, rounds=False)
    assert text.startswith("Three fencers\n=============\n\n1. ")
    assert "Round 0" not in text
    assert not rig.errors


def test_the_summary_counts_dice_and_tells_no_luck() -> None:
    """Where a roll should stay low, faces above the average are no luck."""
    rig = Rig(ToyFight(system=Roundless()))
    session = rig.table.session
    for system, luck, words in (
        (session.system, None, "2 dice (1 by hand)"),
        (TableToy(), -6.0, "2 dice (1 by hand), 6 below average"),
    ):
        tallies = summary(system, session.encounter, (), [rolled()], SPECTATOR)
        assert tells_luck(system) == (luck is not None)
        assert [(one.dice, one.by_hand, one.luck) for one in tallies.values()] == [(2, 1, luck)]
        assert summary_as_text(tallies.values()).endswith(f"Ada: 1 roll and 0 answers; {words}\n")
    assert tallies_of_dice([rolled()])["ada"].luck == -6.0
