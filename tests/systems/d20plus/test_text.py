"""What the log of a d20+ fight says: sentences, ledgers, results, what was not counted, what follows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from affray.kernel.presentation import Entry
from affray.kernel.reasons import Reason
from affray.kernel.system import GM_VIEWER
from affray.systems.d20plus import events as e
from affray.systems.d20plus import text
from affray.systems.d20plus.augments import LeftOut
from tests.systems.d20plus.text_stage import (
    BLOCKED,
    DECLARED,
    GEAR,
    HIT,
    PLATE,
    TACTIC,
    a_fight,
    a_strike,
    a_throw,
    plain,
    records_of,
)


def entries_of(*events: Any) -> list[Entry]:
    """The GM's log of these events."""
    return text.entries(a_fight(), records_of(*events), GM_VIEWER)


def said(*events: Any) -> list[str]:
    """The sentences of the GM's log of these events."""
    return [plain(entry["say"]) for entry in entries_of(*events)]


def follows(entry: Entry) -> list[tuple[str, str | None]]:
    """What follows, with clauses."""
    return [(line["text"], line["clause"]) for line in entry["follows"]]


def test_an_intercepted_and_blocked_strike_is_one_sentence_after_another() -> None:
    """Who strikes whom with what, who stepped in, and the outcome."""
    sentence = "Grusk strikes Maren with a trench club. Okello steps in and takes the blow: Step Across."
    assert said(*BLOCKED) == [f"{sentence} Blocked by 1."]


def test_names_stand_apart_from_the_text() -> None:
    """Every Persona of a sentence is a part of its own, with its id."""
    say = entries_of(*BLOCKED)[0]["say"]
    assert [part["who"] for part in say if not isinstance(part, str)] == ["grusk", "maren", "okello"]


def test_the_attackers_ledger_names_every_part_of_the_score() -> None:
    """d20, Skill with its Trait and bonus, and each die with its source and clause."""
    ledger = entries_of(*BLOCKED)[0]["ledgers"][0]
    rows = [(row["label"], row["detail"], row["value"], row["clause"]) for row in ledger["rows"]]
    assert rows == [
        ("", "d20", 11, None),
        ("Might", "Body 6, bonus 3", 9, "D1.3"),
        ("Training d8", "Brawler", 3, "D3.1"),
        ("Gear d6", "Trench club", 5, "D3.1"),
        ("Tactic d4", "Setup", 1, "D10.3"),
    ]
    assert (ledger["total_label"], ledger["total"]) == ("Score", 29)


def test_the_defenders_ledger_shows_wounds_and_whose_place_it_took() -> None:
    """The Trait that defended, less its wounds; faces typed at the table are marked."""
    ledger = entries_of(*BLOCKED)[0]["ledgers"][1]
    assert ledger["title"] == "in the place of Maren"
    body = ledger["rows"][1]
    assert (body["label"], body["detail"], body["value"], body["clause"]) == (
        "Body",
        "5 less 1 wound",
        4,
        "D6.1",
    )
    assert all(row["die"]["typed"] for row in ledger["rows"] if row["die"] is not None)


@pytest.mark.parametrize("events", [BLOCKED, HIT])
def test_the_total_shown_is_the_total_rolled_and_the_sum_of_its_rows(events: Sequence[Any]) -> None:
    """All three come from the same throw."""
    strike = next(event for event in events if isinstance(event, e.StrikeResolved))
    for ledger, throw in zip(entries_of(*events)[0]["ledgers"], (strike.attack, strike.defence), strict=True):
        assert ledger["total"] == throw.total == sum(row["value"] for row in ledger["rows"])


def test_a_blocked_strike_says_how_far_a_critical_block_was() -> None:
    """The margin line of a miss."""
    assert entries_of(*BLOCKED)[0]["result"] == {
        "label": "Margin 29 − 30",
        "value": -1,
        "text": "Below 0: nothing gets through. From −10 it would be a Critical Block",
        "headline": "Blocked",
        "clause": "D4.5",
    }


def test_a_natural_20_is_told_and_marked() -> None:
    """The sentence names it, the row counts 30 and cites its clause."""
    entry = entries_of(*HIT)[0]
    assert "A natural 20 for Grusk." in plain(entry["say"])
    row = entry["ledgers"][0]["rows"][0]
    assert (row["value"], row["detail"], row["clause"]) == (30, "natural 20 counts 30", "D2.4")
    assert row["die"] is not None
    assert row["die"]["natural"]
    assert row["die"]["face"] == 20


def test_a_hit_tells_the_wounds_their_sum_and_what_they_do() -> None:
    """Headline, arithmetic, fallen Skills and the fallen cap."""
    entry = entries_of(*HIT)[0]
    assert plain(entry["say"]).endswith("4 wounds to Body, 5 to 1.")
    result = entry["result"]
    assert result is not None
    assert (result["headline"], result["text"], result["clause"]) == (
        "4 wounds",
        "Wounds: 1 + 31 / 10, rounded down",
        "D5.1",
    )
    assert ("Maren's Body 5 to 1: Might 5 to 1, Grace 5 to 1", "D6.2") in follows(entry)
    assert ("Maren's cap with Body falls from 5 dice to 1", "D3.3") in follows(entry)


def test_a_lowered_increment_is_named() -> None:
    """Hex makes the increment 8, and the mark that did not count is listed."""
    strike = a_strike(
        a_throw("grusk", "Might", 9, 18),
        a_throw("maren", "Body", 5, 6),
        increment=8,
        increment_why="Hex",
        wounds=3,
        not_counted=(Reason("another's mark", "D5.2", ("Naming", 5, "Grusk")),),
    )
    entry = entries_of(DECLARED, strike)[0]
    assert entry["result"] is not None
    assert entry["result"]["text"] == "Wounds: 1 + 16 / 8, rounded down, the increment of Hex"
    assert entry["result"]["clause"] == "D5.2"
    assert entry["not_counted"][0] == {"text": "Naming, increment 5: it is not Grusk's", "clause": "D5.2"}


def test_dice_left_out_say_why_and_those_for_other_rolls_come_last() -> None:
    """The cap and the larger die first; what names another roll in one line."""
    left = (
        LeftOut(PLATE, Reason("other rolls", "D3.6", ("Body defence",))),
        LeftOut(GEAR, Reason("over cap", "D3.3", (1,))),
        LeftOut(TACTIC, Reason("over cap", "D3.3", (1,))),
    )
    strike = a_strike(a_throw("grusk", "Might", 9, 4, left=left, cap=1), a_throw("maren", "Body", 5, 6))
    assert entries_of(DECLARED, strike)[0]["not_counted"] == [
        {"text": "Grusk's Gear d6, Trench club: over the cap of 1", "clause": "D3.3"},
        {"text": "Grusk's Tactic d4: over the cap of 1", "clause": "D3.3"},
        {"text": "Grusk's dice for other rolls: Gear d10, Plate coat (Body defence)", "clause": "D3.6"},
    ]


def test_a_kept_tad_is_listed_with_its_clause() -> None:
    """Who defended without it may wonder where it went."""
    defence = a_throw("maren", "Body", 5, 6, left=(LeftOut(TACTIC, Reason("TAD kept", "D10.5")),))
    strike = a_strike(a_throw("grusk", "Might", 9, 4), defence)
    assert entries_of(DECLARED, strike)[0]["not_counted"] == [
        {"text": "Maren's Tactic d4: kept for the next Action", "clause": "D10.5"}
    ]


@pytest.mark.parametrize(
    ("giver", "words"),
    [("okello", "from Okello"), ("grusk", "own Setup"), ("gm", "from the GM"), ("", "Setup")],
)
def test_the_row_of_a_tad_says_who_gave_it(giver: str, words: str) -> None:
    """The numbers of a sum have their sources beside them."""
    attack = a_throw("grusk", "Might", 9, 11, 3, dice=(TACTIC,), tad=True, giver=giver)
    row = entries_of(DECLARED, a_strike(attack, a_throw("maren", "Body", 5, 6)))[0]["ledgers"][0]["rows"][-1]
    assert (row["label"], row["detail"], row["clause"]) == ("Tactic d4", words, "D10.3")


def test_cover_is_a_row_of_its_own() -> None:
    """What cover took off stands in the sum, so that the rows still come to the total."""
    attack = a_throw("okello", "Grace", 5, 15, cover=5)
    strike = a_strike(attack, a_throw("grusk", "Body", 6, 10), weapon="rifle", cover=5)
    ledger = entries_of(strike)[0]["ledgers"][0]
    row = ledger["rows"][-1]
    assert (row["label"], row["detail"], row["value"], row["clause"]) == ("cover", "−5", -5, "D8.5")
    assert ledger["total"] == attack.total == sum(part["value"] for part in ledger["rows"])


def test_a_hit_on_a_trait_at_0_says_that_it_deals_no_wound() -> None:
    """A broken Trait still defends, and loses nothing more."""
    defence = a_throw("maren", "Body", 0, 3, unwounded=5, cap=0)
    entry = entries_of(DECLARED, a_strike(a_throw("grusk", "Might", 9, 10), defence, wounds=0))[0]
    assert "Body is at 0 already: no wound" in plain(entry["say"])
    assert entry["result"] is not None
    assert (entry["result"]["headline"], entry["result"]["clause"]) == ("No wound", "D4.6")


def test_an_equal_score_and_a_critical_block_have_results_of_their_own() -> None:
    """Margin 0 lands; -10 is a Critical Block."""
    even = entries_of(DECLARED, a_strike(a_throw("grusk", "Might", 9, 1), a_throw("maren", "Body", 5, 5)))[0]
    block = entries_of(DECLARED, a_strike(a_throw("grusk", "Might", 9, 1), a_throw("maren", "Body", 5, 15)))[
        0
    ]
    assert even["result"] is not None
    assert block["result"] is not None
    assert (even["result"]["text"], even["result"]["clause"]) == ("Equal: the attacker wins", "D5.3")
    assert (block["result"]["headline"], block["result"]["clause"]) == ("Critical Block", "D4.5")


def test_breaking_a_trait_and_going_out_follow_in_the_same_entry() -> None:
    """Wounds past the end are lost, the Persona is Out, and the GM said what that means."""
    strike = HIT[1]
    wound = e.Wounded("maren", "Body", 4, 1, 0)
    out = e.WentOut("maren", "all broken", "D6.5")
    (entry,) = entries_of(DECLARED, strike, wound, out, e.OutMeant("maren", "capture"))
    assert plain(entry["say"]).endswith("Maren is Out: all three Traits are at 0. That means capture.")
    assert ("Wounds past the end of the track are lost: 3", "D6.3") in follows(entry)
    assert {"D6.5", "D6.7"} <= set(entry["clauses"])


def test_a_nullified_strike_is_stopped_and_stays_paid() -> None:
    """No ledgers; the reaction is named."""
    declared = e.StrikeDeclared("grusk", "okello", "needle", "Spirit")
    used = e.ReactionUsed("okello", "calm", "grusk", "D11.6")
    stopped = e.StrikeStopped("grusk", "okello", Reason("nullified", "D11.6", ("Calm",)))
    (entry,) = entries_of(declared, used, stopped)
    assert plain(entry["say"]) == (
        "Grusk strikes Okello: A needling remark. Okello answers with Calm. It is stopped: nullified by Calm."
    )
    assert entry["ledgers"] == []
    assert ("What was paid stays paid", "D4.10") in follows(entry)


def test_a_strike_under_way_says_what_defends() -> None:
    """Before the dice fall the entry stands there already."""
    assert said(DECLARED) == ["Grusk strikes Maren with a trench club. Physical, so Body defends."]


def test_a_counter_attack_is_an_entry_of_its_own() -> None:
    """It cites the ability and the clause of counter-attacks."""
    back = e.StrikeDeclared("maren", "grusk", "iron-bar", "Body", counter="step")
    entries = entries_of(*HIT, e.ReactionUsed("maren", "step", "grusk", "D11.2"), back)
    assert len(entries) == 2
    assert plain(entries[1]["say"]).startswith("Maren strikes back at Grusk with an iron bar.")
    assert "D11.2" in entries[1]["clauses"]


@pytest.mark.parametrize(
    ("size", "kept", "total", "sentence", "ladder"),
    [
        (0, 0, 11, "No die.", "Under 15, so no die"),
        (6, 6, 22, "A Tactic d6.", "20 to 24 gives d6; 25 would give d8"),
        (
            4,
            8,
            16,
            "A Tactic d4, but the banked d8 is larger and stays.",
            "15 to 19 gives d4; 20 would give d6",
        ),
        (12, 12, 36, "A Tactic d12.", "35 or more gives d12"),
    ],
)
def test_a_setup_names_its_rung(size: int, kept: int, total: int, sentence: str, ladder: str) -> None:
    """The die, the rung it stands on and the next one."""
    throw = a_throw("okello", "Will", total - 5, 5)
    (entry,) = entries_of(e.SetUp("okello", "maren", "Will", throw, size, kept))
    assert plain(entry["say"]) == f"Okello sets up with Will for Maren: {total}. {sentence}"
    assert entry["result"] is not None
    assert entry["result"]["text"] == ladder
    assert entry["clauses"] == ["D10.1", "D10.4", "D10.2"]


SENTENCES: list[tuple[Any, str]] = [
    (e.TurnBegan("grusk"), "Grusk is up."),
    (e.Moved("grusk", "hall", "stair"), "Grusk moves from Customs Hall to Stair."),
    (e.Moved("maren", "hall", "stair", "grusk", "D8.11"), "Grusk moves Maren from Customs Hall to Stair."),
    (e.CoverTaken("maren", "counter"), "Maren takes cover behind the counter."),
    (e.StoodUp("maren"), "Maren stands up."),
    (e.TadExpired("maren", 6), "The Tactic d6 of Maren is gone, unused."),
    (e.BrokenTurnsCounted("maren", (0, 2, 0)), "Maren ends the turn with Body at 0, 2nd turn end of 3."),
    (e.SetupRefused("maren", "Will"), "GM refuses Maren a Setup with Will. Nothing is spent."),
    (e.TurnLost("maren"), "Maren is Out and loses the turn."),
    (e.FightEnded("The crew win", "B"), "The fight is over: The crew win."),
    (
        e.Corrected("maren", "cover", "counter", "none", "counter", "Ana", "we agreed"),
        "Ana corrects Maren: cover none to counter. Reason: “we agreed”.",
    ),
    (
        e.Corrected("maren", "zone", "stair", "hall", "stair", "Ana", ""),
        "Ana corrects Maren: zone Customs Hall to Stair.",
    ),
    (e.Overridden("maren", "conceal", "D8.9", "Ana", ""), "Ana allows Maren what D8.9 refuses."),
    (
        e.Checked(a_throw("maren", "Sense", 4, 16), 20, True, False),
        "Maren checks Sense against 20 (Skilled): 20. Success.",
    ),
]


@pytest.mark.parametrize(("event", "sentence"), SENTENCES)
def test_every_small_thing_has_its_sentence(event: Any, sentence: str) -> None:
    """One event, one entry, one sentence."""
    assert said(event) == [sentence]


def test_a_round_and_a_turn_grow_with_what_comes() -> None:
    """Lanes join the round, the split joins the turn."""
    lanes = (("grusk", "Fast"), ("okello", "Mid"), ("maren", "Mid"))
    revealed = e.LanesRevealed(lanes, ("grusk", "maren", "okello"), (("maren", 14), ("okello", 3)))
    entries = entries_of(e.RoundBegan(2), revealed, e.TurnBegan("grusk"), e.SplitChosen("grusk", "2-moves"))
    assert [plain(entry["say"]) for entry in entries] == [
        "Round 2. Lanes revealed. Fast: Grusk. Mid: Maren, Okello.",
        "Grusk commits to 1 Action and 2 Moves.",
    ]
    assert follows(entries[0]) == [("Equal in everything, so a roll-off: Maren 14 and Okello 3", "D9.3")]
    assert [entry["round"] for entry in entries] == [2, 2]
