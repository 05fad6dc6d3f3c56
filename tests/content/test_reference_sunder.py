"""The tables of docs/reference/sunder.md that tell of fixed lists say what the code says."""

from __future__ import annotations

from typing import get_args

import pytest

from affray.systems.sunder.book import EffectKind, Trigger
from affray.systems.sunder.check_parts import _NEEDS
from affray.systems.sunder.contours import ESCALATIONS, INTERVENTIONS, Table, cost
from affray.systems.sunder.general import GENERAL
from affray.systems.sunder.names import (
    BANDS,
    DICE,
    MAJOR_CONDITIONS,
    MENTAL,
    MINOR_CONDITIONS,
    PHYSICAL,
    RISKS,
    SKILLS,
    Contour,
    Span,
)
from affray.systems.sunder.names import INTERVENTIONS as RANKS
from tests.content.tables import REFERENCE, in_code, rows_by_name, tables

PAGE = REFERENCE / "sunder.md"


@pytest.mark.parametrize(
    ("word", "values"),
    [
        ("Potential", (*PHYSICAL, *MENTAL)),
        ("Skill", SKILLS),
        ("range", BANDS),
        ("Riskiness", RISKS),
        ("span", get_args(Span)),
        ("rank", RANKS),
        ("Major Condition", MAJOR_CONDITIONS),
        ("Minor Condition", MINOR_CONDITIONS),
        ("die", tuple(map(str, DICE))),
    ],
)
def test_the_words_stand_for_all_their_values(word: str, values: tuple[str, ...]) -> None:
    """In their order."""
    rows = {row[0]: row[1] for row in tables(PAGE)["word"]}
    assert in_code(rows[word]) == list(values)


def test_every_effect_is_described() -> None:
    """Each kind with what it needs."""
    rows = rows_by_name(tables(PAGE)["kind of an effect"])
    assert tuple(rows) == get_args(EffectKind)
    assert {kind: tuple(in_code(row[1])) for kind, row in rows.items() if in_code(row[1])} == _NEEDS


def test_every_trigger_is_described() -> None:
    """In the order of the code."""
    assert tuple(rows_by_name(tables(PAGE)["trigger"])) == get_args(Trigger)


def test_every_general_card_is_shown() -> None:
    """With the names of its halves."""
    shown = {in_code(row[0])[0]: (row[1], row[2]) for row in tables(PAGE)["General card"]}
    assert shown == {
        id_: (card.top.name, card.bottom.name)
        for id_, card in GENERAL.items()
        if card.top is not None and card.bottom is not None
    }


def test_what_ranks_cost_is_shown() -> None:
    """Of Interventions and Escalations."""
    shown = {in_code(row[0])[0]: (int(row[1]), int(row[2])) for row in tables(PAGE)["rank"]}
    assert shown == {rank: (cost("intervention", rank), cost("escalation", rank)) for rank in RANKS}


@pytest.mark.parametrize(
    ("head", "table"),
    [("Contour, Interventions", INTERVENTIONS), ("Contour, Escalations", ESCALATIONS)],
)
def test_what_contours_have_is_shown(head: str, table: Table) -> None:
    """By name, rank by rank."""
    shown = {in_code(row[0])[0]: row[1:] for row in tables(PAGE)[head]}
    contours: tuple[Contour, ...] = get_args(Contour)
    assert shown == {contour: [table[contour, rank].name for rank in RANKS] for contour in contours}
