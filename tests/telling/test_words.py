"""Words, rows and answers that every system tells its fights with."""

from __future__ import annotations

import pytest

from affray.kernel.requests import Choose, Option
from affray.telling.draft import Draft
from affray.telling.ledgers import die_face, die_row, plain_row
from affray.telling.options import option_view, question_view
from affray.telling.words import count, dice_count, listed, ordinal, say, signed, span, with_article, with_the

ADA = {"who": "ada", "name": "Ada"}


@pytest.mark.parametrize(
    ("name", "phrase"),
    [
        ("Trench club", "a trench club"),
        ("Iron bar", "an iron bar"),
        ("Throwing spikes", "throwing spikes"),
        ("Brass", "a brass"),
        ("The long gun", "the long gun"),
        ("Old Tom's Knife", "Old Tom's Knife"),
    ],
)
def test_a_thing_takes_its_article(name: str, phrase: str) -> None:
    """Only a plain English name takes one."""
    assert with_article(name) == phrase


def test_counts_lists_and_spans() -> None:
    """One is singular, two are joined by a word, and a minus is a real one."""
    assert [count(1, "step"), count(2, "step"), dice_count(1), dice_count(3)] == [
        "1 step",
        "2 steps",
        "1 die",
        "3 dice",
    ]
    assert [listed([]), listed(["a"]), listed(["a", "b"], "or"), listed("abc")] == [
        "",
        "a",
        "a or b",
        "a, b and c",
    ]
    assert [ordinal(number) for number in (1, 2, 3, 4, 11, 22)] == [
        "1st",
        "2nd",
        "3rd",
        "4th",
        "11th",
        "22nd",
    ]
    assert [span(["Near"]), span(["Near", "Middle", "Far"])] == ["Near", "Near to Far"]
    assert [signed(3), signed(-3)] == ["3", "\N{MINUS SIGN}3"]
    assert [with_the("Counter"), with_the("Old Bell")] == ["the counter", "Old Bell"]


def test_a_draft_runs_texts_together_and_keeps_names_apart() -> None:
    """Sentences follow each other after a space; each clause is named once; no reason says nothing."""
    draft = Draft()
    draft.add(ADA, " steps", " aside.")
    draft.add("Nobody follows.")
    draft.give_reason("")
    draft.give_reason("the floor is wet")
    draft.cite("T1.1", None, "T1.1")
    draft.follow("Ada is alone", "")
    assert draft.say == [ADA, " steps aside. Nobody follows. Reason: “the floor is wet”."]
    assert draft.clauses == ["T1.1"]
    assert draft.follows == [{"text": "Ada is alone", "clause": None}]
    assert say("", ADA, "") == [ADA]


def test_what_an_option_costs() -> None:
    """Nothing, one pip by its name, or several of several kinds."""
    costs = [option_view("go", "Go", cost=cost)["cost"] for cost in (None, "step", {"step": 2, "breath": 1})]
    assert costs == [
        [],
        [{"pip": "step", "count": 1}],
        [{"pip": "step", "count": 2}, {"pip": "breath", "count": 1}],
    ]


def test_an_option_stands_for_itself_unless_it_has_a_group() -> None:
    """Its row is its label; a target says what kind of thing it is."""
    alone = option_view("go", "Go")
    aimed = option_view("go:door", "Door", group="Go", target=("place", "door"))
    assert (alone["group"], alone["target"], alone["target_kind"]) == ("Go", None, "none")
    assert (aimed["group"], aimed["target"], aimed["target_kind"]) == ("Go", "door", "place")
    question = Choose("ada", "turn", (Option("go", "go"),), "T1.3", (), "go")
    shown = question_view(question, "Ada: what now?", [alone], ["", "It is late"])
    assert (shown["facts"], shown["default"], shown["clause"]) == (["It is late"], "go", "T1.3")


def test_rows_of_a_ledger() -> None:
    """A die shows its face; what is no die shows none."""
    assert plain_row("bonus", "", 2)["die"] is None
    row = die_row(die_face(6, 4, typed=True), "guard", "d6", 4, "T1.8")
    assert (row["die"], row["value"]) == (
        {"sides": 6, "face": 4, "kept": True, "natural": False, "typed": True},
        4,
    )
