"""The log as it grows: numbers, undone entries, names that left, and what each reader may know."""

from __future__ import annotations

from typing import Any

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from affray.content import load_scenario
from affray.dice.counter import CounterDice
from affray.kernel.events import Record
from affray.kernel.pending import Pending
from affray.kernel.reasons import Reason
from affray.kernel.requests import pool_of, question_of
from affray.kernel.session import Session
from affray.kernel.system import GM_VIEWER, SPECTATOR, Viewer
from affray.systems.d20plus import events as e
from affray.systems.d20plus import text
from tests.systems.d20plus.text_stage import BLOCKED, DECLARED, HIT, a_fight, a_throw, plain, records_of

SIDE_A = Viewer(("okello",), ("A",))
SIDE_B = Viewer(("grusk",), ("B",))
READERS = [GM_VIEWER, SIDE_A, SIDE_B, SPECTATOR]


def hidden_records() -> list[Record]:
    """Okello vanishes and moves; only the own side knows the score and the place."""
    concealed = e.Concealed("okello", a_throw("okello", "Grace", 7, 17, cap=5))
    moved = e.Moved("okello", "hall", "gantry")
    return [
        Record(0, 1, concealed, ("A",), e.Vanished("okello")),
        Record(1, 2, moved, ("A",), e.MovedUnseen("okello")),
        Record(2, 3, e.CoverLeft("okello"), ("A",), None),
        Record(3, 4, e.TurnEnding("okello"), None, None),
        Record(4, 5, DECLARED, None, None),
    ]


@pytest.mark.parametrize("reader", [SIDE_B, SPECTATOR])
def test_nothing_hidden_is_in_any_byte_of_a_foes_log(reader: Viewer) -> None:
    """Neither the Concealment Score, nor its dice, nor the zone."""
    entries = text.entries(a_fight(), hidden_records(), reader)
    sent = orjson.dumps(entries).decode()
    assert [plain(entry["say"]) for entry in entries][:2] == [
        "Okello vanishes from sight.",
        "Okello does something unseen with a Move.",
    ]
    for secret in ("24", "17", "Gantry", "gantry", "cover"):
        assert secret not in sent


@pytest.mark.parametrize("reader", [SIDE_A, GM_VIEWER])
def test_the_own_side_and_the_gm_read_it_all(reader: Viewer) -> None:
    """Score, place and the cover that was left."""
    says = [plain(entry["say"]) for entry in text.entries(a_fight(), hidden_records(), reader)]
    assert says[:3] == [
        "Okello vanishes from sight. Concealment Score 24.",
        "Okello moves from Customs Hall to Gantry.",
        "Okello leaves cover.",
    ]


@pytest.mark.parametrize("reader", READERS)
def test_numbers_have_no_gaps_whatever_is_hidden(reader: Viewer) -> None:
    """Each reader's own count, from 0."""
    entries = text.entries(a_fight(), hidden_records(), reader)
    assert [entry["number"] for entry in entries] == list(range(len(entries)))


def test_an_undone_strike_is_struck_whole_and_its_second_attempt_is_another_entry() -> None:
    """The declaration stands, the dice were taken back and fell again."""
    records = records_of(*HIT)
    for record in records[1:]:
        record.undone_by = "Ana"
    again = [Record(3, 1, HIT[1], None, None), Record(4, 1, HIT[2], None, None)]
    first, second = text.entries(a_fight(), [*records, *again], GM_VIEWER)
    assert (first["undone_by"], second["undone_by"]) == ("Ana", None)
    assert first["say"] == second["say"]
    assert first["ledgers"] == second["ledgers"]


def test_what_was_undone_around_a_standing_result_is_left_out() -> None:
    """A reaction taken back before the dice fell does not show in the entry that stands."""
    records = records_of(*BLOCKED[:4], *HIT[1:])
    records[3].undone_by = "Ana"
    (entry,) = text.entries(a_fight(), records, GM_VIEWER)
    assert entry["undone_by"] is None
    assert "steps in" not in plain(entry["say"])


def test_a_reaction_taken_back_with_the_dice_begins_another_attempt() -> None:
    """Back to the question whether to react: the second attempt tells the whole strike again."""
    declared = e.StrikeDeclared("grusk", "okello", "needle", "Spirit")
    stopped = e.StrikeStopped("grusk", "okello", Reason("nullified", "D11.6", ("Calm",)))
    records = records_of(declared, e.ReactionUsed("okello", "calm", "grusk", "D11.6"), stopped)
    records[1].undone_by = records[2].undone_by = "Ana"
    again = e.ReactionUsed("okello", "calm", "grusk", "D11.6")
    records += [Record(3, 1, again, None, None), Record(4, 1, stopped, None, None)]
    first, second = text.entries(a_fight(), records, GM_VIEWER)
    assert (first["undone_by"], second["undone_by"]) == ("Ana", None)
    assert first["say"] == second["say"]


def test_something_stopped_after_a_strike_is_not_taken_for_the_strike() -> None:
    """Another one's Setup came to nothing since the ally had gone."""
    stopped = e.StrikeStopped("okello", "maren", Reason("ally gone", "D6.9"))
    entries = text.entries(a_fight(), records_of(*HIT, stopped), GM_VIEWER)
    assert plain(entries[1]["say"]) == "Okello is stopped: the ally is out of the fight."


def test_taking_the_round_back_gives_new_entries_the_round_before() -> None:
    """What follows an undone beginning of a round belongs to the round that stands."""
    records = records_of(e.RoundBegan(1), e.StoodUp("maren"), e.RoundBegan(2), e.StoodUp("grusk"))
    records[2].undone_by = records[3].undone_by = "Ana"
    records.append(Record(4, 2, e.StoodUp("okello"), None, None))
    assert [entry["round"] for entry in text.entries(a_fight(), records, GM_VIEWER)] == [1, 1, 2, 2, 1]


def test_a_log_hands_out_only_what_is_new_or_changed() -> None:
    """A strike changes its entry while it goes on; an undo changes it once more; then nothing does."""
    fight, log = a_fight(), text.Log(GM_VIEWER)
    records = records_of(e.StoodUp("okello"), *HIT)
    assert [entry["number"] for entry in log.take(fight, records[:2])] == [0, 1]
    assert [entry["number"] for entry in log.take(fight, records[:3])] == [1]
    assert log.take(fight, records[:3]) == []
    log.take(fight, records)
    for record in records[2:]:
        record.undone_by = "Ana"
    changed = log.take(fight, records)
    assert [(entry["number"], entry["undone_by"]) for entry in changed] == [(1, "Ana")]
    assert [record.number for record in log.records_of(1)] == [1, 2, 3]


def test_silent_events_make_no_entry() -> None:
    """What was paid, and a turn that ends without anything to tell."""
    paid = e.Paid("grusk", "action", "Might")
    events = (paid, e.TurnEnding("grusk"), e.TurnEnded("grusk"), e.ReactionDeclined("okello", "step"))
    assert text.entries(a_fight(), records_of(*events), GM_VIEWER) == []


def test_names_outlive_those_who_bear_them() -> None:
    """A Persona that joined and left is named in the entries before, between and after."""
    fight = a_fight()
    del fight.state.personas["maren"]
    joined = e.Joined("rat", "Big Rat", "brute", "B", "stair", "Ana", "late")
    events = (*HIT, e.Removed("maren", "Maren", "Ana", ""), joined, e.StoodUp("rat"))
    says = [plain(entry["say"]) for entry in text.entries(fight, records_of(*events), GM_VIEWER)]
    assert says[0].startswith("Grusk strikes Maren")
    assert says[1] == "Ana removes Maren from the fight."
    assert says[2].startswith("Big Rat joins The crew at Stair")
    assert says[3] == "Big Rat stands up."


def test_markup_in_a_name_stays_data() -> None:
    """A name is neither escaped nor taken apart; it is a part of its own."""
    fight = a_fight()
    name = '<b>Gr{0}usk</b> & "co"'
    fight.state.personas["grusk"].name = name
    (entry,) = text.entries(fight, records_of(e.StoodUp("grusk")), GM_VIEWER)
    assert entry["say"] == [{"who": "grusk", "name": name}, " stands up."]


class _Player:
    """Answers at random from a given row of numbers."""

    def __init__(self, row: list[int]) -> None:
        self.row = row
        self.at = 0

    def draw(self, below: int) -> int:
        self.at += 1
        return self.row[self.at % len(self.row)] * (self.at + 7) % below

    def __call__(self, session: Session, pending: Pending, part: int) -> Any:
        if self.at % 17 == 0:
            self.at += 1
            return None
        pool, question = pool_of(pending.request, part), question_of(pending.request, part)
        if pool is not None:
            return tuple(1 + self.draw(sides) for sides in pool.sides), "dice", False
        assert question is not None
        return question.options[self.draw(len(question.options))].id, "bot", False


@settings(max_examples=40)
@given(st.lists(st.integers(1, 10**6), min_size=5, max_size=40), st.sampled_from(["saltgate", "bench-seven"]))
def test_a_log_kept_up_to_date_equals_one_written_at_once(row: list[int], scenario: str) -> None:
    """Random play with undoing and redoing, read after every stretch by every reader."""
    loaded = load_scenario(scenario)
    encounter = loaded.system.start(loaded.book, loaded.scenario, loaded.rulings)
    session = Session(loaded.system, encounter, CounterDice("log"))
    player = _Player(row)
    logs = [text.Log(reader) for reader in READERS]
    for _ in range(12):
        session.advance(player)
        if session.journal and player.draw(3) == 0:
            session.undo(len(session.journal) - 1 - player.draw(min(20, len(session.journal))), "Ana")
        if session.can_redo and player.draw(4) == 0:
            session.redo("Ana")
        for log in logs:
            log.take(session.encounter, session.records)
            assert log.entries == text.entries(session.encounter, session.records, log.viewer)
            assert [entry["number"] for entry in log.entries] == list(range(len(log.entries)))
            assert all(plain(entry["say"]).endswith((".", "”")) for entry in log.entries)
